"""What is new of a thread, by what an earlier crawl knew of it."""

from __future__ import annotations

import pytest

from newsbody.crawl.addresses.address import Address
from newsbody.crawl.known.ledger import Met, told, told_anywhere
from newsbody.crawl.known.thread_posts import before_gap, met_until, told_again, unknown_posts
from newsbody.crawl.spiders.thread_pages import thread_page
from newsbody.items import Post

SITE = "http://forum.test"


def look(url: str) -> Address:
    """Addresses of pages of a thread, ``/t/7?p=PAGE``, and of its posts, ``/t/7/PLACE``."""
    _, _, page = url.partition("?p=")
    return Address("topic", url, url, "7", int(page or 1), is_variant=url.count("/") > 4)


def posts(page: int, *places: int) -> list[Post]:
    return [Post("7", f"{SITE}/t/7?p={page}", f"post {place}", place, f"p{place}") for place in places]


def met(page: int, *places: int) -> Met:
    known = posts(page, *places)
    return Met(page=known[0].url, first=places[0], posts=[told(vars(post)) for post in known])


@pytest.mark.parametrize(
    ("shown", "new"),
    [
        (posts(3, 5, 6, 7), [7]),
        (posts(4, 7, 8), [7, 8]),
        (posts(1, 1, 2) + posts(2, 3, 4), []),
        (posts(2, 5, 6) + posts(3, 7, 8), [7, 8]),  # two were deleted
        (posts(2, 6, 7), [7]),
    ],
)
def test_pages_before_the_last_one_that_was_known_have_nothing_new(shown: list[Post], new: list[int]) -> None:
    """A link to a post may lead to any of them."""
    assert [post.position for post in unknown_posts(shown, met(3, 5, 6), look)] == new


def test_what_stands_on_each_page_of_a_thread_is_not_new_on_its_last() -> None:
    """A question with a comment above each page of its answers."""
    opener, comment, *answers = posts(2, 1, 2, 7, 8)
    seen = [vars(post) for post in (opener, comment, *answers)]
    again = told_again("7", seen, [vars(post) for post in answers])
    known = met_until([posts(1, 1, 2, 3, 4, 5, 6), answers], None, None, again)
    assert unknown_posts([opener, comment, *answers, *posts(2, 9)], known, look) == posts(2, 9)
    later = met_until([[*answers, *posts(2, 9)]], None, known)
    assert later.standing == known.standing == again
    assert Met.from_json(later.to_json()) == later


@pytest.mark.parametrize(("own", "positions"), [([13, 14], [13, 14, 15]), ([14], [14, 15])])
def test_a_page_is_counted_from_the_first_post_that_was_its_own(own: list[int], positions: list[int]) -> None:
    """Its first one stands on the page before, too; which of them was read first was chance."""
    before, page = posts(2, 12, 13), posts(3, *own)
    known = met_until([before, page], None, None, [told_anywhere(vars(posts(2, 13)[0]))])
    rows = [vars(post) | {"position": None} for post in posts(3, 13, 14, 15)]
    fields = [{name: row[name] for name in ("text", "author", "datePublished", "postId")} for row in rows]
    shown = thread_page(look(page[0].url), (), known, page[0].url, {}, fields)
    assert [post.position for post in shown.posts] == positions
    assert [post.text for post in shown.posts] == [f"post {number}" for number in positions]


def test_on_which_page_stands_what_the_address_of_a_post_shows_is_not_known() -> None:
    shown = [Post("7", f"{SITE}/t/7/9", "post 7", None, "p7")]
    assert unknown_posts(shown, met(3, 5, 6), look) == shown


def test_of_a_letter_nothing_is_new() -> None:
    assert unknown_posts(posts(1, 1, 2), Met(page=f"{SITE}/t/7"), look) == []


def test_the_last_page_before_a_gap() -> None:
    assert (before_gap([1, 2, 3]), before_gap([1, 2, 4]), before_gap([3])) == (2, 1, 0)
