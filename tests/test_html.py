from __future__ import annotations

import re
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from newsbody.markup.html import body_html, body_images
from newsbody.page import Page
from newsbody.page.body import Body, empty

LONG = "A paragraph of the body that is long enough to outweigh what stands beside it. " * 9
URL = "http://paper.example/a/b.html"


def body(source: str, *leave_out: str, url: str | None = URL) -> Body:
    """The body that has all paragraphs but those with one of these words."""
    page = Page.parse(source, url)
    chosen = np.array([not any(word in text for word in leave_out) for text in page.paragraphs], dtype=np.bool_)
    return Body.of_paragraphs(page, chosen)


def html(source: str, *leave_out: str) -> str:
    return body_html(body(source, *leave_out)).replace("\n", "")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<div><p class='x' onclick='y()'>One.</p><p>Two.</p></div>", "<p>One.</p><p>Two.</p>"),
        ("<div>One.<br>Two.<div>Three.</div></div>", "<p>One.</p><p>Two.</p><p>Three.</p>"),
        ("<div><p>One.<br>Two.</p><p>x</p></div>", "<p>One.<br/>Two.</p><p>x</p>"),
        ("<div><h2>Head</h2><p>A <b>bold</b> and <i>slanted</i> word</p></div>",
         "<h2>Head</h2><p>A <strong>bold</strong> and <em>slanted</em> word</p>"),
        ("<div><a href=/c><p>One.</p><p>Two.</p></a><p>x</p></div>",
         '<p><a href="http://paper.example/c">One.</a></p><p><a href="http://paper.example/c">Two.</a></p><p>x</p>'),
        ("<div><p>x</p><ul><li>One</li><li>Two<ol><li>Three</li></ol></li></ul></div>",
         "<p>x</p><ul><li>One</li><li>Two<ol><li>Three</li></ol></li></ul>"),
        ("<ul><li>One</li><li>Two</li></ul>", "<ul><li>One</li><li>Two</li></ul>"),
        ("<div><blockquote>One.<br>Two.</blockquote><p>x</p></div>",
         "<blockquote><p>One.</p><p>Two.</p></blockquote><p>x</p>"),
        ("<div><p>x</p><pre>  a\n  b<br>c</pre></div>", "<p>x</p><pre>  a  b\nc</pre>"),
        ("<p>see <a href='c.html#d' class='e'>this</a> and <a href='javascript:f()'>that</a></p>",
         '<p>see <a href="http://paper.example/a/c.html#d">this</a> and that</p>'),
        ("<p>1 &lt; 2 &amp; 3<script>x()</script><style>y</style></p>", "<p>1 &lt; 2 &amp; 3</p>"),
        ("<div><span>One</span> <font>two</font></div>", "<p>One two</p>"),
        ("", ""),
    ],
)  # fmt: skip
def test_structure_is_kept_and_nothing_else(source: str, expected: str) -> None:
    assert html(source) == expected.replace("\n", "")


def test_what_is_not_of_the_body_is_left_out() -> None:
    source = """<div><p>One.</p><div><p>Advert</p></div><p>Two <a href="/x">three</a>.</p>
        <ul><li>Advert</li><li>Advert</li></ul></div><p>Advert</p>"""
    expected = '<p>One.</p><p>Two <a href="http://paper.example/x">three</a>.</p>'
    assert html(source, "Advert") == expected


def test_a_body_of_some_runs_only() -> None:
    page = Page.parse("<p>One <b>two</b> three</p>")
    runs = np.array([True, False, True])
    assert body_html(Body(page, runs)) == "<p>One three</p>"


def test_tables_of_data_stay_tables_and_tables_of_layout_do_not() -> None:
    data = "<div><p>x</p><table><tr><td></td><td>1</td></tr><tr><th colspan=2>2</th></tr></table></div>"
    assert html(data) == '<p>x</p><table><tr><td></td><td>1</td></tr><tr><th colspan="2">2</th></tr></table>'
    layout = "<div><table><tr><td>Menu</td><td><p>One.</p><p>Two.</p></td></tr></table><p>x</p></div>"
    assert html(layout, "Menu") == "<p>One.</p><p>Two.</p><p>x</p>"


def test_images_stand_where_they_stood() -> None:
    source = f"""<div><img src="/lead.jpg" alt=" A  bridge "><p>{LONG}</p>
        <figure><img data-src="late.webp" src="data:image/gif;base64,R0"><figcaption>Caption</figcaption></figure>
        <p>Two long paragraph of the body.<img src="inline.png"></p><img src="dot.gif" width=1 height="1px">
        <div>Related: {"more text than a caption has, " * 12}<img src="related.jpg"></div></div>"""
    found = body(source, "Caption", "Related")
    assert body_html(found).replace("\n", "") == (
        '<figure><img src="http://paper.example/lead.jpg" alt="A bridge"/></figure>'
        f"<p>{LONG.strip()}</p>"
        '<figure><img src="http://paper.example/a/late.webp"/></figure>'
        '<p>Two long paragraph of the body.<img src="http://paper.example/a/inline.png"/></p>'
    )
    assert body_images(found) == [
        "http://paper.example/lead.jpg",
        "http://paper.example/a/late.webp",
        "http://paper.example/a/inline.png",
    ]


