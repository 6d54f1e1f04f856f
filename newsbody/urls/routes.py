"""A route: one pattern of addresses that show the same kind of page, and where the page's identity stands in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from newsbody.urls.normalize import UrlParts
from newsbody.urls.shapes import DEED_KEYS, PAGE_NAMES, check_pattern, read_shape, shape_regex, split_extension

#: English words that name a deed rather than a view: a page with one of them after the thread's id is a form, a print
#: version or a log, not the thread.
ACTION_WORDS = frozenset(
    "reply quote report print printable edit delete remove move merge split login register signup"
    " subscribe unsubscribe watch unwatch bookmark favorite favourite vote rate like react reactions share email send"
    " feed feeds rss history revisions timeline attachment download upload flag invite".split()
)

#: The action words that the regular expression names: all of them would make it unreadable.
COMMON_DEEDS = ("delete", "edit", "feed", "print", "printable", "reply", "report", "rss")

_QUERY_END = r"(?:[&;#]|$)"
_QUERY_START = r"(?:[^#]*[&;])?"


#: What an address has beside its route: shapes of what follows (and the ending of the title), query keys.
Form = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Route:
    """One address pattern. Holes as in :mod:`newsbody.urls.shapes`.

    ``path``: patterns of the segments up to the key; the whole path when the key stands in the query.
    ``selectors``: query keys that must be there, with their value (None: any).
    ``ids``: query keys that name the page, the thread's own first, then finer ones (a post's).
    ``id_hole``: number of the hole in ``path`` that identifies the page; None when ``ids`` do.
    ``within``: numbers of the holes before it in which ids start anew: ``/list{n}/msg{n}.html``.
    ``page_hole``: number of the hole in ``path`` that is a page number.
    ``page_key``: query key that is a page number or an offset.
    ``page_tail``: patterns of the segments after the key that give the page number.
    ``first_page``: page number that means the same as none.
    ``fixed``: holes that do not change the page and the value they get in the canonical address.
    ``keep``: further query keys that every address of the page carries.
    ``slug_follows``: whether a segment with the title may follow the key.
    ``keep_slug``: whether the title belongs to the address, since the site never leaves it out.
    ``slash``: whether canonical addresses without a page number end in a slash.
    ``endings``: patterns cut from the end of the title (views and posts glued to it).
    ``whole_script``: whether the script shows nothing but this kind of page, so that ids of other names count too.
    ``excluded``: query keys that must not be there, since they choose another kind of page.
    ``numbers``: query keys that have a number, as a word there chooses another kind of page: ``?qa=12``, ``?qa=users``.
    ``dotted``: whether an offset hangs on the id with a dot (``topic=7.15``).
    ``forms``: the forms in which the address is that of a page; in others it names a place in the thread, on
        whichever page that is. Empty: not known.
    ``marks``: words that stand behind the keys of several threads, unlike titles.
    ``place``: whether all addresses name a place in the thread.
    ``foreign``: whether their ids are not those of threads (a post's).
    ``space``: what stands before the ids of its threads in their keys, where other threads have the same ids.
    ``allowed``: action words that are no sign of a form here, since the example topic address has them.
    """

    path: tuple[str, ...]
    selectors: tuple[tuple[str, str | None], ...] = ()
    ids: tuple[str, ...] = ()
    id_hole: int | None = None
    page_hole: int | None = None
    page_key: str | None = None
    page_tail: tuple[str, ...] = ()
    first_page: str | None = None
    fixed: tuple[tuple[int, str], ...] = ()
    keep: tuple[str, ...] = ()
    slug_follows: bool = False
    keep_slug: bool = False
    slash: bool = False
    endings: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    whole_script: bool = False
    excluded: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    dotted: bool = False
    forms: tuple[Form, ...] = ()
    marks: tuple[str, ...] = ()
    place: bool = False
    foreign: bool = False
    space: str = ""
    within: tuple[int, ...] = ()

    def form(self, parts: UrlParts) -> Form:
        """What the address has beside the route."""
        rest = [read_shape(segment) for segment in parts.path[len(self.path) :]]
        tail = [shape.pattern if shape.pattern == "{n}" or shape.pattern in self.marks else "{s}" for shape in rest]
        last = parts.path[len(self.path) - 1] if self.path and len(parts.path) >= len(self.path) else ""
        stem = split_extension(last)[0]
        for ending in self.endings:
            if re.search(shape_regex(ending) + "$", stem):
                tail.insert(0, ending)
        named = dict(parts.query).get(self.ids[0], "") if self.ids else ""
        if hung := named.removeprefix(_leading_id(named)):
            tail.append(re.sub(r"\d+", "{n}", hung))
        own = {key for key, _ in self.selectors} | set(self.ids[:1])
        return tuple(tail), tuple(sorted({key for key, _ in parts.query} - own))

    def match(self, parts: UrlParts) -> re.Match[str] | None:
        """The match of the path when the address follows this route, else None."""
        match = _compiled(self.path, keyed=self.id_hole is not None).match("/" + "/".join(parts.path))
        if match is None or self._is_number_for_title(match):
            return None
        if self.selectors or self.ids:
            query = dict(parts.query)
            if any(key not in query or value not in (None, query[key]) for key, value in self.selectors):
                return None
            if self.ids and self._id_key(query) is None:
                return None
            if any(key in query for key in self.excluded):
                return None
            if any(not query.get(key, "")[:1].isdecimal() for key in self.numbers):
                return None
        elif self.id_hole is None and not all(_is_paging(key) for key, _ in parts.query):
            return None  # a single page: what is asked of it beyond its pages is something else
        return match

    def _is_number_for_title(self, match: re.Match[str]) -> bool:
        """Does a number stand where threads have titles? It is that of a member, or of a page of a list."""
        holes = sum(piece.count("{") for piece in self.path)
        return self.path[-1:] == ("{s}",) and self.id_hole == holes - 1 and match.group(holes).isdecimal()

    def _id_key(self, query: Mapping[str, str]) -> str | None:
        """The query key that names the page. A script of its own shows one kind of page whatever its ids are called."""
        known = next((key for key in self.ids if query.get(key, "")[:1].isalnum()), None)
        if known is None and self.whole_script:
            known = next((k for k, v in query.items() if v.isdecimal() and k.lower() not in PAGE_NAMES), None)
        return known

    def is_action(self, parts: UrlParts) -> bool:
        """Whether what stands beside the key makes it a form, a print version or a log of the page."""
        return any(word in ACTION_WORDS and word not in self.allowed for word in self.beside(parts))

    def is_plain(self, parts: UrlParts) -> bool:
        """Whether the address is that of a page, not only of a place in the thread."""
        return not self.place and (not self.forms or self.form(parts) in self.forms)

    def beside(self, parts: UrlParts) -> list[str]:
        """Lower-case words beside the key that may name a deed: segments after it, query keys and chosen deeds."""
        words = [segment.lower() for segment in parts.path[len(self.path) :]]
        words += [word.split("_")[0] for word in words if word.count("_") == 1]  # remove_comment
        chosen = dict(self.selectors)
        for key, value in parts.query:
            if key not in chosen:
                words += [key.lower(), value.lower()] if key.lower() in DEED_KEYS else [key.lower()]
        return words

    def by_page(self) -> Route:
        """The route by which each page that another number has is a thread of its own, named by all numbers."""
        if self.id_hole is None or (self.page_hole is None and not self.page_tail):
            return self
        path = (*self.path, *self.page_tail)
        last = sum(piece.count("{") for piece in path) - 1
        whole = replace(self, path=path, id_hole=last, within=tuple(range(last)), fixed=())
        return replace(whole, page_hole=None, page_tail=(), first_page=None)

    def thread_key(self, parts: UrlParts, match: re.Match[str]) -> str | None:
        """What identifies the page over all its numbered pages; None when the address names only a post."""
        if self.id_hole is not None:
            return "/".join(match.group(hole + 1) for hole in (*self.within, self.id_hole))
        value = dict(parts.query).get(self.ids[0]) if self.ids else None
        return _leading_id(value) if value else None

    def page(self, parts: UrlParts, match: re.Match[str]) -> str | None:
        """The page number or offset as it stands in the address; None on the first page."""
        value = None
        if self.page_hole is not None:
            value = match.group(self.page_hole + 1)
        elif self.page_tail:
            found = self._page_tail(parts.path[len(self.path) :])
            value = found.group(1) if found else None
        if value is None and self.page_key:
            value = dict(parts.query).get(self.page_key) or None
        if value is None and self.dotted:
            offset = dict(parts.query).get(self.ids[0], "").partition(".")[2]
            value = offset if offset.isdecimal() else None
        return None if value == self.first_page else value

    def _page_tail(self, rest: tuple[str, ...]) -> re.Match[str] | None:
        """The page number among the segments after the key, right there or after the title."""
        regex = _tail_regex(self.page_tail)
        found = re.match(regex, "/".join(rest))
        return found or (re.match(regex, "/".join(rest[1:])) if self.slug_follows else None)

    def canonical(self, parts: UrlParts, match: re.Match[str]) -> UrlParts:
        """The one address of this page of the thread: views, sessions and anchors stripped, the page number kept."""
        page = self.page(parts, match)
        if self.id_hole is None:
            wanted = [key for key, _ in self.selectors] + list(self.keep)
            query = dict(parts.query)
            wanted += [key for key in (self._id_key(query),) if key is not None]
            if self.dotted and self.ids[0] in query:
                query[self.ids[0]] = f"{_leading_id(query[self.ids[0]])}.{page or self.first_page or 0}"
            pairs = [(key, query[key]) for key in dict.fromkeys(wanted) if key in query]
            path = parts.path
        else:
            pairs = [(key, value) for key, value in parts.query if key in self.keep]
            path = self._canonical_path(parts, match, page)
        if page is not None and self.page_key and dict(parts.query).get(self.page_key) == page:
            pairs.append((self.page_key, page))
        tailed = len(path) > len(self.path) + self.keep_slug
        slash = parts.slash if self.id_hole is None or tailed else self.slash
        return replace(parts, path=path, slash=slash, query=tuple(pairs))

    def _canonical_path(self, parts: UrlParts, match: re.Match[str], page: str | None) -> tuple[str, ...]:
        text = match.group(0)
        for hole, value in sorted(self.fixed, reverse=True):
            start, end = match.span(hole + 1)
            text = text[:start] + value + text[end:]
        for ending in self.endings:
            text = re.sub(f"{shape_regex(ending)}(?=(?:\\.\\w+)?$)", "", text)
        path = tuple(text.strip("/").split("/"))
        rest = parts.path[len(self.path) :]
        if self.slug_follows and rest and not (self.page_tail and re.match(_tail_regex(self.page_tail), rest[0] + "/")):
            path, rest = (*path, rest[0]) if self.keep_slug else path, rest[1:]
        if page is not None and self.page_tail and re.match(_tail_regex(self.page_tail), "/".join(rest)):
            path += rest[: len(self.page_tail)]
        return path

    @property
    def renderable(self) -> bool:
        """Whether the address holds nothing but ids, so that it can be written down for a thread known elsewhere."""
        if self.id_hole is None:
            return (
                bool(self.ids)
                and not self.keep
                and not self.dotted
                and all(value is not None for _, value in self.selectors)
            )
        return (
            not self.keep_slug and not self.within and not any("{s}" in piece or "{x}" in piece for piece in self.path)
        )

    def render(self, parts: UrlParts, key: str, page: str | None) -> UrlParts | None:
        """The address of a page of the thread ``key`` in this form; None when the form cannot be written or paged."""
        if not self.renderable:
            return None
        if self.id_hole is None:
            if page is not None and not self.page_key:
                return None
            pairs = [(name, value or "") for name, value in self.selectors] + [(self.ids[0], key)]
            pairs += [(self.page_key, page)] if page is not None and self.page_key else []
            return replace(parts, path=self.path, slash=False, query=tuple(pairs))
        if page is not None and self.page_hole is None:
            return None
        values = {self.id_hole: key, **dict(self.fixed)}
        if self.page_hole is not None:
            values[self.page_hole] = page or self.first_page or "1"
        pieces = re.split(r"\{[nh]\}", "/".join(self.path))
        filled = [piece + values.get(number, "1") for number, piece in enumerate(pieces[:-1])]
        path = tuple(("".join(filled) + pieces[-1]).split("/"))
        return replace(parts, path=path, slash=self.slash, query=())

    def to_regex(self) -> str:
        """The pattern of path and query as a regular expression for raw addresses, without scheme and host."""
        path = "".join("/" + shape_regex_raw(pattern) for pattern in self.path).replace(r"\?\?/", r"\?")
        deeds = "|".join(word for word in COMMON_DEEDS if word not in self.allowed)
        if self.id_hole is not None:
            return f"{path}(?!(?:/[^/?#]+)?/(?:{deeds})(?:[/?&#]|$))(?:[/?&#]|$)" if deeds else f"{path}(?:[/?&#]|$)"
        looks = [
            f"(?={_QUERY_START}{re.escape(key)}={re.escape(quote(value)) + _QUERY_END if value is not None else ''})"
            for key, value in self.selectors
            if key not in self.numbers
        ]
        looks += [f"(?={_QUERY_START}{re.escape(key)}=\\d)" for key in self.numbers]
        own = [key for key in self.ids if key not in dict(self.selectors) and key not in self.numbers]
        if own:
            looks.append(f"(?={_QUERY_START}{_either(own)}=\\w)")
        if self.excluded:
            looks.append(f"(?!{_QUERY_START}{_either(self.excluded)}=)")
        if deeds:
            looks.append(f"(?![^#]*=(?:{deeds}){_QUERY_END})")
        return (path or "/") + r"\?" + "".join(looks)

    def to_dict(self) -> dict[str, Any]:
        """JSON primitives, defaults left out."""
        plain = {field.name: field.default for field in fields(self)}
        return {k: _listed(v) for k, v in asdict(self).items() if k == "path" or v != plain[k]}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Route:
        """Raises ValueError on unknown names or values of another type, naming them."""
        known = {field.name for field in fields(cls)}
        if not isinstance(data, Mapping) or "path" not in data or set(data) - known:
            raise ValueError(f"a route needs 'path' and knows only {sorted(known)}; got {data!r}")
        try:
            values = {name: _tupled(value) for name, value in data.items()}
            route = cls(**values)
            for piece in (*route.path, *route.page_tail, *route.endings):
                check_pattern(piece)
            _compiled(route.path, keyed=route.id_hole is not None)
            hash(route)
        except (TypeError, AttributeError, ValueError, re.error) as error:
            raise ValueError(f"not a route: {data!r} ({error})") from error
        return route


def _is_paging(key: str) -> bool:
    return not key or (len(key) > 1 and key.lower() in PAGE_NAMES)


def _either(keys: Sequence[str]) -> str:
    escaped = [re.escape(key) for key in keys]
    return escaped[0] if len(escaped) == 1 else f"(?:{'|'.join(escaped)})"


@lru_cache(maxsize=4096)
def _compiled(path: tuple[str, ...], *, keyed: bool) -> re.Pattern[str]:
    body = "".join("/" + shape_regex(pattern) for pattern in path) or "/"
    return re.compile(body + ("(?=/|$)" if keyed else "$"))


def follows(path: tuple[str, ...], parts: UrlParts) -> bool:
    """Has an address a path of these shapes?"""
    return _compiled(path, keyed=False).match("/" + "/".join(parts.path)) is not None


def shape_regex_raw(pattern: str) -> str:
    """A shape as it is matched in an address that is still percent-encoded, without groups."""
    plain, mark, rest = pattern.partition("?")
    regex = re.sub(r"\(\[\^/\]([+*]\?)\)", r"[^/?#&]\1", shape_regex(quote(plain, safe="{}!$'()*,:@~+")))
    regex = re.sub(r"\((\\d\+|\[[^\]]*\](?:\{\d+,\d*\}))\)", r"\1", regex)
    return regex.replace(r"\-", "-") + (mark + rest).replace("?", r"\?")


@lru_cache(maxsize=1024)
def _tail_regex(tail: tuple[str, ...]) -> str:
    return "/".join(shape_regex(pattern) for pattern in tail) + r"(?:/|$)"


def _leading_id(value: str) -> str:
    """``123`` of ``123.15``, ``123.msg456`` and ``123/new``: offsets and anchors hang on an id with a dot, a slash."""
    head = value.partition(".")[0].partition("/")[0]
    return head if head.isdecimal() else value


def _listed(value: Any) -> Any:
    return [_listed(item) for item in value] if isinstance(value, tuple) else value


def _tupled(value: Any) -> Any:
    return tuple(_tupled(item) for item in value) if isinstance(value, list) else value
