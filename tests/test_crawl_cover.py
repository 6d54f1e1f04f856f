"""Lists that need not be looked at for what is new, since others tell all that they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from newsbody.crawl.addresses.address import Address
from newsbody.crawl.addresses.list_cover import LEAST_NAMED, LOOK_AGAIN, MAX_LINKS, Cover
from newsbody.crawl.known.ledger import open_ledger
from newsbody.crawl.known.novelty import Novelty
from newsbody.crawl.known.stored import Worth
from newsbody.crawl.sources.listing import Listed, Listing

SITE = "http://n.test"
FRONT = f"{SITE}/"
SECTIONS = [f"{SITE}/section/{name}" for name in ("town", "land")]
TAGS = [f"{SITE}/tag/{name}" for name in ("rain", "snow", "wind", "frost")]
ARTICLES = [f"{SITE}/{number}.html" for number in range(2 * LEAST_NAMED)]


def lists(*, own: Iterable[str] = (), count: int = len(ARTICLES)) -> dict[str, list[str]]:
    """The front page leads to sections and tags; sections name all articles, tags the first half, one has its own."""
    articles = ARTICLES[:count]
    found = {FRONT: [*SECTIONS, *TAGS, *articles[:5]], SECTIONS[0]: articles[::2], SECTIONS[1]: articles[1::2]}
    found |= {tag: articles[place : len(articles) // 2 : len(TAGS)] for place, tag in enumerate(TAGS)}
    found[TAGS[0]] = [*found[TAGS[0]], *own]
    return found


def cover_of(links: Mapping[str, Iterable[str]], out: Iterable[str] = ARTICLES, listed: Iterable[str] = ()) -> Cover:
    cover = Cover()
    for page, named in links.items():
        cover.list_names(page, named, always=page == FRONT)
    for page in out:
        cover.is_out(page)
    cover.listing_names(f"{SITE}/sitemap.xml", listed)
    return cover


def test_lists_that_name_nothing_of_their_own_are_needless() -> None:
    assert cover_of(lists()).needless() == (set(), set(TAGS))


@pytest.mark.parametrize(
    "cover",
    [
        cover_of(lists(own=[f"{SITE}/only-here.html"])),
        cover_of(lists(count=2 * LEAST_NAMED - 4)),
        cover_of({page: named for page, named in lists().items() if page != SECTIONS[1]}),
        cover_of({**lists(), FRONT: TAGS}),
        cover_of(lists(), ARTICLES[LEAST_NAMED + 1 :]),
    ],
    ids=["one of their own", "too few", "half elsewhere", "elsewhere is not met", "no articles"],
)
def test_without_enough_evidence_lists_are_looked_at(cover: Cover) -> None:
    assert cover.needless() == (set(), set())


def test_pages_that_lead_where_most_do_are_needless() -> None:
    """What the site says of itself, a form; of a crawl that met only what is new nothing is known."""
    about, form, archive = f"{SITE}/about", f"{SITE}/contact", f"{SITE}/archive"
    menu = [FRONT, *SECTIONS, about, form, archive, f"{SITE}/rss"]
    few = {page: [*menu, *named] for page, named in lists(count=20).items()}
    pages = {**few, about: menu, form: [], archive: [*menu, f"{SITE}/1998.html"]}
    assert cover_of(pages, ARTICLES[:20]).needless(whole=True) == (set(), {about, form})
    assert cover_of(pages, ARTICLES[:20]).needless() == (set(), set())
    small = {page: pages[page] for page in (FRONT, SECTIONS[0], about, form)}
    assert cover_of(small, ARTICLES[:20]).needless(whole=True) == (set(), set())


def test_of_lists_that_tell_the_same_one_stays() -> None:
    same = {FRONT: [*SECTIONS, *TAGS], SECTIONS[0]: ARTICLES, TAGS[0]: ARTICLES}
    assert len(set.union(*cover_of(same).needless())) == 1


def test_sitemaps_that_name_every_article_make_all_lists_needless() -> None:
    assert cover_of(lists(), listed=ARTICLES).needless() == ({*SECTIONS, *TAGS}, set())
    assert cover_of(lists(), listed=ARTICLES[1:]).needless() == (set(), set(TAGS))
    few = cover_of(lists(count=LEAST_NAMED - 1), ARTICLES[: LEAST_NAMED - 1], ARTICLES)
    assert few.needless() == (set(), set())


def test_of_a_large_site_nothing_is_kept() -> None:
    cover = cover_of(lists())
    cover.listing_names(f"{SITE}/sitemap.xml", (f"{SITE}/{number}" for number in range(MAX_LINKS)))
    assert cover.needless() == (set(), set())
    cover.list_names(TAGS[0], ARTICLES, always=False)
    assert not cover.tells_more(TAGS[0])


def novelty_of(path: Path, links: Iterable[str] = ()) -> Novelty:
    """Of a crawl with ``new=1``."""
    look = {page: Address(None, page, page) for page in [*links, *ARTICLES]}
    ledger = open_ledger(str(path / "p.sqlite3"))
    return Novelty(ledger, lambda url: look.get(url, Address(None, url, url)), only_new=True, others=True, alone=True)


def crawled(path: Path, links: Mapping[str, list[str]], out: Iterable[str], listed: Iterable[str] = ()) -> list[str]:
    """The lists that a crawl with ``new=1`` looked at, one after another."""
    novelty = novelty_of(path, links)
    wanted = [FRONT]
    novelty.listing_seen(f"{SITE}/sitemap.xml", Listing([Listed(url) for url in listed]))
    for page in wanted:
        found = {url: novelty.link(url, page).worth for url in links[page]}
        kinds = Counter(found.values())
        looked_at = {Worth.NEW, Worth.LOOK} | ({Worth.SPARE} if kinds[Worth.NEW] > kinds[Worth.NOTHING] else set())
        worth = [url for url in found if found[url] in looked_at]
        wanted += [url for url in worth if url in links and url not in wanted]
        novelty.list_seen(page, worth, always=page == FRONT)
    for page in out:
        novelty.article_out(page)
    novelty.close(finished=True)
    return wanted


def test_needless_lists_are_looked_at_again_after_some_crawls_and_from_then_on_if_they_tell_more(
    tmp_path: Path,
) -> None:
    everything = {FRONT, *SECTIONS, *TAGS}
    assert set(crawled(tmp_path, lists(), ARTICLES)) == everything
    for _ in range(LOOK_AGAIN - 1):
        assert set(crawled(tmp_path, lists(), [])) == {FRONT, *SECTIONS}
    assert set(crawled(tmp_path, lists(), [])) == everything
    for _ in range(LOOK_AGAIN - 1):
        assert set(crawled(tmp_path, lists(), [])) == {FRONT, *SECTIONS}
    more = lists(own=[f"{SITE}/only-here.html"])
    assert set(crawled(tmp_path, more, [f"{SITE}/only-here.html"])) == everything
    assert set(crawled(tmp_path, more, [])) == {FRONT, *SECTIONS, TAGS[0]}


def test_where_most_is_new_needless_lists_are_looked_at(tmp_path: Path) -> None:
    crawled(tmp_path, lists(), ARTICLES)
    new = [f"{SITE}/new-{number}.html" for number in range(6)]
    grown = {**lists(), FRONT: [*lists()[FRONT], *new]}
    assert set(crawled(tmp_path, {**grown, FRONT: grown[FRONT][:-2]}, new[:4])) == {FRONT, *SECTIONS}
    assert set(crawled(tmp_path, {**grown, FRONT: [*SECTIONS, *TAGS, *new]}, new[4:])) == {FRONT, *SECTIONS}
    newer = [f"{SITE}/newer-{number}.html" for number in range(6)]
    assert set(crawled(tmp_path, {**grown, FRONT: [*lists()[FRONT], *newer]}, newer)) == {FRONT, *SECTIONS, *TAGS}


@pytest.mark.parametrize("listed", [[], ARTICLES], ids=["gone", "late"])
def test_sitemaps_that_are_gone_or_late_make_no_list_needless(listed: list[str], tmp_path: Path) -> None:
    crawled(tmp_path, lists(), ARTICLES, listed=ARTICLES)
    assert crawled(tmp_path, lists(), [], listed=ARTICLES) == [FRONT]
    new = f"{SITE}/on-the-front.html"
    grown = {**lists(), FRONT: [*lists()[FRONT], new]}
    assert crawled(tmp_path, grown, [new], listed=listed) == [FRONT]
    assert set(crawled(tmp_path, grown, [], listed=listed)) == {FRONT, *SECTIONS, *TAGS}


FEED, ROBOTS, SITEMAP = f"{SITE}/feed.xml", f"{SITE}/robots.txt", f"{SITE}/sitemap.xml"


def asked(
    path: Path, out: Iterable[str], feed: Listing, links: Mapping[str, list[str]] | None = None, *, gone: bool = False
) -> set[str]:
    """Which listings a crawl with ``new=1`` asked for. ``gone``: there is no sitemap."""
    found = {ROBOTS: Listing(further=[Listed(SITEMAP)]), FEED: feed}
    novelty = novelty_of(path)
    wanted = {url for url in found if novelty.needless_listing(url) is None}
    for url in sorted(wanted):
        novelty.listing_seen(url, found[url])
    novelty.listing_gone(SITEMAP if gone else "")
    for page, named in (links or lists()).items():
        novelty.list_seen(page, named, always=page == FRONT)
    for page in out:
        novelty.article_out(page)
    novelty.close(finished=True)
    return wanted


def known_sitemaps(path: Path) -> list[str] | None:
    """Those of a robots.txt which need not be asked for again."""
    novelty = novelty_of(path)
    found = novelty.needless_listing(ROBOTS)
    novelty.close(finished=False)
    return found


def test_a_feed_that_tells_nothing_is_asked_again_after_some_crawls_and_from_then_on_if_it_tells_more(
    tmp_path: Path,
) -> None:
    feed = Listing([Listed(url) for url in ARTICLES[:10]])
    assert asked(tmp_path, ARTICLES, feed) == {FEED, ROBOTS}
    assert known_sitemaps(tmp_path) == [SITEMAP]
    for _ in range(LOOK_AGAIN - 1):
        assert asked(tmp_path, [], feed) == set()
    assert asked(tmp_path, [], feed) == {FEED, ROBOTS}
    for _ in range(LOOK_AGAIN - 1):
        assert asked(tmp_path, [], feed) == set()
    only_here = f"{SITE}/only-here.html"
    assert asked(tmp_path, [only_here], Listing([*feed.pages, Listed(only_here)])) == {FEED, ROBOTS}
    assert asked(tmp_path, [], feed) == {FEED}


def test_a_sitemap_that_is_not_there_is_not_asked_for(tmp_path: Path) -> None:
    assert asked(tmp_path, ARTICLES, Listing(), gone=True) == {FEED, ROBOTS}
    assert known_sitemaps(tmp_path) == []


@pytest.mark.parametrize(
    ("modified", "links", "out"),
    [
        ("2026-01-01", lists(), ARTICLES),
        (None, {page: named for page, named in lists().items() if page != SECTIONS[1]}, ARTICLES),
        (None, lists(), ARTICLES[: LEAST_NAMED - 1]),
    ],
    ids=["it says dates", "lists do not tell all", "too few"],
)
def test_a_feed_is_asked_while_it_may_tell_something(
    modified: str | None, links: dict[str, list[str]], out: list[str], tmp_path: Path
) -> None:
    feed = Listing([Listed(url, modified) for url in ARTICLES[:10]])
    asked(tmp_path, out, feed, links)
    assert asked(tmp_path, [], feed, links) == {FEED}


def test_what_names_further_sitemaps_is_asked(tmp_path: Path) -> None:
    index = Listing(further=[Listed(f"{SITE}/articles.xml")])
    asked(tmp_path, ARTICLES, index)
    assert asked(tmp_path, [], index) == {FEED}


def test_a_front_page_that_is_taken_for_an_article_still_leads_to_all_lists() -> None:
    cover, stories = Cover(), [f"/story/{number}" for number in range(LEAST_NAMED)]
    cover.list_names("/", ["/section"], always=True)
    cover.list_names("/section", stories, always=False)
    cover.listing_names("/feed", stories)
    for page in ("/", *stories):
        cover.is_out(page)
    assert cover.tells_more("/section")
    assert cover.needless_listings([]) == set()  # the front page itself stands on no list
