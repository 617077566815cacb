"""The proved checker against the Python verifier: processor time of both on the same certificates, in the same run.

c <= 100,000 is a reported run: `zchomp prove --upto 100000 --mode compact`, then `proofs/zchomp-check`.
"""

import os
import subprocess
from pathlib import Path
from typing import get_args

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benches.test_bench import measure
from tests.checker import PROGRAMS, build
from zchomp.bars.results import Claim
from zchomp.proof.certify import certify
from zchomp.proof.format import Mode

CLAIMS: dict[str, tuple[Claim, Mode, float]] = {
    "three rows to 1000": (Claim(rows=3, nim=0, upto=1000), "full", 0.4),
    "three rows to 4000": (Claim(rows=3, nim=0, upto=4000), "full", 1),
    "three rows to 10,000, compact": (Claim(rows=3, nim=0, upto=10_000), "compact", 0.25),
    "four rows to 60": (Claim(rows=4, nim=0, upto=60), "full", 1),
    "nim-values to 8, third rows to 200": (Claim(rows=3, nim=8, upto=200), "full", 1),
}
"""The claims, and the largest share of the verifier's time that the checker should take."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for certificates, after the checker is built."""
    build("programs")
    return tmp_path_factory.mktemp("checker")


def seconds(program: str, path: Path) -> float:
    """Processor time of a program that verifies a certificate."""
    before = os.times()
    done = subprocess.run([*PROGRAMS[program], str(path)], capture_output=True, text=True, check=True)
    after = os.times()
    assert done.stdout.startswith("s VERIFIED ")
    return after.children_user + after.children_system - before.children_user - before.children_system


@pytest.mark.parametrize("name", CLAIMS)
def test_checker_against_verifier(name: str, folder: Path, benchmark: BenchmarkFixture) -> None:
    """The ratio of their processor times, with the target."""
    claim, mode, goal = CLAIMS[name]
    assert mode in get_args(Mode)
    path = folder / "claim.jsonl"
    path.unlink(missing_ok=True)
    certify(claim, path, mode=mode, method="compiled")
    verifier = seconds("verifier", path)
    checker = measure(benchmark, 1, seconds, "checker", path)
    benchmark.extra_info["ratio"] = checker / verifier
    print(f"\n{name}: {checker:.2f} s, {checker / verifier:.2f} of the verifier's {verifier:.2f} s; goal {goal}")  # noqa: T201
    assert checker > 0
