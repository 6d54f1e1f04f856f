"""What is done to pages, away from the event loop: plain data in, plain data out.

What a crawl of articles' bodies by their rules does not need is imported by the first page that needs it: to import
all of it costs as much as some hundred pages.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from newsbody.crawl.pages.fetched import Opened, Source
from newsbody.crawl.pages.reading import BODY_ONLY, LIKELY, PLACE, SURE, Reading
from newsbody.crawl.pages.row_lists import is_rows, shows_others
from newsbody.extractors.interstitials import gate_of
from newsbody.ground.sitememory import SiteFacts, SiteMemory
from newsbody.page.body import Body, empty
from newsbody.page.excerpt import Outline
from newsbody.rules.articles.match import find_article, short_body, whole_in_place
from newsbody.rules.articles.text import article_text
from newsbody.rules.rule import Method, Rule
from newsbody.urls.list_addresses import is_list_address

#: Fewer articles of a site show nothing of it.
LEAST_ARTICLES = 2
#: Rules that are kept as they were read; to read one costs as much as applying it.
RULES_KEPT = 256
_rules: OrderedDict[int, tuple[dict[str, Any], Rule]] = OrderedDict()


def rule_of(row: dict[str, Any]) -> Rule:
    """The rule of a dict that says the same for as long as it lives; read once."""
    known = _rules.get(id(row))
    if known is None or known[0] is not row:
        known = _rules[id(row)] = row, Rule.from_dict(row)
        if len(_rules) > RULES_KEPT:
            _rules.popitem(last=False)
    return known[1]


def read(source: Source, kind: str, rule: dict[str, Any] | None, memory: SiteMemory, extractor: str) -> Reading:
    """Read a page by the rule of its site; by the extractor without one or when it does not match.

    ``memory``: what the extractor knows of other pages of this kind. Of the fields those are made that are wanted.
    """
    opened = source.open(extractor)
    if kind == "thread":
        from newsbody.crawl.pages.thread_part import read_thread

        thread = read_thread(opened, rule_of(rule) if rule else None, source)
        if thread is not None:
            return thread
    elif rule and (found := read_by_rule(source, rule, memory, extractor)):
        return found
    body, named = opened.judged.body(memory), rule_of(rule) if rule else None
    if named and kind == body.kind == "article":  # too short for the rule, in the place of its articles
        body = whole_in_place(named, body) or body
    return _reading_of(body, source, kind, named, memory, extractor)


def read_by_rule(
    source: Source, rule: dict[str, Any], memory: SiteMemory, extractor: str, closely: bool = True
) -> Reading | None:
    """What a page gives by the article rule of its site; None if that does not fit.

    For the body alone the page is not flattened. ``closely``: sentences in front of the bodies speak against the rule,
    and the share of the text that the bodies are is told; for more fields than the body always.
    """
    opened, named = source.open(extractor), rule_of(rule)
    if source.wanted == BODY_ONLY and not opened.is_flattened:
        outline = opened.outline
        found = article_text(named, outline, opened.whole, in_front=closely)
        fields = {"articleBody": found.text} if found else {}
        return _by_rule(opened, fields, outline if closely else None, shows_more=found.shows_more) if found else None
    article = find_article(named, opened.page)
    if article is None:
        return None
    body, shows_more = article
    return _reading_of(body, source, "article", named, memory, extractor, shows_more=shows_more)


def _reading_of(
    body: Body,
    source: Source,
    kind: str,
    named: Rule | None,
    memory: SiteMemory,
    extractor: str,
    *,
    shows_more: bool = False,
) -> Reading:
    """What a page gives of which the body is known, unless it is none of an article."""
    opened, wanted = source.open(extractor), source.wanted
    if PLACE in wanted and (is_list_address(source.url) or is_rows(body) or shows_others(body)):
        body = empty(opened.page, "list", body.source)
    gate, read_as = gate_of(body), body.kind
    least = SURE if named else LIKELY
    unlikely = kind == "article" and not gate and (read_as != "article" or body.probability < least)
    short = _body_in_place(opened, source, named, memory) if PLACE in wanted and unlikely else None
    is_held = short is not None and not (short.runs & ~body.runs).any()
    if short and is_held and short.source != "rule":
        short = None  # slots may be a part of it; what a rule leaves out is known
    body = short or body
    by_rule = body.source == "rule" and body.kind == "article" and short is None
    fields = _fields(body, source, opened, memory.facts)
    place: dict[str, Any] = {"asked": wanted, "hidden": body.hidden, "in_place": short is not None and not is_held}
    if PLACE in wanted:
        from newsbody.urls.article_pages import place_of

        place["page_number"], place["next_page"] = place_of(opened.page)
    if by_rule:
        return _by_rule(opened, fields, opened.outline, shows_more=shows_more, **place)
    return Reading(
        gate or read_as, fields, probability=body.probability, unread=max(opened.unread, body.page.unread), **place
    )


def _body_in_place(opened: Opened, source: Source, rule: Rule | None, memory: SiteMemory) -> Body | None:
    """What stands where the site has its bodies, however short: by its rule, else by the slots of its other pages."""
    found = (short_body(rule, opened.page) if rule else None) or opened.judged.body_in_place(memory)
    return None if found and (is_list_address(source.url) or shows_others(found)) else found


def _fields(body: Body, source: Source, opened: Opened, dates: SiteFacts) -> dict[str, Any]:
    if source.wanted == BODY_ONLY:
        return {"articleBody": body.text}
    from newsbody.article import ArticleParts, article_fields

    own = partial(opened.metadata, dates) if body.page is opened.page else None  # one that its data drew says more
    parts = ArticleParts(body, source.fetched, "comments" in source.wanted, metadata=own, dates=dates)
    return article_fields(parts, source.wanted)


def _by_rule(opened: Opened, fields: dict[str, Any], outline: Outline | None, **place: Any) -> Reading:
    share = len(fields["articleBody"]) / max(1, outline.text_size()) if outline else None
    return Reading("article", fields, by_rule=True, share=share, unread=opened.unread, **place)


@dataclass(frozen=True)
class Learnt:
    """What a few pages of a site taught: a rule, None when they do not show one, and what to remember of them."""

    rule: dict[str, Any] | None
    memory: SiteMemory


def learn(
    kind: str,
    sources: Sequence[Source],
    extractor: str,
    learned: str,
    method: Method = "slots",
    beside: Sequence[Source] = (),
) -> Learnt:
    """The rule of a site, and the memory of articles, from some of its pages; ``method`` finds thread rules.

    ``beside``: other pages of the site.
    """
    # Which page came first is chance; what is learned is not to depend on it.
    ordered = sorted(sources, key=lambda source: (source.url, source.data))
    if kind == "thread":
        from newsbody.rules.learn_thread import learn_thread_rule

        pages, others = ([source.open(extractor).page for source in some] for some in (ordered, beside))
        rule, memory = learn_thread_rule(pages, learned, method, others), SiteMemory()
    else:
        from newsbody.metadata import said_in_places
        from newsbody.rules.articles.learn_article import learn_article_rule

        judged, memory = [source.open(extractor).judged for source in ordered], SiteMemory()
        # The evidence of a rule is that bodies agree which were found page by page: without the memory.
        rule = learn_article_rule([one.page for one in judged], [one.body() for one in judged], learned)
        for one in judged:
            one.remember_in(memory, said_in_places(one.page))
    return Learnt(rule.to_dict() if rule else None, memory)


def learn_on(rule: Mapping[str, Any], sources: Sequence[Source], extractor: str) -> dict[str, Any]:
    """A rule for threads with what more pages show of what the software adds to posts."""
    from newsbody.rules.words.boilerplate import learned_on

    return learned_on(Rule.from_dict(rule), [source.open(extractor).page for source in sources]).to_dict()
