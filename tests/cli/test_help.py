"""The sections of the help: every command has a place and two examples, which run."""

import io
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import click
import pytest

from tests.cli.program import answer
from zchomp.cli import main
from zchomp.cli.commands import EXAMPLES, LISTED, RARE, SHARED, SharedOption, examples, zchomp
from zchomp.core.session import SHARED_SESSION


def every_command(group: click.Group = zchomp, path: str = "zchomp") -> Iterator[tuple[str, click.Command]]:
    """All commands and subcommands, by their full names."""
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        yield f"{path} {name}", command
        if isinstance(command, click.Group):
            yield from every_command(command, f"{path} {name}")


PATHS = [path for path, _ in every_command()]


def test_every_command_has_a_place() -> None:
    """Each command is in the list of the help, with two examples, and every example is one of a command."""
    assert all(len(set(examples(path))) == 2 for path in PATHS)
    shown = {example for path in PATHS for example in examples(path)}
    assert shown == {f"zchomp {line}" for line in EXAMPLES.strip().splitlines()}
    assert {f"zchomp {name}" for name in LISTED} == {f"zchomp {name}" for name in zchomp.commands}


def test_a_command_imports_its_own_module_alone() -> None:
    """A question imports neither other commands nor other games, and the help no command at all."""
    code = "import sys; from zchomp.cli import main; main(sys.argv[1:]); print(*sys.modules)"

    def imported(*arguments: str) -> set[str]:
        done = subprocess.run([sys.executable, "-c", code, *arguments], check=True, capture_output=True, text=True)
        return {name for name in done.stdout.splitlines()[-1].split() if name.partition(".")[0] == "zchomp"}

    modules = {f"zchomp.cli.{listed.module}" for listed in LISTED.values()}
    assert modules & imported("--help") == set()
    solving = imported("solve", "9,7,4", "--no-library")
    assert modules & solving == {"zchomp.cli.asking"}
    assert len(solving) <= 70


@pytest.mark.parametrize("path", [path for path, command in every_command() if isinstance(command, click.Group)])
def test_a_group_alone_lists_its_commands(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a command of its own, a group prints its help, which lists them all."""
    if path != "zchomp library":  # it lists the claims
        shown = answer(capsys, *path.split()[1:])
        assert all(
            f"  {name.removeprefix(path).strip()} " in shown for name in PATHS if name.rpartition(" ")[0] == path
        )


@pytest.mark.parametrize("path", PATHS)
def test_examples_are_shown(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The help of a command ends with its examples."""
    assert main([*path.split()[1:], "--help"]) == 0
    lines = [f"  {example}" for example in examples(path)]
    assert capsys.readouterr().out.endswith("\n".join(["", "Examples:", *lines, ""]))


@pytest.fixture
def own_session() -> Iterator[None]:
    """The shared session is made anew for the library of this test, and again for later tests."""
    SHARED_SESSION.forget()
    yield
    SHARED_SESSION.forget()


@pytest.mark.usefixtures("own_session")
def test_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """All examples run in the order of the help, in one folder, without complaint."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ZCHOMP_LIBRARY", str(tmp_path / "library.sqlite3"))
    monkeypatch.setattr("zchomp.web.server.PageServer.serve_forever", Mock(side_effect=KeyboardInterrupt))
    (tmp_path / "poset.json").write_text(json.dumps({"elements": ["a", "b", "c"], "covers": [["a", "b"], ["a", "c"]]}))
    (tmp_path / "order.json").write_text(json.dumps({"relations": ["x < y", "d[i-1] < c[i]"], "elements": ["z"]}))
    for example in EXAMPLES.strip().splitlines():
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        try:
            code = main(shlex.split(example))
        except SystemExit as done:
            code = done.code  # type: ignore[assignment]
        out, err = capsys.readouterr()
        assert (code, err) == (0, ""), example
        assert out, example


def test_an_option_means_one_thing() -> None:
    """The option --certificate always reads a certificate, and --proof always writes the proof of a strategy."""
    found = {"--certificate": 0, "--proof": 0}
    for path, command in every_command():
        for param in command.params:
            if "--certificate" in param.opts:
                assert isinstance(param.type, click.Path), path
                assert param.type.exists, path
            if "--proof" in param.opts:
                assert path.startswith("zchomp poset ") or path == "zchomp openings", path
                assert isinstance(param.type, click.Path), path
                assert not param.type.exists, path
            for name in found:
                found[name] += name in param.opts
    assert min(found.values()) > 5


def test_shared_options_are_explained_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Options about effort and the library are explained in the help of zchomp, to which the others lead."""
    shown = answer(capsys, "--help")
    assert all(f"\n  {name} " in shown for name in SHARED)
    for path, command in every_command():
        shared = [param.opts[-1] for param in command.params if isinstance(param, SharedOption)]
        shown = answer(capsys, *path.split()[1:], "--help")
        assert set(shared) <= set(SHARED)
        assert not any(f"\n  {name} " in shown for name in shared)
        said = f"Also {', '.join(shared)}: see zchomp --help."
        assert (said in " ".join(shown.split())) == bool(shared), path


def test_the_short_help(capsys: pytest.CaptureFixture[str]) -> None:
    """With -h the help has one paragraph, the options that are often needed, and the examples."""
    for path, _ in every_command():
        short, whole = (answer(capsys, *path.split()[1:], option) for option in ("-h", "--help"))
        assert set(short.split()) <= set(whole.split())
        assert "Rarely needed:" not in short
        assert short.endswith(whole[whole.index("\nExamples:\n") :])
        assert ("Rarely needed:" in whole) == any(f"\n  {name} " in whole for name in RARE)
    short, whole = answer(capsys, "-h"), answer(capsys, "--help")
    assert re.findall(r"^  ([a-z]+)  ", short, flags=re.MULTILINE) == list(LISTED)[:6]
    assert re.findall(r"^  ([a-z]+)  ", whole, flags=re.MULTILINE) == list(LISTED)