@pytest.mark.parametrize(
    ("attributes", "address"),
    [
        ("src='a.jpg'", "http://paper.example/a/a.jpg"),
        ("src='grey.gif' data-original='b.jpg?w=1'", "http://paper.example/a/b.jpg?w=1"),
        ("src='grey.gif' file='b.jpg'", "http://paper.example/a/b.jpg"),
        ("src='data:image/png;base64,AA' srcset='s.jpg 1x, l.jpg 2x'", "http://paper.example/a/l.jpg"),
        ("src='a.jpg' data-url='/an/article'", "http://paper.example/a/a.jpg"),
        ("src='//cdn.example/a.jpg'", "http://cdn.example/a.jpg"),
        ("alt='none'", None),
        ("src='http://[broken'", None),
    ],
)
def test_images_that_are_loaded_late(attributes: str, address: str | None) -> None:
    assert body_images(body(f"<div><p>One.</p><img {attributes}><p>Two.</p></div>")) == ([address] if address else [])


@pytest.mark.parametrize(
    ("address", "is_face"),
    [
        ("/static/smiley/round/02.gif", True),
        ("images/Smilies/wink.gif", True),
        ("/wp-emoticons_big/1.png", True),
        ("/a/smiley-festival.jpg", False),
        ("/smileyville/town.jpg", False),
        ("/remote/1.jpg", False),
    ],
)
def test_faces_are_no_images(address: str, is_face: bool) -> None:
    found = body_images(body(f'<div><p>One.</p><img src="{address}"><p>Two.</p></div>'))
    assert len(found) == (not is_face)


def test_the_extractor_may_name_the_images() -> None:
    page = Page.parse("<div><img src=a.jpg><p>One.</p></div><img src=b.jpg>", URL)
    named = tuple(np.flatnonzero(page.is_tag("img"))[1:].tolist())
    found = Body(page, np.ones(1, dtype=np.bool_), images=named)
    assert body_images(found) == ["http://paper.example/a/b.jpg"]
    assert 'src="http://paper.example/a/b.jpg"' in body_html(found)


def test_an_empty_body_has_no_html_and_no_images() -> None:
    page = Page.parse("<p>One.</p><img src=a.jpg>", URL)
    assert body_html(empty(page)) == ""
    assert body_images(empty(page)) == []


PIECES = st.sampled_from(
    (
        "<p>|</p>|<div>|</div>|<b>|</b>|<a href=x>|</a>|<li>|<ul>|</ul>|<table>|<tr>|<td>|</table>|<br>|"
        "<img src=i.jpg>|<pre>|</pre>|<blockquote>|<h2>|</h2>|<span hidden>|word|中文。| |\n|\x0b|&amp;|&#1;|"
        "<!-- c -->|<script>s</script>|<dl><dd>|<tr><td>"
    ).split("|")
)


@given(st.lists(PIECES, max_size=40), st.randoms(use_true_random=False))
def test_any_body_gives_well_formed_html_with_its_text(pieces: list[str], random: object) -> None:
    page = Page.parse("".join(pieces), URL)
    runs = np.array([random.random() < 0.7 for _ in page.run_start], dtype=np.bool_)  # type: ignore[attr-defined]
    found = Body(page, runs)
    before = etree.tostring(page.root)
    tree = etree.fromstring(f"<div>{body_html(found)}</div>")
    assert {element.tag for element in tree.iter()}.isdisjoint(("script", "style", "span"))
    assert {str(name) for element in tree.iter() for name in element.attrib} <= {
        "href",
        "src",
        "alt",
        "colspan",
        "rowspan",
    }
    assert _letters("".join(map(str, tree.itertext()))) == _letters(found.text)
    assert etree.tostring(page.root) == before


def _letters(text: str) -> str:
    return re.sub(r"[\s\x00-\x1f]", "", text)


@pytest.mark.parametrize(
    "source",
    [
        "<div>" * 5000 + "x",
        "<blockquote><b>" * 3000 + "x<p>y",
        "<p>" + "word <b>x</b>" * 20_000,
        "<p>" + "word <u>x</u>" * 20_000,
        "<table><tr>" + "<td>x" * 20_000,
        "<img src=a.jpg>" * 20_000 + "<p>x",
    ],
)
def test_time_does_not_grow_with_the_square_of_the_page(source: str) -> None:
    found = body(source)
    begin = time.process_time()
    body_html(found)
    body_images(found)
    assert time.process_time() - begin < 2
