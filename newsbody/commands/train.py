"""``newsbody train``: a labelled corpus to the model file of an extractor."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from newsbody.commands.evaluate import tabulate
from newsbody.evaluate.corpus import CorpusError, GoldPage, read_sets
from newsbody.evaluate.run import By, Variant, by_folds
from newsbody.extractors.model import Model, write_model
from newsbody.ground.extras import MissingExtra
from newsbody.train import TRAINERS, Trainer, UnknownTrainer, cross_validate, get_trainer

HELP = "train the model of an extractor from a labelled corpus"
#: The figures of a card, of all that newsbody evaluate measures.
CARD_METRICS = ("n", "F1", "cF1", "MCR", "MHR_0", "MHR_0.05", "MHR_0.1", "ScopeP", "ScopeR", "ScopeF")
DECIMALS = 4
#: Their name in the card when each set was measured without it.
LEFT_OUT = "leave one set out"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("name", metavar="NAME", help=f"extractor to train: {', '.join(TRAINERS)}")
    parser.add_argument("--corpus", nargs="+", type=Path, required=True, metavar="FOLDER", help="labelled sets")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="MODEL", help="model file to write")
    parser.add_argument("--lang", default="", help="only pages whose language starts so")
    parser.add_argument(
        "--folds",
        type=int,
        default=4,
        metavar="N",
        help="folds that give the card its figures, 0 for no figures (default: %(default)s)",
    )
    parser.add_argument(
        "--folds-by",
        nargs="+",
        choices=("page", "site"),
        default=["page", "site"],
        help="what stays together (default: both, one after the other)",
    )
    parser.add_argument(
        "--left-out",
        type=Path,
        metavar="JSON",
        help="figures for the card that newsbody evaluate --leave-one-set-out --json wrote",
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes at work (default: %(default)s)")
    parser.add_argument(
        "--date", type=date.fromisoformat, default=datetime.now(UTC).date(), help="date of the card (default: today)"
    )


def run(args: argparse.Namespace) -> int:
    """Exit status 0, or 2 with a sentence when an argument is wrong."""
    try:
        trainer = get_trainer(args.name)
        pages = [page for _, rows in read_sets(args.corpus) for page in rows if page.lang.startswith(args.lang)]
        if not pages:
            raise ValueError(f"No page with a language {args.lang!r} is in these folders.")
        figures = {LEFT_OUT: _read_figures(args.left_out, trainer.name)} if args.left_out else {}
        data = trainer.fit(pages)
        figures |= {
            f"{args.folds} folds by {by}": _figures(trainer, pages, args.folds, by, args.jobs)
            for by in args.folds_by
            if args.folds
        }
        experiments = trainer.experiments(pages) if args.folds else {}
    except (CorpusError, UnknownTrainer, MissingExtra, ValueError) as error:
        print(f"newsbody train: {error}", file=sys.stderr)
        return 2
    card = _card(trainer, pages, args) | {"figures": figures, "experiments": experiments}
    write_model(args.output, Model(trainer.name, data, card))
    print(f"{args.output}: {args.output.stat().st_size:,} bytes, from {len(pages)} pages")
    return 0


def _card(trainer: Trainer, pages: Sequence[GoldPage], args: argparse.Namespace) -> dict[str, Any]:
    return {
        "pages": len(pages),
        "pages_without_body": sum(not page.text.strip() for page in pages),
        "sites": len({page.site for page in pages if page.site}),
        "sets": dict(sorted(Counter(page.set for page in pages).items())),
        "languages": dict(sorted(Counter(page.lang for page in pages).items())),
        "date": args.date.isoformat(),
        # Other versions may make other trees of the same pages.
        "packages": {name: version(name) for name in trainer.packages},
        "settings": dict(trainer.settings),
    }


def _figures(trainer: Trainer, pages: Sequence[GoldPage], folds: int, by: By, jobs: int) -> dict[str, Any]:
    """Metrics by set, each page measured with a model that has not seen it (or its site)."""
    variant = Variant.parse(trainer.name)
    divisions = by_folds(pages, folds, by)
    measured = list(cross_validate(pages, [variant], divisions, jobs, lambda page: bool(page.text.strip())))
    return _rounded(tabulate(measured), trainer.name)


def _read_figures(path: Path, name: str) -> dict[str, Any]:
    """The figures of an extractor in a file of ``newsbody evaluate --json``. Raises ValueError for another file."""
    try:
        return _rounded(json.loads(path.read_bytes()), name)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(
            f"--left-out {path}: write it with newsbody evaluate --extractors {name} --leave-one-set-out --json {path}"
        ) from error


def _rounded(results: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Of what was tabulated, the metrics of a card by set."""
    return {
        key: {metric: round(result["extractors"][name][metric], DECIMALS) for metric in CARD_METRICS}
        for key, result in results.items()
    }
