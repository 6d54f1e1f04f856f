"""Who wrote an article, and where it was taken from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from newsbody.metadata.headline import title_parts
from newsbody.metadata.names import clean_names
from newsbody.metadata.structured import Structured
from newsbody.page import Page

_AUTHOR_META = tuple(
    "author article:author byl dc.creator dcterms.creator parsely-author sailthru.author cxenseparse:author".split()
)
_SOURCE_META = ("source", "article:source", "dc.source", "contentsource")
_AUTHOR_CLASS = re.compile(r"(?<![a-z])(?:author|byline|writer)", re.IGNORECASE)
_LATIN_NAME = re.compile(r"[^\W\d_a-z][\w.'’-]+(?: (?:[^\W\d_a-z][\w.'’-]*|de|del|da|van|von|der|la|le|bin|al)){1,3}")
_SAYS_WRITER = re.compile(r"者|撰|文")

_HAN_NAME = r"[\u4e00-\u9fff·]{2,4}"
_HAN_NAMES = rf"{_HAN_NAME}(?:[\s、，]{{1,2}}{_HAN_NAME}(?![\u4e00-\u9fff:：]))*"
#: 作者：… or 记者：…; without a colon only when nothing but names stands to the bracket or line's end.
_HAN_BYLINE = re.compile(
    rf"(?:作\s?者|撰\s?文|撰\s?稿|[记記]者|文)\s?[:：/／]\s?"
    rf"(?P<any>{_HAN_NAMES}(?![\u4e00-\u9fff])|[^\s:：/|，,。；;()（）【】\[\]]{{2,20}})"
    rf"|[（(【][^()（）【】]{{0,12}}[记記]者\s?(?P<bracket>{_HAN_NAMES})\s*(?:[)）】/／]|[文摄])"
    rf"|^.{{0,12}}[记記]者\s?(?P<line>{_HAN_NAMES})\s*(?:[/／][文摄].*|通讯员.*)?$"
)
_LATIN_BYLINE = re.compile(
    r"(?:^|[|•·(]\s?|[0-9]\s)(?:(?:written|posted|reported|text|story|words)\s)?(?:by|von|par|por|di|автор)[:\s]\s*"
    r"(?P<any>(?-i:[^\W\d_a-zß-ÿ])[^|•·(\n\d:]{2,60})",
    re.IGNORECASE,
)
_SOURCE = re.compile(
    r"(?:来\s?源|來\s?源|稿源|出处)\s?[:：]\s?[\[【]?\s?(?P<source>[^\s:：|，,。；;()（）【】\[\]]{2,20})"
)
#: Where a visible byline is looked for: paragraphs behind the headline, and their length.
AFTER_HEADLINE, MAX_BYLINE = 12, 150
#: A bare name stands this near to the headline, in paragraphs.
NAME_AFTER_HEADLINE = 4
#: An element that says it is the author's holds a name and little more.
MAX_ELEMENT_CHARS = 80


def read_authors(page: Page, structured: Structured, headline_paragraph: int | None) -> list[str]:
    """The names of the authors in order, [] when the page names none.

    What is stated for machines goes first, but many templates state the site itself: then
    the visible byline does, and the site's name only stands in for want of another.
    """
    names_of_site = [*structured.meta("og:site_name", "application-name"), *title_parts(page.title)[1:]]
    names_of_site += structured.node_texts(structured.article, "publisher")
    instead: list[str] = []
    for texts in _claims(page, structured, headline_paragraph):
        names = clean_names(texts)
        if names and not _is_site(names, names_of_site):
            return names
        instead = instead or names
    return instead


def _claims(page: Page, structured: Structured, headline: int | None) -> Iterator[list[str]]:
    """Everything that names authors, the surest first."""
    for key in ("author", "creator"):
        yield structured.node_texts(structured.article, key)
    # Chinese templates mostly state the site, or who made the template.
    yield _han_byline(page, headline)
    yield structured.meta(*_AUTHOR_META)
    # Libraries write the family name first.
    yield [" ".join(reversed(name.split(",", 1))) for name in structured.meta("citation_author")]
    yield structured.properties.get("author", [])
    yield _latin_byline(page, headline)
    yield _author_elements(page)
    yield _name_beside_headline(page, headline)


def read_source(page: Page, structured: Structured, headline_paragraph: int | None) -> str | None:
    """Where the article was taken from (来源：新华社), None when not said."""
    for text in _short_paragraphs(page, headline_paragraph):
        match = _SOURCE.search(text)
        if match:
            return match["source"]
    return next(iter(structured.meta(*_SOURCE_META)), None)


def _is_site(names: list[str], names_of_site: Iterable[str]) -> bool:
    """Whether all that is named is the site: by its name, or by a part of it in the TITLE."""
    sites = [site.casefold() for site in names_of_site]
    return all(any(name.casefold() in site for site in sites) for name in names)


def _short_paragraphs(page: Page, headline: int | None) -> Iterator[str]:
    """Paragraphs a byline may be, from the headline on."""
    lengths = page.paragraph_stop - page.paragraph_start
    for number in (lengths[headline or 0 :] <= MAX_BYLINE).nonzero()[0].tolist():
        yield page.paragraphs[number + (headline or 0)]


def _han_byline(page: Page, headline: int | None) -> list[str]:
    """作者：… beside the headline or at the end of the text."""
    matches = (_HAN_BYLINE.search(text) for text in _short_paragraphs(page, headline) if _SAYS_WRITER.search(text))
    return next(([name for name in match.groupdict().values() if name] for match in matches if match), [])


def _latin_byline(page: Page, headline: int | None) -> list[str]:
    """By … beside the headline."""
    near = islice(_short_paragraphs(page, headline), AFTER_HEADLINE + 1)
    return next((match["any"].split("\n") for match in map(_LATIN_BYLINE.search, near) if match), [])


def _author_elements(page: Page) -> list[str]:
    """What stands in the elements whose class or rel says it is the author's.

    Of the first that holds a name, with those of its kind beside it.
    """
    saying = {name for name in set(page.classes) if _AUTHOR_CLASS.search(name)}
    found: list[str] = []
    kind = ("", -1)
    for index, name in enumerate(page.classes):
        if name not in saying and not (page.tags[index] == "a" and page.elements[index].get("rel") == "author"):
            continue
        this = (name, int(page.parent[index]))
        if not found or this == kind:
            names = _names_in(page, index)
            found += names
            kind = this if names else kind
    return found


def _names_in(page: Page, index: int) -> list[str]:
    """The links of an element that is little more than names, else its first text that may be one."""
    runs = range(page.first_run[index], page.last_run[index])
    texts = [page.text[page.run_start[run] : page.run_stop[run]] for run in runs]
    if sum(map(len, texts)) > MAX_ELEMENT_CHARS:
        return []
    links = [text for run, text in zip(runs, texts, strict=True) if page.run_is_link[run]]
    names = [text for text in links or texts if clean_names([text])]
    return names if links else names[:1]


def _name_beside_headline(page: Page, headline: int | None) -> list[str]:
    """A line right behind the headline that is written like a name and stands again in the page."""
    if headline is None:
        return []
    for number in range(headline + 1, min(len(page), headline + 1 + NAME_AFTER_HEADLINE)):
        text = page.paragraphs[number]
        if _LATIN_NAME.fullmatch(text) and sum(text in other for other in page.paragraphs) > 1:
            return [text]
    return []
