"""``newsbody rules`` and ``newsbody learn`` on a store and on pages of our own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from lxml import html

from newsbody.cli import main
from newsbody.demo import forum_pages as forum_pages_of_the_demo
from newsbody.demo import serve
from newsbody.ground.sitememory import SiteMemory
from newsbody.rules.rule import Rule
from newsbody.stores import Profile, Remembered
from newsbody.urls.resolver import Resolver
from tests import forum_pages
from tests.forum_pages import pages
from tests.profiles import keep, kept

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
    assert main(["learn", str(saved), "--kind", "thread", "--store", address]) == 0
    capsys.readouterr()
    return address


def rules(store: str, *words: str) -> int:
    return main(["rules", "--store", store, *words])


def test_learn_prints_the_rule(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", str(saved), "--kind", "thread"]) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["host"], row["pages"]) == (HOST, 5)
    assert [str(part) for part in Rule.from_dict(row["rule"]).body] == ["td.words"]


def test_learn_from_addresses_shows_what_the_rule_takes(capsys: pytest.CaptureFixture[str]) -> None:
    with serve(forum_pages_of_the_demo()) as (base, _):
        addresses = [f"{base}/topic-{number}-1.html" for number in range(201, 206)]
        assert main(["learn", *addresses, f"{base}/missing.html", "--kind", "thread"]) == 0
    captured = capsys.readouterr()
    row = json.loads(captured.out)
    assert (row["host"], row["pages"]) == (base.removeprefix("http://"), 5)
    assert len(row["takes"]) == 3
    assert "missing.html is left out: HTTP Error 404" in captured.err


@pytest.mark.parametrize("site", ["board.example", "https://www.board.example/index.php"])
def test_pages_that_name_no_site_are_of_the_one_that_is_said(
    site: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, page in enumerate(pages(forum_pages.table_layout)):
        page_file = tmp_path / f"{number}.html"
        page_file.write_text(html.tostring(page.root, encoding="unicode"), encoding="utf-8")
    store = str(tmp_path / "profiles.sqlite3")
    learn = ["learn", str(tmp_path), "--kind", "thread", "--store", store]
    assert main(learn) == 1
    assert "write --site HOST" in capsys.readouterr().err
    assert main([*learn, "--site", site]) == 0
    assert json.loads(capsys.readouterr().out)["host"] == "board.example"
    assert rules(store, "list") == 0
    assert "board.example  thread  learned  5 pages" in capsys.readouterr().out


def test_a_site_that_is_none_is_said(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", str(saved), "--kind", "thread", "--site", "http://"]) == 1
    assert "write --site news.example.com" in capsys.readouterr().err


def test_learn_without_a_rule_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.html").write_text("<p>Hello</p>", encoding="utf-8")
    assert main(["learn", str(tmp_path), "--kind", "thread"]) == 1
    assert json.loads(capsys.readouterr().out)["rule"] is None
    assert main(["learn", str(tmp_path / "missing"), "--kind", "thread"]) == 1
    assert "missing" in capsys.readouterr().err


def test_list_and_show(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert rules(store, "list") == 0
    assert f"{HOST}  thread  learned  5 pages" in capsys.readouterr().out
    assert rules(store, "show", HOST) == 0
    assert json.loads(capsys.readouterr().out)["rules"]["thread"]["value"]["body"] == ["td.words"]


def test_a_store_that_knows_nothing_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert rules(str(tmp_path / "none.sqlite3"), "list") == 0
    assert "none.sqlite3 knows no site yet" in capsys.readouterr().err


def test_memory_is_counted_and_not_spelled_out(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    memory = {str(number): [[number], [], []] for number in range(7)}
    keep(store, Profile(HOST, memory=Remembered.first(SiteMemory.from_dict(memory), "2026-01-01")))
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
        profile = kept(store, HOST)
        assert profile.rules["thread"].value["status"] == status


def test_a_rule_by_hand_is_stored_pinned(store: str, tmp_path: Path) -> None:
    written = tmp_path / "rule.json"
    written.write_text('{"kind": "thread", "body": ["div.mine"]}', encoding="utf-8")
    assert rules(store, "import", "--site", HOST, str(written)) == 0
    profile = kept(store, HOST)
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
    assert rules(store, "import", "--site", HOST, str(written)) == 1
    assert "rule.json" in capsys.readouterr().err
    assert rules(store, "list") == 0
    assert "td.words" in capsys.readouterr().out


def stored_rule(store: str, kind: str = "thread") -> dict[str, Any]:
    profile = kept(store, HOST)
    return profile.rules[kind].value


def test_edit_by_options_pins_and_keeps_what_is_said_of_posts(store: str) -> None:
    before = stored_rule(store)
    assert rules(store, "edit", HOST, "thread", "--body", "div.mine", "--body", "td.mine") == 0
    after = stored_rule(store)
    assert (after["body"], after["status"]) == (["div.mine", "td.mine"], "pinned")
    assert [after.get(name) for name in ("author", "time")] == [before.get(name) for name in ("author", "time")]
    assert "leave_out" not in after
    profile = kept(store, HOST)
    assert [event for _, event in profile.rules["thread"].history] == ["learned", "by hand", "pinned"]
    assert profile.rules["thread"].generation == 2


def test_edit_of_a_part_keeps_the_others(store: str) -> None:
    before = stored_rule(store)
    assert rules(store, "edit", HOST, "thread", "--leave-out", "p.sign") == 0
    assert stored_rule(store)["leave_out"] == ["p.sign"]
    assert stored_rule(store)["body"] == before["body"]


def test_edit_in_the_editor(store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    editor = tmp_path / "my editor.sh"
    editor.write_text("#!/bin/sh\nsed -i 's/td.words/td.others/' \"$1\"\n")
    editor.chmod(0o755)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", f"'{editor}'")
    assert rules(store, "edit", HOST, "thread") == 0
    assert (stored_rule(store)["body"], stored_rule(store)["status"]) == (["td.others"], "pinned")


def test_edit_of_the_only_rule(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert rules(store, "edit", HOST, "--body", "div.mine") == 0
    assert stored_rule(store)["body"] == ["div.mine"]
    assert main(["rules", "edit", HOST, "article", "--body", "div.text", "--store", store]) == 0
    assert rules(store, "edit", HOST, "--body", "div.mine") == 1
    assert "has article and thread rules: say whether" in capsys.readouterr().err


def test_edit_of_a_site_that_nothing_is_known_of(store: str) -> None:
    assert rules(store, "edit", "new.example", "article", "--body", "div.text") == 0
    profile = kept(store, "new.example")
    assert profile.rules["article"].value["body"] == ["div.text"]


def test_topics_by_hand(store: str, tmp_path: Path) -> None:
    urls = tmp_path / "urls.txt"
    kinds = {"thread-{}-1.html": 40, "member-{}.html": 30, "board-{}-1.html": 4}
    urls.write_text("\n".join(f"http://{HOST}/{kind.format(n)}" for kind, count in kinds.items() for n in range(count)))
    assert rules(store, "edit", HOST, "topics", "--topic", f"http://{HOST}/thread-7-1.html", "--urls", str(urls)) == 0
    profile = kept(store, HOST)
    assert profile.resolver is not None
    resolver = Resolver.from_dict(profile.resolver.value)
    assert resolver.kind(f"http://{HOST}/thread-99-1.html") == "topic"
    assert resolver.kind(f"http://{HOST}/member-99.html") != "topic"
    assert profile.resolver.value["status"] == "pinned"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["thread", "--body", "div["], "div["),
        (["topics"], "write --topic URL and --urls FILE"),
        (["article"], "set EDITOR, or write --body SELECTOR"),
    ],
)
def test_edit_says_what_is_wrong(
    words: list[str], says: str, store: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    before = stored_rule(store)
    assert rules(store, "edit", HOST, *words) == 1
    assert says in capsys.readouterr().err
    assert stored_rule(store) == before


@pytest.mark.parametrize("text", ["no json", "[]", '{"body": []}'])
def test_what_the_editor_broke_changes_nothing(
    text: str, store: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    editor = tmp_path / "editor.sh"
    editor.write_text(f"#!/bin/sh\necho '{text}' > \"$1\"\n")
    editor.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(editor))
    before = stored_rule(store)
    assert rules(store, "edit", HOST, "thread") == 1
    assert "newsbody rules edit:" in capsys.readouterr().err
    assert stored_rule(store) == before
