"""What a rule says of elements can be read back, whatever they are called; and is matched in linear time."""

from __future__ import annotations

import random
import re
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from newsbody.page import Page
from newsbody.rules.naming import selector_of
from newsbody.rules.rule_parts import Slot
from newsbody.rules.selector import Selector, outermost
from newsbody.rules.selector_union import any_of, counted_inside
from newsbody.rules.step import Step

ODD_TAGS = (
    "h2<span",
    "p(",
    "a#b",
    "b.c",
    "d[e]",
    "f*",
    "g@h",
    "i\\j",
    "k:l",
    "m-n",
    "o>",
    "p=q",
    "汉",
    "x'",
    'y"',
    "z,",
    "\xa0",
    "n\x85",
)


@pytest.mark.parametrize("tag", ODD_TAGS)
def test_odd_tag_names_read_back(tag: str) -> None:
    for steps in (
        (Step(tag),),
        (Step("div"), Step("div"), Step(tag)),
        (Step("div", ("c",)), Step(tag, ("a*", "b.c"))),
        (Step(tag, attribute="id", prefix="x @y]"),),
    ):
        selector = Selector(steps)
        assert Selector.parse(str(selector)) == selector
        assert Slot.parse(str(Slot(selector))) == Slot(selector)
        assert Slot.parse(str(Slot(selector, "datetime"))) == Slot(selector, "datetime")


@given(
    st.text(st.characters(exclude_categories=["Cs", "Zs", "Zl", "Zp", "Cc"]), min_size=1, max_size=8),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8),
)
@example("0", "0* *7*", "a*")
def test_any_name_reads_back(tag: str, classes: str, identity: str) -> None:
    quoted = [value.replace("&", "&amp;").replace('"', "&quot;") for value in (classes, identity)]
    page = Page.parse(f'<body><x{tag} class="{quoted[0]}" id="{quoted[1]}">Text.')
    for index in range(len(page.elements)):
        selector = selector_of(page, index, 3)
        assert Selector.parse(str(selector)) == selector
        assert index in selector.select(page)


@given(st.text("ab1-: ", max_size=12), st.text("ab1-:*", max_size=8))
@example("11", "**")
def test_a_changing_class_is_matched_as_its_pattern_says(value: str, name: str) -> None:
    value = value.replace(" ", "")
    if not value or not name:
        return
    page = Page.parse(f'<body><p class="{value}">Text.')
    pattern = r"[\w-]*?\d[\w-]*?".join(map(re.escape, name.split("*")))
    found = Selector((Step("p", (name,)),)).select(page)
    assert bool(found) == bool(re.fullmatch(pattern, value))


@pytest.mark.parametrize("text", [
    *("*", "td", "td[2]", "*.b", "td.a", "td.a.b", "td.a*", "td.a[2]", "td[class=]", "td[class=a]", "td[class=a b]"),
    *("td[id^=]", "td[id^=x]", "td.a[id^=x]", "*[title^=x][2]", "tr > td", "tr.r* > td[id^=x]", "tr[2] > *.a"),
])  # fmt: skip
def test_all_that_match_are_selected_and_no_others(text: str) -> None:
    cells = "<td>1<td class=a>2<td class='a b'>3<td class=ab>4<td class=a1>5<td id=xyz>6<td class='a c' id=x title=x>7"
    page = Page.parse(f"<table><tr class=r1>{cells}<tr class=s>{cells}<td id><td id='' class=b title=xa></table>")
    selector = Selector.parse(text)
    assert selector.select(page) == [index for index in range(len(page.elements)) if selector.matches(page, index)]


@pytest.mark.parametrize(
    "text",
    ["td", "td[2]", "td.a", "tr > td[2]", "tr[2] > td", "td[id^=xy]", "table > tr > td.a", "table > tr > td > b"],
)
def test_several_selectors_at_once_match_what_each_does(text: str) -> None:
    row = "<tr><td class=a>One.<td class=a>Two.<td id=xyz><b>Three.</b><td><table><tr><td>Four.</table>"
    page = Page.parse(f"<body><table>{row}{row}</table>")
    selector = Selector.parse(text)
    assert selector.select(page)
    found = any_of((selector, Selector.parse("p"))).outermost_inside(page, 0)
    assert list(found) == outermost(page, selector.select(page))


@pytest.mark.slow
def test_chains_of_nested_tags_are_counted_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Headers in elements in elements, each named by what it stands in: so many names as there are elements."""
    outer = "".join(f"<d{number}v><div>" for number in range(500))
    page = Page.parse(f"<body>{outer}<p class='a b'><i>x<i>y</i></i></p><p class=a><i>z</i></p>")
    selectors = [selector_of(page, index, 3) for index in range(2, len(page.tags))]
    selectors += map(Selector.parse, ("i", "*", "div > *", "p.a > i", "i[1]"))
    each = {one: len(list(any_of((one,)).outermost_inside(page, 1))) for one in selectors}
    asked, matches = [0], Selector.matches

    def counted(self: Selector, page: Page, index: int) -> bool:
        asked[0] += 1
        return matches(self, page, index)

    monkeypatch.setattr(Selector, "matches", counted)
    found = counted_inside(page, [1], selectors)
    assert {one: found[one] for one in selectors} == each
    assert asked[0] < 20 * len(page.tags)


def test_thousands_of_selectors_are_asked_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    shapes = ("p.a{}", "p.a{}*", "p.*b{}", "*.a*b{}", "div.d{} > p.c", "p.a{}.c", "p[class=a{} c]", "i.{}", "p.a*{}")
    texts = [shape.format(number) for number in range(300) for shape in shapes]
    draw = random.Random(7)
    names = ["a{}", "a{}7", "x3b{}", "a4b{}", "c", "a{} c", "{}", "", "a5{}", "ab", "A{}"]
    paragraphs = (
        f"<div class=d{draw.randrange(600)}><p class='{draw.choice(names).format(draw.randrange(600))}'>x</p>"
        f"<i class={draw.randrange(600)}>x</i></div>"
        for _ in range(1_000)
    )
    page = Page.parse("<body>" + "".join(paragraphs))
    selectors = tuple(map(Selector.parse, texts))
    alone = sorted({index for selector in selectors for index in selector.select(page)})
    asked, matches = [0], Selector.matches

    def counted(self: Selector, page: Page, index: int) -> bool:
        asked[0] += 1
        return matches(self, page, index)

    monkeypatch.setattr(Selector, "matches", counted)
    assert list(any_of(selectors).outermost_inside(page, 0)) == outermost(page, alone)
    assert len(alone) > 100
    assert asked[0] < 10 * len(page.tags)


def test_a_class_of_many_changing_parts_is_matched_in_linear_time() -> None:
    name = "a*" * 2000 + "x"
    page = Page.parse(f'<body><p class="{"a" * 200_000}">Text.')
    started = time.process_time()
    assert not Selector((Step("p", (name,)),)).select(page)
    assert time.process_time() - started < 1
