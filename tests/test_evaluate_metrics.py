from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsbody.evaluate.corpus import read_sets
from newsbody.evaluate.metrics import PageScore, scope_score, score_page, summarise, without_optional
from newsbody.extractors import get_extractor
from newsbody.ground.extras import MissingExtra, require
from newsbody.page import Page


def test_worked_example_by_hand() -> None:
    score = score_page("the old bridge was closed", "the old bridge was open")
    # 4-shingles: gold {the old bridge was, old bridge was closed}, predicted one of these and one of its own
    assert score.shingles == (1 / 3, 1 / 3, 1 / 3)
    # characters: 21 of gold, 19 taken; "closed" and "open" have "oe" in common: 17 common
    assert score.char_recall == pytest.approx(17 / 21)
    assert score.char_precision == pytest.approx(17 / 19)
    assert score.char_f1 == pytest.approx(34 / 40)
    assert score.mcr == pytest.approx((2 + 4) / 21)
    assert not score.exact


@pytest.mark.parametrize(
    ("gold", "predicted", "exact", "mcr", "shingles"),
    [
        ("正文。", "正 文", True, 1 / 3, (1.0, 0.0, 0.0)),
        ("大桥关闭了", "大桥关闭", False, 1 / 5, (1 / 2, 0.0, 1 / 2)),
        ("", "", True, 0.0, (0.0, 0.0, 0.0)),
        ("", "wrong", False, 1.0, (0.0, 1.0, 0.0)),
        ("missed", "", False, 1.0, (0.0, 0.0, 1.0)),
    ],
)
def test_pages(gold: str, predicted: str, exact: bool, mcr: float, shingles: tuple[float, ...]) -> None:
    score = score_page(gold, predicted)
    assert score.exact is exact
    assert score.mcr == pytest.approx(mcr)
    assert score.shingles == pytest.approx(shingles)


def test_optional_lines_are_taken_out_once_wherever_white_space_stands() -> None:
    assert without_optional("By  Ann\nHolt The text By Ann Holt", "The text", ["By Ann Holt"]).split() == [
        *("The", "text", "By", "Ann", "Holt")
    ]
    assert without_optional("The text", "The text", ["text"]) == "The text"
    assert score_page("The text", "By Ann Holt\nThe text", ["By Ann Holt"]).exact


def test_scope() -> None:
    labels = np.array([0, -1, 1, 1, 0], dtype=np.int8)

    def scope(*paragraphs: int) -> tuple[float, ...]:
        return scope_score(labels, np.isin(np.arange(5), paragraphs))

    assert scope(1, 2, 3) == (1.0, 1.0, 1.0)
    assert scope(0, 2) == pytest.approx((1 / 2, 1 / 2, 1 / 2))
    assert scope(0, 1, 2, 3, 4) == pytest.approx((1 / 2, 1.0, 2 / 3))
    assert scope(0) == (0.0, 0.0, 0.0)
    assert scope() == (0.0, 0.0, 0.0)
    assert scope_score(labels * 0, np.zeros(5, dtype=np.bool_)) == (1.0, 1.0, 1.0)


def page_score(
    shingles: tuple[float, float, float], mcr: float, empty: bool = False, failed: bool = False
) -> PageScore:
    return PageScore(shingles, not mcr, empty, 1 - mcr, 1 - mcr, 1 - mcr, mcr, failed=failed)


def test_f1_is_of_the_means_and_shares_count_pages() -> None:
    found = page_score((1.0, 0.0, 0.0), mcr=0.0)
    half = page_score((0.5, 0.5, 0.0), mcr=0.07)
    lost = page_score((0.0, 0.0, 1.0), mcr=1.0, empty=True, failed=True)
    summary = summarise([found, half, lost])
    assert summary["P"] == pytest.approx(0.75)  # of the two pages with output
    assert summary["R"] == pytest.approx(2 / 3)
    assert summary["F1"] == pytest.approx(2 * 0.75 * (2 / 3) / (0.75 + 2 / 3))
    assert (summary["MHR_0"], summary["MHR_0.05"], summary["MHR_0.1"]) == pytest.approx((2 / 3, 2 / 3, 1 / 3))
    assert summary["acc"] == pytest.approx(1 / 3)
    assert (summary["MCRmed"], summary["empty"], summary["err"]) == (0.07, 1, 1)
    with pytest.raises(ValueError, match="no pages"):
        summarise([])


def lcs(one: str, two: str) -> int:
    table = [[0] * (len(two) + 1) for _ in range(len(one) + 1)]
    for i, a in enumerate(one):
        for j, b in enumerate(two):
            table[i + 1][j + 1] = table[i][j] + 1 if a == b else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


@settings(max_examples=60)
@given(st.text("ab 汉。", max_size=15), st.text("ab 汉。", max_size=15))
def test_character_scores_agree_with_the_textbook_subsequence(gold: str, predicted: str) -> None:
    score = score_page(gold, predicted)
    a, b = "".join(gold.split()), "".join(predicted.split())
    if a:
        assert score.mcr == pytest.approx((len(a) + len(b) - 2 * lcs(a, b)) / len(a))


def test_a_missing_package_is_named() -> None:
    with pytest.raises(MissingExtra, match=r"needs surely_not_there.*newsbody\[train\]"):
        require("surely_not_there.inner", "train")


@pytest.mark.corpus
def test_agrees_with_the_reference_scorer_to_three_decimals(corpus: Path) -> None:
    scorer = os.environ.get("NEWSBODY_SCORE")
    if not scorer:
        pytest.skip("NEWSBODY_SCORE is not set: it names the reference scorer's file")
    reference = load(Path(scorer))
    extractor = get_extractor("cecs")
    for _, pages in read_sets([corpus / "train", corpus / "measure"]):
        gold: dict[str, dict[str, Any]] = {}
        predicted: dict[str, dict[str, str]] = {}
        scores = []
        for page in pages[:60]:
            text = extractor.extract(Page.parse(page.html)).text
            gold[page.id] = {"text": page.text, "optional": list(page.optional)}
            predicted[page.id] = {"text": text}
            scores.append(score_page(page.text, text, page.optional))
        expected = reference.evaluate(gold, predicted, reference.TOKENS["cjk"])
        ours = summarise(scores)
        assert {name: ours[name] for name in expected} == {
            name: pytest.approx(value, abs=5e-4) for name, value in expected.items()
        }


def load(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location("reference_scorer", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
