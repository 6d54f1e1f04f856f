"""Launchpad Answers: /harbour/+question/467, its text in a report of another markup than the comments; the list by batches (start=10&memo=10)."""

from __future__ import annotations

import re

from tests.programs.forum import Forum, Post, Thread, each


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path in ("/", "/harbour", "/harbour/+questions"):
        return _list(forum, int(query.get("start") or 0))
    if found := re.fullmatch(r"/harbour/\+question/(\d+)", path):
        post = forum.posts.get(int(found[1]))
        return _question(post.thread) if post and post.place == 1 else None
    if found := re.fullmatch(r"/harbour/\+question/(\d+)/messages/(\d+)", path):
        post = forum.posts.get(int(found[1]))
        place = int(found[2])
        return (
            _frame(
                "Comment",
                f'<div class="boardCommentBody"><div class="comment-text editable-message-text">{_text(post.thread.posts[place])}</div></div>',
            )
            if post and place < len(post.thread.posts)
            else None
        )
    if found := re.fullmatch(r"/~user(\d+)", path):
        return _frame(
            forum.names[int(found[1])],
            f"<h1>{forum.names[int(found[1])]}</h1><dl><dt>Launchpad Id:</dt><dd>user{found[1]}</dd><dt>Member since:</dt><dd>2020-01-01</dd></dl>",
        )
    return _frame("Log in", "<form><input></form>") if path.startswith(("/+login", "/harbour/+")) else None


def _user(post: Post) -> str:
    return f'<a href="/~user{post.author}" class="sprite person">{post.name}</a>'


def _text(post: Post) -> str:
    quoted = "".join(f"&gt; {line}<br />\n" for line in post.quoted.lines) if post.quoted else ""
    lines = "".join(f"<p>{line}</p>\n" for line in post.lines)
    code = f"<p>{post.code.replace(chr(10), '<br />' + chr(10))}</p>" if post.code else ""
    return (f"<p>{quoted[:-7]}</p>\n" if quoted else "") + lines + code


def _batch(start: int, total: int) -> str:
    more = (
        f'<a class="next" rel="next" href="/harbour/+questions?memo={start + 10}&amp;start={start + 10}"><strong>Next</strong></a> &bull; <a class="last" href="/harbour/+questions?direction=backwards&amp;memo={total}&amp;start={total // 10 * 10}">Last</a>'
        if start + 10 < total
        else '<span class="next inactive">Next</span> &bull; <span class="last inactive">Last</span>'
    )
    less = (
        f'<a class="first" href="/harbour/+questions">First</a> &bull; <a class="previous" rel="prev" href="/harbour/+questions?direction=backwards&amp;memo={start}&amp;start={start - 10}">Previous</a>'
        if start
        else '<span class="first inactive">First</span> &bull; <span class="previous inactive">Previous</span>'
    )
    return f'<table class="wide upper-batch-nav"><tr><td class="batch-navigation-index"><strong>{start + 1}</strong> &rarr; <strong>{min(start + 10, total)}</strong> of {total} results</td><td class="batch-navigation-links">{less} &bull; {more}</td></tr></table>'


def _list(forum: Forum, start: int) -> str:
    threads = sorted(forum.threads, key=lambda one: one.posts[0].number, reverse=True)

    def row(thread: Thread) -> str:
        first = thread.posts[0]
        return f'<tr class="{"" if len(thread.posts) > 3 else "highlight"}"><td><span class="sprite question">{first.number}</span></td><td class="questionTITLE"><a href="/harbour/+question/{first.number}">{thread.title}</a></td><td><span title="{first.when:%Y-%m-%d %H:%M:%S} UTC">{first.when:%Y-%m-%d}</span></td><td>{_user(first)}</td><td>{"Answered" if len(thread.posts) > 1 else "Open"}</td><td>&mdash;</td></tr>'

    nav = _batch(start, len(threads))
    return _frame(
        "Questions : Harbour",
        f'<h1>Questions for Harbour</h1><div class="searchform"><form><input name="field.search_text"><select><option>English</option></select></form></div>{nav}<table class="listing" id="question-listing"><thead><tr><th colspan="2">Summary</th><th>Created</th><th>Submitter</th><th>Status</th><th>Assignee</th></tr></thead><tbody>{each(row, threads[start : start + 10])}</tbody></table>{nav}',
    )


