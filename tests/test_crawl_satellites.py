"""Pages beside a page: in print, to comment on it, to log in and come back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from newsbody.crawl.addresses.companions import LEAST_PAGES, MARK, MAX_KEPT, MAX_LOOKS, Satellites, kind_of
from newsbody.crawl.addresses.spider_traps import MAX_BESIDE, Endless, way_over

ROOT = "http://paper.test"
TEXT = "The council of the town has found a bridge that nobody had asked for"


def article(number: int) -> str:
    return f"{ROOT}/town/2026/11/{7000 + number}-bridges-of-{'abcdefghijklmnopqrstuvwxyz'[number]}.html"


def links(number: int) -> list[str]:
    """Two satellites, and pages that are none: others, their day, their section, the page itself."""
    return [
        f"{ROOT}/print.php?id={7000 + number}",
        f"{ROOT}/login?back=/town/2026/11/{7000 + number}-bridges-of-{'abcdefghijklmnopqrstuvwxyz'[number]}.html",
        *map(article, range(number + 1, number + 4)),
        f"{ROOT}/town/2026/11/",
        f"{ROOT}/town/",
        article(number),
    ]


def learned(pages: int) -> Satellites:
    satellites = Satellites()
    for number in range(pages):
        satellites.of(article(number), links(number))
    return satellites


def test_satellites_are_told_by_what_tells_their_page_from_others() -> None:
    found = learned(LEAST_PAGES).of(article(9), links(9))
    assert list(found) == links(9)[:2]
    assert found.keys() == learned(20).of(article(9), links(9)).keys()
    kinds = [learned(LEAST_PAGES).of(article(number), links(number)).values() for number in (8, 9)]
    assert [*kinds[0]] == [*kinds[1]]
    assert len({*kinds[0]}) == 2
    assert all(kind_of([kind, "town"]) == kind for kind in kinds[0])
    assert kind_of(["town"]) == kind_of([]) == ""


def test_a_link_is_known_for_one_as_soon_as_pages_like_its_own_have_told() -> None:
    """The first of them were met before."""
    first, found = learned(1), learned(LEAST_PAGES)
    for url, kind in found.of(article(9), links(9)).items():
        assert first.kind(article(0), url) == ""
        assert found.kind(article(0), url.replace("7009", "7000").replace("bridges-of-j", "bridges-of-a")) == kind
    assert [found.kind(article(0), url) for url in links(0)[2:]] == [""] * len(links(0)[2:])
    assert found.kind("no address", article(0)) == ""
    alone = Satellites()
    for number in range(LEAST_PAGES):
        alone.of(article(number), [f"{ROOT}/comment/{5 * number}"])
    assert alone.kind(article(0), f"{ROOT}/comment/0") == f"{MARK}comment/{{n}}?"
    assert alone.kind(article(0), f"{ROOT}/town/0") == ""


def test_what_is_another_value_for_each_page_tells_no_kinds_of_satellites_apart() -> None:
    """A second number of the page, its headline; what is to be done does."""

    def kinds(number: int) -> list[str]:
        headline = f"{number} bridges of this town are closed"
        ways = [
            f"/send.php?id={7000 + number}&n={number}&title={headline}&to=desk{number}@paper.test",
            f"/send.php?id={7000 + number}&do=print",
        ]
        return [*learned(LEAST_PAGES).of(article(number), [ROOT + way for way in ways]).values()]

    assert kinds(8) == kinds(9)
    assert len({*kinds(8)}) == 2


def test_nothing_is_known_of_few_pages() -> None:
    assert learned(LEAST_PAGES - 2).of(article(9), links(9)) == {}
    assert Satellites().of("http://[broken", links(9)) == {}


def words(*lines: str) -> Iterator[str]:
    return iter([*lines, "12 November 2026, 8:00"])


@pytest.mark.parametrize(("first", "told"), [(10, True), (1, False)])
def test_one_sign_tells_no_page_from_others(first: int, told: bool) -> None:
    """Two do: ``/town/12`` and ``print.php?id=12``; a single digit stands in every address."""
    satellites = Satellites()
    pages = [(f"{ROOT}/town/{number}", f"{ROOT}/print.php?id={number}") for number in range(first, first + 9)]
    for page, beside in pages[:-1]:
        satellites.of(page, [beside, pages[0][0]])
    page, beside = pages[-1]
    assert any("<" in kind for kind in satellites.of(page, [beside]).values()) is told


def test_satellites_that_only_repeat_their_page_say_nothing() -> None:
    satellites, kind = learned(LEAST_PAGES), f"{MARK}/print?id=<3>"
    for number in range(MAX_KEPT):
        satellites.keep(article(number), [kind], lambda: words(TEXT), links(number))

    def silent(number: int, *lines: str, more: tuple[str, ...] = ()) -> bool:
        return satellites.says_nothing(kind, article(number), lambda: words(*lines), [*links(number), *more])

    form = "Please say who you are before you go on"
    assert not silent(0, TEXT, form)  # nobody knows yet whether all of its kind say so
    assert silent(1, TEXT, form)
    assert silent(2, form, more=(f"{ROOT}/print.php?id=7002&size=large",))
    assert not silent(3, TEXT, f"{TEXT}, as nobody else says")
    assert not silent(4, TEXT, more=(f"{ROOT}/elsewhere/1",))
    assert not silent(MAX_KEPT + 1, TEXT)  # what its page says was not kept
    for number in range(5, MAX_LOOKS):
        assert silent(number % MAX_KEPT, TEXT)
    assert not silent(1, TEXT)  # it was looked often enough


def test_kinds_of_satellites_that_bring_nothing_are_given_up() -> None:
    endless, kind, other = Endless(), f"{MARK}/print?id=<3>", f"{MARK}/<3>_2.html"
    for _ in range(MAX_BESIDE):
        assert not endless.given_up_beside(kind)
        endless.ended_beside(kind, led_on=False)
    assert endless.given_up_beside(kind)
    endless.bore(way_over(f"{ROOT}/7001_2.html", [other]))
    for _ in range(2 * MAX_BESIDE):
        endless.ended_beside(other, led_on=False)
    assert not endless.given_up_beside(other)
    again = Endless()
    again.go_on(endless.to_json())
    assert (again.given_up_beside(kind), again.given_up_beside(other)) == (True, False)


def test_satellites_behind_the_first_wait_until_it_is_known_what_comes_of_their_kind() -> None:
    endless, kind, other = Endless(), f"{MARK}/print?id=<3>", f"{MARK}/<3>_2.html"
    assert [endless.waits_beside(kind) for _ in range(MAX_BESIDE + 2)] == [*[False] * MAX_BESIDE, True, True]
    assert not endless.waits_beside(other)
    assert endless.is_open_beside(kind)
    endless.bore(way_over(f"{ROOT}/7001", [kind]))
    assert not endless.waits_beside(kind)
    for _ in range(MAX_BESIDE):
        assert endless.is_open_beside(other)
        endless.ended_beside(other, led_on=False)
    assert not endless.is_open_beside(other)


def test_of_satellites_as_many_are_tried_as_tell_what_comes_of_their_kind() -> None:
    endless, kind = Endless(), f"{MARK}/print?id=<3>"
    tried = []
    for _ in range(2 * MAX_BESIDE):
        endless.tries_beside(kind)
        tried.append(endless.is_tried_beside(kind))
    assert tried == [*[False] * (MAX_BESIDE - 1), *[True] * MAX_BESIDE, False]  # of some it cannot be told
    endless, other = Endless(), Endless()
    for _ in range(MAX_BESIDE):
        endless.tries_beside(kind)
        other.tries_beside(kind)
        other.ended_beside(kind, led_on=False)
    endless.bore(way_over(f"{ROOT}/7001", [kind]))
    assert not endless.is_tried_beside(kind)
    assert not other.is_tried_beside(kind)


def test_numbered_satellites_are_of_one_kind() -> None:
    found = learned(LEAST_PAGES).of(article(9), [f"{article(9)}/photo/{number}" for number in range(1, 6)])
    assert len(found) == 5
    assert len({*found.values()}) == 1


def test_pages_as_deep_as_copies_are_given_up_until_one_brings_something() -> None:
    endless = Endless()
    endless.give_up("http://m.paper.test/town/7001.html")
    assert endless.given_up("http://m.paper.test/sport/of-bridges")
    assert not endless.given_up("http://m.paper.test/town/")
    again = Endless()
    again.go_on(endless.to_json())
    assert again.given_up("http://m.paper.test/sport/of-bridges")
    endless.bore(way_over("http://m.paper.test/town/of-bridges", []))
    assert endless.given_up("http://m.paper.test/sport/of-bridges")
    endless.is_no_copy("http://m.paper.test/town/of-bridges")
    assert not endless.given_up("http://m.paper.test/sport/of-bridges")
    endless.give_up("http://m.paper.test/town/7001.html")
    assert not endless.given_up("http://m.paper.test/sport/of-bridges")


def test_words_of_a_copy_may_be_its_own_in_part() -> None:
    satellites, kind = learned(LEAST_PAGES), f"{MARK}/print?id=<3>"
    lines = [f"{TEXT} {word}" for word in "in over below near beside behind with through without".split()]
    satellites.keep(article(1), [kind], lambda: words(*lines), links(1))

    def silent(*more: str) -> bool:
        return satellites.says_nothing(kind, article(1), lambda: words(*lines, *more), [])

    assert silent("The Paper, for telephones")
    assert not silent("Anna says: what a bridge", "Bert says: I have seen it")


@pytest.mark.parametrize("led_on", [True, False])
def test_a_kind_that_leads_on_is_kept(led_on: bool) -> None:
    endless, kind = Endless(), f"{MARK}/more/<3>"
    for number in range(3 * MAX_BESIDE):
        endless.ended_beside(kind, led_on=led_on and number % 3 == 0)
    assert endless.given_up_beside(kind) is not led_on


def deed(number: int) -> str:
    """What a page leads to that shares nothing with its address."""
    return f"{ROOT}/comment/?c={7 * number + 3}"


def test_a_page_of_another_form_for_each_page_is_beside_it() -> None:

    def found(*urls: str) -> dict[str, str]:
        satellites = Satellites()
        for number in range(LEAST_PAGES):
            satellites.of(article(number), [deed(number), *links(number)])
        return satellites.of(article(9), urls)

    assert found(deed(9), f"http://m.paper.test/{9}/a") == {deed(9): f"{MARK}comment?"}
    assert found(deed(8), deed(9)) == {}  # two of them
    assert found(deed(2)) == {}  # one that stood on another page


def test_what_stands_beside_pages_is_known_another_day() -> None:
    satellites = Satellites()
    for number in range(LEAST_PAGES):
        satellites.of(article(number), [deed(number), *links(number)])
    again = Satellites()
    again.go_on(satellites.to_text())
    assert again.of(article(9), [deed(9), *links(9)]) == satellites.of(article(9), [deed(9), *links(9)])
    assert again.to_text() == satellites.to_text()
    endless, later = Endless(), Endless()
    for kind in ("beside:a", "beside:b"):
        endless.waits_beside(kind)
        for _ in range(MAX_BESIDE - (kind == "beside:b")):
            endless.ended_beside(kind, led_on=False)
    later.bring_nothing(endless.over_beside)
    assert later.given_up_beside("beside:a")
    assert not later.given_up_beside("beside:b")
    assert later.over_beside == endless.over_beside == ["beside:a"]
