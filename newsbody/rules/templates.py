"""Several templates a site: the opening post, answers and comments of their own, skins, eras.

What the first template leaves over is looked at again: places beside posts first, then pages
without any. A template there is believed when its posts say who and when as the others do,
and stand among them in the order of their times.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise, repeat

import numpy as np

from newsbody.page import Page
from newsbody.page.characters import BoolArray
from newsbody.rules.header.learn_header import author_of
from newsbody.rules.header.places import kind_of_address, link_of_author, way_between
from newsbody.rules.record import Record
from newsbody.rules.records import elements_below, first_post, read_records, taken_elements
from newsbody.rules.rule import Rule
from newsbody.rules.sample import Sample, normalised, sample_of
from newsbody.rules.soundness import disturbs, soundest
from newsbody.rules.template_places import MIN_REPEATED, Among, answers_on, posts_among
from newsbody.rules.values import is_position, read_position, says_time, slot_value, time_value

#: Templates of a site at most.
MAX_TEMPLATES = 4
#: So many posts of a template must stand in the order of their times.
MIN_IN_ORDER = 0.8

#: Pages with a template of its own that tell it from something dated beside the posts; else it has to look like them.
MIN_PAGES = 2
#: So many posts on a page alone show that another one before them, made otherwise, may be what they answer.
MIN_ANSWERS = 3
#: So many authors must have the same about them each time to show that it is no post.
MIN_TELLING = 2

#: What changes from page to page beside the posts that are known holds no others when it is less than this share.
MIN_LEFT = 0.002
#: … and none amid those that are known when it is less than this.
MIN_LEFT_AMID = 0.02
#: Proposes templates from a sample beside the rule that is known for it.
Learn = Callable[[Sample, Rule | None], Iterable[Rule]]


def with_more_templates(sample: Sample, rule: Rule, learn: Learn) -> Rule:
    """The rule with the templates of those posts that it leaves over."""
    while len(rule.templates) < MAX_TEMPLATES:
        other = (
            _on_the_same_pages(sample, rule, learn)
            or _on_pages_of_one_template(sample, rule, learn)
            or _of_other_pages(sample, rule, learn)
            or _before_the_posts(sample, rule, learn)
            or _within_the_posts(sample, rule, learn)
        )
        if other is None:
            break
        rule = rule.joined([_with_places(sample, rule, other)], MAX_TEMPLATES)
    return rule


def _with_places(sample: Sample, rule: Rule, other: Rule) -> Rule:
    """A template without its numbers where these are no places among those of the others: ``#17`` of a ticket."""
    both = replace(rule, more=(*rule.more, other))
    in_order: list[bool] = []
    for page in sample.pages if other.position else ():
        found = [(one.name == other.name, _place(page, one, record)) for one, record in read_records(page, both)]
        told = [(is_other, place) for is_other, place in found if place is not None]
        in_order += [a < b for (mine, a), (theirs, b) in pairwise(told) if mine != theirs]
    return other if 2 * sum(in_order) >= len(in_order) else replace(other, position=None)


def _place(page: Page, rule: Rule, record: Record) -> int | None:
    found = (
        slot_value(page, record.elements(page, inside=rule.is_inside), rule.position, is_position)
        if rule.position
        else None
    )
    return read_position(found[1]) if found else None


def _on_pages_of_one_template(sample: Sample, rule: Rule, learn: Learn) -> Rule | None:
    """A template for what stands beside the posts of one skin: openers of two may stand in the same place."""
    if not rule.more:
        return None
    shown = [{template.name for template, _ in read_records(page, rule)} for page in sample.pages]
    for template in rule.templates:
        pages = [page for page, names in zip(sample.pages, shown, strict=True) if template.name in names]
        if 0 < len(pages) < len(sample.pages):
            other = _on_the_same_pages(sample_of(*pages, beside=sample.beside), rule, learn)
            if other is not None:
                return other
    return None


def _of_other_pages(sample: Sample, rule: Rule, learn: Learn) -> Rule | None:
    """A template for the pages without any post."""
    unmatched = [page for page in sample.pages if not read_records(page, rule)]
    proposed = learn(sample_of(*unmatched, beside=sample.beside), None) if unmatched else ()
    return next((one for one in proposed if says_as_much(one, rule) and not disturbs(sample, rule, one)), None)


