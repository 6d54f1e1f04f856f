"""What fetched pages say about the addresses of their site: which of them show posts, and what they link to."""

from __future__ import annotations

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any
from urllib.parse import urldefrag

from newsbody.crawl.pages.fetched import Source
from newsbody.crawl.pages.posts_shown import (
    LEAST_LETTERS,
    MOST_SAME,
    NO_POSTS_SHOWN,
    PagePosts,
    is_front_page,
    own_posts_of,
    posts_shown,
    readings_of,
    weight_of,
)
from newsbody.crawl.pages.reading import is_article
from newsbody.crawl.pages.tasks import read
from newsbody.ground.sitememory import SiteMemory
from newsbody.markup.links import anchors, page_links
from newsbody.metadata import canonical_url
from newsbody.page import Page
from newsbody.page.sites import host_of
from newsbody.posts.letters import answered
from newsbody.posts.read import read_posts
from newsbody.rules.rule import Rule
from newsbody.urls.judge import Facts, Verdict, best_hypothesis, explains, judge_hypothesis
from newsbody.urls.normalize import split_url
from newsbody.urls.resolver import ANSWERS, SUBJECTS, Resolver
from newsbody.urls.seen_pages import LinkEvidence, SeenPage, code_length
from newsbody.urls.topics import MIN_CONFIDENCE, hypotheses

#: A resolver of articles that takes more of the addresses of another length tells nothing.
MOST_OTHERS = 0.5
#: More of the text of a page than this does not stand beside its posts; comments stand beside their article.
MAX_BESIDE = 0.5
#: A forum has so many times as many pages of threads as such that look like articles: rules, help.
MOST_ARTICLES = 2
#: Bytes of pages that are looked at together. Parsed they take 20 to 30 times as much.
SEEN_BYTES = 4_000_000
#: Of the letters of an archive more answer others (here nine of ten); of a young forum's threads one in a hundred is
#: called "Re: Moss".
LEAST_ANSWERING = 0.2
#: … and of this share all titles are those of others, too.
LEAST_ALIKE = 0.5


def count_posts(source: Source, extractor: str, rule: Mapping[str, Any] | None = None) -> int:
    """How many repeated pieces of text a page has; 0 when these are mostly links, as in a list of threads.

    With the ``rule`` of its site how many posts that finds.
    """
    if rule is not None:
        return len(read_posts(source.open(extractor).page, Rule.from_dict(rule)))
    return len(own_posts_of([source], extractor)[0].texts)


def articles_shown(sources: Sequence[Source], extractor: str) -> list[tuple[str, ...]]:
    """The text of the article on each page; none where there is no article, or one that stands on others as well."""
    readings = [read(source, "article", None, SiteMemory(), extractor) for source in sources]
    count = Counter(reading.text for reading in readings)
    return [(one.text,) if is_article(one) and count[one.text] == 1 else () for one in readings]


def threads_among(sources: Sequence[Source], extractor: str) -> int:
    """How many pages show posts, and no text beside them that could be an article with comments.

    0 where there are articles as well: the lists of a blog look like posts.
    """
    shown = posts_shown([source.open(extractor).page for source in sources], own_posts_of(sources, extractor))
    readings = [read(source, "article", None, SiteMemory(), extractor) for source in sources]
    inside = [len(posts) > 1 and _stands_in(one.text, posts) for one, posts in zip(readings, shown, strict=True)]
    articles = sum(is_article(one) and not within for one, within in zip(readings, inside, strict=True))
    return sum(inside) if sum(inside) > MOST_ARTICLES * articles else 0


def _stands_in(text: str, posts: Sequence[str]) -> bool:
    """Is most of a text, line by line, that of posts?"""
    written = "".join("".join(post.split()) for post in posts)
    lines = ["".join(line.split()) for line in text.splitlines()]
    return sum(len(line) for line in lines if line in written) >= MAX_BESIDE * sum(map(len, lines))


