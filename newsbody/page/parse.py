"""A tree of any bytes at all."""

from __future__ import annotations

import re

from lxml import etree

from newsbody.page.limits import within_limits

_TITLE_START = re.compile(rb"<title\b[^<>]*>", re.IGNORECASE)
_TITLE_END = re.compile(b"</title", re.IGNORECASE)
_TITLE_LINE = re.compile(rb"[^<\r\n]*")


def parse(source: bytes) -> tuple[etree._Element, int]:
    """The tree of a page in UTF-8, as much of it as may be read, and how many bytes at its end are not.

    Without a single element an empty BODY.
    """
    source, unread = within_limits(source)
    source = _with_closed_title(source)
    # Nobody asks for elements by id, so no index of ids is made (4 % of a parse).
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, collect_ids=False)
    root = etree.fromstring(source, parser) if source and not source.isspace() else None
    if root is None:
        root = etree.fromstring(b"<html><body></body></html>", parser)
    return root, unread


def is_parsed_as_it_is(source: bytes) -> bool:
    """Whether others, who repair no page, make the same tree of it: of what begins and ends as markup does."""
    trimmed = source.strip()
    return trimmed.startswith(b"<") and trimmed.endswith(b">") and _with_closed_title(source) is source


def _with_closed_title(source: bytes) -> bytes:
    """A TITLE that is never closed would swallow the whole page; it ends with its line."""
    start = _TITLE_START.search(source)
    if start is None or _TITLE_END.search(source, start.end()):
        return source
    line = _TITLE_LINE.match(source, start.end())
    end = line.end() if line else start.end()
    return source[:end] + b"</title>" + source[end:]
