from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsbody.page.decode import FREQUENT_BONUS, plausible


@pytest.mark.parametrize(
    ("likely", "unlikely"),
    [
        ("老桥在洪水之后关闭了两个月", "鑰佹ˉ鍦ㄦ椽姘翠箣鍚庡叧闂"),
        ("Brücke für Fußgänger", "BrÃ¼cke fÃ¼r FuÃŸgÃ¤nger"),
        ("Старый мост открыт", "Ñòàðûé ìîñò îòêðûò"),
        ("мост ОТКРЫТ", "мОСТ оТКРЫТ"),
        ("“quoted” – text", "\u0093quoted\u0094 \u0096 text"),
        ("옛 다리는 다시 열렸다", "옛 \ufffd리는 \ufffd시 열렸다"),
    ],
)
def test_writing_is_more_plausible_than_what_a_wrong_encoding_makes_of_it(likely: str, unlikely: str) -> None:
    assert plausible(likely) > plausible(unlikely)


def test_frequent_characters_are_of_a_language() -> None:
    text = "これはふるいはしです"
    assert plausible(text, japanese=True) == pytest.approx(plausible(text) + FREQUENT_BONUS)


def test_plain_text_says_nothing() -> None:
    assert plausible("") == plausible("a plain text") == 0


@given(st.text(max_size=100))
def test_any_text_has_a_share(text: str) -> None:
    assert 0 <= plausible(text) <= 1 + FREQUENT_BONUS
