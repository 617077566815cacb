"""Mutants of the package: small faults that a program puts into the code, and the tests that notice them.

    python -m tests.mutants --count 150 --seed 1       150 random mutants, each against the tests nearest to it
    python -m tests.mutants zchomp/proof/strategy_verifier.py --tests tests/posets/test_verifier.py
                                                       all mutants of some modules, against some tests

A mutant changes one thing: a comparison, an operator, a number, a condition, or it leaves a statement out. It is put
into a copy of the tree, and is *killed* if a test fails that passes without it. What survives is a gap in the tests, or
is explained: a line of tests/equivalent_mutants.txt says why no test can see it. `--out FILE` writes the table of all
verdicts, which is tests/mutants.txt for the run of 150. This takes long, and belongs to the nights, not to a push.

Each mutant is tested in a fork of this process, which has loaded pytest but nothing of zchomp. The tests that killed
mutants of the same module come first, and the run ends at the first failure.
"""

import argparse
import ast
import contextlib
import copy
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import hypothesis  # noqa: F401 (loaded once, for all forks)
import pytest

ROOT = Path(__file__).parent.parent
TABLE, EXPLAINED = ROOT / "tests/mutants.txt", ROOT / "tests/equivalent_mutants.txt"
MEMORY, SECONDS, PATIENCE = 8 << 30, 100, 1200
"""A mutant must not use up the machine: bytes, seconds of processor time in a test, and seconds in all."""
LEFT, FAULT = 70, 71
"""The exit codes if a mutant ends Python where it is loaded, and if this program has a fault."""
NEAREST = 6
"""So many files of tests are run for a module, besides its own doctests."""
SPENT = "the budget is spent"

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

    number: int
    """Which one it is of those in the same function with the same text, from 1."""

    def __str__(self) -> str:
        """The mutant in words that do not depend on its line."""
        change = f"{flat(self.before)} -> {flat(self.after)}{f' #{self.number}' if self.number > 1 else ''}"
        return f"{self.module} | {self.function or '(module)'} | {change}"


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
    found: dict[tuple[int, int, str], tuple[str, int]] = {}
    for function, node, changed in changes(ast.parse(source)):
        start, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
        after = ast.unparse(changed) if isinstance(changed, ast.stmt) else f"({ast.unparse(changed)})"
        found.setdefault((start, end, after), (function, node.lineno))  # type: ignore[attr-defined]
    module, mutants, alike = path.relative_to(ROOT).as_posix(), [], Counter[tuple[str, str, str]]()
    for (first, last, after), (function, row) in sorted(found.items()):
        before = encoded[first:last].decode()
        alike[function, flat(before), flat(after)] += 1
        number = alike[function, flat(before), flat(after)]
        mutants.append(Mutant(module, function, row, first, last, before, after, number))
    return mutants


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
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case ast.Raise():  # what an error says
            return True
        case ast.Expr(value=ast.Constant()):  # a docstring
            return True
        case ast.keyword(arg="strict"):  # an assertion of zip
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


def with_change(mutant: Mutant, tree: Path) -> bytes:
    """The text of a module with a mutant."""
    text = (tree / mutant.module).read_bytes()
    return text[: mutant.start] + mutant.after.encode() + text[mutant.end :]


@contextlib.contextmanager
def applied(mutant: Mutant, tree: Path) -> Iterator[None]:
    """Put a mutant into a copy of the tree, and take it out again. The file looks older, so that it is read afresh."""
    path = tree / mutant.module
    text, status = path.read_bytes(), path.stat()
    (tree / "notes.txt").write_text("\n")
    path.write_bytes(with_change(mutant, tree))
    then = status.st_mtime - 1 - random.random() * 10**6
    os.utime(path, (then, then))
    try:
        yield
    finally:
        path.write_bytes(text)
        os.utime(path, (status.st_atime, status.st_mtime))


def is_compiled(module: str, tree: Path) -> bool:
    """Whether a module, or one that imports it, is compiled by numba, which keeps what it has compiled on disk."""
    name = module.removesuffix(".py").replace("/", ".")
    compiled = [path for path in (tree / "zchomp").rglob("*.py") if "@compile_" in path.read_text()]
    return any(path == tree / module or f"from {name} import" in path.read_text() for path in compiled)


# The tests that are nearest to a mutant, by names.


