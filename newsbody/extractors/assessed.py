"""A page and what an extractor finds on it: judged once, asked for the body alone or in the light of its site."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from newsbody.dates import day_order
from newsbody.extractors import DEFAULT, get_extractor
from newsbody.extractors.auto.choice import Favor
from newsbody.extractors.auto.extractor import Auto, Judgement
from newsbody.extractors.auto.site_evidence import trace_of
from newsbody.extractors.auto.table import Column, ParagraphTable
from newsbody.ground.sitememory import SiteMemory, said_hashes
from newsbody.page import Page
from newsbody.page.body import Body

NOTHING_SAID: Mapping[str, str] = {}


class JudgedPage:
    """Raises UnknownExtractor when it is asked with a name that is not in the registry.

    ``known``: the probabilities of its paragraphs, where the page was judged before.
    """

    def __init__(self, page: Page, extractor: str = DEFAULT, known: Column | None = None) -> None:
        self.page = page
        self._extractor, self._known = extractor, known

    @cached_property
    def _found(self) -> Body | Judgement:
        """The body, of an extractor that knows single pages only, or what the extractor holds of each paragraph."""
        chosen = get_extractor(self._extractor)
        return chosen.judge(self.page) if isinstance(chosen, Auto) and len(self.page) else chosen.extract(self.page)

    @cached_property
    def _table(self) -> ParagraphTable:
        if self._known is None and isinstance(self._found, Judgement):
            return self._found.table
        return ParagraphTable(self.page)

    @property
    def _key(self) -> str:
        return self.page.url or self.page.text

    def body(self, memory: SiteMemory | None = None, captions: bool = False, favor: Favor | None = None) -> Body:
        """The body; with the memory of a site in the light of its other pages.

        Captions, and what is favoured, only ``auto`` can be asked for.
        """
        chosen = get_extractor(self._extractor)
        if self._known is not None and memory and isinstance(chosen, Auto):
            again = chosen.judge_known(self._table, self._known, memory, self._key)
            return chosen.body(again, captions, favor)
        found = self._found
        if isinstance(found, Body):
            return found
        assert isinstance(chosen, Auto)
        return chosen.body(chosen.reconsider(found, memory, self._key) if memory else found, captions, favor)

    def body_in_place(self, memory: SiteMemory) -> Body | None:
        """What stands where the bodies of other pages do, however short; None without any, or another extractor."""
        found, chosen = self._found, get_extractor(self._extractor)
        if isinstance(found, Body) or not isinstance(chosen, Auto) or not len(memory):
            return None
        return chosen.body_in_place(found, memory, self._key)

    @property
    def known(self) -> Column | None:
        """The probabilities of its paragraphs; None where its extractor does not tell them."""
        if self._known is None and isinstance(self._found, Judgement):
            return self._found.probability
        return self._known

    def remember_in(self, memory: SiteMemory, said: Mapping[str, str] = NOTHING_SAID) -> None:
        """Add the page to the memory of its site, if its extractor can use one; ``said``: what it says, by place."""
        known = self.known
        if known is not None:
            trace = trace_of(self._table, known)
            trace = replace(trace, day_order=day_order(self.page.text), said=array("I", said_hashes(said)))
            memory.keep(self._key, trace)
