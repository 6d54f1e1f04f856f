"""IP.Board 3: /topic/7-slug/page__st__10 (old furl of offsets), /forum/2-tools/page__prune_day__100__st__10, posts with microformats."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Redirect, Thread, each, pages, rows

FORUMS = ("repairs-and-tools", "", "boats", "")


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    offset = re.search(r"st__(\d+)", path)
    page = int(offset[1]) // 10 + 1 if offset else 1
    parts = path.strip("/").split("/")
    if path in ("/", "/index"):
        return _frame(
            "Harbour",
            f'<div id="categories"><div class="category_block"><h3><a href="/forum/9-all/">All</a></h3><table class="ipb_table">{each(lambda n: _forum(forum, n), range(4))}</table></div></div>',
        )
    number = parts[1].partition("-")[0] if len(parts) > 1 else ""
    if parts[0] == "forum" and number in ("1", "2", "3", "4"):
        return _list(forum, int(number) - 1, page)
    if parts[0] == "topic" and number.isdecimal():
        thread = forum.by_number.get(int(number))
        if thread is None:
            return None
        if found := re.search(r"findpost__p__(\d+)", path):
            post = forum.posts[int(found[1])]
            return Redirect(f"{_url(thread, post.page)}#entry{post.number}")
        if "view__getlastpost" in path:
            return Redirect(f"{_url(thread, thread.pages)}#entry{thread.posts[-1].number}")
        return _thread(thread, min(page, thread.pages))
    if parts[0] == "user":
        return _frame(
            "Profile", f"<h1 class='fn nickname'>{forum.names[int(number)]}</h1><p>Member Since 01 Jan 2020</p>"
        )
    return (
        _frame("Sign In", "<form><input></form>") if parts[0] in ("index.php", "members", "forum", "calendar") else None
    )


def _url(thread: Thread, page: int = 1) -> str:
    return f"/topic/{thread.number}-{thread.slug}/" + (f"page__st__{page * 10 - 10}" if page > 1 else "")


def _forum_url(n: int) -> str:
    return f"/forum/{n + 1}-{FORUMS[n]}/"


def _when(post: Post) -> str:
    return f"{post.when.day:02} {post.when:%B} {post.when:%Y} - {post.when:%I:%M %p}"


def _user(post: Post) -> str:
    return f'<a hovercard-ref="member" hovercard-id="{post.author}" class="url fn name" href="/user/{post.author}-user{post.author}/"><span itemprop="name">{post.name}</span></a>'


def _forum(forum: Forum, n: int) -> str:
    last = forum.board(n)[0].posts[-1]
    return f'<tr><td class="col_c_icon"></td><td class="col_c_forum"><h4><a href="{_forum_url(n)}" title="{forum.boards[n]}">{forum.boards[n]}</a></h4><p class="desc">All about it</p></td><td class="col_c_stats"><ul><li><strong>{len(forum.board(n))}</strong> topics</li></ul></td><td class="col_c_post"><ul class="last_post"><li><a href="/topic/{last.thread.number}-{last.thread.slug}/page__view__getlastpost" title="Go to last post: {last.thread.title}">{last.thread.title[:24]}</a></li><li>By {_user(last)}</li><li class="desc lighter"><a href="/topic/{last.thread.number}-{last.thread.slug}/page__view__getlastpost">{_when(last)}</a></li></ul></td></tr>'


def _nav(page: int, last: int, base: str) -> str:
    if last == 1:
        return ""
    items = "".join(
        f'<li class="page active">{n}</li>'
        if n == page
        else f'<li class="page"><a href="{base}page__st__{n * 10 - 10}" title="Go to page {n}">{n}</a></li>'
        for n in range(1, last + 1)
    )
    return f'<div class="pagination"><ul class="ipsList_inline"><li class="pagejump">Page {page} of {last}</li>{items}</ul></div>'


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)

    def row(thread: Thread) -> str:
        first, last = thread.posts[0], thread.posts[-1]
        jump = (
            '<ul class="mini_pagination">'
            + "".join(
                f'<li><a href="{_url(thread, n) if n > 1 else _url(thread) + "page__st__0"}" title="Go to page {n}">{n}</a></li>'
                for n in range(1, thread.pages + 1)
            )
            + "</ul>"
            if thread.pages > 1
            else ""
        )
        return f'<tr itemscope itemtype="http://schema.org/Article" class="__topic" id="trow_{thread.number}" data-tid="{thread.number}"><td class="col_f_icon"></td><td class="col_f_content"><h4><a itemprop="url" id="tid-link-{thread.number}" href="{_url(thread)}" title="View topic, started {_when(first)}" class="topic_title"><span itemprop="name">{thread.title}</span></a></h4><br><span class="desc lighter blend_links">Started by {_user(first)}, {_when(first)}</span>{jump}</td><td class="col_f_views desc blend_links"><ul><li><span class="ipsType_small">{len(thread.posts) - 1} replies</span></li><li class="views desc">{thread.number * 9} views</li></ul></td><td class="col_f_post"><ul class="last_post"><li>{_user(last)}</li><li><a href="{_url(thread)[:-1]}/page__view__getlastpost" title="Go to last post">{_when(last)}</a></li></ul></td></tr>'

    nav = _nav(page, pages(threads), f"{_forum_url(board)}")
    return _frame(
        forum.boards[board],
        f'<h1 class="ipsType_pagetitle">{forum.boards[board]}</h1>{nav}<table class="ipb_table topic_list" id="forum_table">{each(row, rows(threads, page))}</table>{nav}',
        forum,
        board,
    )


def _quote(post: Post, text: str) -> str:
    return f'<p class="citation">{post.name}, on {_when(post)}, said:</p><div class="blockquote"><div class="quote"><p>{text}</p></div></div>'


def _post(post: Post) -> str:
    text = post.body(_quote, '<pre class="prettyprint">{}</pre>', "<br>")
    sign = f'<div class="signature" data-memberid="{post.author}">{post.signature}</div>' if post.signature else ""
    return f"""<div class="post_block hentry clear clearfix" id="post_id_{post.number}" itemscope itemtype="http://schema.org/UserComments"><div class="post_wrap"><h3 class="row2"><span class="post_id right ipsType_small desc blend_links"><a itemprop="replyToUrl" data-entry-pid="{post.number}" href="/topic/{post.thread.number}-{post.thread.slug}/page__findpost__p__{post.number}" rel="bookmark" title="{post.thread.title}: post #{post.place}">#{post.place}</a></span><span class="author vcard">{_user(post)}</span></h3><div class="author_info"><div class="user_details"><ul class="basic_info"><li class="avatar"><a href="/user/{post.author}-user{post.author}/" title="View Profile"><img class="ipsUserPhoto" src="/a/{post.author}.jpg" alt="{post.name}'s Photo"></a></li><li class="group_title">Members</li><li class="post_count desc lighter">{post.author * 9} posts</li></ul></div></div><div class="post_body"><p class="posted_info desc lighter ipsType_small">Posted <abbr class="published" itemprop="commentTime" title="{post.when:%Y-%m-%dT%H:%M:%S}+00:00">{_when(post)}</abbr></p><div itemprop="commentText" class="post entry-content"><p>{text}</p></div>{sign}</div><ul class="post_controls clear clearfix"><li class="top hide"><a href="#top" title="Back to top">Back to top</a></li><li class="report"><a href="/index.php?app=core&amp;module=reports&amp;pid={post.number}">Report</a></li></ul></div></div>"""


