"""Which text of article pages can be their own words.

What an extractor took of a page may be more than the article. The headline is not, nor are
lines that are all links; and a few pages of one site show more than each by itself: a line that
stands on several of them is the site's, and so is a kind of element that the extractor left
out on the other pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from newsbody.page import Page
from newsbody.page.body import Body
from newsbody.page.characters import BoolArray
from newsbody.rules.articles.kinds import MIN_SENTENCES, kinds_around, weight_of_runs
from newsbody.rules.sample import normalised
from newsbody.rules.selector import Selector

#: A line or element is furniture of the site when this share of the articles have it.
MIN_REPEATED = 0.4
#: The extractor left an element out where it took less than this of its text.
LEFT_OUT = 0.3
#: So many other pages tell of a kind of element that it is left out; one alone may be the odd one.
MIN_OTHERS = 2
#: A paragraph that is this share of the page's title is the headline.
MIN_HEADLINE_SHARE = 0.5
#: Scripts from here on are written without spaces.
FIRST_CJK = "\u2e80"
#: Text between links that is no longer than this only joins them.
MAX_LINK_GLUE = 2
#: A longer line, or one with a sentence end, is no heading of the links below it.
MAX_HEADING = 60.0

#: By kind of element: the weight of text that was taken, and of all.
Texts = dict[Selector, tuple[float, float]]


def own_words(pages: Sequence[Page], bodies: Sequence[Body]) -> list[BoolArray]:
    """Of each article page of a site, the runs of its body that no page shows to be none. Shapes (m,)."""
    shared = _lines_of_the_site(pages)
    taken = [
        without_links(page, body.runs & ~headline_runs(page) & ~_runs_of_lines(page, shared))
        for page, body in zip(pages, bodies, strict=True)
    ]
    kinds = [_kinds(page) for page in pages]
    texts = [_texts(page, of_page, runs) for page, of_page, runs in zip(pages, kinds, taken, strict=True)]
    for number, (page, of_page) in enumerate(zip(pages, kinds, strict=True)):
        others = [*texts[:number], *texts[number + 1 :]]
        left_out = {kind for kind in texts[number] if _is_left_out(kind, others)}
        lines = np.array([kind in left_out for kind in of_page], dtype=np.bool_)
        taken[number] &= ~lines[page.run_paragraph]
    return taken


def headline_runs(page: Page) -> BoolArray:
    """The runs of paragraphs that are most of the page's title. Shape (m,)."""
    title = page.title
    start, stop = page.paragraph_start, page.paragraph_stop
    least = max(1.0, MIN_HEADLINE_SHARE * len(title))
    visible = page.characters.visible
    # Longer and shorter ones are not looked at.
    likely = (stop - start >= least) & (visible[stop] - visible[start] <= len(title))
    for number in np.flatnonzero(likely).tolist():
        line = " ".join(page.text[start[number] : stop[number]].split())
        likely[number] = len(line) >= least and is_part(line, title)
    return np.asarray(likely[page.run_paragraph])


def is_part(line: str, title: str) -> bool:
    """Does a line stand in a title from one of its ends, or a mark in it, to another? `Bridge reopens - Harbour Post`.

    Else words go on there, as in a text of two lines that its title repeats; between CJK characters a space is a mark.
    """
    before, found, behind = title.partition(line)
    beside = before.rstrip()[-1:], behind.lstrip()[:1]
    return bool(found) and not any(one == "." or (one.isalnum() and one < FIRST_CJK) for one in beside)


def without_links(page: Page, runs: BoolArray) -> BoolArray:
    """The runs without lines that are all links (they lead to other articles) and their headings. Shape (m,)."""
    chars = page.characters
    line = page.run_paragraph
    held, linked, wordy, kept = np.zeros((4, len(page)), dtype=np.bool_)
    held[line[runs]] = True
    linked[line[runs & page.run_is_link]] = True
    wordy[line[runs & ~page.run_is_link & (page.run_chars > MAX_LINK_GLUE)]] = True
    lines = np.flatnonzero(held)
    words = wordy[lines] | ~linked[lines]
    start, stop = page.paragraph_start[lines], page.paragraph_stop[lines]
    short = (chars.weight[stop] - chars.weight[start] <= MAX_HEADING) & (chars.stops[stop] == chars.stops[start])
    heading = short & words & ~np.append(words[1:], True)
    kept[lines[words & ~heading]] = True
    return np.asarray(runs & kept[line])


def dropped_copies(page: Page, taken: BoolArray) -> BoolArray:
    """The runs of lines that an extractor left out because others say the same, of which it took one. Shape (m,).

    Standfirsts quote a paragraph of the text below; what is shorter may stand anywhere twice.
    """
    line, lines = page.run_paragraph, page.paragraphs
    held = np.zeros(len(page), dtype=np.bool_)
    held[line[taken]] = True
    said = {lines[number] for number in np.flatnonzero(held).tolist()}
    weight = page.characters.weight
    copies = ~held & (weight[page.paragraph_stop] - weight[page.paragraph_start] >= MIN_SENTENCES)
    for number in np.flatnonzero(copies).tolist():
        copies[number] = lines[number] in said
    return np.asarray(copies[line])


def _lines_of_the_site(pages: Sequence[Page]) -> frozenset[str]:
    """Lines that several pages have, wherever they stand, as :func:`_keys` gives them."""
    seen = Counter(key for page in pages for key in set(_keys(page)))
    return frozenset(key for key, count in seen.items() if count >= max(2, MIN_REPEATED * len(pages)))


def _keys(page: Page) -> list[str]:
    """Each line by its whole text, with every number 0 where it is no sentence: dates, counts, bylines.

    A number alone is no other one: the cells of a table, below "40 posts" of the site in lines of their own.
    """
    stops = page.characters.stops
    sentence = (stops[page.paragraph_stop] > stops[page.paragraph_start]).tolist()
    return [
        line if said or line.isdecimal() else normalised(line)
        for line, said in zip(page.paragraphs, sentence, strict=True)
    ]


def _runs_of_lines(page: Page, keys: frozenset[str]) -> BoolArray:
    lines = np.array([key in keys for key in _keys(page)], dtype=np.bool_)
    return lines[page.run_paragraph]


def _kinds(page: Page) -> list[Selector]:
    """The kind of element around each paragraph."""
    around = kinds_around(page, set(page.run_element.tolist()))
    return [around[element] for element in page.run_element[page.paragraph_run[:-1]].tolist()]


def _texts(page: Page, kinds: Sequence[Selector], taken: BoolArray) -> Texts:
    weight, first = weight_of_runs(page), page.paragraph_run[:-1]
    texts: Texts = {}
    if len(first):
        there, held = np.add.reduceat(weight, first).tolist(), np.add.reduceat(weight * taken, first).tolist()
        for kind, whole, part in zip(kinds, there, held, strict=True):
            before = texts.get(kind, (0.0, 0.0))
            texts[kind] = before[0] + part, before[1] + whole
    return texts


def _is_left_out(kind: Selector, others: Sequence[Texts]) -> bool:
    """Did the extractor leave out what stands in elements of a kind on other pages?"""
    found = [texts[kind] for texts in others if kind in texts]
    return len(found) >= MIN_OTHERS and sum(part for part, _ in found) < LEFT_OUT * sum(whole for _, whole in found)
