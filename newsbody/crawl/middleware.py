"""The place of before, which may stand in settings."""

from newsbody.crawl.hooks.once import OnceMiddleware as OnceMiddleware
from newsbody.crawl.hooks.topics import TopicMiddleware as TopicMiddleware
