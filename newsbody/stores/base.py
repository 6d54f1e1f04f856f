"""What is known of a site, and the interface of the stores that keep it.

A :class:`Profile` is plain data: a resolver (which addresses are topics), one rule per
kind of page (where the body stands), each as the dict that its own class wrote, and the
memory of some pages (what they share), with the evidence behind them. Two workers may learn one site
at the same time, so profiles are never overwritten but merged: :meth:`Profile.merged` gives
the same result whoever comes first.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field, fields, replace
from operator import attrgetter
from typing import Any, Self

from newsbody.ground.sitememory import SiteMemory

#: The layout of a stored profile. Profiles of a later layout are refused, not misread.
SCHEMA_VERSION = 1
#: Ours nest six levels; deeper ones may break whoever writes them again.
MAX_NESTING = 20
#: Events kept per profile entry, the newest.
HISTORY_LENGTH = 20
#: Events in the order in which a day brings them: those of two workers have no other.
_LIFE = (
    "learned", "confirmed", "doubted", "superseded", "learned again", "widened", "by hand", "pinned", "unpinned",
)  # fmt: skip


class ProfileError(ValueError):
    """A stored profile that does not have the layout of one; the message names the field."""


@dataclass(frozen=True)
class Learned:
    """One thing learned of a site, as data, with the evidence behind it.

    ``value`` is the dict of a rule or a resolver. ``evidence`` counts the pages (or addresses)
    that it was learned from and that confirmed it since, less those it did not match.
    ``generation`` grows each time the thing was learned again, for the site changed or showed more: a newer
    generation wins over any evidence of an older one, and what is pinned (``status`` in the
    value) over both. ``learned`` is an ISO date. ``history`` holds ``[date, event]`` pairs,
    the newest last.
    """

    value: dict[str, Any]
    evidence: int
    learned: str
    generation: int = 1
    history: tuple[tuple[str, str], ...] = ()

    def merged(self, other: Learned) -> Learned:
        """The better of two, with the history of both; the order of the two does not matter."""
        return replace(max(self, other, key=_rank), history=_both(self.history, other.history))

    def superseded(self, value: dict[str, Any], evidence: int, date: str) -> Learned:
        """What takes the place of this after the site changed."""
        history = (*self.history, (date, "superseded"), (date, "learned again"))[-HISTORY_LENGTH:]
        return Learned(value, evidence, date, generation=self.generation + 1, history=history)

    def widened(self, value: dict[str, Any], evidence: int, date: str) -> Learned:
        """What takes the place of this when ``evidence`` more pages taught more of the same."""
        history = (*self.history, (date, "widened"))[-HISTORY_LENGTH:]
        return Learned(value, self.evidence + evidence, date, generation=self.generation + 1, history=history)

    @classmethod
    def first(cls, value: dict[str, Any], evidence: int, date: str) -> Self:
        """What was learned of a site that nothing was known of."""
        return cls(value, evidence, date, history=((date, "learned"),))

    @classmethod
    def from_dict(cls, data: object, name: str) -> Self:
        """Read a stored entry; ``name`` is what an error calls it. Raises ProfileError."""
        known = {f.name for f in fields(cls)}
        if not isinstance(data, Mapping) or set(data) - known:
            raise ProfileError(f"{name} must be a mapping of {', '.join(sorted(known))}, not {data!r:.200}")
        types: dict[str, type] = {"value": dict, "evidence": int, "learned": str, "generation": int, "history": list}
        for key, value in data.items():
            if not isinstance(value, types[key]) or (types[key] is int and isinstance(value, bool)):
                raise ProfileError(f"{name}.{key} must be of type {types[key].__name__}, not {value!r:.200}")
        for key in ("value", "evidence", "learned"):
            if key not in data:
                raise ProfileError(f"{name}.{key} is missing")
        history = tuple(_event(event, name) for event in data.get("history", ()))
        return cls(**{**data, "history": history})


def _event(event: object, name: str) -> tuple[str, str]:
    if not isinstance(event, list) or len(event) != 2 or not all(isinstance(part, str) for part in event):
        raise ProfileError(f"{name}.history must hold pairs of date and event, not {event!r:.200}")
    return event[0], event[1]


def _both(*histories: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """One history out of two."""
    return tuple(sorted({event for history in histories for event in history}, key=_when)[-HISTORY_LENGTH:])


def _when(event: tuple[str, str]) -> tuple[str, int, str]:
    date, what = event
    return date, _LIFE.index(what) if what in _LIFE else len(_LIFE), what


def _rank(entry: Learned) -> tuple[bool, int, int, str, str]:
    # The text of the value only decides between equals, so that every worker decides alike.
    text = json.dumps(entry.value, sort_keys=True)
    return entry.value.get("status") == "pinned", entry.generation, entry.evidence, entry.learned, text


@dataclass(frozen=True)
class Remembered:
    """The memory of a site, with its history; of a newer ``generation`` after the site changed, as :class:`Learned`.

    As JSON it is a Learned whose ``value`` is what the memory writes, and whose evidence are its pages.
    """

    memory: SiteMemory
    learned: str
    generation: int = 1
    history: tuple[tuple[str, str], ...] = ()

    def merged(self, other: Remembered) -> Remembered:
        """Two memories in one, of which each page is evidence; those of an older generation are dropped."""
        history = _both(self.history, other.history)
        if self.generation != other.generation:
            return replace(max(self, other, key=attrgetter("generation")), history=history)
        memory, learned = self.memory.merge(other.memory), max(self.learned, other.learned)
        return Remembered(memory, learned, self.generation, history)

    def superseded(self, memory: SiteMemory, date: str) -> Remembered:
        """What takes the place of this after the site changed."""
        return Remembered.of(self._entry.superseded({}, 0, date), memory)

    @property
    def _entry(self) -> Learned:
        return Learned(self.memory.to_dict(), len(self.memory), self.learned, self.generation, self.history)

    def to_dict(self) -> dict[str, Any]:
        """JSON primitives."""
        return asdict(self._entry)

    @classmethod
    def first(cls, memory: SiteMemory, date: str) -> Self:
        """The memory of a site that nothing was known of."""
        return cls.of(Learned.first({}, 0, date), memory)

    @classmethod
    def of(cls, entry: Learned, memory: SiteMemory) -> Self:
        """A memory with the history of an entry."""
        return cls(memory, entry.learned, entry.generation, entry.history)

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Read what :meth:`to_dict` wrote. Raises ProfileError."""
        entry = Learned.from_dict(data, "memory")
        try:
            return cls.of(entry, SiteMemory.from_dict(entry.value))
        except ValueError as error:
            raise ProfileError(f"memory: {error}") from error


