"""One answer: the text, the JSON and the Python of every command that solves a position say what brute force says.

Each way to ask gives the outcome, the winning squares and the nim-value, as far as it says them. A turned bar has the
turned answer.
"""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import pytest

from tests.cli.program import zchomp
from tests.support import brute_force, known
from zchomp import ordinals, posets, solid
from zchomp.bars.game import SumGame
from zchomp.bars.heights import height
from zchomp.bars.listings import losers
from zchomp.bars.position import Position
from zchomp.bars.solving import nim_value, outcome, solve, winning_moves
from zchomp.bars.sums import solve_sum
from zchomp.core.answers import Outcome
from zchomp.posets.families import bar as poset_of_bar

BOARDS = [(3, 9), (4, 6), (5, 5)]
"""The boards with the positions, by rows and columns."""

OPTIONS = [[], ["--effort", "0.5"], ["--no-library"]]
"""Options that change nothing about the answers for small bars."""

WITHOUT_NIM = {"solid", "ordinals", "game"}
"""The ways to ask that say no nim-value."""

Squares = frozenset[tuple[int, int]]


class Said(NamedTuple):
    """What is said about a position. None is what is not said."""

    outcome: str
    squares: Squares | None = None
    nim: int | None = None


def expected(position: Position, size: tuple[int, int]) -> Said:
    """The answer by brute force."""
    values = brute_force(*size)
    padded = {move: position.chomp(move).rows for move in position.moves()}
    lost = {tuple(move) for move, rows in padded.items() if not values[rows + (0,) * (size[0] - len(rows))]}
    nim = values[position.rows + (0,) * (size[0] - len(position.rows))]
    return Said("winner" if nim else "loser", frozenset(lost), nim)  # type: ignore[arg-type]  # moves are pairs


def said(*arguments: str) -> str:
    """The output of a command."""
    found = zchomp(*arguments)
    assert found.returncode == 0, found.stderr
    return found.stdout


def of_text(text: str, square: str, place: Callable[..., tuple[int, int]]) -> Said:
    """What the text of an answer says. Its number of winning moves must be the one that it announces."""
    squares = frozenset(place(*map(int, found)) for found in re.findall(rf"^  {square}", text, re.MULTILINE))
    nim = re.search(r"nim-value (\d+)", text.splitlines()[0])
    counts = {"The only winning move:": 1, "Both winning moves:": 2, "Every move leads to a winner.": 0}
    counts |= {"There is no move.": 0, f"All {len(squares)} winning moves:": len(squares)}
    assert [count for words, count in counts.items() if words in text.splitlines()] == [len(squares)], text
    is_loser = " is a loser" in text.splitlines()[0] or " loses " in text.splitlines()[0]
    return Said("loser" if is_loser else "winner", squares, int(nim[1]) if nim else None)


def of_data(text: str, place: Callable[[Any], tuple[int, int]], nim: str = "nim_value") -> Said:
    """What the JSON of an answer says."""
    data = json.loads(text)
    return Said(data["outcome"], frozenset(map(place, data["winning_moves"])), data.get(nim))


def square(move: Any) -> tuple[int, int]:
    """The row and the column of a winning move in JSON."""
    return move["row"], move["column"]


def cube(move: Any) -> tuple[int, int]:
    """The same for a bar that is one cube deep."""
    return move["cube"][0] + 1, move["cube"][2] + 1


def pair(row: int, column: int) -> tuple[int, int]:
    """A square by its row and its column."""
    return row, column


def by_commands(position: Position, options: list[str]) -> dict[str, Said]:
    """What the commands say."""
    rows = ",".join(map(str, position.rows))
    heights = json.dumps([[row] for row in position.rows])
    solid_, bar = ["solve", heights, *options], ["poset", "bar", rows, "--nim", *options[:2]]
    bar = bar if "--no-library" not in options else bar[:4]
    return {
        "solve": of_text(said("solve", rows, *options), r"row (\d+), column (\d+) ", pair),
        "solve --json": of_data(said("solve", rows, "--json", *options), square),
        "sum": of_text(said("solve", f"{rows} + 1", *options), r"bar 1, row (\d+), column (\d+),", pair),
        "sum --json": of_data(said("solve", f"{rows} + 1", "--json", *options), square, "nim_sum"),
        "solid": of_text(said(*solid_), r"\((\d+),0,(\d+)\)", lambda x, z: (x + 1, z + 1)),
        "solid --json": of_data(said(*solid_, "--json"), cube),
        "poset": of_text(said(*bar), r"row (\d+), column (\d+)\b", pair),
        "poset --json": of_data(said(*bar, "--json"), lambda name: pair(*map(int, name.split(",")))),
    }


