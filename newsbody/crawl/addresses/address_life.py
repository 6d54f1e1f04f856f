"""The life of what is known of a site's addresses: the only place that may move it from one state to another.

========  =============================  ==================================  ======================================
state     requests                       on a page                           moves
========  =============================  ==================================  ======================================
UNKNOWN   all go out, and are noted      joins the sample in its turn        sample full: learned from; then ON_TRIAL
ON_TRIAL  by the resolver; those that    weighed, and kept                   enough of them: TRUSTED; doubted: learned
          are left out are noted                                             from once more, MAX_AGAIN times at most;
                                                                             of articles, and none better: UNKNOWN;
                                                                             of threads: once more at the end, too
TRUSTED   by the resolver                weighed                             doubted: ON_TRIAL
PINNED    by the resolver                weighed; doubt is said, once        none
========  =============================  ==================================  ======================================

Where nothing tells which pages show posts, a resolver is trusted at once. Events come in as calls (``found``,
``weigh``, ``learned_again``); what is to be done about them is given back.
"""

from __future__ import annotations

from collections import Counter
from enum import Enum

from newsbody.crawl.ground.to_do import ToDo

#: Fewer faults of one kind are accidents.
LEAST_FAULTS = 4
#: Pages of topics that fit: so many without a doubt, and the addresses are what they seem. Where no page led to a later
#: one of its thread there may be some still: of 115 threads of a forum 106 have one page.
ENOUGH, ENOUGH_UNNUMBERED = 40, 400
#: A resolver is learned again so many times in a crawl, each time after twice as many faults.
MAX_AGAIN = 5


class AddressState(Enum):
    """See the table of this module."""

    UNKNOWN = "unknown"
    ON_TRIAL = "on trial"
    TRUSTED = "trusted"
    PINNED = "pinned"


class AddressEvent(Enum):
    """What moves the addresses of a site."""

    #: There is a resolver, learned now or in an earlier crawl, and pages will tell whether it is right.
    FOUND = "found"
    #: There is one, and nothing will tell, or as many pages as are needed have.
    PROVEN = "proven"
    #: Pages speak against it.
    DOUBTED = "doubted"
    #: Pages speak against it, and it is the only one that addresses show.
    DROPPED = "dropped"
    #: Somebody said by hand which addresses are topics.
    FIXED = "fixed"


#: All moves there are; any other is a fault of ours and raises KeyError.
MOVES = {
    **{(state, AddressEvent.FOUND): AddressState.ON_TRIAL for state in AddressState},
    **{(state, AddressEvent.FIXED): AddressState.PINNED for state in AddressState},
    (AddressState.UNKNOWN, AddressEvent.PROVEN): AddressState.TRUSTED,
    (AddressState.ON_TRIAL, AddressEvent.PROVEN): AddressState.TRUSTED,
    (AddressState.TRUSTED, AddressEvent.PROVEN): AddressState.TRUSTED,
    (AddressState.ON_TRIAL, AddressEvent.DOUBTED): AddressState.ON_TRIAL,
    (AddressState.TRUSTED, AddressEvent.DOUBTED): AddressState.ON_TRIAL,
    (AddressState.ON_TRIAL, AddressEvent.DROPPED): AddressState.UNKNOWN,
}


class Fault(Enum):
    """What a page says against its address; the value: of the pages that were weighed so many are usual."""

    #: A page of a topic shows no posts. Some are locked, or need a login.
    NO_POSTS = ("topics show no posts", 0.5)
    #: A page of an article shows no article. Of videos, or for subscribers, many do not.
    NO_BODY = ("pages of articles show none", 0.8)
    #: A page that is none shows posts.
    ELSEWHERE = ("other pages show posts", 0.15)
    #: All its posts stand under another address as well.
    REPEATED = ("the same posts stand under several addresses", 0.15)
    #: The first page of a thread begins with a later post.
    LATE = ("threads begin with a later post", 0.15)
    #: None of the pages that were fetched is one of a topic.
    NOTHING = ("no page is one of a topic", 0.5)
    #: Links with other titles each lead to it.
    SHARED = ("different titles lead to one thread", 0.05)
    #: A page of a thread leads to later ones, and it is not known how pages are numbered. Most threads have one alone.
    UNNUMBERED = ("pages are numbered in a way that is not known", 0.0)
    #: Its pager leads to what is no page of the thread.
    SPLIT = ("pagers lead out of their threads", 0.15)

    @property
    def usual(self) -> float:
        return self.value[1]

    @property
    def least(self) -> int:
        """Fewer are accidents: pages are numbered or not, but a single one may be locked, moved or empty."""
        return 1 if self is Fault.UNNUMBERED else LEAST_FAULTS

    def __str__(self) -> str:
        return self.value[0]


