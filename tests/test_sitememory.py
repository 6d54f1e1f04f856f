from __future__ import annotations

import json
import random
import tracemalloc
import weakref
from collections.abc import Iterable, Iterator, Sequence
from zlib import crc32

import numpy as np
import pytest
from lxml import etree
from numpy.typing import NDArray

from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.reading import PLACE
from newsbody.crawl.pages.tasks import read
from newsbody.extraction import MAX_JUDGED, extract, extract_many, extract_site
from newsbody.extractors.assessed import JudgedPage
from newsbody.extractors.auto import table as tables
from newsbody.extractors.auto.extractor import Auto
from newsbody.extractors.auto.site_evidence import evidence_of, trace_of, with_evidence
from newsbody.extractors.auto.table import ParagraphTable, slot_hashes
from newsbody.ground import sitememory
from newsbody.ground.sitememory import DATE, PAGES, PageTrace, SiteMemory, hashed, said_hashes
from newsbody.page import Page
from newsbody.page.body import Body
from newsbody.rules.rule import Rule
from newsbody.rules.selector import Selector
from tests.article_pages import article


def remembered(*htmls: str, probability: float = 0.8) -> SiteMemory:
    memory = SiteMemory()
    for number, html in enumerate(htmls):
        table = ParagraphTable(Page.parse(html))
        memory.keep(str(number), trace_of(table, np.full(len(table.weight), probability)))
    return memory


def page_of(text: str, slot: str = "b", extra: str = "") -> str:
    return f"<div class={slot}><p>{text} of these days</p></div><div class=f><p>the same sentence everywhere{extra}</p>"


def test_the_same_text_elsewhere_speaks_against_a_paragraph() -> None:
    memory = remembered(*(page_of(f"a rather long story {word}" * 4) for word in ("one", "two", "three")))
    table = ParagraphTable(Page.parse(page_of("a rather long story four" * 4)))
    before = np.array([0.8, 0.8])
    evidence = evidence_of(memory, "other", table, before)
    assert (evidence.pages, evidence.seen.tolist(), evidence.slot_pages.tolist()) == (3, [0, 3], [3, 3])
    after = with_evidence(before, evidence)
    assert after[0] == pytest.approx(0.8, abs=0.01)
    assert after[1] < 0.5


def test_what_one_other_page_says_too_stays_where_the_page_alone_is_sure_of_it() -> None:
    """An article quotes another one of its site, or is printed with an older one."""
    memory = remembered(page_of("a rather long story one" * 4))
    table = ParagraphTable(Page.parse(page_of("a rather long story four" * 4)))
    for sure, stays in ((0.8, True), (0.7, False)):
        before = np.array([0.8, sure])
        evidence = evidence_of(memory, "other", table, before)
        assert evidence.seen.tolist() == [0, 1]
        assert bool(with_evidence(before, evidence)[1] > 0.5) is stays


def test_a_slot_of_likely_body_speaks_for_a_paragraph() -> None:
    stories = [page_of(f"a rather long story {word}" * 4, extra=word) for word in ("one", "two", "three")]
    table = ParagraphTable(Page.parse(page_of("a rather long story four" * 4, extra="x")))
    before = np.array([0.4, 0.4])
    assert (
        with_evidence(before, evidence_of(remembered(*stories, probability=0.9), "x", table, before)) > before
    ).all()
    assert (
        with_evidence(before, evidence_of(remembered(*stories, probability=0.1), "x", table, before)) < before
    ).all()


def test_a_footer_in_the_slot_of_the_body_is_left_to_the_extractor() -> None:
    pages = [f"<div class=b><p>{f'a rather long story {word} ' * 9}</p><p>from our {word}</p></div>" for word in "abcd"]
    memory = SiteMemory()
    for word, html in zip("abc", pages, strict=False):
        memory.keep(word, trace_of(ParagraphTable(Page.parse(html)), np.array([0.95, 0.2])))
    table, before = ParagraphTable(Page.parse(pages[3])), np.array([0.95, 0.2])
    assert with_evidence(before, evidence_of(memory, "d", table, before)) == pytest.approx(before, abs=0.02)
    missed = np.array([0.1, 0.02])
    assert (with_evidence(missed, evidence_of(memory, "d", table, missed)) > 2 * missed).all()


