"""Learning a site's rule from a few of its pages (KSF: a keyword scoring filter, Liu et al.).

The paper lets keywords score the class attributes they stand in and pages vote. The same is
done here with all text that changes from post to post instead of the best keywords only
(:mod:`newsbody.rules.body_slot`), because keywords follow whatever is long: signatures,
quotes, user cards. The paper's own way stands in :mod:`newsbody.rules.ksf`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from newsbody.page import Page
from newsbody.rules.articles import apply_article, learn_article_rule
from newsbody.rules.body_slot import candidate_of, posts_of, rank
from newsbody.rules.candidates import Candidate
from newsbody.rules.furniture import learn_furniture
from newsbody.rules.header import learn_header
from newsbody.rules.ksf import best_class
from newsbody.rules.records import highest_alone, records
from newsbody.rules.rule import Evidence, Rule
from newsbody.rules.sample import Sample
from newsbody.rules.selector import Selector, selector_of

__all__ = ["Method", "apply_article", "learn_article_rule", "learn_thread_rule"]

#: How the body is chosen: by the slot whose text changes from post to post, or by the paper's keywords.
Method = Literal["slots", "ksf"]

#: Below this a candidate is not taken: there is no text that changes, or nothing repeats.
MIN_SCORE = 0.05


def learn_thread_rule(pages: Sequence[Page], learned: str, method: Method = "slots") -> Rule | None:
    """The rule for a forum's posts from some of its thread pages; one page may be enough.

    ``learned`` is the date that goes into the rule. ``method`` "ksf" chooses the body as the
    paper does. None when the pages show no posts: nothing repeats, and nothing says who or
    when. The result does not depend on the order of the pages.
    """
    sample = Sample(pages)
    chosen = _by_keywords(sample) if method == "ksf" else _by_slots(sample)
    if chosen is None:
        return None
    best, votes, margin = chosen
    groups = [posts_of(sample, best, number) for number in range(len(sample.pages))]
    evidence = Evidence(len(sample.pages), sum(map(len, groups)), votes, round(margin, 3))
    holders = _learn_holders(sample, best, groups)
    rule = Rule("thread", (best.selector,), post=holders, evidence=evidence, learned=learned)
    found = [records(page, rule) for page in sample.pages]
    header = learn_header(sample.pages, found)
    if header.author is None and header.time is None and max(map(len, found), default=0) < 2:
        return None
    leave_out, quotes = learn_furniture(sample.pages, found)
    return replace(
        rule,
        leave_out=leave_out,
        quotes=quotes,
        author=header.author,
        time=header.time,
        position=header.position,
        post_id=header.post_id,
    )


def _by_slots(sample: Sample) -> tuple[Candidate, int, float] | None:
    """The best slot, how many pages show it, and its margin over the best that is not around or in it."""
    ranked = rank(sample)
    if not ranked or ranked[0].score < MIN_SCORE:
        return None
    best = ranked[0]
    other = next((one for one in ranked[1:] if one.count != best.count), None)
    margin = max(0.0, 1 - other.score / best.score) if other else 1.0
    return best, sum(map(bool, best.elements)), margin


def _by_keywords(sample: Sample) -> tuple[Candidate, int, float] | None:
    found = best_class(sample.pages)
    if found is None:
        return None
    selector, votes = found
    return candidate_of(sample, selector), votes, 2 * votes / len(sample.pages) - 1


def _learn_holders(sample: Sample, best: Candidate, groups: Sequence[Sequence[Sequence[int]]]) -> tuple[Selector, ...]:
    """What holds a post: the kinds of highest elements with one post only.

    Empty when it is not elements that hold posts together, or when no page has two posts.
    """
    names: set[Selector] = set()
    held = without = 0
    for number, (page, on_page) in enumerate(zip(sample.pages, groups, strict=True)):
        dated = best.kin[number] if best.kin else None
        for holder in highest_alone(page, on_page):
            if holder is None:
                continue
            if dated is not None and np.searchsorted(dated, page.end[holder]) == np.searchsorted(dated, holder):
                without += 1
            else:
                held += 1
            names.add(_holder_name(page, holder))
    return tuple(sorted(names, key=str)) if held > without else ()


def _holder_name(page: Page, index: int) -> Selector:
    for steps in (1, 2, 3):
        selector = selector_of(page, index, steps)
        if not selector.steps[0].is_bare:
            break
    return selector
