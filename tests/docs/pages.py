"""Pages and their examples: `console` blocks are run by a shell, `pycon` blocks by doctest.

A console block has commands, each on a line that begins with "$ ", and after each command its output. All commands
of a page run one after the other in one folder, which also has their library. Each must end with exit code 0, and
print nothing on standard error.
Python examples run in the folder of the repository, and all examples of a page share their names.
"""

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.cli.program import zchomp
from tests.support import ROOT

PAGES = sorted(path.relative_to(ROOT).as_posix() for path in [ROOT / "README.md", *ROOT.glob("docs/*.md")])
EXAMPLE = re.compile(r"^\$ (?P<command>.*)\n(?P<output>(?:(?!\$ ).*\n)*)", flags=re.MULTILINE)


SHELL = re.compile(r"[|><;&$*?\"\\`~]")
"""What only a shell understands, outside quotes."""


class WrongExample(AssertionError):
    """A command failed, or Python raised an exception that the page does not show."""


class Console(NamedTuple):
    """A command, and the output that the page shows."""

    command: str
    output: str


def blocks(language: str, text: str) -> list[str]:
    r"""The fenced blocks of a language.

    >>> blocks("sh", "Words.\n```sh\nls\n```\n")
    ['ls\n']
    """
    return [match[2] for match in _fence(language).finditer(text)]


def console(text: str) -> list[Console]:
    r"""The commands of a page, in order.

    >>> console("```console\n$ echo a; echo b\na\nb\n$ true\n```\n")
    [Console(command='echo a; echo b', output='a\nb\n'), Console(command='true', output='')]
    """
    return [
        Console(match["command"], match["output"])
        for block in blocks("console", text)
        for match in EXAMPLE.finditer(block)
    ]


def run(command: str, folder: Path) -> str:
    """The output of a command, as a user of this version would write it to a file.

    A command of zchomp alone runs here, with its own session. Whatever needs a shell runs as a program.
    """
    environment = {"PYTHONPATH": str(ROOT), "ZCHOMP_LIBRARY": str(folder / "library.sqlite3")}
    if command.startswith("zchomp ") and not SHELL.search(re.sub("'[^']*'", "", command)):
        result = zchomp(*shlex.split(command)[1:], cwd=folder, environment=environment)
    else:
        environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        kept = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "_ZCHOMP_COMPLETE"}}
        result = subprocess.run(
            ["bash", "-c", command], capture_output=True, text=True, check=False, cwd=folder, env=kept | environment
        )
    if result.returncode or result.stderr:
        raise WrongExample(f"$ {command}\n{result.stdout}{result.stderr}exit code {result.returncode}")
    return result.stdout


def with_outputs(text: str, output_of: Callable[[str], str]) -> str:
    r"""The page with every output replaced by the current one.

    >>> with_outputs("```console\n$ echo a\nb\n```\n", lambda command: "a\n")
    '```console\n$ echo a\na\n```\n'
    """

    def block(match: re.Match[str]) -> str:
        return match[1] + EXAMPLE.sub(example, match[2]) + match[3]

    def example(match: re.Match[str]) -> str:
        return f"$ {match['command']}\n{output_of(match['command'])}"

    return _fence("console").sub(block, text)


class Example(NamedTuple):
    """A Python example of a page: the lines of its result, and what Python prints now."""

    first: int
    last: int
    expected: str
    found: str


def python(text: str) -> Iterator[Example]:
    """Run the Python examples of a page, and return those whose result is not the one shown."""
    runner = _Runner(verbose=False)
    test = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, "page", "page", 0)
    runner.run(test, out=lambda _words: None, clear_globs=True)
    return iter(runner.found)


def with_results(text: str) -> str:
    r"""The page with every result of a Python example replaced by the current one.

    >>> with_results(">>> 1 + 1\n3\n\nWords.\n>>> 2\n2\n")
    '>>> 1 + 1\n2\n\nWords.\n>>> 2\n2\n'
    """
    lines = text.splitlines(keepends=True)
    for example in reversed(list(python(text))):
        lines[example.first : example.last] = [example.found]
    return "".join(lines)


class _Runner(doctest.DocTestRunner):
    """Collects the differences, instead of printing them."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.found: list[Example] = []

    def report_failure(self, _out: Any, _test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        """Collect it."""
        first = example.lineno + example.source.count("\n")
        self.found.append(Example(first, first + example.want.count("\n"), example.want, got))

    def report_unexpected_exception(
        self, _out: Any, _test: doctest.DocTest, example: doctest.Example, exc_info: Any
    ) -> None:
        """Stop here: an exception is never written into a page."""
        raise WrongExample(f">>> {example.source}{exc_info[0].__name__}: {exc_info[1]}")


def _fence(language: str) -> re.Pattern[str]:
    return re.compile(rf"^(```{language}\n)(.*?)(^```$)", flags=re.MULTILINE | re.DOTALL)
