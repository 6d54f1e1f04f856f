"""Khoros communities: /t5/Boats/A-title/td-p/412, pages as a part of the path, each message with an address of its own (m-p)."""

from __future__ import annotations

import re
from urllib.parse import quote

from tests.programs.forum import Forum, Post, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path == "/":
        items = each(
            lambda n: (
                f'<li class="lia-node-item lia-node-board"><a class="lia-link-navigation" href="{_board(forum, n)}"><h3>{forum.boards[n]}</h3></a><span class="lia-node-stat">{len(forum.board(n))} Topics</span></li>'
            ),
            range(4),
        )
        return _frame("Home", f'<ul class="lia-node-list">{items}</ul>')
    if found := re.fullmatch(r"/t5/[^/]+/bd-p/board([0-3])(?:/page/(\d+))?", path):
        return _list(forum, int(found[1]), int(found[2] or 1))
    if found := re.fullmatch(r"/t5/[^/]+/[^/]+/td-p/(\d+)(?:/page/(\d+))?", path):
        post, page = forum.posts.get(int(found[1])), int(found[2] or 1)
        first = post and post.place == 1
        return _thread(post.thread, page) if post and first and page <= post.thread.pages else None
    if found := re.fullmatch(r"/t5/[^/]+/[^/]+/m-p/(\d+)", path):
        post = forum.posts.get(int(found[1]))
        return _thread(post.thread, post.page) if post else None
    if found := re.fullmatch(r"/t5/user/viewprofilepage/user-id/(\d+)", path):
        return _frame(
            "About", f'<h1 class="lia-user-name">About {forum.names[int(found[1])]}</h1><p>Member since 2020</p>'
        )
    return _frame("Sign In", "<form><input></form>") if path.startswith(("/t5/user", "/t5/help")) else None


def _named(text: str) -> str:
    return quote(re.sub(r"[^\w]+", "-", text))


def _board(forum: Forum, n: int, page: int = 1) -> str:
    return f"/t5/{_named(forum.boards[n])}/bd-p/board{n}" + (f"/page/{page}" if page > 1 else "")


def _url(thread: Thread, page: int = 1) -> str:
    base = f"/t5/{_named(thread.forum.boards[thread.board])}/{_named(thread.title)}"
    return f"{base}/td-p/{thread.posts[0].number}" + (f"/page/{page}" if page > 1 else "")


def _message(post: Post) -> str:
    thread = post.thread
    re_ = "" if post.place == 1 else "Re-"
    return f"/t5/{_named(thread.forum.boards[thread.board])}/{re_}{_named(thread.title)}/m-p/{post.number}#M{post.number - 300}"


def _user(post: Post) -> str:
    return f'<a class="lia-link-navigation lia-page-link lia-user-name-link" href="/t5/user/viewprofilepage/user-id/{post.author}" itemprop="url"><span class="">{post.name}</span></a>'


def _when(post: Post) -> str:
    return f'<span class="DateTime"><span class="local-date">‎{post.when:%m-%d-%Y}</span> <span class="local-time">{post.when:%I:%M %p}</span></span>'


def _pager(page: int, last: int, link: str) -> str:
    if last == 1:
        return ""
    items = each(
        lambda n: (
            f'<li class="lia-paging-page-link"><span class="lia-js-data-pageNum-{n}" aria-disabled="true">{n}</span></li>'
            if n == page
            else f'<li class="lia-paging-page-link"><a class="lia-link-navigation lia-js-data-pageNum-{n}" href="{link}{f"/page/{n}" if n > 1 else ""}">{n}</a></li>'
        ),
        range(1, last + 1),
    )
    after = (
        f'<li class="lia-paging-page-next"><a class="lia-link-navigation" rel="next" href="{link}/page/{page + 1}">Next <span>»</span></a></li>'
        if page < last
        else ""
    )
    return f'<div class="lia-paging-full-wrapper"><ul class="lia-paging-full-pages">{items}{after}</ul></div>'


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)

    def row(thread: Thread) -> str:
        first, last = thread.posts[0], thread.posts[-1]
        return f'<tr class="lia-list-row lia-row-odd"><td class="threadSubjectColumn message-subject"><div class="MessageSubjectCell"><h2 class="message-subject"><span class="lia-message-unread"><a class="page-link lia-link-navigation lia-custom-event" href="{_url(thread)}">{thread.title}</a></span></h2></div><div class="lia-info-area"><span class="lia-info-area-item">by {_user(first)} on {_when(first)}</span> <span class="lia-info-area-item">Latest post on {_when(last)} by {_user(last)}</span></div></td><td class="repliesCountColumn"><span class="lia-message-stats-count">{len(thread.posts) - 1}</span> Replies</td><td class="viewsCountColumn"><span class="lia-message-stats-count">{thread.number * 7}</span> Views</td></tr>'

    return _frame(
        forum.boards[board],
        f'<div class="lia-page-header"><h1>{forum.boards[board]}</h1></div><table class="lia-list-wide"><thead><tr><th>Subject</th><th>Replies</th><th>Views</th></tr></thead><tbody>{each(row, rows(threads, page))}</tbody></table>{_pager(page, pages(threads), _board(forum, board))}',
    )


