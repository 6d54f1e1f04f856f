"""phpBB 3.3 with its default style: viewtopic.php?t=12, &start=10, ?p=99#p99; the board's name is each page's first heading."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    start = int(query.get("start") or 0) if (query.get("start") or "0").isdecimal() else 0
    if path in ("/", "/index.php"):
        return _frame("Index page", each(lambda n: _board(forum, n), range(4)))
    if path == "/viewforum.php" and (number := int(query.get("f") or 0)) in range(2, 6):
        return _list(forum, number - 2, start // 10 + 1)
    if path == "/viewtopic.php":
        post = forum.posts.get(int(query.get("p") or 0))
        thread = post.thread if post else forum.by_number.get(int(query.get("t") or 0))
        page = post.page if post else start // 10 + 1
        if thread is None or query.get("view") == "print":
            return (
                _frame(
                    "Information", '<div class="panel" id="message"><p>The requested topic does not exist.</p></div>'
                )
                if thread is None
                else None
            )
        return _thread(thread, min(page, thread.pages))
    if path == "/memberlist.php":
        number = int(query.get("u") or 0) - 2
        return _frame(
            "Viewing profile",
            f'<h2 class="memberlist-title">Viewing profile</h2><dl class="details"><dt>Username:</dt><dd>{forum.names[number] if number >= 0 else "all"}</dd></dl>',
        )
    if path in ("/search.php", "/ucp.php", "/app.php/help/faq", "/posting.php"):
        return _frame("Login", "<form><h2>Login</h2><input></form>")
    return None


def _url(thread: Thread, page: int = 1) -> str:
    return f"./viewtopic.php?t={thread.number}" + (f"&amp;start={page * 10 - 10}" if page > 1 else "")


def _user(post: Post) -> str:
    return f'<a href="./memberlist.php?mode=viewprofile&amp;u={post.author + 2}" class="username">{post.name}</a>'


def _when(post: Post) -> str:
    clock = (
        f"{post.when:%a %b %d, %Y} {post.when.hour % 12 or 12}:{post.when:%M} {'pm' if post.when.hour > 11 else 'am'}"
    )
    return f'<time datetime="{post.when:%Y-%m-%dT%H:%M:%S}+00:00">{clock}</time>'


def _board(forum: Forum, board: int) -> str:
    last = forum.board(board)[0].posts[-1]
    return f"""<div class="forabg"><div class="inner"><ul class="topiclist forums"><li class="row"><dl class="row-item forum_read"><dt title="No unread posts"><div class="list-inner"><a href="./viewforum.php?f={board + 2}" class="forumtitle">{forum.boards[board]}</a><br>
All about it</div></dt><dd class="topics">{len(forum.board(board))} <dfn>Topics</dfn></dd><dd class="posts">99 <dfn>Posts</dfn></dd><dd class="lastpost"><span><dfn>Last post</dfn> <a href="./viewtopic.php?p={last.number}#p{last.number}" title="{last.thread.title}" class="lastsubject">{last.thread.title[:20]}…</a><br>
by {_user(last)} <a href="./viewtopic.php?p={last.number}#p{last.number}" title="View the latest post"><i class="icon fa-external-link-square"></i></a><br>{_when(last)}</span></dd></dl></li></ul></div></div>"""


def _pager(page: int, last: int, link: str, count: str) -> str:
    if last == 1:
        return f'<div class="pagination">{count} • Page <strong>1</strong> of <strong>1</strong></div>'
    items = []
    for n in range(1, last + 1):
        at = link + (f"&amp;start={n * 10 - 10}" if n > 1 else "")
        items.append(
            f'<li class="active"><span>{n}</span></li>'
            if n == page
            else f'<li><a class="button" href="{at}" role="button">{n}</a></li>'
        )
    if page < last:
        items.append(
            f'<li class="arrow next"><a class="button button-icon-only" href="{link}&amp;start={page * 10}" rel="next" role="button"><span class="sr-only">Next</span></a></li>'
        )
    if page > 1:
        items.insert(
            0,
            f'<li class="arrow previous"><a class="button button-icon-only" href="{link}{f"&amp;start={page * 10 - 20}" if page > 2 else ""}" rel="prev" role="button"><span class="sr-only">Previous</span></a></li>',
        )
    return f'<div class="pagination">{count}<ul>{"".join(items)}</ul></div>'


def _row(thread: Thread) -> str:
    first, last, jump = thread.posts[0], thread.posts[-1], ""
    if thread.pages > 1:
        jump = f'<div class="pagination"><ul>{each(lambda n: f"""<li><a class="button" href="{_url(thread, n)}">{n}</a></li>""", range(1, thread.pages + 1))}</ul></div>'
    return f"""<li class="row bg1"><dl class="row-item topic_read"><dt title="No unread posts"><div class="list-inner"><a href="{_url(thread)}" class="topictitle">{thread.title}</a><br>
