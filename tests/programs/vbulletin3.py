"""vBulletin 3.8: showthread.php?t=12&page=2, ?p=99#post99 is the page of a post, ?goto=newpost redirects."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Redirect, Thread, each, pager, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:

    def number(key: str) -> int:
        return int(query.get(key) or 0)

    if path in ("/", "/index.php"):
        return _frame("Forums", f'<table class="tborder">{each(lambda n: _section(forum, n), range(4))}</table>')
    if path == "/forumdisplay.php":
        return _board(forum, number("f") - 2, number("page") or 1) if 2 <= number("f") < 6 else None
    if path == "/showthread.php":
        post = forum.posts.get(number("p"))
        thread = post.thread if post else forum.by_number.get(number("t"))
        if thread is None:
            return None
        if "goto" in query:
            last = thread.posts[-1]
            return Redirect(f"/showthread.php?p={last.number}#post{last.number}")
        return _thread(thread, post.page if post else number("page") or 1)
    if path == "/showpost.php" and number("p") in forum.posts:
        post = forum.posts[number("p")]
        return _frame("View Single Post", _post(post))
    if path == "/member.php" and 0 < number("u") <= 12:
        name = forum.names[number("u") - 1]
        return _frame(f"View Profile: {name}", f'<div id="username_box"><h1>{name}</h1><h2>Member</h2></div>')
    return _frame("Log in", "You are not logged in.") if path.endswith(".php") else None


def _url(thread: Thread, page: int = 1) -> str:
    return f"showthread.php?t={thread.number}" + (f"&amp;page={page}" if page > 1 else "")


def _user(post: Post) -> str:
    return f'<a href="member.php?u={post.author + 1}">{post.name}</a>'


def _section(forum: Forum, board: int) -> str:
    last = forum.board(board)[0]
    return f"""<tbody><tr align="center"><td class="alt1Active" align="left" id="f{board + 2}"><div>
<a href="forumdisplay.php?f={board + 2}"><strong>{forum.boards[board]}</strong></a></div></td><td class="alt2">
<div class="smallfont"><a href="showthread.php?goto=newpost&amp;t={last.number}" title="Go to first unread post in thread">
<strong>{last.title}</strong></a> by {_user(last.posts[-1])} {last.posts[-1].when:%m-%d-%Y %I:%M %p}
<a href="showthread.php?p={last.posts[-1].number}#post{last.posts[-1].number}"><img alt="Go to last post" /></a></div></td>
<td class="alt1">{len(forum.board(board))}</td></tr></tbody>"""


def _board(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)
    nav = pager(page, pages(threads), lambda n: f"forumdisplay.php?f={board + 2}&amp;order=desc&amp;page={n}")
    head = "".join(
        f'<td class="thead"><a href="forumdisplay.php?f={board + 2}&amp;daysprune=-1&amp;order=asc&amp;sort={key}">{key}</a></td>'
        for key in ("title", "replycount", "views")
    )
    table = f'<table class="tborder" id="threadslist"><tr>{head}</tr>{each(_row, rows(threads, page))}</table>'
    return _frame(forum.boards[board], f'<div class="pagenav">{nav}</div>{table}')


def _row(thread: Thread) -> str:
    last, n = thread.posts[-1], thread.number
    jump = " ".join(f'<a href="{_url(thread, page)}">{page}</a>' for page in range(1, thread.pages + 1))
    jump = f'<span class="smallfont">({jump})</span>' if thread.pages > 1 else ""
    return f"""<tr><td class="alt1" id="td_threadtitle_{n}"><div><a href="{_url(thread)}" id="thread_title_{n}">
{thread.title}</a> {jump}</div><div class="smallfont">{thread.posts[0].name}</div></td><td class="alt2"><div class="smallfont">
{last.when:%m-%d-%Y} <span class="time">{last.when:%I:%M %p}</span><br />by <a href="member.php?find=lastposter&amp;t={n}">{last.name}</a>
<a href="showthread.php?p={last.number}#post{last.number}"><img alt="Go to last post" /></a></div></td>
<td class="alt1"><a href="misc.php?do=whoposted&amp;t={n}">{len(thread.posts) - 1}</a></td><td class="alt2">{n * 31}</td></tr>"""


def _quote(post: Post, text: str) -> str:
    return f"""<div style="margin:20px; margin-top:5px;"><div class="smallfont">Quote:</div><table width="100%"><tr>
<td class="alt2"><div>Originally Posted by <strong>{post.name}</strong>
<a href="showthread.php?p={post.number}#post{post.number}" rel="nofollow"><img alt="View Post" /></a></div>
<div style="font-style:italic">{text}</div></td></tr></table></div>"""


CODE = """<div style="margin:20px; margin-top:5px"><div class="smallfont">Code:</div>
<pre class="alt2" dir="ltr" style="overflow: auto">{}</pre></div>"""


def _post(post: Post) -> str:
    n = post.number
    sign = f"<div>__________________<br />{post.signature}</div>" if post.signature else ""
    return f"""<div align="center"><table id="post{n}" class="tborder" width="100%"><tr><td class="thead">
<div class="normal" style="float:right">#<a href="showpost.php?p={n}&amp;postcount={post.place}" id="postcount{n}">
<strong>{post.place}</strong></a></div><div class="normal"><a name="post{n}"></a>{post.when:%m-%d-%Y, %I:%M %p}</div></td></tr>
<tr><td class="alt2"><table><tr><td><div id="postmenu_{n}"><a class="bigusername" href="member.php?u={post.author + 1}">
{post.name}</a></div><div class="smallfont">Senior Member</div></td><td><div class="smallfont"><div>Join Date: Mar 2009</div>
<div>Posts: {post.author * 31 + 5}</div></div></td></tr></table></td></tr><tr><td class="alt1" id="td_post_{n}">
<div class="smallfont"><strong>{"Re: " if post.place > 1 else ""}{post.thread.title}</strong></div><hr size="1" />
<div id="post_message_{n}">{post.body(_quote, CODE)}</div>{sign}
<div align="right"><a href="newreply.php?do=newreply&amp;p={n}"><img alt="Reply With Quote" /></a></div></td></tr></table></div>"""


def _thread(thread: Thread, page: int) -> str:
    nav = f'<div class="pagenav">{pager(page, thread.pages, lambda n: _url(thread, n))}</div>'
    crumbs = f"""<div class="navbar"><a href="index.php">Example</a> &gt;
<a href="forumdisplay.php?f={thread.board + 2}">{thread.forum.boards[thread.board]}</a></div><div class="navbar"><strong>{thread.title}</strong></div>"""
    tools = f'<a href="showthread.php?t={thread.number}&amp;mode=hybrid">Hybrid Mode</a> <a href="printthread.php?t={thread.number}">Print</a>'
    turns = "".join(
        f'<a href="showthread.php?t={thread.number}&amp;goto=next{way}">{way.title()} Thread</a> '
        for way in ("oldest", "newest")
    )
    return _frame(
        thread.title, f'{crumbs}{nav}{tools}<div id="posts">{each(_post, thread.on_page(page))}</div>{nav}{turns}'
    )


def _frame(title: str, content: str) -> str:
    return f"""<html><head><title>{title} - Example</title></head><body><div class="menu"><a href="register.php">Register</a>
<a href="faq.php">FAQ</a> <a href="memberlist.php">Members List</a> <a href="search.php?do=getdaily">Today's Posts</a></div>
<div class="page">{content}</div><div class="smallfont">Powered by vBulletin Version 3.8.7</div></body></html>"""
