"""The hand that writes made-up training pages: one generator, one fashion of class names, text of real bodies."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

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
