"""The program that leaves parts out: a part that works is told from one that does nothing."""

from __future__ import annotations

from pathlib import Path

from newsbody.evaluate.corpus import GoldPage
from tests.article_pages import SENTENCES
from tests.benchmarks.ablate import SUBJECTS, measure


def test_a_step_that_takes_out_a_notice_is_worth_it(tmp_path: Path) -> None:
    text = "".join(f"<p>{sentence} {sentence}</p>" for sentence in SENTENCES)
    notice = "Copyright 2026 by the Harbour Post, which has all the rights of the text above, and of pictures. " * 2
    path = tmp_path / "page.html"
    path.write_text(f"<title>Bridge</title><article><h1>Bridge</h1>{text}<p>{notice}</p></article>", encoding="utf-8")
    gold = GoldPage("page", path, text="\n".join(f"{sentence} {sentence}" for sentence in SENTENCES))
    parts = [part for part in SUBJECTS["auto"]() if part.kind != "features"]
    gains, costs, articles = measure([gold], parts)
    changed = {gain.part.name for gain in gains if gain.changes}
    assert changed == {"without_rights", "publishers"}
    assert all(gain.is_idle == (gain.part.name not in changed) for gain in gains)
    assert articles == 1
    assert {part.name for part in parts if part.kind == "steps"} == set(costs)
