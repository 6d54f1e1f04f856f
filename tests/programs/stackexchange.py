"""Stack Exchange: /questions/12/title, ?page=2&tab=scoredesc, /a/99 and /questions/12/title/99#99; comments in lists."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Redirect, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query["page"]) if query.get("page", "").isdecimal() else 1
    newest = sorted(forum.threads, key=lambda thread: thread.number, reverse=True)
    active = sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)
    if path == "/":
        return _frame(
            "Top Questions",
            f'<div id="question-mini-list">{each(_row, active[:30])}</div><h2>Looking for more? Browse the <a href="/questions">complete list of questions</a></h2>',
        )
    if path == "/questions":
        return _list("All Questions", "/questions", active if query.get("tab") == "active" else newest, page)
    if found := re.fullmatch(r"/questions/tagged/([\w-]+)", path):
        tagged = [thread for thread in newest if found[1] in _tags(thread)]
        return _list(f"Newest '{found[1]}' Questions", path, tagged, page) if tagged else None
    if found := re.fullmatch(r"/questions/(\d+)(?:/([\w-]*))?(?:/(\d+))?", path):
        thread = forum.by_number.get(int(found[1]))
        if thread is None:
            return None
        return _question(thread, page) if found[2] == _slug(thread) else Redirect(_url(thread))
    if found := re.fullmatch(r"/[aq]/(\d+)(?:/\d+)?", path):
        post = forum.posts.get(int(found[1]))
        thread = post.thread if post else forum.by_number.get(int(found[1]))
        return Redirect(_url(thread) + (f"/{post.number}#{post.number}" if post else "")) if thread else None
    if found := re.fullmatch(r"/users/(\d+)/\S+", path):
        known = 0 < int(found[1]) <= len(forum.names)
        return (
            _frame(
                f"User {forum.names[int(found[1]) - 1]}",
                '<div id="mainbar-full"><div>Member for 2 years</div><h2>About</h2><p>Apparently, this user prefers to keep an air of mystery about them.</p></div>',
            )
            if known
            else None
        )
    if path in ("/tags", "/users", "/tour", "/help", "/users/login", "/questions/ask"):
        return _frame(path[1:].title(), "<form><input></form>")
    return None


def _slug(thread: Thread) -> str:
    return thread.slug


def _tags(thread: Thread) -> list[str]:
    return [f"board{thread.board}", *[word for word in thread.slug.split("-")[1:2] if len(word) > 3]]


def _url(thread: Thread) -> str:
    return f"/questions/{thread.number}" + (f"/{thread.slug}" if thread.slug else "/")


def _user(post: Post) -> str:
    return f'<a href="/users/{post.author + 1}/{post.author}-name">{post.name}</a>'


def _time(post: Post) -> str:
    return f'<span title="{post.when:%Y-%m-%d %H:%M:%S}Z" class="relativetime">{post.when:%b} {post.when.day}, {post.when.year} at {post.when.hour}:{post.when:%M}</span>'


def _answers(thread: Thread) -> list[Post]:
    return [post for post in thread.posts[1:] if not _is_comment(post)]


def _is_comment(post: Post) -> bool:
    """Who quotes a post comments on it; comments are not commented on."""
    return post.place > 1 and post.quoted is not None and not _is_comment(post.quoted)


def _row(thread: Thread) -> str:
    last = thread.posts[-1]
    tags = each(lambda tag: f'<a href="/questions/tagged/{tag}" class="post-tag" rel="tag">{tag}</a>', _tags(thread))
    return f"""<div id="question-summary-{thread.number}" class="s-post-summary js-post-summary" data-post-id="{thread.number}"><div class="s-post-summary--stats"><div class="s-post-summary--stats-item" title="Score of 0"><span class="s-post-summary--stats-item-number">0</span><span class="s-post-summary--stats-item-unit">votes</span></div>
