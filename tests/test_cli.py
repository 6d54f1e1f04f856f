"""The command line as a whole."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from newsbody.cli import BROKEN_PIPE, INTERRUPTED, command_names, main, parser
from newsbody.commands import demo
from tests.lots import lot

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("moment", ["add_arguments", "run"])
def test_ctrl_c_ends_a_command_without_a_traceback(moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(demo, moment, interrupted)
    assert main(["demo"]) == INTERRUPTED


@pytest.mark.parametrize("encoding", lot(["ascii", None, "gbk", "utf-8"]))
def test_no_terminal_stops_a_command(encoding: str | None, tmp_path: Path) -> None:
    """Pipes get UTF-8 whatever the system; where an encoding is asked for, what it lacks is escaped."""
    text = "«Ночью шёл снег», сказал она. " * 20
    (tmp_path / "a.html").write_text(f"<meta charset=utf-8><h1>Снег 雪 👍</h1><p>{text}<p>{text}<p>{text}", "utf-8")
    env = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    env.pop("PYTHONIOENCODING", None)
    env |= {} if encoding is None else {"PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "newsbody", "extract", "a.html"]
    for more in ([], ["--format", "txt"], ["--explain"]):
        done = subprocess.run([*command, *more], cwd=tmp_path, env=env, capture_output=True, timeout=60, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
        if not more:
            row = json.loads(done.stdout.decode(encoding or "utf-8"))
            assert row["headline"] == "Снег 雪 👍"
            assert text.strip() in row["articleBody"]


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes there alone")
@pytest.mark.parametrize("suffix", ["jsonl", "json", "csv"])
def test_files_whose_names_are_no_unicode_are_rows(suffix: str, tmp_path: Path) -> None:
    page = b"<p>" + b"Nobody was asked, and nobody answered. " * 20
    for name in ("新闻.html".encode("gbk"), b"plain.html"):
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_bytes(page)
    out = tmp_path / f"out.{suffix}"
    assert main(["extract", str(tmp_path), "-o", str(out)]) == 0
    text = out.read_text("utf-8-sig")
    if suffix == "csv":
        ids = [row["id"] for row in csv.DictReader(text.splitlines())]
    else:
        ids = [row["id"] for row in (json.loads(text) if suffix == "json" else map(json.loads, text.splitlines()))]
    assert len(ids) == 2
    assert "plain" in ids


@pytest.mark.parametrize(
    "words", ["extract a.html", "cluster urls.txt", "rules edit news.test article --body div.text"]
)
def test_who_reads_no_further_ends_a_command_in_silence(words: str, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>" + "Nobody was asked, and nobody answered. " * 4000)
    (tmp_path / "urls.txt").write_text("".join(f"http://forum.test/t/{number}\n" for number in range(40)))
    reads, writes = os.pipe()
    os.close(reads)
    done = subprocess.run(
        [sys.executable, "-m", "newsbody", *words.split()],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"},
        stdout=writes,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    os.close(writes)
    assert (done.returncode, done.stderr) == (BROKEN_PIPE, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full is one of Linux")
@pytest.mark.parametrize("words", [["-o", "/dev/full"], []])
def test_a_full_disk_is_one_sentence(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>" + "Nobody was asked, and nobody answered. " * 400)
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "newsbody", "extract", "a.html", *words],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    (line,) = done.stderr.decode().splitlines()
    assert line.startswith("newsbody extract: ")
    assert "No space left" in line


def test_a_port_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    for port in ("99999", "-1", "x"):
        with pytest.raises(SystemExit):
            main(["report", "--serve", f"--port={port}"])
        assert f"'{port}' is no port" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["learn", "a.html", "--kind", "forum"], "--kind forum is called --kind thread now"),
        (["extract", "a.html", "--kind", "forum"], "--kind forum is called --kind thread now"),
        (["report", "--host", "a.example"], "--host is called --site now"),
    ],
)
def test_words_of_before_are_taken_and_the_new_one_is_said(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    args = parser(command_names()).parse_args(words)
    assert told in capsys.readouterr().err
    assert (args.hosts == ["a.example"]) if words[0] == "report" else (args.kind == "thread")
