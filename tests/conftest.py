"""Settings for all tests."""

import os

import pytest
from hypothesis import settings

settings.register_profile("zchomp", deadline=None)  # no time limits: machines are shared and noisy
settings.load_profile("zchomp")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--cases N`: how many random cases each hostile test tries."""
    usual = int(os.environ.get("ZCHOMP_CASES", "300"))
    parser.addoption("--cases", type=int, default=usual, help="random cases of each test in tests/hostile")


@pytest.fixture(name="cases")
def number_of_cases(request: pytest.FixtureRequest) -> int:
    """How many random cases to try."""
    return int(request.config.getoption("--cases"))
