"""What a crawl has seen of a site's addresses: titles of links, rows of page numbers, posts behind them, redirects.

An address is known here by its *stem*: without scheme and host, and without the number of the page where the site's
way of numbering pages is known (:mod:`newsbody.urls.numbering`).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from newsbody.urls.chosen_schemes import learn_numberings
from newsbody.urls.normalize import UrlParts, local, split_url
from newsbody.urls.numbering import Numbering
from newsbody.urls.pagination_schemes import rows_of, ways_of
from newsbody.urls.seen_pages import SeenPage, stated_addresses
from newsbody.urls.shapes import words_in
from newsbody.urls.siblings import read_paths

#: Fewer words (``reply``, a name) stand on links to many pages.
MIN_TITLE_WORDS = 2

#: Of the pages of topics at least so many show posts; a few are locked, empty or need a login.
SHOWN = 0.5

#: So seldom none of a part of the topics is among those that were seen.
BY_CHANCE = 0.01

_BOARD = re.compile(r"(?<=[^\W\d_][-_.])[^\W\d_]+[-_.](?=\{n\})")


@dataclass(slots=True)
class Crawled:
    """Evidence by stem.

    ``ways``: how the pages of threads are numbered.
    ``titles``: texts of the links to an address, of two words and more, or the digits that it ends in ("2022").
    ``listed``: addresses to which a page without posts links with a title.
    ``posts``: fingerprints of the posts on the pages that were fetched; empty where there are none.
    ``first_posts``: those on the first page of the thread alone.
    ``moved``: where an address leads: by a redirect, or since the page behind it states that it is another one.
    ``pairs``: a thread page and another one that its row of page numbers leads to.
    ``pages``: stems that were seen with a page number.
    """

    ways: tuple[Numbering, ...] = ()
    titles: dict[UrlParts, set[str]] = field(default_factory=dict)
    listed: Counter[UrlParts] = field(default_factory=Counter)
    posts: dict[UrlParts, set[str]] = field(default_factory=dict)
    first_posts: dict[UrlParts, set[str]] = field(default_factory=dict)
    moved: dict[UrlParts, UrlParts] = field(default_factory=dict)
    pairs: list[tuple[UrlParts, UrlParts]] = field(default_factory=list)
    stems: dict[UrlParts, UrlParts] = field(default_factory=dict)

    def stem(self, parts: UrlParts) -> UrlParts:
        """The address without host and page number."""
        parts = local(parts)
        return self.stems.get(parts, parts)

    def page(self, parts: UrlParts) -> int:
        """The number of the page, 1 where the address has none."""
        parts = local(parts)
        found = next((found for way in self.ways if (found := way.split(parts))), None) if parts in self.stems else None
        return found[1] if found else 1

    def shown(self, members: Collection[UrlParts]) -> list[bool]:
        """For each page of a group that was fetched under its own address: does it show posts?

        None at all when no page of the site does.
        """
        if not any(self.posts.values()):
            return []
        return [bool(self.posts[parts]) for parts in members if parts in self.posts]

    def shows_posts(self, members: Collection[UrlParts]) -> bool:
        return show_posts(self.shown(members))

    def title_words(self, members: Collection[UrlParts]) -> float:
        """Words of the texts of links to the pages of a group, on average; one where no link has a title."""
        texts = [[words_in(text) for text in self.titles.get(parts, ())] or [1] for parts in members]
        return sum(sum(words) / len(words) for words in texts) / len(texts)

    def shows_both(self, members: Collection[UrlParts]) -> bool:
        """Do some pages of a group show posts and others none?"""
        shown = self.shown(members)
        return any(shown) and not all(shown)

    def shows_none(self, members: Collection[UrlParts]) -> bool:
        """Were pages of a group fetched, none with posts, and none of its addresses redirected?"""
        shown = self.shown(members)
        return bool(shown) and not any(shown) and not any(parts in self.moved for parts in members)

    def misses(self, part: Collection[UrlParts], everything: Collection[UrlParts]) -> bool:
        """Do pages of a group show posts, but none of a part of it? By chance seldom, were these seen as others are."""
        seen = sum(self.shown(everything))
        return not any(self.shown(part)) and (1 - len(part) / len(everything)) ** seen <= BY_CHANCE


def show_posts(shown: Sequence[bool]) -> bool:
    """Do pages, of which there are some, show posts as those of topics do?"""
    return bool(shown) and sum(shown) >= SHOWN * len(shown)


def look(
    pages: Sequence[SeenPage], own: Collection[UrlParts], moved: Iterable[tuple[UrlParts, UrlParts]] = ()
) -> Crawled:
    """Gather what fetched pages say.

    ``own``: the addresses of the site, without scheme and host. ``moved``: redirects, whether or not the page that one
    leads to is among the fetched.
    """
    crawled, stated = Crawled(learn_numberings(pages, own)), stated_addresses(pages)
    rows = [
        row
        for page in pages
        for row in rows_of(page, stated.get(page.url))
        if page.posts or set(ways_of(page, row)) & set(crawled.ways)
    ]
    targets = {parts for row in rows for number, parts in row.items() if number > 1}
    crawled.stems = _stems(crawled.ways, {*own, *stated.values()}, targets)
    heads = {(parts.path, parts.query) for parts in own}
    for page in pages:
        _add(crawled, page, stated.get(page.url), heads)
    for asked, parts in moved:
        _lead(crawled, asked, parts)
    return crawled


def _is_titled(parts: UrlParts, digits: str, heads: Collection[object]) -> bool:
    """Does an address end in the digits that a link shows, and is none known without them? No page's number does."""
    return parts.path[-1:] == (digits.strip(),) and (parts.path[:-1], parts.query) not in heads


