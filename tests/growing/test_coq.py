"""The checker of growing orders extracted from Coq gives the verdicts of the verifier.

Without Coq and OCaml these tests are skipped, as in tests/proof/test_coq.py.
"""

import random
import re
import subprocess
from collections.abc import Iterable
from copy import deepcopy
from pathlib import Path

import pytest

from tests.checker import CHECKER, PLAIN, check, write
from tests.cli.program import zchomp
from tests.hostile.test_forged_growing import ORDERS, certificate, changed, early_period, third_row_1
from tests.proof.test_coq import CLOSED
from tests.sealing import records, seal
from zchomp.growing.families import arms, bar, box, from_relations, heap
from zchomp.growing.order import GrowingOrder
from zchomp.proof import growing_verifier as verifier

FORGED = 120
"""How many forged certificates both builds judge."""


def forged() -> list[bytes]:
    """The certificates of all orders, and some with one change, half of them also with a byte changed after sealing."""
    rng = random.Random("proved")
    originals = [records(certificate(order, nim)) for order, nim in ORDERS]
    texts = [seal(original) for original in originals]
    for number in range(FORGED):
        parts = deepcopy(rng.choice(originals))
        changed(rng, parts)
        if all(part.get("bound", 0) < 10**6 for part in parts):  # it would take minutes
            text = bytearray(seal(parts))
            if number % 2:
                text[rng.randrange(len(text))] = rng.choice(b'0123456789-,[]{}":ab\\\xc3\n')
            texts.append(bytes(text))
    return texts


@pytest.mark.usefixtures("built")
def test_verdicts_are_those_of_the_verifier(tmp_path: Path) -> None:
    """On true certificates and forged ones both builds print the verifier's output, with its exit code."""
    paths = write(tmp_path, forged())
    expected = [verifier.verify(str(path)) for path in paths]
    assert {verdict.code for verdict in expected} == {0, 1, 2}
    for program in (CHECKER, PLAIN):
        code, lines = check(program, "--growing", *paths)
        assert lines[::2] == [f"c {str(path)!r}" for path in paths]
        assert lines[1::2] == [verdict.line for verdict in expected]
        assert code == max(verdict.code for verdict in expected)


@pytest.mark.usefixtures("built")
def test_the_block_at_the_end_of_a_period_is_checked(tmp_path: Path) -> None:
    """A state that returns after the slice has died is refused, and so is a period that begins too early."""
    wrong, right, early = write(tmp_path, [third_row_1([1, -1], 2, 3), third_row_1([], 0, 3, [2, 1]), early_period()])
    assert check(CHECKER, "--growing", early) == (1, ["s NOT VERIFIED"])
    assert check(CHECKER, "--growing", wrong) == (1, ["s NOT VERIFIED"])
    assert check(CHECKER, "--growing", right) == (0, [verifier.verify(str(right)).line])


@pytest.mark.usefixtures("built")
def test_verify_with_the_proved_checker(tmp_path: Path) -> None:
    """`zchomp verify --checker proved` accepts certificates of growing orders, with an expected claim."""
    (path,) = write(tmp_path, [certificate(arms("2,1").order, 1)])
    line = verifier.verify(str(path)).line
    for words, code, said in [([], 0, line), (["nim=1"], 0, line), (["nim=2"], 1, "s NOT VERIFIED")]:
        options = [word for one in words for word in ("--expect", one)]
        result = zchomp("verify", "--checker", "proved", *options, str(path))
        assert (result.returncode, result.stdout) == (code, said + "\n")
    assert zchomp("verify", "--checker", "proved", "--expect", "rows=3", str(path)).returncode == 1


@pytest.mark.parametrize(
    ("option", "code"),
    [
        ("nim=0", 0),
        ("elements=1,nim=0", 0),
        ("elements=2", 1),
        ("order=" + "0" * 64, 1),
        ("order=", 64),
        ("rows=3", 64),
        ("nim=0,nim=0", 64),
    ],
)
@pytest.mark.usefixtures("built")
def test_expectations(option: str, code: int, tmp_path: Path) -> None:
    """Only the expected claim is accepted, and an expectation that does not apply to growing orders is wrong usage."""
    (path,) = write(tmp_path, [certificate(bar(3, 1).order, 0)])
    assert check(CHECKER, "--growing", "--expect", option, path)[0] == code
    assert verifier.main(["--expect", option, str(path)]) == code


@pytest.mark.usefixtures("built")
def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """A folder, a missing file and an empty one get the verdicts of the verifier."""
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    for path in (tmp_path, tmp_path / "none.jsonl", empty):
        expected = verifier.verify(str(path))
        assert check(CHECKER, "--growing", path) == (expected.code, [expected.line])


