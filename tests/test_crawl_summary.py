"""What is said at the end of a crawl."""

from __future__ import annotations

from typing import Any

import pytest
from scrapy import Request, Spider
from scrapy.http import Response
from scrapy.utils.test import get_crawler

from newsbody.crawl.hooks import summary
from newsbody.crawl.hooks.summary import ROWS, Summary, advice, table


def said(**stats: Any) -> str:
    names = {"robots": "robotstxt/forbidden", "pages": "response_received_count", "reason": "finish_reason"}
    return "\n".join(
        advice({names.get(name, f"newsbody/{name}"): value for name, value in stats.items()}, ["http://a.test/"])
    )


def test_table_shows_what_there_is() -> None:
    lines = table({"newsbody/posts": 1234, "newsbody/threads": 0, "response_received_count": 7, "log_count/ERROR": 2})
    assert [line.split() for line in lines] == [["pages", "fetched", "7"], ["posts", "1,234"], ["errors", "2"]]
    assert len({len(line) for line in lines}) == 1
    assert table({}) == []


def test_table_shows_how_long_extraction_took() -> None:
    (line,) = table({"newsbody/extraction_seconds": 0.126})
    assert line.split() == ["seconds", "in", "extraction", "0.1"]


def test_nothing_to_say_when_all_is_well() -> None:
    assert not said(posts=5, threads=2, pages=9, reason="finished", links_followed=3)
    assert not said(pages_met=5, pages=2), "a site on which nothing is new"
    assert not said(posts=5, threads=2, threads_truncated=2, reason="closespider_pagecount")


def test_a_limit_that_came_too_soon() -> None:
    assert "in 20 pages, then a limit ended the crawl" in said(pages=20, reason="closespider_pagecount")
    assert not said(pages=20, reason="shutdown"), "who stopped it knows"


def test_a_worker_that_came_late() -> None:
    (found,) = advice({"finish_reason": "finished"}, ["http://a.test/"], shared=True)
    assert found.startswith("No page was left for this worker")
    (found,) = advice({"finish_reason": "finished", "downloader/request_count": 3}, ["http://a.test/"], shared=True)
    assert found.startswith("Nothing was found at http://a.test/"), "its requests failed"


def test_threads_that_are_not_whole() -> None:
    assert "9 of 10 threads are not whole" in said(posts=5, threads=10, threads_truncated=9, reason="finished")


def test_pages_that_are_refused_beside_threads_are_no_loss() -> None:
    """Forms to answer and to report each post, of which a guest sees none."""
    given = {"posts": 5, "threads": 2, "pages": 20, "reason": "finished", "refused/404": 15}
    assert "15 of 20 pages answered 404" in said(**given)
    assert not said(**given, **{"refused_beside/404": 14})


def test_of_many_refused_pages_the_first_are_kept_and_all_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summary, "MAX_REFUSED", 2)
    crawler = get_crawler(Spider)
    assert crawler.stats is not None
    told = Summary(crawler, crawler.stats)
    for number in range(4):
        url = f"http://a.test/reply/{number}"
        told.response_received(Response(url, status=404), Request(url))
    assert [url for _, url in told._refused] == ["http://a.test/reply/0", "http://a.test/reply/1"]
    assert crawler.stats.get_value("newsbody/refused/404") == 4


@pytest.mark.parametrize(
    ("stats", "sentence"),
    [
        ({"robotstxt/forbidden": 3}, "robots.txt forbids 3 of the requests"),
        ({"newsbody/refused/403": 2}, "2 answers were 403: the site refuses this visitor"),
        ({"newsbody/refused/404": 1}, "1 answer was 404: the site has no such page"),
        ({"downloader/exception_type_count/a.b.TimeoutError": 1}, "1 request failed with TimeoutError"),
        ({"newsbody/not_html/application/pdf": 1, "response_received_count": 1}, "no web page but application/pdf"),
        ({"newsbody/redirects_given_up": 1}, "only redirect"),
        ({"response_received_count": 1}, "made by a script"),
        ({"response_received_count": 1, "newsbody/links_offsite": 8}, "lead to other sites"),
        ({"response_received_count": 4, "newsbody/links_not_allowed": 8}, "passes allow=… and deny=…"),
        ({"response_received_count": 4, "newsbody/items_out_of_time": 3}, "3 articles or posts are not of the time"),
        ({"response_received_count": 40, "newsbody/links_followed": 39}, "40 pages were read"),
        ({}, "No page was fetched"),
    ],
)
def test_why_nothing_was_found(stats: dict[str, Any], sentence: str) -> None:
    (found,) = advice(stats, ["http://a.test/"])
    assert found.startswith("Nothing was found at http://a.test/. ")
    assert sentence in found


def test_rows_name_their_stats_once() -> None:
    names = [name for row in ROWS.values() for name in row]
    assert len(names) == len(set(names))
