"""What single pages say against a resolver: titles that share a thread, pagers that leave it or are not understood."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from difflib import SequenceMatcher
from functools import reduce

from newsbody.urls.crawl_evidence import MIN_TITLE_WORDS
from newsbody.urls.pagination_schemes import ways_of
from newsbody.urls.resolver import Found, Resolver
from newsbody.urls.seen_pages import SeenPage, pagers
from newsbody.urls.shapes import words_in

#: Numbered links side by side that are a pager, where the numbers in their addresses follow them; a single one may lead
#: to a post.
LEAST_NUMBERS = 2

#: So many different texts do not stand on the links of one page to another: a title, a date, a name may.
MANY_TITLES = 4
#: More texts on the links to one page are not compared with each other: nobody takes these for one title.
MAX_COMPARED = 100
#: Letters of a text in which a title is looked for: what is longer is told by its beginning.
MAX_LETTERS = 200


def unnumbered(resolver: Resolver, own: Found, page: SeenPage) -> bool:
    """Does a page of a thread lead by number to others, be it to one alone, in a way of numbering that is not known?

    To what was learned before any page of a thread was seen these are places in the thread, or the page itself.
    """
    if own.thread is None or (own.number is None and resolver.numberings):
        return False
    for row, _ in pagers(page.links):
        led = {number: resolver.look(parts.unsplit()) for number, parts in row.items()}
        same = {number: row[number] for number, place in led.items() if place.thread == own.thread}
        places = all(led[number].number is None or led[number].page == own.page for number in same)
        as_said = all(led[number].number == number for number in same)
        if max(same, default=1) > 1 and places and not as_said and ways_of(page, same):
            return True
    return False


def titles_share(look: Callable[[str], Found], links: Iterable[tuple[str, str]]) -> bool:
    """Do many links of a page, each with a title of its own, lead to one page of a thread, as it seems?

    ``links``: without those to the page itself, at which buttons and menus point.
    """
    titles: dict[str, set[str]] = defaultdict(set)
    for url, text in links:
        found = look(url) if words_in(text) >= MIN_TITLE_WORDS else None
        if found is not None and found.number is not None:
            titles[found.page].add(text)
    many = [page for page, texts in titles.items() if len(shortest(texts)) >= MANY_TITLES]
    return any(len(shortest(_beside_title(page, titles))) >= MANY_TITLES for page in many)


def _beside_title(page: str, titles: Mapping[str, set[str]]) -> set[str]:
    """The texts of links to a page that neither say its title nor are said beside it: who wrote there, when.

    The title is what the longest of them all say, and none to another page: "Moss" of "Ann answered: Moss", "Bob likes
    Moss". Where all lead to one page nothing tells it.
    """
    longest = sorted(titles[page], key=lambda text: (len(text), text))[-MANY_TITLES:]
    said = reduce(_longest_common, (text[:MAX_LETTERS] for text in longest))
    others = [text for other, texts in titles.items() if other != page for text in texts]
    if (
        not others
        or len(titles[page]) > MAX_COMPARED
        or words_in(said) < MIN_TITLE_WORDS
        or any(said in text for text in others)
    ):
        return titles[page]
    told = [text for text in titles[page] if said in text]
    return {text for text in titles[page] if not any(text in one for one in told)}


def _longest_common(first: str, second: str) -> str:
    found = SequenceMatcher(None, first, second, autojunk=False).find_longest_match()
    return first[found.a : found.a + found.size]


def shortest(texts: Iterable[str]) -> set[str]:
    """Texts of links without those that hold another: "Ann answered: Moss" says no other title than "Moss"."""
    distinct = set(texts)
    if len(distinct) > MAX_COMPARED:
        return distinct
    return {text for text in distinct if not any(other != text and other in text for other in distinct)}


def rows_on(page: SeenPage) -> list[dict[int, str]]:
    """The pagers of a page that certainly are: several numbers, which their addresses follow."""
    rows = [row for row, _ in pagers(page.links) if len(row) >= LEAST_NUMBERS]
    return [{number: parts.unsplit() for number, parts in row.items()} for row in rows if ways_of(page, row)]


def leaves_thread(look: Callable[[str], Found], own: Found, row: Mapping[int, str]) -> bool:
    """Does a pager lead to what is no other page of the thread on whose page it stands?"""
    led = [look(url) for url in row.values()]
    if own.number in row and all(other.kind != "topic" for other in led):
        return False  # stars to rate it by, days of a calendar: a pager has no link to its own page
    if any(other.thread != own.thread or other.number is None for other in led):
        return True
    return len({other.page for other in led}) < len(led)
