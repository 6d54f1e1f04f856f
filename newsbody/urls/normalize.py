"""URLs as they stand in real link lists, taken apart into comparable pieces.

Two addresses that differ only in scheme, ``www.``, default port, session id, tracking parameters, the order of
their query parameters or the way characters are percent-encoded come out alike.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from urllib.parse import quote, unquote, unquote_plus, urlsplit

from newsbody.ground.remembered import remembered

#: Names under which servers carry a session in the query (RFC-less practice; the value must look like a token too).
SESSION_KEYS = frozenset(
    "sid s session sessionid session_id phpsessid jsessionid aspsessionid oscsid zenid cfid cftoken".split()
)

#: Query keys that carry the address to go to afterwards.
WRAPPING_KEYS = frozenset(
    "redirect redirect_to return returnurl return_url returnto back_url next url goto referer continue dest".split()
)

#: Campaign parameters of the common advertising and analytics services: they never change the page.
TRACKING_KEYS = frozenset("gclid fbclid msclkid yclid dclid igshid mc_cid mc_eid _ga _gl spm".split())
TRACKING_PREFIXES = ("utm_", "hsa_", "pk_", "mtm_")

#: Endings of files that are no pages.
MEDIA_EXTENSIONS = frozenset(
    "gif jpg jpeg png webp svg ico bmp css js json xml rss atom pdf zip rar gz mp3 mp4 avi mov swf woff ttf".split()
)

#: Longer addresses are no pages of a site (the limit most servers and browsers keep).
MAX_URL = 2048

#: Paths of more segments are no pages of a site: a link that adds to its own address makes such, without end.
MAX_SEGMENTS = 64

_PLAIN = re.compile(r"(https?)://([a-z0-9.-]+)(/[^?#\s]*)?(?:\?([^#\s]*))?(?:#.*)?$")
_NAMELESS = re.compile(r"\d+(?:,(?:\d+|[A-Za-z]\w*=\w*))+")
#: An address in the query is none of its parts.
_ASKED_PATH = re.compile(r"((?!\w+:/)[^/=&;]*/[^&;]*)[&;]?")
#: A path that has a name, from the root (``?u=/topic/12``) or of a number and a title (``?qa=12/the-title``, unlike
#: the offset of ``?num=12/15``), unless it is where to go afterwards.
_NAMED_PATH = re.compile(r"((\w+)=(?:/(?!/|[^&;]*%3[Ff])|\d+/(?!\d+(?:[&;]|$)))[^&;?]*\w[^&;?]*)(?:[&;]|$)")
#: What is asked for without a name, and has a number: ``?12``, ``?12-the-title``, ``?tid-12.html``; not ``?%40``.
_ASKED_ID = re.compile(r"([^/=&;]*(?<!%)(?<!%[0-9A-Fa-f])\d[^/=&;]*)(?:[&;]|$)")
#: Behind what is a page by itself it says when that was made, or who came.
_WHOLE = MEDIA_EXTENSIONS | {"html", "htm", "shtml"}
_TOKEN = re.compile(r"(?:[a-z]:)?[0-9A-Za-z,_-]{16,}")
_SESSION_IN_PATH = re.compile(rf";(?:{'|'.join(sorted(SESSION_KEYS))})=[^/?#;]*", re.IGNORECASE)
_PATH_PARAMETER = re.compile(r";[^/]*")
_WEB = frozenset(("http", "https", ""))
_SAFE = "!$'()*,:@~+"


@dataclass(frozen=True, slots=True)
class UrlParts:
    """One address without scheme, session and tracking.

    ``netloc`` is where the page is asked for, ``host`` what is compared (no ``www.``, no default port).
    ``path`` holds the decoded segments without empty ones; a query that is itself a path (``index.php?/topic/7``)
    continues it, and the segment before then ends in ``?``, or in ``??`` where no slash follows
    (``index.php?topic/7``, ``showthread.php?7-title``), or in the name of its key (``index.php?u=/topic/7``); ``?`` and
    ``??`` alone stand behind a slash. ``query`` keeps the order of the address.
    """

    scheme: str
    netloc: str
    host: str
    path: tuple[str, ...]
    slash: bool
    query: tuple[tuple[str, str], ...]

    @property
    def _origin(self) -> str:
        return f"{self.scheme or 'http'}://{self.netloc}" if self.netloc else ""

    def unsplit(self) -> str:
        """The address in its normal form, percent-encoded as UTF-8."""
        path = "".join("/" + _encode(segment) for segment in self.path).replace("??/", "?")
        path = path + "/" if self.slash or not path else path
        pairs = [_escape(key, "[]") + ("=" if key else "") + _escape(value, "/") for key, value in self.query]
        joint = "&" if "?" in path else "?"
        if pairs and self.query[0][0].startswith(","):  # values without names: read.php?12,345,page=2
            pairs = [_escape(value if key.startswith(",") else f"{key}={value}", "/=") for key, value in self.query]
            return self._origin + path + joint + ",".join(pairs)
        return self._origin + path + (joint + "&".join(pairs) if pairs else "")


@remembered(maxsize=1 << 13)
def split_url(url: str) -> UrlParts | None:
    """Take an address apart; None for what is no web address (``mailto:``, ``javascript:``, broken hosts, overlong).

    >>> split_url("http://www.f.test/index.php?/topic/7-title/&page=2&sid=3f9a0c1b2d4e5f60")
    UrlParts(scheme='http', netloc='www.f.test', host='f.test', path=('index.php?', 'topic', '7-title'), slash=True, \
query=(('page', '2'),))
    """
    url = url.strip().replace("&amp;", "&")
    if len(url) > MAX_URL:
        return None
    plain = _PLAIN.match(url)
    if plain:
        scheme, netloc, raw, query = plain.groups("")
    else:
        taken = _take_apart(url)
        if taken is None:
            return None
        scheme, netloc, raw, query = taken
    inner = _asked_path(raw, query)
    if inner is not None:  # a path in the query: index.php?/topic/7-slug/&do=x
        query = query[inner.end() :]
        named = inner.re is _NAMED_PATH
        raw += ("?" if named or inner[1].startswith("/") else "??/") + inner[1].replace("?", "%3F")
    if ";" in raw:
        raw = _PATH_PARAMETER.sub("", raw)
    segments = tuple([_decode(segment) for segment in raw.replace("?/", "?//").split("/") if segment])
    if len(segments) > MAX_SEGMENTS:
        return None
    return UrlParts(scheme, netloc, netloc.removeprefix("www."), segments, raw.endswith("/"), _pairs(query))


def _asked_path(raw: str, query: str) -> re.Match[str] | None:
    """The path with which a query begins: what stands there without a name, where it has several parts or a number.

    Or the value of its first key, where that is a path from the root, and not where to go afterwards.
    """
    named = _NAMED_PATH.match(query)
    path = _ASKED_PATH.match(query) or (named if named and named[2].lower() not in WRAPPING_KEYS else None)
    if path is not None or _NAMELESS.fullmatch(query) or raw.rpartition(".")[2].lower() in _WHOLE:
        return path
    return _ASKED_ID.match(query)


def leads_back(url: str) -> bool:
    """Does a form carry the address to go to afterwards (``/login?next=/topic/7/``)? Such pages lead nowhere else."""
    parts = split_url(url) if "?" in url else None
    return parts is not None and any(key.lower() in WRAPPING_KEYS and "/" in value for key, value in parts.query)


def without_session(url: str) -> str:
    """The address without session and tracking, and else as it is: what is asked for, but for who asks.

    >>> without_session("http://f.test/t.php;jsessionid=3f9a?t=5&utm_source=feed&sid=3f9a0c1b2d4e5f60#p7")
    'http://f.test/t.php?t=5#p7'
    """
    if "?" not in url and ";" not in url:
        return url
    address, mark, fragment = url.partition("#")
    path, _, query = address.partition("?")
    kept = [part for part in query.split("&") if part and not _is_volatile(*_key_and_value(part))]
    return _SESSION_IN_PATH.sub("", path) + ("?" + "&".join(kept) if kept else "") + mark + fragment


def _take_apart(url: str) -> tuple[str, str, str, str] | None:
    """Scheme, host, path and query of an address that is not plainly one."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:  # an impossible host or port: junk, as common in link lists as anything else
        return None
    if parts.scheme not in _WEB or (not parts.scheme and ":" in parts.path.split("/", 1)[0]):
        return None
    netloc = (parts.hostname or "") + (f":{port}" if port and port not in (80, 443) else "")
    return parts.scheme, netloc, parts.path, parts.query


