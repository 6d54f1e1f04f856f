"""Other addresses of a page that cannot be fetched."""

from __future__ import annotations

from newsbody.crawl.addresses.attempts import MAX_TRIES, MAX_UNDER_WAY, Tries


def test_other_addresses_are_tried_in_the_order_in_which_they_were_met_and_few() -> None:
    tries = Tries()
    tries.begin("page", "/first")
    for number in range(MAX_TRIES + 5):
        tries.instead("page", f"/{number}", number)
    assert [tries.other("page") for _ in range(MAX_TRIES + 1)] == [*((f"/{n}", n) for n in range(MAX_TRIES)), None]
    assert [tries.fail("page") for _ in range(MAX_TRIES + 1)] == [True] * (MAX_TRIES - 1) + [False] * 2
    assert tries.fail("another page")


def test_no_address_is_tried_twice() -> None:
    tries = Tries()
    tries.begin("page", "/1")
    for _ in range(2):  # a dead link stands on many pages
        tries.instead("page", "/1", 1)
        tries.instead("page", "/2", 2)
    assert [tries.other("page") for _ in range(2)] == [("/2", 2), None]
    tries.instead("page", "/1", 1)
    assert tries.other("page") is None


def test_nothing_is_kept_for_pages_that_came_or_were_not_begun() -> None:
    tries = Tries()
    tries.instead("page", "/1", 1)
    assert tries.other("page") is None
    tries.begin("page", "/0")
    tries.instead("page", "/1", 1)
    tries.end("page")
    assert tries.other("page") is None


def test_pages_that_nothing_is_heard_of_are_forgotten() -> None:
    tries = Tries()
    for number in range(MAX_UNDER_WAY + 1):
        tries.begin(f"page {number}", "/")
    for number in range(MAX_UNDER_WAY + 1):
        tries.instead(f"page {number}", "/other", f"request {number}")
    assert tries.other("page 0") is None
    assert tries.other(f"page {MAX_UNDER_WAY}") == ("/other", f"request {MAX_UNDER_WAY}")
