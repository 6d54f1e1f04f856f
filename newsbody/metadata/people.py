"""Names of people out of bylines."""

from __future__ import annotations

import re
from collections.abc import Iterable

from newsbody.dates.words import MONTHS

_PREFIX = re.compile(
    r"^(?:(?:written|posted|reported|text|story|words|reviewed|published|article|updated)\s)?"
    r"(?:by|von|par|por|author|autor|автор)\b[:\s]*"
    r"|^(?:本报|本网|作者|记者|記者|通讯员|撰文|文)[:：/\s]*",
    re.IGNORECASE,
)
#: Where a name ends: a bracket, a further statement, a date.
_END = re.compile(
    r"\s*(?:[|•·●⋅»(（【\[].*|\s[–—-]\s.*|,?\s(?:in|on|at|for|updated|published|last|is)\s.*|\s\d.*|\s\S+@\S+\..*"
    r"|\s\S{0,4}기자(?:\s.*)?)$",
    re.IGNORECASE | re.DOTALL,
)
_BETWEEN = re.compile(
    r"\s*(?:[;；、]|\s&\s|,(?!\s?(?:jr|sr|ii|iii|inc|llc|ltd|corp|plc|gmbh)\b)|，|\s(?:and|und|et|y|en|и|with|mit)\s)\s*",
    re.IGNORECASE,
)
_SEVERAL_HAN = re.compile(r"[\u4e00-\u9fff]{2,4}(?:\s+[\u4e00-\u9fff]{2,4})+")
#: Behind a comma these are what somebody is, not who.
_TITLE = re.compile(
    r"^(?:[A-Z][A-Za-z]?\.?){2,5}$|(?i:\b(?:editor|writer|reporter|correspondent|expert|staff|director|manager|founder|ceo|cto|"
    r"contributor|analyst|consultant|specialist|nurse|doctor|ph\.?d|university|min read)\b)",
)
#: By Ada Moreau, in News, Politics: no names follow.
_OTHER_THING = re.compile(r"(?:in|on|at|for|from)\s", re.IGNORECASE)
_NO_NAME = re.compile(
    r"^\d+(?:[:.]\d|\s?min\b|\s(?-i:[a-z]))|https?:|www\.|\S@\S+\.|^@|[{}<>=《》“”]|^[\W\d_]*$"
    r"|^(?:photos?|photo credit|image|foto|fotos|bild|фото|图片?|圖片?|写真|사진)\s?[:：/]"
    r"|^(?:authors?|name|admin|administrator|root|unknown|none|null|editor|by|published|sign in|log in|作者|佚名|未知"
    r"|autor(?:en|es|i)?|auteurs?|автор(?:ы|а)?)$",
    re.IGNORECASE,
)
#: A month without a day or a year is a name: Maj, August, April.
_DIGIT = re.compile(r"\d")
_EDGES = " \t,;:-–—/|·•*."
#: A byline of more characters is none, or its authors are not worth the time.
MAX_BYLINE_CHARS = 500
#: Longest name of a person or newsroom, in characters and in words.
MAX_CHARS, MAX_WORDS = 50, 7


def clean_names(texts: Iterable[str]) -> list[str]:
    """The names in some bylines, in order, each once: without "By", titles, dates and addresses.

    "By Ada Moreau, tagged as harbour, ferries": words without a capital behind a name that has one end the names.
    """
    names: dict[str, str] = {}
    for text in texts:
        dated = _DIGIT.search(text[:MAX_BYLINE_CHARS]) is not None
        for number, part in enumerate(_parts(text[:MAX_BYLINE_CHARS])):
            if number and (_OTHER_THING.match(part) or _goes_on(part, text)):
                break
            name = _END.sub("", _PREFIX.sub("", part.strip())).strip(_EDGES)
            name = _without_month(name) if dated or " " not in name else name
            if _is_name(name) and not (number and _TITLE.search(name)):
                names.setdefault(name.casefold(), name)
    return list(names.values())


def _goes_on(part: str, text: str) -> bool:
    """Are these words of a sentence that goes on behind the names? One word may be an agency's: dpa."""
    return " " in part.strip() and part.islower() and not text.islower() and not _TITLE.search(part)


def _parts(text: str) -> list[str]:
    text = " ".join(text.split())
    if _SEVERAL_HAN.fullmatch(text):
        return text.split()
    return _BETWEEN.split(text)


def _without_month(name: str) -> str:
    """A name without the month of the date that stood behind it."""
    words = name.split()
    if words and words[-1].casefold().strip(".") in MONTHS:
        return " ".join(words[:-1]).strip(_EDGES)
    return name


def _is_name(name: str) -> bool:
    return 1 < len(name) <= MAX_CHARS and len(name.split()) <= MAX_WORDS and not _NO_NAME.search(name)
