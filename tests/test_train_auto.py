from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lxml import etree

from newsbody.evaluate.corpus import read_set
from newsbody.evaluate.labels import BODY, NOT_BODY, label_paragraphs
from newsbody.extractors.auto.features import feature_matrix
from newsbody.extractors.auto.stated import declared_body
from newsbody.extractors.auto.table import ParagraphTable
from newsbody.page import Page
from newsbody.train.auto.augment import aged, commented, conventional, declared, shortened, variant
from newsbody.train.auto.synthetic import synthetic_page
from tests.article_pages import article, index_page

pytest.importorskip("lightgbm")
FOREIGN = ["I do not agree with what was written here about ferries.", "Well said, and about time too, neighbours."]


@pytest.fixture(name="story")
def _story() -> tuple[Page, np.ndarray, list[str]]:
    html, body = article(4)
    page = Page.parse(html)
    return page, label_paragraphs(page, "\n".join(body)), body


def texts_of(root: etree._Element) -> list[str]:
    return Page(root).paragraphs


def test_a_shortened_page_keeps_everything_but_the_rest_of_its_body(story: tuple[Page, np.ndarray, list[str]]) -> None:
    page, labels, body = story
    before = page.paragraphs
    made = shortened(page, labels, random.Random(1), [])
    assert made is not None
    root, gold = made
    kept = gold.split("\n")
    assert kept == body[: len(kept)]
    assert len(kept) <= 3
    assert texts_of(root) == [text for text in before if text not in body[len(kept) :]]


@pytest.mark.parametrize("seed", range(12))
def test_comments_stand_behind_the_body_and_are_not_in_it(story: tuple[Page, np.ndarray, list[str]], seed: int) -> None:
    page, labels, body = story
    made = commented(page, labels, random.Random(seed), FOREIGN)
    assert made is not None
    texts = texts_of(made[0])
    places = [number for number, text in enumerate(texts) if any(foreign[:20] in text for foreign in FOREIGN)]
    assert places
    assert min(places) > texts.index(body[-1])
    assert made[1] == "\n".join(body)


@pytest.mark.parametrize("seed", range(6))
def test_an_aged_page_has_the_same_text(story: tuple[Page, np.ndarray, list[str]], seed: int) -> None:
    page, labels, _ = story
    before = page.paragraphs
    made = aged(page, labels, random.Random(seed), [])
    assert made is not None
    assert texts_of(made[0]) == before
    assert not any(element.tag in ("article", "main", "section") for element in made[0].iter(etree.Element))


@pytest.mark.parametrize("seed", range(8))
def test_a_declared_body_is_found_again_or_its_beginning(story: tuple[Page, np.ndarray, list[str]], seed: int) -> None:
    page, labels, body = story
    made = declared(page, labels, random.Random(seed), [])
    assert made is not None
    page = Page(made[0])
    told = [page.paragraphs[row] for row in declared_body(ParagraphTable(page)).nonzero()[0]]
    assert told
    assert told == body[: len(told)]
    assert declared(page, labels, random.Random(seed), []) is None


def test_the_same_draw_gives_the_same_variant() -> None:
    html, body = article(2)
    results = []
    for _ in range(2):
        page = Page.parse(html)
        made = variant(page, label_paragraphs(page, "\n".join(body)), (), random.Random("a 1"), FOREIGN)
        assert made is not None
        results.append((made[0].text, made[1].tolist()))
    assert results[0] == results[1]
    assert BODY in results[0][1]


@pytest.mark.parametrize("seed", range(30))
def test_made_up_pages_hold_their_body_and_more(seed: int) -> None:
    texts = [f"Ferry {number} was late again. The harbour master of pier {number} saw it." for number in range(900)]
    made_up = synthetic_page(random.Random(seed), texts)
    page = Page.parse(made_up.html)
    body = label_paragraphs(page, made_up.text) == BODY
    assert (made_up.kind == "article") == bool(made_up.text) == bool(body.any())
    assert not body.all()
    found = Counter("".join(page.paragraphs[number].split()) for number in np.flatnonzero(body))
    wanted = Counter("".join(line.split()) for line in made_up.text.splitlines())
    assert sum((found & wanted).values()) >= 0.9 * sum(wanted.values())


