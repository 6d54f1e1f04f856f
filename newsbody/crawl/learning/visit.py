"""Pages that were fetched, on their way through what is learned of their site."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum

from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.reading import Reading


class PageState(Enum):
    """Where a page is; only the waiting room may move it."""

    #: It came, and need not wait (any longer): it is being read.
    ARRIVED = "arrived"
    #: It waits for its site to be learned.
    WAITING = "waiting"
    #: The rule did not match it: it waits until it is clear which of the two is the odd one.
    UNMATCHED = "unmatched"
    #: Its items are on their way.
    OUT = "out"


@dataclass(eq=False)
class PendingPage:
    """A page that may wait for its site to be learned.

    ``kind``: "article", "thread", or "topic", a thread if its address is one of a topic.
    ``finish`` is awaited exactly once, with what was read, or None for a page that is no topic.
    ``chosen``: somebody asked for this very page. ``guest``: its item is somebody else's, who waits for it: for
    a few pages, and not for what might be learned from many. ``turn``: its place among the pages that were
    learned from, None before; ``told``: it was. ``ahead``: it is read while it waits. ``reading``: what the extractor
    gave where the rule did not match.
    """

    source: Source
    kind: str
    finish: Callable[[Reading | None], Awaitable[None]]
    chosen: bool = False
    guest: bool = False
    turn: int | None = None
    told: bool = False
    ahead: bool = False
    reading: Reading | None = None
    state: PageState = PageState.ARRIVED

    @property
    def is_being_read(self) -> bool:
        return self.ahead or self.state is PageState.ARRIVED


@dataclass(eq=False)
class Visit:
    """A page that was fetched: its links, with the lengths of their texts, and what waits of it.

    ``moved_to``: the address that a redirect led to, under which the page itself is another visit. ``is_feed``: it is
    no page but a list of articles that the site keeps.
    """

    url: str
    links: list[tuple[str, int | None]] = field(default_factory=list)
    pages: list[PendingPage] = field(default_factory=list)
    moved_to: str | None = None
    is_feed: bool = False
