"""WoltLab Suite 5: /thread/12-title/?pageNo=2, ?postID=99#post99, /board/3-name/; microdata, messages in lists."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Thread, each, pages, rows

BOARDS = ("repairs-and-tools", "", "boats", "")


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query["pageNo"]) if query.get("pageNo", "").isdecimal() else 1
    if path == "/":
        return _frame("Forum", f'<ul class="wbbBoardList">{each(lambda n: _board(forum, n), range(4))}</ul>')
    if path == "/unresolved-thread-list/":
        threads = sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)
        return _list(forum, "Unresolved Threads", threads, page, path)
    found = re.fullmatch(r"/(board|thread|user)/(\d+)-?[^/]*/", path)
    if found is None:
        return (
            _frame("Login", "<form><input></form>")
            if path in ("/login/", "/register/", "/search/", "/members-list/")
            else None
        )
    number = int(found[2])
    if found[1] == "user":
        name = forum.names[number - 1] if 0 < number <= len(forum.names) else ""
        return (
            _frame(name, f'<h1 class="contentTitle">{name}</h1><dl class="plain"><dt>Posts</dt><dd>{number}</dd></dl>')
            if name
            else None
        )
    if found[1] == "board":
        return (
            _list(forum, forum.boards[number - 2], forum.board(number - 2), page, _board_url(number - 2))
            if number in range(2, 6)
            else None
        )
    thread = forum.by_number.get(number)
    post = forum.posts.get(int(query["postID"])) if query.get("postID", "").isdecimal() else None
    if thread and query.get("action") == "lastPost":
        post = thread.posts[-1]
    return _thread(thread, post.page if post else page) if thread and page <= thread.pages else None


def _board_url(board: int) -> str:
    return f"/board/{board + 2}-{BOARDS[board]}/".replace("-/", "/") if BOARDS[board] else f"/board/{board + 2}/"


def _url(thread: Thread, page: int = 1) -> str:
    slug = f"{thread.number}-{thread.slug}" if thread.slug else f"{thread.number}"
    return f"/thread/{slug}/" + (f"?pageNo={page}" if page > 1 else "")


def _place(post: Post) -> str:
    return f"{_url(post.thread)}?postID={post.number}#post{post.number}"


def _user(post: Post) -> str:
    return f'<a href="/user/{post.author + 1}-{post.author}/" data-object-id="{post.author + 1}" class="userLink" title="{post.name}">{post.name}</a>'


def _when(post: Post) -> str:
    return f'<time datetime="{post.when:%Y-%m-%dT%H:%M:%S}+00:00" class="datetime" data-timestamp="{int(post.when.timestamp())}" data-date="{post.when:%B} {post.when.day}, {post.when.year}">{post.when:%B} {post.when.day}, {post.when.year}</time>'


def _board(forum: Forum, board: int) -> str:
    last = forum.board(board)[0].posts[-1]
    return f"""<li data-board-id="{board + 2}" class="wbbBoardContainer"><div class="wbbBoardNode1 wbbBoard wbbBoardBox"><span class="icon icon32"></span><div><div class="containerHeadline"><h3><a href="{_board_url(board)}">{forum.boards[board]}</a></h3><small>All about it</small></div></div><div class="wbbStats"><dl class="plain statsDataList"><dt>Threads</dt><dd>{len(forum.board(board))}</dd></dl></div>
<aside class="wbbLastPost"><div class="box32"><div><p><a href="{_url(last.thread)}?action=lastPost" class="wbbTopicLink" data-object-id="{last.thread.number}" title="{last.thread.title}">{last.thread.title}</a></p><small>{_user(last)} <span class="separatorLeft">{_when(last)}</span></small></div></div></aside></div></li>"""


def _nav(page: int, last: int, base: str) -> str:
    if last == 1:
        return ""
    links = "".join(
        f'<li class="active"><span>{n}</span></li>'
        if n == page
        else f'<li class="button" role="presentation"><a href="{base}{f"?pageNo={n}" if n > 1 else ""}" class="button" role="button">{n}</a></li>'
        for n in range(1, last + 1)
    )
    after = (
        f'<li class="skip"><a href="{base}?pageNo={page + 1}" title="Next Page" class="icon icon24 fa-chevron-right jsTooltip" rel="next"></a></li>'
        if page < last
        else ""
    )
    return f'<nav class="pagination"><ul>{links}{after}</ul></nav>'


def _row(thread: Thread) -> str:
    first, last = thread.posts[0], thread.posts[-1]
    jump = (
        f'<nav class="pagination small"><ul><li><a href="{_url(thread, 2)}">2</a></li></ul></nav>'
        if thread.pages > 1
        else ""
    )
    return f"""<li class="tabularListRow"><ol class="tabularListColumns wbbThread" data-thread-id="{thread.number}"><li class="columnIcon columnAvatar"></li><li class="columnSubject"><h3><a href="{_url(thread)}" class="messageGroupLink wbbTopicLink" data-object-id="{thread.number}" title="{thread.title}">{thread.title}</a><span class="badge messageGroupCounterMobile">{len(thread.posts) - 1}</span></h3>{jump}<ul class="inlineList dotSeparated small messageGroupInfo"><li class="messageGroupAuthor">{_user(first)}</li><li class="messageGroupTime">{_when(first)}</li></ul></li><li class="columnStats"><dl class="plain statsDataList"><dt>Replies</dt><dd>{len(thread.posts) - 1}</dd></dl></li>
