"""UBB.threads 7: /ubbthreads.php/topics/467/title, where the number of any post shows the page it is on; pages /topics/467/2/title."""

from __future__ import annotations

import re
from urllib.parse import quote

from tests.programs.forum import Forum, Post, Thread, each, pages, rows

BASE = "/ubbthreads.php"


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path in ("/", BASE, f"{BASE}/forum_summary"):
        return _frame("Harbour Forums", _summary(forum))
    if found := re.fullmatch(rf"{BASE}/forums/([1-4])(?:/(\d+))?(?:/[^/]*)?", path):
        return _list(forum, int(found[1]) - 1, int(found[2] or 1))
    if found := re.fullmatch(rf"{BASE}/(?:topics|posts)/(\d+)(?:/(\d+))?(?:/[^/]*)?", path):
        post = forum.posts.get(int(found[1]))
        if post is None:
            return None
        page = int(found[2]) if found[2] else post.page
        return _thread(post.thread, page) if page <= post.thread.pages else None
    if found := re.fullmatch(rf"{BASE}/users/(\d+)(?:/[^/]*)?", path):
        return _frame(
            "Profile",
            f'<table class="t_outer"><tr><td class="tdheader">Profile for {forum.names[int(found[1]) - 2]}</td></tr><tr><td class="alt-1">Member since 01/01/20</td></tr></table>',
        )
    if path.startswith(f"{BASE}/ubb/"):
        return _frame("Log In", "<form><input></form>")
    return None


def _slug(text: str) -> str:
    return quote(re.sub(r"[^\w]+", "_", text))


def _url(thread: Thread, page: int = 1) -> str:
    return f"{BASE}/topics/{thread.posts[0].number}/" + (f"{page}/" if page > 1 else "") + _slug(thread.title)


def _place(post: Post) -> str:
    return (
        f"{BASE}/topics/{post.number}/{_slug(('Re: ' if post.place > 1 else '') + post.thread.title)}#Post{post.number}"
    )


def _user(post: Post) -> str:
    return f'<a href="{BASE}/users/{post.author + 2}/{quote(post.name)}" rel="nofollow"><span class="username">{post.name}</span></a>'


def _when(post: Post) -> str:
    return f'<span class="date">{post.when:%m/%d/%y}</span> <span class="time">{post.when:%I:%M %p}</span>'


def _summary(forum: Forum) -> str:
    def row(n: int) -> str:
        last = forum.board(n)[0].posts[-1]
        return f'<tr><td class="alt-1 topicicon"><img src="/images/nonewposts.gif" alt=""></td><td class="alt-2 forumtitle"><div class="forum_name"><a href="{BASE}/forums/{n + 1}/1/{_slug(forum.boards[n])}">{forum.boards[n]}</a></div><div class="forumdescript">All about it</div></td><td class="alt-1 threadtotal">{len(forum.board(n))}</td><td class="alt-2 posttotal">{sum(len(t.posts) for t in forum.board(n))}</td><td class="alt-1 posttime"><a href="{_place(last)}" title="{last.thread.title}">{last.thread.title[:20]}</a><br>by {_user(last)}<br>{_when(last)}</td></tr>'

    recent = sorted(forum.posts.values(), key=lambda post: post.when, reverse=True)[:5]
    island = each(
        lambda post: (
            f'<tr><td class="alt-1"><a href="{_place(post)}">{post.thread.title}</a><br><span class="small">by {post.name} - {_when(post)}</span></td></tr>'
        ),
        recent,
    )
    return f'<table class="t_outer"><tr><td class="left_col"><table class="t_inner"><tr><td class="tdheader">Recent Posts</td></tr>{island}</table></td><td class="body_col"><table class="t_inner"><tr><td class="category" colspan="5"><a href="{BASE}/ubb/cfrm/c/1">General</a></td></tr><tr class="tdheader"><td></td><td>Forum</td><td>Topics</td><td>Posts</td><td>Last Post</td></tr>{each(row, range(4))}</table></td></tr></table>'


