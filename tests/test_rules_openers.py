"""Openers of another form than their replies, on a page alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from newsbody.items import Post
from newsbody.page import Page
from newsbody.posts.read import read_posts
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.rules.rule import Rule
from newsbody.rules.templates import holds_more
from tests.forum_pages import SENTENCES, Written, thread
from tests.programs import question2answer
from tests.programs.forum import Forum

REPLIES = thread(5, 8)[1:]
LONG = "\n".join(SENTENCES[2:8])


def _page(opener: str, replies: list[str]) -> Page:
    return Page.parse(
        f"<html><head><title>A wheel that hums</title></head><body><a href='/'>Home</a> <a href='/b/3'>Wheels</a>"
        f"<h1>A wheel that hums</h1>{opener}<div class='list'>{''.join(replies)}</div></body></html>"
    )


def _posts(opener: str, replies: list[str]) -> list[Post]:
    page = _page(opener, replies)
    return read_posts(page, learn_thread_rule([page], ""))


def _opener(by: str, when: str = "2021-03-05 07:40:00", text: str = LONG) -> str:
    lines = "<br>".join(text.splitlines())
    return f'<div class="first"><div class="by">{by}</div><em>{when}</em><div class="text">{lines}</div></div>'


def _reply(post: Written, text: str | None = None) -> str:
    return (
        f'<div class="reply" id="r{post.number}"><a class="nick" href="http://i.forum.example/{post.user}">{post.author}'
        f'</a><div class="time">{post.time}</div><div class="says">{text or post.text}</div><a>Reply</a></div>'
    )


def test_an_opener_that_is_linked_nowhere_is_told_by_its_time_and_length() -> None:
    found = _posts(_opener("<b>Marta</b>"), [_reply(post) for post in REPLIES])
    assert [post.text for post in found] == [LONG, *(post.text for post in REPLIES)]
    assert found[0].author is not None
    assert found[0].author.name == "Marta"


def test_an_opener_may_be_by_somebody_with_a_page_where_its_comments_are_not() -> None:
    comments = [
        f'<div class="reply" id="r{post.number}"><b class="nick">{post.author}</b><div class="time">{post.time}</div>'
        f'<div class="says">{post.text}</div></div>'
        for post in REPLIES
    ]
    found = _posts(_opener('<a href="/author/5">Marta</a>'), comments)
    assert [post.text for post in found] == [LONG, *(post.text for post in REPLIES)]


@pytest.mark.parametrize(
    "opener",
    [
        _opener('<a href="http://forum.example/b/3">Wheels</a>'),
        _opener("<b>Marta</b>", when="2021-03-08 23:59:00"),
        _opener("<b>Marta</b>", text="Short."),
    ],
    ids=["of a board", "younger than all", "hardly any words"],
)
def test_what_stands_over_posts_and_may_be_something_else_is_none(opener: str) -> None:
    found = _posts(opener, [_reply(post) for post in REPLIES])
    assert [post.text for post in found] == [post.text for post in REPLIES]


def test_of_a_board_and_a_person_the_one_wrote_whose_link_leads_where_those_of_others_lead() -> None:
    by = '<a href="http://forum.example/b/3">Hub</a> <a href="http://i.forum.example/77">Old Pell</a>'
    found = _posts(_opener(by), [_reply(post) for post in REPLIES])
    assert [post.author and post.author.name for post in found] == ["Old Pell", *(post.author for post in REPLIES)]


def test_an_opener_may_say_its_minute_where_replies_say_the_day() -> None:
    replies = [_reply(post).replace(post.time, REPLIES[0].time[:10]) for post in REPLIES]
    by = '<a href="http://i.forum.example/77">Old Pell</a>'
    found = _posts(_opener(by, when=f"{REPLIES[0].time[:10]} 00:05:00"), replies)
    assert [post.text for post in found] == [LONG, *(post.text for post in REPLIES)]


def _branch(post: Written, answers: list[Written]) -> str:
    """A comment with answers to it below its own foot, these of another form."""
    below = "".join(
        f'<div class="answer"><b class="name"><a href="/u/{one.user}">{one.author}</a></b>'
        f'<span class="words">{one.text}</span><p class="foot"><i class="when">{one.time}</i></p></div>'
        for one in answers
    )
    return (
        f'<div class="branch"><div class="main"><b class="name"><a href="/u/{post.user}">{post.author}</a></b>'
        f'<p class="said">{post.text}</p><p class="foot"><i class="when">{post.time}</i></p><div>{below}</div>'
        "</div></div>"
    )


def test_comments_hold_answers_of_another_form() -> None:
    said = [f"{one} {other}" for one in SENTENCES for other in SENTENCES if one != other]
    threads = [
        [replace(post, text=said.pop(29 * post.floor % 60)) for post in thread(number, 13)] for number in range(5)
    ]
    pages = []
    for first, *rest in threads:
        tops, answers = rest[:3], rest[3:]
        branches = [_branch(post, answers[place::3]) for place, post in enumerate(tops)]
        by = f'<a href="/u/{first.user}">{first.author}</a>'
        pages.append(_page(_opener(by, first.time, f"{first.text}\n{LONG}"), branches))
    rule = learn_thread_rule(pages, "")
    for page, (_, *rest) in zip(pages, threads, strict=True):
        shown = [one for place in range(3) for one in (rest[place], *rest[3:][place::3])]
        found = read_posts(page, rule)[1:]
        assert [(post.text, post.author and post.author.name) for post in found] == [
            (post.text, post.author) for post in shown
        ]


def test_short_replies_behind_a_long_opener_are_found() -> None:
    by = '<strong><a href="http://i.forum.example/77">Pell</a></strong>'
    said = [" ".join(post.text.split()[:4]) for post in REPLIES[:4]]
    found = _posts(_opener(by, text=LONG * 3), [_reply(*one) for one in zip(REPLIES, said, strict=False)])
    assert [post.text for post in found[1:]] == said


@pytest.mark.parametrize("pages", [1, 5])
def test_replies_come_before_an_opener_that_is_longer_than_all_of_them(pages: int) -> None:
    threads = [thread(number, 6) for number in range(pages)]
    shown = []
    for number, (first, *replies) in enumerate(threads):
        text = "".join(f"<p>{post.text}</p>" for post in thread(90 + number, 8))
        head = (
            f'<p><a class="nick" href="/u/{first.user}">{first.author}</a></p><p>At <i class="day">{first.time}</i></p>'
        )
        opener = f'<div class="head">{head}</div><div class="view"><article>{text}</article></div>'
        rows = [
            f'<div class="row"><a class="nick" href="/u/{post.user}">{post.author}</a><p class="says">{post.text}</p>'
            f'<i class="time">{post.time}</i></div>'
            for post in replies
        ]
        shown.append(_page(opener, rows))
    rule = learn_thread_rule(shown, "")
    for page, (first, *replies) in zip(shown, threads, strict=True):
        found = read_posts(page, rule)
        assert [post.text for post in found[1:]] == [post.text for post in replies]
        assert [post.author and post.author.name for post in found] == [post.author for post in (first, *replies)]


def test_of_a_link_and_a_name_the_one_wrote_that_is_called_as_the_names_of_others_are() -> None:
    by = '<span class="nick">Old Pell</span> <a href="http://forum.example/b/3">Hub</a>'
    found = _posts(_opener(by), [_reply(post) for post in REPLIES])
    assert [post.author and post.author.name for post in found] == ["Old Pell", *(post.author for post in REPLIES)]


def _short_threads(replies: int, *, newest_first: bool = False) -> list[Page]:
    """Five threads with one reply or so each, and an opener of another form."""
    pages = []
    for number in range(1, 6):
        first, *rest = thread(number, 1 + (number % 2 or replies))
        by = f'<a href="http://i.forum.example/{first.user}">{first.author}</a>'
        order = rest[::-1] if newest_first else rest
        text = "\n".join(post.text for post in thread(50 + number, 9))
        pages.append(_page(_opener(by, first.time, text), [_reply(post) for post in order]))
    return pages


def test_one_reply_or_two_a_page_are_found_behind_openers_of_another_form() -> None:
    pages = _short_threads(2)
    rule = learn_thread_rule(pages, "")
    assert [len(read_posts(page, rule)) for page in pages] == [2, 3, 2, 3, 2]
    assert [post.text for post in read_posts(pages[1], rule)][1:] == [post.text for post in thread(2, 3)[1:]]


def test_what_is_newest_first_behind_one_post_a_page_answers_none() -> None:
    pages = _short_threads(2, newest_first=True)
    rule = learn_thread_rule(pages, "")
    assert [len(read_posts(page, rule)) for page in pages] == [1] * 5


@pytest.mark.parametrize("sample", [range(2, 8), range(9, 14)])
def test_authors_without_links_are_no_subjects_nor_boards(sample: range) -> None:
    def layout(post: Written) -> str:
        who = f"<span>{post.author}</span>"
        if post.floor == 1:
            board = post.number // 1000 % 5
            name = ("Hubs", "Rims", "Spokes", "Tyres", "Talk")[board]
            tag = f'<div class="tag"><a href="/board/{board}">{name}</a></div>'
            return (
                f'<div class="node"><div class="meta"><span>By <span class="author">{who}</span>, {post.time[:10]}'
                f'</span></div><div class="story"><p>{post.text}</p></div>{tag}</div>'
            )
        subject = f'<h3><a href="/comment/{post.number}#c{post.number}">{post.text[:29].strip()}</a></h3>'
        return (
            f'<div class="comment" id="c{post.number}"><div class="top"><p class="who">{who}</p><p class="at">'
            f'{post.number // 1000} months ago</p></div>{subject}<div class="says"><p>{post.text}</p></div></div>'
        )

    threads = [thread(number, 3 + number % 7) for number in sample]
    shown = [_page(layout(first), list(map(layout, rest))) for first, *rest in threads]
    rule = learn_thread_rule(shown, "")
    for one, posts in zip(shown, threads, strict=True):
        found = read_posts(one, rule)
        assert [(post.author and post.author.name, post.text) for post in found] == [(p.author, p.text) for p in posts]


def _answered_page(number: int, asked: str, comments: tuple[int, ...] = ()) -> Page:
    """A question and answers, with so many comments in what holds each; these say more than the question."""
    posts, notes = thread(number, 5), iter(thread(number + 5, 15)[8:])

    def item(kind: str, one: Written, text: str, more: str = "") -> str:
        by = f'<div class="{kind}-by"><a href="/u/{one.user}">{one.author}</a> <time>{one.time}</time></div>'
        return f'<div class="{kind}"><div class="{kind}-text">{text}</div>{by}{more}</div>'

    below = ["".join(item("note", one, one.text) for one in islice(notes, count)) for count in (*comments, *[0] * 5)]
    texts = (asked, *(f"{chr(90 - number)} {chr(90 - one.floor)}: {one.text}" for one in posts[1:]))
    question, *answers = (
        item("reply" if place else "question", one, text, f'<div class="notes">{below[place]}</div>')
        for place, (one, text) in enumerate(zip(posts, texts, strict=True))
    )
    return _page(question, answers)


@pytest.mark.parametrize(
    "comments",
    [
        ((1,), (1,), (1,), (), ()),
        ((1, 2), (2, 1), (), (1, 3), ()),
    ],
)
def test_a_comment_on_a_question_is_none_in_its_place(comments: tuple[tuple[int, ...], ...]) -> None:
    """Comments on three questions of five, and on answers, have more text than the questions have."""
    asked = [SENTENCES[number][:30].strip() for number in range(1, 6)]
    pages = list(map(_answered_page, range(1, 6), asked, comments))
    rule = learn_thread_rule(pages, "")
    assert [read_posts(page, rule)[0].text for page in pages] == asked


def test_a_page_holds_more_than_its_posts_where_a_comment_says_when() -> None:
    rule = learn_thread_rule([_answered_page(number, SENTENCES[number]) for number in range(1, 6)], "")
    assert rule is not None
    assert not holds_more(_answered_page(7, SENTENCES[7]), rule)
    assert holds_more(_answered_page(7, SENTENCES[7], (1,)), rule)


@pytest.mark.parametrize("held", [True, False])
def test_a_short_comment_on_a_question_is_more_and_when_that_was_asked_is_none(held: bool) -> None:
    """In what holds the question, or between it and the first answer where nothing does."""

    def item(kind: str, one: Written, text: str, more: str = "") -> str:
        when = f'<span class="when"><span class="data"><time>{one.time}</time></span></span>'
        by = f'<div class="{kind}-by"><a href="/u/{one.user}">{one.author}</a> {when}</div>'
        inner = f'<div class="{kind}-text">{text}</div>{by}{more}'
        return inner if kind == "question" and not held else f'<div class="{kind}">{inner}</div>'

    def page(number: int, comments: int, by: int = 1) -> Page:
        posts = thread(number, 9)
        notes = "".join(item("note", one, "Thanks.") for one in posts[by : by + comments])
        answers = [item("reply", one, f"{number}: {one.text} {LONG}") for one in posts[1:]]
        return _page(
            item("question", posts[0], f"{number}? {posts[0].text}", f'<div class="notes">{notes}</div>'), answers
        )

    rule = learn_thread_rule([page(number, 0) for number in range(1, 6)], "")
    assert rule is not None
    assert [holds_more(page(7, comments), rule) for comments in (0, 1)] == [False, True]
    assert not holds_more(page(7, 1, by=0), rule)  # who wrote it changed it


def test_who_asked_is_the_first_of_those_that_what_holds_a_question_names() -> None:
    """Who comments on questions has answered others, and one comments on two of three."""
    asking, noting = ("Zoe", "Yan", "Yan"), ("Ann", "Bob", "Ann")

    def by(kind: str, name: str, time: str) -> str:
        return f'<div class="{kind}-by"><a class="user" href="/u/{name}">{name}</a> <time>{time}</time></div>'

    def page(number: int) -> Page:
        posts = thread(number + 1, 9)
        note = (
            f'<div class="note"><div class="note-text">Tried it.</div>{by("note", noting[number], posts[8].time)}</div>'
        )
        asked = by("asked", asking[number], posts[0].time)
        question = f'<div class="asked"><div class="asked-text">{posts[0].text}</div>{asked}'
        answers = ("Ann", "Bob", "Cyd", "Ann", "Dan", "Bob", "Eve")[number:][:5]
        return _page(f"{question}{note}</div>", [
            f'<div class="reply"><div class="reply-text">{one.text}</div>{by("reply", name, one.time)}</div>'
            for one, name in zip(posts[1:], answers, strict=False)
        ])  # fmt: skip

    pages = list(map(page, range(3)))
    rule = learn_thread_rule(pages, "")
    openers = [read_posts(one, rule)[0].author for one in pages]
    assert [author.name if author else None for author in openers] == [*asking]


def test_copies_of_a_page_do_not_make_a_card_of_its_opener() -> None:
    """The same words by the same author each time are what is said of him, unless the whole page is the same."""
    pages = [_answered_page(number, SENTENCES[number]) for number in (1, 1, 2, 2, 3)]
    rule = learn_thread_rule(pages, "")
    assert [read_posts(page, rule)[0].text for page in pages] == [SENTENCES[number] for number in (1, 1, 2, 2, 3)]


def test_the_number_of_a_ticket_is_no_place_of_its_opening_post() -> None:
    def ticket(number: int) -> Page:
        post, *replies = thread(number, 5)
        opener = (
            f'<div class="ticket"><b class="nr">#{number * 7}</b> <i class="by">{post.author}</i> '
            f"<time>{post.time}</time>"
            f'<div class="about">{post.text}</div></div>'
        )
        notes = [
            f'<div class="note"><b class="place">{place}</b> <i class="who">{one.author}</i> <time>{one.time}</time>'
            f'<div class="says">{chr(90 - number)} {chr(90 - place)}: {one.text}</div></div>'
            for place, one in enumerate(replies, 1)
        ]
        return _page(opener, notes)

    pages = [ticket(number) for number in range(1, 6)]
    rule = learn_thread_rule(pages, "")
    for page in pages:
        posts = read_posts(page, rule)
        assert [post.position for post in posts] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("says", ["Asked by", "Last seen"])
def test_who_opened_a_thread_may_be_named_in_a_box_beside_it(says: str) -> None:
    """But not who wrote last, whom such a box may name each time."""

    def box(posts: list[Written]) -> str:
        named = posts[0] if says == "Asked by" else posts[-1]
        who = f'<a class="nick" href="/people/{named.user}">{named.author}</a>'
        return f'<div class="side"><h3>{says}</h3><dl><dt></dt><dd>{who}</dd></dl></div>'

    def answer(post: Written) -> str:
        who = f'<a class="nick" href="/people/{post.user}">{post.author}</a>'
        return f'<div class="answer"><p>{who}</p><div class="says">{post.text}</div><i class="at">{post.time}</i></div>'

    threads = [thread(number, 3 + number % 4) for number in range(1, 8)]
    pages = [
        Page.parse(
            f"<html><head><title>A wheel that hums {posts[0].number}</title></head><body><div class='main'>"
            f"<div class='question'><h1>A wheel that hums {posts[0].number}</h1><div class='asks'>{posts[0].text}</div>"
            f"<p><b class='when'>{posts[0].time}</b></p></div>{''.join(map(answer, posts[1:]))}</div>{box(posts)}"
        )
        for posts in threads
    ]
    rule = learn_thread_rule(pages, "")
    for page, posts in zip(pages, threads, strict=True):
        found = [(post.text, post.author and post.author.name) for post in read_posts(page, rule)]
        first = posts[0].author if says == "Asked by" else None
        assert found == [(posts[0].text, first), *((post.text, post.author) for post in posts[1:])]
    assert Rule.from_dict(rule.to_dict()) == rule if rule else False


def test_questions_and_comments_that_share_a_class_are_told_apart_beside_answers() -> None:
    """What is left beside answers is best named by the class that both have, and is neither."""
    forum = Forum(98)
    sources = {
        number: question2answer.answer(forum, "/index.php", {"qa": f"{number}"}) for number in range(166, 188, 3)
    }
    pages = {
        number: Page.parse(source) for number, source in sources.items() if source and number not in (169, 172, 175)
    }
    rule = learn_thread_rule([*pages.values()], "")
    for number, page in pages.items():
        found = sorted((post.text.split("\n")[0], post.author and post.author.name) for post in read_posts(page, rule))
        assert found == sorted((post.lines[0], post.name) for post in forum.by_number[number].posts)
