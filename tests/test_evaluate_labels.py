from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsbody.evaluate.labels import label_paragraphs, label_segments, oracle
from newsbody.page import Page

FIRST = "The harbour bridge was closed on Monday after cracks were found in two pillars."
SECOND = "Engineers expect that the repair will take until the end of next month."
THIRD = "Ferries carry commuters across the bay meanwhile, the city council said."


def labels_of(html: str, gold: str, *optional: str) -> list[int]:
    return [int(label) for label in label_paragraphs(Page.parse(html), gold, optional)]


def markup(*paragraphs: str) -> str:
    return "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)


@pytest.mark.parametrize(
    ("paragraphs", "gold", "expected"),
    [
        # the plain case
        (["Home", FIRST, SECOND, "Copyright"], f"{FIRST}\n{SECOND}", [0, 1, 1, 0]),
        # a gold line broken in two on the page, and two gold lines in one paragraph
        (["Home", FIRST[:40], FIRST[40:], "x"], FIRST, [0, 1, 1, 0]),
        (["Home", f"{FIRST} {SECOND}", "x"], f"{FIRST}\n{SECOND}", [0, 1, 0]),
        # other punctuation, white space and case; one word changed
        (["Home", FIRST.upper().replace(",", " -")], FIRST, [0, 1]),
        (["Home", FIRST.replace("Monday", "Tuesday"), "x"], FIRST, [0, 1, 0]),
        # a teaser repeats the first sentence: the one beside its neighbours is the body's
        (
            [FIRST, "More news", "Weather", "Sport", FIRST, SECOND, THIRD],
            f"{FIRST}\n{SECOND}\n{THIRD}",
            [0, 0, 0, 0, 1, 1, 1],
        ),
        # words of the body in the navigation
        (["bridge", "city", FIRST, SECOND, "bay"], f"{FIRST}\n{SECOND}", [0, 0, 1, 1, 0]),
        # a short heading is body when it is a line of the gold text and its place fits
        (["Outlook", FIRST, "Outlook", SECOND], f"{FIRST}\nOutlook\n{SECOND}", [0, 1, 1, 1]),
        # another order in the gold text
        ([SECOND, THIRD, FIRST], f"{FIRST}\n{SECOND}\n{THIRD}", [1, 1, 1]),
        # a paragraph that is mostly something else
        ([f"{THIRD} {SECOND} two pillars."], FIRST, [0]),
        # no body at all, and gold that is not on the page
        (["Home", "News"], "", [0, 0]),
        (["Home", "News"], FIRST, [0, 0]),
    ],
)
def test_labels(paragraphs: list[str], gold: str, expected: list[int]) -> None:
    assert labels_of(markup(*paragraphs), gold) == expected


def test_chinese_needs_no_word_boundaries() -> None:
    first, second = "大桥因发现裂缝于周一关闭，", "市政府表示维修将持续到下月底。"
    html = markup("首页", first + "<b>" + second + "</b>", "版权所有")
    assert labels_of(html, f"{first}\n{second}") == [0, 1, 0]


def test_a_line_of_asterisks_within_the_body_belongs_to_it() -> None:
    assert labels_of(markup("***", FIRST, "***", SECOND, "***"), f"{FIRST}\n{SECOND}") == [0, 1, 1, 1, 0]


def test_optional_lines_do_not_count_but_gold_lines_do() -> None:
    html = markup("By Ann Holt, Harbour Post", FIRST, SECOND)
    assert labels_of(html, f"{FIRST}\n{SECOND}", "By Ann Holt, Harbour Post") == [-1, 1, 1]
    assert labels_of(html, f"{FIRST}\n{SECOND}", FIRST) == [0, 1, 1]
    assert labels_of(html, f"{FIRST}\n{SECOND}", "By Ann Holt, Harbour Post, Monday 3 May") == [-1, 1, 1]


def test_oracle_takes_the_body_only() -> None:
    labels = label_paragraphs(Page.parse(markup("By Ann", FIRST, "x")), FIRST, ["By Ann"])
    assert oracle(labels).tolist() == [False, True, False]


def test_of_a_page_with_known_texts_alone_the_rest_does_not_count() -> None:
    page = Page.parse(markup("Menu", FIRST, SECOND, "Sign up", "Sign up now"))
    assert label_segments(page, [FIRST[:20].upper()], ["sign  up"]).tolist() == [-1, 1, -1, 0, 0]
    assert label_segments(page, ["sign up"], []).tolist() == [-1] * 5  # nobody knows which


def test_an_empty_page_has_no_labels() -> None:
    assert label_paragraphs(Page.parse(b""), FIRST).shape == (0,)


def test_a_huge_page_of_equal_words_is_labelled_at_once() -> None:
    labels = label_paragraphs(Page.parse(markup(*["a b"] * 3000, "a " * 100_000)), "a b\n" * 300)
    assert labels.shape == (3001,)


@settings(max_examples=60)
@given(st.lists(st.text("ab c.，桥海", max_size=20), max_size=12), st.text("ab c.，桥海\n", max_size=80))
def test_never_raises_and_gives_a_label_each(paragraphs: list[str], gold: str) -> None:
    page = Page.parse(markup(*paragraphs))
    labels = label_paragraphs(page, gold, paragraphs[:1])
    assert labels.shape == (len(page),)
    assert set(np.unique(labels)) <= {-1, 0, 1}