def _quote(post: Post, text: str) -> str:
    return f'<blockquote><HR /><a href="{_message(post)}" target="_blank">@{post.name}</a>&nbsp;wrote:<BR />{text}<HR /></blockquote>'


def _post(post: Post) -> str:
    opener = post.place == 1
    text = (
        "<p>"
        + post.body(_quote, '<pre class="lia-code-sample language-markup"><code>{}</code></pre>', "</p><p>")
        + "</p>"
    )
    signature = f'<div class="lia-message-signature">{post.signature}</div>' if post.signature else ""
    to = (
        f'<span class="lia-message-in-response-to">In response to <a href="{_message(post.quoted)}">{post.quoted.name}</a></span>'
        if post.quoted
        else ""
    )
    subject = post.thread.title if opener else f"Re: {post.thread.title}"
    return f'<div class="lia-component-message-view-widget"><div data-lia-message-uid="{post.number}" id="messageview_{post.place}" class="lia-panel-message message-uid-{post.number}"><div class="lia-message-view-wrapper lia-js-data-messageUid-{post.number} lia-message-view-forum-message" data-lia-message-uid="{post.number}"><div class="MessageView lia-message-view-forum-message lia-accordion-type-links"><span class="message-uid-{post.number}"></span><div class="lia-quilt lia-quilt-forum-message"><div class="lia-quilt-column-header-left"><div class="lia-message-author-avatar"><img class="lia-user-avatar-message" src="/a/{post.author}.png" alt="{post.name}"></div><div class="lia-message-author-username">{_user(post)}</div><div class="lia-message-author-rank">Frequent Visitor</div></div><div class="lia-quilt-column-header-right"><div class="lia-menu-action"><ul class="lia-menu-dropdown-items"><li><span class="lia-link-disabled">Mark as New</span></li><li><a href="/t5/user/userloginpage">Bookmark</a></li><li><a href="{_message(post)}">Permalink</a></li><li><a href="/t5/user/userloginpage">Report Inappropriate Content</a></li></ul></div><p class="lia-message-dates"><span class="lia-message-posted-on">{_when(post)}</span></p></div><div class="lia-quilt-column-main"><div class="lia-message-subject"><h{1 if opener else 2} class="PageTitle lia-component-common-widget-page-title">{subject}</h{1 if opener else 2}></div>{to}<div class="lia-message-body" id="bodyDisplay_{post.place}"><div class="lia-message-body-content">{text}</div></div>{signature}</div><div class="lia-quilt-column-footer"><div class="lia-component-kudos"><span class="kudos-count">{post.number % 4}</span> <span>Kudos</span></div><a class="lia-button" href="/t5/user/userloginpage">Reply</a></div></div></div></div></div></div>'


def _thread(thread: Thread, page: int) -> str:
    crumbs = f'<ul class="lia-list-standard-inline"><li><a href="/">Harbour Community</a></li><li><a href="{_board(thread.forum, thread.board)}">{thread.forum.boards[thread.board]}</a></li><li><span class="lia-link-disabled">{thread.title}</span></li></ul>'
    return _frame(
        thread.title,
        f'{crumbs}<div class="lia-menu-bar"><a href="{_board(thread.forum, thread.board)}">Back to board</a></div><div class="lia-component-message-list"><div class="linear-message-list message-list">{each(_post, thread.on_page(page))}</div></div>{_pager(page, thread.pages, _url(thread))}',
    )


def _frame(title: str, content: str) -> str:
    return f'<!DOCTYPE html><html prefix="og: http://ogp.me/ns#" lang="en"><head><meta charset="utf-8"><title>{title} - Harbour Community</title></head><body class="lia-forum"><div class="lia-header"><a href="/">Harbour Community</a> <a href="/t5/user/userloginpage">Sign In</a> <a href="/t5/help/faqpage">Help</a></div><div class="lia-page"><div class="lia-content">{content}</div></div><div class="lia-footer">Powered by Khoros</div></body></html>'
