"""Forged certificates of growing orders: changed by meaning and sealed again, with lies about slices and the order.

An order, a nim-value and a producer have exactly one certificate. So whatever the verifier accepts must be the one that
is proved for the order in its header, byte for byte.
"""

import random
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from functools import cache, partial
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.growing.explicit import random_orders, small_orders
from tests.sealing import Record, dump, records, recount, seal, seal_lines
from zchomp.bars.periodic import Periodic
from zchomp.core.answers import Unknown
from zchomp.errors import ZchompError
from zchomp.growing.certificate import GrowingChain
from zchomp.growing.families import arms, bar, box, from_relations, heap
from zchomp.growing.order import GrowingOrder, OrderRecord, Staircase
from zchomp.growing.recurrence import prove_slices
from zchomp.proof import growing_verifier as verifier

ORDERS = [
    *((order, 1) for _, order in random_orders("forged", 12)),
    (bar(3, 5).order, 0),
    (bar(4, 2, heap=1).order, 1),
    (box((2, 2), 2).order, 2),
    (arms("2,1").order, 1),
    (heap("2").order, 3),
]

EDGES = [
    (from_relations("d[4i] < c[5i]").order, 3),  # the states return before the last c that moves the window
    (from_relations("d2 < c1 < x < c2, c1 < y < c2").order, 2),  # the last row of {x} is the first late one of {x, y}
    (from_relations("d2 < x, d1 < y, d[3i-2] < c[2i-1], d[3i] < c[2i]").order, 3),  # {x, y} ends before the empty set
]
"""Orders at the edges of what the verifier looks at."""


@cache
def certificate(order: GrowingOrder, nim: int) -> bytes:
    """The one certificate of an order."""
    chain = GrowingChain(order, nim)
    text = chain.add(chain.header())
    for line in prove_slices(order, nim, max_rows=20_000):
        assert not isinstance(line, Unknown)
        text += chain.add(chain.slice(line))
    return text + chain.trailer()


def refusal(text: bytes) -> str:
    """Why the verifier does not accept a text, or nothing if it does."""
    try:
        verifier.verify_stream(BytesIO(text), {}, lambda _: None)
    except (verifier.Refused, verifier.Declined) as problem:
        return str(problem)
    return ""


def is_the_certificate(text: bytes) -> bool:
    """Whether a text is what is proved for the order in its header, whatever its producer and its names."""
    header = records(text)[0]
    try:
        order = GrowingOrder.from_dict(header["claim"]["order"])
    except ZchompError:
        return False
    true = records(certificate(order, header["claim"]["nim"]))
    return text == seal([{**true[0], "producer": header["producer"]}, *true[1:]])


def near(rng: random.Random, number: int) -> int:
    """A number close to another one, or an absurd one."""
    absurd = int("1" + "0" * rng.randint(1, 14))
    return rng.choice([number + 1, number - 1, 0, -1, number * 2, number + rng.randint(-4, 4), absurd])


def changed_list(rng: random.Random, terms: list[Any]) -> list[Any]:
    """A list with a term changed, dropped, repeated or moved, or the whole list repeated."""
    if not terms:
        return [rng.randint(0, 3)]
    at = rng.randrange(len(terms))
    term = terms[at]
    other = changed_list(rng, term) if isinstance(term, list) else near(rng, term) if isinstance(term, int) else "z"
    changes = [
        [*terms[:at], other, *terms[at + 1 :]],
        terms[:at] + terms[at + 1 :],
        [*terms[: at + 1], *terms[at:]],
        [*terms[at:], *terms[:at]],
        terms * 2,
    ]
    return rng.choice(changes)


def changed(rng: random.Random, parts: list[Record]) -> str:
    """Change one thing in the records of a certificate, and return its name."""
    header, lines = parts[0], parts[1:-1]
    kind = rng.choice(["line", "line", "line", "order", "order", "swap", "drop", "period", "end", "nim"])
    at = rng.randrange(len(lines))
    line = lines[at]
    match kind:
        case "line" | "order":
            record = line if kind == "line" else header["claim"]["order"]
            key = rng.choice([key for key in record if key != "prev"])
            value = record[key]
            if isinstance(value, list):
                record[key] = changed_list(rng, value)
            elif isinstance(value, int):
                record[key] = near(rng, value)
            else:
                record[key] = rng.choice(["periodic", "finite", "empty"])
            return f"{kind} {key}"
        case "swap":
            other = rng.randrange(len(lines))
            parts[1 + at], parts[1 + other] = parts[1 + other], parts[1 + at]
        case "drop":
            del parts[1 + at]
            parts[:] = recount(parts)
        case "period":  # the same sequence, written longer
            if line["period"]:
                times = rng.choice([2, 3])
                line["period"] *= times
                line["bound"] += (times - 1) * line["modulus"]
                line["modulus"] *= rng.choice([1, times])
            else:
                line["head"] += [-1]
                line["bound"] += 1
        case "end":  # a slice that stops or continues where it should not
            line["kind"] = "finite" if line["kind"] == "periodic" else "periodic"
            line["period"] = [] if line["period"] else [rng.randint(-1, 2)]
            line["modulus"] = len(line["period"])
        case "nim":
            header["claim"]["nim"] += rng.choice([-1, 1])
    return kind


