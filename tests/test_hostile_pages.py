"""Pages that mean harm cost no more than others, and break nothing."""

from __future__ import annotations

import json
import time

import pytest

from newsbody import extract_thread
from newsbody.extractors import get_extractor
from newsbody.markup.html import body_html, body_images
from newsbody.markup.images import stated_pixels
from newsbody.markup.links import MAX_BASE, base_url, web_address
from newsbody.metadata import read_metadata
from newsbody.page import Page
from newsbody.page.tree import MAX_VALUES
from newsbody.urls.article_pages import next_page
from tests.hostile_pages import BODY, CASES, READERS, URL, everything, read_all
from tests.lots import lot

#: What parsing may cost in processor time (seconds), and how much more than a page one of four times its size costs a
#: reader (2 doublings of slope 1.2 make 5.3); of what takes less than that nobody can tell.
SECONDS, GROWTH, LEAST_SECONDS, TRIES = 2.0, 8.0, 0.3, 10
BYTES = 15_000


def cost(source: bytes, reader: str) -> float:
    page = Page.parse(source, URL)
    started = time.process_time()
    READERS[reader](page)
    return time.process_time() - started


@pytest.mark.parametrize("case", lot(CASES, 12))
def test_time_grows_with_the_page(case: str) -> None:
    small, large = (CASES[case](size).encode() for size in (BYTES, 4 * BYTES))
    started = time.process_time()
    Page.parse(large, URL)
    assert time.process_time() - started < SECONDS
    for reader in READERS:
        # A busy machine makes a measure worse, never better.
        measured = ((cost(small, reader), cost(large, reader)) for _ in range(TRIES))
        assert any(after < max(LEAST_SECONDS, GROWTH * before) for before, after in measured), reader


def test_statements_that_refer_to_each_other_are_read_once() -> None:
    nodes = [
        {"@type": "NewsArticle", "headline": "x", "author": {"@id": "#a"}},
        {"@id": "#a", "@type": "Person", "name": [{"@id": "#b"}] * 9},
        {"@id": "#b", "@type": "Person", "name": ["Ada Moreau", {"@id": "#a"}, {"@id": "#b"}]},
    ]
    metadata = read_metadata(Page.parse(f'<script type="application/ld+json">{json.dumps(nodes)}</script>{BODY}'))
    assert metadata.authors == ["Ada Moreau"]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"The bridge \ud83d", "The bridge \ufffd"),
        (r"\udc4d is closed", "\ufffd is closed"),
        (r"\ud83d\ud83d\udc4d", "\ufffd\U0001f44d"),
        (r"\uD83D\uDC4D, closed", "\U0001f44d, closed"),
        (r"back\\ud83d slash", r"back\ud83d slash"),
        (r"a\u001b[31mb\u0000c\bd", "a [31mb c d"),
        (r"Stra\u00dfe \u4e2d\u00a0x", "Straße 中 x"),
    ],
)
def test_what_is_escaped_in_json_can_be_written(written: str, read: str) -> None:
    data = f'{{"@type": "NewsArticle", "headline": "x", "description": "{written}"}}'
    found = read_metadata(Page.parse(f'<script type="application/ld+json">{data}</script>{BODY}')).description
    assert found == read
    found.encode()


@pytest.mark.parametrize("digits", [1, 5, 6, 4_301, 100_000])
def test_sizes_of_any_number_of_digits(digits: int) -> None:
    page = Page.parse(f"{BODY[:-6]}<img src=a.jpg width={'9' * digits} height={'9' * digits}px></div>", URL)
    image = page.all_of("img")[0]
    assert (stated_pixels(image, "width") is None) == (digits > 5)
    assert body_images(everything(page)) == (["https://gazette.example/2020/03/04/a.jpg"] if digits > 1 else [])
    for name in ("nta", "auto"):
        assert get_extractor(name).extract(page).text


def test_a_base_that_is_too_long_is_none() -> None:
    long = "https://gazette.example/" + "a" * MAX_BASE + "/"
    page = Page.parse(f"<base href='{long}'><p>A <a href='/b'>link</a>. <a href='story-7_2.html'>2</a>", URL)
    assert base_url(page) == URL
    assert next_page(page) == "https://gazette.example/2020/03/04/story-7_2.html"
    assert "/aaa" not in body_html(everything(page))
    short = Page.parse("<base href='https://other.example/x/'>", URL)
    assert base_url(short) == "https://other.example/x/"


def test_addresses_have_an_end() -> None:
    assert web_address("", "http://e.com/" + "a" * 2_000) != ""
    assert web_address("", "http://e.com/" + "a" * 3_000) == ""


def test_what_is_said_too_often_is_not_heard() -> None:
    said = "".join(f"<meta name=author content='Ada M{chr(97 + n % 26)}{n}'>" for n in range(500))
    marked = "".join(f"<b itemprop='a{n} b c'>Ada</b>" for n in range(500))
    page = Page.parse(f"{said}{BODY}{marked}", URL)
    assert len(page.metas["author"]) == MAX_VALUES
    assert len(read_metadata(page).authors) <= MAX_VALUES


@pytest.mark.parametrize("sign", ["\x0b", "\x1f", "\ufffe"])
def test_attributes_whose_names_lxml_refuses_are_passed_over(sign: str) -> None:
    """It gives them, and raises when it is asked for one."""
    posts = "".join(
        f'<div class=p data-{sign}id="{n}{n}" data-{sign}at="2024-01-0{n} 10:00">{n}</div>' for n in (1, 2, 3)
    )
    assert read_all(f"<html><body>{posts}</body></html>").text is not None


def test_short_paragraphs_in_the_head_of_a_post_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text of what they stand in was read again for each of them."""
    read, text_of = [0], Page.text_of

    def counted(page: Page, index: int) -> str:
        said = text_of(page, index)
        read[0] += len(said)
        return said

    def characters(paragraphs: int) -> int:
        posts = "".join(
            f"<div class=post><div class=head><b class=name>{name}</b> <i class=time>2024-05-0{day} 10:00</i>"
            + "".join(f"<p class=a>words {number} of</p>" for number in range(paragraphs))
            + "</div><div class=words>"
            + f"The bridge was closed by {name}, and the ferry goes until day {day}. " * day
            + "</div></div>"
            for day, name in enumerate(("Ann", "Bob", "Carla", "Dora"), 1)
        )
        read[0] = 0
        assert len(extract_thread([f"<html><body>{posts}</body></html>"]).posts) == 4
        return read[0]

    monkeypatch.setattr(Page, "text_of", counted)
    assert characters(400) < 3 * characters(200)
