"""Floors of the figures that forum rules reach on the labelled corpus; they only rise."""

from __future__ import annotations

from pathlib import Path

import pytest

from newsbody.rules.learn_thread import learn_thread_rule
from tests.benchmarks.forums import measure_joined, measure_learning, measure_posts, read_crawl, read_forum

pytestmark = pytest.mark.corpus


@pytest.mark.parametrize("name", ["talkop", "avalanches_phpbb2", "somethingawful"])
def test_exact_class(corpus: Path, name: str) -> None:
    from_five, from_two = measure_learning(read_forum(corpus / "forums" / f"forum_{name}"), 10, "slots")
    assert from_five[1] == 10
    assert from_two[1] >= 9


def test_posts_of_many_forums_joined(corpus: Path) -> None:
    means = measure_joined(read_forum(corpus / "forums" / "forum_wcxb"))
    assert means["F1"] >= 0.97
    assert means["MHR_0.1"] <= 0.06


@pytest.mark.parametrize(("name", "text"), [("discuz", 0.985), ("phpbb", 0.99)])
def test_posts_of_saved_crawls(corpus: Path, name: str, text: float) -> None:
    pages = read_crawl(corpus / "served" / name)
    rule = learn_thread_rule([page.parse() for page in pages[:: len(pages) // 5][:5]], "")
    assert rule is not None
    count = measure_posts(pages, rule)
    for what, floor in (("found once", 0.99), ("in order", 0.99), ("text", text), ("author", 0.99), ("time", 0.99)):
        assert count[what] >= floor * count["gold"], what
