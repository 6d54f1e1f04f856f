"""Kinds of pages that chance does not put together: their shapes are those that forums of different makes have.

Each is written by us after what such pages are known for, with names drawn anew for every forum: a rule that holds for
one of them by its words or names holds for nothing else.
"""

from __future__ import annotations

from tests.made_forums.kind_page import Kind, KindPage, Wrap, e
from tests.made_forums.words import Remark, Written


def _holding(spec: str) -> Wrap:
    return lambda page, posts: e(page, spec, posts)


# --- tables ---------------------------------------------------------------------------------------


def two_rows(p: KindPage, w: Written) -> str:
    """A row with name and text, a row with buttons, a row of space; quotes are tables between parts of the text."""
    side = e(p, "td.side", e(p, "span.name", e(p, "b", w.author)), "<br>", e(p, "span.details", p.card_lines(w)))
    top = e(
        p,
        "tr",
        e(p, "td", e(p, "span.details", f"{p.date(w.when)} &nbsp; {p.thread.title} {p.number_of(w)}")),
        e(p, "td", f'<a href="/reply?p={w.pid}"><img src="/i/q.gif" alt=""></a>'),
    )
    quote = ""
    if w.quote:
        said = e(p, "tr", e(p, "td", e(p, "span.wrote", e(p, "b", p.wrote(w.quote)))))
        quote = "</span>" + e(
            p, "table.box", said, e(p, "tr", e(p, "td.quoted", "<br>".join(w.quote.text.splitlines())))
        )
        quote += f"<span{p.a('text')}><br>"
    sign = e(p, "span.text", f"<br>_________________<br>{p.sign(w)}") if p.sign(w) else ""
    words = f"<span{p.a('text')}>{quote}{p.lines_of(w)}</span>{sign}"
    main = e(p, "table", top, "<tr><td colspan=2><hr></td></tr>", e(p, "tr", e(p, "td colspan=2", words)))
    below = e(p, "td", f'<a href="#top">{p.rank(w)}</a>') + e(p, "td", p.buttons(w))
    return e(p, "tr", side, e(p, "td.main", main)) + e(p, "tr", below) + '<tr><td colspan="2" height="1"></td></tr>'


def head_row(p: KindPage, w: Written) -> str:
    """A table a post: a row with date and number, one with a wide cell for the author beside the text, one of tools."""
    top = e(p, "tr", e(p, "td.head", f'<a name="post{w.pid}"></a>', p.date(w.when)), e(p, "td.head", p.number_of(w)))
    side = e(p, "td.left", e(p, "div.who", p.who(w)), e(p, "div.small", p.rank(w)), e(p, "div.small", p.card_lines(w)))
    title = e(p, "div.small", e(p, "strong", p.thread.title)) + "<hr>" if w.place == 0 else ""
    sign = e(p, "div", f"__________________<br>{p.sign(w)}") if p.sign(w) else ""
    note = e(p, "div.small", "<hr>", e(p, "em", p.edit_note(w))) if w.edited else ""
    main = e(p, "td.right", title, e(p, "div.text", p.words_of(w), pid=w.pid), sign, note)
    tools = e(p, "tr", e(p, "td.left", "<img src='/i/off.gif' alt=''>"), e(p, "td.right", p.buttons(w)))
    return e(p, "div.whole", e(p, "table.holder", top, e(p, "tr", side, main), tools, pid=w.pid))


def cells(p: KindPage, w: Written) -> str:
    """A row a post, odd and even: the author's cell, and one with number and date before a paragraph of text."""
    info = e(p, "div.info", e(p, "span.right", p.number_of(w)), e(p, "span", p.date(w.when)))
    side = e(p, "td.left", e(p, "span.who", p.who(w)), e(p, "div.card", p.card_lines(w)))
    text = e(p, "span.text", p.words_of(w), pid=w.pid)
    sign = e(p, "div.sign", p.sign(w)) if p.sign(w) else ""
    return e(p, "table.holder", e(p, "tr.row", side, e(p, "td.right", info, text, sign), pid=w.pid))


# --- blocks ---------------------------------------------------------------------------------------


def columns(p: KindPage, w: Written) -> str:
    """A heading with number and name, a column for the card, the date in a line over the text."""
    head = e(p, "h3", e(p, "span.number", p.number_of(w)), p.who(w))
    card = e(p, "div.card", e(p, "ul", *(e(p, "li", line) for line in p.card_parts(w))))
    text = e(p, "div.text", p.words_of(w))
    body = e(p, "div.main", e(p, "p.posted", p.date(w.when)), text, p.foot(w))
    return e(p, "div.holder", head, card, body, pid=w.pid)


