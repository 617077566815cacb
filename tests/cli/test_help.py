"""The sections of the help: every command has a place and two examples, which run."""

import io
import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import click
import pytest

from tests.cli.program import answer
from zchomp.bars.oracle import shared_oracle
from zchomp.cli import main
from zchomp.cli.commands import SECTIONS, SharedOption, zchomp

EXAMPLES = {path: examples for section in SECTIONS.values() for path, examples in section.items()}


def every_command(group: click.Group = zchomp, path: str = "zchomp") -> Iterator[tuple[str, click.Command]]:
    """All commands and subcommands, by their full names."""
    for name, command in group.commands.items():
        yield f"{path} {name}", command
        if isinstance(command, click.Group):
            yield from every_command(command, f"{path} {name}")


def test_every_command_has_a_place() -> None:
    """Each command is in one section, and nothing else is."""
    assert {path for path, _ in every_command()} == set(EXAMPLES)
    assert sum(map(len, SECTIONS.values())) == len(EXAMPLES)


@pytest.mark.parametrize("path", [path for path, command in every_command() if isinstance(command, click.Group)])
def test_a_group_alone_lists_its_commands(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a command of its own, a group prints its help, which lists them all."""
    if path != "zchomp library":  # it lists the claims
        shown = answer(capsys, *path.split()[1:])
        assert all(
            f"  {name.removeprefix(path).strip()} " in shown for name in EXAMPLES if name.rpartition(" ")[0] == path
        )


@pytest.mark.parametrize("path", EXAMPLES)
def test_examples_are_shown(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The help of a command ends with its examples."""
    assert main([*path.split()[1:], "--help"]) == 0
    lines = [f"  {path} {example}".rstrip() for example in EXAMPLES[path]]
    assert capsys.readouterr().out.endswith("\n".join(["", "Examples:", *lines, ""]))


@pytest.fixture
def own_oracle() -> Iterator[None]:
    """The shared oracle is made anew for the library of this test, and again for later tests."""
    shared_oracle.cache_clear()
    yield
    shared_oracle.cache_clear()


@pytest.mark.usefixtures("own_oracle")
def test_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """All examples run in the order of the help, in one folder, without complaint."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ZCHOMP_LIBRARY", str(tmp_path / "library.sqlite3"))
    monkeypatch.setattr("zchomp.web.server.PageServer.serve_forever", Mock(side_effect=KeyboardInterrupt))
    (tmp_path / "poset.json").write_text(json.dumps({"elements": ["a", "b", "c"], "covers": [["a", "b"], ["a", "c"]]}))
    (tmp_path / "order.json").write_text(json.dumps({"relations": ["x < y", "d[i-1] < c[i]"], "elements": ["z"]}))
    for path, examples in EXAMPLES.items():
        for example in examples:
            monkeypatch.setattr("sys.stdin", io.StringIO(""))
            try:
                code = main([*path.split()[1:], *shlex.split(example)])
            except SystemExit as done:
                code = done.code  # type: ignore[assignment]
            out, err = capsys.readouterr()
            assert (code, err) == (0, ""), f"{path} {example}"
            assert out, f"{path} {example}"


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


def test_shared_options_are_listed_by_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    """The options about effort and the library come after those of the command."""
    for path, command in every_command():
        shared = [param.opts[-1] for param in command.params if isinstance(param, SharedOption)]
        if shared:
            before, title, after = answer(capsys, *path.split()[1:], "--help").partition("\nLibrary and effort:\n")
            assert title
            for option in shared:
                assert f"  {option} " not in before
                assert f"  {option} " in after
