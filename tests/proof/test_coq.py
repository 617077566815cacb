"""The machine-checked proof: it builds, uses no axiom, and is about the shipped certificate.

Without Coq and OCaml the tests that need them are skipped, unless ZCHOMP_REQUIRE_COQ=1 says that they must run.
"""

import json
import re
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

from tests.checker import CHECKER, PLAIN, PROOFS, check, coq_source, disagreements, make, run_program, write
from tests.definition import nim_values_within
from tests.release import RECORD, digest
from tests.sealing import BASE_CERTIFICATE, Record, certificate, records, seal, seal_lines
from tests.support import ROOT, SHIPPED, TESTS
from zchomp.bars.position import Position
from zchomp.bars.results import Claim
from zchomp.bars.theorems import sun_height, winning_ways_height
from zchomp.errors import CertificateError
from zchomp.proof import verifier
from zchomp.proof.certify import certify
from zchomp.proof.coq import coq_module
from zchomp.proof.format import Mode, read_certificate

THEORY = sorted(PROOFS.rglob("*.v"), key=lambda path: path.stem)
CLOSED = "Closed under the global context"


def theorems_asked_about() -> list[str]:
    """The theorems whose assumptions Coq prints, all in one question."""
    listed, _, rest = (PROOFS / "Assumptions.v").read_text().partition("Definition theorems := (")[2].partition(").")
    assert rest.strip() == "Print Assumptions theorems."
    assert re.fullmatch(r"(\s*@\w+,)*\s*@\w+", listed)
    return re.findall(r"@(\w+)", listed)


def run(*command: str, cwd: Path = PROOFS) -> str:
    """The output of a command, which must succeed."""
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_nothing_is_taken_for_granted() -> None:
    """No Coq source has an axiom, an admitted proof, or a disabled check."""
    assert len(THEORY) >= 9
    for path in THEORY:
        code = re.sub(r"\(\*.*?\*\)", "", path.read_text(), flags=re.DOTALL)
        forbidden = (
            r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Hypothes[ie]s|Variables?|Unset|Declare)\b"
        )
        inside_sections = re.sub(r"Section (\w+)\..*?End \1\.", "", code, flags=re.DOTALL)
        assert re.findall(forbidden, inside_sections) == []
        assert re.findall(r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Unset)\b", code) == []


