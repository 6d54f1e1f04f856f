"""The body as Markdown, by html-to-markdown: tables, lists, links and code blocks are kept."""

from __future__ import annotations

from newsbody.ground.extras import require


def to_markdown(html: str) -> str:
    """The Markdown of a body's clean HTML, "" for none. Raises MissingExtra without the extra ``markdown``."""
    if not html:
        return ""
    result = require("html_to_markdown", "markdown").convert(html)
    return str(result.content).strip()
