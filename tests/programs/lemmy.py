"""Lemmy's web interface: /post/12, comments nested in a tree, titles that link elsewhere, lists over all communities."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Thread, each, in_tree

COMMUNITIES = ("repairs", "garden", "boats", "chat")
ROWS = 20
order = in_tree


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query["page"]) if query.get("page", "").isdecimal() else 1
    threads = sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)
    if path == "/":
        return _list(forum, "Harbour", threads, page, "/")
    if found := re.fullmatch(r"/c/(\w+)", path):
        return (
            _list(forum, f"{found[1]} - Harbour", forum.board(COMMUNITIES.index(found[1])), page, path)
            if found[1] in COMMUNITIES
            else None
        )
    if found := re.fullmatch(r"/post/(\d+)", path):
        thread = forum.by_number.get(int(found[1]))
        return _thread(thread) if thread else None
    if found := re.fullmatch(r"/comment/(\d+)", path):
        post = forum.posts.get(int(found[1]))
        return _thread(post.thread, post) if post and post.place > 1 else None
    if found := re.fullmatch(r"/u/user(\d+)", path):
        own = [post for post in forum.posts.values() if post.author == int(found[1]) and post.place > 1][:6]
        return (
            _frame(
                forum.names[int(found[1])],
                f'<h1 class="h4">{forum.names[int(found[1])]}</h1><div class="comments">{each(lambda post: _comment(post, alone=True), own)}</div>',
            )
            if int(found[1]) < len(forum.names)
            else None
        )
    if path == "/communities":
        return _frame(
            "Communities",
            f'<table class="table">{each(lambda name: f"<tr><td><a href=/c/{name}>{name}</a></td></tr>", COMMUNITIES)}</table>',
        )
    return _frame("Login", "<form><input></form>") if path in ("/login", "/signup", "/search", "/modlog") else None


def _user(post: Post) -> str:
    return f'<a class="person-listing d-inline-flex align-items-baseline text-info" title="{post.name}" href="/u/user{post.author}"><span>{post.name}</span></a>'


def _when(post: Post) -> str:
    return f'<span class="moment-time pointer unselectable" data-tippy-content="{post.when:%A, %B %-d, %Y at %-I:%M:%S %p} GMT+00:00"><time datetime="{post.when:%Y-%m-%dT%H:%M:%S}Z">2 years ago</time></span>'


def _community(thread: Thread) -> str:
    return f'<a class="community-link" title="!{COMMUNITIES[thread.board]}@harbour.test" href="/c/{COMMUNITIES[thread.board]}"><span class="overflow-wrap-anywhere">{thread.forum.boards[thread.board]}</span></a>'


def _row(thread: Thread) -> str:
    return f"""<div class="post-listing mt-2"><article class="row post-container"><div class="col flex-grow-0"><div class="vote-bar"><button>▲</button><div class="unselectable pointer text-muted">{thread.number}</div></div></div><div class="col"><div class="row"><div class="post-title"><h1 class="h5 d-inline text-break"><a class="d-inline link-dark" href="/post/{thread.number}" title="Comments">{thread.title}</a></h1></div><div class="small mb-1 mb-md-0">{_user(thread.posts[0])} to {_community(thread)} • {_when(thread.posts[0])}</div></div>
<div class="d-flex align-items-center"><a class="btn btn-link btn-sm text-muted ps-0" title="{len(thread.posts) - 1} Comments" href="/post/{thread.number}?scrollToComments=true">{len(thread.posts) - 1}</a></div></div></article></div>"""


def _list(forum: Forum, title: str, threads: list[Thread], page: int, base: str) -> str:
    shown, more = threads[(page - 1) * ROWS : page * ROWS], len(threads) > page * ROWS
    before = (
        f'<a class="btn btn-secondary me-2" href="{base}?page={page - 1}">Prev</a>'
        if page > 1
        else '<button class="btn btn-secondary me-2" disabled>Prev</button>'
    )
    after = (
        f'<a class="btn btn-secondary" href="{base}?page={page + 1}">Next</a>'
        if more
        else '<button class="btn btn-secondary" disabled>Next</button>'
    )
    sort = each(lambda key: f'<a href="{base}?sort={key}">{key}</a>', ("Hot", "New", "TopAll"))
    return _frame(
        title, f'<div class="sort">{sort}</div>{each(_row, shown)}<div class="paginator my-2">{before}{after}</div>'
    )


def _text(post: Post) -> str:
    quoted = f"<blockquote><p>{'<br>'.join(post.quoted.lines)}</p></blockquote>\n" if post.quoted else ""
    code = f"<pre><code>{post.code}\n</code></pre>" if post.code else ""
    lines = "</p>\n<p>".join(post.lines)
    return f"{quoted}<p>{lines}</p>\n{code}"


def _comment(post: Post, *, alone: bool = False) -> str:
    answers = [] if alone else [other for other in post.thread.posts if _parent(other) is post]
    inner = f'<ul class="comments">{each(_comment, answers)}</ul>' if answers else ""
    op = '<span class="badge text-info ms-2">OP</span>' if post.author == post.thread.posts[0].author else ""
    about = f'in <a href="/post/{post.thread.number}">{post.thread.title}</a>' if alone else ""
    return f"""<li class="comment list-unstyled"><article id="comment-{post.number}" class="details comment-node py-2"><div class="ms-2"><div class="d-flex flex-wrap align-items-center text-muted small">{_user(post)}{op}<a class="btn btn-link btn-sm" href="/comment/{post.number}" title="link"><svg class="icon"></svg></a>{about}<span class="me-lg-5 flex-grow-1"></span><span class="me-1 fw-bold">{post.number % 7}</span><span class="mr-1">•</span>{_when(post)}</div><div class="comment-content"><div class="md-div">{_text(post)}</div></div><div class="comment-bottom-btns d-flex"><button class="btn btn-link">reply</button></div></div></article>{inner}</li>"""


def _parent(post: Post) -> Post | None:
    return None if post.place == 1 else post.quoted or post.thread.posts[0]


def _thread(thread: Thread, only: Post | None = None) -> str:
    first = thread.posts[0]
    top = [only] if only else [post for post in thread.posts if _parent(post) is first]
    back = f'<a class="btn btn-link" href="/post/{thread.number}">View all comments ➔</a>' if only else ""
    return _frame(
        f"{thread.title} - Harbour",
        f"""<main class="post-container"><div class="post-listing mt-2"><article><h1 class="h4 d-inline text-break">{thread.title}</h1><div class="small mb-1">{_user(first)} to {_community(thread)} • {_when(first)}</div><div id="postContent" class="col-12 card my-2 p-2"><div class="md-div">{_text(first)}</div></div><div class="btns"><span>{len(thread.posts) - 1} comments</span></div></article></div>{back}<div class="comments-sort"><button>Hot</button><button>Old</button></div><ul class="comments">{each(_comment, top)}</ul></main>""",
    )


def _frame(title: str, content: str) -> str:
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head><body><div id="app" class="lemmy-site"><nav class="navbar"><a class="navbar-brand" title="Harbour" href="/">Harbour</a><ul><li><a href="/communities" title="Communities">Communities</a></li><li><a href="/search">Search</a></li><li><a href="/login">Login</a></li><li><a href="/signup">Sign Up</a></li></ul></nav><div class="mt-4 p-0 fl-1"><div class="container-lg">{content}</div></div><footer><a href="/modlog">Modlog</a><a href="https://join-lemmy.org">join-lemmy.org</a></footer></div></body></html>"""
