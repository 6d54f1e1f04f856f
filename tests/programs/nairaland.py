"""Nairaland: /7007/slug/1 counted from 0; a post is a row with who and when and, below, a row with its words."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pages, rows

BOARDS = ("repairs", "garden", "boats", "chat")


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    parts = path.strip("/").split("/")
    if path == "/":
        links = ", ".join(f'<a href="/{BOARDS[n]}" title="All about it"><b>{forum.boards[n]}</b></a>' for n in range(4))
        hot = each(
            lambda thread: f'<tr><td class="featured w"><a href="{_url(thread)}"><b>{thread.title}</b></a></td></tr>',
            sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)[:6],
        )
        return _frame(
            "Harbour Forum", f'<table class="boards"><tr><td class="l">{links}</td></tr></table><table>{hot}</table>'
        )
    if parts[0] in BOARDS:
        page = int(parts[1]) if len(parts) > 1 and parts[1].isdecimal() else 0
        return _list(forum, BOARDS.index(parts[0]), page)
    if parts[0].isdecimal():
        thread = forum.by_number.get(int(parts[0]) - 7000)
        page = int(parts[2]) if len(parts) > 2 and parts[2].isdecimal() else 0
        return _thread(thread, page) if thread and page < thread.pages else None
    return (
        _frame(parts[0], f"<table summary='user profile'><tr><td>{parts[0]}'s profile</td></tr></table>")
        if parts[0].startswith("user") or parts[0] in ("login", "register", "search", "recent")
        else None
    )


def _url(thread: Thread, page: int = 0) -> str:
    return f"/{thread.number + 7000}/{thread.slug or 'topic'}" + (f"/{page}" if page else "")


def _when(post: Post) -> str:
    return f"<b>{post.when.hour % 12 or 12}:{post.when:%M}{'am' if post.when.hour < 12 else 'pm'}</b> On <b>{post.when:%b} {post.when:%d}, {post.when:%Y}</b>"


def _nav(page: int, last: int, base: str) -> str:
    links = " ".join(
        f"<b>({n})</b>" if n == page else f'<a href="{base}{f"/{n}" if n else ""}">({n})</a>' for n in range(last)
    )
    return f"<p class='pages'>{links}</p>" if last > 1 else ""


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)

    def row(thread: Thread) -> str:
        first, last = thread.posts[0], thread.posts[-1]
        jump = " ".join(f'<a href="{_url(thread, n)}">({n})</a>' for n in range(1, thread.pages))
        return f'<tr><td id="top{thread.number}"><img src="/icons/normal_post.gif"> <b><a href="{_url(thread)}">{thread.title}</a></b> {jump}<br><span class="s">by <b><a href="/user{first.author}">{first.name}</a></b>. <b>{len(thread.posts)}</b> posts &amp; <b>{thread.number * 9}</b> views. <b>{last.when:%b %d, %Y}</b> (<b><a href="/user{last.author}">{last.name}</a></b>)</span></td></tr>'

    return _frame(
        f"{forum.boards[board]} - Harbour",
        f"<h2>{forum.boards[board]}</h2>{_nav(page, pages(threads), f'/{BOARDS[board]}')}<table>{each(row, rows(threads, page + 1))}</table>{_nav(page, pages(threads), f'/{BOARDS[board]}')}",
    )


def _text(post: Post) -> str:
    quote = (
        f'<blockquote><a href="/{post.thread.number + 7000}/x#{post.quoted.number}"><b>{post.quoted.name}</b></a>:<br>{"<br>".join(post.quoted.lines)}</blockquote>'
        if post.quoted
        else ""
    )
    code = f"<br><code>{post.code}</code>".replace("\n", "<br>") if post.code else ""
    return quote + "<br>".join(post.lines) + code


def _post(post: Post) -> str:
    title = ("Re: " if post.place > 1 else "") + post.thread.title
    likes = f'<p class="s"><b id="lpt{post.number}">{post.number % 3} Likes</b></p>' if post.number % 3 else ""
    return f"""<tr><td class="bold l pu"><a name="msg{post.number}"></a><a name="{post.number}"></a><a href="{_url(post.thread, post.page - 1)}#{post.number}">{title}</a> by <a href="/user{post.author}" class="user">{post.name}</a>: <span class="s">{_when(post)}</span></td></tr><tr><td id="pb{post.number}" class="l w pd"><div class="narrow">{_text(post)}</div>{likes}</td></tr>"""


def _thread(thread: Thread, page: int) -> str:
    nav = _nav(page, thread.pages, _url(thread))
    return _frame(
        f"{thread.title} - {thread.forum.boards[thread.board]} - Harbour",
        f'<h2>{thread.title} - {thread.forum.boards[thread.board]} - Harbour</h2><p class="bold"><a href="/">Harbour Forum</a> / <a href="/{BOARDS[thread.board]}">{thread.forum.boards[thread.board]}</a> / {thread.title} ({thread.number * 9} Views)</p>{nav}<table summary="posts">{each(_post, thread.on_page(page + 1))}</table>{nav}<p class="nocopy">(<a href="/login">Reply</a>)</p>',
    )


def _frame(title: str, content: str) -> str:
    return f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title}</title></head><body><div class="body"><table id="up"><tr><td class="grad"><h1><a href="/" class="g">Harbour Forum</a></h1>Welcome, <b>Guest</b>: <a href="/register">Register</a> / <a href="/login">LOGIN</a>! / <a href="/recent">Recent</a> / <a href="/search">Search</a></td></tr></table>{content}<table id="down"><tr><td class="small w grad"><p>Harbour - Copyright &copy; 2005 - 2023. All rights reserved.</p></td></tr></table></div></body></html>'
