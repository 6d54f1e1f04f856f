"""Which forms of links crawls met: what is of none, as `/boats/7.html` beside `/town/7.html`, may be anything."""

from __future__ import annotations

import re

from newsbody.crawl.addresses.spider_traps import name_of
from newsbody.crawl.known.ledger import Met
from newsbody.crawl.known.stored import FORMS, Notes

#: Forms kept of a host; of one with more each name of a member may be a form, and a new one tells nothing.
MAX_FORMS = 1_000
#: What tells a page from others of its folder: ``/about/us.html``.
_NAMED = re.compile(r"(?<=/)[^/{}.?]+(?=\.s?html?\?)")


class LinkForms:
    """One per crawl."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
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

    def close(self) -> None:
        """The crawl is over."""
        for host, found in self._met.items():
            self._notes.put(host, {FORMS: Met(further=sorted(found))})
