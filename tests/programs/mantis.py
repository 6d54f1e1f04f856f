"""MantisBT: view.php?id=12 shows an issue as a table with description and notes below; view_all_bug_page.php?page_number=2."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Redirect, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query["page_number"]) if query.get("page_number", "").isdecimal() else 1
    if path == "/":
        return Redirect("/my_view_page.php")
    if path == "/my_view_page.php":
        latest = sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)[:8]
        return _frame(
            "My View",
            f'<div class="widget-box"><h4 class="widget-title"><a class="white" href="view_all_bug_page.php?filter=unassigned">Unassigned</a> <span class="badge">1 - 8 / 60</span></h4><table class="table">{each(_short, latest)}</table></div>',
        )
    if path == "/view_all_bug_page.php":
        threads = sorted(forum.threads, key=lambda thread: thread.posts[-1].when, reverse=True)
        return _list(threads, page)
    if path == "/view.php" and query.get("id", "").isdecimal():
        thread = forum.by_number.get(int(query["id"]))
        return _issue(thread) if thread else None
    return (
        _frame("Login", "<form><input></form>")
        if path
        in (
            "/login_page.php",
            "/roadmap_page.php",
            "/changelog_page.php",
            "/view_user_page.php",
            "/bug_report_page.php",
            "/print_bug_page.php",
        )
        else None
    )


def _id(thread: Thread) -> str:
    return f"{thread.number:07}"


def _user(post: Post) -> str:
    return f'<a href="view_user_page.php?id={post.author + 2}">{post.name}</a>'


def _short(thread: Thread) -> str:
    return f'<tr class="my-buglist-bug"><td class="my-buglist-id"><a href="view.php?id={thread.number}">{_id(thread)}</a></td><td class="my-buglist-description"><span><a href="view.php?id={thread.number}">{thread.title}</a></span><br><span class="small">{thread.forum.boards[thread.board]}</span> <span class="small">-</span> <span class="small">{thread.posts[-1].when:%Y-%m-%d %H:%M}</span></td></tr>'


def _list(threads: list[Thread], page: int) -> str:
    last = pages(threads)

    def row(thread: Thread) -> str:
        notes = len(thread.posts) - 1
        count = f'<a class="bold" href="view.php?id={thread.number}#bugnotes">{notes}</a>' if notes else ""
        return f'<tr><td class="column-priority"></td><td class="column-id"><a href="view.php?id={thread.number}">{_id(thread)}</a></td><td class="column-bugnotes-count">{count}</td><td class="column-category"><div class="align-left">{thread.forum.boards[thread.board]}</div></td><td class="column-severity">minor</td><td class="column-status"><span>new</span></td><td class="column-last-modified">{thread.posts[-1].when:%Y-%m-%d}</td><td class="column-summary">{thread.title}</td></tr>'

    links = " ".join(
        f"<li class='active'><span>{n}</span></li>"
        if n == page
        else f'<li><a href="view_all_bug_page.php?page_number={n}">{n}</a></li>'
        for n in range(1, last + 1)
    )
    nav = f'<ul class="pagination small"><li><a href="view_all_bug_page.php?page_number=1">First</a></li>{links}<li><a href="view_all_bug_page.php?page_number={last}">Last</a></li></ul>'
    return _frame(
        "View Issues",
        f'<div class="widget-box"><h4 class="widget-title">Viewing Issues <span class="badge">{page * 10 - 9} - {min(page * 10, len(threads))} / {len(threads)}</span></h4>{nav}<table id="buglist" class="table"><thead><tr class="buglist-headers"><th>P</th><th><a href="view_all_set.php?sort=id&amp;dir=DESC">ID</a></th><th>#</th><th>Category</th><th>Severity</th><th>Status</th><th>Updated</th><th>Summary</th></tr></thead><tbody>{each(row, rows(threads, page))}</tbody></table>{nav}</div>',
    )


def _text(post: Post) -> str:
    quote = "".join(f"&gt; {line}<br>\n" for line in post.quoted.lines) if post.quoted and post.place > 1 else ""
    head = f"{post.quoted.name} wrote:<br>\n" if quote and post.quoted else ""
    code = f"<br>\n<pre>{post.code}</pre>" if post.code else ""
    return f"{head}{quote}" + "<br>\n".join(post.lines) + code


def _note(post: Post) -> str:
    return f"""<tr class="bugnote visible-on-hover-toggle" id="c{post.number}"><td class="category"><div class="pull-left padding-2"><img class="avatar-sm" src="/a/{post.author}.png" alt="{post.name}"></div><div class="pull-left padding-2"><p class="no-margin"><i class="fa fa-user grey"></i> {_user(post)}</p><p class="no-margin small lighter"><i class="fa fa-clock-o grey"></i> {post.when:%Y-%m-%d %H:%M}</p><p class="no-margin"><span class="label label-sm label-default">reporter</span>&#160;<i class="fa fa-link grey"></i> <a rel="bookmark" href="view.php?id={post.thread.number}#c{post.number}" class="lighter" title="Direct link to note">&#160;&#160; ~{post.number:07}</a></p></div></td><td class="bugnote-note bugnote-public">{_text(post)}</td></tr><tr class="spacer"><td colspan="2"></td></tr>"""


