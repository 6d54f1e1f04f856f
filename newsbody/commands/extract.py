"""``newsbody extract``: articles, or posts of forum threads, from pages wherever they are."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import IO, Any

from tqdm import tqdm

from newsbody.article import article_of
from newsbody.commands._inputs import STDIN, Input, inputs
from newsbody.commands._outputs import FORMATS, format_of, open_output, writer
from newsbody.extractors import DEFAULT, UnknownExtractor, get_extractor
from newsbody.ground.extras import MissingExtra, require
from newsbody.items import Article, Post
from newsbody.page import Page
from newsbody.page.sites import group_by_site
from newsbody.posts.read import read_threads, thread_headline

HELP = "write the articles, or the posts, of pages"
EXAMPLES = """\
  newsbody extract page.html --format txt            the text of a saved page
  newsbody extract https://example.com/ -o out.md    of an address, as Markdown
  newsbody extract pages/ -o out.jsonl --jobs 2      of all pages of a folder, a row each
  newsbody extract crawl.warc.gz -o out.csv          of all pages of a web archive
  newsbody extract - --url http://a.example/ < page.html
  newsbody extract pages/ --kind forum -o posts.jsonl
  newsbody extract page.html --explain               why each paragraph is body or not
  newsbody extract page.html --explain -o why.html   the same on the page as it looks
