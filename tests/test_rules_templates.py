"""Several templates a site, headers on any side of bodies, and what in them is not their authors' words."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest

from newsbody.items import Post
from newsbody.page import Page
from newsbody.posts.read import read_posts
from newsbody.rules.header.places import increasing
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.rules.rule import MAX_BODIES, Rule
from newsbody.rules.selector import Selector
from newsbody.rules.words.lines import learn_lines, learn_lines_apart, line_key
from newsbody.rules.written import RuleError
from tests.forum_pages import SENTENCES, Written, page, thread


def posts_of(source: str, **rule: Any) -> list[Post]:
    """The posts of a page by a rule."""
    return read_posts(Page.parse(f"<html><body>{source}</body></html>"), Rule.from_dict({"kind": "thread", **rule}))


def test_a_child_is_named_by_its_number() -> None:
    selector = Selector.parse("tr.post > td[2]")
    assert str(selector) == "tr.post > td[2]"
    source = "<table><tr class='post'><td>Ann<td>one</tr><tr class='post'><td>Bob<td>two</tr></table>"
    assert [post.text for post in posts_of(source, body=["tr.post > td[2]"])] == ["one", "two"]


def test_a_rule_with_templates_survives_json_and_an_old_one_is_read() -> None:
    row = {"kind": "thread", "body": ["div.a"], "more": [{"kind": "thread", "body": ["div.q"], "header": "inside"}]}
    rule = Rule.from_dict(row | {"counts_from": 0})
    assert Rule.from_dict(json.loads(json.dumps(rule.to_dict()))) == rule
    old = Rule.from_dict({"kind": "thread", "body": ["div.a"]})
    assert (old.more, old.header, old.counts_from) == ((), "around", 1)
    assert not {"more", "header", "counts_from"} & old.to_dict().keys()


@pytest.mark.parametrize(
    ("row", "names"),
    [
        ({"counts_from": 2}, "'counts_from'"),
        ({"header": "above"}, "'above'"),
        ({"more": "div.a"}, "'more'"),
        ({"more": [{"kind": "thread", "body": ["a"], "more": [{"kind": "thread", "body": ["b"]}]}]}, "of its own"),
    ],
)
def test_errors_name_what_is_wrong(row: dict[str, Any], names: str) -> None:
    with pytest.raises(RuleError, match=names):
        Rule.from_dict({"kind": "thread", "body": ["div.a"]} | row)


def test_templates_are_read_in_the_order_of_the_page() -> None:
    source = "<div class='q'>first</div><div class='a'>second<div class='q'>of the second</div></div>"
    more = [{"kind": "thread", "body": ["div.q"]}]
    assert [post.text for post in posts_of(source, body=["div.a"], more=more)] == ["first", "second\nof the second"]


def test_an_opening_post_in_a_template_of_its_own_is_learned() -> None:
    def layout(post: Written) -> str:
        said = f'<a class="by" href="/u/{post.user}">{post.author}</a> <i class="at">{post.time}</i>'
        if post.floor == 1:
            return f'<div class="question"><h2>{said}</h2><div class="ask">{post.text}</div></div>'
        return f'<div class="reply"><p class="head">{said}</p><div class="says">{post.text}</div></div>'

    rule = learn_thread_rule([page(thread(number, 5), layout, number) for number in (1, 2, 3)], "2024-05-01")
    assert rule is not None
    assert [str(one.body[0]) for one in rule.templates] == ["div.says", "div.ask"]
    assert rule.more[0].evidence.posts == 3
    written = thread(7, 6)
    found = read_posts(page(written, layout, 7), rule)
    assert [post.text for post in found] == [post.text for post in written]
    assert [post.author.name for post in found if post.author] == [post.author for post in written]


def test_notices_among_answers_do_not_say_who_wrote_the_opening_post_above_them() -> None:
    def layout(post: Written) -> str:
        said = f'<p class="head"><a href="/u/{post.user}">{post.author}</a> <i class="at">{post.time}</i></p>'
        if post.floor == 1:
            by = f'<p class="by">Opened <i class="on">{post.time}</i> by <a href="/u/{post.user}">{post.author}</a></p>'
            return f'{by}<div class="ask">{post.text}</div>'
        notice = f'<div class="notice">{said}changed the title</div>' if post.floor == 4 else ""
        return f'{notice}<div class="reply">{said}<div class="says">{post.text}</div></div>'

    rule = learn_thread_rule([page(thread(number, 6), layout, number) for number in (1, 2, 3)], "2024-05-01")
    written = thread(7, 6)
    found = read_posts(page(written, layout, 7), rule)
    assert [post.text for post in found] == [post.text for post in written]
    assert [post.author.name for post in found if post.author] == [post.author for post in written]


def test_a_line_that_goes_on_from_a_name_is_a_notice_be_there_one_alone() -> None:
    def layout(post: Written) -> str:
        by, at = f'<a class="who" href="/u/{post.user}">{post.author}</a>', f'<i class="at">{post.time}</i>'
        said = f'<span class="did">moved this from hubs to wheels</span> {at}'
        notice = f'<li class="event"><div class="head">{by} {said}</div></li>' if post.number == 2014 else ""
        return f'{notice}<li class="reply"><div class="head">{by} {at}</div><div class="says">{post.text}</div></li>'

    rule = learn_thread_rule([page(thread(number, 6), layout, number) for number in (1, 2, 3)], "2024-05-01")
    assert rule is not None
    assert [str(one.body[0]) for one in rule.templates] == ["div.says"]


@pytest.mark.parametrize(("year", "opens"), [(2020, True), (2023, False)])
def test_an_opening_post_whose_author_stands_beside_the_page_is_told_by_its_time(year: int, opens: bool) -> None:
    def layout(post: Written) -> str:
        if post.floor == 1:
            when = f"{year}{post.time[4:]}"
            return f'<div class="asked"><div class="ask">{post.text}</div><p><i class="at">{when}</i></p></div>'
        said = f'<a class="by" href="/u/{post.user}">{post.author}</a> <i class="at">{post.time}</i>'
        return f'<div class="reply"><p class="head">{said}</p><div class="says">{post.text}</div></div>'

    rule = learn_thread_rule([page(thread(number, 5), layout, number) for number in (1, 2, 3)], "2024-05-01")
    assert rule is not None
    assert {str(one.body[0]) for one in rule.templates} == {"div.says", *["div.ask"] * opens}


def test_an_opening_post_beside_the_time_of_the_last_one_is_learned_without_it() -> None:
    def read(number: int) -> Page:
        last = thread(number, 5)[-1].time

        def layout(post: Written) -> str:
            by, said = f'<a class="by" href="/u/{post.user}">{post.author}</a>', f"<div class=says>{post.text}</div>"
            if post.floor == 1:
                return f"<div class=question><p>{by}, last post <i>{last}</i></p><div class=ask>{post.text}</div></div>"
            return f"<div class=reply><p>{by} <i class=at>{post.time}</i></p>{said}</div>"

        return page(thread(number, 5), layout, number)

    rule = learn_thread_rule([read(number) for number in (1, 2, 3)], "2024-05-01")
    assert rule is not None
    assert [str(one.body[0]) for one in rule.templates] == ["div.says", "div.ask"]
    found, written = read_posts(read(7), rule), thread(7, 5)
    assert [post.author.name for post in found if post.author] == [post.author for post in written]
    assert [post.datePublished is None for post in found] == [True, False, False, False, False]


def test_dated_boxes_beside_posts_are_no_template() -> None:
    def layout(post: Written) -> str:
        latest = f'<div class="latest">{post.text} <b>{post.author}</b> <i>2021-01-0{post.floor}</i></div>'
        return (
            f'<div class="post"><a class="by" href="/u/{post.user}">{post.author}</a> <i class="at">{post.time}</i>'
            f'<div class="says">{post.text}</div></div>{latest if post.floor == 6 else ""}'
        )

    rule = learn_thread_rule([page(thread(1, 6), layout)], "")
    assert rule is not None
    assert rule.more == ()


def _led_page(head: str, opener: str) -> Page:
    """A thread page of another head, with replies below it and, in what holds all, boxes of other threads."""
    replies = "".join(
        f'<div class="reply"><p class="head"><a href="/u/{post.user}">{post.author}</a></p>'
        f'<time datetime="{post.time}"></time><div class="says">{post.text}</div></div>'
        for post in thread(1, 6)[1:]
    )
    boxes = "".join(
        f'<div class="box"><h4><a href="/t/{post.number}">{post.text[:20]}</a></h4><div class="teaser">{post.text}'
        f'</div><p class="foot"><time class="long-ago" datetime="2015-01-0{post.floor}T11:12"></time></p></div>'
        for post in thread(2, 3)
    )
    source = f'<div class="whole"><header>{head}</header>{opener}<div class="replies">{replies}</div>{boxes}</div>'
    return Page.parse(f"<html><title>A wheel that hums</title><body>{source}</body></html>", "http://f.test/t/1")


def test_an_opening_post_of_another_form_on_a_page_alone_is_told_by_the_link_of_its_author() -> None:
    first, *rest = thread(1, 6)
    who = f'<span class="starter"><a href="/u/{first.user}">{first.author}</a></span>'
    head = f'{who} <p class="begun"><time datetime="{first.time}"></time></p>'
    led = _led_page(head, f'<div class="ask">{first.text}</div>')
    found = read_posts(led, learn_thread_rule([led], ""))
    assert [post.text for post in found] == [first.text, *(post.text for post in rest)]
    assert found[0].author is not None
    assert found[0].author.name == first.author
    assert found[0].datePublished == first.time.replace(" ", "T")


def test_what_names_the_author_and_time_of_the_first_post_is_none_before_it() -> None:
    first = thread(1, 6)[1]
    head = f'Begun by <a href="/u/{first.user}">{first.author}</a> <time datetime="{first.time}"></time>'
    led = _led_page(head, f'<form class="find">{SENTENCES[3]} {SENTENCES[4]}</form>')
    found = read_posts(led, learn_thread_rule([led], ""))
    assert [post.text for post in found] == [post.text for post in thread(1, 6)[1:]]


@pytest.mark.parametrize(
    ("counts_from", "shown", "places"),
    [
        (1, ["", "#2", "#3"], [1, 2, 3]),
        (0, ["", "#1", "#2"], [1, 2, 3]),
        (0, ["#10", "#11", "#12"], [11, 12, 13]),
        (1, ["top", "sofa", ""], [1, 2, 3]),
        (1, ["#1", "#1", "#1"], [None, None, None]),
    ],
    ids=["opener without", "replies from 1", "from 0, page 2", "names alone", "each the same"],
)
def test_places_are_made_whole(counts_from: int, shown: list[str], places: list[int | None]) -> None:
    source = "".join(f"<div class='p'><b>{number}</b><div class='t'>x{n}</div></div>" for n, number in enumerate(shown))
    found = posts_of(source, body=["div.t"], post=["div.p"], position="b", counts_from=counts_from)
    assert [post.position for post in found] == places


def test_a_time_of_day_behind_its_day() -> None:
    source = "<div class='p'><p><i title='2026-11-20'>Yesterday</i>, 12:29</p><div class='t'>x</div></div>"
    (post,) = posts_of(source, body=["div.t"], post=["div.p"], time="i @title")
    assert post.datePublished == "2026-11-20T12:29:00"


def test_bodies_between_times_are_one_post() -> None:
    source = (
        "<div><p><b>Ann</b> <i>2021-03-01 10:00</i></p><div>one</div><div>two</div><hr>"
        "<p><b>Bob</b> <i>2021-03-02 11:30</i></p><div>three</div></div>"
    )
    found = posts_of(source, body=["div > div"], header="before", author="p > b", time="p > i")
    assert [(post.text, post.author and post.author.name) for post in found] == [("one\ntwo", "Ann"), ("three", "Bob")]


def test_quotes_are_told_by_who_said_them() -> None:
    box = "<div class='x'><div>Ann wrote:</div><div>the chain is rusty</div></div>"
    source = f"<div class='p'><b>Ann</b><div class='t'>the chain is rusty</div></div><div class='p'><b>Bob</b>\
<div class='t'>{box}Oil it.</div></div>"
    found = posts_of(source, body=["div.t"], post=["div.p"], author="b")
    assert found[1].text == "Oil it."
    assert found[1].quotes == ["Ann wrote:\nthe chain is rusty"]


def test_notes_are_lines_that_recur_with_author_and_time() -> None:
    posts = [
        ("Ann", ["I saw it on 2021-03-01 10:00 there", "It was red."]),
        ("Ann", ["Thank you!", "Greetings, Ann"]),
        ("Bob", ["Mine too.", "Last edited by Bob on 2021-04-05 12:30"]),
        ("Cat", ["No.", "Greetings, Cat"]),
        ("Cat", ["One", "Two", "Last edited by Cat on 2021-04-06 08:15"]),
    ]
    assert learn_lines(posts) == (line_key("Last edited by Eve on 2022-01-01 00:00", "Eve"),)


def test_what_stands_behind_a_known_rule_of_signs_is_left_out() -> None:
    body = "<div class='t'>Own words.<br>________<br>I ride a steel frame</div>"
    (post,) = posts_of(body, body=["div.t"], furniture=["________"])
    assert post.text == "Own words."


def test_an_opening_post_in_an_element_of_its_own_with_the_same_body_is_learned() -> None:
    def layout(post: Written) -> str:
        said = (
            f'<div><a href="/u/{post.user}">{post.author}</a> <i>{post.time}</i></div><div class="t">{post.text}</div>'
        )
        return said if post.floor > 1 else f"</div><section>{said}</section><div>"

    def framed(post: Written) -> str:
        return layout(post) if post.floor == 1 else f'<div class="reply">{layout(post)}</div>'

    pages = [page(thread(number, 5), framed, number) for number in (1, 2, 3)]
    rule = learn_thread_rule(pages, "2024-05-01")
    assert rule is not None
    written = thread(7, 6)
    found = read_posts(page(written, framed, 7), rule)
    assert [post.text for post in found] == [post.text for post in written]
    assert [post.author.name for post in found if post.author] == [post.author for post in written]


def test_a_rule_takes_the_templates_of_another_skin() -> None:
    rule = Rule.from_dict({"kind": "thread", "body": ["div.a"], "quotes": ["q.a"], "more": [OPENER]})
    skin = Rule.from_dict(
        {"kind": "thread", "body": ["div.b"], "quotes": ["q.b"], "leave_out": ["i.b"], "more": [OPENER]}
    )
    both = rule.widened(skin, "2024-05-02")
    assert [str(one.body[0]) for one in both.templates] == ["div.a", "div.q", "div.b"]
    assert ([*map(str, both.quotes)], [*map(str, both.leave_out)]) == (["q.a", "q.b"], ["i.b"])
    assert Rule.from_dict(both.to_dict()) == both


OPENER = {"kind": "thread", "body": ["div.q"]}


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ({0: 77, 1: 2, 2: 3, 3: 4}, {1: 2, 2: 3, 3: 4}),
        ({0: 1, 1: 2, 2: 5, 3: 9}, {0: 1, 1: 2, 2: 5, 3: 9}),
        ({0: 4, 1: 3, 2: 2}, {2: 2}),
        ({}, {}),
    ],
)
def test_as_many_numbers_as_possible_that_increase(told: dict[int, int], kept: dict[int, int]) -> None:
    assert increasing(told) == kept


@pytest.mark.parametrize(
    ("shown", "places"),
    [
        (["#77", "#2", "#3", "#4"], [1, 2, 3, 4]),  # one is the number of something else
        (["#1", "#4", "#2", "#3"], [1, 4, 2, 3]),  # replies stand below what they answer
        (["#5", "#5", "#5"], [None, None, None]),
    ],
)
def test_places_are_checked(shown: list[str], places: list[int | None]) -> None:
    source = "".join(f'<div class="p"><b class="n">{number}</b><div class="t">Words.</div></div>' for number in shown)
    posts = posts_of(source, body=["div.t"], post=["div.p"], position="b.n")
    assert [post.position for post in posts] == places


def test_a_hint_and_a_note_in_blocks_without_a_name_are_none_of_the_words() -> None:
    edited = "<div>Last edited by Ann on 2024-02-03 10:15</div>"
    hint = "<div>You have to log in to see this picture</div>"
    source = f'<b class="w">Ann</b><div class="t"><p>It works.</p>{hint}{edited}</div>'
    assert [post.text for post in posts_of(source, body=["div.t"], author="b.w")] == ["It works."]
    own = "<div>On 2024-02-03 10:15 it was still dry</div>"
    source = f'<b class="w">Ann</b><div class="t">{own}<div>It works.</div></div>'
    assert [post.text for post in posts_of(source, body=["div.t"], author="b.w")] == [
        "On 2024-02-03 10:15 it was still dry\nIt works."
    ]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("You have to log in to see this picture", False),
        ("Zum Ansehen bitte anmelden", False),
        ("您需要 登录 才可以下载或查看，没有帐号？立即注册", False),
        ("I had to register to download it", True),
        ("我登录以后也不能查看", True),
        ("Then log in again", True),
    ],
)
def test_an_offer_to_log_in_and_see_is_nobodys_words_wherever_it_stands(line: str, shown: bool) -> None:
    source = f'<b class="w">Ann</b><div class="t"><div>It works.</div><div>{line}</div></div>'
    (post,) = posts_of(source, body=["div.t"], author="b.w")
    assert (line in post.text.splitlines()) is shown


def test_what_is_added_in_blocks_without_a_name_is_learned_by_its_words() -> None:
    same = [(author, [f"{author} rides a steel frame"]) for author in ("Ann", "Bo", "Cy")]
    assert learn_lines_apart(same) == learn_lines_apart(same[:2]) == ("@ rides a steel frame",)
    assert learn_lines_apart([same[0], same[0], same[0]]) == ()  # of one author
    own = [("Ann", ["Keep rolling"]), ("Bo", ["Salt kills"]), ("Ann", ["Keep rolling"]), ("Bo", ["Salt kills"])]
    assert learn_lines_apart(own) == ("Keep rolling", "Salt kills")
    assert learn_lines_apart([("Ann", ["Thanks"]), ("Ann", ["Bye"]), ("Bo", ["Thanks"])]) == ()


def test_code_in_an_element_that_is_left_out_stays() -> None:
    source = '<div class="t">Try: <div><pre>read(1)</pre></div><div>Signed by a machine</div></div>'
    posts = posts_of(source, body=["div.t"], leave_out=["div.t > div"])
    assert [post.text for post in posts] == ["Try:\nread(1)"]


def test_labels_that_every_other_post_ends_in_are_learned() -> None:
    posts = [("Ann", ["Words", f"{number} likes"]) for number in range(4)]
    assert learn_lines(posts) == ()
    posts += [("Bo", [f"More words {number}", f"{number} likes"]) for number in range(2)]
    assert learn_lines(posts) == ("0 likes",)
    assert learn_lines([("Ann", ["Words", "</p>"])] * 8) == ()


def test_labels_with_the_authors_name_that_every_other_post_begins_with_are_learned() -> None:
    names = ("Ann", "Bo", "Cy", "Di", "Ed")
    posts = [
        (name, [f"{name} says:", word]) for name, word in zip(names, ("One", "Two", "Six", "Ten", "All"), strict=True)
    ]
    assert learn_lines(posts) == ("@ says:",)
    assert learn_lines(posts[1:]) == ()
    assert learn_lines([(name, ["Hello,", lines[1]]) for name, lines in posts]) == ()


def test_code_and_quotes_beside_paragraphs_belong_to_their_post() -> None:
    def layout(number: int) -> str:
        return f"<div><b>Ann{number}</b> <i>2024-02-0{number} 10:15</i></div>"

    quote, code = "<blockquote>Ours.</blockquote>", "<div>Code:<pre>read(1)</pre></div>"
    source = (
        f"{layout(1)}<p>Ours.</p><hr>{layout(2)}{quote}<p>So it is.</p><p>Try:</p>{code}<hr>{layout(3)}<p>Good.</p>"
    )
    slots = {"author": "div > b[1]", "time": "div > i[2]", "header": "before"}
    posts = posts_of(f"<div>{source}</div>", body=["body > div > p"], **slots)
    assert [post.text for post in posts] == ["Ours.", "So it is.\nTry:\nread(1)", "Good."]
    assert [post.quotes for post in posts] == [[], ["Ours."], []]
    assert [post.author.name for post in posts if post.author] == ["Ann1", "Ann2", "Ann3"]


def test_buttons_below_a_post_are_no_part_of_it() -> None:
    post = (
        '<li class="p"><b>{0}</b><div>Words of {0}</div><div><a href="/r">Reply</a> <a href="/q">Quote</a></div></li>'
    )
    source = "".join(map(post.format, ("Ann", "Bo", "Cy")))
    posts = posts_of(f"<ul>{source}</ul>", body=["li.p > div"], post=["li.p"], author="li.p > b[1]")
    assert [post.text for post in posts] == ["Words of Ann", "Words of Bo", "Words of Cy"]


def test_names_that_end_in_running_numbers_are_no_places() -> None:
    def layout(post: Written) -> str:
        head = f'<b class="w">walker{post.floor}</b> <i>{post.time}</i>'
        return f'<div class="p">{head}<div class="t">{post.text}</div></div>'

    rule = learn_thread_rule([page(thread(number, 6), layout, number) for number in (1, 2)], "2024-05-01")
    assert rule is not None
    assert (str(rule.author), rule.position) == ("div.all > div.p > b.w", None)


@pytest.mark.parametrize(("first", "is_place"), [((1, 1), True), ((41, 57), False)])
def test_numbers_of_the_whole_forum_are_no_places(first: tuple[int, int], is_place: bool) -> None:
    """Ids run on where a thread was written at once, but each thread begins anew to count its posts."""

    def layout(start: int, post: Written) -> str:
        number = start + post.floor - 1
        head = f'<a name="message_{number}"></a><div class="id">Message #{number}</div><b class="w">{post.author}</b>'
        return f'<div class="p">{head} <i>{post.time}</i><div class="t">{post.text}</div></div>'

    pages = [page(thread(number, 6), partial(layout, start), number) for number, start in enumerate(first, 1)]
    rule = learn_thread_rule(pages, "2024-05-01")
    assert rule is not None
    assert (rule.position is not None) is is_place


def test_short_names_with_the_posts_of_their_bearers_are_no_places() -> None:
    """Of "Bo Member 20" and "december_man Member 19" only one reads like a place."""
    names = ("Al", "december_man", "Bo", "Cy", "man_of_the_woods", "Di", "december_man", "december_man")

    def layout(post: Written) -> str:
        said = (21, 19, 20, 16, 19, 18, 19, 19)[post.floor - 1]
        panel = f'<div class="panel"><a class="w">{names[post.floor - 1]}</a><i>Member</i> <b>{said}</b></div>'
        return f'<div class="p">{panel}<i>{post.time}</i><div class="t">{post.text}</div></div>'

    rule = learn_thread_rule([page(thread(number, 8), layout, number) for number in (1, 2)], "2024-05-01")
    assert rule is not None
    assert (str(rule.author), rule.position) == ("div.p > div.panel > a.w", None)


def test_as_many_posts_as_there_may_be_are_read_where_headers_have_the_name_of_bodies() -> None:
    post = "<tr><td>Ann <i>2024-02-03 10:15</i></td></tr><tr><td>Words number {}.</td></tr>"
    source = f"<table>{''.join(map(post.format, range(MAX_BODIES)))}</table>"
    rule = {"body": ["table > tr > td"], "time": "tr > td > i[1]", "header": "before"}
    assert len(posts_of(source, **rule)) == MAX_BODIES


def test_lines_of_a_text_are_no_bodies() -> None:
    """The header is in the body, and each line of the text in a DIV without a name."""

    def layout(post: Written) -> str:
        more = (f"{SENTENCES[(post.number + n) % 12]} And {SENTENCES[n]}" for n in range(post.floor % 3))
        said = [post.text, *more]
        lines = "".join(f"<div>{line}</div>" for line in said)
        return (
            f"<div class='item'><div class='says'><div class='top'><a class='by'>{post.author}</a>"
            f"<i class='at'>{post.time}</i></div>{lines}</div></div>"
        )

    rule = learn_thread_rule([page(thread(number, 6), layout, number) for number in range(5)], "")
    assert rule is not None
    posts = read_posts(page(thread(9, 4), layout, 9), rule)
    assert [post.text.count(" And ") for post in posts] == [1, 2, 0, 1]
    assert [post.author and post.author.name for post in posts] == [post.author for post in thread(9, 4)]


def test_a_class_that_elements_swap_for_another_is_no_part_of_their_name() -> None:
    """The openers that the rule is learned from are even ones, all of them."""

    def post(kind: str, written: Written, *, even: bool) -> str:
        swapped = "even" if even else "odd"
        return (
            f"<div class='{kind} {swapped}'><b class='by'>{written.author}</b> <i class='at'>{written.time}</i>"
            f"<div class='{kind}-text {swapped}'>{written.text}</div></div>"
        )

    def thread_page(number: int, *, even: bool) -> Page:
        opener, *replies = thread(number, 6)
        shown = "".join(post("reply", reply, even=reply.floor % 2 == 0) for reply in replies)
        return Page.parse(f"<html><body>{post('first', opener, even=even)}<div>{shown}</div></body></html>")

    rule = learn_thread_rule([thread_page(number, even=True) for number in range(5)], "")
    assert rule is not None
    posts = read_posts(thread_page(9, even=False), rule)
    assert [post.text for post in posts] == [written.text for written in thread(9, 6)]


def test_what_holds_paragraphs_comes_before_one_that_is_all_of_the_text_in_the_sample() -> None:
    def thread_page(number: int, *more: str) -> Page:
        opener, *replies = thread(number, 5)
        said = "".join(f"<p>{text}</p>" for text in (opener.text, *more))
        top = f"<div class='who'><b class='by'>{opener.author}</b> <i class='at'>{opener.time}</i></div>"
        shown = "".join(
            f"<div class='item'><div class='who'><b class='by'>{post.author}</b> <i class='at'>{post.time}</i></div>"
            f"<div class='says'>{post.text}</div></div>"
            for post in replies
        )
        return Page.parse(f"<html><body><div>{top}<section>{said}</section></div><div>{shown}</div></body></html>")

    rule = learn_thread_rule([thread_page(number) for number in range(5)], "")
    assert rule is not None
    opener = read_posts(thread_page(9, "And one more line."), rule)[0]
    assert opener.text.splitlines() == [thread(9, 1)[0].text, "And one more line."]


def test_the_number_of_a_post_behind_a_word_is_nobodys_name() -> None:
    def layout(post: Written) -> str:
        own = f'<a href="/msg{post.number}">msg{post.number}</a>'
        head = f'<div class="row">{own} <b>By: {post.author}</b> <i>Date: {post.time}</i></div>'
        return f'<div class="row">{head}<div class="says">{post.text}</div></div>'

    rule = learn_thread_rule([page(thread(number, 5), layout, number) for number in (1, 2, 3)], "2024-05-01")
    found, written = read_posts(page(thread(7, 4), layout, 7), rule), thread(7, 4)
    assert [post.author.name for post in found if post.author] == [post.author for post in written]
    assert [post.postId for post in found] == [str(post.number) for post in written]


@pytest.mark.parametrize(
    "said",
    [
        "Author: [hidden] ({})",
        "{} <ann@f.test>",
        "ann@f.test ({})",
        "ann at f.test ({})",
        "{} (12)",
        "{} (-3)",
        "{} @ann6",
    ],
)
def test_where_mail_reaches_its_bearer_and_his_points_are_no_part_of_a_name(said: str) -> None:
    source = (
        f"<div class=p><b class=w>{said.format('Ann Lee').replace('<', '&lt;')}</b><div class=t>It hums.</div></div>"
    )
    (post,) = posts_of(source, body=["div.t"], post=["div.p"], author="b.w")
    assert post.author is not None
    assert post.author.name == "Ann Lee"


@pytest.mark.parametrize(
    ("words", "text"),
    [("Rain.", "Rain."), ("Rain.<pre>x = 1</pre>", "Rain.\nx = 1"), ('<img src="/moss.jpg">', "")],
)
def test_a_template_that_leaves_out_all_of_a_page_has_no_post_there(words: str, text: str) -> None:
    """It was learned from a page of another skin, and what it leaves out holds the post here."""
    narrow = {"kind": "thread", "body": ["div.text"], "post": ["div.panel"], "author": "div.panel > b"}
    wide = {"kind": "thread", "body": ["div.main"], "header": "inside"}
    leave_out = ["div.main > div.panel"]
    rule = Rule.from_dict({"kind": "thread", "body": ["div.reply"], "leave_out": leave_out, "more": [wide, narrow]})
    page = Page.parse(f'<div class="main"><div class="panel"><b>Ann</b><div class="text">{words}</div></div></div>')
    (post,) = read_posts(page, rule)
    assert (post.text, post.author and post.author.name) == (text, "Ann")
    assert len(post.images) == words.startswith("<img")