<li class="columnLastPost"><div class="box32"><a href="{_url(thread)}?action=lastPost" class="jsTooltip" title="Jump to Last Post"></a><div><p>{_user(last)}</p><small>{_when(last)}</small></div></div></li></ol></li>"""


def _list(forum: Forum, title: str, threads: list[Thread], page: int, base: str) -> str:
    sort = each(
        lambda key: f'<li><a href="{base}?pageNo=1&amp;sortField={key}&amp;sortOrder=DESC">{key}</a></li>',
        ("topic", "replies", "lastPostTime"),
    )
    nav = _nav(page, pages(threads), base)
    return _frame(
        title,
        f'<header class="contentHeader"><h1 class="contentTitle">{title}</h1></header>{nav}<div class="section tabularBox"><ol class="tabularList"><li class="tabularListRow tabularListRowHead"><ol>{sort}</ol></li>{each(_row, rows(threads, page))}</ol></div>{nav}',
    )


def _quote(post: Post, text: str) -> str:
    return f'<blockquote class="quoteBox collapsibleBbcode" cite="{_place(post)}"><div class="quoteBoxIcon"><a href="/user/{post.author + 1}-{post.author}/" class="userLink"><img src="/a.png" alt="" class="userAvatarImage"></a></div><div class="quoteBoxTitle"><a href="{_place(post)}">Quote from {post.name}</a></div><div class="quoteBoxContent"><p>{text}</p></div></blockquote><p>'


def _post(post: Post) -> str:
    sign = f'<div class="messageSignature"><div>{post.signature}</div></div>' if post.signature else ""
    text = post.body(
        _quote,
        '</p><div class="codeBox collapsibleBbcode"><div class="codeBoxHeader"><div class="codeBoxHeadline">Code</div></div><pre class="codeBoxCode collapsibleBbcodeOverflow"><code><span class="codeBoxLine" id="l1"><a href="#l1" class="lineAnchor"></a><span>{}\n</span></span></code></pre></div><p>',
        "</p>\n<p>",
    )
    op = (
        '<li><span class="badge label green">Thread Author</span></li>'
        if post.place > 1 and post.author == post.thread.posts[0].author
        else ""
    )
    return f"""<li class="anchorFixedHeader" id="post{post.number}"><article class="wbbPost message messageSidebarOrientationLeft" data-post-id="{post.number}" data-user-id="{post.author + 1}"><aside role="presentation" class="messageSidebar member"><div class="messageAuthor"><div class="messageAuthorContainer"><a href="/user/{post.author + 1}-{post.author}/" class="username userLink" data-object-id="{post.author + 1}"><span>{post.name}</span></a></div><div class="userTitle"><span class="badge userTitleBadge">Beginner</span></div></div><div class="userCredits"><dl class="plain dataList"><dt>Posts</dt><dd>{post.author * 4}</dd></dl></div></aside>
<div class="messageContent"><header class="messageHeader"><div class="messageHeaderBox"><ul class="messageHeaderMetaData"><li><a href="{_place(post)}" class="permalink messagePublicationTime">{_when(post)}</a></li>{op}</ul></div><ul class="messageQuickOptions"><li><a href="{_place(post)}" class="jsTooltip jsButtonShare" title="Share">#{post.place}</a></li></ul></header><div class="messageBody"><div class="messageText"><p>{text}</p></div></div><footer class="messageFooter">{sign}<div class="messageFooterButtons"><a href="#" class="button">Quote</a></div></footer></div></article></li>"""


def _thread(thread: Thread, page: int) -> str:
    nav = _nav(page, thread.pages, _url(thread))
    return _frame(
        thread.title,
        f'<header class="contentHeader messageGroupContentHeader wbbThread" data-thread-id="{thread.number}"><h1 class="contentTitle"><span>{thread.title}</span></h1><ul class="inlineList contentHeaderMetaData"><li>{_user(thread.posts[0])}</li><li><a href="{_url(thread)}">{_when(thread.posts[0])}</a></li></ul></header>{nav}<div class="section"><ul class="wbbThreadPostList messageList">{each(_post, thread.on_page(page))}<li class="messageListPagination">{nav}</li></ul></div>',
        thread.forum,
        thread.board,
    )


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0) -> str:
    crumb = (
        f'<li title="{forum.boards[board]}"><a href="{_board_url(board)}"><span>{forum.boards[board]}</span></a></li>'
        if forum
        else ""
    )
    name = f" - {forum.boards[board]}" if forum else ""
    return f"""<!DOCTYPE html><html dir="ltr" lang="en"><head><meta charset="utf-8"><title>{title}{name} - Harbour Community</title></head><body><div id="pageContainer"><div id="pageHeaderContainer"><header id="pageHeader"><div id="pageHeaderLogo"><a href="/" aria-label="Harbour Community"><img src="/logo.svg" alt=""></a></div><nav><ul><li><a href="/">Forum</a></li><li><a href="/unresolved-thread-list/">Unresolved Threads</a></li><li><a href="/members-list/">Members</a></li><li><a href="/login/">Login</a></li></ul></nav></header></div><div class="pageNavigation"><nav class="breadcrumbs"><ol><li><a href="/"><span>Forum</span></a></li>{crumb}</ol></nav></div><section id="main"><div id="content">{content}</div></section><footer id="pageFooter"><a href="https://www.woltlab.com">Community-Software: WoltLab Suite</a></footer></div></body></html>"""
