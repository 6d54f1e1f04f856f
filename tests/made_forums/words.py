"""The threads of a forum that does not exist: who wrote what, when, and whom they quote."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tests.made_forums.style import Style

WORDS = {
    "en": """the a this that wheel bearing garden tomato engine filter lamp cable river boat winter kitchen recipe flour
    camera lens harbour ticket station guitar string window paint hinge old new broken cheap rusty second first turn
    clean replace measure found bought sold tried noticed asked thought works fails leaks hums rattles because although
    with without under over near after before again never always maybe quite rather two three four""".split(),
    "de": """der die das ein eine Rad Lager Garten Tomate Motor Filter Lampe Kabel Fluss Boot Winter Rezept
    Mehl Kamera Hafen Fahrkarte Bahnhof Gitarre Saite Fenster Farbe alt neu kaputt billig rostig zweite erste drehen
    putzen tauschen messen gefunden gekauft verkauft probiert gemerkt gefragt weil obwohl mit ohne unter neben nach vor
    wieder nie immer vielleicht ganz eher zwei drei vier""".split(),
    "zh": """今天 昨晚 我们 大家 车轮 轴承 花园 番茄 发动机 滤芯 台灯 电线 小河 渔船 冬天 厨房 菜谱 面粉 相机 镜头
    码头 车票 车站 吉他 琴弦 窗户 油漆 合页 旧的 新的 坏了 便宜 生锈 第二个 第一次 拧紧 清洗 更换 测量 发现 买了
    卖掉 试过 觉得 听说 因为 虽然 但是 没有 下面 上面 附近 以后 以前 又 从来不 总是 也许 比较 两个 三个 四次""".split(),
}  # fmt: skip
SHORT = {
    "en": ["Thanks!", "+1", "Same here.", "Works now, thank you.", "Any news?"],
    "de": ["Danke dir!", "+1", "Geht mir auch so.", "Klappt jetzt.", "Gibt es was Neues?"],
    "zh": ["顶", "谢谢分享", "同问", "学习了", "楼主好人"],
}
NAMES = {
    "en": "Marta old_fisher kurbel Tamsin ridge77 NorthWind b.keller quietone Dunja jim_b saltwater Pell".split(),
    "de": "Anke moorhuhn Tüftler Dieter_K Holzwurm Elbe99 Sabine schrauber2 Nordlicht Jens Uwe.T Lotte".split(),
    "zh": "林间小路 十二月 老渔夫 风中的鱼 Marta 山外山 小桥流水 kurbel 北方的狼 石头记 半夏 云游四方".split(),
}
#: Own sentences that say a date with its time of day.
STRAY = {
    "en": "I saw {} on 2019-08-1{n} 14:2{n} in the {}",
    "de": "Am 1{n}.08.2019 um 14:2{n} war {} noch {}",
    "zh": "我是2019-8-1{n} 14:2{n}在{}看到{}的",
}
TITLES = {
    "en": "Strange {} and the {} problem",
    "de": "Seltsame {} und die {} Frage",
    "zh": "请教一下{}和{}的问题",
}
#: The oldest post of any forum.
EPOCH = datetime(2018, 2, 3, 9, 41)


@dataclass
class Quote:
    """What a post repeats of another one."""

    author: str
    when: datetime
    text: str
    inner: Quote | None = None


@dataclass
class Written:
    """A post as it was written. ``lines`` are its own words; ``code`` stands behind them."""

    pid: int
    place: int
    author: str
    user: int
    when: datetime
    lines: list[str]
    code: list[str] = field(default_factory=list)
    quote: Quote | None = None
    edited: bool = False
    attached: bool = False
    hidden: bool = False
    picture: bool = False
    smilie: int = -1
    parent: int | None = None

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, *self.code])


@dataclass
class Thread:
    """A thread and how many of its posts stand on a page."""

    number: int
    title: str
    posts: list[Written]
    page_size: int

    def pages(self) -> list[list[Written]]:
        return [self.posts[first : first + self.page_size] for first in range(0, len(self.posts), self.page_size)]


@dataclass(frozen=True)
class Remark:
    """A short comment on a post that is no post itself."""

    text: str
    author: str
    when: datetime


def in_order(style: Style, posts: list[Written]) -> list[Written]:
    """The posts of a page as it shows them: by votes where the style says so, an opening post apart first."""
    if style["order"] != "votes":
        return posts
    first = posts[:1] if style["opener"] != "same" and posts[0].place == 0 else []
    return first + sorted(posts[len(first) :], key=lambda post: (-(post.user % 4), post.pid % 7, post.pid))


def remarks_on(post: Written, language: str) -> list[Remark]:
    """The remarks below a post, always the same."""
    rng = random.Random(f"remarks {post.pid} {post.text}")
    return [
        Remark(sentence(rng, language), rng.choice(NAMES[language]), post.when + timedelta(minutes=31 * number))
        for number in range(1, rng.choice((1, 1, 2, 4)))
    ]


def sentence(rng: random.Random, language: str, least: int = 4, most: int = 22) -> str:
    """Words in a row with a stop behind them."""
    words = rng.choices(WORDS[language], k=rng.randint(least, most))
    if language == "zh":
        return "".join(words) + rng.choice("。。！？")
    return " ".join(words).capitalize() + rng.choice("...!?")


def write_thread(style: Style, number: int) -> Thread:
    """Thread ``number`` of a forum, always the same."""
    rng = random.Random(f"thread {style.seed} {number}")
    language = style["language"]
    size = random.Random(f"size {style.seed}").choice((6, 10, 15))
    count = rng.choice((1, 2, 3, 4, 6, 8, 11, 14, 20))
    when = EPOCH + timedelta(minutes=rng.randint(0, 1_000_000))
    posts: list[Written] = []
    for place in range(count):
        when += timedelta(minutes=rng.choice((1, 7, 50, 300, 3000)) + rng.randint(0, 40))
        posts.append(_write_post(style, rng, number, place, when, posts))
    nouns = rng.sample(WORDS[language][5:25], 2)
    return Thread(number, TITLES[language].format(*nouns) + ("" if language == "zh" else f" {number}"), posts, size)


def _write_post(
    style: Style, rng: random.Random, number: int, place: int, when: datetime, before: list[Written]
) -> Written:
    language = style["language"]
    user = min(rng.randrange(12), rng.randrange(12))
    short = place > 0 and rng.random() < 0.15
    lines = (
        [rng.choice(SHORT[language])] if short else [_line(rng, language) for _ in range(rng.choice((1, 1, 2, 3, 5)))]
    )
    if style["stray dates"] != "none" and rng.random() < 0.15:
        said = STRAY[language].format(*rng.sample(WORDS[language], 2), n=rng.randrange(9))
        at_edge = style["stray dates"] == "edge"
        lines.insert(rng.choice((0, len(lines))) if at_edge else len(lines) // 2, said)
    quote = None
    if style["quote"] != "none" and before and rng.random() < 0.35:
        quote = _quote(rng, before, nested=style["quote"] == "nested")
    code = []
    if style["code"] != "none" and rng.random() < 0.15:
        code = [f"x{rng.randrange(99)} = read({rng.randrange(999)})", f"print(x, {rng.randrange(99)})"]
    return Written(
        pid=7000 + 100 * number + place * 3 + (number + place) % 3,
        place=place,
        author=NAMES[language][user],
        user=31 + 5 * user,
        when=when,
        lines=lines,
        code=code,
        quote=quote,
        edited=rng.random() < 0.15,
        attached=rng.random() < 0.12,
        hidden=rng.random() < 0.08,
        picture=rng.random() < 0.1,
        smilie=rng.randrange(3) if rng.random() < 0.3 else -1,
        parent=rng.randrange(place) if place else None,
    )


def _line(rng: random.Random, language: str) -> str:
    return ("" if language == "zh" else " ").join(sentence(rng, language) for _ in range(rng.choice((1, 2, 4))))


def _quote(rng: random.Random, before: list[Written], *, nested: bool) -> Quote:
    source = rng.choice(before)
    inner = source.quote if nested else None
    return Quote(source.author, source.when, "\n".join(source.lines), inner)
