import re
from html import escape
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import urlopen

import pytest

from newsbody.demo import forum_pages, news_pages, serve
from newsbody.demo.demo_sites import POSTS_A_PAGE, articles, threads


@pytest.mark.parametrize("pages", [news_pages(), forum_pages()])
def test_links_between_saved_pages_lead_somewhere(pages: dict[str, str]) -> None:
    linked = {link for html in pages.values() for link in re.findall(r'href="(/[^"]*)"', html)}
    # Forms that need a login answer 404 on purpose, as on a real forum.
    assert {link for link in linked - set(pages) if not re.match(r"/(reply|report|only|share)", link)} == set()


def test_every_article_and_post_is_on_its_page() -> None:
    pages = news_pages() | forum_pages()
    for article in articles():
        assert all(escape(paragraph) in pages[article.path] for paragraph in article.paragraphs)
    for thread in threads():
        for floor, post in enumerate(thread.posts):
            assert escape(post.text).partition("\n")[0] in pages[thread.path(1 + floor // POSTS_A_PAGE)]


def test_serve_answers_and_notes_what_was_asked() -> None:
    with serve({"/本地/": "<p>ok</p>"}) as (base, seen):
        with urlopen(base + quote("/本地/"), timeout=5) as answer:
            assert answer.read() == b"<p>ok</p>"
        with pytest.raises(HTTPError, match="404") as missing:
            urlopen(base + "/none", timeout=5)
        missing.value.close()
    assert seen == [quote("/本地/"), "/none"]
