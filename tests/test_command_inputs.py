"""Pages from everywhere, results in every format, and what the examples of --help do."""

from __future__ import annotations

import csv
import gzip
import io
import json
import shlex
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from newsbody.cli import command_names, main, parser
from newsbody.commands import _inputs as inputs
from newsbody.commands import doctor
from newsbody.commands._outputs import FORMATS, format_of
from newsbody.demo import forum_pages, news_pages, serve
from newsbody.demo.demo_news import articles

STORY = articles()[0]
PAGE = news_pages()[STORY.path]


def rows(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def http(body: bytes, kind: str = "text/html; charset=utf-8", status: str = "200 OK", more: str = "") -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{more}Content-Length: {len(body)}\r\n\r\n".encode() + body


def record(url: str, content: bytes, kind: str = "response") -> bytes:
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Record-ID: <urn:uuid:{abs(hash(url))}>\r\n"
        f"WARC-Date: 2026-02-01T00:00:00Z\r\nContent-Type: application/http; msgtype={kind}\r\n"
    )
    return f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content + b"\r\n\r\n"


RECORDS = [
    record("http://a.example/request", b"GET / HTTP/1.1\r\n\r\n", "request"),
    record("http://a.example/1", http(PAGE.encode())),
    record("http://a.example/logo.png", http(b"\x89PNG", "image/png")),
    record("http://a.example/gone", http(b"<p>Gone.</p>", status="404 Not Found")),
    record("http://a.example/2", http(gzip.compress(PAGE.encode()), more="Content-Encoding: gzip\r\n")),
    record("http://a.example/1", http(PAGE.encode())),
]


