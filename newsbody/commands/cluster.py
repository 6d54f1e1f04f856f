"""``newsbody cluster``: which addresses of a site are topics, shown with the clusters they come from."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tqdm import tqdm

from newsbody.report.report_server import render, today
from newsbody.report.site_data import gather
from newsbody.stores import Learned, Profile
from newsbody.urls.centres import choose_centres
from newsbody.urls.clusters import cluster_urls
from newsbody.urls.density import DEFAULT_K, DecisionGraph, build_tree, decision_graph, follow
from newsbody.urls.groups import Group
from newsbody.urls.normalize import is_media, split_url
from newsbody.urls.resolver import Resolver
from newsbody.urls.topics import learn_resolver
from newsbody.urls.vector import split_blocks

HELP = "find the topic pages among the addresses of a site"

SAMPLE = 300
"""Addresses a resolver is learned from (the benchmark's number)."""


@dataclass(frozen=True, slots=True)
class ClusterRow:
    """A cluster: how many addresses, what kind of page, what they have in common, and one of them."""

    size: int
    kind: str
    head: str
    example: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of the command."""
    parser.add_argument(
        "urls", type=Path, help="file with an address a line (of several columns the last); - for stdin"
    )
    parser.add_argument("--topic", metavar="URL", help="the address of one topic page, when one is known")
    parser.add_argument(
        "--html", type=Path, metavar="OUT", help="the report of these addresses, with their decision graph"
    )
    parser.add_argument("--json", type=Path, metavar="OUT", help="write the resolver")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="addresses to learn from (default: %(default)s)")
    parser.add_argument("-k", type=int, default=DEFAULT_K, help="nearest neighbours (default: %(default)s)")
    parser.add_argument(
        "--plain",
        action="store_true",
        help="cluster all addresses by the values of their blocks, as in the paper; no resolver",
    )


def run(args: argparse.Namespace) -> int:
    """Exit status 0, 1 when no topics were found, 2 with a sentence when an argument is wrong."""
    try:
        urls = _read(args.urls)
        if args.k < 1 or args.sample < 1:
            raise ValueError("-k and --sample must be at least 1")
        if args.plain and args.html:
            raise ValueError("--html shows the clusters that a crawl works with: leave out --plain, or --html")
        return _plain(urls, args) if args.plain else _typed(urls, args)
    except ValueError as error:
        print(f"newsbody cluster: {error}", file=sys.stderr)
        return 2


def _read(path: Path) -> list[str]:
    text = sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf8")
    urls = [line.rpartition("\t")[2].strip() for line in text.splitlines() if line.strip()]
    if not urls:
        raise ValueError(f"no addresses in {path}")
    return urls


def _typed(urls: Sequence[str], args: argparse.Namespace) -> int:
    different = sorted(set(urls))
    sample = random.Random(0).sample(different, min(args.sample, len(different)))
    pages = [parts for parts in map(split_url, sample) if parts is not None and not is_media(parts)]
    if not pages:
        raise ValueError(f"no pages among {len(different)} addresses")
    resolver = learn_resolver(sample, topic=args.topic)
    clusters = cluster_urls(pages, args.k)
    rows = [_row(group, resolver) for group in clusters.groups]
    print(f"{len(pages)} of {len(different)} addresses in {len(rows)} clusters")
    _print_rows(rows)
    print("\n".join(_describe(different, resolver)))
    if args.html:
        args.html.write_text(_report(different, resolver), encoding="utf8")
    if args.json and resolver is not None:
        args.json.write_text(json.dumps(resolver.to_dict(), indent=1, ensure_ascii=False) + "\n", encoding="utf8")
    return 0 if resolver is not None else 1


def _row(group: Group, resolver: Resolver | None) -> ClusterRow:
    kinds = Counter(resolver.kind(parts.unsplit()) for parts in group.members) if resolver else Counter(["?"])
    query = "&".join(f"{key}={'…' if value is None else value}" for key, value in group.query)
    head = "/" + "/".join(group.path) + ("?" + query if query else "")
    return ClusterRow(len(group.members), kinds.most_common(1)[0][0], head, group.members[0].unsplit())


def _describe(urls: Sequence[str], resolver: Resolver | None) -> list[str]:
    if resolver is None:
        return ["no topics found: give the address of one with --topic, or more addresses"]
    kinds: Counter[str] = Counter()
    canonical: set[str] = set()
    for url in tqdm(urls, desc="resolve", unit="url", leave=False, disable=None):
        kind = resolver.kind(url)
        kinds[kind] += 1
        if kind == "topic":
            canonical.add(resolver.canonical(url))
    counts = ", ".join(f"{kinds[kind]} {kind}" for kind in ("topic", "list", "other"))
    return [
        f"confidence {resolver.confidence:.2f}",
        f"all addresses: {counts}; {len(canonical)} different pages of topics",
        f"topics match: {resolver.to_regex()}",
    ]


def _plain(urls: Sequence[str], args: argparse.Namespace) -> int:
    graph = decision_graph(
        build_tree(split_blocks(url) for url in tqdm(urls, desc="read", leave=False, disable=None)), args.k
    )
    centres = choose_centres(graph)
    labels = follow(graph, centres)[graph.tree.of]
    sizes, examples = Counter(labels.tolist()), dict(zip(labels.tolist()[::-1], urls[::-1], strict=True))
    rows = [ClusterRow(sizes[n], "", _prefix(graph, centre), examples.get(n, "")) for n, centre in enumerate(centres)]
    print(f"{len(urls)} addresses in {len(rows)} clusters")
    _print_rows(rows)
    return 0


def _prefix(graph: DecisionGraph, centre: int) -> str:
    """The blocks of a centre."""
    node, blocks = int(graph.tree.leaf[centre]), []
    while node > 0:
        blocks.append(graph.tree.values[int(graph.tree.edge[node])])
        node = int(graph.tree.parent[node])
    return " ".join(filter(None, reversed(blocks)))


def _print_rows(rows: Sequence[ClusterRow]) -> None:
    for number, row in sorted(enumerate(rows, 1), key=lambda item: (-item[1].size, item[0])):
        print(f"{number:4} {row.size:7} {row.kind:6} {row.head:48} {row.example}")


def _report(urls: Sequence[str], resolver: Resolver | None) -> str:
    sites = gather([], [], urls, {})
    for site in sites:
        if resolver is not None and resolver.host in (site.host, ""):
            learned = Learned.first(resolver.to_dict(), len(urls), today())
            site.profile = Profile(site.host, resolver=learned)
    return render(sites)
