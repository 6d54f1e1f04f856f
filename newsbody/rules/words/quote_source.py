"""Whose words a quote holds, and those of which post, where the page says so."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import takewhile

import numpy as np

from newsbody.dates import find_date
from newsbody.markup.links import MAX_ADDRESS
from newsbody.page import Page
from newsbody.rules.moments import READ_AT
from newsbody.rules.naming import step_of
from newsbody.rules.values import MAX_NAME_CHARS, is_name, read_id
from newsbody.rules.words.quoted import MAX_HEAD_CHARS, SAID, head_before

#: So many elements of a quote may say whose it is.
MAX_ELEMENTS = 12
#: Attributes of data that end so name somebody.
_WHO = ("author", "username", "quote")
#: An attribute that refers to a post says so, in its name or its value ("post: 4711").
_WHICH = re.compile(r"(?:post|comment)\D{0,8}?(?:\d|$)", re.IGNORECASE)
#: A number in an address, and the word before it that says what it is of ("pid=7", "post-7", "/posts/7").
_NAMED_NUMBER = re.compile(r"([A-Za-z_]{1,20})[=/_-](\d{1,18})(?!\w)")
#: Such a word is of posts where so many of the numbers behind it are those of the posts on the page.
MIN_OF_POSTS = 0.5
_INITIAL = re.compile(r"\s[A-Z]$")
_COLON = re.compile("[:：]")
_NUMBERS = re.compile(r"\d+")
#: Stands for a date, and a short word before it ("on").
_DATE = "|"
_PREPOSITION = re.compile(r"\s\w{2,3}\s*$")
#: What stands around a name.
_AROUND = " \t:：,，.。\"'“”»«-—↑@()"


def quote_source(
    page: Page, parts: Sequence[int], names: Collection[str], ids: Collection[str], words: Collection[str] = ()
) -> tuple[str, str]:
    """The author of a quote and the id of the post that it is from, "" for what the page does not say.

    ``parts``: the elements that hold it, in order; ``names``, ``ids``: authors and ids of the posts on the page;
    ``words``: those of :func:`words_of_ids`.
    """
    inside = [index for part in parts for index in range(part, int(page.end[part]))][:MAX_ELEMENTS]
    said = [(name, value) for index in inside for name, value in page.elements[index].attrib.items()]
    author = next((value for name, value in said if _names_somebody(str(name), str(value))), "")
    post = next((found for name, value in said if (found := _referred(str(name), str(value), ids, words))), "")
    cited = next((page.text_of(index) for index in inside if page.tags[index] == "cite"), "")
    named = str(author).strip() or _name_in(cited, names, cited=True) or _named_in_text(page, parts, names)
    head = None if named else head_before(page, parts[0], names)
    return named if head is None else _name_in(page.paragraphs[head], names), post


def words_of_ids(page: Page, ids: Collection[str]) -> frozenset[str]:
    """The words that stand before the ids of a page's posts in its links ("pid" in "?pid=7"), before few others.

    Who is quoted from another page of the thread has an id that no post here has.
    """
    numbers: dict[str, set[str]] = defaultdict(set)
    for link in np.flatnonzero(page.is_tag("a")).tolist():
        for word, number in _NAMED_NUMBER.findall((page.elements[link].get("href") or "")[:MAX_ADDRESS]):
            numbers[word].add(number)
    return frozenset(word for word, of in numbers.items() if len(of.intersection(ids)) >= MIN_OF_POSTS * len(of))


def said_by(quote: str, names: Collection[str]) -> str:
    """The author of a quote that no element holds, as its first line says it."""
    return _name_in(quote.partition("\n")[0], names)


def _names_somebody(name: str, value: str) -> bool:
    return name.startswith("data-") and name.endswith(_WHO) and is_name(value.strip())


def _referred(name: str, value: str, ids: Collection[str], words: Collection[str]) -> str | None:
    """The id in an attribute: of a place in a page, one that a post here has, or one that is said to be a post's."""
    if name in ("href", "cite"):
        place = read_id(value.partition("#")[2]) or next((one for one in _NUMBERS.findall(value) if one in ids), None)
        return place or next((number for word, number in _NAMED_NUMBER.findall(value) if word in words), None)
    if not name.startswith("data-"):
        return None
    number = read_id(value)
    return number if number in ids or _WHICH.search(value if not value.isdigit() else name) else None


def _named_in_text(page: Page, parts: Sequence[int], names: Collection[str]) -> str:
    """The name in one of the two lines that a quote begins with ("Quote:" is none), or that is all of its last line.

    Also that of somebody on the page in a link in its first line or in what this begins with.
    """
    first, last = int(page.first_run[parts[0]]), int(page.last_run[parts[-1]])
    if first == last:
        return ""
    head, foot = int(page.run_paragraph[first]), int(page.run_paragraph[last - 1])
    short = head != foot and len(page.paragraphs[head]) <= MAX_NAME_CHARS + MAX_HEAD_CHARS
    behind = min(last, int(page.paragraph_run[head + 1])) if short else first + 1
    links = (index for index in page.run_element[first:behind].tolist() if page.tags[index] == "a")
    linked = next((name for link in links if (name := page.text_of(link).strip(_AROUND)) in names), "")
    said = linked or _name_in(page.text_of(int(page.run_element[first])), names)
    if said or head == foot:
        return said
    end = page.paragraphs[foot].strip(_AROUND)
    lines = (
        _name_before(page.paragraphs[line], names)
        or _name_in(page.paragraphs[line], names, cited=_is_line_of_its_own(page, line, parts[0]))
        for line in range(head, min(head + 2, foot))
    )
    return next(filter(None, lines), "") or (end if end in names else "")


def _name_before(line: str, names: Collection[str]) -> str:
    """The one of some names that is all that stands in a line, or before a colon in it."""
    name = _COLON.split(line, 1)[0].strip(_AROUND)
    return name if name in names else ""


def _is_line_of_its_own(page: Page, line: int, quote: int) -> bool:
    """Whether a line of a quote stands in an element in it that has a name, and that begins with it."""
    first = int(page.paragraph_run[line])
    around = takewhile(lambda index: index != quote, page.ancestors(int(page.run_element[first])))
    return any(page.first_run[index] == first and not step_of(page, index).is_bare for index in around)


def _name_in(head: str, names: Collection[str], *, cited: bool = False) -> str:
    """Whom a line says to have said what follows: the longest of some names, else what its words say.

    A line without a date and no source by its element may be the first one of what is quoted ("He said:").
    """
    said, date = SAID.search(head), find_date(head)
    told = said is not None or date is not None or head.rstrip().endswith((":", "："))
    if not told or len(head) > MAX_NAME_CHARS + MAX_HEAD_CHARS:
        return ""
    known = max((name for name in names if name in head), key=len, default="")
    if known or not (cited or date):
        return known
    when = date or find_date(head, READ_AT)  # of a source that is told, "22 minutes ago" is a date, too
    rest = head.replace(when.raw, _DATE) if when else head
    said = SAID.search(rest)
    if said is None:
        return ""
    before, behind = rest[: said.start()].split(_DATE)[-1], _PREPOSITION.sub("", rest[said.end() :].split(_DATE)[0])
    return next((name for part in (before, behind) if (name := _bare(part)) and is_name(name)), "")


def _bare(text: str) -> str:
    """A text without the signs around it, but for the full stop of an initial ("Ann B.")."""
    name = text.strip(_AROUND)
    return f"{name}." if _INITIAL.search(name) and f"{name}." in text else name