def by_functions(position: Position) -> dict[str, Said]:
    """What the functions say."""
    rows, one = position.rows, Position((1,))
    whole, box, order = known(solve(rows)), known(solid.solve([[row] for row in rows])), poset_of_bar(rows)
    several, infinite = known(solve_sum([rows, (1,)])), known(ordinals.solve(rows))
    poset = known(posets.solve(order, nim=True))
    advice, turned = known(SumGame((one, position)).solve()), known(solve(position.transpose()))
    names = [tuple(map(int, name.split(","))) for name in poset.known_winning_moves]
    found = {
        "solve": (whole.outcome, whole.known_winning_moves, whole.nim_value),
        "its parts": (known(outcome(rows)), known(winning_moves(rows)), nim_value(rows)),
        "turned": (turned.outcome, [(column, row) for row, column in turned.known_winning_moves], turned.nim_value),
        "sum": (several.outcome, [move for _, move in several.known_winning_moves], several.nim_value),
        "solid": (box.outcome, [(x + 1, z + 1) for x, _, z in box.known_winning_moves], None),
        "ordinals": (infinite.outcome, [(one.row, int(one.column)) for one in infinite.known_winning_moves], None),
        "poset": (poset.outcome, names, poset.nim_value),
        "game": (advice.outcome, [move for _, move in advice.known_winning_moves], None),
    }
    return {
        name: Said(who.value, frozenset(map(tuple, moves)), value if isinstance(value, int) else None)  # type: ignore[arg-type]
        for name, (who, moves, value) in found.items()
    }


def sample(seed: int, count: int) -> list[tuple[Position, tuple[int, int]]]:
    """Some positions of the boards, losers as often as winners, each with its board."""
    random, found = Random(seed), []
    for size in BOARDS:
        values = {rows: value for rows, value in brute_force(*size).items() if any(rows)}
        for is_lost in (False, True):
            kind = [rows for rows, value in values.items() if (not value) == is_lost]
            found += [(Position(rows), size) for rows in random.sample(kind, count)]
    return found


SEEDS = [1, *(pytest.param(seed, marks=pytest.mark.release) for seed in range(2, 12))]


@pytest.mark.parametrize("seed", SEEDS)
def test_functions_agree(seed: int) -> None:
    """All functions that solve a position say what brute force says, also those that see it as something else."""
    for position, size in sample(seed, 20):
        right = expected(position, size)
        for name, answer in by_functions(position).items():
            assert answer == (right._replace(nim=None) if name.split()[0] in WITHOUT_NIM else right), (position, name)
        assert (position in known(losers(position.rows[2:] or 0)).proof) == (right.outcome == "loser")
        tall = known(height(position))
        assert (tall.height == len(position.rows)) == (right.outcome == "loser"), position


@pytest.mark.parametrize("seed", SEEDS)
def test_commands_agree(seed: int) -> None:
    """Text and JSON of all commands that solve a position say what brute force says, with any option."""
    for number, (position, size) in enumerate(sample(seed, 4)):
        right = expected(position, size)
        for name, answer in by_commands(position, OPTIONS[number % len(OPTIONS)]).items():
            assert answer == (right._replace(nim=None) if name.split()[0] in WITHOUT_NIM else right), (position, name)
        rows = ",".join(map(str, position.rows))
        tall, text = json.loads(said("height", rows, "--json")), said("height", rows)
        assert tall["height"] == known(height(position)).height
        assert text.startswith(f"{position} has height {tall['height']}: ")
        assert (tall["height"] == len(position.rows)) == (right.outcome == Outcome.LOSER.value)
