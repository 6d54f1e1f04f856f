"""Discourse as it answers readers without scripts: /t/title/12, ?page=2, /t/title/12/5 for the fifth post."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Redirect, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query.get("page") or 0)
    if path in ("/", "/latest", "/top"):
        listed = sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)
        return _list(path.strip("/") or "latest", listed, page)
    if path == "/categories":
        links = each(lambda n: f'<tr><td class="category"><h3>{_category(forum, n)}</h3></td></tr>', range(4))
        return _frame("Categories", f'<table class="category-list">{links}</table>')
    if found := re.fullmatch(r"/c/[\w-]+/(\d)(/l/latest)?", path):
        return _list(f"c/board/{found[1]}", forum.board(int(found[1]) - 1), page) if found[1] in "1234" else None
    if found := re.fullmatch(r"/u/(\S+?)(/summary)?", path):
        known = found[1] in forum.names
        return _frame(found[1], f"<h2>{found[1]}</h2><p>Joined Jan 1, 2022</p>") if known else None
    if found := re.fullmatch(r"/t/(?:([\w-]+)/)?(\d+)(?:/(\d+))?", path):
        thread = forum.by_number.get(int(found[2]))
        if thread is None or int(found[3] or 1) > len(thread.posts) or page > thread.pages:
            return None
        if found[1] != _slug(thread):
            return Redirect(_url(thread))
        return _thread(thread, page or (int(found[3] or 1) - 1) // 10 + 1)
    if path in ("/guidelines", "/tos", "/privacy", "/login", "/about"):
        return _frame(
            path[1:].title(), "<p>This is a civilized place for public discussion. Please treat it as a park.</p>"
        )
    return None


def _slug(thread: Thread) -> str:
    return thread.slug if re.search("[a-z]", thread.slug) else "topic"


def _url(thread: Thread) -> str:
    return f"/t/{_slug(thread)}/{thread.number}"


def _category(forum: Forum, board: int) -> str:
    return f"""<a href="/c/{re.sub("[^a-z]+", "-", forum.boards[board].lower()).strip("-") or "category"}/{board + 1}" class="badge-wrapper bullet">
<span class="badge-category-bg" style="background-color: #25AAE2"></span><span class="badge-category clear-badge"><span class="category-name">{forum.boards[board]}</span></span></a>"""


def _row(thread: Thread) -> str:
    last = thread.posts[-1].when
    return f"""<tr class="topic-list-item" id="topic-list-item-{thread.number}"><td class="main-link" itemprop="itemListElement" itemscope itemtype="http://schema.org/ListItem">
<meta itemprop="name" content="{thread.title}"><meta itemprop="url" content="{_url(thread)}"><span class="link-top-line"><a itemprop="url" href="{_url(thread)}" class="title raw-link raw-topic-link">{thread.title}</a></span>
<div class="link-bottom-line">{_category(thread.forum, thread.board)}</div></td><td class="replies"><span class="posts" title="posts">{len(thread.posts) - 1}</span></td>
<td class="views"><span class="views" title="views">{thread.number * 31}</span></td><td>{last:%B} {last.day}, {last.year}</td></tr>"""


def _list(path: str, threads: list[Thread], page: int) -> str:
    ways = [f'<a rel="prev" href="/{path}?page={page - 1}">← previous page</a>'] if page else []
    ways += (
        [f'<a rel="next" href="/{path}?no_definitions=true&amp;page={page + 1}">next page →</a>']
        if page + 1 < pages(threads)
        else []
    )
    return _frame(
        "Latest topics",
        f"""<div class="topic-list-container" itemscope itemtype="http://schema.org/ItemList"><table class="topic-list"><thead><tr><th>Topic</th><th>Replies</th>
<th class="views">Views</th><th>Activity</th></tr></thead><tbody>{each(_row, rows(threads, page + 1))}</tbody></table></div>
<div role="navigation" itemscope itemtype="http://schema.org/SiteNavigationElement">{" ".join(ways)}</div>""",
    )


def _quote(post: Post, text: str) -> str:
    return f"""<aside class="quote no-group" data-username="{post.name}" data-post="{post.place}" data-topic="{post.thread.number}"><div class="title">
