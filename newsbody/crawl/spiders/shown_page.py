"""What a spider sees on a page: its links, the rows of its lists, what is not decided yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from urllib.parse import urldefrag

from lxml import etree
from scrapy.http import HtmlResponse
from scrapy.link import Link
from scrapy.linkextractors import LinkExtractor
from w3lib.url import safe_url_string

from newsbody.crawl.addresses.address import Address
from newsbody.crawl.addresses.addresses import Addresses
from newsbody.crawl.addresses.page_kinds import Forms
from newsbody.crawl.addresses.site_wide import Everywhere
from newsbody.crawl.addresses.spider_traps import name_of
from newsbody.crawl.assembly.repeated_texts import Beginnings
from newsbody.crawl.ground.scrapy_engine import page_base
from newsbody.crawl.hooks.fetches import fetched_at
from newsbody.crawl.known.row_texts import THREADS, row_dates, row_states
from newsbody.crawl.known.stored import page_of
from newsbody.crawl.pages.reading import Reading
from newsbody.crawl.sources.domains import site_domain
from newsbody.crawl.spiders.listings import NO_PAGES
from newsbody.items import Article
from newsbody.markup.links import is_template, web_address
from newsbody.page.sites import host_of
from newsbody.urls.seen_pages import own_number

# Sites of the last century show their pages in frames.
_EXTRACTOR = LinkExtractor(tags=("a", "area", "frame"), attrs=("href", "src"), deny_extensions=NO_PAGES, unique=False)
_NEXT = "//link[contains(concat(' ', normalize-space(@rel), ' '), ' next ')]/@href"


def links_on_page(response: HtmlResponse) -> Iterator[Link]:
    """The links of a page, and the one that it states as its next: ``<link rel="next" href="?page=2">``.

    Of several to one page the first, with the first text: what leads to a thread, or an article, may be a picture.
    """
    found: dict[str, Link] = {}
    for link in _EXTRACTOR.extract_links(response):
        first = found.setdefault(link.url, link)
        first.text = first.text if first.text.strip() else link.text
    yield from (link for link in found.values() if not is_template(link.url))
    base = page_base(response)
    for stated in response.xpath(_NEXT).getall():
        if (url := web_address(base, stated)) and url not in found:
            yield Link(url)


# --- what the lists of a forum say of the pages they link to, row by row ----------------

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


def dates_of_rows(response: HtmlResponse) -> dict[str, str]:
    """When the pages were published that a page lists, by their addresses, as its rows say."""
    base = page_base(response)

    def key_of(link: etree._Element) -> str | None:
        url = urldefrag(web_address(base, str(link.get("href") or ""))).url
        return safe_url_string(url, encoding=response.encoding) if url else None

    return row_dates(response.selector.root, key_of, name_of)


def group_of_key(key: str) -> str:
    """Which pages are compared: all threads, or those whose addresses are of one form, as boards and members."""
    page = page_of(key)
    return THREADS if page is None else name_of(page)


# --- which page of which thread is shown, by its address, by the one that it states, and by its pager ---


def is_of_another(own: Address, stated: Address) -> bool:
    """Does a page with the address of one thread state that it is of another?"""
    return (
        None not in (own.thread_key, stated.thread_key)
        and not stated.is_variant
        and own.thread_key != stated.thread_key
    )


def is_later(own: Address, stated: Address) -> bool:
    """Does a page with the address of a thread's first state that it is a later one? The reverse many sites do."""
    same = own.thread_key is not None and own.thread_key == stated.thread_key
    return same and not (own.is_variant or stated.is_variant) and own.page == 1 < stated.page


def by_pager(own: Address, linked: Iterable[Address]) -> tuple[str, int] | None:
    """The thread and the number of a page, by the one to which its pager has no link.

    Where its address names no thread, it is the one to whose later pages it links, if that is one alone.
    """
    pages = [other for other in linked if other.thread_key and not other.is_variant]
    threads = {own.thread_key} if own.thread_key else {other.thread_key for other in pages if other.page > 1}
    key = threads.pop() if len(threads) == 1 else None
    number = own_number({other.page for other in pages if other.thread_key == key}) if key else None
    return (key, number) if key and number else None


def own_url(reading: Reading, shown: Address, addresses: Addresses) -> str:
    """The address that a page states for itself, when it is one of this page; else that under which it was asked."""
    stated = addresses.look(reading.canonical) if reading.canonical else shown
    return stated.canonical if stated.page_id == shown.page_id else shown.canonical


def thread_of(shown: Address) -> str:
    """The thread that a page belongs to; the page itself where its address names none."""
    return shown.thread_key or shown.canonical


# --- what may be articles, until it is known what the pages of their form of address are, and who leads there ---

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
        is_kept = is_front and any(one.articleBody == article.articleBody for one, _ in self._perhaps)
        if len(self._perhaps) < MAX_PERHAPS and not is_kept:
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
