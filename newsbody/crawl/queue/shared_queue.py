"""The queue of many workers in Redis: a request is theirs until its items are out, and is never lost with one.

Stands in for the queue of scrapy-redis' scheduler (``SCHEDULER_QUEUE_CLASS``), whose requests are gone
when the worker that took them is killed. Here one stays in Redis as *in flight* until it is acknowledged
(:mod:`newsbody.crawl.queue.base`). Every worker gives a sign of life
once a second; when one gives none for ``NEWSBODY_LEASE`` seconds, the others take its requests back
into the queue (the pattern is known as a reliable queue with leases). So each request is worked on once
where no worker dies, and at least once where one does.

Keys, all beginning with the scheduler's own, such as ``forum:requests``: ``…:flight:WORKER`` (requests
with their place in the queue), ``…:workers`` (the :class:`~newsbody.crawl.queue.base.Phase` of each),
``…:lease:WORKER``, ``…:waiting:WORKER`` (the numbers of those of its requests whose pages were read and wait for
others), ``…:left:HOST`` (of a site the numbers of all requests that are not done),
``…:again`` (how often a request was taken back), ``…:suspected`` (how much it is suspected of having ended
workers), ``…:blamed:WORKER`` (how much by the end of this one), ``…:claims`` (pages that are fetched, each with the
number of the request that it is fetched for, which stays the same when it is taken back), ``…:others`` (of those that
are under way, the addresses and requests that are for when that fails), ``…:failed`` (of pages the numbers of the
requests that failed), ``…:posts`` (fingerprints of posts, with the number of the first request on whose page each
stood), ``…:readers`` (the numbers of those requests that are not done), ``…:count`` (of requests so far), ``…:first``
(who goes first, "done" afterwards).
"""

from __future__ import annotations

import logging
import os
import socket
import time
import uuid
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.utils.asyncio import create_looping_call
from scrapy.utils.python import to_unicode
from scrapy.utils.request import request_from_dict

from newsbody.crawl.addresses.attempts import MAX_TRIES
from newsbody.crawl.ground.scrapy_engine import in_progress, scheduler, wake
from newsbody.crawl.ground.settings import CrawlSettings
from newsbody.crawl.queue import wire
from newsbody.crawl.queue.base import InFlight, Phase
from newsbody.crawl.queue.going_first import GoingFirst
from newsbody.crawl.queue.scripts import SCRIPTS, SUSPECT
from newsbody.page.sites import host_of

if TYPE_CHECKING:
    from redis import Redis
    from redis.client import Pipeline
    from scrapy.utils.asyncio import AsyncioLoopingCall
    from twisted.internet.task import LoopingCall

logger = logging.getLogger(__name__)

#: How the names begin under which texts are claimed; all others are pages'.
TEXT = "text "
#: Seconds between two signs of life; also how soon a worker without work sees that there is some.
BEAT_SECONDS = 1.0
#: How much a request is suspected when the worker ended that had it: one at work on, and one whose page waited for its
#: site, of which hundreds may be there when a worker is killed for another reason. After two ends it is a suspect
#: (:data:`~newsbody.crawl.queue.scripts.SUSPECT`): it comes last, and no other suspect is worked on beside it.
SUSPICION, SUSPICION_WAITING = 10, 1
#: A request that is suspected more is given up: two workers in turn did not survive it among others, nor two alone.
MAX_SUSPICION = 3 * SUSPICION


def shared_queue(crawler: Crawler) -> SharedQueue | None:
    """The queue that this worker shares with others, which may be empty; None where it works alone."""
    queue = getattr(scheduler(crawler), "queue", None)
    return queue if isinstance(queue, SharedQueue) else None


