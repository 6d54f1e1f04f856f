"""Pages that stand in front of others: they ask who you are, or say that there is nothing, with status 200."""

from __future__ import annotations

import re
from typing import Literal, get_args

import numpy as np
from lxml import etree

from newsbody.page import Page
from newsbody.page.body import Body, common_ancestor

Gate = Literal["login", "captcha", "error"]
GATES: tuple[Gate, ...] = get_args(Gate)

#: Weighted letters of the longest text of such a page. Longer ones are articles, whatever stands beside them.
MAX_WEIGHT = 700.0
#: Levels above the text in which a field for a password or a captcha belongs to it: not in a header or a pop-up.
LEVELS = 1
_WHOLE = ("body", "html")
_CAPTCHA = re.compile("captcha", re.IGNORECASE)
#: What such pages are titled, and next to nothing else.
_ERROR = re.compile(
    r"\W*(?:error\W*)?[45][0-9]{2}\b.{0,40}"
    r"|.{0,30}\b(?:(?:page|document|file|article) (?:was )?not found|not found|forbidden|access denied|"
    r"(?:service )?(?:temporarily )?unavailable|bad gateway|too many requests|internal server error|"
    r"are you (?:a )?(?:human|robot)|just a moment|attention required|request blocked|"
    r"seite nicht gefunden|page introuvable|página no encontrada|pagina non trovata|страница не найдена)\b.{0,30}"
    r"|.{0,12}(?:页面不存在|頁面不存在|找不到(?:页面|頁面|该页)|文章不存在|内容不存在|已被删除|访问(?:受限|被拒绝|过于频繁)|"
    r"安全验证|系统(?:错误|繁忙)|服务器错误|ページが見つかりません).{0,12}",
    re.IGNORECASE,
)


def gate_of(body: Body) -> Gate | None:
    """What kind of gate a page with this body is, None when it is none."""
    page = body.page
    if float(page.run_weight[body.runs].sum()) > MAX_WEIGHT:
        return None
    start, stop = _around(page, body)
    for index in range(start, stop):
        element = page.elements[index]
        gate: Gate | None = None
        if element.tag == "input" and (element.get("type") or "").lower() == "password":
            gate = "login"
        elif element.tag in ("input", "img", "iframe", "div", "form") and _is_captcha(element):
            gate = "captcha"
        if gate and not page.hidden([index])[0]:  # a box that a script may open later asks nobody
            return gate
    return "error" if any(_ERROR.fullmatch(title) for title in _titles(page)) else None


def _around(page: Page, body: Body) -> tuple[int, int]:
    """The elements near the text: those in its region and a little around it, all of the page for want of a text."""
    top = common_ancestor(body)
    if top is None:
        return 0, len(page.elements)
    for _ in range(LEVELS):
        around = int(page.parent[top])
        if around >= 0 and page.elements[around].tag not in _WHOLE:
            top = around
    return (top, int(page.end[top])) if page.elements[top].tag not in _WHOLE else (0, 0)


def _is_captcha(element: etree._Element) -> bool:
    return any(_CAPTCHA.search(element.get(name) or "") for name in ("src", "id", "class", "name", "action"))


def _titles(page: Page) -> list[str]:
    headings = np.flatnonzero(page.is_tag("h1", "h2"))[:2].tolist()
    return [page.title, *(" ".join(page.text[page.start[i] : page.stop[i]].split()) for i in headings)]
