"""What a site says of itself: about us, imprint, terms. All its pages lead there, and it has no date."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from newsbody.crawl.addresses.page_kinds import Forms
from newsbody.crawl.sources.domains import site_domain
from newsbody.items import Article
from newsbody.page.sites import host_of

#: Pages that have to be read before it can be said that all lead to one, and pages before it that are remembered.
LEAST_PAGES, MAX_BEFORE = 20, 40
#: Such a share of pages leads there: sections, and languages, have a footer of their own.
MOST = 0.25
#: … and this share of the articles, of which there are so many, has a date.
LEAST_ARTICLES, MOST_DATED = 10, 0.75
#: Of so many articles less than half have one: this site gives none.
MANY_ARTICLES = 20
#: Articles that wait; what comes after them goes out at once.
MAX_HELD = 200


class _Held:
    def __init__(self, article: Article, addresses: Iterable[str]) -> None:
        self.article, self.addresses = article, frozenset(map(hash, addresses))
        self._site = site_domain(host_of(article.url))
        self._pages = self._leading = 0

    def page(self, site: str, links: frozenset[int]) -> None:
        if site != self._site:
            return
        self._pages += 1
        self._leading += not links.isdisjoint(self.addresses)

    @property
    def is_everywhere(self) -> bool | None:
        """Do the pages of the site lead there? None while too few were read."""
        return self._leading >= MOST * self._pages if self._pages >= LEAST_PAGES else None


class Everywhere:
    """Articles without a date wait for what other pages say of them: those to which these lead until the end."""

    def __init__(self) -> None:
        self._held: dict[str, _Held] = {}
        #: The sites of the last pages, and to what they lead, as hashes.
        self._before: deque[tuple[str, frozenset[int]]] = deque(maxlen=MAX_BEFORE)
        self._dated = self._articles = 0
        #: What stands at addresses of one form: mostly articles that have a date?
        self._forms = Forms()

    def read(self, article: Article) -> None:
        """An article was found."""
        self._articles += 1
        self._dated += bool(article.datePublished)
        self._forms.note(article.url, is_article=bool(article.datePublished))

    def hold(self, article: Article, addresses: Iterable[str]) -> bool:
        """Keep an article that has these addresses, if it may be none; is it kept?"""
        held = _Held(article, addresses)
        for before in self._before:
            held.page(*before)
        if article.datePublished or self._is_known(held) or len(self._held) >= MAX_HELD:
            return False
        self._held[article.url] = held
        return True

    def holds(self, url: str) -> bool:
        """Does the article of an address wait?"""
        return url in self._held

    def page(self, url: str, urls: Iterable[str]) -> None:
        """A page leads to these addresses; of another site's articles that says nothing."""
        before = site_domain(host_of(url)), frozenset(map(hash, urls))
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
        return has_none or held.is_everywhere is False or self._forms.is_of_articles(held.article.url)

    def rest(self) -> Iterator[tuple[Article, bool]]:
        """What waits at the end, and whether the pages of the site all lead there."""
        rest, self._held = self._held, {}
        has_dates = self._articles >= LEAST_ARTICLES and self._dated >= MOST_DATED * self._articles
        for held in rest.values():
            yield held.article, has_dates and bool(held.is_everywhere) and not self._is_known(held)
