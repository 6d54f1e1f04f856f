"""wpForo in WordPress: /community/board/title/, /paged/2/ behind it; each board shows its threads with their last posts."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Redirect, Thread, each, pages, rows

BOARDS = ("repairs-and-tools", "hua-yuan", "boats", "xian-liao")


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path == "/":
        return Redirect("/community/")
    if path == "/community/":
        return _frame("Forum", each(lambda n: _board(forum, n), range(4)))
    if path == "/community/recent/":
        latest = sorted(forum.posts.values(), key=lambda post: post.when, reverse=True)[:20]
        return _frame("Recent Posts", f'<div class="wpforo-recent-content wpfr-posts">{each(_recent, latest)}</div>')
    if found := re.fullmatch(r"/community/postid/(\d+)/", path):
        post = forum.posts.get(int(found[1]))
        return Redirect(_place(post)) if post else None
    if found := re.fullmatch(r"/community/participant/([^/]+)/(?:(\w+)/)?", path):
        return _frame(
            found[1],
            f'<div class="wpforo-profile-wrap"><h2>{found[1]}</h2><div class="h-picture"></div><span>Member since Jan 1, 2022</span></div>',
        )
    found = re.fullmatch(r"/community/([^/]+)/(?:([^/]+)/)?(?:paged/(\d+)/)?", path)
    if found is None or found[1] not in BOARDS:
        return None
    board, page = BOARDS.index(found[1]), int(found[3] or 1)
    if not found[2]:
        return _list(forum, board, page)
    thread = next((thread for thread in forum.threads if _slug(thread) == found[2] and thread.board == board), None)
    return _thread(thread, page) if thread and page <= thread.pages else None


def _slug(thread: Thread) -> str:
    same = [other.number for other in thread.forum.threads if other.slug == thread.slug]
    return (thread.slug or "topic") + (f"-{same.index(thread.number) + 1}" if same.index(thread.number) else "")


def _url(thread: Thread, page: int = 1) -> str:
    return f"/community/{BOARDS[thread.board]}/{_slug(thread)}/" + (f"paged/{page}/" if page > 1 else "")


def _place(post: Post) -> str:
    return f"{_url(post.thread, post.page)}#post-{post.number}"


def _user(post: Post) -> str:
    return f'<a href="/community/participant/u{post.author + 1}/" class="author" title="View profile">{post.name}</a>'


def _ago(post: Post) -> str:
    return (
        f'<span class="wpf-date-ago" title="{post.when:%d/%m/%Y %I:%M %p}">{post.when:%d/%m/%Y %I:%M %p}</span>'.lower()
    )


def _board(forum: Forum, board: int) -> str:
    latest = forum.board(board)[:3]

    def line(thread: Thread) -> str:
        return f'<li class="wpforo-last-topic-title"><i class="far fa-comments"></i> <a href="{_place(thread.posts[-1])}" title="{thread.title}">{thread.title[:20]}</a> <span class="wpforo-last-topic-info">{_user(thread.posts[-1])} {_ago(thread.posts[-1])}</span></li>'

    return f'<div id="wpf-forum-{board + 1}" class="wpforo-forum"><h3 class="wpforo-forum-title"><a href="/community/{BOARDS[board]}/">{forum.boards[board]}</a></h3><div class="wpforo-forum-description">Talk about it</div><div class="wpforo-forum-stat-topics">{len(forum.board(board))}</div><ul class="wpforo-last-topics-list">{each(line, latest)}</ul></div>'


def _recent(post: Post) -> str:
    return f'<div class="wpfr-post"><div class="wpforo-topic-title"><a href="/community/postid/{post.number}/" title="View the whole post">RE: {post.thread.title}</a></div><div class="wpforo-topic-text">{post.lines[0][:80]} ...</div><div class="wpforo-topic-start-info">By {_user(post)}, {_ago(post)} In forum <a href="/community/{BOARDS[post.thread.board]}/">{post.thread.forum.boards[post.thread.board]}</a></div></div>'


def _nav(page: int, last: int, base: str) -> str:
    if last == 1:
        return ""

    def link(n: int) -> str:
        return base + (f"paged/{n}/" if n > 1 else "")

    options = "".join(
        f'<option value="{link(n)}"{" selected" if n == page else ""}>{n}</option>' for n in range(1, last + 1)
    )
    before = (
        f'<a href="{link(page - 1)}" class="wpf-prev-button" rel="prev"><i class="fas fa-chevron-left"></i> Prev</a>'
        if page > 1
        else ""
    )
    after = (
        f'<a href="{link(page + 1)}" class="wpf-next-button" rel="next">Next <i class="fas fa-chevron-right"></i></a>'
        if page < last
        else ""
    )
    return f'<div class="wpf-navi"><div class="wpf-navi-wrap"><span class="wpf-page-info">Page {page} / {last}</span>{before}<select class="wpf-navi-dropdown" onchange="if (this.value) window.location.assign(this.value)">{options}</select>{after}</div></div>'


def _row(thread: Thread) -> str:
    first, last = thread.posts[0], thread.posts[-1]
    return f"""<div class="topic-wrap"><div class="wpforo-topic"><div class="wpforo-topic-info"><p class="wpforo-topic-title"><a href="{_url(thread)}" title="{thread.title}">{thread.title}</a></p><p class="wpforo-topic-start-info">{_user(first)}, {_ago(first)}</p></div>
