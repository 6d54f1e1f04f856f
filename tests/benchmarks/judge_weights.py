"""The weights of the judge of addresses, fitted: forums that do not exist, crawled some way, with all their hypotheses.

    python -m tests.benchmarks.judge_weights [--forums 8] [--first 200000] [--held 2]

Each kind of forum is a program. Those of the next kinds, ``--held`` at a time, are left out, the weights are fitted
without them, and it is told on how many of their forums the best hypothesis is a right one: by the weights in use and
by those that were fitted. At the end stand the weights that are fitted on all.

The likelihood is that of the right hypotheses among all of a forum (a conditional logit); weights keep their signs, and
are drawn to those in use, since what no forum here shows is to be kept.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from newsbody.urls.judge import Facts, weigh_features
from newsbody.urls.judge_weights import WEIGHTS
from newsbody.urls.resolver import Resolver
from newsbody.urls.seen_pages import SeenPage
from newsbody.urls.topics import hypotheses
from tests.further_forums import FurtherForum
from tests.other_forums import OtherForum
from tests.random_forums import RandomForum
from tests.unlike_forums import UnlikeForum
from tests.walked_forums import mistakes, strangers, walk

#: How hard weights are drawn to those in use; steps of descent and their length.
DRAWN, STEPS, LENGTH = 0.05, 400, 0.1
NAMES = tuple(WEIGHTS)
IN_USE = np.array([WEIGHTS[name] for name in NAMES])
FORUMS: tuple[type[RandomForum], ...] = (RandomForum, UnlikeForum, FurtherForum, OtherForum)

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """A forum of a ``program`` as its first pages show it: ``features`` (hypotheses, features), ``right`` ones."""

    program: str
    features: FloatArray
    right: NDArray[np.bool_]

    def is_understood(self, weights: FloatArray) -> bool:
        """Is the hypothesis with most bits a right one?"""
        return bool(self.right[int(np.argmax(self.features @ weights))])


def draw_cases(forums: int, first: int) -> Iterator[Case]:
    """Forums of each kind of which some hypothesis is right, and some is not."""
    for drawn in FORUMS:
        for seed in range(first, first + forums):
            forum, order = drawn(seed), Random(seed)
            urls, pages = walk(forum, 0, order.choice((15, 30, 60)), order)
            case = _case(forum, urls, with_rows(forum, pages, order))
            if case.right.any() and not case.right.all():
                yield case


def with_rows(forum: RandomForum, pages: Sequence[SeenPage], order: Random) -> list[SeenPage]:
    """The pages of a forum whose lists may show the last post of each thread, and its members what each wrote."""
    written = {tid: [post.text for post in posts] for tid, posts in forum.posts.items()}
    rows, members = order.random() < 0.5, order.random() < 0.5
    found = []
    for page in pages:
        target = forum.target(page.url)
        if target and target.kind == "board" and rows:
            led = (forum.target(url) for url, _ in page.links)
            threads = dict.fromkeys(one.number for one in led if one and one.kind == "thread")
            page = replace(page, posts=tuple(written[tid][-1] for tid in threads))
        elif target and target.kind == "user" and members:
            some = order.sample(sorted(written), 6)
            page = replace(page, posts=tuple(written[tid][0] for tid in some), authors=(str(target.number),) * 6)
        found.append(page)
    return found


def _case(forum: RandomForum, urls: Sequence[str], pages: Sequence[SeenPage]) -> Case:
    facts, found = Facts(pages), dict[Resolver, None]()
    for whole in hypotheses(urls, prior=0, pages=pages):
        simple = [whole.without_route(place) for place in range(len(whole.topics)) if len(whole.topics) > 1]
        found.update(dict.fromkeys([whole, replace(whole, topics=whole.topics[:1], aliases=()), *simple]))
    rows = [[weigh_features(one, facts)[name] for name in NAMES] for one in found]
    right = [not mistakes(forum, one) and not strangers(forum, one) for one in found]
    return Case(
        getattr(forum, "kind", type(forum).__name__), np.array(rows).reshape(-1, len(NAMES)), np.array(right, np.bool_)
    )


def fit_weights(cases: Collection[Case]) -> FloatArray:
    """The weights by which right hypotheses are likeliest, near those in use and of their signs."""
    weights = IN_USE.copy()
    for _ in range(STEPS):
        slope = 2 * DRAWN * (weights - IN_USE)
        for case in cases:
            likely = _likelihood(case.features @ weights)
            of_right = likely * case.right / max(float(likely[case.right].sum()), 1e-300)
            slope += case.features.T @ (likely - of_right) / len(cases)
        weights -= LENGTH * slope
        weights = np.where(weights * IN_USE < 0, 0.0, weights)
    return weights


def _likelihood(scores: FloatArray) -> FloatArray:
    likely = np.exp(scores - scores.max())
    return np.asarray(likely / likely.sum())


def held_out(cases: Sequence[Case], programs: Collection[str]) -> Mapping[str, int]:
    """Of the forums of some programs how many are understood, by the weights in use and by those of the others."""
    fitted = fit_weights([case for case in cases if case.program not in programs])
    held = [case for case in cases if case.program in programs]
    return {
        "forums": len(held),
        "in use": sum(case.is_understood(IN_USE) for case in held),
        "fitted": sum(case.is_understood(fitted) for case in held),
    }


def main(words: Sequence[str] | None = None) -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--forums", type=int, default=8)
    parser.add_argument("--first", type=int, default=200_000)
    parser.add_argument("--held", type=int, default=2)
    given = parser.parse_args(words)
    cases = list(draw_cases(given.forums, given.first))
    programs = sorted({case.program for case in cases})
    sums = dict.fromkeys(("forums", "in use", "fitted"), 0)
    for first in range(0, len(programs), given.held):
        for name, count in held_out(cases, programs[first : first + given.held]).items():
            sums[name] += count
    print(f"{len(programs)} programs, {given.held} left out at a time: {sums}")
    for name, before, weight in zip(NAMES, IN_USE, fit_weights(cases), strict=True):
        print(f"{name:12} {before:6.2f} {weight:6.2f}")


if __name__ == "__main__":
    main()
