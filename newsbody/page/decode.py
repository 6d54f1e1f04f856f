"""Bytes to text without trusting a wrong declaration: the text itself decides.

About a fifth of Chinese pages declare GB2312, GBK or Big5 and hold UTF-8. So what is declared (transport, page) only
makes a candidate; every candidate is decoded, and the one whose characters look like writing wins: bytes read in a
wrong encoding give rare characters, capitals within words and letters without neighbours.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from functools import cache

import numpy as np
from numpy.typing import NDArray
from w3lib.encoding import html_body_declared_encoding, read_bom, resolve_encoding

#: The characters that a third of all Chinese and a half of all Korean writing consists of. Read in a wrong
#: encoding, the common characters of one script are common ones of another, but not these.
FREQUENT = (
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里"
    "這個們來為國說時會對於過發後裡"
    "이다는에을의가고하지한로도서기를은사자니리대인시해어스부아나정일전제보그장"
)
#: The same of Japanese. Chinese encodings have them at the same places, but Chinese has no use for them.
FREQUENT_JAPANESE = "".join(map(chr, range(0x3041, 0x3094)))
#: What they are worth when every third character is one of them, as a share of plausible characters: less than
#: a declaration, more than the chance of a short text.
FREQUENT_BONUS, FREQUENT_SHARE = 0.1, 1 / 3
MAX_PLAUSIBLE = 1 + FREQUENT_BONUS
#: How much more a broken sequence, a control or a private-use character counts than a merely unlikely one.
BROKEN_WEIGHT = 3

_TYPOGRAPHY = "“”‘’–—…«»·•°©®™€£§¡¿№\u00a0"
_ALPHABETS_END = 0x3400
_LATIN_END = 0x250
_COMMON, _BROKEN, _TYPOGRAPHIC, _ALPHABETIC, _UPPER, _FREQUENT, _FREQUENT_JAPANESE = (1 << bit for bit in range(7))


def plausible(text: str, japanese: bool = False) -> float:
    """Share of the non-ASCII characters that stand as they stand in writing, 0 … 1, plus up to FREQUENT_BONUS.

    0 for a text without any. ``japanese``: by the frequent characters of that language.
    """
    codes = np.frombuffer(f" {text} ".encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    classes = _class_table()[np.minimum(codes, 0xFFFF)]
    here = np.flatnonzero(codes[1:-1] > 0x7F) + 1
    kinds = classes[here]
    common = (kinds & _COMMON) != 0
    broken = ~common & ((kinds & _BROKEN) != 0)
    good = common | (~broken & (((kinds & _TYPOGRAPHIC) != 0) | _stand_in_words(codes, classes, here)))
    good_count = int(good.sum())
    if not good_count:
        return 0.0
    bad_count = len(here) - good_count + (BROKEN_WEIGHT - 1) * int(broken.sum())
    frequent = int(((kinds & (_FREQUENT_JAPANESE if japanese else _FREQUENT)) != 0).sum())
    bonus = FREQUENT_BONUS * min(1.0, frequent / good_count / FREQUENT_SHARE)
    return good_count / (good_count + bad_count) + bonus


def _stand_in_words(codes: NDArray[np.uint32], classes: NDArray[np.uint8], here: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Letters of an alphabet that stand in words: Latin with accents beside plain letters, others beside their like."""
    letter = (classes & _ALPHABETIC) != 0
    upper = (classes & _UPPER) != 0
    before, after = here - 1, here + 1
    within = letter[here] & (codes[here] < _ALPHABETS_END)
    # A capital in the middle of a word is none.
    within &= ~(upper[here] & letter[before] & ~upper[before])
    plain = letter & (codes < 0x80)
    latin = letter & (codes < _LATIN_END)
    beside_plain = plain[before] | plain[after]
    beside_like = (letter[before] | letter[after]) & ~(latin[before] | latin[after])
    return np.asarray(within & np.where(codes[here] < _LATIN_END, beside_plain, beside_like))


