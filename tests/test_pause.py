"""Nothing goes out while addresses of the only site are learned, but not for long."""

from __future__ import annotations

import pytest

from newsbody.crawl.learning.pause import MAX_STILL, Pause
from newsbody.crawl.learning.site import Sites


def test_a_pause_ends_with_what_is_learned_or_when_it_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    now, learns = 1000.0, False
    monkeypatch.setattr("newsbody.crawl.learning.pause.time.monotonic", lambda: now)
    sites = Sites(20, 5, waiting_bytes=1_000_000)
    pause = Pause(sites, lambda: learns)
    sites.get("a.test")
    assert not pause.is_on()
    learns = True
    assert pause.is_on()
    now += MAX_STILL - 1
    assert pause.is_on()
    now += 1
    assert not pause.is_on()
    learns = False
    assert not pause.is_on()
    learns = True
    assert pause.is_on(), "another time is counted from its own beginning"
    sites.get("b.test")
    assert not pause.is_on(), "what is known of another site does not change"
