"""The first pages of a crawl of a forum that does not exist, and what a resolver makes of all its addresses."""

from __future__ import annotations

from random import Random

from newsbody.markup.links import page_links
from newsbody.metadata import canonical_url
from newsbody.page import Page
from newsbody.urls.resolver import Resolver
from newsbody.urls.seen_pages import SeenPage
from tests.random_forums import HOST, RandomForum, Target

#: Next is one of the first so many pages that are known.
OVERTAKEN = 30


def walk(
    forum: RandomForum, urls: int = 300, pages: int = 20, order: Random | None = None
) -> tuple[list[str], list[SeenPage]]:
    """The first pages of a crawl, breadth first or in nearly any ``order``, and the addresses on them."""
    queue, links, seen = [f"{HOST}/"], dict[str, None](), list[SeenPage]()
    done: set[str] = set()
    while queue and (len(links) < urls or len(seen) < pages):
        url = queue.pop(order.randrange(min(OVERTAKEN, len(queue))) if order else 0)
        answer = forum.answer(url) if url not in done else None
        if answer is None:
            continue
        done.add(url)
        asked = url if isinstance(answer, tuple) else None
        if isinstance(answer, tuple):
            url = answer[1].partition("#")[0]
            answer = forum.answer(url)
        assert isinstance(answer, str)
        target = forum.target(url)
        shown = target.kind in ("thread", "post") if target else False
        posts = forum.posts[target.number] if target and shown else []
        first = (target.page - 1) * forum.a_page if target else 0
        parsed = Page.parse(answer, url)
        found = [(link.partition("#")[0], text) for link, text in page_links(parsed)]
        texts = tuple(post.text for post in posts[first : first + forum.a_page])
        seen.append(SeenPage(url, texts, tuple(found), asked, canonical_url(parsed)))
        links.update(dict.fromkeys(link for link, _ in found))
        queue.extend(link for link, _ in found if link not in done)
    return list(links), seen


def mistakes(forum: RandomForum, resolver: Resolver) -> list[str]:
    """What would cost posts: pages that are taken for one another, or for no page of a thread."""
    wrong, pages, threads = [], dict[str, tuple[int, int]](), dict[str, int]()
    for tid in forum.tids:
        for page in range(1, forum.pages_of(tid) + 1):
            url = forum.thread_address(tid, page)
            found = resolver.look(url)
            same = pages.setdefault(found.page, (tid, page)) == (tid, page)
            whole = found.thread is not None and threads.setdefault(found.thread, tid) == tid
            if not (found.kind == "topic" and same and whole and found.number == page):
                wrong.append(f"{url}: {found}")
        places = [(forum.post_address(tid, post.number), post.number) for post in forum.posts[tid]]
        for address, number in [*places, (forum.last_address(tid), forum.posts[tid][-1].number)]:
            url = address.partition("#")[0]
            found = resolver.look(url)
            own = pages.get(found.page)
            if own is not None and own != (tid, forum.page_of(tid, number)):
                wrong.append(f"{url}: {found}")
    return wrong


def strangers(forum: RandomForum, resolver: Resolver) -> list[str]:
    """Members and lists that are taken for pages of threads."""
    found = [url for url, target in forum.truth.items() if _is_stranger(target)]
    return [url for url in found if resolver.look(HOST + url.removesuffix("?")).kind == "topic"]


def _is_stranger(target: Target) -> bool:
    return target.kind in ("user", "board")
