"""What stands around a text on a page that is made, and the writer of such pages."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from html import escape

#: Words that designers name the parts of a page by.
NAMES = {
    "header": ("header", "masthead", "top", "banner", "branding", "hd"),
    "nav": ("nav", "menu", "topnav", "navbar", "links", "navigation"),
    "main": ("main", "content", "center", "primary", "wrapper", "maincol", "column", "page", "left"),
    "post": ("post", "entry", "article", "story", "item", "hentry", "blogpost", "newsitem"),
    "title": ("title", "post-title", "entry-title", "headline", "storytitle", "heading", "hd"),
    "date": ("date", "date-header", "post-date", "time", "timestamp", "published", "dateline"),
    "body": (
        *("post-body", "entry-content", "content", "entry", "text", "body", "article-body", "storybody", "copy"),
        *("post-content", "entrytext", "maintext", "article-text", "post", "snap", "detail", "richtext"),
    ),
    "footer": ("post-footer", "meta", "postmetadata", "posted", "info", "byline", "entry-meta", "foot"),
    "comments": ("comments", "commentlist", "responses", "discussion", "replies", "feedback", "comment-list"),
    "comment": ("comment", "reply", "response", "item", "odd", "even", "cmt", "feedback-item"),
    "side": ("sidebar", "side", "rail", "secondary", "right", "widgets", "column", "rightcol"),
    "box": ("widget", "box", "module", "block", "section", "panel", "portlet"),
    "related": ("related", "more", "recommended", "also", "similar", "morestories", "next", "teasers"),
    "caption": ("caption", "photo", "image", "wp-caption-text", "cutline", "credit", "imgtext"),
    "bio": ("author", "bio", "about-author", "profile", "contributor", "authorbox"),
    "page-footer": ("footer", "copyright", "bottom", "legal", "colophon", "ft"),
}
_PEOPLE = (
    *("Anna", "J. Miller", "quietreader", "小明", "Пётр", "user2041", "Maria K.", "老王", "Thomas", "bluebird"),
    *("Ελένη", "Jo", "Kasia", "the other Steve", "R.", "Mme Lefevre", "guest", "匿名网友", "rk_77", "Anonymous"),
)
_DATES = (
    *("March 3, 2011 at 4:12 pm", "2012-05-14 09:31", "3 hours ago", "14.02.2010 18:05", "2009年8月3日 12:40"),
    *("Tuesday, October 2, 2007", "10/22/2008", "Nov 6, 2012 11:05 AM", "5 мая 2011", "12.11.2009", "2011/11/2"),
)
_POSTED = ("Posted by {who} at {when}", "by {who} on {when}", "{when} | {who}", "Filed under: {who}", "{who}, {when}")
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])")


#: Texts up to this long are no sentences to write with.
SHORTEST = 20


@dataclass
class PageWriter:
    """One page in the making. ``texts`` are paragraphs of bodies, best in one language; ``body`` is the gold text."""

    draw: random.Random
    texts: Sequence[str]
    named: str = field(init=False)
    names: dict[str, str] = field(init=False)
    body: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.texts = [text for text in self.texts if len(text) > SHORTEST] or ["No text."]
        self.named = self.draw.choice(("names", "names", "names", "none", "none", "numbers"))
        self.names = {part: self.draw.choice(names) for part, names in NAMES.items()}

    def chance(self, share: float) -> bool:
        return self.draw.random() < share

    def tag(self, name: str, inner: str, part: str = "") -> str:
        """An element; ``part`` names it in the page's own fashion of class names."""
        attribute = ""
        if part and self.named == "names":
            attribute = f' {self.draw.choice(("class", "class", "id"))}="{self.names[part]}"'
        elif part and self.named == "numbers":
            attribute = f' class="c{list(NAMES).index(part) * 7 % 23}"'
        return f"<{name}{attribute}>{inner}</{name}>\n"

    def text(self, shortest: int, longest: int) -> str:
        """Whole sentences if they fit, of at most ``longest`` characters, with luck at least ``shortest``."""
        for _ in range(4):
            text = self.draw.choice(self.texts)
            if len(text) >= shortest:
                break
        taken = ""
        for sentence in _SENTENCE.split(text):
            if taken and len(taken) + len(sentence) > longest:
                break
            taken = f"{taken} {sentence}".strip()
        return taken[:longest].strip()

    def size(self, low: int, high: int) -> int:
        """A number between the two; small ones are as likely as large ones."""
        return round(low * math.pow(high / low, self.draw.random()))

    def title(self) -> str:
        return " ".join(self.text(10, 300).split()[:9])[:70].strip(" .,;:") or "Untitled"

    def person(self) -> str:
        return self.draw.choice(_PEOPLE)

    def date(self) -> str:
        return self.draw.choice(_DATES)

    def posted(self) -> str:
        return self.draw.choice(_POSTED).format(who=self.person(), when=self.date())


