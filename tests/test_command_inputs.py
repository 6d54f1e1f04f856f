"""Pages from everywhere, results in every format, and what the examples of --help do."""

from __future__ import annotations

import csv
import gzip
import io
import json
import random
import re
import shlex
import sys
import tomllib
import zlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from lxml import etree

from newsbody.cli import command_names, main, parser
from newsbody.commands import _archives, doctor
from newsbody.commands import _inputs as inputs
from newsbody.commands._outputs import FORMATS, format_of
from newsbody.demo import forum_pages, news_pages, serve
from newsbody.demo.demo_sites import articles

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
    assert json.loads(captured.out)["articleBody"] == ""
    assert f"a.pdf is {told}, no page" in captured.err


def test_a_login_is_not_told_on(capsys: pytest.CaptureFixture[str]) -> None:
    asked = []

    def opened(request: Any, timeout: float) -> Any:
        asked.append((request.full_url, request.get_header("Authorization"), request.headers))
        raise OSError("away")

    (page,) = inputs.PageSources(["http://ada:p%40ss@a.example/x"])
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


@pytest.mark.parametrize("form", [form for form in FORMATS if form != "parquet"])
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
    elif form == "xml":
        names = {"tei": "http://www.tei-c.org/ns/1.0"}
        assert len(etree.fromstring(out.read_bytes()).findall("tei:TEI", names)) == 2
    else:
        assert text.count("\n\n\n") == 1


