"""Articles that say nearly what another one says."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from newsbody.crawl.assembly import repeated_texts
from newsbody.crawl.assembly.repeated_texts import Copies
from newsbody.crawl.pages.reading import Reading
from newsbody.crawl.spiders.repeats import Repeats
from newsbody.ground.text_signature import gist_of, key_of

HEADLINE = "The bridge is open again"
LINES = [f"What the {who} said of it was written down on that day." for who in "mayor baker ferryman smith".split()]
TEXT = "\n".join(LINES)


@pytest.mark.parametrize(
    ("headline", "text", "is_copy"),
    [
        (HEADLINE, f"{TEXT}\nThe Paper, http://x.de", True),  # as in print
        (f" {HEADLINE}\n", TEXT.replace("\n", " "), True),  # all of it in one paragraph
        (HEADLINE, "\n".join([*LINES[:2], "A third man said nothing at all, and so did a fourth one there."]), False),
        (HEADLINE, LINES[0], False),  # a summary of it
        (HEADLINE, f"{TEXT}\n{TEXT.replace('said', 'thought')}", False),
        ("Another headline", TEXT, False),
        (HEADLINE, "", False),
    ],
)
def test_an_article_that_says_nearly_the_same_below_its_headline_is_a_copy(
    headline: str, text: str, is_copy: bool
) -> None:
    copies = Copies()
    assert copies.original("/1", key_of(HEADLINE), TEXT) is None
    assert copies.original("/2", key_of(headline), text) == ("/1" if is_copy else None)
    assert copies.original("/1", key_of(HEADLINE), TEXT) is None


def test_an_article_repeated_below_another_heading_is_known_by_its_first_line() -> None:
    copies = Copies()
    assert copies.under_another("/reply/1", key_of(HEADLINE), TEXT) is None
    assert copies.original("/1", key_of(HEADLINE), TEXT) is None
    assert copies.under_another("/reply/1", key_of(HEADLINE), TEXT) == "/1"
    assert copies.under_another("/1", key_of(HEADLINE), TEXT) is None
    assert copies.under_another("/reply/1", key_of(HEADLINE), LINES[0]) is None


def test_texts_of_one_short_line_are_compared_as_a_whole() -> None:
    copies = Copies()
    assert copies.original("/1", key_of(HEADLINE), "Snow!") is None
    assert copies.original("/2", key_of(HEADLINE), "Snow.") == "/1"
    assert copies.original("/3", key_of(HEADLINE), "Rain!") is None


def test_headlines_and_what_stands_below_one_are_remembered_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (repeated_texts.MAX_HEADLINES, repeated_texts.MAX_ALIKE) == (10_000, 20)
    monkeypatch.setattr(repeated_texts, "MAX_HEADLINES", 100)
    copies = Copies()
    for number in range(20):
        assert copies.original(f"/{number}", key_of(HEADLINE), f"Weather of day {'x' * number}, as it was.") is None
    assert copies.original("/one more", key_of(HEADLINE), TEXT) is None
    assert copies.original("/again", key_of(HEADLINE), TEXT) is None
    for number in range(100):
        copies.original("/a", key_of(f"{HEADLINE} {number}"), TEXT)
    assert copies.original("/b", key_of(HEADLINE), "Weather of day x, as it was.") is None
    assert copies.original("/b", key_of(f"{HEADLINE} 7"), TEXT) == "/a"


def test_an_article_and_its_copies_have_a_gist_in_common() -> None:
    long = "\n".join(f"What {who} said on that day was written down by a clerk." for who in "abcdefg")
    gist = gist_of(HEADLINE, long)
    for copy in (f"{long}\nThe Paper, http://x.de", long.replace("\n", " "), f"Print!\n{long}"):
        assert gist_of(f" {HEADLINE}\n", copy) == gist
    others = [
        (HEADLINE, long.replace("said", "thought")),
        (HEADLINE, long.replace("What d said", "What was never said by anyone")),
        ("Another", long),
    ]
    assert gist not in {gist_of(headline, text) for headline, text in others}


@pytest.mark.parametrize("shown_by_lists", [True, False])
def test_lists_that_show_the_newest_article_whole_leave_it_its_text(shown_by_lists: bool) -> None:
    repeats = Repeats(str, Mock(), Mock(), Mock())
    reading = Reading("article", {"articleBody": "The old bridge was closed on Monday. " * 9})
    key = key_of(reading.text)
    for page in range(repeated_texts.MANY):
        url = f"http://n.test/tag/{page}.html"
        repeats.has_own_text(url, reading, key, counts=not shown_by_lists)
    assert repeats.has_own_text("http://n.test/bridge.html", reading, key, counts=True) is shown_by_lists