def nearest(mutants: Sequence[Mutant], files: dict[str, str]) -> list[str]:
    """The doctests of a module, then the tests whose path or text names the module or the functions, best first."""
    path = Path(mutants[0].module)
    folder, name = path.parts[1:-1], path.stem.removeprefix("_")
    module = ".".join([*path.parts[:-1], path.stem])
    words = {word for mutant in mutants for word in mutant.function.split(".") if word and not word.startswith("__")}
    public = {word.lstrip("_") for word in words}

    def score(test: str) -> int:
        text, parts = files[test], Path(test).parts
        return (
            20 * (parts[1:-1] == folder and parts[-1] == f"test_{name}.py")
            + 8 * (name in parts[-1])
            + 6 * (module in text)
            + 5 * bool(folder and parts[1:-1] and folder[0] == parts[1])
            + 5 * (parts[-1] == "test_golden.py" and (name == "words" or folder == ("terminal",)))
            + 3 * any(re.search(rf"\b{word}\b", text) for word in words | public)
        )

    scores = {test: score(test) for test in files}
    ranked = sorted((test for test in files if scores[test] >= 5), key=lambda test: (-scores[test], test))
    return [path.as_posix(), *ranked[:NEAREST]]


def test_files() -> dict[str, str]:
    """The texts of all files of tests but those of pages in a browser, of proofs in Coq, and of the repository."""
    paths = (path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "tests").rglob("test_*.py")))
    apart = re.compile(r"tests/web/|/test_coq|tests/test_tools|tests/docs/")
    return {path: (ROOT / path).read_text() for path in paths if not apart.search(path)}


# The run.