@cache
def _class_table() -> NDArray[np.uint8]:
    """The classes of every character of the basic plane; the last, no character, stands for all beyond."""
    table = np.zeros(0x10000, dtype=np.uint8)
    for code in range(0x10000):
        char = chr(code)
        if char.isalpha():
            table[code] |= _ALPHABETIC
        if char.isupper():
            table[code] |= _UPPER
        if char == "\ufffd" or unicodedata.category(char) in ("Cc", "Co", "Cn"):
            table[code] |= _BROKEN
    for chars, flag in (
        (_common_characters(), _COMMON),
        (_TYPOGRAPHY, _TYPOGRAPHIC),
        (FREQUENT, _FREQUENT),
        (FREQUENT_JAPANESE, _FREQUENT_JAPANESE),
    ):
        table[[ord(char) for char in chars]] |= flag
    # Beyond stand emoji and rare Han: unlikely, not broken.
    table[0xFFFF] = 0
    return table


def _common_characters() -> str:
    """Han characters of the first level of GB 2312 and Big5, kana, and KS X 1001 Hangul."""
    gb = (bytes((row, cell)) for row in range(0xB0, 0xD8) for cell in range(0xA1, 0xFF))
    big5 = (bytes((row, cell)) for row in range(0xA4, 0xC7) for cell in (*range(0x40, 0x7F), *range(0xA1, 0xFF)))
    hangul = (bytes((row, cell)) for row in range(0xB0, 0xC9) for cell in range(0xA1, 0xFF))
    kana = map(chr, range(0x3041, 0x30FF))
    marks = map(chr, (*range(0x3000, 0x3020), *range(0xFF01, 0xFF60)))
    decoded = (
        raw.decode(codec, "ignore")
        for codec, raws in (("gb2312", gb), ("big5", big5), ("euc-kr", hangul))
        for raw in raws
    )
    return "".join((*decoded, *kana, *marks))


# --- bytes to text without trusting a wrong declaration: the text itself decides --------

#: Tried beside the declared encodings, in this order when equally plausible.
FALLBACKS = ("gb18030", "big5", "shift_jis", "euc-kr", "euc-jp", "cp1252", "cp1251", "koi8-r", "cp1253", "iso8859-2")
#: UTF-8 is believed while it has this many good sequences for a broken one: text in another
#: encoding practically never forms a valid sequence, half a page often ends in a broken one.
UTF8_GOOD_PER_BROKEN = 10
#: And so many where the page or the transport declares it: English pages have a few quotes, and one cut one. (Of 7,333
#: pages those in other encodings have up to .29, those in UTF-8 1.5 and more; 3,000 texts written in others up to .62.)
DECLARED_GOOD_PER_BROKEN = 1
#: How much a declaration is worth, as a share of plausible characters.
DECLARED_BONUS = 0.15
#: Non-ASCII bytes that decide; more say nothing new.
SAMPLE_BYTES = 5_000
#: UTF-8 is checked in pieces of this size, which stay in the processor's cache (1.5 to 2.5 times as fast as at once).
CHECKED_BYTES = 1 << 14

