"""Time and memory of clustering: 10⁴, 10⁵ and 10⁶ addresses of one forum, and the n² form as far as it goes.

    python -m tests.benchmarks.clustering_speed [--largest 1000000]

Structure vectors, prefix tree, K-nearest densities, δ, centres and growth, exactly. The n² form computes the same ρ
and δ from all distances (numpy, row by row). Processor time of this process, ratios to the size before. The
addresses are made here: a forum with threads, pages, posts, members and boards.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
from collections.abc import Callable, Sequence

import numpy as np

from newsbody.urls.centres import choose_centres
from newsbody.urls.density import DEFAULT_K, build_tree, decision_graph, grow
from newsbody.urls.topics import learn_resolver
from newsbody.urls.vector import distance, split_blocks, value_matrix

SIZES = (10_000, 100_000, 1_000_000)
QUADRATIC_SIZES = (1_000, 3_000, 10_000)
SAMPLE = 300


def forum_urls(count: int) -> list[str]:
    """Addresses of a forum that has grown with the number of addresses: as many threads per link at every size."""
    choose = random.Random(count)
    below = choose.randrange
    kinds: list[tuple[float, Callable[[], str]]] = [
        (0.50, lambda: f"threads/{below(count)}/page-{1 + below(9)}"),
        (0.65, lambda: f"threads/{below(count)}/post-{below(10 * count)}"),
        (0.85, lambda: f"member.php?mode=view&id={below(count)}"),
        (0.95, lambda: f"posting.php?mode=reply&thread={below(count)}"),
        (1.01, lambda: f"boards/{below(40)}/index{1 + below(200)}.html"),
    ]
    urls = []
    for _ in range(count):
        dice = choose.random()
        make = next(make for limit, make in kinds if dice < limit)
        urls.append(f"https://forum.example/board/{make()}")
    return urls


def cluster(urls: Sequence[str]) -> int:
    """The whole way; the number of clusters."""
    graph = decision_graph(build_tree(map(split_blocks, urls)), DEFAULT_K)
    centres = choose_centres(graph)
    return len(np.unique(grow(graph, centres)))


def quadratic(urls: Sequence[str]) -> int:
    """ρ and δ from all distances; the number of points at the largest δ."""
    matrix, _ = value_matrix(map(split_blocks, urls))
    table = np.array([distance(place) for place in range(matrix.shape[1] + 1)])
    rho = np.empty(len(urls))
    for row in range(len(urls)):
        near = np.partition(_distances(matrix, row, table), DEFAULT_K)[: DEFAULT_K + 1]
        rho[row] = np.exp(-near).sum() - 1
    delta = np.empty(len(urls))
    for row in range(len(urls)):
        denser = (rho > rho[row]) | ((rho == rho[row]) & (np.arange(len(urls)) < row))
        far = _distances(matrix, row, table)
        delta[row] = far[denser].min() if denser.any() else far.max()
    return int(np.sum(delta == delta.max()))


def _distances(matrix: np.ndarray, row: int, table: np.ndarray) -> np.ndarray:
    unequal = matrix != matrix[row]
    first = np.argmax(unequal, axis=1) + 1
    distances: np.ndarray = table[np.where(unequal.any(axis=1), first, 0)]
    return distances


def timed(work: Callable[[Sequence[str]], int], urls: Sequence[str]) -> tuple[float, int]:
    """Processor seconds and result."""
    start = time.process_time()
    result = work(urls)
    return time.process_time() - start, result


def main(argv: Sequence[str] | None = None) -> int:
    """Print the two tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--largest", type=int, default=SIZES[-1])
    args = parser.parse_args(argv)
    for title, work, sizes in (("n² form", quadratic, QUADRATIC_SIZES), ("prefix tree", cluster, SIZES)):
        print(f"{title:12} {'urls':>9} {'seconds':>9} {'µs a url':>9} {'ratio':>7} {'peak MB':>8}")
        before = 0.0
        for size in sizes:
            if size > args.largest:
                continue
            seconds, clusters = timed(work, forum_urls(size))
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            ratio = f"{seconds / before:7.1f}" if before else "      –"
            print(
                f"{'':12} {size:9} {seconds:9.2f} {1e6 * seconds / size:9.1f} {ratio} {peak:8.0f}  ({clusters} found)"
            )
            before = seconds
    urls = forum_urls(min(args.largest, SIZES[1]))
    seconds, _ = timed(lambda sample: len(sample[:SAMPLE]) and int(learn_resolver(sample[:SAMPLE]) is not None), urls)
    resolver = learn_resolver(urls[:SAMPLE])
    print(f"resolver learned from {SAMPLE} urls in {seconds:.3f} s")
    if resolver is not None:
        for name, call in (("kind", resolver.kind), ("canonical", resolver.canonical)):
            seconds, _ = timed(lambda some, call=call: sum(bool(call(url)) for url in some), urls)  # type: ignore[misc]
            print(f"{name:10} {1e6 * seconds / len(urls):6.1f} µs a call")
    return 0


if __name__ == "__main__":
    sys.exit(main())
