"""An imageboard: /tools/thread/412/slug holds a whole thread, /tools/2 shows the first post and the last three of each."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pages, rows

BOARDS = ("tools", "garden", "boats", "chat")


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    parts = path.strip("/").split("/")
    if path == "/":
        return _frame(
            "Harbour",
            '<div id="hd"><h1>Harbour</h1></div><div class="boards">'
            + each(
                lambda n: f'<ul><li><a href="/{BOARDS[n]}/" class="boardlink">{forum.boards[n]}</a></li></ul>', range(4)
            )
            + "</div>",
        )
    if parts[0] not in BOARDS:
        return _frame("Rules", "<h2>Rules</h2><p>Be kind to each other.</p>") if path in ("/rules", "/faq") else None
    board, rest = BOARDS.index(parts[0]), parts[1:]
    if not rest or (rest[0].isdecimal() and len(rest) == 1):
        page = int(rest[0]) if rest else 1
        return _index(forum, board, page) if page <= pages(forum.board(board)) else None
    if rest[0] == "archive":
        items = each(
            lambda thread: (
                f'<tr><td>{thread.posts[0].number}</td><td class="teaser-col"><b>{thread.title}</b>: {thread.posts[0].lines[0][:60]}</td><td>[<a href="{_url(thread)}" class="quotelink">View</a>]</td></tr>'
            ),
            forum.board(board)[-3:],
        )
        return _frame("Archive", f'<table id="arc-list"><tbody>{items}</tbody></table>')
    if rest[0] == "thread" and len(rest) > 1 and rest[1].isdecimal():
        thread = next((one for one in forum.threads if one.posts[0].number == int(rest[1])), None)
        return _thread(thread) if thread and thread.board == board else None
    return None


def _url(thread: Thread) -> str:
    return f"/{BOARDS[thread.board]}/thread/{thread.posts[0].number}" + (f"/{thread.slug}" if thread.slug else "")


def _text(post: Post) -> str:
    quote = (
        f'<a href="#p{post.quoted.number}" class="quotelink">&gt;&gt;{post.quoted.number}</a><br>'
        if post.quoted
        else ""
    )
    green = "".join(f'<span class="quote">&gt;{line}</span><br>' for line in post.quoted.lines) if post.quoted else ""
    return (
        quote
        + green
        + "<br>".join(post.lines)
        + (f'<br><pre class="prettyprint">{post.code}</pre>' if post.code else "")
    )


def _post(post: Post, *, reply_link: str = "") -> str:
    first = post.place == 1
    kind = "op" if first else "reply"
    subject = f'<span class="subject">{post.thread.title}</span> ' if first else ""
    url = f"{_url(post.thread)}#p{post.number}"
    image = (
        f'<div class="file" id="f{post.number}"><div class="fileText">File: <a href="/i/{post.number}.jpg" target="_blank">{post.number}.jpg</a> (153 KB, 1200x800)</div><a class="fileThumb" href="/i/{post.number}.jpg"><img src="/i/{post.number}s.jpg" alt="153 KB"></a></div>'
        if first or post.number % 4 == 0
        else ""
    )
    side = "" if first else f'<div class="sideArrows" id="sa{post.number}">&gt;&gt;</div>'
    info = f'<div class="postInfo desktop" id="pi{post.number}"><input type="checkbox" name="{post.number}" value="delete"> {subject}<span class="nameBlock"><span class="name">{post.name}</span></span> <span class="dateTime" data-utc="{int(post.when.timestamp())}">{post.when:%m/%d/%y(%a)%H:%M:%S}</span> <span class="postNum desktop"><a href="{url}" title="Link to this post">No.</a><a href="{_url(post.thread)}#q{post.number}" title="Reply to this post">{post.number}</a>{reply_link}</span></div>'
    inner = image + info if first else info + image
    return f'<div class="postContainer {kind}Container" id="pc{post.number}">{side}<div id="p{post.number}" class="post {kind}">{inner}<blockquote class="postMessage" id="m{post.number}">{_text(post)}</blockquote></div></div>'


def _index(forum: Forum, board: int, page: int) -> str:
    def shown(thread: Thread) -> str:
        left = len(thread.posts) - 4
        omitted = (
            f'<span class="summary desktop">{left} replies omitted. <a href="{_url(thread)}" class="replylink">Click here</a> to view.</span>'
            if left > 0
            else ""
        )
        link = f' &nbsp; <span>[<a href="{_url(thread)}" class="replylink">Reply</a>]</span>'
        return f'<div class="thread" id="t{thread.posts[0].number}">{_post(thread.posts[0], reply_link=link)}{omitted}{each(_post, thread.posts[1:][-3:])}</div><hr>'

    last = pages(forum.board(board))
    links = "".join(
        f"[<strong>{n}</strong>] " if n == page else f'[<a href="/{BOARDS[board]}/{n if n > 1 else ""}">{n}</a>] '
        for n in range(1, last + 1)
    )
    following = (
        f'<div class="next"><form action="/{BOARDS[board]}/{page + 1}"><input type="submit" value="Next"></form></div>'
        if page < last
        else ""
    )
    return _frame(
        f"/{BOARDS[board]}/ - {forum.boards[board]}",
        f'<div class="boardBanner"><div class="boardTitle">/{BOARDS[board]}/ - {forum.boards[board]}</div></div><hr><form id="delform"><div class="board">{each(shown, rows(forum.board(board), page))}</div></form><div class="pagelist desktop"><div class="pages">{links}</div>{following}<div class="pages"><a href="/{BOARDS[board]}/archive">Archive</a></div></div>',
    )


def _thread(thread: Thread) -> str:
    board = BOARDS[thread.board]
    nav = f'<div class="navLinks desktop">[<a href="/{board}/" accesskey="a">Return</a>] [<a href="#bottom">Bottom</a>]</div>'
    return _frame(
        f"/{board}/ - {thread.title} - {thread.forum.boards[thread.board]}",
        f'<div class="boardBanner"><div class="boardTitle">/{board}/ - {thread.forum.boards[thread.board]}</div></div><form name="post"><input name="name" placeholder="Anonymous"><textarea></textarea></form><hr>{nav}<hr><form id="delform"><div class="board"><div class="thread" id="t{thread.posts[0].number}">{each(_post, thread.posts)}</div><hr></div></form>{nav}',
    )


def _frame(title: str, content: str) -> str:
    boards = " / ".join(f'<a href="/{board}/" title="{board}">{board}</a>' for board in BOARDS)
    return f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title} - Harbour</title></head><body class="is_thread"><div id="boardNavDesktop" class="desktop"><span class="boardList">[{boards}]</span> [<a href="/rules">Rules</a>] [<a href="/faq">FAQ</a>]</div>{content}<div id="absbot" class="absBotText">All trademarks and copyrights on this page are owned by their respective parties.</div></body></html>'
