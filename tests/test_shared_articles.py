"""Articles whose pages several workers read: joined as one worker joins them, and lost with none of them."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
import redis

from newsbody.crawl.assembly import articles as article_parts
from newsbody.crawl.assembly.articles import ArticlePages, Place, SharedArticles
from newsbody.crawl.queue.base import Phase
from newsbody.crawl.queue.shared_queue import SharedQueue
from newsbody.items import Article, Author, Image
from tests.shared_workers import at_work, end, rest, worker

PAGES = 3


def address(number: int) -> str:
    return f"http://n.test/7_{number}.html"


def part(number: int, *, sure: bool = True) -> tuple[Article, Place]:
    """One page of an article, as the arguments of ``add``."""
    article = Article(
        address(number), f"标题 {number}", f"Text {number}.", f"<p>Text {number}.</p>", authors=[Author("Ann")],
        mainImage=Image("http://n.test/main.png"), images=[Image(f"http://n.test/{number}.png")],
    )  # fmt: skip
    return article, Place(number, address(number + 1).upper() if number < PAGES else None, sure)


def articles(queue: SharedQueue) -> SharedArticles:
    return SharedArticles(queue, str.lower)


def alone() -> list[Article]:
    pages = ArticlePages(str.lower)
    return [article for number in (1, 2, 3) for article in pages.add(*part(number))]


@pytest.mark.parametrize("order", list(itertools.permutations((1, 2, 3))))
def test_pages_of_two_workers_become_one_article(client: redis.Redis, order: tuple[int, ...]) -> None:
    workers = [articles(worker(client)) for _ in range(2)]
    assert [workers[place % 2].add(*part(number)) for place, number in enumerate(order)] == [[], [], alone()]


def test_what_has_another_name_and_date_is_another_article(client: redis.Redis) -> None:
    pages, given = articles(worker(client)), []
    for number in range(1, PAGES + 1):
        article, place = part(number)
        given += pages.add(article, replace(place, headline=f"标题 {number}", published=f"2026-03-0{number}"))
    given += rest(pages)
    assert {article.articleBody for article in given} == {"Text 1.", "Text 2.", "Text 3."}


def test_article_of_one_page_is_not_kept(client: redis.Redis) -> None:
    article, _ = part(1)
    pages = articles(worker(client))
    assert pages.add(article, Place()) == [article]
    assert pages.add(article, Place(sure=False)) == []
    assert client.keys("*:articles*") == []


def test_page_that_cannot_be_fetched_ends_the_article(client: redis.Redis) -> None:
    one, two = articles(worker(client)), articles(worker(client))
    assert one.add(*part(1)) == []
    assert two.fail(address(9)) == []
    assert [article.articleBody for article in two.fail(address(2))] == ["Text 1."]


def test_parts_are_deleted_when_the_article_is_out(client: redis.Redis) -> None:
    queue = worker(client)
    request = at_work(queue, address(3))
    pages = articles(queue)
    for number in (1, 2):
        pages.add(*part(number))
    pages.forget(pages.add(*part(3)), request)
    assert client.keys("*:articles*") != []
    queue.release(request)
    queue.acknowledge()
    assert client.keys("*:articles*") == []
    assert pages.add(*part(2)) == []  # taken back from a worker that ended after the article was out
    assert rest(articles(queue)) == []


def test_parts_are_deleted_though_redis_failed_when_the_article_was_out(client: redis.Redis) -> None:
    queue = worker(client)
    request = at_work(queue, address(3))
    pages = articles(queue)
    for number in (1, 2, 3):
        pages.forget(pages.add(*part(number)), request)
    queue.release(request)
    with client.pipeline() as lost:
        for action in queue._actions[request]:
            action(lost)
    queue.acknowledge()
    assert client.keys("*:articles*") == []


def test_worker_that_is_killed_before_an_article_is_out_takes_no_part_with_it(client: redis.Redis) -> None:
    one, two = worker(client), worker(client)
    at_work(one, address(3))
    for number in (1, 2, 3):
        found = articles(one).add(*part(number))
    assert found == alone()  # and is killed before it is exported
    end(one, two)
    assert two.pop() is not None
    assert articles(two).add(*part(3)) == alone()


def test_one_article_is_not_given_out_with_the_page_of_another(client: redis.Redis) -> None:
    one, two = articles(worker(client)), articles(worker(client))
    for number in (1, 2, 3):
        one.add(*part(number))
    assert two.add(Article("http://n.test/8.html"), Place(1, "http://n.test/8_2.html")) == []


def test_what_is_incomplete_is_given_out_once_when_nobody_is_at_work(client: redis.Redis) -> None:
    one, two = worker(client), worker(client)
    articles(one).add(*part(1))
    articles(one).add(*part(3, sure=False))
    assert rest(articles(one)) == []
    two.agree(Phase.COLLECTING)
    assert [article.articleBody for article in rest(articles(one))] == ["Text 1."]
    assert rest(articles(two)) == []
    assert client.keys("*:articles*") == []


def unfinished(number: int, *, sure: bool = True) -> tuple[Article, Place]:
    """The first page of an article, or of a list, whose second never comes."""
    return Article(f"http://n.test/{9 - number}.html"), Place(1, f"http://n.test/{9 - number}_2.html", sure)


def test_what_waits_is_bounded(client: redis.Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(article_parts, "MAX_OPEN_PAGES", 3)
    queues = [worker(client) for _ in range(2)]
    workers = [articles(queue) for queue in queues]
    given, requests = [], []
    for number in range(6):
        queue, pages = queues[number % 2], workers[number % 2]
        requests.append((queue, at_work(queue)))
        found = pages.add(*unfinished(number, sure=number != 1))
        pages.forget(found, requests[-1][1])
        given.append([article.url for article in found])
    # The oldest first, each by one worker only, though none is out yet; a list is no article.
    assert given == [[], [], [], ["http://n.test/9.html"], [], ["http://n.test/7.html"]]
    assert client.hlen("forum:requests:articles:pages") == 5
    for queue, request in requests:
        queue.release(request)
        queue.acknowledge()
    assert client.hlen("forum:requests:articles") == client.hlen("forum:requests:articles:pages") == 3
    assert client.keys("*:turn:*") == []
    assert workers[0].add(*unfinished(0)) == []  # taken back from a worker that ended after it was out


def test_places_are_read_once_for_all_that_is_given_out_at_the_end(client: redis.Redis) -> None:
    queue = worker(client)
    for number in range(8):
        articles(queue).add(*unfinished(number, sure=number % 2 == 0))
    client.config_resetstat()
    assert len(rest(articles(queue))) == 4
    assert client.info("commandstats")["cmdstat_hgetall"]["calls"] == 2  # the second time nothing is left
