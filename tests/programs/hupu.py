"""Hupu: /412345.html, /412345-2.html; the opener apart, answers that were liked stand above the others of the first page again."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pager, pages, rows

BOARDS = ("tools", "garden", "boats", "bxj")


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path == "/":
        items = each(
            lambda n: (
                f'<div class="plate"><h2><a href="/{BOARDS[n]}">{forum.boards[n]}</a></h2><ul>{each(lambda thread: f"""<li><a href="{_url(thread)}" target="_blank">{thread.title}</a></li>""", forum.board(n)[:4])}</ul></div>'
            ),
            range(4),
        )
        return _frame("Harbour", items)
    name = path.strip("/")
    if name.startswith("user/"):
        return _frame(
            "Profile", f"<div class='personal'><h3>Member {name[5:]}</h3><span>注册时间：2020-01-01</span></div>"
        )
    board, _, page = name.partition("-")
    if board in BOARDS and (not page or page.isdecimal()):
        return _list(forum, BOARDS.index(board), int(page or 1))
    key, _, page = name.removesuffix(".html").partition("-")
    if name.endswith(".html") and key.isdecimal():
        thread = forum.by_number.get(int(key) - 41200000)
        if thread and (page or "1").isdecimal() and int(page or 1) <= thread.pages:
            return _thread(thread, int(page or 1))
    return None


def _url(thread: Thread, page: int = 1) -> str:
    return f"/{thread.number + 41200000}{f'-{page}' if page > 1 else ''}.html"


def _user(post: Post, kind: str = "u") -> str:
    return f'<a class="{kind}" href="/user/{post.author + 9000}" target="_blank">{post.name}</a>'


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)

    def row(thread: Thread) -> str:
        last = thread.posts[-1]
        jump = (
            f'<span class="multipage">[{" ".join(f"""<a href="{_url(thread, n)}">{n}</a>""" for n in range(2, thread.pages + 1))}]</span>'
            if thread.pages > 1
            else ""
        )
        return f'<li><div class="titlelink box"><a class="truetit" href="{_url(thread)}">{thread.title}</a>{jump}</div><div class="author box">{_user(thread.posts[0], "aulink")}<a style="color:#808080;cursor: initial;">{thread.posts[0].when:%Y-%m-%d}</a></div><span class="ansour box">{len(thread.posts) - 1}&nbsp;/&nbsp;{thread.number * 9}</span><div class="endreply box"><a href="{_url(thread, thread.pages)}">{last.when:%H:%M}</a><span class="endauthor">{last.name}</span></div></li>'

    nav = pager(page, pages(threads), lambda n: f"/{BOARDS[board]}" + (f"-{n}" if n > 1 else ""))
    return _frame(
        forum.boards[board],
        f'<div class="bbs_head"><h1>{forum.boards[board]}</h1></div><div class="show-list"><ul class="for-list">{each(row, rows(threads, page))}</ul></div><div class="page">{nav}</div>',
    )


def _quote(post: Post, text: str) -> str:
    return f"<blockquote><p><b>引用{post.place - 1}楼 @{_user(post)} 发表的:</b></p><p>{text}</p></blockquote>"


def _floor(post: Post) -> str:
    text = post.body(_quote, "<pre>{}</pre>", "<br>")
    return f'<div id="{post.number}" class="floor" uid="{post.author + 9000}"><div class="user"><div class="j_u" uname="{post.name}"><a class="headpic" href="/user/{post.author + 9000}"><img src="/h/{post.author}.jpg" width="50" height="50" alt=""></a></div></div><div class="floor_box"><div class="author"><div class="left">{_user(post)}<span class="stime">{post.when:%Y-%m-%d %H:%M}</span> <span class="f666">亮了(<span class="stime">{post.number % 20}</span>)</span></div><div class="right"><a class="rbutton" href="javascript:;">回复</a><a href="#o{post.place - 1}" class="floornum">{post.place - 1}楼</a></div></div><table class="case" width="100%"><tbody><tr><td>{text}</td></tr></tbody></table></div></div>'


def _thread(thread: Thread, page: int) -> str:
    first, shown = thread.posts[0], thread.on_page(page)
    opener = (
        f'<div id="tpc" class="floor-show"><div class="floor"><div class="user"><a class="headpic" href="/user/{first.author + 9000}"><img src="/h/{first.author}.jpg" alt=""></a></div><div class="floor_box"><div class="author"><div class="left">{_user(first)}<span class="stime">{first.when:%Y-%m-%d %H:%M}</span></div></div><table class="case"><tbody><tr><td><div class="subhead"><span>{thread.title}</span></div><div class="quote-content">{first.body(_quote, "<pre>{}</pre>", "<br>")}</div></td></tr></tbody></table></div></div></div>'
        if page == 1
        else ""
    )
    liked = [post for post in thread.posts[1:] if post.number % 20 > 15]
    top = (
        f'<div class="w_reply clearfix" id="readfloor"><div class="title"><span>这些回帖亮了</span></div>{each(_floor, liked)}</div>'
        if liked and page == 1
        else ""
    )
    nav = pager(page, thread.pages, lambda n: _url(thread, n), '<span class="current">{}</span>')
    return _frame(
        f"{thread.title}-{thread.forum.boards[thread.board]}",
        f'<div class="breadCrumbs"><a href="/">论坛首页</a> &gt; <a href="/{BOARDS[thread.board]}">{thread.forum.boards[thread.board]}</a> &gt; {thread.title}</div><div class="bbs-hd-h1"><h1 id="j_data" data-title="{thread.title}">{thread.title}</h1><span class="browse">{len(thread.posts) - 1}回复/{thread.number % 7}亮</span></div>{opener}{top}<div class="w_reply all-replies"><div class="title"><span>全部回帖</span></div>{each(_floor, [post for post in shown if post.place > 1])}</div><div class="page">{nav}</div>',
    )


def _frame(title: str, content: str) -> str:
    return f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title} - 港湾社区</title></head><body><div id="hp-topbarNav"><a href="/">港湾社区</a> <a href="/bxj">步行街</a> <a href="/login">登录</a></div><div class="bbs_content">{content}</div><div class="footer"><p>Copyright © 2004-2023 Harbour 版权所有 <a href="/about">关于我们</a></p></div></body></html>'
