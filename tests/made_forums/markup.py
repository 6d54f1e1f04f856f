"""The pages of a forum that does not exist."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from datetime import UTC, datetime

from tests.made_forums.style import Style
from tests.made_forums.words import Quote, Thread, Written

MONTHS = {
    "en": "January February March April May June July August September October November December".split(),
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(),
}
SAID = {"en": "posted on {}", "de": "Geschrieben am {}", "zh": "发表于 {}"}
BY = {"en": "by {}", "de": "von {}", "zh": "作者：{}"}
WROTE = {"en": "{} wrote:", "de": "{} schrieb:", "zh": "{} 说："}
REFERENCE = {"en": "{} said on {}", "de": "{} schrieb am {}", "zh": "{} 发表于 {}"}
EDITED = {"en": "Last edited by {} on {}", "de": "Zuletzt geändert von {} am {}", "zh": "本帖最后由 {} 于 {} 编辑"}
HIDDEN = {
    "en": "You have to log in to see this picture",
    "de": "Zum Ansehen bitte anmelden",
    "zh": "您需要登录才可以下载或查看附件",
}
CODE = {"en": "Code: Select Expand", "de": "Code: Alles auswählen", "zh": "复制代码"}
RANKS = {"en": ["Member", "Guru", "Newbie"], "de": ["Mitglied", "Meister", "Neuling"], "zh": ["会员", "元老", "新手"]}
COUNTS = {"en": "Posts: {}", "de": "Beiträge: {}", "zh": "帖子: {}"}
JOINED = {"en": "Joined: {}", "de": "Dabei seit {}", "zh": "注册时间 {}"}
BUTTONS = {
    "en": ["Reply", "Quote", "Report"],
    "de": ["Antworten", "Zitieren", "Melden"],
    "zh": ["回复", "引用", "举报"],
}
LIKES = {"en": "{} likes", "de": "{} Mal gefällt mir", "zh": "{} 人赞"}
AD = {"en": "Buy the best tools today", "de": "Jetzt gutes Werkzeug kaufen", "zh": "好工具马上买"}
SITE = {"en": "The Workbench", "de": "Die Werkbank", "zh": "工作台论坛"}
BOARD = {"en": "General talk", "de": "Allgemeines", "zh": "综合讨论"}
SIGNS = {"en": "rides a steel frame", "de": "fährt Stahl", "zh": "骑钢架车"}
FIRST_NAMES = {"en": ["Top", "Second"], "de": ["Anfang", "Zweiter"], "zh": ["楼主", "沙发"]}
_SYLLABLES = "ba ko ri tu mel dan fos qui ler nap sto vi gra hu pel zon".split()
#: Roles that keep their class where only bodies are named, and that may keep an id alone.
_HOLDING = frozenset(("body", "holder"))


class Skin:
    """The names that a forum's software gives the elements of its pages."""

    def __init__(self, style: Style, number: int) -> None:
        self.style = style
        self.rng = random.Random(f"skin {style.seed} {number}")
        self.names: dict[str, str] = {}

    def attributes(self, role: str, pid: int = 0) -> str:
        """The class or id of an element, with a space before it; "" for one without."""
        if role not in self.names:
            self.names[role] = self._draw(role)
        return self.names[role].replace("%", str(pid)).replace("~", "odd" if pid % 2 else "even")

    def _draw(self, role: str) -> str:
        name = "".join(self.rng.choices(_SYLLABLES, k=2)) + self.rng.choice(("", "-x", "_b"))
        naming, held = self.style["naming"], role in _HOLDING
        if naming == "none" or (naming == "body" and not held) or (naming == "some" and self.rng.random() < 0.5):
            return ""
        if naming == "ids":
            return f' id="{name}_%"' if held else f' class="{name}"' if self.rng.random() < 0.3 else ""
        if naming == "changing" and held:
            return f' class="{name} {name}-% ~"'
        return f' class="{name}"'


def tag(name: str, attributes: str, inner: str) -> str:
    return f"<{name}{attributes}>{inner}</{name}>"


