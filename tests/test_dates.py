from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from newsbody.dates import find_date, find_dates, guess_day_first, guess_year_first, read_date

NOW = datetime(2020, 3, 5, 12, 0)

ABSOLUTE = [
    ("Sat, Jun 18 '05, 10:24 AM", "2005-06-18T10:24:00"),
    ("18. Juni ’99", "1999-06-18"),
    ("Posted by Ann on Jun-17-19 at 08:20 PM", "2019-06-17T20:20:00"),
    ("17/Jun/19 8:20 AM", "2019-06-17T08:20:00"),
    ("2020-03-04T05:06:07.123Z", "2020-03-04T05:06:07Z"),
    ("2020-03-04T05:06:07+0800", "2020-03-04T05:06:07+08:00"),
    ("2020-03-04 05:06", "2020-03-04T05:06:00"),
    ("发表于 2020-3-4 05:06:07 | 只看该作者", "2020-03-04T05:06:07"),
    ("发布时间：2020年03月04日05:06", "2020-03-04T05:06:00"),
    ("2020年3月4日 下午3:06 来源：日报", "2020-03-04T15:06:00"),
    ("2020年3月4日星期三 15时06分", "2020-03-04T15:06:00"),
    ("北京时间2020年3月4日", "2020-03-04"),
    ("２０２０年３月４日　１５：０６", "2020-03-04T15:06:00"),
    ("2020년 3월 4일 오후 3:06", "2020-03-04T15:06:00"),
    ("2020/03/04", "2020-03-04"),
    ("2020.3.4", "2020-03-04"),
    ("www.example.cn2020-03-0415:30", "2020-03-04T15:30:00"),
    ("Wed, 04 Mar 2020 05:06:07 GMT", "2020-03-04T05:06:07Z"),
    ("Wed Mar  4 05:06:07 2020", "2020-03-04T05:06:07"),
    ("Wed Mar 04 05:06:07 +0000 2020", "2020-03-04T05:06:07Z"),
    ("Mar 4, 2020 5:06 pm", "2020-03-04T17:06:00"),
    ("5:06 PM EST, Wed March 4, 2020", "2020-03-04T17:06:00-05:00"),
    ("March 4th, 2020 at 12:06 a.m.", "2020-03-04T00:06:00"),
    ("Published 4 March 2020, 15:06 (GMT+8)", "2020-03-04T15:06:00+08:00"),
    ("04-Mar-2020 15:06", "2020-03-04T15:06:00"),
    ("4. März 2020, 15.06 Uhr", "2020-03-04T15:06:00"),
    ("4 de marzo de 2020 a las 15:06", "2020-03-04T15:06:00"),
    ("le 4 mars 2020 à 15h06", "2020-03-04T15:06:00"),
    ("4 марта 2020, 15:06", "2020-03-04T15:06:00"),
    ("4 marca 2020 15:06", "2020-03-04T15:06:00"),
    ("4 Μαρτίου 2020 15:06", "2020-03-04T15:06:00"),
    ("04.03.2020 15:06", "2020-03-04T15:06:00"),
    ("03.04.2020 / 3:06 PM", "2020-03-04T15:06:00"),
    ("13/04/2020 15:06", "2020-04-13T15:06:00"),
    ("03-04-07, 05:06 PM", "2007-03-04T17:06:00"),
    ("10:05 | 28.12.2010", "2010-12-28T10:05:00"),
    ("02/29/2020", "2020-02-29"),
]


@pytest.mark.parametrize(("text", "iso"), ABSOLUTE)
def test_reads_dates_as_they_are_written(text: str, iso: str) -> None:
    found = find_date(text)
    assert found is not None
    assert found.iso == iso
    assert text[found.start :].startswith(found.raw)


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("昨天 10:05", "2020-03-04T10:05:00"),
        ("今天", "2020-03-05"),
        ("前天 23:59", "2020-03-03T23:59:00"),
        ("3 小时前", "2020-03-05T09:00:00"),
        ("半小时前", "2020-03-05T11:30:00"),
        ("2 天前", "2020-03-03"),
        ("刚刚", "2020-03-05T12:00:00"),
        ("5 minutes ago", "2020-03-05T11:55:00"),
        ("an hour ago", "2020-03-05T11:00:00"),
        ("2\xa0weeks, 3\xa0days ago", "2020-02-17"),
        ("1 day, 4 hours ago", "2020-03-04T08:00:00"),
        ("vor 3 Stunden", "2020-03-05T09:00:00"),
        ("il y a 2 jours", "2020-03-03"),
        ("yesterday at 5:06 PM", "2020-03-04T17:06:00"),
        ("gestern, 15:06", "2020-03-04T15:06:00"),
        ("3月4日 15:06", "2020-03-04T15:06:00"),
        ("03-04 15:06", "2020-03-04T15:06:00"),
        ("Mar 4, 5:06 PM", "2020-03-04T17:06:00"),
        ("Dec 31", "2019-12-31"),
        ("9999 weeks ago", "1828-07-17"),
    ],
)
def test_relative_and_yearless_dates_need_the_moment_of_reading(text: str, iso: str) -> None:
    found = find_date(text, NOW)
    assert found is not None
    assert found.iso == iso
    assert find_date(text) is None


