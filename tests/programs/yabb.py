"""YaBB 2: YaBB.pl?num=1672000012/10, YaBB.pl?board=general/10; threads by the second they began, newest lists as one page."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pages, rows

BOARDS = ("tools", "garden", "boats", "chat")
BASE = "/cgi-bin/yabb2/YaBB.pl"


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path == "/":
        return _frame("Harbour", f'<a href="{BASE}">Enter the forum</a>')
    if path != BASE:
        return None
    if board := query.get("board"):
        name, _, start = board.partition("/")
        return _list(forum, BOARDS.index(name), int(start or 0) // 10 + 1) if name in BOARDS else None
    if number := query.get("num"):
        key, _, start = number.partition("/")
        thread = next((one for one in forum.threads if str(_key(one)) == key), None)
        if thread is None or not (start or "0").isdecimal():
            return None
        return _thread(thread, min(int(start or 0) // 10 + 1, thread.pages))
    if action := query.get("action"):
        if action == "recent":
            latest = sorted(forum.posts.values(), key=lambda post: post.when, reverse=True)[:10]
            return _frame("Recent Posts", each(_recent, latest))
        if action == "viewprofile":
            return _frame(
                "Profile",
                f'<table class="bordercolor"><tr><td class="windowbg">Name:</td><td>{query.get("username")}</td></tr></table>',
            )
        return _frame("Login", "<form><input></form>")
    return _frame(
        "Forum", f'<table class="bordercolor boardindex">{each(lambda n: _board(forum, n), range(4))}</table>'
    )


def _key(thread: Thread) -> int:
    return int(thread.posts[0].when.timestamp())


def _url(thread: Thread, page: int = 1) -> str:
    return f"{BASE}?num={_key(thread)}" + (f"/{page * 10 - 10}" if page > 1 else "")


def _place(post: Post) -> str:
    return f"{BASE}?num={_key(post.thread)}/{post.place - 1}#{post.place - 1}"


def _user(post: Post) -> str:
    return f'<a href="{BASE}?action=viewprofile;username=user{post.author}" rel="nofollow">{post.name}</a>'


def _when(post: Post) -> str:
    return f"{post.when:%b} {post.when.day}<sup>th</sup>, {post.when:%Y} at {post.when:%I:%M}{'am' if post.when.hour < 12 else 'pm'}"


def _board(forum: Forum, board: int) -> str:
    last = forum.board(board)[0].posts[-1]
    return f'<tr><td class="windowbg"><img src="/yabb/on.gif" alt="New Posts"></td><td class="windowbg2"><a href="{BASE}?board={BOARDS[board]}" name="{BOARDS[board]}"><b>{forum.boards[board]}</b></a><br>All about it</td><td class="windowbg">{len(forum.board(board))}</td><td class="windowbg2"><span class="small">{_when(last)}<br>Topic: <a href="{_place(last)}">{last.thread.title}</a><br>By: {_user(last)}</span></td></tr>'


def _recent(post: Post) -> str:
    return f'<table class="bordercolor"><tr><td class="titlebg">1</td><td class="titlebg"><a href="{BASE}?board={BOARDS[post.thread.board]}"><u>{post.thread.forum.boards[post.thread.board]}</u></a> / <a href="{_place(post)}"><u>{post.thread.title}</u></a></td><td class="titlebg">{_when(post)}</td></tr><tr><td class="catbg" colspan="3">Started by {_user(post.thread.posts[0])} | Post by {_user(post)}</td></tr><tr><td class="windowbg2" colspan="3"><span class="message">{"<br>".join(post.lines)}</span></td></tr></table>'


def _pager(page: int, last: int, base: str) -> str:
    links = " ".join(
        f"<b>[{n}]</b>" if n == page else f'<a href="{base}/{n * 10 - 10}"><span class="small">{n}</span></a>'
        for n in range(1, last + 1)
    )
    return (
        f'<span class="small pagelinks"><b>Pages:</b> {links}</span>'
        if last > 1
        else '<span class="small"><b>Pages:</b> 1</span>'
    )


def _row(thread: Thread) -> str:
    last = thread.posts[-1]
    jump = (
        f'<br><span class="small">« Pages {" ".join(f"""<a href="{_url(thread)}/{n * 10 - 10}">{n}</a>""" for n in range(1, thread.pages + 1))} »</span>'
        if thread.pages > 1
        else ""
    )
    return f'<tr><td class="windowbg"><img src="/yabb/thread.gif" alt=""></td><td class="windowbg2"><a href="{_url(thread)}"><b>{thread.title}</b></a>{jump}</td><td class="windowbg">{_user(thread.posts[0])}</td><td class="windowbg2">{len(thread.posts) - 1}</td><td class="windowbg">{thread.number * 9}</td><td class="windowbg2"><span class="small"><a href="{_place(last)}">{_when(last)}</a><br>by {_user(last)}</span></td></tr>'


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)
    nav = _pager(page, pages(threads), f"{BASE}?board={BOARDS[board]}")
    return _frame(
        forum.boards[board],
        f'<div class="navbar">{nav}</div><table class="bordercolor"><tr><th></th><th>Subject</th><th>Started by</th><th>Replies</th><th>Views</th><th>Last Post</th></tr>{each(_row, rows(threads, page))}</table><div class="navbar">{nav}</div>',
        forum,
        board,
    )


def _quote(post: Post, text: str) -> str:
    return (
        f'<b>{_user(post)} wrote</b> <a href="{_place(post)}">on {_when(post)}</a>:<br><div class="quote">{text}</div>'
    )


def _post(post: Post) -> str:
    sign = f'<hr class="hr"><div class="signature small">{post.signature}</div>' if post.signature else ""
    text = post.body(_quote, '<b>Code:</b><br><pre class="code">{}</pre>', "<br>")
    title = f"Reply #{post.place - 1} - " if post.place > 1 else ""
    return f"""<a name="{post.place - 1}"></a><table class="bordercolor post"><tr><td class="windowbg author"><b>{_user(post)}</b><br><span class="small">YaBB Newbies<br><img src="/yabb/star.gif" alt="*"><br>Offline<br><br>Posts: {post.author * 3}</span></td><td class="windowbg message"><div class="subject"><img src="/yabb/xx.gif" alt=""> <b>{"Re: " if post.place > 1 else ""}{post.thread.title}</b><br><span class="small">{title}{_when(post)}&nbsp;</span></div><div class="tools"><a href="{BASE}?action=post;num={_key(post.thread)};quote={post.place - 1}"><img src="/yabb/quote.gif" alt="Quote"></a></div><hr class="hr"><div class="message">{text}</div>{sign}<div class="small ip">IP Logged</div></td></tr></table>"""


def _thread(thread: Thread, page: int) -> str:
    nav = _pager(page, thread.pages, _url(thread))
    tools = f'<a href="{BASE}?action=print;num={_key(thread)}">Print</a> <a href="{BASE}?action=sendtopic;topic={_key(thread)}">Send Topic</a>'
    return _frame(
        thread.title,
        f'<div class="navbar">{nav} {tools}</div><div class="titlebg">{thread.title} <span class="small">(Read {thread.number * 9} times)</span></div>{each(_post, thread.on_page(page))}<div class="navbar">{nav}</div>',
        thread.forum,
        thread.board,
    )


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0) -> str:
    crumb = f' › <a href="{BASE}?board={BOARDS[board]}" class="nav">{forum.boards[board]}</a>' if forum else ""
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN"><html><head><meta charset="utf-8"><title>Harbour - {title}</title></head><body><div id="maincontainer"><table id="header"><tr><td><span class="small">Welcome, Guest. Please <a href="{BASE}?action=login">Login</a> or <a href="{BASE}?action=register">Register</a></span></td></tr></table><div class="menu"><a href="{BASE}">Home</a> <a href="{BASE}?action=help">Help</a> <a href="{BASE}?action=search">Search</a> <a href="{BASE}?action=recent">Recent</a></div><div class="nav"><a href="{BASE}" class="nav">Harbour</a>{crumb}</div>{content}<div class="small copyright"><a href="http://www.yabbforum.com">Harbour</a> » Powered by YaBB 2.6.12!</div></div></body></html>"""
