"""``newsbody report`` in a real browser: by mouse and by keyboard, on screens of two sizes, light and dark."""

from __future__ import annotations

import json
import os
import re
import shlex
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from html import escape
from itertools import combinations
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Page as Shown

from newsbody.cli import main, parser
from newsbody.commands.report import _named, server_of
from newsbody.crawl.spiders.news import NewsSpider
from newsbody.demo import forum_pages
from newsbody.page import Page
from newsbody.report.crawl_data import CrawlFigures, read_items
from newsbody.report.report_server import render
from newsbody.report.site_data import gather
from newsbody.stores import DEFAULT_STORE, Learned, Profile, open_store
from tests.big_forum import BigForum
from tests.browser import Seen, browser, shown
from tests.e2e.pages import HOST, JUNK, article_url, news_site, paragraphs
from tests.e2e.web import crawl
from tests.profiles import keep, kept

FORUM = "http://forum.test"
#: The address of a store, and pages by their addresses.
Wrong = tuple[str, dict[str, str]]
SCREENS = {1280: 900, 390: 844}
#: What must not be in the frame, and how elements that cover the page are found.
ACTIVE = "script, iframe, form, link, svg, object, video, button, a[href], [onload], [onerror], [onclick], [onfocus]"
COVERING = """[...document.querySelectorAll('*')].filter(node => getComputedStyle(node).position === 'fixed').length"""
#: Is the colour of a button's text neither that of the button, nor of what lies under its words?
LEGIBLE = """node => [node, node.querySelector('code')].map(part => {
    const text = getComputedStyle(node.querySelector('code')).color, ground = getComputedStyle(part).backgroundColor;
    const light = colour => colour.match(/[\\d.]+/g).slice(0, 3).reduce((sum, value) => sum + Number(value), 0) / 3;
    return ground === 'rgba(0, 0, 0, 0)' || Math.abs(light(text) - light(ground)) > 100;
})"""
#: Script in the text, titles, addresses, classes and markup of pages. Each would set ``hacked`` or open a dialog.
VECTORS = [
    "<script>hacked=1;parent.hacked=1</script>",
    "</script><script>hacked=1</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)><animate onbegin=alert(1) attributeName=x></svg>",
    "<body onload=alert(1)>",
    '<a href="javascript:alert(1)" id=click>click</a>',
    '<iframe srcdoc="<script>parent.parent.hacked=1</script>"></iframe>',
    "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<style>@import 'http://127.0.0.1:9/a.css';*{background:url(http://127.0.0.1:9/b)}</style>",
    '<style></sty</style><p style="background:u\\72l(http://127.0.0.1:9/c);position:fixed;inset:0">covered</p>',
    '<meta http-equiv=refresh content="0;url=http://127.0.0.1:9/d"><base href="http://127.0.0.1:9/">',
    '<form action="http://127.0.0.1:9/e"><button autofocus onfocus=alert(1)>go</button></form>',
    '<link rel=stylesheet href="http://127.0.0.1:9/f.css"><video poster="http://127.0.0.1:9/g" src=h></video>',
    '<x-a onclick=alert(1) class="&quot; onmouseover=alert(1) x=&quot;" style="x:expression(alert(1))">x</x-a>',
    "<textarea></textarea><img src=x onerror=alert(1)></textarea>",
    '<div m="b" p="0" k="a" class="nb-pick" id="app">clobber</div><img name="body" id="data">',
    "\u2028\u2029 --> <!-- ]]> {{7*7}} ${alert(1)} `",
]


