"""USC: which URLs of a forum are topics (Liu, Tan, Fu, Wang, section 3.1.4), on real link sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from urllib.parse import urljoin

from newsbody.urls.alike import alike, any_folder, boards_beside, share_keys
from newsbody.urls.boards import any_board, of_one_kind
from newsbody.urls.clusters import cluster_urls
from newsbody.urls.crawl_evidence import Crawled, look
from newsbody.urls.derive import derive_routes
from newsbody.urls.evidence import PRIOR, Judged, judge, sureness
from newsbody.urls.join import boards_unseen, goes_on, leads_away, of_any_board, shows_same
from newsbody.urls.judge import Facts, best_hypothesis
from newsbody.urls.named_groups import alias_route, list_routes
from newsbody.urls.normalize import WRAPPING_KEYS, UrlParts, is_media, local, split_url
from newsbody.urls.off_topic import is_sound, paths_apart
from newsbody.urls.parted import split_by_posts
from newsbody.urls.resolver import Resolver
from newsbody.urls.routes import ACTION_WORDS, Route
from newsbody.urls.seen_pages import LinkEvidence, SeenPage

#: Fewer different addresses say nothing about a site.
MIN_SAMPLE = 10

#: Below, the choice is no better than a coin: a site without topics, or a sample without any. Of 200 lists made at
#: random no right choice was below, five wrong ones and two thirds of the news sites that were taken for forums.
MIN_CONFIDENCE = 0.55

#: Each so many addresses like the given example halve what is left of the doubt whether the pattern holds.
SURE_MEMBERS = 5

#: Groups of addresses that are tried as those of topics where pages tell which is right.
MAX_MAINS = 6

__all__ = ["LinkEvidence", "learn_resolver"]


def learn_resolver(
    urls: Sequence[str],
    topic: str | None = None,
    links: Mapping[str, LinkEvidence] | None = None,
    prior: float = PRIOR,
    pages: Sequence[SeenPage] = (),
    moved: Mapping[str, str] | None = None,
) -> Resolver | None:
    """Learn from addresses of one site which show topics, and how one topic page is told from another.

    Of the :func:`hypotheses` about them the one that the judge gives most; None when there is none.
    """
    found = hypotheses(urls, topic, links, prior, pages, moved)
    best = best_hypothesis(found, Facts(pages)) if pages else None
    return best.resolver if best else next(found, None)


def hypotheses(
    urls: Sequence[str],
    topic: str | None = None,
    links: Mapping[str, LinkEvidence] | None = None,
    prior: float = PRIOR,
    pages: Sequence[SeenPage] = (),
    moved: Mapping[str, str] | None = None,
) -> Iterator[Resolver]:
    """What addresses of one site may mean, the likeliest by what they look like first.

    ``urls``: a sample, as found in pages; 100 to 300 are enough. Order, repeats and foreign hosts do not matter.
    ``topic``: the address of one topic page, when one is known.
    ``links``: what is known of the links to some of the addresses.
    ``pages``: pages that were fetched. What they show goes before what addresses look like.
    ``moved``: which addresses were redirected, and where to.
    ``prior``: weight of everyday words of address schemes; 0 leaves structure alone to decide.
    None at all when the sample is too small or nothing in it looks like topics.
    Raises ValueError when ``topic`` is no web address.
    """
    example = _unwrapped(split_url(topic)) if topic else None
    if topic and example is None:
        raise ValueError(f"the topic address is no web address: {topic!r}")
    sample = {parts for parts in map(split_url, urls) if parts is not None}
    hosts = Counter(parts.host for parts in sample)
    host = example.host if example else min(hosts, key=lambda name: (-hosts[name], name), default="")
    origins = Counter(f"{parts.scheme}://{parts.netloc}" for parts in sample if parts.host == host and parts.scheme)
    origin = min(origins, key=lambda name: (-origins[name], name), default="")
    own = {local(parts) for parts in sample if parts.host in (host, "")} | ({local(example)} if example else set())
    crawled = look(pages, own, _redirects(moved or {}, host)) if pages else None
    if crawled is not None:
        own = {crawled.stem(parts) for parts in own}
        example = crawled.stem(example) if example else None
    plain = [parts for parts in own if not is_media(parts)]
    if len(plain) < (1 if example else MIN_SAMPLE):
        return
    known = {local(parts): item for url, item in (links or {}).items() if (parts := split_url(url)) is not None}
    groups = cluster_urls(plain).groups
    if crawled is not None:
        groups = [part for group in groups for part in split_by_posts(group, crawled)]
        groups = of_one_kind(groups, crawled)
    judged = [judge(group, known, prior, crawled) for group in groups]
    judged.sort(key=lambda j: (-j.topic, str(j.group.head)))
    if example is None:
        for main in _mains(judged, crawled):
            resolver = replace(_resolver(host, main, judged, (), crawled), origin=origin)
            if crawled or resolver.confidence >= MIN_CONFIDENCE:
                yield resolver
            if crawled and (anew := _in_any_folder(resolver, own, crawled)):
                yield anew
        return
    named = next((j for j in judged if local(example) in j.group.members), None)
    if named is None:  # the example names a file that is no page
        return
    # An address that leads to a place in a thread is an example of the thread.
    main = next((j for j in judged if j.topic > named.topic and alias_route(j, named) is not None), named)
    allowed = ACTION_WORDS.intersection(main.route.beside(example))
    given = 1.0 - 0.5 ** (1 + len(main.group.members) / SURE_MEMBERS)
    resolver = _resolver(host, main, judged, allowed, crawled)
    yield replace(resolver, confidence=round(given, 4), origin=origin)


def _in_any_folder(resolver: Resolver, own: Iterable[UrlParts], crawled: Crawled) -> Resolver | None:
    """The same with a folder of any name where ids start anew: ``/devel/msg1.html``, ``/users/msg1.html``.

    Topics, of which pages were seen to show posts, differ in it alone, or stand in one beside which there are others:
    the first pages of an archive of letters may all be of one list.
    """
    shown = [parts for parts, posts in crawled.first_posts.items() if posts]
    if not all(any(map(route.match, shown)) for route in resolver.topics):
        return None
    first, *others = resolver.topics
    paths = [route.path for route in others if len(route.path) == len(first.path)]
    if not others:
        folders = {route.path for route in resolver.lists if route.path and route.path == first.path[: len(route.path)]}
        paths = [(*parts.path, *first.path[len(parts.path) :]) for parts in own if _is_beside(folders, parts.path)]
    differing = [[at for at, (x, y) in enumerate(zip(first.path, path, strict=True)) if x != y] for path in paths]
    if not paths or len(paths) < len(others) or len(places := set(chain.from_iterable(differing))) != 1:
        return None
    if not all(differing) or (place := places.pop()) == len(first.path) - 1:
        return None
    hole = sum(piece.count("{") for piece in first.path[:place])
    lists = (any_folder(route, place) if len(route.path) > place else route for route in resolver.lists)
    topics = (replace(any_folder(first, place), within=(hole,)),)
    return replace(resolver, topics=topics, lists=tuple(dict.fromkeys(lists)), aliases=())


def _is_beside(folders: Collection[tuple[str, ...]], path: tuple[str, ...]) -> bool:
    """Does a path differ from one of some folders in its last piece alone?"""
    return path not in folders and any(len(one) == len(path) and one[:-1] == path[:-1] for one in folders)


def _mains(judged: Sequence[Judged], crawled: Crawled | None) -> Iterator[Judged]:
    """The groups that may be those of topics: where pages were seen several, each by what may name its threads."""
    if crawled is None:
        yield judged[0]
        return
    for main in judged[:MAX_MAINS]:
        for route in derive_routes(main.group, crawled):
            yield replace(main, route=route)


def _redirects(moved: Mapping[str, str], host: str) -> Iterator[tuple[UrlParts, UrlParts]]:
    """The redirects within a host."""
    for url, to in sorted(moved.items()):
        asked, parts = split_url(url), split_url(to)
        if asked is not None and parts is not None and asked.host == parts.host == host:
            yield asked, parts


def _unwrapped(example: UrlParts | None) -> UrlParts | None:
    """The address inside an address (``login?redirect=viewtopic.php%3Ft%3D7``): that is the page that was meant."""
    if example is None:
        return None
    for key, value in example.query:
        if key.lower() in WRAPPING_KEYS and ("?" in value or "/" in value):
            try:
                inner = split_url(urljoin(example.unsplit(), value))
            except ValueError:  # a broken host: no address
                continue
            if inner is not None and inner.host == example.host:
                return inner
    return example


def _resolver(
    host: str, main: Judged, judged: Sequence[Judged], allowed: Iterable[str], crawled: Crawled | None = None
) -> Resolver:
    """The resolver of a topic group and of what is alike; its confidence is the lead over the rest."""
    paths = Counter(j.group.path for j in judged)
    whole = not main.group.query and not main.group.keyed_by_path and paths[main.group.path] == 1
    excluded, numbers = _excluded(main, judged), _numbers(main, judged)
    main = replace(main, route=replace(main.route, whole_script=whole, excluded=excluded, numbers=numbers))
    topics = [main.route]
    family = [main]
    taken = [main]
    seen_twice = False
    boards = {} if crawled else boards_beside(main, judged)
    for other in judged:
        if other.group is main.group:
            continue
        if crawled is not None and crawled.shows_none(other.group.members):
            continue
        away = crawled is not None and leads_away(main, other, crawled)
        joined = None if away else alike(main, other, unseen=crawled is None) or boards.get(other.group.head)
        if joined is not None and joined.path[-1] == main.route.path[-1]:
            joined = replace(joined, endings=tuple(sorted({*joined.endings, *main.route.endings})))
        if joined is None and (joined := alias_route(main, other)) is not None:
            joined = replace(joined, place=crawled is not None and not goes_on(other, crawled))
            family.append(replace(other, route=joined))
        if joined is None and crawled is not None:
            joined = shows_same(main, other, crawled)
        if joined is not None:
            topics += [joined] * (joined not in topics)
            taken.append(other)
            seen_twice = seen_twice or share_keys(main, other)
    rest = _others(judged, taken)
    if crawled is not None and (unseen := boards_unseen(taken, rest, crawled)):
        topics += [board.route for board in unseen]
        taken += unseen
        rest = _others(judged, taken)
    sound = crawled is not None or is_sound(topics, taken, rest)
    if crawled is not None:
        none = [other.group.members for other in judged if crawled.shows_none(other.group.members)]
        topics += any_board(topics, chain.from_iterable(none))
        topics += of_any_board(topics, taken)
    main = replace(main, signs=main.signs or seen_twice)
    topics = _paged_alike(topics)
    home = _home(family)
    topics.sort(key=lambda route: route != home)
    aliases = tuple(topics.index(member.route) for member in family if member.route != home) if home.renderable else ()
    routes = tuple(replace(route, allowed=tuple(sorted(allowed))) for route in topics)
    lists = list_routes(main.route, rest)
    ways = crawled.ways if crawled else ()
    apart = tuple(paths_apart(routes, taken, rest, crawled)) if crawled else ()
    sure = round(sureness(rest, main) if sound else 0.0, 4)
    return Resolver(host, routes, lists, aliases, sure, numberings=ways, apart=apart)


def _paged_alike(topics: Sequence[Route]) -> list[Route]:
    """The routes of threads, of which one that no link to a later page was met of has its pages as another has.

    Of `/d/5?page=2` and `/d/7-moss` the first pages of a crawl show no more where a thread with a title has one page.
    """
    paged = next((one for one in topics if one.page_key and one.id_hole is not None and not one.place), None)
    if paged is None:
        return list(topics)
    alike = partial(replace, page_key=paged.page_key, first_page=paged.first_page)
    return [alike(one) if _has_one_page(one) else one for one in topics]


def _has_one_page(route: Route) -> bool:
    has_more = route.page_key or route.page_hole is not None or route.page_tail or route.ids
    return route.id_hole is not None and not (has_more or route.place)


def _others(judged: Iterable[Judged], taken: Sequence[Judged]) -> list[Judged]:
    return [other for other in judged if all(other.group is not one.group for one in taken)]


def _excluded(main: Judged, judged: Sequence[Judged]) -> tuple[str, ...]:
    """Keys that choose other kinds of page of a script that serves every kind: ``action=print;topic=7`` is no topic."""
    own = {key for parts in main.group.members for key, _ in parts.query}
    chosen = {j.group.query[0] for j in judged if j.group.path == main.group.path and j.group.query}
    named = {key for key, value in chosen if value is not None}
    return tuple(sorted(named - own)) if any(value is None for _, value in main.group.query) else ()


def _numbers(main: Judged, judged: Sequence[Judged]) -> tuple[str, ...]:
    """Keys that have a number on all topics, and words on other pages of their script."""
    own = [key for key, value in main.group.query if value is None]
    named = {key for j in judged if j.group.path == main.group.path for key, value in j.group.query if value}
    values = {key: [dict(parts.query).get(key, "") for parts in main.group.members] for key in own if key in named}
    return tuple(key for key, found in values.items() if all(value[:1].isdecimal() for value in found))


def _home(family: Sequence[Judged]) -> Route:
    """Of several forms of one thread's address the one sites link to: the rewritten one, where a form is rewritten."""
    main = family[0].route
    rewritten = [member for member in family if member.group.keyed_by_path and member.route.renderable]
    best = max(rewritten, key=lambda member: (member.keys, member.group.head), default=family[0])
    return best.route if main.renderable else main
