"""Addresses of one page: for telephones on a host of their own, with what led to it, in print, over http and https.

Which parts of an address do not change its page is told by the pages: two addresses showed the same article, and
differ in these parts alone. Once that was seen often enough, and never of two that showed different articles, one
address of each further page is asked for. Nothing is asked for that no page links to.
"""

from __future__ import annotations

import json
from collections import OrderedDict, defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from newsbody.crawl.addresses.attempts import Tries
from newsbody.crawl.addresses.moves import Moves, Parts, keys_of
from newsbody.crawl.addresses.session_tokens import VisitParts
from newsbody.crawl.sources.domains import site_domain
from newsbody.stores.spill import Spill
from newsbody.urls.article_pages import goes_on
from newsbody.urls.shapes import split_extension

#: Articles that stood at addresses which differ in some parts alone, while none of those that do were two articles. If
#: one in four were, one would have been among them with 90 %.
LEAST_TWINS = 8
#: The same of those that differ in their scheme and in the slash at their end alone, which tell pages apart nowhere.
LEAST_PLAIN = 2
#: … and of those of which one page states the address of the other as its own, besides.
LEAST_STATED = 3
#: Articles whose addresses are compared, those read last, and addresses of one of them: of lists that all begin with
#: the same words, not of an article, there are more.
MAX_READ, MAX_OF_ONE = 4_000, 12
#: Ways to differ that are counted; more are of a site that has none.
MAX_WAYS = 200
#: Answers kept: of an address one is asked by each link to it.
MAX_NAMES = 4096


@dataclass(frozen=True)
class Twin:
    """In which parts addresses of one page differ.

    ``hosts``: theirs. ``scheme``, ``slash``: whether they differ in it, and in the slash at the end. ``keys``: of the
    query. ``first``, ``last``: a segment of the path that some have there. What they have in common, so that nothing
    is said of others: how many segments (``depth``), the ``ending`` of a file, and the ``other`` keys.
    """

    hosts: tuple[str, ...]
    scheme: bool
    slash: bool
    keys: tuple[str, ...]
    first: str
    last: str
    depth: int
    ending: str
    other: tuple[str, ...]

    @property
    def is_plain(self) -> bool:
        """Do they differ in nothing that says which page is asked for?"""
        return len(self.hosts) == 1 and not (self.keys or self.first or self.last)

    def name(self, parts: Parts) -> Parts | None:
        """What stands for an address and its twins; None where it has none of this kind."""
        if parts.host not in self.hosts:
            return None
        path = parts.path
        if self.first and path[:1] == (self.first,):
            path = path[1:]
        if self.last and path[-1:] == (self.last,):
            path = path[:-1]
        query = tuple(pair for pair in parts.query if pair[0] not in self.keys)
        if (len(path), _ending(path), keys_of(query)) != (self.depth, self.ending, self.other):
            return None
        scheme = "http" if self.scheme else parts.scheme
        return Parts(scheme, self.hosts[0], path, parts.slash and not self.slash, query)


def difference(one: str, other: str) -> Twin | None:
    """In which parts two addresses differ; None where that may be what tells two pages apart."""
    longer, shorter = Parts.of(one), Parts.of(other)
    if longer is None or shorter is None or goes_on(one, other) or goes_on(other, one):
        return None
    if len(longer.path) < len(shorter.path):
        longer, shorter = shorter, longer
    path, first, last = shorter.path, "", ""
    if longer.path != path:
        if longer.path[:-1] == path:
            last = longer.path[-1]
        elif longer.path[1:] == path:
            first = longer.path[0]
        else:
            return None
    elif longer == shorter:
        return None  # in the session alone
    keys = {key for key, _ in set(longer.query) ^ set(shorter.query)}
    return Twin(
        hosts=tuple(sorted({longer.host, shorter.host}, key=lambda host: (len(host), host))),
        scheme=longer.scheme != shorter.scheme,
        slash=longer.slash != shorter.slash,
        keys=tuple(sorted(keys)),
        first=first,
        last=last,
        depth=len(path),
        ending=_ending(path),
        other=keys_of(pair for pair in shorter.query if pair[0] not in keys),
    )


def _ending(path: tuple[str, ...]) -> str:
    return split_extension(path[-1])[1] if path else ""


