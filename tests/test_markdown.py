"""Markdown as a reader shows it: rendered by a CommonMark library, the text and the elements are those of the body."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from lxml import html as lxml_html
from markdown_it import MarkdownIt

from newsbody import extract
from newsbody.markup.formats import to_markdown
from tests.article_pages import article

#: What may be taken for markup.
ODD = (
    "<script>alert(1)</script>", "a <div> b", "<!-- x -->", "&lt;b&gt;", "&copy; 1", "&#60;i>", "2 * 3 * 4", "*bold*",
    "**b** c", "_em_", "snake_case_name", "__init__", "`code`", "[a](http://x.test)", "![a](b)", "[x]: http://y.test",
    "a]b",
    "# five", "1. May", "5) no", "- dash", "+ plus", "> quote", "===", "---", "| a | b |", "~~gone~~", "a \\ b", "\\*",
    "<http://auto.test>", "<a@b.test>", "C:\\new", "a  b", "~~~", "```", ": x", "&amp;", "&", "<", "1 < 2 > 0", "![",
    "](", "*", "_",
)  # fmt: skip
INLINE = ("strong", "em", "code", "a")


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def phrase(draw: random.Random, depth: int = 0) -> Iterator[str]:
    for _ in range(draw.randint(1, 4)):
        blank = " "  # CommonMark cannot say emphasis that touches a word or other emphasis in all cases
        kind = draw.random()
        if kind < 0.35 and depth < 2:
            tag = draw.choice(INLINE[:2] if depth else INLINE)
            inner = (
                escaped(draw.choice(("b", "some words", *ODD))) if tag == "code" else "".join(phrase(draw, depth + 1))
            )
            own = ' href="http://x.test/a_(b)?c=d*e"' if tag == "a" else ""
            yield f"{blank}<{tag}{own}>{draw.choice(('', ' '))}{inner or 'x'}{draw.choice(('', ' '))}</{tag}>{blank}"
        elif kind < 0.6:
            yield f" {escaped(draw.choice(ODD))} "
        else:
            yield draw.choice((" plain words ", "and", " then ", "x, "))


def body(draw: random.Random) -> str:
    parts = []
    for _ in range(draw.randint(1, 4)):
        said = "".join(phrase(draw)).strip() or "x"
        forms = ["<p>{}</p>", "<h2>{}</h2>", "<ul><li>{}</li><li>b</li></ul>", "<p>a<br/>{}</p>"]
        form = draw.choice([*forms, "<blockquote><p>{}</p></blockquote>", ""])
        parts.append(form.replace("{}", said) or f"<pre>{escaped(draw.choice(ODD))}\n  b</pre>")
    return "<p>so</p>".join(parts)  # two lists in a row are one


def shown(html: str) -> tuple[str, list[str]]:
    """The letters and marks of a page in their order, and its elements."""
    root = lxml_html.fragment_fromstring(html, create_parent=True)
    return re.sub(r"\s+", "", root.text_content()), [
        str(element.tag)
        for element in root.iter()
        if element.tag in ("script", "div", "a", "img", "h1", "h2", "ul", "ol", "hr")
    ][1:]


@pytest.mark.parametrize("seed", range(400))
def test_a_reader_shows_the_text_and_the_elements_of_the_body(seed: int) -> None:
    html = body(random.Random(seed))
    rendered = MarkdownIt("commonmark").render(to_markdown(html))
    assert shown(rendered) == shown(html), to_markdown(html)


@pytest.mark.parametrize("odd", ODD)
def test_words_and_blanks_stay_where_they_are(odd: str) -> None:
    html = f"<p>and <strong>{escaped(odd)} </strong>soon<em> or</em> now <code>x</code>, {escaped(odd)}</p>"
    rendered = lxml_html.fragment_fromstring(MarkdownIt("commonmark").render(to_markdown(html)), create_parent=True)
    expected = lxml_html.fragment_fromstring(html, create_parent=True)
    assert rendered.text_content().split() == expected.text_content().split()
    assert [str(element.tag) for element in rendered.iter()] == ["div", "p", "strong", "em", "code"]


def test_what_an_article_says_of_scripts_is_no_script() -> None:
    page, _ = article(1)
    found = extract(page.replace("<p>", "<p>Never write &lt;script&gt;alert(1)&lt;/script&gt; there. ", 1))
    assert "<script>" in found.articleBody
    assert "<script>" not in MarkdownIt("commonmark").render(found.markdown)
