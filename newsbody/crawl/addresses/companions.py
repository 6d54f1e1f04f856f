"""Pages beside a page, one for each: in print, to comment on it, to send it, to log in and come back to it.

Their addresses hold what tells the address of that page from all others, and are alike but for that; or each page of a
form links to one of another form, which no page before it did. So what came of a few of them says what will come of the
others, though a crawl meets as many as there are articles. It is looked at once whether the first say anything: whether
articles stand on them is known when their site is learned, and by then all may have been fetched.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, islice

from newsbody.crawl.addresses.spider_traps import name_of
from newsbody.page.sites import host_of
from newsbody.urls.normalize import UrlParts, split_url
from newsbody.urls.shapes import split_extension

#: What the names of kinds of satellites begin with, which are counted as forms of addresses are.
MARK = "beside:"
#: Pages of one form, of which that part of an address is what tells them apart that is another one on nearly all.
LEAST_PAGES, NEARLY_ALL = 5, 0.9
#: Values that are told apart; with more of them a part is one of those, whatever follows.
MAX_VALUES = 40
#: Forms of pages whose parts are remembered, and parts of one.
MAX_FORMS, MAX_PARTS = 500, 16
#: Pairs of forms, of a page and of what it links to, that are counted.
MAX_PAIRS = 2_000
#: Shorter parts stand in many addresses by chance.
MIN_PART = 2
#: Characters of the name of something that is done to a page, as "print"; a longer value is a text.
MAX_NAME = 24
#: Pages whose words and links are kept until their satellites come, and satellites of a kind that are compared.
MAX_KEPT, MAX_LOOKS = 12, 12
#: Words and links of a page that are compared; texts of fewer letters are labels, dates and counts.
MAX_SAID, MIN_TEXT = 400, 12
#: … of which this share may be of a copy's own, as the address below a text in print, or its title for telephones.
MAX_OWN = 0.1

_NAME = re.compile(r"[^\W\d_](?:[_-]?[^\W\d_])*")
_DIGITS = re.compile(r"\d+")
_NO_LETTERS = re.compile(r"[\W\d_]+")


class Satellites:
    """One per site: which links of a page lead to something beside it. Linear in the links."""

    def __init__(self) -> None:
        self._forms: dict[str, list[set[int]]] = {}
        self._pages: dict[str, int] = {}
        #: By the form of a page and that of another, those of the second to which one of the first led as the only one.
        self._alone: dict[tuple[str, str], set[int]] = {}
        #: What another crawl knew: places of the parts that tell pages of a form apart; pairs as above.
        self._known_own: dict[str, list[int]] = {}
        self._known_alone = set[tuple[str, str]]()
        #: Pages with what they say, and what tells their addresses apart; what satellites of a kind said, and how many.
        self._kept: dict[str, tuple[frozenset[int], list[str]]] = {}
        self._said: dict[str, set[int]] = {}
        self._looks: Counter[str] = Counter()

    def keep(self, page: str, kinds: Iterable[str], texts: Callable[[], Iterable[str]], urls: Iterable[str]) -> None:
        """Remember what a page with satellites says, as long as some of these kinds are to be looked at."""
        if len(self._kept) < MAX_KEPT and any(self._looks[kind] < MAX_LOOKS for kind in kinds):
            parts = split_url(page)
            own = self._own(page, parts, note=False) if parts else []
            self._kept[page] = _said(texts(), urls), own

    def says_nothing(self, kind: str, page: str, texts: Callable[[], Iterable[str]], urls: Iterable[str]) -> bool:
        """Do nearly all words and links of a satellite stand on its page, too, or on others of its kind?

        False as well where that is not known, or was looked at often enough.
        """
        if page not in self._kept or self._looks[kind] >= MAX_LOOKS:
            return False
        self._looks[kind] += 1
        of_page, own = self._kept[page]
        others = [url for url in urls if not any(value in url for value in own)]
        said, known = _said(texts(), others), self._said.setdefault(kind, set())
        own_words = said - of_page - known
        known |= said - of_page
        return len(own_words) <= MAX_OWN * len(said)

    def of(self, page: str, urls: Iterable[str]) -> dict[str, str]:
        """By address, of which kind of satellite those links of a page are that are any; the page is counted."""
        parts = split_url(page)
        if parts is None:
            return {}
        values, urls = _values(parts), list(urls)
        own = self._own(page, parts)
        found: dict[str, str] = self._one_for_each(page, urls)
        for url in urls if own else ():
            if url != page and (kind := _beside(url, parts, values, own)):
                found[url] = kind
        return found

    def kind(self, page: str, url: str) -> str:
        """As which kind of satellite a link of a page that was counted is known by now; "" for none."""
        parts = split_url(page)
        if parts is None or url == page:
            return ""
        pair = name_of(page), _named(url, page)
        if kind := _beside(url, parts, _values(parts), self._own(page, parts, note=False)):
            return kind
        return MARK + pair[1] if pair[0] != pair[1] and self._is_beside_each(pair) else ""

    def to_text(self) -> str:
        """What tells satellites, for a crawl another day."""
        forms = self._forms.items()
        own = {form: [place for place, _ in enumerate(seen) if self._tells(form, place)] for form, seen in forms}
        own = {**self._known_own, **{form: places for form, places in own.items() if places}}
        alone = self._known_alone.union(pair for pair in self._alone if self._is_beside_each(pair))
        return json.dumps([own, sorted(alone)])

    def go_on(self, text: str) -> None:
        """Begin with what :meth:`to_text` gave."""
        own, alone = json.loads(text)
        self._known_own, self._known_alone = own, {(page, other) for page, other in alone}

    def _one_for_each(self, page: str, urls: Iterable[str]) -> dict[str, str]:
        """Those links of a page of whose form each page like it has one, which it shares with none."""
        by_form: defaultdict[str, set[str]] = defaultdict(set)
        for url in urls:
            by_form[_named(url, page)].add(url)
        form, found = name_of(page), dict[str, str]()
        by_form.pop(form, None)
        for other, links in by_form.items():
            if len(links) > 1:
                continue
            (url,), pair = links, (form, other)
            if pair not in self._alone and len(self._alone) >= MAX_PAIRS:
                continue
            seen = self._alone.setdefault(pair, set())
            is_met = hash(url) in seen
            if len(seen) < MAX_VALUES:
                seen.add(hash(url))
            if not is_met and self._is_beside_each(pair):
                found[url] = f"{MARK}{other}"
        return found

    def _is_beside_each(self, pair: tuple[str, str]) -> bool:
        pages = self._pages.get(pair[0], 0)
        is_met = pages >= LEAST_PAGES and len(self._alone.get(pair, ())) >= NEARLY_ALL * min(pages, MAX_VALUES)
        return is_met or pair in self._known_alone

    def _own(self, page: str, parts: UrlParts, *, note: bool = True) -> list[str]:
        """Those parts of an address that tell pages of its form apart, as far as that is known; it is noted for one."""
        values = _values(parts)
        found = [self._own_in(form, values, note=note) for form in (_form(parts), name_of(page))]
        return [value for value in values if any(value in own for own in found)]

    def _own_in(self, form: str, values: Sequence[str], *, note: bool) -> list[str]:
        if form not in self._forms and len(self._forms) >= MAX_FORMS:
            return []
        seen = self._forms.setdefault(form, [])
        self._pages[form] = self._pages.get(form, 0) + note
        own = []
        for place, value in enumerate(values):
            if place == len(seen):
                seen.append(set())
            if note and len(seen[place]) < MAX_VALUES:
                seen[place].add(hash(value))
            if self._tells(form, place):
                own.append(value)
        return [value for value in own if len(value) >= MIN_PART]

    def _tells(self, form: str, place: int) -> bool:
        """Does a part of an address tell pages of a form apart?"""
        pages = self._pages.get(form, 0)
        is_met = pages >= LEAST_PAGES and len(self._forms[form][place]) >= NEARLY_ALL * min(pages, MAX_VALUES)
        return is_met or place in self._known_own.get(form, ())


def _beside(url: str, page: UrlParts, values: Sequence[str], own: Sequence[str]) -> str:
    """The kind of a link that holds what tells the address of a page from others (``own``); "" for none."""
    other = split_url(url) if any(value in url for value in own) else None
    if other is None or other == page:
        return ""
    kind = _kind(other, values, page.host)
    return MARK + kind if any(f"<{values.index(value)}>" in kind for value in own) else ""


def _named(url: str, page: str) -> str:
    """The form of a link on a page, with its host where that is another one."""
    host = host_of(url)
    return name_of(url) if host == host_of(page) else f"{host}/{name_of(url)}"


def _form(parts: UrlParts) -> str:
    """Pages with as many segments and the same keys, in whatever section; those beside them may be of it, too."""
    return f"{len(parts.path)} {' '.join(key for key, _ in parts.query)}"


def _said(texts: Iterable[str], urls: Iterable[str]) -> frozenset[int]:
    """What a page says, and where it leads, as hashes."""
    said = chain((letters for letters in map(letters_of, texts) if len(letters) >= MIN_TEXT), urls)
    return frozenset(map(hash, islice(said, MAX_SAID)))


def letters_of(text: str) -> str:
    """The letters of a text; one of fewer than MIN_TEXT is a label, a date or a count."""
    return _NO_LETTERS.sub("", text)


def kind_of(way: Sequence[str]) -> str:
    """As which kind of satellite a page was linked to, by the way to it; "" for none."""
    return way[0] if way and way[0].startswith(MARK) else ""


def _values(parts: UrlParts) -> list[str]:
    """The parts of an address that may tell its page from others: segments, values of keys, numbers in both."""
    texts = [split_extension(segment)[0] for segment in parts.path] + [value for _, value in parts.query]
    found = [part for text in texts for part in (text, *(_DIGITS.findall(text) if not text.isdecimal() else ()))]
    return found[:MAX_PARTS]


def _kind(parts: UrlParts, values: Sequence[str], host: str) -> str:
    """An address with the places of what it shares with that of another page in place of that."""
    path = "/".join(_shared(segment, values) for segment in parts.path)
    query = "&".join(f"{key}={_of_value(value, values)}" for key, value in parts.query)
    return f"{parts.host if parts.host != host else ''}/{path}?{query}"


def _of_value(value: str, values: Sequence[str]) -> str:
    """The value of a key; one that is another for each page, as a headline, a number or who wrote it, tells no kind."""
    shared = _shared(value, values)
    if "/" in value or split_extension(value)[0] in values:
        return shared
    is_name = shared != value or _NAME.fullmatch(value)
    return shared if is_name and len(value) <= MAX_NAME else "*"


def _shared(text: str, values: Sequence[str]) -> str:
    if "/" in text:  # an address to come back to
        return "/".join(_shared(segment, values) for segment in text.split("/"))
    stem, extension = split_extension(text)
    if stem in values:
        return f"<{values.index(stem)}>{extension}"
    longest = max((value for value in values if len(value) > MIN_PART and value in text), key=len, default="")
    if longest and not longest.isdecimal():
        before, _, behind = text.partition(longest)
        return f"{before}<{values.index(longest)}>{behind}"
    return _DIGITS.sub(lambda digits: f"<{values.index(digits[0])}>" if digits[0] in values else "#", text)
