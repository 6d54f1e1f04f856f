"""How much work one page may make: the only place that says so.

Everything that reads a page is linear in it; so what a page costs is bounded by what of it is read. The
limits are far beyond real pages (of 9,655 saved ones the longest has 2.2 MB, the one with most
elements 9,000): what a page has beyond them is left unread, and the rest gives what can be had.
"""

from __future__ import annotations

import re
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from newsbody.page.characters import IntArray

#: Bytes of a page that are read, as they came, unless something else is said.
MAX_PAGE_BYTES = 5_000_000
#: Start tags that are read: the default extractor takes some 2.5 kB of memory and 25 us for a paragraph.
MAX_TAGS = 20_000
#: Attributes of one element that are read. libxml2 takes quadratic time for them.
MAX_ATTRIBUTES = 256
#: Shorter start tags (bytes) hold no more attributes than cost a few milliseconds, and are not looked at.
LONG_TAG = 8_192
#: What may be long tags is looked at until that comes to so many times the page; then all of it is.
MAX_LOOKED_AT = 4

#: More soft hyphens are taken out at once: one by one those of a long German page take half of its parse.
MANY_HYPHENS = 500

#: Control characters mean nothing in a page, and may hide what is meant.
_CONTROLS = bytes({*range(0x20), 0x7F} - {*b"\t\n\f\r"})
#: … but those of Latin 1, which are the quotes and dashes of windows-1252 in a page that was wrongly converted; HTML
#: says so of references (``&#146;``), and means nothing by them either. Those that windows-1252 lacks go.
_LATIN_CONTROLS = re.compile(rb"\xc2([\x80-\x9f])")
_WINDOWS = {bytes([code]): bytes([code]).decode("cp1252", "ignore").encode() for code in range(0x80, 0xA0)}
#: Characters without width or of no script (soft hyphens, joiners of words, marks of direction that turn a text
#: around, tags), where there are any: in words they hide what is written, and tags are read by machines only.
#: Flags of countries end in tags, and are kept; letters of Arabic, Persian and of India, and emoji, are joined and
#: parted. All begin with a byte of their own, without groups: only then the bytes between are passed over quickly.
_UNSEEN = re.compile(
    rb"\xf0\x9f\x8f\xb4(?:\xf3\xa0[\x80\x81][\x80-\xbf]){1,16}|\xf3\xa0[\x80\x81][\x80-\xbf]"
    rb"|\xc2\xad|\xe2\x80[\x8b\xaa-\xae]|\xe2\x81[\xa0-\xaf]|\xef\xbb\xbf"
    rb"|\xe2\x80[\x8c\x8d](?:(?<=[A-Za-z0-9]...)|(?<=[\xc3-\xd3][\x80-\xbf]...)"
    rb"|(?<=[\xe3-\xe9][\x80-\xbf][\x80-\xbf]...))(?:\xe2\x80[\x8c\x8d])*+",
    re.DOTALL,
)
#: The last two of each plane are no characters: XML has no place for them.
_NONE = "".join(chr((plane << 16) + 0xFFFE + last) for plane in range(17) for last in (0, 1))
_NON_CHARACTERS = re.compile(rb"(?:\xef\xbf|[\xf0-\xf4][\x8f\x9f\xaf\xbf]\xbf)[\xbe\xbf]")
#: The same written as references.
_REFERENCE = re.compile(
    rb"&#(?:0*(?:" + b"|".join(b"%d" % ord(none) for none in _NONE) + rb"|[0-8]|11"
    rb"|1[4-9]|2[0-9]|3[01]|127|173|8203|823[4-8]|828[89]|829[0-9]|830[0-3]|65279"
    rb"|9175(?:0[4-9]|[1-9][0-9])|9176(?:[0-2][0-9]|3[01]))(?![0-9])"
    rb"|[xX]0*(?:[0-8bBeEfF]|1[0-9a-fA-F]|7[fF]|[aA][dD]|200[bB]|202[a-eA-E]|206[0-9a-fA-F]|[fF][eE][fF][fF]"
    rb"|[eE]00[0-7][0-9a-fA-F]|(?:10|[0-9a-fA-F])?[fF]{3}[eEfF])(?![0-9a-fA-F]));?"
)
_NAMED_REFERENCE = re.compile(rb"&(?:shy|ZeroWidthSpace|NoBreak);")
_FLAG = 0xF0
#: The same characters in a text, of a tree that somebody made of the page with them; controls go first.
_CONTROLS_IN_TEXT = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")
_UNSEEN_IN_TEXT = re.compile(
    "[\xad\u200b\u202a-\u202e\u2060-\u206f\ufeff]|(?<=[A-Za-z0-9\xc0-\u04ff\u3000-\u9fff])[\u200c\u200d]+"
    f"|[{_NONE}]"
    "|\U0001f3f4[\U000e0000-\U000e007f]{1,16}|[\U000e0000-\U000e007f]"
)


def _any_of(*octets: int) -> NDArray[np.bool_]:
    chosen = np.zeros(256, dtype=np.bool_)
    chosen[list(octets)] = True
    return chosen


