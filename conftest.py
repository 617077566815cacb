"""No test, and no example of the documentation, touches the user's library or key, or ignores Ctrl-C."""

import os
import signal
from tempfile import TemporaryDirectory

import pytest

STATE = TemporaryDirectory(prefix="zchomp-state-")
"""The state folder of the user that runs the tests; the programs that they start inherit it."""

os.environ["ZCHOMP_LIBRARY"] = ""
os.environ["ZCHOMP_STATE"] = STATE.name
os.environ["ZCHOMP_PROGRESS"] = "60"  # a slow machine prints nothing that a test does not expect
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or every program that a test starts would compile the package again

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell; programs inherit it
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def no_library_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no library, unless a test makes one and says where it is."""
    monkeypatch.setenv("ZCHOMP_LIBRARY", "")


def pytest_xdist_auto_num_workers() -> int:
    """Two workers for a core: a test that waits for a browser, or for a program, leaves the core to another one."""
    return 2 * (os.cpu_count() or 1)
