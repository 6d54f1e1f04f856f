from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsbody.evaluate.corpus import read_set
from newsbody.evaluate.metrics import summarise
from newsbody.evaluate.run import measure
from newsbody.extractors.auto import other_voices
from newsbody.extractors.auto.additions import filled, with_siblings, with_tables
from newsbody.extractors.auto.choice import Choice, choose_body, stacked_matrix
from newsbody.extractors.auto.explain import HIDDEN, PLACE, REASONS, explain
from newsbody.extractors.auto.extractor import STEPS, Auto, Judgement
from newsbody.extractors.auto.features import FEATURES, feature_matrix
from newsbody.extractors.auto.kind import PAGE_FEATURES, page_features
from newsbody.extractors.auto.other_voices import (
    MAX_DATES,
    MAX_TEMPLATES,
    without_controls,
    without_headed_comments,
    without_replies,
    without_rights,
)
from newsbody.extractors.auto.stated import LITERALS, literal_counts
from newsbody.extractors.auto.table import ParagraphTable, best_segment
from newsbody.extractors.auto.thresholds import THRESHOLDS
from newsbody.extractors.model import Model, ModelError, shipped_model
from newsbody.page import Page
from tests.article_pages import SENTENCES, SENTENCES_ZH, article, index_page


@pytest.mark.parametrize("sentences", [SENTENCES, SENTENCES_ZH])
@pytest.mark.parametrize("paragraphs", [2, 6, 20])
def test_the_body_is_found(sentences: tuple[str, ...], paragraphs: int) -> None:
    html, body = article(3, sentences, paragraphs)
    found = Auto().extract(Page.parse(html))
    assert found.text.split("\n") == body
    assert (found.kind, found.source) == ("article", "auto")
    assert 0.2 < found.probability <= 1


def test_a_list_page_has_no_body() -> None:
    found = Auto().extract(Page.parse(index_page()))
    assert (found.kind, found.text) == ("list", "")
    assert found.probability > 0.5


def test_captions_are_in_the_body_when_they_are_asked_for() -> None:
    html, body = article(3, SENTENCES, 6)
    caption = "The second pier of the harbour bridge."
    figure = f"<figure><img src=p.jpg><figcaption>{caption}</figcaption></figure>"
    gone = figure.replace("<figure>", "<figure hidden>").replace("second", "third")
    page = Page.parse(html.replace(f"<p>{body[2]}", f"{figure}{gone}<p>{body[2]}"))
    assert Auto().extract(page).text.split("\n") == body
    assert Auto().extract(page, captions=True).text.split("\n") == [*body[:2], caption, *body[2:]]
    assert Auto().extract(Page.parse(index_page()), captions=True).text == ""


@pytest.mark.parametrize(
    ("url", "sentences", "beside", "probability", "kind"),
    [
        ("https://news.test/guides/cameras", 3, 0, 0.15, "article"),
        ("https://news.test/guides/cameras", 3, 100, 0.15, "article"),
        ("https://news.test/guides/cameras", 3, 0, 0.07, "article"),
        ("https://news.test/guides/cameras", 3, 100, 0.07, "list"),
        ("https://news.test/guides/cameras", 3, 0, 0.01, "list"),
        ("https://news.test/guides/cameras", 1, 0, 0.15, "list"),
        ("https://news.test/tag/cameras", 3, 0, 0.15, "list"),
        ("", 3, 0, 0.15, "list"),
    ],
)
def test_running_text_under_no_lists_address_is_emptied_where_the_page_is_surely_a_list(
    url: str, sentences: int, beside: int, probability: float, kind: str
) -> None:
    paragraphs = "".join(f"<p>{' '.join([sentence] * sentences)}</p>" for sentence in SENTENCES)
    offers = "".join(f"<li>Lens {number} mm, 200 €</li>" for number in range(beside))
    page = Page.parse(f"<h1>Which camera?</h1><div>{paragraphs}</div><ul>{offers}</ul>", url)
    found = Auto().body(replace(Auto().judge(page), article=probability))
    assert (found.kind, bool(found.text)) == (kind, kind == "article")


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("© 2026 Harbour Post. All rights reserved.", False),
        ("Disclaimer: opinions are the author's.", False),
        ("（责任编辑：李江）", False),
        ("来源：江城日报", False),
        ("本文为原创，未经授权不得转载。", False),
        ("• 凡注明为其他媒体来源的信息，均为转载自其他媒体。", False),
        ("The council holds the rights to the crossing.", True),
        ("编辑部昨天收到了三封来信。", True),
        ("声明说，法院将在下周作出判决。", True),
        ("特别声明：以上内容不代表本报观点。", False),
        ("Copyright is what the trial is about, and it goes on. " * 8, True),
    ],
)
def test_lines_of_the_publisher_at_the_end_are_no_body(line: str, kept: bool) -> None:
    page = Page.parse("".join(f"<p>{text}</p>" for text in (*SENTENCES, line)))
    body = np.ones(len(page), dtype=np.bool_)
    assert without_rights(ParagraphTable(page), body).tolist() == [True] * len(SENTENCES) + [kept]


