"""What a page gave, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

#: What is made of a page whoever asks for it.
BODY_ONLY = frozenset(("articleBody",))
#: Asked for like a field: where a page stands in an article of several pages.
PLACE = "place"
#: A page is taken for an article when the extractor holds that more likely than not.
LIKELY = 0.5
#: A page that neither the rule of its site nor its address speak for is an article only when the
#: extractor is this sure. Measured with the default extractor: 97 % of 172 article pages are above, half of
#: 101 front pages and lists.
SURE = 0.75


@dataclass(frozen=True)
class Reading:
    """What a page gave. ``fields`` has the field names of the items; ``by_rule``: the site's rule matched.

    ``kind``: "thread", one of :mod:`newsbody.extractors.interstitials`, or the extractor's "article", "list", "other";
    ``probability``: how sure the extractor is of it; ``canonical``: the address that a thread page states for itself;
    ``share``: of the page's text, what an article rule took.
    ``page_number`` and ``next_page`` (its address, None without one) place the page in an article
    of several pages. ``asked``: the fields that were made, with :data:`PLACE`; of others nothing is known.
    ``unread``: bytes at the end of the page that are beyond its limits; ``hidden``: characters that stood in the
    body for machines only, and were left out. ``in_place``: the text, too short for the site's rule, stands where its
    bodies do, on a page that the extractor takes for none; where it is an article by its address, that is one.
    ``shows_more``: beside the posts that the rule reads stands what may be posts of another template; or much of the
    article stands in what one page alone of the sample showed.
    """

    kind: str
    fields: Mapping[str, Any] = field(default_factory=dict)
    by_rule: bool = False
    probability: float = 1.0
    canonical: str | None = None
    share: float | None = None
    page_number: int = 1
    next_page: str | None = None
    asked: frozenset[str] = BODY_ONLY
    unread: int = 0
    hidden: int = 0
    in_place: bool = False
    shows_more: bool = False

    @property
    def text(self) -> str:
        return str(self.fields.get("articleBody", ""))


#: What stands for a page that could not be read.
NOTHING = Reading("other", {"articleBody": ""})


def is_article(reading: Reading) -> bool:
    """Does the extractor take a page for an article?"""
    return reading.kind == "article" and reading.probability >= LIKELY
