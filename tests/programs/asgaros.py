"""Asgaros Forum in WordPress: /forum/topic/the-title/?part=2, /forum/forum/board/, titles alone name threads; editor's picks."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Redirect, Thread, each, pages, rows

BOARDS = ("repairs-and-tools", "forum-2", "boats", "forum-4")


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query["part"]) if query.get("part", "").isdecimal() else 1
    if path == "/":
        return Redirect("/forum/")
    if path == "/forum/":
        return _frame(
            "Forum",
            f'<div class="title-element">Harbour<span class="last-post-headline">Last post</span></div><div class="content-container">{each(lambda n: _board(forum, n), range(4))}</div>',
        )
    if path == "/forum/activity/":
        latest = sorted(forum.posts.values(), key=lambda post: post.when, reverse=True)[:15]
        return _frame("Activity", f'<div class="content-container">{each(_activity, latest)}</div>')
    if found := re.fullmatch(r"/forum/profile/(\d+)/", path):
        number = int(found[1]) - 1
        return (
            _frame(
                forum.names[number],
                f'<div id="profile-layer"><div class="display-name">{forum.names[number]}</div><div>Member since: January 1, 2022</div></div>',
            )
            if 0 <= number < len(forum.names)
            else None
        )
    found = re.fullmatch(r"/forum/(forum|topic)/([^/]+)/", path)
    if found is None:
        return (
            _frame(
                "Members",
                f'<div class="content-container">{each(lambda name: f"<div>{name}</div>", forum.names)}</div>',
            )
            if path == "/forum/members/"
            else None
        )
    if found[1] == "forum":
        return _list(forum, BOARDS.index(found[2]), page) if found[2] in BOARDS else None
    thread = next((thread for thread in forum.threads if _slug(thread) == found[2]), None)
    return _thread(thread, page) if thread and page <= thread.pages else None


def _slug(thread: Thread) -> str:
    same = [other.number for other in thread.forum.threads if other.slug == thread.slug]
    place = same.index(thread.number)
    return (
        (thread.slug or "topic") + (f"-{place + 1}" if place else "")
        if not thread.slug.isdecimal()
        else f"topic-{thread.slug}-{place}"
    )


def _url(thread: Thread, page: int = 1) -> str:
    return f"/forum/topic/{_slug(thread)}/" + (f"?part={page}" if page > 1 else "")


def _place(post: Post) -> str:
    return f"{_url(post.thread, post.page)}#postid-{post.number}"


def _user(post: Post) -> str:
    return f'<a class="profile-link" href="/forum/profile/{post.author + 1}/">{post.name}</a>'


def _when(post: Post) -> str:
    return f"{post.when:%B} {post.when.day}, {post.when:%Y, %I:%M %p}".replace(", 0", ", ").lower().capitalize()


def _board(forum: Forum, board: int) -> str:
    last = forum.board(board)[0].posts[-1]
    return f'<div class="content-element forum" id="forum-{board + 1}"><div class="forum-status"></div><div class="forum-name"><a class="forum-title" href="/forum/forum/{BOARDS[board]}/">{forum.boards[board]}</a><small class="forum-description">All about it</small><small class="forum-stats">{len(forum.board(board))} Topics 99 Posts</small></div><div class="forum-poster"><small class="last-post-title"><a href="{_place(last)}" title="{last.thread.title}">{last.thread.title[:20]}…</a></small><small>2 years ago by {_user(last)}</small></div></div>'


def _activity(post: Post) -> str:
    return f'<div class="content-element activity"><span class="activity-icon"></span><span>New post in <a href="{_place(post)}">{post.thread.title}</a> by {_user(post)}.</span><span class="activity-time">{_when(post)}</span></div>'


def _pager(page: int, last: int, base: str) -> str:
    if last == 1:
        return ""
    links = "".join(
        f"<strong>{n}</strong>" if n == page else f'<a href="{base}{f"?part={n}" if n > 1 else ""}">{n}</a>'
        for n in range(1, last + 1)
    )
    return f'<div class="pages"><span>Page</span>{links}</div>'


def _row(thread: Thread) -> str:
    first, last = thread.posts[0], thread.posts[-1]
    jump = (
        f'<div class="small-pages">{" ".join(f"""<a href="{_url(thread, n)}">{n}</a>""" for n in range(1, thread.pages + 1))}</div>'
        if thread.pages > 1
        else ""
    )
    return f'<div class="content-element topic-normal"><div class="topic-status"></div><div class="topic-name"><a href="{_url(thread)}" title="{thread.title}">{thread.title}</a><small>By {_user(first)}, 2 years ago</small>{jump}<small class="topic-stats">{len(thread.posts) - 1} Replies · {thread.number * 7} Views</small></div><div class="topic-poster"><small><a href="{_place(last)}">2 years ago</a></small><small>by {_user(last)}</small></div></div>'


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)
    nav = f'<div class="pages-and-menu">{_pager(page, pages(threads), f"/forum/forum/{BOARDS[board]}/")}</div>'
    return _frame(
        forum.boards[board],
        f'<h1 class="main-title">{forum.boards[board]}</h1>{nav}<div class="title-element">Topics</div><div class="content-container">{each(_row, rows(threads, page))}</div>{nav}',
        forum,
        board,
    )


def _quote(post: Post, text: str) -> str:
    return f'<blockquote><div class="quotetitle">Quote from <a class="profile-link" href="/forum/profile/{post.author + 1}/">{post.name}</a> on {_when(post)}</div>\n<p>{text}</p></blockquote>\n<p>'


def _post(post: Post) -> str:
    sign = f'<div class="signature">{post.signature}</div>' if post.signature else ""
    text = post.body(_quote, "</p><pre>{}</pre><p>", "</p>\n<p>")
    first = (
        '<small class="topic-author">Topic Author</small>'
        if post.place > 1 and post.author == post.thread.posts[0].author
        else ""
    )
    return f"""<div class="post-element" id="postid-{post.number}"><div class="post-author background-contrast"><div class="post-author-blocks"><div class="post-author-block-avatar"></div><div class="post-author-block-meta"><div class="post-username">{_user(post)}</div>{first}<small class="post-counter">{post.author * 3} Posts</small></div></div></div><div class="post-wrapper"><div class="forum-post-header-container"><div class="forum-post-header"><div class="forum-post-date"><a href="{_place(post)}">#{post.place}</a> · {_when(post)}</div><div class="forum-post-menu"><a class="forum-editor-quote-button">Quote</a></div></div></div><div class="post-message"><div id="post-quote-container-{post.number}" style="display: none;"><blockquote><div class="quotetitle">Quote from {post.name} on {_when(post)}</div>{"<br>".join(post.lines)}</blockquote></div><p>{text}</p></div><div class="post-footer"><div class="post-reactions"></div></div>{sign}</div></div>"""