class MadePage:
    """Page ``number`` (from 0) of a thread in a skin."""

    def __init__(self, skin: Skin, thread: Thread, number: int) -> None:
        self.style, self.skin = skin.style, skin
        self.language: str = skin.style["language"]
        self.thread, self.number = thread, number
        self.posts = thread.pages()[number]

    # --- the page -----------------------------------------------------------------------------

    def source(self) -> str:
        language, title = self.language, self.thread.title
        crumbs = f'<div id="top"><a href="/">{SITE[language]}</a> » <a href="/b/3">{BOARD[language]}</a></div>'
        foot = f'<div id="foot">© 2012-2024 {SITE[language]} <a href="/legal">?</a></div>'
        side = self._side() if self.style["around"] == "busy" else ""
        return (
            f"<!DOCTYPE html><html><head><title>{title} - {BOARD[language]} - {SITE[language]}</title>"
            f"{self._json_ld()}</head><body>{crumbs}<h1>{title}</h1>{self._stream()}{self._pager()}{side}{foot}"
            "</body></html>"
        )

    def _stream(self) -> str:
        opener = ""
        posts = self.posts
        if self.style["opener"] != "same" and self.number == 0:
            opener, posts = self._opener(posts[0]), posts[1:]
        if self.style["layout"] == "nested":
            return opener + tag("div", self.a("stream"), self._nested(posts, None, set()))
        shown = []
        for order, post in enumerate(posts):
            shown.append(self._post(post))
            if order % 4 == 1 and self.style["ads"] != "none":
                shown.append(self._ad(post))
        layout = self.style["layout"]
        outer = {"rows": "table", "dl": "dl", "list": "ol"}.get(layout, "div")
        return opener + tag(outer, self.a("stream"), ("<hr>" if layout == "hr" else "\n").join(shown))

    def _nested(self, posts: Sequence[Written], parent: int | None, done: set[int]) -> str:
        here = {post.place for post in posts}
        shown = []
        for post in posts:
            above = post.parent if post.parent in here else None
            if post.place in done or above != parent:
                continue
            done.add(post.place)
            children = self._nested(posts, post.place, done)
            inner = self._head(post) + self._body(post) + self._foot(post)
            inner += tag("div", self.a("children"), children) if children else ""
            shown.append(tag("div", self.a("holder", post.pid), inner))
        return "".join(shown)

    def _side(self) -> str:
        rng = random.Random(f"side {self.thread.number}")
        titles = [f"Topic {rng.randrange(9999)}" for _ in range(6)]
        rows = "".join(
            f'<li><a href="/t/{n}">{title}</a> <i>2020-0{n + 1}-11</i></li>' for n, title in enumerate(titles)
        )
        form = '<form action="/reply"><textarea name="message"></textarea><input type="submit" value="OK"></form>'
        return f"<ul>{rows}</ul>{form}"

    def _pager(self) -> str:
        count = len(self.thread.pages())
        links = "".join(f'<a href="/t/{self.thread.number}/{n}">{n + 1}</a> ' for n in range(count))
        return tag("p", self.a("pager"), links) if count > 1 else ""

    def _json_ld(self) -> str:
        if self.style["data"] != "json-ld":
            return ""
        said = [
            {
                "@type": "Comment" if post.place else "DiscussionForumPosting",
                "text": post.text,
                "author": {"@type": "Person", "name": post.author},
                "datePublished": post.when.isoformat(),
            }
            for post in self.posts
        ]
        data = {**said[0], "@context": "https://schema.org", "headline": self.thread.title, "comment": said[1:]}
        return f'<script type="application/ld+json">{json.dumps(data)}</script>'

    # --- a post -------------------------------------------------------------------------------

    def a(self, role: str, pid: int = 0) -> str:
        return self.skin.attributes(role, pid)

    def _opener(self, post: Written) -> str:
        kind = self.style["opener"]
        body = self._body(
            post, "opener body" if kind != "other place" else "body", "p" if kind == "other tag" else "div"
        )
        return tag("div", self.a("opener", post.pid), self._head(post) + body + self._foot(post))

    def _post(self, post: Written) -> str:
        layout = self.style["layout"]
        if layout == "hr":
            return self._head(post) + self._words(post) + self._foot(post)
        if layout == "dl":
            return tag("dt", self.a("head"), self._head(post)) + tag("dd", self.a("body", post.pid), self._words(post))
        if layout == "flat":
            return self._head(post) + self._body(post) + self._foot(post)
        if layout in ("table", "rows"):
            return self._cells(post, layout)
        outer = "li" if layout == "list" else "div"
        return tag(outer, self.a("holder", post.pid) + self._item("Comment"), self._parts(post))

    def _parts(self, post: Written) -> str:
        header = self.style["header"]
        if header == "beside":
            side = tag("div", self.a("side"), self._who(post) + self._card(post))
            main = tag("div", self.a("main"), self._line(post) + self._body(post) + self._foot(post))
            return side + main
        if header == "behind":
            return self._body(post) + self._foot(post) + self._head(post)
        if header == "split":
            return tag("div", self.a("head"), self._who(post)) + self._body(post) + self._line(post) + self._foot(post)
        if header == "inside":
            return tag("div", self.a("body", post.pid), self._head(post) + self._words(post)) + self._foot(post)
        return self._head(post) + self._body(post) + self._foot(post)

    def _cells(self, post: Written, layout: str) -> str:
        if self.style["header"] in ("beside", "split"):
            side = tag("td", self.a("side"), self._who(post) + self._card(post))
            main = tag("td", self.a("main"), self._line(post) + self._body(post) + self._foot(post))
            rows = tag("tr", self.a("row"), side + main)
        elif self.style["header"] == "inside":
            rows = tag("tr", self.a("row"), tag("td", self.a("body", post.pid), self._head(post) + self._words(post)))
        else:
            head = tag("tr", self.a("row"), tag("td", self.a("side"), self._head(post)))
            text = tag("tr", self.a("row2"), tag("td", self.a("body", post.pid), self._words(post)))
            rows = head + text if self.style["header"] == "before" else text + head
        return rows if layout == "rows" else tag("table", self.a("holder", post.pid), rows)

    def _item(self, kind: str) -> str:
        return f' itemscope itemtype="https://schema.org/{kind}"' if self.style["data"] == "microdata" else ""

    def _prop(self, name: str) -> str:
        return f' itemprop="{name}"' if self.style["data"] == "microdata" else ""

    def _head(self, post: Written) -> str:
        return tag("div", self.a("head"), f"{self._who(post)} {self._card(post)} {self._line(post)}")

    def _line(self, post: Written) -> str:
        """Date and number."""
        return tag("div", self.a("line"), f"{self._date(post.when)} {self._number(post)}")

    def _who(self, post: Written) -> str:
        kind, name = self.style["author"], post.author
        picture = ""
        if self.style["pictures"] in ("avatars", "both"):
            picture = f'<img src="/avatar/{post.user}.png"{self.a("avatar")} width="48" height="48">'
        if kind == "bold":
            return picture + tag("b", self.a("who") + self._prop("author"), name)
        link = tag("a", self.a("who") + f' href="/user/{post.user}"' + self._prop("author"), name)
        return picture + (tag("span", self.a("by"), BY[self.language].format(link)) if kind == "by" else link)

    def _card(self, post: Written) -> str:
        if self.style["card"] == "none":
            return ""
        lines = [RANKS[self.language][post.user % 3], COUNTS[self.language].format(post.user * 7)]
        if self.style["card"] == "joined":
            lines.append(JOINED[self.language].format(f"201{post.user % 8}-0{1 + post.user % 9}-1{post.user % 10}"))
        return tag("div", self.a("card"), "<br>".join(lines))

    def _number(self, post: Written) -> str:
        kind = self.style["numbering"]
        place = post.place - (self.number * self.thread.page_size if self.style["counted"] == "per page" else 0)
        first = {"from 0": 0, "replies from 1": 0}.get(kind, 1)
        if kind == "none" or (kind == "replies from 1" and place == 0):
            return ""
        text = f"#{place + first}" if self.language != "zh" else f"{place + first}楼"
        if kind == "named" and place < len(FIRST_NAMES[self.language]):
            text = FIRST_NAMES[self.language][place]
        return tag("a", self.a("number") + f' href="#p{post.pid}"', text)

    # --- its body -----------------------------------------------------------------------------

    def _body(self, post: Written, role: str = "body", name: str = "div") -> str:
        if name == "p":  # a paragraph holds no blocks
            return tag("section", self.a(role, post.pid), self._words(post))
        return tag(name, self.a(role, post.pid) + self._prop("text"), self._words(post))

    def _words(self, post: Written) -> str:
        parts = [self._quote(post.quote) if post.quote else "", self._lines(post)]
        if post.code:
            head = tag("div", self.a("code head"), CODE[self.language]) if self.style["code"] == "head" else ""
            parts.append(tag("div", self.a("code"), head + tag("pre", self.a("pre"), "\n".join(post.code))))
        if post.attached and self.style["attachment"] != "none":
            parts.append(self._attachment(post))
        if post.hidden and self.style["hidden hint"] == "inside":
            parts.append(tag("div", self.a("hint"), HIDDEN[self.language]))
        if post.edited and self.style["edit note"] == "inside":
            parts.append(self._edited(post))
        if self.style["signature"] in ("inside", "line"):
            parts.append(self._signature(post))
        return "".join(parts)

    def _lines(self, post: Written) -> str:
        lines = list(post.lines)
        if post.smilie >= 0 and self.style["pictures"] in ("smilies", "both"):
            lines[0] += f' <img src="/smilies/{post.smilie}.gif"{self.a("smilie")} alt="">'
        if post.picture:
            lines.append(f'<img src="/upload/{post.pid}.jpg" width="640" height="480" alt="">')
        if self.style["blocks"] == "br":
            return "<br>\n".join(lines)
        return "".join(tag(self.style["blocks"], "", line) for line in lines)

    def _quote(self, quote: Quote) -> str:
        kind = self.style["quote"]
        inner = (self._quote(quote.inner) if quote.inner else "") + "<br>".join(quote.text.splitlines())
        if kind == "blockquote":
            return tag("blockquote", self.a("quote"), inner)
        if kind == "cited":
            said = REFERENCE[self.language].format(quote.author, self._moment(quote.when))
            return tag("blockquote", self.a("quote"), tag("cite", self.a("cite"), said) + tag("div", "", inner))
        head = tag("div", self.a("quote head"), WROTE[self.language].format(quote.author))
        return tag("div", self.a("quote"), head + tag("div", self.a("quoted"), inner))

    def _attachment(self, post: Written) -> str:
        text = f"plan{post.pid}.zip (Size: {post.user}.4 KB / Downloads: {post.user})"
        return tag("div", self.a("attachment"), text) if self.style["attachment"] == "inside" else f"<br>{text}"

    def _edited(self, post: Written) -> str:
        return tag("div", self.a("edited"), EDITED[self.language].format(post.author, self._moment(post.when)))

    def _signature(self, post: Written) -> str:
        if post.user % 3 == 0:
            return ""
        line = "<br>__________<br>" if self.style["signature"] == "line" else ""
        return tag("div", self.a("signature"), f"{line}{post.author} {SIGNS[self.language]}")

    def _foot(self, post: Written) -> str:
        parts = []
        if post.edited and self.style["edit note"] == "outside":
            parts.append(self._edited(post))
        if self.style["signature"] == "outside":
            parts.append(self._signature(post))
        kind = self.style["buttons"]
        if kind == "likes":
            parts.append(tag("span", self.a("likes"), LIKES[self.language].format(post.user % 4)))
        elif kind != "none":
            target = "javascript:;" if kind == "scripts" else f"/do?p={post.pid}"
            parts += [f'<a href="{target}">{text}</a> ' for text in BUTTONS[self.language]]
        return tag("div", self.a("foot"), "".join(parts)) if any(parts) else ""

    def _ad(self, post: Written) -> str:
        link = f'<a href="http://ads.example/{post.pid}">{AD[self.language]}</a>'
        layout = self.style["layout"]
        if layout == "rows":
            return f"<tr><td>{link}</td></tr>"
        if layout == "dl":
            return f"<dd>{link}</dd>"
        outer = "li" if layout == "list" else "div"
        return tag(outer, self.a("holder", post.pid) if self.style["ads"] == "like posts" else "", link)

    # --- dates --------------------------------------------------------------------------------

    def _moment(self, when: datetime) -> str:
        """A date as the forum writes it in words."""
        kind, language = self.style["date"], self.language
        if kind == "seconds":
            return f"{when.year}-{when.month}-{when.day} {when:%H:%M:%S}"
        if kind == "short":
            return f"{when:%y-%m-%d %H:%M}"
        if kind == "slashes":
            return f"{when:%d/%m/%Y %H:%M}"
        if kind == "words" and language != "zh":
            month = MONTHS[language][when.month - 1]
            return (
                f"{month} {when.day}, {when:%Y %I:%M %p}"
                if language == "en"
                else f"{when.day}. {month} {when:%Y, %H:%M}"
            )
        if kind == "local":
            local = {"en": f"{when:%a %b} {when.day}, {when:%Y} {when:%I:%M %p}", "de": f"{when:%d.%m.%Y, %H:%M} Uhr"}
            return local.get(language, f"{when.year}年{when.month}月{when.day}日 {when:%H:%M}")
        return f"{when:%Y-%m-%d %H:%M}"

    def _date(self, when: datetime) -> str:
        kind, role = self.style["date"], self.a("date")
        ago = {"en": "3 years ago", "de": "vor 3 Jahren", "zh": "3 年前"}[self.language]
        day = {"en": "Yesterday", "de": "Gestern", "zh": "昨天"}[self.language]
        prop = self._prop("datePublished")
        if kind == "datetime":
            shown = tag("time", f'{role} datetime="{when:%Y-%m-%dT%H:%M:%S}Z"{prop}', ago)
        elif kind == "title":
            shown = tag("span", f'{role} title="{when:%Y-%m-%d %H:%M}"', ago)
        elif kind == "clock outside":
            shown = tag("span", f'{role} title="{when:%Y-%m-%d}"', day) + f", {when:%H:%M}"
        elif kind == "epoch":
            shown = tag("span", f'{role} data-time="{int(when.replace(tzinfo=UTC).timestamp())}"', ago)
        elif self.style["dated by"] == "in line":
            shown = self._moment(when)
        else:
            shown = tag("span", role, self._moment(when))
        said = SAID[self.language] if self.style["dated by"] != "alone" else "{}"
        return said.format(shown)
