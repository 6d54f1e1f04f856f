"""Pages that scripts draw, fetched by a real browser."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from newsbody.demo import serve
from tests.browser import chromium_program
from tests.e2e.pages import article_page

#: Draws what stands in a file of its own, as an application does that asks its server for data.
SHELL = (
    "<!doctype html><html><head><title>The Gazette</title></head><body><div id=app></div>"
    "<script src=/app.js></script></body></html>"
)
APP = (
    "const at = location.pathname;"
    "fetch('/data' + (at === '/' ? '/front' : at)).then(a => a.text()).then(t => {"
    "document.getElementById('app').innerHTML = t; document.title = document.querySelector('h1').textContent; })"
)


def body_of(page: str) -> str:
    return page[page.index("<body>") + 6 : page.index("</body>")]


def site(count: int) -> dict[str, str]:
    links = "".join(f'<li><a href="/news/{n}">What happened in the harbour on day {n}</a>' for n in range(1, count + 1))
    return {
        "/": SHELL, "/app.js": APP, "/data/front": f"<h1>The Gazette</h1><ul>{links}</ul>",
        **{f"/news/{n}": SHELL for n in range(1, count + 1)},
        **{f"/data/news/{n}": body_of(article_page(n)) for n in range(1, count + 1)},
    }  # fmt: skip


def crawled(tmp_path: Path, address: str, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "newsbody", "crawl", address, "--news", "-o", "a.jsonl", *more]
    return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=170, check=False)


@pytest.mark.slow
def test_a_browser_fetches_what_scripts_draw(tmp_path: Path) -> None:
    chromium_program()
    with serve(site(4)) as (server, _):
        run = crawled(tmp_path, server, "--browser", "--sources", "0")
    assert run.returncode == 0, run.stderr
    assert len((tmp_path / "a.jsonl").read_text("utf-8").splitlines()) == 4, run.stderr


def test_without_one_the_summary_says_what_is_missing(tmp_path: Path) -> None:
    with serve(site(2)) as (server, _):
        run = crawled(tmp_path, server, "--sources", "0")
    assert run.returncode == 1
    assert "shows nothing before scripts have run: browser=1" in run.stderr


@pytest.mark.parametrize("missing", ["scrapy_playwright"])
def test_what_is_missing_is_named(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from scrapy.settings import Settings

    from newsbody.crawl.ground.settings import WrongSetting
    from newsbody.crawl.hooks import browser

    monkeypatch.setattr(browser, "find_spec", lambda name: None if name == missing else object())
    with pytest.raises(WrongSetting, match=r"pip install 'newsbody\[browser\]'"):
        browser.use_browser(Settings())
