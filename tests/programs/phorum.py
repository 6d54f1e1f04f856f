"""Phorum 5 with the template emerald: read.php?3,12, list.php?3, read.php?3,12,page=2; the opener bears another class."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    words = ",".join(f"{key}={value}" if value else key for key, value in query.items()).split(",")
    numbers = [int(word) for word in words if word.isdecimal()]
    page = next((int(word[5:]) for word in words if word.startswith("page=") and word[5:].isdecimal()), 1)
    if path in ("/", "/index.php"):
        return _frame(
            "",
            f'<table class="list"><tr><th class="h1">Forums</th><th>Posts</th><th>Last Post</th></tr>{each(lambda n: _board(forum, n), range(4))}</table>',
        )
    if path == "/list.php" and numbers and numbers[0] in range(1, 5):
        return _list(forum, numbers[0] - 1, page)
    if path == "/read.php" and len(numbers) > 1:
        post = forum.posts.get(numbers[2]) if len(numbers) > 2 else None
        thread = next((thread for thread in forum.threads if thread.posts[0].number == numbers[1]), None)
        return _thread(thread, post.page if post else page) if thread and page <= thread.pages else None
    if path == "/profile.php" and len(numbers) > 1:
        return _frame(
            forum.names[numbers[1] - 1],
            f'<div class="generic"><h4>{forum.names[numbers[1] - 1]}</h4><dl><dt>Posts:</dt><dd>{numbers[1]}</dd></dl></div>',
        )
    return (
        _frame("Log In", "<form><h4>Log In</h4><input></form>")
        if path in ("/login.php", "/search.php", "/posting.php", "/register.php")
        else None
    )


def _url(thread: Thread, page: int = 1) -> str:
    return f"/read.php?{thread.board + 1},{thread.posts[0].number}" + (f",page={page}" if page > 1 else "")


def _place(post: Post) -> str:
    return f"/read.php?{post.thread.board + 1},{post.thread.posts[0].number},{post.number}#msg-{post.number}"


def _user(post: Post) -> str:
    return f'<a href="/profile.php?{post.thread.board + 1},{post.author + 1}">{post.name}</a>'


def _when(post: Post) -> str:
    return f"{post.when:%B %d, %Y %I:%M%p}"


def _board(forum: Forum, board: int) -> str:
    last = forum.board(board)[0].posts[-1]
    return f'<tr><td><h3><a href="/list.php?{board + 1}">{forum.boards[board]}</a></h3><p>All about it</p></td><td>99</td><td>{_when(last)}</td></tr>'


def _paging(page: int, last: int, link: str) -> str:
    if last == 1:
        return '<div class="paging">Page 1 of 1</div>'
    links = "".join(
        f'<strong class="current-page">{n}</strong>'
        if n == page
        else f'<a href="{link}{f",page={n}" if n > 1 else ""}" title="{n}">{n}</a>'
        for n in range(1, last + 1)
    )
    after = (
        f'<a href="{link},page={page + 1}" title="Next"><img src="/templates/emerald/images/control_next.png" class="icon1616" alt="Next" /></a>'
        if page < last
        else ""
    )
    return f'<div class="paging">Page {page} of {last} &nbsp; <strong>Pages:</strong> {links}{after}</div>'


def _row(thread: Thread) -> str:
    last = thread.posts[-1]
    jump = (
        f'<small>&nbsp;&nbsp;(Pages: {" ".join(f"""<a href="{_url(thread, n)}">{n}</a>""" for n in range(1, thread.pages + 1))})</small>'
        if thread.pages > 1
        else ""
    )
    return f'<tr><td class="icon"><a href="{_url(thread)}"><img src="/templates/emerald/images/comment.png" class="icon1616" alt="" /></a></td><td><h4><a href="{_url(thread)}" title="{thread.posts[0].lines[0][:60]}">{thread.title}</a>{jump}</h4></td><td nowrap="nowrap">{_user(thread.posts[0])}</td><td class="posts">{len(thread.posts)}</td><td nowrap="nowrap">{_when(last)}<br /><span class="recent"><a href="{_place(last)}">Last Post</a> by {_user(last)}</span></td></tr>'


def _list(forum: Forum, board: int, page: int) -> str:
    threads, link = forum.board(board), f"/list.php?{board + 1}"
    nav = f'<div class="nav">{_paging(page, pages(threads), link)}<a class="icon icon-folder" href="/index.php">Forum List</a><a class="icon icon-comment-add" href="/posting.php?{board + 1}">New Topic</a></div>'
    return _frame(
        forum.boards[board],
        f'{nav}<table cellspacing="0" class="list"><tr><th></th><th>Subject</th><th>Author</th><th>Posts</th><th>Last Post</th></tr>{each(_row, rows(threads, page))}</table>{nav}',
        forum,
        board,
    )


def _quote(post: Post, text: str) -> str:
    return f'<blockquote class="bbcode"><div><small>Quote<br/></small><strong>{post.name}</strong><br/>{text}</div></blockquote>'


def _post(post: Post) -> str:
    sign = f"<br /><br />{'_' * 30}<br />{post.signature}" if post.signature else ""
    kind = "message" if post.place > 1 else "message first"
    text = post.body(_quote, '<pre class="bbcode">{}</pre>', "<br />\n")
    return f"""<div class="{kind}" id="msg-{post.number}"><div class="generic"><table border="0" cellspacing="0"><tr><td width="100%"><div class="message-author icon-user">{_user(post)}</div><small><strong>{"Re: " if post.place > 1 else ""}{post.thread.title}</strong><br />{_when(post)}</small></td><td class="message-user-info" nowrap="nowrap">Registered: 2 years ago<br />Posts: {post.author * 7 + 1}</td></tr></table></div>
<div class="message-body">{text}{sign}<div class="message-options"><a class="icon icon-comment-add" href="/posting.php?{post.thread.board + 1},{post.number}">Reply</a><a class="icon icon-comment-add" href="/posting.php?{post.thread.board + 1},{post.number},quote=1">Quote</a></div></div></div>"""


def _thread(thread: Thread, page: int) -> str:
    nav = _paging(page, thread.pages, _url(thread))
    step = f'<a class="icon icon-prev" href="/read.php?{thread.board + 1},{thread.posts[0].number},newer">Newer Topic</a><a class="icon icon-next" href="/read.php?{thread.board + 1},{thread.posts[0].number},older">Older Topic</a>'
    return _frame(
        thread.title,
        f'<div class="nav">{step}</div><div class="nav">{nav}</div>{each(_post, thread.on_page(page))}<div class="nav">{nav}</div>',
        thread.forum,
        thread.board,
    )


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0) -> str:
    crumb = f' &gt; <a href="/list.php?{board + 1}">{forum.boards[board]}</a>' if forum else ""
    name = f"<h1>{title or 'Harbour'}</h1>"
    return f"""<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html lang="EN"><head><title>{title or "Harbour"}</title></head><body><div id="phorum"><div id="user-info"><span class="welcome">Welcome!</span> <a class="icon icon-key-go" href="/login.php?1">Log In</a> <a class="icon icon-user-add" href="/register.php?1">Create A New Profile</a></div><div id="logo"><a href="/index.php"><img src="/templates/emerald/images/logo.png" alt="Phorum" /></a></div>
<div id="breadcrumb"><a href="/index.php">Home</a>{crumb}</div><div id="search-area" class="icon-zoom"><a href="/search.php?1">Search</a></div><div id="page-info">{name}</div><div id="global-nav"></div>{content}<div id="footer-plug">This forum is powered by <a href="http://www.phorum.org/">Phorum</a>.</div></div></body></html>"""
