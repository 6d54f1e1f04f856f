"""The settings of newsbody in a Scrapy project: ``NEWSBODY_…``, read once, checked at start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from difflib import get_close_matches
from importlib.util import find_spec
from typing import Any, Self, cast, get_args

from scrapy.settings import BaseSettings

from newsbody.extractors import DEFAULT, EXTRACTORS
from newsbody.items import Article
from newsbody.page.parse import MAX_PAGE_BYTES
from newsbody.rules.rule import Method
from newsbody.stores import DEFAULT_STORE, is_shared

KINDS = ("article", "thread")
#: Pages that are neither topics nor lists: after the others, all of them or while they lead to topics, or not at all.
OTHER_PAGES = ("last", "useful", "never")
PREFIX = "NEWSBODY_"
#: All settings there are: those read here, and those of the add-on and of the database.
NAMES = tuple(
    PREFIX + name
    for name in (
        "CSV_FORMULAS ENABLED EXTRACTOR FIELDS KIND LEASE MAX_PAGE_BYTES MIN_PROBABILITY ONCE OTHER_PAGES "
        "OVERWRITE PAGE_SECONDS PROCESSES PROFILES RULES SAMPLE_PAGES SAMPLE_URLS STORE TOPIC TOPICS VERSIONS "
        "WAITING_BYTES"
    ).split()
)
#: What an item gets when nothing else is said: our field name -> the item's field name.
DEFAULT_FIELDS = {"articleBody": "articleBody"}
#: What a page can give: the fields of an Article, of a thread its posts, and ``metadata`` as zyte-common-items has it.
FIELD_NAMES = (*(f.name for f in dataclass_fields(Article)), "posts", "metadata")
#: Pages from which a rule is learned (Liu, Tan, Fu, Wang, section 5: five).
SAMPLE_PAGES = 5
#: Addresses from which the resolver of a site is learned (the benchmark of addresses uses as many).
SAMPLE_URLS = 300
#: Bytes of pages that may wait for their site to be learned: four of Scrapy's scraper slots.
WAITING_BYTES = 20_000_000
#: Seconds of processor time that a page may take, and a sample of pages that is learned from. Both take hundredths.
PAGE_SECONDS = 60
#: Seconds without a sign of life after which a worker's requests are taken back; it gives one a second.
LEASE_SECONDS = 30


class WrongSetting(ValueError):
    """Something that was set cannot be; says what to write. Not Scrapy's NotConfigured, by which parts stay out."""


@dataclass(frozen=True)
class CrawlSettings:
    """All settings of newsbody, with their defaults; the README's table says what they mean."""

    extractor: str = DEFAULT
    fields: Mapping[str, str] | None = None
    overwrite: bool = False
    min_probability: float = 0.0
    kind: str = "article"
    rules: Method = "slots"
    profiles: str = DEFAULT_STORE
    topics: bool = False
    topic: str | None = None
    other_pages: str = "last"
    once: bool = False
    sample_pages: int = SAMPLE_PAGES
    sample_urls: int = SAMPLE_URLS
    processes: int = 0
    waiting_bytes: int = WAITING_BYTES
    lease_seconds: int = LEASE_SECONDS
    max_page_bytes: int = MAX_PAGE_BYTES
    page_seconds: int = PAGE_SECONDS
    newest_first: bool = True

    @property
    def looks_at_addresses(self) -> bool:
        """Is it learned what addresses are good for?"""
        return self.topics or self.once

    @property
    def shared(self) -> bool:
        """Do several workers crawl the same sites?"""
        return is_shared(self.profiles)

    @classmethod
    def from_settings(cls, settings: BaseSettings) -> Self:
        """Read and check. Raises WrongSetting with what to write instead."""
        _check_names(settings)
        if settings.get("NEWSBODY_RULES") == "ksf" and find_spec("sklearn") is None:
            raise WrongSetting(
                "NEWSBODY_RULES = 'ksf' needs scikit-learn. Install it with: pip install 'newsbody[ksf]'"
            )
        return cls(
            extractor=_choice(settings, "NEWSBODY_EXTRACTOR", tuple(EXTRACTORS), DEFAULT),
            fields=_fields(settings),
            overwrite=_flag(settings, "NEWSBODY_OVERWRITE"),
            min_probability=_share(settings, "NEWSBODY_MIN_PROBABILITY"),
            rules=cast(Method, _choice(settings, "NEWSBODY_RULES", get_args(Method), "slots")),
            kind=_choice(settings, "NEWSBODY_KIND", KINDS, "article"),
            profiles=settings.get("NEWSBODY_PROFILES") or DEFAULT_STORE,
            topics=_flag(settings, "NEWSBODY_TOPICS"),
            topic=settings.get("NEWSBODY_TOPIC"),
            other_pages=_choice(settings, "NEWSBODY_OTHER_PAGES", OTHER_PAGES, "last"),
            once=_flag(settings, "NEWSBODY_ONCE"),
            sample_pages=_number(settings, "NEWSBODY_SAMPLE_PAGES", SAMPLE_PAGES, 1),
            sample_urls=_number(settings, "NEWSBODY_SAMPLE_URLS", SAMPLE_URLS, 1),
            processes=_number(settings, "NEWSBODY_PROCESSES", 0, 0),
            waiting_bytes=_number(settings, "NEWSBODY_WAITING_BYTES", WAITING_BYTES, 0),
            max_page_bytes=_number(settings, "NEWSBODY_MAX_PAGE_BYTES", MAX_PAGE_BYTES, 1000),
            page_seconds=_number(settings, "NEWSBODY_PAGE_SECONDS", PAGE_SECONDS, 1),
            lease_seconds=_number(settings, "NEWSBODY_LEASE", LEASE_SECONDS, 2),
            # As the project's scheduler takes requests: Scrapy's own takes those that it was given last.
            newest_first="Lifo" in str(settings.get("SCHEDULER_MEMORY_QUEUE")),
        )