class Twins:
    """One per crawl."""

    def __init__(self) -> None:
        self._known: list[Twin] = []
        self._visit, self.moves = VisitParts(), Moves()
        #: The articles that were read, by address, each by the first one it stood at; by its text, that.
        self._read: OrderedDict[str, str] = OrderedDict()
        self._first: OrderedDict[str, str] = OrderedDict()
        self._addresses: OrderedDict[str, set[str]] = OrderedDict()
        #: By the way in which addresses of one article differ, the articles, and those of which one page states the
        #: other; ways in which those of two do as well.
        self._ways: dict[Twin, tuple[set[str], set[str]]] = {}
        self._refused: set[Twin] = set()
        #: Which address of a page was asked for, by its name.
        self._asked = Spill()
        #: The addresses that were asked for last, and whether their page came.
        self._sent: OrderedDict[str, bool] = OrderedDict()
        self._tries = Tries()
        self.name = lru_cache(MAX_NAMES)(self._name)

    # --- what is known ------------------------------------------------------------------------

    def to_texts(self, domain: str) -> list[str]:
        """What was learned of a registered domain, for a crawl another day."""
        twins = [json.dumps(asdict(twin)) for twin in self._known if site_domain(twin.hosts[0]) == domain]
        return [*self._visit.to_texts(domain), *self.moves.to_texts(domain), *twins]

    def go_on(self, texts: Iterable[str]) -> None:
        """Begin with what :meth:`to_texts` gave. Raises ValueError for anything else."""
        for text in texts:
            try:
                if not (self._visit.go_on(text) or self.moves.go_on(text)):
                    self._learn(Twin(**{key: _frozen(value) for key, value in json.loads(text).items()}))
            except (AttributeError, TypeError) as error:
                raise ValueError(f"not how addresses of one page differ: {text!r:.80}") from error

    @property
    def learned(self) -> int:
        """In how many ways addresses of one page are known to differ: by more of them pages are called otherwise."""
        return len(self._known) + len(self._visit)

    def begins(self, url: str, links: Iterable[str]) -> None:
        """A crawl begins with a page, which leads to ``links``: what all these have in common may be of the visit."""
        if self._visit.begins(url, links):
            self.name.cache_clear()

    def _name(self, url: str) -> str:
        """What an address and its twins are called; that of a page without any is its own."""
        return self.names(url)[-1]

    def names(self, url: str) -> list[str]:
        """What an address was called as more was learned, from what it is called without."""
        found = list(dict.fromkeys((url, self._visit.without(url))))
        parts = Parts.of(found[-1]) if self._known else None
        for twin in self._known if parts else ():
            if parts and (named := twin.name(parts)) not in (None, parts):
                parts = named
                found.append(named.unsplit())
        return found

    # --- learning -----------------------------------------------------------------------------

    def read(self, url: str, text: str, other: str | None = None, stated: str | None = None) -> None:
        """An article was read, which is known by its ``text``, or is nearly that of ``other``.

        ``stated``: the address that its page calls its own.
        """
        first = self._read.get(other or "") or other or self._first.get(text, url)
        self._first.setdefault(text, first)
        self._read[url] = first
        for kept in (self._read, self._first, self._addresses):
            if len(kept) > MAX_READ:
                kept.popitem(last=False)
        others = self._addresses.setdefault(first, {first})
        for address in sorted(map(self.name, others)) if len(others) < MAX_OF_ONE else ():
            self._differ(self.name(url), address, first, is_stated=stated is not None and self.name(stated) == address)
        others.add(url)

    def _differ(self, url: str, other: str, article: str, *, is_stated: bool) -> None:
        """Two addresses showed an article: one more that stands at addresses which differ so."""
        twin = difference(url, other) if url != other else None
        if twin is None or twin in self._refused or (twin not in self._ways and len(self._ways) >= MAX_WAYS):
            return
        articles, stated = self._ways.setdefault(twin, (set(), set()))
        articles.add(article)
        if is_stated:
            stated.add(article)
        least = LEAST_PLAIN if twin.is_plain else LEAST_TWINS
        if twin in self._known or (len(articles) < least and len(stated) < LEAST_STATED):
            return
        if self._tells_apart(twin):
            self._refused.add(twin)
        else:
            self._learn(twin)

    def _tells_apart(self, twin: Twin) -> bool:
        """Were two articles read whose addresses differ in such parts alone?"""
        named: defaultdict[Parts, set[str]] = defaultdict(set)
        for url, first in self._read.items():
            parts = Parts.of(url)
            name = twin.name(parts) if parts else None
            if name is not None:
                named[name].add(first)
        return any(len(articles) > 1 for articles in named.values())

    def _learn(self, twin: Twin) -> None:
        self._known.append(twin)
        self.name.cache_clear()
        for url, has_come in (*dict.fromkeys(self._read, True).items(), *self._sent.items()):
            name = self.name(url)
            if self._asked.setdefault(name, url) == url and not has_come and not self._tries.is_under_way(name):
                self._tries.begin(name, url)

    # --- which are asked for ------------------------------------------------------------------

    def asks(self, asked: Iterable[str], url: str) -> bool:
        """Is a page to be asked for under an address? Not where it was under a twin of it.

        ``asked``: the addresses that led there.
        """
        name = self.name(url)
        self._sent[url] = False
        if len(self._sent) > MAX_READ:
            self._sent.popitem(last=False)
        if not self.learned:
            return True
        before = self._asked.get(name)
        if before is None:
            self._asked[name] = url
            self._tries.begin(name, url)
            return True
        if before == url or before in asked:
            return True
        del self._sent[url]
        return False

    def keep(self, url: str, request: Any) -> bool:
        """Keep the request for an address whose page is under way under a twin of it, for when that fails; is it?"""
        return self._tries.instead(self.name(url), url, request)

    def came(self, url: str) -> list[Any]:
        """A page came: its twins need not be asked for. Returns what was kept for them."""
        if url in self._sent:
            self._sent[url] = True
        return self._tries.end(self.name(url))

    def failed(self, url: str) -> Any:
        """A page cannot be fetched: what was kept for a twin of it, if any. One that is met later may be asked for."""
        name = self.name(url)
        self._sent.pop(url, None)
        if self._asked.get(name) != url or not self._tries.fail(name):
            return None
        other = self._tries.other(name)
        if other is None:
            del self._asked[name]
            return None
        self._asked[name], request = other
        return request


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
