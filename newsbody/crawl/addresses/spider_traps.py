"""Sites that never end: calendars, filters, links that add to their own address.

Pages of one form of address are given up when, one after another, so many brought neither an item nor a link to a
page of another form from which something may still be hoped for. An item speaks for the forms of all pages on the way
to it; a link to a page that was found before, or to the next one of its own form, speaks for nothing.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from itertools import islice

from newsbody.crawl.addresses.yields import form_of
from newsbody.ground.remembered import remembered
from newsbody.stores.spill import Spill
from newsbody.urls.list_addresses import ALL, NUMBER, list_kind
from newsbody.urls.normalize import split_url

#: Pages of one form that, one after another, brought nothing: if one in ten did, one would have been among them with
#: 99.5 %. Lists of a large archive come before what they lead to, which is hoped for until as many were tried.
MAX_BARREN = 50
#: Pages of a form without an item on the way from them, after which no link to one of them counts: views of a calendar
#: by day, week and month lead from one to another.
MAX_DRY = 400
#: The same of one kind of pages that stand beside others, where none brought anything yet: if one in three did, one
#: would have been among them with 87 %. A crawl meets one of each kind for each article; those behind as many have
#: their turn when that is known, or when nothing else is left.
MAX_BESIDE = 5
#: The same of lists that choose by one thing, a tag or a date, which come after what shows all: if half of them led
#: on, one would have been among them with 88 %. One of a kind is enough, and the last page of a list of all, where
#: pages named so many others since something was new (see :data:`~newsbody.crawl.addresses.list_cover.LEAST_NAMED`):
#: not those that more than such a share of them names, which stand in a menu. So many are remembered.
MAX_CHOICES, LEAST_NAMED, MENU, MAX_NAMED = 3, 30, 0.5, 10_000
#: So often a path says one name, and no page's does more often; numbers stand in dates and ids. Without it a site is
#: learned first, from thousands of such pages.
MAX_SAME_NAME = 3
#: Forms that are told apart; sites have some dozens, and one that makes every address a form of its own has all the
#: further ones in common.
MAX_FORMS = 5_000
OTHERS = ""
#: Forms on the way to a page that are remembered.
MAX_WAY = 6


#: What is kept of a site for another time.
_COUNTS, _FORMS = ("_tried", "_barren", "_dry"), ("_borne", "_over", "_copies")


class Endless:
    """One per site: what came of its pages, by the form of their address."""

    def __init__(self) -> None:
        self._tried: Counter[str] = Counter()
        self._barren: Counter[str] = Counter()
        self._dry: Counter[str] = Counter()
        self._borne: set[str] = set()
        self._over: set[str] = set()
        self._found = Spill()
        #: How deep the pages of a host stand that are copies of another's.
        self._copies: set[int] = set()
        #: How many of each kind of satellites were asked for, and how many of these requests went out.
        self._asked: Counter[str] = Counter()
        self._tries: Counter[str] = Counter()
        #: Addresses that a listing named; how many pages were looked through since something was new, and how many of
        #: them name what, by hashes; kinds of lists whose last one led to something new.
        self._listed = Spill()
        self._looked, self._named = 0, Counter[int]()
        self._new_on: set[str] = set()
        #: Was the last page of a list of all seen?
        self._at_end = False

    def to_json(self) -> str:
        """What came of the pages, for a crawl that goes on another time; which were found is not among it."""
        counts = {name: getattr(self, name) for name in _COUNTS}
        return json.dumps({**counts, **{name: sorted(getattr(self, name)) for name in _FORMS}})

    def go_on(self, text: str) -> None:
        """Begin with what :meth:`to_json` gave."""
        kept = json.loads(text)
        for name in _COUNTS:
            setattr(self, name, Counter(kept[name]))
        for name in _FORMS:
            setattr(self, name, set(kept.get(name, ())))

    def leads_on(self, url: str, page_id: str, came_from: str) -> bool:
        """Note a link: is its page new, of another form, and something to be hoped for from that?"""
        if page_id in self._found:
            return False
        self._found[page_id] = ""
        form = self._form(name_of(url))
        hoped = self._tried[form] < MAX_BARREN or (form in self._borne and self._dry[form] < MAX_DRY)
        return hoped and form != self._form(name_of(came_from)) and form not in self._over

    def bore(self, way: Iterable[str]) -> bool:
        """An item was found on the way over pages of these forms. True when one of them had been given up."""
        forms = set(map(self._form, way))
        for form in forms:
            self._barren[form] = self._dry[form] = 0
        over = not forms.isdisjoint(self._over)
        self._borne |= forms
        self._over -= forms
        return over

    def ended(self, url: str, *, led_on: bool) -> bool:
        """A page is done with that gave no item. ``led_on``: a link on it did. True when its form is given up by it."""
        form = self._form(name_of(url))
        self._tried[form] += 1
        self._dry[form] += 1
        self._barren[form] = 0 if led_on else self._barren[form] + 1
        if self._barren[form] < MAX_BARREN or form in self._over:
            return False
        self._over.add(form)
        return True

    def is_listed(self, page_id: str) -> None:
        """A listing names a page."""
        self._listed[page_id] = ""

    def is_met(self, page_id: str) -> bool:
        """Did a page or a listing name it?"""
        return page_id in self._found or page_id in self._listed

    def names(self, urls: Iterable[str], *, is_new: bool) -> None:
        """A page names these, or something that is new."""
        if is_new:
            self._looked, self._named = 0, Counter()
        elif len(self._named) < MAX_NAMED:
            self._looked += 1
            self._named.update(set(map(hash, urls)))

    def ended_list(self, kind: str, named: Iterable[str], *, is_new: bool, goes_on: bool = False) -> None:
        """A list of a kind (:func:`~newsbody.urls.list_addresses.list_kind`) named these pages.

        ``is_new``: one of them is; ``goes_on``: it has a further page. The newest, which stand on the first ones, may
        be all that a sitemap names: those count when a list of all was seen to its end.
        """
        self._tried[kind] += 1
        self._at_end |= kind.startswith(ALL) and NUMBER in kind and not goes_on
        self._barren[kind] = 0 if is_new else self._barren[kind] + (not goes_on)
        if is_new:
            self._new_on.add(kind)
        else:
            self._new_on.discard(kind)
        if is_new or self._barren[kind] or self._at_end:
            self.names(named, is_new=is_new)

    def is_open_list(self, kind: str) -> bool:
        """Is it not known whether anything comes of lists of this kind?"""
        return kind not in self._new_on

    def is_given_up_list(self, kind: str | None) -> bool:
        """Has nothing new come of lists of a kind for long?"""
        chooses = kind is not None and not kind.startswith(ALL)
        if kind is None or not (self._barren[kind] or (chooses and self._at_end and self._tried[kind])):
            return False
        if chooses and self._barren[kind] >= MAX_CHOICES:
            return True
        told = (name for name, count in self._named.items() if count <= MENU * self._looked)
        return sum(1 for _ in islice(told, LEAST_NAMED)) == LEAST_NAMED  # asked for each link to a list

    def ended_beside(self, kind: str, *, led_on: bool) -> None:
        """A page of a kind of satellites (:mod:`newsbody.crawl.addresses.companions`) gave no item, or is not there."""
        kind = self._form(kind)
        self._barren[kind] = 0 if led_on else self._barren[kind] + 1

    def waits_beside(self, kind: str) -> bool:
        """One more satellite of a kind is asked for: were enough before it, and is it not known what came of them?"""
        kind = self._form(kind)
        self._asked[kind] += 1
        return self.is_open_beside(kind) and self._asked[kind] > MAX_BESIDE

    def tries_beside(self, kind: str) -> None:
        """A satellite of a kind is fetched."""
        self._tries[self._form(kind)] += 1

    def is_tried_beside(self, kind: str) -> bool:
        """Were enough of a kind of satellites fetched to know whether anything comes of them, but is it not known?

        Not for ever: of some it cannot be told.
        """
        return MAX_BESIDE <= self._tries[self._form(kind)] < 2 * MAX_BESIDE and self.is_open_beside(kind)

    def is_open_beside(self, kind: str) -> bool:
        """Is it not known yet whether anything comes of satellites of this kind?"""
        kind = self._form(kind)
        return kind not in self._borne and not self.given_up_beside(kind)

    def given_up_beside(self, kind: str) -> bool:
        """Has no satellite of this kind brought anything?"""
        kind = self._form(kind)
        return kind != OTHERS and kind not in self._borne and self._barren[kind] >= MAX_BESIDE

    @property
    def over_beside(self) -> list[str]:
        """Kinds of satellites of which none brought anything."""
        return sorted(filter(self.given_up_beside, self._asked))

    def bring_nothing(self, kinds: Iterable[str]) -> None:
        """Of these kinds of satellites none brought anything another day."""
        for kind in map(self._form, kinds):
            self._asked[kind], self._barren[kind] = 0, MAX_BESIDE

    def give_up(self, url: str) -> None:
        """Pages as deep as this one are copies of those of another host, unless anything came of one."""
        depth = _depth_of(url)
        if all(form.count("/") != depth for form in self._borne):
            self._copies.add(depth)

    def is_no_copy(self, url: str) -> None:
        """A page brought something that no page of another host says: those as deep are tried once more."""
        self._copies.discard(_depth_of(url))

    @property
    def anything(self) -> bool:
        """Did anything come of it so far, or nothing?"""
        return bool(self._tried or self._borne)

    def given_up(self, url: str) -> bool:
        """Have pages of its form brought nothing for long?"""
        is_over = adds_to_itself(url) or (bool(self._over) and self._form(name_of(url)) in self._over)
        is_over = is_over or self.is_given_up_list(list_kind(url))
        return is_over or (bool(self._copies) and _depth_of(url) in self._copies)

    def _form(self, name: str) -> str:
        """As what a form is counted."""
        return name if name in self._barren or len(self._barren) < MAX_FORMS else OTHERS


def _depth_of(url: str) -> int:
    return name_of(url).count("/")


@remembered(maxsize=1 << 12)  # the pages of a site link to the same ones, each of which is asked for twice a page
def name_of(url: str, choosers: tuple[str, ...] = ()) -> str:
    """The form of an address, as a text; ``choosers``: see :func:`form_of`."""
    path, keys = form_of(url, choosers)
    return "/".join(path) + "?" + "&".join(keys)


def adds_to_itself(url: str) -> bool:
    """Is an address made by links that are relative to their own page: ``/t/a/b/a/a/a/``?"""
    parts = split_url(url)
    names = Counter(name for name in parts.path if not any(map(str.isdecimal, name))) if parts else Counter()
    return max(names.values(), default=0) > MAX_SAME_NAME


def way_over(url: str, way: Iterable[str]) -> list[str]:
    """The forms on the way to what a page links to, its own first. ``way``: to the page itself."""
    return list(dict.fromkeys([name_of(url), *way]))[:MAX_WAY]
