"""SMF 2.1 with its default theme: index.php?topic=12.0, .10 for the second page, .msg99#msg99 for a post."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path not in ("/", "/index.php"):
        return None
    if board := query.get("board"):
        number, _, start = board.partition(";")[0].partition(".")
        found = number.isdecimal() and int(number) in range(1, 5)
        return _list(forum, int(number) - 1, int(start or 0) // 10 + 1) if found else None
    if topic := query.get("topic"):
        number, _, place = topic.partition(";")[0].partition(".")
        thread = forum.by_number.get(int(number)) if number.isdecimal() else None
        if thread is None:
            return None
        post = forum.posts.get(int(place[3:])) if place.startswith("msg") and place[3:].isdecimal() else None
        page = post.page if post else int(place) // 10 + 1 if place.isdecimal() else thread.pages
        return _thread(thread, min(page, thread.pages))
    if action := query.get("action"):
        name = action.partition(";")[0]
        if name == "profile" and "u=" in action:
            member = int(action.rpartition("u=")[2]) - 1
            return _frame(
                f"Profile of {forum.names[member]}",
                f'<div id="admin_content"><h4>{forum.names[member]}</h4><dl class="settings noborder"><dt>Posts:</dt><dd>{member * 9}</dd><dt>Date registered:</dt><dd>January 01, 2022, 09:00:00 AM</dd></dl></div>',
            )
        if name == "recent":
            return _recent(forum)
        return (
            _frame("Login", '<form><h3 class="catbg">Log in</h3><input></form>')
            if name in ("login", "signup", "help", "search", "printpage", "post", "mlist", "stats", "who")
            else None
        )
    return _frame(
        "Index",
        f'<div id="boardindex_table" class="boardindex_table"><div class="main_container">{each(lambda n: _board(forum, n), range(4))}</div></div>{_info(forum)}',
    )


def _url(thread: Thread, place: str = "0") -> str:
    return f"/index.php?topic={thread.number}.{place}"


def _place(post: Post) -> str:
    return f"{_url(post.thread, f'msg{post.number}')}#msg{post.number}"


def _user(post: Post) -> str:
    return f'<a href="/index.php?action=profile;u={post.author + 1}" title="View the profile of {post.name}">{post.name}</a>'


def _when(post: Post) -> str:
    return f"{post.when:%B %d, %Y, %I:%M:%S %p}"


def _board(forum: Forum, board: int) -> str:
    last = forum.board(board)[0].posts[-1]
    return f"""<div id="board_{board + 1}" class="up_contain"><div class="board_icon"><a href="/index.php?board={board + 1}.0" class="board_on" title="New Posts"></a></div><div class="info"><a class="subject mobile_subject" href="/index.php?board={board + 1}.0" id="b{board + 1}">{forum.boards[board]}</a><div class="board_description">All about it.</div></div>
