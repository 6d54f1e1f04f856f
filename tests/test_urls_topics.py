"""Topics found among the addresses of forums of many address schemes; all addresses are made here."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsbody.urls.clusters import cluster_urls
from newsbody.urls.normalize import split_url
from newsbody.urls.paging import page_hole_of
from newsbody.urls.resolver import Resolver
from newsbody.urls.routes import Route
from newsbody.urls.seen_pages import LinkEvidence
from newsbody.urls.topics import learn_resolver

WORDS = (
    "how to fix my new car engine light when it rains best budget phone for photo help me choose review of the week"
    " why does this happen again old pump broken"
).split()
NAMES = "anna bob carl dave emma fred gina hans ivan jane kurt lena mike nils olga paul".split()
SESSION = "0123456789abcdef0123456789abcdef"


class Dice:
    """Chance of one forum: ids, titles that belong to them, names."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.threads = [self.random.randrange(1000, 99999) for _ in range(35)]
        self.titles = {thread: self.title(4, 8) for thread in self.threads}

    def title(self, least: int, most: int) -> str:
        return "-".join(self.random.sample(WORDS, self.random.randint(least, most)))

    def thread(self) -> int:
        return self.random.choice(self.threads)

    def number(self, end: int) -> int:
        return self.random.randrange(1, end)

    def name(self) -> str:
        return self.random.choice(NAMES)


@dataclass(frozen=True)
class Scheme:
    """Templates of addresses: ``T`` a thread's id, ``S`` its title, ``P`` a post, ``G`` a page, ``U`` a member's
    id, ``N`` a name, ``B`` a board's id, ``L`` the page of the board that lists the thread, ``C`` a short title.
    """

    name: str
    topics: tuple[str, ...]
    others: tuple[str, ...]

    def urls(self, seed: int = 0, count: int = 120) -> tuple[list[str], list[str]]:
        dice = Dice(seed)
        topics = [self._fill(dice, dice.random.choice(self.topics)) for _ in range(count)]
        others = [self._fill(dice, dice.random.choice(self.others)) for _ in range(count)]
        return sorted(set(topics)), sorted(set(others))

    @staticmethod
    def _fill(dice: Dice, template: str) -> str:
        thread = dice.thread()
        values: dict[str, Callable[[], object]] = {
            "T": lambda: thread,
            "S": lambda: dice.titles[thread],
            "P": lambda: dice.number(10**6) + 10**5,
            "G": lambda: 1 + dice.number(5),
            "O": lambda: 20 * dice.number(5),
            "U": lambda: dice.number(5000),
            "N": dice.name,
            "L": lambda: 1 + thread % 3,
            "B": lambda: dice.number(30),
            "C": lambda: dice.title(1, 2),
        }
        filled = re.sub(r"\{([A-Z])\}", lambda hole: str(values[hole[1]]()), template)
        return "http://forum.example/" + filled