# --- what stands around a body on made-up training pages: comments, other stories, boxes, pictures, notes ---

_COMMENT_HEADS = (
    *("Comments", "{n} comments:", "{n} Responses to “{title}”", "评论", "Discussion", "Комментарии ({n})", ""),
)
_RELATED_HEADS = (
    *("Related", "You may also like", "More stories", "相关新闻", "Related articles", "Read next", "Читайте также"),
)
_BOX_HEADS = ("About", "About me", "Recent posts", "Archives", "Links", "Categories", "Popular", "关于", "Tags", "")
_SMALL = ("Permalink", "Email this", "Print", "Share", "Tweet", "Labels: news, life", "Tags: one, two", "Reply", "Link")


def top(writer: PageWriter, site: str) -> str:
    name = f'<a href="/">{escape(site)}</a>'
    parts = [writer.tag(writer.draw.choice(("h1", "h1", "div", "h2")), name)]
    if writer.chance(0.4):
        parts.append(writer.tag(writer.draw.choice(("p", "div", "h2")), escape(writer.text(20, 260))))
    top = writer.tag("div", "".join(parts), "header")
    return top + writer.tag("div", links(writer, writer.draw.randint(3, 14), short=True), "nav")


def bottom(writer: PageWriter) -> str:
    lines = [f"© {writer.draw.randint(2003, 2014)} {escape(writer.title()[:20])}. All rights reserved."]
    if writer.chance(0.5):
        lines.append(escape(writer.text(40, 260)))
    return writer.tag("div", "".join(f"<p>{line}</p>" for line in lines), "page-footer")


def links(writer: PageWriter, number: int, short: bool = False) -> str:
    """A list of links, or links in a row; at times a script makes them links, and they have no address."""
    titles = [writer.title().split()[0][:14] if short else writer.title() for _ in range(number)]
    scripted = writer.chance(0.1)
    linked = [escape(t) if scripted else f'<a href="#{n}">{escape(t)}</a>' for n, t in enumerate(titles)]
    if writer.chance(0.7):
        return "<ul>" + "".join(f"<li>{link}</li>" for link in linked) + "</ul>"
    return writer.draw.choice((" | ", "<br>", " ")).join(linked)


def box(writer: PageWriter) -> str:
    draw = writer.draw
    heading = writer.tag(draw.choice(("h2", "h3", "h4")), draw.choice(_BOX_HEADS))
    kinds: tuple[Callable[[], str], ...] = (
        lambda: links(writer, draw.randint(3, 25)),
        lambda: links(writer, draw.randint(3, 12), short=True),
        lambda: f"<p>{escape(writer.text(60, 450))}</p>",
        lambda: "".join(
            f"<p>{escape(writer.text(30, 160))} <a href='#'>more</a></p>" for _ in range(draw.randint(1, 4))
        ),
        lambda: "".join(f"<li>{writer.person()} on <a href='#'>{escape(writer.title())}</a></li>" for _ in range(5)),
        lambda: f'<img src="/ad.gif"><p>{escape(writer.text(20, 120))}</p>',
    )
    return writer.tag("div", heading + draw.choice(kinds)(), "box")


def post_footer(writer: PageWriter) -> str:
    draw = writer.draw
    line = writer.posted()
    small = draw.sample(_SMALL, draw.randint(0, 4))
    links = " ".join(f'<a href="#">{one}</a>' for one in small)
    return writer.tag(draw.choice(("div", "p", "small")), f"{line} {links}", "footer")


def bio(writer: PageWriter) -> str:
    heading = f"<h4>{writer.draw.choice(('About the author', writer.person(), '作者简介'))}</h4>"
    return writer.tag("div", heading + f"<p>{escape(writer.text(60, 350))}</p>", "bio")