<div class="board_stats"><p>Posts: 99<br>Topics: {len(forum.board(board))}</p></div><div class="lastpost"><p><strong>Last post: </strong><span class="postby">{_when(last)}<br><a href="{_place(last)}" title="Re: {last.thread.title}">Re: {last.thread.title[:24]}...</a> by {_user(last)}</span></p></div></div>"""


def _info(forum: Forum) -> str:
    latest = sorted(forum.posts.values(), key=lambda post: post.when, reverse=True)[:5]

    def line(post: Post) -> str:
        return f'<tr class="windowbg"><td class="recentpost"><strong><a href="{_place(post)}" rel="nofollow">Re: {post.thread.title}</a></strong></td><td class="recentposter">{_user(post)}</td><td class="recentboard"><a href="/index.php?board={post.thread.board + 1}.0">{forum.boards[post.thread.board]}</a></td><td class="recenttime">{_when(post)}</td></tr>'

    return f'<div id="info_center" class="roundframe"><h3 class="catbg">Harbour - Info Center</h3><h4 class="titlebg"><a href="/index.php?action=recent">Recent posts</a></h4><table id="ic_recentposts"><tr class="windowbg"><th>Subject</th><th>Author</th><th>Board</th><th>Date</th></tr>{each(line, latest)}</table><p class="inline stats">{len(forum.posts)} posts in {len(forum.threads)} topics by 12 members - Latest Member: <strong>Ann</strong></p></div>'


def _recent(forum: Forum) -> str:
    latest = sorted(forum.posts.values(), key=lambda post: post.when, reverse=True)[:10]

    def one(post: Post) -> str:
        return f'<div class="windowbg"><div class="counter">1</div><div class="topic_details"><h5><a href="/index.php?board={post.thread.board + 1}.0">{forum.boards[post.thread.board]}</a> / <a href="{_place(post)}">Re: {post.thread.title}</a></h5><span class="smalltext">Last post by <strong>{_user(post)}</strong> - {_when(post)}</span></div><div class="list_posts">{"<br>".join(post.lines)}</div></div>'

    return _frame(
        "Recent posts",
        f'<div id="recent" class="main_section"><div class="cat_bar"><h3 class="catbg">Recent posts</h3></div>{each(one, latest)}</div>',
    )


def _pager(page: int, last: int, link: str) -> str:
    links = "".join(
        f'<span class="current_page">{n}</span> '
        if n == page
        else f'<a class="nav_page" href="{link}{n * 10 - 10}">{n}</a> '
        for n in range(1, last + 1)
    )
    after = (
        f'<a class="nav_page" href="{link}{page * 10}"><span class="main_icons next_page"></span></a> '
        if page < last
        else ""
    )
    return f'<div class="pagesection"><div class="pagelinks"><a href="#bot" class="button">Go Down</a><span class="pages">Pages</span>{links}{after}</div></div>'


def _row(thread: Thread) -> str:
    first, last = thread.posts[0], thread.posts[-1]
    jump = (
        "".join(
            f'<a class="nav_page" href="{_url(thread, str(n * 10 - 10))}">{n}</a> ' for n in range(1, thread.pages + 1)
        )
        if thread.pages > 1
        else ""
    )
    return f"""<div class="windowbg"><div class="board_icon"><img src="/Themes/default/images/post/xx.png" alt=""></div><div class="info info_block"><div><div class="icons floatright"></div><div class="message_index_title"><span class="preview" title=""><span id="msg_{first.number}"><a href="{_url(thread)}">{thread.title}</a></span></span></div><p class="floatleft">Started by {_user(first)}</p><span id="pages{first.number}" class="topic_pages">{jump}</span></div></div>
<div class="board_stats centertext"><p>Replies: {len(thread.posts) - 1}<br>Views: {thread.number * 9}</p></div><div class="lastpost"><p><a href="{_place(last)}">{_when(last)}</a><br>by {_user(last)}</p></div></div>"""


def _list(forum: Forum, board: int, page: int) -> str:
    threads, link = forum.board(board), f"/index.php?board={board + 1}."
    sort = each(lambda key: f'<a href="{link}0;sort={key}">{key.title()}</a>', ("subject", "replies", "last_post"))
    nav = _pager(page, pages(threads), link)
    return _frame(
        forum.boards[board],
        f'{nav}<div id="messageindex"><div class="title_bar" id="topic_header"><div class="info">{sort}</div></div><div id="topic_container">{each(_row, rows(threads, page))}</div></div>{nav}',
        forum,
        board,
    )


def _quote(post: Post, text: str) -> str:
    return f'<blockquote class="bbc_standard_quote"><cite><a href="{_place(post)}">Quote from: {post.name} on {_when(post)}</a></cite>{text}</blockquote>'


def _post(post: Post) -> str:
    sign = f'<div class="signature" id="msg_{post.number}_signature">{post.signature}</div>' if post.signature else ""
    number = (
        f'<a href="{_place(post)}" rel="nofollow" title="Reply #{post.place - 1}" class="smalltext">{_when(post)}</a>'
    )
    text = post.body(
        _quote,
        '<div class="codeheader"><span class="code floatleft">Code</span> <a class="codeoperation smf_select_text">Select</a></div><code class="bbc_code">{}</code>',
        "<br>\n",
    )
    return f"""<div class="windowbg" id="msg{post.number}"><div class="post_wrapper"><div class="poster"><h4>{_user(post)}</h4><ul class="user_info"><li class="membergroup">Administrator</li><li class="icons"></li><li class="postcount">Posts: {post.author * 9 + 2}</li><li class="profile"><ol class="profile_icons"></ol></li></ul></div>
