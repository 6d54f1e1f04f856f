"""Quotes told by themselves: a box in a post that begins with who said what follows, as "Ann wrote:"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import partial

from newsbody.dates import find_date
from newsbody.page import Page
from newsbody.rules.naming import step_of
from newsbody.rules.values import MAX_NAME_CHARS, is_name

#: What may stand in the line beside the name.
MAX_HEAD_CHARS = 48
#: … and so much beside the name and who said it where it ends without a colon and says no date.
MAX_BESIDE_CHARS = 4
_BOXES = ("div", "blockquote", "fieldset", "table", "td", "section", "aside")
_PARAGRAPH = "p"
#: What is said of who is quoted, in the languages of most forums.
SAID = re.compile(
    r"\b(?:wrote|said|says|posted|schrieb|sagte|hat geschrieben|a écrit|escribió|scrisse|ha scritto|escreveu|skrev)\b"
    r"|\b(?:quote from|in reply to|originally posted(?: by)?|zitat von|original von|citation de|cita de|citazione)\b"
    r"|引用|引述|写道|寫道|说|說|提到|发表于|發表於|书き|さん|написал|писал|цитата|сообщение от|اقتباس|كتب",
    re.IGNORECASE,
)
COLONS = (":", "：")
#: How the lines of a quote in a letter begin, and how the line ends that says whose they are.
_LINE_SIGNS = (">", ": ")
_HEAD_ENDS = (*COLONS, "】", "]")


def _is_box(page: Page, index: int) -> bool:
    """A block, or a paragraph with a name of its own."""
    tag = page.tags[index]
    return tag in _BOXES or (tag == _PARAGRAPH and page.classes[index] != "")


def boxed_quotes(page: Page, bodies: Sequence[int], names: Collection[str]) -> list[int]:
    """The blocks in bodies that begin with a line that names one of some authors, and go on. Outermost first.

    Also such a line in a block with a name of its own, and the block that stands next to it: of paragraphs one that is
    called the same.
    """
    found: list[int] = []
    for body in bodies:
        behind = body
        for index in filter(partial(_is_box, page), range(body + 1, int(page.end[body]))):
            whole = (page.first_run[index], page.last_run[index]) == (page.first_run[body], page.last_run[body])
            if index < behind or whole:  # what holds all words of a post is no quote in it
                continue
            box = int(page.end[index])
            if _names_its_author(page, index, names):
                found.append(index)
                behind = box
            elif box < page.end[body] and _is_box(page, box) and is_quote_head(page, index, box, names):
                if page.tags[index] == _PARAGRAPH and step_of(page, index) != step_of(page, box):
                    continue
                found += [index, box]
                behind = int(page.end[box])
    return found


def part_quoted_lines(text: str) -> tuple[str, list[str]]:
    """A text without what it quotes in lines that begin with a sign, as letters do, and each of these quotes.

    ``Ann wrote:``, ``> Words.``, ``I see.`` → ``I see.`` and the first two lines. One of them has to say whose words
    they are.
    """
    own: list[str] = []
    quotes: list[list[str]] = []
    goes_on = False
    for line in text.split("\n"):
        head = _pop_head(own) if line.startswith(_LINE_SIGNS) and not goes_on else []
        if not line.startswith(_LINE_SIGNS) or not (goes_on or head or quotes):
            goes_on = False
            own.append(line)
            continue
        if not goes_on:
            quotes.append(head)
        quotes[-1].append(line)
        goes_on = True
    return "\n".join(own).strip() if quotes else text, ["\n".join(lines) for lines in quotes]


def _pop_head(lines: list[str]) -> list[str]:
    """The last line with words, where it says whose words come next, with the line before it that says when."""
    said = next((number for number in range(len(lines), 0, -1) if lines[number - 1].strip()), 0)
    if not said or not _says_whose(lines[said - 1]):
        return []
    before = lines[said - 2] if said > 1 and find_date(lines[said - 1]) is None else ""
    first = said - 1 - (len(before) <= MAX_NAME_CHARS + MAX_HEAD_CHARS and find_date(before) is not None)
    head, lines[first:] = lines[first:said], []
    return head


def _says_whose(line: str) -> bool:
    return len(line) <= MAX_NAME_CHARS + MAX_HEAD_CHARS and line.endswith(_HEAD_ENDS) and SAID.search(line) is not None


def is_quote_head(page: Page, index: int, box: int, names: Collection[str]) -> bool:
    """Whether a block with a name is no more than a line that says whose words the next block holds."""
    first, last = int(page.first_run[index]), int(page.last_run[index])
    if first == last or page.parent[index] != page.parent[box] or page.first_run[box] == page.last_run[box]:
        return False
    paragraph = int(page.run_paragraph[first])
    alone = page.paragraph_run[paragraph] == first and page.paragraph_run[paragraph + 1] == last
    return alone and not step_of(page, index).is_bare and _is_head(page.paragraphs[paragraph], names)


def head_before(page: Page, box: int, names: Collection[str]) -> int | None:
    """The paragraph before a quote that says which of some authors is quoted, or "@Ann said:", or whoever it is in a
    CITE or in an element that a colon follows (``<i>Ann</i>:``); None without one.

    In the same element: what stands before that is the head of the post. Between them is nothing but signs ("[-]",
    "..." to unfold the quote).
    """
    first = int(page.first_run[box])
    above = int(page.first_run[max(0, int(page.parent[box]))])
    if not above < first < page.last_run[box]:
        return None
    said = (run for run in range(first - 1, above - 1, -1) if has_letters(page, run))
    paragraph = int(page.run_paragraph[next(said, above)])
    runs = slice(page.paragraph_run[paragraph], min(first, int(page.paragraph_run[paragraph + 1])))  # PRE holds both
    line = page.text[page.run_start[runs.start] : page.run_stop[runs.stop - 1]].strip()
    held = int(page.run_element[runs.start])
    cited = page.tags[held] == "cite"
    if is_name(who := page.text_of(held)) and line[len(who) :].strip() in COLONS and line.startswith(who):
        names = (*names, who)
    named = cited or line.startswith("@") or any(name in line for name in names)
    linked = int(page.run_chars[runs][page.run_is_link[runs]].sum())  # "Ann said in The title:", "(to Ann from #2)"
    return paragraph if named and "\n" not in line and _is_head(line, names, linked) else None


def has_letters(page: Page, run: int) -> bool:
    """Whether a run is more than signs."""
    return any(map(str.isalnum, page.text[page.run_start[run] : page.run_stop[run]]))


def _names_its_author(page: Page, index: int, names: Collection[str]) -> bool:
    first, last = int(page.first_run[index]), int(page.last_run[index])
    if first == last:
        return False
    paragraph = int(page.run_paragraph[first])
    if page.paragraph_run[paragraph] != first:
        return False
    line = page.paragraphs[paragraph]
    if page.paragraph_run[paragraph + 1] < last and _is_head(line, names):
        return True
    # "Ann wrote: …" all in one line
    head, colon, said = next((line.partition(one) for one in COLONS if one in line), (line, "", ""))
    named = any(name in head for name in names) and SAID.search(head) is not None
    return bool(said) and named and not step_of(page, index).is_bare and _is_head(head + colon, names)


def _is_head(head: str, names: Collection[str], linked: int = 0) -> bool:
    """Whether a line says who said what follows, or where and when; ``linked`` of its characters are links."""
    said = SAID.search(head)
    known = max((len(name) for name in names if name in head), default=0)
    if not head.endswith(COLONS) and not linked and find_date(head) is None:
        return bool(said and known) and len(head) <= known + len(said[0] if said else "") + MAX_BESIDE_CHARS
    longest = known or (MAX_NAME_CHARS if said else 0)
    return longest > 0 and len(head) - linked <= longest + MAX_HEAD_CHARS