def save(folder: Path, host: str, pages: dict[str, str]) -> None:
    """Saved pages that say where they are from; ``pages`` by path."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, (path, page) in enumerate(pages.items()):
        link = f'<link rel="canonical" href="{host}{escape(path)}">'
        (folder / f"{number:04}.html").write_text(page.replace("<head>", f"<head>{link}", 1), encoding="utf-8")


def feed(folder: Path, articles: list[tuple[str, str, str]]) -> None:
    """A feed of articles: address, body and date of each."""
    folder.mkdir(exist_ok=True)
    rows = [{"url": url, "articleBody": body, "datePublished": date} for url, body, date in articles]
    (folder / "articles.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Saved pages of a forum and a news site, rules learned from them, and what a crawl gave."""
    save(tmp_path / "forum", FORUM, dict(forum_pages()))
    save(tmp_path / "news", HOST, {url.removeprefix(HOST): page for url, page in news_site(8).items()})
    store = str(tmp_path / "profiles.db")
    assert main(["learn", str(tmp_path / "forum"), "--kind", "thread", "--store", store]) == 0
    assert main(["learn", str(tmp_path / "news"), "--store", store]) == 0
    feed(tmp_path / "out", [(f"{HOST}/{n}", "x" * (n % 3), f"2026-01-{n + 1:02}") for n in range(9)])
    return tmp_path


def report(folder: Path, *words: str) -> Path:
    out = folder / "report.html"
    assert main(["report", *words, "--store", str(folder / "profiles.db"), "-o", str(out)]) == 0
    return out


@pytest.fixture
def drawn(folder: Path) -> Path:
    return report(folder, str(folder / "forum"), str(folder / "news"), "--items", str(folder / "out"))


@pytest.fixture
def seen() -> Iterator[Seen]:
    """What pages must not do: complain, or ask for anything."""
    seen = Seen()
    yield seen
    assert (seen.complaints, seen.requests) == ([], [])


def site(page: Shown, host: str) -> None:
    page.locator(".sites button", has_text=host).click()


