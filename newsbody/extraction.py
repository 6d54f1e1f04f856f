"""The plain functions: pages in, articles and threads out."""

from __future__ import annotations

import zlib
from array import array
from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Any, Self, TypedDict, Union, Unpack, get_args

from lxml import etree

from newsbody.article import ArticleParts, article_of
from newsbody.extractors import DEFAULT, get_extractor
from newsbody.extractors.assessed import JudgedPage
from newsbody.extractors.auto.choice import Favor
from newsbody.extractors.auto.extractor import Auto
from newsbody.extractors.auto.table import Column
from newsbody.ground.sitememory import NO_FACTS, PAGES, SiteFacts, SiteMemory, hashed
from newsbody.ground.text_signature import SAME, bands, likeness, signature
from newsbody.items import Article, ForumThread, Post
from newsbody.markup.outline import narrowed
from newsbody.page import Page
from newsbody.page.body import Body, empty
from newsbody.page.sites import SiteGroups, host_of, site_of, template_of
from newsbody.urls.list_addresses import is_list_address

if TYPE_CHECKING:
    from parsel import Selector

    from newsbody.rules.rule import Rule

#: Packed bytes that are not written to a file yet, pages that are not read again, and sites whose memory is kept, each
#: of 50 kB at most.
MAX_IN_MEMORY, MAX_JUDGED, MAX_MEMORIES = 16_000_000, PAGES + 8, 2048
#: A page as it came, as a tree that somebody parsed already (``response.selector``), or read by us.
Source = Union[bytes, str, Page, etree._Element, "Selector"]


class Options(TypedDict, total=False):
    """What is wanted of an article; see :class:`Wanted`."""

    comments: bool
    captions: bool
    tables: bool
    links: bool
    images: bool
    favor: Favor | None
    prune: str | Sequence[str]
    languages: str | Collection[str]
    fetched: datetime | None


@dataclass(frozen=True)
class Wanted:
    """What is wanted of an article.

    ``comments``: what readers wrote below it, too; ``captions``: those of pictures belong to the body. Without
    ``tables`` it has none, without ``links`` and ``images`` its HTML and Markdown have none. ``favor``: "precision"
    takes less where it is in doubt, "recall" more. (Captions and ``favor`` are for ``auto``.) ``prune``: selectors of
    CSS, or XPaths, of what is no body: ``"div.ad"``. Pages in other ``languages`` ("en", "zh") have no body.
    ``fetched``, when the page was, makes "3 hours ago" a date. Raises ValueError with what to write.
    """

    comments: bool = False
    captions: bool = False
    tables: bool = True
    links: bool = True
    images: bool = True
    favor: Favor | None = None
    prune: str | Sequence[str] = ()
    languages: str | Collection[str] = ()
    fetched: datetime | None = None

    def __post_init__(self) -> None:
        if self.favor not in (None, *get_args(Favor)):
            raise ValueError(f"favor={self.favor!r}: write {' or '.join(map(repr, get_args(Favor)))}")

    @property
    def by_rule(self) -> bool:
        """May the rule of a site say what is wanted? It does not know what only ``auto`` can be asked for."""
        return not (self.captions or self.favor)

    @property
    def whole_text(self) -> bool:
        """Is all of a body wanted?"""
        return self.tables and not (self.prune or self.languages)

    def article(
        self,
        judged: JudgedPage,
        memory: SiteMemory | None = None,
        fetched: datetime | None = None,
        rule: Rule | None = None,
    ) -> Article:
        """The article of a page: by a ``rule`` that matches, else in the light of its site if it has a ``memory``."""
        prune = (self.prune,) if isinstance(self.prune, str) else self.prune
        found = _by_rule(rule, judged.page) if rule else None
        body = narrowed(found or judged.body(memory, self.captions, self.favor), tables=self.tables, prune=prune)
        dates = memory.facts if memory else NO_FACTS
        article = self._article_of(body, fetched, dates)
        languages = {self.languages} if isinstance(self.languages, str) else set(self.languages)
        if languages and (article.inLanguage or "").partition("-")[0] not in languages:
            return self._article_of(empty(body.page, "other", body.source), fetched, dates)
        return article

    def _article_of(self, body: Body, fetched: datetime | None, dates: SiteFacts) -> Article:
        fetched = fetched or self.fetched
        return article_of(ArticleParts(body, fetched, self.comments, self.links, self.images, dates=dates))


