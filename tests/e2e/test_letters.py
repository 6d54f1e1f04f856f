"""An archive of mailing lists: each letter stands on a page of its own, numbered anew in each list."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.items import ForumThread, Post
from tests.e2e.web import Crawled, crawl
from tests.forum_pages import AUTHORS, Written, thread

SITE = "http://lists.test"
WORDS = """bearing spokes hub chain road coast rain hum grease tool pump tyre rubber bridge valley north lamp
    wire brake lever cable frame paint rust saddle bolt thread bell mirror rack basket winter""".split()
LISTS, SUBJECTS, ANSWERS = 3, 12, 4


def letters_of(number: int) -> list[tuple[str, int, Written]]:
    """The letters of a list in their order: subject, number of the letter that it answers or its own, what it says."""
    found: list[tuple[str, int, Written]] = []
    for subject in range(SUBJECTS):
        opener = len(found)
        for place, written in enumerate(thread(number * SUBJECTS + subject, 1 + subject % ANSWERS)):
            words = f"Wheel {number * SUBJECTS + subject} hums again"
            draw = random.Random(f"{number} {subject} {place}")
            text = " ".join(draw.choices(WORDS, k=draw.randint(8, 60))).capitalize() + "."
            found.append((f"Re: {words}" if place else words, opener, replace(written, text=text)))
    return found


def letter_page(number: int, place: int, subject: str, answered: int, written: Written, last: int) -> str:
    """What stands beside a letter is of others: whom it answers, which come before and behind it."""
    beside = "".join(
        f'[<a href="letter{other:05}.html">{name}</a>]'
        for name, other in (("Date Prev", place - 1), ("Date Next", place + 1), ("Thread Prev", place - 1))
        if 0 <= other <= last
    )
    reference = (
        f'<li><em>In-reply-to</em>: <a name="{answered:05}" href="letter{answered:05}.html">m{answered}</a></li>'
    )
    return (
        f"<html><head><title>{subject}</title></head><body><hr>{beside}[<a href='index.html'>Date Index</a>]<hr>"
        f"<h1>{subject}</h1><hr><ul><li><em>To</em>: wheels{number}@lists.test</li><li><em>Subject</em>: {subject}</li>"
        f"<li><em>From</em>: &quot;{written.author}&quot; &lt;u{AUTHORS.index(written.author)}@people.test&gt;</li>"
        f"<li><em>Date</em>: {written.time}</li>{reference if answered != place else ''}</ul><hr>"
        f"<pre>{written.text}\n</pre><hr><ul><li>Index: <a href='index.html'><b>Date</b></a></li></ul></body></html>"
    )


def archive(without: int = 0) -> tuple[dict[str, str], dict[str, tuple[str, str, str]]]:
    """The pages, and by its address the subject, author and text of each letter; ``without`` the last of each list."""
    pages, truth = {}, {}
    for number in range(LISTS):
        letters, rows = letters_of(number), []
        del letters[len(letters) - without :]
        for place, (subject, answered, written) in enumerate(letters):
            url = f"{SITE}/wheels{number}/letter{place:05}.html"
            pages[url] = letter_page(number, place, subject, answered, written, len(letters) - 1)
            truth[url] = (subject.removeprefix("Re: "), written.author, written.text)
            rows.append(f'<li><a href="letter{place:05}.html">{subject}</a>, <em>{written.author}</em></li>')
        pages[f"{SITE}/wheels{number}/index.html"] = (
            f"<html><body><h1>Letters</h1><ul>{''.join(rows)}</ul></body></html>"
        )
    lists = "".join(f'<li><a href="/wheels{number}/index.html">wheels{number}</a></li>' for number in range(LISTS))
    pages[f"{SITE}/"] = f"<html><head><title>Lists</title></head><body><ul>{lists}</ul></body></html>"
    return pages, truth


def read(pages: dict[str, str], tmp_path: Path, **arguments: str) -> Crawled:
    settings = {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), "TEST_LATENCY": 0.01, "TEST_TIMEOUT": 120.0}
    return crawl(ForumSpider, pages, settings, prepare=None, url=f"{SITE}/", **arguments)


def test_each_letter_of_an_archive_is_given_once(tmp_path: Path) -> None:
    pages, truth = archive()
    crawled = read(pages, tmp_path)
    posts = [item for item in crawled.items if isinstance(item, Post)]
    threads = [item for item in crawled.items if isinstance(item, ForumThread)]
    assert sorted(post.url for post in posts) == sorted(truth)
    wrong = [
        post.url
        for post in posts
        if (post.headline, post.author and post.author.name, " ".join(post.text.split())) != truth[post.url]
    ]
    assert wrong == []
    assert crawled.stat("resolvers_learned") == 1
    assert len(threads) == LISTS * SUBJECTS
    for one in threads:
        places = [(post.position, post.parentId) for post in one.posts]
        first = one.posts[0].postId or "1"
        assert places == [(place, first if place > 1 else None) for place in range(1, len(places) + 1)]
        assert [post.url for post in one.posts] == sorted(post.url for post in one.posts)
        assert {post.threadId for post in one.posts} == {one.threadId}


@pytest.mark.slow
def test_letters_that_were_written_since_are_given_with_their_places_in_known_threads(tmp_path: Path) -> None:
    """Of each list an answer to a thread that is known, and a new thread; the rows of the others say no more."""
    (early, known), (pages, truth) = archive(without=5), archive()
    read(early, tmp_path)
    again = [item for item in read(pages, tmp_path, new="1").items if isinstance(item, Post)]
    assert sorted(post.url for post in again) == sorted(truth.keys() - known.keys())
    places = [post.position for post in sorted(again, key=lambda post: post.url)]
    assert places == [3, 1, 2, 3, 4] * LISTS
