"""Pages of which a kind says how posts are drawn: its parts, and what holds them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tests.made_forums.markup import BUTTONS, BY, COUNTS, EDITED, JOINED, RANKS, SIGNS, WROTE, MadePage, Skin
from tests.made_forums.words import Quote, Remark, Thread, Written, in_order, remarks_on


class KindPage(MadePage):
    """A page of a kind; the parts of its posts are those of other made pages."""

    def __init__(self, skin: Skin, thread: Thread, number: int, kind: Kind) -> None:
        super().__init__(skin, thread, number)
        self.kind = kind

    def _stream(self) -> str:
        opener, posts = "", in_order(self.style, self.posts)
        if self.kind.opener and posts[0].place == 0:
            opener, posts = self.kind.opener(self, posts[0]), posts[1:]
        here = {post.place for post in posts}
        top = [post for post in posts if self.style["layout"] != "nested" or post.parent not in here]
        return opener + self.kind.wrap(self, "\n".join(self.kind.draw(self, post) for post in top))

    def answers_to(self, post: Written) -> str:
        return "".join(self.kind.draw(self, one) for one in self.posts if one.parent == post.place)

    def number_of(self, post: Written) -> str:
        return self._number(post)

    def date(self, when: datetime) -> str:
        return self._date(when)

    def moment(self, when: datetime) -> str:
        return self._moment(when)

    def who(self, post: Written) -> str:
        name = post.author
        return (
            e(self, "b.name", name)
            if self.style["author"] == "bold"
            else e(self, f"a.name href=/user/{post.user}", name)
        )

    def by(self, post: Written) -> str:
        return BY[self.language].format(self.who(post))

    def picture(self, post: Written) -> str:
        return f'<a href="/user/{post.user}"><img src="/avatar/{post.user}.png" width="48" height="48" alt=""></a>'

    def rank(self, post: Written) -> str:
        return RANKS[self.language][post.user % 3]

    def card_parts(self, post: Written) -> list[str]:
        joined = JOINED[self.language].format(f"201{post.user % 8}-0{1 + post.user % 9}-1{post.user % 10}")
        more = {"none": [], "counts": [COUNTS[self.language].format(post.user * 7)]}
        return [self.rank(post), *more.get(self.style["card"], [COUNTS[self.language].format(post.user * 7), joined])]

    def card_lines(self, post: Written) -> str:
        return "<br>".join(self.card_parts(post))

    def wrote(self, quote: Quote) -> str:
        return WROTE[self.language].format(quote.author)

    def words_of(self, post: Written) -> str:
        return self._words(post)

    def lines_of(self, post: Written) -> str:
        return self._lines(post)

    def sign(self, post: Written) -> str:
        shown = self.style["signature"] == "outside" and post.user % 3
        return f"{post.author} {SIGNS[self.language]}" if shown else ""

    def edit_note(self, post: Written) -> str:
        return EDITED[self.language].format(post.author, self._moment(post.when))

    def buttons(self, post: Written) -> str:
        target = "javascript:;" if self.style["buttons"] == "scripts" else f"/do?p={post.pid}"
        return " ".join(f'<a href="{target}">{text}</a>' for text in BUTTONS[self.language])

    def foot(self, post: Written) -> str:
        return self._foot(post)

    def remarks(self, post: Written) -> list[Remark]:
        return remarks_on(post, self.language)


#: Draws one post, the opening one apart or all of a page with what holds them.
Draw = Callable[[KindPage, Written], str]
Wrap = Callable[[KindPage, str], str]


@dataclass(frozen=True)
class Kind:
    """How pages of one kind are drawn, and the values of a style that it needs."""

    draw: Draw
    wrap: Wrap
    opener: Draw | None = None
    needs: dict[str, Any] = field(default_factory=dict)


def e(page: KindPage, spec: str, *inner: str, pid: int = 0) -> str:
    """An element: its tag and, behind a dot, the role that its name is drawn for, behind a blank more attributes."""
    named, _, more = spec.partition(" ")
    name, _, role = named.partition(".")
    attributes = (page.a(role, pid) if role else "") + (f" {more}" if more else "")
    return f"<{name}{attributes}>{''.join(inner)}</{name}>"