<div class="responsive-show" style="display: none;">Last post by {_user(last)} « <a href="./viewtopic.php?p={last.number}#p{last.number}" title="Go to last post">{_when(last)}</a></div>
<div class="topic-poster responsive-hide left-box">{jump}by {_user(first)} » {_when(first)}</div></div></dt><dd class="posts">{len(thread.posts) - 1} <dfn>Replies</dfn></dd><dd class="views">{thread.number * 9} <dfn>Views</dfn></dd>
<dd class="lastpost"><span><dfn>Last post </dfn>by {_user(last)} <a href="./viewtopic.php?p={last.number}#p{last.number}" title="Go to last post"><i class="icon fa-external-link-square"></i></a><br>{_when(last)}</span></dd></dl></li>"""


def _list(forum: Forum, board: int, page: int) -> str:
    threads, link = forum.board(board), f"./viewforum.php?f={board + 2}"
    bar = f'<div class="action-bar bar-top"><a href="./posting.php?mode=post&amp;f={board + 2}" class="button" title="Post a new topic"><span>New Topic</span></a>{_pager(page, pages(threads), link, f"{len(threads)} topics")}</div>'
    head = f'<h2 class="forum-title"><a href="{link}">{forum.boards[board]}</a></h2>'
    return _frame(
        forum.boards[board],
        f'{head}{bar}<div class="forumbg"><div class="inner"><ul class="topiclist topics">{each(_row, rows(threads, page))}</ul></div></div>{bar}',
        forum,
        board,
    )


def _quote(post: Post, text: str) -> str:
    return f"""<blockquote><div><cite><a href="./memberlist.php?mode=viewprofile&amp;u={post.author + 2}">{post.name}</a> wrote: <a href="./viewtopic.php?p={post.number}#p{post.number}" data-post-id="{post.number}">↑</a>
<span class="responsive-hide">{_when(post)}</span></cite>{text}</div></blockquote>"""


def _post(post: Post) -> str:
    sign = f'<div id="sig{post.number}" class="signature">{post.signature}</div>' if post.signature else ""
    text = post.body(
        _quote,
        '<div class="codebox"><p>Code: <a href="#" onclick="selectCode(this); return false;">Select all</a></p><pre><code>{}</code></pre></div>',
        "<br>\n",
    )
    return f"""<div id="p{post.number}" class="post has-profile bg{post.place % 2 + 1}"><div class="inner"><dl class="postprofile" id="profile{post.number}"><dt class="has-profile-rank no-avatar"><div class="avatar-container"></div>{_user(post)}</dt>
