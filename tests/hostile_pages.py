"""Pages that mean harm, of any size, and everything that reads a page."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from newsbody.extractors import EXTRACTORS, get_extractor
from newsbody.markup.html import body_html, body_images
from newsbody.metadata import read_metadata
from newsbody.page import Page
from newsbody.page.body import Body
from newsbody.posts.read import read_posts, thread_headline
from newsbody.rules.apply import body_runs
from newsbody.rules.articles.learn_article import learn_article_rule
from newsbody.rules.articles.match import apply_article
from newsbody.rules.learn_thread import learn_thread_rule
from newsbody.rules.rule import Rule
from newsbody.urls.article_pages import next_page, page_number

URL = "https://gazette.example/2020/03/04/story-7.html"
SENTENCE = "The bridge across the lower river was closed on Monday after engineers found cracks in two piers. "
BODY = f'<div class="body"><h1>The bridge is closed</h1>{f"<p>{SENTENCE * 2}</p>" * 5}</div>'

#: Makes a page of about so many bytes.
Maker = Callable[[int], str]


def repeated(piece: str, before: str = "", behind: str = "") -> Maker:
    """A page of one piece over and over; ``#`` in it is the number of the piece."""

    def make(size: int) -> str:
        parts: list[str] = []
        left = size - len(before) - len(behind)
        while left > 0:
            parts.append(piece.replace("#", str(len(parts))))
            left -= len(parts[-1])
        return before + "".join(parts) + behind

    return make


