"""A site is learned alike in whichever order its pages come: thousands of crawls in which nothing is fetched."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from newsbody.crawl.ground.settings import CrawlSettings
from newsbody.crawl.learning.actions import Learn, LearnAddresses, LearnOn, LetOut, Load, Read, ShowsPosts, Work
from newsbody.crawl.learning.site import Site, Sites
from newsbody.crawl.learning.study import Study
from newsbody.crawl.learning.visit import PendingPage, Visit
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.reading import Reading
from newsbody.crawl.pages.tasks import Learnt
from newsbody.ground.sitememory import SiteMemory
from newsbody.page.sites import host_of
from newsbody.stores import Learned, Profile
from tests.lots import lot
from tests.played import Played

HOST = "http://f.test"
HOST_OF_MANY = "http://www.example.com"
SITES, HISTORIES = 20, 15
#: Requests under way at once: Scrapy's own limit for one host.
CONCURRENT = 8
OLD = ["div.old"]
RESOLVER = {
    "format": 1, "host": "f.test", "origin": HOST, "confidence": 0.9,
    "topics": [{"path": ["t{n}"], "id_hole": 0}], "lists": [{"path": ["l{n}"], "page_hole": 0, "first_page": "1"}],
}  # fmt: skip


@dataclass
class Web:
    """Addresses with the addresses that they link to; the first is the front page, some cannot be fetched."""

    links: dict[str, list[str]]
    gone: set[str]

    @classmethod
    def drawn(cls, random: Random) -> Web:
        lists = [f"{HOST}/l{number}" for number in range(1, random.randint(2, 5))]
        topics = [f"{HOST}/t{number}" for number in range(1, random.randint(2, 40))]
        others = [f"{HOST}/about", f"{HOST}/terms"]
        links = {url: random.sample(others + topics, random.randint(0, 2)) for url in topics + others}
        for url in lists:
            links[url] = random.sample(topics, min(len(topics), random.randint(1, 15))) + random.sample(lists, 1)
        front = [*lists, *random.sample(topics, min(len(topics), 3)), *others]
        random.shuffle(front)
        gone = set(random.sample(topics, len(topics) // 10))
        return cls({f"{HOST}/": front, **links}, gone)

    @property
    def named(self) -> list[str]:
        """The addresses that lead from the first page somewhere."""
        found = [next(iter(self.links))]
        for url in found:
            found += [other for other in dict.fromkeys(self.links[url]) if other not in found and url not in self.gone]
        return sorted(found)

    @classmethod
    def drawn_wide(cls, random: Random) -> Web:
        """A site on several hosts, each of which may link to the others."""
        hosts = [HOST_OF_MANY, *(f"http://{name}.example.com" for name in "abc"[: random.randint(1, 3)])]
        lists = [f"{host}/l{number}" for host in hosts for number in range(1, random.randint(2, 4))]
        topics = [f"{random.choice(hosts)}/t{number}" for number in range(1, random.randint(3, 40))]
        links = {url: random.sample(lists + topics, 2) for url in topics}
        for url in lists:
            links[url] = random.sample(topics, min(len(topics), random.randint(1, 15))) + random.sample(lists, 1)
        return cls({f"{HOST_OF_MANY}/": random.sample(lists + topics, len(lists)), **links}, set())


@dataclass
class Outcome:
    """What may not depend on the order: what was learned from, and what each page gave."""

    learned_from: list[Any] = field(default_factory=list)
    given: dict[str, list[str | None]] = field(default_factory=dict)


class History:
    """One crawl of a web. ``concurrent`` responses overtake one another, and works have their steps, at random."""

    def __init__(
        self,
        web: Web,
        kind: str,
        random: Random,
        concurrent: int,
        *,
        old: bool = False,
        guest: bool = False,
        sample_urls: int = 10,
    ) -> None:
        self.outcome = Outcome()
        self._web, self._kind, self._random, self._concurrent = web, kind, random, concurrent
        self._old, self._guest = old, guest
        settings = CrawlSettings(
            kind="article" if kind == "article" else "thread", sample_urls=sample_urls, sample_pages=3
        )
        self._sites = Sites(settings.sample_urls, settings.sample_pages, waiting_bytes=settings.waiting_bytes)
        self._works: list[Work[None]] = []
        self._met: list[Site] = []
        self._read: set[tuple[str, str]] = set()
        self._study = Study(settings, self._sites, self._site, self._spawn, lambda _: None)
        self._played = Played(
            {
                Load: lambda action: self._stored(),
                Read: self._reads,
                Learn: lambda action: self._learns(action),
                LearnOn: lambda action: self._learns_on(action),
                LearnAddresses: self._learns_addresses,
                ShowsPosts: lambda action: "/t" in action.source.url,
                LetOut: lambda action: self._let_out(action.page, action.reading),
            }
        )

    def _site(self, url: str) -> Site:
        site = self._sites.get(host_of(url))
        if site not in self._met:
            self._met.append(site)
            self._spawn(self._study.load(site))
        return site

    def _spawn(self, work: Work[None]) -> None:
        self._works.append(self._played.steps(work))

    def _stored(self) -> Profile | None:
        kind = "article" if self._kind == "article" else "thread"
        old = Learned.first({"kind": kind, "body": OLD}, 5, "2026-01-01")
        return Profile("f.test", rules={kind: old}) if self._old else None

    def _reads(self, action: Read) -> Reading:
        life = self._site(action.source.url).rule(action.kind)
        body = life.entry.value["body"] if life.entry else None
        by_rule = body not in (None, OLD) and "/t" in action.source.url
        text = f"{body} without {life.entry.value.get('leave_out')}" if life.entry else str(body)
        reading = Reading("article" if "/t" in action.source.url else "other", {"articleBody": text}, by_rule)
        if (action.source.url, str(life.entry)) not in self._read:
            self._read.add((action.source.url, str(life.entry)))
            self._study.was_read(action.source, action.kind, life.entry, reading)
        return reading

    def _learns(self, action: Learn) -> Learnt:
        """A rule that shows which pages it was learned from."""
        urls = sorted(source.url for source in action.sources)
        self.outcome.learned_from.append(urls)
        body = sorted({f"div.of{url.rpartition('/')[2]}" for url in urls})
        return Learnt({"kind": action.kind, "body": body} if len(urls) >= 3 else None, SiteMemory())

    def _learns_on(self, action: LearnOn) -> dict[str, Any]:
        """The rule with which more pages of threads it was taught by."""
        urls = sorted(source.url for source in action.sources)
        self.outcome.learned_from.append([f"on {url}" for url in urls])
        return {**action.rule, "leave_out": [f"i.of{url.rpartition('/')[2]}" for url in urls]}

    def _learns_addresses(self, action: LearnAddresses) -> dict[str, Any] | None:
        self.outcome.learned_from.append((sorted(action.links.items()), sorted(page.url for page in action.fetched)))
        return RESOLVER if len(action.links) >= 10 else None

    def _let_out(self, page: PendingPage, reading: Reading | None) -> None:
        self.outcome.given.setdefault(page.source.url, []).append(reading.text if reading else None)

    def _finish(self, works: int) -> None:
        while self._works and works:
            work = self._random.choice(self._works)
            try:
                next(work)
            except StopIteration:
                self._works.remove(work)
            works -= 1

    def run(self) -> Outcome:
        """Crawl to the end."""
        front = next(iter(self._web.links))
        self._site(front)
        self._finish(-1)
        self._study.discovery.found(front, None, None)
        self._study.starts_are_over()
        queue, seen = deque([front]), {front}
        while queue or self._works:
            if self._concurrent == 1:
                self._finish(-1)
            elif self._random.random() < 0.7:
                self._finish(1)
                continue
            if queue:
                place = self._random.randrange(min(self._concurrent, len(queue)))
                url = queue[place]
                del queue[place]
                found = [other for other in self._fetch(url) if other not in seen]
                queue += dict.fromkeys(found)
                seen.update(found)
        self.waiting_at_end = sum(len(site.waiting) for site in self._sites)
        while busy := [site for site in self._sites if site.busy or site.has_more_to_teach]:
            for site in busy:
                self._study.decide(site)
            self._finish(-1)
        return self.outcome

    def _fetch(self, url: str) -> list[str]:
        if url in self._web.gone:
            self._study.discovery.failed(url, start=False)
            return []
        visit = Visit(url)
        for other in self._web.links[url]:
            self._study.discovery.found(other, visit, 20 if "/t" in other else 4)

        async def finish(reading: Reading | None) -> None:
            raise AssertionError("whoever plays a work lets the pages out")

        page = PendingPage(Source(b"page", url), self._kind, finish, guest=self._guest)
        if not self._study.room.waits(page, visit):
            self._spawn(self._study.room.finish(page))
        self._study.discovery.ended(visit, start=url == next(iter(self._web.links)))
        return self._web.links[url]


@pytest.mark.parametrize("old", lot([False, True]))
@pytest.mark.parametrize("kind", ["article", "topic"])
def test_order_of_arrival_changes_nothing(kind: str, old: bool) -> None:
    for seed in range(SITES):
        web = Web.drawn(Random(seed))
        alone = History(web, kind, Random(0), 1, old=old).run()
        assert alone.given
        for history in range(HISTORIES):
            outcome = History(web, kind, Random(history), CONCURRENT, old=old).run()
            assert outcome.learned_from == alone.learned_from, (seed, history)
            assert outcome.given == alone.given, (seed, history)
            assert all(len(given) == 1 for given in outcome.given.values())


@pytest.mark.parametrize(("sample_urls", "taught"), [(10, 0), (30, 18)])
def test_pages_of_threads_that_wait_for_a_rule_teach_it_before_they_are_read_by_it(
    sample_urls: int, taught: int
) -> None:
    for seed in range(SITES):
        outcome = History(Web.drawn(Random(seed)), "topic", Random(0), 1, sample_urls=sample_urls).run()
        on = [url.removeprefix("on ") for found in outcome.learned_from for url in found if url[0] == "o"]
        assert not on or len(on) > 3  # no rule is taught by the pages alone that it was learned from
        assert all(f"i.of{url.rpartition('/')[2]}" in str(outcome.given[url]) for url in on)
        taught -= bool(on)
    assert not taught


@pytest.mark.parametrize("kind", ["article", "topic"])
def test_what_addresses_of_a_small_site_mean_is_learned_from_all_of_them_whatever_waits(kind: str) -> None:
    for seed in range(SITES):
        for web in (Web.drawn(Random(seed)), Web.drawn_wide(Random(seed))):
            for concurrent in (1, CONCURRENT):
                history = History(web, kind, Random(seed), concurrent, sample_urls=300)
                learned_from = [asked for asked in history.run().learned_from if isinstance(asked, tuple)]
                assert sorted(url for links, _ in learned_from for url, _ in links) == web.named, (seed, concurrent)


@pytest.mark.parametrize("hosts", lot(["one", "many"]))
def test_the_links_that_a_small_site_is_learned_from_depend_on_no_order(hosts: str) -> None:
    for seed in range(SITES):
        web = (Web.drawn if hosts == "one" else Web.drawn_wide)(Random(seed))
        learned_from = [
            sorted(asked[0] for asked in history.run().learned_from if isinstance(asked, tuple))
            for history in [History(web, "article", Random(n), CONCURRENT, sample_urls=300) for n in range(HISTORIES)]
        ]
        assert all(links == learned_from[0] for links in learned_from), seed


@pytest.mark.parametrize("kind", ["article", "topic"])
def test_site_of_which_nothing_is_left_to_fetch_decides_before_the_crawl_ends(kind: str) -> None:
    for seed in range(SITES):
        history = History(Web.drawn(Random(seed)), kind, Random(seed), CONCURRENT, old=False)
        history.run()
        assert history.waiting_at_end == 0


@pytest.mark.parametrize("old", lot([False, True]))
def test_pages_of_others_wait_for_a_few_and_what_is_learned_depends_on_no_order(old: bool) -> None:
    for seed in range(SITES):
        web = Web.drawn(Random(seed))
        alone = History(web, "article", Random(0), 1, old=old, guest=True).run()
        for history in range(HISTORIES):
            outcome = History(web, "article", Random(history), CONCURRENT, old=old, guest=True).run()
            assert outcome.learned_from == alone.learned_from, (seed, history)
            assert outcome.given.keys() == alone.given.keys()
            assert all(len(given) == 1 for given in outcome.given.values())


def test_pages_of_others_wait_for_no_more_than_a_sample_though_the_site_shows_no_rule() -> None:
    topics = [f"{HOST}/t{number}" for number in range(1, 40)]
    web = Web({f"{HOST}/": topics, **{url: [] for url in topics}}, set())
    history = History(web, "article", Random(0), 1, old=False, guest=True)
    history._learns = lambda action: Learnt(None, SiteMemory())  # type: ignore[method-assign]
    most = 0

    def counting(page: PendingPage, reading: Reading | None, let_out: Any = history._let_out) -> None:
        nonlocal most
        most = max(most, sum(len(site.waiting) for site in history._sites))
        let_out(page, reading)

    history._let_out = counting  # type: ignore[method-assign]
    assert len(history.run().given) == 40
    assert most <= 3  # a sample
