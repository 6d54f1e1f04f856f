"""Autohome's club: /bbs/thread-c-3170-12345-1.html; authors beside posts, answers after "原帖由 … 发表在 2楼"."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Thread, each, pager, pages, rows

SERIES = ("3170", "66", "364", "18")


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path == "/":
        items = each(lambda n: f'<li><a href="/bbs/forum-c-{SERIES[n]}-1.html" title="{forum.boards[n]}论坛">{forum.boards[n]}</a></li>', range(4))  # fmt: skip
        best = each(lambda thread: f'<li><a href="{_url(thread)}" target="_blank">{thread.title}</a></li>', forum.board(2)[:6])  # fmt: skip
        return _frame("汽车论坛", f'<div class="forum-brand"><ul>{items}</ul></div><div class="jinghua"><h3>精华推荐</h3><ul>{best}</ul></div>')  # fmt: skip
    if found := re.fullmatch(r"/bbs/forum-c-(\d+)-(\d+)\.html", path):
        return _list(forum, SERIES.index(found[1]), int(found[2])) if found[1] in SERIES else None
    if found := re.fullmatch(r"/bbs/thread-c-(\d+)-(\d+)-(\d+)\.html", path):
        thread, page = forum.by_number.get(int(found[2]) - 51000000), int(found[3])
        right = thread and SERIES[thread.board] == found[1] and 1 <= page <= thread.pages
        return _thread(thread, page) if thread and right else None
    if found := re.fullmatch(r"/(\d+)/home\.html", path):
        return _frame("个人主页", "<p>这里什么都没有，去论坛逛逛吧</p>")
    return None


def _url(thread: Thread, page: int = 1) -> str:
    return f"/bbs/thread-c-{SERIES[thread.board]}-{thread.number + 51000000}-{page}.html"


def _list(forum: Forum, board: int, page: int) -> str:
    def row(thread: Thread) -> str:
        first, last = thread.posts[0], thread.posts[-1]
        return f'<dl class="list_dl" lang="{thread.number}|{SERIES[board]}"><dt><span class="tdico icon_01"></span><a class="a_topic" target="_blank" href="{_url(thread)}">{thread.title}</a></dt><dd><a class="linkblack" target="_blank" href="/{first.author + 300}/home.html">{first.name}</a><span class="tdate">{first.when:%Y-%m-%d}</span></dd><dd class="cli_dd" lang="{thread.number + 51000000}"><span class="fontblue">{len(thread.posts) - 1}</span><span class="fontccc"> / {thread.number * 37}</span></dd><dd><a class="linkblack" target="_blank" href="/{last.author + 300}/home.html">{last.name}</a><span class="ttime">{last.when:%Y-%m-%d %H:%M}</span></dd></dl>'

    threads = forum.board(board)
    nav = pager(page, pages(threads), lambda n: f"/bbs/forum-c-{SERIES[board]}-{n}.html", '<span class="cur">{}</span>')
    return _frame(
        f"【{forum.boards[board]}论坛】",
        f'<div class="crumb"><a href="/">论坛首页</a> &gt; {forum.boards[board]}论坛</div><div id="subcontent"><dl class="list_dlth"><dt>主题</dt><dd>作者</dd><dd>回复/浏览</dd><dd>最后回复</dd></dl>{each(row, rows(threads, page))}</div><div class="pages">{nav}</div>',
    )


def _left(post: Post) -> str:
    name, home = post.name, f"/{post.author + 300}/home.html"
    return f'<div class="conleft fl" xname="uinfo" style="z-index: 1;"><ul class="maxw"><li class="txtcenter fw"><a xname="uname" target="_blank" href="{home}" title="{name}">{name}</a></li><li class="txtcenter"><a href="{home}" target="_blank"><img src="/h/{post.author}.jpg" width="120" height="120"></a></li></ul><ul class="leftlist"><li>精华：<a href="{home}">{post.author % 3}帖</a></li><li>帖子：<a href="{home}">{post.author * 13 + 2}帖</a><span class="c_999"> | </span><a href="{home}">{post.author * 41 + 5}回</a></li><li>注册：{2010 + post.author % 9}年{post.author % 12 + 1}月{post.author * 2 + 1}日</li><li>来自：<a href="/bbs/forum-a-100002-1.html">北京 朝阳区</a></li><li>爱车：<a href="/bbs/forum-c-{SERIES[post.author % 4]}-1.html">{("宝马3系", "卡罗拉", "福克斯", "高尔夫")[post.author % 4]}</a></li></ul></div>'


def _quote(post: Post, text: str) -> str:
    return f'<div class="relyhf"><div class="relyhfcon"><p><a class="fontlinka" href="#pvareaid">回复</a> <a href="/{post.author + 300}/home.html">{post.name}</a> {post.when:%Y-%m-%d %H:%M:%S} 发表在 {post.place}楼</p><p class="rrlycont">{text}</p></div></div>'


def _post(post: Post) -> str:
    code = f"<pre>{post.code}</pre>" if post.code else ""
    floor = "楼主" if post.place == 1 else {2: "沙发", 3: "板凳", 4: "地板"}.get(post.place, f"{post.place - 1}楼")
    if post.place == 1:
        title = f'<div class="qa-maxtitle"><h1 class="rtitle"><div>{post.thread.title}</div></h1></div>'
        paragraphs = "".join(f'<div class="tz-paragraph">{line}</div>' for line in post.lines)
        content = f'<div class="conttxt" xname="content"><div class="w740">{paragraphs}{code}</div></div>'
    else:
        title = ""
        own = f"{'<br>'.join(post.lines)}{code}"
        if post.quoted:
            own = f'{_quote(post.quoted, "<br>".join(post.quoted.lines))}<div class="yy_reply_cont">{own}</div>'
        content = f'<div class="x-reply font14" xname="content"><div class="w740">{own}</div></div>'
    only = f'<span class="fr"><a rel="nofollow" href="/bbs/threadowner-c-{SERIES[post.thread.board]}-{post.thread.number + 51000000}-{post.author + 300}-1.html">只看该作者</a></span>'
    sign = f'<div class="signbox">{post.signature}</div>' if post.signature else ""
    return f'<div class="clearfix contstxt outer-section" id="F{post.place - 1}" rel="{post.number}" uid="{post.author + 300}">{_left(post)}<div class="conright fl">{title}<div class="plr26 rtopcon">{only}<button class="rightbutlz fr" rel="{post.place - 1}" type="button">{floor}</button><span>发表于 </span><span xname="date">{post.when:%Y-%m-%d %H:%M:%S}</span><span class="pl15">来自 <a href="/app">{("汽车之家iPhone版", "汽车之家Android版")[post.author % 2]}</a></span></div><div class="rconten">{content}{sign}</div><div class="plr26 rbottom"><a href="javascript:;">举报</a> <a href="javascript:;" class="reply">回复</a> <a href="javascript:;">引用</a></div></div></div>'


def _thread(thread: Thread, page: int) -> str:
    nav = pager(page, thread.pages, lambda n: _url(thread, n), '<span class="cur">{}</span>')
    if nav and page < thread.pages:
        nav += f'<a class="afpage" href="{_url(thread, page + 1)}">下一页</a>'
    board = thread.forum.boards[thread.board]
    list_url = f"/bbs/forum-c-{SERIES[thread.board]}-1.html"
    return _frame(
        f"【图】{thread.title}_{board}论坛",
        f'<div id="consnav" class="consnav"><span><a href="/">论坛首页</a></span>&gt;<span><a href="{list_url}">{board}论坛</a></span>&gt;<span>{thread.title}</span></div><div class="conmain"><div class="contitle"><span class="fr">浏览：<font>{thread.number * 37}</font> | 回复：<font>{len(thread.posts) - 1}</font></span></div><div id="maxwrap-maintopic">{each(_post, [p for p in thread.on_page(page) if p.place == 1])}</div><div id="maxwrap-reply">{each(_post, [p for p in thread.on_page(page) if p.place > 1])}</div></div><div class="pages" id="x-pages2">{nav}</div>',
    )


def _frame(title: str, content: str) -> str:
    return f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title}_汽车之家论坛</title></head><body><div class="topbar"><a href="/">汽车之家</a> <a href="/bbs/forum-c-66-1.html">热门论坛</a></div><div id="wrap">{content}</div><div id="footer">声明：论坛内容仅代表网友个人观点 京ICP证050911号</div></body></html>'
