"""What earns its place: each part left out in turn, over labelled pages.

    python -m tests.benchmarks.ablate auto FOLDER… [--pages 200] [--parts steps|words|features] [--all]

For each part: how many articles change, how many of them it makes better and worse by .02 of character F1, what it
adds to the mean, how many lists it empties or fills, and its microseconds a page. ``steps`` stand behind the model;
``words`` are lists of names and of phrases; of ``features`` each has the page's own median in its place, without a new
training, so that they are compared with one another rather than with nothing. Sets that a part was made on say nothing
of it: give others. Exit status 1 with ``--all`` if a step makes no article better and no list emptier.

Another subject of the house is a function in :data:`SUBJECTS` that yields its parts.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

import numpy as np
from tqdm import tqdm

from newsbody.evaluate.corpus import GoldPage, read_sets
from newsbody.evaluate.metrics import score_page
from newsbody.extractors.auto import container, other_voices
from newsbody.extractors.auto.extractor import STEPS, Auto, Judgement, Step
from newsbody.extractors.auto.features import FEATURES
from newsbody.extractors.auto.stated import reader
from newsbody.extractors.auto.table import ParagraphTable
from newsbody.page import Page, hidden
from newsbody.page.characters import BoolArray

#: A page is better or worse from this change of character F1 on.
CLEARLY = 0.02
#: What knows no name, and fits no line.
_NO_NAME, _NO_LINE = reader(((),)), re.compile(r"(?!)")


@dataclass(frozen=True)
class Part:
    """What is left out: the text of a page without it, as long as ``without`` holds."""

    name: str
    kind: str
    text: Callable[[Judgement], str]
    without: Callable[[], AbstractContextManager[object]] = nullcontext


@dataclass
class Gain:
    """What a part does, over pages: of each changed one the F1 with it less that without."""

    part: Part
    changes: list[float]
    lists: int = 0

    def row(self, articles: int, microseconds: float) -> str:
        """A row of the table."""
        better, worse = (sum(sign * change > CLEARLY for change in self.changes) for sign in (1, -1))
        mean = sum(self.changes) / max(articles, 1)
        took = f"{microseconds:8.0f}" if microseconds else " " * 8
        numbers = f"{len(self.changes):8}{better:8}{worse:8}{mean:+10.5f}{self.lists:+8}"
        return f"{self.part.kind:10}{self.part.name:28}{numbers}{took}"

    @property
    def is_idle(self) -> bool:
        """Whether it makes no article better and no list emptier."""
        return self.lists <= 0 and not any(change > CLEARLY for change in self.changes)


def auto_parts() -> Iterator[Part]:
    """The steps behind the model of ``auto``, its word lists and its features."""
    auto = Auto()
    for step in STEPS:
        short = Auto(steps=tuple(other for other in STEPS if other is not step))
        yield Part(step.__name__, "steps", _reader_of(short))
    for module, names, nothing in (
        (container, ("_BESIDE", "_BOX", "_SIDE_BOX", "_CONTAINER"), _NO_NAME),
        (other_voices, ("_COMMENTS", "_PUBLISHERS", "_ADVERTISING"), _NO_LINE),
        (hidden, ("HIDING", "SPOKEN"), frozenset[str]()),
    ):
        for name in names:
            yield Part(name.strip("_").lower(), "words", _fresh_reader(auto), _left_out(module, name, nothing))
    for column, name in enumerate(FEATURES):
        yield Part(name, "features", _ordinary(auto, column))


SUBJECTS: Mapping[str, Callable[[], Iterable[Part]]] = {"auto": auto_parts}


def _reader_of(auto: Auto) -> Callable[[Judgement], str]:
    return lambda judgement: auto.body(judgement).text


def _fresh_reader(auto: Auto) -> Callable[[Judgement], str]:
    """Of a table that remembers nothing of what its page hides."""
    return lambda judgement: auto.body(replace(judgement, table=ParagraphTable(judgement.table.page))).text


def _left_out(module: object, name: str, nothing: object) -> Callable[[], AbstractContextManager[object]]:
    return lambda: patch.object(module, name, nothing)


def _ordinary(auto: Auto, column: int) -> Callable[[Judgement], str]:
    def text(judgement: Judgement) -> str:
        features = judgement.features.copy()
        features[:, column] = np.median(features[:, column])
        return auto.body(auto.judge_features(judgement.table, features)).text

    return text


class _Clock:
    """How long each step takes among all of them."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys((step.__name__ for step in STEPS), 0.0)
        self.steps: tuple[Step, ...] = tuple(map(self._timed, STEPS))

    def _timed(self, step: Step) -> Step:
        def timed(table: ParagraphTable, body: BoolArray) -> BoolArray:
            started = time.perf_counter()
            try:
                return step(table, body)
            finally:
                self.seconds[step.__name__] += time.perf_counter() - started

        return timed


def measure(pages: Iterable[GoldPage], parts: Iterable[Part]) -> tuple[list[Gain], dict[str, float], int]:
    """What each part does, the microseconds a page of each step, and how many articles there were."""
    gains = [Gain(part, []) for part in parts]
    clock, count, articles = _Clock(), 0, 0
    auto = Auto(steps=clock.steps)
    for gold in tqdm(pages, unit="page", disable=None):
        page = Page.parse(gold.html, gold.url)
        if not len(page):
            continue
        judgement = auto.judge(page)
        whole, count = auto.body(judgement).text, count + 1
        articles += bool(gold.text)
        known = {whole: _f1(gold, whole)}
        for gain in gains:
            with gain.part.without():
                text = gain.part.text(judgement)
            if text == whole:
                continue
            if not gold.text:
                gain.lists += bool(text) - bool(whole)
                continue
            if text not in known:
                known[text] = _f1(gold, text)
            gain.changes.append(known[whole] - known[text])
    return gains, {name: 1e6 * spent / max(count, 1) for name, spent in clock.seconds.items()}, articles


def _f1(gold: GoldPage, text: str) -> float:
    return score_page(gold.text, text, gold.optional).char_f1


def labelled_pages(folders: Iterable[Path], most: int) -> list[GoldPage]:
    """Articles and lists, at most so many of a set, evenly spread."""
    chosen: list[GoldPage] = []
    for _, pages in read_sets(folders):
        known = [page for page in pages if page.text or page.kind == "list"]
        chosen += known[:: max(1, -(-len(known) // most))]
    return chosen


def main(argv: list[str] | None = None) -> int:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("subject", choices=SUBJECTS)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--pages", type=int, default=10**9, help="at most so many of each set")
    parser.add_argument("--parts", choices=("steps", "words", "features"), help="of this kind alone")
    parser.add_argument("--all", action="store_true", help="fail if a step earns nothing")
    chosen = parser.parse_args(argv)
    parts = [part for part in SUBJECTS[chosen.subject]() if chosen.parts in (None, part.kind)]
    gains, costs, articles = measure(labelled_pages(chosen.folders, chosen.pages), parts)
    print(f"{'':38}{'changed':>8}{'better':>8}{'worse':>8}{'F1':>10}{'lists':>8}{'µs':>8}")
    for gain in gains:
        print(gain.row(articles, costs.get(gain.part.name, 0.0)))
    idle = [gain.part.name for gain in gains if gain.is_idle and gain.part.kind == "steps"]
    print(f"{articles} articles; steps that earn nothing here: {', '.join(idle) or 'none'}")
    return int(chosen.all and bool(idle))


if __name__ == "__main__":
    sys.exit(main())
