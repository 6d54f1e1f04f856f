"""What pages are known by, whichever of their addresses is met."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from newsbody.crawl.addresses.address import plain
from newsbody.crawl.addresses.aliases import Twins
from newsbody.page.sites import host_of

if TYPE_CHECKING:
    from newsbody.crawl.addresses.address import Address

#: What the key of a page begins with that is none of a thread.
PAGE = "page"


class Names:
    """``look`` says what an address is; ``twins``, which are of one page, as far as that is known."""

    def __init__(self, look: Callable[[str], Address], twins: Twins) -> None:
        self._look, self._twins = look, twins

    def key(self, url: str) -> str:
        """Under which key a page is known: of all pages of a thread the same."""
        thread = self._look(url).thread_key
        return f"{PAGE} {self.plain(url)}" if thread is None else f"thread {thread}"

    def plain(self, url: str) -> str:
        """What a page is known by, at whatever of its addresses."""
        return plain(self._twins.name(url))

    def host(self, url: str) -> str:
        """The host under which that is noted."""
        return host_of(self._twins.name(url))

    def earlier(self, page: str) -> list[tuple[str, str]]:
        """Under which hosts and keys a page was known before more was learned, from the first one on."""
        return [(host_of(name), f"{PAGE} {plain(name)}") for name in self._twins.names(page)]


def page_of(key: str) -> str | None:
    """The address in the key of a page; None in that of a thread."""
    kind, _, page = key.partition(" ")
    return page if kind == PAGE else None
