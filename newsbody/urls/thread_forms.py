"""In which forms an address is that of a page of its thread, and in which of a place that may be on any page."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from newsbody.urls.crawl_evidence import Crawled
from newsbody.urls.groups import Group
from newsbody.urls.normalize import UrlParts
from newsbody.urls.routes import Form, Route
from newsbody.urls.titled import MIN_PAIRS

#: Where pages have at most so many keys beside the thread's, any of them may be left out.
MOST_SPARED = 4


def plain_forms(group: Group, route: Route, crawled: Crawled) -> list[tuple[Form, ...]]:
    """The forms in which an address is that of a page of its thread, not of a place in it that may be on any page.

    What they may be, the likeliest first: one for each form that may be that of a thread. Another is when its links
    have the same texts, and what was fetched under it was the first page. So are those with fewer of its keys, linked
    to or not: what may be left out says how a reader came there. So are those with more, where its pagers lead to them.
    """
    members: dict[Form, list[tuple[str, UrlParts]]] = defaultdict(list)
    for parts in group.members:
        match = route.match(parts)
        key = route.thread_key(parts, match) if match else None
        if key is not None:
            members[route.form(parts)].append((key, parts))
    homes = _home_forms(members, route, crawled)
    return list(dict.fromkeys(_alike(home, members, crawled) for home in homes)) or [()]


def _alike(home: Form, members: Mapping[Form, Sequence[tuple[str, UrlParts]]], crawled: Crawled) -> tuple[Form, ...]:
    titles: dict[str, set[str]] = defaultdict(set)
    first: dict[str, set[str]] = defaultdict(set)
    homes = {parts for _, parts in members[home]}
    led = {second for one, second in crawled.pairs if one in homes}
    for key, parts in members[home]:
        titles[key] |= crawled.titles.get(parts, set())
        first[key] |= crawled.first_posts.get(parts, set())
    fewer = _with_fewer_keys(home)
    plain = [home, *fewer.difference(members)]
    for form, found in members.items():
        if form == home or any(parts in crawled.moved for _, parts in found):
            continue
        is_led_to = form[0] == home[0] and any(parts in led for _, parts in found)
        if is_led_to or _begins(found, members[home], crawled) or are_others(first, found, crawled):
            plain.append(form)
            continue
        pages = [(first[key], posts) for key, parts in found if first.get(key) and (posts := crawled.posts.get(parts))]
        alike = sum(bool(titles.get(key, set()) & crawled.titles.get(parts, set())) for key, parts in found)
        if all(one & other for one, other in pages) and (form in fewer or 2 * alike > len(found)):
            plain.append(form)
    return tuple(sorted(plain))


def are_others(known: Collection[str | None], found: Iterable[tuple[str | None, UrlParts]], crawled: Crawled) -> bool:
    """Are those pages to which lists lead all of other threads than the known, ``/7`` beside ``/5-title``?

    A thread has no title in its address where nothing of it can stand there. One that was fetched is enough: all that
    were show posts.
    """
    listed = [(key, crawled.posts.get(parts)) for key, parts in found if crawled.listed[parts]]
    shown = [posts for _, posts in listed if posts is not None]
    return len(listed) > 1 and any(shown) and all(shown) and not any(key in known for key, _ in listed)


def _with_fewer_keys(form: Form) -> set[Form]:
    tail, keys = form
    counts = range(len(keys)) if len(keys) <= MOST_SPARED else ()
    return {(tail, some) for count in counts for some in combinations(keys, count)}


def _begins(found: Sequence[tuple[str, UrlParts]], home: Sequence[tuple[str, UrlParts]], crawled: Crawled) -> bool:
    """Is this the form of first pages where the other is that of later ones, whose pagers lead back to them?

    Only first pages may be asked for with more than the thread, such as the number of its posts. Numbered links do not
    lead to the addresses of posts.
    """
    numbered = {stem for address, stem in crawled.stems.items() if address != stem}
    if 2 * sum(parts in numbered for _, parts in home) <= len(home):
        return False
    first, later = ({parts: key for key, parts in rows} for rows in (found, home))
    back = [later[a] == first[b] for a, b in crawled.pairs if a in later and b in first]
    return len(back) >= MIN_PAIRS and all(back)


def _home_forms(
    members: Mapping[Form, Sequence[tuple[str, UrlParts]]], route: Route, crawled: Crawled
) -> Iterator[Form]:
    """The form to which most pages say that they belong; to which most numbered links lead; or, without any, the
    shortest to which lists link with titles.
    """
    moved = {route.form(parts) for parts in crawled.moved if route.match(parts)}
    led = Counter(route.form(parts) for parts in crawled.moved.values() if route.match(parts))
    stated = {form: led[form] for form in members if led[form] >= MIN_PAIRS and form not in moved}
    if stated:
        yield min(stated, key=lambda form: (-stated[form], len(str(form)), form))
    numbered = Counter(second for _, second in crawled.pairs)
    paired = {form: sum(numbered[parts] > 0 for _, parts in found) for form, found in members.items()}
    if any(paired.values()):
        yield min(paired, key=lambda form: (-paired[form], len(str(form)), form))
        return
    listed = {form: sum(crawled.listed[parts] > 0 for _, parts in found) for form, found in members.items()}
    often = [form for form in listed if 3 * listed[form] >= max(listed.values())]
    if often:
        yield min(often, key=lambda form: (len(form[0]) + len(form[1]), -listed[form], form))
