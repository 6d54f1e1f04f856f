"""Lines of a page's text that are not the writer's: whose rights it is, who edited it, that one may read on."""

from __future__ import annotations

import re

from newsbody.extractors.auto.table import ParagraphTable
from newsbody.extractors.auto.thresholds import THRESHOLDS
from newsbody.page.characters import BoolArray
from newsbody.page.continued import LONGEST as LONGEST_CONTROL
from newsbody.page.continued import says_read_on

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
