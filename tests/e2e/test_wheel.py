"""The wheel in an existing Scrapy project of its own, with one line added; and crawls by ``scrapy crawl``."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from newsbody.demo import serve
from newsbody.stores import SqliteStore
from tests.e2e.pages import HOST, news_site, paragraphs

ROOT = Path(__file__).parents[2]
#: Seconds until a crawl of a dozen pages is taken to hang.
TIMEOUT = 60

SPIDER = """
import scrapy


class Story(scrapy.Item):
    link = scrapy.Field()
    content = scrapy.Field()


class TownSpider(scrapy.Spider):
    name = "town"

    async def start(self):
        yield scrapy.Request(self.start_url)

    def parse(self, response):
        for link in response.css(".list a::attr(href)").getall():
            yield response.follow(link, self.parse_story)

    def parse_story(self, response):
        yield Story(link=response.url)
"""
SETTINGS = """
SPIDER_MODULES = ["town.spiders"]
ROBOTSTXT_OBEY = False
REMOTE_CONTROL_ENABLED = False
TELNETCONSOLE_ENABLED = False
"""
ADDED = 'ADDONS = {"newsbody.Addon": 500}\nNEWSBODY_FIELDS = {"articleBody": "content"}\n'


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this checkout without a network."""
    pytest.importorskip("setuptools", minversion="77", reason="the build needs setuptools 77")
    out = tmp_path_factory.mktemp("wheel")
    source = tmp_path_factory.mktemp("source")
    for name in ("newsbody", "pyproject.toml", "README.md", "LICENSE"):
        if (ROOT / name).exists():
            subprocess.run(["cp", "-r", str(ROOT / name), str(source)], check=True)
    (source / "README.md").touch()
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(out),
        str(source),
    ]
    subprocess.run(build, check=True, timeout=TIMEOUT, capture_output=True)
    (built,) = out.glob("newsbody-*.whl")
    return built


def scrapy(folder: Path, path: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder, with another one first on the path of modules."""
    command = [sys.executable, "-P", "-m", "scrapy", *arguments]
    env: Mapping[str, str] = {**os.environ, "PYTHONPATH": str(path), **environment}
    return subprocess.run(command, cwd=folder, env=env, timeout=TIMEOUT, capture_output=True, text=True, check=False)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.slow
def test_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "newsbody/py.typed" in names
    assert {name.split("/")[0].split("-")[0] for name in names} == {"newsbody"}


@pytest.mark.slow
def test_existing_project_gets_bodies_by_one_line(wheel: Path, tmp_path: Path) -> None:
    installed = tmp_path / "installed"
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", str(installed)]
    subprocess.run([*install, str(wheel)], check=True, timeout=TIMEOUT, capture_output=True)
    project = tmp_path / "project"
    (project / "town").mkdir(parents=True)
    (project / "scrapy.cfg").write_text("[settings]\ndefault = town.settings\n")
    (project / "town" / "__init__.py").touch()
    (project / "town" / "spiders.py").write_text(SPIDER)
    (project / "town" / "settings.py").write_text(SETTINGS + ADDED)
    pages = {url.removeprefix(HOST): page.replace(HOST, "") for url, page in news_site(7).items()}
    with serve(pages) as (base, _):
        done = scrapy(
            project, installed, "crawl", "town", "-a", f"start_url={base}/", "-O", "out.jsonl",
            SCRAPY_SETTINGS_MODULE="town.settings",
        )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    found = {row["link"].removeprefix(base): row["content"] for row in lines(project / "out.jsonl")}
    assert found == {f"/2026/local/{1000 + n}.html": "\n".join(paragraphs(n)) for n in range(1, 8)}
    store = SqliteStore(project / ".newsbody" / "profiles.sqlite3")
    assert len(list(store.hosts())) == 1
    store.close()


def test_scrapy_crawl_news_over_http(tmp_path: Path) -> None:
    pages = {url.removeprefix(HOST): page.replace(HOST, "") for url, page in news_site(7).items()}
    with serve(pages) as (base, seen):
        done = scrapy(
            tmp_path, ROOT, "crawl", "news", "-a", f"url={base}/", "-a", "out=found",
            SCRAPY_SETTINGS_MODULE="settings.default",
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-3000:]
        assert seen[0] == "/robots.txt"
        bodies = {row["url"].removeprefix(base): row["articleBody"] for row in lines(tmp_path / "found/articles.jsonl")}
        assert bodies == {f"/2026/local/{1000 + n}.html": "\n".join(paragraphs(n)) for n in range(1, 8)}
        assert "What this crawl learned" in done.stderr
        again = scrapy(
            tmp_path, ROOT, "crawl", "news", "-a", f"url={base}/", "-a", "depth=1", "-O", "own.csv",
            SCRAPY_SETTINGS_MODULE="settings.default",
        )  # fmt: skip
        assert "starts with what an earlier crawl learned" in again.stderr
        assert (tmp_path / "own.csv").read_text("utf-8-sig").count("says the report of") > 7
