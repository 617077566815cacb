"""Growing orders: their axioms, relations as text, and refusals."""

import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.checker import CHECKER, write
from tests.growing.explicit import (
    STAIRS,
    Explicit,
    below_each_d,
    is_right_stair,
    random_orders,
    random_relations,
    record_of,
    small_orders,
)
from tests.sealing import dump
from zchomp.errors import InvalidArgument, InvalidPoset, TooLarge, ZchompError
from zchomp.growing.families import from_relations
from zchomp.growing.order import GrowingOrder, OrderRecord, Staircase, parse_order
from zchomp.growing.proofs import GrowingProofs, prove
from zchomp.proof import growing_verifier as verifier

WRONG = {
    "x < y, y < x": "not an order: x < y < x",
    "x < x": "not an order: x < x",
    "x < c2, c3 < y, y < x": "not an order: x < c2 < c3 < y < x",
    "x < d5, d[i] < c[i], c7 < x": "not an order: x < d5 < d7 < c7 < x",
    "c2 < c1": "not an order: c2 < c1; the chain is c1 < c2 < c3 and so on",
    "c1 < x, x < d3": "c1 < x < d3: no c may be below a d",
    "c[i] < d[i]": "c[i] < d[i]: no c may be below a d",
    "c[2i+1] < d[3i-1]": "c[2i+1] < d[3i-1]: no c may be below a d",
    "c1 < d1": "c1 < d1: no c may be below a d; exchange the letters c and d if no d is below a c",
    "c[i+1] < c[i]": "not an order: c[i+1] < c[i]; the chain is c1 < c2 < c3 and so on",
    "x > c2": "write c2 < x instead of x > c2",
    "y < z, x > c2 > y": "write y < c2 < x instead of x > c2 > y",
    "x > y < z": "write a relation with < instead of x > y < z",
    "d[i] < x": "x above the whole chain d would be in no position",
    "d[i] < c3": "c3 above the whole chain d would be in no position",
    "d[i*i] < c[i]": "'i*i' in 'd[i*i] < c[i]' is not a number of a chain; expected i, 2i or 3i-1",
    "d[sqrt(2)i] < c[i]": "'sqrt(2)i' in 'd[sqrt(2)i] < c[i]' is not a number of a chain",
    "x < c0": "'c0' in 'x < c0' is not in a chain; chains are numbered from 1",
    "x <": "'' in 'x <' is not an element",
    "x y < c2": "'x y' in 'x y < c2' is not an element; put commas between relations",
    "x < c2 d1 < x": "'c2 d1' in 'x < c2 d1 < x' is not an element; put commas between relations",
    "3 < x": "'3' in '3 < x' is not an element",
    "c < x": "'c' in 'c < x' is not an element",
    "c3": "'c3' is not a relation",
}


@pytest.mark.parametrize("text", WRONG)
def test_wrong_relations_are_refused_with_the_reason(text: str) -> None:
    """Relations that do not give an order with two growing chains are refused with the offending chain."""
    with pytest.raises(InvalidPoset) as problem:
        parse_order(text)
    assert str(problem.value).startswith(WRONG[text])


@pytest.mark.parametrize("text", ["x < c2000", "d[101i] < c[i]", "d[i] < c[99i], d[i+9] < c[99i], d[98i] < c[9702i]"])
def test_large_numbers_are_refused(text: str) -> None:
    """Numbers too large for any proof are refused before anything is computed."""
    with pytest.raises(TooLarge):
        parse_order(text)


@pytest.mark.parametrize(
    ("text", "stair"),
    [
        ("d1 < c2", Staircase((0, 1), 1, 0)),
        ("d[i-1] < c[i]", Staircase((0,), 1, 1)),
        ("d[i] < c[2i]", Staircase((0,), 2, 1)),
        ("d[i] < c[i], d5 < c2", Staircase((1, 5, 5, 5, 5), 1, 1)),
        ("d[i] < c[2i], d[i] < c[3i]", Staircase((0,), 2, 1)),
        ("d3 < x, x < c2", Staircase((0, 3), 1, 0)),
        ("", Staircase()),
    ],
    ids=str,
)
def test_staircases(text: str, stair: Staircase) -> None:
    """The number of d below each c is the largest that any relation gives, in its shortest form."""
    assert parse_order(text).stair == stair


def test_relations_contradict_each_other_if_and_only_if_there_is_a_cycle(cases: int) -> None:
    """Random relations are refused if and only if the explicit order has an element below itself, or a c below a d."""
    chance, refused = random.Random("relations"), 0
    for _ in range(cases):
        text = random_relations(chance)
        try:
            order = parse_order(text)
        except ZchompError:
            order = None
        explicit = Explicit(text, tuple(name for name in "uvwxyz" if name in text), 14)
        number, above = explicit.number, explicit.above
        has_cycle = any(above[x] >> y & above[y] >> x & 1 for x in range(len(above)) for y in range(x))
        loops = any(part == f"{x} < {x}" for part in text.split(", ") for x in "uvwxyz")
        crosses = any(above[number[f"c{i}"]] >> number[f"d{j}"] & 1 for i in range(1, 15) for j in range(1, 15))
        assert (order is None) == (has_cycle or loops or crosses), text
        refused += order is None
    assert 0 < refused < cases


