"""What is read beside pages: feeds, sitemaps, archives, and what stands in stores; each broken, and read again."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from newsbody.commands._archives import archived_pages
from newsbody.crawl.known.ledger import Met
from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.tasks import learn
from newsbody.crawl.queue import wire
from newsbody.crawl.sources.listing import read_listing, read_robots
from newsbody.demo import forum_pages
from newsbody.ground.sitememory import SiteMemory, hashed
from newsbody.markup.links import web_address
from newsbody.rules.rule import Rule
from newsbody.stores import Learned, Profile
from newsbody.stores.base import Remembered
from newsbody.urls.resolver import Resolver
from tests import test_command_inputs as inputs
from tests import test_crawl_listings as listings
from tests.hostile_pages import URL
from tests.mutations import mutated
from tests.test_crawl_parts import resolver

#: In place of any value of what is stored.
ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**30,
    1.5,
    float("nan"),
    "",
    "x" * 300,
    "\ud83d",
    "[a",
    "(",
    "\0",
    [],
    {},
    [[]],
    [None],
    {"a": []},
)
#: A row is changed as JSON so often; else as bytes.
AS_JSON = 0.7


@dataclass(frozen=True)
class Input:
    """Some whole ones, and what reads them: it may raise ValueError where ``refuses``, and else nothing."""

    sources: list[bytes]
    read: Callable[[bytes], object]
    refuses: bool = False


def inputs_broken(kind: str, count: int, seed: int) -> Iterator[bytes]:
    """So many of a kind, the same for the same seed."""
    one, draw = INPUTS[kind], random.Random(seed)
    for broken in mutated(one.sources, count, seed):
        if one.refuses and draw.random() < AS_JSON:
            row = json.loads(draw.choice(one.sources))
            for _ in range(draw.randint(1, 3)):
                row = _changed(row, draw)
            yield json.dumps(row).encode()
        else:
            yield broken


def read_broken(kind: str, data: bytes) -> None:
    """Read it. Raises what no reader of such may raise."""
    one = INPUTS[kind]
    try:
        one.read(data)
    except ValueError:
        if not one.refuses:
            raise


def _changed(value: Any, draw: random.Random) -> Any:
    """The same with one value in it, whichever, another one."""
    places = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    if not places or draw.random() < 0.2:
        return draw.choice(ODD)
    place, changed = draw.choice(places), value.copy()
    if draw.random() < 0.1:
        del changed[place]
    else:
        changed[place] = _changed(value[place], draw)
    return changed


def _listing(data: bytes) -> None:
    listing = read_listing(data, URL)
    for one in (*listing.pages, *listing.further) if listing else ():
        assert web_address(URL, one.url) == one.url


def _archive(data: bytes) -> None:
    for page in archived_pages(BytesIO(data), ".warc"):
        assert isinstance(page.data, (bytes, OSError))


def _met(data: bytes) -> None:
    met = Met.from_json(data)
    assert Met.from_json(met.to_json()).to_json() == met.to_json()


def _rule(data: bytes) -> None:
    rule = Rule.from_dict(json.loads(data))
    assert Rule.from_dict(json.loads(json.dumps(rule.to_dict()))) == rule


def _profile(data: bytes) -> None:
    profile = Profile.from_json(data)
    assert Profile.from_json(profile.to_json()) == profile


def _resolver(data: bytes) -> None:
    found = Resolver.from_dict(json.loads(data))
    assert Resolver.from_dict(json.loads(json.dumps(found.to_dict()))) == found
    found.to_regex()


def _stored() -> tuple[bytes, bytes, bytes]:
    """A rule, a resolver and a profile as a crawl stores them."""
    pages = [page.encode() for path, page in forum_pages().items() if "topic" in path][:4]
    rule = learn("thread", [Source(page, f"{URL}?{n}") for n, page in enumerate(pages)], "cecs", "2026-01-01").rule
    assert rule is not None
    known = resolver().to_dict()
    memory = SiteMemory.from_dict({str(hashed("a")): [[1, 2], [3, 4], [5, 6]]})
    profile = Profile(
        "f.test", Learned.first(known, 5, "2026-01-01"), {"thread": Learned.first(rule, 5, "2026-01-01")},
        Remembered.first(memory, "2026-01-01"),
    )  # fmt: skip
    return json.dumps(rule).encode(), json.dumps(known).encode(), profile.to_json().encode()


_RULE, _RESOLVER, _PROFILE = _stored()
_MET = Met("2026-01-01", "x", "http://f.test/1", 3, ["a", "b"], is_list=True, needless=2, listed=True, opener="c")
_REQUEST = wire.dumps(
    {"url": "http://f.test/1", "headers": {b"A": [b"b"]}, "body": b"", "callback": "parse", "meta": {"depth": 1},
     "method": "GET", "priority": 0, "dont_filter": False, "cookies": {}, "cb_kwargs": {}, "flags": [], "errback": None}
)  # fmt: skip
_ARCHIVE = b"".join(inputs.RECORDS)
INPUTS: dict[str, Input] = {
    "sitemap": Input([listings.SITEMAP, listings.INDEX, gzip.compress(listings.SITEMAP)], _listing),
    "feed": Input([listings.RSS, listings.ATOM, json.dumps(listings.JSON_FEED).encode()], _listing),
    "text": Input([b"http://f.test/1\nhttp://f.test/2\n"], _listing),
    "robots": Input([b"Sitemap: http://f.test/s.xml\nSitemap: /t.xml\n"], lambda data: read_robots(data, URL)),
    "archive": Input([_ARCHIVE, gzip.compress(_ARCHIVE), b"".join(map(gzip.compress, inputs.RECORDS))], _archive),
    "ledger": Input([_MET.to_json().encode()], _met, refuses=True),
    "rule": Input([_RULE], _rule, refuses=True),
    "resolver": Input([_RESOLVER], _resolver, refuses=True),
    "profile": Input([_PROFILE], _profile, refuses=True),
    "request": Input([_REQUEST], lambda data: wire.loads(data), refuses=True),
}  # fmt: skip
