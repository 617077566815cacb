"""Questions of absurd size are answered or refused, in one line and in little memory.

Every call runs in a separate process with limited address space. Nothing is asserted about time, which is printed
with the peak memory (`pytest -rP` shows it). The limits of `zchomp.core.limits` should keep it to a few seconds.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from random import Random
from time import monotonic
from typing import NamedTuple

import pytest

from tests.posets.orders import mirror_file
from tests.support import ROOT, TESTS, run_python
from zchomp.proof.strategy_verifier import FORMAT

pytest.importorskip("resource")

MEGABYTE = 2**20
ADDRESS_SPACE = 1536 * MEGABYTE
"""How much a child may map beyond what importing the command line takes."""

MEMORY = 400
"""The maximum peak memory of a call, in megabytes."""

MESSAGE = 600
"""The longest message, in characters."""

STARTER = """
import importlib, json, os, pkgutil, resource, sys, traceback
from pathlib import Path
import networkx, numba
import zchomp.cli
from tests.memory import peak_memory
from zchomp.cli import main

for module in pkgutil.iter_modules(zchomp.cli.__path__, "zchomp.cli."):
    importlib.import_module(module.name)

def status(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * int(next(line for line in lines if line.startswith(name)).split()[1])

def call(given, output, error, peak, arguments):
    for number, (name, how) in enumerate([(given, "r"), (output, "w"), (error, "w")]):
        with open(name, how) as file:
            os.dup2(file.fileno(), number)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")
    try:
        mapped = status("VmSize")
    except OSError:
        mapped = 0
    if mapped:
        resource.setrlimit(resource.RLIMIT_AS, (mapped + int(sys.argv[1]),) * 2)
    code = 70
    try:
        code = main(arguments)
    except SystemExit as done:
        code = done.code or 0
    except BaseException:
        traceback.print_exc()
    finally:
        Path(peak).write_text(str(peak_memory()))
        sys.stdout.flush()
        sys.stderr.flush()
    return code

for line in sys.stdin:
    child = os.fork()
    if not child:
        code = 70
        try:
            code = call(*json.loads(line))
        finally:
            os._exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""A program that has imported all commands and what most need, and starts a process for each call that it reads."""


class Call(NamedTuple):
    """A command, its input, and whether it runs before a release only."""

    arguments: tuple[str, ...]
    given: str = ""
    is_long: bool = False

    def __str__(self) -> str:
        return " ".join(word if len(word) <= 24 else f"{word[:16]}..{len(word)}" for word in self.arguments)


class Answer(NamedTuple):
    """The result of a call."""

    code: int
    output: str
    error: str
    peak: float
    seconds: float


def read_call(line: str) -> Call:
    """A line of calls.txt: a command of words without spaces, and its input, whose lines end with |.

    {3*xy} stands for xyxyxy, and {3..1} for 3,2,1. Commands after ! take two thirds of the time: they run before a
    release, and are also called for what is refused.
    """
    text = re.sub(r"\{(\d+)\*(.*?)\}", lambda match: int(match[1]) * match[2], line.removeprefix("! "))
    text = re.sub(r"\{(\d+)\.\.1\}", lambda match: ",".join(map(str, range(int(match[1]), 0, -1))), text)
    command, _, given = text.partition(" < ")
    return Call(tuple(command.split()), given.replace("|", "\n"), is_long=line.startswith("! "))


LINES = (TESTS / "hostile" / "calls.txt").read_text().splitlines()
CALLS = [read_call(line) for line in LINES if not line.startswith("#")]


def write_files(folder: Path) -> None:
    """The files that the calls read."""
    random, size = Random(1), 1000
    orders = {
        "star": [(0, x) for x in range(1, size)],
        "costar": [(x, 0) for x in range(1, size)],
        "fence": [(x, x + 1) if x % 2 else (x + 1, x) for x in range(size - 1)],
        "tree": [((x - 1) // 2, x) for x in range(1, size)],
        "cotree": [(x, (x - 1) // 2) for x in range(1, size)],
        "chain": [(x, x + 1) for x in range(size - 1)],
        "crown": [(x, 100 + y) for x in range(60) for y in range(60) if x != y],
        "random": sorted({(x, y) for x, y in (sorted(random.sample(range(size), 2)) for _ in range(3000))}),
        "pairs": [(x, size + x) for x in range(500)],
        "many": [(0, x) for x in range(1, 700_000)],
    }
    for name, pairs in orders.items():
        (folder / f"{name}.edges").write_text("".join(f"{x} {y}\n" for x, y in pairs))
    for name, elements in (("chain5000", 5000), ("chain12000", 12_000)):
        write_strategy(folder / f"{name}.jsonl", elements, [(x, x + 1) for x in range(elements - 1)])
    write_strategy(folder / "pairs5000.jsonl", 5000, [(x, y) for x in range(700) for y in range(700, 1400)])
    (folder / "digits.jsonl").write_text("9" * 20_000_000)
    (folder / "deep.jsonl").write_text("[" * 2_000_000)
    claim = {"game": "chomp", "rows": 9, "nim": 9, "upto": 9 * 10**17}
    header = {"format": "zchomp-certificate 1", "claim": claim, "mode": "full", "producer": "zchomp"}
    (folder / "claim.jsonl").write_text(f"{json.dumps(header, separators=(',', ':'))}\n")
    (folder / "deep.json").write_text("[" * 2_000_000)
    (folder / "names.json").write_text(f'{{"elements": [{"[" * 900}1{"]" * 900}], "covers": []}}')
    (folder / "number.json").write_text(f'{{"elements": [{"9" * 9_000_000}], "covers": []}}')
    (folder / "covers.json").write_text(json.dumps({"covers": [[x, x + 1] for x in range(500_000)]}))
    nodes = "".join(f'<node id="{x}"/>' for x in range(500_000))
    graph = f'<graph edgedefault="directed">{nodes}</graph>'
    (folder / "many.graphml").write_text(f'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">{graph}</graphml>')


def write_strategy(path: Path, elements: int, covers: list[tuple[int, int]]) -> None:
    """A strategy of a position with only the poison left."""
    fields = {
        "format": FORMAT,
        "elements": [str(x) for x in range(elements)],
        "covers": [(str(x), str(y)) for x, y in covers],
        "poison": "0",
        "taken": ["1"],
        "mirrors": [],
    }
    path.write_bytes(mirror_file(fields))


class Starter:
    """A program that starts a process for each call, one at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.program = subprocess.Popen(
            [sys.executable, "-c", STARTER, str(ADDRESS_SPACE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )

    def run(self, asked: Call, number: int) -> Answer:
        """Run a command in a separate process."""
        given, output, error, peak = (self.folder / f"{number}.{name}" for name in ("given", "out", "err", "peak"))
        given.write_text(asked.given)
        start = monotonic()
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        files = [str(path) for path in (given, output, error, peak)]
        self.program.stdin.write(f"{json.dumps([*files, asked.arguments])}\n")
        self.program.stdin.flush()
        code = int(self.program.stdout.readline())
        said, complained = (path.read_text(errors="replace") for path in (output, error))
        found = int(peak.read_text()) / MEGABYTE if peak.exists() else 0
        return Answer(code, said, complained, found, monotonic() - start)

    def close(self) -> None:
        """End the program."""
        self.program.communicate()


@pytest.fixture(scope="module")
def answers(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[int], Answer]]:
    """The answers to the calls under test, two at a time."""
    folder = tmp_path_factory.mktemp("sizes")
    write_files(folder)
    wanted: list[int] = [
        item.callspec.params["number"]  # type: ignore[misc]
        for item in request.session.items
        if isinstance(item, pytest.Function) and item.function is test_sizes
    ]
    free: SimpleQueue[Starter] = SimpleQueue()
    starters = [Starter(folder) for _ in range(2)]
    for starter in starters:
        free.put(starter)

    def run(number: int) -> Answer:
        starter = free.get()
        try:
            return starter.run(CALLS[number], number)
        finally:
            free.put(starter)

    with ThreadPoolExecutor(max_workers=len(starters)) as pool:
        running: dict[int, Future[Answer]] = {n: pool.submit(run, n) for n in wanted}
        yield lambda number: running[number].result()
    for starter in starters:
        starter.close()


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(number, id=str(one), marks=[pytest.mark.release] if one.is_long else [])
        for number, one in enumerate(CALLS)
    ],
)
def test_sizes(number: int, answers: Callable[[int], Answer]) -> None:
    """A question of absurd size is answered or refused in one line, without a traceback and in little memory."""
    found = answers(number)
    sys.stdout.write(f"{found.seconds:.1f} s, {found.peak:.0f} MB, exit {found.code}\n")
    assert "Traceback" not in found.output + found.error
    assert "internal error" not in found.error
    assert found.code in {0, 1, 2}
    assert len(found.error) <= MESSAGE
    assert found.error.count("\n") <= 1
    assert found.output or found.error
    assert 0 < found.peak <= MEMORY


def test_there_are_enough_calls() -> None:
    """Every command is called, and there are more than sixty calls."""
    from zchomp.cli.commands import LISTED

    assert len(CALLS) > 60
    assert {one.arguments[0] for one in CALLS} == set(LISTED)
    poset = {one.arguments[1] for one in CALLS if one.arguments[0] == "poset"}
    assert poset >= {"boolean", "subsets", "graph", "projective", "chains", "divisors", "bar", "file"}


def test_a_low_limit_of_digits() -> None:
    """Numbers of 700 digits are solved even if Python may read only 640."""
    command = f"import sys; from zchomp.cli import main; sys.exit(main(['solve', '1{'0' * 700},5', '--no-library']))"
    result = run_python(command, PYTHONINTMAXSTRDIGITS="640")
    assert (result.returncode, result.stderr) == (0, "")
    assert "row 1, column 7  to the loser (6, 5)" in result.stdout