def _thread(thread: Thread, page: int) -> str:
    nav = _nav(page, thread.pages, _url(thread))
    near = [one for one in thread.forum.board(thread.board) if one is not thread][:2]
    beside = " ".join(
        f'<a href="{_url(one)}" title="View {side} topic: {one.title}">{side} {one.title[:20]}</a>'
        for side, one in zip(("←", "→"), near, strict=False)
    )
    return _frame(
        thread.title,
        f'<h1 itemprop="name" class="ipsType_pagetitle">{thread.title}</h1><div class="desc lighter blend_links">Started by {_user(thread.posts[0])}, {_when(thread.posts[0])}</div><div class="topic_controls">{nav}</div><div class="maintitle clear clearfix"><span>{len(thread.posts) - 1} replies to this topic</span></div><div class="topic hfeed clear clearfix">{each(_post, thread.on_page(page))}</div>{nav}<div class="topic_options">{beside}</div>',
        thread.forum,
        thread.board,
    )


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0) -> str:
    crumb = (
        f'<li itemscope><span class="nav_sep">→</span> <a href="{_forum_url(board)}"><span>{forum.boards[board]}</span></a></li>'
        if forum
        else ""
    )
    part = f" - {forum.boards[board]} - Harbour" if forum and title != forum.boards[board] else " - Harbour"
    return f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}{part}</title></head><body id="ipboard_body"><div id="header_bar"><ul><li><a href="/index.php?app=core&amp;section=login">Sign In</a></li><li><a href="/index.php?app=core&amp;section=register">Create Account</a></li></ul></div><div id="primary_nav"><ul><li><a href="/index">Forums</a></li><li><a href="/members/">Members</a></li><li><a href="/calendar/">Calendar</a></li></ul></div><div id="secondary_navigation"><ol class="breadcrumb"><li><a href="/index"><span>Harbour</span></a></li>{crumb}</ol></div><div id="content">{content}</div><div id="footer_utilities"><p id="copyright">Community Forum Software by IP.Board 3.4.6</p></div></body></html>'
