"""PunBB with its folder-based fancy addresses: /forum/3/boats/, /topic/12/title/page/2/, /post/99/#p99."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Thread, each, pager, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path == "/":
        return _frame(
            "Example", f'<div class="main-content main-category">{each(lambda n: _section(forum, n), range(4))}</div>'
        )
    found = re.fullmatch(r"/(\w+)/(\d+)/(?:(?!page/)[^/]+/)?(?:page/(\d+)/)?", path)
    if not found:
        return _frame("Login", "<form>Username <input></form>") if path in ("/login/", "/search/", "/users/") else None
    kind, number, page = found[1], int(found[2]), int(found[3] or 1)
    if kind == "forum" and number <= 4:
        return _board(forum, number - 1, page)
    if kind == "topic" and number in forum.by_number:
        return _thread(forum.by_number[number], page)
    if kind == "post" and number in forum.posts:
        return _thread(forum.posts[number].thread, forum.posts[number].page)
    if kind == "user" and number <= 13:
        return _frame(forum.names[number - 2], f'<div class="profile"><h2>{forum.names[number - 2]}</h2>Member</div>')
    return None


def _url(thread: Thread, page: int = 1) -> str:
    slug = f"{thread.slug}/" if thread.slug else ""
    return f"/topic/{thread.number}/{slug}" + (f"page/{page}/" if page > 1 else "")


def _forum_url(forum: Forum, board: int, page: int = 1) -> str:
    slug = re.sub("[^a-z]+", "-", forum.boards[board].lower()).strip("-")
    return f"/forum/{board + 1}/{slug + '/' if slug else ''}" + (f"page/{page}/" if page > 1 else "")


def _last(post: Post, text: str) -> str:
    return f'<a href="/post/{post.number}/#p{post.number}">{text}</a> <cite>by {post.name}</cite>'


def _section(forum: Forum, board: int) -> str:
    last = forum.board(board)[0].posts[-1]
    return f"""<div id="forum{board + 1}" class="main-item"><div class="item-subject"><h3 class="hn"><a href="{_forum_url(forum, board)}">
<span>{forum.boards[board]}</span></a></h3></div><ul class="item-info"><li class="info-topics"><strong>{len(forum.board(board))}</strong> topics</li>
<li class="info-lastpost"><strong>{_last(last, f"{last.when:%Y-%m-%d %H:%M:%S}")}</strong></li></ul></div>"""


def _board(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)
    nav = pager(page, pages(threads), lambda n: _forum_url(forum, board, n))
    return _frame(
        forum.boards[board],
        f'<p class="paging">{nav}</p><div class="main-content">{each(_row, rows(threads, page))}</div>',
    )


def _row(thread: Thread) -> str:
    jump = " ".join(f'<a href="{_url(thread, n)}">{n}</a>' for n in range(1, thread.pages + 1))
    jump = f'<span class="item-nav">( Pages {jump} )</span>' if thread.pages > 1 else ""
    last = thread.posts[-1]
    return f"""<div id="topic{thread.number}" class="main-item"><div class="item-subject"><h3 class="hn"><a href="{_url(thread)}">{thread.title}</a></h3>
<p><span class="item-starter">by <cite>{thread.posts[0].name}</cite></span> {jump}</p></div><ul class="item-info"><li class="info-replies">
<strong>{len(thread.posts) - 1}</strong> replies</li><li class="info-lastpost">{_last(last, f"{last.when:%Y-%m-%d %H:%M:%S}")}</li></ul></div>"""


def _quote(post: Post, text: str) -> str:
    return f'<div class="quotebox"><cite>{post.name} wrote:</cite><blockquote><p>{text}</p></blockquote></div>'


def _post(post: Post) -> str:
    sign = (
        f'<div class="sig-content"><span class="sig-line"><!-- --></span>{post.signature}</div>'
        if post.signature
        else ""
    )
    return f"""<div class="post {"firstpost topicpost" if post.place == 1 else "replypost"}"><div id="p{post.number}" class="posthead">
<h3 class="hn post-ident"><span class="post-num">{post.place}</span> <span class="post-byline">{"Topic" if post.place == 1 else "Reply"} by
<a title="Go to {post.name}'s profile" href="/user/{post.author + 2}/">{post.name}</a></span>
<span class="post-link"><a class="permalink" rel="bookmark" title="Permanent link" href="/post/{post.number}/#p{post.number}">{post.when:%Y-%m-%d %H:%M:%S}</a></span></h3></div>
<div class="postbody"><div class="post-author"><ul class="author-ident"><li class="username"><a href="/user/{post.author + 2}/">{post.name}</a></li>
<li class="usertitle"><span>Member</span></li></ul></div><div class="post-entry"><h4 class="entry-title hn">{"Re: " if post.place > 1 else "Topic: "}{post.thread.title}</h4>
<div class="entry-content"><p>{post.body(_quote, '</p><div class="codebox"><pre><code>{}</code></pre></div><p>')}</p>{sign}</div></div></div></div>"""


def _thread(thread: Thread, page: int) -> str:
    nav = (
        f'<p class="paging"><span class="pages">Pages</span> {pager(page, thread.pages, lambda n: _url(thread, n))}</p>'
    )
    crumbs = f'<p class="crumbs"><a href="/">Example</a> » <a href="{_forum_url(thread.forum, thread.board)}">{thread.forum.boards[thread.board]}</a></p>'
    head = f'<h1 class="main-title"><a class="permalink" href="{_url(thread)}">{thread.title}</a></h1>'
    return _frame(
        thread.title,
        f'{crumbs}{head}{nav}<div class="main-content main-topic">{each(_post, thread.on_page(page))}</div>{nav}',
    )


def _frame(title: str, content: str) -> str:
    return f"""<!DOCTYPE html><html><head><title>{title} — Example</title></head><body class="brd-page"><div id="brd-navlinks">
<a href="/">Index</a> <a href="/users/">User list</a> <a href="/search/">Search</a> <a href="/login/">Login</a></div>
<div id="brd-main">{content}</div><div id="brd-about">Powered by PunBB</div></body></html>"""
