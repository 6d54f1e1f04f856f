"""Whole saved forums crawled with rules as the paper's KSF finds them: floors of the README's figures."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from newsbody.crawl.spiders.defaults import DEFAULTS
from newsbody.crawl.spiders.forum import ForumSpider
from tests.benchmarks.crawls import CRAWLS, measure_posts, rows_of, served_gold
from tests.e2e.web import crawl

pytestmark = pytest.mark.corpus

#: Seconds for a crawl of some hundred pages on a machine that does other things as well.
TIMEOUT = 600
STARTS = {one.name: one.start for one in CRAWLS}


class Saved(dict[str, bytes]):
    """Pages by address, whatever session is written into it."""

    def get(self, url: str, default: Any = None) -> Any:
        """What the server would answer."""
        return super().get(re.sub(r"(?<=[?&])sid=\w+&?", "", url).rstrip("?&"), default)


@pytest.mark.parametrize(("name", "text"), [("discuz", 0.98), ("phpbb", 0.99)])
def test_whole_forums_by_the_keywords_of_the_paper(corpus: Path, name: str, text: float, tmp_path: Path) -> None:
    folder = corpus / "served" / name
    rows = [row for row in rows_of(folder / "index.jsonl") if row["status"] == 200]
    pages = Saved({row["url"]: (folder / row["file"]).read_bytes() for row in rows})
    settings = {
        "NEWSBODY_RULES": "ksf", "NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), "TEST_TIMEOUT": TIMEOUT,
        "FEEDS": DEFAULTS["FEEDS"], "LOG_LEVEL": "WARNING",
    }  # fmt: skip
    crawled = crawl(ForumSpider, pages, settings, url=STARTS[name], out=str(tmp_path))
    assert crawled.stat("errors") == 0
    gold, _ = served_gold(folder)
    figures = measure_posts(gold, rows_of(tmp_path / "posts.jsonl"))
    assert figures.exported >= 0.99 * figures.gold
    assert figures.equal >= text * figures.gold
