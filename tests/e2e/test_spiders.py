"""The spiders for news and forums on the demonstration's sites, from start to feeds."""

from __future__ import annotations

import codecs
import csv
import json
import logging
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from newsbody.crawl.addresses.attempts import MAX_TRIES
from newsbody.crawl.addresses.spider_traps import MAX_BESIDE, MAX_CHOICES
from newsbody.crawl.ground.settings import WrongSetting
from newsbody.crawl.spiders.defaults import DEFAULTS
from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.crawl.spiders.news import NewsSpider
from newsbody.demo import forum_pages, news_pages
from newsbody.demo.demo_sites import DemoArticle, articles, threads
from newsbody.extraction import extract
from newsbody.items import Article, ForumThread, Post
from newsbody.rules.keywords import segment
from newsbody.stores import SqliteStore
from tests.e2e.pages import HOST, JUNK, article_url, front_page, headline, news_site, paragraphs, without_template
from tests.e2e.web import Crawled, Pages, crawl
from tests.lots import lot

FORUM = "http://forum.test"
NEWS = "http://paper.test"
LISTS = 3  # boards and front page of the demonstration's forum, beside the threads


def served(host: str, pages: dict[str, str]) -> dict[str, str]:
    """Pages by path as pages by URL, percent-encoded as Scrapy asks for them."""
    from w3lib.url import safe_url_string

    return {safe_url_string(host + path): page for path, page in pages.items()}


def settings(tmp_path: Path, **more: Any) -> dict[str, Any]:
    return {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), "NEWSBODY_EXTRACTOR": "auto", **more}


def forum(tmp_path: Path, pages: Pages | None = None, start: str = f"{FORUM}/", **more: Any) -> Crawled:
    pages = served(FORUM, dict(forum_pages())) if pages is None else pages
    return crawl(ForumSpider, pages, settings(tmp_path, **more), url=start)


def posts_of(crawled: Crawled) -> list[Post]:
    return [item for item in crawled.items if isinstance(item, Post)]


def threads_of(crawled: Crawled) -> dict[str, ForumThread]:
    return {item.threadId: item for item in crawled.items if isinstance(item, ForumThread)}


def test_a_page_of_more_posts_than_are_read_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    whole = forum(tmp_path / "whole")
    assert (whole.stat("pages_cut"), whole.stat("threads_truncated")) == (0, 0)
    for module in ("pages.reader", "spiders.thread_pages"):
        monkeypatch.setattr(f"newsbody.crawl.{module}.MAX_BODIES", 4)
    crawled = forum(tmp_path)
    assert crawled.stat("pages_cut") == crawled.stat("threads_truncated") > 0
    assert "newsbody reads 4 posts of a page: http://forum.test/" in caplog.text


def test_rules_by_the_keywords_of_the_paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    segmented: list[str] = []

    def noting(text: str) -> list[str]:
        segmented.append(text)
        return segment(text)

    monkeypatch.setattr("newsbody.rules.keywords.segment", noting)
    own = settings(tmp_path)
    crawled = forum(tmp_path, NEWSBODY_RULES="ksf")
    assert crawled.stat("rules_learned") == 1
    assert segmented
    expected = {(str(thread.number), post.text) for thread in threads() for post in thread.posts}
    assert {(post.threadId, post.text) for post in posts_of(crawled)} == expected
    store = SqliteStore(own["NEWSBODY_PROFILES"])
    profile = store.load("forum.test")
    store.close()
    # The class alone, whatever element has it: that is what the keywords vote for.
    assert profile
    assert profile.rules["thread"].value["body"] == ["*.message"]


def test_every_post_of_the_forum_once_and_every_thread_whole(tmp_path: Path) -> None:
    crawled = forum(tmp_path)
    expected = {(str(thread.number), floor) for thread in threads() for floor in range(1, len(thread.posts) + 1)}
    found = [(post.threadId, post.position) for post in posts_of(crawled)]
    assert sorted(found, key=str) == sorted(expected, key=str)
    whole = threads_of(crawled)
    assert set(whole) == {str(thread.number) for thread in threads()}
    for thread in threads():
        item = whole[str(thread.number)]
        assert not item.truncated
        assert item.headline == thread.title
        assert item.url == FORUM + thread.path()
        assert [post.position for post in item.posts] == list(range(1, len(thread.posts) + 1))
        assert [post.author.name for post in item.posts if post.author] == [post.author for post in thread.posts]


