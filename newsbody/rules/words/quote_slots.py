"""Slots of quotes: their texts stand in other posts, or begin with the name of who said them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from newsbody.page import Page
from newsbody.page.tags import CODE
from newsbody.rules.naming import selector_of
from newsbody.rules.record import Record
from newsbody.rules.selector import Selector
from newsbody.rules.step import Step

#: This share of what a slot holds begins, or ends, the same way: the template wrote it.
MIN_ALIKE = 0.9
#: A text this long that stands in another post as well was quoted from it.
MIN_QUOTED_CHARS = 12
#: A slot is one of quotes when so many of its texts stand in other posts.
MIN_QUOTED_SHARE = 0.3
MIN_QUOTED = 2
#: In at most this share of the posts with quotes these are all that is said: who quotes mostly answers.
MAX_WHOLE = 0.5
#: So many posts on the pages with a slot show whether all posts there have it.
MIN_SHOWN = 4
#: … and what this share of all posts say is none of them: signatures, which another skin has elsewhere.
MAX_SAYING = 0.2
#: What may stand before the name of who is quoted ("Originally posted by").
MAX_BEFORE_NAME = 24
#: What is said of a quote (who, when) beside it is not longer.
MAX_ATTRIBUTION_CHARS = 80
BLOCKS = frozenset("div blockquote fieldset table td section aside dl".split())
#: HTML's own element for quotes.
QUOTE = Selector((Step("blockquote"),))
SPACE = re.compile(r"\s+")

#: Who wrote each post: (page, post) -> name.
Authors = Mapping[tuple[int, int], str | None]


@dataclass
class SlotTexts:
    """What one kind of element holds in bodies: texts, and the (page, post) they stand in."""

    texts: list[str] = field(default_factory=list)
    keys: list[tuple[int, int]] = field(default_factory=list)
    elements: list[int] = field(default_factory=list)
    #: How many bodies have no other text.
    whole: int = 0

    @property
    def is_answered(self) -> bool:
        """Whether the posts mostly say more than this."""
        return self.whole <= MAX_WHOLE * len(set(self.keys))


def learn_quotes(
    pages: Sequence[Page], found: Sequence[Sequence[Record]], slots: dict[Selector, SlotTexts], by: Authors
) -> set[Selector]:
    """Blockquotes, slots whose texts stand in earlier posts or say whose they are, and what wraps either."""
    said = [
        ((number, post), SPACE.sub("", "".join(page.text_of(body) for body in record.bodies)))
        for number, (page, on_page) in enumerate(zip(pages, found, strict=True))
        for post, record in enumerate(on_page)
    ]
    posts = len(said)
    quotes = {
        selector
        for selector, slot in slots.items()
        if not selector.steps[-1].is_bare  # each of those is told by itself
        and slot.is_answered
        and (_is_quoted(slot, said) or _names_its_author(selector, slot, by, posts))
    }
    quotes.add(QUOTE)
    bodies = [
        (page, body) for page, on_page in zip(pages, found, strict=True) for record in on_page for body in record.bodies
    ]
    held = Counter(selector for page, body in bodies for selector in _wrappers(page, body, quotes))
    # What wraps a quote may be a signature, whose slot is not looked at here.
    wrapping = [selector for selector in held if selector in slots and slots[selector].is_answered]
    quotes |= {selector for selector in wrapping if held[selector] >= MIN_ALIKE * len(slots[selector].texts)}
    called: dict[Page, dict[int, set[Selector]]] = {page: defaultdict(set) for page in pages}
    for page, body in bodies:
        for selector in quotes:
            for index in selector.select(page, range(body + 1, int(page.end[body]))):
                called[page][index].add(selector)
    return {QUOTE, *(selector for selector in quotes if not _is_wider(selector, called))}


def _is_wider(selector: Selector, called: Mapping[Page, Mapping[int, set[Selector]]]) -> bool:
    """Whether what a selector takes beside quotes is no quote: a box of code is called as theirs.

    These need it not, but for a head maybe: code is worth more. ``called``: of each page the elements that some
    selector takes for quotes.
    """
    needed = needless = is_wider = holds_code = False
    for page, taken in called.items():
        narrower = sorted(index for index, by in taken.items() if by != {selector})
        others = set(narrower)
        for index in (index for index, by in taken.items() if selector in by):
            runs = page.first_run[index], page.last_run[index]
            inner = narrower[bisect_right(narrower, index) : bisect_left(narrower, page.end[index])]
            held = [(page.first_run[one], page.last_run[one]) for one in inner]
            needed |= bool(held) and runs not in held
            needless |= bool(held)
            if not held and runs[0] < runs[1] and others.isdisjoint(page.ancestors(index)):
                is_wider = True
                holds_code |= not CODE.isdisjoint(page.tags[index : page.end[index]])
    return needless and is_wider and (holds_code or not needed)


def _is_quoted(slot: SlotTexts, said: Sequence[tuple[tuple[int, int], str]]) -> bool:
    shown = {page for page, _ in slot.keys}  # those of a skin, where a site has several
    posts = sum(where[0] in shown for where, _ in said)
    if len(set(slot.keys)) >= MIN_ALIKE * (posts if posts >= MIN_SHOWN else len(said)):
        return False  # what every post has is no quote
    # What the slot says in another post does not count: the template, or a signature, says it again.
    own: dict[tuple[int, int], str] = defaultdict(str)
    for key, text in zip(slot.keys, slot.texts, strict=True):
        own[key] += SPACE.sub("", text)
    hits = looked_at = 0
    for key, text in zip(slot.keys, slot.texts, strict=True):
        piece = _piece(text)
        if len(piece) < MIN_QUOTED_CHARS:
            continue
        looked_at += 1
        saying = [(where, other) for where, other in said if piece in other]
        if len(saying) <= max(MIN_QUOTED, MAX_SAYING * len(said)):
            hits += any(
                other.count(piece) > own[where].count(piece)
                for where, other in saying
                if where < key or where[0] != key[0]
            )
    return hits >= MIN_QUOTED and hits >= MIN_QUOTED_SHARE * looked_at


def _names_its_author(selector: Selector, slot: SlotTexts, by: Authors, posts: int) -> bool:
    """Whether the texts of a slot of blocks begin with the name of who said them, mostly another one, and go on."""
    if selector.steps[-1].tag not in BLOCKS or len(set(slot.keys)) >= MIN_ALIKE * posts:
        return False
    names = {name for name in by.values() if name}
    named = others = 0
    for key, text in zip(slot.keys, slot.texts, strict=True):
        found = [
            name
            for name in names
            if len(text) >= len(name) + MIN_QUOTED_CHARS and name in text[: len(name) + MAX_BEFORE_NAME]
        ]
        named += bool(found)
        others += bool(found) and by.get(key) not in found
    return named >= MIN_ALIKE * len(slot.texts) and 2 * others > named


def _piece(text: str) -> str:
    """Some characters from the middle: the end of a quote may be cut off, and its beginning say who is quoted."""
    core = SPACE.sub("", text)
    return core[len(core) // 2 :][:MIN_QUOTED_CHARS]


def _wrappers(page: Page, body: int, quotes: set[Selector]) -> list[Selector]:
    """The named elements around quotes in a body that hold little else, once for each element."""
    inside = range(body + 1, int(page.end[body]))
    visible = page.characters.visible
    found: dict[int, Selector] = {}
    for index in sorted({index for selector in quotes for index in selector.select(page, inside)}):
        chars = visible[page.stop[index]] - visible[page.start[index]]
        for around in page.ancestors(int(page.parent[index])):
            if (
                around <= body
                or visible[page.stop[around]] - visible[page.start[around]] - chars > MAX_ATTRIBUTION_CHARS
            ):
                break
            selector = selector_of(page, around)
            if not selector.steps[0].is_bare:
                found[around] = selector
    return list(found.values())