@pytest.mark.usefixtures("built")
def test_memory_in_proportion_to_the_terms(tmp_path: Path) -> None:
    """A slice with four times as many terms makes the checker allocate about four times as many words."""
    words = []
    for rows in (250, 1000):
        (path,) = write(tmp_path, [certificate(from_relations(f"x < c{rows}").order, 0)])
        command = [str(CHECKER), "--growing", str(path)]
        run = subprocess.run(command, capture_output=True, env={"OCAMLRUNPARAM": "v=0x400"}, check=True, text=True)
        words.append(int(re.findall(r"allocated_words: (\d+)", run.stderr)[0]))
    assert words[1] < 6 * words[0]


def numbers(values: Iterable[object]) -> str:
    """A list in Coq's notation."""
    return f"[{'; '.join(map(str, values))}]"


def order_in_coq(order: GrowingOrder) -> str:
    """The order of a certificate, as a term of Coq."""
    record = order.to_dict()
    above, below = [record["c_above"], record["d_above"]], [record["c_below"], record["d_below"]]
    lists = " ".join(map(numbers, [*above, *below, record["head"]]))
    return f"Order {len(order.names)} {numbers(order.larger)}%N {lists} {record['step']} {record['rise']}"


def certificate_in_coq(text: bytes, order: str) -> str:
    """A certificate as a term of Coq. The file has n - m for each term of a period, and Coq has n of the first turn."""
    header, *lines, _ = records(text)
    terms = []
    for line in lines:
        first = line["first"] + len(line["head"])
        head = numbers("None" if n == -1 else f"Some {n}" for n in line["head"])
        cycle = numbers(n + first + i for i, n in enumerate(line["period"]))
        kind, tops = line["kind"].capitalize(), numbers(line["tops"])
        begin = f"Line {tops} {line['nim']} {line['first']} {kind} {head} {cycle}"
        terms.append(f"{begin} {line['modulus']} {line['bound']}")
    return f"Certificate ({order}) {header['claim']['nim']} {numbers(terms)}"


BARS = [(2, 0), (3, 0), (3, 1), (3, 4), (4, 3), (6, 2)]
CORES = [(1,), (4,), (3, 3), (4, 2, 1)]
BOXES = [((2, 3), 2, (1, 0)), ((2, 3), 2, (0, 1)), ((3, 3), 1, (1, 0)), ((1, 4), 2, (0, 1)), ((2, 1), 3, (1, 0))]


def test_families_in_coq_are_those_of_the_program(theorems: Path, tmp_path: Path) -> None:
    """Families have the same orders in Coq, and an accepted certificate of bars is a theorem about Chomp."""
    orders = {f"bar_order {k} {upto}": bar(k, upto).order for k, upto in BARS}
    orders |= {f"with_heap (bar_order {k} {upto}) {k}": bar(k, upto, heap=k).order for k, upto in BARS}
    orders |= {f"arm_order {numbers(core)}": arms(core).order for core in CORES}
    orders |= {f"heap_order {numbers(core)}": heap(core).order for core in CORES}
    orders |= {
        f"box_order {base[0]} {base[1]} {column} {height}": box(base, height, column=column).order
        for base, height, column in BOXES
    }
    goals = [f"Goal {term} = {order_in_coq(order)}." for term, order in orders.items()]
    accepted = certificate_in_coq(certificate(bar(4, 2).order, 1), order_in_coq(bar(4, 2).order))
    theorem = (
        "Theorem bars p g : is_position p -> fits 4 2 p -> g <= 1 ->"
        " (nim_value p = g <-> claimed accepted (bar_set 4 2 p) g (nth 1 p 0) = Some (nth 0 p 0 - 1))."
    )
    source = tmp_path / "Families.v"
    source.write_text(
        "From Coq Require Import List NArith. Import ListNotations.\n"
        "From ZChomp Require Import Chomp Nim GrowingChecker GrowingSoundness GrowingBars.\n"
        "From ZChomp Require Import GrowingArms GrowingBoxes GrowingHeaps GrowingBeside.\n"
        + "".join(f"{goal} Proof. reflexivity. Qed.\n" for goal in goals)
        + f"Definition accepted := {accepted}.\n"
        + "Lemma is_accepted : check accepted = true. Proof. vm_compute. reflexivity. Qed.\n"
        + f"{theorem} Proof. exact (growing_bar_sound accepted 4 2 is_accepted eq_refl p g). Qed.\n"
        + "Print Assumptions bars.\n"
    )
    command = ["coqc", "-q", "-R", str(theorems), "ZChomp", str(source)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == f"{CLOSED}\n"
