"""vBulletin 5: /forum/harbour/tools/7-slug/page2, posts as LI of a UL, the first one with the title; ?p=412#post412."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pages, rows

BOARDS = ("tools", "garden", "boats", "chat")
BASE = "/forum/harbour"


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    parts = path.strip("/").split("/")
    if path in ("/", "/forum", "/forum/"):
        return _frame(
            "Forums",
            f'<table class="forum-list-container"><tbody>{each(lambda n: _board(forum, n), range(4))}</tbody></table>{_activity(forum)}',
        )
    if parts[0] == "member":
        return _frame("Member", f"<div class='profile'><h1>{parts[1]}</h1><span>Join Date: Jan 2020</span></div>")
    if parts[:2] != ["forum", "harbour"]:
        return (
            _frame("Login", "<form><input></form>")
            if parts[0] in ("register", "search", "help", "contact-us")
            else None
        )
    rest = parts[2:]
    if not rest:
        return _frame(
            "Harbour",
            f'<table class="forum-list-container"><tbody>{each(lambda n: _board(forum, n), range(4))}</tbody></table>',
        )
    if rest[0] not in BOARDS:
        return None
    board = BOARDS.index(rest[0])
    page = int(rest[-1][4:]) if rest[-1].startswith("page") and rest[-1][4:].isdecimal() else 1
    if len(rest) == 1 or rest[1].startswith("page"):
        return _list(forum, board, page)
    number, _, _ = rest[1].partition("-")
    thread = forum.by_number.get(int(number)) if number.isdecimal() else None
    if thread is None or thread.board != board:
        return None
    if query.get("p", "").isdecimal() and (post := forum.posts.get(int(query["p"]))):
        page = post.page
    return _thread(thread, page) if page <= thread.pages else None


def _url(thread: Thread, page: int = 1) -> str:
    slug = f"-{thread.slug}" if thread.slug else ""
    return f"{BASE}/{BOARDS[thread.board]}/{thread.number}{slug}{f'/page{page}' if page > 1 else ''}"


def _place(post: Post) -> str:
    return f"{_url(post.thread)}?p={post.number}#post{post.number}"


def _user(post: Post) -> str:
    return f'<a href="/member/{post.author + 2}-user{post.author}" class="author" data-vbnamecard="{post.author + 2}"><strong>{post.name}</strong></a>'


def _when(post: Post) -> str:
    return f"{post.when:%m-%d-%Y, %I:%M %p}"


def _board(forum: Forum, n: int) -> str:
    last = forum.board(n)[0].posts[-1]
    return f'<tr class="forum-item"><td class="cell-forum"><div class="forum-info"><a href="{BASE}/{BOARDS[n]}" class="forum-title">{forum.boards[n]}</a><div class="forum-desc">All about it</div></div></td><td class="topics-count">{len(forum.board(n))}</td><td class="posts-count">{sum(len(one.posts) for one in forum.board(n))}</td><td class="cell-lastpost"><div class="lastpost-wrapper"><a href="{_url(last.thread)}" class="lastpost-title">{last.thread.title}</a><div class="lastpost-by">by {_user(last)}</div><span class="post-date">{_when(last)}</span> <a href="{_place(last)}" class="go-to-last-post"></a></div></td></tr>'


def _activity(forum: Forum) -> str:
    latest = sorted(forum.posts.values(), key=lambda post: post.when, reverse=True)[:5]
    return (
        '<div class="canvas-widget"><h2 class="widget-title">Latest Topics</h2><ul class="activity-list">'
        + each(
            lambda post: (
                f'<li class="activity-item"><a href="/member/{post.author + 2}-user{post.author}" class="avatar"><img src="/a/{post.author}.png" alt="{post.name}"></a><a href="{_place(post)}" class="topic">{post.thread.title}</a> by {_user(post)} <div class="desc">{post.lines[0][:60]}...</div><span class="date">{_when(post)}</span></li>'
            ),
            latest,
        )
        + "</ul></div>"
    )


def _nav(page: int, last: int, base: str) -> str:
    links = "".join(
        f'<a class="{"primary" if n == page else "secondary"} button js-pagenav-button" href="{base}{f"/page{n}" if n > 1 else ""}" data-page="{n}">{n}</a>'
        for n in range(1, last + 1)
    )
    return f'<div class="pagenav-container"><form class="pagenav-controls"><label>Page of <span class="pagetotal">{last}</span></label></form><div class="pagenav">{links}</div></div>'


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)

    def row(thread: Thread) -> str:
        first, last = thread.posts[0], thread.posts[-1]
        jump = (
            '<div class="pagenav-wrap">'
            + "".join(f'<a href="{_url(thread, n)}" class="button">{n}</a>' for n in range(2, thread.pages + 1))
            + "</div>"
            if thread.pages > 1
            else ""
        )
        return f'<tr class="topic-item js-topic-item" data-node-id="{thread.number}"><td class="cell-icon"></td><td class="cell-topic"><div class="topic-wrapper"><span class="topic-prefix"></span><a href="{_url(thread)}" class="topic-title js-topic-title">{thread.title}</a></div><div class="topic-info">Started by {_user(first)}, <span class="date">{_when(first)}</span></div>{jump}</td><td class="cell-count"><div class="posts-count">{len(thread.posts) - 1} responses</div><div class="views-count">{thread.number * 9} views</div></td><td class="cell-lastpost"><div class="lastpost-by">by {_user(last)}</div><span class="post-date">{_when(last)}</span> <a href="{_place(last)}" class="go-to-last-post"></a></td></tr>'

    return _frame(
        forum.boards[board],
        f'<h1 class="main-title forum-title">{forum.boards[board]}</h1>{_nav(page, pages(threads), f"{BASE}/{BOARDS[board]}")}<table class="topic-list-container"><tbody class="topic-list">{each(row, rows(threads, page))}</tbody></table>',
        forum,
        board,
    )


def _quote(post: Post, text: str) -> str:
    return f'<div class="bbcode_container"><div class="bbcode_quote"><div class="quote_container"><div class="bbcode_quote_container b-icon b-icon__ldquo-l--gray"></div><div class="bbcode_postedby">Originally posted by <strong>{post.name}</strong> <a href="{_place(post)}" rel="nofollow"><span class="b-icon">View Post</span></a></div><div class="message">{text}</div></div></div></div>'


def _post(post: Post) -> str:
    text = post.body(
        _quote,
        '<div class="bbcode_container"><div class="bbcode_description">Code:</div><pre class="bbcode_code">{}</pre></div>',
        "<br>\n",
    )
    title = (
        f'<h2 class="b-post__title js-post-title b-post-hide-when-deleted" itemprop="headline">{post.thread.title}</h2>'
        if post.place == 1
        else ""
    )
    sign = f'<div class="post-signature restore">{post.signature}</div>' if post.signature else ""
    return f"""<li data-node-id="{post.number}" data-node-publishdate="{int(post.when.timestamp())}" data-node-userid="{post.author + 2}" class="b-post b-post--depth1 js-post js-comment-entry__parent h-restore--on-preview {"b-post--first js-post__list-item--first" if post.place == 1 else ""}" itemscope itemtype="http://schema.org/{"DiscussionForumPosting" if post.place == 1 else "Comment"}"><a id="post{post.number}" class="b-post__anchor js-post__anchor"></a><div class="b-post__body h-clearfix"><div class="b-post__grid-container"><div class="b-userinfo" itemprop="author" itemscope itemtype="http://schema.org/Person"><div class="b-userinfo__avatar"><a href="/member/{post.author + 2}-user{post.author}" class="b-avatar"><img src="/a/{post.author}.png" alt="{post.name}"></a></div><div class="b-userinfo__details"><div class="author h-text-size--14">{_user(post)}</div><div class="usertitle">Senior Member</div><ul class="userinfo-extra"><li><label>Join Date:</label> <span>Jan 2020</span></li><li><label>Posts:</label> <span>{post.author * 9}</span></li></ul></div></div><div class="b-post__content js-post__content"><div class="b-post__arrow"></div><hr class="b-divider--section"><div class="b-post__content-header"><div class="b-post__timestamp"><time itemprop="dateCreated" datetime="{post.when:%Y-%m-%dT%H:%M:%S}">{_when(post)}</time></div><div class="b-post__count"><a class="b-post__count js-show-post-link" href="{_place(post)}">#{post.place}</a></div></div>{title}<div class="js-post__content-wrapper"><div class="OLD__post-content-text restore h-padding-horiz-xxs js-post__content-text" itemprop="text">{text}</div></div>{sign}<div class="js-post__history post-history"></div><div class="b-post__footer"><ul class="js-post-controls"><li class="b-post-control">Comment</li><li class="b-post-control">Post</li><li class="b-post-control">Cancel</li></ul></div></div></div></div></li>"""


