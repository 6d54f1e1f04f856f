"""Pages that stand in front of others are no articles."""

from __future__ import annotations

import tracemalloc

import pytest

from newsbody.crawl.assembly.repeated_texts import MANY, MAX_TEXTS, Texts
from newsbody.extractors import get_extractor
from newsbody.extractors.interstitials import gate_of
from newsbody.ground.text_signature import key_of
from newsbody.page import Page
from tests.article_pages import article

MENU = "<ul>" + "".join(f"<li><a href=/s/{n}>Section {n}</a></li>" for n in range(12)) + "</ul>"


def gate(markup: str, title: str = "The Gazette") -> str | None:
    page = Page.parse(f"<html><head><title>{title}</title></head><body>{MENU}{markup}</body></html>")
    return gate_of(get_extractor("cecs").extract(page))


@pytest.mark.parametrize(
    ("markup", "title", "expected"),
    [
        ("<div><h1>Welcome back</h1><p>Please sign in to go on reading. It is free.</p><form><input type=password>"
         "</form></div>", "The Gazette", "login"),
        ("<div class=box><p>您需要登录后才能继续阅读。</p><form><input type=PASSWORD></form></div>", "登录", "login"),
        ("<div><p>One more step. Please show that you are human.</p><iframe src='/x-captcha/frame'></iframe></div>",
         "The Gazette", "captcha"),
        ("<div><p>请完成下面的验证。</p><img id=captchaImage src=/v.png></div>", "x", "captcha"),
        ("<div><p>We could not find what you asked for. Try the search.</p></div>", "404 - Page not found", "error"),
        ("<div><h1>Access denied</h1><p>You have no permission to see this. Ask somebody.</p></div>", "x", "error"),
        ("<div><p>您访问的页面不存在。</p></div>", "页面不存在", "error"),
        ("<div><p>Come back later, please. We are working on it.</p></div>", "503 Service Unavailable", "error"),
        ("", "Too many requests", "error"),
    ],
)  # fmt: skip
def test_gates(markup: str, title: str, expected: str) -> None:
    assert gate(markup, title) == expected


@pytest.mark.parametrize(
    ("markup", "title"),
    [
        ("<div><p>A short note. The bridge is open again.</p></div>", "The bridge is open"),
        ("<div><form><input type=password></form></div><div><div><p>A short note. It is open.</p></div></div>",
         "The bridge is open"),
        ("<div><p>It is open.</p><form style='display:none'><input type=password><i class=captcha></i></form></div>",
         "The bridge is open"),
        ("<div style='display:none'><input type=password></div>", "The bridge is open"),
        ("<div><h1>404 houses without power after the storm of Monday night in the valley</h1><p>It is. So.</p></div>",
         "x"),
        ("<div><p>A short note. It is open.</p></div>",
         "Missing child was not found on Sunday; the search goes on for another whole week"),
    ],
)  # fmt: skip
def test_short_articles_are_none(markup: str, title: str) -> None:
    assert gate(markup, title) is None


def test_an_article_is_none_whatever_stands_beside_it() -> None:
    html, _ = article(1)
    page = Page.parse(html.replace('</div><div class="more">', '<input type=password></div><div class="more">'))
    assert gate_of(get_extractor("cecs").extract(page)) is None


def test_a_text_at_many_addresses_is_no_article() -> None:
    texts = Texts()
    key = key_of("We will be back.")
    assert [texts.stands_at_many(key, f"/n/{number}") for number in range(5)] == [False, False, True, True, True]
    assert not texts.stands_at_many(key_of("Another one."), "/n/1")
    assert not any(texts.stands_at_many(key_of("A third one."), "/n/7") for _ in range(2 * MANY))


def test_texts_are_forgotten_in_the_end() -> None:
    texts = Texts()
    tracemalloc.start()
    try:
        for number in range(MAX_TEXTS + 50):
            texts.stands_at_many(key_of(f"text {number}"), f"/{number}")
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(texts._addresses) == MAX_TEXTS
    assert taken / MAX_TEXTS < 300
