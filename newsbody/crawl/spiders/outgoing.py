"""Articles on their way out: what each is known by, and which pages are of one that is not complete."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from newsbody.crawl.assembly.base import ArticleAssembly
from newsbody.crawl.known.novelty import Novelty
from newsbody.crawl.spiders.repeats import LONG, Repeats, names_of
from newsbody.ground.text_signature import key_of
from newsbody.items import Article


class Outgoing:
    """One per crawl. ``pages`` puts together what has several."""

    def __init__(
        self, pages: ArticleAssembly, novelty: Novelty, repeats: Repeats, count: Callable[[str], object]
    ) -> None:
        self._pages, self._novelty, self._repeats, self._count = pages, novelty, repeats, count
        #: By the address of an article what it is known by, and whether further pages follow; the first of these by the
        #: pages of articles that are not complete.
        self._names = dict[str, tuple[str, bool]]()
        self._begun = dict[str, str]()
        #: Later pages of articles that are not complete.
        self._later = set[str]()

    def begin(self, url: str, name: str) -> None:
        """A page of an article on several pages came that is sure to be of one."""
        self._begun[url] = name

    def is_later(self, url: str) -> None:
        """A page came that is not the first of its article."""
        self._later.add(url)

    def is_alone(self, url: str, name: str) -> None:
        """An article on one page is about to go out."""
        self._names[url] = name, False

    def is_kept_back(self, url: str) -> None:
        """An article is not given out."""
        self._names.pop(url, None)

    def wanted(self, articles: Iterable[Article]) -> list[Article]:
        """Of articles that are complete those that no page shows alone."""
        out = []
        for article in articles:
            name = self._begun.pop(article.url, None)
            if name and self._repeats.another(article):  # as the page that shows all of it
                self._count("pages_repeated")
                self._novelty.seen(article.url)
                self._novelty.is_no_list(article.url)
                continue
            if name:
                self._names[article.url] = name, True
            out.append(article)
        self._forget()
        return out

    def _forget(self) -> None:
        for url in [url for url in self._begun if not self._pages.holds(url)]:
            del self._begun[url]
        # A later crawl may meet the article under another address, which names the same later pages.
        for url in [url for url in self._later if not self._pages.holds(url)]:
            self._later.remove(url)
            self._novelty.seen(url)

    def is_out(self, article: Article) -> None:
        """An article is out: by what it is known it is to be known again."""
        # What is not complete at the end goes out by itself.
        begun = self._begun.pop(article.url, ""), True
        name, has_more = self._names.pop(article.url, begun)
        if name:
            self._novelty.text_out(article.url, names_of(article, name))
        if has_more and len(article.articleBody) >= LONG and key_of(article.articleBody).hex() != name:
            self._novelty.is_no_list(article.url)
