"""The turns that pages take at being learned from."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy import Request

from newsbody.crawl.addresses.addresses import Addresses
from newsbody.crawl.addresses.start_folder import StartFolders
from newsbody.crawl.ground.meta import FIRST, in_turn
from newsbody.crawl.ground.settings import CrawlSettings
from newsbody.crawl.learning.discovery import Discovery
from newsbody.crawl.learning.reorder_buffer import MAX_AHEAD, START, PageOrder
from newsbody.crawl.learning.site import Site
from newsbody.crawl.learning.visit import PendingPage, Visit
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.reading import Reading
from newsbody.urls.topics import learn_resolver

HOST = "http://f.test"
Links = dict[int, list[int]]


def url(number: int) -> str:
    return f"{HOST}/{number}"


def one_after_another(links: Links, gone: Iterable[int], starts: list[int]) -> list[str]:
    """The pages of a crawl that fetches the next page when the last one is there."""
    queue, seen, order = deque(starts), set(starts), []
    while queue:
        page = queue.popleft()
        if page in gone:
            continue
        order.append(url(page))
        for other in links[page]:
            if other not in seen:
                seen.add(other)
                queue.append(other)
    return order


def taken(links: Links, gone: Iterable[int], starts: list[int], draw: st.DataObject) -> list[str]:
    """The turns of a crawl whose responses come in any order."""
    order, result = PageOrder(1000), []
    for start in starts:
        order.expect(url(start), START)
    under_way, seen = list(starts), set(starts)
    while under_way:
        page = under_way.pop(draw.draw(st.integers(0, len(under_way) - 1)))
        if page in gone:
            order.fail(url(page))
        else:
            order.end(Visit(url(page), [(url(other), 1) for other in links[page]]))
            under_way += [other for other in links[page] if other not in seen]
            seen.update(links[page])
        while (visit := order.take()) is not None:
            result.append(visit.url)
            for link, _ in visit.links:
                order.expect(link)
    return result


sites = st.integers(1, 12).flatmap(
    lambda size: st.fixed_dictionaries(
        {number: st.lists(st.integers(0, size - 1), max_size=4, unique=True) for number in range(size)}
    )
)


@given(sites, st.data())
def test_turns_are_those_of_a_crawl_that_fetches_one_page_after_another(links: Links, data: st.DataObject) -> None:
    pages = st.sampled_from(sorted(links))
    gone = data.draw(st.sets(pages, max_size=3))
    starts = data.draw(st.lists(pages, min_size=1, max_size=3, unique=True))
    assert taken(links, gone, starts, data) == one_after_another(links, gone, starts)


async def nothing(reading: Reading | None) -> None:
    """A page that needs no finishing."""


def visit(number: int, *, waits: bool = False) -> Visit:
    page = PendingPage(Source(b"", url(number)), "topic", nothing)
    return Visit(url(number), pages=[page] if waits else [])


def test_pages_found_wait_for_all_that_the_crawl_starts_with() -> None:
    order = PageOrder(100)
    order.expect(url(1), START)
    order.expect(url(2))
    order.end(visit(2))
    order.end(visit(1))
    assert order.take(started=False) is None
    first = order.take(started=False, enough=True)
    assert first is not None
    assert first.url == url(1)
    assert order.take(started=False) is None
    order.expect(url(3), START)
    order.end(visit(3))
    rest = [one.url for _ in range(2) if (one := order.take(started=True))]
    assert rest == [url(3), url(2)]


def test_page_that_does_not_come_is_waited_for_while_there_is_room_or_no_hurry() -> None:
    for hurry, ahead in ((True, 1), (False, MAX_AHEAD + 1)):
        order = PageOrder(1000)
        for number in range(ahead + 1):
            order.expect(url(number))
        for number in range(1, ahead + 1):
            assert order.take() is None
            order.end(visit(number))
        found = order.take(hurry=hurry)
        assert found is not None
        assert found.url == url(1)
        order.end(visit(0, waits=True))  # it comes after all
        assert url(0) in [one.url for _ in range(ahead + 1) if (one := order.take(hurry=True))]


def test_page_that_was_given_up_and_comes_after_all_keeps_no_site_from_being_over() -> None:
    order = PageOrder(1000)
    order.expect(url(0))
    order.expect(url(1))
    order.end(visit(0))
    assert order.take(hurry=True) is not None
    assert order.take(hurry=True) is None
    order.end(visit(1, waits=True))
    assert order.is_over
    assert order.take() is None, "others may still lead to it"
    assert order.take(hurry=True) is not None


def test_page_that_had_its_turn_before_anything_led_to_it_is_not_awaited_afterwards() -> None:
    order = PageOrder(1000, ahead=2)
    order.expect(url(0))
    for number in (1, 2, 3):
        order.end(visit(number))
    first = order.take()
    assert first is not None
    assert first.url == url(1), "more than two are held back"
    order.expect(url(1))
    assert not order.awaits(url(1))


def test_page_that_comes_once_more_has_a_turn_only_if_something_waits_for_it() -> None:
    order = PageOrder(100)
    order.expect(url(1))
    order.end(visit(1))
    assert order.take() is not None
    order.end(visit(1))
    assert order.take() is None
    order.end(visit(1, waits=True))
    assert order.take() is not None


def test_closed_order_keeps_nothing() -> None:
    order = PageOrder(100)
    order.expect(url(1))
    order.close()
    order.expect(url(2))
    order.end(visit(2))
    assert order.take(hurry=True) is None
    order.end(visit(3, waits=True))
    assert order.take() is not None


@pytest.mark.parametrize("ahead", [0])
def test_without_room_the_order_is_that_of_arrival(ahead: int) -> None:
    order = PageOrder(100, ahead)
    for number in range(4):
        order.expect(url(number))
    found = []
    for number in (2, 0, 3, 1):
        order.end(visit(number))
        while (one := order.take()) is not None:
            found.append(one.url)
    assert found == [url(2), url(0), url(3), url(1)]


def test_once_addresses_are_known_topics_have_their_turn_under_their_own_address() -> None:
    topics = [f"{HOST}/thread-{number}-1.html" for number in range(1, 60)]
    resolver = learn_resolver([*topics, *(f"{HOST}/user-{number}" for number in range(20))], topic=topics[0])
    assert resolver is not None
    addresses, order = Addresses(100), PageOrder(100)
    asked = [f"{HOST}/", f"{HOST}/user-1", f"{topics[2]}?goto=lastpost", topics[1], topics[2]]
    for address in asked:
        addresses.add(address, None)
        order.expect(address, START if address == asked[0] else 0)
    order.end(Visit(asked[0]))
    assert order.take() is not None
    order.end(Visit(f"{topics[2]}?goto=lastpost"))  # may show any page of the thread
    addresses.start_with(resolver)
    order.readdress(addresses)
    order.end(Visit(topics[1]))
    order.end(Visit(topics[2]))
    assert [one.url for _ in range(3) if (one := order.take())] == [topics[1], topics[2]]


@pytest.mark.parametrize("start", [f"{HOST}/forum/", f"{HOST}/forum/index.php"])
def test_what_stands_in_the_folder_of_the_start_goes_before_the_rest_of_the_site(start: str) -> None:
    """A forum may be a small part of a site: its menus lead to a hundred pages of help before the first board."""
    site = Site("f.test", 100, 20)
    discovery = Discovery(CrawlSettings(), lambda _: site, lambda _: None)
    discovery.found(start, None, None)
    beside = [f"{HOST}/help/{number}" for number in range(3)] + [f"{HOST}/forums"]
    inside = [f"{HOST}/forum/4", f"{HOST}/forum/topic/7"]
    for number, address in enumerate((*beside, *inside)):
        discovery.expect(address, None)
        discovery.ended(Visit(address), start=False)
        assert (in_turn(Request(address), number, early=site.starts.hold(address)).priority > FIRST) == (
            address in inside
        )
    discovery.ended(Visit(start), start=True)
    assert [one.url for _ in range(7) if (one := site.order.take())] == [start, *inside, *beside]


def test_the_folder_of_a_start_page_may_be_the_whole_site() -> None:
    starts = StartFolders()
    starts.add(f"{HOST}/")
    starts.add(f"{HOST}/index.php?board=1")
    assert not starts.hold(f"{HOST}/topic/5")