def see_pages(
    kind: str, sources: Sequence[Source], moved: Mapping[str, str], extractor: str
) -> Iterator[list[SeenPage]]:
    """What fetched pages say about addresses, once for each reading: pages of threads show posts, of articles one each.

    ``moved``: which addresses were redirected, and where to.
    """
    asked = {urldefrag(to).url: urldefrag(url).url for url, to in sorted(moved.items(), reverse=True)}
    pages: list[Page] = []
    size = 0
    for source in sources:
        size += len(source.data)
        if size > SEEN_BYTES and pages:
            break
        pages.append(source.open(extractor).page)
    plain = [
        SeenPage(
            page.url or "", (), tuple(page_links(page)), asked.get(urldefrag(page.url or "").url), canonical_url(page)
        )
        for page in pages
    ]
    elements = [[index for index, _ in anchors(page)] for page in pages]
    if kind == "thread":
        readings = readings_of(pages, own_posts_of(sources[: len(pages)], extractor))
    else:
        readings = iter([[PagePosts(texts) for texts in articles_shown(sources[: len(pages)], extractor)]])
    first = next(readings, [NO_POSTS_SHOWN for _ in pages])
    for shown in chain([first], readings):
        yield [
            replace(
                seen,
                posts=one.posts,
                authors=one.authors,
                answers=answered(page) if len(one.posts) == 1 else None,
                links_before=tuple(bisect(linked, body) for body in one.bodies),
            )
            for seen, page, linked, one in zip(plain, pages, elements, shown, strict=True)
        ]


def learn_addresses(
    kind: str,
    links: Mapping[str, LinkEvidence],
    topic: str | None,
    fetched: Sequence[Source],
    moved: Mapping[str, str],
    extractor: str,
    doubted: Mapping[str, Any] | None = None,
) -> dict[str, Any] | None:
    """The resolver of a site, None when its addresses do not show one.

    What is known of each address are the links to it and what pages show that were ``fetched``; what a feed lists shows
    an article; of a forum, what an earlier crawl read says by its ``posts`` whether it shows some. In place of one that
    is ``doubted`` one is given that has more bits for the pages; of articles, another.
    """
    if topic and links and host_of(topic) not in map(host_of, links):
        topic = None  # it is of another host of the site
    before = Resolver.from_dict(doubted) if doubted is not None else None
    said = {url: int(link.fed) or None if kind == "article" else link.posts for url, link in links.items()}
    unfetched = {url: posts for url, posts in said.items() if posts is not None}
    links = {url: link for url, link in links.items() if link.posts is None}
    readings: list[list[SeenPage]] = []
    judged: list[tuple[Verdict, list[SeenPage]]] = []
    for seen in see_pages(kind, fetched, moved, extractor):
        readings.append(_with_unfetched(seen, unfetched))
        urls = [*links, *_links_on(seen, links)] if before and kind == "thread" else list(links)
        if verdict := _verdict_of(kind, urls, topic, links, readings[-1], moved):
            judged.append((verdict, seen))
            if verdict.is_uncontested and before is None and explains(verdict.resolver, _repeating(seen, fetched)):
                break  # other readings need not be made
    best, seen = max(judged, key=lambda one: one[0].score, default=(None, []))
    if best is None or (before and not _is_better(kind, best, before, readings)):
        return None
    if kind == "article":
        return None if _takes_all(best.resolver, links) else best.resolver.to_dict()
    if fetched and not topic and best.score <= 0:
        return None  # it takes more to say than it explains: more pages may tell
    facts = Facts(seen)
    joined_by = _letters_joined_by(best.resolver, facts)
    resolver = best.resolver.of_letters(joined_by) if joined_by else best.resolver
    if named := facts.named:
        resolver = replace(resolver, posts_named=named, code_length=code_length(seen))
    return resolver.to_dict()


