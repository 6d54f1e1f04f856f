from __future__ import annotations

import json
from pathlib import Path

import pytest

from newsbody.cli import main
from newsbody.evaluate.corpus import GoldPage
from newsbody.evaluate.run import Variant, add_classes, leave_sets_out, split
from newsbody.extractors import UnknownExtractor

TEXT = "The harbour bridge was closed on Monday. Engineers expect repairs to take a month."


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    for name in ("one", "two"):
        folder = tmp_path / "sets" / name
        (folder / "pages").mkdir(parents=True)
        rows = [{"id": f"p{n}", "site": f"s{n}.example", "lang": "en", "text": TEXT} for n in range(3)]
        rows.append({"id": "index", "kind": "list", "site": "s0.example", "lang": "en"})
        (folder / "gold.jsonl").write_text("\n".join(map(json.dumps, rows)))
        for row in rows:
            html = f"<div><a href=1>Home</a></div><div>{row.get('text', '')}</div>"
            (folder / "pages" / f"{row['id']}.html").write_text(html)
    return tmp_path / "sets"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_table_json_and_pages(corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], jobs: str) -> None:
    out, per_page = tmp_path / "figures.json", tmp_path / "pages.jsonl"
    arguments = ["evaluate", str(corpus), "--extractor", "cecs", "nta", "--jobs", jobs, "--json", str(out)]
    assert main([*arguments, "--per-page", str(per_page)]) == 0

    figures = json.loads(out.read_text())
    assert list(figures) == ["one", "two", "all"]
    assert figures["all"]["extractors"]["cecs"]["n"] == 6
    for name in ("oracle", "cecs"):
        row = figures["one"]["extractors"][name]
        assert (row["F1"], row["MHR_0"], row["ScopeF"], row["err"]) == (1.0, 0.0, 1.0, 0)
    assert list(figures["one"]["extractors"]) == ["oracle", "cecs", "nta"]
    assert len(per_page.read_text().splitlines()) == 6 * 3
    shown = capsys.readouterr().out
    assert "ScopeF" in shown
    assert "cecs" in shown


def test_list_pages_are_measured_when_asked_for(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "figures.json"
    main(["evaluate", str(corpus / "one"), "--extractor", "cecs", "--kind", "list", "--json", str(out)])
    row = json.loads(out.read_text())["one"]["extractors"]["cecs"]
    assert (row["n"], row["empty"], row["MCR"]) == (1, 1, 0.0)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--extractor", "best"], "There is no extractor 'best'"),
        (["--extractor", "nta:threshold"], "option=value"),
        (["--extractor", "nta:limit=3"], "unexpected keyword"),
        (["--jobs", "0"], "--jobs 0"),
        (["--lang", "xx"], "No page of kind"),
        (["--extractor", "cecs", "--folds", "90"], "90 folds by page"),
        (["--leave-one-set-out", "--folds", "2"], "takes the place of --folds"),
        (["--leave-one-set-out", "--together", "one+three"], "no set 'three'"),
        (["--leave-one-set-out", "--together", "one", "two+one"], "left out once"),
        (["--leave-one-set-out", "--together", "one+two"], "Nothing is left to train on"),
        (["--never-train", "one"], "belong to --leave-one-set-out"),
    ],
)
def test_wrong_arguments_are_answered_with_a_sentence(
    corpus: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str
) -> None:
    assert main(["evaluate", str(corpus), "--extractor", "cecs", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_a_folder_that_is_no_corpus(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", str(tmp_path), "--extractor", "cecs"]) == 2
    assert "holds no corpus" in capsys.readouterr().err


def test_options_of_a_variant() -> None:
    variant = Variant.parse("nta:threshold=0.8,wide=yes,mode=x")
    assert variant.name == "nta"
    assert variant.options == {"threshold": 0.8, "wide": True, "mode": "x"}
    assert vars(Variant.parse("nta:threshold=0.8").build())["threshold"] == 0.8
    with pytest.raises(UnknownExtractor):
        Variant.parse("readability")


def gold(number: int, site: str) -> GoldPage:
    return GoldPage(id=f"p{number}", path=Path(), site=site, set="set")


def test_folds_deal_out_every_page_once_whatever_the_order() -> None:
    pages = [gold(number, f"s{number % 5}") for number in range(23)]
    forwards = split(pages, 4, "page")
    backwards = split(pages[::-1], 4, "page")
    assert sorted(index for fold in forwards for index in fold) == list(range(23))
    assert {frozenset(pages[i].id for i in fold) for fold in forwards} == {
        frozenset(pages[::-1][i].id for i in fold) for fold in backwards
    }
    assert max(map(len, forwards)) - min(map(len, forwards)) <= 1
    others = split(pages, 4, "page", seed=1)
    assert sorted(index for fold in others for index in fold) == list(range(23))
    assert others != forwards


def test_folds_by_site_keep_sites_together() -> None:
    pages = [gold(number, f"s{number % 5}") for number in range(23)]
    folds = split(pages, 4, "site")
    fold_of = {index: number for number, fold in enumerate(folds) for index in fold}
    for site in range(5):
        assert len({fold_of[index] for index in range(site, 23, 5)}) == 1
    with pytest.raises(ValueError, match="6 folds by site"):
        split(pages, 6, "site")


def test_a_set_is_left_out_with_its_sites() -> None:
    where = [("a", "x"), ("a", "y"), ("b", "x"), ("b", ""), ("c", "z"), ("c", "")]
    pages = [GoldPage(id=str(number), path=Path(), site=site, set=name) for number, (name, site) in enumerate(where)]
    assert leave_sets_out(pages) == [
        ("a", [0, 1], [3, 4, 5]),
        ("b", [2, 3], [1, 4, 5]),
        ("c", [4, 5], [0, 1, 2, 3]),
    ]
    assert leave_sets_out(pages, together=[["a", "b"]], never=["b"]) == [
        ("a+b", [0, 1, 2, 3], [4, 5]),
        ("c", [4, 5], [0, 1]),
    ]


def test_sets_left_out_are_measured_with_models_of_the_others(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = (corpus / "two" / "gold.jsonl").read_text().replace('"s', '"t')  # other sites
    (corpus / "two" / "gold.jsonl").write_text(gold)
    assert main(["evaluate", str(corpus), "--extractor", "cecs", "--leave-one-set-out"]) == 0
    shown = capsys.readouterr()
    assert "one: 4 pages train, 3 test" in shown.err
    assert "two: 4 pages train, 3 test" in shown.err


def test_class_counts_add_up() -> None:
    table = add_classes([{"body": (3, 1, 0)}, {"body": (1, 0, 2), "noise": (0, 0, 0)}])
    assert table["body"] == {"blocks": 6, "P": 4 / 5, "R": 4 / 6, "F1": 8 / 11}
    assert table["noise"]["F1"] == 0.0
