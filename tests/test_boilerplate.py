"""What the software adds to posts is learned on from more pages of a site, whichever comes first."""

from __future__ import annotations

from dataclasses import replace

from newsbody.crawl.learning.rule_life import TEACHING_PAGES, RuleLife, ToDo
from newsbody.crawl.pages.fetched import Source
from newsbody.page import Page
from newsbody.rules.boilerplate import learned_on
from newsbody.rules.learn import learn_thread_rule
from newsbody.rules.rule import Rule
from newsbody.stores import Learned
from newsbody.threads import Post, read_posts
from tests.forum_pages import Written, page, thread

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


def test_a_trusted_rule_is_taught_once_by_so_many_pages() -> None:
    life = _life()
    asked = [life.teach(Source(b"", f"http://f.test/{number}")) for number in range(TEACHING_PAGES)]
    assert asked == [ToDo.NOTHING] * (TEACHING_PAGES - 1) + [ToDo.LEARN_ON]
    assert life.entry is not None
    kept = life.learned_on({**life.entry.value, "leave_out": ["div.box"]})
    assert kept is life.entry
    assert kept is not None
    assert kept.generation == 2
    assert life.rule is not None
    assert [str(one) for one in life.rule.leave_out] == ["div.box"]
    assert life.teach(Source(b"", "http://f.test/again")) is ToDo.NOTHING


def test_what_taught_nothing_new_is_not_kept() -> None:
    life = _life()
    assert life.entry is not None
    assert life.learned_on(life.entry.value) is None


def test_neither_a_pinned_rule_nor_one_of_articles_is_taught() -> None:
    for life in (_life("pinned"), _life(kind="article"), RuleLife("thread", 5)):
        asked = {life.teach(Source(b"", f"http://f.test/{number}")) for number in range(TEACHING_PAGES)}
        assert asked == {ToDo.NOTHING}
        assert not life.teaching


def test_pages_that_teach_are_let_go_where_there_is_no_room() -> None:
    life = _life()
    life.teach(Source(b"", "http://f.test/1"))
    life.forget_sample()
    assert life.teaching == []
