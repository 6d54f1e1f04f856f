"""Lines that are not the writer's: readers' comments, the publisher's rights, controls and advertising."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import takewhile

import numpy as np

from newsbody.dates import find_date
from newsbody.extractors.auto.table import ParagraphTable
from newsbody.extractors.auto.thresholds import THRESHOLDS
from newsbody.page.characters import BoolArray, IntArray
from newsbody.page.hidden import LONGEST as LONGEST_CONTROL
from newsbody.page.hidden import says_read_on

#: Dates of a template that are read, and templates, those with the most lines: reading takes time.
MAX_DATES, MAX_TEMPLATES = 40, 8
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
#: What stands above the comments of readers, alone. One word may be the text's own in Chinese, and in the singular.
_COMMENTS = re.compile(
    r"(?:please\s)?(?:add|post|leave|submit)\s(?:a\s|your\s)?(?:comments?|reply)|comment\(s\)?"
    r"|(?:(?:all|readers?['’]?s?|user)\s)?comments(?:\sare\s(?:now\s)?closed[^.]*|\sto\sthis\s\w+|\son\sthis\s\w+)?"
    r"|(?:leser)?kommentare|commentaires|comentarios|comentários|commenti|комментарии|komentarze|reacties|コメント一覧|댓글"
    r"|(?:网友|網友|读者|讀者|用户|最新|全部|热门|熱門|精彩|精选)(?:评论|評論|留言|回应|回應|跟帖)(?:列表)?",
    re.IGNORECASE,
)
#: Beside it may stand how many there are.
_COUNT = "()（）[]:：|0123456789 "
#: Characters of the longest such heading.
MAX_HEADING = 80
#: Any moment makes "3 hours ago" a date.
_NOW = datetime(2000, 1, 1, tzinfo=UTC)


def without_replies(table: ParagraphTable, body: BoolArray) -> BoolArray:
    """A body, shape ``(k,)``, up to the first of several lines that say when what stands between them was written.

    They are of one template, have a day and a time each, are not of the body unless all have a label ("Posted by"), and
    say who wrote, or nothing, beside.
    (Of 5,010 articles, their sets left out, 13 are changed: ten have an F1 of .87 and more for .05 to .4, none less.
    They were looked at; before, lines that a price or a quoted log repeats had cut two articles. Before gaps are filled
    four more pages, of one blog, are changed: .42 -> .95, .10 -> .74, .42 -> .48, and .99 -> .68, where the label has
    excerpts of other blogs. Lines with a label change four pages: .89 -> .99, .68 -> 1.00, .89 -> .92, .56 -> .96.)
    """
    taken = body.nonzero()[0]
    if len(taken) < THRESHOLDS.least_dates:
        return body
    rows = np.arange(taken[0], min(int(taken[-1]) + 1 + THRESHOLDS.comments_behind, len(body)))
    quoted = table.page.inside(table.page.is_tag("blockquote"))  # embedded posts: the writer's, with their dates
    rows = rows[~quoted[table.element[rows]]]
    rows = rows[(table.weight[rows] <= THRESHOLDS.longest_date) & (table.digits[rows] >= THRESHOLDS.date_digits)]
    if len(rows) < THRESHOLDS.least_dates:
        return body
    template = table.templates[1][rows]
    count = np.bincount(template)
    most = (-count).argsort(kind="stable")[:MAX_TEMPLATES]
    groups = (rows[template == number] for number in most[count[most] >= THRESHOLDS.least_dates].tolist())
    first = min((found for group in groups if (found := _first_date(table, group, body)) is not None), default=None)
    if first is None:
        return body
    above = body.copy()
    above[first:] = False
    return above


def without_headed_comments(table: ParagraphTable, body: BoolArray) -> BoolArray:
    """A body, shape ``(k,)``, up to a line of it that says that the comments of readers follow.

    (Of 5,735 articles, their sets left out, eleven are changed, all for the better: .29 -> 1, .18 -> .94, .64 -> .96,
    .84 -> .99, .88 -> .98, others by less. Where the heading is none of the body as many labels hold the comments as
    do not.)
    """
    taken = body.nonzero()[0]
    page = table.page
    short = page.paragraph_stop[taken] - page.paragraph_start[taken] <= MAX_HEADING
    for row in taken[short & (table.link_share[taken] < THRESHOLDS.leads_to_comments)].tolist():
        line = " ".join(page.text[page.paragraph_start.item(row) : page.paragraph_stop.item(row)].split())
        if _COMMENTS.fullmatch(line.strip(_COUNT)) is None or _is_section(table, row, taken):
            continue
        if float(table.weight[:row][body[:row]].sum()) >= THRESHOLDS.above_comments:
            above = body.copy()
            above[row:] = False
            return above
    return body


def _is_section(table: ParagraphTable, row: int, taken: IntArray) -> bool:
    """Is a line a heading, and others of its level follow?"""
    tags = table.page.tag_codes[table.element[taken[taken >= row]]]
    return bool(table.page.is_tag(*_HEADINGS)[table.element.item(row)]) and bool((tags[1:] == tags[0]).any())


def _first_date(table: ParagraphTable, rows: IntArray, body: BoolArray) -> int | None:
    """The first of these lines, if they are dates of what is written between them."""
    said: dict[int, str] = {}
    for row in rows[:MAX_DATES].tolist():
        text = table.page.paragraphs[row]
        found = find_date(text, _NOW)
        if found and "T" in found.iso:
            said[row] = "".join(text.replace(found.raw, "").split())
    if _label(list(said.values())) < THRESHOLDS.dated_label:
        said = {row: beside for row, beside in said.items() if not body[row]}
    dated, beside = list(said), set(said.values())
    if len(dated) < THRESHOLDS.least_dates or (len(beside) < len(dated) / 2 and _says_more(table, dated, beside)):
        return None
    others = body.copy()
    others[dated] = False
    between = np.diff(others.cumsum()[dated]) > 0
    above = float(table.weight[: dated[0]][body[: dated[0]]].sum())
    of_body = _among_siblings(table, np.array(dated[1:-1])).mean() > THRESHOLDS.mostly_between
    return (
        dated[0]
        if between.mean() >= THRESHOLDS.mostly_between and above >= THRESHOLDS.above_comments and not of_body
        else None
    )


def _label(beside: Sequence[str]) -> int:
    """How many letters all lines begin with, and end with: "Posted by"."""
    backwards = [text[::-1] for text in beside]
    # What the first and the last in order begin with all others do, too.
    ends = ((min(texts, default=""), max(texts, default="")) for texts in (beside, backwards))
    return sum(sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*pair, strict=False))) for pair in ends)


def _says_more(table: ParagraphTable, dated: list[int], beside: set[str]) -> bool:
    """Whether lines that say the same but for their dates are an article's own: headings, or longer than a label."""
    return max(map(len, beside)) > THRESHOLDS.same_label or bool(
        table.page.is_tag(*_HEADINGS)[table.element[dated]].all()
    )


