"""East Money's Guba: /news,600001,412.html, then /news,600001,412_2.html; the opener apart from what answers it, no floors."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Thread, each, pager, pages, rows

STOCKS = ("600001", "600036", "000002", "300059")


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path == "/":
        items = each(lambda n: f'<li><a href="/list,{STOCKS[n]}.html">{forum.boards[n]}吧</a></li>', range(4))
        hot = each(lambda thread: f'<li><a href="{_url(thread)}">{thread.title}</a></li>', forum.board(1)[:5])
        return _frame("股吧", f'<div class="ngblist"><ul>{items}</ul></div><div class="hot"><ul>{hot}</ul></div>')
    if found := re.fullmatch(r"/list,(\d+)(?:_(\d+))?\.html", path):
        return _list(forum, STOCKS.index(found[1]), int(found[2] or 1)) if found[1] in STOCKS else None
    if found := re.fullmatch(r"/news,(\d+),(\d+)(?:_(\d+))?\.html", path):
        thread, page = forum.by_number.get(int(found[2]) - 900000), int(found[3] or 1)
        right = thread and STOCKS[thread.board] == found[1] and page <= thread.pages
        return _thread(thread, page) if thread and right else None
    return _frame("名博", "<p>他还没有发表过文章</p>") if path.startswith("/user/") else None


def _url(thread: Thread, page: int = 1) -> str:
    return f"/news,{STOCKS[thread.board]},{thread.number + 900000}{f'_{page}' if page > 1 else ''}.html"


def _user(post: Post) -> str:
    return f'<a href="/user/{post.author + 7000}" target="_blank" data-popper="{post.author + 7000}" data-poptype="1"><font>{post.name}</font></a>'


def _list(forum: Forum, board: int, page: int) -> str:
    def row(thread: Thread) -> str:
        return f'<div class="articleh normal_post"><span class="l1 a1">{thread.number * 41}</span><span class="l2 a2">{len(thread.posts) - 1}</span><span class="l3 a3"><a href="{_url(thread)}" title="{thread.title}">{thread.title}</a></span><span class="l4 a4">{_user(thread.posts[0])}</span><span class="l5 a5">{thread.posts[-1].when:%m-%d %H:%M}</span></div>'

    threads = forum.board(board)
    nav = pager(
        page, pages(threads), lambda n: f"/list,{STOCKS[board]}{f'_{n}' if n > 1 else ''}.html", "<span>{}</span>"
    )
    return _frame(
        f"{forum.boards[board]}股吧",
        f'<div id="stockheader"><span id="stockname"><a href="/list,{STOCKS[board]}.html">{forum.boards[board]}吧</a></span></div><div id="articlelistnew"><div class="dheader"><span class="l1">阅读</span><span class="l2">评论</span><span class="l3">标题</span><span class="l4">作者</span><span class="l5">最后更新</span></div>{each(row, rows(threads, page))}<div class="pager">{nav}</div></div>',
    )


def _quote(post: Post, text: str) -> str:
    return f'<div class="zwlitalkbox clearfix"><div class="zwlitalkboxuinfo"><span class="zwlitalkboxuinfon">{_user(post)}</span>：</div><div class="zwlitalkboxtext">{text}</div></div>'


def _reply(post: Post) -> str:
    quote = _quote(post.quoted, "<br>".join(post.quoted.lines)) if post.quoted else ""
    code = f"<pre>{post.code}</pre>" if post.code else ""
    return f'<div class="zwli clearfix" data-huifuid="{post.number}" data-huifuuid="{post.author + 7000}" id="zwli{post.number}"><div class="zwlitou"><a href="/user/{post.author + 7000}"><img src="/f/{post.author}.jpg"></a></div><div class="zwlitx"><div class="zwlitxt"><div class="zwlianame"><span class="zwnick">{_user(post)}</span></div><div class="zwlitime">发表于  {post.when:%Y-%m-%d %H:%M:%S}</div>{quote}<div class="zwlitext stockcodec">{"<br>".join(post.lines)}{code}</div></div><div class="zwlibtns"><a class="zwlibtn" href="javascript:;">举报</a><a class="replylikelink">赞{post.number % 8 or ""}</a><a class="zwlibtn" href="javascript:;">回复</a></div></div></div>'


def _thread(thread: Thread, page: int) -> str:
    first = thread.posts[0]
    code = f"<pre>{first.code}</pre>" if first.code else ""
    opener = f'<div id="zwcontent"><div id="zwcontt"><div id="zwconttphoto"><a href="/user/{first.author + 7000}"><img src="/f/{first.author}.jpg"></a></div><div id="zwconttb"><div id="zwconttbn"><strong>{_user(first)}</strong></div><div class="zwfbtime">发表于 {first.when:%Y-%m-%d %H:%M:%S} 股吧网页版</div></div></div><div class="zwcontentmain"><div id="zwconttbt">{thread.title}</div><div id="zwconbody" class="zwconbody"><div class="stockcodec">{"<br>".join(first.lines)}{code}</div></div><div id="zwconbtns"><a href="javascript:;">点赞</a><a href="javascript:;">收藏</a><a href="javascript:;">举报</a></div></div></div>'
    shown = [post for post in thread.on_page(page) if post.place > 1]
    nav = pager(page, thread.pages, lambda n: _url(thread, n), "<span>{}</span>")
    return _frame(
        f"{thread.title}_{thread.forum.boards[thread.board]}股吧",
        f'<div class="gbbz"><a href="/">股吧首页</a> &gt; <a href="/list,{STOCKS[thread.board]}.html">{thread.forum.boards[thread.board]}吧</a> &gt; 正文</div>{opener}<div id="zwlist"><div class="zwhtitle">全部评论（{len(thread.posts) - 1}）</div>{each(_reply, shown)}</div><div id="newspage" class="pager">{nav}</div>',
    )


def _frame(title: str, content: str) -> str:
    return f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title}_港湾股吧</title></head><body><div class="top_nav"><a href="/">股吧</a> <a href="/list,600036.html">热门</a></div><div class="gbbody">{content}</div><div class="footer">郑重声明：用户在社区发表的所有信息仅代表个人观点。</div></body></html>'
