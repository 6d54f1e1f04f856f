"""The news site: front page, sections, articles with all that surrounds a body."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from itertools import groupby

SITE = "槐树晚报"
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


def _frame(title: str, content: str) -> str:
    menu = "".join(f'<li><a href="/{name}/">{name}</a></li>' for name in _sections())
    return f"""<!DOCTYPE html>
<html lang="zh-CN"><head><meta charset="utf-8"><title>{escape(title)} - {SITE}</title>
<meta property="og:site_name" content="{SITE}"><script>var page = {{ready: true}};</script></head>
<body><div class="topbar"><a href="/">{SITE}</a> <a href="/login">登录</a> <a href="/subscribe">订阅</a></div>
<ul class="menu">{menu}</ul>
{content}
<div class="footer"><p>版权所有 {SITE}，未经书面授权不得转载。</p>
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
    return _frame(
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
    pages = {"/": _frame("首页", f'<ul class="latest">{"".join(map(_link, reversed(articles())))}</ul>')}
    for section in _sections():
        listed = "".join(_link(article) for article in articles() if article.section == section)
        pages[f"/{section}/"] = _frame(section, f'<h2>{section}</h2><ul class="list">{listed}</ul>')
    for name in ("about", "contact", "jobs", "login", "subscribe"):
        pages[f"/{name}"] = _frame(name, f'<div class="form"><h2>{name}</h2><p>{SITE}</p></div>')
    return pages | {article.path: _article_page(article) for article in articles()}
