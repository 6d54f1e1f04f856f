"""The language of a text against what its page states."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from newsbody import extract
from newsbody.metadata import language
from newsbody.metadata.language import GLANCE, detected_language, script_of, settled_language

TEXTS = {
    "en": "The town council decided on Monday evening that the old bridge over the river stays closed until spring.",
    "de": "Der Stadtrat hat am Montagabend beschlossen, dass die alte Brücke über den Fluss bis Mai zu bleibt.",
    "el": "Το δημοτικό συμβούλιο αποφάσισε τη Δευτέρα ότι η παλιά γέφυρα μένει κλειστή μέχρι την άνοιξη του έτους.",
    "ru": "Городской совет решил в понедельник вечером, что старый мост через реку останется закрытым до весны.",
    "ja": "市議会は月曜日の夜、川に架かる古い橋を春まで閉鎖したままにすることを決めました。",
    "zh": "市议会星期一晚上决定，河上的旧桥在春天之前继续关闭。附近的居民要绕很远的路才能到对岸上班，很不满意。",
    "ko": "시의회는 월요일 저녁에 강 위의 오래된 다리를 봄까지 닫아 두기로 결정했습니다. 주민들은 멀리 돌아야 합니다.",
    "ar": "قرر مجلس المدينة مساء يوم الاثنين أن يبقى الجسر القديم فوق النهر مغلقا حتى فصل الربيع القادم من العام.",
}


@pytest.mark.parametrize("code", TEXTS)
def test_language_is_found_where_none_is_stated(code: str) -> None:
    assert settled_language(None, TEXTS[code]) == code


@pytest.mark.parametrize("code", TEXTS)
@pytest.mark.parametrize("stated", ["en-US", "ru", "zh-CN", "el"])
def test_stated_language_holds_where_the_letters_allow_it(code: str, stated: str) -> None:
    latin = ("en", "de")
    same = stated.partition("-")[0] == code or (stated == "en-US" and code in latin)
    # Han characters alone may be Japanese or Chinese, but kana are never Chinese.
    assert settled_language(stated, TEXTS[code]) == (stated if same else code)


def test_long_text_overrules_what_a_template_states_but_not_a_near_language() -> None:
    long = TEXTS["de"] * 3
    assert settled_language("en-US", long) == "de"
    assert settled_language("de-AT", long) == "de-AT"
    assert settled_language("en", TEXTS["de"]) == "en"
    danish = "Byrådet besluttede mandag aften, at den gamle bro over åen forbliver lukket indtil foråret næste år. " * 3
    assert settled_language("nb-NO", danish) == "nb-NO"
    assert settled_language("en", danish) == "da"


def test_all_of_a_text_is_judged_only_where_its_beginning_does_not_bear_out_what_is_stated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged: list[int] = []

    def detected(text: str, least: float) -> str | None:
        judged.append(len(text))
        return detected_language(text, least)

    monkeypatch.setattr(language, "detected_language", detected)
    german = TEXTS["de"] * 20
    assert settled_language("de-AT", german) == "de-AT"
    assert judged == [GLANCE]
    quoted = (TEXTS["en"] * 6)[:GLANCE] + german
    assert settled_language("de", quoted) == "de"
    assert judged == [GLANCE, GLANCE, len(quoted)]


def test_short_texts_are_not_judged() -> None:
    assert settled_language(None, "Bridge") is None
    assert settled_language("el", "Bridge closed") == "el"


def test_without_the_extra_scripts_of_one_language_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "py3langid.langid", None)
    language._loaded.cache_clear()
    told = {code: settled_language(None, text) for code, text in TEXTS.items()}
    assert told == {"en": None, "de": None, "ru": None, "ar": None, "el": "el", "ja": "ja", "zh": "zh", "ko": "ko"}


def test_extract_tells_the_language_of_a_page_that_does_not() -> None:
    html = f"<article><h1>Brücke</h1>{'<p>' + TEXTS['de'] + '</p>'}{'<p>' + TEXTS['de'][:80] + '</p>'}</article>" * 2
    assert extract(html).inLanguage == "de"


@pytest.mark.parametrize(
    ("text", "script"), [("", "latin"), ("42 ÷ 7", "latin"), ("ひらがな", "kana"), ("한글", "hangul")]
)
def test_scripts(text: str, script: str) -> None:
    assert script_of(text) == script


def test_model_is_loaded_once_though_two_threads_ask_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []

    def slowly(file: str, norm_probs: bool) -> SimpleNamespace:
        loaded.append(file)
        time.sleep(0.1)
        return SimpleNamespace(classify=lambda text: ("en", 1.0))

    module = SimpleNamespace(MODEL_FILE="model", LanguageIdentifier=SimpleNamespace(from_model_file=slowly))
    monkeypatch.setattr(language, "require", lambda name, extra: module)
    language._loaded.cache_clear()
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(detected_language, (TEXTS["en"], TEXTS["en"]))) == ["en", "en"]
    language._loaded.cache_clear()
    assert loaded == ["model"]
