"""Limits and guards, each by a figure that is written here: who changes the limit has to change the test."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import numpy as np
import pytest
from scrapy import Request

from newsbody.crawl.addresses.attempts import Tries
from newsbody.crawl.hooks.once_middleware import OnceMiddleware
from newsbody.crawl.learning.visit import PageState
from newsbody.crawl.learning.waiting_room import WaitingRoom
from newsbody.crawl.pages.page_evidence import _takes_all
from newsbody.crawl.pages.reading import Reading
from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.crawl.spiders.repeats import Repeats
from newsbody.dates.pieces import join_date
from newsbody.extractors.nta import Nta, annotate
from newsbody.metadata.structured import Structured
from newsbody.page import Page
from newsbody.page.parse import within_limits
from newsbody.page.sheets import Sheets
from newsbody.posts import reactions
from newsbody.rules.articles.kinds import _SeenKinds
from newsbody.rules.articles.own_words import _lines_of_the_site
from newsbody.rules.bodies.candidates import Candidate, _kinds
from newsbody.rules.body_neighbours import _line_of_links
from newsbody.rules.header.slot_values import is_of_authors
from newsbody.rules.selector import Selector
from newsbody.rules.selector_union import AnyOf
from newsbody.rules.values import says_time
from newsbody.rules.words.quote_source import quote_source
from newsbody.urls import crawl_evidence
from newsbody.urls.article_pages import next_page
from newsbody.urls.normalize import split_url
from newsbody.urls.pagination_schemes import rows_of, ways_of
from newsbody.urls.resolver import Resolver
from newsbody.urls.seen_pages import LinkEvidence, SeenPage, pagers

FORUM = "http://f.test"
RESOLVER = {
    "format": 1, "host": "f.test", "origin": FORUM, "confidence": 0.9,
    "topics": [{"path": ["t", "{n}"], "id_hole": 0}], "lists": [],
}  # fmt: skip


def test_three_addresses_of_a_page_are_tried() -> None:
    tries = Tries()
    tries.begin("page", "/first")
    assert [tries.instead("page", f"/{number}", f"request {number}") for number in range(4)] == [True] * 3 + [False]
    assert [tries.other("page") for _ in range(4)] == [*((f"/{n}", f"request {n}") for n in range(3)), None]
    assert [tries.fail("page") for _ in range(3)] == [True, True, False]


@pytest.mark.parametrize(("label", "is_number"), [("12345", True), ("[ 12345 ]", True), ("123456", False)])
def test_a_page_number_has_five_digits(label: str, is_number: bool) -> None:
    rows = [row for row, _ in pagers([(f"{FORUM}/t/5?page=12345", label)])]
    assert [list(row) for row in rows] == ([[12345]] if is_number else [])


@pytest.mark.parametrize(("length", "leads_on"), [(59, True), (60, False)])
def test_a_link_to_the_next_page_has_sixty_characters_with_its_end(length: int, leads_on: bool) -> None:
    label = "[" * (length - 4) + "Next"
    page = Page.parse(f'<body><p>A text.</p><a href="/a/7.html?page=2">{label}</a>', "http://n.test/a/7.html")
    assert next_page(page) == ("http://n.test/a/7.html?page=2" if leads_on else None)


@pytest.mark.parametrize(("length", "number"), [(20, 7), (21, None)])
def test_a_count_stands_in_twenty_characters(length: int, number: int | None) -> None:
    page = Page.parse(f"<span>7 {'x' * (length - 2)}</span>")
    assert reactions._number(page, page.tags.index("span")) == number


def test_ten_names_of_a_property_are_read() -> None:
    names = " ".join(f"name{number}" for number in range(12))
    properties = Structured(Page.parse(f'<p itemprop="{names}">A value.</p>')).properties
    assert sorted(properties) == sorted(f"name{number}" for number in range(10))


def test_of_eight_thousand_kinds_of_elements_it_is_remembered_whether_they_stand_in_bodies() -> None:
    kinds = _SeenKinds([])
    for number in range(8192):
        kinds.learn(("p", f"c{number}", None), Selector.parse("p.c"), "p")
    assert len(kinds.known) == 8192
    kinds.learn(("p", "one more", None), Selector.parse("p.c"), "p")
    assert len(kinds.known) == 1


@pytest.mark.parametrize(("count", "remembered"), [(8192, 8192), (8193, 1)])
def test_a_union_of_selectors_remembers_as_many_kinds(count: int, remembered: int) -> None:
    union = AnyOf([Selector.parse("p.a")])
    page = Page.parse("<div>" + "".join(f'<p class="c{number}">x</p>' for number in range(count)) + "</div>")
    assert list(union.outermost_inside(page, page.tags.index("div"))) == []
    assert union._count in (remembered, remembered - 1)


@pytest.mark.parametrize(("number", "is_named"), [(1, True), (50, True), (51, False)])
def test_a_child_without_a_name_is_named_by_its_number_up_to_fifty(number: int, is_named: bool) -> None:
    page = Page.parse(f"<body>{'<div>a</div>' * 60}</body>")
    names = _kinds(page, page.tags.index("div") + number - 1)
    assert {name.steps[-1].nth for name in names} == ({0, number} if is_named else {0})


@pytest.mark.parametrize(("leaves", "is_whole"), [(8, False), (10, True)])
def test_text_is_coherent_when_nine_tenths_of_its_leaves_are_text(leaves: int, is_whole: bool) -> None:
    """The paper's threshold: of 8 paragraphs and a picture .89 are text, of 10 and one .91."""
    text = "大桥因发现裂缝于周一关闭，工程师预计维修将持续到下月底。"
    page = Page.parse(f"<body><div id=a>{f'<p>{text}</p>' * leaves}<script>x</script><img src=x></div></body>")
    nta = Nta()
    nodes = annotate(page)
    whole, _ = nta._pruned(page, nodes, page.tags.index("body"))
    assert bool(whole[page.tags.index("div")] or whole[page.tags.index("body")]) == is_whole


