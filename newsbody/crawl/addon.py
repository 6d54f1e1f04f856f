"""The one line of a project: ``ADDONS = {"newsbody.Addon": 500}``."""

from __future__ import annotations

from scrapy.downloadermiddlewares import cookies
from scrapy.exceptions import NotConfigured
from scrapy.settings import SETTINGS_PRIORITIES, BaseSettings
from scrapy.utils.misc import load_object

from newsbody.crawl.hooks.fields import ShortItems
from newsbody.crawl.hooks.foreseen import ForeseenMiddleware
from newsbody.crawl.hooks.guard import GuardMiddleware, RefreshMiddleware
from newsbody.crawl.hooks.once_middleware import OnceMiddleware
from newsbody.crawl.hooks.pipelines import BodyPipeline, DatabasePipeline, patient
from newsbody.crawl.hooks.topic_middleware import TopicMiddleware
from newsbody.crawl.sources.domains import bundled_suffixes

#: Scrapy starts CONCURRENT_ITEMS tasks for every page, whether it gives items or not. Its default of 100 took 40 % of
#: the processor time of a crawl that only takes links and titles; so many pipelines at work on one page are enough.
ITEMS_OF_A_PAGE = 16


class Addon:
    """Registers the parts of newsbody; whatever the project sets itself wins."""

    def update_settings(self, settings: BaseSettings) -> None:
        """Called by Scrapy before the crawl. Raises NotConfigured, which leaves the add-on out, for those that ask."""
        if not settings.getbool("NEWSBODY_ENABLED", default=True):
            raise NotConfigured("NEWSBODY_ENABLED is off")
        # Scrapy fetches a list by itself, for which the crawl stands still, and without a network logs tracebacks.
        cookies._split_domain = bundled_suffixes()
        # Behind Scrapy's own (700 to 900): requests have their depth and referer, too deep ones are gone.
        settings.setdefault_in_component_priority_dict("SPIDER_MIDDLEWARES", TopicMiddleware, 600)
        # The last to see a response, when it is unpacked and of its own class; the first to see a redirect.
        settings.setdefault_in_component_priority_dict("DOWNLOADER_MIDDLEWARES", GuardMiddleware, 40)
        # Between Scrapy's for refreshes and that which unpacks what a server sent.
        settings.setdefault_in_component_priority_dict("DOWNLOADER_MIDDLEWARES", RefreshMiddleware, 585)
        # Behind the guard, which sees where a redirect leads.
        settings.setdefault_in_component_priority_dict("DOWNLOADER_MIDDLEWARES", ForeseenMiddleware, 60)
        # Near the engine: it hears of every page that is not given, by whomever.
        settings.setdefault_in_component_priority_dict("DOWNLOADER_MIDDLEWARES", OnceMiddleware, 50)
        settings.setdefault_in_component_priority_dict("ITEM_PIPELINES", BodyPipeline, 10)
        if settings.get("NEWSBODY_STORE"):
            # Behind the project's own: what they drop is not stored.
            settings.setdefault_in_component_priority_dict("ITEM_PIPELINES", DatabasePipeline, 950)
        processor = patient(load_object(settings["ITEM_PROCESSOR"]))
        priority = max(settings.getpriority("ITEM_PROCESSOR") or 0, SETTINGS_PRIORITIES["addon"])
        settings.set("ITEM_PROCESSOR", processor, priority=priority)
        settings.set("CONCURRENT_ITEMS", ITEMS_OF_A_PAGE, priority="addon")
        settings.set("LOG_FORMATTER", ShortItems, priority="addon")
