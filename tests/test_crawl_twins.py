"""Which addresses are of one page, by what pages show."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from newsbody.crawl.addresses.aliases import (
    LEAST_PLAIN,
    LEAST_STATED,
    LEAST_TWINS,
    MAX_OF_ONE,
    MAX_WAYS,
    Twins,
    difference,
)
from newsbody.crawl.addresses.moves import Moves
from newsbody.crawl.pages.reading import Reading
from newsbody.crawl.spiders.repeats import Repeats
from newsbody.ground.text_signature import key_of

ROOT = "http://www.paper.example.com"
WAYS = [
    (f"{ROOT}/town/{{0}}.html", "http://m.paper.example.com/town/{0}.html"),
    (f"{ROOT}/town/{{0}}.html?via=front&click=a{{0}}", f"{ROOT}/town/{{0}}.html?via=list&click=b{{0}}"),
    (f"{ROOT}/story?story={{0}}", f"{ROOT}/story?from=7&story={{0}}"),
    (f"{ROOT}/town/{{0}}", f"{ROOT}/print/town/{{0}}"),
    (f"{ROOT}/town/{{0}}/", f"{ROOT}/town/{{0}}/amp/"),
    (f"{ROOT}/town/{{0}}/", f"{ROOT}/town/{{0}}/index.html"),
    (f"{ROOT}/town/{{0}}", "https://www.paper.example.com/town/{0}/"),
    (f"{ROOT}/town/{{0}}", f"{ROOT}/town/{{0}}/"),
]


def told(one: str, other: str, count: int = LEAST_TWINS) -> Twins:
    """So many articles stood at two addresses each."""
    twins = Twins()
    for number in range(count):
        twins.read(one.format(1000 + number), f"text {number}")
        twins.read(other.format(1000 + number), f"text {number}")
    return twins


@pytest.mark.parametrize(("one", "other"), WAYS)
def test_addresses_that_showed_the_same_often_enough_are_of_one_page(one: str, other: str) -> None:
    least = LEAST_PLAIN if one.startswith(other.replace("https", "http").rstrip("/")) else LEAST_TWINS
    few, twins = told(one, other, least - 1), told(other, one, least)
    assert few.name(one.format(7)) != few.name(other.format(7))
    assert twins.name(one.format(7)) == twins.name(other.format(7)) != twins.name(one.format(8))
    for elsewhere in (f"{ROOT}/", f"{ROOT}/town/?page=2", f"{ROOT}/x/y/z/7?via=1", "http://other.test/town/7.html"):
        assert twins.name(elsewhere) == elsewhere
    assert twins.asks([], one.format(7))
    assert not twins.asks([], other.format(7))
    assert twins.asks([], one.format(7))
    assert twins.asks([one.format(7)], other.format(7))
    assert not twins.asks([], one.format(1003)) or not twins.asks([], other.format(1003))


def test_what_is_nearly_that_of_another_counts_as_the_same() -> None:
    one, other = WAYS[0]
    twins = Twins()
    for number in range(LEAST_TWINS):
        twins.read(one.format(number), f"text {number}")
        twins.read(other.format(number), f"text {number}, for telephones", one.format(number))
    assert twins.name(one.format(70)) == twins.name(other.format(70))


def test_an_article_on_several_pages_was_never_read_whole_where_it_begins() -> None:
    twins = Twins()
    for number in range(LEAST_TWINS):
        twins.read(f"{ROOT}/?story={number}&view=all", f"text {number}", f"{ROOT}/?story={number}")
    assert twins.name(f"{ROOT}/?story=70&view=all") == twins.name(f"{ROOT}/?story=70")


def test_parts_that_tell_two_articles_apart_once_are_never_left_out() -> None:
    """An agency's report stands below several sections, whose numbers begin with 1 each."""
    one, other = f"{ROOT}/story?section=1&id={{0}}", f"{ROOT}/story?section=2&id={{0}}"
    twins = told(one, other, LEAST_TWINS - 1)
    twins.read(one.format(7), "of the first section")
    twins.read(other.format(7), "of the second one")
    for number in range(2000, 2100):
        for address in (one, other):
            twins.read(address.format(number), f"text {number}")
    assert twins.name(one.format(8)) == one.format(8)
    assert twins.learned == 0


@pytest.mark.parametrize(("pages", "is_learned"), [(LEAST_STATED - 1, False), (LEAST_STATED, True)])
def test_fewer_are_enough_where_a_page_states_the_address_of_the_other(pages: int, is_learned: bool) -> None:
    one, other = WAYS[1]
    twins = Twins()
    for number in range(1000, 1000 + pages):
        twins.read(one.format(number), f"text {number}", stated=one.format(number))
        twins.read(other.format(number), f"text {number}", stated=one.format(number))
    assert (twins.learned == 1) is is_learned


def test_an_article_at_several_addresses_is_compared_with_each_of_them() -> None:
    """And by what is known: with the slash at the end, three addresses differ in one further way."""
    twins = Twins()
    forms = (f"{ROOT}/town/{{0}}", f"{ROOT}/town/{{0}}/", f"{ROOT}/town/{{0}}/index.html")
    for number in range(1000, 1000 + LEAST_TWINS):
        for form in forms[number % 2 :: 2] if number > 1000 + LEAST_PLAIN else forms:
            twins.read(form.format(number), f"text {number}")
        twins.read(forms[2].format(number), f"text {number}")
    assert twins.learned == 2
    assert len({twins.name(form.format(7)) for form in forms}) == 1