#: Python's codecs that turn bytes into something else than the text of a page.
NO_CHARSETS = frozenset(
    "rot13 rot-13 hex base64 bz2 zlib uu quopri idna punycode undefined mbcs oem "
    "unicode_escape unicode-escape raw_unicode_escape raw-unicode-escape".split()
)
#: Bytes that write Chinese with seven bits (HZ, RFC 1843), ``~{VPND~}``, where so many characters (each has two bytes)
#: of a page are written so, and they look like writing: names of users and variables stand there as well.
_HZ, LEAST_SEVEN_BIT = re.compile(rb"~\{((?:[!-w][!-~])+)~\}"), 8
#: So plausible it must be: names and headlines are .95 (of 251 Chinese pages), what chance makes of ASCII about .5.
SEVEN_BIT_PLAUSIBLE = 0.9
_HIGH = bytes(octet | 0x80 for octet in range(256))
#: What UTF-8 becomes when it is read as windows-1252 and saved as UTF-8 once more: ``â€™`` for a quote, ``Ã©`` for é.
_TWICE = re.compile(
    rb"\xc3[\x82-\xb4](?:\xc2[\x80-\xbf]|\xc5[\x92\x93\xa0\xa1\xb8\xbd\xbe]|\xc6\x92|\xcb[\x86\x9c]"
    rb"|\xe2\x80[\x93-\xba]|\xe2\x82\xac|\xe2\x84\xa2)"
)
#: What no page has that was saved so as a whole: an ä that begins no sequence. It is told in a tenth of the time.
_ONCE = re.compile(rb"\xc3(?:[\x80\x81\xb5-\xbf]|[\x82-\xb4](?![\xc2\xc5\xc6\xcb\xe2]))")
_AS_WINDOWS = {ord(char): octet for octet in range(0x80, 0xA0) if (char := bytes((octet,)).decode("cp1252", "ignore"))}
#: Characters that nobody has but by chance, of ``É®`` in a name, ``ß“`` before the end of a quote; ƒ, ˆ, ˜ are others'.
_UNUSUAL = re.compile("(?![ƒˆ˜])[\u0180-\u036f\u0530-\u058f\u0700-\u08ff]")
#: Encodings of the same letters in another order, and those that a fourth of all writing in Cyrillic consists of; read
#: in another encoding they are a twelfth. Fewer letters are chance.
CYRILLIC, FREQUENT_CYRILLIC, LEAST_CYRILLIC = ("cp1251", "koi8-r"), re.compile("[оаи]", re.IGNORECASE), 30
_REPLACEMENT = "\ufffd"
_ASCII = bytes(range(0x80))


def decode(data: bytes, declared: str | None = None) -> tuple[str, str]:
    """The text of a page and the name of the encoding that gave it (Python's codec name).

    ``declared`` is what the transport said. Never raises: bytes that are no text in any
    encoding come back with replacement characters.
    """
    data = _with_eight_bits(data)
    marked = _marked(data, declared)
    if marked:
        name, bom_bytes = marked
        return data[bom_bytes:].decode(name, "replace"), name
    data = _saved_once(data)
    text = data.decode("utf-8", "replace")
    # A replacement character that stands in the bytes as such was broken by somebody else.
    broken = text.count(_REPLACEMENT) - data.count(_REPLACEMENT.encode()) if _REPLACEMENT in text else 0
    if not broken:
        return text, "utf-8"
    names = _declared(data, declared)
    good_per_broken = DECLARED_GOOD_PER_BROKEN if "utf-8" in names else UTF8_GOOD_PER_BROKEN
    if len(text) - len(text.encode("ascii", "ignore")) > (good_per_broken + 1) * broken:
        return text, "utf-8"
    # UTF-16 shows itself in its bytes, too.
    sample, names = _sample(data), [name for name in names if not name.startswith("utf")]
    scores = {name: _score(sample, name) + DECLARED_BONUS for name in names}
    if max(scores.values(), default=0) < MAX_PLAUSIBLE:
        scores |= {name: _score(sample, name) for name in FALLBACKS if name not in scores}
    best = max(scores, key=lambda name: scores[name])
    if best in CYRILLIC and len(sample.translate(None, _ASCII)) >= LEAST_CYRILLIC:
        best = max((best, *CYRILLIC), key=lambda name: len(FREQUENT_CYRILLIC.findall(sample.decode(name, "replace"))))
    return data.decode(best, "replace"), best


def transcode(data: bytes, declared: str | None = None) -> tuple[bytes, str]:
    """The same as :func:`decode`, with the text in UTF-8; bytes that are UTF-8 are only checked."""
    data = _with_eight_bits(data)
    if _marked(data, declared) is None and _is_utf8(data):
        return _saved_once(data), "utf-8"
    text, name = decode(data, declared)
    return text.encode("utf-8", "replace"), name


