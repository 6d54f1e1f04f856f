"""What rows of lists say of the pages they lead to, and those that say nothing."""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain, islice, pairwise

from lxml import etree

from newsbody.dates import FoundDate, find_dates, guess_day_first
from newsbody.dates.relative import relative_dates
from newsbody.urls.normalize import without_session

_COUNT = re.compile(r"\d[\d,.\u00a0\u202f' ]*")
_DIGIT, _NUMBER = re.compile(r"\d"), re.compile(r"\d+")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
#: Elements around a link that are looked at; a row is not deeper than this.
MAX_DEPTH = 12
#: Characters of a row that are looked at.
MAX_CHARS = 4_000
#: Characters of a time in ISO 8601 down to its minute, and to its day.
_MINUTES, _DAY = 16, 10
#: Groups of pages whose rows are read, the largest: a list has one or two, and some in its menus.
MAX_GROUPS = 6
#: The group of all threads; of these one number beside a link says enough. Of a board "12 topics" tells no replies.
THREADS = "threads"
LEAST_NUMBERS = 2
#: Rows of a list with a date, at least, and which share of them; characters of a text that is little but its date.
LEAST_DATED, NEARLY_ALL, MAX_DATED = 3, 0.9, 60
#: In place of an element in which several pages of a group are linked to.
_SEVERAL = ""

#: The pages that elements hold links to, by element and group.
_Rows = dict[tuple[etree._Element, str], str]


def row_states(
    root: etree._Element,
    key_of: Callable[[etree._Element], str | None],
    now: datetime,
    group_of: Callable[[str], str] = lambda key: THREADS,
) -> dict[str, str]:
    """What the rows of a page say, as 32 hexadecimal digits by the key of the page they link to.

    ``key_of`` gives the key of the page that an A element links to, None for links that are
    looked over; ``group_of`` of a key what its page is compared with. A row without any number beside its link says
    nothing of what happened, and is left out.
    """
    said: dict[str, list[tuple[str, list[str]]]] = {}
    for link, key, group, _, texts in _rows_of(root, key_of, group_of):
        if lines := _said(texts, link, now, of_thread=group == THREADS):
            said.setdefault(group, []).append((key, lines))
    states: defaultdict[str, list[str]] = defaultdict(list)
    for key, lines in chain.from_iterable(map(_without_ordinals, said.values())):
        states[key] += lines
    return {
        key: hashlib.blake2b("\n".join(lines).encode(), digest_size=16).hexdigest() for key, lines in states.items()
    }


def row_dates(
    root: etree._Element, key_of: Callable[[etree._Element], str | None], group_of: Callable[[str], str]
) -> dict[str, str]:
    """The days that stand beside the links of lists, by the key of the page they link to: ``2026-03-04 Old bridge``.

    Arguments as of :func:`row_states`. Of a list nearly all rows have one, with its year: a few tell of something else.
    """
    if sum(_is_dated(str(text)) for text in root.itertext()) < LEAST_DATED:
        return {}
    said: defaultdict[tuple[str | None, ...], list[tuple[str, list[str]]]] = defaultdict(list)
    for link, key, group, row, lines in _rows_of(root, key_of, group_of):
        texts = (" ".join(text.split()) for text, holder in lines if holder is not link)
        of_list = group, *(word for element in _around(row, 2) for word in (element.tag, element.get("class")))
        said[of_list].append((key, list(filter(_is_dated, texts))))
    days: dict[str, str] = {}
    for rows in said.values():
        day_first = guess_day_first(text for _, texts in rows for text in texts)
        told = {
            key: day
            for key, texts in rows
            if (day := _only_day(found for text in texts for found in find_dates(text, None, day_first)))
        }
        if len(told) >= max(LEAST_DATED, NEARLY_ALL * len(rows)):
            days |= told
    return days


def _is_dated(text: str) -> bool:
    return len(text) <= MAX_DATED and _YEAR.search(text) is not None


def _only_day(found: Iterable[FoundDate]) -> str:
    """The day of some dates, with its time where there is one; "" for none, and for several."""
    isos = [date.iso for date in found]
    return max(isos, key=len) if len({iso[:_DAY] for iso in isos}) == 1 else ""


def _rows_of(
    root: etree._Element, key_of: Callable[[etree._Element], str | None], group_of: Callable[[str], str]
) -> Iterator[tuple[etree._Element, str, str, etree._Element, list[tuple[str, etree._Element]]]]:
    """The first link of each row of the largest groups, its key and group, the row, and its texts with holders."""
    links = [(link, key, group_of(key)) for link in root.iter("a") if (key := key_of(link))]
    rows: _Rows = {}
    for link, key, group in links:
        for element in _around(link):
            if rows.setdefault((element, group), key) not in (key, _SEVERAL):
                rows[element, group] = _SEVERAL
            elif rows[element, group] == _SEVERAL:
                break
    sizes = Counter(group for group, _ in {(group, key) for _, key, group in links})
    largest = {group for group, size in sizes.most_common(MAX_GROUPS) if size > 1 or group == THREADS}
    met = set[tuple[etree._Element, str]]()
    for link, key, group in links:
        row = _row(link, key, group, rows)
        if group in largest and (row, group) not in met:
            yield link, key, group, row, list(_between(row, group, rows))
        met.add((row, group))


