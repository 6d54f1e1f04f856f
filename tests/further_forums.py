"""Forums under schemes that neither :mod:`tests.random_forums` nor :mod:`tests.unlike_forums` draws.

Paths in the query without a slash, places in a thread behind a comma or a dot, later pages that are asked for with more
than their number, posts named by more words than threads, numbers of pages behind a slash in a value or between two
underscores, folders of boards with titles alone, values without names that a dot sets apart, one script that tells
kinds of pages by the name of the id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.random_forums import HOST
from tests.unlike_forums import Scheme, UnlikeForum


class FurtherForum(UnlikeForum):
    """As that; posts, and the last one of a thread, have addresses of their kind."""

    @classmethod
    def kinds(cls) -> Mapping[str, Scheme]:
        return {name: scheme for name, (scheme, _, _) in FURTHER.items()}

    def _draw_scheme(self) -> None:
        super()._draw_scheme()
        self.post_form, self.printable, self.sorted_lists = "own", False, False
        self.base = self.base.removesuffix("/index.php")
        if self.kind in OFFSETS:
            self.offset, self.from_zero, self.first_shown = True, False, self.kind == "placed"
        elif self.kind != "placed":
            self.offset, self.from_zero, self.first_shown = False, False, False

    def post_address(self, tid: int, post: int) -> str:
        address = FURTHER[self.kind][1]
        if address is None:
            return self.thread_address(tid, self.page_of(tid, post)) + f"#p{post}"
        return HOST + self.base + address(self, tid, post)

    def last_address(self, tid: int) -> str:
        address, post = FURTHER[self.kind][2], self.posts[tid][-1].number
        return self.post_address(tid, post) if address is None else HOST + self.base + address(self, tid, post)

    def user_address(self, user: int) -> str:
        forms = {
            "asked": f"/index.php?{self.names[2]}/name{user}.{user}/",
            "slashed": f"/bb.pl?act=who;name=name{user}",
            "tabbed": f"/{self.names[2]}/{user}/name{user}",
            "worded": f"/{self.names[2][0]}-htm-uid-{user}.html",
            "named": f"/index.php?m{self.keys[2]}={user}",
            "dots": f"/who.php?id.{user}",
        }
        return HOST + self.base + forms.get(self.kind, f"/{self.names[2]}/{user}")


def asked(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/index.php?threads/the-title.12/page-2"""
    return f"{forum.base}/index.php?{forum.names[kind]}s/{slug}.{number}/" + forum.shown(page, "page-{}", size)


def placed(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/topic,12.15.html"""
    return f"{forum.base}/{forum.names[kind]},{number}.{forum.number_of(page, size)}.html"


def tabbed(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/questions/12/the-title?page=2&tab=votes"""
    own = f"/tagged/{slug}" if kind else f"/{number}/{slug}"
    return f"{forum.base}/{forum.names[0]}{own}" + forum.shown(page, f"?{forum.page_name}={{}}&tab=votes", size)


def worded(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/read-htm-tid-12-from-0-go--page-2.html"""
    own = f"{forum.names[kind]}-htm-{forum.keys[kind]}-{number}"
    return f"{forum.base}/{own}" + forum.shown(page, "-page-{}" if kind else "-from-0-go--page-{}", size) + ".html"


def slashed(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/bb.pl?num=1100012/15 and /bb.pl?board=name/20"""
    own = f"b{forum.keys[1]}={slug.replace('-', '')}" if kind else f"{forum.keys[0]}={1_100_000_000 + 997 * number}"
    return f"{forum.base}/bb.pl?{own}" + (f"/{(page - 1) * size}" if page > 1 else "")


def underscored(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/index.php?/topic/12-the-title/page__st__15"""
    own = f"/index.php?/{forum.names[kind]}/{number}-{slug}/"
    return f"{forum.base}{own}" + (f"page__st__{(page - 1) * size}" if page > 1 else "")


def titled(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/the-board/the-title/15/"""
    own = f"/{slug}/" if kind else f"{forum.folder_of(0, number)}/{slug}-{forum._letters(number)}/"
    return f"{forum.base}{own}" + (f"{(page - 1) * size}/" if page > 1 else "")


def constant(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/show.php?cat=0&board=name&number=12&page=0&view=flat&part=2"""
    if kind:
        return f"{forum.base}/list.php?cat=0&board={slug.replace('-', '')}" + (f"&page={page}" if page > 1 else "")
    board = forum.folder_of(0, number)[1:].replace("-", "")
    part = forum.shown(page, "&part={}", size)
    return f"{forum.base}/show.php?cat=0&board={board}&number={number}&page=0&view=flat{part}"


def dots(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/viewtopic.php?12.15"""
    return f"{forum.base}/{forum.names[kind]}s.php?{number}" + (f".{(page - 1) * size}" if page > 1 else "")


def named(forum: UnlikeForum, kind: int, number: int, slug: str, page: int, size: int) -> str:
    """/index.php?tid=12&title=the-title&tpage=2 and /index.php?bfid=3&bpage=2"""
    own = f"b{forum.keys[1]}={number}" if kind else f"t{forum.keys[0]}={number}&title={slug}"
    return f"{forum.base}/index.php?{own}" + forum.shown(page, "&bpage={}" if kind else "&tpage={}", size)


#: Those that count posts where others count pages.
OFFSETS = ("placed", "slashed", "underscored", "titled", "dots")
Place = Callable[[FurtherForum, int, int], str]
#: The address of a page, of a post (None: a place on its page) and of the last post (None: as that of any).
FURTHER: dict[str, tuple[Scheme, Place | None, Place | None]] = {
    "asked": (asked, lambda f, tid, post: f"/index.php?{f.names[3]}s/{post}/", None),
    "placed": (
        placed,
        lambda f, tid, post: f"/{f.names[0]},{tid}.msg{post}.html",
        lambda f, tid, post: f"/{f.names[0]},{tid}.new.html",
    ),
    "tabbed": (
        tabbed,
        lambda f, tid, post: f"/a/{post}",
        lambda f, tid, post: f"/{f.names[0]}/{tid}/{f.slug(tid)}/{post}",
    ),
    "worded": (
        worded,
        lambda f, tid, post: f"/do-htm-go-to-post-{f.keys[0]}-{tid}-{f.keys[3]}-{post}.html",
        lambda f, tid, post: f"/{f.names[0]}-htm-{f.keys[0]}-{tid}-page-e.html",
    ),
    "slashed": (slashed, None, lambda f, tid, post: f"/bb.pl?{f.keys[0]}={1_100_000_000 + 997 * tid}/new"),
    "underscored": (
        underscored,
        lambda f, tid, post: f"/index.php?/{f.names[0]}/{tid}-{f.slug(tid)}/page__p__{post}",
        lambda f, tid, post: f"/index.php?/{f.names[0]}/{tid}-{f.slug(tid)}/page__view__last",
    ),
    "titled": (
        titled,
        lambda f, tid, post: f"{f.folder_of(0, tid)}/{f.slug(tid)}-{f._letters(tid)}/msg{post}/",
        lambda f, tid, post: f"{f.folder_of(0, tid)}/{f.slug(tid)}-{f._letters(tid)}/new/",
    ),
    "constant": (
        constant,
        lambda f, tid, post: constant(f, 0, tid, "", 1, 1).replace(f"&number={tid}&", f"&number={post}&"),
        None,
    ),
    "dots": (
        dots,
        lambda f, tid, post: f"/{f.names[0]}s.php?{post}.post",
        lambda f, tid, post: f"/{f.names[0]}s.php?{tid}.last",
    ),
    "named": (named, None, None),
}
