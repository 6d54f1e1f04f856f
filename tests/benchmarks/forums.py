"""Forum rules measured: is the exact class learned, and are the posts right?

    python -m tests.benchmarks.forums FOLDER [FOLDER ...] [--trials 10] [--method slots|ksf]

Three kinds of folders, told by what is in them:

* saved thread pages of one forum (``gold.jsonl`` with ``body_class``): exact-class rate from 5 and
  from 2 random pages, processor seconds a trial (parsing and learning, without loading jieba's dictionary);
* thread pages of many sites, one each: the gold posts joined against the posts joined, by the
  project's own metrics; rows marked ``partial`` or ``weak_class`` are left out;
* a saved crawl (``index.jsonl``, ``threads.jsonl``): both, the posts compared one by one;
* ``forum_harvest``: thread pages of many sites, each post labelled by people, compared one by one.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from pathlib import Path
from typing import Any, get_args
from urllib.parse import unquote

from tqdm import tqdm

from newsbody.dates import find_date
from newsbody.evaluate.metrics import PageScore, score_page, summarise, visible
from newsbody.items import Post
from newsbody.page import Page
from newsbody.posts.read import read_posts, thread_headline
from newsbody.rules.keywords import segment
from newsbody.rules.learn_thread import Method, learn_thread_rule
from newsbody.rules.rule import Rule

#: Pages a rule is learned from.
SAMPLES = (5, 2)
#: Below this likeness a post is another one.
MIN_LIKENESS = 0.5
#: The class of the bodies in a saved crawl is read off so many pages, from posts of at least this length.
ORACLE_PAGES = 20
MIN_ORACLE_CHARS = 40
#: The pages of a saved crawl that are pages of threads as a reader sees them.
_THREAD_PAGES = frozenset(("thread_first", "thread_page"))

Row = dict[str, Any]


@dataclass(frozen=True)
class ThreadPage:
    """A saved thread page with what is known of it."""

    url: str | None
    path: Path
    body_class: str
    posts: list[Row] = field(default_factory=list)
    headline: str = ""

    def parse(self) -> Page:
        """The page, read from disk."""
        return Page.parse(self.path.read_bytes(), self.url)


def read_rows(path: Path) -> Iterator[Row]:
    """The rows of a JSON lines file."""
    with path.open(encoding="utf8") as lines:
        yield from map(json.loads, lines)


def read_forum(folder: Path) -> list[ThreadPage]:
    """The thread pages of a folder with gold.jsonl."""
    pages = folder / "pages"
    return [
        ThreadPage(row.get("url"), pages / f"{row['id']}.html", row.get("body_class", ""), row.get("posts") or [])
        for row in read_rows(folder / "gold.jsonl")
        if not row.get("partial") and not row.get("weak_class") and (row.get("body_class") or row.get("posts"))
    ]


def read_crawl(folder: Path) -> list[ThreadPage]:
    """The thread pages of a saved crawl, each with the gold posts that stand on it."""
    on_page: dict[str, list[Row]] = {}
    titles: dict[str, str] = {}
    for thread in read_rows(folder / "threads.jsonl"):
        for number, url in enumerate(thread["urls"], 1):
            titles[url] = thread["title"]
            on_page[url] = [post for post in thread["posts"] if post["page"] == number]
    pages = [
        ThreadPage(row["url"], folder / row["file"], "", on_page.get(row["url"], []), titles.get(row["url"], ""))
        for row in read_rows(folder / "index.jsonl")
        if row.get("subkind") in _THREAD_PAGES
    ]
    body_class = class_of_gold(pages[:: max(1, len(pages) // ORACLE_PAGES)])
    return [replace(page, body_class=body_class) for page in pages]


def class_of_gold(pages: Sequence[ThreadPage]) -> str:
    """The class of the innermost elements that hold the whole text of gold posts, by majority."""
    votes: Counter[str] = Counter()
    for row in pages:
        page = row.parse()
        for post in row.posts:
            wanted = visible(post["text"])
            if len(wanted) < MIN_ORACLE_CHARS:
                continue
            holding = [
                index
                for index, name in enumerate(page.classes)
                if name and wanted in visible(page.text[page.start[index] : page.stop[index]])
            ]
            votes.update(page.classes[index] for index in holding[-1:])
    return max(votes, key=lambda name: (votes[name], name), default="")


def exact_class(rule: Rule | None, wanted: str) -> bool:
    """Whether a rule names the class attribute of the posts, this one and no other."""
    return rule is not None and [[*body.steps[-1].classes] for body in rule.body] == [wanted.split()]


def measure_learning(
    pages: Sequence[ThreadPage], trials: int, method: Method
) -> list[tuple[int, int, float, Counter[str]]]:
    """For each sample size: the size, exact trials, mean seconds, and what was learned instead."""
    result = []
    for size in SAMPLES:
        exact, seconds, instead = 0, [], Counter[str]()
        for trial in range(trials):
            sample = random.Random(trial).sample(list(pages), min(size, len(pages)))
            began = time.process_time()
            rule = learn_thread_rule([page.parse() for page in sample], "", method)
            seconds.append(time.process_time() - began)
            if exact_class(rule, sample[0].body_class):
                exact += 1
            else:
                instead[", ".join(map(str, rule.body)) if rule else "nothing"] += 1
        result.append((size, exact, statistics.fmean(seconds), instead))
    return result


def measure_joined(pages: Sequence[ThreadPage]) -> dict[str, float]:
    """The posts of each page joined against gold; each page is learned from alone."""
    scores: list[PageScore] = []
    for row in tqdm(pages, unit="page", disable=None):
        posts = read_posts(page := row.parse(), learn_thread_rule([page], ""))
        gold = "\n".join(post["text"] for post in row.posts)
        scores.append(score_page(gold, "\n".join(post.fullText for post in posts)))
    return summarise(scores)


def measure_posts(pages: Sequence[ThreadPage], rule: Rule) -> Counter[str]:
    """Gold posts, and how many of them were found, in order, with their text, author, time, number and quotes.

    "quotes" counts posts that quote, "kept apart" those of them whose quotes are found as such; "headline" pages.
    """
    count: Counter[str] = Counter()
    for row in tqdm(pages, unit="page", disable=None):
        page = row.parse()
        posts = read_posts(page, rule)
        by_id: dict[str | None, list[Post]] = defaultdict(list)
        for post in posts:
            by_id[post.postId].append(post)
        ids = [str(gold["pid"]) for gold in row.posts]
        count["in order"] += len(ids) if [post.postId for post in posts] == ids else 0
        count["pages"] += bool(row.headline)
        count["headline"] += bool(row.headline) and visible(thread_headline(page)) == visible(row.headline)
        for gold, number in zip(row.posts, ids, strict=True):
            count["gold"] += 1
            count["quoting"] += bool(gold.get("quotes"))
            count["naming"] += any(quote.get("author") for quote in gold.get("quotes") or ())
            if len(by_id[number]) == 1:
                count["found once"] += 1
                count.update(_right(gold, by_id[number][0]))
    return count


def _right(gold: Row, post: Post) -> list[str]:
    """What of a post was read right."""
    quoted = visible("".join(map(str, post.quotes)))
    quotes = [visible(quote["text"]).rstrip(".") for quote in gold.get("quotes") or ()]
    authors = [quote.get("author") for quote in gold.get("quotes") or ()]
    right = {
        "text": visible(post.text) == visible(gold["text"]),
        "author": post.author is not None and post.author.name == gold["author"],
        "time": (post.datePublished or "")[:16] == gold["time"][:16].replace(" ", "T"),
        "position": post.position == gold["floor"],
        "kept apart": bool(quotes) and all(quote in quoted for quote in quotes),
        "whose": any(authors) and all(author in post.quoteAuthors for author in authors if author),
    }
    return [what for what, holds in right.items() if holds]


def measure_alone(pages: Sequence[ThreadPage]) -> Counter[str]:
    """Posts of thread pages of many sites, each page learned from alone, against posts labelled by people."""
    count: Counter[str] = Counter()
    for row in tqdm(pages, unit="page", disable=None):
        rest = list(read_posts(page := row.parse(), learn_thread_rule([page], "")))
        for gold in row.posts:
            best = best_match(gold["text"], rest)
            count["gold"] += 1
            if best is None:
                continue
            post = rest.pop(best)
            count["found"] += 1
            count["text"] += _printed(post.fullText) == _printed(gold["text"])
            count["author"] += same_author(gold["author"], post)
            count["dated"] += find_date(gold["time"]) is not None
            count["time"] += same_time(gold["time"], post)
        count["too many"] += len(rest)
    return count


def best_match(text: str, posts: Sequence[Post]) -> int | None:
    """The number of the post that is most like a text, None where none is."""
    wanted = _printed(text)
    likeness = [_likeness(_printed(post.fullText), wanted) for post in posts]
    best = max(range(len(posts)), key=likeness.__getitem__, default=None)
    return best if best is not None and likeness[best] >= MIN_LIKENESS else None


def _printed(text: str) -> str:
    """The visible text with the characters that the controls are which a wrongly declared encoding leaves in gold."""
    return re.sub("[\x80-\x9f]", lambda found: found[0].encode("latin-1").decode("cp1252", "ignore"), visible(text))


def _likeness(read: str, wanted: str) -> float:
    """1 for the same text, else the share of both that one beginning and one end have in common."""
    if read == wanted:
        return 1.0
    start = _common(read, wanted)
    end = min(_common(read[::-1], wanted[::-1]), min(len(read), len(wanted)) - start)
    inside = min(len(read), len(wanted)) if wanted and (wanted in read or read in wanted) else 0
    return min(0.99, max(start + end, inside) / max(len(read), len(wanted), 1))


def _common(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def same_author(gold: str, post: Post) -> bool:
    """Whether an author, named or by the address of his page (relative to a base that is not told), is the post's."""
    if post.author is None:
        return False
    return gold == post.author.name or unquote(gold).strip("/").rpartition("/")[2] in unquote(post.author.url or "")


