"""V2EX: /t/12?p=2, rows that link to /t/12#reply5, a first post in a box of its own."""

from __future__ import annotations

import re
from urllib.parse import quote as quoted

from tests.programs.forum import Forum, Post, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query["p"]) if query.get("p", "").isdecimal() else 1
    recent = sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)
    if path == "/":
        nodes = each(lambda n: f'<a href="/go/board{n}" style="font-size: 14px">{forum.boards[n]}</a>', range(4))
        return _frame(
            "Example",
            f'<div class="box">{each(_row, recent[:30])}<div class="inner"><a href="/recent">更多新主题</a></div></div><div class="box"><div class="cell">{nodes}</div></div>',
        )
    if path == "/recent":
        return _list("最近的主题", recent, page)
    if found := re.fullmatch(r"/go/board(\d)", path):
        return _list(forum.boards[int(found[1])], forum.board(int(found[1])), page) if found[1] in "0123" else None
    if found := re.fullmatch(r"/t/(\d+)", path):
        thread = forum.by_number.get(int(found[1]))
        return _thread(thread, min(page, thread.pages)) if thread else None
    if found := re.fullmatch(r"/member/([^/]+)", path):
        own = [thread for thread in forum.threads if thread.posts[0].name == found[1]]
        return (
            _frame(
                found[1],
                f'<div class="box"><div class="cell"><h1>{found[1]}</h1>V2EX 第 7 号会员</div>{each(_row, own[:5])}</div>',
            )
            if found[1] in forum.names
            else None
        )
    return _frame("登录", "<form><input></form>") if path in ("/signin", "/signup", "/about") else None


def _member(post: Post, kind: str = "") -> str:
    return f'<a href="/member/{quoted(post.name)}"{kind}>{post.name}</a>'


def _row(thread: Thread) -> str:
    first, last = thread.posts[0], thread.posts[-1]
    end = f"#reply{len(thread.posts) - 1}"
    count = (
        f'<a href="/t/{thread.number}{end}" class="count_livid">{len(thread.posts) - 1}</a>' if last.place > 1 else ""
    )
    by = f"&nbsp;•&nbsp; 最后回复来自 <strong>{_member(last)}</strong>" if last.place > 1 else ""
    return f"""<div class="cell item"><table cellpadding="0" cellspacing="0" border="0" width="100%"><tr><td width="48" valign="top" align="center"><a href="/member/{quoted(first.name)}"><img src="/a/{first.author}.png" class="avatar" alt="{first.name}"></a></td><td width="10"></td>
<td width="auto" valign="middle"><span class="item_title"><a href="/t/{thread.number}{end}" class="topic-link" id="topic-link-{thread.number}">{thread.title}</a></span><div class="sep5"></div><span class="topic_info"><div class="votes"></div><a class="node" href="/go/board{thread.board}">{thread.forum.boards[thread.board]}</a>
&nbsp;•&nbsp; <strong>{_member(first)}</strong> &nbsp;•&nbsp; <span title="{last.when:%Y-%m-%d %H:%M:%S} +08:00">{last.when:%Y-%m-%d %H:%M:%S} +08:00</span> {by}</span></td><td width="70" align="right" valign="middle">{count}</td></tr></table></div>"""


def _pager(page: int, last: int) -> str:
    if last == 1:
        return ""
    numbers = " &nbsp; ".join(
        f'<a href="?p={n}" class="page_{"current" if n == page else "normal"}">{n}</a>' for n in range(1, last + 1)
    )
    return f'<div class="cell ps_container"><table cellpadding="0" cellspacing="0" border="0" width="100%"><tr><td width="92%" align="left">{numbers} <input type="number" class="page_input" value="{page}"></td></tr></table></div>'


def _list(title: str, threads: list[Thread], page: int) -> str:
    nav = _pager(page, pages(threads))
    return _frame(
        title,
        f'<div class="box"><div class="cell page-content-header">主题总数 {len(threads)}</div>{nav}{each(_row, rows(threads, page))}{nav}</div>',
    )


def _text(post: Post, box: str) -> str:
    code = f"<pre><code>{post.code}</code></pre>" if post.code else ""
    return box.format("<br />".join(post.lines) + code)


def _reply(post: Post) -> str:
    return f"""<div id="r_{post.number}" class="cell"><table cellpadding="0" cellspacing="0" border="0" width="100%"><tr><td width="48" valign="top" align="center"><img src="/a/{post.author}.png" class="avatar" alt="{post.name}"></td><td width="10" valign="top"></td>
<td width="auto" valign="top" align="left"><div class="fr"><div id="thank_area_{post.number}" class="thank_area"></div> &nbsp; <span class="no">{post.place - 1}</span></div><div class="sep3"></div><strong>{_member(post, ' class="dark"')}</strong> &nbsp; &nbsp;
<span class="ago" title="{post.when:%Y-%m-%d %H:%M:%S} +08:00">{post.when:%Y-%m-%d %H:%M:%S} +08:00</span><div class="sep5"></div>{_text(post, '<div class="reply_content">{}</div>')}</td></tr></table></div>"""


def _thread(thread: Thread, page: int) -> str:
    first, answers = thread.posts[0], thread.on_page(page)
    answers = [post for post in answers if post.place > 1]
    last, nav = thread.posts[-1], _pager(page, thread.pages)
    body = f'<div class="cell">{_text(first, """<div class="topic_content"><div class="markdown_body"><p>{}</p></div></div>""")}</div>'
    box = f"""<div class="box"><div class="cell"><span class="gray">{len(thread.posts) - 1} 条回复 &nbsp;<strong class="snow">•</strong> &nbsp;{last.when:%Y-%m-%d %H:%M:%S} +08:00</span></div>{nav}{each(_reply, answers)}{nav}</div>"""
    return _frame(
        thread.title,
        f"""<div class="box"><div class="header"><div class="fr"><a href="/member/{quoted(first.name)}"><img src="/a/{first.author}.png" class="avatar" alt="{first.name}"></a></div><a href="/">Example</a> <span class="chevron">&nbsp;›&nbsp;</span> <a href="/go/board{thread.board}">{thread.forum.boards[thread.board]}</a>
<div class="sep10"></div><h1>{thread.title}</h1><div id="topic_{thread.number}_votes" class="votes"><a href="javascript:" class="vote"><li class="fa fa-chevron-up"></li></a></div> &nbsp; <small class="gray">{_member(first)} · <span title="{first.when:%Y-%m-%d %H:%M:%S} +08:00">{first.when:%Y-%m-%d %H:%M:%S} +08:00</span> · {thread.number * 31} 次点击</small></div>{body}</div>
<div class="sep20"></div>{box if last.place > 1 else '<div class="box"><div class="cell">目前尚无回复</div></div>'}""",
    )


def _frame(title: str, content: str) -> str:
    return f"""<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><title>{title} - Example</title></head><body><div id="Top"><div class="content"><a href="/" name="top">Example</a><div class="tools"><a href="/" class="top">首页</a><a href="/signup" class="top">注册</a><a href="/signin" class="top">登录</a></div></div></div>
<div id="Wrapper"><div class="content"><div id="Rightbar"><div class="box"><div class="cell"><strong>Example = way to explore</strong><div class="sep5"></div><span class="fade">Example 是一个关于分享和探索的地方</span></div></div></div><div id="Main"><div class="sep20"></div>{content}</div></div></div>
<div id="Bottom"><div class="inner"><strong><a href="/about" class="dark">关于</a></strong> · 3221 人在线 最高记录 6679 · UTC 12:00</div></div></body></html>"""
