"""The life of a site's addresses: what moves them, and the bounds of doubt."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from newsbody.crawl.addresses.address_life import ENOUGH, LEAST_FAULTS, MAX_AGAIN, AddressLife, AddressState, Fault
from newsbody.crawl.addresses.addresses import Addresses
from newsbody.crawl.ground.settings import CrawlSettings
from newsbody.crawl.ground.to_do import ToDo
from newsbody.crawl.learning.actions import LetOut, ShowsPosts
from newsbody.crawl.learning.visit import PendingPage
from newsbody.crawl.learning.waiting_room import WaitingRoom
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.reading import Reading
from tests.played import Played


def on_trial() -> AddressLife:
    life = AddressLife()
    life.found()
    return life


@pytest.mark.parametrize("fault", Fault)
def test_many_pages_that_do_not_fit_are_doubt(fault: Fault) -> None:
    life = on_trial()
    told = [life.weigh(fault) for _ in range(fault.least)]
    assert told == [ToDo.NOTHING] * (fault.least - 1) + [ToDo.LEARN]
    assert life.doubted
    assert life.doubts == [fault]


def test_topics_that_need_not_be_fetched_speak_for_what_they_were_read_under() -> None:
    """A crawl for what is new fetches few topics, and other pages that show posts, too."""
    life = on_trial()
    for number in (*range(ENOUGH), *range(ENOUGH)):
        life.known(f"topic {number}")
    most = int(ENOUGH * Fault.ELSEWHERE.usual)
    assert [life.weigh(Fault.ELSEWHERE) for _ in range(most)] == [ToDo.NOTHING] * most
    assert {life.weigh(Fault.ELSEWHERE) for _ in range(most)} == {ToDo.NOTHING, ToDo.LEARN}
    life.found()
    assert [life.weigh(Fault.ELSEWHERE) for _ in range(LEAST_FAULTS)][-1] is ToDo.LEARN


def test_a_few_among_many_are_not() -> None:
    life = on_trial()
    told = {life.weigh(Fault.NO_POSTS if number % 3 == 0 else None) for number in range(3 * LEAST_FAULTS + 3)}
    assert told == {ToDo.NOTHING}
    assert not life.doubted


def test_enough_pages_that_fit_are_trusted_and_nothing_more_is_kept() -> None:
    life = on_trial()
    for _ in range(ENOUGH):
        assert life.on_trial
        assert life.collects
        life.weigh(None)
    assert life.state is AddressState.TRUSTED
    assert not life.collects


def test_pages_that_fit_prove_little_while_no_later_page_of_a_thread_is_known() -> None:
    life = AddressLife()
    life.found(numbered=False)
    for _ in range(ENOUGH):
        life.weigh(None)
    assert life.on_trial
    assert life.weigh(Fault.UNNUMBERED) is ToDo.LEARN


def test_a_better_one_that_knows_no_later_pages_does_not_answer_that_there_are_some() -> None:
    for numbered, unanswered in ((True, []), (False, [Fault.UNNUMBERED])):
        life = on_trial()
        life.weigh(Fault.UNNUMBERED)
        life.learned_again()
        life.found(numbered=numbered)
        assert life.unanswered == unanswered


def test_what_goes_on_to_speak_against_it_is_looked_at_once_more_when_all_came() -> None:
    addresses = Addresses(10, tried=True)
    addresses.life.found()
    for pages, again in ((0, False), (1, False), (LEAST_FAULTS - 1, True)):
        for _ in range(pages):
            addresses.life.weigh(Fault.SPLIT)
        if not pages:
            for _ in range(LEAST_FAULTS):
                addresses.life.weigh(Fault.SPLIT)
            addresses.tried_again()
        assert addresses.is_doubted_still is again
    assert not addresses.life.doubted


def test_what_is_trusted_is_collected_for_when_it_is_doubted_and_learned_then() -> None:
    life = on_trial()
    for _ in range(ENOUGH):
        life.weigh(None)
    assert {life.weigh(Fault.SPLIT) for _ in range(LEAST_FAULTS)} == {ToDo.NOTHING}
    assert life.on_trial
    assert [life.weigh(Fault.SPLIT) for _ in range(LEAST_FAULTS)][-1] is ToDo.LEARN


def test_without_a_better_one_doubt_takes_twice_as_much_and_ends() -> None:
    life, needed = on_trial(), []
    for _ in range(MAX_AGAIN):
        pages = 0
        while not life.doubted:
            life.weigh(Fault.SPLIT)
            pages += 1
        needed.append(pages)
        life.learned_again()
    assert needed == [LEAST_FAULTS * 2**number for number in range(MAX_AGAIN)]
    for _ in range(100 * LEAST_FAULTS):
        life.weigh(Fault.SPLIT)
    assert not life.doubted


def test_what_is_found_while_it_is_learned_is_no_doubt_of_its_own_but_is_not_forgotten() -> None:
    life = on_trial()
    for _ in range(10 * LEAST_FAULTS):  # lists and lists come while it is being learned from the first of them
        life.weigh(Fault.SHARED)
    life.learned_again()
    assert not life.doubted
    assert life.unanswered == [Fault.SHARED]
    life.learned_again()
    assert life.unanswered == [Fault.SHARED]
    for _ in range(ENOUGH * (1 + life.again)):
        life.weigh(None)
    assert life.state is AddressState.TRUSTED
    assert life.unanswered == []


def test_a_better_one_and_none_at_all_are_an_answer() -> None:
    for answer in (AddressLife.found, AddressLife.dropped):
        life = on_trial()
        for _ in range(LEAST_FAULTS):
            life.weigh(Fault.NO_BODY)
        life.learned_again()
        answer(life)
        assert life.unanswered == []


def test_pinned_stays_and_doubt_of_it_is_said_once() -> None:
    life = AddressLife()
    life.found(pinned=True)
    for _ in range(LEAST_FAULTS):
        life.weigh(Fault.NO_POSTS)
    assert life.state is AddressState.PINNED
    assert life.doubted
    life.said = True
    assert not life.doubted
    assert life.weigh(Fault.NO_POSTS) is ToDo.NOTHING


def test_where_nothing_tells_it_is_trusted_at_once() -> None:
    life = AddressLife()
    assert life.weigh(Fault.NO_POSTS) is ToDo.NOTHING
    life.found(tried=False)
    assert life.state is AddressState.TRUSTED


def test_a_crawl_without_a_page_of_a_topic_is_idle_until_it_was_learned_again() -> None:
    life = on_trial()
    assert not life.is_idle(LEAST_FAULTS - 1)
    assert life.is_idle(LEAST_FAULTS)
    life.learned_again()
    assert not life.is_idle(LEAST_FAULTS)


@pytest.mark.parametrize(
    ("kind", "reading", "shows", "said"),
    [
        ("list", None, True, [Fault.ELSEWHERE]),
        ("list", None, False, []),
        ("topic", None, True, []),
        ("topic", Reading("thread", by_rule=True), True, [None]),
        ("topic", Reading("thread"), True, [Fault.NO_POSTS]),
    ],
)
def test_a_page_speaks_for_its_address_by_the_posts_that_it_shows(
    kind: str, reading: Reading | None, shows: bool, said: list[Fault | None]
) -> None:
    told: list[Fault | None] = []
    addresses = SimpleNamespace(resolver=object(), look=lambda url: SimpleNamespace(kind=kind), life=on_trial())
    life = SimpleNamespace(entry=SimpleNamespace(value={"kind": "thread", "body": ["div.a"]}))
    site: Any = SimpleNamespace(addresses=addresses, rule=lambda kind: life, is_elsewhere=lambda page: kind == "list")
    room = WaitingRoom(
        CrawlSettings(),
        lambda url: site,
        print,
        print,
        print,
        lambda url, fault: told.append(fault),
        lambda source: None,
    )
    room._put = lambda *args: None  # type: ignore[method-assign]
    page = PendingPage(Source(b"", "http://a.test/1"), "topic", print)  # type: ignore[arg-type]
    Played({ShowsPosts: lambda action: shows, LetOut: lambda action: None}).run(room.let_out(page, reading))
    assert told == said
