"""Links of an article to the pages that list its kind: `/tag/moss/`, `/category/garden/`, `/author/ada-moreau/`."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from newsbody.metadata.roles import Role, elements_by_role
from newsbody.page import Page
from newsbody.page.characters import BoolArray, IntArray

#: The folder, or key, of lists in addresses of publishing software, by what they list.
_FOLDERS = {
    "author": "author authors autor autores autoren auteur auteurs byline writer writers contributor contributors "
    "columnist columnists",
    "tag": "tag tags keyword keywords label labels etiqueta etiquetas etiquette etiquettes schlagwort schlagworte",
    "category": "category categories categoria categorias categorie kategorie kategorien cat section sections "
    "rubrik rubriken rubrique rubriques rubric rubrics",
}
_KIND_OF_FOLDER = {word: kind for kind, words in _FOLDERS.items() for word in words.split()}
#: A word with a name behind it, in one of the addresses that stand on lines: `/tag/moss`, `?author=ada`.
_FOLDER = re.compile(r"[/?&\n]([A-Za-z]+)(?=[/=][^/=?&#\n])")
#: The end of the address of all lists of a kind: `/blog/tags/`.
_OF_ALL = re.compile(rf"(?:^|/)(?:{'|'.join(_KIND_OF_FOLDER)})/?(?:index\.html)?$", re.IGNORECASE)
_TAG = re.compile(r"(?<![a-z])tags?(?![a-z])", re.IGNORECASE)
_ID, _COMMENTS = b"id", "omments"
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
        self._page, self.by_role = page, elements_by_role(page)
        self.nearness, self.readers = nearness(page, headline), self._reader_comments(headline)
        self.links: dict[str, list[int]] = {kind: [] for kind in _FOLDERS}
        short = page.stop - page.start <= MAX_NAME
        indices = np.flatnonzero(page.is_tag("a") & short & ~self.readers).tolist()
        for index, folder in zip(indices, _folders_of(page, indices), strict=True):
            if kind := _kind_of_link(page, index, folder):
                self.links[kind].append(index)
        self.links["tag"] = (
            self.links["tag"] or self._unlinked_tags(short & ~self.readers) or self._linked_tags(indices)
        )

    def names(self, kind: str) -> list[str]:
        """The names of the lists of a kind, each once: of tags and categories those nearest to the headline."""
        links = self.links[kind]
        if kind != "author":
            nearest = max(self.nearness[links].tolist(), default=0)
            links = [index for index in links if self.nearness[index] == nearest]
        names = dict.fromkeys(filter(None, (_name_of_link(self._page, index) for index in links)))
        return list(names) if len(names) <= MAX_TAGS else []

    def _reader_comments(self, headline: int | None) -> BoolArray:
        """The elements behind the headline in which readers answer: `<ol class="comment-list">`, shape (n,)."""
        page = self._page
        first = int(page.paragraph_element[headline]) + 1 if headline is not None else 0
        named = (index for index, identity in page.stating(_ID) if _COMMENTS in identity)
        marked = np.zeros(len(page.elements), dtype=np.bool_)
        found = (*self.by_role[Role.COMMENTS], *named)
        marked[[index for index in found if index >= first and page.tags[index] not in _WHOLE]] = True
        return page.inside(marked)

    def _unlinked_tags(self, short: BoolArray) -> list[int]:
        """The short elements right inside one for tags: `<ul class="tags"><li>moss</li><li>stone</li></ul>` → both.

        Not in one with links, which are the tags, nor what ends with a colon (标签：).
        """
        page, links = self._page, np.flatnonzero(self._page.is_tag("a"))
        parents = [
            one for one in self.by_role[Role.TAGS] if links.searchsorted(one) == links.searchsorted(page.end[one])
        ]
        if not parents:
            return []
        plain = short & ~page.linked(np.arange(len(page.elements))) & ~page.is_tag("h2", "h3", "h4", "h5", "h6")
        found = np.flatnonzero(plain & np.isin(page.parent, parents)).tolist()
        return [index for index in found if page.text_of(index).rstrip()[-1:] not in (":", "：")]

    def _linked_tags(self, links: Sequence[int]) -> list[int]:
        """Those of some links that stand in an element for tags, whatever they lead to but the list of all tags."""
        page = self._page
        inside = np.zeros(len(page.elements), dtype=np.bool_)
        inside[self.by_role[Role.TAGS]] = True
        inside = page.inside(inside)
        return [
            index for index in links if inside[index] and not _OF_ALL.search(page.elements[index].get("href") or "")
        ]


def nearness(page: Page, headline: int | None) -> IntArray:
    """How deep the smallest element that holds each element and the headline stands, shape (n,)."""
    depth = np.zeros(len(page.elements), dtype=np.int64)
    if headline is not None:
        for level, index in enumerate(reversed(list(page.ancestors(int(page.paragraph_element[headline]))))):
            depth[index : page.end[index]] = level
    return depth


def _folders_of(page: Page, links: Sequence[int]) -> list[str | None]:
    """The kind of list that the address of each link names, of all at once: few of a page do."""
    lines = ["\n" + (page.elements[index].get("href") or "").replace("\n", "") for index in links]
    starts = np.cumsum([0, *map(len, lines)])
    found: list[str | None] = [None] * len(links)
    for match in _FOLDER.finditer("".join(lines)):
        if kind := _KIND_OF_FOLDER.get(match[1].lower()):
            number = int(starts.searchsorted(match.start(), side="right")) - 1
            found[number] = found[number] or kind
    return found


def _kind_of_link(page: Page, index: int, kind: str | None) -> str | None:
    rel = (page.elements[index].get("rel") or "").lower().split()
    if "tag" not in rel:
        return "author" if "author" in rel else kind
    # WordPress says "category tag"; others list tags under /categories/.
    own = page.classes[index]
    return "category" if "category" in rel or (kind == "category" and not _TAG.search(own)) else "tag"


def _name_of_link(page: Page, index: int) -> str:
    """`<a># budget <sup>8</sup></a>` → `budget`."""
    runs = range(page.first_run[index], page.last_run[index])
    texts = [page.text[page.run_start[run] : page.run_stop[run]].strip(_EDGES) for run in runs[:4]]
    name = " ".join(text for text in texts if text and not (len(texts) > 1 and text.isdigit()))
    return " ".join(name.split()) if len(name) <= MAX_NAME else ""
