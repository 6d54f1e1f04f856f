"""JForum 2: /posts/list/12.page, then /posts/list/10/12.page (posts skipped before the number of the thread), users by number."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Redirect, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path == "/":
        return Redirect("/forums/list.page")
    if path == "/forums/list.page":
        return _frame("Harbour", _boards(forum))
    if found := re.fullmatch(r"/forums/show/(?:(\d+)/)?([1-4])\.page", path):
        return _list(forum, int(found[2]) - 1, int(found[1] or 0) // 10 + 1)
    if found := re.fullmatch(r"/posts/list/(?:(\d+)/)?(\d+)\.page", path):
        thread = forum.by_number.get(int(found[2]))
        page = int(found[1] or 0) // 10 + 1
        return _thread(thread, page) if thread and page <= thread.pages else None
    if found := re.fullmatch(r"/posts/preList/(\d+)/(\d+)\.page", path):
        post = forum.posts.get(int(found[2]))
        return Redirect(f"{_url(post.thread, post.page)}#{post.number}") if post else None
    if found := re.fullmatch(r"/user/profile/(\d+)\.page", path):
        return _frame(
            "Profile",
            f'<table class="forumline"><tr><th colspan="2">Viewing profile :: {forum.names[int(found[1])]}</th></tr></table>',
        )
    return (
        _frame("Login", "<form><input></form>") if path.startswith(("/user/", "/search/", "/recentTopics/")) else None
    )


def _url(thread: Thread, page: int = 1) -> str:
    return f"/posts/list/{f'{page * 10 - 10}/' if page > 1 else ''}{thread.number}.page"


def _user(post: Post) -> str:
    return f'<a href="/user/profile/{post.author}.page">{post.name}</a>'


def _boards(forum: Forum) -> str:
    def row(n: int) -> str:
        last = forum.board(n)[0].posts[-1]
        return f'<tr><td class="row1" align="center"><img src="/images/folder.gif" alt=""/></td><td class="row1" width="100%"><span class="forumlink"><a class="forumlink" href="/forums/show/{n + 1}.page">{forum.boards[n]}</a></span><br/><span class="genmed">All about it<br/></span></td><td class="row2" align="center"><span class="gensmall">{len(forum.board(n))}</span></td><td class="row2" align="center"><span class="gensmall">{sum(len(thread.posts) for thread in forum.board(n))}</span></td><td class="row2" nowrap="nowrap"><span class="postdetails">{last.when:%d/%m/%Y %H:%M:%S}<br/>{_user(last)} <a href="/posts/preList/{last.thread.number}/{last.number}.page"><img src="/images/icon_latest_reply.gif" alt="[Latest Reply]"/></a></span></td></tr>'

    return f'<table class="forumline" width="100%"><tr><th colspan="2">Forums</th><th>Topics</th><th>Messages</th><th>Last Message</th></tr><tr><td class="catleft" colspan="5"><span class="cattitle"><a class="cattitle">General</a></span></td></tr>{each(row, range(4))}</table>'


def _pager(page: int, last: int, base: str) -> str:
    if last == 1:
        return ""
    links = [
        f'<span class="current">{n}</span>'
        if n == page
        else f'<a href="{base.format(f"{n * 10 - 10}/" if n > 1 else "")}">{n}</a>'
        for n in range(1, last + 1)
    ]
    after = f'<a href="{base.format(f"{page * 10}/")}">&#9658;</a>' if page < last else ""
    return f'<div class="pagination">{"".join(links)}{after}<a href="#goto" onclick="return overlay(this, \'goToBox\', \'rightbottom\');">Go</a></div>'


def _list(forum: Forum, board: int, page: int) -> str:
    def row(thread: Thread) -> str:
        first, last = thread.posts[0], thread.posts[-1]
        jump = (
            f'<span class="gensmall"><br/>[ Goto Page: {", ".join(f"""<a href="{_url(thread, n)}">{n}</a>""" for n in range(1, thread.pages + 1))} ]</span>'
            if thread.pages > 1
            else ""
        )
        return f'<tr class="bg_small_yellow"><td class="row1" align="center"><img src="/images/folder.gif" alt=""/></td><td class="row1" width="100%"><span class="topictitle"><a href="{_url(thread)}">{thread.title}</a></span>{jump}</td><td class="row2" align="center"><span class="postdetails">{len(thread.posts) - 1}</span></td><td class="row3" align="center"><span class="name">{_user(first)}</span></td><td class="row2" align="center"><span class="postdetails">{thread.number * 7}</span></td><td class="row3Right" nowrap="nowrap"><span class="postdetails">{last.when:%d/%m/%Y %H:%M:%S}<br/>{_user(last)} <a href="/posts/preList/{thread.number}/{last.number}.page"><img src="/images/icon_latest_reply.gif" alt="[Latest Reply]"/></a></span></td></tr>'

    threads = forum.board(board)
    nav = _pager(page, pages(threads), f"/forums/show/{{}}{board + 1}.page")
    return _frame(
        forum.boards[board],
        f'<table width="100%"><tr><td><a class="maintitle" href="/forums/show/{board + 1}.page">{forum.boards[board]}</a><br/><span class="gensmall"><b>Moderators: </b><a href="/user/listGroup/2.page">Administration</a></span></td><td align="right">{nav}</td></tr></table><table class="forumline" width="100%"><tr><th colspan="2">Topics</th><th>Replies</th><th>Author</th><th>Views</th><th>Last Message</th></tr>{each(row, rows(threads, page))}</table>{nav}',
    )


def _quote(post: Post, text: str) -> str:
    return f"<blockquote><div><cite>{post.name} wrote:</cite>{text}</div></blockquote>"


def _post(post: Post) -> str:
    text = post.body(
        _quote, '<p></p><div style="overflow: auto; width: 100%;"><pre name="code" class="text">{}</pre></div>'
    )
    signature = f'<hr/><span class="gensmall">{post.signature}</span>' if post.signature else ""
    re_ = "Re:" if post.place > 1 else ""
    return f'<tr class="trPosting"><td colspan="2" class="catHead"></td></tr><tr><td class="row1" align="left" valign="top" width="15%"><span class="nav"><a name="{post.number}"></a></span><b>{_user(post)}</b><br/><span class="gensmall"><br/><img src="/images/avatar/{post.author}.png" alt="[Avatar]"/><br/><br/>Joined: 0{post.author % 9 + 1}/02/2020 10:20:30<br/>Messages: {post.author * 12 + 3}<br/>Offline<br/></span></td><td class="row1" valign="top" width="100%" height="28"><table width="100%"><tr><td><a href="/posts/preList/{post.thread.number}/{post.number}.page#{post.number}"><img src="/images/icon_minipost_new.gif" alt="[Post New]"/></a><span class="postdetails date">{post.when:%d/%m/%Y %H:%M:%S}</span> <span class="postdetails">&nbsp;&nbsp; Subject: {re_}{post.thread.title}</span></td><td align="right"><a href="/posts/quote/0/{post.number}.page" rel="nofollow"><img src="/images/icon_quote.gif" alt="[Quote]"/></a> <a class="nav" href="#top"><img src="/images/icon_up.gif" alt="[Up]"/></a></td></tr><tr><td colspan="2"><hr/></td></tr><tr><td class="postbody" colspan="2" valign="top"><span class="postbody">{text}</span>{signature}</td></tr></table></td></tr>'


def _thread(thread: Thread, page: int) -> str:
    nav = _pager(page, thread.pages, f"/posts/list/{{}}{thread.number}.page")
    return _frame(
        thread.title,
        f'<table width="100%"><tr><td><a name="top" class="maintitle" href="{_url(thread)}" id="top">{thread.title}</a></td></tr><tr><td><span class="nav"><a class="nav" href="/forums/list.page">Forum Index</a> &raquo; <a class="nav" href="/forums/show/{thread.board + 1}.page">{thread.forum.boards[thread.board]}</a></span></td><td align="right">{nav}</td></tr></table><table class="forumline" width="100%"><tr><th class="thleft" width="150">Author</th><th class="thright">Message</th></tr>{each(_post, thread.on_page(page))}</table>{nav}',
    )


def _frame(title: str, content: str) -> str:
    return f'<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"><html><head><meta charset="utf-8"><title>{title} - Harbour</title></head><body class="jforum"><table class="bodyline"><tr><td><span class="boardtitle">Harbour</span> <a class="mainmenu" href="/search/filters.page">Search</a> <a class="mainmenu" href="/recentTopics/list.page">Recent Topics</a> <a class="mainmenu" href="/user/list.page">Member Listing</a> <a class="mainmenu" href="/user/insert.page">Register</a> / <a class="mainmenu" href="/user/login.page">Login</a></td></tr><tr><td>{content}</td></tr></table><div align="center" class="copyright">Powered by <a href="http://www.jforum.net">JForum 2.1.9</a> &copy; JForum Team</div></body></html>'
