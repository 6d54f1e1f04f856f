"""A page and what an extractor finds on it: judged once, asked for the body alone or in the light of its site."""

from __future__ import annotations

from functools import cached_property

from newsbody.extractors import DEFAULT, get_extractor
from newsbody.extractors.auto.choice import Favor
from newsbody.extractors.auto.extractor import Auto, Judgement
from newsbody.extractors.auto.site_evidence import trace_of
from newsbody.ground.sitememory import SiteMemory
from newsbody.page import Page
from newsbody.page.body import Body


class JudgedPage:
    """Raises UnknownExtractor when it is asked with a name that is not in the registry."""

    def __init__(self, page: Page, extractor: str = DEFAULT) -> None:
        self.page = page
        self._extractor = extractor

    @cached_property
    def _found(self) -> Body | Judgement:
        """The body, of an extractor that knows single pages only, or what the extractor holds of each paragraph."""
        chosen = get_extractor(self._extractor)
        return chosen.judge(self.page) if isinstance(chosen, Auto) and len(self.page) else chosen.extract(self.page)

    @property
    def _key(self) -> str:
        return self.page.url or self.page.text

    def body(self, memory: SiteMemory | None = None, captions: bool = False, favor: Favor | None = None) -> Body:
        """The body; with the memory of a site in the light of its other pages.

        Captions, and what is favoured, only ``auto`` can be asked for.
        """
        found, chosen = self._found, get_extractor(self._extractor)
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

    def remember_in(self, memory: SiteMemory) -> None:
        """Add the page to the memory of its site, if its extractor can use one."""
        if not isinstance(self._found, Body):
            memory.keep(self._key, trace_of(self._found.table, self._found.probability))
