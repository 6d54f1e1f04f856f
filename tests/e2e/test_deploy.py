"""What runs on servers: the image, the services of the compose file as plain processes, and a real scrapyd."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from newsbody.database import open_database
from newsbody.database.tables import POSTS
from newsbody.demo import forum_pages, serve
from newsbody.demo.demo_sites import threads
from tests.big_forum import BigForum
from tests.postgres_server import PostgresServer
from tests.redis_server import RedisServer

ROOT = Path(__file__).parents[2]
#: Seconds until a crawl is taken to hang, or a server not to answer.
TIMEOUT, START = 240.0, 60.0


def installed(name: str) -> str:
    """A program of the test extra. Without it the test is skipped, in CI it fails."""
    found = shutil.which(name, path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if found is None:
        message = f"{name} is not installed (pip install 'newsbody[test]')"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    return found


def stored(address: str) -> list[tuple[str, int]]:
    database = open_database(address)
    found = [(row["threadId"], row["position"]) for row in database.read(POSTS)]
    database.close()
    return sorted(found)


# --- the image --------------------------------------------------------------------------------


def test_dockerfile_is_clean() -> None:
    done = subprocess.run([installed("hadolint"), "Dockerfile"], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "")


def test_what_the_image_copies_is_there_and_not_ignored() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    names = [name for line in copied for name in line.split()]
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").split() if line.startswith("!")}
    assert names
    assert all((ROOT / name).exists() and name in let_in for name in names)


# --- the services -----------------------------------------------------------------------------


@pytest.fixture
def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]
    return found


def test_services_wait_for_one_another(services: dict[str, Any]) -> None:
    assert set(services) == {"redis", "postgres", "worker"}
    waits = services["worker"]["depends_on"]
    assert waits == {name: {"condition": "service_healthy"} for name in ("redis", "postgres")}
    assert all("healthcheck" in services[name] for name in waits)
    assert services["worker"]["deploy"]["replicas"] == 2


@pytest.mark.slow
def test_two_workers_as_the_compose_file_starts_them(
    services: dict[str, Any], server: RedisServer, postgres: PostgresServer, tmp_path: Path
) -> None:
    """The same commands, environment and health checks, with the addresses of servers that the test started."""
    made = services["postgres"]["environment"]
    postgres.run(f"CREATE USER {made['POSTGRES_USER']} PASSWORD 'secret'")
    postgres.new_database(made["POSTGRES_DB"], owner=made["POSTGRES_USER"])
    healthy(services["postgres"], "-h", "127.0.0.1", "-p", str(postgres.port))
    healthy(services["redis"], "-p", str(server.port))
    with server.client() as client:
        said = dict(zip(services["redis"]["command"][1::2], services["redis"]["command"][2::2], strict=True))
        assert said == {f"--{name}": value for name, value in client.config_get("appendonly").items()}
    forum = BigForum({number: 3 + 7 * number % 45 for number in range(101, 131)})
    hosts = {"redis:6379": f"127.0.0.1:{server.port}", "@postgres/": f"@127.0.0.1:{postgres.port}/"}
    worker = services["worker"]
    with serve(forum) as (base, _):
        values = {"POSTGRES_PASSWORD": "secret", "URL": f"{base}/"}
        environment = {name: filled(value, values, hosts) for name, value in worker["environment"].items()}
        command = [*worker["entrypoint"], *worker["command"], "-s", "AUTOTHROTTLE_ENABLED=0", "-s", "NEWSBODY_LEASE=2"]
        words = [filled(word, values, {"/tmp/out": str(tmp_path / "out")}) for word in command]
        logs = [tmp_path / f"log{number}" for number in (1, 2)]
        workers = [start([sys.executable, "-m", *words], ROOT, log, environment) for log in logs]
        try:
            assert [one.wait(TIMEOUT) for one in workers] == [0, 0], logs[0].read_text("utf-8")[-3000:]
            workers.append(start([sys.executable, "-m", *words], ROOT, tmp_path / "late", environment))
            assert workers[-1].wait(TIMEOUT) == 0
        finally:
            for one in workers:
                one.kill()
    assert "No page was left for this worker" in (tmp_path / "late").read_text("utf-8")
    expected = sorted((thread, int(post) % 10_000) for thread, post in forum.expected())
    assert stored(environment["NEWSBODY_STORE"]) == expected


def healthy(service: dict[str, Any], *place: str) -> None:
    """The service's own check, asked of the server that stands at ``place``."""
    kind, program, *words = service["healthcheck"]["test"]
    assert kind == "CMD"
    subprocess.run([installed(program), *place, *words], check=True, capture_output=True, timeout=START)


