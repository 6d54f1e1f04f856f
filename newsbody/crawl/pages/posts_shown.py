"""The posts that fetched pages show, before anything is known of their site."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple
from urllib.parse import urlsplit

import numpy as np

from newsbody.crawl.addresses.yields import Form, form_of
from newsbody.crawl.pages.fetched import OwnPosts, Source
from newsbody.page import Page
from newsbody.posts.member import member_shown
from newsbody.posts.read import read_posts
from newsbody.rules.learn_thread import learn_thread_rule, likeliest_bodies
from newsbody.rules.records import read_records
from newsbody.rules.rule import Rule
from newsbody.urls.seen_pages import SeenPage

#: More of the text of posts is not link text; of the rows of a list it is.
MAX_LINK_SHARE = 0.5
#: Characters of a post that is certainly one; pieces that repeat in lists and profiles are shorter.
POST_CHARS = 40
#: So many pages show that a site has one letter on each; more than this share of them say something else.
LEAST_LETTERS, MOST_SAME = 5, 0.9
#: Readings of the same pages that hypotheses are made of: posts, and what lists and members repeat of them.
MAX_READINGS = 3
#: Pages that the rule of a reading is learned from, evenly from all that agree: as many as a site's rule.
TAUGHT = 6


def own_posts(page: Page) -> OwnPosts:
    """What a page repeats, by itself."""
    found = likeliest_bodies(page)
    if found is None or _are_links(page, found[1]) or _ask_who(page, found[1]):
        return OwnPosts()
    name, bodies, is_dated = found
    texts = (page.text[page.start[body] : page.stop[body]].strip() for body in bodies)
    return OwnPosts((str(name),), is_dated, tuple(texts))


def _are_links(page: Page, bodies: Sequence[int]) -> bool:
    links = page.run_sum(page.run_chars * page.run_is_link)[bodies].sum()
    return bool(links > MAX_LINK_SHARE * page.run_sum(page.run_chars)[bodies].sum())


def _ask_who(page: Page, bodies: Sequence[int]) -> bool:
    """Whether all stand in a form with a field for a password: what is said of each field."""
    fields = (index for index in np.flatnonzero(page.is_tag("input")) if page.elements[index].get("type") == "password")
    forms = {around for field in fields for around in page.ancestors(int(field)) if page.tags[around] == "form"}
    return any(all(form < body < page.end[form] for body in bodies) for form in forms)


def own_posts_of(sources: Sequence[Source], extractor: str) -> list[OwnPosts]:
    """What each page repeats: asked once, however often addresses are learned from it."""
    for source in sources:
        if source.own_posts is None:
            source.own_posts = own_posts(source.open(extractor).page)
    return [source.own_posts or OwnPosts() for source in sources]


class PagePosts(NamedTuple):
    """The texts of the posts on a page, who wrote them, as far as that is said, and the elements of their bodies."""

    posts: tuple[str, ...]
    authors: tuple[str, ...] = ()
    bodies: tuple[int, ...] = ()


NO_POSTS_SHOWN = PagePosts(())


def posts_shown(pages: Sequence[Page], own: Sequence[OwnPosts] = ()) -> list[tuple[str, ...]]:
    """The texts of the posts on each page, as its first reading gives them; none where there is no reading."""
    readings = readings_of(pages, own or list(map(own_posts, pages)))
    return [shown.posts for shown in next(readings, [NO_POSTS_SHOWN for _ in pages])]


def readings_of(pages: Sequence[Page], own: Sequence[OwnPosts]) -> Iterator[list[PagePosts]]:
    """The posts on each page, by the rules of pages that agree, those with most different texts first.

    By itself nearly every page repeats something, as it is in ``own``. What pages of threads repeat has one place in
    all of them, and other texts each time; a single piece may be anything, and a row of short ones a list. So may
    members' last posts be repeated: which reading is right the addresses have to tell.
    """
    agreeing: dict[tuple[str, ...], list[tuple[Page, OwnPosts]]] = defaultdict(list)
    for page, shown in zip(pages, own, strict=True):
        if shown.texts:
            agreeing[shown.body].append((page, shown))
    weight = {body: weight_of([shown for _, shown in alike]) for body, alike in agreeing.items()}
    ranked = sorted(agreeing, key=lambda body: (weight[body], len(agreeing[body]), body), reverse=True)
    known: list[list[PagePosts]] = [[NO_POSTS_SHOWN for _ in pages]]
    groups = [(body, agreeing[body]) for body in ranked[:MAX_READINGS]]
    for _ in range(MAX_READINGS):
        if not groups:
            break
        body, alike = groups.pop(0)
        reading = _reading_of(pages, body, alike)
        shows = {id(page): bool(one.posts) for page, one in zip(pages, reading, strict=True)}
        rest = [one for one in alike if not shows[id(one[0])]]
        if 0 < len(rest) < len(alike):  # members' posts may stand in elements called as those of threads are
            groups.insert(0, (body, rest))
        if reading not in known:
            known.append(reading)
            yield reading
    if letters := _letters_on(pages):
        yield letters


def weight_of(alike: Sequence[OwnPosts]) -> float:
    texts = {text for shown in alike if len(shown.texts) > 1 for text in shown.texts}
    return sum(min(1.0, len(text) / POST_CHARS) for text in sorted(texts))


def _reading_of(
    pages: Sequence[Page], body: tuple[str, ...], agreeing: Sequence[tuple[Page, OwnPosts]]
) -> list[PagePosts]:
    # Questions with answers, and forms, may stand in elements of the same name; posts say when they were written.
    alike = [page for page, own in agreeing if own.is_dated] or [page for page, _ in agreeing]
    rule = learn_thread_rule(alike[:: ceil(len(alike) / TAUGHT)], "")
    if rule is None or tuple(map(str, rule.body)) != body:  # together they show something else: each by itself
        rule = learn_thread_rule(alike[:1], "")
    shown = [_posts_on(page, rule) if rule else NO_POSTS_SHOWN for page in pages]
    alone = all(len(one.posts) < 2 for one in shown)  # such as what each member says of themselves
    front = _only_of_the_front_page(pages, [one.posts for one in shown])
    return [NO_POSTS_SHOWN for _ in pages] if alone or front else shown


def _letters_on(pages: Sequence[Page]) -> list[PagePosts]:
    """The letters of an archive of mailing lists, which stand on pages of one form by themselves; else nothing.

    What members say of themselves stands on pages with their names as titles.
    """
    by_form: dict[Form, list[Page]] = defaultdict(list)
    for page in pages:
        by_form[form_of(page.url or "")].append(page)
    alike = max(sorted(by_form.values(), key=lambda own: own[0].url or ""), key=len, default=[])
    if len(alike) < LEAST_LETTERS or (rule := learn_thread_rule(alike[:: ceil(len(alike) / TAUGHT)], "")) is None:
        return []
    shown = [_posts_on(page, rule) for page in pages]
    telling = [(page, one) for page, one in zip(pages, shown, strict=True) if any(one.authors)]
    titled = sum(one.authors[0] in page.title.casefold() for page, one in telling)
    texts = {one.posts for _, one in telling}
    letters = len(texts) >= LEAST_LETTERS and len(texts) > MOST_SAME * len(telling) and 2 * titled < len(telling)
    return shown if letters else []


def _only_of_the_front_page(pages: Sequence[Page], shown: Sequence[tuple[str, ...]]) -> bool:
    """Does nothing else show what the front page does not? Then it is the rows of its boards, with their last posts."""
    front = {text for page, posts in zip(pages, shown, strict=True) if is_front_page(page) for text in posts}
    return bool(front) and front.issuperset(text for posts in shown for text in posts)


def is_front_page(page: Page | SeenPage) -> bool:
    parts = urlsplit(page.url or "")
    return bool(parts.netloc) and parts.path in ("", "/") and not parts.query


def _posts_on(page: Page, rule: Rule) -> PagePosts:
    """What a rule finds on a page; of one that tells times, the posts with a time or an author."""
    read, records = read_posts(page, rule), read_records(page, rule)
    places = [record.bodies[0] for _, record in records] if len(records) == len(read) else [None] * len(read)
    pairs = zip(read, places, strict=True)
    found = [(post, at) for post, at in pairs if rule.time is None or post.datePublished or post.author]
    member = member_shown(page, rule)
    authors = (member or (post.author.name if post.author else "") for post, _ in found)
    bodies = tuple(at for _, at in found if at is not None)
    return PagePosts(tuple(post.text for post, _ in found), tuple(name.casefold() for name in authors), bodies)
