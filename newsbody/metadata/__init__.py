"""Metadata of an article page: what it states for machines first, then what a reader sees.

The libraries for this were measured (``python -m tests.benchmarks.metadata --libraries``) and
left out: htmldate costs 1.9 to 25 times the lxml parse of a page, all of this 0.7 to 1.7
times; it gives no time of day, and the right day on 92 % of train/fundus and 61 % of
train/zh_cwced, where this gives it on 99 % and 88 %. extruct costs 1.0 to 1.6 times the parse.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from itertools import islice

from newsbody.ground.sitememory import DATE, NO_FACTS, SiteFacts
from newsbody.markup.links import base_url, web_address
from newsbody.metadata.about import About, read_about, stated_keywords
from newsbody.metadata.authors import author_places, read_authors, read_source
from newsbody.metadata.headline import read_headline
from newsbody.metadata.published import read_published, stated_date
from newsbody.metadata.structured import Structured
from newsbody.metadata.taxonomy import Taxonomy
from newsbody.page import Page

__all__ = ["Metadata", "canonical_url", "read_metadata", "said_in_places"]

_LANGUAGE_TAG = re.compile(r"[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*", re.IGNORECASE)
#: Above this share of Han characters a page is not in the European language that its template states.
HAN_SHARE = 0.3
#: Places of a page of which is kept what it says there: two numbers each.
MAX_PLACES = 16
_EAST_ASIAN = ("zh", "ja", "ko", "yue")


@dataclass(frozen=True)
class Metadata(About):
    """What is known about an article beside its body; None, "" or [] for what is not.

    Dates are ISO 8601, with the time zone where the page says it; ``datePublishedRaw`` is
    the text that ``datePublished`` was read from. Addresses are absolute.
    """

    headline: str = ""
    authors: list[str] = field(default_factory=list)
    datePublished: str | None = None  # noqa: N815 (schema.org's names)
    dateModified: str | None = None  # noqa: N815
    datePublishedRaw: str | None = None  # noqa: N815
    dateModifiedRaw: str | None = None  # noqa: N815
    inLanguage: str | None = None  # noqa: N815
    mainImage: str | None = None  # noqa: N815
    images: list[str] = field(default_factory=list)
    description: str | None = None
    siteName: str | None = None  # noqa: N815
    source: str | None = None
    canonicalUrl: str | None = None  # noqa: N815


def read_metadata(
    page: Page,
    now: datetime | None = None,
    called: Sequence[str] = (),
    site: SiteFacts = NO_FACTS,
    listed: str | None = None,
) -> Metadata:
    """The metadata of a page. ``now``, when it was fetched, makes 3 hours ago a date; ``called``: as links say.

    ``site``: what other pages of it show. ``listed``: when a feed says that it was published.
    """
    structured = Structured(page)
    article = structured.article
    headline = read_headline(page, structured, called=called)
    language = _language(page, structured)
    published = partial(read_published, page, structured, headline.paragraph, language, now, site=site, listed=listed)
    dates = published(relative=False)
    if dates.published is None and now is not None:
        told = published(relative=True)
        # What is written out says more; and a bare "today" is as often a word of the text.
        dates = told if told.raw and any(map(str.isdigit, told.raw)) else dates
    site_name = _first(structured.meta("og:site_name", "application-name"), structured.node_texts(article, "publisher"))
    images = _images(page, structured)
    lists = Taxonomy(page, headline.paragraph)
    authors = read_authors(page, structured, headline.paragraph, lists, site)
    return Metadata(
        **vars(read_about(page, structured, authors, lists, site)),
        headline=headline.text,
        authors=authors,
        datePublished=dates.published,
        dateModified=dates.modified,
        datePublishedRaw=dates.raw,
        dateModifiedRaw=dates.modified_raw,
        inLanguage=language,
        mainImage=images[0] if images else None,
        images=images,
        description=_first(
            structured.meta("og:description", "description", "twitter:description"),
            structured.node_texts(article, "description"),
        ),
        siteName=site_name,
        source=read_source(page, structured, headline.paragraph),
        canonicalUrl=_canonical(page, structured),
    )


def said_in_places(page: Page) -> dict[str, str]:
    """What a page says in places that show with other pages what they are: its date, its keywords, its authors."""
    structured = Structured(page)
    headline = read_headline(page, structured).paragraph
    lists = Taxonomy(page, headline)
    keywords = {place: " ".join(texts) for place, texts in stated_keywords(structured, lists).items()}
    names = {place: " ".join(names) for place, names in author_places(page, structured, headline, lists).items()}
    said = {DATE: stated_date(structured)} | keywords | names
    return dict(islice(((place, text) for place, text in said.items() if text), MAX_PLACES))


def canonical_url(page: Page) -> str | None:
    """The address that a page states as its own, absolute; None without one. Reads nothing else."""
    return _canonical(page, Structured(page))


def _first(*lists: list[str]) -> str | None:
    return next((value for values in lists for value in values), None)


def _canonical(page: Page, structured: Structured) -> str | None:
    stated = [link.get("href") or "" for link in structured.links if (link.get("rel") or "").lower() == "canonical"]
    address = _first(stated, structured.meta("og:url"))
    return web_address(base_url(page), address) or None if address else None


def _images(page: Page, structured: Structured) -> list[str]:
    """The images the page names for itself, the main one first."""
    base = base_url(page)
    named = [
        *structured.meta("og:image", "og:image:url", "og:image:secure_url"),
        *_image_addresses(structured),
        *structured.meta("twitter:image", "twitter:image:src", "thumbnailurl"),
    ]
    return list(dict.fromkeys(filter(None, (web_address(base, address) for address in named))))


def _image_addresses(structured: Structured) -> list[str]:
    value = structured.resolve(structured.article.get("image"))
    found = []
    for item in value if isinstance(value, list) else [value]:
        node = structured.resolve(item)
        address = node.get("url") or node.get("contentUrl") if isinstance(node, dict) else node
        if isinstance(address, str):
            found.append(address)
    return found


def _language(page: Page, structured: Structured) -> str | None:
    """A language tag (zh-CN, en): as stated, unless the script of the text rules it out."""
    stated = [
        page.root.get("lang") or "",
        *structured.node_texts(structured.article, "inLanguage"),
        *structured.meta("content-language", "og:locale", "language", "dc.language"),
    ]
    tags = [value.replace("_", "-") for value in stated if _LANGUAGE_TAG.fullmatch(value)]
    visible = int(page.characters.visible[-1])
    if visible and int(page.characters.cjk[-1]) > HAN_SHARE * visible:
        return next((tag for tag in tags if tag.lower().startswith(_EAST_ASIAN)), "zh")
    return tags[0] if tags else None
