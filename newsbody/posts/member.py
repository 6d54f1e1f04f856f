"""Whose page it is that shows posts: what a member wrote in many threads names the member with each post."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from newsbody.markup.links import base_url, web_address
from newsbody.page import Page
from newsbody.rules.header.header_elements import ElementFacts, told_by
from newsbody.rules.record import Record
from newsbody.rules.records import read_records
from newsbody.rules.rule import Rule
from newsbody.rules.values import is_name
from newsbody.urls.crawl_evidence import MIN_TITLE_WORDS
from newsbody.urls.normalize import UrlParts, split_url
from newsbody.urls.shapes import words_in

#: So many posts of a page, and this share of them, lead by titles to pages that no other of them leads to.
LEAST_LED, LED = 4, 0.75


def member_shown(page: Page, rule: Rule) -> str | None:
    """The member whose page shows the posts that a rule finds; None for a page of a thread.

    With each post stands a name out of the page's title, as a link to the page itself, and a title that leads
    elsewhere. The rule may take something else for the author, since a thread's title is no name either.
    """
    own, found = split_url(page.url or ""), [record for _, record in read_records(page, rule)]
    if own is None or len(found) < LEAST_LED:
        return None
    linked = [list(_links_of(page, record)) for record in found]
    names = set[str].intersection(
        *({one.text for one, to in links if to == own and "#" not in (one.link or "")} for links in linked)
    )
    names = {name for name in names if is_name(name) and name in page.title}
    led = [{to for one, to in links if to != own and words_in(one.text) >= MIN_TITLE_WORDS} for links in linked]
    count = Counter(to for of_post in led for to in of_post)
    alone = sum(any(count[to] == 1 for to in of_post) for of_post in led)
    return max(names, key=len) if names and alone >= max(LEAST_LED, LED * len(found)) else None


def _links_of(page: Page, record: Record) -> Iterator[tuple[ElementFacts, UrlParts]]:
    """The links of a post, but for those in its body, and where they lead."""
    for index in record.around(page):
        told = told_by(page, index) if page.tags[index] == "a" else None
        to = split_url(web_address(base_url(page), told.link)) if told and told.text and told.link else None
        if told and to:
            yield told, to
