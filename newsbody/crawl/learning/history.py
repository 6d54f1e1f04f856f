"""What is kept of a rule, or of the memory of a site, once more pages were read."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from newsbody.ground.sitememory import SiteMemory
from newsbody.rules.rule import Rule, Status
from newsbody.stores import Learned, Profile, Remembered


def next_entry(
    old: Learned | None, value: dict[str, Any] | None, pages: int, *, alive: bool = False
) -> tuple[str, Learned | None]:
    """What is known of a rule once ``value`` was learned, None when nothing was, and what that is called in the stats.

    Other pages than usual may be of the same template: a rule with the same bodies widens the old one. ``alive``:
    the old one still matches pages, so others are of one template more.
    """
    if value is None:
        return "not_found", old
    if old is None:
        return "learned", Learned.first(value, pages, today())
    if old.value["body"] != value["body"] and not alive:
        return "learned_again", old.superseded(value, pages, today())
    rule = Rule.from_dict(old.value)
    wider = rule.widened(Rule.from_dict(value), today())
    if wider.without_evidence() == rule.without_evidence():
        return "found_again", old
    return "widened", old.widened(wider.to_dict(), pages, today())


def remembered(profile: Profile, memory: SiteMemory, *, anew: bool = False) -> Profile:
    """The profile with more pages in its memory; ``anew``: the site changed, older pages are forgotten."""
    if not len(memory):
        return profile
    old = profile.memory
    if old and anew:
        return replace(profile, memory=old.superseded(memory, today()))
    new = Remembered.first(memory, today())
    return replace(profile, memory=old.merged(replace(new, generation=old.generation)) if old else new)


def confirmed(entry: Learned, rule: Rule, matched: int, missed: int) -> Learned:
    """The entry of a rule after more pages."""
    evidence = replace(rule.evidence, matched=rule.evidence.matched + matched, missed=rule.evidence.missed + missed)
    status: Status = "confirmed" if evidence.matched > evidence.missed else "doubted"
    rule = replace(rule, evidence=evidence)
    if rule.status != status:
        rule = rule.with_status(status, today())
    history = entry.history
    if rule.status != entry.value.get("status") and (today(), rule.status) not in history:
        history = (*history, (today(), rule.status))
    weight = max(0, entry.evidence + matched - missed)
    return replace(entry, value=rule.to_dict(), evidence=weight, history=history)


def describe(entry: Learned) -> str:
    """A rule in a line: where the bodies stand and what speaks for it."""
    body = ", ".join(str(part) for part in entry.value.get("body", ()))
    return f"{body} ({entry.evidence} pages, {entry.learned})"


def today() -> str:
    return datetime.now(UTC).date().isoformat()
