"""CNode (nodeclub): /topic/5433d5e4e737cbe96dcef312, /?tab=share&page=2, a topic as one page, times only as "2 years ago"."""

from __future__ import annotations

import hashlib

from tests.programs.forum import Forum, Post, Thread, each, pages, rows

TABS = ("share", "ask", "job", "good")


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query["page"]) if query.get("page", "").isdecimal() else 1
    if path == "/":
        tab = query.get("tab", "all")
        threads = forum.board(TABS.index(tab)) if tab in TABS else sorted(forum.threads, key=_latest, reverse=True)
        return _list(threads, tab, page)
    kind, _, name = path.strip("/").partition("/")
    if kind == "topic":
        thread = next((one for one in forum.threads if _hash(f"t{one.number}") == name), None)
        return _topic(thread) if thread else None
    if kind == "user":
        user = next((one for one in range(12) if _login(one) == name), None)
        return None if user is None else _member(forum, user)
    return _frame("登入", "<form><input></form>") if kind in ("signin", "signup", "getstart", "about", "api") else None


def _latest(thread: Thread) -> float:
    return thread.posts[-1].when.timestamp()


def _hash(text: str) -> str:
    return hashlib.md5(text.encode()).hexdigest()[:24]


def _login(author: int) -> str:
    return f"user{author}"


def _face(post: Post) -> str:
    return f'<a class="user_avatar pull-left" href="/user/{_login(post.author)}"><img src="/a/{post.author}.png" title="{post.name}"></a>'


def _row(thread: Thread) -> str:
    last = thread.posts[-1]
    return f"""<div class="cell">{_face(thread.posts[0])}<span class="reply_count pull-left"><span class="count_of_replies" title="回复数">{len(thread.posts) - 1}</span><span class="count_seperator">/</span><span class="count_of_visits" title="点击数">{thread.number * 9}</span></span><a class="last_time pull-right" href="/topic/{_hash(f"t{thread.number}")}#{_hash(f"r{last.number}")}"><img class="user_small_avatar" src="/a/{last.author}.png"><span class="last_active_time">2 年前</span></a><div class="topic_title_wrapper"><span class="topiclist-tab">{thread.forum.boards[thread.board]}</span><a class="topic_title" href="/topic/{_hash(f"t{thread.number}")}" title="{thread.title}">{thread.title}</a></div></div>"""


def _list(threads: list[Thread], tab: str, page: int) -> str:
    last = pages(threads)
    tabs = "".join(
        f'<a href="/?tab={one}" class="topic-tab {"current-tab" if one == tab else ""}">{one}</a>'
        for one in ("all", *TABS)
    )
    links = "".join(
        f'<li class="disabled active"><a>{n}</a></li>'
        if n == page
        else f'<li><a href="/?tab={tab}&amp;page={n}">{n}</a></li>'
        for n in range(max(1, page - 2), min(last, page + 2) + 1)
    )
    nav = f'<div class="pagination" current_page="{page}"><ul><li><a href="/?tab={tab}&amp;page=1">«</a></li>{links}<li><a href="/?tab={tab}&amp;page={last}">»</a></li></ul></div>'
    return _frame(
        "首页",
        f'<div class="panel"><div class="header">{tabs}</div><div class="inner no-padding"><div id="topic_list">{each(_row, rows(threads, page))}</div>{nav}</div></div>',
    )


def _markdown(post: Post) -> str:
    quote = f"<blockquote><p>{'<br>'.join(post.quoted.lines)}</p></blockquote>" if post.quoted else ""
    code = f'<pre class="prettyprint"><code>{post.code}\n</code></pre>' if post.code else ""
    return f'<div class="markdown-text">{quote}{each(lambda line: f"<p>{line}</p>", post.lines)}{code}</div>'


