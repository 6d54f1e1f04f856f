"""Which addresses of a forum are topics: precision, recall and F over labelled lists of real links.

    python -m tests.benchmarks.urls FOLDER_OF_TSV [--seeds 10] [--sample 300] [--all]
    python -m tests.benchmarks.urls --made 0 [--count 100]

A list is a file ``*.tsv`` of ``label<TAB>url`` or ``label<TAB>subkind<TAB>url`` with the labels ``topic`` and
``other``. Lists with fewer than 100 addresses or 15 topics are left out (``--all`` takes them too). For each seed a
sample is drawn, a resolver learned from it and all addresses of the list are resolved. Three ways: with the address of
one topic given (any that the sample labels a topic), without, and without and with the everyday words of address
schemes left aside (``words off``), so that structure alone decides. "No resolver" counts as nothing found.

Two means: over all lists as they are labelled, and ``by definition``, without the addresses labelled topic that show a
form, a login or a print version by their own words. The project's definition does not call those topics.

``--made`` measures lists made at random in place of those of a folder (:mod:`tests.random_lists`), from this seed on,
and says how many of as many lists of news sites, which have no topics, are taken for forums.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from tqdm import tqdm

from newsbody.urls.evidence import PRIOR
from newsbody.urls.normalize import split_url
from newsbody.urls.resolver import Resolver
from newsbody.urls.routes import ACTION_WORDS
from newsbody.urls.shapes import DEED_KEYS
from newsbody.urls.topics import learn_resolver
from tests.random_lists import EITHER, TOPIC, RandomList, RandomNews

MIN_URLS, MIN_TOPICS = 100, 15

#: F from which on a list counts as understood.
GOOD = 0.9

WAYS = ("topic given", "no topic given", "no topic, words off")

Row = tuple[bool, str]
"""Whether the address is labelled a topic, and the address."""


@dataclass(frozen=True)
class Score:
    """Precision, recall and F, each between 0 and 1, and the share of samples from which a resolver was learned."""

    precision: float
    recall: float
    f: float
    decided: float = 1.0

    @classmethod
    def of(cls, rows: Sequence[Row], resolver: Resolver | None) -> Score:
        """Compare what a resolver says with the labels."""
        found = [resolver is not None and resolver.kind(url) == "topic" for _, url in rows]
        hits = sum(is_topic and says for (is_topic, _), says in zip(rows, found, strict=True))
        precision = hits / sum(found) if any(found) else 0.0
        recall = hits / sum(is_topic for is_topic, _ in rows)
        return cls(precision, recall, 2 * hits / (sum(found) + sum(t for t, _ in rows)), float(resolver is not None))

    @classmethod
    def mean(cls, scores: Sequence[Score]) -> Score:
        """Each figure averaged by itself."""
        columns = [(score.precision, score.recall, score.f, score.decided) for score in scores]
        return cls(*(fmean(column) for column in zip(*columns, strict=True)))

    def __str__(self) -> str:
        return f"{self.precision:.3f} {self.recall:.3f} {self.f:.3f}"


def read_list(path: Path) -> list[Row]:
    """The rows of one list.

    :raises ValueError: when a line is no labelled address.
    """
    rows = []
    for number, line in enumerate(path.read_text(encoding="utf8").splitlines(), 1):
        label, *rest = line.split("\t")
        if label not in ("topic", "other") or not rest:
            raise ValueError(f"{path}, line {number}: expected 'topic' or 'other', a tab and an address: {line!r}")
        rows.append((label == "topic", rest[-1]))
    return rows


def is_form(url: str) -> bool:
    """Whether an address says by its own words that it is a form, a login or a print version."""
    parts = split_url(url)
    if parts is None:
        return False
    deeds = {value.lower() for key, value in parts.query if key.lower() in DEED_KEYS}
    return bool(ACTION_WORDS & (deeds | {segment.lower() for segment in parts.path}))


def learn_each_way(choose: random.Random, urls: Sequence[str], topics: Sequence[str]) -> list[Resolver | None]:
    """The resolvers of a sample in each of the :data:`WAYS`."""
    return [
        learn_resolver(urls, topic=choose.choice(topics)) if topics else None,
        learn_resolver(urls),
        learn_resolver(urls, prior=0),
    ]


def measure(rows: Sequence[Row], seeds: int, size: int) -> dict[tuple[str, bool], Score]:
    """Scores of one list for each way, as labelled (False) and by definition (True), averaged over the seeds."""
    scores: dict[tuple[str, bool], list[Score]] = {}
    cleaned = [row for row in rows if not (row[0] and is_form(row[1]))]
    for seed in range(seeds):
        choose = random.Random(seed)
        sample = choose.sample(rows, min(size, len(rows)))
        topics = [url for is_topic, url in sample if is_topic]
        urls = [url for _, url in sample]
        for way, resolver in zip(WAYS, learn_each_way(choose, urls, topics), strict=True):
            scores.setdefault((way, False), []).append(Score.of(rows, resolver))
            scores.setdefault((way, True), []).append(Score.of(cleaned, resolver))
    return {key: Score.mean(found) for key, found in scores.items()}


def measure_made(seed: int, size: int = 300) -> list[Score]:
    """Scores of one list made at random, for each way. What is as well a topic as none is only in the sample."""
    made = RandomList(seed).rows
    choose = random.Random(seed)
    sample = choose.sample(made, min(size, len(made)))
    topics = [url for label, url in sample if label == TOPIC]
    rows = [(label == TOPIC, url) for label, url in made if label != EITHER]
    return [Score.of(rows, found) for found in learn_each_way(choose, [url for _, url in sample], topics)]


def report_made(first: int, count: int, size: int) -> None:
    """Print what comes of lists made at random."""
    scores = [measure_made(seed, size) for seed in tqdm(range(first, first + count), leave=False, disable=None)]
    for number, way in enumerate(WAYS):
        own = [row[number] for row in scores]
        wrong = sum(score.decided > 0 and score.f < GOOD for score in own) / count
        undecided = sum(not score.decided for score in own) / count
        print(f"{way:20} F {fmean(s.f for s in own):.3f}, undecided {undecided:.3f}, decided below {GOOD} {wrong:.3f}")
    news = [learn_resolver([url for _, url in RandomNews(seed).rows], prior=0) for seed in range(first, first + count)]
    print(f"news sites taken for forums (words off): {sum(found is not None for found in news) / count:.3f}")


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table; exit status 2 when there is nothing to measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--made", type=int, metavar="FIRST", help="lists made at random, from this seed on")
    parser.add_argument("--count", type=int, default=100, help="how many of these (default: %(default)s)")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--all", action="store_true", help="small lists too")
    args = parser.parse_args(argv)
    if args.made is not None:
        report_made(args.made, args.count, args.sample)
        return 0
    if args.folder is None:
        parser.error("a folder of lists, or --made with a seed")
    lists = {path.stem: read_list(path) for path in sorted(args.folder.glob("*.tsv"))}
    least = (1, 1) if args.all else (MIN_URLS, MIN_TOPICS)
    chosen = {n: r for n, r in lists.items() if len(r) >= least[0] and sum(t for t, _ in r) >= least[1]}
    if not chosen:
        print(f"no lists with {least[0]} addresses and {least[1]} topics in {args.folder}", file=sys.stderr)
        return 2
    print(
        f"{'P R F, mean of ' + str(args.seeds) + ' seeds':40}{'urls':>7}{'topics':>7}   "
        + "   ".join(f"{w:17}" for w in WAYS)
    )
    results = []
    for name, rows in tqdm(chosen.items(), leave=False, disable=None):
        results.append(measure(rows, args.seeds, args.sample))
        columns = "   ".join(f"{results[-1][way, False]!s:17}" for way in WAYS)
        tqdm.write(f"{name[:40]:40}{len(rows):7}{sum(topic for topic, _ in rows):7}   {columns}")
    for title, clean in (("mean", False), ("mean by definition", True)):
        means = [Score.mean([result[way, clean] for result in results]) for way in WAYS]
        print(f"{title + f' of {len(results)} lists':54}   " + "   ".join(f"{mean!s:17}" for mean in means))
    decided = [Score.mean([result[way, True] for result in results]) for way in WAYS]
    print(f"{'share of samples decided':54}   " + "   ".join(f"{mean.decided:<17.3f}" for mean in decided))
    print(f"{'F by definition of those decided':54}   " + "   ".join(f"{m.f / m.decided:<17.3f}" for m in decided))
    print(f"weight of words: {PRIOR}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
