"""Drupal's forum: /forum/3, /node/12?page=1, /comment/99#comment-99 is the page of a comment; flat comments."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Thread, each, pager, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query.get("page") or 0) + 1
    if path == "/":
        return _frame("Welcome", '<p>Welcome to Example.</p><a href="/forum">Forums</a>')
    if path == "/forum":
        return _frame("Forums", f'<table id="forum-0">{each(lambda n: _section(forum, n), range(4))}</table>')
    found = re.fullmatch(r"/(forum|node|comment|user)/(\d+)", path)
    if not found:
        return _frame("Log in", "<form>Username</form>") if path.startswith(("/user/", "/contact")) else None
    kind, number = found[1], int(found[2])
    if kind == "forum" and number <= 4:
        return _board(forum, number - 1, page)
    if kind == "node" and number in forum.by_number:
        return _thread(forum.by_number[number], page)
    if kind == "comment" and number in forum.posts:
        return _thread(forum.posts[number].thread, forum.posts[number].page)
    if kind == "user" and number <= 12:
        return _frame(forum.names[number - 1], "<article class=profile><h4>Member for</h4>3 years</article>")
    return None


def _url(thread: Thread, page: int = 1) -> str:
    return f"/node/{thread.number}" + (f"?page={page - 1}" if page > 1 else "")


def _by(post: Post) -> str:
    return f'By <a title="View user profile." href="/user/{post.author + 1}" class="username">{post.name}</a>'


def _section(forum: Forum, board: int) -> str:
    last = forum.board(board)[0].posts[-1]
    return f"""<tr><td><div class="forum__name"><a href="/forum/{board + 1}">{forum.boards[board]}</a></div></td>
<td>{len(forum.board(board))}</td><td class="forum__last-post"><span class="submitted">{_by(last)} {last.when:%m/%d/%Y - %H:%M}</span></td></tr>"""


def _board(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)
    nav = pager(page, pages(threads), lambda n: f"/forum/{board + 1}?page={n - 1}")
    return _frame(
        forum.boards[board],
        f'<table id="forum-topic">{each(_row, rows(threads, page))}</table><nav class="pager">{nav}</nav>',
    )


def _row(thread: Thread) -> str:
    first, last = thread.posts[0], thread.posts[-1]
    return f"""<tr><td class="forum__title"><div><a href="{_url(thread)}">{thread.title}</a></div><span class="submitted">{_by(first)}
{first.when:%m/%d/%Y - %H:%M}</span></td><td>{len(thread.posts) - 1}</td><td><span class="submitted">{_by(last)} {last.when:%m/%d/%Y - %H:%M}</span></td></tr>"""


def _quote(post: Post, text: str) -> str:
    return f"<blockquote><p><strong>{post.name} wrote:</strong></p><p>{text}</p></blockquote>"


def _comment(post: Post) -> str:
    link = f"/comment/{post.number}#comment-{post.number}"
    return f"""<a id="comment-{post.number}"></a><article class="js-comment comment"><footer class="comment__meta"><p class="comment__submitted">
{_by(post)}, {post.when:%m/%d/%Y - %H:%M}</p><a href="{link}" hreflang="en">Permalink</a></footer><div class="comment__content">
<h3><a href="{link}" class="permalink" rel="bookmark">{(post.text or "")[:24]}</a></h3><div class="field--name-comment-body"><p>{post.body(_quote, "</p><pre><code>{}</code></pre><p>", "<br />")}</p></div>
<ul class="links inline"><li><a href="/user/login?destination=/comment/reply/{post.number}">Log in</a> to post comments</li></ul></div></article>"""


def _thread(thread: Thread, page: int) -> str:
    first, board = thread.posts[0], f'<a href="/forum/{thread.board + 1}">{thread.forum.boards[thread.board]}</a>'
    comments = [post for post in thread.on_page(page) if post.place > 1]
    node = f"""<article class="node node--type-forum"><footer class="node__meta"><div class="node__submitted">Submitted by {_by(first)[3:]} on {first.when:%a, %m/%d/%Y - %H:%M}</div></footer>
<div class="node__content"><div class="field--name-taxonomy-forums">Forums {board}</div><div class="field--name-body">
<p>{first.body(_quote, "</p><pre><code>{}</code></pre><p>", "<br />")}</p></div></div><section class="comments"><h2 class="title">Comments</h2>
{each(_comment, comments)}<nav class="pager">{pager(page, thread.pages, lambda n: _url(thread, n))}</nav></section></article>"""
    return _frame(
        thread.title,
        f'<nav class="breadcrumb"><a href="/">Home</a> <a href="/forum">Forums</a> {board}</nav><h1>{thread.title}</h1>{node}',
    )


def _frame(title: str, content: str) -> str:
    return f"""<!DOCTYPE html><html><head><title>{title} | Example</title></head><body><header><a href="/">Home</a> <a href="/forum">Forums</a>
<a href="/contact">Contact</a> <a href="/user/login">Log in</a></header><main>{content}</main><footer>Powered by Drupal</footer></body></html>"""
