"""USC: which URLs of a forum are topics (seed 003, section 3.1.4), on real link sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from newsbody.urls.derive import derive_route, tail_words
from newsbody.urls.evidence import PRIOR, Judged, LinkEvidence, judge, sureness
from newsbody.urls.groups import group_urls
from newsbody.urls.join import alike, alias_route, list_routes
from newsbody.urls.normalize import UrlParts, split_url
from newsbody.urls.resolver import Resolver
from newsbody.urls.routes import ACTION_WORDS, Route

MIN_SAMPLE = 10
"""Fewer different addresses say nothing about a site."""

MIN_EVIDENCE = 3.0
"""A group with less evidence than this (bits) is nothing to go by: a site without topics."""

__all__ = ["LinkEvidence", "learn_resolver"]


def learn_resolver(
    urls: Sequence[str],
    topic: str | None = None,
    links: Mapping[str, LinkEvidence] | None = None,
    prior: float = PRIOR,
) -> Resolver | None:
    """Learn from addresses of one site which show topics, and how one topic page is told from another.

    :param urls: a sample, as found in pages; 100 to 300 are enough. Order, repeats and foreign hosts do not matter.
    :param topic: the address of one topic page, when one is known.
    :param links: what is known of the links to some of the addresses.
    :param prior: weight of everyday words of address schemes; 0 leaves structure alone to decide.
    :returns: None when the sample is too small or nothing in it looks like topics.
    """
    example = split_url(topic) if topic else None
    if topic and example is None:
        raise ValueError(f"the topic address is no web address: {topic!r}")
    sample = {parts for parts in map(split_url, urls) if parts is not None}
    if not sample or (len(sample) < MIN_SAMPLE and example is None):
        return None
    hosts = Counter(parts.host for parts in sample)
    host = example.host if example else min(hosts, key=lambda name: (-hosts[name], name))
    own = [replace(parts, scheme="", netloc="", host="") for parts in sample if parts.host in (host, "")]
    key = replace(example, scheme="", netloc="", host="") if example else None
    groups = group_urls([*own, key] if key else own)
    judged = sorted((judge(group, links, prior) for group in groups), key=lambda j: (-j.topic, j.group.head))
    if key is not None:
        main = next((j for j in judged if key in j.group.members), None)
        if main is None:  # the example names a file that is no page
            return None
        confidence = 1.0 - 0.5 ** (1 + len(main.group.members) / 5)
    else:
        judged = [j for j in judged if j.keys]
        if not judged or judged[0].topic < MIN_EVIDENCE:
            return None
        main = judged[0]
        confidence = sureness(judged, main)
    return _resolver(host, main, judged, key, confidence)


def _resolver(
    host: str, main: Judged, judged: Sequence[Judged], example: UrlParts | None, confidence: float
) -> Resolver:
    allowed = tail_words(example, main.route) & ACTION_WORDS if example else set()
    route = derive_route(main.group, allowed)
    topics: list[Route] = [route]
    aliases: list[int] = []
    taken = [main.group]
    for other in judged:
        if other is main:
            continue
        joined = alike(main, other)
        if joined is not None:
            topics.append(replace(joined, allowed=route.allowed))
        elif (same := alias_route(main, other)) is not None:
            aliases.append(len(topics))
            topics.append(same)
        else:
            continue
        taken.append(other.group)
    lists = list_routes(route, [j for j in judged if j.group not in taken])
    return Resolver(host, tuple(topics), lists, tuple(aliases), round(confidence, 4))
