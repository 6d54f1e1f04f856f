"""MetaFilter: /7007/Slug shows a thread on one page; who and when stand behind the words of a post, in its element; the front page has posts in full."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    parts = path.strip("/").split("/")
    threads = sorted(forum.threads, key=lambda thread: thread.number, reverse=True)
    if path in ("/", "/index.mefi"):
        page = int(query["page"]) if query.get("page", "").isdecimal() else 1
        return _front(threads, page)
    if parts[0].isdecimal():
        thread = forum.by_number.get(int(parts[0]) - 90000)
        return _thread(thread) if thread else None
    if parts[0] == "tags" and len(parts) > 1 and parts[1] in ("0", "1", "2", "3"):
        items = each(
            lambda thread: f'<h2 class="posttitle front"><a href="{_url(thread)}">{thread.title}</a></h2>',
            forum.board(int(parts[1])),
        )
        return _frame(f"Posts tagged with {parts[1]}", items)
    return (
        _frame("User", f"<h1>User {parts[-1]}</h1><p>Joined: January 1, 2020</p>")
        if parts[0] in ("user", "login", "about", "archives", "tags", "random")
        else None
    )


def _url(thread: Thread) -> str:
    return f"/{thread.number + 90000}/" + (thread.slug.title() or "Post")


def _signed(post: Post) -> str:
    when = f"{post.when.hour % 12 or 12}:{post.when:%M %p} on {post.when:%B} {post.when.day}"
    if post.place == 1:
        return f'<span class="smallcopy postbyline">posted by <a href="/user/{post.author + 100}">{post.name}</a> at {when}, {post.when:%Y}'
    likes = (
        f'[<a href="/favorited/2/{post.number}" title="favorites">{post.number % 5} favorites</a>]'
        if post.number % 5 > 1
        else ""
    )
    return f'<span class="smallcopy">posted by <a href="/user/{post.author + 100}" target="_self">{post.name}</a> at <a href="{_url(post.thread)}#{post.number}" target="_self">{when}, {post.when:%Y}</a> {likes}</span>'


def _text(post: Post) -> str:
    quote = f"<em>{' '.join(post.quoted.lines)}</em><br><br>" if post.quoted else ""
    code = f"<br><br><code>{post.code}</code>".replace("\n", "<br>") if post.code else ""
    return quote + "<br><br>".join(post.lines) + code


def _front(threads: list[Thread], page: int) -> str:
    def shown(thread: Thread) -> str:
        count = len(thread.posts) - 1
        return f'<h2 class="posttitle front"><a href="{_url(thread)}">{thread.title}</a></h2><div class="copy post">{_text(thread.posts[0])}<br>{_signed(thread.posts[0])} - <a href="{_url(thread)}">{count} comments</a></span></div>'

    older = f'<a href="/?page={page + 1}">Older posts</a>' if page < pages(threads) else ""
    newer = f'<a href="/?page={page - 1}">Newer posts</a>' if page > 1 else ""
    return _frame(
        "MetaHarbour | Community Weblog",
        f'<div id="posts">{each(shown, rows(threads, page))}<p class="copy">{newer} {older}</p></div>',
    )


def _comment(post: Post) -> str:
    return f'<a name="{post.number}"></a><div class="comments" id="c{post.number}">{_text(post)}<br>{_signed(post)}</div><br><br>'


def _thread(thread: Thread) -> str:
    first = thread.posts[0]
    date = f"{first.when:%B} {first.when.day}, {first.when:%Y} {first.when.hour % 12 or 12}:{first.when:%M %p}"
    return _frame(
        f"{thread.title} | MetaHarbour",
        f'<div id="posts"><h1 class="posttitle threadpage">{thread.title}<br><span class="smallcopy">{date} &nbsp; <a href="/rss/{thread.number}">Subscribe</a></span></h1><div class="copy post threadpage">{_text(first)}{_signed(first)} ({len(thread.posts) - 1} comments total)</span></div><div id="comments">{each(_comment, thread.posts[1:])}</div><p class="copy">You are not currently logged in. <a href="/login">Log in</a> to post comments.</p><div id="related">Tags: <a href="/tags/{thread.board}">{thread.forum.boards[thread.board]}</a></div></div>',
    )


def _frame(title: str, content: str) -> str:
    return f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head><body><div id="logo"><a href="/">MetaHarbour</a></div><ul id="menu"><li><a href="/">Home</a></li><li><a href="/archives">Archives</a></li><li><a href="/tags">Tags</a></li><li><a href="/random">Random</a></li><li><a href="/about">About</a></li><li><a href="/login">Login</a></li></ul>{content}<div id="footer"><p>All posts are &copy; their original authors.</p></div></body></html>'