def _check_names(settings: BaseSettings) -> None:
    """A setting that does not exist would be overlooked: the name was mistyped."""
    for name in sorted(name for name in settings if str(name).startswith(PREFIX)):
        if name not in NAMES:
            nearest = get_close_matches(name, NAMES, n=1, cutoff=0)[0]
            raise WrongSetting(f"There is no setting {name}. Did you mean {nearest}? There are: {', '.join(NAMES)}.")


def _choice(settings: BaseSettings, name: str, choices: tuple[str, ...], default: str) -> str:
    value = settings.get(name, default)
    if value not in choices:
        raise WrongSetting(f"{name} = {value!r} is unknown. Choose one of: {', '.join(choices)}.")
    return str(value)


def _flag(settings: BaseSettings, name: str) -> bool:
    try:
        return settings.getbool(name)
    except ValueError as error:
        raise WrongSetting(f"{name} = {settings.get(name)!r} must be True or False.") from error


def _number(settings: BaseSettings, name: str, default: int, least: int) -> int:
    value = settings.get(name, default)
    try:
        number = int(value)
    except (TypeError, ValueError):
        number = least - 1
    if number < least:
        raise WrongSetting(f"{name} = {value!r} must be a whole number of at least {least}, such as {default}.")
    return number


def _share(settings: BaseSettings, name: str) -> float:
    value = settings.get(name, 0)
    try:
        share = float(value)
    except (TypeError, ValueError):
        share = -1.0
    if not 0 <= share <= 1:
        raise WrongSetting(f"{name} = {value!r} must be a number from 0 (nothing is dropped) to 1, such as 0.5.")
    return share


def _fields(settings: BaseSettings) -> dict[str, str] | None:
    """None when the project says nothing: then only what an item declares is written."""
    value: Any = settings.get("NEWSBODY_FIELDS")
    if value is None:
        return None
    example = '{"articleBody": "content", "headline": "title"}'
    try:
        fields = dict(settings.getdict("NEWSBODY_FIELDS"))
    except (TypeError, ValueError) as error:
        raise WrongSetting(f"NEWSBODY_FIELDS must be a dict such as {example}, not {value!r}.") from error
    unknown = sorted(set(fields) - set(FIELD_NAMES))
    if unknown or not all(isinstance(name, str) for name in fields.values()):
        raise WrongSetting(
            f"NEWSBODY_FIELDS has no source named {', '.join(unknown) or value}. "
            f"Write it as {example}; the sources are: {', '.join(FIELD_NAMES)}."
        )
    return fields
