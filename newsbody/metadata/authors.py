"""Who wrote an article, and where it was taken from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from newsbody.metadata.headline import title_parts
from newsbody.metadata.names import clean_names
from newsbody.metadata.structured import Structured
from newsbody.page import Page

_AUTHOR_META = tuple(
    "author article:author byl dc.creator dcterms.creator parsely-author sailthru.author cxenseparse:author".split()
)
_SOURCE_META = ("source", "article:source", "dc.source", "contentsource")
_AUTHOR_CLASS = re.compile(r"(?<![a-z])(?:author|byline|writer)", re.IGNORECASE)
_SAY_AUTHOR = ("author", "creator")

_HAN_NAME = r"[\u4e00-\u9fff·]{2,4}"
_HAN_NAMES = rf"{_HAN_NAME}(?:[\s、，]{{1,2}}{_HAN_NAME}(?![\u4e00-\u9fff:：]))*"
#: 作者：…, and 记者 with or without a colon when nothing but names follows.
_HAN_BYLINE = re.compile(
    rf"(?:作\s?者|撰\s?文|撰\s?稿|文)\s?[:：/／]\s?(?P<any>{_HAN_NAMES}(?![\u4e00-\u9fff])|[^\s:：/|，,。；;()（）【】\[\]]{{2,20}})"
    rf"|[记記]者\s?[:：/／]?\s?(?P<reporter>{_HAN_NAMES})(?=\s*(?:[)）】\]／/|]|$|[\s，](?![\u4e00-\u9fff])|通讯员|[文摄]))"
)
_LATIN_BYLINE = re.compile(
    r"(?:^|[|•·(]\s?)(?:(?:written|posted|reported|text|story|words)\s)?(?:by|von|par|por|di|автор)[:\s]\s*"
    r"(?P<any>[^\W\d_][^|•·(\n\d:]{2,60})",
    re.IGNORECASE,
)
_SOURCE = re.compile(
    r"(?:来\s?源|來\s?源|稿源|出处)\s?[:：]\s?[\[【]?\s?(?P<source>[^\s:：|，,。；;()（）【】\[\]]{2,20})"
)
#: Where a visible byline is looked for: paragraphs behind the headline, and their length.
AFTER_HEADLINE, MAX_BYLINE = 12, 150
#: An element that says it is the author's holds a name and little more.
MAX_ELEMENT_CHARS = 80


def read_authors(page: Page, structured: Structured, headline_paragraph: int | None) -> list[str]:
    """The names of the authors in order, [] when the page names none.

    What is stated for machines goes first, but many templates state the site itself: then
    the visible byline does, and the site's name only stands in for want of another.
    """
    names_of_site = [*structured.meta("og:site_name", "application-name"), *title_parts(page.title)[1:]]
    names_of_site += structured.node_texts(structured.article, "publisher")
    stated = [clean_names(texts) for texts in _stated(structured)]
    for names in stated:
        if names and not _is_site(names, names_of_site):
            return names
    for texts in (_bylines(page, headline_paragraph), _author_elements(page)):
        names = clean_names(texts)
        if names and not _is_site(names, names_of_site):
            return names
    return next(filter(None, stated), [])


def read_source(page: Page, structured: Structured, headline_paragraph: int | None) -> str | None:
    """Where the article was taken from (来源：新华社), None when not said."""
    for text in _short_paragraphs(page, headline_paragraph):
        match = _SOURCE.search(text)
        if match:
            return match["source"]
    return next(iter(structured.meta(*_SOURCE_META)), None)


def _stated(structured: Structured) -> Iterator[list[str]]:
    for key in _SAY_AUTHOR:
        yield structured.node_texts(structured.article, key)
    yield structured.meta(*_AUTHOR_META)
    # Libraries write the family name first.
    yield [" ".join(reversed(name.split(",", 1))) for name in structured.meta("citation_author")]
    yield structured.properties.get("author", [])


def _is_site(names: list[str], names_of_site: Iterable[str]) -> bool:
    """Whether all that is named is the site: by its name, or by a part of it in the TITLE."""
    sites = [site.casefold() for site in names_of_site]
    return all(any(name.casefold() in site for site in sites) for name in names)


def _short_paragraphs(page: Page, headline: int | None) -> Iterator[str]:
    """Paragraphs a byline may be, from the headline on."""
    lengths = page.paragraph_stop - page.paragraph_start
    for number in (lengths[headline or 0 :] <= MAX_BYLINE).nonzero()[0].tolist():
        yield page.paragraphs[number + (headline or 0)]


def _bylines(page: Page, headline: int | None) -> list[str]:
    """The byline beside the headline or, in Chinese, at the end of the text."""
    for number, text in enumerate(_short_paragraphs(page, headline)):
        match = _HAN_BYLINE.search(text) or (number <= AFTER_HEADLINE and _LATIN_BYLINE.search(text)) or None
        if match:
            return [name for name in match.groupdict().values() if name]
    return []


def _author_elements(page: Page) -> Iterator[str]:
    """The links, else the first text, of the first element whose class or rel says it is the author's."""
    saying = {name for name in set(page.classes) if _AUTHOR_CLASS.search(name)}
    for index, name in enumerate(page.classes):
        if name not in saying and not (page.tags[index] == "a" and page.elements[index].get("rel") == "author"):
            continue
        runs = range(page.first_run[index], page.last_run[index])
        texts = [page.text[page.run_start[run] : page.run_stop[run]] for run in runs]
        if not 0 < sum(map(len, texts)) <= MAX_ELEMENT_CHARS:
            continue
        links = [text for run, text in zip(runs, texts, strict=True) if page.run_is_link[run]]
        names = [text for text in links or texts if clean_names([text])]
        if names:
            yield from names if links else names[:1]
            return
