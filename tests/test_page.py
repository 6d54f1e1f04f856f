from __future__ import annotations

import gc
import time
import weakref
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from parsel import Selector

from newsbody.extractors import EXTRACTORS, get_extractor
from newsbody.page import Page
from newsbody.page.characters import Characters
from newsbody.page.parse import repaired, visible_text, within_limits
from newsbody.page.tags import INVISIBLE_TAGS, PARAGRAPH_BOUNDARIES, TAG_NAMES
from tests.article_pages import article

PIECES = st.sampled_from(
    (
        "<p>|</p>|<div class='a b'>|</div>|<b>|</b>|<a href=x>|</a>|<a>|<li>|<ul id=u>|</ul>|<table>|<tr>|<td>|"
        "</table>|<br>|<img src=i.jpg>|<pre>|</pre>|<h2>|</h2>|<span hidden>|</span>|<i style='display: none'>|</i>|"
        "word|two words|中文。| |\n|\u200b|&nbsp;|&amp;|<!-- c -->|<?pi x?>|<script>if (a < b) x</script>|"
        "<style>p{}</style>|<noscript>n</noscript>|<svg><text>s</text></svg>|<textarea>t</textarea>|"
        "<title>T</title>|<select><option>o|</select>|<body>|</html>|<o:p>|<|>|</|<!|\0"
    ).split("|")
)
MARKUP = st.lists(PIECES, max_size=50).map("".join)


def visible(text: str) -> int:
    return int(Characters(text).visible[-1])


def tokens(element: etree._Element) -> Iterator[tuple[str, etree._Element | None]]:
    """The text of a subtree as a reader's parser would meet it: pieces with their element, None at a boundary."""
    boundary = element.tag in PARAGRAPH_BOUNDARIES
    if boundary:
        yield "", None
    if isinstance(element.tag, str) and element.tag not in INVISIBLE_TAGS:
        yield visible_text(element.text or ""), element
        for child in element:
            yield from tokens(child)
            yield visible_text(child.tail or ""), element
    if boundary:
        yield "", None


def naive_paragraphs(root: etree._Element) -> list[str]:
    paragraphs = [""]
    for text, element in tokens(root):
        if element is None:
            paragraphs.append("")
        paragraphs[-1] += text
    return [" ".join(text.split()) for text in paragraphs if text.strip()]


@given(MARKUP)
def test_paragraphs_are_those_of_a_plain_walk(source: str) -> None:
    page = Page.parse(source)
    assert page.paragraphs == naive_paragraphs(page.root)


@given(MARKUP)
def test_sums_over_subtrees_are_those_of_plain_recursion(source: str) -> None:
    page = Page.parse(source)
    links = page.run_sum(page.run_chars * page.run_is_link)
    for index, element in enumerate(page.elements):
        held = [(text, holder) for text, holder in tokens(element) if holder is not None]
        assert page.characters.visible[page.stop[index]] - page.characters.visible[page.start[index]] == sum(
            visible(text) for text, _ in held
        )
        assert links[index] == sum(
            visible(text) for text, holder in held if any(a.tag == "a" and "href" in a.attrib for a in upward(holder))
        )
        in_subtree = [e for e in element.iter() if isinstance(e.tag, str) and page.index_of(e) is not None]
        assert page.end[index] - index == len(in_subtree)
        assert [page.text[page.start[index] : page.stop[index]].split(), page.tags[index]] == [
            "".join("\n" if holder is None else text for text, holder in tokens(element)).split(),
            element.tag,
        ]
        assert page.subtree_sum(page.is_tag("p", "br"))[index] == sum(e.tag in ("p", "br") for e in in_subtree)
        assert page.is_hidden[index] == any(hides(above) for above in upward(element))


def upward(element: etree._Element | None) -> Iterator[etree._Element]:
    while element is not None:
        yield element
        element = element.getparent()


def hides(element: etree._Element) -> bool:
    return "hidden" in element.attrib or "display: none" in (element.get("style") or "")