def test_a_body_that_is_mostly_a_notice_of_rights_is_left_alone() -> None:
    page = Page.parse("<p>照片。</p><p>版权所有：江城日报社，未经授权不得转载。</p>")
    assert without_rights(ParagraphTable(page), np.ones(2, dtype=np.bool_)).all()


def test_paragraphs_between_line_breaks_are_a_body_too() -> None:
    text = "<br><br>".join(SENTENCES)
    page = Page.parse(f"<table><tr><td><a href=1>Home</a><td>{text}<td><a href=2>One</a><br><a href=3>Two</a></table>")
    assert Auto().extract(page).text == "\n".join(SENTENCES)


def test_a_body_that_stands_twice_is_taken_once() -> None:
    text = "".join(f"<p>{sentence}</p>" for sentence in SENTENCES)
    page = Page.parse(f"<h1>Bridge closed</h1><div class=wide>{text}</div><div class=narrow>{text}</div>")
    assert Auto().extract(page).text == "\n".join(SENTENCES)


@pytest.mark.parametrize("mark", ["<p>{}</p>", "<div><p>{}</p></div>", "{}<br><br>"])
def test_what_a_body_says_twice_is_taken_twice(mark: str) -> None:
    said = [*SENTENCES, SENTENCES[1]]
    page = Page.parse(f"<h1>Bridge closed</h1><div>{''.join(map(mark.format, said))}</div>")
    assert Auto().extract(page).text == "\n".join(said)


@pytest.mark.parametrize("sure", [True, False])
def test_where_the_first_look_is_sure_nothing_more_is_asked(monkeypatch: pytest.MonkeyPatch, sure: bool) -> None:
    asked: list[int] = []

    def stacked(*arguments: Any) -> Any:
        asked.append(1)
        return stacked_matrix(*arguments)

    monkeypatch.setattr("newsbody.extractors.auto.extractor.stacked_matrix", stacked)
    changed = replace(THRESHOLDS, sure=0.0 if sure else 1.1)
    monkeypatch.setattr("newsbody.extractors.auto.extractor.THRESHOLDS", changed)
    html, body = article(2)
    judgement = Auto().judge(Page.parse(html))
    assert Auto().body(judgement).text.split("\n") == body
    assert (len(asked), judgement.article == 1) == (not sure, sure)


def test_the_same_page_gives_the_same_judgement() -> None:
    html, _ = article(1)
    first, second = (Auto().judge(Page.parse(html)) for _ in range(2))
    assert np.array_equal(first.probability, second.probability)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"features": ["plain"]}, "trained on other features"),
        ({"page_features": []}, "trained on other features"),
        ({"second": {}}, "in 'second'"),
        ({"kind": {"feature": "!"}}, "in 'kind'"),
    ],
)
def test_another_model_is_refused_with_a_sentence(changes: dict[str, Any], says: str) -> None:
    data = {**shipped_model("auto").data, **changes}
    with pytest.raises(ModelError, match=says) as caught:
        Auto(Model("auto", data, {}))
    assert "newsbody train auto" in str(caught.value)


# --- features --------------------------------------------------------------------------------


def features_of(html: str) -> dict[str, list[float]]:
    matrix = feature_matrix(ParagraphTable(Page.parse(html)))
    return dict(zip(FEATURES, matrix.T.tolist(), strict=True))


def test_the_best_segment_and_what_runs_through_each_place() -> None:
    start, stop, through = best_segment(np.array([-1.0, 3.0, -1.0, 4.0, -9.0, 5.0]))
    assert (start, stop) == (1, 4)
    assert through.tolist() == [5, 6, 6, 6, 2, 5]


def test_ancestors_are_counted_by_tag_and_name() -> None:
    found = features_of("<div class=comments><div id=Reply-1><p>a</p></div></div><ul><li><ul><li>b</ul></ul><p>c")
    assert found["hint_comment"] == [2, 0, 0]
    assert found["in_li"] == [0, 2, 0]


def test_distances_to_headline_title_and_description() -> None:
    found = features_of(
        "<title>Bridge closed | Gazette</title><meta name=description content='Engineers found cracks in it'>"
        "<p>Menu</p><h1>Bridge closed</h1><p>By me</p><p>Engineers found cracks in it, in two piers.</p>"
    )
    assert found["since_h1"] == [-1, 0, 1, 2]
    assert found["since_title"] == [-1, 0, 1, 2]
    assert found["described"] == [0, 0, 0, 1]


