"""What pages that were fetched say against a resolver."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from urllib.parse import urldefrag

from newsbody.urls.crawl_evidence import MIN_TITLE_WORDS
from newsbody.urls.pagination_schemes import ways_of
from newsbody.urls.resolver import Found, Resolver
from newsbody.urls.seen_pages import SeenPage, pagers, stated_addresses
from newsbody.urls.shapes import words_in

#: Numbered links side by side that are a pager, where the numbers in their addresses follow them; a single one may lead
#: to a post.
LEAST_NUMBERS = 2

#: So many different texts do not stand on the links of one page to another: a title, a date, a name may.
MANY_TITLES = 4


def faults(resolver: Resolver, pages: Sequence[SeenPage]) -> int:
    """On how many of some pages a resolver is wrong: about the page itself, or about where its pager leads.

    Pages of topics show posts, and what shows posts that stand nowhere else is one. One page has one identity, and two
    have two; what a pager leads to is of the same thread. Linear in pages and links.
    """
    found = {page.url: resolver.look(page.url) for page in pages}
    posts = {page.url: frozenset(page.posts) for page in pages}
    of_topics = _by_post(pages, {url for url, place in found.items() if place.number is not None})
    shown: dict[str, frozenset[str]] = {}
    stated = stated_addresses(pages)
    wrong = 0
    for page in pages:
        own, texts = found[page.url], posts[page.url]
        beside = Counter(place for text in texts for place in {found[url].page for url in of_topics[text]} - {own.page})
        elsewhere = any(2 * shared > len(texts) for shared in beside.values())  # many say a word of thanks
        wrong += titles_share(resolver.look, (link for link in page.links if urldefrag(link[0]).url != page.url))
        if own.number is None:
            wrong += bool(texts) and own.kind != "topic" and not any(of_topics[text] for text in texts)
            continue
        if not texts:
            wrong += any(posts.values())
            continue
        another = not texts & shown.setdefault(own.page, texts)
        parts = stated.get(page.url)
        itself = resolver.look(f"//{resolver.host}{parts.unsplit()}") if parts else own
        moved = itself.number is not None and itself.page != own.page
        wrong += another or elsewhere or moved or _led_away(resolver, own, page) or unnumbered(resolver, own, page)
    return wrong


def unnumbered(resolver: Resolver, own: Found, page: SeenPage) -> bool:
    """Does a page of a thread lead by number to others, be it to one alone, while no way of numbering pages is known?

    To what was learned before any page of a thread was seen these are places in the thread.
    """
    if resolver.numberings or own.number is None:
        return False
    for row, _ in pagers(page.links):
        led = {number: resolver.look(parts.unsplit()) for number, parts in row.items()}
        same = {number: row[number] for number, place in led.items() if place.thread == own.thread}
        if max(same, default=1) > 1 and all(led[number].number is None for number in same) and ways_of(page, same):
            return True
    return False


def _led_away(resolver: Resolver, own: Found, page: SeenPage) -> bool:
    return any(leaves_thread(resolver.look, own, row) for row in rows_on(page))


def titles_share(look: Callable[[str], Found], links: Iterable[tuple[str, str]]) -> bool:
    """Do many links of a page, each with a title of its own, lead to one page of a thread, as it seems?

    ``links``: without those to the page itself, at which buttons and menus point.
    """
    titles: dict[str, set[str]] = defaultdict(set)
    for url, text in links:
        found = look(url) if words_in(text) >= MIN_TITLE_WORDS else None
        if found is not None and found.number is not None:
            titles[found.page].add(text)
    return any(len(texts) >= MANY_TITLES for texts in titles.values())


def _by_post(pages: Sequence[SeenPage], topics: set[str]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for page in pages:
        for text in page.posts if page.url in topics else ():
            found[text].add(page.url)
    return found


def rows_on(page: SeenPage) -> list[dict[int, str]]:
    """The pagers of a page that certainly are: several numbers, which their addresses follow."""
    rows = [row for row, _ in pagers(page.links) if len(row) >= LEAST_NUMBERS]
    return [{number: parts.unsplit() for number, parts in row.items()} for row in rows if ways_of(page, row)]


def leaves_thread(look: Callable[[str], Found], own: Found, row: Mapping[int, str]) -> bool:
    """Does a pager lead to what is no other page of the thread on whose page it stands?"""
    led = [look(url) for url in row.values()]
    if any(other.thread != own.thread or other.number is None for other in led):
        return True
    return len({other.page for other in led}) < len(led)
