from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from newsbody.extractors.base import script_of
from newsbody.extractors.model import ModelError
from newsbody.extractors.twolayer.extractor import PAGE_FEATURES, TwoLayer
from newsbody.extractors.twolayer.layers import (
    MARKERS,
    NEAREST_TAGS,
    PARAGRAPH_FEATURES,
    SCOPE_FEATURES,
    paragraph_features,
)
from newsbody.page import Page

LONG = "大桥因发现裂缝于周一关闭，工程师预计维修将持续到下月底。"


def split_at(names: tuple[str, ...], name: str, threshold: float, low: float, high: float) -> dict[str, Any]:
    """A tree with one question."""
    return {
        "feature": [names.index(name), -1, -1],
        "threshold": [threshold, 0.0, 0.0],
        "left": [1, -1, -1],
        "right": [2, -1, -1],
        "value": [0.5, low, high],
    }


def model(**changes: Any) -> dict[str, Any]:
    """Scope: the node that is a table cell; body: paragraphs with few links, or, anywhere, long ones."""
    layers = {
        "scope": split_at(SCOPE_FEATURES, "path_td", 0.5, 0.1, 0.9),
        "paragraph": split_at(PARAGRAPH_FEATURES, "link_share", 0.5, 0.9, 0.1),
        "any_paragraph": split_at(PARAGRAPH_FEATURES, "plain", 20.0, 0.1, 0.9),
    }
    return {"cjk": layers, "other": layers, "has_body": split_at(PAGE_FEATURES, "letters", 50.0, 0.2, 0.8)} | changes


PAGE = Page.parse(
    "<div><p>导航</p><p><a href=1>首页</a></p></div>"
    f"<table><tr><td id=story><p>{LONG}</p><p>{LONG}短</p><p><a href=1>相关</a></p></td></tr></table>"
    f"<div><p>{LONG}第二块</p></div>"
)


def body_of(page: Page = PAGE, data: dict[str, Any] | None = None, **options: Any) -> list[str]:
    return TwoLayer(data or model(), **options).extract(page).text.splitlines()


def test_scope_first_then_paragraphs() -> None:
    assert body_of() == [LONG, LONG + "短"]
    assert body_of(paragraphs="all") == [LONG, LONG + "短", "相关"]


def test_the_baselines_have_a_table_or_the_whole_page_as_scope() -> None:
    assert body_of(scope="page") == [LONG, LONG + "短", LONG + "第二块"]
    assert body_of(scope="table") == [LONG, LONG + "短"]
    assert len(body_of(scope="page", paragraphs="all")) == len(PAGE)


def test_the_scope_is_shown_for_measuring() -> None:
    assert np.flatnonzero(TwoLayer(model()).scope(PAGE)).tolist() == [2, 3, 4]
    assert TwoLayer(model()).scope(Page.parse("")).shape == (0,)


def test_repair_several_blocks_rises_while_what_is_gained_is_body() -> None:
    assert body_of(several=True) == ["导航", LONG, LONG + "短", LONG + "第二块"]
    furniture = Page.parse(f"{'<p>导航栏目</p>' * 40}<table><tr><td><p>{LONG}</p><p>完</p></td></tr></table>")
    assert body_of(furniture, several=True) == body_of(furniture) == [LONG, "完"]


def test_repair_a_page_without_a_body_is_a_list() -> None:
    short = Page.parse("<table><tr><td><p>一</p><p>二</p><p>三</p></td></tr></table>")
    assert body_of(short) == ["一", "二", "三"]
    body = TwoLayer(model(), bodiless=True).extract(short)
    assert (body.text, body.kind) == ("", "list")
    assert body_of(bodiless=True) == body_of()


def test_of_equally_probable_scopes_the_lowest_and_of_those_the_longest() -> None:
    def scope_of(tree: dict[str, Any]) -> list[int]:
        return np.flatnonzero(TwoLayer(model(cjk=model()["cjk"] | {"scope": tree})).scope(PAGE)).tolist()

    same = split_at(SCOPE_FEATURES, "in_table", 0.5, 0.9, 0.9)
    assert scope_of(same) == [5]  # of the paragraphs, which hold nothing, the longest
    several = split_at(SCOPE_FEATURES, "children", 1.5, 0.1, 0.9)
    assert scope_of(several) == [2, 3, 4]  # the cell, not the whole page that holds it


