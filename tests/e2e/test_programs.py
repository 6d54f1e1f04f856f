"""Forums of known programs: what a second crawl gives is what was written since, whatever links lead to old posts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urljoin, urlsplit

import pytest

from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.items import Post
from tests.e2e.web import Crawled, crawl
from tests.programs import hackernews, pipermail, question2answer, reddit, vbulletin3, xenforo
from tests.programs.forum import Forum, Redirect

SITE = "http://forum.test/"
Answer = Callable[[Forum, str, dict[str, str]], "str | None"]


class Pages(Mapping[str, "str | bytes | tuple[int, str]"]):
    """The pages of a forum, made when they are asked for."""

    def __init__(self, answer: Answer, forum: Forum) -> None:
        self._answer, self._forum = answer, forum

    def __getitem__(self, url: str) -> str | tuple[int, str]:
        parts = urlsplit(url)
        page = self._answer(self._forum, unquote(parts.path), dict(parse_qsl(parts.query, keep_blank_values=True)))
        if page is None:
            raise KeyError(url)
        return (301, urljoin(SITE, page)) if isinstance(page, Redirect) else page

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return len(self._forum.threads)


def read(answer: Answer, forum: Forum, tmp_path: Path, **arguments: str) -> Crawled:
    settings = {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), "TEST_SEED": 5, "TEST_LATENCY": 0.005}
    settings["TEST_TIMEOUT"] = 300.0
    return crawl(ForumSpider, Pages(answer, forum), settings, prepare=None, url=SITE, **arguments)


def texts(crawled: Crawled) -> list[str]:
    return sorted("".join(item.text.split()) for item in crawled.items if isinstance(item, Post))


def written(forum: Forum, phase: int) -> list[str]:
    return sorted("".join(post.text.split()) for post in forum.posts.values() if post.phase == phase)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "seed"),
    [
        (vbulletin3.answer, 9),
        (xenforo.answer, 6),
        (question2answer.answer, 52),
        (reddit.answer, 53),
        (pipermail.answer, 104),
    ],
)
def test_posts_that_were_out_are_not_given_again(answer: Answer, seed: int, tmp_path: Path) -> None:
    """Addresses of posts lead to threads of one page, which name themselves nowhere, and to pages before the last.

    Comments stand in posts, of which the first pages show few, and ids are words of letters and digits. A
    new month of letters has a list of its own.
    """
    first = read(answer, Forum(seed), tmp_path)
    assert texts(first) == written(Forum(seed), 1)
    later = Forum(seed, phase=2)
    assert texts(read(answer, later, tmp_path, new="1")) == written(later, 2)


@pytest.mark.slow
def test_pages_of_comments_are_places_in_the_threads_above_them(tmp_path: Path) -> None:
    """They have addresses as threads have, lists name some of them, and what they show stands in the thread, too."""
    ids = []
    for phase in (1, 2):
        forum = Forum(5, phase=phase)
        crawled = read(hackernews.answer, forum, tmp_path, **({"new": "1"} if phase == 2 else {}))
        ids.append(sorted(int(item.postId or 0) for item in crawled.items if isinstance(item, Post)))
        assert ids[-1] == sorted(number for number, post in forum.posts.items() if post.phase == phase)