def attributes(p: KindPage, w: Written) -> str:
    """The author also as an attribute of the post; the text in two wrappers, with an empty one behind."""
    user = e(p, "section.user", e(p, "h4.name", p.who(w)), e(p, "h5.rank", p.rank(w)))
    extras = "".join(e(p, "dl.pair", e(p, "dt", "x"), e(p, "dd", line)) for line in p.card_parts(w)[1:])
    head = e(p, "header.head", e(p, "ul", e(p, "li", f'<a href="#{w.pid}">{p.date(w.when)}</a>')))
    head += e(p, "ul.side", e(p, "li", p.number_of(w)))
    text = e(p, "article.body", e(p, "div.text", p.words_of(w)), e(p, "div.empty", "&nbsp;"))
    sign = e(p, "aside.sign", e(p, "div.text", p.sign(w))) if p.sign(w) else ""
    main = e(p, "div.cell", head, e(p, "div.content", e(p, "div.wrap", text), sign), e(p, "footer", p.buttons(w)))
    inner = e(p, "div.inner", e(p, "div.cell", user, e(p, "div.extras", extras)), main)
    return e(p, f'article.holder data-author="{w.author}" data-content="post-{w.pid}"', inner, pid=w.pid)


def _item(p: KindPage, w: Written) -> str:
    author = e(p, "span.author", p.who(w)) + e(p, "span.info", e(p, "span.rank", p.rank(w)))
    head = e(p, "div.head", e(p, "div.wrap", author), e(p, "div.meta", e(p, "span.created", p.date(w.when))))
    return head + e(p, "div.body-wrap", e(p, "div.body", e(p, "div.text", p.words_of(w)), p.foot(w)))


def items(p: KindPage, w: Written) -> str:
    """A list of comments below an opening post of the same parts in another frame."""
    return e(p, "li.holder", e(p, "div.comment", _item(p, w)), pid=w.pid)


def items_opener(p: KindPage, w: Written) -> str:
    return e(p, "div.opener", e(p, "div.discussion", _item(p, w)), pid=w.pid)


def components(p: KindPage, w: Written) -> str:
    """What the post is stands in attributes; header and text side by side in the list's item."""
    left = e(p, "div.left", f'<a href="/user/{w.user}"><img src="/avatar/{w.user}.png" width=46 height=46></a>')
    head = e(p, "small.head", e(p, "strong", p.who(w)), e(p, "span.rank", p.rank(w)), e(p, "span.time", p.date(w.when)))
    text = e(p, "div.text", p.words_of(w))
    sign = e(p, "div.sign", p.sign(w)) if p.sign(w) else ""
    inner = e(p, "div.row", left, head), "<br>", text, sign, e(p, "small.tools", p.buttons(w), p.number_of(w))
    return e(p, f'li.holder data-pid="{w.pid}" data-username="{w.author}" data-index="{w.place}"', *inner, pid=w.pid)


def line_over(p: KindPage, w: Written) -> str:
    """A repeated title and, in signs, number and date over the text; notes and signature in a bar of their own."""
    side = e(p, "div.side", e(p, "h4", p.who(w)), e(p, "ul", *(e(p, "li", line) for line in p.card_parts(w))))
    number = p.number_of(w) and e(p, "strong", p.number_of(w))
    info = e(p, "h5", f'<a href="#msg{w.pid}">Re: {p.thread.title}</a>') + e(
        p, "div.small", f"« {number} {p.date(w.when)} »"
    )
    note = e(p, "div.small", p.edit_note(w) if w.edited else "")
    area = e(p, "div.flow", e(p, "div.info", info), e(p, "ul.tools", e(p, "li", p.buttons(w))))
    area += e(p, "div.body", e(p, "div.text", p.words_of(w), pid=w.pid))
    bar = e(p, "div.bar", note, e(p, "div.sign", p.sign(w)) if p.sign(w) else "")
    return e(p, "div.holder", e(p, "div.wrapper", side, e(p, "div.area", area), bar), pid=w.pid)