def test_no_thread_page_is_fetched_twice(tmp_path: Path) -> None:
    crawled = forum(tmp_path)
    fetched = [url for url in crawled.urls if "/topic-" in url]
    assert len(fetched) == len(set(fetched)) == sum(thread.pages for thread in threads())


def test_posts_name_the_page_they_stand_on(tmp_path: Path) -> None:
    pages = defaultdict(set)
    for post in posts_of(forum(tmp_path)):
        pages[post.threadId].add(post.url)
    for thread in threads():
        assert pages[str(thread.number)] == {FORUM + thread.path(page) for page in range(1, thread.pages + 1)}


def test_second_crawl_starts_with_what_the_first_learned(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        first = forum(tmp_path)
        assert "What this crawl learned" in caplog.text
        caplog.clear()
        second = forum(tmp_path)
    assert "starts with what an earlier crawl learned" in caplog.text
    assert "What this crawl learned" not in caplog.text
    assert second.stat("pages_waited") == second.stat("rules_learned") == second.stat("resolvers_learned") == 0
    key = str
    assert sorted(posts_of(first), key=key) == sorted(posts_of(second), key=key)


def test_thread_whose_page_cannot_be_fetched_says_so(tmp_path: Path) -> None:
    long = next(thread for thread in threads() if thread.pages > 1)
    pages = served(FORUM, dict(forum_pages()))
    del pages[FORUM + long.path(2)]
    whole = threads_of(forum(tmp_path, pages))
    assert whole[str(long.number)].truncated
    assert 0 < len(whole[str(long.number)].posts) < len(long.posts)
    assert not any(item.truncated for number, item in whole.items() if number != str(long.number))


@pytest.mark.parametrize("alive", lot([True, False]))
def test_a_page_that_fails_is_asked_for_under_its_other_address(alive: bool, tmp_path: Path) -> None:
    """Of each thread an address with a session is linked to as well; of one thread only that is answered."""
    forum(tmp_path)  # learns the site
    dead = threads()[4]
    pages = served(FORUM, dict(forum_pages()))
    link = re.compile(r'(<a href=")([^"]*topic-\d+-\d+\.html)(">[^<]*</a>)')
    pages = {url: link.sub(r"\1\2\3 \1\2?sid=0cc175b9c0f1b6a831c399e269772661\3", page) for url, page in pages.items()}
    for page in range(1, dead.pages + 1):
        gone = pages.pop(FORUM + dead.path(page))
        if alive:
            pages[f"{FORUM}{dead.path(page)}?sid=0cc175b9c0f1b6a831c399e269772661"] = gone
    crawled = forum(tmp_path, pages)
    found = threads_of(crawled)
    assert len(found) == len(threads()) - (not alive)
    assert not any(thread.truncated for thread in found.values())
    assert len(posts_of(crawled)) == sum(len(t.posts) for t in threads()) - (not alive) * len(dead.posts)
    assert sum(dead.path() in url for url in crawled.urls) <= MAX_TRIES


@pytest.mark.parametrize("limit", [3, 12])
def test_crawl_cut_off_by_a_page_limit_gives_what_it_has(limit: int, tmp_path: Path) -> None:
    crawled = forum(tmp_path, CLOSESPIDER_PAGECOUNT=limit)
    assert crawled.stats["finish_reason"] == "closespider_pagecount"
    assert crawled.stats["response_received_count"] == limit
    read = [post for thread in threads_of(crawled).values() for post in thread.posts]
    assert sorted(map(str, read)) == sorted(map(str, posts_of(crawled)))


@pytest.mark.parametrize("count", [0, 1, 4])
def test_forum_with_few_threads_ends_by_itself(count: int, tmp_path: Path) -> None:
    kept = {str(thread.number) for thread in threads()[:count]}
    pages = {
        url: page
        for url, page in served(FORUM, dict(forum_pages())).items()
        if "/topic-" not in url or url.split("-")[1] in kept
    }
    crawled = forum(tmp_path, pages)
    assert crawled.stats["finish_reason"] == "finished"
    expected = [post.text for thread in threads() if str(thread.number) in kept for post in thread.posts]
    texts = [post.text for post in posts_of(crawled)]
    assert all(any(text in found for found in texts) for text in expected)


def test_thread_pages_as_start_urls(tmp_path: Path) -> None:
    start = ",".join(FORUM + thread.path() for thread in threads())
    crawled = forum(tmp_path, start=start, DEPTH_LIMIT=1)
    assert {post.threadId for post in posts_of(crawled)} >= {str(thread.number) for thread in threads()}


@pytest.mark.slow
def test_the_table_counts_pages_that_came_by_what_they_are(tmp_path: Path) -> None:
    forum(tmp_path)  # learns the site
    again = forum(tmp_path)
    assert again.stat("pages_topic") == len([url for url in again.urls if "/topic-" in url])
    assert again.stat("pages_list") == len([url for url in again.urls if "/board-" in url]) + 1, "and the front page"


@pytest.mark.slow
def test_other_pages_last_or_never(tmp_path: Path) -> None:
    forum(tmp_path)  # learns the site
    last = forum(tmp_path, NEWSBODY_OTHER_PAGES="last")
    never = forum(tmp_path, NEWSBODY_OTHER_PAGES="never")
    members = [place for place, url in enumerate(last.urls) if "/member-" in url]
    topics = [place for place, url in enumerate(last.urls) if "/topic-" in url]
    assert min(members) > max(topics)
    assert not [url for url in never.urls if "/member-" in url]
    assert never.stat("requests_never") > 0
    assert sorted(map(str, posts_of(never))) == sorted(map(str, posts_of(last)))


def test_redirects_to_a_page_that_was_fetched_are_not_followed(tmp_path: Path) -> None:
    pages: dict[str, Any] = served(FORUM, dict(forum_pages()))
    front = pages[f"{FORUM}/"]
    target = FORUM + threads()[0].path()
    pages[f"{FORUM}/jump-1.html"] = (302, target)
    pages[f"{FORUM}/"] = front.replace("</body>", '<p><a href="/jump-1.html">newest</a></p></body>')
    crawled = forum(tmp_path, pages)
    assert f"{FORUM}/jump-1.html" in crawled.urls
    assert crawled.urls.count(target) == 1
    expected = {(str(thread.number), floor) for thread in threads() for floor in range(1, len(thread.posts) + 1)}
    assert {(post.threadId, post.position) for post in posts_of(crawled)} == expected
    assert len(posts_of(crawled)) == len(expected)


def test_articles_of_the_news_site(tmp_path: Path) -> None:
    crawled = crawl(NewsSpider, served(NEWS, dict(news_pages())), settings(tmp_path), url=f"{NEWS}/")
    found = {item.headline: item for item in crawled.items}
    assert set(found) == {article.headline for article in articles()}
    assert all(isinstance(item, Article) and item.articleBody for item in crawled.items)


def test_pages_that_end_in_their_head_for_the_parser_are_read_to_their_end(tmp_path: Path) -> None:
    ended = {url: page.replace("</head>", "</head></html></html>") for url, page in news_site(8).items()}
    crawled = crawl(NewsSpider, ended, settings(tmp_path), url=f"{HOST}/")
    assert {item.headline for item in crawled.items if item.articleBody} == {headline(n) for n in range(1, 9)}


def test_the_order_of_day_and_month_is_that_of_other_pages_of_the_site(tmp_path: Path) -> None:
    pages = news_site(12)
    for n in range(1, 13):
        pages[article_url(n)] = pages[article_url(n)].replace("</h1>", f"</h1><p>{n if n > 3 else 20 + n}/5/2026</p>")
    crawled = crawl(NewsSpider, pages, settings(tmp_path), url=f"{HOST}/")
    found = {item.url: item.datePublished for item in crawled.items}
    assert found == {article_url(n): f"2026-05-{n if n > 3 else 20 + n:02}" for n in range(1, 13)}


def test_a_date_that_each_page_of_a_site_states_is_of_no_article(tmp_path: Path) -> None:
    pages = news_site(12)
    for n in range(1, 13):
        built = '<head><meta name="date" content="Sat Nov 28 12:06:45 2026">'
        pages[article_url(n)] = (
            pages[article_url(n)].replace("<head>", built).replace("</h1>", f"</h1><p>2026-03-{n:02}</p>")
        )
    crawled = crawl(NewsSpider, pages, settings(tmp_path), url=f"{HOST}/")
    assert {item.url: item.datePublished for item in crawled.items} == {
        article_url(n): f"2026-03-{n:02}" for n in range(1, 13)
    }


def test_a_feed_says_when_an_article_was_published_whose_page_does_not(tmp_path: Path) -> None:
    pages = news_site(12)
    told = "<p>On 1 January 2012 the bridge was opened by the mayor, who walked across it with the whole town.</p>"
    pages[article_url(3)] = pages[article_url(3)].replace("</h1>", "</h1><p>2 March 2026</p>")
    pages[article_url(4)] = pages[article_url(4)].replace("</h1>", f"</h1>{told}")
    rows = "".join(
        f"<item><link>{article_url(n)}</link><pubDate>{n:02} Mar 2026 08:00:00 GMT</pubDate></item>"
        for n in range(3, 13)
    )
    pages[f"{HOST}/feed.xml"] = f"<rss><channel>{rows}</channel></rss>"
    pages[f"{HOST}/"] = f'<link rel=alternate type="application/rss+xml" href="/feed.xml">{pages[f"{HOST}/"]}'
    crawled = crawl(NewsSpider, pages, settings(tmp_path), url=f"{HOST}/")
    found = {item.url: (item.datePublished or "")[:10] for item in crawled.items}
    expected = ["", "", "2026-03-02", *(f"2026-03-{n:02}" for n in range(4, 13))]
    assert found == {article_url(n): expected[n - 1] for n in range(1, 13)}


@pytest.mark.parametrize("tells", [True, False])
def test_feeds_of_each_tag_are_asked_for_as_long_as_one_names_something_new(tmp_path: Path, tells: bool) -> None:
    pages, feeds = news_site(12), [f"{HOST}/{name}.rss" for name in ("all", "gone", *"abcd")]
    alone = {feed: article_url(n) for n, feed in enumerate(feeds[2:], 9)} if tells else {}
    lists = pages[f"{HOST}/"]
    for url in alone.values():
        lists = re.sub(rf'<a [^>]*"{re.escape(url)}".*?</a>', "", lists)
    pages[f"{HOST}/"] = (
        "".join(f'<link rel=alternate type="application/rss+xml" href="{feed}">' for feed in feeds) + lists
    )
    for feed in feeds[:1] + feeds[2:]:
        links = [article_url(1), article_url(2), *([alone[feed]] if feed in alone else [])]
        pages[feed] = f"<rss><channel>{''.join(f'<item><link>{link}</link></item>' for link in links)}</channel></rss>"
    crawled = crawl(NewsSpider, pages, settings(tmp_path), url=f"{HOST}/")
    assert {item.url for item in crawled.items} == {article_url(n) for n in range(1, 13)}
    assert len(set(feeds) & set(crawled.urls)) == (len(feeds) if tells else MAX_CHOICES + 1), "beside one that is gone"


def test_the_row_of_a_list_says_when_an_article_was_published_whose_page_does_not(tmp_path: Path) -> None:
    pages = news_site(12)
    row = re.compile(r"(<a [^>]*>)Story (\d+)")
    told = row.sub(lambda link: f"<span>2026-03-{int(link[2]):02}</span> {link[0]}", pages[f"{HOST}/"])
    crawled = crawl(NewsSpider, pages | {f"{HOST}/": told}, settings(tmp_path), url=f"{HOST}/")
    found = {item.url: item.datePublished for item in crawled.items}
    assert found == {article_url(n): f"2026-03-{n:02}" for n in range(1, 13)}


def test_links_name_articles_whose_title_is_the_site_s(tmp_path: Path) -> None:
    title, pages = "<title>Town Paper | All that happens</title>", news_site(8)
    for url in map(article_url, range(1, 9)):
        untitled = pages[url].replace("<title>", "<!--").replace("</title>", "-->")
        pages[url] = title + untitled.replace("h1>", "div>")
    links = "".join(f'<p><a href="{article_url(n)}">{headline(n)}</a></p>' for n in range(1, 9))
    pages[f"{HOST}/"] = f"<title>Town Paper</title>{links}"
    crawled = crawl(NewsSpider, pages, settings(tmp_path), url=f"{HOST}/")
    assert {item.headline for item in crawled.items} == {headline(n) for n in range(1, 9)}


def test_lists_that_a_sitemap_names_come_behind_articles_and_a_few_of_each_kind(tmp_path: Path) -> None:
    pages, tags = news_site(8), [f"{HOST}/tag/{name}/" for name in ("rain", "snow", "hail", "wind", "fog", "sun")]
    pages |= {url: front_page(4) for url in tags}
    named = "".join(f"<url><loc>{url}</loc></url>" for url in [*tags, *pages])
    pages[f"{HOST}/sitemap.xml"] = f"<urlset>{named}</urlset>"
    crawled = crawl(NewsSpider, pages, settings(tmp_path), url=f"{HOST}/")
    asked = [url for url in crawled.urls if url in tags]
    assert 0 < len(asked) <= MAX_CHOICES
    assert crawled.urls[-len(asked) :] == asked
    assert {item.url for item in crawled.items} == set(map(article_url, range(1, 9)))


def test_of_what_articles_are_written_in_a_few_are_asked_for(tmp_path: Path) -> None:
    pages = news_site(20)
    for number in range(1, 21):
        source = f"{HOST}/_sources/local/{1000 + number}.rst.txt"
        pages[article_url(number)] = pages[article_url(number)].replace(
            "<body>", f'<body><a href="{source}">Source</a>'
        )
        pages[source] = "Report"
    crawled = crawl(
        NewsSpider, pages, settings(tmp_path) | {"CONCURRENT_REQUESTS": 1, "TEST_PATIENT": True}, url=f"{HOST}/"
    )
    assert 0 < sum("/_sources/" in url for url in crawled.urls) <= 2 * MAX_BESIDE
    assert {item.url for item in crawled.items} == set(map(article_url, range(1, 21)))


def test_an_article_above_a_form_to_answer_it_is_none(tmp_path: Path) -> None:
    pages = news_site(20)
    for number in range(1, 21):
        answer, page = f"{HOST}/comment/reply/{1000 + number}", pages[article_url(number)]
        body = (
            page[page.index("<h1>") :]
            .replace("h1>", "h2>")
            .replace('<div class="more">', "<form><textarea></textarea></form><div>")
        )
        pages[article_url(number)] = page.replace(
            '<div class="more">', f'<a href="{answer}">Answer</a><div class="more">'
        )
        pages[answer] = f"<title>Answer</title><h1>Answer</h1><div>{body}"
    crawled = crawl(NewsSpider, pages, settings(tmp_path), url=f"{HOST}/")
    assert {item.url for item in crawled.items} == set(map(article_url, range(1, 21)))
    assert 0 < sum("/reply/" in url for url in crawled.urls) <= 2 * MAX_BESIDE


def test_two_runs_give_the_same_articles(tmp_path: Path) -> None:
    runs = [crawl(NewsSpider, news_site(12), settings(tmp_path / str(n)), url=f"{HOST}/") for n in range(2)]
    assert sorted(map(str, runs[0].items)) == sorted(map(str, runs[1].items))
    assert {item.url for item in runs[0].items} == {article_url(n) for n in range(1, 13)}


def brief_site(count: int) -> dict[str, str]:
    """Short articles with a line of the site in their midst, and no template that shows a rule."""
    body = re.compile(r"(?s)((?:<p>[^<]*</p>){6})((?:<p>[^<]*</p>){6}).*(?=</div></div>)")
    pages = {url: body.sub(rf"\1<p>{JUNK}</p>\2", page) for url, page in news_site(count).items()}
    return without_template(pages)


def test_articles_of_a_site_without_a_rule_are_read_in_the_light_of_each_other(tmp_path: Path) -> None:
    crawled = crawl(NewsSpider, brief_site(12), settings(tmp_path), url=f"{HOST}/")
    assert crawled.stat("rules_learned") == 0
    alone = extract(brief_site(1)[article_url(1)]).text
    assert JUNK in alone
    assert {item.url: item.articleBody for item in crawled.items} == {
        article_url(number): "\n".join(paragraphs(number)[:12]) for number in range(1, 13)
    }
    store = SqliteStore(tmp_path / "profiles.sqlite3")
    (profile,) = [store.load(host) for host in store.hosts()]
    store.close()
    assert profile is not None
    assert profile.memory is not None
    assert len(profile.memory.memory) >= 5
    again = crawl(NewsSpider, brief_site(12), settings(tmp_path), url=f"{HOST}/")
    assert sorted(map(str, again.items)) == sorted(map(str, crawled.items))


def test_pool_of_processes_gives_what_threads_give(tmp_path: Path) -> None:
    pages = news_site(7)
    threads_run = crawl(NewsSpider, pages, settings(tmp_path / "t", NEWSBODY_EXTRACTOR="cecs"), url=f"{HOST}/")
    more = settings(tmp_path / "p", NEWSBODY_EXTRACTOR="cecs", NEWSBODY_PROCESSES=1)
    pool_run = crawl(NewsSpider, pages, more, url=f"{HOST}/")
    assert sorted(map(str, threads_run.items)) == sorted(map(str, pool_run.items))


def test_feeds_are_json_lines_and_csv_that_excel_opens(tmp_path: Path) -> None:
    out = tmp_path / "out"
    more = settings(tmp_path, FEEDS=DEFAULTS["FEEDS"])
    crawl(ForumSpider, served(FORUM, dict(forum_pages())), more, url=f"{FORUM}/", out=str(out))
    lines = [json.loads(line) for line in (out / "threads.jsonl").read_text("utf-8").splitlines()]
    count = sum(len(thread.posts) for thread in threads())
    assert sum(len(line["posts"]) for line in lines) == count
    assert not (out / "articles.jsonl").exists()
    data = (out / "posts.csv").read_bytes()
    assert data.startswith(codecs.BOM_UTF8)
    rows = list(csv.DictReader(data.decode("utf-8-sig").splitlines(keepends=True)))
    assert len(rows) == count
    assert {row["author.name"] for row in rows} == {post.author for thread in threads() for post in thread.posts}
    assert not any("Author(" in value or "[{" in value for row in rows for value in row.values())


def test_unknown_extractor_stops_the_crawl_with_the_list(tmp_path: Path) -> None:
    with pytest.raises(WrongSetting, match=r"'best' is unknown\. Choose one of: cecs, nta"):
        crawl(NewsSpider, {}, settings(tmp_path, NEWSBODY_EXTRACTOR="best"), url=f"{HOST}/")


def test_unusable_profile_store_stops_the_crawl(tmp_path: Path) -> None:
    (tmp_path / "file.sqlite3").write_text("this is no database, but it is long enough to look like a file of one" * 9)
    with pytest.raises(WrongSetting, match="cannot be used for site profiles"):
        crawl(NewsSpider, {}, settings(tmp_path, NEWSBODY_PROFILES=str(tmp_path / "file.sqlite3")), url=f"{HOST}/")


def test_spider_without_a_start_says_what_to_write() -> None:
    with pytest.raises(ValueError, match=r"scrapy crawl news -a url=https://example\.com/"):
        NewsSpider()


def in_two_pages(article: DemoArticle, html: str) -> dict[str, str]:
    """An article of the demonstration with its last paragraph on a second page, by path."""
    second = article.path.replace(".html", "_2.html")
    *first_part, last = article.paragraphs
    numbers = f'<a href="{article.path}">1</a> <a href="{second}">2</a>'
    pager = f'<div class="pages">{numbers} <a href="{second}">下一页</a></div>'
    back = f'<div class="pages">{numbers}</div>'
    first = html.replace(f"<p>{last}</p>", "").replace('<div class="share">', pager + '<div class="share">')
    rest = html.replace('<div class="share">', back + '<div class="share">')
    for paragraph in first_part:
        rest = rest.replace(f"<p>{paragraph}</p>", "")
    return {article.path: first, second: rest}


def test_articles_over_several_pages_are_joined(tmp_path: Path) -> None:
    pages = dict(news_pages())
    article = articles()[2]
    pages.update(in_two_pages(article, pages[article.path]))
    crawled = crawl(NewsSpider, served(NEWS, pages), settings(tmp_path), url=f"{NEWS}/")
    found = {item.headline: item.articleBody for item in crawled.items}
    assert found == {one.headline: "\n".join(one.paragraphs) for one in articles()}
