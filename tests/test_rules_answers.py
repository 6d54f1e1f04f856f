"""Comments that hold answers of another form, and times of the last change beside those of posts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from newsbody.items import Post
from newsbody.page import Page
from newsbody.posts.read import read_posts
from newsbody.rules.learn_thread import learn_thread_rule
from tests.programs import stackexchange
from tests.programs.forum import Forum

SAID = (
    "The pump ran all night and the cellar is dry again, more or less.",
    "Ours stopped twice, and nobody could say what was the matter with it.",
    "Look at the float first, it gets stuck behind the pipe in half of all houses.",
    "Thank you, that was it, and it took no more than two minutes.",
    "Mine makes a noise like a tractor since the day before yesterday.",
    "That is the bearing, and it costs less than the visit of a plumber.",
    "How deep is the hole that you put it in, and what is below it?",
    "Two feet of gravel, as the man in the shop told us to do it.",
    "We had the same in spring and put in a second one beside it.",
    "A second one is no good where the power fails as often as here.",
)
#: Which of the posts each one answers; those that answer none are comments.
ANSWERS = {1: None, 2: 1, 3: 1, 4: None, 5: 4, 6: None, 7: 6, 8: 6, 9: 6}


def written(number: int) -> tuple[str, str, str]:
    """Author with link, time, and words: answers come later than the comments below theirs."""
    name = ("Ann Lee", "Bo Hall", "Cy Marsh", "Di Stone")[number % 4]
    hour = 8 + number + 10 * (ANSWERS.get(number) is not None)
    return (
        f'<a class="{{}}" href="/user/{number % 4}">{name}</a>',
        f"2024-03-{4 + hour // 24:02} {hour % 24:02}:15",
        SAID[number],
    )


def beside(number: int, answers: str) -> str:
    """A comment and its answers next to each other."""
    who, when, said = written(number)
    inner = f'<div class="answers">{answers}</div>' if answers else ""
    lead = f'<div class="lead">{who.format("handle")}<p class="words">{said}</p><time>{when}</time></div>'
    return f'<section class="thread">{lead}{inner}</section>'


def within(number: int, answers: str) -> str:
    """A comment whose answers stand in it, behind its words."""
    who, when, said = written(number)
    head = f'<div class="top">{who.format("name")} <span class="time">{when}</span></div>'
    main = f'{head}<div class="text">{said}</div><div class="subs">{answers}</div>'
    return f'<div class="item"><div class="main">{main}</div></div>'


def answer(number: int) -> str:
    who, when, said = written(number)
    return f'<div class="sub">{who.format("by")}: <span class="line">{said}</span> <em>{when}</em></div>'


def page(comment: Callable[[int, str], str]) -> Page:
    who, when, said = written(0)
    opener = (
        f'<div class="head">{who.format("owner")} <span>{when}</span></div><div class="story">{said} {SAID[6]}</div>'
    )
    comments = "".join(
        comment(number, "".join(answer(one) for one, above in ANSWERS.items() if above == number))
        for number, above in ANSWERS.items()
        if above is None
    )
    return Page.parse(
        f"<html><head><title>Pump</title></head><body><h1>Pump</h1><div class='wrap'>{opener}"
        f"<div class='all'>{comments}</div></div></body></html>",
        "http://f.test/t/1",
    )


def by_words(posts: list[Post]) -> list[tuple[str, str | None]]:
    return [(post.text, post.author.name if post.author else None) for post in posts]


def behind(number: int, answers: str) -> str:
    """A comment longer than all its answers, which stand in what holds it, below the line that says who and when."""
    who, when, said = written(number)
    words = f'<div class="body"><p>{said}</p><p>{SAID[5 if number < 5 else 3]} {SAID[9]}</p></div>'
    sign = f'<div class="sign">{who.format("user")} <span class="at">{when}</span></div>'
    return f'<div class="answer-block">{words}{sign}{f"<ul>{answers}</ul>" if answers else ""}</div>'


@pytest.mark.parametrize("comment", [beside, within])
def test_comments_come_out_of_a_page_alone_with_the_answers_that_they_hold(comment: Callable[[int, str], str]) -> None:
    only = page(comment)
    posts = read_posts(only, learn_thread_rule([only], ""))
    wanted = [
        (SAID[n] if n else f"{SAID[0]} {SAID[6]}", ("Ann Lee", "Bo Hall", "Cy Marsh", "Di Stone")[n % 4])
        for n in range(10)
    ]
    assert by_words(posts) == wanted
    assert [post.datePublished[:10] if post.datePublished else None for post in posts] == [
        written(n)[1][:10] for n in range(10)
    ]


@pytest.mark.parametrize(
    "edit",
    [
        '<div class="message-lastEdit"><time>{}</time></div>',
        "<p>Last edited: <time>{}</time></p>",
        "<p>Last activity <time>{}</time></p>",
    ],
)
def test_the_time_of_the_last_change_is_not_that_of_the_post(edit: str) -> None:
    posts = "".join(
        f'<div class="post"><b class="who">{("Ann Lee", "Bo Hall")[n % 2]}</b><time class="at">2007-06-22 20:43</time>'
        f'<div class="text">{SAID[n]}</div>{edit.format(f"2019-08-28 14:3{n}")}</div>'
        for n in range(4)
    )
    only = Page.parse(f"<html><body>{posts}</body></html>")
    assert {post.datePublished for post in read_posts(only, learn_thread_rule([only], ""))} == {"2007-06-22T20:43:00"}


def test_answers_come_out_that_stand_below_posts_which_are_known_first() -> None:
    only = page(behind)
    posts = read_posts(only, learn_thread_rule([only], ""))
    assert [post.text.splitlines()[0] for post in posts] == [
        SAID[n] if n else f"{SAID[0]} {SAID[6]}" for n in range(10)
    ]
    assert [post.author.name for post in posts if post.author] == [
        ("Ann Lee", "Bo Hall", "Cy Marsh", "Di Stone")[n % 4] for n in range(10)
    ]


def test_notes_below_posts_by_their_own_authors_are_no_answers() -> None:
    def one(number: int) -> str:
        who, when, said = written(number)
        words = f'<span class="line">I mended {SAID[9 - number]}</span>'
        note = f'<div class="sub">{who.format("by")}: {words} <em>{when}</em></div>'
        head = f'<div class="top">{who.format("name")} <span class="time">{when}</span></div>'
        return f'<div class="item">{head}<div class="text">{said} {SAID[number - 1]}</div>{note}</div>'

    only = Page.parse(f"<html><body>{''.join(map(one, (1, 4, 6, 7, 8)))}</body></html>", "http://f.test/t/1")
    assert len(read_posts(only, learn_thread_rule([only], ""))) == 5


def _with_named(who: str, when: str, said: str) -> tuple[str, str]:
    """A post and a comment, each with its author below it; authors' pages are called by number and name."""
    sign = f'{who} <span class="age">{when}</span>'
    comment = f'<div class="comment"><div class="says">{said}</div><div class="sign">{sign}</div></div>'
    return f'<div class="text">{said}</div><div class="by">{who} <span class="at">{when}</span></div>', comment