def test_forgeries(cases: int) -> None:
    """Whatever is accepted is the certificate of the order in its header, and almost everything is refused."""
    rng, seen = random.Random("forged"), Counter[str]()
    originals = [records(certificate(order, nim)) for order, nim in ORDERS]
    assert all(not refusal(seal(original)) for original in originals)
    for _ in range(2 * cases):
        parts = deepcopy(rng.choice(originals))
        name = changed(rng, parts)
        text = seal(parts)
        accepted = not refusal(text)
        assert not accepted or is_the_certificate(text), (name, text)
        seen["accepted" if accepted else name] += 1
    assert seen["accepted"] < cases / 3
    assert len(seen) >= 20


def test_lies_about_the_order(cases: int) -> None:
    """A certificate sealed with the order of another one is refused, unless it is also that order's certificate."""
    rng, refused = random.Random("orders"), 0
    for _ in range(cases):
        (one, nim), (other, _) = rng.sample(ORDERS, 2)
        parts = records(certificate(one, nim))
        parts[0] = records(certificate(other, nim))[0]
        text = seal(parts)
        assert bool(refusal(text)) != is_the_certificate(text)
        refused += bool(refusal(text))
    assert refused > 0.9 * cases


def claims_near(true: Record) -> Iterator[Record]:
    """False claims about a slice: each number changed by one; its first terms said to repeat, or to end, at any row."""
    for key, value in true.items():
        if isinstance(value, int):
            yield from ({**true, key: value + step} for step in (-1, 1))
        elif isinstance(value, list):
            yield from ({**true, key: [*value, more]} for more in (-1, 0, 1))
            for at, number in enumerate(value):
                changes: list[list[int]] = [[number - 1], [number + 1], [], [number, number]]
                yield from ({**true, key: [*value[:at], *change, *value[at + 1 :]]} for change in changes)
    first, bound = true["first"], true["bound"]
    terms = [term(true, m) for m in range(first, bound + 3)]
    for stop in range(first, bound + 3):
        yield claim(true, terms[: stop - first], [], 0, stop)
        for start in range(first, stop):
            shifted = [n - m for m, n in enumerate(terms[start - first : stop - first], start)]
            least = Periodic((), tuple(shifted)).minimal().period
            head = terms[: start - first]
            while head and head[-1] - (first + len(head) - 1) == least[-1] and head[-1] >= 0:
                least = (least[-1], *least[:-1])
                head = head[:-1]
            for times in range(1, 3):
                yield claim(true, head, [*least], len(least) * times, stop)
                yield claim(true, head, [*least], (stop - start) * times, start + (stop - start) * times)


def claim(true: Record, head: list[int], period: list[int], modulus: int, bound: int) -> Record:
    """The claim that a slice is something else."""
    while head and not period and head[-1] < 0:
        head = head[:-1]
    kind = "periodic" if period else "finite" if head else "empty"
    return {**true, "kind": kind, "head": head, "period": period, "modulus": modulus, "bound": bound}


def term(line: Record, m: int) -> int:
    """The n of row m of a slice, -1 for none."""
    at, period = m - line["first"] - len(line["head"]), line["period"]
    return line["head"][at] if at < 0 else m + period[at % len(period)] if period else -1


def small_certificates() -> Iterator[list[Record]]:
    """The certificates of small orders: all of no element and of one, some of two, and edges."""
    rng = random.Random("small")
    for record, is_right in small_orders():
        if is_right and rng.random() < (1, 0.06, 0.004)[min(len(record["elements"]), 2)]:
            yield records(certificate(GrowingOrder.from_dict(record), 2 - len(record["elements"])))
    yield from (records(certificate(order, nim)) for order, nim in EDGES)


