"""The one judge of hypotheses: what a resolver explains of fetched pages and their links, and what contradicts it.

A hypothesis says which addresses are pages of threads, and of which thread and page each is. Fetched pages agree or
not: pages of threads show posts, pagers stay with their thread, lists link to threads by their titles. What is found is
a table of features, one row for a hypothesis; the score is their weighted sum, in bits
(:mod:`newsbody.urls.judge_weights`).
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from math import exp, log2
from urllib.parse import urldefrag

from newsbody.urls.crawl_evidence import MIN_TITLE_WORDS
from newsbody.urls.doubt import MANY_TITLES, many_titled, rows_on, shortest, titles_of_rows, unnumbered
from newsbody.urls.judge_weights import WEIGHTS
from newsbody.urls.normalize import UrlParts, split_url
from newsbody.urls.resolver import Found, Resolver
from newsbody.urls.seen_pages import SeenPage, first_post, form_of, naming_posts, pagers, stated_addresses
from newsbody.urls.shapes import words_in

#: Words of a title beyond which it is no longer one for a thread rather than for a board or a member.
LONG_TITLE = 6

#: What stands on more pages may be words that many say, none that one page repeats of another.
MOST_OWNERS = 2

#: So many posts of one author alone are what a member wrote, rather than a thread.
LEAST_MONOLOGUE = 4

#: Hypotheses that are looked at closely, the best by their scores.
MAX_REFINED = 3

#: Bits against a hypothesis with which the search ends: a title or two that lead elsewhere.
UNCONTESTED = 3.0

#: Features that say how long a hypothesis is to say, not what contradicts it.
LENGTH = frozenset(("routes", "numberings", "words"))

#: The confidence of what is hardly better than the next; 0 is that of a resolver known to be wrong. Larger leads than
#: so many bits are as good as certain.
LEAST_CONFIDENCE, MAX_LEAD = 0.01, 100.0


@dataclass(frozen=True, slots=True)
class SeenLinks:
    """What one page says beside its posts: links with titles, pagers that certainly are, links that are numbers.

    ``stated``: the address that it states for itself, where that is to be believed; else its own. ``titled``: with each
    link how many posts begin before it, or links where that is not known. ``row_titles``: those that are a row's title.
    """

    page: SeenPage
    stated: str
    titled: Mapping[tuple[str, str], int]
    row_titles: Collection[tuple[str, str]]
    rows: Sequence[Mapping[int, str]]
    numbered: Sequence[tuple[int, str]]


class Facts:
    """What fetched pages say, gathered once for all hypotheses about them."""

    def __init__(self, pages: Sequence[SeenPage]) -> None:
        named = naming_posts(pages)
        # What has pages is not shown as a whole.
        self.named = named if named and not any(page.posts and rows_on(page) for page in pages) else ""
        self.pages = [replace(page, url=first_post(page, named)) for page in pages] if self.named else pages

    @cached_property
    def links(self) -> list[SeenLinks]:
        """The links of each page, in its order."""
        stated = stated_addresses(self.pages)
        return [
            SeenLinks(
                page, _stated(page, stated.get(page.url)), _titled(page), _in_rows(page), rows_on(page), _numbered(page)
            )
            for page in self.pages
        ]


def _stated(page: SeenPage, stated: UrlParts | None) -> str:
    own = split_url(page.url)
    if own is None or stated is None:
        return page.url
    return replace(stated, scheme=own.scheme, netloc=own.netloc, host=own.host).unsplit()


def _titled(page: SeenPage) -> dict[tuple[str, str], int]:
    """The links of a page with a title to other pages."""
    own, found = urldefrag(page.url).url, dict[tuple[str, str], int]()
    for number, (link, text) in enumerate(page.links):
        if words_in(text) >= MIN_TITLE_WORDS and (url := urldefrag(link).url) != own:
            begun = bisect(page.links_before, number) if page.links_before else number
            found.setdefault((url, text.casefold()), begun)
    return found


def _in_rows(page: SeenPage) -> set[tuple[str, str]]:
    own = urldefrag(page.url).url
    titles = ((urldefrag(url).url, text.casefold()) for url, text in titles_of_rows(page.links))
    return {(url, text) for url, text in titles if url != own}


def _numbered(page: SeenPage) -> list[tuple[int, str]]:
    rows = (row for row, _ in pagers(page.links))
    return sorted({(number, parts.unsplit()) for row in rows for number, parts in row.items() if number > 1})


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge says of a hypothesis, in bits.

    ``against``: what contradicts it, as a part of its score; ``evidence``: the score but for its length, by which a
    resolver in use is compared, since pages of other days may have shown what these few do not.
    """

    score: float
    against: float
    evidence: float
    resolver: Resolver

    @property
    def is_uncontested(self) -> bool:
        """Does next to nothing contradict it?"""
        return self.score > self.against and self.against <= UNCONTESTED


