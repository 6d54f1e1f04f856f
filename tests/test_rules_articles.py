"""Article rules: what several pages agree on."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from lxml import html

from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.reading import PLACE
from newsbody.crawl.pages.tasks import read
from newsbody.extractors.assessed import JudgedPage
from newsbody.ground.sitememory import SiteMemory
from newsbody.page import Page
from newsbody.page.body import Body, empty
from newsbody.page.excerpt import Outline
from newsbody.rules.articles.article_templates import MANY
from newsbody.rules.articles.learn_article import learn_article_rule
from newsbody.rules.articles.match import apply_article, find_article, is_known, short_body, whole_in_place
from newsbody.rules.articles.own_words import is_part, own_words
from newsbody.rules.articles.text import article_text
from newsbody.rules.rule import Rule
from newsbody.rules.selector import Selector
from tests.forum_pages import SENTENCES

LEARNED = "2024-05-01"


def article(number: int, container: str = "story") -> Page:
    lines = "".join(f"<p>{SENTENCES[(number * 5 + place) % 12]} ({number}/{place})</p>" for place in range(5))
    return Page.parse(
        f"<html><head><title>News {number}</title></head><body><div class='nav'><a href='/'>Home</a></div>"
        f"<div class='main'><h1>News {number}</h1><div class='{container}'><p>Source: paper number {number}</p>{lines}"
        f"<div class='more'><p>Read also the great story of week {number} and what became of it</p></div>"
        f"<p>All rights stay with the editors of this page.</p></div></div></body></html>",
        f"http://news.example/{number}.html",
    )


def long_article(number: int) -> Page:
    """One paragraph of it is less than NEARLY leaves over, and more than SAME does."""
    twice = [2 * SENTENCES[(number + place) % 12] for place in range(12)]  # too long to be compared without numbers
    more = "".join(f"<p>({number}/{place}) {text}</p>" for place, text in enumerate(twice, 5))
    return changed(article(number), "<div class='more'>", f"{more}<div class='more'>")


def generic(page: Page, *, more: bool = False) -> Body:
    """What a generic extractor may find: the numbered lines; ``more``: the line about another story too."""
    chosen = np.array(["/" in line or (more and line.startswith("Read also")) for line in page.paragraphs])
    return Body.of_paragraphs(page, chosen)


def learned(pages: list[Page], bodies: list[Body] | None = None) -> Rule | None:
    return learn_article_rule(pages, bodies or [generic(page) for page in pages], LEARNED)


def test_rule_from_a_few_articles() -> None:
    rule = learned([article(number) for number in range(5)])
    assert rule is not None
    assert [str(selector) for selector in rule.body] == ["div.story"]
    assert rule.learned == LEARNED
    assert rule.evidence.pages == 5
    body = apply_article(rule, article(9))
    assert body is not None
    assert body.text == generic(article(9)).text
    assert body.source == "rule"


def test_rule_corrects_the_page_where_the_extractor_errs() -> None:
    rule = learned([article(number) for number in range(5)])
    assert rule is not None
    later = article(9)
    body = apply_article(rule, later)
    assert body is not None
    assert body.text == generic(later).text
    assert body.text != generic(later, more=True).text


def test_no_rule_where_it_differs_from_the_extractor() -> None:
    pages = [article(number) for number in range(5)]
    bodies = [generic(page) for page in pages]
    without_one = ["/" in line and "(2/1)" not in line for line in pages[2].paragraphs]
    bodies[2] = Body.of_paragraphs(pages[2], np.array(without_one))
    assert learned(pages, bodies) is None


def test_what_the_extractor_leaves_out_on_the_other_pages_is_no_evidence_against_a_rule() -> None:
    pages = [article(number) for number in range(5)]
    rule = learned(pages, [generic(page, more=number == 2) for number, page in enumerate(pages)])
    assert rule is not None
    body = apply_article(rule, pages[2])
    assert body is not None
    assert body.text == generic(pages[2]).text


@pytest.mark.parametrize("line", ["Printed in the old town since 1901.", "Monday, {0} March | {0} comments"])
def test_lines_that_stand_on_several_pages_are_no_evidence_against_a_rule(line: str) -> None:
    pages = [changed(article(number), "<h1>", f"<p class='top'>{line.format(number)}</p><h1>") for number in range(5)]
    bodies = [
        Body.of_paragraphs(page, np.array(["/" in text or text == line.format(number) for text in page.paragraphs]))
        for number, page in enumerate(pages)
    ]
    rule = learned(pages, bodies)
    assert rule is not None
    body = apply_article(rule, pages[3])
    assert body is not None
    assert body.text == generic(pages[3]).text


def test_no_rule_from_too_few_articles() -> None:
    pages = [article(number) for number in range(5)]
    assert learned([]) is None
    assert learned(pages[:2]) is None
    assert learn_article_rule(pages, [empty(page) for page in pages], LEARNED) is None


def test_no_rule_when_pages_do_not_agree() -> None:
    pages = [article(number, f"story{'abcde'[number]}") for number in range(5)]
    bodies = [generic(page) for page in pages]
    half = [
        Body(page, body.runs & (np.arange(len(body.runs)) % 2 == 0)) for page, body in zip(pages, bodies, strict=True)
    ]
    assert learned(pages, half) is None


def test_a_page_of_another_template_is_not_matched() -> None:
    rule = learned([article(number) for number in range(5)])
    assert rule is not None
    assert apply_article(rule, article(9, "other")) is None
    assert apply_article(rule, Page.parse("")) is None
    assert apply_article(rule, Page.parse("<div class='story'>Only a picture</div>")) is None


def test_a_new_kind_of_block_in_the_body_is_another_template() -> None:
    rule = learned([article(number) for number in range(5)])
    assert rule is not None
    source = "<div class='promo'>Get our new pocket edition with all the stories of the week</div>"
    later = changed(article(9), "<p>Source", f"{source}<p>Source")
    assert apply_article(rule, later) is None
    assert apply_article(replace(rule, seen=()), later) is not None


def test_a_number_alone_is_not_the_sites_where_each_page_has_others_elsewhere() -> None:
    pages = [changed(article(number), "<h1>", f"<p>{40 + number}</p><h1>") for number in range(4)]
    pages[0] = changed(pages[0], "<div class='more'>", "<p>9203</p><div class='more'>")
    bodies = [
        Body.of_paragraphs(page, np.array(["/" in line or line == "9203" for line in page.paragraphs]))
        for page in pages
    ]
    assert "9203" in Body(pages[0], own_words(pages, bodies)[0]).text


@pytest.mark.parametrize(("walls", "more"), [(1, True), (2, False)])
def test_one_article_alone_does_not_tell_that_a_block_of_its_own_is_body(walls: int, more: bool) -> None:
    def subscribers(number: int) -> Page:
        return changed(
            article(number), "<div class='more'>", f"<div class='w'>{SENTENCES[number]} (w/)</div><div class='more'>"
        )

    rule = learned([subscribers(number) if number < walls else article(number) for number in range(5)])
    assert rule is not None
    later, found = subscribers(9), find_article(rule, subscribers(9))
    assert found
    assert found[1] == more
    assert article_text(rule, Outline(later.root), lambda: later) == (found[0].text, more)
    plain = find_article(rule, article(9))
    assert plain
    assert not plain[1]


def test_each_template_of_a_site_is_learned() -> None:
    containers = ("story", "report", "feature")

    def page(number: int, container: str) -> Page:
        return changed(article(number, container), "class='main'", f"class='{container}s'")

    rule = learned([page(number, containers[number % 3]) for number in range(12)])
    assert rule is not None
    assert sorted(str(template.body[0]) for template in rule.templates) == ["div.feature", "div.report", "div.story"]
    assert Rule.from_dict(rule.to_dict()) == rule
    for container in containers:
        later = page(20, container)
        whole, part = apply_article(rule, later), article_text(rule, Outline(later.root), partial(page, 20, container))
        assert whole is not None
        assert part is not None
        assert whole.text == part.text == generic(later).text
    assert apply_article(rule, page(20, "other")) is None


def test_what_another_template_does_not_know_says_nothing_of_a_body() -> None:
    def framed(number: int) -> Page:
        return changed(article(number), "<p>Source", f"<div class='note'>{SENTENCES[number]} (n/)</div><p>Source")

    rules = [learned([make(number) for number in range(5)]) for make in (framed, article)]
    assert all(rules)
    first, second = (rule for rule in rules if rule)
    both = replace(first, more=(replace(second, seen=(Selector.parse("b.none"),), shown_once=first.seen),))
    later, found = framed(9), find_article(both, framed(9))
    assert found
    assert not found[1]
    assert article_text(both, Outline(later.root), lambda: later) == (found[0].text, False)


@pytest.mark.parametrize("block", ["div class='promo'", "p"])
def test_a_page_that_differs_is_no_evidence_against_the_others_where_a_block_of_its_own_says_so(block: str) -> None:
    pages = [article(number) for number in range(6)]
    for number in (2, 4):
        own = f"<{block}>{SENTENCES[number]} ({number}/9)</{block.split()[0]}>" * 2
        pages[number] = changed(pages[number], "<div class='more'>", f"{own}<div class='more'>")
    bodies = [generic(page) for page in pages]
    bodies[2] = Body.of_paragraphs(
        pages[2], np.array(["/" in line and "/9" not in line for line in pages[2].paragraphs])
    )
    rule = learned(pages, bodies)
    assert (rule is not None) == (block != "p")
    if rule is not None:
        assert [apply_article(rule, page) is not None for page in pages] == [True, True, False, True, False, True]


@pytest.mark.parametrize(("count", "expected"), [(MANY - 1, False), (MANY, True)])
def test_of_many_pages_one_may_differ_a_little(count: int, expected: bool) -> None:
    pages = [long_article(number) for number in range(count)]
    bodies = [generic(page) for page in pages]
    without_one = ["/" in line and "(2/1)" not in line for line in pages[2].paragraphs]
    bodies[2] = Body.of_paragraphs(pages[2], np.array(without_one))
    assert (learned(pages, bodies) is not None) == expected


def test_of_many_pages_none_may_differ_much() -> None:
    pages = [article(number) for number in range(2 * MANY)]
    bodies = [generic(page) for page in pages]
    without_one = ["/" in line and "(2/1)" not in line for line in pages[2].paragraphs]
    bodies[2] = Body.of_paragraphs(pages[2], np.array(without_one))
    assert learned(pages, bodies) is None


@pytest.mark.parametrize(("rows", "expected"), [(0, True), (3, False)])
def test_elements_with_much_beside_the_body_are_no_places_of_bodies(rows: int, expected: bool) -> None:
    other = "".join(f"<p>{SENTENCES[place]}</p>" for place in range(12)) * rows
    pages = [changed(article(number, ""), "<div class='main'>", f"<div class='main'>{other}") for number in range(6)]
    assert (learned(pages) is not None) == expected


STANDFIRST = "<div class='lead'>In short: the story of this week is a long one, and here is what happened.</div>"


def with_standfirst(page: Page) -> Page:
    return changed(page, "<div class='story'>", f"{STANDFIRST}<div class='story'>")


def changed(page: Page, old: str, new: str) -> Page:
    source = html.tostring(page.root, encoding="unicode").replace('"', "'")
    assert old in source
    return Page.parse(source.replace(old, new, 1))


def test_sentences_in_front_of_the_body_where_none_stood_may_belong_to_it() -> None:
    rule = learned([article(number) for number in range(5)])
    assert rule is not None
    assert apply_article(rule, with_standfirst(article(9))) is None


def test_sentences_in_front_that_the_extractor_leaves_out_are_known() -> None:
    rule = learned([with_standfirst(article(number)) for number in range(5)])
    assert rule is not None
    assert [str(kind) for kind in rule.before] == ["div.lead"]
    body = apply_article(rule, with_standfirst(article(9)))
    assert body is not None
    assert body.text == generic(article(9)).text


def test_lines_that_are_all_links_and_their_heading_are_left_out() -> None:
    rule = learned([article(number) for number in range(5)])
    assert rule is not None
    third = "(9/2)</p>"
    page = changed(
        article(9), third, f"{third}<p>More of this</p><p><a href='/8'>The great story of week eight</a></p>"
    )
    body = apply_article(rule, page)
    assert body is not None
    assert body.text == generic(article(9)).text


@pytest.mark.parametrize("label", ["Earlier:", "上一篇："])
def test_a_label_and_a_link_are_known_by_the_label_whatever_the_length_of_the_link(label: str) -> None:
    def ending(page: Page, line: str) -> Page:
        return changed(page, "<div class='more'>", f"<p>{line}</p><div class='more'>")

    rule = learned([ending(article(number), f"{label} <a href='/{number}'>Story</a>") for number in range(5)])
    assert rule is not None
    linked = ending(article(9), f"{label} <a href='/8'>{SENTENCES[0]}</a>")
    told = ending(article(9), f"{label} {SENTENCES[0]}")
    bodies = [apply_article(rule, page) for page in (linked, told)]
    own = generic(article(9)).text
    assert [body and body.text for body in bodies] == [own, f"{own}\n{label} {SENTENCES[0]}"]
    assert article_text(rule, Outline(linked.root), lambda: linked) == (own, False)
    assert article_text(rule, Outline(told.root), lambda: told) != (own, False)


def test_short_lines_without_a_link_are_no_links_and_have_no_headings() -> None:
    rule = learned([article(number) for number in range(5)])
    assert rule is not None
    code = "<pre>int main()\n{\nreturn 0;\n}\n</pre>"
    steps = "<p>Way</p><p>A</p><p>Dose</p><p>25</p>"
    later = changed(article(9), "<div class='more'>", f"{code}{steps}<div class='more'>")
    body = apply_article(rule, later)
    assert body is not None
    assert [line for line in ("int main()", "return 0;", "}", "Way", "A", "Dose", "25") if line not in body.text] == []
    assert article_text(rule, Outline(later.root), lambda: later) == (body.text, False)


def with_abstract(page: Page) -> Page:
    """It says one of its lines again in front of them."""
    line = next(line for line in page.paragraphs if "/2)" in line)
    return changed(page, "<p>Source", f"<div class='abstract'><p>{line}</p></div><p>Source")


def test_what_an_extractor_says_once_is_no_evidence_against_a_rule_that_says_it_twice() -> None:
    pages = [article(number) for number in range(6)]
    pages[:3] = map(with_abstract, pages[:3])
    bodies = [generic(page) for page in pages]
    for number, page in enumerate(pages[:3]):
        chosen = np.array(["/" in line for line in page.paragraphs])
        chosen[[line for line, text in enumerate(page.paragraphs) if "/2)" in text][1]] = False
        bodies[number] = Body.of_paragraphs(page, chosen)
    rule = learned(pages, bodies)
    assert rule is not None
    assert rule.evidence.votes == len(pages)
    for later in (article(9), with_abstract(article(9))):
        body = apply_article(rule, later)
        assert body is not None
        assert body.text == generic(later).text


def test_order_of_pages_does_not_matter() -> None:
    pages = [article(number) for number in range(6)]
    assert learned(pages) == learned(pages[::-1])


def test_articles_under_two_addresses_are_one() -> None:
    pages = [article(number) for number in range(5)]
    copies = [changed(pages[2], "Home", f"Home {number}") for number in range(2)]
    assert [generic(copy).text for copy in copies] == 2 * [generic(pages[2]).text]
    assert learned([*pages, *copies]) == learned(pages)


def test_pages_and_bodies_belong_together() -> None:
    with pytest.raises(ValueError, match="zip"):
        learn_article_rule([article(1)], [], LEARNED)


def test_a_short_body_stands_in_the_place_of_bodies() -> None:
    """The rule does not match for its length alone; what an extractor finds beside that place may be anything."""
    rule = learned([article(number) for number in range(5)])
    assert rule is not None

    def short(container: str) -> Body:
        page = Page.parse(
            f"<h1>News</h1><div class='{container}'><p>Snow on 9/1.</p><p>Rain</p></div><div><p>Beside 9/2.</p></div>"
        )
        return generic(page)

    whole = short("story")
    within = Body.of_paragraphs(whole.page, np.array([line.startswith("Snow") for line in whole.page.paragraphs]))
    assert apply_article(rule, within.page) is None
    in_place = whole_in_place(rule, within)
    assert in_place is not None
    assert (in_place.text, in_place.probability) == ("Snow on 9/1.\nRain", 1.0)
    assert not any(whole_in_place(rule, other) for other in (whole, short("other"), empty(within.page)))
    found = short_body(
        rule, Page.parse("<h1>News</h1><div class='story'><p>The bridge is closed: snow on 9/1.</p></div>")
    )
    assert found is not None
    assert found.text == "The bridge is closed: snow on 9/1."
    assert short_body(rule, Page.parse("<h1>News</h1><div class='story'><p>9/1/2026</p></div>")) is None
    assert short_body(rule, Page.parse("<h1>News</h1><div class='other'><p>Beside: snow on 9/1.</p></div>")) is None


@pytest.mark.parametrize(("first", "known"), [(0, True), (1, False)])
def test_what_a_rule_does_not_know_counts_in_front_of_its_elements_only(first: int, known: bool) -> None:
    weight, runs, unseen = np.array([900.0, 900.0]), np.array([False, True]), np.array([True, False])
    assert is_known(weight, runs, unseen, first) is known


@pytest.mark.parametrize(
    ("begin", "probability", "text"),
    [
        ("News", 0.3, "The bridge is closed: snow on 9/1."),
        ("Beside", 0.6, "The bridge is closed: snow on 9/1."),
        ("Beside", 0.9, "Beside 9/2."),
    ],
)
def test_what_stands_in_the_place_of_bodies_goes_before_what_is_unlikely(
    begin: str, probability: float, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = learned([article(number) for number in range(5)])
    assert rule is not None
    lines = "<div class='story'><p>The bridge is closed: snow on 9/1.</p></div><div><p>Beside 9/2.</p></div>"
    source = Source(f"<h1>News</h1>{lines}".encode(), "http://a.example/9", wanted=frozenset(("articleBody", PLACE)))
    page = source.open("auto").page
    # Of the headline all that follows is the body, too.
    chosen = np.array([line.startswith(begin) or begin == "News" for line in page.paragraphs])
    found = Body.of_paragraphs(page, chosen, probability=probability)
    monkeypatch.setattr(JudgedPage, "body", lambda *_: found)
    assert read(source, "article", rule.to_dict(), SiteMemory(), "auto").text == text


@pytest.mark.parametrize(
    ("line", "title", "expected"),
    [
        ("Bridge reopens at last", "Bridge reopens at last - Harbour Post", True),
        ("大桥今日重新开通", "大桥今日重新开通 港口日报", True),
        ("Maple Leafs report", "Toronto Maple Leafs report", False),
        ("Boston Bruins report", "Toronto vs. Boston Bruins report", False),
    ],
)
def test_a_line_that_goes_on_in_the_title_is_no_headline(line: str, title: str, expected: bool) -> None:
    assert is_part(line, title) == expected