def test_comments_come_out_where_a_hidden_one_is_to_be_filled_on_each_page() -> None:
    names = [f"{first} {last}" for first in ("Ann", "Bo", "Cy", "Di") for last in ("Lee", "Hall", "Marsh", "Stone")]

    def written_by(number: int, said: str) -> tuple[str, str]:
        name = names[number % 16]
        link = f'<a class="user" href="/users/{number % 16}/{name.lower().replace(" ", "-")}/">{name}</a>'
        return _with_named(link, f"2024-03-{4 + number // 20:02} {number % 20:02}:15", said)

    def page_of(thread: int) -> tuple[Page, list[str]]:
        said, posts = [], []
        for place in range(3):
            number = 12 * thread + 4 * place
            words = [
                f"{SAID[(thread + place) % 10]} {SAID[number % 7]} {number}",
                f"{SAID[(number + 3) % 10]} {thread}",
            ]
            post, comment = written_by(number, words[0])[0], written_by(number + 1, words[1])[1]
            held = f'<div class="comments"><h2>Comments</h2><div>{comment if place else ""}</div></div>'
            posts.append(f'<div class="post">{post}{held}</div>')
            said += words if place else words[:1]
        filled = _with_named('<a class="user" href=""></a>', "2026-11-27 23:15", "")[1]
        hidden = f'<div class="templates" style="display: none">{filled}</div>'
        html = f"<html><body><h1>Pump {thread}</h1>{''.join(posts)}{hidden}</body></html>"
        return Page.parse(html, f"http://f.test/question/{thread}/"), said

    shown = [page_of(thread) for thread in range(6)]
    rule = learn_thread_rule([one for one, _ in shown], "")
    for one, said in shown:
        posts = read_posts(one, rule)
        assert [post.text for post in posts] == said
        assert all(post.author and post.datePublished for post in posts)


