"""Which page of which thread the address of a post shows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scrapy.http import HtmlResponse

from newsbody.crawl.addresses.address import look_up
from newsbody.crawl.spiders.shown_page import by_pager
from newsbody.crawl.spiders.thread_pages import address_of, links_of, numbered_links
from newsbody.urls.numbering import Numbering
from newsbody.urls.resolver import Resolver
from newsbody.urls.routes import Route

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
