"""The one result: what an article makes when it is asked, and what it is then."""

from __future__ import annotations

import copy
import json
import pickle
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from itemadapter import ItemAdapter
from lxml import etree
from parsel import Selector

from newsbody import Article, Author, Breadcrumb, Image, extract, extract_many, extract_thread
from newsbody.article import ArticleParts, article_of
from newsbody.demo import forum_pages, news_pages
from newsbody.demo.demo_sites import threads
from newsbody.ground.extras import MissingExtra
from newsbody.page import Page
from newsbody.page.body import Body

URL = "http://paper.example/town/bridge.html"
WORDS = "The bridge over the river was closed on Monday, and the town has to wait until spring for a new one."
CODE = "def wait(days):\n    for day in range(days):\n\n        print(day)"
LD = {
    "@type": "NewsArticle", "headline": "Bridge closed", "datePublished": "2026-02-01T08:00:00+01:00",
    "dateModified": "2 February 2026", "author": {"@type": "Person", "name": "Ann Lee", "url": "/people/ann"},
    "articleSection": "Town", "keywords": "bridge, river", "isAccessibleForFree": False, "commentCount": 12,
}  # fmt: skip
HTML = f"""<html lang="en"><head><title>Bridge closed</title>
<script type="application/ld+json">{json.dumps(LD)}</script></head><body>
<nav class="breadcrumbs"><a href="/">Home</a> › <a href="/town/">Town</a></nav>
<h1>Bridge closed</h1><article><p>{WORDS}</p><h2>How long</h2><p>{WORDS} <a href="/plan">The plan</a>.</p>
<pre><code>{CODE}</code></pre><table><tr><th>Day</th><th>Cars</th></tr><tr><td>Monday</td><td>12</td></tr></table>
<p><img src="/bridge.jpg" alt="The bridge"> {WORDS}</p><p>{WORDS}</p></article></body></html>"""


def test_article_has_what_the_page_says() -> None:
    article = extract(HTML, url=URL)
    assert article.text.startswith(WORDS)
    assert (article.kind, article.extractor, article.url, article.headline) == ("article", "auto", URL, "Bridge closed")
    assert article.authors == [Author("Ann Lee", "http://paper.example/people/ann")]
    assert (article.datePublished, article.dateModified) == ("2026-02-01T08:00:00+01:00", "2026-02-02")
    assert article.dateModifiedRaw == "2 February 2026"
    assert (article.articleSection, article.keywords) == ("Town", ["bridge", "river"])
    assert (article.isAccessibleForFree, article.commentCount, article.inLanguage) == (False, 12, "en")
    assert article.breadcrumbs == [
        Breadcrumb("Home", "http://paper.example/"), Breadcrumb("Town", "http://paper.example/town/")
    ]  # fmt: skip
    assert article.images == [Image("http://paper.example/bridge.jpg")]
    assert 0.5 < (article.probability or 0) <= 1


def test_code_keeps_its_lines() -> None:
    assert "def wait(days):\n    for day in range(days):\n        print(day)" in extract(HTML).text


def test_markdown_keeps_code_tables_and_links() -> None:
    page = Page.parse(HTML, URL)
    markdown = article_of(ArticleParts(Body.of_paragraphs(page, np.ones(len(page), dtype=np.bool_)))).markdown
    assert f"```\n{CODE}\n```" in markdown
    assert "| Monday | 12   |" in markdown
    assert "## How long" in markdown
    assert "[The plan](http://paper.example/plan)" in markdown
    assert extract("").markdown == ""


def test_markdown_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "html_to_markdown", None)
    with pytest.raises(MissingExtra, match=r"pip install 'newsbody\[markdown\]'"):
        _ = extract(HTML).markdown


def test_to_dict_is_json_and_names_every_field() -> None:
    row = extract(HTML, url=URL).to_dict()
    assert json.loads(json.dumps(row)) == row
    assert row == asdict(extract(HTML, url=URL)) == ItemAdapter(extract(HTML, url=URL)).asdict()
    assert row["authors"] == [{"name": "Ann Lee", "url": "http://paper.example/people/ann"}]
    assert row.keys() == extract("").to_dict().keys()


def test_text_makes_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def unwanted(*_: object) -> None:
        raise AssertionError("nobody asked for it")

    monkeypatch.setattr("newsbody.metadata.read_metadata", unwanted)
    monkeypatch.setattr("newsbody.article.body_html", unwanted)
    article = extract(HTML, url=URL)
    assert article.text
    assert article.kind == "article"
    with pytest.raises(AssertionError, match="nobody asked"):
        _ = article.headline


def test_what_somebody_sets_stays() -> None:
    article = extract(HTML, url=URL)
    article.headline = "Mine"
    assert article.datePublished is not None
    assert article.headline == "Mine"


