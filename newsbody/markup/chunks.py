"""A body in pieces of a size, each with the headings that it stands under: what retrieval and language models take."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from newsbody.markup.html import xml_of

_HEADING = re.compile(r"h[1-6]")
#: Where a paragraph that is longer than a piece may be cut: behind a sentence, else at a blank.
_ENDS = re.compile(r"(?<=[.!?。！？…])\s*|\s+")


@dataclass(frozen=True)
class Chunk:
    """A piece of a body: whole paragraphs on lines, and the headings above them, outermost first."""

    text: str
    headings: tuple[str, ...] = ()


def chunks_of(html: str, size: int, headline: str = "") -> Iterator[Chunk]:
    """The pieces of a body's clean HTML, none longer than ``size`` characters; a heading begins a new one."""
    if size < 1:
        raise ValueError(f"chunks({size}): write a number of characters, 1 or more")
    above: list[tuple[int, str]] = [(0, headline)] if headline else []
    held: list[str] = []

    def piece() -> Iterator[Chunk]:
        if held:
            yield Chunk("\n".join(held), tuple(text for _, text in above))
        held.clear()

    for block in xml_of(html):
        text = "".join(map(str, block.itertext())).strip()
        text = text if block.tag == "pre" else " ".join(text.split())
        if _HEADING.fullmatch(str(block.tag)):
            yield from piece()
            level = int(str(block.tag)[1])
            above[:] = [one for one in above if one[0] < level] + [(level, text)]
            continue
        for part in _parts(text, size):
            if held and sum(map(len, held)) + len(held) + len(part) > size:
                yield from piece()
            held.append(part)
    yield from piece()


def _parts(text: str, size: int) -> Iterator[str]:
    """A paragraph, cut where it is longer than a piece."""
    while len(text) > size:
        ends = [found.start() for found in _ENDS.finditer(text, 0, size + 1) if 0 < found.start() <= size]
        sentences = [end for end in ends if text[end - 1] in ".!?。！？…"]
        end = (sentences or ends or [size])[-1]
        yield text[:end].rstrip()
        text = text[end:].lstrip()
    if text:
        yield text