def local(parts: UrlParts) -> UrlParts:
    """The address without scheme and host: variants of those are one page."""
    return replace(parts, scheme="", netloc="", host="")


def is_media(parts: UrlParts) -> bool:
    """Whether the path names a file that is no page (a picture, a feed, an archive)."""
    if not parts.path:
        return False
    _, dot, ending = parts.path[-1].rpartition(".")
    return bool(dot) and ending.lower() in MEDIA_EXTENSIONS


def _decode(segment: str) -> str:
    """The segment as text. A slash or question mark that was escaped stays so: it is no part of the structure."""
    if "%" not in segment:
        return segment
    plain, mark, rest = segment.partition("?")  # marks a path that goes on in the query
    return unquote(plain).replace("/", "%2F").replace("?", "%3F") + mark + rest


def _encode(segment: str) -> str:
    plain, mark, rest = segment.partition("?")
    text = quote(plain, safe=_SAFE, errors="replace").replace("%252F", "%2F").replace("%253F", "%3F")
    return text + mark + rest


def _escape(text: str, safe: str) -> str:
    return quote(text, safe=_SAFE + safe, errors="replace")


def _pairs(query: str) -> tuple[tuple[str, str], ...]:
    if not query:
        return ()
    if _NAMELESS.fullmatch(query):
        named = [part.partition("=") for part in query.split(",")]
        return tuple((key, value) if equals else (f",{place}", key) for place, (key, equals, value) in enumerate(named))
    pairs = []
    for part in query.replace(";", "&").split("&"):
        key, value = _key_and_value(part)
        if "=" not in part or not key:  # &42 and ?lastpost: a number that has no name, a name that has no value
            text = key or value
            key, value = ("", text) if text[:1].isdecimal() else (text, "")
        if (key or value) and not _is_volatile(key, value):
            pairs.append((key, value))
    return tuple(pairs)


def _key_and_value(part: str) -> tuple[str, str]:
    key, _, value = part.partition("=")
    return unquote_plus(key), unquote_plus(value)


def _is_volatile(key: str, value: str) -> bool:
    key = key.lower()
    if key in SESSION_KEYS:
        return not value or bool(_TOKEN.fullmatch(value))
    return key in TRACKING_KEYS or key.startswith(TRACKING_PREFIXES)
