"""One parsed page as flat arrays: elements, text runs and paragraphs over one text.

A page is parsed once and flattened in one pass. Everything afterwards works on three
tables, all of them intervals of ``Page.text``:

* *elements*, in document order; the subtree of element ``i`` is ``range(i, end[i])``;
* *runs*, the non-blank pieces of text between two tags;
* *paragraphs*, neighbouring runs without a paragraph boundary between them.

So a count over any subtree is a difference of two cumulated counts (see
:class:`~newsbody.page.characters.Characters`), and nothing ever walks the tree again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
from lxml import etree
from numpy.typing import NDArray

from newsbody.page.characters import BoolArray, Characters, IntArray, cumulated
from newsbody.page.decode import transcode
from newsbody.page.flatten import Tables, flatten_visible
from newsbody.page.hidden import elements_called, is_spoken
from newsbody.page.parse import MAX_PAGE_BYTES, parse
from newsbody.page.tags import NOSCRIPT
from newsbody.page.tree import Tree, integers

#: NOSCRIPT counts as text where it holds more than the rest of the page: sites that draw their pages with
#: scripts put everything there for readers without. Shorter ones only ask to switch scripts on.
MIN_NOSCRIPT_CHARS = 300
#: What parts a text from the elements beside it.
BETWEEN_PARTS = " \t\r\n,;|·•–—-/()，；｜"


class Page(Tree):
    """A page, parsed and flattened. It never changes and never alters the tree it came from.

    Elements (``n``): what a :class:`~newsbody.page.tree.Tree` says of them, and ``start``/``stop``
    (the interval of each one's text).

    Runs (``m``): ``run_start``/``run_stop``, ``run_element`` (the element that directly holds
    the text), ``run_paragraph``.

    Paragraphs (``k``): ``paragraph_run`` (``k + 1`` entries: the runs of paragraph ``i`` are
    ``range(paragraph_run[i], paragraph_run[i + 1])``), ``paragraph_start``/``paragraph_stop``,
    ``paragraph_element`` (the innermost boundary element that holds it), ``after_br``.
    """

    def __init__(
        self,
        root: etree._Element,
        url: str | None = None,
        encoding: str | None = None,
        tables: Tables | None = None,
        unread: int = 0,
    ) -> None:
        self.root = root
        self.url = url
        self.encoding = encoding
        self._source: bytes | None = None
        self._cut, self._surplus = unread, 0
        tables = tables or _tables_of(root)
        text = "".join(tables.pieces)
        self.text = text[1:]
        super().__init__(tables)
        self._set_runs(tables)

    def _set_runs(self, tables: Tables) -> None:
        """Runs and paragraphs, from the pieces that the text consists of."""
        pieces = tables.pieces
        edges = cumulated(np.fromiter(map(len, pieces), np.int64, len(pieces)))
        edges[1:] -= 1  # the text begins behind the line feed of its first paragraph
        is_run = ~np.fromiter(map(str.isspace, pieces), np.bool_, len(pieces))
        self._piece_edges, self._piece_element, self._piece_behind = (
            edges,
            integers(tables.holder),
            integers(tables.behind),
        )
        self.run_start = edges[:-1][is_run]
        self.run_stop = edges[1:][is_run]
        self.run_element = self._piece_element[is_run]
        self._run_behind = self._piece_behind[is_run]
        self.paragraph_run = cumulated(is_run)[[*tables.paragraph_piece, len(pieces)]]
        self.run_start[self.paragraph_run[1:-1]] += 1  # the line feed before a paragraph is between two runs
        self.paragraph_element = integers(tables.paragraph_element)
        self.after_br = np.array(tables.after_br, dtype=np.bool_)

    @classmethod
    def parse(
        cls,
        source: bytes | str,
        url: str | None = None,
        encoding: str | None = None,
        max_bytes: int = MAX_PAGE_BYTES,
    ) -> Page:
        """Decode when ``source`` is bytes, parse and flatten.

        ``encoding`` is what the transport declared (HTTP header); like a declaration in the
        page it is only believed when the text agrees (:func:`newsbody.page.decode.decode`).
        Of more than ``max_bytes``, or than :mod:`newsbody.page.parse` allow, the beginning is read.
        Any input gives a page; one without markup or text gives a page without paragraphs.
        """
        data = source if isinstance(source, bytes) else source.encode("utf-8", "replace")
        unread, data = max(0, len(data) - max_bytes), data[:max_bytes]
        if isinstance(source, bytes):
            data, encoding = transcode(data, encoding)
        elif unread:  # not within a character, which older parsers cannot read
            data = data.decode("utf-8", "ignore").encode("utf-8")
        return cls.of_utf8(data, url, encoding, unread)

    @classmethod
    def of_utf8(cls, source: bytes, url: str | None, encoding: str | None, unread: int = 0) -> Page:
        """Parse and flatten what is in UTF-8; ``encoding`` is what it was in before, ``unread`` what it lacks."""
        root, rest = parse(source)
        page = cls(root, url, encoding, unread=unread)
        page._source, page._surplus = source, rest
        return page

    def __reduce__(self) -> tuple[object, ...]:
        """A tree cannot be pickled, its source can; of a tree that was parsed elsewhere its markup stands for it."""
        source = self._source or etree.tostring(self.root, encoding="utf-8", method="html")
        return Page.of_utf8, (source, self.url, self.encoding, self._cut)

    @property
    def unread(self) -> int:
        """Bytes at the end of the page that are not read, for it is beyond :mod:`newsbody.page.parse`."""
        return self._cut + self._surplus

    @cached_property
    def characters(self) -> Characters:
        return Characters(self.text)

    # --- elements -------------------------------------------------------------------------

    @cached_property
    def start(self) -> IntArray:
        return self._piece_edges[self._pieces_inside[0]]

    @cached_property
    def stop(self) -> IntArray:
        return self._piece_edges[self._pieces_inside[1]]

    @cached_property
    def _pieces_inside(self) -> tuple[IntArray, IntArray]:
        return self._interval(self._piece_element, self._piece_behind)

    @cached_property
    def first_run(self) -> IntArray:
        """The first run at or behind the start of each element. Shape (n,)."""
        return self._runs_inside[0]

    @cached_property
    def last_run(self) -> IntArray:
        """One behind the last run of each element's subtree. Shape (n,)."""
        return self._runs_inside[1]

    @cached_property
    def _runs_inside(self) -> tuple[IntArray, IntArray]:
        return self._interval(self.run_element, self._run_behind)

    @cached_property
    def paragraphs_inside(self) -> tuple[IntArray, IntArray]:
        """The first paragraph at or behind the start of each element, one behind its last. Shapes (n,)."""
        first = self.paragraph_run[:-1]
        return self._interval(self.run_element[first], self._run_behind[first])

    def _interval(self, holder: IntArray, behind: IntArray) -> tuple[IntArray, IntArray]:
        """The first of the pieces (or runs) in each element's subtree and one behind the last. Shapes (n,).

        ``holder`` is the element of each, ``behind`` the last element that begins before it.
        """
        count = len(self.end)
        first = cumulated(np.bincount(behind, minlength=count))[:-1]
        return first, first + self.subtree_sum(np.bincount(holder, minlength=count))

    def contents(self, index: int) -> Iterator[tuple[int, bool]]:
        """The child elements of an element that hold text or pictures, and its loose runs, in order.

        Each comes as its number and whether it is a run. Every other child is passed over.
        """
        first_run, last_run, ends, has_picture = self._intervals
        run, last = first_run[index], last_run[index]
        child, end = index + 1, ends[index]
        while child < end or run < last:
            if child < end and (run >= last or first_run[child] <= run):
                behind = last_run[child]
                if behind > run or has_picture[child]:
                    yield child, False
                run = max(run, behind)
                child = ends[child]
            else:
                yield run, True
                run += 1

    @cached_property
    def _intervals(self) -> tuple[list[int], list[int], list[int], list[bool]]:
        """First and last run, end, and whether there is a picture in it, for each element: lists are faster to walk."""
        return self.first_run.tolist(), self.last_run.tolist(), self.end.tolist(), self.has_picture.tolist()

    # --- runs -----------------------------------------------------------------------------

    @cached_property
    def run_chars(self) -> IntArray:
        """Visible characters per run. Shape (m,)."""
        return self.characters.visible[self.run_stop] - self.characters.visible[self.run_start]

    @cached_property
    def run_weight(self) -> NDArray[np.float64]:
        """Weighted letters per run: between runs there are none. Shape (m,)."""
        return self.characters.weight_from(self.run_start)

    @cached_property
    def run_is_link(self) -> BoolArray:
        return self.is_link[self.run_element]

    @cached_property
    def run_paragraph(self) -> IntArray:
        """The paragraph of each run. Shape (m,)."""
        return np.arange(len(self)).repeat(self.paragraph_run[1:] - self.paragraph_run[:-1])

    @cached_property
    def unlinked_chars(self) -> IntArray:
        """Visible characters of each paragraph that are no link. Shape (p,)."""
        unlinked = np.where(self.run_is_link, 0, self.run_chars)
        return np.add.reduceat(unlinked, self.paragraph_run[:-1]) if len(self) else unlinked

    def run_sum(self, per_run: NDArray[np.generic]) -> IntArray:
        """Sum of a count of runs over each element's subtree. Shape (n,)."""
        total = cumulated(per_run)
        return total[self.last_run] - total[self.first_run]

    def seen(self, runs: BoolArray) -> BoolArray:
        """Those of some runs that a reader can see. Shape (m,)."""
        shown = runs.copy()
        chosen = runs.nonzero()[0]
        shown[chosen] = ~self.hidden(self.run_element[chosen].tolist())
        return shown

    @cached_property
    def run_is_spoken(self) -> BoolArray:
        """Whether each run is for screen readers alone, as in ``<b class="sr-only">Online</b>``. Shape (m,)."""
        marked = np.zeros(len(self.end), dtype=np.bool_)
        marked[elements_called(self.classes, is_spoken)] = True
        return self.inside(marked)[self.run_element]

    def text_of(self, index: int) -> str:
        """The text of an element, white space folded; beside other text without what is for screen readers alone.

        ``<a>Ann <b class="sr-only">is online</b></a>`` → "Ann".
        """
        first, last = int(self.first_run[index]), int(self.last_run[index])
        spoken = self.run_is_spoken[first:last]
        if not spoken.any() or spoken.all():
            return " ".join(self.text[self.start[index] : self.stop[index]].split())
        seen = (self.text[self.run_start[run] : self.run_stop[run]] for run in first + (~spoken).nonzero()[0])
        return " ".join(" ".join(seen).split())

    def own_text_of(self, index: int) -> str:
        """The text that stands in an element beside those in it: ``<p>Ann <b>staff</b> wrote</p>`` → "Ann wrote"."""
        first, last = int(self.first_run[index]), int(self.last_run[index])
        own = first + (self.run_element[first:last] == index).nonzero()[0]
        parts = (self.text[self.run_start[run] : self.run_stop[run]].strip(BETWEEN_PARTS) for run in own)
        return " ".join(" ".join(parts).split())

    def runs_text(self, runs: BoolArray) -> str:
        """The text of some runs, paragraphs on lines, white space folded; what stands in a PRE keeps its lines."""
        kept = runs.nonzero()[0]
        lines: list[str] = []
        verbatim: set[int] = set()
        current = -1
        for run, paragraph in zip(kept.tolist(), self.run_paragraph[kept].tolist(), strict=True):
            # The white space between a run and the one before it belongs to the text.
            begin = self.run_stop[run - 1] if paragraph == current and runs[run - 1] else self.run_start[run]
            piece = self.text[begin : self.run_stop[run]]
            if paragraph == current:
                lines[-1] += piece
            else:
                if self._is_verbatim is not None and self._is_verbatim[paragraph]:
                    verbatim.add(len(lines))
                lines.append(piece)
                current = paragraph
        return "\n".join(
            own_lines(line) if number in verbatim else " ".join(line.split()) for number, line in enumerate(lines)
        )

    # --- paragraphs -----------------------------------------------------------------------

    @cached_property
    def _is_verbatim(self) -> BoolArray | None:
        """Paragraphs that stand in a PRE, shape (k,); None for a page without one, as most are."""
        marked = self.is_tag("pre")
        return self.inside(marked)[self.paragraph_element] if marked.any() else None

    def __len__(self) -> int:
        """How many paragraphs the page has."""
        return len(self.paragraph_element)

    @cached_property
    def paragraph_start(self) -> IntArray:
        return self.run_start[self.paragraph_run[:-1]]

    @cached_property
    def paragraph_stop(self) -> IntArray:
        return self.run_stop[self.paragraph_run[1:] - 1]

    @cached_property
    def paragraphs(self) -> list[str]:
        """The text of every paragraph, white space folded."""
        return [
            " ".join(self.text[start:stop].split())
            for start, stop in zip(self.paragraph_start.tolist(), self.paragraph_stop.tolist(), strict=True)
        ]


def own_lines(text: str) -> str:
    """The lines of code as they are indented, without those that are empty."""
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())


def _tables_of(root: etree._Element) -> Tables:
    tables = flatten_visible(root.iter)
    if holds_page(tables.noscripts, sum(map(len, tables.pieces))):
        tables = flatten_visible(root.iter, NOSCRIPT + 1)
    return tables


def holds_page(noscripts: Sequence[etree._Element], visible: int = 0) -> bool:
    """Does ``<noscript>`` say more than all else, and is that more than a note? However short, an article is none."""
    hidden = sum(map(folded_chars, noscripts))
    is_long = hidden > MIN_NOSCRIPT_CHARS or any(one.find(".//article") is not None for one in noscripts)
    return is_long and hidden > visible


def folded_chars(element: etree._Element) -> int:
    """Characters in an element, white space folded; markup that a browser saved as text is none."""
    folded = " ".join("".join(map(str, element.itertext())).split())
    return 0 if folded.startswith("<") else len(folded)
