"""XenForo 2.3 with friendly addresses: /threads/title.12/page-2, members' cards, permalinks that redirect."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Redirect, Thread, each, pager, pages, rows

SEARCHES = '<a href="/whats-new/posts/">New posts</a><a href="/search/">Search</a><a href="/login/">Log in</a>'


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path == "/":
        nodes = each(lambda n: _node(forum, n), range(len(forum.boards)))
        return _frame("Example Board", f'<div class="block-body">{nodes}</div>')
    if found := re.fullmatch(r"/forums/[^/]*?\.?(\d)/(?:page-(\d+))?", path):
        return _board(forum, int(found[1]) - 1, int(found[2] or 1))
    if found := re.fullmatch(r"/threads/(?:[^/]*\.)?(\d+)/(?:page-(\d+)|(latest|unread)|post-(\d+))?", path):
        thread = forum.by_number.get(int(found[1]))
        if thread is None:
            return None
        if found[3] or found[4]:
            post = forum.posts[int(found[4])] if found[4] else thread.posts[-1]
            return Redirect(f"{_url(thread, post.page)}#post-{post.number}")
        return _thread(thread, int(found[2] or 1))
    if found := re.fullmatch(r"/members/[^/]*?\.?(\d+)/", path):
        name = forum.names[int(found[1]) - 1]
        return _frame(name, f'<h1 class="memberHeader-name"><span class="username">{name}</span></h1><p>Member</p>')
    return _frame("Log in", "<form>Your name <input name=login></form>") if path in ("/login/", "/search/") else None


def _url(thread: Thread, page: int = 1) -> str:
    slug = f"{thread.slug}." if thread.slug else ""
    return f"/threads/{slug}{thread.number}/" + (f"page-{page}" if page > 1 else "")


def _forum_url(forum: Forum, board: int, page: int = 1) -> str:
    slug = re.sub("[^a-z]+", "-", forum.boards[board].lower()).strip("-")
    return f"/forums/{slug + '.' if slug else ''}{board + 1}/" + (f"page-{page}" if page > 1 else "")


def _user(post: Post) -> str:
    slug = re.sub("[^a-z0-9]+", "-", post.name.lower()).strip("-")
    url = f"/members/{slug + '.' if slug else ''}{post.author + 1}/"
    return f'<a href="{url}" class="username" dir="auto" data-user-id="{post.author + 1}">{post.name}</a>'


def _time(post: Post) -> str:
    return f'<time class="u-dt" dir="auto" datetime="{post.when:%Y-%m-%dT%H:%M:%S}+0000">{post.when:%b %d, %Y}</time>'


def _node(forum: Forum, board: int) -> str:
    last = forum.board(board)[0]
    return f"""<div class="node node--forum"><h3 class="node-title"><a href="{_forum_url(forum, board)}">
{forum.boards[board]}</a></h3><div class="node-stats">Threads {len(forum.board(board))}</div>
<div class="node-extra"><a href="{_url(last)}post-{last.posts[-1].number}" class="node-extra-title">{last.title}</a>
{_time(last.posts[-1])} {_user(last.posts[-1])}</div></div>"""


def _board(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)
    nav = pager(page, pages(threads), lambda n: _forum_url(forum, board, n))
    items = each(_row, rows(threads, page))
    return _frame(
        forum.boards[board], f'<div class="pageNav">{nav}</div><div class="structItemContainer">{items}</div>'
    )


def _row(thread: Thread) -> str:
    jump = "".join(f'<a href="{_url(thread, n)}">{n}</a>' for n in range(2, thread.pages + 1))
    return f"""<div class="structItem structItem--thread"><div class="structItem-title"><a href="{_url(thread)}">
{thread.title}</a></div><div class="structItem-minor">{_user(thread.posts[0])}
<a href="{_url(thread)}" rel="nofollow">{_time(thread.posts[0])}</a><span class="structItem-pageJump">{jump}</span></div>
<dl><dt>Replies</dt><dd>{len(thread.posts) - 1}</dd></dl><div class="structItem-cell--latest">
<a href="{_url(thread)}latest" rel="nofollow">{_time(thread.posts[-1])}</a> {_user(thread.posts[-1])}</div></div>"""


def _quote(post: Post, text: str) -> str:
    return f"""<blockquote class="bbCodeBlock bbCodeBlock--quote"><div class="bbCodeBlock-title">
<a href="/threads/{post.thread.number}/post-{post.number}" class="bbCodeBlock-sourceJump">{post.name} said:</a></div>
<div class="bbCodeBlock-content"><div class="bbCodeBlock-expandContent">{text}</div></div></blockquote>"""


CODE = """<div class="bbCodeBlock bbCodeBlock--code"><div class="bbCodeBlock-title">Code:</div>
<div class="bbCodeBlock-content"><pre class="bbCodeCode" dir="ltr"><code>{}</code></pre></div></div>"""


def _post(post: Post) -> str:
    link = f"/threads/{post.thread.slug + '.' if post.thread.slug else ''}{post.thread.number}/post-{post.number}"
    sign = f'<aside class="message-signature"><div class="bbWrapper">{post.signature}</div></aside>'
    return f"""<article class="message message--post" data-author="{post.name}" id="js-post-{post.number}">
<div class="message-cell message-cell--user"><section class="message-user"><h4 class="message-name">{_user(post)}</h4>
<h5 class="userTitle message-userTitle">Member</h5></section></div><div class="message-cell message-cell--main">
<header class="message-attribution"><ul><li class="u-concealed"><a href="{link}" rel="nofollow">{_time(post)}</a></li></ul>
<ul class="message-attribution-opposite"><li><a href="{link}" rel="nofollow">#{post.place}</a></li></ul></header>
<div class="message-content"><div class="message-userContent"><article class="message-body"><div class="bbWrapper">
{post.body(_quote, CODE)}</div></article></div>{sign if post.signature else ""}</div></div></article>"""


def _thread(thread: Thread, page: int) -> str:
    nav = f'<nav class="pageNav">{pager(page, thread.pages, lambda n: _url(thread, n))}</nav>'
    crumbs = f'<ul class="p-breadcrumbs"><li><a href="/">Forums</a></li><li><a href="{_forum_url(thread.forum, thread.board)}">{thread.forum.boards[thread.board]}</a></li></ul>'
    head = f'<h1 class="p-title-value">{thread.title}</h1><div class="p-description">{_user(thread.posts[0])} {_time(thread.posts[0])}</div>'
    posts = f'<div class="block-body js-replyNewMessageContainer">{each(_post, thread.on_page(page))}</div>'
    return _frame(thread.title, crumbs + head + nav + posts + nav)


def _frame(title: str, content: str) -> str:
    return f"""<!DOCTYPE html><html lang="en"><head><title>{title} | Example Board</title></head><body>
<header class="p-header"><a href="/">Example Board</a></header><nav class="p-nav">{SEARCHES}</nav>
<div class="p-body"><div class="p-body-content">{content}</div></div>
<footer class="p-footer"><a href="/help/terms/">Terms and rules</a> <a href="/help/">Help</a></footer></body></html>"""
