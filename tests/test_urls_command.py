"""``newsbody cluster``: what it prints, writes and draws."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from lxml import etree

from newsbody.cli import main
from newsbody.report.decision_graph import scatter, tree_picture
from newsbody.urls.density import build_tree, decision_graph
from newsbody.urls.resolver import Resolver

URLS = [
    *(
        f"http://forum.example/threads/a-long-title-of-{n}-words.{n}/page-{p}"
        for n in range(1000, 1030)
        for p in (2, 3)
    ),
    *(f"http://forum.example/members/anna.{n}/" for n in range(20)),
    *(f"http://forum.example/forums/talk-{n}.{n}/" for n in range(8)),
    "http://forum.example/help?<b>",
]


@pytest.fixture
def urls(tmp_path: Path) -> Path:
    path = tmp_path / "urls.tsv"
    path.write_text("".join(f"label\t{url}\n" for url in URLS) + "\n", encoding="utf8")
    return path


def test_clusters_resolver_and_regex_are_printed(urls: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cluster", str(urls)]) == 0
    out = capsys.readouterr().out
    assert re.search(r"60 topic +/threads/\{s\}\.\{n\} ", out)
    assert re.search(r"20 other +/members/\{s\}\.\{n\} ", out)
    assert "60 topic, 8 list, 21 other; 60 different pages of topics" in out
    regex = re.search(r"topics match: (.+)", out)
    assert regex is not None
    assert [url for url in URLS if re.search(regex[1], url)] == [url for url in URLS if "/threads/" in url]


def test_the_resolver_is_written(urls: Path, tmp_path: Path) -> None:
    out = tmp_path / "resolver.json"
    assert main(["cluster", str(urls), "--topic", URLS[0], "--json", str(out)]) == 0
    assert Resolver.from_dict(json.loads(out.read_text())).kind(URLS[5]) == "topic"


@pytest.mark.parametrize("plain", [[], ["--plain"]])
def test_the_picture_stands_by_itself(urls: Path, tmp_path: Path, plain: list[str]) -> None:
    out = tmp_path / "clusters.html"
    assert main(["cluster", str(urls), "--html", str(out), *plain]) == 0
    html = out.read_text(encoding="utf8")
    assert not re.search(r"(src|href)=|url\(|@import", html)
    assert "<b>" not in html
    for svg in re.findall(r"<svg.*?</svg>", html, re.DOTALL):
        etree.fromstring(svg)
    assert html.count("<svg") == 2
    assert 'class="centre"' in html


def test_plain_clustering_needs_no_topics(urls: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cluster", str(urls), "--plain", "-k", "3"]) == 0
    assert f"{len(URLS)} addresses in" in capsys.readouterr().out


def test_addresses_from_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(URLS)))
    assert main(["cluster", "-"]) == 0
    assert "confidence" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "options", "status", "said"),
    [
        ("", [], 2, "no addresses in"),
        ("mailto:a@b.example\n", [], 2, "no pages among 1 addresses"),
        ("http://a.example/x\n", ["-k", "0"], 2, "at least 1"),
        ("http://a.example/x\n", ["--topic", "mailto:x"], 2, "no web address"),
        ("http://a.example/x\n", [], 1, "no topics found"),
    ],
)
def test_what_cannot_be_done_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, options: list[str], status: int, said: str
) -> None:
    path = tmp_path / "urls.txt"
    path.write_text(text)
    assert main(["cluster", str(path), *options]) == status
    streams = capsys.readouterr()
    assert said in streams.out + streams.err


def test_a_missing_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cluster", str(tmp_path / "none.txt")]) == 2
    assert "none.txt" in capsys.readouterr().err


def test_large_trees_are_cut_and_say_so() -> None:
    graph = decision_graph(build_tree([[f"n{n}", f"m{m}"] for n in range(60) for m in range(30)]), 5)
    picture = tree_picture(graph.tree, [])
    etree.fromstring(picture)
    assert "36 more, 1080 URLs" in picture or "more branches" in picture
    assert picture.count("<text") <= 402


def test_a_single_point_can_be_drawn() -> None:
    graph = decision_graph(build_tree([["a"]]), 1)
    assert etree.fromstring(scatter(graph, [0])).tag.endswith("svg")
