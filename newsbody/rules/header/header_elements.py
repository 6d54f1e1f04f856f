"""What an element around a body tells, and what it may be called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from urllib.parse import urldefrag

from lxml import etree

from newsbody.ground.remembered import remembered, remembered_meanwhile
from newsbody.markup.links import base_url, web_address
from newsbody.page import Page
from newsbody.rules.header.slot_values import NUMBER
from newsbody.rules.naming import selector_of, step_of
from newsbody.rules.rule_parts import Slot
from newsbody.rules.sample import time_attribute
from newsbody.rules.selector import Selector
from newsbody.rules.step import Step
from newsbody.rules.values import is_headline, is_name, is_position, label_of, moment_in, moment_shown

#: Steps that name a slot around a body.
HEADER_STEPS = 3
#: What stands around a body and is longer says something else.
MAX_HEADER_CHARS = 120
#: … even with the white space between its parts.
MAX_MARKUP_CHARS = 1000
#: Attributes that may number a post: of the page's whole forum, and of its thread.
_ID_ATTRIBUTES = ("id", "name", "href")
_ID_DATA = re.compile(r"data-(?:(?:p|post|comment|reply|message|msg|answer|entry|item)-?)?id")
_PLACE_DATA = re.compile(r"data-(?:(?:post|comment|reply)-?)?(?:index|position|number|floor|order)")
#: What begins the attributes that a template fills for its scripts.
_DATA = "data-"
#: Levels around a name on which its mark as the author may stand.
MARKED_LEVELS = 2
_WHO = frozenset(("author", "creator"))
#: Words of a class for somebody's name, and those for what is said of him beside that.
_PEOPLE = frozenset(
    "author user username nick nickname poster member writer uname owner byline creator commenter handle".split()
)
_OF_PEOPLE = frozenset(
    "title level lv rank group info post posts count role avatar time date icon badge signature status tools".split()
)
_WORDS = re.compile(r"[A-Z]?[a-z]+")
#: What is linked so leads to no page.
_NOWHERE = ("#", "javascript:")
#: What the last change of a post is called, and what is said before its time, or that of the last answer.
_EDITED = re.compile(r"last-?_?edit|edited|edit-?_?(?:date|time|note|info)|modified", re.IGNORECASE)
_SAYS_EDITED = re.compile(
    r"\W*(?:last \w|(?:zuletzt |最后由?.{0,20}?)?"
    r"(?:edited|modified|编辑|修改|編輯|bearbeitet|geändert|изменено|отредактир|modifié|editado))",
    re.IGNORECASE,
)
#: Elements, and slots, that are remembered while a rule is learned.
KEPT = 1 << 14
#: What an attribute says, by each of the slots that may name it.
_Said = tuple[tuple[Slot, str], ...]


#: How the head of a letter says who wrote it.
_SENDER = re.compile(r"(?:from|von|de|发件人|寄件者)\s?[:：]\s*\S", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ElementFacts:
    """What an element tells that may stand around a body.

    ``named``, ``numbered``, ``counted`` and ``dated``: what its attributes say of who, which, which of its thread and
    when. ``text``: its own, "" where
    it has none or more than a header has, and ``slots``, those that may name it. ``is_parents``: what it stands in has
    no other text; ``moment``: the date that it says; ``link``: where it leads; ``marked``: as the author's name;
    ``rest``: what the elements in it say beside the text; ``wraps``: it is only around another element with a name;
    ``titled``: the page's title begins with it; ``edited``: what it says is said of the last change; ``called``: it is
    called as names of people are; ``leads_on``: to another page like this one, as the next letter.
    """

    slots: tuple[Slot, ...]
    named: _Said
    numbered: _Said
    counted: _Said
    dated: _Said
    text: str = ""
    is_parents: bool = False
    moment: str | None = None
    link: str | None = None
    marked: bool = False
    rest: str = ""
    wraps: bool = False
    titled: bool = False
    edited: bool = False
    called: bool = False
    leads_on: bool = False


@remembered_meanwhile(maxsize=KEPT)
def told_by(page: Page, index: int) -> ElementFacts | None:
    """What an element tells; None for nothing."""
    element = page.elements[index]
    data = [name for name in map(str, element.attrib) if name.startswith(_DATA) and name.isprintable()]
    ids = (*_ID_ATTRIBUTES, *filter(_ID_DATA.fullmatch, data))
    numbered = [(name, value) for name in ids if (value := element.get(name)) and NUMBER.search(value)]
    places = filter(_PLACE_DATA.fullmatch, data)
    counted = [(name, place) for name in places if is_position(place := element.get(name, ""))]
    date = time_attribute(element)
    named = _names_in_attributes(element, data)
    if not (numbered or counted or date or named or page.stop[index] > page.start[index]):
        return None
    selectors = _names(page, index)
    link = element.get("href") or ""
    leads_on = _leads_on(page, index)
    told = ElementFacts(
        tuple(_slot(selector, "") for selector in selectors),
        _said(selectors, named),
        _said(selectors, numbered),
        _said(selectors, counted),
        _said(selectors, [date] if date else []),
        edited=_is_of_edit(page, index),
        leads_on=leads_on,
    )
    if not _is_short(page, index):
        return told
    text = page.text_of(index)
    if not text or len(text) > MAX_HEADER_CHARS:
        return told
    return replace(
        told,
        text=text,
        is_parents=_is_short(page, around := int(page.parent[index])) and text == page.text_of(around),
        moment=moment_shown(page, index),
        link=None if leads_on or link.lower().startswith(_NOWHERE) else link,
        marked=is_name(text) and (_says_who(element) or _SENDER.match(text) is not None),
        wraps=_only_wraps(page, index),
        titled=is_headline(page, text) or is_headline(page, text.removeprefix(label_of(text))),
        called=_begins_what_is_called_a_name(page, index),
    )


@remembered_meanwhile(maxsize=KEPT)
def told_beside(page: Page, index: int) -> ElementFacts | None:
    """What the text tells that stands in an element beside others: ``<p>Ann <b>staff</b></p>``; None for nothing new.

    That of what holds the body, too: ``<li>Ann, 3 May 2024 <div>…</div></li>``.
    """
    inside = page.run_element[page.first_run[index] : page.last_run[index]]
    text = page.own_text_of(index) if len(inside) > 1 and (inside != index).any() else ""
    whole = told_by(page, index) if text and len(text) <= MAX_HEADER_CHARS else None
    if whole is None or whole.dated:
        return None
    element = page.elements[index]
    return ElementFacts(
        tuple(replace(slot, own=True) for slot in whole.slots),
        *((),) * 4,
        text=text,
        moment=moment_in(text),
        link=whole.link,
        marked=is_name(text) and (_says_who(element) or _SENDER.match(text) is not None),
        rest=" ".join(whole.text.replace(text, "", 1).split()),
        titled=is_headline(page, text),
        edited=whole.edited or _SAYS_EDITED.match(text) is not None,
        called=_begins_what_is_called_a_name(page, index),
        leads_on=whole.leads_on,
    )


def _leads_on(page: Page, index: int) -> bool:
    """Does the link in an element lead to a page whose address differs in its numbers alone, as to the next letter?

    What stands beside it in one entry of a list is said of that page.
    """
    if not page.url:
        return False
    around = islice(page.ancestors(index), 1 + MARKED_LEVELS)
    own = urldefrag(page.url).url
    for one in (one for one in around if one == index or page.tags[one] == "li"):
        inside = range(one, min(int(page.end[one]), one + 1 + MARKED_LEVELS))
        link = next((href for at in inside if page.tags[at] == "a" and (href := page.elements[at].get("href"))), "")
        other = urldefrag(web_address(base_url(page), link)).url if NUMBER.search(link) else own
        if other != own and NUMBER.sub("0", own) == NUMBER.sub("0", other):
            return True
    return False


def _is_short(page: Page, index: int) -> bool:
    """Is the text of an element looked at? That of a long one, for each of its children, would be read again."""
    return bool(page.stop[index] - page.start[index] <= MAX_MARKUP_CHARS)


def _names_in_attributes(element: etree._Element, data: Sequence[str]) -> list[tuple[str, str]]:
    """The attributes of an element with somebody's name, and this: ``data-username="Ann"``, ``itemprop="name"``."""
    who = [name for name in data if _means_a_name(name)]
    if element.get("content") and "name" in _marks_of(element):
        around = islice(element.iterancestors(), MARKED_LEVELS + 1)
        who += ["content"] if any(not _WHO.isdisjoint(_marks_of(one)) for one in around) else []
    return [(name, said) for name in who if is_name(said := element.get(name, ""))]