@pytest.mark.parametrize("again", [lambda a: pickle.loads(pickle.dumps(a)), copy.copy, copy.deepcopy, replace])
def test_copies_are_equal_and_hold_no_page(again: Any) -> None:
    article = extract(HTML, url=URL)
    other = again(article)
    assert other == article
    assert other.markdown == article.markdown
    assert other.body is None
    assert not hasattr(other, "unknown")


def test_pool_of_processes_gives_articles() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("forkserver")) as pool:
        assert list(pool.map(extract, [HTML, ""])) == [extract(HTML), extract("")]


@pytest.mark.parametrize("source", [HTML, HTML.replace("<nav", "<p <nav @click=x><p><form><p><form>"), "", "\0", "<"])
def test_body_is_pickled_with_its_page_and_hashed(source: str) -> None:
    body = extract(source, url=URL).body
    assert body is not None
    again = pickle.loads(pickle.dumps(body))
    assert (again.text, again.paths, again.page.text, again.page.url) == (body.text, body.paths, body.page.text, URL)
    assert len({body, body, again}) == 2


def test_page_of_a_tree_is_pickled_by_its_markup() -> None:
    root = etree.fromstring(HTML, etree.HTMLParser())
    assert pickle.loads(pickle.dumps(Page(root, URL))).text == Page(root, URL).text


@pytest.mark.parametrize(
    "source",
    [HTML.encode(), Page.parse(HTML), Selector(HTML), Selector(HTML).root, etree.fromstring(HTML, etree.HTMLParser())],
)
def test_any_form_of_a_page_gives_the_same_text(source: Any) -> None:
    assert extract(source).text == extract(HTML).text


@pytest.mark.parametrize("source", [None, 7, ["<p>"], Selector('{"a": 1}', type="json")])
def test_what_is_no_page_is_told_in_a_sentence(source: Any) -> None:
    with pytest.raises(TypeError, match="takes the HTML of a page as bytes or str"):
        extract(source)


@pytest.mark.parametrize("source", ["", b"", b"\xff\xfe\0", "<html>", "<script>x</script>", "�" * 10])
def test_page_without_a_body_gives_an_empty_article(source: str | bytes) -> None:
    article = extract(source)
    assert (article.text, article.html, article.images, article.comments) == ("", "", [], [])
    assert json.dumps(article.to_dict())


def test_repr_is_for_logs() -> None:
    shown = repr(extract(HTML, url=URL))
    assert shown.startswith(f"Article(url='{URL}', headline='Bridge closed', articleBody='The bridge over")
    assert len(shown) < 1200
    assert len(repr(Article("http://a.example/", articleBody="x" * 100_000))) < 150


def test_many_pages_give_articles_in_their_order() -> None:
    pages = [html for path, html in news_pages().items() if path.startswith("/news/")]
    assert [article.headline for article in extract_many(pages)] == [extract(html).headline for html in pages]


def test_thread_is_read_from_all_its_pages() -> None:
    pages, thread = forum_pages(), max(threads(), key=lambda one: one.pages)
    paths = [path for path in pages if path.startswith(f"/topic-{thread.number}-")]
    assert len(paths) > 1
    found = extract_thread([pages[path] for path in sorted(paths)], url="http://forum.example/topic")
    assert [post.text for post in found.posts] == [post.text for post in thread.posts]
    assert [post.position for post in found.posts] == list(range(1, len(thread.posts) + 1))
    assert {post.threadId for post in found.posts} == {found.threadId} == {"http://forum.example/topic"}
    assert json.loads(json.dumps(found.to_dict()))["posts"][0]["author"]["name"] == thread.posts[0].author
    assert found.text.startswith(thread.posts[0].text)


def test_one_page_is_a_thread_too_and_none_is_told() -> None:
    page = next(html for path, html in forum_pages().items() if path.startswith("/topic-"))
    posts = [(post.position, post.text, post.author) for post in extract_thread(page).posts]
    assert posts == [(post.position, post.text, post.author) for post in extract_thread([page, page]).posts] != []
    assert extract_thread("<p>Nothing.</p>").posts == []
    with pytest.raises(ValueError, match="it was given none"):
        extract_thread([])


def test_captions_belong_to_the_body_where_they_are_asked_for() -> None:
    html = (Path(__file__).parent / "pages" / "pages" / "captioned_en.html").read_bytes()
    captions = [text for figure in Selector(html.decode()).css("figcaption::text") if (text := figure.get())]
    assert captions
    assert all(caption in extract(html, captions=True).text for caption in captions)
    assert extract(html, extractor="cecs", captions=True).text == extract(html, extractor="cecs").text
