"""Sites that never end: calendars among articles and threads, whose pages bring nothing, are given up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from newsbody.crawl.addresses.spider_traps import MAX_BARREN
from newsbody.crawl.queue.job_scheduler import JOURNAL, Journal
from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.crawl.spiders.news import NewsSpider
from newsbody.items import ForumThread, Post
from newsbody.stores import SqliteStore
from tests.article_pages import article
from tests.e2e.web import Crawled, crawl
from tests.lots import lot, rows
from tests.random_forums import HOST as FORUM
from tests.random_forums import ForumPages, RandomForum

PAPER = "http://gazette.test"
MONTHS = "January February March April May June July August September October November December".split()
#: There are 5000 months. When a form is given up others are under way, or wait to be read: more on a busy machine.
FEW = 1000

Form = Callable[[int], str]
#: Addresses of months, by their number from the first one.
FORMS: dict[str, Form] = {
    "segments": lambda n: f"/calendar/{2000 + n // 12}/{n % 12 + 1}/",
    "query": lambda n: f"/events.php?month={n % 12 + 1}&year={2000 + n // 12}",
    "one segment": lambda n: f"/veranstaltungen/{2000 + n // 12}-{n % 12 + 1:02}.html",
    "ids": lambda n: f"/agenda/month-{n + 5000}",
}
EMPTY = "<table><tr><td>There is nothing in this month.</td></tr></table>"
NOTICE = (
    "<p>There are no events in {month}, but the volunteers of the valley are glad to hear from everybody who plans one."
    "</p><p>Write to the office, which is open on every weekday from nine to five, and it is listed here, too.</p>"
)


class Calendar(Mapping[str, "str | bytes | tuple[int, str]"]):
    """A site with a calendar of which every page links to the months around it."""

    def __init__(self, site: str, form: Form, notice: str, pages: Mapping[str, str | bytes | tuple[int, str]]) -> None:
        self.site, self.form, self.notice, self.pages = site, form, notice, pages
        self.months = {site + form(month): month for month in range(5000)}

    def __getitem__(self, url: str) -> str | bytes | tuple[int, str]:
        if url not in self.months:
            page = self.pages[url]
            found = f'<a href="{self.site}{self.form(2500)}">Calendar</a></body>'
            return page.replace("</body>", found) if isinstance(page, str) else page
        month = self.months[url]
        around = range(month - 2, month + 12)
        links = "".join(f'<a href="{self.site}{self.form(n)}">{MONTHS[n % 12]} {2000 + n // 12}</a> ' for n in around)
        title = f"{MONTHS[month % 12]} {2000 + month // 12}"
        return f"<title>{title}</title><body><h1>{title}</h1>{self.notice.format(month=title)}<p>{links}</p></body>"

    def __iter__(self) -> Iterator[str]:
        return iter(self.pages)

    def __len__(self) -> int:
        return len(self.pages)

    def __deepcopy__(self, memo: object) -> Calendar:
        return self


def fetched(crawled: Crawled, pages: Calendar) -> int:
    return len(pages.months.keys() & set(crawled.urls))


def paper(stories: int) -> dict[str, str]:
    links = "".join(f'<li><a href="/n/bridge-{n}.html">Council meets about bridge {n}</a></li>' for n in range(stories))
    pages = {f"{PAPER}/": f"<title>The Gazette</title><body><ul>{links}</ul></body>"}
    return pages | {f"{PAPER}/n/bridge-{n}.html": article(n)[0] for n in range(stories)}


def news(tmp_path: Path, pages: Calendar, **more: Any) -> Crawled:
    own = {"NEWSBODY_PROFILES": str(tmp_path / "p.sqlite3"), "NEWSBODY_SAMPLE_URLS": 60}
    settings = {**own, **more, "TEST_LATENCY": 0.1, "TEST_TIMEOUT": 120.0}
    return crawl(NewsSpider, pages, settings, url=f"{PAPER}/", out=str(tmp_path / "out"))


@pytest.mark.parametrize(
    ("form", "stories", "notice"),
    rows(
        [
            ("segments", 0, EMPTY),
            ("query", 0, EMPTY),
            ("one segment", 0, NOTICE),
            ("ids", 0, EMPTY),
            ("query", 30, NOTICE),
        ]
    ),
)
def test_calendar_of_a_paper_is_given_up(form: str, stories: int, notice: str, tmp_path: Path) -> None:
    pages = Calendar(PAPER, FORMS[form], notice, paper(stories))
    crawled = news(tmp_path, pages)
    assert MAX_BARREN <= fetched(crawled, pages) <= FEW
    assert {item.url for item in crawled.items} >= pages.pages.keys() - {f"{PAPER}/"}


@pytest.mark.slow
def test_calendar_that_was_given_up_is_not_tried_again_when_the_crawl_goes_on(tmp_path: Path) -> None:
    pages = Calendar(PAPER, FORMS["query"], NOTICE, paper(30))
    assert fetched(news(tmp_path, pages, JOBDIR=str(tmp_path / "job")), pages) >= MAX_BARREN
    before, other = Journal(tmp_path / "job" / JOURNAL), Journal(tmp_path / "other" / JOURNAL)
    noted = before.noted("endless gazette.test")
    assert noted is not None
    other.note("endless gazette.test", noted)
    before.close()
    other.close()
    again = news(tmp_path, pages, JOBDIR=str(tmp_path / "other"))
    assert fetched(again, pages) == 0
    assert {item.url for item in again.items} >= pages.pages.keys() - {f"{PAPER}/"}


@pytest.mark.slow
def test_calendar_that_was_taken_for_articles_is_none(tmp_path: Path) -> None:
    pages = Calendar(PAPER, FORMS["segments"], EMPTY, paper(0))
    crawled = news(tmp_path, pages)
    assert crawled.stat("resolvers_learned") == crawled.stat("resolvers_dropped") == 1
    profile = SqliteStore(tmp_path / "p.sqlite3").load("gazette.test")
    assert profile is not None
    assert profile.resolver is not None
    assert profile.resolver.value["confidence"] == 0
    again = news(tmp_path, pages)
    assert again.stat("resolvers_learned") == 0


@pytest.mark.parametrize("form", lot(["segments", "query"]))
def test_calendar_of_a_forum_is_given_up(form: str, tmp_path: Path) -> None:
    forum = RandomForum(20, threads=12)
    pages = Calendar(FORUM, FORMS[form], EMPTY, ForumPages(forum))
    settings = {"NEWSBODY_PROFILES": str(tmp_path / "p.sqlite3"), "TEST_LATENCY": 0.05, "TEST_TIMEOUT": 120.0}
    crawled = crawl(ForumSpider, pages, settings, url=f"{FORUM}/")
    assert fetched(crawled, pages) <= FEW
    given = Counter(item.text for item in crawled.items if isinstance(item, Post))
    assert given == Counter(post.text for posts in forum.posts.values() for post in posts)
    threads = Counter(
        tuple(post.text for post in item.posts) for item in crawled.items if isinstance(item, ForumThread)
    )
    assert threads == Counter(tuple(post.text for post in posts) for posts in forum.posts.values())


class MonthsOfForum(RandomForum):
    """A forum whose boards list the first threads alone; each of the others is named by the page of its month."""

    LISTED, HIDDEN = 12, 24

    def months(self) -> dict[str, str]:
        rows = map(self._row, self.tids[self.LISTED :])
        names = (f"{FORUM}/archive/{2000 + n // 12}/{n % 12 + 1}/" for n in range(self.HIDDEN))
        return {name: self._page("A month", f"<table>{row}</table>") for name, row in zip(names, rows, strict=True)}

    def threads_of(self, board: int) -> list[int]:
        return [tid for tid in super().threads_of(board) if tid in self.tids[: self.LISTED]]


class MonthsPages(ForumPages):
    """Its pages, of which the first one links to all months."""

    def __init__(self, forum: MonthsOfForum) -> None:
        super().__init__(forum)
        self.months = forum.months()

    def __getitem__(self, url: str) -> str | tuple[int, str]:
        page = self.months.get(url) or super().__getitem__(url)
        links = "".join(f'<a href="{month}">{month[-8:]}</a> ' for month in self.months)
        return page.replace("</body>", f"{links}</body>") if isinstance(page, str) and url == f"{FORUM}/" else page


def test_what_is_under_way_is_waited_for_before_pages_like_it_are_given_up(tmp_path: Path) -> None:
    forum = MonthsOfForum(20, threads=MonthsOfForum.LISTED + MonthsOfForum.HIDDEN)
    settings = {"NEWSBODY_PROFILES": str(tmp_path / "p.sqlite3"), "TEST_LATENCY": 0.05, "TEST_TIMEOUT": 60.0}
    crawl(ForumSpider, ForumPages(forum), settings, url=f"{FORUM}/")  # from then on it is known what a topic is
    pages = MonthsPages(forum)
    crawled = crawl(ForumSpider, pages, settings, url=f"{FORUM}/")
    assert pages.months.keys() <= set(crawled.urls)
    assert len([item for item in crawled.items if isinstance(item, ForumThread)]) == len(forum.tids)


class Folders(Calendar):
    """Links that are relative to their own page, as of a folder that is every folder: ``/t/a/b/a/a/``."""

    def __init__(self, pages: Mapping[str, str | bytes | tuple[int, str]]) -> None:
        super().__init__(PAPER, lambda n: "/t/a/", NOTICE, pages)
        self.asked = 0

    def __getitem__(self, url: str) -> str | bytes | tuple[int, str]:
        if not url.startswith(f"{PAPER}/t/"):
            return super().__getitem__(url)
        self.asked += 1
        if self.asked > 5 * FEW:
            raise KeyError(url)
        return f'<title>Folder</title><body>{NOTICE}<a href="a/">One</a> <a href="b/a/">Two</a> <a href="c/">Three</a>'


@pytest.mark.parametrize("sample", lot([60, 300]))
def test_a_trap_of_relative_links_is_given_up(sample: int, tmp_path: Path) -> None:
    """However many addresses a site is learned from: there are as many of these as are asked for."""
    pages = Folders(paper(30))
    pages.months = {}
    crawled = news(tmp_path, pages, NEWSBODY_SAMPLE_URLS=sample)
    assert MAX_BARREN <= sum(url.startswith(f"{PAPER}/t/") for url in crawled.urls) <= FEW / 4
    assert {item.url for item in crawled.items} >= pages.pages.keys() - {f"{PAPER}/"}
