"""Debian's Chromium without a window, for tests of what newsbody draws: nothing it does goes unseen."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Dialog, Page, sync_playwright

_ARGUMENTS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
#: Addresses that ask nobody for anything.
_LOCAL = ("file:", "data:", "about:", "blob:")


def chromium_program() -> str:
    found = shutil.which("chromium")
    if found is None:
        message = "Chromium is not installed (Debian: apt-get install chromium)"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return found


@dataclass
class Seen:
    """What pages did: lines on the console, errors, dialogs, and requests other than for the page's own address."""

    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", self._refuse)
        page.on("request", lambda request: self._note(request.url))
        page.context.on("page", lambda other: self.complaints.append(f"window: {other.url}"))

    def _refuse(self, dialog: Dialog) -> None:
        self.complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _note(self, url: str) -> None:
        if not url.startswith(_LOCAL):
            self.requests.append(url)


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser with an empty profile; in the tests' thread, so that no loop may run there meanwhile."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium_program(), args=_ARGUMENTS)
        try:
            yield opened
        finally:
            opened.close()


@contextmanager
def shown(opened: Browser, address: str | Path, seen: Seen, **options: Any) -> Iterator[Page]:
    """A page in a context of its own; ``options`` as ``viewport``, ``color_scheme`` and ``locale``."""
    context = opened.new_context(**options)
    page = context.new_page()
    seen.watch(page)
    page.goto(address.as_uri() if isinstance(address, Path) else address)
    yield page
    context.close()
