"""What may be articles, until it is known what the pages of their form of address are, and who leads there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from newsbody.crawl.addresses.page_kinds import Forms
from newsbody.crawl.addresses.site_wide import Everywhere
from newsbody.crawl.assembly.repeated_texts import Beginnings
from newsbody.crawl.pages.reading import Reading
from newsbody.crawl.sources.domains import site_domain
from newsbody.items import Article
from newsbody.page.sites import host_of

#: Pages that may be articles by their addresses are kept until the end, but no more of a crawl; by then sure ones have
#: shown what their forms are of.
MAX_PERHAPS = 200
#: Pages without an article that are remembered, and of these that are named.
MAX_MISSED, MAX_NAMED = 1_000, 5
#: Other articles that begin on a page which is a list: on a site's first page one is enough, for whoever quotes
#: another article does so elsewhere.
OTHERS_SHOWN, FRONT = 2, 1


class Undecided:
    """One per crawl. ``is_topic``: by what is known of its site, does an address show articles?"""

    def __init__(self, is_topic: Callable[[str], bool]) -> None:
        self._is_topic = is_topic
        self._forms = Forms()
        #: What all pages lead to may be what the site says of itself.
        self.everywhere = Everywhere()
        #: With the articles of others that have to begin on them to make them lists.
        self._perhaps: list[tuple[Article, int]] = []
        self._beginnings = Beginnings()
        self._missed: dict[str, str] = {}

    def note(self, url: str, *, is_article: bool) -> None:
        """A page was read of which it is sure whether it is an article."""
        self._forms.note(url, is_article=is_article)

    def keep(self, article: Article, *, is_front: bool = False) -> None:
        """A page was read that is an article if most of its form are; of a front page, if it shows no other article."""
        if len(self._perhaps) < MAX_PERHAPS:
            self._perhaps.append((article, FRONT if is_front else OTHERS_SHOWN))

    def given(self, article: Article) -> None:
        """An article is about to go out."""
        self._beginnings.note(_site_of(article), article.url, article.articleBody)

    def _is_list(self, article: Article, least: int) -> bool:
        """Does what was read of a page hold the beginnings of so many other articles?"""
        return self._beginnings.of_others(_site_of(article), article.url, article.articleBody) >= least

    def is_of_articles(self, url: str) -> bool:
        """Do articles stand at several addresses of its form?"""
        return self._forms.is_of_articles(url)

    def is_among_articles(self, url: str) -> bool:
        """Is it known of an address, or of several others of its form, that articles stand there?"""
        return self._is_topic(url) or self._forms.is_of_articles(url)

    def misses(self, url: str, why: str) -> None:
        """No article came of a page: it could not be fetched ("404"), or has no text of its own."""
        if len(self._missed) < MAX_MISSED:
            self._missed[url] = why

    def missing(self) -> list[str]:
        """Of pages at addresses as articles have them those without one, and why."""
        return [f"{url} ({why})" for url, why in self._missed.items() if self.is_among_articles(url)]

    def rest(self) -> Iterator[Article]:
        """Those that were kept and are articles, as is known at the end."""
        perhaps, self._perhaps = self._perhaps, []
        for article, least in perhaps:
            if (least == FRONT or self.is_among_articles(article.url)) and not self._is_list(article, least):
                yield article


def _site_of(article: Article) -> str:
    return site_domain(host_of(article.url))


def is_perhaps(reading: Reading) -> bool:
    """May a page be an article, by what others of its form of address are?"""
    is_alone = reading.page_number <= 1 and not reading.next_page
    return bool(reading.text) and is_alone and (reading.in_place or reading.kind == "article")
