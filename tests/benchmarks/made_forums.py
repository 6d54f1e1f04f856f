"""Made forums: share that come out whole and exact from five pages, and the causes of the others.

python -m tests.benchmarks.made_forums [--first 0] [--count 500] [--taught] [--shrink text] [--show SEED]
"""

from __future__ import annotations

import argparse
import statistics
from collections import Counter

from tqdm import tqdm

from tests.made_forums.forum import draw_kind
from tests.made_forums.kinds import KINDS
from tests.made_forums.measure import Result, fails, measure, shrink
from tests.made_forums.style import CHOICES, Style, draw_style

#: What is read of a post.
PARTS = ("text", "author", "time", "position", "quotes", "sources", "images", "likes")


def report(results: list[Result]) -> None:
    """Shares over all forums, and of forums by each value of each dimension."""
    posts = sum(result.count["posts"] for result in results)
    exact = sum(result.exact for result in results)
    print(f"{len(results)} forums, {posts} posts: all posts whole and exact on {exact / len(results):.3f} of forums")
    shares = [f"{what} {sum(result.count[what] for result in results) / posts:.4f}" for what in PARTS]
    print("of posts: " + ", ".join(shares))
    seconds = [result.seconds for result in results]
    print(f"learned in {statistics.fmean(seconds):.3f} s of processor time, at most {max(seconds):.3f}")
    for dimension, values in (CHOICES | {"kind": dict.fromkeys(KINDS)}).items():
        row = []
        for value in values:
            own = [result.exact for result in results if result.style[dimension] == value]
            row.append(f"{value} {sum(own) / len(own):.2f} ({len(own)})" if own else f"{value} -")
        print(f"  {dimension}: " + ", ".join(row))


def drawn_in_turn(seed: int) -> Style:
    """A forum of one of the kinds."""
    return draw_kind(seed, list(KINDS)[seed % len(KINDS)])


def main() -> None:
    """Measure forums by their seeds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: %(default)s)")
    parser.add_argument("--count", type=int, default=500, help="how many forums (default: %(default)s)")
    parser.add_argument("--kinds", action="store_true", help="of the kinds that chance does not draw, in turn")
    parser.add_argument("--taught", action="store_true", help="later pages that no template fits teach another one")
    parser.add_argument("--shrink", choices=PARTS, help="shrink the forums that fail in this to their causes")
    parser.add_argument("--show", type=int, metavar="SEED", help="one forum: its rule and what is wrong")
    args = parser.parse_args()
    draw = drawn_in_turn if args.kinds else draw_style
    if args.show is not None:
        result = measure(draw(args.show))
        print(result.style, result.rule and result.rule.to_dict(), result.count, *result.wrong, sep="\n")
        return
    seeds = tqdm(range(args.first, args.first + args.count), disable=None)
    results = [measure(draw(seed), taught=args.taught) for seed in seeds]
    report(results)
    if args.shrink:
        causes: Counter[str] = Counter()
        examples: dict[str, int] = {}
        for result in tqdm([one for one in results if fails(one, args.shrink)], disable=None):
            least = shrink(result.style, args.shrink)
            cause = ", ".join(f"{name} {value}" for name, value in least.odd.items()) or "all plain"
            causes[cause] += 1
            examples.setdefault(cause, least.seed)
        for cause, count in causes.most_common():
            print(f"{count:4} {cause} (as in {examples[cause]})")


if __name__ == "__main__":
    main()
