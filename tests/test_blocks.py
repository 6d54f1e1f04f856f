from __future__ import annotations

import pytest

from newsbody.extractors.crf.extractor import Block, blocks_of, link_shares
from newsbody.page import Page


def shown(html: str) -> list[tuple[str, str, str]]:
    """Tag, mark and text of every block."""
    page = Page.parse(html)
    found = []
    for block in blocks_of(page):
        text = page.text[page.run_start[block.first] : page.run_stop[block.last - 1]] if block.last else ""
        found.append((block.tag, block.mark, "|".join(text.split())))
    return found


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        # a node without DIV, P, TD below is a leaf
        ("<div>一<b>二</b><ul><li>三</ul></div>", ["一二|三"]),
        # children alike, but no containers: one block; likewise children of several kinds
        ("<div><p>一</p><p>二</p></div>", ["一|二"]),
        ("<div><p>一</p><ul><li>二</ul>三</div>", ["一|二|三"]),
        # large containers are descended into, and parted from each other
        ("<div><div>一</div><div>二</div></div>", ["一", "二"]),
        ("<table><tr><td>一</td><td>二</td></tr><tr><td>三</td></tr></table>", ["一", "二", "三"]),
        # beside a large container: siblings of the flow are merged, others not
        ("<div><p>一</p><p>二</p><ul><li>三</ul><div>四</div><p>五</p></div>", ["一|二|三", "四", "五"]),
        # a link beside a text is merged
        ("<div>一<a href=1>二</a>三<div>四</div></div>", ["一二三", "四"]),
        # a list of links is no part of the text before it
        ("<div><p>一</p><ul><li><a href=1>二</a></ul><div>三</div></div>", ["一", "二", "三"]),
        # a heading is a block of its own
        ("<div><h1>题</h1><p>一</p><p>二</p></div>", ["题", "一|二"]),
        ("<div><div>一</div><h2>题</h2><p>二</p></div>", ["一", "题", "二"]),
        # but what stands between two texts does not part them
        (
            "<div><h1>题</h1><p>一</p><h2>小题</h2><h3>小题</h3><p>二</p><h2>尾</h2></div>",
            ["题", "一|小题|小题|二", "尾"],
        ),
        ("<div><p>一</p><div>二</div><p>三</p></div>", ["一", "二", "三"]),
        # single children stand for their parents, so these are siblings
        ("<div><span><p>一</p></span><p>二</p><div>三</div></div>", ["一|二", "三"]),
        # neighbours of links, wherever they stand
        ("<div><div><a href=1>一</a></div></div><div><a href=2>二</a></div><div>三</div>", ["一|二", "三"]),
        ("", []),
        ("<div></div>", []),
    ],
)
def test_segmentation_and_merging(html: str, expected: list[str]) -> None:
    assert [text for _, _, text in shown(html)] == expected


REST = "其余" * 200


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        # a small container between two texts does not part them, at the end of the text it stays apart
        ("<p>一</p><div>图</div><p>二</p><div>编辑</div>", ["一|图|二", "编辑"]),
        # unless one side is mostly links
        ("<p>一</p><div>图</div><p><a href=1>二</a></p>", ["一", "图", "二"]),
        # a small container is one block, whatever stands in it
        ("<p>一</p><div><div>图</div><p>二</p><h3>三</h3></div>", ["一", "图|二|三"]),
        # but for the heading of a page
        ("<p>一</p><div><h1>题</h1><p>二</p></div>", ["一", "题", "二"]),
        # rows of figures are one block
        ("<table><tr><td>一</td><td>二</td></tr><tr><td>三</td><td>四</td></tr></table>", ["一|二|三|四"]),
    ],
)
def test_small_containers(html: str, expected: list[str]) -> None:
    assert [text for _, _, text in shown(f"<div>{html}<div>{REST}</div></div>")] == [*expected, REST]


def test_the_title_is_the_first_block_and_headings_are_marked() -> None:
    html = "<title>大桥 关闭</title><body><h2><a href=1>大桥</a></h2><div>正文</div></body>"
    assert shown(html) == [("title", "TITLE", ""), ("h2", "H2", "大桥"), ("div", "", "正文")]


def test_the_blocks_are_the_whole_page_in_order() -> None:
    page = Page.parse("<div>一<div>二<p>三</p></div>四<table><tr><td>五</td><td><h3>六</h3>七</td></tr></table></div>")
    blocks = blocks_of(page)
    assert [block.first for block in blocks] == [0, *[block.last for block in blocks[:-1]]]
    assert blocks[-1].last == len(page.run_start)


def test_link_shares() -> None:
    page = Page.parse("<div>一二三<a href=1>四</a></div><div>五</div>")
    assert link_shares(page, [Block("title", 0, 0), *blocks_of(page)]).tolist() == [0.0, 0.25, 0.0]