def test_claims_near_the_truth() -> None:
    """For small orders, no claim about a slice is accepted but the true one, whatever row is said to be the last."""
    judged, kinds = 0, Counter[str]()
    for header, *lines, _ in small_certificates():
        _, _, *words = verifier.read(verifier.HEADER, dump(header))
        checker = verifier.Checker(verifier.Order(words))
        at = 0
        for k in range(header["claim"]["nim"] + 1):
            for s in checker.order.down_sets():
                true = lines[at]
                for other in {dump(other): other for other in claims_near(true)}.values():
                    judged += 1
                    accepted = is_accepted(checker, s, k, other)
                    assert accepted == (other == true), (header, other)
                kinds[true["kind"]] += 1
                assert is_accepted(checker, s, k, true)
                at += 1
    assert judged > 20_000
    assert set(kinds) == {"periodic", "finite", "empty"}


def is_accepted(checker: verifier.Checker, s: int, k: int, record: Record) -> bool:
    """Whether a claim about a slice is read and accepted, after true ones about the slices before it."""
    try:
        checker.check_line(s, k, verifier.read_slice(dump(record)))
    except verifier.Refused:
        return False
    return True


def third_row_1(period: list[int], modulus: int, bound: int, head: list[int] | None = None) -> bytes:
    """The certificate of bars with third row at most 1, with its own claim about third row 1."""
    parts = records(certificate(bar(3, 1).order, 0))
    kind = "periodic" if period else "finite"
    parts[2] |= {"kind": kind, "head": head or [], "period": period, "modulus": modulus, "bound": bound}
    return seal(parts)


def test_the_block_at_the_end_of_a_period_is_checked() -> None:
    """Third row 1: the states of rows 1 and 3 are equal, but (2, 2, 1) has killed the slice before row 3."""
    assert "row 3 is blocked" in refusal(third_row_1([1, -1], modulus=2, bound=3))
    assert not refusal(third_row_1([], modulus=0, bound=3, head=[2, 1]))


def early_period() -> bytes:
    """A certificate of arms in which a period begins a row too early, where n would be -1, which stands for none."""
    parts = records(certificate(arms("2,1").order, 1))
    line = next(part for part in parts if part.get("first") == 1 and part["period"] == [2, 2, -2, -2])
    assert line["head"] == [-1]
    line |= {"head": [], "period": [-2, 2, 2, -2]}
    return seal(parts)


def test_a_period_has_no_row_without_a_position() -> None:
    """A row without a position belongs to the head, so that a slice is written in only one way."""
    assert "period: expected numbers n from 0 on, found -1 at m=1" in refusal(early_period())


@pytest.mark.parametrize(
    ("period", "modulus", "bound", "head", "reason"),
    [
        ([], 0, 2, [2, 1], "the slice is not over at row 2"),
        ([], 0, 4, [2, 1], "the slice is over at row 3"),
        ([], 0, 3, [2], "n at m=2: expected 1, found -1"),
        ([], 0, 3, [2, 1, -1], "line 3, slice tops=[0] nim=0: head: not minimal"),
        ([], 0, 3, [2, 1, 5], "line 3, slice tops=[0] nim=0: head: it ends at row 4, after the bound 3"),
        ([], 0, 3, [2, -2], "expected a whole number from -1 on, found '-2'"),
        ([], 0, 0, [2, 1], "bound: expected at least 1, found 0"),
        ([], 1, 3, [2, 1], "modulus: expected 0, found 1"),
        ([0], 1, 4, [2, 1], "row 3 is blocked"),
        ([0, 0], 2, 5, [2, 1], "period: 2 numbers, which are a shorter period of 1"),
        ([0], 2, 5, [2, 1], "modulus: expected 1, found 2"),
    ],
    ids=str,
)
def test_reasons(period: list[int], modulus: int, bound: int, head: list[int], reason: str) -> None:
    """Each lie about a slice is refused for its own reason."""
    assert reason in refusal(third_row_1(period, modulus, bound, head))


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("elements", ["(3,1)", "(3,1)"], "number of different elements"),
        ("elements", [], "entries of larger for each element"),
        ("larger", [[0]], "element 0 is below itself"),
        ("larger", [[1]], "what is above element 0 is no element"),
        ("larger", [[0, 0]], "the elements above element 0 are not in increasing order"),
        ("c_below", [0], "n at m=0: expected 1, found 2"),
        ("c_below", [5], "element 0 is above c5, and not above every d below c5"),
        ("c_above", [1], "element 0 is not below element 0, and c1 is between them"),
        ("d_above", [2], "c1 < element 0 < d2"),
        ("head", [1], "element 0 is above c1, and not above every d below c1"),
        ("head", [3, 2], "the numbers of d below c1, c2, ... decrease"),
        ("step", 0, "a step from 1 on"),
        ("step", 3, "a step of 3, and a head of 1 numbers"),
        ("rise", 10**9, "this program handles"),
        ("d_below", [10**6], "this program handles"),
        ("c_below", [10**20], "a number of 21 digits"),
    ],
    ids=str,
)
def test_lies_about_one_relation(key: str, value: object, reason: str) -> None:
    """Each lie about the order of bars with third row at most 1 is refused for its own reason."""
    parts = records(certificate(bar(3, 1).order, 0))
    parts[0]["claim"]["order"][key] = value
    if key == "c_below" and value == [0]:
        parts[2]["first"] = 0
    assert reason in refusal(seal(parts))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"kind": "periodic"}, "period: expected at least one number"),
        ({"kind": "empty"}, "kind: expected 'finite', found 'empty'"),
        ({"first": 0, "head": [-1, 2, 1]}, "first: expected 1, found 0"),
        ({"tops": []}, "tops: expected [0], found []"),
        ({"nim": 1}, "nim: expected 0, found 1"),
    ],
    ids=str,
)
def test_other_ways_to_write_a_slice(changes: Record, reason: str) -> None:
    """The numbers of a slice have one place each, even where another one would mean the same."""
    parts = records(third_row_1([], 0, 3, [2, 1]))
    parts[2] |= changes
    assert reason in refusal(seal(parts))


