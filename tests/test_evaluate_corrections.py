from __future__ import annotations

import json
from pathlib import Path

import pytest

from newsbody.cli import main
from newsbody.evaluate.corpus import Correction, CorrectionError, corrected, line_hash, read_set

STORY = ["The harbour bridge was closed on Monday.", "Repairs take a month.", "Comments are closed after a week."]
FOOTNOTE = "1 By the town's own count."


def row(line: str, is_: str, **more: str) -> dict[str, str]:
    return {"set": "town", "id": "p", "line": line_hash(line), "is": is_, "why": "by the table", **more}


@pytest.fixture
def town(tmp_path: Path) -> Path:
    """A page whose gold text holds the rules for comments, and lacks a footnote."""
    folder = tmp_path / "town"
    (folder / "pages").mkdir(parents=True)
    (folder / "gold.jsonl").write_text(json.dumps({"id": "p", "text": "\n".join(STORY)}), "utf8")
    html = "".join(f"<p>{line}</p>" for line in [*STORY[:2], FOOTNOTE, STORY[2]])
    (folder / "pages" / "p.html").write_text(f"<div>{html}</div>", "utf8")
    return folder


def test_a_line_of_the_gold_text_is_none_and_another_of_the_page_is_body() -> None:
    paragraphs = [*STORY[:2], FOOTNOTE, STORY[2]]
    none, body = (
        Correction(line_hash(STORY[2]), "none", ""),
        Correction(line_hash(FOOTNOTE), "body", "", line_hash(STORY[1])),
    )
    assert corrected("\n".join(STORY), (), [none, body], paragraphs) == ("\n".join([*STORY[:2], FOOTNOTE]), ())
    either = Correction(line_hash(STORY[2].replace(" ", "\n")), "either", "")
    assert corrected("\n".join(STORY), ("By Ann",), [either], []) == ("\n".join(STORY[:2]), ("By Ann", STORY[2]))
    gone = Correction(line_hash("nowhere"), "body", "")
    assert corrected("\n".join(STORY), (), [gone], paragraphs) == ("\n".join(STORY), ())


def test_both_figures_are_given(town: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corrections = [row(STORY[2], "none"), row(FOOTNOTE, "body", after=line_hash(STORY[1]))]
    (tmp_path / "corrections.jsonl").write_text("\n".join(map(json.dumps, corrections)), "utf8")
    out = tmp_path / "figures.json"
    assert main(["evaluate", str(town), "--extractor", "cecs", "--json", str(out)]) == 0
    figures = json.loads(out.read_text())["town"]
    assert figures["extractors"]["oracle"]["F1"] == 1.0
    assert figures["mended"]["oracle"]["F1"] == 1.0
    assert figures["extractors"]["cecs"]["F1"] != figures["mended"]["cecs"]["F1"]
    assert figures["mended"]["cecs"]["n"] == 1
    assert "town, labels corrected" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "line 1: no correction"),
        ('{"set": "town", "id": "p", "line": "00"}', "'is'"),
        (json.dumps(row("a", "perhaps")), "one of none, body, either"),
    ],
)
def test_a_broken_row_is_told_in_a_sentence(town: Path, line: str, says: str) -> None:
    (town.parent / "corrections.jsonl").write_text(line, "utf8")
    with pytest.raises(CorrectionError, match=says):
        read_set(town)
    assert main(["evaluate", str(town)]) == 2
