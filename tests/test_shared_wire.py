"""What workers hold in Redis: requests come back as they went, anything else is no request."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
import redis
from hypothesis import given
from hypothesis import strategies as st
from scrapy import FormRequest, Request
from scrapy.http import JsonRequest

from newsbody.crawl.queue import wire
from newsbody.crawl.queue.wire import WireError
from tests.shared_workers import worker

URL = "http://f.test/1"
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
META = st.dictionaries(st.text(), VALUES, max_size=4)
HEADERS = st.dictionaries(st.text("abc-", min_size=1), st.lists(st.binary(), max_size=2), max_size=3)


def row(**changed: Any) -> bytes:
    written = json.loads(wire.dumps(Request(URL).to_dict()))
    return json.dumps({**written, **changed}).encode()


@given(st.binary(), META, HEADERS, st.integers())
def test_any_request_comes_back_as_it_went(
    body: bytes, meta: dict[str, Any], headers: dict[str, list[bytes]], priority: int
) -> None:
    request = Request(URL, method="POST", headers=headers, body=body, meta=meta, priority=priority, cookies={"a": "1"})
    assert wire.loads(wire.dumps(request.to_dict())) == request.to_dict()


def test_halves_of_characters_are_shared() -> None:
    there = Request(URL, meta={"link_text": "\ud83d"}).to_dict()
    assert wire.loads(wire.dumps(there)) == there


@pytest.mark.parametrize("request_class", [FormRequest, JsonRequest])
def test_requests_of_other_classes_come_back(request_class: type[Request]) -> None:
    there = request_class(URL, flags=["a"], cb_kwargs={"page": 2}).to_dict()
    assert wire.loads(wire.dumps(there)) == there


class Touch:
    """Makes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


HOSTILE = {
    "no JSON": b"\x80\x04",
    "no object": b"[1]",
    "deep": b"[" * 100_000,
    "no address": row(url=None),
    "a file": row(url="file:///etc/passwd"),
    "a relative address": row(url="/etc/passwd"),
    "a class that is none": row(_class="os.system"),
    "a class that is not loaded": row(_class="antigravity.Request"),
    "a method of Python's": row(callback="__class__"),
    "a path to a method": row(callback="crawler.stop"),
    "a priority that is none": row(priority="1"),
    "a body that is none": row(body="%%%"),
    "headers that are none": row(headers={"a": 1}),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_request_is_refused(name: str) -> None:
    with pytest.raises(WireError):
        wire.loads(HOSTILE[name])


def test_rows_that_are_no_requests_are_left_out_and_run_no_code(client: redis.Redis, tmp_path: Path) -> None:
    queue = worker(client)
    pickled = pickle.dumps(Touch(tmp_path / "run"))
    rows = [*HOSTILE.values(), pickled, row(body="YQ==", encoding="none"), row(callback="no_such")]
    for number, data in enumerate(rows):
        client.zadd(queue.key, {number.to_bytes(8, "big") + data: -1})
    queue.push(Request(URL))
    request = queue.pop()
    assert request is not None
    assert request.url == URL
    assert not (tmp_path / "run").exists()
    assert client.zcard(queue._flight_key) == 1


def test_what_cannot_be_shared_is_said_and_left_out(client: redis.Redis, caplog: pytest.LogCaptureFixture) -> None:
    queue = worker(client)
    queue.push(Request(URL, meta={"page": object()}))
    assert len(queue) == 0
    assert f"{URL} cannot be shared with other workers" in caplog.text
    assert 'SCHEDULER_SERIALIZER = "pickle"' in caplog.text