def _comment(post: Post) -> str:
    place = post.place - 1
    base = f"/harbour/+question/{post.thread.posts[0].number}"
    return f'<div itemscope="" itemtype="http://schema.org/UserComments" class="boardComment editable-message"><div class="boardCommentDetails"><table><tbody><tr><td><a href="/~user{post.author}" class="sprite person">{post.name}</a> (user{post.author}) said <time itemprop="commentTime" title="{post.when:%Y-%m-%d %H:%M:%S} UTC" datetime="{post.when:%Y-%m-%dT%H:%M:%S}+00:00">on {post.when:%Y-%m-%d}</time>:</td><td class="bug-comment-index"><a href="{base}/messages/{place}" itemprop="url">#{place}</a></td></tr></tbody></table></div><div class="boardCommentBody"><div itemprop="commentText" class="comment-text editable-message-text">{_text(post)}</div></div></div>'


def _question(thread: Thread) -> str:
    first = thread.posts[0]
    side = f'<div class="portlet" id="question-lastquestions"><h2>Related questions</h2><ul>{each(lambda t: f"""<li><a href="/harbour/+question/{t.posts[0].number}">{t.title}</a></li>""", [t for t in thread.forum.threads if t.board == thread.board and t is not thread][:3])}</ul></div>'
    said = each(_comment, thread.posts[1:])
    return _frame(
        f"Question #{first.number} : Questions : Harbour",
        f'<h1 id="edit-title"><span class="yui3-editable_text-text ellipsis">{thread.title}</span></h1><div class="top-portlet"><p id="registration" class="registering">Asked by {_user(first)} <time title="{first.when:%Y-%m-%d %H:%M:%S} UTC" datetime="{first.when:%Y-%m-%dT%H:%M:%S}+00:00">on {first.when:%Y-%m-%d}</time></p><div class="report">{_text(first)}</div></div><div class="portlet"><h2>Question information</h2><div class="two-column-list"><dl><dt>Language:</dt><dd>English <a href="/harbour/+question/{first.number}/+edit" class="sprite edit action-icon">Edit question</a></dd></dl><dl><dt>Status:</dt><dd>{"Answered" if said else "Open"}</dd></dl><dl><dt>For:</dt><dd><a href="/harbour" class="sprite product">Harbour</a></dd></dl><dl><dt>Assignee:</dt><dd>No assignee</dd></dl><dl><dt>Last query:</dt><dd><time title="{thread.posts[0].when:%Y-%m-%d %H:%M:%S} UTC">{thread.posts[0].when:%Y-%m-%d}</time></dd></dl><dl><dt>Last reply:</dt><dd><time title="{thread.posts[-1].when:%Y-%m-%d %H:%M:%S} UTC">{thread.posts[-1].when:%Y-%m-%d}</time></dd></dl></div></div><div id="comments">{said}</div><div class="actions"><p>To post a message you must <a href="/harbour/+question/{first.number}/+login">log in</a>.</p></div>',
        side,
    )


def _frame(title: str, content: str, side: str = "") -> str:
    return f'<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><meta charset="UTF-8" /><title>{title}</title></head><body id="document" class="tab-answers main_side"><div class="yui-d0"><div id="locationbar" class="login-logout"><div id="logincontrol"><a href="/+login">Log in / Register</a></div></div><div id="watermark" class="watermark-apps-portlet"><h2 id="watermark-heading"><a href="/harbour">Harbour</a></h2><ul class="facetmenu"><li class="overview"><a href="/harbour">Overview</a></li><li class="answers active"><a href="/harbour/+questions">Answers</a></li></ul></div><div class="yui-t4"><div class="yui-main"><div class="yui-b"><div id="maincontent">{content}</div></div></div><div id="side-portlets" class="yui-b side"><div id="global-actions" class="portlet"><ul><li><a class="menu-link-add sprite add" href="/harbour/+addquestion">Ask a question</a></li></ul></div>{side}</div></div><div id="footer" class="footer"><div class="colophon">&copy; 2004-2023 Canonical Ltd. &bull; Terms of use &bull; System status</div></div></div></body></html>'
