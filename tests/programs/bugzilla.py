"""Bugzilla: show_bug.cgi?id=12 with the description as first comment, lists of all bugs of a product in one table."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    if path == "/":
        items = each(
            lambda n: f'<li><a href="describecomponents.cgi?product=P{n}">{forum.boards[n]}</a></li>', range(4)
        )
        return _frame(
            "Bugzilla Main Page",
            f'<div id="page-index"><h1 id="welcome">Welcome to Bugzilla</h1><ul><li><a href="query.cgi">Search</a></li><li><a href="describecomponents.cgi">Browse</a></li></ul><ul>{items}</ul></div>',
        )
    product = query.get("product", "")
    if path == "/describecomponents.cgi":
        if product in ("P0", "P1", "P2", "P3"):
            return _frame(
                f"Components for {forum.boards[int(product[1])]}",
                f'<table id="components_header_table"><tr><th><a href="buglist.cgi?product={product}&amp;component=General&amp;resolution=---">General</a></th><td>All about it</td></tr></table>',
            )
        items = each(
            lambda n: (
                f'<tr><th><a href="describecomponents.cgi?product=P{n}">{forum.boards[n]}</a></th><td>All about it</td></tr>'
            ),
            range(4),
        )
        return _frame("Select Product", f'<table id="choose_product">{items}</table>')
    if path == "/buglist.cgi" and product in ("P0", "P1", "P2", "P3"):
        return _list(forum, int(product[1]))
    if path == "/show_bug.cgi" and query.get("id", "").isdecimal():
        thread = forum.by_number.get(int(query["id"]))
        if thread and query.get("ctype") == "xml":
            return f"<bugzilla><bug><bug_id>{thread.number}</bug_id><short_desc>{thread.title}</short_desc></bug></bugzilla>"
        return _bug(thread) if thread else None
    if path == "/show_activity.cgi":
        return _frame("Changes made to bug", "<p>No changes have been made to this bug yet.</p>")
    return (
        _frame("Log in to Bugzilla", "<form><input></form>")
        if path in ("/query.cgi", "/enter_bug.cgi", "/createaccount.cgi", "/report.cgi", "/index.cgi")
        else None
    )


def _list(forum: Forum, board: int) -> str:
    def row(thread: Thread) -> str:
        return f'<tr id="b{thread.number}" class="bz_bugitem bz_normal bz_P5 bz_NEW bz_row_{"odd" if thread.number % 2 else "even"}"><td class="first-child bz_id_column"><a href="show_bug.cgi?id={thread.number}">{thread.number}</a><span style="display: none"></span></td><td class="bz_product_column nowrap"><span title="{forum.boards[board]}">{forum.boards[board]}</span></td><td class="bz_component_column nowrap"><span title="General">General</span></td><td class="bz_bug_status_column nowrap"><span title="NEW">NEW</span></td><td class="bz_short_desc_column"><a href="show_bug.cgi?id={thread.number}">{thread.title}</a></td><td class="bz_changeddate_column nowrap">{thread.posts[-1].when:%Y-%m-%d}</td></tr>'

    threads = sorted(forum.board(board), key=lambda thread: thread.number)
    return _frame(
        "Bug List",
        f'<div class="bz_query_head"><span class="bz_query_timestamp">Sat Jun 1 2024 12:00:01 UTC</span></div><span class="bz_result_count">{len(threads)} bugs found.</span><table class="bz_buglist"><thead><tr><th><a href="buglist.cgi?product=P{board}&amp;order=bug_id">ID</a></th><th>Product</th><th>Comp</th><th>Status</th><th>Summary</th><th>Changed</th></tr></thead><tbody class="sorttable_body">{each(row, threads)}</tbody></table>',
    )


def _text(post: Post) -> str:
    quote = (
        f'(In reply to {post.quoted.name} from <a href="#c{post.quoted.place - 1}">comment #{post.quoted.place - 1}</a>)\n'
        + "".join(f'<span class="quote">&gt; {line}\n</span >' for line in post.quoted.lines)
        + "\n"
        if post.quoted
        else ""
    )
    return quote + "\n".join(post.lines) + (f"\n{post.code}" if post.code else "")


def _comment(post: Post) -> str:
    n = post.place - 1
    url = f"show_bug.cgi?id={post.thread.number}#c{n}"
    name = "Description" if n == 0 else f"Comment {n}"
    return f"""<div id="c{n}" class="bz_comment{" bz_first_comment" if n == 0 else ""}"><div class="{"bz_first_comment_head" if n == 0 else "bz_comment_head"}"><span class="bz_comment_actions">[<a href="#c{n}" onclick="toggle_comment_display(this, {n});return false;">-</a>]</span><span class="bz_comment_number"><a href="{url}">{name}</a></span><span class="bz_comment_user"><span class="vcard vcard_{post.author}"><span class="fn">{post.name}</span></span></span><span class="bz_comment_user_images"></span><span class="bz_comment_time">{post.when:%Y-%m-%d %H:%M:%S} UTC</span></div><pre class="bz_comment_text" {'id="comment_text_' + str(n) + '"' if n else ""}>{_text(post)}</pre></div>"""


def _bug(thread: Thread) -> str:
    first = thread.posts[0]
    fields = f'<table class="edit_form"><tr><td id="bz_show_bug_column_1"><table><tr><th class="field_label" id="field_label_bug_status"><a href="page.cgi?id=fields.html#bug_status">Status</a>:</th><td id="bz_field_status"><span id="static_bug_status">NEW</span></td></tr><tr><th class="field_label">Product:</th><td class="field_value" id="field_container_product">{thread.forum.boards[thread.board]}</td></tr><tr><th class="field_label">Component:</th><td>General (<a href="buglist.cgi?product=P{thread.board}&amp;component=General&amp;resolution=---" class="show_others">show other bugs</a>)</td></tr><tr><th class="field_label">Assignee:</th><td><span class="vcard"><span class="fn">Nobody</span></span></td></tr></table></td><td id="bz_show_bug_column_2"><table><tr><th class="field_label">Reported:</th><td>{first.when:%Y-%m-%d %H:%M} UTC by <span class="vcard"><span class="fn">{first.name}</span></span></td></tr><tr><th class="field_label">Modified:</th><td>{thread.posts[-1].when:%Y-%m-%d %H:%M} UTC (<a href="show_activity.cgi?id={thread.number}">History</a>)</td></tr><tr><th class="field_label">See Also:</th><td></td></tr></table></td></tr></table>'
    return _frame(
        f"{thread.number} – {thread.title}",
        f'<div class="bz_alias_short_desc_container edit_form"><a href="show_bug.cgi?id={thread.number}"><b>Bug&nbsp;{thread.number}</b></a><span id="summary_container"> - <span id="short_desc_nonedit_display">{thread.title}</span></span></div>{fields}<hr><div id="attachments"><table id="attachment_table"><tr><th>Attachments</th></tr><tr class="bz_attach_footer"><td><a href="attachment.cgi?bugid={thread.number}&amp;action=enter">Add an attachment</a> (proposed patch, testcase, etc.)</td></tr></table></div><div id="comments"><table class="bz_comment_table"><tr><td>{each(_comment, thread.posts)}</td></tr></table></div><div class="bz_add_comment"><table><tr><td>Note: You need to <a href="show_bug.cgi?id={thread.number}&amp;GoAheadAndLogIn=1">log in</a> before you can comment on or make changes to this bug.</td></tr></table></div><div class="related_actions"><ul><li><a href="show_bug.cgi?format=multiple&amp;id={thread.number}">Format For Printing</a></li><li>- <a href="show_bug.cgi?ctype=xml&amp;id={thread.number}">XML</a></li></ul></div>',
    )


def _frame(title: str, content: str) -> str:
    links = '<ul class="links"><li><a href="./">Home</a></li><li><span class="separator">| </span><a href="enter_bug.cgi">New</a></li><li><span class="separator">| </span><a href="describecomponents.cgi">Browse</a></li><li><span class="separator">| </span><a href="query.cgi">Search</a></li><li><form action="buglist.cgi"><input name="quicksearch"></form></li><li><span class="separator">| </span><a href="report.cgi">Reports</a></li></ul>'
    return f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head><body class="bz_bug"><div id="header"><div id="banner"></div><div id="titles"><span id="title">Harbour Bugzilla – {title}</span></div>{links}</div><div id="bugzilla-body">{content}</div><div id="footer"><div class="intro"></div>{links}</div></body></html>'
