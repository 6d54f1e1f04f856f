"""GitLab issues: /harbour/tools/-/issues/12, lists by project and page, notes as LI with SCRIPT-free markup (server-rendered)."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pages, rows

PROJECTS = ("tools", "garden", "boats", "chat")


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query["page"]) if query.get("page", "").isdecimal() else 1
    parts = path.strip("/").split("/")
    if path in ("/", "/explore", "/explore/projects"):
        items = each(
            lambda n: (
                f'<li class="project-row"><div class="project-details"><h2><a class="project" href="/harbour/{PROJECTS[n]}"><span class="project-full-name"><span class="namespace-name">harbour / </span><span class="project-name">{forum.boards[n]}</span></span></a></h2><div class="description"><p>All about it</p></div></div><div class="controls"><a class="issues" href="/harbour/{PROJECTS[n]}/-/issues">{len(forum.board(n))}</a></div></li>'
            ),
            range(4),
        )
        return _frame("Explore projects", f'<ul class="projects-list">{items}</ul>')
    if parts[0] != "harbour" or len(parts) < 2 or parts[1] not in PROJECTS:
        return (
            _frame("Sign in", "<form><input></form>")
            if path.startswith(("/users", "/help", "/search")) or parts[0].startswith("user")
            else None
        )
    board = PROJECTS.index(parts[1])
    if len(parts) == 2:
        return _frame(
            forum.boards[board],
            f'<div class="project-home-panel"><h1 class="home-panel-title">{forum.boards[board]}</h1></div><div class="readme-holder"><article class="file-holder"><h1>Harbour</h1><p>A place for boats and what they need.</p></article></div>',
            forum,
            board,
        )
    if parts[2:] == ["-", "issues"]:
        return _list(forum, board, page, query.get("state", "opened"))
    if parts[2:4] == ["-", "issues"] and len(parts) == 5 and parts[4].isdecimal():
        thread = next((one for one in forum.board(board) if _iid(one) == int(parts[4])), None)
        return _issue(thread) if thread else None
    return (
        _frame("Empty", "<p>Nothing here</p>", forum, board)
        if parts[2:3] == ["-"] and parts[3] in ("boards", "labels", "milestones", "merge_requests")
        else None
    )


def _iid(thread: Thread) -> int:
    return sorted(one.number for one in thread.forum.board(thread.board)).index(thread.number) + 1


def _url(thread: Thread) -> str:
    return f"/harbour/{PROJECTS[thread.board]}/-/issues/{_iid(thread)}"


def _user(post: Post) -> str:
    return f'<a class="author-link js-user-link" data-user-id="{post.author + 1}" data-username="user{post.author}" data-name="{post.name}" href="/user{post.author}"><span class="author">{post.name}</span></a>'


def _time(post: Post) -> str:
    return f'<time class="js-timeago" title="{post.when:%b} {post.when.day}, {post.when:%Y} {post.when:%I:%M%p}" datetime="{post.when:%Y-%m-%dT%H:%M:%S}Z">{post.when:%b %d, %Y}</time>'


def _list(forum: Forum, board: int, page: int, state: str) -> str:
    threads = sorted(forum.board(board), key=lambda thread: thread.number, reverse=True) if state != "closed" else []

    def row(thread: Thread) -> str:
        first, last = thread.posts[0], thread.posts[-1]
        return f'<li class="issue" data-id="{thread.number}" id="issue_{thread.number}"><div class="issuable-info-container"><div class="issuable-main-info"><div class="issue-title title"><span class="issue-title-text"><a href="{_url(thread)}">{thread.title}</a></span></div><div class="issuable-info"><span class="issuable-reference">#{_iid(thread)}</span> <span class="issuable-authored">&middot; created {_time(first)} by {_user(first)}</span></div></div><div class="issuable-meta"><ul class="controls"><li class="issuable-comments"><a href="{_url(thread)}#notes">{len(thread.posts) - 1}</a></li></ul><div class="issuable-updated-at"><span>updated {_time(last)}</span></div></div></div></li>'

    base = f"/harbour/{PROJECTS[board]}/-/issues?scope=all&amp;state={state}"
    last = pages(threads)
    nav = "".join(
        f'<li class="page-item active"><a class="page-link">{n}</a></li>'
        if n == page
        else f'<li class="page-item"><a class="page-link" href="{base}&amp;page={n}">{n}</a></li>'
        for n in range(1, last + 1)
    )
    states = "".join(
        f'<li><a href="/harbour/{PROJECTS[board]}/-/issues?scope=all&amp;state={one}"><span>{one.title()}</span></a></li>'
        for one in ("opened", "closed", "all")
    )
    return _frame(
        "Issues",
        f'<div class="top-area"><ul class="issues-state-filters">{states}</ul></div><div class="issues-holder"><ul class="content-list issues-list issuable-list">{each(row, rows(threads, page))}</ul><div class="gl-pagination"><ul class="pagination">{nav if last > 1 else ""}</ul></div></div>',
        forum,
        board,
    )


def _markdown(post: Post) -> str:
    quote = (
        f'<blockquote dir="auto">{each(lambda line: f"<p>{line}</p>", post.quoted.lines)}</blockquote>'
        if post.quoted
        else ""
    )
    code = f'<pre class="code highlight"><code>{post.code}</code></pre>' if post.code else ""
    return f"{quote}{each(lambda line: f'<p dir={chr(34)}auto{chr(34)}>{line}</p>', post.lines)}{code}"


def _note(post: Post) -> str:
    system = (
        f'<li class="note system-note" id="note_{post.number + 9000}"><div class="timeline-entry-inner"><div class="note-header-info">{_user(post)} <span class="system-note-message"><span>changed the description</span></span> <span class="system-note-separator">·</span> <a class="note-timestamp" href="#note_{post.number + 9000}">{_time(post)}</a></div></div></li>'
        if post.number % 6 == 0
        else ""
    )
    return f"""{system}<li class="note note-wrapper note-comment timeline-entry" id="note_{post.number}" data-note-id="{post.number}" data-author-id="{post.author + 1}"><div class="timeline-entry-inner"><div class="timeline-icon"><a href="/user{post.author}"><img class="avatar s40" src="/a/{post.author}.png" alt="{post.name}"></a></div><div class="timeline-content"><div class="note-header"><div class="note-header-info"><a href="/user{post.author}"><span class="note-header-author-name">{post.name}</span> <span class="note-headline-light">@user{post.author}</span></a> <span class="note-headline-meta"><span class="system-note-separator">·</span> <a href="#note_{post.number}">{_time(post)}</a></span></div></div><div class="note-body"><div class="note-text md">{_markdown(post)}</div></div></div></div></li>"""


def _issue(thread: Thread) -> str:
    first, forum, board = thread.posts[0], thread.forum, thread.board
    return _frame(
        f"{thread.title} (#{_iid(thread)}) · Issues · harbour / {forum.boards[board]}",
        f'<div class="detail-page-header"><div class="detail-page-header-body"><span class="badge">Open</span> <div class="issuable-meta">Issue created {_time(first)} by <strong>{_user(first)}</strong></div></div></div><div class="issue-details issuable-details"><div class="detail-page-description content-block"><div class="title-container"><h1 class="title qa-title" dir="auto">{thread.title}</h1></div><div class="description"><div class="md">{_markdown(first)}</div></div></div><div class="award-list"><span>0</span></div><section class="issuable-discussion"><div id="notes"><ul class="notes main-notes-list timeline">{each(_note, thread.posts[1:])}</ul><div class="disabled-comment">Please <a href="/users/sign_in">register</a> or <a href="/users/sign_in">sign in</a> to reply</div></div></section></div><aside class="right-sidebar"><div class="block assignee">Assignee <span>None</span></div><div class="block milestone">Milestone <span>None</span></div><div class="block participants">{len({post.author for post in thread.posts})} participants</div></aside>',
        forum,
        board,
    )


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0) -> str:
    name = PROJECTS[board]
    side = (
        f'<ul class="sidebar-top-level-items"><li><a href="/harbour/{name}">Project overview</a></li><li><a href="/harbour/{name}/-/issues">Issues <span class="badge">{len(forum.board(board))}</span></a></li><li><a href="/harbour/{name}/-/boards">Boards</a></li><li><a href="/harbour/{name}/-/labels">Labels</a></li><li><a href="/harbour/{name}/-/milestones">Milestones</a></li><li><a href="/harbour/{name}/-/merge_requests">Merge Requests 0</a></li></ul>'
        if forum
        else ""
    )
    crumb = (
        f'<li><a href="/harbour/{name}">{forum.boards[board]}</a></li><li><a href="/harbour/{name}/-/issues">Issues</a></li>'
        if forum
        else ""
    )
    return f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title} · GitLab</title></head><body class="ui-indigo"><header class="navbar"><a href="/">GitLab</a><ul><li><a href="/explore">Explore</a></li><li><a href="/help">Help</a></li></ul><a href="/users/sign_in">Sign in / Register</a></header><div class="layout-page"><div class="nav-sidebar">{side}</div><div class="content-wrapper"><nav class="breadcrumbs"><ul><li><a href="/">harbour</a></li>{crumb}</ul></nav><main class="content" id="content-body">{content}</main></div></div></body></html>'
