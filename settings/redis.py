"""Settings for many workers on one Redis: ``SCRAPY_PROJECT=redis scrapy crawl forum -a url=…`` on each.

scrapy-redis (0.9 and later) shares the scheduler and the filter of duplicates, newsbody the
queue's requests in flight, the profiles, and the threads that several workers read pages of. Of
scrapy-redis only these two are used: its RedisSpider, stats collector and JSON serializer do not
work with Scrapy 2.13 and later, and its queues lose what a worker had in flight when it is killed.
"""

import os

from newsbody.ground.extras import MissingExtra, require
from settings.default import *  # noqa: F403

try:
    ConstantBackoff = require("redis.backoff", "redis").ConstantBackoff
    Patience = require("newsbody.crawl.queue.patience", "redis").Patience
    require("scrapy_redis", "redis")
except MissingExtra as error:
    raise SystemExit(str(error)) from None

REDIS_URL = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0")
# While Redis is away or full the workers stand still and ask once a second; after this many they give up.
REDIS_PARAMS = {"retry": Patience(ConstantBackoff(1), 300)}

SCHEDULER = "newsbody.crawl.queue.shared_scheduler.SharedScheduler"
SCHEDULER_QUEUE_CLASS = "newsbody.crawl.queue.shared_queue.SharedQueue"
DUPEFILTER_CLASS = "scrapy_redis.dupefilter.RFPDupeFilter"
# The queue and the filter outlive the workers: another one can go on.
SCHEDULER_PERSIST = True

# Every item is on its way to the disk before the request of its page is done.
FEED_STORAGES = dict.fromkeys(("", "file"), "newsbody.crawl.spiders.feeds.UnbufferedFileStorage")

NEWSBODY_PROFILES = REDIS_URL
