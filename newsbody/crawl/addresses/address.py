"""One address, and what is known of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from w3lib.url import canonicalize_url

from newsbody.urls.normalize import UrlParts, split_url, without_session
from newsbody.urls.resolver import Resolver


@dataclass(frozen=True, slots=True)
class Address:
    """What is known of an address; before there is a resolver, nothing.

    ``kind``: topic, list or other, as the resolver says. ``canonical``: the address without sessions and the like.
    ``page_id``: what all addresses of one page have in common. ``thread_key``: of which thread it is a page, the
    ``page``-th. ``is_variant``: it names a place in a thread, on whichever page that is.
    """

    kind: str | None
    canonical: str
    page_id: str
    thread_key: str | None = None
    page: int = 1
    is_variant: bool = False
    before: int | None = None

    @property
    def worth(self) -> str | None:
        """What fetching it is good for. One that names only a post shows a thread that has an address of its own."""
        return "other" if self.kind == "topic" and self.thread_key is None else self.kind


def plain(url: str) -> str:
    """What a page is known by as long as nothing more is known of its address: that without session and campaign."""
    try:
        return canonicalize_url(without_session(url))
    except ValueError:  # no address, as an item of somebody else's spider may have one
        return url


def unknown(url: str) -> Address:
    """What is known of an address before there is a resolver."""
    return Address(None, url, url)


def look_up(resolver: Resolver, url: str) -> Address:
    """What a resolver says of an address."""
    found, parts = resolver.look(url), split_url(url)
    canonical = _canonical(resolver, url, parts)
    variant = found.kind == "topic" and found.number is None
    return Address(found.kind, canonical, found.page, found.thread, found.number or 1, variant, found.before)


def _canonical(resolver: Resolver, url: str, parts: UrlParts | None) -> str:
    """The address without sessions and the like, under the site's own scheme and host."""
    if parts is None:
        return url
    if parts.host != resolver.host or not resolver.origin:
        return parts.unsplit()
    scheme, _, netloc = resolver.origin.partition("://")
    return resolver.tidy(replace(parts, scheme=scheme, netloc=netloc).unsplit())
