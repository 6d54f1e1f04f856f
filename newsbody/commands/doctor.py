"""``newsbody doctor``: what is installed, what works, and what to do about the rest."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version

from packaging.requirements import Requirement

from newsbody._version import __version__
from newsbody.extractors import EXTRACTORS
from newsbody.extractors.model import SHIPPED, ModelError, read_model
from newsbody.ground.extras import MissingExtra, require
from newsbody.stores import DEFAULT_STORE, ProfileError, is_shared, open_store

HELP = "say what is installed, what works, and what to do about the rest"
EXAMPLES = """\
  newsbody doctor
  newsbody doctor --store .newsbody/profiles.sqlite3
"""
#: Seconds a Redis may take to answer.
TIMEOUT = 3
#: What an extra is for, in words; developers' extras are left out.
EXTRAS = (
    *("redis", "database", "parquet", "markdown", "language", "warc", "spark", "ray"),
    *("zyte", "rjieba", "ksf", "browser", "train"),
)


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. ``advice`` is empty where it is fine; ``grave``: newsbody cannot do without."""

    what: str
    how: str
    advice: str = ""
    grave: bool = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    store = os.environ.get("REDIS_URL") or DEFAULT_STORE
    parser.add_argument("--store", default=store, help="where profiles stand (default: REDIS_URL, else %(default)s)")


def run(args: argparse.Namespace) -> int:
    """Print what was found; exit status 1 when something that is needed does not work."""
    grave = False
    for finding in (*_versions(), *_extras(), *_models(), *_store(args.store)):
        mark = "ok  " if not finding.advice else ("FAIL" if finding.grave else "note")
        print(f"{mark}  {finding.what:<22} {finding.how}" + (f"  → {finding.advice}" if finding.advice else ""))
        grave |= finding.grave
    print("\nSomething is missing: see FAIL above." if grave else "\nAll that is needed works.")
    return 1 if grave else 0


def _versions() -> Iterator[Finding]:
    yield Finding("newsbody", __version__)
    yield Finding("Python", f"{platform.python_version()}, {sys.executable}")
    yield from (_required(one) for one in _requirements(None))


def _requirements(extra: str | None) -> list[Requirement]:
    """What newsbody needs, or what one of its extras needs beside it."""
    listed = [Requirement(line) for line in requires("newsbody") or ()]
    plain = [one for one in listed if one.marker is None or one.marker.evaluate({"extra": ""})]
    if extra is None:
        return plain
    names = {one.name for one in plain}
    marked = [one for one in listed if one.marker is not None and one.marker.evaluate({"extra": extra})]
    return [one for one in marked if one.name not in names]


def _required(one: Requirement) -> Finding:
    try:
        installed = version(one.name)
    except PackageNotFoundError:
        return Finding(one.name, "is not installed", f"pip install '{one.name}{one.specifier}'", grave=True)
    if not one.specifier.contains(installed, prereleases=True):
        advice = f"pip install '{one.name}{one.specifier}'"
        return Finding(one.name, f"{installed} is not {one.specifier}", advice, grave=True)
    return Finding(one.name, installed)


def _extras() -> Iterator[Finding]:
    for extra in EXTRAS:
        findings = [_required(one) for one in _requirements(extra)]
        missing = [one.what for one in findings if one.advice]
        if missing:
            advice = f"pip install 'newsbody[{extra}]', if you want it"
            yield Finding(f"extra {extra}", f"not there: {', '.join(missing)}", advice)
        else:
            yield Finding(f"extra {extra}", ", ".join(f"{one.what} {one.how}" for one in findings))


def _models() -> Iterator[Finding]:
    for path in sorted(SHIPPED.glob("*.json")):
        try:
            card = read_model(path, path.stem).card
        except ModelError as error:
            advice = "install newsbody again: pip install --force-reinstall newsbody"
            yield Finding(f"model {path.stem}", str(error), advice, grave=True)
        else:
            yield Finding(f"model {path.stem}", f"of {card.get('date')}, trained on {card.get('pages')} pages")
    untrained = sorted(set(EXTRACTORS) - {path.stem for path in SHIPPED.glob("*.json")})
    yield Finding("without a model", ", ".join(untrained))


def _store(address: str) -> Iterator[Finding]:
    if is_shared(address):
        yield _redis(address)
        return
    if "://" not in address and not os.path.exists(address):
        yield Finding("store", f"{address} is not there yet; the first crawl makes it")
        return
    try:
        with closing(open_store(address)) as store:
            yield Finding("store", f"{address}, {len(list(store.hosts()))} sites")
    except ProfileError as error:
        yield Finding("store", str(error), "move the file away, or name another with --store", grave=True)


def _redis(address: str) -> Finding:
    try:
        redis = require("redis", "redis")
        with closing(redis.Redis.from_url(address, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT)) as client:
            answer = client.info("server")
    except MissingExtra as error:
        return Finding("store", address, str(error), grave=True)
    except Exception as error:  # noqa: BLE001 - whatever keeps it from answering is what is to be told
        return Finding("store", f"{address} does not answer ({error})", "start a Redis, or name another", grave=True)
    return Finding("store", f"{address}, Redis {answer['redis_version']}")