def test_every_file_is_built() -> None:
    """`_CoqProject`, from which make takes the files, lists every Coq source once, and all names are different."""
    listed = re.findall(r"^(\S+)\.v$", (PROOFS / "_CoqProject").read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(str(path.relative_to(PROOFS).with_suffix("")) for path in THEORY)
    assert len({path.stem for path in THEORY}) == len(THEORY)


def test_a_change_of_the_proofs_is_noticed(tmp_path: Path) -> None:
    """What the last full run recorded is a digest of every name and byte of proofs/, and of nothing but its sources."""
    assert re.fullmatch(r"[0-9a-f]{64}\n", RECORD.read_text())
    digests = list[str]()
    for path in ("proofs/Game/One.v", "proofs/Two.v", "Three.v", "proofs/page.md", "proofs/Game/One.v"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        with (tmp_path / path).open("a") as file:
            file.write("Qed.")
        run("git", "init", "--quiet", cwd=tmp_path)
        run("git", "add", "--all", cwd=tmp_path)
        digests.append(digest(tmp_path))
    assert [digests.index(found) for found in digests] == [0, 1, 1, 1, 4]


def test_installed_theorems_can_be_used(theorems: Path, tmp_path: Path) -> None:
    """`make install` puts the theorems where Coq looks for libraries, under the same names."""
    run("make", "install", f"DESTDIR={tmp_path}", cwd=theorems)
    (library,) = tmp_path.rglob("user-contrib/ZChomp")
    assert sorted(path.relative_to(library) for path in library.rglob("*.vo")) == sorted(
        path.relative_to(PROOFS).with_suffix(".vo")
        for path in THEORY
        if path.parent.name != "program" and path.stem != "Assumptions"
    )
    source = tmp_path / "Using.v"
    source.write_text("From ZChomp Require Import Chomp.\nPrint Assumptions exactly_one.\n")
    assert CLOSED in run("coqc", "-q", "-R", str(library), "ZChomp", str(source))


def test_theorems_are_closed(theorems: Path) -> None:
    """Coq reports that no main theorem depends on an axiom."""
    assert (theorems / "assumptions.txt").read_text().splitlines() == [CLOSED]


@pytest.mark.usefixtures("theorems")
def test_compiled_proofs_are_checked_again() -> None:
    """All compiled proofs pass coqchk, without the virtual machine, and it finds no assumption."""
    make(PROOFS / "_CoqProject", "checked.txt")
    said = re.findall(r"^\* (.*): (.*)$", (PROOFS / "checked.txt").read_text(), re.MULTILINE)
    assert said[0] == ("Theory", "Set is predicative")
    assert [name for name, _ in said[1:]] == [
        "Axioms",
        "Constants/Inductives relying on type-in-type",
        "Constants/Inductives relying on unsafe (co)fixpoints",
        "Inductives whose positivity is assumed",
    ]
    assert {found for _, found in said[1:]} == {"<none>"}


def test_no_theorem_is_left_out() -> None:
    """Coq is asked about every theorem of every file, and about every one that the pages on the proofs name."""
    printed = theorems_asked_about()
    assert len(set(printed)) == len(printed)
    stated: list[tuple[str, str]] = []
    for path in THEORY:
        code = re.sub(r"\(\*.*?\*\)", "", path.read_text(), flags=re.DOTALL)
        stated += re.findall(r"^\s*(Theorem|Corollary|Proposition|Lemma|Fact|Remark)\s+([\w']+)", code, re.MULTILINE)
    names = [name for _, name in stated]
    theorems = {name for kind, name in stated if kind in {"Theorem", "Corollary", "Proposition"}}
    assert len(theorems) > 80
    assert sorted(theorems - set(printed)) == []
    for page in sorted(PROOFS.glob("*.md")):
        named = set(re.findall(r"`([\w']+)`", page.read_text())) & set(names)
        assert (page.name, sorted(named - set(printed))) == (page.name, [])
    assert [name for name in printed if names.count(name) != 1] == []  # or Coq might mean another one


def test_corollaries_have_the_numbers_of_the_page() -> None:
    """A theorem on openings that has a number in its comment has the same number on the page."""
    page = (PROOFS / "openings.md").read_text()
    numbered = dict[str, str]()
    for name in ("Openings", "Chart", "ChartRows"):
        pattern = r"\(\*\* (Corollary \d+)\b(?:(?!\*\)).)*\*\)\s*Theorem (\w+)"
        found = re.findall(pattern, coq_source(name).read_text(), re.DOTALL)
        numbered |= {theorem: number for number, theorem in found}
    assert {"start_bound", "start_estimates", "row_minima"} <= set(numbered)
    for theorem, number in numbered.items():
        (paragraph,) = (text for text in re.split(r"\n(?=\*\*)", page) if text.startswith(f"**{number}**"))
        assert f"`{theorem}`" in paragraph


def test_an_axiom_would_be_noticed(theorems: Path, tmp_path: Path) -> None:
    """A list of theorems is not reported as closed if one of them depends on an axiom."""
    source = tmp_path / "Axiomatic.v"
    source.write_text(
        "From ZChomp Require Import Chomp.\n"
        "Axiom easy : 1 = 2.\nTheorem wrong : 1 = 2. Proof. exact easy. Qed.\n"
        "Definition theorems := (@exactly_one, @wrong, @losing_zero_row).\nPrint Assumptions theorems.\n"
    )
    printed = run("coqc", "-q", "-R", str(theorems), "ZChomp", str(source))
    assert CLOSED not in printed
    assert "easy" in printed


def test_statements_have_short_lines() -> None:
    """No line of a statement is longer than 100 characters."""
    pattern = r"^ *(?:Theorem|Corollary|Proposition|Lemma)\b.*?\.$(?=\s*Proof\b)"
    codes = [re.sub(r"\(\*.*?\*\)", "", path.read_text(), flags=re.DOTALL) for path in THEORY]
    statements = [text for code in codes for text in re.findall(pattern, code, re.MULTILINE | re.DOTALL)]
    assert len(statements) > 800
    assert [line for text in statements for line in text.splitlines() if len(line) > 100] == []


def test_statements_are_those_of_the_page() -> None:
    """Every Coq fragment in proofs/README.md is in the sources, word for word."""
    sources = " ".join(" ".join(path.read_text().split()) for path in THEORY)
    fragments = re.findall(r"^```coq\n(.*?)^```$", (PROOFS / "README.md").read_text(), flags=re.MULTILINE | re.DOTALL)
    statements = [part for text in fragments if "certificate_1000" not in text for part in text.strip().split("\n\n")]
    assert len(statements) >= 8
    for statement in statements:
        assert " ".join(statement.split()) in sources


def test_lines_that_are_not_proved_are_counted() -> None:
    """The table of trust gives the number of lines of OCaml that the plain checker adds, not counting comments."""

    def lines_in(*names: str) -> int:
        texts = [(PROOFS / "program" / name).read_text() for name in names]
        codes = [re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL) for text in texts]
        return sum(bool(line.strip()) for code in codes for line in code.splitlines())

    believed = lines_in("lines.ml", "numbers_plain.ml", "saving_plain.ml", "judging.ml", "main.ml")
    page = (ROOT / "docs" / "trust.md").read_text()
    assert f"yes: {believed} lines of code that are not proved" in page
    assert f"`reader.ml`, {lines_in('reader.ml')} lines," in page
    assert f"`saving_zarith.ml`, {lines_in('saving_zarith.ml')} lines," in page


def test_trusted_parts_are_named() -> None:
    """The page on trusted parts names every source of the program, and only these files use the virtual machine."""
    trusted = (PROOFS / "README.md").read_text().partition("## Trusted parts")[2].partition("## The map")[0]
    makefile = (PROOFS / "Makefile").read_text()
    (line,) = re.findall(r"^SOURCE += (.*)$", makefile, flags=re.MULTILINE)
    sources = {*line.split(), "operations.ml", "sets.ml", "tables.ml", "elements.ml"}
    assert len(sources) >= 8
    assert [name for name in sorted(sources) if f"`{name}`" not in trusted] == []
    computed = [path.stem for path in THEORY if re.search(r"\b(vm|native)_compute\b", path.read_text())]
    assert computed == ["FourRows", "GaleBars", "NimValues", "Slices115", "Theorem115"]
    assert [path.stem for path in THEORY if "native_compute" in path.read_text()] == []


def test_certificate_in_coq_is_the_one_that_ships() -> None:
    """proofs/data/Certificate115.v is made from the shipped certificate, byte for byte, and gives its digest."""
    text = (PROOFS / "data" / "Certificate115.v").read_text()
    assert text == coq_module(SHIPPED)
    assert sha256(SHIPPED.read_bytes()).hexdigest() in text
    assert text.count("\n  Line [") == 116


@pytest.mark.parametrize(
    ("name", "claim"), [("CertificateFourRows", (4, 0, 20)), ("CertificateNimValues", (3, 50, 6))], ids=str
)
def test_other_certificates_in_coq_are_those_of_their_claims(
    name: str, claim: tuple[int, int, int], tmp_path: Path
) -> None:
    """The two others are what `zchomp prove` and `zchomp export --coq` make from their claims."""
    path = tmp_path / "certificate.jsonl"
    certify(Claim(rows=claim[0], nim=claim[1], upto=claim[2]), path, mode="full", method="recurrence")
    assert (PROOFS / "data" / f"{name}.v").read_text() == coq_module(path)


@pytest.mark.parametrize("claim", [(3, 0, 30), (2, 3, 0), (3, 4, 5), (4, 0, 5), (5, 1, 2)], ids=str)
def test_export_keeps_every_number(claim: tuple[int, int, int], tmp_path: Path) -> None:
    """Read back, the Coq text has exactly the numbers and kinds of the certificate."""
    path = tmp_path / "small.jsonl"
    path.write_bytes(certificate(*claim))
    assert f": certificate := (Certificate {' '.join(map(str, claim))} [" in coq_module(path)
    found = re.findall(
        r"^  Line (\[.*?\]) (\d+) (\w+) (\[.*?\]) (\[.*?\]) (\d+) (\d+);?$", coq_module(path), re.MULTILINE
    )
    wanted = [
        tuple(str(record[key]) for key in ("tail", "nim", "kind", "head", "period", "modulus", "bound"))
        for record in records(path.read_bytes())[1:-1]
    ]
    assert [tuple(word.replace(";", ",").lower() for word in line) for line in found] == wanted


def test_export_of_compact_certificates_is_refused(tmp_path: Path) -> None:
    """Compact mode has no Coq text."""
    path = tmp_path / "compact.jsonl"
    path.write_bytes(certificate(3, 0, 5, "compact"))
    with pytest.raises(CertificateError, match="is a compact certificate; expected a full one"):
        coq_module(path)


@pytest.mark.parametrize("name", ["wrong-term", "repeats-too-soon", "bound-too-long", "missing-loser"])
def test_export_of_false_certificates_is_refused(name: str) -> None:
    """A well-formed certificate with right digests has no Coq text if the verifier does not accept it."""
    path = TESTS / "certificates" / "rejected" / f"{name}.jsonl"
    assert read_certificate(path).claim == Claim(rows=3, nim=0, upto=5)
    with pytest.raises(
        CertificateError, match=r"the certificate was not verified: .* slice tail=\[\d\] nim=0: "
    ) as caught:
        coq_module(path)
    assert "\n" not in str(caught.value)


def test_moves_in_coq_are_moves(theorems: Path, tmp_path: Path) -> None:
    """The moves that Coq computes agree with the reference semantics, on small boards."""
    boards: list[tuple[int, ...]] = [(p, q, r) for p in range(1, 5) for q in range(p + 1) for r in range(q + 1)]
    boards += [(3,), (2, 2), (3, 2, 2, 1), (2, 2, 2, 1, 1)]
    source = tmp_path / "Moves.v"
    lines = [f"Compute moves [{'; '.join(map(str, board))}]." for board in boards]
    source.write_text(
        "\n".join(["From Coq Require Import List. Import ListNotations.", "From ZChomp Require Import Chomp.", *lines])
    )
    printed = run("coqc", "-q", "-w", "none", "-R", str(theorems), "ZChomp", str(source))
    answers = [json.loads(answer.replace(";", ",")) for answer in re.findall(r"= (\[.*?\])\s*:", printed, re.DOTALL)]
    assert len(answers) == len(boards)
    for position, answer in zip(map(Position, boards), answers, strict=True):
        found = sorted(tuple(length for length in rows if length) for rows in answer)
        assert found == sorted(position.chomp(move).rows for move in position.moves())


def test_nim_values_in_coq_are_nim_values(theorems: Path, tmp_path: Path) -> None:
    """The nim-values that Coq computes by its definition agree with the reference semantics, on small boards."""
    boards: list[tuple[int, ...]] = [(p, q, r) for p in range(1, 4) for q in range(p + 1) for r in range(q + 1)]
    boards += [(5,), (4, 3), (2, 2, 1, 1)]
    source = tmp_path / "Values.v"
    source.write_text(
        "From Coq Require Import List. Import ListNotations.\nFrom ZChomp Require Import Nim.\n"
        f"Eval vm_compute in map nim_value [{'; '.join('[' + '; '.join(map(str, board)) + ']' for board in boards)}].\n"
    )
    printed = run("coqc", "-q", "-w", "none", "-R", str(theorems), "ZChomp", str(source))
    found = [int(number) for number in re.findall(r"\d+", printed)]
    positions = [Position(board) for board in boards]
    assert found == [nim_values_within(position)[position.rows] for position in positions]


def test_formulas_in_coq_are_those_that_are_checked(theorems: Path, tmp_path: Path) -> None:
    """The proved height formulas are those of zchomp.heights, in numbers."""
    source = tmp_path / "Formulas.v"
    pairs = [(a, b) for a in range(2, 30) for b in range(2, a + 1)]
    asked = [f"{name} {a} {b}" for name in ("winning_ways", "sun") for a, b in pairs]
    source.write_text(
        "From Coq Require Import List. Import ListNotations.\nFrom ZChomp Require Import Heights.\n"
        f"Set Printing Depth 10000.\nCompute [{'; '.join(asked)}].\n"
    )
    printed = run("coqc", "-q", "-w", "none", "-R", str(theorems), "ZChomp", str(source))
    found = [int(number) for number in re.findall(r"\d+", printed)]
    assert found == [winning_ways_height(a, b) for a, b in pairs] + [sun_height(a, b) for a, b in pairs]


def test_another_certificate_is_a_theorem_too(theorems: Path, tmp_path: Path) -> None:
    """The recipe of proofs/README.md turns any accepted certificate into a theorem, and no wrong one."""
    fragments = re.findall(r"^```coq\n(.*?)^```$", (PROOFS / "README.md").read_text(), flags=re.MULTILINE | re.DOTALL)
    (recipe,) = (text.replace("1000", "5") for text in fragments if "certificate_1000" in text)
    path = tmp_path / "five.jsonl"
    path.write_bytes(BASE_CERTIFICATE)
    source = tmp_path / "Five.v"
    source.write_text(coq_module(path) + recipe)
    assert CLOSED in run("coqc", "-q", "-R", str(theorems), "ZChomp", str(source))
    wrong = coq_module(path).replace("Finite [3; 3; 0]", "Finite [3; 2; 0]")
    assert wrong != coq_module(path)
    source.write_text(wrong + recipe)
    refused = subprocess.run(
        ["coqc", "-q", "-R", str(theorems), "ZChomp", str(source)], capture_output=True, text=True, check=False
    )
    assert refused.returncode == 1
    assert "Unable to unify" in refused.stderr


@pytest.mark.usefixtures("built")
def test_extracted_checker_on_the_collection() -> None:
    """On every certificate of the collection, both builds of the extracted checker agree with the verifier."""
    paths = sorted((TESTS / "certificates").rglob("*.jsonl"))
    assert len(paths) > 90
    assert disagreements([SHIPPED, *paths]) == []


@pytest.mark.release
@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    ("claim", "mode", "number"),
    [((3, 0, 1000), "full", 300), ((3, 0, 1000), "compact", 900), ((4, 0, 20), "full", 200), ((3, 8, 40), "full", 300)],
    ids=str,
)
def test_extracted_checker_on_large_claims(
    claim: tuple[int, int, int], mode: Mode, number: int, tmp_path: Path
) -> None:
    """Larger claims, with periods 2 and 4, get the same verdict line as from the verifier, and a change is noticed."""
    path = tmp_path / "large.jsonl"
    certify(Claim(rows=claim[0], nim=claim[1], upto=claim[2]), path, mode=mode, method="recurrence")
    programs = [CHECKER, PLAIN] if claim[2] < 1000 or mode == "full" else [CHECKER]
    assert disagreements([path], programs) == []
    assert verifier.verify(str(path)).code == 0
    if claim[:2] == (3, 0):
        assert check(CHECKER, "--method", "by-value", path) == (0, [verifier.verify(str(path)).line])
    parts = records(path.read_bytes())
    if mode == "full":
        parts[number]["head"][1] += 1
    else:
        parts[number]["head"]["terms"] += 1
    path.write_bytes(seal(parts))
    assert disagreements([path], programs) == []
    assert verifier.verify(str(path)).code == 1
    if claim[:2] == (3, 0):
        assert check(CHECKER, "--method", "by-value", path) == (1, ["s NOT VERIFIED"])


