"""What learning asks of the crawl. It awaits nothing and fetches nothing: it says what is to be done, and is told.

A piece of work is a generator: it gives out an action, is sent what came of it (or the exception is thrown
into it), and goes on. Whoever drives it, a crawl or a test, decides when: see
:class:`~newsbody.crawl.session.performer.Performer`.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.reading import Reading
from newsbody.crawl.pages.tasks import Learnt
from newsbody.stores import Profile
from newsbody.urls.seen_pages import LinkEvidence

if TYPE_CHECKING:
    from newsbody.crawl.learning.visit import PendingPage

T = TypeVar("T")


class Action(Generic[T]):
    """Something to be done, of which comes a ``T``."""


Work = Generator[Action[Any], Any, T]


def ask(action: Action[T]) -> Work[T]:
    """Have an action done; returns what came of it."""
    answer: T = yield action
    return answer


@dataclass(frozen=True, eq=False)
class Read(Action[Reading]):
    """Read a page by what is known of its site now; what gave a reading already is not read again."""

    source: Source
    kind: str


@dataclass(frozen=True, eq=False)
class ShowsPosts(Action[bool]):
    """Does a page look like one of a thread? With the ``rule`` of the site: does that find posts?"""

    source: Source
    rule: Mapping[str, Any] | None = None


@dataclass(frozen=True, eq=False)
class LetOut(Action[None]):
    """Finish a page: its items go on their way. None: it is not what was asked for."""

    page: PendingPage
    reading: Reading | None


@dataclass(frozen=True, eq=False)
class Learn(Action[Learnt]):
    """Learn from a few pages. ``beside``: others of the site, of any kind."""

    kind: str
    sources: Sequence[Source]
    today: str
    beside: Sequence[Source] = ()


@dataclass(frozen=True, eq=False)
class LearnOn(Action["dict[str, Any]"]):
    """What a rule for threads is with what more pages show of what the software adds to posts."""

    rule: Mapping[str, Any]
    sources: Sequence[Source]


@dataclass(frozen=True, eq=False)
class LearnAddresses(Action["dict[str, Any] | None"]):
    """Learn a resolver from addresses, with the pages of some of them. ``moved``: redirects among them.

    ``doubted``: one that is in use; only a better one is given, on those pages.
    """

    links: Mapping[str, LinkEvidence]
    fetched: Sequence[Source]
    moved: Mapping[str, str]
    doubted: Mapping[str, Any] | None = None


@dataclass(frozen=True, eq=False)
class Load(Action["Profile | None"]):
    """What is stored of a site; ``fresh``: what stands there now. Throws a ProfileError."""

    host: str
    fresh: bool = False


@dataclass(frozen=True, eq=False)
class Changed(Action["frozenset[str] | None"]):
    """The sites of which other workers stored something since this was asked last; None: it may be any."""


@dataclass(frozen=True, eq=False)
class Keep(Action[Profile]):
    """Store a profile, merged with what stands there. Throws a ProfileError."""

    profile: Profile


@dataclass(frozen=True, eq=False)
class InTurn(Action[T]):
    """Do some work while no other worker learns the same site."""

    host: str
    work: Work[T]


@dataclass(frozen=True, eq=False)
class Together(Action["list[T]"]):
    """Do several works at once."""

    works: Sequence[Work[T]]


@dataclass(frozen=True, eq=False)
class Promote(Action[None]):
    """Send a request once more, before others: ``asked`` is what was noted of it, ``url`` the address of its page."""

    asked: Any
    url: str
    kind: str
