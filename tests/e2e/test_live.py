"""The line that says how a crawl goes."""

from __future__ import annotations

import errno
import logging
import os
import pty
import re
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from scrapy import Spider
from scrapy.exceptions import NotConfigured
from scrapy.utils.test import get_crawler

from newsbody.crawl.hooks.live import LiveLine
from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.demo import forum_pages, serve
from tests.e2e.web import crawl

FORUM = "http://forum.test"
LINE = r"\d+ pages \([\d,]+ a minute\)(, \d+ threads)?(, \d+ posts)?(, sites: (1 learned|1 learning))?"


def test_lines_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    pages = {f"{FORUM}{path}": page for path, page in forum_pages().items()}
    settings = {"NEWSBODY_PROFILES": str(tmp_path / "p.db"), "LOGSTATS_INTERVAL": 0.1, "TEST_LATENCY": 0.05}
    with caplog.at_level(logging.INFO):
        crawl(ForumSpider, pages, settings, url=f"{FORUM}/")
    lines = [record.getMessage() for record in caplog.records if record.name == "newsbody.crawl.hooks.live"]
    assert lines
    assert all(re.fullmatch(LINE, line) for line in lines)


def test_no_lines_where_nobody_wants_them() -> None:
    with pytest.raises(NotConfigured, match="LOGSTATS_INTERVAL is 0"):
        LiveLine.from_crawler(get_crawler(Spider, {"LOGSTATS_INTERVAL": 0}))


def test_rate_is_that_of_the_last_minute() -> None:
    crawler = get_crawler(Spider)
    live = LiveLine(crawler)
    assert crawler.stats is not None
    rates = []
    for second, pages in ((0, 0), (30, 100), (60, 200), (90, 200), (120, 200), (150, 200)):
        crawler.stats.set_value("response_received_count", pages)
        rates.append(live.line(second))
    assert [int(line.partition("(")[2].split()[0]) for line in rates] == [0, 200, 200, 100, 0, 0]


@pytest.mark.slow
def test_one_line_on_a_terminal(tmp_path: Path) -> None:
    with serve(forum_pages()) as (base, _):
        screen, terminal = pty.openpty()
        termios.tcsetwinsize(terminal, (24, 120))
        command = [sys.executable, "-m", "newsbody", "crawl", f"{base}/", "--forum", "-s", "AUTOTHROTTLE_ENABLED=0"]
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "TERM": "xterm"}
        process = subprocess.Popen(
            command, cwd=tmp_path, env=environment, stdout=subprocess.DEVNULL, stderr=terminal, start_new_session=True
        )
        os.close(terminal)
        shown = b""
        try:
            while piece := os.read(screen, 4096):
                shown += piece
        except OSError as error:
            assert error.errno == errno.EIO  # noqa: PT017 (so the end of a terminal is told: the other side is closed)
        os.close(screen)
        assert process.wait(60) == 0, shown.decode()
    states = [state for state in shown.decode().split("\r") if " a minute)" in state]
    assert len(states) > 1
    assert re.match(LINE, states[-1])
    assert "\n" not in states[0] + states[-1]
    assert "DEBUG" not in shown.decode(), "the log keeps its level"


@pytest.mark.slow
def test_in_a_pipe_the_log_tells_how_it_goes_and_nothing_of_scrapy(tmp_path: Path) -> None:
    with serve(forum_pages()) as (base, _):
        options = ["--forum", "-s", "AUTOTHROTTLE_ENABLED=0", "-s", "LOGSTATS_INTERVAL=0.2"]
        done = subprocess.run(
            [sys.executable, "-m", "newsbody", "crawl", f"{base}/", *options],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
            capture_output=True,
            text=True,
            timeout=120,
        )
    assert done.returncode == 0, done.stderr
    assert re.search(LINE, done.stderr)
    assert "learned thread rule" in done.stderr
    assert "[scrapy." not in done.stderr
    assert "out/posts.jsonl: 50 items" in done.stdout.splitlines()
