"""The pictures of the README: a report of the demonstration's crawls, and its terminal, in light and in dark.

    python docs/images/make.py

Needs Chromium and the extra ``test``.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

from playwright.sync_api import Browser

from newsbody.demo import forum_pages, serve
from tests.browser import Seen, browser, shown

HERE = Path(__file__).parent
SCREEN = {"width": 1100, "height": 620}
_TERMINAL = (
    "<body style='margin:0;padding:18px 22px;font:14px/1.45 monospace;background:{ground};color:{text}'>"
    "<pre style='margin:0;white-space:pre-wrap'>{lines}</pre></body>"
)
#: Colour of the ground and of the text, by the browser's scheme.
_COLOURS = {"light": ("#ffffff", "#1d2430"), "dark": ("#161b22", "#d5dbe3")}


def newsbody(folder: Path, *words: str) -> str:
    """What a command prints, in a folder."""
    run = subprocess.run(
        [sys.executable, "-m", "newsbody", *words], cwd=folder, capture_output=True, text=True, check=True
    )
    return run.stdout


def take(opened: Browser, page: Path, name: str) -> None:
    """A picture of a page in each scheme of colours: ``name.png``, ``name-dark.png``."""
    for scheme in _COLOURS:
        with shown(opened, page, Seen(), viewport=SCREEN, color_scheme=scheme, locale="en") as there:
            there.get_by_role("tab", name="Pages").click()
            there.wait_for_timeout(1_000)  # the page's own picture is drawn in a frame
            there.screenshot(path=HERE / (f"{name}.png" if scheme == "light" else f"{name}-dark.png"))


def main() -> None:
    """Crawl, report, and take the pictures."""
    with tempfile.TemporaryDirectory() as made, browser() as opened:
        folder = Path(made)
        with serve(forum_pages()) as (forum, _):
            newsbody(folder, "crawl", f"{forum}/", "--forum", "-s", "AUTOTHROTTLE_ENABLED=0")
            pages = [f"{forum}{path}" for path in sorted(forum_pages()) if path.startswith("/topic-")][:3]
            newsbody(folder, "report", *pages, "--items", "out", "-o", "report.html")
        take(opened, folder / "report.html", "report")
        lines = "$ newsbody demo\n" + newsbody(folder, "demo")
        for scheme, (ground, text) in _COLOURS.items():
            page = folder / f"{scheme}.html"
            page.write_text(_TERMINAL.format(ground=ground, text=text, lines=escape(lines)), "utf-8")
            with shown(opened, page, Seen(), viewport=SCREEN) as there:
                there.screenshot(path=HERE / ("demo.png" if scheme == "light" else "demo-dark.png"))


if __name__ == "__main__":
    main()