def picture(writer: PageWriter) -> str:
    picture = '<img src="/a.jpg" width="400" height="300">'
    if writer.chance(0.3):
        picture = f'<a href="/a.jpg">{picture}</a>'
    if writer.chance(0.4):
        return picture
    return writer.tag("div", picture + writer.tag("p", escape(writer.text(15, 160)), "caption"), "caption")


def inset(writer: PageWriter) -> str:
    """What stands in the midst of a body and is none of it: pictures with their captions, other stories."""
    if writer.chance(0.3):
        return related(writer)
    holder, longest = writer.draw.choice(("p", "div", "li")), writer.size(40, 400)
    pictures = []
    for _ in range(writer.size(2, 40)):
        head = writer.tag("b", escape(writer.title()[:20])) if writer.chance(0.2) else ""
        text = f"{head}{escape(writer.text(15, longest))}"
        pictures.append(writer.tag("div", f'<img src="/g.jpg">{writer.tag(holder, text, "caption")}'))
    return writer.tag("div", "".join(pictures), "caption")


def related(writer: PageWriter) -> str:
    heading = writer.tag(writer.draw.choice(("h3", "h4", "b")), writer.draw.choice(_RELATED_HEADS))
    return writer.tag("div", heading + links(writer, writer.draw.randint(2, 8)), "related")


def teasers(writer: PageWriter) -> str:
    """Other stories, each with its first sentences: what stands there reads like a body."""
    teasers = []
    level, longest = writer.draw.choice(("h2", "h3", "h4", "b")), writer.size(50, 500)
    more = writer.draw.choice(("", ' <a href="/o">Read more</a>', " […]", ' <a href="/o">全文</a>'))
    dated = writer.chance(0.4)
    for _ in range(writer.size(1, 25)):
        heading = writer.tag(level, f'<a href="/o">{escape(writer.title())}</a>')
        line = writer.tag("span", writer.date(), "date") if dated else ""
        teasers.append(writer.tag("div", f"{heading}{line}<p>{escape(writer.text(20, longest))}{more}</p>", "box"))
    heading = writer.tag("h3", writer.draw.choice(_RELATED_HEADS)) if writer.chance(0.6) else ""
    return writer.tag("div", heading + "".join(teasers), "related")


def comments(writer: PageWriter, title: str) -> str:
    draw = writer.draw
    number = writer.size(1, 60)
    outer, inner, line = draw.choice(
        (("ol", "li", "p"), ("div", "div", "p"), ("div", "div", "div"), ("ul", "li", "span"), ("dl", "dd", "p"))
    )
    name_tag = draw.choice(("div", "p", "h4", "span", "b", "cite"))
    name_last, linked, dated = writer.chance(0.3), writer.chance(0.5), writer.chance(0.8)
    says = draw.choice(("{}", "{} says:", "{} said...", "{} wrote", "{}："))
    longest = writer.size(60, 900)
    comments = []
    for _ in range(number):
        who = writer.person()
        head = says.format(f'<a href="#">{who}</a>' if linked else who) + (f" {writer.date()}" if dated else "")
        head = writer.tag(name_tag, head)
        lines = "".join(writer.tag(line, escape(writer.text(10, longest))) for _ in range(draw.choice((1, 1, 1, 2, 3))))
        reply = '<a href="#">Reply</a>' if writer.chance(0.2) else ""
        comments.append(writer.tag(inner, (lines + head if name_last else head + lines) + reply, "comment"))
    heading = draw.choice(_COMMENT_HEADS).format(n=number, title=escape(title))
    above = writer.tag(draw.choice(("h3", "h4", "div")), heading) if heading else ""
    return writer.tag("div", above + writer.tag(outer, "".join(comments), "comments"))


def products(writer: PageWriter) -> str:
    """Goods with their prices, each with a picture or a few words."""
    described = writer.chance(0.4)
    goods = []
    for _ in range(writer.size(3, 40)):
        text = writer.tag("p", escape(writer.text(10, 120))) if described else ""
        name = f'<a href="/g"><img src="/g.jpg">{escape(writer.title()[:40])}</a>'
        goods.append(writer.tag("div", f"{name}<span>${writer.draw.randint(1, 900)}.99</span>{text}", "box"))
    return writer.tag("div", "".join(goods), "main")
