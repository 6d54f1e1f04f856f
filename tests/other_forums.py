"""Forums under schemes that neither :mod:`tests.unlike_forums` nor :mod:`tests.further_forums` draws.

Titles and words in a query without a name, ids behind titles with a word or a post's id behind them, lists that stand
as files beside the threads of their board, codes for ids, members in a folder beside boards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.further_forums import FurtherForum
from tests.random_forums import HOST
from tests.unlike_forums import Scheme, UnlikeForum

NAMES = "anna ben carla dan eva fritz".split()


class OtherForum(FurtherForum):
    """As those; where a kind names no address of posts they are places on their pages."""

    @classmethod
    def kinds(cls) -> Mapping[str, Scheme]:
        return {name: scheme for name, (scheme, _, _, _) in OTHER.items()}

    def post_address(self, tid: int, post: int) -> str:
        own = OTHER[self.kind][1]
        address = own(self, tid, post) if own else self._in_place(tid, post)
        return HOST + self.base + address

    def last_address(self, tid: int) -> str:
        own = OTHER[self.kind][2]
        post = self.posts[tid][-1].number
        return HOST + self.base + own(self, tid, post) if own else self.post_address(tid, post)

    def user_address(self, user: int) -> str:
        return HOST + self.base + OTHER[self.kind][3](self, user, NAMES[user % len(NAMES)])

    def _in_place(self, tid: int, post: int) -> str:
        page = self.thread_address(tid, self.page_of(tid, post)).removeprefix(HOST + self.base)
        return f"{page}#p{post}"


def titled_query(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/thread.php?12-the-title/page2"""
    return f"{forum.base}/{forum.names[kind]}.php?{number}-{slug}" + forum.shown(page, "/page{}", size)


def worded_query(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/archive/?tid-12-page-2.html"""
    return f"{forum.base}/archive/?{'tf'[kind]}id-{number}" + forum.shown(page, "-page-{}", size) + ".html"


def numbered_titles(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/f3/the-title-12/index2.html"""
    own = f"/f{number}/" if kind else f"/f{forum.board_of[number]}/{slug}-{number}/"
    return f"{forum.base}{own}" + forum.shown(page, "index{}.html", size)


def files(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/bb/the-board/the-title-about_12_2.htm and /bb/the-board/list_about-2.htm"""
    if kind:
        return f"{forum.base}/bb/{slug}/list_about-{page}.htm"
    return f"{forum.base}/bb{forum.folder_of(0, number)}/{slug}-about_{number}_{page}.htm"


def codes(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/bb/the-board/M.1100000012.A.3F7.html and /bb/the-board/index2.html"""
    if kind:
        return f"{forum.base}/bb/{slug}/index{page if page > 1 else ''}.html"
    code = f"M.{1_100_000_000 + 37 * number}.A.{number * 7919 % 4096:03X}"
    return f"{forum.base}/bb{forum.folder_of(0, number)}/{code}.html" + forum.shown(page, "?page={}", size)


def beside(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/bb/the-board/the-title/page-2/; members in a folder beside those of boards"""
    own = f"/{slug}/" if kind else f"{forum.folder_of(0, number)}/{slug}-{forum._letters(number)}/"
    return f"{forum.base}/bb{own}" + forum.shown(page, "page-{}/", size)


def _of_title(form: str) -> Place:
    return lambda f, tid, post: form.format(f.names[0], tid, f.slug(tid), post)


def _of_folder(form: str) -> Place:
    return lambda f, tid, post: form.format(f.board_of[tid], f.slug(tid), tid, post)


Place = Callable[[OtherForum, int, int], str]
Member = Callable[[OtherForum, int, str], str]
#: The address of a page, of a post and of the last one (None: a place on its page, that of any post), of a member.
OTHER: dict[str, tuple[Scheme, Place | None, Place | None, Member]] = {
    "titled_query": (
        titled_query,
        _of_title("/{}.php?{}-{}&p={}"),
        _of_title("/{}.php?{}-{}&goto=newest"),
        lambda f, user, name: f"/{f.names[2]}.php?{user}-{name}",
    ),
    "worded_query": (worded_query, None, None, lambda f, user, name: f"/{f.names[2]}-{user}.html"),
    "numbered_titles": (
        numbered_titles,
        _of_folder("/f{}/{}-{}-post{}/"),
        _of_folder("/f{}/{}-{}-new/"),
        lambda f, user, name: f"/{f.names[2]}/{name}{user}.html",
    ),
    "files": (files, None, None, lambda f, user, name: f"/{f.names[2]}-{user}.htm"),
    "codes": (codes, None, None, lambda f, user, name: f"/{f.names[2]}/{name}{user}"),
    "beside": (beside, None, None, lambda f, user, name: f"/bb/{f.names[2]}/{name}/"),
}
