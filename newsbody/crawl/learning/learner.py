"""Learns the sites of a crawl and keeps what was learned: resolvers and rules, with their store."""

from __future__ import annotations

import logging
from dataclasses import replace

from scrapy import Request
from scrapy.crawler import Crawler

from newsbody.crawl.learning.history import confirmed, describe, next_entry, remembered, today
from newsbody.crawl.learning.site import Lesson, Site, Sites
from newsbody.crawl.pages.reader import Reader
from newsbody.crawl.pages.tasks import Learnt
from newsbody.crawl.settings import CrawlSettings
from newsbody.rules.rule import Rule
from newsbody.sitememory import SiteMemory
from newsbody.stores import Learned, Profile, ProfileStore
from newsbody.urls.resolver import Resolver

logger = logging.getLogger(__name__)

#: A resolver that is less sure is only used where somebody said that the site is a forum. Measured on 21 forums and
#: two news portals: the 20 with F >= 0.82 on their addresses are above, the one with F 0.38 and the portals, on
#: which no kind of address stands out, are below.
MIN_CONFIDENCE = 0.7


class Learner:
    """Moves what is learned between the reader, the sites of the crawl and the store."""

    def __init__(self, crawler: Crawler, settings: CrawlSettings, store: ProfileStore, reader: Reader) -> None:
        self._crawler = crawler
        self._settings = settings
        self._store = store
        self._reader = reader
        self.sites = Sites(settings.sample_urls, settings.sample_pages)
        self._log: dict[str, str] = {}
        self._complaints: set[str] = set()

    async def load(self, site: Site) -> None:
        """Start with what an earlier crawl learned of a site, if it can be read."""
        try:
            profile = await self._store.fetch(site.host)
            if profile:
                self._use(site, profile)
            for lesson in site.lessons.values():
                # The template may have changed since; where workers share their pages, no order of them tells.
                lesson.proven = self._settings.shared or (lesson.rule is not None and lesson.rule.status == "pinned")
        except ValueError as error:
            self._complain(site, "the stored profile is not usable and is learned anew", error)
        site.loaded = True

    def _use(self, site: Site, profile: Profile) -> None:
        self._take_over(site, profile)
        found = [f"{kind} rule {describe(entry)}" for kind, entry in profile.rules.items()]
        if site.addresses.resolver:
            found.append(f"topics {site.addresses.resolver.to_regex()}")
        if found:
            self._crawler.stats.inc_value("newsbody/sites_known")
            logger.info("%s starts with what an earlier crawl learned: %s", site.host, "; ".join(found))

    async def adopt(self, site: Site, *, fresh: bool = True) -> list[Request] | None:
        """Use what other workers learned of a site meanwhile; ``fresh`` as in the store.

        Returns the requests under way, best first, when topics are known by it that were not; else None.
        """
        try:
            profile = await self._store.fetch(site.host, fresh=fresh)
            return self._take_over(site, profile) if profile and profile is not site.profile else None
        except ValueError as error:
            self._complain(site, "what other workers learned is not usable", error)
            return None

    def _take_over(self, site: Site, profile: Profile) -> list[Request] | None:
        """Use all that a profile says, or nothing: raises ValueError when some of it cannot be read."""
        rules = {kind: Rule.from_dict(entry.value) for kind, entry in profile.rules.items()}
        memory = SiteMemory.from_dict(profile.memory.value) if profile.memory else None
        resolver = Resolver.from_dict(profile.resolver.value) if profile.resolver else None
        site.profile = profile
        for kind, rule in rules.items():
            lesson, entry = site.lesson(kind), profile.rules[kind]
            if lesson.rule is None or lesson.rule.without_evidence() != rule.without_evidence():
                lesson.start_with(entry)
            else:
                lesson.entry, lesson.rule = entry, rule  # the same, confirmed by more pages
        if memory is not None:
            site.lesson("article").memory = memory
        return site.addresses.start_with(resolver) if resolver and resolver != site.addresses.resolver else None

    async def learn_addresses(self, site: Site) -> list[Request] | None:
        """Learn which addresses are topics; the requests under way, best first. None: not enough to decide."""
        site.addresses.learning = True
        try:
            async with self._store.turn(site.host):
                under_way = await self.adopt(site)
                if under_way is None and site.addresses.resolver is None:
                    under_way = await self._learn_addresses(site)
        finally:
            site.addresses.learning = False
        return under_way

    async def _learn_addresses(self, site: Site) -> list[Request] | None:
        addresses = site.addresses
        links, found = dict(addresses.links), None
        try:
            found = await self._reader.learn_addresses(links, site.shown[:])
        except Exception:
            logger.exception("%s: learning from %d addresses failed", site.host, len(links))
            self._crawler.stats.inc_value("newsbody/errors")
        resolver = Resolver.from_dict(found) if found else None
        needed = 0.0 if self._settings.kind == "thread" else MIN_CONFIDENCE
        if found is None or resolver is None or resolver.confidence < needed:
            addresses.not_enough(len(links))
            return None
        under_way = addresses.start_with(resolver)
        self._crawler.stats.inc_value("newsbody/resolvers_learned")
        self._say(site, "topics", f"topics {resolver.to_regex()} from {len(links)} addresses")
        await self._keep(site, replace(site.profile, resolver=Learned.first(found, len(links), today())))
        return under_way

    async def learn_rule(self, site: Site, lesson: Lesson) -> list[Request] | None:
        """Learn the rule of a kind of page, first or again; without one in the pages, more may still show it.

        Returns what :meth:`adopt` does: another worker may have learned the topics meanwhile.
        """
        lesson.learning = True
        before = lesson.rules
        try:
            async with self._store.turn(site.host):
                under_way = await self.adopt(site)
                if lesson.rules == before:
                    await self._learn_rule(site, lesson)
        finally:
            lesson.learning = False
        return under_way

    async def _learn_rule(self, site: Site, lesson: Lesson) -> None:
        sample = list(lesson.sample)
        learnt = Learnt(None, SiteMemory())
        try:
            learnt = await self._reader.learn(lesson.kind, sample, today())
        except Exception:
            logger.exception("%s: learning from %d pages failed", site.host, len(sample))
            self._crawler.stats.inc_value("newsbody/errors")
        lesson.watch.restart()
        lesson.tried = len(sample)
        how, entry = next_entry(lesson.entry, learnt.rule, len(sample))
        self._crawler.stats.inc_value(f"newsbody/rules_{how}")
        profile = remembered(site.profile, learnt.memory, anew=how == "learned_again")
        if entry is lesson.entry:
            # After a rule that is doubted for nothing only other pages can tell more.
            lesson.next_try = 2 * max(len(sample), lesson.sample_pages)
            if entry:
                lesson.sample.clear()
        elif entry:
            lesson.start_with(entry)
            self._say(site, lesson.kind, f"{lesson.kind} rule {describe(entry)}")
            profile = profile.with_rule(lesson.kind, entry)
        if profile is not site.profile:
            await self._keep(site, profile)

    async def _keep(self, site: Site, profile: Profile) -> None:
        """Store, merged with what other workers stored meanwhile; the better of both is used from here on."""
        try:
            self._take_over(site, await self._store.merge(profile))
        except ValueError as error:
            self._complain(site, "what was learned is used but cannot be stored", error)
            self._take_over(site, profile)

    async def save_evidence(self, site: Site) -> None:
        """Store how often the rules of a site matched since they were learned or loaded."""
        profile = site.profile
        for kind, lesson in site.lessons.items():
            if lesson.entry and lesson.rule and (lesson.matched or lesson.missed):
                profile = profile.with_rule(kind, confirmed(lesson.entry, lesson.rule, lesson.matched, lesson.missed))
                lesson.matched = lesson.missed = 0
        if profile is not site.profile:
            await self._keep(site, profile)

    def _complain(self, site: Site, what: str, error: ValueError) -> None:
        """Log an error of a store, or of what stands in it: once, however often it is asked."""
        text = f"{site.host}: {what}: {error}"
        if text not in self._complaints:
            logger.error(text)
            self._complaints.add(text)

    def _say(self, site: Site, what: str, text: str) -> None:
        logger.info("%s: learned %s", site.host, text)
        self._log[f"{site.host} {what}"] = text

    def report(self) -> None:
        """Log what this crawl learned."""
        if self._log:
            lines = [f"{key.split()[0]}: {text}" for key, text in sorted(self._log.items())]
            logger.info("What this crawl learned:\n  %s", "\n  ".join(lines))
