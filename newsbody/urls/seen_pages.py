"""What pages that were fetched say about the addresses of their site."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from newsbody.urls.normalize import UrlParts, is_media, local, split_url
from newsbody.urls.shapes import read_shape

#: Longer numbers are no numbers of pages.
MAX_LABEL = 5

#: So many pages tell which links name their posts; of those with several posts at least this share does.
LEAST_NAMED, NAMED = 3, 0.8

#: More pages without posts that state one address are no list that is sorted in different ways.
MAX_ORDERS = 20

_LABEL = re.compile(rf"[\[(«‹]?\s*(\d{{1,{MAX_LABEL}}})\s*[\])»›]?")
_HOLES = re.compile(r"\{[nxhs]\}")
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
    ``links_before``: how many of the links stand before each post, none where that is not known.
    """

    url: str
    posts: tuple[str, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    asked: str | None = None
    canonical: str | None = None
    authors: tuple[str, ...] = ()
    answers: str | None = None
    links_before: tuple[int, ...] = ()


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

    Numbers of a row rise; between them stand at most arrows and short words (``next``); one that is a place on its page
    (``/t/5#1247``) is that of a post. With each row goes the address of the link before it: in a list, the thread's.
    """
    row: dict[int, UrlParts] = {}
    before = last = None
    for url, text in links:
        label, parts = _LABEL.fullmatch(text.strip()), split_url(url)
        if label is None or url.endswith(f"#{label[1]}"):
            if row and not _ARROW.fullmatch(text.strip()):
                if [*row.values()] != [parts]:  # the id of what stands beside it under the same address
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


def naming_posts(pages: Iterable[SeenPage]) -> str:
    """By which text (``[link]``) pages of threads link to each of their posts, at addresses like their own; else "".

    Each such address shows the whole thread: it has one for each of its posts, and the first is the one to know it by.
    """
    sizes, several = defaultdict[str, list[int]](list), 0
    for page in pages:
        named = defaultdict[str, set[UrlParts]](set)
        for parts, text in links_alike(page.url, page.links) if len(page.posts) > 1 else ():
            named[text].add(parts)
        several += bool(named)
        for text, found in named.items():
            sizes[text] += [len(found)] * (len(found) == len(page.posts))
    best = max(sorted(sizes), key=lambda text: len(sizes[text]), default="")
    return best if len(set(sizes[best])) > 1 and len(sizes[best]) >= max(LEAST_NAMED, NAMED * several) else ""


def first_post(page: SeenPage, named: str) -> str:
    """The address of the first post on a page, where links with one text name them; else its own."""
    return next((parts.unsplit() for parts, text in links_alike(page.url, page.links) if text == named), page.url)


def code_length(pages: Iterable[SeenPage]) -> int:
    """To how many characters codes are cut in some of the links to what has a longer one in others; 0 when none are."""
    found = Counter[int]()
    for page in pages:
        parts = [one for one, _ in links_alike(page.url, page.links)] if page.posts else []
        codes = {piece for one in parts for piece in (*one.path, *(value for _, value in one.query))}
        found.update(len(a) for a, b in pairwise(sorted(codes)) if b.startswith(a) and read_shape(a).pattern == "{x}")
    return max(found, key=found.__getitem__) if found.total() >= LEAST_NAMED else 0


def links_alike(url: str, links: Iterable[tuple[str, str]]) -> Iterator[tuple[UrlParts, str]]:
    """Links of a page to addresses like its own, but for codes and numbers in them (``/post/8f1d?raw``)."""
    own = split_url(url)
    path, query = form_of(own) if own else ((), frozenset())
    for address, text in links:
        parts = split_url(address) if own and text else None
        if own and parts and parts.host == own.host and (form := form_of(parts))[0] == path and form[1] <= query:
            yield replace(parts, query=tuple(pair for pair in parts.query if pair[1])), text


def form_of(parts: UrlParts) -> tuple[tuple[str, ...], frozenset[tuple[str, str]]]:
    """The shapes of path and query, whatever codes and numbers stand in them."""
    path = tuple(_HOLES.sub("{}", read_shape(piece).pattern) for piece in parts.path)
    return path, frozenset((key, _HOLES.sub("{}", read_shape(value).pattern)) for key, value in parts.query if value)


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