def _thread(thread: Thread, page: int) -> str:
    nav = _nav(page, thread.pages, _url(thread))
    return _frame(
        thread.title + (f" - Page {page}" if page > 1 else ""),
        f'<div class="b-content-entry"><div class="conversation-status-messages"></div><h1 class="main-title js-topic-title">{thread.title}</h1><div class="conversation-toolbar"><ul class="toolset-left"><li>Posts</li><li>Latest Activity</li><li>Photos</li></ul></div>{nav}<ul class="conversation-list list-container h-clearfix thread-view">{each(_post, thread.on_page(page))}</ul>{nav}</div>',
        thread.forum,
        thread.board,
    )


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0) -> str:
    crumb = f'<li class="crumb"><a href="{BASE}/{BOARDS[board]}">{forum.boards[board]}</a></li>' if forum else ""
    return f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><base href="/"><title>{title} - Harbour</title></head><body id="vb-page-body"><nav><a href="/register">Login or Sign Up</a><ul><li><a href="/forum">Forums</a></li><li><a href="/search">Search</a></li></ul></nav><ul class="breadcrumb"><li class="crumb"><a href="/">Home</a></li><li class="crumb"><a href="/forum">Forum</a></li><li class="crumb"><a href="{BASE}">Harbour</a></li>{crumb}</ul><div id="content">{content}</div><footer><a href="/help">Help</a> <a href="/contact-us">Contact Us</a> <div>Powered by <a href="https://www.vbulletin.com">vBulletin®</a> Version 5.6.4 All times are GMT. This page was generated at 01:12 AM.</div></footer></body></html>'
