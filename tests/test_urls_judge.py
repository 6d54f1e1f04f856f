"""The judge of hypotheses about addresses: of those that may be, the right one has most bits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import log2

import pytest

from newsbody.urls.doubt import MAX_COMPARED, rows_on, shortest, titles_share
from newsbody.urls.judge import Facts, best_hypothesis, judge_hypothesis, weigh_features
from newsbody.urls.judge_weights import WEIGHTS
from newsbody.urls.normalize import split_url
from newsbody.urls.numbering import Numbering
from newsbody.urls.pagination_schemes import rows_of, ways_of
from newsbody.urls.resolver import Resolver
from newsbody.urls.routes import Route
from newsbody.urls.seen_pages import SeenPage, code_length
from newsbody.urls.topics import learn_resolver
from tests.benchmarks.judge_weights import draw_cases, held_out

SITE = "http://f.test"
TOPICS, MEMBERS = Route(("topic", "{n}"), id_hole=0), Route(("user", "{n}"), id_hole=0, space="user")
BOARDS = Route(("board", "{n}"), id_hole=0, space="board")
PEOPLE = ("ann", "bob", "cyd", "dan", "eve")


def post(thread: int, place: int) -> str:
    return f"words of {thread}, the post {place}"


def author(thread: int, place: int) -> str:
    return PEOPLE[(thread + place) % len(PEOPLE)]


def threads(numbers: Sequence[int]) -> list[SeenPage]:
    places = range(5)
    return [
        SeenPage(f"{SITE}/topic/{t}", tuple(post(t, p) for p in places), authors=tuple(author(t, p) for p in places))
        for t in numbers
    ]


def titles(numbers: Sequence[int]) -> tuple[tuple[str, str], ...]:
    return tuple((f"{SITE}/topic/{t}", f"What is to be done about number {t}") for t in numbers)


def of_members() -> list[SeenPage]:
    """Pages that repeat what each member wrote last."""
    written = {name: [post(t, p) for t in range(40, 60) for p in range(5) if author(t, p) == name] for name in PEOPLE}
    return [
        SeenPage(f"{SITE}/user/{40 + n}", tuple(written[name][-8:]), authors=(name,) * 8)
        for n, name in enumerate(PEOPLE)
    ]


def of_boards() -> list[SeenPage]:
    """Lists whose rows show the last post of each thread."""
    rows = [range(start, start + 5) for start in (40, 45, 50, 55)]
    return [
        SeenPage(f"{SITE}/board/{n}", tuple(post(t, 4) for t in row), titles(row)) for n, row in enumerate(rows, 40)
    ]


LIST = SeenPage(f"{SITE}/", (), titles(range(40, 60)))


@pytest.mark.parametrize("others", [[MEMBERS], [BOARDS], [MEMBERS, BOARDS]])
@pytest.mark.parametrize("seen", [1, 4, 10])
def test_pages_that_repeat_posts_are_no_threads(others: list[Route], seen: int) -> None:
    facts = Facts([LIST, *threads(range(40, 40 + seen)), *of_members(), *of_boards()])
    right = Resolver("f.test", (TOPICS,))
    wrong = [Resolver("f.test", (TOPICS, *others)), *(Resolver("f.test", (other,)) for other in others)]
    best = best_hypothesis([*wrong, right], facts)
    assert best is not None
    assert best.resolver.topics == (TOPICS,)
    assert all(judge_hypothesis(one, facts).score < best.score for one in wrong)


def test_rows_that_lead_to_posts_are_told_by_the_titles_of_their_threads() -> None:
    """What a member wrote, without a name, in links to /post/N that say nothing of the thread but its title."""
    links = [(f"{SITE}/post/{url[-2:]}0", title) for url, title in titles(range(40, 60))]
    rows = [links[n::5] for n in range(5)]
    members = [SeenPage(f"{SITE}/user/{40 + n}", tuple(post(40 + n + 5 * k, 3)[:20] for k in range(4)), tuple(own))
               for n, own in enumerate(rows)]  # fmt: skip
    right, wrong = Resolver("f.test", (TOPICS,)), Resolver("f.test", (TOPICS, MEMBERS))
    facts = Facts([LIST, *threads(range(40, 44)), *members])
    assert judge_hypothesis(wrong, facts).score < judge_hypothesis(right, facts).score


def test_addresses_of_posts_that_redirect_into_threads_are_none_of_threads() -> None:
    """Lists link to the last post of each thread by its first words; /post/N redirects to the thread."""
    words = tuple((f"{SITE}/post/{n}0", f"These are the words of post {n}, the last one") for n in range(40, 60))
    opened = [replace(page, asked=f"{SITE}/post/{page.url[-2:]}0") for page in threads((40, 41))]
    posts = Route(("post", "{n}"), id_hole=0, place=True, foreign=True)
    right, wrong = Resolver("f.test", (TOPICS,)), Resolver("f.test", (TOPICS, posts))
    pages = [replace(LIST, links=(*LIST.links, *words)), *threads(range(42, 50))]
    facts = Facts([*pages, *opened])
    assert judge_hypothesis(wrong, facts).score < judge_hypothesis(right, facts).score
    latest = [replace(page, asked=f"{SITE}/post/{page.url[-2:]}0?go=latest") for page in threads((40, 41))]
    unknown = Facts([*pages, *latest])
    assert judge_hypothesis(wrong, unknown).score > judge_hypothesis(right, unknown).score


def test_related_threads_that_stand_side_by_side_are_no_rows() -> None:
    """A list names a thread beside each post; questions with few answers name as many below all of them."""
    facts = [
        Facts([
            LIST,
            *(replace(page, links=titles(range(50, 54)), links_before=before) for page in threads(range(40, 44))),
        ])
        for before in ((0, 0, 0, 0, 0), (0, 1, 2, 3, 4))
    ]  # fmt: skip
    beside, rows = (weigh_features(Resolver("f.test", (TOPICS,)), one)["rows"] for one in facts)
    assert beside == 0 < rows


def test_what_is_said_of_a_thread_with_its_title_is_no_other_title() -> None:
    """A list of what happened leads to each thread by its title, and who did what."""
    said = tuple((url, f"{name} answered: {title}") for url, title in titles(range(40, 60)) for name in PEOPLE)
    happened = SeenPage(f"{SITE}/timeline", (), said)
    resolver = Resolver("f.test", (TOPICS,))
    weighed = [weigh_features(resolver, Facts(pages)) for pages in ([LIST], [LIST, happened], [happened])]
    assert weighed[0] == weighed[1]
    assert weighed[0]["shared"] == weighed[2]["shared"] == 0
    assert not titles_share(resolver.look, replace(happened, links=(*said, *LIST.links)))


def test_what_all_say_of_a_thread_and_of_no_other_is_its_title() -> None:
    """A list of what happened, without any title by itself; on some links a name alone."""
    said = [(url, f"{name} Moss {did}: {title} at {place}:1{place}")
            for place, (name, did) in enumerate(zip(PEOPLE, ("began", *("answered",) * 4), strict=True))
            for url, title in titles(range(40, 44))]  # fmt: skip
    said += [(f"{SITE}/topic/{t}", f"{name} Moss") for name in PEOPLE for t in range(40, 44)]
    right, wrong = (Resolver("f.test", (route,)) for route in (TOPICS, Route(("board", "{n}", "{n}"), id_hole=0)))
    of_boards = [(f"{SITE}/board/{int(url[-2:]) % 2}/{url[-2:]}", text) for url, text in said]
    of_one = [(f"{SITE}/topic/40#{number}", text) for number, (_, text) in enumerate(said)]
    long = [(f"{SITE}/topic/{t}", f"{'moss ' * 10_000}{n} {t}") for n in range(200) for t in (40, 41)]  # told at once
    cases = ((right, said, 0), (wrong, of_boards, 2), (right, of_one, 1), (right, long, 2))
    for resolver, links, shared in cases:
        page = SeenPage(f"{SITE}/timeline", (), tuple(links))
        assert titles_share(resolver.look, page) == (shared > 0)
        assert weigh_features(resolver, Facts([page]))["shared"] == log2(1 + shared)  # the judge tells them alike


def test_cells_of_a_row_that_all_lead_to_its_thread_say_one_title() -> None:
    """As on Trac's boards: the subject, who began it, when, and when the last answer came."""
    rows = [
        (url, text)
        for url, title in titles(range(40, 60))
        for text in (f"Ann Fern {url[-2:]}", title, f"21:42:{url[-2:]} 16 months ago", f"a day, {url[-2:]} minutes ago")
    ]
    page, resolver = SeenPage(f"{SITE}/board/3", (), tuple(rows)), Resolver("f.test", (TOPICS,))
    assert not titles_share(resolver.look, page)
    plain = replace(page, links=titles(range(40, 60)))
    assert weigh_features(resolver, Facts([page])) == weigh_features(resolver, Facts([plain]))


