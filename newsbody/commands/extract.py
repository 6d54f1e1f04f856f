"""``newsbody extract``: articles, or posts of forum threads, from pages wherever they are."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from datetime import datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, get_args

from tqdm import tqdm

from newsbody.commands._inputs import STDIN, Input, PageSources, kind_named
from newsbody.commands._outputs import FORMATS, format_of, row_types
from newsbody.commands._processes import Processes
from newsbody.commands._results import Finished, Results, is_folder, is_stream
from newsbody.commands._sites import LEAST_ARTICLES, LESSONS, Row, SiteLesson, SiteRules, Work, taught_of
from newsbody.crawl.pages.fetched import Source
from newsbody.extraction import SiteArticles, Wanted
from newsbody.extractors import DEFAULT, UnknownExtractor, get_extractor
from newsbody.extractors.assessed import JudgedPage
from newsbody.extractors.auto.choice import Favor
from newsbody.ground.extras import MissingExtra, require
from newsbody.items import Article, Post
from newsbody.page import Page
from newsbody.posts.read import read_posts, thread_headline
from newsbody.rules.articles.text import article_text
from newsbody.rules.rule import Rule

HELP = "write the articles, or the posts, of pages"
EXAMPLES = """\
  newsbody extract page.html --format txt            the text of a saved page
  newsbody extract https://example.com/ -o out.md    of an address, as Markdown
  newsbody extract pages/ -o out.jsonl --jobs 2      of all pages of a folder, a row each
  newsbody extract crawl.warc.gz -o out.csv          of all pages of a web archive
  newsbody extract crawl.warc.gz -o out/ --format parquet --jobs 2 --resume
  newsbody extract - --url http://a.example/ < page.html
  newsbody extract pages/ --kind thread -o posts.jsonl
  newsbody extract page.html --explain               why each paragraph is body or not
  newsbody extract page.html --explain -o why.html   the same on the page as it looks
