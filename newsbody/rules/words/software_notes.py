"""What no person wrote into a post, told by itself: too rare in a sample to be learned from it.

Each of these is plain from one look at any forum: a control of the page, a line about a
file, a note with date and time of day at an edge of the post, code that was not rendered,
characters strewn in against copying.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from newsbody.dates import find_date
from newsbody.page import Page
from newsbody.page.characters import CJK_STOPS, SPACED_STOPS, BoolArray
from newsbody.page.tags import CODE
from newsbody.rules.naming import step_of

#: Longer texts are not notes.
MAX_NOTE_CHARS = 160
#: What is said on something to click on is not longer.
MAX_CONTROL_CHARS = 20
#: A line with a control in it is a tool bar when hardly more text stands in it.
MAX_LABEL_CHARS = 12
#: A hint that stands in place of something hidden is not longer.
MAX_HINT_CHARS = 60
#: What stands over code to say so is not longer.
MAX_CODE_HEAD_CHARS = 40
_STOPS = (*CJK_STOPS, *SPACED_STOPS)
#: A frame of files has no more elements: those of a dozen pictures have a hundred.
MAX_FRAME_ELEMENTS = 200
#: Strewn characters: so many words at least, and none longer.
MIN_STREWN_WORDS = 3
MAX_STREWN_CHARS = 2

#: What a signature stands in, below a line of signs.
_SIGNING = frozenset(("div", "span", "p", "td", "table", "aside", "section"))
_LINE_OF_SIGNS = re.compile(r"_{8,}|-{8,}|={8,}")
#: A DIV with more lines is a quote, or code.
MAX_APART_LINES = 3
#: Blocks that are no paragraphs.
_BLOCKS = ("div", "blockquote", "pre", "table", "section", "fieldset")
#: Bulletin board code that was not rendered: a reference in brackets to something with a number, or a lone tag.
_UNRENDERED = re.compile(r"\[(\w+)(?:=[^\]\s]*)?\]\d+\[/\1\]|\[/?[a-z]{3,12}\]")
#: The name of a file and, in brackets, its size.
_FILE = re.compile(r"\.\w{2,4}\s{0,3}[(（\[][^\d(（\[]{0,12}[\d.,]+\s?(?:[KMG]i?)?(?:B|bytes?)\b", re.IGNORECASE)
_FILE_NAME = re.compile(r"[^\s/]{1,80}\.(?=[a-z0-9]*[a-z])[a-z0-9]{2,4}", re.IGNORECASE)
#: An offer to log in or to reply, as it stands in place of what only others see.
_HIDDEN_HINT = re.compile(
    r"log(?:ged)? ?in\b|sign(?:ed)? in\b|register|登录|登陆|登入|注册|註冊"
    r"|anmelden|einloggen|registrier|connecter|inscrire"
    r"|(?:view|see) (?:the |this )?hidden|hidden content|查看.{0,6}隐藏|隐藏内容|隱藏內容",
    re.IGNORECASE,
)
#: … and what it says that this is for; nobody speaks of himself there. (Of the lines of 8,695 posts no person's own.)
_TO_SEE = re.compile(
    r"\bto (?:see|view|download|access)\b|sehen\b|anzeigen\b|herunterladen\b|\b(?:voir|afficher|télécharger)\b"
    r"|查看|下载|下載|可见|可見|浏览|瀏覽",
    re.IGNORECASE,
)
_OF_HIMSELF = re.compile(r"\b(?:I|my|me|ich|mir|mich|je|moi)\b|我", re.IGNORECASE)


def note_runs(
    page: Page, bodies: Sequence[int], words: BoolArray, quotes: Sequence[int] = (), author: str | None = None
) -> BoolArray:
    """Which runs of bodies are such notes; what stands in ``quotes`` (elements) is dated and none. Shape (m,).

    ``words``: the runs of the bodies that are not known to be none of their words; notes stand at their edges.
    ``author``: of the post; notes may name him.
    """
    quoted = [(quote, int(page.end[quote])) for quote in quotes]
    marked = np.zeros(len(page.run_start), dtype=np.bool_)
    inside = [np.arange(page.first_run[body], page.last_run[body]) for body in bodies]
    for body in bodies:
        marked |= _signed_off(page, body, words)
    words = words & ~marked
    kept = [edge for runs in inside if words[runs].any() for edge in runs[words[runs]][[0, -1]].tolist()]
    for body in bodies:
        first, last = int(page.first_run[body]), int(page.last_run[body])
        edges = (min(kept), max(kept)) if kept else (first, last - 1)
        apart = _blocks_apart(page, body)
        for index in range(body + 1, int(page.end[body])):
            if page.first_run[index] == page.last_run[index]:
                continue
            near = None if any(a < page.end[index] and index < b for a, b in quoted) else edges
            if _is_note(page, index, near, author, apart=index in apart or not step_of(page, index).is_bare):
                marked[page.first_run[index] : page.last_run[index]] = True
        marked |= _code_heads(page, body, edges)
        while first < last:
            behind = min(last, int(page.paragraph_run[page.run_paragraph[first] + 1]))
            marked[first:behind] |= _line_notes(page, first, behind)
            first = behind
        for frame in frames_of_files(page, range(body, int(page.end[body]))):
            if not any(a <= frame < b for a, b in quoted):
                marked[page.first_run[frame] : page.last_run[frame]] = True
    return marked


def frames_of_files(page: Page, elements: range) -> list[int]:
    """The frames with a title that hold files or pictures, and no more words than a label."""
    frames = np.flatnonzero(page.is_tag("fieldset")[elements.start : elements.stop]) + elements.start
    small = page.end[frames] - frames <= MAX_FRAME_ELEMENTS
    return [frame for frame in frames[small].tolist() if _is_of_files(page, frame)]


def _is_of_files(page: Page, frame: int) -> bool:
    elements = range(frame + 1, int(page.end[frame]))
    titles = [index for index in elements if page.tags[index] == "legend"]
    words: dict[int, str] = defaultdict(str)
    for run in range(int(page.first_run[frame]), int(page.last_run[frame])):
        if not any(page.first_run[title] <= run < page.last_run[title] for title in titles):
            words[int(page.run_paragraph[run])] += page.text[page.run_start[run] : page.run_stop[run]]
    said = sum(len(line.strip()) for line in words.values() if not _is_line_of_software(line))
    holds = any(map(_is_line_of_software, words.values())) or any(page.tags[index] == "img" for index in elements)
    return bool(titles) and holds and said <= MAX_LABEL_CHARS


def _line_notes(page: Page, first: int, last: int) -> BoolArray:
    """Which runs of a line are controls; all of them when the line says nothing else."""
    elements = page.run_element[first:last].tolist()
    controls = np.array([_is_control(page, index) for index in elements], dtype=np.bool_)
    controls &= page.run_chars[first:last] <= MAX_CONTROL_CHARS
    rest = int(page.run_chars[first:last][~controls].sum())
    line = page.text[page.run_start[first] : page.run_stop[last - 1]]
    links = page.run_is_link[first:last]
    linked = bool(links.all())
    in_one = len(set(page.run_element[first:last][~links].tolist())) == 1  # else words may stand beside it
    if (
        _is_line_of_software(line)
        or (in_one and _is_offer(line))
        or (linked and _is_file(page, first, line))
        or (controls.any() and rest <= MAX_LABEL_CHARS)
    ):
        controls[:] = True
    return controls


def _code_heads(page: Page, body: int, edges: tuple[int, int]) -> BoolArray:
    """Which runs stand with a block of code, and nothing else, in an element: what it is, and controls. Shape (m,).

    ``edges``: the first and last run of the words; what holds all of them is no such element.
    """
    marked = np.zeros(len(page.run_start), dtype=np.bool_)
    codes = (np.flatnonzero(page.is_tag(*CODE)[body : page.end[body]]) + body).tolist()
    visible = page.characters.visible
    for code in codes:
        above = int(page.first_run[code]) - 1
        if page.text[page.run_start[above] : page.run_stop[above]].rstrip().endswith(_STOPS):
            continue  # a sentence, and no label
        inside = visible[page.stop[code]] - visible[page.start[code]]
        around = int(page.parent[code])
        before = _element_before(page, code)
        if before is not None and visible[page.stop[before]] - visible[page.start[before]] <= MAX_CODE_HEAD_CHARS:
            marked[page.first_run[before] : page.last_run[before]] = True
        while (
            around > body
            and inside > 0
            and not (page.first_run[around] <= edges[0] and edges[1] < page.last_run[around])
        ):
            rest = visible[page.stop[around]] - visible[page.start[around]] - inside
            head = page.first_run[around]
            if rest > MAX_CODE_HEAD_CHARS or (page.run_element[head] == around and not _is_box_of_code(page, around)):
                break  # its author's paragraph
            if rest and page.run_paragraph[head] != page.run_paragraph[page.first_run[code]]:
                marked[head : page.first_run[code]] = True
            around = int(page.parent[around])
    return marked


def _is_box_of_code(page: Page, index: int) -> bool:
    """Has it a name, and does whatever has the same name hold code?"""
    codes = np.flatnonzero(page.is_tag(*CODE))
    alike = np.flatnonzero([classes == page.classes[index] for classes in page.classes])
    holds = np.searchsorted(codes, alike) < np.searchsorted(codes, page.end[alike])
    return not step_of(page, index).is_bare and bool(holds.all())


def _element_before(page: Page, index: int) -> int | None:
    """The named block that ends where an element begins, None where there is none or text stands between."""
    before = index - 1
    while before > page.parent[index] and page.parent[before] != page.parent[index]:
        before = int(page.parent[before])
    if before <= page.parent[index] or page.last_run[before] != page.first_run[index]:
        return None
    return before if page.tags[before] == "div" and not step_of(page, before).is_bare else None


def is_strewn(text: str) -> bool:
    """Whether a text is single characters, many of them signs or digits with letters, instead of words."""
    words = text.split()
    odd = sum(not word.isalpha() and not word.isdigit() for word in words)
    return (
        len(words) >= MIN_STREWN_WORDS
        and all(len(word) <= MAX_STREWN_CHARS and word.isascii() for word in words)
        and 3 * odd >= len(words)
    )


def _is_offer(line: str) -> bool:
    """Whether a line is such a hint by its words alone: log in, and see it."""
    return is_hint(line) and _TO_SEE.search(line) is not None and _OF_HIMSELF.search(line) is None


def is_hint(line: str) -> bool:
    """Whether a line is short and offers to log in or to reply, as it stands in place of what only others see."""
    return len(line) <= MAX_HINT_CHARS and _HIDDEN_HINT.search(line) is not None


def lines_apart(page: Page, bodies: Sequence[int], author: str | None) -> list[str]:
    """The lines in DIVs without a name that stand apart from the lines of a post, or name its author."""
    found: list[str] = []
    codes = page.subtree_sum(page.is_tag(*CODE, "blockquote"))
    for body in bodies:
        apart = _blocks_apart(page, body)
        for index in (np.flatnonzero(page.is_tag("div")[body + 1 : page.end[body]]) + body + 1).tolist():
            if codes[index] or page.parent[index] != body or not step_of(page, index).is_bare:
                continue
            runs = page.run_paragraph[page.first_run[index] : page.last_run[index]]
            lines = [page.paragraphs[paragraph] for paragraph in np.unique(runs).tolist()]
            if len(lines) <= MAX_APART_LINES:
                found += [line for line in lines if index in apart or (author and author in line)]
    return found


def _blocks_apart(page: Page, body: int) -> frozenset[int]:
    """The DIVs without a name that stand directly in a body with text in paragraphs, or in no element."""
    inside = np.arange(body + 1, int(page.end[body]))
    blocks = inside[(page.parent[inside] == body) & page.is_tag(*_BLOCKS)[inside]].tolist()
    visible = page.characters.visible
    held = sum(int(visible[page.stop[index]] - visible[page.start[index]]) for index in blocks)
    if held + _chars_of_software(page, body) >= visible[page.stop[body]] - visible[page.start[body]]:
        return frozenset()
    return frozenset(index for index in blocks if page.tags[index] == "div" and step_of(page, index).is_bare)


def _chars_of_software(page: Page, body: int) -> int:
    """The visible characters of lines of software that stand in no element of a body."""
    runs = np.arange(page.first_run[body], page.last_run[body])
    loose = runs[page.run_element[runs] == body].tolist()
    visible = page.characters.visible
    spans = [(page.run_start[run], page.run_stop[run]) for run in loose]
    return sum(
        int(visible[stop] - visible[start]) for start, stop in spans if _is_line_of_software(page.text[start:stop])
    )


def _is_note(page: Page, index: int, edges: tuple[int, int] | None, author: str | None, *, apart: bool) -> bool:
    """Strewn characters, a hint, or a dated note in an element of its own at the body's beginning or end.

    ``apart``: the element has a name, or stands apart from the lines of the body; else a note names its author.
    """
    start, stop = int(page.start[index]), int(page.stop[index])
    if stop - start > MAX_NOTE_CHARS or (page.tags[index] != "div" and step_of(page, index).is_bare):
        return False
    text = page.text[start:stop]
    is_div = page.tags[index] == "div"
    if apart and (is_strewn(text) or (is_div and is_hint(text))):
        return True
    if edges is None or (page.first_run[index] <= edges[0]) == (page.last_run[index] > edges[1]):
        return False
    names_author = bool(author and author in text)
    if not apart and not names_author:
        return False
    found = find_date(text)
    dated = found is not None and ("T" in found.iso or (apart and names_author))
    return dated and page.tags[index] != "blockquote"


def _signed_off(page: Page, body: int, words: BoolArray) -> BoolArray:
    """Which runs stand behind a post's words in an element that begins with a line drawn in signs. Shape (m,)."""
    marked = np.zeros(len(page.run_start), dtype=np.bool_)
    kept = np.flatnonzero(words[page.first_run[body] : page.last_run[body]]) + page.first_run[body]
    drawn = [line for line in np.unique(page.run_paragraph[kept]).tolist() if _is_drawn(page.paragraphs[line])]
    for index in range(body + 1, int(page.end[body])) if drawn else ():
        first, last = int(page.first_run[index]), int(page.last_run[index])
        if page.tags[index] not in _SIGNING or not kept[0] < first < last or last <= kept[-1]:
            continue
        line = int(page.run_paragraph[first])
        if line in drawn and page.paragraph_run[line] == first and page.paragraph_run[line + 1] < last:
            marked[first:last] = True
    return marked


def _is_drawn(line: str) -> bool:
    return _LINE_OF_SIGNS.fullmatch(line.strip()) is not None


def _is_control(page: Page, index: int) -> bool:
    """Whether a run stands in something to click on that leads nowhere."""
    element = page.elements[index]
    if element.get("onclick") and not element.get("href", "").startswith(("http", "/", ".")):
        return page.tags[index] != "img"
    target = (element.get("href") or "").strip().lower()
    return page.tags[index] == "button" or (
        page.tags[index] == "a" and (target == "#" or target.startswith("javascript:"))
    )


def _is_file(page: Page, run: int, line: str) -> bool:
    """Whether a line that is a link is the name of a file, and not where the link leads to."""
    if not _FILE_NAME.fullmatch(line.strip()):
        return False
    targets = (page.elements[index].get("href") for index in page.ancestors(int(page.run_element[run])))
    return line.strip() not in next(filter(None, targets), "")


def _is_line_of_software(line: str) -> bool:
    line = line.strip()
    return len(line) <= MAX_NOTE_CHARS and (_UNRENDERED.fullmatch(line) is not None or _FILE.search(line) is not None)
