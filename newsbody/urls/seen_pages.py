"""What pages that were fetched say about the addresses of their site."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from newsbody.urls.normalize import UrlParts, is_media, local, split_url

#: Longer numbers are no numbers of pages.
MAX_LABEL = 5

#: More pages without posts that state one address are no list that is sorted in different ways.
MAX_ORDERS = 20

_LABEL = re.compile(rf"[\[(«‹]?\s*(\d{{1,{MAX_LABEL}}})\s*[\])»›]?")
_ARROW = re.compile(r"[\W_]*|[^\d]{1,12}[\W_]*")


@dataclass(frozen=True, slots=True)
class SeenPage:
    """One page.

    ``url``: its address, after redirects.
    ``posts``: one fingerprint for each post on it; none where it shows no posts.
    ``links``: address and text of each link, in the order of the page.
    ``asked``: the address that was asked for, when it was redirected.
    ``canonical``: the address that the page states for itself.
    ``authors``: who wrote each of the posts, in lower case, as far as that is said.
    ``answers``: the address of the page that its only post answers, "" where it is said to answer one.
    """

    url: str
    posts: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    asked: str | None = None
    canonical: str | None = None
    authors: tuple[str, ...] = ()
    answers: str | None = None


@dataclass(frozen=True, slots=True)
class LinkEvidence:
    """How the links to one address stand on the pages seen so far.

    ``anchor_length``: mean length of the link text, in characters (a CJK character counts as it is).
    ``list_pages``: number of list pages that hold the link; 0 when unknown.
    ``count``: number of links to it altogether.
    ``posts``: number of repeated post blocks on the page behind it, once it was fetched; None when not.
    ``fed``: a feed of the site lists it: what is behind it is an article.
    """

    anchor_length: float = 0.0
    list_pages: int = 0
    count: int = 0
    posts: int | None = None
    fed: bool = False


def pagers(links: Sequence[tuple[str, str]]) -> Iterator[tuple[dict[int, UrlParts], UrlParts | None]]:
    """Rows of numbered links on a page: each number that is a link's whole text, with the address behind it.

    Numbers of a row rise; between them stand at most arrows and short words (``next``). With each row goes the
    address of the link before it: in a list of threads, the thread's.
    """
    row: dict[int, UrlParts] = {}
    before = last = None
    for url, text in links:
        label, parts = _LABEL.fullmatch(text.strip()), split_url(url)
        if label is None:
            if row and not _ARROW.fullmatch(text.strip()):
                yield row, before
                row = {}
            last = parts if not row else last
            continue
        number = int(label[1])
        if row and number <= max(row):
            yield row, before
            row = {}
        if number and parts is not None:
            before = before if row else last
            row[number] = parts
    if row:
        yield row, before


def stated_addresses(pages: Iterable[SeenPage]) -> dict[str, UrlParts]:
    """By address of a page the one that it states for itself, without scheme and host, where that can be believed.

    Pages that state one address show the same posts: some sites state the front page, or the first of a thread,
    everywhere. Nor is it an address to which the page links as another page of its thread.
    """
    stating: dict[UrlParts, list[SeenPage]] = defaultdict(list)
    for page in pages:
        stated = split_url(page.canonical) if page.canonical else None
        own = split_url(page.url)
        if stated is not None and own is not None and stated.host in (own.host, "") and not is_media(stated):
            stating[local(stated)].append(page)
    return {
        page.url: stated for stated, alike in stating.items() if _agree(alike) for page in alike
        if not _leads_to(page, stated)
    }  # fmt: skip


def _agree(pages: Sequence[SeenPage]) -> bool:
    """Do pages that state one address show the same posts, or none: one list that is sorted in other ways?"""
    if len({page.url for page in pages}) == 1 or set.intersection(*(set(page.posts) for page in pages)):
        return True
    return len(pages) <= MAX_ORDERS and not any(page.posts for page in pages)


def _leads_to(page: SeenPage, stated: UrlParts) -> bool:
    """Is what a page states the front page, or one of those in its pager, and not the page itself?"""
    own = split_url(page.url)
    if own is not None and local(own) == stated:
        return False
    numbered = (local(parts) for row, _ in pagers(page.links) for parts in row.values())
    return not (stated.path or stated.query) or stated in numbered


def own_number(row: Collection[int]) -> int | None:
    """The number of the page on which a row of links stands: the one gap between its neighbours; None when unclear."""
    if not row:
        return 1
    gaps = [n for n in range(1, max(row) + 2) if n not in row and (n == 1 or n - 1 in row) and n + 1 in row]
    if not gaps and set(row) == set(range(1, max(row) + 1)):
        return max(row) + 1
    return gaps[0] if len(gaps) == 1 else None