<div class="s-post-summary--stats-item has-answers" title="answers"><span class="s-post-summary--stats-item-number">{len(_answers(thread))}</span><span class="s-post-summary--stats-item-unit">answers</span></div></div><div class="s-post-summary--content"><h3 class="s-post-summary--content-title"><a href="{_url(thread)}" class="s-link">{thread.title}</a></h3>
<div class="s-post-summary--content-excerpt">{thread.posts[0].lines[0][:60]} ...</div><div class="s-post-summary--meta"><div class="s-post-summary--meta-tags">{tags}</div><div class="s-user-card s-user-card__minimal"><div class="s-user-card--info"><div class="s-user-card--link">{_user(last)}</div></div><time class="s-user-card--time">
<a class="s-link s-link__muted" href="{_url(thread)}{"?lastactivity" if last.place > 1 else ""}">modified {_time(last)}</a></time></div></div></div></div>"""


def _pager(page: int, last: int, link: str) -> str:
    if last == 1:
        return ""
    items = [
        f'<div class="s-pagination--item is-selected" aria-current="page">{n}</div>'
        if n == page
        else f'<a class="s-pagination--item js-pagination-item" href="{link}page={n}" rel="" title="Go to page {n}">{n}</a>'
        for n in range(1, last + 1)
    ]
    if page < last:
        items.append(
            f'<a class="s-pagination--item js-pagination-item" href="{link}page={page + 1}" rel="next" title="Go to page {page + 1}">Next</a>'
        )
    if page > 1:
        items.insert(
            0,
            f'<a class="s-pagination--item js-pagination-item" href="{link}page={page - 1}" rel="prev" title="Go to page {page - 1}">Prev</a>',
        )
    return f'<div class="s-pagination pager float-left">{"".join(items)}</div>'


def _list(title: str, path: str, threads: list[Thread], page: int) -> str:
    tabs = each(lambda tab: f'<a class="s-btn" href="{path}?tab={tab}">{tab}</a>', ("newest", "active"))
    return _frame(
        title,
        f'<div id="mainbar"><h1 class="fs-headline1">{title}</h1><a href="/questions/ask" class="s-btn">Ask Question</a><div>{len(threads)} questions</div>{tabs}<div id="questions">{each(_row, rows(threads, page))}</div>{_pager(page, pages(threads), f"{path}?tab=newest&amp;")}</div>',
    )


def _text(post: Post) -> str:
    code = f"<pre><code>{post.code}</code></pre>" if post.code else ""
    return "\n".join(f"<p>{line}</p>" for line in post.lines) + code


def order(thread: Thread) -> list[Post]:
    """The posts as they are shown: each with its comments."""
    return [one for post in (thread.posts[0], *_answers(thread)) for one in (post, *_commenting(post))]


def _commenting(post: Post) -> list[Post]:
    return [one for one in post.thread.posts if _is_comment(one) and one.quoted is post]


def _comments(post: Post) -> str:
    own = _commenting(post)

    def item(one: Post) -> str:
        return f"""<li id="comment-{one.number}" class="comment js-comment" data-comment-id="{one.number}"><div class="js-comment-actions comment-actions"><div class="comment-score js-comment-score"></div></div><div class="comment-text js-comment-text-and-form"><div class="comment-body js-comment-edit-hide"><span class="comment-copy">{" ".join(one.lines)}{f" <code>{one.code}</code>" if one.code else ""}</span>
<div class="d-inline-flex ai-center">– <a href="/users/{one.author + 1}/{one.author}-name" title="101 reputation" class="comment-user">{one.name}</a></div><span class="comment-date" dir="ltr"><a class="comment-link" href="#comment{one.number}_{post.number}"><span title="{one.when:%Y-%m-%d %H:%M:%S}Z, License: CC BY-SA 4.0" class="relativetime-clean">{one.when:%b} {one.when.day}, {one.when.year} at {one.when.hour}:{one.when:%M}</span></a></span></div></div></li>"""

    return f'<div class="comments js-comments-container" id="comments-{post.number}"><ul class="comments-list js-comments-list">{each(item, own)}</ul></div>'


def _signature(post: Post, what: str) -> str:
    return f"""<div class="post-signature {"owner" if post.place == 1 else ""} flex--item"><div class="user-info"><div class="user-action-time">{what} {_time(post)}</div><div class="user-gravatar32"><a href="/users/{post.author + 1}/{post.author}-name"><img src="/a/{post.author}.png" alt="{post.name}&#39;s user avatar"></a></div>
