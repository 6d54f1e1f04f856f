"""Links of an article to the pages that list its kind: `/tag/moss/`, `/category/garden/`, `/author/ada-moreau/`."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from lxml import etree

from newsbody.page import Page
from newsbody.page.characters import BoolArray, IntArray
from newsbody.page.parse import find_elements

#: The folder, or key, of lists in addresses of publishing software, by what they list.
_FOLDERS = {
    "author": "authors? autor(?:es|en)? auteurs? byline writers? contributors? columnists?",
    "tag": "tags? keywords? labels? etiquetas? etiquettes? schlagworte?",
    "category": "categor(?:y|ies|ia|ie|ias) kategorien? cat sections? rubri(?:k|ken|ques?|c|cs)",
}
_ADDRESS = re.compile(
    "|".join(
        rf"(?P<{kind}>(?:^|[/?&])(?:{'|'.join(names.split())})[/=][^/=?&#\n]+)" for kind, names in _FOLDERS.items()
    ),
    re.IGNORECASE | re.MULTILINE,
)
_TAG = re.compile(r"(?<![a-z])tags?(?![a-z])", re.IGNORECASE)
_TAGS = re.compile(r"(?<![a-z])tags(?![a-z])", re.IGNORECASE)
_COMMENTS = re.compile(r"(?<![a-z])comments?(?![a-z])|commentlist", re.IGNORECASE)
_COMMENTS_ID = etree.XPath("//@id[contains(., 'omments')]/..")
_WHOLE = ("html", "body", "main", "article")
_EDGES = " #@,/;|·•[]()\u00a0"
#: More links of a kind in one place are the cloud of the site's tags; a longer text is no name of a tag.
MAX_TAGS, MAX_NAME = 20, 80


class Taxonomy:
    """Where a page links to lists that its article stands in, and what these are called.

    ``links``: the links to lists of each kind ("tag", "category", "author"), but those in ``readers``, the comments;
    where a site has no lists by tag, the tags themselves.
    """

    def __init__(self, page: Page, headline: int | None) -> None:
        self._page = page
        self.nearness, self.readers = nearness(page, headline), reader_comments(page, headline)
        self.links: dict[str, list[int]] = {kind: [] for kind in _FOLDERS}
        short = page.stop - page.start <= MAX_NAME
        indices = np.flatnonzero(page.is_tag("a") & short & ~self.readers).tolist()
        for index, folder in zip(indices, _folders_of(page, indices), strict=True):
            if kind := _kind_of_link(page, index, folder):
                self.links[kind].append(index)
        self.links["tag"] = self.links["tag"] or _unlinked_tags(page, short & ~self.readers)

    def names(self, kind: str) -> list[str]:
        """The names of the lists of a kind, each once: of tags and categories those nearest to the headline."""
        links = self.links[kind]
        if kind != "author":
            nearest = max(self.nearness[links].tolist(), default=0)
            links = [index for index in links if self.nearness[index] == nearest]
        names = dict.fromkeys(filter(None, (_name_of_link(self._page, index) for index in links)))
        return list(names) if len(names) <= MAX_TAGS else []


def nearness(page: Page, headline: int | None) -> IntArray:
    """How deep the smallest element that holds each element and the headline stands, shape (n,)."""
    depth = np.zeros(len(page.elements), dtype=np.int64)
    if headline is not None:
        for level, index in enumerate(reversed(list(page.ancestors(int(page.paragraph_element[headline]))))):
            depth[index : page.end[index]] = level
    return depth


def reader_comments(page: Page, headline: int | None) -> BoolArray:
    """The elements behind the headline in which readers answer: `<ol class="comment-list">`, shape (n,)."""
    first = int(page.paragraph_element[headline]) + 1 if headline is not None else 0
    named = {name for name in set(page.classes) if _COMMENTS.search(name)}
    found = [index for index, name in enumerate(page.classes) if name in named] if named else []
    found += [index for index in map(page.index_of, find_elements(_COMMENTS_ID, page.root)) if index is not None]
    marked = np.zeros(len(page.elements), dtype=np.bool_)
    marked[[index for index in found if index >= first and page.tags[index] not in _WHOLE]] = True
    return page.inside(marked)


def _folders_of(page: Page, links: Sequence[int]) -> list[str | None]:
    """The kind of list that the address of each link names, of all at once: few of a page do."""
    lines = [(page.elements[index].get("href") or "").replace("\n", "") for index in links]
    starts = np.cumsum([0, *(len(line) + 1 for line in lines)])
    found: list[str | None] = [None] * len(links)
    for match in _ADDRESS.finditer("\n".join(lines)):
        number = int(starts.searchsorted(match.start(), side="right")) - 1
        found[number] = found[number] or match.lastgroup
    return found


def _kind_of_link(page: Page, index: int, kind: str | None) -> str | None:
    rel = (page.elements[index].get("rel") or "").lower().split()
    if "tag" not in rel:
        return "author" if "author" in rel else kind
    # WordPress says "category tag"; others list tags under /categories/.
    own = page.classes[index]
    return "category" if "category" in rel or (kind == "category" and not _TAG.search(own)) else "tag"


def _unlinked_tags(page: Page, short: BoolArray) -> list[int]:
    """The short elements right inside one for tags: `<ul class="tags"><li>moss</li><li>stone</li></ul>` → both.

    Not in one with links, which are the tags whatever they lead to, nor what ends with a colon (标签：).
    """
    named = {name for name in set(page.classes) if _TAGS.search(name)}
    links = np.flatnonzero(page.is_tag("a"))
    parents = [index for index, name in enumerate(page.classes) if name in named] if named else []
    parents = [one for one in parents if links.searchsorted(one) == links.searchsorted(page.end[one])]
    if not parents:
        return []
    plain = short & ~page.linked(np.arange(len(page.elements))) & ~page.is_tag("h2", "h3", "h4", "h5", "h6")
    found = np.flatnonzero(plain & np.isin(page.parent, parents)).tolist()
    return [index for index in found if page.text_of(index).rstrip()[-1:] not in (":", "：")]


def _name_of_link(page: Page, index: int) -> str:
    """`<a># budget <sup>8</sup></a>` → `budget`."""
    runs = range(page.first_run[index], page.last_run[index])
    texts = [page.text[page.run_start[run] : page.run_stop[run]].strip(_EDGES) for run in runs[:4]]
    name = " ".join(text for text in texts if text and not (len(texts) > 1 and text.isdigit()))
    return " ".join(name.split()) if len(name) <= MAX_NAME else ""
