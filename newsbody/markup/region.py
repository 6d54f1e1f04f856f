"""Where in the tree a body stands."""

from __future__ import annotations

from newsbody.page.body import Body


def common_ancestor(body: Body) -> int | None:
    """The innermost element that holds all of the body's text, None for an empty body."""
    page = body.page
    holders = page.run_element[body.runs]
    if not len(holders):
        return None
    lowest, highest = int(holders.min()), int(holders.max())
    while page.end[lowest] <= highest:
        lowest = int(page.parent[lowest])
    return lowest
