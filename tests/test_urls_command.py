"""``newsbody cluster``: what it prints, writes and draws."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from newsbody.cli import main
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


def test_the_picture_is_the_report_of_these_addresses(urls: Path, tmp_path: Path) -> None:
    out = tmp_path / "clusters.html"
    assert main(["cluster", str(urls), "--topic", URLS[0], "--html", str(out)]) == 0
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', out.read_text("utf8"), re.DOTALL)
    assert data is not None
    (site,) = json.loads(data[1])["sites"]
    assert site["addresses"]["kinds"]["topic"]["count"] == 60
    assert site["addresses"]["graph"]["points"]


def test_the_picture_says_what_the_terminal_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "urls.txt").write_text("http://a.example/x\n")
    assert main(["cluster", str(tmp_path / "urls.txt"), "--html", str(tmp_path / "out.html")]) == 1
    assert "no topics found" in capsys.readouterr().out
    assert '["topicless",1,["a.example"],""]' in (tmp_path / "out.html").read_text("utf8").replace(" ", "")


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
        ("http://a.example/x\n", ["--plain", "--html", "x.html"], 2, "leave out --plain, or --html"),
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
