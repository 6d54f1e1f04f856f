"""Fixtures that several test modules share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.redis_server import RedisServer


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    """A running Redis with nothing in it."""
    server = RedisServer(tmp_path)
    server.start()
    yield server
    server.stop()
