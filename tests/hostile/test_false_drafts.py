"""Drafts with false lines: they never make compiled code, which checks no index, leave its memory.

The run is a separate process, as a crash would end the tests.
"""

from pathlib import Path

from tests.proof.drafts import leave_draft
from tests.support import known, run_python
from zchomp.bars.periodic import Periodic
from zchomp.bars.prover import prove
from zchomp.bars.results import Claim, Proof
from zchomp.bars.slices import Slice
from zchomp.proof.certify import certify
from zchomp.proof.format import SliceChain

GIGABYTES = 1
"""More than this is wrong: the claim needs a tenth."""

UPTO = 120
"""The largest third row of the certificates."""

RESUME = """
from pathlib import Path
from tests.memory import peak_memory
from zchomp.proof.certify import certify
from zchomp.bars.results import Claim
for path in sorted(Path("runs").glob("*.work")):
    path = path.with_suffix("")
    report = certify(Claim(rows=3, nim=0, upto=UPTO), path, method="compiled")
    print(path.name, report.resumed, report.damaged)
print(peak_memory() / 2**30)
""".replace("UPTO", str(UPTO))


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
        leave_draft(folder / "runs" / name, b"".join(draft))


def test_runs_end_with_the_right_certificate(tmp_path: Path) -> None:
    """A run resumed from a false draft writes the same bytes as an uninterrupted one, and reports the damage."""
    (tmp_path / "runs").mkdir()
    full_runs(tmp_path)
    result = run_python(RESUME, cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, ""), result.stdout + result.stderr
    *results, gigabytes = result.stdout.splitlines()
    certify(Claim(rows=3, nim=0, upto=UPTO), tmp_path / "whole", method="recurrence")
    for name, resumed, harmed in map(str.split, results):
        assert (tmp_path / "runs" / name).read_bytes() == (tmp_path / "whole").read_bytes(), name
        assert (int(resumed) > 50, harmed) == ((True, "False") if name == "true" else (False, "True")), name
    assert len(results) == 6
    assert float(gigabytes) < GIGABYTES
