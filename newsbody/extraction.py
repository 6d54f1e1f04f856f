"""The plain functions: pages in, their bodies out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from newsbody.body import Body
from newsbody.extractors import DEFAULT, get_extractor
from newsbody.extractors.auto.extractor import Auto
from newsbody.page import Page
from newsbody.sitememory import SiteMemory
from newsbody.sites import group_by_site


def extract(html: bytes | str, url: str | None = None, encoding: str | None = None, extractor: str = DEFAULT) -> Body:
    """The body of a single page.

    ``encoding`` is what the HTTP header declares; it is only believed when the page agrees.
    Any input gives a body, an empty one for a page without. Raises UnknownExtractor for a
    name that is not in the registry.
    """
    return get_extractor(extractor).extract(Page.parse(html, url, encoding))


def extract_many(pages: Iterable[Page], extractor: str = DEFAULT) -> list[Body]:
    """The bodies of pages of one or several sites, in their order.

    With ``auto`` each page is seen in the light of the other pages of its site. Pages are told
    apart by their URLs, or by their text when they have none; their order makes no difference.
    Other extractors know single pages only. Raises UnknownExtractor.
    """
    listed = list(pages)
    bodies: dict[int, Body] = {}
    for group in group_by_site(listed):
        found, _ = extract_site([listed[number] for number in group], extractor)
        bodies.update(zip(group, found, strict=True))
    return [bodies[number] for number in range(len(listed))]


def extract_site(pages: Sequence[Page], extractor: str = DEFAULT) -> tuple[list[Body], SiteMemory]:
    """The bodies of pages of one site, in their order, and what to remember of them.

    The memory is empty with another extractor than ``auto``. Raises UnknownExtractor.
    """
    chosen, memory = get_extractor(extractor), SiteMemory()
    if not isinstance(chosen, Auto):
        return [chosen.extract(page) for page in pages], memory
    judgements = [chosen.judge(page) if len(page) else None for page in pages]
    for page, judgement in zip(pages, judgements, strict=True):
        if judgement:
            memory.add(_key(page), judgement.table, judgement.probability)
    bodies = [
        chosen.body(chosen.reconsider(judgement, memory, _key(page))) if judgement else chosen.extract(page)
        for page, judgement in zip(pages, judgements, strict=True)
    ]
    return bodies, memory


def extract_in_site(page: Page, memory: SiteMemory, extractor: str = DEFAULT) -> Body:
    """The body of a page in the light of what is remembered of its site. Raises UnknownExtractor."""
    chosen = get_extractor(extractor)
    if not isinstance(chosen, Auto) or not len(page) or not len(memory):
        return chosen.extract(page)
    return chosen.body(chosen.reconsider(chosen.judge(page), memory, _key(page)))


def _key(page: Page) -> str:
    return page.url or page.text
