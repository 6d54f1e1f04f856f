"""What the software adds to the bodies of posts: learned with a rule, and on from the pages that come later."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile

import numpy as np

from newsbody.page import Page
from newsbody.rules.body_neighbours import learn_feet, learn_heads
from newsbody.rules.header.learn_header import author_of
from newsbody.rules.records import read_records
from newsbody.rules.rule import Rule
from newsbody.rules.sample import distinct
from newsbody.rules.words.lines import learn_labels, learn_lines, learn_lines_apart, lines_of
from newsbody.rules.words.post import words_of
from newsbody.rules.words.quotes_and_notes import learn_furniture
from newsbody.rules.words.software_notes import lines_apart

#: What parts a headline from the names of its site, read from either end, and all that is no letter.
_PARTING = re.compile(r"\s+[|–—·•»«›>/~-]+\s+|\s*[:：|｜]+\s*")
#: The same in the names behind, read backwards: a dash needs no blanks where no whole word that all share stands before
#: it: `Moss-Garden-Our town`, and not `Moss for e-Readers`.
_PARTING_BEHIND = re.compile(rf"{_PARTING.pattern}|[–—_-]+(?=\S*$)")
_SPACE = re.compile(r"\s+")
#: The sign, and what is beside it, with which the names before a headline end in a TITLE, and those behind one begin.
_SIGN_BEFORE, _SIGN_BEHIND = re.compile(r"\s*[^\w\s]+\s*\Z"), re.compile(r"\A\s*[^\w\s]+\s*")
_NOT_LETTERS = re.compile(r"[\W\d_]+")
#: With fewer threads what they share may be what they are about.
LEAST_TITLES = 3


def learned_on(rule: Rule, pages: Sequence[Page]) -> Rule:
    """A rule for posts with what more pages of its site show of the lines and elements in bodies that are not theirs.

    What it leaves out already stays so. The result does not depend on the order of the pages.
    """
    more = with_furniture(distinct(pages), rule)
    quotes = tuple(dict.fromkeys((*rule.quotes, *more.quotes)))
    return replace(more, quotes=quotes, furniture=tuple(sorted({*rule.furniture, *more.furniture})))


def with_furniture(pages: Sequence[Page], rule: Rule) -> Rule:
    """The rule with what stands in bodies and is not theirs: heads and feet first, then elements and other lines."""
    found = [read_records(page, rule) for page in pages]
    beside = learn_feet(pages, rule, sum(map(len, found))) + learn_heads(pages, rule)
    if beside:
        rule = replace(rule, furniture=tuple(sorted({*rule.furniture, *beside})))
        found = [read_records(page, rule) for page in pages]
    authors = [[author_of(page, *post) for post in on_page] for page, on_page in zip(pages, found, strict=True)]
    leave_out, quotes = learn_furniture(pages, [[record for _, record in on_page] for on_page in found], authors)
    known = (name for template in rule.templates for name in template.leave_out)
    rule = replace(rule, leave_out=tuple(dict.fromkeys((*known, *leave_out))), quotes=quotes)
    posts: list[tuple[str | None, list[str]]] = []
    by_template: dict[object, list[tuple[str | None, list[str]]]] = defaultdict(list)
    apart: list[tuple[str | None, list[str]]] = []
    for page, on_page, names in zip(pages, found, authors, strict=True):
        for (template, record), name in zip(on_page, names, strict=True):
            words, quoted, _ = words_of(page, rule, record, {one for one in names if one}, name)
            posts.append((name, [page.paragraphs[line] for line in lines_of(page, words & ~quoted)]))
            by_template[template.name].append(posts[-1])
            apart.append((name, [line for line in lines_apart(page, record.bodies, name) if line in posts[-1][1][1:]]))
    labels = {key for own in by_template.values() for key in learn_labels(own)}  # of openers, which may be few of all
    return replace(rule, furniture=tuple(sorted({*beside, *labels, *learn_lines(posts), *learn_lines_apart(apart)})))


def names_in_titles(titles: Iterable[str]) -> tuple[str, ...]:
    """What the TITLEs of all threads begin and end with: `Our town: Moss` and `Our town: Rain` → `Our town`.

    Also the words that stand before what differs: `Comments on Moss` → `Comments on`.
    Pages of one thread, whose TITLEs differ in numbers alone, tell nothing.
    """
    distinct = sorted(set(titles))
    begin = _shared_parts(distinct, _PARTING)
    end = _shared_parts([title[len(begin) :][::-1] for title in distinct], _PARTING_BEHIND)[::-1]
    names = _PARTING.split(begin + end.lstrip("–—_-"))
    names.append(_shared_parts([title[len(begin) :] for title in distinct], _SPACE).rstrip())
    own = {_NOT_LETTERS.sub("", title[len(begin) : len(title) - len(end)]) for title in distinct} - {""}
    return tuple(dict.fromkeys(filter(None, names))) if len(own) >= LEAST_TITLES else ()


def title_of_site(pages: Sequence[Page]) -> tuple[str, ...]:
    """The TITLE that all pages share though their headings (H1) name several threads; none where there is no such."""
    titles = {page.title for page in pages} - {""}
    headings = {tuple(map(page.text_of, np.flatnonzero(page.is_tag("h1")).tolist())) for page in pages}
    return tuple(titles) if len(titles) == 1 and len(headings) >= LEAST_TITLES else ()


def form_of_titles(pages: Iterable[Page]) -> str:
    """Where in the TITLEs of threads that stands which headings call them: `{} @*` of `Moss @Garden, a board - Town`.

    An asterisk stands for the names of boards and sites, whatever they are. Empty where most are of another form.
    """
    called, told = defaultdict[str, set[str]](set), set[str]()
    for page in pages:
        headings = set(map(page.text_of, np.flatnonzero(page.is_tag("h1", "h2", "h3")).tolist())) - {""}
        for text in sorted(headings):
            if form := _form_of_title(page.title, text):
                called[form].add(text)
                told.add(page.title)
    best = max(called, key=lambda form: (len(called[form]), sum(map(len, called[form])), form), default="")
    return best if len(called[best]) >= max(LEAST_TITLES, 0.5 * len(told)) else ""


def _form_of_title(title: str, text: str) -> str:
    """Of `Town: Moss - Garden` and `Moss` `*: {} - *`; empty where no sign stands between, or another one as well."""
    before, _, behind = title.partition(text)
    first, last = _SIGN_BEFORE.search(before), _SIGN_BEHIND.match(behind)
    form = f"*{first[0]}" * before.count(first[0]) if first else ""
    form += "{}" + (f"{last[0]}*" * behind.count(last[0]) if last else "")
    return form if form != "{}" and part_of_title(title, form) == text else ""


def part_of_title(title: str, form: str) -> str:
    """What stands in a TITLE of some form where that says so; the whole TITLE where it is of another."""
    before, _, behind = form.partition("{}")
    part = title
    for mark in before.split("*")[1:]:
        part = part.partition(mark)[2]
    for mark in behind.split("*")[:-1]:
        part = part.rpartition(mark)[0]
    return part or title


def _shared_parts(titles: Sequence[str], parting: re.Pattern[str]) -> str:
    """The parts that a mark ends of what TITLEs all begin with: `Our town: `."""
    shared = sum(1 for _ in takewhile(lambda letters: len(set(letters)) == 1, zip(*titles, strict=False)))
    begin = titles[0][:shared] if titles else ""
    return begin[: max((mark.end() for mark in parting.finditer(begin)), default=0)]
