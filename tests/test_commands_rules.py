"""``newsbody rules`` and ``newsbody learn`` on a store and on pages of our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lxml import html

from newsbody.cli import main
from newsbody.rules.rule import Rule
from newsbody.stores import Learned, Profile, open_store
from tests import forum_pages
from tests.forum_pages import pages

HOST = "forum.example"


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A folder of saved thread pages that say where they are from."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for number, page in enumerate(pages(forum_pages.table_layout)):
        link = f'<link rel="canonical" href="http://{HOST}/thread-{number}.html">'
        source = html.tostring(page.root, encoding="unicode").replace("<head>", f"<head>{link}", 1)
        (folder / f"{number}.html").write_text(source, encoding="utf-8")
    return folder


@pytest.fixture
def store(saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """A store with the rule of the saved pages."""
    address = str(tmp_path / "profiles.sqlite3")
    assert main(["learn", str(saved), "--kind", "forum", "--store", address]) == 0
    capsys.readouterr()
    return address


def rules(store: str, *words: str) -> int:
    return main(["rules", "--store", store, *words])


def test_learn_prints_the_rule(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", str(saved), "--kind", "forum"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["host"], row["pages"]) == (HOST, 5)
    assert [str(part) for part in Rule.from_dict(row["rule"]).body] == ["td.words"]


def test_learn_without_a_rule_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.html").write_text("<p>Hello</p>", encoding="utf-8")
    assert main(["learn", str(tmp_path), "--kind", "forum"]) == 1
    assert json.loads(capsys.readouterr().out)["rule"] is None
    assert main(["learn", str(tmp_path / "missing"), "--kind", "forum"]) == 1
    assert "missing" in capsys.readouterr().err


def test_list_and_show(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert rules(store, "list") == 0
    assert f"{HOST}  thread  learned  5 pages" in capsys.readouterr().out
    assert rules(store, "show", HOST) == 0
    assert json.loads(capsys.readouterr().out)["rules"]["thread"]["value"]["body"] == ["td.words"]


def test_memory_is_counted_and_not_spelled_out(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    memory = {str(number): [[number], [], []] for number in range(7)}
    open_store(store).save(Profile(HOST, memory=Learned.first(memory, 7, "2026-01-01")))
    assert rules(store, "list") == 0
    assert f"{HOST}  memory  7 pages  2026-01-01" in capsys.readouterr().out
    assert rules(store, "show", HOST) == 0
    assert "hashes" in json.loads(capsys.readouterr().out)["memory"]["value"]


def test_export_forget_import(store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rules(store, "export") == 0
    exported = tmp_path / "profiles.jsonl"
    exported.write_text(capsys.readouterr().out, encoding="utf-8")
    assert rules(store, "forget", HOST) == 0
    assert rules(store, "show", HOST) == 1
    assert rules(store, "forget", HOST) == 1
    assert rules(store, "import", str(exported)) == 0
    assert rules(store, "show", HOST) == 0


def test_pin_and_unpin(store: str) -> None:
    for word, status in (("pin", "pinned"), ("unpin", "learned")):
        assert rules(store, word, HOST, "thread") == 0
        profile = open_store(store).load(HOST)
        assert profile is not None
        assert profile.rules["thread"].value["status"] == status


def test_a_rule_by_hand_is_stored_pinned(store: str, tmp_path: Path) -> None:
    written = tmp_path / "rule.json"
    written.write_text('{"kind": "thread", "body": ["div.mine"]}', encoding="utf-8")
    assert rules(store, "import", "--host", HOST, str(written)) == 0
    profile = open_store(store).load(HOST)
    assert profile is not None
    assert profile.rules["thread"].value["body"] == ["div.mine"]
    assert profile.rules["thread"].value["status"] == "pinned"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["show", "unknown.example"], "nothing is known of unknown.example; known are forum.example"),
        (["pin", HOST, "article"], "has no article rule; it has thread"),
        (["import", "missing.jsonl"], "missing.jsonl"),
    ],
)
def test_errors_say_what_is_wrong(store: str, words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert rules(store, *words) == 1
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("text", ["no json", '{"kind": "thread", "body": ["td.x["]}', "[]"])
def test_a_broken_rule_changes_nothing(
    store: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written = tmp_path / "rule.json"
    written.write_text(text, encoding="utf-8")
    assert rules(store, "import", "--host", HOST, str(written)) == 1
    assert "rule.json" in capsys.readouterr().err
    assert rules(store, "list") == 0
    assert "td.words" in capsys.readouterr().out
