"""Every article of a site, wherever it is listed; and the day after only what is new."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import pytest

from newsbody.crawl.addresses.link_sample import LinkSample
from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.crawl.spiders.news import NewsSpider
from newsbody.items import Article, ForumThread, Post
from tests.e2e import forum_site as forums
from tests.e2e.forum_site import HOST, SIZE, forum_of, forum_site, grown, thread_url
from tests.e2e.pages import JUNK, LENGTH, article_page, paragraphs
from tests.e2e.pages import headline as title
from tests.e2e.web import Crawled, Pages, crawl
from tests.lots import lot
from tests.random_portals import Portal

DOMAIN = "example.com"
SECTIONS = ("town", "sport", "land", "culture")
#: Seconds of a crawl; it takes a few.
TIMEOUT = 150.0
#: Articles on a page of a list.
PAGE = 10
#: Makes the address of a page of a thread by the number of both.
Address = Callable[[re.Match[str]], str]


def address(number: int) -> str:
    """Articles of a section stand on its own host."""
    section = SECTIONS[number % len(SECTIONS)]
    return f"http://{section}.{DOMAIN}/2026/{1000 + number}.html"


def news_site(count: int, draw: random.Random, changed: int = 0) -> dict[str, str]:
    """A portal with sections on subdomains, pagers, a sitemap of most articles and a feed of the last ten.

    Newest first; ``changed`` articles have a later date in the sitemap.
    """
    root = f"http://www.{DOMAIN}"
    numbers = list(range(count, 0, -1))
    pages = {address(n): article_page(n).replace("http://news.test", f"http://www.{DOMAIN}") for n in numbers}
    for section_number, section in enumerate(SECTIONS):
        own = [n for n in numbers if n % len(SECTIONS) == section_number]
        last = max(1, -(-len(own) // PAGE))
        for page in range(1, last + 1):
            base = f"http://{section}.{DOMAIN}/"
            pager = "".join(f'<a href="{base}list-{p}.html">{p}</a> ' for p in range(2, last + 1))
            shown = own[(page - 1) * PAGE : page * PAGE]
            pages[f"{base}list-{page}.html" if page > 1 else base] = _list(section, shown, pager)
    front = draw.sample(numbers[:30], 8)
    menu = "".join(f'<a href="http://{section}.{DOMAIN}/">{section}</a> ' for section in SECTIONS)
    feed = f'<link rel="alternate" type="application/rss+xml" href="{root}/feed.xml">'
    pages[f"{root}/"] = _list("front", front, menu).replace("<head>", f"<head>{feed}")
    pages[f"{root}/robots.txt"] = f"User-agent: *\nDisallow: /private\nSitemap: {root}/sitemap.xml\n"
    listed = [n for n in numbers if n % 7]
    pages[f"{root}/sitemap.xml"] = "<urlset>" + "".join(
        f"<url><loc>{address(n)}</loc><lastmod>2026-0{2 if n <= changed else 1}-01</lastmod></url>" for n in listed
    ) + "</urlset>"  # fmt: skip
    pages[f"{root}/feed.xml"] = "<rss version='2.0'><channel>" + "".join(
        f"<item><title>{title(n)}</title><link>{address(n)}</link></item>" for n in numbers[:10]
    ) + "</channel></rss>"  # fmt: skip
    return pages


def _list(name: str, numbers: list[int], menu: str) -> str:
    links = "".join(f'<li><a href="{address(n)}">Story {n} of the town and its people</a></li>' for n in numbers)
    return f"<html><head><title>{name}</title></head><body><p>{menu}</p><ul>{links}</ul></body></html>"


def news(pages: Pages, tmp_path: Path, store: str | None = None, **given: str) -> Crawled:
    profiles = {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), "NEWSBODY_STORE": store}
    settings = {**profiles, "TEST_TIMEOUT": TIMEOUT}
    return crawl(NewsSpider, pages, settings, prepare=None, url=f"http://www.{DOMAIN}/", **given)


def articles_of(crawled: Crawled) -> list[str]:
    return sorted(item.url for item in crawled.items if isinstance(item, Article))


def numbers_of(crawled: Crawled) -> list[int]:
    return sorted(int(url.rpartition("/")[2].removesuffix(".html")) - 1000 for url in articles_of(crawled))


@pytest.mark.parametrize("seed", lot([1, 2]))
def test_every_article_of_a_portal_and_then_what_is_new(seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)
    count = draw.randint(150, 200)
    first = news(news_site(count, random.Random(seed)), tmp_path)
    assert numbers_of(first) == list(range(1, count + 1))
    site = news_site(count, random.Random(seed))
    assert len([url for url in first.urls if url in site]) <= 1.3 * count

    again = news(news_site(count, random.Random(seed)), tmp_path, new="1")
    assert numbers_of(again) == []
    assert len(again.urls) <= 0.05 * len(first.urls)
    assert again.stat("pages_met") > 0

    later = news(news_site(count + 5, random.Random(seed), changed=3), tmp_path, new="1")
    assert numbers_of(later) == [1, 2, 3, *range(count + 1, count + 6)]
    assert len(later.urls) <= 0.05 * len(first.urls) + 8 + 8

    known = news(news_site(count + 5, random.Random(seed), changed=3), tmp_path, new="1")
    assert numbers_of(known) == []


@pytest.mark.parametrize("seed", lot([100, 104, 107]))
def test_portals_drawn_at_random(seed: int, tmp_path: Path) -> None:
    """Of the first, dates in addresses were taken for the ids of articles; of the second, lists for other pages."""
    portal, draw = Portal(seed), random.Random(seed)
    count, more = draw.randint(100, 150), draw.randint(1, 6)
    first = news(portal.pages(count), tmp_path)
    assert articles_of(first) == sorted(map(portal.url, range(1, count + 1)))
    assert len(set(first.urls) & set(portal.pages(count))) <= 1.3 * count
    again = news(portal.pages(count), tmp_path, new="1")
    assert articles_of(again) == []
    # The front page, robots.txt, the sitemap, the feed and the sections: what tags and authors name these name, too.
    assert len(again.urls) <= 4 + len(portal.sections)
    later = news(portal.pages(count + more), tmp_path, new="1")
    assert articles_of(later) == sorted(map(portal.url, range(count + 1, count + more + 1)))


@pytest.mark.parametrize("first", ["originals", "copies"])
def test_articles_in_print_and_for_telephones_are_given_once(first: str, tmp_path: Path) -> None:
    """Their pages say whose copies they are; one that says so, but has another text, is an article.

    Originals that are met first may still be read after their copies, which stand on other hosts.
    """
    pages = news_site(12, random.Random(3))
    for number in range(1, 13):
        url = address(number)
        forms = [url, f"{url}?print=1", url.replace("http://", "http://m.")]
        stated = pages[url].replace("<head>", f'<head><link rel="canonical" href="{url}">')
        links = "".join(f'<p><a href="{form}">Another form of it</a></p>' for form in forms)
        pages |= dict.fromkeys(forms, stated.replace("</body>", f"{links}</body>"))
    wrong = f'<head><link rel="canonical" href="{address(1)}">'
    pages[f"{address(12)}?print=1"] = article_page(99).replace("<head>", wrong)
    if first == "copies":  # the lists name the forms for telephones alone, and those the others
        for url in [url for url in pages if "/2026/" not in url]:
            pages[url] = re.sub(r"http://(?=\w+\.example\.com/2026/)", "http://m.", pages[url])
    found = news(pages, tmp_path)
    assert f"{address(1)}?print=1" in found.urls
    given = [url.removesuffix("?print=1").replace("http://m.", "http://") for url in articles_of(found)]
    assert sorted(given) == sorted([*map(address, range(1, 13)), address(12)])
    assert f"{address(12)}?print=1" in articles_of(found)


@pytest.mark.slow
def test_copies_that_a_job_meets_when_it_goes_on_are_no_second_articles(tmp_path: Path) -> None:
    """The run before gave out what they are copies of, and is forgotten."""
    pages = news_site(12, random.Random(3))
    for number in range(1, 13):
        url = address(number)
        stated = pages[url].replace("<head>", f'<head><link rel="canonical" href="{url}">')
        copies = [f"{url}?print=1", f"{url}?fuer=telefone"]
        links = "".join(f'<p><a href="{copy}">Another form of it</a></p>' for copy in copies)
        pages |= {url: stated.replace("</body>", f"{links}</body>"), **dict.fromkeys(copies, stated)}
    news(pages, tmp_path)  # learns the site
    job = {
        "JOBDIR": str(tmp_path / "job"),
        "NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"),
        "TEST_PATIENT": True,
    }
    runs = [
        crawl(
            NewsSpider, pages, {**job, "CLOSESPIDER_PAGECOUNT": limit}, url=f"http://www.{DOMAIN}/", out=str(tmp_path)
        )
        for limit in (25, 0)
    ]
    given = [re.sub(r"\?.*", "", item.url) for crawled in runs for item in crawled.items]
    assert sorted(given) == sorted(map(address, range(1, 13)))
    assert runs[0].items
    assert runs[1].stat("pages_repeated") > 0


def test_a_small_portal_is_asked_for_little_and_where_its_sitemap_went(tmp_path: Path) -> None:
    """Sections tell everything; robots.txt is asked again when there is no sitemap any more where it said."""
    news(news_site(60, random.Random(3)), tmp_path)
    again = news(news_site(60, random.Random(3)), tmp_path, new="1")
    assert articles_of(again) == []
    root = f"http://www.{DOMAIN}"
    asked = {f"{root}/", f"{root}/sitemap.xml", *(f"http://{section}.{DOMAIN}/" for section in SECTIONS)}
    assert set(again.urls) == asked
    pages = news_site(61, random.Random(3))
    pages = {url: page for url, page in pages.items() if not page.startswith("<html") or address(61) not in page}
    pages |= {url: page for url, page in news_site(60, random.Random(3)).items() if url not in pages}
    pages[f"{root}/elsewhere.xml"] = pages.pop(f"{root}/sitemap.xml")
    pages[f"{root}/robots.txt"] = f"Sitemap: {root}/elsewhere.xml\n"
    pages[address(61)] = article_page(61)
    assert numbers_of(news(pages, tmp_path, new="1")) == [61]


def test_a_site_without_sitemap_or_feed_is_read_from_its_lists(tmp_path: Path) -> None:
    pages = {url: page for url, page in news_site(60, random.Random(3)).items() if not url.endswith((".xml", ".txt"))}
    first = news(pages, tmp_path, sources="0")
    assert numbers_of(first) == list(range(1, 61))
    assert not any(url.endswith((".xml", ".txt")) for url in first.urls)
    more = {url: page for url, page in news_site(64, random.Random(3)).items() if not url.endswith((".xml", ".txt"))}
    assert numbers_of(news(more, tmp_path, new="1", sources="0")) == [61, 62, 63, 64]


@pytest.mark.slow
def test_what_the_database_of_items_has_is_known_without_the_profiles(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'items.db'}"
    first = news(news_site(60, random.Random(3)), tmp_path, store)
    assert numbers_of(first) == list(range(1, 61))
    again = news(news_site(64, random.Random(3)), tmp_path / "another machine", store, new="1")
    assert numbers_of(again) == [61, 62, 63, 64]
    assert again.stat("store_articles_new") == 4


def test_only_what_was_published_then(tmp_path: Path) -> None:
    pages = news_site(40, random.Random(4), changed=10)
    found = numbers_of(news(pages, tmp_path, since="2026-01-15", deny="list|html$"))
    assert found == []
    assert set(numbers_of(news(pages, tmp_path, since="2026-01-15"))) >= set(range(1, 7))


def forum(
    sizes: dict[int, int], tmp_path: Path, viewed: int = 0, limit: int = 0, recent: Collection[int] = (), **given: str
) -> Crawled:
    profiles = {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), "NEWSBODY_EXTRACTOR": "auto"}
    settings = {**profiles, "CLOSESPIDER_PAGECOUNT": limit, "TEST_TIMEOUT": TIMEOUT}
    return crawl(ForumSpider, forum_site(sizes, viewed, recent), settings, prepare=None, url=f"{HOST}/", **given)


def posts_of(crawled: Crawled) -> list[tuple[int, int | None]]:
    return sorted((int(item.threadId), item.position) for item in crawled.items if isinstance(item, Post))


def test_every_post_of_a_forum_and_then_what_is_new(tmp_path: Path) -> None:
    sizes = forum_of(60)
    first = forum(sizes, tmp_path)
    assert posts_of(first) == sorted((thread, place) for thread, size in sizes.items() for place in range(1, size + 1))
    assert sum(isinstance(item, ForumThread) for item in first.items) == 60

    again = forum(sizes, tmp_path, viewed=1000, new="1")
    assert posts_of(again) == []
    assert len(again.urls) <= 0.05 * len(first.urls)
    assert not any("topic" in url for url in again.urls)

    more = {3: 1, 14: 12, 20: 25, 61: 3}
    later = forum(grown(sizes, more), tmp_path, recent=more, new="1")
    new = {(thread, sizes.get(thread, 0) + n) for thread, extra in more.items() for n in range(1, extra + 1)}
    assert posts_of(later) == sorted(new)
    assert [item.threadId for item in later.items if isinstance(item, ForumThread)] == ["61"]

    last = forum(grown(grown(sizes, more), {14: 1}), tmp_path, recent=[14, *more], new="1")
    assert posts_of(last) == [(14, sizes[14] + 13)]


def _titled(found: re.Match[str]) -> str:
    return f"t/{found[1]}-a-wheel-that-hums{'?p=' if found[2] else ''}{found[2] or ''}"


def _by_board(found: re.Match[str]) -> str:
    return f"{('garden', 'town', 'boats')[int(found[1]) % 3]}/{found[1]}{'-' if found[2] else ''}{found[2] or ''}.html"


@pytest.mark.parametrize(
    ("before", "boards", "after"), [(None, 3, _titled), (_titled, 3, None), (_by_board, 1, _by_board)]
)
def test_what_addresses_of_threads_meant_yesterday_may_be_wrong(
    before: Address | None, boards: int, after: Address | None, tmp_path: Path
) -> None:
    """They moved, or a board has a folder of its own: what is new comes the same day, and nothing twice."""

    def read(sizes: Mapping[int, int], address: Address | None, recent: Collection[int] = (), **given: str) -> Crawled:
        pages = forum_site(sizes, recent=recent)
        if address is not None:
            form = re.compile(r"topic-(\d+)(?:-(\d+))?\.html")
            pages = {form.sub(address, url): form.sub(address, page) for url, page in pages.items()}
        settings = {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), "TEST_TIMEOUT": TIMEOUT}
        return crawl(ForumSpider, pages, settings, prepare=None, url=f"{HOST}/", **given)

    def texts(crawled: Crawled) -> list[str]:
        return sorted(item.text for item in crawled.items if isinstance(item, Post))

    sizes = {thread: size for thread, size in forum_of(60).items() if thread % 3 < boards}
    old = texts(read(sizes, before))
    assert len(old) == sum(sizes.values())
    more = {3: 1, 15: 12, 21: 25, 61: 3}
    later = grown(forum_of(60), more)
    new = sorted(
        {forums.text(thread, place) for thread, size in later.items() for place in range(1, size + 1)} - {*old}
    )
    assert texts(read(later, after, more, new="1")) == new
    assert texts(read(later, after, more, new="1")) == []


def test_pages_that_are_not_read_again_say_what_they_showed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes, said = forum_of(20), dict[str, bool]()
    forum(sizes, tmp_path)
    monkeypatch.setattr(LinkSample, "read_before", lambda _, url, *, shows_posts: said.update({url: shows_posts}))
    forum(sizes, tmp_path, new="1")
    assert {url for url in said if said[url]} == {
        thread_url(thread, -(-size // SIZE)) for thread, size in sizes.items()
    }
    assert f"{HOST}/help.html" in said


@pytest.mark.slow
def test_a_crawl_that_was_cut_off_leaves_the_rest_new(tmp_path: Path) -> None:
    sizes = forum_of(30)
    first = forum(sizes, tmp_path, limit=40)
    rest = forum(sizes, tmp_path, new="1")
    every = {(thread, place) for thread, size in sizes.items() for place in range(1, size + 1)}
    assert {*posts_of(first), *posts_of(rest)} == every


def test_articles_behind_redirects_are_given_once_by_two_crawls(tmp_path: Path) -> None:
    """The second asked for them again, and gave them: it knew where they led to, not what led there."""
    root = f"http://www.{DOMAIN}"
    stories = {n: f"{root}/story/report-of-the-town-{n}" for n in range(1, 13)}
    pages: dict[str, str | tuple[int, str]] = {url: article_page(n) for n, url in stories.items()}
    rows = "".join(
        f'<div><a href="{url}{"/" if n % 3 else ""}">{title(n)}</a> <span>2026-01-{n:02}</span></div>'
        for n, url in stories.items()
    )
    pages[f"{root}/"] = f"<html><head><title>Front</title></head><body>{rows}</body></html>"
    pages |= {f"{url}/": (301, url) for url in stories.values()}
    first = news(pages, tmp_path)
    assert articles_of(first) == sorted(stories.values())
    again = news(pages, tmp_path, new="1")
    assert articles_of(again) == []
    assert not set(again.urls) & set(stories.values())


def plain_site(
    count: int, article: Callable[[int], str], text_of: Callable[[int], str] = article_page
) -> dict[str, str]:
    """Articles at some addresses, newest first on lists of ten that lead from one to the next."""
    root, numbers = f"http://www.{DOMAIN}", list(range(count, 0, -1))
    pages = {article(number): article_page(number) for number in numbers}
    for page in range(-(-count // PAGE)):
        rows = "".join(
            f'<p><a href="{article(n)}">{title(n)}</a> {paragraphs(n)[0][:60]}</p>'
            for n in numbers[page * PAGE : (page + 1) * PAGE]
        )
        more = f'<p><a href="{root}/page/{page + 2}">Older</a></p>' if (page + 1) * PAGE < count else ""
        body = f'<div class="main"><div class="story-text">{rows}{more}</div></div>'
        pages[f"{root}/page/{page + 1}" if page else f"{root}/"] = (
            f"<html><title>Paper</title><body>{body}</body></html>"
        )
    return pages


def test_copies_that_do_not_say_so_are_given_once_by_all_crawls(tmp_path: Path) -> None:
    """In print, and with what led there in the address; the second crawl meets some that the first did not."""
    root = f"http://www.{DOMAIN}"

    def site(count: int, also: Collection[int]) -> dict[str, str]:
        pages = plain_site(count, lambda n: f"{root}/story/{1000 + n}.html")
        for n in range(1, count + 1):
            url, printed = f"{root}/story/{1000 + n}.html", f"{root}/print/{1000 + n}"
            text = "".join(f"<p>{line}</p>" for line in paragraphs(n))
            pages[printed] = f"<html><title>{title(n)}</title><body><h1>{title(n)}</h1><div>{text}</div></body></html>"
            pages[url] = pages[url].replace("</h1>", f'</h1><a href="{printed}">Print</a>')
            if n in also:
                pages[f"{url}?from=front"] = pages[url]
        links = "".join(f'<a href="{root}/story/{1000 + n}.html?from=front">{title(n)}</a>' for n in also)
        return pages | {f"{root}/": pages[f"{root}/"].replace("<body>", f"<body><div>{links}</div>")}

    def given(crawled: Crawled) -> list[int]:
        return sorted(int(re.findall(r"1\d\d\d", url)[0]) - 1000 for url in articles_of(crawled))

    first = news(site(30, [28, 29, 30]), tmp_path)
    assert given(first) == list(range(1, 31))
    assert first.stat("pages_repeated") > 0
    later = news(site(32, [12, 13, 14, 32]), tmp_path, new="1")
    assert given(later) == [31, 32]
    assert given(news(site(32, [12, 13, 15, 32]), tmp_path, new="1")) == []


@pytest.mark.slow
def test_pages_that_only_repeat_what_an_article_says_are_given_once_and_a_few_asked_for(tmp_path: Path) -> None:
    """In print, with a line of their own; all pages of an article in one. Later pages are asked for whatever comes."""
    root = f"http://www.{DOMAIN}"

    def url(number: int) -> str:
        return f"{root}/story/{1000 + number}.html"

    def site(count: int) -> dict[str, str]:
        pages = plain_site(count, url)
        for n in range(1, count + 1):
            lines = [f"<p>{line}</p>" for line in paragraphs(n)]
            printed = f"<h1>{title(n)}</h1><div>{''.join(lines)}<p>Town Paper, {url(n)}</p></div>"
            pages[f"{root}/print/{1000 + n}"] = f"<html><title>{title(n)}</title><body>{printed}</body></html>"
            links = f'<a href="{root}/print/{1000 + n}">Print</a>'
            whole = pages[url(n)]
            if n % 10 == 2:
                later = url(n).replace(".html", "_2.html")
                pages[f"{url(n)}?all=1"] = whole
                pages[later] = whole.replace("".join(lines[:20]), "").replace("</h1>", f'</h1><a href="{url(n)}">1</a>')
                whole = whole.replace("".join(lines[20:]), "")
                links += f' <a href="{url(n)}?all=1">All pages</a> <a href="{later}">2</a>'
            pages[url(n)] = whole.replace("</h1>", f"</h1>{links}")
        return pages

    pages = site(60)
    first = crawl(
        NewsSpider,
        pages,
        {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), "TEST_TIMEOUT": TIMEOUT, "TEST_PATIENT": True},
        url=f"http://www.{DOMAIN}/",
    )
    given = [re.findall(r"1\d\d\d", item.url)[0] for item in first.items]
    assert sorted(given) == [str(1000 + n) for n in range(1, 61)]
    asked = set(first.urls)
    assert {page for page in pages if page.endswith("_2.html")} <= asked
    assert sum("/print/" in page for page in asked) <= 12
    assert {len(item.articleBody.split("\n")) - item.articleBody.count("Town Paper,") for item in first.items} == {
        LENGTH
    }
    later = news(site(63), tmp_path, new="1")
    assert sorted({re.findall(r"1\d\d\d", item.url)[0] for item in later.items}) == ["1061", "1062", "1063"]
    assert len(later.items) == 3


@pytest.mark.slow
def test_copies_on_a_host_of_their_own_that_lead_to_one_another_are_not_all_asked_for(tmp_path: Path) -> None:
    """For telephones: what the first of them say their articles say."""
    root, count = f"http://www.{DOMAIN}", 80
    pages = plain_site(count, lambda n: f"{root}/{n % 3}/story/{1000 + n}.html")
    for url in [url for url in pages if "/story/" in url]:
        number = int(url[-8:-5])
        copy = url.replace("www.", "m.")
        text = "".join(f"<p>{line}</p>" for line in paragraphs(number))
        others = [f"http://m.{DOMAIN}/{n % 3}/story/{1000 + n}.html" for n in range(number + 1, number + 4)]
        links = "".join(f'<li><a href="{other}">Other</a></li>' for other in others)
        pages[copy] = f"<html><body><h1>{title(number)}</h1><section>{text}</section><ul>{links}</ul></body></html>"
        pages[url] = pages[url].replace("</h1>", f'</h1><a href="{copy}">For telephones</a>')
    settings = {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), "TEST_TIMEOUT": TIMEOUT, "TEST_PATIENT": True}
    found = crawl(NewsSpider, pages, settings, url=f"{root}/")
    assert sorted(item.url.partition(".")[2] for item in found.items) == sorted(
        url.partition(".")[2] for url in pages if "www." in url and "/story/" in url
    )
    assert sum("//m." in url for url in found.urls) <= 0.3 * count


@pytest.mark.parametrize("changed", lot([(), (5, 30)]))
def test_addresses_that_say_where_a_visitor_came_from_are_one_page(changed: Collection[int], tmp_path: Path) -> None:
    """Each link has its own; it is learned from what the first pages show, and known the day after.

    A sitemap, which says what ``changed``, has none of them.
    """
    root, count = f"http://www.{DOMAIN}", 60

    def site(count: int, day: int) -> dict[str, str]:
        pages = plain_site(count, lambda n: f"{root}/town/story/{1000 + n}.html")
        plain = {url for url in pages if "/story/" in url}
        shown: dict[str, str] = {}
        for place, (url, text) in enumerate(pages.items()):
            if url in plain:
                others = (max(1, int(url[-8:-5]) - step) for step in (1, 2, 3))
                links = "".join(f'<li><a href="{root}/town/story/{1000 + n}.html">Other</a></li>' for n in others)
                text = text.replace("<ul>", f"<ul>{links}")
            found = re.sub(r"(/story/\d+\.html)", rf"\1?via=v{place}&click=c{day}{place}", text)
            shown |= {url: found} if url not in plain else {}
            for via in range(len(pages)) if url in plain else ():
                shown[f"{url}?via=v{via}&click=c{day}{via}"] = found
        gone = f"{root}/town/story/1003.html"  # under the address that a list names
        last = list(pages).index(f"{root}/page/{-(-count // PAGE)}")
        del shown[f"{gone}?via=v{last}&click=c{day}{last}"]
        if changed:
            days = {url: day if day > 1 and int(url[-8:-5]) in changed else 1 for url in plain}
            rows = (f"<url><loc>{url}</loc><lastmod>2026-01-0{days[url]}</lastmod></url>" for url in sorted(plain))
            shown |= {
                f"{root}/robots.txt": f"Sitemap: {root}/map.xml",
                f"{root}/map.xml": f"<urlset>{''.join(rows)}</urlset>",
            }
            shown |= {url: shown[f"{url}?via=v0&click=c{day}0"] for url in plain}
        return shown

    settings = {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), "TEST_TIMEOUT": TIMEOUT, "TEST_PATIENT": True}
    first = crawl(NewsSpider, site(count, 1), settings, url=f"{root}/")
    assert sorted(url.partition("?")[0] for url in articles_of(first)) == [
        f"{root}/town/story/{1000 + n}.html" for n in range(1, count + 1)
    ]
    assert len(first.urls) <= 2.5 * count
    later = crawl(NewsSpider, site(count + 2, 2), settings, url=f"{root}/", new="1")
    assert sorted(url.partition("?")[0] for url in articles_of(later)) == [
        f"{root}/town/story/{1000 + n}.html" for n in (*changed, count + 1, count + 2)
    ]
    assert sum("/story/" in url for url in later.urls) == 2 + len(changed)


@pytest.mark.slow
def test_articles_of_one_sentence_are_given_where_articles_stand(tmp_path: Path) -> None:
    """The extractor takes them for lists; the element and the form of their addresses are those of articles.

    Where the rule is known from before two are read before anything is known of that form.
    """
    root = f"http://www.{DOMAIN}"
    pages = plain_site(40, lambda n: f"{root}/story/{1000 + n}.html")
    short = {
        n: f"Snow fell in the {word}."
        for n, word in zip((5, 14, 39, 40), ("north", "south", "west", "east"), strict=True)
    }
    for n, sentence in short.items():
        text = "".join(f"<p>{line}</p>" for line in paragraphs(n))
        page = article_page(n).replace(text, f"<p>{sentence}</p>").replace(f'<p class="promo">{JUNK}</p>', "")
        rows = "".join(
            f'<li><a href="{root}/story/{1000 + other}.html">{title(other)}</a></li>' for other in range(1, 41)
        )
        pages[f"{root}/story/{1000 + n}.html"] = page.replace("<ul>", f"<ul>{rows}")
    settings = {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), "NEWSBODY_EXTRACTOR": "auto"}
    for _ in range(2):
        found = crawl(NewsSpider, pages, {**settings, "TEST_TIMEOUT": TIMEOUT, "TEST_PATIENT": True}, url=f"{root}/")
        assert articles_of(found) == [f"{root}/story/{1000 + n}.html" for n in range(1, 41)]
        texts = {item.url: item.articleBody for item in found.items}
        assert [texts[f"{root}/story/{1000 + n}.html"] for n in short] == [*short.values()]
    assert articles_of(news(pages, tmp_path, new="1")) == []


def test_articles_on_several_pages_are_not_asked_for_again(tmp_path: Path) -> None:
    """Their first pages gave nothing before the others came, and were noted as lists."""
    root = f"http://www.{DOMAIN}"

    def page_of(number: int, page: int) -> str:
        whole = article_page(number)
        lines = [f"<p>{line}</p>" for line in paragraphs(number)]
        pager = " ".join(f'<a href="{root}/a/{1000 + number}_{p}.html">{p}</a>' for p in (2, 3) if p != page)
        first = "" if page == 1 else f'<a href="{root}/a/{1000 + number}.html">1</a> '
        own = "".join(lines[13 * (page - 1) : 13 * page])
        return whole.replace("".join(lines), own).replace("</body>", f"<div>{first}{pager}</div></body>")

    def site(count: int) -> dict[str, str]:
        pages = plain_site(count, lambda n: f"{root}/a/{1000 + n}.html")
        for n in range(2, count + 1, 5):
            pages |= {f"{root}/a/{1000 + n}_{p}.html": page_of(n, p) for p in (2, 3)}
            pages[f"{root}/a/{1000 + n}.html"] = page_of(n, 1)
        return pages

    first = news(site(40), tmp_path)
    assert articles_of(first) == [f"{root}/a/{1000 + n}.html" for n in range(1, 41)]
    again = news(site(40), tmp_path, new="1")
    assert articles_of(again) == []
    assert not [url for url in again.urls if "/a/" in url]
    later = news(site(42), tmp_path, new="1")
    assert articles_of(later) == [f"{root}/a/{1000 + n}.html" for n in (41, 42)]

    pages, url = site(42), f"{root}/a/1037.html"
    pages |= {f"{url}?from=front": pages[url], f"{root}/": pages[f"{root}/"].replace(url, f"{url}?from=front")}
    assert articles_of(news(pages, tmp_path, new="1")) == []


def test_lists_in_the_element_of_bodies_are_no_articles(tmp_path: Path) -> None:
    """The rule of the site matches them, headline by headline; what is new on them is found the day after."""
    root = f"http://www.{DOMAIN}"
    pages = plain_site(60, lambda n: f"{root}/{n % 7}/{1000 + n}.html")
    expected = sorted(f"{root}/{n % 7}/{1000 + n}.html" for n in range(1, 61))
    assert articles_of(news(pages, tmp_path)) == expected
    later = news(plain_site(63, lambda n: f"{root}/{n % 7}/{1000 + n}.html"), tmp_path, new="1")
    assert articles_of(later) == sorted(f"{root}/{n % 7}/{1000 + n}.html" for n in (61, 62, 63))


@pytest.mark.slow
def test_pages_beside_each_article_are_asked_for_a_few_times(tmp_path: Path) -> None:
    """In print, to send it, to log in and come back; second pages of articles are asked for whenever there is one."""
    root = f"http://www.{DOMAIN}"

    def url(number: int) -> str:
        return f"{root}/story/{1000 + number}.html"

    pages = plain_site(120, url)
    beside: set[str] = set()
    for n in range(1, 121):
        deeds = [
            f"{root}/print/{1000 + n}",
            f"{root}/send?story={1000 + n}",
            f"{root}/login?back=/story/{1000 + n}.html",
        ]
        text = "".join(f"<p>{line}</p>" for line in paragraphs(n))
        form = f"<p>Please say who you are, or go back to <a href={url(n)!r}>the story</a></p>"
        pages |= dict.fromkeys(deeds, f"<html><title>Form</title><body><h1>Form</h1>{form}</body></html>")
        pages[deeds[0]] = f"<html><title>{title(n)}</title><body><h1>{title(n)}</h1><div>{text}</div></body></html>"
        beside |= {*deeds}
        shown = " ".join(f'<a href="{deed}">Do it</a>' for deed in deeds)
        second = f"{root}/story/{1000 + n}_2.html"
        if n % 6 == 1:
            back = f'<p>{paragraphs(n + 500)[0] * 9}</p><p><a href="{url(n)}">1</a> <b>2</b></p>'
            pages[second] = pages[url(n)].replace(text, back)
            shown += f'<p><b>1</b> <a href="{second}">2</a></p>'
        pages[url(n)] = pages[url(n)].replace("</h1>", f"</h1>{shown}")
    first = news(pages, tmp_path)
    assert sorted(int(re.findall(r"1\d\d\d", found)[0]) - 1000 for found in articles_of(first)) == list(range(1, 121))
    assert sum(asked.endswith("_2.html") for asked in first.urls) == 20
    assert len(beside.intersection(first.urls)) <= 0.3 * len(beside)


@pytest.mark.slow
def test_pages_beside_articles_that_were_met_before_they_were_known_for_such_are_not_all_asked_for(
    tmp_path: Path,
) -> None:
    """Articles stand on four hosts, of each of which five pages have to tell."""
    pages = news_site(80, random.Random(1))
    mails = {address(n): f"http://www.{DOMAIN}/mail?id={7 * n}&t={n}" for n in range(1, 81)}
    form = "<html><title>Form</title><body><h1>Form</h1><p>Please say who you are</p></body></html>"
    for url, mail in mails.items():
        pages[url] = pages[url].replace("</h1>", f'</h1><a href="{mail}">Mail</a>')
        pages[mail] = form
    settings = {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), "TEST_TIMEOUT": TIMEOUT, "TEST_PATIENT": True}
    found = crawl(NewsSpider, pages, settings, url=f"http://www.{DOMAIN}/")
    assert numbers_of(found) == list(range(1, 81))
    assert len({*mails.values()}.intersection(found.urls)) <= 15


def test_a_session_in_the_path_is_another_each_day(tmp_path: Path) -> None:
    """Who comes to the front page is sent to an address with a token, which all links have."""
    root = f"http://www.{DOMAIN}"

    def site(count: int, session: str) -> dict[str, str | tuple[int, str]]:
        plain = plain_site(count, lambda n: f"{root}/story/{1000 + n}.html")
        pages: dict[str, str | tuple[int, str]] = {
            url.replace(root, f"{root}/(V({session}))"): page.replace(f"{root}/", f"{root}/(V({session}))/")
            for url, page in plain.items()
        }
        return {**pages, f"{root}/": (302, f"{root}/(V({session}))/")}

    first = news(site(40, "4f97eb579be2c86132824a"), tmp_path)
    assert len(articles_of(first)) == 40
    later = news(site(42, "55c94ce843d593183b01d1"), tmp_path, new="1")
    assert articles_of(later) == [f"{root}/(V(55c94ce843d593183b01d1))/story/{n}.html" for n in (1041, 1042)]
    assert len(later.urls) <= 12


@pytest.mark.slow
def test_pages_beside_articles_are_told_by_there_being_one_for_each(tmp_path: Path) -> None:
    """To comment on them, to send them, with numbers of their own. The day after none is asked for."""
    root = f"http://www.{DOMAIN}"

    def site(count: int) -> dict[str, str]:
        pages = plain_site(count, lambda n: f"{root}/story/{1000 + n}.html")
        for n in range(1, count + 1):
            deeds = [f"{root}/comment/?c={7 * n + 3}", f"{root}/send/{5 * n}.php"]
            form = "<html><title>Form</title><body><h1>Form</h1><p>Please say who you are</p></body></html>"
            pages |= dict.fromkeys(deeds, form)
            shown = " ".join(f'<a href="{deed}">Do it</a>' for deed in deeds)
            story = f"{root}/story/{1000 + n}.html"
            pages[story] = pages[story].replace("</h1>", f"</h1>{shown}")
        return pages

    def beside(found: Crawled) -> list[str]:
        return [url for url in found.urls if "/comment/" in url or "/send/" in url]

    settings = {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), "TEST_TIMEOUT": TIMEOUT, "TEST_PATIENT": True}
    first = crawl(NewsSpider, site(80), settings, url=f"{root}/")
    assert articles_of(first) == [f"{root}/story/{1000 + n}.html" for n in range(1, 81)]
    assert len(beside(first)) <= 40
    for count in (82, 84):
        later = news(site(count), tmp_path, new="1")
        assert articles_of(later) == [f"{root}/story/{1000 + n}.html" for n in (count - 1, count)]
        assert beside(later) == []


@pytest.mark.parametrize("dated", [True, False])
def test_what_a_paper_says_of_itself_is_no_article(dated: bool, tmp_path: Path) -> None:
    """It has the markup of articles, all pages lead there, and it has no date. Where none has all are given."""
    root, about = f"http://www.{DOMAIN}", [f"http://www.{DOMAIN}/about.html", f"http://www.{DOMAIN}/terms.html"]

    def site(count: int) -> dict[str, str]:
        pages = plain_site(count, lambda n: f"{root}/story/{1000 + n}.html")
        stories = {url for url in pages if "/story/" in url}
        pages |= {url: article_page(500 + number) for number, url in enumerate(about)}
        foot = "".join(f'<a href="{url}">More of us</a> ' for url in about)
        for url, page in pages.items():
            hot = f'<p>{foot}<a href="{root}/story/1007.html">Hot</a></p></body>'
            day = f"<p>2026-03-{int(url[-7:-5]) % 28 + 1:02} 10:00</p>" if dated and url in stories else ""
            undated = "1007" in url or "1008" in url
            shown = page if undated else page.replace("</h1>", f"</h1>{day}")
            pages[url] = shown.replace("</body>", hot)
        return pages

    stories = [f"{root}/story/{1000 + n}.html" for n in range(1, 43)]
    first = news(site(40), tmp_path)
    assert articles_of(first) == sorted([*stories[:40], *([] if dated else about)])
    assert first.stat("pages_everywhere") == (len(about) if dated else 0)
    later = news(site(42), tmp_path, new="1")
    assert articles_of(later) == stories[40:]
    assert not set(about) & set(later.urls)


@pytest.mark.parametrize("is_job", [True, False])
def test_copies_with_a_line_of_their_own_are_known_to_those_that_go_on(is_job: bool, tmp_path: Path) -> None:
    """To a job that is resumed, and the day after. The copies are met by the second alone."""
    root = f"http://www.{DOMAIN}"
    pages = plain_site(30, lambda n: f"{root}/story/{1000 + n}.html")
    stories = [url for url in pages if "/story/" in url]
    copies: dict[str, str] = {}
    for place, url in enumerate(stories):
        copy = f"{root}/{'xyz'[place % 3]}/{'-'.join('letters of their own'.split()[place % 4 :])}-{place}-{place}/p"
        copies[copy] = pages[url].replace('<p class="promo">', f"<p>This was printed from {copy}</p><p>")
    links = "".join(f'<a href="{copy}">In print</a> ' for copy in copies)
    grown = {**pages, **copies, f"{root}/new": f"<html><title>New</title><body>{links}</body></html>"}
    grown[f"{root}/"] = pages[f"{root}/"].replace("<body>", f'<body><a href="{root}/new">New</a>')
    own = {"JOBDIR": str(tmp_path / "job")} if is_job else {}
    settings = {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), "TEST_TIMEOUT": TIMEOUT, **own}
    first = crawl(NewsSpider, pages, settings, url=f"{root}/", out=str(tmp_path))
    assert articles_of(first) == sorted(stories)
    later = crawl(NewsSpider, grown, settings, url=f"{root}/", out=str(tmp_path), new="" if is_job else "1")
    assert set(later.urls) & set(copies)
    assert articles_of(later) == []


def test_what_waits_for_others_to_speak_of_it_is_not_lost_by_a_stop(tmp_path: Path) -> None:
    """Of half of the stories a date is known: then nobody can say that a page without one is no article."""
    root, about = f"http://www.{DOMAIN}", f"http://www.{DOMAIN}/about.html"
    pages = plain_site(30, lambda n: f"{root}/story/{1000 + n}.html") | {about: article_page(500)}
    stories = [url for url in pages if "/story/" in url]
    for place, (url, page) in enumerate(pages.items()):
        day = f"<p>2026-03-{place % 28 + 1:02} 10:00</p>" if url in stories and place % 3 else ""
        foot = f'<a href="{about}">More of us</a></body>'
        pages[url] = page.replace("</h1>", f"</h1>{day}").replace("</body>", foot)
    settings = {"JOBDIR": str(tmp_path / "job"), "TEST_TIMEOUT": TIMEOUT, "CONCURRENT_REQUESTS": 1}
    given = list[str]()
    for limit in (25, 0):
        done = crawl(NewsSpider, pages, {**settings, "CLOSESPIDER_PAGECOUNT": limit}, url=f"{root}/", out=str(tmp_path))
        given += articles_of(done)
        assert about not in given or not limit
    # What was given and not yet acknowledged when the job was stopped comes again, and its row is not written twice.
    assert set(given) == {*stories, about}


def test_lists_that_show_some_posts_whole_are_no_articles(tmp_path: Path) -> None:
    """A blog: its first page, each month and each page of these show two posts, of some the first words alone."""
    root = f"http://www.{DOMAIN}"

    def url(number: int) -> str:
        return f"{root}/2026/{number % 3 + 1:02}/a-post-on-{title(number).rpartition(' ')[2]}.html"

    def post(number: int, lines: int) -> str:
        text = "".join(f"<p>{line}</p>" for line in paragraphs(number)[:lines])
        heading = f'<h3 class="title"><a href="{url(number)}">{title(number)}</a></h3>'
        return f'<div class="post">{heading}<div class="text">{text}</div></div>'

    def page(shown: str, more: str = "") -> str:
        months = "".join(f'<a href="{root}/2026/{month:02}/">Month {month}</a>' for month in (1, 2, 3))
        return (
            f'<html><title>Diary</title><body><h1><a href="/">Diary</a></h1>{shown}{more}<p>{months}</p></body></html>'
        )

    posts = list(range(1, 37))
    pages = {url(number): page(post(number, 12)) for number in posts}
    lists = {f"{root}/": posts, **{f"{root}/2026/{month + 1:02}/": posts[month - 1 :: 3] for month in (0, 1, 2)}}
    for base, own in lists.items():
        for start in range(0, len(own), 2):
            shown = "".join(post(number, 1 if number % 4 == 0 else 12) for number in own[start : start + 2])
            more = f'<a href="{base}?page={start // 2 + 2}">Older posts</a>' if start + 2 < len(own) else ""
            pages[f"{base}?page={start // 2 + 1}" if start else base] = page(shown, more)
    settings = {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), "NEWSBODY_EXTRACTOR": "auto"}
    assert articles_of(crawl(NewsSpider, pages, settings, url=f"{root}/")) == sorted(map(url, posts))


def test_the_one_list_is_looked_at_again_behind_a_redirect(tmp_path: Path) -> None:
    """The first page names `/blog` alone, which redirects to `/blog/`."""
    root = f"http://www.{DOMAIN}"

    def site(count: int) -> Pages:
        pages: dict[str, str | tuple[int, str]] = {address(n): article_page(n) for n in range(1, count + 1)}
        front = f'<html><head><title>Town</title></head><body><p>News</p><a href="{root}/blog">Blog</a></body></html>'
        return {
            **pages,
            f"{root}/": front,
            f"{root}/blog": (301, f"{root}/blog/"),
            f"{root}/blog/": _list("Blog", list(range(count, 0, -1)), ""),
        }

    assert numbers_of(news(site(24), tmp_path)) == list(range(1, 25))
    assert numbers_of(news(site(26), tmp_path, new="1")) == [25, 26]