def _on_the_same_pages(sample: Sample, rule: Rule, learn: Learn) -> Rule | None:
    """A template for what stands beside the posts."""
    return _beside(sample, rule, learn, [taken_elements(page, rule) for page in sample.pages])


def _before_the_posts(sample: Sample, rule: Rule, learn: Learn) -> Rule | None:
    """A template for opening posts, where more stands elsewhere beside the posts that changes from page to page."""
    taken = [taken_elements(page, rule) for page in sample.pages]
    for page, own in zip(sample.pages, taken, strict=True):
        own[first_post(page, rule) :] = True
    return _beside(sample, rule, learn, taken)


def _within_the_posts(sample: Sample, rule: Rule, learn: Learn) -> Rule | None:
    """A template for answers in what holds the posts, behind their bodies: by others, and later than these."""
    rest = sample.without([~elements_below(page, rule) for page in sample.pages])
    proposed = learn(rest, rule) if rest.share_of(sample) >= MIN_LEFT_AMID else ()
    return _soundest(sample, rule, (other for other in proposed if _answers(sample, rule, other)))


def _answers(sample: Sample, rule: Rule, other: Rule) -> bool:
    """Whether the posts of a template answer those that hold them."""
    if not other.post or not says_as_much(other, rule):
        return False
    both = replace(rule, more=(*rule.more, other))
    if _tells_of_authors(sample, both, other) or _says_times_of_others(sample, rule, both, other):
        return False
    if disturbs(sample, rule, other):
        return False
    answers = [one for page in sample.pages for one in answers_on(page, both, other)]
    fitting = sum(one.follows and one.akin for one in answers)
    by_others = sum(one.by_another for one in answers)
    told = len(answers) >= MIN_ANSWERS and fitting >= MIN_IN_ORDER * len(answers)
    return told and 2 * by_others >= len(answers)


def _soundest(sample: Sample, rule: Rule, others: Iterable[Rule]) -> Rule | None:
    """That of some templates with which a rule reads the pages most soundly; the first one that is sound."""
    joined = (replace(rule, more=(*rule.more, other)) for other in others)
    first = next(joined, None)
    return soundest(sample, first, joined).more[-1] if first else None


def holds_more(page: Page, rule: Rule) -> bool:
    """Whether comments may stand behind the bodies of posts, in what holds them or before the next one: a time that is
    none of a post's, and somebody who did not write the post, or text.
    """
    below = elements_below(page, rule, between=True)
    if not any(says_time(page, index) for index in np.flatnonzero(below).tolist()):
        return False
    found = read_records(page, rule)
    links, bodies = [link_of_author(page, *post) for post in found], [record.bodies[0] for _, record in found]
    kinds = set(map(kind_of_address, links)) - {""}
    for index in np.flatnonzero(below & page.is_tag("a")).tolist():
        link = page.elements[index].get("href") or ""
        if kind_of_address(link) in kinds and link != links[bisect(bodies, index) - 1]:
            return True
    sample = sample_of(page)
    return sample.without([~below]).share_of(sample) >= MIN_LEFT_AMID


def _beside(sample: Sample, rule: Rule, learn: Learn, taken: Sequence[BoolArray]) -> Rule | None:
    """A template for what stands in none of some elements. Shapes (n,)."""
    rest = sample.without(taken)
    left = rest.share_of(sample)
    if left < MIN_LEFT and not any(map(_says_more, rest.pages, rest.taken, repeat(rule))):
        return None
    stands = (_as_it_stands(sample, rule, other, left) for other in learn(rest, rule))
    return _soundest(sample, rule, filter(None, stands))