@pytest.mark.release
@pytest.mark.usefixtures("built")
def test_by_value_is_chosen_for_large_claims(tmp_path: Path) -> None:
    """From third row 5000 on the method by value is chosen, and accepts exactly what the verifier accepts."""
    path = tmp_path / "large.jsonl"
    certify(Claim(rows=3, nim=0, upto=5000), path, mode="compact")  # which asks the verifier
    line = f"s VERIFIED rows=3 nim=0 upto=5000 slices=5001 sha256={sha256(path.read_bytes()).hexdigest()}"
    assert check(CHECKER, path) == (0, [line])
    parts = records(path.read_bytes())
    parts[4990]["head"]["sha256"] = parts[4989]["head"]["sha256"]
    path.write_bytes(seal(parts))
    said = run_program("checker", path)
    assert (said.returncode, said.stdout) == (1, b"s NOT VERIFIED\n")
    assert b": line 4991, slice tail=[4989] nim=0: head sha256: expected " in said.stderr


def test_operations_are_those_of_coq(theorems: Path) -> None:
    """Every operation that the fast build replaces agrees with Coq's own definition, on random numbers and sets."""
    printed = run(str(theorems / "operations-test"), "500", "1")
    count, _, rest = printed.partition(" ")
    assert rest == "comparisons, all equal\n"
    assert int(count) > 500_000
    replaced = "".join(
        (PROOFS / "program" / f"{name}.v").read_text()
        for name in ("ExtractionZarith", "StrategyExtractionZarith", "BarExtractionZarith", "GrowingExtraction")
    )
    named = re.findall(r"^Extract .*=>\s*\"(\w+\.\w+)\"", replaced, re.MULTILINE)
    tested = (PROOFS / "program" / "operations_test.ml").read_text()
    assert len(named) > 74
    types = {"Operations.t", "Operations.set", "Tables.numbers", "Tables.table", "Tables.queue"}
    types |= {"Elements.t", "Elements.positive"}
    assert [name for name in named if name not in types and name not in tested] == []


