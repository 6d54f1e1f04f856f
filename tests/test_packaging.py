"""What a reader of the package's metadata is told, and what ``import newsbody`` costs."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from email import message_from_bytes
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import pytest

import newsbody
from newsbody.cli import main

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"]
#: The packages the work was asked to stand on.
ASKED_FOR = ("scrapy", "parsel", "lxml", "jieba", "scikit-learn", "itemadapter")
#: Modules that a plain import, or a plain extraction, has no use for.
HEAVY = ("scrapy", "sklearn", "jieba", "twisted", "redis")
#: What import newsbody may take (seconds of this process's CPU time).
MAX_IMPORT = 0.05


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_public_name_is_there() -> None:
    assert {name: getattr(newsbody, name) for name in newsbody.__all__}.keys() == set(newsbody.__all__)
    assert set(newsbody.__all__) <= set(dir(newsbody))


def test_version_is_one_and_the_changelog_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out == f"newsbody {newsbody.__version__}\n"
    assert f"\n## {newsbody.__version__}\n" in (ROOT / "CHANGELOG.md").read_text("utf8")


def test_import_is_quick_and_loads_nothing_heavy() -> None:
    heavy = f"[name for name in {HEAVY!r} if name in sys.modules]"
    code = f"import sys, time; b = time.process_time(); import newsbody; print(time.process_time() - b, {heavy})"
    seconds, _, loaded = run(code).partition(" ")
    assert loaded.strip() == "[]"
    assert float(seconds) <= MAX_IMPORT
    text = "newsbody.extract('<article>' + '<p>A sentence of a page, with words in it.</p>' * 9).text"
    assert run(f"import sys, newsbody; {text}; print({heavy})").strip() == "[]"
    no_text = [f"newsbody.{room}" for room in ("metadata", "rules", "posts", "urls.resolver", "stores")]
    assert run(f"import sys, newsbody; {text}; print([n for n in {no_text!r} if n in sys.modules])").strip() == "[]"


def test_metadata_says_what_the_package_is_and_may_be_used_for() -> None:
    assert PROJECT["license"] == "BSD-3-Clause"
    assert (ROOT / "LICENSE").read_text("utf8").startswith("BSD 3-Clause License")
    assert {"Framework :: Scrapy", "Typing :: Typed"} <= set(PROJECT["classifiers"])
    assert not [name for name in PROJECT["classifiers"] if name.startswith("License ::")]  # PEP 639


def test_requirements_name_what_was_asked_for_with_a_reason() -> None:
    lines = (ROOT / "requirements.txt").read_text("utf8").splitlines()
    reasons = {line.split()[0]: line.partition("#")[2].strip() for line in lines if line and line[0].isalpha()}
    assert set(reasons) == set(ASKED_FOR)
    assert all(reasons.values())


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with what ``python -m build`` makes, without a network."""
    pytest.importorskip("build")
    out = tmp_path_factory.mktemp("dist")
    source = tmp_path_factory.mktemp("source")
    names = ("newsbody", "pyproject.toml", "README.md", "LICENSE")
    subprocess.run(["cp", "-r", *(str(ROOT / name) for name in names), str(source)], check=True)
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return out


@pytest.mark.slow
def test_what_is_built_may_go_to_the_index(built: Path) -> None:
    pytest.importorskip("twine")
    files = sorted(map(str, built.iterdir()))
    assert [Path(name).suffix for name in files] == [".whl", ".gz"]
    command = [sys.executable, "-W", "ignore", "-m", "twine", "check", "--strict", *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_wheel_carries_its_licence_and_version(built: Path) -> None:
    import zipfile

    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith("/METADATA")]
        metadata = message_from_bytes(archive.read(name))
        assert any(name.endswith("licenses/LICENSE") for name in archive.namelist())
    assert metadata["License-Expression"] == "BSD-3-Clause"
    assert metadata["Version"] == newsbody.__version__
    assert re.match(r">=3\.\d+", metadata["Requires-Python"])


def test_places_of_before_in_settings_lead_to_where_things_stand_now() -> None:
    places = [
        "newsbody.crawl.middleware.TopicMiddleware",
        "newsbody.crawl.middleware.OnceMiddleware",
        "newsbody.crawl.pipelines.BodyPipeline",
        "newsbody.crawl.exporters.FlatCsvItemExporter",
        "newsbody.crawl.shared_queue.SharedQueue",
        "newsbody.crawl.shared.queue.SharedQueue",
        "newsbody.crawl.shared.scheduler.SharedScheduler",
        "newsbody.zyte.to_zyte",
    ]
    code = f"from scrapy.utils.misc import load_object; print([load_object(place).__name__ for place in {places}])"
    assert run(code).strip() == str([place.rsplit(".", 1)[1] for place in places])


#: Names of licences that bind more than what they stand on: of extras alone, which are installed by who wants them.
BINDING = re.compile(r"\b[AL]?GPL|General Public", re.IGNORECASE)


def test_licences_of_what_is_installed_with_it_bind_nobody() -> None:
    left, seen = [re.split(r"[ ;<>=!~\[(]", needed)[0] for needed in PROJECT["dependencies"]], set[str]()
    bound: dict[str, str] = {}
    while left:
        name = left.pop().casefold()
        if name in seen:
            continue
        seen.add(name)
        try:
            told = metadata(name)
        except PackageNotFoundError:  # for another system or Python
            continue
        named = [
            *told.get_all("License-Expression", []), *told.get_all("Classifier", []),
            *(text[:100] for text in told.get_all("License", [])),
        ]  # fmt: skip
        licence = " ".join(one for one in named if not one.startswith(("Topic", "Programming")))
        if BINDING.search(licence):
            bound[name] = licence
        needed = (line for line in told.get_all("Requires-Dist", []) if "extra ==" not in line)
        left += [re.split(r"[ ;<>=!~\[(]", line)[0] for line in needed]
    assert len(seen) > 20
    assert bound == {}
