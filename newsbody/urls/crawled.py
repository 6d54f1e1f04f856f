"""What a crawl has seen of a site's addresses: titles of links, rows of page numbers, posts behind them, redirects.

An address is known here by its *stem*: without scheme and host, and without the number of the page where the site's
way of numbering pages is known (:mod:`newsbody.urls.numbering`).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from newsbody.urls.chosen_ways import learn_numberings
from newsbody.urls.groups import Group
from newsbody.urls.normalize import UrlParts, local, split_url
from newsbody.urls.numbering import Numbering
from newsbody.urls.queries import by_entry_key
from newsbody.urls.seen import SeenPage, stated_addresses
from newsbody.urls.shapes import Shape, words_in
from newsbody.urls.siblings import OF_A_KIND, read_paths
from newsbody.urls.ways import rows_of, ways_of

#: Fewer words (``reply``, a name) stand on links to many pages.
MIN_TITLE_WORDS = 2

#: Of the numbered links on thread pages so many keep the thread's id; the rest are of other rows of numbers.
PURE = 0.8

#: Numbered links on thread pages that say which part is kept.
MIN_PAIRS = 2

#: Of the links that carry one thread's id so many have its title; the others say when its last post was written, or are
#: abbreviated. Those with a board's id have as many titles as threads.
PURE_TITLES = 0.4

#: Of two parts of an address the values of one have so many more titles: a date or a board, with many threads each.
CLEARLY = 0.1

#: An id has at least this share of the different values that titles have: one thread may have several titles, with
#: words for its last page or its posts behind them; a board has many threads.
SOME = 0.5

#: Kinds of pages that one script shows at most.
MAX_NAMED = 30

#: Scripts that differ by a number in their names (``forum1.php``, ``forum2.php``).
MAX_SCRIPTS = 4

#: Of parts with about as many different values (an id and a title) the id is taken.
NEARLY = 0.9

#: Of the pages of topics at least so many show posts; a few are locked, empty or need a login.
SHOWN = 0.5

_BOARD = re.compile(r"(?<=[^\W\d_][-_.])[^\W\d_]+[-_.](?=\{n\})")


@dataclass(slots=True)
class Crawled:
    """Evidence by stem.

    ``ways``: how the pages of threads are numbered.
    ``titles``: texts of the links to an address, of two words and more.
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


def show_posts(shown: Sequence[bool]) -> bool:
    """Do pages, of which there are some, show posts as those of topics do?"""
    return bool(shown) and sum(shown) >= SHOWN * len(shown)


