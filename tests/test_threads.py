"""Posts read with a rule: own words, quotes, notes of the software, times, numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from newsbody.items import Post
from newsbody.page import Page
from newsbody.posts.read import read_posts, thread_headline
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.rules.rule import Rule
from newsbody.rules.selector import Selector
from newsbody.rules.words.boilerplate import form_of_titles, names_in_titles, part_of_title, title_of_site
from newsbody.rules.words.software_notes import is_strewn
from tests.forum_pages import SENTENCES, Written, page, pages, thread

RULE = Rule.from_dict(
    {
        "kind": "thread",
        "body": "div.text",
        "post": "div.post",
        "author": "a.name",
        "time": "time @datetime",
        "position": "b.nr",
        "post_id": "div.post @id",
        "quotes": ["blockquote"],
        "leave_out": ["i.hint"],
    }
)


def post(inner: str, head: str = "", number: int = 7) -> Post:
    """The only post of a page."""
    source = f'<div class="post" id="p{number}">{head}<div class="text">{inner}</div></div>'
    (found,) = read_posts(Page.parse(f"<html><body>{source}</body></html>", "http://forum.example/t/1"), RULE)
    return found


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        ("One<br>two", "One\ntwo"),
        ("One<blockquote>Ann wrote: zero</blockquote>two", "One\ntwo"),
        ('<i class="hint">log in to see more</i>One', "One"),
        ('One<span style="display: none">4 A6 z6</span>', "One"),
        ('One<font class="j">\' N0 x# [, c+ X! [</font><br>two', "One\ntwo"),
        ('<i class="edit">last changed by Ann on 2021-9-25 01:07</i><br>One', "One"),
        ("One<br>see it on 2021-9-25 01:07 in the shop", "One\nsee it on 2021-9-25 01:07 in the shop"),
        ("One<br>[attach]50[/attach]", "One"),
        ('One<div class="f">IMG_1.jpg (43.9 KiB) seen 3 times</div>', "One"),
        ('<div class="c"><p>Code: <a href="#">Select all</a></p><pre>x = 1</pre></div>', "x = 1"),
        ("<div>One</div><div>今天试过清洗发动机<pre>x = 1</pre></div>", "One\n今天试过清洗发动机\nx = 1"),
        ("One<ul><li>Try this: <pre>x = 1</pre></li></ul>", "One\nTry this:\nx = 1"),
        ("One<fieldset><legend>Attached</legend>Image(s)<br><a href='/a'><img src='/b'></a></fieldset>", "One"),
        ("One<fieldset><legend>Attached</legend><a href='/a'>b.zip</a> (Size: 3 KB)</fieldset>", "One"),
        ("One<fieldset><legend>Two</legend>Three<br>four</fieldset>", "One\nTwo\nThree\nfour"),
        ('One <a href="#note">as said below</a>', "One as said below"),
        ('One <a href="http://elsewhere.example/">there</a>', "One there"),
        ("", ""),
    ],
    ids=list("abcdefghijklmnopqr"),
)
def test_own_words(inner: str, text: str) -> None:
    assert post(inner).text == text


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("The wheel hums | Forum", "since the winter"),
        ("The wheel hums since the win... | Forum", "The wheel hums\nsince the winter"),
        ("The wheel hums s… | Forum", "The wheel hums\nsince the winter"),
        ("The wheel hums since the winter | Forum", "The wheel hums\nsince the winter"),
        ("The wheel hums... | Forum", "The wheel hums\nsince the winter"),
    ],
)
def test_a_title_that_is_made_of_the_words_of_a_post_is_no_headline_over_them(title: str, text: str) -> None:
    source = f'<title>{title}</title><div class="post"><div class="text">The wheel hums<p>since the winter</div></div>'
    assert [one.text for one in read_posts(Page.parse(source), RULE)] == [text]


def test_an_opening_post_may_say_who_and_when_in_the_head_of_the_page() -> None:
    head = '<div class="menu"><p class="info"><b>Ann</b> <i>2024-02-03 10:15</i></p></div>'
    opener = '<div class="p"><div class="t">Words.</div></div>'
    reply = '<div class="p"><p class="info"><b>Bo</b> <i>2024-02-03 11:15</i></p><div class="t">More.</div></div>'
    names = {"body": ["div.t"], "post": ["div.p"], "author": "p.info > b", "time": "p.info > i"}
    rule = Rule.from_dict({"kind": "thread", **names})
    first, second = read_posts(Page.parse(head + opener + reply), rule)
    assert (first.author and first.author.name, first.datePublished) == ("Ann", "2024-02-03T10:15:00")
    assert (second.author and second.author.name, second.datePublished) == ("Bo", "2024-02-03T11:15:00")
    (alone,) = read_posts(Page.parse(opener), rule)
    assert (alone.author, alone.datePublished) == (None, None)


def test_the_best_answers_shown_above_the_others_again_are_given_once_in_their_place() -> None:
    def said(number: int, text: str) -> str:
        return (
            f'<div class="post" id="p{number}"><b class="nr">{number}</b><a class="name">Ann</a>'
            f'<time datetime="2021-03-01T10:0{number}"></time><div class="text">{text}</div></div>'
        )

    best = said(3, "Thanks!")
    source = f"<html><body>{best}<h2>All</h2>{said(1, 'Why?')}{said(2, 'Thanks!')}{best}</body></html>"
    posts = read_posts(Page.parse(source, "http://forum.example/t/1"), RULE)
    assert [(post.position, post.text) for post in posts] == [(1, "Why?"), (2, "Thanks!"), (3, "Thanks!")]


def test_quotes_stand_apart_and_in_place() -> None:
    found = post("Before<blockquote>Ann wrote: zero</blockquote>behind")
    assert found.quotes == ["Ann wrote: zero"]
    assert found.text == "Before\nbehind"
    assert found.fullText == "Before\nAnn wrote: zero\nbehind"


def test_a_line_beside_a_quote_that_says_whose_it_is_belongs_to_it() -> None:
    head = '<div class="said">Quote from: Ann on April 6, 2020, 01:28 AM</div>'
    found = post(f'{head}<div class="box">zero</div>One{head}<div class="box">two</div>', '<a class="name">Bob</a>')
    line = "Quote from: Ann on April 6, 2020, 01:28 AM"
    assert (found.text, found.quotes) == ("One", [f"{line}\nzero", f"{line}\ntwo"])
    assert found.fullText.startswith(line)


def test_author_number_and_images() -> None:
    found = post(
        '<img src="/i/1.png"><img src="/i/1.png">', '<a class="name" href="/u/5">Ann</a> <b class="nr">#12</b>', 93
    )
    assert found.author is not None
    assert (found.author.name, found.author.url) == ("Ann", "http://forum.example/u/5")
    assert (found.position, found.postId) == (12, "93")
    assert [image.url for image in found.images] == ["http://forum.example/i/1.png"]


@pytest.mark.parametrize(
    ("head", "iso", "raw"),
    [
        (
            "<time datetime='2023-04-11T05:01:36+00:00'>2023-04-11 13:01</time>",
            "2023-04-11T13:01:36+08:00",
            "2023-04-11 13:01",
        ),
        ("<time datetime='2023-04-11T22:01:36Z'>Apr 11, 2023 6:01 pm</time>", "2023-04-11T18:01:36-04:00", None),
        ("<time datetime='2023-04-11T05:01:36Z'>yesterday</time>", "2023-04-11T05:01:36Z", None),
        ("<time datetime='2023-04-11T05:01:36Z'>2023-01-01 00:00</time>", "2023-04-11T05:01:36Z", None),
        ("<time datetime='someday'>yesterday</time>", None, "someday"),
        ("", None, None),
    ],
    ids=["east", "west", "words", "another day", "broken", "none"],
)
def test_time_for_machines_on_the_clock_of_the_site(head: str, iso: str | None, raw: str | None) -> None:
    found = post("One", head)
    assert found.datePublished == iso
    if raw or iso is None:
        assert found.datePublishedRaw == raw


def test_posts_named_by_words_are_numbered_by_the_others() -> None:
    heads = ["top", "second", "3", "4"]
    source = "".join(
        f'<div class="post" id="p{n}"><b class="nr">{head}</b><div class="text">{n}</div></div>'
        for n, head in enumerate(heads)
    )
    found = read_posts(Page.parse(f"<html><body>{source}</body></html>"), RULE)
    assert [one.position for one in found] == [1, 2, 3, 4]


def test_few_posts_are_the_first_ones_only_where_posts_like_them_have_numbers() -> None:
    source = "".join(f'<div class="post" id="p{n}"><div class="text">{n}</div></div>' for n in range(3))
    shown, numbered = Page.parse(f"<html><body>{source}</body></html>"), replace(RULE, body=(Selector.parse("div.x"),))
    assert [one.position for one in read_posts(shown, RULE)] == [1, 2, 3]
    assert [one.position for one in read_posts(shown, replace(RULE, position=None, more=(numbered,)))] == [None] * 3


def test_a_comment_that_nothing_named_holds_leaves_its_question_alone() -> None:
    """Where the first pages showed comments on answers alone, what holds those on a question has no known name."""

    def shown(kind: str, who: str, text: str, below: str = "") -> str:
        time = f'<time class="{kind}-at" datetime="2024-05-0{len(who)}T10:00">May</time>'
        head = f'<a class="{kind}-who" href="/u/{who}">{who}</a> {time}'
        main = f'<div class="{kind}-main"><div class="{kind}-text">{text}</div>{head}</div>'
        return f'<div class="{kind}-view">{main}{below}</div>'

    def rule(kind: str, post: str) -> Rule:
        names = {"author": f"a.{kind}-who", "time": f"time.{kind}-at @datetime"}
        return Rule.from_dict({"kind": "thread", "body": f"div.{kind}-text", "post": post, **names})

    comments = [shown("c", who, text) for who, text in (("bob", "Is it a big boat?"), ("dan", "That helped me, too."))]
    question = shown("q", "anna", "How is a boat mended?", f'<div class="q-list">{comments[0]}</div>')
    answer = shown("a", "cyd", "Dry it, then mend it.", f'<div class="a-list">{comments[1]}</div>')
    known = replace(rule("a", "div.a-view"), more=(rule("c", "div.a-list > div.c-view"), rule("q", "div.q-view")))
    posts = read_posts(Page.parse(f"<html><body>{question}{answer}</body></html>"), known)
    assert [one.author and one.author.name for one in posts] == ["anna", "bob", "cyd", "dan"]


def test_what_the_software_adds_is_learned() -> None:
    def noted(one: Written) -> str:
        note = f'<p class="chg">changed by {one.author}, {one.floor} times</p>' if one.floor % 2 else ""
        said = (
            f'<div class="cite"><div class="who">{AUTHOR} said:</div><div class="what">{FIRST}</div></div>'
            if one.floor > 1
            else ""
        )
        body = FIRST if one.floor == 1 else one.text
        return (
            f'<div class="post"><a class="name" href="/u/{one.user}">{one.author}</a> '
            f'<span class="at">{one.time}</span>'
            f'<div class="text">{said}{body}{note}</div></div>'
        )

    sample = [page(thread(number, 6), noted, number) for number in range(1, 4)]
    rule = learn_thread_rule(sample, "")
    assert rule is not None
    assert "p.chg" in map(str, rule.leave_out)
    assert "div.cite" in map(str, rule.quotes)
    written = thread(8, 5)
    found = read_posts(page(written, noted, 8), rule)
    assert [one.text for one in found[1:]] == [one.text for one in written[1:]]
    assert all(FIRST in one.quotes[0] for one in found[1:])


AUTHOR = "Marta"
FIRST = f"{SENTENCES[0]} {SENTENCES[4]}"


def test_pictures_that_are_loaded_late_are_not_known_by_what_stands_in_their_place() -> None:
    def pictured(one: Written) -> str:
        late = f'<img src="/static/none.gif" file="/up/{one.number}.jpg">' if one.floor % 2 else ""
        face = '<img src="/static/smile.gif">' * (one.floor % 3)
        return (
            f'<div class="post"><a class="name" href="/u/{one.user}">{one.author}</a> '
            f'<span class="at">{one.time}</span><div class="text">{one.text}{face}<br>{late}</div></div>'
        )

    rule = learn_thread_rule([page(thread(number, 6), pictured, number) for number in range(1, 4)], "")
    found = read_posts(page(thread(8, 5), pictured, 8), rule)
    assert [[image.url for image in one.images] for one in found] == [
        [f"http://forum.example/up/{one.number}.jpg"] if one.floor % 2 else [] for one in thread(8, 5)
    ]


def test_pictures_in_a_frame_of_files_are_the_posts_own() -> None:
    def filed(one: Written) -> str:
        shown = f'<a href="/f/{one.number}"><img src="/t/{one.number}"></a>'
        named = f'<img src="/icons/zip.png"> <a href="/z/{one.number}">{one.user}.zip</a> (Size: {one.user} KB)'
        inner = ("", shown, named)[one.floor % 3]
        frame = inner and f"<fieldset><legend>Attached</legend>{inner}</fieldset>"
        return (
            f'<div class="post"><a class="name" href="/u/{one.user}">{one.author}</a> '
            f'<span class="at">{one.time}</span><div class="text">{one.text}{frame}</div></div>'
        )

    rule = learn_thread_rule([page(thread(number, 6), filed, number) for number in range(1, 4)], "")
    found = read_posts(page(thread(8, 6), filed, 8), rule)
    assert [one.text for one in found] == [one.text for one in thread(8, 6)]
    assert [[image.url for image in one.images] for one in found] == [
        [f"http://forum.example/t/{one.number}"] if one.floor % 3 == 1 else [] for one in thread(8, 6)
    ]


@pytest.mark.parametrize(
    "box",
    [
        '<div class="box"><div class="head">Code:</div><div class="in"><code>{}</code></div></div>',
        '<div class="box"><div><ol><li>{}</li></ol></div><em>copy</em></div>',
    ],
)
def test_only_the_line_over_short_code_is_of_the_software(box: str) -> None:
    codes = ("make all", "x = [1]", "sudo reboot", "print(now)", "let y;", "cd /srv", "if a: b()", "rm -r t", "go()")

    def code_of(one: Written) -> str:
        return codes[one.number % len(codes)] if one.floor % 2 else ""

    def coded(one: Written) -> str:
        return (
            f'<div class="post"><a class="name" href="/u/{one.user}">{one.author}</a> '
            f'<span class="at">{one.time}</span><div class="text">{one.text}{code_of(one) and box.format(code_of(one))}'
            "</div></div>"
        )

    rule = learn_thread_rule([page(thread(number, 6), coded, number) for number in range(1, 4)], "")
    found = read_posts(page(thread(8, 5), coded, 8), rule)
    assert [one.text.split("\n") for one in found] == [
        [*filter(None, (one.text, code_of(one)))] for one in thread(8, 5)
    ]


@pytest.mark.parametrize(
    ("source", "headline"),
    [
        ("<title>A wheel that hums - Forum</title><h1>Forum</h1><h2>A wheel that hums</h2>", "A wheel that hums"),
        ("<title>A wheel that hums</title><h1>Welcome</h1>", "A wheel that hums"),
        ("<title>Re: AW: 车轮为什么响</title><h1>Re: AW: 车轮为什么响</h1>", "车轮为什么响"),
        ("<p>nothing</p>", ""),
        ("", ""),
    ],
)
def test_headline(source: str, headline: str) -> None:
    assert thread_headline(Page.parse(source)) == headline


@pytest.mark.parametrize(
    ("text", "strewn"),
    [
        ("' N0 x# [, c+ X! [", True),
        ("a b c d e", False),
        ("1 2 3", False),
        ("ok !", False),
        ("我 们 , . !", False),
        ("", False),
    ],
)
def test_strewn_characters(text: str, strewn: bool) -> None:
    assert is_strewn(text) is strewn


def test_which_post_one_answers_and_what_it_is_liked() -> None:
    def post(number: int, likes: str, inner: str = "") -> str:
        head = f'<b class="who">Ann{number} Lee</b> <i class="karma">9{number}</i>'
        return (
            f'<li id="p{number}">{head}<p class="t">Words number {number}.</p><span>{likes}</span><ul>{inner}</ul></li>'
        )

    source = post(11, "3 likes", post(12, "0 likes") + post(13, "Reply", post(14, "赞 (5)"))) + post(15, "")
    rule = {"kind": "thread", "body": ["p.t"], "post": ["li[id^=p1]"], "author": "b.who", "post_id": "li[id^=p1] @id"}
    page = Page.parse(f"<html><body><ul>{source}</ul></body></html>")
    posts = read_posts(page, Rule.from_dict(rule))
    assert [(post.postId, post.parentId, post.likes) for post in posts] == [
        ("11", None, 3),
        ("12", "11", 0),
        ("13", "11", None),
        ("14", "13", 5),
        ("15", None, None),
    ]


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (":我也是", "我也是"),
        (": so am I", "so am I"),
        ("：我也是", "我也是"),
        (":D so am I", ":D so am I"),
        ("我说:好", "我说:好"),
    ],
)
def test_a_colon_behind_a_name_is_none_of_a_posts_words(said: str, text: str) -> None:
    source = f"<div class='c'><a href='/u/1'>Ann</a><span class='said'>{said}</span></div>"
    rule = Rule.from_dict({"kind": "thread", "body": ["span.said"], "post": ["div.c"]})
    assert [(post.text, post.fullText) for post in read_posts(Page.parse(source), rule)] == [(text, text)]


def test_names_come_before_the_ids_that_stand_behind_a_label() -> None:
    from_where = "of the coast road", "from the old mill", "at the north gate"

    def layout(post: Written) -> str:
        return (
            f'<div class="post"><div class="meta">'
            f'<span class="name"><b>{post.author} {from_where[post.user % 3]}</b></span> '
            f'<span class="date">{post.time}</span> <span class="uid">ID:{"pqrstu"[post.user - 40]}/fa</span></div>'
            f'<div class="message">{post.text}</div></div>'
        )

    rule = learn_thread_rule(pages(layout), "")
    found = read_posts(pages(layout)[2], rule)
    assert [post.author and post.author.name for post in found] == [
        f"{post.author} {from_where[post.user % 3]}" for post in thread(3, 4)
    ]


@pytest.mark.parametrize(
    ("line", "is_said"),
    [
        ("回复 @Bo Hall :", False),
        ("回复 Bo Hall", False),
        ("In reply to Bo Hall", False),
        ("回复 @Cy Marsh :", True),  # nobody on the page
        ("回复 Bo Hall 说得对", True),
        ("@Bo Hall", True),  # a person may well begin so
    ],
)
def test_a_line_of_the_software_on_whom_a_post_answers_is_none_of_its_words(line: str, is_said: bool) -> None:
    def one(name: str, body: str) -> str:
        return f'<div class="c"><b class="who">{name}</b><div class="t">{body}</div></div>'

    source = one("Bo Hall", "<p>It rained.</p>") + one("Ann Lee", f"<p>{line}</p><p>So it did.</p>")
    rule = Rule.from_dict({"kind": "thread", "body": ["div.t"], "post": ["div.c"], "author": "b.who"})
    posts = read_posts(Page.parse(source), rule)
    assert posts[1].text == (f"{line}\nSo it did." if is_said else "So it did.")


def test_names_that_titles_share_are_no_headline() -> None:
    subjects = ("The wheel hums at speed", "Rain in the shed again", "Moss on the north side")
    titles = [f"Our little town: {subject}" for subject in subjects]
    assert names_in_titles(titles) == ("Our little town",)
    assert names_in_titles([f"{subject} - Garden | Town" for subject in subjects]) == ("Garden", "Town")
    assert names_in_titles([f"{subject}-Garden-Our-Town" for subject in subjects]) == ("Garden-Our-Town",)
    assert names_in_titles([f"{subject}-{place}-Town BBS" for place, subject in enumerate(subjects)]) == ("Town BBS",)
    assert names_in_titles([f"{subject} for all e-Readers" for subject in subjects]) == ()
    assert names_in_titles([f"Moss - Page {number} - Town" for number in range(5)]) == ()
    rule = Rule.from_dict({"kind": "thread", "body": ["div"], "site_names": ["Our little town"]})
    read = Page.parse(f"<title>{titles[0]}</title><div><h1>Our little town</h1>{subjects[0]}</div>")
    assert thread_headline(read, 2, Rule.from_dict(rule.to_dict())) == subjects[0]


def test_a_title_that_all_threads_share_is_no_headline() -> None:
    def named(subject: str, title: str) -> Page:
        return Page.parse(f"<title>{title}</title><h1>{subject}</h1><p>It hums, and nobody knows why.</p>")

    subjects = ("The wheel hums at speed", "Rain in the shed again", "Moss on the north side")
    pages = [named(subject, "Town - A place to talk") for subject in subjects]
    assert title_of_site(pages) == ("Town - A place to talk",)
    assert title_of_site([named("Moss on the north side", "Moss on the north side")] * 3) == ()  # pages of one thread
    assert title_of_site([named(subject, subject) for subject in subjects]) == ()
    rule = Rule.from_dict({"kind": "thread", "body": ["p"], "site_names": list(title_of_site(pages))})
    assert [thread_headline(page, 2, rule) for page in pages] == list(subjects)


def test_titles_name_threads_where_headings_of_some_pages_say_so() -> None:
    """Later pages show no heading, and what a thread is called may be a number, or hold the name of a board."""

    def shown(subject: str, board: str, heading: str = "") -> Page:
        title, links = f"{subject} @{board} forum - Town", "<a href='/b/1'>Moss and rain</a><a href='/b/2'>Wood</a>"
        return Page.parse(f"<title>{title}</title>{links}<h1>{heading}</h1><p>It hums.</p>", "http://f.test/t/1")

    named = {"A wheel that hums @ night": "Wood", "2022": "Moss and rain", "For moss and rain": "Moss and rain"}
    first = [shown(subject, board, subject) for subject, board in named.items()]
    later = [shown(subject, board) for subject, board in named.items()]
    assert form_of_titles([*first[:2], *later]) == ""
    form = form_of_titles([*first, *later])
    assert form == "{} @*"
    rule = Rule.from_dict(Rule("thread", (Selector.parse("p"),), title_form=form).to_dict())
    assert [thread_headline(page, 2, rule) for page in (*first, *later)] == [*named, *named]
    assert form_of_titles([Page.parse(f"<title>{name}</title><h1>{name}</h1>") for name in named]) == ""
    assert part_of_title("Not found", form) == "Not found"