def _thread(thread: Thread, page: int) -> str:
    nav = f'<div class="pages-and-menu">{_pager(page, thread.pages, _url(thread))}</div>'
    return _frame(
        thread.title,
        f'<h1 class="main-title">{thread.title}</h1>{nav}<div class="title-element"></div><div class="content-container">{each(_post, thread.on_page(page))}</div>{nav}',
        thread.forum,
        thread.board,
        thread,
    )


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0, thread: Thread | None = None) -> str:
    crumb = (
        f'<span class="breadcrumbs-icon"></span><a href="/forum/forum/{BOARDS[board]}/" title="{forum.boards[board]}">{forum.boards[board]}</a>'
        if forum
        else ""
    )
    last = (
        f'<span class="breadcrumbs-icon"></span><a href="{_url(thread)}" title="{thread.title}">{thread.title}</a>'
        if thread
        else ""
    )
    return f"""<!DOCTYPE html><html lang="en-US"><head><meta charset="UTF-8"><title>{title} &#8211; Forum &#8211; Harbour</title></head><body class="page"><header class="site-header"><h1 class="site-title"><a href="/">Harbour</a></h1></header><main><article class="page type-page"><h1 class="entry-title">Forum</h1><div class="entry-content"><div id="af-wrapper"><div id="forum-header"><div id="forum-navigation"><a class="home-link" href="/forum/">Forum</a><a class="members-link" href="/forum/members/">Members</a><a class="activity-link" href="/forum/activity/">Activity</a></div></div><div id="forum-breadcrumbs"><a href="/forum/" title="Forum">Forum</a>{crumb}{last}</div>{content}</div></div></article></main><footer>Proudly powered by WordPress</footer></body></html>"""
