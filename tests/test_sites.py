from newsbody.demo import forum_pages, news_pages
from newsbody.page import Page
from newsbody.page.sites import group_by_site, site_of


def test_a_page_is_of_the_host_it_was_fetched_from_or_names() -> None:
    assert site_of(Page.parse("<p>x</p>", url="https://www.a.example:81/x")) == "a.example:81"
    assert site_of(Page.parse('<link rel="canonical" href="https://b.example/t/1"><p>x</p>')) == "b.example"
    assert site_of(Page.parse('<link rel="canonical" href="/t/1"><p>x</p>')) is None
    assert site_of(Page.parse('<link rel="canonical" href="http://[broken"><p>x</p>')) is None


def test_pages_that_name_no_host_are_grouped_by_template_in_any_order() -> None:
    threads = [html for path, html in forum_pages().items() if path.startswith("/topic-")][:4]
    articles = [html for path, html in news_pages().items() if path.startswith("/news/")][:4]
    pages = [Page.parse(html) for pair in zip(threads, articles, strict=True) for html in pair]
    assert group_by_site(pages) == [[0, 2, 4, 6], [1, 3, 5, 7]]
    assert group_by_site(pages[::-1]) == [[0, 2, 4, 6], [1, 3, 5, 7]]


def test_empty_pages_stand_alone() -> None:
    assert group_by_site([Page.parse(""), Page.parse("<p>x</p>", url="http://a.example/")]) == [[0], [1]]
