"""What a site says of itself is no article."""

from __future__ import annotations

import pytest

from newsbody.crawl.addresses.site_wide import LEAST_ARTICLES, LEAST_PAGES, MANY_ARTICLES, MAX_HELD, Everywhere
from newsbody.items import Article

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


def test_what_has_a_date_or_an_address_as_articles_have_is_one_wherever_it_is_linked_to() -> None:
    found = site()
    assert not found.hold(Article(url=ABOUT, datePublished="2026-01-01"), {ABOUT})
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
    for _ in range(LEAST_PAGES):
        assert found.known() == []
        assert found.holds(note)
        found.page(ROOT, [ABOUT])
    assert [article.url for article in found.known()] == [note]
    assert not found.holds(note)
    assert found.known() == []
    assert found.holds(ABOUT)
    later = f"{ROOT}/another"
    assert not found.hold(Article(url=later), {later}), "so much is known at once by now"


def test_where_articles_have_no_dates_none_waits() -> None:
    found = site(LEAST_ARTICLES)
    assert found.hold(Article(url=ABOUT), {ABOUT})
    for number in range(MANY_ARTICLES):
        found.read(Article(url=f"{ROOT}/{number}"))
    assert [article.url for article in found.known()] == [ABOUT]
