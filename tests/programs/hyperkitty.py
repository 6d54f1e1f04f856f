"""HyperKitty: /archives/list/tools@lists.test/thread/HASH/, the first letter apart, answers in full below, the list by months."""

from __future__ import annotations

import base64
import hashlib

from tests.programs.forum import Forum, Post, Thread, each, pager, rows

LISTS = ("tools", "garden", "boats", "chat")


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query["page"]) if query.get("page", "").isdecimal() else 1
    parts = path.strip("/").split("/")
    if path in ("/", "/archives/"):
        items = each(
            lambda n: (
                f'<tr class="list"><td><a href="/archives/list/{_address(n)}/"><span class="list-name">{forum.boards[n]}</span><span class="list-address">{_address(n)}</span></a></td><td>{len(forum.board(n))} discussions</td></tr>'
            ),
            range(4),
        )
        return _frame("Available lists", f'<table class="all-lists">{items}</table>')
    board = next((n for n in range(4) if parts[:3] == ["archives", "list", _address(n)]), None)
    if board is None:
        return (
            _frame("Sign In", "<form><input></form>") if parts[0] in ("accounts", "user-profile", "mailman3") else None
        )
    rest = parts[3:]
    if not rest:
        recent = forum.board(board)[:6]
        return _frame(
            forum.boards[board],
            f'<div id="recently-active"><h3>Recently active discussions</h3>{each(_row, recent)}</div><div class="row"><a href="/archives/list/{_address(board)}/latest">All threads</a> {_months(forum, board)}</div>',
        )
    if rest == ["latest"]:
        return _list(forum.board(board), page, f"/archives/list/{_address(board)}/latest", "Latest")
    if len(rest) == 2 and rest[0].isdecimal() and rest[1].isdecimal():
        threads = [
            one
            for one in forum.board(board)
            if any((post.when.year, post.when.month) == (int(rest[0]), int(rest[1])) for post in one.posts)
        ]
        return _list(threads, page, f"/archives/list/{_address(board)}/{rest[0]}/{rest[1]}/", f"{rest[0]}-{rest[1]}")
    if len(rest) == 2 and rest[0] == "thread":
        thread = next((one for one in forum.board(board) if _hash(one.posts[0]) == rest[1]), None)
        return _thread(thread) if thread else None
    if len(rest) == 2 and rest[0] == "message":
        post = next((post for one in forum.board(board) for post in one.posts if _hash(post) == rest[1]), None)
        return _message(post) if post else None
    return None


def _address(board: int) -> str:
    return f"{LISTS[board]}@lists.harbour.test"


def _hash(post: Post) -> str:
    return base64.b32encode(hashlib.sha1(f"{post.number}@harbour".encode()).digest()).decode()


def _url(thread: Thread) -> str:
    return f"/archives/list/{_address(thread.board)}/thread/{_hash(thread.posts[0])}/"


def _months(forum: Forum, board: int) -> str:
    months = sorted(
        {(post.when.year, post.when.month) for one in forum.board(board) for post in one.posts}, reverse=True
    )
    return (
        '<ul id="months-list">'
        + each(
            lambda month: (
                f'<li><a href="/archives/list/{_address(board)}/{month[0]}/{month[1]}/">{month[0]}-{month[1]:02}</a></li>'
            ),
            months,
        )
        + "</ul>"
    )


def _row(thread: Thread) -> str:
    first, last = thread.posts[0], thread.posts[-1]
    return f'<div class="thread"><div class="row thread-info"><span class="thread-title"><a name="{_hash(first)}" href="{_url(thread)}">{thread.title}</a></span><div class="thread-date" title="{last.when:%A, %d %B %Y %H:%M:%S}">{last.when:%b %d}</div><div class="row"><div class="expander collapsed">by <span class="name">{first.name}</span></div><div class="thread-email">{first.lines[0][:60]}</div><div class="badges"><span class="badge">{len({post.author for post in thread.posts})} participants</span><span class="badge">{len(thread.posts) - 1} comments</span></div></div></div></div>'