@dataclass(frozen=True)
class Profile:
    """What is known of one site. ``rules`` maps the kind of page ("article", "thread") to its rule.

    ``memory`` is that of some of its articles, at most 64 kB as JSON.
    """

    host: str
    resolver: Learned | None = None
    rules: Mapping[str, Learned] = field(default_factory=dict)
    memory: Remembered | None = None

    def merged(self, other: Profile) -> Profile:
        """One profile out of two of the same site: per entry the one with more evidence, and the memory of both.

        Commutative, associative and idempotent. Raises ValueError for two different sites.
        """
        if self.host != other.host:
            raise ValueError(f"Profiles of {self.host} and {other.host} are of different sites")
        rules = dict(self.rules)
        for kind, rule in other.rules.items():
            rules[kind] = rules[kind].merged(rule) if kind in rules else rule
        both = [entry for entry in (self.resolver, other.resolver) if entry]
        resolver = both[0].merged(both[-1]) if both else None
        memory = self.memory.merged(other.memory) if self.memory and other.memory else self.memory or other.memory
        return Profile(self.host, resolver, dict(sorted(rules.items())), memory)

    def with_rule(self, kind: str, rule: Learned) -> Profile:
        return replace(self, rules={**self.rules, kind: rule})

    def to_json(self) -> str:
        """JSON text; the same profile always gives the same text."""
        return json.dumps({"version": SCHEMA_VERSION, **self.to_dict()}, ensure_ascii=False, sort_keys=True)

    def to_dict(self) -> dict[str, Any]:
        """JSON primitives."""
        memory = self.memory.to_dict() if self.memory else None
        return {**asdict(replace(self, memory=None)), "memory": memory}

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read what :meth:`to_json` wrote. Raises ProfileError for anything else."""
        try:
            data = json.loads(text)
            too_deep = _is_deeper(data, MAX_NESTING)
        except (ValueError, RecursionError) as error:
            raise ProfileError(f"A profile must be JSON: {error}") from error
        if too_deep:
            raise ProfileError(f"A profile nests at most {MAX_NESTING} levels, this one more")
        if not isinstance(data, dict) or not isinstance(data.get("host"), str):
            raise ProfileError(f"A profile must be a mapping with a host, not {data!r:.200}")
        if data.get("version") != SCHEMA_VERSION:
            raise ProfileError(
                f"The profile of {data['host']} has version {data.get('version')!r}, "
                f"this newsbody reads version {SCHEMA_VERSION}"
            )
        rules = data.get("rules") or {}
        if not isinstance(rules, dict):
            raise ProfileError(f"rules must be a mapping, not {rules!r:.200}")
        resolver, memory = data.get("resolver"), data.get("memory")
        return cls(
            data["host"],
            Learned.from_dict(resolver, "resolver") if resolver is not None else None,
            {kind: Learned.from_dict(rule, f"rules.{kind}") for kind, rule in sorted(rules.items())},
            Remembered.from_dict(memory) if memory is not None else None,
        )


def read_profile(text: str | bytes, host: str) -> Profile:
    """The profile that is stored for a site. Raises ProfileError for what is none, or is another site's."""
    profile = Profile.from_json(text)
    if profile.host != host:
        raise ProfileError(f"What is stored for {host} names {profile.host!r:.100} as its site")
    return profile


