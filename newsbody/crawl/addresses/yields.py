"""Which forms of addresses lead on: pages of one form are given up when they bring nothing new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from newsbody.urls.normalize import split_url
from newsbody.urls.shapes import read_shape, split_extension, words_in

#: Pages of one form that, one after another, led to nothing new: if one in four led on, one would have been among
#: them with 90 %.
MAX_FRUITLESS = 8
#: The same of all forms together: sites have some dozens of forms, and names may make each address one of its own.
MAX_FRUITLESS_IN_ALL = 80
#: Pages of a form that led to so many topics are lists.
FRUITFUL = 3

#: Further pages of lists that are known for such; a site with more has few lists for its threads.
MAX_FURTHER = 20_000

#: Stands for all threads that other threads link to.
ASIDE = "aside:"

Form = tuple[tuple[str, ...], tuple[str, ...]]


class Fruits:
    """One per site: what came of pages that are neither topics nor plain lists, by the form of their address.

    ``choosers``: keys of queries whose values say of what kind a page is.
    """

    def __init__(self, choosers: Collection[str] = ()) -> None:
        self._choosers = frozenset(choosers)
        self._fruitless: Counter[Form] = Counter()
        self._fruits: Counter[Form] = Counter()
        self._further: dict[str, Form] = {}
        self._in_all = 0

    def bore(self, url: str) -> None:
        """A page led to something new."""
        form = self._form(url)
        self._fruits[form] += 1
        if self._fruitless.pop(form, 0):
            self._in_all = 0

    def have_led_on(self, pages: Iterable[str], going_on: Iterable[tuple[str, str]]) -> None:
        """What came of pages before it was known what is new: those that led to a topic each, and pages of pagers."""
        for page in pages:
            self.bore(page)
        for url, page in going_on:
            self.goes_on(url, page)

    def goes_on(self, url: str, page: str) -> None:
        """A page leads to another by its number: of a list that is a further page, whatever its address looks like."""
        if self.is_list(page) and len(self._further) < MAX_FURTHER:
            self._further.setdefault(url, self._form(page))

    def spend(self, url: str) -> bool:
        """A page is about to be fetched: may it be?"""
        if self.given_up(url):
            return False
        self._fruitless[self._form(url)] += 1
        self._in_all += 1
        return True

    def given_up(self, url: str) -> bool:
        """Have pages of its form led to nothing new for long, or pages of all, where it is not of a form of lists?"""
        return self.is_fruitless(url) or (self._in_all >= MAX_FRUITLESS_IN_ALL and not self.is_list(url))

    def is_open(self, url: str, under_way: Iterable[str]) -> bool:
        """Have pages of its form led to nothing new for long, and is one of them still under way?"""
        return self.is_fruitless(url) and self._form(url) in map(self._form, under_way)

    def is_fruitless(self, url: str) -> bool:
        """Have pages of its form led to nothing new for long?"""
        return self._fruitless[self._form(url)] >= MAX_FRUITLESS

    def is_list(self, url: str) -> bool:
        """Do pages of its form lead to topics?"""
        return self._fruits[self._form(url)] >= FRUITFUL

    @property
    def lists_given_up(self) -> int:
        """How many forms of lists, of which each has its own pages, led to nothing new for long."""
        return sum(self._fruits[form] >= FRUITFUL for form, count in self._fruitless.items() if count >= MAX_FRUITLESS)

    def is_filtered(self, url: str) -> bool:
        """Is it a list whose form only adds to that of lists that lead to topics: sorted or chosen otherwise?

        Not by a chooser, which makes it a page of another kind: ``forum.php?mod=board&id=7`` beside ``forum.php``.
        """
        path, keys = self._form(url)
        lists = [fewer for (other, fewer), fruits in self._fruits.items() if fruits >= FRUITFUL and other == path]
        return any(set(fewer) < set(keys) and not any("=" in key for key in set(keys) - set(fewer)) for fewer in lists)

    def _form(self, url: str) -> Form:
        return self._further.get(url) or form_of(url, self._choosers)


def form_of(url: str, choosers: Collection[str] = ()) -> Form:
    """Shapes of the segments, and the query keys whose values are no numbers (those that are number pages).

    Names are free text but for the first one, or the first behind a script. Of ``choosers``, which say of what kind a
    page is, the values are part of the form.
    """
    parts = split_url(url)
    if parts is None:  # no address, or one of so many segments as only traps have: all in common
        return ("",), ()
    segments = _each_once(parts.path)
    shapes = tuple(read_shape(segment) for segment in segments)
    first = next((place + 1 for place, segment in enumerate(segments[:-1]) if _is_script(segment)), 0)
    path = tuple(
        "{s}" if shape.is_word and (words_in(shape.text) > 1 or place > first) and "." not in shape.text
        else shape.pattern
        for place, shape in enumerate(shapes)
    )  # fmt: skip
    named = {key: value for key, value in parts.query if not value.isdecimal()}
    return path, tuple(sorted(f"{key}={value}" if key in choosers else key for key, value in named.items()))


def _each_once(path: Sequence[str]) -> list[str]:
    """``/a/b/a/a`` → ``/a/b``: what links add again that are relative to their own page. Numbers stay, as of a day."""
    return [name for place, name in enumerate(path) if name not in path[:place] or any(map(str.isdecimal, name))]


def _is_script(segment: str) -> bool:
    """Does a segment name a script, which the rest of the path is asked of (``index.php/topic/7``)?"""
    return "?" in segment or bool(split_extension(segment)[1])
