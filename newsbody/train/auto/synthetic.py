"""Training pages of our own writing: plain weblog and news pages as they were made for twenty years.

Labelled pages are mostly long, recent news. A page of a weblog has a short body in the midst of an
"about me", post footers, readers' comments longer than the post, blogrolls and archives; few of
the labelled ones show it. Here such pages are put together from parts, with text of labelled
bodies. Everything is drawn from one generator, so that the same seed gives the same page.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from html import escape
from typing import Literal, NamedTuple

from newsbody.train.auto import surroundings as furniture
from newsbody.train.auto.surroundings import PageWriter

#: Share of the made-up pages that are lists.
LISTS = 0.1


class MadeUp(NamedTuple):
    """Markup of a page, what it is, and the text of its body, paragraphs on lines; "" for a list."""

    html: str
    kind: Literal["article", "list"]
    text: str


def synthetic_page(draw: random.Random, texts: Sequence[str]) -> MadeUp:
    """A made-up page; ``texts`` are paragraphs of real bodies, best in one language."""
    writer = PageWriter(draw, texts)
    site, title = writer.title()[:30], writer.title()
    if writer.chance(LISTS):
        return MadeUp(_page(writer, site, draw.choice((site, title.split()[0])), _overview(writer)), "list", "")
    html = _page(writer, site, title, _post(writer, title))
    return MadeUp(html, "article", "\n".join(writer.body))


def _page(writer: PageWriter, site: str, title: str, main: str) -> str:
    """The whole page around what is in its main column."""
    draw = writer.draw
    columns = [writer.tag("div", main, "main")]
    columns.insert(writer.chance(0.6), writer.tag("div", _boxes(writer, 7), "side"))
    if writer.chance(0.15):
        columns.append(writer.tag("div", _boxes(writer, 2), "side"))
    if writer.chance(0.25):
        middle = "<table><tr>" + "".join(f"<td>{column}</td>" for column in columns) + "</tr></table>"
    else:
        middle = "".join(columns)
    joined = draw.choice(("{title} - {site}", "{site}: {title}", "{title}", "{site} » {title}", "{title}_{site}"))
    head = f"<title>{escape(joined.format(title=title, site=site))}</title>"
    if writer.body and writer.chance(0.3):
        head += f'<meta name="description" content="{escape(writer.body[0][:150])}">'
    body = furniture.top(writer, site) + middle + furniture.bottom(writer)
    return f"<html><head>{head}</head><body>{body}</body></html>"


def _boxes(writer: PageWriter, most: int) -> str:
    return "".join(furniture.box(writer) for _ in range(writer.draw.randint(1, most)))


def _overview(writer: PageWriter) -> str:
    """The main column of a front or list page: other stories, in one or several blocks."""
    parts = (furniture.teasers, furniture.teasers, furniture.related, furniture.products)
    heading = writer.tag("h1", escape(writer.title()), "title") if writer.chance(0.5) else ""
    return heading + "".join(writer.draw.choice(parts)(writer) for _ in range(writer.draw.randint(1, 4)))


def _post(writer: PageWriter, title: str) -> str:
    draw = writer.draw
    heading = draw.choice(("h1", "h2", "h2", "h3", "h3", "div"))
    linked = f'<a href="/post">{escape(title)}</a>' if writer.chance(0.4) else escape(title)
    parts = [writer.tag(heading, linked, "title")]
    if writer.chance(0.6):
        line = draw.choice((writer.date(), writer.posted()))
        parts.insert(draw.randint(0, 1), writer.tag(draw.choice(("div", "p", "h2", "span", "h4")), line, "date"))
    body = _body(writer)
    wrapped = writer.chance(0.8)
    parts.append(writer.tag(draw.choice(("div", "div", "div", "td", "section")), body, "body") if wrapped else body)
    if writer.chance(0.3):
        parts.append(furniture.bio(writer))
    if writer.chance(0.7):
        parts.append(furniture.post_footer(writer))
    post = writer.tag(draw.choice(("div", "div", "article")), "".join(parts), "post")
    behind = [part(writer) for part in (furniture.related, furniture.teasers) if writer.chance(0.3)]
    if writer.chance(0.65):
        behind.append(furniture.comments(writer, title))
    draw.shuffle(behind)
    return post + "".join(behind)


def _body(writer: PageWriter) -> str:
    """The paragraphs of a body in one of the ways they are marked up; what they say is noted as gold."""
    draw = writer.draw
    count = writer.size(1, 14)
    longest = writer.size(30, 900)
    wanted = [writer.text(min(longest, 40), longest) for _ in range(count)]
    pieces: list[str] = [_key_points(writer)] if writer.chance(0.1) else []
    way = draw.choice(("p", "p", "p", "div", "br", "br", "line", "span"))
    for number, text in enumerate(wanted):
        if writer.chance(0.12):
            pieces.append(furniture.picture(writer))
        if number and writer.chance(0.06):
            heading = writer.title()
            writer.body.append(heading)
            pieces.append(writer.tag(draw.choice(("h3", "h4", "p")), f"<b>{escape(heading)}</b>"))
        if number and writer.chance(0.07):
            pieces.append(_list(writer))
        if number and writer.chance(0.03):
            pieces.append(_entries(writer))
        if writer.chance(0.05):
            pieces.append(furniture.inset(writer))
        writer.body.append(text)
        pieces.append(_paragraph(writer, way, text))
    if writer.chance(0.25):
        pieces.insert(draw.choice((0, len(pieces))), furniture.picture(writer))
    return "".join(pieces)


def _paragraph(writer: PageWriter, way: str, text: str) -> str:
    inner = escape(text)
    words = inner.split(" ")
    if len(words) > 6 and writer.chance(0.3):
        place = writer.draw.randrange(len(words) - 3)
        words[place : place + 3] = [f'<a href="/x">{" ".join(words[place : place + 3])}</a>']
        inner = " ".join(words)
    if way == "p" and writer.chance(0.08):
        return f"<blockquote>{inner}</blockquote>"
    return {"br": f"{inner}<br><br>\n", "line": f"{inner}<br>\n", "span": f"<span>{inner}</span><br>\n"}.get(
        way, f"<{way}>{inner}</{way}>\n"
    )


def _list(writer: PageWriter) -> str:
    """A list of the body's own, perhaps with links in its items."""
    longest, linked = writer.size(20, 200), writer.draw.choice((0.0, 0.0, 0.5, 0.9))
    items = []
    for _ in range(writer.size(2, 15)):
        text = writer.text(10, longest)
        writer.body.append(text)
        place = writer.draw.randint(0, len(text) * 2 // 3)
        rest = f'<a href="/l">{escape(text[place:])}</a>' if writer.chance(linked) else escape(text[place:])
        items.append(f"<li>{escape(text[:place])}{rest}</li>")
    kind = writer.draw.choice(("ul", "ol"))
    return f"<{kind}>" + "".join(items) + f"</{kind}>"


def _key_points(writer: PageWriter) -> str:
    """What the story says, in a few lines above it: body, but for their heading."""
    lines = [writer.text(20, 90) for _ in range(writer.draw.randint(2, 6))]
    writer.body += lines
    heading = writer.tag("h4", writer.draw.choice(("Story highlights", "Key points", "要点", "Fast facts", "")))
    return writer.tag("div", heading + "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>", "box")


def _entries(writer: PageWriter) -> str:
    """A part of the body that repeats: a heading, perhaps linked, a line, and a few sentences."""
    heading, linked, line = writer.draw.choice(("h3", "b", "p", "h4")), writer.chance(0.4), writer.chance(0.3)
    entries = []
    for _ in range(writer.draw.randint(2, 9)):
        title, text = writer.title(), writer.text(60, 500)
        writer.body += [title, text]
        head = f'<a href="/e">{escape(title)}</a>' if linked else escape(title)
        between = furniture.picture(writer) if writer.chance(0.3) else ""
        if line:
            between += "<br>Page 12"
            writer.body.insert(-1, "Page 12")
        entries.append(f"<{heading}>{head}</{heading}>{between}<p>{escape(text)}</p>")
    return "".join(entries)
