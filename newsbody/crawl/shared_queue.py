"""The place of before, which may stand in settings."""

from newsbody.crawl.shared.queue import SharedQueue as SharedQueue
