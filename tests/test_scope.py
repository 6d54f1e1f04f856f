from __future__ import annotations

import numpy as np
import pytest

from newsbody.extractors.twolayer.layers import SCOPE_FEATURES, Candidates, table_scope
from newsbody.page import Page

# The HTML tree of the paper's figure 3 in small: navigation, then a table cell with the story.
STORY = (
    "<body><div id=nav><a href=1>一</a><a href=2>二二</a></div>"
    "<table><tr><td id=story><p>甲甲甲甲</p><p>乙乙<a href=3>丙</a></p>"
    "丁丁<br>戊<br><span>己</span></td></tr></table></body>"
)


def features_of(page: Page, candidates: Candidates) -> dict[str, dict[str, float]]:
    """Features by the candidate: its id or tag, a paragraph by its text."""
    named = {}
    for row, element, first in zip(candidates.features(), candidates.element, candidates.first, strict=True):
        inner = page.elements[element] if element >= 0 else None
        name = page.paragraphs[first] if inner is None else inner.get("id") or str(inner.tag)
        named[name] = dict(zip(SCOPE_FEATURES, row.tolist(), strict=True))
    return named


def test_candidates_are_paragraphs_and_nodes_with_several_children() -> None:
    page = Page.parse(STORY)
    assert set(features_of(page, Candidates.of(page))) == {
        *("body", "story"),  # not the div, the table and the row: they have a single child
        *("一二二", "甲甲甲甲", "乙乙丙", "丁丁", "戊", "己"),
    }


def test_features_of_a_node() -> None:
    page = Page.parse(STORY)
    story = features_of(page, Candidates.of(page))["story"]
    letter = 2.5  # what a CJK character weighs
    assert story == pytest.approx(
        {
            "plain": 10 * letter,
            "plain_of_root": 1.0,
            "link": 1 * letter,
            "link_share": 1 / 11,
            "plain_of_above": 1.0,
            "children": 5,
            "path_table": 1,
            "path_div": 0,
            "path_tr": 1,
            "path_td": 1,
            "p": 2,
            "p_of_page": 1.0,
            "br": 2,
            "br_of_page": 1.0,
            "link_beside": 3 * letter,
            "link_share_beside": 1.0,
            "in_table": 1,
        }
    )


def test_features_of_a_paragraph_are_relative_to_the_node_above() -> None:
    page = Page.parse(STORY)
    paragraph = features_of(page, Candidates.of(page))["甲甲甲甲"]
    assert paragraph["plain_of_above"] == pytest.approx(0.4)
    assert paragraph["children"] == paragraph["p"] == paragraph["path_td"] == 0
    assert paragraph["link_beside"] == pytest.approx(2.5)
    navigation = features_of(page, Candidates.of(page))["一二二"]
    assert (navigation["path_div"], navigation["in_table"], navigation["link_share"]) == (1, 0, 1)


@pytest.mark.parametrize(
    ("body", "expected"),
    [(["甲甲甲甲", "己"], "story"), (["一二二", "戊"], "body"), (["戊"], "戊"), ([], None)],
)
def test_the_scope_is_the_lowest_node_that_covers_the_body(body: list[str], expected: str | None) -> None:
    page = Page.parse(STORY)
    candidates = Candidates.of(page)
    scope = candidates.lowest_cover(np.isin(page.paragraphs, body))
    assert (scope if scope is None else list(features_of(page, candidates))[scope]) == expected


def test_an_inline_element_with_several_paragraphs_is_a_node() -> None:
    page = Page.parse("<td><span id=text>甲<br>乙<br>丙</span><div>丁</div>")
    assert set(features_of(page, Candidates.of(page))) == {"text", "td", "甲", "乙", "丙", "丁"}


TABLES = (
    "<p>外面的文字</p><table><tr><td><table><tr><td>{long}</td></tr></table></td>"
    "<td><table><tr><td>短</td></tr></table><a href=1>{long}</a></td></tr></table>"
)


def test_the_table_rule_descends_while_the_inner_table_has_the_share() -> None:
    page = Page.parse(TABLES.format(long="正文" * 50))
    assert [page.paragraphs[i] for i in np.flatnonzero(table_scope(page))] == ["正文" * 50]


def test_the_table_rule_stops_at_short_tables_and_takes_a_page_without_tables_whole() -> None:
    page = Page.parse(TABLES.format(long="正文" * 5))
    assert table_scope(page).all()
    assert table_scope(Page.parse("<p>一</p><p>二</p>")).tolist() == [True, True]


def test_a_page_without_text_has_no_candidates() -> None:
    candidates = Candidates.of(Page.parse("<div></div>"))
    assert len(candidates) == 0
    assert candidates.features().shape == (0, len(SCOPE_FEATURES))
