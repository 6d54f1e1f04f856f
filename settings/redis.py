"""Settings for many workers on one Redis: ``SCRAPY_PROJECT=redis scrapy crawl forum -a url=…`` on each."""

import os

from newsbody.crawl.queue.worker_settings import worker_settings
from newsbody.ground.extras import MissingExtra
from settings.default import *  # noqa: F403

try:
    globals().update(worker_settings(os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0")))
except MissingExtra as error:
    raise SystemExit(str(error)) from None
