"""What an article says of itself beyond headline, authors and dates: section, keywords, place on the site, access."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from newsbody.ground.sitememory import NO_FACTS, SiteFacts
from newsbody.markup.links import base_url, web_address
from newsbody.metadata.people import clean_names
from newsbody.metadata.roles import Role
from newsbody.metadata.structured import Node, Structured, types
from newsbody.metadata.taxonomy import Taxonomy
from newsbody.metadata.titles import link_around
from newsbody.page import Page

#: More of them say nothing of an article any more.
MAX_KEYWORDS, MAX_CRUMBS = 40, 10
#: A longer keyword, section or step is a sentence (characters).
MAX_WORD = 80
#: A comment count of more digits is none.
MAX_DIGITS = 9

_BETWEEN_KEYWORDS = re.compile(r"\s*[,，;；、|]\s*")
_KEYWORD_META = ("news_keywords", "parsely-tags", "sailthru.tags", "keywords")
_SECTION_META = ("article:section", "parsely-section", "og:article:section", "dc.subject")
_TRUTH = {"true": True, "yes": True, "free": True, "false": False, "no": False, "locked": False}


@dataclass(frozen=True)
class About:
    """What is known; None, [] or {} for what is not. ``breadcrumbs`` are (name, address), outermost first."""

    authorUrls: dict[str, str] = field(default_factory=dict)  # noqa: N815 (schema.org's names)
    articleSection: str | None = None  # noqa: N815
    keywords: list[str] = field(default_factory=list)
    breadcrumbs: list[tuple[str, str | None]] = field(default_factory=list)
    isAccessibleForFree: bool | None = None  # noqa: N815
    commentCount: int | None = None  # noqa: N815


def read_about(
    page: Page, structured: Structured, authors: list[str], lists: Taxonomy, site: SiteFacts = NO_FACTS
) -> About:
    """What the page's statements, and its trail of links, say of the article."""
    return About(
        authorUrls=_author_urls(page, structured, authors),
        articleSection=_section(structured, lists),
        keywords=_keywords(structured, lists, site),
        breadcrumbs=_stated_crumbs(page, structured) or _shown_crumbs(page, lists.by_role[Role.CRUMBS]),
        isAccessibleForFree=_free(structured),
        commentCount=_comment_count(structured),
    )


def _author_urls(page: Page, structured: Structured, authors: list[str]) -> dict[str, str]:
    """The page of each author: as stated, else where a link goes that is the name and nothing else."""
    wanted, base = set(authors), base_url(page)
    found: dict[str, str] = {}
    if not wanted:
        return found
    for name, address in _stated_people(structured):
        if name in wanted and (url := web_address(base, address)):
            found.setdefault(name, url)
    if len(found) < len(wanted):
        short = page.run_is_link & (page.run_stop - page.run_start <= 2 * MAX_WORD)
        columns = (page.run_start[short], page.run_stop[short], page.run_element[short])
        for start, stop, element in zip(*(column.tolist() for column in columns), strict=True):
            text = page.text[start:stop].strip()
            if text in wanted and text not in found and (url := web_address(base, link_around(page, element))):
                found[text] = url
    return found


def _stated_people(structured: Structured) -> Iterator[tuple[str, str]]:
    for key in ("author", "creator"):
        for node in _listed(structured.resolve(structured.article.get(key))):
            person = structured.resolve(node)
            if isinstance(person, dict):
                name, url = person.get("name"), _first_text(person.get("url"), person.get("sameAs"))
                if isinstance(name, str) and url:
                    yield from ((clean, url) for clean in clean_names([name]))


def _section(structured: Structured, lists: Taxonomy) -> str | None:
    stated = [
        *structured.node_texts(structured.article, "articleSection"),
        *structured.meta(*_SECTION_META),
        *structured.properties.get("articleSection", ()),
        *lists.names("category")[:1],
    ]
    return next((text for text in stated if len(text) <= MAX_WORD), None)


def stated_keywords(structured: Structured, lists: Taxonomy) -> dict[str, list[str]]:
    """The keywords by the place where they are stated, and the tags that are shown."""
    stated = {name: structured.meta(name) for name in ("article:tag", *_KEYWORD_META)}
    return {"node": structured.node_texts(structured.article, "keywords"), **stated, "tag": lists.names("tag")}


