"""The HTML of bodies as a browser takes it: nothing in it runs, and no link or picture leads to a script."""

from __future__ import annotations

from pathlib import Path

import pytest

from newsbody.markup.html import body_html
from tests.browser import Seen, browser, shown
from tests.e2e.test_report import ACTIVE, VECTORS
from tests.test_html_safe import ADDRESSES, MARKUP, whole

#: What links and pictures of a page that has no address of its own may begin with.
HARMLESS = {"http:", "https:", "file:"}
SCHEMES = "[...document.querySelectorAll('[href], [src]')].map(node => new URL(node.href || node.src).protocol)"
#: What the console says of pictures that are not there.
PICTURES = "error: Failed to load resource"
HANDLERS = "[...document.querySelectorAll('*')].filter(n => n.getAttributeNames().some(a => a.startsWith('on'))).length"


@pytest.mark.slow
@pytest.mark.parametrize("url", [None, "https://gazette.example/a/b"])
def test_nothing_of_a_body_runs(url: str | None, tmp_path: Path) -> None:
    known = [*VECTORS, *(markup.replace("@", address) for markup in MARKUP for address in ADDRESSES)]
    bodies = [body_html(whole(f"<p>A sentence.</p>{one}<p>Another one.</p>", url)) for one in known]
    page_file = tmp_path / "bodies.html"
    page_file.write_text(
        "<!doctype html><meta charset=utf-8><title>Bodies</title>" + "".join(f"<div>{body}</div>" for body in bodies),
        encoding="utf-8",
    )
    seen = Seen()
    with browser() as opened, shown(opened, page_file, seen, offline=True) as page:
        page.wait_for_load_state()
        assert page.locator("body > div").count() == len(known), "no body closes what it did not open"
        assert page.locator(ACTIVE.replace(", a[href]", "")).count() == 0
        assert page.evaluate(HANDLERS) == 0
        schemes = page.evaluate(SCHEMES)
        assert len(schemes) > 100
        assert set(schemes) <= HARMLESS
        assert page.evaluate("typeof hacked") == "undefined"
    assert not [
        complaint for complaint in seen.complaints if not complaint.startswith("error: Failed to load resource")
    ]
