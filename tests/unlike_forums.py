"""Forums under kinds of address schemes that :mod:`tests.random_forums` does not draw: what is documented elsewhere.

Scripts with a path, values set apart by semicolons, commas and dots, values without names, ids of letters and digits,
titles before ids, boards and dates as folders, numbers of pages in names of files; printable views beside each thread,
posts whose addresses look like those of threads, offsets before ids, names and values in turn, titles that are told
apart by a counter, numbers of posts behind ids, the page of the list that led to a thread in the thread's address.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

from tests.random_forums import HOST, RandomForum, Target

#: Kind (0 thread, 1 board), number, title, page and length of a page make an address.
Scheme = Callable[["UnlikeForum", int, int, str, int, int], str]
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def base36(number: int) -> str:
    text = ""
    while number:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return text or "0"


class UnlikeForum(RandomForum):
    """``kind`` names the scheme; the same seed gives the same forum."""

    @classmethod
    def kinds(cls) -> Mapping[str, Scheme]:
        """The schemes that are drawn from."""
        return KINDS

    def _draw_scheme(self) -> None:
        super()._draw_scheme()
        choose = Random(f"unlike {self.seed}")
        self.kind = choose.choice(tuple(self.kinds()))
        self.style, self.key_form, self.neutral, self.session = "unlike", "id", "", False
        self.sorted_lists &= self.kind not in ("dotted", "comma")
        self.base = choose.choice(("", "/forum", "/index.php", "/community"))
        self.suffix = choose.choice(("_{}", "~{}", ",{}", "-p{}", "-page{}", "p{}"))
        self.tail = choose.choice(("/page/{}", "/page-{}", "/p{}", "/{}", "/index{}.html", "/page{}.html", "?page={}"))
        self.ending = choose.choice((".html", ".htm", ".php", ""))
        self.mark = choose.choice(("-", "_", "-t", ".", ","))
        self.post_form = choose.choice(("own", "own", "none"))
        self.last_form = "post"
        self.printable = choose.random() < 0.5
        if self.kind == "counted":
            some = [tid for tid in self.tids if choose.random() < 0.2]
            self.titles |= {tid: self.titles[choose.choice(self.tids)] for tid in some}
        self.years = {tid: choose.randint(2004, 2019) for tid in self.tids}
        if self.kind in ("comma", "dotted"):  # an offset that hangs on the id stands in every address
            self.offset, self.from_zero, self.first_shown = True, False, True
        if choose.random() < 0.15 and self.kind != "counted":
            self.post_form = "alike"
        self.came_from = 1
        titles = Counter[str]()
        for tid in self.tids if self.kind == "counted" else ():
            titles[self.titles[tid]] += 1
            again = titles[self.titles[tid]]
            self.titles[tid] += f" {again}" if again > 1 else ""
        for tid in self.tids:
            for post in self.posts[tid]:
                self.board_of.setdefault(post.number, self.board_of[tid])
                self.years.setdefault(post.number, self.years[tid])

    def _address(self, kind: int, number: int, slug: str, page: int, size: int, more: str = "") -> str:
        path = self.kinds()[self.kind](self, kind, number, slug, page, size)
        return path + (("&" if "?" in path else "?") + more if more else "")

    def shown(self, page: int, form: str, size: int) -> str:
        """The number of a page in a form; nothing on the first page, where that has none."""
        return form.format(self.number_of(page, size)) if page > 1 or self.first_shown else ""

    def folder_of(self, kind: int, number: int) -> str:
        return f"/{self.board_names[self.board_of[number]].replace(' ', '-')}" if kind == 0 else ""

    def _key(self, url: str) -> str:
        key = super()._key(url)
        return _CAME_FROM[self.kind].sub(r"\1", key) if self.kind in _CAME_FROM else key

    def _board_page(self, target: Target) -> str:
        self.came_from = target.page
        return super()._board_page(target)

    def user_address(self, user: int) -> str:
        return f"{HOST}{self.base}/{self.names[2]}/{user}"

    def post_address(self, tid: int, post: int) -> str:
        if self.post_form == "none":
            return self.thread_address(tid, self.page_of(tid, post)) + f"#p{post}"
        if self.post_form == "alike" and post not in self.posts:
            return HOST + self._address(0, post, self.slug(tid), 1, self.a_page)
        if self.kind == "floors":
            return f"{self.thread_address(tid).partition('?')[0]}/{[p.number for p in self.posts[tid]].index(post) + 1}"
        return f"{HOST}{self.base}/{self.names[3]}/{post}"

    def print_address(self, tid: int, page: int) -> str:
        return self.thread_address(tid, page, "print=1")

    def _address_all(self) -> None:
        super()._address_all()
        for tid in self.tids if self.printable else ():
            for page in range(1, self.pages_of(tid) + 1):
                self._put(self.print_address(tid, page), Target("thread", tid, page))

    def _thread_page(self, tid: int, page: int) -> str:
        html = super()._thread_page(tid, page)
        if not self.printable:
            return html
        return html.replace("<h1>", f"<p>{self._link(self.print_address(tid, page), 'Printable version')}</p><h1>", 1)


def comma(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/index.php/topic,12.15.html"""
    return f"{forum.base}/{forum.names[kind]},{number}.{forum.number_of(page, size)}.html"


