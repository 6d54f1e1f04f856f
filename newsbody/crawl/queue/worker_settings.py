"""What Scrapy is set to for one of many workers on one Redis.

scrapy-redis (0.9 and later) shares the scheduler and the filter of duplicates, newsbody the queue's requests in flight,
the profiles, and the threads that several workers read pages of. Of scrapy-redis only these two are used: its
RedisSpider, stats collector and JSON serializer do not work with Scrapy 2.13 and later, and its queues lose what a
worker had in flight when it is killed.
"""

from __future__ import annotations

from typing import Any

from newsbody.ground.extras import require

#: Seconds that workers stand still while Redis is away or full, before they give up.
PATIENCE = 300


def worker_settings(address: str) -> dict[str, Any]:
    """The settings of a worker whose queue is in the Redis at an address. Raises MissingExtra."""
    backoff = require("redis.backoff", "redis").ConstantBackoff
    patience = require("newsbody.crawl.queue.shared_scheduler", "redis").Patience
    require("scrapy_redis", "redis")
    return {
        "REDIS_URL": address,
        "REDIS_PARAMS": {"retry": patience(backoff(1), PATIENCE)},
        "SCHEDULER": "newsbody.crawl.queue.shared_scheduler.SharedScheduler",
        "SCHEDULER_QUEUE_CLASS": "newsbody.crawl.queue.shared_queue.SharedQueue",
        "DUPEFILTER_CLASS": "scrapy_redis.dupefilter.RFPDupeFilter",
        # The queue and the filter outlive the workers: another one can go on.
        "SCHEDULER_PERSIST": True,
        # Every item is on its way to the disk before the request of its page is done.
        "FEED_STORAGES": dict.fromkeys(("", "file"), "newsbody.crawl.spiders.feeds.UnbufferedFileStorage"),
        "NEWSBODY_PROFILES": address,
    }