def head_outside(p: KindPage, w: Written) -> str:
    """Number and date in a heading outside of the box that holds name and text."""
    head = e(p, "h2", e(p, "span", e(p, "span.number", p.number_of(w)), f' <a href="#p{w.pid}">{p.date(w.when)}</a>'))
    left = e(p, "dl", e(p, "dt", e(p, "strong", p.who(w))), *(e(p, "dd", line) for line in p.card_parts(w)))
    sign = e(p, "div.sign", "<hr>", p.sign(w)) if p.sign(w) else ""
    right = e(p, "h3", f"Re: {p.thread.title}") + e(p, "div.text", p.words_of(w)) + sign
    box = e(p, "div.inbox", e(p, "div.left", left), e(p, "div.right", right))
    tools = e(p, "div.inbox", e(p, "ul", e(p, "li", p.buttons(w))))
    return e(p, "div.holder", head, e(p, "div.box", box, tools), pid=w.pid)


def tail(p: KindPage, w: Written) -> str:
    """Client, number and date behind the text in spans of one and the same name."""
    side = e(
        p, "div.side", e(p, "ul", e(p, "li.icon", p.picture(w)), e(p, "li.name", p.who(w)), e(p, "li.rank", p.rank(w)))
    )
    info = "".join(e(p, "span.info", said) for said in ("App", p.number_of(w), p.date(w.when)) if said)
    text = e(p, "div.content", e(p, "cc", e(p, "div.text", p.words_of(w), pid=w.pid), "<br>"))
    main = e(p, "div.main", text, e(p, "div.reply", e(p, "div.tail", p.buttons(w), info)))
    return e(p, "div.holder", side, main, "<div></div>", pid=w.pid)


def boxes(p: KindPage, w: Written) -> str:
    """A nameless table in each cell: name, date and text in one cell of it."""
    right = e(p, "div.right", e(p, "span.number", p.number_of(w)))
    text = e(p, "div.text", p.words_of(w))
    main = right + e(p, "strong", p.who(w)) + " &nbsp; " + e(p, "span.ago", p.date(w.when)) + "<div></div>" + text
    left = f'<td width="48">{p.picture(w)}</td><td width="10"></td>'
    return e(p, "div.cell", e(p, "table", e(p, "tr", left, e(p, "td width=auto", main))), pid=w.pid)


def boxes_opener(p: KindPage, w: Written) -> str:
    """Name and date in a line below the title, over a box with the text."""
    line = e(p, "small.gray", f"{p.who(w)} · {p.date(w.when)} · 123 clicks")
    head = e(p, "div.header", e(p, "div.right", p.picture(w)), e(p, "h1", p.thread.title), line)
    return e(p, "div.box", head, e(p, "div.cell", e(p, "div.topic", e(p, "div.marked", p.words_of(w)))))


def boxes_wrap(p: KindPage, posts: str) -> str:
    count = e(p, "div.cell", e(p, "span.gray", f"{len(p.thread.posts)} • {p.moment(p.thread.posts[-1].when)}"))
    return e(p, "div.box", count, posts)


def headed(p: KindPage, w: Written) -> str:
    """A head with the name and time in words, and a frame in a frame around the text; number among the buttons."""
    info = e(p, "div.info", e(p, "span", p.by(w)), e(p, "span", p.date(w.when)))
    tools = e(p, "div.tools", p.buttons(w), e(p, "span", p.number_of(w)))
    content = e(p, "div.content", e(p, "div.con", e(p, "div.text", p.words_of(w)), tools))
    return e(p, "div.holder", e(p, "div.head", info), content, pid=w.pid)


def headed_opener(p: KindPage, w: Written) -> str:
    """Name and time in the page's head, the text far below in a frame like those of replies, without a head."""
    info = e(
        p, "div.menu", e(p, "div.info", e(p, "span", p.by(w)), e(p, "span", p.date(w.when)), e(p, "span", "Views: 99"))
    )
    text = e(p, "div.content", e(p, "div.con", e(p, "div.text", p.words_of(w))))
    return e(p, "div.top", info, e(p, "div.links", p.buttons(w))) + e(p, "div.holder", text, pid=w.pid)


def siblings(p: KindPage, w: Written) -> str:
    """Date and number in one element, name and text in the next, both in an item without a name."""
    head = e(p, "div.head", e(p, "div.meta", e(p, "span.date", p.date(w.when)), p.number_of(w)), pid=w.pid)
    author = e(p, "div.author", p.picture(w), "<br>", p.who(w), e(p, "div.rank", p.rank(w)))
    return e(p, "li", head, e(p, "div.post", author, e(p, "div.text", p.words_of(w)), pid=w.pid))


