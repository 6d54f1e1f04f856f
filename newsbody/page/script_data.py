"""The data that a page hands to its scripts: ``<script id=__NEXT_DATA__>{…}``, ``window.__STATE__ = {…}``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from newsbody.page.page import Page

#: Shorter text is no data for a page (characters).
MIN_JSON_CHARS = 40
#: References of flattened data (Nuxt 3) that are followed into one another, and values that are made of them.
MAX_DEPTH, MAX_VALUES = 40, 100_000

_JSON = re.compile(r"\s*[\[{]")
#: A script that gives the page its data: ``window.__STATE__ = {``, ``var data = JSON.parse("{…}")``.
_ASSIGNED = re.compile(
    r"(?:^|[;\n])\s*(?:(?:var|let|const)\s+)?[\w$.\[\]\"']{1,80}\s*=\s*(?:JSON\.parse\(\s*(?=\")|(?=[\[{]))"
)
#: A piece of what the server sent a Next application: ``self.__next_f.push([1,"…"])``.
_PUSHED = re.compile(r"__next_f\.push\(\s*(?=\[)")
_ROW = re.compile(r"([0-9a-f]{1,6}):(?:T([0-9a-f]{1,6}),)?")


def script_values(page: Page) -> Iterator[Any]:
    """The values of a page's data, decoded, in their order; JSON-LD is none (:mod:`newsbody.metadata.structured`)."""
    pushed: list[str] = []
    for element in page.root.iter("script", "noscript", "div", "template"):
        if element.tag == "div":
            text = element.get("data-preloaded") or element.get("data-page") or ""
        else:
            text = element.text or ""
        if len(text) < MIN_JSON_CHARS or "ld+json" in (element.get("type") or ""):
            continue
        if element.tag == "script" and (piece := _PUSHED.search(text)):
            pushed += [part for part in decoded(text[piece.end() :]) or () if isinstance(part, str)]
        elif _JSON.match(text):
            value = decoded(text)
            yield unflattened(value) if element.get("id") == "__NUXT_DATA__" and isinstance(value, list) else value
        elif element.tag == "script":
            for name in _ASSIGNED.finditer(text):
                value = decoded(text[name.end() :])
                yield decoded(value) if isinstance(value, str) else value
    if pushed:
        yield from _rows("".join(pushed))


def decoded(text: str) -> Any:
    """The first JSON value of a text, None when there is none: a script that is no data says nothing."""
    try:
        return json.JSONDecoder(strict=False).raw_decode(text.strip())[0]
    except (ValueError, RecursionError):
        return None


def looks_like_json(text: str) -> bool:
    """Whether a text is long enough for data and begins as data: ``{"a": …``."""
    return len(text) >= MIN_JSON_CHARS and _JSON.match(text) is not None


def _rows(text: str) -> Iterator[Any]:
    """The rows of React's stream: ``2b:{"html":"$2c"}``, and ``2c:T1f4,`` before a text of so many bytes."""
    position, values, texts = 0, [], dict[str, str]()
    while position < len(text):
        row = _ROW.match(text, position)
        if row and row[2]:  # the next row begins right behind the text
            size = int(row[2], 16)
            piece = text[row.end() : row.end() + size].encode()[:size].decode("utf-8", "ignore")
            texts[f"${row[1]}"] = piece
            position = row.end() + len(piece)
            continue
        end = text.find("\n", position)
        end = end if end >= 0 else len(text)
        if row:
            values.append(decoded(text[row.end() : end]))
        position = end + 1
    yield from (_with_texts(value, texts, MAX_DEPTH) for value in values)
    yield from texts.values()


def _with_texts(value: Any, texts: Mapping[str, str], depth: int) -> Any:
    """A row with the long texts that stand in rows of their own."""
    if isinstance(value, str):
        return texts.get(value, value)
    if isinstance(value, list) and depth:
        return [_with_texts(one, texts, depth - 1) for one in value]
    if isinstance(value, dict) and depth:
        return {name: _with_texts(one, texts, depth - 1) for name, one in value.items()}
    return value


def unflattened(values: Sequence[Any]) -> Any:
    """Data whose values are numbers of others in one list (devalue): ``[{"a": 1}, "x"]`` is ``{"a": "x"}``."""
    made = [0]

    def value_of(number: Any, depth: int) -> Any:
        made[0] += 1
        if not isinstance(number, int) or not 0 <= number < len(values) or depth > MAX_DEPTH or made[0] > MAX_VALUES:
            return None
        value = values[number]
        if isinstance(value, dict):
            return {name: value_of(one, depth + 1) for name, one in value.items()}
        if isinstance(value, list):
            if len(value) == 2 and isinstance(value[0], str):  # ["Reactive", 4]: a wrapped value
                return value_of(value[1], depth + 1)
            return [value_of(one, depth + 1) for one in value]
        return value

    return value_of(0, 0)