@pytest.mark.parametrize("packed", [False, True])
def test_pages_of_a_web_archive(packed: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / ("crawl.warc.gz" if packed else "crawl.warc")
    path.write_bytes(b"".join(gzip.compress(one) if packed else one for one in RECORDS))
    assert main(["extract", str(path)]) == 0
    found = rows(capsys.readouterr().out)
    assert [row["id"] for row in found] == ["http://a.example/1", "http://a.example/2", "http://a.example/1#2"]
    assert {row["headline"] for row in found} == {STORY.headline}
    assert [row["url"] for row in found] == ["http://a.example/1", "http://a.example/2", "http://a.example/1"]


def test_archive_that_breaks_off_gives_what_there_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.warc.gz"
    whole = b"".join(map(gzip.compress, RECORDS))
    path.write_bytes(whole[: len(gzip.compress(RECORDS[0])) + len(gzip.compress(RECORDS[1])) + 30])
    status = main(["extract", str(path)])
    found = rows(capsys.readouterr().out)
    assert found[0]["headline"] == STORY.headline
    assert status == int(any("error" in row for row in found))


def test_archive_without_the_extra_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.warc").touch()
    monkeypatch.setitem(sys.modules, "fastwarc.warc", None)
    assert main(["extract", str(tmp_path / "a.warc")]) == 2
    assert "pip install 'newsbody[warc]'" in capsys.readouterr().err


def test_addresses_are_fetched_and_failures_are_rows(capsys: pytest.CaptureFixture[str]) -> None:
    with serve({**news_pages(), "/nowhere": ""}) as (base, seen):
        assert main(["extract", base + STORY.path]) == 0
        (row,) = rows(capsys.readouterr().out)
        assert (row["url"], row["headline"]) == (base + STORY.path, STORY.headline)
        assert seen == [STORY.path]
        assert main(["extract", base + STORY.path, f"{base}/not-there"]) == 1
        told = capsys.readouterr()
        assert "404" in str(rows(told.out)[1]["error"])
        assert "1 of 2 pages failed" in told.err


@pytest.mark.parametrize(
    ("kind", "size", "told"), [("image/png", 9, "is image/png, no page"), ("text/html", 99, "larger")]
)
def test_address_that_gives_no_page(kind: str, size: int, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Answer(io.BytesIO):
        headers = SimpleNamespace(get_content_type=lambda: kind, get_content_charset=lambda: None)
        url = "http://a.example/"

    monkeypatch.setattr(inputs, "MAX_BYTES", 50)
    with pytest.raises(inputs.NoPage, match=told):
        inputs._fetched(inputs.Input("x", "http://a.example/"), lambda *_, **__: Answer(b"x" * size))


@pytest.mark.parametrize(("data", "told"), [(b"%PDF-1.7 ...", "PDF"), (b"\x89PNG\r\n", "a picture")])
def test_a_file_that_is_no_page_is_told(
    data: bytes, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.pdf").write_bytes(data)
    assert main(["extract", str(tmp_path / "a.pdf")]) == 1
    captured = capsys.readouterr()
    assert json.loads(captured.out)["text"] == ""
    assert f"a.pdf is {told}, no page" in captured.err


def test_a_login_is_not_told_on(capsys: pytest.CaptureFixture[str]) -> None:
    asked = []

    def opened(request: Any, timeout: float) -> Any:
        asked.append((request.full_url, request.get_header("Authorization"), request.headers))
        raise OSError("away")

    (page,) = inputs.inputs(["http://ada:p%40ss@a.example/x"])[0]
    assert (page.id, page.url) == ("http://a.example/x",) * 2
    with pytest.raises(OSError, match="away"):
        inputs._fetched(page, opened)
    ((url, login, redirected),) = asked
    assert (url, login) == ("http://a.example/x", "Basic YWRhOnBAc3M=")
    assert "Authorization" not in redirected, "it would go with every redirect, to whatever host"


def stdin(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(data)))


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    stdin(monkeypatch, PAGE.encode())
    assert main(["extract", "-", "--url", "http://a.example/x", "--format", "json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["id"], row["url"], row["headline"]) == ("-", "http://a.example/x", STORY.headline)


def test_ids_do_not_collide(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one/page.html", "two/page.html", "two/deep/page.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(PAGE, "utf8")
    assert (
        main(["extract", str(tmp_path / "two"), str(tmp_path / "one/page.html"), str(tmp_path / "one/page.html")]) == 0
    )
    once, twice = (tmp_path / "two/page.html").as_posix(), (tmp_path / "one/page.html").as_posix()
    assert [row["id"] for row in rows(capsys.readouterr().out)] == ["deep/page", once, twice, f"{twice}#2"]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("by_name", [True, False])
def test_formats(form: str, by_name: bool, tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    for number, story in enumerate(articles()[:2]):
        (tmp_path / f"pages/{number}.html").write_text(news_pages()[story.path], "utf8")
    out = tmp_path / (f"out.{form}" if by_name else "out")
    assert main(["extract", str(tmp_path / "pages"), "-o", str(out), *([] if by_name else ["--format", form])]) == 0
    text = out.read_text("utf-8-sig")
    for story in articles()[:2]:
        assert all(paragraph in text for paragraph in story.paragraphs)
    if form == "csv":
        found = list(csv.DictReader(io.StringIO(text)))
        assert [row["headline"] for row in found] == [story.headline for story in articles()[:2]]
        assert found[0]["authors"] == STORY.author
        assert out.read_bytes().startswith(b"\xef\xbb\xbf")
    elif form in ("json", "jsonl"):
        found = json.loads(text) if form == "json" else rows(text)
        assert found[0]["authors"] == [{"name": STORY.author, "url": None}]
    elif form == "md":
        assert text.startswith(f"# {STORY.headline}\n\n")
        assert text.count("\n---\n") == 1
    elif form == "html":
        assert text.count("<p>") >= sum(len(story.paragraphs) for story in articles()[:2])
    else:
        assert text.count("\n\n\n") == 1


def test_no_page_at_all_is_still_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.warc").write_bytes(RECORDS[0])
    assert main(["extract", str(tmp_path / "empty.warc"), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


@pytest.mark.parametrize(
    ("name", "form"), [("a.md", "md"), ("A.HTM", "html"), ("a.markdown", "md"), ("-", "jsonl"), ("a.xml", "jsonl")]
)
def test_format_by_name(name: str, form: str) -> None:
    assert format_of(name) == form


def examples() -> list[str]:
    texts = [
        getattr(__import__(f"newsbody.commands.{name}", fromlist=["x"]), "EXAMPLES", "") for name in command_names()
    ]
    return [line.strip().split("   ")[0] for text in texts for line in text.splitlines() if line.strip()]


@pytest.mark.parametrize("example", [line for line in examples() if " extract " in line or " doctor" in line])
def test_examples_of_help_run(
    example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pages").mkdir()
    for number, story in enumerate(articles()[:3]):
        Path(f"pages/{number}.html").write_text(news_pages()[story.path], "utf8")
    threads = [html for path, html in forum_pages().items() if path.startswith("/topic-")]
    for number, html in enumerate(threads if "forum" in example else ()):
        Path(f"pages/{number}.html").write_text(html, "utf8")
    Path("page.html").write_text(PAGE, "utf8")
    Path("crawl.warc.gz").write_bytes(b"".join(map(gzip.compress, RECORDS)))
    command, _, source = example.partition(" < ")
    if source:
        stdin(monkeypatch, Path(source).read_bytes())
    with serve({"/": PAGE}) as (base, _):
        words = [base + "/" if word == "https://example.com/" else word for word in shlex.split(command)[1:]]
        assert main(words) == 0
    if "-o" in words:
        assert Path(words[words.index("-o") + 1]).stat().st_size > 500
    else:
        assert len(capsys.readouterr().out) > 200


def test_help_shows_its_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser(["extract"]).parse_args(["extract", "--help"])
    assert "newsbody extract crawl.warc.gz -o out.csv" in capsys.readouterr().out


def test_doctor_knows_every_extra_that_a_user_may_want() -> None:
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf8"))["project"]
    assert set(doctor.EXTRAS) == set(project["optional-dependencies"]) - {"all", "test", "peers"}


def test_doctor_says_that_all_is_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["doctor", "--store", "profiles.sqlite3"]) == 0
    out = capsys.readouterr().out
    assert "model auto" in out
    assert "profiles.sqlite3 is not there yet" in out
    assert "All that is needed works." in out


def test_doctor_names_what_is_wrong_and_the_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "profiles.sqlite3"
    broken.write_bytes(b"no database" * 100)
    assert main(["doctor", "--store", str(broken)]) == 1
    assert "name another with --store" in capsys.readouterr().out
    assert main(["doctor", "--store", "redis://127.0.0.1:1/0"]) == 1
    assert "does not answer" in capsys.readouterr().out
    (tmp_path / "auto.json").write_text("{}")
    monkeypatch.setattr(doctor, "SHIPPED", tmp_path)
    assert main(["doctor", "--store", str(tmp_path / "none")]) == 1
    assert "FAIL  model auto" in capsys.readouterr().out


def test_doctor_names_packages_that_are_missing_or_too_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        doctor, "requires", lambda _: ["parsel>=99", "no-such-package>=1", 'nothing-here; extra == "warc"']
    )
    assert [(one.what, one.grave) for one in doctor._versions()][2:] == [("parsel", True), ("no-such-package", True)]
    notes = {one.what: one for one in doctor._extras()}
    assert notes["extra warc"].advice.startswith("pip install 'newsbody[warc]'")
    assert not notes["extra warc"].grave
