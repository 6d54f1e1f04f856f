"""Which hosts are one site: those of its registered domain."""

from __future__ import annotations

from functools import cache, lru_cache

from tldextract import TLDExtract

from newsbody.page.sites import host_of


@cache
def bundled_suffixes() -> TLDExtract:
    """What hosts end in, by a list that is not fetched; hosts below github.io and the like are of different people."""
    return TLDExtract(suffix_list_urls=(), cache_dir=None, include_psl_private_domains=True)


@lru_cache(maxsize=10_000)
def site_domain(host: str) -> str:
    """The registered domain of a host ("news.sina.com.cn" gives "sina.com.cn"); the host itself where there is none.

    ``host`` as :func:`newsbody.page.sites.host_of` gives it; one with a port is a site by itself.
    """
    return host if ":" in host else bundled_suffixes()(host).top_domain_under_public_suffix or host


def is_host(name: str) -> bool:
    """Does a name that stands alone look like a host: by what it ends in, as a number, with a port, as this machine?"""
    found = bundled_suffixes()(name)
    return bool(":" in name or name == "localhost" or found.suffix or found.ipv4)


class Hosts:
    """The hosts that a crawl stays on: of the sites it starts at, or those that were named."""

    def __init__(self, starts: list[str], named: list[str] | None = None) -> None:
        """``starts``: addresses; ``named``: hosts or addresses, each with its subdomains, in place of the sites."""
        self._named = [host_of(name if "://" in name else f"http://{name}") for name in named or ()]
        self._domains = {site_domain(host_of(start)) for start in starts}

    def add(self, url: str) -> None:
        """A start led here."""
        self._domains.add(site_domain(host_of(url)))

    def __contains__(self, url: str) -> bool:
        """Is an address on one of the hosts?"""
        host = host_of(url)
        if self._named:
            return any(host == name or host.endswith(f".{name}") for name in self._named)
        return bool(host) and site_domain(host) in self._domains