@pytest.mark.parametrize(
    "text", ["3 months ago", "3\xa0months, 1\xa0week ago", "a year ago", "vor 2 Jahren", "3 个月前", "9999 years ago"]
)
def test_months_and_years_ago_say_no_day(text: str) -> None:
    assert find_date(text, NOW) is None


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("4 March 2020 at 9 a.m.", "2020-03-04T09:00:00"),
        ("March 4, 2020, noon", "2020-03-04T12:00:00"),
        ("4 March 2020, 12 midnight", "2020-03-04T00:00:00"),
        ("midnight on 4 March 2020", "2020-03-04T00:00:00"),
        ("12am, 4 March 2020", "2020-03-04T00:00:00"),
        ("4 March 2020, 9 pm EST", "2020-03-04T21:00:00-05:00"),
        ("4. März 2020, 9 Uhr", "2020-03-04T09:00:00"),
        ("2020年3月4日下午3时", "2020-03-04T15:00:00"),
        ("2020年3月4日 9点", "2020-03-04T09:00:00"),
        ("4 March 2020 9 amateurs", "2020-03-04"),
        ("4 March 2020 noontime", "2020-03-04"),
        ("提出3点建议 2020年3月4日", "2020-03-04"),
        ("4 March 2020, 15 people", "2020-03-04"),
    ],
)
def test_times_on_the_hour(text: str, iso: str) -> None:
    assert read_date(text) == iso


def test_a_zone_of_now_is_handed_on_to_relative_times() -> None:
    now = datetime(2020, 3, 5, 12, 0, tzinfo=timezone(timedelta(hours=8)))
    found = find_date("5 分钟前", now)
    assert found is not None
    assert found.iso == "2020-03-05T11:55:00+08:00"


@pytest.mark.parametrize(
    "text",
    [
        *("", "Version 1.2.10", "2020-02-31", "call 555-12-34", "25:61", "192.168.1.10", "第 3 页 共 12 页"),
        *("ISBN 978-7-02-000220-7", "hier steht nichts", "in 2020", "1/2", "in June '05"),
    ],
)
def test_what_is_no_date_is_none(text: str) -> None:
    assert find_date(text, NOW) is None


@pytest.mark.parametrize(
    ("value", "iso"),
    [
        ("20200304", "2020-03-04"),
        ("20200304T050607Z", "2020-03-04T05:06:07Z"),
        ("20200304T0506", "2020-03-04T05:06:00"),
        ("1583298367", "2020-03-04T05:06:07Z"),
        ("1583298367000", "2020-03-04T05:06:07Z"),
        (" 2020-03-04 ", "2020-03-04"),
        ("20201399", None),
        ("20200304T996000", None),
        ("", None),
        ("soon", None),
    ],
)
def test_values_of_attributes(value: str, iso: str | None) -> None:
    assert read_date(value) == iso


def test_ambiguous_dates_follow_the_argument() -> None:
    assert read_date("03/04/2020", day_first=True) == "2020-04-03"
    assert read_date("03/04/2020", day_first=False) == "2020-03-04"
    assert read_date("03.04.2020") == "2020-04-03"
    # Where only one order gives a day the argument does not matter.
    assert read_date("13/04/2020", day_first=False) == read_date("04/13/2020", day_first=True) == "2020-04-13"


def test_the_order_of_day_and_month_is_learned_from_many_dates() -> None:
    assert guess_day_first(["posted 03/04/2020", "25/04/2020"]) is True
    assert guess_day_first(["03/04/2020", "04/25/2020"]) is False
    assert guess_day_first(["03/04/2020", "04/04/2020", "06/04/2020"]) is True
    assert guess_day_first(["04/03/2020", "04/04/2020", "04/06/2020"]) is False
    assert guess_day_first(["03/04/2020"]) is None
    assert guess_day_first([]) is None