def judge_hypothesis(resolver: Resolver, facts: Facts) -> Verdict:
    """Of two hypotheses about the same pages the one with the higher score is to be believed."""
    worth = {name: WEIGHTS[name] * value for name, value in weigh_features(resolver, facts).items()}
    evidence = {name: bits for name, bits in worth.items() if name not in LENGTH}
    against = sum(bits for bits in evidence.values() if bits < 0)
    return Verdict(sum(worth.values()), -against, sum(evidence.values()), resolver)


def best_hypothesis(found: Iterable[Resolver], facts: Facts) -> Verdict | None:
    """The best of some hypotheses, and of what is left of them without what they are better without.

    The likeliest comes first; where next to nothing contradicts it nothing else is looked at.
    """
    judged = []
    for resolver in found:
        judged.append(judge_hypothesis(resolver, facts))
        if len(judged) == 1 and judged[0].is_uncontested:
            return _with_lead(judged[0], [])
    mains = {replace(one.resolver, topics=one.resolver.topics[:1], aliases=()) for one in judged}
    judged += [judge_hypothesis(main, facts) for main in sorted(mains - {one.resolver for one in judged}, key=str)]
    ranked = sorted(judged, key=lambda verdict: -verdict.score)
    close = dict.fromkeys((*ranked[:MAX_REFINED], *judged[:1]))
    refined = [_refined(verdict, facts) for verdict in close]
    best = max(refined, key=lambda verdict: verdict.score, default=None)
    return (
        _with_lead(best, [one for one in ranked if one.resolver.topics[0] != best.resolver.topics[0]]) if best else None
    )


def _with_lead(best: Verdict, others: Sequence[Verdict]) -> Verdict:
    """The verdict with the confidence that its lead over the next one gives, on a logistic curve."""
    lead = best.score - max((other.score for other in others), default=0.0)
    sure = round(max(1 / (1 + exp(-lead / 2)), LEAST_CONFIDENCE), 4) if lead > -MAX_LEAD else LEAST_CONFIDENCE
    return replace(best, resolver=replace(best.resolver, confidence=max(sure, best.resolver.confidence)))


def _refined(verdict: Verdict, facts: Facts) -> Verdict:
    better = True
    while better:
        most = max((judge_hypothesis(one, facts) for one in _simpler(verdict.resolver)), key=lambda one: one.score,
                   default=verdict)  # fmt: skip
        better = most.score > verdict.score
        verdict = most if better else verdict
    return verdict


def _simpler(resolver: Resolver) -> Iterator[Resolver]:
    """The hypotheses that say less: without one of several routes, a key that names posts, or a way of numbering."""
    if len(resolver.topics) > 1:
        yield from map(resolver.without_route, range(len(resolver.topics)))
    for place, route in enumerate(resolver.topics):
        for key in route.ids[1:]:
            fewer = replace(route, ids=tuple(other for other in route.ids if other != key))
            yield replace(resolver, topics=(*resolver.topics[:place], fewer, *resolver.topics[place + 1 :]))
    for way in resolver.numberings:
        yield replace(resolver, numberings=tuple(other for other in resolver.numberings if other != way))


