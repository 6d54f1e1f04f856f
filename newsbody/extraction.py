"""The plain functions: pages in, articles and threads out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Union

from lxml import etree

from newsbody.article import article_of
from newsbody.extractors import DEFAULT, get_extractor
from newsbody.extractors.assessed import JudgedPage
from newsbody.extractors.auto.extractor import Auto
from newsbody.ground.sitememory import SiteMemory
from newsbody.items import Article, ForumThread, Post
from newsbody.page import Page
from newsbody.page.body import Body
from newsbody.page.sites import group_by_site

if TYPE_CHECKING:
    from parsel import Selector


#: A page as it came, as a tree that somebody parsed already (``response.selector``), or read by us.
Source = Union[bytes, str, Page, etree._Element, "Selector"]


def extract(
    html: Source,
    url: str | None = None,
    encoding: str | None = None,
    extractor: str = DEFAULT,
    *,
    comments: bool = False,
    captions: bool = False,
) -> Article:
    """The article of a single page; its text, HTML, Markdown and metadata are made when they are asked for.

    ``encoding`` is what the HTTP header declares; it is only believed when the page agrees.
    ``comments``: what readers wrote below it is wanted as well; ``captions``: those of pictures belong to the body
    (``auto`` finds them, other extractors leave it at what they take). Any input gives an article, with an empty
    text for a page without a body. Raises UnknownExtractor for a name that is not in the registry.
    """
    chosen, page = get_extractor(extractor), page_of(html, url, encoding)
    body = chosen.extract(page, captions) if isinstance(chosen, Auto) else chosen.extract(page)
    return article_of(body, comments=comments)


def page_of(html: Source, url: str | None = None, encoding: str | None = None) -> Page:
    """The page of a source. Raises TypeError, with what to give, for anything else than a Source."""
    if isinstance(html, Page):
        return html
    if isinstance(html, (bytes, str)):
        return Page.parse(html, url, encoding)
    root = getattr(html, "root", html)  # the tree of a selector
    if not isinstance(root, etree._Element):
        raise TypeError(f"extract takes the HTML of a page as bytes or str, a tree of lxml or a Selector, not {html!r}")
    return Page(root, url or root.base, encoding)


def extract_many(pages: Iterable[Source], extractor: str = DEFAULT) -> list[Article]:
    """The articles of pages of one or several sites, in their order.

    With ``auto`` each page is seen in the light of the other pages of its site. Pages are told
    apart by their URLs, or by their text when they have none; their order makes no difference.
    Other extractors know single pages only. Raises UnknownExtractor.
    """
    listed = list(map(page_of, pages))
    bodies: dict[int, Body] = {}
    for group in group_by_site(listed):
        found, _ = extract_site([listed[number] for number in group], extractor)
        bodies.update(zip(group, found, strict=True))
    return [article_of(bodies[number]) for number in range(len(listed))]


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
    headline = thread_headline(read[0]) or None
    rule = learn_thread_rule(read, "")
    for page in read:
        for post in read_posts(page, rule):
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
    memory = SiteMemory()
    judged = [JudgedPage(page, extractor) for page in pages]
    for page in judged:
        page.remember_in(memory)
    return [page.body(memory) for page in judged], memory