def test_what_the_links_of_a_page_to_itself_say_are_no_titles() -> None:
    page = SeenPage(f"{SITE}/topic/40#last", (), tuple((f"{SITE}/topic/40#{n}", f"To do {n}: {n}") for n in "abcde"))
    look = Resolver("f.test", (TOPICS,)).look
    assert not titles_share(look, page)
    assert titles_share(look, replace(page, url=f"{SITE}/topic/41"))


def test_posts_that_name_no_author_are_no_monologue() -> None:
    """Where no author was read, all posts of a page have the same: none."""
    nameless = [replace(page, authors=("",) * 5) for page in threads(range(40, 50))]
    known = threads(range(40, 50))
    weighed = [weigh_features(Resolver("f.test", (TOPICS,)), Facts([LIST, *pages])) for pages in (nameless, known)]
    assert weighed[0] == weighed[1]
    assert weighed[0]["monologues"] == 0


def test_a_portal_that_begins_threads_is_none_before_any_thread_was_seen() -> None:
    portal = [SeenPage(f"{SITE}/portal?page={n}", tuple(post(t, 0) for t in range(9 * n, 9 * n + 9)),
                       titles(range(9 * n, 9 * n + 9))) for n in (1, 2, 3)]  # fmt: skip
    whole = Resolver("f.test", (Route(("portal",), ids=("page",)),))
    best = best_hypothesis([whole, Resolver("f.test", (TOPICS,))], Facts([LIST, *portal]))
    assert best is not None
    assert best.resolver.topics == (TOPICS,)