def weigh_features(resolver: Resolver, facts: Facts) -> dict[str, float]:
    """The features of a hypothesis, by the names that they have in the table of weights."""
    places: dict[str, Found] = {}

    def look(url: str) -> Found:
        if (place := places.get(url)) is None:
            place = places[url] = resolver.look(url)
        return place

    return {
        **_from_links(look, facts.links),
        **_from_posts(look, facts.links),
        **_from_pagers(resolver, look, facts.links),
        "routes": float(len(resolver.topics)),
        "numberings": float(len(resolver.numberings)),
        "words": sum("{" not in piece for route in resolver.topics for piece in route.path),
    }


def _from_links(look: Callable[[str], Found], links: Sequence[SeenLinks]) -> dict[str, float]:
    """Lists link to each thread by its title, and to no two by many titles each; ``/post/7`` may redirect into one."""
    titles: dict[str, set[str]] = defaultdict(set)
    of_threads: dict[str | None, set[str]] = defaultdict(set)
    others: dict[str, set[str]] = defaultdict(set)
    into = {_form(one.page.asked) for one in links if one.page.asked and look(one.page.url).kind == "topic"}
    for one in links:
        own = look(one.page.url)
        for url, text in one.row_titles:
            place = look(url)
            if place.number is not None and place.page != own.page:
                titles[place.page].add(text)
                of_threads[place.thread].add(text)
            elif place.kind != "topic" and not (into and _form(url) in into):
                others[place.page].add(text)
    titles = {page: shortest(texts) for page, texts in titles.items()}
    said = Counter(text for texts in titles.values() for text in texts)
    named = [max(min(words_in(text), LONG_TITLE) for text in texts) / LONG_TITLE for texts in titles.values()
             if len(texts) < MANY_TITLES and any(said[text] == 1 for text in texts)]  # fmt: skip
    long = sum(any(words_in(text) >= LONG_TITLE for text in texts - said.keys()) for texts in others.values())
    return {
        "titled": log2(1 + sum(named)),
        "shared": log2(1 + len(many_titled(of_threads))),
        "passed_by": log2(1 + long),
    }


def _form(url: str) -> Hashable:
    parts = split_url(url)
    return form_of(parts) if parts else None


def _from_posts(look: Callable[[str], Found], links: Sequence[SeenLinks]) -> dict[str, float]:
    """Pages of threads show posts that stand on no other page; what shows the posts of many threads is a list."""
    owners: dict[str, set[str]] = defaultdict(set)
    shown: dict[str, list[frozenset[str]]] = defaultdict(list)
    for one in links:
        place = look(one.stated)
        if place.number is not None:
            shown[place.page].append(frozenset(one.page.posts))
            for text in one.page.posts:
                owners[text].add(place.page)
    own = {next(iter(pages)) for pages in owners.values() if len(pages) == 1}
    owners = {text: pages for text, pages in owners.items() if not _is_phrase(pages, own, len(shown))}
    found, called = Counter[str](), _threads_called(look, links)
    for one in links:
        own_place, place, texts = look(one.page.url), look(one.stated), frozenset(one.page.posts)
        found["moved"] += None not in (own_place.number, place.number) and own_place.page != place.page
        is_list, is_monologue = bool(texts) and _is_list(look, one, called), _is_monologue(one.page)
        found["rows"] += is_list and len(texts) > 1 and place.kind == "topic"
        found["monologues"] += is_monologue and place.kind == "topic"
        if place.number is None:
            alone = 2 * sum(text not in owners for text in texts) > len(texts)
            found["unplaced" if place.kind == "topic" else "elsewhere"] += alone and not (is_list or is_monologue)
            found["empty"] += place.kind == "topic" and place.thread is None and not texts
            continue
        found["posts"] += bool(texts)
        found["empty"] += not texts
        telling = texts & owners.keys()
        beside = Counter(page for text in telling for page in owners[text] - {place.page})
        found["repeated"] += any(2 * count > len(telling) for count in beside.values())
        found["spread"] += len(beside) > 2 and 2 * beside.total() > len(telling)
    for pages in shown.values():
        found["mixed"] += len(pages) > 1 and not frozenset.intersection(*pages) and any(pages)
    names = ("posts", "empty", "elsewhere", "unplaced", "repeated", "spread", "rows", "mixed", "monologues", "moved")
    return {name: log2(1 + found[name]) for name in names}


