"""Tianya: /post-free-12-2.shtml, lists that only go on by a time (/list.jsp?item=free&nextid=1672...), openers of another form."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Redirect, Thread, each

ITEMS = ("tools", "garden", "boats", "free")
ROWS = 10


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path == "/":
        return _frame("天涯社区", f'<div class="nav_box">{each(lambda n: _board(forum, n), range(4))}</div>')
    if found := re.fullmatch(r"/list-(\w+)-1\.shtml", path):
        return _list(forum, ITEMS.index(found[1]), None) if found[1] in ITEMS else None
    if path == "/list.jsp" and query.get("item") in ITEMS:
        return _list(forum, ITEMS.index(query["item"]), int(query.get("nextid") or 0) or None)
    if found := re.fullmatch(r"/post-(\w+)-(\d+)-(\d+)\.shtml", path):
        thread, page = forum.by_number.get(int(found[2])), int(found[3])
        return (
            _thread(thread, page) if thread and ITEMS[thread.board] == found[1] and 0 < page <= thread.pages else None
        )
    if found := re.fullmatch(r"/u/(\d+)", path):
        number = int(found[1]) - 1000
        return (
            _frame(
                forum.names[number],
                f'<div class="profile"><h2>{forum.names[number]}</h2><p>注册日期 2022-01-01</p></div>',
            )
            if 0 <= number < len(forum.names)
            else None
        )
    return Redirect("/") if path == "/login" else None


def _url(thread: Thread, page: int = 1) -> str:
    return f"/post-{ITEMS[thread.board]}-{thread.number}-{page}.shtml"


def _user(post: Post) -> str:
    return f'<a href="/u/{1000 + post.author}" target="_blank" uid="{1000 + post.author}" uname="{post.name}" class="js-vip-check">{post.name}</a>'


def _board(forum: Forum, board: int) -> str:
    return f'<dl><dt><a href="/list-{ITEMS[board]}-1.shtml">{forum.boards[board]}</a></dt><dd>{len(forum.board(board))}</dd></dl>'


def _row(thread: Thread) -> str:
    last = thread.posts[-1]
    return f'<tr class="bg"><td class="td-title faceblue"><span class="face" title=""></span><a href="{_url(thread)}" target="_blank">{thread.title}</a></td><td><a href="/u/{1000 + thread.posts[0].author}" target="_blank" class="author">{thread.posts[0].name}</a></td><td>{thread.number * 31}</td><td>{len(thread.posts) - 1}</td><td title="{last.when:%Y-%m-%d %H:%M}">{last.when:%m-%d %H:%M}</td></tr>'


def _list(forum: Forum, board: int, before: int | None) -> str:
    threads = [
        thread for thread in forum.board(board) if before is None or thread.posts[-1].when.timestamp() * 1000 < before
    ]
    shown, rest = threads[:ROWS], threads[ROWS:]
    after = (
        f'<a href="/list.jsp?item={ITEMS[board]}&nextid={int(shown[-1].posts[-1].when.timestamp() * 1000)}" rel="nofollow">下一页</a>'
        if rest
        else ""
    )
    back = f'<a href="/list-{ITEMS[board]}-1.shtml">首页</a>' if before else ""
    return _frame(
        f"{forum.boards[board]}_论坛_天涯社区",
        f'<div class="location"><h1>{forum.boards[board]}</h1></div><div class="mt5"><table class="tab-bbs-list tab-bbs-list-2"><tbody><tr class="bg"><th class="td-title faceblue">标题</th><th>作者</th><th>点击</th><th>回复</th><th>回复时间</th></tr></tbody><tbody>{each(_row, shown)}</tbody></table></div><div class="short-pages-2 clearfix"><div class="links">{back}{after}</div></div>',
    )


def _quote(post: Post, text: str) -> str:
    return f"@{post.name} {post.place - 1}楼 {post.when:%Y-%m-%d %H:%M:%S}<br>\n　　{text}<br>\n　　-----------------------------<br>\n"


def _text(post: Post) -> str:
    return (
        "　　"
        + "<br>\n　　".join(post.lines)
        + (f"<br>\n　　{'<br>　　'.join(post.code.splitlines())}" if post.code else "")
    )


def _post(post: Post) -> str:
    if post.place == 1:
        return f"""<div class="atl-item host-item"><div class="atl-content"><div class="atl-con-hd clearfix"></div><div class="atl-con-bd clearfix"><div class="bbs-content clearfix">{_text(post)}</div><div id="alt_action" class="action-tyf"></div><div class="clearfix"><div class="atl-reply" id="alt_reply"><a href="javascript:void(0);" title="举报">举报</a> | <span class="count">{len(post.thread.posts) - 1}</span>次点击</div></div></div></div></div>"""
    return f"""<div class="atl-item" _host="{post.name}" id="{post.place - 1}" replyid="{post.number}" js_username="{post.name}" js_restime="{post.when:%Y-%m-%d %H:%M:%S}" _hostid="{1000 + post.author}"><div class="atl-head" id="ea93cb7{post.number}"><div class="atl-head-reply"></div><div class="atl-info"><span>{"<strong class='host'>楼主</strong>" if post.author == post.thread.posts[0].author else "作者"}：{_user(post)} </span><span>时间：{post.when:%Y-%m-%d %H:%M:%S}</span></div></div>
<div class="atl-content"><div class="atl-con-hd clearfix"><div class="atl-con-hd-l"></div></div><div class="atl-con-bd clearfix"><div class="bbs-content">{_text(post)}</div><div class="atl-reply"><span>{post.place - 1}楼</span> | <a href="#" class="reportme">举报</a> | <a href="#" class="a-link-2 reply">回复</a></div></div></div></div>"""


def _thread(thread: Thread, page: int) -> str:
    first, links = thread.posts[0], ""
    if thread.pages > 1:
        links = "".join(
            f"<strong>{n}</strong>" if n == page else f'<a href="{_url(thread, n)}">{n}</a>'
            for n in range(1, thread.pages + 1)
        )
        links += f'<a href="{_url(thread, page + 1)}" class="js-keyboard-next">下页</a>' if page < thread.pages else ""
    nav = f'<div class="atl-pages"><form>{links}</form></div>' if links else ""
    menu = f'<div id="post_head"><h1 class="atl-title"><span class="s_title"><span>{thread.title}</span></span></h1><div class="atl-menu clearfix"><div class="atl-info"><span>楼主：{_user(first)}</span><span>时间：{first.when:%Y-%m-%d %H:%M:%S} </span><span>点击：{thread.number * 31} </span><span>回复：{len(thread.posts) - 1}</span></div></div></div>'
    return _frame(
        f"{thread.title}_{thread.forum.boards[thread.board]}_论坛_天涯社区",
        f'<div class="location clearfix"><a href="/">天涯首页</a> > <a href="/list-{ITEMS[thread.board]}-1.shtml">{thread.forum.boards[thread.board]}</a></div>{menu}{nav}<div class="atl-main">{each(_post, thread.on_page(page))}</div>{nav}',
    )


def _frame(title: str, content: str) -> str:
    return f"""<!DOCTYPE HTML><html><head><meta charset="utf-8"><title>{title}</title></head><body><div id="top_nav"><a href="/">天涯社区</a><a href="/login">登录</a></div><div id="doc"><div id="bd" class="clearfix">{content}</div></div><div class="footer"><p>天涯公司版权所有</p></div></body></html>"""
