"""The headline among names of site and section: heads of pages made at random, in several languages."""

from __future__ import annotations

import random
from html import escape
from typing import NamedTuple

import pytest

from newsbody.metadata import read_metadata
from newsbody.metadata.titles import Aim, aim_of_link, main_part, without_names
from newsbody.page import Page
from newsbody.posts.read import thread_headline
from newsbody.rules.rule import Rule
from newsbody.rules.words.boilerplate import names_in_titles

WORDS = {
    "en": "bridge harbour council votes moss garden repairs flood opens early quiet winter market after seven".split(),
    "de": "Brücke Hafen Rat stimmt Moos Garten Umbau Flut öffnet früh stiller Winter Markt nach sieben".split(),
    "ru": "мост порт совет сад ремонт паводок зима рынок откроют рано тихий после семи".split(),
    "zh": "大桥 港口 市政 花园 修缮 洪水 开放 提前 冬季 市场 之后 记者 调查 重开 居民".split(),
    "ja": "大橋が 港の 市議会 庭園 修理を 洪水で 再開 早くも 冬の 市場 住民は".split(),
}
SITES = {
    "en": ["Lantern Post", "The Quay Observer", "Moss & Fern", "Kettle Forum"],
    "de": ["Elbbote", "Grünes Forum", "Nachrichten vom Deich"],
    "ru": ["Вестник порта", "Тихий форум"],
    "zh": ["港灣日報", "青苔论坛", "河畔网"],
    "ja": ["港新聞", "苔の会"],
}
SECTIONS = {
    "en": ["Local news", "Garden talk", "Travel"],
    "de": ["Lokales", "Reisen und Freizeit"],
    "ru": ["Новости", "О саде"],
    "zh": ["本地", "园艺交流"],
    "ja": ["地域", "園芸の話"],
}
TITLES = (
    "{h} - {s}", "{s} - {h}", "{h} | {s}", "{s} | {h}", "{h} – {c} – {s}", "{h}_{c}_{s}", "{s} :: {h}", "{s}: {h}",
    "{h} « {s}", "{s} » {c} » {h}", "{h} / {c} / {s}", "{h}-{c}-{s}", "{h}", "{s}", "{h} (Page 2) / {c} / {s}",
    "{h} - {p} - {s}",
    "{c} · {h} · {s}", "{h} — {s}",
)  # fmt: skip
PAGES = {"en": "Page 3", "de": "Seite 3", "ru": "Страница 3", "zh": "第3页", "ja": "3ページ目"}


class Head(NamedTuple):
    """A page, its headline, and how its head was made."""

    html: str
    headline: str
    made_of: tuple[str, str]


def made_head(random: random.Random) -> Head:
    language, of_site = random.choice(list(WORDS)), random.choice(list(WORDS))
    together = "" if language in ("zh", "ja") else " "
    count = random.randint(4, 9)
    headline = together.join(random.choice(WORDS[language]) for _ in range(count)).capitalize()
    if random.random() < 0.15:
        headline += random.choice(
            ["?", "!", " (1)", ": " + random.choice(WORDS[language]) * 2, " - " + random.choice(WORDS[language])]
        )
    site, section = random.choice(SITES[of_site]), random.choice(SECTIONS[of_site])
    pattern = random.choice(TITLES)
    title = escape(pattern.format(h=headline, s=site, c=section, p=PAGES[language]))
    h, s, c = escape(headline), escape(site), escape(section)
    to_site, to_section = f'<a href="/">{s}</a>', f'<a href="/garden/">{c}</a>'
    to_thread = f'<a href="/garden/5-moss.html">{h}</a>'
    layouts = {
        "site in h1": f"<h1>{to_site}</h1><h2>{h}</h2>",
        "site in h1, headline linked": f"<h1>{to_site}</h1><h2>{to_thread}</h2>",
        "site in h1 without a link": f'<a href="/"><img src="/l.png" alt="{s}"></a><h1>{s}</h1><h2>{h}</h2>',
        "both in h1": f"<h1><b>{to_site}</b> {to_thread}</h1>",
        "headline in h1": f"{to_site}<h1>{h}</h1>",
        "section in h1": f"{to_site}<h1>{c}</h1>{to_section}<h2>{h}</h2>",
        "headline in div": f"<h1>{to_site}</h1><p>{to_site} » {to_section}</p><div>{h}</div>",
        "names linked": f"<p>{to_site} » {to_section}</p>",
        "trail to the thread": f"<p>{to_site} » {to_section} » {to_thread}</p>",
    }
    seen = {"{s}": ("site in h1", "site in h1, headline linked", "both in h1", "headline in h1")}
    layout = random.choice(seen.get(pattern, tuple(layouts)))
    body = f"{layouts[layout]}<p>{to_section}</p><p>Anna wrote in the evening of what she saw, and of more.</p>"
    body += f"<h3>{random.choice(['Comments', 'Related', '评论'])}</h3><p>{h} was good to read, I thought.</p>"
    return Head(f"<title>{title}</title><body>{body}", headline, (pattern, layout))