DECLARED = (
    "<script type=application/ld+json>%s</script>"
    "<p>Menu of this place, all of it</p><p>Engineers &amp; divers found cracks in it.</p>"
)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ('{"@type": "NewsArticle", "articleBody": "Engineers & divers\\nfound <b>cracks</b> in it. More."}', [0, 1]),
        ('{"articleBody": "Engineers &amp; divers found \\u0063racks in it.", broken', [0, 1]),
        ('{"articleBody": "Engineers"}', [0, 0]),
        ('{"articleBody": ""}', [0, 0]),
        ('{"articleBody": ["Engineers & divers found cracks in it."]}', [0, 0]),
    ],
)
def test_the_body_that_a_page_declares(data: str, told: list[int]) -> None:
    found = features_of(DECLARED % data)
    assert found["told"] == told
    assert found["told_share"][0] == pytest.approx(0.6 * any(told), abs=0.1)


@pytest.mark.parametrize(
    ("address", "depth", "slug", "digits"),
    [
        ("http://x.cn/2011/a-b_c.html", 2, 10, 4),
        ("http://x.cn/show.php?id=9908&sid=e2fef6", 1, 8, 4),  # a number is the name of a page, a token is none
        ("http://x.cn/?p=34&page=2", 0, 0, 3),
        ("", -1, -1, -1),
        ("http://[x.cn/1", -1, -1, -1),
    ],
)
def test_what_an_address_tells(address: str, depth: int, slug: int, digits: int) -> None:
    judgement = Auto().judge(Page.parse("<p>The bridge was closed on Monday.</p>", address))
    row = page_features(judgement.table, judgement.features, judgement.probability, judgement.choice)
    found = dict(zip(PAGE_FEATURES, row.tolist(), strict=True))
    assert (found["path_depth"], found["slug_length"], found["address_digits"]) == (depth, slug, digits)


def test_no_page_breaks_the_features() -> None:
    for html in ("x", "<a href=x>only a link</a>", "<p hidden>x", "<li>" * 300 + "deep", "<br>a<br>b<hr>c"):
        matrix = feature_matrix(ParagraphTable(Page.parse(html)))
        assert matrix.shape[1] == len(FEATURES)
        assert np.isfinite(matrix).all()


@given(st.lists(st.sampled_from(["<div>", "</div>", "<ul>", "<li>", "</ul>", "<b>", "</b>", "<br>", "word "])))
def test_paragraphs_of_elements_and_who_holds_more(pieces: list[str]) -> None:
    page = Page.parse("".join(pieces))
    table = ParagraphTable(page)
    start = page.paragraph_start
    for index, (first, last) in enumerate(zip(table.first.tolist(), table.last.tolist(), strict=True)):
        inside = (start >= page.start[index]) & (start < page.stop[index])
        assert np.flatnonzero(inside).tolist() == list(range(first, last))
        if last > first:
            above = list(page.ancestors(index))[1:]
            more = [outer for outer in above if table.last[outer] - table.first[outer] > last - first]
            assert table.holder[index] == (more[0] if more else 0)


def test_links_between_links_are_no_candidates() -> None:
    table = ParagraphTable(Page.parse("<p>Text</p>" + "<p><a href=x>link to something</a></p>" * 4 + "<p>Text</p>"))
    assert table.candidates.tolist() == [0, 1, 4, 5]


def test_options_of_a_form_are_no_candidates() -> None:
    page = Page.parse("<p>Text</p><select><option>Related stories<option>Bridge closed</select><p>Text</p>")
    assert [page.paragraphs[row] for row in ParagraphTable(page).candidates] == ["Text", "Text"]


def test_literals_of_another_script_are_found_where_it_stands() -> None:
    page = Page.parse("<p>Copyright 2009</p><p>版权所有 版權所有</p><p>body</p>")
    assert literal_counts(page)[:, list(LITERALS).index("rights")].tolist() == [1, 2, 0]


# --- choice ----------------------------------------------------------------------------------


def test_the_choice_maximises_expected_f1() -> None:
    table = ParagraphTable(Page.parse("<div><p>aaaa</p><p>bbbb</p></div><div><p>cccc</p></div>"))
    choice = choose_body(table, np.array([0.9, 0.6, 0.1]))
    assert choice.paragraphs.tolist() == [True, True, False]
    assert choice.expected_f1 == pytest.approx(2 * 1.5 / (2 + 1.6))


def test_paragraphs_of_like_probability_stay_together() -> None:
    table = ParagraphTable(Page.parse("<p>aaaaaaaa</p>" + "<p>bbbbbbbb</p>" * 6))
    # By expected F1 alone all would be taken: the six together are as likely as not to hold much of the body.
    assert choose_body(table, np.array([0.9] + [0.3] * 6)).paragraphs.tolist() == [True] + [False] * 6
    assert choose_body(table, np.array([0.9] + [0.44] * 6)).paragraphs.tolist() == [True] * 7


