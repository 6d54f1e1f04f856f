"""What pages say again: one article at several addresses, a text at many, what earlier crawls gave out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from newsbody.crawl.addresses.address import plain
from newsbody.crawl.addresses.aliases import Twins
from newsbody.crawl.addresses.companions import MIN_TEXT, letters_of
from newsbody.crawl.assembly.repeated_texts import Copies, Texts
from newsbody.crawl.known.novelty import Novelty
from newsbody.crawl.pages.reading import Reading, is_article
from newsbody.crawl.sources.domains import site_domain
from newsbody.extractors.interstitials import GATES
from newsbody.ground.text_signature import gist_of, key_of
from newsbody.items import Article
from newsbody.page.sites import host_of

#: Shorter texts, in characters, stand on the pages of several articles by chance, as that of every video: they are one
#: article only below one headline.
LONG = 100

#: Pages that are compared before they are read: those that wait for their site to be learned, of some sites.
MAX_PAGES = 500

_NUMBER = re.compile(r"\d+")


class Repeats:
    """One per crawl. ``address_of`` gives the one address of a page, by what is known of its site.

    Each text is one of its site: what another site says as well is an article there, too, whoever was first.
    """

    def __init__(
        self, address_of: Callable[[str], str], twins: Twins, novelty: Novelty, count: Callable[[str], object]
    ) -> None:
        self._address_of, self._twins, self._novelty, self._count = address_of, twins, novelty, count
        self._texts, self._numbered_texts, self._copies = Texts(), Texts(), Copies()
        #: What went out, or is about to.
        self._given = Texts()
        #: By what they say, the first addresses of pages that were not read yet.
        self._pages: dict[bytes, str] = {}

    def has_own_text(self, url: str, reading: Reading, key: bytes, *, counts: bool) -> bool:
        """Is there a text on a page that is no gate, no copy of another page, and does not stand at many addresses?

        Those that ``counts`` says: lists may show the newest article whole before its own page is read.
        """
        if not reading.text or reading.kind in GATES:
            return False
        # In print, for telephones: the text of the page that it names as the one it is.
        key = _on_site(url, key)
        repeated = self._texts.stands_at(key, self._original(url, reading)) or (
            counts and self._texts.stands_at_many(key, self._address_of(url))
        )
        if repeated:
            self._count("pages_repeated")
        return not repeated

    def note(self, url: str, reading: Reading, key: bytes) -> None:
        """An article goes out. An original that comes after its copy, since its site was still being learned, is none
        beside it.
        """
        self._texts.stands_at_many(_on_site(url, key), self._original(url, reading))

    def is_copy(self, url: str, names: Sequence[str]) -> bool:
        """Went the article of a page out from another address, in this crawl or, with ``new``, in one before?

        In print, for telephones, below two sections, with what led to it in its address.
        """
        is_copy = self._given.stands_elsewhere(_on_site(url, bytes.fromhex(names[0])), self._address_of(url))
        return is_copy or self._novelty.is_copy(url, names)

    def another(self, article: Article) -> str | None:
        """The address of another one that says nearly what a whole article says.

        Its headline may be the first line of the text, below "Add a comment" or "Send this to a friend".
        """
        if not article.headline:
            return None
        url, (line, _, rest) = plain(article.url), article.articleBody.partition("\n")
        if other := self._copies.under_another(url, _on_site(article.url, key_of(line)), rest):
            return other
        return self._copies.original(url, _on_site(article.url, key_of(article.headline)), article.articleBody)

    def compare(self, url: str, reading: Reading, key: bytes, another: str | None) -> bool:
        """Which addresses show the same is learned from articles that are whole, and long enough to be told by that.

        Is it one whose address is that of a page with several?
        """
        if len(reading.text) < LONG or not (reading.by_rule or is_article(reading)):
            return False
        url = plain(url)
        if reading.page_number > 1:  # ?page=2 is another one than ?page=3, though ?page=all shows the article
            self._twins.read(url, _on_site(url, key).hex())
        if reading.page_number > 1 or reading.next_page:
            return False
        self._twins.read(url, _on_site(url, key).hex(), another and plain(another), plain(self._original(url, reading)))
        return self._twins.name(url) != url

    def same_page(self, url: str, texts: Iterable[str]) -> str | None:
        """Note what a page says; the address of another one that says the same, letter by letter."""
        said = [letters for letters in map(letters_of, texts) if len(letters) >= MIN_TEXT]
        if sum(map(len, said)) < LONG:
            return None
        url, key = plain(url), _on_site(url, key_of("\n".join(said)))
        other = self._pages.setdefault(key, url)
        if len(self._pages) > MAX_PAGES:
            del self._pages[next(iter(self._pages))]
        return other if other != url else None

    def compare_early(self, url: str, other: str, reading: Reading) -> None:
        """The same of two pages that say the same, of which one was read, before it is known what articles are."""
        key = key_of(reading.text)
        for address in (other, url):
            self.compare(address, reading, key, None)

    def differs_by_numbers(self, url: str, reading: Reading) -> bool:
        """Does the text of a page stand at other addresses with other numbers, as that of a month in a calendar?"""
        key = _on_site(url, key_of(_NUMBER.sub("0", reading.text)))
        return self._numbered_texts.stands_at_many(key, self._address_of(url))

    def _original(self, url: str, reading: Reading) -> str:
        """The address of the page that a page names as the one it is a copy of; its own, without one."""
        return self._address_of(reading.fields.get("canonicalUrl") or url)


def _on_site(url: str, key: bytes) -> bytes:
    """The key of a text on the site of an address."""
    return site_domain(host_of(url)).encode("utf-8", "replace") + key


def name_of(reading: Reading, key: bytes) -> str:
    """What an article is known by, at whatever address: its text, with its headline where that is short."""
    is_long = len(reading.text) >= LONG
    return (key if is_long else key_of(f"{reading.fields.get('headline')}\n{reading.text}")).hex()


def names_of(article: Article, name: str) -> list[str]:
    """What a whole article is known by: its text, and what copies share that say a line more or less."""
    is_told = bool(article.headline) and len(article.articleBody) >= LONG
    return [name, gist_of(article.headline or "", article.articleBody)] if is_told else [name]
