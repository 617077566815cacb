"""Games with infinite rows against the computer."""

from random import Random

import pytest

from tests.support import alone
from zchomp.core.game import Match, Side
from zchomp.ordinals.position import OrdinalMove, OrdinalPosition
from zchomp.ordinals.solution import OrdinalAnswer
from zchomp.ordinals.words import OrdinalGame, slow_bite


def match(
    start: str, first: Side = "you", seed: int | None = None
) -> Match[OrdinalPosition, OrdinalMove, OrdinalAnswer]:
    """A game that has not been started."""
    return Match(OrdinalGame(OrdinalPosition.of(start)), first, seed)


def texts(game: Match[OrdinalPosition, OrdinalMove, OrdinalAnswer], line: str) -> list[str]:
    """The output after a line."""
    return [game.text(event, 80) for event in game.tell(line)]


@pytest.mark.parametrize("start", ["w,w", "w2,w+3,w", "w+5,w+1,7", "w^2+w,w^2,w+4", "3xw^w", "4xw", "w^w"])
@pytest.mark.parametrize("seed", range(3))
def test_the_computer_wins_from_winners(start: str, seed: int) -> None:
    """Against random small bites the computer wins every game in which it was ever on a winner, and every game ends."""
    random = Random(seed)
    game = match(start, "computer", seed)
    events, won = game.start(), False
    for _ in range(400):
        won = won or any(event.kind == "bite" and "You are on the loser" in game.text(event, 200) for event in events)
        if game.over:
            break
        move = slow_bite(game.position, random)
        events = game.tell(f"{move.row} {move.column.ascii()}")
    assert game.over
    assert not won or events[-1].side == "computer"


@pytest.mark.parametrize("start", ["w", "w2,w", "w^w,w^w", "w^3+w,w^2", "5,3"])
def test_slow_bites_are_moves(start: str) -> None:
    """A slow bite is a move, and leaves the rows below alone."""
    position = OrdinalPosition.of(start)
    for seed in range(20):
        move = slow_bite(position, Random(seed))
        after = position.chomp(move)
        assert after < position
        assert after.rows[move.row :] == position.rows[move.row :]


def test_a_bite_to_an_ordinal() -> None:
    """The bite 1 w+3 leaves ω+3 squares of row 1, and the computer answers with the winning bite."""
    game = match("w2,w,w")
    game.start()
    you, computer = game.tell("1 w+3")
    assert (str(you.position), str(computer.position)) == ("(ω+3, ω, ω)", "(ω+3, ω, 7)")
    assert game.tell("why")[0].advice is computer.advice
    assert texts(game, "hint")[0].startswith("You are on the loser (ω+3, ω, 7): every bite leaves a winner.")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("1", "'1' is not a move; expected row column, like 2 3 or 1 w+3, or help."),
        ("1 w*9", "(ω·2, ω) has no square in row 1, column ω·9."),
        ("2 w", "(ω·2, ω) has no square in row 2, column ω."),
        ("3 1", "(ω·2, ω) has no square in row 3, column 1."),
        ("1 1", "That is the poison: whoever eats it loses. Eat it? (yes or no)"),
        ("1 2*w", "Not an ordinal: '2*w'; write the number after w: w*2 is w+w, but 2*w is w."),
        ("1 w-1", "Not an ordinal: 'w-1'; '-' is not used with ordinals: no ordinal comes right\nbefore w."),
        ("new w,w+1", "Not a position: 'w,w+1'; rows must not increase from top to bottom."),
    ],
)
def test_mistakes(line: str, answer: str) -> None:
    """A line that is not a move gets a sentence, and nothing changes."""
    game = match("w2,w")
    game.start()
    assert texts(game, line) == [answer]
    assert game.position == OrdinalPosition.of("w2,w")


def test_finite_bars_are_drawn() -> None:
    """When all rows are finite, the bar is drawn, and the game is played to its end."""
    game = match("w,2")
    assert [event.kind for event in game.start()] == ["start"]
    assert texts(game, "2 1")[-2:] == [
        "I bite row 1, column 2. You are on the loser (1).\n      1\n  1 | P",
        "Only poison is left for you. I win. Type new, undo, why or quit.",
    ]
    over = match("1")
    assert over.text(over.start()[-1], 80).startswith("Only poison is left: the game is over")


def test_the_computer_admits_what_it_does_not_know() -> None:
    """On an undecided position the computer bites at random, and says that it knows no winning move."""
    game = match("4xw^2", "computer", seed=1)
    start, bitten = game.start()
    assert "I do not know who wins here" in game.text(start, 200)
    assert "I know no winning move." in game.text(bitten, 200)
    known = "I was on a position that is not known to be a winner or a loser.\n(ω², ω², ω², ω²) is not decided"
    assert texts(game, "why")[0].startswith(known)
    stolen = match("4xw^3+1")
    warned = stolen.text(stolen.start()[0], 200).replace("\n", " ")
    assert "You win with best play, but I know no winning move, so I take small bites: " in warned
    assert "You are on a winner, but no winning move is known. " in texts(stolen, "hint")[0].replace("\n", " ")


def test_the_effort_is_that_of_the_session() -> None:
    """A session with an effort is used with it, and the player is told how to give more."""
    game = match("w+1,w,900")
    with alone(effort=0):
        assert texts(game, "hint") == [
            "You are on a position that is not known to be a winner or a loser.\n"
            "A proof of the slice c = 900 needs about 1 s; retry with --effort 1."
        ]
    with alone(effort=60):
        assert texts(game, "hint")[0].startswith("Bite row 3, column ")


@pytest.mark.parametrize(
    ("start", "leaves", "reason"),
    [
        ("w+1,w", "(ω, ω)", "and G(0, 0) = 0 (Theorem 1 on ordinals)."),
        ("4xw", "(ω, ω)", "and G(0, 0) = 0 (Theorem 1 on ordinals)."),
        ("w^2*2,w^2+w,w^2+w", "(ω²·2, ω², ω²)", "and G(0, 0) = 0 (Theorem 5 on ordinals)."),
        ("w,5,3", "(5, 5, 3)", "this position is one of the three with third row 3."),
        ("6,5,3", "(6, 5)", "and this position is one of them."),
    ],
)
def test_reasons_are_about_the_loser_that_is_left(start: str, leaves: str, reason: str) -> None:
    """A hint, and the reason for a bite, say why the position after the bite is lost, not why the one before is won."""
    asked, bitten = match(start), match(start, "computer")
    bitten.start()
    for game, line in ((asked, "hint"), (bitten, "why")):
        told = texts(game, line)[0].replace("\n", " ")
        assert f"that leaves the loser {leaves}." in told
        assert told.endswith(reason)
