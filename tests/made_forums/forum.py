"""A forum that does not exist, page by page."""

from __future__ import annotations

from dataclasses import replace

from tests.made_forums.kind_page import KindPage
from tests.made_forums.kinds import KINDS
from tests.made_forums.markup import MadePage, Skin
from tests.made_forums.style import DRAWN, Style, draw_style
from tests.made_forums.words import Thread


class Forum:
    """All that a style leaves open, drawn."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.skins = [Skin(style, number) for number in range(style["skins"])]

    def page(self, thread: Thread, number: int) -> str:
        """Page ``number`` (from 0) of a thread."""
        skin = self.skins[thread.number % len(self.skins)]
        kind = self.style["kind"]
        page = MadePage(skin, thread, number) if kind == DRAWN else KindPage(skin, thread, number, KINDS[kind])
        return page.source()


def draw_kind(seed: int, kind: str) -> Style:
    """A forum whose pages are of a kind; what the kind leaves open is drawn at random."""
    opener = "other place" if KINDS[kind].opener else "same"
    values = dict(draw_style(seed).values) | {"kind": kind, "opener": opener, "layout": "div", "header": "before"}
    values["naming"] = "changing" if values["naming"] == "changing" else "all"
    values["data"], values["ads"] = "none", "none"
    values["buttons"] = "scripts" if values["buttons"] == "scripts" else "links"
    return replace(draw_style(seed), values=tuple((values | KINDS[kind].needs).items()))
