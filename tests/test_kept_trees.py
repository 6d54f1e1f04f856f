"""The tree that a spider made of a page is used, whatever invisible characters the page holds."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from scrapy.http import HtmlResponse

from newsbody.crawl.hooks.fetches import parsed_tree
from newsbody.crawl.learning.rule_life import RuleLife
from newsbody.crawl.pages import fetched
from newsbody.crawl.pages.fetched import Opened, Source
from newsbody.crawl.pages.reading import Reading
from newsbody.page import Page
from newsbody.page.parse import MAX_TAGS
from newsbody.rules.rule import Rule
from newsbody.stores import Learned

HIDDEN = ["", "\u00ad", "\u200b", "\u2060", "\ufeff", "\u202e", "\u200d\u200c", "\x85", "\x01", "\U000e0041", "\u0092"]


def opened(html: str) -> tuple[Opened, HtmlResponse]:
    response = HtmlResponse("http://a.example/1", body=html.encode(), encoding="utf-8")
    assert response.selector
    return Source(response.body, response.url, "utf-8", tree=parsed_tree(response)).open("auto"), response


@pytest.mark.parametrize("hidden", HIDDEN, ids=ascii)
def test_a_page_is_not_parsed_again_for_what_nobody_sees(hidden: str) -> None:
    html = (
        f"<html><head><title>The har{hidden}bour</title><meta name=description content='Of the har{hidden}bour'></head>"
        f"<body><p>Words of the har{hidden}bour. <b>And{hidden}</b> more.</p><p>{hidden}</p></body></html>"
    )
    with patch.object(fetched, "parse", side_effect=AssertionError("parsed again")):
        page, response = opened(html)
        assert page.root is response.selector.root
        found = page.page
    alone = Page.parse(html, "http://a.example/1")
    assert (found.text, found.title, found.metas) == (alone.text, alone.title, alone.metas)


def test_a_page_beyond_the_limits_is_parsed_as_far_as_it_is_read() -> None:
    page, response = opened("<html><body>" + "<p>x" * (MAX_TAGS + 9) + "</body></html>")
    assert page.root is not response.selector.root
    assert page.unread


def life() -> RuleLife:
    return RuleLife("article", 5)


def test_a_trusted_rule_looks_at_one_page_of_ten_closely_until_one_is_odd() -> None:
    known = life()
    urls = [f"http://a.example/{number}" for number in range(400)]
    assert all(map(known.looks_closely, urls))
    known.loaded(Learned(Rule.from_dict({"kind": "article", "body": ["div.a"]}).to_dict(), 5, "2026-01-01"), sure=True)
    for number in range(9):
        known.read(Source(b"", f"http://a.example/old/{number}"), Reading("article", by_rule=True, share=0.5))
    assert 20 <= sum(map(known.looks_closely, urls)) <= 60
    known.read(Source(b"", "http://a.example/odd"), Reading("article", by_rule=True, share=0.01))
    assert all(map(known.looks_closely, urls))
    known.read(Source(b"", "http://a.example/good"), Reading("article", by_rule=True, share=0.5))
    assert not all(map(known.looks_closely, urls))
