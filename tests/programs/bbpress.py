"""bbPress in WordPress: /forums/topic/title/, .../page/2/, slugs of Chinese titles percent-encoded, members by name."""

from __future__ import annotations

import re
from urllib.parse import quote as quoted

from tests.programs.forum import Forum, Post, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path in ("/", "/forums/"):
        return _frame(
            "Forums",
            f'<ul class="bbp-forums"><li class="bbp-body">{each(lambda n: _board(forum, n), range(4))}</li></ul>',
        )
    if found := re.fullmatch(r"/forums/forum/board-(\d)/(?:page/(\d+)/)?", path):
        board, page = int(found[1]), int(found[2] or 1)
        return _list(forum, board, page) if board < 4 and page <= pages(forum.board(board)) else None
    if found := re.fullmatch(r"/forums/topic/([^/]+)/(?:page/(\d+)/)?", path):
        thread = next((one for one in forum.threads if _slug(one) == found[1]), None)
        return _thread(thread, int(found[2] or 1)) if thread and int(found[2] or 1) <= thread.pages else None
    if found := re.fullmatch(r"/forums/users/([^/]+)/(?:(?:topics|replies)/)?", path):
        known = found[1] in forum.names
        return (
            _frame(found[1], '<div class="bbp-user-profile"><h2>Profile</h2><p>Role: Participant</p></div>')
            if known
            else None
        )
    if path in ("/", "/sample-page/", "/wp-login.php"):
        return _frame(
            "Sample Page",
            "<p>This is an example page. It is different from a blog post because it will stay in one place.</p>",
        )
    return None


def _slug(thread: Thread) -> str:
    """WordPress numbers the second of the same title."""
    own = re.sub(r"[^\w]+", "-", thread.title.lower()).strip("-")
    same = [one.number for one in thread.forum.threads if one.title == thread.title]
    return own + (f"-{same.index(thread.number) + 1}" if thread.number != same[0] else "")


def _url(thread: Thread, page: int = 1) -> str:
    return f"/forums/topic/{quoted(_slug(thread))}/" + (f"page/{page}/" if page > 1 else "")


def _user(post: Post, kind: str = "bbp-author-link") -> str:
    return f'<a href="/forums/users/{quoted(post.name)}/" title="View {post.name}&#039;s profile" class="{kind}"><span class="bbp-author-name">{post.name}</span></a>'


def _fresh(post: Post) -> str:
    return f'<a href="{_url(post.thread, post.page)}#post-{post.number}" title="Reply To: {post.thread.title}">{max(1, 2026 - post.when.year)} years ago</a>'


def _board(forum: Forum, board: int) -> str:
    last = forum.board(board)[0].posts[-1]
    return f"""<ul id="bbp-forum-{board + 500}" class="loop-item-{board} odd bbp-forum-status-open post-{board + 500} forum type-forum status-publish hentry"><li class="bbp-forum-info">
<a class="bbp-forum-title" href="/forums/forum/board-{board}/">{forum.boards[board]}</a><div class="bbp-forum-content">All about it</div></li><li class="bbp-forum-topic-count">{len(forum.board(board))}</li>
<li class="bbp-forum-reply-count">99</li><li class="bbp-forum-freshness">{_fresh(last)}<p class="bbp-topic-meta"><span class="bbp-topic-freshness-author">{_user(last)}</span></p></li></ul>"""


def _row(thread: Thread) -> str:
    last, jump = thread.posts[-1], ""
    if thread.pages > 1:
        numbers = each(
            lambda n: f'<a class="page-numbers" href="{_url(thread, n)}">{n}</a>', range(1, thread.pages + 1)
        )
        jump = f'<span class="bbp-topic-pagination">{numbers}</span>'
    return f"""<ul id="bbp-topic-{thread.number}" class="loop-item-1 post-{thread.number} topic type-topic status-publish hentry"><li class="bbp-topic-title"><a class="bbp-topic-permalink" href="{_url(thread)}">{thread.title}</a>{jump}
<p class="bbp-topic-meta"><span class="bbp-topic-started-by">Started by: {_user(thread.posts[0])}</span></p></li><li class="bbp-topic-voice-count">3</li><li class="bbp-topic-reply-count">{len(thread.posts) - 1}</li>
<li class="bbp-topic-freshness">{_fresh(last)}<p class="bbp-topic-meta"><span class="bbp-topic-freshness-author">{_user(last)}</span></p></li></ul>"""


