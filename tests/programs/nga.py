"""NGA: read.php?tid=7&page=2, thread.php?fid=2, each post a table row whose author a script writes from a table of users."""

from __future__ import annotations

import json

from tests.programs.forum import Forum, Post, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query["page"]) if query.get("page", "").isdecimal() else 1
    if path == "/":
        items = each(
            lambda n: f'<div class="catenew"><a href="/thread.php?fid={n - 7}" class="a">{forum.boards[n]}</a></div>',
            range(4),
        )
        return _frame("Harbour", f'<div id="mc"><h2 class="catetitle">综合</h2>{items}</div>')
    if path == "/thread.php" and query.get("fid") in ("-7", "-6", "-5", "-4"):
        return _list(forum, int(query["fid"]) + 7, page)
    if path == "/read.php":
        if query.get("pid", "").isdecimal() and (post := forum.posts.get(int(query["pid"]))):
            return _thread(post.thread, post.page)
        thread = forum.by_number.get(int(query["tid"]) - 3000) if query.get("tid", "").isdecimal() else None
        return _thread(thread, min(page, thread.pages)) if thread else None
    if path == "/nuke.php":
        return _frame("用户", "<div id='ucpuser'>用户信息</div>")
    return None


def _url(thread: Thread, page: int = 1) -> str:
    return f"/read.php?tid={thread.number + 3000}" + (f"&amp;page={page}" if page > 1 else "")


def _pager(page: int, last: int, link: str) -> str:
    links = " ".join(
        f'<a href="{link}&amp;page={n}" class="uitxt1">&nbsp;{n}&nbsp;</a>' if n != page else f"<b>&nbsp;{n}&nbsp;</b>"
        for n in range(1, last + 1)
    )
    following = f'<a class="uitxt1" title="下一页" href="{link}&amp;page={page + 1}">&gt;</a>' if page < last else ""
    return (
        f'<div class="pager_spacer"></div><table class="stdbtn"><tbody><tr><td>{links}{following}</td></tr></tbody></table>'
        if last > 1
        else ""
    )


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)

    def row(thread: Thread) -> str:
        first, last = thread.posts[0], thread.posts[-1]
        jump = (
            f'<span class="pager">[{" ".join(f"""<a href="{_url(thread, n)}">{n}</a>""" for n in range(2, thread.pages + 1))}]</span>'
            if thread.pages > 1
            else ""
        )
        return f"<tr class='row{thread.number % 2 + 1} topicrow'><td class='c1'><a id='t_rc{thread.number}' title='打开新窗口' href='{_url(thread)}' class='replies'>{len(thread.posts) - 1}</a></td><td class='c2'><a href='{_url(thread)}' id='t_tt{thread.number}' class='topic'>{thread.title}</a>{jump}</td><td class='c3'><a href='/nuke.php?func=ucp&amp;uid={first.author + 500}' class='author' title='用户ID {first.author + 500}'>{first.name}</a><span class='silver postdate' title='发表于'>{int(first.when.timestamp())}</span></td><td class='c4'><a class='silver replydate' href='{_url(thread)}&amp;page=e#a' title='最后回复'>{last.when:%Y-%m-%d %H:%M}</a><span class='replyer'>{last.name}</span></td></tr>"

    nav = _pager(page, pages(threads), f"/thread.php?fid={board - 7}")
    return _frame(
        forum.boards[board],
        f'<div id="m_nav"><a href="/" class="nav_link">论坛</a> &raquo; <a href="/thread.php?fid={board - 7}" class="nav_root">{forum.boards[board]}</a></div><table class="forumbox" id="topicrows" cellspacing="1px"><thead><tr><td>回复</td><td>主题</td><td>作者</td><td>最后回复</td></tr></thead><tbody>{each(row, rows(threads, page))}</tbody></table><div id="pagebbtm">{nav}</div>',
    )


def _quote(post: Post, text: str) -> str:
    return f'<div class="quote"><a href="/read.php?pid={post.number}&amp;to=1" class="block_txt b gray">R</a> <b>Post by <a href="/nuke.php?func=ucp&amp;uid={post.author + 500}" class="b">{post.name}</a> ({post.when:%Y-%m-%d %H:%M}):</b><br><br>{text}</div>'


def _post(post: Post, place: int) -> str:
    n = post.place - 1
    text = post.body(_quote, '<div class="code"><pre>{}</pre></div>', "<br>")
    title = f"<h3 id='postsubject{n}'>{post.thread.title if n == 0 else ''}</h3>"
    sign = (
        f'<div class="clear"></div><div id="postsign{n}" class="sign"><div class="single_ttip2">{post.signature}</div></div>'
        if post.signature
        else ""
    )
    return f"""<table class="forumbox postbox" cellspacing="1px"><tbody><tr id="post1strow{n}" class="postrow row{place % 2 + 1}"><td class="c1"><span id="posterinfo{n}" class="posterinfo"><div class="left"><a name="l{n}" href="#l{n}" class="vertmod">#{n}</a></div><a href="/nuke.php?func=ucp&amp;uid={post.author + 500}" id="postauthor{n}" class="author b">{post.name}</a><div class="stat"><div><span>级别: <span>学徒</span></span></div><div>威望: 0</div><div>发帖: {post.author * 9}</div></div></span></td><td class="c2" id="postcontainer{n}"><a id="pid{post.number}Anchor" name="pid{post.number}Anchor"></a><div class="postBtnPos"></div><div class="postInfo" id="postInfo{n}"><span id="postdate{n}" title="reply time">{post.when:%Y-%m-%d %H:%M}</span></div><span id="postcontentandsubject{n}">{title}<br><{"p" if n == 0 else "span"} id="postcontent{n}" class="postcontent ubbcode">{text}</{"p" if n == 0 else "span"}></span>{sign}</td></tr></tbody></table><script>commonui.postArg.proc({n},$('postcontainer{n}'),$('postsubject{n}'),$('postcontent{n}'),$('postsign{n}'),$('posterinfo{n}'),{post.number},0,'{post.author + 500}',{int(post.when.timestamp())},'0,0,0','{len(post.text)}','','','101 /|/')</script>"""


def _thread(thread: Thread, page: int) -> str:
    users = {
        post.author + 500: {"uid": post.author + 500, "username": post.name, "memberid": 38}
        for post in thread.on_page(page)
    }
    nav = _pager(page, thread.pages, _url(thread))
    board = thread.board - 7
    return _frame(
        f"{thread.title} {thread.forum.boards[thread.board]}",
        f"<script>commonui.userInfo.setAll({json.dumps(users, ensure_ascii=False)})</script>"
        f'<div id="m_nav"><a href="/" class="nav_link">论坛</a> &raquo; <a href="/thread.php?fid={board}" class="nav_root">{thread.forum.boards[thread.board]}</a> &raquo; <a href="{_url(thread)}" class="nav_link">{thread.title}</a></div><div id="pagebtop">{nav}</div><div id="m_posts"><h1 class="x" id="currentTopicName">{thread.title}</h1><div id="m_posts_c">{each(lambda post: _post(post, post.place), thread.on_page(page))}</div></div><div id="pagebbtm">{nav}</div>',
    )


def _frame(title: str, content: str) -> str:
    return f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title} - Harbour玩家社区</title></head><body><div id="mmc"><div id="mainmenu"><a href="/" class="mmdefault">论坛</a><a href="/nuke.php?__lib=login">登录</a></div><div id="mc"></div>{content}<div id="footer">Harbour 苏ICP备000000号 Processed in 0.03 second</div></div></body></html>'
