"""What a site says of itself: about us, imprint, terms. All its pages lead there, or none, and it has no date.

What articles name as the page of who wrote them says something of that person, with a date or without.

Some programs date it as they do articles. Then nearly all pages lead there, and what stands beside the links is no
article (beside `/about` stand `/`, `/tags` and `/contact`, beside a recent article others), or its sitemap alone does.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping

from newsbody.crawl.addresses.page_kinds import Forms
from newsbody.crawl.sources.domains import site_domain
from newsbody.items import Article
from newsbody.page.sites import host_of

#: Pages that have to be read before it can be said that all lead to one, and pages before it that are remembered.
LEAST_PAGES, MAX_BEFORE = 20, 40
#: Such a share of pages leads there: sections, and languages, have a footer of their own.
MOST = 0.25
#: The same of an article with a date; of one to which fewer lead that is known after so many pages.
NEARLY_ALL, FEW_PAGES = 0.75, 5
#: Addresses of articles, and of what pages lead to, that are remembered.
MAX_KNOWN = 50_000
#: … and this share of the articles, of which there are so many, has a date.
LEAST_ARTICLES, MOST_DATED = 10, 0.75
#: Of so many articles less than half have one: this site gives none.
MANY_ARTICLES = 20
#: Articles that wait; what comes after them goes out at once.
MAX_HELD = 200

#: To what a page leads, as hashes, each with what stands beside it.
Links = Mapping[int, tuple[int, ...]]


class _Held:
    def __init__(self, article: Article, addresses: Iterable[str]) -> None:
        self.article, self.addresses = article, frozenset(map(hash, addresses))
        self._site = site_domain(host_of(article.url))
        self._pages = self._leading = 0
        #: To what the first pages lead right before and after it, and how many of them.
        self.beside = Counter[int]()

    def page(self, site: str, links: Links) -> None:
        if site != self._site:
            return
        self._pages += 1
        leading = self.addresses & links.keys()
        self._leading += bool(leading)
        if self._pages <= LEAST_PAGES:
            self.beside.update(other for link in leading for other in links[link])

    def is_apart(self, linked: Known) -> bool | None:
        """Do the pages of the site lead there, or none of those that were ``linked``? None while too few were read."""
        share, least = (NEARLY_ALL, FEW_PAGES) if self.article.datePublished else (MOST, LEAST_PAGES)
        if self._pages >= least and self._leading < share * self._pages and (self._leading or linked.may_have(self)):
            return False
        return True if self._pages >= LEAST_PAGES else None


class Known(set[int]):
    """Addresses as hashes, up to a limit."""

    def note(self, addresses: Iterable[int]) -> None:
        if len(self) < MAX_KNOWN:
            self.update(addresses)

    def may_have(self, held: _Held) -> bool:
        """Is an article among them, as far as is known?"""
        return len(self) >= MAX_KNOWN or not self.isdisjoint(held.addresses)


class Everywhere:
    """What may be no article waits for what other pages say of it: that to which they lead until the end."""

    def __init__(self) -> None:
        self._held: dict[str, _Held] = {}
        #: The sites of the last pages, and to what they lead.
        self._before: deque[tuple[str, Links]] = deque(maxlen=MAX_BEFORE)
        self._dated = self._articles = 0
        self._found, self._linked, self._people = Known(), Known(), Known()
        #: What stands at addresses of one form: mostly articles that have a date?
        self._forms = Forms()

    def read(self, article: Article) -> None:
        """An article was found."""
        self._articles += 1
        self._dated += bool(article.datePublished)
        self._found.note([hash(article.url)])
        self._people.note(hash(author.url) for author in article.authors or () if author.url not in (None, article.url))
        self._forms.note(article.url, is_article=bool(article.datePublished))

    def repeats(self, url: str) -> None:
        """A page shows an article that was found at another address: lists may lead to either."""
        self._found.note([hash(url)])

    def hold(self, article: Article, addresses: Iterable[str]) -> bool:
        """Keep an article that has these addresses, if it may be none; is it kept?"""
        held = _Held(article, addresses)
        for before in self._before:
            held.page(*before)
        if self._is_known(held) or len(self._held) >= MAX_HELD:
            return False
        self._held[article.url] = held
        return True

    def holds(self, url: str) -> bool:
        """Does the article of an address wait?"""
        return url in self._held

    def page(self, url: str, urls: Iterable[str]) -> None:
        """A page leads to these addresses; of another site's articles that says nothing."""
        links = list(dict.fromkeys(hash(one) for one in urls if one != url))
        beside = {link: (*links[max(n - 1, 0) : n], *links[n + 1 : n + 2]) for n, link in enumerate(links)}
        self._linked.note(beside)
        before = site_domain(host_of(url)), beside
        self._before.append(before)
        for held in self._held.values():
            held.page(*before)

    def known(self) -> list[Article]:
        """Those that are articles, as is known by now, and wait no longer."""
        known = [held.article for held in self._held.values() if self._is_known(held)]
        for article in known:
            del self._held[article.url]
        return known

    def _is_known(self, held: _Held) -> bool:
        has_none = self._articles >= MANY_ARTICLES and 2 * self._dated < self._articles
        if self._forms.is_of_articles(held.article.url):
            return True
        return not self._is_person(held) and (has_none or held.is_apart(self._linked) is False)

    def _is_person(self, held: _Held) -> bool:
        return not self._people.isdisjoint(held.addresses)

    def rest(self) -> Iterator[tuple[Article, bool]]:
        """What waits at the end, and whether it is what the site says of itself."""
        rest, self._held = self._held, {}
        has_dates = self._articles >= LEAST_ARTICLES and self._dated >= MOST_DATED * self._articles
        for held in rest.values():
            is_apart = has_dates and bool(held.is_apart(self._linked)) and not self._is_among_articles(held)
            yield held.article, not self._is_known(held) and (is_apart or self._is_person(held))

    def _is_among_articles(self, held: _Held) -> bool:
        """Does an article stand in lists of such, or in as few as most others?"""
        others = self._found - held.addresses
        if not self._linked.may_have(held):
            return 2 * len(others & self._linked) < len(others)
        in_lists = sum(held.beside[other] for other in others & held.beside.keys())
        return bool(held.article.datePublished) and 2 * in_lists >= held.beside.total()
