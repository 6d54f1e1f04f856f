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
#: Scheme of an address → where the class of such stores stands, in a module that is named like the extra it needs.
#: Loaded on demand: the client library of a server costs time.
STORES = {
    "sqlite": "newsbody.stores.sqlite:SqliteStore",
    **dict.fromkeys(REDIS_SCHEMES, "newsbody.stores.redis:RedisStore"),
}
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
    scheme, separator, _ = address.partition("://")
    if not separator and not _SCHEME.match(address):
        scheme = "sqlite"
    elif not separator or scheme not in STORES:
        raise ProfileError(f"{address} is no place for site profiles: write a path, sqlite:///PATH or redis://HOST/0")
    module, _, name = STORES[scheme].partition(":")
    try:
        found: type[ProfileStore] = getattr(require(module, module.rpartition(".")[2]), name)
    except MissingExtra as error:
        raise ProfileError(f"{address}: {error}") from error
    return found.at(address)


__all__ = [
    "DEFAULT_STORE",
    "STORES",
    "Learned",
    "Profile",
    "ProfileError",
    "ProfileStore",
    "Remembered",
    "SqliteStore",
    "is_shared",
    "open_store",
]