def _said(selectors: Sequence[Selector], attributes: Sequence[tuple[str, str]]) -> _Said:
    return tuple((_slot(selector, name), value) for name, value in attributes for selector in selectors)


@remembered_meanwhile(maxsize=KEPT)
def _slot(selector: Selector, attribute: str) -> Slot:
    """The same one each time: among all fillings it is looked for again for every element that it names."""
    return Slot(selector, attribute)


def _begins_what_is_called_a_name(page: Page, index: int) -> bool:
    """Whether a class says that an element, or what close around begins with it, is somebody's name."""
    close = islice(page.ancestors(index), 1 + MARKED_LEVELS)
    around = (one for one in close if page.first_run[one] == page.first_run[index])
    return any(_means_a_name(name) for one in around for name in page.classes[one].split())


@remembered(maxsize=1 << 12)
def _means_a_name(name: str) -> bool:
    words = {word.lower() for word in _WORDS.findall(name)}
    return not words.isdisjoint(_PEOPLE) and words.isdisjoint(_OF_PEOPLE)


def _is_of_edit(page: Page, index: int) -> bool:
    """Whether an element, or what it stands in, is called after the last change of a post, or begins by saying so."""
    around = int(page.parent[index])
    if any(_EDITED.search(page.classes[one]) for one in (index, around) if one >= 0):
        return True
    first = page.start[around] if around >= 0 else page.start[index]
    start, stop = page.start[index], min(page.stop[index], page.start[index] + MAX_HEADER_CHARS)
    return _SAYS_EDITED.match(page.text[start:stop]) is not None or (
        start - first <= MAX_HEADER_CHARS and _SAYS_EDITED.match(page.text[first:start]) is not None
    )


