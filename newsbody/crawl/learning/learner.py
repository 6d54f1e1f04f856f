"""Learns the sites of a crawl and keeps what was learned: resolvers and rules, with their store."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from newsbody.crawl.addresses.address_life import AddressState
from newsbody.crawl.learning.actions import Action, InTurn, Keep, Learn, LearnAddresses, LearnOn, Load, Work, ask
from newsbody.crawl.learning.history import describe, remembered, today
from newsbody.crawl.learning.rule_life import RuleLife
from newsbody.crawl.learning.site import Site
from newsbody.crawl.pages.executor import TookTooLong
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.tasks import LEAST_ARTICLES, Learnt
from newsbody.ground.sitememory import SiteMemory
from newsbody.rules.rule import Rule
from newsbody.stores import Learned, Profile
from newsbody.urls.resolver import Resolver

if TYPE_CHECKING:
    from newsbody.crawl.ground.settings import CrawlSettings

logger = logging.getLogger(__name__)

T = TypeVar("T")

#: A resolver that is less sure is only used where somebody said that the site is a forum. Measured on 21 forums and
#: two news portals: the 20 with F >= 0.82 on their addresses are above, the one with F 0.38 and the portals, on
#: which no kind of address stands out, are below.
MIN_CONFIDENCE = 0.7
#: Share of its topics that were topics of one that is known to be wrong, from which on a resolver is that one again:
#: two crawls see other addresses, and put the same calendar in other words.
MOST_KNOWN = 0.8

#: What was noted of the requests under way whose pages are topics or lists, best first, with their addresses.
UnderWay = list[tuple[str, Any]]


class Learner:
    """Moves what is learned between the pages, the sites of the crawl and the store. ``count`` is for the stats."""

    def __init__(self, settings: CrawlSettings, count: Callable[[str], None]) -> None:
        self._settings = settings
        self._count = count
        self._log: dict[str, str] = {}
        self._complaints: set[str] = set()

    def load(self, site: Site) -> Work[None]:
        """Start with what an earlier crawl learned of a site, if it can be read."""
        try:
            profile = yield from ask(Load(site.host))
            if profile:
                self._use(site, profile)
        except ValueError as error:
            self._complain(site, "the stored profile is not usable and is learned anew", error)
        finally:
            site.loaded = True

    def _use(self, site: Site, profile: Profile) -> None:
        self._take_over(site, profile, old=True)
        found = [f"{kind} rule {describe(entry)}" for kind, entry in profile.rules.items()]
        if site.addresses.resolver:
            found.append(f"topics {site.addresses.resolver.to_regex()}")
        if found:
            self._count("sites_known")
            logger.info("%s starts with what an earlier crawl learned: %s", site.host, "; ".join(found))

    def adopt(self, site: Site) -> Work[UnderWay | None]:
        """Use what other workers learned of a site meanwhile.

        Returns the requests under way when topics are known by it that were not; else None.
        """
        try:
            profile = yield from ask(Load(site.host, fresh=True))
            return self._take_over(site, profile) if profile and profile is not site.profile else None
        except ValueError as error:
            self._complain(site, "what other workers learned is not usable", error)
            return None

    def _take_over(self, site: Site, profile: Profile, *, old: bool = False) -> UnderWay | None:
        """Use all that a profile says, or nothing: raises ValueError when some of it cannot be read.

        ``old``: it may be of an earlier crawl.
        """
        for entry in profile.rules.values():
            Rule.from_dict(entry.value)
        resolver = Resolver.from_dict(profile.resolver.value) if profile.resolver else None
        site.profile = profile
        for kind, entry in profile.rules.items():
            if old:
                # The template may have changed since; where workers share their pages, no order of them tells.
                site.rule(kind).loaded(entry, sure=self._settings.shared)
            else:
                site.rule(kind).adopted(entry)
        if profile.memory is not None:
            site.rule("article").memory = profile.memory.memory
        if profile.resolver is None or resolver is None or resolver == site.addresses.resolver or resolver.is_wrong:
            return None
        return site.addresses.start_with(resolver, pinned=profile.resolver.value.get("status") == "pinned")

    def learn_addresses(self, site: Site) -> Work[UnderWay | None]:
        """Learn which addresses are topics; the requests under way, best first. None: not enough to decide."""
        return (yield from ask(InTurn(site.host, self._learn_addresses(site))))

    def _learn_addresses(self, site: Site) -> Work[UnderWay | None]:
        under_way = yield from self.adopt(site)
        if under_way is not None or site.addresses.resolver is not None:
            return under_way
        addresses = site.addresses
        links = dict(addresses.sample.links)
        action = LearnAddresses(links, site.shown[:], dict(addresses.sample.moved))
        found = yield from self._try(site, f"learning from {len(links)} addresses", action)
        resolver = Resolver.from_dict(found) if found else None
        wrong = site.profile.resolver
        if found is None or resolver is None or not self._is_sure(resolver) or _is_known_wrong(resolver, wrong, links):
            addresses.sample.not_enough(len(links))
            return None
        under_way = addresses.start_with(resolver)
        self._count("resolvers_learned")
        self._say(site, "topics", f"topics {resolver.to_regex()} from {len(links)} addresses")
        entry = Learned.first(found, len(links), today())
        if wrong is not None:
            found = {**found, "generation": wrong.generation + 1}
            entry = wrong.superseded(found, len(links), today())
        yield from self._keep(site, replace(site.profile, resolver=entry))
        return under_way

    def doubt_addresses(self, site: Site) -> Work[UnderWay | None]:
        """Learn again which addresses are topics, since pages speak against what is known. As :meth:`adopt`."""
        return (yield from ask(InTurn(site.host, self._doubt_addresses(site))))

    def _doubt_addresses(self, site: Site) -> Work[UnderWay | None]:
        addresses = site.addresses
        why, before = "; ".join(map(str, addresses.life.doubts or addresses.life.unanswered)), addresses.resolver
        if addresses.life.state is AddressState.PINNED:
            logger.warning("%s: the topics that were pinned do not fit its pages: %s", site.host, why)
            addresses.life.said = True
            return None
        under_way = yield from self.adopt(site)
        entry = site.profile.resolver
        if addresses.resolver is not before or before is None or entry is None:
            return under_way
        links = dict(addresses.sample.links)
        known, moved = addresses.sample.known, dict(addresses.sample.moved)
        action = LearnAddresses({**known, **links}, site.shown[:], moved, before.to_dict())
        found = yield from self._try(site, f"learning again from {len(links)} addresses", action)
        addresses.tried_again()
        if self._settings.kind == "article" and not (found and self._is_sure(Resolver.from_dict(found))):
            yield from self._drop_addresses(site, entry, why)
            return None
        if found is None:
            self._count("resolvers_found_again")
            return None
        entry = entry.superseded({**found, "generation": entry.generation + 1}, len(links), today())
        resolver = Resolver.from_dict(entry.value)
        under_way = addresses.start_with(resolver)
        self._count("resolvers_learned_again")
        self._say(site, "topics", f"again, since {why}: topics {resolver.to_regex()} from {len(links)} addresses")
        yield from self._keep(site, replace(site.profile, resolver=entry))
        return under_way

    def _is_sure(self, resolver: Resolver) -> bool:
        return self._settings.kind == "thread" or resolver.confidence >= MIN_CONFIDENCE

    def _drop_addresses(self, site: Site, entry: Learned, why: str) -> Work[None]:
        """What is known of the addresses of articles is wrong, and nothing better is known: it stays behind as such."""
        self._count("resolvers_dropped")
        logger.info("%s: which addresses are articles is not known any more, since %s", site.host, why)
        site.addresses.drop()
        wrong = entry.superseded({**entry.value, "confidence": 0.0, "generation": entry.generation + 1}, 0, today())
        yield from self._keep(site, replace(site.profile, resolver=wrong))

    def learn_rule(self, site: Site, life: RuleLife) -> Work[UnderWay | None]:
        """Learn the rule of a kind of page, first or again; without one in the pages, more may still show it.

        Returns what :meth:`adopt` does: another worker may have learned the topics meanwhile.
        """
        if life.kind == "article" and len(life.lesson) < LEAST_ARTICLES and not self._settings.shared:
            life.learnt(Learnt(None, SiteMemory()), len(life.lesson))
            self._count("rules_not_found")
            return None
        return (yield from ask(InTurn(site.host, self._adopt_or_learn(site, life))))

    def _adopt_or_learn(self, site: Site, life: RuleLife) -> Work[UnderWay | None]:
        before = life.rules
        under_way = yield from self.adopt(site)
        if life.rules == before:
            yield from self._learn_rule(site, life)
        return under_way

    def _learn_rule(self, site: Site, life: RuleLife) -> Work[None]:
        sample = life.lesson
        action = Learn(life.kind, sample, today(), site.beside(life))
        found = yield from self._try(site, f"learning from {len(sample)} pages", action)
        learnt = found or Learnt(None, SiteMemory())
        how, entry = life.learnt(learnt, len(sample))
        self._count(f"rules_{how}")
        profile = remembered(site.profile, learnt.memory, anew=how == "learned_again")
        if entry:
            self._say(site, life.kind, f"{life.kind} rule {describe(entry)}")
            profile = profile.with_rule(life.kind, entry)
        if profile is not site.profile:
            yield from self._keep(site, profile)

    def learn_on(self, site: Site, life: RuleLife, sources: list[Source]) -> Work[None]:
        """Learn what the software adds to posts from more pages of threads than the rule was learned from."""
        entry = life.entry
        if entry is None or not sources or self._settings.shared:
            return
        value = yield from self._try(site, f"learning on from {len(sources)} pages", LearnOn(entry.value, sources))
        kept = life.learned_on(value) if value is not None else None
        if kept is not None:
            self._count("rules_widened")
            yield from self._keep(site, site.profile.with_rule(life.kind, kept))

    def _try(self, site: Site, what: str, action: Action[T]) -> Work[T | None]:
        """What learning gives; None where it failed, or took too long, and that is said."""
        try:
            return (yield from ask(action))
        except TookTooLong as error:
            logger.error("%s: %s took too long (%s)", site.host, what, error)
            self._count("learning_too_long")
        except Exception:
            logger.exception("%s: %s failed", site.host, what)
            self._count("errors")
        return None

    def _keep(self, site: Site, profile: Profile) -> Work[None]:
        """Store, merged with what other workers stored meanwhile; the better of both is used from here on."""
        try:
            self._take_over(site, (yield from ask(Keep(profile))))
        except ValueError as error:
            self._complain(site, "what was learned is used but cannot be stored", error)
            self._take_over(site, profile)

    def save_evidence(self, site: Site) -> Work[None]:
        """Store how often the rules of a site matched since they were learned or loaded, and what its pages add."""
        for life in list(site.rules.values()):
            yield from self.learn_on(site, life, life.teachers)
        profile = site.profile
        for kind, life in site.rules.items():
            entry = life.taken_evidence()
            if entry:
                profile = profile.with_rule(kind, entry)
        if profile is not site.profile:
            yield from self._keep(site, profile)

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


def _is_known_wrong(resolver: Resolver, entry: Learned | None, links: Iterable[str]) -> bool:
    """Does it take for topics what pages of an earlier crawl showed to be none?"""
    known = Resolver.from_dict(entry.value) if entry is not None else None
    if known is None or not known.is_wrong:
        return False
    topics = [url for url in links if resolver.look(url).kind == "topic"]
    return sum(known.look(url).kind == "topic" for url in topics) >= MOST_KNOWN * len(topics)