def _reply(post: Post) -> str:
    number = _hash(f"r{post.number}")
    return f"""<div class="cell reply_area reply_item" reply_id="{number}" reply_to_id="" id="{number}"><div class="author_content"><a href="/user/{_login(post.author)}" class="user_avatar"><img src="/a/{post.author}.png" title="{post.name}"></a><div class="user_info"><a class="dark reply_author" href="/user/{_login(post.author)}">{post.name}</a><a class="reply_time" href="#{number}">{post.place - 1}楼•2 年前</a>{'<span class="reply_by_author">作者</span>' if post.author == post.thread.posts[0].author else ""}</div><div class="user_action"><span><i class="fa up_btn fa-thumbs-o-up invisible" title="喜欢"></i><span class="up-count">{post.number % 3 or ""}</span></span></div></div><div class="reply_content from-{post.name}">{_markdown(post)}</div><div class="clearfix"><div class="reply2_area"></div></div></div>"""


def _topic(thread: Thread) -> str:
    first = thread.posts[0]
    author = f'<div class="panel"><div class="header"><span class="col_fade">作者</span></div><div class="inner"><div class="user_card"><div><a class="user_avatar" href="/user/{_login(first.author)}"><img src="/a/{first.author}.png" title="{first.name}"></a><span class="user_name"><a class="dark" href="/user/{_login(first.author)}">{first.name}</a></span><div class="board clearfix"><span class="big">积分: {first.author * 5}</span></div><span class="signature">“ {first.signature or "这家伙很懒，什么个性签名都没有留下。"} ”</span></div></div></div></div>'
    others = each(
        lambda one: (
            f'<li><div><a class="dark topic_title" href="/topic/{_hash(f"t{one.number}")}" title="{one.title}">{one.title}</a></div></li>'
        ),
        [one for one in thread.forum.board(thread.board) if one is not thread][:5],
    )
    replies = (
        f'<div class="panel"><div class="header"><span class="col_fade">{len(thread.posts) - 1} 回复</span></div>{each(_reply, thread.posts[1:])}</div>'
        if len(thread.posts) > 1
        else ""
    )
    return _frame(
        thread.title,
        f'<div class="panel"><div class="header topic_header"><span class="topic_full_title">{thread.title}</span><div class="changes"><span>发布于 2 年前</span><span>作者 <a href="/user/{_login(first.author)}">{first.name}</a></span><span>{thread.number * 9} 次浏览</span><span>来自 {thread.forum.boards[thread.board]}</span></div></div><div class="inner topic"><div class="topic_content">{_markdown(first)}</div></div></div>{replies}',
        f'{author}<div class="panel"><div class="header"><span class="col_fade">作者其它话题</span></div><div class="inner"><ul class="unstyled">{others}</ul></div></div>',
    )


def _member(forum: Forum, user: int) -> str:
    threads = [one for one in forum.threads if one.posts[0].author == user][:5]
    return _frame(
        "@",
        f'<div class="panel"><div class="header">主页 / {forum.names[user]}</div><div class="inner userinfo">注册时间 3 年前</div></div><div class="panel"><div class="header">最近创建的话题</div>{each(_row, threads)}</div>',
    )


def _frame(title: str, content: str, side: str = "") -> str:
    return f"""<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><title>{title} - CNode技术社区</title></head><body><div class="navbar"><div class="navbar-inner"><a class="brand" href="/"><img src="/logo.svg"></a><form class="navbar-search" action="/search"><input type="text" name="q"></form><ul class="nav pull-right"><li><a href="/">首页</a></li><li><a href="/getstart">新手入门</a></li><li><a href="/api">API</a></li><li><a href="/about">关于</a></li><li><a href="/signup">注册</a></li><li><a href="/signin">登录</a></li></ul></div></div><div id="main"><div id="sidebar">{side}<div class="panel"><div class="inner"><p>CNode：Node.js专业中文社区</p></div></div></div><div id="content">{content}</div></div><div id="backtotop">回到顶部</div><div id="footer"><div id="footer_main"><div class="links"><a class="dark" href="/rss">RSS</a> | <a class="dark" href="/about">关于</a></div><div class="col_fade"><p>CNode 社区为国内最专业的 Node.js 开源技术社区</p></div></div></div></body></html>"""