def committee_of(*trees: dict[str, Any]) -> dict[str, Any]:
    members = {"scope": list(trees), "paragraph": [model()["cjk"]["paragraph"]]}
    return model(cjk=model()["cjk"] | {"committee": members}, other=model()["other"] | {"committee": members})


def test_repair_a_committee_decides_by_the_mean_of_its_trees() -> None:
    cell = split_at(SCOPE_FEATURES, "path_td", 0.5, 0.1, 0.6)
    links = split_at(SCOPE_FEATURES, "link_share", 0.9, 0.1, 0.9)
    assert body_of(data=committee_of(cell, cell, links), committee=True) == body_of()
    assert body_of(data=committee_of(cell, links, links), committee=True, paragraphs="all") == ["首页"]
    with pytest.raises(ModelError, match="does not hold the trees"):
        TwoLayer(model(), committee=True)
    with pytest.raises(ModelError, match="A committee has a tree"):
        TwoLayer(committee_of(), committee=True)


def test_a_page_without_tables_is_undecided_by_the_table_rule() -> None:
    page = Page.parse(f"<div><p>导航</p></div><div><p>{LONG}</p></div>")
    assert body_of(page, scope="table") == body_of(page, scope="page") == [LONG]


@pytest.mark.parametrize(
    ("text", "script"), [("只有中文", "cjk"), ("Only English", "other"), ("", "other"), ("日本語 and English", "cjk")]
)
def test_the_script_decides_which_trees_serve(text: str, script: str) -> None:
    assert script_of(Page.parse(f"<p>{text}</p>")) == script


@pytest.mark.parametrize(
    "changes", [{"cjk": {}}, {"has_body": {"feature": [0]}}, {"other": []}, {"other": {"scope": 1}}]
)
def test_data_without_trees_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ModelError, match="does not hold the trees of twolayer"):
        TwoLayer(model(**changes))


def test_unknown_options_are_refused() -> None:
    with pytest.raises(ValueError, match="scope is one of tree, table, page"):
        TwoLayer(model(), scope="dom")


def features_of(html: str, name: str) -> list[float]:
    column = PARAGRAPH_FEATURES.index(name)
    found: list[float] = paragraph_features(Page.parse(html))[:, column].tolist()
    return found


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>一</p>", "p"),
        ("<p>一<br>二", "br"),
        ("<ul><li><div>一</div></li></ul>", "li"),
        ("<h3><span>一</span></h3>", "h3"),
        ("<p><h1>x</h1><div>一</div>", None),
    ],
)
def test_the_nearest_tag_of_a_paragraph(html: str, expected: str | None) -> None:
    row = paragraph_features(Page.parse(html))[-1, : len(NEAREST_TAGS)]
    assert [tag for tag, is_it in zip(NEAREST_TAGS, row, strict=True) if is_it] == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<figure><img src=x><figcaption>图</figcaption></figure>", [1]),
        ("<table><tr><td><img src=x><br>图</td><td>文</td></tr></table>", [1, 0]),
        ("<div><img src=x><p>一</p><p>二</p></div>", [0, 0]),
        ("<div><div><img src=x>图</div><p>二</p></div>", [1, 0]),
        ("文<img src=x>", [0]),
    ],
)
def test_captions_share_a_frame_with_a_picture(html: str, expected: list[float]) -> None:
    assert features_of(html, "of_picture") == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<center>一</center>", 1),
        ("<p align=Center>一</p>", 1),
        ("<div style='color:red; TEXT-ALIGN : center !important'><p>一</p></div>", 1),
        ("<center><p align=left>一</p></center>", 0),
        ("<p style='text-align:justify'>一</p>", 0),
    ],
)
def test_centred_paragraphs(html: str, expected: float) -> None:
    assert features_of(html, "centred") == [expected]


def test_other_features_of_a_paragraph() -> None:
    assert features_of(
        "<p>本报讯 记者</p><p>新华社北京5月3日电 题</p><p>开头有十六个以上的字然后才有一个电字</p>", "dateline"
    ) == [1, 1, 0]
    assert features_of("<p>（责任编辑：王芳）</p><p>COPYRIGHT 2009</p><p>正文</p>", "marker") == [1, 1, 0]
    assert features_of("<p hidden>一</p><div style='display: none'><p>二</p></div><p>三</p>", "hidden") == [1, 1, 0]
    assert features_of("<p>文<a href=1>链链链</a></p>", "link_share") == [0.75]
    assert len(set(MARKERS)) == 22  # as many as the paper has
