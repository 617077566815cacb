"""What a user has after `pip install .`: a program that tries all of it in one process, without the extras.

    python bare.py README.md HIDDEN...

The hidden packages are not found, as if they were not installed. It prints, as JSON, each thing that was tried with
what went wrong: an empty text if nothing did. It runs in a folder of its own, and needs nothing but zchomp.
"""

import doctest
import importlib.metadata
import inspect
import io
import json
import os
import pydoc
import re
import rlcompleter
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from typing import Any

TOO_LONG = re.compile(r"250000|--checker proved")
"""Commands of the README that take hours, or need the program extracted from Coq."""


Tried = tuple[str, Callable[[], str]]
"""A name, and a function that returns what goes wrong."""


def packages_of_extras() -> list[str]:
    """All packages that are installed here and would not be there after `pip install .`."""
    needed, left = set[str](), ["zchomp"]
    while left:
        name = re.split(r"[^\w.-]", left.pop())[0].lower().replace("_", "-")
        if name not in needed:
            needed.add(name)
            try:
                lines = importlib.metadata.requires(name) or []
            except importlib.metadata.PackageNotFoundError:  # for another system, or another Python
                continue
            left += [line for line in lines if "extra ==" not in line]
    owners = importlib.metadata.packages_distributions().items()
    return sorted(
        package for package, those in owners if not {name.lower().replace("_", "-") for name in those} & needed
    )


class Hiding:
    """A finder of modules that does not find some packages."""

    def __init__(self, finder: Any, hidden: frozenset[str]) -> None:
        self.finder, self.hidden = finder, hidden

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """The module, unless its package is hidden."""
        return None if name.partition(".")[0] in self.hidden else self.finder.find_spec(name, path, target)


def _tried(thing: Callable[[], str]) -> str:
    """What goes wrong, in one line."""
    try:
        return thing()
    except BaseException as problem:
        return f"{type(problem).__name__}: {problem}"


def _run(words: list[str], expected: str | None = None) -> str:
    """What goes wrong with a command: an exit code, a message, or an output that the page does not show."""
    from zchomp.cli import main

    out, err = io.StringIO(), io.StringIO()
    sys.stdin = io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(words)
    if code or err.getvalue():
        return f"exit code {code}: {err.getvalue()}"
    return "" if expected in {None, out.getvalue()} else f"printed {out.getvalue()!r}"


def _commands(group: Any, *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """All commands, and those of groups, with their names."""
    yield path, group
    for name in getattr(group, "list_commands", lambda _: ())(None):
        yield from _commands(group.get_command(None, name), *path, name)


def _examples(readme: str) -> Iterator[Tried]:
    """The commands of the README with their outputs, those in its sentences, and its Python examples."""
    for command, output in re.findall(r"^\$ zchomp (.*)\n((?:(?!\$ |```).*\n)*)", readme, flags=re.MULTILINE):
        yield f"zchomp {command}", partial(_run, shlex.split(command), output)
    for command in re.findall(r"`zchomp ([^`]*)`", readme):
        if " " in command and not TOO_LONG.search(command):
            yield f"zchomp {command}", partial(_run, shlex.split(command))
    yield "the Python examples of the README", partial(_doctest, readme)


def _doctest(text: str) -> str:
    runner, said = doctest.DocTestRunner(verbose=False), io.StringIO()
    runner.run(doctest.DocTestParser().get_doctest(text, {}, "page", "page", 0), out=said.write)
    return said.getvalue()


def _looks() -> Iterator[Tried]:
    """The ways to look around in Python, and to complete a word there."""
    import zchomp
    from zchomp import growing, ordinals, posets, solid

    for module in (zchomp, growing, ordinals, posets, solid):
        there = [name for name in module.__all__ if hasattr(module, name)]
        yield f"help({module.__name__})", partial(_lacks, pydoc.plain, pydoc.render_doc(module), "NAME", "DATA")
        yield f"getmembers({module.__name__})", partial(_lacks, dict, inspect.getmembers(module), *there)
    yield "dir(zchomp)", partial(_lacks, list, dir(zchomp), "solve", "plot_bar", "tabulate")
    completer = rlcompleter.Completer({"zchomp": zchomp})
    offered = [str(completer.complete("zchomp.sol", k)).partition("(")[0] for k in range(4)]
    yield "completion of zchomp.sol", partial(_lacks, list, offered, "zchomp.solve", "zchomp.solve_sum", "zchomp.solid")
    for name in dir(zchomp):
        yield f"zchomp.{name}", partial(_named, zchomp, name)


def _lacks(read: Callable[[Any], Any], found: Any, *wanted: str) -> str:
    """The names that are not among those found, or not in a text."""
    return ", ".join(name for name in wanted if name not in read(found))


def _named(module: Any, name: str) -> str:
    """What is wrong with a public name. It may be missing, if the error says which extra has it."""
    try:
        getattr(module, name)
    except AttributeError as missing:
        told = re.search(r"needs the extra '(\w+)'; install it with: pip install 'zchomp\[\1\]'$", str(missing))
        return "" if told else str(missing)
    return ""


def _completions(group: Any) -> Iterator[Tried]:
    """The completions of a shell: the commands of every group, and the options of every command."""
    from click.shell_completion import BashComplete

    complete = BashComplete(group, {}, "zchomp", "_ZCHOMP_COMPLETE").get_completions
    for path, command in _commands(group):
        begun = "" if hasattr(command, "commands") else "--"
        yield f"completion of {' '.join(['zchomp', *path, begun])!r}", partial(_offers, complete, [*path], begun)


def _offers(complete: Callable[[list[str], str], list[Any]], path: list[str], begun: str) -> str:
    """What is wrong with the completions of a word."""
    return "" if complete(path, begun) else "nothing is offered"


def main(readme: str, *hidden: str) -> None:
    """Try everything, and print what went wrong."""
    text = Path(readme).read_text(encoding="utf-8")
    finders: list[Any] = [Hiding(finder, frozenset(hidden)) for finder in sys.meta_path]
    sys.meta_path[:] = finders
    os.environ["ZCHOMP_LIBRARY"] = str(Path.cwd() / "library.sqlite3")
    from zchomp.cli.commands import zchomp as group

    helps = ((" ".join(["zchomp", *path, "--help"]), partial(_run, [*path, "--help"])) for path, _ in _commands(group))
    things: dict[str, Callable[[], str]] = dict([*_looks(), *helps, *_completions(group), *_examples(text)])
    found = {name: _tried(thing) for name, thing in things.items()}
    extras = sorted({"numba", "numpy", "matplotlib", "pyarrow", "distributed"} & sys.modules.keys())
    sys.stdout.write(json.dumps(found | {"no extra is imported": ", ".join(extras)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