@pytest.mark.parametrize("seed", range(4))
def test_headline_of_random_heads(seed: int) -> None:
    heads = [made_head(random.Random(f"{seed} {number}")) for number in range(250)]
    wrong = []
    for head in heads:
        found = thread_headline(Page.parse(head.html, "https://lantern.example/garden/5-moss.html?page=2"))
        if found != head.headline:
            wrong.append((head.made_of, found, head.headline))
    assert len(wrong) <= 0.01 * len(heads), wrong


@pytest.mark.parametrize(
    ("title", "names", "left"),
    [
        ("Harbour Post - Bridge reopens", {"Harbour Post": True}, "Bridge reopens"),
        (
            "Bridge reopens (Page 2) / Local news / Harbour Post",
            {"Harbour Post": True, "Local news": False},
            "Bridge reopens",
        ),
        ("大桥重开-本地-港灣日報", {"港灣日報": True, "本地": False}, "大桥重开"),
        ("10086【花园吧】_港灣日報", {"港灣日報": True, "花园吧": False}, "10086"),
        ("【花园吧】", {"花园吧": False}, "【花园吧】"),
        ("Harbour Post", {"Harbour Post": True}, "Harbour Post"),
        ("How to live Post-Brexit", {"Brexit": False}, "How to live Post-Brexit"),
        ("Brexit: a long way", {"Brexit": False}, "Brexit: a long way"),
        ("Travel in the Harbour", {"Harbour": False}, "Travel in the Harbour"),
        ("Die Brücke, Seite 3 von 4", {}, "Die Brücke"),
        ("Page 3", {}, "Page 3"),
        ("大桥重开 第2页 - 港灣日報", {"港灣日報": True}, "大桥重开"),
    ],
)
def test_names_of_other_pages_are_none_of_a_title(title: str, names: dict[str, bool], left: str) -> None:
    assert without_names(title, names) == left


@pytest.mark.parametrize(
    ("title", "main"),
    [
        ("春节赴港游 - Harbour Post", "春节赴港游"),  # a CJK character weighs more than a letter
        ("Post - Bridge reopens after the flood", "Bridge reopens after the flood"),
        ("Bridge | Harbour", "Bridge"),
    ],
)
def test_main_part_of_a_title(title: str, main: str) -> None:
    assert main_part(title) == main


@pytest.mark.parametrize(
    ("own", "address", "aim"),
    [
        ("http://a.example/t/5-moss", "http://a.example/", Aim.START_PAGE),
        ("http://a.example/t/5-moss", "http://a.example/index.php", Aim.START_PAGE),
        ("http://a.example/", "http://a.example/", Aim.SAME_TEXT),
        ("http://a.example/t/5-moss?page=2", "http://a.example/t/5-moss", Aim.SAME_TEXT),
        ("http://a.example/thread-5-2-1.html", "http://a.example/thread-5-1-1.html", Aim.OTHER_PAGE),
        ("http://a.example/thread-5-2.html", "http://a.example/thread-5.html", Aim.SAME_TEXT),
        ("http://a.example/t/5-moss", "http://a.example/t/5-moss#comments", Aim.SAME_TEXT),
        ("http://a.example/garden/5-moss", "http://a.example/garden/", Aim.OTHER_PAGE),
        ("http://a.example/t/5", "http://b.example/", Aim.OTHER_SITE),
        ("http://a.example/t/5", "", Aim.OTHER_SITE),
        (None, "/", Aim.START_PAGE),
        (None, "/garden/", Aim.OTHER_SITE),
        ("http://[a", "http://[b", Aim.OTHER_SITE),
    ],
)
def test_aim_of_a_link(own: str | None, address: str, aim: Aim) -> None:
    assert aim_of_link(own, address) is aim