def _as_it_stands(sample: Sample, rule: Rule, other: Rule, left: float) -> Rule | None:
    """A template whose posts stand among those of a rule, or open their pages: without its time where that is when the
    last post of the thread was written.
    """
    if _stands_beside(sample, rule, other, left):
        return other
    both = replace(rule, more=(*rule.more, other))
    timeless = replace(other, time=None)
    if left < MIN_LEFT_AMID or not says_as_much(timeless, replace(rule, time=None)) or not rule.author:
        return None
    shown = [posts for page in sample.pages if (posts := posts_among(page, both, other, set()))]
    opening = all(len(posts) == 1 and posts[0].leads and posts[0].akin for posts in shown)
    latest = sum(post.latest for posts in shown for post in posts)
    is_told = latest >= MIN_PAGES and latest >= MIN_IN_ORDER * len(shown)
    return timeless if opening and is_told and not _tells_of_authors(sample, both, other) else None


def _stands_beside(sample: Sample, rule: Rule, other: Rule, left: float) -> bool:
    """Whether the posts of a template stand among those of a rule in the order of their times, and look like posts.

    ``left``: which share of the text that changes stands in no known post.
    """
    nameless = rule.author is not None and other.author is None
    if not says_as_much(other, replace(rule, author=None) if nameless else rule):
        return False
    both = replace(rule, more=(*rule.more, other))
    ways = {
        way
        for page in sample.pages
        for one, record in read_records(page, rule)
        if (way := way_between(page, one, record))
    }
    if _tells_of_authors(sample, both, other) or _says_times_of_others(sample, rule, both, other):
        return False
    groups = [posts_among(page, both, other, ways) for page in sample.pages]
    shown = [posts for posts in groups if posts]
    fitting = [post.fits for posts in shown for post in posts]
    if not fitting or sum(fitting) < MIN_IN_ORDER * len(fitting):
        return False
    if nameless:  # who asked may stand beside the page; of anything but an opening post nothing else tells
        only = len(fitting) == len(shown) >= MIN_PAGES and left >= MIN_LEFT_AMID
        return only and all(post.leads and post.older for (post,) in shown)
    if left < MIN_LEFT or len(shown) < MIN_PAGES or len({post.time for posts in shown for post in posts}) < MIN_PAGES:
        alike = all(post.alike for posts in shown for post in posts) and not _ends_a_page(sample, both, other)
        opens = _opens(sample, rule, shown, left) or _only_answer(sample, both, other, shown, left)
        return alike or opens or _answer(sample, rule, shown)
    leading = sum(posts[0].leads for posts in shown)
    repeated = len(fitting) >= MIN_REPEATED * len(shown) and left >= MIN_LEFT_AMID
    opening = leading >= MIN_IN_ORDER * len(shown)
    several = [post for posts in shown if len(posts) >= MIN_REPEATED for post in posts]
    alike = bool(several) and left >= MIN_LEFT_AMID and all(post.alike for post in several)
    return opening or repeated or alike or _answer(sample, rule, shown)


def _opens(sample: Sample, rule: Rule, shown: Sequence[Sequence[Among]], left: float) -> bool:
    """Whether the only post of a template on a page alone is older than all that are known, and as long as they are.

    ``left``: which share of the text that changes stands in no known post.
    """
    known = sum(len(read_records(page, rule)) for page in sample.pages)
    only = [post for on_page in shown for post in on_page] if len(sample.pages) == 1 else []
    opens = len(only) == 1 and only[0].older and only[0].kindred
    return opens and known >= MIN_ANSWERS and left * known >= 1 - left


def _ends_a_page(sample: Sample, rule: Rule, template: Rule) -> bool:
    """Whether the only post of a template stands behind several others on a page alone, held by another kind of
    element than they are: what a page ends with.
    """
    if any(not set(template.post).isdisjoint(one.post) for one in rule.templates if one.name != template.name):
        return False
    found = [one.name for page in sample.pages for one, _ in read_records(page, rule)]
    last = len(sample.pages) == 1 and found[-1:] == [template.name]
    return last and found.count(template.name) == 1 and len(found) > MIN_ANSWERS


def _only_answer(sample: Sample, rule: Rule, template: Rule, shown: Sequence[Sequence[Among]], left: float) -> bool:
    """Whether the only post of a template stands behind the only other one of a page alone, in its time, and is by
    somebody else who leads to the same kind of page, or has his name in an element called alike.

    ``left``: which share of the text that changes stands in no known post.
    """
    posts = [post for on_page in shown for post in on_page]
    if len(sample.pages) > 1 or len(posts) != 1 or left < MIN_LEFT_AMID:
        return False
    (post,), (page,) = posts, sample.pages
    found = read_records(page, rule)
    names = {author_of(page, *one) for one in found}
    behind = post.fits and not post.leads and post.akin
    apart = len(found) == len(names) == 2 and None not in names
    return behind and apart and _is_held_with_its_time(page, *found)


