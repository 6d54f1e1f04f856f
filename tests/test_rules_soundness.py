"""A rule is weighed by what holds for any forum, and another one is taken where that does not hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from newsbody.page import Page
from newsbody.posts.read import read_posts
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.rules.rule import Rule
from newsbody.rules.sample import Sample
from newsbody.rules.soundness import Soundness, soundest, soundness
from tests.forum_pages import thread

POSTS = "".join(
    f'<div class="post"><i>2024-02-03 10:1{number}</i><div class="text"><b>{name}</b><p class="words">{words}</p>'
    f'<u class="extra">{extra}</u></div></div>'
    for number, (name, words, extra) in enumerate(
        (
            ("Ann", "The old bearing hums again.", "river"),
            ("Bo", "Take the wheel apart first.", "harbour"),
            ("Cy", "Mine was the cheap spoke.", "garden"),
        )
    )
)
WHOLE = {"body": ["p.words"], "post": ["div.post"], "author": "div.text > b", "time": "div.post > i"}


def rule(**parts: Any) -> Rule:
    return Rule.from_dict({"kind": "thread", **WHOLE, **parts})


def sample(source: str = POSTS) -> Sample:
    return Sample([Page.parse(f"<body>{source}</body>")])


def test_a_sound_rule() -> None:
    found = soundness(sample(), rule())
    assert (found.posts, found.breaches, found.templates) == (3, 0, 1)
    assert found.mass > 0


@pytest.mark.parametrize(
    ("parts", "breaches"),
    [
        ({"author": "div.text > em"}, 3),  # nobody
        ({"time": ""}, 3),  # at no time
        ({"body": ["div.text"], "header": "inside"}, 3),  # the name among the words
        ({"body": ["div.text"], "header": "inside", "leave_out": ["div.text > b"]}, 0),
    ],
)
def test_breaches(parts: dict[str, Any], breaches: int) -> None:
    assert soundness(sample(), rule(**parts)).breaches == breaches


def test_posts_without_a_time_are_none_where_the_pages_say_none() -> None:
    assert soundness(sample(re.sub("<i>.*?</i>", "", POSTS)), rule(time="")).breaches == 0


def test_posts_that_say_no_time_come_before_boxes_that_hold_all_of_them() -> None:
    posts = "".join(
        f'<div><h3><a href="/u/{post.user}">{post.author}</a></h3><div class="words"><p>{post.text}</p></div></div><hr>'
        for post in thread(3, 9)
    )
    boxes = f'<div class="box"><p>Best with scripts.</p></div><div class="box"><h1>A wheel</h1><div>{posts}</div></div>'
    page = Page.parse(f"<body>{boxes}</body>")
    found = read_posts(page, learn_thread_rule([page], ""))
    assert [(post.text, post.author and post.author.name) for post in found] == [
        (post.text, post.author) for post in thread(3, 9)
    ]


def test_times_of_other_posts_in_the_words_are_breaches() -> None:
    nested = "<p><i>2024-02-03 10:18</i> A reply in it.</p>"
    source = (
        POSTS.replace("again.", f"again.{nested}", 1).replace("<p class", "<div class").replace("</p><u", "</div><u")
    )
    found = {"body": ["div.words"], "time": "i"}
    assert soundness(sample(source), rule(**found)).breaches == 1
    assert soundness(sample(source.replace(nested, "")), rule(**found)).breaches == 0


def test_a_time_of_no_post_is_a_breach() -> None:
    lost = '<div class="post"><i>2024-02-03 10:01</i><h4>The first words.</h4></div>'
    assert soundness(sample(lost + POSTS), rule()).breaches == 1


def test_a_post_without_words_is_a_breach() -> None:
    empty = '<div class="post"><i>2024-02-03 10:19</i><div class="text"><b>Di</b><p class="words"></p></div></div>'
    assert soundness(sample(POSTS + empty), rule()).breaches == 1


@pytest.mark.parametrize(
    ("kind", "says", "breaches"),
    [
        ("note", "<em>2024-02-03 11:00</em>", 1),
        ("note", "", 0),  # words that go on in a frame
        ("text", "<em>2024-02-03 11:00</em>", 0),  # the day of a change between two parts of one text
    ],
)
def test_a_comment_in_a_post_is_a_breach(kind: str, says: str, breaches: int) -> None:
    comment = f'<div class="{kind}">{says}<p class="words">It was the spoke.</p></div>'
    source = POSTS.replace("</div></div>", f"</div>{comment}</div>", 1)
    assert soundness(sample(source), rule()).breaches == breaches


@pytest.mark.parametrize(
    ("one", "other", "excels"),
    [
        (Soundness(9, 0, 1, 1.0, 2.0), Soundness(9, 2, 1, 1.0, 2.0), True),
        (Soundness(9, 2, 1, 1.0, 2.0), Soundness(9, 2, 1, 1.0, 2.0), False),
        (Soundness(5, 0, 1, 1.0, 2.0), Soundness(9, 2, 1, 1.0, 2.0), False),  # fewer posts come out right
        (Soundness(9, 0, 1, 0.5, 1.0), Soundness(9, 2, 1, 1.0, 2.0), False),  # of other text
        (Soundness(9, 0, 1, 1.0, 2.5), Soundness(9, 2, 1, 1.0, 2.0), False),  # and of cards
        (Soundness(14, 0, 1, 1.5, 1.80), Soundness(9, 2, 1, 1.0, 1.0), False),  # five more posts, of cards
        (Soundness(14, 0, 1, 1.5, 1.55), Soundness(9, 2, 1, 1.0, 1.0), True),  # of words
        (Soundness(9, 0, 2, 1.0, 2.0), Soundness(9, 0, 3, 1.0, 2.0), True),  # as sound and plainer
        (Soundness(9, 0, 3, 1.0, 2.0), Soundness(9, 0, 2, 1.0, 2.0), False),
    ],
)
def test_which_of_two_is_sounder(one: Soundness, other: Soundness, excels: bool) -> None:
    assert one.excels(other) is excels


def test_a_rule_that_takes_all_words_for_quotes_does_not_excel() -> None:
    parts = {"body": ["div.text"], "header": "inside", "leave_out": ["div.text > b"]}
    quoting = soundness(sample(), rule(**parts, quotes=["p.words", "u.extra"]))
    assert not quoting.breaches
    assert not quoting.excels(soundness(sample(), rule(time="")))


def test_others_are_asked_for_only_where_the_first_is_not_sound() -> None:
    asked: list[str] = []

    def others() -> Iterator[Rule | None]:
        asked.append("asked")
        yield None
        yield rule()

    assert soundest(sample(), rule(), others()) == rule()
    assert not asked
    assert soundest(sample(), rule(time=""), others()) == rule()
    assert asked == ["asked"]