#: What may stand behind the first byte of what is taken out: of a reference, of a control or soft hyphen, of others.
_AFTER_AND, _AFTER_C2, _AFTER_E2, _AFTER_EF = (
    *(_any_of(*b"#sZN"), _any_of(*range(0x80, 0xA0), 0xAD)),
    *(_any_of(0x80, 0x81), _any_of(0xBB)),
)
#: The third bytes of unseen characters whose first is 0xe2.
_UNSEEN_THIRD = _any_of(*range(0x8B, 0x8E), *range(0xA0, 0xB0))

_TAG_START = re.compile(rb"<[a-zA-Z]")
_ATTRIBUTE = rb"[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>]*+))?+"
#: Comments, elements whose content is no markup, and tags, as parsers cut them.
_MARKUP = re.compile(
    rb"<(?:!--(?:[^-]++|-(?!->))*+"
    rb"|(?i:(script|style|textarea|title|xmp|iframe|noembed|noframes)(?=[\s/>]))(?:[^<]++|<(?!/(?i:\1)))*+"
    rb"|[!?][^>]*+|/(?![a-zA-Z])[^>]*+"
    rb"|/?[a-zA-Z][^\s/>]*+(?P<attributes>(?:" + _ATTRIBUTE + rb")*+))"
)
_SOME_ATTRIBUTES = re.compile(rb"(?:" + _ATTRIBUTE + rb"){0,%d}" % MAX_ATTRIBUTES)
_ANY_TAG = re.compile(rb"</?[a-zA-Z]")
#: A tag with no more attributes than are read.
_SHORT_ENOUGH = re.compile(rb"</?[a-zA-Z][^\s/>]*+" + _SOME_ATTRIBUTES.pattern + rb"[\s/]*+>")
#: What stands right before a quote that opens a value.
_OPENING = frozenset(b"= \t\n\r\f\v")
#: Of what stands before a quote so much is looked at (bytes), and what may stand before an attribute's name.
_BEFORE_QUOTE, _BEFORE_NAME = 64, frozenset((b"", *(bytes((octet,)) for octet in b" \t\n\f\r/\"'=")))


def bounded(source: bytes, max_bytes: int) -> bytes:
    """As much of a page in any encoding as may be read, for others who parse it."""
    source = source[:max_bytes]
    return _with_few_attributes(source[: _end_of_tags(source)])


def within_limits(source: bytes) -> tuple[bytes, int]:
    """What of a page in UTF-8 is read, without characters that nobody sees; and how many bytes at its end are not."""
    source = visible(source)
    stop = _end_of_tags(source)
    return _with_few_attributes(source[:stop]), len(source) - stop


def is_within_limits(source: bytes) -> bool:
    """Whether all tags and attributes of a page are read."""
    return _end_of_tags(source) == len(source) and _with_few_attributes(source) is source


def visible(source: bytes) -> bytes:
    """Without what nobody sees: looked for with numpy, in a tenth of the time of a pattern; most pages have none."""
    if source and _has_controls(source):
        source = source.translate(None, _CONTROLS)
    if b"\xbf\xbe" in source or b"\xbf\xbf" in source:
        source = _NON_CHARACTERS.sub(b"", source)
    if not source.isascii():
        source = _without_unseen(source)
    if b"&" in source and len(places := _places(source, b"&", _AFTER_AND)):
        named = _without(source, places, _NAMED_REFERENCE)
        places = places if named is source else _places(named, b"&", _AFTER_AND)
        source = _without(named, places, _REFERENCE)
    return source


def visible_text(text: str) -> str:
    """A text without what nobody sees, such as the soft hyphen in ``sun&shy;set``."""
    if text.isprintable() and text.isascii():
        return text
    return _UNSEEN_IN_TEXT.sub(_flag, _CONTROLS_IN_TEXT.sub(_as_in_windows, text))


def _as_in_windows(found: re.Match[str]) -> str:
    return _WINDOWS[found[0].encode("latin-1")].decode() if found[0] >= "\x80" else ""


def _flag(found: re.Match[str]) -> str:
    """What is left of what nobody sees: flags of countries."""
    return found[0] if found[0][0] == "\U0001f3f4" else ""


def _octets(source: bytes) -> NDArray[np.uint8]:
    return np.frombuffer(source, dtype=np.uint8)


def _has_controls(source: bytes) -> bool:
    octets = _octets(source)
    # What is less than 0x0e is the largest when that is taken from it.
    return bool(
        octets.min() < ord("\t") or (octets - 0x0E).min() <= 0x1F - 0x0E or b"\x0b" in source or b"\x7f" in source
    )


def _places(source: bytes, first: bytes, second: NDArray[np.bool_]) -> IntArray:
    """Where a byte stands with one of some others behind it."""
    octets = _octets(source)
    places = np.flatnonzero(octets[:-1] == first[0])
    return np.asarray(places[second[octets[places + 1]]])