def test_no_slice_repeats_over_a_steep_staircase() -> None:
    """If the d below c1, c2, ... rise faster than the c, no slice is periodic, whatever its first terms are."""
    parts = records(certificate(from_relations("d[2i-1] < c[i]").order, 0))
    parts[1] |= {"kind": "periodic", "head": [], "period": [1], "modulus": 1, "bound": 9}
    assert "kind: the d below the chain c grow too fast" in refusal(seal(parts))


def test_an_element_above_that_is_not_there() -> None:
    """No number after those of elements is above an element, even behind one that is."""
    parts = records(certificate(bar(3, 2).order, 0))
    parts[0]["claim"]["order"]["larger"] = [[1, 2], []]
    assert "what is above element 0 is no element" in refusal(seal(parts))


WIDE_STEP: OrderRecord = {**arms("5,4,1").order.to_dict(), "head": [0] * 199, "step": 200}
"""An order in which no d is below a c, as a staircase of which 200 elements make a step."""


def ten_million(kind: str) -> bytes:
    """The certificate of bars with third row at most 2, with ten million rows of the last slice to be looked at."""
    parts = records(certificate(bar(3, 2).order, 0))
    parts[3] |= {"kind": kind, "bound": 10**7}
    if kind == "finite":
        parts[3] |= {"head": [3], "period": [], "modulus": 0}
    return seal(parts)