def test_a_page_of_unlikely_paragraphs_still_gets_its_best() -> None:
    table = ParagraphTable(Page.parse("<p>aaaa</p><p>bbbb</p>"))
    assert choose_body(table, np.array([0.3, 0.01])).paragraphs.tolist() == [True, False]


def test_a_page_without_paragraphs_has_nothing_to_choose() -> None:
    choice = choose_body(ParagraphTable(Page.parse("")), np.zeros(0))
    assert (len(choice.paragraphs), choice.expected_f1) == (0, 0.0)


def test_of_paragraphs_that_say_the_same_one_is_taken() -> None:
    wide, narrow = "<p>The bridge was closed on Monday.</p>", "<p>The bridge  was closed\non Monday. </p>"
    table = ParagraphTable(Page.parse(f"<div>{wide}<p>Yes!</p></div><div>{narrow}<p>Yes!</p></div>"))
    assert choose_body(table, np.full(4, 0.9)).paragraphs.tolist() == [True, True, False, True]
    assert choose_body(table, np.array([0.0, 0.9, 0.9, 0.9])).paragraphs.tolist() == [False, True, True, True]


def test_what_begins_alike_does_not_say_the_same() -> None:
    begin = "The bridge was closed on Monday, when engineers found several cracks in two of its four piers"
    table = ParagraphTable(Page.parse(f"<p>{begin}.</p><p>{begin}, says the town.</p><p>{begin}, says the mayor</p>"))
    assert choose_body(table, np.full(3, 0.9)).paragraphs.tolist() == [True] * 3


@pytest.mark.parametrize(
    ("hidden", "taken"),
    [
        ("<div style='Display : none'>{}</div>", [True, True, False]),
        ("<div hidden><section>{}</section></div>", [True, True, False]),
        ("<div style='display:block'>{}</div>", [True, True, True]),
        ("<div class='note sr-only'>{}</div>", [True, True, False]),
        ("<div class='hidden md:block'>{}</div>", [True, True, True]),
        ("<div class='d-none d-lg-block'>{}</div>", [True, True, True]),
    ],
)
def test_what_a_page_hides_is_no_body(hidden: str, taken: list[bool]) -> None:
    shown = "".join(f"<p>{sentence}</p>" for sentence in SENTENCES[:2])
    table = ParagraphTable(Page.parse(f"<div>{shown}{hidden.replace('{}', f'<p>{SENTENCES[2]}</p>')}</div>"))
    assert choose_body(table, np.full(3, 0.9)).paragraphs.tolist() == taken


def test_paragraphs_that_stand_or_fall_together_are_taken_together() -> None:
    table = ParagraphTable(Page.parse("<p>aaaaaaaaaaaa</p>" + "<p>bbbb</p>" * 4))
    # If each were doubtful by itself, the first alone would be as good.
    choice = choose_body(table, np.array([0.75] + [0.5] * 4))
    assert choice.paragraphs.all()


def test_a_page_that_hides_all_of_its_body_has_one() -> None:
    html = "".join(f"<p>{sentence}</p>" for sentence in SENTENCES)
    table = ParagraphTable(Page.parse(f"<p>Loading the page</p><div style='display:none'>{html}</div>"))
    probability = np.array([0.3] + [0.9] * len(SENTENCES))
    assert choose_body(table, probability).paragraphs.tolist() == [False] + [True] * len(SENTENCES)


@pytest.mark.parametrize("style", ["", "opacity:0"])
def test_code_amid_a_body_is_of_it_where_a_page_hides_all_until_its_scripts_ran(style: str) -> None:
    html = "".join(f"<p>{sentence}</p>" for sentence in SENTENCES)
    table = ParagraphTable(Page.parse(f"<div style='{style}'>{html}<pre>make install</pre>{html}!<p>The end.</div>"))
    body = np.array([True] * len(SENTENCES) + [False] + [True] * (len(SENTENCES) + 2))
    assert filled(table, body).all()


# --- explain ---------------------------------------------------------------------------------


def test_every_paragraph_is_explained() -> None:
    html, body = article(2)
    page = Page.parse(html)
    explained = explain(page, Auto())
    assert [one.text for one in explained] == page.paragraphs
    assert [one.text for one in explained if one.taken] == body
    for one in explained:
        effects = [abs(reason.effect) for reason in one.reasons]
        assert effects == sorted(effects, reverse=True)
        assert {reason.evidence for reason in one.reasons} <= {*REASONS, PLACE}
    assert all(one.reasons for one in explained if one.taken)
    json.dumps([one.to_dict() for one in explained])


