"""Thread pages of forums that do not exist, in the layouts that forum software uses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from newsbody.page import Page

SENTENCES = (
    "The bearing on the rear wheel started to hum again after only two hundred kilometres on the coast road.",
    "I would take the whole hub apart first, clean every ring and look at the races under a strong lamp.",
    "昨天把后轮拆开看了一下，轴承里面全是沙子，难怪一上坡就响个不停。",
    "My neighbour swears by marine grease, though the shop told him that it goes stiff in winter.",
    "换一套密封的轴承就好了，五十块钱，自己动手半个小时，没有想的那么难。",
    "Nobody has asked yet whether the frame is straight, which would explain the noise on one side only.",
    "Mine made the same sound until I noticed that a spoke had been rubbing against the mudguard stay.",
    "先别急着换，把螺母松半圈再骑一天试试，很多时候只是装得太紧了。",
    "After a week of rain the chain looked like something from the bottom of the harbour.",
    "Thanks to everybody here: it was the cheap quick release, and the new one costs less than lunch.",
    "这个牌子的花鼓我用了三年，除了换过一次滚珠，基本没有出过问题。",
    "If you ride to work every day, a second wheel set pays for itself within a year or two.",
)
AUTHORS = ("Marta", "old_fisher", "林间小路", "kurbel", "Tamsin", "十二月")


@dataclass(frozen=True)
class Written:
    """One post as its page is made from it."""

    number: int
    author: str
    text: str
    time: str
    floor: int

    @property
    def user(self) -> int:
        return 40 + AUTHORS.index(self.author)


def thread(number: int, posts: int, seed: int = 0) -> list[Written]:
    """The posts of a thread; two threads share no text."""
    return [
        Written(
            number=1000 * number + 7 * place,
            author=AUTHORS[(number + place * place + seed) % len(AUTHORS)],
            text=f"{SENTENCES[(5 * number + place + seed) % len(SENTENCES)]} ({number}.{place})",
            time=f"2021-03-{1 + number % 9:02d} {8 + place // 2:02d}:{(7 * place) % 60:02d}:00",
            floor=place + 1,
        )
        for place in range(posts)
    ]


Layout = Callable[[Written], str]


def table_layout(post: Written) -> str:
    """Cells of a table; the body's cell has a class, its wrappers too; some authors sign."""
    signature = f'<div class="sig">{post.author} rides a steel frame</div>' if post.user % 2 else ""
    return (
        f'<div id="post_{post.number}"><table class="frame"><tr><td class="side"><div class="who">'
        f'<a class="name" href="user-{post.user}.html">{post.author}</a></div><p>Posts <b>{post.user * 3}</b></p></td>'
        f'<td class="main"><div class="top"><a href="goto?p={post.number}"><em>{post.floor}</em>#</a> '
        f'<em id="at{post.number}">posted {post.time}</em> | <a href="only?u={post.user}">only this user</a></div>'
        f'<div class="wrap"><div class="wrap2"><table><tr><td class="words" id="w{post.number}">{post.text}</td></tr>'
        f"</table></div></div>{signature}</td></tr></table></div>"
    )


def number_layout(post: Written) -> str:
    """No class on the body: only an id that begins the same way; time for machines and for readers."""
    hour = int(post.time[11:13]) - 2
    exact = f"{post.time[:10]}T{hour:02d}{post.time[13:]}+00:00"
    return (
        f'<table class="t"><tr><td class="h"><time datetime="{exact}">{post.time[:16]}</time></td></tr>'
        f'<tr><td class="l"><b class="nick">{post.author}</b><br>Member</td><td class="r">'
        f'<div id="text_of_{post.number}">{post.text}</div></td></tr></table>'
    )


def list_layout(post: Written) -> str:
    """Posts that nothing holds together: a line that says who and when, then the text."""
    return (
        f'<dt class="line"><a href="/people/{post.user}">{post.author}</a> on {post.time[:16]}</dt>'
        f'<dd class="says">{post.text}</dd>'
    )


def changing_layout(post: Written) -> str:
    """Classes with numbers in them, and one that only some have."""
    again = " again" if post.user % 2 else ""
    return (
        f'<li class="item item-{post.number}{again}"><header><span class="by-{post.user}">{post.author}</span> '
        f'<span class="when" title="{post.time}">some time ago</span></header>'
        f'<div class="text text-{post.number}"><p>{post.text}</p></div><footer>Like Reply</footer></li>'
    )


def page(posts: Sequence[Written], layout: Layout, number: int = 1, title: str = "A wheel that hums") -> Page:
    """A thread page with head, navigation and foot."""
    body = "\n".join(map(layout, posts))
    source = (
        f"<html><head><title>{title} {number}</title></head><body class='view'><div class='nav'><a href='/'>Home</a> "
        f"<a href='/b/3'>Wheels</a></div><h1>{title} {number}</h1><div class='all'>{body}</div>"
        f"<div class='foot'>Copyright 2021 <a href='/legal'>Legal</a></div></body></html>"
    )
    return Page.parse(source, f"http://forum.example/thread-{number}.html")


def pages(layout: Layout, sizes: Sequence[int] = (6, 1, 4, 9, 2)) -> list[Page]:
    """A page of each of some threads, with so many posts."""
    return [page(thread(number, size), layout, number) for number, size in enumerate(sizes, 1)]
