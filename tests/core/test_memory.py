"""Memory: how much simulated systems and containers leave, and refusals when it is short."""

from pathlib import Path

import pytest

from zchomp.core import memory
from zchomp.errors import TooLarge

GIGABYTE = 2**30
FREE = 8 * GIGABYTE
"""The free memory of the simulated system."""

NO_LIMIT = 2**62


@pytest.fixture(autouse=True)
def no_limits_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limits of this process are ignored."""
    monkeypatch.setattr(memory, "resource", None)


def system(root: Path, groups: str, **files: str) -> Path:
    """Files of a system with this free memory: its groups and their files ("a/b/memory.max" and so on)."""
    (root / "proc/self").mkdir(parents=True)
    (root / "proc/meminfo").write_text(f"MemTotal: 99999999 kB\nMemAvailable: {FREE // 1024} kB\nSwapTotal: 0 kB\n")
    (root / "proc/self/cgroup").write_text(groups)
    for name, text in files.items():
        path = root / "sys/fs/cgroup" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{text}\n")
    return root


def group(name: str, limit: int | str, used: int, version: int = 2) -> dict[str, str]:
    """The files of a group in one of the two versions."""
    if version == 1:
        return {f"memory/{name}/memory.limit_in_bytes": str(limit), f"memory/{name}/memory.usage_in_bytes": str(used)}
    return {f"{name}/memory.max": str(limit), f"{name}/memory.current": str(used)}


@pytest.mark.parametrize("text", ["", "MemTotal: 5 kB", "MemAvailable:", "MemAvailable: many kB"])
def test_a_system_that_tells_nonsense(text: str, tmp_path: Path) -> None:
    """Neither unreadable text nor a missing file is a limit."""
    assert memory.available(tmp_path) == NO_LIMIT
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/meminfo").write_text(text)
    assert memory.available(tmp_path) == NO_LIMIT


@pytest.mark.parametrize(
    ("groups", "files", "left"),
    [
        pytest.param("0::/app.slice/run", group("app.slice/run", 3 * GIGABYTE, GIGABYTE), 2 * GIGABYTE, id="version 2"),
        pytest.param(
            "12:cpu,cpuacct:/other\n7:rdma,memory:/docker/abc\n0::/",
            group("docker/abc", 3 * GIGABYTE, 2 * GIGABYTE, version=1),
            GIGABYTE,
            id="version 1, beside other controllers",
        ),
        pytest.param("12:cpu:/other", group("other", 5, 0, 1) | group("other", 5, 0), FREE, id="no group for memory"),
        pytest.param("0::/", group(".", 4 * GIGABYTE, GIGABYTE), 3 * GIGABYTE, id="the visible root of a container"),
        pytest.param(
            "0::/a/b", group("a/b", "max", 5) | group("a", 2 * GIGABYTE, GIGABYTE), GIGABYTE, id="max below a limit"
        ),
        pytest.param("0::/a/b", group("a/b", "max", 5), FREE, id="max is no limit"),
        pytest.param("0::/a", group("a", 5, 9), 0, id="more used than allowed"),
    ],
)
def test_groups(groups: str, files: dict[str, str], left: int, tmp_path: Path) -> None:
    """The limit of the group that controls memory counts, minus what it uses, and is never negative."""
    assert memory.available(system(tmp_path, f"{groups}\n", **files)) == left


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize(("outer", "inner", "left"), [(2, 5, 2), (5, 2, 2), (7, 7, 7), (90, 80, 8)])
def test_nested_groups(version: int, outer: int, inner: int, left: int, tmp_path: Path) -> None:
    """A group has no more than its parents, and no more than the system."""
    line = "0::/a/b/c\n" if version == 2 else "7:memory:/a/b/c\n"
    files = group("a", outer * GIGABYTE, 0, version) | group("a/b/c", inner * GIGABYTE, 0, version)
    assert memory.available(system(tmp_path, line, **files)) == left * GIGABYTE


@pytest.mark.parametrize("line", ["", "nonsense", "0:", "::", "0::/../../outside"])
def test_strange_groups_are_ignored(line: str, tmp_path: Path) -> None:
    """An unreadable line, or a group outside the visible ones, does no harm."""
    assert memory.available(system(tmp_path, f"{line}\n")) == FREE


def test_the_limit_of_the_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A memory limit of the process counts too, if there is one."""

    class Limited:
        RLIMIT_AS = 9
        RLIM_INFINITY = -1

        @staticmethod
        def getrlimit(which: int) -> tuple[int, int]:
            assert which == 9
            return GIGABYTE, -1

    monkeypatch.setattr(memory, "resource", Limited)
    assert memory.available(system(tmp_path, "")) == GIGABYTE


def test_lack_of_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that needs one byte more than is available is refused, with what to do instead."""
    monkeypatch.setattr(memory, "available", lambda: GIGABYTE)
    memory.require(GIGABYTE, "this")
    with pytest.raises(TooLarge, match=r"^this needs about 1\.1 GB of memory, and 1\.1 GB is free; try less$"):
        memory.require(GIGABYTE + 1, "this", "try less")
    with pytest.raises(TooLarge, match=r" is free$"):
        memory.require(GIGABYTE + 1, "this")
