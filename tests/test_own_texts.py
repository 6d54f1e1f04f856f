"""Posts that say who and when in texts beside other elements: ``<h5>Ann <span>staff</span></h5>``."""

from __future__ import annotations

from datetime import datetime

import pytest

from newsbody.posts.read import read_posts
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.rules.rule_parts import Slot
from tests.forum_pages import AUTHORS, Written, page, thread

_THREADS = [thread(number, size) for number, size in enumerate((6, 4, 9, 2, 7), 1)]
_SURNAMES = dict(zip(AUTHORS, ("Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel"), strict=True))


def _read(markup: str) -> list[tuple[str | None, str | None, str]]:
    """Who wrote each post of some threads, when and what, by what is learned of their pages."""

    def layout(post: Written) -> str:
        rank = "staff" if post.user % 3 else "user"
        known = {"who": post.author, "user": post.user, "text": post.text, "rank": rank, "born": _SURNAMES[post.author]}
        when = f"{datetime.fromisoformat(post.time):%Y/%m/%d %H:%M}"
        return markup.format(when=when, some=f"<i>{rank}</i>" if post.number % 3 else "", **known)

    pages = [page(posts, layout, number) for number, posts in enumerate(_THREADS, 1)]
    rule = learn_thread_rule(pages, "2024-05-20")
    assert rule is not None
    found = [post for shown in pages for post in read_posts(shown, rule)]
    return [(post.author.name if post.author else None, (post.datePublished or "")[:16], post.text) for post in found]


@pytest.mark.parametrize(
    "markup",
    [
        "<div class=post><a href=/u/{user}>{who}</a> 最后编辑于 {when} <div>{text}</div></div>",
        "<article><div>{text}</div> posted {when} <h5>{who} <span>{rank}</span></h5></article>",
        "<div class=post><h4 class=top>{who} {some} <a href=/r>Reply</a></h4><p>{when}</p><div>{text}</div></div>",
        "<li class=it><p><i>{rank}</i> By {who} <a href=/r>Reply</a></p>{when}<div class=md>{text}</div></li>",
        "<div class=post><h5>{some} {who}, {when} <a href=/r>Reply</a></h5><div>{text}</div></div>",
        "<div class=post><h5>{who} <b>{rank}</b> wrote on {when}</h5><div class=text>{text}</div></div>",
        "<div class=post><h5>{who} <span class=q>{some} <b>{rank}</b> {when}</span></h5><p>{text}</p></div>",
    ],
)
def test_who_and_when_in_texts_beside_other_elements(markup: str) -> None:
    assert _read(markup) == [
        (post.author, post.time[:16].replace(" ", "T"), post.text) for posts in _THREADS for post in posts
    ]


def test_names_that_go_on_in_an_element_are_whole() -> None:
    said = _read("<div class=post><a href=/u/{user}>{who} <b>{born}</b></a><p>{when}</p><div>{text}</div></div>")
    assert [who for who, _, _ in said] == [
        f"{post.author} {_SURNAMES[post.author]}" for posts in _THREADS for post in posts
    ]


def test_a_text_of_its_own_is_written_and_read() -> None:
    for text in ("div.post > h5 text()", "p.by text() | By… on"):
        assert Slot.parse(text).own
        assert str(Slot.parse(text)) == text
