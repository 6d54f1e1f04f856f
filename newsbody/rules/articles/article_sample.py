"""What the articles of a sample show of their bodies, once it is said which elements hold these.

Each article is looked at once (:class:`Shown`); any of them are then put together
(:class:`Together`) to a rule, or to what all others but one know of that one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from newsbody.page import Page
from newsbody.page.characters import BoolArray
from newsbody.rules.apply import MAX_LABELLED_CHARS, line_keys, runs_inside
from newsbody.rules.articles.kinds import kinds_inside, sentences_before, weight_of_runs
from newsbody.rules.articles.own_words import LEFT_OUT, MIN_REPEATED, dropped_copies, headline_runs
from newsbody.rules.naming import name_inside
from newsbody.rules.rule import Rule
from newsbody.rules.sample import FloatArray
from newsbody.rules.selector import Selector, outermost

#: What (nearly) all of so many articles have is furniture whatever the extractor says.
MIN_ALWAYS = 4
ALWAYS = 0.8


@dataclass(frozen=True, eq=False)
class SampleArticle:
    """A page, the weight of its runs, and which of them the extractor took; both of shape (m,).

    ``copies`` of what it took, which it left out for that, shape (m,), weigh nothing: they are body or not as that is.
    """

    page: Page
    weight: FloatArray
    taken: BoolArray
    copies: BoolArray

    @classmethod
    def of(cls, page: Page, taken: BoolArray) -> SampleArticle:
        copies = dropped_copies(page, taken)
        return cls(page, np.where(copies, 0.0, weight_of_runs(page)), taken, copies)

    @cached_property
    def total(self) -> float:
        return float(self.weight[self.taken].sum())

    @cached_property
    def headline(self) -> BoolArray:
        return headline_runs(self.page)

    def share(self, elements: Sequence[int]) -> tuple[float, float]:
        """How much of what the extractor took stands in some elements, and how much more than that, as its shares."""
        inside = runs_inside(self.page, elements)
        held = float(self.weight[inside & self.taken].sum())
        return held / self.total, (float(self.weight[inside].sum()) - held) / self.total


@dataclass(frozen=True, eq=False)
class Shown:
    """What an article shows of the bodies that some elements (``bodies``) hold.

    ``words``: the visible runs in them that are no headline, shape (m,). ``kinds``: the elements in them by kind.
    ``front``: the kinds and runs of sentences in front; ``before``: the kinds of those that the extractor left out.
    ``named``: the elements in bodies by name; ``texts``: of each name, the text the extractor took and all of it.
    ``paragraphs``: the keys of each line; ``lines``: by key, whether the extractor dropped one of them.
    """

    article: SampleArticle
    bodies: list[int]
    words: BoolArray
    kinds: Mapping[Selector, list[int]]
    front: Sequence[tuple[Selector, slice]]
    before: frozenset[Selector]
    named: Mapping[Selector, list[int]]
    texts: Mapping[Selector, tuple[float, float]]
    paragraphs: Mapping[int, tuple[str, ...]]
    lines: Mapping[str, bool]

    @classmethod
    def by(cls, article: SampleArticle, bodies: list[int]) -> Shown:
        """Look at an article of which only it is known where its bodies stand."""
        page = article.page
        inside = runs_inside(page, bodies)
        front = sentences_before(page, bodies)
        # What the extractor took in front is body on some pages, and never goes without saying.
        before = frozenset(kind for kind, runs in front if not article.taken[runs].any())
        named = _named(page, bodies)
        paragraphs = {
            number: line_keys(page.paragraphs[number], page.unlinked_chars[number])
            for number in np.unique(page.run_paragraph[inside]).tolist()
        }
        return cls(
            article,
            bodies,
            page.seen(inside) & ~article.headline,
            kinds_inside(page, bodies),
            front,
            before,
            named,
            _texts(article, named),
            paragraphs,
            _lines(article, paragraphs),
        )


def _named(page: Page, bodies: Sequence[int]) -> dict[Selector, list[int]]:
    found: dict[Selector, list[int]] = defaultdict(list)
    for body in bodies:
        for index in range(body + 1, int(page.end[body])):
            if page.last_run[index] > page.first_run[index]:
                selector = name_inside(page, index, body)
                if selector is not None:
                    found[selector].append(index)
    return {selector: outermost(page, indices) for selector, indices in found.items()}


def _texts(article: SampleArticle, named: Mapping[Selector, list[int]]) -> dict[Selector, tuple[float, float]]:
    page = article.page
    held = np.concatenate(([0.0], np.cumsum(article.weight * article.taken)))
    there = np.concatenate(([0.0], np.cumsum(article.weight)))
    texts = {}
    for selector, indices in named.items():
        first, last = page.first_run[indices], page.last_run[indices]
        texts[selector] = float((held[last] - held[first]).sum()), float((there[last] - there[first]).sum())
    return texts


def _lines(article: SampleArticle, paragraphs: Mapping[int, tuple[str, ...]]) -> dict[str, bool]:
    page = article.page
    dropped: dict[str, bool] = {}
    for paragraph, keys in paragraphs.items():
        runs = slice(page.paragraph_run[paragraph], page.paragraph_run[paragraph + 1])
        for key in () if article.copies[runs].all() else keys:
            dropped[key] = dropped.get(key, False) or not article.taken[runs].any()
    return dropped


class Together:
    """What several articles show together. Each can be left out of it again."""

    def __init__(self, shown: Iterable[Shown]) -> None:
        self.kinds, self.before = Counter[Selector](), Counter[Selector]()
        self._names, self._lines, self._dropped = Counter[Selector](), Counter[str](), Counter[str]()
        self._taken: dict[Selector, float] = defaultdict(float)
        self._total: dict[Selector, float] = defaultdict(float)
        self._articles = 0
        for one in shown:
            self._add(one, 1)

    def _add(self, one: Shown, sign: int) -> None:
        self._articles += sign
        for counter, keys in (
            (self.kinds, one.kinds.keys()),
            (self.before, one.before),
            (self._names, one.texts.keys()),
            (self._lines, one.lines.keys()),
            (self._dropped, [key for key, was_dropped in one.lines.items() if was_dropped]),
        ):
            for key in keys:
                counter[key] += sign  # type: ignore[index]
        for name, (taken, total) in one.texts.items():
            self._taken[name] += sign * taken
            self._total[name] += sign * total

    def remove(self, one: Shown) -> None:
        """Leave an article out."""
        self._add(one, -1)

    def put_back(self, one: Shown) -> None:
        """Take an article in (again)."""
        self._add(one, 1)

    def leaves_out(self, name: Selector) -> bool:
        """Does the extractor leave elements of a name out wherever they stand?"""
        return self._names[name] > 0 and self._taken[name] < LEFT_OUT * self._total[name]

    def repeats(self, key: str) -> bool:
        """Is a line in bodies the site's? The extractor drops it wherever it stands, or on most of several articles;
        or all articles have it.
        """
        count, dropped = self._lines[key], self._dropped[key]
        always = dropped == count > 0 and (count > 1 or len(key) <= MAX_LABELLED_CHARS) and not key.endswith("*")
        mostly = 2 * dropped > count >= max(2, MIN_REPEATED * self._articles)
        return always or mostly or count >= max(MIN_ALWAYS, ALWAYS * self._articles)

    def is_shown_once(self, kind: Selector) -> bool:
        """Does one article alone show elements of a kind that has a name of its own? It may be the first of many that
        the extractor took wrongly, as what subscribers are told; pages with such are to show what they are.
        """
        return self.kinds[kind] == 1 and not kind.steps[0].is_bare

    def rule(self, selector: Selector) -> Rule:
        """The rule for the elements that the articles were looked at with."""
        return Rule(
            "article",
            (selector,),
            leave_out=_sorted(filter(self.leaves_out, self._names)),
            furniture=tuple(sorted(filter(self.repeats, self._lines))),
            seen=_sorted(kind for kind, count in self.kinds.items() if count > 0) or (selector,),
            before=_sorted(kind for kind, count in self.before.items() if count > 0),
        )


def _sorted(names: Iterable[Selector]) -> tuple[Selector, ...]:
    return tuple(sorted(names, key=str))
