"""Bad input is normal input: every extractor gives a body, maybe an empty one, for any page."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from newsbody.extractors import EXTRACTORS, Extractor, get_extractor
from newsbody.page import Page

#: Seconds for a huge page: what is linear takes one or two on a slow machine, what is quadratic takes minutes.
LIMIT = 15.0

PAGES: dict[str, bytes] = {
    "empty": b"",
    "blank": b" \n\t",
    "binary": bytes(range(256)) * 40,
    "text only": "只有一段文字。".encode(),
    "no body element": b"<html><head><title>x</title></head></html>",
    "frameset": b"<frameset><frame src=a><noframes>Nothing. Here.</noframes></frameset>",
    "unclosed": b"<div><p>One. Two.<table><tr><td><ul><li>Three.",
    "comment only": b"<!-- nothing -->",
    "only links": b"<body>" + b"<a href=x>link</a> " * 50 + b"</body>",
    "only pictures": b"<div><img src=a><img src=b></div>",
    "one character": b"<p>x</p>",
    "hidden": b"<div style='display:none'>Hidden. Text.</div>",
}
HUGE = {
    "one paragraph": b"<p>" + b"A sentence of some words. " * 200_000 + b"</p>",
    "many paragraphs": b"<div>" + b"<p>A <b>short</b> one.</p>" * 40_000 + b"</div>",
    "deep nesting": b"<div>" * 40_000 + b"Deep. Text.",
    "many links": b"<ul>" + b"<li><a href=x>link</a></li>" * 40_000 + b"</ul>",
}


@pytest.fixture(params=EXTRACTORS)
def extractor(request: pytest.FixtureRequest) -> Extractor:
    return get_extractor(request.param)


@pytest.mark.parametrize("source", PAGES.values(), ids=PAGES.keys())
def test_odd_pages(extractor: Extractor, source: bytes) -> None:
    page = Page.parse(source)
    body = extractor.extract(page)
    assert body.runs.shape == page.run_start.shape
    assert 0.0 <= body.probability <= 1.0
    assert body.source == extractor.name


@pytest.mark.parametrize("source", HUGE.values(), ids=HUGE.keys())
def test_huge_pages_take_linear_time(extractor: Extractor, source: bytes) -> None:
    page = Page.parse(source)
    started = time.process_time()
    extractor.extract(page)
    assert time.process_time() - started < LIMIT


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.sampled_from("<>/ apbdivtrlh1=\"'。.x汉\0\n&;!-"), max_size=300))
def test_any_text_at_all(extractor: Extractor, source: str) -> None:
    page = Page.parse(source)
    first, second = extractor.extract(page), extractor.extract(Page.parse(source))
    assert first.text == second.text
