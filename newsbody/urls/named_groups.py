"""What words say of the groups beside the topics': the same threads by another name, or lists of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from newsbody.urls.derive import derive_route
from newsbody.urls.evidence import LIST_STEMS, LIST_WORDS, OTHER_STEMS, OTHER_WORDS, Judged, head_words
from newsbody.urls.groups import Group
from newsbody.urls.routes import ACTION_WORDS, Route
from newsbody.urls.shapes import PAGE_NAMES

#: Ends of words that lead to a place in the same thread (to the next thread leads something else).
PLACE_WORDS = ("post", "unread", "latest", "newest")

#: Parts of words that make or change a page rather than show it.
MAKING_STEMS = ("create", "edit", "reply", "report", "print", "delete", "quote")


def alias_route(main: Judged, other: Judged) -> Route | None:
    """The route of ``other`` when its addresses carry the thread ids of ``main`` under a related name.

    A rewritten form and the dynamic form behind it (``thread-7-1-1.html``, ``viewthread&tid=7``), or a redirect into
    the thread. Forms and logs about a thread are none.
    """
    a, b = main.group, other.group
    words = set(head_words(b, other.route))
    if words & ACTION_WORDS or any(value in ACTION_WORDS for _, value in b.query):
        return None
    chosen = {value.lower() for _, value in b.query if value}
    places = {word for word in chosen if word.endswith(PLACE_WORDS)}
    if chosen & OTHER_WORDS or _is_making(chosen, places):
        return None
    if b.keyed_by_path:
        own = _key_words(b)
        if a.keyed_by_path:  # two rewritten forms: one is named after the other's id
            words = _key_words(a)
            return other.route if not own & words and _related(own, words) else None
        return other.route if _related(main.route.ids[:1], own) else None
    words = _key_words(a) if a.keyed_by_path else set(main.route.ids[:1])
    keys = sorted(key for key in _query_keys(b) if any(_names_id(key, word) for word in words))
    if not keys or not (places or a.keyed_by_path):
        return None
    key = min(keys, key=lambda key: (len(key), key))
    if places:
        return replace(other.route, ids=(key,), keep=(), page_key=None)
    shows = any(value.endswith(word) and len(word) > 2 for value in chosen for word in words)
    shows = shows or (not chosen and other.route.ids[:1] == (key,))
    return replace(other.route, ids=(key,), keep=()) if shows else None


def list_routes(topic: Route, others: Sequence[Judged]) -> tuple[Route, ...]:
    """Routes of pages that list topics: folders above them, and groups whose words say so.

    Groups of one script that are chosen alike (orders and filters of one list) share a route and so an address. The
    name of the script that shows the topics, too, says nothing of what else it is asked for.
    """
    routes: dict[Route, None] = {Route(path=topic.path[:depth]): None for depth in range(len(topic.path))}
    merged: dict[tuple[object, ...], Group] = {}
    for judged in others:
        if not _is_list(judged, topic):
            continue
        if judged.group.head == (topic.path, ()):
            routes[Route(path=topic.path)] = None
            continue
        head = (judged.group.path, judged.group.query[:1])
        group = merged.setdefault(head, Group(head))
        group.members += judged.group.members
        group.shapes += judged.group.shapes
    for group in merged.values():
        route = derive_route(group)
        named = route.page_key is not None and route.page_key.lower() in PAGE_NAMES
        routes[route if named else replace(route, page_key=None)] = None
    return tuple(routes)


def _is_list(judged: Judged, topic: Route) -> bool:
    words = head_words(judged.group, judged.route) or [piece.lower() for piece in judged.group.path[-1:]]
    words = [word for text in words for word in re.findall(r"[^\W\d_]+", text.rsplit(".", 1)[0])]
    if topic.path and judged.group.path == topic.path and judged.group.query:  # what shows all says nothing of one
        script = re.findall(r"[^\W\d_]+", topic.path[-1].rsplit(".", 1)[0].lower())
        words = [word for word in words if word not in script]
    if _is_making(words) or any(word in OTHER_WORDS | ACTION_WORDS for word in words):
        return False
    if any(stem in word for word in words for stem in OTHER_STEMS):
        return False
    return any(word in LIST_WORDS or any(stem in word for stem in LIST_STEMS) for word in words)


def _is_making(words: Iterable[str], places: Iterable[str] = ()) -> bool:
    """Whether a word makes or changes a page; ``newpost`` as a place is the newest post, else a form for one."""
    return any(
        stem in word for word in words for stem in (MAKING_STEMS if word in places else (*MAKING_STEMS, "new", "add"))
    )


def _key_words(group: Group) -> set[str]:
    """Lower-case words in the segment with the key: ``thread`` of ``thread-7-1.html``, ``t`` of ``t7-title``."""
    words = set(re.findall(r"[^\W\d_]+", re.sub(r"\{[nxhs]\}|\.\w+$", " ", group.path[-1]).lower()))
    return {word for word in words if len(word) > 1} or words


def _names_id(key: str, word: str) -> bool:
    """Whether a query key is a usual name for the id of what a word names: ``tid``, ``ptid``, ``thread_id``, ``t``."""
    key, word = key.lower().replace("_", ""), word.lower().replace("_", "")
    if not key or not word:  # what has no name
        return False
    if key == word or key in (word[0], f"{word}id"):
        return True
    return len(word) > 1 and key.endswith((word, f"{word[0]}id"))


def _related(keys: Iterable[str], words: Iterable[str]) -> bool:
    pairs = [(key, word) for key in keys for word in words]
    return any(_names_id(key, word) or _names_id(word, key) for key, word in pairs)


def _query_keys(group: Group) -> list[str]:
    return sorted({key for parts in group.members for key, value in parts.query if value.isdecimal()})