def _lead(crawled: Crawled, asked: UrlParts, parts: UrlParts) -> None:
    """A redirect leads from one address to another, which differs in more than a slash or the number of a page."""
    first, second = crawled.stem(asked), crawled.stem(parts)
    if (first.path, first.query) != (second.path, second.query):
        crawled.moved[first] = second


def _stems(
    ways: Sequence[Numbering], own: Collection[UrlParts], targets: Collection[UrlParts]
) -> dict[UrlParts, UrlParts]:
    """The stem of each address that has a page number: it looks like one in a pager, or its stem is an address too."""
    everything = sorted({*own, *targets}, key=repr)
    patterns = dict(zip(everything, (_pattern(s) for s in read_paths([p.path for p in everything])), strict=True))
    numbered: dict[Numbering, set[tuple[str, ...]]] = defaultdict(set)
    for parts in targets:
        way = next((way for way in ways if way.split(parts)), None)
        if way is not None:
            numbered[way].add((*_of_any_board(patterns[parts], way), *_keys(parts, way)))
    heads = {(parts.path, parts.query): parts for parts in sorted(own, key=repr)}
    stems = {}
    for parts in everything:
        for way in ways:
            found = way.split(parts)
            if found is None:
                continue
            like = (*_of_any_board(patterns[parts], way), *_keys(parts, way)) in numbered[way]
            # What is cut with the number may hold the slash at the end (``/the-title-12/`` of ``…/index2.html``).
            head = heads.get((found[0].path, found[0].query))
            if like or head is not None:
                stems[parts] = found[0] if head is None or found[0] in own else head
                break
    return stems


def _pattern(shapes: Sequence[object]) -> tuple[str, ...]:
    return tuple(getattr(shape, "pattern", "") for shape in shapes)


def _of_any_board(pattern: tuple[str, ...], way: Numbering) -> tuple[str, ...]:
    """A pattern without the words between the first one and an id: ``post-{n}`` of ``post-theboard-{n}``.

    Before a segment that says by a word that it is a page's (``/page-2``) any names may stand.
    """
    named = re.search(r"/[^\W\d_]", way.before) is not None
    folders = [piece if "{n}" in piece or not named else "{s}" for piece in pattern[:-1]]
    return (*folders, _BOARD.sub("", pattern[-1])) if pattern else pattern


def _keys(parts: UrlParts, way: Numbering) -> tuple[str, ...]:
    return () if way.key is None else tuple(sorted(key for key, _ in parts.query))


def _add(crawled: Crawled, page: SeenPage, stated: UrlParts | None, heads: Collection[object]) -> None:
    own = split_url(page.url)
    if own is None:
        return
    stem, itself = crawled.stem(own), stated or local(own)
    elsewhere = page.posts and crawled.stem(itself) != stem
    if elsewhere or crawled.page(itself) != crawled.page(own):
        crawled.moved[stem] = crawled.stem(itself)
    for shown in {stem, crawled.stem(itself)}:
        crawled.posts.setdefault(shown, set()).update(page.posts)
        if crawled.page(itself) == 1:
            crawled.first_posts.setdefault(shown, set()).update(page.posts)
    asked = split_url(page.asked) if page.asked else None
    if asked is not None:
        _lead(crawled, asked, own)
    for url, text in page.links:
        digits = text.strip().isdecimal()
        parts = split_url(url) if digits or words_in(text) >= MIN_TITLE_WORDS else None
        if parts is not None and parts.host == own.host and not (digits and not _is_titled(parts, text, heads)):
            target = crawled.stem(parts)
            crawled.titles.setdefault(target, set()).add(text.casefold())
            crawled.listed[target] += not page.posts
    for row in rows_of(page, stated):
        if page.posts:
            crawled.pairs += [(stem, crawled.stem(parts)) for parts in row.values() if parts != itself]
        elif set(ways_of(page, row)) & set(crawled.ways):
            crawled.pairs += [(crawled.stem(row[1]), crawled.stem(parts)) for n, parts in row.items() if n > 1]