def test_addresses_of_posts_that_show_their_whole_thread_are_no_threads() -> None:
    """/post/402 shows what /topic/40 shows; more of them are fetched than of threads."""
    posts = [replace(page, url=f"{SITE}/post/{page.url[-2:]}{n}") for page in threads(range(40, 44)) for n in range(5)]
    of_posts = Resolver("f.test", (Route(("post", "{n}"), id_hole=0),))
    best = best_hypothesis([of_posts, Resolver("f.test", (TOPICS,))], Facts([LIST, *threads([40, 41]), *posts]))
    assert best is not None
    assert best.resolver.topics == (TOPICS,)


def test_a_way_of_numbering_that_explains_nothing_is_left_out() -> None:
    pager = tuple((f"{SITE}/topic/40?page={n}", f"{n}") for n in (2, 3))
    pages = [LIST, SeenPage(f"{SITE}/topic/40", ("one", "two"), pager), *threads(range(41, 45)), *of_boards()]
    ways = (Numbering("page"), Numbering("day"))
    best = best_hypothesis([Resolver("f.test", (TOPICS, BOARDS), numberings=ways)], Facts(pages))
    assert best is not None
    assert best.resolver.numberings == ways[:1]


def test_what_pages_of_today_do_not_show_is_no_evidence_against_what_is_known() -> None:
    known, shorter = (
        judge_hypothesis(Resolver("f.test", (TOPICS, BOARDS), numberings=ways), Facts([LIST, *of_boards()]))
        for ways in ((Numbering("page"),), ())
    )
    assert shorter.score > known.score
    assert shorter.evidence == known.evidence


