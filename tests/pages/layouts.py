"""Twenty layouts as sites have them, each with what makes it hard. None is copied from a site.

A layout takes a :class:`Story` and gives the markup of its page; what belongs to the body goes through ``story.body``.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from html import escape

from tests.pages.words import Language


@dataclass
class Story:
    """What a page tells, and what of it is body, in the order of the page."""

    language: Language
    chance: random.Random
    number: int
    headline: str = ""
    author: str = ""
    date: str = ""
    body: list[str] = field(default_factory=list)
    optional: list[str] = field(default_factory=list)

    def paragraphs(self, least: int, most: int) -> list[str]:
        """New paragraphs of the body, escaped."""
        return [self.add(self.language.paragraph(self.chance)) for _ in range(self.chance.randint(least, most))]

    def add(self, text: str) -> str:
        """A line of the body, escaped."""
        self.body.append(text)
        return escape(text)

    def remark(self) -> str:
        """What a reader wrote, or a teaser: not of the body."""
        text = self.chance.choice(self.language.remarks)
        return escape(text.format(year=self.chance.randint(1974, 2024)))

    @property
    def teaser(self) -> str:
        return escape(self.language.headline(self.chance))


Layout = Callable[[Story], str]


def _p(paragraphs: Iterable[str], tag: str = "p") -> str:
    return "\n".join(f"<{tag}>{text}</{tag}>" for text in paragraphs)


def _menu(story: Story, tag: str = "li") -> str:
    return "".join(f'<{tag}><a href="/{number}/">{name}</a></{tag}>' for number, name in enumerate(story.language.menu))


def _related(story: Story, count: int = 5, summaries: bool = False) -> str:
    def entry(number: int) -> str:
        more = f"<p>{escape(story.language.sentence(story.chance))}</p>" if summaries else ""
        return f'<li><a href="/story/{900 + number}">{story.teaser}</a>{more}</li>'

    return f"<h3>{story.language.related}</h3><ul>{''.join(map(entry, range(count)))}</ul>"


def _page(story: Story, content: str, head: str = "", attributes: str = "") -> str:
    language = story.language
    return f"""<!DOCTYPE html>
