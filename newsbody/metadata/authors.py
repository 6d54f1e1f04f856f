"""Who wrote an article, and where it was taken from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lxml import etree

from newsbody.metadata.structured import Node, Structured
from newsbody.page import Page
from newsbody.xpath import find_elements, text_of

_AUTHOR_META = tuple(
    "author article:author byl dc.creator dcterms.creator dc.contributor parsely-author sailthru.author "
    "citation_author cxenseparse:author og:article:author twitter:creator".split()
)
_SOURCE_META = ("source", "article:source", "mediaid", "copyrightholder")
_AUTHOR_ELEMENTS = etree.XPath(
    "//*[@rel='author' or @itemprop='author' or contains(@class, 'author') or contains(@class, 'byline')"
    " or contains(@id, 'author') or contains(@class, 'Author') or contains(@class, 'Byline')]"
)
_LABELLED = re.compile(
    r"(?:作\s?者|记\s?者|記\s?者|撰\s?文|撰\s?稿|文)\s?[:：/／]\s?(?P<cjk>[^\s:：/|，,。；;()（）【】\[\]]{2,20}"
    r"(?:[\s、]{1,2}[\u4e00-\u9fff·]{2,4}(?![\u4e00-\u9fff:：]))*)"
    r"|(?:^|(?<=[|•·(]\s))(?:(?:written|posted|reported|text|story)\s)?(?:by|von|par|por|di|автор)[:\s]\s*(?P<latin>[^\W\d_][^|•·(\n\d:]{2,60})",
    re.IGNORECASE,
)
_SOURCE = re.compile(r"(?:来\s?源|來\s?源|稿源|出处)\s?[:：]\s?(?P<source>[^\s:：|，,。；;()（）【】\[\]]{2,20})")
_PREFIX = re.compile(
    r"^(?:(?:written|posted|reported|text|story|reviewed|published|article)\s)?(?:by|von|par|por|author|autor|автор)\b[:\s]*"
    r"|^(?:本报|本网|作者|记者|記者|通讯员|撰文|文)[:：/\s]*",
    re.IGNORECASE,
)
_SUFFIX = re.compile(
    r"\s*(?:[|•·(（【\[].*|,?\s(?:and|und|for|in|on|at|updated|published|staff writer)$|[\d,.;:|/-]+)$", re.IGNORECASE
)
_BETWEEN = re.compile(
    r"\s*(?:[;；、|&]|,(?!\s?(?:jr|sr|md|phd|ph\.d|m\.d|rn|esq|dr|ii|iii)\b)|\s(?:and|und|et|y|e|en|и)\s)\s*",
    re.IGNORECASE,
)
_NO_NAME = re.compile(
    r"https?:|www\.|@\w|^[\W\d_]*$|[{}<>=]|^(?:author|admin|administrator|unknown|none|null|editor|by)$", re.IGNORECASE
)
#: Longest name of a person or newsroom, in characters and words.
MAX_CHARS, MAX_WORDS = 50, 7
#: Where a visible byline is looked for around the headline, and at the end of the text.
AFTER_HEADLINE, MAX_BYLINE = 12, 150


def read_authors(
    page: Page, structured: Structured, headline_paragraph: int | None, site_name: str | None
) -> list[str]:
    """The names of the authors in order, [] when the page names none."""
    article: Node = structured.article
    for texts in (
        structured.node_texts(article, "author"),
        structured.node_texts(article, "creator"),
        structured.meta(*_AUTHOR_META),
        structured.properties.get("author", []),
    ):
        names = clean_names(texts)
        if names and not _is_site(names, site_name):
            return names
    return clean_names(_visible_bylines(page, headline_paragraph))


def read_source(page: Page, structured: Structured, headline_paragraph: int | None) -> str | None:
    """Where the article was taken from (来源：新华社), None when not said."""
    for text in _near(page, headline_paragraph):
        match = _SOURCE.search(text)
        if match:
            return match["source"]
    return next(iter(structured.meta(*_SOURCE_META)), None)


def clean_names(texts: Iterable[str]) -> list[str]:
    """Names of people out of bylines: split, without "By", without addresses, each once."""
    names: dict[str, str] = {}
    for text in texts:
        for part in _BETWEEN.split(text):
            name = _SUFFIX.sub("", _PREFIX.sub("", part.strip())).strip(" \t,;:-–—/|·•*")
            if (
                len(name) > 1
                and len(name) <= MAX_CHARS
                and len(name.split()) <= MAX_WORDS
                and not _NO_NAME.search(name)
            ):
                names.setdefault(name.casefold(), name)
    return list(names.values())


def _is_site(names: list[str], site_name: str | None) -> bool:
    return site_name is not None and [name.casefold() for name in names] == [site_name.casefold()]


def _near(page: Page, headline: int | None) -> Iterator[str]:
    start = headline or 0
    for number in range(start, min(len(page), start + AFTER_HEADLINE + 1)):
        text = page.paragraphs[number]
        if len(text) <= MAX_BYLINE:
            yield text


def _visible_bylines(page: Page, headline: int | None) -> list[str]:
    """The byline beside the headline; failing that an element that calls itself author."""
    for text in _near(page, headline):
        match = _LABELLED.search(text)
        if match:
            return [match["cjk"] or match["latin"]]
    for element in find_elements(_AUTHOR_ELEMENTS, page.root):
        text = text_of(element)
        if 1 < len(text) <= MAX_CHARS:
            return [text]
    return []
