"""The scheduler of many workers: that a request was made is noted in the step that makes it."""

from __future__ import annotations

from contextlib import closing

from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from scrapy import Request
from scrapy.settings import BaseSettings
from scrapy_redis.connection import get_redis_from_settings
from scrapy_redis.scheduler import Scheduler

from newsbody.urls.normalize import without_session


class SharedScheduler(Scheduler):  # type: ignore[misc]  # scrapy-redis has no types
    """scrapy-redis', with :class:`~newsbody.crawl.queue.shared_queue.SharedQueue` as its queue.

    scrapy-redis asks its filter, which notes the request, and then puts it into the queue. A worker that is killed
    between the two leaves a request that nobody will make; and so does a filter whose answer is lost with a
    connection, for asked once more it says that the request was made.
    """

    @staticmethod
    def require(settings: BaseSettings) -> None:
        """Ask Redis once, before the crawl begins. Raises ValueError, with what to write, when it does not answer.

        Later it is waited for when it is away; now it is more likely that its address is wrong.
        """
        once = settings.copy()
        once.frozen = False
        params = {**settings.getdict("REDIS_PARAMS"), "retry": Retry(NoBackoff(), 0)}
        once.set("REDIS_PARAMS", params, priority="cmdline")
        address = settings.get("REDIS_URL") or settings.get("REDIS_HOST") or "localhost"
        try:
            with closing(get_redis_from_settings(once)) as server:
                server.ping()
        except (RedisError, ValueError, OSError) as error:
            raise ValueError(
                f"REDIS_URL: no Redis answers at {address} ({error}). Start it, or write another address: "
                "REDIS_URL=redis://host:6379/0"
            ) from error

    def enqueue_request(self, request: Request) -> bool:
        """Put a request into the queue; False when it was made before, by whatever worker."""
        # Where pages are claimed each address counts: another one is asked for when a page's first one fails.
        once = self.spider.settings.getbool("NEWSBODY_ONCE")
        known = request if once else request.replace(url=without_session(request.url))
        made = None if request.dont_filter else (self.df.key, self.df.request_fingerprint(known))
        if not self.queue.push(request, made):
            self.df.log(request, self.spider)
            return False
        self.stats.inc_value("scheduler/enqueued/redis")
        return True
