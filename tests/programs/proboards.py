"""ProBoards 5: /thread/7/slug?page=2, /board/1/tools, /post/412/thread; the times as seconds in an attribute."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Redirect, Thread, each, pages, rows

BOARDS = ("repairs-tools", "garden", "boats", "chat")


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query["page"]) if query.get("page", "").isdecimal() else 1
    parts = path.strip("/").split("/")
    if path == "/":
        return _frame(
            "Home",
            f'<div class="container boards"><table class="list"><tbody>{each(lambda n: _board(forum, n), range(4))}</tbody></table></div>',
        )
    if parts[0] == "board" and len(parts) > 1 and parts[1] in ("1", "2", "3", "4"):
        return _list(forum, int(parts[1]) - 1, page)
    if parts[0] == "thread" and len(parts) > 1 and parts[1].isdecimal():
        thread = forum.by_number.get(int(parts[1]))
        return _thread(thread, min(page, thread.pages)) if thread else None
    if parts[0] == "post" and len(parts) == 3 and parts[1].isdecimal():
        post = forum.posts.get(int(parts[1]))
        return Redirect(f"{_url(post.thread)}?page={post.page}&scrollTo={post.number}") if post else None
    if parts[0] == "user":
        return _frame("View Profile", f"<div class='profile'>Username: user{parts[1]}</div>")
    if parts[0] == "threads":
        return _frame(
            "Recent Threads",
            "<table class='list'>"
            + each(_row, sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)[:10])
            + "</table>",
        )
    return (
        _frame("Log In", "<form><input></form>")
        if parts[0] in ("login", "register", "search", "members", "calendar", "help")
        else None
    )


def _url(thread: Thread) -> str:
    return f"/thread/{thread.number}" + (f"/{thread.slug}" if thread.slug else "")


def _user(post: Post) -> str:
    return f'<a class="user-link user-{post.author + 1} group-0" href="/user/{post.author + 1}" title="@user{post.author + 1}"><span itemprop="name">{post.name}</span></a>'


def _time(post: Post) -> str:
    when = f"{post.when:%b} {post.when.day}, {post.when:%Y} {post.when:%H:%M:%S}"
    return f'<abbr data-timestamp="{int(post.when.timestamp())}000" class="o-timestamp time" title="{when}">{when} GMT</abbr>'


def _board(forum: Forum, n: int) -> str:
    last = forum.board(n)[0].posts[-1]
    return f'<tr class="o-board board item" id="board-{n + 1}"><td class="icon"></td><td class="main clickable"><span class="link"><a href="/board/{n + 1}/{BOARDS[n]}" class="board-link">{forum.boards[n]}</a></span><p class="description">All about it</p></td><td class="threads">{len(forum.board(n))}</td><td class="posts">{sum(len(one.posts) for one in forum.board(n))}</td><td class="latest last"><span class="link"><a href="/post/{last.number}/thread" class="thread-link">{last.thread.title}</a></span> by <span>{_user(last)}</span> {_time(last)}</td></tr>'


def _row(thread: Thread) -> str:
    last = thread.posts[-1]
    jump = (
        f'<span class="thread-pages"> [ {" ".join(f"""<a href="{_url(thread)}?page={n}">{n}</a>""" for n in range(1, thread.pages + 1))} ]</span>'
        if thread.pages > 1
        else ""
    )
    return f'<tr class="o-thread thread item" id="thread-{thread.number}"><td class="icon"></td><td class="main clickable"><span class="link target"><a href="{_url(thread)}" class="thread-link">{thread.title}</a></span>{jump}</td><td class="created-by">{_user(thread.posts[0])}</td><td class="replies">{len(thread.posts) - 1}</td><td class="views">{thread.number * 9}</td><td class="latest last">by {_user(last)}<br><a href="/post/{last.number}/thread"><span class="date">{_time(last)}</span></a></td></tr>'


def _nav(page: int, last: int, base: str) -> str:
    items = "".join(
        f'<li class="ui-pagination-page ui-pagination-slot{" state-selected" if n == page else ""}"><a href="{base}?page={n}">{n}</a></li>'
        for n in range(1, last + 1)
    )
    before = f'<a href="{base}?page={page - 1}">Prev</a>' if page > 1 else "<a>Prev</a>"
    after = f'<a href="{base}?page={page + 1}">Next</a>' if page < last else "<a>Next</a>"
    return f'<ul class="ui-pagination"><li class="ui-pagination-prev{"" if page > 1 else " state-disabled"}">{before}</li>{items}<li class="ui-pagination-next{"" if page < last else " state-disabled"}">{after}</li></ul>'


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)
    nav = _nav(page, pages(threads), f"/board/{board + 1}/{BOARDS[board]}")
    return _frame(
        forum.boards[board],
        f'<div class="container threads"><div class="title-bar"><h1>{forum.boards[board]}</h1></div><div class="control-bar">{nav}</div><div class="content"><table class="list"><thead><tr class="head"><th></th><th>Subject</th><th>Created By</th><th>Replies</th><th>Views</th><th>Last Post</th></tr></thead><tbody>{each(_row, rows(threads, page))}</tbody></table></div><div class="control-bar">{nav}</div></div>',
        forum,
        board,
    )


def _quote(post: Post, text: str) -> str:
    return f'<div class="quote" author="@user{post.author + 1}" timestamp="{int(post.when.timestamp())}" source="/post/{post.number}/thread"><div class="quote_body"><div class="quote_avatar_container"><img src="/a/{post.author}.png" alt="{post.name} Avatar"></div><div class="quote_header"><a href="/post/{post.number}/thread" class="quote_link">{post.when:%b} {post.when.day}, {post.when:%Y} {post.when:%H:%M:%S} GMT</a> {_user(post)} said:</div>{text}</div><div class="quote_clear"></div></div>'


def _post(post: Post) -> str:
    text = post.body(_quote, '<pre class="prettyprint">{}</pre>', "<br>")
    sign = f'<div class="signature" id="sig">{post.signature}</div>' if post.signature else ""
    return f"""<tr id="post-{post.number}" class="post item {"first" if post.place == 1 else ""} odd" itemprop="comment"><td class="left-panel"><div class="mini-profile"><div class="avatar"><img src="/a/{post.author}.png" alt="{post.name} Avatar"></div>{_user(post)}<br><span class="group-name">New Member</span><br><span class="online-status">Posts: {post.author * 9}</span></div></td><td class="content" ><article itemscope><div class="content-head"><span class="date">Post by <span itemprop="author">{_user(post)}</span> on {_time(post)}</span><div class="controls"><a class="button like">Like</a> <a class="button quote" href="/post/new/{post.thread.number}/{post.number}">Quote</a></div></div><div class="message" itemprop="text">{text}</div><div class="edited_by"></div></article>{sign}</td></tr>"""


def _thread(thread: Thread, page: int) -> str:
    nav = _nav(page, thread.pages, _url(thread))
    return _frame(
        f"{thread.title} | Harbour",
        f'<div class="container posts"><div class="title-bar"><h1>{thread.title}</h1></div><div class="control-bar">{nav}</div><div class="content"><table class="list"><tbody>{each(_post, thread.on_page(page))}</tbody></table></div><div class="control-bar">{nav}</div></div>',
        thread.forum,
        thread.board,
    )


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0) -> str:
    crumb = (
        f'<li itemscope><a href="/board/{board + 1}/{BOARDS[board]}"><span itemprop="title">{forum.boards[board]}</span></a></li>'
        if forum
        else ""
    )
    return f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title}</title></head><body><div id="wrapper"><header><div id="banner"><h1 id="logo"><a href="/">Harbour</a></h1></div><div id="navigation-menu"><ul role="navigation"><li><a href="/">Home</a></li><li><a href="/help">Help</a></li><li><a href="/search">Search</a></li><li><a href="/members">Members</a></li><li><a href="/threads/recent">Recent</a></li></ul><div id="welcome"><p>Welcome Guest. Please <a href="/login">Login</a> or <a href="/register">Register</a>.</p></div></div></header><div id="navigation-tree"><ul id="nav-tree"><li><a href="/"><span>Harbour</span></a></li>{crumb}</ul></div><div id="content">{content}</div><footer><a href="https://www.proboards.com">Click here to create your own free forum</a></footer></div></body></html>'
