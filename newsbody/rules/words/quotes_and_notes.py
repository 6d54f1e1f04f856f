"""What stands in bodies and is not theirs: quotes and notes of the software.

All of it is known by standing in many posts: the same words, or the same words with another
name and number in them (the similarity rule of KSF), in one and the same slot.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from newsbody.markup.images import late_address
from newsbody.page import Page
from newsbody.page.characters import BoolArray
from newsbody.page.tags import CODE
from newsbody.rules.apply import runs_inside
from newsbody.rules.naming import name_inside
from newsbody.rules.record import Record
from newsbody.rules.sample import normalised
from newsbody.rules.selector import Selector
from newsbody.rules.step import Step
from newsbody.rules.words.lines import line_key
from newsbody.rules.words.quote_slots import BLOCKS, MIN_ALIKE, SPACE, Authors, SlotTexts, learn_quotes
from newsbody.rules.words.quoted import COLONS, boxed_quotes
from newsbody.rules.words.software_notes import frames_of_files

#: So much of an element's text is looked at.
MAX_TEXT_CHARS = 1000
#: Fewer posts with a slot show nothing, …
MIN_POSTS = 3
#: … but for the text of a block, no longer than this, that is the same in so many.
MIN_SAME = 2
MAX_SAME_CHARS = 60
#: So many authors must say the same in all of their posts for a slot to be one of signatures.
MIN_SIGNING = 2
#: Below a label that they all have, texts of which hardly any begin or end the same way are no notes.
MIN_LABELLED_LINES = 2
MAX_ALIKE = 0.5
#: Beginnings and ends of this length are compared (KSF: the first few characters).
KEY_CHARS = 4
#: Longer texts are not notes.
MAX_NOTE_CHARS = 160
#: Quotes of so many authors are told by their names.
MAX_NAMES = 200

#: Of the texts of a slot of notes hardly any are web addresses, which all begin alike.
MAX_ADDRESSES = 0.1
_ADDRESS = re.compile(r"\s*(?:https?://|www\.)", re.IGNORECASE)
#: Images of a folder are smilies when at most this share of those in posts are different ones.
MAX_SMILIES = 0.6

#: A folder that has a name; in the uppermost one of a site stand all others.
_FOLDER = re.compile(r"(?!data:|(?:[a-z]+:)?//[^/]*\Z)/?[^/]")


def learn_furniture(
    pages: Sequence[Page], found: Sequence[Sequence[Record]], authors: Sequence[Sequence[str | None]]
) -> tuple[tuple[Selector, ...], tuple[Selector, ...]]:
    """The elements in bodies to leave out, and those that hold quotes. ``authors``: who wrote each post."""
    slots = _gather(pages, found)
    by = {(number, post): name for number, on_page in enumerate(authors) for post, name in enumerate(on_page)}
    signatures = {selector for selector, slot in slots.items() if _is_signature(slot, by)}
    quotes = learn_quotes(pages, found, {name: slot for name, slot in slots.items() if name not in signatures}, by)
    names = sorted({name for name in by.values() if name})[:MAX_NAMES]
    quoted = [_marked(page, on_page, quotes, names) for page, on_page in zip(pages, found, strict=True)]
    most = sum(map(len, found)) / 2  # what is all that so many posts say is no note
    notes = [
        selector
        for selector, slot in slots.items()
        if selector not in quotes
        and slot.whole <= most
        and (selector in signatures or (_is_note(pages, selector, slot) and not _is_labelled(pages, slot)))
        and not all(quoted[key[0]][index] for key, index in zip(slot.keys, slot.elements, strict=True))
    ]
    others = {selector: slot for selector, slot in slots.items() if selector not in quotes}
    notes += _same_notes(pages, others, notes, by)
    notes += _repeated_images(pages, found)
    return tuple(sorted(notes, key=str)), tuple(sorted(quotes, key=str))


def _same_notes(
    pages: Sequence[Page], slots: Mapping[Selector, SlotTexts], notes: Sequence[Selector], by: Authors
) -> list[Selector]:
    """The slots that hold nothing but what notes say, of other posts (another skin calls its notes otherwise)."""
    held = [np.zeros(len(page.tags), dtype=np.bool_) for page in pages]
    for selector in notes:
        for (number, _), index in zip(slots[selector].keys, slots[selector].elements, strict=True):
            held[number][index] = True
    held = [page.inside(own) for page, own in zip(pages, held, strict=True)]
    said = {key for selector in notes for key in _line_keys(slots[selector], by)}
    return [
        selector
        for selector, slot in slots.items()
        if not any(held[number][index] for (number, _), index in zip(slot.keys, slot.elements, strict=True))
        and said.issuperset(_line_keys(slot, by))
    ]


def _line_keys(slot: SlotTexts, by: Authors) -> set[str]:
    """What the texts of a slot are known by as notes."""
    return {line_key(text, by.get(key)) for key, text in zip(slot.keys, slot.texts, strict=True)}


def _repeated_images(pages: Sequence[Page], found: Sequence[Sequence[Record]]) -> list[Selector]:
    """Smilies and the like, by their folder: its images stand in several posts, or are all moving ones amid a line.

    What stands in place of pictures that are loaded late is the same in all posts, and none of them.
    """
    seen: dict[str, set[tuple[str, int, int]]] = defaultdict(set)
    amid: Counter[str] = Counter()
    images_of: Counter[str] = Counter()
    for number, (page, on_page) in enumerate(zip(pages, found, strict=True)):
        for post, record in enumerate(on_page):
            for body in record.bodies:
                for index in (np.flatnonzero(page.is_tag("img")[body : page.end[body]]) + body).tolist():
                    if late_address(page.elements[index]):
                        continue
                    folder, slash, name = (page.elements[index].get("src") or "").rpartition("/")
                    if slash and _FOLDER.match(folder):
                        seen[folder + slash].add((name, number, post))
                        images_of[folder + slash] += 1
                        amid[folder + slash] += name.lower().endswith(".gif") and _is_amid_text(page, index)
    return [
        Selector((Step("img", attribute="src", prefix=folder),))
        for folder, images in seen.items()
        if len({name for name, *_ in images}) <= MAX_SMILIES * len(images) or amid[folder] == images_of[folder]
    ]


def _is_amid_text(page: Page, image: int) -> bool:
    """Whether an image stands in a line with text, and does not state that it is large."""
    above = int(page.parent[image])
    run = int(page.first_run[image])
    beside = [one for one in (run - 1, run) if page.first_run[above] <= one < page.last_run[above]]
    return not page.elements[image].get("width") and any(page.run_element[one] == above for one in beside)


def _marked(page: Page, found: Sequence[Record], quotes: set[Selector], names: Sequence[str]) -> BoolArray:
    """Which elements of a page stand in quotes. Shape (n,)."""
    marked = np.zeros(len(page.tags), dtype=np.bool_)
    for record in found:
        marked[boxed_quotes(page, record.bodies, names)] = True
        for body in record.bodies:
            inside = range(body + 1, int(page.end[body]))
            for selector in quotes:
                marked[selector.select(page, inside)] = True
    return page.inside(marked)


def _gather(pages: Sequence[Page], found: Sequence[Sequence[Record]]) -> dict[Selector, SlotTexts]:
    slots: dict[Selector, SlotTexts] = defaultdict(SlotTexts)
    for number, (page, on_page) in enumerate(zip(pages, found, strict=True)):
        codes = page.is_tag(*CODE)
        codes[[body for record in on_page for body in record.bodies]] = False  # some programs write posts in PRE
        passed_over = page.is_hidden | page.inside(codes) | (page.subtree_sum(codes) > 0)
        for frame in frames_of_files(page, range(len(page.tags))):
            passed_over[frame : page.end[frame]] = True  # told by itself, and the pictures in it are the post's
        for post, record in enumerate(on_page):
            for body in record.bodies:
                held: dict[Selector, list[int]] = defaultdict(list)
                for index in range(body + 1, int(page.end[body])):
                    text = " ".join(page.text[page.start[index] : page.stop[index]][:MAX_TEXT_CHARS].split())
                    if not text or passed_over[index]:
                        continue
                    selector = name_inside(page, index, body if page.tags[index] in BLOCKS else body + 1)
                    if selector is not None:
                        slots[selector].texts.append(text)
                        slots[selector].keys.append((number, post))
                        slots[selector].elements.append(index)
                        held[selector].append(index)
                for selector, inside in held.items():
                    slots[selector].whole += bool(
                        runs_inside(page, inside)[page.first_run[body] : page.last_run[body]].all()
                    )
    return slots


def _is_note(pages: Sequence[Page], selector: Selector, slot: SlotTexts) -> bool:
    """Whether nearly all texts of a slot begin, or end, the same way, or are labels; long ones must be the same."""
    texts = {(key, text) for key, text in zip(slot.keys, slot.texts, strict=True)}
    posts = len({key for key, _ in texts})
    if sum(map(_is_address, slot.texts)) > MAX_ADDRESSES * len(slot.texts):
        return False
    keys = [SPACE.sub("", normalised(text)) for _, text in texts]
    if posts < MIN_POSTS:
        short = selector.steps[-1].tag in BLOCKS and len(keys[0]) <= MAX_SAME_CHARS
        return short and posts >= MIN_SAME and len(set(keys)) == 1
    if max(map(len, slot.texts)) > MAX_NOTE_CHARS:
        return _commonest(keys) >= MIN_ALIKE * len(keys)
    return _alike(keys) >= MIN_ALIKE * len(keys) or (_are_labels(keys) and _end_lines(pages, slot))


def _are_labels(keys: Sequence[str]) -> bool:
    """Are nearly all of some short texts each those of several posts, or end in a colon ("Ann wrote:", "Code:")?"""
    times, ends = Counter(keys), _commonest(key[-KEY_CHARS:] for key in keys)
    labels = sum(times[key] >= MIN_POSTS or key.endswith(COLONS) for key in keys)
    return max(map(len, keys)) <= MAX_SAME_CHARS and ends >= MIN_POSTS and labels >= MIN_ALIKE * len(keys)


def _end_lines(pages: Sequence[Page], slot: SlotTexts) -> bool:
    """Whether lines end with the elements of a slot, as they do with blocks."""
    found = ((pages[number], index) for (number, _), index in zip(slot.keys, slot.elements, strict=True))
    ends = ((page, page.last_run[index]) for page, index in found)
    return all(end == page.paragraph_run[page.run_paragraph[end - 1] + 1] for page, end in ends)


def _alike(keys: Sequence[str]) -> int:
    """How many of some texts begin the same way, or end so."""
    return max(_commonest(key[:KEY_CHARS] for key in keys), _commonest(key[-KEY_CHARS:] for key in keys))


def _is_labelled(pages: Sequence[Page], slot: SlotTexts) -> bool:
    """Whether only a line above or below is alike in a slot, as "Code:" is, and what this is of differs each time."""
    lines = [_lines(pages[number], index) for (number, _), index in zip(slot.keys, slot.elements, strict=True)]
    if min(map(len, lines)) < MIN_LABELLED_LINES:
        return False
    above, below = (Counter(text[edge] for text in lines).most_common(1)[0][1] for edge in (0, -1))
    first = int(above >= MIN_ALIKE * len(lines))
    last = -1 if below >= MIN_ALIKE * len(lines) else None
    rest = [SPACE.sub("", normalised("".join(text[first:last]))) for text in lines]
    return (first > 0 or last is not None) and _alike(rest) < MAX_ALIKE * len(rest)


def _lines(page: Page, index: int) -> list[str]:
    """The lines in an element."""
    paragraphs = np.unique(page.run_paragraph[page.first_run[index] : page.last_run[index]]).tolist()
    return [page.paragraphs[line] for line in paragraphs]


def _is_address(text: str) -> bool:
    """Whether a text begins as a web address does."""
    return _ADDRESS.match(text) is not None


def _is_signature(slot: SlotTexts, authors: Authors) -> bool:
    """Whether each author says the same in a slot every time, and no two the same."""
    said: dict[str, list[str]] = defaultdict(list)
    for key, text in zip(slot.keys, slot.texts, strict=True):
        if (name := authors.get(key)) is not None:
            said[name].append(text)
    again = [texts for texts in said.values() if len(texts) > 1]
    different = {text for texts in said.values() for text in texts}
    return (
        len(again) >= MIN_SIGNING
        and sum(len(set(texts)) == 1 for texts in again) >= MIN_ALIKE * len(again)
        and MIN_ALIKE * len(said) <= len(different) <= 2 * len(said)
    )


def _commonest(keys: Iterable[str]) -> int:
    return Counter(keys).most_common(1)[0][1]
