"""Which posts the templates of a rule find where several name the same elements."""

from __future__ import annotations

from typing import Any

import pytest

from newsbody.page import Page
from newsbody.posts.read import read_posts
from newsbody.rules.records import records
from newsbody.rules.rule import Rule

OPENER = {"kind": "thread", "body": ["body > div > div[2]"], "post": ["body > div"], "author": "b", "time": "i"}


def bodies(source: str, first: dict[str, Any], *more: dict[str, Any]) -> list[str]:
    """The text of the bodies that a rule of some templates finds."""
    page = Page.parse(f"<html><body>{source}</body></html>")
    rule = Rule.from_dict({"kind": "thread", **first, "more": [{"kind": "thread", **one} for one in more]})
    return [page.text_of(body) for record in records(page, rule) for body in record.bodies]


@pytest.mark.parametrize("swapped", [False, True])
def test_what_a_name_tells_is_no_body_of_a_nameless_template(swapped: bool) -> None:
    replies = {"body": ["div.text"], "post": ["div.reply"], "author": "b", "time": "i"}
    source = "".join(
        f"<div class='reply'><b>{name}</b><i>2024-02-03 10:1{number}</i><div class='text'>{words}</div></div>"
        for number, (name, words) in enumerate((("Ann", "It hums."), ("Bo", "Oil it."), ("Cy", "Mine too.")))
    )
    templates = [replies, OPENER] if swapped else [OPENER, replies]
    assert bodies(f"<div>{source}</div>", *templates) == ["It hums.", "Oil it.", "Mine too."]


def test_a_quote_that_is_called_as_bodies_of_another_skin_is_no_post() -> None:
    skin = {"body": ["div.said"], "author": "p.who > b", "time": "p.when > i", "header": "before"}
    other = {"body": ["div.text"], "author": "div.head > b", "time": "div.head > i", "header": "before"}
    head = "<div class='head'><b>Ann</b><i>2024-02-03 10:11</i></div>"
    source = (
        f"{head}<div class='text'><div class='said'>It hums.</div>Oil it.</div>{head}<div class='text'>Thanks</div>"
    )
    assert bodies(source, skin, other) == bodies(source, other, skin) == ["It hums. Oil it.", "Thanks"]
    own = "<p class='who'><b>Ann</b></p><p class='when'><i>2024-02-03 10:11</i></p><div class='said'>It hums.</div>"
    assert bodies(own * 2, skin, other) == ["It hums."] * 2


def test_what_says_nothing_beside_the_only_post_of_a_frame_is_part_of_it() -> None:
    replies = {
        "body": ["body > div > div > div[1]"], "post": ["body > div > div"],
        "author": "html > body > div > div > div > b", "time": "html > body > div > div > div > i",
    }  # fmt: skip
    opener = {"body": ["body > div > section"], "author": "div > div > b", "time": "div > div > i", "header": "before"}
    first = (
        "<div><div><b>Ann</b><i>2024-02-03 10:11</i></div><section>It hums.</section>"
        "<div><div>rides a steel frame</div></div></div>"
    )
    answers = "".join(
        f"<div><div>{words}</div><div><b>Bo</b><i>2024-02-03 10:1{number}</i></div></div>"
        for number, words in enumerate(("Oil it.", "Or turn it."), 2)
    )
    found = ["It hums.", "Oil it.", "Or turn it."]
    assert bodies(f"{first}<div>{answers}</div>", replies, opener) == found
    mute = "<div><div>Says nothing of itself.</div><div></div></div>"
    assert bodies(f"{first}<div>{answers}{mute}</div>", replies, opener) == [*found, "Says nothing of itself."]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Name: Ann", "Ann"),
        ("作者：林间小路", "林间小路"),
        ("Ann &lt;ann@f.test&gt;", "Ann"),
        ("From: Ann (ann at f.test)", "Ann"),
        ("Ann (the other one)", "Ann (the other one)"),
        ("Ann: 7", "Ann: 7"),
    ],
)
def test_labels_and_addresses_are_no_part_of_names(text: str, name: str) -> None:
    row = {"kind": "thread", "body": ["p"], "post": ["div"], "author": "b"}
    found = read_posts(Page.parse(f"<body><div><b>{text}</b><p>Words</p></div></body>"), Rule.from_dict(row))
    assert [post.author and post.author.name for post in found] == [name]
