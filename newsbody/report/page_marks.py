"""What of a page is body, left out or undecided, and why: by the rule of its site or by the extractor."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from newsbody.extractors.auto.explain import Explanation, explain
from newsbody.extractors.auto.extractor import Auto
from newsbody.extractors.auto.site_evidence import evidence_of
from newsbody.ground.sitememory import SiteMemory
from newsbody.page import Page
from newsbody.page.body import Body
from newsbody.posts.read import read_posts
from newsbody.rules.apply import body_runs, elements_left_out, furniture_of, quote_elements, runs_inside
from newsbody.rules.articles.match import apply_template
from newsbody.rules.records import records
from newsbody.rules.rule import Rule
from newsbody.rules.values import slot_value
from newsbody.rules.words.software_notes import note_runs

#: A paragraph whose probability is between these is undecided.
UNDECIDED = (0.2, 0.8)
#: Shorter paragraphs that are not taken are explained by their probability alone: a page has hundreds.
EXPLAINED_CHARS = 12
#: Of a page with more paragraphs only the probability of each is told: reasons take as many looks as there are kinds.
MOST_EXPLAINED = 3000
#: Letters of marks: of runs (body, left out, undecided, quote), and of elements (author, time, number, post).
BODY, OUT, OPEN, QUOTE = "b", "l", "u", "q"
SLOTS = {"a": "author", "t": "time", "n": "position", "i": "post_id"}
HOLDER = "p"


@dataclass(frozen=True)
class Marked:
    """A page with the marks of its runs and elements (:func:`~newsbody.report.snapshot.snapshot`), and why.

    ``by``: "article rule", "thread rule" or the extractor's name; ``reasons``: paragraph -> a reason in JSON:
    ``[name, detail]``, or ``["auto", probability, {evidence: effect}]``; ``posts``: how many it shows.
    """

    marks: Sequence[str]
    elements: Mapping[int, str]
    reasons: Mapping[int, Any]
    by: str
    kind: str
    probability: float
    text: str
    posts: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)


def mark(page: Page, rules: Mapping[str, Rule], memory: SiteMemory | None = None) -> Marked:
    """Read a page as a crawl would: by the thread rule, the article rule, or the default extractor."""
    thread, article = rules.get("thread"), rules.get("article")
    if thread and (posts := read_posts(page, thread)):
        return _by_thread_rule(page, thread, [post.text for post in posts])
    for template in article.templates if article else ():
        if (body := apply_template(template, page)) is not None:
            return _by_article_rule(page, template, body)
    return _by_extractor(page, memory)


def _by_thread_rule(page: Page, rule: Rule, texts: Sequence[str]) -> Marked:
    found = records(page, rule)
    elements: dict[int, str] = {}
    for record in found:
        around = record.around(page)
        for letter, name in SLOTS.items():
            slot = getattr(rule, name)
            value = slot_value(page, around, slot) if slot else None
            if value:
                elements.setdefault(value[0], letter)
    elements |= {index: HOLDER for selector in rule.post for index in selector.select(page)} if rule.post else {}
    bodies = rule.select(page)
    quotes = runs_inside(page, quote_elements(page, rule, bodies))
    words = body_runs(page, rule, bodies)
    words &= ~note_runs(page, bodies, words)
    marks, reasons = _rule_marks(page, rule, bodies, words)
    marks = [QUOTE if mark == BODY and quoted else mark for mark, quoted in zip(marks, quotes.tolist(), strict=True)]
    return _marked(page, marks, elements, reasons, "thread rule", "thread", 1.0, "\n\n".join(texts), len(texts))


def _by_article_rule(page: Page, rule: Rule, body: Body) -> Marked:
    marks, reasons = _rule_marks(page, rule, rule.select(page), body.runs)
    return _marked(page, marks, {}, reasons, "article rule", "article", 1.0, body.text)


def _rule_marks(page: Page, rule: Rule, bodies: Sequence[int], taken: Any) -> tuple[list[str], dict[int, Any]]:
    """Marks of runs, and of each paragraph the part of the rule that decided."""
    inside = runs_inside(page, bodies)
    out = elements_left_out(page, rule, bodies)
    left_out = runs_inside(page, out)
    names = [str(selector) for selector in rule.leave_out if any(selector.matches(page, index) for index in out)]
    furniture = furniture_of(rule.furniture)
    reasons: dict[int, Any] = {}
    marks = []
    lines = page.paragraphs
    for run, paragraph in enumerate(page.run_paragraph.tolist()):
        if not inside[run]:
            marks.append("")
            continue
        repeated = furniture.has(lines[paragraph], page.unlinked_chars[paragraph])
        kept = bool(taken[run]) and not left_out[run] and not repeated
        marks.append(BODY if kept else OUT)
        if kept:
            reasons.setdefault(paragraph, ["rule", ", ".join(map(str, rule.body))])
        elif left_out[run]:
            reasons[paragraph] = ["leave_out", ", ".join(names)]
        else:
            reasons[paragraph] = ["furniture" if repeated else "outside", ""]
    return marks, reasons


def _by_extractor(page: Page, memory: SiteMemory | None) -> Marked:
    if not len(page):
        return _marked(page, [], {}, {}, "auto", "other", 0.0, "")
    auto = _auto()
    body, probability, evidence = _judged(page, auto, memory)
    kept = set(body.paragraphs)
    reasons: dict[int, Any] = {}
    letters = []
    explained = {one.paragraph: one for one in explain(page, auto)} if len(page) <= MOST_EXPLAINED else {}
    for number, likely in enumerate(probability.tolist()):
        undecided = UNDECIDED[0] < likely < UNDECIDED[1]
        taken = number in kept
        letters.append(OPEN if undecided else BODY if taken else OUT if likely > 0 else "")
        if taken or undecided or len(page.paragraphs[number]) >= EXPLAINED_CHARS:
            reasons[number] = _reason(explained.get(number), likely, evidence.get(number))
    marks = [letters[paragraph] for paragraph in page.run_paragraph.tolist()]
    return _marked(page, marks, {}, reasons, "auto", body.kind, float(body.probability), body.text)


def _reason(explanation: Explanation | None, probability: float, seen: int | None) -> list[Any]:
    effects = {reason.evidence: round(reason.effect, 1) for reason in explanation.reasons} if explanation else {}
    return ["auto", round(probability, 3), effects, *([seen] if seen else [])]


def _judged(page: Page, auto: Auto, memory: SiteMemory | None) -> tuple[Body, Any, dict[int, int]]:
    """The body, the probability of each paragraph, and on how many other pages of the site its text stands."""
    judgement = auto.judge(page)
    if memory is None or not len(memory):
        return auto.body(judgement), judgement.probability, {}
    key = page.url or page.text
    seen = evidence_of(memory, key, judgement.table, judgement.probability).seen
    judgement = auto.reconsider(judgement, memory, key)
    return auto.body(judgement), judgement.probability, {n: int(seen[n]) for n in np.flatnonzero(seen).tolist()}


@cache
def _auto() -> Auto:
    return Auto()


def _marked(
    page: Page, marks: Sequence[str], elements: Mapping[int, str], reasons: Mapping[int, Any],
    by: str, kind: str, probability: float, text: str, posts: int = 0,
) -> Marked:  # fmt: skip
    chars: dict[str, int] = defaultdict(int)
    for letter, length in zip(marks, page.run_chars.tolist() if len(page) else (), strict=True):
        chars[letter] += length
    counts = {letter: chars[letter] for letter in (BODY, OUT, OPEN, QUOTE) if chars[letter]}
    return Marked(marks, elements, reasons, by, kind, probability, text, posts, counts)


def rules_of(entries: Mapping[str, Any]) -> dict[str, Rule]:
    """The rules of a profile, by kind."""
    return {kind: Rule.from_dict(entry.value) for kind, entry in entries.items()}
