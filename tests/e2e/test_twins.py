"""Articles that stand at several addresses, of which one is asked for: when that fails, or its process ends, no article
is lost.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from scrapy import Request
from scrapy.http import Response

from newsbody.crawl.addresses.aliases import LEAST_TWINS
from newsbody.crawl.ground.scrapy_engine import scheduler
from newsbody.crawl.queue.job_scheduler import JOURNAL, JobScheduler
from newsbody.crawl.session.claims import Claims
from newsbody.crawl.spiders.news import NewsSpider
from newsbody.items import Article
from tests.e2e.pages import article_page
from tests.e2e.pages import headline as title
from tests.e2e.web import LOOK_SECONDS, Crawled, FakeHandler, Pages, crawl

ROOT, MOBILE = "http://www.example.com", "http://m.example.com"
#: Articles by which it is learned that a page for telephones is that of the article.
KNOWN = 4 * LEAST_TWINS
#: The one that is listed last: for telephones, and behind that as it is.
LAST = KNOWN + 1


def story(number: int, host: str = ROOT) -> str:
    return f"{host}/story/{1000 + number}.html"


def paper(last: str | tuple[int, str] | None) -> dict[str, str | tuple[int, str]]:
    """Articles with pages for telephones; ``last``: what is there of the last one."""
    pages: dict[str, str | tuple[int, str]] = {}
    for number in range(1, LAST + 1):
        pages |= dict.fromkeys((story(number), story(number, MOBILE)), article_page(number))
    links = [
        f'<p><a href="{story(n, host)}">{title(n)}</a></p>' for n in range(1, KNOWN + 1) for host in (ROOT, MOBILE)
    ]
    pages[f"{ROOT}/"] = f"<html><title>Paper</title><body>{''.join(links)}</body></html>"
    last_links = link(LAST, MOBILE) + link(LAST)
    pages[f"{ROOT}/older"] = f"<html><title>Older</title><body>{last_links}</body></html>"
    for host in (ROOT, MOBILE):  # known when all before it were read
        pages[story(KNOWN, host)] = article_page(KNOWN).replace("</body>", f'<a href="{ROOT}/older">Older</a></body>')
    del pages[story(LAST, MOBILE)]
    return pages if last is None else {**pages, story(LAST, MOBILE): last}


def link(number: int, host: str = ROOT) -> str:
    return f'<p><a href="{story(number, host)}">{title(number)}</a></p>'


class Killed(FakeHandler):
    """Keeps what a process leaves that is killed while the page for telephones is under way and its twin left out."""

    async def download_request(self, request: Request) -> Response:
        if request.url == story(LAST, MOBILE):
            scheduled = scheduler(self.crawler)
            while isinstance(scheduled, JobScheduler) and len(scheduled):
                await asyncio.sleep(LOOK_SECONDS)
            job = Path(self.crawler.settings["JOBDIR"])
            with closing(sqlite3.connect(job / JOURNAL)) as journal:
                journal.execute("VACUUM INTO ?", (str(job.parent / "left.sqlite3"),))
        return await super().download_request(request)


def articles_of(crawled: Crawled) -> list[str]:
    return sorted(item.url for item in crawled.items if isinstance(item, Article))


def paper_of(pages: Pages, folder: Path, handler: type[FakeHandler] = FakeHandler) -> Crawled:
    folder.mkdir(exist_ok=True)
    settings = {"JOBDIR": str(folder / "job"), "NEWSBODY_PROFILES": str(folder / "profiles.sqlite3")}
    handlers = {"DOWNLOAD_HANDLERS": {"http": handler, "https": None}, "TEST_PATIENT": True}
    return crawl(NewsSpider, pages, {**settings, **handlers}, url=f"{ROOT}/", out=str(folder))


@pytest.mark.parametrize("there", [None, (302, f"{MOBILE}/gone")])
def test_an_address_that_fails_stands_for_none_of_its_twins(there: tuple[int, str] | None, tmp_path: Path) -> None:
    done = paper_of(paper(there), tmp_path)
    assert done.stat("requests_known") > LEAST_TWINS
    assert story(LAST) in articles_of(done)


@pytest.mark.slow
def test_what_was_left_out_for_a_page_under_way_is_asked_for_by_the_process_that_goes_on(tmp_path: Path) -> None:
    """The page for telephones failed by then."""
    first = paper_of(paper(article_page(LAST)), tmp_path, Killed)
    assert story(LAST) not in articles_of(first)
    assert story(LAST, MOBILE) in articles_of(first)
    job = tmp_path / "on" / "job"
    job.mkdir(parents=True)
    (tmp_path / "left.sqlite3").rename(job / JOURNAL)
    later = paper_of(paper(None), tmp_path / "on")
    assert story(LAST) in articles_of(later)


def test_a_job_that_came_to_its_end_has_nothing_left(tmp_path: Path) -> None:
    first = paper_of(paper(article_page(LAST)), tmp_path)
    assert first.stat("requests_known") > LEAST_TWINS
    with closing(sqlite3.connect(tmp_path / "job" / JOURNAL)) as journal:
        assert journal.execute("SELECT count(*) FROM requests WHERE data IS NOT NULL").fetchone() == (0,)


@pytest.mark.slow
def test_a_small_site_is_not_asked_for_at_all_addresses_before_it_is_learned(tmp_path: Path) -> None:
    """Each article is linked to from a list and from another one, which say so in its address."""
    count, ways = 60, ("list", "one")
    pages: dict[str, str | tuple[int, str]] = {}
    for number in range(1, count + 1):
        links = [f"{story(number + n)}?from={way}" for n, way in enumerate(ways) if 0 < n <= count - number]
        more = "".join(f'<a href="{url}">More</a>' for url in links)
        page = article_page(number).replace("</body>", f"{more}</body>")
        pages |= {f"{story(number)}?from={way}": page for way in ways}
    rows = [f'<p><a href="{story(n)}?from=list">{title(n)}</a></p>' for n in range(1, count + 1)]
    for start in range(0, count, 10):
        older = f'<a href="{ROOT}/older/{start + 10}">Older</a>'
        list_page = f"<html><title>Paper</title><body>{''.join(rows[start : start + 10])}{older}</body></html>"
        pages[f"{ROOT}/older/{start}" if start else f"{ROOT}/"] = list_page
    done = paper_of(pages, tmp_path)
    assert len(articles_of(done)) == count
    assert len([url for url in done.urls if "/story/" in url]) <= 1.25 * count


def test_article_comes_though_its_copy_was_read_first_which_another_worker_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the original another worker took note, and was killed before it was out: this one fetches it again."""
    original, copy = story(1), f"{ROOT}/copy/1001.html"
    monkeypatch.setattr(Claims, "claim_text", lambda self, name, request: request.url != copy)
    pages = {f"{ROOT}/": link(2) + f'<a href="{copy}">A copy</a>', story(2): article_page(2), original: article_page(1)}
    pages[copy] = article_page(1).replace("</body>", f'<a href="{original}">The same</a></body>')
    settings = {"NEWSBODY_PROFILES": str(tmp_path / "p.sqlite3"), "TEST_PATIENT": True}
    crawled = crawl(NewsSpider, pages, settings, url=f"{ROOT}/")
    assert original in [item.url for item in crawled.items if isinstance(item, Article)]
