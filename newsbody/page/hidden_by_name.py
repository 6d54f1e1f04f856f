"""Text under a class that says by its name that nobody sees it: the sheet that hides it may stand elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lxml import etree

from newsbody.ground.remembered import remembered
from newsbody.page.tags import CLASS

#: Classes whose names say in many a framework that what is in them is hidden, or for screen readers alone.
#: (Of the text under them 3 % is body, nearly all of it on pages that hide their whole body until their scripts run.)
HIDING = frozenset("d-none hidden hide invisible is-hidden u-hidden element-invisible".split())
#: Those for screen readers alone: ``<span class="visually-hidden">Online</span>`` beside somebody's picture.
SPOKEN = frozenset(
    "sr-only sronly show-for-sr sr-only-focusable screen-reader-text screen-reader-only screenreader-only "
    "visually-hidden visuallyhidden is-visually-hidden u-visually-hidden a11y-hidden assistive-text skip-link".split()
)
#: Beside such a class another one may show the element after all, on wide screens (``d-md-block``, ``lg:flex``) or
#: as the one of several that is chosen.
_SHOWING = re.compile(
    r"(?:^|\s)(?:d-\w+-|\w+:)(?:block|flex|grid|inline|table|contents)"
    r"|(?:^|[\s-])(?:active|show|shown|open|visible|current|selected|in)(?:$|\s)"
)


def hides_by_name(element: etree._Element) -> bool:
    """Whether a class of an element hides what is in it."""
    return hide(element.get(CLASS, ""))


def hide(classes: str) -> bool:
    """Whether one of these classes of an element does."""
    names = classes.split()
    return not (HIDING.isdisjoint(names) and SPOKEN.isdisjoint(names)) and not _SHOWING.search(classes)


@remembered(maxsize=1 << 12)
def is_spoken(classes: str) -> bool:
    """Whether one of these classes leaves an element to screen readers alone."""
    return not SPOKEN.isdisjoint(classes.split())


def spoken_elements(classes: Sequence[str]) -> list[int]:
    """The numbers of the elements, by the classes of each, that are for screen readers alone; most pages have none."""
    spoken = set(filter(is_spoken, set(classes)))
    return [number for number, names in enumerate(classes) if names in spoken] if spoken else []
