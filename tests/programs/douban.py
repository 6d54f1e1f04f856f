"""Douban groups: /group/topic/7/?start=10 shows the topic and answers to it, a reference to an answer as one line; /group/tools/discussion?start=25."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pager, pages, rows

GROUPS = ("tools", "garden", "656297", "chat")
LONG = 20000000


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    start = int(query["start"]) if query.get("start", "").isdecimal() else 0
    parts = path.strip("/").split("/")
    if path in ("/", "/group/", "/group/explore"):
        items = each(
            lambda n: (
                f'<li><div class="pic"><a href="/group/{GROUPS[n]}/"><img src="/icon/g{n}.jpg" alt="{forum.boards[n]}"></a></div><div class="info"><div class="title"><a href="/group/{GROUPS[n]}/">{forum.boards[n]}</a></div>1200 个成员</div></li>'
            ),
            range(4),
        )
        latest = sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)[:6]
        hot = each(
            lambda thread: (
                f'<div class="channel-item"><div class="likes">{thread.number}<br>喜欢</div><div class="bd"><h3><a href="{_url(thread)}">{thread.title}</a></h3><div class="block"><p>{thread.posts[0].lines[0]}</p></div><div class="source"><span class="from">来自<a href="/group/{GROUPS[thread.board]}/">{forum.boards[thread.board]}</a></span><span class="pubtime">{thread.posts[0].when:%Y-%m-%d %H:%M}</span></div></div></div>'
            ),
            latest,
        )
        return _frame("豆瓣小组", f'<div class="article"><div class="groups">{items}</div><h1>讨论精选</h1>{hot}</div>')
    if parts[0] == "people":
        return _frame("people", f"<div class='user-info'>{parts[1]} 2020-01-01加入</div>")
    if parts[0] != "group" or len(parts) < 2:
        return _frame("登录", "<form><input></form>") if path.startswith("/accounts/") else None
    if parts[1] in GROUPS and (len(parts) == 2 or parts[2] == "discussion"):
        return _list(forum, GROUPS.index(parts[1]), start // 25 + 1 if len(parts) > 2 else 0)
    if parts[1] == "topic" and len(parts) == 3 and parts[2].isdecimal():
        thread = forum.by_number.get(int(parts[2]) - LONG)
        return _thread(thread, start // 10 + 1) if thread and start < len(thread.posts) else None
    return None


def _url(thread: Thread) -> str:
    return f"/group/topic/{thread.number + LONG}/"


def _user(post: Post) -> str:
    return f'<a href="/people/{9000 + post.author}/">{post.name}</a>'


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)
    shown = threads[:10] if not page else rows(threads, page)

    def row(thread: Thread) -> str:
        return f'<tr class=""><td class="title"><a href="{_url(thread)}" title="{thread.title}" class="">{thread.title}</a></td><td nowrap="nowrap">{_user(thread.posts[0])}</td><td nowrap="nowrap" class="r-count ">{len(thread.posts) - 1 or ""}</td><td nowrap="nowrap" class="time">{thread.posts[-1].when:%m-%d %H:%M}</td></tr>'

    nav = pager(
        page,
        pages(threads),
        lambda n: f"/group/{GROUPS[board]}/discussion?start={n * 25 - 25}",
        '<span class="thispage">{}</span>',
    )
    foot = (
        f'<div class="paginator">{nav}</div>'
        if page
        else f'<div class="group-topics-more"><a href="/group/{GROUPS[board]}/discussion?start=0">&gt; 更多小组讨论</a></div>'
    )
    head = (
        f'<div class="group-board"><p>创建于2012-01-01 组长：<a href="/people/1/">组长</a></p><p>欢迎来到{forum.boards[board]}，请友善发言。</p></div>'
        if not page
        else ""
    )
    return _frame(
        f"{forum.boards[board]}小组{'' if not page else '讨论'}",
        f'<div class="article"><h1>{forum.boards[board]}{"" if not page else "小组的讨论"}</h1>{head}<div><table class="olt"><tr class="th"><td>讨论</td><td>作者</td><td>回应</td><td>最后回应</td></tr>{each(row, shown)}</table></div>{foot}</div>',
    )


def _reply(post: Post) -> str:
    quote = (
        f'<div class="reply-quote"><div class="reply-quote-content"><span class="short">{" ".join(post.quoted.lines)[:40]}</span><span class="all">{" ".join(post.quoted.lines)}</span></div><span class="pubdate">{_user(post.quoted)}</span></div>'
        if post.quoted
        else ""
    )
    return f"""<li class="clearfix comment-item reply-item" id="{post.number}" data-cid="{post.number}" data-author-id="{9000 + post.author}"><div class="user-face"><a href="/people/{9000 + post.author}/"><img class="pil" src="/icon/u{post.author}.jpg" alt="{post.name}"></a></div><div class="reply-doc content"><div class="bg-img-green"><h4>{_user(post)}<span class="pubtime">{post.when:%Y-%m-%d %H:%M:%S}</span></h4></div>{quote}<p class=" reply-content">{"<br>".join([*post.lines, *post.code.splitlines()])}</p><div class="operation_div"><div class="operation-more"><a rel="nofollow" href="javascript:void(0);">举报</a></div><a href="javascript:;" class="comment-vote lnk-fav">赞</a><a href="{_url(post.thread)}?cid={post.number}#last" class="lnk-reply">回应</a></div></div></li>"""


def _thread(thread: Thread, page: int) -> str:
    first = thread.posts[0]
    opener = (
        f'<div class="topic-content clearfix"><div class="user-face"><a href="/people/{9000 + first.author}/"><img class="pil" src="/icon/u{first.author}.jpg" alt="{first.name}"></a></div><div class="topic-doc"><h3><span class="from">来自: {_user(first)}</span><span class="create-time color-green">{first.when:%Y-%m-%d %H:%M:%S}</span></h3><div id="link-report"><div class="rich-content topic-richtext">{each(lambda line: f"<p>{line}</p>", [*first.lines, *first.code.splitlines()])}</div></div></div></div><div class="sns-bar"><a href="#">赞</a><span>{thread.number}</span><a href="#">转发</a></div>'
        if page == 1
        else f'<div class="topic-opt"><a href="{_url(thread)}">查看原帖</a></div>'
    )
    shown = [post for post in thread.on_page(page) if post.place > 1]
    nav = pager(page, thread.pages, lambda n: f"{_url(thread)}?start={n * 10 - 10}", '<span class="thispage">{}</span>')
    following = (
        f'<span class="next"><link rel="next" href="{_url(thread)}?start={page * 10}"><a href="{_url(thread)}?start={page * 10}">后页&gt;</a></span>'
        if page < thread.pages
        else ""
    )
    others = each(
        lambda other: (
            f'<li><a href="{_url(other)}">{other.title}</a> <span class="pl">({other.posts[0].name})</span></li>'
        ),
        [other for other in thread.forum.board(thread.board) if other is not thread][:5],
    )
    return _frame(
        thread.title,
        f'<div class="article"><h1>{thread.title}</h1>{opener}<ul class="topic-reply" id="comments">{each(_reply, shown)}</ul><div class="paginator">{nav}{following}</div><div class="txd"><a href="/accounts/login">你的回应</a></div></div><div class="aside"><div class="group-item"><div class="title"><a href="/group/{GROUPS[thread.board]}/?ref=sidebar">{thread.forum.boards[thread.board]}</a></div></div><h2>最新讨论</h2><ul class="topic-list">{others}</ul></div>',
    )


def _frame(title: str, content: str) -> str:
    return f'<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><title>{title}</title></head><body><div id="db-global-nav"><a href="/accounts/login?source=group">登录/注册</a></div><div id="db-nav-group"><a href="/group/">豆瓣小组</a> <a href="/group/explore">精选</a></div><div id="wrapper"><div id="content"><div class="grid-16-8 clearfix">{content}</div></div><div id="footer"><span class="fleft gray-link">© 2005－2023 harbour.test, all rights reserved 北京港湾科技有限公司</span></div></div></body></html>'
