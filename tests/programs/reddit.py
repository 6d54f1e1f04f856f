"""Old Reddit: /r/boats/comments/1a2b/title/, ids in base 36, comments within comments, lists by ?count=10&after=t3_1a2b."""

from __future__ import annotations

import re
from urllib.parse import quote as quoted

from tests.programs.forum import Forum, Post, Redirect, Thread, each, in_tree

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
BOARDS = ("repairs", "gardens", "boats", "smalltalk")
order = in_tree


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    recent = sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)
    if path in ("/", "/new/", "/hot/", "/top/"):
        return _list("Example: the front page", path, recent, query)
    if (found := re.fullmatch(r"/r/(\w+)/(?:new/|top/)?", path)) and found[1] in BOARDS:
        board = BOARDS.index(found[1])
        return _list(forum.boards[board], path, forum.board(board), query)
    if found := re.fullmatch(r"/r/(\w+)/comments/(\w+)/(?:([^/]*)/(?:(\w+)/)?)?", path):
        thread = forum.by_number.get(_number(found[2]))
        if thread is None:
            return None
        if not found[3]:
            return Redirect(_url(thread))
        only = forum.posts.get(_number(found[4])) if found[4] else None
        return _thread(thread, only)
    if (found := re.fullmatch(r"/user/([^/]+)/(?:comments/|submitted/)?", path)) and found[1] in forum.names:
        own = [post for post in forum.posts.values() if post.name == found[1] and post.place > 1][-10:]
        return _frame(f"overview for {found[1]}", each(_of_user, own))
    return _frame("log in", "<form><input></form>") if path in ("/login", "/register", "/wiki/", "/rules/") else None


def _id(number: int) -> str:
    text, number = "", number * 1_000_003 + 500_000_000
    while number:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return text


def _number(text: str) -> int:
    return (int(text, 36) - 500_000_000) // 1_000_003


def _url(thread: Thread, post: Post | None = None) -> str:
    slug = quoted(re.sub(r"[^\w]+", "_", thread.title.lower()).strip("_")[:50])
    return f"/r/{BOARDS[thread.board]}/comments/{_id(thread.number)}/{slug}/" + (f"{_id(post.number)}/" if post else "")


def _author(post: Post) -> str:
    return f'<a href="/user/{quoted(post.name)}" class="author may-blank id-t2_{_id(post.author)}">{post.name}</a>'


def _time(post: Post) -> str:
    return f'<time title="{post.when:%a %b %d %H:%M:%S %Y} UTC" datetime="{post.when:%Y-%m-%dT%H:%M:%S}+00:00" class="live-timestamp">3 years ago</time>'


def _row(thread: Thread) -> str:
    first, sub = thread.posts[0], BOARDS[thread.board]
    return f"""<div class="thing id-t3_{_id(thread.number)} even link self" id="thing_t3_{_id(thread.number)}" data-fullname="t3_{_id(thread.number)}" data-author="{first.name}" data-subreddit="{sub}"><p class="parent"></p><span class="rank">1</span>
<div class="midcol unvoted"><div class="arrow up login-required" role="button"></div><div class="score unvoted" title="{thread.number % 9}">{thread.number % 9}</div><div class="arrow down login-required" role="button"></div></div><div class="entry unvoted"><div class="top-matter"><p class="title"><a class="title may-blank" href="{_url(thread)}">{thread.title}</a>
<span class="domain">(<a href="/r/{sub}/">self.{sub}</a>)</span></p><p class="tagline">submitted {_time(first)} by {_author(first)} to <a href="/r/{sub}/" class="subreddit hover may-blank">r/{sub}</a></p><ul class="flat-list buttons"><li class="first"><a href="{_url(thread)}" class="bylink comments may-blank">{len(thread.posts) - 1} comments</a></li>
<li class="share"><a class="post-sharing-button" href="javascript: void 0;">share</a></li><li><a href="#">save</a></li><li><a href="javascript:void(0)">hide</a></li></ul></div></div></div>"""


def _list(title: str, path: str, threads: list[Thread], query: dict[str, str]) -> str:
    start, size = 0, 10
    names = [f"t3_{_id(thread.number)}" for thread in threads]
    if query.get("after") in names:
        start = names.index(query["after"]) + 1
    if query.get("before") in names:
        start = max(0, names.index(query["before"]) - size)
    shown = threads[start : start + size]
    ways = []
    if start:
        ways.append(
            f'<span class="prev-button"><a href="{path}?count={start + 1}&amp;before=t3_{_id(shown[0].number)}" rel="nofollow prev">‹ prev</a></span>'
        )
    if start + size < len(threads):
        ways.append(
            f'<span class="next-button"><a href="{path}?count={start + size}&amp;after=t3_{_id(shown[-1].number)}" rel="nofollow next">next ›</a></span>'
        )
    nav = f'<div class="nav-buttons"><span class="nextprev">view more: {" ".join(ways)}</span></div>'
    return _frame(title, f'<div id="siteTable" class="sitetable linklisting">{each(_row, shown)}{nav}</div>')


def _text(post: Post) -> str:
    lines = "</p>\n\n<p>".join(post.lines)
    code = f"<pre><code>{post.code}</code></pre>" if post.code else ""
    return (
        f'<div class="usertext-body may-blank-within md-container"><div class="md"><p>{lines}</p>\n{code}</div></div>'
    )


