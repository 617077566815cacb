"""The files of a user: the place of the library, and the key, which is made once and readable only by its owner."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from types import ModuleType

import pytest

from tests.support import ROOT, run_python
from zchomp.bars.knowledge import knowledge
from zchomp.core.files import (
    KEY,
    LIBRARY,
    LIBRARY_VARIABLE,
    STATE_VARIABLE,
    find_key,
    key_path,
    keyed_digest,
    library_path,
    make_key,
    read_file,
)
from zchomp.core.session import SHARED_SESSION
from zchomp.errors import CertificateError, InvalidPoset, KeyUnavailable, ZchompError
from zchomp.growing import families as growing_files
from zchomp.posets import game as strategy_player
from zchomp.posets.game import StrategyGame

PROVE = "import sys; sys.argv = ['zchomp', 'prove', '--upto', '2']; from zchomp.__main__ import run; run()"


@pytest.fixture(name="state")
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder that does not exist yet."""
    folder = tmp_path / "a" / "state"
    monkeypatch.setenv(STATE_VARIABLE, str(folder))
    return folder


def test_made_once(state: Path) -> None:
    """There is no key at first. It is made once, stays the same, and only its owner can read it."""
    assert find_key() is None
    assert not state.exists()
    key = make_key()
    assert (len(key), find_key(), make_key()) == (32, key, key)
    assert [path.name for path in state.iterdir()] == [KEY]
    if os.name == "posix":
        assert (state / KEY).stat().st_mode & 0o777 == 0o600


def test_made_by_several_processes_at_once(state: Path) -> None:
    """Processes that make the key at the same moment get the same one, and leave nothing else behind."""
    code = "from zchomp.core.files import make_key; input(); print(make_key().hex())"
    environment = {**os.environ, STATE_VARIABLE: str(state), "PYTHONPATH": str(ROOT)}
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        for _ in range(6)
    ]
    for program in programs:
        assert program.stdin is not None
        program.stdin.write("\n")
        program.stdin.flush()
    told = {program.communicate()[0] for program in programs}
    key = find_key()
    assert key is not None
    assert told == {f"{key.hex()}\n"}
    assert [path.name for path in state.iterdir()] == [KEY]


def test_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key is in the user's state folder, or where the variable says. If that is empty, there is none."""
    monkeypatch.setenv(STATE_VARIABLE, "")
    assert key_path() is None
    for ask in (find_key, make_key):
        with pytest.raises(KeyUnavailable, match="there is no key, because ZCHOMP_STATE is empty"):
            ask()
    monkeypatch.delenv(STATE_VARIABLE)
    place = key_path()
    assert place is not None
    assert (place.name, place.is_absolute()) == (KEY, True)


@pytest.mark.skipif(os.name != "posix", reason="this system has no such files and permissions")
@pytest.mark.parametrize("kind", ["short", "long", "empty", "readable", "folder", "pipe", "loop", "device"])
def test_invalid_keys(kind: str, state: Path) -> None:
    """Anything but a key that only its owner can read is refused in one line, and nothing hangs."""
    state.mkdir(parents=True)
    place = state / KEY
    if kind == "folder":
        place.mkdir()
    elif kind == "pipe":
        os.mkfifo(place)
    elif kind in {"loop", "device"}:
        place.symlink_to(place if kind == "loop" else "/dev/zero")
    else:
        place.write_bytes(bytes({"short": 31, "long": 33, "empty": 0}.get(kind, 32)))
        place.chmod(0o644 if kind == "readable" else 0o600)
    for ask in (find_key, make_key):
        with pytest.raises(KeyUnavailable, match=r"^the key '.*' (cannot be|is|must)") as problem:
            ask()
        assert "\n" not in str(problem.value)


def test_a_folder_that_cannot_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If no folder can be made there is no key, and one line says so."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(STATE_VARIABLE, str(tmp_path / "file" / "state"))
    with pytest.raises(KeyUnavailable, match="Not a directory"):
        make_key()


