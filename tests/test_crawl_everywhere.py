"""What a site says of itself is no article."""

from __future__ import annotations

import pytest

from newsbody.crawl.addresses.site_wide import (
    FEW_PAGES,
    LEAST_ARTICLES,
    LEAST_PAGES,
    MANY_ARTICLES,
    MAX_HELD,
    Everywhere,
)
from newsbody.items import Article, Author

ROOT = "http://paper.test"
ABOUT = f"{ROOT}/about"


def site(dated: int = LEAST_ARTICLES, undated: int = 0) -> Everywhere:
    found = Everywhere()
    for number in range(dated + undated):
        date = "2026-03-04" if number < dated else None
        found.read(Article(url=f"{ROOT}/story/{number}.html", datePublished=date))
    return found


def decided(found: Everywhere, leading: int, pages: int, url: str = ABOUT) -> bool:
    found.read(Article(url=url))
    assert found.hold(Article(url=url), {url})
    for number in range(pages):
        found.page(ROOT, [f"{ROOT}/", url] if number < leading else [f"{ROOT}/"])
    ((article, is_everywhere),) = found.rest()
    assert article.url == url
    assert not list(found.rest())
    return is_everywhere


@pytest.mark.parametrize(
    ("leading", "pages", "is_everywhere"),
    [
        (LEAST_PAGES, LEAST_PAGES, True),
        (LEAST_PAGES, 4 * LEAST_PAGES, True),
        (LEAST_PAGES, 5 * LEAST_PAGES, False),
        (LEAST_PAGES - 1, LEAST_PAGES - 1, False),
    ],
)
def test_pages_without_a_date_to_which_the_others_lead(leading: int, pages: int, is_everywhere: bool) -> None:
    assert decided(site(), leading, pages) is is_everywhere


def test_pages_before_it_count_as_well() -> None:
    found = site()
    for _ in range(LEAST_PAGES):
        found.page(ROOT, [ABOUT])
    assert decided(found, 0, 1)


def test_where_articles_have_no_dates_either_nothing_is_known() -> None:
    assert decided(site(LEAST_ARTICLES, 2), LEAST_PAGES, LEAST_PAGES)
    assert not decided(site(LEAST_ARTICLES, 4), LEAST_PAGES, LEAST_PAGES)
    assert not decided(site(LEAST_ARTICLES - 2), LEAST_PAGES, LEAST_PAGES)


def test_what_has_an_address_as_articles_have_is_one_wherever_it_is_linked_to() -> None:
    found = site()
    assert not found.hold(Article(url=f"{ROOT}/story/7777.html"), {ABOUT})
    early = Everywhere()
    hot = f"{ROOT}/story/7777.html"
    assert early.hold(Article(url=hot), {hot})
    for number in range(LEAST_PAGES):
        early.read(Article(url=f"{ROOT}/story/{number}.html", datePublished="2026-03-04"))
        early.page(ROOT, [hot])
    assert [is_everywhere for _, is_everywhere in early.rest()] == [False]


def test_articles_wait_up_to_a_limit() -> None:
    found = Everywhere()
    kept = [found.hold(Article(url=f"{ROOT}/{number}"), {ROOT}) for number in range(MAX_HELD + 1)]
    assert kept == [True] * MAX_HELD + [False]


def test_what_other_pages_do_not_lead_to_waits_no_longer() -> None:
    found = site()
    assert found.hold(Article(url=ABOUT), {ABOUT})
    note = f"{ROOT}/a-note"
    assert found.hold(Article(url=note), {note})
    found.page(ROOT, [note])
    for _ in range(LEAST_PAGES - 1):
        assert found.known() == []
        assert found.holds(note)
        found.page(ROOT, [ABOUT])
    assert [article.url for article in found.known()] == [note]
    assert not found.holds(note)
    assert found.known() == []
    assert found.holds(ABOUT)
    later = f"{ROOT}/another"
    found.page(ROOT, [later])
    assert not found.hold(Article(url=later), {later}), "so much is known at once by now"


def test_where_articles_have_no_dates_none_waits() -> None:
    found = site(LEAST_ARTICLES)
    assert found.hold(Article(url=ABOUT), {ABOUT})
    for number in range(MANY_ARTICLES):
        found.read(Article(url=f"{ROOT}/{number}"))
    assert [article.url for article in found.known()] == [ABOUT]


