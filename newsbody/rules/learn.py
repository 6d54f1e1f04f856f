"""Learning a site's rule from a few of its pages (KSF: a keyword scoring filter, Liu et al.).

The paper lets keywords score the class attributes they stand in and pages vote. The same is
done here with all text that changes from post to post instead of the best keywords only
(:mod:`newsbody.rules.body_slot`), because keywords follow whatever is long: signatures,
quotes, user cards. The paper's own way stands in :mod:`newsbody.rules.ksf`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from newsbody.page import Page
from newsbody.rules.articles import apply_article, learn_article_rule
from newsbody.rules.body_slot import Candidate, posts_of, rank
from newsbody.rules.furniture import learn_furniture
from newsbody.rules.header import learn_header
from newsbody.rules.records import highest_alone, records
from newsbody.rules.rule import Evidence, Rule
from newsbody.rules.sample import Sample
from newsbody.rules.selector import Selector, selector_of

__all__ = ["apply_article", "learn_article_rule", "learn_thread_rule"]

#: Below this a candidate is not taken: there is no text that changes, or nothing repeats.
MIN_SCORE = 0.05


def learn_thread_rule(pages: Sequence[Page], learned: str) -> Rule | None:
    """The rule for a forum's posts from some of its thread pages; one page may be enough.

    ``learned`` is the date that goes into the rule. None when the pages show no posts. The
    result does not depend on the order of the pages.
    """
    sample = Sample(pages)
    ranked = rank(sample)
    if not ranked or ranked[0].score < MIN_SCORE:
        return None
    best = ranked[0]
    groups = [posts_of(sample, best, number) for number in range(len(sample.pages))]
    holders = _learn_holders(sample, best, groups)
    rule = Rule("thread", (best.selector,), post=holders, evidence=_evidence(sample, ranked, groups), learned=learned)
    found = [records(page, rule) for page in sample.pages]
    header = learn_header(sample.pages, found)
    rule = replace(rule, author=header.author, time=header.time, position=header.position, post_id=header.post_id)
    leave_out, quotes = learn_furniture(sample.pages, found)
    return replace(rule, leave_out=leave_out, quotes=quotes)


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


def _evidence(sample: Sample, ranked: Sequence[Candidate], groups: Sequence[Sequence[Sequence[int]]]) -> Evidence:
    best = ranked[0]
    votes = sum(bool(on_page) for on_page in groups)
    other = next((one for one in ranked[1:] if one.count != best.count), None)
    margin = (best.score - other.score) / best.score if other else 1.0
    return Evidence(len(sample.pages), sum(map(len, groups)), votes, round(max(0.0, margin), 3))
