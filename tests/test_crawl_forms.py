"""What pages of one form of address are."""

from __future__ import annotations

from newsbody.crawl.addresses.page_kinds import LEAST_ARTICLES, Forms
from newsbody.crawl.addresses.spider_traps import MAX_FORMS


def test_a_form_is_of_articles_where_most_of_its_pages_are() -> None:
    forms = Forms()
    for number in range(LEAST_ARTICLES):
        assert not forms.is_of_articles("http://paper.test/news/77.html")
        forms.note(f"http://paper.test/news/{number}.html", is_article=True)
    assert forms.is_of_articles("http://paper.test/news/77.html")
    assert not forms.is_of_articles("http://paper.test/news/")
    assert not forms.is_of_articles("http://other.test/news/77.html")
    for number in range(LEAST_ARTICLES):
        forms.note(f"http://paper.test/news/9{number}.html", is_article=False)
    assert not forms.is_of_articles("http://paper.test/news/77.html")


def test_forms_beyond_the_limit_tell_nothing() -> None:
    forms = Forms()
    for number in range(MAX_FORMS + LEAST_ARTICLES):
        forms.note(f"http://paper{number}.test/", is_article=True)
    assert not forms.is_of_articles("http://paper9999.test/")
