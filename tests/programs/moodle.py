"""A forum of Moodle 4: /mod/forum/discuss.php?d=12, a thread on one page, answers nested in what they answer."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, in_tree, pages, rows

order = in_tree


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    number = int(query["d"]) if query.get("d", "").isdecimal() else 0
    if path in ("/", "/index.php"):
        return _frame("Course: Harbour", f'<ul class="topics">{each(lambda n: _board(forum, n), range(4))}</ul>')
    if path == "/mod/forum/view.php":
        key = query.get("id") or query.get("f") or ""
        found = key.isdecimal() and int(key) in range(11, 15)
        return _list(forum, int(key) - 11, int(query.get("p") or 0) + 1) if found else None
    if path == "/mod/forum/discuss.php":
        thread = forum.by_number.get(number)
        return _thread(thread) if thread else None
    if path == "/user/view.php":
        name = forum.names[int(query.get("id") or 101) - 101]
        return _frame(name, f'<div class="userprofile"><h2>{name}</h2><dl><dt>Country</dt><dd>Norway</dd></dl></div>')
    return (
        _frame("Log in to the site", "<form><h2>Log in</h2><input></form>")
        if path in ("/login/index.php", "/mod/forum/post.php")
        else None
    )


def _url(thread: Thread) -> str:
    return f"/mod/forum/discuss.php?d={thread.number}"


def _user(post: Post) -> str:
    return f'<a href="/user/view.php?id={101 + post.author}&amp;course=2">{post.name}</a>'


def _when(post: Post) -> str:
    return f'<time datetime="{post.when:%Y-%m-%dT%H:%M:%S}+00:00">{post.when:%A, %-d %B %Y, %-I:%M %p}</time>'


def _board(forum: Forum, board: int) -> str:
    return f'<li class="activity forum modtype_forum"><div class="activityname"><a href="/mod/forum/view.php?id={board + 11}" class="aalink stretched-link"><span class="instancename">{forum.boards[board]} <span class="accesshide"> Forum</span></span></a></div></li>'


def _row(thread: Thread) -> str:
    first, last = thread.posts[0], thread.posts[-1]

    def person(post: Post, link: str = "") -> str:
        return f'<td class="author align-middle fit-content limit-width px-3"><div class="d-flex"><div class="author-info align-middle"><div class="mb-1 line-height-3 text-truncate">{post.name}</div><div class="line-height-3">{link or f"""<time id="time-created-{post.number}" datetime="">{post.when:%-d %b %Y}</time>"""}</div></div></div></td>'

    jump = f'<a href="{_url(thread)}&amp;parent={last.number}" title="{last.when:%A, %-d %B %Y, %-I:%M %p}"><time id="time-modified-discussion-{thread.number}">{last.when:%-d %b %Y}</time></a>'
    return f'<tr class="discussion subscribed" data-region="discussion-list-item" data-discussionid="{thread.number}"><td class="starred p-0 align-middle"></td><th scope="row" class="topic p-0 align-middle"><div class="p-3 p-l-0"><a class="w-100 h-100 d-block" href="{_url(thread)}" title="{thread.title}" aria-label="{thread.title}">{thread.title}</a></div></th>{person(first)}{person(last, jump)}<td class="p-0 text-center align-middle fit-content px-2"><span>{len(thread.posts) - 1}</span></td></tr>'


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)
    last, items = pages(threads), ""
    for n in range(1, last + 1) if last > 1 else ():
        items += f'<li class="page-item{" active" if n == page else ""}" data-page-number="{n}"><a href="{"#" if n == page else f"/mod/forum/view.php?f={board + 11}&amp;p={n - 1}"}" class="page-link"><span aria-hidden="true">{n}</span><span class="sr-only">Page {n}</span></a></li>'
    nav = (
        f'<nav aria-label="Page" class="pagination pagination-centered"><ul class="mt-1 pagination" data-page-size="10">{items}</ul></nav>'
        if items
        else ""
    )
    head = f'<thead><tr><th>Status</th><th><a href="/mod/forum/view.php?f={board + 11}&amp;o=3">Discussion</a></th><th><a href="/mod/forum/view.php?f={board + 11}&amp;o=9">Started by</a></th><th><a href="/mod/forum/view.php?f={board + 11}&amp;o=1">Last post</a></th><th>Replies</th></tr></thead>'
    return _frame(
        f"HARBOUR: {forum.boards[board]}",
        f'<h2>{forum.boards[board]}</h2><div id="intro" class="box generalbox"><p>Talk about it here.</p></div><table class="table discussion-list">{head}<tbody>{each(_row, rows(threads, page))}</tbody></table>{nav}',
        forum,
        board,
    )


def _quote(post: Post, text: str) -> str:
    return f"<blockquote><p>{text}</p></blockquote>\n<p>"


def _post(post: Post) -> str:
    thread = post.thread
    answers = [other for other in thread.posts if _parent(other) is post]
    text = post.body(_quote, "</p><pre>{}</pre><p>", "</p>\n<p>")
    opener = " starter firstpost" if post.place == 1 else ""
    parent = _parent(post)
    up = (
        f'<a href="#p{parent.number}" title="Permanent link to the parent of this post" class="btn btn-link">Show parent</a>'
        if parent
        else ""
    )
    return f"""<article id="p{post.number}" class="forum-post-container mb-2" data-post-id="{post.number}" data-region="post" data-target="{post.number}-target" tabindex="0" aria-labelledby="post-header-{post.number}"><div class="d-flex border p-2 mb-2 forumpost focus-target{opener}" aria-label="{"Re: " if parent else ""}{thread.title} by {post.name}" data-post-id="{post.number}" data-content="forum-post"><div class="d-flex flex-column w-100" data-region-content="forum-post-core"><header id="post-header-{post.number}" class="mb-2 header row d-flex"><div class="mr-2" style="width: 45px;"></div><div class="d-flex flex-column"><h3 {"" if parent else 'class="h6 font-weight-bold mb-0" '}data-region-content="forum-post-core-subject" data-reply-subject="Re: {thread.title}">{"Re: " if parent else ""}{thread.title}</h3><address tabindex="-1">by {_user(post)} - {_when(post)}</address></div></header>
