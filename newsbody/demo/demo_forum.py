"""The forum: boards, threads over several pages, profiles, reply forms, signatures and quotes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from html import escape

from newsbody.demo.demo_news import records

SITE = "闲谈小筑"
POSTS_A_PAGE = 4
FIRST_POST = datetime(2026, 2, 1, 9, 12)
SIGNATURES = {"老胶片": "器材是借口，出门才是目的。", "慢慢骑": "不赶路，感受路。", "面团会长大": "耐心是最好的酵母。"}


@dataclass(frozen=True)
class DemoPost:
    """One post; ``quotes`` is the floor it quotes, 0 for none; paragraphs are apart by line ends."""

    author: str
    text: str
    quotes: int
    written: str


@dataclass(frozen=True)
class DemoThread:
    """One thread; ``number`` is its id in every address."""

    number: int
    board: str
    title: str
    posts: tuple[DemoPost, ...]

    @property
    def pages(self) -> int:
        """How many pages the thread fills."""
        return -(-len(self.posts) // POSTS_A_PAGE)

    def path(self, page: int = 1) -> str:
        """Such as ``/topic-201-1.html``."""
        return f"/topic-{self.number}-{page}.html"


@cache
def threads() -> tuple[DemoThread, ...]:
    """All threads in order of their ids."""
    found = []
    for number, (head, *lines) in enumerate(records("threads.txt"), 201):
        board, title = (part.strip() for part in head.split("|"))
        posts = []
        for floor, line in enumerate(lines):
            author, _, text = line.partition(": ")
            quoted, text = text[2:].split(" / ", 1) if text.startswith("> ") else ("0", text)
            written = FIRST_POST + timedelta(days=number - 201, minutes=47 * floor)
            posts.append(DemoPost(author, text.replace(" / ", "\n"), int(quoted), f"{written:%Y-%m-%d %H:%M}"))
        found.append(DemoThread(number, board, title, tuple(posts)))
    return tuple(found)


def _boards() -> list[str]:
    return list(dict.fromkeys(thread.board for thread in threads()))


def _members() -> list[str]:
    return sorted({post.author for thread in threads() for post in thread.posts})


def _profile(author: str) -> str:
    return f"/member-{_members().index(author) + 1}.html"


def _board_path(board: str) -> str:
    return f"/board-{_boards().index(board) + 1}-1.html"


def _frame(title: str, content: str) -> str:
    boards = " ".join(f'<a href="{_board_path(board)}">{board}</a>' for board in _boards())
    return f"""<!DOCTYPE html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>{escape(title)} - {SITE}</title></head>
<body><div class="head"><a href="/">{SITE}</a> <a href="/login.html">登录</a> <a href="/register.html">注册</a> {boards}</div>
{content}
<div class="foot">{SITE} 版权所有 <a href="/rules.html">版规</a> <a href="/help.html">帮助</a></div></body></html>"""


def _post(thread: DemoThread, floor: int) -> str:
    post = thread.posts[floor - 1]
    quote = ""
    if post.quotes:
        quoted = thread.posts[post.quotes - 1]
        text = escape(quoted.text.partition("\n")[0])
        quote = f'<blockquote class="cite">{quoted.author} 发表于 {quoted.written}<br>{text}</blockquote>'
    signature = SIGNATURES.get(post.author)
    identity = thread.number * 100 + floor
    return f"""<div class="post" id="post{identity}">
<div class="user"><a class="name" href="{_profile(post.author)}">{post.author}</a><p>等级：{len(post.author)}</p><p>来自：论坛</p></div>
<div class="content"><div class="info">发表于 <span class="time">{post.written}</span> <em>{floor}楼</em>
<a href="/only-{thread.number}-{_members().index(post.author) + 1}.html">只看该作者</a></div>
<div class="message">{quote}{escape(post.text).replace(chr(10), "<br>")}</div>
{f'<div class="sign">{signature}</div>' if signature else ""}
<div class="tools"><a href="/reply-{thread.number}-{identity}.html">回复</a> <a href="/report-{identity}.html">举报</a></div></div></div>"""


def _thread_page(thread: DemoThread, page: int) -> str:
    floors = range((page - 1) * POSTS_A_PAGE + 1, min(page * POSTS_A_PAGE, len(thread.posts)) + 1)
    pager = "".join(f'<a href="{thread.path(number)}">{number}</a> ' for number in range(1, thread.pages + 1))
    crumbs = f'<a href="/">首页</a> &gt; <a href="{_board_path(thread.board)}">{thread.board}</a>'
    posts = "\n".join(_post(thread, floor) for floor in floors)
    return _frame(
        thread.title,
        f'<div class="crumbs">{crumbs}</div><h1>{escape(thread.title)}</h1>\n{posts}\n'
        f'<div class="pager">{pager}</div><div class="quick"><a href="/reply-{thread.number}-0.html">发表回复</a></div>',
    )


def _board_page(board: str) -> str:
    rows = "".join(
        f'<tr><td><a href="{thread.path()}">{escape(thread.title)}</a></td>'
        f'<td><a href="{_profile(thread.posts[0].author)}">{thread.posts[0].author}</a></td>'
        f'<td>{len(thread.posts) - 1}</td><td><a href="{thread.path(thread.pages)}">{thread.posts[-1].written}</a></td></tr>'
        for thread in threads()
        if thread.board == board
    )
    return _frame(board, f'<h2>{board}</h2><table class="topics">{rows}</table>')


def forum_pages() -> dict[str, str]:
    """Every page of the forum by its path; reply and report forms answer 404, as for a guest."""
    boards = "".join(f'<li><a href="{_board_path(board)}">{board}</a></li>' for board in _boards())
    pages = {"/": _frame("首页", f'<ul class="boards">{boards}</ul>')}
    for name in ("login", "register", "rules", "help"):
        pages[f"/{name}.html"] = _frame(name, f"<p>{SITE}</p>")
    for member in _members():
        pages[_profile(member)] = _frame(member, f'<div class="profile"><h2>{member}</h2><p>注册会员</p></div>')
    for board in _boards():
        pages[_board_path(board)] = _board_page(board)
    for thread in threads():
        for page in range(1, thread.pages + 1):
            pages[thread.path(page)] = _thread_page(thread, page)
    return pages