<div class="quote-controls"></div><img alt="" width="24" height="24" src="/letter_avatar/{post.author}/48.png" class="avatar"> {post.name}:</div><blockquote><p>{text}</p></blockquote></aside>"""


def _post(post: Post) -> str:
    text = post.body(_quote, '</p><pre><code class="lang-auto">{}</code></pre><p>', "<br>\n")
    return f"""<div id="post_{post.place}" itemprop="comment" itemscope itemtype="http://schema.org/Comment" class="topic-body crawler-post"><div class="crawler-post-meta">
<span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person"><a itemprop="url" rel="nofollow" href="/u/{post.name}"><span itemprop="name">{post.name}</span></a></span>
<span class="crawler-post-infos"><time itemprop="datePublished" datetime="{post.when:%Y-%m-%dT%H:%M:%SZ}" class="post-time">{post.when:%B} {post.when.day}, {post.when.year}, {post.when.hour % 12 or 12}:{post.when:%M}{"pm" if post.when.hour > 11 else "am"}</time>
<meta itemprop="dateModified" content="{post.when:%Y-%m-%dT%H:%M:%SZ}"><span itemprop="position">{post.place}</span></span></div><div class="post" itemprop="text"><p>{text}</p></div>
<div itemprop="interactionStatistic" itemscope itemtype="http://schema.org/InteractionCounter"><meta itemprop="userInteractionCount" content="{post.number % 3}"><span class="post-likes">{f"{post.number % 3} Likes" if post.number % 3 else ""}</span></div></div>"""


def _thread(thread: Thread, page: int) -> str:
    ways = (
        [
            f'<a rel="prev" itemprop="url" href="{_url(thread)}{f"?page={page - 1}" if page > 2 else ""}">← previous page</a>'
        ]
        if page > 1
        else []
    )
    ways += (
        [f'<a rel="next" itemprop="url" href="{_url(thread)}?page={page + 1}">next page →</a>']
        if page < thread.pages
        else []
    )
    nav = (
        f'<div role="navigation" itemscope itemtype="http://schema.org/SiteNavigationElement" class="topic-body crawler-post">{" ".join(ways)}</div>'
        if ways
        else ""
    )
    near = thread.forum.board(thread.board)[:5]
    related = f'<div id="related-topics" class="more-topics__list"><h3 class="more-topics__list-title">Related topics</h3><table class="topic-list"><tbody>{each(_row, near)}</tbody></table></div>'
    own = f"{_url(thread)}{f'?page={page}' if page > 1 else ''}"
    return _frame(
        f"{thread.title} - {thread.forum.boards[thread.board]}",
        f"""<div id="topic-title"><h1><a href="{_url(thread)}">{thread.title}</a></h1><div class="topic-category">{_category(thread.forum, thread.board)}</div></div>
<div itemscope itemtype="http://schema.org/DiscussionForumPosting"><meta itemprop="headline" content="{thread.title}"><link itemprop="url" href="{_url(thread)}">
{each(_post, thread.on_page(page))}{nav}</div>{related}""",
        f'<link rel="canonical" href="{own}">',
    )  # fmt: skip


def _frame(title: str, content: str, head: str = "") -> str:
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title} - Example</title><meta name="generator" content="Discourse 3.2.0">{head}</head>
<body class="crawler "><header><a href="/">Example</a></header><div id="main-outlet" class="wrap" role="main">{content}</div><footer class="container wrap">
<nav class="crawler-nav"><ul><li><a href="/">Home</a></li><li><a href="/categories">Categories</a></li><li><a href="/guidelines">Guidelines</a></li><li><a href="/tos">Terms of Service</a></li>
<li><a href="/privacy">Privacy Policy</a></li></ul></nav><p class="powered-by-link">Powered by <a href="https://www.discourse.org">Discourse</a>, best viewed with JavaScript enabled</p></footer></body></html>"""
