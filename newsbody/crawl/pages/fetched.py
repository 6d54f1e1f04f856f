"""Pages as they came over the wire; and how much of what is made of them stays in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import ReferenceType

from lxml import etree

from newsbody.crawl.pages.reading import BODY_ONLY
from newsbody.extractors.assessed import JudgedPage
from newsbody.ground.sitememory import NO_FACTS, SiteFacts
from newsbody.page import Page
from newsbody.page.decode import transcode
from newsbody.page.excerpt import Outline
from newsbody.page.parse import MAX_PAGE_BYTES, is_within_limits, parse

if TYPE_CHECKING:
    from newsbody.metadata import Metadata

#: Bytes of pages that stay parsed, for learning and for reading once more: some five usual ones, the first sample of a
#: site. A parsed page takes 20 to 30 times its bytes; with three times as many a crawl of one site parses 2 % less.
OPEN_BYTES = 500_000


class OwnPosts(NamedTuple):
    """What one page repeats, seen by itself: the names of its bodies, whether each has a time, and the texts."""

    body: tuple[str, ...] = ()
    is_dated: bool = False
    texts: tuple[str, ...] = ()


@dataclass(eq=False)
class Source:
    """A page as it came over the wire. Compared by identity.

    ``encoding`` is what the transport declared; ``fetched`` makes "3 hours ago" a date. ``tree`` gives, of the
    encoding that the bytes are in, a tree that was parsed of them already, or None. ``wanted``: the fields that
    items want of the page; of more than ``max_bytes`` the beginning is read. ``origin``: what it came in, which lives
    as long as anything is to be made of the page; to be learned from it may be kept for the whole crawl.
    ``called`` gives what links to it say, first the one that it was asked for by: others a process may not have met;
    ``dated``, when a feed says that it was published.
    ``own_posts``: what it repeats, once that was asked. ``named_by``: the page whose link it was asked for by, if any.
    """

    data: bytes
    url: str
    encoding: str | None = None
    fetched: datetime | None = None
    tree: Callable[[str], etree._Element | None] | None = field(default=None, repr=False)
    wanted: frozenset[str] = BODY_ONLY
    max_bytes: int = MAX_PAGE_BYTES
    called: Callable[[], Sequence[str]] = tuple
    dated: Callable[[], str | None] = str
    origin: ReferenceType[Any] | None = field(default=None, init=False, repr=False)
    own_posts: OwnPosts | None = field(default=None, init=False, repr=False)
    named_by: str = field(default="", init=False, repr=False)
    _opened: dict[str, Opened] = field(default_factory=dict, init=False, repr=False)

    def open(self, extractor: str) -> Opened:
        """The page parsed, and judged by an extractor, when that is asked for; kept until it is closed."""
        return self._opened.get(extractor) or self._opened.setdefault(extractor, Opened(self, extractor))

    @property
    def bearer(self) -> object:
        """What came with it, as long as that is there; else itself."""
        origin = self.origin() if self.origin is not None else None
        return self if origin is None else origin

    def close(self) -> None:
        """Let go of all that was made of the page."""
        self._opened.clear()
        self.tree = None

    def __reduce__(self) -> tuple[Any, ...]:
        """To another process go the bytes alone: trees stay."""
        said = partial(tuple, self.called()), partial(str, self.dated() or "")
        return Source, (self.data, self.url, self.encoding, self.fetched, None, self.wanted, self.max_bytes, *said)


class Opened:
    """A page in memory: parsed, judged and asked for its metadata once at most, and only when that is needed."""

    def __init__(self, source: Source, extractor: str) -> None:
        self._source, self._extractor = source, extractor
        self._metadata: dict[SiteFacts, Metadata] = {}

    @cached_property
    def _parsed(self) -> tuple[etree._Element, str, int]:
        """A tree, the one that somebody parsed already where there is one; the encoding; the bytes that it lacks."""
        source = self._source
        kept = source.data[: source.max_bytes]
        data, encoding = transcode(kept, source.encoding)
        made, source.tree = source.tree, None  # in one step: it may be closed meanwhile
        tree = made(encoding) if made else None
        if tree is not None and len(kept) == len(source.data) and is_within_limits(data):
            return tree, encoding, 0
        root, rest = parse(data)
        return root, encoding, len(source.data) - len(kept) + rest

    @property
    def root(self) -> etree._Element:
        """The page's tree."""
        return self._parsed[0]

    @property
    def unread(self) -> int:
        """Bytes at the end of the page that are not read."""
        return self._parsed[2]

    @cached_property
    def page(self) -> Page:
        """All of the page."""
        root, encoding, unread = self._parsed
        return Page(root, self._source.url, encoding, unread=unread)

    @cached_property
    def outline(self) -> Outline:
        """What excerpts of the page are made from."""
        return Outline(self.root)

    @property
    def is_flattened(self) -> bool:
        """Did somebody need all of the page?"""
        return "page" in vars(self)

    def whole(self) -> Page:
        """All of the page, for those who may not need it."""
        return self.page

    @cached_property
    def judged(self) -> JudgedPage:
        return JudgedPage(self.page, self._extractor)

    def metadata(self, site: SiteFacts = NO_FACTS) -> Metadata:
        """Those of the page; ``site``: as other pages of it write dates."""
        from newsbody.metadata import read_metadata  # a crawl that wants bodies alone does not wait for its patterns

        if site not in self._metadata:
            source = self._source
            said = source.called(), site, source.dated() or None
            self._metadata[site] = read_metadata(self.page, source.fetched, *said)
        return self._metadata[site]


class OpenPages:
    """Keeps the pages open that were used last, up to some bytes."""

    def __init__(self, limit: int = OPEN_BYTES) -> None:
        self._limit, self._bytes = limit, 0
        self._pages: OrderedDict[Source, None] = OrderedDict()

    def used(self, source: Source) -> None:
        """Note that a page was used; what was not for longest is closed."""
        if source not in self._pages:
            self._pages[source] = None
            self._bytes += len(source.data)
        self._pages.move_to_end(source)
        while self._bytes > self._limit:
            oldest, _ = self._pages.popitem(last=False)
            self._bytes -= len(oldest.data)
            oldest.close()
