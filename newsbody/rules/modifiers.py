"""Classes that a template adds to some of its elements ("odd", "new"): no part of what they are called."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from newsbody.page import Page
from newsbody.rules.rule import Rule
from newsbody.rules.sample import Sample
from newsbody.rules.selector import Selector
from newsbody.rules.step import Step

#: What every other element of a list is called: few posts of a sample may all be even ones.
_PARITY = frozenset(("odd", "even"))


def without_modifiers(sample: Sample, rule: Rule) -> Rule:
    """The rule without the classes of bodies and holders that other elements swap for others, or go without.

    Only where the shorter name names the same elements: few posts of a template may all be even ones.
    """
    modifiers = _modifiers(sample.steps)
    body, post = (_shortened(sample, selectors, modifiers) for selectors in (rule.body, rule.post))
    return replace(rule, body=body, post=post, more=tuple(without_modifiers(sample, one) for one in rule.more))


def _modifiers(steps: Sequence[Step]) -> frozenset[str]:
    """The classes in place of which elements of the same tag and other classes have another one or none.

    The first class is the name that others are added to.
    """
    beside: dict[tuple[str, tuple[str, ...]], set[str]] = defaultdict(set)
    for step in steps:
        if len(step.classes) > 1:
            for place, name in enumerate(step.classes[1:], 1):
                beside[step.tag, step.classes[:place] + step.classes[place + 1 :]].add(name)
    whole = {(step.tag, step.classes) for step in steps}
    swapped = {name for key, names in beside.items() if len(names) + (key in whole) > 1 for name in names}
    return frozenset(name for name in swapped | _PARITY if "*" not in name)


def _shortened(sample: Sample, selectors: Sequence[Selector], modifiers: frozenset[str]) -> tuple[Selector, ...]:
    """The shorter names where, together, they name the same elements."""
    short = tuple(dict.fromkeys(_shorter(selector, modifiers) for selector in selectors))
    if short == tuple(selectors):
        return short
    same = all(_selected(page, short) == _selected(page, selectors) for page in sample.pages)
    return short if same else tuple(selectors)


def _selected(page: Page, selectors: Sequence[Selector]) -> set[int]:
    return {index for selector in selectors for index in selector.select(page)}


def _shorter(selector: Selector, modifiers: frozenset[str]) -> Selector:
    *around, last = selector.steps
    classes = (*last.classes[:1], *(name for name in last.classes[1:] if name not in modifiers))
    return selector if last.only else Selector((*around, replace(last, classes=classes)))
