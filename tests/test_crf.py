from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from newsbody.evaluate.corpus import GoldPage, class_counts, gold_states, read_sets
from newsbody.evaluate.labels import label_paragraphs
from newsbody.extractors.crf.extractor import STATES, Chain, Crf, blocks_of, observe, viterbi
from newsbody.extractors.model import ModelError
from newsbody.page import Page

TEXT = "大桥因发现裂缝于周一关闭，工程师预计维修将持续到下月底，期间渡轮接送乘客。"


def page_of(number: int) -> str:
    """A news page of our own; the number changes how much of everything there is."""
    menu = "".join(f"<li><a href={n}>栏目{n}</a></li>" for n in range(3 + number % 5))
    story = "".join(f"<p>{TEXT * (1 + (number + n) % 3)}</p>" for n in range(2 + number % 4))
    return (
        f"<title>大桥关闭{number} - 港口报</title><body><ul>{menu}</ul><div><h1>大桥关闭{number}</h1>"
        f"<div>5月{number}日</div><div>{story}</div><div><a href=1>相关新闻</a></div></div>"
        f"<div>版权所有 港口报</div></body>"
    )


@pytest.fixture(scope="module")
def gold(tmp_path_factory: pytest.TempPathFactory) -> list[GoldPage]:
    folder = tmp_path_factory.mktemp("pages")
    pages = []
    for number in range(12):
        path = folder / f"{number}.html"
        path.write_text(page_of(number), encoding="utf8")
        text = "\n".join(paragraph for paragraph in Page.parse(page_of(number)).paragraphs if TEXT in paragraph)
        pages.append(GoldPage(id=str(number), path=path, text=text, lang="zh"))
    return pages


def test_observations_are_told_in_tenths() -> None:
    page = Page.parse(f"<title>大桥</title><h1>大桥关闭</h1><div>{TEXT}<a href=1>{TEXT}</a></div><div>完</div>")
    assert observe(page, blocks_of(page)) == [
        ["TTITLE", "A0", "C0", "S0", "TTITLEA0C0S0", "start"],
        ["TH1", "A0", "C0", "S2", "TH1A0C0S2"],
        ["T", "A5", "C8", "S5", "TA5C8S5"],
        ["T", "A0", "C0", "S7", "TA0C0S7", "end"],
    ]


def test_viterbi_finds_the_best_of_all_paths() -> None:
    dice = np.random.default_rng(1)
    for length in (0, 1, 2, 5):
        scores, transitions = dice.normal(size=(length, 4)), dice.normal(size=(4, 4))

        def total(path: tuple[int, ...], scores: Any = scores, transitions: Any = transitions) -> float:
            steps = sum(transitions[a, b] for a, b in itertools.pairwise(path))
            return float(sum(scores[place, state] for place, state in enumerate(path)) + steps)

        best = max(itertools.product(range(4), repeat=length), key=total)
        assert viterbi(scores, transitions).tolist() == list(best)


def weights(**states: list[float]) -> dict[str, Any]:
    chain = {"states": states, "transitions": [[0.0] * 4 for _ in range(4)]}
    return {"cjk": chain, "other": chain}


def test_the_body_is_the_blocks_whose_state_is_body() -> None:
    data = weights(A0=[0, 0, 1, 0], A9=[0, 0, 0, 1], TH1=[0, 9, 0, 0], TTITLE=[9, 0, 0, 0])
    body = Crf(data).extract(Page.parse(page_of(1)))
    assert body.text.splitlines()[0] == "5月1日"
    assert "栏目" not in body.text
    assert "大桥关闭1" not in body.text
    assert Crf(weights()).extract(Page.parse(page_of(1))).kind == "other"


@pytest.mark.parametrize(
    "chain",
    [
        *({}, None, {"states": [], "transitions": []}),
        {"states": {"A0": [1.0]}, "transitions": np.zeros((4, 4))},
        {"states": {}, "transitions": [[1.0]]},
    ],
)
def test_data_that_are_no_weights_are_refused(chain: Any) -> None:
    with pytest.raises(ModelError, match="does not hold the weights of crf"):
        Crf(weights() | {"other": chain})


def test_gold_states_of_a_page(gold: list[GoldPage]) -> None:
    page = Page.parse(gold[1].html)
    blocks = blocks_of(page)
    labels = label_paragraphs(page, gold[1].text)
    assert [STATES[state] for state in gold_states(page, blocks, labels)] == [
        *("title", "noise", "heading", "noise", "body", "noise", "noise")
    ]


def test_class_counts_leave_out_what_does_not_count(gold: list[GoldPage]) -> None:
    page = Page.parse(gold[1].html)
    labels = label_paragraphs(page, gold[1].text, ["5月1日"])
    all_noise = Crf(weights(**{f"A{n}": [0.0, 0.0, 0.0, 1.0] for n in range(10)}))
    counts = class_counts(all_noise, page, labels)
    assert counts == {"title": (0, 0, 1), "heading": (0, 0, 1), "body": (0, 0, 1), "noise": (3, 3, 0)}


def labelled(pages: list[GoldPage]) -> list[Any]:
    chains = pytest.importorskip("newsbody.train.crf.trainer")
    return [chains.labelled_sequence(Page.parse(page.html), page) for page in pages]


def test_a_trained_chain_finds_bodies_and_decodes_as_crfsuite_does(gold: list[GoldPage]) -> None:
    pytest.importorskip("pycrfsuite")
    from newsbody.train.crf.trainer import CrfTrainer, tagger_of

    data = CrfTrainer().fit(gold)
    assert data == CrfTrainer().fit(gold)  # deterministic
    extractor, tagger = Crf(data), tagger_of(labelled(gold))
    assert extractor.extract(Page.parse(page_of(77))).text.count(TEXT) == page_of(77).count(TEXT)
    dice = random.Random(3)
    names = sorted(data["cjk"]["states"])
    for _ in range(200):  # any observations at all, known and unknown
        observations = [dice.sample([*names, "unknown"], 4) for _ in range(dice.randrange(1, 12))]
        assert [STATES[state] for state in extractor.chains["cjk"].decode(observations)] == tagger.tag(observations)


@pytest.mark.corpus
def test_decoding_equals_crfsuite_on_every_corpus_page(corpus: Path) -> None:
    pytest.importorskip("pycrfsuite")
    from newsbody.train.crf.trainer import tagger_of, weights_of

    pages = [page for _, rows in read_sets([corpus / "train", corpus / "measure"]) for page in rows]
    sequences = labelled(pages)
    tagger = tagger_of(sequences[::4])
    chain = Chain.from_data(weights_of(tagger))
    different = []
    for page, (observations, _) in zip(pages, sequences, strict=True):
        ours, theirs = [STATES[state] for state in chain.decode(observations)], tagger.tag(observations)
        if ours != theirs:
            # Two blocks of the same observation may change places: both paths are best, and rounding decides.
            tagger.set(observations)
            if tagger.probability(ours) != pytest.approx(tagger.probability(theirs), rel=1e-9):
                different.append(page.id)
    assert len(pages) > 0
    assert different == []