def test_slots_are_told_apart_by_the_nearest_class_above() -> None:
    deep = "<div class={}><div><ul><li><ul><li>a rather long story {}</ul></ul></div></div>"
    memory = remembered(deep.format("body", "one"), probability=0.9)
    for name, slots in (("body", 1), ("menu", 0)):
        table = ParagraphTable(Page.parse(deep.format(name, "two")))
        assert evidence_of(memory, "other", table, np.array([0.5])).slot_pages.tolist() == [slots]


def test_classes_of_a_page_alone_tell_no_slots_apart() -> None:
    html = "<article class='post category-{0} {0}'><div class=body><p>a rather long story {0}</p></div></article>"
    memory = SiteMemory()
    for name in ("post-rain-falls", "post-bridge-reopens"):
        table = ParagraphTable(Page.parse(html.format(name), f"http://a.example/{name}.html"))
        memory.keep(name, trace_of(table, np.array([0.9])))
    table = ParagraphTable(Page.parse(html.format("post-snow-melts"), "http://a.example/post-snow-melts/?p=1"))
    assert evidence_of(memory, "other", table, np.array([0.5])).slot_pages.tolist() == [2]


def test_a_page_is_no_evidence_for_itself_nor_is_the_same_story() -> None:
    html = page_of("a rather long story" * 4)
    table = ParagraphTable(Page.parse(html))
    before = np.array([0.8, 0.3])
    memory = remembered(html)
    assert evidence_of(memory, "0", table, before).pages == 0
    assert evidence_of(memory, "reprint", table, before).pages == 0
    assert with_evidence(before, evidence_of(memory, "0", table, before)) == pytest.approx(before)


def test_the_order_makes_no_difference_once_the_sample_is_full() -> None:
    stories = [(str(number), page_of(f"story {number} " * 5)) for number in range(sitememory.PAGES + 10)]
    memories = []
    for seed in range(3):
        memory = SiteMemory()
        for key, html in random.Random(seed).sample(stories, len(stories)):
            table = ParagraphTable(Page.parse(html))
            memory.keep(key, trace_of(table, np.full(len(table.weight), 0.5)))
        memories.append(memory)
    assert memories[0] == memories[1] == memories[2]
    assert len(memories[0]) == sitememory.PAGES


def test_text_that_most_pages_share_does_not_make_them_the_same_story() -> None:
    notice = "<p>the same long notice to all readers of this paper stands under every story of it</p>"
    memory = remembered(*(page_of(f"news {word}") + notice for word in ("one", "two", "three")))
    table = ParagraphTable(Page.parse(page_of("news four") + notice))
    evidence = evidence_of(memory, "other", table, np.array([0.8, 0.8, 0.8]))
    assert (evidence.pages, evidence.seen.tolist()) == (3, [0, 3, 3])


DISCLAIMER = (
    "<div class=b><p>The data on this page may be wrong at any time, and the owner answers for none of it. What is "
    "said here is the view of the owner alone, who may change it whenever he likes. Nobody promises that anything is "
    "complete, current, fit for a purpose or funny, and nobody pays for losses, injuries or damages that come of it."
    "</p></div>"
)


def site_with_a_line(line: str) -> list[Page]:
    """Five articles above a disclaimer in a box of the same class, and a page that says no more than a line there."""
    stories = ["".join(f"<p>{text}</p>" for text in article(number)[1]) for number in range(5)]
    pages = [f"<h1>News {n}</h1><div class=b>{text}</div>{DISCLAIMER}" for n, text in enumerate([*stories, line])]
    return [Page.parse(html, f"http://a.example/{number}") for number, html in enumerate(pages)]


