"""No thread without a reason is incomplete: answers that fail for a while or for ever, late and in any order."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from newsbody.crawl.assembly.base import stated_posts
from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.items import ForumThread, Post
from tests.e2e.web import Crawled, crawl
from tests.lots import lot
from tests.random_forums import HOST, ForumPages, RandomForum

#: How often an answer may fail before it comes: Scrapy asks three times, what is missing at the end is asked for anew.
FEW, MANY = 4, 1_000


class FailingPages(ForumPages):
    """A forum that does not answer for some of its addresses, a few times or never."""

    def __init__(self, forum: RandomForum, seed: int, share: float, often: int) -> None:
        super().__init__(forum)
        self._seed, self._share, self._often = seed, share, often
        self._left: dict[str, int] = {f"{HOST}/": 0}

    def __getitem__(self, url: str) -> str | tuple[int, str]:
        page = super().__getitem__(url)
        fails = self._often if random.Random(f"{self._seed} {url}").random() < self._share else 0
        left = self._left.setdefault(url, fails)
        self._left[url] = max(0, left - 1)
        return (503, "") if left else page


def crawl_failing(seed: int, share: float, often: int, tmp_path: Path) -> tuple[RandomForum, Crawled]:
    forum = RandomForum(seed, threads=30)
    settings = {
        "NEWSBODY_PROFILES": str(tmp_path / "p.sqlite3"), "TEST_LATENCY": 0.02, "TEST_SEED": seed,
        "TEST_TIMEOUT": 150.0, "RETRY_ENABLED": True,
    }  # fmt: skip
    pages = FailingPages(forum, seed, share, often)
    return forum, crawl(ForumSpider, pages, settings, url=f"{HOST}/")


@pytest.mark.parametrize("seed", lot([2, 9, 20, 34, 36, 37]))
def test_what_failed_for_a_while_is_asked_for_again_and_nothing_is_lost(seed: int, tmp_path: Path) -> None:
    forum, crawled = crawl_failing(seed, 0.15, FEW, tmp_path)
    given = sorted(item.text for item in crawled.items if isinstance(item, Post))
    assert given == sorted(post.text for posts in forum.posts.values() for post in posts)
    assert not any(item.truncated for item in crawled.items if isinstance(item, ForumThread))


@pytest.mark.parametrize("seed", lot([3, 9, 20]))
def test_threads_of_which_pages_never_come_are_said_to_be_incomplete(seed: int, tmp_path: Path) -> None:
    forum, crawled = crawl_failing(seed, 0.1, MANY, tmp_path)
    threads = [item for item in crawled.items if isinstance(item, ForumThread)]
    whole = {frozenset(post.text for post in item.posts) for item in threads if not item.truncated}
    said = {post.text for item in threads if item.truncated for post in item.posts}
    written = {tid: frozenset(post.text for post in posts) for tid, posts in forum.posts.items()}
    unsaid = [tid for tid, texts in written.items() if texts not in whole and not texts & said]
    # Links to some stand on lists alone that never came.
    asked = [tid for tid in unsaid if forum.thread_address(tid, 1) in crawled.urls]
    assert len(asked) <= crawled.stat("threads_unread")
    assert len(unsaid) == len(asked) or crawled.stat("lists_unread") > 0
    assert whole <= set(written.values())


@pytest.mark.parametrize(
    ("markup", "shown", "total"),
    [
        ("<p>(1-25/61)</p>", 26, 61),
        ("Posts <b>26</b> &ndash; <b>50</b> of 61", 25, 61),
        ("Beitr\u00e4ge 51 bis 61 von 61", 11, 61),
        ("Topics 1-25 of 61", 10, 0),
        ("2026-03-12 to 14/3", 3, 0),
        ("1-1 of 9", 1, 0),
    ],
)
def test_pages_say_how_many_posts_their_thread_has(markup: str, shown: int, total: int) -> None:
    assert stated_posts(markup, shown) == total
