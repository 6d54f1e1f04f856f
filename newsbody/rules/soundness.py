"""How soundly a rule reads pages: each post of a forum says who and when, and no post's own words say it.

Rules are learned step by step, and each step takes what looks best to it. The whole rule is weighed here by what
holds for any forum, so that another candidate may be taken where it does not hold for the best one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from newsbody.ground.remembered import remembered_meanwhile
from newsbody.page import Page
from newsbody.page.characters import BoolArray
from newsbody.rules.header.header_elements import HEADER_STEPS
from newsbody.rules.record import Record, times_on
from newsbody.rules.records import read_records
from newsbody.rules.rule import Rule
from newsbody.rules.sample import Sample
from newsbody.rules.values import author_value, says_time, time_value
from newsbody.rules.words.post import words_of

#: Another rule reads at least this share of the text that changes which the first one reads.
MIN_READ = 0.8
#: … and as little beside it; one line of a card in each opening post is more than this.
MIN_AS_PURE = 0.999
#: Rules of which it is remembered how soundly they read a sample.
WEIGHED = 16


@dataclass(frozen=True)
class Soundness:
    """What a rule reads on the pages of a sample.

    ``posts`` of these, ``breaches`` of what holds for posts, ``templates`` of the rule, ``mass``, how much of the
    text that changes from post to post is the posts' own words, and ``purity``, its share of all these.
    """

    posts: int
    breaches: int
    templates: int
    mass: float
    purity: float

    def excels(self, other: Soundness) -> bool:
        """Whether this is to be preferred to another: more posts without a breach; of as many, fewer templates.

        It reads much the same text, and no cards, ranks or buttons with it, but where nothing that the other reads is
        right.
        """
        as_pure = self.purity >= MIN_AS_PURE * other.purity or other.breaches >= other.posts
        if self.mass < MIN_READ * other.mass or not as_pure or self.breaches >= other.breaches > 0:
            return False
        mine, theirs = (one.posts - one.breaches for one in (self, other))
        return (mine, -self.templates) > (theirs, -other.templates)


def soundest(sample: Sample, first: Rule, others: Iterable[Rule | None]) -> Rule:
    """The rule that reads a sample most soundly; others are asked for only where the first one is not sound."""
    best, weighed = first, soundness(sample, first)
    if not weighed.breaches:
        return first
    for other in others:
        if other is not None and (found := soundness(sample, other)).excels(weighed):
            best, weighed = other, found
    return best


@remembered_meanwhile(maxsize=WEIGHED)
def soundness(sample: Sample, rule: Rule) -> Soundness:
    """Read the pages of a sample and weigh what comes out.

    A breach is a post without words, an author or, where the pages say any, a time, one whose words hold its own name
    or time, each time, called as its own is, that words hold (replies that nest in them), two posts that have one
    element for their time, and a time, called as theirs are, that belongs to no post.
    """
    posts = breaches = 0
    timed = any(dated.any() for dated in sample.dated)
    mass = raw = 0.0
    for page, weights, lengths in zip(sample.pages, sample.mass, sample.raw_mass, strict=True):
        found = [_Read(page, template, record) for template, record in read_records(page, rule)]
        words, own = np.zeros((2, len(page.run_start)), dtype=np.bool_)
        for one in found:
            words |= one.words
            own |= one.own
        mass += float(weights[own].sum())
        raw += float(lengths[own].sum())
        posts += len(found)
        breaches += sum(one.breaches + (timed and one.time is None) for one in found)
        times = [one.time for one in found if one.time is not None]
        breaches += len(times) - len(set(times)) + _left(page, rule, times, words)
    return Soundness(posts, breaches, len(rule.templates), mass, mass / raw if raw else 0.0)


class _Read:
    """A post as a rule reads it: its words, those that are no quotes, the element with its time, and what is wrong."""

    def __init__(self, page: Page, rule: Rule, record: Record) -> None:
        around = record.elements(page, inside=rule.is_inside)
        author = author_value(page, around, rule.author) if rule.author else None
        time = time_value(page, around, rule.time) if rule.time else None
        self.words, quoted, _ = words_of(page, rule, record, set(), author[1] if author else None)
        self.time = time[0] if time else None
        self.own = self.words & ~quoted
        said = {found[0] for found in (author, time) if found} | _like_its_time(page, rule, record)
        held = sum(bool(self.own[page.first_run[index] : page.last_run[index]].any()) for index in said)
        self.breaches = (author is None) + held + (not self.words.any())


def _like_its_time(page: Page, rule: Rule, record: Record) -> set[int]:
    """The elements in a post's bodies that say a time and are called, from close by, as what says its own."""
    near = rule.time.near(HEADER_STEPS).selector if rule.time else None
    inside = [index for body in record.bodies for index in range(body + 1, int(page.end[body]))]
    return {index for index in near.select(page, inside) if says_time(page, index)} if near else set()


def _left(page: Page, rule: Rule, times: list[int], words: BoolArray) -> int:
    """How many elements that say a time where posts say theirs belong to no post, and are no words of one."""
    named = sorted({index for template in rule.templates for index in times_on(page, template).tolist()})
    used = np.zeros(len(page.tags) + 1, dtype=np.int64)
    for index in times:
        used[index + 1 : page.end[index] + 1] = 1
    used = used.cumsum()
    left = [
        index
        for index in named
        if used[page.end[index]] == used[index] and not words[page.first_run[index] : page.last_run[index]].any()
    ]
    return int((~page.hidden(left)).sum())  # posts that a script makes others from have times, too
