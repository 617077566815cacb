"""Games on posets: the computer's play against the definition, mistakes, and output."""

import json
from random import Random

import pytest

import zchomp
from tests.posets.orders import solved
from zchomp.bars.game import bar_reason
from zchomp.cli import main
from zchomp.core.game import Match, Side
from zchomp.core.numbers import members
from zchomp.core.session import Session
from zchomp.posets.families import PosetBoard, bar, boolean, chains, divisors, graph
from zchomp.posets.game import BoardGame
from zchomp.posets.poset import Poset
from zchomp.posets.search import PosetGame
from zchomp.posets.solving import PosetSolution

CROWN = PosetBoard("file", "a crown", Poset.from_covers("abcxyz", [*zip("aabbcc", "xyyzzx", strict=True)]))
BOARDS = [bar("3x4"), boolean(3), divisors(60), chains((2, 2, 2)), graph("K4"), CROWN]


def is_lost(board: PosetBoard, position: int) -> bool:
    """Whether a position with its poison is lost, by search."""
    return PosetGame(board.poset, board.poisoned).is_lost(position & ~int(board.poisoned))


def started(game: BoardGame, first: Side = "you", seed: int | None = None) -> Match[int, int, PosetSolution]:
    """A game against the computer that has not been started."""
    return Match(game, first, seed)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.title)
def test_the_computer_wins_from_winners(board: PosetBoard) -> None:
    """Against random moves the computer leaves a loser from every winner, and then wins."""
    for seed in range(5):
        random, game, won = Random(seed), started(BoardGame(board), "computer", seed), False
        events = game.start()
        while not game.over:
            bitten = events[-1]
            assert bitten.before is not None
            assert is_lost(board, bitten.position) == (not is_lost(board, bitten.before))
            won = is_lost(board, bitten.position)
            move = random.choice(list(members(game.position & ~int(board.poisoned))))
            events = game.tell(board.poset.elements[move])
        assert events[-1].side == "computer" or not won


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("", "Expected the name of an element, like 2,3, or help."),
        ("9,9", "'9,9' is not a move; expected the name of an element, like 2,3, or help."),
        ("1,1", "That is the poison: whoever eats it loses. Eat it? (yes or no)"),
        ("hint", "Bite 2,3: that leaves a loser of 5 elements."),
        ("new 9,9", "No element '9,9'; expected one of"),
        ("new 2,3 2,3", "'2,3' has been taken already."),
        ("help", "Type the name of an element."),
        ("quit", "Goodbye. The game is left at the bar 2x3, all 6 elements."),
    ],
)
def test_lines_that_take_nothing(line: str, answer: str) -> None:
    """A line that takes nothing gets a reply, and the position is unchanged."""
    board = bar("2x3")
    game = started(BoardGame(board))
    game.start()
    (event,) = game.tell(line)
    assert game.text(event, 200).startswith(answer)
    assert game.position == board.poset.everything()


def test_missing_elements() -> None:
    """An element that was taken, or was never there, is named. A square may be typed with a space."""
    board = bar("2x3")
    game = started(BoardGame(board, after=["2,3"]))
    texts = [game.text(event, 200) for line in ("2,3", "2 2", "2,2") for event in game.tell(line)]
    assert texts[0] == "'2,3' is not there in this game."
    assert texts[1].startswith("You bite 2,2.\n")
    assert texts[2].startswith("I bite 1,3. You are on a loser of 3 elements.")
    assert texts[3] == "'2,2' has been taken."


def test_without_poison() -> None:
    """Without poison a game ends when nothing is left."""
    board = boolean(1)
    game = started(BoardGame(board))
    texts = [game.text(event, 200) for event in [*game.start(), *game.tell("1")]]
    assert texts[-2:] == ["You bite 1.\n  (nothing)", "Nothing is left for me. You win. Type new, undo, why or quit."]


def test_the_computer_does_not_know() -> None:
    """If no winning move is known, the game says so before it starts."""
    board = boolean(8)
    with Session(effort=0.1):
        game = started(BoardGame(board))
        told = game.text(game.start()[0], 200)
    assert "You win with best play, but I know no winning move, so I take small bites: " in told


def test_play_reads_moves(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """`--play` reads moves, prints an object per event with `--json`, and cannot be combined with other answers."""
    typed = iter(["12", "hint", "quit"])
    monkeypatch.setattr("zchomp.cli.asking.Input.read", lambda *_: next(typed))
    assert main(["poset", "boolean", "2", "--play", "me", "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event["event"] for event in events] == ["start", "bite", "bite", "hint", "quit"]
    assert events[1]["element"] == "12"
    assert events[3]["advice"]["winning_moves"] == events[3]["left"]
    for option in ("--nim", "--show"):
        assert main(["poset", "boolean", "2", "--play", "me", option]) == 2
        assert "--play" in capsys.readouterr().err


def test_the_reason_of_a_board_that_is_a_bar() -> None:
    """A hint on such a board names the bar that the best move leaves, and why it is a loser."""
    board = bar("3x4")
    game, loser = BoardGame(board), zchomp.solve((4, 2, 2))
    assert isinstance(loser, zchomp.Answer)
    assert game.why_lost(solved(board)) == bar_reason(loser)
    assert "This is the bar (4, 2, 2). Reason:" in bar_reason(loser)
    assert bar_reason(loser).endswith("and this position is one of them.")
