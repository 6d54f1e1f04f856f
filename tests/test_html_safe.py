"""Nothing of a page runs in the HTML of its body: what a cleaner would take out is not in it."""

from __future__ import annotations

from urllib.parse import urlsplit

import nh3
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html as lxml_html

from newsbody.markup.html import body_html, body_images
from newsbody.markup.outline import INLINE, STRUCTURE, TEXT_BLOCKS
from newsbody.page import Page
from newsbody.page.body import Body

TAGS = set(TEXT_BLOCKS | STRUCTURE | set(INLINE.values()) | {"img", "br"})
ATTRIBUTES = {"a": {"href"}, "img": {"src", "alt"}, "td": {"colspan", "rowspan"}, "th": {"colspan", "rowspan"}}
ADDRESSES = (
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java&#1;script:alert(1)",
    "&#1;javascript:alert(1)",
    "java\x01script:alert(1)",
    "java&#x0a;script:alert(1)",
    "java\tscript:alert(1)",
    "java&#9;script:alert(1)",
    "java&Tab;script:alert(1)",
    "javascript&colon;alert(1)",
    "&#106;&#97;vascript:alert(1)",
    "java&#x200b;script:alert(1)",
    "java&shy;script:alert(1)",
    "\u00a0javascript:alert(1)",
    " javascript:alert(1)",
    "&#xfeff;javascript:alert(1)",
    "java\x7fscript:alert(1)",
    "java\x9bscript:alert(1)",
    "vbscript:msgbox(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:image/svg+xml;base64,PHN2Zz4=",
    "feed:javascript:alert(1)",
    "view-source:javascript:alert(1)",
    "jar:javascript:alert(1)",
    "blob:https://e.com/1",
    "file:///etc/passwd",
    "mhtml:http://e.com!x",
    "x'onerror=alert(1)//",
    'x"onerror="alert(1)',
    "http://[::1/",
    "http://www.<b>name</b> .example/",
    "//e.com/x",
    "\\\\e.com\\x",
)
MARKUP = (
    '<a href="@">one</a>',
    "<a href='@'>one</a>",
    "<a href=@>one</a>",
    '<img src="@">',
    '<img src=x onerror="@">',
    '<img data-src="@.jpg">',
    '<img srcset="@, @ 2x">',
    '<base href="@"><a href="x">one</a>',
    '<svg><a xlink:href="@"><text>one</text></a></svg>',
    '<math href="@"><mtext><a href="@">one</a></mtext></math>',
    '<form action="@"><button formaction="@">one</button></form>',
    '<iframe src="@">one</iframe>',
    '<object data="@">one</object>',
    '<p style="background:url(@)">one</p>',
    '<td background="@">one',
    '<a href="x" onclick="@">one</a>',
    "<noscript><p title=\"</noscript><img src=x onerror='@'>\">one",
    "<svg></p><style><a id=\"</style><img src=1 onerror='@'>\">",
    "<math><mtext><table><mglyph><style><!--</style><img title=\"--><img src=1 onerror='@'>\">",
    "<textarea><a href='@'>one</textarea>",
    "<template><a href='@'>one</template>",
    "<xmp><a href='@'>one</xmp>",
    "<!--><a href='@'>one-->",
    "<![CDATA[<a href='@'>one]]>",
    "&lt;script&gt;@&lt;/script&gt;",
    "<plaintext><a href='@'>one",
)


def cleaned(html: str) -> str:
    return nh3.clean(html, tags=TAGS, attributes=ATTRIBUTES, url_schemes={"http", "https"}, link_rel=None)


#: Elements that a browser puts around what stands in a table without them.
IMPLIED = {"tbody", "tr", "colgroup"}


def content(html: str) -> tuple[set[tuple[str, tuple[tuple[str, str], ...]]], str]:
    """Which elements there are, with their attributes, and the text: however empty ones are written and blocks nest.

    Those of :data:`IMPLIED` count when they have attributes.
    """
    root = lxml_html.fragment_fromstring(html, create_parent="div")
    written = [element for element in root.iter() if element.tag not in IMPLIED or element.attrib]
    elements = {(str(element.tag), tuple(sorted(element.items()))) for element in written}
    return elements, "".join(root.text_content().split())


def whole(source: str, url: str | None) -> Body:
    page = Page.parse(source, url)
    return Body(page, np.ones(len(page.run_start), dtype=np.bool_))


@pytest.mark.parametrize("url", [None, "https://gazette.example/a/b"])
@pytest.mark.parametrize("markup", MARKUP)
def test_known_ways_to_run_a_script(url: str | None, markup: str) -> None:
    for address in ADDRESSES:
        body = whole(f"<p>A sentence.</p>{markup.replace('@', address)}<p>Another one.</p>", url)
        html = body_html(body)
        assert content(cleaned(html)) == content(html), address
        for image in body_images(body):
            assert urlsplit(image).scheme in ("http", "https", ""), address


@settings(max_examples=300)
@given(
    st.lists(
        st.sampled_from([*MARKUP, *(f"<{tag}>" for tag in sorted(TAGS)), "</p>", "</div>", "text & more", "<", "汉"]),
        max_size=12,
    ),
    st.sampled_from(ADDRESSES),
    st.sampled_from([None, "https://gazette.example/a/b"]),
)
def test_nothing_is_left_to_clean(parts: list[str], address: str, url: str | None) -> None:
    html = body_html(whole("".join(parts).replace("@", address), url))
    assert content(cleaned(html)) == content(html)
