"""``newsbody extract``: bodies of articles, or posts of forum threads, from saved pages."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import asdict
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import IO, Any

from tqdm import tqdm

from newsbody.extractors import DEFAULT, UnknownExtractor, get_extractor
from newsbody.metadata import read_metadata
from newsbody.page import Page
from newsbody.sites import group_by_site
from newsbody.threads import Post, read_threads, thread_headline

HELP = "write the body of saved pages as JSON lines"
#: What a saved page is called; other files of a folder are passed over.
PAGE_SUFFIXES = {".html", ".htm", ".shtml", ".xhtml"}
#: Pages handed to a worker at a time: enough to hide the hand-over, few enough for a moving progress bar.
CHUNK = 8

Row = dict[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument("pages", nargs="+", type=Path, metavar="PAGE", help="saved pages, or folders of them")
    parser.add_argument("--extractor", default=DEFAULT, help="which extractor finds the body (default: %(default)s)")
    parser.add_argument(
        "--kind",
        choices=("article", "forum"),
        default="article",
        help="forum: give posts; the pages of one site are learned from together (default: %(default)s)",
    )
    parser.add_argument("--jsonl", default="-", metavar="OUT", help="file to write, - for the screen (default)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes at work (default: %(default)s)")


def run(args: argparse.Namespace) -> int:
    """Exit status 0, or 2 with a sentence when an argument is wrong. A page never stops the run."""
    try:
        if args.kind == "article":
            get_extractor(args.extractor)
        files = list(page_files(args.pages))
        if args.jobs < 1:
            raise ValueError(f"--jobs {args.jobs}: write a number of processes, 1 or more.")
    except (UnknownExtractor, FileNotFoundError, ValueError) as error:
        print(f"newsbody extract: {error}", file=sys.stderr)
        return 2
    rows = _threads(files) if args.kind == "forum" else _articles(files, args.extractor, args.jobs)
    failed = 0
    with _output(args.jsonl) as out:
        for row in tqdm(rows, total=len(files), unit="page", disable=None):
            failed += "error" in row
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    if failed:
        print(f"newsbody extract: {failed} of {len(files)} pages failed; their rows say why (error).", file=sys.stderr)
    return 0


def page_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The given files, and the pages below the given folders in order of their names.

    Raises FileNotFoundError for a path that is not there and a folder without pages.
    """
    for path in paths:
        if path.is_dir():
            found = sorted(file for file in path.rglob("*") if file.suffix.lower() in PAGE_SUFFIXES)
            if not found:
                raise FileNotFoundError(f"{path} holds no pages ({', '.join(sorted(PAGE_SUFFIXES))}).")
            yield from found
        elif path.exists():
            yield path
        else:
            raise FileNotFoundError(f"{path} is not there.")


def _output(name: str) -> Any:
    if name == "-":
        return nullcontext[IO[str]](sys.stdout)
    return open(name, "w", encoding="utf8")


def _articles(files: Sequence[Path], extractor: str, jobs: int) -> Iterator[Row]:
    work = partial(article_row, extractor=extractor)
    if jobs == 1:
        yield from map(work, files)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("forkserver")) as pool:
        yield from pool.map(work, files, chunksize=CHUNK)


def article_row(file: Path, extractor: str) -> Row:
    """What is written for one article page; a page that fails gives an empty text and the error."""
    row: Row = {"id": file.stem, "text": "", "kind": "other"}
    try:
        page = Page.parse(file.read_bytes())
        body = get_extractor(extractor).extract(page)
        metadata = read_metadata(page)
    except Exception as error:  # noqa: BLE001 - a page never stops the run: its row says what happened
        return row | {"error": f"{type(error).__name__}: {error}"}
    return row | {
        "text": body.text,
        "kind": body.kind,
        "probability": round(body.probability, 4),
        "extractor": body.source or extractor,
        "url": metadata.canonicalUrl,
        "headline": metadata.headline,
        "authors": metadata.authors,
        "datePublished": metadata.datePublished,
        "inLanguage": metadata.inLanguage,
    }


def _threads(files: Sequence[Path]) -> Iterator[Row]:
    """Thread pages, learned from by site; the rows come in the order of the files."""
    pages = [Page.parse(file.read_bytes()) for file in tqdm(files, unit="page", desc="reading", disable=None)]
    posts: dict[int, list[Post]] = {}
    failures: dict[int, str] = {}
    for group in group_by_site(pages):
        try:
            posts |= dict(zip(group, read_threads([pages[number] for number in group]), strict=True))
        except Exception as error:  # noqa: BLE001 - a site never stops the run: its rows say what happened
            failures |= dict.fromkeys(group, f"{type(error).__name__}: {error}")
    for number, (file, page) in enumerate(zip(files, pages, strict=True)):
        found = posts.get(number, [])
        row = {
            "id": file.stem,
            "text": "\n".join(post.fullText for post in found),
            "kind": "thread" if found else "other",
            "headline": thread_headline(page),
            "posts": [asdict(post) for post in found],
        }
        yield row | ({"error": failures[number]} if number in failures else {})
