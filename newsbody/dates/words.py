"""Words that dates are written with: months, days, units, halves of the day, time zones."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

#: Names of the twelve months, abbreviations among them: English, German, French, Spanish,
#: Portuguese, Italian, Dutch, Scandinavian, Polish, Czech, Romanian, Turkish, Indonesian,
#: Russian, Ukrainian, Greek (in the cases that stand in dates).
_MONTH_NAMES = (
    "january jan januar jänner januari janvier janv enero ene janeiro gennaio gen stycznia styczeń sty ledna leden "
    "ianuarie ian ocak oca января январь янв січня ιανουαρίου ιανουάριος ιαν",
    "february feb februar febr februari février févr fév febrero fevereiro fev febbraio lutego luty lut února únor "
    "februarie şubat şub februarie февраля февраль фев лютого φεβρουαρίου φεβρουάριος φεβ",
    "march mar märz maerz mär mrz maart mrt mars marzo março marca marzec března březen martie mart maret марта март "
    "мар березня μαρτίου μάρτιος μαρ μάρ",
    "april apr avril avr abril abr aprile kwietnia kwiecień kwi dubna duben aprilie nisan nis апреля апрель апр квітня "
    "απριλίου απρίλιος απρ",
    "may mai mei maj maja mayo maio maggio mag května květen mayıs mei мая май травня μαΐου μαίου μάιος μαΐ μάι",
    "june jun juni juin junio junho giugno giu czerwca czerwiec cze června červen iunie iun haziran haz июня июнь июн "
    "червня ιουνίου ιούνιος ιουν ιούν",
    "july jul juli juillet juil julio julho luglio lug lipca lipiec lip července červenec iulie iul temmuz tem июля "
    "июль июл липня ιουλίου ιούλιος ιουλ ιούλ",
    "august aug augusti augustus août agosto ago sierpnia sierpień sie srpna srpen ağustos ağu agustus agt августа "
    "август авг серпня αυγούστου αύγουστος αυγ αύγ",
    "september sep sept septembre septiembre setiembre setembro set settembre września wrzesień wrz září septembrie "
    "eylül eyl сентября сентябрь сен сент вересня σεπτεμβρίου σεπτέμβριος σεπ σεπτ",
    "october oct oktober okt octobre octubre outubro out ottobre ott października październik paź října říjen "
    "octombrie ekim eki октября октябрь окт жовтня οκτωβρίου οκτώβριος οκτ",
    "november nov novembre noviembre novembro listopada listopad lis listopadu noiembrie noi kasım kas ноября ноябрь "
    "ноя нояб листопада νοεμβρίου νοέμβριος νοε νοέ",
    "december dec dezember dez décembre déc diciembre dic dezembro dicembre desember des grudnia grudzień gru prosince "
    "prosinec decembrie aralık ara desember декабря декабрь дек грудня δεκεμβρίου δεκέμβριος δεκ",
)
MONTHS = {name: number for number, names in enumerate(_MONTH_NAMES, 1) for name in names.split()}


def _table(*rows: tuple[T, str]) -> dict[str, T]:
    """``(1, "yesterday gestern")`` → ``{"yesterday": 1, "gestern": 1}``."""
    return {name: value for value, names in rows for name in names.split()}


#: Offsets from UTC in minutes. CST is left out: it is China's, Cuba's and Central America's.
ZONES = _table(
    *((0, "Z UTC GMT WET"), (60, "BST CET MEZ WEST"), (120, "CEST MESZ EET"), (180, "EEST MSK"), (330, "IST")),
    *((480, "HKT SGT"), (540, "JST KST"), (600, "AEST"), (660, "AEDT")),
    *((-240, "EDT"), (-300, "EST CDT"), (-360, "MDT"), (-420, "MST PDT"), (-480, "PST")),
)
#: Words for halves of the day; True moves an hour before noon to the afternoon.
HALVES = _table(
    (False, "am a.m. a.m midnight 凌晨 早上 上午 午前 오전"), (True, "noon pm p.m. p.m 中午 下午 午后 午後 晚上 오후")
)
#: Days counted back from today.
DAY_WORDS = _table((0, "今天 今日 오늘 today"), (1, "昨天 昨日 어제 yesterday"), (2, "前天"))
#: The same in languages where the word alone may mean something else: a time must follow.
DAY_WORDS_WITH_TIME = _table(
    (0, "heute aujourd'hui hoy oggi hoje сегодня dzisiaj σήμερα"),
    (1, "gestern hier ayer ieri ontem вчера wczoraj χθες"),
)

_SECOND, _MINUTE, _HOUR, _DAY = 1, 60, 3600, 86400
#: Length of a unit in seconds; months and years as calendars average them.
UNITS = _table(
    (_SECOND, "秒钟 秒鐘 秒 초 s sec secs second seconds sekunde sekunden segundos secondes секунд секунды секунду"),
    (_MINUTE, "分钟 分鐘 分 분 m min mins minute minutes minuten minuto minutos minuti минут минуты минуту"),
    (_HOUR, "小时 小時 个小时 個小時 時間 시간 h hr hrs hour hours stunde stunden heure heures hora horas ora ore"),
    (_HOUR, "час часа часов"),
    (_DAY, "天 日 일 d day days tag tagen jour jours día días dias giorno giorni день дня дней"),
    (7 * _DAY, "周 週 星期 个星期 주 w week weeks woche wochen semaine semaines semana semanas неделю недели недель"),
    (30 * _DAY, "个月 個月 月 개월 month months monat monaten mois mes meses mesi месяц месяца месяцев"),
    (365 * _DAY, "年 년 y yr year years jahr jahren an ans año años anos anno anni год года лет"),
)


def alternatives(words: Iterable[str]) -> str:
    """A regular expression for any of some words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
