"""Is there a body at all? What a whole page looks like once its paragraphs have probabilities."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, urlsplit

import numpy as np
from numpy.typing import NDArray

from newsbody.extractors.auto.choice import Choice
from newsbody.extractors.auto.features import FEATURES
from newsbody.extractors.auto.table import Column, ParagraphTable
from newsbody.extractors.auto.thresholds import THRESHOLDS
from newsbody.page import Page
from newsbody.urls.list_addresses import is_front_page, is_list_address

#: A linked paragraph of this many weighted letters is a headline that leads to a story.
HEADLINE = 25
#: Paragraphs up to this long, a fifth digits, are dates, prices or counts.
SHORT = 40
#: What a page says of itself in its head, by what it then is.
DECLARED = {
    "article": ('"NewsArticle"', '"Article"', '"BlogPosting"', '"ReportageNewsArticle"'),
    "list": ('"CollectionPage"', '"ItemList"', '"SearchResultsPage"', '"ProductCollection"'),
}
#: What is chosen on a page that is no list by its address is a body if so large an F1 is expected of it, its longest
#: paragraph has so many weighted letters, and it has so large a share of all that is no link; the second where nearly
#: all speaks for a list.
NO_GUESS, LONG_PARAGRAPH, OF_ALL, MOST_OF_ALL = 0.4, 150.0, 0.3, 0.7
#: So many pictures in links, and so large a share of all. (20 find the same lists, and 4 articles.)
LINKED_PICTURES, MOSTLY_LINKED = 25, 0.67
PAGE_FEATURES = (
    *("expected", "expected_f1", "body_weight", "body_paragraphs", "body_longest", "body_mean", "body_stops"),
    *("body_density", "body_share", "body_link_share", "body_template", "body_holders", "body_cut", "body_headings"),
    *("highest", "unsure", "headlines", "headline_share", "teasers", "dates", "link_share", "paragraphs", "plain"),
    *("since_h1", "since_title", "described", "articles", "times"),
    *("declared_article", "declared_list", "published", "path_depth", "slug_length", "slug_parts", "address_digits"),
)

_PUBLISHED = ("article:published_time", "datepublished", "publishdate")


def page_features(table: ParagraphTable, features: Column, probability: NDArray[np.floating], choice: Choice) -> Column:
    """The values of :data:`PAGE_FEATURES` for a page with paragraphs. Shape ``(len(PAGE_FEATURES),)``.

    ``features`` are those of the paragraphs, shape ``(k, len(FEATURES))`` or wider.
    """
    values = (*_body(table, features, probability, choice), *_furniture(table, probability))
    return np.array((*values, *_told(table, features, choice)), dtype=np.float32)


def _body(
    table: ParagraphTable, features: Column, probability: NDArray[np.floating], choice: Choice
) -> tuple[Any, ...]:
    body = choice.paragraphs
    weight, plain = table.weight.astype(np.float64), table.plain
    numbers = body.nonzero()[0]
    count, taken = max(len(numbers), 1), max(float(weight[body].sum()), 1.0)
    span = weight[numbers[0] : numbers[-1] + 1].sum() if len(numbers) else 1.0
    sizes = np.bincount(table.templates[1][body]) if len(numbers) else np.zeros(1)
    stops = [table.page.text[stop - 1] for stop in table.page.paragraph_stop[body].tolist()]
    return (
        np.log1p(probability @ weight),
        choice.expected_f1,
        np.log1p(taken),
        len(numbers),
        np.log1p(plain[body].max(initial=0)),
        np.log1p(taken / count),
        table.stops[body].sum(),
        taken / max(float(span), 1.0),
        taken / max(float(weight.sum()), 1.0),
        table.link[body].sum() / taken,
        sizes.max() / count,
        len(set(table.levels[0][body].tolist())) / count,
        sum(stop in "….,，、" for stop in stops) / count,
        features[body, FEATURES.index("in_heading")].sum() / count,
    )


def _furniture(table: ParagraphTable, probability: NDArray[np.floating]) -> tuple[Any, ...]:
    weight, plain = table.weight, table.plain
    whole = max(float(weight.sum()), 1.0)
    headline = (table.link_share > 0.8) & (weight >= HEADLINE)
    # A text right behind a linked headline: how list pages are made.
    teaser = headline[:-1] & (plain[1:] >= HEADLINE)
    dates = (weight <= SHORT) & (table.digits > 0.2 * weight)
    return (
        probability.max(),
        np.count_nonzero((probability > 0.2) & (probability < 0.8)) / len(probability),
        np.log1p(np.count_nonzero(headline)),
        weight[headline].sum() / whole,
        np.log1p(np.count_nonzero(teaser)),
        np.log1p(np.count_nonzero(dates)),
        table.link.sum() / whole,
        np.log1p(len(weight)),
        np.log1p(plain.sum()),
    )


def _told(table: ParagraphTable, features: Column, choice: Choice) -> tuple[Any, ...]:
    """What the page says of itself: headline and description by the body, its head and its address."""
    page = table.page
    numbers = choice.paragraphs.nonzero()[0]
    first = int(numbers[0]) if len(numbers) else 0
    kind = page.metas.get("og:type", [""])[0].lower()
    path, query = _address(page.url or _own_address(page))
    slug = path[-1] if path else ""
    return (
        features[first, FEATURES.index("since_h1")],
        features[first, FEATURES.index("since_title")],
        features[:, FEATURES.index("described")].sum(),
        np.log1p(np.count_nonzero(page.is_tag("article"))),
        np.log1p(np.count_nonzero(page.is_tag("time"))),
        kind.startswith("article") + any(name in page.linked_data for name in DECLARED["article"]),
        (kind == "website") + any(name in page.linked_data for name in DECLARED["list"]),
        any(name in page.metas for name in _PUBLISHED),
        -1 if path is None else len(path),
        -1 if path is None else len(slug),
        -1 if path is None else slug.count("-") + slug.count("_"),
        -1 if path is None else sum(character.isdigit() for part in (*path, *query) for character in part),
    )


def reads_as_article(table: ParagraphTable, choice: Choice, as_list: float) -> bool:
    """Whether a page whose address is that of no list has running text: guides and reviews among many boxes and links.

    ``as_list``: its probability of a list by all else; where that is near 1 no text speaks against it.

    (Of 5,010 articles, their sets left out, 28 were emptied, 13 of them have their body by this; of 568 lists, those of
    their sites left out, nine more become articles. What is most of a page: six more articles, three more lists.)
    """
    body = choice.paragraphs
    is_guess = choice.expected_f1 < NO_GUESS or table.plain[body].max(initial=0) < LONG_PARAGRAPH
    if is_guess or as_list >= THRESHOLDS.surely_list:
        return False
    known = _address(table.page.url or _own_address(table.page))[0] is not None
    share = OF_ALL if as_list < THRESHOLDS.nearly_list else MOST_OF_ALL
    return known and not may_be_list(table.page) and bool(table.plain[body].sum() >= share * table.plain.sum())


def leads_by_pictures(page: Page) -> bool:
    """Whether most pictures of a page, and many, are links, as those of goods, recipes and members are.

    (Of seven lists that pass for articles without this two read as such; so do the three articles, of 785, that have
    such pictures. Of 1,554 in four sets that nothing was made with it changes none.)
    """
    links, pictures = np.flatnonzero(page.is_tag("a")), np.flatnonzero(page.is_tag("img"))
    if min(len(links), len(pictures)) < LINKED_PICTURES:
        return False
    before = np.searchsorted(links, pictures)
    linked = np.count_nonzero((before > 0) & (pictures < page.end[links[before - 1]]))
    return bool(linked >= max(LINKED_PICTURES, MOSTLY_LINKED * len(pictures)))


def address_of_list(page: Page) -> bool:
    """Whether a page has the address of a list, its own or the one that it names as its own."""
    return is_list_address(page.url or _own_address(page))


def may_be_list(page: Page) -> bool:
    """Whether a page has the address of a list or of a site's first page, where nothing speaks for a body."""
    address = page.url or _own_address(page)
    return is_front_page(address) or is_list_address(address)


def _own_address(page: Page) -> str:
    """The address that a page gives itself, "" without."""
    canonical = (link.get("href") for link in page.all_of("link") if (link.get("rel") or "").lower() == "canonical")
    return next(filter(None, canonical), page.metas.get("og:url", [""])[0])


def _address(address: str) -> tuple[list[str] | None, list[str]]:
    """The parts of an address's path, None without an address; and the numbers of its query (``?id=412``)."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:  # such as an unclosed [ of an IPv6 address
        return None, []
    path = [part for part in parts.path.split("/") if part]
    return path if parts.netloc else None, [value for _, value in parse_qsl(parts.query) if value.isdigit()]
