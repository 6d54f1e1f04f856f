"""FUDforum: index.php?t=msg&th=12&start=10&; tables in tables, "message #412" before each date, signatures below."""

from __future__ import annotations

from tests.programs.forum import SIZE, Forum, Post, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path == "/" or (path == "/index.php" and query.get("t", "index") == "index"):
        return _index(forum)
    if path != "/index.php":
        return None
    kind = query["t"]
    if kind == "thread" and query.get("frm_id") in ("1", "2", "3", "4"):
        return _list(forum, int(query["frm_id"]) - 1, int(query.get("start", 0)))
    if kind == "msg":
        if goto := query.get("goto"):
            post = forum.posts.get(int(goto)) if goto.isdecimal() else None
            return _thread(post.thread, (post.page - 1) * SIZE) if post else None
        thread, start = forum.by_number.get(int(query.get("th") or 0)), int(query.get("start", 0))
        return _thread(thread, start) if thread and start < len(thread.posts) else None
    if kind in ("usrinfo", "login", "register", "help_index", "post", "report", "tree"):
        return _frame("Error", '<table class="ctb"><tr><th>You are not logged in</th></tr><tr><td>Login to see this.</td></tr></table>')  # fmt: skip
    return None


def _url(thread: Thread, start: int = 0) -> str:
    return f"index.php?t=msg&amp;th={thread.number}&amp;start={start}&amp;"


def _member(post: Post) -> str:
    return f'<a href="index.php?t=usrinfo&amp;id={post.author + 3}&amp;">{post.name}</a>'


def _index(forum: Forum) -> str:
    def row(number: int) -> str:
        threads = forum.board(number)
        last = threads[0].posts[-1]
        return f'<tr class="row child"><td class="RowStyleA wo"><img src="/theme/default/images/existing_content.png" alt="" width="22"></td><td class="RowStyleB wa"><a href="index.php?t=thread&amp;frm_id={number + 1}&amp;" class="big">{forum.boards[number]}</a><br>Talk about it</td><td class="RowStyleA ac">{sum(len(thread.posts) for thread in threads)}</td><td class="RowStyleB ac">{len(threads)}</td><td class="RowStyleA ac nw"><span class="DateText">{_date(last)}</span><br>By: {_member(last)} <a href="index.php?t=msg&amp;goto={last.number}&amp;#msg_{last.number}"><img title="{last.thread.title}" src="/theme/default/images/goto.gif" alt="" width="9"></a></td></tr>'

    return _frame("Forum index", f'<table class="ContentTable"><tr><th colspan="2" class="wa">Forum</th><th class="nw">Messages</th><th class="nw">Topics</th><th class="nw">Last message</th></tr>{each(row, range(4))}</table>')  # fmt: skip


def _date(post: Post) -> str:
    return f"{post.when:%a, %d %B %Y %H:%M}"


