"""The player: every source of its advice, against brute force."""

import pytest

from tests.support import brute_force
from zchomp.bars import game as player
from zchomp.bars.game import Advice, BarWords
from zchomp.bars.position import Position
from zchomp.bars.slices import locate
from zchomp.bars.solution import Solution
from zchomp.bars.sums import parse_bars
from zchomp.core.answers import Outcome, Unknown


def advise(text: str) -> Advice:
    """The player's advice."""
    return player.advise(parse_bars(text))


@pytest.mark.parametrize(
    ("text", "how", "outcome"),
    [
        ("(100000,20000,115)", "proof", Outcome.WINNER),
        ("(20068,20000,115)", "proof", Outcome.LOSER),
        ("(5,4,3) + (3,2)", "nim-values", Outcome.WINNER),
        ("(5,4,3) + (1)", "proof", Outcome.WINNER),
        ("(9,9,9,9,9,9,9)", "search", Outcome.WINNER),
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
    advice = advise(text)
    data = BarWords().advice_data(advice)
    assert [
        name
        for name, is_given in {
            "theorem": data["theorem"] is not None,
            "proof": data["proof"] is not None,
            "nim-values": bool(data["nim_values"]),
            "search": data["sources"] == ["search"],
            "nothing": not data["sources"],
        }.items()
        if is_given
    ] == [how]
    if outcome is None:
        assert isinstance(advice.outcome, Unknown)
        assert advice.outcome.reason
    else:
        assert advice.outcome is outcome
    assert (advice.best is None) == (not advice.winning)
    assert bool(advice.winning) == (outcome is Outcome.WINNER and "40x16" not in text)
    assert (data["missing"] is not None) or advice.winning or outcome is not Outcome.WINNER


def test_a_huge_square_is_won_by_symmetry() -> None:
    """The winning bite of the square bar is (2, 2), and the player keeps the arms equal from then on."""
    (found,) = advise(str((300,) * 300)).winning
    assert found[1] == (2, 2)
    hook = Position((300, *(1,) * 200))
    (found,) = player.advise((hook,)).winning
    assert hook.chomp(found[1]) == Position((201, *(1,) * 200))


def test_the_proof_is_that_of_the_loser() -> None:
    """Advice names the slice of the loser: that of the best move, or of the bar itself if it is lost."""
    for rows, value in brute_force(4, 6).items():
        bar = Position(rows)
        advice = player.advise((bar,))
        assert (advice.best is None) == (value == 0)
        solution = advice.solution
        if isinstance(solution, Solution) and solution.proof is not None:
            lost = bar if advice.best is None else advice.after(*advice.best)
            slice_, a, b = locate(lost.transpose() if solution.turned else lost)
            assert solution.proof.slice == slice_
            assert solution.proof.sequence.get(a) == b


@pytest.mark.parametrize("text", ["(1) + (20068,20000,115)", "(20068,20000,115) + (1)"])
def test_the_reason_is_about_the_bar_that_is_left(text: str) -> None:
    """When a bar is played out, the reason is about the other one, whichever comes first."""
    told = BarWords().advice_text(advise(text), parse_bars(text))
    assert told.reason.endswith("and this position is one of them.")
