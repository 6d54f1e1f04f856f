"""Labelled corpora on disk: a folder with ``gold.jsonl`` and ``pages/<id>.html``.

A row of ``gold.jsonl`` has ``id``, ``site`` and, for an article, ``text`` (the gold body,
paragraphs on lines); ``url``, ``lang``, ``optional`` (lines that count neither way), ``kind``
and ``posts`` (forum threads) may stand beside. A row without ``kind`` is an article.

A line of ``corrections.jsonl``, beside the sets, says by :file:`docs/body.md` what a line of a page is, and why::

    {"set": "town", "id": "p7", "line": "1f00ab34c9d2", "is": "none", "why": "rules for comments"}

``line`` is a hash; ``is``: ``none`` (no body, though the gold text holds it), ``body`` (though it does not: the
paragraph with that hash, put behind the gold line with the hash ``after``), ``either`` (counts neither way).
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from newsbody.evaluate.labels import BODY as IS_BODY
from newsbody.evaluate.labels import IGNORED, LabelArray
from newsbody.extractors.crf.extractor import BODY, HEADING, NOISE, STATES, TITLE, Block, Crf, blocks_of
from newsbody.page import Page
from newsbody.page.characters import IntArray

CORRECTIONS_FILE = "corrections.jsonl"

Is = Literal["none", "body", "either"]


class CorrectionError(ValueError):
    """Raised for a broken row; the message names file and line."""


@dataclass(frozen=True)
class Correction:
    """What one line of a page is. ``after``: the hash of the gold line in front of it, "" at the top."""

    line: str
    is_: Is
    why: str
    after: str = ""


def line_hash(text: str) -> str:
    """The hash of a line, whatever its white space: twelve hexadecimal digits."""
    return blake2b("".join(text.split()).encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def read_corrections(path: Path) -> Mapping[tuple[str, str], tuple[Correction, ...]]:
    """The corrections of a file by set and page; none where there is no file. Raises CorrectionError."""
    found = defaultdict[tuple[str, str], list[Correction]](list)
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                row = json.loads(line)
                correction = Correction(row["line"], row["is"], row["why"], row.get("after", ""))
                key = row["set"], row["id"]
            except (ValueError, KeyError, TypeError) as error:
                raise CorrectionError(f"{path}, line {number}: no correction ({error!r}).") from error
            if correction.is_ not in get_args(Is):
                raise CorrectionError(f"{path}, line {number}: 'is' is one of {', '.join(get_args(Is))}.")
            found[key].append(correction)
    return {key: tuple(corrections) for key, corrections in found.items()}


def corrected(
    gold: str, optional: Sequence[str], corrections: Iterable[Correction], paragraphs: Sequence[str]
) -> tuple[str, tuple[str, ...]]:
    """The gold text and the optional lines as they should be. ``paragraphs``: those of the page, in their order."""
    lines, either = gold.splitlines(), list(optional)
    by_hash = {line_hash(text): text for text in reversed(paragraphs)}
    for one in corrections:
        if one.is_ == "body":
            hashes = [line_hash(line) for line in lines]
            place = hashes.index(one.after) + 1 if one.after in hashes else 0
            lines[place:place] = [by_hash[one.line]] if one.line in by_hash else []
            continue
        if one.is_ == "either":
            either += [line for line in lines if line_hash(line) == one.line] or [by_hash.get(one.line, "")]
        lines = [line for line in lines if line_hash(line) != one.line]
    return "\n".join(lines), tuple(filter(None, either))


# --- labelled corpora on disk: a folder with ``gold.jsonl`` and ``pages/<id>.html`` -----

GOLD_FILE = "gold.jsonl"
PAGES_FOLDER = "pages"


class CorpusError(ValueError):
    """Raised for a folder that is no corpus, or a broken row; the message names both."""


@dataclass(frozen=True)
class GoldPage:
    """A labelled page. ``text`` is "" for a page without a body (a list page, say)."""

    id: str
    path: Path = field(repr=False)
    site: str = ""
    url: str | None = None
    lang: str = ""
    kind: str = "article"
    text: str = field(default="", repr=False)
    optional: tuple[str, ...] = field(default=(), repr=False)
    #: Beginnings of texts that are body, and that are not: all that is known of a page of kind ``segments``.
    with_: tuple[str, ...] = field(default=(), repr=False)
    without: tuple[str, ...] = field(default=(), repr=False)
    #: What kind of text it is, where the set tells ("news", …).
    genre: str = ""
    #: The name of the set, its folder's name.
    set: str = ""
    #: What is wrong with the label by our own answer to what a body is.
    corrections: tuple[Correction, ...] = field(default=(), repr=False)

    @property
    def html(self) -> bytes:
        """The page as it was saved, read from disk at each call: a corpus may be larger than memory."""
        return self.path.read_bytes()


def read_set(folder: Path | str, corrections: Path | None = None) -> list[GoldPage]:
    """The labelled pages of one corpus folder, in the order of its rows. Raises CorpusError, CorrectionError.

    ``corrections``: a file of them; by itself that beside the folder.
    """
    folder = Path(folder)
    gold = folder / GOLD_FILE
    if not gold.is_file():
        raise CorpusError(f"{folder} is no corpus: {GOLD_FILE} is not there.")
    known = read_corrections(corrections or folder.absolute().parent / CORRECTIONS_FILE)
    with open(gold, encoding="utf8") as lines:
        pages = [_gold_page(folder, number, line) for number, line in enumerate(lines, 1) if line.strip()]
    return [replace(page, corrections=known.get((page.set, page.id), ())) for page in pages]


def read_sets(folders: Iterable[Path | str], corrections: Path | None = None) -> Iterator[tuple[str, list[GoldPage]]]:
    """Name and pages of every corpus in these folders: each is one, or holds some. As :func:`read_set`."""
    for folder in map(Path, folders):
        if (folder / GOLD_FILE).is_file():
            yield folder.name, read_set(folder, corrections)
            continue
        inner = sorted(gold.parent for gold in folder.glob(f"*/{GOLD_FILE}"))
        if not inner:
            raise CorpusError(f"{folder} holds no corpus: no {GOLD_FILE} in it or in its folders.")
        for one in inner:
            yield one.name, read_set(one, corrections)


def _gold_page(folder: Path, number: int, line: str) -> GoldPage:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise CorpusError(f"{folder / GOLD_FILE}, line {number}: no JSON ({error}).") from error
    if not isinstance(row, dict) or not isinstance(row.get("id"), str):
        raise CorpusError(f"{folder / GOLD_FILE}, line {number}: a row needs an id.")
    return GoldPage(
        id=row["id"],
        path=folder / PAGES_FOLDER / f"{row['id']}.html",
        site=row.get("site") or "",
        url=row.get("url"),
        lang=row.get("lang") or "",
        kind=row.get("kind") or "article",
        text=_gold_text(row),
        optional=tuple(row.get("optional") or ()),
        with_=tuple(row.get("with") or ()),
        without=tuple(row.get("without") or ()),
        genre=row.get("genre") or "",
        set=folder.name,
    )


def _gold_text(row: Mapping[str, Any]) -> str:
    """The body; of a forum thread the texts of its posts, on lines."""
    text = row.get("text")
    if text is not None:
        return str(text)
    posts = row.get("posts") or ()
    return "\n".join(post if isinstance(post, str) else post.get("text") or "" for post in posts)


# --- gold states of a page's blocks, and how many of them a chain gives rightly ---------

#: Fewer characters that stand in the page's title may do so by chance.
HEADING_CHARACTERS = 4
#: Share of a heading's characters that its stretch of the page's title has; the title may cut it.
HEADING_SHARE = 0.8

Classes = dict[str, tuple[int, int, int]]


def gold_states(page: Page, blocks: Sequence[Block], labels: LabelArray) -> IntArray:
    """The state of every block, from the labels of the paragraphs (shape (k,)).

    Body: most of its characters stand in body paragraphs. Heading: the last block before the body
    (anywhere, without a body) whose text the page's title repeats. Title: the title block.
    """
    is_body = (labels == IS_BODY)[page.run_paragraph]
    body = np.concatenate(([0], np.cumsum(page.run_chars * is_body)))
    total = np.concatenate(([0], np.cumsum(page.run_chars)))
    states = np.full(len(blocks), NOISE, dtype=np.int64)
    for place, block in enumerate(blocks):
        if block.mark == "TITLE":
            states[place] = TITLE
        elif 2 * (body[block.last] - body[block.first]) > total[block.last] - total[block.first]:
            states[place] = BODY
    heading = _heading(page, blocks, states)
    if heading is not None:
        states[heading] = HEADING
    return states


def _heading(page: Page, blocks: Sequence[Block], states: IntArray) -> int | None:
    title = _letters(page.title)
    bodies = np.flatnonzero(states == BODY)
    limit = int(bodies[0]) if len(bodies) else len(blocks)
    for place in range(limit - 1, -1, -1):
        block = blocks[place]
        if states[place] != NOISE or block.first == block.last:
            continue
        start, stop = int(page.run_start[block.first]), int(page.run_stop[block.last - 1])
        if stop - start > 4 * len(page.title):  # with all its white space no heading
            continue
        text = _letters(page.text[start:stop])
        needed = text[: max(HEADING_CHARACTERS, int(HEADING_SHARE * len(text)))]
        if len(text) >= HEADING_CHARACTERS and needed in title:
            return place
    return None


def _letters(text: str) -> str:
    return "".join(char for char in text.casefold() if char.isalnum())


def class_counts(extractor: Crf, page: Page, labels: LabelArray) -> Classes:
    """Blocks rightly given, wrongly given and missed, by state; blocks that do not count are left out."""
    blocks = blocks_of(page)
    expected = gold_states(page, blocks, labels)
    found = extractor.states(page, blocks)
    ignored = np.concatenate(([0], np.cumsum((labels == IGNORED)[page.run_paragraph])))
    counted = np.array([ignored[block.last] == ignored[block.first] for block in blocks], dtype=np.bool_)
    return {
        name: (
            int(np.count_nonzero(counted & (found == state) & (expected == state))),
            int(np.count_nonzero(counted & (found == state) & (expected != state))),
            int(np.count_nonzero(counted & (found != state) & (expected == state))),
        )
        for state, name in enumerate(STATES)
    }
