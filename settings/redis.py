"""Settings for many workers on one Redis: ``SCRAPY_PROJECT=redis scrapy crawl forum -a url=…`` on each.

scrapy-redis (0.9 and later) shares the queue and the filter of duplicates, newsbody the
profiles. Of scrapy-redis only these two are used: its RedisSpider, stats collector and JSON
serializer do not work with Scrapy 2.13 and later. A worker that is killed loses the requests
it had in flight; start the crawl once more over the same queue to fetch what they led to.
"""

import os

from settings.default import *  # noqa: F403

REDIS_URL = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0")

SCHEDULER = "scrapy_redis.scheduler.Scheduler"
DUPEFILTER_CLASS = "scrapy_redis.dupefilter.RFPDupeFilter"
# The queue and the filter outlive the workers: another one can go on.
SCHEDULER_PERSIST = True

NEWSBODY_PROFILES = REDIS_URL