def test_what_is_hidden_is_explained_by_that() -> None:
    html, body = article(2)
    page = Page.parse(html.replace(f"<p>{body[1]}", f"<p hidden>{body[1]}"))
    (hidden,) = [one for one in explain(page, Auto()) if one.text == body[1]]
    assert (hidden.taken, hidden.reasons[0].evidence) == (False, HIDDEN)


def test_what_a_rule_takes_is_explained_by_its_place() -> None:
    menu = "<ul>" + "".join(f"<li><a href=/{number}>Section {number}</a></li>" for number in range(9)) + "</ul>"
    line = "Our robot paints letters with a brush."
    explained = explain(Page.parse(f"{menu}<div class=entry-content><p>{line}</div><p>Imprint of all."), Auto())
    (taken,) = [one for one in explained if one.taken]
    assert (taken.text.strip(), taken.reasons[0].evidence) == (line, PLACE)


def test_nothing_to_explain() -> None:
    assert explain(Page.parse(""), Auto()) == []


# --- the labelled corpus ---------------------------------------------------------------------


@pytest.mark.corpus
@pytest.mark.parametrize(("name", "f1", "mhr"), [("l3s_gn1", 0.962, 0.14), ("big9", 0.98, 0.085)])
def test_bodies_of_sets_it_was_not_trained_on(corpus: Path, name: str, f1: float, mhr: float) -> None:
    """Floors a little under what was measured when the model was trained."""
    pages = read_set(corpus / "measure" / name)
    scores = [measured.scores["auto"] for measured in measure(pages, {"auto": Auto()})]
    figures = summarise(scores)
    assert figures["F1"] >= f1
    assert figures["MHR_0.1"] <= mhr


ARTICLE = f"<div><p>{SENTENCES[0]}</p><p>{SENTENCES[1]}</p></div>"


@pytest.mark.parametrize(
    ("reply", "is_cut"),
    [
        ("<div><p>{0}</p><p>Reader {1} on March {1}, 2012 5:1{1} PM</p></div>", True),
        ("<div><p>2012-03-0{1} 17:1{1}</p><p>{0}</p></div>", True),
        (
            "<p>{0}</p><blockquote class=tweet><p>Good<p>Ann (@a) March {1}, 2012 5:1{1} PM</p></blockquote>",
            False,
        ),
        ("<div><p>Reader {1} said 1{1} hours ago</p><p>{0}</p></div>", True),
        ("<div><p>March {1}, 2012</p><p>{0}</p></div>", False),
        ("<div><p>This price may have changed since March {1}, 2012 5:1{1} PM</p><p>{0}</p></div>", False),
        ("<p class=posted>Reader {1} on March {1}, 2012 5:1{1} PM</p><p>{0}</p>", True),
        ("<p>Reader {1} on March {1}, 2012 5:1{1} PM</p><p>{0}</p>", False),
        ("<h3>Reader {1} on March {1}, 2012 5:1{1} PM</h3><p>{0}</p>", True),
        ("<h3>March {1}, 2012 5:1{1} PM</h3><p>{0}</p>", False),
        ("<div><p>Reader {1} on March {1}, 2012 5:1{1} PM</p></div>", False),
    ],
)
def test_what_readers_wrote_is_told_by_its_dates(reply: str, is_cut: bool) -> None:
    replies = "".join(reply.format(SENTENCES[2], number) for number in range(1, 6))
    table = ParagraphTable(Page.parse(f"{ARTICLE}<div>{replies}</div>"))
    body = np.array([text.strip() in SENTENCES for text in table.page.paragraphs])
    found = without_replies(table, body)
    assert (found != body).any() == is_cut
    assert found[:2].all()
    assert found.sum() <= (3 if is_cut else 7)


@pytest.mark.parametrize(
    ("heading", "is_cut"),
    [
        ("<div>Comments are now closed for this story</div>", True),
        ("<h2>Comments (12)</h2>", True),
        ("<p>网友评论：</p>", True),
        ("<div>KOMENTARZE</div>", True),
        ("<div>| 13 Comment(s)</div>", True),
        ("<p>Leave a comment</p>", True),
        ("<p>Comments on the bridge were mixed</p>", False),
        ("<p>评论</p>", False),
        ("<p>Comment</p>", False),
        ("<p><a href=/c>Comments</a></p>", False),
        ("<h2>Comments</h2><p>A word.</p><h2>Results</h2>", False),
        (f"<p>{' ' * 9000}Comments{' ' * 9000}.</p>", False),
    ],
)
def test_comments_begin_below_their_heading(heading: str, is_cut: bool) -> None:
    replies = "".join(f"<p>Ann</p><p>{SENTENCES[2]} {number}</p>" for number in range(4))
    table = ParagraphTable(Page.parse(f"<div><p>{SENTENCES[0]}</p><p>{SENTENCES[1]}</p>{heading}{replies}</div>"))
    body = np.ones(len(table.page), dtype=bool)
    assert without_headed_comments(table, body).sum() == (2 if is_cut else len(body))


