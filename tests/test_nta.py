from __future__ import annotations

import pytest

from newsbody.extractors.nta import ANCHOR, IMAGE, NONE, TEXT, Nta, annotate
from newsbody.page import Page

LONG = "大桥因发现裂缝于周一关闭，工程师预计维修将持续到下月底，期间渡轮接送乘客。" * 6
MENU = "<ul>" + "".join(f"<li><a href={n}>栏目{n}</a></li>" for n in range(8)) + "</ul>"


def types_of(html: str) -> dict[str, int]:
    """Type by the id of the element."""
    page = Page.parse(html)
    types = annotate(page).types
    return {element.get("id", ""): int(types[index]) for index, element in enumerate(page.elements)}


def test_nodes_are_typed_by_their_shares_of_the_page() -> None:
    html = (
        f"<div id=menu>{MENU}</div><div id=text><p id=leaf>{LONG}</p><p>{LONG}<a id=a href=1>链</a></p></div>"
        "<div id=pictures><p><img id=img src=x></p></div><div id=empty></div>"
        "<div id=shown><a href=2><img id=banner src=y></a></div>"
    )
    types = types_of(html)
    assert types["menu"] == types["a"] == types["shown"] == types["banner"] == ANCHOR
    assert types["text"] == types["leaf"] == TEXT
    assert types["pictures"] == types["img"] == IMAGE
    assert types["empty"] == NONE


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        ("<p>一</p><p>二</p><p>三</p><p><a href=1>四</a></p>", 3 / 4),
        ("文字<b>粗</b>文字", 1.0),
        ("文字<br>文字", 1.0),
        ("文字<script>x</script><img src=x>", 1 / 2),
    ],
)
def test_cohesion_is_the_share_of_leaves_of_the_own_type(inner: str, expected: float) -> None:
    page = Page.parse(f"<div id=here>{inner}</div><div><a href=9>很长很长的一个链接文字</a>" + "<a href=8>x</a>" * 9)
    nodes = annotate(page)
    here = page.tags.index("div")
    assert (nodes.types[here], nodes.cohesion[here]) == (TEXT, pytest.approx(expected))


def test_coherent_text_is_taken_whole_and_links_are_left_out() -> None:
    html = f"<body>{MENU}<div id=frame><h1>大桥关闭</h1><div>{f'<p>{LONG}</p>' * 4}</div></div>{MENU}</body>"
    assert Nta().extract(Page.parse(html)).text == "\n".join(["大桥关闭", *[LONG] * 4])


def test_an_anchor_stays_beside_text_only() -> None:
    html = (
        f"<body>{MENU}<div><div><p>{LONG}</p>来源：<a href=1>港口报</a></div><div><img src=x></div>"
        "<div><a href=2>上一篇</a><a href=3>下一篇</a></div></div></body>"
    )
    text = Nta().extract(Page.parse(html)).text
    assert text == f"{LONG}\n来源：港口报"


def test_a_list_of_links_beside_text_is_no_part_of_it() -> None:
    related = "<ul><li><a href=1>相关新闻一</a><li><a href=2>相关新闻二</a></ul>"
    html = f"<body>{MENU}<div><p>{LONG}</p>{related}<p>{LONG}</p></div>{MENU}</body>"
    assert Nta().extract(Page.parse(html)).text == f"{LONG}\n{LONG}"


def test_a_paragraph_with_many_links_is_entered() -> None:
    linked = "据<a href=1>港口报</a>、<a href=2>晚报</a>和<a href=3>电台</a>报道。"
    html = f"<body><div><p>{LONG}</p><p id=here>{linked}</p><p>{LONG}</p></div></body>"
    assert types_of(html)["here"] == ANCHOR
    assert Nta().extract(Page.parse(html)).text == f"{LONG}\n据港口报、晚报和电台报道。\n{LONG}"


def test_marks_between_links_are_no_text_beside_them() -> None:
    path = "<a href=1>首页</a> &gt; <a href=2>新闻</a> | <a href=3>本地</a>"
    html = f"<body>{MENU}<div>{path}<p>{LONG}</p></div></body>"
    assert "新闻" not in Nta().extract(Page.parse(html)).text


def test_ignorable_elements_never_come_along() -> None:
    html = f"<div><p>{LONG}<label>字号</label></p><button>打印</button></div>"
    assert Nta().extract(Page.parse(html)).text == LONG


def test_pictures_of_the_body_are_kept_unless_they_are_icons_or_links() -> None:
    pictures = "<img id=photo width=500px><img id=unknown><img id=icon width=16><a href=1><img id=banner></a>"
    page = Page.parse(f"<div><p>{LONG}</p>{pictures}</div>")
    body = Nta().extract(page)
    assert [page.elements[index].get("id") for index in body.images] == ["photo", "unknown"]


def test_a_frame_that_has_all_links_of_the_page_is_still_entered() -> None:
    html = f"<body>{LONG}<div id=frame>{MENU}<div><p>{LONG}{LONG}</p></div></div></body>"
    assert types_of(html)["frame"] == ANCHOR
    assert LONG in Nta().extract(Page.parse(html)).text


def test_a_page_of_links_has_no_body() -> None:
    body = Nta().extract(Page.parse(f"<body>{MENU}</body>"))
    assert (body.text, body.kind, body.source) == ("", "other", "nta")
