"""What a page's address says of its kind."""

from __future__ import annotations

import pytest

from newsbody.extractors import get_extractor
from newsbody.extractors.auto.kind import may_be_list
from newsbody.page import Page


@pytest.mark.parametrize(
    ("address", "is_list"),
    [
        ("index.php?id=1489", False),
        ("news/index.cfm?NewsID=9256", False),
        ("index.php", True),
        ("news/index.html?sort=date", True),
        ("tag/robots?page=2", True),
        ("wiki/Category:Robots", True),
        ("sub-categories/robots", True),
        ("news/who-owns-our-tags", False),
    ],
)
def test_an_index_with_a_number_may_be_an_article(address: str, is_list: bool) -> None:
    assert may_be_list(Page.parse("<p>A", f"https://example.org/{address}")) is is_list


def test_a_shop_of_pictures_is_a_list_unless_it_reads_as_an_article() -> None:
    text = "".join(
        f"<p>A kettle of steel number {n} keeps the water hot for an hour, and it is as light as one could wish. We "
        "tried it in the garden, and on the boat, and it never failed us, whatever the weather was.</p>"
        for n in range(6)
    )
    goods = [f'<li><a href="/k/{n}"><img src="{n}.jpg"></a><a href="/k/{n}">Kettle {n}</a>' for n in range(60)]
    said = "".join(f"{one}<p>Steel, two litres, in red and in blue, to be had from Monday</p>" for one in goods)

    def kind(shown: str) -> str:
        page = Page.parse(
            f"<title>Kettles</title><h1>Kettles</h1><ul>{shown}</ul><div>{text}</div>", "http://s.example/k"
        )
        return get_extractor("auto").extract(page).kind

    assert kind(said) == "list"
    assert kind(said.replace("<a", "<b").replace("</a", "</b")) == "article"
    assert kind("".join(goods[:40])) == "article"
