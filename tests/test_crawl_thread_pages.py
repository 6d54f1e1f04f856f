"""Which page of which thread the address of a post shows."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import pytest
from scrapy.http import HtmlResponse

from newsbody.crawl.addresses.address import look_up
from newsbody.crawl.known.ledger import Met
from newsbody.crawl.spiders.shown_page import by_pager
from newsbody.crawl.spiders.thread_pages import ThreadPages, address_of, links_of, numbered_links, thread_page
from newsbody.urls.numbering import Numbering
from newsbody.urls.resolver import Resolver
from newsbody.urls.routes import Route

if TYPE_CHECKING:
    from newsbody.crawl.session.session import Crawl

SITE = "http://f.test"
RESOLVER = Resolver(
    "f.test",
    (Route(("t",), ids=("id", "p"), forms=(((), ()),)),),
    numberings=(Numbering("start", step=10, first=0),),
)


@pytest.mark.parametrize(
    ("pager", "page", "address"),
    [
        (("", "&start=10", "&start=20"), 1, "/t?id=7"),
        (("", "&start=10", "&start=20"), 2, "/t?id=7&start=10"),
        (("", "&start=10", "&start=20"), 3, "/t?id=7&start=20"),
    ],
)
def test_numbers_tell_the_page_and_its_address(pager: tuple[str, ...], page: int, address: str) -> None:
    """The title leads to the first page on each of them, and the arrow to one that has a number, too."""
    numbers = [f'<a href="/t?id=7{more}">{n}</a>' for n, more in enumerate(pager, 1) if n != page]
    html = f'<h2><a href="/t?id=7">Wheels hum</a></h2><a href="/t?id=7&start=10">next</a> {" ".join(numbers)}'
    response = HtmlResponse(f"{SITE}/t?p=9", body=html.encode(), encoding="utf-8")
    linked = [look_up(RESOLVER, url) for url in numbered_links(response)]
    own = look_up(RESOLVER, response.url)
    assert by_pager(own, linked) == ("7", page)
    shown = replace(own, thread_key="7", page=page, page_id=RESOLVER.page_id("7", page))
    assert address_of(shown, linked, RESOLVER) == f"{SITE}{address}"


def test_what_is_called_the_next_alone_is_the_second_page_of_a_thread() -> None:
    """Else no page of a thread would speak against addresses that were learned before one with a second was seen."""
    response = HtmlResponse("http://f.test/t/7#p1", body=b"<a href='/t/7?page=1'>Next</a>", encoding="utf-8")
    assert links_of(response) == [
        ("http://f.test/t/7?page=1", "Next"),
        ("http://f.test/t/7", "1"),
        ("http://f.test/t/7?page=1", "2"),
    ]


def _places(pages: ThreadPages, url: str, *places: int | None, of_several: bool = True) -> list[int | None]:
    rows: list[dict[str, Any]] = [{"position": place} for place in places]
    pages.place(f"{SITE}{url}", look_up(RESOLVER, f"{SITE}{url}"), rows, of_several=of_several)
    return [row["position"] for row in rows]


def test_numbers_that_begin_anew_on_each_page_are_no_places() -> None:
    """Templates count the posts of a page: "#1 Post by Ann" on the second page of a thread as well."""
    pages = ThreadPages(cast("Crawl", None))
    assert _places(pages, "/t?id=6", 1, 2, 3, of_several=False) == [1, 2, 3]
    assert _places(pages, "/t?id=7&start=10", 1, 2) == [1, 2]  # the newest posts may stand on the first page
    assert _places(pages, "/t?id=7", None, 2, 3) == [1, 2, 3]
    assert _places(pages, "/t?id=8", 1, 2, 3) == [1, 2, 3]
    assert _places(pages, "/t?id=8&start=10", 1, 2) == [None, None]
    assert _places(pages, "/t?id=8&start=20", 1, 22, 23) == [1, 22, 23]  # the opening post stands on each page


def test_page_that_is_known_to_go_on_does_not_begin_with_the_first_post() -> None:
    url, known = f"{SITE}/t?id=7&start=10", Met(page=f"{SITE}/t?id=7&start=10", first=11)
    rows = [{"text": "One", "position": 1}, {"text": "Two", "position": 2}]
    found = thread_page(look_up(RESOLVER, url), [], known, url, {"headline": "Moss"}, rows)
    assert [post.position for post in found.posts] == [11, 12]
