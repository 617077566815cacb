"""How much faster two workers are than one, third rows up to 4000: ratios of times measured in the same run.

If other programs are running, wall-clock time says little. The ratio that counts then is the processor time of one
worker that checks everything, divided by that of the slower of two, each with its start.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.checker import CHECKER, VERIFIER
from tests.support import ROOT
from zchomp.bars.results import Claim
from zchomp.proof import coq as coq_checker
from zchomp.proof import segments as division
from zchomp.proof.certify import certify

ROUNDS = 5
WORKER = "from zchomp.proof.segments import main; main()"


def processor_time(*command: str) -> float:
    """The fastest of several runs, in seconds."""
    times = []
    for _ in range(ROUNDS):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": str(ROOT)})
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        times.append(used.ru_utime + used.ru_stime)
    return min(times)


def clock_time(*arguments: str) -> float:
    """The fastest of several runs of `zchomp verify`, in seconds."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        words = [sys.executable, "-m", "zchomp", "verify", *arguments]
        subprocess.run(words, check=True, capture_output=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
        times.append(time.perf_counter() - start)
    return min(times)


@pytest.fixture(scope="module", name="large")
def large_certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The full certificate of all third rows to 4000."""
    path = tmp_path_factory.mktemp("bench") / "large.jsonl"
    certify(Claim(rows=3, nim=0, upto=4000), path, method="compiled")
    return path


@pytest.mark.parametrize("checker", ["verifier", "proved"])
def test_two_workers(checker: str, large: Path, request: pytest.FixtureRequest) -> None:
    """One worker and two, with both checkers."""
    lengths = [len(line) for line in large.read_bytes().splitlines(keepends=True)[:-1]]
    if checker == "proved":
        request.getfixturevalue("built")
        cut = division.divide(lengths, 2, coq_checker.TRUSTING[0])
        whole = processor_time(str(CHECKER), str(large))
        both = [processor_time(str(CHECKER), "--lines", f"{first}:{last}", str(large)) for first, last in cut]
    else:
        cut = division.divide(lengths, 2, division.TRUSTING[0])
        whole = processor_time(sys.executable, "-I", "-S", str(VERIFIER), str(large))
        both = [
            processor_time(sys.executable, "-S", "-c", WORKER, str(large), str(first), str(last)) for first, last in cut
        ]
    clock = [clock_time("--checker", checker, "--workers", str(workers), str(large)) for workers in (1, 2)]
    shown = ", ".join(f"{seconds:.2f} s" for seconds in both)
    print(  # noqa: T201 - figures to be read
        f"\n{checker}, lines {cut}: processor time {whole:.2f} s, of two workers {shown}: {whole / max(both):.2f} times"
        f" as fast; on the clock {clock[0]:.2f} s and {clock[1]:.2f} s: {clock[0] / clock[1]:.2f} times"
    )
    assert min(both) > 0