def _repeating(seen: Iterable[SeenPage], fetched: Iterable[Source]) -> list[SeenPage]:
    """The pages but for the front page that repeat dated texts as long as posts, with these as their posts."""
    own = ((page, source.own_posts) for page, source in zip(seen, fetched, strict=False) if not is_front_page(page))
    dated = ((page, posts) for page, posts in own if posts and posts.is_dated)
    return [replace(page, posts=one.texts) for page, one in dated if 2 * weight_of([one]) > len(one.texts)]


def _letters_joined_by(resolver: Resolver, facts: Facts) -> str:
    """Does nearly every topic show a single post, and do some answer others? Then each is a letter of an archive.

    Or do most have the title of others, where an archive says of none that it answers one (Pipermail)? A young forum's
    threads have one post each, too, and some the same headline. "" for what are no letters.
    """
    shown = [page for page in facts.pages if page.posts and resolver.kind(page.url) == "topic"]
    single = sum(len(page.posts) == 1 for page in shown)
    answering = sum(page.answers == "" or resolver.kind(page.answers or "") == "topic" for page in shown)
    if shown and (single < LEAST_LETTERS or single <= MOST_SAME * len(shown)):
        return ""
    if answering > LEAST_ANSWERING * len(shown):
        return ANSWERS
    called: dict[str, set[str | None]] = defaultdict(set)
    for url, text in chain.from_iterable(one.row_titles for one in facts.links):
        called[text].add(resolver.look(url).thread)
    threads = set().union(*called.values()) - {None}
    alike = threads.difference(*(one for one in called.values() if len(one) == 1))
    return SUBJECTS if len(alike) >= max(LEAST_LETTERS, LEAST_ALIKE * len(threads)) else ""


def _with_unfetched(seen: Sequence[SeenPage], posts: Mapping[str, int]) -> list[SeenPage]:
    """The pages, and those of which a feed or an earlier crawl says that they show something, or nothing."""
    fetched = {page.url for page in seen}
    return [*seen, *(SeenPage(url, (url,) * count) for url, count in posts.items() if url not in fetched)]


def _links_on(seen: Sequence[SeenPage], known: Iterable[str]) -> list[str]:
    """Addresses of the same hosts on fetched pages: of pages that a wrong resolver takes for nothing none was noted."""
    hosts = set(map(host_of, known))
    found = dict.fromkeys(urldefrag(url).url for page in seen for url, _ in page.links)
    return [url for url in found if host_of(url) in hosts]


def _takes_all(resolver: Resolver, links: Mapping[str, LinkEvidence]) -> bool:
    """Does it take for articles most addresses that are longer or shorter than those of a feed?

    Where the titles of articles stand right behind the host, so does the first part of any address.
    """
    depths = {len(parts.path) for url, link in links.items() if link.fed and (parts := split_url(url))}
    others = [url for url in links if depths and (parts := split_url(url)) and len(parts.path) not in depths]
    return sum(resolver.kind(url) == "topic" for url in others) > MOST_OTHERS * len(others)


def _verdict_of(
    kind: str,
    urls: Sequence[str],
    topic: str | None,
    links: Mapping[str, LinkEvidence],
    seen: Sequence[SeenPage],
    moved: Mapping[str, str],
) -> Verdict | None:
    """The best hypothesis about one reading of the pages; of articles the likeliest."""
    posts = {page.url: len(page.posts) for page in seen if page.url in links}
    known = {url: replace(link, posts=posts.get(url)) for url, link in links.items()}
    found = hypotheses(urls, topic, known, pages=seen, moved=moved)
    if kind == "thread":
        return best_hypothesis(found, Facts(seen))
    first = next(found, None)
    return Verdict(0.0, 0.0, 0.0, first) if first and first.confidence >= MIN_CONFIDENCE else None


def _is_better(kind: str, found: Verdict, before: Resolver, readings: Sequence[Sequence[SeenPage]]) -> bool:
    if kind == "thread":
        return found.evidence > max(judge_hypothesis(before, Facts(seen)).evidence for seen in readings)
    return found.resolver.topics != before.topics
