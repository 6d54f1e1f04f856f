"""Resolver: which page an address shows, said without clustering again.

Liu, Tan, Fu, Wang, definition 4, on real addresses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from newsbody.urls.normalize import UrlParts, is_media, local, split_url
from newsbody.urls.numbering import Numbering
from newsbody.urls.routes import Route, follows
from newsbody.urls.shapes import check_pattern

Kind = Literal["topic", "list", "other"]

#: Version of the dictionary form; raised when its meaning changes.
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Found:
    """What a resolver says of one address.

    ``page``: by which the page is compared: two addresses of one page have the same.
    ``thread``: what names the thread; None when it is no topic, or only names a post.
    ``number``: of the page in its thread; None where the address only names a place in the thread.
    ``before``: posts of the thread on the pages before, None when the address does not tell.
    """

    kind: Kind
    page: str
    thread: str | None = None
    number: int | None = None
    before: int | None = None


#: What makes letters of an archive one thread: that one answers another; their subject, where none is said to.
ANSWERS, SUBJECTS = "answers", "subjects"


@dataclass(frozen=True, slots=True)
class Resolver:
    """What was learned about the addresses of one host.

    The first of ``topics`` is the home form; routes in ``aliases`` (numbers of topic routes) show the same threads
    under the same ids, and their canonical address is the home form. Addresses of another host are ``other``.
    ``origin`` is the scheme and host (``https://www.a.example``) of canonical addresses, as most of the sample had it.
    ``generation`` grows each time it is learned again: what was noted of pages under another is of other pages.
    ``apart``: shapes of paths that are none of topics, though a route of these takes them. ``letters``: each topic is
    one letter, and several are a thread: :data:`ANSWERS` of one another, or all of one of :data:`SUBJECTS`.
    ``posts_named``: by which text a page links to each of its posts, where the address of any post shows its whole
    thread; that of the first is the thread's. ``code_length``: to so many characters codes are cut in some addresses of
    one page.
    """

    host: str
    topics: tuple[Route, ...]
    lists: tuple[Route, ...] = ()
    aliases: tuple[int, ...] = ()
    confidence: float = 0.0
    origin: str = ""
    numberings: tuple[Numbering, ...] = ()
    generation: int = 1
    apart: tuple[tuple[str, ...], ...] = ()
    letters: str = ""
    posts_named: str = ""
    code_length: int = 0

    @property
    def is_wrong(self) -> bool:
        """Did pages speak against it, while no better one was found? It is kept so that nobody takes it up again."""
        return self.confidence == 0.0

    @property
    def choosers(self) -> frozenset[str]:
        """Keys of queries whose values tell topics from pages of other kinds (``index.php?act=read&id=7``)."""
        return frozenset(key for route in self.topics for key, value in route.selectors if value is not None)

    def without_route(self, number: int) -> Resolver:
        """The resolver that takes what one of its topic routes alone takes for no topics."""
        topics = (*self.topics[:number], *self.topics[number + 1 :])
        aliases = tuple(alias - (alias > number) for alias in self.aliases if alias != number)
        return replace(self, topics=topics, aliases=aliases if number else ())

    def of_letters(self, joined_by: str) -> Resolver:
        """The resolver of an archive, where no letter is a page of its list."""
        topics = tuple(dict.fromkeys(route.by_page() for route in self.topics))
        return replace(self, topics=topics, aliases=(), numberings=(), letters=joined_by)

    def look(self, url: str) -> Found:
        """All that is known of an address, by which it is compared with others."""
        parts = split_url(url)
        if parts is None:
            return Found("other", url)
        found = self._find_parts(parts)
        kind = found[0] if found else "other"
        own = f"//{self.host}" + local(parts).unsplit() if parts.host in (self.host, "") else parts.unsplit()
        if found is None or kind != "topic":
            return Found(kind, own)
        stem, page = self._stem(parts)
        _, route, match = found
        key = None if route.foreign else self._key_of(route, stem, match)
        known = route.forms or route.place or stem != parts
        plain = (
            route.is_plain(stem) if known else _asks_the_same(route.canonical(parts, match), _untitled(route, parts))
        )
        if key is None or not (plain or self._is_page(parts, stem) or (page and _may_be_titled(route, stem))):
            return Found(kind, own, key)
        number = page or self.page(url)
        return Found(kind, self.page_id(key, number), key, number, self._before(parts, number))

    def tidy(self, url: str) -> str:
        """The address without session, and with one value for what does not change its page; to show, not to fetch."""
        parts = split_url(url)
        found = self._find_parts(parts) if parts else None
        if parts is None or found is None or found[0] != "topic" or not found[1].forms:
            return parts.unsplit() if parts else url
        stem, _ = self._stem(parts)
        way = next((way for way in self.numberings if (split := way.split(parts)) and split[0] == stem), None)
        path = "/" + "/".join(parts.path)
        more = len(path) - len("/" + "/".join(stem.path))
        for hole, value in sorted(found[1].fixed, reverse=True):
            start, end = found[2].span(hole + 1)
            moved = more if way is not None and start >= way.start(parts) else 0
            path = path[: start + moved] + value + path[end + moved :]
        return replace(parts, path=tuple(path.strip("/").split("/"))).unsplit()

    def page_id(self, key: str, number: int) -> str:
        """By what a page of a thread is compared."""
        return f"//{self.host}/ {key} {number}" + (f" {self.generation}" if self.generation > 1 else "")

    def other_page(self, url: str, number: int) -> str | None:
        """The address of another page of the thread, by that of a later one; None where that cannot be told."""
        parts, thread = split_url(url), self.thread_key(url)
        others = [way.other(parts, number) for way in self.numberings] if parts and thread else []
        urls = [other.unsplit() for other in others if other is not None]
        return next((url for url in urls if thread and self.look(url).page == self.page_id(thread, number)), None)

    def kind(self, url: str) -> Kind:
        """``topic`` for a page (or view) of a thread, ``list`` for a list of threads, ``other`` for everything else."""
        found = self._find(url)
        return found[0] if found else "other"

    def canonical(self, url: str) -> str:
        """The one address of the page that ``url`` shows.

        Of a thread the address of that page of the thread (page number kept; views, post anchors, sessions and
        hints stripped). An address that names only a post keeps the post: the thread cannot be told from it. What
        is neither topic nor list is only brought into its normal form; what is no web address comes back as it is.
        """
        parts = split_url(url)
        if parts is None:
            return url
        found = self._find_parts(parts)
        if self.origin and parts.host == self.host:
            scheme, _, netloc = self.origin.partition("://")
            parts = replace(parts, scheme=scheme, netloc=netloc)
        if found is None:
            return parts.unsplit()
        kind, route, match = found
        if self._stem(parts)[1] is not None:  # the number of the page keeps its place
            return parts.unsplit()
        if kind == "topic" and self.topics.index(route) in self.aliases:
            key, page = route.thread_key(parts, match), route.page(parts, match)
            home = self.topics[0].render(parts, key, page) if key else None
            if home is not None:
                return home.unsplit()
        return route.canonical(parts, match).unsplit()

    def thread_key(self, url: str) -> str | None:
        """What identifies the thread over all its pages and views; None for other pages and bare post numbers."""
        parts = split_url(url)
        found = self._find_parts(parts) if parts else None
        if parts is None or found is None or found[0] != "topic":
            return None
        return self._key_of(found[1], self._stem(parts)[0], found[2])

    def page(self, url: str) -> int:
        """Page number of a topic address, 1 for the first; an offset (``start=20``) is given as it stands."""
        parts = split_url(url)
        found = self._find_parts(parts) if parts else None
        numbered = self._stem(parts)[1] if parts else None
        if numbered is not None and found:
            return numbered
        value = found[1].page(parts, found[2]) if parts and found else None
        return int(value) if value and value.isdecimal() else 1

    def to_regex(self) -> str:
        """A regular expression that ``re.search`` finds in the raw absolute address of every topic page.

        For ``LinkExtractor(allow=...)``. Scheme and ``www.`` do not matter, nor the order of the query.
        """
        routes = dict.fromkeys(route.to_regex() for route in self.topics)
        host = re.escape(self.host) + ("" if ":" in self.host else "(?::80|:443)?")
        either = next(iter(routes)) if len(routes) == 1 else f"(?:{'|'.join(routes)})"
        return rf"^(?:https?:)?//(?:www\.)?{host}{either}"

    def to_dict(self) -> dict[str, Any]:
        """JSON primitives; :meth:`from_dict` gives an equal resolver."""
        return {
            "format": FORMAT,
            "host": self.host,
            "topics": [route.to_dict() for route in self.topics],
            "lists": [route.to_dict() for route in self.lists],
            "aliases": list(self.aliases),
            "confidence": self.confidence,
            "origin": self.origin,
            "numberings": [way.to_dict() for way in self.numberings],
            **({"generation": self.generation} if self.generation > 1 else {}),
            **({"apart": [list(path) for path in self.apart]} if self.apart else {}),
            **{name: getattr(self, name) for name in ("letters", "posts_named", "code_length") if getattr(self, name)},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Resolver:
        """Raises ValueError when the data is of another format or damaged; says which part."""
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            found = data.get("format") if isinstance(data, Mapping) else data
            raise ValueError(f"resolver data of format {found!r}, expected {FORMAT}: learn the site again")
        host, topics, lists = data.get("host"), data.get("topics"), data.get("lists", [])
        numberings, generation = data.get("numberings", []), data.get("generation", 1)
        aliases, confidence, origin = data.get("aliases", []), data.get("confidence", 0.0), data.get("origin", "")
        if (
            not isinstance(host, str)
            or not isinstance(origin, str)
            or not isinstance(topics, list)
            or not topics
            or not isinstance(lists, list)
            or not isinstance(numberings, list)
        ):
            raise ValueError(
                f"resolver data needs 'host', 'topics' (a list, not empty), 'lists', 'numberings': {data!r}"
            )
        if not isinstance(confidence, int | float) or not 0 <= confidence <= 1:
            raise ValueError(f"resolver confidence must be between 0 and 1: {confidence!r}")
        if not isinstance(generation, int) or generation < 1:
            raise ValueError(f"resolver generation must be a number from 1: {generation!r}")
        if not isinstance(aliases, list) or not all(isinstance(a, int) and 0 <= a < len(topics) for a in aliases):
            raise ValueError(f"resolver aliases must be numbers of topic routes: {aliases!r}")
        return cls(
            host=host,
            topics=tuple(Route.from_dict(route) for route in topics),
            lists=tuple(Route.from_dict(route) for route in lists),
            aliases=tuple(aliases),
            confidence=float(confidence),
            origin=origin,
            numberings=tuple(Numbering.from_dict(way) for way in numberings),
            generation=generation,
            apart=_paths(data.get("apart", ())),
            letters=_letters(data.get("letters", "")),
            posts_named=str(data.get("posts_named", "")),
            code_length=int(str(data.get("code_length", 0))),
        )

    def _key_of(self, route: Route, parts: UrlParts, match: re.Match[str]) -> str | None:
        """What names a thread among those of all routes: ``5`` of ``/topic/5``, ``blog 5`` of ``/blog/5`` beside it."""
        key = route.thread_key(parts, match)
        key = key[: self.code_length] if key and self.code_length else key
        return f"{route.space} {key}" if route.space and key is not None else key

    def _stem(self, parts: UrlParts) -> tuple[UrlParts, int | None]:
        """The address without the number of its page, when what is left is a topic's."""
        for way in self.numberings:
            found = way.split(parts)
            if found is not None and any(route.match(found[0]) for route in self.topics):
                return found
        return parts, None

    def _is_apart(self, parts: UrlParts, stem: UrlParts) -> bool:
        """Is it of another kind, or a page of what is no topic?"""
        if any(follows(path, one) for path in self.apart for one in (parts, stem)):
            return True
        return stem is parts and self._is_page(parts)

    def _is_page(self, parts: UrlParts, stem: UrlParts | None = None) -> bool:
        """Does a word of the address say that it is a later page, of that address, whatever it is without that?"""
        split = (way.split(parts) for way in self.numberings if way.is_segment)
        return any(found and stem in (None, found[0]) for found in split)

    def _before(self, parts: UrlParts, number: int) -> int | None:
        for way in self.numberings:
            if way.step > 1 and way.split(parts):
                return (number - 1) * way.step
        return 0 if number == 1 else None

    def _find(self, url: str) -> tuple[Kind, Route, re.Match[str]] | None:
        parts = split_url(url)
        return self._find_parts(parts) if parts else None

    def _find_parts(self, parts: UrlParts) -> tuple[Kind, Route, re.Match[str]] | None:
        if (parts.host and parts.host != self.host) or is_media(parts):
            return None
        stem, _ = self._stem(parts)
        for route in () if self._is_apart(parts, stem) else self.topics:
            match = route.match(stem)
            if match is not None:
                return None if route.is_action(stem) else ("topic", route, match)
        for route in self.lists:
            match = route.match(parts)
            if match is not None:
                return None if route.is_action(parts) else ("list", route, match)
        return None


def _letters(data: Any) -> str:
    """Raises ValueError for what joins no letters; in earlier profiles it stands that something does."""
    if data not in ("", ANSWERS, SUBJECTS, True, False):
        raise ValueError(f"resolver letters must be {ANSWERS!r} or {SUBJECTS!r}: {data!r}")
    return ANSWERS if data is True else data or ""


def _paths(data: Any) -> tuple[tuple[str, ...], ...]:
    """Raises ValueError for what are no shapes of paths."""
    if not isinstance(data, list | tuple) or not all(isinstance(path, list | tuple) for path in data):
        raise ValueError(f"resolver apart must be shapes of paths: {data!r}")
    for piece in (piece for path in data for piece in path):
        if not isinstance(piece, str):
            raise ValueError(f"resolver apart must be shapes of paths: {data!r}")
        check_pattern(piece)
    return tuple(tuple(path) for path in data)


def _may_be_titled(route: Route, parts: UrlParts) -> bool:
    """May a number be a title, as ``10086`` of ``/t/5/10086`` beside ``/t/7/moss``? Places in threads have no pages."""
    path, keys = route.form(parts)
    return (tuple("{s}" if piece == "{n}" else piece for piece in path), keys) in route.forms


def _untitled(route: Route, parts: UrlParts) -> UrlParts:
    """An address without the title that may stand behind its key: ``/t/5/moss-hums/`` → ``/t/5/``."""
    titled = route.slug_follows and not route.keep_slug and route.form(parts)[0] == ("{s}",)
    return replace(parts, path=parts.path[:-1], slash=route.slash) if titled else parts


def _asks_the_same(a: UrlParts, b: UrlParts) -> bool:
    """Are two addresses of one site the same, in whatever order they ask (``?page=2&id=7``)?"""
    a, b = local(a), local(b)
    return replace(a, query=tuple(sorted(a.query))) == replace(b, query=tuple(sorted(b.query)))
