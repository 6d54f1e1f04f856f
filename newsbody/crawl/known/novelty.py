"""What is new on a site, by what earlier crawls gave out.

Every crawl of our spiders notes what it gives out; one with ``new=1`` asks before it fetches. A
page is asked for again when the site says that it was changed: a sitemap by its date, a list by
the row that links to it. Of a thread the last page that is known is asked for, and what follows it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from newsbody.crawl.addresses.address import plain
from newsbody.crawl.addresses.aliases import Twins
from newsbody.crawl.addresses.list_cover import LOOK_AGAIN
from newsbody.crawl.known.ledger import UNFINISHED, Ledger, Met
from newsbody.crawl.known.link_forms import LinkForms, form_key
from newsbody.crawl.known.needless import Needless
from newsbody.crawl.known.row_texts import SilentRows
from newsbody.crawl.known.stored import (
    LAST,
    PAGE,
    Link,
    Names,
    Notes,
    Worth,
    changed,
    joined_states,
    page_of,
    says_of,
    state_on,
)
from newsbody.crawl.known.thread_posts import before_gap, called_before, met_until, opener_key
from newsbody.crawl.sources.domains import site_domain
from newsbody.page.sites import host_of
from newsbody.posts.letters import subject_key

if TYPE_CHECKING:
    from newsbody.crawl.addresses.address import Address
    from newsbody.crawl.sources.listing import Listing
    from newsbody.items import Post

#: Under which key it is known of a site how addresses of one page differ.
TWINS = "twins"
#: And of a host which pages stand beside others.
BESIDE = "beside"
#: Pages to which other addresses redirect that are remembered until their articles are out. Of many no article comes.
MAX_MOVED = 10_000


class Novelty:
    """``look`` says what an address is. With ``only_new`` links to known pages are worth nothing, else all are new.

    ``others``: what is neither topic nor list is worth a visit, once. ``alone``: this process sees all that the site
    has, and can tell which lists need not be looked at.
    """

    def __init__(
        self,
        ledger: Ledger,
        look: Callable[[str], Address],
        *,
        only_new: bool,
        others: bool,
        alone: bool = False,
        twins: Twins | None = None,
    ) -> None:
        self._look, self.only_new, self._others = look, only_new, others
        self._twins = twins or Twins()
        self._notes, self._names = Notes(ledger), Names(look, self._twins)
        self._forms, self._needless = LinkForms(self._notes), Needless(self._notes, self._names, alone=alone)
        self._named_with = self._twins.learned
        #: By host and key, what lists said of the pages they link to, until these are out.
        self._states: dict[tuple[str, str], str] = {}
        #: Threads of which no list says whether anything was written in them.
        self.silent = SilentRows()
        #: When they were changed last.
        self._modified: dict[tuple[str, str], str] = {}
        #: By host, the lists whose links were met: known once the crawl has done all that they led to.
        self._lists: defaultdict[str, set[str]] = defaultdict(set)
        self._ways = set[tuple[str, str]]()
        #: By the address of a page, those that redirect to it, until its article is out.
        self._moved: defaultdict[str, set[str]] = defaultdict(set)
        #: By the key of a thread, what stands on several of its pages, until it is out.
        self.standing: defaultdict[str, dict[str, None]] = defaultdict(dict)

    def key(self, url: str) -> str:
        """Under which key a page is known: of all pages of a thread the same."""
        return self._names.key(url)

    def _rename(self) -> None:
        """What was said of pages is said of what they are called by now."""
        if self._twins.learned == self._named_with:
            return
        self._named_with = self._twins.learned
        for said in (self._states, self._modified):
            for (host, key), value in list(said.items()):
                page = page_of(key)
                if page is not None and (name := self._names.plain(page)) != page:
                    del said[host, key]
                    said.setdefault((host_of(name), f"{PAGE} {name}"), value)

    def begin(self, starts: Iterable[str]) -> None:
        """Of the sites of these pages it is known which addresses are of one page, where that is to be known."""
        for domain in {site_domain(host_of(url)): None for url in starts} if self.only_new else ():
            met = self._notes.get(domain, TWINS)
            try:
                self._twins.go_on(met.further if met else ())
            except ValueError as error:
                self._notes.complain(error)

    def beside(self, host: str) -> list[str]:
        """What tells pages beside others on a host, and which bring nothing; now and then they are looked at again."""
        met = self._notes.get(host, BESIDE) if self.only_new else None
        return met.further if met and met.needless > 1 else []

    def beside_seen(self, host: str, found: list[str]) -> None:
        """What this crawl knows of them."""
        met = self._notes.get(host, BESIDE) if self.only_new else None
        needless = met.needless - 1 if met and met.needless > 1 else LOOK_AGAIN
        self._notes.put(host, {BESIDE: Met(needless=needless, further=found)})

    # --- before ---------------------------------------------------------------------------

    def say(self, page: str, states: Mapping[str, str]) -> None:
        """Note what a page says of those it links to, by their keys."""
        for key, said in states.items():
            self._say((host_of(page), key), state_on(page, said))

    def _say(self, place: tuple[str, str], state: str) -> None:
        self._states[place] = joined_states(self._states.get(place, ""), state)

    def link(
        self, url: str, page: str, modified: str | None = None, said: str | None = None, *, tells: bool = True
    ) -> Link:
        """What a link on a page is worth; ``modified`` and ``said`` are what the site says of the page behind it.

        ``said``: by the row of a list, "" for nothing. ``tells``: that it was changed then is not said of nearly all
        pages.
        """
        key, host = self._names.key(url), self._names.host(url)
        is_unheard = self._forms.meet(host, url)
        state = state_on(page, said) if said else None
        if state is not None:
            self._say((host, key), state)
        if modified is not None:  # of several that speak of it the last
            self._modified[host, key] = max(modified, self._modified.get((host, key), ""))
        if not self.only_new or self._goes_on(url, page):
            return Link(url, Worth.NEW)
        met = self._notes.get(host, key)
        if met is None:
            wanted = is_unheard or self._look(url).worth != "other" or self._forms.is_of_lists(host, url)
            return Link(url, Worth.NEW if self._others or wanted else Worth.NOTHING)
        if met.is_letter:
            return Link(url, Worth.NOTHING, met)
        if not (met.page or met.is_list):
            state = None  # a member's page changes with each of his posts
        is_new = changed(met, modified if tells else None, state)
        if met.page and said is not None:
            self.silent.met(key, met.page, is_told=is_new or (state is not None and says_of(met, state) is not None))
        if is_new:
            return Link(met.page or url, Worth.NEW)
        if met.needless:
            self._needless.meet(host, key, met)
        if not met.is_list or state is not None:
            return Link(url, Worth.NOTHING, None if met.is_list else met)
        return Link(url, Worth.SPARE if met.needless > 1 else Worth.LOOK)

    def _goes_on(self, url: str, page: str) -> bool:
        """Is it a later page of the same thread?"""
        one, other = self._look(url), self._look(page)
        return one.thread_key is not None and one.thread_key == other.thread_key and one.page > other.page

    def known_thread(self, url: str, opener: Post | None = None) -> Met | None:
        """What is known of the thread that a page is of, None where all of it is new. ``opener``: the post it opens."""
        met = self._notes.get(self._names.host(url), self._names.key(url)) if self.only_new else None
        met = met or (called_before(self._notes, self._names, url, opener) if self.only_new else None)
        return met if met and met.page else None

    def opened_by(self, post: Post) -> str | None:
        """Where a thread stands that a post opens, and was out before."""
        met = self._notes.get(self._names.host(post.url), opener_key(post)) if self.only_new else None
        return met.page if met else None

    def known_subject(self, url: str, subject: str) -> tuple[str, int] | None:
        """Where the last thread of a subject begins that was made of letters, and how many it has."""
        met = self._notes.get(self._names.host(url), subject) if self.only_new else None
        return (met.page, met.first) if met and met.page and met.first else None

    # --- afterwards -----------------------------------------------------------------------

    def seen(self, url: str) -> None:
        """A page is done with: its article is out, or it has none."""
        self._rename()
        told_of = host, key = self._names.host(url), self._names.key(url)
        met = Met(modified=self._modified.pop(told_of, None), state=self._states.pop(told_of, None))
        if met == Met() and key != f"{PAGE} {plain(url)}" and self._notes.get(host, key):
            return  # what is known of a page is said of its first address
        self._notes.put(host, {key: met})

    def page_gone(self, url: str) -> None:
        """Nothing is behind an address: of ``/topic/7/title/1``, a place in a thread, the thread may still be there."""
        if not self._look(url).is_variant:
            self.seen(url)

    def article_out(self, url: str) -> None:
        """An article is out. What was in doubt a list stays one, and is looked at again: it may be taken for one."""
        self.seen(url)
        for address in self._moved.pop(self._names.key(url), ()):
            self.seen(address)
        self._needless.is_out(url)

    def text_out(self, url: str, names: Iterable[str]) -> None:
        """The article of a page is out, which is called so at whatever address."""
        self._notes.put(site_domain(host_of(url)), {f"text {name}": Met() for name in names})

    def is_copy(self, url: str, names: Iterable[str]) -> bool:
        """Is only what is new asked for, and was an article called so out before, of another page, or one in doubt?"""
        met = self._notes.get(self._names.host(url), self._names.key(url)) if self.only_new else None
        is_known = met is not None and not met.is_list
        domain = site_domain(host_of(url))
        return self.only_new and not is_known and any(self._notes.get(domain, f"text {name}") for name in names)

    def moved(self, asked: Iterable[str], url: str) -> bool:
        """Other addresses of an article led to its page: they are known when it is out.

        Is only what is new asked for, was it out before, and did nobody know one of them?
        """
        key = self._names.key(url)
        others = [address for address in asked if self._names.key(address) != key]
        met = self._notes.get(self._names.host(url), key) if others else None
        is_news = not any(self._notes.get(self._names.host(address), self._names.key(address)) for address in others)
        if met is None or met.is_list or not is_news:
            if others:
                self._moved[key].update(others)
            if len(self._moved) > MAX_MOVED:  # no article came of the first of these
                del self._moved[next(iter(self._moved))]
            return False
        for address in others:
            self.seen(address)
        return self.only_new

    def listing_seen(self, url: str, listing: Listing) -> None:
        """A robots.txt, a sitemap or a feed was read."""
        self._needless.listing_seen(url, listing)

    def listing_gone(self, url: str) -> None:
        """There is no sitemap where a robots.txt, or custom, says."""
        self._needless.listing_gone(url)

    def needless_listing(self, url: str) -> list[str] | None:
        """Those that a robots.txt names, none of a sitemap or a feed, which need not be asked; None for one to ask."""
        return self._needless.listing(url) if self.only_new else None

    def is_list(self, url: str) -> bool:
        """Was it a list when all its links were new?"""
        met = self._notes.get(self._names.host(url), self._names.key(url)) if self.only_new else None
        return met is not None and met.is_list

    def way_seen(self, url: str) -> None:
        """A page leads to a list, though it is none: it is looked through whatever is said of it."""
        self._lists[self._names.host(url)].add(self._names.key(url))
        self._ways.add((self._names.host(url), self._names.key(url)))

    def is_looked_at(self, url: str) -> bool:
        """Was it taken for a list in this crawl?"""
        return self._names.key(url) in self._lists.get(self._names.host(url), ())

    def list_seen(self, url: str, links: Iterable[str] = (), also: Iterable[str] = (), *, always: bool = False) -> None:
        """All links of a list were met, these are worth it. It is noted when the crawl has done what they led to.

        ``always``: a crawl begins with it. ``also``: addresses that redirect to it, as `/blog` to `/blog/`.
        """
        for address in (url, *also):
            self._lists[self._names.host(address)].add(self._names.key(address))
        if not always and self._look(url).worth == "list":
            self._forms.told.add(self._names.host(url))
        self._needless.list_seen(url, links, always=always)

    def is_no_list(self, url: str) -> None:
        """What was in doubt a list is none: it is the first page of an article, and the others say more of it."""
        self._lists[self._names.host(url)].discard(self._names.key(url))
        self._needless.is_no_list(url)

    def thread_out(self, posts: Sequence[Post], *, whole: bool = True) -> None:
        """The posts of a thread are out, in their order: those of its last page tell what will be new.

        Of one that is not ``whole`` the last page before the first gap counts, and it is asked for again in any case.
        """
        pages = [list(on_page) for _, on_page in groupby(posts, lambda post: post.url)]
        if not pages:
            return
        at = len(pages) - 1 if whole else before_gap([self._look(on_page[0].url).page for on_page in pages])
        url = pages[at][0].url
        key, host = self._names.key(url), host_of(url)
        state = self._states.pop((host, key), None) if whole else UNFINISHED
        before = self._notes.get(host, key) if self.only_new else None
        # The page of a post may name its thread nowhere: one of several pages has a pager, which does.
        opener = Met(page=url if len(pages) == 1 else None, called=posts[0].threadId)
        opened = {opener_key(posts[0]): opener} if posts[0].position == 1 else {}
        opened[f"{LAST} {self._names.plain(url)}"] = replace(opener, page=None)
        opened[form_key(url)] = Met()  # nothing of its form is a list, whatever else has it (``showthread.php?p=412``)
        self._notes.put(host, {key: met_until(pages[: at + 1], state, before, self.standing.pop(key, ())), **opened})
        for address in self._moved.pop(key, ()):
            self.seen(address)

    def letters_out(self, letters: Sequence[Post]) -> None:
        """The letters of a thread are out, in their order, or those that go on with it: others may answer them."""
        first, last = letters[0], letters[-1]
        known = {self._names.key(letter.url): Met(page=letter.url) for letter in letters}
        subject = subject_key(first.headline)
        before = self.known_subject(first.url, subject) if first.position != 1 else None
        met = Met(page=before[0] if before else first.url, first=last.position)
        self._notes.put(self._names.host(first.url), {**known, subject: met})

    def close(self, *, finished: bool) -> None:
        """The crawl is over. ``finished``: it ended by itself, and nothing that a list led to is left."""
        self._keep_twins()
        self._forms.close()
        if finished:
            for host, keys in self._lists.items():
                states = {key: self._states.get((host, key)) for key in sorted(keys) if (host, key) not in self._ways}
                self._notes.put(host, {key: Met(state=states.get(key), is_list=True) for key in sorted(keys)})
                pages = [page for key, state in states.items() if state and (page := page_of(key))]
                self._forms.show_lists(host, pages)
            self._needless.close(whole=not self.only_new)
        self._notes.close()

    def _keep_twins(self) -> None:
        """Which addresses are of one page; by it are known the articles, too, that were out before that was."""
        self._rename()
        for domain, cover in self._needless.covers():
            if further := self._twins.to_texts(domain):
                self._notes.put(domain, {TWINS: Met(further=further)})
            for page in cover.articles if self._twins.learned else ():
                name = self._names.plain(page)
                if name != page or (host_of(name), f"{PAGE} {name}") in self._modified:
                    self._call(page, name)
            cover.rename(self._names.plain)

    def _call(self, page: str, name: str) -> None:
        """What is known of an article, by whichever of its names, is known by its last one."""
        host, key = host_of(name), f"{PAGE} {name}"
        mets = [met for other in self._names.earlier(page) if (met := self._notes.get(*other))]
        modified = next((met.modified for met in mets if met.modified), self._modified.get((host, key)))
        if mets:
            self._notes.put(host, {key: replace(mets[0], modified=modified)})
