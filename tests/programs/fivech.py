"""5ch (read.cgi): /test/read.cgi/tools/1672000012/ holds a whole thread, /l50 and /-100 are views of it; a board lists all."""

from __future__ import annotations

import hashlib

from tests.programs.forum import Forum, Post, Thread, each

BOARDS = ("tools", "garden", "boats", "chat")
DAYS = "月火水木金土日"


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    parts = path.strip("/").split("/")
    if path == "/":
        boards = each(lambda n: f'<a href="/{BOARDS[n]}/">{forum.boards[n]}</a><br>', range(4))
        return _frame("Harbour BBS", f"<h1>Harbour BBS</h1><b>Category</b><br>{boards}")
    if parts[0] in BOARDS and len(parts) == 1:
        return _board(forum, BOARDS.index(parts[0]))
    if parts[0] in BOARDS and parts[1:] == ["subback.html"]:
        threads = forum.board(BOARDS.index(parts[0]))
        links = each(
            lambda pair: f'<a href="{_key(pair[1])}/l50">{pair[0]}: {pair[1].title} ({len(pair[1].posts)})</a>',
            list(enumerate(threads, 1)),
        )
        return f'<html><head><title>{forum.boards[BOARDS.index(parts[0])]} thread list</title><base href="/test/read.cgi/{parts[0]}/"></head><body><div><small id="trad">{links}</small></div></body></html>'
    if parts[:2] == ["test", "read.cgi"] and len(parts) > 3:
        thread = next((one for one in forum.threads if str(_key(one)) == parts[3]), None)
        if thread is None or parts[2] != BOARDS[thread.board]:
            return None
        return _thread(thread, parts[4] if len(parts) > 4 else "")
    return None


def _key(thread: Thread) -> int:
    return int(thread.posts[0].when.timestamp())


def _url(thread: Thread, view: str = "") -> str:
    return f"/test/read.cgi/{BOARDS[thread.board]}/{_key(thread)}/{view}"


def _board(forum: Forum, board: int) -> str:
    threads = forum.board(board)
    links = each(
        lambda pair: (
            f'<a href="{_url(pair[1], "l50")}">{pair[0]}:</a> <a href="#{pair[0]}">{pair[1].title} ({len(pair[1].posts)})</a>'
        ),
        list(enumerate(threads[:15], 1)),
    )
    shown = each(_beginning, list(enumerate(threads[:5], 1)))
    return _frame(
        forum.boards[board],
        f'<div class="board"><h1>{forum.boards[board]}</h1><div class="threads">{links}<br><a href="/{BOARDS[board]}/subback.html">All threads</a></div></div>{shown}',
    )


def _beginning(pair: tuple[int, Thread]) -> str:
    place, thread = pair
    posts = thread.posts if len(thread.posts) < 5 else [thread.posts[0], *thread.posts[-3:]]
    return f'<div class="thread" id="{place}"><h2><a href="{_url(thread)}">【{place}:{len(thread.posts)}】{thread.title}</a></h2><dl>{each(_short, posts)}</dl><form><input></form><a href="{_url(thread)}">Read all</a> <a href="{_url(thread, "l50")}">Last 50</a> <a href="{_url(thread, "-100")}">First 100</a></div>'


def _when(post: Post) -> str:
    mark = hashlib.sha1(f"{post.author}{post.when:%Y%m%d}".encode()).hexdigest()[:8]
    return f"{post.when:%Y/%m/%d}({DAYS[post.when.weekday()]}) {post.when:%H:%M:%S}.{post.number % 90 + 10} ID:{mark}"


def _text(post: Post) -> str:
    return " <br> ".join([*post.lines, *post.code.splitlines()])


def _short(post: Post) -> str:
    return f"<dt>{post.place} 名前：<b>{post.name}</b>[sage] 投稿日：{_when(post)}</dt><dd>{_text(post)}<br><br></dd>"


def _post(post: Post) -> str:
    _, _, mark = _when(post).rpartition(" ")
    when = _when(post).removesuffix(f" {mark}")
    return f'<div class="post" id="{post.place}" data-date="NG" data-userid="{mark}" data-id="{post.place}"><div class="meta"><span class="number">{post.place:04}</span><span class="name"><b><a href="mailto:sage">{post.name}</a></b></span><span class="date">{when}</span><span class="uid">{mark}</span></div><div class="message"><span class="escaped"> {_text(post)} </span></div></div><br>'


def _thread(thread: Thread, view: str) -> str:
    posts = thread.posts
    if view.startswith("l") and view[1:].isdecimal():
        posts = [posts[0], *posts[1:][-int(view[1:]) :]]
    if view.isdecimal():
        posts = [post for post in posts if post.place == int(view)]
    board = BOARDS[thread.board]
    menu = f'<ul class="menujust"><li><a href="/{board}/">■Board■</a></li><li><a href="{_url(thread)}">All</a></li><li><a href="{_url(thread, "1-")}">1-</a></li><li><a href="{_url(thread, "l50")}">Last 50</a></li></ul>'
    return _frame(
        thread.title,
        f'<div class="topmenu">{menu}</div><h1 class="title">{thread.title} </h1><div class="pagestats"><ul class="menujust"><li class="metastats">{len(thread.posts)} res</li></ul></div><div class="thread">{each(_post, posts)}</div><div class="newposts"><span><a href="{_url(thread, f"{len(thread.posts)}-n")}">New res</a></span></div><div class="bottommenu">{menu}</div><form method="POST" action="/test/bbs.cgi"><input name="FROM"><textarea></textarea></form>',
    )


def _frame(title: str, content: str) -> str:
    return f'<!DOCTYPE html><html lang="ja"><head><meta charset="utf-8"><title>{title}</title></head><body><div class="container">{content}<div class="footer">read.cgi ver 07.2.8 [2022/12/30 ★] Walang Kapalit ★</div></div></body></html>'