def _pager(page: int, last: int, link: str, tail: str) -> str:
    if last == 1:
        return ""
    cells = "".join(
        f'<td class="page-cur">{n}</td>'
        if n == page
        else f'<td class="page-n"><a href="{link}/{n}/{tail}">{n}</a></td>'
        for n in range(1, last + 1)
    )
    more = f'<td class="page-n"><a href="{link}/{page + 1}/{tail}">&gt;</a></td>' if page < last else ""
    return f'<table class="pagination"><tr><td class="page-n">Page {page} of {last}</td>{cells}{more}</tr></table>'


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)

    def row(thread: Thread) -> str:
        last = thread.posts[-1]
        jump = "".join(
            f' <a href="{BASE}/topics/{thread.posts[0].number}/{n}/{_slug(thread.title)}">{n}</a>'
            for n in range(1, thread.pages + 1)
        )
        jump = f'<span class="small">[ {jump} ]</span>' if thread.pages > 1 else ""
        return f'<tr><td class="topicicon alt-1"><img src="/images/book.gif" alt=""></td><td class="topicsubject alt-1"><div class="topic_name"><a href="{_url(thread)}">{thread.title}</a> {jump}</div><div class="small">{_user(thread.posts[0])}</div></td><td class="topicreplies alt-1">{len(thread.posts) - 1}</td><td class="topicviews alt-1">{thread.number * 31}</td><td class="topictime alt-1">{_when(last)}<br><a href="{_place(last)}"><img src="/images/lastpost.gif" alt="Last post"></a> by {_user(last)}</td></tr>'

    nav = _pager(page, pages(threads), f"{BASE}/forums/{board + 1}", _slug(forum.boards[board]))
    return _frame(
        forum.boards[board],
        f'{nav}<table class="t_inner"><tr class="tdheader"><td></td><td>Topic</td><td>Replies</td><td>Views</td><td>Last Post</td></tr>{each(row, rows(threads, page))}</table>{nav}',
        forum,
        board,
    )


def _quote(post: Post, text: str) -> str:
    return f'<div class="ubbcode-block"><div class="ubbcode-header">Originally Posted By: {post.name}</div><div class="ubbcode-body">{text}</div></div>'


def _post(post: Post) -> str:
    thread = post.thread
    to = post.quoted or thread.posts[0]
    re_ = (
        f' <span class="small">[<a href="{_place(to)}" rel="nofollow">Re: {to.name}</a>]</span>'
        if post.place > 1
        else ""
    )
    sign = (
        f'<tr><td class="post_content signature" colspan="2"><div class="signature">_________________________<br>{post.signature}</div></td></tr>'
        if post.signature
        else ""
    )
    text = post.body(
        _quote,
        '<div class="ubbcode-block"><div class="ubbcode-header">Code:</div><div class="ubbcode-body ubbcode-pre"><pre>{}</pre></div></div>',
        "<br>",
    )
    return f'<tr><td><a name="Post{post.number}"></a><table class="t_inner post"><tr><td class="subjecttable" colspan="2"><div class="fright"><a href="{BASE}/ubb/showflat/Number/{post.number}#Post{post.number}" rel="nofollow">#{post.number}</a> - {_when(post)}</div><img src="/images/book.gif" alt=""> <b><a href="{_place(post)}" class="subject">{"Re: " if post.place > 1 else ""}{thread.title}</a></b>{re_}</td></tr><tr><td class="author-content alt-1">{_user(post)} <img src="/images/offline.gif" alt="Offline"><br>journeyman<br>Registered: 01/01/20<br>Posts: {post.author * 7 + 3}<br>Loc: Harbour</td><td class="post_content alt-1"><div class="post_inner"><div id="body{post.place - 1}">{text}</div></div></td></tr>{sign}<tr><td class="foot alt-1"><a href="#top">Top</a></td><td class="foot alt-1"><a href="{BASE}/ubb/newreply/Board/{thread.board + 1}/Number/{post.number}">Reply</a> <a href="{BASE}/ubb/newreply/Number/{post.number}/q/1">Quote</a></td></tr></table></td></tr>'


def _thread(thread: Thread, page: int) -> str:
    nav = _pager(page, thread.pages, f"{BASE}/topics/{thread.posts[0].number}", _slug(thread.title))
    near = [one for one in thread.forum.board(thread.board) if one is not thread][:2]
    beside = " ".join(
        f'<a href="{BASE}/grabnext/Board/{thread.board + 1}/mode/showflat/dir/{way}/posted/{int(one.posts[-1].when.timestamp())}">{way} Topic</a>'
        for way, one in zip(("old", "new"), near, strict=False)
    )
    return _frame(
        thread.title,
        f'{nav}<div class="controls"><a href="{BASE}/ubb/printthread/Board/{thread.board + 1}/main/{thread.number}/type/thread">Print Topic</a></div><table class="t_outer">{each(_post, thread.on_page(page))}</table>{nav}<div>{beside}</div>',
        thread.forum,
        thread.board,
    )


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0) -> str:
    crumb = (
        f' &raquo; <a href="{BASE}/forums/{board + 1}/1/{_slug(forum.boards[board])}">{forum.boards[board]}</a>'
        if forum
        else ""
    )
    return f'<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"><html><head><title>{title} - Harbour Forums</title></head><body><a name="top"></a><table class="t_outer"><tr><td class="navigation"><a href="{BASE}/forum_summary">Forums</a> <a href="{BASE}/ubb/calendar">Calendar</a> <a href="{BASE}/ubb/activetopics/range/1/type/t">Active Threads</a> <a href="{BASE}/ubb/login">Log In</a></td></tr><tr><td class="breadcrumbs"><a href="{BASE}/forum_summary">Harbour Forums</a>{crumb} &raquo; {title}</td></tr></table>{content}<div class="footer">Powered by UBB.threads&trade; 7.5.9</div></body></html>'