def _among_siblings(table: ParagraphTable, rows: IntArray) -> BoolArray:
    """Which of some paragraphs are siblings, and alike, of the ones before and behind them: lines of a quoted log."""
    parent, kind = table.page.parent[table.element], table.signature[table.element]
    same = parent * (int(kind.max()) + 1) + kind
    return np.asarray((same[rows - 1] == same[rows]) & (same[rows + 1] == same[rows]))


# --- lines of a page's text that are not the writer's -----------------------------------

#: How such a line begins, or what it says anywhere.
_PUBLISHERS = re.compile(
    r"[\W\d①-⑳]*(?:disclaimer:|copyright\W*(?:©|\(c\)|by\b|\d{4})|©|版[权權](?:所有|[归歸属屬]|[声聲]明|[:：])|免[责責]"
    r"|凡(?:本[网網站报報刊]|[注註]明)|(?:.{2})?[声聲]明[:：]|[责責]任?[编編][辑輯]?[:：]|[编編][辑輯][:：]|[来來]源[:：])"
    r"|.*(?:rights reserved|rechte vorbehalten|droits réservés|derechos reservados|direitos reservados|права защищены"
    r"|prawa zastrzeżone|未[经經].{0,10}[转轉][载載]|[转轉][载載][请請])",
    re.IGNORECASE | re.DOTALL,
)
#: All that a line says above an advertisement, where it is none of the text.
_ADVERTISING = re.compile(
    r"\W*(?:advertise?ments?|advertising|sponsored|publicité|publicidade?|pubblicità|werbung|anzeige|реклама|reklama"
    r"|광고|広告|广告|廣告|(?:story|article) continues below(?: advertisement)?"
    r"|scroll to continue(?: with content)?)\W*",
    re.IGNORECASE,
)
#: Characters of a line that are read.
MAX_READ = 400


def without_rights(table: ParagraphTable, body: BoolArray) -> BoolArray:
    """A body, shape ``(k,)``, without the publisher's lines at its end.

    (Of 5,735 articles, their sets left out, 70 are changed, 25 for the better by more than a fiftieth, three for the
    worse: MHR_0.1 of the sets that people labelled - .002, of l3s and big9 - .007.)
    """
    taken = body.nonzero()[0]
    ending = [row for row in taken[-THRESHOLDS.last_lines :].tolist() if table.weight[row] < THRESHOLDS.publishers_line]
    lines = [row for row in ending if _PUBLISHERS.match(_beginning(table, row))]
    weight = table.weight
    if not lines or float(weight[lines].sum()) > (1 - THRESHOLDS.least_left) * float(weight[taken].sum()):
        return body
    left = body.copy()
    left[lines] = False
    return left


def without_controls(table: ParagraphTable, body: BoolArray) -> BoolArray:
    """A body, shape ``(k,)``, without lines that only say that one may read on, or that an advertisement follows.

    (Of 41 such lines in bodies that were labelled five are text, of one page; of 1,529 others three. Of 141 that name
    an advertisement one is text.)
    """
    short = (body & (table.weight <= LONGEST_CONTROL)).nonzero()[0]
    page = table.page
    spans = zip(short.tolist(), page.paragraph_start[short].tolist(), page.paragraph_stop[short].tolist(), strict=True)
    lines = [row for row, start, stop in spans if _is_control(page.text[start:stop])]
    if not lines:
        return body
    left = body.copy()
    left[lines] = False
    return left


def _is_control(text: str) -> bool:
    return says_read_on(text) or _ADVERTISING.fullmatch(text) is not None


def _beginning(table: ParagraphTable, row: int) -> str:
    start, stop = table.page.paragraph_start.item(row), table.page.paragraph_stop.item(row)
    return table.page.text[start : min(stop, start + MAX_READ)]