def test_a_heading_of_comments_without_a_text_above_is_the_bodys() -> None:
    table = ParagraphTable(Page.parse(f"<div><p>Comments</p><p>{SENTENCES[0]}</p><p>{SENTENCES[1]}</p></div>"))
    assert without_headed_comments(table, np.ones(3, dtype=bool)).all()


@pytest.mark.parametrize(
    ("line", "is_cut"),
    [
        ("Posted by reader {1}, Bolton on March {1}, 2012 5:1{1} PM", True),
        ("{2} on March {1}, 2012 5:1{1} PM", False),
        ("March {1}, 2012 5:1{1} PM: {2}", False),
    ],
)
def test_dates_of_replies_that_pass_for_the_body_have_a_label(line: str, is_cut: bool) -> None:
    names = ["The bridge opens", "Rain again", "A first train", "Closed at noon", "Nobody came"]
    said = [line.format("", number, name) for number, name in enumerate(names, 1)]
    replies = "".join(f"<p class=posted>{text}</p><p>{SENTENCES[2]}</p>" for text in said)
    table = ParagraphTable(Page.parse(f"{ARTICLE}<div>{replies}</div>"))
    body = np.ones(len(table.page), dtype=bool)
    assert without_replies(table, body).sum() == (2 if is_cut else len(body))


def test_dates_of_replies_fill_no_gaps_of_the_body() -> None:
    said = "".join(f"<p class=posted>{number} said 1{number} hours ago</p><p>{SENTENCES[2]}</p>" for number in range(5))
    table = ParagraphTable(Page.parse(f"<p>{SENTENCES[0]}</p><p>{SENTENCES[1]}</p>{said}"))
    chosen = np.array([text.strip() in SENTENCES for text in table.page.paragraphs])
    probability = np.where(chosen, 0.9, 0.1).astype(np.float32)
    assert filled(table, chosen).all()
    judgement = Judgement(table, feature_matrix(table), probability, Choice(chosen, 0, 0.9), 1.0)
    assert Auto().body(judgement).paragraphs == [0, 1]


def test_few_dates_of_a_page_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr(other_voices, "find_date", lambda text, now: read.append(text))
    lines = "".join(f"<p class=c{number % 20}>{number:04}</p><p>{SENTENCES[0]}</p>" for number in range(2000))
    table = ParagraphTable(Page.parse(lines))
    body = np.array([text.strip() in SENTENCES for text in table.page.paragraphs])
    assert (without_replies(table, body) == body).all()
    assert len(read) == MAX_DATES * MAX_TEMPLATES


@pytest.mark.parametrize(
    ("between", "is_filled"),
    [
        ("<p>A short one.</p>", True),
        ("<p>A short one.</p><p>And one more.</p>", True),
        ("<p>One.</p><p>Two.</p><p>Three.</p>", True),
        ("<p class=a>One.</p><p class=a>Two.</p><p class=a>Three.</p>", True),
        ("<p class=a>One.<p class=a>Two.<p class=a>Three.</p><div class=b><p>A box</p></div>", False),
        ("<ul><li>One.</li><li>Two.</li></ul><table><tr><td>Three</td></tr></table>", True),
        ("<ul class=tags><li>Bridges</li><li>Towns</li></ul>", False),
        ("<pre class=sh>git pull\n\ngit push</pre>", True),
        ("<div><pre>git pull</pre></div>", True),
        ("<figure class=code><table><tr><td><pre>git pull</pre></table></figure>", True),
        ("<div><pre>1 2 3</pre></div>", False),
        ("<br>Text of the same element<br>", True),
        ("<blockquote>“We walked.”</blockquote>", True),
        ("<blockquote><p>“We walked.”</p><p>“All night.”</p></blockquote>", True),
        ("<blockquote class=ad><p>“We walked.”</p></blockquote>", False),
        ("<div><p>In a box</p></div>", False),
        ("<div><p>Two in a box</p><p>that is another's</p></div>", False),
        ("<figure><img src=a.png>The bridge</figure>", False),
        ("<p hidden>Nobody sees it.</p>", False),
        ("<p><a href=1>Read more of the bridge</a></p>", False),
        (f"<p>{SENTENCES[0]}</p>", False),
    ],
)
def test_what_stands_between_two_of_a_body_is_of_it(between: str, is_filled: bool) -> None:
    table = ParagraphTable(Page.parse(f"<div><p>{SENTENCES[0]}</p>{between}<p>{SENTENCES[1]}</p></div><p>Imprint</p>"))
    count = len(table.page) - 3
    body = np.array([True, *[False] * count, True, False])
    assert filled(table, body).tolist() == [True, *[is_filled] * count, True, False]
    assert not filled(table, np.zeros_like(body)).any()