def test_digests_depend_on_key_and_purpose() -> None:
    """The same bytes have different digests with another key, and for another purpose."""
    digests = {
        keyed_digest(key, purpose, 16).digest() for key in (bytes(32), bytes([1] * 32)) for purpose in ("a", "b")
    }
    assert len(digests) == 4
    assert {len(digest) for digest in digests} == {16}


def test_the_data_folder_stays_empty(tmp_path: Path) -> None:
    """`prove` in a test leaves nothing in the data folder. Without the variable, it keeps the claim there."""
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "LOCALAPPDATA": str(tmp_path / "data")}
    quiet = run_python(PROVE, tmp_path, **home)
    assert quiet.returncode == 0, quiet.stderr
    assert [path.name for path in tmp_path.rglob("*")] == ["chomp-3rows-2.jsonl"]
    kept = run_python(f"import os; del os.environ[{LIBRARY_VARIABLE!r}]; {PROVE}", tmp_path, **home)
    assert re.search(r"kept, \d+ kB, for later questions", kept.stdout)
    assert [path.name for path in tmp_path.rglob("*.sqlite3")] == [LIBRARY]
    if sys.platform == "linux":
        assert (tmp_path / "data" / "zchomp" / LIBRARY).is_file()


def test_the_variable_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable names the file of the library; if it is empty, as in every test, there is none."""
    assert library_path() is None
    assert os.environ[LIBRARY_VARIABLE] == ""
    assert SHARED_SESSION.run(knowledge)._library is None
    assert run_python("from zchomp.core.files import library_path; print(library_path())").stdout == "None\n"
    monkeypatch.setenv(LIBRARY_VARIABLE, str(tmp_path / "mine"))
    assert library_path() == tmp_path / "mine"
    monkeypatch.setenv(LIBRARY_VARIABLE, "")
    assert library_path() is None


READERS: list[tuple[Callable[[Path], object], ModuleType, type[ZchompError]]] = [
    (growing_files.from_file, growing_files, InvalidPoset),
    (StrategyGame, strategy_player, CertificateError),
]
"""What reads a file that may be a pipe, where its limit is, and how it refuses."""


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no such files")
@pytest.mark.parametrize(("read", "module", "refusal"), READERS, ids=["order", "strategy"])
def test_endless_files(
    read: Callable[[Path], object],
    module: ModuleType,
    refusal: type[ZchompError],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A device is refused unread, and of a pipe no more is read than one byte beyond the limit."""
    monkeypatch.setattr(module, "MOST_BYTES", 10**6)
    for device in ("/dev/zero", "/dev/full", "/dev/null"):
        with pytest.raises(refusal, match=f"^'{device}' is a device; expected a file$"):
            read(Path(device))
    pipe, written = tmp_path / "pipe", list[int]()
    os.mkfifo(pipe)

    def write() -> None:
        with suppress(BrokenPipeError), pipe.open("wb", buffering=0) as file:
            written.extend(os.write(file.fileno(), b"#" * 4096) for _ in range(1000))

    writer = Thread(target=write)
    writer.start()
    with pytest.raises(refusal, match=r"pipe' is too large; expected at most 1000000 bytes$"):
        read(pipe)
    writer.join()
    in_the_pipe = 2**16 + 4096
    assert 10**6 < sum(written) + 4096 <= 10**6 + 1 + in_the_pipe + 4096


@pytest.mark.parametrize(("size", "is_read"), [(0, True), (5, True), (6, False), (2**21, False)])
def test_files_of_limited_size(size: int, is_read: bool, tmp_path: Path) -> None:
    """A file of the allowed size is read completely, and a larger one is refused."""
    path = tmp_path / "file"
    path.write_bytes(b"x" * size)
    if is_read:
        assert read_file(path, 5, InvalidPoset) == b"x" * size
        assert read_file(path, 2**21, InvalidPoset) == b"x" * size
    else:
        with pytest.raises(InvalidPoset, match="file' is too large; expected at most 5 bytes"):
            read_file(path, 5, InvalidPoset)
        assert read_file(path, 2**21, InvalidPoset) == b"x" * size
