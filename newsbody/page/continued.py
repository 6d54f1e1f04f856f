"""Text that a reader gets by one control of its page: the rest of an article, the answer to a question."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice

from lxml import etree

from newsbody.page.tags import FIRST_BOUNDARY, NODE_CODES, NOSCRIPT

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
