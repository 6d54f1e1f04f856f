"""Pages whose text is rows that each begin with a link: lists, in whatever element they stand."""

from __future__ import annotations

import numpy as np

from newsbody.body import Body
from newsbody.crawl.sources.domains import site_domain
from newsbody.links import base_url, join
from newsbody.page.characters import IntArray
from newsbody.sites import host_of

#: Weighted letters of a link that is a headline; less is a name, a number or a word as "more".
MIN_HEADLINE = 12.0
#: Fewer headlines stand in the text of articles, as what else was written of something.
LEAST_ROWS = 3
#: Paragraphs of a row: headline, summary, date, what it is about.
MAX_PARAGRAPHS = 4
#: Of the text so much stands in the rows.
IN_ROWS = 0.9
#: Weighted letters of a paragraph; longer ones are written to be read where they stand.
MAX_SUMMARY = 400.0


def is_rows(body: Body) -> bool:
    """Is what was taken for the body of a page a list of links to pages of the same site, with summaries or without?

    Of some 1,950 articles of 12 sets one is, the teaser of an article with others below it. Linear in the page.
    """
    page = body.page
    runs = np.flatnonzero(body.runs)
    if not len(runs):
        return False
    # The headline of the first row may not have been taken.
    first, last = max(0, int(page.run_paragraph[runs[0]]) - 1), int(page.run_paragraph[runs[-1]])
    inside = np.arange(int(page.paragraph_run[first]), int(page.paragraph_run[last + 1]))
    weight, paragraph = page.run_weight[inside], page.run_paragraph[inside] - first
    is_link, count = page.run_is_link[inside], last + 1 - first
    # A single letter is a bullet.
    begins, begin = np.unique(paragraph[weight > 1], return_index=True)
    runs_of = np.flatnonzero(weight > 1)[begin]
    linked = np.bincount(paragraph, weights=np.where(is_link, weight, 0.0), minlength=count)
    is_head = is_link[runs_of] & (linked[begins] >= MIN_HEADLINE)
    heads = begins[is_head]
    if len(heads) < LEAST_ROWS or count > MAX_PARAGRAPHS * len(heads):
        return False
    taken = np.bincount(paragraph, weights=np.where(body.runs[inside], weight, 0.0), minlength=count)
    row = int(np.median(np.diff(heads)))
    if taken.max() > MAX_SUMMARY or taken[heads[0] : heads[-1] + row].sum() < IN_ROWS * taken.sum():
        return False
    targets = _targets(body, page.run_element[inside[runs_of[is_head]]])
    return len(targets) >= LEAST_ROWS and count <= MAX_PARAGRAPHS * len(targets)


def _targets(body: Body, elements: IntArray) -> set[str]:
    """The pages of the same site to which links lead that hold some elements."""
    page, base = body.page, base_url(body.page)
    links = np.flatnonzero(page.is_tag("a"))
    holding = links[np.searchsorted(links, elements, side="right") - 1]
    found = (join(base, page.elements[index].get("href") or "").partition("#")[0] for index in holding.tolist())
    domain = site_domain(host_of(base))
    return {url for url in found if url and site_domain(host_of(url)) == domain} - {base}
