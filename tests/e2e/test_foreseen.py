"""Redirects of a server that moves all addresses of a kind are foreseen, and what it does not move is found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from newsbody.crawl.spiders.news import NewsSpider
from tests.e2e.pages import HOST, article_page
from tests.e2e.web import Crawled, crawl

STORIES = {n: f"{HOST}/blog/report-of-the-town-{n}" for n in range(1, 25)}


def crawled(folder: Path, pages: dict[str, str | tuple[int, str]], **given: Any) -> Crawled:
    rows = "".join(f'<li><a href="{url}">Story {n} of the town</a></li>' for n, url in STORIES.items())
    front = f"<html><head><title>Town Paper</title></head><body><ul>{rows}</ul></body></html>"
    settings = {
        "NEWSBODY_PROFILES": str(folder / "profiles.sqlite3"),
        "CONCURRENT_REQUESTS": 2,
        "ROBOTSTXT_OBEY": False,
    }
    return crawl(NewsSpider, {f"{HOST}/": front, **pages}, settings, url=f"{HOST}/", **given)


def moved() -> dict[str, str | tuple[int, str]]:
    """Each article at its address with a slash behind, to which that without is redirected."""
    pages: dict[str, str | tuple[int, str]] = {}
    for number, url in STORIES.items():
        pages |= {f"{url}/": article_page(number), url: (301, f"{url}/")}
    return pages


def test_addresses_that_are_all_moved_are_asked_for_where_they_lead(tmp_path: Path) -> None:
    found = crawled(tmp_path, moved())
    assert sorted(item.url for item in found.items) == sorted(f"{url}/" for url in STORIES.values())
    assert len(set(found.urls) & set(STORIES.values())) < len(STORIES) / 2


def test_a_crawl_another_day_knows_where_they_lead(tmp_path: Path) -> None:
    assert len(crawled(tmp_path, moved(), new="1").items) == len(STORIES)
    url = f"{HOST}/blog/report-of-the-town-25"
    front = f'<ul><li><a href="{url}">Story 25 of the town</a></li></ul>'
    pages = {**moved(), f"{HOST}/": front, f"{url}/": article_page(25), url: (301, f"{url}/")}
    found = crawled(tmp_path, pages, new="1")
    assert [item.url for item in found.items] == [f"{url}/"]
    assert url not in found.urls


@pytest.mark.parametrize("late", [20, 4])
def test_what_is_not_moved_is_found_under_its_own_address(late: int, tmp_path: Path) -> None:
    pages, own = moved(), STORIES[late]
    pages[own] = pages.pop(f"{own}/")
    found = crawled(tmp_path, pages)
    expected = {url if url == own else f"{url}/" for url in STORIES.values()}
    assert sorted(item.url for item in found.items) == sorted(expected)
    assert found.urls.count(f"{own}/") <= 1


def test_a_dead_link_is_asked_for_once_more_and_changes_nothing(tmp_path: Path) -> None:
    pages, dead = moved(), STORIES[12]
    del pages[f"{dead}/"]
    found = crawled(tmp_path, pages)
    assert len(found.items) == len(STORIES) - 1
    assert found.urls.count(dead) == 1
    assert len(set(found.urls) & set(STORIES.values())) < len(STORIES) / 2
