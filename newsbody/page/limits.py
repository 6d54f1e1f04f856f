"""How much work one page may make: the only place that says so.

Everything that reads a page is linear in it; so what a page costs is bounded by what of it is read. The
limits are far beyond real pages (of 9,655 saved ones the longest has 2.2 MB, the one with most
elements 9,000): what a page has beyond them is left unread, and the rest gives what can be had.
"""

from __future__ import annotations

import re
from itertools import islice

#: Bytes of a page that are read, as they came, unless something else is said.
MAX_PAGE_BYTES = 5_000_000
#: Start tags that are read: an extractor takes some 11 kB of memory for a paragraph.
MAX_TAGS = 20_000
#: Attributes of one element that are read. libxml2 takes quadratic time for them.
MAX_ATTRIBUTES = 256
#: Shorter start tags (bytes) hold no more attributes than cost a few milliseconds, and are not looked at.
LONG_TAG = 8_192
#: In shorter pages a single tag of all their bytes costs less than a second; four of five pages are.
LONG_PAGE = 131_072

#: Control characters mean nothing in a page, and may hide what is meant.
_CONTROLS = bytes({*range(0x20), 0x7F} - {*b"\t\n\f\r"})
_LATIN_CONTROLS = re.compile(rb"\xc2[\x80-\x9f]")
#: Characters without width or of no script (soft hyphens, joiners of words, marks of direction that turn a text
#: around, tags), where there are any: in words they hide what is written, and tags are read by machines only. Each
#: begins with its first byte, which is looked for at the speed of memory; all in one cost ten parses.
_ANY_UNSEEN = tuple(
    map(re.compile, (rb"\xe2(?:\x80[\x8b-\x8d\xaa-\xae]|\x81)", rb"\xc2\xad", rb"\xef\xbb\xbf", rb"\xf3\xa0"))
)
#: Flags of countries end in tags, and are kept; letters of Arabic, Persian and of India, and emoji, are joined and
#: parted. All begin with a byte of their own, without groups: only then the bytes between are passed over quickly.
_UNSEEN = re.compile(
    rb"\xf0\x9f\x8f\xb4(?:\xf3\xa0[\x80\x81][\x80-\xbf]){1,16}|\xf3\xa0[\x80\x81][\x80-\xbf]"
    rb"|\xc2\xad|\xe2\x80[\x8b\xaa-\xae]|\xe2\x81[\xa0-\xaf]|\xef\xbb\xbf"
    rb"|\xe2\x80[\x8c\x8d](?:(?<=[A-Za-z0-9]...)|(?<=[\xc3-\xd3][\x80-\xbf]...)"
    rb"|(?<=[\xe3-\xe9][\x80-\xbf][\x80-\xbf]...))(?:\xe2\x80[\x8c\x8d])*+",
    re.DOTALL,
)
#: The same written as references.
_REFERENCE = re.compile(
    rb"&#(?:0*(?:[0-8]|11|1[4-9]|2[0-9]|3[01]|127|173|8203|823[4-8]|828[89]|829[0-9]|830[0-3]|65279"
    rb"|9175(?:0[4-9]|[1-9][0-9])|9176(?:[0-2][0-9]|3[01]))(?![0-9])"
    rb"|[xX]0*(?:[0-8bBeEfF]|1[0-9a-fA-F]|7[fF]|[aA][dD]|200[bB]|202[a-eA-E]|206[0-9a-fA-F]|[fF][eE][fF][fF]"
    rb"|[eE]00[0-7][0-9a-fA-F])(?![0-9a-fA-F]));?"
)
_NAMED_REFERENCE = re.compile(rb"&(?:shy|ZeroWidthSpace|NoBreak);")
_FLAG = 0xF0

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
#: To the end of a tag, from between its attributes; a quote only opens behind an equals sign.
_TO_END = rb"(?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>]*+))*+>"
#: The same from wherever one may be in a tag, between attributes or in a value of each kind; and what all of
#: such a value consists of: a value that does not end holds no attributes.
_WITHIN = tuple(
    (re.compile(value + end + _TO_END), re.compile(value + rb"\Z"))
    for value, end in ((rb"", rb""), (rb"[^\"]*+", rb"\""), (rb"[^']*+", rb"'"), (rb"[^\s>]*+", rb""))
)


def bounded(source: bytes, max_bytes: int) -> bytes:
    """As much of a page in any encoding as may be read, for others who parse it."""
    source = source[:max_bytes]
    return _with_few_attributes(source[: _end_of_tags(source)])


def within_limits(source: bytes) -> tuple[bytes, int]:
    """What of a page in UTF-8 is read, without characters that nobody sees; and how many bytes at its end are not."""
    source = _visible(source)
    stop = _end_of_tags(source)
    return _with_few_attributes(source[:stop]), len(source) - stop


def _visible(source: bytes) -> bytes:
    source = source.translate(None, _CONTROLS)
    if not source.isascii():
        source = _LATIN_CONTROLS.sub(b"", source)
        if any(unseen.search(source) for unseen in _ANY_UNSEEN):
            source = _UNSEEN.sub(lambda found: found[0] if found[0][0] == _FLAG else b"", source)
    return _REFERENCE.sub(b"", _NAMED_REFERENCE.sub(b"", source)) if b"&" in source else source


def _end_of_tags(source: bytes) -> int:
    """Where the first start tag stands that is not read; the length of the page when all are."""
    if source.count(b"<") <= MAX_TAGS:
        return len(source)
    surplus = next(islice(_TAG_START.finditer(source), MAX_TAGS, None), None)
    return surplus.start() if surplus else len(source)


def _with_few_attributes(source: bytes) -> bytes:
    if len(source) < LONG_PAGE or not _may_have_long_tag(source):
        return source
    pieces, position = [], 0
    for found in _MARKUP.finditer(source):
        if found.end() - found.start() > LONG_TAG and found["attributes"]:
            kept = _SOME_ATTRIBUTES.match(source, found.start("attributes"), found.end())
            if kept and kept.end() < found.end():
                pieces.append(source[position : kept.end()])
                position = found.end()
    return b"".join((*pieces, source[position:]))


def _may_have_long_tag(source: bytes) -> bool:
    """Whether a whole window of the page may lie in a single tag, and hold attributes.

    Looks at each window as if it began anywhere in a tag; in most the tag ends after a few characters.
    """
    for start in range(0, len(source) - LONG_TAG, LONG_TAG):
        stop = start + LONG_TAG
        for end, value in _WITHIN:
            if not end.match(source, start, stop) and not value.match(source, start, stop):
                return True
    return False
