"""The reader of certificates that Coq proves correct: it reads the written format, and it alone is trusted.

Without Coq and OCaml the tests that need them are skipped, unless ZCHOMP_REQUIRE_COQ=1 says that they must run.
"""

import re
import shutil
import subprocess
from pathlib import Path

from tests.checker import PROOFS, check, check_all, write
from tests.proof.test_mutants import mutants
from tests.sealing import BASE_CERTIFICATE, Record, certificate, records, seal
from tests.support import TESTS
from zchomp.proof import verifier
from zchomp.proof.format import Mode


def run(*command: str | Path, cwd: Path = PROOFS) -> str:
    """The output of a command, which must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def string(text: bytes | str) -> str:
    """A text in Coq's notation, which has no characters beyond ASCII."""
    words = text if isinstance(text, str) else text.decode("ascii")
    return '"' + words.replace('"', '""') + '"'


def numbers(values: list[int]) -> str:
    """A list in Coq's notation."""
    return f"[{'; '.join(map(str, values))}]"


def said(record: Record) -> str:
    """The content of a slice's line, as a term of Coq."""
    head, digest = record["head"], ""
    if isinstance(head, dict):
        heading, digest = f"(Counted {head['terms']})", head["sha256"]
    else:
        heading = f"(Listed {numbers(head)})"
    words = [numbers(record["tail"]), record["nim"], record["kind"].capitalize(), heading]
    words += [numbers(record["period"]), record["modulus"], record["bound"]]
    return f"(Written (Slice {' '.join(map(str, words))}) {string(digest)} {string(record['prev'])})"


def test_the_format_in_coq_is_the_format(theorems: Path, tmp_path: Path) -> None:
    """From the content of each line, Coq writes the bytes of the file, for certificates of all kinds."""
    questions = []
    claims: list[tuple[int, int, int, Mode]] = [(3, 0, 12, "full"), (3, 0, 14, "compact"), (2, 3, 0, "full")]
    for claim in [*claims, (4, 1, 3, "full"), (3, 12, 2, "compact")]:
        text = certificate(*claim)
        top, *slices, trailer = records(text)
        mode = top["mode"].capitalize()
        claimed = [top["claim"][key] for key in ("rows", "nim", "upto")]
        terms = [f"write_header (Header {' '.join(map(str, claimed))} {mode} {string(top['producer'])})"]
        terms += [f"write_slice {said(record)}" for record in slices]
        terms += [f"write_trailer (Trailer {trailer['slices']} {string(trailer['sha256'])})"]
        lines = text.splitlines()
        questions += [f"String.eqb ({term}) {string(line)}" for term, line in zip(terms, lines, strict=True)]
    questions += [f"String.eqb (write_number {n}) {string(str(n))}" for n in (0, 9, 10, 99, 100, 1023, 10**15 - 1)]
    source, asked = tmp_path / "Writing.v", ";\n".join(questions)
    source.write_text(
        "From Coq Require Import List NArith String. From ZChomp Require Import Checker Reader.\n"
        "Import ListNotations. Open Scope string_scope. Open Scope N_scope.\n"
        f"Eval vm_compute in forallb (fun x => x) [{asked}].\n"
    )
    assert len(questions) > 100
    assert run("coqc", "-q", "-R", theorems, "ZChomp", source).split() == ["=", "true", ":", "bool"]


def test_the_examination_need_not_be_trusted(theorems: Path, tmp_path: Path) -> None:
    """With a reader.ml that accepts every line, the proved reader alone refuses the same files."""
    folder = tmp_path / "program"
    shutil.copytree(theorems / "build" / "plain", folder)
    (sources,) = re.findall(r"^SOURCE += (.*)$", (PROOFS / "Makefile").read_text(), flags=re.MULTILINE)
    with (folder / "reader.ml").open("a") as file:
        file.write("let examine_header _ = ()\nlet examine_slice _ _ = ()\n")
    proved = ["naturals", "checker", "strategychecker", "barplanes", "growingchecker"]
    modules = [*(f"{name}.cmx" for name in proved), "numbers.ml", "bits.ml", "saving.ml", *sources.split()]
    run("ocamlfind", "ocamlopt", "-w", "-a", "-o", "credulous", *modules, cwd=folder)

    kinds = (TESTS / "certificates").rglob("*.jsonl")
    bases = [certificate(3, 0, 3), certificate(3, 0, 3, "compact")]
    texts = sorted({text for base in bases for _, text in mutants(base)})
    paths = [*sorted(kinds), *write(tmp_path, [BASE_CERTIFICATE, *texts])]
    paths = [path for path in paths if verifier.verify(str(path)).code != verifier.DECLINED]  # they are too large
    expected = [verifier.verify(str(path)).line for path in paths]
    assert len(paths) > 300
    assert sum(line.startswith("s VERIFIED") for line in expected) > 9
    assert check_all(folder / "credulous", paths)[1] == expected
    top, *rest = records(BASE_CERTIFICATE)
    (named,) = write(tmp_path, [seal([{**top, "producer": "x" * 201}, *rest])])
    assert verifier.verify(str(named)).code == verifier.NOT_VERIFIED
    assert check(folder / "credulous", named)[0] == verifier.VERIFIED  # the claim is true, and no length is checked
