"""How soundly a rule reads pages: each post of a forum says who and when, and no post's own words say it.

Rules are learned step by step, and each step takes what looks best to it. The whole rule is weighed here by what
holds for any forum, so that another candidate may be taken where it does not hold for the best one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from newsbody.ground.remembered import remembered_meanwhile
from newsbody.page import Page
from newsbody.page.characters import BoolArray
from newsbody.rules.header.header_elements import HEADER_STEPS
from newsbody.rules.naming import selector_of
from newsbody.rules.record import Record, times_on
from newsbody.rules.records import read_records
from newsbody.rules.rule import Rule
from newsbody.rules.sample import Sample, sample_of
from newsbody.rules.values import author_value, says_time, time_value
from newsbody.rules.words.post import words_of

#: Another rule reads at least this share of the text that changes which the first one reads; so much of what it reads
#: beyond that changes.
MIN_READ = 0.8
#: … and as little beside it; one line of a card in each opening post is more than this.
MIN_AS_PURE = 0.999
#: Steps of the names by which bodies of one post are told from those of comments on it.
BODY_STEPS = 2
#: Rules of which it is remembered how soundly they read a sample.
WEIGHED = 16


@dataclass(frozen=True)
class Soundness:
    """What a rule reads on the pages of a sample.

    ``posts`` of these, ``breaches`` of what holds for posts, ``templates`` of the rule, ``mass``, how much of the
    text that changes from post to post is the posts' own words, and ``raw``, how much text all these have.
    """

    posts: int
    breaches: int
    templates: int
    mass: float
    raw: float

    @property
    def purity(self) -> float:
        """The share of the posts' words that changes from post to post."""
        return self.mass / self.raw if self.raw else 0.0

    def excels(self, other: Soundness) -> bool:
        """Whether this is to be preferred to another: more posts without a breach; of as many, fewer templates.

        It reads much the same text, and no cards, ranks or buttons with it, but where nothing that the other reads is
        right. Further posts may be short ones, which people say again and again.
        """
        as_pure = self.purity >= MIN_AS_PURE * other.purity or other.breaches >= other.posts
        more, raw = self.mass - other.mass, self.raw - other.raw
        as_pure |= more > 0 and more >= MIN_READ * raw
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

    A breach is a post without words, an author or, where the pages say any, a time (but for opening posts of a template
    that has none before others that say theirs), one whose words hold its own name or time, each time, called as its
    own is, that words hold (replies that nest in them), two posts that have one element for their time, a time, called
    as theirs are, that belongs to no post, and a body of a comment in a post.
    """
    posts = breaches = 0
    timed = any(dated.any() for dated in sample.dated)
    mass = raw = 0.0
    for page, weights, lengths, dated in zip(sample.pages, sample.mass, sample.raw_mass, sample.dated, strict=True):
        found = [_Read(page, template, record, dated) for template, record in read_records(page, rule)]
        words, own = np.zeros((2, len(page.run_start)), dtype=np.bool_)
        for one in found:
            words |= one.words
            own |= one.own
        mass += float(weights[own].sum())
        raw += float(lengths[own].sum())
        posts += len(found)
        times = [one.time for one in found if one.time is not None]
        untimed = found[1:] if times and not found[0].may_say_time else found
        breaches += sum(one.breaches for one in found) + _of_others(found)
        breaches += sum(timed and one.time is None for one in untimed)
        breaches += len(times) - len(set(times)) + _left(page, rule, times, words)
    return Soundness(posts, breaches, len(rule.templates), mass, raw)


def disturbs(sample: Sample, rule: Rule, other: Rule) -> bool:
    """Whether pages on which a rule finds posts are read less soundly with another one: that of a list of threads."""
    own = sample_of(*(page for page in sample.pages if read_records(page, rule)), beside=sample.beside)
    both = replace(rule, more=(*rule.more, *other.templates))
    return soundness(own, both).breaches > soundness(own, rule).breaches


class _Read:
    """A post as a rule reads it: its words, those that are no quotes, the element with its time, and what is wrong."""

    def __init__(self, page: Page, rule: Rule, record: Record, dated: BoolArray) -> None:
        around = record.elements(page, inside=rule.is_inside)
        author = author_value(page, around, rule.author) if rule.author else None
        time = time_value(page, around, rule.time) if rule.time else None
        self.words, quoted, _ = words_of(page, rule, record, set(), author[1] if author else None)
        self.time, self.may_say_time = time[0] if time else None, rule.time is not None
        self.own = self.words & ~quoted
        told = (author, rule.author), (time, rule.time)
        said = {found[0] for found, slot in told if found and slot and not slot.own} | _like_its_time(
            page, rule, record
        )
        held = sum(bool(self.own[page.first_run[index] : page.last_run[index]].any()) for index in said)
        self.breaches = (author is None) + held + (not self.words.any())
        self.dates, self.unlike = _dates_beside(page, record, dated), _unlike_first(page, record)


def _dates_beside(page: Page, record: Record, dated: BoolArray) -> int:
    """How many elements say a date in what holds a post, its bodies apart."""
    if record.holder is None:
        return 0
    inside = sum(int(dated[body : page.end[body]].sum()) for body in record.bodies)
    return int(dated[record.holder : page.end[record.holder]].sum()) - inside


def _unlike_first(page: Page, record: Record) -> int:
    """How many bodies of a post are called otherwise than its first one, or stand in what is."""
    first, *others = (selector_of(page, body, BODY_STEPS) for body in record.bodies)
    return sum(other != first for other in others)


def _of_others(found: Sequence[_Read]) -> int:
    """How many bodies in what holds a post are called otherwise and bring a date of their own: comments on it."""
    usual = min((one.dates for one in found if not one.unlike), default=1)
    return sum(one.unlike for one in found if one.dates - usual >= one.unlike)


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
