"""Structure vectors and dissimilarity: the worked examples of Liu, Tan, Fu, Wang, number for number."""

from __future__ import annotations

import pytest

from newsbody.urls.vector import Entry, block_type, dissimilarity, distance, first_difference, split_blocks
from newsbody.urls.vector import structure_vectors as vectors

FIVE = [
    "http://example.com/query.php?id=001&grade=100",
    "http://example.com/query.php?id=001&grade=99",
    "http://example.com/query.php?id=002&grade=100",
    "http://example.com/query.php?id=002&grade=99",
    "http://example.com/query.php?id=003",
]


def test_five_urls_of_the_paper() -> None:
    assert vectors(FIVE) == [
        [(1, 1), (1, 2), (1, 3), (2, 4), (1, 5), (2, 6)],
        [(1, 1), (1, 2), (1, 3), (2, 4), (1, 5), (2, 7)],
        [(1, 1), (1, 2), (1, 3), (2, 8), (1, 5), (2, 6)],
        [(1, 1), (1, 2), (1, 3), (2, 8), (1, 5), (2, 7)],
        [(1, 1), (1, 2), (1, 3), (2, 9), (0, 0), (0, 0)],
    ]


U1: list[Entry] = [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5)]


@pytest.mark.parametrize(
    ("other", "place", "expected"),
    [
        ([(1, 1), (1, 2), (1, 3), (1, 1), (1, 2)], 4, 5),  # 5!/4!
        ([(1, 1), (2, 2), (1, 3), (1, 4), (1, 5)], 2, 60),  # 5!/2!
        (U1, 0, 0),
    ],
)
def test_dissimilarities_of_the_paper(other: list[Entry], place: int, expected: int) -> None:
    assert first_difference(U1, other) == place
    assert dissimilarity(U1, other) == expected


def test_long_urls_do_not_overflow() -> None:
    a: list[Entry] = [(1, 1)] * 400
    assert dissimilarity(a, [(1, 2), *a[1:]]) > 10**800
    assert [distance(place) for place in (0, 1, 2, 400)] == [0.0, 1.0, 0.5, 0.0]


def test_vectors_of_unequal_length_are_refused() -> None:
    with pytest.raises(ValueError, match="zip"):
        dissimilarity(U1, U1[:2])


@pytest.mark.parametrize(
    ("url", "blocks"),
    [
        ("https://a.example:8080/forum/t_7-2.html#p3", ["forum", "t", "7", "2", "html", "p3"]),
        ("//a.example/x", ["x"]),
        ("/%E8%AE%BA%E5%9D%9B/3", ["论坛", "3"]),
        ("view?b=2&a=%", ["view", "b", "2", "a"]),
        ("http://[broken/x", ["x"]),
        ("", []),
    ],
)
def test_blocks(url: str, blocks: list[str]) -> None:
    assert split_blocks(url) == blocks


def test_types() -> None:
    assert [block_type(b) for b in ("", "abc", "论坛", "007", "a1", "½ x")] == [
        "empty", "letters", "letters", "digits", "mixed", "other",
    ]  # fmt: skip