@dataclass(frozen=True)
class SiteArticles:
    """What some pages of a site teach: what to remember of them, and where bodies stand on others, if they show it."""

    memory: SiteMemory
    rule: Rule | None = None

    @classmethod
    def taught_by(cls, sample: Sequence[JudgedPage], *, more: bool) -> Self:
        """What a sample teaches; a rule where there are ``more`` pages. One that matches what is no article is none."""
        from newsbody.metadata import said_in_places
        from newsbody.rules.articles.learn_article import learn_article_rule

        memory = SiteMemory()
        for one in sample:
            one.remember_in(memory, said_in_places(one.page))
        # Of 176 pages beyond such samples, of five sets, a rule reads 6 better and 8 worse by .02 than the memory does.
        bodies = [one.body(memory) for one in sample] if more else []
        rule = learn_article_rule([body.page for body in bodies], bodies, "")
        lists = [body.page for body in bodies if body.kind != "article"]
        return cls(memory, None if rule and any(_by_rule(rule, page) for page in lists) else rule)

    def rule_for(self, url: str | None) -> Rule | None:
        """The rule, where a page may be an article by its address."""
        return None if url and is_list_address(url) else self.rule

    def to_dict(self) -> dict[str, Any]:
        """JSON primitives."""
        return {"memory": self.memory.to_dict(), "rule": self.rule and self.rule.to_dict()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """What :meth:`to_dict` wrote."""
        from newsbody.rules.rule import Rule

        return cls(SiteMemory.from_dict(data["memory"]), Rule.from_dict(data["rule"]) if data["rule"] else None)


def _by_rule(rule: Rule, page: Page) -> Body | None:
    """What a rule finds on a page. Its room is entered here alone: who extracts single pages does not wait for it."""
    from newsbody.rules.articles.match import apply_article

    return apply_article(rule, page)


def extract(
    html: Source,
    url: str | None = None,
    encoding: str | None = None,
    extractor: str = DEFAULT,
    **options: Unpack[Options],
) -> Article:
    """The article of a single page; its text, HTML, Markdown and metadata are made when they are asked for.

    ``encoding`` is what the HTTP header declares; it is only believed when the page agrees. ``options``: see
    :class:`Wanted`. Any input gives an article, with an empty text for a page without a body. Raises UnknownExtractor
    for a name that is not in the registry.
    """
    get_extractor(extractor)
    return Wanted(**options).article(JudgedPage(page_of(html, url, encoding), extractor))


def page_of(html: Source, url: str | None = None, encoding: str | None = None) -> Page:
    """The page of a source. Raises TypeError, with what to give, for anything else than a Source."""
    if isinstance(html, Page):
        return html
    if isinstance(html, (bytes, str)):
        return Page.parse(html, url, encoding)
    root = getattr(html, "root", html)  # the tree of a selector
    if not isinstance(root, etree._Element):
        given = f"{type(html).__module__}.{type(html).__qualname__}".removeprefix("builtins.")
        raise TypeError(f"extract takes the HTML of a page as bytes or str, a tree of lxml or a Selector, not {given}")
    return Page(root, url or root.base, encoding)


def extract_many(
    pages: Iterable[Source | tuple[Source, str | None]],
    extractor: str = DEFAULT,
    *,
    dedupe: bool = False,
    **options: Unpack[Options],
) -> Iterator[Article]:
    """The articles of pages of one or several sites, in their order, one after the other.

    ``pages``: as :func:`extract` takes them, or pairs of one and its address. With ``auto`` each page is seen in the
    light of the other pages of its site: all are looked at first, and stand packed in a file until then. Pages are
    told apart by their URLs, or by their text when they have none; their order makes no difference. Other extractors
    know single pages only. With ``dedupe`` articles that say nearly what an earlier one says are left out.
    ``options``: see :class:`Wanted`. Raises UnknownExtractor, and TypeError for what is no page.
    """
    chosen, wanted, given = get_extractor(extractor), Wanted(**options), map(_given, pages)
    if isinstance(chosen, Auto):
        found = _in_the_light_of_their_sites(given, wanted)
    else:
        found = (wanted.article(JudgedPage(page_of(*one), extractor)) for one in given)
    return _each_once(found) if dedupe else found


def _each_once(articles: Iterable[Article]) -> Iterator[Article]:
    """Those whose text is not nearly that of one before."""
    by_band = defaultdict[tuple[int, int], list[bytes]](list)
    for article in articles:
        mark = signature(article.text)
        keys = list(enumerate(bands(mark))) if mark else []
        if not any(likeness(mark, other) >= SAME for key in keys for other in by_band[key] if mark):
            for key in keys:
                by_band[key].append(mark or b"")
            yield article


def _given(one: Source | tuple[Source, str | None]) -> tuple[Source, str | None]:
    """A page and its address."""
    if not isinstance(one, tuple):
        return one, None
    if len(one) != 2 or not isinstance(one[1], str | None):
        shown = ", ".join(type(part).__name__ for part in one)
        raise TypeError(f"extract_many takes pages, or pairs (html, url), not a tuple ({shown})")
    return one


def _in_the_light_of_their_sites(given: Iterable[tuple[Source, str | None]], wanted: Wanted) -> Iterator[Article]:
    groups, placed = SiteGroups(), array("L")
    samples = defaultdict[int, list[tuple[int, int]]](list)
    with StoredPages() as stored:
        for number, (source, url) in enumerate(given):
            host, key, template = stored.keep(source, url)
            placed.append(groups.place(host, template))
            sample = samples[placed[-1]]
            insort(sample, (hashed(key), number))
            del sample[PAGES:]
        merged, sizes = defaultdict[int, list[int]](list), Counter(map(groups.find, placed))
        for _, number, group in sorted((*one, group) for group, sample in samples.items() for one in sample):
            merged[groups.find(group)].append(number)

        @lru_cache(MAX_MEMORIES)
        def taught_of(site: int) -> SiteArticles:
            sample = [(number, stored.judged(number)) for number in merged[site][:PAGES]]
            if len(sample) < 2:  # a page is no evidence for itself
                return SiteArticles(SiteMemory())
            taught = SiteArticles.taught_by([page for _, page in sample], more=sizes[site] > len(sample))
            stored.known.update((number, page.known) for number, page in sample)
            return taught

        for number, group in enumerate(placed):
            taught, page = taught_of(groups.find(group)), stored.judged(number)
            rule = taught.rule_for(page.page.url) if wanted.by_rule and number not in stored.known else None
            yield wanted.article(page, taught.memory, rule=rule)


class StoredPages:
    """Pages that are read twice: what was given as HTML stands packed in a file, what was parsed already as it is."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile[bytes](MAX_IN_MEMORY)
        self._places: list[Page | tuple[int, int, bool, str | None]] = []
        #: Of pages that were judged the probabilities of their paragraphs, some kB each, by number.
        self.known: dict[int, Column | None] = {}
        self.judged = lru_cache(MAX_JUDGED)(self._judged)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def keep(self, source: Source, url: str | None) -> tuple[str | None, str, frozenset[int] | None]:
        """Keep one more page: its host, what tells it from others, and without a host what it is built of."""
        if isinstance(source, (bytes, str)):
            data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
            place = self._file.tell(), self._file.write(zlib.compress(data, 1)), isinstance(source, str), url
            self._places.append(place)
            if url and (host := host_of(url)):
                return host, url, None
        page = page_of(source, url)
        if not isinstance(source, (bytes, str)):
            self._places.append(page)
        named = site_of(page)
        return named, page.url or page.text, None if named else template_of(page)

    def _judged(self, number: int) -> JudgedPage:
        place = self._places[number]
        if isinstance(place, Page):
            return JudgedPage(place)
        start, length, is_text, url = place
        self._file.seek(start)
        data = zlib.decompress(self._file.read(length))
        page = Page.parse(data.decode("utf-8", "surrogatepass") if is_text else data, url)
        return JudgedPage(page, known=self.known.get(number))


def extract_thread(pages: Source | Iterable[Source], url: str | None = None) -> ForumThread:
    """The thread that stands on a page, or on several pages in their order: posts with author, time and position.

    The pages are learned from together, so several are read better than one. A page that shows no posts gives none;
    what stands on two pages (a first post that is repeated) counts once. ``url`` is that of the first page.
    """
    from newsbody.metadata import read_metadata
    from newsbody.posts.read import read_posts, thread_headline
    from newsbody.rules.learn_thread import learn_thread_rule

    given = [pages] if isinstance(pages, (bytes, str, Page, etree._Element)) or hasattr(pages, "root") else pages
    read = [page_of(page, None if number else url) for number, page in enumerate(given)]  # type: ignore[arg-type]
    if not read:
        raise ValueError("extract_thread needs the HTML of a page, or of several; it was given none.")
    metadata = read_metadata(read[0])
    address = read[0].url or metadata.canonicalUrl or ""
    found: dict[object, Post] = {}
    rule = learn_thread_rule(read, "")
    posts = [read_posts(page, rule) for page in read]
    headline = thread_headline(read[0], len(posts[0])) or None
    for page, own in zip(read, posts, strict=True):
        for post in own:
            position = post.position or (len(found) + 1)
            key = post.postId or (post.position if post.position else ("unnumbered", len(found)))
            url = page.url or address
            whole = replace(post, threadId=address, url=url, headline=headline, position=position)
            found.setdefault(key, whole)
    return ForumThread(address, address, headline, list(found.values()))


def extract_site(pages: Sequence[Page], extractor: str = DEFAULT) -> tuple[list[Body], SiteMemory]:
    """The bodies of pages of one site, in their order, and what to remember of them.

    The memory is empty with another extractor than ``auto``. Raises UnknownExtractor.
    """
    from newsbody.metadata import said_in_places

    memory = SiteMemory()
    judged = [JudgedPage(page, extractor) for page in pages]
    for page in judged:
        page.remember_in(memory, said_in_places(page.page))
    return [page.body(memory) for page in judged], memory