def _is_deeper(data: object, levels: int) -> bool:
    """Whether lists and mappings nest deeper than so many levels."""
    layer: list[object] = [data]
    for _ in range(levels + 1):
        holders = [value for value in layer if isinstance(value, (dict, list))]
        layer = [inner for value in holders for inner in (value.values() if isinstance(value, dict) else value)]
        if not layer:
            return False
    return True


class ProfileStore(ABC):
    """Keeps profiles. ``load``/``save`` are for programs, ``fetch``/``merge`` for a running crawl.

    Every method raises ProfileError for a stored profile that cannot be read, and for a store that takes none.
    """

    @classmethod
    def at(cls, address: str) -> Self:
        """The store at an address, ``SCHEME://…``. A store that is made of something else overrides it."""
        return cls(address)  # type: ignore[call-arg]

    @abstractmethod
    def load(self, host: str) -> Profile | None:
        """The profile of a site, None when nothing is known of it."""

    @abstractmethod
    def save(self, profile: Profile) -> Profile:
        """Merge into what is stored, atomically; returns what is stored now."""

    @abstractmethod
    def replace(self, profile: Profile) -> None:
        """Store as it is, whatever stood there (a rule that was edited or pinned by hand)."""

    @abstractmethod
    def forget(self, host: str) -> bool:
        """Remove the profile of a site; False when there was none."""

    @abstractmethod
    def hosts(self) -> Iterator[str]:
        """The sites that something is known of, in order."""

    async def fetch(self, host: str, *, fresh: bool = False) -> Profile | None:
        """``load`` from the event loop. A store that waits for a network overrides it, and may keep what it
        read for a while, unless it is asked for what stands there now (``fresh``).
        """
        return self.load(host)

    async def changed(self) -> frozenset[str] | None:
        """The sites of which something was stored since this was asked last, in one question; None: any may be.

        A store that workers share overrides it.
        """
        return frozenset()

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """While it is held no other worker learns the same site. A store that workers share overrides it."""
        yield

    async def merge(self, profile: Profile) -> Profile:
        """``save`` from the event loop. A store that waits for a network overrides it."""
        return self.save(profile)

    @abstractmethod
    def close(self) -> None:
        """Let go of files and connections; the store is not used afterwards."""

    async def aclose(self) -> None:
        """``close`` from the event loop."""
        self.close()
