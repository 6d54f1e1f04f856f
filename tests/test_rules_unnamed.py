"""Bodies that nothing names alone: what stands beside them under the same names is none of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from newsbody.items import Post
from newsbody.page import Page
from newsbody.posts.read import read_posts
from newsbody.rules.header.header_elements import told_by
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.rules.rule import Rule
from newsbody.rules.sample import only_dated
from newsbody.rules.selector import Selector
from tests.forum_pages import SENTENCES, Written, page, pages, thread


def posts_of(source: str, **rule: Any) -> list[Post]:
    return read_posts(Page.parse(source), Rule.from_dict({"kind": "thread", **rule}))


@pytest.mark.parametrize(
    ("source", "dated"),
    [
        ("<div>posted on 2024-02-03 10:15</div>", True),
        ("<div>发表于 2024-02-03 10:15 <a href='#1'>3楼</a></div>", True),
        ("<div>Geschrieben am 3. Februar 2024, 10:15</div>", True),
        ("<div>I saw it on 2024-02-03 14:20 in the harbour</div>", False),
        ("<div><a href='/u/1'>Ann</a> 2024-02-03 10:15</div>", False),
        ("<div>谢谢楼主热心分享 2024-02-03 10:15</div>", False),
        ("<div></div>", False),
        ("<div>Words.</div>", False),
    ],
)
def test_a_line_with_a_date_alone(source: str, dated: bool) -> None:
    read = Page.parse(source)
    (index,) = Selector.parse("div").select(read)
    assert only_dated(read, index) is dated


def test_lines_with_dates_and_buttons_are_no_bodies() -> None:
    post = (
        '<div class="p"><div><b>{0}</b></div><div>posted on 2024-02-03 10:1{1}</div><div>Words of {0}</div>'
        '<div><a href="/r">Reply</a></div></div>'
    )
    source = "".join(post.format(name, number) for number, name in enumerate(("Ann", "Bo", "Cy")))
    posts = posts_of(source, body=["div.p > div[class=]"], post=["div.p"], time="div.p > div[2]")
    assert [post.text for post in posts] == [f"{name}\nWords of {name}" for name in ("Ann", "Bo", "Cy")]


def test_buttons_with_a_note_before_them_are_no_body() -> None:
    """Head, body and foot have no name; the foot of some posts says more than its buttons."""

    def layout(post: Written) -> str:
        note = f"<div>Moved here by {post.author}</div>" if post.floor % 4 == 2 else ""
        between = '<div><a href="http://ads.example/">Good tools</a></div>' if post.floor % 4 == 1 else ""
        return (
            f'<div><a href="/u/{post.author}">{post.author}</a> <i>{post.time}</i></div><div>{post.text}</div>'
            f'<div>{note}<a href="/q">Quote</a> <a href="/r">Reply</a></div>{between}'
        )

    rule = learn_thread_rule([page(thread(number, 6), layout, number) for number in range(5)], "")
    assert rule is not None
    for count in (1, 4, 7):
        written = thread(9, count)
        posts = read_posts(page(written, layout, 9), rule)
        assert [post.text for post in posts] == [post.text for post in written]


def test_what_stands_in_the_body_of_another_template_is_part_of_it() -> None:
    reply = {"body": ["div > div > div[2]"], "time": "div > div > i[1]", "header": "before"}
    opener = {"kind": "thread", "body": ["body > div > div[2]"], "post": ["body > div"], "time": "div > div > i[1]"}
    source = (
        "<body><div><div><i>2024-02-03 10:15</i></div><div>Words.<div>More.</div><div>The last ones.</div></div></div>"
    )
    (post,) = posts_of(source, **reply, more=[opener])
    assert (post.text, post.datePublished) == ("Words.\nMore.\nThe last ones.", "2024-02-03T10:15:00")


def test_a_header_in_the_body_that_nothing_but_its_place_tells_from_lines() -> None:
    def layout(post: Written) -> str:
        lines = f"<div>{post.text}</div><div>{post.text[::-1]}</div>" if post.floor % 2 else f"<div>{post.text}</div>"
        head = f'<div><a href="/u/{post.author}">{post.author}</a> <i>{post.time}</i></div>'
        return f'<div class="item"><div class="says">{head}{lines}</div></div>'

    rule = learn_thread_rule([page(thread(number, 6), layout, number) for number in range(5)], "")
    assert rule is not None
    written = thread(9, 4)
    posts = read_posts(page(written, layout, 9), rule)
    assert [post.text.splitlines()[0] for post in posts] == [post.text for post in written]
    assert [len(post.text.splitlines()) for post in posts] == [1 + post.floor % 2 for post in written]


def test_cards_that_say_the_same_of_each_author_are_no_template() -> None:
    """The name, and a card of its own, stand in another row than the text."""

    def layout(post: Written) -> str:
        said = f"Guru<br>has written {len(post.author) * 37} posts and rides a {post.author[::-1]}"
        card = f'<td class="who"><a class="by">{post.author}</a><div class="card">{said}</div></td>'
        return (
            f'<tr class="a">{card}<td class="at">{post.time}</td></tr><tr class="b"><td class="t">{post.text}</td></tr>'
        )

    rule = learn_thread_rule([page(thread(number, 6), layout, number) for number in range(5)], "")
    assert rule is not None
    assert [str(template.body[0]) for template in rule.templates] == ["td.t"]


def test_odd_and_even_holders_have_one_name() -> None:
    def layout(post: Written) -> str:
        kind = "odd" if post.floor % 2 else "even"
        head = f'<b class="by">{post.author}</b><i class="at">{post.time}</i>'
        return f'<div class="item item-{post.number}{post.floor} {kind}">{head}<div class="t">{post.text}</div></div>'

    rule = learn_thread_rule([page(thread(number, 6), layout, number) for number in range(3)], "")
    assert rule is not None
    assert [str(name) for name in rule.post] == ["div.item.item-*"]


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        ("Words.<div><br>__________<br>Ann rides steel</div>", "Words."),
        ("Words.<span><br>------------<br>Ann</span>", "Words."),
        ("Words.<div>__________</div>", "Words.\n__________"),
        ("<div>__________<br>Ann rides steel</div>", "__________\nAnn rides steel"),
        ("Words.<div>____<br>Ann rides steel</div>", "Words.\n____\nAnn rides steel"),
    ],
)
def test_signatures_below_a_line_of_signs(inner: str, text: str) -> None:
    (post,) = posts_of(f'<div class="p">{inner}</div>', body=["div.p"])
    assert post.text == text


def test_a_note_before_a_signature_is_left_out_too() -> None:
    note = '<div class="note">Last edited by Ann on 2024-02-03 10:15</div>'
    (post,) = posts_of(f'<div class="p">Words.{note}<div>__________<br>Ann rides steel</div></div>', body=["div.p"])
    assert post.text == "Words."


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("wj6202", "wj6202"),
        ("RB12345", "RB12345"),
        ("4711x", "4711x"),
        ("163445", "163445"),
        ("3楼", None),
        ("#12", None),
    ],
)
def test_names_that_are_mostly_numbers_are_read_where_names_stand(name: str, read: str | None) -> None:
    (post,) = posts_of(
        f'<div class="p"><b>{name}</b><p class="t">Words.</p></div>', body=["p.t"], post=["div.p"], author="div.p > b"
    )
    assert (post.author and post.author.name) == read


def test_few_words_before_code_stay_where_the_body_is_the_whole_post() -> None:
    inner = '<div class="head">Ann</div>Thanks!<div><div>Code:</div><pre>x = 1</pre></div>'
    source = f'<div class="p"><div>{inner}</div><div class="foot">Reply</div></div>'
    (post,) = posts_of(source, body=["div.p"], leave_out=["div.head", "div.foot"])
    assert post.text == "Thanks!\nx = 1"


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        ('<div class="said">I tried this.<pre>x = 1</pre></div>', "I tried this.\nx = 1"),
        ('<div class="line">I tried it.</div><pre>x = 1</pre>', "I tried it.\nx = 1"),
        ('<div class="line">Code:</div><pre>x = 1</pre>', "x = 1"),
        ('<div class="said">up<pre>x = 1</pre></div>', "up\nx = 1"),  # other posts have words alone in such
        ('<div class="code">Code<pre>x = 1</pre></div>', "x = 1"),
    ],
)
def test_an_authors_words_before_code_are_no_label(inner: str, text: str) -> None:
    bodies = (f"<p>Rain.</p>{inner}", '<div class="said">Moss.</div>')
    source = "".join(f'<div class="p"><i>Ann</i><div class="b">{body}</div></div>' for body in bodies)
    post, _ = posts_of(source, body=["div.b"], post=["div.p"], author="div.p > i")
    assert post.text == f"Rain.\n{text}"


def test_a_nameless_cell_is_not_named_by_rows_and_places_where_its_text_has_a_name() -> None:
    def layout(post: Written) -> str:
        elsewhere = SENTENCES[(5 * post.number + 3) % len(SENTENCES)][:40]
        return (
            f'<table class="post"><tr><td><a class="who" href="/u/{post.user}">{post.author}</a> has been '
            f"a member since the first winter of this board, {post.user * 3} posts</td>"
            f'<td><i class="when">{post.time}</i></td></tr>'
            f'<tr><td><div class="text">{post.text}</div><div class="more">{elsewhere}</div></td></tr></table>'
        )

    sample = pages(layout)
    rule = learn_thread_rule(sample, "")
    assert rule is not None
    assert [str(one) for one in rule.body] == ["div.text"]
    assert [post.text for post in read_posts(sample[0], rule)] == [post.text for post in thread(1, 6)]


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ('<a href="/u/41/ann-lee">Ann Lee</a>', "Ann Lee"),
        ('<b itemprop="author">Ann Lee</b>', "Ann Lee"),
        ('<a href="/rules">Rules</a>', None),
        ('<a href="/reply?p={0}">Reply</a>', None),
    ],
)
def test_one_author_of_all_posts(name: str, read: str | None) -> None:
    def layout(post: Written) -> str:
        head = f'<div class="head">{name.format(post.number)} <i class="at">{post.time}</i></div>'
        return f'<div class="item">{head}<div class="t">{post.text}</div></div>'

    one = page(thread(1, 6), layout)
    posts = read_posts(one, learn_thread_rule([one], ""))
    assert {post.author and post.author.name for post in posts} == {read}


@pytest.mark.parametrize(("address", "link"), [("/u/1", "/u/1"), ("#top", None), ("JavaScript:;", None), ("", "")])
def test_script_addresses_lead_to_no_page(address: str, link: str | None) -> None:
    one = Page.parse(f'<p><a href="{address}">Reply</a></p>')
    told = told_by(one, one.tags.index("a"))
    assert told is not None
    assert (told.text, told.link) == ("Reply", link)


def test_openers_by_one_author_whom_replies_name() -> None:
    """What is the same over all opening posts is a name where somebody is called so below them."""

    def opener(post: Written) -> str:
        return (
            f'<div class="first"><div class="top"><b>{post.author}</b> <i>{post.time}</i></div><p>{post.text}</p></div>'
        )

    def reply(post: Written) -> str:
        head = f'<div class="who"><b>{post.author}</b></div><div class="at"><i>{post.time}</i></div>'
        return f'<div class="reply">{head}<div class="says">{post.text}</div></div>'

    def layout(post: Written) -> str:
        return opener(post) if post.floor == 1 else reply(post)

    threads = [[replace(post, author="Tamsin") if post.floor == 1 else post for post in thread(n, 5)] for n in range(6)]
    sample = [page(written, layout, number) for number, written in enumerate(threads[:5])]
    rule = learn_thread_rule(sample, "")
    posts = read_posts(page(threads[5], layout, 5), rule)
    assert [post.text for post in posts] == [post.text for post in threads[5]]
    assert [post.author and post.author.name for post in posts] == [post.author for post in threads[5]]


def _of_tables(number: int) -> Page:
    """A board of tables in tables, in which the cells of members, words and feet share a class."""
    said = [f"The {thing} of house {number} was {state}." for thing in ("roof", "door", "cellar", "wall", "gate")
            for state in ("mended in the spring", "painted twice", "left as it was when we came here")]  # fmt: skip
    posts = []
    for place in range(4 + number):
        words = " ".join(said[(place * 4 + one + number) % len(said)] for one in range(1 + place % 3))
        cell = f'<td class="cell{1 + place % 2}">'
        name = ("Ann Lee", "Bo Hall", "Cy Marsh")[place % 3]
        member = f"<b>{name}</b><br>Posts: {place * 7}<br>Since: 2009-0{1 + place}-11"
        tools = f"<table><tr><td><a href='/s/{place}'>Write</a></td><td>No. {place + 1}</td></tr></table>"
        body = f"<blockquote><table><tr><td>{words}</td></tr></table></blockquote>"
        when = f"<a>2011-3-{number + 1} 1{place}:20:05</a>"
        foot = f"<tr>{cell}{when}</td>{cell}<table><tr><td>Up</td></tr></table></td></tr>"
        posts.append(f'<table class="post"><tr>{cell}{member}</td>{cell}{tools}{body}</td></tr>{foot}</table>')
    return Page.parse(f"<html><head><title>Houses {number}</title></head><body>{''.join(posts)}</body></html>")


def test_words_in_a_table_in_a_table_come_out_where_all_cells_share_a_class() -> None:
    pages = [_of_tables(number) for number in range(1, 5)]
    rule = learn_thread_rule(pages, "")
    for number, board in enumerate(pages, 1):
        posts = read_posts(board, rule)
        assert len(posts) == 4 + number
        assert all(post.text.startswith("The ") and post.text.endswith(".") for post in posts)
        assert [post.datePublished for post in posts] == [
            f"2011-03-0{number + 1}T1{place}:20:05" for place in range(4 + number)
        ]