def filled(text: str, values: dict[str, str], places: dict[str, str]) -> str:
    """As compose fills in variables: ``${NAME}``, ``${NAME:-default}``, ``${NAME:?what to do}``."""
    text = re.sub(r"\$\{(\w+)(?::([-?])([^}]*))?\}", lambda m: values.get(m[1], m[3] if m[2] == "-" else ""), text)
    for old, new in places.items():
        text = text.replace(old, new)
    return text


def start(words: list[str], folder: Path, log: Path, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    with log.open("wb") as out:
        everything = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
        return subprocess.Popen(words, cwd=folder, env=everything, stdout=out, stderr=out)


# --- scrapyd ----------------------------------------------------------------------------------


@contextmanager
def scrapyd(folder: Path, port: int) -> Iterator[str]:
    """A scrapyd of one's own; gives its address."""
    (folder / "scrapyd.conf").write_text(
        f"[scrapyd]\nhttp_port = {port}\nbind_address = 127.0.0.1\npoll_interval = 0.5\nmax_proc = 1\n"
        f"runner = scrapyd.runner\n"
    )
    process = start([installed("scrapyd")], folder, folder / "scrapyd.log", {})
    try:
        until = time.monotonic() + START
        while True:
            try:
                ask(f"http://127.0.0.1:{port}/daemonstatus.json")
                break
            except OSError:
                if time.monotonic() > until or process.poll() is not None:
                    raise
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait(START)


def ask(url: str, **values: str) -> dict[str, Any]:
    data = urllib.parse.urlencode(values).encode() if values else None
    with urllib.request.urlopen(url, data, timeout=START) as response:
        answer: dict[str, Any] = json.load(response)
    assert answer["status"] == "ok", answer
    return answer


@pytest.mark.slow
def test_deployed_to_scrapyd(tmp_path: Path, free_port: int) -> None:
    deploy = installed("scrapyd-deploy")
    project, home = tmp_path / "project", tmp_path / "scrapyd"
    home.mkdir()
    shutil.copytree(ROOT / "settings", project / "settings", ignore=shutil.ignore_patterns("__pycache__"))
    configured = (ROOT / "scrapy.cfg").read_text("utf-8")
    (project / "scrapy.cfg").write_text(configured.replace("127.0.0.1:6800", f"127.0.0.1:{free_port}"))
    address = f"sqlite:///{tmp_path}/items.db"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with scrapyd(home, free_port) as server, serve(forum_pages()) as (base, _):
        done = subprocess.run([deploy], cwd=project, env=environment, capture_output=True, text=True, timeout=TIMEOUT)
        assert done.returncode == 0, done.stdout + done.stderr
        assert sorted(ask(f"{server}listspiders.json?project=newsbody")["spiders"]) == ["forum", "news"]
        with urllib.request.urlopen(
            f"{server}schedule.json",
            urllib.parse.urlencode(
                [
                    ("project", "newsbody"), ("spider", "forum"), ("url", f"{base}/"), ("out", str(tmp_path / "out")),
                    ("setting", f"NEWSBODY_STORE={address}"), ("setting", "AUTOTHROTTLE_ENABLED=0"),
                ]
            ).encode(), timeout=START,
        ) as response:  # fmt: skip
            assert json.load(response)["status"] == "ok"
        until = time.monotonic() + TIMEOUT
        while not ask(f"{server}listjobs.json?project=newsbody")["finished"]:
            assert time.monotonic() < until, (home / "scrapyd.log").read_text("utf-8")[-3000:]
            time.sleep(0.5)
    assert stored(address) == sorted((str(t.number), floor + 1) for t in threads() for floor in range(len(t.posts)))
