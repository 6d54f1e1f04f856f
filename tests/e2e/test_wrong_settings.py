"""What cannot be set stops both commands at their start: one sentence, an exit status, no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lots import rows

ROOT = Path(__file__).parents[2]
#: Seconds until a command that should stop at once is taken to hang.
TIMEOUT = 60

CASES = [
    (("-s", "NEWSBODY_EXTRACTOR=best"), "NEWSBODY_EXTRACTOR = 'best' is unknown. Choose one of: cecs, nta"),
    (("-s", "NEWSBODY_FEILDS={}"), "There is no setting NEWSBODY_FEILDS. Did you mean NEWSBODY_FIELDS?"),
    (("-s", "NEWSBODY_PROFILES=file/profiles.db"), "NEWSBODY_PROFILES: file/profiles.db cannot be used for site"),
    (("-s", "NEWSBODY_STORE=mysql://host/items"), "NEWSBODY_STORE: mysql is no database for items: write sqlite:///"),
    (("-a", "depth=two"), "depth='two' cannot be used: how many links away from the start: depth=2"),
    (("-a", "out=file/out"), "out='file/out' cannot be written to ("),
    (("-s", "JOBDIR=file/job"), "JOBDIR='file/job' cannot be written to ("),
]


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    (folder / "file").write_text("where a folder should be")
    env = {**os.environ, "PYTHONPATH": str(ROOT), "SCRAPY_SETTINGS_MODULE": "settings.default"}
    command = (sys.executable, "-P", "-m", *command)
    return subprocess.run(command, cwd=folder, env=env, timeout=TIMEOUT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("given", "sentence"), rows(CASES, 3))
def test_scrapy_crawl_says_one_sentence(given: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    done = run(tmp_path, "scrapy", "crawl", "news", "-a", "url=http://127.0.0.1:9/", *given)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    (last,) = [line for line in done.stderr.splitlines() if " ERROR: " in line]
    assert sentence in last
    assert done.stderr.splitlines()[-1] == last


@pytest.mark.parametrize(("given", "sentence"), rows(CASES[1:4]))
def test_newsbody_crawl_says_one_sentence(given: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    done = run(tmp_path, "newsbody", "crawl", "--news", "http://127.0.0.1:9/", *given)
    assert done.returncode == 2
    (only,) = done.stderr.splitlines()
    assert sentence in only


def test_newsbody_crawl_has_a_reactor_of_its_own(tmp_path: Path) -> None:
    reactor = "TWISTED_REACTOR=twisted.internet.selectreactor.SelectReactor"
    done = run(tmp_path, "newsbody", "crawl", "--news", "http://127.0.0.1:9/", "-s", reactor, "-s", "RETRY_TIMES=0")
    assert done.returncode == 1
    assert "Nothing was found at http://127.0.0.1:9/" in done.stderr
