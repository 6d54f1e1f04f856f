"""Metadata against the gold fields of corpus folders: ``python -m tests.benchmarks.metadata FOLDER…``.

A folder holds ``gold.jsonl`` (id, url, title, optional, author, date) and ``pages/<id>.html``.
Rows: headline (equal to the gold but for case, space and punctuation; ``~`` counts a part of
the TITLE of at least 40 % where the set has no headline of its own), published day, minute
(where the gold has a time of day), authors (precision and recall of names), and what
reading costs as a multiple of the lxml parse, on a page whose paragraphs and counts an
extractor has already asked for. ``--misses`` lists what was wrong; ``--libraries`` adds the
cost of extruct and htmldate (when installed) and htmldate's days.

Gold of train/fundus is per site now the visible headline, now og:title or JSON-LD where these
differ; gold dates and authors of train/wcxb_article are partly of the last change or of an editor.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from newsbody.dates import read_date
from newsbody.decode import decode
from newsbody.metadata import Metadata, read_metadata
from newsbody.page import Page, _parse

_NOT_LETTERS = re.compile(r"[\W_]+")
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
    return not own and letters(found) in letters(gold) and len(letters(found)) >= _TITLE_SHARE * len(letters(gold))


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


def share(count: Tally, field: str) -> str:
    total = count[field, True] + count[field, False]
    return f"{count[field, True] / total:.3f} of {total:3d}" if total else "   -       "


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--htmldate", action="store_true")
    args = parser.parse_args()
    print(f"{'set':20} {'headline':13} {'day':13} {'minute':13} author P  R     cost/parse")
    for folder in args.folders:
        count: Tally = Counter()
        parsing = reading = 0.0
        for row, text in rows(folder):
            begin = time.process_time()
            root = _parse(text)
            parsing += time.process_time() - begin
            page = Page(root, row.get("url"))
            _ = page.paragraphs, page.characters.visible, page.characters.cjk, page.run_is_link, page.last_run
            begin = time.process_time()
            found = read_metadata(page)
            reading += time.process_time() - begin
            for line in compare(row, found, count):
                if args.misses:
                    print("   ", row["id"], line)
        precision = count["names right"] / count["names found"] if count["names found"] else 0.0
        recall = count["names right"] / count["names gold"] if count["names gold"] else 0.0
        print(
            f"{folder.name:20} {share(count, 'headline')} {share(count, 'day')} {share(count, 'minute')} "
            f"{precision:.3f} {recall:.3f}  {reading / parsing:.2f}"
        )


if __name__ == "__main__":
    main()
