"""Formulas and readings in a line, and links to what frames and films show."""

from __future__ import annotations

import pytest

from newsbody import extract
from newsbody.page import Page

LINE = "Nobody in the lower town had been asked, and so the council met again on Monday evening, as before. " * 3
SUM = "<msubsup><mo>∑</mo><mi>i</mi><mi>n</mi></msubsup>"


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<math><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math>", "E=mc^2"),
        ("<math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac></math>", "(a+b)/2"),
        (f"<math>{SUM}<msqrt><mi>x</mi><mi>y</mi></msqrt></math>", "∑_i^n√(xy)"),
        ("<math alttext='a_{1}'><mi>a</mi></math>", "a_{1}"),
        ("<math><mi>a</mi><annotation encoding='application/x-tex'>a + b</annotation></math>", "a + b"),
        ("<span><math><mi>x</mi></math></span><span aria-hidden='true'>x</span>", "x"),
        ("<math></math>", ""),
        ("<math>" + "<mrow>" * 90 + "<mi>x</mi>" + "</mrow>" * 90 + "</math>", ""),
        ("<ruby>漢<rt>kan</rt>字<rt>ji</rt></ruby>", "漢(kan)字(ji)"),
        ("<ruby>漢<rp>[</rp><rt>kan</rt><rp>]</rp></ruby>", "漢[kan]"),
        ("<ruby>漢<rt></rt></ruby>", "漢"),
    ],
)
def test_a_line_is_read_whole(markup: str, text: str) -> None:
    page = Page.parse(f"<p>Before {markup} behind</p><p>Next.</p>")
    assert "".join(page.text.splitlines()[0].split()) == f"Before{text}behind".replace(" ", "")


def test_frames_and_films_amid_the_text_are_links() -> None:
    frames = (
        '<iframe src="https://films.example/embed/1" title="The bridge"></iframe>',
        '<video controls><source src="/b.mp4"></video>',
        '<iframe src="javascript:alert(1)"></iframe>',
    )
    aside = '<aside><iframe src="https://ads.example/"></iframe><p>Advert of a shop.</p></aside>'
    body = f"<p>{LINE}</p>".join(["", *frames, ""])
    html = f"<body><nav>{aside}</nav><article><h1>Bridge</h1>{body}</article></body>"
    article = extract(html, "http://news.example.com/1")
    assert '<a href="https://films.example/embed/1">The bridge</a>' in article.html
    assert '<a href="http://news.example.com/b.mp4">http://news.example.com/b.mp4</a>' in article.html
    assert article.html.count("<a ") == 2
    assert "[The bridge](https://films.example/embed/1)" in article.markdown
    assert "<a " not in extract(html, "http://news.example.com/1", links=False).html
