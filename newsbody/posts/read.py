"""The posts of a thread page: own words, quotes, author, time, number and id of each."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from newsbody.dates import find_date
from newsbody.items import Author, Image, Post
from newsbody.markup.images import image_address, is_icon, late_address
from newsbody.markup.links import base_url, web_address
from newsbody.metadata.headline import read_headline
from newsbody.metadata.structured import Structured
from newsbody.metadata.titles import linked_names
from newsbody.page import Page
from newsbody.page.characters import BoolArray
from newsbody.posts.letters import ANSWER, without_signature
from newsbody.posts.relations import relations
from newsbody.posts.structured_posts import stated_posts
from newsbody.rules.apply import elements_left_out, runs_inside
from newsbody.rules.header.learn_header import author_of
from newsbody.rules.header.places import increasing, post_time
from newsbody.rules.record import Record
from newsbody.rules.records import read_records
from newsbody.rules.rule import Rule
from newsbody.rules.rule_parts import Slot
from newsbody.rules.values import (
    author_value,
    is_position,
    read_id,
    read_position,
    slot_value,
    time_value,
)
from newsbody.rules.words.boilerplate import part_of_title
from newsbody.rules.words.lines import head_of
from newsbody.rules.words.post import words_of
from newsbody.rules.words.quote_source import quote_source, said_by, words_of_ids
from newsbody.rules.words.quoted import is_quote_head, part_quoted_lines
from newsbody.rules.words.software_notes import frames_of_files

#: Quotes of so many authors of a page are told by their names.
MAX_NAMES = 200
#: The first posts of a thread may all have names in place of numbers: so many at most.
MAX_NAMED = 4
#: When so many of the numbers on a page increase, the others are none of posts.
MIN_IN_ORDER = 0.6
#: So many of the posts on a page say their times in lines of notes where these are not about some of them.
MIN_HEADED = 0.9
#: So many elements in that of an author's name may hold its link.
MAX_LINK_ELEMENTS = 12
#: So much of the beginning of a text shows that markup and data say the same.
MATCHED_CHARS = 60
#: What the data of a page says of a post where its markup does not.
_STATED = ("author", "position", "postId", "parentId", "likes", "replyCount")
#: What parts a name from the words behind it, and is no face (":D").
_COLON = re.compile(r"\A[:：](?:\s+|(?=[^\x00-\x7f]))")
#: `Issue 108`, and the numbers of addresses (`/issue108`, `?id=108`) that are none of a title there (`/windows-95`).
_NUMBERED = re.compile(r"[^\W\d_]+[\s#]*(\d+)")
#: Its number beside a title: `Moss #108`, `#108: Moss`, `Moss (#108)`, `0000108: Moss`.
_BESIDE_TITLE = re.compile(r"(?<=\S)\s*\(?#(\d+)\)?\Z|\A#(\d+)[\s:.–-]+(?=\S)|\A0*(\d+):\s+(?=\S)")
_OWN_NUMBER = re.compile(r"(?<![-_.\d])\d+")


def read_posts(page: Page, rule: Rule | None, now: datetime | None = None) -> list[Post]:
    """The posts that a thread rule finds on a page, in order; those that it states as data when that finds none.

    What the markup lacks of who, when and which comes from the data, too. ``now``, when the page was fetched, makes
    3 hours ago a date.
    """
    posts = posts_in_markup(page, rule, now) if rule is not None else []
    if posts and all(post.author and post.datePublished and post.postId for post in posts):
        return posts
    return completed(posts, stated_posts(page))


def posts_in_markup(page: Page, rule: Rule, now: datetime | None = None) -> list[Post]:
    """The posts that a rule finds in the markup, as many as :func:`~newsbody.rules.records.read_records` gives."""
    found = read_records(page, rule)
    if found:
        template, first = found[0]
        found[0] = template, _with_page_head(page, template, first)
    authors = (author_of(page, template, record) for template, record in found)
    names = list(dict.fromkeys(name for name in authors if name))[:MAX_NAMES]
    read = [_read_post(page, template, record, names, now) for template, record in found]
    kept = _without_copies([post for post, _ in read])
    found, posts, quoted = [found[one] for one in kept], [read[one][0] for one in kept], [read[one][1] for one in kept]
    if all(template.time is None for template in rule.templates):
        _read_times_of_heads(page, rule, posts, [record for _, record in found])
    _read_sources(page, posts, quoted, names)
    _number_posts(posts, rule)
    _relate_posts(page, found, posts)
    return posts


def _without_copies(posts: Sequence[Post]) -> list[int]:
    """Which posts stay: what a page shows above the others, as the best answers, stands in its place below as well."""
    places = {
        (post.postId, post.position, post.datePublished, repr(post.author), post.text)
        if post.datePublished and (post.postId or post.position is not None)
        else place: place
        for place, post in enumerate(posts)
    }
    return sorted(places.values())


def _with_page_head(page: Page, rule: Rule, record: Record) -> Record:
    """The first post of a page; where it says neither who nor when, what stands before it on the page may."""
    if rule.author is None or rule.time is None:
        return record
    around = record.elements(page, inside=rule.is_inside)
    if author_value(page, around, rule.author) or time_value(page, around, rule.time):
        return record
    head = 0, min(start for start, _ in record.spans)
    says = author_value(page, range(*head), rule.author) and time_value(page, range(*head), rule.time)
    return replace(record, spans=(*record.spans, head)) if says else record


def _read_times_of_heads(page: Page, rule: Rule, posts: Sequence[Post], found: Sequence[Record]) -> None:
    """Give posts the times that nearly all say in the lines of notes which they begin with: "Date: 3 May 2024"."""
    dates = []
    for post, record in zip(posts, found, strict=True):
        author, furniture = post.author.name if post.author else None, frozenset(rule.furniture)
        head = head_of(page, runs_inside(page, record.bodies), author, furniture)
        told = (find_date(line, day_first=rule.day_first, year_first=rule.year_first) for line in head)
        dates.append(next(filter(None, told), None))
    if sum(map(bool, dates)) < MIN_HEADED * len(posts):
        return
    for post, date in zip(posts, dates, strict=True):
        if date:
            post.datePublished, post.datePublishedRaw = date.iso, date.raw


def _read_sources(
    page: Page, posts: Sequence[Post], quoted: Sequence[Sequence[Sequence[int]]], names: Collection[str]
) -> None:
    """Say of quotes whose words they hold. ``quoted``: of each post the elements of each quote, if any."""
    ids = {post.postId for post in posts if post.postId}
    words = words_of_ids(page, ids) if any(map(any, quoted)) else frozenset()
    for post, parts in zip(posts, quoted, strict=True):
        sources = [
            quote_source(page, part, names, ids, words) if part else (said_by(text, names), "")
            for text, part in zip(post.quotes, parts, strict=True)
        ]
        post.quoteAuthors, post.quotePostIds = [author for author, _ in sources], [one for _, one in sources]


def _relate_posts(page: Page, found: Sequence[tuple[Rule, Record]], posts: Sequence[Post]) -> None:
    """Give posts what their markup says of each other: the one that each answers, likes, answers."""
    said = relations(
        page,
        [record for _, record in found],
        [post.postId for post in posts],
        own_ids=False,
        authors=[post.author.name if post.author else None for post in posts],
        kinds=[template.name for template, _ in found],
    )
    for post, one in zip(posts, said, strict=bool(said)):
        place = posts[one.parent].position if one.parent is not None else None
        post.postId, post.likes, post.replyCount = one.own_id, one.likes, one.replies
        post.parentId = one.parent_id or (str(place) if place is not None else None)


def _number_posts(posts: Sequence[Post], rule: Rule) -> None:
    """Make the numbers on the page the places of posts in their thread, from 1.

    Those that the page gives a name instead ("first floor") or none (the opening post) have theirs from the
    others; numbers that stand twice tell nothing. Nor do those between which others stand that have none: answers are
    counted, and comments are shown as well.
    """
    if all(template.position is None for template in rule.templates):
        return
    shift = 1 - rule.counts_from
    told = {place: post.position + shift for place, post in enumerate(posts) if post.position is not None}
    once_each = len(set(told.values())) == len(told)
    if not once_each or max(told.values(), default=0) - min(told.values(), default=0) > 2 * len(posts):
        kept = increasing(told)  # one that stands out is the number of something else
        told = kept if len(kept) >= MIN_IN_ORDER * len(told) else told if once_each else {}
    elif not told and rule.position is not None and len(posts) <= MAX_NAMED:
        told = {0: 1}
    for place in range(len(posts)):
        if place not in told and place - 1 in told and told[place - 1] + 1 not in told.values():
            told[place] = told[place - 1] + 1
    for place in reversed(range(len(posts))):
        if place not in told and told.get(place + 1, 0) - 1 not in (*told.values(), 0, -1):
            told[place] = told[place + 1] - 1
    counted_apart = any(place not in told for place in range(min(told, default=0), max(told, default=0)))
    for place, post in enumerate(posts):
        post.position = None if counted_apart else told.get(place)


def completed(posts: list[Post], stated: Sequence[Post]) -> list[Post]:
    """The posts of a page's markup with what its data knows of them; those of the data where the markup shows none.

    Of posts that begin alike ("Thanks!") both tell in the same order.
    """
    if not posts:
        return [one for one in stated if one.text]
    by_text: dict[str, list[Post]] = {}
    for one in reversed(stated):
        by_text.setdefault(_beginning(one.text), []).append(one)
    for post in posts:
        if alike := by_text.get(_beginning(post.text)):
            data = alike.pop()
            if post.datePublished is None:
                post.datePublished, post.datePublishedRaw = data.datePublished, data.datePublishedRaw
            for name in _STATED:
                if getattr(post, name) is None:
                    setattr(post, name, getattr(data, name))
    return posts


def _beginning(text: str) -> str:
    return "".join(text.split())[:MATCHED_CHARS]


def thread_headline(page: Page, posts: int = 1, rule: Rule | None = None, called: Sequence[str] = ()) -> str:
    """The headline of a page of a thread: `Moss (Page 2) / Garden / Our forum` → `Moss`.

    A letter that answers, the only one of the ``posts`` on its page, goes by the subject of the first: `Re: Moss`.
    What the page's number is says nothing of the thread: `Issue 108: Moss` or `Moss #108` of `/issue108` → `Moss`.
    Which heading it is links to the page may say (``called``), however short: `2022`.
    """
    answered = ANSWER.sub("", page.title)
    if answered != page.title and answered in linked_names(page, page.title):
        return answered
    structured, names = Structured(page), rule.site_names if rule else ()
    title = part_of_title(page.title, rule.title_form) if rule else None
    headline = read_headline(page, structured, names, called=called, title=title).text
    own, numbered = set(_OWN_NUMBER.findall(page.url or "")), _NUMBERED.fullmatch(headline)
    if numbered and page.title.startswith(headline) and numbered[1] in own:
        headline = read_headline(page, structured, (*names, headline), title=title).text or headline
    headline = _BESIDE_TITLE.sub(lambda found: "" if own.intersection(found.groups()) else found[0], headline)
    headline = _as_called(headline, names, called)
    if posts == 1 and not ANSWER.sub("", f"{headline}:"):  # of "Re: Re: Moss" a colon parted what TITLEs have of a site
        return answered
    return ANSWER.sub("", headline) if posts == 1 else headline


def _as_called(headline: str, names: Collection[str], called: Sequence[str]) -> str:
    """A headline without the words that all threads have before theirs, where links call it so: `Comments on Moss`."""
    return next((end for name in names if (end := headline.removeprefix(f"{name} ")) in called), headline)


def _read_post(
    page: Page, rule: Rule, record: Record, names: Collection[str], now: datetime | None
) -> tuple[Post, list[list[int]]]:
    """The post, and the elements of each of its quotes."""
    around = record.elements(page, inside=rule.is_inside)
    author = _author(page, record.naming(page, inside=rule.is_inside), rule.author)
    words, quoted, quoting = words_of(page, rule, record, names, author.name if author else None)
    published, raw = post_time(page, around, rule, now)
    position = slot_value(page, around, rule.position, is_position) if rule.position else None
    number = slot_value(page, [*around, *record.bodies], rule.post_id) if rule.post_id else None
    quotes = _quotes(page, words, quoting, names)
    text, lines = part_quoted_lines(without_signature(page.runs_text(words & ~quoted)))
    quotes += [(said, []) for said in lines]
    post = Post(
        "",
        page.url or "",
        _COLON.sub("", text),
        author=author,
        datePublished=published,
        datePublishedRaw=raw,
        position=read_position(position[1]) if position else None,
        postId=read_id(number[1], word=rule.post_id.word) if number and rule.post_id else None,
        quotes=[text for text, _ in quotes],
        images=_images(page, rule, record.bodies, quoting),
    )
    post.fullText = _COLON.sub("", page.runs_text(words))
    return post, [parts for _, parts in quotes]


def _quotes(
    page: Page, words: BoolArray, quoting: Sequence[int], names: Collection[str]
) -> list[tuple[str, list[int]]]:
    """The words of each quote, with the line before it that says whose they are, and the elements that hold them."""
    parts: list[list[int]] = []
    for quote in quoting:
        if parts and quote == page.end[parts[-1][-1]] and is_quote_head(page, parts[-1][-1], quote, names):
            parts[-1].append(quote)
        else:
            parts.append([quote])
    return [(text, quote) for quote in parts if (text := page.runs_text(words & runs_inside(page, quote)))]


def _author(page: Page, around: Sequence[int], slot: Slot | None) -> Author | None:
    found = author_value(page, around, slot) if slot else None
    if found is None:
        return None
    element, name = found
    inside = range(element + 1, min(int(page.end[element]), element + MAX_LINK_ELEMENTS))
    beside = around if slot and slot.attribute else inside
    named = (index for index in beside if page.tags[index] == "a" and page.text_of(index) == name)
    for index in (*page.ancestors(element), *named):
        address = page.elements[index].get("href") if page.tags[index] == "a" else None
        if address:
            return Author(name, web_address(base_url(page), address) or None)
    return Author(name)


def _images(page: Page, rule: Rule, bodies: Sequence[int], quoting: Sequence[int]) -> list[Image]:
    """The pictures in bodies; icons, what the rule leaves out (smilies) and what is quoted are none.

    Of a picture that is loaded late a rule knows the placeholder, which other posts have, too.
    """
    base = base_url(page)
    outer = (one for one in elements_left_out(page, rule, bodies) if not late_address(page.elements[one]))
    left_out = {inner for one in (*outer, *quoting) for inner in range(one, int(page.end[one]))}
    for frame in (one for body in bodies for one in frames_of_files(page, range(body, int(page.end[body])))):
        # Pictures lead to what they show; beside the names of files stand icons.
        left_out.update(index for index in range(frame, int(page.end[frame])) if page.tags[page.parent[index]] != "a")
    found = [
        image_address(page.elements[index], base)
        for body in bodies
        for index in range(body, int(page.end[body]))
        if page.tags[index] == "img" and index not in left_out and not is_icon(page.elements[index])
    ]
    return [Image(address) for address in dict.fromkeys(filter(None, found))]
