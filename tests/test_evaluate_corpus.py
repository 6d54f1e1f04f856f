from __future__ import annotations

import json
from pathlib import Path

import pytest

from newsbody.evaluate.corpus import CorpusError, read_set, read_sets


def write_set(folder: Path, *rows: object) -> Path:
    (folder / "pages").mkdir(parents=True)
    lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
    (folder / "gold.jsonl").write_text("\n".join(lines) + "\n", encoding="utf8")
    return folder


def test_rows_become_pages(tmp_path: Path) -> None:
    rows = [
        {
            "id": "a",
            "site": "a.example",
            "lang": "zh",
            "text": "正文",
            "optional": ["记者 王芳"],
            "url": "http://a.example/1",
            "genre": "news",
        },
        {"id": "b", "kind": "list", "site": "b.example"},
        {"id": "c", "kind": "thread", "posts": [{"text": "first"}, "second", {"text": None}]},
    ]
    folder = write_set(tmp_path / "mine", *rows)
    (folder / "pages" / "a.html").write_bytes(b"<p>\xff")

    article, listing, thread = read_set(folder)

    assert (article.text, article.optional, article.kind, article.set) == ("正文", ("记者 王芳",), "article", "mine")
    assert article.html == b"<p>\xff"
    assert (listing.text, listing.kind) == ("", "list")
    assert (article.genre, listing.genre) == ("news", "")
    assert thread.text == "first\nsecond\n"


def test_a_folder_of_sets_gives_each_by_its_name(tmp_path: Path) -> None:
    write_set(tmp_path / "two", {"id": "x"})
    write_set(tmp_path / "one", {"id": "y"}, {"id": "z"})

    assert [(name, len(pages)) for name, pages in read_sets([tmp_path])] == [("one", 2), ("two", 1)]
    assert [name for name, _ in read_sets([tmp_path / "two"])] == ["two"]


@pytest.mark.parametrize("row", ["{broken", "[1]", '{"site": "no id"}'])
def test_a_broken_row_is_named(tmp_path: Path, row: str) -> None:
    folder = write_set(tmp_path / "set", {"id": "fine"}, row)
    with pytest.raises(CorpusError, match=r"gold\.jsonl, line 2"):
        read_set(folder)


def test_a_folder_without_gold_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="is no corpus"):
        read_set(tmp_path)
    with pytest.raises(CorpusError, match="holds no corpus"):
        list(read_sets([tmp_path]))