SCHEMES = [
    Scheme(
        "slug dot id",
        ("threads/{S}.{T}/", "threads/{S}.{T}/page-{G}", "threads/{S}.{T}/post-{P}", "threads/{S}.{T}/latest"),
        ("members/{N}.{U}/", "forums/{C}.{B}/", "forums/{C}.{B}/page-{G}", "posts/{P}/react", "threads/{S}.{T}/reply"),
    ),
    Scheme(
        "id dash slug",
        ("board/topic/{T}-{S}/", "board/topic/{T}-{S}/?do=find&comment={P}", "board/topic/{T}-{S}/page/{G}/"),
        ("board/profile/{U}-{N}/", "board/forum/{B}-{C}/", "board/search/", "board/gallery/{U}-{C}/"),
    ),
    Scheme(
        "thread and post ids",
        (
            "viewtopic.php?t={T}",
            "viewtopic.php?p={P}",
            "viewtopic.php?f={B}&t={T}&start={O}",
            "viewtopic.php?t={T}&view=next",
        ),
        (
            "memberlist.php?mode=view&u={U}",
            "viewforum.php?f={B}",
            "posting.php?mode=reply&t={T}",
            "posting.php?mode=quote&p={P}",
        ),
    ),
    Scheme(
        "rewritten and dynamic",
        (
            f"thread-{{T}}-{{G}}-{{L}}.html?sid={SESSION}",
            "forum.php?mod=viewthread&tid={T}&page={G}&authorid={U}",
            "forum.php?mod=redirect&goto=findpost&ptid={T}&pid={P}",
        ),
        (
            "forum.php?mod=post&action=reply&tid={T}",
            "forum.php?mod=forumdisplay&fid={B}&filter=hot",
            "forum-{B}-{G}.html",
            "space-uid-{U}.html",
            "home.php?mod=space&uid={U}&do=thread",
        ),
    ),
    Scheme(
        "one script for all",
        ("index.php?topic={T}.0", "index.php?topic={T}.{O}", "index.php?topic={T}.msg{P}"),
        ("index.php?board={B}.0", "index.php?action=profile;u={U}", "index.php?action=print;topic={T}.0"),
    ),
    Scheme(
        "one script with views",
        ("index.php?showtopic={T}", "index.php?showtopic={T}&view=getlastpost", "index.php?showtopic={T}&st={O}"),
        (
            "index.php?showuser={U}",
            "index.php?showforum={B}",
            "index.php?act=mail&mid={U}",
            "index.php?act=search&f={B}",
        ),
    ),
    Scheme(
        "path in the query",
        (
            "index.php?/topic/{T}-{S}/",
            "index.php?/topic/{T}-{S}/page/{G}/",
            "index.php?/topic/{T}-{S}/&do=find&comment={P}",
        ),
        ("index.php?/profile/{U}-{N}/", "index.php?/forum/{B}-{C}/", "index.php?/login/"),
    ),
    Scheme(
        "slug before id",
        ("t/{S}/{T}", "t/{S}/{T}?u=x", "t/{S}/{T}/{G}"),
        ("u/{N}", "c/{C}/{B}", "tag/{N}", "latest", "u/{N}/summary"),
    ),
    Scheme(
        "id before slug",
        ("questions/{T}/{S}", "questions/{T}/{S}?noredirect=1", "questions/{T}/{S}/{P}"),
        ("questions/tagged/{N}", "users/{U}/{N}", "posts/{P}/edit", "a/{P}", "questions/linked/{T}"),
    ),
    Scheme(
        "boards of one word",
        ("g/thread/{T}", "g/thread/{T}/{S}", "pol/thread/{P}"),
        ("g/catalog", "b/{G}", "pol/archive", "rules", "faq"),
    ),
    Scheme(
        "boards with titles",
        (
            "forums/general-talk/{T}-{S}.html",
            "forums/general-talk/{T}-{S}-post{P}.html",
            "forums/grow-list/{P}-how-to-{C}-my-{C}.html",
        ),
        ("forums/members/{U}.html", "forums/general-talk/index{G}.html", "forums/search.php?do=find&id={U}"),
    ),
    Scheme(
        "letter and id",
        ("t{T}-{S}.html", "t{T}-{S}-post{P}.html", "t{T}-{S}-new-post.html"),
        ("f{B}-{C}", "member{U}.html", "search.php?do=find&id={U}", "private.php?do=new&u={U}"),
    ),
    Scheme(
        "page number on the id",
        ("{T}.html", "{T}-{G}.html"),
        ("vote", "news-{G}", "user/{U}", "post.php?fid={B}"),
    ),
    Scheme(
        "no ids at all",
        ("forums/topic/{S}/", "forums/topic/{S}/page/{G}/"),
        ("forums/forum/{C}/", "forums/users/{N}/", "forums/users/{N}/replies/", "forums/reply/{P}/edit/"),
    ),
]

by_name = pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.name)


def f_score(resolver: Resolver | None, topics: list[str], others: list[str]) -> float:
    assert resolver is not None
    hits = sum(resolver.kind(url) == "topic" for url in topics)
    false = sum(resolver.kind(url) == "topic" for url in others)
    return 2 * hits / (len(topics) + hits + false)


@by_name
def test_topics_are_found_without_an_example(scheme: Scheme) -> None:
    topics, others = scheme.urls()
    unseen_topics, unseen_others = scheme.urls(seed=1)
    resolver = learn_resolver(topics + others)
    assert f_score(resolver, topics, others) > 0.98
    assert f_score(resolver, unseen_topics, unseen_others) > 0.98


@by_name
def test_topics_are_found_with_any_example(scheme: Scheme) -> None:
    topics, others = scheme.urls()
    for example in topics[::25]:
        assert f_score(learn_resolver(topics + others, topic=example), topics, others) > 0.98


@by_name
def test_the_regex_finds_what_the_resolver_calls_topics(scheme: Scheme) -> None:
    topics, others = scheme.urls()
    resolver = learn_resolver(topics + others)
    assert resolver is not None
    regex = re.compile(resolver.to_regex())
    for url in topics:
        assert regex.search(url)
        assert regex.search(url.replace("http://", "https://www."))
    found = [url for url in others if regex.search(url)]
    assert not found


