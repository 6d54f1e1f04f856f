"""Questions: one key holds the number and title of a question, or a word; offsets count answers, not comments."""

from __future__ import annotations

from pathlib import Path

from newsbody.crawl.spiders.forum import ForumSpider
from newsbody.items import Post
from tests.e2e.web import Crawled, crawl
from tests.forum_pages import Written, thread

SITE = "http://ask.test"
ROWS, ANSWERS = 15, 5


def title_of(number: int) -> str:
    return f"What hums on wheel {number} since the winter"


def question(number: int) -> str:
    return f"/?ask={number}/{title_of(number).lower().replace(' ', '-')}"


def answers_of(number: int, size: int) -> list[list[Written]]:
    """Answers with their comments: each third reply comments on the answer before it."""
    replies = thread(number, size)[1:]
    groups: list[list[Written]] = []
    for place, post in enumerate(replies, 1):
        if place % 3 == 0:
            groups[-1].append(post)
        else:
            groups.append([post])
    return groups


def layout(post: Written, kind: str) -> str:
    when = f'<time datetime="{post.time.replace(" ", "T")}Z">{post.time}</time>'
    who = f'<a class="user" href="/?ask=user/{post.user}">{post.author}</a>'
    said = f'<div class="said"><p>{post.text}</p></div><p class="meta">{when} by {who}</p>'
    return f'<div class="{kind}" id="p{post.number}">{said}</div>'


def question_pages(number: int, size: int) -> dict[str, str]:
    groups, pages = answers_of(number, size), {}
    last = max(1, -(-len(groups) // ANSWERS))
    addresses = [question(number) + (f"&start={ANSWERS * page}" if page else "") for page in range(last)]
    pager = "".join(f'<a href="{address}">{page}</a> ' for page, address in enumerate(addresses, 1))
    for page, address in enumerate(addresses):
        opening = layout(thread(number, 1)[0], "question") if page == 0 else ""
        shown = groups[ANSWERS * page : ANSWERS * (page + 1)]
        answers = "".join(layout(post, "answer") for group in shown for post in group)
        body = f"<h1>{title_of(number)}</h1>{opening}{answers}<p>{pager if last > 1 else ''}</p>"
        pages[SITE + address] = f"<html><head><title>{title_of(number)}</title></head><body>{body}</body></html>"
    return pages


def site(sizes: dict[int, int]) -> dict[str, str]:
    newest, pages = sorted(sizes, reverse=True), {}
    last = -(-len(sizes) // ROWS)
    menu = "".join(f'<a href="/?ask={word}">{word}</a> ' for word in ("all", "users", "tags", "login"))
    lists = [f"/?ask=all&start={ROWS * page}" if page else "/?ask=all" for page in range(last)]
    pager = "".join(f'<a href="{address}">{page}</a> ' for page, address in enumerate(lists, 1))
    for page, address in enumerate(lists):
        rows = "".join(
            f'<tr><td><a href="{question(n)}">{title_of(n)}</a></td><td>{sizes[n] - 1} replies</td></tr>'
            for n in newest[page * ROWS : (page + 1) * ROWS]
        )
        body = f"<p>{menu}</p><table>{rows}</table><p>{pager}</p>"
        pages[SITE + address] = f"<html><head><title>Questions</title></head><body>{body}</body></html>"
    pages[f"{SITE}/"] = pages[f"{SITE}/?ask=all"]
    for word in ("users", "tags", "login"):
        pages[f"{SITE}/?ask={word}"] = f"<html><body><p>{menu}</p><p>Nothing here.</p></body></html>"
    for number, size in sizes.items():
        pages |= question_pages(number, size)
    return pages


def read(sizes: dict[int, int], tmp_path: Path, **arguments: str) -> Crawled:
    settings = {"NEWSBODY_PROFILES": str(tmp_path / "profiles.sqlite3"), "TEST_LATENCY": 0.01, "TEST_TIMEOUT": 120.0}
    return crawl(ForumSpider, site(sizes), settings, prepare=None, url=f"{SITE}/", **arguments)


def posts_of(crawled: Crawled) -> list[tuple[str, int | None]]:
    return sorted((item.text, item.position) for item in crawled.items if isinstance(item, Post))


def truth(sizes: dict[int, int]) -> list[tuple[str, int]]:
    return sorted((post.text, post.floor) for n in sizes for post in thread(n, sizes[n]))


def test_questions_are_whole_and_numbered_with_their_comments(tmp_path: Path) -> None:
    sizes = {number: (1, 4, 24, 2, 17, 1, 6)[number % 7] for number in range(100, 150)}
    first = read(sizes, tmp_path)
    assert posts_of(first) == truth(sizes)
    later = {**sizes, 105: 3, 108: 6}  # one had no reply
    again = read(later, tmp_path, new="1")
    assert sorted(text for text, _ in posts_of(again)) == sorted(
        {text for text, _ in truth(later)} - {text for text, _ in truth(sizes)}
    )
