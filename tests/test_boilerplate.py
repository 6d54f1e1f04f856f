"""What the software adds to posts is learned on from more pages of a site, whichever comes first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from newsbody.crawl.ground.settings import CrawlSettings
from newsbody.crawl.learning.actions import Keep, Learn, LearnOn, Load
from newsbody.crawl.learning.learner import Learner
from newsbody.crawl.learning.rule_life import TEACHING_PAGES, RuleLife
from newsbody.crawl.learning.site import Sites
from newsbody.crawl.pages.executor import TookTooLong
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.reading import Reading
from newsbody.crawl.pages.tasks import learn
from newsbody.items import Post
from newsbody.page import Page
from newsbody.posts.read import read_posts
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.rules.rule import Rule
from newsbody.rules.words.boilerplate import learned_on
from newsbody.stores import Learned, Profile
from tests.forum_pages import Written, page, thread
from tests.played import Played

CODE = "<pre>bearing = measure(2)\nprint(bearing)</pre>"
#: Posts, by thread and place, with what the software adds to them: rarely, and on no page of the sample.
ADDED = {
    (11, 1): '<div class="box">Selected lines: <a href="/copy">take them</a></div>',
    (19, 2): '<div class="box">Selected lines: <a href="/copy">take them</a></div>',
    (30, 0): '<div class="box">Selected lines: <a href="/copy">take them</a></div>',
    (33, 3): '<div class="box">Selected lines: <a href="/copy">take them</a></div>',
    (12, 0): "<div>Changed by {author} at 2021-04-01 09:15</div>",
    (31, 2): "<div>Changed by {author} at 2021-04-02 10:25</div>",
    (36, 1): "<div>Changed by {author} at 2021-04-05 11:35</div>",
}
#: … and with what their authors wrote, though others wrote it too.
WRITTEN = {
    (13, 1): CODE,
    (22, 0): CODE,
    (37, 2): CODE,
    (14, 0): "<blockquote>I would take the whole hub apart first.</blockquote><p>So would I.</p>",
    (15, 1): "<p>On 2021-02-03 14:20 I saw it at the station.</p>",
    (16, 1): "<p>On 2021-02-05 16:40 we sold the other one.</p>",
    (17, 0): "<p>Since 2021-02-07 18:10 nothing hums any more.</p>",
}
NUMBERS = range(1, 41)


def _layout(post: Written) -> str:
    place = post.number // 1000, post.floor - 1
    added = ADDED.get(place, "").format(author=post.author) + WRITTEN.get(place, "")
    return (
        f'<div class="post"><a class="who" href="/u/{post.user}">{post.author}</a> <i class="when">{post.time}</i>'
        f'<div class="words"><p>{post.text}</p>{added}</div></div>'
    )


def _page(number: int) -> Page:
    return page(thread(number, 4), _layout, number)


def _rules() -> tuple[Rule, Rule]:
    """The rule of five pages, and with what all show."""
    rule = learn_thread_rule([_page(number) for number in NUMBERS[:5]], "")
    assert rule is not None
    return rule, learned_on(rule, [_page(number) for number in NUMBERS])


def _posts(rule: Rule) -> dict[tuple[int, int], Post]:
    found = {number: read_posts(_page(number), rule) for number in NUMBERS}
    assert {len(posts) for posts in found.values()} == {4}
    return {(number, place): post for number, posts in found.items() for place, post in enumerate(posts)}


def test_what_shows_on_few_pages_is_left_out_once_many_were_seen() -> None:
    early, late = map(_posts, _rules())
    box = [place for place, added in ADDED.items() if "box" in added]
    assert all("Selected lines" in early[place].text for place in box)
    for place in ADDED:
        assert "Selected" not in late[place].text
        assert "Changed by" not in late[place].text
    assert {place for place in early if early[place].text != late[place].text} <= set(ADDED)


def test_code_quotes_and_dated_sentences_of_people_stay() -> None:
    early, late = map(_posts, _rules())
    for place in WRITTEN:
        assert late[place].text == early[place].text
        assert late[place].quotes == early[place].quotes
    assert all("print(bearing)" in late[place].text for place in ((13, 1), (22, 0), (37, 2)))
    assert late[14, 0].quotes == ["I would take the whole hub apart first."]
    assert "On 2021-02-03 14:20 I saw it at the station." in late[15, 1].text


def test_the_order_of_the_pages_changes_nothing_and_what_is_known_stays() -> None:
    rule, late = _rules()
    known = replace(rule, furniture=("Read the rules",))
    pages = [_page(number) for number in NUMBERS]
    assert learned_on(rule, pages[::-1]) == late
    assert learned_on(rule, pages[20:] + pages[:20]) == late
    assert set(learned_on(known, pages).furniture) == {"Read the rules", *late.furniture}
    assert learned_on(late, pages) == late


def _life(status: str = "learned", kind: str = "thread") -> RuleLife:
    life = RuleLife(kind, 5)
    value = {"kind": kind, "body": ["div.words"], "status": status}
    life.loaded(Learned.first(value, 5, "2026-01-01"), sure=True)
    return life


def _read(life: RuleLife, *numbers: int) -> None:
    """Pages of a site were read by its rule."""
    for number in numbers:
        reading = Reading("article", {"articleBody": "one"}, by_rule=True)
        life.read(Source(b"page", f"http://f.test/{number}"), reading)


def test_of_all_pages_the_same_ones_teach_whichever_come_first() -> None:
    numbers = list(range(3 * TEACHING_PAGES))
    lives = [_life(), _life()]
    _read(lives[0], *numbers)
    _read(lives[1], *numbers[::-1])
    urls = [[source.url for source in life.teachers] for life in lives]
    assert urls[0] == urls[1]
    assert len(urls[0]) == TEACHING_PAGES


def test_before_there_is_a_rule_no_page_is_missed_by_it() -> None:
    life = RuleLife("article", 5)
    for number in range(4):
        life.read(Source(b"page", f"http://n.test/{number}"), Reading("article", {"articleBody": "one"}))
    assert (life.rule, life.missed, life.watch.odd_in_a_row) == (None, 0, 0)


def test_too_few_pages_teach_nothing() -> None:
    life = _life()
    _read(life, *range(TEACHING_PAGES - 1), 0)
    assert life.teachers == []


def test_neither_a_pinned_rule_nor_one_of_articles_is_taught() -> None:
    for life in (_life("pinned"), _life(kind="article")):
        _read(life, *range(2 * TEACHING_PAGES))
        assert not life.teaching


def test_pages_that_teach_are_let_go_where_there_is_no_room() -> None:
    life = _life()
    _read(life, *range(TEACHING_PAGES))
    life.forget_sample()
    assert not life.teaching


GREETING = '<table><tr><td><b>Welcome, Guest. Please <a href="/in">Log in</a> or <a href="/new">Join</a></b></table>'


def _greeting(number: int, text: str) -> Source:
    page = f"<html><body>{GREETING}<h1>Harbour</h1><div><form><input></form>{text}</div></body></html>"
    return Source(page.encode(), f"http://f.test/{number}")


@pytest.mark.parametrize("kept", ["shown", "teaching"])
def test_what_stands_on_other_pages_of_a_site_is_no_post_of_those_that_say_nothing_else(kept: str) -> None:
    others = [
        _greeting(100 + number, f"<p>Another page of the site, which says {number} times so.") for number in range(30)
    ]
    for beside, is_rule in ((others, False), ([], True)):
        site = Sites(10, 5, waiting_bytes=1_000_000).get("f.test")
        life = site.rule("thread")
        life.sample = {_greeting(number, ""): False for number in range(5)}
        if kept == "shown":
            site.shown = [*life.sample, *beside]
        else:
            life.teaching = {(number, source.url): source for number, source in enumerate(beside)}
        asked: list[Learn] = []

        def learned(action: Learn, asked: list[Learn] = asked) -> Any:
            asked.append(action)
            return learn(action.kind, action.sources, "auto", "", beside=action.beside)

        learner = Learner(CrawlSettings(kind="thread"), list[str]().append)
        Played({Learn: learned, Load: lambda action: None}).run(learner.learn_rule(site, life))
        assert (life.rule is not None) == is_rule
        assert set(asked[0].beside) <= set(beside)
        assert len(asked[0].beside) == min(len(beside), 10)


def _saved(life: RuleLife, learn_on: Callable[[LearnOn], dict[str, Any]]) -> tuple[list[Profile], list[str]]:
    """What is stored at the end of a crawl, and what is counted."""
    stored: list[Profile] = []
    counted: list[str] = []

    def keep(action: Keep) -> Profile:
        stored.append(action.profile)
        return action.profile

    sites = Sites(10, 5, waiting_bytes=1_000_000)
    site = sites.get("f.test")
    site.rules["thread"] = life
    assert life.entry is not None
    site.profile = Profile("f.test", rules={"thread": life.entry})
    learner = Learner(CrawlSettings(kind="thread"), counted.append)
    Played({LearnOn: learn_on, Keep: keep}).run(learner.save_evidence(site))
    return stored, counted


def test_what_is_taught_is_stored_at_the_end_of_a_crawl() -> None:
    life = _life()
    _read(life, *range(TEACHING_PAGES))
    stored, counted = _saved(life, lambda action: {**action.rule, "leave_out": ["div.box"]})
    entry = stored[-1].rules["thread"]
    assert entry.value["leave_out"] == ["div.box"]
    assert entry.value["evidence"]["matched"] == TEACHING_PAGES
    assert entry.generation == 2
    assert counted == ["rules_widened"]


def test_what_taught_nothing_new_or_fails_leaves_the_rule_as_it_is(caplog: pytest.LogCaptureFixture) -> None:
    def fail(action: LearnOn) -> dict[str, Any]:
        raise ValueError("no page")

    def late(action: LearnOn) -> dict[str, Any]:
        raise TookTooLong("not done after 60 seconds")

    for learn_on, count in ((lambda action: action.rule, []), (fail, ["errors"]), (late, ["learning_too_long"])):
        life = _life()
        _read(life, *range(TEACHING_PAGES))
        stored, counted = _saved(life, learn_on)
        assert [profile.rules["thread"].generation for profile in stored] == [1]
        assert counted == count
    failed, too_late = caplog.records
    assert failed.exc_info
    assert failed.getMessage() == "f.test: learning on from 40 pages failed"
    assert not too_late.exc_info
    assert too_late.getMessage().endswith("learning on from 40 pages took too long (not done after 60 seconds)")
