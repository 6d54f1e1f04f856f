"""Invision Community 4: /topic/12-title/, /page/2/ behind it, ?do=findComment&comment=99 for a post."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Redirect, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path == "/":
        return _frame(
            "Forums",
            f'<ol class="ipsList_reset cForumList">{each(lambda n: _board(forum, n), range(4))}</ol>{_latest(forum)}',
        )
    if path == "/discover/":
        latest = sorted(forum.posts.values(), key=lambda post: post.when, reverse=True)[:25]
        return _frame(
            "All Activity",
            f'<h1 class="ipsType_pageTitle">All Activity</h1><ol class="ipsStream">{each(_activity, latest)}</ol>',
        )
    if found := re.fullmatch(r"/profile/(\d+)-[^/]*/", path):
        name = forum.names[int(found[1]) - 1] if 0 < int(found[1]) <= len(forum.names) else ""
        return (
            _frame(
                name,
                f'<div id="elProfileHeader"><h1 class="ipsType_pageTitle">{name}</h1><p>Joined January 1, 2022</p></div>',
            )
            if name
            else None
        )
    found = re.fullmatch(r"/(forum|topic)/(\d+)-[^/]*/(?:page/(\d+)/)?", path)
    if found is None:
        return (
            _frame("Sign In", '<form><h1 class="ipsType_pageTitle">Sign In</h1><input></form>')
            if path in ("/login/", "/register/", "/search/")
            else None
        )
    page = int(found[3] or 1)
    if found[1] == "forum":
        return _list(forum, int(found[2]) - 2, page) if int(found[2]) in range(2, 6) else None
    thread = forum.by_number.get(int(found[2]))
    if thread and query.get("do") == "findComment":
        post = forum.posts.get(int(query.get("comment") or 0))
        return Redirect(_place(post)) if post else None
    if thread and query.get("do") in ("getNewComment", "getLastComment"):
        return Redirect(_place(thread.posts[-1]))
    return _thread(thread, page) if thread and page <= thread.pages else None


def _url(thread: Thread, page: int = 1) -> str:
    return f"/topic/{thread.number}-{thread.slug}/" + (f"page/{page}/" if page > 1 else "")


def _place(post: Post) -> str:
    return f"{_url(post.thread, post.page)}#comment-{post.number}"


def _find(post: Post) -> str:
    return f"{_url(post.thread)}?do=findComment&amp;comment={post.number}"


def _forum(forum: Forum, board: int) -> str:
    return f"/forum/{board + 2}-{('repairs-and-tools', '', 'boats', '')[board]}/"


def _user(post: Post) -> str:
    slug = re.sub("[^a-z0-9]+", "-", post.name.lower()).strip("-")
    return f'<a href="/profile/{post.author + 1}-{slug}/" rel="nofollow" class="ipsType_break" title="Go to {post.name}&#039;s profile">{post.name}</a>'


def _when(post: Post) -> str:
    return f'<time datetime="{post.when:%Y-%m-%dT%H:%M:%S}Z" title="{post.when:%m/%d/%y %I:%M  %p}" data-short="2 yr">{post.when:%B %d, %Y}</time>'


def _board(forum: Forum, board: int) -> str:
    last = forum.board(board)[0].posts[-1]
    return f"""<li class="cForumRow ipsDataItem ipsDataItem_responsivePhoto"><div class="ipsDataItem_main"><h4 class="ipsDataItem_title ipsType_large"><a href="{_forum(forum, board)}">{forum.boards[board]}</a></h4><div class="ipsType_richText ipsDataItem_meta">All about it</div></div><dl class="ipsDataItem_stats"><dt class="ipsDataItem_stats_number">99</dt><dd class="ipsDataItem_stats_type">posts</dd></dl>