@by_name
def test_canonical_addresses(scheme: Scheme) -> None:
    topics, others = scheme.urls()
    resolver = learn_resolver(topics + others)
    assert resolver is not None
    for url in topics:
        canonical = resolver.canonical(url)
        assert resolver.kind(canonical) == "topic"
        assert resolver.canonical(canonical) == canonical
        assert resolver.thread_key(canonical) == resolver.thread_key(url)
        assert resolver.page(canonical) == resolver.page(url)
        assert SESSION not in canonical
    keys = {(resolver.thread_key(url), resolver.page(url)) for url in topics} - {(None, 1)}
    assert len({resolver.canonical(url) for url in topics if resolver.thread_key(url)}) == len(keys)


@by_name
def test_a_resolver_survives_json(scheme: Scheme) -> None:
    topics, others = scheme.urls()
    resolver = learn_resolver(topics + others)
    assert resolver is not None
    again = Resolver.from_dict(json.loads(json.dumps(resolver.to_dict())))
    assert again == resolver
    assert hash(again) == hash(resolver)


@by_name
def test_order_and_repeats_do_not_matter(scheme: Scheme) -> None:
    topics, others = scheme.urls()
    urls = topics + others
    shuffled = urls + urls[::3]
    random.Random(7).shuffle(shuffled)
    assert learn_resolver(urls) == learn_resolver(shuffled)


@pytest.mark.parametrize(
    ("scheme", "url", "canonical", "key", "page"),
    [
        ("slug dot id", "threads/x-y.7/post-99", "threads/x-y.7/", "7", 1),
        ("slug dot id", "threads/x-y.7/page-3?utm_source=z", "threads/x-y.7/page-3", "7", 3),
        ("id dash slug", "board/topic/7-x/?do=findComment&comment=9", "board/topic/7-x/", "7", 1),
        ("thread and post ids", "viewtopic.php?start=40&t=7&f=2", "viewtopic.php?t=7&start=40", "7", 40),
        ("thread and post ids", "viewtopic.php?p=812345&sid=" + SESSION, "viewtopic.php?p=812345", None, 1),
        ("rewritten and dynamic", "thread-7-2-9.html", "thread-7-2-1.html", "7", 2),
        ("rewritten and dynamic", "forum.php?authorid=3&tid=7&mod=viewthread&page=2", "thread-7-2-1.html", "7", 2),
        ("rewritten and dynamic", "forum.php?mod=redirect&goto=findpost&ptid=7&pid=9", "thread-7-1-1.html", "7", 1),
        ("one script for all", "index.php?topic=7.msg8#msg8", "index.php?topic=7.0", "7", 1),
        ("one script for all", "index.php?topic=7.40", "index.php?topic=7.40", "7", 40),
        ("one script with views", "index.php?showtopic=7&view=getlastpost", "index.php?showtopic=7", "7", 1),
        ("id before slug", "questions/7/x-y/8#8", "questions/7/x-y", "7", 1),
        ("boards with titles", "forums/grow-list/7-x-y-post88.html", "forums/grow-list/7-x-y.html", "7", 1),
        ("letter and id", "t7-x-y-new-post.html", "t7-x-y.html", "7", 1),
        ("page number on the id", "7-3.html", "7-3.html", "7", 3),
        ("no ids at all", "forums/topic/x-y-z/page/2/", "forums/topic/x-y-z/page/2/", "x-y-z", 2),
    ],
)
def test_one_thread_page_has_one_address(scheme: str, url: str, canonical: str, key: str | None, page: int) -> None:
    topics, others = next(known for known in SCHEMES if known.name == scheme).urls()
    resolver = learn_resolver(topics + others)
    assert resolver is not None
    full = "http://forum.example/" + url
    assert resolver.kind(full) == "topic"
    assert resolver.canonical(full) == "http://forum.example/" + canonical
    assert resolver.thread_key(full) == key
    assert resolver.page(full) == page


