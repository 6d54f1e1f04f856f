"""Learning a site's rule from a few of its pages (KSF: a keyword scoring filter, Liu et al.).

The paper lets keywords score the class attributes they stand in and pages vote. The same is
done here with all text that changes from post to post instead of the best keywords only
(:mod:`newsbody.rules.bodies.slot`), because keywords follow whatever is long: signatures,
quotes, user cards. The paper's own way stands in :mod:`newsbody.rules.ksf`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from newsbody.dates import guess_day_first, guess_year_first
from newsbody.ground.remembered import meanwhile, remembered_meanwhile
from newsbody.page import Page
from newsbody.rules.articles.learn_article import learn_article_rule
from newsbody.rules.articles.match import apply_article
from newsbody.rules.bodies.alternation import MIN_REGULARITY, posts_of
from newsbody.rules.bodies.candidates import Candidate
from newsbody.rules.bodies.holders import MIN_HELD, learn_holders
from newsbody.rules.bodies.slot import candidate_of, rank
from newsbody.rules.body_neighbours import without_beside
from newsbody.rules.header.header_elements import HEADER_STEPS
from newsbody.rules.header.places import counts_from, times_said
from newsbody.rules.header.template_headers import of_one_holder, of_single_posts, with_header
from newsbody.rules.ksf import best_class
from newsbody.rules.modifiers import without_modifiers
from newsbody.rules.naming import selector_of
from newsbody.rules.records import is_mute, records, records_of
from newsbody.rules.rule import HeaderPlace, Method, Rule
from newsbody.rules.rule_parts import RuleEvidence, Slot
from newsbody.rules.sample import Sample
from newsbody.rules.selector import Selector, outermost
from newsbody.rules.skins import pages_by_skin
from newsbody.rules.soundness import disturbs, soundest, soundness
from newsbody.rules.templates import MAX_TEMPLATES, is_another_skin, with_more_templates
from newsbody.rules.words.boilerplate import form_of_titles, names_in_titles, title_of_site, with_furniture

__all__ = ["Method", "apply_article", "learn_article_rule", "learn_thread_rule"]


#: Below this a candidate is not taken: there is no text that changes, or nothing repeats.
MIN_SCORE = 0.05
#: … and this where several on a page take turns with the dates of posts, though people say the same again and again,
#: or where other posts are known: what stands beside them once or twice hardly shows whether it changes.
MIN_SCORE_TOLD = 0.005
#: When the rule for the best candidate, which nothing names, does not find again what it was learned from, so many are
#: tried, with this much of its score.
MAX_TRIED = 4
#: … and so many when it does not read posts as forums have them: each costs as much as the first.
MAX_OTHERS = 2
#: Rules that are remembered with all that is learned of their posts.
WHOLE = 16
NEAR = 0.85
#: A candidate, on how many pages it stands, and its margin over another one.
Chosen = tuple[Candidate, int, float]


@meanwhile()
def learn_thread_rule(
    pages: Sequence[Page], learned: str, method: Method = "slots", beside: Sequence[Page] = ()
) -> Rule | None:
    """The rule for a forum's posts from some of its thread pages; one page may be enough.

    ``learned`` is the date that goes into the rule. ``method`` "ksf" chooses the body as the
    paper does. ``beside``: other pages of the site, of any kind. None when the pages show no posts: nothing repeats,
    and nothing says who or when. The result does not depend on the order of the pages.
    """
    sample = Sample(pages, beside)
    if method == "ksf":
        return _whole(sample, _learn_template(sample, learned, _by_keywords(sample)))
    by_skin = pages_by_skin(sample)
    skins = [Sample(own, sample.beside) for own in by_skin] if len(by_skin) > 1 else [sample]
    firsts = [_learn_skin(own, learned) for own in skins]
    rule = _whole(sample, _together(sample, firsts, learned))
    if rule is None or not soundness(sample, rule).breaches:
        return rule
    sounder = [_soundest_of(own, first, learned) for own, first in zip(skins, firsts, strict=True)]
    other = _whole(sample, _together(sample, sounder, learned))
    return other if len(skins) == 1 else soundest(sample, rule, [other])


@meanwhile()
def likeliest_bodies(page: Page) -> tuple[Selector, Sequence[int], bool] | None:
    """What one page repeats most, seen by itself: its name, the elements, and whether they take turns with dates.

    For a look at many pages, at a third of the cost of a rule. None where a single element without a date stands out.
    """
    own = Sample([page])
    best = next((candidate for candidate, _, _ in _by_slots(rank(own), MIN_SCORE)), None)
    if best is None:
        return None
    is_dated = any(map(len, best.marks))
    return (_exact(own, best), best.elements[0], is_dated) if is_dated or best.count > 1 else None


def _soundest_of(own: Sample, first: Rule | None, learned: str) -> Rule | None:
    """What reads the pages of one skin most soundly: what was learned first, or what is learned of other candidates."""
    if first is None or (whole := _whole(own, first)) is None:
        return None
    learnt = {whole: first}

    def others() -> Iterator[Rule | None]:
        for place in range(1, 1 + MAX_OTHERS):
            other = _learn_skin(own, learned, place)
            if other is not None and (whole := _whole(own, other)) is not None:
                learnt.setdefault(whole, other)
                yield whole

    return learnt[soundest(own, whole, others())]


@remembered_meanwhile(maxsize=WHOLE)
def _whole(sample: Sample, rule: Rule | None) -> Rule | None:
    """The rule with all that is learned of posts when their templates are known."""
    if rule is None:
        return None
    rule = without_modifiers(sample, rule)
    names = names_in_titles([page.title for page in sample.pages]) or title_of_site(sample.pages)
    form = form_of_titles(sample.pages)
    rule = replace(rule, counts_from=counts_from(sample.pages, rule), site_names=names, title_form=form)
    return _with_order_of_days(sample.pages, with_furniture(sample.pages, rule))


def _with_order_of_days(pages: Sequence[Page], rule: Rule) -> Rule:
    """The rule with whether its posts say the day before the month, and the year before both."""
    threads = [times_said(page, rule) for page in pages]
    day_first = guess_day_first(text for said in threads for text in said)
    return replace(rule, day_first=day_first, year_first=guess_year_first(threads))


def _learn_skin(own: Sample, learned: str, place: int = 0) -> Rule | None:
    """The templates of the pages of one skin.

    ``place`` of the candidate that its first posts are learned from; 0: the best that fits.
    """
    first = _learn_template(own, learned, _by_slots(rank(own), MIN_SCORE, place), alone=place > 0)
    if first is None:
        return None
    return with_more_templates(own, _with_order_of_days(own.pages, first), partial(_learn_more, learned))


def _learn_more(learned: str, rest: Sample, known: Rule | None) -> Iterator[Rule]:
    """Templates from what stands beside the posts of a rule, or from pages where it finds none (without it).

    That of the best candidate, of its two best parts, and of the best one that stands apart from it: one page alone
    hardly shows these.
    """
    least, ranked = MIN_SCORE_TOLD if known else MIN_SCORE, rank(rest)
    first = _learn_template(rest, learned, _by_slots(ranked, least), known)
    if first is not None:
        yield first
    if known and len(rest.pages) > 1:
        parts = [one for one in ranked if one.count < ranked[0].count and _is_part(one, ranked[0])]
        beside = [one for one in parts if _are_apart(rest, one, parts[0])]
        apart = [one for one in ranked if _are_apart(rest, one, ranked[0])]
        for others in (parts, beside, apart):
            yield from filter(None, [_learn_template(rest, learned, _by_slots(others, least), known)])


def _is_part(one: Candidate, other: Candidate) -> bool:
    """Whether all elements of a candidate are some of another's, which names two kinds: questions and comments."""
    return all(set(mine).issubset(theirs) for mine, theirs in zip(one.elements, other.elements, strict=True))


