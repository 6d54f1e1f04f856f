"""Dvbbs (classic ASP): dispbbs.asp?boardID=2&ID=7&page=1&star=2 where star is the page of posts and page that of the list."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    query = {key.lower(): value for key, value in query.items()}
    path = path.lower()
    number = {key: int(value) for key, value in query.items() if value.isdecimal()}
    if path in ("/", "/index.asp"):
        if number.get("boardid") in (1, 2, 3, 4):
            return _list(forum, number["boardid"] - 1, number.get("page", 1))
        boards = each(
            lambda n: (
                f'<table cellspacing="1" class="tableborder5"><tr><td class="tablebody1"><a href="index.asp?boardid={n + 1}"><font color="#000066">{forum.boards[n]}</font></a></td><td class="tablebody2">主题：<a href="{_url(forum.board(n)[0])}">{forum.board(n)[0].title}</a><br>作者：<a href="dispuser.asp?id={forum.board(n)[0].posts[-1].author}" target="_blank">{forum.board(n)[0].posts[-1].name}</a><br>日期：{_when(forum.board(n)[0].posts[-1])}</td></tr><tr><td class="tablebody2">版主：暂无 今日：3 主题：{len(forum.board(n))}</td></tr></table>'
            ),
            range(4),
        )
        return _frame("首页", boards)
    if path == "/dispbbs.asp":
        thread = forum.by_number.get(number.get("id", 0))
        if thread is None or number.get("boardid") != thread.board + 1:
            return None
        return _thread(thread, min(number.get("star", 1), thread.pages), number.get("page", 1))
    if path in ("/dispuser.asp", "/reg.asp", "/login.asp", "/query.asp", "/toplist.asp", "/post.asp", "/boardhelp.asp"):
        return _frame("用户", "<form><input></form>")
    return None


def _when(post: Post) -> str:
    return f"{post.when.year}-{post.when.month}-{post.when.day} {post.when.hour}:{post.when:%M:%S}"


def _url(thread: Thread, star: int = 0, page: int = 1) -> str:
    place = f"&star={star}" if star else ""
    return f"dispbbs.asp?boardID={thread.board + 1}&ID={thread.number}&page={page}{place}"


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)

    def row(thread: Thread) -> str:
        last = thread.posts[-1]
        jump = (
            f'&nbsp;<b>[{" ".join(f"""<a href="{_url(thread, n, page)}">{n}</a>""" for n in range(1, thread.pages + 1))}]</b>'
            if thread.pages > 1
            else ""
        )
        return f'<div class="list"><div class="list_r1"><a href="dispuser.asp?id={thread.posts[0].author}" target="_blank">{thread.posts[0].name}</a></div><div class="list_s"></div><div class="list_c">{len(thread.posts) - 1}/{thread.number * 9}</div><div class="list_t1"><a href="{_url(thread, thread.pages if thread.pages > 1 else 0, page)}#{last.number}">{_when(last)}</a> | <a href="dispuser.asp?name={last.name}">{last.name}</a></div><div class="listtitle"><a href="{_url(thread, 0, page)}" title="《{thread.title}》&#13;&#10;作者：{thread.posts[0].name}&#13;&#10;发表于：{_when(thread.posts[0])}">{thread.title}</a>{jump}</div></div>'

    last = pages(threads)
    nav = "".join(
        f'<td class="tabletitle1"><font color="#FF0000"><b>{n}</b></font></td>'
        if n == page
        else f'<td><a href="index.asp?boardid={board + 1}&action=&topicmode=0&page={n}">{n}</a></td>'
        for n in range(1, last + 1)
    )
    return _frame(
        forum.boards[board],
        f'<div class="th"><div class="list_r">作者</div><div class="list_c">回复/人气</div><div class="list_t">最后更新 | 回复人</div>主题</div>{each(row, rows(threads, page))}<table class="page"><tr><td class="tabletitle1">{page}/{last}页</td>{nav}</tr></table>',
        forum,
        board,
    )


def _quote(post: Post, text: str) -> str:
    return f'<div class="htmlquote"><b>以下是引用<i>{post.name}</i>在{_when(post)}的发言：</b><br>{text}</div><br>'


def _post(post: Post) -> str:
    floor = "楼主" if post.place == 1 else f"第 {post.place} 楼"
    title = f"<b>{post.thread.title}</b><br>" if post.place == 1 else ""
    text = post.body(_quote, '<div class="htmlcode">{}</div>', "<br>")
    if post.code:
        text = text.replace(post.code, post.code.replace("\n", "<br>"))
    sign = (
        f'<div class="signbar" style="text-align:left"><img src="Skins/Default/sigline.gif"><br>{post.signature}</div>'
        if post.signature
        else ""
    )
    return f"""<a name="{post.number}"></a><div class="postlary{post.place % 2 + 1}"><div class="postuserinfo"><div class="userpost"><div id="u{post.number}" class="username"><a href="dispuser.asp?id={post.author}" target="_blank"><b>{post.name}</b></a></div><img src="images/userface/image{post.author}.gif" class="face"><ul class="userdata"><li>等级：新手上路</li><li>文章：{post.author * 9}</li><li>积分：{post.author * 31}</li><li>注册：2020-1-1</li></ul></div></div><div class="post"><div class="postnum"><a href="{_url(post.thread)}&replyID={post.number}&skin=1">{floor}</a></div><div class="posttools"><a href="dispuser.asp?id={post.author}" target="_blank">个人信息</a> <a href="post.asp?action=re&BoardID={post.thread.board + 1}&replyID={post.number}&ID={post.thread.number}&reply=true">引用</a></div><div class="posttime"><img src="skins/default/posttime.gif" alt="发贴心情"> 发贴时间：{_when(post)}</div><div id="textstyle_{post.number}" class="posttext">{title}{text}</div>{sign}</div></div>"""


def _thread(thread: Thread, star: int, page: int) -> str:
    nav = "".join(
        f'<td class="tabletitle1"><font color="#FF0000"><b>{n}</b></font></td>'
        if n == star
        else f'<td><a href="{_url(thread, n, page)}">{n}</a></td>'
        for n in range(1, thread.pages + 1)
    )
    pager = f'<table class="page"><tr><td class="tabletitle1">共有 {len(thread.posts)} 条记录</td><td class="tabletitle1">{star}/{thread.pages}页</td>{nav}</tr></table>'
    return _frame(
        f"{thread.forum.boards[thread.board]} {thread.title}",
        f'<div class="th"><div style="float:right">您是本帖的第 <b>{thread.number * 9}</b> 个阅读者</div><div>主题：{thread.title}</div></div>{each(_post, thread.on_page(star))}{pager}',
        thread.forum,
        thread.board,
    )


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0) -> str:
    crumb = f' → <a href="index.asp?boardid={board + 1}">{forum.boards[board]}</a> → 帖子列表' if forum else ""
    return f'<html xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>港湾论坛-{title}</title></head><body><div class="menubar"><div class="mainbar"><a href="login.asp">登录</a> <a href="reg.asp">注册</a> <a href="query.asp?boardid=0">搜索</a> <a href="toplist.asp">用户</a></div></div><div class="mainbar"><a href="index.asp">港湾论坛</a>{crumb}</div>{content}<div class="copyright">Powered By <a href="http://www.dvbbs.net/">Dvbbs</a> Version 8.2.0 页面执行时间 0.03125 秒, 4 次数据查询</div></body></html>'
