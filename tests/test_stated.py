"""Posts that a page states as data: read as such where the markup shows none, and equal to it where both stand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from newsbody import extract_thread
from newsbody.items import Post
from newsbody.page import Page
from newsbody.posts.read import read_posts
from newsbody.posts.structured_posts import stated_posts
from newsbody.rules.rule import Rule

ROWS = [
    ("Ann Lee", "2024-02-03T09:41:00", "Which grease do you use for the rear hub?"),
    ("Bo Hall", "2024-02-03T10:05:00", "The green one, as the maker says."),
    ("Cy Marsh", "2024-02-04T18:20:00", "Any will do when it is fresh."),
]


def said(posts: list[Post]) -> list[tuple[str | None, str | None, str]]:
    return [(post.author.name if post.author else None, post.datePublished, post.text) for post in posts]


def ld_json(data: Any) -> str:
    return f'<html><head><script type="application/ld+json">{json.dumps(data)}</script></head><body><div id=app></div>'


def node(number: int, kind: str, **more: Any) -> dict[str, Any]:
    name, time, text = ROWS[number]
    author = {"@type": "Person", "name": name, "url": f"/u/{number}"}
    return {"@type": kind, "text": text, "author": author, "datePublished": time, "url": f"/t/7#p{40 + number}", **more}


def test_a_question_with_its_answers() -> None:
    answers = {"acceptedAnswer": node(1, "Answer", upvoteCount=4), "suggestedAnswer": [node(2, "Answer")]}
    page = Page.parse(ld_json({"@type": "QAPage", "mainEntity": node(0, "Question", answerCount=2, **answers)}))
    found = stated_posts(page)
    assert said(found) == ROWS
    assert [post.parentId for post in found] == [None, "40", "40"]
    assert (found[0].replyCount, found[1].likes) == (2, 4)


def test_a_posting_with_comments_on_comments() -> None:
    likes = {"interactionType": "https://schema.org/LikeAction", "userInteractionCount": 12}
    inner = node(1, "Comment", comment=[node(2, "Comment")])
    data = {"@graph": [node(0, "DiscussionForumPosting", interactionStatistic=likes, comment=[inner])]}
    found = stated_posts(Page.parse(ld_json(data)))
    assert said(found) == ROWS
    assert ([post.parentId for post in found], found[0].likes) == ([None, "40", "41"], 12)


def test_posts_of_the_same_words_are_told_apart_by_their_order() -> None:
    rows = [{"id": n, "author": name, "created": time, "body": "Thanks!"} for n, (name, time, _) in enumerate(ROWS, 9)]
    markup = '<div class="t">Thanks!</div>' * len(rows)
    page = Page.parse(f"<body>{markup}<script type=application/json>{json.dumps({'posts': rows})}</script>")
    posts = read_posts(page, Rule.from_dict({"kind": "thread", "body": ["div.t"]}))
    assert said(posts) == [(name, time, "Thanks!") for name, time, _ in ROWS]
    assert [post.postId for post in posts] == ["9", "10", "11"]


def test_rows_of_a_stream_are_read_however_long_they_are() -> None:
    rows = [{"id": n, "author": name, "created": time, "body": text} for n, (name, time, text) in enumerate(ROWS)]
    sent = json.dumps([1, "1:" + json.dumps({"theme": "x" * 1_100_000, "posts": rows}) + "\n2:[]\n"])
    page = Page.parse(f"<body><script>self.__next_f.push({sent})</script>")
    assert said(stated_posts(page)) == ROWS


def test_microdata() -> None:
    items = "".join(
        f'<div itemscope itemtype="https://schema.org/Comment"><link itemprop="url" href="/t/7#p{40 + number}">'
        f'<b itemprop="author" itemscope itemtype="https://schema.org/Person"><i itemprop="name">{name}</i></b>'
        f'<time itemprop="datePublished" datetime="{time}">then</time><p itemprop="text">{text}</p></div>'
        for number, (name, time, text) in enumerate(ROWS)
    )
    found = stated_posts(Page.parse(f"<html><body>{items}</body></html>"))
    assert said(found) == ROWS
    assert [post.postId for post in found] == ["40", "41", "42"]


def test_the_address_of_the_page_is_that_of_its_thread() -> None:
    data = {**node(0, "DiscussionForumPosting", comment=[node(1, "Comment")]), "url": "/t/7"}
    found = stated_posts(Page.parse(ld_json(data), "https://f.test/t/7"))
    assert [post.postId for post in found] == [None, "41"]


def test_a_document_of_json_api() -> None:
    people = [
        {"type": "users", "id": str(n), "attributes": {"displayName": name}} for n, (name, _, _) in enumerate(ROWS)
    ]
    posts = [
        {"type": "posts", "id": str(40 + n), "attributes": {"number": n + 1, "createdAt": time, "contentHtml": text},
         "relationships": {"user": {"data": {"type": "users", "id": str(n)}}, "tags": {"data": []}}}
        for n, (_, time, text) in enumerate(ROWS)
    ]  # fmt: skip
    document = {"data": {"type": "threads", "id": "7"}, "included": [*posts, *people, 7]}
    for some in (document, {**document, "included": [posts[0], *people]}):
        found = stated_posts(Page.parse(f"<body><script type=application/json>{json.dumps({'api': some})}</script>"))
        assert said(found) == ROWS[: len(found)]
        assert [(post.postId, post.position) for post in found] == [("40", 1), ("41", 2), ("42", 3)][: len(found)]
        assert len(found) == len(some["included"]) - len(people) - (some is document)


def rows() -> list[dict[str, Any]]:
    return [
        {"id": 40 + number, "username": name, "created_at": time, "cooked": f"<p>{text}</p>", "post_number": number + 1}
        for number, (name, time, text) in enumerate(ROWS)
    ]


@pytest.mark.parametrize(
    "source",
    [
        f'<script id="__NEXT_DATA__" type="application/json">{json.dumps({"props": {"posts": rows()}})}</script>',
        f"<script>window.__STATE__ = {json.dumps({'posts': {str(row['id']): row for row in rows()}})};</script>",
        f"<noscript>{json.dumps(rows()).replace('<', '&lt;')}</noscript>",
        "<div id=data-preloaded data-preloaded='{}'></div>".format(
            json.dumps({"topic_7": json.dumps({"post_stream": {"posts": rows()}})}).replace("'", "&#39;")
        ),
    ],
    ids=["next", "assigned", "noscript", "preloaded"],
)
def test_data_for_scripts(source: str) -> None:
    found = stated_posts(Page.parse(f"<html><body>{source}</body></html>"))
    assert said(found) == ROWS
    assert [(post.postId, post.position) for post in found] == [("40", 1), ("41", 2), ("42", 3)]


def test_what_is_quoted_stands_apart() -> None:
    quoting = {
        "username": "Di Stone",
        "created_at": ROWS[2][1],
        "cooked": "<blockquote><p>Any.</p></blockquote><p>No.</p>",
    }
    source = f'<script type="application/json">{json.dumps([*rows(), quoting])}</script>'
    found = stated_posts(Page.parse(source))
    assert (found[-1].text, found[-1].quotes) == ("No.", ["Any."])


def test_a_page_that_scripts_draw_is_a_thread() -> None:
    source = f'<html><head><title>Hub</title></head><body><script type="application/json">{json.dumps(rows())}</script>'
    thread = extract_thread(source, "http://forum.example/t/7")
    assert [(post.author.name if post.author else None, post.text) for post in thread.posts] == [
        (name, text) for name, _, text in ROWS
    ]


def test_data_fills_what_markup_lacks_and_the_markup_decides_what_is_whole() -> None:
    bodies = "".join(f'<div class="t">{text}</div>' for _, _, text in ROWS[:2])
    source = (
        f'<script type="application/json">{json.dumps(rows())}</script>{bodies}<div class="t">Not in the data.</div>'
    )
    posts = read_posts(Page.parse(f"<html><body>{source}"), Rule.from_dict({"kind": "thread", "body": ["div.t"]}))
    assert [(post.author.name if post.author else None, post.datePublished, post.text) for post in posts] == [
        *ROWS[:2],
        (None, None, "Not in the data."),
    ]


@pytest.mark.parametrize(
    "data",
    [
        "[" * 5_000,
        "[" * 5_000 + "]" * 5_000,
        '{"posts": [{"text": ' + '{"text": ' * 900 + "1" + "}" * 900 + "}]}",
        '[{"username": 1, "created_at": [], "cooked": {}}, {"username": null}]',
        "{broken",
        '[{"name": "A list of goods", "price": 5}, {"name": "and another", "price": 6}]',
    ],
)
def test_data_that_is_no_posts(data: str) -> None:
    for kind in ("application/json", "application/ld+json"):
        assert stated_posts(Page.parse(f'<html><body><script type="{kind}">{data}</script></body></html>')) == []