<div class="wpforo-topic-stat-views">{thread.number * 9}</div><div class="wpforo-topic-stat-posts">{len(thread.posts) - 1}</div><div class="wpforo-topic-stat-lastpost"><span>{_user(last)} <a href="{_place(last)}" title="View the latest post"><i class="fas fa-chevron-right"></i></a></span><br>{_ago(last)}</div></div></div>"""


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)
    nav = _nav(page, pages(threads), f"/community/{BOARDS[board]}/")
    return _frame(
        forum.boards[board],
        f'<h1 id="wpforo-title">{forum.boards[board]}</h1>{nav}<div class="wpforo-topic-content">{each(_row, rows(threads, page))}</div>{nav}',
        forum,
        board,
    )


def _quote(post: Post, text: str) -> str:
    return f'<blockquote data-userid="{post.author + 1}" data-postid="{post.number}"><div class="wpforo-post-quote-author"><strong> Posted by: @u{post.author + 1} </strong></div><p>{text}</p></blockquote>'


def _post(post: Post) -> str:
    sign = (
        f'<div class="wpforo-post-signature"><div class="signature-wrap">{post.signature}</div></div>'
        if post.signature
        else ""
    )
    text = post.body(_quote, "<pre>{}</pre>", "</p>\n<p>")
    return f"""<div id="post-{post.number}" data-postid="{post.number}" class="post-wrap wpfn-{post.place} wpfp-{post.number}"><div class="wpforo-post wpfcl-1"><div class="wpf-left"><div class="author-avatar"></div><div class="author-data"><div class="author-name"><span>{_user(post)}</span>&nbsp;&nbsp;</div><div class="author-nicename">(@u{post.author + 1})</div><div class="author-title">New Member</div><div class="author-joined">Joined: 2 years ago</div><div class="author-posts">Posts: {post.author * 3 + 1}</div></div></div>
<div class="wpf-right"><div class="wpforo-post-content-top"><div class="wpf-post-actions"></div><a class="wpforo-post-link" href="{_place(post)}"></a><span class="wpf-post-date">{post.when:%d/%m/%Y} {post.when:%I:%M %p}</span></div><div class="wpforo-post-content"><p>{text}</p></div>{sign}<div class="wpforo-post-content-bottom"><span class="bleft">{"Topic starter" if post.author == post.thread.posts[0].author else ""}</span><a class="wpf-action wpforo-quote">Quote</a></div></div></div></div>"""


def _thread(thread: Thread, page: int) -> str:
    nav = _nav(page, thread.pages, _url(thread))
    users = len({post.author for post in thread.posts})
    overview = f'<div class="wpf-topic-overview"><div>{len(thread.posts)} Posts</div><div>{users} Users</div><div>0 Reactions</div><div>{thread.number * 9} Views</div></div>'
    return _frame(
        thread.title,
        f'<div class="wpf-head-bar"><h1>{thread.title}</h1></div>{overview}{nav}<div class="wpforo-post-content-wrap">{each(_post, thread.on_page(page))}</div>{nav}',
        thread.forum,
        thread.board,
        thread,
    )


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0, thread: Thread | None = None) -> str:
    crumb = f'<div><a href="/community/{BOARDS[board]}/"><span>{forum.boards[board]}</span></a></div>' if forum else ""
    last = f'<div class="active"><span>{thread.title}</span></div>' if thread else ""
    return f"""<!DOCTYPE html><html lang="en-US"><head><meta charset="UTF-8"><title>{title}{f" &#8211; {forum.boards[board]}" if thread and forum else ""} &#8211; Harbour Forum</title></head><body class="wp-singular page"><header class="site-header"><p class="site-title"><a href="/" rel="home">Harbour</a></p></header><main><div id="wpforo-wrap"><div id="wpforo-menu"><ul class="wpf-menu"><li><a href="/community/">Forums</a></li><li><a href="/community/participant/">Members</a></li><li><a href="/community/recent/">Recent Posts</a></li></ul></div>
<div class="wpf-breadcrumb"><div><a href="/community/" title="Forums">Forums</a></div>{crumb}{last}</div><div class="wpforo-main">{content}</div></div></main><footer><a href="https://wordpress.org/">Proudly powered by WordPress</a></footer></body></html>"""
