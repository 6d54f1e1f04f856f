"""Section, keywords, breadcrumbs, access, comments and author pages: what is stated, in its many forms."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsbody.metadata import read_metadata
from newsbody.page import Page

URL = "http://paper.example/town/bridge.html"


def told(node: Any = None, head: str = "", body: str = "<p>Text.</p>") -> Any:
    script = f'<script type="application/ld+json">{json.dumps(node)}</script>' if node is not None else ""
    return read_metadata(Page.parse(f"<html><head><title>Bridge</title>{head}{script}</head><body>{body}</body>", URL))


def article(**more: Any) -> dict[str, Any]:
    return {"@type": "NewsArticle", "headline": "Bridge", **more}


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("bridge, river ,bridge", ["bridge", "river"]),
        (["bridge", {"@type": "DefinedTerm", "name": "river"}], ["bridge", "river"]),
        ("桥梁，河流、城市", ["桥梁", "河流", "城市"]),
        ("", []),
        (7, []),
        (["x" * 81], []),
        (",".join(map(str, range(100))), list(map(str, range(40)))),
    ],
)
def test_keywords(value: Any, words: list[str]) -> None:
    assert told(article(keywords=value)).keywords == words


def test_keywords_and_section_of_meta() -> None:
    head = '<meta property="article:tag" content="one"><meta property="article:tag" content="two">'
    assert told(head=head + '<meta name="keywords" content="site, words">').keywords == ["one", "two"]
    assert told(head='<meta property="article:section" content="Town">').articleSection == "Town"
    assert told(article(articleSection=["Town", "News"])).articleSection == "Town"


@pytest.mark.parametrize(
    ("value", "free"), [(True, True), (False, False), ("False", False), ("true", True), (None, None), ([], None)]
)
def test_access(value: Any, free: bool | None) -> None:
    assert told(article(isAccessibleForFree=value)).isAccessibleForFree is free


@pytest.mark.parametrize(
    ("more", "count"),
    [
        ({"commentCount": 3}, 3),
        ({"commentCount": "14"}, 14),
        ({"commentCount": True}, None),
        ({"commentCount": "many"}, None),
        ({"commentCount": "9" * 5000}, None),
        (
            {"interactionStatistic": [
                {"interactionType": {"@type": "LikeAction"}, "userInteractionCount": 9},
                {"interactionType": "http://schema.org/CommentAction", "userInteractionCount": 0},
            ]},
            0,
        ),
    ],
)  # fmt: skip
def test_comment_count(more: dict[str, Any], count: int | None) -> None:
    assert told(article(**more)).commentCount == count


def test_breadcrumbs_of_json_ld_come_by_their_position() -> None:
    rows = [
        {"@type": "ListItem", "position": "2", "item": {"@id": "/town/", "name": "Town"}},
        {"@type": "ListItem", "position": 1, "name": "Home", "item": "http://paper.example/"},
        {"@type": "ListItem", "position": 3, "name": "Bridge"},
        "nonsense",
    ]
    expected = [("Home", "http://paper.example/"), ("Town", "http://paper.example/town/"), ("Bridge", None)]
    crumbs = {"@type": "BreadcrumbList", "itemListElement": rows}
    assert told([article(), crumbs]).breadcrumbs == expected
    assert told({"@type": "WebPage", "breadcrumb": crumbs}).breadcrumbs == expected


def test_breadcrumbs_that_are_only_shown() -> None:
    trail = '<div class="crumbs"><a href="/">首页</a> &gt; <a href="/town/">城市</a> &gt; 正文</div>'
    assert told(body=trail).breadcrumbs == [("首页", "http://paper.example/"), ("城市", "http://paper.example/town/")]
    assert told(body='<div class="breadcrumbs">Home</div>').breadcrumbs == []


def test_author_pages_as_stated_and_as_linked() -> None:
    people = [{"@type": "Person", "name": "By Ann Lee", "url": "/people/ann"}, {"@type": "Person", "name": "Bo Hall"}]
    body = '<p>By <a href="/people/bo">Bo Hall</a></p><p><a href="javascript:x">Ann Lee</a></p>'
    found = told(article(author=people), body=body)
    assert found.authors == ["Ann Lee", "Bo Hall"]
    assert found.authorUrls == {
        "Ann Lee": "http://paper.example/people/ann", "Bo Hall": "http://paper.example/people/bo"
    }  # fmt: skip


JSON: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from([None, True, False, -1, 3, 1.5, "", "x", "Ann Lee", "/a", "[", "7", "²", "\ud800", {}, []]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["@type", "@id", "name", "url", "item", "position"]), inner, max_size=4)
    ),
    max_leaves=8,
)
KEYS = ("author", "articleSection", "keywords", "breadcrumb", "isAccessibleForFree", "commentCount",
        "interactionStatistic", "itemListElement")  # fmt: skip


@given(st.dictionaries(st.sampled_from(KEYS), JSON), st.sampled_from(["NewsArticle", "BreadcrumbList"]))
def test_whatever_is_stated_gives_fields_of_their_types(statements: dict[str, Any], kind: str) -> None:
    found = told({"@type": kind, **statements})
    assert set(found.authorUrls) <= set(found.authors)
    texts = [*found.keywords, *(name for name, _ in found.breadcrumbs), *found.authors, found.articleSection or "-"]
    assert all(isinstance(text, str) and text.strip() for text in texts)
    assert found.isAccessibleForFree in (True, False, None)
    assert found.commentCount is None or found.commentCount >= 0


POST = """
<title>Moss in the north | Fern & Moss</title><meta name=author content="Tom Hollis"><meta name=keywords content="plants,blog">
<body><div class=console><p class=author-card>Explore</p><p>Home</p><p>Ferns</p><p>Walks</p><p>Books</p><p>About</p><a href=/tag/ferns/>ferns <sup>4</sup></a><a href=/tag/moss/>moss</a></div>
<main><article><h1>Moss in the north</h1><p>{byline}</p><p>It grows where nothing else does, and slowly.</p>
<p>In <a href="/category/garden/">Garden</a>, <a href="/tag/moss/"># moss <sup>7</sup></a>, <a href="/tag/stone/">stone</a></p></article>
<ol class="comment-list"><li><b class="comment-author">Kim Wood</b> <a href="/author/kim/">Kim Wood</a> Lovely.</li></ol></main>
<footer>© 2019 - 2026 Tom Hollis</footer>"""  # noqa: E501


def test_lists_that_stand_nearest_to_the_headline_are_the_articles() -> None:
    found = read_metadata(Page.parse(POST.format(byline='By <a href="/author/ada/">Ada Moreau</a>')))
    assert (found.keywords, found.articleSection, found.authors) == (["moss", "stone"], "Garden", ["Ada Moreau"])


@pytest.mark.parametrize(
    ("byline", "authors"),
    [
        ('@<a href="/author/ada/">@Ada Moreau</a>', ["Ada Moreau"]),
        ('<span class="post-author"><b>Author:</b> <i>Ada Moreau</i></span>', ["Ada Moreau"]),
        ('<a rel="author" href="/writes">Ada Moreau</a>', ["Ada Moreau"]),
        ('<span class="p-author h-card"><a class="u-url" href="/a">Ada Moreau</a></span>', ["Ada Moreau"]),
        ("Written in May", ["Tom Hollis"]),  # whose site it is, for want of another; never who comments
    ],
)
def test_byline_goes_before_whom_the_site_names_on_every_page(byline: str, authors: list[str]) -> None:
    assert read_metadata(Page.parse(POST.format(byline=byline))).authors == authors


@pytest.mark.parametrize(
    ("links", "keywords", "section"),
    [
        ('<a rel="category tag" href="/?cat=3">Garden</a> <a rel="tag" href="/?tag=moss">moss</a>', ["moss"], "Garden"),
        ('<a rel="tag" class="tag p-category" href="/categories/moss/">moss</a>', ["moss"], None),
        ('<a rel="tag" href="/category/garden/">Garden</a>', [], "Garden"),
        ('<a href="/tag/">All tags</a> <a href="/tags.html">Tags</a>', [], None),
        ('<a href="https://a.example/tags/%E8%8B%94/">苔</a>', ["苔"], None),
        ('<a href="tags/moss">moss</a> <a href="category/garden">Garden</a>', ["moss"], "Garden"),
        ('<b class="md-tags">Tags <i>moss</i> <i>stone</i></b>', ["moss", "stone"], None),
        ('<b class="tags"><i>old</i></b> <a href="/tags/moss">moss</a>', ["moss"], None),
        ('<b class="tags"><i>标签：</i><i>moss</i></b>', ["moss"], None),
        ('<b class="tags"><i>Tagged</i> <a href="/moss">moss</a></b>', ["moss"], None),
        ('<b class="tags"><a href="/tag-moss.html">Moss, green</a></b>', ["Moss, green"], None),
        ('<b class="tags"><a href="/blog/tags/">All</a></b> <b class="stage">old</b>', [], None),
    ],
)
def test_kinds_of_lists(links: str, keywords: list[str], section: str | None) -> None:
    found = read_metadata(Page.parse(f"<title>Moss in the north</title><h1>Moss in the north</h1><p>{links}</p>"))
    assert (found.keywords, found.articleSection) == (keywords, section)


def test_statements_say_keywords_as_written_where_they_are_the_lists() -> None:
    links = '<a href="/tag/moss/">Moss</a> <a href="/tag/stone/">Stone</a>'
    head = '<meta name="keywords" content="moss,stone,north">'
    found = read_metadata(Page.parse(f"{head}<title>Moss in the north</title><h1>Moss in the north</h1><p>{links}</p>"))
    assert found.keywords == ["moss", "stone", "north"]