<html lang="{language.code}"><head><meta charset="utf-8"><title>{escape(story.headline)} | Site {story.number}</title>
{head}</head><body{attributes}>
{content}
</body></html>
"""


def _byline(story: Story) -> str:
    story.optional.append(f"{story.language.by} {story.author}")
    return f'<p class="byline">{story.language.by} <span class="author">{story.author}</span></p>'


def _footer(story: Story) -> str:
    return f'<footer><p>{story.language.copyright}</p><ul class="links">{_menu(story)}</ul></footer>'


def semantic(story: Story) -> str:
    """Elements of HTML5 and JSON-LD."""
    node = {
        "@context": "https://schema.org", "@type": "NewsArticle", "headline": story.headline,
        "datePublished": story.date, "author": {"@type": "Person", "name": story.author},
    }  # fmt: skip
    head = f'<script type="application/ld+json">{json.dumps(node, ensure_ascii=False)}</script>'
    body = _p(story.paragraphs(6, 10))
    return _page(
        story,
        f"<header><nav><ul>{_menu(story)}</ul></nav></header><main><article><h1>{escape(story.headline)}</h1>"
        f"{_byline(story)}<time datetime='{story.date}'>{story.date}</time>{body}</article>"
        f"<aside>{_related(story)}</aside></main>{_footer(story)}",
        head,
    )


def soup(story: Story) -> str:
    """Nothing but DIV, with class names that say nothing."""
    body = "".join(f'<div class="c7">{text}</div>' for text in story.paragraphs(6, 10))
    side = "".join(f'<div class="c7"><a href="/s/{n}">{story.teaser}</a></div>' for n in range(6))
    return _page(
        story,
        f'<div class="a1">{_menu(story, "span")}</div><div class="b3"><div class="h2">{escape(story.headline)}</div>{body}'
        f'</div><div class="b4">{side}</div><div class="z9">{story.language.copyright}</div>',
    )


def table(story: Story) -> str:
    """Tables for the layout, FONT, and lines broken by BR, as around 2002."""
    body = "<br><br>\n".join(story.paragraphs(5, 8))
    return _page(
        story,
        f'<table width="760"><tr><td colspan="2">{_menu(story, "b")}</td></tr><tr><td width="160" valign="top">'
        f'{"<br>".join(story.teaser for _ in range(7))}</td><td valign="top"><font size="5">{escape(story.headline)}'
        f'</font><br>{story.date}<br><br><font size="2">{body}</font></td></tr><tr><td colspan="2">'
        f"<center>{story.language.copyright}</center></td></tr></table>",
    )


def ideographic(story: Story) -> str:
    """Paragraphs begin with two wide spaces and end with BR."""
    body = "<br>\n".join(f"\u3000\u3000{text}" for text in story.paragraphs(6, 10))
    return _page(
        story,
        f'<div id="nav">{_menu(story)}</div><div id="main"><h1>{escape(story.headline)}</h1><div class="info">{story.date}'
        f'</div><div id="zoom">{body}</div><div class="share"><a href="#">+</a></div></div>{_related(story)}',
    )


def listed(story: Story) -> str:
    """The body is a good part lists."""
    first = story.paragraphs(3, 4)
    points = [story.add(story.language.sentence(story.chance)) for _ in range(6)]
    lines = f"{_p(first)}<ol>{_p(points, 'li')}</ol>{_p(story.paragraphs(1, 2))}"
    return _page(
        story,
        f"<nav><ul>{_menu(story)}</ul></nav><article><h1>{escape(story.headline)}</h1>{lines}</article>"
        f"<section>{_related(story)}</section>{_footer(story)}",
    )


def headed(story: Story) -> str:
    """Many headings within the body, and a table of contents before it."""
    parts, contents = [], []
    for number in range(4):
        heading = story.add(story.language.headline(story.chance))
        contents.append(f'<li><a href="#s{number}">{heading}</a></li>')
        parts.append(f'<h2 id="s{number}">{heading}</h2>{_p(story.paragraphs(2, 3))}')
    return _page(
        story,
        f'<div id="menu"><ul>{_menu(story)}</ul></div><div id="content"><h1>{escape(story.headline)}</h1>'
        f'<div class="toc"><ul>{"".join(contents)}</ul></div>{"".join(parts)}</div>{_footer(story)}',
    )


def blog(story: Story) -> str:
    """A post with tags and a handful of comments."""
    body = _p(story.paragraphs(5, 8))
    remarks = "".join(f'<li class="comment"><b>{story.author}</b><p>{story.remark()}</p></li>' for _ in range(5))
    return _page(
        story,
        f'<div class="site"><div class="widget">{_menu(story)}</div><div class="post"><h2 class="entry-title">'
        f'{escape(story.headline)}</h2>{_byline(story)}<div class="entry-content">{body}</div><div class="tags">'
        f'<a href="/t/1" rel="tag">{story.language.menu[1]}</a> <a href="/t/2" rel="tag">{story.language.menu[2]}</a></div>'
        f'</div><div id="comments"><h3>{story.language.comments}</h3><ol>{remarks}</ol></div></div>{_footer(story)}',
    )


def discussed(story: Story) -> str:
    """A short text below which more was written than in it."""
    body = _p(story.paragraphs(3, 3))
    remarks = "".join(
        f'<div class="reply"><div class="who">{story.chance.choice(story.language.people)}</div>'
        f'<div class="said">{story.remark()} {escape(story.language.paragraph(story.chance))}</div></div>'
        for _ in range(12)
    )
    return _page(
        story,
        f'<div class="top">{_menu(story, "span")}</div><div class="story"><h1>{escape(story.headline)}</h1>{body}</div>'
        f'<div class="discussion"><h2>{story.language.comments}</h2>{remarks}</div>',
    )


def short(story: Story) -> str:
    """A short report beside long teasers of others."""
    body = _p(story.paragraphs(2, 2))
    return _page(
        story,
        f'<div class="nav"><ul>{_menu(story)}</ul></div><div class="col-8"><h1>{escape(story.headline)}</h1>'
        f'<div class="text">{body}</div></div><div class="col-4">{_related(story, 8, summaries=True)}</div>{_footer(story)}',
    )


def consent(story: Story) -> str:
    """A dialog about cookies that is longer than any paragraph comes first."""
    dialog = _p([story.language.cookies] * 4)
    body = _p(story.paragraphs(5, 8))
    return _page(
        story,
        f'<div class="cookie-consent" role="dialog">{dialog}<button>OK</button></div><nav><ul>{_menu(story)}</ul></nav>'
        f'<div class="article-content"><h1>{escape(story.headline)}</h1>{body}</div>{_related(story)}{_footer(story)}',
    )


def captioned(story: Story) -> str:
    """Pictures with captions between the paragraphs."""
    pieces = []
    for number, text in enumerate(story.paragraphs(6, 8)):
        pieces.append(f"<p>{text}</p>")
        if number % 2:
            caption = escape(story.language.sentence(story.chance))
            story.optional.append(caption)
            pieces.append(f'<figure><img src="/i/{number}.jpg" alt=""><figcaption>{caption}</figcaption></figure>')
    return _page(
        story,
        f"<header><ul>{_menu(story)}</ul></header><article><h1>{escape(story.headline)}</h1>{''.join(pieces)}</article>"
        f"{_footer(story)}",
    )


def interrupted(story: Story) -> str:
    """Teasers and an advertisement between the paragraphs."""
    pieces = []
    for number, text in enumerate(story.paragraphs(7, 9)):
        pieces.append(f"<p>{text}</p>")
        if number == 2:
            pieces.append(
                f'<div class="related-inline"><a href="/s/1">{story.language.related}: {story.teaser}</a></div>'
            )
        if number == 4:
            pieces.append('<div class="ad"><span>Advertisement</span><iframe src="/ad"></iframe></div>')
    return _page(
        story,
        f'<div class="menu">{_menu(story, "span")}</div><div class="article"><h1>{escape(story.headline)}</h1>{_byline(story)}'
        f'<div class="article-text">{"".join(pieces)}</div></div>{_related(story)}{_footer(story)}',
    )


def interview(story: Story) -> str:
    """Questions in bold, answers in plain type."""
    pieces = [f"<p><em>{story.add(story.language.sentence(story.chance))}</em></p>"]
    for _ in range(5):
        question = story.add(story.language.sentence(story.chance))
        pieces.append(f"<p><strong>{question}</strong></p><p>{story.add(story.language.paragraph(story.chance))}</p>")
    return _page(
        story,
        f"<nav><ul>{_menu(story)}</ul></nav><div class='content'><h1>{escape(story.headline)}</h1>{''.join(pieces)}</div>"
        f"{_related(story)}{_footer(story)}",
    )


def coded(story: Story) -> str:
    """Text with code blocks."""
    pieces = [f"<p>{text}</p>" for text in story.paragraphs(2, 2)]
    for number in range(2):
        lines = [f"def step_{number}(count):", "    total = count * 2", f"    return total + {number}"]
        story.body += lines
        pieces.append("<pre><code>" + "\n".join(lines) + "</code></pre>")
        pieces += [f"<p>{text}</p>" for text in story.paragraphs(2, 2)]
    return _page(
        story,
        f"<header><nav>{_menu(story)}</nav></header><article class='post'><h1>{escape(story.headline)}</h1>"
        f"{''.join(pieces)}</article>{_footer(story)}",
    )


def quoting(story: Story) -> str:
    """Block quotes and a pull quote that repeats a sentence of the text."""
    paragraphs = story.paragraphs(3, 3)
    quote = story.add(story.language.paragraph(story.chance))
    rest = story.paragraphs(2, 3)
    return _page(
        story,
        f"<nav><ul>{_menu(story)}</ul></nav><main><h1>{escape(story.headline)}</h1><section class='body'>{_p(paragraphs)}"
        f"<blockquote><p>{quote}</p></blockquote>{_p(rest)}</section></main>{_related(story, 4)}{_footer(story)}",
    )


def hidden(story: Story) -> str:
    """A second text that no reader sees."""
    body = _p(story.paragraphs(5, 7))
    unseen = _p(escape(story.language.paragraph(story.chance)) for _ in range(6))
    return _page(
        story,
        f"<nav><ul>{_menu(story)}</ul></nav><div style='display:none' class='tpl'>{unseen}</div>"
        f"<div class='story'><h1>{escape(story.headline)}</h1><div class='story-body'>{body}</div></div>{_footer(story)}",
    )


def unclosed(story: Story) -> str:
    """P and LI that are never closed, attributes without quotes, an encoding that is not true."""
    body = "".join(f"<p>{text}\n" for text in story.paragraphs(6, 9))
    return (
        f'<html><head><meta http-equiv="content-type" content="text/html; charset=gb2312"><title>{escape(story.headline)}'
        f"</title><body bgcolor=white><ul class=menu>{''.join(f'<li><a href=/{n}>{m}' for n, m in enumerate(story.language.menu))}"
        f"</ul><div class=main><h1>{escape(story.headline)}</h1><div class=txt>{body}</div></div><hr>{story.language.copyright}"
    )


def framed(story: Story) -> str:
    """The whole page in one FORM, and spans around everything."""
    body = "".join(
        f'<p class="MsoNormal"><span lang="x"><span>{text}</span></span></p>' for text in story.paragraphs(6, 9)
    )
    return _page(
        story,
        f'<form action="/" method="post"><input type="hidden" name="state" value="x"><div id="ctl1">{_menu(story, "span")}'
        f'</div><div id="ctl2"><h1>{escape(story.headline)}</h1><div id="ctl3">{body}</div></div>'
        f'<div id="ctl4">{_related(story)}</div></form>',
    )


def listing(story: Story) -> str:
    """A section page: headlines with a sentence each, and no body."""
    story.headline = story.language.menu[1]
    return _page(
        story,
        f"<nav><ul>{_menu(story)}</ul></nav><main><h1>{story.language.menu[1]}</h1>{_related(story, 20, summaries=True)}"
        f"<p><a href='?page=2'>2</a> <a href='?page=3'>3</a></p></main>{_footer(story)}",
    )


def front(story: Story) -> str:
    """A front page: nothing but links."""
    story.headline = story.language.menu[0]
    blocks = "".join(f"<section><h2>{name}</h2>{_related(story, 6)}</section>" for name in story.language.menu[1:6])
    return _page(story, f"<header>{_menu(story, 'span')}</header>{blocks}{_footer(story)}")


LAYOUTS: tuple[Layout, ...] = (
    semantic, soup, table, ideographic, listed, headed, blog, discussed, short, consent, captioned, interrupted, interview,
    coded, quoting, hidden, unclosed, framed, listing, front,
)  # fmt: skip
#: Pages of these have no body.
WITHOUT_BODY = (listing, front)