def _issue(thread: Thread) -> str:
    first, last = thread.posts[0], thread.posts[-1]
    notes = (
        f'<div id="bugnotes" class="widget-box"><h4 class="widget-title">Activities</h4><table class="table">{each(_note, thread.posts[1:])}</table></div>'
        if len(thread.posts) > 1
        else '<div id="bugnotes" class="widget-box"><h4 class="widget-title">Activities</h4><table class="table"><tr class="bugnotes-empty"><td class="center" colspan="2">There are no notes attached to this issue.</td></tr></table></div>'
    )
    history = each(
        lambda post: (
            f'<tr><td class="small-caption">{post.when:%Y-%m-%d %H:%M}</td><td class="small-caption">{_user(post)}</td><td class="small-caption">Note Added: {post.number:07}</td><td></td></tr>'
        ),
        thread.posts[1:],
    )
    return _frame(
        f"{_id(thread)}: {thread.title}",
        f"""<div class="widget-box"><h4 class="widget-title">View Issue Details</h4><div class="btn-group"><a class="btn" href="#bugnotes">Jump to Notes</a><a class="btn" href="print_bug_page.php?bug_id={thread.number}">Print</a></div><table class="table"><tr class="bug-header"><th class="bug-id category">ID</th><th>Project</th><th>Category</th><th>View Status</th><th>Date Submitted</th><th>Last Update</th></tr><tr class="bug-header-data"><td class="bug-id">{_id(thread)}</td><td class="bug-project">Harbour</td><td class="bug-category">{thread.forum.boards[thread.board]}</td><td>public</td><td class="bug-date-submitted">{first.when:%Y-%m-%d %H:%M}</td><td class="bug-last-modified">{last.when:%Y-%m-%d %H:%M}</td></tr><tr class="spacer"><td colspan="6"></td></tr><tr><th class="bug-reporter category">Reporter</th><td class="bug-reporter">{_user(first)}</td><th class="category">Assigned To</th><td></td><td colspan="2"></td></tr><tr><th class="category">Priority</th><td>normal</td><th class="category">Severity</th><td>minor</td><th class="category">Reproducibility</th><td>always</td></tr><tr><th class="bug-summary category">Summary</th><td class="bug-summary" colspan="5">{_id(thread)}: {thread.title}</td></tr><tr><th class="bug-description category">Description</th><td class="bug-description" colspan="5">{_text(first)}</td></tr><tr><th class="bug-tags category">Tags</th><td colspan="5">No tags attached.</td></tr></table></div>{notes}<div id="history" class="widget-box"><h4 class="widget-title">Issue History</h4><table class="table"><thead><tr><th class="small-caption">Date Modified</th><th class="small-caption">Username</th><th class="small-caption">Field</th><th>Change</th></tr></thead><tbody><tr><td class="small-caption">{first.when:%Y-%m-%d %H:%M}</td><td class="small-caption">{_user(first)}</td><td>New Issue</td><td></td></tr>{history}</tbody></table></div>""",
    )


def _frame(title: str, content: str) -> str:
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title} - MantisBT</title></head><body class="skin-3"><div id="navbar"><a href="my_view_page.php" class="navbar-brand"><span class="smaller-75"> MantisBT </span></a></div><div class="main-container"><div id="sidebar"><ul class="nav nav-list"><li><a href="my_view_page.php"><span class="menu-text"> My View </span></a></li><li><a href="view_all_bug_page.php"><span class="menu-text"> View Issues </span></a></li><li><a href="changelog_page.php"><span> Change Log </span></a></li><li><a href="roadmap_page.php"><span> Roadmap </span></a></li></ul></div><div class="main-content"><div id="breadcrumbs"><ul class="breadcrumb"><li><i class="fa fa-user"></i> Anonymous | <a href="login_page.php">Login</a></li></ul></div><div class="page-content">{content}</div></div><div class="footer noprint">Powered by <a href="https://www.mantisbt.org">MantisBT 2.25</a> Copyright &copy; 2000 - 2023 MantisBT Team</div></div></body></html>"""
