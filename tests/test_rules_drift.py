"""When a rule is doubted."""

from __future__ import annotations

from newsbody.rules.drift import REFERENCE, WINDOW, DriftWatch


def watch(matches: str) -> DriftWatch:
    """A watch after pages that matched (+) or not (-)."""
    seen = DriftWatch()
    for sign in matches:
        seen.add(matched=sign == "+")
    return seen


def test_single_odd_pages_are_no_change() -> None:
    seen = DriftWatch()
    for number in range(200):
        seen.add(matched=number % 4 != 3)
        assert not seen.doubted


def test_a_new_template_is_noticed_within_the_window() -> None:
    seen = watch("+" * 300)
    needed = 0
    while not seen.doubted:
        seen.add(matched=False)
        needed += 1
    assert needed <= WINDOW


def test_a_slow_change_is_noticed_too() -> None:
    assert watch("+" * 50 + "+-" * 10).doubted
    assert not watch("+" * 50 + "++-" * 6).doubted


def test_bodies_of_another_shape_are_noticed() -> None:
    seen = DriftWatch()
    for _ in range(REFERENCE + 20):
        seen.add(matched=True, shape=0.6)
    assert not seen.doubted
    for _ in range(WINDOW):
        seen.add(matched=True, shape=0.05)
    assert seen.doubted
    seen.restart()
    assert not seen.doubted


def test_a_little_longer_or_shorter_is_no_change() -> None:
    seen = DriftWatch()
    for number in range(100):
        seen.add(matched=True, shape=0.2 if number % 2 else 0.6)
    assert not seen.doubted