def test_threads_of_two_kinds_with_the_same_ids_are_two() -> None:
    resolver = Resolver("f.test", (TOPICS, MEMBERS))
    found = [resolver.look(f"{SITE}/{kind}/5") for kind in ("topic", "user")]
    assert [one.thread for one in found] == ["5", "user 5"]
    assert found[0].page != found[1].page
    assert Resolver.from_dict(resolver.to_dict()) == resolver


def test_every_feature_has_its_weight() -> None:
    assert weigh_features(Resolver("f.test", (TOPICS,)), Facts([LIST])).keys() == WEIGHTS.keys()


def test_first_page_that_is_linked_to_by_its_number_is_none_behind_the_last() -> None:
    """/topic/40 has links to /topic/40?lang=en&page=1, 2 and 3."""
    pages = [
        SeenPage(f"{SITE}/topic/{t}", (f"one of {t}", f"two of {t}"),
                 tuple((f"{SITE}/topic/{t}?lang=en&page={n}", f"{n}") for n in (1, 2, 3)))
        for t in range(40, 46)
    ]  # fmt: skip
    urls = [url for page in (LIST, *pages) for url in (page.url, *(link for link, _ in page.links))]
    resolver = learn_resolver(urls, pages=[LIST, *pages])
    assert resolver is not None
    found = [resolver.look(f"{SITE}/topic/44{rest}") for rest in ("", "?lang=en&page=3", "?page=3")]
    assert [(one.thread, one.number) for one in found] == [("44", 1), ("44", 3), ("44", 3)]


def test_lists_of_one_row_are_lists_and_threads_may_not_be_seen_yet() -> None:
    """Archives of a month with one or two threads each, and boards that may be threads by what they look like."""
    threads_of, archives = Route(("list", "{s}", "thread", "{s}"), id_hole=1), Route(("list", "{s}", "{n}"), id_hole=1)
    lists = [Route(("list", "{s}"), id_hole=0), archives]
    pages = [
        SeenPage(f"{SITE}/list/{board}/{month}", tuple(post(t, 0) for t in rows),
                 tuple((f"{SITE}/list/{board}/thread/Q{t}Z", f"What is to be done about number {t}") for t in rows))
        for board in ("ants", "bees") for month, rows in enumerate(([ord(board[0])], [ord(board[0]) + 10, 7]))
    ]  # fmt: skip
    hypotheses = [Resolver("f.test", (*lists, threads_of)), Resolver("f.test", (threads_of, *lists))]
    best = best_hypothesis([hypotheses[0], hypotheses[1]], Facts(pages))
    assert best is not None
    assert best.resolver.topics == (threads_of,)
    assert weigh_features(best.resolver, Facts(pages))["elsewhere"] == 0


@pytest.mark.slow
def test_weights_fitted_without_two_programs_say_the_same_of_them() -> None:
    """Forums that do not exist; of each only where some hypothesis is right and some is wrong."""
    cases = list(draw_cases(1, 200_002))
    programs = sorted({case.program for case in cases})
    assert len(programs) > 2
    for pair in combinations(programs, 2):
        told = held_out(cases, pair)
        assert told["fitted"] >= told["in use"] - 1, (pair, told)


def of_posts(text: str = "[link]", sizes: Sequence[int] = (3, 5, 2, 4), tail: str = "") -> list[SeenPage]:
    """Pages of threads at the addresses of their last posts, with links to each of their posts."""
    return [
        SeenPage(
            f"{SITE}/post/{1000 * n + size - 1}",
            tuple(post(n, place) for place in range(size)),
            tuple(
                (f"{SITE}/post/{1000 * n + place}{tail}", text.format(place + 1)) for place in range(size)
            ),
        )
        for n, size in enumerate(sizes, 1)
    ]  # fmt: skip


