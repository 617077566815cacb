"""How long Chomp on posets takes: figures only.

pytest tests/bench/test_bench_poset.py --benchmark-columns=min,median,rounds -s
"""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.bench.test_bench import measure
from zchomp.posets.families import PosetBoard, bar, boolean, chains, graph, platonic, projective
from zchomp.posets.search import PosetGame
from zchomp.posets.solution import PosetSolution, solve
from zchomp.posets.symmetry import prove_lost


def solved(board: PosetBoard, nim: bool = False) -> PosetSolution:
    """The solution of a board, however long it takes."""
    solution = solve(board, nim=nim, force=True)
    assert isinstance(solution, PosetSolution)
    return solution


def test_bar(benchmark: BenchmarkFixture) -> None:
    """8 x 10, all winning moves; meant to take less than 5 seconds."""
    solution = measure(benchmark, solved, bar("8x10"), rounds=3)
    assert solution.winning.bit_count() == 2


@pytest.mark.parametrize("n", [5, 6])
def test_boolean(n: int, benchmark: BenchmarkFixture) -> None:
    """The Boolean lattice; 5 is meant to take less than 10 seconds."""
    solution = measure(benchmark, solved, boolean(n), rounds=1)
    assert solution.winning.bit_count() == 1


def test_two_by_two_by_n(benchmark: BenchmarkFixture) -> None:
    """All 2 x 2 x n to n = 8, nim-values too; meant to take less than 30 seconds."""

    def all_of_them() -> list[object]:
        return [solved(chains((2, 2, n)), nim=True).nim_value for n in range(1, 9)]

    assert all(measure(benchmark, all_of_them, rounds=1))


@pytest.mark.parametrize("n", [7, 8])
def test_complete_graph(n: int, benchmark: BenchmarkFixture) -> None:
    """K_n, all winning moves."""
    solution = measure(benchmark, solved, graph(f"K{n}"), rounds=1)
    assert solution.winning


def test_nim_value_of_k7(benchmark: BenchmarkFixture) -> None:
    """The nim-value of K_7: every connected graph of at most 7 vertices is solved."""
    game = PosetGame(graph("K7").poset)
    assert measure(benchmark, game.nim_value, game.start, rounds=1) == 1


def test_dodecahedron_by_symmetry(benchmark: BenchmarkFixture) -> None:
    """The mirror of the dodecahedron without its body, found and checked."""
    board = platonic("dodecahedron")
    assert measure(benchmark, prove_lost, PosetGame(board.poset), (board.poset.find("body"),), rounds=3)


def test_projective_space_by_symmetry(benchmark: BenchmarkFixture) -> None:
    """The mirrors of PG(4, 2) without a point, found and checked."""
    assert measure(benchmark, prove_lost, PosetGame(projective(4).poset), (0,), rounds=1)
