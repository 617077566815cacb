"""Layout: where the elements of a Hasse diagram, or the positions of a game graph, are drawn.

Vertices stand in lines. Each is above the vertices that its edges lead down to. An edge that passes a line has its
own place in it, between the boxes, and runs straight up there. Therefore no edge runs behind a box. The order in a
line keeps crossings few, and each vertex is near the middle of its neighbours. If a line would be very wide, the names
are turned upright. If it is still too wide, it is wrapped.

    layer    the vertices of one height
    line     a layer, or a part of one that was too wide
    item     a vertex in its line, or the place where an edge passes: vertices are the items 0, ..., n - 1
    gap      the room between two lines

Lengths are in points, 72 to the inch, and y grows upwards. Nothing here needs matplotlib: notebooks show `hasse_svg`.
"""

from bisect import bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from math import ceil
from typing import TypeAlias
from unicodedata import east_asian_width

from zchomp.errors import TooLarge, shorten

MAX_DRAWN = 400
"""The maximum number of elements in a drawing. With more, nothing could be told apart."""

MAX_PASSING = 6000
"""The maximum number of places where edges pass lines. More would make the drawing grey all over."""

FONT = 9.0
"""The font size."""

LETTERS = 28
"""The maximum number of letters of a name."""

PADDING, LINE = 4.0, 15.0
"""The space around a name, and the height of a box."""

APART, PASSING = 11.0, 5.0
"""The distance between two boxes, and between a passing edge and its neighbour."""

WIDE, WIDEST = 720.0, 1400.0
"""Beyond the first width names are turned upright; beyond the second a layer is wrapped."""