@pytest.mark.parametrize(("length", "is_time"), [(300, True), (301, False)])
def test_an_element_that_says_a_time_says_hardly_anything_else(length: int, is_time: bool) -> None:
    date = "2024-02-03 10:15"
    page = Page.parse(f"<p>{date}{'x'.rjust(length - len(date))}</p>".replace(" x", "xx").replace("  ", "xx"))
    index = page.tags.index("p")
    assert int(page.stop[index] - page.start[index]) == length
    assert says_time(page, index) == is_time


def test_only_what_leads_somewhere_or_is_data_tells_the_post_that_a_quote_is_of() -> None:
    for attribute, post in (("data-post", "4711"), ("title", ""), ("aria-label", "")):
        page = Page.parse(f'<div><blockquote {attribute}="4711">Words.</blockquote></div>')
        assert quote_source(page, [page.tags.index("blockquote")], ["Ann"], ["4711"]) == ("", post)


def test_a_page_without_a_web_address_is_no_evidence() -> None:
    links = ((f"{FORUM}/t/5", "A long title of a thread"),)
    crawled = crawl_evidence.look([SeenPage("mailto:ann@f.test", ("1", "2"), links)], set())
    assert (crawled.posts, crawled.titles) == ({}, {})


def test_a_number_behind_a_word_that_hangs_on_another_number_is_no_page() -> None:
    links = tuple((f"{FORUM}/12abcdefg{number}", str(number)) for number in (2, 3))
    page = SeenPage(f"{FORUM}/12abcdefg", ("1",), links)
    assert [way for row in rows_of(page) for way in ways_of(page, row)] == []


@pytest.mark.parametrize("moved", [False, True])
def test_threads_are_addressed_anew_only_when_addresses_mean_something_else(moved: bool) -> None:
    def resolver(confidence: float) -> Resolver:
        return Resolver.from_dict(RESOLVER | {"confidence": confidence})

    spider = cast(Any, SimpleNamespace(_resolvers={}, _threads=Mock(), _waiting={}, _parts={}))
    ForumSpider._go_by(spider, "f.test", resolver(0.9))
    ForumSpider._go_by(spider, "f.test", resolver(0.8 if moved else 0.9))
    assert spider._threads.readdress.called is moved


@pytest.mark.parametrize(
    ("claimed", "is_own", "asks"),
    [("page", False, False), ("other", True, False), ("other", False, True), (None, True, True)],
)
def test_what_this_request_claimed_is_not_claimed_again(claimed: str | None, is_own: bool, asks: bool) -> None:
    addresses = Mock()
    addresses.page_name.return_value = "page"
    addresses.is_own_claim.return_value = is_own
    crawl = Mock()
    crawl.site.return_value.addresses = addresses
    crawl.claims.claim.return_value = True
    request = Request(f"{FORUM}/t/5", meta={"newsbody": {"claimed": claimed}})
    assert OnceMiddleware._is_first(cast(Any, Mock()), crawl, request)
    assert crawl.claims.claim.called is asks


@pytest.mark.parametrize(("before", "hides"), [(299_950, True), (300_000, False)])
def test_three_hundred_thousand_characters_of_sheets_are_read(before: int, hides: bool) -> None:
    sheets = Sheets(["/*" + " " * (before - 4) + "*/.a{display:none}"])
    assert bool(sheets.blocks_of("p", "", "a")) is hides