def _is_utf8(data: bytes) -> bool:
    view, start = memoryview(data), 0
    try:
        while start < len(data):
            stop = start + CHECKED_BYTES
            # What a piece ends in the middle of is left for the next.
            start += codecs.utf_8_decode(view[start:stop], "strict", stop >= len(data))[1]
    except UnicodeDecodeError:
        return False
    return True


def _marked(data: bytes, declared: str | None) -> tuple[str, int] | None:
    """What the bytes say themselves beyond doubt: the encoding, and the length of a byte order mark."""
    bom_encoding, bom = read_bom(data)
    if bom_encoding and bom:
        return codecs.lookup(bom_encoding).name, len(bom)
    wide = _utf16_without_bom(data[:400])
    if wide:
        return wide, 0
    # The 7-bit encodings of East Asia switch by escape sequences.
    if b"\x1b" in data and data.isascii():
        named = next((name for name in _declared(data, declared) if name.startswith("iso2022")), None)
        return named or (
            "iso2022_jp" if _is_writing(data.decode("iso2022_jp", "replace"), japanese=True) else "utf-8"
        ), 0
    return None


def _with_eight_bits(data: bytes) -> bytes:
    """A page in HZ as one in UTF-8; any other as it is."""
    if not data.isascii() or b"~{" not in data:  # in this order: most pages are not in ASCII, which is told at once
        return data
    written = "".join(map(_of_hz, _HZ.findall(data)))
    return _HZ.sub(lambda found: _of_hz(found[1]).encode(), data) if _is_writing(written) else data


def _of_hz(pairs: bytes) -> str:
    return pairs.translate(_HIGH).decode("gb18030", "replace")


def _is_writing(text: str, *, japanese: bool = False) -> bool:
    """Is what seven bits may stand for long enough, and common?"""
    return (
        len(text) - len(text.encode("ascii", "ignore")) >= LEAST_SEVEN_BIT
        and plausible(text, japanese) > SEVEN_BIT_PLAUSIBLE
    )


def _saved_once(data: bytes) -> bytes:
    """UTF-8 as it was before it was read as windows-1252 and saved again, where all of the page was."""
    while (
        b"\xc3" in data and _TWICE.search(data) and not _ONCE.search(data)
    ):  # most pages have none, which is told at once
        try:
            before = data.decode("utf-8").translate(_AS_WINDOWS).encode("latin-1")
            text = before.decode("utf-8")
        except UnicodeError:
            break
        if _UNUSUAL.search(text):
            break
        data = before
    return data


def _declared(data: bytes, transport: str | None) -> list[str]:
    names = (resolve_encoding(raw) for raw in (transport, html_body_declared_encoding(data)) if raw)
    codec_names = [codecs.lookup(name).name for name in names if name]
    return [name for name in codec_names if name not in NO_CHARSETS]


def _score(sample: bytes, encoding: str) -> float:
    return plausible(sample.decode(encoding, "replace"), japanese="jis" in encoding or "jp" in encoding)


def _utf16_without_bom(head: bytes) -> str | None:
    """Markup in UTF-16 has a NUL beside nearly every ASCII letter."""
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if max(even, odd) < 0.4 * (len(head) / 2) or len(head) < 8 or min(even, odd) > 0.1 * max(even, odd):
        return None
    return "utf-16-be" if even > odd else "utf-16-le"


def _sample(data: bytes) -> bytes:
    """The parts of the page around its non-ASCII bytes, at most about SAMPLE_BYTES of these."""
    lines = [line for line in data.split(b"\n") if not line.isascii()]
    taken, size = [], 0
    for line in lines:
        taken.append(line[: 4 * SAMPLE_BYTES])
        size += len(taken[-1].translate(None, _ASCII))
        if size > SAMPLE_BYTES:
            break
    return b"\n".join(taken)