class SharedQueue(InFlight[bytes]):
    """One worker's side of the queue; made by scrapy-redis' scheduler.

    First come, first served within a priority, as in the spiders' own queues. ``server``: a
    connection that gives bytes; ``key``: where the queue stands; ``serializer``: an object with
    ``dumps`` and ``loads``, :mod:`~newsbody.crawl.queue.wire` without one. ``lease``: seconds without a
    sign of life after which a worker has ended; ``worker``: the name of this one. ``first``: may it work?
    """

    def __init__(self, server: Redis, spider: Spider, key: str, serializer: Any = None) -> None:
        super().__init__(spider.crawler)
        self.server = server
        self.key = key % {"spider": spider.name}
        self.worker = f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex[:8]}"
        self._spider = spider
        self._serializer = serializer or wire
        self.lease = CrawlSettings.from_settings(spider.crawler.settings).lease_seconds
        self._said_to_wait: set[Request] = set()
        self._suspects: set[Request] = set()
        #: Those that were taken back before they came here; by requests, what was claimed by them since.
        self._again: set[Request] = set()
        self._came = defaultdict[Request, set[str | bytes]](set)
        self._actions: dict[Request, list[Callable[[Pipeline], object]]] = defaultdict(list)
        # Who just came, or comes back, cannot tell who else is only late.
        self._takes_back_from = time.monotonic() + self.lease
        self.first = GoingFirst(self._ask_lead)
        self._loop: AsyncioLoopingCall | LoopingCall | None = None
        self._scripts = {name: server.register_script(text) for name, text in SCRIPTS.items()}
        spider.crawler.signals.connect(self._opened, signal=signals.spider_opened)
        spider.crawler.signals.connect(self._closed, signal=signals.spider_closed)
        self.beat()

    # --- what the scheduler asks for --------------------------------------------------------

    def __len__(self) -> int:
        return int(self.server.zcard(self.key))

    def push(self, request: Request, made: tuple[str, str] | None = None) -> bool:
        """Put a request into the queue; one that cannot stand there is said and left out.

        ``made``: the key of those that were made and what this one is known by there: False when it was made before.
        """
        if (data := self._row(request)) is None:
            return False
        key, known_by = ([made[0]], [made[1]]) if made else ([], [])
        keys = [self.key, f"{self.key}:count", self._left_key(request), *key]
        return bool(self._run("push", keys, [-request.priority, data, *known_by]))

    def _row(self, request: Request) -> bytes | None:
        """What stands in Redis of a request, behind its number; None, which is said, where nothing can."""
        try:
            row: bytes = self._serializer.dumps(request.to_dict(spider=self._spider))
        except ValueError as error:
            logger.error("%s", error)
            self._crawler.stats.inc_value("newsbody/requests_not_shared")
            return None
        return row

    def pop(self, timeout: int = 0) -> Request | None:
        """Take the next request; it is in flight until it is acknowledged. Does not wait, whatever ``timeout``."""
        self.acknowledge()
        if not self.first.may_take:
            return None
        keys = [self.key, self._flight_key, *self._keys("workers", "again", "suspected")]
        has_suspect = any(not self._waits(request) for request in self._suspects)
        while found := self._run("pop", keys, [self.worker, int(has_suspect)]):
            member, times_again, suspicion = found
            request = self._request(member)
            if request is None:
                self.server.zrem(self._flight_key, member)
                continue
            if suspicion <= MAX_SUSPICION:
                self._flight[request] = member
                if times_again:
                    self._again.add(request)
                self.first.took()
                if suspicion >= SUSPECT:
                    self._suspects.add(request)
                return request
            logger.error("%s is given up: %d workers ended before they were done with it", request, times_again)
            self.server.zrem(self._flight_key, member)
            self.server.srem(self._left_key(request), _number(member))
            self._forget(self.server, [member])
        return None

    def _request(self, member: bytes) -> Request | None:
        """The request of a row; None, which is said, for a row that is none."""
        try:
            return request_from_dict(self._serializer.loads(member[8:]), spider=self._spider)
        except (ValueError, TypeError, LookupError) as error:
            logger.error("A row of %s is left out: %s", self.key, error)
            self._crawler.stats.inc_value("newsbody/requests_invalid")
            return None

    def clear(self) -> None:
        """Forget everything: the queue, what is in flight, and who works on it."""
        self.server.delete(self.key, *self.server.scan_iter(match=f"{self.key}:*"))

    # --- in flight --------------------------------------------------------------------------

    def when_done(self, request: Request, action: Callable[[Pipeline], object]) -> None:
        """Do something in Redis together with the acknowledgement of a request that is in flight."""
        self._actions[request].append(action)

    def _acknowledged(self, done: Mapping[Request, bytes]) -> None:
        for request in self._again & done.keys():
            self._let_go(request)
        with self.server.pipeline() as pipeline:
            for request in done:
                for action in self._actions[request]:
                    action(pipeline)
                if names := [name for name in self._came[request] if isinstance(name, str)]:
                    pipeline.hdel(f"{self.key}:others", *names)
            members = list(done.values())
            pipeline.zrem(self._flight_key, *members)
            for name in (f"waiting:{self.worker}", "readers"):
                pipeline.srem(f"{self.key}:{name}", *map(_number, members))
            self._forget(pipeline, members)
            for request, member in done.items():
                pipeline.srem(self._left_key(request), _number(member))
            pipeline.execute()
        self._said_to_wait.difference_update(done)
        self._suspects.difference_update(done)
        self._again.difference_update(done)
        for request in done:
            self._actions.pop(request, None)
            self._came.pop(request, None)

    def _forget(self, server: Redis | Pipeline, members: Sequence[bytes]) -> None:
        """Requests are done: whom they outlived, and how often, is of no use any more."""
        for name in ("again", "suspected"):
            server.zrem(f"{self.key}:{name}", *members)

    def claim(self, address: str, request: Request) -> bool:
        """Whoever works on it."""
        args = [address, self._number_of(request), request.url]
        return bool(self._run("claim", self._keys("claims", "others", "readers"), args))

    def claim_posts(self, prints: Sequence[bytes], request: Request) -> list[bool]:
        """What this worker read it knows itself. A page that has none of its own is kept until the others' are out."""
        if not prints:
            return []
        args, keys = [number := self._number_of(request), *prints], self._keys("posts", "readers")
        self._came[request] |= {_posts_of(number), *prints}
        if any(own := self._run("claim_posts", keys, args)):
            return list(map(bool, own))
        again = request.replace(dont_filter=True)
        for owner in {*self.server.hmget(keys[0], prints)}:
            if isinstance(owner, bytes) and self.server.sismember(keys[1], owner):  # type: ignore[arg-type]
                self._run("claim", self._keys("claims", "others", "readers"), [_posts_of(owner), owner, ""])
                self.keep(_posts_of(owner), again)
        return list(map(bool, self._run("claim_posts", keys, args)))  # who had them may have let go meanwhile

    def _let_go(self, request: Request) -> None:
        """What a request gave before it was taken back, and did not give now, is another's that gives it as well."""
        number, came = self._number_of(request), self._came[request]
        posts = [mark for mark, owner in self.server.hscan_iter(f"{self.key}:posts") if owner == number]
        if gone := [mark for mark in posts if mark not in came]:
            self.server.hdel(f"{self.key}:posts", *gone)
        for name, owner in self.server.hscan_iter(f"{self.key}:claims", match=f"{TEXT}*"):
            if owner == number and to_unicode(name) not in came:
                self.free(to_unicode(name), request)

    def keep(self, address: str, request: Request) -> bool:
        """Few are kept, and none of a page that came."""
        row = self._row(request)
        args = [address, MAX_TRIES, request.url, self._left_key(request), row]
        return row is None or bool(self._run("instead", self._keys("claims", "others"), args))

    def free(self, address: str, request: Request, *, again: bool = True) -> bool:
        """One that was kept is in this one's place, whatever this worker knows. Where MAX_TRIES failed, none may."""
        keys = [*self._keys("claims", "others", "failed"), self.key, f"{self.key}:count"]
        return bool(self._run("free", keys, [address, MAX_TRIES, self._number_of(request), -request.priority]))

    def came(self, address: str, request: Request) -> None:
        """Nothing is kept for it as soon as its request is done."""
        self._came[request].add(address)

    def _number_of(self, request: Request) -> bytes | str:
        return _number(self._flight.get(request, b"")) or self.worker

    def _keys(self, *names: str) -> list[str]:
        return [f"{self.key}:{name}" for name in names]

    # --- the other workers ------------------------------------------------------------------

    def beat(self) -> None:
        """A sign of life; takes back what workers had who give none any more."""
        self.acknowledge()
        takes_back = time.monotonic() >= self._takes_back_from
        waiting = {request for request in self._flight if self._waits(request)} - self._said_to_wait
        numbers = [_number(self._flight[request]) for request in waiting]
        args = [self.worker, int(1000 * self.lease), int(takes_back), SUSPICION, SUSPICION_WAITING, *numbers]
        alive, requests = self._run("beat", [self.key], args)
        if not alive:
            self._takes_back_from = time.monotonic() + self.lease
            self._was_late()
        self._said_to_wait |= waiting
        if requests:
            logger.warning("A worker ended before it was done: %d of its requests are taken back", requests)
            self._crawler.stats.inc_value("newsbody/requests_taken_back", requests)
        self.first.look()

    def _was_late(self) -> None:
        """This worker did not end, whatever the others thought: no request is suspected because of it."""
        self._run("acquit", [f"{self.key}:blamed:{self.worker}", f"{self.key}:suspected"], [])

    def _waits(self, request: Request) -> bool:
        """Is Scrapy done with a request whose page waits for others?"""
        return self._held[request] > 0 and request not in in_progress(self._crawler)

    def _ask_lead(self, over: bool) -> bytes:
        answer: bytes = self._run("lead", [f"{self.key}:first"], [self.worker, int(1000 * self.lease), int(over)])
        return answer

    def over(self, sites: Sequence[str]) -> list[str]:
        """Those of some sites of which no worker has anything to fetch or at work: what is left are pages that wait.

        What waits is told with the next sign of life.
        """
        return [to_unicode(site) for site in self._run("over", [self.key], sites)] if sites else []

    def agree(self, phase: Phase) -> bool:
        """Say how far this worker is; True when the queue is empty and no worker is behind it."""
        self.acknowledge()
        # The answer to a request for the next one may have been lost with a connection.
        lost: list[bytes] = list({*self.server.zrange(self._flight_key, 0, -1)} - {*self._flight.values()})
        if lost:
            self._run("put_back", [self.key, self._flight_key], lost)
        return bool(self._run("agree", [self.key, f"{self.key}:workers"], [self.worker, int(phase)]))

    def show_life(self) -> None:
        """A sign of life at its time, also from where all else stands still; it is said when there is no answer."""
        try:
            self.beat()
        except Exception:
            logger.exception("The workers' queue in Redis does not answer; asked again in a second")

    def _tick(self) -> None:
        self.show_life()
        wake(self._crawler)

    def _opened(self) -> None:
        self._loop = create_looping_call(self._tick)
        self._loop.start(BEAT_SECONDS, now=False)

    def _closed(self) -> None:
        if self._loop:
            self._loop.stop()
        self.acknowledge()
        self._run("leave", [self.key], [self.worker])

    @property
    def _flight_key(self) -> str:
        return f"{self.key}:flight:{self.worker}"

    def _left_key(self, request: Request) -> str:
        return f"{self.key}:left:{host_of(request.url)}"

    def _run(self, script: str, keys: list[str], args: Sequence[Any]) -> Any:
        return self._scripts[script](keys=keys, args=args)


def _posts_of(number: bytes | str) -> str:
    """What the posts of a request are called among texts: `text posts 0000000000000007`."""
    return f"{TEXT}posts {number.hex() if isinstance(number, bytes) else number}"


def _number(member: bytes) -> bytes:
    """What a row of the queue begins with: its number, by which rows of the same priority are in order."""
    return member[:8]
