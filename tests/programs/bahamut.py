"""Bahamut (gamer.com.tw): C.php?bsn=7650&snA=12, floors 樓主 and 2 樓, single posts at Co.php, users on another host."""

from __future__ import annotations

from tests.programs.forum import Forum, Post, Thread, each, pages, rows

BSN = (60076, 7650, 60030, 60037)


def answer(forum: Forum, path: str, query: dict[str, str]) -> str | None:
    page = int(query["page"]) if query.get("page", "").isdecimal() else 1
    board = {str(number): n for n, number in enumerate(BSN)}.get(query.get("bsn", ""))
    if path in ("/", "/index.php"):
        items = each(
            lambda n: (
                f'<div class="hotboard"><a href="B.php?bsn={BSN[n]}"><div class="forum_list_img"><img src="/b/{n}.jpg"></div><p class="forum_list_title">{forum.boards[n]}</p></a></div>'
            ),
            range(4),
        )
        return _frame("哈啦區", f'<div class="BH-lbox">{items}</div>')
    if board is None:
        return None
    if path == "/B.php":
        return _list(forum, board, page)
    if path == "/C.php" and query.get("snA", "").isdecimal():
        thread = forum.by_number.get(int(query["snA"]))
        return _thread(thread, page) if thread and thread.board == board and page <= thread.pages else None
    if path == "/Co.php" and query.get("sn", "").isdecimal():
        post = forum.posts.get(int(query["sn"]))
        return _single(post) if post else None
    if path == "/G1.php":
        return _frame("精華區", '<div class="BH-lbox"><p>目前沒有精華文章</p></div>')
    return _frame("發文", "<form><input></form>") if path in ("/post1.php", "/post2.php", "/A.php") else None


def _url(thread: Thread, page: int = 1) -> str:
    number = BSN[thread.board]
    return (
        f"C.php?page={page}&amp;bsn={number}&amp;snA={thread.number}"
        if page > 1
        else f"C.php?bsn={number}&amp;snA={thread.number}&amp;tnum={len(thread.posts)}"
    )


def _pager(page: int, last: int, link: str) -> str:
    links = each(
        lambda n: f'<a class="pagenow">{n}</a>' if n == page else f'<a href="?page={n}&amp;{link}">{n}</a>',
        range(1, last + 1),
    )
    before = (
        f'<a class="prev" href="?page={page - 1}&amp;{link}">上一頁</a>'
        if page > 1
        else '<a class="prev no">上一頁</a>'
    )
    after = (
        f'<a class="next" href="?page={page + 1}&amp;{link}">下一頁</a>'
        if page < last
        else '<a class="next no">下一頁</a>'
    )
    return f'<div class="BH-pagebtn"><p class="BH-pagebtnA">{before}{links}{after}</p></div>'


def _list(forum: Forum, board: int, page: int) -> str:
    threads = forum.board(board)

    def row(thread: Thread) -> str:
        first, last = thread.posts[0], thread.posts[-1]
        return f'<tr class="b-list__row b-list-item b-imglist-item"><td class="b-list__summary"><span class="b-list__summary__gp b-gp b-gp--good">{thread.number % 30}</span><p class="b-list__summary__sort"><a href="B.php?bsn={BSN[board]}&amp;subbsn=1">綜合討論</a></p></td><td class="b-list__main"><a href="{_url(thread)}"><div class="imglist-text"><p class="b-list__main__title">{thread.title}</p><p class="b-list__brief">{first.lines[0][:40]}</p></div></a></td><td class="b-list__count"><p class="b-list__count__number"><span title="互動：{len(thread.posts) - 1}">{len(thread.posts) - 1}</span>/<span title="人氣：{thread.number * 31}">{thread.number * 31}</span></p><p class="b-list__count__user"><a href="//home.example/user{first.author}" target="_blank">user{first.author}</a></p></td><td class="b-list__time"><p class="b-list__time__edittime"><a href="{_url(thread).replace("C.php?", "C.php?last=1&amp;")}" title="觀看最新回覆文章">{last.when:%m/%d %H:%M}</a></p><p class="b-list__time__user"><a href="//home.example/user{last.author}">user{last.author}</a></p></td></tr>'

    nav = _pager(page, pages(threads), f"bsn={BSN[board]}")
    return _frame(
        f"{forum.boards[board]} 哈啦板",
        f'{nav}<div class="b-list-wrap"><table class="b-list"><tbody><tr class="b-list__head"><td>子板</td><td>標題</td><td>互動/人氣</td><td>最後回覆</td></tr>{each(row, rows(threads, page))}</tbody></table></div>{nav}',
        forum,
        board,
    )