"""
#: Formats whose rows have a language.
_FIELDS = ("jsonl", "json", "csv", "parquet")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument(
        "pages",
        nargs="+",
        metavar="PAGE",
        help="saved pages, folders of them, addresses and lists of them (.txt), WARC and Parquet files, - for stdin",
    )
    parser.add_argument(
        "-o",
        "--output",
        "--jsonl",
        default="-",
        metavar="FILE",
        help="file to write, or FOLDER/ for parts of 5,000 pages (default: screen)",
    )
    parser.add_argument("--resume", action="store_true", help="go on where the same command was stopped or killed")
    parser.add_argument("--format", choices=FORMATS, help="default: by the name of FILE, else jsonl")
    parser.add_argument("--url", help="the address of the page, where it does not come from one")
    parser.add_argument(
        "--fetched", type=_moment, metavar="TIME", help="when saved pages were fetched, for dates such as 3 hours ago"
    )
    parser.add_argument("--extractor", default=DEFAULT, help="which extractor finds the body (default: %(default)s)")
    parser.add_argument(
        "--kind",
        choices=("article", "thread"),
        default="article",
        type=kind_named,
        help="thread: give posts; the pages of one site are learned from together (default: %(default)s)",
    )
    parser.add_argument(
        "--alone", action="store_true", help="read each article by itself, not in the light of its site's other pages"
    )
    parser.add_argument("--favor", choices=get_args(Favor), help="less, or more, where it is in doubt what is body")
    for name in ("tables", "links", "images"):
        parser.add_argument(f"--no-{name}", dest=name, action="store_false", help=f"bodies without {name}")
    parser.add_argument("--prune", action="append", default=[], metavar="SELECTOR", help="what is no body: div.ad")
    parser.add_argument("--languages", default="", metavar="EN,DE", help="pages in other languages have no body")
    parser.add_argument("--comments", action="store_true", help="what readers wrote below an article, too")
    parser.add_argument(
        "--explain", action="store_true", help="why each paragraph is body or not; FILE.html: a picture"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes at work (default: %(default)s)")


def _moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no time: write it as 2026-02-01T09:30") from None


def run(args: argparse.Namespace) -> int:
    """Exit status 0; 1 when some page could not be read, which stops no other; 2 when an argument is wrong."""
    try:
        form = _checked_format(args)
        sources = PageSources(args.pages, args.url, args.fetched)
        if args.explain:
            return _explain(sources, args.output)
        what = (args.pages, args.url, args.fetched, args.kind, args.extractor, _wanted(args), args.alone)
        results = Results(args.output, form, row_types(args.kind), what, resume=args.resume)
    except Finished as finished:
        print(f"newsbody extract: {finished}.", file=sys.stderr)
        return 0
    except (UnknownExtractor, MissingExtra, OSError, ValueError) as error:
        print(f"newsbody extract: {error}", file=sys.stderr)
        return 2
    preload = ["newsbody.commands.extract"]
    if args.kind == "article" and form in _FIELDS:
        preload.append("newsbody.commands._languages")
    with results, Processes(args.jobs, preload) as processes:
        if args.kind == "thread":
            rows = _by_site(sources, results, processes, LESSONS["thread"], thread_row)
        else:
            rows = _articles(sources, results, processes, args, form)
        for row in rows:
            if "error" in row:
                print(f"newsbody extract: {row['id']}: {row['error']}", file=sys.stderr)
            results.write(row)
    failed, done = results.note.failed, results.note.done
    if failed:
        print(f"newsbody extract: {failed} of {done} pages failed; their rows say why (error).", file=sys.stderr)
    return 1 if failed else 0


def _wanted(args: argparse.Namespace) -> Wanted:
    languages = tuple(filter(None, args.languages.lower().replace(" ", "").split(",")))
    names = ("comments", "tables", "links", "images", "favor")
    return Wanted(**{name: getattr(args, name) for name in names}, prune=tuple(args.prune), languages=languages)


def _checked_format(args: argparse.Namespace) -> str:
    is_named = not (is_folder(args.output) or is_stream(args.output))
    form: str = args.format or (format_of(args.output) if is_named else "jsonl")
    if args.kind == "article":
        get_extractor(args.extractor)
    if args.jobs < 1:
        raise ValueError(f"--jobs {args.jobs}: write a number of processes, 1 or more.")
    if form == "md":
        require("html_to_markdown", "markdown")
    if form == "parquet":
        require("pyarrow", "parquet")
        if is_stream(args.output):
            raise ValueError("Parquet needs a file, or a folder: write -o articles.parquet")
    if args.explain and (args.kind != "article" or args.extractor != DEFAULT):
        raise ValueError(f"--explain says how {DEFAULT} finds articles: leave out --kind and --extractor.")
    return form


def _explain(pages: Iterable[Input], output: str) -> int:
    from newsbody.report.report_server import explain_html, explain_lines

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


def _articles(
    sources: PageSources, results: Results, processes: Processes, args: argparse.Namespace, form: str
) -> Iterator[Row]:
    """Article pages, each in the light of a sample of its site; the rows come in the order of the pages."""
    few = sources.count is not None and sources.count < LEAST_ARTICLES
    work = partial(article_row, extractor=args.extractor, form=form, wanted=_wanted(args))
    if not (few or args.alone or args.extractor != DEFAULT):
        yield from _by_site(sources, results, processes, LESSONS["article"], work)
        return
    pages = islice(sources, results.note.done, None)
    yield from _shown(processes.in_order(work, pages), sources, results.note.done)


def _by_site(
    sources: PageSources, results: Results, processes: Processes, lesson: SiteLesson, work: Work
) -> Iterator[Row]:
    """Each site is learned from a sample of its pages first; the rows come in the order of the pages."""
    with results.beside("sites") as path, closing(SiteRules(path, lesson, work)) as sites:
        sites.place(tqdm(sources, total=sources.count, unit="page", desc="looking for sites", disable=None), processes)
        pages = islice(sites.with_sites(sources, processes), results.note.done, None)
        read = partial(_site_row, taught=partial(taught_of, path, lesson), work=work)
        made = processes.in_order(read, pages, is_light=lambda given: isinstance(given, dict))
        yield from _shown(made, sources, results.note.done, sites.count)


def _shown(made: Iterator[tuple[Any, Row]], sources: PageSources, done: int, count: int | None = None) -> Iterator[Row]:
    """The rows, with how many there are, how fast, and how long it takes: of an archive by the share that is read.

    ``count``: how many pages there are, where all were looked at.
    """
    count = sources.count if count is None else count
    with tqdm(total=count, initial=done, unit="page", disable=None) as bar:
        for _, row in made:
            yield row
            if count is None and sources.share:
                bar.total = int((bar.n + 1) / sources.share)
            bar.update()


def _site_row(given: tuple[Input, int] | Row, taught: Callable[[int], Any], work: Work) -> Row:
    return given if isinstance(given, dict) else work(given[0], taught(given[1]), None)


def article_row(
    page: Input,
    taught: SiteArticles | None = None,
    judged: JudgedPage | None = None,
    *,
    extractor: str = DEFAULT,
    form: str = "jsonl",
    wanted: Wanted | None = None,
) -> Row:
    """What is written for one article page; a page that fails gives an empty body and the error.

    By the rule of its site it is read where that matches, and the page was not ``judged`` already.
    """
    try:
        page, wanted = page.loaded(), wanted or Wanted()
        rule = taught.rule_for(page.url) if taught and not judged and wanted.by_rule else None
        opened = Source(page.bytes, page.url or "", page.encoding).open(extractor)
        if rule and form == "txt" and wanted.whole_text:
            found = article_text(rule, opened.outline, opened.whole)
            if found:
                return {"id": page.id, "text": found.text}
            rule = None
        article = wanted.article(judged or opened.judged, taught.memory if taught else None, page.fetched, rule)
        return {"id": page.id, **_written(article, form)}
    except Exception as error:  # noqa: BLE001 - a page never stops the run: its row says what happened
        return {"id": page.id, "articleBody": "", "kind": "other", "error": f"{type(error).__name__}: {error}"}


def _written(article: Article, form: str) -> Row:
    """The fields of an article, or its ``text`` in a format of texts."""
    if form == "xml":
        return {"text": article.tei}
    if form == "txt":
        return {"text": article.text}
    heading = article.headline or ""
    if form == "html":
        return {"text": article.html}
    if form == "md":
        return {"text": f"# {heading}\n\n{article.markdown}" if heading else article.markdown}
    article.articleBodyHtml = None  # which is not made for a row that has none
    row = article.to_dict()
    del row["articleBodyHtml"]
    return row


def _post_row(post: Post) -> Row:
    """A post as the rows of this command have it: with its text as it stands on the page, pictures by their address."""
    row = post.to_dict() | {"fullText": post.fullText, "images": [image.url for image in post.images]}
    row["dateRaw"] = row.pop("datePublishedRaw")
    return {name: value for name, value in row.items() if name not in ("threadId", "url", "headline")}


def thread_row(page: Input, rule: Rule | None = None, judged: JudgedPage | None = None) -> Row:
    """What is written for a page of a thread, read by the rule of its site."""
    try:
        loaded = page.loaded()
        read = judged.page if judged else Page.parse(loaded.bytes, loaded.url, loaded.encoding)
        posts = read_posts(read, rule, loaded.fetched)
    except Exception as error:  # noqa: BLE001 - a page never stops the run: its row says what happened
        return {
            "id": page.id,
            "text": "",
            "kind": "other",
            "headline": "",
            "posts": [],
            "error": f"{type(error).__name__}: {error}",
        }
    return {
        "id": page.id,
        "text": "\n".join(post.fullText for post in posts),
        "kind": "thread" if posts else "other",
        "headline": thread_headline(read, len(posts), rule),
        "posts": [_post_row(post) for post in posts],
    }
