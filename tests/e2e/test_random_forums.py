"""Every post once and every thread whole, of forums whose addresses, pagers, redirects and latencies are random."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.items import ForumThread, Post
from tests.e2e.web import crawl
from tests.further_forums import FurtherForum
from tests.lots import lot
from tests.other_forums import OtherForum
from tests.random_forums import HOST, ForumPages, RandomForum
from tests.unlike_forums import UnlikeForum

#: One of each style of addresses, one with folders of few threads each, one whose posts have their own, and one
#: whose people all say the same few things, in posts with a class that only some have; one of whose first pages very
#: many are places in threads; one whose last pages and posts are glued behind titles, whose ids looked like offsets.
SEEDS = (2, 3, 6, 9, 15, 20, 136, 70_006, 8_150_042)
#: Posts whose addresses look like those of threads, on pages that state their own; and one that holds back more than a
#: hundred pages until those have come whose turn it is: without, 55 posts were lost; one whose boards stand beside its
#: threads, and one whose posts' addresses differ from a thread's by the number behind the title alone; one where many
#: of these titles are as short as words of a scheme: 146 of 176 posts were lost.
UNLIKE = (90_007, 90_017, 8_110_011, 8_110_024, 8_460_002)
#: Paths in the query, of which no thread was told from another: 13 of 30 were lost; later pages that are asked for with
#: more than their number, of which 12 threads of 30 were torn; boards and threads of one script, told by a key alone,
#: whose pages hang on ids by a slash: 11 of 30 were not whole.
FURTHER = (9738, 9730, 9710)
#: Words and titles in a query without a name, of which no or hardly a thread was found; ids behind titles, which were
#: read in the folders of some boards and not in others: two threads of thirty were lost.
OTHERS = (0, 1, 21)
ALL = {RandomForum: SEEDS, UnlikeForum: UNLIKE, FurtherForum: FURTHER, OtherForum: OTHERS}
DRAWN = [(kind, seed) for kind, seeds in ALL.items() for seed in seeds]


@pytest.mark.parametrize("drawn", lot(sorted(DRAWN, key=lambda one: one[1] != ALL[one[0]][0]), 2))
def test_every_post_once_and_every_thread_whole(drawn: tuple[type[RandomForum], int], tmp_path: Path) -> None:
    kind, seed = drawn
    forum = kind(seed, threads=30)
    settings = {"NEWSBODY_PROFILES": str(tmp_path / "p.sqlite3"), "TEST_LATENCY": 0.02, "TEST_SEED": seed}
    crawled = crawl(ForumSpider, ForumPages(forum), {**settings, "TEST_TIMEOUT": 120.0}, url=f"{HOST}/")
    written = {post.text for posts in forum.posts.values() for post in posts}
    given = Counter(item.text for item in crawled.items if isinstance(item, Post))
    assert {text: n for text, n in given.items() if n > 1 or text not in written} == {}
    assert written - given.keys() == set()
    threads = [tuple(post.text for post in item.posts) for item in crawled.items if isinstance(item, ForumThread)]
    assert sorted(threads) == sorted(tuple(post.text for post in posts) for posts in forum.posts.values())


class HalfDead(ForumPages):
    """A forum in which the addresses of one thread are gone; those of its posts are not."""

    def __init__(self, forum: RandomForum, tid: int) -> None:
        super().__init__(forum)
        self.dead = {forum.thread_address(tid, page) for page in range(1, forum.pages_of(tid) + 1)}

    def __getitem__(self, url: str) -> str | tuple[int, str]:
        if url in self.dead:
            raise KeyError(url)
        return super().__getitem__(url)


@pytest.mark.slow
def test_page_whose_own_address_is_dead_is_given_out_as_it_is_reached(tmp_path: Path) -> None:
    forum = RandomForum(20, threads=30)
    tid = next(tid for tid in forum.tids if forum.pages_of(tid) > 1)
    start = forum.post_address(tid, forum.posts[tid][0].number)
    settings = {"NEWSBODY_PROFILES": str(tmp_path / "p.sqlite3"), "TEST_LATENCY": 0.02, "TEST_TIMEOUT": 120.0}
    crawled = crawl(ForumSpider, HalfDead(forum, tid), settings, url=f"{HOST}/,{start}")
    given = Counter(item.text for item in crawled.items if isinstance(item, Post))
    assert [given[post.text] for post in forum.posts[tid][: forum.a_page]] == [1] * forum.a_page
