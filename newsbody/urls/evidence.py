"""What speaks for a group of addresses being the topics, or the lists of topics, of a forum."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log2

from newsbody.urls.crawl_evidence import Crawled
from newsbody.urls.derive import derive_route
from newsbody.urls.groups import Group
from newsbody.urls.members import look_at, title_of
from newsbody.urls.normalize import UrlParts
from newsbody.urls.routes import Route
from newsbody.urls.seen_pages import LinkEvidence
from newsbody.urls.shapes import words_in

#: Everyday words of address schemes, as a weak prior; the benchmark gives the figures without it too.
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

#: Weight of one such word; the structural evidence of a clear group is 6 to 10 (development lists).
PRIOR = 2.0

#: Each word of the mean title counts one bit up to this many: threads have 5 to 9, boards 2 to 4, members 1 or 2.
LONG_TITLE = 6.0

#: Bits when every thread is seen under several addresses, when half of them are seen with numbers of their own (those
#: of posts) and half of them with pages; against it, when all are forms and when many titles stand under each key.
#: Rounded by hand on half of the lists. Members have views as well, so these count less than numbers that one thread
#: alone has.
VARIED, PLACES, PAGED, FORMS, FOLDERS = 1.0, 4.0, 2.0, 4.0, 4.0

#: What a count is worth where addresses show nothing but a number: posts have these, and outnumber threads.
FLAT = 0.5

#: Most bits that link texts or repeated posts can give; so many characters of mean link text give one.
LINKED, LINK_CHARACTERS = 3.0, 10

#: Share of pages with variants or page numbers that articles of a news site do not reach.
SIGNS = 0.1

#: Words of the mean title from which on views of a page speak for a thread: names of members have one or two.
SPOKEN = 2.5

#: Share of the addresses that are a further one of their page: with so many, pages that outnumber all others are no
#: members.
VIEWED = 0.3

#: So many different numbered pages are no boards.
MANY = 12

#: Bits when all pages that were fetched show posts (less where fewer than SURE_PAGES were), when pagers on them stay
#: with the thread, when lists link to all with titles. The first outweighs all that addresses say by themselves.
SHOWN_BITS, PAIR_BITS, LISTED_BITS, SURE_PAGES = 12.0, 6.0, 3.0, 3

#: Evidence of a group without any page: below everything.
NOTHING = -9.0


@dataclass(frozen=True, slots=True)
class Judged:
    """A group with its route and what speaks for its pages being topics, in bits.

    ``keys`` counts the different pages; ``signs`` says whether something speaks for threads that articles do not have,
    ``paged`` whether they have numbered pages, as lists have too, ``viewed`` whether they have views, as members have.
    """

    group: Group
    route: Route
    topic: float
    keys: int
    signs: bool = False
    paged: bool = False
    viewed: bool = False


def judge(
    group: Group,
    links: Mapping[UrlParts, LinkEvidence] | None = None,
    prior: float = PRIOR,
    crawled: Crawled | None = None,
) -> Judged:
    """Weigh one group. Structural evidence first; words of the address scheme count ``prior`` each."""
    route = derive_route(group, crawled=crawled)
    seen = look_at(group, route)
    if not seen.count:
        return Judged(group, route, NOTHING, 0)
    paged = seen.paged_share
    topic = log2(1 + seen.count) * (FLAT if seen.is_flat else 1.0) + min(seen.title, LONG_TITLE)
    topic += VARIED * seen.varied + PAGED * min(1.0, 2 * paged) + PLACES * min(1.0, 2 * seen.placed)
    topic -= FORMS * seen.is_form + FOLDERS * min(1.0, seen.folders)
    names = head_words(group, route) + seen.common
    speaking = _prior(names, TOPIC_STEMS, TOPIC_WORDS)
    topic += prior * (speaking - _prior(names, OTHER_STEMS + LIST_STEMS, OTHER_WORDS | LIST_WORDS))
    topic += _from_links(group, links) if links else 0.0
    shown = _from_pages(group, route, crawled) if crawled else 0.0
    named = seen.placed > SIGNS or (seen.title >= SPOKEN and seen.several + paged > SIGNS)
    signs = (prior > 0 and speaking > 0) or shown > 0 or (named and not seen.is_folder)
    numbered = paged > SIGNS and not seen.is_folder and _is_numbered(route)
    viewed = seen.several > VIEWED and not seen.is_folder and _is_numbered(route)
    return Judged(group, route, topic + shown, seen.count, signs=signs, paged=numbered, viewed=viewed)


def _is_numbered(route: Route) -> bool:
    """Whether the key is an id, not a name."""
    return route.id_hole is None or re.findall(r"\{[nxhs]\}", "".join(route.path))[route.id_hole] != "{s}"


def _from_pages(group: Group, route: Route, crawled: Crawled) -> float:
    """Pages of topics show posts, stay where they are asked for, are linked to with titles, and their pagers with them.

    A page of a thread that is reached by a post's address shows posts, too: its pager leads to other addresses.
    """
    members = {parts for parts in group.members if route.match(parts)}
    shown = shown_plainly(route, members, crawled)
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


def shown_plainly(route: Route, members: Collection[UrlParts], crawled: Crawled) -> list[bool]:
    """As :meth:`Crawled.shown`, of the addresses of pages where some of these were fetched.

    Below them forms may stand that show none (``/12/the-title/answer``), and places in threads.
    """
    return crawled.shown([parts for parts in members if route.is_plain(parts)]) or crawled.shown(members)


def _key(route: Route, parts: UrlParts) -> str | None:
    match = route.match(parts)
    return route.thread_key(parts, match) if match else None


def mean_title(judged: Judged) -> float:
    """Words of the titles in the addresses of a group, on average."""
    members = judged.group.members
    return sum(words_in(title_of(parts, judged.route)) for parts in members) / len(members)


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

    Halved when nothing but titles speaks for it: neither pages, posts nor views of one thread, nor a word of the
    address.
    Articles of a news site look like that.
    """
    others = [other for other in judged if other is not best]
    second = max((other.topic for other in others), default=0.0)
    sure = 1 / (1 + exp(-(best.topic - max(second, 0.0)) / 2))
    most = max((other.keys for other in others), default=0)
    paged = best.paged and (best.keys >= MANY or 2 * best.keys >= most)  # lists are fewer than what they list
    viewed = best.viewed and best.keys >= max(MANY, most)
    return sure if best.signs or paged or viewed else sure / 2