@pytest.mark.parametrize(
    ("source", "right", "wrong"),
    [
        ("sets.ml", "if !i < all then 8 * !i + lowest_zero (get t !i) else 8 * !i", "8 * !i"),
        ("sets.ml", "(Int64.shift_left (get s (j + 32)) 63)", "0L"),
        (
            "sets.ml",
            "let kept = if size > 0 && Int64.equal (get s (size - 8)) 1L then size - 8 else size",
            "let kept = size",
        ),
        ("operations.ml", "let sub n m = if Z.leq n m then Z.zero else Z.sub n m", "let sub n m = Z.abs (Z.sub n m)"),
        ("operations.ml", "else Z.leq n m", "else Z.lt n m"),
        (
            "operations.ml",
            "let[@inline] without n m =\n  if is_word n && is_word m",
            "let[@inline] without n m =\n  if is_word n",
        ),
        ("operations.ml", "Z.extract n (small first) (small size)", "Z.extract n (small first) (small size + 1)"),
        ("operations.ml", "let population n = Z.of_int (Z.popcount n)", "let population n = Z.of_int (Z.numbits n)"),
        ("tables.ml", "if i <> full.(2 * p + 1) then full.(2 * p) <- i;", ""),
        ("tables.ml", "Int64.equal marked (-1L)", "Int64.equal (Int64.shift_left marked 1) (-2L)"),
        ("tables.ml", "put bits 0 (Int64.shift_left (-1L) (first land 63));", ""),
        ("tables.ml", "(63 - p land 63)", "(62 - p land 63)"),
        ("tables.ml", "if cells == blank.cells then { words", "if false then { words"),
        ("elements.ml", "let minus s t = Z.logand s (Z.lognot t)", "let minus = Z.logxor"),
        ("elements.ml", "let holds s x = Z.testbit s (integer x - 1)", "let holds s x = Z.testbit s (integer x)"),
        ("naturals.ml", "if a > max_int - b then", "if a > max_int - b + 1 then"),
        ("naturals.ml", "if n = max_int then raise Too_large else n + 1", "n + 1"),
        ("naturals.ml", "if b <> 0 && a > max_int / b then raise Too_large else a * b", "a * b"),
        ("naturals.ml", "if b = 0 then a else a mod b", "if b = 0 then 0 else a mod b"),
    ],
)
def test_a_wrong_operation_would_be_noticed(
    theorems: Path, tmp_path: Path, source: str, right: str, wrong: str
) -> None:
    """The comparison fails if an operation is wrong in a corner case."""
    names = ["sets.ml", "tables.ml", "operations.ml", "elements.ml", "naturals.ml", "operations_test.ml"]
    for name in names:
        (tmp_path / name).write_text((PROOFS / "program" / name).read_text())
    for path in (theorems / "build" / "test").glob("reference.*"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    text = (tmp_path / source).read_text()
    assert text.count(right) == 1
    (tmp_path / source).write_text(text.replace(right, wrong))
    command = ["ocamlfind", "ocamlopt", "-w", "-a", "-package", "zarith", "-linkpkg", "-o", "test", "reference.cmx"]
    run(*command, *names, cwd=tmp_path)
    result = subprocess.run([str(tmp_path / "test"), "100"], capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert result.stdout.endswith("not what Coq says\n")


@pytest.mark.release
@pytest.mark.usefixtures("built")
def test_extracted_checker_on_hostile_sizes(tmp_path: Path) -> None:
    """Bounds, heads, periods and numbers of absurd size get the verifier's verdicts."""
    base = records(BASE_CERTIFICATE)
    million = 10**6
    changes: list[Record] = [
        {"bound": 10**7},
        {"modulus": 10**14, "bound": 10**7},
        {"period": [4] * million, "modulus": million, "bound": 2 * million},
        {"head": [5, 3] + [4] * million, "bound": million + 3},
        {"kind": "finite", "head": [5, 3] + [4] * million + [0], "period": [], "modulus": 0, "bound": million + 3},
        {"head": [5, 10**14]},
        {"period": [10**14]},
        {"head": [4] * (1 << 21)},
        {"tail": [5] * million},
        {"nim": 10**14},
    ]
    texts = [seal([*base[:6], {**base[6], **change}, *base[7:]]) for change in changes]
    # A line that is declined after one that is refused, and producers of the maximum length.
    texts += [seal([*base[:4], {**base[4], "head": [3, 2, 0]}, base[5], {**base[6], "bound": 10**9}, *base[7:]])]
    texts += [seal([{**base[0], "producer": name}, *base[1:]]) for name in ("é" * 200, "é" * 201, "\U0010ffff\x7f")]
    assert disagreements(write(tmp_path, texts)) == []


@pytest.mark.usefixtures("built")
def test_extracted_checker_reads_utf_8(tmp_path: Path) -> None:
    """Producers of any bytes, sealed with right digests: the reader and Python agree on what is UTF-8."""
    names = ["c3a9", "c3", "c080", "e08080", "e0a080", "ed9fbf", "eda080", "efbfbf", "f0808080", "f0908080"]
    names += ["f3bfbfbf", "f48fbfbf", "f4908080", "f5808080", "80", "ff", "e28222", "7f", "1f", "22", "5c", "e2820a"]
    texts = []
    for name in names:
        header, *rest = BASE_CERTIFICATE.splitlines()
        texts.append(seal_lines([header.replace(b"zchomp 0", b"zchomp " + bytes.fromhex(name)), *rest]))
    paths = write(tmp_path, texts)
    assert {verifier.verify(str(path)).code for path in paths} == {0, 1}
    assert disagreements(paths) == []


@pytest.mark.usefixtures("built")
def test_a_refusal_says_who_says_more() -> None:
    """The checker only says that it does not accept a line, and names the command that says more."""
    said = run_program("checker", TESTS / "certificates" / "rejected" / "wrong-term.jsonl")
    more = b": the checker does not accept it; zchomp verify says what was expected and what was found\n"
    assert said.stderr.endswith(more)
