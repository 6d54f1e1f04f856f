"""Tieba: /p/12?pn=2, /f?kw=name&pn=50 for a board's lists, ids and names as JSON in attributes, floors as numbers."""

from __future__ import annotations

import re
from urllib.parse import quote as quoted

from tests.programs.forum import Forum, Post, Thread, each, pages, rows


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    start = int(query.get("pn") or 0) if (query.get("pn") or "0").isdecimal() else 0
    if path == "/":
        links = each(
            lambda name: f'<a class="u-f-item" href="/f?kw={quoted(name)}&amp;fr=index">{name}吧</a>', forum.boards
        )
        return _frame("贴吧", f'<div class="u-f-w">{links}</div>')
    if path == "/f" and query.get("kw") in forum.boards:
        return _list(forum, forum.boards.index(query["kw"]), start // 50 + 1)
    if found := re.fullmatch(r"/p/(\d+)", path):
        thread = forum.by_number.get(int(found[1]))
        if thread is None:
            return None
        starter = [post for post in thread.posts if post.author == thread.posts[0].author]
        return _thread(thread, min(max(start, 1), thread.pages), starter if query.get("see_lz") == "1" else None)
    if path == "/home/main" and query.get("un") in forum.names:
        return _frame(query["un"], f'<div class="userinfo_username">{query["un"]}</div><span>吧龄:2年</span>')
    return None


def _user(post: Post, kind: str) -> str:
    return f'<a rel="noreferrer" class="{kind}" href="/home/main?un={quoted(post.name)}&amp;ie=utf-8&amp;fr=pb" target="_blank">{post.name}</a>'


def _row(thread: Thread) -> str:
    first, last = thread.posts[0], thread.posts[-1]
    return f"""<li class="j_thread_list clearfix thread_item_box" data-field='{{"id":{thread.number},"author_name":"{first.name}","reply_num":{len(thread.posts) - 1}}}'><div class="t_con cleafix"><div class="col2_left j_threadlist_li_left"><span class="threadlist_rep_num center_text" title="回复">{len(thread.posts) - 1}</span></div>
<div class="col2_right j_threadlist_li_right"><div class="threadlist_lz clearfix"><div class="threadlist_title pull_left j_th_tit"><a rel="noreferrer" href="/p/{thread.number}" title="{thread.title}" target="_blank" class="j_th_tit">{thread.title}</a></div><div class="threadlist_author pull_right">
<span class="tb_icon_author" title="主题作者: {first.name}"><span class="frs-author-name-wrap">{_user(first, "frs-author-name j_user_card")}</span></span><span class="pull-right is_show_create_time" title="创建时间">{first.when.month}-{first.when.day}</span></div></div>
<div class="threadlist_detail clearfix"><div class="threadlist_text pull_left"><div class="threadlist_abs threadlist_abs_onlyline">{first.lines[0][:20]}</div></div><div class="threadlist_author pull_right"><span class="tb_icon_author_rely" title="最后回复人: {last.name}">{_user(last, "frs-author-name j_user_card")}</span>
<span class="threadlist_reply_date pull_right j_reply_data" title="最后回复时间">{last.when:%m-%d}</span></div></div></div></div></li>"""


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)
    link = f"/f?kw={quoted(forum.boards[board])}&amp;ie=utf-8&amp;pn="
    items = [
        f'<span class="pagination-current pagination-item">{n}</span>'
        if n == page
        else f'<a href="{link}{n * 50 - 50}" class="pagination-item">{n}</a>'
        for n in range(1, pages(threads) + 1)
    ]
    if page < pages(threads):
        items.append(f'<a href="{link}{page * 50}" class="next pagination-item">下一页&gt;</a>')
    return _frame(
        forum.boards[board],
        f'<div class="card_title"><a class="card_title_fname" href="/f?kw={quoted(forum.boards[board])}">{forum.boards[board]}吧</a></div><ul id="thread_list" class="threadlist_bright j_threadlist_bright">{each(_row, rows(threads, page))}</ul><div class="pagination-default clearfix" id="frs_list_pager">{"".join(items)}</div>',
    )


