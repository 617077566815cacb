"""Posets in Coq: the definitions agree with the game, and the mirror theorem needs its conditions.

Without Coq and OCaml these tests are skipped, as in tests/proof/test_coq.py.
"""

import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, compress, permutations, product
from pathlib import Path

import pytest

from tests.checker import coq_source
from tests.definition import losers_within
from zchomp.bars.position import Position
from zchomp.posets.poset import Poset
from zchomp.posets.search import PosetGame

Order = frozenset[tuple[int, int]]
"""The pairs x < y of an order on the numbers from 0."""

PREFACE = """\
From Coq Require Import List Arith Bool.
From ZChomp Require Import Chomp Posets Mirrors.
Import ListNotations.
Definition ordered (pairs : list (nat * nat)) (x y : nat) : bool :=
  (x =? y) || existsb (fun p => (fst p =? x) && (snd p =? y)) pairs.
Definition same_square (s t : nat * nat) : {s = t} + {s <> t}.
Proof. decide equality; apply Nat.eq_dec. Defined.
"""

NEEDED = """
Ltac try_all := cbn; intros; repeat match goal with H : _ \\/ _ |- _ => destruct H end; subst; cbn in *; tauto || easy.
Goal exists le left t, is_order le left /\\
  (forall x, In x left -> In (t x) left) /\\
  (forall x, In x left -> t (t x) = x) /\\
  CONDITIONS
  ~ (lost le None left <-> lost le None (fixed Nat.eq_dec t left)).
Proof.
  exists (ordered PAIRS), (seq 0 SIZE), (fun x => nth x IMAGES 0).
  assert (H : is_order (ordered PAIRS) (seq 0 SIZE)) by (split; try_all).
  split; [exact H|]. repeat (split; [now try_all|]).
  rewrite <- !(poset_is_lost Nat.eq_dec) by (exact H || now apply order_fixed). vm_compute. intuition discriminate.
Qed.
"""

CONDITIONS = {
    1: "forall x y, In x left -> In y left -> le (t x) (t y) = le x y",
    2: "forall x, In x left -> t x <> x -> le x (t x) = false /\\ le (t x) x = false",
    3: "forall x y, In x left -> In y left -> le x y = true -> t y = y -> t x = x",
}