@pytest.mark.parametrize(
    "line", ["ADVERTISEMENT", "광고", "— Anzeige —", "Scroll to continue with content", "Read more"]
)
def test_a_line_that_only_names_an_advertisement_or_a_control_is_no_body(line: str) -> None:
    table = ParagraphTable(Page.parse(f"<p>{SENTENCES[0]}<p>{line}<p>{line} of the town grows<p>{SENTENCES[1]}"))
    assert without_controls(table, np.ones(4, dtype=np.bool_)).tolist() == [True, False, True, True]


_CELLS = "<tr><th>Ferry<th>Boats<tr><td>North<td>12<tr><td>South<td>12<tr><td>Harbour<td>7"


@pytest.mark.parametrize(
    ("table", "words", "is_whole"),
    [
        (f"<table class=data>{_CELLS}</table>", "Ferry Boats North South Harbour", True),
        (f"<figure><table>{_CELLS}</table></figure>", "Ferry Boats North South", True),
        (f"<table>{_CELLS}</table>", "Ferry Boats North", False),
        (f"<table>{_CELLS}<tr><td hidden>8</table>", "Ferry Boats North South Harbour", True),
        (
            f"<table>{_CELLS}<tr><td><a href=/more>All of our ferries</a></table>",
            "Ferry Boats North South Harbour",
            True,
        ),
        (f"<table>{_CELLS}<tr><td><pre>1</pre></table>", "Ferry Boats North South Harbour", False),
    ],
)
def test_a_table_of_which_most_is_body_is_taken_whole(table: str, words: str, is_whole: bool) -> None:
    page = Page.parse(f"<p>{SENTENCES[0]}<p>{SENTENCES[1]}<p>{SENTENCES[2]}</p>{table}<p>{SENTENCES[3]}")
    body = np.array([text in SENTENCES or text in words.split() for text in page.paragraphs])
    numbers = np.array([text in ("12", "7") for text in page.paragraphs])
    found = with_tables(ParagraphTable(page), body)
    assert found[numbers].tolist() == [is_whole] * 3
    assert (found[~numbers] == (body | (is_whole and np.isin(page.paragraphs, ["Harbour"])))[~numbers]).all()


@pytest.mark.parametrize(
    ("words", "behind", "is_whole"),
    [
        ("North South Harbour", SENTENCES[3], True),
        ("North South", SENTENCES[3], False),  # two of three rows
        ("North South Harbour", "Imprint", False),  # not amid the text
    ],
)
def test_a_table_with_a_word_of_the_body_in_each_row_is_taken_whole(words: str, behind: str, is_whole: bool) -> None:
    rows = "".join(f"<tr><td>{name}<td>12<td>7<td>9" for name in ("North", "South", "Harbour"))
    texts = "".join(f"<p>{sentence}" for sentence in SENTENCES[:3])
    page = Page.parse(f"<div>{texts}</div><div><table class=data>{rows}</table></div><p>{behind}")
    body = np.array([text in SENTENCES or text in words.split() for text in page.paragraphs])
    found = with_tables(ParagraphTable(page), body) & ~body
    assert found.sum() == (9 if is_whole else 0)


@pytest.mark.parametrize(
    ("table", "is_taken"),
    [
        ("<table class=data>{cells}</table>", True),
        ("<div class=wrap><div>Ferries and boats</div><table>{cells}</table></div>", True),
        ("<figure class=a><figcaption>Boats</figcaption><table>{cells}</table></figure>", True),
        ("<table>{plain}</table>", True),  # without a header, too
        ("<table>{linked}</table>", False),
        ("<table>{cells}{long}</table>", False),  # as long as the text
        ("</section><section><table>{cells}</table></section><section>", False),
    ],
)
def test_a_table_among_the_paragraphs_is_of_the_body(table: str, is_taken: bool) -> None:
    plain, linked = (
        _CELLS.replace("<th>", "<td>"),
        _CELLS.replace("<td>", "<td><a href=/1>").replace("<tr>", "</a><tr>"),
    )
    long = f"<tr><td>{' '.join(SENTENCES)}"
    inner = table.format(cells=_CELLS, plain=plain, linked=linked, long=long)
    first, *more = (f"<p>{sentence}</p>" for sentence in SENTENCES)
    page = Page.parse(f"<section>{first}{inner}{''.join(more)}</section><table>{_CELLS}</table>")
    body = np.array([text in SENTENCES for text in page.paragraphs])
    found = with_tables(ParagraphTable(page), body) & ~body
    cells = ["Ferry", "Boats", "North", "12", "South", "12", "Harbour", "7"]
    assert [page.paragraphs[row] for row in np.flatnonzero(found).tolist()] == (cells if is_taken else [])
    assert not with_tables(ParagraphTable(page), np.zeros_like(body)).any()