<ul class="ipsDataItem_lastPoster ipsDataItem_withPhoto"><li><a href="{_url(last.thread)}?do=getNewComment" class="ipsType_break" title="{last.thread.title}">{last.thread.title[:22]}</a></li><li class="ipsType_light">By {_user(last)}</li><li data-short="1 dy"><a href="{_url(last.thread)}?do=getLastComment" title="Go to last post" class="ipsType_blendLinks">{_when(last)}</a></li></ul></li>"""


def _latest(forum: Forum) -> str:
    latest = sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)[:5]

    def one(thread: Thread) -> str:
        return f'<li class="ipsDataItem"><div class="ipsDataItem_main"><div class="ipsType_break"><a href="{_url(thread)}" title="View the topic {thread.title}" class="ipsDataItem_title">{thread.title}</a></div><p class="ipsType_medium ipsType_blendLinks">By {_user(thread.posts[0])}<br><a href="{_url(thread)}" class="ipsType_light ipsType_small">Started {_when(thread.posts[0])}</a></p></div></li>'

    return f'<aside id="elSidebar"><div class="cWidgetContainer"><div class="ipsWidget ipsBox"><h3 class="ipsType_reset ipsWidget_title">Topics</h3><ul class="ipsDataList">{each(one, latest)}</ul></div></div></aside>'


def _activity(post: Post) -> str:
    return f'<li class="ipsStreamItem ipsStreamItem_contentBlock"><div class="ipsStreamItem_header"><h2 class="ipsType_reset ipsStreamItem_title ipsContained_container"><a href="{_find(post)}" data-linktype="link">{post.thread.title}</a></h2><p class="ipsType_reset ipsStreamItem_status">{_user(post)} replied to {_user(post.thread.posts[0])}&#039;s topic in <a href="{_forum(post.thread.forum, post.thread.board)}">{post.thread.forum.boards[post.thread.board]}</a></p></div><div class="ipsStreamItem_snippet ipsType_break"><div class="ipsType_richText ipsContained ipsType_medium"><div data-ips-truncate>{" ".join(post.lines)}</div></div></div><ul class="ipsStreamItem_meta"><li class="ipsType_light ipsType_medium"><a href="{_find(post)}">{_when(post)}</a></li></ul></li>'


def _pager(page: int, last: int, base: str) -> str:
    if last == 1:
        return ""

    def at(n: int) -> str:
        return base + (f"page/{n}/" if n > 1 else "")

    numbers = "".join(
        f'<li class="ipsPagination_page{" ipsPagination_active" if n == page else ""}"><a href="{at(n)}" data-page="{n}">{n}</a></li>'
        for n in range(1, last + 1)
    )
    before = (
        f'<li class="ipsPagination_prev"><a href="{at(page - 1)}" rel="prev" data-page="{page - 1}">Prev</a></li>'
        if page > 1
        else ""
    )
    after = (
        f'<li class="ipsPagination_next"><a href="{at(page + 1)}" rel="next" data-page="{page + 1}">Next</a></li><li class="ipsPagination_last"><a href="{at(last)}" rel="last"><i class="fa fa-angle-double-right"></i></a></li>'
        if page < last
        else ""
    )
    jump = f'<li class="ipsPagination_pageJump"><a href="#">Page {page} of {last} &nbsp;<i class="fa fa-caret-down"></i></a></li>'
    return f'<ul class="ipsPagination">{before}{numbers}{after}{jump}</ul>'


def _row(thread: Thread) -> str:
    first, last = thread.posts[0], thread.posts[-1]
    jump = (
        f'<span class="ipsPagination ipsPagination_mini"><span class="ipsPagination_page"><a href="{_url(thread, 1)}#comments">1</a></span><span class="ipsPagination_page"><a href="{_url(thread, 2)}#comments">2</a></span></span>'
        if thread.pages > 1
        else ""
    )
    return f"""<li class="ipsDataItem ipsDataItem_responsivePhoto" data-rowID="{thread.number}"><div class="ipsDataItem_main"><h4 class="ipsDataItem_title ipsContained_container"><span class="ipsType_break ipsContained"><a href="{_url(thread)}" title="{thread.title}"><span>{thread.title}</span></a></span> {jump}</h4><div class="ipsDataItem_meta ipsType_reset ipsType_light">By {_user(first)}, {_when(first)}</div></div>
<ul class="ipsDataItem_stats"><li><span class="ipsDataItem_stats_number">{len(thread.posts) - 1}</span> <span class="ipsDataItem_stats_type">replies</span></li></ul><ul class="ipsDataItem_lastPoster"><li>{_user(last)}</li><li class="ipsType_light"><a href="{_url(thread)}?do=getLastComment" title="Go to last post" class="ipsType_blendLinks">{_when(last)}</a></li></ul></li>"""


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)
    sort = each(
        lambda key: f'<li><a href="{_forum(forum, board)}?sortby={key}&amp;sortdirection=desc">{key}</a></li>',
        ("last_post", "title", "start_date"),
    )
    nav = _pager(page, pages(threads), _forum(forum, board))
    return _frame(
        forum.boards[board],
        f'<header><h1 class="ipsType_pageTitle">{forum.boards[board]}</h1></header><ul class="ipsMenu">{sort}</ul>{nav}<ol class="ipsDataList cForumTopicTable">{each(_row, rows(threads, page))}</ol>{nav}',
        forum,
        board,
    )


def _quote(post: Post, text: str) -> str:
    return f'<blockquote class="ipsQuote" data-ipsquote="" data-ipsquote-contentid="{post.thread.number}" data-ipsquote-username="{post.name}"><div class="ipsQuote_citation">On {post.when:%m/%d/%Y at %I:%M %p}, {post.name} said:</div><div class="ipsQuote_contents"><p>{text}</p></div></blockquote>\n<p>'


def _post(post: Post) -> str:
    sign = (
        f'<div data-role="memberSignature" class="ipsType_light ipsPad_top"><div class="ipsType_richText"><p>{post.signature}</p></div></div>'
        if post.signature
        else ""
    )
    text = post.body(_quote, '</p><pre class="ipsCode">{}</pre><p>', "</p>\n<p>")
    author = (
        '<li class="ipsBadge ipsBadge_positive">Author</li>'
        if post.place > 1 and post.author == post.thread.posts[0].author
        else ""
    )
    return f"""<a id="comment-{post.number}"></a><article id="elComment_{post.number}" class="cPost ipsBox ipsComment ipsComment_parent"><aside class="ipsComment_author cAuthorPane ipsColumn"><h3 class="ipsType_sectionHead cAuthorPane_author"><strong>{_user(post)}</strong></h3><ul class="cAuthorPane_info ipsList_reset"><li class="cAuthorPane_photo"></li><li data-role="group">Members</li><li data-role="stats">{post.author * 5 + 3} posts</li></ul></aside>
