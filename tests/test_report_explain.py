"""``newsbody extract --explain``, and what the pictures of pages are made of."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from newsbody.cli import main
from newsbody.page import Page
from newsbody.report.report_server import explain_lines
from newsbody.report.snapshot import harmless_style, snapshot
from tests.e2e.pages import JUNK, article_page, headline, paragraphs

#: Pieces of markup that make any page when they are put side by side.
PIECES = [
    *("<p>One", "</p>", "<div class=a>", "</div>", "text &amp; more", "<br>", "<!-- note -->", "<script>1</script>"),
    *("<b>bold", "</b>", "<table><tr><td>cell", "<title>t</title>", "<x-y>custom</x-y>", "tail", "<?pi?>", "  \n "),
    *("<svg><text>drawn</text></svg>", "<select><option>a<option>b</select>", "<iframe>no</iframe>", "<img alt=pic>"),
    *("<textarea>no</textarea>", "<body class=b>", "<details><summary>s</details>"),
    "<noscript>for readers without " + "scripts " * 60 + "</noscript>",
]


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text(article_page(1), encoding="utf-8")
    return path


def test_lines_say_what_is_taken_and_why(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", str(page), "--explain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("article, ")
    assert headline(1) in lines[0]
    taken = [line for line in lines if line.startswith("+ ")]
    assert len(taken) >= len(paragraphs(1))
    assert paragraphs(1)[0][:40] in taken[0]
    assert any(word in lines[lines.index(taken[0]) + 1] for word in ("text", "names", "node", "neighbours"))


def test_picture(page: Path, tmp_path: Path) -> None:
    assert main(["extract", str(page), "--explain", "-o", str(tmp_path / "why.html")]) == 0
    assert (tmp_path / "why.html").read_text("utf-8").startswith("<!DOCTYPE html>")


def test_only_articles_are_explained(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", str(page), "--explain", "--kind", "thread"]) == 2
    assert "leave out --kind" in capsys.readouterr().err


def test_nothing_speaks_to_the_terminal() -> None:
    source = article_page(1).replace(JUNK, "\x1b]0;title\x07" + JUNK).replace("<title>", "<title>\x9b31m")
    lines = list(explain_lines(Page.parse(source)))
    assert not any(letter in line for line in lines for letter in "\x1b\x07\x9b")
    assert list(explain_lines(Page.parse(source), colour=True))[1].startswith("\x1b[3")
    assert all(len(line) <= 60 for line in explain_lines(Page.parse(source), columns=60) if line[0] in "+-?")


def test_a_page_without_text() -> None:
    assert list(explain_lines(Page.parse(""))) == ["other, 0.00"]


@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_every_run_is_marked_in_its_place(pieces: list[str]) -> None:
    page = Page.parse("".join(pieces))
    written = snapshot(page, ["b"] * len(page.run_paragraph), {})
    spans = html.fromstring(f"<main>{written}</main>").iter("span")
    found = [(int(span.get("p", "-1")), span.text or "") for span in spans if span.get("m")]
    runs = zip(page.run_paragraph.tolist(), page.run_start.tolist(), page.run_stop.tolist(), strict=True)
    assert [(number, text.split()) for number, text in found] == [
        (number, page.text[start:stop].split()) for number, start, stop in runs
    ]


@pytest.mark.parametrize(
    ("sheet", "kept"),
    [
        (".a{color:red}", ".a{color:red}"),
        (".a{color:red;background:url(x.png)}", ".a{color:red}"),
        ("@import 'x.css';.a{color:red}", ".a{color:red}"),
        ("@media print{.a{color:red}}.b{top:0}", ".b{top:0}"),
        ("}}.a{color:red}{}.b{", ".a{color:red}"),
        (".a{background:u\\72l(x)}", ""),
        (".a{position:fixed;top:0}", ".a{top:0}"),
        ("/* url( */.a{/*x*/color:red}", ".a{color:red}"),
        (".a</style><script>{color:red}", ""),
        (".a{--x:image-set('x' 1x);width:1px}", ".a{width:1px}"),
    ],
)
def test_of_style_sheets_what_is_harmless(sheet: str, kept: str) -> None:
    assert harmless_style(sheet) == kept


def test_looks_are_kept_and_nothing_that_acts() -> None:
    source = (
        '<body bgcolor=white onload=x()><p class="a" style="color:red;background:url(x)" onclick=x()>Text '
        '<a href="http://a.example/">link</a><img src="http://a.example/p.png" width=50 height=9999 alt="A picture">'
        "<input value=secret><my-box id=one>own</my-box></p>"
    )
    written = unescape(snapshot(Page.parse(source), [""] * 4, {}))
    assert written == (
        '<body bgcolor="white"><p class="a" style="color:red">Text <a>link</a>'
        '<i b style="width:50px;height:400px">A picture</i><i b></i><span t="my-box" id="one">own</span></p>'
    )