def tab(page: Shown, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def mark(page: Shown, selector: str = "span[m=b]") -> Any:
    """The first marked text in the frame, once it is there."""
    found = page.frame_locator("iframe").locator(selector).first
    found.wait_for()
    return found


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", SCREENS)
def test_every_view_in_two_languages(drawn: Path, seen: Seen, width: int, scheme: Any, tmp_path: Path) -> None:
    """Screenshots are kept in the folder that NEWSBODY_SCREENSHOTS names."""
    pictures = Path(os.environ.get("NEWSBODY_SCREENSHOTS", tmp_path))
    viewport: Any = {"width": width, "height": SCREENS[width]}
    with browser() as opened:
        for locale in ("en-GB", "zh-CN"):
            with shown(opened, drawn, seen, viewport=viewport, color_scheme=scheme, locale=locale) as page:
                for number, _ in enumerate(json.loads(page.locator("#data").text_content() or "")["sites"]):
                    for name in ("overview", "addresses", "rules", "pages", "when"):
                        page.goto(f"{drawn.as_uri()}#{number}/{name}")
                        page.locator("#panel").wait_for()
                        if name == "pages":
                            mark(page)
                        wide = page.evaluate("document.documentElement.scrollWidth")
                        assert wide <= width, f"{name} is {wide} wide"
                        page.screenshot(path=pictures / f"{name}-{number}-{width}-{scheme}-{locale[:2]}.png")
                tabs = page.get_by_role("tab").all_text_contents()
                assert tabs[0] == ("概览" if locale == "zh-CN" else "Overview")
                page.locator("#lang").click()
                assert page.get_by_role("tab").all_text_contents()[0] != tabs[0]


@pytest.mark.slow
def test_by_mouse(drawn: Path, seen: Seen) -> None:
    with browser() as opened, shown(opened, drawn, seen) as page:
        site(page, "news.test")
        page.get_by_text("items without a body").wait_for()
        tab(page, "Rules")
        assert "div.story-text" in page.locator("#panel").inner_text()
        assert "posts" not in page.locator("#panel").inner_text(), "a rule of articles has none"
        tab(page, "Pages")
        mark(page).hover()
        assert "the rule takes div.story-text" in page.locator(".tip").inner_text()
        assert mark(page).evaluate("node => getComputedStyle(node).backgroundColor") == "rgb(168, 230, 180)"
        page.get_by_role("button", name="body", exact=True).click()
        assert mark(page).evaluate("node => getComputedStyle(node).backgroundColor") == "rgba(0, 0, 0, 0)"
        tab(page, "When")
        page.locator("svg g").first.hover()
        assert "1 article" in page.locator(".tip").inner_text()
        site(page, "forum.test")
        tab(page, "Pages")
        for kind in ("p", "a", "t", "n"):
            assert page.frame_locator("iframe").locator(f"[k={kind}]").count() > 1
        tab(page, "Addresses")
        page.locator("circle.point").first.hover()
        assert FORUM in page.locator(".tip").inner_text()
        page.locator("#theme").click()
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"


@pytest.mark.slow
def test_one_of_a_thing_is_called_one(tmp_path: Path, seen: Seen, capsys: pytest.CaptureFixture[str]) -> None:
    feed(tmp_path / "out", [(f"{HOST}/1", "", "2026-01-01")])
    out = report(tmp_path, "--items", str(tmp_path / "out"))
    assert capsys.readouterr().out.startswith("1 site: ")
    with browser() as opened, shown(opened, f"{out.as_uri()}#0/overview", seen) as page:
        shown_words = page.locator("#panel").inner_text()
    assert "1 item without a body" in " ".join(shown_words.split())


@pytest.mark.slow
def test_by_keyboard(drawn: Path, seen: Seen) -> None:
    with browser() as opened, shown(opened, f"{drawn.as_uri()}#0/overview", seen) as page:
        page.get_by_role("tab", name="Overview").focus()
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.id") == "tab-addresses"
        page.locator("circle.point").first.focus()
        assert "ρ" in page.locator(".tip").inner_text()
        page.keyboard.press("Escape")
        assert page.locator(".tip").is_hidden()
        page.locator("[role=treeitem]").first.focus()
        for key in ("ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowLeft"):
            page.keyboard.press(key)
        assert page.evaluate("document.activeElement.getAttribute('aria-expanded')") == "false"
        page.get_by_role("tab", name="Addresses").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        mark(page)
        page.get_by_role("button", name="Next").focus()
        page.keyboard.press("Enter")
        assert "the rule takes" in page.locator(".why").inner_text()
        page.locator("iframe").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("End")


@pytest.mark.slow
def test_reasons_of_the_extractor(tmp_path: Path, seen: Seen) -> None:
    save(tmp_path / "news", HOST, {"/1.html": news_site(1)[article_url(1)]})
    with (
        browser() as opened,
        shown(opened, f"{report(tmp_path, str(tmp_path / 'news')).as_uri()}#0/pages", seen) as page,
    ):
        mark(page).hover()
        assert re.search(r"probability of body (0\.\d\d|1\.00)\n.*speaks", page.locator(".tip").inner_text(), re.DOTALL)


@pytest.mark.slow
def test_one_page_opens_with_its_picture(tmp_path: Path, seen: Seen) -> None:
    (tmp_path / "page.html").write_text(news_site(1)[article_url(1)], encoding="utf-8")
    out = tmp_path / "why.html"
    assert main(["extract", str(tmp_path / "page.html"), "--explain", "-o", str(out)]) == 0
    with browser() as opened, shown(opened, out, seen) as page:
        assert paragraphs(1)[0] in mark(page).inner_text()


@pytest.mark.slow
def test_no_script_of_a_hostile_page_runs(tmp_path: Path, seen: Seen) -> None:
    body = "".join(f"<p>{line}</p>" for line in paragraphs(1))
    for number, vector in enumerate(VECTORS):
        title = escape(vector)
        source = (
            f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{vector}<div class='{title}'>{body}</div>"
        )
        save(tmp_path / f"pages{number}", HOST, {f"/{number}.html?{vector}": source + vector})
    everything = "<html><head></head><body>" + "".join(VECTORS) + body
    save(tmp_path / "pages", HOST, {"/all.html": everything})
    entry = Learned.first({"kind": "article", "body": ["div.x"], "furniture": VECTORS}, 3, "</script><script>hacked=1")
    keep(str(tmp_path / "profiles.db"), Profile("news.test", rules={"article": entry}))
    folders = [str(path) for path in tmp_path.iterdir() if path.is_dir()]
    feed(tmp_path / "out", [(f"{HOST}/{vector}", "", vector) for vector in VECTORS])
    out = report(tmp_path, *folders, "--items", str(tmp_path / "out"))
    with browser() as opened, shown(opened, out, seen) as page:
        for name in ("overview", "addresses", "rules", "when"):
            page.goto(f"{out.as_uri()}#0/{name}")
            page.locator("#panel").wait_for()
        for number in range(len(folders)):
            page.goto(f"{out.as_uri()}#0/pages/{number}")
            inner = page.frame_locator("iframe").locator("body")
            inner.wait_for()
            mark(page, "body > *").click(force=True)
            frame = page.frames[-1]
            assert frame.evaluate("typeof hacked") == "undefined"
            assert frame.locator(ACTIVE).count() == 0
            assert frame.evaluate(COVERING) == 0
        assert page.evaluate("typeof hacked") == "undefined"


@pytest.mark.slow
def test_large_sites_are_drawn_soon_and_small(tmp_path: Path, seen: Seen) -> None:
    forum = BigForum({number: 5 + number % 40 for number in range(101, 301)})
    save(tmp_path / "forum", FORUM, {path: forum[path] for path in list(forum)[1:201]})
    urls = tmp_path / "urls.txt"
    urls.write_text("\n".join(f"{FORUM}/{kind}-{n}-1.html" for kind in ("topic", "reply") for n in range(2500)))
    assert main(["learn", str(tmp_path / "forum"), "--kind", "thread", "--store", str(tmp_path / "profiles.db")]) == 0
    began = time.process_time()
    out = report(tmp_path, str(tmp_path / "forum"), "--urls", str(urls))
    assert time.process_time() - began <= 10
    assert out.stat().st_size <= 5_000_000
    with browser() as opened, shown(opened, out, seen) as page:
        took = []
        for _ in range(3):
            page.reload()
            page.locator(".tiles").wait_for()
            took.append(
                page.evaluate("performance.timing.domContentLoadedEventEnd - performance.timing.navigationStart")
            )
        tab(page, "Addresses")
        page.get_by_text(re.compile(r"^5,000 / [5-9],\d{3} addresses$")).wait_for()
        for kind in ("topic", "other"):
            page.get_by_role("heading", name=kind, exact=True).wait_for()
    assert min(took) <= 1000


@pytest.fixture
def wrong(tmp_path: Path) -> Wrong:
    """A store with a rule that takes the wrong column, and the pages."""
    side = "<p>" + "</p><p>".join(paragraphs(99)) + "</p>"
    pages = {
        url: page.replace('<div class="more">', f'<div class="side">{side}</div><div class="more">')
        for url, page in news_site(8).items()
    }
    save(tmp_path / "pages", HOST, {url.removeprefix(HOST): page for url, page in pages.items()})
    address = str(tmp_path / "profiles.db")
    rule = {"kind": "article", "body": ["div.side"], "evidence": {"pages": 5}, "learned": "2026-01-01"}
    keep(address, Profile("news.test", rules={"article": Learned.first(rule, 5, "2026-01-01")}))
    return address, pages


def served(address: str, folder: Path) -> Any:
    pages = [(path.stem, Page.parse(path.read_bytes())) for path in sorted(folder.glob("*.html"))]
    with closing(open_store(address)) as store:
        sites = gather([profile for host in store.hosts() if (profile := store.load(host))], pages, [], {})
    server = server_of(address, sites)
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    return server


@pytest.mark.slow
def test_a_newcomer_finds_a_wrong_rule_and_pins_the_right_one(wrong: Wrong, tmp_path: Path) -> None:
    address, pages = wrong
    seen = Seen()
    server = served(address, tmp_path / "pages")
    with browser() as opened, shown(opened, server.address, seen) as page:
        tab(page, "Pages")
        assert paragraphs(99)[0] in mark(page).inner_text()  # what is green is not the story
        page.get_by_text("Click where the body is to choose it").wait_for()
        page.frame_locator("iframe").locator(".story-text > p").nth(3).click()
        page.get_by_text("Take this for the body").wait_for()
        page.get_by_role("button", name="div.story-text", exact=True).click()
        chosen = page.get_by_role("button", name="div.story-text", exact=True)
        assert chosen.evaluate(LEGIBLE) == [True, True]
        assert "matches on this page: 1" in page.locator("#pin").inner_text()
        page.get_by_role("button", name="Try it").click()
        page.get_by_text("8 / 9 pages match").wait_for()
        page.get_by_role("button", name="Pin it").click()
        page.get_by_text("Stored and pinned. The next crawl uses it.").wait_for()
        page.reload()
        assert paragraphs(99)[0] not in mark(page).inner_text()
        tab(page, "Rules")
        assert "pinned" in page.locator("#panel").inner_text()
    server.shutdown()
    server.server_close()
    assert seen.complaints == []
    assert {url.startswith(server.address) for url in seen.requests} == {True}
    crawled = crawl(NewsSpider, pages, {"NEWSBODY_PROFILES": address}, url=f"{HOST}/")
    bodies = {item.url: item.articleBody for item in crawled.items}
    assert bodies[article_url(1)] == "\n".join([*paragraphs(1), JUNK])
    assert crawled.stat("pages_by_rule") >= 8


@pytest.mark.slow
def test_the_line_of_a_report_that_is_not_served(wrong: Wrong, tmp_path: Path, seen: Seen) -> None:
    address, _ = wrong
    out = report(tmp_path, str(tmp_path / "pages"))
    with browser() as opened, shown(opened, f"{out.as_uri()}#0/pages", seen) as page:
        mark(page)
        page.frame_locator("iframe").locator(".story-text > p").nth(3).click()
        page.get_by_role("button", name="div.story-text", exact=True).click()
        line = page.locator("#pin .copy code").inner_text()
    assert line == f"newsbody rules --store {address} edit news.test article --body div.story-text"
    assert main(shlex.split(line)[1:]) == 0
    profile = kept(address, "news.test")
    assert (profile.rules["article"].value["body"], profile.rules["article"].value["status"]) == (
        ["div.story-text"],
        "pinned",
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("store", "named"),
    [
        (DEFAULT_STORE, ""),
        ("p.db", " --store p.db"),
        ("redis://127.0.0.1:6379/0", " --store redis://127.0.0.1:6379/0"),
        ("redis://:secret@r.test/0", " --store redis://r.test/0"),
    ],
)
def test_lines_name_the_store(store: str, named: str, tmp_path: Path, seen: Seen) -> None:
    out = tmp_path / "report.html"
    page_of = {FORUM: Page.parse(forum_pages()["/topic-201-1.html"], f"{FORUM}/topic-201-1.html")}
    out.write_text(render(gather([], page_of.items(), [], {}), store=_named(store)), encoding="utf-8")
    assert "secret" not in out.read_text("utf-8")
    with browser() as opened, shown(opened, f"{out.as_uri()}#0/pages", seen) as page:
        mark(page, "p").click()
        assert page.locator("#pin .copy code").inner_text().startswith(f"newsbody rules{named} edit ")


@pytest.mark.slow
def test_a_click_on_an_address_gives_the_crawl_that_learns_from_it(drawn: Path, folder: Path, seen: Seen) -> None:
    with browser() as opened, shown(opened, f"{drawn.as_uri()}#0/addresses", seen) as page:
        page.get_by_role("button", name="/topic-201-1.html").first.click()
        words = shlex.split(page.locator(".pin .copy code").inner_text())
    assert words[:3] == ["newsbody", "crawl", f"{FORUM}/"]
    given = parser(["crawl"]).parse_args(words[1:])
    assert (given.topic, given.kind) == (f"{FORUM}/topic-201-1.html", "forum")
    assert given.set == [f"NEWSBODY_PROFILES={folder / 'profiles.db'}"]


@pytest.mark.slow
def test_names_in_the_decision_graph_stand_apart(drawn: Path, seen: Seen) -> None:
    urls = drawn.parent / "urls.txt"
    words = [f"{a}{b}" for a in "bcdfghjklm" for b in "aeiou"]
    urls.write_text(
        "\n".join(f"{FORUM}/{word}/{number}" for word in words for number in range(len(word) + ord(word[0]) % 7))
    )
    out = report(drawn.parent, "--urls", str(urls))
    with browser() as opened, shown(opened, f"{out.as_uri()}#0/addresses", seen) as page:
        page.locator("svg .name").first.wait_for()
        boxes = page.evaluate(
            "[...document.querySelectorAll('svg .name')].map(n => n.getBoundingClientRect().toJSON())"
        )
        upper = page.evaluate("document.querySelector('svg').getBoundingClientRect().top")
    assert len(boxes) > 3
    assert all(box["top"] >= upper for box in boxes)
    pairs = combinations(boxes, 2)
    assert not [
        one
        for one, two in pairs
        if min(one["right"], two["right"]) > max(one["left"], two["left"]) + 1
        and min(one["bottom"], two["bottom"]) > max(one["top"], two["top"]) + 3
    ]


@pytest.mark.slow
def test_a_topic_is_pinned_by_a_click(tmp_path: Path) -> None:
    save(tmp_path / "forum", FORUM, dict(forum_pages()))
    address = str(tmp_path / "profiles.db")
    server = served(address, tmp_path / "forum")
    with browser() as opened, shown(opened, f"{server.address}#0/addresses", Seen()) as page:
        page.get_by_role("button", name="/topic-201-1.html").first.click()
        page.get_by_role("button", name="Pin it").click()
        page.get_by_text("Stored and pinned").wait_for()
    server.shutdown()
    server.server_close()
    profile = kept(address, "forum.test")
    assert profile.resolver is not None
    assert profile.resolver.value["status"] == "pinned"


@pytest.mark.slow
def test_pages_that_do_not_say_where_they_are_from(wrong: Wrong, tmp_path: Path, seen: Seen) -> None:
    """Saved by a browser or curl, they are of the host that is named; without one it is said how to."""
    nameless = tmp_path / "saved"
    nameless.mkdir()
    (nameless / "1.html").write_text(news_site(1)[article_url(1)], encoding="utf-8")
    for words, tile in (((), "These pages do not say which site they are of"), (("--site", "news.test"), "div.side")):
        out = report(tmp_path, str(nameless), *words)
        with browser() as opened, shown(opened, f"{out.as_uri()}#0/overview", seen) as page:
            assert tile in page.locator("#panel").inner_text()
            assert "1\npage\n" in page.locator(".tiles").inner_text() + "\n"


def refused(url: str, **headers: str) -> int:
    data = headers.pop("data", None)
    request = urllib.request.Request(url, data.encode() if data else None, headers)
    with pytest.raises(urllib.error.HTTPError) as raised:
        urllib.request.urlopen(request, timeout=5)
    raised.value.close()
    return raised.value.code


def test_files_of_later_crawls_are_read_and_the_newest_row_counts(tmp_path: Path) -> None:
    feed(tmp_path, [(f"{HOST}/1", "", "2026-01-01"), (f"{HOST}/2", "Text.", "2026-01-01")])
    (tmp_path / "articles.jsonl").rename(tmp_path / "2026-03-01T09-30-00-articles.jsonl")
    feed(tmp_path, [(f"{HOST}/1", "Text.", "2026-01-01"), (f"{HOST}/3", "", "2026-01-02")])
    (tmp_path / "other-articles.jsonl").write_text("no feed of ours", encoding="utf-8")
    (figures,) = read_items(str(tmp_path)).values()
    assert (figures.counts["articles"], figures.empty) == (3, [f"{HOST}/1", f"{HOST}/3"])


def test_the_sites_of_what_is_named_are_shown() -> None:
    known = [Profile("a.test"), Profile("b.test")]
    nameless = ("1", Page.parse("<p>Text.</p>"))

    def shown(*given: Any) -> list[str]:
        return [site.host for site in gather(known, *given)]

    assert shown([], [], {}) == ["a.test", "b.test"]
    assert shown([], ["http://b.test/1"], {}) == ["b.test"]
    assert shown([], [], {"a.test": CrawlFigures()}) == ["a.test"]
    assert shown([], ["http://b.test/1"], {}, ["a.test"]) == ["a.test"]
    assert shown([nameless], [], {}) == ["", "a.test", "b.test"]
    assert shown([nameless], ["http://b.test/1"], {}) == ["", "b.test"]


def test_only_who_knows_the_address_is_served(wrong: Wrong, tmp_path: Path) -> None:
    server = served(wrong[0], tmp_path / "pages")
    base, json_type = f"http://{server.host}", {"Content-Type": "application/json"}
    rule = json.dumps({"host": "news.test", "kind": "article", "body": ["div.x"]})
    checks: list[Callable[[], int]] = [
        lambda: refused(f"{base}/"),
        lambda: refused(f"{base}/{'x' * 22}/"),
        lambda: refused(f"{base}/{server.token}"),
        lambda: refused(server.address, Host="evil.example"),
        lambda: refused(f"{server.address}rule", data=rule, Host="evil.example", **json_type),
    ]
    assert [check() for check in checks] == [404] * 5
    assert refused(f"{server.address}rule", data=rule, **{"Content-Type": "text/plain"}) == 415
    assert refused(f"{server.address}rule", data="x" * 200_000, **json_type) == 413
    for wrong_rule in (rule.replace("div.x", "div["), rule.replace("news.test", "other.test"), "[]", "no json"):
        assert refused(f"{server.address}rule", data=wrong_rule, **json_type) == 400
    assert refused(f"{server.address}nothing", data="{}", **json_type) == 400
    server.shutdown()
    server.server_close()
    profile = kept(wrong[0], "news.test")
    assert profile.rules["article"].value["body"] == ["div.side"]


def test_served_pages_are_drawn_when_something_changed(
    wrong: Wrong, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def counted(sites: Any, token: str) -> str:
        drawn.append(token)
        return render(sites, token)

    monkeypatch.setattr("newsbody.commands.report.render", counted)
    server = served(wrong[0], tmp_path / "pages")
    pages = [server.render(server.token) for _ in range(2)]
    assert (pages[0], len(drawn)) == (pages[1], 1)
    server.actions["rule"]({"host": "news.test", "kind": "article", "body": ["div.story-text"]})
    assert "by hand" in server.render(server.token)
    assert len(drawn) == 2
    server.shutdown()
    server.server_close()


def test_a_browser_that_went_away_is_no_fault(wrong: Wrong, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = served(wrong[0], tmp_path / "pages")
    for error, told in ((BrokenPipeError(), False), (KeyError("ours"), True)):
        try:
            raise error
        except (BrokenPipeError, KeyError):
            server.handle_error(None, ("127.0.0.1", 1))
        assert ("Traceback" in capsys.readouterr().err) is told
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        ([], 1, "knows no site. Crawl one, or name pages to look at"),
        (["--site", "a.example"], 1, "nothing is known of a.example; known are no sites"),
        (["missing.html"], 2, "missing.html"),
        (["--items", "."], 2, "holds no feed"),
    ],
)
def test_what_cannot_be_drawn_is_said(
    words: list[str],
    status: int,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["report", *words, "--store", "profiles.db"]) == status
    assert says in capsys.readouterr().err
