"""What speaks for a group of addresses being the topics, or the lists of topics, of a forum."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log2

from newsbody.urls.crawled import Crawled
from newsbody.urls.derive import derive_route
from newsbody.urls.groups import Group
from newsbody.urls.normalize import UrlParts
from newsbody.urls.routes import ACTION_WORDS, Route
from newsbody.urls.seen import LinkEvidence
from newsbody.urls.shapes import read_shape, split_extension, words_in

TOPIC_STEMS = ("thread", "topic", "discuss", "question", "comments", "conversation")
TOPIC_WORDS = frozenset("t tid d post node".split())
LIST_STEMS = ("forum", "board", "categor", "section", "latest", "recent", "active")
LIST_WORDS = frozenset("f fid c b index home new hot unread".split())
OTHER_STEMS = (
    "user", "member", "profile", "search", "login", "regist", "attach", "download", "file", "image", "photo", "gallery",
    "message", "privat", "mail", "tag", "feed", "rss", "report", "reply", "newpost", "posting", "edit", "account",
    "help", "calendar", "blog", "group", "author", "people", "space",
    "spell", "print", "redirect", "revision", "reaction",
)  # fmt: skip
OTHER_WORDS = frozenset("u uid id pm a aid ucp who misc".split())
"""Everyday words of address schemes, as a weak prior; the benchmark gives the figures without it too."""

PRIOR = 2.0
"""Weight of one such word; the structural evidence of a clear group is 6 to 10 (development lists)."""

LONG_TITLE = 6.0
"""Each word of the mean title counts one bit up to this many: threads have 5 to 9, boards 2 to 4, members 1 or 2."""

VARIED, PAGED, FORMS = 2.0, 2.0, 4.0
"""Bits when every thread is seen under several addresses, when half of them have pages, when all are forms. Rounded by
hand on the development lists; halved or doubled one at a time they change the choice on at most one of 47 lists."""

LINKED, LINK_CHARACTERS = 3.0, 10
"""Most bits that link texts or repeated posts can give; so many characters of mean link text give one."""

SIGNS = 0.1
"""Share of pages with variants or page numbers that articles of a news site do not reach."""

SHOWN_BITS, PAIR_BITS, LISTED_BITS, SURE_PAGES = 12.0, 6.0, 3.0, 3
"""Bits when all pages that were fetched show posts (less where fewer than SURE_PAGES were), when pagers on them stay
with the thread, when lists link to all with titles. The first outweighs all that addresses say by themselves."""

NOTHING = -9.0
"""Evidence of a group without any page: below everything."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A group with its route and what speaks for its pages being topics, in bits.

    ``keys`` counts the different pages; ``signs`` says whether something speaks for threads that articles do not have.
    """

    group: Group
    route: Route
    topic: float
    keys: int
    signs: bool = False


@dataclass(slots=True)
class _Seen:
    """What the addresses of a group show: addresses and longest title by thread, threads with pages, posts, forms."""

    threads: dict[str, set[UrlParts]]
    titles: dict[str, str]
    paged: set[str]
    posts: int = 0
    forms: int = 0


def judge(
    group: Group,
    links: Mapping[UrlParts, LinkEvidence] | None = None,
    prior: float = PRIOR,
    crawled: Crawled | None = None,
) -> Judged:
    """Weigh one group. Structural evidence first; words of the address scheme count ``prior`` each."""
    route = derive_route(group, crawled=crawled)
    seen = _look(group, route)
    count = len(seen.threads) + seen.posts
    if not count:
        return Judged(group, route, NOTHING, 0)
    threads = len(seen.threads) or 1
    common = _common_words(seen.titles.values()) if len(seen.titles) > 1 else []
    title = sum(words_in(text) - len(common) for text in seen.titles.values()) / threads
    varied = sum(len(addresses) > 1 for addresses in seen.threads.values()) / threads
    paged = len(seen.paged) / threads
    topic = log2(1 + count) + min(title, LONG_TITLE) - FORMS * seen.forms / len(group.members)
    topic += VARIED * varied + PAGED * min(1.0, 2 * paged)
    names = head_words(group, route) + common
    speaking = _prior(names, TOPIC_STEMS, TOPIC_WORDS)
    topic += prior * (speaking - _prior(names, OTHER_STEMS + LIST_STEMS, OTHER_WORDS | LIST_WORDS))
    topic += _from_links(group, links) if links else 0.0
    shown = _from_pages(group, route, crawled) if crawled else 0.0
    signs = (prior > 0 and speaking > 0) or varied + paged > SIGNS or shown > 0
    return Judged(group, route, topic + shown, count, signs=signs)


def _from_pages(group: Group, route: Route, crawled: Crawled) -> float:
    """Pages of topics show posts, stay where they are asked for, are linked to with titles, and their pagers with them.

    A page of a thread that is reached by a post's address shows posts, too: its pager leads to other addresses.
    """
    members = set(group.members)
    shown = crawled.shown(group.members)
    own = away = 0
    for first, second in crawled.pairs:
        if first in members:
            stays = second in members and _key(route, first) == _key(route, second)
            own, away = own + stays, away + (not stays)
    for first, second in crawled.moved.items():
        if first in members:
            away += second not in members
    # Pages to which numbered links lead are of one kind: each that was fetched speaks for all.
    alike = len(members) >= SURE_PAGES and own > away and all(shown)
    sure = 1.0 if alike else min(1.0, len(shown) / SURE_PAGES)
    bits = SHOWN_BITS * sure * (2 * sum(shown) / len(shown) - 1) if shown else 0.0
    bits += PAIR_BITS * (own - away) / (own + away) if own + away else 0.0
    listed = sum(crawled.listed[parts] > 0 for parts in members)
    return bits + LISTED_BITS * listed / len(members)


def _key(route: Route, parts: UrlParts) -> str | None:
    match = route.match(parts)
    return route.thread_key(parts, match) if match else None


def _look(group: Group, route: Route) -> _Seen:
    seen = _Seen(defaultdict(set), {}, set())
    script = "" if group.keyed_by_path or not group.path else split_extension(group.path[-1])[0].lower()
    acting = script in ACTION_WORDS or any(value in ACTION_WORDS for _, value in group.query)
    for parts in group.members:
        match = route.match(parts)
        if match is None:
            continue
        key = route.thread_key(parts, match)
        if acting or route.is_action(parts):
            seen.forms += 1
        elif key is None:
            seen.posts += 1
        else:
            seen.threads[key].add(parts)
            seen.titles[key] = max(seen.titles.get(key, ""), title_of(parts, route), key=len)
            if route.page(parts, match) is not None:
                seen.paged.add(key)
    return seen


def title_of(parts: UrlParts, route: Route) -> str:
    """The free text in or right after the key, empty when there is none."""
    if route.id_hole is None or len(parts.path) < len(route.path):
        return ""
    last = parts.path[len(route.path) - 1]
    shape = read_shape(last)
    text = shape.slug or (last if route.path[-1].startswith("{s}") else "")
    if not text and route.slug_follows and len(parts.path) > len(route.path):
        text = parts.path[len(route.path)]
    return text


def _common_words(titles: Iterable[str]) -> list[str]:
    """The words with which all titles begin: they are part of the scheme (``space-username-…``), not of the title."""
    first, *rest = (re.split(r"[\W_]+", title.lower()) for title in titles)
    common = []
    for words in zip(first, *rest, strict=False):
        if len(set(words)) > 1:
            break
        common.append(words[0])
    return common


def head_words(group: Group, route: Route) -> list[str]:
    """Lower-case words that name what the key is: the constants nearest to it."""
    if group.keyed_by_path:
        own = re.findall(r"[^\W\d_]+", re.sub(r"\{[nxhs]\}|\.\w+$", " ", group.path[-1]))
        before = [piece for piece in group.path[:-1] if "{" not in piece]
        words = own or before[-1:]
    else:
        words = [value for _, value in group.query if value] + [key for key, value in group.query if value is None]
        words += list(route.ids[:1])
        if group.path and not any(value is None for _, value in group.query):
            words.append(group.path[-1].rsplit(".", 1)[0])
    return [word for text in words for word in re.findall(r"[^\W\d_]+", text.lower())]


def _prior(words: Sequence[str], stems: tuple[str, ...], whole: frozenset[str]) -> float:
    return min(1.5, float(sum(word in whole or any(stem in word for stem in stems) for word in words)))


def _from_links(group: Group, links: Mapping[UrlParts, LinkEvidence]) -> float:
    """Topics are linked with a title on list pages; forms and profiles with a word."""
    found = [links[parts] for parts in group.members if parts in links]
    if not found:
        return 0.0
    length = sum(item.anchor_length for item in found) / len(found) / LINK_CHARACTERS
    listed = sum(item.list_pages > 0 for item in found) / len(found)
    shown = [item.posts for item in found if item.posts is not None]
    repeated = LINKED * (sum(posts > 1 for posts in shown) / len(shown) - 0.5) if shown else 0.0
    return min(LINKED, length) + listed + repeated


def sureness(judged: Sequence[Judged], best: Judged) -> float:
    """Confidence between 0 and 1: the lead of the best group over the next in bits, on a logistic curve.

    Halved when nothing but titles speaks for it: neither pages nor views of one thread, nor a word of the address.
    Articles of a news site look like that.
    """
    second = max((j.topic for j in judged if j is not best), default=0.0)
    sure = 1 / (1 + exp(-(best.topic - max(second, 0.0)) / 2))
    return sure if best.signs else sure / 2
