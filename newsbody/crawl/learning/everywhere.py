"""What a site says of itself: about us, imprint, terms. All its pages lead there, and it has no date."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from newsbody.crawl.learning.forms import Forms
from newsbody.items import Article

#: Pages that have to be read before it can be said that all lead to one, and pages before it that are remembered.
LEAST_PAGES, MAX_BEFORE = 20, 40
#: Such a share of pages leads there: sections, and languages, have a footer of their own.
MOST = 0.25
#: … and this share of the articles, of which there are so many, has a date.
LEAST_ARTICLES, MOST_DATED = 10, 0.75
#: Articles that wait; what comes after them goes out at once.
MAX_HELD = 200


class _Held:
    def __init__(self, article: Article, addresses: Iterable[str]) -> None:
        self.article, self.addresses = article, frozenset(map(hash, addresses))
        self.pages = self.leading = 0

    def page(self, links: frozenset[int]) -> None:
        self.pages += 1
        self.leading += not links.isdisjoint(self.addresses)


class Everywhere:
    """Articles without a date wait until the end for what other pages say of them."""

    def __init__(self) -> None:
        self._held: list[_Held] = []
        #: To what the last pages lead, as hashes.
        self._before: deque[frozenset[int]] = deque(maxlen=MAX_BEFORE)
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
        if article.datePublished or self._forms.is_of_articles(article.url) or len(self._held) >= MAX_HELD:
            return False
        held = _Held(article, addresses)
        self._held.append(held)
        for links in self._before:
            held.page(links)
        return True

    def page(self, urls: Iterable[str]) -> None:
        """A page leads to these addresses."""
        links = frozenset(map(hash, urls))
        self._before.append(links)
        for held in self._held:
            held.page(links)

    def rest(self) -> Iterator[tuple[Article, bool]]:
        """What was kept, and whether the pages of the site all lead there."""
        has_dates = self._articles >= LEAST_ARTICLES and self._dated >= MOST_DATED * self._articles
        for held in self._held:
            is_known = has_dates and held.pages >= LEAST_PAGES and not self._forms.is_of_articles(held.article.url)
            yield held.article, is_known and held.leading >= MOST * held.pages
        self._held = []
