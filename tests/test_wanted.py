"""What is wanted of an article: less or more of it, in pieces, and as TEI."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lxml import etree

from newsbody import extract, extract_many
from newsbody.cli import main
from newsbody.demo import news_pages
from newsbody.demo.demo_sites import articles
from newsbody.extraction import Options

STORY = articles()[0]
LINE = "Nobody in the lower town had been asked, and so the council met again on Monday evening, {}. "
TABLE = "".join(f"<tr><td>Ward {n} of the town</td><td>{n * 7} votes for the bridge</td></tr>" for n in range(6))
HTML = f"""<html lang=en><head><title>Bridge closed</title></head><body><article><h1>Bridge closed</h1>
<p>{LINE.format("as before") * 3}<a href="/why">why</a></p><h2>The vote</h2><table>{TABLE}</table>
<p>{LINE.format("for the vote") * 3}</p><h3>Its cost</h3><p class=hint>{LINE.format("paid by all") * 3}</p>
<figure><img src="/a.jpg" width=600 height=400 alt="The bridge"></figure><p>{LINE.format("at last") * 4}</p>
</article></body></html>"""
URL = "http://news.example.com/1"


@pytest.mark.parametrize(
    ("options", "inside", "outside"),
    [
        ({}, ["<table>", "<a href=", "<img ", "paid by all"], []),
        ({"tables": False}, ["<a href=", "paid by all"], ["<table>", "Ward 3"]),
        ({"links": False}, ["<table>", "why"], ["<a href="]),
        ({"images": False}, ["<table>"], ["<img "]),
        ({"prune": ".hint"}, ["for the vote"], ["paid by all"]),
        ({"prune": ["//p[@class='hint']", "table"]}, ["for the vote"], ["paid by all", "Ward 3"]),
    ],
)
def test_bodies_without_what_is_not_wanted(options: Options, inside: list[str], outside: list[str]) -> None:
    for article in (extract(HTML, URL, **options), *extract_many([(HTML, URL)], **options)):
        assert [part for part in inside if part not in article.html] == []
        assert [part for part in outside if part in article.html + article.text] == []


def test_images_that_are_not_wanted_are_no_field_either() -> None:
    assert (len(extract(HTML, URL).images), extract(HTML, URL, images=False).images) == (1, [])


def test_pages_in_other_languages_have_no_body() -> None:
    assert extract(HTML, URL, languages=["de", "en"]).text == extract(HTML, URL, languages="en").text != ""
    other = extract(HTML, URL, languages=["zh"])
    assert (other.text, other.kind, other.headline) == ("", "other", "Bridge closed")


@pytest.mark.parametrize("options", [{"favor": "speed"}, {"prune": "p..x"}, {"prune": "//p["}])
def test_what_cannot_be_wanted_is_told(options: Options) -> None:
    (name,) = options
    with pytest.raises(ValueError, match=f"^{name}="):
        extract(HTML, URL, **options)


def test_precision_takes_no_more_than_recall() -> None:
    taken = {}
    for favor in ("precision", "recall"):
        texts = [extract(page, favor=favor).text for page in news_pages().values()]
        taken[favor] = [set(text.splitlines()) for text in texts]
    assert all(less <= more for less, more in zip(taken["precision"], taken["recall"], strict=True))


def test_articles_that_say_the_same_come_once() -> None:
    first, second = (news_pages()[story.path] for story in articles()[:2])
    copy = first.replace(STORY.paragraphs[0][:4], "", 1)
    given = [(page, f"http://a.example/{number}") for number, page in enumerate([first, copy, second, first])]
    assert [article.url for article in extract_many(given)] == [url for _, url in given]
    assert [article.text for article in extract_many([(first, None)])] == [extract(first).text]
    assert [article.url for article in extract_many(given, dedupe=True)] == [given[0][1], given[2][1]]


def test_pieces_with_their_headings() -> None:
    article = extract(HTML, URL)
    pieces = article.chunks(250)
    assert max(len(piece.text) for piece in pieces) <= 250
    said = "".join("".join(piece.text.split()) for piece in pieces)
    assert said == "".join(article.text.split()).replace("Thevote", "").replace("Itscost", "")
    assert {piece.headings for piece in pieces} == {
        ("Bridge closed",), ("Bridge closed", "The vote"), ("Bridge closed", "The vote", "Its cost"),
    }  # fmt: skip
    assert all(piece.text.endswith((".", "bridge", "why")) for piece in pieces)
    with pytest.raises(ValueError, match="write a number of characters"):
        article.chunks(0)


def test_a_text_of_tei() -> None:
    root = etree.fromstring(extract(HTML, URL).tei)
    named = {"t": "http://www.tei-c.org/ns/1.0"}

    def found(path: str) -> list[str]:
        return list(map(str, root.xpath(path, namespaces=named)))  # type: ignore[arg-type]

    assert found("//t:titleStmt/t:title/text()") == ["Bridge closed"]
    assert found("//t:bibl/t:ptr/@target") == [URL]
    assert found("//t:ab[@type='header']/text()")[-2:] == ["The vote", "Its cost"]
    assert found("//t:ref/@target") == ["http://news.example.com/why"]
    assert found("//t:graphic/@url") == ["http://news.example.com/a.jpg"]
    assert len(found("//t:table/t:row/t:cell")) == 12
    assert {etree.QName(one).namespace for one in root.iter()} == set(named.values())


def test_on_the_command_line(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.html").write_text(HTML.replace("Monday", f"day {number}"), "utf8")
    pages = [str(path) for path in sorted(tmp_path.glob("*.html"))]
    words = ["--no-tables", "--no-links", "--prune", ".hint", "--favor", "recall", "--languages", "en, de"]
    assert main(["extract", *pages, *words, "-o", str(tmp_path / "out.jsonl")]) == 0
    texts = [json.loads(line)["articleBody"] for line in (tmp_path / "out.jsonl").read_text("utf8").splitlines()]
    assert all("for the vote" in text and "Ward" not in text and "paid by" not in text for text in texts)
    assert main(["extract", *pages, "-o", str(tmp_path / "out.xml")]) == 0
    corpus = etree.fromstring((tmp_path / "out.xml").read_bytes())
    assert [etree.QName(one).localname for one in corpus] == ["teiHeader", "TEI", "TEI", "TEI"]