def coq(theorems: Path, folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    """The output of Coq for some text."""
    source = folder / "Text.v"
    source.write_text(PREFACE + text)
    command = ["coqc", "-q", "-w", "none", "-R", str(theorems), "ZChomp", str(source)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def answers(theorems: Path, folder: Path, terms: list[str], preface: str = "") -> list[str]:
    """The values that Coq computes for some terms, without line breaks and types."""
    done = coq(theorems, folder, preface + "".join(f"Eval vm_compute in {term}.\n" for term in terms))
    assert done.returncode == 0, done.stderr
    found = re.findall(r"^     = (.*?)\n     : ", done.stdout, flags=re.MULTILINE | re.DOTALL)
    assert len(found) == len(terms)
    return [" ".join(answer.split()) for answer in found]


def listed(items: Iterable[object]) -> str:
    """Numbers or pairs as a list in Coq."""
    return f"[{'; '.join(map(str, items))}]"


def joined(conditions: Iterable[str]) -> str:
    """A conjunction of conditions, before another one."""
    return "\n  ".join(f"({condition}) /\\" for condition in conditions)


def orders(size: int) -> Iterator[Order]:
    """All orders of some numbers in which smaller elements have smaller numbers."""
    pairs = list(combinations(range(size), 2))
    for chosen in product([False, True], repeat=len(pairs)):
        order = frozenset(compress(pairs, chosen))
        if all((w, z) in order for w, x in order for y, z in order if x == y):
            yield order


def named(order: Order, size: int) -> Poset:
    """An order as a poset of zchomp, with numbers as names."""
    return Poset.from_order({str(x): x for x in range(size)}, lambda x, y: (x, y) in order)


def is_lost(order: Order, left: frozenset[int]) -> bool:
    """Whether the player to move loses, by the rules."""

    @cache
    def lost(left: frozenset[int]) -> bool:
        return not any(lost(frozenset(y for y in left if y != x and (x, y) not in order)) for x in left)

    return lost(left)


def mirrors(order: Order, size: int) -> Iterator[tuple[tuple[int, ...], tuple[bool, ...], bool]]:
    """Maps that exchange elements in pairs, which of (1) to (3) hold, and whether the theorem's conclusion does."""
    elements = range(size)
    for t in permutations(elements):
        if all(t[t[x]] == x for x in elements) and t != tuple(elements):
            conditions = (
                all(((t[x], t[y]) in order) == ((x, y) in order) for x, y in product(elements, repeat=2)),
                all((x, t[x]) not in order and (t[x], x) not in order for x in elements),
                all(t[x] == x for x, y in order if t[y] == y),
            )
            fixed = frozenset(x for x in elements if t[x] == x)
            yield t, conditions, is_lost(order, frozenset(elements)) == is_lost(order, fixed)


@cache
def examples(most: int = 4) -> dict[tuple[tuple[bool, ...], bool], list[tuple[Order, int, tuple[int, ...]]]]:
    """All orders with all such maps, by the conditions that hold, and by whether the conclusion does."""
    found = defaultdict(list)
    for size in range(1, most + 1):
        for order in orders(size):
            for t, conditions, holds in mirrors(order, size):
                found[conditions, holds].append((order, size, t))
    return dict(found)


def test_moves_on_posets_in_coq_are_moves(theorems: Path, tmp_path: Path) -> None:
    """Coq's `take` leaves the same as the search's moves, for every element of every small poset."""
    terms, expected = [], []
    for size in range(1, 5):
        for order in orders(size):
            poset = named(order, size)
            for x in range(size):
                terms.append(f"take (ordered {listed(order)}) {x} (seq 0 {size})")
                left = poset.names(poset.after([poset.find(str(x))]))
                expected.append(listed(sorted(map(int, left))))
    assert answers(theorems, tmp_path, terms) == expected
    assert len(terms) > 150


def test_lost_in_coq_is_lost(theorems: Path, tmp_path: Path) -> None:
    """For every small poset, Coq computes the same winner as the search, without a poison and with one below."""
    terms, expected = [], []
    for size in range(1, 5):
        for order in orders(size):
            poset = named(order, size)
            terms.append(f"decide_lost Nat.eq_dec (ordered {listed(order)}) None (seq 0 {size})")
            expected.append(PosetGame(poset).is_lost(poset.everything()))
            if poset.minimum() is not None:
                game = PosetGame(poset, poisoned=True)
                terms.append(f"decide_lost Nat.eq_dec (ordered {listed(order)}) (Some 0) (seq 0 {size})")
                expected.append(game.is_lost(game.start))
    assert answers(theorems, tmp_path, terms) == [str(lost).lower() for lost in expected]
    assert {True, False} == set(expected)


def test_bars_in_coq_are_bars(theorems: Path, tmp_path: Path) -> None:
    """As posets, bars have in Coq the squares and the outcomes of the reference semantics."""
    bars = [(a, b, c) for a in range(1, 4) for b in range(a + 1) for c in range(b + 1)]
    losers = losers_within(Position((3, 3, 3)))
    terms = [f"decide_lost same_square square_le (Some (0, 0)) (bar {listed(rows)})" for rows in bars]
    expected = [str(rows in losers).lower() for rows in bars]
    assert answers(theorems, tmp_path, terms) == expected
    assert set(expected) == {"true", "false"}
    squares = [(i, j) for i, row in enumerate((3, 2, 2)) for j in range(row)]
    assert answers(theorems, tmp_path, ["bar [3; 2; 2]"]) == [listed(squares)]


def test_mirrors_on_small_posets() -> None:
    """With all conditions the conclusion holds. (2) follows from (1), and without (1), or without (3), it may fail."""
    found = examples()
    assert {holds for (conditions, holds) in found if all(conditions)} == {True}
    assert {conditions[1] for (conditions, _) in found if conditions[0]} == {True}
    assert len(found[(True, True, True), True]) > 20
    for wrong in [(False, True, True), (False, False, True), (True, True, False)]:
        assert found[wrong, False]


@pytest.mark.parametrize(
    "violated", [(1,), (1, 2), (3,)], ids=lambda violated: "and".join(f"({number})" for number in violated)
)
def test_each_condition_is_needed(violated: tuple[int, ...], theorems: Path, tmp_path: Path) -> None:
    """Coq proves that the mirror theorem is false without a condition, by an example that violates no other.

    No example violates (2) alone, as it follows from (1): theorem `incomparable_follows`.
    """
    wanted = tuple(number not in violated for number in (1, 2, 3))
    order, size, images = examples()[wanted, False][0]
    text = NEEDED.replace("PAIRS", listed(sorted(order))).replace("SIZE", str(size)).replace("IMAGES", listed(images))
    kept = [condition for number, condition in CONDITIONS.items() if number not in violated]
    done = coq(theorems, tmp_path, text.replace("CONDITIONS", joined(kept)))
    assert done.returncode == 0, done.stderr
    everything = coq(theorems, tmp_path, text.replace("CONDITIONS", joined(CONDITIONS.values())))
    assert everything.returncode == 1


def test_mirror_conditions_in_coq_are_those_of_the_page() -> None:
    """The conditions that these tests drop one by one are in the definition of a mirror, word for word."""
    source = " ".join(coq_source("Mirrors").read_text().split())
    assert all(f" : {condition}" in source for condition in CONDITIONS.values())