def test_sixteen_blocks_of_a_name_and_three_hundred_names_of_sheets_are_read() -> None:
    assert [len(Sheets([".c{display:none}" * count]).blocks_of("p", "", "c")) for count in (15, 16, 17)] == [15, 16, 16]
    sheets = Sheets(["".join(f".c{number}{{display:none}}" for number in range(302))])
    assert [bool(sheets.blocks_of("p", "", f"c{number}")) for number in range(302)] == [True] * 300 + [False] * 2


def test_it_is_known_which_paragraphs_a_line_break_begins() -> None:
    page = Page.parse("<p>one<br>two</p><p>three<br>four</p>")
    assert dict(zip(page.paragraphs, page.after_br.tolist(), strict=True)) == {
        "one": False, "two": True, "three": False, "four": True,
    }  # fmt: skip


def test_what_nobody_judged_is_as_likely_as_can_be() -> None:
    assert (Reading("article").probability, Reading("article").page_number, Reading("article").unread) == (1.0, 1, 0)


@pytest.mark.parametrize(
    ("markup", "line"),
    [
        ("<a href=/1>Next</a>", "Next"),
        ("<p>A text.</p><a href=/1>Next</a>", "Next"),
        ("<a href=/1>Next</a> page", ""),
        ("<p><a href=/0>Up</a></p><p><a href=/1>Next</a></p>", "Next"),
        ("", ""),
    ],
)
def test_the_last_line_of_links_of_an_element(markup: str, line: str) -> None:
    page = Page.parse(f"<section>{markup}</section><p>More.</p>")
    assert _line_of_links(page, page.tags.index("section")) == line


def test_of_pages_that_say_the_same_the_first_is_named() -> None:
    repeats = Repeats(str, Mock(), Mock(), Mock())
    texts = ["The old bridge was closed on Monday, after cracks were found in one of its pillars. " * 4]
    first, second = "http://n.test/a/5", "http://n.test/print/5"
    assert [repeats.same_page(url, texts) for url in (first, second, first)] == [None, first, None]
    assert repeats.same_page("http://n.test/a/6", ["Too short."]) is None


@pytest.mark.parametrize(("taken", "tells"), [(5, True), (6, False)])
def test_articles_are_no_more_than_half_of_the_addresses_of_another_length(taken: int, tells: bool) -> None:
    links = {f"{FORUM}/{n}/about": LinkEvidence() for n in range(10)} | {f"{FORUM}/a": LinkEvidence(fed=True)}
    of_articles = [f"{FORUM}/{n}/about" for n in range(taken)]
    resolver = cast(Resolver, SimpleNamespace(kind=lambda url: "topic" if url in of_articles else "other"))
    assert _takes_all(resolver, links) is not tells


def test_forty_pages_that_show_no_article_wait_at_once() -> None:
    site, released = SimpleNamespace(passed_over=[]), list[object]()

    def release(site: Any, page: object) -> None:
        site.passed_over.remove(page)
        released.append(page)

    room = cast(WaitingRoom, SimpleNamespace(release=release))
    pages = [SimpleNamespace(state=PageState.WAITING, number=number) for number in range(41)]
    for number, page in enumerate(pages):
        WaitingRoom.pass_over(room, cast(Any, site), cast(Any, page))
        assert released == ([pages[0]] if number == 40 else [])


@pytest.mark.parametrize(("bodies", "several"), [(4, True), (3, False)])
def test_two_posts_a_page_take_turns_with_their_dates(bodies: int, several: bool) -> None:
    elements = [[0, 1], [0, 1][: bodies - 2]]
    found = Candidate(Selector.parse("div.text"), elements, marks=[np.arange(2), np.arange(2)])
    assert found.takes_turns is several


@pytest.mark.parametrize(("segments", "is_page"), [(64, True), (65, False)])
def test_a_path_has_sixty_four_segments(segments: int, is_page: bool) -> None:
    assert (split_url(FORUM + "/a" * segments) is not None) == is_page


def test_twenty_thousand_tags_of_a_page_are_read() -> None:
    assert within_limits(b"<p>x" * 20_001)[0].count(b"<p>") == 20_000


@pytest.mark.parametrize(
    "pieces", [["2025", "22", "Sep", "2026"], ["22", "Sep", "Oct", "2026"], ["1", "2", "3", "2026"]]
)
def test_a_date_has_one_year_and_two_other_parts(pieces: list[str]) -> None:
    assert join_date(pieces) is None


def test_who_posts_once_does_not_show_that_a_time_is_of_his() -> None:
    assert not is_of_authors({1: "2020", 2: "2021"}, {1: "Ann", 2: "Bob"})
    assert is_of_authors({1: "2020", 2: "2020", 3: "2021"}, {1: "Ann", 2: "Ann", 3: "Bob"})


def test_a_line_of_two_pages_is_of_the_site() -> None:
    said = ["Said by all.", "Said by all.", "Said by one.", "Of another."]
    assert _lines_of_the_site([Page.parse(f"<p>{line}</p>") for line in said]) == {"Said by all."}
