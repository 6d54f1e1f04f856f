"""``newsbody evaluate``: extractors against a labelled corpus."""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from newsbody.evaluate.corpus import CorpusError, GoldPage, read_sets
from newsbody.evaluate.metrics import summarise
from newsbody.evaluate.run import By, Division, Measured, Variant, add_classes, by_folds, leave_sets_out, measure
from newsbody.extractors import DEFAULT, UnknownExtractor
from newsbody.extractors.model import ModelError
from newsbody.ground.extras import MissingExtra
from newsbody.train import cross_validate

HELP = "measure extractors against a labelled corpus"
ALL = "all"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("corpora", nargs="+", type=Path, metavar="FOLDER", help="labelled sets, or folders of them")
    parser.add_argument(
        "--extractors",
        "--extractor",
        nargs="+",
        default=[DEFAULT],
        metavar="NAME",
        help="extractors, each as NAME or NAME:option=value,… (default: %(default)s)",
    )
    parser.add_argument("--lang", default="", help="only pages whose language starts so")
    parser.add_argument(
        "--kind", default="article", help="only rows of this kind, 'all' for any (default: %(default)s)"
    )
    parser.add_argument("--folds", type=int, metavar="N", help="train on the other folds instead of shipped models")
    parser.add_argument("--folds-by", choices=("page", "site"), help="what stays together (default: page)")
    parser.add_argument(
        "--leave-one-set-out", action="store_true", help="train for each set on all others, without its sites"
    )
    parser.add_argument(
        "--together", nargs="+", default=[], metavar="SET+SET", help="sets that are left out together (fewer trainings)"
    )
    parser.add_argument("--never-train", nargs="+", default=[], metavar="SET", help="sets that are tested only")
    parser.add_argument(
        "--corrections",
        type=Path,
        metavar="FILE",
        help="corrections of labels (default: corrections.jsonl beside a set)",
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes at work (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="OUT", help="write all figures to this file")
    parser.add_argument("--per-page", type=Path, metavar="OUT", help="write a JSON line per page and extractor")


def run(args: argparse.Namespace) -> int:
    """Exit status 0, or 2 with a sentence when an argument is wrong."""
    try:
        measured = list(_measured(args))
    except (CorpusError, UnknownExtractor, ModelError, MissingExtra, ValueError) as error:
        print(f"newsbody evaluate: {error}", file=sys.stderr)
        return 2
    results = tabulate(measured)
    print(format_results(results))
    if args.json:
        args.json.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf8")
    if args.per_page:
        _write_pages(args.per_page, measured)
    return 0


def _measured(args: argparse.Namespace) -> Sequence[Measured]:
    if args.jobs < 1:
        raise ValueError(f"--jobs {args.jobs}: write a number of processes, 1 or more.")
    variants = [Variant.parse(spec) for spec in args.extractors]
    pages = [
        page
        for _, rows in read_sets(args.corpora, args.corrections)
        for page in rows
        if page.lang.startswith(args.lang)
    ]
    tested = [page for page in pages if _is_tested(page, args)]
    if not tested:
        raise ValueError(f"No page of kind {args.kind!r} with a language {args.lang!r} is in these folders.")
    divisions = _divisions(pages, args)
    if divisions:
        return list(cross_validate(pages, variants, divisions, args.jobs, lambda page: _is_tested(page, args)))
    return list(measure(tested, {variant.spec: variant.build() for variant in variants}, args.jobs))


def _divisions(pages: Sequence[GoldPage], args: argparse.Namespace) -> list[Division]:
    """How the pages are divided for training; nothing to measure shipped models."""
    folds = args.folds or args.folds_by
    if args.leave_one_set_out:
        if folds:
            raise ValueError("--leave-one-set-out takes the place of --folds: leave one of them away.")
        return leave_sets_out(pages, [group.split("+") for group in args.together], args.never_train)
    if args.together or args.never_train:
        raise ValueError("--together and --never-train belong to --leave-one-set-out.")
    by: By = args.folds_by or "page"
    return by_folds(pages, args.folds or 4, by) if folds else []


def _is_tested(page: GoldPage, args: argparse.Namespace) -> bool:
    return args.kind in (ALL, page.kind)


def tabulate(measured: Sequence[Measured]) -> dict[str, Any]:
    """Metrics by set and extractor ("all" over every set when there are several), and block classes.

    Where corrections of labels stand beside the sets, by these, too.
    """
    by_set: dict[str, list[Measured]] = defaultdict(list)
    for one in measured:
        by_set[one.page.set].append(one)
    if len(by_set) > 1:
        by_set[ALL] = list(measured)
    results: dict[str, Any] = {}
    for name, rows in by_set.items():
        specs = rows[0].scores
        results[name] = {"extractors": {spec: summarise([row.scores[spec] for row in rows]) for spec in specs}}
        if any(row.mended for row in rows):
            results[name]["mended"] = {
                spec: summarise([(row.mended or row.scores)[spec] for row in rows]) for spec in specs
            }
        classes = {spec: add_classes([row.classes[spec] for row in rows]) for spec in rows[0].classes}
        if classes:
            results[name]["classes"] = classes
    return results


def format_results(results: Mapping[str, Any]) -> str:
    """The tables as text, one a set."""
    lines: list[str] = []
    for name, result in results.items():
        lines += ["", name, *_table(result["extractors"])]
        if "mended" in result:
            lines += ["", f"{name}, labels corrected", *_table(result["mended"])]
        for spec, classes in result.get("classes", {}).items():
            lines += ["", f"{name}, blocks of {spec}", *_table(classes)]
    return "\n".join(lines[1:])


def _table(rows: Mapping[str, Mapping[str, float]]) -> list[str]:
    columns = list(next(iter(rows.values())))
    width = max(map(len, rows)) + 1
    lines = [" " * width + "".join(f"{column:>9}" for column in columns)]
    for name, row in rows.items():
        cells = (f"{value:>9}" if isinstance(value, int) else f"{value:>9.3f}" for value in row.values())
        lines.append(f"{name:<{width}}" + "".join(cells))
    return lines


def _write_pages(path: Path, measured: Sequence[Measured]) -> None:
    with open(path, "w", encoding="utf8") as out:
        for one in measured:
            for spec, score in one.scores.items():
                row = {"set": one.page.set, "id": one.page.id, "extractor": spec, **asdict(score)}
                out.write(json.dumps(row, ensure_ascii=False) + "\n")
