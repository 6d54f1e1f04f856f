"""Bodies that no markup holds: an application's data in the page, out of which scripts would draw it.

Of all texts in the data the body is found by the page's own words: it stands in a row whose title the page has too
(``{"title": "The bridge", "content": "<p>…"}`` beside ``<title>The bridge - Gazette``), or begins as the page's
description does. A text may be HTML, plain lines, or a list of blocks as editors store them (``[{"type": "paragraph",
…``). The page that the data would draw is written as markup and read as any other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from lxml import etree

from newsbody.page import Page
from newsbody.page.body import Body, empty
from newsbody.page.characters import Characters
from newsbody.page.script_data import decoded, looks_like_json, script_values

#: Weighted letters from which on a body of the markup is not doubted, and those of the shortest body in data.
ENOUGH, SHORTEST = 600.0, 120.0
#: The data's text is preferred when it is so many times the markup's body, this share at least of all that the page
#: shows, and less than a share of it is to be seen (7,793 labelled pages: no article changes, one list; a description
#: in the data took the place of four lists without the second).
TIMES, OF_SHOWN, SEEN = 2.0, 0.5, 0.5
#: Weighted letters of the longest text of a page that shows nothing yet, and characters of a script that may draw it.
BLANK, LONG_SCRIPT = 150.0, 500
#: Levels and values of the data that are looked at.
MAX_DEPTH, MAX_VALUES = 40, 200_000
#: Letters by which a paragraph is looked for on the page.
BEGINNING = 24
#: Letters of an address' last name that tells its page from others: not "1.html".
LEAST_NAME = 4
#: How sure a body is that stands in the data alone.
PROBABILITY = 0.9

_NO_LETTER = re.compile(r"[\W_]+")
_MARKUP = re.compile(
    r"</?(?:p|br|div|h[1-6]|ul|ol|li|blockquote|figure|section|span|a|strong|em|b|i)\b[^<>]*>|&(?:[a-z]{2,8}|#\d{1,7});",
    re.IGNORECASE,
)
#: What rows call their title, the text of a block, its kind, and where a block leads: such a row is a teaser.
_TITLES = ("headline", "title", "name", "subject", "articletitle", "posttitle")
_TEXTS = tuple(
    "text value html content data children body insert attributes attrs code items nodes blocks spans".split()
)
_TYPES = ("type", "_type", "nodetype", "blocktype", "kind", "tag", "style", "name")
_LEADS = ("url", "href", "link", "slug", "permalink", "canonicalurl")
_TIMES = (
    *("datepublished", "publishedat", "publishdate", "publisheddate", "pubdate", "firstpublished", "createdat"),
    *("date", "published", "updatedat"),
)
_AUTHORS = ("author", "authors", "byline", "writer", "creator", "authorname")
_PERSON = ("name", "fullname", "displayname", "title")
_HEADING = re.compile(r"head|title|^h[1-6]$", re.IGNORECASE)


@dataclass(frozen=True)
class StateBody:
    """A text of the data as markup, and the row it is told in."""

    html: str
    row: Mapping[str, Any]
    weight: float


def body_of_state(body: Body) -> Body:
    """The body as the page's data have it, where its markup shows none or much less; else the same body."""
    page = body.page
    found = float(page.run_weight[body.runs].sum())
    if found >= ENOUGH:
        return body
    best = max(_candidates(page), key=lambda one: (one.weight, bool(one.row)), default=None)
    if best is None or best.weight < max(SHORTEST, TIMES * found, OF_SHOWN * float(page.run_weight.sum())):
        return replace(body, kind="script") if not found and is_blank(page) else body
    drawn = _drawn(page, best)
    runs = drawn.inside(drawn.is_tag("article"))[drawn.run_element]
    seen = _letters(page.text)
    told = [
        _letters(drawn.paragraphs[number])[:BEGINNING] for number in sorted(set(drawn.run_paragraph[runs].tolist()))
    ]
    told = [beginning for beginning in told if beginning]
    if not told or sum(beginning in seen for beginning in told) >= SEEN * len(told):
        return body
    return Body(drawn, runs, probability=PROBABILITY, source="state")


def is_blank(page: Page) -> bool:
    """Whether a page shows next to nothing, and has scripts that may draw it: ``<div id=app></div><script src=…>``."""
    if float(page.run_weight.sum()) > BLANK:
        return False
    return any(one.get("src") or len(one.text or "") > LONG_SCRIPT for one in page.root.iter("script"))