"""
#: Pages handed to a worker at a time: enough to hide the hand-over, few enough for a moving progress bar.
CHUNK = 8
#: Chunks a worker may have before it: a web archive is larger than memory.
AHEAD = 4

Row = dict[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument(
        "pages", nargs="+", metavar="PAGE", help="saved pages, folders of them, addresses, WARC files, - for stdin"
    )
    parser.add_argument(
        "-o", "--output", "--jsonl", default="-", metavar="FILE", help="file to write (default: screen)"
    )
    parser.add_argument("--format", choices=FORMATS, help="default: by the name of FILE, else jsonl")
    parser.add_argument("--url", help="the address of the page, where it does not come from one")
    parser.add_argument("--extractor", default=DEFAULT, help="which extractor finds the body (default: %(default)s)")
    parser.add_argument(
        "--kind",
        choices=("article", "forum"),
        default="article",
        help="forum: give posts; the pages of one site are learned from together (default: %(default)s)",
    )
    parser.add_argument("--comments", action="store_true", help="what readers wrote below an article, too")
    parser.add_argument(
        "--explain", action="store_true", help="why each paragraph is body or not; FILE.html: a picture"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes at work (default: %(default)s)")


def run(args: argparse.Namespace) -> int:
    """Exit status 0; 1 when some page could not be read, which stops no other; 2 when an argument is wrong."""
    form = args.format or format_of(args.output)
    try:
        if args.kind == "article":
            get_extractor(args.extractor)
        if args.jobs < 1:
            raise ValueError(f"--jobs {args.jobs}: write a number of processes, 1 or more.")
        if form == "md":
            require("html_to_markdown", "markdown")
        if args.explain and (args.kind != "article" or args.extractor != DEFAULT):
            raise ValueError(f"--explain says how {DEFAULT} finds articles: leave out --kind and --extractor.")
        pages, count = inputs(args.pages, args.url)
        if args.explain:
            return _explain(pages, args.output)
        out = nullcontext[IO[str]](sys.stdout) if args.output == "-" else open_output(args.output, form)
    except (UnknownExtractor, MissingExtra, OSError, ValueError) as error:
        print(f"newsbody extract: {error}", file=sys.stderr)
        return 2
    rows = _threads(pages) if args.kind == "forum" else _articles(pages, args, form)
    failed = done = 0
    with writer(form, out) as to:
        for row in tqdm(rows, total=count, unit="page", disable=None):
            done += 1
            if "error" in row:
                failed += 1
                print(f"newsbody extract: {row['id']}: {row['error']}", file=sys.stderr)
            to.write(row)
    if failed:
        print(f"newsbody extract: {failed} of {done} pages failed; their rows say why (error).", file=sys.stderr)
    return 1 if failed else 0


def _explain(pages: Iterator[Input], output: str) -> int:
    from newsbody.report.explain_page import explain_html, explain_lines

    read = []
    for page in pages:
        loaded = page.loaded()
        read.append((page.id, Page.parse(loaded.bytes, loaded.url, loaded.encoding)))
    if output != STDIN:
        Path(output).write_text(explain_html(read), encoding="utf-8")
        return 0
    for name, one in read:
        print(*([name] if len(read) > 1 else []), *explain_lines(one, colour=sys.stdout.isatty()), sep="\n")
    return 0


def _articles(pages: Iterator[Input], args: argparse.Namespace, form: str) -> Iterator[Row]:
    work = partial(article_row, extractor=args.extractor, form=form, comments=args.comments)
    if args.jobs == 1:
        yield from map(work, pages)
        return
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("forkserver")) as pool:
        while some := list(islice(pages, args.jobs * CHUNK * AHEAD)):
            yield from pool.map(work, some, chunksize=CHUNK)


def article_row(page: Input, extractor: str = DEFAULT, form: str = "jsonl", *, comments: bool = False) -> Row:
    """What is written for one article page; a page that fails gives an empty text and the error."""
    try:
        page = page.loaded()
        read = Page.parse(page.bytes, page.url, page.encoding)
        article = article_of(get_extractor(extractor).extract(read), comments=comments)
        return {"id": page.id, **_written(article, form)}
    except Exception as error:  # noqa: BLE001 - a page never stops the run: its row says what happened
        return {"id": page.id, "text": "", "kind": "other", "error": f"{type(error).__name__}: {error}"}


def _written(article: Article, form: str) -> Row:
    """The fields of an article in a format: ``text`` is what stands for its body."""
    if form == "txt":
        return {"text": article.text}
    heading = article.headline or ""
    if form == "html":
        return {"text": article.html}
    if form == "md":
        return {"text": f"# {heading}\n\n{article.markdown}" if heading else article.markdown}
    row = article.to_dict()
    del row["articleBody"], row["articleBodyHtml"]
    return {"text": article.text, **row}


def _post_row(post: Post) -> Row:
    """A post as the rows of this command have it: with its text as it stands on the page, pictures by their address."""
    row = post.to_dict() | {"fullText": post.fullText, "images": [image.url for image in post.images]}
    row["dateRaw"] = row.pop("datePublishedRaw")
    return {name: value for name, value in row.items() if name not in ("threadId", "url", "headline")}


def _threads(pages: Iterator[Input]) -> Iterator[Row]:
    """Thread pages, learned from by site; the rows come in the order of the pages."""
    listed, read, failures = list(pages), {}, {}
    for number, page in enumerate(tqdm(listed, unit="page", desc="reading", disable=None)):
        try:
            loaded = page.loaded()
            read[number] = Page.parse(loaded.bytes, loaded.url, loaded.encoding)
        except Exception as error:  # noqa: BLE001 - a page never stops the run: its row says what happened
            failures[number] = f"{type(error).__name__}: {error}"
    posts: dict[int, list[Post]] = {}
    numbers = list(read)
    for positions in group_by_site(list(read.values())):
        group = [numbers[position] for position in positions]
        try:
            posts |= dict(zip(group, read_threads([read[number] for number in group]), strict=True))
        except Exception as error:  # noqa: BLE001 - a site never stops the run: its rows say what happened
            failures |= dict.fromkeys(group, f"{type(error).__name__}: {error}")
    for number, page in enumerate(listed):
        found = posts.get(number, [])
        row = {
            "id": page.id,
            "text": "\n".join(post.fullText for post in found),
            "kind": "thread" if found else "other",
            "headline": thread_headline(read[number]) if number in read else "",
            "posts": [_post_row(post) for post in found],
        }
        yield row | ({"error": failures[number]} if number in failures else {})
