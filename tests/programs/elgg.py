"""Elgg discussions: /discussion/view/412/slug?offset=20, /discussion/group/7?offset=10, times as titles of ACRONYM, answers newest last."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query.get("offset", "0")) // 10 + 1 if query.get("offset", "0").isdecimal() else 1
    parts = path.strip("/").split("/")
    if path in ("/", "/activity"):
        latest = sorted(forum.posts.values(), key=lambda post: post.when, reverse=True)[:8]
        return _frame("All Site Activity", f'<ul class="elgg-list elgg-list-river">{each(_river, latest)}</ul>')
    if path in ("/groups/all", "/groups"):
        items = each(
            lambda n: (
                f'<li class="elgg-item elgg-item-group"><div class="elgg-image-block"><div class="elgg-body"><h3><a href="/groups/profile/{n + 300}/{("repairs-and-tools", "garden", "boats", "chat")[n]}">{forum.boards[n]}</a></h3><div>All about it</div></div></div></li>'
            ),
            range(4),
        )
        return _frame("All groups", f'<ul class="elgg-list elgg-list-entity">{items}</ul>')
    if parts[:2] == ["groups", "profile"] and len(parts) > 2 and parts[2].isdecimal() and 300 <= int(parts[2]) < 304:
        board = int(parts[2]) - 300
        return _frame(
            forum.boards[board],
            f'<div class="groups-profile"><p>All about it</p></div><div class="elgg-module-group"><h3>Discussion</h3><ul class="elgg-list">{each(_row, forum.board(board)[:5])}</ul><a href="/discussion/group/{board + 300}">View all</a></div>',
        )
    if parts[:2] == ["discussion", "group"] and len(parts) > 2 and parts[2].isdecimal() and 300 <= int(parts[2]) < 304:
        board = int(parts[2]) - 300
        return _list(
            forum.board(board), page, f"/discussion/group/{board + 300}", f"{forum.boards[board]}: Discussions"
        )
    if parts[:2] == ["discussion", "all"]:
        threads = sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)
        return _list(threads, page, "/discussion/all", "Latest discussions")
    if parts[:2] == ["discussion", "view"] and len(parts) > 2 and parts[2].isdecimal():
        post = forum.posts.get(int(parts[2]))
        return _thread(post.thread, page) if post and post.place == 1 and page <= post.thread.pages else None
    if parts[0] == "profile":
        return _frame(parts[1], f"<div class='profile'><h2>{parts[1]}</h2></div>")
    return (
        _frame("Log in", "<form><input></form>")
        if parts[0] in ("login", "register", "members", "about", "forgotpassword", "search")
        else None
    )


def _url(thread: Thread) -> str:
    return f"/discussion/view/{thread.posts[0].number}/{thread.slug or 'discussion'}"


def _user(post: Post) -> str:
    return f'<a class="elgg-anchor" href="/profile/user{post.author}"><span class="elgg-anchor-label">{post.name}</span></a>'


def _time(post: Post) -> str:
    return f'<time title="{post.when.day} {post.when:%B} {post.when:%Y} @ {post.when.hour % 12 or 12}:{post.when:%M}{"am" if post.when.hour < 12 else "pm"}" datetime="{post.when:%Y-%m-%dT%H:%M:%S}+00:00">2 years ago</time>'


def _river(post: Post) -> str:
    deed = "started a discussion topic" if post.place == 1 else "replied on the discussion topic"
    return f'<li class="elgg-item elgg-item-river"><div class="elgg-image-block elgg-river-item"><div class="elgg-body"><div class="elgg-river-summary">{_user(post)} {deed} <a class="elgg-river-object" href="{_url(post.thread)}">{post.thread.title}</a> in the group <a href="/groups/profile/{post.thread.board + 300}">{post.thread.forum.boards[post.thread.board]}</a> <span class="elgg-river-timestamp">{_time(post)}</span></div><div class="elgg-river-message">{post.lines[0][:80]}</div></div></div></li>'


def _row(thread: Thread) -> str:
    first, last = thread.posts[0], thread.posts[-1]
    return f'<li id="elgg-object-{first.number}" class="elgg-item elgg-item-object elgg-item-object-discussion"><div class="elgg-image-block"><div class="elgg-image"><a href="/profile/user{first.author}"><img src="/a/{first.author}.jpg" alt="{first.name}"></a></div><div class="elgg-body"><div class="elgg-listing-summary"><h3 class="elgg-listing-summary-title"><a href="{_url(thread)}">{thread.title}</a></h3><div class="elgg-listing-summary-subtitle elgg-subtext"><span class="elgg-listing-byline">Started by {_user(first)}</span> {_time(first)} <a href="{_url(thread)}#comments">Replies ({len(thread.posts) - 1})</a> Last reply by {_user(last)} {_time(last)}</div></div></div></div></li>'


def _nav(page: int, last: int, base: str) -> str:
    if last == 1:
        return ""
    items = "".join(
        f'<li class="elgg-state-selected"><span>{n}</span></li>'
        if n == page
        else f'<li><a href="{base}?offset={n * 10 - 10}#comments">{n}</a></li>'
        for n in range(1, last + 1)
    )
    before = (
        f'<li class="elgg-pagination-previous"><a href="{base}?offset={page * 10 - 20}">Previous</a></li>'
        if page > 1
        else ""
    )
    after = f'<li class="elgg-pagination-next"><a href="{base}?offset={page * 10}">Next</a></li>' if page < last else ""
    return f'<div class="elgg-nav-pagination"><ul class="elgg-pagination">{before}{items}{after}</ul></div>'


def _list(threads: list[Thread], page: int, base: str, title: str) -> str:
    return _frame(
        title,
        f'<ul class="elgg-list elgg-list-entity">{each(_row, rows(threads, page))}</ul>{_nav(page, pages(threads), base)}',
    )


def _output(post: Post) -> str:
    quote = f"<blockquote>{each(lambda line: f'<p>{line}</p>', post.quoted.lines)}</blockquote>" if post.quoted else ""
    code = f"<pre>{post.code}</pre>" if post.code else ""
    return f"{quote}{each(lambda line: f'<p>{line}</p>', post.lines)}{code}"


def _comment(post: Post) -> str:
    return f"""<li id="elgg-object-{post.number}" class="elgg-item elgg-item-object elgg-item-object-comment"><article class="elgg-image-block elgg-comment clearfix"><div class="elgg-image"><div class="elgg-avatar elgg-avatar-small"><a href="/profile/user{post.author}"><img src="/a/{post.author}.jpg" alt="{post.name}" title="{post.name}"></a></div></div><div class="elgg-body"><div class="elgg-listing-summary"><div class="elgg-listing-summary-subtitle elgg-subtext"><span class="elgg-listing-byline">{_user(post)}</span> <span class="elgg-listing-time">{_time(post)}</span></div><div class="elgg-listing-summary-content elgg-content"><div class="elgg-inner"><div class="elgg-output" data-role="comment-text">{_output(post)}</div></div></div></div></div></article></li>"""


def _thread(thread: Thread, page: int) -> str:
    first = thread.posts[0]
    board = thread.forum.boards[thread.board]
    shown = [post for post in thread.on_page(page) if post.place > 1]
    opener = f'<div class="elgg-listing-full elgg-listing-full-discussion"><div class="elgg-listing-full-header"><div class="elgg-image"><a href="/profile/user{first.author}"><img src="/a/{first.author}.jpg" alt="{first.name}"></a></div><div class="elgg-body"><div class="elgg-listing-full-subtitle elgg-subtext"><span class="elgg-listing-byline">Started by {_user(first)}</span> <span class="elgg-listing-time">{_time(first)}</span></div></div></div><div class="elgg-listing-full-body"><div class="elgg-output">{_output(first)}</div></div></div>'
    return _frame(
        thread.title,
        f'{opener}<div id="comments" class="elgg-comments"><h3>Replies</h3><ul class="elgg-list elgg-list-comments">{each(_comment, shown)}</ul>{_nav(page, thread.pages, _url(thread))}</div>',
        f'<ul class="elgg-breadcrumbs"><li><a href="/discussion/all">Discussions</a></li><li><a href="/discussion/group/{thread.board + 300}">{board}</a></li></ul>',
    )


def _frame(title: str, content: str, crumbs: str = "") -> str:
    return f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title} : Harbour</title></head><body><div class="elgg-page elgg-page-default"><div class="elgg-page-topbar"><h1><a href="/">Harbour</a></h1><ul class="elgg-menu elgg-menu-site"><li><a href="/activity">Activity</a></li><li><a href="/groups/all">Groups</a></li><li><a href="/discussion/all">Discussions</a></li><li><a href="/members">Members</a></li><li><a href="/login">Log in</a></li></ul></div><div class="elgg-page-body"><div class="elgg-layout"><div class="elgg-layout-header">{crumbs}<h2 class="elgg-heading-main">{title}</h2></div><div class="elgg-layout-body">{content}</div><div class="elgg-sidebar"><form class="elgg-form-search" action="/search"><input name="q"></form></div></div></div><div class="elgg-page-footer"><ul class="elgg-menu-footer"><li><a href="/about">About</a></li><li>Powered by Elgg</li></ul></div></div></body></html>'
