"""Whose words quotes hold, and those of which post."""

from __future__ import annotations

import pytest

from newsbody.extraction import extract_thread
from newsbody.items import flat
from newsbody.page import Page
from newsbody.posts.read import read_posts
from newsbody.rules.rule import Rule
from newsbody.rules.selector import Selector
from newsbody.rules.words.quote_source import quote_source, words_of_ids


def source_in(quote: str, tag: str = "blockquote") -> tuple[str, str]:
    page = Page.parse(f"<div>{quote}</div>")
    (part,) = Selector.parse(tag).select(page)
    return quote_source(page, [part], ["Ann", "Ann Bo", "walker7"], ["4711"])


@pytest.mark.parametrize(
    ("quote", "author", "post"),
    [
        ("<blockquote>Words.</blockquote>", "", ""),
        ("<blockquote></blockquote>", "", ""),
        ("<blockquote><p>Ann wrote:</p><p>Words.</p></blockquote>", "Ann", ""),
        ("<blockquote><p>Ann Bo wrote:</p><p>Words.</p></blockquote>", "Ann Bo", ""),
        ("<blockquote><p>Words.</p><p>walker7</p></blockquote>", "walker7", ""),
        ("<blockquote><cite>Cy wrote: <a href='/t#p12'>↑</a> 2024-02-03 10:15</cite>Words.</blockquote>", "Cy", "12"),
        ("<blockquote><cite>Quote from: leo2014 on 2020-07-05, 08:39</cite>Words.</blockquote>", "leo2014", ""),
        ("<blockquote><p>北方采菊 发表于 2020-6-18 01:44</p><p>占个位置</p></blockquote>", "北方采菊", ""),
        ("<blockquote><p>He said:</p><p>Words.</p></blockquote>", "", ""),
        ("<blockquote><div class='by'>Originally posted by Cy:</div><p>Words.</p></blockquote>", "Cy", ""),
        ("<blockquote><cite>(2024-02-03, 10:15)Cy Wrote:</cite>Words.</blockquote>", "Cy", ""),
        ("<blockquote><cite>(22 minutes ago)Cy Wrote:</cite>Words.</blockquote>", "Cy", ""),
        ("<blockquote><cite>(Yesterday, 05:15 PM)Cy Wrote:</cite>Words.</blockquote>", "Cy", ""),
        ("<blockquote><cite>(2024-02-03, 10:15)Cy B. Wrote:</cite>Words.</blockquote>", "Cy B.", ""),
        ("<blockquote><p>He said yesterday:</p><p>Words.</p></blockquote>", "", ""),
        ("<blockquote>Originally posted by Cy:<br>Words.</blockquote>", "", ""),
        ("<blockquote>※ 引述《Ann》之铭言<br>Words.</blockquote>", "Ann", ""),
        ("<blockquote><a href='/u/7'>Ann Bo</a>Words.</blockquote>", "Ann Bo", ""),
        ("<blockquote><a href='/u/7'>Wheels</a> for sale.</blockquote>", "", ""),
        ("<blockquote><p>It was on 2024-02-03 that Ann left us all alone with the boat and the harbour said nothing, "
         "so we went home again.</p><p>Words.</p></blockquote>", "", ""),
        ("<blockquote data-quote='Cy' data-source='post: 99'><p>Words.</p></blockquote>", "Cy", "99"),
        ("<blockquote data-username='Cy' data-post-id='98' data-topic-id='97'>Words.</blockquote>", "Cy", "98"),
        ("<blockquote cite='/show/4711/97'>Words.</blockquote>", "", "4711"),
        ("<blockquote cite='/show/4712'>Words.</blockquote>", "", ""),
        ("<blockquote cite='http://[bad#'>Words.</blockquote>", "", ""),
    ],
)  # fmt: skip
def test_who_is_quoted(quote: str, author: str, post: str) -> None:
    assert source_in(quote) == (author, post)


def test_the_head_of_a_post_is_none_of_the_quote_that_its_body_begins_with() -> None:
    head = "<div><b>Ann</b> 2024-02-03 10:15</div>"
    page = Page.parse(f"<div>{head}<div class='t'><blockquote>Words.<br>More.</blockquote>Own.</div></div>")
    (part,) = Selector.parse("blockquote").select(page)
    assert quote_source(page, [part], ["Ann"], []) == ("", "")


@pytest.mark.parametrize(
    ("link", "post"),
    [
        ("go?pid={}", "55"),
        ("t-3-post-{}.html", "55"),
        ("go?tid={}", ""),
        ("go?x={}", ""),
    ],
)
def test_a_post_of_another_page_is_known_by_the_word_before_its_id(link: str, post: str) -> None:
    own = "".join(f"<a href='{link.format(number)}'>#</a><a href='go?tid=7'>thread</a>" for number in (61, 62, 63))
    others = "".join(f"<a href='go?x={number}'>more</a>" for number in (1, 2, 3)) * (link == "go?x={}")
    own *= link != "go?tid={}"
    page = Page.parse(f"{own}{others}<blockquote><a href='{link.format(55)}'>Cy wrote:</a><br>Words.</blockquote>")
    (part,) = Selector.parse("blockquote").select(page)
    ids = {"61", "62", "63"}
    assert quote_source(page, [part], [], ids, words_of_ids(page, ids))[1] == post


def test_items_say_whose_words_they_quote() -> None:
    post = (
        '<div class="p" id="p{0}"><b class="by">{1}</b><i class="at">2024-02-03 10:1{0}</i><div class="t">{2}{1} '
        "has something of his own to say in post {0}, and more to say of the harbour.</div></div>"
    )
    quote = '<blockquote><a href="#p1">Ann wrote:</a><br>Ann has something of his own to say.</blockquote>'
    source = "".join((post.format(1, "Ann", ""), post.format(2, "Bo", quote), post.format(3, "Cy", quote * 2)))
    thread = extract_thread(f"<html><body><h1>Wheels</h1>{source}</body></html>", "http://f.test/t/1")
    assert [post.quoteAuthors for post in thread.posts] == [[], ["Ann"], ["Ann", "Ann"]]
    assert [post.quotePostIds for post in thread.posts] == [[], ["1"], ["1", "1"]]
    assert flat(thread.posts[2])["quoteAuthors"] == "Ann\nAnn"


def test_there_is_a_source_for_each_quote() -> None:
    rule = Rule.from_dict({"kind": "thread", "body": ["div.p"], "quotes": ["blockquote"]})
    (post,) = read_posts(Page.parse('<div class="p"><blockquote> </blockquote><blockquote>a</blockquote>b</div>'), rule)
    assert (post.quotes, post.quoteAuthors, post.quotePostIds) == (["a"], [""], [""])
