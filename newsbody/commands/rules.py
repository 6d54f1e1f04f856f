"""``newsbody rules``: what was learned of each site, to look at, carry elsewhere, edit and pin."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from newsbody.rules.rule import Rule, RuleError
from newsbody.stores import DEFAULT_STORE, Learned, Profile, ProfileError, ProfileStore, open_store

HELP = "look at the learned rules of sites, export, import, pin and forget them"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The actions of the command, each with its arguments."""
    parser.add_argument("--store", default=DEFAULT_STORE, help=f"where profiles stand (default: {DEFAULT_STORE})")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("list", help="one line for each rule")
    show = actions.add_parser("show", help="everything that is known of a site")
    show.add_argument("host")
    export = actions.add_parser("export", help="profiles as JSON lines, all of them or those of some sites")
    export.add_argument("hosts", nargs="*", metavar="HOST")
    importing = actions.add_parser("import", help="merge exported profiles, or set a rule written by hand for a site")
    importing.add_argument("file", type=Path, help="JSON lines of profiles; with --host one rule as JSON")
    importing.add_argument("--host", help="the site that the rule in FILE is for; it is stored pinned")
    for name, text in (("pin", "keep a rule as it is, whatever pages show"), ("unpin", "let a rule be learned again")):
        pin = actions.add_parser(name, help=text)
        pin.add_argument("host")
        pin.add_argument("kind", choices=("thread", "article"))
    forget = actions.add_parser("forget", help="remove what is known of a site")
    forget.add_argument("host")


def run(args: argparse.Namespace) -> int:
    """Do one action; 1 when it could not be done, with the reason on standard error."""
    try:
        with closing(open_store(args.store)) as store:
            for line in _ACTIONS[args.action](store, args):
                print(line)
    except (ProfileError, RuleError, OSError, LookupError) as error:
        print(f"newsbody rules {args.action}: {error}", file=sys.stderr)
        return 1
    return 0


def _list(store: ProfileStore, args: argparse.Namespace) -> Iterator[str]:
    for host in store.hosts():
        profile = _load(store, host)
        if profile.resolver:
            yield f"{host}  topics  {profile.resolver.evidence} addresses  {profile.resolver.learned}"
        for kind, entry in profile.rules.items():
            rule = Rule.from_dict(entry.value)
            bodies = ", ".join(map(str, rule.body))
            yield f"{host}  {kind}  {rule.status}  {entry.evidence} pages  {entry.learned}  {bodies}"
        if profile.memory:
            yield f"{host}  memory  {profile.memory.evidence} pages  {profile.memory.learned}"


def _show(store: ProfileStore, args: argparse.Namespace) -> Iterator[str]:
    profile: dict[str, Any] = json.loads(_load(store, args.host).to_json())
    if profile["memory"]:
        profile["memory"]["value"] = "hashes of texts and slots; see export"
    yield json.dumps(profile, ensure_ascii=False, indent=2)


def _export(store: ProfileStore, args: argparse.Namespace) -> Iterator[str]:
    for host in args.hosts or store.hosts():
        yield _load(store, host).to_json()


def _import(store: ProfileStore, args: argparse.Namespace) -> Iterator[str]:
    text = args.file.read_text(encoding="utf-8")
    if args.host:
        try:
            rule = Rule.from_dict(json.loads(text))
        except ValueError as error:
            raise RuleError(f"{args.file}: {error}") from error
        entry = Learned.first(replace(rule, status="pinned").to_dict(), rule.evidence.pages, _today())
        profile = store.load(args.host) or Profile(args.host)
        store.replace(profile.with_rule(rule.kind, entry))
        yield f"{args.host}: {rule.kind} rule set and pinned"
        return
    # All lines are read before the first is stored: a broken file changes nothing.
    profiles = [Profile.from_json(line) for line in text.splitlines() if line.strip()]
    for profile in profiles:
        for entry in profile.rules.values():
            Rule.from_dict(entry.value)
    for profile in profiles:
        store.save(profile)
        yield f"{profile.host}: merged"


def _pin(store: ProfileStore, args: argparse.Namespace) -> Iterator[str]:
    profile = _load(store, args.host)
    entry = profile.rules.get(args.kind)
    if entry is None:
        raise LookupError(f"{args.host} has no {args.kind} rule; it has {', '.join(profile.rules) or 'none'}")
    pinned = args.action == "pin"
    rule = replace(Rule.from_dict(entry.value), status="pinned" if pinned else "learned", changed=_today())
    event = (_today(), "pinned" if pinned else "unpinned")
    entry = replace(entry, value=rule.to_dict(), history=(*entry.history, event))
    store.replace(profile.with_rule(args.kind, entry))
    yield f"{args.host}: {args.kind} rule {event[1]}"


def _forget(store: ProfileStore, args: argparse.Namespace) -> Iterator[str]:
    if not store.forget(args.host):
        raise LookupError(f"nothing is known of {args.host}")
    yield f"{args.host}: forgotten"


def _load(store: ProfileStore, host: str) -> Profile:
    profile = store.load(host)
    if profile is None:
        raise LookupError(f"nothing is known of {host}; known are {', '.join(store.hosts()) or 'no sites'}")
    return profile


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


_ACTIONS = {
    "list": _list,
    "show": _show,
    "export": _export,
    "import": _import,
    "pin": _pin,
    "unpin": _pin,
    "forget": _forget,
}
