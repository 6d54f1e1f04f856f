from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsbody.page.characters import CJK_WEIGHT, Characters


def count(name: str, text: str) -> float:
    return float(getattr(Characters(text), name)[-1])


@pytest.mark.parametrize(
    ("text", "visible", "cjk", "digits", "stops"),
    [
        ("", 0, 0, 0, 0),
        ("The bridge, opened in 1931, is closed.", 32, 0, 4, 1),
        ("老桥，重新通车。", 8, 6, 0, 1),
        ("3.14 e.g. www.example.com", 23, 0, 3, 1),
        ("Really?! Yes.", 12, 0, 0, 2),
        ("橋を渡る。다리", 7, 6, 0, 1),
        ("\u200b\u00ad\ufeff \t\n\u3000", 0, 0, 0, 0),
        ("\U00020000\U0001f600", 2, 1, 0, 0),
        ("１２３", 3, 0, 3, 0),
    ],
)
def test_counts(text: str, visible: int, cjk: int, digits: int, stops: int) -> None:
    names = ("visible", "cjk", "digits", "stops")
    assert [count(name, text) for name in names] == [visible, cjk, digits, stops]


def test_a_cjk_character_weighs_more() -> None:
    assert count("weight", "ab 桥") == 2 + CJK_WEIGHT


@given(st.text(max_size=200), st.data())
def test_every_interval_has_the_count_of_its_characters(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(start, len(text)))
    characters = Characters(text)
    for name in ("visible", "cjk", "digits", "weight"):
        total = getattr(characters, name)
        assert len(total) == len(text) + 1
        assert total[0] == 0
        assert np.all(np.diff(total) >= 0)
        assert total[stop] - total[start] == count(name, text[start:stop])
    # A stop needs the character behind it, so only whole texts can be compared.
    assert characters.stops[stop] - characters.stops[start] <= count("stops", text[start:stop])


@given(st.text(st.characters(categories=["Cs", "Cn", "Co", "Cc"]), max_size=50))
def test_characters_of_no_script_are_counted_too(text: str) -> None:
    assert 0 <= count("visible", text) <= len(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? “四。”", 4),
        ("Read on... Buy!! What?! Really…", 0),
        ("3.11 of example.com", 0),
        ("एक। ہے۔ نعم؟ ሰላም።", 4),
    ],
)
def test_single_stops(text: str, expected: int) -> None:
    assert count("single_stops", text) == expected