def is_drawn_by_script(page: Page) -> bool:
    """Whether only a browser shows what a page is: it shows next to nothing, and its data hold no body."""
    return is_blank(page) and body_of_state(empty(page)).kind == "script"


# --- where bodies stand -----------------------------------------------------------------------------


class _Words:
    """What a page says of itself: its titles and its description, in letters alone; and its address."""

    def __init__(self, page: Page) -> None:
        self._name = _last_name(page.url or "")
        h1 = [page.text[page.start[i] : page.stop[i]] for i in page.is_tag("h1").nonzero()[0][:2].tolist()]
        metas = (content for name in ("og:title", "twitter:title") for content in page.metas.get(name, ()))
        self.titles = [words for text in (page.title, *metas, *h1) if (words := _letters(text))]
        told = (content for name in ("description", "og:description") for content in page.metas.get(name, ()))
        self.descriptions = [words for text in told if len(words := _letters(text)[:BEGINNING]) >= BEGINNING / 2]

    def is_title(self, text: str) -> bool:
        words = _letters(text)
        return len(words) >= 4 and any(words in title or (len(title) >= 8 and title in words) for title in self.titles)

    def is_address(self, link: str | None) -> bool:
        """Does a link, or a slug such as ``ferry-to-holm``, end as the page's address does?"""
        return len(self._name) >= LEAST_NAME and _last_name(link or "") == self._name

    def is_described(self, text: str) -> bool:
        return any(words in _letters(text[: 40 * BEGINNING]) for words in self.descriptions)


def _candidates(page: Page) -> Iterator[StateBody]:
    words, budget = _Words(page), [MAX_VALUES]
    for value in script_values(page):
        yield from _bodies(value, words, {}, own=None, depth=MAX_DEPTH, budget=budget)
    for element in page.root.iter("script"):
        if "ld+json" in (element.get("type") or "") and "articleBody" in (element.text or ""):
            yield from _bodies(decoded(element.text or ""), words, {}, own=None, depth=MAX_DEPTH, budget=budget)


def _bodies(
    value: Any, words: _Words, row: Mapping[str, Any], *, own: bool | None, depth: int, budget: list[int]
) -> Iterator[StateBody]:
    """The texts below a value. ``own``: whether the nearest row with a title has the page's own, None without any."""
    budget[0] -= 1
    if depth <= 0 or budget[0] < 0:
        return
    if isinstance(value, str):
        if looks_like_json(value):
            yield from _bodies(decoded(value), words, row, own=own, depth=depth - 1, budget=budget)
        elif len(value) >= SHORTEST / 3 and (own or (own is None and words.is_described(_plain(value)))):
            yield _state_body(_html_of(value), row)
        return
    if isinstance(value, list):
        html = "".join(_blocks(value, MAX_DEPTH)) if value and not _is_teasers(value) else ""
        if html and (own or (own is None and words.is_described(_plain(html)))):
            yield _state_body(html, row)
        for child in value:
            yield from _bodies(child, words, row, own=own, depth=depth - 1, budget=budget)
    elif isinstance(value, dict):
        titled = _first(value, _TITLES)
        if titled is not None and _first(value, _TYPES[:4]) not in ("text", "paragraph"):
            is_own = words.is_title(titled) or words.is_address(_first(value, _LEADS))
            own, row = (True, value) if is_own else (own if own is None else False, row)
        for child in value.values():
            yield from _bodies(child, words, row, own=own, depth=depth - 1, budget=budget)


def _state_body(html: str, row: Mapping[str, Any]) -> StateBody:
    return StateBody(html, row, float(Characters(_plain(html)).weight[-1]))


# --- texts and blocks -------------------------------------------------------------------------------


def _html_of(text: str) -> str:
    if _MARKUP.search(text):
        return text
    return "".join(f"<p>{escape(line)}</p>" for line in text.splitlines() if line.strip())


def _plain(html: str) -> str:
    return re.sub(r"<[^<>]*>", " ", html)


def _is_teasers(rows: list[Any]) -> bool:
    """Rows with a title that lead elsewhere: other articles."""
    leading = [row for row in rows if isinstance(row, dict) and _first(row, _LEADS) and _first(row, _TITLES)]
    return 2 * len(leading) > len(rows)