def _pager(start: int, size: int, count: int, link: str) -> str:
    if count <= size:
        return ""
    links = [f"<b>{n + 1}</b>" if n * size == start else f'<a href="{link.format(n * size)}">{n + 1}</a>' for n in range(-(-count // size))]  # fmt: skip
    behind = f'<a href="{link.format(start + size)}" accesskey="n">&rsaquo;</a>' if start + size < count else ""
    return f'<span class="SmallText fb">Pages ({len(links)}): [{" &nbsp;".join(links)} {behind}]</span>'


def _list(forum: Forum, board: int, start: int) -> str:
    def row(thread: Thread) -> str:
        first, last = thread.posts[0], thread.posts[-1]
        jump = _pager(-1, SIZE, len(thread.posts), f"index.php?t=msg&amp;th={thread.number}&amp;start={{}}&amp;")
        return f'<tr><td class="RowStyleB wo"><img src="/theme/default/images/read.png" alt=""></td><td class="RowStyleA"><a class="big" href="{_url(thread)}">{thread.title}</a> {jump}<div class="TopBy">By: {_member(first)} on <span class="DateText">{_date(first)}</span></div></td><td class="RowStyleB ac">{len(thread.posts) - 1}</td><td class="RowStyleB ac">{thread.number * 7}</td><td class="RowStyleC nw"><span class="DateText">{_date(last)}</span><br>By: {_member(last)} <a href="index.php?t=msg&amp;goto={last.number}&amp;#msg_{last.number}"><img title="Go to the last message in this topic" src="/theme/default/images/goto.gif" alt=""></a></td></tr>'

    threads = forum.board(board)
    shown = rows(threads, start // 10 + 1)
    if start >= 10 * pages(threads):
        return _frame("Error", "Nothing here")
    nav = _pager(start, 10, len(threads), f"index.php?t=thread&amp;frm_id={board + 1}&amp;start={{}}&amp;")
    return _frame(
        forum.boards[board],
        f'<a href="index.php?t=index">Home</a> &raquo; <b>{forum.boards[board]}</b><table class="pad"><tr><td>{nav}</td></tr></table><table class="pad ContentTable"><tr><th>&nbsp;</th><th class="wa">Topic</th><th>Replies</th><th>Views</th><th>Last message</th></tr>{each(row, shown)}</table>',
    )


def _quote(post: Post, text: str) -> str:
    return f"<cite>{post.name} wrote on {_date(post)}</cite><blockquote>{text}</blockquote>"


def _post(post: Post) -> str:
    subject = post.thread.title if post.place == 1 else f"Re: {post.thread.title}"
    answered = post.quoted or (post.thread.posts[0] if post.place > 1 else None)
    parent = f' [<a href="index.php?t=msg&amp;goto={post.number}#msg_{post.number}">message #{post.number}</a> is a reply to <a href="index.php?t=msg&amp;goto={answered.number}#msg_{answered.number}">message #{answered.number}</a>]' if answered else f' [<a href="index.php?t=msg&amp;goto={post.number}#msg_{post.number}">message #{post.number}</a>]'  # fmt: skip
    sign = f'<br><br><hr class="sig"> <div class="signature">{post.signature}</div>' if post.signature else ""
    body = post.body(_quote, '<div class="pre"><pre>{}</pre></div>')
    return f'<tr><td class="MsgSpacer"><table cellspacing="0" cellpadding="0" class="MsgTable"><tr><td class="MsgR1 vt al expanded"><a name="msg_num_{post.place}"></a><a name="msg_{post.number}"></a><span class="MsgSubText"><a href="index.php?t=msg&amp;goto={post.number}&amp;#msg_{post.number}" class="MsgSubText">{subject}</a></span> <span class="SmallText">{parent}</span></td><td class="MsgR1 vt ar"><span class="DateText">{_date(post)}</span></td></tr><tr class="MsgR2"><td class="MsgR2" colspan="2"><table cellspacing="0" cellpadding="0" class="ContentTable"><tr class="MsgR2"><td class="avatarPad wo"><img src="/images/avatars/{post.author}.gif" alt=""></td><td class="msgud">{_member(post)} &nbsp;is currently offline<br><b>Messages:</b> {post.author * 17 + 3}<br><b>Registered: </b>May 20{post.author + 10}</td><td class="msgud"><div class="ctags">Senior Member</div></td><td class="msgot"></td></tr></table></td></tr><tr><td class="MsgR3" colspan="2"><span class="MsgBodyText">{body}</span>{sign}</td></tr><tr><td colspan="2" class="MsgToolBar"><table class="wa"><tr><td class="al nw"><a href="index.php?t=usrinfo&amp;id={post.author + 3}&amp;"><img src="/images/msg_about.gif" alt=""></a></td><td class="GenText wa ac"><a href="index.php?t=report&amp;msg_id={post.number}">Report message to a moderator</a></td><td class="nw"><a href="index.php?t=post&amp;reply_to={post.number}&amp;start=0"><img alt="Reply" src="/images/msg_reply.gif"></a><a href="index.php?t=post&amp;reply_to={post.number}&amp;quote=true"><img alt="Quote" src="/images/msg_quote.gif"></a></td></tr></table></td></tr></table></td></tr>'


def _thread(thread: Thread, start: int) -> str:
    board = thread.board + 1
    shown = thread.posts[start : start + SIZE]
    nav = _pager(start, SIZE, len(thread.posts), f"index.php?t=msg&amp;th={thread.number}&amp;start={{}}&amp;")
    beside = [other for other in thread.forum.board(thread.board) if abs(other.number - thread.number) <= 12 and other is not thread][:2]  # fmt: skip
    goto = "".join(f'<tr><td class="ac">{word} Topic:</td><td class="ar"><a href="{_url(other)}">{other.title}</a></td></tr>' for word, other in zip(("Previous", "Next"), beside, strict=False))  # fmt: skip
    return _frame(
        f"{thread.forum.boards[thread.board]} &raquo; {thread.title}",
        f'<a name="page_top"></a><a href="index.php?t=index">Home</a> &raquo; <a href="index.php?t=thread&amp;frm_id={board}&amp;">{thread.forum.boards[thread.board]}</a> &raquo; <b>{thread.title}</b> <span class="SmallText">Show: <a href="index.php?t=tree&amp;th={thread.number}">Tree View</a></span><table class="wa"><tr><td class="vb al">{nav}</td></tr></table><table cellspacing="0" cellpadding="0" class="ContentTable">{each(_post, shown)}</table><table class="wa"><tr><td>{nav}</td></tr></table><table class="wa">{goto}</table><div class="ar SmallText"><a href="index.php?t=help_index">Goto Forum</a></div>',
    )


def _frame(title: str, content: str) -> str:
    return f'<!DOCTYPE html><html lang="en" dir="ltr"><head><meta charset="utf-8"><title>Harbour Club: {title}</title></head><body><div class="header"><h1><a href="index.php?t=index&amp;">Harbour Club</a></h1><span class="fl">Fast Uncompromising Discussions</span></div><div id="UserControlPanel"><ul><li><a href="index.php?t=help_index&amp;">Help</a></li><li><a href="index.php?t=register&amp;">Register</a></li><li><a href="index.php?t=login&amp;">Login</a></li></ul></div><table class="wa"><tr><td class="ForumBackground">{content}<br><div class="ac"><span class="curtime"><b>Current Time:</b> Sun Nov 29 10:00:00 UTC 2026</span></div></td></tr></table><div class="footer ac">Powered by: FUDforum 3.1.0.</div></body></html>'
