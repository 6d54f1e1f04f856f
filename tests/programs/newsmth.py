"""Newsmth (nForum over a KBS board): /nForum/article/Board/12?p=2, posts as letters with their header in the text."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Redirect, Thread, each, pages, rows

BOARDS = ("Repairs", "Garden", "Boats", "Joke")


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query["p"]) if query.get("p", "").isdecimal() else 1
    if path == "/":
        return Redirect("/nForum/")
    if path == "/nForum/":
        return _frame("水木社区", f'<ul class="w_section">{each(lambda n: _board(forum, n), range(4))}</ul>')
    if found := re.fullmatch(r"/nForum/board/(\w+)", path):
        return _list(forum, BOARDS.index(found[1]), page) if found[1] in BOARDS else None
    if found := re.fullmatch(r"/nForum/article/(\w+)/(\d+)", path):
        thread = next((one for one in forum.threads if one.posts[0].number == int(found[2])), None)
        return _thread(thread, page) if thread and BOARDS[thread.board] == found[1] and page <= thread.pages else None
    if found := re.fullmatch(r"/nForum/article/(\w+)/single/(\d+)", path):
        post = forum.posts.get(int(found[2]))
        return (
            _frame(f"{post.thread.title}", f'<div class="b-content">{_post(post)}</div>', post.thread) if post else None
        )
    if found := re.fullmatch(r"/nForum/user/query/(\w+)", path):
        return _frame("用户", f'<div class="u-info"><h2>{found[1]}</h2><dl><dt>昵称</dt><dd>某人</dd></dl></div>')
    return None


def _url(thread: Thread, page: int = 1) -> str:
    return f"/nForum/article/{BOARDS[thread.board]}/{thread.posts[0].number}" + (f"?p={page}" if page > 1 else "")


def _user(post: Post) -> str:
    return f'<a href="/nForum/user/query/user{post.author}">{post.name}</a>'


def _board(forum: Forum, board: int) -> str:
    return f'<li class="slist"><span class="x-leaf"><a href="/nForum/board/{BOARDS[board]}" title="{forum.boards[board]}">{forum.boards[board]}</a></span></li>'


def _pager(page: int, last: int, base: str, count: int) -> str:
    links = "".join(
        f'<li class="page-select"><a title="当前页">{n}</a></li>'
        if n == page
        else f'<li class="page-normal"><a href="{base}?p={n}" title="转到第{n}页">{n}</a></li>'
        for n in range(1, last + 1)
    )
    before = (
        f'<li class="page-normal"><a href="{base}?p={page - 1}" title="上一页">&lt;&lt;</a></li>' if page > 1 else ""
    )
    after = (
        f'<li class="page-normal"><a href="{base}?p={page + 1}" title="下一页">&gt;&gt;</a></li>' if page < last else ""
    )
    return f'<div class="page"><ul class="pagination" title="分页列表"><li class="page-pre">贴数:<i>{count}</i>&emsp;分页:</li><li><ol title="分页列表" class="page-main">{before}{links}{after}</ol></li></ul></div>'


def _row(thread: Thread) -> str:
    first, last = thread.posts[0], thread.posts[-1]
    jump = f'<span class="threads-tab">[<a href="{_url(thread, 2)}">2</a>]</span>' if thread.pages > 1 else ""
    return f'<tr><td class="title_8"><a target="_blank" href="{_url(thread)}" title="在新窗口打开此主题"><samp class="tag ico-pos-article-normal"></samp></a></td><td class="title_9"><a href="{_url(thread)}">{thread.title}</a>{jump}</td><td class="title_10">{first.when:%Y-%m-%d}</td><td class="title_12">|&ensp;{_user(first)}</td><td class="title_11 middle">0</td><td class="title_11 middle">{len(thread.posts) - 1}</td><td class="title_10"><a href="{_url(thread, thread.pages)}#a{len(thread.posts) - 1}" title="跳转至最后回复">{last.when:%Y-%m-%d}</a></td><td class="title_12">|&ensp;{_user(last)}</td></tr>'


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)
    nav = _pager(page, pages(threads), f"/nForum/board/{BOARDS[board]}", len(threads))
    return _frame(
        f"水木社区-{forum.boards[board]}",
        f'<div class="b-head corner"><span class="n-left">{forum.boards[board]}({BOARDS[board]})</span></div><div class="t-pre">{nav}</div><div class="b-content"><table class="board-list tiz" cellpadding="0" cellspacing="0">{each(_row, rows(threads, page))}</table></div><div class="t-pre-bottom">{nav}</div>',
    )


def _body(post: Post) -> str:
    thread = post.thread
    text = " <br /> ".join(post.lines) + (f" <br /> {' <br /> '.join(post.code.splitlines())}" if post.code else "")
    quoted = (
        f' <br /> <font class="f006">【 在 {post.quoted.name} 的大作中提到: 】</font> <br /> '
        + " <br /> ".join(f'<font class="f006">: {line[:38]}</font>' for line in post.quoted.lines)
        if post.quoted
        else ""
    )
    sign = f" <br /> -- <br /> {post.signature}" if post.signature else " <br /> -- <br />"
    return f"""<p>发信人: {post.name} (某人), 信区: {BOARDS[thread.board]} <br /> 标&nbsp;&nbsp;题: {"Re: " if post.place > 1 else ""}{thread.title} <br /> 发信站: 水木社区 ({post.when:%a %b %e %H:%M:%S %Y}), 站内 <br />&nbsp;&nbsp;<br /> {text}{quoted}{sign} <br /> <font class="f000"></font><font class="f005">※ 来源:·水木社区 http://www.newsmth.net·[FROM: 58.24.{post.author}.*]</font><font class="f000"> <br /></font></p>"""