<div class="ipsColumn ipsColumn_fluid"><div id="comment-{post.number}_wrap" data-controller="core.front.core.comment" class="ipsComment_content"><div class="ipsComment_meta ipsType_light"><div class="ipsPos_right ipsType_light"><ul class="ipsList_inline ipsComment_tools">{author}<li><a href="{_find(post)}" title="Share this post">#{post.place}</a></li></ul></div><div class="ipsType_reset"><a href="{_find(post)}" class="ipsType_blendLinks">Posted {_when(post)}</a></div></div>
<div class="cPost_contentWrap ipsPad"><div data-role="commentContent" class="ipsType_normal ipsType_richText ipsContained" data-controller="core.front.core.lightboxedImages"><p>{text}</p></div>{sign}</div><div class="ipsItemControls"><ul class="ipsComment_controls"><li><a href="{_url(post.thread)}?do=reportComment&amp;comment={post.number}">Quote</a></li></ul></div></div></div></article>"""


def _thread(thread: Thread, page: int) -> str:
    nav = _pager(page, thread.pages, _url(thread))
    head = f'<div class="ipsPageHeader"><h1 class="ipsType_pageTitle ipsContained_container"><span class="ipsType_break ipsContained"><span>{thread.title}</span></span></h1><p class="ipsType_reset ipsType_blendLinks">By {_user(thread.posts[0])}, {_when(thread.posts[0])} in <a href="{_forum(thread.forum, thread.board)}">{thread.forum.boards[thread.board]}</a></p></div>'
    recent = '<div class="ipsBox"><h2>Recently Browsing &nbsp; 0 members</h2><p>No registered users viewing this page.</p></div>'
    return _frame(
        thread.title,
        f'{head}<div class="ipsClearfix"><ul class="ipsToolList"><li><a href="{_url(thread)}#replyForm">Reply to this topic</a></li></ul></div>{nav}<div id="elPostFeed" class="cTopic"><h2 class="ipsType_sectionHead">{len(thread.posts) - 1} posts in this topic</h2>{each(_post, thread.on_page(page))}</div>{nav}{recent}',
        thread.forum,
        thread.board,
    )


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0) -> str:
    crumb = (
        f'<li><a href="{_forum(forum, board)}"><span>{forum.boards[board]} <i class="fa fa-angle-right"></i></span></a></li>'
        if forum
        else ""
    )
    name = f" - {forum.boards[board]}" if forum and forum.boards[board] != title else ""
    return f"""<!DOCTYPE html><html lang="en-US" dir="ltr"><head><meta charset="utf-8"><title>{title}{name} - Harbour Community</title><meta property="og:title" content="{title}"><meta property="og:site_name" content="Harbour Community"></head><body class="ipsApp ipsApp_front"><div id="ipsLayout_header"><header><a href="/" id="elLogo" accesskey="1">Harbour Community</a><ul id="elUserNav"><li><a href="/login/">Existing user? Sign In</a></li><li><a href="/register/">Sign Up</a></li></ul></header><nav><ul><li><a href="/">Browse</a></li><li><a href="/discover/">Activity</a></li></ul></nav></div>
<main id="ipsLayout_body"><nav class="ipsBreadcrumb"><ul><li><a title="Home" href="/"><span>Home</span></a></li>{crumb}<li>{title}</li></ul></nav><div id="ipsLayout_contentArea"><div id="ipsLayout_mainArea">{content}</div></div></main><footer id="ipsLayout_footer"><p id="elCopyright"><a href="https://www.invisioncommunity.com/">Powered by Invision Community</a></p></footer></body></html>"""
