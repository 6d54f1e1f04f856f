"""Extraction brings in nothing of a crawl, and no dictionary of words."""

from __future__ import annotations

import subprocess
import sys

import pytest

PAGE = "<html lang=en><body><h1>Bridge</h1><p>" + "Nobody was asked, and so the council met again. " * 9
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
