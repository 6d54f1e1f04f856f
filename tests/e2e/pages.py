"""A news site of our own writing, as many articles as a test needs."""

from __future__ import annotations

import itertools
from functools import cache

HOST = "http://news.test"
_WHO = ("The council", "A teacher", "The mayor", "Our reader", "The ferry", "A farmer", "The choir", "The county")
_DID = ("asked for", "opened", "lost", "counted", "painted", "sold", "repaired", "found")
_WHAT = ("a new bridge", "the old mill", "seven boats", "the library", "a garden", "the market hall", "a bell", "maps")
_WHERE = ("by the river", "near the station", "in the north", "behind the school", "on the hill", "at the harbour")
_WHY = ("because winter came early", "after a long debate", "to everyone's surprise", "as promised in spring")
#: Sentences of an article; so many that a rule is taken which differs from the extractor by one line.
LENGTH = 40
#: Stands in every article, inside the element that holds the body.
JUNK = "Subscribe to our newsletter for local news. It is free and comes every morning before breakfast."


def paragraphs(number: int) -> list[str]:
    """The body of an article; no two articles share a line."""
    lines = []
    for place in range(LENGTH):
        seed = 31 * number + 7 * place
        words = [
            part[(seed // step) % len(part)]
            for step, part in ((1, _WHO), (3, _DID), (5, _WHAT), (11, _WHERE), (13, _WHY))
        ]
        lines.append(f"{' '.join(words)}, says the report of {_WHO[number % 8].lower()} on story {_name(number)}.")
    return lines


def _name(number: int) -> str:
    """A word of its own for a number."""
    return "".join(
        ("ka", "lo", "mi", "nu", "pe", "ra", "si", "to", "vu", "we")[int(digit)] for digit in str(100 + number)
    )


def article_url(number: int) -> str:
    return f"{HOST}/2026/local/{1000 + number}.html"


@cache
def article_page(number: int, body_class: str = "story-text") -> str:
    """One article between navigation and links to others."""
    text = "".join(f"<p>{line}</p>" for line in paragraphs(number))
    links = "".join(f'<li><a href="{article_url(other)}">Other story number {other}</a></li>' for other in range(1, 9))
    return (
        f"<html><head><title>{headline(number)} - Town Paper</title></head><body>"
        f'<div class="nav"><a href="/">Front</a> <a href="/about">About</a> <a href="/sport">Sport</a></div>'
        f'<div class="main"><h1>{headline(number)}</h1><div class="{body_class}">{text}'
        f'<p class="promo">{JUNK}</p></div></div>'
        f'<div class="more"><ul>{links}</ul></div></body></html>'
    )


def headline(number: int) -> str:
    return f"Report on {_WHAT[number % 8]} {_WHERE[number % 6]}, story {_name(number)}"


def front_page(count: int) -> str:
    links = "".join(
        f'<li><a href="{article_url(n)}">Story {n} of the town and its people</a></li>' for n in range(1, count + 1)
    )
    return f'<html><head><title>Town Paper</title></head><body><div class="list"><ul>{links}</ul></div></body></html>'


def news_site(count: int) -> dict[str, str]:
    """A front page and its articles, by URL."""
    return {f"{HOST}/": front_page(count), **{article_url(n): article_page(n) for n in range(1, count + 1)}}


def without_template(pages: dict[str, str]) -> dict[str, str]:
    """The same pages, no two with the body in an element of the same name: they show no rule."""
    names = map("".join, itertools.product("abcdefgh", repeat=2))
    return {url: page.replace("story-text", name) for (url, page), name in zip(pages.items(), names, strict=False)}
