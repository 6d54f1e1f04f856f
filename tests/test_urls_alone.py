"""Addresses alone, without a page, a topic and words of schemes: lists made at random, and each kind of evidence."""

from __future__ import annotations

import random

import pytest

from newsbody.urls.clusters import cluster_urls
from newsbody.urls.normalize import UrlParts, split_url
from newsbody.urls.topics import learn_resolver
from tests.benchmarks.urls import GOOD, measure_made
from tests.random_lists import RandomList, RandomNews

#: Lists drawn. Of 200 others, never looked at: given .92, wrong .055, undecided .465; of as many news sites .02.
SEEDS = range(100, 160)
#: A wrong choice costs more than none.
GIVEN, WRONG, UNDECIDED, NEWS = 0.8, 0.1, 0.5, 0.1

HOST = "http://forum.example/"


@pytest.mark.slow
def test_lists_made_at_random() -> None:
    scores = [measure_made(seed) for seed in SEEDS]
    given = [row[0].f >= GOOD for row in scores]
    alone = [row[2] for row in scores]
    assert sum(given) >= GIVEN * len(SEEDS)
    assert sum(score.decided > 0 and score.f < GOOD for score in alone) <= WRONG * len(SEEDS)
    assert sum(not score.decided for score in alone) <= UNDECIDED * len(SEEDS)


@pytest.mark.slow
def test_news_sites_made_at_random_are_rarely_taken_for_forums() -> None:
    found = [learn_resolver([url for _, url in RandomNews(seed).rows], prior=0) for seed in SEEDS]
    assert sum(resolver is not None for resolver in found) <= NEWS * len(SEEDS)


def test_the_same_seed_gives_the_same_list() -> None:
    assert RandomList(7).rows == RandomList(7).rows


def kinds(topics: list[str], others: list[str]) -> tuple[float, float]:
    """Shares of topics and of others that are called topics."""
    resolver = learn_resolver([HOST + url for url in topics + others], prior=0)
    if resolver is None:
        return 0.0, 0.0
    called = [[resolver.kind(HOST + url) == "topic" for url in urls] for urls in (topics, others)]
    return sum(called[0]) / len(topics), sum(called[1]) / max(1, len(others))


def parts(urls: list[str]) -> list[UrlParts]:
    return [found for url in urls if (found := split_url(HOST + url)) is not None]


MEMBERS = [f"pola/{number}{tail}" for number in range(3, 900, 31) for tail in ("", "/zen", "/wo")]
IDS = range(4000, 9000, 211)


@pytest.mark.parametrize(
    "topics",
    [
        [f"lumo/{n}{place}" for n in IDS for place in ("", f"/{90_000 + 7 * n}")],
        [f"lumo.php?t={n}&p={90_000 + 7 * n}" for n in IDS] + [f"lumo.php?t={n}" for n in IDS],
        [f"lumo.php?t={n}" for n in IDS] + [f"lumo.php?p={90_000 + 7 * n}" for n in IDS],
    ],
    ids=["behind the thread", "beside the thread", "in its place"],
)
def test_numbers_that_one_thread_alone_has_are_those_of_its_posts(topics: list[str]) -> None:
    assert kinds(topics, MEMBERS) == (1.0, 0.0)


def test_views_are_a_sign_only_of_pages_that_outnumber_all_others() -> None:
    flat = [f"lumo/{number}" for number in range(4000, 9000, 101)]
    assert kinds(MEMBERS, []) == (1.0, 0.0)
    assert learn_resolver([HOST + url for url in MEMBERS + flat], prior=0) is None


def test_deeds_about_posts_speak_for_their_thread() -> None:
    deeds = [f"threads/a-long-title-of-it.{n}/reply?quote={n * 100 + k}" for n in (71, 94) for k in range(9)]
    plain = [f"threads/a-long-title-of-it.{n}/{more}" for n in (71, 94, 99) for more in ("", "latest")]
    members = [f"members/anna{n}.{n}/" for n in range(10, 300, 17)]
    resolver = learn_resolver([HOST + url for url in deeds + plain + members], prior=0)
    assert resolver is not None
    assert {resolver.kind(HOST + url) for url in plain} == {"topic"}
    assert {resolver.kind(HOST + url) for url in deeds + members} == {"other"}