def test_what_all_pages_say_is_no_body_of_the_page_that_says_little_else() -> None:
    *_, brief = site_with_a_line("<p>Snow falls.</p>")
    assert "may be wrong" in extract(brief).text
    bodies, _ = extract_site(site_with_a_line("<p>Snow falls.</p>"))
    assert not any("may be wrong" in body.text for body in bodies)
    assert all(body.text.count("\n") == 5 for body in bodies[:5])


def test_a_line_stands_in_the_place_of_the_other_bodies() -> None:
    *_, brief = pages = site_with_a_line("<p>Snow falls.</p>")
    _, memory = extract_site(pages)
    found = JudgedPage(brief).body_in_place(memory)
    assert found is not None
    assert found.text == "Snow falls."
    elsewhere = Page.parse("<div class=menu><p>Snow falls.</p></div>", "http://a.example/menu")
    assert JudgedPage(elsewhere).body_in_place(memory) is None
    assert JudgedPage(brief, "cecs").body_in_place(memory) is None
    assert JudgedPage(brief).body_in_place(SiteMemory()) is None


def test_a_line_of_nearly_every_page_is_the_sites_however_sure_the_extractor_is() -> None:
    evidence = evidence_of(memory_of_lines(), "other", *lines_of("four"))
    assert evidence.seen.tolist() == [0, 3]
    assert with_evidence(np.array([0.99, 0.9999]), evidence).round(1).tolist() == [1, 0]


def test_copies_of_a_page_do_not_make_its_body_the_sites() -> None:
    memory = memory_of_lines()
    table, probability = lines_of("two")
    for number in range(4):
        memory.keep(f"copy {number}", trace_of(table, probability))
    evidence = evidence_of(memory, "other", table, probability)
    assert (evidence.pages, evidence.seen.tolist()) == (2, [0, 2])


def lines_of(word: str) -> tuple[ParagraphTable, NDArray[np.float64]]:
    html = f"<p>the story of number {word} is a long one</p><p>and this line stands under all of them</p>"
    return ParagraphTable(Page.parse(html)), np.array([0.9, 0.9])


def memory_of_lines() -> SiteMemory:
    memory = SiteMemory()
    for word in ("one", "two", "three"):
        memory.keep(word, trace_of(*lines_of(word)))
    return memory


def test_every_page_counts_the_same_in_a_slot_and_what_was_never_asked_about_stays_out() -> None:
    memory = remembered(page_of("a long story " * 200), probability=0.9)
    memory = memory.merge(SiteMemory({7: remembered(page_of("brief"), probability=0.1).pages[crc32(b"0")]}))
    table = ParagraphTable(Page.parse(page_of("another story")))
    evidence = evidence_of(memory, "other", table, np.array([0.5, 0.0]))
    assert evidence.slot_probability[0] == pytest.approx(0.5)
    assert with_evidence(np.array([0.5, 0.0]), evidence)[1] == 0


def test_merging_is_the_same_as_having_seen_all() -> None:
    stories = [page_of(f"story {number} " * 5) for number in range(6)]
    whole = remembered(*stories)
    left, right = SiteMemory(dict(list(whole.pages.items())[:4])), SiteMemory(dict(list(whole.pages.items())[2:]))
    assert left.merge(right) == right.merge(left) == whole


def test_a_memory_comes_back_through_json_and_is_bounded() -> None:
    long = "".join(f"<p>paragraph number {number} of this page</p>" for number in range(3000))
    memory = remembered(*(f"{long}<p>{number}" for number in range(sitememory.PAGES)))
    dumped = json.dumps(memory.to_dict())
    assert SiteMemory.from_dict(json.loads(dumped)) == memory
    assert len(dumped) < 64_000


