"""The player: every source of its advice, against brute force."""

import pytest

from tests.definition import losers_within
from tests.support import brute_force, known, proof_of
from zchomp.answers.oracle import Oracle
from zchomp.answers.solution import Solution
from zchomp.answers.sums import parse_bars, solve_sum
from zchomp.play import player
from zchomp.play.player import Advice
from zchomp.position import Outcome, Position
from zchomp.results import Unknown
from zchomp.slices import locate
from zchomp.sources import Source
from zchomp.words.bar_game import BarWords


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


@pytest.mark.parametrize(("height", "width"), [(3, 9), (4, 6), (5, 5)])
@pytest.mark.parametrize(
    "source",
    [Source.SEARCH, Source.CERTIFICATE, Source.THEOREM],
)
def test_every_source_alone_is_right(source: Source, height: int, width: int) -> None:
    """Without all other sources, search, near slices and symmetry are right about small bars."""
    values, said = brute_force(height, width), 0
    few = [proof for proof in (proof_of(c) for c in range(2)) if not isinstance(proof, Unknown)]
    oracle = Oracle(few, sources={source})
    for rows in values:
        advice = player.advise((Position(rows),), oracle=oracle)
        if not isinstance(advice.solution, Unknown):
            said += advice.solution.sources == (source,)
            assert (advice.outcome is Outcome.LOSER) == (values[rows] == 0)
        for _, move in advice.winning:
            after = Position(rows).chomp(move)
            assert values[after.rows + (0,) * (height - len(after.rows))] == 0
    assert said > 5


def test_advice_on_sums_is_the_theory_of_sums() -> None:
    """For small sums the outcome is that of the nim-sum, even when all bars but one are played out."""
    for text in ("(3) + (2)", "(3,2) + (2,1)", "(2,2) + (2,2)", "(1) + (4,4)", "(2) + (3) + (2,2)"):
        solution = known(solve_sum(parse_bars(text)))
        assert advise(text).outcome is solution.outcome


def test_a_small_board_is_searched() -> None:
    """A game on a small board with many rows is decided by a search, in agreement with the losers inside it."""
    bars = [Position((9,) * 7), Position((9,) * 6 + (8,)), Position((9,) * 6 + (7,))]
    found = [player.advise((bar,)) for bar in bars]
    assert [BarWords().advice_data(advice)["sources"] for advice in found] == [["search"]] * 3
    losers = losers_within(bars[0])
    assert [advice.outcome is Outcome.LOSER for advice in found] == [bar.rows in losers for bar in bars]


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
