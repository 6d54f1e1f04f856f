"""``scrapy crawl forum -a url=https://forum.example.com/``: the threads and posts of forums."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain
from typing import Any
from weakref import WeakSet

from scrapy import Request
from scrapy.exceptions import IgnoreRequest
from scrapy.http import HtmlResponse
from scrapy.link import Link
from scrapy.settings import BaseSettings
from scrapy.spidermiddlewares.httperror import HttpError

from newsbody.crawl.addresses.address import Address
from newsbody.crawl.addresses.address_life import Fault
from newsbody.crawl.addresses.spider_traps import MAX_WAY
from newsbody.crawl.addresses.yields import ASIDE
from newsbody.crawl.assembly.base import Completeness, KnownPosts, ThreadAssembly, is_numbered
from newsbody.crawl.assembly.threads import SharedThreads, ThreadCollector
from newsbody.crawl.ground.meta import asked_url, mark, newsbody_meta, promoted, tagged
from newsbody.crawl.ground.scrapy_engine import send_request
from newsbody.crawl.known.stored import Link as WorthOfLink
from newsbody.crawl.known.stored import Worth
from newsbody.crawl.known.thread_posts import told_again, unknown_posts
from newsbody.crawl.pages.reading import Reading
from newsbody.crawl.queue.shared_queue import shared_queue
from newsbody.crawl.spiders.base import GONE, SiteSpider
from newsbody.crawl.spiders.shown_page import RowsOfLists, is_later, own_url, thread_of
from newsbody.crawl.spiders.thread_pages import ThreadPages, letter_page, opener_of, thread_page, whole_page
from newsbody.items import ForumThread, Post
from newsbody.page.sites import host_of
from newsbody.posts.letters import is_of_subject
from newsbody.urls.resolver import Resolver

#: Statuses of pages that are not asked for again: gone, or not for everybody.
LASTING = (*GONE, 401, 403, 451)
#: Pages kept until the end since they may come under their own address; of more, those go that came, or the oldest.
MAX_PUT_OFF = 50


class ForumSpider(SiteSpider):
    """Gives a :class:`~newsbody.items.Post` for every post, and every thread as a whole when it is complete."""

    name = "forum"
    page_kind = "topic"

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """A page of a thread is fetched once; profiles, forms and the like only while they lead to threads."""
        super().update_settings(settings)
        settings.setdict({"NEWSBODY_KIND": "thread", "NEWSBODY_ONCE": True, "NEWSBODY_OTHER_PAGES": "useful"}, "addon")

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._posts = KnownPosts()
        self._threads: ThreadAssembly = ThreadCollector()
        self._rows = RowsOfLists(self._worth_of_address, self._key_of_row)
        #: By host, the resolver that threads go by.
        self._resolvers: dict[str, Resolver] = {}
        self._completeness = Completeness()
        #: Pages that led to threads which no page before them did.
        self._leading_to_threads: WeakSet[HtmlResponse] = WeakSet()
        #: Pages that are reached by the address of a post.
        self._waiting: dict[HtmlResponse, tuple[Reading, list[str]]] = {}

    @cached_property
    def _pages(self) -> ThreadPages:
        return ThreadPages(self.crawl)

    async def start(self) -> Any:
        """The start requests; and threads that are not complete at the end are given out then."""
        queue, waits, place_of = shared_queue(self.crawler), self._pages.is_on_trial, self._pages.place_of
        self._threads = ThreadCollector(waits, place_of)
        if queue is not None:
            self._threads = SharedThreads(queue, waits, place_of, self._pages.meaning_of)
        async for request in super().start():
            yield request

    def links(self, response: HtmlResponse) -> Iterator[Request]:
        """Requests for the links of a page. Nobody waits for pages that are no topics: they may fail without a word.

        A forum has thousands of links to them, most of which are given up; asking what that means takes a while.
        """
        addresses = self.crawl.site(response.url).addresses
        self._completeness.came(asked_url(response.request) if response.request else response.url)
        over = self._way_from(response)
        if addresses.worth(response.url) is None:
            self._leading_to_threads.add(response)
        for request in super().links(response):
            if over:
                mark(request, over=over)
            target = self.crawl.site(request.url).addresses
            if target.is_new_thread(request.url):
                self._leading_to_threads.add(response)
            is_list = target.worth(request.url) != "other" or target.fruits.is_list(request.url)
            yield request if is_list else request.replace(errback=None)
        if fault := self._pages.note_links(response):
            self.crawl.study.weigh(response.url, fault)

    def _way_from(self, response: HtmlResponse) -> list[str]:
        """The pages from a list, or a start, on over which a link is met: neither lists nor threads by themselves."""
        if self.is_start(response) or self._worth_of_address(response.url) in ("topic", "list"):
            return []
        return [response.url, *newsbody_meta(response.request).get("over", ())][:MAX_WAY]

    def _is_mostly_new(self, found: Sequence[tuple[Link, WorthOfLink]]) -> bool:
        """Of a list of threads these tell: members, boards and orders stand beside them on each page."""
        return super()._is_mostly_new(self._threads_among(found) or found)

    def _is_way(self, found: Sequence[tuple[Link, WorthOfLink]]) -> bool:
        """An index of boards names one thread of each at most."""
        return len(self._threads_among(found)) <= sum(worth.worth is Worth.LOOK for _, worth in found)

    def _threads_among(self, found: Sequence[tuple[Link, WorthOfLink]]) -> list[tuple[Link, WorthOfLink]]:
        return [(link, worth) for link, worth in found if self._worth_of_address(link.url) == "topic"]

    def items_of(
        self, response: HtmlResponse, reading: Reading, links: Sequence[str], *, last: bool = False
    ) -> list[Any]:
        """The posts of a page, as far as their numbers are known, and the threads that are complete by it.

        ``last``: nothing more is to come that could tell of which thread it is.
        """
        site = self.crawl.site(response.url)
        addresses, has_rule = site.addresses, site.rule("thread").rule is not None
        self._go_by(site.host, addresses.resolver)
        reading, named = self._pages.by_first_post(response, reading)
        rows = [*(reading.fields.get("posts") or ([] if has_rule else whole_page(reading)))]
        linked: dict[str, Address] = {}
        for url in links:
            if (address := addresses.look(url)).thread_key:
                linked[address.page_id] = address
                if address.page > 1:
                    self._completeness.linked(address.page_id, url)
        shown = self._pages.shown(response, reading, last=last) if rows else None
        if fault := None if last else self._pages.fault(response, shown, reading.canonical, rows):
            self.crawl.study.weigh(response.url, fault)
            # A post's address may look like a thread's. What it shows is read under that of its page, if it has one.
            shown = None if shown and shown.page == 1 and fault is not Fault.UNNUMBERED else shown
        if rows and not last and (fault is Fault.LATE or is_later(*self._pages.own_and_stated(response, reading))):
            self._ask_for_first(response, links)
        if shown is None:
            return self._put_off(response, reading, list(links)) if rows else []
        on_page = rows[:]
        if not self._posts.add(rows, partial(self.crawl.claims.claim_posts, response.request)):
            if shown == addresses.look(response.url) and not shown.is_variant:
                self.crawl.study.weigh(response.url, Fault.REPEATED)
            return self._out_with(response.request, self._threads.fail(thread_of(shown), shown.page_id, known=True))
        others = [other for other in linked.values() if other.thread_key == thread_of(shown) and not other.is_variant]
        self._pages.place(response.url, shown, on_page, of_several=bool(others))
        self._completeness.read(thread_of(shown), response.text, len(on_page))
        self._bears(response)
        if newsbody_meta(response.request).get("aside"):
            addresses.fruits.bore(ASIDE)
        url = response.url if self.is_start(response) else own_url(reading, shown, addresses)
        addresses.are_read(named)
        self.novelty.moved([response.url] if named else (), url)
        known = self.novelty.known_thread(url, opener_of(url, reading, on_page) if shown.page == 1 else None)
        if again := told_again((known and known.called) or thread_of(shown), on_page, rows):
            self.novelty.standing[self.novelty.key(url)].update(dict.fromkeys(again))
        shown = self._pages.counted(response.url, shown, others, len(rows), len(on_page))
        is_letter = known is None and addresses.shows_letters and len(rows) == 1
        read = partial(letter_page, addresses.look) if is_letter else partial(thread_page, shown, others, known)
        return self._put_together(response, shown, others, read(url, reading.fields, rows))

    def _put_together(
        self, response: HtmlResponse, shown: Address, others: Iterable[Address], page: ForumThread
    ) -> list[Any]:
        """The posts of a page whose numbers are known, and the threads that are complete by it."""
        self._keep(response.request, page.threadId)
        now = self._wanted(page.posts) if is_numbered(page.posts) else []
        missing = [other.page_id for other in others]
        resolver = self.crawl.site(response.url).addresses.resolver
        is_known = self.novelty.known_thread(page.url) is not None
        if shown.page > 1 and not is_known and resolver and resolver.numberings:
            missing.append(resolver.page_id(page.threadId, 1))  # its link may look like that of a post
        finished = self._threads.add(page, shown.page, shown.page_id, missing)
        return [*now, *self._out_with(response.request, finished)]

    def _without_items(self, response: HtmlResponse, reading: Reading | None, links: list[str]) -> None:
        """A page whose address looks like a thread's may be a list: threads that it names are not named aside."""
        super()._without_items(response, reading, links)
        site = self.crawl.site(response.url)
        if response in self._leading_to_threads and self.novelty.is_looked_at(response.url):
            for page in newsbody_meta(response.request).get("over", ()):
                if self._worth_of_address(page) != "topic":
                    self.novelty.way_seen(page)
        if reading is None or reading.by_rule or site.rule("thread").rule is None:
            return
        for url in links:
            if site.addresses.is_aside(url, response.url) and not site.addresses.is_claimed(url):
                send_request(self.crawler, promoted(self.request(url), url, "topic"))

    def _ask_for_first(self, response: HtmlResponse, links: Sequence[str]) -> None:
        """The page that was taken for a thread's first is a later one: ask for the first under another address."""
        page_id, first = self._pages.elsewhere(response.url, links)
        if first is not None and newsbody_meta(request := response.request).get("claimed") == page_id:
            other = (self.crawl.claims.failed(request, page_id) if request else None) or self.request(first)
            send_request(self.crawler, promoted(other, other.url, "topic"))

    def _put_off(self, response: HtmlResponse, reading: Reading, links: list[str]) -> list[Any]:
        """What stands on a page that may be shown under its own address is given out at the end, if it was not.

        That address may be dead, or linked to from nowhere.
        """
        self._waiting[response] = reading, links
        self._leading.add(response)  # posts stand on it: it is none of an endless calendar
        self._keep(response.request, response.url)
        if len(self._waiting) <= MAX_PUT_OFF:
            return []
        told = [page for page, (read, _) in self._waiting.items() if self._posts.knows(read.fields.get("posts") or [])]
        return [item for page in told or [next(iter(self._waiting))] for item in self._give_put_off(page)]

    def _give_put_off(self, response: HtmlResponse) -> list[Any]:
        reading, links = self._waiting.pop(response)
        reading = self._pages.by_opener(response, reading, self.novelty.opened_by)
        items = self.items_of(response, reading, links, last=True)
        self._let_go([response.url], None)
        return items

    def _go_by(self, host: str, resolver: Resolver | None) -> None:
        """Addresses may mean something else now: what is put together goes on under what they mean."""
        before = self._resolvers.get(host)
        if resolver is None or before is resolver:
            return
        self._resolvers[host] = resolver
        if before is None or before == resolver:
            return
        self._threads.readdress(host)
        put_off = {response.url for response in self._waiting}
        held, self._parts = self._parts, {}
        for part, request in ((part, request) for part, requests in held.items() for request in requests):
            stays = part in put_off or host_of(request.url) != host
            place = None if stays else self._pages.place_of(request.url)
            self._parts.setdefault(place[0] if place else part, []).append(request)

    def _out_with(self, request: Request | None, threads: list[ForumThread]) -> list[Post | ForumThread]:
        self._threads.forget(threads, request)
        self._let_go((thread.threadId for thread in threads), request)
        return [item for thread in threads for item in self._whole(thread)]

    def _whole(self, thread: ForumThread) -> list[Post | ForumThread]:
        """A thread, and before it those of its posts that were waiting to be numbered."""
        if is_of_subject(thread.threadId):
            known = self.novelty.known_subject(thread.url, thread.threadId)
            return [*chain.from_iterable(map(self._letters, self._pages.joined_letters(thread, known)))]
        standing = self.novelty.standing.get(self.novelty.key(thread.url), ())
        wanted: list[Post | ForumThread] = [*self._wanted(self._pages.number_late(thread, standing))]
        is_new = self.novelty.known_thread(thread.url) is None
        if is_new and not thread.truncated and self._completeness.is_short(thread.threadId, len(thread.posts)):
            thread.truncated = True
            self._count("threads_short")
        if is_new:
            return [*wanted, thread]
        # What is new of it is out; the thread itself once was.
        self.novelty.thread_out(thread.posts, whole=not thread.truncated)
        return wanted

    def _letters(self, thread: ForumThread) -> list[Post | ForumThread]:
        """The letters of a thread, and the thread, unless they go on with one that once was out."""
        new: list[Post | ForumThread] = [*self._wanted(thread.posts)]
        if thread.posts[0].position == 1:
            return [*new, thread]
        self.novelty.letters_out(thread.posts)
        return new

    def _wanted(self, posts: Iterable[Post]) -> list[Post]:
        """Those that were asked for: of a time, and not given out by an earlier crawl."""
        found = self._of_time(posts)
        known = self.novelty.known_thread(found[0].url) if found else None
        new = found if known is None else unknown_posts(found, known, self._look)
        if new and known:
            self.novelty.silent.bore(self.novelty.key(new[0].url))
        return new

    def items_of_failed(self, request: Request) -> list[Any]:
        """Threads that only waited for the page that cannot be fetched; it has to be fetched under its own address."""
        address = self.crawl.site(asked_url(request)).addresses.look(asked_url(request))
        if address.thread_key is None or address.is_variant:
            return []
        return self._out_with(request, self._threads.fail(address.thread_key, address.page_id))

    def _worth(self, url: str, response: HtmlResponse) -> WorthOfLink:
        said = None if (rows := self._rows.of(response)) is None else rows.get(self.novelty.key(url), "")
        found = self.novelty.link(url, response.url, said=said)
        if found.met and (addresses := self.crawl.site(url).addresses).life.on_trial:
            addresses.sample.read_before(found.met.page or url, shows_posts=found.met.page is not None)
            if found.met.page:
                addresses.life.known(self.novelty.key(url))
        return found

    def _worth_of_address(self, url: str) -> str | None:
        return self.crawl.site(url).addresses.worth(url)

    def _key_of_row(self, url: str) -> str | None:
        """Under which key the page of a row is known, where it is of the crawl."""
        return self.novelty.key(url) if url in self._hosts and self._worth_of_address(url) else None

    def item_scraped(self, item: Any) -> None:
        """An item is out: later crawls are to know it, and what lists said of its page."""
        for page, states in self._rows.late():
            self.novelty.say(page, states)
        super().item_scraped(item)

    async def failed(self, failure: Any) -> AsyncIterator[Any]:
        """A page that cannot be fetched now: one of a thread or a list is asked for once more at the end."""
        if failure.check(HttpError) or not failure.check(IgnoreRequest):  # of which the former is one
            is_gone = failure.check(HttpError) is not None and failure.value.response.status in LASTING
            self._completeness.lost(asked_url(failure.request), is_gone=is_gone)
        async for item in super().failed(failure):
            yield item

    def _is_lost(self, lacking: Collection[str], url: str) -> bool:
        """Is it of a thread that lacks it, or of what may be a list? What failed early may not be known for one."""
        addresses = self.crawl.site(url).addresses
        address = addresses.look(url)
        if address.thread_key is not None:
            return address.page_id in lacking or not self._completeness.is_read(address.thread_key)
        return not addresses.fruits.is_fruitless(url)

    def ask_further(self) -> bool:
        """What is missing, and last pages of threads of which no list says whether anything was written in them."""
        asked = (silent := self.novelty.silent).next_batch()
        self._set_stat("rows_silent", len(silent))
        self._set_stat("rows_silent_asked", silent.asked)
        lacking = self._threads.lacking()
        missing = self._completeness.missing(lacking, partial(self._is_lost, set(lacking)))
        for url in missing:
            send_request(self.crawler, tagged(self.request(url, dont_filter=True), "topic"))
        for url in asked:
            send_request(self.crawler, promoted(self.request(url), url, "topic"))
        self._set_stat("lists_unread", self._completeness.unread_pages(self._pages.is_list))
        self._set_stat("lists_given_up", sum(site.addresses.fruits.lists_given_up for site in self.crawl.sites))
        self._set_stat("threads_unread", self._completeness.unread(self._pages.thread_of))
        self._set_stat("pages_asked_again", self._completeness.asked_again)
        return bool(missing or asked)

    async def unfinished(self) -> AsyncIterator[Any]:
        """What stands on pages that were put off, and threads that are not complete."""
        for response in list(self._waiting):
            for item in self._give_put_off(response):
                yield item
        async for thread in self._threads.rest():
            for item in self._whole(thread):
                yield item
            self._let_go([thread.threadId], None)