def same_time(gold: str, post: Post) -> bool:
    """Whether a time is the one that people read on the page; not where it says no date ("11 days ago")."""
    found = find_date(gold)
    if found is None:
        return False
    return found.iso[:16] in ((post.datePublished or "")[:16], (post.datePublished or "")[:10])


def shares(count: Counter[str]) -> str:
    """Shares of the gold posts, as text."""
    whats = (
        what for what in count if what not in ("gold", "pages", "headline", "quoting", "kept apart", "naming", "whose")
    )
    return ", ".join(f"{what} {count[what] / count['gold']:.4f}" for what in whats)


def _report_learning(name: str, pages: Sequence[ThreadPage], trials: int, method: Method) -> None:
    for size, exact, seconds, instead in measure_learning(pages, trials, method):
        print(f"{name}: {len(pages)} pages, from {size}: exact in {exact} of {trials} trials, {seconds:.3f} s a trial")
        for what, times in instead.most_common():
            print(f"    instead, {times} times: {what}")


def _report_folder(folder: Path, trials: int, method: Method, every: int) -> None:
    if (folder / "index.jsonl").exists():
        pages = read_crawl(folder)
        if trials:
            _report_learning(folder.name, pages, trials, method)
        sample = random.Random(0).sample(pages, SAMPLES[0])
        rule = learn_thread_rule([page.parse() for page in sample], "", method)
        if rule is None:
            print(f"{folder.name}: no rule from {SAMPLES[0]} pages")
            return
        print(f"{folder.name}: bodies in {', '.join(map(str, rule.body))}")
        count = measure_posts(pages[::every], rule)
        print(f"{folder.name}: of {count['gold']} posts: {shares(count)}")
        print(
            f"{folder.name}: of {count['quoting']} posts with quotes {count['kept apart']} with quotes apart, "
            f"of {count['naming']} whose quotes name somebody {count['whose']} with their names; "
            f"of {count['pages']} pages {count['headline']} with their headline"
        )
        return
    pages = read_forum(folder)
    if not pages:
        print(f"{folder.name}: no thread pages with a known class")
    elif not any(page.body_class for page in pages):
        count = measure_alone(pages)
        print(f"{folder.name}: of {count['gold']} posts: {shares(count)}")
    elif len({page.body_class for page in pages}) == 1:
        _report_learning(folder.name, pages, trials, method)
    else:
        means = measure_joined([page for page in pages if page.posts])
        print(f"{folder.name}: " + ", ".join(f"{name} {means[name]:.3f}" for name in ("n", "F1", "P", "R", "MHR_0.1")))


def main() -> None:
    """Measure the folders given on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--trials", type=int, default=10, help="samples to learn from (default: %(default)s)")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="of a saved crawl every Nth page only")
    parser.add_argument("--method", choices=get_args(Method), default="slots")
    args = parser.parse_args()
    segment("载入词典")
    for folder in args.folders:
        _report_folder(folder, args.trials, args.method, args.every)


if __name__ == "__main__":
    main()