def _post(post: Post) -> str:
    place = "楼主" if post.place == 1 else f"第{post.place - 1}楼"
    return f"""<a name="a{post.place - 1}"></a><div class="a-wrap corner"><table class="article"><tr class="a-head"><td class="a-left a-no-bottom"><span class="a-u-name">{_user(post)}</span></td><td class="a-no-bottom"><ul class="a-func"><li><a href="/nForum/article/{BOARDS[post.thread.board]}/ajax_post/{post.number}" class="a-post">回复</a></li><li><a href="/nForum/article/{BOARDS[post.thread.board]}/single/{post.number}" class="a-single">只看此ID</a></li></ul><span class="a-pos">{place}</span></td></tr>
<tr class="a-body"><td class="a-left a-info"><div class="a-u-img"></div><div class="a-u-uid">{post.name}</div><dl class="a-u-info"><dt>身份</dt><dd>用户</dd><dt>文章</dt><dd>{post.author * 13}</dd><dt>积分</dt><dd>{post.author * 31}</dd></dl></td><td class="a-content">{_body(post)}</td></tr><tr class="a-bottom"><td class="a-left"></td><td><ul><li class="a-report"><a href="javascript:void(0);">举报</a></li></ul></td></tr></table></div>"""


def _thread(thread: Thread, page: int) -> str:
    nav = _pager(page, thread.pages, _url(thread), len(thread.posts))
    return _frame(
        f"水木社区-{thread.forum.boards[thread.board]}-{thread.title}",
        f'<div class="b-head corner"><span class="n-left">文章主题: {thread.title}</span></div><div class="t-pre">{nav}</div><div class="b-content">{each(_post, thread.on_page(page))}</div><div class="t-pre-bottom">{nav}</div>',
        thread,
    )


def _frame(title: str, content: str, thread: Thread | None = None) -> str:
    crumb = (
        f'&ensp;>>&ensp;<a href="/nForum/board/{BOARDS[thread.board]}">{thread.forum.boards[thread.board]}({BOARDS[thread.board]})</a>&ensp;>>&ensp;文章阅读'
        if thread
        else ""
    )
    return f"""<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title}</title></head><body><header id="top_head"><figure><a href="/nForum/"><img src="/logo.gif" alt="水木社区"></a></figure></header><section id="main" class="corner"><nav id="notice" class="corner"><div id="notice_nav"><a href="/nForum/">水木社区</a>{crumb}</div></nav><section id="body" class="corner">{content}</section></section><footer id="bot_foot"><figure><a href="http://www.kbs.test">powered by KBS</a></figure></footer></body></html>"""
