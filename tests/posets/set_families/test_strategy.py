"""Strategies on sets of at most k of n points, against both checkers, the definition and the table."""

import json
from functools import cache
from io import BytesIO
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.checker import check as check_extracted
from tests.posets.orders import solved
from tests.posets.set_families.test_recognition import closed
from tests.posets.set_families.test_table import filled, six
from zchomp.core import memory
from zchomp.core.answers import Unknown
from zchomp.core.session import Session
from zchomp.errors import DisagreementError, TooLarge
from zchomp.posets import set_kernels as kernel
from zchomp.posets import set_tables as strategy
from zchomp.posets.families import PosetBoard, bar, chains, subsets
from zchomp.posets.poset import family_of
from zchomp.posets.search import StepBudget
from zchomp.posets.set_tables import find_family_strategy
from zchomp.posets.strategy import PosetClaim, Strategy
from zchomp.proof.strategy_verifier import check

SIZES = [(n, k) for n in range(2, 7) for k in range(1, n + 1)]
facets = st.lists(st.integers(1, 63), min_size=1, max_size=5)


def without(sets: list[int], *taken: int) -> tuple[int, int]:
    """The rest of a family after some sets are taken."""
    return family_of([one for one in sets if not any(one & x == x for x in taken)])


def certificate(board: PosetBoard, taken: tuple[int, ...] = ()) -> Strategy:
    """The strategy of a board of at most 6 points, with all winning moves in the table."""
    start = PosetClaim(board.poset, board.poisoned, taken).start
    sets = {x: sum(1 << int(i) for i in name) >> 1 for x, name in enumerate(board.poset.elements)}
    there = [sets[x] for x in range(len(board.poset)) if start >> x & 1]
    winning = tuple(x for x in sets if start >> x & 1 and six().is_lost(without(there, sets[x])))
    found = find_family_strategy(PosetClaim(board.poset, board.poisoned, taken, winning), StepBudget(10**9))
    assert found is not None
    return found


def judged(strategy: Strategy) -> str:
    """The verdict of the checker on a strategy."""
    return check(BytesIO(strategy.text().encode()))


@cache
def of_size(n: int, k: int) -> Strategy:
    """The strategy of the sets of at most k of n points."""
    return certificate(subsets(n, k))


@pytest.mark.parametrize(("n", "k"), SIZES)
def test_every_size(n: int, k: int) -> None:
    """A strategy of the sets of at most k of n points is verified. They are lost if and only if k + 1 divides n."""
    strategy = of_size(n, k)
    is_lost = n % (k + 1) == 0
    assert judged(strategy).startswith("lost" if is_lost else "won")
    assert json.loads(strategy.lines[0])["complete"]


def test_the_proved_checker_accepts_them(built: Path, tmp_path: Path) -> None:
    """The checker extracted from Coq agrees on all these strategies."""
    paths = []
    for n, k in SIZES:
        paths.append(tmp_path / f"{n}-{k}.jsonl")
        of_size(n, k).write(paths[-1])
    code, lines = check_extracted(built / "zchomp-check", "--strategies", *paths)
    assert code == 0
    assert lines[1::2] == [f"s VERIFIED {judged(of_size(n, k))}" for n, k in SIZES]


def test_positions_and_poison() -> None:
    """A position after some moves, and the same order above a poison, have strategies too."""
    assert judged(certificate(subsets(5, 3), (12, 15))).startswith('won elements=25 taken=["34", "123"]')
    cube = chains((2, 2, 2, 2)).poset
    proof = find_family_strategy(PosetClaim(cube, True, (), (len(cube) - 1,)), StepBudget(10**9))
    assert proof is not None
    assert judged(proof).startswith('won elements=16 taken=[] winning=["1,1,1,1"] complete')


def test_parts_of_a_strategy() -> None:
    """The large one has mirrors, answers that cover two moves each, and lines ordered by size."""
    strategy = of_size(6, 5)
    lines = [json.loads(line) for line in strategy.lines if line.startswith('{"left"')]
    sizes = [int(line["left"], 16).bit_count() for line in lines]
    assert sizes == sorted(sizes)
    assert len(lines) == strategy.members < 800
    assert any("mirror" in line for line in lines)
    answered = [(size, len(line["answers"])) for size, line in zip(sizes, lines, strict=True) if "answers" in line]
    assert sum(2 * answers for _, answers in answered) < 1.4 * sum(size for size, _ in answered)


def test_false_claims() -> None:
    """Nothing is written for a false claim: a winner called lost, an extra move, a missing move."""
    won, lost = subsets(5, 3).poset, subsets(4, 3).poset
    moves = tuple(map(won.find, json.loads(of_size(5, 3).lines[0])["winning"]))
    for claimed in (
        PosetClaim(won, False, ()),
        PosetClaim(lost, False, (), (0,)),
        PosetClaim(won, False, (), (*moves, next(x for x in range(len(won)) if x not in moves))),
        PosetClaim(won, False, (), moves[1:]),
    ):
        with pytest.raises(DisagreementError, match="the claim is false"):
            find_family_strategy(claimed, StepBudget(10**9))


