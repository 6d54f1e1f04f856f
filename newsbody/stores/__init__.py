"""Where site profiles are kept: in SQLite, or in Redis for many workers."""

from __future__ import annotations

import re

from newsbody.ground.extras import MissingExtra, require
from newsbody.stores.base import Learned, Profile, ProfileError, ProfileStore, Remembered
from newsbody.stores.sqlite import SqliteStore

#: Where profiles stand unless something else is said, below the working directory.
DEFAULT_STORE = ".newsbody/profiles.sqlite3"
#: Schemes of addresses of a Redis, as its client library has them.
REDIS_SCHEMES = ("redis", "rediss", "unix")
#: What begins as an address does is none without both slashes, or a scheme, and no path either.
_SCHEME = re.compile(r"(?:sqlite|redis|rediss|unix|https?|postgresql):|[\w.-]+:\d+(?:/|$)")


def is_shared(address: str) -> bool:
    """Do several workers, on several machines maybe, use the store at an address at the same time?"""
    return address.partition("://")[0] in REDIS_SCHEMES


def open_store(address: str = DEFAULT_STORE) -> ProfileStore:
    """The store at a path, ``sqlite:///PATH`` or ``redis://HOST[:PORT][/DB]``.

    Raises ProfileError for another scheme, a file that is no profile store, or Redis without
    its client library. A Redis that does not answer is no error here.
    """
    scheme, separator, rest = address.partition("://")
    if not separator and not _SCHEME.match(address):
        return SqliteStore(address)
    if scheme == "sqlite":
        # As SQLAlchemy writes it: three slashes before a relative path, four before an absolute one.
        return SqliteStore(rest.removeprefix("/"))
    if scheme in REDIS_SCHEMES:
        try:
            require("redis.asyncio", "redis")
        except MissingExtra as error:
            raise ProfileError(f"{address}: {error}") from error
        from newsbody.stores.redis import RedisStore

        return RedisStore(address)
    raise ProfileError(f"{address} is no place for site profiles: write a path, sqlite:///PATH or redis://HOST/0")


__all__ = [
    "DEFAULT_STORE",
    "Learned",
    "Profile",
    "ProfileError",
    "ProfileStore",
    "Remembered",
    "SqliteStore",
    "is_shared",
    "open_store",
]
