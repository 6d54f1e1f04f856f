"""Which page of which thread a page shows, and what it says against its address."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from math import inf
from typing import Any
from urllib.parse import urldefrag
from weakref import WeakKeyDictionary

from scrapy.http import HtmlResponse

from newsbody.crawl.addresses.address import Address
from newsbody.crawl.addresses.address_life import Fault
from newsbody.crawl.assembly.base import first_position, number_posts
from newsbody.crawl.ground.scrapy_engine import page_base
from newsbody.crawl.known.ledger import Met, told, told_anywhere
from newsbody.crawl.pages.reading import Reading
from newsbody.crawl.session.session import Crawl
from newsbody.crawl.spiders.shown_page import by_pager, is_later, is_of_another, thread_of
from newsbody.items import ForumThread, Post
from newsbody.markup.links import second_page, web_address
from newsbody.page.sites import host_of
from newsbody.posts.letters import joined_letters, subject_key
from newsbody.rules.rule import MAX_BODIES
from newsbody.urls.doubt import leaves_thread, rows_on, titles_share, unnumbered
from newsbody.urls.resolver import SUBJECTS, Resolver
from newsbody.urls.seen_pages import SeenPage, links_alike, pagers


class ThreadPages:
    """The pages of threads that a crawl meets, by their own addresses and by those that they state."""

    def __init__(self, crawl: Crawl) -> None:
        self._crawl = crawl
        #: Links, with their texts, of pages whose addresses are on trial.
        self.links: WeakKeyDictionary[HtmlResponse, list[tuple[str, str]]] = WeakKeyDictionary()
        #: Hosts whose pages show more posts than their offsets count: answers are counted, and comments are shown.
        self._uncounted = set[str]()
        #: Hosts of which first pages number their posts 1, 2, 3, …, where threads have several.
        self._anew = set[str]()
        #: Hosts of which later pages of threads showed posts of other pages once more.
        self._overlapping = set[str]()

    def thread_of(self, url: str) -> str | None:
        """The thread that an address names."""
        return self._crawl.site(url).addresses.look(url).thread_key

    def place_of(self, url: str) -> tuple[str, int, str] | None:
        """The thread that an address names, which of its pages, and by what this is compared."""
        return self._crawl.site(url).addresses.place(url)

    def meaning_of(self, url: str) -> str:
        """A word for what addresses are known to mean."""
        return self._crawl.site(url).addresses.meaning

    def is_on_trial(self, url: str) -> bool:
        """May the pages of a thread still turn out to be of others?"""
        return self._crawl.site(url).addresses.life.on_trial

    def elsewhere(self, url: str, links: Iterable[str]) -> tuple[str, str | None]:
        """By what a page is compared, and another of some addresses that is one of it, if there is one."""
        look = self._crawl.site(url).addresses.look
        page_id = look(url).page_id
        return page_id, next((other for other in links if other != url and look(other).page_id == page_id), None)

    def is_list(self, url: str) -> bool:
        """Whether an address may be that of a list of threads."""
        addresses = self._crawl.site(url).addresses
        worth, fruits = addresses.worth(url), addresses.fruits
        return worth == "list" or (worth != "topic" and fruits.is_list(url) and not fruits.is_fruitless(url))

    def shown(self, response: HtmlResponse, reading: Reading, *, last: bool) -> Address | None:
        """The thread page that is shown; None when it may be read under its own address, unless that is the ``last``.

        Where the address names only a post, the page says which it is: by the address that it states, or by the one
        page of the thread to which it does not link; where it names no thread, by the one of which it has a pager.
        It may state another thread, or a later page: a post's address that looks like a thread's.
        """
        addresses = self._crawl.site(response.url).addresses
        address, stated = self.own_and_stated(response, reading)
        if not (address.is_variant or is_of_another(address, stated) or is_later(address, stated)):
            return address
        if stated.thread_key is None or stated.is_variant:
            linked = [addresses.look(url) for url in numbered_links(response)]
            told = by_pager(address, linked)
            if told is None:
                return address if last else None
            key, page = told
            resolver, before = addresses.resolver, 0 if page == 1 else None
            page_id = resolver.page_id(key, page) if resolver else address.page_id
            stated = replace(address, thread_key=key, page=page, page_id=page_id, is_variant=False, before=before)
            stated = replace(stated, canonical=address_of(stated, linked, resolver) or address.canonical)
        assert response.request is not None
        return stated if self._crawl.claims.claim_page(response.url, stated.page_id, response.request) or last else None

    def by_first_post(self, response: HtmlResponse, reading: Reading) -> tuple[Reading, list[str]]:
        """What was read, by the address of its first post, and those of all, where each shows the whole thread."""
        resolver = self._crawl.site(response.url).addresses.resolver
        if resolver is None or not resolver.posts_named:
            return reading, []
        named = response.xpath("//a[normalize-space()=$text]/@href", text=resolver.posts_named).getall()
        links = [(web_address(page_base(response), href), "post") for href in named]
        found = [parts.unsplit() for parts, _ in links_alike(response.url, links)]
        return replace(reading, canonical=found[0]) if found else reading, found

    def by_opener(self, response: HtmlResponse, reading: Reading, opened_by: Callable[[Post], str | None]) -> Reading:
        """What was read, by the address under which an earlier crawl met a thread that begins with the same post.

        The page of a post may name its thread nowhere.
        """
        rows = reading.fields.get("posts")
        if not rows or any(address.thread_key for address in self.own_and_stated(response, reading)):
            return reading
        known = opened_by(opener_of(response.url, reading, rows))
        return replace(reading, canonical=known) if known else reading

    def own_and_stated(self, response: HtmlResponse, reading: Reading) -> tuple[Address, Address]:
        """What the address of a page means, and the one that it states for itself."""
        look = self._crawl.site(response.url).addresses.look
        own = look(response.url)
        return own, look(reading.canonical) if reading.canonical else own

    def place(self, url: str, shown: Address, rows: Sequence[dict[str, Any]], *, of_several: bool) -> None:
        """Number the posts of a thread's first page; take from those of later pages numbers that begin anew on each.

        ``of_several``: the thread has other pages. One of these may have shown the first posts.
        """
        begins_anew, host = counts_from_one(rows), host_of(url)
        if shown.page == 1 and begins_anew and of_several:
            self._anew.add(host)
        for place, row in enumerate(rows, 1):
            if shown.page == 1:
                row["position"] = row.get("position") or place
            elif begins_anew and host in self._anew:
                row["position"] = None

    def counted(self, url: str, shown: Address, others: Iterable[Address], posts: int, on_page: int) -> Address:
        """What is shown, without its offset where pages show more posts than that counts.

        The next page would begin with what this one shows, but for the opening post. ``posts``: those of ``on_page``
        that no other page showed.
        """
        if shown.page > 1 and posts < on_page:
            self._overlapping.add(host_of(url))
        before = shown.before
        later = [o.before for o in others if before is not None and o.before is not None and o.before > before]
        if later and before is not None and before + posts > min(later) + 1:
            self._uncounted.add(host_of(url))
        return replace(shown, before=None) if shown.page > 1 and host_of(url) in self._uncounted else shown

    def number_late(self, thread: ForumThread, standing: Collection[str] = ()) -> list[Post]:
        """Number the posts of a thread that waited for that; these. ``standing``: what tells those on several pages."""
        look = self._crawl.site(thread.url).addresses.look
        first = [post for post in thread.posts if look(post.url).page == 1]
        late = filled(first, [post for post in thread.posts if standing and told_anywhere(vars(post)) in standing])
        if late:
            thread.posts.sort(key=lambda post: post.position or 0 if post.url == first[0].url else inf)
        pages = [list(posts) for _, posts in groupby(thread.posts, lambda post: post.url)]
        heads = {told_anywhere(vars(posts[0])) for posts in pages}
        if len(pages) > len(heads) == 1 and look(pages[0][0].url).page == 1:  # all begin with the opening post
            pages = [pages[0], *(posts[1:] for posts in pages[1:] if posts[1:])]
            thread.posts = [post for posts in pages for post in posts]
        thread.truncated |= any(len(posts) >= MAX_BODIES for posts in pages)
        numbered = [(look(posts[0].url).page, posts) for posts in pages]
        host = host_of(thread.url)
        own = {"uncounted": host in self._uncounted, "overlapping": host in self._overlapping}
        return [*late, *number_posts(numbered, **own)]

    def joined_letters(self, letters: ForumThread, known: tuple[str, int] | None) -> list[ForumThread]:
        """The threads of some letters of one subject, as their archive has them."""
        by_subject = self._crawl.site(letters.url).addresses.shows_letters == SUBJECTS
        return joined_letters(letters, self.thread_of, known, by_subject=by_subject)

    def note_links(self, response: HtmlResponse) -> Fault | None:
        """What the links of a page say against the addresses of its site, while these are on trial."""
        addresses = self._crawl.site(response.url).addresses
        if not addresses.life.collects:
            return None
        found = self.links[response] = links_of(response)
        page, resolver = SeenPage(response.url, links=tuple(found)), addresses.resolver
        return Fault.SHARED if resolver and titles_share(resolver.look, page) else None

    def fault(
        self, response: HtmlResponse, shown: Address | None, canonical: str | None, rows: Sequence[Mapping[str, Any]]
    ) -> Fault | None:
        """What a page of a thread says against its address."""
        resolver, links = self._crawl.site(response.url).addresses.resolver, self.links.pop(response, [])
        if resolver is None or shown is None or shown.thread_key is None:
            return None
        if shown.page == 1 and (rows[0].get("position") or 1) > 1:
            return Fault.LATE
        own = resolver.look(response.url)
        stated = resolver.look(canonical) if canonical and own.thread != shown.thread_key else own
        page = SeenPage(response.url, ("its posts",), tuple(links))
        if unnumbered(resolver, stated, page):
            return Fault.UNNUMBERED
        rows_of_page = rows_on(page) if own.number else []
        return Fault.SPLIT if any(leaves_thread(resolver.look, stated, row) for row in rows_of_page) else None


def filled(first: Sequence[Post], again: Iterable[Post]) -> list[Post]:
    """The posts that the first page of a thread has lost to a later one, which came before it and shows them ``again``.

    They go by the gaps in the places of the first page.
    """
    places = {post.position or 0 for post in first}
    gaps = [place for place in range(1, max(places, default=0)) if place not in places]
    found = [post for post in again if post.position is None][: len(gaps)]
    for place, post in zip(gaps, found, strict=False):
        post.position, post.url = place, first[0].url
    return found


def links_of(response: HtmlResponse) -> list[tuple[str, str]]:
    """The links of a page with their texts, known pages, too: what it leads on to is a part of them."""
    base, links = page_base(response), response.selector.root.iter("a")
    found = [(one, web_address(base, one.get("href", "")), "".join(one.itertext()).strip()) for one in links]
    return [*((address, text) for _, address, text in found), *second_page(urldefrag(response.url).url, found)]


def numbered_links(response: HtmlResponse) -> list[str]:
    """What a page leads to by number: the title of a thread leads to the page that is shown."""
    return list(dict.fromkeys(parts.unsplit() for row, _ in pagers(links_of(response)) for parts in row.values()))


def address_of(shown: Address, linked: Collection[Address], resolver: Resolver | None) -> str | None:
    """The address of the page of a thread that the address of a post shows, by links to it or to later pages."""
    alike = [other for other in linked if other.thread_key == shown.thread_key and not other.is_variant]
    own = next((other.canonical for other in alike if other.page_id == shown.page_id), None)
    made = (resolver.other_page(other.canonical, shown.page) for other in alike if other.page > 1) if resolver else ()
    return own or next(filter(None, made), None)


def counts_from_one(rows: Sequence[Mapping[str, Any]]) -> bool:
    """Are the posts of a page numbered 1, 2, 3, …?"""
    return [row.get("position") for row in rows] == [*range(1, 1 + len(rows))]


def thread_page(
    shown: Address,
    others: Iterable[Address],
    known: Met | None,
    url: str,
    fields: Mapping[str, Any],
    rows: Sequence[Mapping[str, Any]],
) -> ForumThread:
    """What a page shows of its thread, with the numbers of its posts where they are known.

    ``others``: the pages of the thread that it links to; ``known``: what earlier crawls know of the thread; ``fields``:
    what was read on it.
    """
    thread_id, headline = thread_of(shown), fields.get("headline")
    first = shown.before + 1 if shown.before is not None else None
    if first is None and known is not None and url == known.page:
        first = known.first
    if first is None:
        first = first_position(shown.page, [other.page for other in others])
    if first is not None and first > 1 and counts_from_one(rows):
        rows = [{**row, "position": None} for row in rows]
    called = known.called if known and known.called else thread_id
    posts = [Post(called, url, headline=headline, **row) for row in rows]
    stands = {known.opener, known.overlap, *known.standing} if known and shown.page > 1 else set()
    counted = known.posts if known and url == known.page else ()  # that page's first number is the first one's of these
    while posts and told_anywhere(vars(posts[0])) in stands and told(vars(posts[0])) not in counted:
        del posts[0]
    for index, post in enumerate(posts):
        post.position = post.position or (first + index if first is not None else None)
    return ForumThread(thread_id, url, headline, posts)


def letter_page(
    look: Callable[[str], Address], url: str, fields: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]
) -> ForumThread:
    """A letter of an archive, which is one of its subject until it is known which threads these make."""
    headline, answers = fields.get("headline"), fields.get("answers")
    thread_id, answered = subject_key(headline), look(answers) if answers else None
    said = answered.canonical if answered and answered.thread_key else answers and ""
    posts = [Post(thread_id, url, headline=headline, **{**row, "position": None, "parentId": said}) for row in rows]
    return ForumThread(thread_id, url, headline, posts)


def opener_of(url: str, reading: Reading, rows: Sequence[Mapping[str, Any]]) -> Post:
    """The first post of a page."""
    return Post("", url, headline=reading.fields.get("headline"), **rows[0])


def whole_page(reading: Reading) -> list[dict[str, Any]]:
    """A thread page of a site without a rule: what the extractor found, as one post."""
    return [{"text": reading.text}] if reading.kind == "article" and reading.text else []
