"""The report as one document, why each paragraph was taken or left, and a server that takes what is pinned."""

from __future__ import annotations

import json
import secrets
import shutil
import sys
from base64 import b64encode
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from itertools import groupby
from typing import Any

from tqdm import tqdm

from newsbody.page import Page
from newsbody.posts.read import read_posts
from newsbody.report.page_marks import BODY, OPEN, OUT, mark
from newsbody.report.site_data import SiteAssembly, SiteData, gather
from newsbody.rules.articles.match import apply_article
from newsbody.rules.rule import Rule
from newsbody.stores import Learned, Profile, ProfileStore
from newsbody.urls.resolver import Resolver
from newsbody.urls.topics import learn_resolver

#: In the history of an entry.
BY_HAND, PINNED = "by hand", "pinned"


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def pin_rule(store: ProfileStore, host: str, rule: Rule) -> Rule:
    """Store a rule as it is, whatever pages show. Returns what is stored."""
    pinned = replace(rule, status="pinned", changed=today(), learned=rule.learned or today())
    profile = store.load(host) or Profile(host)
    entry = _next(profile.rules.get(rule.kind), pinned.to_dict(), rule.evidence.pages)
    store.replace(profile.with_rule(rule.kind, entry))
    return pinned


def edited(old: Mapping[str, Any] | None, kind: str, parts: Mapping[str, Any]) -> Rule:
    """The rule with some parts replaced; a part that is empty is removed. Raises RuleError with what is expected.

    A rule with another body was not learned from these pages: what was learned of the old bodies goes with them.
    """
    value = {"kind": kind, **(old or {}), **parts}
    if old is None or ("body" in parts and list(parts["body"]) != list(old.get("body", ()))):
        value = {"kind": kind, **{name: old[name] for name in _ABOUT_POSTS if old and name in old}, **parts}
    return Rule.from_dict({name: part for name, part in value.items() if part not in (None, "", [])})


#: Parts of a rule that hold whatever its bodies are.
_ABOUT_POSTS = ("post", "author", "time", "position", "post_id", "day_first", "year_first")


def pin_topics(store: ProfileStore, host: str, topic: str, urls: Collection[str]) -> Resolver:
    """Learn which of some addresses are topics from the address of one, and store it pinned.

    Raises ValueError when the addresses show no others like it.
    """
    resolver = learn_resolver([*urls, topic], topic)
    if resolver is None or resolver.kind(topic) != "topic":
        raise ValueError(f"{topic} does not show which addresses of {host} are topics; more addresses are needed")
    profile = store.load(host) or Profile(host)
    entry = _next(profile.resolver, {**resolver.to_dict(), "status": PINNED}, len(urls))
    store.replace(replace(profile, resolver=entry))
    return resolver


def _next(old: Learned | None, value: dict[str, Any], evidence: int) -> Learned:
    if old is None:
        return Learned(value, evidence, today(), history=((today(), BY_HAND), (today(), PINNED)))
    history = (*old.history, (today(), BY_HAND), (today(), PINNED))
    return Learned(value, evidence, today(), generation=old.generation + 1, history=history)


def taken(page: Page, rule: Rule) -> str:
    """What a rule takes of a page, on one line; "" when it does not match."""
    if rule.kind == "thread":
        return " | ".join(" ".join(post.text.split()) for post in read_posts(page, rule))
    body = apply_article(rule, page)
    return " ".join(body.text.split()) if body else ""


# --- the report as one HTML file: nothing is fetched, and of its scripts only its own may run ---

#: The parts of its script, in newsbody/report/app; the last one begins. Their data: see newsbody/report/site_data.py.
SCRIPTS = ("words", "elements", "overview", "addresses", "rules", "pages", "choosing", "when", "shell")
_HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>{title}</title><link rel="icon" href="data:,">
<style>{style}</style></head><body><div id="app"></div>
"""


def render(sites: Sequence[SiteData], token: str = "", store: str = "") -> str:
    """The report of some sites; ``token`` and ``store`` as in :func:`document`."""
    assembly = SiteAssembly()
    shown = [assembly.site(site) for site in tqdm(sites, unit="site", desc="drawing", disable=None)]
    made = datetime.now().astimezone().isoformat(" ", "minutes")
    return document("newsbody", shown, assembly.blobs, made=made, token=token, store=store)


def document(
    title: str, sites: Sequence[dict[str, Any]], blobs: Sequence[str], *, made: str, token: str = "", store: str = ""
) -> str:
    """The whole page. ``token``: it is served, and rules can be stored from it (else ways to do so are shown).

    ``store``: where the rules stand that those ways are for, "" for the usual place.
    """
    script = _script()
    digest = b64encode(sha256(script.encode()).digest()).decode()
    connect = "'self'" if token else "'none'"
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:; "
        f"connect-src {connect}; frame-src 'self'; base-uri 'none'; form-action 'none'"
    )
    data = {"title": title, "made": made, "sites": sites, "token": token, "store": store}
    parts = [_HEAD.format(policy=escape(policy), title=escape(title), style=asset("style.css"))]
    parts += [f'<script type="text/plain" id="page-{number}">{blob}</script>\n' for number, blob in enumerate(blobs)]
    parts.append(f'<script type="application/json" id="data">{_json(data)}</script>\n')
    parts.append(f"<script>{script}</script></body></html>\n")
    return "".join(parts)


def _json(data: object) -> str:
    """JSON that cannot end the element it stands in, nor begin another."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace").decode()
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _script() -> str:
    """The parts in one scope of their own."""
    parts = "\n".join(asset(f"{name}.js") for name in SCRIPTS)
    return f'"use strict";\n(() => {{\n{parts}}})();\n'