@given(MARKUP)
def test_intervals_are_consistent(source: str) -> None:
    page = Page.parse(source)
    n, m, k = len(page.elements), len(page.run_start), len(page)
    for array in (
        page.parent,
        page.end,
        page.depth,
        page.start,
        page.stop,
        page.tag_codes,
        page.is_link,
        page.is_hidden,
    ):
        assert len(array) == n
    assert n == len(page.tags) == len(page.classes)
    assert page.parent[0] == -1
    assert all(0 <= page.parent[i] < i < page.end[i] <= page.end[page.parent[i]] for i in range(1, n))
    assert all(page.depth[i] == page.depth[page.parent[i]] + 1 for i in range(1, n))
    assert np.all(page.start <= page.stop)
    assert all(
        page.start[page.parent[i]] <= page.start[i] and page.stop[i] <= page.stop[page.parent[i]] for i in range(1, n)
    )
    assert np.all(page.run_start < page.run_stop)
    assert np.all(page.run_stop[:-1] <= page.run_start[1:])
    assert not m or page.run_stop[-1] <= len(page.text)
    for run in range(m):
        holder = page.run_element[run]
        assert page.start[holder] <= page.run_start[run]
        assert page.run_stop[run] <= page.stop[holder]
        assert page.text[page.run_start[run] : page.run_stop[run]].strip()
    assert page.paragraph_run[0] == 0
    assert page.paragraph_run[-1] == m
    assert np.all(np.diff(page.paragraph_run) > 0) or not k
    assert len(page.paragraphs) == len(page.after_br) == len(page.paragraph_start) == k
    assert all(page.tags[i] in PARAGRAPH_BOUNDARIES for i in page.paragraph_element if i >= 0)
    assert all(page.index_of(element) == i for i, element in enumerate(page.elements))


@given(MARKUP)
def test_the_tree_is_left_as_it_was(source: str) -> None:
    root = Selector(source or " ", type="html").root
    before = etree.tostring(root)
    page = Page(root)
    _ = page.paragraphs, page.is_link, page.is_hidden, page.run_is_link, page.title, page.path(len(page.elements) - 1)
    assert etree.tostring(root) == before


@given(MARKUP, st.data())
def test_a_part_of_a_tree_is_a_page_without_what_stands_behind_it(source: str, data: st.DataObject) -> None:
    whole = Page.parse(source)
    index = data.draw(st.sampled_from([i for i, tag in enumerate(whole.tags) if tag not in INVISIBLE_TAGS]))
    part = Page(whole.elements[index])
    assert part.elements == whole.elements[index : whole.end[index]]
    assert part.paragraphs == naive_paragraphs(part.root)
    assert (part.end + index).tolist() == whole.end[index : whole.end[index]].tolist()


def test_entities_that_a_parser_left_alone_are_no_elements() -> None:
    source = '<!DOCTYPE a [<!ENTITY e "x">]><a><p>one &e; <b>two</b> &e; three</p>four</a>'
    page = Page(etree.fromstring(source, etree.XMLParser(resolve_entities=False)))
    assert page.tags == ["a", "p", "b"]
    assert page.paragraphs == ["one two three", "four"]
    assert page.parent.tolist() == [-1, 0, 1]


@given(MARKUP)
def test_the_tree_that_a_response_holds_gives_the_same_page(source: str) -> None:
    # Scrapy's selectors strip the text first, and read what nobody sees.
    source = repaired(within_limits(source.strip().encode("utf-8", "replace"))[0]).decode().strip()
    ours, theirs = Page.parse(source), Page(Selector(source or " ", type="html").root)
    assert ours.paragraphs == theirs.paragraphs
    assert ours.tags == theirs.tags or not ours.paragraphs


@given(st.text(max_size=200) | st.binary(max_size=200))
def test_anything_is_a_page(source: str | bytes) -> None:
    page = Page.parse(source)
    assert len(page.paragraphs) == len(page)
    assert page.tags[0]