def test_a_key_with_many_titles_below_it_is_no_page() -> None:
    dice = random.Random(5)
    words = "one more word of some title here and there".split()
    articles = [
        f"nas/2024-0{dice.randint(1, 9)}-1{dice.randint(0, 9)}/{'-'.join(dice.sample(words, 5))}" for _ in range(90)
    ]
    assert learn_resolver([HOST + url for url in articles], prior=0) is None


def test_one_key_chooses_the_kind_of_page_though_all_kinds_have_the_same_keys() -> None:
    topics = [f"go.php?x=lumo&id={n}{more}" for n in IDS for more in ("", "&page=2", f"&p={90_000 + 7 * n}")]
    others = [f"go.php?x=pola&id={n}" for n in range(3, 900, 31)] + [f"go.php?x=wen&id={n}" for n in range(1, 9)]
    assert kinds(topics, others) == (1.0, 0.0)


def test_what_each_number_of_a_page_comes_with_belongs_to_its_address() -> None:
    topics = [f"forum/topic/{number}/" for number in range(3, 90)]
    lists = [f"forum/{number}/{page}" for number in range(1, 6) for page in ("", "?page=2", "?page=3")]

    def pages(*more: str) -> list[int | None]:
        later = [f"{topic}?page=2&{one}" for topic, one in zip(topics[::4], more * 99, strict=False)]
        resolver = learn_resolver([HOST + url for url in (*lists, *topics, *later)], prior=0)
        assert resolver is not None
        return [resolver.look(f"{HOST}forum/topic/7/?page=2&{one}").number for one in more]

    assert pages("v=0") == [2]
    assert pages("sort=new", "sort=old") == [None, None]  # views, in another order


def test_boards_that_are_folders_hold_topics_of_one_kind() -> None:
    titles = ["what-about-this-one", "how-does-that-work-here", "my-old-car-is-gone", "the-best-of-all-days"]
    boards = ["cars-and-more", "food-for-all", "music-of-old"]
    topics = [
        f"lumo/{board}/{n * 10 + k}-{title}{more}"
        for n, board in enumerate(boards, 1)
        for k, title in enumerate(titles)
        for more in ("", f"/post-{90_000 + n * 100 + k}")
    ]
    assert kinds(topics, MEMBERS) == (1.0, 0.0)


def test_a_topic_below_a_board_of_one_word_is_of_the_kind_of_those_below_others() -> None:
    titles = ["what-about-this-one", "how-does-that-work-here", "my-old-car-is-gone", "the-best-of-all-days"]
    boards = ["music", "cars-and-more", "food-for-all", "cinema"]
    topics = [f"{board}/{n * 10 + k}-{t}.html" for n, board in enumerate(boards, 1) for k, t in enumerate(titles)]
    others = [f"pola/{n}-{name}.html" for n, name in ((3, "ann"), (14, "bo"), (72, "cid"), (88, "dora"))]
    resolver = learn_resolver([HOST + url for url in topics + others], topic=HOST + topics[0])
    assert resolver is not None
    assert [url for url in topics if resolver.kind(HOST + url) != "topic"] == []
    apart = learn_resolver([HOST + url for url in topics[:4] + others], topic=HOST + topics[0])
    assert apart is not None
    assert [url for url in others if apart.kind(HOST + url) == "topic"] == []


