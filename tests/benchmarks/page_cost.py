"""What one page costs, as a ratio to lxml's parse of it; beside another checkout, when one is given.

    python -m tests.benchmarks.page_cost FOLDER… [--pages 200] [--against CHECKOUT] [--stages]

Processor time, page by page, the best of ``--rounds`` a page; checkouts take turns on each page, each in a process of
its own, and all are told in parses of the first. "auto": bytes in, text out. "rule": the text by a rule, of a tree
that is there; the rule is one that fits the page, named after the element that holds the body which ``auto`` finds,
so pages without such an element are left out of these rows. "read": what a crawl does with a page of which the body
alone is wanted, by that rule or without any. ``--stages`` tells how "auto" comes about.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import lxml.html
import numpy as np
from tqdm import tqdm

from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.tasks import read
from newsbody.extractors import get_extractor
from newsbody.extractors.auto.extractor import Auto
from newsbody.ground.sitememory import SiteMemory
from newsbody.page import Page
from newsbody.page.body import Body
from newsbody.page.decode import transcode
from newsbody.page.excerpt import Outline
from newsbody.page.parse import parse
from newsbody.page.sheets import sheet_of, sheets_of
from newsbody.rules.articles.kinds import kinds_inside, sentences_before
from newsbody.rules.articles.text import article_text
from newsbody.rules.naming import selector_of
from newsbody.rules.rule import Rule

PARSE = "lxml parse"
#: The rows of the table, and those of the stages that "auto" consists of.
ROWS = (PARSE, "auto", "rule", "read by rule", "read without")
STAGES = ("decode", "parse", "flatten", "judge", "body", "text")
URL = "http://page.test/news/1.html"

Seconds = dict[str, float]


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    parser.add_argument("--pages", type=int, default=200, help="at most so many, evenly spread (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="(default: %(default)s)")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT")
    parser.add_argument("--stages", action="store_true")
    parser.add_argument("--json", type=Path, help="where the seconds of every page are written")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    if args.worker:
        return work(args.stages)
    files = sorted(file for folder in args.folders for file in folder.rglob("*.html"))
    files = files[:: max(1, -(-len(files) // args.pages))]
    if not files:
        parser.error("there are no .html files in these folders")
    checkouts = [Path(__file__).parents[2], *([args.against.resolve()] if args.against else [])]
    rows = measure(files, checkouts, args.rounds, stages=args.stages)
    report(rows, [str(checkout) for checkout in checkouts])
    if args.json:
        args.json.write_text(json.dumps([[str(file), *row] for file, row in zip(files, rows, strict=True)]))
    return 0


def measure(files: Sequence[Path], checkouts: Sequence[Path], rounds: int, *, stages: bool) -> list[list[Seconds]]:
    """The least seconds of every page, in every checkout."""
    rows = []
    with workers(checkouts, stages=stages) as ask:
        for file in tqdm(files, unit="page", disable=None):
            row: list[Seconds] = [{} for _ in checkouts]
            for _ in range(rounds):
                for number, best in enumerate(row):
                    for name, seconds in ask(number, file).items():
                        best[name] = min(best.get(name, seconds), seconds)
            rows.append(row)
    return rows


@contextmanager
def workers(checkouts: Sequence[Path], *, stages: bool) -> Iterator[Callable[[int, Path], Seconds]]:
    """A process for each checkout; gives what asks one of them for a page."""
    command = [sys.executable, __file__, "--worker", *(["--stages"] if stages else [])]
    started = [
        subprocess.Popen(
            command, env={**os.environ, "PYTHONPATH": str(checkout)}, cwd=checkout, text=True, bufsize=1,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        for checkout in checkouts
    ]  # fmt: skip

    def ask(number: int, file: Path) -> Seconds:
        questions, answers = started[number].stdin, started[number].stdout
        assert questions is not None
        assert answers is not None
        questions.write(f"{file.resolve()}\n")
        answer = answers.readline()
        if not answer:
            raise RuntimeError(f"the process of {checkouts[number]} ended at {file}")
        return dict(json.loads(answer))

    try:
        yield ask
    finally:
        for process in started:
            process.communicate()


def work(stages: bool) -> int:
    """Answer each path on standard input with the seconds of its page."""
    auto = get_extractor("auto")
    assert isinstance(auto, Auto)
    rules: dict[str, dict[str, Any] | None] = {}
    for line in sys.stdin:
        data = Path(line.strip()).read_bytes()
        if line not in rules:
            rules[line] = rule_of(auto.extract(Page.parse(data)))
        seconds = seconds_of(auto, data, rules[line])
        print(json.dumps(seconds | (stages_of(auto, data) if stages else {})), flush=True)
    return 0


def rule_of(body: Body) -> dict[str, Any] | None:
    """A rule for the innermost element that holds nearly all of a body; None without one of some name."""
    page = body.page
    if not body.runs.any():
        return None
    held = page.run_sum(page.run_chars * body.runs)
    index = int(np.flatnonzero(held >= 0.9 * held[0])[-1])
    name = selector_of(page, index, 1)
    if name.is_bare:
        name = selector_of(page, index, 2)
    if name.steps[0].is_bare or len(name.select(page)) != 1:
        return None
    before = {kind for kind, _ in sentences_before(page, [index])}
    rule = Rule("article", (name,), seen=tuple(kinds_inside(page, [index])) or (name,), before=tuple(before))
    return rule.to_dict() if article_text(rule, Outline(page.root), lambda: page) else None


def seconds_of(auto: Auto, data: bytes, rule: dict[str, Any] | None) -> Seconds:
    """The seconds of each of the ROWS."""
    seconds = {
        PARSE: _seconds(lambda: lxml.html.document_fromstring(data)),
        "auto": _seconds(lambda: auto.extract(Page.parse(data)).text),
        "read without": _seconds(lambda: _read(data, None)),
    }
    if rule:
        named, root = Rule.from_dict(rule), parse(transcode(data)[0])[0]
        seconds["rule"] = _seconds(lambda: article_text(named, Outline(root), lambda: Page(root)))
        seconds["read by rule"] = _seconds(lambda: _read(data, rule))
    return seconds


def stages_of(auto: Auto, data: bytes) -> Seconds:
    """The seconds of each of the STAGES."""
    made: list[Any] = [data]
    steps: tuple[Callable[[Any], Any], ...] = (
        lambda data: transcode(data)[0],
        lambda data: parse(data)[0],
        Page,
        auto.judge,
        auto.body,
        lambda body: body.text,
    )
    seconds = {}
    for name, step in zip(STAGES, steps, strict=True):
        if name == "judge" and not len(made[-1]):
            break
        seconds[name] = _seconds(lambda step=step: made.append(step(made[-1])))  # type: ignore[misc]
    return seconds


def _read(data: bytes, rule: dict[str, Any] | None) -> None:
    read(Source(data, URL), "article", rule, SiteMemory(), "auto")


def _seconds(step: Callable[[], object]) -> float:
    for kept in (sheets_of, sheet_of):
        kept.cache_clear()  # a page alone, not the next one of its site
    started = time.process_time()
    step()
    return time.process_time() - started


def report(rows: Sequence[Sequence[Seconds]], checkouts: Sequence[str]) -> None:
    """The table: the sum over all pages in parses of the same pages, the mean of the pages, and the tenth dearest."""
    print(f"{len(rows)} pages, lxml parse {1000 * sum(row[0][PARSE] for row in rows) / len(rows):.2f} ms a page")
    print(f"{'':16}{'pages':>7}" + "".join(f"{'sum':>9}{'mean':>7}{'p90':>7}" for _ in checkouts))
    for name in (*ROWS, *STAGES):
        shown = [row for row in rows if all(name in seconds for seconds in row)]
        columns = ""
        for number in range(len(checkouts)) if shown else ():
            total = sum(row[number][name] for row in shown) / sum(row[0][PARSE] for row in shown)
            each = [row[number][name] / row[0][PARSE] for row in shown]
            columns += f"{total:9.2f}{np.mean(each):7.2f}{np.quantile(each, 0.9):7.2f}"
        if shown:
            print(f"{name:16}{len(shown):7}{columns}")


if __name__ == "__main__":
    sys.exit(main())