def test_made_up_pages_depend_on_their_seed_alone() -> None:
    texts = ["The bridge is closed until further notice.", "Engineers found cracks in two of its piers."]
    first, again, other = (synthetic_page(random.Random(seed), texts) for seed in (7, 7, 8))
    assert first == again != other
    assert {synthetic_page(random.Random(seed), ()).kind for seed in range(40)} == {"article", "list"}


def test_a_page_without_a_body_has_no_variants() -> None:
    page = Page.parse(index_page())
    labels = label_paragraphs(page, "")
    assert variant(page, labels, (), random.Random(0), FOREIGN) is None


def test_what_the_convention_leaves_out_is_not_learned_as_body_nor_as_its_opposite() -> None:
    body = ["<p>The bridge was closed on Monday.</p>", "<h3>What comes next</h3>", "<p>Repairs take a month.</p>"]
    left_out = [
        "<h1>The bridge</h1>",
        "<p>By Ann Holt</p>",
        "<p>Harbour Press Agency</p>",
        "<figure><figcaption>The pier.</figcaption></figure>",
        "<p>Read more: ferries are late</p>",
        "<p>Subscribe to our newsletter.</p>",
        "<p>© Harbour Post. All rights reserved.</p>",
    ]
    table = ParagraphTable(Page.parse("".join((*left_out[:3], *body, *left_out[3:], "<p>Contact</p>"))))
    features = feature_matrix(table)
    everything = np.full(len(table.weight), BODY, dtype=np.int8)
    everything[-1] = NOT_BODY
    assert conventional(table, features, everything).tolist() == [-1, -1, -1, 1, 1, 1, -1, -1, -1, -1, 0]
    strict = np.array([0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0], dtype=np.int8)  # a gold text without subheadings
    assert conventional(table, features, strict).tolist() == [0, 0, 0, 1, -1, 1, 0, 0, 0, 0, 0]


@pytest.fixture(name="corpus")
def _corpus(tmp_path: Path) -> Path:
    (tmp_path / "pages").mkdir()
    rows: list[dict[str, Any]] = []
    for number in range(12):
        html, body = article(number, paragraphs=2 + number % 5)
        (tmp_path / "pages" / f"a{number}.html").write_text(html, encoding="utf8")
        rows.append({"id": f"a{number}", "site": f"s{number}", "lang": "en", "text": "\n".join(body)})
    for number in range(4):
        (tmp_path / "pages" / f"l{number}.html").write_text(index_page(number), encoding="utf8")
        rows.append({"id": f"l{number}", "site": f"s{number + 20}", "lang": "en", "kind": "list"})
    html, body = article(40)
    segments: dict[str, Any] = {"with": [body[0][:20]], "without": ["Copyright"]}
    (tmp_path / "pages" / "s.html").write_text(html, encoding="utf8")
    rows.append({"id": "s", "site": "s40", "kind": "segments", **segments})
    (tmp_path / "gold.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf8")
    return tmp_path


def test_training_is_deterministic_and_gives_an_extractor_that_works(corpus: Path) -> None:
    from newsbody.train.auto.trainer import AutoTrainer

    trainer = AutoTrainer()
    few = {"num_iterations": 8, "num_leaves": 6, "min_data_in_leaf": 4}
    trainer.settings = {
        "variants": 1,
        "synthetic": 0.5,
        "first": few,
        "second": few,
        "kind": {**few, "min_data_in_leaf": 2},
    }
    pages = read_set(corpus)
    data = trainer.fit(pages)
    service = replace(pages[0], id="service", kind="service")  # neither article nor list
    assert json.dumps(trainer.fit([*pages, service])) == json.dumps(data)
    html, body = article(30)
    found = trainer.extractor(json.loads(json.dumps(data))).extract(Page.parse(html))
    assert set(body) <= set(found.text.split("\n"))
