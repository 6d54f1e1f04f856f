"""What a rule finds on an excerpt of a page is what it finds on the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree

from newsbody.page import Page
from newsbody.page.excerpt import Outline
from newsbody.page.parse import parse
from newsbody.rules.articles.match import find_article
from newsbody.rules.articles.text import article_text
from newsbody.rules.rule import Rule
from newsbody.rules.selector import Selector
from tests.e2e.pages import article_page

BODY = "<p>" + "A sentence of the story, which is a long one. " * 9 + "</p>"
#: Elements that may stand anywhere; x marks those that rules name.
_TAGS = ("div", "p", "span", "a", "ul", "li", "section", "script", "svg", "noscript", "title", "style", "br", "b")
_CLASSES = ("", "x", "x y", "x1 z", "other")
_TEXTS = ("", " ", "word", "A sentence that is long enough to be one of a body. ", "一个句子。" * 8)
_SELECTORS = ("div.x", "section.x", "span.x", "div.x*", "div[class=x]", "div > p.x", "p", "*.z", "div[id^=ab]", "a.x")


def _nested(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.builds(
        lambda tag, name, ident, text, inner, tail: (
            f'<{tag} class="{name}" id="{ident}" style="{"display:none" if ident == "no" else ""}">'
            f"{text}{''.join(inner)}</{tag}>{tail}"
        ),
        st.sampled_from(_TAGS),
        st.sampled_from(_CLASSES),
        st.sampled_from(("", "abc", "no")),
        st.sampled_from((*_TEXTS, BODY)),
        st.lists(children, max_size=4),
        st.sampled_from(_TEXTS),
    )


HTML = st.recursive(st.sampled_from((*_TEXTS, "<!-- -->", "<div class=x>" + BODY + "</div>")), _nested, max_leaves=25)


@given(st.lists(HTML, max_size=5), st.lists(st.sampled_from(_SELECTORS), min_size=1, max_size=2), st.booleans())
@example(parts=[f"<div class=x>{BODY}<b class=sr-only>Elsewhere</b></div>"], selectors=["div.x"], strange=False)
def test_a_rule_finds_on_an_excerpt_what_it_finds_on_the_page(
    parts: list[str], selectors: list[str], strange: bool
) -> None:
    row = {"kind": "article", "body": selectors, "leave_out": ["p.y"], "furniture": ["word"]}
    known = {"seen": ["p.x"], "shown_once": ["div.other", "span.x"], "before": ["div.other"]}
    rule = Rule.from_dict(row | (known if strange else {}))
    root = parse(f"<html><head><title>word</title></head><body>{''.join(parts)}</body></html>".encode())[0]
    before = etree.tostring(root)
    whole, part = find_article(rule, Page(root)), article_text(rule, Outline(root), lambda: Page(root))
    assert (whole and (whole[0].text, whole[1], whole[0].hidden)) == (part and (*part, 0))
    assert etree.tostring(root) == before


@given(st.lists(HTML, max_size=5), st.sampled_from(_SELECTORS))
def test_a_selector_finds_in_a_tree_what_it_selects_on_the_page(parts: list[str], text: str) -> None:
    page = Page.parse(f"<body>{''.join(parts)}</body>")
    selector = Selector.parse(text)
    visible = [element for element in selector.find(page.root) if page.index_of(element) is not None]
    assert visible == [page.elements[index] for index in selector.select(page)]


@pytest.mark.parametrize("text", ["div[id^=post_]", "*.post-*", "div.post[id^=post_]"])
def test_only_what_may_be_named_is_looked_at(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    holds_for, asked = Selector.holds_for, list[etree._Element]()

    def noted(self: Selector, element: etree._Element) -> bool:
        asked.append(element)
        return holds_for(self, element)

    monkeypatch.setattr(Selector, "holds_for", noted)
    post = "<div id=post_1 class='post post-1'></div>"
    root = parse(f"<body>{post}{'<div id=other class=other><div></div></div>' * 9}</body>".encode())[0]
    assert len(Selector.parse(text).find(root)) == len(asked) == 1


def test_a_tree_is_gone_through_once_for_all_that_is_known_by_its_tag(monkeypatch: pytest.MonkeyPatch) -> None:
    html = f"<title>Story</title><style>p {{}}</style><script>no words</script><div class=x>{BODY}</div>"
    outline, asked = Outline(parse(html.encode())[0]), list[tuple[str, ...]]()
    monkeypatch.setattr(outline, "root", _Counted(outline.root, asked))
    assert (outline.title, len(outline.styles), outline.links) == ("Story", 1, [])
    assert not outline.may_be_noscript
    assert len(asked) == 1


class _Counted:
    """A root that notes how often somebody goes through it."""

    def __init__(self, root: etree._Element, asked: list[tuple[str, ...]]) -> None:
        self._root, self._asked = root, asked

    def iter(self, *tags: str) -> Iterator[etree._Element]:
        self._asked.append(tags)
        return self._root.iter(*tags)


def test_blocks_without_a_sentence_are_not_looked_at() -> None:
    links = "<ul>" + "<li><a href=/a>Another story</a></li>" * 50 + "</ul>"
    root = parse(f"<body>{links}<div>Read this.</div><div class=x>{BODY}</div>{links}</body>".encode())[0]
    found = Outline(root).excerpt(Selector.parse("div.x").find(root), least=10)
    assert found is not None
    assert not {"li", "a"} & set(found.tags)
    assert "Read this." in "".join(found.pieces)


@pytest.mark.parametrize(
    "html",
    [
        f"<p>in front <span class=x>{'words and words. ' * 20}</span> behind</p>",  # a paragraph goes on outside
        f"<noscript>{BODY}</noscript><div class=x>{BODY}</div>",  # which counts depends on the whole page
    ],
)
def test_where_only_the_whole_page_tells_there_is_no_excerpt(html: str) -> None:
    root = parse(html.encode())[0]
    assert Outline(root).excerpt(Selector.parse("*.x").find(root), least=40) is None


def test_the_deepest_page_has_an_excerpt() -> None:
    root = parse(f"{'<div>' * 1500}<section class=x>{BODY}</section>".encode())[0]
    found = Outline(root).excerpt(root.iter("section"), least=40)
    assert found is not None
    assert found.text(0).startswith("A sentence")


def test_the_size_of_a_page_is_that_of_its_words() -> None:
    assert Outline(parse(b"<p>two words</p><script>no words</script><style>a {}</style><b> x</b>")[0]).text_size() == 9
    assert Outline(parse("<p>\u4e24\u5b57\t\u00e9\n</p><script>\u4e0d</script>\U0001f680".encode())[0]).text_size() == 4
    assert Outline(parse(article_page(1).encode())[0]).text_size() > 3000