def test_a_memory_of_an_earlier_version_is_read() -> None:
    (trace,) = SiteMemory.from_dict({"1": [[1], [2], [3], 1, 77]}).pages.values()
    assert (trace.day_order, list(trace.said)) == (1, [])


@pytest.mark.parametrize(
    "data", [{"1": [[1], [2], []]}, {"1": [[1], [2]]}, {"x": [[1], [2], [3]]}, {"1": 5}, {"1": [[], [], [], "x"]}]
)
def test_another_dictionary_is_no_memory(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="no site memory"):
        SiteMemory.from_dict(data)


# --- extract, extract_many -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("proof", "lang", "expected"),
    [("25/4/2026", "en", "2026-04-03"), ("4/25/2026", "fr", "2026-03-04"), ("2/2/2026", "en", "2026-03-04")],
)
def test_the_order_of_day_and_month_is_that_of_other_pages_of_the_site(proof: str, lang: str, expected: str) -> None:
    words = "the harbour bridge was closed again on Monday since the river rose, and the ferry takes everybody across"
    stories = [(n, "3/4/2026" if n else proof) for n in range(6)]
    pages = [
        (f"<html lang={lang}><h1>Story {n} of it</h1><p>{day}</p><p>{n} {words}.</p><p>{n} {words} in {n} days.</p>",
         f"http://paper.example/{n}")
        for n, day in stories
    ]  # fmt: skip
    for order in (pages, pages[::-1]):
        dates = {article.url[-1]: article.datePublished for article in extract_many(order)}
        assert {dates[str(n)] for n in range(1, 6)} == {expected}
    assert extract(*pages[1]).datePublished == ("2026-03-04" if lang == "en" else "2026-04-03")


MISSION = "We believe that every town needs a paper of its own, and we thank the readers who make this one possible."


def test_one_page_alone_is_as_without_memory() -> None:
    html, body = article(1)
    (found,) = extract_many([Page.parse(html, "http://gazette.example/1")])
    assert found.text == extract(html).text == "\n".join(body)


def test_bodies_come_in_the_order_of_the_pages_and_do_not_depend_on_it() -> None:
    pages = [Page.parse(article(number)[0], f"http://gazette.example/{number}") for number in range(5)]
    pages.insert(2, Page.parse(""))
    pages.insert(4, Page.parse(article(9)[0], "http://other.example/9"))
    found = list(extract_many(pages))
    assert [one.body and one.body.page for one in found] == pages
    assert [body.text for body in extract_many(pages[::-1])][::-1] == [body.text for body in found]
    assert found[0].text.split("\n") == article(0)[1]


def test_slots_of_a_page_are_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Page] = []

    def counted(page: Page, *args: NDArray[np.int64]) -> NDArray[np.int64]:
        asked.append(page)
        return slot_hashes(page, *args)

    monkeypatch.setattr(tables, "slot_hashes", counted)
    pages = [Page.parse(article(number)[0], f"http://site.test/{number}") for number in range(3)]
    extract_site(pages)
    assert sorted(map(id, asked)) == sorted(map(id, pages))


def test_other_extractors_know_single_pages_only() -> None:
    pages = [Page.parse(article(number)[0], f"http://gazette.example/{number}") for number in range(3)]
    assert [body.text for body in extract_many(pages, "cecs")] == [
        extract(article(n)[0], extractor="cecs").text for n in range(3)
    ]


@pytest.mark.slow
def test_pages_come_with_their_addresses_and_are_not_held() -> None:
    def given() -> Iterator[tuple[str, str]]:
        for number in range(120):
            yield article(number % 30, about=MISSION)[0], f"http://gazette{number % 3}.example/{number}"

    whole = [one.text for one in extract_many([Page.parse(*one) for one in given()])]
    held: list[weakref.ref[Page]] = []
    for found, text in zip(extract_many(given()), whole, strict=True):
        assert found.text == text
        assert found.body is not None
        held.append(weakref.ref(found.body.page))
        assert sum(page() is not None for page in held) <= MAX_JUDGED + 2


