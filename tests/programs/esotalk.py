"""esoTalk: rows under /conversation/index, /117-title/p2 and /117 for one conversation, posts at /conversation/post/99."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Redirect, Thread, each, pager, pages, rows

CHANNELS = ("repairs", "garden", "boats", "chat")


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path in ("/", "/conversations", "/conversations/all"):
        return _list(
            "All", sorted(forum.threads, key=lambda t: t.posts[-1].when, reverse=True), "/conversations/all", query
        )
    if found := re.fullmatch(r"/conversations/(\w+)", path):
        board = CHANNELS.index(found[1]) if found[1] in CHANNELS else None
        return None if board is None else _list(forum.boards[board], forum.board(board), path, query)
    if found := re.fullmatch(r"/conversation/post/(\d+)", path):
        post = forum.posts.get(int(found[1]))
        return Redirect(f"{_url(post.thread, post.page)}#p{post.number}") if post else None
    if found := re.fullmatch(r"/member/(\d+)(?:-[^/]*)?", path):
        name = forum.names[int(found[1]) - 1]
        return _frame(name, f'<div class="bodyHeader"><h1 id="memberName">{name}</h1></div>')
    found = re.fullmatch(r"/(?:conversation/index/)?(\d+)(?:-[^/]*)?(?:/p?(\d+|last|unread))?", path)
    thread = forum.by_number.get(int(found[1])) if found else None
    if found is None or thread is None:
        return _frame("Log In", "<form>Username</form>") if path.startswith("/user/") else None
    page = found[2] or "1"
    return (
        Redirect(f"{_url(thread, thread.pages)}#p{thread.posts[-1].number}")
        if page in ("last", "unread")
        else _thread(thread, int(page))
    )


def _url(thread: Thread, page: int = 1) -> str:
    return f"/{thread.number}{'-' + thread.slug if thread.slug else ''}" + (f"/p{page}" if page > 1 else "")


def _user(post: Post) -> str:
    slug = re.sub("[^a-z0-9]+", "-", post.name.lower()).strip("-")
    return f'<a href="/member/{post.author + 1}{"-" + slug if slug else ""}">{post.name}</a>'


def _time(post: Post, link: str) -> str:
    return f'<a href="{link}" class="time" title="{post.when:%Y-%m-%d %H:%M}">{post.when:%Y-%m-%d %H:%M}</a>'


def _list(title: str, threads: list[Thread], path: str, query: dict[str, str]) -> str:
    page = int(query.get("page") or 1)
    channels = each(
        lambda n: f'<li><a href="/conversations/{CHANNELS[n]}" class="channel">{threads[0].forum.boards[n]}</a></li>',
        range(4),
    )
    nav = pager(page, pages(threads), lambda n: f"{path}?page={n}")
    items = each(_row, rows(threads, page))
    return _frame(
        title,
        f'<ul id="channels">{channels}</ul><ul class="list conversationList">{items}</ul><div class="pg">{nav}</div>',
    )


def _row(thread: Thread) -> str:
    last = thread.posts[-1]
    return f"""<li id="c{thread.number}"><div class="col-conversation"><strong class="title"><a href="{_url(thread)}">{thread.title}</a></strong></div>
<div class="col-channel"><a href="/conversations/{CHANNELS[thread.board]}" class="channel">{thread.forum.boards[thread.board]}</a></div>
<div class="col-replies"><a href="/{thread.number}/unread">{len(thread.posts) - 1} replies</a></div><div class="col-lastPost"><span class="lastPostMember name">{_user(last)}</span>
<a href="/{thread.number}/last" class="lastPostTime">{last.when:%Y-%m-%d %H:%M}</a></div></li>"""


def _quote(post: Post, text: str) -> str:
    return f"""<blockquote><p><a href="/conversation/post/{post.number}" rel="post" class="control-search postRef">Find this post</a>
<cite>{post.name}</cite> {text}</p></blockquote>"""


def _post(post: Post) -> str:
    return f"""<li><div class="post hasControls" id="p{post.number}" data-id="{post.number}"><div class="avatar"><a href="/member/{post.author + 1}"><img alt="" /></a></div>
<div class="postContent thing"><div class="postHeader"><div class="info"><h3>{_user(post)}</h3> {_time(post, f"/conversation/post/{post.number}")}</div>
<div class="controls"><a href="/{post.thread.number}?quote={post.number}" class="control-quote">Quote</a></div></div>
<div class="postBody"><p>{post.body(_quote, "</p><pre>{}</pre><p>")}</p></div></div></div></li>"""


def _thread(thread: Thread, page: int) -> str:
    nav = f'<div class="pg">{pager(page, thread.pages, lambda n: _url(thread, n))}</div>'
    head = f"""<div id="conversationHeader" class="bodyHeader"><h1 id="conversationTitle">{thread.title}</h1>
<a href="/conversations/{CHANNELS[thread.board]}" class="channel">{thread.forum.boards[thread.board]}</a></div>"""
    return _frame(
        thread.title,
        f'{head}<div id="conversation"><ol id="conversationPosts" class="postList">{each(_post, thread.on_page(page))}</ol>{nav}</div>',
    )


def _frame(title: str, content: str) -> str:
    return f"""<!DOCTYPE html><html><head><title>{title} - Example</title></head><body><div id="hdr"><a href="/">Example</a>
<a href="/user/login">Log In</a> <a href="/user/join">Sign Up</a></div><div id="body">{content}</div><div id="ftr">Powered by esoTalk</div></body></html>"""
