"""Homeland (Ruby China): /topics/7?page=2, /topics/node2?page=2, replies by ids of their floors, times in an attribute."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query["page"]) if query.get("page", "").isdecimal() else 1
    parts = path.strip("/").split("/")
    if path in ("/", "/topics", "/topics/last", "/topics/popular"):
        threads = sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)
        return _list(threads, page, "/topics", "社区")
    if parts[0] == "topics" and parts[1].startswith("node") and parts[1][4:] in ("0", "1", "2", "3"):
        board = int(parts[1][4:])
        return _list(forum.board(board), page, path, forum.boards[board])
    if parts[0] == "topics" and parts[1].isdecimal():
        thread = forum.by_number.get(int(parts[1]))
        return _topic(thread, page) if thread and page <= thread.pages else None
    if parts[0].startswith("user") and parts[0][4:].isdecimal():
        return _frame(
            "用户",
            f'<div class="user-profile"><h3>{forum.names[int(parts[0][4:])]}</h3><div>第 3 位会员 / 2020-01-01</div></div>',
        )
    return (
        _frame("登录", "<form><input></form>") if parts[0] in ("account", "wiki", "sites", "jobs", "search") else None
    )


def _user(post: Post) -> str:
    return f'<a class="user-name" data-author="true" data-name="{post.name}" href="/user{post.author}">{post.name}</a>'


def _ago(post: Post) -> str:
    return f'<abbr class="timeago" title="{post.when:%Y-%m-%dT%H:%M:%S}+00:00">{post.when:%Y年%m月%d日}</abbr>'


def _nav(page: int, last: int, base: str) -> str:
    if last == 1:
        return ""
    links = "".join(
        f'<li class="page-item active"><span class="page-link">{n}</span></li>'
        if n == page
        else f'<li class="page-item"><a rel="{"next" if n == page + 1 else "prev" if n == page - 1 else ""}" class="page-link" href="{base}{f"?page={n}" if n > 1 else ""}">{n}</a></li>'
        for n in range(1, last + 1)
    )
    return f'<nav class="pagination-wrap"><ul class="pagination">{links}</ul></nav>'


def _row(thread: Thread) -> str:
    first, last = thread.posts[0], thread.posts[-1]
    said = (
        f'<span class="hidden-mobile"> • </span>最后由 <a data-name="{last.name}" href="/user{last.author}">{last.name}</a> 回复于 {_ago(last)}'
        if len(thread.posts) > 1
        else f'<span class="hidden-mobile"> • </span>发布于 {_ago(first)}'
    )
    return f"""<div class="topic media topic-{thread.number}"><div class="avatar media-left"><a title="{first.name}" href="/user{first.author}"><img class="media-object avatar-48" src="/a/{first.author}.jpg"></a></div><div class="infos media-body"><div class="title media-heading"><a title="{thread.title}" href="/topics/{thread.number}"><span class="node">{thread.forum.boards[thread.board]}</span>{thread.title}</a></div><div class="info"><a class="node" href="/topics/node{thread.board}">{thread.forum.boards[thread.board]}</a><span class="hidden-mobile"> • </span><a data-name="{first.name}" href="/user{first.author}">{first.name}</a>{said}</div></div><div class="count media-right"><a class="state-false" href="/topics/{thread.number}#reply-{len(thread.posts)}">{len(thread.posts) - 1}</a></div></div>"""


def _list(threads: list[Thread], page: int, base: str, title: str) -> str:
    return _frame(
        title,
        f'<div class="topics card"><div class="card-header clearfix"><ul class="filter nav nav-pills"><li><a href="/topics">默认</a></li><li><a href="/topics/popular">优质帖子</a></li><li><a href="/topics/last">最新发布</a></li></ul></div><div class="card-body item-list">{each(_row, rows(threads, page))}</div><div class="card-footer clearfix">{_nav(page, pages(threads), base)}</div></div>',
    )


def _markdown(post: Post) -> str:
    quote = f"<blockquote><p>{'<br>'.join(post.quoted.lines)}</p></blockquote>" if post.quoted else ""
    code = f'<pre class="highlight plaintext"><code>{post.code}\n</code></pre>' if post.code else ""
    return f"{quote}{each(lambda line: f'<p>{line}</p>', post.lines)}{code}"


def _reply(post: Post) -> str:
    floor = post.place - 1
    return f"""<div class="reply" data-id="{post.number}" id="reply-{post.number}"><div class="avatar"><a title="{post.name}" href="/user{post.author}"><img class="media-object avatar-48" src="/a/{post.author}.jpg"></a></div><div class="reply-infos"><div class="info"><span class="name">{_user(post)}</span><span class="sp">·</span><a class="reply-floor" href="#reply{floor}">#{floor}</a><span class="sp">·</span><a class="time" href="#reply-{post.number}">{_ago(post)}</a><span class="opts pull-right"><span class="hideable"><a class="btn-reply fa fa-mail-reply" href="#" title="回复此楼"></a></span><a class="likeable" data-count="{post.number % 4}" href="#">{f"{post.number % 4} 个赞" if post.number % 4 else ""}</a></span></div><div class="markdown">{_markdown(post)}</div></div></div>"""


def _topic(thread: Thread, page: int) -> str:
    first = thread.posts[0]
    board = thread.forum.boards[thread.board]
    detail = f'<div class="topic-detail card"><div class="card-header media clearfix"><div class="media-body"><h1 class="media-heading"><a class="node" href="/topics/node{thread.board}">{board}</a> <span class="title">{thread.title}</span></h1><div class="info"><a class="user-name" data-name="{first.name}" href="/user{first.author}">{first.name}</a> · {_ago(first)} · 最后由 <a data-name="{thread.posts[-1].name}" href="/user{thread.posts[-1].author}">{thread.posts[-1].name}</a> 回复于 {_ago(thread.posts[-1])} · {thread.number * 9} 次阅读</div></div><div class="avatar media-right"><a href="/user{first.author}"><img class="avatar-48" src="/a/{first.author}.jpg"></a></div></div><div class="card-body markdown markdown-toc">{_markdown(first)}</div><div class="card-footer clearfix"><div class="opts"><a class="likeable" href="#">{thread.number % 5} 个赞</a></div></div></div>'
    shown = [post for post in thread.on_page(page) if post.place > 1]
    replies = (
        f'<div id="replies" class="card"><div class="total card-header">共收到 <b>{len(thread.posts) - 1}</b> 条回复</div><div class="items card-body">{each(_reply, shown)}</div></div>'
        if shown
        else '<div class="no-result">暂无回复。</div>'
    )
    return _frame(
        f"{thread.title} · 港湾",
        f'{detail}{replies}{_nav(page, thread.pages, f"/topics/{thread.number}")}<div class="card"><a href="/account/sign_in">需要 登录 后方可回复</a></div>',
    )


def _frame(title: str, content: str) -> str:
    return f"""<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title} · 港湾社区</title></head><body><div class="header navbar"><div class="container"><a href="/" class="navbar-brand"><b>港湾</b></a><ul class="nav"><li><a href="/topics">社区</a></li><li><a href="/wiki">Wiki</a></li><li><a href="/sites">酷站</a></li><li><a href="/jobs">招聘</a></li></ul><a href="/account/sign_up">注册</a> <a href="/account/sign_in">登录</a></div></div><div id="main" class="main-container container"><div class="row"><div class="col-lg-9">{content}</div><div class="sidebar col-lg-3"><div class="card"><div class="card-header">社区运行状态</div><div>社区会员：12 人</div></div></div></div></div><footer class="footer">由众多爱好者共同维护的社区 <a href="/wiki/about">关于</a></footer></body></html>"""