def test_what_is_no_page_is_told_in_a_line() -> None:
    page = "<p>" + "A long page. " * 1000
    for given in ((page, 3), (page, "http://a.example/", "utf-8"), [page]):
        with pytest.raises(TypeError) as raised:
            list(extract_many([given]))  # type: ignore[list-item]
        assert len(str(raised.value)) < 120


def _in_site(page: Page, memory: SiteMemory, extractor: str = "auto") -> Body:
    return JudgedPage(page, extractor).body(memory)


def test_a_later_page_is_read_like_one_of_the_sample() -> None:
    pages = [Page.parse(article(number, about=MISSION)[0], f"http://gazette.example/{number}") for number in range(5)]
    bodies, memory = extract_site(pages)
    assert len(memory) == 5
    assert [_in_site(page, memory).text for page in pages] == [body.text for body in bodies]
    html, body = article(7, about=MISSION)
    assert _in_site(Page.parse(html), memory).text.split("\n") == body
    assert _in_site(Page.parse(""), memory).text == ""


def test_without_memory_a_page_is_read_by_itself() -> None:
    html, _ = article(3, about=MISSION)
    assert _in_site(Page.parse(html), SiteMemory()).text == extract(html).text
    _, memory = extract_site([Page.parse(article(number)[0]) for number in range(3)], "cecs")
    assert len(memory) == 0
    assert _in_site(Page.parse(html), memory, "cecs").text == extract(html, extractor="cecs").text


def test_memory_of_large_pages_is_small() -> None:
    rows = {str(page): [range(page, page + 80), range(80), [50] * 80] for page in range(2 * PAGES)}
    tracemalloc.start()
    memory = SiteMemory.from_dict(rows).merge(SiteMemory())
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(memory) == PAGES
    assert taken < 1500 * PAGES


def test_of_a_memory_that_somebody_made_larger_no_more_pages_are_read_than_are_kept() -> None:
    memory = SiteMemory.from_dict({str(page): [[page], [1], [50]] for page in range(300)})
    assert sorted(memory.pages) == list(range(PAGES))
    table, likely = lines_of("four")
    assert evidence_of(memory, "other", table, likely).pages == PAGES


@pytest.mark.parametrize("page", [[[-1], [], []], [[2**32], [], []], [[], [1], [256]], [[], [1], []], [["a"], [], []]])
def test_row_that_no_memory_wrote_is_refused(page: list[list[object]]) -> None:
    with pytest.raises(ValueError, match="no site memory"):
        SiteMemory.from_dict({"1": page})


@pytest.mark.parametrize(
    ("address", "text"), [("http://a.example/5", "Snow falls."), ("http://a.example/tag/snow/", "")]
)
def test_a_crawl_reads_a_line_in_place_but_on_a_list(address: str, text: str) -> None:
    pages = site_with_a_line("<p>Snow falls.</p>")
    _, memory = extract_site(pages)
    data = etree.tostring(pages[-1].root)
    elsewhere = Rule(kind="article", body=(Selector.parse("div.other"),)).to_dict()
    for rule in (None, elsewhere):  # that the rule of the site does not match says nothing against the place
        source = Source(data, address, wanted=frozenset(("articleBody", PLACE)))
        reading = read(source, "article", rule, memory, "auto")
        assert (reading.text, reading.in_place) == (text, bool(text))
    alone = read(Source(data, address), "article", None, memory, "auto")  # who wants the body alone is told of none
    assert (alone.text, alone.in_place) == ("", False)