def test_what_a_link_says_is_the_part_of_a_title_that_is_the_headline() -> None:
    page = Page.parse(
        "<title>27 Mosses | News of the town</title><h2>News of the town</h2><h2>27 Mosses</h2><p>Soft.</p>"
    )
    assert read_metadata(page).headline == "News of the town"
    assert read_metadata(page, called=["Read on", "27 Mosses"]).headline == "27 Mosses"


@pytest.mark.parametrize("title", ["", "<title></title>"])
def test_where_no_title_names_a_page_the_heading_that_links_say_goes_before_that_of_the_site(title: str) -> None:
    head = f"{title}<h1>Town Paper and diary</h1><a href='/'>Town Paper</a>"
    page = Page.parse(f"{head}<a href='/moss'><h2>Moss in the harbour</h2></a><p>Soft.</p>", "http://a.example/moss")
    assert read_metadata(page, called=["Read on", "Moss in the harbour"]).headline == "Moss in the harbour"
    assert read_metadata(page, called=["Read on"]).headline == "Town Paper and diary"


def test_what_links_say_where_the_title_is_the_site_s() -> None:
    page = Page.parse(
        "<title>Lantern | News of the town</title><a href='/next'>Moss and how to keep it</a><div>Lantern</div>"
        "<div>Moss and how to keep it</div><p>It wants shade, and water that was not in a pipe.</p>",
        "https://lantern.example/5",
    )
    assert read_metadata(page).headline == "News of the town"
    assert read_metadata(page, called=["Moss, and how to keep it", "News"]).headline == "Moss and how to keep it"
    assert read_metadata(page, called=["Read on"]).headline == "News of the town"


def test_words_that_all_threads_have_before_their_titles_are_none_of_a_headline() -> None:
    titles = ("Moss", "Nets and lines", "Old boats", "Rain")
    names = names_in_titles(f"Quay club: Comments on {title}" for title in titles)
    page = Page.parse("<title>Quay club: Comments on Old boats</title><h1>Comments on Old boats</h1><p>It grows.</p>")
    rule = Rule.from_dict({"kind": "thread", "body": ["p"], "site_names": list(names)})
    assert thread_headline(page, 2, rule, ["2", "Old boats"]) == "Old boats"
    assert thread_headline(page, 2, rule, ["boats"]) == "Comments on Old boats"


def test_links_name_a_thread_where_title_and_heading_are_those_of_the_board() -> None:
    crumbs = "<ul><li><a href='/forums/'>Forums</a></li><li>Moss in the harbour</li></ul>"
    page = Page.parse(
        f"<title>Forums - Quay club</title><a href='/'>Quay club</a>{crumbs}<h1>Forums</h1><p>It grows.</p>",
        "http://quay.example/forums/topic/7/",
    )
    assert thread_headline(page, 2, called=["2", "Moss in the harbour"]) == "Moss in the harbour"
    assert thread_headline(page, 2, called=["Read on"]) == "Forums"


def test_the_name_of_a_site_in_a_heading_is_no_headline_however_much_of_a_title_it_is() -> None:
    rule = Rule.from_dict({"kind": "thread", "body": ["p"], "site_names": ["Quay Club"]})
    for board, title in (("Boats", "Moss it is"), ("花园与厨房", "吉他和电线")):
        names = f"<title>Quay Club: {board} » {title}</title><h1><a href='index.php?t=index&amp;'>Quay Club</a></h1>"
        beside = f"<a href='?f=2'>{board}</a> » {title} - <a href='?t=7'>Tree</a><p>It grows.</p>"
        page = Page.parse(names + beside, "http://a.example/?th=7")
        assert thread_headline(page, 2, rule) == title


@pytest.mark.parametrize("title", ["Moss in the harbour - Quay Observer", "Quay Observer", "Moss in the harbour"])
def test_a_link_to_a_board_in_a_heading_is_no_part_of_it_where_the_title_says_the_rest(title: str) -> None:
    heading = '<h1><a href="/topics/node3">Repairs and gardening</a> <span>Moss in the harbour</span></h1>'
    page = Page.parse(f"<title>{title}</title>{heading}<p>It grows.</p>", "http://forum.example/topics/7")
    board = "" if "Moss" in title else "Repairs and gardening "
    assert thread_headline(page) == f"{board}Moss in the harbour"


def test_what_stands_beside_the_link_of_a_heading_is_no_part_of_it_where_the_title_says_the_link() -> None:
    heading = '<h1><a href="/link/moss">Moss in the harbour</a> <span>(mosses.quay.example)</span></h1>'
    page = Page.parse(
        f"<title>Moss in the harbour | Quay</title>{heading}<p>It grows.</p>", "http://f.example/link/moss"
    )
    assert thread_headline(page, 2) == "Moss in the harbour"