@pytest.mark.parametrize(
    ("scheme", "url", "kind"),
    [
        ("slug dot id", "threads/x-y.7/reply?quote=3", "other"),
        ("slug dot id", "threads/x-y.7/print", "other"),
        ("slug dot id", "forums/x.3/page-9", "list"),
        ("slug dot id", "", "list"),
        ("slug dot id", "threads/x-y.7/photo.jpg", "other"),
        ("rewritten and dynamic", "forum-3-2.html", "list"),
        ("rewritten and dynamic", "forum.php?mod=forumdisplay&fid=3&filter=new", "list"),
        ("rewritten and dynamic", "?do=something", "other"),
        ("rewritten and dynamic", "forum.php?mod=post&action=reply&tid=7", "other"),
        ("rewritten and dynamic", "forum.php?mod=viewthread&tid=7&action=printable", "other"),
        ("thread and post ids", "viewforum.php?f=3", "list"),
        ("thread and post ids", "memberlist.php?mode=view&u=3", "other"),
    ],
)
def test_kinds(scheme: str, url: str, kind: str) -> None:
    topics, others = next(known for known in SCHEMES if known.name == scheme).urls()
    resolver = learn_resolver(topics + others)
    assert resolver is not None
    assert resolver.kind("http://forum.example/" + url) == kind
    assert resolver.kind("http://elsewhere.example/" + url) == "other"


def test_scheme_and_www_variants_are_one_page() -> None:
    topics, others = SCHEMES[0].urls()
    urls = [url.replace("http://", "https://www.") for url in topics + others]
    resolver = learn_resolver(urls)
    assert resolver is not None
    assert resolver.canonical("http://forum.example/threads/x.7/latest") == "https://www.forum.example/threads/x.7/"


def test_an_address_inside_a_login_link_is_the_example() -> None:
    topics, others = SCHEMES[2].urls()
    example = "http://forum.example/ucp.php?mode=login&redirect=viewtopic.php%3Ft%3D7"
    resolver = learn_resolver(topics + others, topic=example)
    assert resolver is not None
    assert resolver.kind("http://forum.example/viewtopic.php?t=8") == "topic"
    assert resolver.kind(example) == "other"


def test_a_broken_address_inside_the_example_is_left_alone() -> None:
    topics, others = SCHEMES[2].urls()
    resolver = learn_resolver(topics + others, topic="http://forum.example/viewtopic.php?t=7&next=http://[")
    assert resolver is not None
    assert resolver.canonical("http://forum.example/viewtopic.php?t=7&next=http://[").endswith("viewtopic.php?t=7")


def test_pages_behind_the_links_decide() -> None:
    urls = [f"http://site.example/a/{n}" for n in range(1, 60)] + [f"http://site.example/b/{n}" for n in range(1, 60)]
    posts = {url: LinkEvidence(anchor_length=30, list_pages=2, count=2, posts=9) for url in urls if "/b/" in url}
    none = {url: LinkEvidence(anchor_length=4, count=1, posts=0) for url in urls if "/a/" in url}
    paged = [f"http://site.example/{kind}/{n}?page={p}" for kind in "ab" for n in range(1, 20) for p in (2, 3)]
    resolver = learn_resolver(urls + paged, links=posts | none)
    assert resolver is not None
    assert resolver.kind("http://site.example/b/999") == "topic"
    assert resolver.kind("http://site.example/a/999") == "other"


def test_confidence_says_how_sure_the_choice_is() -> None:
    topics, others = SCHEMES[0].urls()
    clear = learn_resolver(topics + others)
    rival = [url.replace("threads", "talks") for url in topics]
    torn = learn_resolver([*topics, *rival, *others], prior=0)
    assert clear is not None
    assert clear.confidence > 0.9
    assert torn is None or torn.confidence < clear.confidence


def test_a_news_site_has_no_topics() -> None:
    dice = Dice(3)
    articles = [
        f"http://news.example/2024/0{dice.number(9)}/{10 + dice.number(18)}/{dice.title(5, 9)}" for _ in range(150)
    ]
    rest = [f"http://news.example/{name}" for name in (*NAMES, "login", "about", "sport/live")]
    assert learn_resolver(articles + rest) is None


@pytest.mark.parametrize(
    "urls", [[], ["http://a.example/"], ["mailto:a@b.example"] * 40, ["http://a.example/x.png"] * 40]
)
def test_too_little_to_decide(urls: list[str]) -> None:
    assert learn_resolver(urls) is None


def test_an_example_that_is_no_address_is_refused() -> None:
    with pytest.raises(ValueError, match="no web address: 'mailto:x@y'"):
        learn_resolver(["http://a.example/"], topic="mailto:x@y")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 0}, "format 0, expected 1"),
        ({"topics": []}, "'topics'"),
        ({"confidence": 7}, "between 0 and 1: 7"),
        ({"aliases": [9]}, "aliases"),
        ({"topics": [{"road": []}]}, "a route needs 'path'"),
        ({"topics": [{"path": [1, 2]}]}, "not a route"),
        ({"topics": [{"path": [{}]}]}, "not a route"),
        ({"topics": [{"path": ["{s}{s}{s}{s}{s}"]}]}, "holes side by side"),
        ({"topics": [{"path": ["{s}-{s}-{s}-{s}-{s}"]}]}, "too many texts"),
        ({"numberings": [{"after": "{s}{s}{s}"}]}, "holes side by side"),
    ],
)
def test_damaged_data_is_refused(change: dict[str, object], message: str) -> None:
    topics, others = SCHEMES[0].urls()
    resolver = learn_resolver(topics + others)
    assert resolver is not None
    with pytest.raises(ValueError, match=message):
        Resolver.from_dict(resolver.to_dict() | change)


