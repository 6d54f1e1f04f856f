"""Extraction brings in nothing of a crawl, and no dictionary of words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from newsbody.cli import command_names

PAGE = "<html lang=en><body><h1>Bridge</h1><p>" + "Nobody was asked, and so the council met again. " * 9
#: Packages that only extras bring, and modules of the crawl that are loaded where an extra is there.
OF_EXTRAS = {
    *("redis", "scrapy_redis", "sqlalchemy", "psycopg", "pyarrow", "html_to_markdown", "py3langid", "fastwarc"),
    *(
        "scrapy_playwright",
        "zyte_common_items",
        "sklearn",
        "lightgbm",
        "pycrfsuite",
        "rapidfuzz",
        "rjieba",
        "scrapy_poet",
    ),
}
OF_AN_EXTRA = {"poet", "browser_handler"}
HOOKS = {path.stem for path in (Path(__file__).parents[1] / "newsbody/crawl/hooks").glob("*.py")} - OF_AN_EXTRA
#: What extraction does without, and modules that are loaded with it, of Python and of all packages.
OTHERS, MOST_MODULES = {"scrapy", "twisted", "jieba", "sqlalchemy", "redis", "pyarrow"}, 520


@pytest.mark.parametrize(
    "code",
    [
        f"import newsbody; assert newsbody.extract({PAGE!r}).to_dict()['articleBody']",
        f"import newsbody; assert list(newsbody.extract_many([({PAGE!r}, 'http://a.example/')]))[0].tei",
        "from newsbody.cli import main; main(['extract', '--help'])",
    ],
)
def test_extraction_imports_little(code: str) -> None:
    whole = f"try:\n {code}\nexcept SystemExit:\n pass\nimport sys; print(); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", whole], capture_output=True, text=True, check=True)
    modules = run.stdout.splitlines()[-1].split()
    assert "newsbody" in modules
    assert {name.partition(".")[0] for name in modules} & OTHERS == set()
    assert len(modules) <= MOST_MODULES


@pytest.mark.parametrize(
    "code",
    [
        f"import {', '.join(f'newsbody.commands.{name}' for name in command_names())}",
        f"import {', '.join(f'newsbody.crawl.hooks.{name}' for name in sorted(HOOKS))}",
        "import newsbody.crawl.spiders.forum, newsbody.crawl.spiders.news, newsbody; newsbody.Addon",
    ],
)
def test_nothing_of_an_extra_is_needed_to_start(code: str) -> None:
    whole = f"import sys; sys.modules.update(dict.fromkeys({sorted(OF_EXTRAS)!r})); {code}"
    run = subprocess.run([sys.executable, "-c", whole], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