def nested(start: str, text: str = "x") -> Maker:
    """Elements in elements, never closed."""
    return lambda size: f"<body>{BODY}" + start * (size // len(start)) + text


def halves(first: str, second: str, between: str = "", behind: str = "") -> Maker:
    """Half of a page of one piece, half of another: what compares each with each is quadratic."""

    def make(size: int) -> str:
        return repeated(first)(size // 2) + between + repeated(second)(size // 2) + behind

    return make


def references(size: int) -> str:
    """An author whose name is a list of references to the author."""
    reference = json.dumps({"@id": "#a"})
    names = ",".join([reference] * (size // (len(reference) + 1)))
    author = f'{{"@id":"#a","@type":"Person","name":[{names}]}}'
    return (
        f'<script type="application/ld+json">[{{"@type":"NewsArticle","author":{{"@id":"#a"}}}},{author}]</script>'
        f"{BODY}"
    )


def long_base(link: str) -> Maker:
    """Half of the page is the base of its addresses, half are links."""

    def make(size: int) -> str:
        base = "https://gazette.example/" + "a" * (size // 2) + "/"
        return f'<base href="{base}">' + repeated(link)(size // 2)

    return make


def of_one_element(piece: str, tag: str = "img") -> Maker:
    """An element with ever more attributes."""
    return lambda size: f"<body>{BODY}<{tag} " + repeated(piece)(size) + f">{SENTENCE}</{tag}>"


def one_attribute(before: str, value: str, behind: str = '">') -> Maker:
    """A single value as long as the page."""
    return lambda size: before + value * (size // len(value)) + behind + BODY


CASES: Mapping[str, Maker] = {
    "short paragraphs beside an article": repeated(
        "<p class=a>words # of</p>", f"<article>{BODY}</article><div>", "</div>"
    ),
    "references to itself": references,
    "headings and titles": halves(
        "<h1>bridge # closed</h1>", '<meta property="og:title" content="river # opened again">'
    ),
    "long title": one_attribute('<meta property="og:title" content="', "bridge closed "),
    "parts of a title": lambda size: (
        f"<title>{repeated('part # | ')(size // 2)}</title>" + repeated("<span class=author>Ada M#</span> ")(size // 2)
    ),
    "names of properties": lambda size: (
        f'<p itemprop="{repeated("name# ")(size // 2)}">{repeated("word# ")(size // 2)}</p>{BODY}'
    ),
    "properties in properties": nested("<b itemprop=author>"),
    "authors in authors": nested("<span class=author>", "Ada Moreau"),
    "many authors": repeated("<span class=author>Ada M# </span>", BODY),
    "long base, pager": long_base("<a href=story-7_#.html>#</a>"),
    "long base, body": long_base('<p>A sentence with <a href="x#">a link</a>. And more.</p>'),
    "long base, pictures": long_base('<p>A sentence. And another one. <img src="x#.jpg"></p>'),
    "attributes": of_one_element("a# "),
    "data attributes": of_one_element('data-src#="x" '),
    "attributes, quoted": of_one_element('a#=">" ', "div"),
    "table": repeated("<tr><td>A cell. And more.<td>#</tr>", "<table>", "</table>"),
    "table of empty cells": repeated("<td>", "<table><tr>", "A sentence. And another.</table>"),
    "deep, then wide": repeated("<p>A sentence. And more.</p>", "<body>" + "<i>" * 2_000),
    "deep, then pictures": repeated("<img src=x#.jpg><br>", "<body>" + "<div>" * 2_000),
    "deep, then line breaks": repeated("A sentence. And more.<br>", "<body>" + "<div>" * 1_000),
    "small divisions": repeated("<div>a</div>", "<body>"),
    "small paragraphs": repeated("<p>a.", "<body>"),
    "sentences": repeated(f"<p>{SENTENCE}</p>", "<body><div>", "</div>"),
    "one text": repeated(SENTENCE, "<body><p>", "</p>"),
    "one text, Chinese": repeated("大桥因发现裂缝于周一关闭，工程师预计维修持续到下月底。", "<body><p>", "</p>"),
    "line breaks": repeated("A sentence. And more.<br>", "<body><div>", "</div>"),
    "nesting": nested("<div>"),
    "nested pictures": nested("<div><img src=x.jpg>"),
    "nested lists": nested("<ul><li>", "A sentence. And another one."),
    "nested tables": nested("<table><tr><td>", "A sentence. And another one."),
    "nested frames": nested("<fieldset><legend>a</legend><img>"),
    "frames": repeated(
        "<fieldset><legend>a</legend><img>b.zip (3 KB)</fieldset>", '<div class="post"><div class="words">'
    ),
    "nested links": nested("<i><a href=x>"),
    "nested quotes": nested("<blockquote>A sentence. "),
    "links": repeated("<a href=/n/#>link #</a> ", "<body>"),
    "pictures": repeated("<img src=x#.jpg width=700>", BODY),
    "posts": repeated(
        '<div class="post"><b class="name">Ada#</b><i class="time">2020-03-04 05:06</i><div class="words">'
        "A post of some words, number #. And more.</div></div>"
    ),
    "posts in posts": nested('<div class="post"><b class="name">Ada</b><div class="words">A post. '),
    "classes": repeated('<p class="c#">A sentence. And more.</p>'),
    "one class of many": one_attribute('<p class="', "c "),
    "numbers in a class": one_attribute('<p class="', "a1", 'x">A sentence.</p>'),
    "styles": repeated('<p style="display:block;color:red">A sentence. And more.</p>'),
    "style sheet": lambda size: (
        f"<style>{repeated('.c#{display:none} ')(size // 2)}</style>"
        + repeated('<p class="c#">A sentence.</p>')(size // 2)
    ),
    "long style": one_attribute('<p style="', "a:b;"),
    "comments": repeated("<!-- x -->", BODY),
    "open comments": repeated("<!-- x ", BODY),
    "scripts": repeated("<script>x</script>", BODY),
    "noscripts": repeated("<noscript>A sentence. </noscript>", BODY),
    "titles": repeated("<title>bridge #</title>", "<body>"),
    "long TITLE": repeated("bridge # - ", "<title>", "</title>" + BODY),
    "dates": repeated("<p>99 Foo 2020 1/2", BODY),
    "dates of one line": repeated("2020-13-45 ", f"{BODY}<p>"),
    "times": repeated("<time datetime=2020-13-45>", BODY),
    "date properties": repeated("<meta name=date# content=2020-13-45>", behind=BODY),
    "bylines": repeated("<p>记者 李明 王芳 作者：（记者", BODY),
    "nodes": lambda size: (
        '<script type="application/ld+json">['
        + repeated('{"@type":"Article","headline":"bridge #"},')(size)
        + f"{{}}]</script><title>bridge</title>{BODY}"
    ),
    "nested JSON": lambda size: f'<script type="application/ld+json">{"[" * size}</script>{BODY}',
    "commas in JSON": lambda size: f'<script type="application/ld+json">{{"a":1{"," * size}</script>{BODY}',
    "blanks in JSON": lambda size: f'<script type="application/ld+json">[1,{" " * size}x</script>{BODY}',
    "declared body": lambda size: (
        '<script type="application/ld+json">'
        + json.dumps({"@type": "Article", "articleBody": SENTENCE * (size // 2 // len(SENTENCE))})
        + "</script>"
        + repeated("<p>The bridge across # the river was closed.</p>")(size // 2)
    ),
    "pictures with many addresses": one_attribute('<p>A sentence.<img srcset="', "a.jpg, "),
    "long picture address": one_attribute('<p>A sentence.<img data-src="', "x.jpg?"),
    "long link": one_attribute('<p>A sentence. <a href="/', "a/"),
    "references to characters": repeated("&#1;&#xd800;&#x200b;&amp;", f"{BODY}<p>"),
    "blanks": repeated(" ", f"{BODY}<p>A sentence.", "Another."),
    "separators": repeated("| ", f"<title>bridge{'|' * 100}</title>{BODY}<p>"),
    "forms": repeated("<form><input><select><option>a<option>b</select></form>", BODY),
    "question marks": repeated("? ", f"{BODY}<p>"),
    "questions": repeated("<div class=q#>Is it number #?</div><p>It is, as far as anybody knows. Or is it not?", BODY),
    "headlines": repeated("<h2>A small headline</h2><p>Some. Text. Here.</p>", "<body>"),
}

#: Rules that match the cases' bodies, as a site would have them.
_ARTICLE_RULE = Rule.from_dict({"kind": "article", "body": ["body", "div.body"], "seen": []})
THREAD_RULE = {
    "kind": "thread",
    "body": ["div.words", "p.c*", "td"],
    "post": ["div.post", "tr"],
    "author": "b.name",
    "time": "i.time",
    "quotes": ["blockquote"],
    "leave_out": ["span.author", "p.a*x", "img"],
}
_THREAD_RULE = Rule.from_dict(THREAD_RULE)


def everything(page: Page) -> Body:
    """All that stands on a page, taken for its body."""
    return Body(page, np.ones(len(page.run_start), dtype=np.bool_))


def _learn_article(page: Page) -> object:
    return learn_article_rule([page, page], [everything(page)] * 2, "")


#: All that reads a page, by name.
READERS: Mapping[str, Callable[[Page], object]] = {
    **{name: get_extractor(name).extract for name in EXTRACTORS},
    "metadata": read_metadata,
    "HTML": lambda page: body_html(everything(page)),
    "images": lambda page: body_images(everything(page)),
    "pager": lambda page: (next_page(page), page_number(page)),
    "article rule": lambda page: apply_article(_ARTICLE_RULE, page),
    "thread": lambda page: (read_posts(page, _THREAD_RULE), thread_headline(page)),
    "own words": lambda page: body_runs(page, _THREAD_RULE, _THREAD_RULE.select(page)),
    "learn article": _learn_article,
    "learn thread": lambda page: learn_thread_rule([page], ""),
}


class Answer(NamedTuple):
    """What reading a page gave, for tests that only ask that it gives something."""

    text: str
    html: str


def read_all(source: bytes | str) -> Answer:
    """Read a page by everything that reads pages."""
    page = Page.parse(source, URL)
    for read in READERS.values():
        read(page)
    body = get_extractor("auto").extract(page)
    return Answer(body.text, body_html(body))
