"""Families: the posets of [BHMS05], sections 2 to 7, by name.

section   here                          poset
2         boolean(5)                    the nonempty subsets of a set of 5
2         subsets(6, 2)                 those of at most 2 elements (Gale and Neyman)
3         graph("cycle", 6)             the vertices and edges of a graph
4         platonic("cube")              vertices, edges, faces and body
5         projective(2)                 the subspaces of PG(2, 2)
6         chains((2, 2, 4))             a direct product of chains, (0, 0, 0) poisoned
6         divisors(432)                 the divisors of a number, 1 poisoned (Schuh)
7         bar("8x10"), bar("(5,4,3)")   a chocolate bar, or any position, its first square poisoned
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations, product
from math import comb, prod
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

import networkx as nx

from zchomp.bars.notation import parse_size
from zchomp.bars.position import Position, PositionLike
from zchomp.core import limits
from zchomp.core.numbers import whole_numbers
from zchomp.core.showing import Shown
from zchomp.errors import InvalidArgument, InvalidPoset, TooLarge, printable, quote, require, require_path
from zchomp.posets.files import SUFFIXES, is_file_name, read_graph, read_poset
from zchomp.posets.poset import Poset, check_size

if TYPE_CHECKING:
    from zchomp.posets.files import AnyGraph


@dataclass(frozen=True, slots=True, repr=False)
class PosetBoard(Shown, words="posets.words"):
    """A poset to play on: its family, its title, the poset, and whether the smallest element is poisoned."""

    family: str
    title: str
    poset: Poset
    poisoned: bool = False

    def __post_init__(self) -> None:
        if self.poisoned:
            self.poset.after((), poisoned=True)  # raises InvalidPoset if there is no smallest element

    def after(self, moves: Iterable[str] = ()) -> int:
        """The elements that are left after some moves, by their names. The poison is not among them.

        >>> board = bar("2x2")
        >>> board.poset.names(board.after(["2,1"]))
        ('1,2',)

        Raises InvalidPoset if a move names no element, or one that cannot be taken.
        """
        return self.poset.after(map(self.poset.find, moves), self.poisoned)

    def _repr_svg_(self) -> str | None:
        return self.poset._repr_svg_()


class NamedGraph(NamedTuple):
    """A named graph: how many numbers it takes, their smallest value, the function that makes it, and its size.

    The size is the number of vertices and edges, known before the graph is made.
    """

    numbers: int
    least: int
    make: "Callable[..., AnyGraph]"
    size: Callable[..., int]


GRAPHS = {
    "complete": NamedGraph(1, 1, nx.complete_graph, lambda n: n + n * (n - 1) // 2),
    "path": NamedGraph(1, 1, nx.path_graph, lambda n: 2 * n - 1),
    "cycle": NamedGraph(1, 3, nx.cycle_graph, lambda n: 2 * n),
    "star": NamedGraph(1, 1, nx.star_graph, lambda n: 2 * n + 1),
    "wheel": NamedGraph(1, 4, nx.wheel_graph, lambda n: 3 * n - 2),
    "bipartite": NamedGraph(2, 1, nx.complete_bipartite_graph, lambda n, m: n + m + n * m),
    "grid": NamedGraph(2, 1, nx.grid_2d_graph, lambda n, m: 3 * n * m - n - m),
    "hypercube": NamedGraph(1, 1, nx.hypercube_graph, lambda n: (n + 2 << n) // 2),
    "petersen": NamedGraph(0, 0, nx.petersen_graph, lambda: 25),
}

MAX_NUMBER, MAX_CUBE = 15, 2
"""The maximum number of digits of the size of a graph, and of the dimension of a hypercube."""

SOLIDS: dict[str, tuple[int, "Callable[..., AnyGraph]"]] = {
    "tetrahedron": (3, nx.tetrahedral_graph),
    "cube": (4, nx.cubical_graph),
    "octahedron": (3, nx.octahedral_graph),
    "dodecahedron": (5, nx.dodecahedral_graph),
    "icosahedron": (3, nx.icosahedral_graph),
}
"""The Platonic solids, with the number of edges of a face: every cycle of that length is a face."""


def boolean(n: int) -> PosetBoard:
    """The nonempty subsets of {1, ..., n}, without poison.

    >>> boolean(3).poset.elements
    ('1', '2', '3', '12', '13', '23', '123')
    """
    n = _number(n)
    if n < 1:
        raise InvalidPoset(f"expected a number of 1 or more, got {quote(n)}")
    return PosetBoard("boolean", f"the nonempty subsets of a set of {n}", subsets(n, n).poset)


def subsets(n: int, upto: int) -> PosetBoard:
    """The nonempty subsets of {1, ..., n} with at most ``upto`` elements, without poison.

    >>> subsets(3, 2).poset.elements
    ('1', '2', '3', '12', '13', '23')
    """
    n, upto = _number(n), _number(upto)
    if n < 1 or upto < 1:
        raise InvalidPoset(f"expected numbers of 1 or more, got {quote(n)} and {quote(upto)}")
    upto = min(n, upto)
    check_size(sum(comb(n, size) for size in range(1, upto + 1)) if n <= limits.POSET_ELEMENTS else n)
    sets = (chosen for size in range(1, upto + 1) for chosen in combinations(range(1, n + 1), size))
    separator = "" if n < 10 else "."
    named = {separator.join(map(str, chosen)): frozenset(chosen) for chosen in sets}
    title = f"the nonempty subsets of at most {upto} of {n} elements"
    return PosetBoard("subsets", title, Poset.from_order(named, frozenset.__lt__))


def graph(name: "str | nx.Graph[Any]", *numbers: SupportsIndex | str) -> PosetBoard:
    """The vertices and edges of a graph: K5, a name of `GRAPHS` with its numbers, a file, graph6, or one of networkx.

    >>> graph("path", 3).poset.elements, graph("path 3") == graph("path", 3)
    (('1', '2', '3', '1-2', '2-3'), True)
    >>> graph("K3").poset == graph("cycle", "3").poset == graph("Bw").poset
    True
    >>> graph(nx.path_graph("abc")).poset.elements
    ('a', 'b', 'c', 'a-b', 'b-c')
    """
    if isinstance(name, nx.Graph) and not numbers:
        return PosetBoard("graph", "the graph", _by_inclusion([], _simple(name)))
    require(name, str, "expected the name of a graph, like 'K5' or 'cycle', or a networkx.Graph")
    if is_file_name(name) and not numbers:
        found = read_graph(name)
        return PosetBoard("graph", f"the graph of {printable(name)}", _by_inclusion([], found))
    words = name.split()
    if words and words[0].lower() in GRAPHS:
        name, numbers = words[0], (*words[1:], *numbers)
    texts = [*map(_digits, numbers)]
    whole = " ".join([name, *texts])
    complete = re.fullmatch(r"[Kk]_?([0-9]+)", name)
    if complete:
        name, texts = "complete", [complete[1], *texts]
    if name.lower() not in GRAPHS:
        if not numbers and (drawn := _graph6(name)) is not None:
            return PosetBoard("graph", f"the graph {printable(name)}", _by_inclusion([], drawn))
        known = ", ".join(f"{graph} {' '.join('N' * count)}".strip() for graph, (count, *_) in GRAPHS.items())
        raise InvalidPoset(
            f"no graph {quote(whole)}; expected K5, one of {known}, graph6, or a file ({', '.join(SUFFIXES)})"
        )
    count, least, make, size = GRAPHS[name.lower()]
    if len(texts) != count:
        needs = {0: "no number", 1: "one number", 2: "two numbers"}[count]
        raise InvalidPoset(f"no graph {quote(whole)}; {name.lower()} needs {needs}")
    sizes = _sizes(texts, whole, least, MAX_CUBE if name.lower() == "hypercube" else MAX_NUMBER)
    check_size(size(*sizes))
    found = make(*sizes)
    return PosetBoard("graph", f"the graph {whole}", _by_inclusion([], nx.convert_node_labels_to_integers(found, 1)))


def _sizes(texts: list[str], whole: str, least: int, most: int) -> list[int]:
    """The numbers of a graph, from their digits.

    Raises InvalidPoset or TooLarge if they are not numbers from ``least`` on, of at most ``most`` digits.
    """
    if not all(re.fullmatch(r"[0-9]+", text) for text in texts):
        raise InvalidPoset(f"no graph {quote(whole)}; expected whole numbers, {least} or more")
    if any(len(text.lstrip("0")) > most for text in texts):
        raise TooLarge(f"the graph {quote(whole)} is too large; expected at most {limits.POSET_ELEMENTS} elements")
    sizes = [*map(int, texts)]
    if min(sizes, default=least) < least:
        raise InvalidPoset(f"no graph {quote(whole)}; expected {least} or more")
    return sizes


def _simple(found: "AnyGraph") -> "AnyGraph":
    """A networkx graph that has neither directions nor loops nor multiple edges.

    Raises InvalidPoset for any other graph.
    """
    if found.is_directed() or found.is_multigraph() or nx.number_of_selfloops(found):
        raise InvalidPoset("not a simple graph; expected a networkx.Graph without loops")
    return found


def _graph6(text: str) -> "AnyGraph | None":
    """The graph that a text in the format graph6 describes, with vertices numbered from 1, or None for other texts."""
    if not re.fullmatch(r"(>>graph6<<)?[?-~]{1,100000}", text, re.ASCII):
        return None
    try:
        found = nx.from_graph6_bytes(text.encode())
    except (nx.NetworkXError, ValueError, IndexError):
        return None
    return nx.convert_node_labels_to_integers(found, 1) if len(found) else None


def _digits(number: SupportsIndex | str) -> str:
    """The size of a graph as text.

    Raises TooLarge if it has more digits than Python writes out.
    """
    try:
        return str(number)
    except ValueError:
        raise TooLarge(f"{quote(number)} is too large for a graph") from None


def platonic(name: str) -> PosetBoard:
    """The vertices, edges, faces and body of a Platonic solid.

    >>> cube = platonic("cube").poset
    >>> len(cube), cube.elements[-1], cube.elements[0], cube.elements[8], cube.elements[20]
    (27, 'body', '1', '1-2', '1-2-3-4')
    """
    require(name, str, f"expected one of {', '.join(SOLIDS)}")
    if name.lower() not in SOLIDS:
        raise InvalidPoset(f"no Platonic solid {quote(name)}; expected one of {', '.join(SOLIDS)}")
    size, make = SOLIDS[name.lower()]
    solid = nx.convert_node_labels_to_integers(make(), 1)
    faces = (frozenset(map(str, cycle)) for cycle in nx.simple_cycles(solid, size) if len(cycle) == size)
    return PosetBoard(
        "platonic", f"the {name.lower()}", _by_inclusion([*faces, frozenset(map(str, solid))], solid, "body")
    )


def projective(n: int) -> PosetBoard:
    """The subspaces of PG(n, 2): points, lines, ..., and the whole space. A point is a nonzero vector, as a number.

    >>> projective(2).poset.elements[6:9]
    ('7', '1-2-3', '1-4-5')
    """
    n = _number(n)
    if n < 0:
        raise InvalidPoset(f"no projective geometry of dimension {quote(n)}; expected PG(n, 2) with n from 0 to 4")
    if n > 4:
        known = "every point of it wins, as for all n (Coq theorem Projective.projective_point_wins)"
        raise TooLarge(f"PG({quote(n)}, 2) has too many elements; expected n from 0 to 4 ({known})")
    points = range(1, 2 << n)
    spaces = level = {frozenset([point]) for point in points}
    for _ in range(n):
        level = {space | {p} | {p ^ q for q in space} for space in level for p in points if p not in space}
        spaces |= level
    ordered = sorted(spaces, key=lambda space: (len(space), sorted(space)))
    named = {"-".join(map(str, sorted(space))): space for space in ordered[: -1 if n else None]}
    if n:
        named["space"] = ordered[-1]
    return PosetBoard("projective", f"the projective geometry PG({n}, 2)", Poset.from_order(named, frozenset.__lt__))


def chains(lengths: tuple[int, ...] | str) -> PosetBoard:
    """The direct product of chains of these lengths, coordinates from 0, with the poison at (0, ..., 0).

    >>> chains((2, 3)).poset.elements, chains("2x3") == chains("2,3") == chains((2, 3))
    (('0,0', '0,1', '1,0', '0,2', '1,1', '1,2'), True)
    """
    try:
        numbers = (
            parse_size(lengths.replace(",", "x"), dimensions=None)
            if isinstance(lengths, str)
            else whole_numbers(lengths)
        )
    except InvalidArgument:
        numbers = None
    if not numbers or min(numbers) < 1:
        expected = "expected lengths of 1 or more, like 2x2x4 or (2, 2, 4)"
        raise InvalidPoset(expected, got=lengths, meant="a product of chains")
    check_size(prod(numbers))
    named = {",".join(map(str, point)): point for point in product(*map(range, numbers))}
    return PosetBoard(
        "chains", f"the product of chains {'x'.join(map(str, numbers))}", _pointwise(named), poisoned=True
    )


def divisors(number: int | str) -> PosetBoard:
    """The divisors of a number, or of a product like 2^2*3, with 1 poisoned: Schuh's game.

    >>> divisors(12).poset.elements
    ('1', '2', '3', '4', '6', '12')
    >>> divisors("2^2*3") == divisors(12)
    True
    """
    given, number = number, _product(number) if isinstance(number, str) else _number(number)
    if not 1 <= number <= limits.DIVISORS_OF:
        raise InvalidPoset(f"expected a number from 1 to {limits.DIVISORS_OF}", got=given)
    from sympy import divisors as divisors_of

    found: list[int] = divisors_of(number)
    check_size(len(found))
    order = Poset.from_order({str(d): d for d in found}, lambda d, e: d != e and e % d == 0)
    return PosetBoard("divisors", f"the divisors of {number}", order, poisoned=True)


def bar(position: PositionLike) -> PosetBoard:
    """A bar of chocolate, ``8x10``, or any position, ``5,4,3``: squares by row and column, the first one poisoned.

    >>> bar("2x3").poset.elements, bar((2, 1)).poset.elements
    (('1,1', '1,2', '2,1', '1,3', '2,2', '2,3'), ('1,1', '1,2', '2,1'))
    """
    start = Position.of(position)
    check_size(start.squares())
    is_rectangle = start.rows[0] == start.rows[-1]
    squares = ((row, column) for row, length in enumerate(start.rows, 1) for column in range(1, length + 1))
    title = f"the bar {len(start.rows)}x{start.rows[0]}" if is_rectangle else f"the bar {start}"
    order = _pointwise({f"{row},{column}": (row, column) for row, column in squares})
    return PosetBoard("bar", title, order, poisoned=True)


def from_file(path: str | PathLike[str], *, poisoned: bool = False) -> PosetBoard:
    """The poset of a file. Its smallest element is poisoned if ``poisoned`` is true, or if the file says so.

    The header of `zchomp.posets.files` lists the formats.

    Raises InvalidPoset if the file does not describe a poset, and OSError if it cannot be opened.
    """
    require_path(path)
    name = fspath(path)
    poset, poison = read_poset(name)
    return PosetBoard("file", f"the poset of {printable(name)}", poset, poisoned or poison)


def _product(text: str) -> int:
    """The number that a product of powers stands for, or if it has too many digits, another number that is too large.

    >>> _product("432"), _product("2^4 * 3^3"), _product("10^99") > limits.DIVISORS_OF
    (432, 432, True)

    Raises InvalidPoset for anything else.
    """
    stripped = text.replace(" ", "").replace("**", "^")
    if not re.fullmatch(r"[0-9]{1,40}(\^[0-9]{1,9})?(\*[0-9]{1,40}(\^[0-9]{1,9})?){0,40}", stripped, re.ASCII):
        raise InvalidPoset("expected a number or a product of powers, like 432 or 2^4*3^3", got=text)
    found = 1
    for factor in stripped.split("*"):
        base, _, exponent = factor.partition("^")
        power = int(exponent or 1)
        is_large = int(base) > 1 and power * (int(base).bit_length() - 1) > limits.DIVISORS_OF.bit_length()
        found *= limits.DIVISORS_OF + 1 if is_large else int(base) ** power
    return found


def _number(value: SupportsIndex) -> int:
    """A whole number, as a Python integer.

    Raises InvalidPoset for anything else.
    """
    found = whole_numbers((value,))
    if found is None:
        raise InvalidPoset("expected a whole number", got=value)
    return found[0]


def _pointwise(named: dict[str, tuple[int, ...]]) -> Poset:
    """Points, ordered in every coordinate."""
    return Poset.from_order(named, lambda p, q: p != q and all(a <= b for a, b in zip(p, q, strict=True)))


def _by_inclusion(sets: Iterable[frozenset[str]], found: "AnyGraph", last: str = "") -> Poset:
    """The vertices, the edges and some larger sets of vertices of a graph, ordered by inclusion.

    ``last`` is the name of the set of all vertices, if it is one of these sets.
    """
    check_size(found.number_of_nodes() + found.number_of_edges())
    number = {str(vertex): x for x, vertex in enumerate(found)}
    every = [frozenset([vertex]) for vertex in number]
    every += [frozenset(map(str, edge)) for edge in found.edges]
    every += sorted(sets, key=lambda face: (len(face), sorted(number[v] for v in face)))
    named = {"-".join(sorted(one, key=number.__getitem__)): one for one in every}
    if len(named) != len(every):
        raise InvalidPoset("a vertex and an edge have the same name; expected vertices without a dash in their names")
    if last:
        named = {last if one == every[-1] else name: one for name, one in named.items()}
    return Poset.from_order(named, frozenset.__lt__)
