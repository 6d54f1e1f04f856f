"""Workers on one queue: all of them work, no page twice, and nothing is lost when one is killed."""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, cast

import pytest
import redis

import settings.redis
from newsbody.crawl.spiders.base import SiteSpider
from newsbody.crawl.spiders.defaults import DEFAULTS
from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.crawl.spiders.news import NewsSpider
from newsbody.demo import forum_pages, news_pages
from newsbody.demo.demo_sites import articles, threads
from newsbody.items import Post
from tests.e2e.forum_site import HOST as BOARD
from tests.e2e.forum_site import forum_site, thread_url
from tests.e2e.test_spiders import FORUM, NEWS, in_two_pages, served
from tests.e2e.web import crawl
from tests.redis_server import RedisServer

#: Seconds until a crawl is taken to hang; several workers share few processors.
TIMEOUT = 240.0
#: Addresses of the demonstration's forum; it has fewer than a usual sample.
FEW = 20


def site() -> dict[str, str]:
    """The demonstration's forum, with links to other addresses of threads before those to the boards; one is dead."""
    paths = dict(forum_pages())
    others = [f"{thread.path()}?goto=lastpost" for thread in threads()]
    links = " ".join(f'<a href="{path}">last</a>' for path in others)
    more = {other: paths[thread.path()] for other, thread in zip(others, threads(), strict=True)}
    more["/"] = paths["/"].replace("<ul", f"<p>{links}</p><ul", 1)
    del more[others[0]]
    return served(FORUM, {**paths, **more})


def paper() -> dict[str, str]:
    """The demonstration's news site, every article on two pages."""
    pages = dict(news_pages())
    for article in articles():
        pages.update(in_two_pages(article, pages[article.path]))
    return served(NEWS, pages)


def worker(
    address: str,
    out: str,
    sample: int,
    latency: float,
    spider: type[SiteSpider] = ForumSpider,
    anew: bool = False,
    lease: int = 2,
    count: int = 1,
) -> list[str]:
    """One worker, with its feeds in a folder of its own; returns what it fetched. ``anew``: forgets the queue first.

    ``count``: it begins when so many are there.
    """
    meet(address, Path(out).parent.name, count)
    own = {name: value for name, value in vars(settings.redis).items() if name.isupper() and name != "ADDONS"}
    more = {
        "REDIS_URL": address, "NEWSBODY_PROFILES": address, "NEWSBODY_LEASE": lease, "NEWSBODY_SAMPLE_URLS": sample,
        "TEST_LATENCY": latency, "CONCURRENT_REQUESTS": 2, "FEEDS": DEFAULTS["FEEDS"], "TEST_TIMEOUT": TIMEOUT,
        "NEWSBODY_OTHER_PAGES": "last", "NEWSBODY_EXTRACTOR": "auto",
        "SCHEDULER_FLUSH_ON_START": anew,
    }  # fmt: skip
    pages, start = (site(), FORUM) if spider is ForumSpider else (paper(), NEWS)
    return crawl(spider, pages, {**own, **more}, url=f"{start}/", out=out).urls


def meet(address: str, where: str, count: int) -> None:
    """Wait for the others, whose imports may take so long on a busy machine that the first would be done by then."""
    until = time.monotonic() + TIMEOUT
    with redis.Redis.from_url(address) as client:
        client.incr(f"ready:{where}")
        while int(cast(bytes, client.get(f"ready:{where}"))) < count:
            assert time.monotonic() < until
            time.sleep(0.01)


def rows(folder: Path, name: str) -> list[dict[str, Any]]:
    """The whole rows of all workers' feeds."""
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob(f"{name}.jsonl")]
    return [json.loads(line) for text in texts for line in text.split("\n")[:-1]]


def posts(folder: Path) -> Counter[tuple[str, int]]:
    return Counter((row["threadId"], row["position"]) for row in rows(folder, "posts"))


def expected() -> Counter[tuple[str, int]]:
    return Counter((str(thread.number), floor) for thread in threads() for floor in range(1, len(thread.posts) + 1))


def run(
    count: int,
    address: str,
    folder: Path,
    sample: int,
    latency: float,
    spider: type[SiteSpider] = ForumSpider,
    *,
    anew: bool = False,
    lease: int = 2,
) -> list[list[str]]:
    """So many workers that start in the same second; what each of them fetched."""
    same = (sample, latency, spider, anew, lease, count)
    with ProcessPoolExecutor(count, mp_context=get_context("forkserver")) as pool:
        started = [pool.submit(worker, address, str(folder / str(number)), *same) for number in range(count)]
        return [one.result() for one in started]


@contextmanager
def killed_when(due: Callable[[], bool], *args: Any) -> Iterator[None]:
    """A worker in a process of its own, which is killed as soon as something is so."""
    process = get_context("forkserver").Process(target=worker, args=args)
    process.start()
    until = time.monotonic() + TIMEOUT
    while not due():
        assert process.is_alive(), "the worker ended before it could be killed"
        assert time.monotonic() < until
        time.sleep(0.01)
    process.kill()
    process.join()
    yield