@pytest.mark.parametrize(
    ("beside", "count"),
    [
        ("<p>He was taken to a hospital.</p>", 2),
        ("<p>He was taken to a hospital.</p><p>Police look for those who saw it.</p>", 3),
        ("<p>He was taken to a hospital</p>", 1),  # no sentence
        ("<p>Go on.</p>", 1),
        ("<p class=note>He was taken to a hospital.</p>", 1),
        ("<p hidden>He was taken to a hospital.</p>", 1),
        ("<p><a href=/1>He was taken to a hospital.</a></p>", 1),
        ("<div><p>He was taken to a hospital.</p></div>", 1),
        ("<div>Share</div><p>He was taken to a hospital.</p>", 1),  # not next to it
    ],
)
@pytest.mark.parametrize("is_behind", [True, False])
def test_the_sentences_beside_a_short_text_are_of_it(beside: str, count: int, is_behind: bool) -> None:
    own = "<p>A cyclist fell on Sunday.</p>"
    if not is_behind and beside.startswith("<div>Share"):
        beside = "<p>He was taken to a hospital.</p><div>Share</div>"
    page = Page.parse(f"<section>{own + beside if is_behind else beside + own}</section><p>Imprint of it.")
    table = ParagraphTable(page)
    body = np.array([text == "A cyclist fell on Sunday." for text in page.paragraphs])
    assert with_siblings(table, body).sum() == count
    assert not with_siblings(table, np.zeros_like(body)).any()


def test_of_a_long_text_what_stands_beside_is_left() -> None:
    page = Page.parse("".join(f"<p>{sentence}" for sentence in SENTENCES))
    body = np.ones(len(page), dtype=np.bool_)
    body[THRESHOLDS.few_paragraphs + 1 :] = False
    assert (with_siblings(ParagraphTable(page), body) == body).all()


@pytest.mark.parametrize("break_", ["\n", "<br>", "</i><br><i>"])
@pytest.mark.parametrize("numbers", [("1", "2", "3"), ("4", "9", "2")])
def test_the_numbers_of_lines_of_code_are_no_body(break_: str, numbers: tuple[str, ...]) -> None:
    tag = "pre" if break_ == "\n" else "div"
    lines = ["git pull", "make all", "make install"]
    code = break_.join(lines)
    cells = f"<td><{tag}><i>{break_.join(numbers)}</i></{tag}><td><{tag}><i>{code}</i></{tag}>"
    page = Page.parse(f"<div><p>{SENTENCES[0]}</p><table><tr>{cells}</table><p>{SENTENCES[1]}</p></div>")
    body = np.array([text in SENTENCES for text in page.paragraphs])
    found = page.runs_text(with_tables(ParagraphTable(page), body)[page.run_paragraph]).split("\n")
    assert [line for line in found if line not in SENTENCES and not line.isdigit()] == lines
    assert [line for line in found if line.isdigit()] == ([] if numbers[0] == "1" else list(numbers))


def test_a_table_around_the_page_is_no_table_of_the_body() -> None:
    page = Page.parse(f"<table><tr><td>Menu<td><p>{SENTENCES[0]}<p>{SENTENCES[1]}</table>")
    body = np.array([text in SENTENCES for text in page.paragraphs])
    assert (with_tables(ParagraphTable(page), body) == body).all()


def test_auto_follows_the_rules_of_tables() -> None:
    text = "".join(f"<p>{sentence}" for sentence in SENTENCES)
    page = Page.parse(f"<h1>One</h1>{text}<table>{_CELLS}</table>{text.replace('the', 'a')}<p>A ferry sails again.")
    judgement = Auto().judge(page)
    chosen = np.array([text not in ("One", "12", "7") for text in page.paragraphs])
    judgement = replace(judgement, choice=judgement.choice._replace(paragraphs=chosen), article=1.0)
    assert Auto().body(judgement).text.count("12") == 2
    without = Auto(steps=tuple(step for step in STEPS if step not in (with_tables, filled)))
    assert "12" not in without.body(judgement).text


def test_auto_takes_the_second_line_of_an_item() -> None:
    page = Page.parse("<div><h1>Fall</h1><p>A cyclist fell on Sunday.</p><p>He was taken to a hospital.</p></div>")
    judgement = Auto().judge(page)
    chosen = np.array([text.startswith("A ") for text in page.paragraphs])
    body = Auto().body(replace(judgement, choice=judgement.choice._replace(paragraphs=chosen), article=1.0))
    assert body.text.splitlines() == page.paragraphs[1:]
