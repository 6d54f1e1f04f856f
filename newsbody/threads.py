"""The posts of a thread page: own words, quotes, author, time, number and id of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone

from lxml import etree

from newsbody.dates import find_date, read_date
from newsbody.items import Author
from newsbody.links import base_url, join
from newsbody.page import Page
from newsbody.rules.apply import body_runs, quote_elements, runs_inside
from newsbody.rules.learn import learn_thread_rule
from newsbody.rules.notes import note_runs
from newsbody.rules.records import Record, records
from newsbody.rules.rule import Rule, Slot
from newsbody.rules.values import element_text, is_name, read_id, read_position, shown_time, slot_value
from newsbody.sites import group_by_site
from newsbody.xpath import find_elements, text_of

_HEADINGS = etree.XPath("//h1 | //h2 | //h3")
#: No place on earth is further from UTC.
_MAX_ZONE = timedelta(hours=14)


@dataclass(frozen=True)
class Post:
    """One post. ``text`` is what its author wrote, ``quotes`` what it repeats of others,
    ``fullText`` both as they stand on the page.

    ``datePublished`` is ISO 8601, ``dateRaw`` what the page says; ``position`` is the number
    that the page gives the post (None: it gives none).
    """

    text: str
    fullText: str = ""  # noqa: N815
    author: Author | None = None
    datePublished: str | None = None  # noqa: N815
    dateRaw: str | None = None  # noqa: N815
    position: int | None = None
    postId: str | None = None  # noqa: N815
    quotes: list[str] = field(default_factory=list)
    images: list[str] = field(default_factory=list)


def read_posts(page: Page, rule: Rule, now: datetime | None = None) -> list[Post]:
    """The posts that a thread rule finds on a page, in order; none when it does not match.

    ``now``, when the page was fetched, makes 3 hours ago a date.
    """
    posts = [_read_post(page, rule, record, now) for record in records(page, rule)]
    return _numbered(posts)


def _numbered(posts: list[Post]) -> list[Post]:
    """Numbers for those posts that the page only gives a name ("first floor"), from the numbers of the others."""
    starts = {post.position - place for place, post in enumerate(posts) if post.position is not None}
    if len(starts) != 1 or (first := starts.pop()) < 1:
        return posts
    return [replace(post, position=first + place) for place, post in enumerate(posts)]


def read_threads(pages: Sequence[Page], rule: Rule | None = None, learned: str = "") -> list[list[Post]]:
    """The posts of each page; without a rule one is learned for each site that the pages are of."""
    if rule is not None:
        return [read_posts(page, rule) for page in pages]
    found: list[list[Post]] = [[] for _ in pages]
    for numbers in group_by_site(pages):
        own = learn_thread_rule([pages[number] for number in numbers], learned)
        if own is not None:
            for number in numbers:
                found[number] = read_posts(pages[number], own)
    return found


def thread_headline(page: Page) -> str:
    """The heading that the page's title begins with, or else the title; "" without both."""
    title = page.title
    headings = [text for element in find_elements(_HEADINGS, page.root) if (text := text_of(element))]
    named = [text for text in headings if text in title]
    return max(named, key=len, default=title)


def _read_post(page: Page, rule: Rule, record: Record, now: datetime | None) -> Post:
    around = record.around(page)
    words = body_runs(page, rule, record.bodies) & ~note_runs(page, record.bodies)
    quoting = quote_elements(page, rule, record.bodies)
    author = _author(page, around, rule.author)
    published, raw = _time(page, around, rule, now)
    position = slot_value(page, around, rule.position) if rule.position else None
    number = slot_value(page, [*around, *record.bodies], rule.post_id) if rule.post_id else None
    return Post(
        text=page.runs_text(words & ~runs_inside(page, quoting)),
        fullText=page.runs_text(words),
        author=author,
        datePublished=published,
        dateRaw=raw,
        position=read_position(position[1]) if position else None,
        postId=read_id(number[1]) if number else None,
        quotes=[text for quote in quoting if (text := page.runs_text(words & runs_inside(page, [quote])))],
        images=_images(page, record.bodies),
    )


def _author(page: Page, around: Sequence[int], slot: Slot | None) -> Author | None:
    found = slot_value(page, around, slot, is_name) if slot else None
    if found is None:
        return None
    element, name = found
    for index in page.ancestors(element):
        address = page.elements[index].get("href") if page.tags[index] == "a" else None
        if address:
            return Author(name, join(base_url(page), address) or None)
    return Author(name)


def _time(page: Page, around: Sequence[int], rule: Rule, now: datetime | None) -> tuple[str | None, str | None]:
    """ISO 8601 and what the page says.

    Where a time stands twice, for machines with its zone and for readers on the site's own
    clock, the result is the site's clock with the zone that follows.
    """
    found = slot_value(page, around, rule.time) if rule.time else None
    if found is None:
        return None, None
    element, value = found
    shown = find_date(element_text(page, element), day_first=rule.day_first)
    if not (rule.time and rule.time.attribute):
        return shown_time(page, element, rule.day_first, now), shown.raw if shown else value
    told = read_date(value, now, rule.day_first)
    if told is None or shown is None:
        return told, value
    return _on_own_clock(told, shown.iso), shown.raw


def _on_own_clock(told: str, shown: str) -> str:
    if "T" not in told:
        return shown if shown.startswith(told) else told
    exact, local = datetime.fromisoformat(told), datetime.fromisoformat(shown)
    if exact.tzinfo is None or local.tzinfo is not None or "T" not in shown:
        return told
    ahead = local - exact.replace(tzinfo=None, second=0, microsecond=0)
    if local.second:
        ahead = local - exact.replace(tzinfo=None, microsecond=0)
    if abs(ahead) > _MAX_ZONE or ahead.total_seconds() % 900:
        return told
    return exact.astimezone(timezone(ahead)).isoformat(timespec="seconds")


def _images(page: Page, bodies: Sequence[int]) -> list[str]:
    base = base_url(page)
    found = [
        join(base, page.elements[index].get("src") or "")
        for body in bodies
        for index in range(body, int(page.end[body]))
        if page.tags[index] == "img"
    ]
    return list(dict.fromkeys(filter(None, found)))