def comments(p: KindPage, w: Written) -> str:
    """A comment in a list: who and when in one line over a paragraph, the quoted words in a box between."""
    head = e(p, "div.bg", e(p, "h4", p.who(w), e(p, "span.time", p.date(w.when))))
    quote = ""
    if w.quote:
        said = " ".join(w.quote.text.splitlines())
        quote = e(p, "div.quote", e(p, "span.short", said), e(p, "span.by", f'<a href="/u">{w.quote.author}</a>'))
    main = e(p, "div.doc", head, quote, e(p, "p.text", "<br>".join(w.lines)), e(p, "div.tools", p.buttons(w)))
    return e(p, f'li.holder data-cid="{w.pid}"', e(p, "div.face", p.picture(w)), main, pid=w.pid)


def comments_opener(p: KindPage, w: Written) -> str:
    head = e(p, "h3", e(p, "span.from", p.by(w)), e(p, "span.created", p.date(w.when)))
    return e(
        p, "div.article", e(p, "div.face", p.picture(w)), e(p, "div.topic-doc", head, e(p, "div.topic", p.words_of(w)))
    )


def crawled(p: KindPage, w: Written) -> str:
    """A page for crawlers: microdata and hardly any names of other kinds."""
    who = e(p, "span.creator", f'<a href="/u/{w.user}"><span>{w.author}</span></a>')
    infos = e(p, "span.infos", p.date(w.when), e(p, "span", p.number_of(w)))
    links = e(p, "div.links", "".join(f'<div><a href="/t/{n}">{p.thread.title} {n}</a></div>' for n in range(2)))
    text = e(p, "div.text", p.words_of(w))
    return e(p, "div.holder", e(p, "div.meta", who, infos), text, links if w.place % 3 == 0 else "", pid=w.pid)


# --- ordered by votes -----------------------------------------------------------------------------


def answers(p: KindPage, w: Written) -> str:
    """Answers: the author before, the time behind the text, votes before and buttons behind."""
    info = e(p, "div.meta", e(p, "div.info", p.picture(w), e(p, "div.content", p.who(w)), e(p, "div.badge", p.rank(w))))
    votes = e(p, "div.extra", e(p, "span.voters", f"{w.user % 4} 人赞同了该回答"))
    text = e(p, "div.rich", e(p, "div.inner", e(p, "div.text", p.words_of(w))), e(p, "div.time", p.date(w.when)))
    return e(p, "div.item", e(p, "div.holder", info, votes, text, e(p, "div.tools", p.buttons(w))), pid=w.pid)


def answers_wrap(p: KindPage, posts: str) -> str:
    return e(p, "div.question", e(p, "h1", p.thread.title)) + e(p, "div.list", posts)


def _asked(p: KindPage, w: Written) -> str:
    votes = e(p, "div.votes", e(p, "span.count", str(w.user % 4)))
    edited = (
        e(p, "td", e(p, "div.user", e(p, "span.time", f"edited {p.moment(w.when)}"), e(p, "div.details")))
        if w.edited
        else ""
    )
    details = e(p, "div.details", p.who(w), e(p, "span.rank", str(w.user * 31)))
    owner = e(p, "td", e(p, "div.user", e(p, "div.time", p.date(w.when)), details))
    foot = e(p, "table", e(p, "tr", e(p, "td", p.buttons(w)), edited, owner))
    return e(p, "div.votecell", votes) + e(p, "div.postcell", e(p, "div.text", p.words_of(w)), foot) + _remarks(p, w)


def _remarks(p: KindPage, w: Written) -> str:
    """Short comments below a post, each with a name and a date: no posts of the thread."""
    rows = [e(p, "li.remark", e(p, "span.copy", one.text), " – ", _said(p, one)) for one in p.remarks(w)]
    return e(p, "div.remarks", e(p, "ul", *rows)) if rows else ""


def _said(p: KindPage, remark: Remark) -> str:
    return e(p, "a.commenter href=/u", remark.author) + e(p, "span.when", p.moment(remark.when))


def asked(p: KindPage, w: Written) -> str:
    """An answer below a question: author and time behind the text, remarks of others behind these."""
    return e(p, "div.holder", e(p, "div.layout", _asked(p, w)), pid=w.pid)


def asked_opener(p: KindPage, w: Written) -> str:
    return e(p, "div.question", e(p, "div.layout", _asked(p, w)), pid=w.pid)


# --- nested ---------------------------------------------------------------------------------------


