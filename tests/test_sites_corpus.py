"""Floors of what several pages of a site add to the extractor, on the labelled corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

from newsbody.evaluate.corpus import read_set
from newsbody.evaluate.metrics import summarise
from tests.benchmarks.sites import FEW, MANY, memory_scores, rule_figures, sites_of

pytestmark = pytest.mark.corpus


# Sets that auto is never trained on: of pages that it has learned from, others of their site have nothing to say.
@pytest.mark.parametrize(("name", "gain"), [("big9", -0.001), ("l3s_gn1", 0.0)])
def test_pages_are_read_better_in_the_light_of_each_other(corpus: Path, name: str, gain: float) -> None:
    scores = memory_scores(sites_of(read_set(corpus / "measure" / name), FEW))
    alone, together = (summarise(part) for part in scores)
    assert together["F1"] >= alone["F1"] + gain
    assert together["MHR_0.1"] <= alone["MHR_0.1"] + 2.5 / together["n"]  # two pages may fall to either side


@pytest.mark.parametrize("folder", ["measure/daniel_zh", "train/zh_163money_2015"])
def test_rules_of_articles_lose_on_no_site(corpus: Path, folder: str) -> None:
    for site, golds in sites_of(read_set(corpus / folder), MANY).items():
        assert rule_figures(golds, 3).worst >= -0.005, site


@pytest.mark.parametrize("extractor", ["cecs", "nta"])
@pytest.mark.parametrize("folder", ["measure/daniel_zh", "train/zh_163money_2015"])
def test_rules_of_articles_gain_a_point_over_a_published_system(corpus: Path, folder: str, extractor: str) -> None:
    sites = sites_of(read_set(corpus / folder), MANY)
    gains = [row.rule - row.alone for row in (rule_figures(golds, 3, extractor) for golds in sites.values())]
    assert sum(gains) / len(gains) >= 0.01
    assert min(gains) >= -0.005