def _pager(page: int, last: int, link: str, shown: str) -> str:
    numbers = []
    for n in range(1, last + 1):
        at = link + (f"page/{n}/" if n > 1 else "")
        numbers.append(
            f'<span aria-current="page" class="page-numbers current">{n}</span>'
            if n == page
            else f'<a class="page-numbers" href="{at}">{n}</a>'
        )
    if page < last:
        numbers.append(f'<a class="next page-numbers" href="{link}page/{page + 1}/">→</a>')
    if page > 1:
        numbers.insert(0, f'<a class="prev page-numbers" href="{link}{f"page/{page - 1}/" if page > 2 else ""}">←</a>')
    return f'<div class="bbp-pagination"><div class="bbp-pagination-count">{shown}</div><div class="bbp-pagination-links">{" ".join(numbers) if last > 1 else ""}</div></div>'


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)
    nav = _pager(
        page,
        pages(threads),
        f"/forums/forum/board-{board}/",
        f"Viewing {len(rows(threads, page))} topics (of {len(threads)} total)",
    )
    return _frame(
        forum.boards[board],
        f'{_crumbs(forum, board, "")}{nav}<ul class="bbp-topics"><li class="bbp-body">{each(_row, rows(threads, page))}</li></ul>{nav}',
    )


def _crumbs(forum: Forum, board: int, title: str) -> str:
    return f'<div class="bbp-breadcrumb"><p><a href="/" class="bbp-breadcrumb-home">Home</a> › <a href="/forums/">Forums</a> › <a href="/forums/forum/board-{board}/">{forum.boards[board]}</a> › <span class="bbp-breadcrumb-current">{title}</span></p></div>'


def _quote(post: Post, text: str) -> str:
    return f"</p><blockquote><p>{post.name} wrote:<br />\n{text}</p></blockquote><p>"


def _post(post: Post) -> str:
    kind = "topic" if post.place == 1 else "reply"
    clock = f"{post.when:%B} {post.when.day}, {post.when.year} at {post.when.hour % 12 or 12}:{post.when:%M} {'pm' if post.when.hour > 11 else 'am'}"
    code = "</p><pre><code>{}</code></pre><p>"
    return f"""<li><div id="post-{post.number}" class="bbp-reply-header"><div class="bbp-meta"><span class="bbp-reply-post-date">{clock}</span>
<a href="{_url(post.thread, post.page)}#post-{post.number}" class="bbp-reply-permalink">#{post.number}</a><span class="bbp-admin-links"></span></div></div>
<div class="loop-item-{post.place % 10} user-id-{post.author + 1} bbp-parent-forum-{post.thread.board + 500} bbp-parent-topic-{post.thread.number} bbp-reply-position-{post.place} {"odd" if post.place % 2 else "even"} post-{post.number} {kind} type-{kind} status-publish hentry">
<div class="bbp-reply-author"><a href="/forums/users/{quoted(post.name)}/" class="bbp-author-link"><span class="bbp-author-avatar"><img alt="" src="/a/{post.author}.png" class="avatar avatar-80 photo"></span><span class="bbp-author-name">{post.name}</span></a>
<div class="bbp-author-role">Participant</div></div><div class="bbp-reply-content"><p>{post.body(_quote, code)}</p></div></div></li>"""


def _thread(thread: Thread, page: int) -> str:
    shown = thread.on_page(page)
    count = f"Viewing {len(shown)} posts - {shown[0].place} through {shown[-1].place} (of {len(thread.posts)} total)"
    nav = _pager(page, thread.pages, _url(thread), count)
    last = thread.posts[-1]
    notice = f'<div class="bbp-template-notice info"><ul><li class="bbp-topic-description">This topic has {len(thread.posts) - 1} replies, 3 voices, and was last updated {_fresh(last)} by {_user(last)}.</li></ul></div>'
    return _frame(
        thread.title,
        f"""{_crumbs(thread.forum, thread.board, thread.title)}{notice}{nav}<ul id="topic-{thread.number}-replies" class="forums bbp-replies"><li class="bbp-header"><div class="bbp-reply-author">Author</div><div class="bbp-reply-content">Posts</div></li>
<li class="bbp-body"><ul>{each(_post, shown)}</ul></li></ul>{nav}<div class="bbp-no-reply"><div class="bbp-template-notice"><ul><li>You must be logged in to reply to this topic.</li></ul></div></div>""",
    )


def _frame(title: str, content: str) -> str:
    return f"""<!DOCTYPE html><html lang="en-US"><head><meta charset="UTF-8"><title>{title} – Example</title><link rel="alternate" type="application/rss+xml" href="/feed/"></head><body class="bbpress wp-embed-responsive">
<header class="site-header"><p class="site-title"><a href="/" rel="home">Example</a></p><nav><ul><li><a href="/forums/">Forums</a></li><li><a href="/sample-page/">Sample Page</a></li></ul></nav></header>
<main id="main"><article class="page type-page hentry"><header class="entry-header"><h1 class="entry-title">{title}</h1></header><div class="entry-content"><div id="bbpress-forums" class="bbpress-wrapper">{content}</div></div></article></main>
<footer>Proudly powered by <a href="https://wordpress.org/">WordPress</a></footer></body></html>"""