def _are_apart(sample: Sample, one: Candidate, other: Candidate) -> bool:
    """Whether no element of a candidate is one of another, or stands in one."""
    return all(
        len(outermost(page, sorted({*mine, *theirs}))) == len(mine) + len(theirs)
        for page, mine, theirs in zip(sample.pages, one.elements, other.elements, strict=True)
    )


def _together(sample: Sample, skins: Sequence[Rule | None], learned: str) -> Rule | None:
    """One rule for the templates of all skins, with those of what is left over on all pages."""
    rule: Rule | None = None
    for own in filter(None, skins):
        if rule is None:
            rule = own
        elif is_another_skin(own, rule) and not disturbs(sample, rule, own):
            rule = rule.joined([replace(one, more=()) for one in own.templates], MAX_TEMPLATES)
    several = rule is not None and len(skins) > 1
    return with_more_templates(sample, rule, partial(_learn_more, learned)) if rule and several else rule


def _learn_template(
    sample: Sample, learned: str, chosen: Sequence[Chosen], known: Rule | None = None, *, alone: bool = False
) -> Rule | None:
    """The rule for the posts of one template, with its evidence, without what is no part of bodies.

    ``chosen``: the candidates that are tried in turn; ``alone``: the only one, whatever it finds again. ``known``: the
    rule for the other posts on these pages.
    """
    first: Rule | None = None
    for best, votes, margin in chosen:
        groups = [posts_of(sample, best, number) for number in range(len(sample.pages))]
        evidence = RuleEvidence(len(sample.pages), sum(map(len, groups)), votes, round(margin, 3))
        rule = _template_of(sample, best, groups, Rule("thread", (), evidence=evidence, learned=learned), known)
        if rule is not None and (alone or best.names_itself or _finds_again(sample, rule, groups, known)):
            return rule if first is None or _says_as_much(rule, first) else first
        first = first or rule
    return first


