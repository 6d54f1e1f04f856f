"""Layer two of the two-layer decision: features of a paragraph (Hu et al. 2006, section 4.3)."""

from __future__ import annotations

import re

import numpy as np

from newsbody.extractors.decision_trees import FloatArray
from newsbody.extractors.twolayer.scope import paragraph_letters
from newsbody.page import Page
from newsbody.page.characters import BoolArray, IntArray

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
#: Feature 1; its values in the column "tag", 0 for none of them.
NEAREST_TAGS = ("p", "br", *HEADINGS, "li")
#: Feature 6: 本报讯, 新华社…电. The agency's opening stands among the first characters.
DATELINE = re.compile("[讯電电訊]")
DATELINE_LENGTH = 16
#: Feature 7: 22 words that speak against a paragraph. The paper prints 相关新闻, 下一页, 版权所有,
#: Copyright and 转载; the others are of the same kinds: related news, paging, rights, reprints, comments.
MARKERS = (
    *("相关新闻", "相关报道", "相关专题", "相关链接", "相关阅读", "更多", "下一页", "上一页", "版权所有", "版权声明"),
    *("转载", "责任编辑", "免责声明", "发表评论", "网友评论", "推荐给朋友", "打印本页"),
    *("copyright", "all rights reserved", "related", "next page", "comments"),
)
PARAGRAPH_FEATURES = (
    *(f"tag_{tag}" for tag in NEAREST_TAGS),
    *("link_share", "plain", "link", "of_picture", "centred", "dateline", "marker", "hidden"),
)
#: What a picture and its caption share (decided in feature 4).
PICTURE_FRAMES = ("figure", "td", "th", "div")

_MARKER = re.compile("|".join(map(re.escape, MARKERS)), re.IGNORECASE)


def paragraph_features(page: Page) -> FloatArray:
    """Shape (k, len(PARAGRAPH_FEATURES)); single precision, as the trees were trained on."""
    plain, link = paragraph_letters(page)
    total = plain + link
    texts = page.paragraphs
    holder = page.paragraph_element
    tag = _nearest_tag(page)
    columns = [
        *(tag == number for number in range(1, len(NEAREST_TAGS) + 1)),
        np.divide(link, total, out=np.zeros(len(total)), where=total > 0),
        plain,
        link,
        _of_picture(page),
        _is_centred(page)[holder],
        np.array([bool(DATELINE.search(text, 0, DATELINE_LENGTH)) for text in texts], dtype=np.bool_),
        np.array([bool(_MARKER.search(text)) for text in texts], dtype=np.bool_),
        page.hidden(holder.tolist()),
    ]
    return np.stack(columns, axis=1).astype(np.float32).astype(np.float64)


def _nearest_tag(page: Page) -> IntArray:
    """1 + place in NEAREST_TAGS of the innermost such element, BR when one begins the paragraph. Shape (k,)."""
    value = np.zeros(len(page.end), dtype=np.int64)
    for number, tag in enumerate(NEAREST_TAGS, 1):
        value[page.is_tag(tag)] = number
    br = NEAREST_TAGS.index("br") + 1
    nearest = page.innermost((value > 0) & (value != br))[page.paragraph_element]
    found = np.where(nearest >= 0, value[nearest], 0)
    return np.where(page.after_br, br, found)


def _of_picture(page: Page) -> BoolArray:
    """Paragraphs alone with a picture in a FIGURE, table cell or DIV. Shape (k,)."""
    pictures = page.subtree_sum(page.is_tag("img"))
    innermost = page.innermost(page.is_tag(*PICTURE_FRAMES))[page.paragraph_element]
    frame = np.where(innermost >= 0, innermost, page.paragraph_element)
    alone = page.run_paragraph[page.first_run[frame]] == page.run_paragraph[page.last_run[frame] - 1]
    in_figure = page.inside(page.is_tag("figure"))[page.paragraph_element]
    return np.asarray((innermost >= 0) & (pictures[frame] > 0) & (alone | in_figure))


def _is_centred(page: Page) -> BoolArray:
    """Elements aligned to the centre by CENTER, their align attribute or their style, shape (n,).

    The alignment is inherited until an element sets another one.
    """
    centred: list[bool] = []
    for index, (element, parent) in enumerate(zip(page.elements, page.parent.tolist(), strict=True)):
        inherited = centred[parent] if parent >= 0 else False
        own = _alignment(element.get("align"), element.get("style"))
        centred.append(own == "center" if own else page.tags[index] == "center" or inherited)
    return np.array(centred, dtype=np.bool_)


def _alignment(attribute: str | None, style: str | None) -> str:
    if style:
        for declaration in style.lower().split(";"):
            name, _, value = declaration.partition(":")
            if name.strip() == "text-align":
                return value.split("!")[0].strip()
    return attribute.strip().lower() if attribute else ""