def test_answer_whose_author_is_a_template_is_none() -> None:
    """A script makes new answers of `<b class="by">{{ answer.by }}</b>`; until then it stands below the others."""
    answer = '<div class="answer"><div class="says">{}</div><b class="by">{}</b><i class="at">{}</i></div>'

    def page_of(thread: int) -> tuple[Page, list[str]]:
        said = [f"{SAID[(thread + place) % 10]} {SAID[(3 * thread + place) % 7]}" for place in range(2 + thread % 3)]
        shown = [
            answer.format(
                text, ("Ann Lee", "Bo Hall", "Cy Marsh")[(thread + place) % 3], f"2024-03-{4 + place:02} 08:15"
            )
            for place, text in enumerate(said)
        ]
        filled = answer.format("", "{{ answer.by }}", "Now")
        html = f"<html><body><h1>Pump {thread}</h1>{''.join(shown)}{filled}</body></html>"
        return Page.parse(html, f"http://f.test/question/{thread}/"), said

    shown = [page_of(thread) for thread in range(6)]
    rule = learn_thread_rule([one for one, _ in shown], "")
    for one, said in shown:
        assert [post.text for post in read_posts(one, rule)] == said


def test_row_with_a_button_alone_below_posts_is_none() -> None:
    def page_of(thread: int) -> tuple[Page, list[str]]:
        said = [f"{SAID[(thread + place) % 10]} {SAID[(3 * thread + place) % 7]}" for place in range(2 + thread % 3)]
        shown = "".join(
            f'<div class="row"><div class="span3"><div class="thumbnail"><img src="/{place}.png"></div><div>'
            f'<p>{("Ann Lee", "Bo Hall", "Cy Marsh")[(thread + place) % 3]}</p></div></div><div class="span7"><div>'
            f'<p>{text}</p></div><div style="clear: both;"></div></div><div class="span2"><p class="pull-right"><small>'
            f'<a href="#{place}">#{place}</a></small></p><p class="pull-right"><small>2024-01-{4 + place:02} '
            f"08:1{place}</small></p></div></div><hr>"
            for place, text in enumerate(said)
        )
        link = f'<a href="/t/{thread}/new" class="btn">Create post</a>'
        button = f'<div class="row"><div class="span12"><p>{link}</p></div></div>'
        return Page.parse(f"<html><body>{shown}{button}</body></html>", f"http://f.test/t/{thread}/"), said

    shown = [page_of(thread) for thread in range(8)]
    rule = learn_thread_rule([one for one, _ in shown], "")
    for one, said in shown:
        assert [post.text for post in read_posts(one, rule)] == said


@pytest.mark.parametrize(("seed", "first"), [(5, 0), (31, 5)])
def test_what_holds_a_comment_is_called_after_its_post_and_not_after_itself(seed: int, first: int) -> None:
    """`<div id="comments-549"><li id="comment-551">`: of posts with one comment each both tell the comments apart."""
    threads = [one for one in Forum(seed).threads if 2 <= len(one.posts) <= 8][first : first + 5]
    urls = [f"/questions/{one.number}/{one.slug}" for one in threads]
    shown = (stackexchange.answer(one.forum, url, {}) for one, url in zip(threads, urls, strict=True))
    pages = [Page.parse(html or "", f"http://f.test{url}") for html, url in zip(shown, urls, strict=True)]
    rule = learn_thread_rule(pages, "")
    found = [{post.postId for post in read_posts(page, rule)} for page in pages]
    assert found == [{str(post.number) for post in one.posts} for one in threads]
