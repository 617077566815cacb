"""The player: every source of its advice, against brute force."""

from typing import Any

import pytest

from tests.support import brute_force
from zchomp.bars.game import BarGame, bar_game
from zchomp.bars.position import Position
from zchomp.bars.results import Proof
from zchomp.bars.slices import locate
from zchomp.core import limits
from zchomp.core.answers import Outcome, Unknown
from zchomp.core.game import AnyGame, Match


def advice(game: AnyGame) -> dict[str, Any]:
    """What a game says about its position as data, or nothing if it does not know who wins."""
    found = game.answer(game.position, limits.PLAYER_EFFORT)
    return {} if isinstance(found, Unknown) else game.advice_data(found)


@pytest.mark.parametrize(
    ("text", "how", "outcome"),
    [
        ("(100000,20000,115)", "proof", Outcome.WINNER),
        ("(20068,20000,115)", "proof", Outcome.LOSER),
        ("(5,4,3) + (3,2)", "nim-values", Outcome.WINNER),
        ("(5,4,3) + (1)", "nim-values", Outcome.WINNER),
        ("(9,9,9,9,9,9,9)", "proof", Outcome.WINNER),
        (str((60,) * 60), "theorem", Outcome.WINNER),
        (str((7,) * 7), "theorem", Outcome.WINNER),
        (str((7,) * 6), "proof", Outcome.WINNER),
        (f"({10**9},5000,5000)", "nothing", None),
        (f"({10**9 + 1},{10**9},5000)", "proof", Outcome.WINNER),
        (f"({10**9 + 70},{10**9 + 2},115,114)", "proof", Outcome.WINNER),
        (f"({10**9 + 1},{10**9},5000,4000)", "proof", Outcome.WINNER),
        ("(900,800,700,600,500) + (900,800,700,600,500)", "theorem", Outcome.LOSER),
        ("(900,800,700,600,500) + (900,800,700,600,5)", "theorem", Outcome.WINNER),
        ("(900,800,700,600,5) + (900,80,70,60,6)", "nothing", None),
        ("(3000) + (2000)", "nim-values", Outcome.WINNER),
        ("(3000,7) + (2000,7)", "nim-values", Outcome.WINNER),
        ("(3000,7) + (2000,8)", "nim-values", Outcome.WINNER),
        ("1000, 600, 1^998", "theorem", Outcome.WINNER),
        ("40x16", "theorem", Outcome.WINNER),
        ("2,1 + 40x16", "theorem", Outcome.WINNER),
    ],
)
def test_how_it_is_known(text: str, how: str, outcome: Outcome | None) -> None:
    """Advice says how it is known, and comes with a move for a winner wherever one is known."""
    game = bar_game(text)
    data = advice(game)
    given = {
        "nothing": not data,
        "theorem": data.get("theorem") is not None,
        "proof": data.get("proof") is not None,
        "nim-values": bool(data.get("nim_values")),
    }
    assert [name for name, is_given in given.items() if is_given] == [how]
    assert data.get("outcome") == outcome
    assert bool(data.get("winning_moves")) == (outcome is Outcome.WINNER and "40x16" not in text)
    assert outcome is not Outcome.WINNER or data["missing"] is not None or data["winning_moves"]


def test_a_huge_square_is_won_by_symmetry() -> None:
    """The winning bite of the square bar is (2, 2), and the player keeps the arms equal from then on."""
    assert BarGame(Position((300,) * 300)).best() == (2, 2)
    game = BarGame(Position((300, *(1,) * 200)))
    best = game.best()
    assert best is not None
    game.push(best)
    assert game.position == Position((201, *(1,) * 200))


def test_the_proof_is_that_of_the_loser() -> None:
    """Advice names the slice of the loser: that of the best move, or of the bar itself if it is lost."""
    for rows, value in brute_force(4, 6).items():
        game = BarGame(Position(rows))
        data, best = advice(game), game.best()
        assert (best is None) == (value == 0)
        if data["proof"] is not None:
            lost = game.position if best is None else game.position.chomp(best)
            slice_, a, b = locate(lost.transpose() if data["turned"] else lost)
            proof = Proof.from_dict(data["proof"])
            assert proof.slice == slice_
            assert proof.sequence.get(a) == b


@pytest.mark.parametrize("text", ["(1) + (20068,20000,115)", "(20068,20000,115) + (1)"])
def test_the_reason_is_about_the_bar_that_is_left(text: str) -> None:
    """When a bar is played out, the reason is about the other one, whichever comes first."""
    match = Match(bar_game(text))
    (event,) = match.tell("hint")
    assert match.text(event, 999).endswith("and this position is one of them.")
