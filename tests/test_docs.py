"""The examples of README and docs/ run: doctests, programs, spiders (whole crawls), settings and commands.

Each section under a heading is a program of its own. Spiders crawl a small site at news.example.com that answers out
of memory; their items must have got their bodies. A block that needs what is not here says so in its first line,
``# needs …``: it is not run here.
"""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
import types
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import scrapy
from itemadapter import ItemAdapter
from scrapy.settings import Settings

from newsbody import extractors
from newsbody.cli import command_names, main, parser
from newsbody.crawl.ground.settings import NAMES, CrawlSettings
from newsbody.crawl.spiders.arguments import ARGUMENTS
from newsbody.demo import forum_pages, news_pages
from newsbody.demo.demo_sites import threads
from newsbody.items import Article
from tests.e2e.pages import HOST, article_url, news_site, paragraphs
from tests.e2e.web import FakeHandler, crawl

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "README.zh.md", *sorted((ROOT / "docs").rglob("*.md"))]
#: Pages that are there in English and in Chinese.
PAIRS = [(ROOT / "README.md", ROOT / "README.zh.md")]
PAIRS += [(ROOT / "docs" / path.name, path) for path in sorted((ROOT / "docs" / "zh").glob("*.md"))]
ADDRESS = "http://news.example.com"
STORIES = 8
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
#: A result that the examples show in part.
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


@dataclass(frozen=True)
class Section:
    """What stands under one heading: its blocks of code, with their languages."""

    document: str
    heading: str
    blocks: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return f"{self.document}: {self.heading}"


def sections() -> Iterator[Section]:
    for path in DOCUMENTS:
        # A line of dashes or a comment in code is no heading: blocks are cut out of what stands under each.
        text = path.read_text("utf8")
        starts = [
            match.start() for match in re.finditer(r"^#{1,3} ", _BLOCK.sub(lambda m: "x" * len(m[0]), text), re.M)
        ]
        for start, stop in zip(starts, [*starts[1:], len(text)], strict=True):
            part = text[start:stop]
            blocks = tuple((match[1], match[2]) for match in _BLOCK.finditer(part))
            if blocks:
                yield Section(path.name, part.splitlines()[0].lstrip("# "), blocks)


def prepared() -> dict[str, Any]:
    """What the examples may take for given."""
    page = (ROOT / "tests/pages/pages/semantic_en.html").read_bytes()
    thread = max(threads(), key=lambda one: one.pages)
    posts = [page for path, page in forum_pages().items() if path.startswith(f"/topic-{thread.number}-")]
    saved = [(html, f"{ADDRESS}{path}") for path, html in news_pages().items() if path.startswith("/news/")][:3]
    return {"html": page, "url": f"{ADDRESS}/1.html", "thread_pages": posts, "saved": saved, "ROOT": ROOT}


def site() -> dict[str, str]:
    """The site of the end-to-end tests under the address that the documents use, with a sitemap."""
    pages = {url.replace(HOST, ADDRESS): page.replace(HOST, ADDRESS) for url, page in news_site(STORIES).items()}
    urls = "".join(f"<url><loc>{url}</loc></url>" for url in pages)
    return pages | {
        f"{ADDRESS}/sitemap.xml": f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>',
    }


def expected() -> dict[str, str]:
    return {article_url(n).replace(HOST, ADDRESS): "\n".join(paragraphs(n)) for n in range(1, STORIES + 1)}


