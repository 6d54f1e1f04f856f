"""The life of a rule: the only place that may move it from one state to another.

========  ===========================  ====================================  ========================================
state     pages                        on a page                             moves
========  ===========================  ====================================  ========================================
SAMPLING  wait, the extractor reads    joins the sample in its turn          sample full: learned from; then TRUSTED,
                                                                             or again SAMPLING until twice as many
                                                                             came, or with 40 pages GIVEN_UP
ON_TRIAL  wait, the rule reads         counted in its turn                   5 matches: TRUSTED; doubted: learned from
TRUSTED   at once, the rule reads;     watched as it comes                   doubted or incomplete, with enough pages,
          odd ones wait                                                      and not pinned: learned from; the pages
                                                                             that showed it are no topics: SAMPLING
GIVEN_UP  at once, the extractor reads nothing                               a rule of another worker: TRUSTED;
                                                                             other pages are topics: SAMPLING
========  ===========================  ====================================  ========================================

Events come in as calls (``loaded``, ``adopted``, ``sampled``, ``read``, ``learnt``, ``readdressed``,
``taken_evidence``); what is to be done about them is given back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any
from zlib import crc32

from newsbody.crawl.ground.to_do import ToDo
from newsbody.crawl.learning.history import confirmed, next_entry, today
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.reading import Reading, is_article
from newsbody.crawl.pages.tasks import Learnt
from newsbody.ground.sitememory import SiteMemory
from newsbody.rules.drift import ALL_ODD, REFERENCE, WINDOW, DriftWatch
from newsbody.rules.rule import Rule
from newsbody.stores import Learned

#: After this many pages without a rule in them a site is read by the extractor for good.
MAX_SAMPLE_PAGES = 40
#: So many of the pages that a rule for threads read teach what the software adds to posts: what stands in every
#: hundredth of these (sizes of files, heads of code) shows on no sample. Fewer pages are not learned on from. From 40
#: the rules of three complete forums knew 5, 4 and 2 kinds of elements more, and read no post less exactly.
TEACHING_PAGES = 40
#: One page of so many is looked at closely.
CLOSE_LOOKS = 10


class State(Enum):
    """See the table of this module."""

    SAMPLING = "sampling"
    ON_TRIAL = "on trial"
    TRUSTED = "trusted"
    GIVEN_UP = "given up"


class Event(Enum):
    """What moves a rule."""

    #: An earlier crawl learned a rule; the site may have changed since.
    FOUND_OLD = "found old"
    #: There is a rule that holds: learned now, learned by another worker, or pinned.
    FOUND = "found"
    #: The rule of an earlier crawl still matches.
    PROVEN = "proven"
    #: As many pages as are ever learned from show no rule.
    EXHAUSTED = "exhausted"
    #: The addresses of the site mean something else: other pages are of this kind.
    READDRESSED = "readdressed"


#: All moves there are; any other is a fault of ours and raises KeyError.
MOVES = {
    (State.SAMPLING, Event.FOUND_OLD): State.ON_TRIAL,
    (State.SAMPLING, Event.EXHAUSTED): State.GIVEN_UP,
    (State.SAMPLING, Event.READDRESSED): State.SAMPLING,
    (State.GIVEN_UP, Event.READDRESSED): State.SAMPLING,
    (State.TRUSTED, Event.READDRESSED): State.SAMPLING,
    (State.ON_TRIAL, Event.PROVEN): State.TRUSTED,
    **{(state, Event.FOUND): State.TRUSTED for state in State},
}


@dataclass
class RuleLife:
    """The rule of a site for one kind of page, and the pages it is learned from.

    ``sample_pages``: how many it is learned from at first; ``next_try``: how many the sample needs
    before learning is tried (again); ``tried``: with how many it was. ``rules``: how many rules it
    had, one after another. ``sample``: the pages, and whether the rule matched, as it may with a body of another
    shape than usual. ``memory``: what the extractor knows of other pages. ``teaching``: the pages that
    are to teach what is added to posts, those whose addresses have the lowest numbers: the same, whichever came first.
    """

    kind: str
    sample_pages: int
    entry: Learned | None = None
    rule: Rule | None = None
    rules: int = 0
    memory: SiteMemory = field(default_factory=SiteMemory)
    tried: int = 0
    sample: dict[Source, bool] = field(default_factory=dict)
    teaching: dict[tuple[int, str], Source] = field(default_factory=dict)
    watch: DriftWatch = field(default_factory=DriftWatch)
    matched: int = 0
    missed: int = 0

    def __post_init__(self) -> None:
        self._state = State.SAMPLING
        self.next_try = self.sample_pages
        #: Odd pages, and whether there was a good one, since learning was tried; how many odd ones it waits for.
        self._odd, self._good, self._patience = 0, False, 0
        #: Addresses of the pages that showed the rule; one that pages showed which are none of this kind.
        self._shown_by: list[str] = []
        self._refuted: Learned | None = None
        #: Hashes of the lines of odd pages that joined the sample last, also where it was learned from in vain.
        self._said: deque[frozenset[int]] = deque(maxlen=MAX_SAMPLE_PAGES)

    @property
    def state(self) -> State:
        return self._state

    @property
    def at_once(self) -> bool:
        """Are pages read as they come?"""
        return self._state in (State.TRUSTED, State.GIVEN_UP)

    @property
    def doubted(self) -> bool:
        """Does the rule no longer match the pages that come, of which there are enough to learn from?"""
        enough = self.watch.doubted and len(self.sample) >= min(self.sample_pages, WINDOW)
        # What was learned from in vain is waited with, unless the pages were good again and now none is.
        changed = self._good and self.watch.odd_in_a_row >= WINDOW
        again = self._odd >= self._patience or changed
        return enough and again and self.rule is not None and self.rule.status != "pinned"

    @property
    def incomplete(self) -> bool:
        """Do pages come that the rule does not match among those that it does, enough to show one template more?"""
        return self._is_learnable and self.at_once and self.next_try <= min(len(self._unmatched), MAX_SAMPLE_PAGES)

    @property
    def _is_learnable(self) -> bool:
        return self.rule is not None and self.rule.status != "pinned"

    def is_odd(self, reading: Reading) -> bool:
        """Does a page wait for what as many like it as are still to come may tell?"""
        unmatched = not reading.by_rule and (self.kind == "thread" or is_article(reading))
        return unmatched or self.may_learn_from(reading)

    def may_learn_from(self, reading: Reading) -> bool:
        """Does a page that the rule matches show more, which as many like it as are still to come may tell?"""
        return reading.shows_more and self._is_learnable and self.next_try <= MAX_SAMPLE_PAGES

    @property
    def _unmatched(self) -> list[Source]:
        return [source for source, matched in self.sample.items() if not matched]

    @property
    def lesson(self) -> list[Source]:
        """The pages to learn from; those that the rule matches are among them where it is doubted."""
        return list(self.sample)[-self._most :] if self.doubted else self._unmatched

    @property
    def _most(self) -> int:
        """So many pages are learned from next."""
        return min(self.next_try, MAX_SAMPLE_PAGES)

    def loaded(self, entry: Learned, *, sure: bool) -> None:
        """An earlier crawl learned a rule. ``sure``: it is to be used as it is. Raises RuleError for none."""
        rule = Rule.from_dict(entry.value)
        self._start_with(entry, rule, Event.FOUND if sure or rule.status == "pinned" else Event.FOUND_OLD)

    def adopted(self, entry: Learned) -> None:
        """A rule stands in the store, maybe by another worker. Raises RuleError for none."""
        rule = Rule.from_dict(entry.value)
        if self.rule is not None and self.rule.without_evidence() == rule.without_evidence():
            self.entry, self.rule = entry, rule  # the same, confirmed by more pages
        elif self._refuted is None or Rule.from_dict(self._refuted.value).without_evidence() != rule.without_evidence():
            self._start_with(entry, rule, Event.FOUND)

    def sampled(self, source: Source) -> ToDo:
        """A page that could be learned from had its turn."""
        if self._state is not State.SAMPLING:
            return ToDo.NOTHING
        self._add_sample(source)
        return ToDo.LEARN if len(self.sample) >= self.next_try else ToDo.NOTHING

    def read(self, source: Source, reading: Reading) -> ToDo:
        """A page was read, by the rule where it matched: on trial in its turn, later as it comes."""
        self._count(source, reading)
        if self.doubted or self.incomplete:
            return ToDo.LEARN
        if self._state is State.ON_TRIAL and self.watch.recent.count(True) >= REFERENCE:
            self._state = MOVES[self._state, Event.PROVEN]
            return ToDo.LET_OUT
        return ToDo.NOTHING

    @property
    def teachers(self) -> list[Source]:
        """The pages to learn on from; none when there are too few."""
        enough = len(self.teaching) >= TEACHING_PAGES
        return [self.teaching[number] for number in sorted(self.teaching)] if enough else []

    def learned_on(self, value: dict[str, Any]) -> Learned | None:
        """The pages that teach showed this rule: what is to be kept, None when it is the same."""
        self.teaching.clear()
        if self.entry is None or value == self.entry.value:
            return None
        self.entry, self.rule = self.entry.widened(value, 0, today()), Rule.from_dict(value)
        return self.entry

    def learnt(self, learnt: Learnt, pages: int) -> tuple[str, Learned | None]:
        """So many pages gave a rule, or none: what that is called in the stats, and what is to be kept."""
        alive = self.rule is not None and self.watch.odd_in_a_row < ALL_ODD
        shown_by = [source.url for source in self.lesson]
        self.watch.restart()
        self.tried = pages
        how, entry = next_entry(self.entry or self._refuted, learnt.rule, pages, alive=alive)
        if learnt.rule is not None and entry is not None and entry is not self.entry:
            self._start_with(entry, Rule.from_dict(entry.value), Event.FOUND)
            self._shown_by = shown_by
            if how == "widened":  # what so many did not show before fewer will not show now
                self.next_try = max(pages, self.sample_pages)
            return how, entry
        # After a rule that is doubted for nothing only more pages can tell more.
        self.next_try = max(self.next_try, 2 * pages, 2 * self.sample_pages)
        self._odd, self._good, self._patience = 0, False, max(self.next_try, 2 * self._patience)
        if self._state is State.SAMPLING and self.tried >= MAX_SAMPLE_PAGES:
            self._state = MOVES[self._state, Event.EXHAUSTED]
        return how, None

    def take_left(self, sources: Sequence[Source]) -> bool:
        """Are some pages of threads to be learned from together, which still wait when no other ones are to come?

        As many as a rule is learned from at first: of fewer an odd one or two would be learned.
        """
        taken = self.kind == "thread" and self._is_learnable and len(sources) >= self.sample_pages
        if taken:
            self.sample = dict.fromkeys(sources[-MAX_SAMPLE_PAGES:], False)
        return taken

    def readdressed(self, is_topic: Callable[[str], bool]) -> None:
        """Other pages are of topics now: without a rule it is learned from these, and in place of one that pages showed
        which are mostly none. Any other has its watch.
        """
        self.sample = {source: matched for source, matched in self.sample.items() if is_topic(source.url)}
        if self.rule is not None and 2 * sum(map(is_topic, self._shown_by)) < len(self._shown_by):
            self._refuted, self.entry, self.rule = self.entry, None, None
        if self.rule is None:
            self._state = MOVES[self._state, Event.READDRESSED]
            self.next_try, self.tried = self.sample_pages, 0

    def forget_sample(self) -> None:
        """There is no room for pages to learn from: others have to come."""
        self.sample.clear()
        self._said.clear()
        self.teaching.clear()
        self.tried = 0

    def taken_evidence(self) -> Learned | None:
        """What is to be kept of the pages since it was last asked; None when there were none."""
        if self.entry is None or self.rule is None or not (self.matched or self.missed):
            return None
        entry = confirmed(self.entry, self.rule, self.matched, self.missed)
        self.matched = self.missed = 0
        return entry

    def _start_with(self, entry: Learned, rule: Rule, event: Event) -> None:
        self._state = MOVES[self._state, event]
        self.entry, self.rule, self._shown_by, self._refuted = entry, rule, [], None
        self.rules += 1
        self.teaching.clear()
        self.next_try = self.sample_pages
        self._odd, self._good, self._patience = 0, False, 0
        self.sample.clear()
        self._said.clear()
        self.watch.restart()
        self.matched = self.missed = 0

    def looks_closely(self, url: str) -> bool:
        """Is a page read with all that may speak against the rule? A trusted rule asks one page of ten, by its address.

        Each page is asked while the rule is not known well yet, and since one was odd.
        """
        sure = self._state is State.TRUSTED and self.watch.knows_usual and not self.watch.odd_in_a_row
        return not sure or crc32(url.encode()) % CLOSE_LOOKS == 0

    def _count(self, source: Source, reading: Reading) -> None:
        if not reading.by_rule and self.kind == "article" and not is_article(reading):
            return
        self.matched += reading.by_rule
        if self.rule is None:
            return
        self.missed += not reading.by_rule
        self.watch.add(matched=reading.by_rule, shape=reading.share)
        if self.watch.odd_in_a_row:
            self._odd += 1
            if reading.by_rule or self._is_new(reading):
                self._add_sample(source, matched=reading.by_rule)
                self._trim(matched=reading.by_rule)
        else:
            self._good = True
            if self.may_learn_from(reading) and (self.kind == "thread" or self._is_new(reading)):
                self._add_sample(source)
                self._trim(matched=False)
        if self.kind == "thread" and reading.by_rule and self.rule.status != "pinned":
            self.teaching[crc32(source.url.encode()), source.url] = source
            if len(self.teaching) > TEACHING_PAGES:
                del self.teaching[max(self.teaching)]

    def _is_new(self, reading: Reading) -> bool:
        """Does a page to learn from among others show an article that none of the last ones did?

        Copies under other addresses tell nothing more of their template. Half of an article is its own: a line that
        they all have may be the longest, as "Subscribe to continue reading ...".
        """
        if self.watch.odd_in_a_row >= ALL_ODD or not reading.text:
            return True  # where the site changed, what is found may be the same everywhere
        lines = {hash(line): len(line) for line in reading.text.split("\n")}
        known = frozenset().union(*self._said)
        is_new = 2 * sum(size for line, size in lines.items() if line in known) <= sum(lines.values())
        if is_new:
            self._said.append(frozenset(lines))
        return is_new

    def _add_sample(self, source: Source, *, matched: bool = False) -> None:
        """Add a page to the sample, once."""
        if all(source.url != other.url for other in self.sample):
            self.sample[source] = matched

    def _trim(self, *, matched: bool) -> None:
        """Keep the last of the pages that the rule matched, or of the others."""
        alike = [source for source, as_well in self.sample.items() if as_well == matched]
        for source in alike[: -self._most]:
            del self.sample[source]
