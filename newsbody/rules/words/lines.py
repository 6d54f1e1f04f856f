"""Lines at the edges of posts that are not their authors' words, where no element of their own tells them.

Notes of the software say a time of day, in the same words and at the same end of several posts ("last edited by Ann,
12:30"). Behind one and the same rule of signs in several posts stand signatures. (What else an author's posts end
with is his own word: on threads labelled by people, greetings and names stay.)
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import TypeVar

import numpy as np

from newsbody.dates import find_date
from newsbody.page import Page
from newsbody.page.characters import BoolArray
from newsbody.rules.sample import normalised
from newsbody.rules.words.software_notes import is_hint

_Line = TypeVar("_Line", int, str)
#: Lines that may be notes: so many at the beginning of a post and at its end.
FIRST_LINES, LAST_LINES = 1, 3
#: So many posts must have the same note; more where it does not name its post's author.
MIN_POSTS, MIN_NAMELESS = 2, 3
#: So many authors tell what is added to posts.
MIN_SIGNING = 2
#: So many posts, and this share of them, end in a label no longer than this, or begin with one that names the author.
MIN_LABELLED, MIN_LABELLED_SHARE, MAX_LABEL_CHARS = 5, 0.5, 40
#: Longer lines are no notes.
MAX_LINE_CHARS = 160
#: A rule of signs has so many at least.
MIN_SIGNS = 4
#: Letters begin with so many lines at least that begin with a label each, the same in this share of the posts.
MIN_HEAD_LINES, MIN_HEADED_SHARE = 2, 0.9
_LABEL = re.compile(r"[^:：]{1,10}[:：]")
#: Stands for the author's name in a line's key.
_AUTHOR = "@"


def line_key(line: str, author: str | None) -> str:
    """What a note is known by: its text without author, time and numbers."""
    if author and len(author) > 1:
        line = line.replace(author, _AUTHOR)
    found = find_date(line) if any(map(str.isdigit, line)) else None
    return normalised(line.replace(found.raw, "0") if found else line)


def lines_of(page: Page, words: BoolArray) -> list[int]:
    """The paragraphs with some runs, in order."""
    return list(map(int, np.unique(page.run_paragraph[words])))


def noted_runs(page: Page, words: BoolArray, author: str | None, furniture: frozenset[str]) -> BoolArray:
    """Which runs of a post's words are lines of notes, or stand behind a known rule of signs. Shape (m,)."""
    marked = np.zeros(len(words), dtype=np.bool_)
    if not furniture:
        return marked
    lines = lines_of(page, words)
    for paragraph in _head(page, lines, furniture):
        marked[page.paragraph_run[paragraph] : page.paragraph_run[paragraph + 1]] = True
    for paragraph in _edges(lines):
        line = page.paragraphs[paragraph]
        if line_key(line, author) in furniture:
            behind = int(page.paragraph_run[paragraph + 1])
            marked[page.paragraph_run[paragraph] : len(marked) if _is_sign_rule(line) else behind] = True
    return marked & words


def head_of(page: Page, words: BoolArray, author: str | None, furniture: frozenset[str]) -> list[str]:
    """The lines of notes that a post begins with: those of a letter's head, or one."""
    lines = lines_of(page, words) if furniture else []
    noted = (one for one in lines[:FIRST_LINES] if line_key(page.paragraphs[one], author) in furniture)
    return [page.paragraphs[one] for one in (*_head(page, lines, furniture), *noted)]


def _head(page: Page, lines: Sequence[int], furniture: frozenset[str]) -> Iterator[int]:
    return takewhile(lambda one: _label(page.paragraphs[one]) in furniture, lines)


def learn_lines(posts: Sequence[tuple[str | None, Sequence[str]]]) -> tuple[str, ...]:
    """The keys of notes and rules of signs in posts, each given by its author and its lines."""
    notes: dict[str, set[int]] = defaultdict(set)
    places: dict[str, set[str]] = defaultdict(set)
    for number, (author, lines) in enumerate(posts):
        for line in _edges(lines) if len(lines) > 1 else ():
            if len(line) <= MAX_LINE_CHARS and (_is_dated(line) or _is_sign_rule(line)):
                key = line_key(line, author)
                notes[key].add(number)
                if not _is_sign_rule(line):
                    places[key].add("first" if line == lines[0] else "last" if line == lines[-1] else "between")
    hints: dict[str, set[str | None]] = defaultdict(set)
    for author, lines in posts:
        for line in _edges(lines):
            if is_hint(line):
                hints[line_key(line, author)].add(author)
    said = {key for key, authors in hints.items() if len(authors) >= MIN_SIGNING} | learn_labels(posts)
    said |= _learn_heads(posts)
    return tuple(sorted(said | {key for key, numbers in notes.items() if _is_note(key, len(numbers), places[key])}))