def _without(source: bytes, places: IntArray, unwanted: re.Pattern[bytes]) -> bytes:
    """A page without what a pattern finds at some places."""
    pieces, position = [], 0
    for place in places.tolist():
        found = unwanted.match(source, place) if place >= position else None
        if found:
            pieces.append(source[position:place])
            position = found.end()
    return b"".join((*pieces, source[position:])) if pieces else source


def _without_unseen(source: bytes) -> bytes:
    octets = _octets(source)
    begin = octets[:-1]
    # One search for all of them: to go through a mask takes four times as long as to make it.
    places = np.flatnonzero((begin == 0xC2) | (begin == 0xE2) | (begin == 0xEF))
    first, second = octets[places], octets[places + 1]
    latin = (first == 0xC2) & _AFTER_C2[second]
    if (second[latin] != 0xAD).any():
        return _without_unseen(_LATIN_CONTROLS.sub(lambda found: _WINDOWS[found[1]], source))
    if np.count_nonzero(latin) > MANY_HYPHENS:
        return _without_unseen(source.replace(b"\xc2\xad", b""))
    if b"\xf3" in source:  # tags, of which flags consist as well
        return _UNSEEN.sub(lambda found: found[0] if found[0][0] == _FLAG else b"", source)
    third = octets[np.minimum(places + 2, len(octets) - 1)]
    wide = (first == 0xE2) & _AFTER_E2[second] & _UNSEEN_THIRD[third]
    places = places[latin | wide | (first == 0xEF) & _AFTER_EF[second]]
    return _without(source, places, _UNSEEN) if len(places) else source


def _end_of_tags(source: bytes) -> int:
    """Where the first start tag stands that is not read; the length of the page when all are."""
    if np.count_nonzero(_octets(source) == ord("<")) <= MAX_TAGS:
        return len(source)
    surplus = next(islice(_TAG_START.finditer(source), MAX_TAGS, None), None)
    return surplus.start() if surplus else len(source)


def _with_few_attributes(source: bytes) -> bytes:
    if not _may_have_long_tag(source):
        return source
    pieces: list[bytes] = []
    position = 0
    for found in _MARKUP.finditer(source):
        if found.end() - found.start() > LONG_TAG and found["attributes"]:
            kept = _SOME_ATTRIBUTES.match(source, found.start("attributes"), found.end())
            if kept and kept.end() < found.end():
                pieces.append(source[position : kept.end()])
                position = found.end()
    return b"".join((*pieces, source[position:])) if pieces else source


def _may_have_long_tag(source: bytes) -> bool:
    """Whether a whole window of the page may lie in a single tag that has more attributes than are read.

    Then the next ">" is behind the window, or stands in a quoted value; and a tag begins between the last ">" before
    the window and the window, or earlier, if that one stands in such a value as well. Of most windows only the first
    is looked at.
    """
    before, after, tags = _Values(source), _Values(source), _Tags(source)
    for start in range(0, len(source) - LONG_TAG, LONG_TAG):
        end = source.find(b">", start, start + LONG_TAG)
        if end < 0 or after.hold(end):
            end = source.rfind(b">", 0, start)
            if tags.have_many(0 if before.hold(end) else end + 1, start + 1):
                return True
    return False


class _Tags:
    """Says of ever later places whether a tag between two may have more attributes than are read."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._from = 0
        self._left = MAX_LOOKED_AT * len(source)

    def have_many(self, begin: int, stop: int) -> bool:
        """Of tags that begin in ``range(begin, stop)``; those looked at before had few."""
        begin, self._from = max(begin, self._from), stop
        if self._source.find(b"<", begin, stop) < 0:
            return False
        tags = _ANY_TAG.finditer(self._source, begin, stop + len("/a"))
        return not all(self._has_few(tag.start()) for tag in tags)

    def _has_few(self, tag: int) -> bool:
        found = _SHORT_ENOUGH.match(self._source, tag) if self._left > 0 else None
        self._left -= found.end() - tag if found else 0
        return found is not None


class _Values:
    """Says of ever later places of a page whether they may stand in a quoted value."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._from = 0
        #: The last quotes before the place that was asked for last.
        self._double = self._single = -1

    def hold(self, place: int) -> bool:
        """Whether the last quote of a kind before a place opens a value: what closes one has no "=" before it."""
        place = max(place, 0)
        self._double = max(self._double, self._source.rfind(b'"', self._from, place))
        self._single = max(self._single, self._source.rfind(b"'", self._from, place))
        self._from = place
        return self._opens(self._double) or self._opens(self._single)

    def _opens(self, place: int) -> bool:
        if place < 0 or (place and self._source[place - 1] not in _OPENING):
            return False  # most quotes, in a third of the time of the rest
        before = self._source[max(0, place - _BEFORE_QUOTE) : place].rstrip()
        # Behind two of them, as base64 ends, it opens none unless the first is an attribute's name.
        return not before or (before[-1:] == b"=" and (before[-2:-1] != b"=" or before[-3:-2] in _BEFORE_NAME))