def test_dates_come_in_order_and_do_not_overlap() -> None:
    found = find_dates("发表于 2020-3-4 05:06，最后编辑 2020年3月5日 07:08，来自 Mar 6, 2020")
    assert [date.iso for date in found] == ["2020-03-04T05:06:00", "2020-03-05T07:08:00", "2020-03-06"]


@given(st.text(max_size=300), st.booleans())
def test_any_text_is_read_without_an_error(text: str, with_now: bool) -> None:
    stop = 0
    for found in find_dates(text, NOW if with_now else None):
        assert found.raw
        assert text[found.start :].lstrip().startswith(found.raw)
        assert found.start >= stop
        stop = found.start + len(found.raw)
        datetime.fromisoformat(found.iso)
    read_date(text)


@given(st.text(alphabet="0123456789年月日时:/.-TZ+ 前ago昨天amp", max_size=60))
def test_texts_of_the_letters_of_dates_are_read_without_an_error(text: str) -> None:
    for found in find_dates(text, NOW):
        datetime.fromisoformat(found.iso)
    value = read_date(text)
    assert value is None or datetime.fromisoformat(value)


@given(st.dates(date(1990, 1, 1), date(2080, 1, 1)), st.times())
def test_every_form_of_a_moment_gives_that_moment(day: date, clock: object) -> None:
    moment = datetime.combine(day, clock).replace(microsecond=0)  # type: ignore[arg-type]
    for form in (
        "%Y-%m-%d %H:%M:%S",
        "%Y年%m月%d日 %H:%M:%S",
        "%d %B %Y %H:%M:%S",
        "%b %d, %Y, %I:%M:%S %p",
        "%d.%m.%Y %H:%M:%S",
    ):
        found = find_date("x " + moment.strftime(form) + " y")
        assert found is not None, form
        assert datetime.fromisoformat(found.iso) == moment, form


@given(st.datetimes(datetime(1990, 1, 1), datetime(2080, 1, 1)))
def test_iso_values_are_kept(moment: datetime) -> None:
    moment = moment.replace(microsecond=0, tzinfo=UTC)
    assert read_date(moment.isoformat()) == moment.isoformat().replace("+00:00", "Z")


@pytest.mark.parametrize(
    "text",
    ["1" * 2_000_000, "2020-" * 400_000, "Mar " * 500_000, " ," * 500_000, "1 " * 500_000],
    ids=lambda text: text[:8],
)
def test_time_does_not_grow_with_the_square_of_the_text(text: str) -> None:
    begin = time.process_time()
    find_dates(text, NOW)
    assert time.process_time() - begin < 1


@pytest.mark.parametrize(
    ("threads", "year_first"),
    [
        ([["19-04-03 10:15", "19-04-28 08:00", "19-05-02 08:00"]], True),
        ([["03-04-19 10:15", "28-04-19 08:00", "02-05-19 08:00"]], False),
        ([["04-03-19 10:15", "04-28-19 08:00", "05-02-19 08:00"]], False),
        ([["19-04-03 10:15"], ["19-04-28 08:00"], ["19-05-02 08:00"]], True),
        ([["10-04-03 10:15", "10-04-12 08:00"], ["21-11-05 08:00", "21-11-09 10:15"]], True),
        ([["19-04-03 10:15"]], False),
        ([["2019-04-03 10:15", "2019-04-28 08:00"]], False),
        ([], False),
    ],
)
def test_the_year_stands_first_where_the_dates_of_threads_then_lie_close_together(
    threads: list[list[str]], year_first: bool
) -> None:
    assert guess_year_first(threads) is year_first


def test_years_first_are_read_where_they_are_said_to_be() -> None:
    assert read_date("19-04-03 10:15", year_first=True) == "2019-04-03T10:15:00"
    assert read_date("19-13-03 10:15", year_first=True) is None


def test_a_last_number_of_one_digit_is_a_day_behind_a_year_of_two() -> None:
    assert read_date("24-3-1 12:00") == "2024-03-01T12:00:00"
    assert read_date("1-2-3 12:00") is read_date("24-3-1") is read_date("10.2.3") is None
    assert guess_year_first([["24-3-1 12:00", "24-3-9 8:15", "24-3-21 8:00"]])
    assert read_date("03/04/2020", day_first=True, year_first=True) == "2020-04-03"
