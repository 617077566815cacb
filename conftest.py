"""No test, and no example of the documentation, touches the library of whoever runs it."""

import os

import pytest

os.environ["ZCHOMP_LIBRARY"] = ""


@pytest.fixture(autouse=True)
def no_library_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no library, unless a test makes one and says where it is."""
    monkeypatch.setenv("ZCHOMP_LIBRARY", "")
