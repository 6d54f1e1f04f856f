"""What the addresses of one group show of its pages: titles, pages, views, numbers that belong to one page alone."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from newsbody.urls.groups import Group
from newsbody.urls.normalize import UrlParts
from newsbody.urls.paging import dense
from newsbody.urls.routes import ACTION_WORDS, Route
from newsbody.urls.shapes import Shape, read_shape, split_extension, words_in

#: So many pages more are counted of which nothing is seen: one page with everything is no rule.
FEW = 2

#: Titles that stand under a key beyond one: a date or a board has many, a thread that was renamed two.
FOLDER = 0.25

#: Share of the numbers behind keys that stand behind one only: posts are of one thread, pages and members of many.
OWN = 0.9

#: Of the keys with such numbers at least this share is seen without one: a thread is a page itself, a date is none.
BARE = 0.2


@dataclass(slots=True)
class Members:
    """Addresses, longest title and titles behind it by key; keys with pages; numbers behind keys; keys without.

    ``posts`` are the ids of addresses that name a post and not its thread, ``forms`` counts those that name a deed.
    """

    threads: dict[str, set[UrlParts]] = field(default_factory=lambda: defaultdict(set))
    titles: dict[str, str] = field(default_factory=dict)
    below: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    paged: set[str] = field(default_factory=set)
    numbers: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    bare: set[str] = field(default_factory=set)
    posts: list[str] = field(default_factory=list)
    forms: int = 0

    @property
    def count(self) -> int:
        """Different pages."""
        return len(self.threads) + len(self.posts)

    @property
    def common(self) -> list[str]:
        """The words with which all titles begin."""
        return common_words(self.titles.values()) if len(self.titles) > 1 else []

    @property
    def title(self) -> float:
        """Words of a title, on average."""
        words = sum(map(words_in, self.titles.values()))
        return words / (len(self.threads) or 1) - len(self.common) * bool(self.titles)

    @property
    def varied(self) -> float:
        """Share of the pages that are seen under several addresses."""
        return sum(len(addresses) > 1 for addresses in self.threads.values()) / (len(self.threads) or 1)

    @property
    def several(self) -> float:
        """Share of the addresses that lead to a page to which another one leads."""
        addresses = sum(map(len, self.threads.values()))
        return (addresses - len(self.threads)) / (addresses + len(self.posts) + self.forms)

    @property
    def paged_share(self) -> float:
        """Share with pages, few of them counted as less."""
        return len(self.paged) / (len(self.threads) + FEW)

    @property
    def folders(self) -> float:
        """Titles that stand behind a key beyond one, on average."""
        return sum(len(names) - 1 for names in self.below.values() if names) / (len(self.threads) or 1)

    @property
    def is_folder(self) -> bool:
        return self.folders >= FOLDER

    @property
    def is_form(self) -> bool:
        """Whether all addresses name a deed."""
        return self.forms > 0 and not self.threads

    @property
    def placed(self) -> float:
        """Share of the pages that are seen with numbers of their own: those of posts."""
        owners: dict[str, set[str]] = defaultdict(set)
        for key, numbers in self.numbers.items():
            for number in numbers:
                owners[number].add(key)
        alone = sum(len(keys) == 1 for keys in owners.values()) >= OWN * len(owners)
        seen = len(self.bare & self.numbers.keys()) >= BARE * len(self.numbers)
        named = len(self.numbers) if owners and alone and seen and not dense(owners) else 0
        return (named + self._outnumbering()) / (self.count + FEW)

    def _outnumbering(self) -> int:
        """Addresses of posts, when their ids are larger than those of threads."""
        posts = {number for number in self.posts if number.isdecimal()}
        largest = max((int(key) for key in self.threads if key.isdecimal()), default=0)
        return len(self.posts) if posts and not dense(posts) and max(map(int, posts)) > largest else 0

    @property
    def is_flat(self) -> bool:
        """Whether addresses show nothing but ids."""
        return self.title < 1 and not (self.varied or self.paged or self.placed)


def look_at(group: Group, route: Route) -> Members:
    """Sort the addresses of a group by the page they name."""
    seen = Members()
    script = "" if group.keyed_by_path or not group.path else split_extension(group.path[-1])[0].lower()
    acting = script in ACTION_WORDS or any(value in ACTION_WORDS for _, value in group.query)
    chosen = any(value is not None for _, value in group.query)
    for parts, shapes in zip(group.members, group.shapes, strict=True):
        match = route.match(parts)
        if match is None:
            continue
        key = route.thread_key(parts, match)
        numbers = _numbers_behind(parts, shapes, route)
        form = acting or route.is_action(parts)
        if form:
            seen.forms += 1
        if key is None:
            seen.posts += [] if form else [_post(parts, route, alike=not chosen)]
            continue
        page = route.page(parts, match)
        if numbers - {page}:
            seen.numbers[key] |= numbers - {page or ""}
        if not form:
            _note(seen, key, parts, shapes, route)
            seen.paged |= {key} if page is not None else set()
            seen.bare |= {key} if not numbers - {page} else set()
    return seen


def _note(seen: Members, key: str, parts: UrlParts, shapes: Sequence[Shape], route: Route) -> None:
    seen.threads[key].add(parts)
    seen.titles[key] = max(seen.titles.get(key, ""), title_of(parts, route), key=len)
    behind = [shape.text for shape in shapes[len(route.path) :] if shape.pattern.startswith("{s}")]
    seen.below[key].update(text for text in behind if words_in(text) > 1)


def _post(parts: UrlParts, route: Route, *, alike: bool) -> str:
    """The id of a post; empty where a named value chooses the kind of page: ids are then what that is asked for."""
    query = dict(parts.query)
    return next((query[name] for name in route.ids[1:] if alike and name in query), "")


def _numbers_behind(parts: UrlParts, shapes: Sequence[Shape], route: Route) -> set[str]:
    """Numbers and codes behind the key."""
    own = {*route.ids[:1], *(key for key, _ in route.selectors), *route.keep}
    found = {value for key, value in parts.query if key not in own and value.isdecimal()}
    behind = [shape for shape in shapes[len(route.path) :] if shape.has_id and "{s}" not in shape.pattern]
    return found | {value for shape in behind for value in shape.values}


def title_of(parts: UrlParts, route: Route) -> str:
    """The free text in or right after the key, empty when there is none."""
    if route.id_hole is None or len(parts.path) < len(route.path):
        return ""
    last = parts.path[len(route.path) - 1]
    shape = read_shape(last)
    text = shape.slug or (last if route.path[-1].startswith("{s}") else "")
    if not text and route.slug_follows and len(parts.path) > len(route.path):
        text = parts.path[len(route.path)]
    return text


def common_words(titles: Iterable[str]) -> list[str]:
    """The words with which all titles begin: they are part of the scheme (``space-username-…``), not of the title."""
    first, *rest = (re.split(r"[\W_]+", title.lower()) for title in titles)
    common = []
    for words in zip(first, *rest, strict=False):
        if len(set(words)) > 1:
            break
        common.append(words[0])
    return common
