"""Metadata against the gold fields of corpus folders: ``python -m tests.benchmarks.metadata FOLDER…``.

A folder holds ``gold.jsonl`` (id, url, title, optional, author, date) and ``pages/<id>.html``.
Headline: equal to the gold but for case, space and punctuation, or, where the set only has the
TITLE, a part of it of at least 40 %, or its first part. Published: the day, and the minute where the gold has
it. Authors: precision and recall of names. Cost: of a page whose paragraphs and counts an
extractor has already asked for.

Gold of train/fundus is per site now the visible headline, now og:title or JSON-LD where these
differ; gold dates and authors of train/wcxb_article are partly of the last change or of an editor.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from math import isnan, nan
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from newsbody.dates import read_date
from newsbody.metadata import Metadata, read_metadata
from newsbody.page import Page
from newsbody.page.decode import decode
from newsbody.page.parse import parse

Result = TypeVar("Result")
_NOT_LETTERS = re.compile(r"[\W_]+")
_SEPARATOR = re.compile(r"\s*[|–—«»_]\s*|\s-\s")
_TITLE_SHARE = 0.4
#: How often each field was right (True) or wrong; names found, right and of the gold.
Tally = Counter[tuple[str, bool] | str]


def letters(text: str) -> str:
    return _NOT_LETTERS.sub("", text.casefold())


def gold_headline(row: dict[str, Any]) -> tuple[str, bool]:
    """The gold headline of a row, and whether it is one (True) or only the page's TITLE."""
    title = row.get("title") or ""
    for line in row.get("optional") or ():
        if len(line) > 5 and letters(line) in letters(title):
            return line, True
    return title, False


def headline_right(row: dict[str, Any], found: str) -> bool:
    gold, own = gold_headline(row)
    if letters(gold) == letters(found):
        return True
    if own or letters(found) not in letters(gold):
        return False
    first = letters(_SEPARATOR.split(gold, 1)[0])
    return len(letters(found)) >= _TITLE_SHARE * len(letters(gold)) or letters(found) == first


def moment(iso: str) -> datetime:
    value = datetime.fromisoformat(iso)
    return value.astimezone(UTC).replace(tzinfo=None) if value.tzinfo else value


def date_right(gold: str, found: str | None) -> tuple[bool, bool]:
    """Whether the day and the minute are right; the written day counts, or the same moment."""
    if found is None:
        return False, False
    same = moment(gold).replace(second=0, microsecond=0) == moment(found).replace(second=0, microsecond=0)
    return same or gold[:10] == found[:10], same or gold[:16] == found[:16]


def names(value: Any) -> set[str]:
    found = [value] if isinstance(value, str) else value or []
    between = r"[,;、/]|\s(?:and|und|&)\s|(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])"
    return {letters(part) for name in found for part in re.split(between, name) if letters(part)}


def rows(folder: Path) -> Iterator[tuple[dict[str, Any], str]]:
    for line in (folder / "gold.jsonl").read_text("utf-8").split("\n"):
        if not line:
            continue
        row = json.loads(line)
        yield row, decode((folder / "pages" / f"{row['id']}.html").read_bytes())[0]


def compare(row: dict[str, Any], found: Metadata, count: Tally) -> list[str]:
    """Count one page; the fields that were wrong, as lines."""
    wrong = []
    if row.get("title"):
        right = headline_right(row, found.headline)
        count["headline", right] += 1
        if not right:
            wrong.append(f"headline {gold_headline(row)[0]!r} found {found.headline!r}")
    gold_date = read_date(str(row["date"])) if row.get("date") else None
    if gold_date:
        day, minute = date_right(gold_date, found.datePublished)
        count["day", day] += 1
        if len(gold_date) > 10:
            count["minute", minute] += 1
        if not day or (len(gold_date) > 10 and not minute):
            wrong.append(f"date {row['date']!r} found {found.datePublished!r} from {found.datePublishedRaw!r}")
    if row.get("author"):
        gold, guess = names(row["author"]), names(found.authors)
        count["names right"] += len(gold & guess)
        count["names found"] += len(guess)
        count["names gold"] += len(gold)
        if gold != guess:
            wrong.append(f"author {row['author']!r} found {found.authors!r}")
    return wrong


class Score(NamedTuple):
    """Shares of what was right, 0 … 1; nan for a field the gold never has."""

    headline: float
    day: float
    minute: float
    author_precision: float
    author_recall: float


def _score(count: Tally) -> Score:
    def share(right: int, total: int) -> float:
        return right / total if total else nan

    fields = [
        share(count[field, True], count[field, True] + count[field, False]) for field in ("headline", "day", "minute")
    ]
    right = count["names right"]
    headline, day, minute = fields
    return Score(headline, day, minute, share(right, count["names found"]), share(right, count["names gold"]))


@dataclass
class Clock:
    """Seconds of CPU time by what was done."""

    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def __call__(self, name: str, work: Callable[[], Result]) -> Result:
        begin = time.process_time()
        result = work()
        self.seconds[name] += time.process_time() - begin
        return result


def score_folder(folder: Path, clock: Clock | None = None, misses: bool = False, libraries: bool = False) -> Score:
    """Read the metadata of all pages of a folder and compare."""
    clock = clock or Clock()
    count: Tally = Counter()
    for row, text in rows(folder):
        root, _ = clock("parse", partial(parse, text.encode()))
        page = Page(root, row.get("url"))
        _ = page.paragraphs, page.characters.visible, page.characters.cjk, page.run_is_link, page.last_run
        found = clock("metadata", partial(read_metadata, page))
        if libraries:
            _with_libraries(row, text, clock, count)
        for line in compare(row, found, count):
            if misses:
                print("   ", row["id"], line)
    if libraries and count["htmldate gold"]:
        print(f"   htmldate: day {count['htmldate right'] / count['htmldate gold']:.3f}")
    return _score(count)


def _with_libraries(row: dict[str, Any], text: str, clock: Clock, count: Tally) -> None:
    import extruct
    import htmldate

    try:
        clock("extruct", partial(extruct.extract, text, syntaxes=["json-ld", "opengraph", "microdata"]))
    except ValueError:  # JSON-LD that is no JSON
        count["extruct failed"] += 1
    date = clock("htmldate", partial(htmldate.find_date, text))
    gold = read_date(str(row["date"])) if row.get("date") else None
    if gold:
        count["htmldate gold"] += 1
        count["htmldate right"] += date_right(gold, date)[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--misses", action="store_true", help="list what was wrong")
    parser.add_argument("--libraries", action="store_true", help="measure extruct and htmldate beside")
    args = parser.parse_args()
    print(f"{'set':20} headline   day minute author P     R  cost as a multiple of the parse")
    for folder in args.folders:
        clock = Clock()
        score = score_folder(folder, clock, args.misses, args.libraries)
        shares = "  ".join("    -" if isnan(value) else f"{value:.3f}" for value in score)
        parsing = clock.seconds.pop("parse")
        costs = ", ".join(f"{name} {seconds / parsing:.2f}" for name, seconds in clock.seconds.items())
        print(f"{folder.name:20}    {shares}  {costs}")


if __name__ == "__main__":
    main()
