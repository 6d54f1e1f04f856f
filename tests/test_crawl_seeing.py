"""Which of fetched pages show posts."""

from __future__ import annotations

import pytest

from newsbody.crawl.pages.seeing import posts_shown
from newsbody.page import Page
from tests.forum_pages import Layout, list_layout, pages, table_layout

_ANSWERS = (
    "You write to the people who run this place, and they send you another one by the evening of that day",
    "There is a button below each text, which opens a field in which you write why you think so",
    "Files may be as large as a photograph from a telephone; larger ones are kept for a month and then go",
    "Your name stands where you put it when you came here, and nobody but you is able to change it",
)


@pytest.mark.parametrize(("layout", "holder"), [(table_layout, 'div class="words"'), (list_layout, 'dd class="says"')])
def test_answers_in_elements_of_the_same_name_are_no_posts(layout: Layout, holder: str) -> None:
    """A page of questions and answers says more at once than threads do, but not when it was written."""
    text = "".join(
        f"<dt>Question {n}</dt><{holder}>{answer}</{holder.split()[0]}>" for n, answer in enumerate(4 * _ANSWERS)
    )
    help_page = Page.parse(f"<body><h1>Questions</h1><dl>{text}</dl></body>", "http://forum.example/help")
    threads = pages(layout)
    shown = posts_shown([help_page, *threads])
    assert shown[0] == ()
    assert [len(posts) for posts in shown[1:]] == [6, 1, 4, 9, 2]
