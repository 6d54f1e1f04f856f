"""Which saved pages are of one site, when nobody says where they came from."""

from __future__ import annotations

from base64 import b64encode
from collections import defaultdict
from collections.abc import Sequence
from urllib.parse import unquote, urlsplit, urlunsplit
from zlib import crc32

from lxml import etree

from newsbody.ground.remembered import remembered
from newsbody.page import Page

#: Two pages are of one template when they share this much of their (tag, class) pairs. Measured on
#: saved threads: within two forums 0.67 and more, within a third, saved over many years, 0.24 to 0.54.
#: Forums that run the same software unchanged are joined as well, which does no harm: so is their rule.
SAME_TEMPLATE = 0.45
#: Pages without a host whose templates are kept: each further one is compared with all of these.
MAX_COMPARED = 300

_DEFAULT_PORTS = {"http": 80, "https": 443}
_ADDRESSES = etree.XPath("//link[@rel='canonical']/@href | //meta[@property='og:url']/@content | //base/@href")


def site_of(page: Page) -> str | None:
    """The host (with port) of a page: of its URL, else of the address it names for itself."""
    found = _ADDRESSES(page.root)
    addresses = [page.url, *(str(address) for address in found)] if isinstance(found, list) else [page.url]
    for address in addresses:
        host = host_of(address) if address else ""
        if host:
            return host
    return None


@remembered(maxsize=1 << 12)
def host_of(url: str) -> str:
    """Host and port of an address, the name under which a site is known; "" when it has none.

    Lower case, without user, ``www.``, the dot at its end and the port that goes without saying.

    >>> host_of("https://ann@www.F.test.:443/t/5"), host_of("http://f.test:8080/"), host_of("mailto:ann@f.test")
    ('f.test', 'f.test:8080', '')
    """
    try:
        parts = urlsplit(url.strip())
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:  # such as an unclosed [ of an IPv6 address, or a port that is none
        return ""
    host = f"[{host}]" if ":" in host else host
    shown = "" if port in (None, _DEFAULT_PORTS.get(parts.scheme)) else f":{port}"
    return (host + shown).removeprefix("www.") if host else ""


def split_login(url: str) -> tuple[str, str | None]:
    """An address without user and password, and the ``Authorization`` that they are; None where there are none.

    Raises ValueError for what is no address.
    """
    parts = urlsplit(url)
    login, at, host = parts.netloc.rpartition("@")
    if not at:
        return url, None
    user, _, password = login.partition(":")
    basic = b64encode(f"{unquote(user)}:{unquote(password)}".encode()).decode("ascii")
    return urlunsplit(parts._replace(netloc=host)), f"Basic {basic}"


class SiteGroups:
    """Groups pages by site, one after the other: by host; those that name none by what they are built of.

    Of these the first MAX_COMPARED are compared with each other, whatever their order; others are laid beside them.
    """

    def __init__(self) -> None:
        self._hosts: dict[str, int] = {}
        self._templates: list[tuple[frozenset[int], int]] = []
        self._leader: list[int] = []

    def __len__(self) -> int:
        return len(self._leader)

    def place(self, host: str | None, template: frozenset[int] | None = None) -> int:
        """The group of a page, for now: :meth:`find` says which it is in the end."""
        if host:
            return self._hosts[host] if host in self._hosts else self._hosts.setdefault(host, self._new())
        like = [group for other, group in self._templates if template and _is_like(template, other)]
        group = like[0] if like else self._new()
        for other in like[1:]:
            first, second = sorted((self.find(group), self.find(other)))
            self._leader[second] = first
        if template and len(self._templates) < MAX_COMPARED:
            self._templates.append((template, group))
        return group

    def _new(self) -> int:
        self._leader.append(len(self._leader))
        return self._leader[-1]

    def find(self, group: int) -> int:
        """The group that a group is part of."""
        while self._leader[group] != group:
            group = self._leader[group]
        return group


def group_by_site(pages: Sequence[Page]) -> list[list[int]]:
    """The numbers of the pages, a list a site; pages that name no host are joined by template."""
    groups, found = SiteGroups(), defaultdict[int, list[int]](list)
    placed = [groups.place(host, None if host else template_of(page)) for page in pages for host in [site_of(page)]]
    for number, group in enumerate(placed):
        found[groups.find(group)].append(number)
    return sorted(found.values())


def template_of(page: Page) -> frozenset[int]:
    """What a page is built of: hashes of its pairs of tag and class."""
    return frozenset(crc32(f"{tag} {name}".encode()) for tag, name in set(zip(page.tags, page.classes, strict=True)))


def _is_like(one: frozenset[int], two: frozenset[int]) -> bool:
    return len(one & two) >= SAME_TEMPLATE * len(one | two)
