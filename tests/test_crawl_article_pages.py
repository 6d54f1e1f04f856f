import itertools
from dataclasses import replace

import pytest

from newsbody.crawl.assembly import articles as article_pages
from newsbody.crawl.assembly.articles import ArticlePages, Place
from newsbody.items import Article, Image
from tests.shared_workers import rest


def _page(number: int) -> Article:
    images = [Image("http://a.test/logo.png"), Image(f"http://a.test/{number}.png")]
    return Article(
        f"http://a.test/7_{number}.html",
        f"Headline {number}",
        f"Text {number}.",
        f"<p>Text {number}.</p>",
        images=images,
    )


@pytest.mark.parametrize("order", list(itertools.permutations((1, 2, 3))))
def test_pages_become_one_article_in_whatever_order_they_come(order: tuple[int, ...]) -> None:
    pages = ArticlePages(str.lower)
    given = [pages.add(_page(n), Place(n, f"http://A.test/7_{n + 1}.html" if n < 3 else None)) for n in order]
    assert [len(articles) for articles in given] == [0, 0, 1]
    (article,) = given[-1]
    assert (article.url, article.headline) == ("http://a.test/7_1.html", "Headline 1")
    assert article.articleBody == "Text 1.\nText 2.\nText 3."
    assert article.articleBodyHtml == "<p>Text 1.</p>\n<p>Text 2.</p>\n<p>Text 3.</p>"
    assert [image.url[-5:] for image in article.images] == ["o.png", "1.png", "2.png", "3.png"]
    assert rest(pages) == []


def test_an_article_of_one_page_does_not_wait() -> None:
    assert ArticlePages(str).add(_page(1), Place(1, None)) == [_page(1)]


def test_a_page_that_cannot_be_fetched_ends_the_article() -> None:
    pages = ArticlePages(str)
    assert pages.add(_page(1), Place(1, "http://a.test/7_2.html")) == []
    assert [article.articleBody for article in pages.fail("http://a.test/7_2.html")] == ["Text 1."]
    assert pages.fail("http://a.test/7_2.html") == []


def test_what_is_not_complete_is_given_at_the_end() -> None:
    pages = ArticlePages(str)
    pages.add(_page(3), Place(3, None))
    pages.add(_page(1), Place(1, "http://a.test/7_2.html"))
    assert sorted(article.articleBody for article in rest(pages)) == ["Text 1.", "Text 3."]


def test_pages_that_lead_to_each_other_are_given_once() -> None:
    pages = ArticlePages(str)
    pages.add(_page(1), Place(1, "http://a.test/7_2.html"))
    pages.add(_page(2), Place(2, "http://a.test/7_1.html"))
    assert [article.articleBody for article in rest(pages)] == ["Text 1.\nText 2."]


def test_a_doubtful_page_only_counts_as_what_an_article_goes_on_with() -> None:
    pages = ArticlePages(str)
    assert pages.add(_page(1), Place(1, None, sure=False)) == []
    assert pages.add(_page(3), Place(3, None, sure=False)) == []
    assert rest(pages) == []
    assert pages.add(_page(2), Place(2, "http://a.test/7_3.html", sure=False)) == []
    (article,) = pages.add(_page(1), Place(1, "http://a.test/7_2.html"))
    assert article.articleBody == "Text 1.\nText 2.\nText 3."


def test_what_has_another_name_and_date_is_another_article() -> None:
    pages, given = ArticlePages(str), []
    for n in (2, 3, 1):
        following = f"http://a.test/7_{n + 1}.html" if n < 3 else None
        given += pages.add(_page(n), Place(n, following, headline=f"Flood {n}", published=f"2026-03-{n}"))
    assert sorted(article.articleBody for article in given) == ["Text 1.", "Text 2.", "Text 3."]
    assert rest(pages) == []


@pytest.mark.parametrize("one", [("The bridge", "2026-03-04"), ("The bridge", None), (None, "2026-03-05")])
def test_pages_share_a_name_or_a_date(one: tuple[str | None, str | None]) -> None:
    pages = ArticlePages(str)
    first, second = Place(1, _page(2).url, headline="The bridge", published="2026-03-05"), Place(2)
    pages.add(_page(1), first)
    second = replace(second, headline=one[0], published=one[1])
    assert [part.articleBody for part in pages.add(_page(2), second)] == ["Text 1.\nText 2."]


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(article_pages, "MAX_OPEN_PAGES", 3)
    pages = ArticlePages(str)
    given = [pages.add(Article(f"http://b.test/{n}"), Place(1, f"http://b.test/{n}/next")) for n in range(5)]
    assert [[article.url for article in articles] for articles in given] == [
        [], [], [], ["http://b.test/0"], ["http://b.test/1"],
    ]  # fmt: skip