@settings(max_examples=60)
@given(st.lists(st.text("/?&=.-{}%:#1a中", max_size=20).map("http://a.example/".__add__), max_size=40))
def test_any_addresses(urls: list[str]) -> None:
    resolver = learn_resolver(urls, topic=urls[0] if urls else None)
    for url in [*urls, "", "http://a.example/\x00", "//"]:
        if resolver is not None:
            assert resolver.kind(url) in ("topic", "list", "other")
            re.compile(resolver.to_regex())
            resolver.thread_key(url)
            resolver.page(url)
            assert isinstance(resolver.canonical(url), str)


def test_clusters_cover_the_sample_once() -> None:
    topics, others = SCHEMES[3].urls()
    parts = {part for url in topics + others if (part := split_url(url)) is not None}
    clusters = cluster_urls(list(parts))
    members = [member for group in clusters.groups for member in group.members]
    assert sorted(members, key=repr) == sorted(parts, key=repr)
    assert len(clusters.centres) == len(clusters.groups)


def test_regex_of_a_path_in_the_query() -> None:
    route = Route(path=("index.php??", "lumes", "{s}.{n}"), id_hole=1)
    assert re.search(route.to_regex(), "http://a.example/index.php?lumes/the-title.12/page-2")
    assert not re.search(route.to_regex(), "http://a.example/index.php?/lumes/the-title.12/")
    named = Route(path=("index.php?u=", "lumes", "{n}"), id_hole=0)
    assert re.search(named.to_regex(), "http://a.example/index.php?u=/lumes/12/page-2")
    assert not re.search(named.to_regex(), "http://a.example/index.php?/lumes/12/")


def test_script_that_shows_topics_is_no_list_whatever_else_it_is_asked_for() -> None:
    script = "http://f.test/index.php"
    topics = [f"{script}?act=thread&t={n}" for n in range(300, 340)]
    boards = [f"{script}?act=board&f={n}&start={at}" for n in range(3, 9) for at in (0, 20)]
    others = [f"{script}?{key}={n}" for key in ("lumo", "pola") for n in range(300, 306)]
    resolver = learn_resolver([script, *topics, *boards, *others], topic=topics[0])
    assert resolver is not None
    assert {resolver.kind(url) for url in others} == {"other"}
    assert [resolver.kind(url) for url in (script, topics[5], boards[2])] == ["list", "topic", "list"]


def test_the_name_of_a_script_makes_none_of_its_other_pages_a_list() -> None:
    urls = [f"http://f.example/index.php?t=msg&th={n}" for n in range(300, 340)]
    urls += [f"http://f.example/index.php?t=ppm&to={n}" for n in range(40, 60)]
    urls += [f"http://f.example/index.php?t=forumview&frm={n}" for n in range(4, 14)]
    resolver = learn_resolver(urls, "http://f.example/index.php?t=msg&th=301")
    assert resolver is not None
    kinds = [resolver.kind(f"http://f.example/index.php?t={asked}") for asked in ("forumview&frm=20", "ppm&to=70")]
    assert kinds == ["list", "other"]


@pytest.mark.parametrize(("query", "is_thread"), [("qa=12", True), ("qa=users", False), ("tag=7", False)])
def test_a_key_has_a_number_where_words_there_choose_other_pages(query: str, is_thread: bool) -> None:
    parts = split_url(f"http://f.test/index.php?{query}")
    assert parts
    assert bool(Route(("index.php",), ids=("qa", "tag"), numbers=("qa",)).match(parts)) == is_thread


@pytest.mark.parametrize(
    ("rows", "hole"),
    [
        ([("7", "5", "1"), ("8", "5", "2"), ("9", "6", "1")], 2),
        ([("1", "5", "900"), ("2", "5", "71000"), ("3", "6", "88")], None),  # pages stand behind; those are posts
    ],
)
def test_pages_are_small_numbers_behind_the_key(rows: list[tuple[str, str, str]], hole: int | None) -> None:
    assert page_hole_of(rows, 1, (0, 2)) == hole