<div class="postarea"><div class="keyinfo"><div id="subject_{post.number}" class="subject_title subject_hidden"><a href="{_place(post)}" rel="nofollow">{"Re: " if post.place > 1 else ""}{post.thread.title}</a></div>{f'<span class="page_number floatright">#{post.place - 1}</span>' if post.place > 1 else ""}<div class="postinfo"><span class="messageicon"><img src="/Themes/default/images/post/xx.png" alt=""></span>{number}<span class="spacer"></span><span class="smalltext modified floatright mvisible" id="modified_{post.number}"></span></div></div>
<div class="post"><div class="inner" data-msgid="{post.number}" id="msg_{post.number}">{text}</div></div><div class="under_message"><ul class="quickbuttons"><li><a href="/index.php?action=post;quote={post.number};topic={post.thread.number}">Quote</a></li></ul></div></div><div class="moderatorbar">{sign}</div></div></div><hr class="post_separator">"""


def _thread(thread: Thread, page: int) -> str:
    nav = _pager(page, thread.pages, f"/index.php?topic={thread.number}.")
    step = f'<div class="nextlinks floatright"><a href="{_url(thread, "0;prev_next=prev#new")}">« previous</a> - <a href="{_url(thread, "0;prev_next=next#new")}">next »</a></div>'
    head = f'<div id="display_head" class="information"><h2 class="display_title"><span id="top_subject">{thread.title}</span></h2><p>Started by {_user(thread.posts[0])}, {_when(thread.posts[0])}</p>{step}</div>'
    return _frame(
        thread.title,
        f'{head}{nav}<div id="forumposts"><form>{each(_post, thread.on_page(page))}</form></div>{nav}<div class="buttonlist"><a href="/index.php?action=printpage;topic={thread.number}.0">Print</a></div>',
        thread.forum,
        thread.board,
        thread,
    )


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0, thread: Thread | None = None) -> str:
    crumb = (
        f'<li><span class="dividers"> &#9658; </span><a href="/index.php?board={board + 1}.0"><span>{forum.boards[board]}</span></a></li>'
        if forum
        else ""
    )
    last = (
        f'<li class="last"><span class="dividers"> &#9658; </span><a href="{_url(thread)}"><span>{thread.title}</span></a></li>'
        if thread
        else ""
    )
    return f"""<!DOCTYPE html><html lang="en-US"><head><meta charset="UTF-8"><title>{title}</title></head><body id="messageindex" class="action_messageindex"><div id="footerfix"><div id="top_section"><div class="inner_wrap"><ul class="floatleft" id="top_info"><li class="welcome">Welcome to <strong>Harbour</strong>.</li><li class="button_login"><a href="/index.php?action=login">Log in</a></li><li><a href="/index.php?action=signup">Sign up</a></li></ul></div></div>
<div id="header"><h1 class="forumtitle"><a id="top" href="/index.php">Harbour</a></h1></div><div id="wrapper"><div id="inner_section"><nav id="main_menu"><ul class="dropmenu"><li><a class="active" href="/index.php">Home</a></li><li><a href="/index.php?action=help">Help</a></li><li><a href="/index.php?action=search">Search</a></li></ul></nav><div class="navigate_section"><ul><li><a href="/index.php"><span>Harbour</span></a></li>{crumb}{last}</ul></div></div><div id="content_section"><div id="main_content_section">{content}</div></div></div></div>
<div id="footer"><ul><li class="floatright"><a href="/index.php?action=help">Help</a> | <a href="#top_section">Go Up</a></li><li class="copyright"><a href="/index.php?action=credits">SMF 2.1.4 © 2023</a>, <a href="https://www.simplemachines.org">Simple Machines</a></li></ul></div></body></html>"""
