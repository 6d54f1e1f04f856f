"""No page, however broken, raises: neither where it is read nor where its item is written."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from functools import partial

import pytest

from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.tasks import learn, read
from newsbody.ground.sitememory import SiteMemory
from newsbody.page import Page
from newsbody.rules.rule import Rule
from tests.hostile_pages import READERS, THREAD_RULE, URL
from tests.mutated_inputs import INPUTS, inputs_broken, read_broken
from tests.mutations import mutated, seeds

#: So many pages, in CI; ``python -m tests.benchmarks.mutations`` reads 100,000.
FEW, PAGES = 100, 1_000
SEED = 17
#: A site is learned from each so many of them, which takes ten times as long as reading.
LEARN_EACH = 10


def check(data: bytes, *, learning: bool) -> None:
    """Read a page by everything, and write out what a crawl would."""
    page = Page.parse(data, URL)
    for name, reader in READERS.items():
        if learning or not name.startswith("learn"):
            reader(page)
    for kind in ("article", "thread"):
        reading = read(Source(data, URL), kind, THREAD_RULE if kind == "thread" else None, SiteMemory(), "auto")
        json.dumps(reading.fields, default=vars, ensure_ascii=False).encode()
    for kind in ("article", "thread") if learning else ():
        rule = learn(kind, [Source(data, URL), Source(data, URL + "?2")], "cecs", "2026-01-01").rule
        if rule is not None:
            again = Rule.from_dict(json.loads(json.dumps(rule)))
            assert again.to_dict() == rule


def raised(read: Callable[[], object]) -> str:
    """The traceback of what is raised; "" for nothing."""
    try:
        read()
    except Exception:  # noqa: BLE001 (every one is a finding)
        return traceback.format_exc()
    return ""


@pytest.mark.parametrize("pages", [FEW, pytest.param(PAGES, marks=pytest.mark.slow)])
def test_mutated_pages_raise_nothing(pages: int) -> None:
    for number, data in enumerate(mutated(seeds(), pages, SEED)):
        told = raised(partial(check, data, learning=number % LEARN_EACH == 0))
        assert not told, f"page {number} of seed {SEED}: {data!r:.2000}\n{told}"


@pytest.mark.parametrize("kind", INPUTS)
@pytest.mark.parametrize("count", [FEW, pytest.param(PAGES, marks=pytest.mark.slow)])
def test_mutated_inputs_raise_nothing(kind: str, count: int) -> None:
    for whole in INPUTS[kind].sources:
        INPUTS[kind].read(whole)
    for number, data in enumerate(inputs_broken(kind, count, SEED)):
        told = raised(partial(read_broken, kind, data))
        assert not told, f"{kind} {number} of seed {SEED}: {data!r:.2000}\n{told}"


def test_the_same_seed_gives_the_same_pages() -> None:
    assert list(mutated(seeds(), 20, SEED)) == list(mutated(seeds(), 20, SEED))
    assert len(set(mutated(seeds(), 200, SEED))) > 190