def _comment(post: Post, ids: dict[int, list[Post]]) -> str:
    link = _url(post.thread, post)
    below = each(lambda one: _comment(one, ids), ids.get(post.number, []))
    return f"""<div class="thing id-t1_{_id(post.number)} noncollapsed comment" id="thing_t1_{_id(post.number)}" data-fullname="t1_{_id(post.number)}" data-type="comment" data-author="{post.name}"><p class="parent"><a name="{_id(post.number)}"></a></p>
<div class="midcol unvoted"><div class="arrow up login-required" role="button"></div><div class="arrow down login-required" role="button"></div></div><div class="entry unvoted"><p class="tagline"><a href="javascript:void(0)" class="expand" onclick="return togglecomment(this)">[–]</a>{_author(post)}<span class="userattrs"></span>
<span class="score unvoted" title="1">1 point</span> {_time(post)}&nbsp;<a href="javascript:void(0)" class="numchildren">({len(ids.get(post.number, []))} children)</a></p><form action="#" class="usertext warn-on-unload" id="form-t1_{_id(post.number)}">{_text(post)}</form>
<ul class="flat-list buttons"><li class="first"><a href="{link}" data-event-action="permalink" class="bylink" rel="nofollow">permalink</a></li><li><a class="embed-comment" href="javascript:void(0)">embed</a></li><li class="reply-button"><a href="javascript:void(0)">reply</a></li></ul></div>
<div class="child">{f'<div id="siteTable_t1_{_id(post.number)}" class="sitetable listing">{below}</div>' if below else ""}</div><div class="clearleft"></div></div>"""


def _of_user(post: Post) -> str:
    return f"""<div class="thing id-t1_{_id(post.number)} comment" data-type="comment"><p class="parent"><a href="{_url(post.thread)}" class="title" rel="nofollow">{post.thread.title}</a> by {_author(post.thread.posts[0])} in <a href="/r/{BOARDS[post.thread.board]}/" class="subreddit hover">{BOARDS[post.thread.board]}</a></p>
<div class="entry unvoted"><p class="tagline"><a href="javascript:void(0)" class="expand">[–]</a>{_author(post)} <span class="score unvoted">1 point</span> {_time(post)}</p><form class="usertext">{_text(post)}</form><ul class="flat-list buttons"><li class="first"><a href="{_url(post.thread, post)}" class="bylink">permalink</a></li>
<li><a href="{_url(post.thread, post)}?context=3" class="bylink">context</a></li><li><a href="{_url(post.thread)}" class="bylink">full comments ({len(post.thread.posts) - 1})</a></li></ul></div></div>"""


def _answering(thread: Thread) -> dict[int, list[Post]]:
    ids = dict[int, list[Post]]()
    for post in thread.posts[1:]:
        ids.setdefault((post.quoted or thread.posts[0]).number, []).append(post)
    return ids


def _thread(thread: Thread, only: Post | None) -> str:
    first, ids = thread.posts[0], _answering(thread)
    shown = [only] if only else ids.get(first.number, [])
    own = f'<div class="expando"><form action="#" class="usertext warn-on-unload" id="form-t3_{_id(thread.number)}">{_text(first)}</form></div>'
    notice = (
        f'<div class="infobar"><p>you are viewing a single comment\'s thread.</p><p><a href="{_url(thread)}">view the rest of the comments →</a></p></div>'
        if only
        else ""
    )
    return _frame(
        f"{thread.title} : {BOARDS[thread.board]}",
        f"""<div id="siteTable" class="sitetable linklisting">{_row(thread).replace("</ul></div></div></div>", f"</ul></div>{own}</div></div>")}</div><div class="commentarea"><div class="panestack-title"><span class="title">all {len(thread.posts) - 1} comments</span></div>
<div class="menuarea"><div class="spacer"><span class="dropdown-title lightdrop">sorted by: </span><div class="dropdown lightdrop"><span class="selected">best</span></div></div></div>{notice}<div id="siteTable_t3_{_id(thread.number)}" class="sitetable nestedlisting">{each(lambda one: _comment(one, ids), shown)}</div></div>""",
    )


def _frame(title: str, content: str) -> str:
    menu = each(lambda name: f'<li><a href="/r/{name}/" class="choice">{name}</a></li>', BOARDS)
    return f"""<!DOCTYPE html><html lang="en"><head><title>{title}</title></head><body class="listing-page"><div id="header" role="banner"><div id="sr-header-area"><ul class="flat-list sr-bar">{menu}</ul></div><div id="header-bottom-left"><a href="/" id="header-img" class="default-header" title="">Example</a><ul class="tabmenu"><li class="selected"><a href="/hot/" class="choice">hot</a></li>
<li><a href="/new/" class="choice">new</a></li><li><a href="/top/" class="choice">top</a></li></ul></div><div id="header-bottom-right"><span class="user">Want to join? <a href="/login" class="login-required">Log in</a> or <a href="/register" class="login-required">sign up</a> in seconds.</span></div></div>
<div class="side"><div class="spacer"><form id="search"><input placeholder="search"></form></div></div><a name="content"></a><div class="content" role="main">{content}</div><div class="footer-parent"><div class="footer rounded"><ul><li><a href="/rules/">site rules</a></li><li><a href="/wiki/">wiki</a></li></ul></div><p class="bottommenu">© 2026 example inc.</p></div></body></html>"""
