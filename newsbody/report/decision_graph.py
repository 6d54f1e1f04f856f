"""Pictures of a clustering of addresses: the decision graph and the prefix tree, in one HTML file of its own."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from newsbody.urls.density import DecisionGraph, PrefixTree

WIDTH, HEIGHT, MARGIN = 860, 420, 56
"""Size of the scatter in CSS pixels, and the room for its axes."""

ROW = 18
"""Height of a row of the tree in pixels."""

MAX_ROWS = 400
"""Longer trees are cut: the smallest branches of each node go first into one row that counts them."""

MAX_CHILDREN = 24

_STYLE = """
body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 900px; color: #222; background: #fff }
code { background: #f3f3f3; padding: 0 .2em; overflow-wrap: anywhere }
table { border-collapse: collapse } td, th { padding: .1em .7em .1em 0; text-align: left; vertical-align: top }
td.n { text-align: right; font-variant-numeric: tabular-nums }
svg text { font: 12px system-ui, sans-serif; fill: #222 } svg .axis { stroke: #999 } svg .grid { stroke: #eee }
svg .point { fill: #9ab; fill-opacity: .55 } svg .centre { fill: #c33 } svg .label { fill: #c33; font-weight: 600 }
svg .bar { fill: #cfdbe6 } svg .edge { stroke: #bbb; fill: none }
@media (prefers-color-scheme: dark) { body { background: #181818; color: #ddd } code { background: #2a2a2a }
svg text { fill: #ddd } svg .grid { stroke: #333 } svg .bar { fill: #2e4256 } svg .label { fill: #f77 } }
"""


@dataclass(frozen=True, slots=True)
class ClusterRow:
    """One line of the table: how many addresses, what kind of page, what they have in common, and one of them."""

    size: int
    kind: str
    head: str
    example: str


def draw(
    title: str, graph: DecisionGraph, centres: Sequence[int], rows: Sequence[ClusterRow], notes: Sequence[str]
) -> str:
    """The whole page. ``centres`` and ``rows`` are in the same order; ``notes`` are lines under the title."""
    table = "".join(
        f'<tr><td class="n">{number}</td><td class="n">{row.size}</td><td>{escape(row.kind)}</td>'
        f"<td><code>{escape(row.head)}</code><br><small>{escape(row.example)}</small></td></tr>"
        for number, row in enumerate(rows, 1)
    )
    lines = "".join(f"<p>{escape(note)}</p>" for note in notes)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{escape(title)}</h1>{lines}"
        f"<h2>Decision graph</h2><p>Each dot stands for addresses with equal ρ and δ, its area for their number. "
        f"Red: the centres, numbered as in the table.</p>{scatter(graph, centres)}"
        "<h2>Clusters</h2><table><tr><th>no.</th><th>URLs</th><th>kind</th><th>pattern, example</th></tr>"
        f"{table}</table>"
        f"<h2>Prefix tree</h2><p>Typed blocks from left to right; the bar is the share of all addresses.</p>"
        f"{tree_picture(graph.tree, [int(graph.tree.leaf[centre]) for centre in centres])}</body></html>\n"
    )


def scatter(graph: DecisionGraph, centres: Sequence[int]) -> str:
    """ρ against δ as SVG. δ takes one value for each depth, 1/1!, 1/2!, …: the axis has a line for each."""
    places = [int(depth) + 1 for depth in graph.split]
    for point, depth in enumerate(graph.split.tolist()):
        if depth < 0:  # the densest point stands at the largest distance
            places[point] = min((place for place in places if place > 0), default=1)
    lowest = max(places)
    widest = max(float(graph.rho.max()), 1e-9)

    def x(rho: float) -> float:
        return MARGIN + (WIDTH - 2 * MARGIN) * rho / widest

    def y(place: int) -> float:
        return MARGIN + (HEIGHT - 2 * MARGIN) * (place - 1) / max(lowest - 1, 1)

    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="decision graph">']
    for place in range(1, lowest + 1):
        label = f'<text x="{MARGIN - 8}" y="{y(place) + 4:.1f}" text-anchor="end">1/{place}!</text>'
        parts.append(f'<path class="grid" d="M{MARGIN} {y(place):.1f}H{WIDTH - MARGIN}"/>{label}')
    floor = HEIGHT - MARGIN + 24
    for step in range(5):
        rho = widest * step / 4
        parts.append(f'<text x="{x(rho):.1f}" y="{floor + 14}" text-anchor="middle">{rho:.2f}</text>')
    parts.append(f'<path class="axis" d="M{MARGIN} {floor}H{WIDTH - MARGIN}"/>')
    parts.append(f'<text x="{WIDTH - MARGIN + 8}" y="{floor + 4}">ρ</text><text x="{MARGIN - 8}" y="24">δ</text>')
    dots: Counter[tuple[float, int]] = Counter()
    for rho, place, count in zip(graph.rho.tolist(), places, graph.tree.multiplicity.tolist(), strict=True):
        dots[round(rho, 6), place] += count
    for (rho, place), count in sorted(dots.items()):
        radius = min(16.0, 2 + count**0.5 / 2)
        parts.append(
            f'<circle class="point" cx="{x(rho):.1f}" cy="{y(place):.1f}" r="{radius:.1f}"><title>{count} URLs, '
            f"ρ = {rho:.3f}, δ = 1/{place}!</title></circle>"
        )
    named: dict[tuple[float, int], list[int]] = defaultdict(list)
    for number, centre in enumerate(centres, 1):
        named[round(float(graph.rho[centre]), 6), places[centre]].append(number)
    for order, ((rho, place), numbers) in enumerate(sorted(named.items())):
        # Neighbours are named above and below in turn, and the last ones to the left: nothing runs together.
        side, anchor = (-7, "end") if x(rho) > WIDTH - 2 * MARGIN else (7, "start")
        height = y(place) + (16 if order % 2 else -6)
        text = ", ".join(map(str, numbers[:4])) + (" …" if len(numbers) > 4 else "")
        parts.append(
            f'<circle class="centre" cx="{x(rho):.1f}" cy="{y(place):.1f}" r="4"/>'
            f'<text class="label" text-anchor="{anchor}" x="{x(rho) + side:.1f}" y="{height:.1f}">{text}</text>'
        )
    return "".join([*parts, "</svg>"])


def tree_picture(tree: PrefixTree, centres: Sequence[int]) -> str:
    """The prefix tree as SVG, a row a node, chains of single children on one row. ``centres`` are leaf nodes."""
    children: dict[int, list[int]] = defaultdict(list)
    for node, parent in enumerate(tree.parent.tolist()):
        children[parent].append(node)
    marks = {node: number for number, node in enumerate(centres, 1)}
    rows: list[str] = []
    pending: list[tuple[int, int, str]] = [(0, 0, "")]
    while pending and len(rows) < MAX_ROWS:
        node, indent, rest = pending.pop()
        if rest:
            rows.append(_tree_row(len(rows), indent, rest, 0.0, ""))
            continue
        text, mark = _label(tree, node), marks.get(node)
        while len(children[node]) == 1:
            (node,) = children[node]
            text = " / ".join(filter(None, (text, _label(tree, node))))
            mark = mark or marks.get(node)
        size = int(tree.size[node])
        centre = f" ● {mark}" if mark else ""
        text = text or ("(end)" if node else "(all)")
        rows.append(_tree_row(len(rows), indent, f"{text}  {size}", size / int(tree.size[0]), centre))
        below = sorted(children[node], key=lambda child: (-tree.size[child], child))
        hidden = below[MAX_CHILDREN:]
        if hidden:
            pending.append((node, indent + 1, f"… {len(hidden)} more, {int(tree.size[hidden].sum())} URLs"))
        pending += [(child, indent + 1, "") for child in reversed(below[:MAX_CHILDREN])]
    if pending:
        rows.append(_tree_row(len(rows), 0, f"… and {len(pending)} more branches", 0.0, ""))
    height = ROW * (len(rows) + 1)
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="prefix tree">{"".join(rows)}</svg>'


def _label(tree: PrefixTree, node: int) -> str:
    return tree.values[int(tree.edge[node])]


def _tree_row(number: int, indent: int, text: str, share: float, centre: str) -> str:
    left, top = 8 + 22 * indent, ROW * number
    bar = (
        f'<rect class="bar" x="{left}" y="{top + 2}" width="{max(1, round(300 * share))}" height="{ROW - 4}"/>'
        if share
        else ""
    )
    edge = f'<path class="edge" d="M{left - 14} {top - 4}V{top + 9}H{left - 3}"/>' if indent else ""
    mark = f'<tspan class="label">{escape(centre)}</tspan>' if centre else ""
    return f'{edge}{bar}<text x="{left + 4}" y="{top + 14}">{escape(text)}{mark}</text>'