@given(MARKUP, st.data())
def test_chosen_runs_give_their_text(source: str, data: st.DataObject) -> None:
    page = Page.parse(source)
    count = len(page.run_start)
    runs = np.array(data.draw(st.lists(st.booleans(), min_size=count, max_size=count)), dtype=np.bool_)
    text = page.runs_text(runs)
    expected = "".join(
        page.text[a:b] for a, b, chosen in zip(page.run_start, page.run_stop, runs, strict=True) if chosen
    )
    assert "".join(text.split()) == "".join(expected.split())
    if not page.is_tag("pre").any():  # there lines stay as they are
        assert page.runs_text(np.ones(count, dtype=np.bool_)).split("\n") == (page.paragraphs or [""])


def test_what_stands_between_paragraphs() -> None:
    page = Page.parse("<div>One<br>two<p>three <b>four</b><i>five</i></p>six</div>seven")
    assert page.paragraphs == ["One", "two", "three fourfive", "six", "seven"]
    assert page.after_br.tolist() == [False, True, False, False, False]
    assert [page.tags[i] for i in page.paragraph_element] == ["div", "div", "p", "div", "body"]


def test_names_of_elements() -> None:
    page = Page.parse("<div id=main><p class='lead x'>One</p><p>Two</p></div><title> A \n title </title>")
    index = page.tags.index("p")
    assert page.path(index) == "html > body > div#main > p.lead"
    assert page.classes[index] == "lead x"
    assert page.title == "A title"
    assert Page.parse("<p>x").title == ""
    assert page.index_of(etree.Element("p")) is None


def test_tags_without_a_number_cannot_be_asked_for() -> None:
    page = Page.parse("<p>x<unheard>y</unheard></p>")
    with pytest.raises(KeyError, match="unheard"):
        page.is_tag("unheard")
    assert {TAG_NAMES[code] for code in page.tag_codes} == {"html", "body", "p", ""}


@given(MARKUP, st.data())
def test_innermost_is_the_nearest_upwards(source: str, data: st.DataObject) -> None:
    page = Page.parse(source)
    count = len(page.tags)
    marked = np.array(data.draw(st.lists(st.booleans(), min_size=count, max_size=count)))
    upwards = [[above for above in page.ancestors(index) if marked[above]] for index in range(count)]
    assert page.innermost(marked).tolist() == [(found or [-1])[0] for found in upwards]
    assert page.inside(marked).tolist() == [bool(found) for found in upwards]
    assert page.inside(marked, strictly=True).tolist() == [bool(set(found) - {i}) for i, found in enumerate(upwards)]


@given(MARKUP, st.data())
def test_linked_elements_are_those_in_links(source: str, data: st.DataObject) -> None:
    page = Page.parse(source)
    chosen = np.array(data.draw(st.lists(st.integers(0, len(page.tags) - 1))), dtype=np.int64)
    assert page.linked(chosen).tolist() == page.is_link[chosen].tolist()


def test_innermost_marked_elements() -> None:
    page = Page.parse("<div><p>One<b>two</b></p></div>")
    found = page.innermost(page.is_tag("div", "p"))
    assert [page.tags[i] if i >= 0 else "" for i in found] == ["", "", "div", "p", "p"]


def test_noscript_counts_where_it_is_the_page() -> None:
    long = "<p>The bridge reopens today after two months.</p>" * 10
    assert len(Page.parse(f"<div id=app></div><noscript>{long}</noscript>")) == 10
    assert Page.parse(f"<noscript>Switch on scripts.</noscript>{long}").paragraphs[0].startswith("The bridge")
    assert len(Page.parse("<div></div><noscript>Switch on scripts.</noscript>")) == 0
    assert len(Page.parse("<div></div><noscript><article>Me too.</article></noscript>")) == 1
    assert Page.parse("Shown to all.<noscript><article>Me too.</article></noscript>").paragraphs == ["Shown to all."]
    saved = f"<div id=app></div><noscript>&lt;p&gt;{long.replace('<', '&lt;')}</noscript>"  # as browsers save it
    assert len(Page.parse(saved)) == 0