def _only_wraps(page: Page, index: int) -> bool:
    """Whether all text of an element stands in one with a name that it begins with."""
    inner = index + 1
    return (
        inner < page.end[index]
        and page.first_run[inner] == page.first_run[index]
        and page.last_run[inner] == page.last_run[index]
        and not step_of(page, inner).is_bare
    )


def _names(page: Page, index: int) -> list[Selector]:
    """What an element around a body may be called: a long chain, the shortest that says something,
    and its first class.

    The long one is exact; the others still fit where classes of it or around it differ. Also by the number of the
    child, which tells a name from a number where neither has a class, or both the same.
    """
    chain = selector_of(page, index, HEADER_STEPS)
    names = [chain]
    for steps in range(1, len(chain.steps)):
        short = Selector(chain.steps[-steps:])
        if not short.steps[0].is_bare:
            names.append(short)
            break
    step = chain.steps[-1]
    if step.is_bare or _has_twin(page.elements[index]):
        nth = replace(step, nth=int(page.child_number[index]))
        names.append(Selector((*chain.steps[:-1], nth)))
        if len(chain.steps) > 1 and chain.steps[-2].is_bare:  # the first link of a header is none of its line
            around = replace(chain.steps[-2], nth=int(page.child_number[page.parent[index]]))
            names.append(Selector((*chain.steps[:-2], around, nth)))
    if step.is_bare and not chain.is_bare:  # rows of two colours have two names
        names.append(Selector(tuple(Step(one.tag) for one in chain.steps)))
    if len(step.classes) > 1:
        names.append(Selector((Step(step.tag, step.classes[:1]),)))
    if len(chain.steps) > 1 and chain.steps[-1].classes and chain.steps[-2].classes:
        # Names of others have other classes ("username-coloured"), in lines of other classes ("no-avatar").
        names.append(Selector((*chain.steps[:-2], Step(chain.steps[-2].tag), Step(step.tag))))
    return names


def _has_twin(element: etree._Element) -> bool:
    """Whether an element next to it is called as it is: lines of a header, each with a label of its own."""
    beside = (element.getprevious(), element.getnext())
    return any(
        one is not None and one.tag == element.tag and one.get("class") == element.get("class") for one in beside
    )


def _says_who(element: etree._Element) -> bool:
    """Marked as the author by a standard: schema.org's itemprop, HTML's rel; on it, in it or close around it."""
    around = islice(element.iterancestors(), MARKED_LEVELS)
    inside = [element, *islice(element, 1)]
    return any("name" in _marks_of(one) for one in inside) or any(
        not _WHO.isdisjoint(_marks_of(one)) for one in (*inside, *around)
    )


def _marks_of(element: etree._Element) -> set[str]:
    return {*(element.get("itemprop") or "").split(), *(element.get("rel") or "").split()}
