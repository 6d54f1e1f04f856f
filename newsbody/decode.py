"""Bytes to text without trusting a wrong declaration: the text itself decides.

About a fifth of Chinese pages declare GB2312, GBK or Big5 and hold UTF-8. So what is
declared (transport, page) only makes a candidate; every candidate is decoded, and the one
whose characters look like writing wins.
"""

from __future__ import annotations

import codecs
import unicodedata
from functools import cache

from w3lib.encoding import html_body_declared_encoding, read_bom, resolve_encoding

#: Tried beside the declared encodings, in this order when equally plausible.
FALLBACKS = ("gb18030", "big5", "shift_jis", "euc-kr", "euc-jp", "cp1252", "cp1251", "cp1253", "iso8859-2")
#: UTF-8 is believed while it has this many good sequences for a broken one: text in another
#: encoding practically never forms a valid sequence, half a page often ends in a broken one.
UTF8_GOOD_PER_BROKEN = 10
#: How much a declaration is worth, as a share of plausible characters.
DECLARED_BONUS = 0.15
#: Non-ASCII bytes that decide; more say nothing new.
SAMPLE_BYTES = 20_000

#: Python's codecs that turn bytes into something else than the text of a page.
NO_CHARSETS = frozenset(
    "rot13 rot-13 hex base64 bz2 zlib uu quopri idna punycode undefined mbcs oem "
    "unicode_escape unicode-escape raw_unicode_escape raw-unicode-escape".split()
)
#: The characters that a third of all Chinese and a half of all Korean writing consists of. Read in a wrong
#: encoding, the common characters of one script are common ones of another, but not these.
FREQUENT = frozenset(
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里"
    "這個們來為國說時會對於過發後裡"
    "이다는에을의가고하지한로도서기를은사자니리대인시해어스부아나정일전제보그장"
)
#: The same of Japanese. Chinese encodings have them at the same places, but Chinese has no use for them.
FREQUENT_JAPANESE = frozenset(map(chr, range(0x3041, 0x3094)))
#: What they are worth when every third character is one of them, as a share of plausible characters: less than
#: a declaration, more than the chance of a short text.
FREQUENT_BONUS, FREQUENT_SHARE = 0.1, 1 / 3

_REPLACEMENT = "\ufffd"
_TYPOGRAPHY = frozenset("“”‘’–—…«»·•°©®™€£§¡¿№\u00a0")


def decode(data: bytes, declared: str | None = None) -> tuple[str, str]:
    """The text of a page and the name of the encoding that gave it (Python's codec name).

    ``declared`` is what the transport said. Never raises: bytes that are no text in any
    encoding come back with replacement characters.
    """
    bom_encoding, bom = read_bom(data)
    if bom_encoding and bom:
        return data[len(bom) :].decode(bom_encoding, "replace"), codecs.lookup(bom_encoding).name
    wide = _utf16_without_bom(data[:400])
    if wide:
        return data.decode(wide, "replace"), wide
    candidates = _declared(data, declared)
    if data.isascii():
        # The 7-bit encodings of East Asia switch by escape sequences; only a declaration tells.
        name = next((c for c in candidates if b"\x1b" in data and c.startswith("iso2022")), "utf-8")
        return data.decode(name, "replace"), name
    text = data.decode("utf-8", "replace")
    # A replacement character that stands in the bytes as such was broken by somebody else.
    broken = text.count(_REPLACEMENT) - data.count(_REPLACEMENT.encode())
    if not broken or sum(c > "\x7f" for c in text) > (UTF8_GOOD_PER_BROKEN + 1) * broken:
        return text, "utf-8"
    sample = _sample(data)
    scores = {name: _plausible(sample, name) + DECLARED_BONUS for name in candidates}
    for name in FALLBACKS:
        scores.setdefault(name, _plausible(sample, name))
    best = max(scores, key=lambda name: scores[name])
    return data.decode(best, "replace"), best


def _declared(data: bytes, transport: str | None) -> list[str]:
    names = (resolve_encoding(raw) for raw in (transport, html_body_declared_encoding(data)) if raw)
    # UTF-8 and UTF-16 show themselves in their bytes and are tried before.
    codec_names = [codecs.lookup(name).name for name in names if name]
    return [name for name in codec_names if not name.startswith("utf") and name not in NO_CHARSETS]


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
        size += len(taken[-1]) - sum(byte < 0x80 for byte in taken[-1])
        if size > SAMPLE_BYTES:
            break
    return b"\n".join(taken)


@cache
def _common_characters() -> frozenset[str]:
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
    return frozenset((*decoded, *kana, *marks))


def _plausible(sample: bytes, encoding: str) -> float:
    """Share of the non-ASCII characters that stand as they stand in writing, 0 … 1, and FREQUENT_BONUS.

    Broken sequences, controls and private-use characters count thrice against it.
    """
    text = f" {sample.decode(encoding, 'replace')} "
    common = _common_characters()
    often = FREQUENT_JAPANESE if "jis" in encoding or "jp" in encoding else FREQUENT
    good = bad = frequent = 0
    for before, char, after in zip(text, text[1:], text[2:], strict=False):
        if char <= "\x7f":
            continue
        if char in common:
            good += 1
            frequent += char in often
        elif char == _REPLACEMENT or unicodedata.category(char) in ("Cc", "Co", "Cn"):
            bad += 3
        elif char in _TYPOGRAPHY or _stands_in_word(before, char, after):
            good += 1
        else:
            bad += 1
    if not good:
        return 0.0
    return good / (good + bad) + FREQUENT_BONUS * min(1.0, frequent / good / FREQUENT_SHARE)


def _stands_in_word(before: str, char: str, after: str) -> bool:
    """A letter of an alphabet: Latin with accents beside plain letters, others beside their like."""
    if not char.isalpha() or char >= "\u3400":
        return False
    if char.isupper() and before.isalpha() and not before.isupper():
        return False  # a capital in the middle of a word
    neighbours = [c for c in (before, after) if c.isalpha()]
    if char < "\u0250":
        return any(c.isascii() for c in neighbours)
    return bool(neighbours) and not any(c < "\u0250" for c in neighbours)
