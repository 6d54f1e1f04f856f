"""Who wrote an article, and where it was taken from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

import numpy as np

from newsbody.ground.sitememory import NO_FACTS, SiteFacts, hashed
from newsbody.metadata.bylines import (
    bare_name,
    han_byline,
    han_dateline,
    is_person,
    latin_byline,
    name_before_time,
    names_before_dates,
    stated_source,
)
from newsbody.metadata.headline import MAX_CHARS as MAX_TITLE_CHARS
from newsbody.metadata.people import clean_names
from newsbody.metadata.roles import Role
from newsbody.metadata.structured import Structured
from newsbody.metadata.taxonomy import Taxonomy
from newsbody.metadata.titles import letters_of, site_names, title_parts
from newsbody.page import Page

_AUTHOR_META = tuple(
    "author article:author byl dc.creator dcterms.creator parsely-author sailthru.author cxenseparse:author".split()
)
#: An element of the author stands at most so many paragraphs before the headline.
NEAR_HEADLINE = 6
_SOURCE_META = ("source", "article:source", "dc.source", "contentsource")
#: `© 2019 - 2026 By Ada Moreau`: who owns the site.
_YEARS = re.compile(r"\s*[0-9]{4}[\s0-9–—-]*(?:by\s*)?", re.IGNORECASE)
MAX_OWNERS = 3
#: An element that says it is the author's holds a name and little more.
MAX_ELEMENT_CHARS = 80
#: No article has more authors.
MAX_AUTHORS = 50
_NOT_LETTERS = re.compile(r"[\W_]+")
#: What site names end in or leave away: 腾讯网 is 腾讯新闻.
_SITE_ENDINGS = re.compile(r"(?:网|網|在线|新闻)$")


def read_authors(
    page: Page, structured: Structured, headline: int | None, lists: Taxonomy, site: SiteFacts = NO_FACTS
) -> list[str]:
    """The names of the authors in order, [] when the page names none.

    Where other pages of the site name one of a few, there they are. What is stated for machines goes before what is
    seen, but many templates state the site itself, or who owns it: then the visible byline does, and their names only
    stand in for want of another.
    """
    of_site = _SiteNames(page, structured, headline)
    instead: list[str] = []
    stated = structured.node_texts(structured.article, "author")
    for names in _told(page, structured, headline, lists, site):
        if others := [name for name in names if not of_site.holds(name, but_owners=True)]:
            return others
    for texts in _claims(page, structured, headline, lists):
        names = clean_names(texts)
        others = [name for name in names if not of_site.holds(name, but_owners=texts == stated)]
        if others:
            return others
        instead = instead or names
    return instead


def read_source(page: Page, structured: Structured, headline_paragraph: int | None) -> str | None:
    """Where the article was taken from (来源：新华社), None when not said."""
    return stated_source(page, headline_paragraph) or next(iter(structured.meta(*_SOURCE_META)), None)


def _told(
    page: Page, structured: Structured, headline: int | None, lists: Taxonomy, site: SiteFacts
) -> Iterator[list[str]]:
    """What stands in the places in which the pages of the site name their authors."""
    if site.telling:
        places = author_places(page, structured, headline, lists)
        yield from (names for place, names in places.items() if hashed(place) in site.telling)


def author_places(page: Page, structured: Structured, headline: int | None, lists: Taxonomy) -> dict[str, list[str]]:
    """The names in places that may be those of authors, as other pages tell; the surest first.

    What is stated, one element of its kind that says so, however far from the headline, and what stands right before
    a date: `<p>Ada Moreau 2026-03-04</p>`.
    """
    found = {f"meta {name}": clean_names(structured.meta(name)) for name in _AUTHOR_META}
    named = (index for index, identity in page.stating(b"id") if Role.AUTHOR.value.search(identity[:MAX_ELEMENT_CHARS]))
    elements = sorted({*lists.by_role[Role.AUTHOR], *named}, key=lambda index: (-int(lists.nearness[index]), index))
    for index in elements:
        place = f"{page.tags[index]} {page.classes[index]} {page.elements[index].get('id')}"
        if not lists.readers[index]:
            found[place] = [] if place in found else clean_names(_names_in(page, index)[1])
    for element, name in names_before_dates(page, headline):
        place = f"date {page.tags[element]} {page.classes[element]} {page.classes[page.parent[element]]}"
        found.setdefault(place, [] if name in _linked(page) else [name])
    return {place: names for place, names in found.items() if names}


def _linked(page: Page) -> set[str]:
    """What links are called, as those to sections are."""
    return {page.text_of(index).strip() for index in np.flatnonzero(page.is_tag("a")).tolist()}


def _claims(page: Page, structured: Structured, headline: int | None, lists: Taxonomy) -> Iterator[list[str]]:
    """Everything that names authors, the surest first."""
    for key in ("author", "creator"):
        yield structured.node_texts(structured.article, key)
    # Publishing software links to all that the author wrote; what links to several people may do so for each.
    linked = {name.lstrip("@") for name in lists.names("author")}
    yield [name for name in linked if len(linked) == 1 and is_person(name)]
    # Chinese templates mostly state the site, or who made the template.
    yield han_byline(page, headline)
    yield han_dateline(page, headline)
    metas = structured.meta(*_AUTHOR_META)
    yield [text for text in metas if any(name in page.text for name in clean_names([text]))]
    # Libraries write the family name first.
    yield [" ".join(reversed(name.split(",", 1))) for name in structured.meta("citation_author")]
    yield structured.properties.get("author", [])
    yield latin_byline(page, headline)
    yield _names_of_elements(page, _saying_author(page, headline, lists))
    yield name_before_time(page, headline)
    # Hidden, but a person's: what only is written like a name may be the first line of the text.
    yield [text for text in metas if is_person(text)]
    yield bare_name(page, headline)
    # A reader does not see them: the newsroom, or who set the template up.
    yield metas
    yield structured.meta("og:article:author")


class _SiteNames:
    """The names of the site, its owner and its source: as stated, in TITLE and address, `© 2026 Ada Moreau`, 来源：…"""

    def __init__(self, page: Page, structured: Structured, headline: int | None) -> None:
        stated = (*title_parts(page.title[:MAX_TITLE_CHARS])[1:], *structured.meta("application-name"))
        stated = (*stated, stated_source(page, headline) or "")
        self._names = [*site_names(page, structured), *filter(None, map(letters_of, stated))]
        owned = (text for text in reversed(page.paragraphs) if "©" in text and len(text) <= MAX_ELEMENT_CHARS)
        lines = (text.partition("©")[2] for text in owned)
        self._owners = [letters_of(_YEARS.sub("", line)) for line in islice(filter(_YEARS.match, lines), MAX_OWNERS)]

    def holds(self, name: str, *, but_owners: bool) -> bool:
        """Is a name the site's or, unless it is stated to be the author of this text, the owner's?"""
        letters = letters_of(_SITE_ENDINGS.sub("", name))
        if not but_owners and any(owner.startswith(letters) for owner in self._owners):
            return True
        return any(letters in own or (len(own) > 3 and letters.startswith(own)) for own in self._names)


def _names_of_elements(page: Page, elements: Iterable[int]) -> list[str]:
    """The names in the first of some elements that holds one; of a link, with the links of its kind beside it."""
    found: list[str] = []
    kind = ("", -1)
    for index in elements:
        this = (page.classes[index], int(page.parent[index]))
        if found and this != kind:
            continue
        links, names = _names_in(page, index)
        if names and not found:
            kind = this if links else kind
            found += names
        elif links:
            found += names
    return found[:MAX_AUTHORS]


def _saying_author(page: Page, headline: int | None, lists: Taxonomy) -> list[int]:
    """The elements that say they are the author's, none of a reader's comment; the nearest to the headline first."""
    found = {index for index in lists.by_role[Role.AUTHOR] if not lists.readers[index]}
    if headline is not None:  # what stands far before it is of the site
        begin = int(page.paragraph_start[max(0, headline - NEAR_HEADLINE)])
        found = {index for index in found if page.start[index] >= begin}
    return sorted({*found, *lists.links["author"]}, key=lambda index: (-int(lists.nearness[index]), index))


def _names_in(page: Page, index: int) -> tuple[bool, list[str]]:
    """Whether an element that is little more than names has links, and these, else its first text that may be one."""
    runs = range(page.first_run[index], page.last_run[index])
    if len(runs) > MAX_ELEMENT_CHARS:
        return False, []
    texts = [" ".join(page.text[page.run_start[run] : page.run_stop[run]].split()) for run in runs]
    if sum(map(len, texts)) > MAX_ELEMENT_CHARS:
        return False, []
    links = [text for run, text in zip(runs, texts, strict=True) if page.run_is_link[run]]
    # A label is no name; an account's name has no spaces: @Ada Moreau.
    texts = [
        text.lstrip("@") if " " in text else text for text in links or texts if text.strip()[-1:] not in (":", "：")
    ]
    names = [text for text in texts if clean_names([text])]
    return (True, names) if links else (False, names[:1])
