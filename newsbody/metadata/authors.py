"""Who wrote an article, and where it was taken from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from newsbody.metadata.bylines import bare_name, han_byline, latin_byline, stated_source
from newsbody.metadata.headline import MAX_CHARS as MAX_TITLE_CHARS
from newsbody.metadata.people import clean_names
from newsbody.metadata.structured import Structured
from newsbody.metadata.titles import letters_of, site_names, title_parts
from newsbody.page import Page

_AUTHOR_META = tuple(
    "author article:author byl dc.creator dcterms.creator parsely-author sailthru.author cxenseparse:author".split()
)
#: What platforms call the element that says whose account a text is under, and within how many paragraphs it stands.
_ACCOUNT_CLASS = re.compile(r"(?:user|nick|screen|account)[-_]?name", re.IGNORECASE)
NEAR_HEADLINE = 6
_SOURCE_META = ("source", "article:source", "dc.source", "contentsource")
_AUTHOR_CLASS = re.compile(r"(?<![a-z])(?:auth?or|auteur|byline|writer)", re.IGNORECASE)
#: An element that says it is the author's holds a name and little more.
MAX_ELEMENT_CHARS = 80
#: No article has more authors.
MAX_AUTHORS = 50
_NOT_LETTERS = re.compile(r"[\W_]+")
#: What site names end in or leave away: 腾讯网 is 腾讯新闻.
_SITE_ENDINGS = re.compile(r"(?:网|網|在线|新闻)$")


def read_authors(page: Page, structured: Structured, headline_paragraph: int | None) -> list[str]:
    """The names of the authors in order, [] when the page names none.

    What is stated for machines goes first, but many templates state the site itself: then
    the visible byline does, and the site's name only stands in for want of another.
    """
    in_title = title_parts(page.title[:MAX_TITLE_CHARS])[1:]
    site = [
        *site_names(page, structured),
        *filter(None, map(letters_of, (*in_title, *structured.meta("application-name")))),
    ]
    instead: list[str] = []
    for texts in _claims(page, structured, headline_paragraph):
        names = clean_names(texts)
        others = [name for name in names if not _is_site(name, site)]
        if others:
            return others
        instead = instead or names
    return instead or clean_names(_account(page, headline_paragraph))


def read_source(page: Page, structured: Structured, headline_paragraph: int | None) -> str | None:
    """Where the article was taken from (来源：新华社), None when not said."""
    return stated_source(page, headline_paragraph) or next(iter(structured.meta(*_SOURCE_META)), None)


def _claims(page: Page, structured: Structured, headline: int | None) -> Iterator[list[str]]:
    """Everything that names authors, the surest first."""
    for key in ("author", "creator"):
        yield structured.node_texts(structured.article, key)
    # Chinese templates mostly state the site, or who made the template.
    yield han_byline(page, headline)
    metas = structured.meta(*_AUTHOR_META)
    yield [text for text in metas if any(name in page.text for name in clean_names([text]))]
    # Libraries write the family name first.
    yield [" ".join(reversed(name.split(",", 1))) for name in structured.meta("citation_author")]
    yield structured.properties.get("author", [])
    yield latin_byline(page, headline)
    yield _author_elements(page)
    yield bare_name(page, headline)
    # A reader does not see them: the newsroom, or who set the template up.
    yield metas
    yield structured.meta("og:article:author")


def _is_site(name: str, site: list[str]) -> bool:
    letters = letters_of(_SITE_ENDINGS.sub("", name))
    return any(letters in own or (len(own) > 3 and letters.startswith(own)) for own in site)


def _author_elements(page: Page) -> list[str]:
    """What stands in the elements whose class or rel says it is the author's.

    Of the first that holds a name; when that is a link, with the links of its kind beside it.
    """
    saying = {name for name in set(page.classes) if _AUTHOR_CLASS.search(name)}
    found: list[str] = []
    kind = ("", -1)
    for index, name in enumerate(page.classes):
        if name not in saying and not (page.tags[index] == "a" and page.elements[index].get("rel") == "author"):
            continue
        this = (name, int(page.parent[index]))
        if found and this != kind:
            continue
        links, names = _names_in(page, index)
        if names and not found:
            kind = this if links else kind
            found += names
        elif links:
            found += names
        if len(found) >= MAX_AUTHORS:
            break
    return found[:MAX_AUTHORS]


def _account(page: Page, headline: int | None) -> list[str]:
    """The name of the account that an article stands under: the first right behind the headline."""
    if headline is None:
        return []
    for number in range(headline + 1, min(len(page), headline + 1 + NEAR_HEADLINE)):
        first, last = int(page.paragraph_run[number]), int(page.paragraph_run[number + 1])
        for run in range(first, last):
            for index in islice(page.ancestors(int(page.run_element[run])), 2):
                names = _names_in(page, index)[1] if _ACCOUNT_CLASS.search(page.classes[index]) else []
                if names:
                    return names[:1]
    return []


def _names_in(page: Page, index: int) -> tuple[bool, list[str]]:
    """Whether an element that is little more than names has links, and these, else its first text that may be one."""
    runs = range(page.first_run[index], page.last_run[index])
    if len(runs) > MAX_ELEMENT_CHARS:
        return False, []
    texts = [page.text[page.run_start[run] : page.run_stop[run]] for run in runs]
    if sum(map(len, texts)) > MAX_ELEMENT_CHARS:
        return False, []
    links = [text for run, text in zip(runs, texts, strict=True) if page.run_is_link[run]]
    names = [text for text in links or texts if clean_names([text])]
    return (True, names) if links else (False, names[:1])
