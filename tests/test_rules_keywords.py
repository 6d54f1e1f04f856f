"""The parts of KSF: stop rule, similarity rule, segmentation, TF-IDF."""

from __future__ import annotations

import subprocess
import sys

import pytest

from newsbody.page import Page
from newsbody.rules.keywords import is_stopped, kept_lines, keywords, segment, similarity_key
from newsbody.rules.ksf import best_class, vote


@pytest.mark.parametrize(
    ("line", "stopped"),
    [
        ("顶", True),
        ("Reply", False),
        ("12345678", True),
        ("发表于 2021-3-4 12:30:11", True),
        ("您需要登录后才可以回帖", True),
        ("Copyright 2001 by somebody", True),
        ("昨天把后轮拆开看了一下", False),
    ],
)
def test_stop_rule(line: str, stopped: bool) -> None:
    assert is_stopped(line) is stopped


def test_similarity_rule_drops_what_begins_alike() -> None:
    page = Page.parse("<p>Joined in spring</p><p>Joined in autumn</p><p>My wheel hums again</p>")
    assert similarity_key("Jo ined in spring") == "Join"
    assert kept_lines(page) == ["My wheel hums again"]


def test_segmentation_of_mixed_text() -> None:
    words = segment("昨天把轴承拆开, bearing 608 ok")
    assert "轴承" in words
    assert "bearing" in words
    assert "608" not in words


def test_words_of_every_page_weigh_less() -> None:
    pages = [Page.parse(f"<p>wheel wheel wheel {own} and something</p>") for own in ("harbour", "mountain", "garden")]
    assert [words[0] for words in keywords(pages)] == ["harbour", "mountain", "garden"]


def test_keywords_vote_for_the_class_around_them() -> None:
    page = Page.parse("<div class='a'>harbour lights <b>harbour</b></div><div class='b'>mountain</div>")
    assert vote(page, ["harbour", "lights", "mountain"]) == ("a",)
    assert vote(page, []) is None
    assert best_class([]) is None


def test_jieba_is_loaded_only_when_needed_and_says_nothing() -> None:
    code = (
        "import sys; from newsbody.rules.learn import learn_thread_rule; assert 'jieba' not in sys.modules;"
        "from newsbody.rules.keywords import segment; assert 'jieba' not in sys.modules;"
        "assert segment('轴承') == ['轴承']"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
