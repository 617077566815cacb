"""Settings for all tests, and the extracted checker, which takes a minute to build."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.checker import build

settings.register_profile("zchomp", deadline=None)  # no time limits: machines are shared and noisy
settings.load_profile("zchomp")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--cases N`: how many random cases each hostile test tries."""
    usual = int(os.environ.get("ZCHOMP_CASES", "300"))
    parser.addoption("--cases", type=int, default=usual, help="random cases of each test in tests/hostile")


@pytest.fixture(name="cases")
def number_of_cases(request: pytest.FixtureRequest) -> int:
    """The number of random cases to try."""
    return int(request.config.getoption("--cases"))


@pytest.fixture(scope="session")
def built() -> Path:
    """The folder of proofs, after `make`. The test is skipped without Coq and OCaml, or fails if they are required."""
    return build()
