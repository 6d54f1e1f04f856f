"""``newsbody workers``: several processes on one queue, one summary."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from newsbody.cli import main
from newsbody.demo import forum_pages, serve
from newsbody.demo.demo_sites import threads
from tests.redis_server import RedisServer


@pytest.mark.slow
def test_two_workers_give_all_posts_and_one_summary(tmp_path: Path) -> None:
    server = RedisServer(tmp_path)
    server.start()
    try:
        with serve(forum_pages()) as (base, _):
            words = ["workers", "2", base + "/", "--forum", "--redis", server.address, "-s", "NEWSBODY_LEASE=2"]
            command = [sys.executable, "-m", "newsbody", *words, "-s", "AUTOTHROTTLE_ENABLED=False"]
            run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    finally:
        server.stop()
    assert run.returncode == 0, run.stderr
    rows = [json.loads(line) for path in tmp_path.rglob("posts.jsonl") for line in path.read_text("utf8").splitlines()]
    posts = sum(len(thread.posts) for thread in threads())
    assert len({(row["threadId"], row["position"]) for row in rows}) == len(rows) == posts
    assert f"posts {posts}" in " ".join(run.stdout.split())
    for said in ("1 | This worker shares its queue", "2 | This worker shares", "goes first and learns the site"):
        assert said in run.stderr
    assert "out/worker*: the rows of 2 workers" in run.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["workers", "0", "http://a.example/"], "0 workers: write a number, 1 or more"),
        (["workers", "2", "http://a.example/", "-o", "a.csv"], "leave out -o and --job"),
        (["crawl", "http://a.example/", "--redis", "redis://127.0.0.1:1/0"], "no Redis answers at"),
        (["crawl", "http://a.example/", "--redis", "redis://127.0.0.1:1/0", "--job", "j"], "leave out --job"),
    ],
)
def test_what_cannot_be_is_told(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    if "0" in words or "-o" in words or "--job" in words:
        assert main(words) == 2
        assert told in capfd.readouterr().err
    else:  # a process of its own: a reactor is installed once
        run = subprocess.run([sys.executable, "-m", "newsbody", *words], capture_output=True, text=True, check=False)
        assert (run.returncode, told in run.stderr) == (2, True), run.stderr


def test_what_is_not_installed_is_told_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "scrapy_redis", None)
    assert main(["workers", "2", "http://a.example/"]) == 2
    assert capsys.readouterr().err.count("pip install 'newsbody[redis]'") == 1