@pytest.mark.parametrize("kind", ["periodic", "finite"])
def test_no_row_after_the_return_is_looked_at(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound of ten million is refused at the row where the state returns, or where a term is not as claimed."""
    looked, rows = list[int](), verifier.Checker.rows

    def counted(checker: verifier.Checker, line: verifier.Line) -> Iterator[tuple[int, int, int, bool, int | None]]:
        for row in rows(checker, line):
            looked.append(row[0])
            yield row

    monkeypatch.setattr(verifier.Checker, "rows", counted)
    assert refusal(ten_million(kind))
    assert max(looked) < 10


def test_no_term_after_the_bound_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slice costs as many terms of each slice around it as it has rows, even if those have many more."""
    look, terms = verifier.Checker.check_line, verifier.Line.terms
    lines, bounds, read = list[verifier.Line](), Counter[int](), Counter[int]()

    def checked(checker: verifier.Checker, s: int, k: int, line: verifier.Line) -> None:
        lines.append(line)
        around = 2 + k + checker.order.size + len(checker.order.head) + max([0, *checker.order.d_below])
        bounds[len(lines)] = 3 * around * (line.bound + 1)
        look(checker, s, k, line)

    def counted(line: verifier.Line, start: int, stop: int) -> Iterator[tuple[int, int]]:
        for m, n in terms(line, start, stop):
            assert m <= lines[-1].bound
            assert n == line.get(m)
            read[len(lines)] += 1
            yield m, n

    monkeypatch.setattr(verifier.Checker, "check_line", checked)
    monkeypatch.setattr(verifier.Line, "terms", counted)
    for order, nim in [(box((2, 3), 7).order, 0), (bar(4, 6).order, 1), (arms("3,2,1").order, 0), *EDGES]:
        assert refusal(certificate(order, nim)) == ""
    assert all(read[number] <= most for number, most in bounds.items())
    assert any(line.settled + len(line.period) > 10 * one.bound for line, one in pairwise(lines))


def test_later_elements_of_the_staircase_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The largest phi(i) - i of a wide step is not looked for again in every row."""
    phi, asked = verifier.Order.phi, Counter[int]()

    def counted(order: verifier.Order, i: int) -> int:
        asked[i] += 1
        return phi(order, i)

    text = certificate(GrowingOrder.from_dict(WIDE_STEP), 0)
    rows = sum(line["bound"] for line in records(text)[1:-1])
    monkeypatch.setattr(verifier.Order, "phi", counted)
    assert refusal(text) == ""
    assert sum(asked.values()) < 10 * (rows + WIDE_STEP["step"])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"nim":0,"order"', b'"nim":00,"order"'),
        (b'"nim":0,"order"', b'"nim":0.0,"order"'),
        (b'"nim":0,"order"', b'"nim":false,"order"'),
        (b'"nim":0,"order"', b'"nim":0,"nim":0,"order"'),
        (b'"mode":"full"', b'"mode":"compact"'),
        (b'"head":[2,1]', b'"head":[2, 1]'),
        (b'"head":[2,1]', b'"head":[2,1,]'),
        (b'"head":[2,1]', b'"head":[2,-0]'),
        (b'"head":[2,1]', b'"head":[2,--1]'),
        (b'"kind":"finite"', b'"kind":"ended"'),
        (b'"elements":["(3,1)"]', b'"elements":["(3,1)",]'),
        (b'"elements":["(3,1)"]', b'"elements":["(3,1)""x"]'),
        (b'{"slices":2', b'{"slices":3'),
        (b"\n", b"\r\n"),
    ],
    ids=str,
)
def test_malformed(old: bytes, new: bytes) -> None:
    """Anything but the exact form is refused, even if a JSON reader would accept it."""
    text = certificate(bar(3, 1).order, 0)
    assert old in text
    assert refusal(text.replace(old, new))


@pytest.mark.parametrize("cut", [0, 1, 2, 3], ids=str)
def test_truncated_and_continued(cut: int) -> None:
    """A file that ends early, or has anything after its trailer, is refused."""
    lines = certificate(bar(3, 1).order, 0).splitlines(keepends=True)
    assert "the file ends where" in refusal(b"".join(lines[:cut]))
    assert "after the trailer" in refusal(b"".join([*lines, lines[cut]]))


def test_each_line_has_the_digest_of_the_one_before() -> None:
    """A slice with another digest is refused, though that of the trailer is right."""
    header, *lines = certificate(bar(3, 1).order, 0).splitlines()
    forged = seal_lines([header.replace(b'"producer":"', b'"producer":"not '), *lines], keep=1)
    assert "line 2, slice tops=[] nim=0: prev: expected" in refusal(forged)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("a line of 100 MB", 2),
        ("zeros without end", 2),
        ("brackets to the moon", 1),
        ("an order of 400 elements without relations", 1),
        ("a staircase with a long step", 1),
        ("a bound of ten million", 1),
        ("a bound of a billion", 2),
    ],
)
def test_hostile_files(name: str, code: int, tmp_path: Path) -> None:
    """Absurd files are refused or declined in one line, in bounded memory."""
    path, lines = tmp_path / "hostile.jsonl", certificate(bar(3, 1).order, 0).splitlines(keepends=True)
    many = GrowingOrder(tuple(map(str, range(400))), *((one,) * 400 for one in (0, None, None, 0, 0)))  # type: ignore[arg-type]
    steep = GrowingOrder((), (), (), (), (), (), Staircase((0,) * 9999, 10_000, 1))
    bounds = {"a bound of ten million": 10**7, "a bound of a billion": 10**9}
    with path.open("wb") as file:
        if name == "a line of 100 MB":
            file.write(lines[0] + b'{"tops":[' + b"1," * (50 << 20))
        elif name == "zeros without end":
            path = Path("/dev/zero")
        elif name == "brackets to the moon":
            file.write(lines[0] + b"[" * 10**6 + b"\n")
        elif name in bounds:
            parts = records(b"".join(lines))
            parts[2]["bound"] = bounds[name]
            file.write(seal(parts))
        else:
            chain = GrowingChain(many if "400" in name else steep, 0)
            file.write(chain.add(chain.header()) + lines[1])
    command = [sys.executable, "-I", "-S", verifier.__file__, str(path)]
    memory = 1 << 29
    limit = partial(resource.setrlimit, resource.RLIMIT_AS, (memory, memory))
    result = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limit)
    assert result.returncode == code, result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert len(result.stderr) < 500
