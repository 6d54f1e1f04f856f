"""Which forms of links crawls met: what is of none, as `/boats/7.html` beside `/town/7.html`, may be anything."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import parse_qsl, urlsplit

from newsbody.crawl.addresses.spider_traps import name_of
from newsbody.crawl.known.ledger import Met
from newsbody.crawl.known.stored import FORMS, Notes

#: Forms kept of a host; of one with more each name of a member may be a form, and a new one tells nothing.
MAX_FORMS = 1_000
#: What the key of a form begins with of which lists are, or threads.
FORM = "form"
#: What tells a page from others of its folder: ``/about/us.html``.
_NAMED = re.compile(r"(?<=/)[^/{}.?]+(?=\.s?html?\?)")


def form_key(url: str) -> str:
    """What is known of all pages of one form: ``/2024-June/thread.html`` → ``form {n}-{s}/thread.html?``."""
    return f"{FORM} {name_of(url, tuple(dict(parse_qsl(urlsplit(url).query))))}"


class LinkForms:
    """One per crawl."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        #: Hosts whose addresses tell lists: what else has rows, as pages of members, is not needed for threads.
        self.told = set[str]()
        self._before: dict[str, frozenset[str]] = {}
        self._met: dict[str, set[str]] = {}

    def meet(self, host: str, url: str) -> bool:
        """A link is met: is it of a form of which no earlier crawl of its host met any?"""
        if host not in self._before:
            met = self._notes.get(host, FORMS)
            self._before[host] = frozenset(met.further if met else ())
            self._met[host] = set(self._before[host])
        form, before, found = _NAMED.sub("{s}", name_of(url)), self._before[host], self._met[host]
        is_new = 0 < len(before) < MAX_FORMS and form not in before
        if len(found) < MAX_FORMS:
            found.add(form)
        return is_new

    def is_of_lists(self, host: str, url: str) -> bool:
        """Has it the form of lists that crawls looked through, as those of a new month have?"""
        met = self._notes.get(host, form_key(url))
        return met is not None and met.is_list

    def show_lists(self, host: str, pages: Iterable[str]) -> None:
        """Of these pages rows said something."""
        forms = set() if host in self.told else set(map(form_key, pages))
        forms = {form for form in forms if self._notes.get(host, form) is None}
        self._notes.put(host, {form: Met(is_list=True) for form in sorted(forms)})

    def close(self) -> None:
        """The crawl is over."""
        for host, found in self._met.items():
            self._notes.put(host, {FORMS: Met(further=sorted(found))})
