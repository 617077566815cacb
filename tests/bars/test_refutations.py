"""Losers teach: each move comes with a reply that leaves a loser, by brute force; and single moves are judged."""

import json
import random
import subprocess
import sys
from typing import Any

import pytest

from tests.support import ROOT, brute_force, known
from zchomp.bars.position import Move, Position
from zchomp.cli import main
from zchomp.core.answers import Outcome
from zchomp.core.game import REFUTED
from zchomp.errors import InvalidPosition
from zchomp.reading import game

VALUES = brute_force(3, 6)


def is_lost(position: Position) -> bool:
    """Whether a position is lost, by brute force."""
    return not VALUES[position.rows + (0,) * (3 - len(position.rows))]


LOSERS = [Position(rows) for rows, value in VALUES.items() if any(rows) and not value]


@pytest.mark.parametrize("loser", LOSERS, ids=str)
def test_every_move_from_a_loser_is_refuted(loser: Position) -> None:
    """With all moves wanted, each comes with a reply that leaves a loser; otherwise a few do."""
    replies = known(game(loser).refuted(None)).replies
    assert {move for move, _ in replies} == set(loser.moves())
    assert all(is_lost(loser.chomp(move).chomp(reply)) for move, reply in replies)
    few = known(game(loser).refuted()).replies
    assert len(few) <= REFUTED
    assert set(few) <= set(replies)
    assert bool(few) == (loser.squares() > 1)


@pytest.mark.parametrize("what", ["3,1 + 3,1", "[[2,2],[2,1]]", "w,w", "2x2xw^3", "2,1 + 3,2"])
def test_replies_on_other_boards(what: str) -> None:
    """On every board the replies to moves from a loser leave losers, and are said as text and as data."""
    board = game(what)
    answer: Any = known(board.refuted())
    assert answer.outcome is Outcome.LOSER
    assert answer.replies
    for move, reply in answer.replies:
        left = game(what)
        left.push(move)
        left.push(reply)
        assert known(left.solve()).outcome is Outcome.LOSER
    assert str(answer).count("  after ") == len(answer.to_dict()["replies"]) == len(answer.replies)


def test_one_move_is_judged(capsys: pytest.CaptureFixture[str]) -> None:
    """`solve --move` says of every move of a bar whether it wins, as brute force does, and names a reply that wins."""
    start = Position((6, 4, 3))
    moves = [*random.Random(1).sample(list(start.moves()), 6), Move(1, 6)]
    for move in moves:
        assert main(["solve", "6,4,3", "--move", f"{move.row},{move.column}"]) == 0
        said = capsys.readouterr().out.splitlines()[0]
        assert said.startswith(f"Row {move.row}, column {move.column} from (6, 4, 3) ")
        assert ("does not win: it leaves the winner" in said) == (not is_lost(start.chomp(move)))
        assert (" wins: it leaves the loser " in said) == is_lost(start.chomp(move))


def test_a_line_for_each_line() -> None:
    """`solve -` answers each line with an object on a line of its own, and says what is wrong with one."""
    command = [sys.executable, "-m", "zchomp", "solve", "-"]
    typed = "9,7,4\n\n3x\n2x2x251\ngraph path 3\n3,1 + 3,1\n"
    run = subprocess.run(command, input=typed, capture_output=True, text=True, check=True)
    told = [json.loads(line) for line in run.stdout.splitlines()]
    assert [one["question"] for one in told] == [line for line in typed.splitlines() if line]
    assert [one.get("outcome") for one in told] == ["winner", None, "winner", "winner", "loser"]
    assert told[1]["error"].startswith("not a position: '3x'")
    assert told[2]["winning_moves"] == [{"cube": [1, 1, 250], "after": [[251, 251], [251, 250]]}]


def test_a_game_in_python() -> None:
    """A game lists, makes and takes back moves, replays them, says when it is over, and has a picture."""
    board = game("3,2,1")
    assert len(board.moves) == 5
    board.push("3 1")
    assert (board.position, board.played, board.is_over) == (Position((3, 2)), (Move(3, 1),), False)
    assert board.best() is None
    assert board.pop() == Move(3, 1)
    for wrong in ("9 9", "1 1", "bite", (9, 9)):
        with pytest.raises(InvalidPosition):
            board.push(wrong)
    assert board.position == Position((3, 2, 1))
    with pytest.raises(InvalidPosition, match="no move to take back"):
        board.pop()
    assert game("3,2,1", moves=["2 1", (1, 2)]).is_over
    assert str(board).splitlines()[0] == "(3, 2, 1)"
    assert str(board._repr_svg_()).count("<rect") == 6
    assert game("1000000")._repr_svg_() is None


def test_two_boxes_of_any_size_and_one_answer() -> None:
    """Boxes 2 x 2 x n are won by the theorem at any size, whoever asks."""
    for what in ("2x2x100", "2x2x251", "2x2x1000000"):
        answer = known(game(what).solve())
        assert answer.theorem is not None
        assert answer.theorem.identifier == "2 x 2 x n"
        assert len(answer.known_winning_moves) == 1


def test_the_infinite_square(capsys: pytest.CaptureFixture[str]) -> None:
    """The square w x w is won by row 2, column 2, by a theorem in Coq, and rectangles with few rows are solved."""
    assert main(["solve", "wxw"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("ω x ω is a winner.\nA winning move:\n  row 2, column 2, to a row and a column of ω squares")
    assert "Squares.infinite_square_won" in said
    assert "Theorem infinite_square_won" in (ROOT / "proofs/Game/Squares.v").read_text()
    for rows, outcome in ((1, Outcome.WINNER), (2, Outcome.LOSER), (3, Outcome.WINNER), (5, Outcome.WINNER)):
        assert known(game(f"{rows}xw").solve()).outcome is outcome
