"""Bylines as readers see them: 作者：…, （记者 …）, By …, and 来源：…"""

from __future__ import annotations

import re
from calendar import day_abbr, day_name
from collections.abc import Iterable, Iterator

import numpy as np

from newsbody.dates import find_date
from newsbody.metadata.titles import CJK
from newsbody.page import Page

#: The commonest family names, which nineteen in twenty Chinese have.
_SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石"
    "姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文欧裴岳牛柳温葛章鲁纪关柯殷翁左童卞季费路聂焦"
    "骆冉伊施安严柏闵惠项祝包俞路涂甘庞樊兰倪管凌符华向吉闫涂單張劉陳楊趙黃吳孫馬羅鄭謝韓馮許鄧蕭蘇盧蔣賈葉閻鍾譚鄒陸顧錢湯喬賀賴龔歐關溫魯紀"
)
#: 摄 behind a name says that it is the photographer's; in one it is rare.
_NAME = rf"[{_SURNAMES}](?:(?![摄攝])[\u4e00-\u9fff·]){{1,3}}"
_HAN_NAME = re.compile(_NAME)
_NAMES = rf"{_NAME}(?:[\s、，]{{1,2}}{_NAME}(?![\u4e00-\u9fff:：]))*(?![\u4e00-\u9fff])"
#: A pen name: anything short that is no sentence.
_PEN_NAME = r"[^\s:：/|，,。；;()（）【】\[\]《》“”？！?!]{2,14}"
#: Of any script that has no small letters, or capitals; digits are in no name.
_CAPITAL, _IN_NAME = r"[^\W\d_a-zß-ÿα-ωа-яё]", r"(?:[^\W\d_]|[.'’-])"
#: Behind other letters no Chinese word goes on: Peter Marsh 责任编辑.
_MORE = rf"(?:(?<=[\u4e00-\u9fff] )|(?![\u4e00-\u9fff])){_CAPITAL}{_IN_NAME}*"
_LATIN_NAME_FORM = rf"{_CAPITAL}{_IN_NAME}+(?: (?:{_MORE}|de|del|da|van|von|der|la|le|bin|al)){{1,3}}"
_LATIN_NAME = re.compile(_LATIN_NAME_FORM)
_WRITER = r"(?:[记記]\s?者|作\s?者|通讯员|实习生|执笔人?|撰稿人?)"
_HAN_BYLINE = re.compile(
    rf"作\s?者\s?[:：/／]\s?(?:(?P<author>{_NAMES})|(?P<pen_name>{_LATIN_NAME_FORM}|{_PEN_NAME}))"
    rf"|(?:(?<![\u4e00-\u9fff])文|撰\s?[文稿]|{_WRITER})\s?[:：/／]\s?(?P<writer>{_NAMES})"
    rf"|^.{{0,12}}{_WRITER}\s?(?P<line>{_NAMES})\s*(?:[/／][文摄].*|通讯员.*|\S{{0,8}}(?:报道|報導|報道))?$"
    rf"|^.{{0,12}}{_WRITER}\s?(?P<away>{_NAME})发自"
)
#: In the first and the last line of a text: 江城3月4日电（记者 李明）, and …。（李明）
_HAN_DATELINE = re.compile(
    rf"[（(【〔［][^()（）【】〔〕]{{0,12}}{_WRITER}\s?(?P<bracket>{_NAMES})\s*(?:[)）】〕］/／]|[文摄整])"
    rf"|[。！？”]\s?[（(](?P<signature>{_NAMES})\s?[)）]$"
)
#: How far a dateline reaches into a paragraph, from either end.
DATELINE_CHARS = 60
#: Every form of the bylines has one of these.
_SAYS_WRITER = re.compile(r"者|撰|文|通讯员|实习生|执笔")
_LATIN_BYLINE = re.compile(
    r"(?:^|[|•·(]\s?|[0-9]\s)(?:(?:written|posted|reported|text|story|words)\s)?(?:by|von|par|por|di|автор)[:\s]\s*"
    rf"(?P<names>(?-i:{_CAPITAL})[^|•·(\n\d:]{{2,60}})",
    re.IGNORECASE,
)
#: Not the source of a picture or of figures.
_SOURCE = re.compile(
    r"(?<![图圖片据據料频頻])(?:来\s?源|來\s?源|稿源|出处)\s?[:：]\s?[\[【]?\s?"
    r"(?P<source>[^\s:：|，,。；;()（）【】\[\]《》“”]{2,20})"
)
_TOUCHING = re.compile(r"(?<=[^\W_])\0(?=[\w@])")
#: Where a byline is looked for: paragraphs behind the headline, and their length.
AFTER_HEADLINE, MAX_BYLINE = 12, 150
#: A bare name stands this near to the headline, in paragraphs.
NAME_AFTER_HEADLINE = 4
_WEEKDAYS = {*day_name, *day_abbr}
#: What stands between a name and a date.
_BEFORE_DATE = " \n,，·•|–—-"
#: Characters of the longest line that is a date and little more.
MAX_DATE = 40


def is_person(name: str) -> bool:
    """Is a text written like a person's name: `Ada Moreau`, `李明`?"""
    return (_HAN_NAME if CJK.search(name) else _LATIN_NAME).fullmatch(name) is not None


