"""The language of a text, where its page does not say it or says another than its letters allow."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from threading import Lock
from typing import Any

import numpy as np

from newsbody.ground.extras import MissingExtra, require

#: Letters of scripts that tell languages apart by themselves (first and last of each range), and the languages written
#: in each. Any other is Latin.
SCRIPTS = {
    "cyrillic": (((0x0400, 0x052F),), frozenset("ru uk be bg sr mk kk ky mn tg tt".split())),
    "greek": (((0x0370, 0x03FF), (0x1F00, 0x1FFF)), frozenset(("el",))),
    "arabic": (((0x0600, 0x06FF),), frozenset("ar fa ur ps ug ku".split())),
    "hebrew": (((0x0590, 0x05FF),), frozenset(("he", "yi"))),
    "indic": (((0x0900, 0x0DFF),), frozenset("hi mr ne bn as pa gu or ta te kn ml si".split())),
    "thai": (((0x0E00, 0x0EFF),), frozenset(("th", "lo"))),
    "kana": (((0x3040, 0x30FF),), frozenset(("ja",))),
    "hangul": (((0xAC00, 0xD7AF), (0x1100, 0x11FF)), frozenset(("ko",))),
    "han": (((0x3400, 0x9FFF),), frozenset(("zh", "yue", "ja", "ko"))),
}
#: Those that many languages are written in.
SHARED_SCRIPTS = ("latin", "cyrillic")
#: Old codes that pages still state.
_OLD_CODES = {"iw": "he", "in": "id", "ji": "yi", "no": "nb"}
#: A script is a text's own when this share of its letters is of it: Japanese has a third and more kana.
SCRIPT_SHARE = 0.2
#: Characters that are looked at; the beginning tells as much as the whole.
MAX_CHARS = 3_000
#: Shorter texts are not judged.
MIN_CHARS = 40
#: A text that is judged with less is left unsaid.
MIN_CONFIDENCE = 0.8
#: What a page states is overruled by its text when this is longer, and judged with more: templates state the language
#: of who made them. Measured on the labelled texts of 27 sets, 1,496 pages: right on 1,475 in place of 1,467, and on no
#: set on fewer; chosen on 26 of them for the one that was left out, 1,474. From .8 to .99 there is a page between them.
MIN_CHARS_TO_OVERRULE, SURE = 200, 0.99
#: What a page states is mostly borne out by so much of its text: of 1,229 labelled ones 1,190 are judged as surely by
#: it as by :data:`MAX_CHARS`, in a quarter of the time, and one of these otherwise.
GLANCE = 500
#: Languages so near to one another that a page knows better.
_NEAR = tuple(map(frozenset, ("da nb nn no".split(), "hr sr bs".split(), "id ms".split(), "cs sk".split())))

_LETTERS = re.compile(r"[^\W\d_]+")
#: Two threads that ask at once would both load the model, for .45 s each.
_LOADING = Lock()


def settled_language(stated: str | None, text: str) -> str | None:
    """The language tag a page states, unless its text says otherwise: by its letters, or for sure by its words.

    Then, and where nothing is stated, the language of the text where the extra ``language`` is
    installed; else None for what the script rules out and "zh", "ja", "ko", "el" for what it settles.
    """
    if len(text) < MIN_CHARS:
        return stated
    script = script_of(text[:MAX_CHARS])
    if not (stated and _fits(stated, script)):
        return detected_language(text) or _only_language(script)
    if script not in SHARED_SCRIPTS or len(text) < MIN_CHARS_TO_OVERRULE:
        return stated
    code = _code(stated)
    if _is_near(detected_language(text[:GLANCE], SURE), code):
        return stated
    found = detected_language(text, SURE)
    return stated if found is None or _is_near(found, code) else found


def _is_near(found: str | None, code: str) -> bool:
    return found == code or any({found, code} <= group for group in _NEAR)


def script_of(text: str) -> str:
    """The script of a text: a key of SCRIPTS, or "latin" for all the others."""
    least = SCRIPT_SHARE * max(1, sum(map(len, _LETTERS.findall(text))))
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    for name, (ranges, _) in SCRIPTS.items():
        if sum(np.count_nonzero((codes >= first) & (codes <= last)) for first, last in ranges) >= least:
            return name
    return "latin"


def detected_language(text: str, least: float = MIN_CONFIDENCE) -> str | None:
    """The ISO 639-1 code of a text; None when it is judged with less, or without the extra ``language``."""
    try:
        language, confidence = _identifier().classify(text[:MAX_CHARS])
    except MissingExtra:
        return None
    return str(language) if confidence >= least else None


def load_languages() -> None:
    """Load the model now: 77 MB, which processes share that are forked from this one. Nothing without the extra."""
    with suppress(MissingExtra):
        _identifier()


def _identifier() -> Any:
    with _LOADING:
        return _loaded()


@cache
def _loaded() -> Any:
    module = require("py3langid.langid", "language")
    return module.LanguageIdentifier.from_model_file(module.MODEL_FILE, norm_probs=True)


def _code(tag: str) -> str:
    code = tag.lower().replace("_", "-").partition("-")[0]
    return _OLD_CODES.get(code, code)


def _fits(stated: str, script: str) -> bool:
    code = _code(stated)
    if script == "latin":
        # Serbian, Kazakh and others have two alphabets.
        return not any(code in languages for languages in _OTHER_SCRIPTS_ONLY)
    return code in SCRIPTS[script][1]


_OTHER_SCRIPTS_ONLY = tuple(languages - {"sr", "kk", "ku", "tt", "mn"} for _, languages in SCRIPTS.values())


def _only_language(script: str) -> str | None:
    return {"kana": "ja", "hangul": "ko", "han": "zh", "greek": "el"}.get(script)
