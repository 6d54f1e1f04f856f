"""Flarum as it answers readers without scripts: /d/12-title?page=2 within NOSCRIPT, times and ids in JSON alone."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from urllib.parse import urlencode

from tests.programs.forum import Forum, Post, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query.get("page") or 1) if (query.get("page") or "1").isdecimal() else 1
    recent = sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)
    if path in ("/", "/all"):
        return _list("Example", "/", recent, page)
    if found := re.fullmatch(r"/t/board-(\d)", path):
        board = int(found[1])
        return _list(forum.boards[board], path, forum.board(board), page) if board < 4 else None
    if path == "/tags":
        tags = each(lambda n: f'<li><a href="/t/board-{n}">{forum.boards[n]}</a><p>All about it</p></li>', range(4))
        return _frame("Tags", f"<h2>Tags</h2><ul>{tags}</ul>", {})
    if found := re.fullmatch(r"/d/(\d+)(?:-[^/]*)?(?:/(\d+))?", path):
        thread = forum.by_number.get(int(found[1]))
        near = (int(found[2]) - 1) // 10 + 1 if found and found[2] else page
        return _thread(thread, min(near, thread.pages)) if thread else None
    if (found := re.fullmatch(r"/u/([^/]+)", path)) and found[1] in forum.names:
        return _frame(found[1], f"<h1>{found[1]}</h1><ul></ul>", {})
    return None


def _url(thread: Thread, page: int = 1) -> str:
    return f"/d/{thread.number}" + (f"-{thread.slug}" if thread.slug else "") + (f"?page={page}" if page > 1 else "")


def _list(title: str, path: str, threads: list[Thread], page: int) -> str:
    shown = rows(threads, page)
    items = each(lambda thread: f'<li><a href="{_url(thread)}">{thread.title}</a></li>', shown)
    before = f'<a href="{path}?{urlencode({"page": page - 1})}">&laquo; Previous Page</a>' if page > 1 else ""
    behind = f'<a href="{path}?{urlencode({"page": page + 1})}">Next Page &raquo;</a>' if page < pages(threads) else ""
    state = {
        "data": [
            {
                "type": "discussions",
                "id": f"{thread.number}",
                "attributes": {"title": thread.title, "slug": _url(thread)[3:], "commentCount": len(thread.posts)},
            }
            for thread in shown
        ]
    }
    return _frame(
        title, f'<div class="container"><h2>All Discussions</h2><ul>{items}</ul>{before} {behind}</div>', state
    )


def _body(post: Post) -> str:
    code = f"<pre><code>{post.code}</code></pre>" if post.code else ""
    return "\n".join(f"<p>{line}</p>" for line in post.lines) + code


def _post(post: Post) -> str:
    return f"""<article><div class="PostUser"><h3 class="PostUser-name">{post.name}</h3></div><div class="Post-body">{_body(post)}</div></article>\n<hr>"""


def _thread(thread: Thread, page: int) -> str:
    shown = thread.on_page(page)
    ways = f'<a href="{_url(thread)}?page={page - 1}">&laquo; Previous Page</a>' if page > 1 else ""
    ways += f'<a href="{_url(thread)}?page={page + 1}">Next Page &raquo;</a>' if page < thread.pages else ""
    posts = [
        {"type": "posts", "id": f"{post.number}", "attributes": {"number": post.place, "createdAt": f"{post.when:%Y-%m-%dT%H:%M:%S}+00:00", "contentType": "comment", "contentHtml": _body(post)},
         "relationships": {"user": {"data": {"type": "users", "id": f"{post.author + 1}"}}}} for post in shown
    ]  # fmt: skip
    users = [
        {"type": "users", "id": f"{post.author + 1}", "attributes": {"username": post.name, "displayName": post.name}}
        for post in shown
    ]
    state = {
        "data": {"type": "discussions", "id": f"{thread.number}", "attributes": {"title": thread.title, "slug": _url(thread)[3:], "commentCount": len(thread.posts)}, "relationships": {"posts": {"data": [{"type": "posts", "id": f"{post.number}"} for post in thread.posts]}}},
        "included": [*posts, *{user["id"]: user for user in users}.values()],
    }  # fmt: skip
    own = f'<link rel="canonical" href="{_url(thread, page)}">'
    return _frame(
        f"{thread.title} - Example",
        f'<div class="container"><h1>{thread.title}</h1><div>{each(_post, shown)}</div>{ways}</div>',
        state,
        own,
    )


def _frame(title: str, content: str, state: Mapping[str, object], head: str = "") -> str:
    payload = json.dumps({"resources": [], "session": {"userId": 0}, "apiDocument": state}).replace("</", "<\\/")
    return f"""<!doctype html><html dir="ltr" lang="en"><head><meta charset="utf-8"><title>{title}</title>{head}</head><body><div id="app" class="App"><div id="app-navigation" class="App-navigation"></div><div id="drawer" class="App-drawer"><header id="header" class="App-header"><div class="container">
<div class="Header-title"><a href="/" id="home-link">Example</a></div></div></header></div><main class="App-content"><div id="content"></div><div id="flarum-loading" style="display: none">Loading...</div><noscript><div class="Alert"><div class="container">This site is best viewed in a modern browser with JavaScript enabled.</div></div></noscript>
<div id="flarum-loading-error" style="display: none"><div class="Alert"><div class="container">Something went wrong while trying to load the full version of this site.</div></div></div><noscript id="flarum-content">{content}</noscript></main></div><script id="flarum-json-payload" type="application/json">{payload}</script></body></html>"""
