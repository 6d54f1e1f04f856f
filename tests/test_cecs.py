from __future__ import annotations

import pytest

from newsbody.extractors.cecs import Cecs, correlativity
from newsbody.page import Page

BODY = "大桥因发现裂缝于周一关闭。维修将持续到下月底。"


def text_of(html: str) -> str:
    return Cecs().extract(Page.parse(html)).text


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        ("一。二。三。<a href=1>四</a>", 1 / 3),
        ("一。<a href=1>二</a><a href=2>三</a>", 2.0),
        ("没有句号<a href=1>二</a>", 1.0),
        ("没有句号也没有链接", 1.0),
        ("One. Two! Three? <a href=1>four</a>", 1 / 3),
        ("एक। दो। <a href=1>तीन</a>", 1 / 2),
        # a stop only counts alone and before white space; a link's own stop and an empty link never do
        ("Version 3.11 of example.com", 1.0),
        ("Read on... Buy now!! <a href=1>four</a>", 1.0),
        ("一。<a href=1>预告。</a><a href=2><img src=x></a>", 1.0),
    ],
)
def test_correlativity_is_links_for_a_sentence_end(inner: str, expected: float) -> None:
    page = Page.parse(f"<div>{inner}</div>")
    divisions = page.is_tag("div")
    found = correlativity(page, page.innermost(divisions))
    assert found[divisions].tolist() == [pytest.approx(expected)]


def test_a_block_owns_what_no_deeper_div_holds() -> None:
    inner = "<div><a href=1>相关新闻一</a><a href=2>相关新闻二</a></div>"
    assert text_of(f"<div><p>{BODY}</p>{inner}<p>以上。</p></div>") == f"{BODY}\n以上。"


def test_links_outside_win_over_a_few_sentence_ends() -> None:
    advert = "<div>大减价！<a href=1>购买</a><a href=2>更多</a></div>"
    assert text_of(f"{advert}<div>{BODY}</div>") == BODY


@pytest.mark.parametrize("tag", ["section", "article", "main", "header"])
def test_the_sections_of_html5_are_blocks(tag: str) -> None:
    advert = f"<{tag}>大减价！<a href=1>购买</a><a href=2>更多</a></{tag}>"
    assert text_of(f"<div>{advert}<p>{BODY}</p></div>") == BODY


def test_the_cells_of_a_table_that_lays_out_the_page_are_blocks() -> None:
    menu = "<td><ul><li><a href=1>首页</a><li><a href=2>新闻</a><li><a href=3>体育</a></ul></td>"
    assert text_of(f"<div><table><tr>{menu}<td><p>{BODY}</p></td></tr></table></div>") == BODY
    data = "<table><tr><td>长度</td><td>三百米</td></tr></table>"
    assert text_of(f"<div><p>{BODY}</p>{data}</div>").split("\n") == [BODY, "长度", "三百米"]


@pytest.mark.parametrize(
    "tag", ["script", "noscript", "button", "select", "textarea", "form", "nav", "aside", "footer", "figcaption"]
)
def test_tags_of_interaction_are_pruned(tag: str) -> None:
    assert text_of(f"<div>{BODY}<{tag}>登录。</{tag}></div>") == BODY


def test_only_divs_and_tables_are_looked_at() -> None:
    assert text_of(f"<body>散落的文字。<div>{BODY}</div></body>") == BODY


def test_a_form_around_the_whole_page_is_its_frame() -> None:
    assert text_of(f"<form><div>{BODY}</div></form>") == BODY


@pytest.mark.parametrize(
    "html",
    [
        f"<table><tr><td><a href=1>首页</a></td><td>{BODY}</td></tr></table>",
        f"<div><a href=1>首页</a></div><table><tr><td>{BODY}</td></tr></table>",
        f"<p>{BODY}</p>",
    ],
)
def test_without_a_div_the_cell_or_the_page_is_the_block(html: str) -> None:
    assert text_of(html) == BODY


def test_a_page_of_links_has_no_body() -> None:
    body = Cecs().extract(Page.parse("<div><a href=1>一。</a><a href=2>二</a></div>"))
    assert (body.text, body.kind, body.source) == ("", "other", "cecs")
