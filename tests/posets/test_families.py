"""The claims of [BHMS05], sections 2 to 7, each computed, and posets supplied by a user."""

import re

import networkx as nx
import numpy as np
import pytest

from tests.definition import nim_values_within
from tests.posets.orders import moves, solved
from tests.support import known, table
from zchomp.bars.openings import openings
from zchomp.bars.position import Position, partitions_within
from zchomp.bars.solving import nim_value, winning_moves
from zchomp.cli import posets as commands
from zchomp.core.answers import Outcome
from zchomp.errors import InvalidPoset, InvalidPosition, TooLarge
from zchomp.posets.families import (
    GRAPHS,
    PosetBoard,
    bar,
    boolean,
    chains,
    divisors,
    graph,
    platonic,
    projective,
    subsets,
)
from zchomp.posets.poset import Poset
from zchomp.posets.search import PosetGame

BARS = [(3, 26), (4, 20), (5, 16), (6, 15), (7, 11), (8, 10)]
"""All rectangles of at most 80 squares with at least three rows are within one of these."""


def is_lost(board: PosetBoard) -> bool:
    """Whether the player to move loses, by search alone."""
    game = PosetGame(board.poset, board.poisoned)
    return game.is_lost(game.start)


@pytest.mark.parametrize("n", range(1, 7))
def test_boolean_lattices(n: int) -> None:
    """Section 2: in the lattice of nonempty subsets of an n-set only the top wins, for n <= 6."""
    board = boolean(n)
    assert len(board.poset) == 2**n - 1
    assert moves(board) == ("123456"[:n],)


@pytest.mark.parametrize(("n", "k"), [(n, k) for n in range(1, 7) for k in range(1, min(n, 4) + 1)], ids=str)
def test_gale_and_neyman(n: int, k: int) -> None:
    """Section 2: the subsets of at most k of n elements are lost if and only if k + 1 divides n, for n <= 6, k <= 4."""
    assert is_lost(subsets(n, k)) == (n % (k + 1) == 0)


@pytest.mark.parametrize("n", range(1, 10))
def test_complete_graphs(n: int) -> None:
    """Section 3: K_n is lost if and only if 3 divides n. Vertices and edges are the subsets of size 1 and 2."""
    assert is_lost(graph(f"K{n}")) == (n % 3 == 0)
    assert subsets(n, 2).poset.below == graph(f"K{n}").poset.below


def forests(vertices: int) -> list["nx.Graph[int]"]:
    """All forests of this size, up to isomorphism: a forest is the rest of a tree with one more vertex."""
    found: list[nx.Graph[int]] = []
    for tree in nx.nonisomorphic_trees(vertices + 1):
        for root in tree:
            forest = nx.Graph(tree)
            forest.remove_node(root)
            if not any(nx.faster_could_be_isomorphic(forest, one) and nx.is_isomorphic(forest, one) for one in found):
                found.append(forest)
    return found


FORESTS = [1, 2, 3, 6, 10, 20, 37, 76, 153]


@pytest.mark.parametrize(("vertices", "count"), list(enumerate(FORESTS, start=1)))
def test_forests(vertices: int, count: int) -> None:
    """Section 3: a forest is lost if and only if it has even numbers of vertices and components, up to 9 vertices."""
    found = forests(vertices)
    assert len(found) == count
    for forest in found:
        covers = [(str(end), f"{edge}") for edge in forest.edges for end in edge]
        board = PosetBoard("graph", "a forest", Poset.from_covers(map(str, [*forest, *forest.edges]), covers))
        assert is_lost(board) == (vertices % 2 == 0 and nx.number_connected_components(forest) % 2 == 0)


def test_help_says_how_many_vertices() -> None:
    """For every family of graphs the help names the numbers that it takes, and how many vertices there are."""
    text = " ".join((commands.poset.commands["graph"].help or "").split())
    told = re.findall(r"(\w+)((?: [NM])*) \(([^()]+) vertices[^()]*\)", text)
    assert [name for name, _, _ in told] == list(GRAPHS)
    for name, letters, count in told:
        numbers = dict(zip(letters.split(), (5, 7), strict=False))
        poset = graph(name, *numbers.values()).poset
        assert sum(not below for below in poset.below) == eval(count.replace("^", "**"), numbers)  # noqa: S307


@pytest.mark.parametrize("n", range(3, 25))
def test_circuits(n: int) -> None:
    """Section 3: all circuits are lost, and those of even length also by symmetry."""
    board = graph("cycle", str(n))
    assert is_lost(board)
    assert (solved(board).mirror is not None) == (n % 2 == 0)


def test_tetrahedron() -> None:
    """Section 4 says to take a vertex, leaving a K_3. But that leaves a face, which can be taken: only the body wins.

    The faces of a tetrahedron are the subsets of four points, and there the top wins (section 2). With vertices and
    edges alone, a K_4, taking a vertex does leave a K_3, and wins.
    """
    assert moves(platonic("tetrahedron")) == ("body",)
    after_vertex = solved(platonic("tetrahedron"), after=("4",))
    assert after_vertex.winning_moves == ("1-2-3",)
    assert moves(graph("K4")) == ("1", "2", "3", "4")


