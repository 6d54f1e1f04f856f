"""Lists of addresses of forums that do not exist, as links of a few saved pages give them, with what each shows.

Only addresses, no pages: segments, separators, order, numbers or offsets, titles, sessions, languages, and the other
kinds of pages that forums have beside threads. Names are syllables, so that no list of words helps. The same seed gives
the same list. :class:`RandomNews` gives lists of sites that have no threads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from urllib.parse import quote

TOPIC, EITHER, OTHER = "topic", "either", "other"

SYLLABLES = "ba do ki lu mer nas pol ru sti tav wo zen fri gal hu jo".split()
SCRIPTS = {
    "latin": SYLLABLES,
    "cyrillic": "ба до ки лу мер нас пол ру сти тав во зен".split(),
    "chinese": list("论坛主题讨言如何修理相机旅行价格新手问题请教分享经验北京上海音乐吉他"),
}
BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz"

#: ``W`` the name of the kind, ``K`` of its id, ``I`` the id, ``S`` the title, ``B`` and ``C`` id and name of the board.
QUERIES = (
    "{W}{E}?{K}={I}", "{W}{E}?{K}={I}", "{W}?{K}={I}", "index{E}?{V}={W}&{K}={I}", "index{E}?{W}={I}",
    "{V}{E}?{X}={W}&{K}={I}", "index{E}?{W}={I}.0",
)  # fmt: skip
PLAIN = ("{W}/{I}", "{W}-{I}{H}", "{W}{I}{H}", "{W}{E}/{I}", "{W}/{I}{H}")
TITLED = (
    "{W}/{I}-{S}", "{W}/{S}.{I}", "{W}/{I}/{S}", "{W}/{S}-{I}", "{W}/{S}/{I}", "{W}-{I}-{S}{H}", "{L}{I}-{S}{H}",
    "{S}-{L}{I}{H}", "{W}{E}/{I}-{S}", "index{E}?/{W}/{I}-{S}", "{W}/{S}",
)  # fmt: skip
BOARDED = (
    "{C}/{I}-{S}{H}", "{C}/{S}-{I}", "{W}/{C}/{I}-{S}", "{W}/{C}/{S}", "{C}/{S}", "{W}/{B}/{I}", "f{B}/{I}",
    "{C}/{W}/{I}/{S}", "{W}{E}?{Y}={B}&{K}={I}", "{W}-{B}-{I}{H}", "{W}-g{B}-k{I}-{S}{H}",
)  # fmt: skip
ROOT = ("{I}-{S}{H}", "{S}-{I}{H}", "{I}/{S}")

PATH_PAGES = ("/page-{}", "/page/{}", "/p{}", "?page={}", "/{}", "/index{}.html", "?start={}", "?{}={}")
GLUED_PAGES = ("-{}", "-p{}", "_{}", "-page-{}", "?page={}")
QUERY_PAGES = ("&page={}", "&start={}", "&p={}", "&{}={}")
#: Places and views in a thread, ``{}`` the number of a post.
PATH_PLACES = ("/post-{}", "/{}", "?p={}", "/latest", "?view=new", "/post/{}", "?comment={}", "?sort=votes", "/unread")
GLUED_PLACES = ("-post{}", "?p={}", "-last")
QUERY_PLACES = ("&p={}", "&view=new", "&pid={}", "&order=desc", "&user={}")
TAILS = ("/posts", "/followers", "/badges", "?tab=topics", "/content", "/about")
DEEDS = ("reply", "quote", "report", "print", "edit", "share")


class Site:
    """Words, names and numbers of a site, drawn from a seed."""

    def __init__(self, seed: int | str) -> None:
        self.choose = Random(seed)
        self.script = self.choose.choice(("latin", "latin", "latin", "cyrillic", "chinese"))
        self.join = self.choose.choice(("-", "-", "-", "_", "+"))
        self.ending = self.choose.choice((".html", ".html", ".htm", ""))
        self.program = self.choose.choice((".php", ".php", ".asp", ".cgi", ""))
        self.folder = self.choose.choice(("", "", "", "forum/", "community/bb/"))
        self.slash = self.choose.choice(("", "/"))
        self.host = f"http://{'www.' if self.maybe(0.4) else ''}{self.word()}.example/"
        self.used: set[str] = set()

    def maybe(self, share: float) -> bool:
        return self.choose.random() < share

    def word(self, least: int = 2, most: int = 3) -> str:
        return "".join(self.choose.choices(SYLLABLES, k=self.choose.randint(least, most)))

    def name(self) -> str:
        """A word that no other part of the scheme has."""
        while (word := self.word(1, 3)) in self.used or len(word) < 3:
            pass
        self.used.add(word)
        return word

    def title(self, least: int, most: int) -> str:
        syllables = SCRIPTS[self.script]
        words = [
            "".join(self.choose.choices(syllables, k=self.choose.randint(1, 3)))
            for _ in range(self.choose.randint(least, most))
        ]
        if self.maybe(0.1):
            words.append(str(self.choose.randint(2, 2024)))
        return quote((self.join if self.script != "chinese" else "").join(words), safe="+")

    def ids(self, count: int, most: int) -> list[int]:
        """Ids from a counter, some left out."""
        first = self.choose.choice((1, 1, 300, 12_000, most // 4))
        return sorted(self.choose.sample(range(first, first + max(most, 2 * count)), count))

    def draw(self, share: float, count: int) -> int:
        """How many of the things that most have few of: a few have nearly all."""
        return min(count - 1, int(count * self.choose.random() ** share))


class RandomList(Site):
    """Labelled addresses of a forum: ``rows`` are (label, address)."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        choose = self.choose
        self.seed = seed
        self.threads = choose.choice((40, 150, 1000, 6000))
        self.members = choose.choice((20, 300, 5000))
        self.boards = choose.choice((4, 12, 60))
        self.grown = choose.choice((1, 3, 30, 400))
        self.coded = self.maybe(0.12)
        self.tids = self.ids(self.threads, self.threads * self.grown)
        self.uids = self.ids(self.members, self.members * choose.choice((1, 20, 2000)))
        self.bids = self.ids(self.boards, self.boards * choose.choice((1, 3, 40)))
        self.first_post = self.tids[-1] * choose.choice((2, 10, 50))
        words = choose.choice((3, 4, 5, 7))
        self.titles = [self.title(max(1, words - 2), words + 3) for _ in self.tids]
        self.board_names = [self.title(1, 3) for _ in self.bids]
        self.user_names = [self.title(1, choose.choice((1, 1, 2))) + choose.choice(("", "", "77")) for _ in self.uids]
        self.board_of = [choose.randrange(self.boards) for _ in self.tids]
        self.replies = [int(choose.paretovariate(0.7)) % 900 for _ in self.tids]
        self.a_page = choose.choice((10, 15, 20, 25))
        self._draw_scheme()
        self.found: dict[str, str] = {}
        for extra in self.extras:
            for _ in range(choose.choice((1, 4, 12, 25))):
                self._put(OTHER, self._extra(extra))
        for _ in range(60):
            self._save_pages()
            topics = sum(label == TOPIC for label in self.found.values())
            if len(self.found) >= 110 and topics >= 18 and self.maybe(0.5):
                break
        self.rows = [(label, self.host + url) for url, label in sorted(self.found.items())]
        choose.shuffle(self.rows)

    # --- the scheme ---------------------------------------------------------------------------

    def _draw_scheme(self) -> None:
        choose = self.choose
        self.style = choose.choice((QUERIES, QUERIES, PLAIN, TITLED, TITLED, TITLED, BOARDED, ROOT))
        form = choose.choice(self.style)
        same = self.maybe(0.7) and self.style not in (BOARDED, ROOT)
        rest = [form] * 3 if same else choose.choices((*QUERIES, *PLAIN, *TITLED[:-1]), k=3)
        self.form = dict(zip(("thread", "board", "member", "post"), (form, *rest), strict=True))
        if self.form["board"] == "{W}/{S}" or self.maybe(0.2):
            self.form["board"] = choose.choice(("{W}/{S}", "{C}", "{W}/{I}"))
        if self.maybe(0.25):
            self.form["member"] = choose.choice(("{W}/{S}", "@{S}", "{W}/{I}", "{W}{E}?{K}={S}"))
        self.form["post"] = choose.choice(("{W}/{I}", "{W}{E}?{K}={I}", "{W}-{I}{H}"))
        self.post_too = self.maybe(0.3)  # posts under the script of threads: viewtopic.php?p=7
        key, shared = self.name(), self.maybe(0.5)
        self.names = {kind: self.name() for kind in ("thread", "board", "member", "post", "tag", "file", "blog")}
        self.keys = {kind: key if shared else self.name()[:4] + kind[0] for kind in self.names}
        self.view, self.mode, self.board_key = self.name(), self.name(), self.name()
        self.letters = dict(zip(self.names, choose.sample("tfupkxb", 7), strict=True))
        self.page_name = self.name()
        self.one_script = self.name()
        titled = form.count("{S}") and not form.endswith("{H}")
        asked = "=" in form
        self.pages = choose.choice(QUERY_PAGES if asked else PATH_PAGES if titled or "{H}" not in form else GLUED_PAGES)
        places = QUERY_PLACES if asked else PATH_PLACES if titled or "{H}" not in form else GLUED_PLACES
        self.places = choose.sample(places, choose.choice((0, 1, 1, 2, 2)))
        tails = ("&tab=about", "&do=posts", "&view=all") if "=" in self.form["member"] else TAILS
        self.tails = choose.sample(tails, choose.choice((0, 0, 1, 2, 3)))
        self.orders = choose.sample(("sort=new", "order=replies", "filter=hot", "dir=asc"), choose.choice((0, 0, 2)))
        self.deeds = choose.sample(DEEDS, choose.choice((0, 1, 2, 3)))
        self.deed_form = choose.choice(("own", "own", "tail"))
        self.login = self.maybe(0.3)
        self.session = f"{self.name()}=" if self.maybe(0.1) else ""
        self.extras = choose.sample(("tag", "file", "blog", "found", "help", "private"), choose.randint(0, 4))
        self.related = choose.choice((0, 0, 5, 12))
        self.lists, self.reads = choose.choice(((0, 1), (1, 3), (4, 4), (10, 20), (10, 0)))
        self.numbered, self.latest = self.maybe(0.4), self.maybe(0.6)
        self.offset = self.maybe(0.3)

    def _fill(self, kind: str, number: int, title: str, board: int = 0) -> str:
        code = f"{number}"
        if kind == "thread" and self.coded:
            code, left = "", number * 40_009 + 10**9
            while left:
                left, digit = divmod(left, 36)
                code = BASE36[digit] + code
        if kind == "thread" and self.form[kind].endswith("{S}") and "{I}" not in self.form[kind]:
            title += self.join + SCRIPTS["latin"][number % 16] + "".join(SYLLABLES[int(d)] for d in str(number))
        values = {
            "W": self.names[kind], "K": self.keys[kind], "I": code, "S": title, "B": str(self.bids[board]),
            "C": title if kind == "board" else self.board_names[board], "E": self.program, "H": self.ending,
            "L": self.letters[kind], "V": self.view, "X": self.mode, "Y": self.board_key,
        }  # fmt: skip
        return self.folder + filled(self.form[kind], values)

    def thread(self, number: int, page: int = 1, place: str = "") -> str:
        base = self._fill("thread", self.tids[number], self.titles[number], self.board_of[number])
        if page > 1:
            return self._on(base, self._numbered(page))
        return self._on(base, place.format(self.post_id(number))) if place else base + self._end(base)

    def _numbered(self, page: int) -> str:
        value = (page - 1) * self.a_page if self.offset else page
        return self.pages.format(value) if self.pages.count("{}") == 1 else self.pages.format(self.page_name, value)

    def _end(self, base: str) -> str:
        return "" if "?" in base or re.search(r"\.\w+$", base) else self.slash

    def _on(self, base: str, more: str) -> str:
        """The address with something behind it, before its ending where it is glued."""
        if more[:1] == "?" and "?" in base:
            return f"{base}&{more[1:]}"
        if more[:1] in "-_" and self.ending and base.endswith(self.ending):
            return base.removesuffix(self.ending) + more + self.ending
        return base + (self._end(base) if more[:1] == "?" else "") + more

    def post_id(self, number: int) -> int:
        return self.first_post + number * 7 + self.choose.randrange(1 + self.replies[number]) * 13

    def board(self, number: int, more: str = "") -> str:
        base = self._fill("board", self.bids[number], self.board_names[number])
        return self._on(base, more) if more else base + self._end(base)

    def member(self, number: int, tail: str = "") -> str:
        base = self._fill("member", self.uids[number], self.user_names[number])
        return self._on(base, tail) if tail else base + self._end(base)

    # --- the pages that were saved ------------------------------------------------------------

    def _put(self, label: str, url: str) -> None:
        if self.session and "?" in url:
            url += f"&{self.session}{self.seed:032x}"
        self.found.setdefault(url, label)

    def _save_pages(self) -> None:
        choose = self.choose
        for name in ("login", "register", "", "faq", "terms", f"{self.page_name}/all"):
            self._put(OTHER, self.folder + name)
        for number in range(min(self.boards, 25)) if self.maybe(0.7) else ():
            self._put(OTHER, self.board(number))
        for _ in range(choose.randint(0, self.lists)):
            self._save_list(choose.randrange(self.boards))
        for _ in range(choose.randint(0, self.reads)):
            self._save_thread(self.draw(2, self.threads))

    def _save_list(self, board: int) -> None:
        for page in range(2, self.choose.randint(2, 6)):
            self._put(OTHER, self.board(board, self._list_page(page)))
        for order in self.orders:
            self._put(OTHER, self.board(board, f"{'&' if '=' in self.form['board'] else '?'}{order}"))
        own = [number for number, of in enumerate(self.board_of) if of == board]
        for number in self.choose.sample(own, min(len(own), 20)):
            self._put(TOPIC, self.thread(number))
            last = 1 + self.replies[number] // self.a_page
            for page in range(2, min(last, 4) + 1) if self.numbered else ():
                self._put(TOPIC, self.thread(number, page))
            self._put(OTHER, self.member(self.draw(3, self.members)))
            if self.latest:
                self._put(*self._post(number))

    def _list_page(self, page: int) -> str:
        return f"{'&' if '=' in self.form['board'] else '?'}page={page}"

    def _post(self, number: int) -> tuple[str, str]:
        """A link to a place in a thread."""
        if self.places:
            return TOPIC, self.thread(number, place=self.choose.choice(self.places))
        if self.post_too and self.form["thread"].startswith("{W}{E}?"):
            key = self.keys["post"] + ("p" if self.keys["post"] == self.keys["thread"] else "")
            return EITHER, f"{self.folder}{self.names['thread']}{self.program}?{key}={self.post_id(number)}"
        return EITHER, self._fill("post", self.post_id(number), "")

    def _save_thread(self, number: int) -> None:
        last = 1 + self.replies[number] // self.a_page
        for page in {1, 2, 3, last} & set(range(1, last + 1)):
            self._put(TOPIC, self.thread(number, page))
        self._put(OTHER, self.board(self.board_of[number]))
        for _ in range(min(self.a_page, 1 + self.replies[number])):
            member = self.draw(2, self.members)
            for tail in ("", *self.tails):
                self._put(OTHER, self.member(member, tail))
            self._put(*self._post(number))
            for deed in self.deeds:
                self._put(OTHER, self._deed(number, deed))
        for _ in range(self.related):
            self._put(TOPIC, self.thread(self.draw(1, self.threads)))
        if self.login:
            self._put(OTHER, f"{self.folder}login?next={quote('/' + self.thread(number), safe='')}")

    def _deed(self, number: int, deed: str) -> str:
        if self.deed_form == "own":
            return f"{self.folder}{deed}{self.program}?{self.keys['post']}={self.post_id(number)}"
        more = f"&do={deed}" if "=" in self.form["thread"] else f"?do={deed}"
        return self._on(self.thread(number), more if "?" not in self.thread(number) else f"&do={deed}")

    def _extra(self, extra: str) -> str:
        number, name = self.choose.randint(1, 900), self.names.get(extra, "")
        titled = self.title(1, 1) if extra == "tag" else self.title(2, 4)
        return (
            self.folder
            + {
                "tag": f"{name}/{titled}",
                "file": f"{name}/{titled}-png.{number * 31}{self.slash}",
                "blog": f"{name}/{titled}.{number}{self.slash}",
                "found": f"{self.names['post']}{self.program}?author={self.choose.choice(self.uids)}",
                "help": f"help/{titled}",
                "private": f"{self.mode}{self.program}?to={self.choose.choice(self.uids)}",
            }[extra]
        )


