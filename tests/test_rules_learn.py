"""Rules learned from pages in several layouts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from newsbody.page import Page
from newsbody.posts.read import read_posts
from newsbody.rules.header.filling import Filling
from newsbody.rules.header.learn_header import labels_of
from newsbody.rules.header.slot_values import rank_times
from newsbody.rules.ksf import best_class
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.rules.record import Record
from newsbody.rules.rule import Rule
from newsbody.rules.rule_parts import Slot
from newsbody.rules.sample import Sample
from newsbody.rules.selector import Selector
from newsbody.rules.step import Step
from tests import forum_pages
from tests.forum_pages import Layout, Written, page, pages, thread

LEARNED = "2024-05-01"
LAYOUTS = {
    "table": (forum_pages.table_layout, "td.words"),
    "number": (forum_pages.number_layout, "div[id^=text_of_]"),
    "list": (forum_pages.list_layout, "dd.says"),
    "changing": (forum_pages.changing_layout, "div.text.text-*"),
}


def learned(layout: Layout) -> Rule:
    rule = learn_thread_rule(pages(layout), LEARNED)
    assert rule is not None
    return rule


@pytest.mark.parametrize(("layout", "body"), LAYOUTS.values(), ids=list(LAYOUTS))
def test_body_of_every_layout(layout: Layout, body: str) -> None:
    rule = learned(layout)
    assert [str(selector) for selector in rule.body] == [body]
    assert rule.learned == LEARNED
    assert rule.evidence.pages == 5
    assert rule.evidence.posts == 22


@pytest.mark.parametrize(("layout", "body"), LAYOUTS.values(), ids=list(LAYOUTS))
def test_one_page_is_enough(layout: Layout, body: str) -> None:
    rule = learn_thread_rule([page(thread(3, 7), layout)], LEARNED)
    assert rule is not None
    assert [str(selector) for selector in rule.body] == [body]


@pytest.mark.parametrize("layout", [layout for layout, _ in LAYOUTS.values()], ids=list(LAYOUTS))
def test_posts_of_an_unseen_page(layout: Layout) -> None:
    rule = learned(layout)
    written = thread(17, 8)
    posts = read_posts(page(written, layout, 17), rule)
    assert [post.text for post in posts] == [post.text for post in written]
    assert [post.author.name if post.author else None for post in posts] == [post.author for post in written]
    assert [(post.datePublished or "")[:16] for post in posts] == [post.time[:16].replace(" ", "T") for post in written]


@pytest.mark.parametrize("layout", [layout for layout, _ in LAYOUTS.values()], ids=list(LAYOUTS))
def test_single_post_of_an_unseen_page(layout: Layout) -> None:
    rule = learned(layout)
    (post,) = read_posts(page(thread(18, 1), layout, 18), rule)
    assert post.text == thread(18, 1)[0].text
    assert post.author is not None
    assert post.author.name == thread(18, 1)[0].author


@pytest.mark.parametrize("layout", [layout for layout, _ in LAYOUTS.values()], ids=list(LAYOUTS))
def test_order_of_pages_does_not_matter(layout: Layout) -> None:
    sample = pages(layout)
    assert learn_thread_rule(sample, LEARNED) == learn_thread_rule(sample[::-1], LEARNED)


@pytest.mark.parametrize("layout", [layout for layout, _ in LAYOUTS.values()], ids=list(LAYOUTS))
def test_page_that_came_under_two_addresses_hides_no_ids(layout: Layout) -> None:
    sample = pages(layout)
    rule = learn_thread_rule([*sample, page(thread(3, 7), layout, 3), page(thread(3, 7), layout, 3)], LEARNED)
    assert rule is not None
    assert rule.post_id == learned(layout).post_id


def test_a_place_is_an_id_where_no_other_number_is_one() -> None:
    """One that stands alone has the id that it will have when it is answered."""

    def placed(post: Written) -> str:
        return (
            f'<div id="post_{post.floor}"><b class="who">{post.author}</b> <time datetime="{post.time}">then</time> '
            f'<i class="nr">{post.floor}</i><div class="words">{post.text}</div></div>'
        )

    rule = learned(placed)
    for size in (4, 1):
        posts = read_posts(page(thread(18, size), placed, 18), rule)
        assert [post.postId for post in posts] == [str(number) for number in range(1, size + 1)]


def test_votes_that_fill_a_range_by_chance_are_no_positions() -> None:
    """Four numbers do, in one of ten cases: a second such page is as good as certain."""

    def voted(post: Written) -> str:
        head = f'<b class="who">{post.author}</b> {post.time} <i class="votes">{(0, 2, 1, 3)[post.floor % 4]}</i>'
        return f'<div class="post">{head}<div class="words">{post.text}</div></div>'

    by_size = [learn_thread_rule(pages(voted, sizes), LEARNED) for sizes in ((4, 1, 1), (4, 1, 4))]
    assert [rule and bool(rule.position) for rule in by_size] == [False, True]


def test_classes_that_only_some_posts_have_part_no_dates() -> None:
    rule = learn_thread_rule(pages(forum_pages.changing_layout, (6, 6, 6, 6, 6, 6)), LEARNED)
    assert rule is not None
    assert rule.evidence.posts == 36
    assert (str(rule.author and rule.author.selector), rule.time and rule.time.attribute) == ("span.by-*", "title")


def test_people_may_say_the_same_again_and_again() -> None:
    rule = learn_thread_rule(pages(forum_pages.changing_layout, (6,) * 26), LEARNED)
    assert rule is not None
    assert [str(selector) for selector in rule.body] == ["div.text.text-*"]


def test_multi_part_posts_are_one() -> None:
    def parts(post: Written) -> str:
        half = len(post.text) // 2
        quote = (
            f'<table class="cited"><tr><td>words of others {post.number}</td></tr></table>' if post.floor > 2 else ""
        )
        second = f'<span class="said">{post.text[half:]}</span>' if quote else ""
        first = post.text[:half] if quote else post.text
        return (
            f'<tr class="row"><td><b class="who">{post.author}</b></td><td><span class="date">{post.time}</span><br>'
            f'<span class="said">{first}</span>{quote}{second}</td></tr>'
        )

    def table(posts: list[Written], number: int) -> Page:
        return page(posts, lambda post: "<table>" * (post is posts[0]) + parts(post), number)

    rule = learn_thread_rule([table(thread(number, 6), number) for number in range(1, 5)], LEARNED)
    assert rule is not None
    written = thread(9, 5)
    posts = read_posts(table(written, 9), rule)
    assert [post.text.replace("\n", "").replace(" ", "") for post in posts] == [
        post.text.replace(" ", "") for post in written
    ]


def test_a_page_without_posts_gives_no_rule() -> None:
    assert learn_thread_rule([], LEARNED) is None
    assert learn_thread_rule([Page.parse("")], LEARNED) is None
    assert learn_thread_rule([Page.parse("<p>Hello</p>")], LEARNED) is None


def test_a_single_text_is_no_thread() -> None:
    text = " ".join(forum_pages.SENTENCES)
    assert learn_thread_rule([Page.parse(f"<html><body><div class='text'>{text}</div></body></html>")], LEARNED) is None


def test_links_are_no_posts() -> None:
    rows = "".join(f"<li class='row'><a href='/t/{n}'>{forum_pages.SENTENCES[n]}</a></li>" for n in range(12))
    assert learn_thread_rule([Page.parse(f"<html><body><ul>{rows}</ul></body></html>")], LEARNED) is None


def test_opening_post_in_another_place_is_kept() -> None:
    def answers(posts: list[Written], number: int) -> Page:
        def layout(post: Written) -> str:
            kind = "question" if post.floor == 1 else "answer"
            return (
                f'<div class="{kind}"><div class="prose">{post.text}</div><div class="card"><span class="at" '
                f'title="{post.time}">once</span><a href="/u/{post.user}">{post.author}</a></div></div>'
            )

        return page(posts, layout, number)

    rule = learn_thread_rule([answers(thread(number, 5), number) for number in (1, 2, 3)], LEARNED)
    assert rule is not None
    assert [str(selector) for selector in rule.body] == ["div.prose"]
    assert len(read_posts(answers(thread(7, 6), 7), rule)) == 6


def test_signature_that_is_a_block_quote_is_left_out() -> None:
    def signed(post: Written) -> str:
        signature = f'<div class="sig"><blockquote>{post.author} rides a steel frame, and says so.</blockquote></div>'
        return forum_pages.number_layout(post).replace("</div></td>", f"{signature}</div></td>")

    rule = learn_thread_rule(pages(signed, (9, 12, 4, 9, 6)), LEARNED)
    assert rule is not None
    assert [str(selector) for selector in rule.leave_out] == ["div.sig"]
    found = read_posts(page(thread(8, 7), signed), rule)
    assert [post.text for post in found] == [post.text for post in thread(8, 7)]


def test_ksf_of_the_paper_finds_the_class() -> None:
    sample = pages(forum_pages.table_layout, (6, 5, 4, 9, 7))
    found = best_class(sample)
    assert found is not None
    selector, votes = found
    assert str(selector) == "*.words"
    assert votes >= 3
    rule = learn_thread_rule(sample, LEARNED, method="ksf")
    assert rule is not None
    assert [post.text for post in read_posts(sample[0], rule)] == [post.text for post in thread(1, 6)]


def test_what_few_pages_vote_for_is_a_rule_that_can_be_read_again() -> None:
    sample = pages(forum_pages.table_layout, (6,))
    rule = learn_thread_rule(sample, LEARNED, method="ksf")
    assert rule is not None
    assert rule.evidence.votes == 1
    assert Rule.from_dict(rule.to_dict()) == rule


@pytest.mark.parametrize(
    "source",
    ["", "\0\0\0", "<div>" * 3000, "<td class='a'>" * 2000 + "text", "<p>" + "word " * 200_000, "<b class='x'>x" * 500],
    ids=["empty", "binary", "deep", "deep cells", "long", "nested inline"],
)
def test_any_input_is_read(source: str) -> None:
    rule = learned(forum_pages.table_layout)
    broken = Page.parse(source)
    learn_thread_rule([broken], LEARNED)
    assert read_posts(broken, rule) == []


def test_a_line_of_a_post_that_is_a_date_hides_none_of_the_others() -> None:
    lines = "I saw it on 2021-03-02 14:20<br>and it hums again<br>whatever I do"
    said = Page.parse(f"<body><div class='a'>{lines}</div><div class='a'>another one</div></body>")
    mass = Sample([said]).mass[0]
    assert [bool(one) for one in mass] == [False, True, True, True]


def test_a_note_known_from_one_skin_is_one_in_another() -> None:
    """The other skin shows two posts, each by somebody else: too few to tell what comes back."""

    def skin(name: str) -> Callable[[Written], str]:
        def layout(post: Written) -> str:
            head = f'<b class="{name}-by">{post.author}</b> <i class="{name}-at">{post.time}</i>'
            sign = f'<div class="{name}-sign">{post.author} rides a steel frame</div>'
            return f'<div class="{name}">{head}<div class="{name}-says">{post.text}{sign}</div></div>'

        return layout

    many, few = skin("many"), skin("few")
    sample = [*(page(thread(number, 6), many, number) for number in range(3)), page(thread(4, 2), few, 4)]
    rule = learn_thread_rule(sample, "")
    posts = read_posts(page(thread(9, 4), few, 9), rule)
    assert [post.text for post in posts] == [post.text for post in thread(9, 4)]


def test_of_dates_that_do_as_well_posts_have_one_each() -> None:
    own, listed = (Slot(Selector.parse(name)) for name in ("p.begun > time", "div.list > p.foot > time"))
    dates = {own: Filling(1), listed: Filling(0)}
    for slot, moments in ((own, ["2024-02-03T10:00"]), (listed, ["2021-01-02T11:00", "2021-01-03T12:00"])):
        for moment in moments:
            dates[slot].add((0, 0), 7, moment)
    assert rank_times(dates, {})[0] == own


def test_preformatted_text_without_a_name_may_be_the_body() -> None:
    def layout(post: Written) -> str:
        said = f"<b>From:</b> {post.author} &lt;{post.user} at mail.test&gt;"
        return f"<table><tr><td>{said}</td></tr><tr><td>{post.time}</td></tr></table><pre>{post.text}</pre><hr>"

    written = thread(9, 4)
    found = read_posts(page(written, layout, 9), learned(layout))
    assert [post.text for post in found] == [post.text for post in written]
    assert [post.author and post.author.name for post in found] == [post.author for post in written]


def test_quotes_in_some_posts_are_no_bodies_though_they_hold_most_of_the_text() -> None:
    def layout(post: Written) -> str:
        quote = f'<blockquote class="cited"><i>Earlier</i><div>{post.text[::-1] * 3}</div></blockquote>'
        head = f'<p class="head"><a href="/u/{post.user}">{post.author}</a> <em class="at">{post.time}</em></p>'
        return (
            f'<table class="list"><tr class="row"><td class="cell">{head}{quote if post.floor % 5 < 3 else ""}'
            f"{post.text}</td></tr></table>"
        )

    assert [str(selector) for selector in learned(layout).body] == ["td.cell"]


def test_what_frames_each_page_twice_is_no_post_where_posts_say_no_time() -> None:
    def layout(post: Written) -> str:
        return f'<div class="said"><a href="/u/{post.user}">{post.author}</a><div class="words">{post.text}</div></div>'

    threads = [thread(number, 2 + 3 * number % 7) for number in range(1, 8)]
    shown = []
    for number, posts in enumerate(threads):
        latest = f'Topic {number} <i class="latest">Last answer 2024-05-{number + 1:02d} 10:00</i>'
        panels = (f'<div class="panel">{held}</div>' for held in (latest, "".join(map(layout, posts))))
        shown.append(Page.parse(f"<html><body>{''.join(panels)}</body></html>"))
    rule = learn_thread_rule(shown, LEARNED)
    for one, posts in zip(shown, threads, strict=True):
        found = [(post.text, post.author and post.author.name) for post in read_posts(one, rule)]
        assert found == [(post.text, post.author) for post in posts]


def test_what_holds_posts_without_times_is_known_where_their_pages_say_others() -> None:
    def layout(post: Written) -> str:
        by = f'<p class="by">- <b><a href="/u/{post.user}">{post.author}</a></b></p>'
        return f'<div class="row"><div class="words">{post.text}</div>{by}</div>'

    threads = [thread(number, 2 + 3 * number % 7) for number in range(1, 8)]
    heads = [f'<p class="top">Opened <i>2024-05-{number:02d} 10:00</i></p>' for number in range(1, 8)]
    shown = [
        Page.parse(f"<html><body>{head}{''.join(map(layout, posts))}</body></html>")
        for head, posts in zip(heads, threads, strict=True)
    ]
    rule = learn_thread_rule(shown, LEARNED)
    for one, posts in zip(shown, threads, strict=True):
        found = [(post.text, post.author and post.author.name) for post in read_posts(one, rule)]
        assert found == [(post.text, post.author) for post in posts]


def test_labels_of_forms_behind_some_posts_are_no_names() -> None:
    def layout(post: Written) -> str:
        form = (
            "<form><div><label>Add description</label></div> <button>Send it</button></form>" if post.floor > 1 else ""
        )
        return f'<div class="row"><b>{post.author}</b><div class="said">{post.text}</div>{form}</div>'

    shown = page(thread(1, 6), layout)
    found = [Record((body,), ()) for body in Selector((Step("div", ("said",)),)).select(shown)]
    assert {"Add description", "Add description Send it"} <= labels_of([shown], [found])
    assert labels_of([shown], [found]).isdisjoint(forum_pages.AUTHORS)


def test_line_over_a_post_that_ends_with_the_title_of_the_thread_is_none_of_its_words() -> None:
    def layout(post: Written) -> str:
        return (
            f'<div class="row"><b class="nick">{post.author}</b> <i class="at">{post.time}</i><div class="box">'
            f'<div class="over">Replied by {post.author} on topic A wheel that hums {post.number // 1000}</div>'
            f'<div class="said">{post.text[:40]} {post.number % 50}</div></div></div>'
        )

    shown = [page(thread(number, 6), layout, number) for number in range(1, 8)]
    rule = learn_thread_rule(shown, LEARNED)
    assert rule is not None
    assert [str(selector) for selector in rule.body] == ["div.said"]


def test_the_id_of_what_holds_a_post_is_its_own_wherever_that_stands() -> None:
    def layout(post: Written) -> str:
        said = f'<b class="nick">{post.author}</b> <i class="at">{post.time}</i><div class="words">{post.text}</div>'
        return f'<div class="said" id="p{post.number}">{said}</div>'

    rule = learned(layout)
    assert (str(rule.post[0]), str(rule.post_id)) == ("div.said", "div.said @id")


@pytest.mark.parametrize(("words", "counts"), [(30, False), (3, True)])
def test_what_a_class_hides_is_no_post_unless_it_is_most_of_a_page(words: int, counts: bool) -> None:
    note = '<div class="alert hidden">This topic has been deleted.</div>'
    page = Page.parse(f"<div>{'moss ' * words}</div>{note}")
    assert bool(Sample([page]).raw_mass[0][-1]) is counts
