"""phpwind 8.7 rewritten: read.php?tid-12-page-2.html, -page-e.html for the last page, thread.php?fid-3-page-2.html."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Redirect, Thread, each, pager, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    words = next(iter(query), "").removesuffix(".html").split("-")
    asked = dict(zip(words[::2], words[1::2], strict=False)) | query
    if path in ("/", "/index.php"):
        return _frame("论坛", f'<table class="f_box">{each(lambda n: _section(forum, n), range(4))}</table>')
    if path == "/thread.php" and asked.get("fid", "") in ("2", "3", "4", "5"):
        return _board(forum, int(asked["fid"]) - 2, int(asked.get("page", 1)))
    if path == "/read.php" and (thread := forum.by_number.get(int(asked.get("tid") or 0))):
        page = asked.get("page", "1")
        return _thread(thread, thread.pages if page in ("e", "a") else int(page))
    if path == "/job.php" and asked.get("action") == "topost":
        post = forum.posts[int(asked["pid"])]
        return Redirect(f"/{_url(post.thread, post.page)}#{post.number}")
    if path == "/u.php":
        name = forum.names[int(asked.get("uid", 1)) - 1]
        return _frame(name, f"<h1>{name}</h1><p>个人空间</p>")
    return _frame("登录", "<form>用户名<input></form>") if path in ("/login.php", "/searcher.php") else None


def _url(thread: Thread, page: int | str = 1) -> str:
    return f"read.php?tid-{thread.number}" + (f"-page-{page}" if page != 1 else "") + ".html"


def _user(post: Post) -> str:
    return f'<a href="u.php?uid-{post.author + 1}.html">{post.name}</a>'


def _section(forum: Forum, board: int) -> str:
    last = forum.board(board)[0]
    return f"""<tr class="tr3"><th><h3><a href="thread.php?fid-{board + 2}.html" class="fnamecolor"><b>{forum.boards[board]}</b></a></h3></th>
<td>主题: {len(forum.board(board))}</td><th><a href="{_url(last, "e")}#a" class="a2">{last.title}</a><p>{last.posts[-1].name}
<span title="{last.posts[-1].when:%Y-%m-%d %H:%M}">{last.posts[-1].when:%Y-%m-%d %H:%M}</span></p></th></tr>"""


def _board(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)
    nav = pager(page, pages(threads), lambda n: f"thread.php?fid-{board + 2}-page-{n}.html", "<b>{}</b>")
    items = each(_row, rows(threads, page))
    return _frame(
        forum.boards[board],
        f'<div class="pages">{nav}</div><table class="z"><tbody id="threadlist">{items}</tbody></table>',
    )


def _row(thread: Thread) -> str:
    jump = "".join(f'<a href="{_url(thread, n)}">{n}</a>' for n in range(2, thread.pages + 1))
    return f"""<tr class="tr3"><td class="icon tdlogo"><a href="{_url(thread)}" target="_blank"><img alt="新窗口打开" /></a></td>
<td class="subject"><a href="{_url(thread)}" name="readlink" id="a_ajax_{thread.number}" class="subject_t f14">{thread.title}</a>
<span class="tpage">{jump}</span></td><td class="author">{_user(thread.posts[0])}<p>{thread.posts[0].when:%Y-%m-%d}</p></td>
<td class="num"><em>{len(thread.posts) - 1}</em>/{thread.number * 7}</td><td class="author">{_user(thread.posts[-1])}
<p><a href="{_url(thread, "e")}#a">{thread.posts[-1].when:%Y-%m-%d %H:%M}</a></p></td></tr>"""


def _quote(post: Post, text: str) -> str:
    return f"""<blockquote class="blockquote3"><div class="quote"><div class="text">引用第{post.place - 1}楼{post.name}于{post.when:%Y-%m-%d %H:%M}发表的
&nbsp;:<br />{text}<a href="job.php?action-topost-tid-{post.thread.number}-pid-{post.number}.html"><img alt="" /></a></div></div></blockquote>"""


CODE = '<div class="blockquote2" id="code1"><pre>{}</pre></div><a href="javascript:" class="copy">复制代码</a>'


def _post(post: Post) -> str:
    floor = "楼主" if post.place == 1 else f"{post.place - 1}楼"
    sign = f'<div class="sigline"></div><div class="signature">{post.signature}</div>' if post.signature else ""
    name = "tpc" if post.place == 1 else str(post.number)
    return f"""<a name="{name}"></a><div class="read_t"><table width="100%"><tr><td rowspan="2" class="floot_left"><div class="readName b">
<a href="u.php?uid-{post.author + 1}.html" target="_blank">{post.name}</a></div><ul class="user-info"><li>级别: 新手上路</li>
<li>发帖: {post.author * 13 + 2}</li></ul></td><td class="floot_right"><div class="tipTop s6"><span class="fr"><a href="job.php?action-topost-tid-{post.thread.number}-pid-{post.number}.html">{floor}</a></span>
<span title="{post.when:%Y-%m-%d %H:%M:%S}">发表于: {post.when:%Y-%m-%d %H:%M}</span></div>
<div class="readContent"><div id="subject_{name}" class="readSubject"></div><div class="f14 mb10" id="read_{name}">{post.body(_quote, CODE)}</div></div>
{sign}</td></tr></table></div>"""


def _thread(thread: Thread, page: int) -> str:
    nav = f'<div class="pages">{pager(page, thread.pages, lambda n: _url(thread, n), "<b>{}</b>")}</div>'
    crumbs = f'<div id="breadCrumb"><a href="index.php">论坛</a> &gt; <a href="thread.php?fid-{thread.board + 2}.html">{thread.forum.boards[thread.board]}</a></div>'
    return _frame(
        thread.title, f'{crumbs}<h1 id="subject_tpc">{thread.title}</h1>{nav}{each(_post, thread.on_page(page))}{nav}'
    )


def _frame(title: str, content: str) -> str:
    return f"""<html><head><title>{title} - 示例论坛</title></head><body><div id="top"><a href="login.php">登录</a>
<a href="searcher.php">搜索</a></div><div class="main-wrap">{content}</div><div id="footer">Powered by phpwind v8.7</div></body></html>"""
