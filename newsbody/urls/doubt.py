"""What single pages say against a resolver: titles that share a thread, pagers that leave it or are not understood."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import SequenceMatcher
from functools import reduce
from itertools import chain, groupby

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

_NUMBER = re.compile(r"\d+")


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


def titles_share(look: Callable[[str], Found], page: SeenPage) -> bool:
    """Do many links of a page, each with a title of its own, lead to one thread, as it seems?

    Those to the page itself say nothing: buttons and menus lead there.
    """
    own, texts = look(page.url), defaultdict[str | None, set[str]](set)
    for url, text in titles_of_rows(page.links):
        place = look(url)
        if place.number is not None and place.page != own.page:
            texts[place.thread].add(text.casefold())
    return bool(many_titled(texts))


def titles_of_rows(links: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The links with a title; of those side by side to one address, all cells of a row, the one with the most words."""
    for _, cells in groupby(links, key=lambda link: link[0]):
        url, text = max(cells, key=lambda link: words_in(_NUMBER.sub(" ", link[1])))
        if words_in(text) >= MIN_TITLE_WORDS:
            yield url, text


def many_titled(texts: Mapping[str | None, set[str]]) -> list[str | None]:
    """The threads of which the links say many titles: what many threads are called ("Next by date") is none."""
    said = Counter(chain.from_iterable(texts.values()))

    def is_many(found: Iterable[str]) -> bool:
        return len(shortest(text for text in found if said[text] == 1)) >= MANY_TITLES

    return [thread for thread in texts if is_many(texts[thread]) and is_many(_beside_title(thread, texts))]


def _beside_title(thread: str | None, texts: Mapping[str | None, set[str]]) -> set[str]:
    """The texts of links to a thread that neither say its title nor are said beside it: who wrote there, when.

    The title is what the longest of them all say, and none to another thread: "Moss" of "Ann answered: Moss", "Bob
    likes Moss". Where all lead to one thread nothing tells it.
    """
    own, others = texts[thread], [found for other, found in texts.items() if other != thread]
    longest = sorted(own, key=lambda text: (len(text), text))[-MANY_TITLES:]
    title = reduce(_longest_common, (text[:MAX_LETTERS] for text in longest)) if others else ""
    if len(own) > MAX_COMPARED or words_in(title) < MIN_TITLE_WORDS:
        return own
    if any(title in text for text in chain.from_iterable(others)):
        return own
    told = [text for text in own if title in text]
    return {text for text in own if not any(text in one for one in told)}


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