def test_what_was_found_and_holds_the_place_and_more_is_kept() -> None:
    listed = "".join(f"<li>{line}</li>" for line in article(3)[1])
    pages = site_with_a_line(f"<p>Six things are said.</p><ul>{listed}</ul>")
    _, memory = extract_site(pages)
    wanted = frozenset(("articleBody", PLACE))
    data = etree.tostring(pages[-1].root)
    reading = read(Source(data, "http://a.example/5", wanted=wanted), "article", None, memory, "auto")
    assert reading.text.count("\n") == 6


@pytest.mark.parametrize(("alone", "stays"), [(0.97, True), (0.6, False)])
def test_a_body_that_the_page_is_sure_of_is_not_made_less_likely(alone: float, stays: bool) -> None:
    pages = [page_of(" ".join(article(number)[1]), extra=f" {number}") for number in range(5)]
    memory = remembered(*pages[:4], probability=0.3)  # in the slots of the body little is
    table = ParagraphTable(Page.parse(pages[4]))
    known = np.full(len(table.weight), alone, dtype=np.float32)
    again = Auto().judge_known(table, known, memory, "other")
    assert np.array_equal(again.probability, known) is stays


def test_tables_and_references_stay_where_other_pages_have_none() -> None:
    """A table and a list of sources, as an encyclopedia has them, on every second page."""
    pages = []
    for number in range(6):
        story = "".join(f"<p>{line}</p>" for line in article(number)[1])
        rows = "".join(f"<tr><td>{1900 + 10 * n}</td><td>{n * number} houses by the river</td></tr>" for n in range(9))
        sources = "".join(f"<li>Holt, A. ({1950 + n}). On the river {number}{n}, an account.</li>" for n in range(6))
        more = f"<h2>Houses</h2><table>{rows}</table><h2>Sources</h2><ol class=references>{sources}</ol>"
        html = f"<h1>Town {number}</h1><div class=text>{story}{more if number % 2 else ''}</div>"
        pages.append((f"<title>Town {number}</title>{html}", f"http://a.example/town-{number}"))
    for (html, url), together in zip(pages, extract_many(pages), strict=True):
        alone = extract(html, url).text
        assert set(alone.splitlines()) - set(together.text.splitlines()) <= {"Houses", "Sources"}
        assert together.text.count("houses by") == alone.count("houses by") == 9 * (int(url[-1]) % 2)


def stating(dates: Iterable[int]) -> SiteMemory:
    memory = SiteMemory()
    for number, date in enumerate(dates):
        memory.keep(f"/{number}", PageTrace.of([], [], [], said=(hashed(DATE), date) if date else ()))
    return SiteMemory.from_dict(json.loads(json.dumps(memory.to_dict())))


@pytest.mark.parametrize(
    ("dates", "of_site"),
    [
        ((), ()),
        ((7, 7), ()),
        ((7, 7, 7), (7,)),
        ((7, 7, 7, 1, 2, 3), (7,)),
        ((7, 7, 7, 1, 2, 3, 4), ()),
        ((0, 0, 0), ()),
    ],
)
def test_what_most_pages_state_alike_is_the_site_s(dates: Sequence[int], of_site: Sequence[int]) -> None:
    assert stating(dates).facts.alike == frozenset(of_site)


@pytest.mark.parametrize(
    ("names", "alike", "telling"),
    [
        ("AAB", "", True),
        ("AAA", "A", False),
        ("AAA ", "", False),
        ("ABCD", "", False),
        ("AB", "", False),
        ("AAB ", "", True),
        ("AAB     ", "", False),
    ],
)
def test_what_names_one_of_a_few_on_each_page_is_told_from_what_all_say(names: str, alike: str, telling: bool) -> None:
    memory = SiteMemory()
    for number, name in enumerate(names):
        said = said_hashes({"span by": name} if name.strip() else {})
        memory.keep(f"/{number}", PageTrace.of([], [], [], said=said))
    facts = SiteMemory.from_dict(json.loads(json.dumps(memory.to_dict()))).facts
    assert (facts.is_alike("span by", "A"), hashed("span by") in facts.telling) == (bool(alike), telling)