def _without_ordinals(rows: list[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    """What rows say, without the number of each in its list, which changes with the order: "1 Title", "2 Other"."""
    numbers = [int(lines[0]) if lines[0].isdecimal() else -len(rows) for _, lines in rows]
    steps = [after - before == 1 for before, after in pairwise(numbers)]
    is_ordinal = len(steps) > 1 and all(steps)
    return [(key, lines[1:]) for key, lines in rows] if is_ordinal else rows


def _around(element: etree._Element, limit: int = MAX_DEPTH + 1) -> Iterator[etree._Element]:
    yield from islice(chain((element,), element.iterancestors()), limit)


def _row(link: etree._Element, key: str, group: str, rows: _Rows) -> etree._Element:
    row = link
    for element in _around(link):
        if rows.get((element, group)) != key:
            break
        row = element
    return row


def _between(row: etree._Element, group: str, rows: _Rows) -> Iterator[tuple[str, etree._Element]]:
    """The texts of a row and of what follows it up to the next one, each with the element that it stands directly in.

    Nothing behind the last row of a list, where what follows may be anything.
    """
    yield from _texts(row)
    behind = list[tuple[str, etree._Element]]()
    for before, element in pairwise((row, *row.itersiblings())):
        behind.append((before.tail or "", element))
        if (element, group) in rows:
            yield from behind
            return
        behind += _texts(element)


def _said(
    row: Sequence[tuple[str, etree._Element]], link: etree._Element, now: datetime, *, of_thread: bool
) -> list[str]:
    """The lines of a row and where its links lead, without what changes by itself: a thread's largest count, its views.

    None when too few numbers stand beside the link itself: "2" leads to the second page of a list.
    """
    own = {*link.iter()}
    texts = [(" ".join(text.split()), holder in own) for text, holder in row]
    numbers = sum(len(_NUMBER.findall(text)) for text, inside in texts if not inside)
    if numbers < (1 if of_thread else LEAST_NUMBERS):
        return []
    lines = _dated("\n".join(text for text, _ in texts if text)[:MAX_CHARS], now).split("\n")
    counts = [line for line in lines if _COUNT.fullmatch(line)]
    if of_thread and len(counts) > 1:
        lines.remove(max(counts, key=lambda line: int("".join(_DIGIT.findall(line)))))
    links = dict.fromkeys(str(holder.get("href")) for _, holder in row if holder.tag == "a" and holder.get("href"))
    return [*(line.strip() for line in lines), *map(without_session, links)]


def _texts(row: etree._Element) -> Iterator[tuple[str, etree._Element]]:
    """The texts of an element, each with the element that it stands directly in; "" for links without a text."""
    for part in row.iter(etree.Element):
        yield part.text or "", part
        if part.tail and part is not row:
            yield part.tail, next(part.iterancestors(), row)


def _dated(text: str, now: datetime) -> str:
    """The text with its dates as one writes them tomorrow, too: "today 10:05" has a date, "5 minutes ago" goes."""
    relative = {found.start: found for found in relative_dates(text, now)}
    for found in reversed(find_dates(text, now)):
        passing = found.start in relative and ":" not in found.raw
        stop = found.start + len(found.raw)
        text = text[: found.start] + ("" if passing else found.iso[:_MINUTES]) + text[stop:]
    return text


# --- known threads in lists whose rows do not say whether anything happened -------------

#: Last pages that are asked for at once, and in one crawl.
BATCH, MAX_ASKED = 24, 480


class SilentRows:
    """One per crawl."""

    def __init__(self) -> None:
        #: By key, the last known page of each thread; in the order in which lists name them.
        self._silent: dict[str, str] = {}
        self._told = set[str]()
        #: Keys of the last batch, those that brought something, and how many were asked for.
        self._batch: list[str] = []
        self._fruitful = False
        self.asked = 0

    def met(self, key: str, page: str, *, is_told: bool) -> None:
        """A list names a thread. ``is_told``: its row says whether anything happened."""
        if is_told:
            self._told.add(key)
            self._silent.pop(key, None)
        elif key not in self._told:
            self._silent.setdefault(key, page)

    def __len__(self) -> int:
        return len(self._silent)

    def bore(self, key: str) -> None:
        """Something new was found in a thread."""
        self._fruitful = self._fruitful or key in self._batch

    def next_batch(self) -> list[str]:
        """The pages to ask for now; none when the last batch brought nothing, or the budget is spent."""
        if self._batch and not self._fruitful:
            return []
        left = [key for key in self._silent if key not in self._told][: min(BATCH, MAX_ASKED - self.asked)]
        self._told.update(left)
        self._batch, self._fruitful = left, False
        self.asked += len(left)
        return [self._silent[key] for key in left]