def test_links_name_a_page_before_the_only_heading_within_its_text() -> None:
    """Its TITLE is that of the site, and what it is called stands in no heading."""
    text = "<div class='top'>The town has a new bridge</div><p>It was built in May.</p><h2>How it began</h2><p>So.</p>"
    page = Page.parse(f"<title>Town Paper</title><a href='/'>Town Paper</a>{text}", "http://a.example/bridge")
    assert read_metadata(page, called=["Read on", "The town has a new bridge"]).headline == "The town has a new bridge"
    assert read_metadata(page, called=["Read on"]).headline == "How it began"
    first = Page.parse(
        f"<title>Town Paper</title><a href='/'>Town Paper</a><h1>A bridge of stone</h1>{text}", "http://a.example/b"
    )
    assert read_metadata(first, called=["The town has a new bridge"]).headline == "A bridge of stone"


@pytest.mark.parametrize(
    ("title", "url", "headline"),
    [
        ("Ticket 1081: Moss in the harbour - Quay tracker", "http://quay.example/ticket1081", "Moss in the harbour"),
        ("Ticket 1081: Moss in the harbour - Quay tracker", "http://quay.example/t?id=1081", "Moss in the harbour"),
        ("Windows 95 - Quay tracker", "http://quay.example/thread/7/windows-95", "Windows 95"),
        ("Windows 95", "http://quay.example/thread/95", "Windows 95"),
    ],
)
def test_the_number_of_the_page_is_no_headline(title: str, url: str, headline: str) -> None:
    named = title.partition(":")[0].partition(" - ")[0]
    body = f"<h3>{named}</h3><dl><dt>Subject</dt><dd>{headline}</dd></dl><p>It grows.</p>"
    assert thread_headline(Page.parse(f"<title>{title}</title>{body}", url), 2) == headline


@pytest.mark.parametrize(
    ("heading", "headline"),
    [
        ("Moss in the harbour <i>#1081</i>", "Moss in the harbour"),
        ("#1081: Moss in the harbour", "Moss in the harbour"),
        ("0001081: Moss in the harbour", "Moss in the harbour"),
        ("1082: Moss in the harbour", "1082: Moss in the harbour"),
        ("港口里的青苔 (#1081)", "港口里的青苔"),
        ("Moss #7", "Moss #7"),
    ],
)
def test_the_number_of_a_thread_beside_its_title_is_none_of_it(heading: str, headline: str) -> None:
    title = heading.replace("<i>", "").replace("</i>", "")
    page = Page.parse(
        f"<title>{title} - Quay</title><h1>{heading}</h1><p>It grows.</p>", "http://quay.example/moss/issues/1081"
    )
    assert thread_headline(page, 2) == headline


def test_a_link_says_which_part_of_the_title_names_a_thread_that_no_heading_does() -> None:
    page = Page.parse("<title>水木社区-Boats-Moss in the harbour</title><p>It grows.</p>", "http://quay.example/p/94")
    assert thread_headline(page, 2, called=["", "2", "Moss in the"]) == "Boats-Moss in the harbour"
    assert thread_headline(page, 2, called=["Moss in the harbour"]) == "Moss in the harbour"


def test_a_link_to_a_thread_says_which_heading_names_it() -> None:
    page = Page.parse(
        "<title>10086【Garden】</title><h3>Garden</h3><h1>10086</h1><p>It grows.</p>", "http://quay.example/p/94"
    )
    assert thread_headline(page, 2, called=["10086"]) == "10086"
    assert thread_headline(page, 2, called=["2", "Garden of Moss"]) == thread_headline(page, 2) != "10086"


def test_a_heading_that_links_say_goes_before_one_that_is_like_the_title() -> None:
    page = Page.parse(
        "<title>Question 467 : Quay</title><h1>Moss in the harbour</h1><h2>Question data</h2><p>It grows."
    )
    assert thread_headline(page, 2, called=["467", "Moss in the harbour"]) == "Moss in the harbour"
    assert thread_headline(page, 2) == "Question data"


def test_a_board_that_a_page_leads_to_stands_before_the_name_of_a_site_that_none_of_its_links_says() -> None:
    page = Page.parse(
        "<title>10086【Garden】_Quay</title><a href='/f?b=3'>Garden</a><h1>10086</h1><p>It grows.</p>",
        "http://quay.example/p/94?pn=2",
    )
    assert thread_headline(page, 2) == "10086"