<div class="d-flex body-content-container"><div class="w-100 content-alignment-container"><div id="post-content-{post.number}" class="post-content-container"><p>{text}</p></div></div></div><div class="d-flex flex-wrap"><div class="post-actions d-flex align-self-end justify-content-end flex-wrap ml-auto" data-region="post-actions-container" role="menubar"><a data-region="post-action" href="/mod/forum/discuss.php?d={thread.number}#p{post.number}" class="btn btn-link" title="Permanent link to this post" role="menuitem">Permalink</a>{up}<a data-region="post-action" href="/mod/forum/post.php?reply={post.number}#mformforum" class="btn btn-link" role="menuitem">Reply</a></div></div></div></div>
<div class="indent replies-container" data-region="replies-container">{each(_post, answers)}</div></article>"""


def _parent(post: Post) -> Post | None:
    return None if post.place == 1 else post.quoted or post.thread.posts[0]


def _thread(thread: Thread) -> str:
    here = thread.forum.board(thread.board)
    at = here.index(thread)
    near = "".join(
        f'<div class="discussion-nav"><a href="{_url(here[n])}" aria-label="{here[n].title}">{here[n].title}</a></div>'
        for n in (at - 1, at + 1)
        if 0 <= n < len(here)
    )
    mode = '<form method="get" action="/mod/forum/discuss.php"><select name="mode"><option value="1">Display replies flat, with oldest first</option><option value="3" selected>Display replies in nested form</option></select></form>'
    return _frame(
        f"HARBOUR: {thread.title}",
        f'<div class="discussionname"><h3 data-discussionid="{thread.number}">{thread.title}</h3></div>{near}{mode}<div data-content="forum-discussion">{_post(thread.posts[0])}</div>{near}',
        thread.forum,
        thread.board,
        thread,
    )


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0, thread: Thread | None = None) -> str:
    crumb = (
        f'<li class="breadcrumb-item"><a href="/mod/forum/view.php?id={board + 11}" title="Forum">{forum.boards[board]}</a></li>'
        if forum
        else ""
    )
    last = f'<li class="breadcrumb-item"><a href="{_url(thread)}">{thread.title}</a></li>' if thread else ""
    return f"""<!DOCTYPE html><html dir="ltr" lang="en" xml:lang="en"><head><title>{title}</title><meta charset="utf-8"></head><body id="page-mod-forum" class="path-mod"><div id="page-wrapper"><nav class="navbar"><a href="/index.php" class="navbar-brand">Harbour</a><div class="usermenu"><span class="login">You are currently using guest access (<a href="/login/index.php">Log in</a>)</span></div></nav><div id="page"><header id="page-header"><h1 class="h2">Harbour</h1><nav aria-label="Navigation bar"><ol class="breadcrumb"><li class="breadcrumb-item"><a href="/index.php" title="Harbour">HARBOUR</a></li>{crumb}{last}</ol></nav></header><div id="page-content"><div role="main"><span id="maincontent"></span>{content}</div></div></div><footer id="page-footer"><div class="logininfo">You are currently using guest access</div></footer></div></body></html>"""
