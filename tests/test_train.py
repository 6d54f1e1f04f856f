from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from newsbody.cli import main
from newsbody.evaluate.corpus import read_set
from newsbody.extractors.crf.extractor import Crf
from newsbody.extractors.model import SHIPPED, read_model, shipped_model
from newsbody.extractors.twolayer.extractor import TwoLayer
from newsbody.page import Page
from newsbody.train import TRAINERS, UnknownTrainer, get_trainer
from tests.lots import rows

ENGLISH = "The harbour bridge was closed on Monday after engineers found cracks in two of its pillars. "
CHINESE = "大桥因发现裂缝于周一关闭，工程师预计维修将持续到下月底。"


def article(number: int, sentence: str) -> str:
    menu = "".join(f"<li><a href={n}>Section {n}</a></li>" for n in range(4 + number % 3))
    story = "".join(f"<p>{sentence * (1 + (number + n) % 3)}</p>" for n in range(3 + number % 4))
    return (
        f"<title>Bridge {number}</title><body><div><ul>{menu}</ul></div>"
        f"<div class=x><h1>Bridge {number}</h1><div>{story}</div></div>"
        f"<div><p>Copyright Harbour Post</p><p><a href=1>Contact</a></p></div></body>"
    )


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Articles in two scripts on six sites, and pages of links."""
    folder = tmp_path_factory.mktemp("corpus") / "news"
    (folder / "pages").mkdir(parents=True)
    rows: list[dict[str, Any]] = []
    for number in range(24):
        sentence, lang = (ENGLISH, "en") if number % 2 else (CHINESE, "zh")
        page = Page.parse(article(number, sentence))
        text = "\n".join(paragraph for paragraph in page.paragraphs if sentence.strip() in paragraph)
        genre = "other" if number % 4 else "news"
        site = f"s{number % 6}.example"
        rows.append({"id": f"a{number}", "site": site, "lang": lang, "text": text, "genre": genre})
        (folder / "pages" / f"a{number}.html").write_text(article(number, sentence), encoding="utf8")
    for number in range(6):
        rows.append({"id": f"l{number}", "site": f"s{number}.example", "lang": "en", "kind": "list"})
        links = "".join(f"<li><a href={n}>A story of the day {n}</a></li>" for n in range(20))
        (folder / "pages" / f"l{number}.html").write_text(f"<title>Index</title><ul>{links}</ul><div><p>Menu</p></div>")
    (folder / "gold.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return folder


@pytest.mark.parametrize(("name", "extractor"), rows([("crf", Crf), ("twolayer", TwoLayer)]))
def test_a_model_is_trained_written_and_runs(corpus: Path, tmp_path: Path, name: str, extractor: Any) -> None:
    pytest.importorskip("sklearn" if name == "twolayer" else "pycrfsuite")
    for copy in ("one", "two"):
        arguments = ["--corpus", str(corpus), "-o", str(tmp_path / copy), "--folds", "2", "--date", "2020-02-03"]
        assert main(["train", name, *arguments]) == 0
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()  # deterministic

    model = read_model(tmp_path / "one", name)
    card = model.card
    assert (card["pages"], card["pages_without_body"], card["sites"]) == (30, 6, 6)
    assert card["languages"] == {"en": 18, "zh": 12}
    assert (card["sets"], card["date"]) == ({"news": 30}, "2020-02-03")
    assert card["figures"]["2 folds by site"]["news"]["n"] == 24
    assert card["figures"]["2 folds by site"]["news"]["F1"] > 0.5
    unseen = Page.parse(article(100, CHINESE))
    assert extractor(model.data).extract(unseen).text.count(CHINESE) == article(100, CHINESE).count(CHINESE)


def test_the_card_takes_figures_of_sets_left_out(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("sklearn")
    figures, other = tmp_path / "figures.json", tmp_path / "other.json"
    assert main(["evaluate", str(corpus), "--extractors", "twolayer", "--json", str(figures)]) == 0
    arguments = ["train", "twolayer", "--corpus", str(corpus), "-o", str(tmp_path / "model"), "--folds", "0"]
    assert main([*arguments, "--left-out", str(figures)]) == 0
    card = read_model(tmp_path / "model", "twolayer").card
    assert card["figures"]["leave one set out"]["news"]["n"] == 24
    other.write_text('{"news": {"F1": 1.0}}')
    for wrong in (other, tmp_path / "none.json"):
        assert main([*arguments, "--left-out", str(wrong)]) == 2
        assert "--leave-one-set-out --json" in capsys.readouterr().err


@pytest.mark.slow
def test_the_card_of_twolayer_has_the_tables_of_its_paper(corpus: Path) -> None:
    pytest.importorskip("sklearn")
    tables = get_trainer("twolayer").experiments(read_set(corpus))
    bodiless = tables.pop("pages without a body, by site")
    assert (bodiless["pages"], bodiless["articles"]) == (6, 24)
    assert bodiless["extractors"]["twolayer:bodiless=yes"] == {"found": 6, "articles_without_output": 0}
    # Three sites have Chinese pages: too few for four folds by site.
    assert {label: table["pages"] for label, table in tables.items()} == {
        "all pages, by page": 12,
        "news of sites with 2 pages or more, by page": 6,
    }
    figures = tables["all pages, by page"]["extractors"]
    assert figures["twolayer:scope=page"]["ScopeR"] == 1.0
    assert figures["twolayer:scope=page"]["ScopeF"] < figures["twolayer"]["ScopeF"]
    assert figures["twolayer"]["MHR_0.1"] <= figures["twolayer:paragraphs=all"]["MHR_0.1"]


def test_the_learning_curve_of_the_random_field(corpus: Path) -> None:
    pytest.importorskip("pycrfsuite")
    from newsbody.train.crf.trainer import learning_curve

    pages = [page for page in read_set(corpus) if page.text]
    curve = learning_curve(pages, sizes=(1, 8), trials=2)
    assert list(curve) == [1, 8]
    assert curve[8]["body"] >= curve[1]["body"] > 0
    assert curve[8]["MHR_0.1"] <= curve[1]["MHR_0.1"]
    with pytest.raises(ValueError, match="24 pages are not enough for 24"):
        learning_curve(pages, sizes=(8, 24), trials=1)


def test_twolayer_learns_pages_without_a_body(corpus: Path) -> None:
    pytest.importorskip("sklearn")
    trainer = get_trainer("twolayer")
    pages = read_set(corpus)
    extractor = trainer.extractor(trainer.fit(pages), bodiless=True)
    kinds = {page.id: extractor.extract(Page.parse(page.html)).kind for page in pages}
    assert {kinds[f"l{number}"] for number in range(6)} == {"list"}
    assert {kinds[f"a{number}"] for number in range(24)} == {"article"}


def test_a_committee_has_seen_different_things_and_finds_the_body(corpus: Path) -> None:
    pytest.importorskip("sklearn")
    from newsbody.train.twolayer.trainer import COMMITTEE

    trainer = get_trainer("twolayer")
    data = trainer.fit_for(read_set(corpus), {"committee"})
    for members in data["cjk"]["committee"].values():
        assert len(members) == COMMITTEE
        assert len({json.dumps(tree) for tree in members}) > 1
    unseen = Page.parse(article(100, CHINESE))
    text = trainer.extractor(data, committee=True, several=True).extract(unseen).text
    assert text.count(CHINESE) == article(100, CHINESE).count(CHINESE)


def test_a_tree_may_choose_from_a_share_of_the_features() -> None:
    pytest.importorskip("sklearn")
    from newsbody.train.twolayer.trainer import fit_tree

    rows = np.repeat(np.array([[0.0, 0.0], [1.0, 1.0]]), 20, axis=0)
    roots = {int(fit_tree(rows, rows[:, 0] > 0, features=0.5, seed=seed).feature[0]) for seed in range(20)}
    assert roots == {0, 1}


@pytest.mark.parametrize(("left", "right", "is_split"), [((5, 0), (2, 4), True), ((4, 1), (1, 5), False)])
def test_a_split_saves_four_bits(left: tuple[int, int], right: tuple[int, int], is_split: bool) -> None:
    """Of 11 labels the first saves 4.9 bits, the second 3.4."""
    pytest.importorskip("sklearn")
    from newsbody.train.twolayer.trainer import fit_tree

    rows = np.repeat([[0.0], [1.0]], [sum(left), sum(right)], axis=0)
    positive = np.repeat([True, False, True, False], [*left, *right])
    tree = fit_tree(rows, positive)
    assert (len(set(tree.predict(np.array([[0.0], [1.0]])).tolist())) == 2) is is_split


def test_arrays_decide_as_the_trained_tree_does() -> None:
    sklearn = pytest.importorskip("sklearn.tree")
    from newsbody.extractors.model import DecisionTree
    from newsbody.train.twolayer.trainer import LEAF_ROWS, PRUNING_BITS, fit_tree

    dice = np.random.default_rng(5)
    rows = dice.normal(size=(400, 6)).astype(np.float32).astype(np.float64)
    positive = (rows[:, 0] > 0.3) ^ (rows[:, 3] * rows[:, 1] > 0.5)
    tree = DecisionTree.from_data(json.loads(json.dumps(fit_tree(rows, positive).to_data())))
    reference = sklearn.DecisionTreeClassifier(
        criterion="entropy", ccp_alpha=PRUNING_BITS / 400, min_samples_leaf=LEAF_ROWS, random_state=0
    ).fit(rows, positive)
    unseen = dice.normal(size=(1000, 6)).astype(np.float32).astype(np.float64)
    leaf = reference.apply(unseen)
    size = reference.tree_.n_node_samples[leaf]
    expected = (reference.predict_proba(unseen)[:, 1] * size + 1) / (size + 2)
    assert tree.predict(unseen) == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("labels", [[True] * 4, [False] * 4, [True]])
def test_rows_of_a_single_class_make_a_leaf(labels: list[bool]) -> None:
    pytest.importorskip("sklearn")
    from newsbody.train.twolayer.trainer import fit_tree

    tree = fit_tree(np.arange(len(labels), dtype=np.float64)[:, None], np.array(labels))
    expected = (sum(labels) + 1) / (len(labels) + 2)
    assert tree.predict(np.array([[0.0]])).tolist() == [pytest.approx(expected, abs=1e-6)]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["cecs"], "'cecs' is not trained. Choose one of: twolayer, crf"),
        (["crf", "--lang", "xx"], "No page with a language 'xx'"),
        (["crf", "--corpus", "nowhere"], "nowhere holds no corpus"),
    ],
)
def test_wrong_arguments_are_answered_with_a_sentence(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    name, *rest = arguments
    assert main(["train", name, "--corpus", str(corpus), "-o", str(tmp_path / "model"), *rest]) == 2
    assert says in capsys.readouterr().err
    assert not (tmp_path / "model").exists()


def test_unknown_trainers_are_refused() -> None:
    with pytest.raises(UnknownTrainer, match=", ".join(TRAINERS)):
        get_trainer("cecs")


@pytest.mark.parametrize("name", ["twolayer", "crf"])
def test_shipped_models_are_read_once_and_say_where_they_come_from(name: str) -> None:
    model = shipped_model(name)
    assert shipped_model(name) is model
    assert model.card["pages"] > 1000
    assert model.card["figures"]
    assert not {"dragnet", "l3s_gn1", "daniel_zh", "daniel", "big9"} & set(model.card["sets"])


def test_the_card_of_auto_has_the_figures_of_sets_left_out() -> None:
    card = shipped_model("auto").card
    figures = dict(card["figures"]["leave one set out"])
    everything = figures.pop("all")
    assert set(figures) < set(card["sets"])
    assert everything["n"] == sum(row["n"] for row in figures.values()) > 4000


def test_all_shipped_models_together_are_small() -> None:
    assert sum(file.stat().st_size for file in SHIPPED.iterdir()) < 3_000_000