def _is_held_with_its_time(page: Page, known: tuple[Rule, Record], post: tuple[Rule, Record]) -> bool:
    """Whether an element holds a post and its time, but not another post."""
    body, time, other = post[1].bodies[0], _time_element(page, *post), known[1].bodies[0]
    if time is None:
        return False
    held = next(one for one in page.ancestors(body) if one <= time < page.end[one])
    return not held <= other < page.end[held]


def _answer(sample: Sample, rule: Rule, shown: Sequence[Sequence[Among]]) -> bool:
    """Whether the posts of a template stand behind the only one known on their page, and follow on each other."""
    posts = [post for on_page in shown for post in on_page]
    follow = all(one.time <= other.time for on_page in shown for one, other in pairwise(on_page))
    behind = follow and all(post.fits and post.kindred and not post.leads for post in posts)
    return behind and len(posts) >= MIN_ANSWERS and all(len(read_records(page, rule)) <= 1 for page in sample.pages)


def _says_more(page: Page, taken: BoolArray, rule: Rule) -> bool:
    """Whether a time stands beside the posts that are known, in an element that is called as theirs are."""
    slots = [template.time for template in rule.templates if template.time and not template.time.selector.is_bare]
    named = {index for slot in slots for selector in slot.selectors for index in selector.select(page)}
    return any(not taken[index] and says_time(page, index) for index in named)


def _tells_of_authors(sample: Sample, rule: Rule, template: Rule) -> bool:
    """Whether nearly all that a template finds is the same by the same author (cards), or all of it (notices)."""
    said: dict[str, list[str]] = defaultdict(list)
    for page in sample.pages:
        for one, record in read_records(page, rule):
            name = author_of(page, one, record) if one.name == template.name else None
            if name is not None:
                said[name].append(normalised(" ".join(page.text_of(body) for body in record.bodies)))
    again = [texts for texts in said.values() if len(texts) > 1]
    if sum(map(len, said.values())) > MIN_TELLING and len({text for texts in said.values() for text in texts}) == 1:
        return True
    return len(again) >= MIN_TELLING and sum(len(set(texts)) == 1 for texts in again) >= MIN_IN_ORDER * len(again)


def _says_times_of_others(sample: Sample, rule: Rule, both: Rule, template: Rule) -> bool:
    """Whether most of what a template finds has the time of a post that is known without it: parts of these."""
    parts = told = 0
    for page in sample.pages:
        known = {_time_element(page, *found) for found in read_records(page, rule)}
        own = [_time_element(page, *found) for found in read_records(page, both) if found[0].name == template.name]
        told += len(own)
        parts += sum(one is not None and one in known for one in own)
    return 2 * parts > told


def _time_element(page: Page, rule: Rule, record: Record) -> int | None:
    found = time_value(page, record.elements(page, inside=rule.is_inside), rule.time) if rule.time else None
    return found[0] if found else None


def says_as_much(other: Rule, rule: Rule) -> bool:
    """Whether another template is a new one and its posts say who and when, as far as those of a rule do."""
    known = {template.name for template in rule.templates}
    return other.name not in known and _says_as_much(other, rule)


def is_another_skin(other: Rule, rule: Rule) -> bool:
    """Whether a template of another skin is a new one, as :func:`says_as_much`.

    Bodies without a name are also told by where posts say who and when.
    """
    same = [template for template in rule.templates if template.name == other.name]
    bare = other.body[0].steps[-1].is_bare
    apart = all(one.author and one.time and one.author != other.author and one.time != other.time for one in same)
    return (not same or (bare and apart)) and _says_as_much(other, rule)


def _says_as_much(other: Rule, rule: Rule) -> bool:
    if (rule.author and not other.author) or (rule.time and not other.time):
        return False
    return other.author is not None or other.time is not None