def _blocks(rows: list[Any], depth: int) -> Iterator[str]:
    """The markup of a list of blocks, or of plain paragraphs; nothing for a list that is neither."""
    if depth <= 0:
        return
    for row in rows:
        if isinstance(row, str):
            if len(row) >= BEGINNING or _MARKUP.search(row):
                yield _html_of(row)
        elif isinstance(row, dict) and (kind := _first(row, _TYPES)) is not None:
            inner = _inner(row)
            if isinstance(inner, str):
                tag = "h2" if _HEADING.search(kind) else "pre" if "code" in kind.lower() else "p"
                yield inner if tag == "p" and _MARKUP.match(inner) else f"<{tag}>{inner}</{tag}>"
            elif inner is not None:
                yield from _blocks(inner, depth - 1)


def _inner(row: Mapping[str, Any]) -> str | list[Any] | None:
    """What a block holds: its text, when all below is text, or the blocks in it."""
    for name, value in row.items():
        key = _key(name)
        if key not in _TEXTS:
            continue
        if isinstance(value, str) and value.strip():
            return value if _MARKUP.search(value) else escape(value)
        if isinstance(value, dict):
            found = _inner(value)
            if found is not None:
                return found
        elif isinstance(value, list) and value:
            pieces = [_leaf(one) for one in value]
            if all(piece is not None for piece in pieces):
                return "".join(piece for piece in pieces if piece)
            return value
    return None


def _leaf(value: Any) -> str | None:
    """The text of a piece of a paragraph: ``{"text": "bold", "marks": […]}``, or a link around such pieces."""
    if isinstance(value, str):
        return escape(value) if not _MARKUP.search(value) else None
    if not isinstance(value, dict):
        return None
    fields = {_key(name): one for name, one in value.items()}
    for name in ("text", "value", "insert"):
        if isinstance(fields.get(name), str):
            return escape(fields[name])
    kind = str(fields.get("type") or fields.get("nodetype") or "").lower()
    children = fields.get("children") or fields.get("content")
    if ("link" in kind or kind == "a" or "inline" in kind) and isinstance(children, list):
        pieces = [_leaf(one) for one in children]
        return "".join(piece or "" for piece in pieces)
    return None


# --- the page that the data would draw --------------------------------------------------------------


def _drawn(page: Page, found: StateBody) -> Page:
    head = page.root.find("head")
    kept = [] if head is None else [one for one in head if one.tag in ("title", "meta", "link", "base")]
    kept += [one for one in page.root.iter("script") if "ld+json" in (one.get("type") or "")]
    told = "".join(etree.tostring(one, encoding="unicode", method="html", with_tail=False) for one in kept)
    lang = escape(page.root.get("lang") or "", quote=True)
    title = _first(found.row, _TITLES) or ""
    return Page.parse(
        f'<html lang="{lang}"><head>{told}{_statement(found.row)}</head>'
        f"<body><h1>{escape(title)}</h1><article>{found.html}</article></body></html>",
        page.url,
    )


def _statement(row: Mapping[str, Any]) -> str:
    """The row's title, date and authors as JSON-LD."""
    said = {
        "headline": _first(row, _TITLES),
        "datePublished": _first(row, _TIMES),
        "author": [{"@type": "Person", "name": name} for name in _names(row)],
    }
    node = {"@context": "https://schema.org", "@type": "NewsArticle", **{key: one for key, one in said.items() if one}}
    text = json.dumps(node).replace("<", "\\u003c")
    return f'<script type="application/ld+json">{text}</script>' if len(node) > 2 else ""


def _names(row: Mapping[str, Any]) -> list[str]:
    fields = {_key(name): value for name, value in row.items()}
    for name in _AUTHORS:
        value = fields.get(name)
        people = value if isinstance(value, list) else [value]
        names = [
            one if isinstance(one, str) else _first(one, _PERSON) for one in people if isinstance(one, (str, dict))
        ]
        if found := [one for one in names if one]:
            return found
    return []


def _first(row: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    """The first of the fields that is a text, whatever the case of its name."""
    fields = {_key(name): value for name, value in row.items()}
    return next((value for name in names if isinstance(value := fields.get(name), str) and value.strip()), None)


def _key(name: Any) -> str:
    return _NO_LETTER.sub("", str(name)).lower()


def _last_name(address: str) -> str:
    """``ferry-to-holm`` of ``http://post.example/n/ferry-to-holm.html?page=1``."""
    return re.split(r"[?#]", address, maxsplit=1)[0].rstrip("/").rpartition("/")[2].partition(".")[0]


def _letters(text: str) -> str:
    return _NO_LETTER.sub("", text).lower()
