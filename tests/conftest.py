"""Settings for all tests, and the extracted checker, which takes a minute to build."""

from pathlib import Path

import pytest
from hypothesis import settings

from tests.checker import build

settings.register_profile("zchomp", deadline=None)  # no time limits: machines are shared and noisy
settings.load_profile("zchomp")


@pytest.fixture(scope="session")
def built() -> Path:
    """The folder of proofs, after `make`; the test is skipped without Coq and OCaml, or fails if they are required."""
    return build()