def look(pages: Sequence[SeenPage], own: Collection[UrlParts]) -> Crawled:
    """Gather what fetched pages say.

    ``own``: the addresses of the site, without scheme and host.
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
    for page in pages:
        _add(crawled, page, stated.get(page.url))
    return crawled


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


def _add(crawled: Crawled, page: SeenPage, stated: UrlParts | None) -> None:
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
        crawled.moved[crawled.stem(asked)] = stem
    for url, text in page.links:
        parts = split_url(url) if words_in(text) >= MIN_TITLE_WORDS else None
        if parts is not None and parts.host == own.host:
            target = crawled.stem(parts)
            crawled.titles.setdefault(target, set()).add(text.casefold())
            crawled.listed[target] += not page.posts
    for row in rows_of(page, stated):
        if page.posts:
            crawled.pairs += [(stem, crawled.stem(parts)) for parts in row.values() if parts != itself]
        elif set(ways_of(page, row)) & set(crawled.ways):
            crawled.pairs += [(crawled.stem(row[1]), crawled.stem(parts)) for n, parts in row.items() if n > 1]


def split_by_posts(group: Group, crawled: Crawled) -> list[Group]:
    """A group of one script, parted by a named value with some of which pages show posts and with others none."""
    if not crawled.shows_both(group.members):
        return [group]
    if group.keyed_by_path:
        return _split_by_word(group, crawled)
    for key in sorted({key for parts in group.members for key, _ in parts.query}):
        parts: dict[str, Group] = {}
        for member, shapes in zip(group.members, group.shapes, strict=True):
            value = dict(member.query).get(key, "")
            part = parts.setdefault(value, Group((group.path, (*group.query, (key, value)))))
            part.members.append(member)
            part.shapes.append(shapes)
        named = all(value and not value[0].isdecimal() for value in parts)
        if (
            named
            and 1 < len(parts) <= MAX_NAMED
            and not any(crawled.shows_both(part.members) for part in parts.values())
        ):
            return list(parts.values())
    return _split_by_key(group, crawled)


def _split_by_key(group: Group, crawled: Crawled) -> list[Group]:
    """The same by the key that says what is asked for: ``num=7`` a thread, ``board=name`` a board."""
    if group.query:
        return [group]
    parts: dict[str, Group] = {}
    chosen = by_entry_key([member.query for member in group.members])
    for member, shapes, asked in zip(group.members, group.shapes, chosen, strict=True):
        if not asked:
            return [group]
        key = asked[0][0]
        part = parts.setdefault(key, Group((group.path, ((key, None),))))
        part.members.append(member)
        part.shapes.append(shapes)
    several = 1 < len(parts) <= MAX_NAMED
    apart = several and not any(crawled.shows_both(part.members) for part in parts.values())
    return list(parts.values()) if apart else [group]


def _split_by_word(group: Group, crawled: Crawled) -> list[Group]:
    """The same by the first word of a title (``Thread-the-title``), or by a number in the name of a script."""
    depth, parts = len(group.path), dict[str, Group]()
    for member, shapes in zip(group.members, group.shapes, strict=True):
        own = _worded(shapes[depth - 1]) if group.path[-1] == "{s}" else _named(shapes[depth - 1])
        part = parts.setdefault(own.pattern, Group(((*group.path[:-1], own.pattern), group.query)))
        part.members.append(member)
        part.shapes.append((*shapes[: depth - 1], own, *shapes[depth:]))
    most = len(group.members) // OF_A_KIND if group.path[-1] == "{s}" else MAX_SCRIPTS
    few = 1 < len(parts) <= most and not any(crawled.shows_both(part.members) for part in parts.values())
    return list(parts.values()) if few else [group]


def _worded(shape: Shape) -> Shape:
    """A title with its first word as one of the scheme."""
    word, hyphen, rest = shape.text.partition("-")
    return Shape(f"{word}-{{s}}", (rest,), shape.text) if hyphen and rest else shape


def _named(shape: Shape) -> Shape:
    """A segment as a word of the scheme."""
    return Shape(shape.text, (), shape.text)


def choose_key(
    members: Sequence[UrlParts], columns: Mapping[str, Sequence[str | None]], crawled: Crawled
) -> str | None:
    """Which part of its addresses names a thread: links with one value have one title, and pagers keep it.

    ``columns``: for each part the value of each member, None where it has none.
    Returns None when links and pagers do not tell.
    """
    number = {parts: place for place, parts in enumerate(members)}
    pairs = [(number[a], number[b]) for a, b in crawled.pairs if a in number and b in number]
    # The address of a post may look like a thread's: the pager of its page leads to others, never back to it.
    own = {a for a, b in pairs if a == b}
    pairs = [(a, b) for a, b in pairs if a in own or not own]
    paired, titled, pure = [], [], dict[str, tuple[int, float]]()
    for place, (name, values) in enumerate(columns.items()):
        known = [value for value in values if value is not None]
        distinct = len(set(known))
        is_text = 2 * sum(value.isdecimal() for value in known) < len(known)
        kept = [values[a] == values[b] for a, b in pairs if values[a] is not None and values[b] is not None]
        if distinct < 2 or sum(kept) < PURE * len(kept):
            continue
        if len(kept) >= MIN_PAIRS:
            paired.append((distinct, is_text, place, name))
        listed = sum(crawled.listed[parts] > 0 for parts, v in zip(members, values, strict=True) if v is not None)
        purity = title_purity(members, values, crawled)
        if purity is not None and purity >= PURE_TITLES:
            titled.append((listed, is_text, place, name))
            pure[name] = listed, purity
    if paired:
        return _best(paired)
    return _best([row for row in titled if not _is_mixed(*pure[row[-1]], pure.values())])


def _is_mixed(listed: int, purity: float, others: Iterable[tuple[int, float]]) -> bool:
    """Do the values of a part, a date's or a board's, have many titles, and those of another clearly fewer?"""
    return any(purity + CLEARLY < other and more >= NEARLY * listed for more, other in others)


def _best(rows: Sequence[tuple[Any, ...]]) -> str | None:
    """Of parts with (count, is text, place, name) the first number that nearly reaches the largest count, else text."""
    most = max((row[0] for row in rows), default=0)
    numbers = [row for row in rows if not row[1]]
    if numbers and max(row[0] for row in numbers) >= SOME * most:
        rows = numbers
    most = NEARLY * max((row[0] for row in rows), default=0)
    found: str | None = min((row[1:] for row in rows if row[0] >= most), default=(None,))[-1]
    return found


def title_purity(members: Sequence[UrlParts], values: Sequence[str | None], crawled: Crawled) -> float | None:
    """Share of the links with a title whose value, of a part of the address, has mostly this one; None without any.

    Links on lists, where there are some: those beside posts (``all by this author``) have one text for every thread.
    """
    rows = [(parts, value) for parts, value in zip(members, values, strict=True)
            if value is not None and parts in crawled.titles]  # fmt: skip
    rows = [row for row in rows if crawled.listed[row[0]] > 0] or rows
    return _purity([(value, crawled.titles[parts]) for parts, value in rows]) if rows else None


def _purity(titled: Sequence[tuple[str, set[str]]]) -> float:
    """Share of the addresses that have a title in common with most others of their value."""
    texts: dict[str, list[set[str]]] = defaultdict(list)
    for value, titles in titled:
        texts[value].append(titles)
    pure = 0
    for found in texts.values():
        counts = Counter(title for titles in found for title in titles)
        pure += max(counts.values())
    return pure / len(titled)