def test_gaussian_binomials() -> None:
    """PG(n, 2) has as many points, lines, planes, ... as Gauss counts."""
    counts = {0: [1], 1: [3, 1], 2: [7, 7, 1], 3: [15, 35, 15, 1], 4: [31, 155, 155, 31, 1]}
    for n, levels in counts.items():
        heights = projective(n).poset.heights()
        assert [heights.count(height) for height in range(n + 1)] == levels


@pytest.mark.parametrize("n", range(1, 9))
def test_two_by_two_by_n(n: int) -> None:
    """Section 6: the P-positions of 2 x 2 x n are exactly those listed, and taking the top wins for n >= 2."""
    listed = {row for row in table("bhms05_2x2xn.txt") if row[0] <= n}
    assert listed == {(m, m, m, m - 1) for m in range(1, n + 1)} | {
        (m, a, m - 1 - a, min(a, m - 1 - a)) for m in range(1, n + 1) for a in range(m)
    }
    board = chains((2, 2, n))
    game = PosetGame(board.poset, poisoned=True)
    points = [tuple(map(int, name.split(","))) for name in board.poset.elements]
    found = set()
    for x00, x01, x10 in ((m, a, b) for m in range(1, n + 1) for a in range(m + 1) for b in range(m + 1)):
        for x11 in range(min(x01, x10) + 1):
            size = {(0, 0): x00, (0, 1): x01, (1, 0): x10, (1, 1): x11}
            left = sum(1 << x for x, (i, j, k) in enumerate(points) if k < size[i, j])
            if game.is_lost(left & game.start):
                found.add((x00, x01, x10, x11))
    assert found == listed
    assert moves(board) == ((f"1,1,{n - 1}",))


def test_divisors() -> None:
    """Section 6: the divisors of N are a product of chains, 2 x 2 x 4 for 120, a Boolean lattice for 30."""
    for number, sizes in [(120, (2, 2, 4)), (30, (2, 2, 2)), (432, (4, 5)), (97, (2,)), (1, (1,))]:
        one, other = divisors(number), chains(sizes)
        assert sorted(one.poset.heights()) == sorted(other.poset.heights())
        assert nx.is_isomorphic(one.poset.hasse(), other.poset.hasse())
    assert moves(divisors(432)) == ("36",)
    assert solved(divisors(1)).outcome is Outcome.LOSER


