"""Requests as they stand in Redis: JSON that is checked when it is read. Whoever writes there runs no code here.

``SCHEDULER_SERIALIZER`` of scrapy-redis names another module with ``dumps`` and ``loads``, such as
``pickle``, for projects whose requests carry what JSON cannot hold.
"""

from __future__ import annotations

import json
import sys
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request

#: Nothing of this machine is read because somebody wrote its address into Redis.
SCHEMES = ("http", "https", "ftp", "s3", "data")
#: Attribute of a request -> what it is in JSON. ``_class`` where it is not Request itself.
_TYPES: dict[str, type | tuple[type, ...]] = {
    "url": str, "callback": (str, type(None)), "errback": (str, type(None)), "headers": dict, "method": str,
    "body": str, "cookies": (dict, list), "meta": dict, "encoding": str, "priority": int, "dont_filter": bool,
    "flags": list, "cb_kwargs": dict, "_class": str,
}  # fmt: skip


class WireError(ValueError):
    """What stands in Redis is no request; or a request cannot stand there. Says why."""


def dumps(request: Mapping[str, Any]) -> bytes:
    """What ``Request.to_dict`` gives, as JSON. Raises WireError for what JSON cannot hold."""
    headers = {_text(name): list(map(_text, values)) for name, values in request["headers"].items()}
    row = {**request, "headers": headers, "body": b64encode(request["body"]).decode()}
    try:
        return json.dumps(row, allow_nan=False).encode()
    except (TypeError, ValueError) as error:
        raise WireError(
            f"{request['url']} cannot be shared with other workers: {error}. What its meta and cb_kwargs hold is to be "
            'of strings, numbers, lists and dicts; or write SCHEDULER_SERIALIZER = "pickle"'
        ) from error


def loads(data: bytes) -> dict[str, Any]:
    """What ``request_from_dict`` takes. Raises WireError for anything else."""
    try:
        row = json.loads(data)
        if not isinstance(row, dict):
            raise WireError("it is no object")
        _check(row)
        headers = {_bytes(name): list(map(_bytes, values)) for name, values in row["headers"].items()}
        return {**row, "headers": headers, "body": b64decode(row["body"], validate=True)}
    except (ValueError, RecursionError, AttributeError, TypeError) as error:
        raise WireError(f"no request stands in {data[:80]!r}: {error}") from error


def _check(row: Mapping[str, Any]) -> None:
    for name, kind in _TYPES.items():
        if name in row or name in ("url", "headers", "body"):
            value = row.get(name)
            if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
                raise WireError(f"{name} is {value!r:.80}")
    if urlsplit(row["url"]).scheme.lower() not in SCHEMES:
        raise WireError(f"url is {row['url']!r:.80}")
    for name in ("callback", "errback"):
        # Methods of the spider, by name: those that Python calls are no callbacks.
        method = row.get(name) or "parse"
        if not method.isidentifier() or method.startswith("__"):
            raise WireError(f"{name} is {method!r:.80}")
    if "_class" in row and not _is_request(row["_class"]):
        raise WireError(f"_class is {row['_class']!r:.80}")


def _is_request(path: str) -> bool:
    """Is it a class of requests that this process knows? Nothing is imported because Redis says so."""
    module, _, name = path.rpartition(".")
    found = getattr(sys.modules.get(module), name, None)
    return isinstance(found, type) and issubclass(found, Request)


def _bytes(value: str) -> bytes:
    return value.encode("latin-1")


def _text(value: bytes) -> str:
    return value.decode("latin-1")
