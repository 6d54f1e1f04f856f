"""What several pages of a site add to the extractor: its memory of them, and rules learned from a few.

    python -m tests.benchmarks.sites FOLDER... [--trials 10] [--extractors auto crf ...]

First, over the sites with five pages or more, F1 and the pages with MCR > 0.1 of each page by
itself and in the light of the others. Then, over the sites with eight or more, F1 on the other
pages when a rule is learned from five (a mean over ``--trials`` samples): each extractor, the
rule learned from its bodies (the extractor where it does not match), and a perfect choice of
paragraphs. A table of all sets and extractors ends it.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tqdm import tqdm

from newsbody.evaluate.corpus import GoldPage, read_sets
from newsbody.evaluate.labels import label_paragraphs, oracle
from newsbody.evaluate.metrics import PageScore, score_page, summarise
from newsbody.extraction import extract_site
from newsbody.extractors import DEFAULT, EXTRACTORS, get_extractor
from newsbody.page import Page
from newsbody.page.body import Body
from newsbody.rules.articles.learn_article import learn_article_rule
from newsbody.rules.articles.match import apply_article

#: Pages of a site from which on it counts in the first and in the second table, and pages a rule is learned from.
FEW, MANY, SAMPLE = 5, 8, 5


@dataclass(frozen=True)
class Read:
    """A labelled page with its body as the extractor finds it by itself."""

    gold: GoldPage
    page: Page
    body: Body

    @classmethod
    def of(cls, gold: GoldPage, extractor: str = DEFAULT) -> Read:
        page = Page.parse(gold.html, gold.url)
        return cls(gold, page, get_extractor(extractor).extract(page))

    def score(self, body: Body) -> PageScore:
        return score_page(self.gold.text, body.text, self.gold.optional)

    @property
    def perfect(self) -> Body:
        labels = label_paragraphs(self.page, self.gold.text, self.gold.optional)
        return Body.of_paragraphs(self.page, oracle(labels))


def sites_of(rows: Sequence[GoldPage], least: int) -> dict[str, list[GoldPage]]:
    """The articles of the sites that have enough, by site."""
    sites = defaultdict(list)
    for gold in rows:
        if gold.site and gold.text:
            sites[gold.site].append(gold)
    return {site: pages for site, pages in sorted(sites.items()) if len(pages) >= least}


def memory_scores(sites: dict[str, list[GoldPage]]) -> tuple[list[PageScore], list[PageScore]]:
    """Scores of all pages, each by itself and in the light of the others of its site."""
    alone, together = [], []
    for golds in tqdm(sites.values(), unit="site", disable=None):
        reads = [Read.of(gold) for gold in sorted(golds, key=lambda gold: gold.id)]
        bodies, _ = extract_site([read.page for read in reads])
        alone += [read.score(read.body) for read in reads]
        together += [read.score(body) for read, body in zip(reads, bodies, strict=True)]
    return alone, together


@dataclass(frozen=True)
class RuleFigures:
    """F1 of one site over the trials, the largest loss of a trial, and how many trials found a rule."""

    alone: float
    rule: float
    perfect: float
    worst: float
    found: int


def rule_figures(golds: Sequence[GoldPage], trials: int, extractor: str = DEFAULT) -> RuleFigures:
    """Learn from samples of a site, test on the rest of its pages."""
    reads = [Read.of(gold, extractor) for gold in sorted(golds, key=lambda gold: gold.id)]
    alone = [read.score(read.body) for read in reads]
    perfect = [read.score(read.perfect) for read in reads]
    rows, found = [], 0
    for trial in range(trials):
        sample = random.Random(trial).sample(range(len(reads)), SAMPLE)
        chosen = [reads[number] for number in sample]
        rule = learn_article_rule([read.page for read in chosen], [read.body for read in chosen], "")
        found += rule is not None
        rest = [number for number in range(len(reads)) if number not in sample]
        scores = []
        for number in rest:
            body = apply_article(rule, reads[number].page) if rule else None
            scores.append(reads[number].score(body) if body else alone[number])
        by_trial = (scores, [alone[number] for number in rest], [perfect[number] for number in rest])
        rows.append([summarise(part)["F1"] for part in by_trial])
    table = np.array(rows)
    means = table.mean(axis=0).tolist()
    return RuleFigures(means[1], means[0], means[2], float((table[:, 0] - table[:, 1]).min()), found)


def report_memory(rows: Sequence[GoldPage]) -> Iterator[str]:
    """What a set gains from the memory of its sites."""
    sites = sites_of(rows, FEW)
    if sites:
        alone, together = (summarise(scores) for scores in memory_scores(sites))
        yield (
            f"memory: {len(sites)} sites, {alone['n']} pages: F1 {alone['F1']:.4f} -> {together['F1']:.4f}, "
            f"MHR_0.1 {alone['MHR_0.1']:.4f} -> {together['MHR_0.1']:.4f}"
        )


def report_rules(figures: dict[str, RuleFigures], trials: int) -> Iterator[str]:
    """What the sites of a set gain from rules, each, and their mean."""
    for site, row in figures.items():
        yield (
            f"rules:  {site:<24}: extractor {row.alone:.4f}, rule {row.rule:.4f}, "
            f"perfect {row.perfect:.4f}, worst {row.worst:+.4f}, found in {row.found} of {trials}"
        )


def summary(figures: dict[str, RuleFigures]) -> str:
    """The mean over the sites of a set, the gain, and the site that gains least."""
    alone, rule, perfect = (
        np.mean([getattr(row, name) for row in figures.values()]) for name in ("alone", "rule", "perfect")
    )
    site, least = min(figures.items(), key=lambda item: item[1].rule - item[1].alone)
    return (
        f"{alone:.4f} {rule:.4f} {perfect:.4f}  {100 * (rule - alone):+6.2f}  {100 * (perfect - alone):+6.2f}  "
        f"{100 * (least.rule - least.alone):+6.2f} {site}"
    )


def main() -> None:
    """Print the tables of every set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, help="labelled sets, or folders of them")
    parser.add_argument("--trials", type=int, default=10)
    parser.add_argument("--extractors", nargs="+", choices=EXTRACTORS, default=[DEFAULT], help="to learn rules from")
    args = parser.parse_args()
    table = []
    for name, rows in read_sets(args.folders):
        print(f"\n{name}", *report_memory(rows), sep="\n", flush=True)
        sites = sites_of(rows, MANY)
        for extractor in args.extractors if sites else ():
            figures = {site: rule_figures(golds, args.trials, extractor) for site, golds in sites.items()}
            print(extractor, *report_rules(figures, args.trials), sep="\n", flush=True)
            table.append(f"{name:<22} {extractor:<9} {summary(figures)}")
    print("\nF1 of the extractor, of its rules, of a perfect choice; points that rules gain, and could; least site")
    print(*table, sep="\n")


if __name__ == "__main__":
    main()
