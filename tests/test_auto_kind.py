"""What a page's address says of its kind."""

from __future__ import annotations

import pytest

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
    ],
)
def test_an_index_with_a_number_may_be_an_article(address: str, is_list: bool) -> None:
    assert may_be_list(Page.parse("<p>A", f"https://example.org/{address}")) is is_list
