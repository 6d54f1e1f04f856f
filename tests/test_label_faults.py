"""The causes by which labels of posts are told from faults of ours."""

from __future__ import annotations

import pytest

from newsbody.page import Page
from tests.benchmarks.label_faults import cause_of_author, cause_of_time

PAGE = '<a href="./posting?mode=quote&p=7"></a><a href="./reply/7">Reply</a><a href="/u/7">Ann Lee</a>'


@pytest.mark.parametrize(
    ("label", "cause"),
    [
        ("./posting?mode=quote&p=7", "the label is the address of a button"),
        ("./reply/7", "the label is the address of a button"),
        ("javascript:unavailable();", "the label is a script"),
        ("/u/7", "other"),
        ("/u/8", "other"),
        ("Bo Hall", "other"),
    ],
)
def test_why_an_author_is_unlike_its_label(label: str, cause: str) -> None:
    assert cause_of_author(label, Page.parse(PAGE)) == cause


@pytest.mark.parametrize(
    ("label", "read", "cause"),
    [
        ("11 days ago", "2019-11-15T14:53:34", "the label tells it from the moment of reading"),
        ("March 30", "2020-03-30T16:09:49Z", "the label has no year"),
        ("8 February at 5:50PM", "2020-02-08T16:50:31Z", "the label has no year"),
        ("September 2019", "2019-09-29T03:49:37Z", "the label says the month alone"),
        ("2019 14:05", "2019-07-27T14:05:00", "the label is cut"),
        ("04-23-2020 at 3:40 pm", "2020-04-23T13:40:04Z", "the label is in a zone that the page does not say"),
        ("04-23-2020 at 3:40 pm", "2020-04-23T13:41:04Z", "other"),
        ("04-23-2020 at 3:40 pm", "2020-04-23T13:40:04", "other"),
        ("Jun 22, 2007", "2019-08-28T14:33:20+02:00", "other"),
        ("Thu, Jun 23 '05, 7:14 PM", "2005-06-23T15:37:01", "other"),
        ("Jun 22, 2007", None, "other"),
    ],
)
def test_why_a_time_is_unlike_its_label(label: str, read: str | None, cause: str) -> None:
    assert cause_of_time(label, read) == cause
