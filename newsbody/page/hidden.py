"""What a reader cannot see, and what of it one control shows: by attributes, styles, sheets and names of classes."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from itertools import chain, islice

import numpy as np
from lxml import etree

from newsbody.page.characters import BoolArray
from newsbody.page.sheets import Sheets, sheets_in
from newsbody.page.style import UNSAID, Visibility, stated_visibility
from newsbody.page.tags import CLASS, FIRST_BOUNDARY, NODE_CODES, NOSCRIPT

IsHidden = Callable[[etree._Element], bool]

#: Characters of the text in front of what is hidden, at least: what goes on has begun.
LEAST_BEGUN = 40
#: Longer texts (characters) are no control; of so many elements of a child the text and the tags are looked at.
LONGEST, LOOKED_AT = 40, 64
#: A control stands directly behind the container of the text, or behind one of so many elements around that.
AROUND = 2

_FULL = "全文|正文|内容|內容|文章"
_REST = "剩余|剩餘|余下|餘下|其余|其餘|全部|更多|完整"
_OPEN = "展开|展開|查看|阅读|閱讀|显示|顯示"
_WORDS = (
    rf"(?:点击|點擊|轻触)?(?:(?:{_OPEN}){{1,2}}\W*(?:(?:{_REST})?[\W\d]*(?:{_FULL})|{_REST})|展开|展開)(?:\W*收起)?"
    rf"|(?:点击|點擊)?(?:继续|繼續)(?:阅读|閱讀)(?:{_FULL})?|(?:{_REST})(?:{_FULL})"
    r"|(?:(?:click|tap)(?: here)? to )?(?:(?:continue|keep) reading|(?:read|show|view|see|load|expand)"
    r"(?: (?:the|this|full|whole|entire|complete|more|on|all|rest|of))+)(?: (?:story|article|text|post))?"
    r"|(?:hier )?(?:weiter|mehr|alles|(?:den )?(?:ganzen |vollständigen )?(?:artikel|text|beitrag)) ?"
    r"(?:lesen|anzeigen|aufklappen|einblenden)"
    r"|(?:lire|afficher|voir) (?:la suite|plus|tout|l['’]article(?: complet| entier| en entier)?)|continuer la lecture"
    r"|(?:leer|ver|mostrar) (?:más|todo|(?:el )?(?:artículo|texto) completo)|(?:seguir|continuar|sigue) leyendo"
    r"|(?:ler|leia|ver|veja|mostrar) (?:mais|tudo)|(?:continuar?|continue) (?:a )?(?:ler|lendo|leitura)"
    r"|(?:leggi|mostra) (?:tutto|altro|di più)|continua a leggere|(?:lees|toon) (?:meer|verder|alles)|meer lezen"
    r"|(?:czytaj|pokaż) (?:więcej|dalej|całość)|rozwiń"
    r"|(?:читать|показать) (?:далее|дальше|ещ[её]|больше|полностью|вс[её])|развернуть"
    r"|(?:続き|もっと|全文|すべて|全て)を?(?:読む|見る|みる|表示)(?:する)?"
    r"|더 ?보기|계속 ?읽기|전체 ?보기|펼치기|devamını (?:oku|göster)|đọc tiếp|xem thêm"
)
#: All that a control says, signs and digits around it.
_READ_ON = re.compile(rf"[\W\d_]*(?:{_WORDS})[\W\d_]*".replace(" ?", r"\s*").replace(" ", r"\s+"))
#: The attributes by which a control names what it shows.
_NAMING = ("aria-controls", "data-target", "data-bs-target")


def says_read_on(text: str) -> bool:
    """Whether a text is all that a control says which shows the rest of an article."""
    return len(text) <= LONGEST and _READ_ON.fullmatch(text.lower()) is not None


class Continued:
    """Which hidden elements of a page a reader gets by one control that he sees beside them.

    Either the control says no more than "read on": then they stand behind text that is seen in the same element, and
    are or hold what it is or holds; next to them, or directly behind the element that they end, is the control, which
    leads to no other page. Or the control stands directly in front, a question say, and names the id of what it shows.
    """

    def __init__(self) -> None:
        self._inside: dict[etree._Element, set[etree._Element]] = {}

    def has(self, element: etree._Element, is_hidden: IsHidden) -> bool:
        """Whether a hidden element is one; ``is_hidden`` says of those beside it whether they are hidden."""
        parent = element.getparent()
        if parent is None:
            return False
        if parent not in self._inside:
            self._inside[parent] = _continued(parent, is_hidden)
        return element in self._inside[parent]


def _continued(parent: etree._Element, is_hidden: IsHidden) -> set[etree._Element]:
    opened: set[etree._Element] = set()
    kinds: set[object] = set()
    run: list[etree._Element] = []
    begun, asked = _length(parent.text), False
    front: etree._Element | None = None  # what is seen directly in front
    for child in parent:
        text = _text(child) if _is_seen(child) and not is_hidden(child) else ""
        if not text:
            run += [child] if _is_seen(child) else []
            if len(run) == 1 and front is not None and _names(front, child.get("id")):
                opened.add(child)
        else:
            control = _is_control(child, text)
            if (control or asked) and begun >= LEAST_BEGUN:
                opened |= _alike(run, kinds)
            run, asked, front = [], control, child
            if not control:
                begun += len(text)
                kinds |= _kinds(child)
        if tail := _length(child.tail):
            if asked and begun >= LEAST_BEGUN:
                opened |= _alike(run, kinds)
            run, asked, front = [], False, None
            begun += tail
    if run and begun >= LEAST_BEGUN and (asked or _ends_in_control(parent, is_hidden)):
        opened |= _alike(run, kinds)
    return opened


def _alike(run: Iterable[etree._Element], kinds: set[object]) -> set[etree._Element]:
    """Those that are or hold what the text in front is or holds; pieces of a line stand in the same line."""
    return {one for one in run if NODE_CODES.get(one.tag, 0) < FIRST_BOUNDARY or not kinds.isdisjoint(_kinds(one))}


def _kinds(element: etree._Element) -> set[object]:
    return {element.tag, *(child.tag for child in islice(element, LOOKED_AT))}


def _names(element: etree._Element, identity: str | None) -> bool:
    """Whether a control in an element names what it shows by this id."""
    looked_at = (element, *islice(element.iterdescendants(), LOOKED_AT)) if identity else ()
    return any((one.get(name) or "").removeprefix("#") == identity for one in looked_at for name in _NAMING)


def _ends_in_control(element: etree._Element, is_hidden: IsHidden) -> bool:
    """Whether the first text that is seen behind an element is a control."""
    for _ in range(1 + AROUND):
        around = element.getparent()
        if around is None or _length(element.tail):
            return False
        for behind in islice(element.itersiblings(), LOOKED_AT):
            if _is_seen(behind) and not is_hidden(behind) and (text := _text(behind)):
                return _is_control(behind, text)
            if _length(behind.tail):
                return False
        element = around
    return False


def _is_control(element: etree._Element, text: str) -> bool:
    if not says_read_on(text):
        return False
    links = (link.get("href", "") for link in element.iter("a"))
    return all(not href or href.lstrip().startswith(("#", "javascript:")) for href in links)


def _is_seen(element: etree._Element) -> bool:
    """Whether a node is an element that shows its text."""
    return 0 <= NODE_CODES.get(element.tag, 0) < NOSCRIPT


def _text(element: etree._Element) -> str:
    """The text of an element, white space folded, until it is too long for a control."""
    pieces = [element.text or ""] if _is_seen(element) else []
    length = _length(element.text)
    for inner in islice(element.iterdescendants(), LOOKED_AT):
        if length > LONGEST:
            break
        for piece in ((inner.text or "") if _is_seen(inner) else "", inner.tail or ""):
            pieces.append(piece)
            length += _length(piece)
    return " ".join("".join(pieces).split())


def _length(text: str | None) -> int:
    return len("".join(text.split())) if text else 0


# --- text under a class that says by its name that nobody sees it -----------------------

#: Classes whose names say in many a framework that what is in them is hidden, or for screen readers alone.
#: (Of the text under them 3 % is body, nearly all of it on pages that hide their whole body until their scripts run.)
HIDING = frozenset("d-none hidden hide invisible is-hidden u-hidden element-invisible".split())
#: Those for screen readers alone: ``<span class="visually-hidden">Online</span>`` beside somebody's picture.
SPOKEN = frozenset(
    "sr-only sronly show-for-sr sr-only-focusable screen-reader-text screen-reader-only screenreader-only "
    "visually-hidden visuallyhidden is-visually-hidden u-visually-hidden a11y-hidden assistive-text skip-link".split()
)
#: Beside such a class another one may show the element after all, on wide screens (``d-md-block``, ``lg:flex``) or
#: as the one of several that is chosen.
_SHOWING = re.compile(
    r"(?:^|\s)(?:d-\w+-|\w+:)(?:block|flex|grid|inline|table|contents)"
    r"|(?:^|[\s-])(?:active|show|shown|open|visible|current|selected|in)(?:$|\s)"
)


def hides_by_name(element: etree._Element) -> bool:
    """Whether a class of an element hides what is in it."""
    return hide(element.get(CLASS, ""))


def hide(classes: str) -> bool:
    """Whether one of these classes of an element does."""
    names = classes.split()
    return not (HIDING.isdisjoint(names) and SPOKEN.isdisjoint(names)) and not _SHOWING.search(classes)


def is_spoken(classes: str) -> bool:
    """Whether one of these classes of an element is for screen readers alone."""
    return not SPOKEN.isdisjoint(classes.split())


def elements_called(classes: Sequence[str], tells: Callable[[str], bool]) -> list[int]:
    """The numbers of the elements whose classes tell something, by the classes of each; on most pages none do."""
    telling = set(filter(tells, set(classes)))
    return [number for number, names in enumerate(classes) if names in telling] if telling else []


# --- what a reader cannot see: it is no body, whatever it says --------------------------

#: The attributes that tell, beside the class, whether text is seen.
_TELLING = frozenset(("aria-hidden", "bgcolor", "color", "hidden", "id", "open", "popover", "style"))
#: How the ids of blocks begin that React sends behind the page, and those of the TEMPLATE elements to whose places its
#: scripts put them at once. (16 of 785 pages of wcxb have such: of their text .99 is body.)
_ARRIVED, _PLACES = "S:", ("B:", "P:")
#: The ground of a page that says nothing of it.
WHITE = "#ffffff"
#: Of so many sheets that stand around an element, one within the other, the innermost hold.
MAX_HELD = 16


class Hiding:
    """Which elements of a page are hidden: by attributes, styles and the sheets that stand in the page.

    Each element is asked once, and only those asked for, with all around them. ``parents``: the number of each
    element's parent, -1 without one; ``styles`` and ``links``: the STYLE and LINK elements of the page. A STYLE that
    stands deeper than in BODY holds for what is around it alone: anybody may post one.
    """

    # Not the tree that has these: it holds this, and in a circle it waits for the garbage collector, whose search for
    # the elements of pages costs .7 parses a page.
    def __init__(
        self,
        elements: Sequence[etree._Element],
        parents: Sequence[int],
        styles: Sequence[etree._Element],
        links: Sequence[etree._Element],
    ) -> None:
        self._elements, self._parents, self._styles, self._links = elements, parents, styles, links
        self._known: dict[int, Visibility] = {}
        #: By elements within which not the page's sheets alone hold, those that do.
        self._held: dict[int, tuple[Sheets, ...]] = {}
        #: What is said of elements of a tag with a class and nothing else that tells.
        self._of_kind: dict[tuple[object, str, tuple[Sheets, ...]], Visibility] = {}
        self._continued = Continued()

    def of(self, elements: Iterable[int]) -> BoolArray:
        """Which of some elements are hidden, or stand in a hidden one. Shape of ``elements``."""
        return np.array([self.is_hidden(index) for index in elements], dtype=np.bool_)

    def is_hidden(self, index: int) -> bool:
        """Whether an element is hidden, or stands in a hidden one."""
        sight = self._known.get(index) or self._sight(index)
        return sight is not self._page and sight.is_hidden  # most elements are seen as the page is

    def _sight(self, index: int) -> Visibility:
        known, parents = self._known, self._parents
        inward: list[int] = []
        while index >= 0 and index not in known:
            inward.append(index)
            index = parents[index]
        sight = known[index] if index >= 0 else self._page
        for inner in reversed(inward):
            held = self._held.get(parents[inner], ())
            if self._posted and (held := (held + self._posted.get(self._elements[inner], ()))[-MAX_HELD:]):
                self._held[inner] = held
            said = self._said(inner, held)
            if said is not UNSAID:
                sight = self._within(sight, inner, said)
            known[inner] = sight
        return sight

    def _within(self, around: Visibility, index: int, said: Visibility) -> Visibility:
        """How an element is seen of which that is said; a reader gets by a control what goes on with the text."""
        sight = around.of_inner(said)
        if not sight.is_hidden or around.is_hidden:
            return sight
        held = self._held.get(self._parents[index], ())

        def is_hidden(beside: etree._Element) -> bool:
            return around.of_inner(self._stated(beside, beside.keys(), held)).is_hidden

        return around if self._continued.has(self._elements[index], is_hidden) else sight

    def _said(self, index: int, held: tuple[Sheets, ...]) -> Visibility:
        """What stands on an element itself; most have nothing that tells but their class."""
        element = self._elements[index]
        names = element.keys()
        if names and not _TELLING.isdisjoint(names):
            return self._stated(element, names, held)
        kind = (element.tag, element.get(CLASS, "") if names else "", held)
        said = self._of_kind.get(kind)
        if said is None:
            said = self._of_kind[kind] = self._stated(element, names, held)
        return said

    def _stated(self, element: etree._Element, names: Collection[str | bytes], held: tuple[Sheets, ...]) -> Visibility:
        tag, get = str(element.tag), element.get
        own = [get("style", "")] if "style" in names else []
        if tag == "font" or "bgcolor" in names:
            own.insert(0, f"color:{get('color', '')};background-color:{get('bgcolor', '')}")
        of_sheets = self._sheets.blocks_of(tag, get("id", ""), get("class", ""), held)
        said = UNSAID
        if own or of_sheets:
            said = stated_visibility(*of_sheets, *own)
            if of_sheets and not said.is_unseen_colour:
                # Which of all colours in sheets are those of an element nobody can tell by its own names.
                colours = stated_visibility(*own)
                said = said._replace(colour=colours.colour, ground=colours.ground)
        if "hidden" in names and said.gone is False:  # a style that shows what the attribute hides
            return said
        if "hidden" in names and get("id", "")[:2] == _ARRIVED and get("id") in self._arrived:
            return said
        closed = tag == "dialog" and "open" not in names
        if closed or "hidden" in names or "popover" in names or get("aria-hidden") == "true":
            return said._replace(gone=True)
        return said

    @cached_property
    def _arrived(self) -> frozenset[str]:
        """The ids of the blocks that came late, for which the page keeps a place."""
        places = (place.get("id") or "" for place in self._elements[0].getroottree().iter("template"))
        return frozenset(_ARRIVED + place[2:] for place in places if place.startswith(_PLACES))

    @cached_property
    def _sheets(self) -> Sheets:
        return sheets_in(style for style in self._styles if _is_of_page(style))

    @cached_property
    def _posted(self) -> dict[etree._Element, tuple[Sheets, ...]]:
        """By elements the sheets that stand in them."""
        posted: dict[etree._Element, tuple[Sheets, ...]] = {}
        for style in self._styles:
            if not _is_of_page(style) and (around := style.getparent()) is not None:
                posted[around] = (*posted.get(around, ()), sheets_in([style]))[-MAX_HELD:]
        return posted

    @cached_property
    def _page(self) -> Visibility:
        """Around the root. What ground the page has that a sheet colours nobody knows."""
        elsewhere = any("stylesheet" in (link.get("rel") or "").lower() for link in self._links)
        is_coloured = any(sheets.colours_ground for sheets in (self._sheets, *chain(*self._posted.values())))
        return Visibility(ground=None if elsewhere or is_coloured else WHITE)


def _is_of_page(style: etree._Element) -> bool:
    around = style.getparent()
    if around is not None and around.tag == "noscript":
        around = around.getparent()
    return around is None or around.tag in ("html", "head", "body")
