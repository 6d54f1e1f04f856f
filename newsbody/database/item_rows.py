"""Items as rows of a database, whatever class they are of."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass
from hashlib import blake2b
from math import isfinite
from typing import Any, Literal

from itemadapter import ItemAdapter
from w3lib.url import canonicalize_url

from newsbody.database.tables import ARTICLES, POSTS, THREADS, fitted, key
from newsbody.items import Article, ForumThread, Post
from newsbody.markup.links import web_address
from newsbody.page.sites import host_of

_ARTICLE, _POST, _THREAD = (tuple(f.name for f in fields(cls)) for cls in (Article, Post, ForumThread))
#: What no database takes as text: NUL, and halves of characters.
_REFUSED = re.compile("[\0\ud800-\udfff]")


@dataclass(frozen=True, eq=False)
class Row:
    """An item on its way into the database; ``posts`` are those of a thread that is whole."""

    kind: Literal["article", "post", "thread"]
    values: dict[str, Any]
    posts: tuple[Row, ...] = ()


def row_of(
    item: Any, names: Mapping[str, str] | None = None, address_of: Callable[[str], str] = canonicalize_url
) -> Row | None:
    """The row of an item: a thread has ``threadId`` and ``posts``, a post ``threadId`` and ``text``, an article
    ``articleBody``, and all have ``url``; None for others.

    ``names``: our field name -> the item's, where they differ; ``address_of``: url -> what an article is kept by.
    """
    if not ItemAdapter.is_item(item):
        return None
    names, adapter = names or {}, ItemAdapter(item)
    if not (url := _plain(str(adapter.get(names.get("url", "url")) or ""))):
        return None
    if adapter.get("threadId") and isinstance(adapter.get("posts"), list):
        posts = tuple(row for post in adapter["posts"] if (row := row_of(post)) and row.kind == "post")
        return Row("thread", fitted(THREADS, _values(adapter, _THREAD, {}, "posts")), posts)
    if adapter.get("threadId") and adapter.get("text") is not None:
        return Row("post", _with_digest(fitted(POSTS, _values(adapter, _POST, {}))))
    if adapter.get(names.get("articleBody", "articleBody")) is not None:
        values = {"address": address_of(url) if web_address("", url) else url, **_values(adapter, _ARTICLE, names)}
        return Row("article", _with_digest(fitted(ARTICLES, values)))
    return None


def _values(adapter: ItemAdapter, wanted: tuple[str, ...], names: Mapping[str, str], *left_out: str) -> dict[str, Any]:
    values = {name: _plain(adapter.get(names.get(name, name))) for name in wanted if name not in left_out}
    return {"site": key(host_of(str(values["url"]))), **values}


def _plain(value: Any) -> Any:
    """JSON primitives, in which there is nothing that a database refuses."""
    if isinstance(value, str):
        return _REFUSED.sub("�", value)
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    if is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    elif ItemAdapter.is_item(value):
        value = ItemAdapter(value).asdict()
    if isinstance(value, Mapping):
        return {_plain(str(name)): _plain(part) for name, part in value.items()}
    if isinstance(value, float):
        return value if isfinite(value) else None
    return value if value is None or isinstance(value, (bool, int)) else _plain(str(value))


def _with_digest(values: dict[str, Any]) -> dict[str, Any]:
    """``digest`` tells whether anything changed."""
    text = json.dumps(values, sort_keys=True)
    return {**values, "digest": blake2b(text.encode(), digest_size=16).hexdigest()}
