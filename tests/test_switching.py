"""What docs/switching.md says of other tools: the old call and the new one, where the other tool is installed."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from newsbody.demo import news_pages
from newsbody.demo.demo_sites import articles

ROOT = Path(__file__).parents[1]
#: The module of each section of the document.
MODULES = {"trafilatura": "trafilatura", "newspaper4k": "newspaper", "news-please": "newsplease", "GNE": "gne"}


def sections() -> dict[str, str]:
    parts = re.split(r"^## (?:From )?(.+)$", (ROOT / "docs" / "switching.md").read_text("utf8"), flags=re.MULTILINE)
    found = dict(zip(parts[1::2], parts[2::2], strict=True))
    return {name: found[name] for name in MODULES}


def text_of(code: str, html: str, url: str) -> str:
    names: dict[str, object] = {"html": html, "url": url}
    exec(code, names)
    return str(names["text"])


def test_every_section_has_the_call_of_before_and_the_new_one() -> None:
    for part in sections().values():
        assert len(re.findall(r"^```python$", part, re.MULTILINE)) == 2


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("tool", MODULES)
def test_both_calls_give_the_text(tool: str) -> None:
    old, new = re.findall(r"^```python\n(.*?)^```$", sections()[tool], re.DOTALL | re.MULTILINE)[:2]
    story = articles()[0]
    given = news_pages()[story.path], f"http://news.example.com{story.path}"
    assert all(paragraph in text_of(new, *given) for paragraph in story.paragraphs)
    if find_spec(MODULES[tool]) is None:
        pytest.skip(f"{tool} is not installed")
    import_module(MODULES[tool])
    found = "".join(text_of(old, *given).split())
    assert any("".join(paragraph.split()) in found for paragraph in story.paragraphs)


def test_names_of_the_table_are_ours() -> None:
    from newsbody.extraction import Options
    from newsbody.items import Article

    text = (ROOT / "docs" / "switching.md").read_text("utf8")
    ours = " ".join(line.rsplit("|", 2)[1] for line in text.splitlines() if line.startswith("|"))
    assert set(re.findall(r"(?<!@)\b(\w+)=", ours)) <= {*Options.__annotations__, "dedupe"}
    assert {name for name in re.findall(r"(?:article|\))\.(\w+)", ours) if not hasattr(Article, name)} <= set(
        Article.__dataclass_fields__
    )
