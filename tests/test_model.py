from __future__ import annotations

import json
from pathlib import Path

import pytest

from newsbody.extractors.model import Model, ModelError, read_model, write_model

MODEL = Model("twolayer", data={"weights": [0.5, 1e-9], "标": 1}, card={"pages": 3, "languages": ["zh"]})


def written(folder: Path, **changes: object) -> Path:
    path = folder / "model.json"
    write_model(path, MODEL)
    content = json.loads(path.read_text("utf8")) | changes
    path.write_text(json.dumps(content), "utf8")
    return path


def test_a_written_model_comes_back(tmp_path: Path) -> None:
    assert read_model(written(tmp_path), "twolayer") == MODEL


def test_equal_models_give_equal_bytes(tmp_path: Path) -> None:
    write_model(tmp_path / "a", MODEL)
    write_model(tmp_path / "b", Model("twolayer", data=dict(sorted(MODEL.data.items(), reverse=True)), card=MODEL.card))
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"format": "other"}, "is no model of newsbody"),
        ({"version": 99}, "has version 99, this is for 1"),
        ({"system": "crf"}, "is for 'crf', not for 'twolayer'"),
        ({"data": {"weights": [0.25]}}, "broken: its data are not those"),
        ({"card": None}, "broken"),
    ],
)
def test_a_wrong_file_is_refused_with_a_sentence(tmp_path: Path, changes: dict[str, object], says: str) -> None:
    with pytest.raises(ModelError, match=says) as caught:
        read_model(written(tmp_path, **changes), "twolayer")
    assert "newsbody train twolayer" in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b"[]", b"null"])
def test_no_json_is_refused_with_a_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "model.json"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=r"model\.json"):
        read_model(path, "crf")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"nowhere\.json cannot be read"):
        read_model(tmp_path / "nowhere.json", "crf")
