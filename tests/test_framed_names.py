"""Names that stand in one text with the time of a post."""

from __future__ import annotations

from datetime import datetime

import pytest

from newsbody.posts.read import read_posts
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.rules.rule_parts import Slot
from tests.forum_pages import Written, page, thread

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_THREADS = [thread(number, 4) for number in range(1, 5)]


def _authors(byline: str) -> list[str | None]:
    """Who wrote each post of some threads, by what is learned of pages that say who and when in one text."""

    def layout(post: Written) -> str:
        time = datetime.fromisoformat(post.time)
        said = byline.format(who=post.author, day=_DAYS[time.weekday()], date=f"{time.day} March 2021, {time:%H:%M}")
        return f"<div class=post><p class=by>{said}</p><div class=body>{post.text}</div></div>"

    pages = [page(posts, layout, number) for number, posts in enumerate(_THREADS, 1)]
    rule = learn_thread_rule(pages, "2024-05-20")
    assert rule is not None
    return [post.author.name if post.author else None for shown in pages for post in read_posts(shown, rule)]


@pytest.mark.parametrize(
    "byline",
    ["Submitted by {who} on {date}", "Posted by {who}, {date}", "{who} wrote on {date}", "By {who} on {day}, {date}"],
)
def test_a_name_in_one_text_with_the_time(byline: str) -> None:
    assert _authors(byline) == [post.author for posts in _THREADS for post in posts]


@pytest.mark.parametrize("byline", ["Posted {day}, {date}", "Posted on {date}", "{day} {date}"])
def test_days_of_the_week_are_nobodys_names(byline: str) -> None:
    assert not any(_authors(byline))


def test_what_a_post_begins_with_is_nobodys_name_where_one_stands_in_it_with_the_time() -> None:
    def layout(post: Written) -> str:
        first, _, rest = post.text.partition(". ")
        head = f"<small>Posted by {post.author}, {post.time}</small><h3>{first[:30]} {post.number}</h3>"
        return f"<div class=ask>{head}<p>{first}.</p><p>{rest}</p></div>"

    pages = [page(thread(number, 1), layout, number) for number in range(1, 8)]
    rule = learn_thread_rule(pages, "2024-05-20")
    found = [post.author and post.author.name for shown in pages for post in read_posts(shown, rule)]
    assert found == [post.author for number in range(1, 8) for post in thread(number, 1)]


def test_a_name_in_a_heading_of_a_post_without_a_name_of_its_own_is_known() -> None:
    def layout(post: Written) -> str:
        return f"<div><div><h3>{post.author}</h3><i>{post.time}</i>{post.text}</div></div>"

    pages = [page(posts, layout, number) for number, posts in enumerate(_THREADS, 1)]
    rule = learn_thread_rule(pages, "2024-05-20")
    found = [post.author and post.author.name for shown in pages for post in read_posts(shown, rule)]
    assert found == [post.author for posts in _THREADS for post in posts]


def test_a_frame_is_written_and_read() -> None:
    slot = Slot.parse("div.head > p.by | Submitted by… on")
    assert slot.frame == ("Submitted by", " on")
    assert Slot.parse(str(slot)) == slot
