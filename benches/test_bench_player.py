"""How long the lists of the Maple packages and the computer's moves take: figures to read.

pytest benches/test_bench_player.py --benchmark-columns=min,median,max,rounds -s
"""

import subprocess
import sys
import time
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benches.test_bench import measure
from zchomp.bars.game import BarGame, bar_game
from zchomp.bars.position import Position
from zchomp.core.game import Match


@pytest.mark.parametrize(
    "arguments",
    [
        ["winners", "115"],
        ["theorem", "115"],
        ["theorem", "--upto", "115", "--latex"],
        ["ptable", "115"],
        ["winners", "115", "--maple"],
    ],
    ids=" ".join,
)
def test_runs_of_commands(arguments: list[str], benchmark: BenchmarkFixture) -> None:
    """A whole run of a command, including the start of Python."""
    command = [sys.executable, "-m", "zchomp", *arguments]
    result = measure(benchmark, 3, subprocess.run, command, capture_output=True, text=True, check=True)
    assert len(result.stdout) > 1000


def test_first_answer(benchmark: BenchmarkFixture) -> None:
    """PlayChomp([100000,20000,115]): from the start of Python to the computer's bite."""
    command = [sys.executable, "-m", "zchomp", "play", "(100000,20000,115)", "--first", "computer"]
    result = measure(benchmark, 5, subprocess.run, command, input="", capture_output=True, text=True, check=True)
    assert "I bite row 1, column 20069." in result.stdout


def test_moves_with_hundred_digits(benchmark: BenchmarkFixture) -> None:
    """The computer's move with rows of a hundred digits, for every third row up to 115: the mean and the slowest."""
    random = Random(1)
    bars = []
    for third in range(116):
        second = third + random.randint(10**99, 10**100)
        bars.append(Position((second + random.randint(0, 10**99), second, third)))

    def all_moves() -> list[float]:
        times = []
        for bar in bars:
            start = time.perf_counter()
            BarGame(bar).best()
            times.append(time.perf_counter() - start)
        return times

    times = measure(benchmark, 5, all_moves)
    benchmark.extra_info["slowest, ms"] = 1000 * max(times)
    print(f"\nslowest move with rows of 100 digits: {1000 * max(times):.2f} ms")  # noqa: T201 - a figure to be read
    assert len(times) == 116


@pytest.mark.parametrize(
    "position", ["(9,9,9,9,9,9,9,9)", "(8,8,8,8,8,8)", "(40,30,20,10)", "(5,4,3) + (6,5) + (4,4,4)"]
)
def test_start_of_other_games(position: str, benchmark: BenchmarkFixture) -> None:
    """The start of a game that needs a search, proofs with more rows, or nim-values."""
    events = measure(benchmark, 1, lambda: Match(bar_game(position), "computer", seed=1).start())
    assert events[-1].kind == "bite"
