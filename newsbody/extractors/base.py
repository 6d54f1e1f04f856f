"""What every extractor is: a page in, a body out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from newsbody.page import Page
from newsbody.page.body import Body
from newsbody.page.characters import BoolArray

#: Trained systems hold a model for each: trained on all pages together they lose 0.1 scope F, or 0.1 MHR_0.1,
#: on Chinese pages (twolayer, crf), most of whose training neighbours are then in Latin script.
SCRIPTS = ("cjk", "other")
#: The model for CJK serves the pages of which at least this share of the characters is CJK.
CJK_PAGE = 0.2


class Extractor(ABC):
    """Finds the body of a single page. Instances hold no state of the pages they have seen."""

    #: The name under which ``NEWSBODY_EXTRACTOR`` and ``--extractor`` choose it.
    name: ClassVar[str]

    @abstractmethod
    def extract(self, page: Page) -> Body:
        """The body of a page; an empty body for a page without one. Raises on no page at all."""


def is_dropped(page: Page, *tags: str) -> BoolArray:
    """Elements of these tags and what stands in them, shape ``(n,)``: what a paper's list of tags drops.

    Decided: a FORM with more than half of the page's text is kept. It is no form to fill in but
    the frame of the page, as one common server framework writes it (2.5 % of l3s_gn1 and zh_cwced).
    """
    marked = page.is_tag(*tags)
    forms = page.is_tag("form")
    if forms.any():
        characters = page.run_sum(page.run_chars)
        marked &= ~(forms & (2 * characters > characters[0]))
    return page.inside(marked)


def script_of(page: Page) -> str:
    """Which of SCRIPTS a page is written in."""
    visible = int(page.characters.visible[-1])
    return "cjk" if visible and page.characters.cjk[-1] >= CJK_PAGE * visible else "other"