@pytest.mark.parametrize(("count", "sample"), [(2, FEW), (4, FEW), (3, 300)])
def test_workers_that_start_together_share_the_work(
    server: RedisServer, tmp_path: Path, count: int, sample: int
) -> None:
    # The others begin some seconds after the site is known: by then the first one must not be done.
    # Nobody is killed: on a busy machine one may be silent for seconds, and what it had would be fetched again.
    fetched = run(count, server.address, tmp_path, sample, 0.25 if sample == FEW else 0.05, lease=30)
    # Only at the end is so small a site learned from a usual sample; one works alone until then.
    assert (sum(map(bool, fetched)) > 1) == (sample == FEW)
    assert max(Counter(url for urls in fetched for url in urls).values()) == 1
    assert posts(tmp_path) == expected()
    whole = rows(tmp_path, "threads")
    assert Counter(row["threadId"] for row in whole) == Counter(str(thread.number) for thread in threads())
    assert [row for row in whole if row["truncated"]] == []
    with server.client() as client:
        assert {key for key in client.keys("forum:requests:*") if b":flight:" in key or b":threads" in key} == set()
        assert client.hlen("forum:requests:workers") == 0


@pytest.mark.parametrize("sample", [FEW, 300])
def test_nothing_is_lost_with_a_worker_that_is_killed(server: RedisServer, tmp_path: Path, sample: int) -> None:
    def half_done() -> bool:
        with server.client() as client:
            return int(client.hlen("forum:requests:claims")) > len(forum_pages()) // 2

    with killed_when(half_done, server.address, str(tmp_path / "killed"), sample, 0.1):
        before = posts(tmp_path)
        with server.client() as client:
            left = client.zcard("forum:requests") + sum(client.zcard(key) for key in client.keys("*:flight:*"))
        assert left > 0
        run(1, server.address, tmp_path, sample, 0.0)
    assert set(posts(tmp_path)) == set(expected())
    # Twice is only what was exported, but not yet acknowledged, when the worker was killed.
    assert sum((posts(tmp_path) - expected()).values()) <= sum(before.values())
    assert {row["threadId"] for row in rows(tmp_path, "threads") if not row["truncated"]} == {
        str(thread.number) for thread in threads()
    }


def test_articles_are_whole_though_a_worker_that_read_some_of_their_pages_is_killed(
    server: RedisServer, tmp_path: Path
) -> None:
    def some_parts() -> bool:
        with server.client() as client:
            return int(client.hlen("news:requests:articles")) > 2

    with killed_when(some_parts, server.address, str(tmp_path / "killed"), FEW, 0.1, NewsSpider):
        run(1, server.address, tmp_path / "other", FEW, 0.0, NewsSpider)
    found = defaultdict(list)
    for row in rows(tmp_path, "articles"):
        found[row["headline"]].append(row["articleBody"])
    assert found.keys() == {article.headline for article in articles()}
    for article in articles():
        assert all(paragraph in body for body in found[article.headline] for paragraph in article.paragraphs)
    with server.client() as client:
        assert client.keys("news:requests:articles*") == []


def test_worker_that_comes_when_all_is_done_ends(server: RedisServer, tmp_path: Path) -> None:
    run(1, server.address, tmp_path / "first", FEW, 0.0)
    assert run(1, server.address, tmp_path / "second", FEW, 0.0) == [[]]
    assert posts(tmp_path) == expected()


def test_crawl_is_made_anew_when_the_queue_is_forgotten(server: RedisServer, tmp_path: Path) -> None:
    run(1, server.address, tmp_path / "first", FEW, 0.0)
    assert all(run(1, server.address, tmp_path / "second", FEW, 0.0, anew=True))
    assert posts(tmp_path / "second") == expected()


def board_worker(address: str, starts: str) -> tuple[int, list[str]]:
    """A worker on a forum that shows two of its threads under another address, too: how many posts it gave, and what
    it fetched.
    """
    pages = forum_site(dict.fromkeys(range(1, 9), 4))
    pages |= {thread_url(100 + number): pages[thread_url(number)] for number in (3, 5)}
    own = {name: value for name, value in vars(settings.redis).items() if name.isupper() and name != "ADDONS"}
    crawled = crawl(ForumSpider, pages, {**own, "REDIS_URL": address, "NEWSBODY_PROFILES": address}, urls=starts)
    return sum(isinstance(item, Post) for item in crawled.items), crawled.urls


def test_posts_that_one_worker_gave_are_not_given_by_another_under_another_address(server: RedisServer) -> None:
    copies = [thread_url(100 + number) for number in (3, 5)]
    with ProcessPoolExecutor(1, mp_context=get_context("forkserver"), max_tasks_per_child=1) as pool:
        first, _ = pool.submit(board_worker, server.address, f"{BOARD}/").result()
        again, fetched = pool.submit(board_worker, server.address, " ".join(copies)).result()
    assert first == 8 * 4
    assert set(copies) <= set(fetched)
    assert again == 0
