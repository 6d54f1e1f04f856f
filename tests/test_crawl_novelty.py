"""What is new by what earlier crawls gave out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from newsbody.crawl.addresses.address import Address
from newsbody.crawl.addresses.aliases import LEAST_TWINS, Twins
from newsbody.crawl.known.ledger import Ledger, SqliteLedger
from newsbody.crawl.known.novelty import Novelty
from newsbody.crawl.known.stored import Link, Worth
from newsbody.crawl.known.thread_posts import unknown_posts
from newsbody.items import Post

SITE = "http://forum.test"
FRONT = f"{SITE}/"


def look(url: str) -> Address:
    """Addresses of a forum: /t/NUMBER?p=PAGE, /t/NUMBER/PLACE, /b/NUMBER, and others."""
    topic = re.search(r"/t/(\d+)(?:\?p=(\d+))?(/\d+)?", url)
    if topic:
        return Address("topic", url, url, topic[1], int(topic[2] or 1), is_variant=topic[3] is not None)
    return Address("list" if "/b/" in url else "other", url, url)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "known.sqlite3"


@pytest.fixture
def ledger(path: Path) -> Iterator[Ledger]:
    with closing(SqliteLedger(path)) as ledger:
        yield ledger


def novelty(ledger: Ledger, *, only_new: bool = True, others: bool = False) -> Novelty:
    return Novelty(ledger, look, only_new=only_new, others=others)


def thread(*pages: int, number: int = 7) -> list[Post]:
    """Posts, two a page."""
    address = f"{SITE}/t/{number}"
    return [
        Post(str(number), f"{address}?p={page}" if page > 1 else address, f"post {place}", place, f"p{place}")
        for page in pages
        for place in (2 * page - 1, 2 * page)
    ]


def test_a_new_page_of_the_form_of_lists_is_asked_for(ledger: Ledger, path: Path) -> None:
    first = novelty(ledger, only_new=False)
    first.link(f"{SITE}/2024-May/by_day.html", FRONT, said="31 letters")
    first.list_seen(f"{SITE}/2024-May/by_day.html")
    first.link(f"{SITE}/about/us.html", FRONT)
    first.list_seen(f"{SITE}/about/us.html")  # of which nothing was said
    first.link(f"{SITE}/show.php?post=3", FRONT, said="3 answers")
    first.list_seen(f"{SITE}/show.php?post=3")  # it leads to threads, and is shown as they are
    first.thread_out([Post("7", f"{SITE}/show.php?t=7", "text", 1)])
    first.close(finished=True)
    with closing(SqliteLedger(path)) as known:
        second = novelty(known)
        worths = [
            second.link(f"{SITE}/{page}", FRONT).worth
            for page in ("2024-June/by_day.html", "about/them.html", "show.php?post=4")
        ]
    assert worths == [Worth.NEW, Worth.NOTHING, Worth.NOTHING]


def test_where_addresses_tell_lists_what_else_has_rows_is_of_no_form_of_lists(ledger: Ledger, path: Path) -> None:
    first = novelty(ledger, only_new=False)
    for page in ("b/1", "users/7"):
        first.link(f"{SITE}/{page}", FRONT, said="3 threads")
        first.list_seen(f"{SITE}/{page}")
    first.close(finished=True)
    with closing(SqliteLedger(path)) as known:
        assert novelty(known).link(f"{SITE}/users/8", FRONT).worth is Worth.NOTHING


def test_a_first_crawl_follows_everything(ledger: Ledger) -> None:
    first = novelty(ledger, only_new=False)
    first.seen(f"{SITE}/about")
    assert first.link(f"{SITE}/about", FRONT) == Link(f"{SITE}/about", Worth.NEW)
    assert first.known_thread(f"{SITE}/t/7") is None


def test_what_was_out_is_worth_nothing_until_the_site_says_that_it_changed(ledger: Ledger) -> None:
    first = novelty(ledger, only_new=False)
    first.link(f"{SITE}/a/1.html", FRONT, "2026-01-02")
    first.seen(f"{SITE}/a/1.html")
    second = novelty(ledger, others=True)
    assert second.link(f"{SITE}/a/1.html?", FRONT).worth is Worth.NOTHING
    assert second.link(f"{SITE}/a/1.html", FRONT, "2026-01-02").worth is Worth.NOTHING
    assert second.link(f"{SITE}/a/1.html", FRONT, "2026-01-03", tells=False).worth is Worth.NOTHING
    assert second.link(f"{SITE}/a/1.html", FRONT, "2026-01-03").worth is Worth.NEW
    assert second.link(f"{SITE}/a/2.html", FRONT).worth is Worth.NEW
    assert novelty(ledger).link(f"{SITE}/a/2.html", FRONT).worth is Worth.NOTHING, (
        "neither topic nor list, where these are of no use"
    )


def test_a_thread_is_asked_for_from_its_last_page_when_its_row_changed(ledger: Ledger) -> None:
    first = novelty(ledger, only_new=False)
    first.link(f"{SITE}/t/7", FRONT, said="4-replies")
    first.thread_out(thread(1, 2))
    second = novelty(ledger)
    assert second.link(f"{SITE}/t/7", FRONT, said="4-replies").worth is Worth.NOTHING
    assert second.link(f"{SITE}/t/7?p=2", FRONT, said="4-replies").worth is Worth.NOTHING
    assert second.link(f"{SITE}/t/8", FRONT, said="1 reply").worth is Worth.NEW
    assert second.link(f"{SITE}/t/7", FRONT, said="5-replies") == Link(f"{SITE}/t/7?p=2", Worth.NEW)
    known = second.known_thread(f"{SITE}/t/7?p=2")
    assert known is not None
    assert (known.first, len(known.posts)) == (3, 2)


def test_a_letter_stays_what_it_was_whatever_a_row_says(ledger: Ledger) -> None:
    first = novelty(ledger, only_new=False)
    first.link(f"{SITE}/t/7", FRONT, said="4")
    first.letters_out(thread(1))
    second = novelty(ledger)
    assert second.link(f"{SITE}/t/7", FRONT, said="5").worth is Worth.NOTHING
    assert not len(second.silent)


def test_a_list_is_known_when_the_crawl_has_done_what_it_led_to(ledger: Ledger, path: Path) -> None:
    first = novelty(ledger, only_new=False)
    first.link(f"{SITE}/b/1", FRONT, said="9-threads")
    first.list_seen(f"{SITE}/b/1")
    first.list_seen(f"{SITE}/b/2")
    assert novelty(ledger).link(f"{SITE}/b/1", FRONT, said="9-threads").worth is Worth.NEW, "as after a stop"
    first.close(finished=True)
    with closing(SqliteLedger(path)) as known:
        second = novelty(known)
        assert second.link(f"{SITE}/b/1", FRONT, said="9-threads").worth is Worth.NOTHING
        assert second.link(f"{SITE}/b/1", FRONT, said="10-threads").worth is Worth.NEW
        assert second.link(f"{SITE}/b/2", FRONT).worth is Worth.LOOK
        assert second.link(f"{SITE}/b/3", FRONT).worth is Worth.NEW


def test_a_known_thread_goes_on_behind_its_last_page(ledger: Ledger) -> None:
    novelty(ledger, only_new=False).thread_out(thread(1, 2))
    second = novelty(ledger)
    assert second.link(f"{SITE}/t/7?p=3", f"{SITE}/t/7?p=2").worth is Worth.NEW
    assert second.link(f"{SITE}/t/7", f"{SITE}/t/7?p=2").worth is Worth.NOTHING


@pytest.mark.parametrize(("gone", "worth"), [("/t/7/1", Worth.NEW), ("/t/7", Worth.NOTHING)])
def test_a_thread_of_which_a_place_is_gone_is_asked_for(ledger: Ledger, gone: str, worth: Worth) -> None:
    second = novelty(ledger)
    second.page_gone(f"{SITE}{gone}")
    assert second.link(f"{SITE}/t/7", FRONT).worth is worth


def test_a_ledger_that_cannot_be_read_makes_everything_new(ledger: Ledger, caplog: pytest.LogCaptureFixture) -> None:
    first = novelty(ledger)
    first.seen(f"{SITE}/t/1")
    ledger.close()
    assert first.link(f"{SITE}/t/1", FRONT).worth is Worth.NEW
    first.seen(f"{SITE}/t/2")
    first.close(finished=True)
    assert caplog.text.count("cannot be looked up or noted") == 1


def test_a_thread_that_is_not_whole_is_asked_for_behind_its_first_gap(ledger: Ledger) -> None:
    first = novelty(ledger, only_new=False)
    first.link(f"{SITE}/t/7", FRONT, said="4-replies")
    first.thread_out(thread(1, 2, 4), whole=False)
    second = novelty(ledger)
    assert second.link(f"{SITE}/t/7", FRONT, said="4-replies") == Link(f"{SITE}/t/7?p=2", Worth.NEW)
    assert second.link(f"{SITE}/t/7", FRONT) == Link(f"{SITE}/t/7?p=2", Worth.NEW)


def test_a_thread_of_one_page_is_known_by_the_post_that_opens_it(ledger: Ledger) -> None:
    """The page of a post, which has no pager, may not name its thread."""
    first = novelty(ledger, only_new=False)
    for posts in (thread(1), thread(1, 2, number=8)):
        for post in posts:
            post.headline = f"Wheel {post.threadId}"
        first.thread_out(posts)
    shown = Post("", f"{SITE}/p/2", "post 1", 1, headline="Wheel 7")
    second = novelty(ledger)
    assert second.opened_by(shown) == f"{SITE}/t/7"
    assert second.opened_by(replace(shown, headline="Wheel 8")) is None, "which has a pager"
    assert second.opened_by(replace(shown, text="post 2")) is None
    assert first.opened_by(shown) is None, "where all is new"


def test_a_thread_is_known_by_its_opener_where_addresses_mean_something_else_by_now(ledger: Ledger) -> None:
    """Its posts are told by what it was called; the numbers of posts tell which stood before its last page."""
    novelty(ledger, only_new=False).thread_out(thread(1, 2))
    moved = [replace(post, url=post.url.replace("/t/7", "/t/907")) for post in thread(1, 2, 3)]
    opener = replace(moved[0], threadId="")
    assert novelty(ledger).known_thread(moved[0].url, opener) is None, "where threads are what they were"

    def by_other_addresses(url: str) -> Address:
        return look(url) if "/t/9" in url else Address("other", url, url)

    later = Novelty(ledger, by_other_addresses, only_new=True, others=False)
    assert later.known_thread(moved[0].url, replace(opener, text="post 2")) is None
    known = later.known_thread(moved[0].url, opener)
    assert known is not None
    assert (known.called, known.first) == ("7", 3)
    assert unknown_posts(moved[:2], known, by_other_addresses) == []
    assert unknown_posts(moved[2:], known, by_other_addresses) == moved[4:]
    later.thread_out(moved)
    assert (met := later.known_thread(moved[0].url)) is not None
    assert (met.called, met.page) == ("7", f"{SITE}/t/907?p=3")


def test_links_of_a_form_that_no_crawl_met_may_be_anything(path: Path) -> None:
    def met(*urls: str, only_new: bool = True) -> list[Worth]:
        crawl = novelty(SqliteLedger(path), only_new=only_new)
        worth = [crawl.link(f"{SITE}/{url}", FRONT).worth for url in urls]
        crawl.close(finished=True)
        return worth

    met("member/7", only_new=False)
    assert met("member/8", "town/7.html", "town/8.html") == [Worth.NOTHING, Worth.NEW, Worth.NEW]
    assert met("member/8", "town/9.html") == [Worth.NOTHING, Worth.NOTHING]


def test_two_that_say_when_a_page_was_changed_need_not_be_as_exact(ledger: Ledger) -> None:
    """A sitemap says the day, a feed the minute: pages of both were asked for in each crawl."""
    day, minute, page = "2026-01-05", "2026-01-05T10:00:00Z", f"{SITE}/about"
    first = novelty(ledger, only_new=False)
    for modified in (minute, day):
        first.link(page, FRONT, modified)
    first.seen(page)
    first.link(f"{page}/us", FRONT, day)
    first.seen(f"{page}/us")
    second = novelty(ledger, others=True)
    assert second.link(page, FRONT, minute).worth is Worth.NOTHING
    assert second.link(f"{page}/us", FRONT, minute).worth is Worth.NOTHING
    assert second.link(f"{page}/us", FRONT, "2026-01-06").worth is Worth.NEW


def test_a_list_that_was_taken_for_an_article_is_looked_at_again(ledger: Ledger, path: Path) -> None:
    """With it out as an article nobody looked at it any more, and what was new there was lost."""
    first = novelty(ledger, only_new=False)
    first.list_seen(f"{SITE}/section", [f"{SITE}/section/2"])
    first.article_out(f"{SITE}/section")
    first.close(finished=True)
    with closing(SqliteLedger(path)) as reopened:
        assert novelty(reopened, others=True).link(f"{SITE}/section", FRONT).worth is Worth.LOOK


def test_addresses_that_redirect_to_an_article_are_known_with_it(ledger: Ledger) -> None:
    story, other, further = f"{SITE}/story", "http://feeds.test/r/1", f"{SITE}/story/"
    first = novelty(ledger, only_new=False)
    assert not first.moved([other], story)
    assert not first.moved([story], story)
    assert novelty(ledger, others=True).link(other, FRONT).worth is Worth.NEW
    first.article_out(story)
    second = novelty(ledger, others=True)
    assert second.link(other, FRONT).worth is Worth.NOTHING
    assert second.moved([further], story)
    assert second.link(further, FRONT).worth is Worth.NOTHING
    assert not second.moved([other], story)  # asked for again since it was changed


def test_of_redirects_to_pages_that_never_come_out_the_first_are_forgotten(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("newsbody.crawl.known.novelty.MAX_MOVED", 3)
    first = novelty(ledger, only_new=False)
    for number in range(5):
        first.moved([f"http://feeds.test/r/{number}"], f"{SITE}/story-{number}")
    for number in range(5):
        first.article_out(f"{SITE}/story-{number}")
    second = novelty(ledger, others=True)
    worth = [second.link(f"http://feeds.test/r/{number}", FRONT).worth for number in range(5)]
    assert worth == [Worth.NEW] * 2 + [Worth.NOTHING] * 3


@pytest.mark.parametrize("has_copies", [True, False])
@pytest.mark.parametrize("out", [0, 1, 2])
def test_what_is_said_of_a_page_is_known_by_whatever_address_another_day(
    out: int, has_copies: bool, path: Path
) -> None:
    """Its article is out when nothing is learned of its addresses, when something is, and when all is."""
    site = "http://paper.example.com"
    page, given = "https://paper.example.com/story/7.html", f"{site}/story/7.html?via=front"
    ways = [f"{site}/story/{{0}}.html?via=list", "https://paper.example.com/story/{0}.html"]

    def learn(twins: Twins, way: str) -> None:
        for number in range(100, 100 + LEAST_TWINS):
            for address in (f"{site}/story/{{0}}.html", way):
                twins.read(address.format(number), f"text {number}")

    twins = Twins()
    first = Novelty(SqliteLedger(path), look, only_new=False, others=True, alone=True, twins=twins)
    first.link(page, f"{site}/map.xml", "2026-01-01")
    for learned, way in enumerate([*ways, ""]):
        if learned == out:
            first.article_out(given)
        if way:
            learn(twins, way)
        if has_copies:
            first.seen(f"{site}/story/7.html?via={learned}")
    first.close(finished=True)
    assert twins.learned == 2

    later = Novelty(SqliteLedger(path), look, only_new=True, others=True, alone=True)
    later.begin([f"{site}/"])
    for url in (page, given, f"{page}?via=rows", f"{given}s"):
        assert later.link(url, f"{site}/map.xml", "2026-01-01").worth is Worth.NOTHING
        assert later.link(url, f"{site}/map.xml", "2026-01-02").worth is Worth.NEW
        assert later.link(url.replace("7.html", "8.html"), site).worth is Worth.NEW
    later.close(finished=False)
