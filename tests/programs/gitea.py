"""Issues of Gitea: /harbour/boats/issues/12, closed ones in a list of their own (?state=closed), events between comments."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Redirect, Thread, each, pages, rows

REPOS = ("repairs", "garden", "boats", "chat")


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query["page"]) if query.get("page", "").isdecimal() else 1
    if path == "/":
        return Redirect("/explore/repos")
    if path == "/explore/repos":
        return _frame("Explore", f'<div class="flex-list">{each(lambda n: _repo(forum, n), range(4))}</div>')
    if found := re.fullmatch(r"/harbour/(\w+)(?:/(issues|src|releases|pulls)(?:/(\d+))?)?", path):
        if found[1] not in REPOS:
            return None
        board = REPOS.index(found[1])
        if found[3]:
            thread = forum.by_number.get(int(found[3]))
            return _issue(thread) if thread and thread.board == board and found[2] == "issues" else None
        if found[2] == "issues":
            return _list(forum, board, page, query.get("state") == "closed")
        return _frame(
            found[1],
            f'{_menu(board)}<table class="files"><tr><td><a href="/harbour/{found[1]}/src">README.md</a></td></tr></table>',
        )
    if found := re.fullmatch(r"/(user\d+)", path):
        return _frame(
            found[1],
            f'<div class="user profile"><span class="header">{found[1]}</span><p>Joined on 2022-01-01</p></div>',
        )
    return _frame("Sign in", "<form><input></form>") if path == "/user/login" else None


def _closed(thread: Thread) -> bool:
    return thread.number % 4 == 0


def _url(thread: Thread) -> str:
    return f"/harbour/{REPOS[thread.board]}/issues/{thread.number}"


def _user(post: Post) -> str:
    return f'<a class="author text black tw-font-semibold muted" href="/user{post.author}">{post.name}</a>'


def _when(post: Post) -> str:
    return f'<relative-time prefix="" tense="past" datetime="{post.when:%Y-%m-%dT%H:%M:%S}Z" data-tooltip-content data-tooltip-interactive="true">{post.when:%Y-%m-%d %H:%M:%S} +00:00</relative-time>'


def _repo(forum: Forum, board: int) -> str:
    return f'<div class="flex-item"><div class="flex-item-title"><a class="text primary name" href="/harbour">harbour</a>/<a class="text primary name" href="/harbour/{REPOS[board]}">{REPOS[board]}</a></div><div class="flex-item-body">{forum.boards[board]}</div></div>'


def _menu(board: int) -> str:
    base = f"/harbour/{REPOS[board]}"
    return f'<div class="secondary-nav"><div class="repo-header"><a href="/harbour">harbour</a>/<a href="{base}">{REPOS[board]}</a></div><div class="overflow-menu-items"><a class="item" href="{base}/src">Code</a><a class="active item" href="{base}/issues">Issues</a><a class="item" href="{base}/pulls">Pull Requests</a><a class="item" href="{base}/releases">Releases</a></div></div>'


def _row(thread: Thread) -> str:
    first = thread.posts[0]
    count = (
        f'<a class="flex-text-inline" href="{_url(thread)}"><svg></svg>{len(thread.posts) - 1}</a>'
        if len(thread.posts) > 1
        else ""
    )
    return f'<div class="flex-item"><div class="flex-item-main"><div class="flex-item-header"><div class="flex-item-title"><a class="tw-no-underline issue-title" href="{_url(thread)}">{thread.title}</a></div><div class="flex-item-trailing">{count}</div></div><div class="flex-item-body"><a class="index" href="{_url(thread)}">#{thread.number}</a> opened <relative-time datetime="{first.when:%Y-%m-%dT%H:%M:%S}Z">{first.when:%Y-%m-%d %H:%M:%S} +00:00</relative-time> by <a href="/user{first.author}">{first.name}</a></div></div></div>'


def _list(forum: Forum, board: int, page: int, closed: bool) -> str:
    threads, base = (
        [thread for thread in forum.board(board) if _closed(thread) == closed],
        f"/harbour/{REPOS[board]}/issues",
    )
    state = "closed" if closed else "open"
    items = "".join(
        f'<a class="{"active " if n == page else ""}item tw-content-center" href="{base}?page={n}&amp;q=&amp;type=all&amp;sort=&amp;state={state}&amp;labels=&amp;milestone=0">{n}</a>'
        for n in range(1, pages(threads) + 1)
    )
    nav = (
        f'<div class="center page buttons"><div class="ui borderless pagination menu">{items}</div></div>'
        if pages(threads) > 1
        else ""
    )
    tabs = each(
        lambda name: (
            f'<a class="item" href="{base}?q=&amp;type=all&amp;sort=&amp;state={name}&amp;labels=&amp;milestone=0">{name.title()}</a>'
        ),
        ("open", "closed"),
    )
    sort = each(
        lambda name: f'<a class="item" href="{base}?q=&amp;type=all&amp;sort={name}&amp;state={state}">{name}</a>',
        ("latest", "oldest", "recentupdate", "mostcomment"),
    )
    return _frame(
        f"Issues - harbour/{REPOS[board]}",
        f'{_menu(board)}<div class="list-header">{tabs}<div class="menu">{sort}</div></div><div class="flex-list" id="issue-list">{each(_row, rows(threads, page))}</div>{nav}',
    )


def _text(post: Post) -> str:
    quoted = f"<blockquote>\n<p>{'<br>'.join(post.quoted.lines)}</p>\n</blockquote>\n" if post.quoted else ""
    code = (
        f'<div class="code-block-container"><pre class="code-block"><code class="chroma language-python display">{post.code}\n</code></pre></div>'
        if post.code
        else ""
    )
    return quoted + '<p dir="auto">' + "<br>\n".join(post.lines) + f"</p>\n{code}"


def _comment(post: Post) -> str:
    role = (
        '<div class="role-label ui label" data-tooltip-content="This user is the owner of this repository.">Owner</div>'
        if post.author == 0
        else ""
    )
    anchor = f"issuecomment-{post.number}" if post.place > 1 else f"issue-{post.thread.number}"
    return f"""<div class="timeline-item comment" id="{anchor}"><a class="timeline-avatar" href="/user{post.author}"><img src="/a.png" title="{post.name}" width="40" height="40"></a><div class="content comment-container"><div class="comment-header avatar-content-left-arrow" role="heading" aria-level="3"><div class="comment-header-left"><span class="text grey muted-links">{_user(post)} commented <a href="#{anchor}">{_when(post)}</a></span></div><div class="comment-header-right actions">{role}<div class="ui dropdown"><a class="context-menu" href="#">…</a></div></div></div><div class="ui attached segment comment-body" role="article"><div class="render-content markup">{_text(post)}</div></div></div></div>"""


def _event(post: Post, said: str) -> str:
    return f'<div class="timeline-item event" id="event-{post.number}"><span class="badge"></span><span class="text grey muted-links">{_user(post)} commented <a href="#event-{post.number}">{_when(post)}</a></span></div>'


def _issue(thread: Thread) -> str:
    first, last = thread.posts[0], thread.posts[-1]
    stream = "".join(
        _comment(post)
        + (
            _event(post, 'added the <span class="labels-list"><span class="ui label">bug</span></span> label')
            if post.number % 5 == 0
            else ""
        )
        for post in thread.posts
    )
    stream += _event(last, "closed this issue") if _closed(thread) else ""
    state = "Closed" if _closed(thread) else "Open"
    side = f'<div class="issue-content-right"><div class="ui list"><span class="text"><strong>Labels</strong></span><span class="no-select item">No labels</span></div><div class="divider"></div><span class="text"><strong>{len({post.author for post in thread.posts})} participants</strong></span></div>'
    return _frame(
        f"{thread.title} - #{thread.number} - {thread.forum.boards[thread.board]}",
        f'{_menu(thread.board)}<div class="issue-title-header"><div class="issue-title"><h1 class="tw-break-anywhere">{thread.title} <span class="index">#{thread.number}</span></h1></div><div class="issue-title-meta"><div class="ui label issue-state-label">{state}</div><span class="time-desc">opened {_when(first)} by <a href="/user{first.author}">{first.name}</a> · {len(thread.posts) - 1} comments</span></div></div><div class="issue-content"><div class="issue-content-left comment-list"><div class="ui timeline">{stream}</div></div>{side}</div>',
    )


def _frame(title: str, content: str) -> str:
    return f"""<!DOCTYPE html><html lang="en-US"><head><meta charset="utf-8"><title>{title} - Harbour Git</title></head><body><div class="full height"><nav id="navbar"><a class="item" id="navbar-logo" href="/" aria-label="Home"><img src="/logo.svg"></a><a class="item" href="/explore/repos">Explore</a><a class="item" href="/user/login">Sign In</a></nav><div role="main" class="page-content"><div class="ui container">{content}</div></div></div><footer class="page-footer"><div class="left-links"><a target="_blank" href="https://about.gitea.com">Powered by Gitea</a></div></footer></body></html>"""
