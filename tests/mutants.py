"""Mutants of the package: small faults that a program puts into the code, and the tests that notice them.

    python -m tests.mutants map                        which tests reach which functions (runs the tests once, slowly)
    python -m tests.mutants run --count 150 --seed 1   150 random mutants against the tests that reach them
    python -m tests.mutants run zchomp/posets/verifier.py --tests tests/posets/test_verifier.py
                                                       all mutants of some modules, against some tests

A mutant changes one thing: a comparison, an operator, a number, a condition, or it leaves a statement out. It is put
into a copy of the tree, and is *killed* if a test fails. What survives is a gap in the tests, or is explained: a line
of tests/equivalent_mutants.txt says why no test can see it. `--out FILE` writes the table of all verdicts, which is
tests/mutants.txt for the run of 150. This takes long, and belongs to the nights, not to a push.
"""

import argparse
import ast
import copy
import json
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL, STDOUT, Popen, TimeoutExpired, run
from types import CodeType, FrameType

import pytest

ROOT = Path(__file__).parent.parent
MAP = ROOT / "build" / "mutants"
EXPLAINED = Path(__file__).parent / "equivalent_mutants.txt"
MEMORY = 8 << 30
"""A mutant must not use up the machine."""

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
CALLS = {"min": "max", "max": "min", "all": "any", "any": "all"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one module: the text from ``start`` to ``end`` becomes ``after``."""

    module: str
    function: str
    """The function that is changed, as `Class.method`; empty for the body of the module."""
    line: int
    start: int
    end: int
    before: str
    after: str

    def __str__(self) -> str:
        """The mutant in words that do not depend on its line."""
        return f"{self.module} | {self.function or '(module)'} | {flat(self.before)} -> {flat(self.after)}"


def flat(text: str) -> str:
    """A text on one line."""
    return " ".join(text.split())


def mutants_of(path: Path) -> list[Mutant]:
    """All mutants of a module, in the order of the code."""
    source = path.read_text()
    encoded = source.encode()
    starts = [0]
    for line in encoded.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found: dict[tuple[int, int, str], Mutant] = {}
    for function, node, changed in changes(ast.parse(source)):
        start, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        before = encoded[start:end].decode()
        after = ast.unparse(changed) if isinstance(changed, ast.stmt) else f"({ast.unparse(changed)})"
        module = path.relative_to(ROOT).as_posix()
        found.setdefault((start, end, after), Mutant(module, function, node.lineno, start, end, before, after))  # type: ignore[attr-defined]
    return [found[key] for key in sorted(found)]


def changes(tree: ast.AST, function: str = "") -> Iterator[tuple[str, ast.AST, ast.AST]]:
    """Every node that can be changed, with its function and its change; types, names and texts are left alone."""
    for field, value in ast.iter_fields(tree):
        if field in {"annotation", "returns", "decorator_list", "msg"}:
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST) or is_left_alone(node):
                continue
            inside = function
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                inside = f"{function}.{node.name}".lstrip(".")
            yield from ((inside, node, changed) for changed in changed_nodes(node))
            yield from changes(node, inside)


def is_left_alone(node: ast.AST) -> bool:
    """Whether a node is about types, names or texts."""
    match node:
        case ast.JoinedStr() | ast.Import() | ast.ImportFrom():
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case ast.Raise():  # what an error says
            return True
        case ast.Expr(value=ast.Constant()):  # a docstring
            return True
    return False


def changed_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The changes of one node, without those of its parts."""
    match node:
        case ast.Compare(ops=operators):
            for i, operator in enumerate(operators):
                changed = copy.copy(node)
                changed.ops = [*operators[:i], SWAPS[type(operator)](), *operators[i + 1 :]]  # type: ignore[list-item]
                yield changed
        case ast.BinOp(op=ast.AST() as operation) | ast.BoolOp(op=operation) if type(operation) in SWAPS:
            swapped = copy.copy(node)
            swapped.op = SWAPS[type(operation)]()  # type: ignore[assignment]
            yield swapped
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield ast.Constant(value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in CALLS:
            called = copy.copy(node)
            called.func = ast.Name(CALLS[name])
            yield called
        case ast.AugAssign() | ast.Expr() | ast.Break() | ast.Continue():
            yield ast.Pass()


def apply(mutant: Mutant, tree: Path) -> None:
    """Put a mutant into a copy of the tree.

    The file looks older than it is, so that Python reads it afresh and numba keeps what it has compiled, unless the
    module itself is compiled.
    """
    path = tree / mutant.module
    text = (ROOT / mutant.module).read_bytes()
    path.write_bytes(text[: mutant.start] + mutant.after.encode() + text[mutant.end :])
    if b"compile_" not in text:
        then = (ROOT / mutant.module).stat().st_mtime - 1 - random.random() * 10**6
        os.utime(path, (then, then))


def restore(mutant: Mutant, tree: Path) -> None:
    """Take a mutant out again."""
    shutil.copy2(ROOT / mutant.module, tree / mutant.module)


# The map: a plugin of pytest that notes which functions each test calls.


class Recorder:
    """Notes the functions that each test calls, and writes them when the tests are over."""

    def __init__(self) -> None:
        self.codes: dict[int, CodeType] = {}
        self.found: dict[str, tuple[float, list[str]]] = {}

    def trace(self, frame: FrameType, _event: str, _argument: object) -> None:
        """Note a call."""
        self.codes[id(frame.f_code)] = frame.f_code

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Note the calls of a test, of what it sets up too."""
        self.codes.clear()
        began = time.process_time()
        threading.settrace(self.trace)
        sys.settrace(self.trace)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)
            inside = f"{ROOT}/zchomp/"
            names = {
                f"{code.co_filename.removeprefix(f'{ROOT}/')}:{code.co_qualname.replace('.<locals>', '')}"
                for code in self.codes.values()
                if code.co_filename.startswith(inside)
            }
            self.found[item.nodeid] = (time.process_time() - began, sorted(names))

    def pytest_sessionfinish(self) -> None:
        """Write what was found: each worker a file of its own."""
        if self.found:
            MAP.mkdir(parents=True, exist_ok=True)
            (MAP / f"{os.getpid()}.json").write_text(json.dumps(self.found))


def pytest_configure(config: pytest.Config) -> None:
    """Register the recorder, if this module is loaded as a plugin."""
    config.pluginmanager.register(Recorder())


def make_map(arguments: Sequence[str]) -> int:
    """Run the tests once with the recorder."""
    shutil.rmtree(MAP, ignore_errors=True)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutants", "-n", "auto", "--dist", "loadfile"]
    return run([*command, *arguments], cwd=ROOT, check=False).returncode


def read_map() -> dict[str, list[tuple[float, str]]]:
    """For each function, and each module, the tests that reach it, the quickest first."""
    reached = defaultdict(list)
    for path in MAP.glob("*.json"):
        for test, (seconds, names) in json.loads(path.read_text()).items():
            for name in {*names, *(name.partition(":")[0] for name in names)}:
                reached[name].append((seconds, test))
    return {name: sorted(tests) for name, tests in reached.items()}


# The run.


def tests_for(mutant: Mutant, reached: dict[str, list[tuple[float, str]]], budget: float) -> list[str]:
    """The tests that reach the function of a mutant, the quickest first, as many as fit into the budget of seconds."""
    names = [mutant.module if not mutant.function else f"{mutant.module}:{mutant.function}", mutant.module]
    tests: list[str] = []
    seconds = 0.0
    for one, test in next((reached[name] for name in names if name in reached), []):
        seconds += one
        if tests and seconds > budget:
            break
        tests.append(test)
    return tests


def copied(folder: Path) -> Path:
    """A copy of the tree, without history and environments."""
    ignored = shutil.ignore_patterns(".git", ".venv", "build", ".mypy_cache", ".ruff_cache", ".hypothesis", "html")
    return Path(shutil.copytree(ROOT, folder / "tree", ignore=ignored, symlinks=True))


def killer(mutant: Mutant, tree: Path, tests: list[str], seconds: float) -> str | None:
    """The first test that fails with a mutant, or None if it survives."""
    apply(mutant, tree)
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    try:
        with (
            (tree / "said.txt").open("w+") as said,
            Popen(
                command,
                cwd=tree,
                env={**os.environ, "PYTHONPATH": str(tree)},
                stdout=said,
                stderr=STDOUT,
                stdin=DEVNULL,
                start_new_session=True,
            ) as child,
        ):
            resource.prlimit(child.pid, resource.RLIMIT_AS, (MEMORY, MEMORY))
            try:
                code = child.wait(seconds)
            except TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                return "no end"
            said.seek(0)
            failed = re.findall(r"^(?:FAILED|ERROR) (\S+)", said.read(), re.MULTILINE)
        return None if code in (0, 5) else failed[0] if failed else f"exit code {code}"
    finally:
        restore(mutant, tree)


def explanations() -> dict[str, str]:
    """Why some mutants change nothing that a test could see."""
    if not EXPLAINED.exists():
        return {}
    lines = [line for line in EXPLAINED.read_text().splitlines() if line and not line.startswith("#")]
    return {name.strip(): why.strip() for name, _, why in (line.partition(" :: ") for line in lines)}


def main(arguments: Sequence[str]) -> int:
    """Make the map, or run mutants and print their table."""
    if arguments[:1] == ["map"]:
        return make_map(arguments[1:])
    parser = argparse.ArgumentParser(prog="python -m tests.mutants run", description=__doc__)
    parser.add_argument("modules", nargs="*", help="modules of zchomp; all without names")
    parser.add_argument("--count", type=int, default=0, help="so many mutants, chosen at random; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", nargs="+", default=[], help="the tests, instead of those of the map")
    parser.add_argument("--budget", type=float, default=120, help="seconds of tests for each mutant, by the map")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, help="write the table to a file")
    given = parser.parse_args(arguments[1:])
    paths = [Path(name).resolve() for name in given.modules] or sorted((ROOT / "zchomp").rglob("*.py"))
    mutants = [mutant for path in paths for mutant in mutants_of(path)]
    if given.count:
        mutants = random.Random(given.seed).sample(mutants, given.count)
    reached = {} if given.tests else read_map()
    why = explanations()
    with tempfile.TemporaryDirectory(prefix="zchomp-mutants-") as folder, ThreadPoolExecutor(given.jobs) as pool:
        trees = [copied(Path(folder) / str(job)) for job in range(given.jobs)]
        free = list(trees)

        def judged(mutant: Mutant) -> tuple[Mutant, str]:
            tree = free.pop()
            try:
                tests = given.tests or tests_for(mutant, reached, given.budget)
                if str(mutant) in why:
                    verdict = f"equivalent: {why[str(mutant)]}"
                elif not tests:
                    verdict = "SURVIVED: no test reaches it"
                else:
                    found = killer(mutant, tree, tests, 60 + 10 * given.budget)
                    verdict = f"killed by {found}" if found else "SURVIVED"
            finally:
                free.append(tree)
            sys.stdout.write(f"{verdict:.100} | line {mutant.line} | {mutant}\n")
            sys.stdout.flush()
            return mutant, verdict

        verdicts = list(pool.map(judged, mutants))
    table = [f"{mutant} :: {verdict}" for mutant, verdict in verdicts]
    survivors = [mutant for mutant, verdict in verdicts if verdict.startswith("SURVIVED")]
    explained = sum(verdict.startswith("equivalent") for _, verdict in verdicts)
    killed = len(verdicts) - len(survivors) - explained
    summary = f"{len(verdicts)} mutants: {killed} killed, {explained} explained, {len(survivors)} survived"
    if given.out:
        head = f"# made by python -m tests.mutants {' '.join(arguments)}\n# {summary}\n"
        given.out.write_text(head + "".join(f"{line}\n" for line in sorted(table)))
    sys.stdout.write(f"{summary}\n")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
