"""Vanilla: /discussion/12/title, /discussion/12/title/p2, /discussion/comment/99/#Comment_99 for an answer."""

from __future__ import annotations

import re
from urllib.parse import quote as quoted

from tests.programs.forum import Forum, Post, Redirect, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    found = re.fullmatch(r"/(?:discussions)?(?:/p(\d+))?/?", path)
    if found:
        listed = sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)
        return _list("Recent Discussions", "/discussions", listed, int(found[1] or 1))
    if path == "/categories":
        return _frame(
            "Categories", f'<ul class="DataList CategoryList">{each(lambda n: _category(forum, n), range(4))}</ul>'
        )
    if found := re.fullmatch(r"/categories/board-(\d)(?:/p(\d+))?", path):
        board = int(found[1])
        return (
            _list(forum.boards[board], f"/categories/board-{board}", forum.board(board), int(found[2] or 1))
            if board < 4
            else None
        )
    if found := re.fullmatch(r"/discussion/comment/(\d+)/?", path):
        post = forum.posts.get(int(found[1]))
        return _thread(post.thread, post.page) if post and post.place > 1 else None
    if found := re.fullmatch(r"/discussion/(\d+)(?:/([^/]*?))?(?:/p(\d+))?", path):
        thread = forum.by_number.get(int(found[1]))
        if thread is None or int(found[3] or 1) > thread.pages:
            return None
        return _thread(thread, int(found[3] or 1)) if found[2] else Redirect(_url(thread))
    if found := re.fullmatch(r"/profile/(?:(?:comments|discussions)/)?(\d+)/\S+", path):
        name = forum.names[int(found[1]) - 1] if 0 < int(found[1]) <= len(forum.names) else ""
        return _profile(forum, int(found[1]) - 1) if name else None
    if path in ("/entry/signin", "/entry/register", "/activity", "/search"):
        return _frame("Sign In", "<form><input></form>")
    return None


def _url(thread: Thread, page: int = 1) -> str:
    slug = quoted(re.sub(r"[^\w]+", "-", thread.title.lower()).strip("-"))
    return f"/discussion/{thread.number}/{slug}" + (f"/p{page}" if page > 1 else "")


def _user(post: Post, kind: str = "Username") -> str:
    return f'<a href="/profile/{post.author + 1}/{quoted(post.name)}" class="{kind}">{post.name}</a>'


def _time(post: Post) -> str:
    return f'<time title="{post.when:%B} {post.when.day}, {post.when.year} {post.when:%I:%M%p}" datetime="{post.when:%Y-%m-%dT%H:%M:%S}+00:00">{post.when:%B} {post.when.year}</time>'


def _category(forum: Forum, board: int) -> str:
    last = forum.board(board)[0]
    return f"""<li id="Category_{board}" class="Item Depth1 Category-board-{board}"><div class="ItemContent Category"><div class="TitleWrap"><a href="/categories/board-{board}" class="Title">{forum.boards[board]}</a></div>
<div class="Meta"><span class="MItem DiscussionCount">{len(forum.board(board))} discussions</span> <span class="MItem LastDiscussionTitle">Most recent: <a href="{_url(last)}">{last.title}</a> by {_user(last.posts[-1], "UserLink")}</span></div></div></li>"""


def _pager(page: int, last: int, link: str) -> str:
    if last == 1:
        return ""
    numbers = each(
        lambda n: (
            f'<a href="{link}/p{n}" class="p-{n}{" Highlight" if n == page else ""}" rel="{"next" if n == page + 1 else "prev"}">{n}</a>'
        ),
        range(1, last + 1),
    )
    before = (
        f'<a href="{link}/p{page - 1}" class="Previous" rel="prev">«</a>'
        if page > 1
        else '<span class="Previous Pager-nav">«</span>'
    )
    behind = (
        f'<a href="{link}/p{page + 1}" class="Next" rel="next">»</a>'
        if page < last
        else '<span class="Next Pager-nav">»</span>'
    )
    return f'<div class="P PagerWrap"><div role="navigation" class="Pager NumberedPager">{before}{numbers}{behind}</div></div>'


def _row(thread: Thread) -> str:
    last, mini = thread.posts[-1], ""
    if thread.pages > 1:
        mini = f'<span class="MiniPager">{" ".join(f"<a href={_url(thread, n)!r}>{n}</a>" for n in range(1, thread.pages + 1))}</span>'
    latest = f'<span class="MItem LastCommentBy">Most recent by {_user(last, "UserLink")}</span> <span class="MItem LastCommentDate"><a href="/discussion/comment/{last.number}/#Comment_{last.number}" class="CommentDate">{_time(last)}</a></span>'
    return f"""<li id="Discussion_{thread.number}" class="Item ItemDiscussion"><div class="ItemContent Discussion"><div class="Title"><a href="{_url(thread)}">{thread.title}</a></div>
<div class="Meta Meta-Discussion"><span class="MItem MCount ViewCount">{thread.number * 7} views</span> <span class="MItem MCount CommentCount">{len(thread.posts) - 1} comments</span> {mini}
{latest if last.place > 1 else f'<span class="MItem">Started by {_user(last, "UserLink")}</span>'} <span class="MItem Category"><a href="/categories/board-{thread.board}">{thread.forum.boards[thread.board]}</a></span></div></div></li>"""


