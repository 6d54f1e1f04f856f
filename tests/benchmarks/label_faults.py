"""Why posts of saved thread pages have another author or another time than their labels: counts by cause, no content.

    python -m tests.benchmarks.label_faults FOLDER

The cause is read off the label, what we read, and what the page says at the place that the label names. What none of
the causes explains is called "other": only these may be faults of ours, and each of them wants to be looked at.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from tqdm import tqdm

from newsbody.dates import find_date
from newsbody.items import Post
from newsbody.page import Page
from newsbody.posts.read import read_posts
from newsbody.rules.learn_thread import learn_thread_rule
from tests.benchmarks.forums import ThreadPage, best_match, read_forum, same_author, same_time

#: An address of a page, or of a script, in place of a name.
_ADDRESS = re.compile(r"\.{0,2}/|[a-z]+:|\w+\.\w+\?", re.IGNORECASE)
_FROM_NOW = re.compile(r"\bago\b|\byesterday\b|\btoday\b|前|昨天|今天", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_CLOCK = re.compile(r"\d:\d\d")
_DAY = re.compile(r"\b\d{1,2}(?:st|nd|rd|th)?\b(?!:)")
#: No two places on earth are further apart on the clock.
_MAX_ZONES = timedelta(hours=26)


def cause_of_author(label: str, page: Page) -> str:
    """Why a label is no name that could be read: an address that leads to no person, or something else."""
    if not _ADDRESS.match(label):
        return "other"
    if label.lower().startswith("javascript:"):
        return "the label is a script"
    words = {page.text_of(index) for index, one in enumerate(page.elements) if one.get("href") == label}
    return "the label is the address of a button" if words and not any(map(_is_told, words)) else "other"


def _is_told(words: str) -> bool:
    return bool(words) and words.casefold() not in ("quote", "reply", "report", "profile")


def cause_of_time(label: str, read: str | None) -> str:
    """Why a label says another time than was read."""
    if _FROM_NOW.search(label):
        return "the label tells it from the moment of reading"
    if not _YEAR.search(label) and not re.search(r"'\d\d\b", label):
        return "the label has no year"
    if not _CLOCK.search(label) and not _DAY.search(label):
        return "the label says the month alone"
    said = find_date(label)
    if said is None:
        return "the label is cut"
    if read is not None and "T" in said.iso and "T" in read:
        one, other = (datetime.fromisoformat(moment).replace(tzinfo=None) for moment in (said.iso, read))
        apart = abs(one - other.replace(second=one.second, microsecond=one.microsecond))
        zoned = datetime.fromisoformat(read).tzinfo is not None
        if zoned and timedelta(0) < apart <= _MAX_ZONES and not apart % timedelta(minutes=15):
            return "the label is in a zone that the page does not say"
    return "other"


def faults(rows: Sequence[ThreadPage]) -> tuple[Counter[str], Counter[str], int]:
    """The causes for authors and for times, and how many posts there are."""
    authors, times, posts = Counter[str](), Counter[str](), 0
    for row in tqdm(rows, unit="page", disable=None):
        page = row.parse()
        rest: list[Post] = list(read_posts(page, learn_thread_rule([page], "")))
        for gold in row.posts:
            posts += 1
            best = best_match(gold["text"], rest)
            if best is None:
                continue
            post = rest.pop(best)
            if not same_author(gold["author"], post):
                authors[cause_of_author(gold["author"], page)] += 1
            if not same_time(gold["time"], post):
                times[cause_of_time(gold["time"], post.datePublished)] += 1
    return authors, times, posts


def main() -> None:
    """Print the table for a folder given on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    authors, times, posts = faults(read_forum(parser.parse_args().folder))
    print(f"of {posts} posts")
    for what, causes in (("author", authors), ("time", times)):
        print(f"{what}: {causes.total()} unlike their labels")
        for cause, count in causes.most_common():
            print(f"  {count:4}  {cause}")


if __name__ == "__main__":
    main()
