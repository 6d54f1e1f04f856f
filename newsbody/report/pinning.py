"""What somebody says by hand of a site: its rule, or the address of a topic. It is stored pinned."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from newsbody.page import Page
from newsbody.posts.read import read_posts
from newsbody.rules.articles.match import apply_article
from newsbody.rules.rule import Rule
from newsbody.stores import Learned, Profile, ProfileStore
from newsbody.urls.resolver import Resolver
from newsbody.urls.topics import learn_resolver

#: In the history of an entry.
BY_HAND, PINNED = "by hand", "pinned"


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def pin_rule(store: ProfileStore, host: str, rule: Rule) -> Rule:
    """Store a rule as it is, whatever pages show. Returns what is stored."""
    pinned = replace(rule, status="pinned", changed=today(), learned=rule.learned or today())
    profile = store.load(host) or Profile(host)
    entry = _next(profile.rules.get(rule.kind), pinned.to_dict(), rule.evidence.pages)
    store.replace(profile.with_rule(rule.kind, entry))
    return pinned


def edited(old: Mapping[str, Any] | None, kind: str, parts: Mapping[str, Any]) -> Rule:
    """The rule with some parts replaced; a part that is empty is removed. Raises RuleError with what is expected.

    A rule with another body was not learned from these pages: what was learned of the old bodies goes with them.
    """
    value = {"kind": kind, **(old or {}), **parts}
    if old is None or ("body" in parts and list(parts["body"]) != list(old.get("body", ()))):
        value = {"kind": kind, **{name: old[name] for name in _ABOUT_POSTS if old and name in old}, **parts}
    return Rule.from_dict({name: part for name, part in value.items() if part not in (None, "", [])})


#: Parts of a rule that hold whatever its bodies are.
_ABOUT_POSTS = ("post", "author", "time", "position", "post_id", "day_first", "year_first")


def pin_topics(store: ProfileStore, host: str, topic: str, urls: Collection[str]) -> Resolver:
    """Learn which of some addresses are topics from the address of one, and store it pinned.

    Raises ValueError when the addresses show no others like it.
    """
    resolver = learn_resolver([*urls, topic], topic)
    if resolver is None or resolver.kind(topic) != "topic":
        raise ValueError(f"{topic} does not show which addresses of {host} are topics; more addresses are needed")
    profile = store.load(host) or Profile(host)
    entry = _next(profile.resolver, {**resolver.to_dict(), "status": PINNED}, len(urls))
    store.replace(replace(profile, resolver=entry))
    return resolver


def _next(old: Learned | None, value: dict[str, Any], evidence: int) -> Learned:
    if old is None:
        return Learned(value, evidence, today(), history=((today(), BY_HAND), (today(), PINNED)))
    history = (*old.history, (today(), BY_HAND), (today(), PINNED))
    return Learned(value, evidence, today(), generation=old.generation + 1, history=history)


def taken(page: Page, rule: Rule) -> str:
    """What a rule takes of a page, on one line; "" when it does not match."""
    if rule.kind == "thread":
        return " | ".join(" ".join(post.text.split()) for post in read_posts(page, rule))
    body = apply_article(rule, page)
    return " ".join(body.text.split()) if body else ""
