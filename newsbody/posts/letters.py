"""Letters of a mailing list's archive, each on a page of its own: which one each answers, and the threads they make."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from itertools import takewhile
from urllib.parse import urlsplit

from newsbody.items import ForumThread, Post
from newsbody.markup.links import base_url, web_address
from newsbody.page import Page

#: What programs for mail put before the subject of an answer: "Re: AW: Moss".
ANSWER = re.compile(r"\A(?:(?:re|aw|antw|sv|vs|odp|回复|答复|回覆)\s?(?:\[\d+\])?[:：]\s*)+", re.IGNORECASE)
#: How an archive names the letter that one answers, and those before it, of which the last is that one.
_ANSWERED = re.compile(r"in[- ]reply[- ]to\b|(?:als )?antwort auf\b|en réponse à\b|回复给", re.IGNORECASE)
_BEFORE = re.compile(r"references\b|referenzen\b|références\b", re.IGNORECASE)
#: A line of two dashes, and a signature behind it (RFC 3676, section 4.3; of four lines at most: RFC 1855), or nothing.
_SIGNATURE = re.compile(r"(?:\A|\n)-- ?(?:\n[^\n]*){0,4}\Z")
#: Letters of one subject, until it is known which threads they make, are called so.
_SUBJECT = "subject "
#: Elements that hold one line of what an archive says of a letter.
_LINES = ("li", "p", "div", "td", "dd", "tr", "pre", "body")


def answered(page: Page) -> str | None:
    """The address of the letter that a page's letter answers, as its archive says; "" where its subject alone says
    that it answers one, None where it opens a thread.
    """
    for label, place in ((_ANSWERED, 0), (_BEFORE, -1)):
        if links := _links_behind(page, label):
            return links[place]
    return "" if ANSWER.match(page.title) else None


def _links_behind(page: Page, label: re.Pattern[str]) -> list[str]:
    """Where links lead that stand in one line behind a label: ``In reply to: <a href="4.html">Moss</a>``."""
    base, own = base_url(page), (page.url or "").partition("#")[0]
    for run in range(len(page.run_start)):
        element = int(page.run_element[run])
        if page.run_is_link[run] or not label.match(page.text[page.run_start[run] : page.run_stop[run]].strip("( \n")):
            continue
        line = next((one for one in page.ancestors(element) if page.tags[one] in _LINES), element)
        behind = (one for one in range(line + 1, int(page.end[line])) if page.first_run[one] > run)
        links = [page.elements[one].get("href") or "" for one in behind if page.tags[one] == "a"]
        found = [web_address(base, link).partition("#")[0] for link in links]
        return [link for link in found if link not in ("", own)]
    return []


def without_signature(text: str) -> str:
    """``See you.``, ``--``, ``Ann, of the boats`` → ``See you.``"""
    return _SIGNATURE.sub("", text).rstrip() if "--" in text else text


def subject_key(headline: str | None) -> str:
    """What letters of one subject have in common; they are a thread or several."""
    return _SUBJECT + " ".join((headline or "").casefold().split())


def is_of_subject(thread_id: str) -> bool:
    """Are these letters of one subject of which it is not known yet what threads they make?"""
    return thread_id.startswith(_SUBJECT)


def joined_letters(
    letters: ForumThread,
    key_of: Callable[[str], str | None],
    known: tuple[str, int] | None = None,
    *,
    by_subject: bool = False,
) -> list[ForumThread]:
    """The threads of some letters of one subject, with their posts in the order of their times, numbered.

    A letter belongs to the thread of the one that it answers; where its archive does not say which, to the last one
    begun in the same list; ``by_subject``, so does each, for of none it says so. ``parentId`` says what
    :func:`answered` says, and then the post. ``key_of`` an address: what names the thread that begins there. ``known``:
    where a thread of that subject begins that is known already, and how many letters it has: what is no other's goes on
    with it.
    """
    url, before = known or ("", 0)
    threads = [ForumThread(key_of(url) or url, url, letters.headline, [])] if known else []
    place: dict[str, tuple[ForumThread, Post]] = {}
    for letter in sorted(letters.posts, key=lambda one: (_moment(one), _natural(one.url))):
        said, parent = letter.parentId, place.get(letter.parentId or "")
        thread = parent[0] if parent else _last_beside(letter, threads) if by_subject or said is not None else None
        if thread is None:
            thread = ForumThread(key_of(letter.url) or letter.url, letter.url, letters.headline, [])
            threads.append(thread)
        thread.posts.append(letter)
        place[letter.url] = thread, letter
        letter.threadId, letter.position = thread.threadId, len(thread.posts) + (before if thread.url == url else 0)
        letter.parentId = (parent[1].postId or str(parent[1].position)) if parent else None
    return [thread for thread in threads if thread.posts]


def _last_beside(letter: Post, threads: Sequence[ForumThread]) -> ForumThread | None:
    """The thread begun last among those of its host whose first letter stands in the most folders with this one."""
    near = [_shared(_folders(letter.url), _folders(thread.url)) for thread in threads]
    best = max(range(len(near)), key=lambda number: (near[number], number), default=0)
    return threads[best] if near and near[best] else None


def _folders(url: str) -> list[str]:
    parts = urlsplit(url)
    return [parts.netloc, *parts.path.split("/")[1:-1]]


def _shared(one: Iterable[str], other: Iterable[str]) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _moment(letter: Post) -> datetime:
    when = datetime.fromisoformat(letter.datePublished) if letter.datePublished else datetime.max
    return when if when.tzinfo else when.replace(tzinfo=UTC)


def _natural(url: str) -> list[tuple[int, str]]:
    return [(int(part[:18]) if part.isdecimal() else 0, part) for part in re.split(r"(\d+)", url)]
