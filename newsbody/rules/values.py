"""Reading what stands around a body: text, times, names, numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import partial

from newsbody.dates import FoundDate, find_date
from newsbody.ground.remembered import remembered_meanwhile
from newsbody.page import Page
from newsbody.rules.moments import moment_told
from newsbody.rules.rule_parts import Slot
from newsbody.rules.sample import LIKELY_DATE, MIN_TITLE_CHARS, time_attribute
from newsbody.rules.selector import Selector

#: Elements in a header line that may hold the full form of a date in an attribute.
MAX_HINT_ELEMENTS = 10
#: What says when a post was written is not longer.
MAX_TIME_CHARS = 300
#: Names of people are not longer.
MAX_NAME_CHARS = 40
_IDENTITY = re.compile(r"(?i)(?<![0-9a-z])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16,})\b|\d+")
_ALPHANUMERIC = re.compile(r"[0-9A-Za-z]+")
_KEY = re.compile(r"\d[A-Za-z]")
#: A word with a number at its end is somebody's name (walker7), one of two letters an abbreviation (Nr7).
_POSITION = re.compile(r"(?:\D{0,11}[^A-Za-z\d]|[A-Za-z]{1,2})?(\d{1,6})\D{0,6}")
#: A number that is marked as one may have other words behind it ("#3 Score: 0", "3楼 | 12 likes", "3: Ann", "3. Re:").
_MARKED = re.compile(r"(?:\D*\s)?#(\d{1,6})(?![\d.])|第?\s?(\d{1,6})\s?(?:[楼樓]|[:：](?!\d)|\.\s)")
#: What nothing but the number of a post looks like.
_PLACE = re.compile(r"[#＃]\s?\d{1,4}|第?\s?\d{1,5}\s?[楼樓][#＃]?|\d{1,4}\s?[#＃]")
#: Letters and numbers in one word, mostly numbers.
_HANDLE = re.compile(r"[A-Za-z_][\w.-]*\d[\w.-]*|\d{4,}[\w.-]*[A-Za-z_][\w.-]*|\d{5,}", re.ASCII)
#: What stands before a name to say what it is.
_LABEL = re.compile(r"^[^:：\d]{1,12}[:：]\s?(?=\S)")
#: … and behind it: where mail reaches its bearer, his points ("Ann (12)"), his name in addresses ("Ann @ann6").
_ADDITION = re.compile(r"\"?\s*[<(][^<>()]*(?:@| at |\[at\])[^<>()]*[>)]$|\s\(-?\d+\)$|(?<=\S)\s+@[\w.-]+$")
#: The other way round, also where the page hides it: ``ann@f.test (Ann)``, ``[hidden] (Ann)``.
_BEHIND_MAIL = re.compile(r"\A(?:\[[^][()]+\]|[^()]*(?:@| at |\[at\])[^()]*)\s\(([^()]+)\)\Z")
_ADDRESS = re.compile(r"\S+(?:@| at |\[at\])\S+\.\w+")
_WORD = re.compile(r"[^\W\d_]")


def is_headline(page: Page, text: str) -> bool:
    """Whether the title of a page begins with a text that is long enough not to stand there by chance."""
    return len(text) >= MIN_TITLE_CHARS and page.title.startswith(text)


def said_in(page: Page, index: int, slot: Slot) -> str | None:
    """What an element says in a slot that names it."""
    if slot.attribute:
        return page.elements[index].get(slot.attribute)
    return page.own_text_of(index) if slot.own else page.text_of(index)


def slot_value(
    page: Page, elements: Sequence[int], slot: Slot, wanted: Callable[[str], bool] = bool
) -> tuple[int, str] | None:
    """The first of some elements that a slot names and that has a (wanted) value: element and value.

    Where none does, one of that name further out stands in others (an opening post has a frame of its own).
    """
    for selector in slot.selectors:
        for index in selector.select(page, elements):
            value = said_in(page, index, slot)
            if value and wanted(value.strip()):
                return index, value.strip()
    return None


def time_value(page: Page, elements: Sequence[int], slot: Slot) -> tuple[int, str] | None:
    """The first of some elements that a slot names and that says a time there: element and value.

    Software that writes "yesterday" into an element of its own, with the day in an attribute, has none of it around
    older times: where no post element has the attribute, what it stands in says the time itself.
    """
    if slot.attribute:
        dated = slot_value(page, elements, slot, lambda value: any(map(str.isdigit, value)))
        return dated or slot_value(page, elements, slot) or _time_around(page, elements, slot)
    if slot.own:
        return slot_value(page, elements, slot, lambda value: moment_in(value) is not None)
    return _time_in(page, elements, slot.selectors)


def _time_around(page: Page, elements: Sequence[int], slot: Slot) -> tuple[int, str] | None:
    """The time that stands where an element of a slot would."""
    around = [Selector(selector.steps[:-1]) for selector in slot.selectors if len(selector.steps) > 1]
    found = _time_in(page, elements, around)
    return found if found and says_time(page, found[0]) else None


def _time_in(page: Page, elements: Sequence[int], selectors: Sequence[Selector]) -> tuple[int, str] | None:
    """The first of some elements that one of the selectors names and that says a time, else the first with text."""
    named = next(filter(None, (selector.select(page, elements) for selector in selectors)), [])
    told = next((index for index in named if says_time(page, index)), named[0] if named else None)
    return (told, page.text_of(told)) if told is not None and page.text_of(told) else None


def shown_time(
    page: Page, index: int, day_first: bool | None = None, now: datetime | None = None, *, year_first: bool = False
) -> str | None:
    """The date that an element's text says or else, for "yesterday", an attribute of an element in it.

    Without one, ``now`` (when the page was fetched) makes "yesterday" a date.
    """
    text = page.text_of(index)
    read = partial(find_date, day_first=day_first, year_first=year_first)
    found = read(text) if any(map(str.isdigit, text)) else None
    if found is None or "T" not in found.iso:
        found = _date_in_runs(page, index, read, found.iso if found else "") or found
    if found:
        return found.iso
    for inner in range(index + 1, min(int(page.end[index]), index + MAX_HINT_ELEMENTS)):
        told = time_attribute(page.elements[inner])
        if told:
            return told[1]
    found = read(text, now) if now else None
    return found.iso if found else None


def _date_in_runs(page: Page, index: int, read: Callable[[str], FoundDate | None], day: str) -> FoundDate | None:
    """The first date of an element that stands in a text of its own: numbers may touch it ("<i>12</i>2024-02-03").

    ``day``: what all of the text says, "" for nothing; only its time of day is looked for then.
    """
    runs = range(int(page.first_run[index]), int(page.last_run[index]))[:MAX_HINT_ELEMENTS]
    texts = (page.text[page.run_start[run] : page.run_stop[run]] for run in runs)
    said = (read(text) for text in texts if LIKELY_DATE.search(text)) if len(runs) > 1 else ()
    return next((one for one in said if one and one.iso.startswith(day)), None)


def moment_shown(page: Page, index: int, day_first: bool | None = None) -> str | None:
    """The date that an element shows, or the time that it, or a text of its own, tells from the moment of reading."""
    runs = range(int(page.first_run[index]), int(page.last_run[index]))[:MAX_HINT_ELEMENTS]
    spans = [(page.start[index], page.stop[index]), *((page.run_start[run], page.run_stop[run]) for run in runs)]
    told = (moment_told(page.text[start:stop]) for start, stop in spans)  # "3 months ago in <a>Kites</a>"
    return shown_time(page, index, day_first) or next(filter(None, told), None)


def moment_in(text: str) -> str | None:
    """The date that a text says, or the time that it tells from the moment of reading."""
    found = find_date(text) if LIKELY_DATE.search(text) else None
    return found.iso if found else moment_told(text)


@remembered_meanwhile(maxsize=1 << 14)
def says_time(page: Page, index: int, *, own: bool = False) -> bool:
    """Whether an element says a time, and hardly anything else; ``own``: beside those in it."""
    if own:
        return moment_in(page.own_text_of(index)) is not None
    if page.stop[index] - page.start[index] > MAX_TIME_CHARS:
        return False
    return time_attribute(page.elements[index]) is not None or moment_shown(page, index) is not None


@remembered_meanwhile(maxsize=1 << 14)
def moment_of(page: Page, index: int, day_first: bool) -> str:
    """The date that an element says for machines or else for readers, ISO 8601; "" without one."""
    told = time_attribute(page.elements[index])
    return (told[1] if told else moment_shown(page, index, day_first)) or ""


def author_value(page: Page, elements: Sequence[int], slot: Slot) -> tuple[int, str] | None:
    """The first of some elements that a slot names and that has a name: element and name.

    Where none does, what only people are called in a place of names ("wj6202") is one. A label and an address in the
    same text ("From: Ann <ann@f.test>") are no part of it, nor what frames it ("Submitted by Ann on 3 May 2024").
    """
    if slot.frame is not None:
        named = (index for one in slot.selectors for index in one.select(page, elements))
        told = ((index, framed_name(said_in(page, index, slot) or "", slot.frame)) for index in named)
        return next(((index, name) for index, name in told if name), None)
    found = slot_value(page, elements, slot, is_name) or slot_value(page, elements, slot, _is_handle)
    if found is None:
        return None
    name = without_addition(found[1])
    return found[0], name if is_name(name) or _is_handle(name) else found[1]


def without_addition(text: str) -> str:
    """A name without what is said of its bearer: ``From: "Ann" <ann@f.test>`` → "Ann"."""
    return _ADDITION.sub("", _BEHIND_MAIL.sub(r"\1", _LABEL.sub("", text))).removeprefix('"')


def framed_name(text: str, frame: tuple[str, str]) -> str | None:
    """The name that stands between two texts, the second of them before a date.

    >>> framed_name("Submitted by Ann Lee on 3 May 2024", ("Submitted by", " on"))
    'Ann Lee'
    """
    before, after = frame
    date = find_date(text)
    head = text[: date.start].rstrip() if date else "" if moment_told(text) else text
    name = (head.rpartition(after)[0] if after else head).removeprefix(before).strip()
    return name if head.startswith(before) and (is_name(name) or _is_handle(name)) else None


def label_of(text: str) -> str:
    """What stands before a name, or a number, to say what it is; "" for nothing."""
    found = _LABEL.match(text)
    return found[0] if found else ""


def _is_handle(text: str) -> bool:
    return len(text) <= MAX_NAME_CHARS and _HANDLE.fullmatch(text) is not None


def is_name(text: str) -> bool:
    """Whether a text may be somebody's name: short, not mostly numbers, not the one letter of a drawn avatar.

    A number with one letter says a place ("3楼"). Where mail reaches its bearer, or his points, are no part of a name.
    """
    text = _ADDITION.sub("", text)
    letters, digits = len(_WORD.findall(text)), sum(map(str.isdigit, text))
    single = text.isascii() or digits > 0
    return len(text) <= MAX_NAME_CHARS and 2 * letters > digits and (letters > 1 or not single)


def is_mail_address(text: str) -> bool:
    """Whether a text is where mail reaches somebody, or all on a list: ``moss@lists.f.test``."""
    return _ADDRESS.fullmatch(text) is not None


def read_position(text: str) -> int | None:
    """The number in "#21", "21楼", "21" or "#21 Score: 0"; None when the text says something else."""
    found = _POSITION.fullmatch(text) or _MARKED.match(text)
    return int(next(filter(None, found.groups()))) if found else None


def is_position(text: str) -> bool:
    """Whether a text is the number of a post."""
    return read_position(text) is not None


def is_marked_position(text: str) -> bool:
    """Whether a text is a number that is marked as that of a post: "#3", "3楼"."""
    return _PLACE.fullmatch(text) is not None


def read_id(value: str, *, word: bool = False) -> str | None:
    """The last number in an attribute such as ``id="post_5452"``, or a key of hexadecimal digits as a whole.

    Of ``id="post-fbe42f74-9f77-42e6-a4cf-67f69b77e46b"`` the last number is 46: other posts have that, too. ``word``:
    the last word of letters and digits, ``9ixoa8`` of ``id="t1_9ixoa8"``.
    """
    found = (_ALPHANUMERIC if word else _IDENTITY).findall(value)
    return found[-1] if found else None


def are_words(values: Collection[str]) -> bool:
    """Whether ids are words of letters and digits: some have a letter behind a digit, and they tell as many posts."""
    words = {read_id(value, word=True) for value in values}
    return any(word and _KEY.search(word) for word in words) and len(words) >= len(set(map(read_id, values)))
