"""Strategies: every written one is verified, and agrees with brute force."""

import json
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from tests.posets.orders import as_set, dags, naive_values, solved
from zchomp.core.answers import Outcome, Unknown
from zchomp.core.numbers import members
from zchomp.core.session import Session
from zchomp.errors import DisagreementError
from zchomp.posets.families import PosetBoard, bar, boolean, chains, divisors, graph, platonic, projective, subsets
from zchomp.posets.poset import Poset
from zchomp.posets.strategy import PosetClaim, Strategy
from zchomp.posets.strategy_search import find_strategy
from zchomp.proof.strategy_verifier import check

if TYPE_CHECKING:
    import networkx as nx

BOARDS: dict[str, tuple[PosetBoard, list[str], int]] = {
    "bar": (bar("4x5"), [], 40),
    "bar after a move": (bar("5,4,3"), ["2,3"], 40),
    "divisors": (divisors(432), [], 40),
    "2 x 2 x n": (chains((2, 2, 9)), [], 60),
    "chains": (chains((3, 3, 3)), [], 60),
    "subsets": (subsets(5, 3), [], 60),
    "boolean": (boolean(5), [], 40),
    "complete": (graph("K12"), [], 12),
    "complete and won": (graph("K11"), [], 12),
    "circuit": (graph("cycle", 9), [], 8),
    "bipartite": (graph("grid", 4, 5), [], 30),
    "cube": (platonic("cube"), [], 60),
    "dodecahedron": (platonic("dodecahedron"), ["body"], 3),
    "projective": (projective(2), [], 8),
}
"""Boards, the moves made on them, and the maximum number of members of the strategy."""


@pytest.mark.parametrize("name", BOARDS)
def test_strategies_of_boards(name: str) -> None:
    """A strategy is found, is small, is verified, and agrees with the solution."""
    board, after, most = BOARDS[name]
    solution = solved(board, after)
    strategy = solution.certificate()
    assert isinstance(strategy, Strategy)
    assert strategy.members <= most
    verdict = check(BytesIO(strategy.text().encode()))
    moves = list(solution.known_winning_moves)
    header = json.loads(strategy.lines[0])
    assert (header["winning"], header["taken"], header["complete"]) == (moves, after, True)
    assert verdict.startswith(f"{'won' if moves else 'lost'} elements={len(board.poset)} taken={json.dumps(after)}")


@settings(max_examples=60, deadline=None)
@given(dags(6))
def test_random_orders(dag: "nx.DiGraph[str]") -> None:
    """On every position of a random order the strategy is verified, and claims the moves that brute force finds."""
    poset = Poset.from_networkx(dag)
    values = naive_values(dag)
    lost = {as_set(poset, left) for left, value in values.items() if value == 0}
    start = poset.everything()
    winning = tuple(x for x in members(start) if start & ~poset.above[x] in lost)
    strategy = find_strategy(PosetClaim(poset, False, (), winning, True), 10**7)
    assert check(BytesIO(strategy.text().encode())).startswith("won" if winning else "lost")


def test_false_claims_have_no_strategy() -> None:
    """Nothing is written for a false claim: a winner called lost, an extra move, a missing move."""
    poset = Poset.from_covers("abc", [("a", "b")])
    for winning in [(), (0,), (1, 2)]:
        with pytest.raises(DisagreementError, match="the claim is false"):
            find_strategy(PosetClaim(poset, False, (), winning, True), 10**6)


def test_a_wrong_solution_is_reported() -> None:
    """A solution that contradicts the game raises an error, and is not reported as a lack of effort."""
    wrong = replace(solved(bar("3x4")), outcome=Outcome.LOSER, winning=0, mirror=None)
    with pytest.raises(DisagreementError, match="the claim is false"):
        wrong.certificate()


def test_no_move_is_known() -> None:
    """A winner by strategy stealing has no strategy, and neither does one whose search is too long."""
    stolen = solved(boolean(8), effort=0.2).certificate()
    assert isinstance(stolen, Unknown)
    assert "no winning move" in stolen.reason
    short = Session(effort=0.001).run(solved(bar("8x10")).certificate)
    assert isinstance(short, Unknown)
    assert "was not found" in short.reason
