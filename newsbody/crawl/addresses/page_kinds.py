"""What pages turned out to be, by the form of their address: most pages of a form are of one kind."""

from __future__ import annotations

from newsbody.crawl.addresses.spider_traps import MAX_FORMS, OTHERS, name_of
from newsbody.page.sites import host_of

#: So many articles of one form, and this share of its pages, show what it is of.
LEAST_ARTICLES, MOST = 3, 0.5


class Forms:
    """One per crawl; forms are told apart by host."""

    def __init__(self) -> None:
        self._pages: dict[str, tuple[int, int]] = {}

    def note(self, url: str, *, is_article: bool) -> None:
        """A page was read, and is sure to be an article, or not."""
        form = self._form(url)
        articles, others = self._pages.get(form, (0, 0))
        self._pages[form] = (articles + 1, others) if is_article else (articles, others + 1)

    def is_of_articles(self, url: str) -> bool:
        """Are most pages of its form articles?"""
        form = self._form(url)
        articles, others = self._pages.get(form, (0, 0))
        return form != OTHERS and articles >= LEAST_ARTICLES and articles > MOST * (articles + others)

    def _form(self, url: str) -> str:
        form = f"{host_of(url)} {name_of(url)}"
        return form if form in self._pages or len(self._pages) < MAX_FORMS else OTHERS
