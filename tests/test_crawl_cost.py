"""The benchmark of what a crawl costs counts what it says, on pages of our own."""

from __future__ import annotations

from pathlib import Path

from tests.benchmarks.crawl_cost import counted, host_pages, site_pages

SAVED = Path(__file__).parent / "pages" / "pages"


def test_what_is_done_with_each_page_of_a_crawl_is_counted(tmp_path: Path) -> None:
    for pages in (site_pages(SAVED, 8), host_pages([SAVED], 4)):
        counts = counted("newsbody", pages, str(tmp_path / f"{len(pages)}.sqlite3"))
        assert set(counts) == {"parsed", "flattened", "read", "judged"}
        assert all(0 < count < 3 for name, count in counts.items() if name != "parsed"), counts
        assert counts["parsed"] < 1, counts
