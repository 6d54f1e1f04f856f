"""Writes the pages and their labels: ``python -m tests.pages.make``."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.pages.layouts import LAYOUTS, WITHOUT_BODY, Story
from tests.pages.words import LANGUAGES

FOLDER = Path(__file__).parent


def pages() -> Iterator[tuple[dict[str, Any], str]]:
    """The label and the markup of every page."""
    for number, layout in enumerate(LAYOUTS):
        for language in LANGUAGES:
            name = f"{layout.__name__}_{language.code}"
            chance = random.Random(name)
            story = Story(language, chance, number)
            story.headline = language.headline(chance)
            story.author = chance.choice(language.people)
            story.date = f"2026-0{chance.randint(1, 9)}-1{chance.randint(0, 9)}"
            html = layout(story)
            without = layout in WITHOUT_BODY
            yield (
                {
                    "id": name,
                    "url": f"http://site{number}.example/{language.code}/story-{100 + number}.html",
                    "site": f"site{number}.example",
                    "lang": language.code,
                    "title": story.headline,
                    "text": "\n".join(story.body),
                    "optional": [story.headline, story.date, *story.optional],
                    "author": story.author if f">{story.author}</span></p>" in html else "",
                    "kind": "list" if without else "article",
                    "source": "written for this repository",
                    "licence": "BSD-3-Clause",
                },
                html,
            )


def write(folder: Path = FOLDER) -> None:
    """Write ``gold.jsonl`` and ``pages/``."""
    (folder / "pages").mkdir(exist_ok=True)
    with (folder / "gold.jsonl").open("w", encoding="utf8") as gold:
        for row, html in pages():
            (folder / "pages" / f"{row['id']}.html").write_text(html, "utf8")
            gold.write(json.dumps(row, ensure_ascii=False) + "\n")


def corpus_hash(folder: Path = FOLDER) -> str:
    """What all pages and labels together are known by."""
    digest = hashlib.sha256((folder / "gold.jsonl").read_bytes())
    for path in sorted((folder / "pages").glob("*.html")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    write()