def _template_of(
    sample: Sample, best: Candidate, groups: Sequence[Sequence[Sequence[int]]], empty: Rule, known: Rule | None
) -> Rule | None:
    """The rule for the posts with some bodies, by page, from one that has its evidence alone."""
    others = [[record.bodies for record in (records(page, known) if known else ())] for page in sample.pages]
    holders = learn_holders(sample, best, groups, others)
    rule = replace(empty, body=(_exact(sample, best),), post=holders)
    if (best.undated or not holders) and (side := _side(sample, best)) != "around":
        rule = replace(rule, header=side, time=_time_of_marks(sample, best))
    found = [records_of(page, rule, known) for page in sample.pages]
    if best.strays:  # whose header may be another one
        chosen = [{body for group in on_page for body in group} for on_page in groups]
        found = [
            [one for one in on_page if not own.isdisjoint(one.bodies)]
            for own, on_page in zip(chosen, found, strict=True)
        ]
    rule = with_header(sample.pages, rule, found, known, undated=best.undated)
    if len(holders) > 1 and not (rule.author and rule.time):
        rule = of_one_holder(sample.pages, rule, found, known)
    elif known is None and max(map(len, groups), default=0) < 2:
        rule = of_single_posts(sample.pages, rule, found)
    if rule.author is None and rule.time is None and max(map(len, found), default=0) < 2:
        return None
    return rule


def _says_as_much(rule: Rule, other: Rule) -> bool:
    """Whether a template says who and when where another one does, and its bodies are no paragraphs of others."""
    last = rule.body[0].steps[-1]
    return (
        (last.tag != "p" or not last.is_bare)
        and bool(rule.author or not other.author)
        and bool(rule.time or not other.time)
    )


def _finds_again(sample: Sample, rule: Rule, groups: Sequence[Sequence[Sequence[int]]], known: Rule | None) -> bool:
    """Whether a rule finds nearly all bodies that it was learned from, and hardly any others that say who or when."""
    wanted = {(number, body) for number, on_page in enumerate(groups) for group in on_page for body in group}
    found = {
        (number, body)
        for number, page in enumerate(sample.pages)
        for record in records_of(page, rule, known)
        if not is_mute(page, rule, record)
        for body in record.bodies
    }
    return len(wanted & found) >= MIN_HELD * max(len(wanted), len(found))


def _exact(sample: Sample, best: Candidate) -> Selector:
    """What names these elements and, where that can be, no others beside them that have a class."""
    if best.undated or not best.selector.steps[-1].is_bare:
        return best.selector
    *outer, last = best.selector.steps
    alone = replace(last, only=True)
    inner = [replace(step, only=True) if step.is_bare and step.tag not in ("html", "body") else step for step in outer]
    forms = (best.selector, Selector((*outer, alone)), Selector((*inner, alone)))
    named = (
        sum(len(without_beside(page, outermost(page, one.select(page)))) for page in sample.pages) for one in forms
    )
    wanted = best.count + best.strays
    return next((form for form, count in zip(forms, named, strict=False) if count == wanted), best.selector)


def _side(sample: Sample, best: Candidate) -> HeaderPlace:
    """On which side of their bodies the dates of posts stand; "around" where they are not apart from them."""
    if not best.marks or best.regularity < MIN_REGULARITY:
        return "around"
    before: list[bool] = []
    for page, elements, dated in zip(sample.pages, best.elements, best.marks, strict=True):
        if elements and len(dated):
            if (np.searchsorted(dated, page.end[elements]) > np.searchsorted(dated, elements)).any():
                return "around"
            before += [bool(dated[0] < elements[0]), bool(dated[-1] < elements[-1])]
    return "before" if 2 * sum(before) >= len(before) else "behind"


def _time_of_marks(sample: Sample, best: Candidate) -> Slot:
    """The name that most of the elements with the dates of posts have."""
    names = Counter(
        selector_of(page, index, HEADER_STEPS)
        for page, dated in zip(sample.pages, best.marks, strict=True)
        for index in dated.tolist()
    )
    return Slot(max(names, key=lambda name: (names[name], str(name))))


def _by_slots(ranked: Sequence[Candidate], least: float, place: int = 0) -> list[Chosen]:
    """The best of some candidates, how many pages show each, and its margin over the best that is not around or in it.

    ``place``: of one of them alone, 0 for those that are nearly as good as the best.
    """
    if not ranked or ranked[0].score < (MIN_SCORE_TOLD if ranked[0].takes_turns else least):
        return []
    chosen = []
    for best in ranked[:MAX_TRIED]:
        other = next((one for one in ranked if one is not best and one.count != best.count), None)
        margin = max(0.0, 1 - other.score / best.score) if other and best.score else 1.0
        chosen.append((best, sum(map(bool, best.elements)), margin))
    return chosen[place : place + 1] if place else [one for one in chosen if one[0].score >= NEAR * ranked[0].score]


def _by_keywords(sample: Sample) -> list[Chosen]:
    found = best_class(sample.pages)
    if found is None:
        return []
    selector, votes = found
    return [(candidate_of(sample, selector), votes, max(0.0, 2 * votes / len(sample.pages) - 1))]
