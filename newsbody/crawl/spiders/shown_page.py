"""Which page of which thread is shown, by its address, by the one that it states, and by its pager."""

from __future__ import annotations

from collections.abc import Iterable

from newsbody.crawl.addresses.address import Address
from newsbody.crawl.addresses.addresses import Addresses
from newsbody.crawl.pages.reading import Reading
from newsbody.urls.seen_pages import own_number


def is_of_another(own: Address, stated: Address) -> bool:
    """Does a page with the address of one thread state that it is of another?"""
    return (
        None not in (own.thread_key, stated.thread_key)
        and not stated.is_variant
        and own.thread_key != stated.thread_key
    )


def is_later(own: Address, stated: Address) -> bool:
    """Does a page with the address of a thread's first state that it is a later one? The reverse many sites do."""
    same = own.thread_key is not None and own.thread_key == stated.thread_key
    return same and not (own.is_variant or stated.is_variant) and own.page == 1 < stated.page


def by_pager(own: Address, linked: Iterable[Address]) -> tuple[str, int] | None:
    """The thread and the number of a page, by the one to which its pager has no link.

    Where its address names no thread, it is the one to whose later pages it links, if that is one alone.
    """
    pages = [other for other in linked if other.thread_key and not other.is_variant]
    threads = {own.thread_key} if own.thread_key else {other.thread_key for other in pages if other.page > 1}
    key = threads.pop() if len(threads) == 1 else None
    number = own_number({other.page for other in pages if other.thread_key == key}) if key else None
    return (key, number) if key and number else None


def own_url(reading: Reading, shown: Address, addresses: Addresses) -> str:
    """The address that a page states for itself, when it is one of this page; else that under which it was asked."""
    stated = addresses.look(reading.canonical) if reading.canonical else shown
    return stated.canonical if stated.page_id == shown.page_id else shown.canonical


def thread_of(shown: Address) -> str:
    """The thread that a page belongs to; the page itself where its address names none."""
    return shown.thread_key or shown.canonical
