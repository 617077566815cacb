"""Settings for all tests, those that run only before a release, and what is built from the proofs."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.checker import build

settings.register_profile("zchomp", deadline=None)  # no time limits: machines are shared and noisy
settings.load_profile("zchomp")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--cases N`: how many random cases each hostile test tries."""
    usual = int(os.environ.get("ZCHOMP_CASES", "100"))
    parser.addoption("--cases", type=int, default=usual, help="random cases of each test in tests/hostile")
    known = os.environ.get("ZCHOMP_RELEASE") == "1"
    parser.addoption("--release", action="store_true", default=known, help="run what runs only before a release, too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what runs only before a release: tests with that mark, and those that need all theorems compiled."""
    if not config.getoption("--release"):
        left = [item for item in items if _is_for_releases(item)]
        items[:] = [item for item in items if not _is_for_releases(item)]
        config.hook.pytest_deselected(items=left)


def _is_for_releases(item: pytest.Item) -> bool:
    return bool(item.get_closest_marker("release")) or "theorems" in getattr(item, "fixturenames", ())


@pytest.fixture(name="cases")
def number_of_cases(request: pytest.FixtureRequest) -> int:
    """The number of random cases to try."""
    return int(request.config.getoption("--cases"))


@pytest.fixture(scope="session")
def built() -> Path:
    """The folder of proofs, with both checkers. Without Coq and OCaml tests are skipped, or fail if required."""
    return build("programs")


@pytest.fixture(scope="session")
def theorems() -> Path:
    """The same folder with all theorems compiled, which takes minutes: such tests run before a release."""
    return build("all")