@pytest.mark.parametrize("tag", ["noframes", "noembed", "iframe"])
def test_markup_that_the_parser_gives_as_it_is_written_is_no_text(tag: str) -> None:
    assert Page.parse(f"<p>One.</p><{tag}><p>Two.</p></{tag}><p>Three.</p>").paragraphs == ["One.", "Three."]


def test_the_declared_encoding_is_handed_on() -> None:
    page = Page.parse("<p>老桥重新通车，市民说好。</p>".encode("gb18030"), "http://a.example/", "gb2312")
    assert page.paragraphs == ["老桥重新通车，市民说好。"]
    assert page.encoding == "gb18030"
    assert page.url == "http://a.example/"


@pytest.mark.parametrize(
    "source", ["", " \n", "\0", "<", "<!-- only -->", "<?xml version='1.0'?>", "<!DOCTYPE html>", "plain", "\ud800"]
)
def test_pages_of_next_to_nothing(source: str) -> None:
    page = Page.parse(source)
    assert len(page.elements) >= 1
    assert len(page.paragraphs) <= 1


@pytest.mark.parametrize(
    "source",
    [
        "<div>" * 50_000 + "x",
        "<b>" * 20_000 + "x",
        "x" * 5_000_000,
        "<p>x" * 100_000,
        "<a href=x>y</a>" * 50_000,
        "<!-- c -->" * 100_000,
        "<td>" * 30_000,
    ],
)
def test_time_grows_with_the_size_of_the_page_only(source: str) -> None:
    begin = time.process_time()
    page = Page.parse(source)
    _ = page.paragraphs, page.is_link, page.is_hidden, page.run_is_link, page.characters.stops
    page.path(len(page.elements) - 1)
    assert time.process_time() - begin < 4


@pytest.mark.parametrize("head", ["<title>Bridge\n", "<TITLE lang=en>Bridge<meta name=x>", "<title>Bridge</title>"])
def test_a_title_that_is_never_closed_ends_with_its_line(head: str) -> None:
    page = Page.parse(f"<html><head>{head}<body><p>One.</p><p>Two.</p></body></html>")
    assert page.title == "Bridge"
    assert page.paragraphs == ["One.", "Two."]


@pytest.mark.parametrize("root", ['<html lang="en" />', "<HTML/>", "<html>"])
def test_a_slash_does_not_end_the_page_with_its_first_tag(root: str) -> None:
    page = Page.parse(f"<!DOCTYPE html>{root}<head><title>Bridge</title></head><body><p>One.</p><br/></body></html>")
    assert page.title == "Bridge"
    assert page.paragraphs == ["One."]


@pytest.mark.parametrize(
    "source",
    [
        "<html><head><title>A</title></head></html></html><body><p>first<p>second</body></html>",
        "<HTML><body><p>first</body></HTML>\n<div>second</div></HTML>",
        "<p>first</html></html><p>second",
    ],
)
def test_a_page_goes_on_behind_its_end(source: str) -> None:
    page = Page.parse(source)
    assert page.paragraphs == ["first", "second"]
    assert [one.tag for one in page.root.iter("html", "body")] == ["html", "body"]


@pytest.mark.parametrize("name", EXTRACTORS)
def test_a_page_that_was_read_leaves_memory_at_once(name: str) -> None:
    page = Page.parse(article(1)[0].replace("<body", "<style>.x{display:none}</style><body"), "https://news.example/1")
    kept = weakref.ref(page)
    gc.disable()  # what stands in a circle stays until it is looked for, which costs more than reading
    try:
        assert get_extractor(name).extract(page).text
        del page
        assert kept() is None
    finally:
        gc.enable()
