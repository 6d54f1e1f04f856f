"""GameFAQs: /boards/2-garden/70000007?page=1 counted from 0, each post a table row of two cells, "#2" behind the date."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pages, rows

BOARDS = ("repairs-and-tools", "garden", "boats", "random-insanity")
LONG = 70000000


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query["page"]) if query.get("page", "").isdecimal() else 0
    parts = path.strip("/").split("/")
    if path in ("/", "/boards"):
        return _frame(
            "Message Boards",
            f'<table class="board">{each(lambda n: f"""<tr><td class="topic"><a href="{_board(n)}">{forum.boards[n]}</a></td><td class="count">{len(forum.board(n))}</td></tr>""", range(4))}</table>',
        )
    board = next((n for n in range(4) if len(parts) > 1 and f"/boards/{parts[1]}" == _board(n)), None)
    if parts[0] != "boards" or board is None:
        return _frame("Log In", "<form><input></form>") if parts[0] in ("user", "games", "community", "help") else None
    if len(parts) == 2:
        return _list(forum, board, page)
    thread = forum.by_number.get(int(parts[2]) - LONG) if parts[2].isdecimal() else None
    return _thread(thread, page) if thread and thread.board == board and page < thread.pages else None


def _board(n: int) -> str:
    return f"/boards/{n + 2}-{BOARDS[n]}"


def _url(thread: Thread) -> str:
    return f"{_board(thread.board)}/{thread.number + LONG}"


def _nav(page: int, last: int, base: str) -> str:
    if last == 1:
        return ""
    first = (
        f'<li><a href="{base}">First</a></li><li><a href="{base}{f"?page={page - 1}" if page > 1 else ""}">Previous</a></li>'
        if page
        else ""
    )
    after = (
        f'<li><a href="{base}?page={page + 1}">Next</a></li><li><a href="{base}?page={last - 1}">Last</a></li>'
        if page + 1 < last
        else ""
    )
    return f'<ul class="paginate">{first}<li>Page {page + 1} of {last}</li>{after}</ul>'


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)

    def row(thread: Thread) -> str:
        first, last = thread.posts[0], thread.posts[-1]
        more = f"?page={thread.pages - 1}" if thread.pages > 1 else ""
        return f'<tr class="topics"><td class="status"></td><td class="topic"><a href="{_url(thread)}">{thread.title}</a></td><td class="tauthor"><a href="/community/user{first.author}">{first.name}</a></td><td class="count"><a href="{_url(thread)}{more}">{len(thread.posts)}</a></td><td class="lastpost"><a href="{_url(thread)}{more}#{len(thread.posts)}">{last.when.month}/{last.when.day} {last.when.hour % 12 or 12}:{last.when:%M%p}</a></td></tr>'

    nav = _nav(page, pages(threads), _board(board))
    return _frame(
        f"{forum.boards[board]} Message Board",
        f'<h1 class="page-title">{forum.boards[board]} Message Board</h1>{nav}<table class="board topics tlist"><thead><tr><th></th><th>Topic</th><th>Created By</th><th>Msgs</th><th>Last Post</th></tr></thead><tbody>{each(row, rows(threads, page + 1))}</tbody></table>{nav}',
    )


def _text(post: Post) -> str:
    quote = (
        f"<blockquote><strong>{post.quoted.name} posted...</strong><br>{'<br>'.join(post.quoted.lines)}</blockquote>"
        if post.quoted
        else ""
    )
    code = f"<br><code>{post.code}</code>".replace("\n", "<br>") if post.code else ""
    return quote + "<br>".join(post.lines) + code


def _post(post: Post) -> str:
    when = f"{post.when.month}/{post.when.day}/{post.when:%Y} {post.when.hour % 12 or 12}:{post.when:%M:%S %p}"
    own = ' <span class="tc">(Topic Creator)</span>' if post.author == post.thread.posts[0].author else ""
    sign = f'<div class="sig_text">---<br>{post.signature}</div>' if post.signature else ""
    return f"""<tr class="{"even" if post.place % 2 else "odd"}" id="m{post.number}"><td class="msg"><div class="msg_infobox"><a class="avatar" href="/community/user{post.author}"><img src="/a/{post.author}.png" alt=""></a><span class="user"><a class="name menu_toggle" href="/community/user{post.author}">{post.name}</a>{own}</span> <span class="post_time" title="{when}">{when}</span> <span class="message_num"><a name="{post.place}" href="#{post.place}">#{post.place}</a></span></div><div class="msg_body" data-msgnum="{post.place}" name="{post.number}">{_text(post)}</div>{sign}</td></tr>"""


def _thread(thread: Thread, page: int) -> str:
    nav = _nav(page, thread.pages, _url(thread))
    return _frame(
        f"{thread.title} - {thread.forum.boards[thread.board]} - GameFAQs",
        f'<h1 class="page-title">{thread.title}</h1><div class="crumbs"><a href="/boards">Boards</a> <a href="{_board(thread.board)}">{thread.forum.boards[thread.board]}</a></div>{nav}<table class="board message msg"><tbody>{each(_post, thread.on_page(page + 1))}</tbody></table>{nav}',
    )


def _frame(title: str, content: str) -> str:
    return f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title}</title></head><body><div class="masthead"><a href="/">Harbour</a> <a href="/boards">Boards</a> <a href="/community">Community</a> <a href="/help">Help</a> <a href="/user/login">Log In</a></div><div class="container">{content}</div><div id="footer"><p>Harbour FAQs &copy; 2023</p></div></body></html>'
