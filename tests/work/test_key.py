"""The key: one for each user, made once, read by nobody else; without it nothing is kept."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT
from zchomp.errors import KeyUnavailable
from zchomp.work.key import NAME, VARIABLE, find_key, key_place, keyed, make_key


@pytest.fixture(name="state")
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder that does not exist yet."""
    folder = tmp_path / "a" / "state"
    monkeypatch.setenv(VARIABLE, str(folder))
    return folder


def test_made_once(state: Path) -> None:
    """There is no key at first; it is made once, stays the same, and only its owner can read it."""
    assert find_key() is None
    assert not state.exists()
    key = make_key()
    assert (len(key), find_key(), make_key()) == (32, key, key)
    assert [path.name for path in state.iterdir()] == [NAME]
    if os.name == "posix":
        assert (state / NAME).stat().st_mode & 0o777 == 0o600


def test_made_by_several_processes_at_once(state: Path) -> None:
    """Processes that make the key at the same moment get the same one, and leave nothing else behind."""
    code = "from zchomp.work.key import make_key; input(); print(make_key().hex())"
    environment = {**os.environ, VARIABLE: str(state), "PYTHONPATH": str(ROOT)}
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
    assert [path.name for path in state.iterdir()] == [NAME]


def test_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key is in the user's state folder, or where the variable says; if that is empty, there is none."""
    monkeypatch.setenv(VARIABLE, "")
    assert key_place() is None
    for ask in (find_key, make_key):
        with pytest.raises(KeyUnavailable, match="there is no key, because ZCHOMP_STATE is empty"):
            ask()
    monkeypatch.delenv(VARIABLE)
    place = key_place()
    assert place is not None
    assert (place.name, place.is_absolute()) == (NAME, True)


@pytest.mark.skipif(os.name != "posix", reason="this system has no such files and permissions")
@pytest.mark.parametrize("kind", ["short", "long", "empty", "readable", "folder", "pipe", "loop", "device"])
def test_what_is_no_key(kind: str, state: Path) -> None:
    """A file that is not a key that only its owner can read is refused in a line, and nothing hangs."""
    state.mkdir(parents=True)
    place = state / NAME
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
    """Where no folder can be made there is no key, and that is said in a line."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(VARIABLE, str(tmp_path / "file" / "state"))
    with pytest.raises(KeyUnavailable, match="Not a directory"):
        make_key()


def test_digests_depend_on_key_and_purpose() -> None:
    """The same bytes have other digests with another key, and for another purpose."""
    digests = {keyed(key, purpose, 16).digest() for key in (bytes(32), bytes([1] * 32)) for purpose in ("a", "b")}
    assert len(digests) == 4
    assert {len(digest) for digest in digests} == {16}
