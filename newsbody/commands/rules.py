"""``newsbody rules``: what was learned of each site, to look at, carry elsewhere, edit and pin."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from newsbody.commands._inputs import SiteOption
from newsbody.report.report_server import edited, pin_rule, pin_topics
from newsbody.rules.rule import Rule
from newsbody.rules.written import RuleError
from newsbody.stores import DEFAULT_STORE, Learned, Profile, ProfileStore, open_store

HELP = "look at the learned rules of sites, export, import, pin and forget them"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The actions of the command, each with its arguments."""
    where = f"where profiles stand (default: {DEFAULT_STORE})"
    parser.add_argument("--store", default=DEFAULT_STORE, help=where)
    # Behind the action as well, where it is looked for first.
    store = argparse.ArgumentParser(add_help=False)
    store.add_argument("--store", default=argparse.SUPPRESS, help=where)
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    add = partial(actions.add_parser, parents=[store])
    add("list", help="one line for each rule")
    show = add("show", help="everything that is known of a site")
    show.add_argument("host")
    export = add("export", help="profiles as JSON lines, all of them or those of some sites")
    export.add_argument("hosts", nargs="*", metavar="HOST")
    importing = add("import", help="merge exported profiles, or set a rule written by hand for a site")
    importing.add_argument("file", type=Path, help="JSON lines of profiles; with --site one rule as JSON")
    importing.add_argument(
        "--site",
        "--host",
        dest="host",
        metavar="HOST",
        action=SiteOption,
        help="the site that the rule in FILE is for; it is stored pinned",
    )
    for name, text in (("pin", "keep a rule as it is, whatever pages show"), ("unpin", "let a rule be learned again")):
        pin = add(name, help=text)
        pin.add_argument("host")
        pin.add_argument("kind", choices=("thread", "article"))
    edit = add("edit", help="write a rule by hand, in your editor or by options; it is stored pinned")
    edit.add_argument("host")
    edit.add_argument("kind", nargs="?", choices=("thread", "article", "topics"), help="needed unless it has one rule")
    edit.add_argument("--body", action="append", metavar="SELECTOR", help="where bodies stand, such as div.text")
    edit.add_argument("--leave-out", action="append", metavar="SELECTOR", help="what in bodies is none")
    edit.add_argument("--topic", metavar="URL", help="of topics: the address of one")
    edit.add_argument("--urls", type=Path, metavar="FILE", help="of topics: addresses of the site, one a line")
    forget = add("forget", help="remove what is known of a site")
    forget.add_argument("host")


def run(args: argparse.Namespace) -> int:
    """Do one action; 1 when it could not be done, with the reason on standard error."""
    try:
        with closing(open_store(args.store)) as store:
            for line in _ACTIONS[args.action](store, args):
                print(line)
    except BrokenPipeError:
        raise
    except (ValueError, OSError, LookupError, subprocess.CalledProcessError) as error:
        print(f"newsbody rules {args.action}: {error}", file=sys.stderr)
        return 1
    return 0


def _list(store: ProfileStore, args: argparse.Namespace) -> Iterator[str]:
    hosts = list(store.hosts())
    if not hosts:
        print(f"newsbody rules list: {args.store} knows no site yet; a crawl in this folder fills it.", file=sys.stderr)
    for host in hosts:
        profile = _load(store, host)
        if profile.resolver:
            yield f"{host}  topics  {profile.resolver.evidence} addresses  {profile.resolver.learned}"
        for kind, entry in profile.rules.items():
            rule = Rule.from_dict(entry.value)
            bodies = ", ".join(map(str, rule.body))
            yield f"{host}  {kind}  {rule.status}  {entry.evidence} pages  {entry.learned}  {bodies}"
        if profile.memory:
            yield f"{host}  memory  {len(profile.memory.memory)} pages  {profile.memory.learned}"


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


def _edit(store: ProfileStore, args: argparse.Namespace) -> Iterator[str]:
    if args.kind == "topics":
        if not args.topic or not args.urls:
            raise LookupError("topics are learned: write --topic URL and --urls FILE, addresses one a line")
        resolver = pin_topics(store, args.host, args.topic, args.urls.read_text("utf-8").split())
        yield f"{args.host}: topics pinned: {resolver.to_regex()}"
        return
    profile = store.load(args.host)
    kind = args.kind or _only_kind(args.host, profile)
    entry = profile.rules.get(kind) if profile else None
    old = entry.value if entry else None
    parts = {"body": args.body, "leave_out": args.leave_out}
    parts = {name: selectors for name, selectors in parts.items() if selectors}
    if parts:
        rule = edited(old, kind, parts)
    else:
        rule = Rule.from_dict({**_from_editor(old or {"kind": kind, "body": []}), "kind": kind})
    rule = pin_rule(store, args.host, rule)
    yield f"{args.host}: {kind} rule set and pinned: {', '.join(map(str, rule.body))}"


def _only_kind(host: str, profile: Profile | None) -> str:
    kinds = list(profile.rules) if profile else []
    if len(kinds) != 1:
        raise LookupError(f"{host} has {' and '.join(kinds) or 'no'} rules: say whether article, thread or topics")
    return kinds[0]


def _from_editor(value: Mapping[str, Any]) -> dict[str, Any]:
    """What somebody makes of a rule in $VISUAL or $EDITOR. Raises RuleError for what is no JSON."""
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not editor:
        raise LookupError("no editor is known: set EDITOR, or write --body SELECTOR")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "rule.json"
        file.write_text(json.dumps(value, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        subprocess.run([*shlex.split(editor), str(file)], check=True)
        text = file.read_text(encoding="utf-8")
    try:
        written = json.loads(text)
    except ValueError as error:
        raise RuleError(f"what was written is no JSON: {error}") from error
    if not isinstance(written, dict):
        raise RuleError(f"a rule is an object with 'kind' and 'body', not {text:.80}")
    return written


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
    "edit": _edit,
    "forget": _forget,
}
