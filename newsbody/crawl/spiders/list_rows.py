"""What the lists of a forum say of the pages they link to, row by row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from lxml import etree
from scrapy.http import HtmlResponse

from newsbody.crawl.addresses.spider_traps import name_of
from newsbody.crawl.ground.scrapy_engine import page_base
from newsbody.crawl.hooks.responses import fetched_at
from newsbody.crawl.known.page_keys import page_of
from newsbody.crawl.known.row_texts import THREADS, row_states
from newsbody.markup.links import web_address

#: Pages kept until it is known which of their links are topics: an index and the first lists are among them.
MAX_UNSAID = 50


class RowsOfLists:
    """The states of rows, by the keys of the pages that they link to: see :func:`row_states`.

    Every page may be a list that shows no thread. ``worth``: what an address is good for ("topic", "list" or "other";
    None as long as that is not known); ``key``: under which key its page is known, None where it is of no matter.
    """

    def __init__(
        self,
        worth: Callable[[str], str | None],
        key: Callable[[str], str | None],
    ) -> None:
        self._worth, self._key = worth, key
        #: The page at hand: it is asked once for each of its links.
        self._at_hand: tuple[HtmlResponse, Mapping[str, str] | None] | None = None
        self._unsaid: list[HtmlResponse] = []

    def of(self, response: HtmlResponse) -> Mapping[str, str] | None:
        """What a page says; None for one of a thread, and where that is not known: it is kept for :meth:`late`."""
        if self._at_hand is None or self._at_hand[0] is not response:
            worth = self._worth(response.url)
            if worth is None and len(self._unsaid) < MAX_UNSAID:
                self._unsaid.append(response)
            self._at_hand = response, self._read(response) if worth in ("list", "other") else None
        return self._at_hand[1]

    def late(self) -> Iterator[tuple[str, Mapping[str, str]]]:
        """What lists say that came before it was known which addresses are topics and lists, by their addresses."""
        unsaid, self._unsaid = self._unsaid, []
        for response in unsaid:
            if self._worth(response.url) != "topic":
                yield response.url, self._read(response)

    def _read(self, response: HtmlResponse) -> Mapping[str, str]:
        base = page_base(response)

        def key_of(link: etree._Element) -> str | None:
            url = web_address(base, str(link.get("href") or ""))
            return self._key(url) if url else None

        return row_states(response.selector.root, key_of, fetched_at(response), group_of_key)


def group_of_key(key: str) -> str:
    """Which pages are compared: all threads, or those whose addresses are of one form, as boards and members."""
    page = page_of(key)
    return THREADS if page is None else name_of(page)
