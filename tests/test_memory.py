"""Memory: how much simulated systems and containers leave, and refusals when it is short."""

from pathlib import Path

import pytest

from zchomp import memory
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


def test_a_system_without_groups(tmp_path: Path) -> None:
    """The memory is what the system reports as available."""
    assert memory.available(system(tmp_path, "")) == FREE


def test_a_system_that_tells_nothing(tmp_path: Path) -> None:
    """Without any of these files no memory limit is known."""
    assert memory.available(tmp_path) == NO_LIMIT


@pytest.mark.parametrize("text", ["", "MemTotal: 5 kB", "MemAvailable:", "MemAvailable: many kB"])
def test_a_system_that_tells_nonsense(text: str, tmp_path: Path) -> None:
    """Unreadable text is not a limit."""
    (tmp_path / "proc").mkdir()
    (tmp_path / "proc/meminfo").write_text(text)
    assert memory.available(tmp_path) == NO_LIMIT


def test_version_2(tmp_path: Path) -> None:
    """In version 2 the group's own limit counts, minus what it uses."""
    root = system(tmp_path, "0::/app.slice/run\n", **group("app.slice/run", 3 * GIGABYTE, GIGABYTE))
    assert memory.available(root) == 2 * GIGABYTE


def test_version_1(tmp_path: Path) -> None:
    """In version 1 the group of the memory controller counts, whatever other controllers it has."""
    groups = "12:cpu,cpuacct:/other\n7:rdma,memory:/docker/abc\n0::/\n"
    root = system(tmp_path, groups, **group("docker/abc", 3 * GIGABYTE, 2 * GIGABYTE, version=1))
    assert memory.available(root) == GIGABYTE


def test_other_controllers_do_not_count(tmp_path: Path) -> None:
    """A group of another controller does not limit memory, even if such files exist under its name."""
    root = system(tmp_path, "12:cpu,cpuacct:/other\n", **group("other", 5, 0, version=1), **group("other", 5, 0))
    assert memory.available(root) == FREE


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize(("outer", "inner", "left"), [(2, 5, 2), (5, 2, 2), (7, 7, 7), (90, 80, 8)])
def test_nested_groups(version: int, outer: int, inner: int, left: int, tmp_path: Path) -> None:
    """A group has no more than its parents, and no more than the system."""
    line = "0::/a/b/c\n" if version == 2 else "7:memory:/a/b/c\n"
    files = group("a", outer * GIGABYTE, 0, version) | group("a/b/c", inner * GIGABYTE, 0, version)
    assert memory.available(system(tmp_path, line, **files)) == left * GIGABYTE


def test_the_outermost_group_counts(tmp_path: Path) -> None:
    """Inside a container the group is the visible root, and its limit counts."""
    root = system(tmp_path, "0::/\n", **group(".", 4 * GIGABYTE, GIGABYTE))
    assert memory.available(root) == 3 * GIGABYTE


def test_no_limit_is_max(tmp_path: Path) -> None:
    """The word "max" is not a limit, but the limit of the parent group still counts."""
    files = group("a/b", "max", GIGABYTE) | group("a", 2 * GIGABYTE, GIGABYTE)
    assert memory.available(system(tmp_path / "one", "0::/a/b\n", **files)) == GIGABYTE
    assert memory.available(system(tmp_path / "two", "0::/a/b\n", **group("a/b", "max", 5))) == FREE


def test_more_used_than_allowed(tmp_path: Path) -> None:
    """A group that exceeds its limit has nothing left, and not less than nothing."""
    assert memory.available(system(tmp_path, "0::/a\n", **group("a", 5, 9))) == 0


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
