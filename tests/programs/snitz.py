"""Snitz 2000 (classic ASP): topic.asp?TOPIC_ID=7&whichpage=2, forum.asp?FORUM_ID=2, tables and FONT, capitals in addresses."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    number = {key.lower(): int(value) for key, value in query.items() if value.isdecimal()}
    page = number.get("whichpage", 1)
    if path in ("/", "/default.asp"):
        return _frame(
            "Harbour Forums",
            f'<table border="0" width="100%" cellspacing="1" cellpadding="4"><tr><td bgcolor="midnightblue"><b><font>Forum</font></b></td><td>Topics</td><td>Last Post</td></tr>{each(lambda n: _forum(forum, n), range(4))}</table>',
        )
    if path == "/forum.asp" and 1 <= number.get("forum_id", 0) <= 4:
        return _list(forum, number["forum_id"] - 1, page)
    if path == "/topic.asp":
        thread = forum.by_number.get(number.get("topic_id", 0))
        return _thread(thread, min(page, thread.pages)) if thread else None
    if path == "/active.asp":
        threads = sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)[:10]
        return _frame("Active Topics", f"<table border=0>{each(_row, threads)}</table>")
    return (
        _frame("Members", "<form><input></form>")
        if path
        in ("/pop_profile.asp", "/members.asp", "/search.asp", "/faq.asp", "/policy.asp", "/login.asp", "/post.asp")
        else None
    )


def _url(thread: Thread, page: int = 1) -> str:
    return f"topic.asp?TOPIC_ID={thread.number}" + (f"&whichpage={page}" if page > 1 else "")


def _user(post: Post) -> str:
    return f'<a href="pop_profile.asp?mode=display&id={post.author + 1}">{post.name}</a>'


def _when(post: Post) -> str:
    return f"{post.when:%m/%d/%Y}&nbsp;:&nbsp;{post.when:%H:%M:%S}"


def _forum(forum: Forum, n: int) -> str:
    last = forum.board(n)[0].posts[-1]
    return f'<tr><td bgcolor="#dcdcdc"><font face="Verdana" size="2"><a href="forum.asp?FORUM_ID={n + 1}">{forum.boards[n]}</a><br><font size="1">All about it</font></font></td><td bgcolor="#dcdcdc" align="center">{len(forum.board(n))}</td><td bgcolor="#dcdcdc" align="center"><font size="1"><b>{last.when:%m/%d/%Y}</b>&nbsp;{last.when:%H:%M:%S}<br>by: {_user(last)}&nbsp;<a href="{_url(last.thread, last.thread.pages)}#{last.number}"><img src="icon_lastpost.gif" alt="Jump to Last Post"></a></font></td></tr>'


def _row(thread: Thread) -> str:
    last = thread.posts[-1]
    jump = (
        '<table><tr><td><img src="icon_posticon.gif"></td>'
        + "".join(
            f'<td align="right"><font size="1"><a href="{_url(thread, n) if n > 1 else _url(thread) + "&whichpage=1"}">{n}</a></font></td>'
            for n in range(1, thread.pages + 1)
        )
        + "</tr></table>"
        if thread.pages > 1
        else ""
    )
    return f'<tr><td bgcolor="#ececec"><a href="{_url(thread)}"><img src="icon_folder.gif" alt=""></a></td><td bgcolor="#ececec"><font face="Verdana" size="2"><span class="spnMessageText"><a href="{_url(thread)}">{thread.title}</a></span></font>{jump}</td><td bgcolor="#ececec"><font size="2">{_user(thread.posts[0])}</font></td><td bgcolor="#ececec">{len(thread.posts) - 1}</td><td bgcolor="#ececec">{thread.number * 9}</td><td bgcolor="#ececec"><font size="1"><b>{last.when:%m/%d/%Y}</b>&nbsp;{last.when:%H:%M:%S}<br>by:&nbsp;{_user(last)}</font></td></tr>'


def _nav(page: int, last: int, base: str) -> str:
    if last == 1:
        return ""
    options = "".join(f'<option value="{n}"{" selected" if n == page else ""}>{n}</option>' for n in range(1, last + 1))
    links = " ".join(
        f"<b>{n}</b>" if n == page else f'<a href="{base}&whichpage={n}">{n}</a>' for n in range(1, last + 1)
    )
    return f'<form name="PageNum1"><font size="2"><b>Page: </b><select name="whichpage">{options}</select><b> of {last}</b></font></form><font size="1">{links}</font>'


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)
    nav = _nav(page, pages(threads), f"forum.asp?FORUM_ID={board + 1}")
    return _frame(
        forum.boards[board],
        f'{nav}<table border="0" width="100%" cellspacing="1" cellpadding="4"><tr><td bgcolor="midnightblue"></td><td><b>Topic</b></td><td><b>Author</b></td><td><b>Replies</b></td><td><b>Read</b></td><td><b>Last Post</b></td></tr>{each(_row, rows(threads, page))}</table>{nav}',
        forum,
        board,
    )


def _quote(post: Post, text: str) -> str:
    return f'<BLOCKQUOTE id=quote><font size=1 face="Verdana, Arial, Helvetica" id=quote>quote:<hr height=1 noshade id=quote><i>Originally posted by {post.name}</i><br>{text}<hr height=1 noshade id=quote></BLOCKQUOTE id=quote></font id=quote>'


def _post(post: Post) -> str:
    color = "#dcdcdc" if post.place % 2 else "#ececec"
    text = post.body(_quote, "<pre id=code><font face=courier size=2 id=code>{}</font id=code></pre id=code>", "<br>")
    sign = f'<br><br><font size="1">{post.signature}</font>' if post.signature else ""
    edge = f'<a name="{post.number}"></a>' if post.place > 1 else ""
    return f"""<tr><td bgcolor="{color}" valign="top" rowspan="2">{edge}<p><font color="#191970" face="Verdana" size="2"><b><span class="spnMessageText">{_user(post)}</span></b></font><br><font size="1"><small>Starting Member</small></font><br></p><p><font size="1"><small><br>{post.author * 9} Posts</small></font></p></td><td bgcolor="{color}" valign="top"><img src="icon_posticon.gif"><font color="#191970" size="1">&nbsp;Posted&nbsp;-&nbsp;{_when(post)}</font>&nbsp;<a href="pop_profile.asp?mode=display&id={post.author + 1}"><img src="icon_profile.gif" alt="Show Profile"></a>&nbsp;<a href="post.asp?method=ReplyQuote&REPLY_ID={post.number}&TOPIC_ID={post.thread.number}"><img src="icon_reply_topic.gif" alt="Reply with Quote"></a><hr noshade size="1"><font face="Verdana" size="2"><span class="spnMessageText" id="msg">{text}{sign}</span id="msg"></font></td></tr><tr><td valign="bottom" bgcolor="{color}"><a href="#top"><img src="icon_go_up.gif" align="right" alt="Go to Top of Page"></a></td></tr>"""


def _thread(thread: Thread, page: int) -> str:
    nav = _nav(page, thread.pages, f"topic.asp?TOPIC_ID={thread.number}")
    return _frame(
        thread.title,
        f'{nav}<table border="0" width="100%" cellspacing="1" cellpadding="4"><tr><td bgcolor="midnightblue" width="100"><b><font>Author</font></b></td><td bgcolor="midnightblue"><b><font>Topic&nbsp;</font></b></td></tr>{each(_post, thread.on_page(page))}<tr><td bgcolor="midnightblue" colspan="2"><b><font>Topic&nbsp;</font></b></td></tr></table>{nav}',
        thread.forum,
        thread.board,
        f'<br><img src="icon_bar.gif"><img src="icon_folder_open_topic.gif">&nbsp;{thread.title}',
    )


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0, more: str = "") -> str:
    crumb = (
        f'<br><img src="icon_bar.gif"><img src="icon_folder_open.gif">&nbsp;<a href="forum.asp?FORUM_ID={board + 1}">{forum.boards[board]}</a>{more}'
        if forum
        else ""
    )
    part = f"Harbour Forums - {title}" if title != "Harbour Forums" else title
    return f'<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>{part}</title></head><body bgColor="white"><a name="top"></a><table align="center" width="95%"><tr><td><a href="default.asp"><img src="logo.gif" alt="Harbour Forums"></a></td><td><font size="2"><b>Harbour Forums</b></font><br><font size="1"><a href="default.asp">Home</a> | <a href="active.asp">Active Topics</a> | <a href="members.asp">Members</a> | <a href="search.asp">Search</a> | <a href="faq.asp">FAQ</a></font></td></tr></table><table width="95%" align="center"><tr><td><font face="Verdana" size="2"><img src="icon_folder_open.gif">&nbsp;<a href="default.asp">All Forums</a>{crumb}</font></td></tr></table>{content}<table width="95%"><tr><td>Harbour Forums</td><td>&copy; 2000-02 Snitz Communications</td><td><a href="#top">Go To Top Of Page</a></td></tr></table></body></html>'
