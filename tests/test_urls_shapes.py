"""Shapes of path segments: what varies in them."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsbody.urls.shapes import read_shape, shape_regex, split_extension, words_in
from newsbody.urls.siblings import read_paths


@pytest.mark.parametrize(
    ("segment", "pattern", "values"),
    [
        ("12345", "{n}", ("12345",)),
        ("12345.html", "{n}.html", ("12345",)),
        ("squad-2024.49320", "{s}.{n}", ("squad-2024", "49320")),
        ("thread-101-2-1.html", "thread-{n}-{n}-{n}.html", ("101", "2", "1")),
        ("t93-some-title.html", "t{n}-{s}.html", ("93", "some-title")),
        ("936-some-title-7", "{n}-{s}", ("936", "some-title-7")),
        ("Show-g1-i27-k15-Some_Title.html", "Show-g{n}-i{n}-k{n}-{s}.html", ("1", "27", "15", "Some_Title")),
        ("12-", "{n}-{s}", ("12", "")),
        ("page-2", "page-{n}", ("2",)),
        ("NumeroID=1234", "NumeroID={n}", ("1234",)),
        ("member35.html", "member{n}.html", ("35",)),
        ("space-uid-18.html", "space-uid-{n}.html", ("18",)),
        ("1rku5x9", "{x}", ("1rku5x9",)),
        ("9cd98078-8627-4d03-b0ab-6ce6f325d5cc", "{h}", ("9cd98078-8627-4d03-b0ab-6ce6f325d5cc",)),
        ("123.msg456", "{n}.msg{n}", ("123", "456")),
        ("lume,12.html", "lume,{n}.html", ("12",)),
        ("lume,12.30.html", "lume,{n}.{n}.html", ("12", "30")),
        ("lume,12.sto456.html", "lume,{n}.sto{n}.html", ("12", "456")),
        ("lume,12.nas.html", "lume,{n}.{s}.html", ("12", "nas")),
        ("lume-nas-sto-12-wo-3-2.html", "lume-nas-sto-{n}-{s}.html", ("12", "wo-3-2")),
        ("viewtopic.php", "viewtopic.php", ()),
        ("some-title", "some-title", ()),
        ("²", "²", ()),
        ("a{n}b", "{s}", ("a{n}b",)),
    ],
)
def test_shapes(segment: str, pattern: str, values: tuple[str, ...]) -> None:
    shape = read_shape(segment)
    assert (shape.pattern, shape.values) == (pattern, values)


@given(st.text(min_size=1, max_size=40).filter(lambda text: "/" not in text))
def test_a_shape_matches_what_it_was_read_from(segment: str) -> None:
    shape = read_shape(segment)
    if shape.values:
        match = re.fullmatch(shape_regex(shape.pattern), segment, re.DOTALL)
        assert match is not None
        assert len(match.groups()) == len(shape.values)
    assert read_shape(segment).as_slug().pattern.startswith("{s}")


@pytest.mark.parametrize(
    "segment", ["a" * 2000, "a-" * 1000, "1a" * 1000, "1-" * 1000, "." * 2000, "a" * 500 + "!", "-a1" * 170]
)
def test_long_segments_take_no_time(segment: str) -> None:
    start = time.process_time()
    read_shape(segment)
    assert time.process_time() - start < 0.5


@pytest.mark.parametrize(
    ("segment", "parts"),
    [("view.php", ("view", ".php")), ("a.b.html", ("a.b", ".html")), ("x.7", ("x.7", "")), (".html", (".html", ""))],
)
def test_extensions(segment: str, parts: tuple[str, str]) -> None:
    assert split_extension(segment) == parts


@pytest.mark.parametrize(("segment", "values"), [("12-moss", ("12", "moss")), ("12-", ("12", "")), ("-", None)])
def test_of_a_title_behind_a_number_nothing_may_be_left(segment: str, values: tuple[str, ...] | None) -> None:
    """``/topic/12-/`` and ``/topic/13-moss/``: programs leave out of titles what they cannot write."""
    found = re.fullmatch(shape_regex("{n}-{s}"), segment)
    assert (found and found.groups()) == values


@pytest.mark.parametrize(("slug", "count"), [("how-to_fix", 3), ("", 0), ("论坛里的长标题", 3), ("anna", 1)])
def test_words(slug: str, count: int) -> None:
    assert words_in(slug) == count


TITLES = [f"{first}-{second}-of-the-day" for first in ("long", "short", "new", "good") for second in "abcdefgh"]


@pytest.mark.parametrize(
    ("words", "patterns"),
    [
        ([*(f"Thread-{title}" for title in TITLES), "User-anna", "User-bert"], {"Thread-{s}", "User-{s}"}),
        ([*(f"Thread-{title}.html" for title in TITLES), *TITLES], {"{s}.html", "{s}"}),
        ([f"{title}-{again}" for title in TITLES for again in ("long", "short", "new", "good")], {"{s}"}),
        ([f"Thread-{title}" for title in TITLES], {"{s}"}),
    ],
    ids=["kinds", "some without", "words of titles", "one kind"],
)
def test_word_that_all_titles_begin_with_says_of_what_kind_they_are(words: list[str], patterns: set[str]) -> None:
    assert {shapes[0].pattern for shapes in read_paths([(word,) for word in words])} == patterns
