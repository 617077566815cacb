"""Damaged checkpoints and drafts: they never make compiled code, which checks no index, leave its memory.

Everything runs in separate processes, as a crash would end the tests: once with numba's bounds checks, where an index
out of range is an IndexError, and once as users run it. ZCHOMP_CASES sets the number of damaged files.
"""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.certificate.drafts import leave_draft, work_file
from tests.hostile.corruption import KINDS, checkpoint, damaged, packed, unpacked
from tests.support import known, run_python
from zchomp.bars.periodic import Periodic
from zchomp.bars.prover import prove
from zchomp.bars.results import Claim, Proof
from zchomp.bars.slices import Slice
from zchomp.core.answers import Unknown
from zchomp.proof.certify import certify
from zchomp.proof.format import MODES, SliceChain

CASES = int(os.environ.get("ZCHOMP_CASES", "400"))

GIGABYTES = 1
"""More than this is wrong: all checkpoints here are of engines that need a quarter."""

TRUE = [(0, 5), (1, 0), (7, 30), (130, 130), (430, 60)]
"""The rows after which the engines are saved, and those for which they first had room."""

UPTO = 120
"""The largest third row of the certificates."""

GO_ON = """
from itertools import islice
from pathlib import Path
from zchomp import prove
from zchomp.bars.three_rows import CompiledThreeRows
from zchomp.errors import ZchompError
from zchomp.core.files import make_key
from zchomp.core.runs import read_state
from tests.memory import peak_memory

print("proved", [row.proof() for row in islice(CompiledThreeRows(40).rows(), 401)] == list(prove(400).values()))
for path in sorted(Path("files").iterdir()):
    print(path.name, end=" ", flush=True)
    try:
        with path.open("rb") as file:
            engine = read_state(file, "rows", CompiledThreeRows.restored, make_key())
    except ValueError:
        print("refused")
        continue
    try:
        print("went on", sum(1 for _ in islice(engine.rows(), 40)))
    except ZchompError as problem:
        print("stopped:", problem)
print("gigabytes", peak_memory() / 2**30)
"""

RESUME = """
from pathlib import Path
from zchomp.proof.certify import certify
from zchomp.bars.results import Claim
for path in sorted(Path("runs").glob("*.work")):
    path = path.with_suffix("")
    print(path.name, end=" ", flush=True)
    mode = path.name.split("-")[0]
    report = certify(Claim(rows=3, nim=0, upto=UPTO), path, mode=mode, method="compiled")
    print(report.resumed, report.damaged)
""".replace("UPTO", str(UPTO))


def lines(result: CompletedProcess[str]) -> Iterator[list[str]]:
    """The lines of a program that ended well, each as a name and a result. A crash shows where it happened."""
    assert (result.returncode, result.stderr) == (0, ""), result.stdout[-300:] + result.stderr
    return (line.split(" ", 1) for line in result.stdout.splitlines())


@pytest.fixture(name="files", scope="module")
def damaged_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a folder of damaged checkpoints, of engines at various rows, with and without room."""
    folder = tmp_path_factory.mktemp("damaged")
    (folder / "files").mkdir()
    originals = [checkpoint(*sizes) for sizes in TRUE]
    for number, arrays in enumerate(originals):
        (folder / "files" / f"true-{number}").write_bytes(packed(arrays))
    for name, file in damaged(originals, CASES):
        (folder / "files" / name).write_bytes(file)
    return folder


@pytest.mark.parametrize("checks", [pytest.param("bounds checked", marks=pytest.mark.release), "as users run it"])
def test_the_kernel_stays_in_its_memory(checks: str, files: Path, tmp_path: Path) -> None:
    """A damaged checkpoint is refused, or the kernel continues from it within its arrays, and ends."""
    # numba's cache does not distinguish code with checks from code without
    checked = {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path)} if checks == "bounds checked" else {}
    (_, proved), *results, (_, gigabytes) = lines(run_python(GO_ON, cwd=files, **checked))
    assert proved == "True"
    assert len(results) == CASES + len(TRUE)
    refused = Counter(name.rpartition("-")[0] for name, end in results if end == "refused")
    others = Counter(name.rpartition("-")[0] for name, end in results if end != "refused")
    assert others["true"] == len(TRUE)
    assert not any(refused[kind] for kind in KINDS if kind.startswith("false"))
    assert float(gigabytes) < GIGABYTES


def compact_runs(folder: Path, count: int) -> None:
    """Work files of stopped compact runs, with damaged checkpoints."""
    stopped = folder / "stopped"
    assert isinstance(
        certify(Claim(rows=3, nim=0, upto=UPTO), stopped, mode="compact", method="compiled", max_terms=40), Unknown
    )
    draft, saved = (work_file(stopped, name).read_bytes() for name in ("draft.jsonl", "checkpoint"))
    for name, file in (("true", saved), *damaged([unpacked(saved)], count, seed=1)):
        path = folder / "runs" / f"compact-{name}"
        leave_draft(path, draft)
        work_file(path, "checkpoint").write_bytes(file)


def full_runs(folder: Path) -> None:
    """Drafts of stopped full runs, whose last lines are false in ways that would take much memory."""
    true = known(prove(UPTO))
    row, diagonal = 60, true[59].sequence[0] - 1
    primes = enumerate((7, 11, 13, 17), start=row)
    last: dict[str, list[Periodic[int]]] = {
        "true": [true[row].sequence],
        "diagonal": [Periodic((diagonal, 1, 2, 0))],
        "large": [Periodic((*[200] * 100, 0))],
        "long": [Periodic((*range(60, 10_000), 0))],
        "period": [Periodic((70,), tuple(range(1, 10_000)))],
        "periods": [Periodic((true[r].sequence[0],), tuple(range(1, prime + 1))) for r, prime in primes],
    }
    for name, rows in last.items():
        chain = SliceChain(Claim(rows=3, nim=0, upto=UPTO), "full")
        draft = [chain.add(chain.header())]
        draft += [chain.add(chain.slice(true[r])) for r in range(row)]
        false = [Proof(Slice((r,)), sequence, 1, 1) for r, sequence in enumerate(rows, start=row)]
        draft += [chain.add(chain.slice(true[row] if name == "true" else proof)) for proof in false]
        leave_draft(folder / "runs" / f"full-{name}", b"".join(draft))


def test_runs_end_with_the_right_certificate(tmp_path: Path) -> None:
    """A run resumed from damaged work files writes the same bytes as an uninterrupted one, and reports the damage."""
    (tmp_path / "runs").mkdir()
    compact_runs(tmp_path, count := max(1, CASES // 8))
    full_runs(tmp_path)
    results = {name: said.split() for name, said in lines(run_python(RESUME, cwd=tmp_path))}
    assert len(results) == count + 1 + 6
    for mode in MODES:
        certify(Claim(rows=3, nim=0, upto=UPTO), tmp_path / mode, mode=mode, method="recurrence")
        whole = (tmp_path / mode).read_bytes()
        for name in results:
            assert not name.startswith(mode) or (tmp_path / "runs" / name).read_bytes() == whole, name
    for name, (resumed, harmed) in results.items():
        assert (resumed == "0") == (harmed == "True"), name
        assert resumed == "0" or not name.startswith("full") or name == "full-true"
    assert int(results["compact-true"][0]) > 50
    assert int(results["full-true"][0]) > 50
