"""Items and their rows."""

from __future__ import annotations

from newsbody.items import Article, Author, Image, Post, flat


def test_post_row_has_the_same_columns_whatever_is_known() -> None:
    bare = Post("7", "http://f.test/7", "text")
    full = Post(
        "7", "http://f.test/7", "text", 2, "p2", Author("Ann", "http://f.test/ann"), "2026-02-01", "1 Feb",
        ["one", "two"], [Image("http://f.test/a.png")], "Headline",
    )  # fmt: skip
    assert list(flat(bare)) == list(flat(full))
    row = flat(full)
    assert (row["author.name"], row["author.url"]) == ("Ann", "http://f.test/ann")
    assert row["quotes"] == "one\ntwo"
    assert row["images"] == "http://f.test/a.png"
    assert flat(bare)["author.name"] is None


def test_article_row_names_its_authors_and_main_image() -> None:
    article = Article("http://n.test/1", authors=[Author("Ann"), Author("Bo")], mainImage=Image("http://n.test/i.png"))
    row = flat(article)
    assert row["authors"] == "Ann\nBo"
    assert row["mainImage"] == "http://n.test/i.png"
    assert not any(isinstance(value, (list, dict, Author, Image)) for value in row.values())
