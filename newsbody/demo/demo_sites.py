"""A small forum and a news site that are served on this machine, for trying things out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from itertools import groupby
from threading import Thread
from urllib.parse import unquote

PAPER = "槐树晚报"
COMMENTS = (
    ("路过的人", "写得真细，我上个星期刚去看过，和文章里说的一样。"),
    ("清河居民", "希望其他街道也能学一学，不要只停留在纸上。"),
    ("小林", "照片拍得也好，能不能多放几张？期待后续报道。"),
)


@dataclass(frozen=True)
class DemoArticle:
    """One article; ``number`` makes its address."""

    number: int
    section: str
    published: str
    author: str
    headline: str
    paragraphs: tuple[str, ...]

    @property
    def path(self) -> str:
        """Such as ``/news/2026-03/1001.html``."""
        return f"/news/{self.published[:7]}/{1000 + self.number}.html"


def records(name: str) -> list[list[str]]:
    """The records of a data file: lines, records apart by a blank line, # starts a comment."""
    text = files("newsbody.demo").joinpath(name).read_text("utf8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return [list(record) for filled, record in groupby(lines, key=bool) if filled]


@cache
def articles() -> tuple[DemoArticle, ...]:
    """All articles, oldest first."""
    found = []
    for number, (head, *paragraphs) in enumerate(records("articles.txt"), 1):
        section, published, author, headline = (part.strip() for part in head.split("|"))
        found.append(DemoArticle(number, section, published, author, headline, tuple(paragraphs)))
    return tuple(found)


def _news_frame(title: str, content: str) -> str:
    menu = "".join(f'<li><a href="/{name}/">{name}</a></li>' for name in _sections())
    return f"""<!DOCTYPE html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>{escape(title)} - {PAPER}</title>
<meta property="og:site_name" content="{PAPER}"><script>var page = {{ready: true}};</script></head>
<body><div class="topbar"><a href="/">{PAPER}</a> <a href="/login">登录</a> <a href="/subscribe">订阅</a></div>
<ul class="menu">{menu}</ul>
{content}
<div class="footer"><p>版权所有 {PAPER}，未经书面授权不得转载。</p>
<p><a href="/about">关于我们</a> | <a href="/contact">联系我们</a> | <a href="/jobs">加入我们</a></p></div>
</body></html>"""


def _sections() -> list[str]:
    return list(dict.fromkeys(article.section for article in articles()))


def _link(article: DemoArticle) -> str:
    return f'<li><a href="{article.path}">{escape(article.headline)}</a> <span>{article.published[:10]}</span></li>'


def _article_page(article: DemoArticle) -> str:
    body = "\n".join(f"<p>{escape(paragraph)}</p>" for paragraph in article.paragraphs)
    related = "".join(_link(other) for other in articles() if other is not article and other.number % 3 == 0)
    comments = "".join(
        f'<div class="comment"><span class="who">{who}</span><p>{text}</p><a href="#reply">回复</a></div>'
        for who, text in COMMENTS[: 1 + article.number % 3]
    )
    return _news_frame(
        article.headline,
        f"""<div class="main"><div class="crumbs"><a href="/">首页</a> &gt; <a href="/{article.section}/">{article.section}</a></div>
<h1>{escape(article.headline)}</h1>
<div class="meta"><span class="date">{article.published}</span> <span class="author">{article.author}</span></div>
<div class="article-body">
{body}
<p class="more">延伸阅读：<a href="/{article.section}/">更多{article.section}新闻</a></p>
</div>
<div class="share">分享到：<a href="/share/a">朋友圈</a> <a href="/share/b">微博</a></div>
<h3>相关新闻</h3><ul class="related">{related}</ul>
<div class="comments"><h3>网友评论</h3>{comments}</div></div>
<div class="side"><h3>热门排行</h3><ol>{"".join(_link(other) for other in articles()[-5:])}</ol></div>""",
    )


def news_pages() -> dict[str, str]:
    """Every page of the site by its path."""
    pages = {"/": _news_frame("首页", f'<ul class="latest">{"".join(map(_link, reversed(articles())))}</ul>')}
    for section in _sections():
        listed = "".join(_link(article) for article in articles() if article.section == section)
        pages[f"/{section}/"] = _news_frame(section, f'<h2>{section}</h2><ul class="list">{listed}</ul>')
    for name in ("about", "contact", "jobs", "login", "subscribe"):
        pages[f"/{name}"] = _news_frame(name, f'<div class="form"><h2>{name}</h2><p>{PAPER}</p></div>')
    return pages | {article.path: _article_page(article) for article in articles()}


# --- the forum: boards, threads over several pages, profiles, reply forms, signatures and quotes ---

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


# --- serves pages held in memory on a free port of 127.0.0.1 ----------------------------

#: Path with query -> HTML.
Pages = Mapping[str, str]


def _handler(pages: Pages, seen: list[str]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            seen.append(self.path)
            if self.path == "/robots.txt":
                return self._answer(200, "text/plain", "User-agent: *\nAllow: /\n")
            path = unquote(self.path)
            if path in pages:
                return self._answer(200, "text/html; charset=utf-8", pages[path])
            return self._answer(404, "text/html; charset=utf-8", "<title>404</title><p>Not here.</p>")

        def _answer(self, status: int, content_type: str, text: str) -> None:
            body = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Keep the screen for the crawl's own log."""

    return Handler


@contextmanager
def serve(pages: Pages) -> Iterator[tuple[str, list[str]]]:
    """Serve while the context lasts; gives the base URL and the list of paths asked for so far."""
    seen: list[str] = []
    with ThreadingHTTPServer(("127.0.0.1", 0), _handler(pages, seen)) as server:
        thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", seen
        finally:
            server.shutdown()
            thread.join()
