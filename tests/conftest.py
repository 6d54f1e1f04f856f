"""Fixtures that several test modules share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.redis_server import RedisServer


@pytest.fixture
def corpus() -> Path:
    """The labelled corpus, unpacked: ``train/SET``, ``measure/SET``, ``forums/SET``, ``served/SET``."""
    folder = os.environ.get("NEWSBODY_CORPUS")
    if not folder:
        pytest.skip("NEWSBODY_CORPUS is not set: it names the folder of the unpacked corpus")
    return Path(folder)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    """A running Redis with nothing in it."""
    server = RedisServer(tmp_path)
    server.start()
    yield server
    server.stop()
