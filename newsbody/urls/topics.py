"""USC: which URLs of a forum are topics (seed 003, section 3.1.4), on real link sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import urljoin

from newsbody.urls.clusters import cluster_urls
from newsbody.urls.derive import derive_route
from newsbody.urls.evidence import PRIOR, Judged, LinkEvidence, judge, sureness
from newsbody.urls.join import alias_route, alike, list_routes
from newsbody.urls.normalize import UrlParts, split_url
from newsbody.urls.resolver import Resolver
from newsbody.urls.routes import ACTION_WORDS, Route

MIN_SAMPLE = 10
"""Fewer different addresses say nothing about a site."""

WRAPPING_KEYS = frozenset(
    "redirect redirect_to return returnurl return_url returnto next url goto referer continue dest".split()
)
"""Query keys that carry the address to go to afterwards."""

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
    example = _unwrapped(split_url(topic)) if topic else None
    if topic and example is None:
        raise ValueError(f"the topic address is no web address: {topic!r}")
    sample = {parts for parts in map(split_url, urls) if parts is not None}
    if not sample or (len(sample) < MIN_SAMPLE and example is None):
        return None
    hosts = Counter(parts.host for parts in sample)
    host = example.host if example else min(hosts, key=lambda name: (-hosts[name], name))
    own = [replace(parts, scheme="", netloc="", host="") for parts in sample if parts.host in (host, "")]
    key = replace(example, scheme="", netloc="", host="") if example else None
    clusters = cluster_urls([*own, key] if key else own)
    judged = sorted((judge(group, links, prior) for group in clusters.groups), key=lambda j: (-j.topic, j.group.head))
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
        confidence = None
    return _resolver(host, main, judged, key, confidence)


def _unwrapped(example: UrlParts | None) -> UrlParts | None:
    """The address inside an address (``login?redirect=viewtopic.php%3Ft%3D7``): that is the page that was meant."""
    if example is None:
        return None
    for key, value in example.query:
        if key.lower() in WRAPPING_KEYS and ("?" in value or "/" in value):
            inner = split_url(urljoin(example.unsplit(), value))
            if inner is not None and inner.host == example.host:
                return inner
    return example


def _resolver(
    host: str, main: Judged, judged: Sequence[Judged], example: UrlParts | None, confidence: float | None
) -> Resolver:
    """The resolver of a topic group and what is alike; the confidence is the lead over the rest when not given."""
    allowed = ACTION_WORDS.intersection(main.route.beside(example)) if example else ()
    topics = [main.route]
    family = [main]
    taken = [main.group]
    for other in judged:
        if other is main:
            continue
        joined = alike(main, other)
        if joined is None and (joined := alias_route(main, other)) is not None:
            family.append(replace(other, route=joined))
        if joined is not None:
            topics.append(joined)
            taken.append(other.group)
    rest = [other for other in judged if other.group not in taken]
    if confidence is None:
        confidence = sureness(rest, main)
    home = _home([member for member in family if member is main or not _is_place(member)])
    topics.sort(key=lambda route: route != home)
    aliases = tuple(topics.index(member.route) for member in family if member.route != home) if home.renderable else ()
    routes = tuple(replace(route, allowed=tuple(sorted(allowed))) for route in topics)
    return Resolver(host, routes, list_routes(main.route, rest), aliases, round(confidence, 4))


def _is_place(judged: Judged) -> bool:
    return not judged.group.keyed_by_path and judged.route != derive_route(judged.group)


def _home(family: Sequence[Judged]) -> Route:
    """Of several forms of one thread's address the one sites link to: the rewritten one, where a form is rewritten."""
    rewritten = [member for member in family if member.group.keyed_by_path and member.route.renderable]
    best = max(rewritten, key=lambda member: (member.keys, member.group.head), default=family[0])
    return best.route if family[0].route.renderable else family[0].route
