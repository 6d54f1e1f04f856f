"""phpBB 2 (subSilver): viewtopic.php?t=7&start=10, viewtopic.php?p=412#412, a sid in every address of a first visit."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pages, rows

SID = "0f7cd09a3f0e5f7e1b7a5c1f0b1d2e3f"


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    start = int(query["start"]) if query.get("start", "").isdecimal() else 0
    if path in ("/", "/index.php"):
        return _frame(
            "Harbour :: Index",
            f'<table class="forumline"><tr><th colspan="2" class="thCornerL">Forum</th><th class="thTop">Topics</th><th class="thTop">Posts</th><th class="thCornerR">Last Post</th></tr>{each(lambda n: _forum(forum, n), range(4))}</table>',
        )
    if path == "/viewforum.php" and query.get("f") in ("1", "2", "3", "4"):
        return _list(forum, int(query["f"]) - 1, start // 10 + 1)
    if path == "/viewtopic.php":
        if query.get("p", "").isdecimal():
            post = forum.posts.get(int(query["p"]))
            return _thread(post.thread, post.page) if post else None
        thread = forum.by_number.get(int(query["t"])) if query.get("t", "").isdecimal() else None
        if thread and query.get("view") in ("next", "previous"):
            near = [one for one in forum.board(thread.board) if one is not thread]
            return _thread(near[thread.number % len(near)], 1)
        return _thread(thread, min(start // 10 + 1, thread.pages)) if thread else None
    if path == "/profile.php":
        user = query.get("u", "")
        return _frame(
            "Viewing profile",
            f'<table class="forumline"><tr><th class="thHead">Viewing profile :: {user}</th></tr><tr><td class="row1"><span class="gen">Joined: <b>01 Jan 2020</b></span></td></tr></table>',
        )
    return (
        _frame("Log in", "<form><input></form>")
        if path
        in ("/login.php", "/faq.php", "/search.php", "/memberlist.php", "/groupcp.php", "/privmsg.php", "/posting.php")
        else None
    )


def _when(post: Post) -> str:
    return (
        f"{post.when:%a %b %d, %Y} {post.when.hour % 12 or 12}:{post.when:%M} {'am' if post.when.hour < 12 else 'pm'}"
    )


def _user(post: Post) -> str:
    return f'<a href="profile.php?mode=viewprofile&amp;u={post.author + 2}&amp;sid={SID}">{post.name}</a>'


def _place(post: Post) -> str:
    return f"viewtopic.php?p={post.number}&amp;sid={SID}#{post.number}"


def _forum(forum: Forum, n: int) -> str:
    last = forum.board(n)[0].posts[-1]
    return f'<tr><td class="row1"><img src="templates/subSilver/images/folder_big.gif" alt="No new posts"></td><td class="row1"><span class="forumlink"><a href="viewforum.php?f={n + 1}&amp;sid={SID}" class="forumlink">{forum.boards[n]}</a><br></span><span class="genmed">All about it<br></span></td><td class="row2"><span class="gensmall">{len(forum.board(n))}</span></td><td class="row2"><span class="gensmall">{sum(len(one.posts) for one in forum.board(n))}</span></td><td class="row2"><span class="gensmall">{_when(last)}<br>{_user(last)} <a href="{_place(last)}"><img src="templates/subSilver/images/icon_latest_reply.gif" alt="View latest post"></a></span></td></tr>'


def _pager(page: int, last: int, base: str) -> str:
    if last == 1:
        return '<span class="nav">Page <b>1</b> of <b>1</b></span>'
    links = ", ".join(
        f"<b>{n}</b>" if n == page else f'<a href="{base}&amp;start={n * 10 - 10}&amp;sid={SID}">{n}</a>'
        for n in range(1, last + 1)
    )
    more = f' &nbsp;<a href="{base}&amp;start={page * 10}&amp;sid={SID}">Next</a>' if page < last else ""
    return f'<span class="gensmall"><b>Goto page {links}{more}</b></span><span class="nav">Page <b>{page}</b> of <b>{last}</b></span>'


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)

    def row(thread: Thread) -> str:
        last = thread.posts[-1]
        jump = (
            f'[ <img src="templates/subSilver/images/icon_minipost.gif" alt="Goto page">Goto page: {", ".join(f"""<a href="viewtopic.php?t={thread.number}&amp;start={n * 10 - 10}&amp;sid={SID}">{n}</a>""" for n in range(1, thread.pages + 1))} ]'
            if thread.pages > 1
            else ""
        )
        return f'<tr><td class="row1"><img src="templates/subSilver/images/folder.gif" alt="No new posts"></td><td class="row1"><span class="topictitle"><a href="viewtopic.php?t={thread.number}&amp;sid={SID}" class="topictitle">{thread.title}</a></span><span class="gensmall"><br>{jump}</span></td><td class="row2"><span class="postdetails">{len(thread.posts) - 1}</span></td><td class="row3"><span class="name">{_user(thread.posts[0])}</span></td><td class="row2"><span class="postdetails">{thread.number * 9}</span></td><td class="row3Right"><span class="postdetails">{_when(last)}<br>{_user(last)} <a href="{_place(last)}"><img src="templates/subSilver/images/icon_latest_reply.gif" alt="View latest post"></a></span></td></tr>'

    nav = _pager(page, pages(threads), f"viewforum.php?f={board + 1}&amp;topicdays=0")
    return _frame(
        f"Harbour :: View Forum - {forum.boards[board]}",
        f'<table><tr><td><a class="maintitle" href="viewforum.php?f={board + 1}&amp;sid={SID}">{forum.boards[board]}</a><br>{nav}</td></tr></table><table class="forumline"><tr><th colspan="2">Topics</th><th>Replies</th><th>Author</th><th>Views</th><th>Last Post</th></tr>{each(row, rows(threads, page))}</table>{nav}',
    )


def _post(post: Post) -> str:
    def quote(of: Post, text: str) -> str:
        return f'</span><table width="90%" cellspacing="1" cellpadding="3" border="0" align="center"><tr><td><span class="genmed"><b>{of.name} wrote:</b></span></td></tr><tr><td class="quote">{text}</td></tr></table><span class="postbody">'

    code = '</span><table width="90%" align="center"><tr><td><span class="genmed"><b>Code:</b></span></td></tr><tr><td class="code">{}</td></tr></table><span class="postbody">'
    text = post.body(quote, code, "<br>\n")
    if post.code:
        text = text.replace(post.code, post.code.replace("\n", "<br>\n"))
    sign = f"<br>_________________<br>{post.signature}" if post.signature else ""
    row = post.place % 2 + 1
    return f"""<tr><td width="150" align="left" valign="top" class="row{row}"><span class="name"><a name="{post.number}"></a><b>{post.name}</b></span><br><span class="postdetails"><br><br><br>Joined: 01 Jan 2020<br>Posts: {post.author * 9}<br></span><br></td><td class="row{row}" width="100%" height="28" valign="top"><table width="100%" border="0"><tr><td width="100%"><a href="{_place(post)}"><img src="templates/subSilver/images/icon_minipost.gif" alt="Post" border="0"></a><span class="postdetails">Posted: {_when(post)}<span class="gen">&nbsp;</span>&nbsp; &nbsp;Post subject: {"Re: " if post.place > 1 and post.number % 3 == 0 else ""}{post.thread.title if post.place == 1 or post.number % 3 == 0 else ""}</span></td><td valign="top" nowrap="nowrap"><a href="posting.php?mode=quote&amp;p={post.number}&amp;sid={SID}"><img src="templates/subSilver/images/lang_english/icon_quote.gif" alt="Reply with quote" border="0"></a></td></tr><tr><td colspan="2"><hr></td></tr><tr><td colspan="2"><span class="postbody">{text}</span><span class="postbody">{sign}</span><span class="gensmall"></span></td></tr></table></td></tr><tr><td class="row{row}" width="150" align="left" valign="middle"><span class="nav"><a href="#top" class="nav">Back to top</a></span></td><td class="row{row}" valign="bottom" nowrap="nowrap"><a href="profile.php?mode=viewprofile&amp;u={post.author + 2}&amp;sid={SID}"><img src="templates/subSilver/images/lang_english/icon_profile.gif" alt="View user's profile" border="0"></a> <a href="privmsg.php?mode=post&amp;u={post.author + 2}&amp;sid={SID}"><img src="templates/subSilver/images/lang_english/icon_pm.gif" alt="Send private message"></a></td></tr><tr><td class="spaceRow" colspan="2" height="1"><img src="templates/subSilver/images/spacer.gif" alt="" width="1" height="1"></td></tr>"""


def _thread(thread: Thread, page: int) -> str:
    nav = _pager(page, thread.pages, f"viewtopic.php?t={thread.number}&amp;postdays=0&amp;postorder=asc")
    return _frame(
        f"Harbour :: View topic - {thread.title}",
        f'<table><tr><td><a class="maintitle" href="viewtopic.php?t={thread.number}&amp;start={page * 10 - 10}&amp;postdays=0&amp;postorder=asc&amp;highlight=&amp;sid={SID}">{thread.title}</a><br>{nav}</td></tr></table><table><tr><td><span class="nav">&nbsp;<a href="index.php?sid={SID}" class="nav">Harbour Forum Index</a> -> <a href="viewforum.php?f={thread.board + 1}&amp;sid={SID}" class="nav">{thread.forum.boards[thread.board]}</a></span></td></tr></table><table class="forumline" width="100%"><tr align="right"><td class="catHead" colspan="2"><span class="nav"><a href="viewtopic.php?t={thread.number}&amp;view=previous&amp;sid={SID}" class="nav">View previous topic</a> :: <a href="viewtopic.php?t={thread.number}&amp;view=next&amp;sid={SID}" class="nav">View next topic</a></span></td></tr><tr><th class="thLeft">Author</th><th class="thRight">Message</th></tr>{each(_post, thread.on_page(page))}<tr><td class="catBottom" colspan="2"><form><span class="gensmall">Display posts from previous: <select name="postdays"><option>All Posts</option></select></span></form></td></tr></table>{nav}<span class="gensmall">You <b>cannot</b> post new topics in this forum<br>You <b>cannot</b> reply to topics in this forum</span>',
    )


def _frame(title: str, content: str) -> str:
    return f'<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><html dir="ltr"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>{title}</title></head><body><a name="top"></a><table class="bodyline" width="100%"><tr><td><table><tr><td><a href="index.php?sid={SID}"><img src="templates/subSilver/images/logo_phpBB.gif" alt="Harbour Forum Index"></a></td><td><span class="maintitle">Harbour</span><br><span class="gen">A little text to describe your forum</span><br><span class="mainmenu"><a href="faq.php?sid={SID}" class="mainmenu">FAQ</a> <a href="search.php?sid={SID}" class="mainmenu">Search</a> <a href="memberlist.php?sid={SID}" class="mainmenu">Memberlist</a> <a href="groupcp.php?sid={SID}" class="mainmenu">Usergroups</a> <a href="profile.php?mode=register&amp;sid={SID}" class="mainmenu">Register</a> <a href="login.php?sid={SID}" class="mainmenu">Log in</a></span></td></tr></table>{content}<div align="center"><span class="copyright">Powered by <a href="http://www.phpbb.com/" class="copyright">phpBB</a> &copy; 2001, 2005 phpBB Group</span></div></td></tr></table></body></html>'
