"""What the meaning of a site's addresses is learned from: its links, until there are enough of them."""

from __future__ import annotations

from functools import lru_cache

from newsbody.urls.seen_pages import LinkEvidence

#: Addresses kept of a site whose resolver is not learned yet, as multiples of a sample.
MAX_SAMPLES = 8
#: Pages that have to be fetched before a site is learned from, for they say what its addresses mean: these and one
#: for so many addresses of a sample.
LEAST_PAGES, URLS_A_PAGE = 4, 20

_NONE = LinkEvidence()


@lru_cache(1024)
def _evidence(anchor_length: float, count: int, fed: bool) -> LinkEvidence:
    """Evidence of links, which is the same of many: of thousands of addresses it stands in memory a few times."""
    return LinkEvidence(anchor_length=anchor_length, list_pages=count, count=count, fed=fed)


class LinkSample:
    """One per site. ``urls``: how many addresses learning is tried with first; ``limit``: how many are kept at most."""

    def __init__(self, urls: int) -> None:
        self.links: dict[str, LinkEvidence] = {}
        #: Which addresses were redirected, and where to.
        self.moved: dict[str, str] = {}
        #: Pages that an earlier crawl read.
        self.known: dict[str, LinkEvidence] = {}
        self.limit = MAX_SAMPLES * urls
        self._next_try = urls
        self._next_pages = LEAST_PAGES + urls // URLS_A_PAGE
        self._tried = 0
        self._pages = self._tried_pages = 0

    def add(self, url: str, anchor_length: int | None, *, fed: bool = False) -> None:
        """Add an address, and one link to it (None: nobody linked to it, it was a start).

        ``fed``: that is an entry of a feed.
        """
        if url not in self.links and len(self.links) >= self.limit:
            return
        seen = self.links.get(url, _NONE)
        if anchor_length is not None:
            count = seen.count + 1
            characters = round(seen.anchor_length * seen.count) + anchor_length  # exact, in whichever order they come
            mean = characters / count
            seen = _evidence(mean, count, fed or seen.fed)
        self.links[url] = seen

    def read_before(self, url: str, *, shows_posts: bool) -> None:
        """A page that an earlier crawl read is met, and not fetched."""
        if len(self.known) < self.limit:
            self.known[url] = LinkEvidence(posts=int(shows_posts))

    def visited(self, url: str, moved_to: str | None) -> None:
        """A page had its turn."""
        self._pages += moved_to is None
        if moved_to and len(self.moved) < self.limit:
            self.moved[url] = moved_to

    @property
    def full(self) -> bool:
        """Are there enough addresses, and pages that say what they mean?"""
        return len(self.links) >= self._next_try and self._pages >= self._next_pages

    @property
    def exhausted(self) -> bool:
        """Was learning tried with as many addresses as are kept?"""
        return self._next_try > self.limit

    @property
    def has_more(self) -> bool:
        """Are there addresses that learning was not tried with?"""
        return len(self.links) > self._tried

    def not_enough(self, tried: int) -> None:
        """Learning failed with that many addresses: try again with twice as many."""
        self._tried = tried
        self._next_try = 2 * max(tried, self._next_try)
        self._next_pages = 2 * max(self._pages, self._next_pages)

    @property
    def has_more_pages(self) -> bool:
        """Had pages their turn since it was last tried to learn a better resolver from them?"""
        return self._pages > self._tried_pages

    def tried_again(self) -> None:
        """It was tried to learn a better resolver."""
        self._tried_pages = self._pages

    def let_go(self) -> None:
        """Nothing more is learned from these."""
        self.links, self.moved, self.known = {}, {}, {}

    def begin_anew(self) -> None:
        """There is no room for these: others have to come."""
        self.let_go()
        self._tried = 0
