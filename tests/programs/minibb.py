"""miniBB: index.php?action=vthread&forum=2&topic=12&page=1, pages from 0; tables of two cells, replies newest threads first."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path not in ("/", "/index.php"):
        return None
    action, board = query.get("action", ""), query.get("forum", "")
    page = int(query["page"]) + 1 if query.get("page", "").isdecimal() else 1
    if action == "vthread":
        thread = forum.by_number.get(int(query.get("topic") or 0))
        return _thread(thread, page) if thread and page <= thread.pages else None
    if action == "vtopic" and board.isdecimal() and int(board) in range(1, 5):
        return _list(forum, int(board) - 1, page)
    if action == "userinfo":
        name = forum.names[int(query.get("user") or 1) - 1]
        return _frame(
            name,
            f'<h1 class="headingTitle">{name}</h1><table class="forums"><tr><td class="caption1">Location</td><td class="caption2">Bergen</td></tr></table>',
        )
    if action in ("stats", "search", "registernew", "ptopic"):
        return _frame("Search", "<form><input></form>")
    latest = sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)[:8]
    return _frame(
        "Forums",
        f'<table class="forums"><tr><td class="tbTransparentCell" colspan="2"><span class="txtNr">Forums</span></td></tr>{each(lambda n: _board(forum, n), range(4))}</table><table class="forums"><tr><td>Latest discussions</td></tr>{each(_row, latest)}</table>',
    )


def _url(thread: Thread, page: int = 1) -> str:
    return f"/index.php?action=vthread&amp;forum={thread.board + 1}&amp;topic={thread.number}" + (
        f"&amp;page={page - 1}" if page > 1 else ""
    )


def _user(post: Post) -> str:
    return f'<a href="/index.php?action=userinfo&amp;user={post.author + 1}" class="mnblnk">{post.name}</a>'


def _when(post: Post) -> str:
    return f"{post.when:%-d %b %Y %H:%M}"


def _board(forum: Forum, board: int) -> str:
    return f'<tr><td class="tbCel1"><a href="/index.php?action=vtopic&amp;forum={board + 1}"><b>{forum.boards[board]}</b></a><br><span class="txtSm">All about it</span></td><td class="tbCel2">{len(forum.board(board))} / 99</td></tr>'


def _row(thread: Thread) -> str:
    last = thread.posts[-1]
    jump = " ".join(f'<a href="{_url(thread, n)}" class="mnblnk">{n}</a>' for n in range(2, thread.pages + 1))
    return f'<tr class="tbCel1"><td class="caption1"><a href="{_url(thread)}" class="mnblnk"><b>{thread.title}</b></a> <span class="txtSm">{jump}</span></td><td class="caption2">{len(thread.posts) - 1}</td><td class="caption3">{thread.posts[0].name}</td><td class="caption4"><span class="txtSm">{_when(last)}<br>{last.name}</span></td></tr>'


def _nav(page: int, last: int, base: str) -> str:
    if last == 1:
        return ""
    links = "".join(
        f'<span class="navCell curr"><b>{n}</b></span>'
        if n == page
        else f'<span class="navCell"><a href="{base}{f"&amp;page={n - 1}" if n > 1 else ""}">{n}</a></span>'
        for n in range(1, last + 1)
    )
    return f'<table class="tbTransparent"><tr><td class="tbTransparentCell"><span class="txtNr">{links}</span></td></tr></table>'


def _list(forum: Forum, board: int, page: int) -> str:
    threads, base = forum.board(board), f"/index.php?action=vtopic&amp;forum={board + 1}"
    nav = _nav(page, pages(threads), base)
    sort = f'<a href="{base}&amp;sortBy=1">Sort by new topics</a>'
    return _frame(
        forum.boards[board],
        f'<h1 class="headingTitle">{forum.boards[board]}</h1>{sort}{nav}<table class="forums"><tr class="tbTransparent"><th>Topic</th><th>Replies</th><th>Author</th><th>Last post</th></tr>{each(_row, rows(threads, page))}</table>{nav}',
        forum,
        board,
    )


def _quote(post: Post, text: str) -> str:
    return f'<i>{post.name}</i>:<blockquote class="quote">{text}</blockquote>'


def _post(post: Post) -> str:
    sign = f'<br><br><span class="sign">{post.signature}</span>' if post.signature else ""
    text = post.body(_quote, '<div class="code"><code>{}</code></div>', "<br>")
    return f"""<tr class="tbCel{post.place % 2 + 1}"><td class="caption1 vtop"><a name="msg{post.number}"></a><span class="username">{_user(post)}</span><br><span class="txtSm">Member</span></td><td class="caption5 vtop"><table class="tbTransparentmb"><tr><td class="txtNr"><a href="{_url(post.thread, post.page)}#msg{post.number}" title="#{post.place}">Posted</a>: {_when(post)}&nbsp;</td><td class="noprint"><a href="javascript:quote({post.number})">Quote</a></td></tr></table><div class="postedText">{text}{sign}</div></td></tr>"""


def _thread(thread: Thread, page: int) -> str:
    nav = _nav(page, thread.pages, _url(thread))
    return _frame(
        thread.title,
        f'<h1 class="headingTitle">{thread.title}</h1>{nav}<table class="forumsmb"><tr><th class="tbTransparentCell">Author</th><th>Message</th></tr>{each(_post, thread.on_page(page))}</table>{nav}',
        thread.forum,
        thread.board,
    )


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0) -> str:
    crumb = f' / <a href="/index.php?action=vtopic&amp;forum={board + 1}">{forum.boards[board]}</a>' if forum else ""
    return f"""<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"><title>{title} - Harbour boards</title></head><body class="gbody"><table class="tbTransparent"><tr><td><a href="/index.php"><b>Harbour boards</b></a></td><td class="txtR">| <a href="/index.php?action=search">Search</a> | <a href="/index.php?action=stats">Statistics</a> | <a href="/index.php?action=registernew">Register</a> |</td></tr></table><p class="brd"><a href="/index.php">Forums</a>{crumb} /</p>{content}<p class="copyright">Powered by <a href="https://www.minibb.com">miniBB</a></p></body></html>"""
