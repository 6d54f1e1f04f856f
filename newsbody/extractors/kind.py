"""Is there a body at all? What a whole page looks like once its paragraphs have probabilities."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from newsbody.extractors.choice import Choice
from newsbody.extractors.features import best_segment
from newsbody.extractors.table import Column, ParagraphTable, cumulate

#: A linked paragraph of this many weighted letters is a headline that leads to a story.
HEADLINE = 25
PAGE_FEATURES = (
    *("expected", "expected_f1", "body_weight", "body_paragraphs", "body_longest", "body_stops", "body_density"),
    *("body_share", "body_link_share", "body_template", "highest", "unsure", "headlines", "headline_share"),
    *("segment_share", "link_share", "paragraphs", "teasers", "declared_article", "declared_website"),
)


def page_features(table: ParagraphTable, probability: NDArray[np.floating], choice: Choice) -> Column:
    """The values of :data:`PAGE_FEATURES` for a page with paragraphs. Shape ``(len(PAGE_FEATURES),)``."""
    body = choice.paragraphs
    weight, plain = table.weight.astype(np.float64), table.plain
    taken = max(float(weight[body].sum()), 1.0)
    numbers = np.flatnonzero(body)
    span = weight[numbers[0] : numbers[-1] + 1].sum() if len(numbers) else 1.0
    headline = (table.link_share > 0.8) & (table.weight >= HEADLINE)
    start, stop, _ = best_segment(table.score)
    group = table.templates[1]
    sizes = np.bincount(group[body]) if len(numbers) else np.zeros(1)
    # A short text right behind a linked headline: how list pages are made.
    teaser = headline[:-1] & (plain[1:] >= HEADLINE)
    declared = _declared(table)
    values = (
        np.log1p(probability @ weight),
        choice.expected_f1,
        np.log1p(taken),
        len(numbers),
        np.log1p(plain[body].max(initial=0)),
        table.stops[body].sum(),
        taken / max(float(span), 1.0),
        taken / max(float(weight.sum()), 1.0),
        table.link[body].sum() / taken,
        sizes.max() / max(len(numbers), 1),
        probability.max(),
        np.mean((probability > 0.2) & (probability < 0.8)),
        np.log1p(headline.sum()),
        weight[headline].sum() / max(float(weight.sum()), 1.0),
        cumulate(plain)[stop] - cumulate(plain)[start],
        table.link.sum() / max(float(weight.sum()), 1.0),
        np.log1p(len(weight)),
        np.log1p(teaser.sum()),
        declared == "article",
        declared == "website",
    )
    return np.array(values, dtype=np.float32)


def _declared(table: ParagraphTable) -> str:
    """What the page calls itself in og:type, the part before a dot."""
    page = table.page
    for index in np.flatnonzero(page.is_tag("meta")).tolist():
        attributes = page.elements[index].attrib
        if attributes.get("property") == "og:type":
            return (attributes.get("content") or "").strip().lower().partition(".")[0]
    return ""