def test_a_letter_before_the_id_tells_kinds_of_titles_apart() -> None:
    dice = random.Random(3)
    words = "one more word of some title here and there".split()
    titles = {n: "-".join(dice.sample(words, 5)) for n in IDS}
    topics = [f"{titles[n]}-t{n}{place}.html" for n in IDS for place in ("", f"-post{90_000 + n}")]
    others = [f"{dice.choice(words)}-u{n}.html" for n in range(3, 900, 31)]
    assert kinds(topics, others) == (1.0, 0.0)
    dated = [f"{'-'.join(dice.sample(words, 4))}-t1.html" for _ in range(40)]
    assert {group.path for group in cluster_urls(parts(dated)).groups} == {("{s}.html",)}


def test_short_titles_that_come_with_several_ids_are_titles_where_long_ones_stand_beside_them() -> None:
    long = ["one-more-word-of-some", "title-here-and-there-again", "what-about-this-one-then", "how-it-works-for-you"]
    short = ["to-top-time", "for-tree", "old-car", "my-new-boat", "best-of-all"]
    urls = [f"{title}-{n}{post}.html" for n, title in enumerate([*long, "a-fifth-one-of-these", *short], 300)
            for post in ("", "000", "007")]  # fmt: skip
    assert {group.path for group in cluster_urls(parts(urls)).groups} == {("{s}.html",)}
    scheme = [f"{name}-{n}.html" for name in ("read-topic", "show-user", "list-board") for n in IDS]
    expected = {("read-topic-{n}.html",), ("show-user-{n}.html",), ("list-board-{n}.html",)}
    assert expected <= {group.path for group in cluster_urls(parts(scheme)).groups}


def test_a_session_names_nothing_and_a_code_no_kind() -> None:
    session = f"&s={7:032x}"
    topics = [f"index.php?lumo={n}.0{session}" for n in IDS]
    others = [f"index.php?pola={n}.0{session}" for n in range(3, 900, 31)]
    resolver = learn_resolver([HOST + url for url in topics + others], topic=HOST + topics[0])
    assert resolver is not None
    assert {resolver.kind(HOST + url) for url in topics} == {"topic"}
    assert "topic" not in {resolver.kind(HOST + url) for url in others}
    coded = [f"index.php?lumo=a{n}x" for n in IDS]
    resolver = learn_resolver([HOST + url for url in coded + MEMBERS], topic=HOST + coded[0])
    assert resolver is not None
    assert {resolver.kind(HOST + url) for url in coded} == {"topic"}


def test_what_takes_other_pages_for_topics_is_not_decided() -> None:
    dice = random.Random(3)
    words = "one more word of some title here and there".split()
    titles = ["-".join(dice.sample(words, 5)) for _ in range(60)]
    topics = [f"{title}{more}" for n, title in enumerate(titles) for more in ("", f"?p={90_000 + 7 * n}")]
    others = [f"{kind}/{n}" for kind in ("pola", "wen", "zu") for n in range(3, 900, 31)]
    assert learn_resolver([HOST + url for url in topics + others], prior=0) is None
    numbered = [f"{title}-{n}{more}" for n, title in enumerate(titles) for more in ("", f"?p={90_000 + 7 * n}")]
    resolver = learn_resolver([HOST + url for url in numbered + others], prior=0)
    assert resolver is not None  # an id behind each tells titles from other pages
    assert {url for url in numbered + others if resolver.kind(HOST + url) == "topic"} == set(numbered)


def test_threads_with_a_title_have_their_pages_as_those_without() -> None:
    """Of those with a title no later page was met; a forum numbers the pages of all threads one way."""
    untitled = [f"lumo/{n}{page}" for n in IDS for page in ("", "?page=2")]
    titled = [f"lumo/{n}-moss-on-the-quay-of-{'abcdefghij'[n % 10]}" for n in IDS]
    resolver = learn_resolver([HOST + url for url in untitled + titled + MEMBERS], topic=HOST + titled[0])
    assert resolver is not None
    assert {resolver.kind(HOST + url) for url in untitled + titled} == {"topic"}
    first, second = (resolver.look(f"{HOST}{titled[0]}{page}") for page in ("", "?page=2"))
    assert (first.number, second.number, second.thread) == (1, 2, first.thread)
