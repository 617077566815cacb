"""How long Chomp on posets takes: figures only.

pytest benches/test_bench_poset.py --benchmark-columns=min,median,rounds -s
"""

import sys
from collections.abc import Iterator
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benches.test_bench import measure
from zchomp.posets.families import PosetBoard, bar, boolean, chains, graph, platonic, projective, subsets
from zchomp.posets.poset import Poset
from zchomp.posets.search import PosetGame
from zchomp.posets.solving import PosetSolution, solve
from zchomp.posets.strategy import prove_lost


def solved(board: PosetBoard, nim: bool = False) -> PosetSolution:
    """The solution of a board, however long it takes."""
    solution = solve(board, nim=nim, effort=3600)
    assert isinstance(solution, PosetSolution)
    return solution


def test_all_winning_moves_of_8_x_10(benchmark: BenchmarkFixture) -> None:
    """8 x 10 with all winning moves should take less than 5 seconds."""
    solution = measure(benchmark, 3, solved, bar("8x10"))
    assert solution.winning.bit_count() == 2


@pytest.mark.parametrize("n", [5, 6])
def test_boolean(n: int, benchmark: BenchmarkFixture) -> None:
    """The Boolean lattice: 5 should take less than 10 seconds."""
    solution = measure(benchmark, 1, solved, boolean(n))
    assert solution.winning.bit_count() == 1


def test_subsets_of_seven(benchmark: BenchmarkFixture) -> None:
    """The subsets of at most 3 of 7 elements, by the table of all positions, with the digest of docs/records.md."""
    solution = measure(benchmark, 1, solved, subsets(7, 3))
    assert (solution.winning, solution.searched) == (0, 149_174_446)
    assert solution.digest == "7958ab13cb2438c12af1dafc2e8901f3a24936948b01e6a99cf416c0b66dfd82"


def test_two_by_two_by_n(benchmark: BenchmarkFixture) -> None:
    """All 2 x 2 x n up to n = 8, with nim-values, should take less than 30 seconds."""

    def all_of_them() -> list[object]:
        return [solved(chains((2, 2, n)), nim=True).nim_value for n in range(1, 9)]

    assert all(measure(benchmark, 1, all_of_them))


@pytest.mark.parametrize("n", [7, 8])
def test_complete_graph(n: int, benchmark: BenchmarkFixture) -> None:
    """K_n, all winning moves."""
    solution = measure(benchmark, 1, solved, graph(f"K{n}"))
    assert solution.winning


def test_nim_value_of_k7(benchmark: BenchmarkFixture) -> None:
    """The nim-value of K_7: every connected graph of at most 7 vertices is solved."""
    game = PosetGame(graph("K7").poset)
    assert measure(benchmark, 1, game.nim_value, game.start) == 1


def test_dodecahedron_by_symmetry(benchmark: BenchmarkFixture) -> None:
    """The mirror of the dodecahedron without its body, found and checked."""
    board = platonic("dodecahedron")
    assert measure(benchmark, 3, prove_lost, board.poset, (board.poset.find("body"),))


def test_projective_space_by_symmetry(benchmark: BenchmarkFixture) -> None:
    """The mirrors of PG(4, 2) without a point, found and checked."""
    assert measure(benchmark, 1, prove_lost, projective(4).poset, (0,))


def trees_and_products(count: int) -> Iterator[PosetBoard]:
    """Random posets of at most 60 elements: trees, forests, bipartite graphs and positions of bars, with poison."""
    random = Random(25)
    for number in range(count):
        size = random.randint(2, 60)
        match number % 4:
            case 0 | 1:  # a tree, or a forest
                roots = 1 if number % 4 == 0 else random.randint(1, 4)
                pairs = [(str(random.randrange(x)), str(x)) for x in range(roots, size)]
                yield PosetBoard("file", "a forest", Poset.from_covers(map(str, range(size)), pairs))
            case 2:
                vertices = random.randint(2, 20)
                left = random.randint(1, vertices - 1)
                possible = [(f"{a}", f"{b}") for a in range(left) for b in range(left, vertices)]
                edges = random.sample(possible, min(len(possible), random.randint(1, 60 - vertices)))
                covers = [(end, f"{a}-{b}") for a, b in edges for end in (a, b)]
                names = [*map(str, range(vertices)), *(f"{a}-{b}" for a, b in edges)]
                yield PosetBoard("graph", "a bipartite graph", Poset.from_covers(names, covers))
            case _:
                rows = random.randint(2, 10)
                yield chains((rows, random.randint(1, 60 // rows)))


def test_random_posets_are_known(capsys: pytest.CaptureFixture[str]) -> None:
    """How many of 500 random trees, forests, bipartite graphs and products of two chains are unknown."""
    answers = [solve(board) for board in trees_and_products(500)]
    known = [answer for answer in answers if isinstance(answer, PosetSolution)]
    for answer in known[:40]:
        if answer.left.bit_count() < 16:
            assert answer.winning == PosetGame(answer.board.poset).winning_moves(answer.left)
    complete = sum(answer.missing is None for answer in known)
    with capsys.disabled():
        sys.stdout.write(f"500 posets: {500 - len(known)} not known, {complete} with all winning moves\n")
    assert len(known) >= 475
