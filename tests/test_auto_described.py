"""What a page's own description says of its body, and its address of its kind."""

from __future__ import annotations

import numpy as np
import pytest

from newsbody.extractors.auto.kind import may_be_list
from newsbody.extractors.auto.standfirst import with_standfirst
from newsbody.extractors.auto.table import ParagraphTable
from newsbody.page import Page
from tests.article_pages import SENTENCES

_TEXT = "".join(f"<p>{sentence}</p>" for sentence in SENTENCES)
_STORY = "Pupils of the harbour school were surprised by a robot that writes letters to all of the parents in town."
_HEAD = f'<head><meta name=description content="{_STORY[:60]}"></head>'
_ABOVE = "<h1>A robot</h1><{0}>{1}</{0}><p>By Ann Holt</p>"


def _standfirst(html: str) -> bool:
    page = Page.parse(html)
    body = np.array([text.strip() in SENTENCES for text in page.paragraphs], dtype=np.bool_)
    more = np.flatnonzero(with_standfirst(ParagraphTable(page), body) & ~body).tolist()
    return [page.paragraphs[row].strip() for row in more] == [_STORY]


@pytest.mark.parametrize("tag", ["p", "h2", "div"])
def test_the_described_standfirst_in_the_article_is_of_the_body(tag: str) -> None:
    above = _ABOVE.format(tag, _STORY)
    assert _standfirst(f"{_HEAD}<article>{above}<div>{_TEXT}</div></article>")
    assert not _standfirst(f"<article>{above}<div>{_TEXT}</div></article>")  # not described
    assert not _standfirst(f"{_HEAD}<div>{above}<div>{_TEXT}</div></div>")  # in no article
    assert not _standfirst(f"{_HEAD}<article>{above}<div><div><div>{_TEXT}</div></div></div></article>")  # far above


@pytest.mark.parametrize(
    "article",
    [
        f"<p>{_STORY}</p><h1>A robot</h1>{_TEXT}",
        f"<h1>A robot</h1><figcaption>{_STORY}</figcaption>{_TEXT}",
        f"<h1>A robot</h1><aside><p>{_STORY}</p></aside>{_TEXT}",
        f"<h1>A robot</h1><p><a href=/1>{_STORY}</a></p>{_TEXT}",
        f"<h1>A robot</h1><p hidden>{_STORY}</p>{_TEXT}",
        f"<h1>A robot</h1><p>{_STORY}</p>{'<p>Share' * 12}{_TEXT}",
        f"<h1>A robot</h1>{_TEXT}",
        "<h1>A robot</h1>",
    ],
)
def test_what_is_no_standfirst_stays_out(article: str) -> None:
    assert not _standfirst(f"{_HEAD}<article>{article}</article>")


def test_where_the_body_is_described_itself_nothing_is_above_it() -> None:
    metas = f'<meta name=description content="{_STORY}"><meta property=og:description content="{SENTENCES[0]}">'
    head = f"<head>{metas}</head>"
    assert not _standfirst(f"{head}<article>{_ABOVE.format('p', _STORY)}<div>{_TEXT}</div></article>")


@pytest.mark.parametrize(
    ("address", "is_list"),
    [
        ("index.php?id=1489", False),
        ("news/index.cfm?NewsID=9256", False),
        ("index.php", True),
        ("news/index.html?sort=date", True),
        ("tag/robots?page=2", True),
    ],
)
def test_an_index_with_a_number_may_be_an_article(address: str, is_list: bool) -> None:
    assert may_be_list(Page.parse("<p>A", f"https://example.org/{address}")) is is_list
