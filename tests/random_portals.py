"""News portals drawn at random: address schemes, sections on subdomains, pagers, sitemaps, feeds, and pages beside."""

from __future__ import annotations

import random
from collections.abc import Callable
from hashlib import sha256

from tests.e2e.pages import article_page, headline

DOMAIN = "example.com"
ROOT = f"http://www.{DOMAIN}"
_SECTIONS = ("town", "sport", "land", "culture", "money", "health")
_NAMES = ("jane-miller", "ann-lee", "bo-brown", "cid-wells", "dora-finch")
_WORDS = ("harvest", "bridges", "budget", "rivers", "schools", "traffic", "winter", "markets")


class Portal:
    """One site, always the same of a seed; it grows by :meth:`pages`."""

    def __init__(self, seed: int) -> None:
        draw = random.Random(seed)
        self.seed = seed
        self.sections = draw.sample(_SECTIONS, draw.randint(1, 5))
        self._hosts = draw.random() < 0.6
        self._size = draw.randint(8, 20)
        self._path = _scheme(draw)
        self._listed = draw.choice([0.0, 0.5, 0.9, 1.0])
        self._feed = draw.choice([0, 10, 20])
        self._is_news_map = draw.random() < 0.3
        self._slash = draw.random() < 0.5
        self._pager = draw.choice(["?page={}", "page/{}/", "list-{}.html"])
        self._beside = draw.randint(0, 3)

    def base(self, section: int) -> str:
        name = self.sections[section]
        return f"http://{name}.{DOMAIN}/" if self._hosts else f"{ROOT}/{name}/"

    def section(self, number: int) -> int:
        return number % len(self.sections)

    def url(self, number: int) -> str:
        """The address of an article."""
        base = self.base(self.section(number)) if self._hosts else f"{ROOT}/"
        return base + self._path(number, self.sections[self.section(number)])

    def pages(self, count: int, changed: int = 0) -> dict[str, str]:
        """So many articles, newest first on lists; ``changed`` of the oldest have a later date in the sitemap."""
        numbers = list(range(count, 0, -1))
        pages = {}
        for number in numbers:
            page = article_page(number).replace("http://news.test", ROOT)
            byline = f'<a href="{ROOT}/author/{_NAMES[number % 5]}/">{_NAMES[number % 5].title()}</a>'
            pages[self.url(number)] = page.replace("</h1>", f"</h1><p>{byline}</p>") if self._beside else page
        for place in range(len(self.sections)):
            self._add_lists(pages, place, [n for n in numbers if self.section(n) == place])
        for place, word in enumerate(_WORDS if self._beside > 1 else ()):
            pages[f"{ROOT}/tag/{word}/"] = self._list(word, [n for n in numbers if n % 8 == place][-6:], "")
        for place, name in enumerate(_NAMES if self._beside else ()):
            pages[f"{ROOT}/author/{name}/"] = self._list(name, [n for n in numbers if n % 5 == place][-6:], "")
        self._add_front(pages, numbers, changed)
        return pages

    def _add_lists(self, pages: dict[str, str], place: int, own: list[int]) -> None:
        base, last = self.base(place), max(1, -(-len(own) // self._size))
        later = [base + self._pager.format(page) for page in range(2, last + 1)]
        pager = "".join(f'<a href="{url}">{page}</a> ' for page, url in enumerate(later, 2))
        for page, url in enumerate([base, *later]):
            shown = own[page * self._size : (page + 1) * self._size]
            pages[url] = self._list(self.sections[place], shown, pager)

    def _add_front(self, pages: dict[str, str], numbers: list[int], changed: int) -> None:
        menu = "".join(f'<a href="{self.base(n)}">{name}</a> ' for n, name in enumerate(self.sections))
        menu += "".join(f'<a href="{ROOT}/tag/{word}/">{word}</a> ' for word in _WORDS if self._beside > 1)
        feed = f'<link rel="alternate" type="application/rss+xml" href="{ROOT}/feed.xml">' if self._feed else ""
        front = random.Random(self.seed).sample(numbers[:30], 8)
        pages[f"{ROOT}/"] = self._list("front", front, menu).replace("<head>", f"<head>{feed}")
        pages[f"{ROOT}/robots.txt"] = f"User-agent: *\nDisallow: /private\nSitemap: {ROOT}/sitemap.xml\n"
        listed = [n for n in numbers if _hash(n) % 100 < 100 * self._listed]
        news = "<news:news><news:title>A title</news:title></news:news>" if self._is_news_map else ""
        rows = "".join(
            f"<url><loc>{self.url(n)}</loc><lastmod>2026-0{2 if n <= changed else 1}-01</lastmod>{news}</url>"
            for n in listed
        )
        pages[f"{ROOT}/sitemap.xml"] = (
            f'<urlset xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">{rows}</urlset>'
        )
        items = "".join(
            f"<item><title>{headline(n)}</title><link>{self.url(n)}</link></item>" for n in numbers[: self._feed]
        )
        pages[f"{ROOT}/feed.xml"] = f"<rss version='2.0'><channel>{items}</channel></rss>"

    def _list(self, name: str, numbers: list[int], menu: str) -> str:
        links = "".join(f'<li><a href="{self.url(n)}">{headline(n)}</a></li>' for n in numbers)
        return f"<html><head><title>{name}</title></head><body><p>{menu}</p><ul>{links}</ul></body></html>"


def _hash(number: int) -> int:
    return int(sha256(str(number).encode()).hexdigest()[:12], 16)


def _scheme(draw: random.Random) -> Callable[[int, str], str]:
    """How articles are addressed below their host."""
    ahead = draw.choice(["", "", "story/", "a/", "{section}/"])
    date = draw.choice(["", "2026/", "2026/{month:02}/", "2026/{month:02}/{day:02}/", "2026-{month:02}-{day:02}/"])
    tail = draw.choice(["{id}", "{slug}", "{slug}-{id}", "{id}/{slug}", "{hex}", "t{id}", "{slug}_{hex}"])
    ending = draw.choice(["", ".html", ".shtml", "/"])

    def path(number: int, section: str) -> str:
        slug = headline(number).lower().replace(",", "").replace(" ", "-")
        return (ahead + date + tail + ending).format(
            section=section, month=1 + number % 12, day=1 + number % 28, id=100_000 + 7 * number, slug=slug,
            hex=f"{_hash(number):x}"[:8],
        )  # fmt: skip

    return path
