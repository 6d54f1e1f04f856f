"""Bodies that stand in a page's data alone, as frameworks and editors write them."""

from __future__ import annotations

import json
from html import escape
from typing import Any

import pytest

from newsbody import extract
from newsbody.page import Page
from newsbody.page.script_data import script_values, unflattened

TITLE = "The ferry to Holm runs again after ninety-five days"
LINES = [
    "On Monday morning the Sigrun left the pier at Holm with forty people and two vans on board, as if nothing had been.",
    "For ninety-five days the island had been reached by a fishing boat only, & nobody knew when the shaft would come.",
    "“We counted every crate of milk,” said Ada Moreau, who runs the only shop between the church and the lighthouse.",
    "The company says that it will keep a second shaft in its shed from now on. The council wants to see it before June.",
]
CHINESE = [
    "码头上的人比平时多了一倍，大家都想看看停航九十五天的渡轮第一次靠岸时是什么样子。",
    "公司说，以后仓库里会一直备着第二根传动轴，岛上的议会要求在六月以前亲眼看到它。",
]
HTML = "".join(f"<p>{escape(line)}</p>" for line in LINES)
OTHERS = [
    {
        "title": f"Another story of the week, number {n}",
        "slug": f"/n/{n}",
        "content": "<p>Of something else altogether. </p>" * 40,
    }
    for n in range(6)
]
POST = {"headline": TITLE, "author": {"name": "Ada Moreau"}, "publishedAt": "2026-03-02T08:30:00Z"}


def shell(script: str, title: str = TITLE, body: str = "<div id=app></div>", head: str = "") -> str:
    return (
        f"<!doctype html><html lang=en><head><title>{title} - Holm Post</title>{head}</head>"
        f"<body>{body}{script}<script src=/app.js></script></body></html>"
    )


def next_data(value: Any) -> str:
    data = {"props": {"pageProps": value}, "page": "/[slug]", "buildId": "x1"}
    return shell(
        f'<script id="__NEXT_DATA__" type="application/json">{json.dumps(data).replace("</", "<" + chr(92) + "/")}</script>'
    )


def flattened(value: Any) -> list[Any]:
    rows: list[Any] = []

    def add(one: Any) -> int:
        number = len(rows)
        rows.append(None)
        if isinstance(one, dict):
            rows[number] = {name: add(inner) for name, inner in one.items()}
        elif isinstance(one, list):
            rows[number] = [add(inner) for inner in one]
        else:
            rows[number] = one
        return number

    add(value)
    return rows


def flight(post: Any, text: str) -> list[str]:
    """What a Next application is sent: long texts stand before the rows that name them, with nothing behind them."""
    return [
        f"1:I[7,[]]\n1a:T{len(text.encode()):x},",
        text,
        f"4:{json.dumps(['$', '$L2', None, {'post': post}])}\n6:null\n",
    ]


def paragraphs(of: Any) -> list[Any]:
    return [of(line) for line in LINES]


BLOCKS: dict[str, Any] = {
    "lines": "\n\n".join(LINES),
    "html": HTML,
    "list of strings": LINES,
    "portable text": paragraphs(
        lambda line: {"_type": "block", "style": "normal", "children": [{"_type": "span", "text": line[:30]}, {"_type": "span", "text": line[30:]}]}
    ),
    "contentful": {"nodeType": "document", "data": {}, "content": paragraphs(
        lambda line: {"nodeType": "paragraph", "data": {}, "content": [{"nodeType": "text", "value": line, "marks": []}]}
    )},
    "editor.js": {"time": 1, "blocks": paragraphs(lambda line: {"id": "a", "type": "paragraph", "data": {"text": line}})},
    "draft.js": {"entityMap": {}, "blocks": paragraphs(lambda line: {"key": "k", "text": line, "type": "unstyled"})},
    "prosemirror": {"type": "doc", "content": paragraphs(
        lambda line: {"type": "paragraph", "content": [{"type": "text", "text": line}]}
    )},
    "slate": paragraphs(lambda line: {"type": "paragraph", "children": [{"text": line[:9]}, {"text": line[9:], "bold": True}]}),
    "lexical": {"root": {"type": "root", "children": paragraphs(
        lambda line: {"type": "paragraph", "children": [{"type": "text", "text": line, "format": 0}]}
    )}},
    "gutenberg": paragraphs(lambda line: {"name": "core/paragraph", "attributes": {"content": escape(line)}, "innerBlocks": []}),
    "json in json": json.dumps({"blocks": paragraphs(lambda line: {"type": "paragraph", "data": {"text": line}})}),
}  # fmt: skip


def told(html: str) -> list[str]:
    return extract(html, "https://post.example/holm/ferry").text.splitlines()


@pytest.mark.parametrize("name", BLOCKS)
def test_bodies_as_editors_store_them(name: str) -> None:
    assert told(next_data({"post": {**POST, "content": BLOCKS[name]}, "related": OTHERS})) == LINES


