"""What each visit finds in all addresses of a site, though the pages are the same."""

from __future__ import annotations

from newsbody.crawl.addresses.aliases import Twins
from newsbody.crawl.addresses.session_tokens import LEAST_LINKS, VisitParts

ROOT = "http://www.paper.example.com"
ONE, OTHER = "4f97eb579be2c86132824a1b", "55c94ce843d593183b01d1aa"


def links(visit: str, count: int = LEAST_LINKS) -> list[str]:
    return [f"{ROOT}/{visit}/news/{number}.html" for number in range(count)]


def told(*urls: str) -> VisitParts:
    found = VisitParts()
    found.begins(f"{ROOT}/", urls)
    return found


def test_a_token_in_all_addresses_is_of_the_visit() -> None:
    for shape in ("{}", "(S({}))", "s={}"):
        found = told(*links(shape.format(ONE)))
        assert found.without(f"{ROOT}/{shape.format(OTHER)}/town/7.html?page=2") == f"{ROOT}/town/7.html?page=2"
        for elsewhere in (
            f"{ROOT}/town/7.html",
            f"{ROOT}/news/{OTHER}",
            f"http://m.paper.test/{shape.format(OTHER)}/7",
        ):
            assert found.without(elsewhere) == elsewhere
        assert found.without(f"{ROOT}/{OTHER[:16]}/7") == f"{ROOT}/{OTHER[:16]}/7"


def test_what_some_addresses_have_or_what_is_no_token_is_not() -> None:
    """An id of each article, a day, a word; too few addresses; not enough of them."""
    ids = [f"{ROOT}/4f97eb579be2c86132824a{number}b/story" for number in range(10, 40)]
    days = [f"{ROOT}/2026030420260304/{number}" for number in range(30)]
    words = [f"{ROOT}/internationalaffairs/{number}" for number in range(30)]
    few = [*links(ONE), *links("town"), *links("sport")]
    assert told(*links(ONE)).without("http://www.paper.example.com]/x") == "http://www.paper.example.com]/x"
    for urls in (ids, days, words, links(ONE, LEAST_LINKS - 1), few, []):
        assert len(told(*urls)) == 0
        assert all(told(*urls).without(url) == url for url in urls)


def test_pages_are_called_the_same_on_another_day() -> None:
    first, later = Twins(), Twins()
    first.begins(f"{ROOT}/", links(ONE))
    assert first.learned == 1
    later.go_on(first.to_texts("example.com"))
    assert later.names(links(OTHER)[3]) == [links(OTHER)[3], f"{ROOT}/news/3.html"]
    assert later.name(links(OTHER)[3]) == first.name(links(ONE)[3])
    assert later.asks([], links(OTHER)[3])
    assert not later.asks([], links(ONE)[3])