SWEEPS = 12
"""How many times the order and the places are improved, upwards and downwards."""

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class LabelBox:
    """The box of a vertex: its centre and its size."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Layout:
    """A drawing: a box and a label for each vertex, and the points of each edge, from its upper end to its lower one.

    ``turned`` says that the labels read upwards. The drawing fills the rectangle from (0, 0) to (width, height).
    """

    labels: tuple[str, ...]
    boxes: tuple[LabelBox, ...]
    routes: tuple[tuple[Point, ...], ...]
    width: float
    height: float
    turned: bool


def lay_out(heights: Sequence[int], edges: Sequence[tuple[int, int]], names: Sequence[str]) -> Layout:
    """Place numbered vertices with the given heights, and edges from larger to smaller heights.

    >>> drawn = lay_out([0, 1, 1], [(1, 0), (2, 0)], ["a", "b", "c"])
    >>> bottom, left, right = drawn.boxes
    >>> left.x < bottom.x < right.x and bottom.y < left.y == right.y
    True

    Raises TooLarge if there is too much to draw in one picture.
    """
    if len(heights) > MAX_DRAWN:
        raise TooLarge(f"{len(heights)} vertices are too many for one picture; expected at most {MAX_DRAWN}")
    labels = tuple(map(label_text, names))
    layers = [[x for x, other in enumerate(heights) if other == height] for height in sorted(set(heights))]
    lengths = [_text_width(label) + 2 * PADDING for label in labels]
    turned = max(sum(lengths[x] + APART for x in layer) for layer in layers) > WIDE
    widths = [LINE] * len(labels) if turned else lengths
    lines = [part for layer in layers for part in _wrapped(layer, widths)]
    items = _Items(lines, edges, widths)
    items.order()
    places = items.places()
    tall = [max(lengths[x] for x in line) if turned else LINE for line in lines]
    return _drawing(items, places, tall, labels, turned)


def label_text(name: str) -> str:
    """A name as it is written in a box: one short line of printable letters.

    >>> label_text("a very long name, that nobody would want to read")
    'a very long name, that no...'
    """
    return shorten("".join(letter if letter.isprintable() else " " for letter in name), LETTERS)


def hasse_svg(heights: Sequence[int], edges: Sequence[tuple[int, int]], names: Sequence[str]) -> str:
    """A Hasse diagram for a notebook: SVG that needs nothing else.

    >>> hasse_svg([0, 1], [(1, 0)], ["a", "<b>"]).count("&lt;b&gt;")
    1
    """
    drawn, margin = lay_out(heights, edges, names), 6.0
    width, height = drawn.width + 2 * margin, drawn.height + 2 * margin
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-margin:g} {-margin:g} {width:.1f} {height:.1f}" '
        f'width="{min(width * 1.25, 960):.0f}" font-family="serif" font-size="{FONT:g}" text-anchor="middle">',
        f"<title>Hasse diagram, {len(names)} elements</title>",
        '<g fill="none" stroke="#8a8780" stroke-width="0.7">',
    ]
    for route in drawn.routes:
        points = " ".join(f"{x:.1f},{drawn.height - y:.1f}" for x, y in route)
        lines.append(f'<polyline points="{points}"/>')
    lines.append('</g><g fill="#ffffff" stroke="#1b1b1b" stroke-width="0.7">')
    for box in drawn.boxes:
        left, top = box.x - box.width / 2, drawn.height - box.y - box.height / 2
        lines.append(f'<rect x="{left:.1f}" y="{top:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="3"/>')
    lines.append('</g><g fill="#1b1b1b">')
    for box, label in zip(drawn.boxes, drawn.labels, strict=True):
        x, y = f"{box.x:.1f}", f"{drawn.height - box.y:.1f}"
        turn = f' transform="rotate(-90 {x} {y})"' if drawn.turned else ""
        lines.append(f'<text x="{x}" y="{y}" dy="0.33em"{turn}>{escape(label)}</text>')
    return "\n".join([*lines, "</g></svg>"])


class _Items:
    """The items in the lines: vertices, and the places where edges pass."""

    def __init__(self, lines: Sequence[Sequence[int]], edges: Sequence[tuple[int, int]], widths: Sequence[float]):
        self.lines = [list(line) for line in lines]
        self.widths = list(widths)
        self.vertices = len(widths)
        at = {x: number for number, line in enumerate(lines) for x in line}
        passing = sum(at[upper] - at[lower] - 1 for upper, lower in edges)
        if passing > MAX_PASSING:
            raise TooLarge(f"{len(at)} vertices with {len(edges)} edges are too many for one picture")
        self.chains: list[list[int]] = []
        """For each edge its items, from the upper end to the lower one."""
        for upper, lower in edges:
            chain = [upper]
            for number in range(at[upper] - 1, at[lower], -1):
                chain.append(len(self.widths))
                self.lines[number].append(len(self.widths))
                self.widths.append(0.0)
            self.chains.append([*chain, lower])
        self.up: list[list[int]] = [[] for _ in self.widths]
        self.down: list[list[int]] = [[] for _ in self.widths]
        for chain in self.chains:
            for upper, lower in pairwise(chain):
                self.up[lower].append(upper)
                self.down[upper].append(lower)

    def order(self) -> None:
        """Repeatedly order each line by the middles of the neighbours, and keep the order with the fewest crossings."""
        found = []
        for sweep in range(2 * SWEEPS):
            near, lines = (self.up, self.lines[::-1]) if sweep % 2 else (self.down, self.lines)
            for line in lines:
                at = {item: (i + 0.5) / len(other) for other in self.lines for i, item in enumerate(other)}
                line.sort(key=lambda item: _mean([at[other] for other in near[item]], at[item]))
            found.append((self._crossings(), sweep, [list(line) for line in self.lines]))
        self.lines = min(found)[2]

    def _crossings(self) -> int:
        """How many pairs of edges cross."""
        count = 0
        for lower, upper in pairwise(self.lines):
            at = {item: i for i, item in enumerate(lower)}
            seen: list[int] = []
            for item in upper:
                ends = sorted(at[other] for other in self.down[item])
                count += sum(len(seen) - bisect_right(seen, end) for end in ends)
                for end in ends:
                    insort(seen, end)
        return count

    def places(self) -> list[float]:
        """The x of each item: as near to the middle of its neighbours as the order and the boxes allow."""
        places = [0.0] * len(self.widths)
        nothing: list[list[int]] = [[] for _ in places]
        both = [up + down for up, down in zip(self.up, self.down, strict=True)]
        for sweep, near in enumerate([nothing, *[self.down, self.up] * SWEEPS, *[both] * 4]):
            for line in self.lines if sweep % 2 else self.lines[::-1]:
                wanted = [_mean([places[other] for other in near[item]], places[item]) for item in line]
                weights = [(1.0 if item < self.vertices else 3.0) if near[item] else 0.1 for item in line]
                for item, x in zip(line, _spread(wanted, weights, self._room(line)), strict=True):
                    places[item] = x
        return places

    def _room(self, line: Sequence[int]) -> list[float]:
        """How far each item of a line has to be from the first."""
        room, x = [0.0], 0.0
        for left, right in pairwise(line):
            apart = APART if left < self.vertices and right < self.vertices else PASSING
            x += (self.widths[left] + self.widths[right]) / 2 + apart
            room.append(x)
        return room


def _drawing(
    items: _Items, places: Sequence[float], tall: Sequence[float], labels: tuple[str, ...], turned: bool
) -> Layout:
    """The heights of lines and gaps, and with them all points."""
    leftmost = min(x - width / 2 for x, width in zip(places, items.widths, strict=True))
    width = max(x + width / 2 for x, width in zip(places, items.widths, strict=True)) - leftmost
    gaps = [_gap(items, places, number) if number else 0.0 for number in range(len(items.lines))]
    missing = width / 3 - sum(tall) - sum(gaps)
    if missing > 0 and any(gaps):  # at most three times as wide as high
        gaps = [gap * (1 + missing / sum(gaps)) for gap in gaps]
    middle: dict[int, tuple[float, float, float]] = {}
    bottom = 0.0
    for number, line in enumerate(items.lines):
        bottom += gaps[number]
        middle |= {item: (places[item] - leftmost, bottom + tall[number] / 2, tall[number]) for item in line}
        bottom += tall[number]
    boxes = [LabelBox(x, y, items.widths[item], h) for item, (x, y, h) in sorted(middle.items()) if item < len(labels)]
    routes = tuple(_route([middle[item] for item in chain]) for chain in items.chains)
    return Layout(labels, tuple(boxes), routes, width, bottom, turned)


def _gap(items: _Items, places: Sequence[float], number: int) -> float:
    """The room below a line: more where edges go far to the side."""
    aside = [abs(places[item] - places[other]) for item in items.lines[number] for other in items.down[item]]
    return min(130.0, max(20.0, 0.3 * max(aside, default=0.0)))


def _route(chain: Sequence[tuple[float, float, float]]) -> tuple[Point, ...]:
    """The points of an edge, straight up through the lines that it passes."""
    (x, y, height), *passed, (end, low, half) = chain
    inside = (point for x, y, high in passed for point in ((x, y + high / 2), (x, y - high / 2)))
    return (x, y - height / 2), *inside, (end, low + half / 2)


def _wrapped(layer: Sequence[int], widths: Sequence[float]) -> list[Sequence[int]]:
    """A layer, split into as many lines as it needs. Neighbours go to different lines, so that all lines are wide."""
    count = ceil(sum(widths[x] + APART for x in layer) / WIDEST)
    return [layer[start::count] for start in range(count)]


def _spread(wanted: Sequence[float], weights: Sequence[float], room: Sequence[float]) -> list[float]:
    """The places nearest to the desired ones, by least squares, with enough room between them.

    After subtracting the room, the numbers must not decrease. Neighbours that would are pooled at their mean.

    >>> _spread([0.0, 0.0], [1.0, 1.0], [0.0, 10.0])
    [-5.0, 5.0]
    """
    pools: list[tuple[float, float, int]] = []  # mean, weight, how many
    for want, weight, left in zip(wanted, weights, room, strict=True):
        mean, total, count = want - left, weight, 1
        while pools and pools[-1][0] > mean:
            other, heavy, many = pools.pop()
            mean = (mean * total + other * heavy) / (total + heavy)
            total, count = total + heavy, count + many
        pools.append((mean, total, count))
    means = [mean for mean, _, count in pools for _ in range(count)]
    return [mean + left for mean, left in zip(means, room, strict=True)]


def _mean(numbers: Sequence[float], otherwise: float) -> float:
    return sum(numbers) / len(numbers) if numbers else otherwise


def _text_width(text: str) -> float:
    """The approximate width of a text, erring on the large side."""
    return FONT * sum(_letter_width(letter) for letter in text)


def _letter_width(letter: str) -> float:
    if letter in "ijl.,;:|!'()[]{} -":
        return 0.38
    if letter in "mwMW@%" or east_asian_width(letter) in "WF":
        return 1.05
    return 0.78 if letter.isupper() or ord(letter) > 0x2000 else 0.6
