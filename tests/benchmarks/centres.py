"""Rules that choose cluster centres with nobody looking, measured on labelled lists of real links.

    python -m tests.benchmarks.centres FOLDER_OF_TSV [--seeds 5]

A sample of 300 addresses is clustered; the cluster of a random topic is compared with the topics of the sample. The
rules: largest gap in ρ·δ, knee of the sorted ρ·δ (farthest below the chord, logarithmic), best mean silhouette over
the depths of the tree, and the end of each address's head (the product's rule, typed vectors only). On plain
structure vectors and on typed ones, for K = 5, 10, 20, grown breadth first over K-nearest lists (Liu, Tan, Fu, Wang)
and along nearest denser points.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean

import numpy as np
from tqdm import tqdm

from newsbody.urls.centres import choose_centres
from newsbody.urls.clusters import cluster_urls
from newsbody.urls.density import DecisionGraph, build_tree, decision_graph, follow, grow
from newsbody.urls.normalize import is_media, split_url
from newsbody.urls.vector import split_blocks
from tests.benchmarks.urls import MIN_TOPICS, MIN_URLS, Row, read_list

SAMPLE = 300
NEIGHBOURS = (5, 10, 20)


def largest_gap(graph: DecisionGraph) -> list[int]:
    """All points above the largest step between two successive values of ρ·δ."""
    order = np.argsort(-graph.rho * graph.delta, kind="stable")
    falling = (graph.rho * graph.delta)[order]
    count = int(np.argmax(falling[:-1] - falling[1:])) + 1 if len(falling) > 1 else 1
    return [int(point) for point in order[:count]]


def knee(graph: DecisionGraph) -> list[int]:
    """All points before the curve of sorted ρ·δ is farthest below the line between its ends."""
    order = np.argsort(-graph.rho * graph.delta, kind="stable")
    curve = np.log(np.maximum((graph.rho * graph.delta)[order], np.finfo(float).tiny))
    if len(curve) < 3 or curve[0] == curve[-1]:
        return [int(order[0])]
    scaled = (curve - curve[-1]) / (curve[0] - curve[-1])
    count = max(1, int(np.argmax(np.linspace(1, 0, len(curve)) - scaled)))
    return [int(point) for point in order[:count]]


RULES: dict[str, Callable[[DecisionGraph], list[int]]] = {
    "largest gap": largest_gap,
    "knee": knee,
    "silhouette": choose_centres,
}


def score(labels: np.ndarray, topics: np.ndarray, example: int) -> tuple[float, float, float]:
    """P, R and F of the cluster of one topic against all topics of the sample."""
    cluster = labels == labels[example]
    hits = float(np.sum(cluster & topics))
    precision, recall = hits / float(np.sum(cluster)), hits / float(np.sum(topics))
    return precision, recall, 2 * precision * recall / (precision + recall)


def measure(rows: Sequence[Row], seed: int, k: int) -> dict[tuple[str, str, str], tuple[float, float, float]]:
    """Scores by vectors, rule and growth for one sample."""
    choose = random.Random(seed)
    by_parts = {split_url(url): (topic, url) for topic, url in choose.sample(rows, min(SAMPLE, len(rows)))}
    kept = {parts: row for parts, row in by_parts.items() if parts is not None and not is_media(parts)}
    pages = sorted(kept, key=lambda parts: (parts.path, parts.query, parts.slash))
    topics = np.array([kept[parts][0] for parts in pages])
    if not topics.any():
        return {}
    example = choose.choice(np.flatnonzero(topics).tolist())
    typed = cluster_urls(pages, k)
    plain = decision_graph(build_tree(split_blocks(kept[parts][1]) for parts in pages), k)
    found = {}
    for vectors, graph in (("plain", plain), ("typed", typed.graph)):
        chosen = {name: rule(graph) for name, rule in RULES.items()}
        if vectors == "typed":
            chosen["end of head"] = typed.centres
        for name, centres in chosen.items():
            for how, growth in (("lists", grow), ("denser", follow)):
                found[vectors, name, how] = score(growth(graph, centres)[graph.tree.of], topics, example)
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seeds", type=int, default=5)
    args = parser.parse_args(argv)
    lists = [read_list(path) for path in sorted(args.folder.glob("*.tsv"))]
    lists = [rows for rows in lists if len(rows) >= MIN_URLS and sum(topic for topic, _ in rows) >= MIN_TOPICS]
    print(
        f"{'vectors, rule, growth':32}" + "".join(f"K = {k:<20}" for k in NEIGHBOURS) + f"({len(lists)} lists, P R F)"
    )
    table: dict[tuple[str, str, str], dict[int, list[tuple[float, float, float]]]] = {}
    for rows in tqdm(lists, leave=False, disable=None):
        for seed in range(args.seeds):
            for k in NEIGHBOURS:
                for key, value in measure(rows, seed, k).items():
                    table.setdefault(key, {}).setdefault(k, []).append(value)
    for key, by_k in sorted(table.items()):
        means = [[fmean(column) for column in zip(*by_k[k], strict=True)] for k in NEIGHBOURS]
        print(f"{', '.join(key):32}" + "".join(f"{p:.3f} {r:.3f} {f:.3f}       " for p, r, f in means))
    return 0


if __name__ == "__main__":
    sys.exit(main())
