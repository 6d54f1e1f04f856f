"""What stands beside the bodies of posts and may be called as they are: lines with a date, rows of links."""

from __future__ import annotations

from collections.abc import Sequence

from newsbody.page import Page
from newsbody.rules.sample import only_dated
from newsbody.rules.selector import step_of


def without_beside(page: Page, bodies: Sequence[int]) -> list[int]:
    """The elements of those that a rule names which may be bodies: without a name, and a date or links alone, none."""
    return [body for body in bodies if not (step_of(page, body).is_bare and is_beside(page, body))]


def is_beside(page: Page, index: int) -> bool:
    """Whether an element says no more than a date, or has links alone: what stands over a body, or below it."""
    return is_all_links(page, index) or only_dated(page, index)


def is_all_links(page: Page, index: int) -> bool:
    """Whether an element has text, and links are all of it."""
    first, last = int(page.first_run[index]), int(page.last_run[index])
    return first < last and bool(page.run_is_link[first:last].all())
