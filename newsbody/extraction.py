"""The plain functions: pages in, their bodies out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from newsbody.body import Body
from newsbody.extractors import DEFAULT, get_extractor
from newsbody.extractors.auto import Auto
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
    chosen = get_extractor(extractor)
    listed = list(pages)
    if not isinstance(chosen, Auto):
        return [chosen.extract(page) for page in listed]
    bodies: dict[int, Body] = {}
    for group in group_by_site(listed):
        bodies.update(zip(group, _of_one_site(chosen, [listed[number] for number in group]), strict=True))
    return [bodies[number] for number in range(len(listed))]


def _of_one_site(auto: Auto, pages: Sequence[Page]) -> list[Body]:
    memory = SiteMemory()
    keys = [page.url or page.text for page in pages]
    judgements = [auto.judge(page) if len(page) else None for page in pages]
    for key, judgement in zip(keys, judgements, strict=True):
        if judgement:
            memory.add(key, judgement.table, judgement.probability)
    return [
        auto.body(auto.reconsider(judgement, memory, key)) if judgement else auto.extract(page)
        for page, key, judgement in zip(pages, keys, judgements, strict=True)
    ]
