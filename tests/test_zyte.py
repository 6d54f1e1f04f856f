"""Results as the real items of zyte-common-items."""

from __future__ import annotations

import sys

import pytest
import zyte_common_items as zyte

from newsbody import Article, Author, Breadcrumb, ForumThread, Image, Post, extract
from newsbody.demo import news_pages
from newsbody.demo.demo_sites import articles
from newsbody.ground.extras import MissingExtra
from newsbody.items.zyte import to_zyte

URL = "http://a.example/1"
POST = Post(
    URL, f"{URL}?page=2", "My words.", 21, "p77", Author("Ann", f"{URL}/ann"), "2026-02-01T08:00:00",
    quotes=["Their words."], images=[Image("http://a.example/i.png")],
)  # fmt: skip


def test_article_becomes_theirs() -> None:
    article = Article(
        URL, "Bridge closed", "A text.", authors=[Author("Ann", f"{URL}/ann")], mainImage=Image("http://a.example/i.png"),
        breadcrumbs=[Breadcrumb("Home", "http://a.example/")], keywords=["bridge"], probability=0.9,
    )  # fmt: skip
    assert to_zyte(article) == zyte.Article(
        url=URL, headline="Bridge closed", articleBody="A text.",
        authors=[zyte.Author(name="Ann", url=f"{URL}/ann")], mainImage=zyte.Image(url="http://a.example/i.png"),
        breadcrumbs=[zyte.Breadcrumb(name="Home", url="http://a.example/")],
        metadata=zyte.ArticleMetadata(probability=0.9),
    )  # fmt: skip


def test_extracted_article_becomes_theirs() -> None:
    story = articles()[0]
    found = to_zyte(extract(news_pages()[story.path], url=URL))
    assert (found.headline, found.inLanguage) == (story.headline, "zh-CN")
    assert found.authors == [zyte.Author(name=story.author)]


def test_posts_become_social_media_posts_and_threads_forum_threads() -> None:
    media = zyte.SocialMediaPost(
        url=POST.url, postId="p77", text="My words.", datePublished="2026-02-01T08:00:00",
        mediaUrls=[zyte.Url(url="http://a.example/i.png")],
    )  # fmt: skip
    assert to_zyte(POST) == media
    thread = to_zyte(ForumThread(URL, URL, "Bridges", [POST]))
    assert thread == zyte.ForumThread(url=URL, threadId=URL, topic=zyte.Topic(name="Bridges"), posts=[media])


def test_without_the_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zyte_common_items", None)
    with pytest.raises(MissingExtra, match=r"pip install 'newsbody\[zyte\]'"):
        to_zyte(POST)