def test_pages_under_way_when_their_way_to_differ_is_learned_are_asked_for_once() -> None:
    one, other = WAYS[0]
    twins = Twins()
    assert all(twins.asks([], address) for address in (one.format(7), one.format(8), one.format(9)))
    twins.came(one.format(8))
    twins.failed(one.format(9))
    for number in range(1000, 1000 + LEAST_TWINS):
        twins.read(one.format(number), f"text {number}")
        twins.read(other.format(number), f"text {number}")
    assert [twins.asks([], other.format(number)) for number in (7, 8, 9)] == [False, False, True]
    assert twins.keep(other.format(7), "other")
    assert not twins.keep(other.format(8), "other"), "its twin came"
    assert twins.failed(one.format(7)) == "other"


def test_many_pages_that_begin_with_the_same_words_tell_nothing() -> None:
    twins = Twins()
    for number in range(10 * MAX_OF_ONE):
        twins.read(f"{ROOT}/list?start={number}0", "What the paper says of this list")
    for section in range(2 * LEAST_TWINS):
        for page in ("", "?page=2"):
            twins.read(f"{ROOT}/{section}/list{page}", f"What the paper says of list {section}")
    assert twins.learned == 0
    assert difference(f"{ROOT}/a?sid=0123456789abcdef", f"{ROOT}/a") is None
    assert difference(f"{ROOT}/a", "no address") is None


def test_ways_to_differ_are_counted_up_to_a_limit() -> None:
    twins = Twins()
    for number in range(MAX_WAYS):
        twins.read(f"{ROOT}/{number}", f"text {number}")
        twins.read(f"{ROOT}/{number}?key{number}=a", f"text {number}")
    for number in range(LEAST_TWINS):
        twins.read(f"{ROOT}/{number}?via=front", f"text {number}")
    assert twins.learned == 0


def test_when_a_page_cannot_be_fetched_its_twin_is_asked_for() -> None:
    one, other = WAYS[0]
    twins = told(one, other)
    assert twins.asks([], one.format(7))
    assert not twins.asks([], other.format(7))
    assert twins.keep(other.format(7), "other")
    assert twins.failed(one.format(7)) == "other"
    assert twins.asks([], other.format(7))
    assert twins.failed(other.format(7)) is None
    assert twins.asks([], one.format(7)), "what fails without a twin stands for none that is met later"
    assert twins.asks([], one.format(8))
    assert not twins.asks([], other.format(8))
    assert twins.keep(other.format(8), "other")
    assert not twins.keep(other.format(8), "the same from another page")
    assert twins.came(one.format(8)) == ["other"]
    assert not twins.keep(other.format(8), "too late")
    assert twins.failed(one.format(8)) is None


def test_what_was_learned_is_known_another_day() -> None:
    one, other = WAYS[1]
    texts = told(one, other).to_texts("example.com")
    assert told(one, other).to_texts("example.org") == []
    twins = Twins()
    twins.go_on(texts)
    assert twins.name(one.format(7)) == twins.name(other.format(7))
    for junk in ("", "[]", "{}", '{"hosts": 7}', "7"):
        with pytest.raises(ValueError, match=r"addresses|Expecting"):
            Twins().go_on([junk])


def test_where_addresses_of_a_kind_are_moved_is_known_another_day() -> None:
    moves, later = Moves(), Moves()
    for name in "abc":
        moves.note(f"http://n.test/{name}", f"https://n.test/{name}/")
        moves.note(f"http://n.test/news/{name}", f"http://n.test/news/{name}")
        assert moves.to_texts("n.test") == [] or name == "c"
    (text,) = moves.to_texts("n.test")
    assert moves.to_texts("other.test") == []
    assert later.go_on(text)
    assert not later.go_on("{}")
    assert later.onward("http://n.test/d") == moves.onward("http://n.test/d") == "https://n.test/d/"
    assert later.onward("http://n.test/news/d") == "http://n.test/news/d"
    twins = Twins()
    twins.go_on([text])
    assert twins.to_texts("n.test") == [text]
    later.note("http://n.test/e", "http://n.test/e")  # the server moves them no more
    assert later.onward("http://n.test/d") == "http://n.test/d"


def test_what_numbers_the_pages_of_an_article_is_part_of_their_addresses() -> None:
    """All pages in one (``?page=all``) show the article, whose further pages were read before."""
    twins = Twins()
    repeats = Repeats(str, twins, Mock(), Mock())
    for number in range(LEAST_TWINS + 1):
        url, text = f"http://n.test/a/{number}.html", f"Story {number}, of which there is so much to say. " * 3
        for page in (2, 3) if number else ():
            part = Reading("article", {"articleBody": f"{page}. {text}"}, page_number=page)
            repeats.compare(f"{url}?page={page}", part, key_of(part.text), None)
        whole = Reading("article", {"articleBody": text})
        repeats.compare(f"{url}?page=all", whole, key_of(text), url)
    assert twins.name("http://n.test/a/0.html?page=3") == "http://n.test/a/0.html?page=3"
