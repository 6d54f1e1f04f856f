"""A Redis that is away: at the start its address is wrong, later it is waited for, until the crawl is to end."""

from __future__ import annotations

import logging
import signal

import pytest
import redis
from redis.backoff import ConstantBackoff
from redis.exceptions import ConnectionError
from scrapy import Spider
from scrapy.utils.test import get_crawler

from newsbody.crawl.queue.shared_scheduler import Patience
from newsbody.crawl.session.session import Crawl
from tests.shared_workers import at_work, worker

SCHEDULER = "newsbody.crawl.queue.shared_scheduler.SharedScheduler"


@pytest.mark.parametrize("address", ["redis://127.0.0.1:1/0", "127.0.0.1:6379"])
def test_a_wrong_address_is_said_at_the_start(address: str) -> None:
    patience = {"retry": Patience(ConstantBackoff(1), 300)}
    crawler = get_crawler(Spider, {"SCHEDULER": SCHEDULER, "REDIS_URL": address, "REDIS_PARAMS": patience})
    with pytest.raises(ValueError, match=f"no Redis answers at {address} .*REDIS_URL=redis://host:6379/0"):
        Crawl.of(crawler)


def test_that_it_is_waited_for_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    asked: list[int] = []

    def ask() -> int:
        asked.append(1)
        if len(asked) < 9:
            raise ConnectionError("refused")
        return 7

    with caplog.at_level(logging.WARNING):
        assert Patience(ConstantBackoff(0.001), 20).call_with_retry(ask, lambda error: None) == 7
    assert [record.message for record in caplog.records] == [
        "Redis does not answer, it is asked again until it does: refused"
    ]


def test_a_crawl_that_is_to_end_waits_no_longer() -> None:
    asked: list[int] = []
    before = signal.getsignal(signal.SIGTERM)

    def ask() -> None:
        asked.append(1)
        if len(asked) == 3:  # as Scrapy does when it is sent one
            signal.signal(signal.SIGTERM, lambda number, frame: None)
        raise ConnectionError("refused")

    try:
        with pytest.raises(ConnectionError):
            Patience(ConstantBackoff(0.001), 20).call_with_retry(ask, lambda error: None)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert len(asked) == 3


@pytest.mark.parametrize("left", [0.0, 0.3])
def test_nothing_is_taken_back_of_workers_that_heard_nothing_of_redis_as_well(client: redis.Redis, left: float) -> None:
    """It was away for a lease, or nearly: who comes back first finds the signs of life of the others gone."""
    first, others = worker(client), [worker(client) for _ in range(2)]
    for number, other in enumerate(others):
        at_work(other, f"http://f.test/{number}")
    first._takes_back_from = 0.0
    for one in (first, *others):
        client.delete(f"{one.key}:lease:{one.worker}")
    if left:
        client.set(f"{first.key}:lease:{first.worker}", 1, px=int(1000 * left * first.lease))
    first.beat()
    assert len(first) == 0
    first.beat()
    assert len(first) == 0, "nor as long as they may still come back"
