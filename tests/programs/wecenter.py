"""WeCenter: /question/12, answers sorted by votes, comments that only scripts show; people by name in the address."""

from __future__ import annotations

import re
from urllib.parse import quote

from tests.programs.forum import Forum, Post, Redirect, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    threads = sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)
    if path == "/":
        return Redirect("/explore/")
    if found := re.fullmatch(r"/explore/(?:(?:category-(\d))?(?:__)?(?:page-(\d+))?)?", path):
        board = int(found[1]) - 1 if found[1] else None
        chosen = threads if board is None else forum.board(board) if board in range(4) else []
        return _list(forum, board, chosen, int(found[2] or 1))
    if found := re.fullmatch(r"/question/(\d+)(?:__page-(\d+))?", path):
        thread, page = forum.by_number.get(int(found[1])), int(found[2] or 1)
        return _thread(thread, page) if thread and page <= thread.pages else None
    if found := re.fullmatch(r"/people/(.+)", path):
        return (
            _frame(
                f"{found[1]} 的个人主页",
                f'<div class="aw-user-detail-box"><h1>{found[1]}</h1><span>威望 : 0</span></div>',
            )
            if found[1] in forum.names
            else None
        )
    if path == "/topic/":
        return _frame(
            "话题",
            f'<div class="aw-topic-list">{each(lambda n: f"""<a href="/explore/category-{n + 1}">{forum.boards[n]}</a>""", range(4))}</div>',
        )
    return (
        _frame("登录", "<form><input></form>")
        if path in ("/account/login/", "/account/register/", "/search/")
        else None
    )


def _url(thread: Thread, page: int = 1) -> str:
    return f"/question/{thread.number}" + (f"__page-{page}" if page > 1 else "")


def _user(post: Post) -> str:
    return f'<a class="aw-user-name" href="/people/{quote(post.name)}" data-id="{post.author + 1}">{post.name}</a>'


def _row(thread: Thread) -> str:
    last = thread.posts[-1]
    state = (
        f'<a href="/people/{quote(last.name)}" class="aw-user-name">{last.name}</a> <span class="text-color-999">回复了问题 • {len({post.author for post in thread.posts})} 人关注 • {len(thread.posts) - 1} 个回复 • {thread.number * 7} 次浏览 • {last.when:%Y-%m-%d %H:%M}</span>'
        if len(thread.posts) > 1
        else f'<a href="/people/{quote(last.name)}" class="aw-user-name">{last.name}</a> <span class="text-color-999">发起了问题 • 1 人关注 • 0 个回复 • {thread.number * 7} 次浏览 • {last.when:%Y-%m-%d %H:%M}</span>'
    )
    return f'<div class="aw-item" data-topic-id="{thread.board},"><a class="aw-user-name hidden-xs" data-id="{thread.posts[0].author}" href="/people/{quote(thread.posts[0].name)}" rel="nofollow"><img src="/avatar.png" alt=""></a><div class="aw-question-content"><h4><a href="{_url(thread)}">{thread.title}</a></h4><a href="{_url(thread)}#!answer_form" class="pull-right text-color-999">回复</a><p><a class="aw-question-tags" href="/explore/category-{thread.board + 1}">{thread.forum.boards[thread.board]}</a> • {state}</p></div></div>'


def _pager(page: int, last: int, link: str) -> str:
    if last == 1:
        return ""
    links = "".join(
        f'<li class="active"><a href="javascript:;">{n}</a></li>'
        if n == page
        else f'<li><a href="{link.format(n)}">{n}</a></li>'
        for n in range(1, last + 1)
    )
    after = f'<li><a href="{link.format(page + 1)}">&gt;</a></li>' if page < last else ""
    return f'<div class="page-control"><ul class="pagination pull-right">{links}{after}</ul></div>'


def _list(forum: Forum, board: int | None, threads: list[Thread], page: int) -> str:
    tabs = each(lambda n: f'<li><a href="/explore/category-{n + 1}">{forum.boards[n]}</a></li>', range(4))
    link = "/explore/page-{}" if board is None else f"/explore/category-{board + 1}__page-{{}}"
    return _frame(
        "发现" if board is None else forum.boards[board],
        f'<ul class="nav nav-tabs aw-nav-tabs">{tabs}</ul><div class="aw-mod aw-explore-list"><div class="mod-body"><div class="aw-common-list">{each(_row, rows(threads, page))}</div></div></div>{_pager(page, pages(threads), link)}',
    )


