"""KSF as the paper has it: keywords score the class attributes they stand in, pages vote.

Liu, Tan, Fu, Wang, section 3.2, algorithms 4 and 5. One class is the result; what it takes
wrongly (signatures, quotes, authors on cold threads) is why :mod:`newsbody.rules.bodies.slot`
is the default.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from newsbody.page import Page
from newsbody.rules.keywords import keywords
from newsbody.rules.selector import Selector
from newsbody.rules.step import Step


def vote(page: Page, words: Sequence[str]) -> tuple[str, ...] | None:
    """The classes of the element in which most of the keywords stand (algorithm 4); None without any."""
    scores: Counter[tuple[str, ...]] = Counter()
    wanted = frozenset(words)
    for start, stop, element in zip(
        page.run_start.tolist(), page.run_stop.tolist(), page.run_element.tolist(), strict=True
    ):
        text = page.text[start:stop].lower()
        hits = sum(word in text for word in wanted)
        if hits:
            classes = _nearest_classes(page, element)
            if classes:
                scores[classes] += hits
    return max(scores, key=lambda classes: (scores[classes], classes), default=None)


def best_class(pages: Sequence[Page]) -> tuple[Selector, int] | None:
    """The class that most pages vote for, as a selector, and its votes; None when no page votes, or two classes tie.

    The paper rests on bodies being there more often than noise, which a tie does not show: of two pages of a forum,
    seven forums, 27 of 140 times the first of the alphabet was wrong, and 31 times there is a tie.
    """
    votes = Counter(
        voted for page, words in zip(pages, keywords(pages), strict=True) if (voted := vote(page, words)) is not None
    )
    first, second = [*votes.most_common(2), ((), 0), ((), 0)][:2]
    if first[1] == second[1]:
        return None
    return Selector((Step("*", first[0]),)), first[1]


def _nearest_classes(page: Page, element: int) -> tuple[str, ...]:
    for index in page.ancestors(element):
        if page.classes[index].strip():
            return tuple(page.classes[index].split())
    return ()
