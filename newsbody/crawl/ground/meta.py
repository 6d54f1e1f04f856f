"""The one meta key of newsbody: ``False`` (leave alone), or a dict of primitives."""

from __future__ import annotations

from typing import Any

from scrapy import Request

META_KEY = "newsbody"
#: What is added to the priority of requests: topics are what a crawl is for, lists lead to them.
PRIORITIES = {"topic": 20, "list": 10, "other": -20}
#: What is added to the priority of the first requests of a site that is not known yet.
FIRST = 9
#: What is added to the priority of requests that are better made when all others are done.
LAST = -100


def is_left_alone(request: Request | None) -> bool:
    """Did the project say ``meta={"newsbody": False}``?"""
    return request is not None and request.meta.get(META_KEY) is False


def newsbody_meta(request: Request | None) -> dict[str, Any]:
    """What newsbody notes of a request: ``kind`` (topic, list, other), ``page`` (article, thread: by the project), …"""
    return (request.meta.get(META_KEY) or {}) if request is not None else {}


def is_listing(request: Request | None) -> bool:
    """Is it for what the site lists of its own (robots.txt, a sitemap, a feed)? Its links are links, it is no page."""
    return bool(newsbody_meta(request).get("listing"))


def asked_url(request: Request) -> str:
    """The address that was asked for, before redirects."""
    return str(request.meta.get("redirect_urls", [request.url])[0])


def mark(request: Request, **values: Any) -> None:
    """Note something of a request. Its copies (retries, redirects) made before do not see it."""
    request.meta[META_KEY] = {**newsbody_meta(request), **values}


def tagged(request: Request, kind: str) -> Request:
    """The request with its kind noted and its priority by it."""
    mark(request, kind=kind)
    return request.replace(priority=request.priority + PRIORITIES[kind])


def in_turn(request: Request, number: int, *, early: bool = False) -> Request:
    """The request, before those that are found much later: ``number`` of its site were found before it.

    ``early``: before all others of its site that are not.

    Scrapy takes what was found last first, unless it is told otherwise, and what the crawl starts with last.
    """
    if newsbody_meta(request).get("start"):
        return request.replace(priority=request.priority + FIRST)
    place = max(0, FIRST - 1 - (number // 8).bit_length())
    return request.replace(priority=request.priority + place + FIRST * early)


def past_filter(request: Request) -> Request:
    """The request for a page that is asked for more than once: it is left out if the page was fetched."""
    again = request.replace(dont_filter=True, meta=dict(request.meta))
    # What another form of it has fetched, if it was, was another page.
    mark(again, promoted=True, claimed=None)
    return again


def promoted(request: Request, url: str, kind: str) -> Request:
    """A request that is under way once more, before all others: its first form is left out when its turn comes."""
    return tagged(past_filter(request.replace(url=url)), kind)