def test_the_closure_has_exactly_the_relations_that_follow(cases: int) -> None:
    """Between elements with small numbers, the closed order has exactly the relations of the explicit one."""
    for text, order in random_orders("closure", cases // 3):
        explicit = Explicit(text, order.names, 24)
        above = [explicit.above[explicit.number[name]] for name in order.names]
        for a in range(len(order.names)):
            assert [explicit.above[a] >> b & 1 for b in range(len(order.names)) if b != a] == [
                order.larger[a] >> b & 1 for b in range(len(order.names)) if b != a
            ], text
            for letter, firsts, lasts in (("c", order.c_above, order.c_below), ("d", order.d_above, order.d_below)):
                numbers = [explicit.number[f"{letter}{i}"] for i in range(1, 9)]
                first = firsts[a]
                assert [above[a] >> x & 1 for x in numbers] == [
                    int(first is not None and i >= first) for i in range(1, 9)
                ], text
                bit = explicit.number[order.names[a]]
                assert [explicit.above[x] >> bit & 1 for x in numbers] == [int(i <= lasts[a]) for i in range(1, 9)]


def header(record: OrderRecord) -> bytes:
    """The first line of a certificate of an order."""
    claim = {"game": "chomp", "nim": 0, "order": record}
    return dump({"format": "zchomp-growing 1", "claim": claim, "mode": "full", "producer": "by hand"})


def is_read(record: OrderRecord) -> bool:
    """Whether the verifier takes a record for an order."""
    _, _, *words = verifier.read(verifier.HEADER, header(record))
    try:
        verifier.Order(words)
    except verifier.Refused:
        return False
    return True


def is_made(record: OrderRecord) -> bool:
    """Whether an order can be made of a record."""
    try:
        GrowingOrder.from_dict(record)
    except InvalidPoset:
        return False
    return True


@pytest.mark.parametrize("reader", [is_read, is_made], ids=["the verifier", "the prover"])
def test_small_orders(reader: Callable[[OrderRecord], bool]) -> None:
    """Of all records of up to two elements with small numbers, and two of three, those that are orders are taken."""
    assert [record for record, is_right in small_orders() if reader(record) != is_right] == []
    assert {is_right for _, is_right in small_orders()} == {True, False}


def test_which_c_a_d_is_not_below() -> None:
    """The last c that is not above a d is, for small staircases, that of the definition, in the verifier and prover."""
    for stair in filter(is_right_stair, STAIRS):
        above = below_each_d(tuple(stair[0]), stair[1], stair[2], 60)
        _, _, *words = verifier.read(verifier.HEADER, header(record_of(stair, [])))
        order, prover = verifier.Order(words), Staircase(tuple(stair[0]), *stair[1:])
        assert above is not None
        for j in range(1, 15):
            last = (above[j - 1] & -above[j - 1]).bit_length() - 1 if above[j - 1] else None
            assert (order.psi(j), prover.last_below(j)) == (last, last), (stair, j)


@pytest.mark.usefixtures("built")
def test_small_orders_and_the_proved_checker(tmp_path: Path) -> None:
    """The proved checker takes the same records, read from files that end after the header."""
    paths = write(tmp_path, [header(record) + b"\n" for record, _ in small_orders()])
    command = [str(CHECKER), "--growing", *(path.name for path in paths)]
    reasons = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path).stderr.splitlines()
    found = ["line 2: the file ends" in reason for reason in reasons]
    assert found == [is_right for _, is_right in small_orders()]


def test_names_must_be_different() -> None:
    """Two elements with the same name are refused."""
    with pytest.raises(InvalidPoset, match="different names"):
        GrowingOrder(("x", "x"), (0, 0), (None, None), (None, None), (0, 0), (0, 0))


@pytest.mark.parametrize("name", ['a"b', "a\\b", "", "a\nb", "x" * 201, 3], ids=repr)
def test_names_that_no_certificate_can_have(name: str) -> None:
    """A name is text that can be quoted as it is."""
    with pytest.raises(InvalidPoset, match="not the name of an element"):
        GrowingOrder((name,), (0,), (None,), (None,), (0,), (0,))


@pytest.mark.parametrize(("head", "step", "rise"), [((1, 0), 1, 0), ((), 2, 1), ((), 0, 1), ((0,), 2, -1)], ids=str)
def test_wrong_staircases(head: tuple[int, ...], step: int, rise: int) -> None:
    """Numbers that decrease, or that do not determine the rest of the staircase, are refused."""
    with pytest.raises(InvalidPoset):
        Staircase(head, step, rise)


def test_too_many_down_sets() -> None:
    """An order with too many down-sets is refused."""
    order = GrowingOrder(tuple("abcdefgh"), (0,) * 8, (None,) * 8, (None,) * 8, (0,) * 8, (0,) * 8)
    assert len(order.down_sets()) == 256
    with pytest.raises(TooLarge, match="more than 255 down-sets"):
        order.down_sets(most=255)


def test_elements_are_not_text() -> None:
    """Text in place of a list of names is refused, and not taken as the list of its letters."""
    found = prove(from_relations("x < c2", elements=["leaf"]))
    assert isinstance(found, GrowingProofs)
    assert set(found.family.order.names) == {"x", "leaf"}
    for call in (
        lambda: from_relations("x < c2", elements="leaf"),
        lambda: found.slice("leaf"),
        lambda: found.nim_value("leaf", 0, 0),
    ):
        with pytest.raises(InvalidArgument, match=r"the elements are a list of names, like \['leaf'\], got 'leaf'"):
            call()
