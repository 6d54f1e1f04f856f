"""The scheduler of many workers: that a request was made is noted in the step that makes it."""

from __future__ import annotations

from scrapy import Request
from scrapy_redis.scheduler import Scheduler

from newsbody.urls.normalize import without_session


class SharedScheduler(Scheduler):  # type: ignore[misc]  # scrapy-redis has no types
    """scrapy-redis', with :class:`~newsbody.crawl.shared.queue.SharedQueue` as its queue.

    scrapy-redis asks its filter, which notes the request, and then puts it into the queue. A worker that is killed
    between the two leaves a request that nobody will make; and so does a filter whose answer is lost with a
    connection, for asked once more it says that the request was made.
    """

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
