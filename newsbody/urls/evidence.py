"""What speaks for a group of addresses being the topics, or the lists of topics, of a forum."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log2

from newsbody.urls.derive import derive_route
from newsbody.urls.groups import Group
from newsbody.urls.normalize import UrlParts
from newsbody.urls.routes import ACTION_WORDS, Route
from newsbody.urls.shapes import read_shape, words_in

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


@dataclass(frozen=True, slots=True)
class LinkEvidence:
    """How the links to one address stand on the pages seen so far.

    :param anchor_length: mean length of the link text, in characters (a CJK character counts as it is).
    :param list_pages: number of list pages that hold the link; 0 when unknown.
    :param count: number of links to it altogether.
    :param posts: number of repeated post blocks on the page behind it, once it was fetched; None when not.
    """

    anchor_length: float = 0.0
    list_pages: int = 0
    count: int = 0
    posts: int | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """A group with its route and what speaks for it. ``topic`` and ``listing`` are sums of evidence, in bits; ``signs``
    says whether something speaks for threads that articles do not have.
    """

    group: Group
    route: Route
    topic: float
    listing: float
    keys: int
    signs: bool = False


def judge(group: Group, links: Mapping[UrlParts, LinkEvidence] | None = None, prior: float = PRIOR) -> Judged:
    """Weigh one group. Structural evidence first; words of the address scheme count ``prior`` each."""
    route = derive_route(group)
    variants: dict[str, set[UrlParts]] = defaultdict(set)
    pages: set[str] = set()
    titles: dict[str, str] = {}
    posts: set[UrlParts] = set()
    forms = 0
    acting = any(value in ACTION_WORDS for _, value in group.query)
    for parts in group.members:
        match = route.match(parts)
        key = route.thread_key(parts, match) if match else None
        if match is None:
            continue
        if acting or route.is_action(parts):
            forms += 1
            continue
        if key is None:
            posts.add(parts)
            continue
        variants[key].add(parts)
        titles[key] = max(titles.get(key, ""), title_of(parts, route), key=len)
        if route.page(parts, match) is not None:
            pages.add(key)
    count = len(variants) + len(posts)
    if not count:
        return Judged(group, route, -9.0, -9.0, 0)
    threads = len(variants) or 1
    common = _common_words(titles.values()) if len(titles) > 1 else []
    title = sum(words_in(text) - len(common) for text in titles.values()) / threads
    many = sum(len(seen) > 1 for seen in variants.values()) / threads
    paged = len(pages) / threads
    topic = log2(1 + count) + min(title, 6.0) + 2 * many + 2 * min(1.0, 2 * paged) - 4 * forms / len(group.members)
    listing = 2 * min(1.0, 2 * paged) + min(log2(1 + count), 4.0) - max(0.0, title - 3)
    names = head_words(group, route) + common
    topic += prior * _prior(names, TOPIC_STEMS, TOPIC_WORDS) - prior * _prior(
        names, OTHER_STEMS + LIST_STEMS, OTHER_WORDS | LIST_WORDS
    )
    listing += prior * _prior(names, LIST_STEMS, LIST_WORDS) - prior * _prior(names, OTHER_STEMS, OTHER_WORDS)
    if links:
        topic += _from_links(group, links)
    named = _prior(names, TOPIC_STEMS, TOPIC_WORDS) > 0
    return Judged(group, route, topic, listing, count, signs=named or many + paged > 0.1)


def title_of(parts: UrlParts, route: Route) -> str:
    """The free text in or right after the key, empty when there is none."""
    if route.id_hole is None:
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
    length = sum(item.anchor_length for item in found) / len(found)
    listed = sum(item.list_pages > 0 for item in found) / len(found)
    shown = [item.posts for item in found if item.posts is not None]
    repeated = 3.0 * (sum(posts > 1 for posts in shown) / len(shown) - 0.5) if shown else 0.0
    return min(3.0, length / 10) + listed + repeated


def sureness(judged: Sequence[Judged], best: Judged) -> float:
    """Confidence between 0 and 1: the lead of the best group over the next in bits, on a logistic curve.

    Halved when nothing but titles speaks for it: neither pages nor views of one thread, nor a word of the address.
    Articles of a news site look like that.
    """
    second = max((j.topic for j in judged if j is not best), default=0.0)
    sure = 1 / (1 + exp(-(best.topic - max(second, 0.0)) / 2))
    return sure if best.signs else sure / 2
