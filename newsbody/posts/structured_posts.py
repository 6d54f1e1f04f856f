"""Posts as data in a page: JSON-LD, microdata, and what a script is given to draw the page from.

JSON-LD and microdata are read by their types (https://schema.org/DiscussionForumPosting, QAPage, Comment). Data for
scripts has no such names: of all lists in it the one with most text whose rows say what was written, by whom and when.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import Any

import numpy as np

from newsbody.dates import read_date
from newsbody.items import Author, Post
from newsbody.markup.links import base_url, web_address
from newsbody.metadata.structured import load_json, types
from newsbody.page import Page
from newsbody.page.script_data import decoded, looks_like_json, script_values
from newsbody.rules.rule import MAX_BODIES
from newsbody.rules.values import is_name, read_id

#: Levels of lists and rows that are looked into, and texts that are JSON themselves.
MAX_DEPTH = 40
MAX_NESTED = 2
#: A list of posts has so many rows with text, author or time.
MIN_ROWS = 2
MIN_SHARE = 0.8

_POSTS = frozenset(("DiscussionForumPosting", "SocialMediaPosting", "Question", "Answer", "Comment"))
_ANSWERS = ("acceptedAnswer", "suggestedAnswer", "comment")
#: What rows call their text, author, time, id, the post that they answer, likes and replies, the likeliest first.
_TEXT = ("cooked", "contentrendered", "contenthtml", "bodyhtml", "html", "content", "body", "text", "message", "raw",
         "posttext")  # fmt: skip
_AUTHOR = ("username", "authorname", "nickname", "displayname", "author", "user", "creator", "owner", "postedby")
_TIME = ("createdat", "datepublished", "publishedat", "createdate", "created", "postedat", "postdate", "dateline",
         "timestamp", "date", "time", "pubtime", "createtime")  # fmt: skip
_ID = ("postid", "id", "pid", "commentid")
_PARENT = ("parentid", "replytopostid", "inreplyto", "replyto", "parent")
_LIKES = ("likecount", "likes", "upvotecount", "upvotes", "score", "ups", "votes")
_REPLIES = ("replycount", "commentcount", "answercount", "replies")
_PLACE = ("postnumber", "position", "floor", "number")
_NAMED = re.compile(r"[^a-z]")
_MARKUP = re.compile(r"<[a-zA-Z][^<>]*>|&[a-z]{2,8};|&#\d")


def stated_posts(page: Page) -> list[Post]:
    """The posts that a page states as data, in their order; [] where it states none."""
    found = list(_from_json_ld(page)) or list(_from_microdata(page))
    if len(found) < MIN_ROWS:
        found = max(found, _from_scripts(page), key=len)
    return found[:MAX_BODIES]


# --- JSON-LD --------------------------------------------------------------------------------------


def _from_json_ld(page: Page) -> Iterator[Post]:
    for script in page.root.iter("script"):
        if "ld+json" in (script.get("type") or ""):
            yield from _of_node(page, load_json(script.text or ""), None, 0)


def _of_node(page: Page, node: Any, above: str | None, depth: int) -> Iterator[Post]:
    if depth > MAX_DEPTH:
        return
    if isinstance(node, list):
        for one in node:
            yield from _of_node(page, one, above, depth + 1)
    elif isinstance(node, dict):
        text = node.get("text") or node.get("articleBody")
        if _POSTS.isdisjoint(types(node)) or not isinstance(text, str):
            for key in ("@graph", "mainEntity", "mainEntityOfPage", *_ANSWERS):
                yield from _of_node(page, node.get(key), above, depth + 1)
            return
        post = _with_text(_stated_by(page, node, above), text)
        yield post
        for key in _ANSWERS:
            yield from _of_node(page, node.get(key), post.postId, depth + 1)


def _stated_by(page: Page, node: Mapping[str, Any], above: str | None) -> Post:
    author = node.get("author") if not isinstance(node.get("author"), list) else next(iter(node["author"]), None)
    name = author.get("name") if isinstance(author, dict) else author
    said = (value for key in ("identifier", "@id", "url") if isinstance(value := node.get(key), str))
    identity = next((value for value in said if web_address(page.url or "", value) != page.url), None)
    raw = node.get("datePublished") or node.get("dateCreated")
    likes = _number(node.get("upvoteCount"))
    replies = _number(node.get("commentCount", node.get("answerCount")))
    statistics = node.get("interactionStatistic") or []
    for one in statistics if isinstance(statistics, list) else [statistics]:
        kind = str(one.get("interactionType")) if isinstance(one, dict) else ""
        count = _number(one.get("userInteractionCount")) if kind else None
        likes = count if likes is None and "Like" in kind else likes
        replies = count if replies is None and ("Comment" in kind or "Reply" in kind) else replies
    link = author.get("url") if isinstance(author, dict) else None
    return Post(
        "",
        page.url or "",
        "",
        author=_author(_name(name), link if isinstance(link, str) else None, page),
        datePublished=_time(raw),
        datePublishedRaw=raw if isinstance(raw, str) else None,
        postId=read_id(identity) if identity else None,
        parentId=above,
        likes=likes,
        replyCount=replies,
        position=_number(node.get("position")),
    )


# --- microdata ------------------------------------------------------------------------------------


def _from_microdata(page: Page) -> Iterator[Post]:
    """The items of the page's own elements; what stands in an inner item is that one's."""
    items = [
        index
        for index, element in enumerate(page.elements)
        if (element.get("itemtype") or "").rstrip("/").rpartition("/")[2] in _POSTS
    ]
    own: dict[int, dict[str, Any]] = {index: {} for index in items}
    around = _item_around(page)
    for index, element in enumerate(page.elements) if items else ():
        names = (element.get("itemprop") or "").split()
        item = around[int(page.parent[index])] if names and page.parent[index] >= 0 else -1
        outer = item if item in own else around[int(page.parent[item])] if item >= 0 and page.parent[item] >= 0 else -1
        for name in names:
            if item in own:
                own[item].setdefault(name, _property(page, index))
            elif name in ("name", "url") and outer in own:  # of the person who is the author
                own[outer].setdefault(f"author {name}", _property(page, index))
    for index in items:
        said = own[index]
        text = said.get("text") or said.get("articleBody")
        if text:
            above = own.get(around[int(page.parent[index])])
            parent = _stated_by(page, _node(above), None).postId if above else None
            yield _with_words(_stated_by(page, _node(said), parent), text)


def _node(said: Mapping[str, Any]) -> dict[str, Any]:
    """The properties of an item as JSON-LD has them."""
    author = {"name": said.get("author name") or said.get("author"), "url": said.get("author url")}
    return {**said, "author": author}


def _item_around(page: Page) -> list[int]:
    """For each element the nearest item at or above it, -1 without one."""
    around: list[int] = []
    for index, element in enumerate(page.elements):
        above = int(page.parent[index])
        around.append(index if element.get("itemscope") is not None else around[above] if above >= 0 else -1)
    return around


def _property(page: Page, index: int) -> str:
    element = page.elements[index]
    told = (
        element.get("content") or element.get("datetime") or (element.get("href") if page.tags[index] == "link" else "")
    )
    return told or page.text[page.start[index] : page.stop[index]].strip()


# --- what scripts are given -----------------------------------------------------------------------


def _from_scripts(page: Page) -> list[Post]:
    lists = [rows for value in script_values(page) for rows in _lists(value, MAX_DEPTH, MAX_NESTED)]
    best = max(lists, key=lambda rows: sum(len(_text_of(row)) for row in rows), default=[])
    found = [_of_row(page, row) for row in best[:MAX_BODIES]]
    return [post for post in found if post.text]


def _lists(value: Any, depth: int, nested: int) -> Iterator[list[dict[str, Any]]]:
    """The lists of rows that may be posts, wherever they stand; also the values of a mapping from ids to rows."""
    if isinstance(value, str):
        if nested and looks_like_json(value):
            yield from _lists(decoded(value), depth, nested - 1)
        return
    if not depth or not isinstance(value, (list, dict)):
        return
    yield from _resources(value)
    children = value if isinstance(value, list) else list(value.values())
    rows = [child for child in children if isinstance(child, dict)]
    if len(rows) >= MIN_ROWS and sum(map(_is_post, rows)) >= MIN_SHARE * len(rows):
        yield [row for row in rows if _is_post(row)]
        return
    for child in children:
        yield from _lists(child, depth - 1, nested)


def _resources(document: Any) -> Iterator[list[dict[str, Any]]]:
    """The posts of a document of JSON:API (https://jsonapi.org), each with what it is related to: its author."""
    included = _row(document).get("included")
    found = [_row(one) for one in included] if isinstance(included, list) else []
    known = {(str(one.get("type")), str(one.get("id"))): _row(one.get("attributes")) for one in found}
    rows = []
    for one in found:
        related = {name: _row(_row(to).get("data")) for name, to in _row(one.get("relationships")).items()}
        people = {name: known.get((str(to.get("type")), str(to.get("id")))) for name, to in related.items()}
        rows.append({"id": one.get("id"), **people, **_row(one.get("attributes"))})
    yield [row for row in rows if _is_post(row)]


def _row(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _fields(row: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a row by their names in small letters alone: createdAt and created_at are one."""
    return {_NAMED.sub("", str(name).lower()): value for name, value in row.items()}


def _first(fields: Mapping[str, Any], names: Sequence[str], kinds: tuple[type, ...]) -> Any:
    return next((fields[name] for name in names if isinstance(fields.get(name), kinds) and fields[name] != ""), None)


def _is_post(row: Mapping[str, Any]) -> bool:
    fields = _fields(row)
    said = _author_of(fields) is not None
    return said and bool(_text_of(row)) and _time(_first(fields, _TIME, (str, int, float))) is not None


def _text_of(row: Mapping[str, Any]) -> str:
    return _first(_fields(row), _TEXT, (str,)) or ""


def _author_of(fields: Mapping[str, Any]) -> str | None:
    for name in _AUTHOR:
        value = fields.get(name)
        if isinstance(value, dict):
            value = _first(_fields(value), ("name", *_AUTHOR), (str,))
        if (found := _name(value)) is not None:
            return found
    return None


def _of_row(page: Page, row: Mapping[str, Any]) -> Post:
    fields = _fields(row)
    raw = _first(fields, _TIME, (str, int, float))
    own, parent = _first(fields, _ID, (str, int)), _first(fields, _PARENT, (str, int))
    post = Post(
        "",
        page.url or "",
        "",
        author=_author(_author_of(fields), None, page),
        datePublished=_time(raw),
        datePublishedRaw=str(raw),
        postId=str(own) if own is not None else None,
        parentId=str(parent) if parent else None,
        likes=_number(_first(fields, _LIKES, (int,))),
        replyCount=_number(_first(fields, _REPLIES, (int,))),
        position=_number(_first(fields, _PLACE, (int,))),
    )
    return _with_text(post, _text_of(row))


# --- values ---------------------------------------------------------------------------------------


def _with_text(post: Post, text: str) -> Post:
    """The post with its text; one in markup is read as a page is, what it quotes apart."""
    if not _MARKUP.search(text):
        lines = (" ".join(line.split()) for line in text.splitlines())
        return _with_words(post, "\n".join(filter(None, lines)))
    page = Page.parse(text if "<" in text else unescape(text))
    quoting = page.is_tag("blockquote")
    quoting |= page.is_tag("aside") & np.array([name.split()[:1] == ["quote"] for name in page.classes], dtype=np.bool_)
    inside = page.inside(quoting)[page.run_element]
    return _with_words(post, page.runs_text(~inside), [page.runs_text(inside)] if inside.any() else [])


def _with_words(post: Post, text: str, quotes: Sequence[str] = ()) -> Post:
    """The post with its text and quotes; the data does not say whose these are."""
    post.text, post.quotes, post.fullText = text, [*quotes], "\n".join((*quotes, text))
    post.quoteAuthors, post.quotePostIds = [""] * len(quotes), [""] * len(quotes)
    return post


def _author(name: str | None, address: str | None, page: Page) -> Author | None:
    return Author(name, web_address(base_url(page), address or "") or None) if name else None


def _name(value: Any) -> str | None:
    return value.strip() if isinstance(value, str) and is_name(value.strip()) else None


def _time(value: Any) -> str | None:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        value = str(int(value)) if 1e8 < value < 1e14 else None
    return read_date(value) if isinstance(value, str) else None


def _number(value: Any) -> int | None:
    if isinstance(value, str) and value.isdigit() and len(value) < 10:
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