def han_byline(page: Page, headline: int | None) -> list[str]:
    """作者：… beside the headline or at the end of the text."""
    lines = (text for text in _short_paragraphs(page, headline) if _SAYS_WRITER.search(text))
    return _first_names(map(_HAN_BYLINE.search, lines)) if page.characters.any_cjk else []


def han_dateline(page: Page, headline: int | None) -> list[str]:
    """江城3月4日电（记者 李明）, or （李明） behind the text."""
    if not page.characters.any_cjk:
        return []
    ends = (text for text in page.paragraphs[headline or 0 :] if any(map(text.__contains__, "）)】〕］")))
    found = (
        _HAN_DATELINE.search(text[:DATELINE_CHARS]) or _HAN_DATELINE.search(text[-DATELINE_CHARS:]) for text in ends
    )
    return _first_names(found)


def _first_names(matches: Iterable[re.Match[str] | None]) -> list[str]:
    match = next(filter(None, matches), None)
    return [name for name in match.groupdict().values() if name] if match else []


def latin_byline(page: Page, headline: int | None) -> list[str]:
    """By … beside the headline, or in its element behind the text."""
    short = [number for number in range(headline or 0, len(page)) if len(page.paragraphs[number]) <= MAX_BYLINE]
    near = short[: AFTER_HEADLINE + 1]
    if headline is not None:
        around = int(page.parent[page.paragraph_element[headline]])
        first, stop = (int(bounds[around]) for bounds in page.paragraphs_inside)
        near += [number for number in short[AFTER_HEADLINE + 1 :] if first <= number < stop][-AFTER_HEADLINE:]
    lines = (_with_seams(page, number) for number in near if "©" not in page.paragraphs[number])
    match = next(filter(None, map(_LATIN_BYLINE.search, lines)), None)
    if match is None:
        return []
    names, rest = match["names"], match.string[match.end("names") :]
    if rest.startswith(":"):  # By Ada Moreau, Section: …
        names = names.rpartition(",")[0] or names
    # With the digit of a date, which tells months from names.
    return [names + rest[:1] if rest[:1].isdigit() else names]


def _with_seams(page: Page, number: int) -> str:
    """A paragraph in which a bar stands where the texts of two elements touch: name and profession, say."""
    runs = slice(int(page.paragraph_run[number]), int(page.paragraph_run[number + 1]))
    spans = zip(page.run_start[runs].tolist(), page.run_stop[runs].tolist(), strict=True)
    return " ".join(_TOUCHING.sub("|", "\0".join(page.text[start:stop] for start, stop in spans)).split()).replace(
        "\0", ""
    )


def bare_name(page: Page, headline: int | None) -> list[str]:
    """A line right behind the headline that is written like a name and stands again in the page."""
    if headline is None:
        return []
    for number in range(headline + 1, min(len(page), headline + 1 + NAME_AFTER_HEADLINE)):
        text = page.paragraphs[number]
        if _LATIN_NAME.fullmatch(text) and not CJK.search(text) and text not in page.paragraphs[headline]:
            beside = (page.paragraphs[number - 1], *page.paragraphs[number + 1 : number + 3])
            dated = any(len(line) <= MAX_DATE and find_date(line) for line in beside[number == headline + 1 :])
            if dated or sum(text in other for other in page.paragraphs) > 1:
                return [text]
    return []


def name_before_time(page: Page, headline: int | None) -> list[str]:
    """A name in front of a TIME element in one line near the headline: `Ada Moreau, <time>4 March</time>`."""
    start = headline or 0
    for index in np.flatnonzero(page.is_tag("time")).tolist():
        run = int(page.first_run[index])
        number = int(page.run_paragraph[run]) if run < page.last_run[index] else 0
        if start < number <= start + NAME_AFTER_HEADLINE:
            name = page.text[page.paragraph_start[number] : page.run_start[run]].strip(_BEFORE_DATE)
            if is_person(name):
                return [name]
    return []


def names_before_dates(page: Page, headline: int | None) -> Iterator[tuple[int, str]]:
    """The elements of lines near the headline that begin with what is written like a name and go on with a date."""
    start = headline or 0
    for number in range(max(0, start - AFTER_HEADLINE), min(len(page), start + AFTER_HEADLINE)):
        text = page.paragraphs[number]
        date = find_date(text) if len(text) <= MAX_BYLINE else None
        name = text[: date.start].strip(_BEFORE_DATE) if date else ""
        if len(text) <= len(name) + MAX_DATE and is_person(name) and name.split()[-1] not in _WEEKDAYS:
            yield int(page.paragraph_element[number]), name


def stated_source(page: Page, headline: int | None) -> str | None:
    """来源：… beside the headline or at the end of the text."""
    likely = (text for text in _short_paragraphs(page, headline) if "源" in text or "出处" in text)
    matches = map(_SOURCE.search, likely)
    return next((match["source"] for match in matches if match), None)


def _short_paragraphs(page: Page, headline: int | None) -> Iterator[str]:
    """Paragraphs that a byline may be, from the headline on."""
    return (text for text in page.paragraphs[headline or 0 :] if len(text) <= MAX_BYLINE)
