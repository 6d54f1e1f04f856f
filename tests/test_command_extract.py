import json
import subprocess
import sys
from pathlib import Path

import pytest
from lxml import etree

from newsbody.cli import main
from newsbody.demo import forum_pages, news_pages
from newsbody.demo.demo_sites import articles, threads
from newsbody.metadata import language
from tests.test_sitememory import site_with_a_line


def _save(folder: Path, pages: dict[str, str]) -> Path:
    for path, html in pages.items():
        (folder / f"{path.strip('/').replace('/', '_')}").with_suffix(".html").write_text(html, "utf8")
    return folder


def _rows(out: Path) -> dict[str, dict[str, object]]:
    return {row["id"]: row for row in map(json.loads, out.read_text("utf8").splitlines())}


@pytest.fixture
def article_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    return _save(folder, {path: html for path, html in news_pages().items() if path.startswith("/news/")})


@pytest.mark.parametrize("extractor", ["cecs", "auto"])
def test_articles_of_a_folder(article_folder: Path, tmp_path: Path, extractor: str) -> None:
    out = tmp_path / "out.jsonl"
    assert main(["extract", str(article_folder), "--extractor", extractor, "--jsonl", str(out)]) == 0
    rows = _rows(out)
    assert len(rows) == len(articles())
    for article in articles():
        row = rows[article.path.strip("/").replace("/", "_").removesuffix(".html")]
        assert row["headline"] == article.headline
        assert row["kind"] == "article"
        assert str(row["datePublished"]).startswith(article.published[:10])
        assert all(paragraph in str(row["articleBody"]) for paragraph in article.paragraphs)


def test_more_processes_give_the_same_rows_in_the_same_order(article_folder: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    for out, jobs in ((one, "1"), (two, "2")):
        assert main(["extract", str(article_folder), "--extractor", "cecs", "--jsonl", str(out), "--jobs", jobs]) == 0
    assert one.read_bytes() == two.read_bytes() != b""


#: Runs the command, and asks a process that the same forkserver starts whether it was born with the model.
SHARED = """
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from newsbody.cli import main
from tests.test_command_extract import models_here
if __name__ == "__main__":
    assert main(["extract", *sys.argv[1:], "--jobs", "2"]) == 0
    with ProcessPoolExecutor(1, get_context("forkserver")) as pool:
        print(pool.submit(models_here).result())
"""


def models_here() -> int:
    return language._loaded.cache_info().currsize


@pytest.mark.parametrize(("form", "models"), [("jsonl", 1), ("txt", 0)])
def test_the_processes_share_the_model_of_languages_where_rows_have_one(
    form: str, models: int, article_folder: Path, tmp_path: Path
) -> None:
    words = [str(article_folder), "-o", str(tmp_path / f"out.{form}")]
    run = subprocess.run([sys.executable, "-c", SHARED, *words], capture_output=True, text=True, check=True)
    assert run.stdout == f"{models}\n"


@pytest.fixture
def site_folder(tmp_path: Path) -> Path:
    """Six pages of a site below the same disclaimer, the last of which says no more than a line."""
    folder = tmp_path / "site"
    folder.mkdir()
    for number, page in enumerate(site_with_a_line("<p>Snow falls.</p>")):
        head = f'<link rel="canonical" href="http://a.example/{number}">'
        (folder / f"{number}.html").write_text(f"{head}{etree.tostring(page.root, encoding='unicode')}", "utf8")
    return folder


def test_pages_of_a_site_are_read_in_the_light_of_each_other(site_folder: Path, tmp_path: Path) -> None:
    out = [tmp_path / f"{name}.jsonl" for name in ("together", "two", "alone")]
    for path, more in zip(out, ([], ["--jobs", "2"], ["--alone"]), strict=True):
        assert main(["extract", str(site_folder), "-o", str(path), *more]) == 0
    together, alone = _rows(out[0]), _rows(out[2])
    assert "may be wrong" in str(alone["5"]["articleBody"])
    assert not any("may be wrong" in str(row["articleBody"]) for row in together.values())
    assert [str(together[str(number)]["articleBody"]).count("\n") for number in range(5)] == [5] * 5
    assert out[0].read_bytes() == out[1].read_bytes()


def test_two_pages_of_a_site_are_read_alone(site_folder: Path, tmp_path: Path) -> None:
    for number in (0, 1, 2, 3):
        (site_folder / f"{number}.html").unlink()
    (site_folder / "other.html").write_text("<p>Another site.</p>", "utf8")
    rows = []
    for more in ([], ["--alone"]):
        out = tmp_path / f"out{len(more)}.jsonl"
        assert main(["extract", str(site_folder), "-o", str(out), *more]) == 0
        rows.append(out.read_bytes())
    assert rows[0] == rows[1]


def test_threads_are_learned_from_together(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    _save(folder, {path: html for path, html in forum_pages().items() if path.startswith("/topic-")})
    out = tmp_path / "out.jsonl"
    assert main(["extract", str(folder), "--kind", "thread", "--jsonl", str(out)]) == 0
    rows = _rows(out)
    for thread in threads():
        posts = [
            post
            for page in range(1, thread.pages + 1)
            for post in rows[f"topic-{thread.number}-{page}"]["posts"]  # type: ignore[attr-defined]
        ]
        assert [post["text"] for post in posts] == [post.text for post in thread.posts]
        assert [post["author"]["name"] for post in posts] == [post.author for post in thread.posts]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.html"], "nowhere.html is not there"),
        (["{pages}", "--extractor", "best"], "Choose one of: cecs, nta"),
        (["{pages}", "--jobs", "0"], "write a number of processes"),
        (["{empty}"], "holds no pages"),
    ],
)
def test_a_wrong_argument_is_told_in_a_sentence(
    article_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    filled = [argument.format(pages=article_folder, empty=empty) for argument in arguments]
    assert main(["extract", *filled]) == 2
    assert message in capsys.readouterr().err


def test_a_page_that_fails_gives_a_row_that_says_why(
    article_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no metadata today")

    monkeypatch.setattr("newsbody.metadata.read_metadata", broken)
    out = tmp_path / "out.jsonl"
    assert main(["extract", str(article_folder), "--extractor", "cecs", "-o", str(out)]) == 1
    assert {(row["articleBody"], row["error"]) for row in _rows(out).values()} == {
        ("", "RuntimeError: no metadata today")
    }
    assert f"{len(articles())} of {len(articles())} pages failed" in capsys.readouterr().err


def test_the_command_line_names_its_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "extract" in capsys.readouterr().out