class Watch:
    """A plugin of pytest: notes the first test that fails, kills one that does not end, and stops after a budget."""

    def __init__(self, notes: Path, budget: float) -> None:
        self.notes, self.budget, self.began = notes, budget, time.process_time()

    def is_spent(self) -> bool:
        """Whether the budget of processor time is spent."""
        return time.process_time() > self.began + self.budget

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Begin a test, unless the time is over."""
        if self.is_spent():
            item.session.shouldstop = SPENT
            pytest.skip(SPENT)
        self.notes.write_text(f"{item.nodeid}\nno end")
        signal.setitimer(signal.ITIMER_PROF, SECONDS)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep the name of a test that fails."""
        if report.failed:
            self.notes.write_text(f"{report.nodeid}\nfails")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Keep the name of a file of tests that cannot be read."""
        if report.failed:
            self.notes.write_text(f"{report.nodeid}\nfails")


def copied(folder: Path) -> Path:
    """A copy of the tree, without history and environments."""
    ignored = shutil.ignore_patterns(".git", ".venv", "build", ".mypy_cache", ".ruff_cache", ".hypothesis", "html")
    return Path(shutil.copytree(ROOT, folder / "tree", ignore=ignored, symlinks=True))


def in_child(body: Callable[[], int]) -> int:
    """The status of a fork that does something, and ends after some seconds with all that it has started."""
    if child := os.fork():
        done, status, until = 0, 0, time.monotonic() + PATIENCE
        while not done and time.monotonic() < until:
            time.sleep(0.02)
            done, status = os.waitpid(child, os.WNOHANG)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        return os.waitstatus_to_exitcode(status if done else os.waitpid(child, 0)[1])
    code = FAULT
    try:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        code = body()
        sys.stdout.flush()
    except SystemExit:
        code = LEFT
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(code)


def run_pytest(tree: Path, tests: Sequence[str], budget: float, kernels: str = "kernels") -> int:
    """Run pytest in a copy of the tree; what it says goes to a file there, and compiled code to a folder beside it."""
    os.chdir(tree)
    output = os.open("said.txt", os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
    for stream, number in ((os.open(os.devnull, os.O_RDONLY), 0), (output, 1), (output, 2)):
        os.dup2(stream, number)
    os.environ["PYTHONPATH"] = str(tree)
    os.environ["NUMBA_CACHE_DIR"] = str(tree.parent / kernels)
    os.environ["TMPDIR"] = tempfile.tempdir = str(tree.parent)
    sys.path[:] = [str(tree), *(name for name in sys.path if name and Path(name) != ROOT)]
    for name in [name for name in sys.modules if name.partition(".")[0] in {"tests", "zchomp"}]:
        del sys.modules[name]
    usual = ["-x", "-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
    return int(pytest.main([*usual, *tests], plugins=[Watch(tree / "notes.txt", budget)]))


def killed_by(tree: Path, code: int) -> str:
    """What killed a mutant, after tests that ended with a status; empty if it survived."""
    if code in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return ""
    if code == FAULT:
        raise RuntimeError((tree / "said.txt").read_text())
    if code == LEFT:
        return "ending Python"
    test, _, what = (tree / "notes.txt").read_text().partition("\n")
    if what == "fails":
        return test
    if code == pytest.ExitCode.INTERRUPTED and SPENT in (tree / "said.txt").read_text():
        return ""
    return f"{test} (signal {-code})" if code < 0 else f"exit code {code}"


def judge(mutants: Sequence[Mutant], tree: Path, tests: Sequence[str], budget: float) -> dict[Mutant, str]:
    """The verdicts on some mutants of one module."""
    kills: dict[str, None] = {}
    verdicts = {}
    kernels = "new kernels" if is_compiled(mutants[0].module, tree) else "kernels"
    for mutant in mutants:
        shutil.rmtree(tree.parent / "new kernels", ignore_errors=True)
        with applied(mutant, tree):
            code = in_child(partial(run_pytest, tree, [*reversed(kills), *tests], budget, kernels))
        found = killed_by(tree, code)
        if "::" in found:
            test = without_parameters(found)
            kills.pop(test, None)
            kills[test] = None
        verdicts[mutant] = f"killed by {found}" if found else "SURVIVED"
        sys.stdout.write(f"{verdicts[mutant]:.100} | line {mutant.line} | {mutant}\n")
        sys.stdout.flush()
    if kills and in_child(partial(run_pytest, tree, [*kills], PATIENCE)) != pytest.ExitCode.OK:
        raise SystemExit(f"a test that killed mutants fails without them:\n{(tree / 'said.txt').read_text()}")
    return verdicts


def without_parameters(test: str) -> str:
    """The name of a test, for all its parameters."""
    return re.split(r"[\[ ]", test)[0]


def rows_of(table: Path) -> dict[str, str]:
    """What a table says about mutants, by their names: the verdicts, or why no test can see them."""
    lines = [line for line in table.read_text().splitlines() if line and not line.startswith("#")]
    return {name.strip(): what.strip() for name, _, what in (line.partition(" :: ") for line in lines)}


def main(arguments: Sequence[str]) -> int:
    """Run mutants and print their table."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("modules", nargs="*", help="modules of zchomp; all without names")
    parser.add_argument("--count", type=int, default=0, help="so many mutants, chosen at random; 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", nargs="+", default=[], help="the tests, instead of those that are nearest")
    parser.add_argument("--budget", type=float, default=60, help="seconds of processor time for the tests of a mutant")
    parser.add_argument("--out", type=Path, help="write the table to a file")
    parser.add_argument("--again", action="store_true", help="run only those that the table in the file does not kill")
    given = parser.parse_args(arguments)
    paths = [Path(name).resolve() for name in given.modules] or sorted((ROOT / "zchomp").rglob("*.py"))
    mutants = [mutant for path in paths for mutant in mutants_of(path)]
    if given.count:
        mutants = chosen(mutants, given.count, given.seed)
    before = rows_of(given.out) if given.again else {}
    verdicts = {one: before[str(one)] for one in mutants if before.get(str(one), "").startswith("killed")}
    modules = defaultdict(list)
    for mutant in mutants:
        if mutant not in verdicts:
            modules[mutant.module].append(mutant)
    files, why = test_files(), rows_of(EXPLAINED)
    with tempfile.TemporaryDirectory(prefix="zchomp-mutants-") as folder:
        Path(folder).chmod(0o755)  # some tests are run as another user
        tree = copied(Path(folder))
        for group in modules.values():
            verdicts |= {mutant: f"explained: {why[str(mutant)]}" for mutant in group if str(mutant) in why}
            if rest := [mutant for mutant in group if str(mutant) not in why]:
                verdicts |= judge(rest, tree, given.tests or nearest(rest, files), given.budget)
            if given.out:
                lines = sorted(f"{mutant} :: {verdict}\n" for mutant, verdict in verdicts.items())
                words = " ".join(word for word in arguments if word != "--again")
                head = f"# made by python -m tests.mutants {words}\n# {summary(verdicts, len(mutants))}\n"
                given.out.write_text(head + "".join(lines))
    sys.stdout.write(f"{summary(verdicts, len(mutants))}\n")
    return 1 if "SURVIVED" in verdicts.values() else 0


def chosen(mutants: Sequence[Mutant], count: int, seed: int) -> list[Mutant]:
    """Some mutants at random. Most stay the same if the code changes elsewhere, or if a module gets a new folder."""

    def lot(mutant: Mutant) -> float:
        return random.Random(f"{seed} {str(mutant)[len(mutant.module) :]} {Path(mutant.module).name}").random()

    return sorted(mutants, key=lot)[:count]


def summary(verdicts: dict[Mutant, str], count: int) -> str:
    """How many mutants were killed, explained, and survived, of how many that were run."""
    found = Counter(re.split(r"[: ]", verdict)[0] for verdict in verdicts.values())
    run = f"{len(verdicts)} mutants" + (f" of {count}" if len(verdicts) < count else "")
    return f"{run}: {found['killed']} killed, {found['explained']} explained, {found['SURVIVED']} survived"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