class RandomNews(Site):
    """Addresses of a site with articles and no threads: sections, tags, authors, dates."""

    def __init__(self, seed: int) -> None:
        super().__init__(f"news {seed}")
        choose = self.choose
        self.sections = [self.name() for _ in range(choose.choice((3, 8, 15)))]
        form = choose.choice(
            ("{C}/{S}-{I}", "{C}/{S}", "{Y}/{M}/{S}", "{Y}/{M}/{D}/{S}", "{C}/{I}/{S}", "{C}/{Y}-{M}-{D}/{S}",
             "{W}/{I}", "{W}/{S}.{I}", "{S}", "{C}/{I}-{S}", "{W}{E}?{K}={I}", "{C}/{Y}{M}/t{Y}{M}{D}_{I}")
        )  # fmt: skip
        self.form = form + (self.ending if "?" not in form else "")
        self.values = {"W": self.name(), "E": self.program, "K": self.name()}
        tag, author = self.name(), self.name()
        rows = [f"{section}/" for section in self.sections]
        rows += [f"{choose.choice(self.sections)}/?page={choose.randint(2, 9)}" for _ in range(choose.randint(0, 12))]
        rows += [f"{tag}/{self.title(1, 2)}" for _ in range(choose.randint(0, 40))]
        rows += [f"{author}/{self.title(2, 2)}" for _ in range(choose.randint(0, 20))]
        for url in self._articles(choose.randint(60, 250)):
            rows.append(url)
            if choose.random() < 0.03 and "?" not in url:
                rows.append(url + choose.choice(("?page=2", "?print=1")))
        rows += ["about", "contact", "login", "search", "feed.xml", "privacy"]
        self.rows = [(OTHER, self.host + row) for row in dict.fromkeys(rows)]
        choose.shuffle(self.rows)

    def _articles(self, count: int) -> Iterator[str]:
        for number in self.ids(count, count * self.choose.choice((2, 50, 5000))):
            values = self.values | {
                "C": self.choose.choice(self.sections), "S": self.title(4, 9), "I": str(number), "Y": "2024",
                "M": f"{self.choose.randint(1, 12):02}", "D": f"{self.choose.randint(1, 28):02}",
            }  # fmt: skip
            yield filled(self.form, values)


def filled(form: str, values: dict[str, str]) -> str:
    """A form with its holes filled."""
    return re.sub(r"\{([A-Z])\}", lambda hole: values[hole[1]], form)
