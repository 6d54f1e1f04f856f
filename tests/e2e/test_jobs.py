"""A crawl with JOBDIR that is stopped and killed gives everything once."""

from __future__ import annotations

import random
from pathlib import Path

from tests.benchmarks.stops import run


def test_a_crawl_that_is_stopped_and_killed_gives_everything_once(tmp_path: Path) -> None:
    found = run(tmp_path, 2, 3, random.Random(5))
    log = (tmp_path / "log").read_text("utf8")
    assert found.stops >= 3, log
    assert not found.twice, log
    assert found.whole, log
    assert "Traceback" not in log
