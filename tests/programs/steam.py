"""Steam discussions: /app/730/discussions/0/3412345678901234567/?ctp=2, the opener on each page, "Showing 1-9 of 22 comments"."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pages, rows

LONG = 3412345678901230000


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    parts = path.strip("/").split("/")
    if path in ("/", "/discussions/"):
        items = each(
            lambda n: (
                f'<div class="rightbox_list_option"><a href="/app/730/discussions/{n}/">{forum.boards[n]}</a></div>'
            ),
            range(4),
        )
        return _frame(
            "Steam Community :: Harbour", f'<div class="rightbox">{items}</div>{each(_row, forum.board(0)[:5])}'
        )
    if parts[:3] == ["app", "730", "discussions"] and len(parts) > 3 and parts[3] in ("0", "1", "2", "3"):
        board = int(parts[3])
        if len(parts) == 4:
            page = int(query["fp"]) if query.get("fp", "").isdecimal() else 1
            return _list(forum, board, page)
        thread = forum.by_number.get(int(parts[4]) - LONG) if parts[4].isdecimal() else None
        page = int(query["ctp"]) if query.get("ctp", "").isdecimal() else 1
        return _thread(thread, page) if thread and thread.board == board and page <= _pages(thread) else None
    if parts[0] in ("id", "profiles"):
        return _frame(
            f"Steam Community :: {parts[1]}",
            f'<div class="profile_header"><span class="actual_persona_name">{parts[1]}</span></div>',
        )
    return _frame("Sign In", "<form><input></form>") if parts[0] in ("login", "workshop", "market") else None


def _pages(thread: Thread) -> int:
    return -(-(len(thread.posts) - 1) // 10) or 1


def _url(thread: Thread, page: int = 1) -> str:
    return f"/app/730/discussions/{thread.board}/{thread.number + LONG}/" + (f"?ctp={page}" if page > 1 else "")


def _when(post: Post) -> str:
    return f"{post.when:%b} {post.when.day}, {post.when:%Y} @ {post.when.hour % 12 or 12}:{post.when:%M}{'am' if post.when.hour < 12 else 'pm'}"


def _row(thread: Thread) -> str:
    first, last = thread.posts[0], thread.posts[-1]
    return f"""<div class="forum_topic unread" id="forum_General_{thread.number}" data-gidforumtopic="{thread.number + LONG}" data-tooltip-forum="{first.lines[0][:60]}"><a class="forum_topic_overlay" href="{_url(thread)}"></a><div class="forum_topic_details"><div class="forum_topic_reply_count"><img src="/i/comment.png"> {len(thread.posts) - 1}</div><div class="forum_topic_lastpost" title="{_when(last)}" data-timestamp="{int(last.when.timestamp())}">{_when(last)}</div></div><div class="forum_topic_name ">{thread.title}</div><div class="forum_topic_op">{first.name}</div></div>"""


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)
    last = pages(threads)
    links = "".join(
        f'<span class="forum_paging_pagelink current">{n}</span>'
        if n == page
        else f'<a class="forum_paging_pagelink" href="/app/730/discussions/{board}/?fp={n}">{n}</a>'
        for n in range(1, last + 1)
    )
    after = (
        f'<a class="pagebtn" href="/app/730/discussions/{board}/?fp={page + 1}">&gt;</a>'
        if page < last
        else '<span class="pagebtn disabled">&gt;</span>'
    )
    return _frame(
        f"{forum.boards[board]} :: Harbour Discussions",
        f'<div class="forum_area"><div class="forum_topics_container"><div class="forum_topics">{each(_row, rows(threads, page))}</div></div><div class="forum_paging"><div class="forum_paging_summary">Showing {page * 10 - 9}-{min(page * 10, len(threads))} of {len(threads)} active topics</div><div class="forum_paging_controls">{links}{after}</div></div></div>',
        forum,
        board,
    )


def _text(post: Post) -> str:
    quote = (
        f'<blockquote class="bb_blockquote with_author"><div class="bb_quoteauthor">Originally posted by <b><a href="#c{post.quoted.number + LONG}">{post.quoted.name}</a></b>:</div>{"<br>".join(post.quoted.lines)}</blockquote>'
        if post.quoted
        else ""
    )
    code = f'<div class="bb_code">{post.code}</div>'.replace("\n", "<br>") if post.code else ""
    return quote + "<br>".join(post.lines) + code


def _comment(post: Post) -> str:
    number = post.number + LONG
    return f"""<div class="commentthread_comment responsive_body_text" id="comment_{number}"><div class="commentthread_comment_avatar playerAvatar offline"><a href="/id/user{post.author}" data-miniprofile="{post.author}"><img src="/a/{post.author}.jpg"></a></div><div class="commentthread_comment_content"><div class="commentthread_comment_author"><a class="hoverunderline commentthread_author_link" href="/id/user{post.author}" data-miniprofile="{post.author}">{post.name}</a> <span class="commentthread_comment_timestamp" title="{_when(post)}" data-timestamp="{int(post.when.timestamp())}">{_when(post)}&nbsp;</span><div class="forum_comment_permlink"><a class="tooltip" data-tooltip-text="Permalink to this comment" href="#c{number}">#{post.place - 1}</a></div></div><div class="commentthread_comment_text" id="comment_content_{number}">{_text(post)}</div></div></div>"""


def _thread(thread: Thread, page: int) -> str:
    first, last = thread.posts[0], _pages(thread)
    shown = thread.posts[1:][page * 10 - 10 : page * 10]
    links = "".join(
        f'<span class="commentthread_pagelink active">{n}</span>'
        if n == page
        else f'<a class="commentthread_pagelink" href="{_url(thread, n)}">{n}</a>'
        for n in range(1, last + 1)
    )
    paging = (
        f'<div class="forum_paging"><div class="forum_paging_summary">Showing <span>{page * 10 - 9}</span>-<span>{page * 10 - 10 + len(shown)}</span> of <span>{len(thread.posts) - 1}</span> comments</div><div class="commentthread_paging"><div class="commentthread_pagelinks">{links}</div></div></div>'
        if shown
        else ""
    )
    return _frame(
        f"{thread.title} :: {thread.forum.boards[thread.board]}",
        f'<div class="forum_op" id="forum_op_{thread.number + LONG}"><div class="authorline"><div class="playerAvatar"><a href="/id/user{first.author}"><img src="/a/{first.author}.jpg"></a></div><a class="hoverunderline forum_op_author" href="/id/user{first.author}">{first.name}</a> <span class="date" title="{_when(first)}" data-timestamp="{int(first.when.timestamp())}">{_when(first)}</span></div><div class="topic">{thread.title}</div><div class="content">{_text(first)}</div></div>{paging}<div class="commentthread_comments">{each(_comment, shown)}</div>{paging}<div class="forum_topic_stats rightbox"><div>Date Posted: <span title="{_when(first)}">{_when(first)}</span></div><div>Posts: {len(thread.posts) - 1}</div></div>',
        thread.forum,
        thread.board,
    )


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0) -> str:
    crumb = f'&nbsp;&gt;&nbsp;<a href="/app/730/discussions/{board}/">{forum.boards[board]}</a>' if forum else ""
    return f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title}</title></head><body class="flat_page"><div id="global_header"><a href="/">Harbour</a> <a href="/market/">MARKET</a> <a href="/workshop/">WORKSHOP</a> <a href="/login/home/">login</a></div><div class="pagecontent"><div class="breadcrumbs"><a href="/discussions/">Harbour</a>{crumb}</div>{content}</div><div id="footer">&copy; Valve Corporation. All rights reserved.</div></body></html>'
