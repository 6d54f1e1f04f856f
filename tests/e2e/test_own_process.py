"""What reaches into a whole process is done in ours, a crawl of our spiders, and in nobody else's."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import scrapy

from newsbody.commands._processes import Processes
from newsbody.crawl.spiders.news import NewsSpider
from newsbody.ground.memory import tune_own_process
from tests.e2e.pages import HOST, news_site
from tests.e2e.test_drop_in import spider
from tests.e2e.web import crawl

M_MMAP_THRESHOLD = -3


@pytest.fixture
def reached(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was asked of the collector and of malloc, as if no crawl had been in this process."""
    asked: list[Any] = []
    libc = SimpleNamespace(mallopt=lambda *words: asked.append(words))
    monkeypatch.setattr("newsbody.ground.memory.gc", SimpleNamespace(freeze=lambda: asked.append("freeze")))
    monkeypatch.setattr("newsbody.ground.memory.ctypes", SimpleNamespace(CDLL=lambda _: libc))
    for name in ("MALLOC_MMAP_THRESHOLD_", "GLIBC_TUNABLES"):
        monkeypatch.delenv(name, raising=False)
    tune_own_process.cache_clear()
    return asked


def reads(spider_class: type[scrapy.Spider], folder: Path, **more: Any) -> int:
    store = {"NEWSBODY_PROFILES": str(folder / "profiles.sqlite3")}
    return len(crawl(spider_class, news_site(4), {**store, "ADDONS": {"newsbody.Addon": 500}}, **more).items)


def test_a_project_with_the_add_on_keeps_its_collector_and_its_malloc(reached: list[Any], tmp_path: Path) -> None:
    assert reads(spider(dict), tmp_path) == 4
    assert reached == []


def test_our_spiders_set_both_once_a_process(reached: list[Any], tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        assert reads(NewsSpider, tmp_path / name, url=f"{HOST}/") == 4
    large = [(M_MMAP_THRESHOLD, 131_072)] if sys.platform == "linux" else []
    assert reached == ["freeze", *large]


def test_so_does_a_command_and_each_of_its_processes(reached: list[Any]) -> None:
    with Processes(2) as two:
        assert list(two.in_order(times_set, [1, 2], chunk=1)) == [(1, 1), (2, 1)]
    assert reached[0] == "freeze"


def times_set(_: int) -> int:
    return tune_own_process.cache_info().currsize
