"""How time and memory grow with pages that mean harm: each case doubled three times.

    python -m tests.benchmarks.growth [CASE…] [--bytes 125000] [--all]

For each case the slope of processor time and of memory over the three doublings (1 is linear, 2
quadratic), the slowest reader, and what the largest page costs it. Each reader has a process of its
own, for what one remembers of its texts spares the next; it is ended after LIMIT seconds. Each measure
is the least of REPEATS, of a case that does not hold of MORE_REPEATS: whatever else the machine does
can only add to it.
"""

from __future__ import annotations

import argparse
import math
import resource
import signal
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TypeVar

from newsbody.crawl.sources.listing import read_listing
from newsbody.page import Page
from newsbody.rules.learn_thread import learn_thread_rule
from tests.hostile_pages import BODY, CASES, READERS, URL
from tests.test_crawl_listings import HARD

DOUBLINGS = 3
FIRST_BYTES = 125_000
REPEATS, MORE_REPEATS = 3, 12
#: Seconds of processor time after which a reader counts as hanging.
LIMIT = 5
#: Less time and memory than this is noise (seconds, megabytes).
LEAST_SECONDS, LEAST_MB = 0.02, 10.0
#: The lines that must hold.
MAX_SLOPE, MAX_SECONDS, MAX_MB = 1.2, 2.0, 300.0

#: All cases as bytes: pages, and feeds and sitemaps, which nothing of a page reads.
FEEDS: dict[str, Callable[[int], bytes]] = {f"feed, {name}": make for name, make in HARD.items()}
MAKERS: dict[str, Callable[[int], bytes]] = {
    **{name: lambda size, make=make: make(size).encode() for name, make in CASES.items()},  # type: ignore[misc]
    **FEEDS,
}
#: All that reads a page, and what learns a site's threads from three such pages.
LEARNERS: dict[str, Callable[[Page], object]] = {
    **READERS,
    "learn threads": lambda page: learn_thread_rule([page] * 3, ""),
}

FORK = get_context("fork")
Read = TypeVar("Read")

#: Seconds by reader, and the largest memory in megabytes.
Cost = dict[str, float]


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print; 1 when a line does not hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE")
    parser.add_argument("--bytes", type=int, default=FIRST_BYTES, help="of the smallest page (default: %(default)s)")
    parser.add_argument("--all", action="store_true", help="every reader, not only the slowest")
    args = parser.parse_args(argv)
    names = args.cases or list(MAKERS)
    unknown = sorted(set(names) - set(MAKERS))
    if unknown:
        parser.error(f"no case {unknown[0]!r}; there are: {', '.join(MAKERS)}")
    for read in LEARNERS.values():  # what is loaded once is no growth
        read(Page.parse(BODY, URL))
    failed = []
    print(f"{'case':30}{'slope':>7}{'MB slope':>9}{'seconds':>9}{'MB':>7}  slowest")
    for name in names:
        sizes = [args.bytes << doubling for doubling in range(DOUBLINGS + 1)]
        costs = [least([measure(name, size) for _ in range(REPEATS)]) for size in sizes]
        for _ in range(MORE_REPEATS - REPEATS if _fails(costs) else 0):
            costs = [least([cost, measure(name, size)]) for cost, size in zip(costs, sizes, strict=True)]
        failed += [name] if _report(name, costs, every=args.all) else []
    print(f"{len(names) - len(failed)} of {len(names)} hold" + (f"; not: {', '.join(failed)}" if failed else ""))
    return 1 if failed else 0


def _slopes(costs: list[Cost]) -> dict[str, float]:
    """How each measure grows, seconds by reader and megabytes."""
    least_of = {"MB": LEAST_MB}
    return {
        reader: slope([cost.get(reader, LIMIT) for cost in costs], least_of.get(reader, LEAST_SECONDS))
        for reader in costs[-1]
    }


def _fails(costs: list[Cost]) -> bool:
    too_much = costs[-1]["MB"] > MAX_MB or any(
        seconds > MAX_SECONDS for what, seconds in costs[-1].items() if what != "MB"
    )
    return too_much or max(_slopes(costs).values()) > MAX_SLOPE


def _report(name: str, costs: list[Cost], *, every: bool) -> bool:
    slopes, bad = _slopes(costs), _fails(costs)
    memory = slopes.pop("MB")
    readers = list(slopes)
    worst = max(readers, key=lambda reader: costs[-1][reader])
    seconds, megabytes = costs[-1][worst], costs[-1]["MB"]
    steepest = max(readers, key=lambda reader: slopes[reader])
    row = f"{name:30}{slopes[steepest]:7.2f}{memory:9.2f}{seconds:9.2f}{megabytes:7.0f}"
    print(f"{row}  {worst}, steepest {steepest}{' <<<' if bad else ''}", flush=True)
    for reader in readers if every else ():
        print(f"    {reader:26}{slopes[reader]:7.2f}  " + " ".join(f"{cost.get(reader, LIMIT):.3f}" for cost in costs))
    return bad


def slope(costs: Sequence[float], least: float) -> float:
    """The mean growth of a doubling, as a power: 1 for costs that double, 2 for costs that quadruple."""
    kept = [max(cost, least) for cost in costs]
    return math.log2(kept[-1] / kept[0]) / (len(kept) - 1)


def least(costs: Sequence[Cost]) -> Cost:
    """What a page costs each reader at least."""
    return {reader: min(cost.get(reader, LIMIT) for cost in costs) for reader in costs[0]}


def measure(name: str, size: int) -> Cost:
    """What a page of a case costs each reader."""
    ours, theirs = FORK.Pipe(duplex=False)
    process = FORK.Process(target=_measure, args=(name, MAKERS[name](size), theirs))
    process.start()
    theirs.close()
    cost: Cost = {}
    try:
        while True:
            for what, value in ours.recv().items():
                cost[what] = max(value, cost.get(what, 0.0))
    except EOFError:
        process.join()
    return cost


def _measure(name: str, source: bytes, results: Connection) -> None:
    """Runs in a process of its own: the largest memory that a process had is never forgotten."""
    signal.signal(signal.SIGPROF, _hangs)
    before = _memory()
    if name in FEEDS:
        _timed("listing", lambda: read_listing(source, URL), results)
        results.send({"MB": _memory() - before})
        return
    page = _timed("page", lambda: Page.parse(source, URL), results)
    results.send({"MB": _memory() - before})
    if page is None:
        return
    for reader, read in LEARNERS.items():
        # What one reader counted, of the page or of its texts, is of no use to the next.
        alone = FORK.Process(target=_read, args=(reader, partial(read, page), before, results))
        alone.start()
        alone.join()


def _read(reader: str, work: Callable[[], object], before: float, results: Connection) -> None:
    """Also in a process of its own, that of the page copied."""
    _timed(reader, work, results)
    results.send({"MB": _memory() - before})


def _timed(reader: str, work: Callable[[], Read], results: Connection) -> Read | None:
    started = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, LIMIT)
    try:
        done = work()
    except (TimeoutError, MemoryError, RecursionError, ValueError) as error:
        if not isinstance(error, TimeoutError):
            print(f"    {reader}: {error!r:.150}", file=sys.stderr)
        done = None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    results.send({reader: time.process_time() - started})
    return done


def _hangs(*_: object) -> None:
    raise TimeoutError


def _memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


if __name__ == "__main__":
    sys.exit(main())