@pytest.mark.parametrize(
    "section", [one for one in sections() if any(lang == "python" for lang, _ in one.blocks)], ids=str
)
def test_python_examples(section: Section, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    module = types.ModuleType("example")
    monkeypatch.setitem(sys.modules, "example", module)
    # What an example registers is gone with it.
    monkeypatch.setattr(extractors, "EXTRACTORS", dict(extractors.EXTRACTORS))
    names = module.__dict__
    names.update(prepared())
    for number, (language, source) in enumerate(section.blocks):
        if language != "python" or source.startswith("# needs "):
            continue
        if ">>>" in source:
            example = doctest.DocTestParser().get_doctest(source, names, str(section), None, 0)
            runner = doctest.DocTestRunner(optionflags=FLAGS)
            out: list[str] = []
            runner.run(example, out=out.append, clear_globs=False)
            names.update(example.globs)  # it has a copy
            assert not runner.summarize(verbose=False).failed, "".join(out)
        else:
            path = tmp_path / f"example{number}.py"  # Scrapy asks for the source of callbacks
            path.write_text(source, "utf8")
            exec(compile(source, str(path), "exec"), names)
        settings = {name: value for name, value in names.items() if name.isupper() and name != "ROOT"}
        CrawlSettings.from_settings(Settings({k: v for k, v in settings.items() if k.startswith("NEWSBODY_")}))
        spiders = [
            value
            for value in names.values()
            if isinstance(value, type) and issubclass(value, scrapy.Spider) and value.__module__ == "example"
        ]
        for spider in spiders:
            assert_bodies(spider, settings)


def assert_bodies(spider: type[scrapy.Spider], settings: dict[str, Any]) -> None:
    """The spider's items have the bodies of their pages, whatever the field is called."""
    handlers = {"DOWNLOAD_HANDLERS": {"http": FakeHandler, "https": FakeHandler}}
    crawled = crawl(spider, site(), {**settings, **handlers, "NEWSBODY_PROFILES": "profiles.sqlite3"})
    rows = [ItemAdapter(item).asdict() for item in crawled.items]
    assert len(rows) == STORIES
    for row in rows:
        body = expected()[row.get("url") or row["link"]]
        assert any(isinstance(value, str) and body in value for value in row.values()), row


def commands() -> Iterator[tuple[str, str]]:
    """The lines of shell that call ``newsbody``, with the document they stand in."""
    for section in sections():
        for language, source in section.blocks:
            for line in source.replace("\\\n", " ").splitlines() if language == "sh" else ():
                if line.startswith("newsbody "):
                    yield section.document, line.split("  #")[0].strip()


@pytest.mark.parametrize(("document", "line"), list(dict.fromkeys(commands())))
def test_commands_are_written_as_the_program_takes_them(document: str, line: str) -> None:
    words = shlex.split(line.replace("…", ""))[1:]
    assert parser(command_names()).parse_args(words).command == words[0]


@pytest.mark.parametrize("line", ["newsbody extract page.html -o out.md", "newsbody extract pages -o out.csv --jobs 2"])
def test_commands_of_the_recipes_run(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert line in (ROOT / "docs" / "recipes.md").read_text("utf8")
    monkeypatch.chdir(tmp_path)
    Path("pages").mkdir()
    for number, html in enumerate(list(news_pages().values())[:4]):
        Path(f"pages/{number}.html").write_text(html, "utf8")
    Path("page.html").write_bytes(prepared()["html"])
    words = shlex.split(line)[1:]
    assert main(words) == 0
    assert Path(words[words.index("-o") + 1]).stat().st_size > 300


def test_every_setting_stands_in_its_page_and_no_other() -> None:
    text = (ROOT / "docs" / "settings.md").read_text("utf8")
    assert {name for name in NAMES if f"| `{name}` |" not in text} == set()
    for path in DOCUMENTS:
        named = set(re.findall(r"\bNEWSBODY_[A-Z_]+", path.read_text("utf8"))) - {"NEWSBODY_", "NEWSBODY_CORPUS"}
        assert named <= set(NAMES), path.name


def test_every_field_is_named_as_a_source() -> None:
    text = (ROOT / "docs" / "settings.md").read_text("utf8")
    assert {name for name in Article.__dataclass_fields__ if f"`{name}`" not in text} == set()


def test_every_stat_that_is_counted_has_its_line() -> None:
    source = "".join(path.read_text("utf8") for path in sorted((ROOT / "newsbody" / "crawl").rglob("*.py")))
    counted = set(re.findall(r'count\("([a-z_]+)"', source))
    text = (ROOT / "docs" / "stats.md").read_text("utf8")
    assert {name for name in counted if f"{name}`" not in text} == set()


def test_every_argument_of_the_spiders_stands_in_both_pages_on_crawling() -> None:
    for name in ("crawl.md", "zh/crawl.md"):
        text = (ROOT / "docs" / name).read_text("utf8")
        assert {argument for argument in ARGUMENTS if f"{argument}=" not in text} == set(), name


def test_links_between_documents_lead_somewhere() -> None:
    for path in (*DOCUMENTS, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"):
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text("utf8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


def test_the_readme_is_short() -> None:
    text = (ROOT / "README.md").read_text("utf8")
    assert len(re.sub(r"```.*?```", "", text, flags=re.DOTALL).split()) <= 700


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].name)
def test_both_languages_have_the_same_parts(pair: tuple[Path, Path]) -> None:
    texts = [path.read_text("utf8") for path in pair]
    levels = [re.findall(r"^(#+) ", _BLOCK.sub("", text), re.MULTILINE) for text in texts]
    assert levels[0] == levels[1]
    code = [[lang for lang, _ in _BLOCK.findall(text)] for text in texts]
    assert code[0] == code[1]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].name)
def test_both_languages_say_the_same_figures_and_names(pair: tuple[Path, Path]) -> None:
    """Part by part; 0.95 is .95, and thousands may stand apart by a comma."""
    figures, names = [], []
    for path in pair:
        parts = re.split(r"^#+ .*$", path.read_text("utf8"), flags=re.MULTILINE)
        found = [re.findall(r"(?<![\w.])\.?\d[\d,]*(?:\.\d+)?", part) for part in parts]
        figures.append([Counter(one.replace(",", "").removeprefix("0") for one in part) for part in found])
        names.append([Counter(re.findall(r"NEWSBODY_[A-Z_]+|-[as] \w+=|newsbody\[\w+\]", part)) for part in parts])
    assert figures[0] == figures[1]
    assert names[0] == names[1]


@pytest.mark.slow
def test_the_documents_build_as_a_site(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    pages = {path.stem for path in (ROOT / "docs").glob("*.md")} - {"index"}
    assert pages == {path.parent.name for path in tmp_path.glob("*/index.html")} - {"zh"}


def test_every_key_that_is_noted_of_a_request_has_its_line() -> None:
    source = "".join(path.read_text("utf8") for path in sorted((ROOT / "newsbody" / "crawl").rglob("*.py")))
    noted = set(re.findall(r'newsbody_meta\([\w.]+\)(?:\.get\(|\[)"(\w+)"', source))
    assert len(noted) >= 9
    text = (ROOT / "docs" / "meta.md").read_text("utf8")
    assert {name for name in noted if f"| `{name}` |" not in text and f'"{name}"' not in text} == set()
