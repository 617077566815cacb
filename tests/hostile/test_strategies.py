"""Forged strategies: whatever is changed, every verified claim is true."""

import json
import random
from functools import cache
from io import BytesIO
from pathlib import Path

from tests.checker import check, write
from tests.posets.orders import sealed, solved
from zchomp.posets.families import PosetBoard, bar, boolean, chains, divisors, graph, platonic, subsets
from zchomp.posets.poset import Poset
from zchomp.posets.search import PosetGame, StepBudget
from zchomp.posets.set_tables import find_family_strategy
from zchomp.posets.strategy import PosetClaim, Strategy
from zchomp.proof import strategy_verifier as checker

BOARDS: list[tuple[PosetBoard, list[str]]] = [
    (bar("3x4"), []),
    (bar("4,3"), ["1,4"]),
    (divisors(60), []),
    (chains((2, 2, 3)), []),
    (subsets(4, 3), []),
    (graph("K6"), []),
    (graph("cycle", 5), []),
    (graph("grid", 2, 3), []),
    (platonic("tetrahedron"), []),
    (PosetBoard("file", "trees", Poset.from_covers("abcdefg", [*zip("aabde", "bcdff", strict=True)])), []),
]

FAMILIES: list[tuple[Poset, tuple[int, ...]]] = [
    (subsets(4, 3).poset, ()),
    (subsets(5, 4).poset, ()),
    (subsets(6, 2).poset, ()),
    (boolean(4).poset, (14,)),
]
"""Families of sets whose strategies come from the table of all families, each with its winning moves."""


@cache
def certificates() -> list[list[str]]:
    """The lines of true certificates of every kind."""
    found = []
    for board, after in BOARDS:
        strategy = solved(board, after).certificate()
        assert isinstance(strategy, Strategy)
        found.append(strategy.text().splitlines())
    for poset, winning in FAMILIES:
        family = find_family_strategy(PosetClaim(poset, False, (), winning), StepBudget(10**9))
        assert family is not None
        found.append(family.text().splitlines())
    return found


def judged(data: bytes) -> str:
    """The verdict of the checker: the proved statement, or refused."""
    try:
        return checker.check(BytesIO(data))
    except (checker.Refused, checker.Declined):
        return "refused"


def is_true(header: dict[str, object]) -> bool:
    """Whether a claim holds, by brute force on the order of the header."""
    names = [str(name) for name in header["elements"]]  # type: ignore[attr-defined]
    poset = Poset.from_covers(names, [(x, y) for x, y in header["covers"]])  # type: ignore[attr-defined]
    poison = header["poison"]
    game = PosetGame(poset, poison is not None)
    left = poset.after(map(poset.find, header["taken"]), poison is not None)  # type: ignore[call-overload]
    winning = set(poset.names(game.winning_moves(left)))
    claimed = set(header["winning"])  # type: ignore[call-overload]
    return winning == claimed if header["complete"] else bool(claimed) and claimed <= winning


def mutant(lines: list[str], other: list[str], rng: random.Random) -> list[str]:
    """A certificate with one change: a number, a word, a line, or a line of another certificate."""
    lines = list(lines)
    at = rng.randrange(len(lines))
    kind = rng.randrange(8)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, rng.choice(lines))
    elif kind == 2:
        swapped = rng.randrange(len(lines))
        lines[at], lines[swapped] = lines[swapped], lines[at]
    elif kind == 3:
        lines[at] = rng.choice(other)
    elif kind == 4:  # the claim itself
        header = json.loads(lines[0])
        field = rng.choice(list(header))
        header[field] = rng.choice([*header.values(), [], None, True, 0, "lost", "won", header["elements"][:2]])
        lines[0] = json.dumps(header)
    elif kind == 5:  # an order with one pair more or less
        header = json.loads(lines[0])
        pair = [rng.choice(header["elements"]), rng.choice(header["elements"])]
        covers = header["covers"]
        header["covers"] = [*covers, pair] if rng.random() < 0.5 else rng.sample(covers, max(0, len(covers) - 1))
        lines[0] = json.dumps(header)
    else:
        digits = [i for i, letter in enumerate(lines[at]) if letter.isdigit()] or [0]
        i = rng.choice(digits)
        lines[at] = lines[at][:i] + rng.choice([*"0123456789af", "", ",", "]", "-", "10"]) + lines[at][i + 1 :]
    return lines


def test_verified_claims_are_true(cases: int) -> None:
    """Mutants with right digests are refused, unless their claim is true by brute force."""
    rng = random.Random(cases)
    true = certificates()
    assert all(judged(sealed(lines)) != "refused" and is_true(json.loads(lines[0])) for lines in true)
    verified = 0
    for _ in range(2 * cases):
        lines = mutant(rng.choice(true), rng.choice(true), rng)
        if lines and judged(sealed(lines)) != "refused":
            verified += 1
            assert is_true(json.loads(lines[0])), lines
    assert verified < cases  # most mutants prove nothing


def test_both_checkers_say_the_same(built: Path, cases: int, tmp_path: Path) -> None:
    """The checker extracted from Coq gives mutants with right digests the same verdict."""
    rng = random.Random(f"both {cases}")
    true = certificates()
    files = [sealed(mutant(rng.choice(true), rng.choice(true), rng)) for _ in range(2 * cases)]
    expected, said = [], []
    for start in range(0, len(files), 500):
        paths = write(tmp_path, files[start : start + 500])
        expected += [checker.verify(str(path))[1] for path in paths]
        said += check(built / "zchomp-check", "--strategies", *paths)[1][1::2]
    assert said == expected
    assert sum(line == "s NOT VERIFIED" for line in said) > cases