def _list(title: str, link: str, threads: list[Thread], page: int) -> str | None:
    if page > pages(threads):
        return None
    return _frame(
        title,
        f'<h1 class="H HomepageTitle">{title}</h1>{_pager(page, pages(threads), link)}<ul class="DataList Discussions">{each(_row, rows(threads, page))}</ul>{_pager(page, pages(threads), link)}',
    )


def _profile(forum: Forum, author: int) -> str:
    own = [post for post in forum.posts.values() if post.author == author and post.place > 1][-10:]
    items = each(
        lambda post: (
            f'<li class="Item"><div class="ItemContent"><div class="Message">{post.lines[0]}</div><div class="Meta">in <a href="/discussion/comment/{post.number}/#Comment_{post.number}">{post.thread.title}</a> {_time(post)}</div></div></li>'
        ),
        own,
    )
    return _frame(
        forum.names[author],
        f'<div class="Profile"><h1 class="H">{forum.names[author]}</h1><ul class="DataList SearchResults">{items}</ul></div>',
    )


def _quote(post: Post, text: str) -> str:
    return f'<blockquote class="Quote UserQuote"><div class="QuoteAuthor">{_user(post, "ProfileLink")} wrote:</div><div class="QuoteText">{text}</div></blockquote>'


def _body(post: Post) -> str:
    sign = f'<div class="Signature UserSignature">{post.signature}</div>' if post.signature else ""
    text = post.body(_quote, '<pre class="CodeBlock"><code>{}</code></pre>')
    return f'<div class="Item-BodyWrap"><div class="Item-Body"><div class="Message userContent">{text}</div>{sign}<div class="Reactions"><a href="/entry/signin">Like</a></div></div></div>'


def _head(post: Post, kind: str, link: str) -> str:
    return f"""<div class="Item-Header {kind}Header"><div class="AuthorWrap"><span class="Author"><a title="{post.name}" href="/profile/{post.author + 1}/{quoted(post.name)}" class="PhotoWrap"><img src="/a/{post.author}.png" alt="{post.name}" class="ProfilePhoto ProfilePhotoMedium"></a>{_user(post)}</span>
<span class="AuthorInfo"><span class="MItem PostCount">Posts: {post.author * 9 + 3}</span></span></div><div class="Meta {kind}Meta"><span class="MItem DateCreated"><a href="{link}" class="Permalink" name="Item_{post.place}" rel="nofollow">{_time(post)}</a></span></div></div>"""


def _comment(post: Post) -> str:
    link = f"/discussion/comment/{post.number}/#Comment_{post.number}"
    return f'<li class="Item {"Alt " if post.place % 2 else ""}ItemComment" id="Comment_{post.number}"><div class="Comment">{_head(post, "Comment", link)}{_body(post)}</div></li>'


def _thread(thread: Thread, page: int) -> str:
    first, shown, title = "", thread.on_page(page), thread.title
    if page == 1:
        opener, *shown = shown
        first = f'<div class="MessageList Discussion"><div id="Discussion_{thread.number}" class="Item ItemDiscussion"><div class="Discussion">{_head(opener, "Discussion", _url(thread))}{_body(opener)}</div></div></div>'
    nav = _pager(page, thread.pages, _url(thread))
    crumbs = f'<span class="Breadcrumbs"><a href="/">Home</a> › <a href="/categories/board-{thread.board}">{thread.forum.boards[thread.board]}</a></span>'
    return _frame(
        f"{title} - Page {page}" if page > 1 else title,
        f'{crumbs}<div class="PageTitle"><h1>{title}</h1></div>{first}<div class="CommentsWrap">{nav}<h2 class="CommentHeading">Comments</h2><ul class="MessageList DataList Comments">{each(_comment, shown)}</ul>{nav}</div>',
        f'<link rel="canonical" href="{_url(thread, page)}">',
    )


def _frame(title: str, content: str, head: str = "") -> str:
    return f"""<!DOCTYPE html><html lang="en"><head><title>{title} - Example</title>{head}</head><body class="Vanilla"><div id="Frame"><div class="Head"><strong class="SiteTitle"><a href="/">Example</a></strong>
<ul class="SiteMenu"><li><a href="/categories">Categories</a></li><li><a href="/discussions">Discussions</a></li><li><a href="/activity">Activity</a></li><li><a href="/entry/signin">Sign In</a></li></ul></div>
<div id="Body"><div id="Content" class="Column ContentColumn">{content}</div><div class="Column PanelColumn" id="Panel"><div class="BoxFilter"><ul><li><a href="/discussions">Recent Discussions</a></li></ul></div></div></div>
<div id="Foot"><a href="https://open.vanillaforums.com">Powered by Vanilla</a></div></div></body></html>"""
