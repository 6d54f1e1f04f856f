"""What goes wrong with the bodies of an extractor, by cause: shares of the wrong text of labelled pages.

    python -m tests.benchmarks.errors FOLDER... [--extractor auto] [--worst 10] [--json OUT]

Text counts in weighted letters, against the paragraphs that the gold text labels. Each wrongly
taken or missed paragraph has one cause, the first that fits in the order of the table. ``--worst``
lists the pages with the largest error rate, each with the cause of most of its wrong text.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from newsbody.evaluate.corpus import GoldPage, read_sets
from newsbody.evaluate.labels import BODY, IGNORED, label_paragraphs
from newsbody.extractors import DEFAULT, get_extractor
from newsbody.extractors.auto.features import FEATURES, feature_matrix
from newsbody.extractors.auto.stated import hinted_elements, literal_counts
from newsbody.extractors.auto.table import ParagraphTable
from newsbody.page import Page
from newsbody.page.characters import BoolArray

#: Bodies of fewer weighted letters are short: one or two sentences.
SHORT_BODY = 250
#: Shorter paragraphs are lines rather than sentences.
SHORT_LINE = 60
#: Pages with a larger error rate than this are counted as wrong (MHR_0.1).
WRONG = 0.1


@dataclass(frozen=True)
class Scene:
    """A labelled page with the paragraphs that are body, those that were taken, and all features by name."""

    table: ParagraphTable
    body: BoolArray
    taken: BoolArray
    features: dict[str, NDArray[np.float32]]

    @property
    def span(self) -> BoolArray:
        """Paragraphs between the first and the last one of the body."""
        return np.logical_or.accumulate(self.body) & np.logical_or.accumulate(self.body[::-1])[::-1]

    @property
    def behind(self) -> BoolArray:
        return np.logical_or.accumulate(self.body) & ~self.span

    @property
    def disjoint(self) -> bool:
        """Nothing that was taken is body: the whole choice is wrong."""
        return not (self.body & self.taken).any()

    def has(self, *names: str) -> BoolArray:
        return np.asarray(np.logical_or.reduce([self.features[name] > 0 for name in names]))


#: Words in texts, and in class and id names, that tell what a paragraph is; beside those that features count.
TEXTS = {
    "promotion": (
        *("elated", "相关", "推荐", "点击", "扫描", "二维码", "微信", "关注", "客户端", "ubscribe", "ewsletter"),
        *("ollow us", "lick here", "ead more", "READ", "ign up", "App"),
    ),
    "comments": ("omment", "评论", "网友", "Share", "分享", "Facebook", "Twitter", "says", "Reply", "回复"),
}
NAMES = {
    "related": ("relat", "recommend", "more", "promo", "teaser", "next", "list", "xiangguan"),
    "social": ("share", "social", "subscri", "newsletter", "follow", "widget", "banner", "ad-", "advert"),
    "byline": ("author", "byline", "meta", "date", "time", "source", "editor", "info", "tags"),
}

Test = Callable[[Scene], BoolArray]


def _all(scene: Scene, value: object = 1) -> BoolArray:
    return np.full(len(scene.body), bool(value))


WRONGLY_TAKEN: dict[str, Test] = {
    "page without a body": lambda scene: _all(scene, not scene.body.any()),
    "other block instead of the body": lambda scene: _all(scene, scene.disjoint),
    "comments": lambda scene: scene.has("hint_comment", "literal_comments") & ~scene.span,
    "copyright and reprint notes": lambda scene: scene.has("literal_rights"),
    "captions": lambda scene: scene.has("in_figure", "hint_caption"),
    "related news and teasers": lambda scene: scene.has("hint_related", "in_li") | (scene.features["link_share"] > 0.5),
    "share, subscription and promotion": lambda scene: scene.has("hint_social", "literal_promotion"),
    "headline, byline, source, date": lambda scene: scene.has("in_heading", "hint_byline", "literal_editors"),
    "other text inside the body": lambda scene: scene.span,
    "other text behind the body": lambda scene: scene.behind,
    "other text before the body": lambda scene: _all(scene),
}
MISSED: dict[str, Test] = {
    "page taken for a list, or empty": lambda scene: _all(scene, not scene.taken.any()),
    "other block instead of the body": lambda scene: _all(scene, scene.disjoint),
    "short body": lambda scene: _all(scene, float(scene.table.weight[scene.body].sum()) < SHORT_BODY),
    "lists": lambda scene: scene.has("in_li"),
    "tables": lambda scene: scene.has("in_table") & (scene.features["node1_count"] > 0),
    "headings": lambda scene: scene.has("in_heading"),
    "captions": lambda scene: scene.has("in_figure", "hint_caption"),
    "links": lambda scene: scene.features["link_share"] > 0.5,
    "byline, date, note": lambda scene: scene.has("hint_byline", "literal_editors", "literal_rights"),
    "short lines": lambda scene: scene.table.weight < SHORT_LINE,
    "full paragraphs": lambda scene: _all(scene),
}


@dataclass(frozen=True)
class PageErrors:
    """Wrong text of a page by cause; ``rate`` is all of it in shares of the body."""

    page: GoldPage
    taken: Counter[str]
    missed: Counter[str]
    body: float

    @property
    def rate(self) -> float:
        wrong = sum(self.taken.values()) + sum(self.missed.values())
        return wrong / self.body if self.body else float(wrong > 0)


def page_errors(gold: GoldPage, extractor: str) -> PageErrors:
    """The wrong text of one page."""
    page = Page.parse(gold.html, gold.url)
    taken = np.zeros(len(page), dtype=np.bool_)
    taken[get_extractor(extractor).extract(page).paragraphs] = True
    labels = label_paragraphs(page, gold.text, gold.optional)
    body, counted = labels == BODY, labels != IGNORED
    if not len(page):
        return PageErrors(gold, Counter(), Counter(), 0.0)
    table = ParagraphTable(page)
    scene = Scene(table, body, taken, _features(table))
    return PageErrors(
        gold,
        _by_cause(scene, taken & ~body & counted, WRONGLY_TAKEN),
        _by_cause(scene, body & ~taken, MISSED),
        float(table.weight[body].sum()),
    )


def _features(table: ParagraphTable) -> dict[str, NDArray[np.float32]]:
    features = dict(zip(FEATURES, feature_matrix(table).T, strict=True))
    texts, names = literal_counts(table.page, TEXTS), hinted_elements(table, NAMES)
    features.update({f"literal_{name}": column for name, column in zip(TEXTS, texts.T, strict=True)})
    for name, column in zip(NAMES, names.T, strict=True):
        marked = np.zeros(len(table.page.end), dtype=np.bool_)
        marked[table.shown] = column
        features[f"hint_{name}"] = table.page.inside(marked)[table.element].astype(np.float32)
    return features


def _by_cause(scene: Scene, wrong: BoolArray, causes: dict[str, Test]) -> Counter[str]:
    found: Counter[str] = Counter()
    left = wrong.copy()
    for cause, test in causes.items():
        here = left & test(scene)
        if here.any():
            found[cause] = float(scene.table.weight[here].sum())  # type: ignore[assignment]
        left &= ~here
    return found


def report(pages: list[PageErrors]) -> Iterator[str]:
    """A table of the causes: text, share of all wrong text, pages on which it alone makes the page wrong."""
    total = sum(sum(page.taken.values()) + sum(page.missed.values()) for page in pages)
    body = sum(page.body for page in pages)
    wrong = sum(page.rate > WRONG for page in pages)
    yield f"{len(pages)} pages, {wrong} wrong by more than {WRONG:.0%}"
    yield f"wrong text: {total / max(body, 1):.1%} of the bodies"
    for name, causes in (("taken", WRONGLY_TAKEN), ("missed", MISSED)):
        yield f"{name:<40}{'letters':>10}{'share':>8}{'pages':>7}{'decide':>8}"
        for cause in causes:
            counts = [getattr(page, name)[cause] for page in pages]
            decide = sum(count > WRONG * page.body for count, page in zip(counts, pages, strict=True))
            yield (
                f"  {cause:<38}{sum(counts):>10.0f}{sum(counts) / max(total, 1):>8.1%}"
                f"{sum(count > 0 for count in counts):>7}{decide:>8}"
            )


def worst(pages: list[PageErrors], count: int) -> Iterator[str]:
    """The pages with the largest error rates, each with its main cause."""
    for page in sorted(pages, key=lambda page: (-page.rate, page.page.id))[:count]:
        causes = [(size, f"taken: {cause}") for cause, size in page.taken.items()]
        causes += [(size, f"missed: {cause}") for cause, size in page.missed.items()]
        yield f"  {page.rate:>8.2f}  {page.page.site:<28}{page.page.id[:40]:<42}{max(causes)[1] if causes else ''}"


def main() -> None:
    """Print the report of every set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, help="labelled sets, or folders of them")
    parser.add_argument("--extractor", default=DEFAULT)
    parser.add_argument("--worst", type=int, default=10, metavar="N")
    parser.add_argument("--json", type=Path, metavar="OUT")
    arguments = parser.parse_args()
    figures: dict[str, object] = {}
    for name, rows in read_sets(arguments.folders):
        pages = [page_errors(gold, arguments.extractor) for gold in tqdm(rows, desc=name, unit="page", disable=None)]
        print(f"\n{name}", *report(pages), *worst(pages, arguments.worst), sep="\n")
        sums = {"taken": Counter[str](), "missed": Counter[str]()}
        for page in pages:
            sums["taken"].update(page.taken)
            sums["missed"].update(page.missed)
        figures[name] = {"pages": len(pages), "body": sum(page.body for page in pages), **sums}
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf8")


if __name__ == "__main__":
    main()
