"""Tags by number. The number tells what a tag does to the text around it: one comparison, no look-up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import numpy as np
from lxml import etree

from newsbody.page.characters import BoolArray

#: Tags that end a paragraph (Hu et al. 2006, section 4.1), with what HTML5 made block level.
PARAGRAPH_BOUNDARIES = frozenset(
    "p br h1 h2 h3 h4 h5 h6 table tr hr div center "
    "li td th dt dd section article header footer aside nav main figure figcaption blockquote "
    "pre ul ol dl form address details option "
    "html body tbody thead tfoot caption fieldset legend summary select frameset".split()
)
#: Elements whose content is never text that a reader sees.
INVISIBLE_TAGS = frozenset(
    "script style noscript template svg math iframe object embed applet textarea canvas audio video title "
    "noframes noembed".split()  # what is in these two the parser gives as it is written, markup and all
)
#: Others that some extractor asks for.
_OTHERS = (
    "a abbr area b base big button cite code col colgroup del em font head i img input ins label link map mark "
    "meta param picture q s small source span strong sub sup time tt u wbr"
).split()

#: A tag's number is its place here; 0 is any tag that nobody asks for. From the first boundary on each tag
#: ends a paragraph, from NOSCRIPT on its content is invisible.
TAG_NAMES = (
    *("", *_OTHERS),
    *sorted(PARAGRAPH_BOUNDARIES - {"br"}),
    *("br", "noscript"),
    *sorted(INVISIBLE_TAGS - {"noscript"}),
    "rt",  # what is in it is read as one text
)
TAG_CODES = {name: code for code, name in enumerate(TAG_NAMES) if name}
FIRST_BOUNDARY = len(_OTHERS) + 1
LINE_BREAK, NOSCRIPT = TAG_CODES["br"], TAG_CODES["noscript"]
#: What is no element and only stands between two pieces of text.
MARK = -1
#: The attribute that is asked for most. Of lxml: in bytes, for a name that is text takes twice the time.
CLASS = b"class"

#: What lxml gives as the tag of a node: a name, or a function for those that are no elements.
NodeTag = str | Callable[..., object]
NODE_CODES: Mapping[NodeTag, int] = dict.fromkeys(
    (etree.Comment, etree.ProcessingInstruction, etree.Entity), MARK
) | dict(TAG_CODES)


@cache
def chosen_codes(names: tuple[str, ...]) -> BoolArray:
    """Which numbers those tags have. Shape (len(TAG_NAMES),). Raises KeyError for one not in TAG_NAMES."""
    chosen = np.zeros(len(TAG_NAMES), dtype=np.bool_)
    chosen[[TAG_CODES[name] for name in names]] = True
    return chosen


#: What holds code: words that nobody but its author writes there.
CODE = frozenset(("pre", "code"))