def _list(threads: list[Thread], page: int, base: str, title: str) -> str:
    last = -(-len(threads) // 10) or 1
    nav = pager(page, last, lambda n: f"{base}?page={n}", '<li class="page-item active"><span>{}</span></li>')
    return _frame(
        title,
        f'<h2>{title}</h2><span>{len(threads)} discussions</span>{each(_row, rows(threads, page))}<div class="paginator pagination">{nav}</div>',
    )


def _text(post: Post) -> str:
    quote = (
        f'<p>{post.quoted.name} wrote:</p><div class="quoted-switch"><a href="#">...</a></div><blockquote class="blockquote"><div class="quoted-text quoted-text-0">{"<br>".join(post.quoted.lines)}</div></blockquote>'
        if post.quoted and post.place > 1
        else ""
    )
    code = f"<pre><code>{post.code}</code></pre>" if post.code else ""
    return f"{quote}{each(lambda line: f'<p>{line}</p>', post.lines)}{code}"


def _email(post: Post) -> str:
    body = f'<div class="email-body">{_text(post)}</div>'
    likes = f'<div class="email-info"><ul class="list-unstyled"><li class="like"><a class="youlike vote" title="You must be logged-in to vote." href="#like"><i class="fa fa-thumbs-o-up"></i>{post.number % 3}</a></li><li><a class="youdislike vote" href="#dislike">0</a></li></ul></div>'
    if post.place == 1:
        return f'<div class="email email-first"><div id="{_hash(post)}" class="email-header"><div class="gravatar-wrapper"><a href="/archives/users/{post.author}"><img class="gravatar" src="/a/{post.author}.png" alt=""></a></div><div class="email-author"><h2 class="name"><a href="/archives/users/{post.author}" title="See the profile for {post.name}">{post.name}</a></h2></div><div class="email-date"><div class="time"><span title="Sender&#39;s time: {post.when:%A, %d %B %Y %H:%M:%S}">{post.when.day} {post.when:%b} {post.when:%Y}</span></div><div class="date">{post.when.hour % 12 or 12}:{post.when:%M} {"a.m." if post.when.hour < 12 else "p.m."}</div></div></div>{body}{likes}</div>'
    return f'<div class="even"><div class="email"><div id="{_hash(post)}" class="email-header"><div class="gravatar-wrapper"><img class="gravatar" src="/a/{post.author}.png" alt=""></div><div class="email-author"><h2 class="name"><a href="/archives/users/{post.author}" title="See the profile for {post.name}">{post.name}</a></h2></div><div class="email-date pull-right"><div class="time"><a href="/archives/list/{_address(post.thread.board)}/message/{_hash(post)}/" title="Permalink for this message"><i class="fa fa-link"></i></a> <span title="Sender&#39;s time: {post.when:%A, %d %B %Y %H:%M:%S}">{post.when.day} {post.when:%b}</span></div><div class="date"><span>{post.when.hour % 12 or 12}:{post.when:%M} {"a.m." if post.when.hour < 12 else "p.m."}</span></div></div></div>{body}{likes}</div></div>'


def _thread(thread: Thread) -> str:
    around = [one for one in thread.forum.board(thread.board) if one is not thread][:2]
    nav = "".join(
        f'<a class="{side}" title="{one.title}" href="{_url(one)}">{side} thread</a>'
        for side, one in zip(("newer", "older"), around, strict=False)
    )
    return _frame(
        f"{thread.title} - {thread.forum.boards[thread.board]} - lists.harbour.test",
        f'<div class="thread-header"><h3>{thread.title}</h3></div><div class="row nav-row">{nav}</div>{_email(thread.posts[0])}<p class="sort-mode">Show replies by <a href="{_url(thread)}?sort=date">date</a></p><div class="replies">{each(_email, thread.posts[1:])}</div><div class="row">{nav}</div><div id="thread-overview-info"><ul class="list-unstyled"><li>{len(thread.posts) - 1} comments</li><li>{len({post.author for post in thread.posts})} participants</li></ul><a href="/archives/list/{_address(thread.board)}/">Back to the list</a></div>',
    )


def _message(post: Post) -> str:
    return _frame(
        f"{post.thread.title} - lists.harbour.test",
        f'<h2>{"Re: " if post.place > 1 else ""}{post.thread.title}</h2><div class="email"><div class="email-author"><h2 class="name">{post.name}</h2></div><span>{post.when.day} {post.when:%b} {post.when:%Y}</span><div class="email-body">{_text(post)}</div><a href="{_url(post.thread)}#{_hash(post)}">Back to the thread</a></div>',
    )


def _frame(title: str, content: str) -> str:
    return f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head><body><nav id="navbar"><a class="navbar-brand" href="/archives/">lists.harbour.test</a><ul class="nav"><li><a href="/accounts/login/">Sign In</a></li><li><a href="/accounts/signup/">Sign Up</a></li><li><a href="/mailman3/lists/">Manage Lists</a></li></ul></nav><div class="container">{content}</div><footer class="footer"><p>Powered by <a href="http://hyperkitty.readthedocs.org">HyperKitty</a> version 1.3.7.</p></footer></body></html>'
