"""The parts of KSF: stop rule, similarity rule, segmentation, TF-IDF."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from newsbody.demo.demo_sites import articles
from newsbody.page import Page
from newsbody.rules.keywords import _cut, is_stopped, kept_lines, keywords, own_cache, segment, similarity_key
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


def test_pages_that_vote_for_two_classes_alike_show_neither() -> None:
    words = {"said": "harbour lighthouse mountain", "noted": "bicycle spokes axle"}
    pages = [
        Page.parse(f"<div class={name}>{text}</div><p>{n} things</p>") for n, (name, text) in enumerate(words.items())
    ]
    assert best_class(pages) is None
    third = Page.parse("<div class=said>orchard gardener pears</div>")
    found = best_class([*pages, third])
    assert found is not None
    assert (str(found[0]), found[1]) == ("*.said", 2)


@pytest.fixture
def without_rjieba(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "rjieba", None)
    for cached in (_cut, own_cache):
        cached.cache_clear()
    yield
    for cached in (_cut, own_cache):
        cached.cache_clear()


def test_jieba_and_rjieba_give_the_same_words(without_rjieba: None) -> None:
    pytest.importorskip("jieba")
    texts = [paragraph for story in articles() for paragraph in story.paragraphs]
    slow = [segment(text) for text in texts]
    _cut.cache_clear()
    del sys.modules["rjieba"]
    fast = [segment(text) for text in texts]
    words = {word for text in slow for word in text}
    assert len(words & {word for text in fast for word in text}) >= 0.99 * len(words)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="there are no modes of files")
def test_what_jieba_keeps_is_in_a_folder_of_the_user_alone(
    without_rjieba: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert own_cache() == tmp_path / "cache" / "newsbody"
    assert own_cache().stat().st_mode & 0o077 == 0
    own_cache.cache_clear()
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    elsewhere = own_cache()
    assert elsewhere.stat().st_mode & 0o077 == 0
    elsewhere.rmdir()


def test_jieba_is_loaded_only_when_needed_and_says_nothing(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['rjieba'] = None;"
        "from newsbody.rules.learn_thread import learn_thread_rule; assert 'jieba' not in sys.modules;"
        "from newsbody.rules.keywords import segment; assert 'jieba' not in sys.modules;"
        "assert segment('轴承') == ['轴承']"
    )
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert [path.name for path in (tmp_path / "newsbody").iterdir()] == ["jieba.cache"]
