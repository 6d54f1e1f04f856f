"""The report as one HTML file: nothing is fetched, and of its scripts only its own may run."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

from tqdm import tqdm

from newsbody.report.site_data import SiteAssembly, SiteData

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
