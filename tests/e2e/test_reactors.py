"""Any reactor that Scrapy allows, or a sentence at the start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SPIDER = """
import sys

import scrapy
from scrapy.crawler import CrawlerProcess


class OneSpider(scrapy.Spider):
    name = "one"
    start_urls = ["data:text/html,<p>One page.</p>"]

    def parse(self, response):
        yield {"articleBody": None}


process = CrawlerProcess(
    {"ADDONS": {"newsbody.Addon": 500}, "NEWSBODY_EXTRACTOR": "cecs", "TELNETCONSOLE_ENABLED": False,
     "TWISTED_REACTOR": sys.argv[1]}
)
process.crawl(OneSpider)
process.start()
"""
#: Seconds until a crawl of one page is taken to hang.
TIMEOUT = 90


@pytest.mark.parametrize(
    ("reactor", "said", "not_said"),
    [
        ("asyncioreactor.AsyncioSelectorReactor", "'finish_reason': 'finished'", "WrongSetting"),
        ("selectreactor.SelectReactor", "leave the setting TWISTED_REACTOR out", "'item_scraped_count'"),
        ("epollreactor.EPollReactor", "leave the setting TWISTED_REACTOR out", "'item_scraped_count'"),
    ],
)
def test_crawl_works_or_says_which_reactor_it_needs(reactor: str, said: str, not_said: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SPIDER, f"twisted.internet.{reactor}"],
        capture_output=True, text=True, timeout=TIMEOUT, cwd=tmp_path, check=False,
    )  # fmt: skip
    assert said in done.stderr
    assert not_said not in done.stderr