def _is_phrase(pages: Collection[str], own: Collection[str], count: int) -> bool:
    """Do many say it: a third of all pages, or such as have words of their own? Else one page is repeated by many."""
    most = 3 * len(pages) > count or 2 * sum(page in own for page in pages) > len(pages)
    return len(pages) > MOST_OWNERS and most


def _is_monologue(page: SeenPage) -> bool:
    """Is it what a member wrote, in many threads? Of posts that name no author nothing tells that."""
    return len(page.posts) >= LEAST_MONOLOGUE and len(set(page.authors)) == 1 and any(page.authors)


def explains(resolver: Resolver, pages: Sequence[SeenPage]) -> bool:
    """Is what shows posts a page of a thread, or of a post, or a list of threads? Else it may be what members wrote.

    Of several pages that would be places in one thread most are something else.
    """
    links = Facts(pages).links
    places, called = [(resolver.look(one.page.url), one) for one in links], _threads_called(resolver.look, links)
    within = Counter(place.thread for place, _ in places if place.number is None)
    within[None] = 0
    lost = (one for place, one in places if place.kind != "topic" or within[place.thread] > 1)
    return all(_is_list(resolver.look, one, called) for one in lost)


def _threads_called(look: Callable[[str], Found], links: Iterable[SeenLinks]) -> dict[str, str | None]:
    """The threads by their titles, None where several have one."""
    called: dict[str, str | None] = {}
    for url, text in chain.from_iterable(one.titled for one in links):
        if (place := look(url)).number is not None and called.setdefault(text, place.thread) != place.thread:
            called[text] = None
    return called


def _is_list(look: Callable[[str], Found], one: SeenLinks, called: Mapping[str, str | None]) -> bool:
    """Does a page name beside most of its posts another thread: rows, each with its last post?

    A link to a post does not say of which thread that is, but by its title. Related threads stand side by side.
    """
    begun: dict[str | None, int] = {}
    for (url, text), number in one.titled.items():
        begun.setdefault(look(url).thread or called.get(text), number)
    rows = {number for thread, number in begun.items() if thread not in (None, look(one.page.url).thread)}
    return 4 * len(rows) >= 3 * len(set(one.page.posts))


def _from_pagers(resolver: Resolver, look: Callable[[str], Found], links: Sequence[SeenLinks]) -> dict[str, float]:
    """Pagers on pages of threads lead to the pages that their numbers say, and stay with the thread."""
    kept = lost = 0
    paged = {place.page for one in links for number, url in one.numbered
             if (place := look(url)).number == number}  # fmt: skip
    for one in links:
        own = look(one.page.url)
        lost += bool(one.page.posts) and not one.rows and unnumbered(resolver, own, one.page)
        for row in one.rows if own.number is not None and one.page.posts else ():
            led = {number: look(url) for number, url in row.items()}
            if all(place.thread != own.thread for place in led.values()):
                continue  # stars to rate it by, days of a calendar
            right = all(place.thread == own.thread and place.number == number for number, place in led.items())
            kept, lost = kept + right, lost + (not right)
    return {"pagers": log2(1 + kept), "astray": log2(1 + lost), "paged": log2(1 + len(paged))}
