"""What can be said to the spiders: ``-a NAME=VALUE``, checked before the crawl starts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from http.cookiejar import LoadError, MozillaCookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from newsbody.crawl.sources.domains import is_host
from newsbody.dates import read_date
from newsbody.page.sites import host_of, split_login

#: Between two URLs of one argument. A comma alone may stand in an address.
_BETWEEN_URLS = re.compile(r",?\s+|,(?=\w+://)|,$")
_TRUE, _FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off", "")

#: name -> what it says, with an example.
ARGUMENTS = {
    "url": "where to start; several are separated by commas or blanks: url=https://news.example.com/",
    "urls": "a file with an address a line, or several addresses: urls=pages.txt",
    "topic": "the address of one article or thread, where the addresses alone leave it open",
    "depth": "how many links away from the start: depth=2; depth=0 reads these pages only",
    "pages": "stop after so many pages: pages=500",
    "out": "folder of the feeds: out=out",
    "hosts": "stay on these hosts and those below them: hosts=news.example.com,sport.example.com",
    "allow": "follow only addresses in which this regular expression is found: allow=/2026/",
    "deny": "follow no address in which this regular expression is found: deny=/video/",
    "since": "only what was published on this day or later: since=2026-01-01",
    "until": "only what was published on this day or before: until=2026-01-31",
    "new": "only what no earlier crawl gave out: new=1",
    "sources": "ask for sitemaps and feeds: sources=0 does not",
    "overwrite": "write over the feeds of an earlier crawl: overwrite=1",
    "cookies": "a Netscape cookie file, as browsers export it: cookies=cookies.txt",
    "headers": 'request headers, as JSON: headers=\'{"Accept-Language": "zh-CN"}\'',
    "meta": "what requests carry for a download handler of your settings, as JSON: meta='{\"zyte_api_automap\": true}'",
    "browser": "fetch pages that show nothing before their scripts have run in a browser: browser=1",
    "user_agent": "who asks: user_agent='mybot (+https://example.com/bot)'",
}


@dataclass(frozen=True)
class Arguments:
    """All arguments of a spider, read. ``since`` and ``until`` are days in ISO 8601.

    ``logins``: by host the ``Authorization`` of user and password that stood in an address of ``starts``.
    """

    starts: tuple[str, ...]
    logins: Mapping[str, str] = field(default_factory=dict)
    depth: int | None = None
    pages: int | None = None
    topic: str | None = None
    out: str = "out"
    hosts: tuple[str, ...] = ()
    allow: re.Pattern[str] | None = None
    deny: re.Pattern[str] | None = None
    since: str | None = None
    until: str | None = None
    new: bool = False
    sources: bool | None = None
    overwrite: bool = False
    cookies: list[dict[str, str]] = field(default_factory=list)
    headers: Mapping[str, str] = field(default_factory=dict)
    meta: Mapping[str, Any] = field(default_factory=dict)
    browser: bool = False
    user_agent: str | None = None

    @classmethod
    def read(cls, spider: str, given: Mapping[str, Any], *, needs_start: bool = True) -> Arguments:
        """Read what was given to a spider of that name. Raises ValueError with a sentence that says what to write."""
        for name in given:
            if name not in ARGUMENTS and not name.startswith("_"):  # those are of what runs spiders: scrapyd's _job
                raise ValueError(_unknown(name))
        named = [*_urls("url", str(given.get("url") or "")), *_listed("urls", given.get("urls"))]
        if needs_start and not named:
            raise ValueError(f"Where to start? Write: scrapy crawl {spider} -a url=https://example.com/")
        starts = dict(map(split_login, named))
        read: dict[str, Any] = {
            name: _READERS[name](name, str(value)) for name, value in given.items() if name in _READERS and value != ""
        }
        if "since" in read and "until" in read and read["since"] > read["until"]:
            raise ValueError(f"since={read['since']} is after until={read['until']}: nothing is published then.")
        logins = {host_of(url): login for url, login in starts.items() if login}
        return cls(starts=tuple(starts), logins=logins, **read)

    @property
    def is_narrow(self) -> bool:
        """Is it asked for less than a site has? Another time it may be more."""
        return any((self.hosts, self.allow, self.deny, self.since, self.until)) or self.depth is not None

    def follows(self, url: str) -> bool:
        """Do ``allow`` and ``deny`` let an address pass?"""
        return not (self.allow and not self.allow.search(url)) and not (self.deny and self.deny.search(url))

    def wants(self, date: str | None) -> bool:
        """Do ``since`` and ``until`` let something of that date (ISO 8601) pass? What has no date passes."""
        day = (date or "")[:10]
        return not day or not ((self.since and day < self.since) or (self.until and day > self.until))


def _unknown(name: str) -> str:
    near = get_close_matches(name, ARGUMENTS, 1, 0.5)
    meant = f" Did you mean {near[0]!r}?" if near else ""
    return f"There is no argument {name!r}.{meant} The arguments are: {', '.join(ARGUMENTS)}."


def _wrong(name: str, value: str, error: object = "") -> ValueError:
    reason = f" ({error})" if str(error) else ""
    return ValueError(f"{name}={value!r} cannot be used{reason}: {ARGUMENTS[name]}")


def _urls(name: str, text: str) -> list[str]:
    return [_address(name, part) for part in _BETWEEN_URLS.split(text.strip()) if part]


def _address(name: str, text: str) -> str:
    url = text if "://" in text else f"http://{text}"
    try:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https"):
            raise ValueError("it is none of http or https")
        if parts.port is None and not parts.hostname:
            raise ValueError("it names no host")
    except ValueError as error:
        raise _wrong(name, text, error) from error
    return url


def _listed(name: str, value: Any) -> list[str]:
    if not value:
        return []
    if not isinstance(value, str):
        return [url for part in value for url in _urls(name, str(part))]
    path = Path(value)
    if "://" not in value and path.is_file():
        lines = path.read_text("utf-8-sig").splitlines()
        return [url for line in lines if not line.lstrip().startswith("#") for url in _urls(name, line)]
    parts = [] if "://" in value else _BETWEEN_URLS.split(value.strip())
    if not all(is_host(host_of(f"http://{part}")) for part in parts):
        raise _wrong(name, value, "there is no such file; an address of your own network begins with http://")
    return _urls(name, value)


def _number(name: str, value: str) -> int:
    if not value.isdecimal():
        raise _wrong(name, value)
    return int(value)


def _flag(name: str, value: str) -> bool:
    if value.lower() not in (*_TRUE, *_FALSE):
        raise _wrong(name, value)
    return value.lower() in _TRUE


def _pattern(name: str, value: str) -> re.Pattern[str]:
    try:
        return re.compile(value)
    except re.error as error:
        raise _wrong(name, value, error) from error


def _day(name: str, value: str) -> str:
    found = read_date(value)
    if found is None:
        raise _wrong(name, value)
    return found[:10]


def _object(name: str, value: str) -> dict[str, Any]:
    try:
        found = json.loads(value)
    except ValueError as error:
        raise _wrong(name, value, error) from error
    if not isinstance(found, dict):
        raise _wrong(name, value)
    return found


def _headers(name: str, value: str) -> dict[str, str]:
    return {header: str(text) for header, text in _object(name, value).items()}


def _cookies(name: str, value: str) -> list[dict[str, str]]:
    jar = MozillaCookieJar(value)
    try:
        jar.load(ignore_discard=True, ignore_expires=True)
    except (OSError, LoadError) as error:
        raise _wrong(name, value, error) from error
    return [{"name": c.name, "value": c.value or "", "domain": c.domain, "path": c.path} for c in jar]


def _words(name: str, value: str) -> tuple[str, ...]:
    return tuple(re.split(r"[\s,]+", value.strip(" ,")))


def _text(name: str, value: str) -> str:
    return value


_READERS: dict[str, Callable[[str, str], Any]] = {
    "topic": _text, "depth": _number, "pages": _number, "out": _text, "hosts": _words, "allow": _pattern,
    "deny": _pattern, "since": _day, "until": _day, "new": _flag, "sources": _flag, "overwrite": _flag,
    "cookies": _cookies, "headers": _headers, "meta": _object, "browser": _flag, "user_agent": _text,
}  # fmt: skip
