"""Kunena 6 in Joomla: /forum/board-slug/12-title, and /forum/board/12 where nothing of the title can stand there."""

from __future__ import annotations

import re

from tests.programs.forum import SIZE, Forum, Post, Redirect, Thread, each, pager, pages, rows

BOARDS = ("repairs-and-tools", "3", "boats", "5")


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    start = int(query.get("start") or 0)
    if path == "/":
        return Redirect("/forum")
    if path == "/forum":
        return _frame("Forum", each(lambda n: _category(forum, n), range(4)))
    if path in ("/forum/recent", "/forum/topics"):
        threads = sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)
        return _list("Recent Topics", path, threads, start)
    if found := re.fullmatch(r"/forum/user/(\d+)-?[^/]*", path):
        name = forum.names[int(found[1]) - 101]
        return _frame(name, f'<h1>{name}</h1><ul class="profilebox"><li>Offline</li></ul>')
    found = re.fullmatch(r"/forum/([^/]+)(?:/(\d+)(?:-[^/]*)?)?", path)
    if found is None or found[1] not in BOARDS:
        return None
    board = BOARDS.index(found[1])
    if not found[2]:
        return _list(forum.boards[board], path, forum.board(board), start)
    thread = forum.by_number.get(int(found[2]))
    return _thread(thread, start // SIZE + 1) if thread else None


def _url(thread: Thread, page: int = 1) -> str:
    slug = f"-{thread.slug}" if thread.slug else ""
    return f"/forum/{BOARDS[thread.board]}/{thread.number}{slug}" + (f"?start={page * SIZE - SIZE}" if page > 1 else "")


def _place(post: Post) -> str:
    return f"{_url(post.thread, post.page)}#{post.number}"


def _user(post: Post) -> str:
    slug = re.sub("[^a-z0-9]+", "-", post.name.lower()).strip("-")
    return f'<a class="kwho-user" href="/forum/user/{101 + post.author}{"-" + slug if slug else ""}">{post.name}</a>'


def _time(post: Post) -> str:
    return f'<span class="kdate" title="{post.when:%d %b %Y %H:%M}">{post.when:%d %b %Y %H:%M}</span>'


def _category(forum: Forum, board: int) -> str:
    last = forum.board(board)[0]
    return f"""<div class="category" id="kblock{board + 2}"><h3><a href="/forum/{BOARDS[board]}">{forum.boards[board]}</a>
<small>{len(forum.board(board))} topics</small></h3><div>Last Post: <a href="{_place(last.posts[-1])}">{last.title}</a><br>
by {_user(last.posts[-1])} {_time(last.posts[-1])}</div></div>"""


def _list(title: str, path: str, threads: list[Thread], start: int) -> str:
    page = start // 10 + 1
    nav = pager(page, pages(threads), lambda n: f"{path}?start={n * 10 - 10}" if n > 1 else path)
    table = f'<table class="table">{each(_row, rows(threads, page))}</table>'
    return _frame(title, f'<h1>{title}</h1><ul class="pagination">{nav}</ul>{table}')


def _row(thread: Thread) -> str:
    jump = " ".join(f'<a href="{_url(thread, n)}">{n}</a>' for n in range(2, thread.pages + 1))
    return f"""<tr class="category"><td><div class="krow"><a class="topictitle" href="{_url(thread)}">{thread.title}</a> {jump}</div>
<div>Topic started {_time(thread.posts[0])} by {_user(thread.posts[0])}</div><div>Category:
<a href="/forum/{BOARDS[thread.board]}">{thread.forum.boards[thread.board]}</a></div></td><td>Replies {len(thread.posts) - 1}</td>
<td><a href="{_place(thread.posts[-1])}">Last Post</a> by {_user(thread.posts[-1])} {_time(thread.posts[-1])}</td></tr>"""


def _quote(post: Post, text: str) -> str:
    return f'<blockquote><p class="kmsgtext-quote"><b>{post.name} wrote: </b>{text}</p></blockquote>'


CODE = '<div class="highlight"><pre class="xml" style="font-family:monospace;">{}</pre></div>'


def _post(post: Post) -> str:
    sign = f'<div class="ksig"><hr><span class="ksignature">{post.signature}</span></div>' if post.signature else ""
    title = f"{'Replied by ' + post.name + ' on topic ' if post.place > 1 else post.name + ' created the topic: '}{post.thread.title}"
    return f"""<div class="row message"><div class="col-md-2 hidden-phone"><ul class="unstyled center profilebox">
<li><strong>{_user(post)}</strong></li><li>Offline</li><li>Posts: {post.author * 17 + 3}</li></ul></div><div class="col-md-10">
<small class="text-muted">{_time(post)} <a href="#{post.number}" id="{post.number}">#{post.number}</a></small>
<div class="badger-left khistory" id="kmsg{post.number}"><div class="mykmsg-header">{title}</div>
<div class="kmsg">{post.body(_quote, CODE)}</div>{sign}</div></div></div>"""


def _thread(thread: Thread, page: int) -> str:
    board = f'<a href="/forum/{BOARDS[thread.board]}">{thread.forum.boards[thread.board]}</a>'
    nav = f'<ul class="pagination">{pager(page, thread.pages, lambda n: _url(thread, n))}</ul>'
    head = f'<ol class="breadcrumb"><li><a href="/forum">Forum</a></li><li>{board}</li></ol><h1>{thread.title}</h1>'
    return _frame(thread.title, head + nav + each(_post, thread.on_page(page)) + nav)


def _frame(title: str, content: str) -> str:
    return f"""<!DOCTYPE html><html><head><title>{title} - Example</title></head><body><nav><a href="/">Home</a></nav>
<div id="kunena"><ul class="nav"><li><a href="/forum">Index</a></li><li><a href="/forum/recent">Recent Topics</a></li>
<li><a href="/forum/search">Search</a></li></ul>{content}</div><div>Powered by Kunena Forum</div></body></html>"""
