"""Which of fetched pages show posts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from types import SimpleNamespace

import lxml.html
import pytest
from scrapy import Request
from scrapy.http import HtmlResponse
from scrapy.utils.test import get_crawler

from newsbody.crawl.hooks.fetches import Sources
from newsbody.crawl.learning.learner import MIN_CONFIDENCE
from newsbody.crawl.learning.site import MAX_SHOWN, Site
from newsbody.crawl.pages import page_evidence
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.page_evidence import learn_addresses, see_pages
from newsbody.crawl.pages.posts_shown import own_posts, posts_shown, readings_of
from newsbody.crawl.pages.tasks import read
from newsbody.ground.sitememory import SiteMemory
from newsbody.page import Page
from newsbody.posts.member import member_shown
from newsbody.posts.read import read_posts
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.urls.judge import Verdict
from newsbody.urls.resolver import Resolver
from newsbody.urls.routes import Route
from newsbody.urls.seen_pages import LinkEvidence, SeenPage
from tests.forum_pages import Layout, Written, list_layout, page, pages, table_layout, thread

_ANSWERS = (
    "You write to the people who run this place, and they send you another one by the evening of that day",
    "There is a button below each text, which opens a field in which you write why you think so",
    "Files may be as large as a photograph from a telephone; larger ones are kept for a month and then go",
    "Your name stands where you put it when you came here, and nobody but you is able to change it",
)


@pytest.mark.parametrize(("layout", "holder"), [(table_layout, 'div class="words"'), (list_layout, 'dd class="says"')])
def test_answers_in_elements_of_the_same_name_are_no_posts(layout: Layout, holder: str) -> None:
    """A page of questions and answers says more at once than threads do, but not when it was written."""
    text = "".join(
        f"<dt>Question {n}</dt><{holder}>{answer}</{holder.split()[0]}>" for n, answer in enumerate(4 * _ANSWERS)
    )
    help_page = Page.parse(f"<body><h1>Questions</h1><dl>{text}</dl></body>", "http://forum.example/help")
    threads = pages(layout)
    shown = posts_shown([help_page, *threads])
    assert shown[0] == ()
    assert [len(posts) for posts in shown[1:]] == [6, 1, 4, 9, 2]


@pytest.mark.parametrize("kind", ["password", "text"])
def test_what_is_said_of_the_fields_of_a_form_is_no_post(kind: str) -> None:
    """A page to register on names the fields as threads do authors."""
    fields = "".join(
        f'<div class="field"><label>{what}</label><input type="{kind}"><span class="help">{said}.</span></div>'
        for what, said in zip(("Username", "Email address", "Password", "Picture"), _ANSWERS, strict=True)
    )
    page = Page.parse(f"<title>Register</title><h1>Register</h1><form>{fields}</form>", "http://forum.test/register")
    assert bool(own_posts(page).texts) is (kind == "text")


def test_what_members_wrote_in_elements_of_the_same_name_does_not_hide_threads() -> None:
    """Which pages are threads the addresses have to tell: both readings are made."""

    def answer(post: Written) -> str:
        head = f'<div><b><a href="/u/{post.user}">{post.author}</a></b> <i class="at">{post.time}</i></div>'
        return f'<div class="item"><div class="says">{head}<div class="c"></div><div>{post.text}</div></div></div>'

    def of_member(post: Written) -> str:
        head = f'<span class="did">answered <a href="/t/{post.number}">Wheel {post.number}</a> {post.time}</span>'
        return f'<div class="item"><div class="says">{head}<div class="c"></div><div>{post.text}</div></div></div>'

    threads = pages(answer, (6, 4))
    members = pages(of_member, (9, 9, 9, 9, 9, 9))
    both = [*threads, *members]
    own = list(map(own_posts, both))
    shown = [[len(one.posts) for one in reading] for reading in readings_of(both, own)]
    assert [6, 4, 0, 0, 0, 0, 0, 0] in shown
    assert [0, 0, 9, 9, 9, 9, 9, 9] in shown


PEOPLE = ("marta", "kurbel", "tamsin", "ola", "bente", "jorn", "siri", "knut")


@pytest.mark.parametrize("naming", [False, True])
def test_pages_of_members_are_no_threads(naming: bool) -> None:
    """What members wrote explains their own addresses, but not what pages of threads repeat.

    ``naming``: each post names the member, and the board, which differs as authors do.
    """

    def page(place: str, title: str, rows: Iterable[str]) -> Source:
        body = f"<a href='/'>Home</a> <a href='/topics'>All</a><h1>{title}</h1><div>{''.join(rows)}</div>"
        html = f"<html><head><title>{title} - Our forum</title></head><body>{body}</body></html>"
        return Source(html.encode(), f"http://forum.example/{place}")

    def titled(number: int) -> str:
        return f'<a href="/topics/{number}">Wheel {number} hums again on the road</a>'

    def written(name: str, post: Written) -> str:
        if not naming:
            return f'<p>{titled(post.number)} <i class="at">{post.time}</i></p><div class="said">{post.text}</div>'
        head = f'<a href="/posts/{post.number}">RE: Wheel {post.number} hums again</a>'
        board = f'<small><a href="/boards/{post.number % 5}">posted in Board {"ABCDE"[post.number % 5]}</a></small>'
        who = f'<p><a href="/{name}">{name}</a> <i class="at">{post.time}</i></p>'
        return f'<div class="of">{head}<div class="text">{post.text}</div>{board}{who}</div>'

    def answer(post: Written) -> str:
        name = PEOPLE[post.number % 8]
        head = f'<b class="name"><a href="/{name}">{name}</a></b> <i class="at">{post.time}</i>'
        return f'<div class="reply">{head}<div class="text">{post.text}</div></div>'

    members = [
        page(name, name, (written(name, post) for post in thread(60 + n, 9))) for n, name in enumerate(PEOPLE[:6])
    ]
    threads = [page(f"topics/{n}", f"Wheel {n} hums again", map(answer, thread(n, 5 + n % 3))) for n in range(1, 5)]
    rows = [f'<p>{titled(n)} <a href="/{PEOPLE[n % 8]}">{PEOPLE[n % 8]}</a></p>' for n in range(8, 16)]
    links = {f"http://forum.example/topics/{n}": LinkEvidence(35, 1, 1) for n in range(1, 40)}
    links |= {f"http://forum.example/{name}": LinkEvidence(6, 1, 1) for name in PEOPLE}
    found = learn_addresses("thread", links, None, [*members, *threads, page("topics", "All", rows)], {}, "cecs")
    assert found is not None
    assert [route["path"] for route in found["topics"]] == [["topics", "{n}"]]


@pytest.mark.parametrize("name", ["marta", "夜猫子"])
def test_the_member_whose_page_shows_posts_stands_beside_each(name: str) -> None:
    """With the name the title of the page begins, as on that of a thread: the board was taken for who wrote."""
    rows = "".join(
        f'<li><a href="/post/{n}">RE: Wheel {n} hums again</a><div class="text">{post.text}</div>'
        f'<a href="/board/{n % 3}">posted in Board {n % 3}</a> <a href="/user/{name}">{name}</a> <i>{n}</i></li>'
        for n, post in enumerate(thread(7, 9))
    )
    html = f"<title>{name} | Forum</title><h1>{name}</h1><ul>{rows}</ul>"
    page = Page.parse(html, f"http://f.test/user/{name}")
    rule = learn_thread_rule([page], "")
    assert rule is not None
    assert len(read_posts(page, rule)) == 9
    assert member_shown(page, rule) == name
    elsewhere = Page.parse(html, "http://f.test/topic/7")
    assert member_shown(elsewhere, rule) is None


def test_names_of_members_leave_room_for_the_topics_that_an_address_is_judged_by() -> None:
    """Each name right behind the host is a form of address of its own."""
    site = Site("forum.example", 20, 5, tries_addresses=True)
    site.addresses.start_with(Resolver("forum.example", (Route(("topics", "{n}")),)))
    for n in range(2 * MAX_SHOWN):
        name = "".join("kqxz"[n // 4**place % 4] for place in range(4))
        for place in (f"topics/{n}", name):
            site.keep_shown(Source(b"", f"http://forum.example/{place}"))
    topics = sum(site.kind(source.url) == "topic" for source in site.shown)
    assert (topics, len(site.shown)) == (MAX_SHOWN // 2, MAX_SHOWN)


@pytest.mark.parametrize(
    ("path", "named_by", "elsewhere"),
    [
        ("topics/7", "", False),
        ("b/topics/7", "boards/2", True),
        ("b/topics/7", "", True),
        ("post/9", "topics/7", False),
    ],
)
def test_what_a_topic_leads_to_is_no_doubt_of_what_topics_are(path: str, named_by: str, elsewhere: bool) -> None:
    """Archives of mail show each letter in its thread, and alone: these taught that letters are threads."""
    site = Site("forum.example", 20, 5, tries_addresses=True)
    site.addresses.start_with(Resolver("forum.example", (Route(("topics", "{n}")),)))
    headers = {"Referer": f"http://forum.example/{named_by}"} if named_by else {}
    request = Request(f"http://forum.example/{path}", headers=headers)
    response = HtmlResponse(request.url, body=b"<p>a", request=request)
    source = Sources(get_crawler()).of(response)
    assert source is not None
    assert site.is_elsewhere(source) is elsewhere


def test_pages_that_all_speak_against_an_address_leave_room_for_more() -> None:
    """One page may be kept with two states of it."""
    site = Site("forum.example", 20, 5, tries_addresses=True)
    site.keep_against("http://forum.example/topics/1")
    for n in range(MAX_SHOWN + 1):
        site.keep_shown(Source(b"%d" % n, "http://forum.example/topics/1"))
    assert len(site.shown) == MAX_SHOWN


@pytest.mark.parametrize(("linked", "is_posts"), [(40, True), (60, False)])
def test_what_is_mostly_links_is_no_posts(linked: int, is_posts: bool) -> None:
    def row(n: int) -> str:
        text = "".join(chr(97 + (7 * n + place) % 26) for place in range(100))
        day = f"2026-03-{n + 1:02}"
        return f'<li><b>{day}</b><div class="says"><a href="/t/{n}">{text[:linked]}</a>{text[linked:]}</div></li>'

    page = Page.parse(f"<body><ol>{''.join(map(row, range(6)))}</ol></body>", "http://forum.example/c/1")
    assert [len(posts) for posts in posts_shown([page])] == [6 if is_posts else 0]


def _boards(path: str, names: Sequence[str]) -> Page:
    """A page of boards: of each its name, what it is for, who wrote last in it and when."""
    rows = "".join(
        f'<tr class="board"><td><h2><a href="/board-{name}.html">{name}</a></h2><p class="about">All there is '
        f'to say of {name}, and whatever else you like</p></td><td class="last"><cite>2026-03-{3 * len(name):02} '
        f'12:0{n} <a href="/user-{n}.html">Writer {n}</a></cite></td></tr>'
        for n, name in enumerate(names)
    )
    return Page.parse(f"<body><h1>Boards</h1><table>{rows}</table></body>", f"http://forum.example/{path}")


def test_boards_of_the_front_page_are_no_posts_where_they_stand_alone() -> None:
    boards = [_boards("", ("tea", "bread", "garden", "bicycles")), _boards("index.php?group=1", ("tea", "bread"))]
    assert posts_shown(boards) == [(), ()]
    # Of another page alone nothing tells that they are none.
    assert [len(posts) for posts in posts_shown(boards[1:])] == [2]
    found = posts_shown([*boards, *pages(table_layout)])
    assert [len(posts) for posts in found] == [0, 0, 6, 1, 4, 9, 2]


def _member(n: int) -> Page:
    """What a member says, and what the forum says of it, with dates."""
    return Page.parse(
        f"<body><h1>Member {n}</h1><dl class=settings><dt>Posts:</dt><dd>{n * 7} (0.0{n} a day)</dd><dt>Own words:"
        f"</dt><dd>writes about cameras and garden {n}</dd></dl><dl class='settings more'><dt>Registered:</dt><dd>"
        f"202{n % 5}-0{n}-1{n}, 12:00</dd><dt>Last seen:</dt><dd>2026-10-1{n}, 08:1{n}</dd></dl></body>",
        f"http://forum.example/member/{n}",
    )


def test_single_pieces_of_many_pages_are_no_posts_where_none_has_two() -> None:
    members = [_member(n) for n in range(1, 9)]
    assert posts_shown(members) == [()] * 8
    assert [len(posts) for posts in posts_shown([*members, *pages(table_layout)])[8:]] == [6, 1, 4, 9, 2]


@pytest.mark.parametrize(
    ("topic", "taken"),
    [
        ("http://forum.example/note.php?n=7", "/note.php?n=8"),
        ("http://old.forum.example/note.php?n=7", "/thread-8.html"),
        (None, "/thread-8.html"),
    ],
)
def test_example_of_another_host_of_the_site_says_nothing(topic: str | None, taken: str) -> None:
    links = {f"http://forum.example/thread-{n}.html": LinkEvidence(30, 1, 1) for n in range(1, 40)}
    links |= {f"http://forum.example/note.php?n={n}": LinkEvidence(2, 0, 1) for n in range(1, 9)}
    links |= {f"http://forum.example/{name}.html": LinkEvidence(5, 1, 1) for name in ("help", "about", "legal")}
    found = learn_addresses("thread", links, topic, [], {}, "cecs")
    assert found is not None
    resolver = Resolver.from_dict(found)
    assert resolver.host == "forum.example"
    assert resolver.kind(f"http://forum.example{taken}") == "topic"


@pytest.mark.parametrize("read_before", [False, True])
def test_what_an_earlier_crawl_read_is_evidence_for_what_is_learned_in_place_of_a_doubted(read_before: bool) -> None:
    """Members stand at ``/users/4`` as threads do at ``/questions/4``, and a crawl for what is new fetches none."""

    def link(place: str, text: str) -> str:
        return f'<p><a href="/{place}">{text}</a></p>'

    def page(place: str, body: str) -> Source:
        return Source(
            f"<html><title>{place}</title><body>{body}</body></html>".encode(), f"http://forum.example/{place}"
        )

    def answers(number: int) -> str:
        found = (f'<div class="post"><b>{WORDS[post.number % 8]}</b> {post.time}<p>{post.text}</p></div>'
                 for post in thread(number, 4))  # fmt: skip
        return "".join(found) + link(f"questions/{number}?more&page=2", "2") * (number == 1)

    titles = "".join(link(f"questions/{n}", f"Wheel {n} hums again on the road") for n in range(1, 40))
    menu = link("questions", "All") + link("users", "People") + link("tags", "Tags")
    people = "".join(link(f"users/{n}", f"{WORDS[n]} of Ferndale") for n in range(8))
    fetched = [
        page("questions", menu + titles + people),
        *(page(f"questions/{n}", menu + answers(n)) for n in range(1, 7)),
    ]
    links = {f"http://forum.example/questions/{n}": LinkEvidence(35, 1, 1) for n in range(1, 40)}
    if read_before:
        links |= {f"http://forum.example/users/{n}": LinkEvidence(posts=0) for n in range(8)}
        links |= {f"http://forum.example/questions/{n}": LinkEvidence(posts=1) for n in range(20, 30)}
    doubted = Resolver("forum.example", (Route(("users", "{n}"), id_hole=0),)).to_dict()
    found = learn_addresses("thread", links, None, fetched, {}, "cecs", doubted)
    assert found is not None
    assert [route["path"] for route in found["topics"]] == [["questions" if read_before else "{s}", "{n}"]]


WORDS = ("river", "market", "winter", "school", "bridge", "mill", "choir", "ferry", "garden", "harbour")
SLUGS = [f"{one}-and-{other}" for one in WORDS for other in WORDS]


def _learned_of_articles(below: str, fed: int) -> Resolver | None:
    """From 40 articles, so many of which a feed lists, and 60 pages of a shop."""
    links = {f"http://paper.example/{below}{slug}/": LinkEvidence(18, 1, 1) for slug in SLUGS[:40]}
    links |= {f"http://paper.example/shop/{n}.html": LinkEvidence(30, 1, 1) for n in range(60)}
    links |= {f"http://paper.example/{name}": LinkEvidence(5, 1, 1) for name in ("help", "about", "legal")}
    known = {url: replace(link, fed=n < fed) for n, (url, link) in enumerate(links.items())}
    found = learn_addresses("article", known, None, [], {}, "cecs")
    return Resolver.from_dict(found) if found else None


def test_what_a_feed_lists_is_evidence_for_what_an_articles_address_looks_like() -> None:
    before, resolver = _learned_of_articles("story/", 0), _learned_of_articles("story/", 10)
    assert before is None or before.kind("http://paper.example/story/autumn-and-mill/") != "topic"
    assert resolver is not None
    assert resolver.kind("http://paper.example/story/autumn-and-mill/") == "topic"
    assert resolver.kind("http://paper.example/shop/70.html") != "topic"
    assert resolver.confidence >= MIN_CONFIDENCE


def test_titles_right_behind_the_host_tell_articles_from_nothing() -> None:
    assert _learned_of_articles("", 10) is None


def test_lists_of_tags_beside_articles_are_none() -> None:
    """Both stand right behind the host; of those that a feed lists none is called as the tags are."""
    articles = [f"http://paper.example/{slug}.html" for slug in SLUGS[:40]]
    tags = [f"http://paper.example/tag-{place}-{slug}.html" for place in WORDS[:3] for slug in WORDS]
    others = [f"http://paper.example/author/{name}/1" for name in WORDS]
    known = {url: LinkEvidence(18, 1, 1, fed=url in articles[:15]) for url in (*articles, *tags, *others)}
    found = learn_addresses("article", known, None, [], {}, "cecs")
    assert found is not None
    resolver = Resolver.from_dict(found)
    assert resolver.kind("http://paper.example/autumn-and-mill.html") == "topic"
    assert resolver.kind("http://paper.example/tag-autumn.html") != "topic"


@pytest.mark.parametrize("place", ["", "#new"])
def test_redirect_is_known_though_links_to_it_name_a_place_on_the_page(place: str) -> None:
    asked, url = "http://forum.example/last/7", "http://forum.example/t/7"
    (seen,) = see_pages("thread", [Source(b"<p>words</p>", f"{url}{place}")], {f"{asked}#new": f"{url}#new"}, "cecs")
    assert [one.asked for one in seen] == [asked]


def test_posts_are_named_by_the_reading_that_the_verdict_is_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reading without a verdict comes before it."""
    readings = [[SeenPage("http://forum.example/a")], [SeenPage("http://forum.example/b")]]
    verdict = Verdict(9.0, 0.0, 9.0, Resolver("forum.example", (Route(path=("t", "{n}")),)))
    asked: list[object] = []
    monkeypatch.setattr(page_evidence, "see_pages", lambda *_: iter(readings))
    monkeypatch.setattr(page_evidence, "_verdict_of", lambda *given: verdict if given[4] == readings[1] else None)

    def facts(seen: object) -> SimpleNamespace:
        asked.append(seen)
        return SimpleNamespace(named=False, pages=[], links=[])

    monkeypatch.setattr(page_evidence, "Facts", facts)
    assert learn_addresses("thread", {}, None, [Source(b"", "http://forum.example/b")], {}, "cecs") is not None
    assert asked == [readings[1]]


def test_how_many_links_stand_before_each_post_is_seen() -> None:
    """Each links to its author, to itself, and to what else the author wrote."""
    parsed = pages(table_layout)
    sources = [Source(lxml.html.tostring(page.root), page.url or "") for page in parsed]
    seen = next(see_pages("thread", sources, {}, "cecs"))
    assert [one.links_before for one in seen] == [tuple(range(5, 3 * len(one.posts) + 5, 3)) for one in seen]


@pytest.mark.parametrize("times", [slice(None, None, -1), slice(None)])
def test_posts_are_read_as_they_were_written_where_a_page_shows_the_newest_first(times: slice) -> None:
    """The earliest is the opening post; where the times rise the page's order is that of the thread."""
    rule = learn_thread_rule(pages(list_layout), "")
    written = thread(7, 4)
    assert rule is not None
    shown = page(written[times], list_layout)
    fields = read(
        Source(lxml.html.tostring(shown.root), "http://forum.example/t/7"),
        "thread",
        rule.to_dict(),
        SiteMemory(),
        "cecs",
    ).fields
    assert [post["text"] for post in fields["posts"]] == [one.text for one in written]
