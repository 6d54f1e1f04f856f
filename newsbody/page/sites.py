"""Which saved pages are of one site, when nobody says where they came from."""

from __future__ import annotations

from base64 import b64encode
from collections import defaultdict
from collections.abc import Sequence
from urllib.parse import unquote, urlsplit, urlunsplit

from lxml import etree

from newsbody.ground.remembered import remembered
from newsbody.page import Page

#: Two pages are of one template when they share this much of their (tag, class) pairs. Measured on
#: saved threads: within two forums 0.67 and more, within a third, saved over many years, 0.24 to 0.54.
#: Forums that run the same software unchanged are joined as well, which does no harm: so is their rule.
SAME_TEMPLATE = 0.45

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


def group_by_site(pages: Sequence[Page]) -> list[list[int]]:
    """The numbers of the pages, a list a site; pages that name no host are joined by template.

    The groups do not depend on the order of the pages.
    """
    by_host: dict[str, list[int]] = defaultdict(list)
    homeless: list[int] = []
    for number, page in enumerate(pages):
        host = site_of(page)
        if host:
            by_host[host].append(number)
        else:
            homeless.append(number)
    return sorted([*by_host.values(), *_by_template(pages, homeless)])


def _by_template(pages: Sequence[Page], numbers: Sequence[int]) -> list[list[int]]:
    templates = {number: _template(pages[number]) for number in numbers}
    leader = {number: number for number in numbers}

    def find(number: int) -> int:
        while leader[number] != number:
            number = leader[number]
        return number

    for position, number in enumerate(numbers):
        for other in numbers[:position]:
            one, two = templates[number], templates[other]
            if len(one & two) >= SAME_TEMPLATE * len(one | two) and one:
                first, second = sorted((find(number), find(other)))
                leader[second] = first
    groups: dict[int, list[int]] = defaultdict(list)
    for number in numbers:
        groups[find(number)].append(number)
    return list(groups.values())


def _template(page: Page) -> frozenset[tuple[str, str]]:
    return frozenset(zip(page.tags, page.classes, strict=True))
