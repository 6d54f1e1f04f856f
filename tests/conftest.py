"""Fixtures that several test modules share."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
import redis
from hypothesis import settings
from redis.backoff import ConstantBackoff

from newsbody.crawl.queue.shared_scheduler import Patience
from tests.postgres_server import PostgresServer
from tests.redis_server import RedisServer

# What a process compiled is there for the next: one that compiles us anew starts in twice the time.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# How long an example takes is a matter of the machine; what is to be fast has its growth measured.
settings.register_profile("untimed", settings(), deadline=None)
settings.load_profile("untimed")


def pytest_xdist_auto_num_workers() -> int:
    """Two more than there are processors: whole crawls wait for servers and processes of their own."""
    return (os.cpu_count() or 1) + 2


@pytest.fixture
def corpus() -> Path:
    """The labelled corpus, unpacked: ``train/SET``, ``measure/SET``, ``forums/SET``, ``served/SET``."""
    folder = os.environ.get("NEWSBODY_CORPUS")
    if not folder:
        pytest.skip("NEWSBODY_CORPUS is not set: it names the folder of the unpacked corpus")
    return Path(folder)


@pytest.fixture(scope="session")
def redis_of_session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """The Redis of all tests that run in this process."""
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def server(redis_of_session: RedisServer) -> RedisServer:
    """A running Redis with nothing in it, whatever the test before left or ended."""
    redis_of_session.empty()
    return redis_of_session


@pytest.fixture
def client(server: RedisServer) -> Iterator[redis.Redis]:
    """A connection as the settings for many workers make it."""
    with redis.Redis.from_url(server.address, retry=Patience(ConstantBackoff(0.1), 100)) as client:
        yield client


@pytest.fixture
def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A running PostgreSQL."""
    server = PostgresServer()
    server.initialise()
    server.start()
    yield server
    server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'items.db'}"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.new_database(f"test{uuid4().hex}")
