"""Labelled corpora on disk: a folder with ``gold.jsonl`` and ``pages/<id>.html``.

A row of ``gold.jsonl`` has ``id``, ``site`` and, for an article, ``text`` (the gold body,
paragraphs on lines); ``url``, ``lang``, ``optional`` (lines that count neither way), ``kind``
and ``posts`` (forum threads) may stand beside. A row without ``kind`` is an article.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from newsbody.evaluate.corrections import CORRECTIONS_FILE, Correction, read_corrections

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
