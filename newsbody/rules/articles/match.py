"""An article rule at work: the body that it finds on a page, or that the page is of another template."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from newsbody.page import Page
from newsbody.page.body import Body
from newsbody.page.characters import BoolArray
from newsbody.rules.apply import body_runs, runs_inside
from newsbody.rules.articles.kinds import unknown_elements, unseen_runs, weight_of_runs
from newsbody.rules.articles.own_words import headline_runs, without_links
from newsbody.rules.rule import Rule
from newsbody.rules.sample import FloatArray

#: Bodies with less text (:attr:`Characters.weight`) are not learned from, and not taken.
MIN_WEIGHT = 200.0
#: … nor in place of bodies, on pages that are known to be articles: a word or a date is no text.
MIN_SHORT = 10.0
#: A page with more of its body in elements of kinds that no other body had, or with more sentences in front of it in
#: such as no other page had there, is of another template.
MAX_UNSEEN = 0.02


def apply_article(rule: Rule, page: Page) -> Body | None:
    """The body that a rule finds on a page, None when none of its templates matches it."""
    found = find_article(rule, page)
    return found and found[0]


def find_article(rule: Rule, page: Page) -> tuple[Body, bool] | None:
    """The body that a rule finds on a page, and whether that shows more; by the first template where it does not.

    It shows more where much of it stands in what one article alone of the sample showed.
    """
    first = None
    for template in rule.templates:
        body = apply_template(template, page)
        if body is not None and _knows(template, body):
            return body, False
        first = first or body
    return None if first is None else (first, True)


def apply_template(template: Rule, page: Page) -> Body | None:
    """The body that one of the templates of a rule finds on a page, None when it does not match."""
    runs = matching_runs(template, page)
    return None if runs is None else Body(page, runs, kind="article", source="rule")


def whole_in_place(rule: Rule, body: Body) -> Body | None:
    """All that stands, however short, where a template has bodies, if that holds what was found without a rule."""
    found = (matching_runs(template, body.page, least=0.0) for template in rule.templates)
    around = (runs for runs in found if runs is not None and not (body.runs & ~runs).any())
    return next((replace(body, runs=runs, probability=1.0) for runs in around if body.runs.any()), None)


def short_body(rule: Rule, page: Page) -> Body | None:
    """What stands in the place of a rule's bodies where it is too short for one, as news of one sentence; or None."""
    found = (matching_runs(template, page, least=MIN_SHORT) for template in rule.templates)
    return next((Body(page, runs, kind="article", source="rule") for runs in found if runs is not None), None)


def _knows(template: Rule, body: Body) -> bool:
    """Does a body that a template found stand in kinds of elements that several articles showed?"""
    if not template.shown_once:
        return True
    page, weight = body.page, weight_of_runs(body.page)
    unseen = body.runs & runs_inside(page, unknown_elements(template.seen, page, template.select(page)))
    return has_body(float(weight[body.runs].sum()), float(weight[unseen].sum()), least=0.0)


def matching_runs(rule: Rule, page: Page, least: float = MIN_WEIGHT) -> BoolArray | None:
    """The runs that one template takes of a page, None when it does not match. Shape (m,).

    ``least``: weight of a body.
    """
    elements = rule.select(page)
    if not elements:
        return None
    headline = headline_runs(page)
    runs = without_links(page, body_runs(page, rule, elements) & ~headline)
    unseen = unseen_runs(rule, page, elements) & ~headline
    return runs if is_known(weight_of_runs(page), runs, unseen, int(page.first_run[elements[0]]), least) else None


def is_known(weight: FloatArray, runs: BoolArray, unseen: BoolArray, first: int, least: float = MIN_WEIGHT) -> bool:
    """Is there a body, and hardly any of it, or of what stands in front, in elements that nobody knows?"""
    before = np.arange(len(runs)) < first
    return has_body(float(weight[runs].sum()), float(weight[unseen & (runs | before)].sum()), least)


def has_body(weight: float, unseen: float, least: float = MIN_WEIGHT) -> bool:
    """Whether what a rule takes of a page is a body, by its weight and that of what the rule does not know."""
    return weight >= least and unseen <= MAX_UNSEEN * weight
