"""The text that an article rule finds on a page, read off the few elements that the rule names.

It is the text of the body that :func:`~newsbody.rules.articles.match.apply_article` finds on the whole page, for those
who want no more: a :class:`~newsbody.page.Page` is not made, for its arrays cost more than the parse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from math import ceil, inf
from typing import NamedTuple

from newsbody.page import Page
from newsbody.page.excerpt import Excerpt, Outline
from newsbody.page.hidden import elements_called, is_spoken
from newsbody.page.page import own_lines
from newsbody.rules.apply import elements_left_out, furniture_of
from newsbody.rules.articles.kinds import MAX_LINKED, MIN_SENTENCES, kinds_around, unknown_elements
from newsbody.rules.articles.match import find_article, has_body
from newsbody.rules.articles.own_words import MAX_HEADING, MAX_LINK_GLUE, MIN_HEADLINE_SHARE, is_part
from newsbody.rules.rule import Rule
from newsbody.rules.selector import Selector


class FoundText(NamedTuple):
    """The text of a body, and whether that shows more (:func:`~newsbody.rules.articles.match.find_article`)."""

    text: str
    shows_more: bool = False


def article_text(rule: Rule, outline: Outline, whole: Callable[[], Page], *, in_front: bool = True) -> FoundText | None:
    """The text of the body that a rule finds in a tree, None when none of its templates matches it.

    ``whole`` gives the page, which is asked for where only all of it tells. ``in_front``: sentences in front of the
    bodies that stand where no page of the sample had any speak against the template.
    """
    first = None
    for template in rule.templates:
        elements = template.find(outline.root)
        if elements:
            excerpt = outline.excerpt(elements, MIN_SENTENCES if template.seen and in_front else inf)
            found = _text_of_whole(template, whole()) if excerpt is None else _Found(template, excerpt).text()
            if found is not None and not found.shows_more:
                return found
            first = first or found
    return first


def _text_of_whole(template: Rule, page: Page) -> FoundText | None:
    found = find_article(replace(template, more=()), page)
    return FoundText(found[0].text, found[1]) if found else None


class _Found:
    """What a template finds on an excerpt: of each line (paragraph) of its bodies the runs that it takes.

    The functions of :mod:`~newsbody.rules.apply` and :mod:`~newsbody.rules.articles.own_words` that are named in the
    comments do the same on pages; a test compares them.
    """

    def __init__(self, rule: Rule, excerpt: Excerpt) -> None:
        self._rule, self._of = rule, excerpt
        self._bodies = rule.select(excerpt, excerpt.chosen)
        inside, pieces, holder = excerpt.marked(self._bodies), excerpt.pieces, excerpt.holder
        #: The runs of each line in the bodies, by the line's number. The first piece of a line is no white space.
        self._lines = {
            number: [start]
            if stop == start + 1
            else [start, *(piece for piece in range(start + 1, stop) if not pieces[piece].isspace())]
            for number, (start, stop) in enumerate(pairwise(excerpt.paragraph_piece))
            if inside[holder[start]]
        }

    def text(self) -> FoundText | None:
        """The text of the body; None when the template does not match."""
        if not self._bodies:
            return None
        taken = self._without_links(self._taken())
        weight = self._of.weight
        total = sum([weight[run] for runs in taken.values() for run in runs])
        rule = self._rule
        known = rule.seen and (*rule.seen, *rule.shown_once)
        if not has_body(total, self._unseen(taken, known) + (sum(self._unseen_in_front()) if known else 0.0)):
            return None
        more = bool(rule.shown_once) and not has_body(total, self._unseen(taken, rule.seen))
        return FoundText("\n".join([self._line_text(number, runs) for number, runs in taken.items()]), more)

    def _taken(self) -> dict[int, list[int]]:
        """Of each line the visible runs that the rule does not leave out (``body_runs``), but of headlines."""
        excerpt, furniture = self._of, furniture_of(self._rule.furniture)
        holder, is_hidden = excerpt.holder, excerpt.is_hidden
        spoken = elements_called(excerpt.classes, is_spoken)
        gone = excerpt.marked([*elements_left_out(excerpt, self._rule, self._bodies), *spoken])
        taken = {}
        for number, runs in self._lines.items():
            kept = [run for run in runs if not gone[holder[run]] and not is_hidden(holder[run])]
            line = excerpt.folded(number) if kept else ""
            unlinked = self._unlinked(runs) if self._rule.furniture and len(runs) > 1 else inf
            if kept and not furniture.has(line, unlinked) and not self._is_headline(line):
                taken[number] = kept
        return taken

    def _unlinked(self, runs: Iterable[int]) -> int:
        """The visible characters of some runs that are no link."""
        return sum(self._of.visible[run] for run in runs if not self._is_link[self._of.holder[run]])

    def _is_headline(self, line: str) -> bool:
        """Whether a line is most of the page's title (``headline_runs``)."""
        return len(line) in self._headline_lengths and is_part(line, self._of.outline.title)

    @cached_property
    def _headline_lengths(self) -> range:
        whole = len(self._of.outline.title)
        return range(max(1, ceil(MIN_HEADLINE_SHARE * whole)), whole + 1)

    def _without_links(self, taken: dict[int, list[int]]) -> dict[int, list[int]]:
        """Those lines that are not all links, and no headings of such (``without_links``)."""
        if not any(self._is_link):
            return taken
        wordy = [not self._is_all_links(runs) for runs in taken.values()]
        kept = {}
        for (number, runs), words, next_words in zip(taken.items(), wordy, [*wordy[1:], True], strict=False):
            if words and (next_words or not self._may_be_heading(number)):
                kept[number] = runs
        return kept

    def _is_all_links(self, runs: Sequence[int]) -> bool:
        holder, is_link = self._of.holder, self._is_link
        if len(runs) == 1:
            return bool(is_link[holder[runs[0]]])
        others = [run for run in runs if not is_link[holder[run]]]
        return len(others) < len(runs) and not any(self._of.visible[run] > MAX_LINK_GLUE for run in others)

    def _may_be_heading(self, number: int) -> bool:
        weight, stops = self._of.weight, self._of.stops
        pieces = self._pieces(number)
        return sum(weight[pieces]) <= MAX_HEADING and not any(stops[pieces])

    def _pieces(self, number: int) -> slice:
        return slice(self._of.paragraph_piece[number], self._of.paragraph_piece[number + 1])

    @cached_property
    def _is_link(self) -> bytearray:
        """Of each element whether it is a link (A with an href) or stands in one."""
        excerpt = self._of
        links = (number for number, tag in enumerate(excerpt.tags) if tag == "a")
        return excerpt.marked(number for number in links if excerpt.elements[number].get("href") is not None)

    def _unseen(self, taken: dict[int, list[int]], known: tuple[Selector, ...]) -> float:
        """The weight of what is taken that stands in elements of kinds that are not ``known``; 0 where none is."""
        if not known:
            return 0.0
        unseen = self._of.marked(unknown_elements(known, self._of, self._bodies))
        weight, holder = self._of.weight, self._of.holder
        return sum(weight[run] for runs in taken.values() for run in runs if unseen[holder[run]])

    def _unseen_in_front(self) -> Iterator[float]:
        """The weights of paragraphs in front that may be body and of which the rule knows nothing."""
        excerpt, known = self._of, frozenset(self._rule.before)
        for number in range(len(excerpt.paragraph_element)):
            if not excerpt.is_in_front(number):
                break
            weight = sum(excerpt.weight[self._pieces(number)])
            if weight >= MIN_SENTENCES and self._is_sentence_in_front(number, weight):
                lowest = excerpt.holder[excerpt.paragraph_piece[number]]
                kind, line = kinds_around(excerpt, [lowest])[lowest], excerpt.folded(number)
                if kind not in known and not self._is_headline(line):
                    yield weight

    def _is_sentence_in_front(self, number: int, weight: float) -> bool:
        excerpt, pieces, is_link = self._of, self._pieces(number), self._is_link
        if not any(excerpt.stops[pieces]) or excerpt.is_hidden(excerpt.holder[pieces.start]):
            return False
        weighed = zip(excerpt.holder[pieces], excerpt.weight[pieces], strict=True)
        return sum(own for holder, own in weighed if is_link[holder]) <= MAX_LINKED * weight

    def _line_text(self, number: int, runs: Sequence[int]) -> str:
        """What is taken of a line (``Page.runs_text``)."""
        excerpt, whole = self._of, len(runs) == len(self._lines[number])
        if whole and not excerpt.is_verbatim(number):
            return excerpt.folded(number)
        text = excerpt.text(number) if whole else self._joined(self._lines[number], runs)
        return own_lines(text) if excerpt.is_verbatim(number) else " ".join(text.split())

    def _joined(self, line: Sequence[int], runs: Sequence[int]) -> str:
        """Some runs of a line, with the white space between those that follow one another."""
        pieces, text, last, chosen = self._of.pieces, "", -1, frozenset(runs)
        for place, run in enumerate(line):
            if run in chosen:
                follows = place and line[place - 1] == last
                text += "".join(pieces[last + 1 : run + 1]) if follows else pieces[run]
                last = run
        return text
