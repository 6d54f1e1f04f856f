"""Our values in the types that others ask for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Annotated, Any, Optional, TypedDict

import attrs
import pydantic
import pytest
import scrapy
import zyte_common_items as zyte

from newsbody.crawl.hooks.fields import FieldWriter
from newsbody.items import Author, Breadcrumb, Image
from newsbody.items.fitting import Misfit, declared_fields, fit

ANN = Author("Ann", "http://a.example/ann")
HOME = Breadcrumb("Home", "http://a.example/")
PHOTO = Image("http://a.example/i.png")
VALUES: dict[str, Any] = {
    "url": "http://a.example/1", "headline": "Bridge closed", "articleBody": "A text.",
    "articleBodyHtml": "<p>A text.</p>", "datePublished": "2026-02-01T08:00:00+01:00", "datePublishedRaw": "1 Feb",
    "authors": [ANN, Author("Bo")],
    "inLanguage": "en", "mainImage": PHOTO, "images": [PHOTO], "breadcrumbs": [HOME], "keywords": ["bridge", "river"],
    "isAccessibleForFree": False, "commentCount": 0, "description": None, "probability": 0.93, "kind": "article",
    "metadata": {"probability": 0.93, "dateDownloaded": "2026-02-02T00:00:00Z"},
}  # fmt: skip


@dataclass
class Writer:
    name: str
    url: str | None = None


@attrs.define
class Picture:
    url: str
    size: int = 0


class Row(TypedDict):
    name: str


class Strict(pydantic.BaseModel):
    name: str
    email: str


@pytest.mark.parametrize(
    ("value", "wanted", "made"),
    [
        ([ANN], list[Writer], [Writer("Ann", ANN.url)]),
        ([ANN], Optional[Sequence[Writer]], [Writer("Ann", ANN.url)]),  # noqa: UP045
        ([ANN], tuple[Writer, ...], (Writer("Ann", ANN.url),)),
        ([ANN, Author("Bo")], list[str], ["Ann", "Bo"]),
        ([ANN, Author("Bo")], str, "Ann, Bo"),
        ([ANN], list, ["Ann"]),
        ([ANN], Any, ["Ann"]),
        ([ANN], list[dict[str, Any]], [{"name": "Ann", "url": ANN.url}]),
        ([ANN], list[Row], [{"name": "Ann", "url": ANN.url}]),
        (PHOTO, Picture | None, Picture(PHOTO.url)),
        (PHOTO, str | None, PHOTO.url),
        (PHOTO, Image, PHOTO),
        (["a", "b"], set[str], {"a", "b"}),
        (["a", "b"], frozenset[str], frozenset("ab")),
        ("2026-02-01T08:00:00", datetime, datetime(2026, 2, 1, 8)),
        ("2026-02-01T08:00:00", date | None, date(2026, 2, 1)),
        ("2026-02-01", Annotated[date, "day"], date(2026, 2, 1)),
        (7, float, 7.0),
        (False, bool, False),
        (0.5, float | int, 0.5),
        ({"probability": 0.5, "other": 1}, zyte.ArticleMetadata, zyte.ArticleMetadata(probability=0.5)),
    ],
)
def test_what_fits(value: Any, wanted: Any, made: Any) -> None:
    found = fit(value, wanted)
    assert found == made
    assert type(found) is type(made)


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (ANN, int), ("soon", date), ("7", int), (True, int), (ANN, None), (ANN, Strict), ([ANN], list[int]),
        ("x", list[str]), ({"a": 1}, Picture), ({"url": 7}, Picture), (3, str),
        (ANN, "forward"), ([[]], set), ("x", dict),
    ],
)  # fmt: skip
def test_what_does_not_fit(value: Any, wanted: Any) -> None:
    with pytest.raises(Misfit):
        fit(value, wanted)


@dataclass
class DataclassStory:
    headline: str | None = None
    articleBody: str = ""  # noqa: N815
    authors: list[Writer] = field(default_factory=list)
    datePublished: datetime | None = None  # noqa: N815
    mainImage: str | None = None  # noqa: N815
    commentCount: int | None = None  # noqa: N815
    keywords: str = ""
    own: int = 7


@attrs.define
class AttrsStory:
    headline: str | None = None
    images: list[Picture] | None = None
    isAccessibleForFree: bool | None = None  # noqa: N815
    kind: int = 3
    number: int | None = None


class PydanticStory(pydantic.BaseModel):
    headline: str | None = None
    authors: list[Writer] | None = None


class ScrapyStory(scrapy.Item):  # type: ignore[misc, unused-ignore]
    headline = scrapy.Field()
    authors = scrapy.Field()
    breadcrumbs = scrapy.Field()


def written(item: Any, **more: Any) -> Any:
    FieldWriter(more.pop("mapping", None), **more).write(item, VALUES)
    return item


def test_every_declared_field_whose_name_and_type_fit_is_filled(caplog: pytest.LogCaptureFixture) -> None:
    story = written(DataclassStory())
    assert story == DataclassStory(
        "Bridge closed", "A text.", [Writer("Ann", ANN.url), Writer("Bo")],
        datetime.fromisoformat("2026-02-01T08:00:00+01:00"), PHOTO.url, 0, "bridge, river",
    )  # fmt: skip
    # kind is a number here: a field that only happens to have our name.
    assert written(AttrsStory()) == AttrsStory("Bridge closed", [Picture(PHOTO.url)], isAccessibleForFree=False)
    assert written(PydanticStory()).authors == [Writer("Ann", ANN.url), Writer("Bo")]
    home = {"name": "Home", "url": "http://a.example/"}
    assert written(ScrapyStory()) == {"headline": "Bridge closed", "authors": ["Ann", "Bo"], "breadcrumbs": [home]}
    assert written({}) == {"articleBody": "A text."}
    assert caplog.records == []


def test_items_of_zyte_common_items_are_filled_with_their_own_types() -> None:
    assert written(zyte.Article(url="http://a.example/1")) == zyte.Article(
        url="http://a.example/1", headline="Bridge closed", articleBody="A text.", articleBodyHtml="<p>A text.</p>",
        datePublished="2026-02-01T08:00:00+01:00", datePublishedRaw="1 Feb", inLanguage="en",
        authors=[zyte.Author(name="Ann", url=ANN.url), zyte.Author(name="Bo")],
        mainImage=zyte.Image(url=PHOTO.url), images=[zyte.Image(url=PHOTO.url)],
        breadcrumbs=[zyte.Breadcrumb(name="Home", url=HOME.url)],
        metadata=zyte.ArticleMetadata(probability=0.93, dateDownloaded="2026-02-02T00:00:00Z"),
    )  # fmt: skip


def test_what_the_spider_filled_is_kept_unless_it_is_to_be_overwritten() -> None:
    assert written({"title": "Mine"}, mapping={"headline": "title"}) == {"title": "Mine"}
    assert written({"title": ""}, mapping={"headline": "title"}) == {"title": "Bridge closed"}
    assert written({"title": "Mine"}, mapping={"headline": "title"}, overwrite=True) == {"title": "Bridge closed"}
    assert written({"about": "Mine"}, mapping={"description": "about"}, overwrite=True) == {"about": "Mine"}


def test_field_that_was_asked_for_and_does_not_fit_is_named_once(caplog: pytest.LogCaptureFixture) -> None:
    writer = FieldWriter({"headline": "number"})
    for _ in range(3):
        writer.write(AttrsStory(), VALUES)
    (record,) = caplog.records
    assert "AttrsStory.number cannot be filled (Misfit: 'Bridge closed' is none of" in record.getMessage()


def test_types_that_cannot_be_resolved_are_taken_as_they_come() -> None:
    @dataclass
    class Late:
        headline: Nowhere = None  # type: ignore[name-defined]  # noqa: F821

    assert declared_fields(tuple) == declared_fields(dict) == {}
    assert declared_fields(Late) == {"headline": Any}
    assert written(Late()).headline == "Bridge closed"
