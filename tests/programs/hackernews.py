"""Hacker News: item?id=12 for stories and for each comment (which shows what answers it), trees drawn by the width of a picture."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, in_tree

ROWS = 15
order = in_tree


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query["p"]) if query.get("p", "").isdecimal() else 1
    number = int(query["id"]) if query.get("id", "").isdecimal() else 0
    if path in ("/", "/news", "/newest"):
        threads = sorted(
            forum.threads, key=lambda thread: thread.posts[0 if path == "/newest" else -1].when, reverse=True
        )
        return _list(threads, page, path.strip("/") or "news")
    if path == "/item":
        post = forum.posts.get(number)
        if post is None:
            return None
        return _item(post.thread) if post.place == 1 else _single(post)
    if path == "/newcomments":
        latest = sorted(forum.posts.values(), key=lambda post: post.when, reverse=True)
        return _frame(
            "New Comments",
            f"<table>{each(lambda post: _comment(post, 0, about=True), [post for post in latest if post.place > 1][:20])}</table>",
        )
    if path == "/user":
        return _frame(
            f"Profile: {query.get('id')}",
            f'<table><tr class="athing"><td>user:</td><td><a href="user?id={query.get("id")}" class="hnuser">{query.get("id")}</a></td></tr><tr><td>created:</td><td>January 1, 2022</td></tr></table>',
        )
    return (
        _frame("Login", "<b>Login</b><form><input></form>")
        if path in ("/login", "/submit", "/ask", "/jobs", "/show", "/front")
        else None
    )


def _user(post: Post) -> str:
    return f'<a href="user?id={post.name}" class="hnuser">{post.name}</a>'


def _age(post: Post) -> str:
    return f'<span class="age" title="{post.when:%Y-%m-%dT%H:%M:%S} {int(post.when.timestamp())}"><a href="item?id={post.number}">2 years ago</a></span>'


def _story(thread: Thread, rank: int) -> str:
    first = thread.posts[0]
    place = f'<span class="rank">{rank}.</span>' if rank else ""
    said = f"{len(thread.posts) - 1}&nbsp;comments" if len(thread.posts) > 1 else "discuss"
    return f"""<tr class="athing submission" id="{first.number}"><td align="right" valign="top" class="title">{place}</td><td valign="top" class="votelinks"><center><a id="up_{first.number}" href="vote?id={first.number}&amp;how=up&amp;goto=news"><div class="votearrow" title="upvote"></div></a></center></td><td class="title"><span class="titleline"><a href="item?id={first.number}">{thread.title}</a></span></td></tr><tr><td colspan="2"></td><td class="subtext"><span class="subline"><span class="score" id="score_{first.number}">{thread.number} points</span> by {_user(first)} {_age(first)} <span id="unv_{first.number}"></span> | <a href="hide?id={first.number}&amp;goto=news">hide</a> | <a href="item?id={first.number}">{said}</a></span></td></tr>"""


def _list(threads: list[Thread], page: int, name: str) -> str:
    first = (page - 1) * ROWS
    shown = threads[first : first + ROWS]
    more = (
        f'<tr class="morespace"></tr><tr><td colspan="2"></td><td class="title"><a href="?p={page + 1}" class="morelink" rel="next">More</a></td></tr>'
        if len(threads) > first + ROWS
        else ""
    )
    rows = "".join(
        _story(thread, first + rank) + '<tr class="spacer" style="height:5px"></tr>'
        for rank, thread in enumerate(shown, 1)
    )
    return _frame(
        "Harbour News" if name == "news" else "New Links",
        f'<table border="0" cellpadding="0" cellspacing="0">{rows}{more}</table>',
    )


def _parent(post: Post) -> Post | None:
    return None if post.place == 1 else post.quoted or post.thread.posts[0]


def _text(post: Post) -> str:
    quoted = f"<i>&gt; {' '.join(post.quoted.lines)}</i><p>" if post.quoted else ""
    code = f"<p><pre><code>  {post.code}\n</code></pre>" if post.code else ""
    return quoted + "<p>".join(post.lines) + code


def _comment(post: Post, depth: int, *, about: bool = False) -> str:
    parent = _parent(post)
    nav = f' | <a href="#{parent.number}" class="clicky" aria-hidden="true">parent</a>' if parent and depth else ""
    on = (
        f' | <a href="item?id={parent.number}">parent</a> | <a href="item?id={post.thread.posts[0].number}">context</a> <span class="onstory"> | on: <a href="item?id={post.thread.posts[0].number}">{post.thread.title}</a></span>'
        if about and parent
        else ""
    )
    return f"""<tr class="athing comtr" id="{post.number}"><td><table border="0"><tr><td class="ind" indent="{depth}"><img src="s.gif" height="1" width="{depth * 40}"></td><td valign="top" class="votelinks"><center><a id="up_{post.number}" class="clicky" href="vote?id={post.number}&amp;how=up"><div class="votearrow" title="upvote"></div></a></center></td><td class="default"><div style="margin-top:2px; margin-bottom:-10px;"><span class="comhead">{_user(post)} {_age(post)} <span id="unv_{post.number}"></span><span class="navs">{nav}{on} <a class="togg clicky" id="{post.number}" n="1" href="javascript:void(0)">[–]</a></span></span></div><br>
