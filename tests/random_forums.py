"""Forums that do not exist, under address schemes drawn at random: pages, pagers, redirects and variants.

The same seed gives the same forum. Names of scripts and parameters are partly those that forum programs use, partly
syllables, so that no list of words helps.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from urllib.parse import urlsplit

from tests.forum_pages import SENTENCES, Written, changing_layout, table_layout, thread

HOST = "http://forum.test"
TITLE_WORDS = (
    "how to fix the old engine light board help with question about travel camera lens review buy sell price update"
    " problem after install windows server noise battery guide first time looking for advice cheap trip north garden"
    " tree dog cat music guitar amp vintage rare trade summer 2019 top 10 v2"
).split()
#: Names of the parts of a scheme, thread first, then board, member, post.
PROGRAMS = (
    ("showthread", "forumdisplay", "member", "showpost"),
    ("viewtopic", "viewforum", "profile", "viewpost"),
    ("topic", "forum", "user", "post"),
    ("thread", "board", "space", "message"),
    ("t", "c", "u", "p"),
    ("discussion", "categories", "people", "comment"),
    ("read", "list", "who", "item"),
)
SYLLABLES = "ba do ki lu mer nas pol ru sti tav wo zen".split()
KEYS = (("tid", "fid", "uid", "pid"), ("t", "f", "u", "p"), ("id", "id", "id", "pid"), ("topic", "board", "m", "msg"))

ORDERS = ("subject", "replies", "author")


@dataclass(frozen=True)
class Target:
    """What stands behind an address: ``kind`` is thread, board, user, post or other."""

    kind: str
    number: int = 0
    page: int = 1
    post: int = 0
    order: str = ""


class RandomForum:
    """A forum: ``answer(url)`` gives its page, (302, address) or None; ``truth`` what stands behind each address."""

    def __init__(self, seed: int, threads: int = 48, boards: int = 4) -> None:
        self.seed = seed
        self.random = random.Random(seed)
        self.a_page = self.random.choice((4, 5, 6))
        self.a_list = self.random.choice((8, 10))
        self.numbered_lists = self.random.random() < 0.5
        self.layout = self.random.choice((table_layout, changing_layout))
        self.canonical = self.random.random() < 0.5
        self.post_redirects = self.random.random() < 0.5
        self.window = self.random.random() < 0.4
        self._draw_content(threads, boards)
        self._draw_scheme()
        self.truth: dict[str, Target] = {}
        self._address_all()

    # --- what the forum holds -----------------------------------------------------------------

    def _draw_content(self, threads: int, boards: int) -> None:
        choose = self.random
        first, grown = choose.choice((1, 300, 12_000)), choose.choice((1, 3, 11))
        self.tids = [first + number * grown + number % grown for number in range(threads)]
        self.board_of = {tid: 3 + choose.randrange(boards) for tid in self.tids}
        self.boards = sorted(set(self.board_of.values()))
        sizes = [1, 2, 3, self.a_page, self.a_page + 1, 2 * self.a_page + 1, 4 * self.a_page]
        self.posts = {tid: thread(tid, choose.choice(sizes), self.seed) for tid in self.tids}
        self.posts[self.tids[0]] = thread(self.tids[0], 3 * self.a_page, self.seed)
        self.titles = {tid: " ".join(choose.sample(TITLE_WORDS, choose.randint(2, 8))) for tid in self.tids}
        self.board_names = {board: " ".join(choose.sample(TITLE_WORDS, 2)) for board in self.boards}

    def pages_of(self, tid: int) -> int:
        return -(-len(self.posts[tid]) // self.a_page)

    def threads_of(self, board: int) -> list[int]:
        return [tid for tid in reversed(self.tids) if self.board_of[tid] == board]

    def list_pages(self, board: int) -> int:
        return -(-len(self.threads_of(board)) // self.a_list)

    # --- its addresses ------------------------------------------------------------------------

    def _word(self) -> str:
        return "".join(self.random.choices(SYLLABLES, k=2))

    def _draw_scheme(self) -> None:
        choose = self.random
        plain = choose.random() < 0.6
        self.names = choose.choice(PROGRAMS) if plain else tuple(self._word() for _ in range(4))
        self.keys = choose.choice(KEYS) if plain else tuple(self._word()[:3] + end for end in "abcd")
        self.style = choose.choice(("query", "query", "one script", "segments", "segments", "glued", "glued"))
        self.folder = choose.choice(("", "", "/forum", "/community/bb"))
        self.ending = choose.choice((".php", ".html", ".jsp", ".htm", "")) if self.style != "query" else ".php"
        self.offset = choose.random() < 0.3
        self.from_zero = not self.offset and choose.random() < 0.1
        self.first_shown = choose.random() < 0.25
        self.page_name = choose.choice(("page", "p", "start", "pn", "pg", self._word()[:3]))
        self.board_too = choose.random() < 0.35
        self.constant = choose.choice(("", "", "config=main.inc", "lang=2"))
        self.post_form = choose.choice(("own", "beside", "beside", "none"))
        self.last_form = choose.choice(("deed", "post"))
        self.neutral = choose.choice(("", "", "extra", "from_list")) if self.style in ("query", "one script") else ""
        self.session = choose.random() < 0.15
        self.sorted_lists = choose.random() < 0.5
        self.key_form = choose.choice(("id", "id-slug", "slug.id", "slug", "id/slug"))
        if self.style == "glued" and self.key_form not in ("id", "id-slug"):
            self.key_form = "id"
        self.page_form = choose.choice(("/page/{}", "/p{}", "/{}", "/page-{}", "?", "before"))
        self.glue = choose.choice(("-{}", "-p{}", "-page-{}", "_{}", "before"))
        if self.key_form == "slug" and self.page_form == "before":
            self.page_form = "/page/{}"
        self.id_last = choose.random() < 0.5
        self.glue_slug = self.style == "glued" and self.key_form == "id-slug"
        self.slash = choose.random() < 0.5 and self.style == "segments"

    def slug(self, tid: int) -> str:
        words = self.titles[tid].split()
        return "-".join([*words, f"{self._letters(tid)}"] if self.key_form == "slug" else words)

    @staticmethod
    def _letters(number: int) -> str:
        return "".join(chr(ord("a") + int(digit)) for digit in str(number))

    def number_of(self, page: int, size: int) -> int:
        return (page - 1) * size if self.offset else page - self.from_zero

    def _address(self, kind: int, number: int, slug: str, page: int, size: int, more: str = "") -> str:
        """``kind``: 0 thread, 1 board. ``more``: a part of the query of its own."""
        shown = page > 1 or self.first_shown
        value = str(self.number_of(page, size))
        name, key = self.names[kind], self.keys[kind]
        board = self.board_of[number] if kind == 0 else 0
        if self.style in ("query", "one script"):
            pairs = [f"{key}={number}"]
            if board and self.board_too:
                pairs.insert(0, f"{self.keys[1] if self.keys[1] != key else 'cat'}={board}")
            if self.id_last:
                pairs.reverse()
            if self.constant:
                pairs.insert(0, self.constant)
            if shown:
                pairs.append(f"{self.page_key}={value}")
            if self.style == "one script":
                return f"{self.folder}/index.php?act={name}&" + "&".join([*pairs, *filter(None, [more])])
            return f"{self.folder}/{name}{self.ending}?" + "&".join([*pairs, *filter(None, [more])])
        query = more
        if self.style == "glued":
            key_part = str(number) + (f"-{slug}" if self.glue_slug else "")
            glue = self.glue if shown else ""
            if glue == "before":
                path = f"{name}-{value}-{key_part}"
            else:
                path = f"{name}{'' if self.id_last and not self.glue_slug else '-'}{key_part}{glue.format(value)}"
            path += self.ending or ".html"
        else:
            key_part = {"id": f"{number}", "id-slug": f"{number}-{slug}", "slug.id": f"{slug}.{number}", "slug": slug,
                        "id/slug": f"{number}/{slug}"}[self.key_form]  # fmt: skip
            path = f"{name}/"
            if board and self.board_too:
                path += f"{self.board_names[board].replace(' ', '-')}/"
            if shown and self.page_form == "before":
                path += f"{value}/"
            path += key_part
            if shown and self.page_form == "?":
                query = "&".join([f"{self.page_key}={value}", *filter(None, [more])])
            elif shown and self.page_form != "before":
                path += self.page_form.format(value)
            path += "/" if self.slash else ""
        return f"{self.folder}/{path}" + (f"?{query}" if query else "")

    @property
    def page_key(self) -> str:
        return self.page_name if self.page_name not in self.keys else "page"

    def thread_address(self, tid: int, page: int = 1, more: str = "") -> str:
        return HOST + self._address(0, tid, self.slug(tid), page, self.a_page, more)

    def board_address(self, board: int, page: int = 1, order: str = "") -> str:
        more = f"sort={order}" if order else ""
        return HOST + self._address(1, board, self.board_names[board].replace(" ", "-"), page, self.a_list, more)

    def user_address(self, user: int) -> str:
        name, key = self.names[2], self.keys[2]
        if self.style == "one script":
            return f"{HOST}{self.folder}/index.php?act={name}&{key}={user}"
        if self.style == "query":
            return f"{HOST}{self.folder}/{name}{self.ending}?{key}={user}"
        return f"{HOST}{self.folder}/{name}" + (f"/{user}/" if self.style == "segments" else f"-{user}.html")

    def post_address(self, tid: int, post: int) -> str:
        name, key = self.names[3], self.keys[3]
        if self.post_form == "none":
            return self.thread_address(tid, self.page_of(tid, post)) + f"#p{post}"
        if self.post_form == "own":
            if self.style in ("query", "one script"):
                return f"{HOST}{self.folder}/{name}.php?{key}={post}"
            return f"{HOST}{self.folder}/{name}" + (f"/{post}" if self.style == "segments" else f"{post}.html")
        return self._beside(tid, f"{key}={post}", f"post-{post}")

    def last_address(self, tid: int) -> str:
        if self.last_form == "post" or self.neutral:
            return self.post_address(tid, self.posts[tid][-1].number)
        return self._beside(tid, "view=newest", "lastpost")

    def _beside(self, tid: int, pair: str, word: str) -> str:
        """The thread's address with something beside it."""
        if self.style in ("query", "one script"):
            return self.thread_address(tid, 1, pair)
        first = self.first_shown
        self.first_shown = False
        address = self.thread_address(tid)
        self.first_shown = first
        if self.style == "glued":
            stem, dot, ending = address.rpartition(".")
            return f"{stem}-{word}{dot}{ending}"
        return f"{address.rstrip('/')}/{word}" if self.id_last else f"{address}?{pair}"

    def page_of(self, tid: int, post: int) -> int:
        return 1 + [written.number for written in self.posts[tid]].index(post) // self.a_page

    def _address_all(self) -> None:
        for tid, posts in self.posts.items():
            for page in range(1, self.pages_of(tid) + 1):
                self._put(self.thread_address(tid, page), Target("thread", tid, page))
            self._put(self._without_first(tid), Target("thread", tid, 1))
            for post in posts:
                self._put(self.post_address(tid, post.number), Target("post", tid, self.page_of(tid, post.number)))
            self._put(self.last_address(tid), Target("post", tid, self.pages_of(tid)))
        for board in self.boards:
            for order in ("", *ORDERS) if self.sorted_lists else ("",):
                for page in range(1, self.list_pages(board) + 1):
                    self._put(self.board_address(board, page, order), Target("board", board, page, order=order))
        for user in range(40, 46):
            self._put(self.user_address(user), Target("user", user))
        self._put(f"{HOST}/", Target("front"))

    def _without_first(self, tid: int) -> str:
        first = self.first_shown
        self.first_shown = False
        address = self.thread_address(tid)
        self.first_shown = first
        return address

    def _put(self, url: str, target: Target) -> None:
        self.truth.setdefault(self._key(url), target)

    def _key(self, url: str) -> str:
        """What of an address says which page it is."""
        parts = urlsplit(url)
        left_out = ("sid=", f"{self.neutral}=" if self.neutral else "sid=")
        pairs = [pair for pair in parts.query.split("&") if pair and not pair.startswith(left_out)]
        return f"{parts.path}?{'&'.join(sorted(pairs))}"

    def target(self, url: str) -> Target | None:
        """What stands behind an address; None: nothing."""
        return self.truth.get(self._key(url))

    # --- its pages ----------------------------------------------------------------------------

    def answer(self, url: str) -> str | tuple[int, str] | None:
        target = self.target(url)
        if target is None:
            return "<html><title>Please log in</title><body><form><p>Only members can do this.</p></form></body></html>"
        if target.kind == "thread":
            return self._thread_page(target.number, target.page)
        if target.kind == "post":
            page = self.thread_address(target.number, target.page)
            if self.post_redirects and self._key(page) != self._key(url):
                return 302, page
            return self._thread_page(target.number, target.page)
        if target.kind == "board":
            return self._board_page(target)
        if target.kind == "user":
            return self._user_page(target.number)
        return self._front_page()

    def _page(self, title: str, body: str, canonical: str = "", crumbs: str = "") -> str:
        rel = f'<link rel="canonical" href="{escape(canonical)}">' if canonical and self.canonical else ""
        extra = self._link(f"{HOST}{self.folder}/{self.names[2]}s", "Members") + self._link(f"{HOST}/faq.html", "Help")
        return (
            f"<html><head><title>{title}</title>{rel}</head><body><div class='nav'>{self._link(HOST + '/', 'Home')} "
            f"{crumbs} {extra}</div>{body}<div class='foot'>All words belong to those who wrote them. "
            f"{self._link(HOST + '/legal.html', 'Legal')}</div></body></html>"
        )

    def _link(self, url: str, text: str) -> str:
        if self.session and "?" in url:
            url = url.replace("?", "?sid=0123456789abcdef0123456789abcdef&", 1)
        return f'<a href="{escape(url)}">{escape(text)}</a>'

    def _pager(self, page: int, last: int, address: Callable[[int], str]) -> str:
        if last < 2:
            return ""
        shown = {1, 2, last, page - 1, page, page + 1} if self.window else set(range(1, last + 1))
        numbers = sorted(shown & set(range(1, last + 1)))
        row = [f"<b>{n}</b>" if n == page else self._link(address(n), str(n)) for n in numbers]
        if page < last:
            row.append(self._link(address(page + 1), "»"))
        return f'<div class="pager">{" ".join(row)}</div>'

    def _thread_page(self, tid: int, page: int) -> str:
        posts = self.posts[tid][(page - 1) * self.a_page : page * self.a_page]
        shown = "".join(self._post(tid, post) for post in posts)
        pager = self._pager(page, self.pages_of(tid), lambda number: self.thread_address(tid, number))
        board = self.board_of[tid]
        reply = self._link(f"{HOST}{self.folder}/reply.php?do=new&{self.keys[0]}={tid}", "Reply")
        body = f"<h1>{self.titles[tid]}</h1>{pager}<div class='all'>{shown}</div>{pager}<p>{reply}</p>"
        crumbs = self._link(self.board_address(board), self.board_names[board])
        return self._page(self.titles[tid], body, self.thread_address(tid, page), crumbs)

    def _post(self, tid: int, post: Written) -> str:
        markup = self.layout(post).replace(f"user-{post.user}.html", self.user_address(post.user))
        place = self._link(self.post_address(tid, post.number), f"#{post.floor}")
        quote = self._link(f"{HOST}{self.folder}/reply.php?do=quote&{self.keys[3]}={post.number}", "Quote")
        return f'<div class="frame">{markup}<p class="tools">{place} {quote}</p></div>'

    def _board_page(self, target: Target) -> str:
        board, page = target.number, target.page
        tids = self.threads_of(board)
        if target.order:
            tids.sort(key=lambda tid: (self.random_of(len(self.titles[tid]) + len(target.order)), tid))
        rows = "".join(map(self._row, tids[(page - 1) * self.a_list : page * self.a_list]))
        orders = ""
        if self.sorted_lists:
            orders = "".join(self._link(self.board_address(board, page, order), order.title()) for order in ORDERS)
        pager = self._pager(page, self.list_pages(board), lambda n: self.board_address(board, n, target.order))
        body = f"<h1>{self.board_names[board]}</h1><p>{orders}</p>{pager}<table>{rows}</table>{pager}"
        return self._page(self.board_names[board], body, self.board_address(board, page))

    def _row(self, tid: int) -> str:
        more = f"{self.neutral}=list%3D{self.random_of(tid) % 5}" if self.neutral and tid % 3 else ""
        title = self._link(self.thread_address(tid, 1, more), self.titles[tid])
        last = self.pages_of(tid)
        small = ""
        if self.numbered_lists and last > 1:
            small = " ".join(self._link(self.thread_address(tid, n), str(n)) for n in range(2, last + 1))
        writer, latest = self.posts[tid][0], self.posts[tid][-1]
        return (
            f"<tr><td>{title} {small}</td><td>{self._link(self.user_address(writer.user), writer.author)}</td>"
            f"<td>{len(self.posts[tid])}</td><td>{self._link(self.last_address(tid), latest.time)} "
            f"{self._link(self.user_address(latest.user), latest.author)}</td></tr>"
        )

    def random_of(self, number: int) -> int:
        return random.Random(f"{self.seed} {number}").randrange(1000)

    def _user_page(self, user: int) -> str:
        body = f"<h1>Member {user}</h1><dl><dt>Joined</dt><dd>2011</dd><dt>Posts</dt><dd>{user * 3}</dd></dl>"
        return self._page(f"Member {user}", body)

    def _front_page(self) -> str:
        rows = ""
        for board in self.boards:
            latest = self.threads_of(board)[0]
            rows += (
                f"<tr><td>{self._link(self.board_address(board), self.board_names[board])}</td>"
                f"<td>{self._link(self.last_address(latest), self.titles[latest])} by "
                f"{self._link(self.user_address(self.posts[latest][-1].user), self.posts[latest][-1].author)}</td></tr>"
            )
        return self._page("Board", f"<h1>{SENTENCES[0][:20]}</h1><table>{rows}</table>")


class ForumPages(Mapping[str, "str | bytes | tuple[int, str]"]):
    """A forum as the pages of a crawl; what it does not have is a login form."""

    def __init__(self, forum: RandomForum) -> None:
        self.forum = forum

    def __getitem__(self, url: str) -> str | tuple[int, str]:
        page = self.forum.answer(url)
        if page is None:
            raise KeyError(url)
        return page

    def __iter__(self) -> Iterator[str]:
        return iter(self.forum.truth)

    def __len__(self) -> int:
        return len(self.forum.truth)

    def __deepcopy__(self, memo: object) -> ForumPages:
        return self