STATES: dict[str, str] = {
    "redux": shell(f"<script>window.__INITIAL_STATE__ = {json.dumps({'article': {**POST, 'body': HTML}, 'more': OTHERS})};</script>"),
    "parsed": shell(f"<script>window.__DATA__=JSON.parse({json.dumps(json.dumps({'a': {**POST, 'body': HTML}}))});</script>"),
    "apollo": shell(
        "<script>window.__APOLLO_STATE__="
        + json.dumps({"ROOT_QUERY": {"post": {"__ref": "Post:1"}}, "Post:1": {**POST, "bodyHtml": HTML}, **{f"Post:{n + 2}": o for n, o in enumerate(OTHERS)}})
        + "</script>"
    ),
    "nuxt 3": shell(f'<script id="__NUXT_DATA__" type="application/json">{json.dumps(flattened({"data": {**POST, "text": HTML}}))}</script>'),
    "inertia": shell("", body=f'<div id="app" data-page="{escape(json.dumps({"props": {"post": {**POST, "body": HTML}}}), quote=True)}"></div>'),
    "flight": shell(
        "<script>self.__next_f.push([1,"
        + json.dumps("1:" + json.dumps(["$", "$L2", None, {"post": {**POST, "body": HTML}}]) + "\n2:I[7,[]]\n")
        + "])</script>"
    ),
    "flight, the text in a row of its own": shell(
        "".join(f"<script>self.__next_f.push([1,{json.dumps(part)}])</script>" for part in flight({**POST, "body": "$1a"}, HTML)),
    ),
    "json-ld": shell(
        '<script type="application/ld+json">'
        + json.dumps({"@context": "https://schema.org", "@type": "NewsArticle", "headline": TITLE, "articleBody": "\n".join(LINES)})
        + "</script>"
    ),
    "described": shell(
        f"<script>window.state={json.dumps({'page': {'markup': HTML}, 'legal': 'We use cookies. ' * 60})}</script>",
        head=f'<meta name="description" content="{LINES[0][:90]}…">', title="Holm Post",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", STATES)
def test_states_as_frameworks_write_them(name: str) -> None:
    article = extract(STATES[name], "https://post.example/holm/ferry")
    assert article.text.splitlines() == LINES
    assert (article.kind, article.extractor) == ("article", "state")


@pytest.mark.parametrize("name", ["redux", "flight, the text in a row of its own"])
def test_what_stands_beside_the_text_is_told_with_it(name: str) -> None:
    article = extract(STATES[name], "https://post.example/holm/ferry")
    assert article.headline == TITLE
    assert article.datePublished == "2026-03-02T08:30:00Z"
    assert [author.name for author in article.authors] == ["Ada Moreau"]
    assert article.url == "https://post.example/holm/ferry"
    assert "<p>For ninety-five days" in (article.html or "")


@pytest.mark.parametrize("name", ["slug", "url"])
def test_a_row_that_has_the_address_of_the_page_is_its_own(name: str) -> None:
    link = {"slug": "ferry-to-holm", "url": "https://post.example/holm/ferry-to-holm/"}[name]
    rows = [*OTHERS, {**POST, name: link, "body": HTML}]
    page = shell(f"<script>window.state={json.dumps({'posts': rows})}</script>", title="Loading")
    assert extract(page, "https://post.example/holm/ferry-to-holm.html?from=rss").text.splitlines() == LINES
    assert extract(page, "https://post.example/holm/other.html").text == ""


def test_chinese() -> None:
    html = next_data(
        {"detail": {"title": "停航九十五天，渡轮重新开往霍尔姆", "content": "\n".join(CHINESE * 2)}}
    ).replace(TITLE, "停航九十五天，渡轮重新开往霍尔姆")
    assert told(html) == CHINESE * 2


def test_the_texts_of_other_articles_are_none_of_this_page() -> None:
    assert told(next_data({"latest": OTHERS})) == []
    assert (
        told(shell(f"<script>window.__S__={json.dumps({'terms': 'You agree to all of this. ' * 90})}</script>")) == []
    )


def test_what_is_to_be_seen_is_read_from_the_markup() -> None:
    html = next_data(
        {"post": {**POST, "content": HTML + "<p>A line that the markup leaves to those who pay for it.</p>"}}
    )
    seen = extract(
        html.replace("<div id=app></div>", f"<div id=app><article><h1>{TITLE}</h1>{HTML * 2}</article></div>")
    )
    assert seen.extractor == "auto"


def test_markup_in_data_is_read_as_markup() -> None:
    html = next_data(
        {"post": {**POST, "content": HTML + "<script>alert(1)</script><p style='display:none'>Hidden words.</p>"}}
    )
    assert told(html) == LINES


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 50_000,
        '[{"type":1}' + ",{}" * 50_000 + "]",
        "[[1],[2],[0]]",
        "{" + '"title":"x",' * 20_000,
    ],
)
def test_data_that_mean_harm_are_bounded(text: str) -> None:
    assert told(shell(f"<script type=application/json id=__NUXT_DATA__>{text}</script>")) == []


def test_references_to_oneself_end() -> None:
    assert unflattened([[1], {"a": 0}]) is not None
    assert (
        list(script_values(Page.parse(shell("<script>var a = 1; var b = 2; function f() { return 3 }</script>")))) == []
    )