def _post(post: Post) -> str:
    body = "<br>".join(post.lines) + (f"<br>{post.code.replace(chr(10), '<br>')}" if post.code else "")
    return f"""<div class="l_post l_post_bright j_l_post clearfix" data-field='{{"author":{{"user_id":{post.author + 5},"user_name":"{post.name}"}},"content":{{"post_id":{post.number},"post_no":{post.place},"comment_num":0}}}}' data-pid="{post.number}"><div class="d_author"><ul class="p_author"><li class="icon"><div class="icon_relative j_user_card">
<a class="p_author_face" href="/home/main?un={quoted(post.name)}&amp;ie=utf-8&amp;fr=pb"><img username="{post.name}" src="/a/{post.author}.jpg"></a></div></li><li class="d_name">{_user(post, "p_author_name j_user_card")}</li><li class="l_badge"><div class="p_badge"><a href="/f/like/level" class="user_badge d_badge_bright"><div class="d_badge_title">初级粉丝</div><div class="d_badge_lv">{post.author + 2}</div></a></div></li></ul></div>
<div class="d_post_content_main{" d_post_content_firstfloor" if post.place == 1 else ""}"><div class="p_content"><cc><div id="post_content_{post.number}" class="d_post_content j_d_post_content clearfix" style="display:;">{body}</div></cc></div><div class="core_reply j_lzl_wrapper"><div class="core_reply_tail clearfix"><div class="j_lzl_r p_reply"><a href="#" class="lzl_link_unfold">回复</a></div>
<div class="post-tail-wrap"><span class="j_jb_ele"><a href="#">举报</a></span><span class="tail-info">来自<a href="http://c.tieba.example/" class="p_tail_wap">Android客户端</a></span><span class="tail-info">{post.place}楼</span><span class="tail-info">{post.when:%Y-%m-%d %H:%M}</span></div></div></div></div></div>"""


def _thread(thread: Thread, page: int, only: list[Post] | None) -> str:
    shown = thread.on_page(page) if only is None else only
    items = [
        f'<span class="tP">{n}</span>' if n == page else f'<a href="/p/{thread.number}?pn={n}">{n}</a>'
        for n in range(1, thread.pages + 1)
    ]
    if page < thread.pages:
        items += [
            f'<a href="/p/{thread.number}?pn={page + 1}">下一页</a>',
            f'<a href="/p/{thread.number}?pn={thread.pages}">尾页</a>',
        ]
    if page > 1:
        items[:0] = [
            f'<a href="/p/{thread.number}?pn=1">首页</a>',
            f'<a href="/p/{thread.number}?pn={page - 1}">上一页</a>',
        ]
    nav = f'<ul class="l_posts_num"><li class="l_pager pager_theme_5 pb_list_pager">{" ".join(items) if thread.pages > 1 and only is None else ""}</li><li class="l_reply_num"><span class="red">{len(thread.posts) - 1}</span>回复贴，共<span class="red">{thread.pages}</span>页</li></ul>'
    board = thread.forum.boards[thread.board]
    return _frame(
        f"{thread.title}【{board}吧】",
        f"""<div class="card_title"><a class="card_title_fname" href="/f?kw={quoted(board)}&amp;fr=pb">{board}吧</a></div><div class="p_thread thread_theme_5">{nav}</div><div class="core_title core_title_theme_bright"><h1 class="core_title_txt" title="{thread.title}">{thread.title}</h1><ul class="core_title_btns"><li><a id="lzonly_cntn" href="/p/{thread.number}?see_lz=1">只看楼主</a></li>
<li><a href="#">收藏</a></li><li><a href="#">回复</a></li></ul></div><div class="p_postlist" id="j_p_postlist">{each(_post, shown)}</div>{nav}""",
    )


def _frame(title: str, content: str) -> str:
    return f"""<!DOCTYPE html><html><head><meta charset="UTF-8"><title>{title}_百度贴吧</title></head><body class="skin_normal"><div class="head_inner"><a title="到贴吧首页" href="/" class="search_logo"></a><form><input class="search_ipt"></form></div><div id="content" class="content clearfix">{content}</div>
<div class="footer"><span>©2026 Baidu</span><a href="/tb/eula">贴吧协议</a><a href="/tb/privacy">隐私政策</a></div></body></html>"""