def _quote(post: Post, text: str) -> str:
    return f'<blockquote class="quote"><div>※ 引述《user{post.author} ({post.name})》之銘言</div><div>{text}</div></blockquote>'


def _post(post: Post) -> str:
    floor = "樓主" if post.place == 1 else f"{post.place} 樓"
    text = "<div>" + post.body(_quote, '<pre class="code">{}</pre>', "</div>\n<div>") + "</div>"
    title = f'<h1 class="c-post__header__title {"is-empty" if post.place > 1 else ""}">{post.thread.title if post.place == 1 else ""}</h1>'
    return f'<section class="c-section" id="post_{post.number}"><div class="c-section__side is-hide"><a class="c-user__avatar" href="https://home.example/user{post.author}"><img class="gamercard" data-gamercard-userid="user{post.author}" src="/u/{post.author}.png"></a></div><div class="c-section__main c-post"><div class="c-post__header">{title}<div class="c-post__header__author"><a class="floor tippy-floor" data-floor="{post.place}">{floor}</a><a class="username" href="https://home.example/user{post.author}" target="_blank">{post.name}</a><a class="userid" href="https://home.example/user{post.author}" target="_blank">user{post.author}</a></div><div class="c-user"><span class="userlevel" data-tippy-content="LV">{post.author * 3 + 2}</span> <span class="usercareer">初心者</span></div><div class="postcount"><span class="postgp">GP<span>{post.number % 30}</span></span> <span class="postbp">BP<span>-</span></span></div><div class="c-post__header__info"><a class="edittime tippy-post-info" href="javascript:;" data-mtime="{post.when:%Y-%m-%d %H:%M:%S}" data-hideip="114.32.*.*" data-area="台灣">{post.when:%Y-%m-%d %H:%M:%S}</a></div></div><div class="c-post__body"><article class="c-article FM-P2" id="cf{post.number}"><div class="c-article__content">{text}</div></article></div><div class="c-post__footer c-reply"><div class="gpbp-buttons"><button class="gp">推 <span>{post.number % 30}</span></button><button class="bp">噓</button></div><div class="option"><a href="Co.php?bsn={BSN[post.thread.board]}&amp;sn={post.number}">#{post.place}</a> <button>分享</button> <a href="post1.php?bsn={BSN[post.thread.board]}&amp;type=2&amp;snA={post.thread.number}&amp;rn=1">引用</a></div><div class="c-reply__editor"><div class="reply-input"><textarea placeholder="留言…"></textarea></div></div></div></div></section>'


def _thread(thread: Thread, page: int) -> str:
    nav = _pager(page, thread.pages, f"bsn={BSN[thread.board]}&amp;snA={thread.number}&amp;tnum={len(thread.posts)}")
    more = each(
        lambda other: (
            f'<div class="popular__card"><a href="{_url(other)}"><p class="popular__title">{other.title}</p></a></div>'
        ),
        [other for other in thread.forum.board(thread.board) if other is not thread][:4],
    )
    return _frame(
        f"【討論】{thread.title} @{thread.forum.boards[thread.board]} 哈啦板".replace("【討論】", ""),
        f'{nav}<div id="BH-master">{each(_post, thread.on_page(page))}</div>{nav}<section class="popular"><h3>相關推薦</h3>{more}</section>',
        thread.forum,
        thread.board,
    )


def _single(post: Post) -> str:
    return _frame(
        f"RE:{post.thread.title} @{post.thread.forum.boards[post.thread.board]}",
        f'<div id="BH-master"><p class="managertools"><a href="{_url(post.thread)}">看整串</a></p>{_post(post)}</div>',
        post.thread.forum,
        post.thread.board,
    )


def _frame(title: str, content: str, forum: Forum | None = None, board: int = 0) -> str:
    menu = (
        f'<div class="BH-menu"><ul class="BH-menuE"><li><a href="A.php?bsn={BSN[board]}">{forum.boards[board]}</a></li><li><a href="B.php?bsn={BSN[board]}">文章列表</a></li><li><a href="G1.php?bsn={BSN[board]}">精華區</a></li><li><a href="post1.php?bsn={BSN[board]}&amp;type=1">發文</a></li></ul></div>'
        if forum
        else ""
    )
    return f'<!DOCTYPE html><html lang="zh-TW"><head><meta charset="utf-8"><title>{title} - 港灣</title></head><body><div class="TOP-bh"><a href="index.php">港灣</a> <a href="https://home.example/login">登入</a></div>{menu}<div id="BH-wrapper"><div id="BH-master-wrap">{content}</div></div><div class="footer">&copy; All Rights Reserved.</div></body></html>'
