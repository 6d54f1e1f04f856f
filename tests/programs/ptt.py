"""PTT on the web: /bbs/Tools/M.1672000012.A.1F4.html, an article as one text with pushes of a line each; index3.html, newest last."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pages

BOARDS = ("Tools", "Garden", "Boats", "Gossiping")


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    parts = path.strip("/").split("/")
    if path in ("/", "/bbs/", "/bbs/index.html"):
        items = each(
            lambda n: (
                f'<div class="b-ent"><a class="board" href="/bbs/{BOARDS[n]}/index.html"><div class="board-name">{BOARDS[n]}</div><div class="board-nuser"><span class="hl f3">51</span></div><div class="board-class">綜合</div><div class="board-title">◎{forum.boards[n]}</div></a></div>'
            ),
            range(4),
        )
        return _frame("熱門看板", "", f'<div class="b-list-container action-bar-margin bbs-screen">{items}</div>')
    if parts[0] != "bbs" or len(parts) != 3 or parts[1] not in BOARDS:
        return None
    board = BOARDS.index(parts[1])
    if parts[2].startswith("index"):
        last = pages(forum.board(board))
        number = parts[2].removeprefix("index").removesuffix(".html")
        page = int(number) if number.isdecimal() else last
        return _index(forum, board, page, last) if 1 <= page <= last else None
    thread = next((one for one in forum.board(board) if _url(one) == path), None)
    return _article(thread) if thread else None


def _url(thread: Thread) -> str:
    first = thread.posts[0]
    return f"/bbs/{BOARDS[thread.board]}/M.{int(first.when.timestamp())}.A.{first.number:03X}.html"


def _index(forum: Forum, board: int, page: int, last: int) -> str:
    threads = sorted(forum.board(board), key=lambda thread: thread.number)

    def row(thread: Thread) -> str:
        first = thread.posts[0]
        return f'<div class="r-ent"><div class="nrec"><span class="hl f2">{len(thread.posts) - 1 or ""}</span></div><div class="title"><a href="{_url(thread)}">{thread.title}</a></div><div class="meta"><div class="author">{first.name}</div><div class="article-menu"><div class="trigger">&#x22ef;</div><div class="dropdown"><div class="item"><a href="/bbs/{BOARDS[board]}/search?q=thread%3A{thread.number}">搜尋同標題文章</a></div></div></div><div class="date">{first.when.month:2}/{first.when:%d}</div><div class="mark"></div></div></div>'

    def to(number: int, text: str) -> str:
        return (
            f'<a class="btn wide" href="/bbs/{BOARDS[board]}/index{number}.html">{text}</a>'
            if 1 <= number <= last
            else f'<a class="btn wide disabled">{text}</a>'
        )

    paging = f'<div class="btn-group btn-group-paging">{to(1, "最舊")}{to(page - 1, "&lsaquo; 上頁")}{to(page + 1, "下頁 &rsaquo;")}<a class="btn wide" href="/bbs/{BOARDS[board]}/index.html">最新</a></div>'
    shown = threads[(page - 1) * 10 : page * 10]
    return _frame(
        f"看板 {BOARDS[board]} 文章列表",
        BOARDS[board],
        f'<div id="action-bar-container"><div class="action-bar"><div class="btn-group btn-group-dir"><a class="btn selected" href="/bbs/{BOARDS[board]}/index.html">看板</a><a class="btn" href="/man/{BOARDS[board]}/index.html">精華區</a></div>{paging}</div></div><div class="r-list-container action-bar-margin bbs-screen"><div class="search-bar"><form><input class="query" type="text"></form></div>{each(row, shown)}</div>',
    )


def _push(post: Post) -> str:
    text = " ".join([*post.lines, *post.code.splitlines()])
    return f'<div class="push"><span class="{"hl" if post.number % 3 else "f1 hl"} push-tag">{"推 " if post.number % 3 else "→ "}</span><span class="f3 hl push-userid">{post.name}</span><span class="f3 push-content">: {text}</span><span class="push-ipdatetime"> 10.0.0.{post.author} {post.when:%m/%d %H:%M}\n</span></div>'


def _article(thread: Thread) -> str:
    first = thread.posts[0]
    lines = [
        ("作者", f"{first.name} (nick)"),
        ("標題", thread.title),
        ("時間", f"{first.when:%a %b} {first.when.day:2} {first.when:%H:%M:%S %Y}"),
    ]
    meta = "".join(
        f'<div class="article-metaline"><span class="article-meta-tag">{name}</span><span class="article-meta-value">{value}</span></div>'
        for name, value in lines
    )
    board = f'<div class="article-metaline-right"><span class="article-meta-tag">看板</span><span class="article-meta-value">{BOARDS[thread.board]}</span></div>'
    return _frame(
        thread.title,
        BOARDS[thread.board],
        f'<div id="main-content" class="bbs-screen bbs-content">{meta[: meta.index("</div>") + 6]}{board}{meta[meta.index("</div>") + 6 :]}\n{chr(10).join([*first.lines, *first.code.splitlines()])}\n\n--\n<span class="f2">※ 發信站: 批踢踢實業坊(ptt.cc), 來自: 10.0.0.{first.author} (臺灣)\n</span><span class="f2">※ 文章網址: <a href="{_url(thread)}" target="_blank" rel="noreferrer noopener nofollow">{_url(thread)}</a>\n</span>{each(_push, thread.posts[1:])}</div><div id="article-polling" data-pollurl="/poll"></div>',
    )


def _frame(title: str, board: str, content: str) -> str:
    link = (
        f'<span>&rsaquo;</span><a class="board" href="/bbs/{board}/index.html"><span class="board-label">看板 </span>{board}</a>'
        if board
        else ""
    )
    return f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title}{f" - 看板 {board}" if board else ""} - 批踢踢實業坊</title></head><body><div id="topbar-container"><div id="topbar" class="bbs-content"><a id="logo" href="/bbs/">批踢踢實業坊</a>{link}<a class="right small" href="/about.html">關於我們</a><a class="right small" href="/contact.html">聯絡資訊</a></div></div><div id="main-container">{content}</div></body></html>'