def test_where_each_post_has_an_address_of_its_thread_copies_speak_against_nothing() -> None:
    shown = of_posts(tail="?raw")
    assert Facts(shown).named == "[link]"
    assert [page.url for page in Facts(shown).pages] == [f"{SITE}/post/{1000 * n}" for n in range(1, 5)]
    copies = [replace(page, url=f"{page.url[:-1]}{place}") for page in shown for place in range(2)]
    right = Resolver("f.test", (Route(("post", "{n}"), id_hole=0),))
    assert judge_hypothesis(right, Facts([*shown, *copies])).against == 0
    assert judge_hypothesis(right, Facts([replace(page, links=()) for page in [*shown, *copies]])).against > 0


@pytest.mark.parametrize(
    ("pages", "why"),
    [
        (of_posts("#{}"), "no text names them all"),
        (of_posts(sizes=(3, 3, 3, 3)), "each page has as many"),
        (of_posts(sizes=(1, 1, 1)), "one post each"),
        (of_posts(sizes=(3, 4)), "too few pages"),
        ([replace(page, posts=page.posts[:-1]) for page in of_posts()], "more links than posts"),
        ([replace(page, url=page.url.replace("post", "thread")) for page in of_posts()], "threads stand elsewhere"),
        (of_posts(tail="?act=quote"), "what they ask for is another page"),
        ([replace(page, links=(*page.links, (f"{page.url}?page=2", "2"), (f"{page.url}?page=3", "3")))
          for page in of_posts()], "threads have pages"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_what_else_links_to_posts_names_no_addresses_of_threads(pages: list[SeenPage], why: str) -> None:
    assert not Facts(pages).named


def test_codes_that_are_cut_in_some_links_name_the_same_thread() -> None:
    whole = [f"{n}f1d0c6be7a0{n}d2e4" for n in range(3, 7)]
    page = SeenPage(f"{SITE}/post/{whole[0]}", ("a", "b"), tuple((f"{SITE}/post/{c}", "x") for c in whole))
    assert code_length([page]) == 0
    cut = tuple((f"{SITE}/post/{c[:10]}", "in reply") for c in whole)
    assert code_length([replace(page, links=page.links + cut)]) == 10
    routes = (Route(("post", "{h}"), id_hole=0), Route(("post", "{x}"), id_hole=0))
    resolver = Resolver("f.test", routes, posts_named="[link]", code_length=10)
    assert {resolver.look(f"{SITE}/post/{whole[0][:cut]}").page for cut in (10, 16)} == {"//f.test/ 3f1d0c6be7 1"}
    assert resolver.thread_key(f"{SITE}/post/{whole[0]}") == whole[0][:10]
    assert Resolver.from_dict(resolver.to_dict()) == resolver


def test_digits_of_codes_are_no_numbers_of_pages() -> None:
    """``in reply to 1, 2, 3`` links to posts by codes, in which digits stand by chance."""
    codes = ("0c188a44b0", "9a233b947d", "63ab1c6a03")
    links = tuple((f"http://f.test/post/{code}", str(number)) for number, code in enumerate(codes, 1))
    page = SeenPage("http://f.test/post/b84e501ea0", ("a post", "another"), links)
    assert [ways_of(page, row) for row in rows_of(page)] == [[]]
    assert rows_on(page) == []
    paged = tuple((f"http://f.test/t12p{number}", str(number)) for number in range(1, 4))
    assert rows_on(replace(page, links=paged)) != []


@pytest.mark.parametrize(("url", "stated"), [("/t/5/10086", None), ("/t/5/10086?from=list", "/t/5/10086")])
def test_the_number_that_is_the_title_of_a_thread_is_none_of_a_page(url: str, stated: str | None) -> None:
    page = SeenPage(f"http://f.test{url}", ("a post", "another"), canonical=stated)
    title = split_url("http://f.test/t/5/10086")
    assert title is not None
    row = {10086: title}
    assert ways_of(page, row) == []
    assert ways_of(replace(page, url="http://f.test/t/5/10087", canonical=None), row) != []


@pytest.mark.parametrize("others", [3, 20_000])
def test_a_text_that_holds_a_title_is_no_other_one_but_of_so_many_none_is_looked_at(others: int) -> None:
    texts = {"old moss", "Ann on old moss", *(f"{number:05} fern" for number in range(others))}
    assert len(shortest(texts)) == len(texts) - (others < MAX_COMPARED)