def test_no_page_at_all_is_still_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.warc").write_bytes(RECORDS[0])
    assert main(["extract", str(tmp_path / "empty.warc"), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


@pytest.mark.parametrize(("name", "form"), [("a.md", "md"), ("A.HTM", "html"), ("a.markdown", "md"), ("a.jl", "jsonl")])
def test_format_by_name(name: str, form: str) -> None:
    assert format_of(name) == form


@pytest.mark.parametrize("name", ["a.docx", "a.parq", "a"])
def test_a_name_that_says_no_format_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("page.html").write_text(PAGE, "utf8")
    assert main(["extract", "page.html", "-o", name]) == 2
    assert f"-o {name}: write a name that ends in .jsonl, .json" in capsys.readouterr().err
    assert not Path(name).exists()


def test_tables_in_and_out(tmp_path: Path) -> None:
    from pyarrow import Table, parquet

    pages = {"url": [f"http://a.example/{n}" for n in range(3)], "content": [PAGE.encode(), PAGE.encode(), None]}
    parquet.write_table(Table.from_pydict(pages), tmp_path / "pages.parquet")
    out = tmp_path / "out.parquet"
    assert main(["extract", str(tmp_path / "pages.parquet"), "-o", str(out)]) == 0
    found = parquet.read_table(out).to_pylist()
    assert [row["id"] for row in found] == pages["url"]
    assert [row["headline"] for row in found] == [STORY.headline, STORY.headline, ""]
    assert all(paragraph in found[0]["articleBody"] for paragraph in STORY.paragraphs)
    assert found[0]["datePublished"].strftime("%Y-%m-%d %H:%M %Z") == f"{STORY.published} UTC"
    assert found[0]["authors"] == [{"name": STORY.author, "url": None}]
    assert not list(tmp_path.glob("*.resume*")) + list(tmp_path.glob("*.unfinished"))


def test_tables_without_pages_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from pyarrow import Table, parquet

    parquet.write_table(Table.from_pydict({"url": ["http://a.example/"]}), tmp_path / "pages.parquet")
    assert main(["extract", str(tmp_path / "pages.parquet")]) == 2
    assert "has no column with pages: name it one of html, content" in capsys.readouterr().err


def test_lists_of_addresses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serve({**news_pages(), "/nowhere": ""}) as (base, seen):
        paths = [story.path for story in articles()[:3]]
        (tmp_path / "urls.txt").write_text("\ufeff" + "".join(f"{n}\t{base}{path}\n\n" for n, path in enumerate(paths)))
        assert main(["extract", str(tmp_path / "urls.txt")]) == 0
        assert [row["url"] for row in rows(capsys.readouterr().out)] == [base + path for path in paths]
        assert seen == paths


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
    for number, html in enumerate(threads if "thread" in example else ()):
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
        out = Path(words[words.index("-o") + 1])
        assert sum(path.stat().st_size for path in (out.iterdir() if out.is_dir() else [out])) > 500
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


# --- archives that are broken -------------------------------------------------------------------


def said(headers: str, body: bytes = PAGE.encode(), url: str = "http://a.example/odd") -> bytes:
    """A record whose body is none of what its headers say."""
    return record(url, f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{headers}\r\n\r\n".encode() + body)


def of_length(length: str) -> bytes:
    whole = record("http://a.example/odd", http(PAGE.encode()))
    return re.sub(rb"(msgtype=response\r\nContent-Length: )\d+", rb"\g<1>" + length.encode(), whole)


SIZE = len(http(PAGE.encode()))
NEXT = record("http://a.example/0", http(PAGE.encode()))
#: A record -> is its page given?
ODD = {
    "gzip": (said("Content-Encoding: gzip"), True),
    "br": (said("Content-Encoding: br"), True),
    "zstd": (said("Content-Encoding: zstd"), True),
    "deflate": (said("Content-Encoding: deflate"), True),
    "deflated": (said("Content-Encoding: deflate", zlib.compress(PAGE.encode())), True),
    "twice": (said("Content-Encoding: gzip, gzip", gzip.compress(gzip.compress(PAGE.encode()))), True),
    "chunked": (said("Transfer-Encoding: chunked"), True),
    "chunks": (
        said("Transfer-Encoding: chunked", b"%x\r\n%b\r\n0\r\n\r\n" % (len(PAGE.encode()), PAGE.encode())),
        True,
    ),
    "unknown": (said("Content-Encoding: rot13"), True),
    "half": (said("Content-Encoding: gzip", gzip.compress(PAGE.encode())[:-9]), True),
    "no http": (record("http://a.example/odd", b"\0\1 no headers at all"), False),
    "longer": (of_length(str(SIZE + 7)), True),
    "much longer": (of_length(str(SIZE + len(NEXT) + 7)), True),
    "longest": (of_length("99999999"), True),
    "shorter": (of_length("300"), True),
    "negative": (of_length("-5"), True),
    "no number": (of_length("many"), True),
    "other bytes": (b"\0" * 700 + b"\r\n\r\n", False),
    "an archive within": (record("http://a.example/odd", http(PAGE.encode() + b"\r\n\r\n" + NEXT)), True),
}


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("odd", ODD)
def test_a_broken_record_takes_no_other_with_it(
    odd: str, packed: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken, is_given = ODD[odd]
    others = [record(f"http://a.example/{number}", http(PAGE.encode())) for number in range(11)]
    records = [*others[:5], broken, *others[5:]]
    path = tmp_path / "crawl.warc"
    path.write_bytes(b"".join(gzip.compress(one) if packed else one for one in records))
    main(["extract", str(path)])
    found = [str(row["url"]) for row in rows(capsys.readouterr().out) if row.get("headline") == STORY.headline]
    whole = [f"http://a.example/{number}" for number in range(11)]
    assert sorted(found) == sorted(whole + ["http://a.example/odd"] * is_given)


@pytest.mark.parametrize("fault", [None, "cut", "damaged"])
@pytest.mark.parametrize("name", ["gzip", "br"])
def test_a_page_of_which_a_part_can_be_decoded_is_given_and_that_is_said(name: str, fault: str | None) -> None:
    draw = random.Random(7)
    page = b"".join(b"<p>%x</p>" % draw.getrandbits(64) for _ in range(200_000))
    coded = bytearray(
        gzip.compress(page) if name == "gzip" else pytest.importorskip("brotli").compress(page, quality=1)
    )
    if fault == "damaged":
        coded[len(coded) // 2 : len(coded) // 2 + 2_000] = b"\xff" * 2_000
    odd = said(f"Content-Encoding: {name}", bytes(coded[: len(coded) // 2] if fault == "cut" else coded))
    given, *complaints = _archives.archived_pages(io.BytesIO(odd), ".warc")
    assert isinstance(given.data, bytes)
    assert given.data[:100_000] == page[:100_000]
    assert (given.data == page) == (fault is None)
    assert [one.url for one in complaints] == [None] * (fault is not None)
    assert all("breaks off" in str(one.data) for one in complaints)


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_archive_loses_little_and_says_so(seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)
    members = [gzip.compress(record(f"http://a.example/{number}", http(PAGE.encode()))) for number in range(12)]
    data = bytearray(b"".join(members))
    for _ in range(3):
        data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    path = tmp_path / "crawl.warc.gz"
    path.write_bytes(data)
    found = list(inputs.PageSources([str(path)]))
    whole = {one.url for one in found if one.data == PAGE.encode()}
    assert len(whole) >= 9
    assert len(whole) == 12 or any(one.data != PAGE.encode() for one in found)


def test_records_that_are_no_pages_may_be_larger_than_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_archives, "MAX_RECORD", 20_000)
    film = record("http://a.example/film", http(b"x" * 100_000, "video/mp4"))
    path = tmp_path / "crawl.warc"
    wrong = RECORDS[1].replace(b"\r\nContent-Length: ", b"\r\nContent-Length: 9", 1)
    path.write_bytes(RECORDS[1] + film + RECORDS[1] + wrong)
    found = list(inputs.PageSources([str(path)]))
    assert [one.url for one in found if isinstance(one.data, bytes)] == ["http://a.example/1"] * 3
    assert [str(one.data) for one in found if isinstance(one.data, OSError)] == [
        f"the record at byte {len(RECORDS[1]):,} is larger than 20,000 bytes",
        f"the record at byte {2 * len(RECORDS[1]) + len(film):,} says a wrong length",
    ]
