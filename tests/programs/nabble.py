"""Nabble: /The-title-td12.html, -td12i10.html for later pages, -tp12p99.html for posts; boards as /The-board-f3.html."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Redirect, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path == "/":
        return _frame("Harbour", f'<table class="subapps">{each(lambda n: _board(forum, n), range(4))}</table>')
    found = re.fullmatch(r"/(?:.*-)?(td|tp|f)(\d+)(?:([ip])(\d+))?\.html", path)
    if found is None:
        return _frame("Log in", "<form><h1>Log in</h1><input></form>") if path == "/template/NamlServlet.jtp" else None
    number, rest = int(found[2]), int(found[4] or 0)
    if found[1] == "f":
        return _list(forum, number - 1, rest // 10 + 1) if number in range(1, 5) else None
    thread = forum.by_number.get(number)
    if thread and found[1] == "tp":
        post = forum.posts.get(rest)
        return Redirect(_url(thread, post.page) + f"#a{post.number}") if post else None
    return _thread(thread, rest // 10 + 1) if thread and rest // 10 < thread.pages else None


def _name(title: str) -> str:
    return "-".join(re.findall(r"[A-Za-z0-9]+", title)) or ""


def _url(thread: Thread, page: int = 1) -> str:
    name = _name(thread.title)
    return f"/{name}{'-' if name else ''}td{thread.number}{f'i{page * 10 - 10}' if page > 1 else ''}.html"


def _place(post: Post) -> str:
    return f"{_url(post.thread).replace('-td', '-tp').replace('/td', '/tp')[:-5]}p{post.number}.html"


def _list_url(forum: Forum, board: int, page: int = 1) -> str:
    name = _name(forum.boards[board])
    return f"/{name}{'-' if name else ''}f{board + 1}{f'i{page * 10 - 10}' if page > 1 else ''}.html"


def _user(post: Post) -> str:
    return f'<a href="/template/NamlServlet.jtp?macro=user_nodes&amp;user={340 + post.author}" rel="nofollow" title="View profile of {post.name}">{post.name}</a>'


def _when(post: Post) -> str:
    return (
        f'<span title="{int(post.when.timestamp() * 1000)}">{post.when:%b %d, %Y}; {post.when:%I:%M%p}</span>'.replace(
            "AM", "am"
        ).replace("PM", "pm")
    )


def _board(forum: Forum, board: int) -> str:
    last = forum.board(board)[0].posts[-1]
    return f'<tr><td><a href="{_list_url(forum, board)}" class="app-title">{forum.boards[board]}</a><div class="light">All about it</div></td><td>{len(forum.board(board))} topics</td><td><a href="{_place(last)}">{last.thread.title[:25]}</a> by {last.name}</td></tr>'


def _pager(page: int, last: int, link: list[str]) -> str:
    if last == 1:
        return ""
    links = " ".join(
        f'<span class="current-page">{n}</span>'
        if n == page
        else f'<span class="page no-bg-color"><a href="{link[n - 1]}" title="Page {n}">{n}</a></span>'
        for n in range(1, last + 1)
    )
    after = (
        f'<span class="next-page"><a href="{link[page]}" title="Next page"><img src="/images/arrow_right.png" alt=""></a></span>'
        if page < last
        else ""
    )
    return f'<span class="pages">{links} {after}</span>'


def _row(thread: Thread) -> str:
    last = thread.posts[-1]
    return f'<tr class="topic-row"><td><a href="{_url(thread)}">{thread.title}</a> <span class="light">by {_user(thread.posts[0])}</span></td><td>{len(thread.posts) - 1} replies</td><td><a href="{_place(last)}" title="View last post">{_when(last)}</a> by {last.name}</td></tr>'


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)
    nav = _pager(page, pages(threads), [_list_url(forum, board, n) for n in range(1, pages(threads) + 1)])
    return _frame(
        forum.boards[board],
        f'<h1><a href="{_list_url(forum, board)}">{forum.boards[board]}</a></h1><table class="topics">{each(_row, rows(threads, page))}</table>{nav}',
        forum,
        board,
    )


def _quote(post: Post, text: str) -> str:
    return f"<div class='quote' style=''><div class='quote-author' style=''>{post.name} wrote</div><div class='quote-message shrinkable-quote'>{text}</div></div>"


def _post(post: Post) -> str:
    sign = f'<div class="signature weak-color">{post.signature}</div>' if post.signature else ""
    text = post.body(_quote, "<pre>{}</pre>", "<br/>\n")
    return f"""<div id="post-{post.number}" class="classic-table"><table><tr class="classic-header shaded-bg-color"><td class="classic-author-name"><a name="a{post.number}"></a>{_user(post)}</td><td class="classic-subject-line"><span class="post-date float-right">{_when(post)}</span><h{2 if post.place > 1 else 1} class="post-subject">{"Re: " if post.place > 1 else ""}{post.thread.title}</h{2 if post.place > 1 else 1}></td></tr><tr class="classic-row"><td class="classic-author-info"><span class="online-status">{post.author * 11} posts</span></td><td class="classic-body"><div class="message-text">{text}</div>{sign}<div class="post-links"><a href="/template/NamlServlet.jtp?macro=reply&amp;node={post.number}" rel="nofollow">Reply</a> | <a href="{_place(post)}">Threaded</a> | <a href="javascript:void(0)">More</a></div></td></tr></table></div>"""


def _thread(thread: Thread, page: int) -> str:
    nav = _pager(page, thread.pages, [_url(thread, n) for n in range(1, thread.pages + 1)])
    head = "" if page == 1 else f'<div class="topic-title">{thread.title}</div>'
    return _frame(
        thread.title,
        f'{head}<div class="posts-count">{len(thread.posts)} messages</div>{nav}{each(_post, thread.on_page(page))}<div class="bottom">{nav}<a href="{_list_url(thread.forum, thread.board)}">« Return to {thread.forum.boards[thread.board]}</a></div>',
        thread.forum,
        thread.board,
    )


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0) -> str:
    crumb = (
        f'<span class="sep"> › </span><span class="breadcrumb"><a href="{_list_url(forum, board)}">{forum.boards[board]}</a></span>'
        if forum
        else ""
    )
    name = f"{forum.boards[board]} - " if forum and forum.boards[board] != title else ""
    return f"""<!DOCTYPE html><html><head><meta charset="utf-8"><title>{name}{title}</title></head><body><div id="nabble" class="nabble"><div class="top-bar"><div class="breadcrumbs"><span class="breadcrumb"><a href="/">Harbour</a></span>{crumb}</div><div class="right"><a href="/template/NamlServlet.jtp?macro=login">Login</a><a href="/template/NamlServlet.jtp?macro=register">Register</a></div></div>{content}<div class="footer"><a href="http://www.nabble.com/" target="_top">Free forum by Nabble</a></div></div></body></html>"""