<div class="user-details" itemprop="author" itemscope itemtype="http://schema.org/Person">{_user(post)}<span class="d-none" itemprop="name">{post.name}</span><div class="-flair"><span class="reputation-score" title="reputation score">{post.author * 10 + 101}</span></div></div></div></div>"""


def _cell(post: Post, kind: str, link: str) -> str:
    votes = f'<div class="js-voting-container d-flex" data-post-id="{post.number}"><button class="js-vote-up-btn s-btn">Up</button><div class="js-vote-count" itemprop="upvoteCount">{post.number % 4}</div><button class="js-vote-down-btn s-btn">Down</button></div>'
    menu = f'<div class="js-post-menu"><a href="{link}" rel="nofollow" itemprop="url" class="js-share-link js-gps-track">Share</a> <a href="/users/login" class="js-suggest-edit-post">Improve this {kind}</a> <button>Follow</button></div>'
    return f"""<div class="post-layout"><div class="votecell post-layout--left">{votes}</div><div class="{"postcell" if post.place == 1 else "answercell"} post-layout--right"><div class="s-prose js-post-body" itemprop="text">{_text(post)}</div><div class="mt24"><div class="d-flex">{menu}{_signature(post, "asked" if post.place == 1 else "answered")}</div></div></div>
<div class="post-layout--right js-post-comments-component">{_comments(post)}</div></div>"""


def _question(thread: Thread, page: int) -> str:
    question, answers = thread.posts[0], _answers(thread)
    last = max(1, -(-len(answers) // 10))
    nav = _pager(page, last, f"{_url(thread)}?tab=scoredesc&amp;")
    shown = each(
        lambda post: (
            f'<a name="{post.number}"></a><div id="answer-{post.number}" class="answer js-answer" data-answerid="{post.number}" itemprop="suggestedAnswer" itemscope itemtype="https://schema.org/Answer">{_cell(post, "answer", f"/a/{post.number}")}</div>'
        ),
        answers[page * 10 - 10 : page * 10],
    )
    tags = each(lambda tag: f'<a href="/questions/tagged/{tag}" class="post-tag" rel="tag">{tag}</a>', _tags(thread))
    near = [
        one
        for one in thread.forum.threads
        if one.board == thread.board and one is not thread and not one.title.isdecimal()
    ]
    at = thread.number % max(1, len(near) - 4)
    related = each(
        lambda one: (
            f'<div class="spacer"><a href="{_url(one)}?lq=1" title="Question score"><div class="answer-votes">0</div></a><a href="{_url(one)}?rq=1" class="question-hyperlink">{one.title}</a></div>'
        ),
        near[at : at + 4],
    )
    return _frame(
        thread.title,
        f"""<div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question"><div id="question-header"><h1 itemprop="name" class="fs-headline1"><a href="{_url(thread)}" class="question-hyperlink">{thread.title}</a></h1></div><div class="d-flex"><div title="{question.when:%Y-%m-%d %H:%M:%SZ}"><span>Asked</span> <time itemprop="dateCreated" datetime="{question.when:%Y-%m-%dT%H:%M:%S}">3 years ago</time></div></div>
<div id="mainbar" aria-label="question and answers"><div class="question js-question" data-questionid="{thread.number}" id="question">{_cell(question, "question", f"/q/{thread.number}")}<div class="post-taglist">{tags}</div></div><div id="answers"><div id="answers-header"><h2 class="mb0" data-answercount="{len(answers)}">{len(answers)} Answers<span style="display:none;" itemprop="answerCount">{len(answers)}</span></h2></div>
{nav}{shown}{nav}<h2 class="bottom-notice">Browse other questions tagged <ul>{tags}</ul>.</h2></div></div><div id="sidebar"><div class="module sidebar-related"><h4>Related</h4><div class="related js-gps-related-questions">{related}</div></div></div></div>""",
        f'<link rel="canonical" href="{_url(thread)}">' if page == 1 else "",
    )


def _frame(title: str, content: str, head: str = "") -> str:
    return f"""<!DOCTYPE html><html itemscope itemtype="https://schema.org/QAPage" class="html__responsive" lang="en"><head><title>{title} - Example Stack Exchange</title>{head}</head><body class="question-page unified-theme"><header class="s-topbar"><a href="/" class="s-topbar--logo">Example</a><a href="/users/login">Log in</a></header>
<div class="container"><div id="left-sidebar"><ol class="nav-links"><li><a href="/">Home</a></li><li><a href="/questions">Questions</a></li><li><a href="/tags">Tags</a></li><li><a href="/users">Users</a></li></ol></div><div id="content" class="snippet-hidden">{content}</div></div><footer id="footer"><a href="/tour">Tour</a> <a href="/help">Help</a><p>Site design / logo © 2026; user contributions licensed under CC BY-SA</p></footer></body></html>"""
