"""Questions of absurd size are answered or refused, in one line and in little memory.

Every call runs in a separate process with limited address space. Nothing is asserted about time, which is printed
with the peak memory (`pytest -rP` shows it). The limits of `zchomp.limits` should keep it to a few seconds.
"""

import json
import os
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
from tests.support import ROOT, run_python
from zchomp.posets.verifier import FORMAT

pytest.importorskip("resource")

MEGABYTE = 2**20
ADDRESS_SPACE = 1536 * MEGABYTE
"""How much a child may map beyond what importing the command line takes."""

MEMORY = 400
"""The maximum peak memory of a call, in megabytes."""

MESSAGE = 600
"""The longest message, in characters."""

STARTER = """
import json, os, resource, sys, traceback
from pathlib import Path
from tests.memory import peak_memory
from zchomp.cli import main

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
"""A program that has imported the command line, and starts a process for each call that it reads."""

BIG = "9" * 15
HUGE = "9" * 4000


class Call(NamedTuple):
    """A command, its input, the memory that it may take, in megabytes, and whether it runs before a release only."""

    arguments: tuple[str, ...]
    given: str = ""
    memory: int = MEMORY
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


def call(text: str, given: str = "", memory: int = MEMORY) -> Call:
    """A command of words without spaces."""
    return Call(tuple(text.split()), given, memory)


def long(text: str) -> Call:
    """A command that takes long. The long ones take two thirds of the time, and are also called for what is refused."""
    return call(text)._replace(is_long=True)


def equal(row: object, count: int) -> str:
    """A bar of equal rows."""
    return f"({','.join([str(row)] * count)})"


def stairs(count: int) -> str:
    """A bar whose rows get shorter by one."""
    return f"({','.join(map(str, range(count, 0, -1)))})"


def hook(right: object, below: int) -> str:
    """A first row and rows of one square."""
    return f"({right}{',1' * below})"


CALLS = [
    # The calls that got out of hand in version 0.1.
    call("height (100000000)"),
    call("graph (20000)"),
    call("solve (1000000000)+(5)"),
    call(f"solve {equal(1, 500)}"),
    call("poset graph star 300"),
    call("poset graph path 500"),
    call("poset graph wheel 300"),
    *(call(f"poset file {name}.edges") for name in ("star", "fence", "tree")),
    call("theorem 2498"),
    call("grundy 0 --nim 2498"),
    call("losers 1 --rows 2400"),
    call("losers 0 --rows 1100"),
    call("verify chain12000.jsonl"),
    call("library --library chain12000.jsonl"),
    call("library add chain12000.jsonl --library new.sqlite3"),
    call(f"library export --upto {BIG} --library new.sqlite3"),
    call(f"library remove --rows {BIG} --nim {BIG} --upto {BIG} --library new.sqlite3"),
    # One bar.
    call(f"solve ({HUGE})"),
    call(f"solve ({HUGE},{HUGE})"),
    call(f"solve ({HUGE},{HUGE},{HUGE})"),
    call(f"solve ({HUGE},{HUGE},100)"),
    call(f"solve {'9' * 100_000}"),
    call(f"solve {hook(HUGE, 500)}"),
    call(f"solve {hook(5000, 4999)}"),
    call(f"solve {equal(1, 20_000)}"),
    call(f"solve {equal(2, 10_000)}"),
    call(f"solve {equal(1_000_000, 1000)}"),
    call(f"solve {stairs(1000)}"),
    call(f"solve {equal(12, 12)}"),
    call(f"solve {equal(20, 4)}"),
    call(f"solve (100,{equal(2, 90)[1:]}"),
    call("solve (2400,2400,2400)"),
    call("solve (100000000,4,3,2,1)"),
    call(f"solve {'(' * 100_000}"),
    call(f"solve [{'0,' * 60_000}1]"),
    call("solve 5^1000000000"),
    call(f"solve 1^{HUGE}"),
    call(f"solve {HUGE}x{HUGE}"),
    call(f"solve {HUGE}^250"),
    call(f"solve {HUGE}^100000"),
    call("solve 2^100000"),
    call("solve 100000x100000"),
    call("solve 300^50000,299^50000"),
    call("solve [0^99999,1]"),
    call(f"solve {'1 ' * 60_000}"),
    call(f"solve 3{' ' * 100_000}2"),
    call(f"solve {'3x' * 60_000}"),
    # Sums.
    call(f"solve {'+'.join(['1^100000'] * 14_000)}"),
    call("solve 1^50000+1^49999"),
    call(f"solve ({HUGE})+({HUGE},1)+(7)"),
    call("solve (100000,90000)+(100000,100)"),
    long("solve (400,400,300)+(5,4)"),
    call("solve (390,10)+(2)"),
    call("solve (60,60,50)+(2)"),
    call(f"solve {'+'.join(['(5,4,3)'] * 10_000)}"),
    call(f"solve {'+'.join(['(1)'] * 30_000)}"),
    # Lists and tables.
    call(f"losers {BIG}"),
    call(f"losers {BIG} --rows {BIG}"),
    long("losers 2498"),
    call("losers 2 --rows 70"),
    call("losers 20 --rows 5"),
    call(f"losers --tail {equal(1, 3000)}"),
    call(f"losers --tail {equal(2, 60)}"),
    call(f"losers --tail ({HUGE})"),
    call(f"grundy {BIG} --nim {BIG}"),
    call("grundy 5 --nim 400"),
    long("grundy 0 --nim 400 --window 999x999"),
    long("grundy 50 --nim 47"),
    call("winners 2498"),
    call("winners 400 --json"),
    call("winners 1000"),
    long("winners 120"),
    long("winners --tail 650"),
    call(f"winners --tail {equal(1, 2000)}"),
    long("ptable 2498"),
    call(f"ptable {BIG}"),
    call("theorem --upto 2498"),
    call("theorem 400 --latex"),
    call(f"theorem {BIG}"),
    # Heights.
    call(f"height ({HUGE},{HUGE},2)"),
    call(f"height {equal(1, 20_000)}"),
    call("height 1^100000"),
    call(f"height {equal(2, 20_000)}"),
    call(f"height {stairs(500)}"),
    call("height (100000,3,3)"),
    call("height (99999,99999,99999)"),
    call(f"height {equal(3, 1400)}"),
    # Stories and generating functions.
    call("conjectures 2498"),
    call(f"conjectures --tail {equal(1, 2000)}"),
    call("conjectures 150"),
    call("genfun 2498"),
    call("genfun 150"),
    call(f"genfun --tail {equal(9, 9)}"),
    # The chart.
    call("chart 100000"),
    long("chart 499"),
    call(f"chart {BIG}"),
    call("chart --rows 999990:999999 --columns 999990:999999"),
    long("chart --rows 0:0 --columns 0:249999"),
    long("chart --rows 2000:2400 --columns 2000:2600 --csv"),
    call(f"sequence A029899 --terms {BIG}"),
    long("sequence A029899 --terms 1000"),
    long("sequence A147983 --terms 100"),
    call(f"stats --below {BIG}"),
    call("stats --below 2000"),
    call(f"census --upto {BIG}"),
    call("census --upto 2000"),
    call(f"plot chart --upto {BIG} --out p.png"),
    call(f"plot diagonal --upto {BIG} --out p.png"),
    call(f"plot row {BIG} --out p.png"),
    call(f"plot bar ({HUGE}) --out p.png"),
    call(f"plot bar {equal(1, 20_000)} --out p.png"),
    # Game graphs.
    call("graph (1000000000)"),
    call(f"graph ({HUGE},{HUGE})"),
    call(f"graph {equal(1, 19_000)}"),
    call("graph 1^100000"),
    call(f"graph {equal(1, 700)}"),
    call(f"graph {stairs(200)}"),
    call("graph (190,100)"),
    call("graph (19999,1)"),
    long("graph (700)"),
    # Proofs and certificates.
    call(f"prove --upto {BIG}"),
    call(f"prove --rows {BIG} --upto {BIG}"),
    call(f"prove --rows 2 --nim {BIG}"),
    call("prove --rows 2000 --upto 1"),
    call("prove --upto 5000 --method genfun"),
    call(f"prove --upto 50000 --nim 5 --out {'x' * 5000}"),
    call("prove --upto 20 --max-terms 1"),
    *(call(f"verify {name}") for name in ("digits.jsonl", "deep.jsonl", "claim.jsonl")),
    call("web --port 99999999"),
    call("cite"),
    call("doctor"),
    *(call(f"export --coq {name}") for name in ("digits.jsonl", "deep.jsonl", "claim.jsonl")),
    *(call(f"export --csv census {name}") for name in ("digits.jsonl", "deep.jsonl", "claim.jsonl")),
    call(f"export --csv slices {BIG}"),
    call(f"export --csv census {BIG}"),
    call("export --csv slices 23000"),
    call("export --csv losers 100 --columns 0:999999"),
    long("export losers 1000 --columns 0:999 --out l.parquet"),
    long("export slices 2500 --out s.parquet"),
    # Games.
    call("play (1000000000)+(5)", "hint\nquit\n"),
    call(f"play ({HUGE},{HUGE},{HUGE})", f"hint\n{HUGE} {HUGE}\n3 1\nwhy\nquit\n"),
    call(f"play {equal(1, 500)} --first computer", "why\nquit\n"),
    call(f"play {equal(100, 100)}", "hint\n3 3\nhint\nquit\n"),
    call(f"play {hook(HUGE, 3000)}", "hint\nquit\n"),
    call(f"play {stairs(1000)} --json", "hint\nquit\n"),
    call("play (390,10)+(2)", "hint\nquit\n"),
    call(f"play {hook(HUGE, 3000)}+(5)", "hint\nquit\n"),
    call("play (5,4,3)", "hint" * 1_000_000),
    call("play 2^100000", f"hint\nnew {HUGE}^99999\nnew 3x3\nquit\n"),
    # Posets.
    call(f"poset boolean {BIG}"),
    call("poset boolean 9"),
    call("poset subsets 40 --upto 2 --nim"),
    call(f"poset subsets {BIG} --upto {BIG}"),
    call("poset graph K40 --nim"),
    call("poset graph K999"),
    long("poset graph cycle 499 --nim"),
    call("poset graph bipartite 29 30"),
    call("poset graph grid 15 15"),
    call("poset graph hypercube 999"),
    call("poset graph path 500 --json"),
    call("poset projective 4 --nim"),
    call(f"poset projective {BIG}"),
    call("poset chains 999999999x999999999"),
    long("poset chains 10x10x10 --nim"),
    call(f"poset chains {'x'.join(['1'] * 3000)}"),
    long(f"poset chains {'x'.join(['2'] * 9)}"),
    call(f"poset divisors {BIG}"),
    call("poset divisors 999999999989"),
    call("poset divisors 897612484786"),
    call(f"poset bar ({HUGE})"),
    call("poset bar 31x32"),
    call("poset bar 100000x100000"),
    call("poset bar 1^100000"),
    long("poset bar 1x1000"),
    call(f"poset bar {hook(500, 499)}"),
    call("openings 999x999"),
    call("openings 2x60"),
    call("openings 99999x99999"),
    call("openings 40x40 --check --json"),
    call("openings 7x999 --count"),
    call("openings 3x99999"),
    call("openings 2x2000 --csv"),
    *(call(f"poset file {name}.edges --nim") for name in ("crown", "pairs", "many")),
    *(long(f"poset file {name}.edges --nim") for name in ("costar", "cotree", "chain", "random")),
    *(call(f"poset file {name}.json") for name in ("deep", "names", "number")),
    long("poset file covers.json"),
    call("poset file many.graphml"),
    call("poset graph many.edges"),
    call("verify chain5000.jsonl"),
    long("verify pairs5000.jsonl"),
    # Growing orders.
    call(f"grow bar {BIG}"),
    call(f"grow heap {BIG}"),
    call(f"grow arms {HUGE}"),
    call(f"grow arms {equal(40, 40)}"),
    call(f"grow box {BIG}x{BIG}"),
    call("grow order d1<c2 --nim 8"),
    call("grow file many.edges"),
    call("grow file deep.json"),
]


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
        if isinstance(item, pytest.Function) and item.function is test_sizes and not item.get_closest_marker("skip")
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
    assert 0 < found.peak <= CALLS[number].memory


def test_there_are_enough_calls() -> None:
    """Every command is called, and there are more than sixty calls."""
    from zchomp.cli.commands import zchomp

    assert len(CALLS) > 60
    assert {one.arguments[0] for one in CALLS} == set(zchomp.commands)
    poset = {one.arguments[1] for one in CALLS if one.arguments[0] == "poset"}
    assert poset >= {"boolean", "subsets", "graph", "projective", "chains", "divisors", "bar", "file"}


def test_a_low_limit_of_digits() -> None:
    """Numbers of 700 digits are solved even if Python may read only 640."""
    command = f"import sys; from zchomp.cli import main; sys.exit(main(['solve', '1{'0' * 700},5', '--no-library']))"
    result = run_python(command, PYTHONINTMAXSTRDIGITS="640")
    assert (result.returncode, result.stderr) == (0, "")
    assert "row 1, column 7  to the loser (6, 5)" in result.stdout
