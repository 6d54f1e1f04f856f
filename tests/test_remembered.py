"""What is remembered from page to page does not grow with what pages say."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from functools import _lru_cache_wrapper

import pytest

from newsbody.ground.remembered import LONGEST, is_meanwhile, meanwhile, remembered, remembered_meanwhile
from newsbody.page import Page
from newsbody.page.sheets import sheet_of, sheets_of
from newsbody.report.report_server import asset
from newsbody.rules.learn_thread import learn_thread_rule
from tests.hostile_pages import READERS, URL
from tests.made_forums.measure import made_pages, showing_all
from tests.made_forums.style import draw_style

#: Caches that may hold long texts: of a few style sheets, and of our own files.
MAY_BE_LONG = sheets_of, sheet_of, asset
#: Characters that some of a page has, and that are too many to be kept.
MANY = 20_000


def test_long_questions_are_answered_anew_and_others_once() -> None:
    asked: list[str] = []

    @remembered(maxsize=2)
    def length(text: str, more: tuple[str, ...] = ()) -> int:
        asked.append(text[:1])
        return len(text) + sum(map(len, more))

    for _ in range(3):
        assert length("a" * LONGEST) == LONGEST
        assert length("b" * (LONGEST + 1)) == LONGEST + 1
        assert length("c", ("d" * LONGEST,)) == LONGEST + 1
    assert "".join(asked) == "abcbcbc"


def test_what_is_asked_meanwhile_is_answered_once_and_then_forgotten() -> None:
    asked: list[int] = []

    @remembered_meanwhile(maxsize=2)
    def double(number: int) -> int:
        asked.append(number)
        return 2 * number

    for _ in range(2):
        assert double(1) == 2
    with meanwhile():
        assert is_meanwhile()
        assert [double(number) for number in (1, 1, 2, 1)] == [2, 2, 4, 2]
    assert not is_meanwhile()
    with meanwhile():
        assert double(2) == 4
    assert asked == [1, 1, 1, 2, 2]


@pytest.mark.slow
def test_a_rule_is_the_same_whether_answers_are_remembered_or_not_and_its_pages_are_let_go() -> None:
    for seed in (700_100, 700_101, 700_102):
        style = draw_style(seed)
        pages = [page for _, _, page in showing_all(style, made_pages(style))]
        rule = learn_thread_rule(pages, "")
        assert rule is not None
        assert rule == learn_thread_rule.__wrapped__(pages, "")  # type: ignore[attr-defined]  # what is decorated
        gone = weakref.ref(pages[0])
        pages.clear()
        gc.collect()
        assert gone() is None


def test_nothing_long_that_pages_say_is_kept() -> None:
    for data in (_page("w" * MANY), _page("wide red " * (MANY // 9)), _page("6.5em;" * (MANY // 6))):
        page = Page.parse(data, URL)
        for read in READERS.values():
            read(page)
    gc.unfreeze()  # a crawl set aside what was there
    caches = [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper) and _is_ours(one)]
    assert len(caches) > 10
    found = {one.__qualname__: max(map(len, _texts(one)), default=0) for one in caches if one not in MAY_BE_LONG}
    assert {name: length for name, length in found.items() if length > MANY // 2} == {}


def _page(text: str) -> bytes:
    words = "<p>The council met on Monday to speak of the bridge, which everybody waits for, and decided nothing.</p>"
    names = f'class="{text}" id="{text}" title="{text}" rel="{text}"'
    post = (
        f'<div {names}><a {names} href="/{text}">Ann {text}</a><time {names}>2024-01-02 10:00</time>{words * 3}</div>'
    )
    styled = f'<div style="{text}">{words}</div><style>.{text[:50]} {{{text}}}</style>'
    links = f'<div {names}><a href="/{text}.html">{text}</a><a href="?page=2&q={text}">next</a></div>'
    return f"<html><title>{text}</title><body><h1 {names}>Day</h1>{styled}{post * 4}{links}</body></html>".encode()


def _is_ours(cache: _lru_cache_wrapper[object]) -> bool:
    return str(getattr(cache, "__module__", "")).startswith("newsbody.")


def _texts(cache: object, depth: int = 4) -> Iterator[str]:
    """What stands in the keys and answers of a cache."""
    for one in gc.get_referents(cache):
        if isinstance(one, str):
            yield one
        elif (depth and isinstance(one, (tuple, dict, list))) or type(one).__name__ == "_lru_list_elem":
            yield from _texts(one, depth - 1)