<dd class="profile-rank">Site Admin</dd><dd class="profile-posts"><strong>Posts:</strong> <a href="./search.php?author_id={post.author + 2}&amp;sr=posts">{post.author * 12 + 4}</a></dd><dd class="profile-joined"><strong>Joined:</strong> Sat Jan 01, 2022 9:00 am</dd></dl>
<div class="postbody"><div id="post_content{post.number}"><h3{"" if post.place > 1 else ' class="first"'}><a href="./viewtopic.php?p={post.number}#p{post.number}">{"Re: " if post.place > 1 else ""}{post.thread.title}</a></h3>
<ul class="post-buttons"><li><a href="./posting.php?mode=quote&amp;p={post.number}" title="Reply with quote" class="button button-icon-only"><span class="sr-only">Quote</span></a></li></ul>
<p class="author"><a class="unread" href="./viewtopic.php?p={post.number}#p{post.number}" title="Post"><i class="icon fa-file fa-fw"></i><span class="sr-only">Post</span></a><span class="responsive-hide">by <strong>{_user(post)}</strong> » </span>{_when(post)}</p>
<div class="content">{text}</div>{sign}</div></div><div class="back2top"><a href="#top" class="top" title="Top"><span class="sr-only">Top</span></a></div></div></div><hr class="divider">"""


def _thread(thread: Thread, page: int) -> str:
    nav = _pager(page, thread.pages, _url(thread), f"{len(thread.posts)} posts")
    sort = f'<form action="./viewtopic.php?t={thread.number}&amp;start=0"><label>Display: <select name="st"><option value="0">All posts</option></select></label></form>'
    bar = f'<div class="action-bar bar-top"><a href="./posting.php?mode=reply&amp;t={thread.number}" class="button"><span>Post Reply</span></a><a href="./viewtopic.php?t={thread.number}&amp;view=print" title="Print view">Print view</a>{nav}</div>'
    jump = each(
        lambda n: (
            f'<li><a href="./viewforum.php?f={n + 2}" class="jumpbox-forum-link"><span>{thread.forum.boards[n]}</span></a></li>'
        ),
        range(4),
    )
    return _frame(
        thread.title,
        f'<h2 class="topic-title"><a href="{_url(thread)}">{thread.title}</a></h2>{bar}{each(_post, thread.on_page(page))}{sort}<div class="action-bar actions-jump"><p class="jumpbox-return"><a href="./viewforum.php?f={thread.board + 2}">Return to “{thread.forum.boards[thread.board]}”</a></p><ul>{jump}</ul></div>',
        thread.forum, thread.board,
    )  # fmt: skip


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0) -> str:
    crumb = (
        f'<span class="crumb"><a href="./viewforum.php?f={board + 2}"><span itemprop="name">{forum.boards[board]}</span></a></span>'
        if forum
        else ""
    )
    return f"""<!DOCTYPE html><html dir="ltr" lang="en-gb"><head><meta charset="utf-8"><title>{title} - Harbour Forum</title></head><body id="phpbb" class="nojs notouch section-viewtopic ltr"><div id="wrap" class="wrap"><div id="page-header"><div class="headerbar"><div class="inner">
<div id="site-description" class="site-description"><a id="logo" class="logo" href="./index.php" title="Board index"><span class="site_logo"></span></a><h1>Harbour Forum</h1><p>A short text to describe your forum</p></div></div></div>
<div class="navbar"><ul id="nav-main" class="nav-main linklist"><li><a href="./app.php/help/faq" rel="help">FAQ</a></li><li><a href="./ucp.php?mode=login">Login</a></li><li><a href="./ucp.php?mode=register">Register</a></li></ul>
<ul id="nav-breadcrumbs"><li class="breadcrumbs"><span class="crumb"><a href="./index.php"><span itemprop="name">Board index</span></a></span>{crumb}</li></ul></div></div>
<div id="page-body" class="page-body" role="main">{content}</div><div id="page-footer" class="page-footer"><div class="copyright"><p class="footer-row"><span class="footer-copyright">Powered by <a href="https://www.phpbb.com/">phpBB</a>® Forum Software © phpBB Limited</span></p></div></div></div></body></html>"""