<div class="comment"><div class="commtext c00">{_text(post)}</div><div class="reply"><p><font size="1"><u><a href="reply?id={post.number}&amp;goto=item" rel="nofollow">reply</a></u></font></p></div></div></td></tr></table></td></tr>"""


def _tree(post: Post, depth: int) -> str:
    answers = [other for other in post.thread.posts if _parent(other) is post]
    return "".join(_comment(other, depth) + _tree(other, depth + 1) for other in answers)


def _item(thread: Thread) -> str:
    first = thread.posts[0]
    top = f'<tr><td colspan="2"></td><td><div class="toptext">{_text(first)}</div></td></tr>'
    return _frame(
        f"{thread.title} | Harbour News",
        f'<table class="fatitem" border="0">{_story(thread, 0)}{top}<tr><td colspan="2"></td><td><form><textarea></textarea><input type="submit" value="add comment"></form></td></tr></table><br><br><table border="0" class="comment-tree">{_tree(first, 0)}</table>',
    )


def _single(post: Post) -> str:
    return _frame(
        f"{' '.join(post.lines)[:60]}... | Harbour News",
        f'<table class="fatitem" border="0">{_comment(post, 0, about=True)}<tr><td><form><textarea></textarea><input type="submit" value="reply"></form></td></tr></table><br><br><table border="0" class="comment-tree">{_tree(post, 0)}</table>',
    )


def _frame(title: str, content: str) -> str:
    return f"""<html lang="en" op="news"><head><meta name="referrer" content="origin"><title>{title}</title></head><body><center><table id="hnmain" border="0" cellpadding="0" cellspacing="0" width="85%" bgcolor="#f6f6ef"><tr><td bgcolor="#ff6600"><table border="0" width="100%"><tr><td><a href="news"><img src="y18.svg"></a></td><td><span class="pagetop"><b class="hnname"><a href="news">Harbour News</a></b> <a href="newest">new</a> | <a href="newcomments">comments</a> | <a href="ask">ask</a> | <a href="jobs" rel="nofollow">jobs</a> | <a href="submit" rel="nofollow">submit</a></span></td><td><span class="pagetop"><a href="login?goto=news">login</a></span></td></tr></table></td></tr><tr id="pagespace" title="{title}" style="height:10px"></tr><tr><td>{content}</td></tr><tr><td><center><span class="yclinks"><a href="newsguidelines.html">Guidelines</a> | <a href="lists">Lists</a></span></center></td></tr></table></center></body></html>"""
