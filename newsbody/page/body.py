"""What a page yields: its body, or, for a forum page, its posts."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np

from newsbody.page import Page
from newsbody.page.characters import BoolArray

#: "script": the page shows nothing before its scripts have run.
Kind = Literal["article", "list", "other", "script"]

#: A page shows its text only when its scripts have run, if what is seen of a body without them is less than this
#: share of it, and no more than so many weighted letters (a teaser).
MIN_SEEN, MAX_TEASER = 0.3, 600.0


@dataclass(frozen=True, eq=False)
class Body:
    """The body of a page: the chosen runs of its text.

    ``runs`` is a mask over the page's runs (shape ``(m,)``); all other views follow from it.
    What is not seen on the page is left out whoever chose it; ``hidden`` counts its characters.
    ``probability`` is how sure the extractor is that the page has this body (1 for
    extractors that do not say). ``source`` names the extractor, or the rule, that chose.
    """

    page: Page = field(repr=False)
    runs: BoolArray = field(repr=False)
    kind: Kind = "article"
    probability: float = 1.0
    source: str = ""
    #: The numbers of the IMG elements that belong to the body, by extractors that look for them.
    images: tuple[int, ...] = field(default=(), repr=False)
    hidden: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        seen = self.page.seen(self.runs)
        length = self.page.run_weight
        left, whole = float(length[seen].sum()), float(length[self.runs].sum())
        if left < whole and (left >= MIN_SEEN * whole or left > MAX_TEASER):
            hidden = int(self.page.run_chars[self.runs & ~seen].sum())
            object.__setattr__(self, "runs", seen)
            object.__setattr__(self, "hidden", hidden)

    @cached_property
    def text(self) -> str:
        """Paragraphs on lines, white space folded but in PRE; "" for a page without a body."""
        return self.page.runs_text(self.runs)

    @property
    def paragraphs(self) -> list[int]:
        """The numbers of the paragraphs that the body has a part of, in order."""
        return sorted(set(self.page.run_paragraph[self.runs].tolist()))

    @property
    def paths(self) -> list[str]:
        """Where the body stands: the path of each element that directly holds a paragraph of it."""
        held_by = dict.fromkeys(self.page.paragraph_element[self.paragraphs].tolist())
        return list(dict.fromkeys(self.page.path(int(self.page.parent[index])) for index in held_by if index > 0))

    @classmethod
    def of_paragraphs(cls, page: Page, chosen: BoolArray, **rest: object) -> Body:
        """A body made of whole paragraphs; ``chosen`` is a mask of shape ``(k,)``."""
        runs = chosen[page.run_paragraph] if len(page) else np.zeros(0, dtype=np.bool_)
        return cls(page, runs, **rest)  # type: ignore[arg-type]


def empty(page: Page, kind: Kind = "other", source: str = "", probability: float = 1.0) -> Body:
    """The body of a page that has none."""
    return Body(page, np.zeros(len(page.run_start), dtype=np.bool_), kind, probability, source)


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