def _learn_heads(posts: Sequence[tuple[str | None, Sequence[str]]]) -> set[str]:
    """The labels of the lines that nearly all posts begin with, as letters do, where these say who and when."""
    heads = [tuple(takewhile(bool, map(_label, lines))) for _, lines in posts]
    least = max(MIN_NAMELESS, MIN_HEADED_SHARE * len(posts))
    head: tuple[str, ...] = ()
    for length in range(MIN_HEAD_LINES, max(map(len, heads), default=0) + 1):
        commonest, times = Counter(one[:length] for one in heads if len(one) >= length).most_common(1)[0]
        if times < least:
            break
        head = commonest
    told = sum(
        author is not None
        and any(author in line for line in lines[: len(head)])
        and any(map(_is_dated, lines[: len(head)]))
        for author, lines in posts
    )
    return set(head) if head and told >= least else set()


def _label(line: str) -> str:
    """What a line that begins with a label is known by as part of a letter's head, "" without a label."""
    found = _LABEL.match(normalised(line))
    return f"{found[0]}*" if found else ""


def learn_labels(posts: Sequence[tuple[str | None, Sequence[str]]]) -> set[str]:
    """The keys of what every other one of some posts ends in, each given by its author and its lines.

    And of what it begins with, where that names its author ("Ann says:").
    """
    longer = [(author, lines) for author, lines in posts if len(lines) > 1]
    last = Counter(line_key(lines[-1], author) for author, lines in longer)
    first = Counter(key for author, lines in longer if _AUTHOR in (key := line_key(lines[0], author)))
    return {key for count in (last, first) for key, times in count.items() if _is_label(key, times, len(posts))}


def _is_label(key: str, count: int, posts: int) -> bool:
    """Whether every other post ends in this: the words of buttons, a number of likes (no markup that was pasted)."""
    often = count >= max(MIN_LABELLED, MIN_LABELLED_SHARE * posts)
    return often and len(key) <= MAX_LABEL_CHARS and any(map(str.isalpha, key)) and "<" not in key


def learn_lines_apart(posts: Sequence[tuple[str | None, Sequence[str]]]) -> tuple[str, ...]:
    """The keys of what the software adds to posts in blocks of its own, given by their authors and these lines.

    The same of several authors, or, as signatures are, with each the same every time.
    """
    authors: dict[str, set[str]] = defaultdict(set)
    times: Counter[str] = Counter()
    own: dict[str, list[set[str]]] = defaultdict(list)
    for author, lines in posts:
        keys = {line_key(line, author) for line in lines}
        times.update(keys)
        own[author or ""].append(keys)
        for key in keys:
            authors[key].add(author or "")
    least = {key: MIN_POSTS if _AUTHOR in key else MIN_NAMELESS for key in times}
    said = {key for key, count in times.items() if count >= least[key] and len(authors[key]) >= MIN_SIGNING}
    always = [set.intersection(*found) for found in own.values() if len(found) > 1]
    signatures = [keys for keys in always if keys]
    if len(signatures) >= MIN_SIGNING:
        said |= set().union(*signatures)
    return tuple(sorted(said))


def _is_note(key: str, posts: int, places: set[str]) -> bool:
    if _AUTHOR in key:
        return posts >= MIN_POSTS
    return posts >= MIN_NAMELESS and len(places - {"between"}) == len(places) <= 1


def _edges(lines: Sequence[_Line]) -> Iterator[_Line]:
    yield from lines[:FIRST_LINES]
    yield from lines[max(FIRST_LINES, len(lines) - LAST_LINES) :]


def _is_sign_rule(line: str) -> bool:
    return len(line) >= MIN_SIGNS and not any(map(str.isalnum, line)) and len(set(line)) == 1


def _is_dated(line: str) -> bool:
    found = find_date(line) if any(map(str.isdigit, line)) else None
    return found is not None and "T" in found.iso
