"""Rules and selectors as data: written form, validation, matching."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsbody.page import Page
from newsbody.rules.naming import selector_of
from newsbody.rules.rule import MAX_TEMPLATES, Rule
from newsbody.rules.rule_parts import RuleEvidence, Slot
from newsbody.rules.selector import Selector
from newsbody.rules.step import SelectorError, Step
from newsbody.rules.written import RuleError

FULL = Rule(
    "thread",
    (Selector.parse("td.words"), Selector.parse("div[id^=text_]")),
    post=(Selector.parse("div.post-*"),),
    leave_out=(Selector.parse("i.note"),),
    quotes=(Selector.parse("blockquote"),),
    furniture=("show all of it",),
    seen=(Selector.parse("p.lead"),),
    author=Slot.parse("p.by > a"),
    time=Slot.parse("time @datetime"),
    position=Slot.parse("a.nr"),
    post_id=Slot.parse("div.post-* @id"),
    day_first=True,
    evidence=RuleEvidence(5, 20, 5, 0.5, 3, 1),
    learned="2024-05-01",
    changed="2024-05-02",
    status="confirmed",
)


def _article_rule(**names: list[str]) -> Rule:
    return Rule.from_dict({"kind": "article", "body": ["div.b"], **names})


def test_a_rule_is_widened_by_what_other_pages_show() -> None:
    rule = _article_rule(seen=["p.one", "p.odd"], leave_out=["ul.tags"], furniture=["ad"])
    other = _article_rule(seen=["p.two"], leave_out=["p.odd"], before=["p.top"], furniture=["ad", "more"])
    wider = rule.widened(replace(other, evidence=RuleEvidence(5, 5, 4)), "2024-05-02")
    # What was body here and was left out there says nothing.
    expected = _article_rule(seen=["p.one", "p.two"], leave_out=["ul.tags"], before=["p.top"], furniture=["ad", "more"])
    assert wider == replace(expected, evidence=RuleEvidence(5, 5, 4), changed="2024-05-02")
    assert other.widened(rule, "").leave_out == expected.leave_out
    assert wider.widened(other, "").seen == wider.seen


def test_what_one_article_showed_is_known_when_another_shows_it() -> None:
    rule = _article_rule(seen=["p.one"], shown_once=["p.a", "p.b", "p.c", "p.d"])
    other = _article_rule(seen=["p.one", "p.a"], shown_once=["p.b"], leave_out=["p.c"])
    expected = _article_rule(seen=["p.one", "p.a", "p.b"], shown_once=["p.d"], leave_out=["p.c"])
    assert rule.widened(other, "") == expected
    assert Rule.from_dict(rule.to_dict()) == rule


def test_the_template_that_most_articles_showed_is_tried_first() -> None:
    first = replace(Rule.from_dict({"kind": "article", "body": ["div.a"]}), evidence=RuleEvidence(posts=5))
    later = replace(Rule.from_dict({"kind": "article", "body": ["div.b"]}), evidence=RuleEvidence(posts=4))
    both = first.widened(later, "")
    assert [str(template.body[0]) for template in both.templates] == ["div.a", "div.b"]
    assert [str(template.body[0]) for template in both.widened(later, "").templates] == ["div.b", "div.a"]


@pytest.mark.parametrize("body", ["div.b", "div.c"])
def test_what_the_first_post_is_called_comes_with_the_places_of_posts(body: str) -> None:
    """Threads that nobody answered say no place; where answers begin with 1, openers are the first all the same."""
    alone = Rule.from_dict({"kind": "thread", "body": ["div.b"], "post": ["div.first"]})
    placed = Rule.from_dict({"kind": "thread", "body": [body], "position": "b.nr", "counts_from": 0})
    assert alone.widened(placed, "").counts_from == 0
    assert placed.widened(alone, "").counts_from == 0


@pytest.mark.parametrize("body", ["div.b", "div.c"])
def test_a_rule_of_posts_takes_no_quotes_by_their_tag_alone(body: str) -> None:
    known = Rule.from_dict({"kind": "thread", "body": ["div.b"], "quotes": ["blockquote", "ol"]})
    names = ["ul", "div.b > ul", "ol", "div.quote"]
    other = Rule.from_dict({"kind": "thread", "body": [body], "quotes": names, "leave_out": ["p", "p.edited"]})
    wider = known.widened(other, "2024-05-02")
    assert [str(one) for one in wider.quotes] == ["blockquote", "ol", "div.quote"]
    assert [str(one) for one in wider.leave_out] == ["p.edited"]


def test_a_rule_of_articles_takes_the_templates_of_another() -> None:
    rule, same, other = _article_rule(seen=["p.one"]), _article_rule(seen=["p.two"]), _article_rule(body=["div.c"])
    both = rule.widened(other, "2024-05-02")
    assert both.changed == "2024-05-02"
    assert [template.body for template in both.templates] == [rule.body, other.body]
    assert both.templates[1] == other
    again = both.widened(replace(other, more=(same,), seen=same.seen), "2024-05-03")
    assert [template.body for template in again.templates] == [rule.body, other.body]
    assert again.seen == (*rule.seen, *same.seen)
    assert both.widened(both, "2024-05-02").without_evidence() == both.without_evidence()
    for number in range(2 * MAX_TEMPLATES):
        both = both.widened(_article_rule(body=[f"div.c{number}"]), "")
    assert len(both.templates) == MAX_TEMPLATES
    assert both.body == rule.body


def test_a_rule_that_takes_any_kind_of_element_is_not_narrowed() -> None:
    assert _article_rule().widened(_article_rule(seen=["p.two"]), "").seen == ()


def test_joined_templates_keep_what_is_left_out_of_their_bodies() -> None:
    first, *others = (
        Rule("thread", (Selector.parse(f"div.{name}"),), leave_out=(Selector.parse(f"div.{name} > b"),))
        for name in ("a", "b", "c")
    )
    both = first.joined(others, 2)
    assert [str(template.body[0]) for template in both.templates] == ["div.a", "div.b"]
    assert [[str(name) for name in template.leave_out] for template in both.templates] == [
        ["div.a > b", "div.b > b"]
    ] * 2


def test_a_widened_rule_keeps_its_own_slots() -> None:
    other = replace(FULL, author=Slot.parse("b"), position=None)
    wider = other.widened(FULL, "2024-05-02")
    assert (wider.author, wider.position, wider.learned) == (other.author, FULL.position, FULL.learned)


def test_a_rule_survives_json() -> None:
    assert Rule.from_dict(json.loads(json.dumps(FULL.to_dict()))) == FULL


def test_a_rule_by_hand_needs_kind_and_body_only() -> None:
    rule = Rule.from_dict({"kind": "article", "body": "div.text"})
    assert [str(selector) for selector in rule.body] == ["div.text"]
    assert rule.status == "learned"


@pytest.mark.parametrize(
    ("row", "names"),
    [
        ([], "object"),
        ({}, "body"),
        ({"kind": "thread"}, "body"),
        ({"kind": "thread", "body": []}, "body"),
        ({"kind": "blog", "body": ["p.a"]}, "'blog'"),
        ({"kind": "thread", "body": [7]}, "list of strings"),
        ({"kind": "thread", "body": ["td.x["]}, "td.x["),
        ({"kind": "thread", "body": ["td.x"], "colour": 1}, "'colour'"),
        ({"kind": "thread", "body": ["td.x"], "author": 3}, "'author'"),
        ({"kind": "thread", "body": ["td.x"], "author": "> a"}, "'author'"),
        ({"kind": "thread", "body": ["td.x"], "day_first": "yes"}, "'day_first'"),
        ({"kind": "thread", "body": ["td.x"], "status": "great"}, "'great'"),
        ({"kind": "thread", "body": ["td.x"], "evidence": 5}, "'evidence'"),
        ({"kind": "thread", "body": ["td.x"], "evidence": {"pages": -1}}, "'pages'"),
        ({"kind": "thread", "body": ["td.x"], "evidence": {"pages": True}}, "'pages'"),
        ({"kind": "thread", "body": ["td.x"], "evidence": {"luck": 1}}, "'luck'"),
        ({"kind": "thread", "body": ["td.x"], "evidence": {"margin": float("nan")}}, "'margin'"),
    ],
)
def test_errors_name_what_is_wrong(row: Any, names: str) -> None:
    with pytest.raises(RuleError, match=names.replace("[", r"\[")):
        Rule.from_dict(row)


def test_a_pinned_rule_stays_pinned() -> None:
    pinned = replace(FULL, status="pinned")
    assert pinned.with_status("doubted", "2024-06-01") is pinned
    assert FULL.with_status("doubted", "2024-06-01").changed == "2024-06-01"


PAGE = Page.parse(
    "<html><body><div class='post-1 odd'><p class='by'><a>Ann</a></p><td></td><div class='text text-1'>one</div></div>"
    "<div class='post-22 even'><p class='by'><a>Bob</a></p><div id='words_22'>two</div></div>"
    "<div class='text'>three</div><div class='a.b[c'>four</div></body></html>"
)


@pytest.mark.parametrize(
    ("written", "texts"),
    [
        ("div.text", ["one", "three"]),
        ("div[class=text]", ["three"]),
        ("div[class=text text-*]", ["one"]),
        ("div.post-*", ["Ann one", "Bob two"]),
        ("div.post-*.odd", ["Ann one"]),
        ("div[id^=words_]", ["two"]),
        ("p.by > a", ["Ann", "Bob"]),
        ("div.even > p > a", ["Bob"]),
        ("*.text", ["one", "three"]),
        (r"div.a\.b\[c", ["four"]),
        ("span.text", []),
    ],
)
def test_selectors_match(written: str, texts: list[str]) -> None:
    selector = Selector.parse(written)
    assert str(selector) == written
    found = [" ".join(PAGE.text[PAGE.start[i] : PAGE.stop[i]].split()) for i in selector.select(PAGE)]
    assert found == texts


@pytest.mark.parametrize("written", ["", "> a", "a >", "a b", "td.x[", "[id^=x]", ".x", "a[id=]b"])
def test_unreadable_selectors_are_named(written: str) -> None:
    with pytest.raises(SelectorError, match="selector"):
        Selector.parse(written)


@given(
    tag=st.sampled_from(["div", "td", "*"]),
    classes=st.lists(st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1, max_size=8), max_size=3),
    prefix=st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=8),
)
def test_any_step_is_read_as_it_was_written(tag: str, classes: list[str], prefix: str) -> None:
    for step in (Step(tag, tuple(classes)), Step(tag, attribute="id", prefix=prefix)):
        assert Selector.parse(str(Selector((step,)))).steps == (step,)


def test_an_element_is_found_by_its_own_name() -> None:
    for index in range(len(PAGE.tags)):
        for steps in (1, 2, 3):
            assert index in selector_of(PAGE, index, steps).select(PAGE)