@cache
def asset(name: str) -> str:
    """A file that the report is made of."""
    return files("newsbody.report").joinpath("app", name).read_text("utf-8")


# --- the report, served on this machine alone, so that a click in it can store a rule ---

#: Bytes of a posted rule; no rule is longer.
MOST_POSTED = 100_000
#: What a path is known by.
TOKEN_BYTES = 16

#: Name of an action -> what it does with posted JSON. ValueError (and LookupError) say what is wrong.
Actions = Mapping[str, Callable[[dict[str, Any]], dict[str, Any]]]


class ReportServer(ThreadingHTTPServer):
    """``render`` gives the page; it is asked each time, so that it shows what was stored."""

    daemon_threads = True

    def __init__(self, render: Callable[[str], str], actions: Actions, port: int = 0) -> None:
        self.token = secrets.token_urlsafe(TOKEN_BYTES)
        self.render, self.actions = render, actions
        super().__init__(("127.0.0.1", port), _Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that went away before its answer is no fault."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]

    @property
    def address(self) -> str:
        return f"http://{self.host}/{self.token}/"

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: ReportServer

    def do_GET(self) -> None:
        if self._is_welcome() == "":
            self._answer(200, "text/html; charset=utf-8", self.server.render(self.server.token))

    def do_POST(self) -> None:
        action = self._is_welcome()
        if action is None:
            return
        length = self.headers.get("Content-Length", "")
        if self.headers.get_content_type() != "application/json" or not (length.isascii() and length.isdecimal()):
            self._tell(415, {"error": "JSON is expected"})
            return
        if len(length) > len(str(MOST_POSTED)) or int(length) > MOST_POSTED:
            self._tell(413, {"error": f"at most {MOST_POSTED} bytes are expected"})
            return
        try:
            given = json.loads(self.rfile.read(int(length)))
            if action not in self.server.actions or not isinstance(given, dict):
                raise LookupError(f"there is no {action!r}")
            answer = self.server.actions[action](given)
        except (ValueError, LookupError, RecursionError) as error:
            self._tell(400, {"error": str(error)})
        else:
            self._tell(200, answer)

    def _is_welcome(self) -> str | None:
        """What is asked for below the secret path; None, and an answer is given, for everybody else."""
        _, token, *rest = self.path.split("/", 2) if "/" in self.path else ("", "")
        secret = secrets.compare_digest(token.encode(), self.server.token.encode())
        if not secret or self.headers.get("Host") != self.server.host or not rest:
            self._answer(404, "text/plain; charset=utf-8", "Not here.")
            return None
        return rest[0]

    def _tell(self, status: int, answer: dict[str, Any]) -> None:
        self._answer(status, "application/json", json.dumps(answer, ensure_ascii=False))

    def _answer(self, status: int, content_type: str, text: str) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Referrer-Policy", "no-referrer")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nobody waits for a line for each request."""


# --- why the parts of single pages are body or not: the picture of the report, and lines for a terminal ---

#: Of each mark the sign before a line, and the colour of the line in a terminal (SGR, ISO 6429).
SIGNS = {BODY: ("+", "32"), OUT: ("-", "31"), OPEN: ("?", "33")}
#: Reasons in a line, the strongest.
MOST_REASONS = 2
#: Columns where the terminal does not say how many it has.
COLUMNS = 100


def explain_html(pages: Iterable[tuple[str, Page]]) -> str:
    """The pages as they look, with their reasons, in one file. ``pages``: name and page."""
    return render(gather((), pages, (), {}))


def explain_lines(page: Page, *, colour: bool = False, columns: int | None = None) -> Iterator[str]:
    """A line for each paragraph that could be body: taken (+), left out (-) or undecided (?), how probable, and why."""
    marked = mark(page, {})
    width = max(40, columns or shutil.get_terminal_size((COLUMNS, 24)).columns)
    yield _plain(f"{marked.kind}, {marked.probability:.2f}: {page.title or page.url or ''}".rstrip(": "))
    letters = zip(page.run_paragraph.tolist(), marked.marks, strict=True)
    for paragraph, runs in groupby(letters, lambda pair: pair[0]):
        letter = next((letter for _, letter in runs if letter), "")
        if letter not in SIGNS:
            continue
        reason = marked.reasons.get(paragraph, ["auto", 0.0, {}])
        sign, shade = SIGNS[letter]
        text = page.paragraphs[paragraph]
        room = width - 9
        line = f"{sign} {reason[1]:.2f}  {text[: room - 1] + '…' if len(text) > room else text}"
        yield f"\x1b[{shade}m{_plain(line)}\x1b[0m" if colour else _plain(line)
        if why := _why(reason):
            yield f"         {why}"


def _why(reason: list[Any]) -> str:
    effects = list(reason[2].items())[:MOST_REASONS]
    return "; ".join(f"{effect:+.1f} {evidence}" for evidence, effect in effects)


def _plain(text: str) -> str:
    """Text in which nothing speaks to the terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in text)