def _text(post: Post) -> str:
    quoted = f"<blockquote>{'<br />'.join(post.quoted.lines)}</blockquote>" if post.quoted else ""
    return quoted + "<br />\n".join(post.lines) + (f"<pre>{post.code}</pre>" if post.code else "")


def _answer(post: Post) -> str:
    agree = post.number % 4
    return f"""<div class="aw-item" uninterested_count="0" force_fold="0" id="answer_list_{post.number}"><div class="mod-head"><a class="anchor" name="answer_{post.number}"></a><a class="aw-user-img aw-border-radius-5" href="/people/{quote(post.name)}" data-id="{post.author + 1}"><img src="/avatar.png" alt=""></a><div class="title"><p>{_user(post)}</p><p class="text-color-999 aw-agree-by">赞同来自: </p></div></div><div class="mod-body clearfix"><div class="markitup-box">{_text(post)}</div></div>
<div class="mod-footer"><div class="meta clearfix"><span class="text-color-999 pull-right">{post.when:%Y-%m-%d %H:%M}</span><span class="operate"><a class="agree"><i class="icon icon-agree"></i> <b class="count">{agree}</b></a></span><span class="operate"><a class="aw-add-comment" data-id="{post.number}" data-type="answer" data-comment-count="0" href="javascript:;"><i class="icon icon-comment"></i> 0</a></span><div class="more-operate"><a class="text-color-999"><i class="icon icon-share"></i> 分享</a></div></div></div></div>"""


def _thread(thread: Thread, page: int) -> str:
    first = thread.posts[0]
    shown = [post for post in thread.on_page(page) if post.place > 1]
    head = f"""<div class="aw-mod aw-question-detail aw-item"><div class="mod-head"><h1>{thread.title}</h1><div class="operate clearfix"></div></div><div class="mod-body"><div class="content markitup-box">{_text(first)}</div></div><div class="mod-footer"><div class="meta"><span class="text-color-999">{first.when:%Y-%m-%d %H:%M}</span><a data-placement="bottom" class="text-color-999"><i class="icon icon-invite"></i>邀请 </a></div></div></div>"""
    side = f'<div class="aw-side-bar"><div class="aw-mod"><div class="mod-head"><h3>发起人</h3></div><div class="mod-body"><dl><dt class="aw-border-radius-5"></dt><dd>{_user(first)}</dd></dl></div></div><div class="aw-mod question-status"><h3>问题状态</h3><ul><li>最新活动: <span class="aw-text-color-blue">{thread.posts[-1].when:%Y-%m-%d %H:%M}</span></li><li>浏览: <span>{thread.number * 7}</span></li><li>关注: <span>{len(thread.posts)}</span> 人</li></ul></div></div>'
    tag = f'<div class="aw-question-detail-title"><div class="topic-bar"><a href="/explore/category-{thread.board + 1}" class="text">{thread.forum.boards[thread.board]}</a></div></div>'
    return _frame(
        f"{thread.title}",
        f'<div class="aw-main-content">{tag}{head if page == 1 else f"""<h1><a href="{_url(thread)}">{thread.title}</a></h1>"""}<div class="aw-mod"><div class="mod-head aw-common-head"><h2 class="hidden-xs">{len(thread.posts) - 1} 个回复</h2></div><div class="mod-body aw-feed-list">{each(_answer, shown)}</div>{_pager(page, thread.pages, f"/question/{thread.number}__page-{{}}")}</div><div class="aw-mod aw-replay-box question"><p>要回复问题请先<a href="/account/login/">登录</a>或<a href="/account/register/">注册</a></p></div></div>{side}',
    )


def _frame(title: str, content: str) -> str:
    return f"""<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title} - 港口问答</title></head><body><div class="aw-top-menu-wrap"><div class="container"><div class="aw-logo"><a href="/"></a></div><div class="aw-top-nav"><ul><li><a href="/explore/">发现</a></li><li><a href="/topic/">话题</a></li></ul></div><div class="aw-user-nav"><a class="login" href="/account/login/">登录</a><a class="register" href="/account/register/">注册</a></div></div></div><div class="aw-container-wrap"><div class="container"><div class="row">{content}</div></div></div><div class="aw-footer-wrap"><div class="aw-footer">Copyright © 2023, All Rights Reserved Powered By <a href="http://www.wecenter.com/">WeCenter</a></div></div></body></html>"""