def test_strategies_out_of_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """A strategy that needs more effort, memory or room is refused, and another order has no such strategy."""
    claimed = PosetClaim(subsets(6, 5).poset, False, ())
    with pytest.raises(TooLarge, match="limited effort"):
        find_family_strategy(claimed, StepBudget(1000))
    monkeypatch.setattr(memory, "available", lambda: 1000)
    with pytest.raises(TooLarge, match=r"table of all positions needs about .* of memory"):
        find_family_strategy(claimed, StepBudget(10**9))
    monkeypatch.undo()
    monkeypatch.setattr(strategy, "MOST_MEMBERS", 2000)  # fewer are found, but there could be more
    with pytest.raises(TooLarge, match="more than 2000 members"):
        find_family_strategy(claimed, StepBudget(10**9))
    assert find_family_strategy(PosetClaim(bar("2x3").poset, True, ()), StepBudget(10**9)) is None


def test_solutions_use_it() -> None:
    """The strategy of a large family comes from the table, with progress. Beyond the effort there is none."""
    solution, told = solved(subsets(6, 5)), dict[str, tuple[int, int]]()

    def hear(stage: str, done: int, total: int, _detail: str = "", /) -> None:
        told[stage] = done, total

    strategy = solution.certificate(progress=hear)
    assert isinstance(strategy, Strategy)
    assert strategy.lines == of_size(6, 5).lines
    assert told == {"searching": (strategy.searched,) * 2, "answering": (63, 63)}
    assert isinstance(Session(effort=0.001).run(solution.certificate), Unknown)


@settings(max_examples=40, deadline=None)
@given(facets)
def test_pairs_that_leave_lost_families(chosen: list[int]) -> None:
    """The pairs of a random family are those after which it is lost, by the table."""
    sets = closed(chosen)
    table = kernel.FilledTable(six().bits(), six().blocks, six().ranks, 6)
    room = np.zeros((kernel.MOST_PAIRS, 2), np.int32)
    low, high = map(np.uint64, family_of(sets))
    found = {frozenset(pair) for pair in room[: kernel.lost_pairs(table, low, high, room)].tolist()}
    assert found == {
        frozenset((x, y))
        for x, y in combinations(sets, 2)
        if x & y not in (x, y) and six().is_lost(without(sets, x, y))
    }


@settings(max_examples=60, deadline=None)
@given(facets, st.integers(0, 230))
def test_mirrors(chosen: list[int], number: int) -> None:
    """The mirror that is found is the first valid one in the list, by the definition on points."""
    image = list(range(7))
    for i, j in kernel.MIRRORS[number].tolist():
        image[i], image[j] = image[j], image[i]

    def moved(one: int, to: list[int]) -> int:
        return sum(1 << to[p] for p in range(7) if one >> p & 1)

    def is_mirror(sets: list[int], pairs: list[list[int]]) -> bool:
        to = list(range(7))
        for i, j in pairs:
            to[i], to[j] = to[j], to[i]
        apart = all(1 << i in sets and 1 << j in sets and 1 << i | 1 << j not in sets for i, j in pairs if i != j)
        return apart and {moved(one, to) for one in sets} == set(sets)

    assert [image[image[p]] for p in range(7)] == list(range(7)) != image
    near = {1 << p | 1 << image[p] for p in range(7) if image[p] != p}
    for sets in (closed(chosen), closed(chosen + [moved(one, image) for one in chosen])):
        kept = [one for one in sets if not any(one & two == two for two in near)]
        mirrors = [m for m, pairs in enumerate(kernel.MIRRORS.tolist()) if is_mirror(kept, pairs)]
        low, high = map(np.uint64, family_of(kept))
        assert int(kernel.mirror_of(low, high)) == (mirrors[0] if mirrors else -1)


def test_a_member_that_is_not_lost() -> None:
    """Among members, one point is named as not lost, since no move answers the only one, and two points are not."""
    members, table = kernel.room(64, 512), kernel.FilledTable(six().bits(), six().blocks, six().ranks, 6)
    with np.errstate(over="ignore"):
        for sets in ([1, 2], [1]):
            kernel.add(members, *map(np.uint64, family_of(sets)))
        assert kernel.answer_all(members, table, np.array([0, 1])) == 1


def test_the_plain_body() -> None:
    """Plain Python finds the same members as compiled code."""
    skeleton = strategy.Skeleton.of(PosetClaim(subsets(4, 3).poset, False, ()))
    assert skeleton is not None
    table = filled(family_of(list(range(1, 15))))
    whole = tuple(map(np.uint64, family_of(list(range(1, 15)))))
    found = []
    for function in (kernel.answer_all, getattr(kernel.answer_all, "py_func", kernel.answer_all)):
        members = kernel.room(64, 512)
        kernel.add(members, *whole)
        with np.errstate(over="ignore"):
            for k in range(64):
                if k < members.counts[0]:
                    assert (
                        function(members, kernel.FilledTable(table.bits(), table.blocks, table.ranks, 4), np.array([k]))
                        == -1
                    )
        found.append([array.tolist() for array in members])
    assert found[0] == found[1]
    assert found[0][-1][0] > 3
