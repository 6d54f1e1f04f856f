"""Cells of a CSV file are text, whatever a page wrote into them."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from scrapy.utils.test import get_crawler

from newsbody.crawl.spiders.feeds import FlatCsvItemExporter, csv_rows, harmless
from newsbody.items import Article, Author, Post

FORMULAS = (
    '=HYPERLINK("http://e.com/?"&A1,"more")',
    "=1+1",
    "+1+1",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)",
    "\t=1+1",
    "\r=1+1",
    "＝1+1",
    "- first of a list\n- second",
)


def export(*items: Any, **settings: Any) -> str:
    file = io.BytesIO()
    exporter = FlatCsvItemExporter.from_crawler(get_crawler(settings_dict=settings), file)
    exporter.start_exporting()
    for item in items:
        exporter.export_item(item)
    exporter.finish_exporting()
    return file.getvalue().decode("utf-8-sig")


@pytest.mark.parametrize("formula", FORMULAS)
def test_no_cell_is_a_formula(formula: str) -> None:
    items = (Article("http://e.com/1", headline=formula), Post("7", "http://e.com/7", formula, author=Author(formula)))
    for item in (*items, {"own": formula}):
        rows = list(csv.reader(io.StringIO(export(item), newline="")))
        assert "'" + formula in rows[1]
        assert not any(cell.startswith(tuple("=+-@\t\r＝")) for cell in rows[1])
        as_they_are = list(csv.reader(io.StringIO(export(item, NEWSBODY_CSV_FORMULAS=True), newline="")))
        assert formula in as_they_are[1]
        assert formula in [value for row in csv_rows(export(item)) for value in row.values()]


@pytest.mark.parametrize("value", ["", "text", "a=b", "'=x", "-5", "+3,5", "-0.25", 7, None, -7, "https://e.com/=x"])
def test_other_cells_stay(value: Any) -> None:
    assert harmless(value) == value


def test_what_begins_with_a_quotation_mark_is_read_back() -> None:
    assert next(csv_rows("a,b\r\n'=x,'tis\r\n")) == {"a": "=x", "b": "'tis"}