@pytest.mark.parametrize("squares", range(1, 15))
def test_all_bars_of_at_most_14_squares(squares: int) -> None:
    """Every bar of this size, of any shape, has the outcome, winning moves and nim-value of `position`."""
    seen = 0
    for rows in partitions_within(tuple(squares // i for i in range(1, squares + 1))):
        if sum(rows) != squares:
            continue
        seen += 1
        position = Position(rows)
        values = nim_values_within(position)
        pad = len(position.rows)
        board = bar(str(position))
        game = PosetGame(board.poset, poisoned=True)
        assert game.nim_value(game.start) == values[position.rows]
        assert game.is_lost(game.start) == (values[position.rows] == 0)
        known_moves = {
            f"{move.row},{move.column}"
            for move in position.moves()
            if values[(*(after := position.chomp(move).rows), *(0,) * (pad - len(after)))] == 0
        }
        assert set(moves(board)) == known_moves
        assert nim_value(position) == values[position.rows]
    assert seen == [1, 2, 3, 5, 7, 11, 15, 22, 30, 42, 56, 77, 101, 135][squares - 1]


def test_thompson() -> None:
    """Section 7.1: 8 x 10 has two winning openings, which bite off a 4 x 5 and a 5 x 2 rectangle."""
    bitten = {(8, 10, 9 - row, 11 - column) for row, column in known(openings(8, 10)).moves[8, 10]}
    assert bitten == set(table("ww_thompson.txt"))


def test_more_than_one_opening() -> None:
    """Section 7.1 calls 8 x 10 the smallest known bar with two winning openings. 6 x 13, of 78 squares, is smaller.

    Of all bars of at most 80 squares these are the only two. The proved slices say the same of 6 x 13.
    """
    several = {}
    covered = set()
    for rows, columns in BARS:
        for (m, n), won in known(openings(rows, columns)).moves.items():
            covered.add((m, n))
            if len(won) > 1 and m * n <= 80:
                several[m, n] = won
    assert covered >= {(m, n) for m in range(3, 9) for n in range(m, 80 // m + 1)}
    assert several == {(6, 13): ((4, 12), (5, 9)), (8, 10): ((4, 9), (5, 6))}
    assert winning_moves(Position((13,) * 6)) == ((4, 12), (5, 9))


def test_numbers_of_graphs() -> None:
    """The numbers of a graph may be integers, including numpy's, or text. Anything else is refused."""
    assert graph("cycle", 6) == graph("cycle", "6") == graph("cycle", np.int64(6))
    assert graph("bipartite", 2, "3").poset == graph("bipartite", "2", 3).poset
    for wrong in (6.0, True, -6, "6.0"):
        with pytest.raises(InvalidPoset, match="no graph 'cycle"):
            graph("cycle", wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", GRAPHS)
def test_sizes_of_graphs(name: str) -> None:
    """The number of vertices and edges of a graph, counted before it is made, is right."""
    count, least, _, size = GRAPHS[name]
    for n in range(least, 7):
        numbers = (n, n + 1)[:count]
        assert size(*numbers) == len(graph(name, *numbers).poset)


def test_taking_the_top() -> None:
    """Section 7.2, Gale's conjecture: taking the top loses for 3 <= m <= n. It fails at 6 x 11 and 6 x 15.

    All bars of at most 80 squares are within reach, and a few more. At 6 x 11 taking the top is the only winning move:
    brute force by the rules of the game and the proved slices agree.
    """
    wins = {
        (m, n)
        for rows, columns in BARS
        for (m, n), won in known(openings(rows, columns)).moves.items()
        if m >= 3 and (m, n) in won
    }
    assert wins == {(6, 11), (6, 15)}
    rest = (11, 11, 11, 11, 11, 10)
    assert nim_values_within(Position(rest))[rest] == 0
    assert winning_moves(Position((11,) * 6)) == ((6, 11),)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: graph("path"), "no graph 'path'; path needs one number"),
        (lambda: graph("grid", 3), "no graph 'grid 3'; grid needs two numbers"),
        (lambda: graph("petersen", 3), "petersen needs no number"),
        (lambda: graph("wheel", 3), "no graph 'wheel 3'; expected 4 or more"),
        (lambda: graph("cycle", 100_000), "a poset of 200000 elements is too large"),
        (lambda: graph("K2000"), "a poset of 2001000 elements is too large"),
        (lambda: graph("hypercube", 100), "too large; expected at most 1000 elements"),
        (lambda: graph("bipartite", 10**15, 10**15), "too large; expected at most 1000 elements"),
        (lambda: graph("cycle", "2"), "no graph 'cycle 2'; expected 3 or more"),
        (lambda: graph("K0"), "no graph 'K0'"),
        (lambda: graph("cycle", "6", "7"), "no graph 'cycle 6 7'"),
        (lambda: projective(5), "n from 0 to 4"),
        (lambda: bar("8;10"), "'8;10'; rows are separated by commas"),
        (lambda: bar("1^99999"), "at most 1000"),
        (lambda: bar("1^999999"), "at most 100000 rows"),
        (lambda: chains(()), "lengths of 1 or more"),
        (lambda: divisors(0), "a number from 1"),
        (lambda: bar("99x99"), "at most 1000"),
        (lambda: graph("K999"), "at most 1000"),
        (lambda: divisors(963761198400), "at most 1000"),
        (lambda: graph("x" * 10_000), "10000 characters"),
        (lambda: graph("cycle", 10**3000), "too large; expected at most 1000 elements"),
        (lambda: graph("cycle", 10**9000), "too large for a graph"),
        (lambda: divisors(10**3000), "a number from 1 to"),
        (lambda: projective(10**3000), "n from 0 to 4"),
        (lambda: subsets(-(10**3000), 2), "1 or more"),
    ],
)
def test_unknown_names_and_sizes(make: object, words: str) -> None:
    """Anything unknown or too large is quoted, and the known names are listed, on a few lines at most."""
    with pytest.raises((InvalidPoset, InvalidPosition, TooLarge), match=words) as caught:
        make()  # type: ignore[operator]
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("text", ["2^4*3^3", "2^4 * 3**3", "16*27", "432"])
def test_products_of_powers(text: str) -> None:
    """The divisors of a number are specified by the number, or by a product of powers."""
    assert divisors(text) == divisors(432)


@pytest.mark.parametrize("text", ["2^", "^3", "2*", "a", "2^-1", "", "2^9999999999", "1.5", "²"])
def test_no_products(text: str) -> None:
    """Anything else is refused with an example."""
    with pytest.raises(InvalidPoset, match=r"like 432 or 2\^4\*3\^3"):
        divisors(text)
    with pytest.raises(InvalidPoset, match="expected a number from 1 to"):
        divisors("10^999999999")


def test_graphs_in_other_forms() -> None:
    """A graph in the format graph6, or one of networkx, is the graph itself. Others are refused."""
    for number in (5, 12, 70):
        path = nx.path_graph(range(1, number + 1))
        text = nx.to_graph6_bytes(path, header=False).decode().strip()
        assert graph(text).poset == graph(path).poset == graph("path", number).poset
    for wrong in (nx.DiGraph([(1, 2)]), nx.MultiGraph([(1, 2), (1, 2)]), nx.Graph([(1, 1)])):
        with pytest.raises(InvalidPoset, match="without loops"):
            graph(wrong)
    for text in ("D", "DQ", "DQcc", "?", "~~~", ">>graph6<<"):
        with pytest.raises(InvalidPoset, match="no graph"):
            graph(text)


def test_lengths_with_commas() -> None:
    """Lengths of chains are written with x or with commas."""
    assert chains("3,4") == chains("3x4") == chains((3, 4))
    with pytest.raises(InvalidPoset, match="like 2x2x4 or"):
        chains("3,,4")