def things(p: KindPage, w: Written) -> str:
    """Votes beside, a line of name, points and time over the text; answers in a list of their own below."""
    line = e(
        p,
        "p.line",
        '<a href="javascript:void(0)">[–]</a>',
        p.who(w),
        e(p, "span.score", f"{w.user % 4} points"),
        p.date(w.when),
    )
    form = e(
        p, "form.form action=#", '<input type="hidden" name="t">', e(p, "div.body", e(p, "div.text", p.words_of(w)))
    )
    below = p.answers_to(w)
    entry = e(p, "div.entry", line, form, e(p, "ul.tools", e(p, "li", p.buttons(w))))
    child = e(p, "div.child", e(p, "div.list", below) if below else "")
    return e(p, f'div.holder data-fullname="t1_{w.pid}"', e(p, "div.mid", "<div></div>"), entry, child, pid=w.pid)


def things_opener(p: KindPage, w: Written) -> str:
    head = e(p, "p.title", f'<a href="/t">{p.thread.title}</a>') + e(p, "p.line", p.date(w.when), " ", p.by(w))
    body = e(p, "div.expando", e(p, "form.form action=#", e(p, "div.body", e(p, "div.text", p.words_of(w)))))
    return e(
        p, "div.table", e(p, "div.link", e(p, "div.entry", head, body, e(p, "ul.tools", e(p, "li", p.buttons(w)))))
    )


def discussed(p: KindPage, w: Written) -> str:
    """A list in a list: avatar, header, message in wrappers, a footer of votes."""
    head = e(p, "header", e(p, "span.byline", e(p, "span.author", p.who(w))), e(p, "span.meta", "•", p.date(w.when)))
    text = e(p, "div.inner", e(p, "div.container", e(p, "div.anchor", e(p, "div.message", e(p, "div", p.words_of(w))))))
    body = e(p, "div.body", head, text, e(p, "footer", e(p, "menu", e(p, "span.count", str(w.user % 4)), p.buttons(w))))
    content = e(p, "div.content", e(p, "div.avatar-wrap", p.picture(w)), body)
    return e(p, "li.holder", content, e(p, "ul.children", p.answers_to(w)), pid=w.pid)


def leveled(p: KindPage, w: Written) -> str:
    """Comments below comments: a footer with name and time over the text."""
    head = e(
        p, "footer.meta", e(p, "div.vcard", p.picture(w), e(p, "b.fn", p.who(w))), e(p, "div.metadata", p.date(w.when))
    )
    article = e(p, "article.comment", head, e(p, "div.text", p.words_of(w)), e(p, "div.reply", p.buttons(w)))
    below = p.answers_to(w)
    return e(p, "li.holder", article, e(p, "ol.children", below) if below else "", pid=w.pid)


#: Values that many kinds need: no numbers where none are shown; words in a paragraph without blocks.
_UNNUMBERED = {"numbering": "none"}
_NESTED = {"layout": "nested", "numbering": "none"}
_WORDS_ALONE = {
    "blocks": "br", "attachment": "none", "hidden hint": "none", "code": "none", "edit note": "none",
    "signature": "none", "stray dates": "none",
}  # fmt: skip

KINDS: dict[str, Kind] = {
    "two rows": Kind(two_rows, _holding("table.list"), needs=_WORDS_ALONE | {"blocks": "br", "signature": "outside"}),
    "head row": Kind(head_row, _holding("div.list")),
    "cells": Kind(cells, _holding("div.list"), needs={"blocks": "br"}),
    "columns": Kind(columns, _holding("div.list")),
    "attributes": Kind(attributes, _holding("div.list")),
    "items": Kind(items, _holding("ul.list"), items_opener, _UNNUMBERED),
    "components": Kind(components, _holding("ul.list")),
    "line over": Kind(line_over, _holding("form.list")),
    "head outside": Kind(head_outside, _holding("div.list")),
    "tail": Kind(tail, _holding("div.list")),
    "boxes": Kind(boxes, boxes_wrap, boxes_opener),
    "headed": Kind(headed, _holding("div.list"), headed_opener),
    "siblings": Kind(siblings, _holding("ul.list")),
    "comments": Kind(comments, _holding("ul.list"), comments_opener, _WORDS_ALONE | _UNNUMBERED),
    "crawled": Kind(crawled, _holding("div.list")),
    "answers": Kind(answers, answers_wrap, needs=_UNNUMBERED | {"order": "votes"}),
    "asked": Kind(asked, _holding("div.list"), asked_opener, _UNNUMBERED | {"order": "votes"}),
    "things": Kind(things, _holding("div.list"), things_opener, _NESTED),
    "discussed": Kind(discussed, _holding("ul.list"), needs=_NESTED),
    "leveled": Kind(leveled, _holding("ol.list"), needs=_NESTED),
}
