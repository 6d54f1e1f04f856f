"""The number of a page in an address: where it stands, and what is left of the address without it.

What is left is the *stem*, the same for all pages of a thread.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any

from newsbody.urls.normalize import UrlParts
from newsbody.urls.shapes import check_pattern, shape_regex

#: A larger number is none of a page.
MAX_PAGE = 99_999

#: A larger number behind nothing but a hyphen may be a year, the last word of a title.
MAX_GLUED = 999

_NAMED = re.compile(r"[^\W_]|/")


@dataclass(frozen=True, slots=True)
class Numbering:
    """One way in which pages are numbered.

    ``key``: query key that holds the number; None when it stands in the path.
    ``before``: what stands right before it in the path, cut with it from the stem; in a query the sign that hangs it
        on an id (``topic=12.15``).
    ``after``: shapes of what follows it in the path.
    ``first``: the number of the first page.
    ``step``: by how much the next page's is larger.
    ``whole``: whether what follows it is cut, too: ``/12/2.html`` is a page of ``/12``, not of ``/12.html``.
    ``along``: what later pages are asked for with, and first ones are not (``?page=2&tab=votes``).
    ``within``: shapes of what stands before all that in its segment, where only its place in a row of numbers tells it
        from others (``/12-345-2-0-the-title``).
    ``most``: a larger page is none: such numbers were seen, and no pager leads to them.
    ``below``: segments at the end of their paths that those of first ones do not have (``/12/answers?page=2``).
    """

    key: str | None = None
    before: str = ""
    after: str = ""
    first: int = 1
    step: int = 1
    whole: bool = False
    along: tuple[tuple[str, str], ...] = ()
    below: tuple[str, ...] = ()
    within: str = ""
    most: int = MAX_PAGE

    def split(self, parts: UrlParts) -> tuple[UrlParts, int] | None:
        """The stem and the page, from 1; None when the address is not numbered in this way."""
        found = self._split(parts)
        if found is None or not (self.along or self.below):
            return found
        stem, page = found
        end = len(stem.path) - len(self.below)
        if stem.path[max(end, 0) :] != self.below:
            return None
        query = tuple(pair for pair in stem.query if pair not in self.along)
        return replace(stem, path=stem.path[:end], query=query), page

    def _split(self, parts: UrlParts) -> tuple[UrlParts, int] | None:
        if self.key is not None:
            head, sign, value = dict(parts.query).get(self.key, "").rpartition(self.before or "\0")
            page = self._page(value) if bool(sign) == bool(self.before) else 0
            rest = [(key, value) if key != self.key else (key, head) for key, value in parts.query]
            return (
                (replace(parts, query=tuple(pair for pair in rest if pair != (self.key, ""))), page) if page else None
            )
        path = "/" + "/".join(parts.path)
        found = _regex(self.before, self.after, self.within).fullmatch(path)
        page = self._page(found[2]) if found else 0
        if found is None or not page or (self.before[:1].isalpha() and not found[1][-1:].isdecimal()):
            return None
        return replace(parts, path=_segments(found[1] + ("" if self.whole else path[found.end(2) :]))), page

    def other(self, parts: UrlParts, page: int) -> UrlParts | None:
        """The address of another page than the one that is numbered in this way; the first is without a number."""
        if (split := self.split(parts)) is None or page == 1:
            return split[0] if split else None
        number = str(self.first + (page - 1) * self.step)
        if self.key is not None:
            head, sign, _ = dict(parts.query)[self.key].rpartition(self.before or "\0")
            named = {self.key: head + sign + number}
            return replace(parts, query=tuple((key, named.get(key, value)) for key, value in parts.query))
        path = "/" + "/".join(parts.path)
        found = _regex(self.before, self.after, self.within).fullmatch(path)
        return replace(parts, path=_segments(path[: found.start(2)] + number + path[found.end(2) :])) if found else None

    @property
    def is_segment(self) -> bool:
        """Is it a segment of the path that says by a word that it is a page's (``/page-2``)? No title is like that."""
        return self.key is None and not self.after and re.match(r"/[^\W\d_]", self.before) is not None

    def start(self, parts: UrlParts) -> int:
        """Where in the path what is cut from it begins; its end when nothing is."""
        path = "/" + "/".join(parts.path)
        found = _regex(self.before, self.after, self.within).fullmatch(path) if self.key is None else None
        return found.end(1) if found else len(path)

    def _page(self, text: str) -> int:
        if not text.isdecimal() or len(text) > len(str(MAX_PAGE)):
            return 0
        hangs = self.key is None or bool(self.before)
        if hangs and self.step == 1 and not _NAMED.search(self.before) and int(text) > MAX_GLUED:
            return 0
        before, rest = divmod(int(text) - self.first, self.step)
        return before + 1 if 0 <= before < self.most and not rest else 0

    def to_dict(self) -> dict[str, Any]:
        """JSON primitives."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Numbering:
        """Raises ValueError when the data is damaged."""
        try:
            along = tuple((str(key), str(value)) for key, value in data.get("along", ()))
            below = tuple(data.get("below", ()))
            numbering = cls(**{**data, "along": along, "below": below})
            numbers = numbering.first, numbering.step, numbering.most
            whole = all(isinstance(one, int) for one in numbers) and numbering.step > 0
            texts = all(isinstance(one, str) for one in (numbering.before, numbering.after, numbering.within))
            texts = texts and all(isinstance(segment, str) for segment in below)
            if not (whole and texts and isinstance(numbering.key, str | None) and isinstance(numbering.whole, bool)):
                raise TypeError("values of another type")
            for piece in numbering.after.split("/"):
                check_pattern(piece)
            check_pattern(numbering.within)
            _regex(numbering.before, numbering.after, numbering.within)
        except (AttributeError, TypeError, ValueError, re.error) as error:
            raise ValueError(f"not a way of numbering pages: {data!r} ({error})") from error
        return numbering


@lru_cache(maxsize=256)
def _regex(before: str, after: str, within: str) -> re.Pattern[str]:
    any_left = ".*?" if "{s}" in after else ".*"
    return re.compile(rf"({any_left}{_plain_regex(within)}){re.escape(before)}(\d+){_plain_regex(after)}")


def _plain_regex(shapes: str) -> str:
    """Of the shapes of a part of a path, without groups."""
    return re.sub(r"\((?!\?)", "(?:", "/".join(shape_regex(piece) for piece in shapes.split("/")))


def _segments(path: str) -> tuple[str, ...]:
    return tuple(segment for segment in path.split("/") if segment)
