"""Community Server 2007 (Telligent): /forums/t/467.aspx?PageIndex=2, /forums/p/467/469.aspx#469 for a post, /forums/12.aspx for a forum."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Redirect, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query.get("PageIndex") or 1)
    if path == "/":
        return Redirect("/forums/default.aspx")
    if path in ("/forums/default.aspx", "/forums/"):
        return _frame("Forums", _index(forum))
    if found := re.fullmatch(r"/forums/(1[1-4])\.aspx", path):
        return _list(forum, int(found[1]) - 11, page)
    if found := re.fullmatch(r"/forums/t/(\d+)\.aspx", path):
        post = forum.posts.get(int(found[1]))
        return _thread(post.thread, page) if post and post.place == 1 and page <= post.thread.pages else None
    if found := re.fullmatch(r"/forums/p/(\d+)/(\d+)\.aspx", path):
        post = forum.posts.get(int(found[2]))
        return _thread(post.thread, post.page) if post else None
    if found := re.fullmatch(r"/forums/permalink/(\d+)/(\d+)/ShowThread\.aspx", path):
        post = forum.posts[int(found[2])]
        return Redirect(f"/forums/p/{post.thread.posts[0].number}/{post.number}.aspx#{post.number}")
    if found := re.fullmatch(r"/members/user(\d+)\.aspx", path):
        return _frame(
            "Profile",
            f'<h2 class="CommonTitle">{forum.names[int(found[1])]}</h2><div class="CommonContent">Joined on 01-01-2020</div>',
        )
    return _frame("Sign in", "<form><input></form>") if path.endswith(".aspx") and "/t/" not in path else None


def _user(post: Post) -> str:
    return f'<a href="/members/user{post.author}.aspx">{post.name}</a>'


def _when(post: Post) -> str:
    return f"{post.when:%m-%d-%Y}, {post.when.hour % 12 or 12}:{post.when:%M %p}"


def _first(thread: Thread) -> int:
    return thread.posts[0].number


def _index(forum: Forum) -> str:
    def row(n: int) -> str:
        last = forum.board(n)[0].posts[-1]
        return f'<tr><td class="CommonListCellLeftMost ForumImage"><img src="/Themes/default/images/forum.gif" alt=""></td><td class="CommonListCell ForumName"><b><a href="/forums/{n + 11}.aspx">{forum.boards[n]}</a></b><br>All about it</td><td class="CommonListCell ForumLastPost"><a href="/forums/p/{_first(last.thread)}/{last.number}.aspx#{last.number}"><b>{last.thread.title[:22]}</b></a><br>by {_user(last)}<br>{_when(last)}</td><td class="CommonListCell">{len(forum.board(n))}</td><td class="CommonListCell">{sum(len(t.posts) for t in forum.board(n))}</td></tr>'

    return f'<div class="CommonContent"><h4 class="CommonSubTitle"><a href="/forums/1/ShowForumGroup.aspx">General</a></h4><table class="CommonListArea"><thead><tr><th></th><th>Forum</th><th>Last Post</th><th>Threads</th><th>Posts</th></tr></thead>{each(row, range(4))}</table></div>'


def _pager(page: int, last: int, link: str) -> str:
    if last == 1:
        return '<div class="CommonPagingArea">Page 1 of 1 (10 items)</div>'
    links = " ".join(
        f'<span class="CommonPagerCurrent">{n}</span>' if n == page else f'<a href="{link}?PageIndex={n}">{n}</a>'
        for n in range(1, last + 1)
    )
    more = f' <a href="{link}?PageIndex={page + 1}">Next &gt;</a>' if page < last else ""
    return f'<div class="CommonPagingArea">Page {page} of {last} ({last * 10} items) <span class="CommonPager">{links}{more}</span></div>'


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)

    def row(thread: Thread) -> str:
        first, last = thread.posts[0], thread.posts[-1]
        jump = (
            f'<span class="ForumThreadPages">(Page {" ".join(f"""<a href="/forums/t/{first.number}.aspx?PageIndex={n}">{n}</a>""" for n in range(1, thread.pages + 1))})</span>'
            if thread.pages > 1
            else ""
        )
        return f'<tr><td class="CommonListCellLeftMost"><img src="/Themes/default/images/topic.gif" alt=""></td><td class="CommonListCell ForumThreadName"><a class="ForumName" title="{"".join(first.lines)[:80]}" href="/forums/t/{first.number}.aspx">{thread.title}</a> {jump}<br>Started by {_user(first)}</td><td class="CommonListCell"><a href="/forums/p/{first.number}/{last.number}.aspx#{last.number}"><img src="/Themes/default/images/icon_mini_topic.gif" alt="Last post"></a> by {_user(last)}<br>{_when(last)}</td><td class="CommonListCell">{len(thread.posts) - 1}</td><td class="CommonListCell">{thread.number * 13}</td></tr>'

    nav = _pager(page, pages(threads), f"/forums/{board + 11}.aspx")
    return _frame(
        forum.boards[board],
        f'<h2 class="CommonTitle">{forum.boards[board]}</h2>{nav}<table class="CommonListArea"><thead><tr><th></th><th>Thread</th><th>Last Post</th><th>Replies</th><th>Views</th></tr></thead>{each(row, rows(threads, page))}</table>{nav}',
        forum,
        board,
    )


def _quote(post: Post, text: str) -> str:
    return f'<BLOCKQUOTE><div><img src="/Themes/default/images/icon-quote.gif"> <strong>{post.name}:</strong></div><div>{text}</div></BLOCKQUOTE>'


def _post(post: Post) -> str:
    thread = post.thread
    parent = post.quoted or thread.posts[0]
    to = (
        f'<a href="/forums/permalink/{_first(thread)}/{parent.number}/ShowThread.aspx#{parent.number}">In reply to {parent.name}</a>'
        if post.place > 1
        else ""
    )
    text = "<p>" + post.body(_quote, "<pre>{}</pre>", "</p>\n<p>") + "</p>"
    sign = f'<div class="ForumPostSignature">{post.signature}</div>' if post.signature else ""
    return f'<li><a name="{post.number}"></a><div class="ForumPostArea"><h4 class="ForumPostHeader"><table width="100%"><tr><td class="ForumPostHeader"><img src="/Themes/default/images/icon_post.gif" alt=""> {_when(post)}</td><td align="right"><a href="/forums/permalink/{_first(thread)}/{post.number}/ShowThread.aspx#{post.number}">{post.number}</a> {to}</td></tr></table></h4><table width="100%"><tr><td class="ForumPostUserArea" rowspan="2"><div class="ForumPostUserContent"><ul class="ForumPostUserPropertyList"><li class="ForumPostUserName"><div class="CommonContextMenu">{_user(post)}</div></li><li><img src="/utility/anonymous.gif" alt="Not Ranked"></li><li class="ForumPostUserAttribute">Joined on 01-01-2020</li><li class="ForumPostUserAttribute">Posts {post.author * 4 + 1}</li></ul></div></td><td class="ForumPostContentArea"><div class="ForumPostTitleArea"><h4 class="ForumPostTitle">{"Re: " if post.place > 1 else ""}{thread.title}</h4><div class="ForumPostButtons"><a href="/forums/AddPost.aspx?ReplyToPostID={post.number}&amp;Quote=False" rel="nofollow">Reply</a></div></div><div class="ForumPostBodyArea"><div class="ForumPostContentText">{text}</div>{sign}</div></td></tr><tr><td class="ForumPostFooterArea"><ul class="ForumPostStatistics"><li><a href="/user/Profile.aspx">Report abuse</a></li></ul></td></tr></table></div></li>'


def _thread(thread: Thread, page: int) -> str:
    nav = _pager(page, thread.pages, f"/forums/t/{_first(thread)}.aspx")
    ordered = thread.forum.board(thread.board)
    place = ordered.index(thread)
    beside = " ".join(
        f'<a href="/forums/t/{_first(ordered[n])}.aspx">{way}</a>'
        for way, n in (("Previous", place - 1), ("Next", place + 1))
        if 0 <= n < len(ordered)
    )
    return _frame(
        thread.title,
        f'<h2 class="CommonTitle">{thread.title}</h2><div class="CommonContent">Last post {_when(thread.posts[-1])} by {_user(thread.posts[-1])}. {len(thread.posts) - 1} replies.</div>{nav}<div class="ForumThreadNav">{beside}</div><ul class="ForumPostList">{each(_post, thread.on_page(page))}</ul>{nav}',
        thread.forum,
        thread.board,
    )


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0) -> str:
    crumb = (
        f' &raquo; <a href="/forums/1/ShowForumGroup.aspx">General</a> &raquo; <a href="/forums/{board + 11}.aspx">{forum.boards[board]}</a>'
        if forum
        else ""
    )
    more = f' &raquo; <a href="">{title}</a>' if forum and title != forum.boards[board] else ""
    return f'<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>{title} - Harbour Forums</title></head><body><form id="aspnetForm" method="post" action="x"><div id="CommonHeader"><div class="CommonTitleBar"><h1><a href="/forums/default.aspx">Harbour</a></h1></div><div class="CommonHeaderUser"><a href="/user/Login.aspx">Sign in</a> | <a href="/user/CreateUser.aspx">Join</a> | <a href="/user/Help.aspx">Help</a></div></div><div class="CommonBreadCrumbArea"><a href="/forums/default.aspx">Harbour Forums</a>{crumb}{more}</div><div id="CommonBody">{content}</div><div class="CommonSidebar"><h4>Search Forums</h4><input><h4>Share</h4><a href="/forums/rss.aspx?ForumID=11&amp;Mode=0">RSS Feed</a></div><div id="CommonFooter">Powered by Community Server (Non-Commercial Edition), by Telligent Systems</div></form></body></html>'