class AddressLife:
    """What pages say for and against the resolver of a site."""

    def __init__(self) -> None:
        self._state = AddressState.UNKNOWN
        self._faults: Counter[Fault] = Counter()
        self._pages = 0
        #: Topics that an earlier crawl read, and that need not be fetched: they speak for what it learned.
        self._known: set[str] = set()
        self._enough = ENOUGH
        #: So many times as many faults as are no accidents are doubt: twice as many after each time in vain.
        self._patience = 1
        self._topics = 0
        #: How many times it was learned again, or tried to be.
        self.again = 0
        #: What spoke against the resolver when it was last tried in vain to learn a better one.
        self.unanswered: list[Fault] = []
        #: Doubt of what is pinned was said.
        self.said = False

    @property
    def state(self) -> AddressState:
        return self._state

    @property
    def collects(self) -> bool:
        """Are addresses, pages and what is left out kept, to be learned from (again)?"""
        return self._state in (AddressState.UNKNOWN, AddressState.ON_TRIAL)

    @property
    def on_trial(self) -> bool:
        """Is there a resolver that may turn out to be wrong?"""
        return self._state is AddressState.ON_TRIAL

    @property
    def doubts(self) -> list[Fault]:
        """What speaks against the resolver more often than is usual."""
        return self._unusual(self._patience)

    def _unusual(self, patience: int) -> list[Fault]:
        if self.again >= MAX_AGAIN:
            return []
        return [
            fault
            for fault, count in sorted(self._faults.items(), key=str)
            if count >= patience * fault.least and count > fault.usual * (self._pages + len(self._known))
        ]

    @property
    def doubted(self) -> bool:
        """Is it to be learned again, or to be said that what is pinned does not fit?"""
        return self._state in (AddressState.ON_TRIAL, AddressState.PINNED) and not self.said and bool(self.doubts)

    @property
    def is_doubted_alike(self) -> bool:
        """Does as much speak against the resolver as when it was last tried in vain to learn a better one?"""
        return not set(self.unanswered).isdisjoint(self._unusual(1))

    def found(self, *, pinned: bool = False, tried: bool = True, numbered: bool = True) -> None:
        """There is a resolver. ``tried``: pages will tell whether it is right; ``numbered``: it knows later pages."""
        self._enough = ENOUGH if numbered else ENOUGH_UNNUMBERED
        self._move(AddressEvent.FIXED if pinned else AddressEvent.FOUND if tried else AddressEvent.PROVEN)
        self._patience = 1
        self._known.clear()
        self._begin()
        # A better one may not know later pages either: the pages that show them came while it was learned.
        self.unanswered = [fault for fault in self.unanswered if fault is Fault.UNNUMBERED and not numbered]

    def known(self, topic: str) -> None:
        """A topic that an earlier crawl read is met, and not fetched."""
        if self.on_trial and len(self._known) < ENOUGH_UNNUMBERED:
            self._known.add(topic)

    def weigh(self, fault: Fault | None) -> ToDo:
        """A page of a topic fits its address, or does not."""
        if self._state is AddressState.UNKNOWN or self.said:
            return ToDo.NOTHING
        self._topics += fault in (None, Fault.NO_POSTS, Fault.NO_BODY)
        self._pages += fault in (None, Fault.NO_POSTS, Fault.NO_BODY, Fault.ELSEWHERE, Fault.NOTHING)
        if fault is not None:
            self._faults[fault] += 1
        if self.doubts:
            return self._doubt()
        if self._state is AddressState.ON_TRIAL and self._pages >= self._enough * (1 + self.again):
            self._move(AddressEvent.PROVEN)
            self._begin()
            self.unanswered = []
        return ToDo.NOTHING

    def is_idle(self, pages: int) -> bool:
        """Were so many pages fetched, and is none of them one of a topic?"""
        return self._state is AddressState.ON_TRIAL and not (self._topics or self.again) and pages >= LEAST_FAULTS

    def _doubt(self) -> ToDo:
        if self._state is AddressState.TRUSTED:  # nothing of it was kept: more is waited for
            self._move(AddressEvent.DOUBTED)
            self._begin()
            return ToDo.NOTHING
        return ToDo.LEARN

    def learned_again(self) -> None:
        """It was tried: without a better resolver twice as much is needed for the next doubt.

        What was found against it meanwhile is none: that would be learned from the same pages at once.
        """
        self.unanswered = self.doubts or self.unanswered
        self.again += 1
        self._patience *= 2
        self._move(AddressEvent.DOUBTED)
        self._begin()

    def dropped(self) -> None:
        """There is none any more: what is found from here on may show one."""
        self._move(AddressEvent.DROPPED)
        self._begin()
        self.unanswered = []

    def _begin(self) -> None:
        self._faults.clear()
        self._pages = 0

    def _move(self, event: AddressEvent) -> None:
        self._state = MOVES[self._state, event]