def dated(found: Everywhere, *pages: list[str], url: str = ABOUT) -> bool:
    """Is what has a date given, after pages with these links?"""
    article = Article(url=url, datePublished="2026-08-01")
    found.read(article)
    if not found.hold(article, {url}):
        return True
    for links in pages:
        found.page(ROOT, links)
    return not any(is_apart for _, is_apart in found.rest())


MENU = [f"{ROOT}/", ABOUT, f"{ROOT}/tags/"]
STORIES = [f"{ROOT}/story/{number}.html" for number in range(LEAST_ARTICLES)]


def test_a_date_does_not_make_an_article_of_what_the_menu_of_all_pages_names() -> None:
    assert not dated(site(), *[[*MENU, *STORIES]] * LEAST_PAGES)
    assert dated(site(), *[[*MENU, *STORIES]] * (LEAST_PAGES - 1)), "too few pages to say so"
    assert dated(site(), *[MENU, STORIES] * LEAST_PAGES), "half of the pages lead to an article that is called so"


def test_what_all_pages_name_among_their_recent_articles_is_one() -> None:
    recent = f"{ROOT}/covid"
    assert dated(site(), *[[*MENU, STORIES[0], recent, STORIES[1]]] * LEAST_PAGES, url=recent)


def test_what_follows_the_menu_of_each_page_is_no_list_around_it() -> None:
    lists = [[f"{ROOT}/", ABOUT, STORIES[number % len(STORIES)]] for number in range(LEAST_PAGES // 2)]
    assert not dated(site(), *lists, *[MENU] * (LEAST_PAGES // 2))
    assert dated(site(), *lists * 2), "the last one of a list"


def test_what_the_sitemap_alone_names_is_no_article_where_others_are_linked_to() -> None:
    assert not dated(site(), *[[f"{ROOT}/", *STORIES]] * LEAST_PAGES)
    assert dated(site(), *[[f"{ROOT}/"]] * LEAST_PAGES), "no page leads to any article"
    assert not decided(site(), 0, 1), "of one page nothing is known"
    found = site()
    found.page(ROOT, STORIES)
    assert decided(found, 0, LEAST_PAGES), "one without a date"


def test_an_article_with_a_date_to_which_few_pages_lead_goes_out_soon() -> None:
    found, note = site(), Article(url=f"{ROOT}/note", datePublished="2026-08-01")
    assert found.hold(note, {note.url})
    for links in [[note.url], *[[ABOUT]] * (FEW_PAGES - 1)]:
        assert found.known() == []
        found.page(ROOT, links)
    assert found.known() == [note]


@pytest.mark.parametrize("is_copy", [True, False])
def test_copies_are_articles_in_the_lists_of_which_another_stands(is_copy: bool) -> None:
    found, url = site(), f"{ROOT}/top/1.html"
    for number in range(LEAST_PAGES if is_copy else 0):
        found.repeats(f"{ROOT}/copy/{number}")
    found.read(Article(url=url, datePublished="2026-03-04"))
    assert found.hold(Article(url=url, datePublished="2026-03-04"), {url})
    for number in range(LEAST_PAGES):
        found.page(ROOT, [f"{ROOT}/copy/{number}", url, f"{ROOT}/copy/{number + 1}"])
    ((_, is_everywhere),) = found.rest()
    assert is_everywhere is not is_copy


@pytest.mark.parametrize("date", [None, "2026-03-04"])
def test_the_page_of_who_wrote_an_article_is_none(date: str | None) -> None:
    found, writer, form = site(), f"{ROOT}/staff/ann", f"{ROOT}/story/7777.html"
    people = [Author(name="Ann", url=writer), Author(name="Bo", url=form), Author(name="Cy")]
    found.read(Article(url=f"{ROOT}/story/1.html", authors=people, datePublished=date))
    own = Article(url=ABOUT, authors=[Author(name="Dee", url=ABOUT)], datePublished=date)
    found.read(own)
    assert found.hold(own, {ABOUT})
    assert found.hold(Article(url=writer, datePublished=date), {writer})
    assert not found.hold(Article(url=form, datePublished=date), {form}), "stands where articles do"
    for _ in range(LEAST_PAGES):
        found.page(ROOT, STORIES)
    found.page(ROOT, [writer, ABOUT, *STORIES])
    assert [article.url for article in found.known()] == [ABOUT]
    assert [(article.url, is_apart) for article, is_apart in found.rest()] == [(writer, True)]
