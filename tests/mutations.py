"""Pages of our own writing, broken in every way that comes to mind: the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tests.article_pages import SENTENCES_ZH, article, index_page
from tests.forum_pages import list_layout, number_layout, table_layout, thread
from tests.hostile_pages import CASES
from tests.made_forums.forum import Forum
from tests.made_forums.style import draw_style
from tests.made_forums.words import write_thread

#: Longer pages are mutated less often than they are read.
SMALL_BYTES = 3_000
#: Forums whose markup is drawn at random; a page of posts of each is broken.
POSTS_PAGES = 20
_PIECES = (
    *(b"<", b">", b'"', b"'", b"&", b"=", b"/", b"\0", b"\x1b", b"\xff", b"\xed\xa0\xbd", b"\xf0\x9f", b"\xef\xbb\xbf"),
    *(b"<!--", b"-->", b"<![CDATA[", b"<script>", b"</script>", b"<table>", b"<td>", b"</table>", b"<p>", b"</div>"),
    *(b"<title>", b"<base href='//[x'>", b"<meta charset=utf-7>", b"<a href='http://[::1'>", b"<img width=999999999>"),
    *(b'<script type="application/ld+json">{"@type":"Article","headline":"\\ud83d","author":[[[{}]]]}</script>',),
    *(b"<time datetime=9999-99-99>", b"0000-00-00 99:99", "昨天 25:61".encode(), b"&#xd800;", b"&#99999999999;"),
    *(b"<p style='display:none;font-size:1e999px;left:-9e9px;clip:rect('>", b"<style>}{@media{.a{b}</style>", b"%%%"),
    *(b'<div class="a1b2-*[x]">', b"<h2<span class=t>", b"colspan=9999999999999999999", b"<noscript>", b"\xe2\x80\xae"),
)
_ENCODINGS = ("utf-8", "utf-16", "gb18030", "big5", "shift_jis", "cp1252", "utf-7")


def seeds() -> list[bytes]:
    """Articles, lists, threads of several layouts, and the beginnings of made forums' pages and of hostile ones."""
    pages = [article(1)[0], article(2, SENTENCES_ZH)[0], index_page(3)]
    for layout in (table_layout, number_layout, list_layout):
        posts = "".join(map(layout, thread(4, 5)))
        pages.append(f"<html><head><title>A wheel that hums</title></head><body>{posts}</body></html>")
    styles = map(draw_style, range(POSTS_PAGES))
    pages += (Forum(style).page(write_thread(style, 1), 0)[: 2 * SMALL_BYTES] for style in styles)
    return [page.encode() for page in (*pages, *(make(SMALL_BYTES) for make in CASES.values()))]


def mutated(sources: Sequence[bytes], count: int, seed: int) -> Iterator[bytes]:
    """So many pages made of these."""
    draw = random.Random(seed)
    for _ in range(count):
        page = draw.choice(sources)
        for _ in range(draw.randint(1, 6)):
            page = draw.choice(_WAYS)(page, draw, sources)
        yield page


def saved(folder: Path, limit: int = 60_000) -> list[bytes]:
    """The saved pages below a folder that are no longer than that."""
    return [data for file in sorted(folder.rglob("*.html")) if len(data := file.read_bytes()) <= limit]


def _place(page: bytes, draw: random.Random) -> int:
    return draw.randrange(len(page) + 1)


def _inserted(page: bytes, draw: random.Random, sources: Sequence[bytes]) -> bytes:
    place = _place(page, draw)
    return page[:place] + draw.choice(_PIECES) * draw.choice((1, 1, 1, 40)) + page[place:]


def _deleted(page: bytes, draw: random.Random, sources: Sequence[bytes]) -> bytes:
    place = _place(page, draw)
    return page[:place] + page[place + draw.choice((1, 1, 10, 300)) :]


def _flipped(page: bytes, draw: random.Random, sources: Sequence[bytes]) -> bytes:
    data = bytearray(page)
    for _ in range(min(len(data), draw.choice((1, 5, 50)))):
        data[draw.randrange(len(data))] = draw.randrange(256)
    return bytes(data)


def _copied(page: bytes, draw: random.Random, sources: Sequence[bytes]) -> bytes:
    start, place = _place(page, draw), _place(page, draw)
    piece = page[start : start + draw.choice((10, 100, 1000))]
    return page[:place] + piece * draw.choice((1, 2, 8)) + page[place:]


def _crossed(page: bytes, draw: random.Random, sources: Sequence[bytes]) -> bytes:
    other = draw.choice(sources)
    return page[: _place(page, draw)] + other[_place(other, draw) :]


def _without_ends(page: bytes, draw: random.Random, sources: Sequence[bytes]) -> bytes:
    return page.replace(b"</" + draw.choice((b"p", b"div", b"a", b"td", b"script", b"title")), b"<")


def _recoded(page: bytes, draw: random.Random, sources: Sequence[bytes]) -> bytes:
    text = page.decode("utf-8", "replace")
    return text.encode(draw.choice(_ENCODINGS), "replace")[: _place(page, draw) or None]


_WAYS: tuple[Callable[[bytes, random.Random, Sequence[bytes]], bytes], ...] = (
    _inserted, _inserted, _inserted, _deleted, _flipped, _copied, _crossed, _without_ends, _recoded,
)  # fmt: skip