def dotted(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/index.php?topic=12.15"""
    return f"{forum.base}/index.php?{forum.names[kind]}={number}.{forum.number_of(page, size)}"


def semicolons(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/board.cgi?act=read;id=12;page=2"""
    return f"{forum.base}/bb.cgi?act={forum.names[kind]};id={number}" + forum.shown(
        page, f";{forum.page_key}={{}}", size
    )


def nameless(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/read.php?3,12,page=2"""
    ids = f"{forum.board_of[number]},{number}" if kind == 0 else f"{number}"
    return f"{forum.base}/{forum.names[kind]}.php?{ids}" + forum.shown(page, ",page={}", size)


def single(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/read.php?12 and /read.php?12&page=2"""
    return f"{forum.base}/{forum.names[kind]}.php?{number}" + forum.shown(page, f"&{forum.page_key}={{}}", size)


def letters(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/r/1a2bz/the-title/?page=2, boards by name"""
    if kind:
        return f"{forum.base}/{forum.names[1]}/{slug}/" + forum.shown(page, "?page={}", size)
    return f"{forum.base}/{forum.names[0]}/{base36(number * 40_009 + 10**8)}/{slug}/" + forum.shown(
        page, "?page={}", size
    )


def behind(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/the-title-t12-p2.html; boards named as threads are, by another letter"""
    mark = {"-t": ("-t", "-f")}.get(forum.mark, (forum.mark, f"{forum.mark}{forum.names[1]}{forum.mark}"))[kind]
    return f"{forum.base}/{slug}{mark}{number}" + forum.shown(page, forum.suffix, size) + (forum.ending or ".html")


def folders(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/the-board/the-title-12/index2.html"""
    own = f"{forum.folder_of(kind, number)}/{slug}-{number}" if kind == 0 else f"/{slug}"
    return f"{forum.base}{own}" + (forum.shown(page, forum.tail, size) or ("/" if forum.slash else ""))


def numbered_folders(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/f3/12/2.html"""
    own = f"/f{forum.board_of[number]}/{number}" if kind == 0 else f"/f{number}"
    return f"{forum.base}{own}" + (forum.shown(page, "/{}.html", size) or "/")


def dated(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/2014/05/the-title-12/page/2"""
    own = f"/{forum.years[number]}/{number % 12 + 1:02}/{slug}-{number}" if kind == 0 else f"/{forum.names[1]}/{slug}"
    return f"{forum.base}{own}" + (forum.shown(page, forum.tail, size) or "/")


def root(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/12-the-title/page2.html or /t12p2.html; boards under a folder"""
    if kind:
        return f"/{forum.names[1]}/{number}" + forum.shown(page, forum.tail, size)
    if forum.id_last:
        return f"/{forum.names[0][0]}{number}" + forum.shown(page, forum.suffix, size) + ".html"
    return f"/{number}-{slug}" + forum.shown(page, forum.tail, size)


def suffixed(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/topic/12_2.html, /topic12~2"""
    glue = "/" if forum.id_last else ""
    return f"{forum.base}/{forum.names[kind]}{glue}{number}" + forum.shown(page, forum.suffix, size) + forum.ending


def script_path(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/viewtopic.php/12/the-title/2"""
    title = f"/{slug}" if forum.id_last else ""
    return f"{forum.base}/{forum.names[kind]}.php/{number}{title}" + forum.shown(page, forum.tail, size)


def query_path(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/index.php?/topic/12-the-title/page/2"""
    tail = forum.tail if not forum.tail.startswith("?") else "/page/{}"
    return f"{forum.base.removesuffix('/index.php')}/index.php?/{forum.names[kind]}/{number}-{slug}" + forum.shown(
        page, tail, size
    )


def floors(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/t/the-title/12?page=2 and /t/the-title/12/45 for its 45th post"""
    return f"{forum.base}/{forum.names[kind]}/{slug}/{number}" + forum.shown(page, "?page={}", size)


def offset_before(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/posts/list/15/12.page"""
    ending = forum.ending if forum.ending in (".html", ".htm") else ".page"
    offset = f"{(page - 1) * size}/" if page > 1 else ""
    return f"{forum.base}/{forum.names[kind]}/list/{offset}{number}{ending}"


def counted(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/topic/the-title-2/page/2/"""
    return f"{forum.base}/{forum.names[kind]}/{slug}" + (forum.shown(page, "/page/{}/", size) or "/")


def pairs(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/read/tid/12/page/2"""
    return f"{forum.base}/{forum.names[kind]}/{forum.keys[kind]}/{number}" + forum.shown(page, "/page/{}", size)


def dashed_pairs(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/read-htm-tid-12-page-2.html"""
    own = f"{forum.names[kind]}-htm-{forum.keys[kind]}-{number}"
    return f"{forum.base}/{own}" + forum.shown(page, "-page-{}", size) + ".html"


def joined(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/showthread.php/12-the-title/page2"""
    return f"{forum.base}/{forum.names[kind]}.php/{number}-{slug}" + forum.shown(page, "/page{}", size)


def boarded(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/post-theboard-12-2.shtml"""
    if kind:
        return f"{forum.base}/{forum.names[1]}-{slug.replace('-', '')}-{page}.shtml"
    board = forum.board_names[forum.board_of[number]].replace(" ", "")
    return f"{forum.base}/{forum.names[0]}-{board}-{number}-{page}.shtml"


def list_page_last(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/thread-12-2-1.html: page 2, found on the first page of a list"""
    behind = f"-{page}-{forum.came_from}" if kind == 0 else f"-{page}"
    return f"{forum.base}/{forum.names[kind]}-{number}{behind}.html"


def list_page_asked(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/show.asp?boardid=3&id=12&star=2&page=1: page 2, found on the first page of a list"""
    if kind:
        return f"{forum.base}/{forum.names[1]}.asp?boardid={number}&page={page}"
    shown = forum.shown(page, "&star={}", size)
    return (
        f"{forum.base}/{forum.names[0]}.asp?boardid={forum.board_of[number]}&id={number}{shown}&page={forum.came_from}"
    )


#: What of an address says where a thread was found.
_CAME_FROM = {
    "list_page_last": re.compile(r"(-\d+-\d+)-\d+(?=\.html)"),
    "list_page_asked": re.compile(r"(&id=\d+)&page=\d+"),
}
KINDS: dict[str, Scheme] = {
    scheme.__name__: scheme
    for scheme in (
        comma, dotted, semicolons, nameless, single, letters, behind, folders, numbered_folders, dated, root, suffixed,
        script_path, query_path, floors, offset_before, counted, pairs, dashed_pairs, joined, boarded, list_page_last,
        list_page_asked,
    )
}  # fmt: skip