def _keywords(structured: Structured, lists: Taxonomy, site: SiteFacts) -> list[str]:
    """The keywords in order, each once: those of the article's node, else of the page's tags, else of its META.

    Where the page links to lists by keywords, they are these, and statements without them are the site's, as are those
    that are the same on all its pages.
    """
    found = stated_keywords(structured, lists).items()
    *stated, shown = [[] if site.is_alike(place, " ".join(texts)) else texts for place, texts in found]
    folded = set(map(str.casefold, shown))
    for texts in stated:
        words = [word for text in texts for word in _BETWEEN_KEYWORDS.split(text) if 0 < len(word) <= MAX_WORD]
        if words and folded <= set(map(str.casefold, words)):
            return list(dict.fromkeys(words))[:MAX_KEYWORDS]
    return [word for word in shown if len(word) <= MAX_WORD][:MAX_KEYWORDS]  # one may hold a comma


def _stated_crumbs(page: Page, structured: Structured) -> list[tuple[str, str | None]]:
    nested = [structured.resolve(node.get("breadcrumb")) for node in structured.nodes]
    lists = [node for node in (*structured.nodes, *nested) if isinstance(node, dict)]
    for node in lists:
        if "BreadcrumbList" in types(node):
            rows = [row for row in _listed(node.get("itemListElement")) if isinstance(row, dict)]
            rows.sort(key=_position)
            crumbs = [crumb for row in rows[:MAX_CRUMBS] if (crumb := _crumb(page, structured, row))]
            if crumbs:
                return crumbs
    return []


def _position(row: Node) -> int:
    value = row.get("position")
    if isinstance(value, int):
        return value
    return int(value) if isinstance(value, str) and value.isdecimal() and len(value) <= MAX_DIGITS else 0


def _crumb(page: Page, structured: Structured, row: Node) -> tuple[str, str | None] | None:
    item = structured.resolve(row.get("item"))
    inner = item if isinstance(item, dict) else {}
    name = _first_text(row.get("name"), inner.get("name"))
    address = _first_text(item, inner.get("url"), inner.get("@id"), row.get("url"))
    if not name or len(name) > 2 * MAX_WORD:
        return None
    return " ".join(name.split()), (web_address(base_url(page), address) or None) if address else None


def _shown_crumbs(page: Page, named: Sequence[int]) -> list[tuple[str, str | None]]:
    """The links of the first of some elements, named after breadcrumbs, that holds little else."""
    base = base_url(page)
    for index in named:
        first, last = int(page.first_run[index]), int(page.last_run[index])
        if not 0 < last - first <= 4 * MAX_CRUMBS:
            continue
        crumbs = []
        for run in range(first, last):
            text = page.text[page.run_start[run] : page.run_stop[run]].strip()
            if page.run_is_link[run] and 0 < len(text) <= MAX_WORD:
                crumbs.append((text, web_address(base, link_around(page, int(page.run_element[run]))) or None))
        if 0 < len(crumbs) <= MAX_CRUMBS:
            return crumbs
    return []


def _free(structured: Structured) -> bool | None:
    stated = structured.article.get("isAccessibleForFree")
    if isinstance(stated, bool):
        return stated
    told = [stated] if isinstance(stated, str) else structured.meta("article:content_tier")
    return next((truth for text in told if (truth := _TRUTH.get(text.strip().lower())) is not None), None)


def _comment_count(structured: Structured) -> int | None:
    article = structured.article
    counts = [article.get("commentCount")]
    for statistic in _listed(article.get("interactionStatistic")):
        kind = structured.resolve(statistic.get("interactionType")) if isinstance(statistic, dict) else None
        name = " ".join(types(kind)) if isinstance(kind, dict) else str(kind)
        if isinstance(statistic, dict) and name.endswith("CommentAction"):
            counts.append(statistic.get("userInteractionCount"))
    return next((number for count in counts if (number := _count(count)) is not None), None)


def _count(value: Any) -> int | None:
    digits = str(value).strip() if isinstance(value, (int, str)) and not isinstance(value, bool) else ""
    return int(digits) if digits.isdecimal() and len(digits) <= MAX_DIGITS else None


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _first_text(*values: Any) -> str | None:
    for value in values:
        for text in _listed(value):
            if isinstance(text, str) and text.strip():
                return text.strip()
    return None
