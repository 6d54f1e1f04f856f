"""How much of a page is read, and what is never read of it."""

from __future__ import annotations

import pickle
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from newsbody.page import Page
from newsbody.page.parse import MAX_ATTRIBUTES, MAX_TAGS, unseen_pieces, visible_text, within_limits
from tests.article_pages import article

FILLER = (b"<p>" + b"A sentence. " * 10 + b"</p>") * 2_000


def test_what_is_beyond_the_bytes_is_not_read() -> None:
    html, _ = article(1)
    page = Page.parse(html.encode(), max_bytes=1000)
    assert page.unread == len(html.encode()) - 1000
    assert Page.parse(html, max_bytes=1000).text == page.text
    assert Page.parse(html).unread == 0


def test_a_page_is_not_cut_within_a_character() -> None:
    page = Page.parse("<p>" + "字" * 1000, max_bytes=1001)
    assert page.text == "字" * 332
    assert page.unread == 2002


def test_what_is_beyond_the_tags_is_not_read() -> None:
    page = Page.parse(b"<p>a" * (MAX_TAGS + 7))
    assert len(page) == MAX_TAGS
    assert page.unread == 7 * len(b"<p>a")
    assert pickle.loads(pickle.dumps(page)).unread == page.unread


@pytest.mark.parametrize("wasted", ["</p>", "<!-- x -->", "a < b "])
def test_only_start_tags_count(wasted: str) -> None:
    assert Page.parse(wasted * (MAX_TAGS + 1) + "<p>End.").text.endswith("End.")


@pytest.mark.parametrize(
    "attribute",
    [
        *(" a#", ' a#="x"', " a#='>'", ' a#=">"', " a#=x", "/a#=x", ' a#="\'"', " a#='\"<p>'", '\n"#'),
        *(" a# = '>'", ' a#=="', f' a#="{"x" * 200}>"'),
    ],
)
@pytest.mark.parametrize(
    "before",
    ["", '<!-- <b x=" -->', "<script>'<b x=\"</script>", '<!x <b y=">', "<p title='it is \"'>", '<i a=b" c>', "don't "],
)
def test_an_element_has_so_many_attributes(attribute: str, before: str) -> None:
    many = "".join(attribute.replace("#", str(number)) for number in range(10_000))
    started = time.process_time()
    page = Page.parse(FILLER + f"{before}<div{many}>Inside.</div><p class=last>End.".encode())
    assert time.process_time() - started < 2
    assert max(len(element.attrib) for element in page.elements) <= MAX_ATTRIBUTES
    assert "End." in page.text


def test_ordinary_attributes_are_left_as_they_are() -> None:
    odd = b'<p data-json=\'{"a": [1, 2, ">"]}\' onclick="if (a < b) { c(\'x\') }" title="' + b"word " * 5000 + b'">It.'
    source = FILLER + odd + b"<script>for (i = 0; i<n; i++) { " + b"word " * 5000 + b"}</script><p>End."
    assert within_limits(source) == (source, 0)


@pytest.mark.parametrize(
    "written",
    [
        *("\x01", "\x1b", "\x7f", "\x9d", "&#1;", "&#x1b;", "&#0;", "&#027;", "&#X7F;"),
        *("\u00ad", "\u200b", "\u2060", "\ufeff", "\u202e", "\U000e0041\U000e007f", "\u200d", "\u200c"),
        *("&shy;", "&#8203;", "&#x200B;", "&#xfeff;", "&#917569;", "&#xE0041;", "&ZeroWidthSpace;", "&#8238;"),
    ],
)
def test_characters_that_nobody_sees_are_not_read(written: str) -> None:
    page = Page.parse(f"<meta name=x content='har{written}bour'><p>har{written}bour 大{written}桥 мо{written}ст")
    assert page.paragraphs == ["harbour 大桥 мост"]
    assert page.metas["x"] == ["harbour"]


@pytest.mark.parametrize(
    "source",
    [
        "<p>It\x92s \x93fine\x94 \x96 \x80 5".encode(),
        b"<p>It&#146;s &#x93;fine&#148; &#150; &#128; 5",
        b"<meta charset=iso-8859-1><p>It\x92s \x93fine\x94 \x96 \x80 5",
    ],
    ids=["converted", "references", "latin 1"],
)
def test_controls_are_the_quotes_of_windows(source: bytes) -> None:
    assert Page.parse(source).text == "It\u2019s \u201cfine\u201d \u2013 \u20ac 5"


@pytest.mark.parametrize(
    "written",
    [
        "می\u200cخواهم",  # Persian
        "क्\u200dष",  # Hindi
        "👩\u200d🚀",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "a\u200eb",
        "caf\u00e9 1\u00a0000",
    ],
)
def test_what_joins_letters_and_emoji_is_read(written: str) -> None:
    assert Page.parse(f"<p>{written}").text == written


def test_soft_hyphens_of_a_long_page_are_not_read() -> None:
    words = " ".join(["Donau\xaddampf\xadschiff\u200b"] * 5_000)
    assert Page.parse(f"<p>{words}").text == words.replace("\xad", "").replace("\u200b", "")


@given(st.binary(max_size=300))
def test_anything_is_within_limits_afterwards(source: bytes) -> None:
    kept, unread = within_limits(source.decode("utf-8", "replace").encode())
    assert unread == 0
    root = etree.fromstring(kept, etree.HTMLParser(encoding="utf-8")) if kept.strip() else None
    assert root is None or root.tag


@pytest.mark.parametrize("written", ["{}", "&#{code};", "&#0{code}", "&#x{code:x};", "&#X00{code:X};"])
@pytest.mark.parametrize("plane", [0, 1, 2, 15, 16])
@pytest.mark.parametrize("last", ["fffe", "ffff"])
def test_what_is_no_character_stands_in_no_text(written: str, plane: int, last: str) -> None:
    code = (plane << 16) + int(last, 16)
    page = f"<title>a{chr(code)}b</title><p>before{written.format(chr(code), code=code)} after ￥ ῾ 𝟿 🏿</p>"
    found = Page.parse(page)
    assert (found.title, found.text) == ("ab", "before after ￥ ῾ 𝟿 🏿")
    assert visible_text(f"a{chr(code)}b") == "ab"


@given(st.lists(st.text(min_size=1, max_size=9), max_size=5))
def test_pieces_that_may_have_nothing_unseen_have_nothing(pieces: list[str]) -> None:
    found = unseen_pieces(pieces)
    assert [piece for number, piece in enumerate(pieces) if number not in found and visible_text(piece) != piece] == []
