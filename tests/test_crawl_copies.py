"""Articles that say nearly what another one says."""

from __future__ import annotations

import pytest

from newsbody.crawl.assembly.texts import MAX_ALIKE, MAX_HEADLINES, Copies, gist_of

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
        ("", TEXT, False),
        (HEADLINE, "", False),
    ],
)
def test_an_article_that_says_nearly_the_same_below_its_headline_is_a_copy(
    headline: str, text: str, is_copy: bool
) -> None:
    copies = Copies()
    assert not copies.is_copy("/1", HEADLINE, TEXT)
    assert copies.is_copy("/2", headline, text) is is_copy
    assert not copies.is_copy("/1", HEADLINE, TEXT)


def test_texts_of_one_short_line_are_compared_as_a_whole() -> None:
    copies = Copies()
    assert not copies.is_copy("/1", HEADLINE, "Snow!")
    assert copies.is_copy("/2", HEADLINE, "Snow.")
    assert not copies.is_copy("/3", HEADLINE, "Rain!")


def test_headlines_and_what_stands_below_one_are_remembered_up_to_a_limit() -> None:
    copies = Copies()
    for number in range(MAX_ALIKE):
        assert not copies.is_copy(f"/{number}", HEADLINE, f"Weather of day {'x' * number}, as it was.")
    assert not copies.is_copy("/one more", HEADLINE, TEXT)
    assert not copies.is_copy("/again", HEADLINE, TEXT)
    for number in range(MAX_HEADLINES):
        copies.is_copy("/a", f"{HEADLINE} {number}", TEXT)
    assert not copies.is_copy("/b", HEADLINE, "Weather of day x, as it was.")
    assert copies.is_copy("/b", f"{HEADLINE} 7", TEXT)


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
