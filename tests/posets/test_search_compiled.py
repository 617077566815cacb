"""The compiled search of any order, against the search in plain Python and the definition."""

import random
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings

from tests.posets.orders import as_set, dags, naive_values
from zchomp.core import limits, memory
from zchomp.core.answers import Unknown
from zchomp.core.runs import silent
from zchomp.posets.compiled_search import PLACES, WordSearch
from zchomp.posets.families import PosetBoard, chains, graph
from zchomp.posets.poset import Poset
from zchomp.posets.search import PosetGame
from zchomp.posets.solving import PosetQuestion, solve

if TYPE_CHECKING:
    import networkx as nx


def random_order(seed: int, size: int, chance: float) -> Poset:
    """A random order: each pair of numbers is comparable with some probability, closed under transitivity."""
    source = random.Random(seed)
    names = [str(i) for i in range(size)]
    return Poset.from_covers(names, [pair for pair in combinations(names, 2) if source.random() < chance])


def finished(search: WordSearch, budget: int = 10**6) -> WordSearch:
    """A finished search."""
    while search.done < search.total:
        search.advance(budget)
    return search


@settings(max_examples=40, deadline=None)
@given(dags())
def test_nim_values_are_those_of_the_definition(dag: "nx.DiGraph[str]") -> None:
    """The nim-value of every position of a random order is that of the definition."""
    poset, values = Poset.from_networkx(dag), naive_values(dag)
    positions = [as_set(poset, left) for left in values]
    search = finished(WordSearch(poset, poset.everything(), positions, 10**6, nim=True))
    assert search.values() == list(values.values())


@pytest.mark.parametrize("seed", range(20))
def test_outcomes_are_those_of_the_plain_search(seed: int) -> None:
    """The moves of random orders of 18 to 28 elements win if and only if the search in plain Python agrees."""
    poset = random_order(seed, 18 + seed // 2, 0.15 + seed % 3 / 20)
    game = PosetGame(poset)
    after = [game.start & ~poset.above[x] for x in range(len(poset))]
    values = finished(WordSearch(poset, game.start, after, 10**8)).values()
    assert values is not None
    assert [value == 0 for value in values] == [game.is_lost(left) for left in after]


def test_as_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel gives the same in plain Python and compiled, in the same number of steps."""
    from zchomp.posets import compiled_search as kernel

    poset = random_order(3, 12, 0.2)
    compiled = finished(WordSearch(poset, poset.everything(), [poset.everything()], 10**6, nim=True))
    for name, function in vars(kernel).copy().items():
        if hasattr(function, "py_func"):
            monkeypatch.setattr(kernel, name, function.py_func)
            monkeypatch.setattr(f"zchomp.posets.compiled_search.{name}", function.py_func, raising=False)
    plain = finished(WordSearch(poset, poset.everything(), [poset.everything()], 10**6, nim=True))
    assert plain.values() == compiled.values() == [PosetGame(poset).nim_value(poset.everything())]
    assert plain.solved == compiled.solved > 10


def test_twins_are_taken_away() -> None:
    """Pairs of maximal elements above the same ones cancel: 40 of them on a chain leave one position of it."""
    names = [f"top{i}" for i in range(40)]
    poset = Poset.from_covers(["a", "b", *names], [("a", "b"), *(("b", name) for name in names)])
    search = finished(WordSearch(poset, poset.everything(), [poset.everything()], 10**6, nim=True))
    assert search.values() == [2]
    assert search.solved < 10


def test_64_elements_fill_a_word() -> None:
    """The highest bit of a word is not a special case: a chain of 64 elements has nim-value 64."""
    names = [str(i) for i in range(64)]
    chain = Poset.from_covers(names, list(pairwise(names)))
    assert finished(WordSearch(chain, chain.everything(), [chain.everything()], 10**6, nim=True)).values() == [64]


def test_the_table_grows_while_there_is_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """More positions than the first table holds are solved. Without memory for a larger one, the search ends."""
    poset = random_order(36, 36, 0.1)
    after = [poset.everything() & ~poset.above[x] for x in range(len(poset))]
    search = finished(WordSearch(poset, poset.everything(), after, 10**8))
    assert search.is_settled
    assert len(search._keys) > PLACES
    monkeypatch.setattr(memory, "available", lambda: 10**5)
    stopped = finished(WordSearch(poset, poset.everything(), after, 10**8))
    assert stopped.is_full
    assert stopped.values() is None


def test_questions_go_on_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever plain Python does not settle in its trial, the compiled search does, with all winning moves."""
    poset = random_order(30, 30, 0.1)
    game = PosetGame(poset)
    told: list[str] = []
    monkeypatch.setattr(limits, "POSET_TRIAL", 0.001)
    found = solve(poset, nim=True, progress=lambda *report: told.append(str(report[3:])))
    assert not isinstance(found, Unknown)
    assert found.winning == game.winning_moves(game.start) != 0
    assert found.nim_value == game.nim_value(game.start)
    assert found.missing is None
    assert any("positions" in detail for detail in told)


@pytest.mark.parametrize(
    ("board", "expected"),
    [(graph("K7"), False), (chains((2, 3, 4)), True), (chains((4, 4, 5)), False)],
    ids=["K7", "2x3x4", "4x4x5"],
)
def test_when_the_compiled_search_takes_over(board: PosetBoard, expected: bool) -> None:
    """The compiled search takes over, unless there are many symmetries, or more elements than bits in a word."""
    left = board.poset.everything() & ~int(board.poisoned)
    question = PosetQuestion(board, (), left, False, 5.0, silent)
    assert question.can_compile == expected
