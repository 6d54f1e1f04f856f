"""Which lists need not be looked at for what is new: what stood on them stood on others, or in a sitemap, as well.

A small site has nearly as many lists (sections, tags, authors) as it has new articles in a month, and asking each of
them whether there is anything new costs more than the new articles do. What a whole crawl saw decides which of them
tell nothing of their own: by the form of their addresses, for of one list alone a crawl sees too little.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable

from newsbody.crawl.addresses.spider_traps import name_of
from newsbody.urls.list_addresses import list_choice

#: Articles that have to stand on lists of one form, and all of them elsewhere, too: then no more than one in ten of
#: those to come does not, with 95 % ("rule of three", Hanley and Lippman-Hand 1983).
LEAST_NAMED = 30
#: Lists, and such a share of them, that lead to what stands in the menu of a site.
LEAST_LISTS, MOST = 5, 0.5
#: Crawls after which such lists are looked at all the same.
LOOK_AGAIN = 10
#: Links of one site that are kept; a larger one has few lists for its articles.
MAX_LINKS = 20_000


class Cover:
    """One per site: what its lists name. Pages are told by their addresses as they are known again."""

    def __init__(self) -> None:
        self._lists: dict[str, set[str]] = {}
        self._always: set[str] = set()
        self._articles: set[str] = set()
        #: What sitemaps and feeds name, and which of them tell more than that.
        self._listings: dict[str, set[str]] = {}
        self._telling: set[str] = set()
        self._links = 0

    def list_names(self, page: str, links: Iterable[str], *, always: bool) -> None:
        """A list was looked through. ``always``: crawls begin with it."""
        found = set(links)
        if self._has_room(found):
            self._lists[page] = found
            if always:
                self._always.add(page)

    def is_no_list(self, page: str) -> None:
        """What was looked through turned out to be none; what crawls begin with always is."""
        if page not in self._always:
            self._lists.pop(page, None)

    def listing_names(self, page: str, links: Iterable[str], *, tells_more: bool = False) -> None:
        """A sitemap or a feed names these pages. ``tells_more``: and says when they were changed, or names sitemaps."""
        found = set(links)
        if self._has_room(found):
            self._listings[page] = found
            if tells_more:
                self._telling.add(page)

    def is_out(self, page: str) -> None:
        """The article of a page is out."""
        if self._has_room({page}):
            self._articles.add(page)

    def rename(self, name_of: Callable[[str], str]) -> None:
        """Tell pages by names that are known by now: those of one page were met under several."""
        self._articles = set(map(name_of, self._articles))
        for lists in (self._lists, self._listings):
            for page, found in lists.items():
                lists[page] = set(map(name_of, found))

    @property
    def articles(self) -> Collection[str]:
        """Those that are out."""
        return self._articles

    def _has_room(self, found: Collection[str]) -> bool:
        self._links += len(found)
        if self._links <= MAX_LINKS:
            return True
        self._lists, self._always, self._articles, self._listings = {}, set(), set(), {}
        return False

    @property
    def _listed(self) -> set[str]:
        return set().union(*self._listings.values())

    @property
    def is_listed(self) -> bool:
        """Do sitemaps and feeds name all articles that are out, and anything at all?"""
        return bool(self._listed) and self._articles <= self._listed

    def tells_more(self, page: str) -> bool:
        """Was a list or a listing looked at, and does it name what no list but this does?"""
        if page in self._listings:
            return not self._listings[page] & self._articles <= self._told_by(self._lists.keys())
        named = self._named([page] if page in self._lists else [])
        return not named <= self._told(self._lists.keys() - {page})

    def needless(self, *, whole: bool = False) -> tuple[set[str], set[str]]:
        """Lists that need not be looked at since sitemaps and feeds name all that lists do; since other lists do.

        ``whole``: all that they lead to was new.
        """
        lists = self._lists.keys() - self._always
        found = self._leading_nowhere(lists) if whole else set()
        if self.is_listed and self._is_enough(lists, []):
            return lists, set()
        for group in sorted(_by_form(lists).values(), key=lambda group: (-len(group), min(group))):
            if self._is_enough(group, self._lists.keys() - group - found):
                found |= group
        return set(), found

    def _leading_nowhere(self, lists: Collection[str]) -> set[str]:
        """Those of some pages that lead to nothing but what most lead to: a form, what a site says of itself."""
        counts = Counter(link for found in self._lists.values() for link in found)
        most = {link for link, count in counts.items() if count >= MOST * len(self._lists)}
        enough = len(self._lists) >= LEAST_LISTS
        return {page for page in lists if enough and self._lists[page] <= most | self._lists.keys()}

    def needless_listings(self, needless: Collection[str]) -> set[str]:
        """Sitemaps and feeds that only name articles, where lists name all, without those that are ``needless``."""
        told = self._told_by(self._lists.keys() - needless)
        enough = len(self._articles) >= LEAST_NAMED and self._articles <= told
        return self._listings.keys() - self._telling if enough else set()

    def _is_enough(self, lists: Collection[str], others: Collection[str]) -> bool:
        """Is all that some lists name told by others, and is it much?"""
        named = self._named(lists)
        return len(named & self._articles) >= LEAST_NAMED and named <= self._told(others)

    def _named(self, lists: Collection[str]) -> set[str]:
        """What some lists name, but for lists."""
        return set().union(*(self._lists[page] for page in lists)) - self._lists.keys()

    def _told(self, lists: Collection[str]) -> set[str]:
        """What some lists tell; and sitemaps, if these name everything.

        Others are late, as those that are made once a day: all that is old stands in them.
        """
        return self._told_by(lists) | (self._listed if self.is_listed else set())

    def _told_by(self, lists: Collection[str]) -> set[str]:
        """What those of some lists name to which first pages lead."""
        met = list(self._always)
        for page in met:
            met += sorted(self._lists[page].intersection(lists).difference(met))
        return self._named(met)


def _by_form(pages: Iterable[str]) -> dict[str, set[str]]:
    groups: defaultdict[str, set[str]] = defaultdict(set)
    for page in pages:
        groups["choice" if list_choice(page) else name_of(page)].add(page)
    return groups
