"""Advice and estimates of effort: whoever follows the advice that is printed gets an answer, in one step.

The questions come from a grammar of commands, with too little effort. The same question is the same in every run.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from subprocess import CompletedProcess

import pytest
from _pytest.mark import ParameterSet

from tests.cli.program import zchomp
from tests.support import alone
from zchomp.bars.knowledge import shipped_proofs
from zchomp.bars.position import Position
from zchomp.bars.prover import proof_seconds
from zchomp.bars.search import search_seconds, values_seconds
from zchomp.bars.slices import locate
from zchomp.bars.solving import nim_value, solve
from zchomp.core import limits, memory
from zchomp.core.answers import Outcome, Source, Unknown
from zchomp.core.session import Session

Words = list[str]
"""The words of a command."""

EFFORTS = ("0", "0.001", "0.02", "0.1", "0.4", "1", "1.5", "2")
"""Efforts that are often too little."""

ENOUGH = 3
"""Questions that need more than these seconds are not asked."""

EACH = 14
"""How many questions of each kind are asked before a release; 500 in all. After every change it is one of few kinds."""

ADVICE = re.compile(r"^(.*); retry with --effort (\d+)\b", re.MULTILINE)
"""A sentence with advice: what is missing, and the effort."""


def _rows(random: Random, rows: int, most: int) -> str:
    """A bar."""
    return ",".join(str(row) for row in sorted((random.randint(1, most) for _ in range(rows)), reverse=True))


def _three_rows(random: Random, most: int) -> str:
    """A bar of three rows, with a third row that no certificate has."""
    third = random.randint(116, most)
    second = third + random.randint(0, third)
    return f"{second + random.randint(0, second)},{second},{third}"


def _sum(random: Random) -> str:
    """Two or three bars, or two large ones."""
    if random.random() < 0.3:
        return f"{_three_rows(random, 200)} + {_three_rows(random, 200)}"
    return " + ".join(_rows(random, random.randint(3, 4), 25) for _ in range(random.randint(2, 3)))


def _solid(random: Random) -> str:
    """A box, or solid bars by their heights."""
    boxes = ("3x4x4", "3x3x6", "3x3x7", "2x4x8", "2x4x9", "2x5x6", "3x3x8", "2x5x5", "4x4x4")
    return random.choice((*boxes, "[[9,8,7],[8,6,5],[5,4,2]]", "[[5,4,4,2],[4,4,3,1],[4,2,2,1]]"))


def _ordinal(random: Random) -> str:
    """A position with infinite rows over a finite third one."""
    if random.random() < 0.3:
        return f"w,w,{random.randint(8, 30)},{random.randint(1, 7)}"
    second = random.randint(0, 99)
    return f"w+{second + random.randint(0, 99)},w+{second},{random.randint(116, 1500)}"


def _window(random: Random) -> Words:
    """A window of the chart."""
    row, column = random.randint(116, 1800), random.randint(1800, 4000)
    return ["chart", "--rows", f"{row}:{row + 2}", "--columns", f"{column}:{column + 3}"]


def _poset(random: Random) -> Words:
    """Orders of several families, with the nim-value or without."""
    chains, divisors = ("2x2x2x3", "3x3x4", "2x4x5", "3x4x4", "2x2x3x4"), (2520, 5040, 7560, 1260, 3600, 4320)
    order = random.choice(
        [
            ["divisors", str(random.choice(divisors))],
            ["chains", random.choice(chains)],
            ["platonic", random.choice(("cube", "octahedron"))],
            ["boolean", "6"],
            ["subsets", "7", "--upto", "2"],
            ["bar", f"{random.randint(5, 7)}x{random.randint(7, 9)}"],
        ]
    )
    return ["poset", *order, *random.choice(([], ["--nim"]))]


def _number(least: int, most: int) -> Callable[[Random], str]:
    return lambda random: str(random.randint(least, most))


def _tail(rows: int, most: int) -> Callable[[Random], str]:
    return lambda random: _rows(random, rows, most)


def _words(*parts: str | Callable[[Random], str]) -> Callable[[Random], Words]:
    """A command, in which some words are generated."""
    return lambda random: [part if isinstance(part, str) else part(random) for part in parts]


SEQUENCES = ("A029899", "A029900", "A029901", "A029902", "A029903", "A029904", "A029905", "A147983")

KINDS: dict[str, Callable[[Random], Words]] = {
    "bars of three rows": _words("solve", lambda random: _three_rows(random, 2500)),
    "bars of four rows": _words("solve", lambda random: _rows(random, 4, random.choice((30, 60, 140)))),
    "bars of many rows": _words("solve", lambda random: _rows(random, random.randint(5, 9), 14)),
    "full bars": _words("solve", lambda random: f"{random.randint(4, 8)}x{random.randint(9, 14)}"),
    "sums": _words("solve", _sum),
    "solid bars": _words("solve", _solid),
    "ordinals": _words("solve", _ordinal),
    "nim-values": _words("grundy", _number(1, 120), "--nim", _number(2, 12)),
    "nim-values of four rows": _words("grundy", _number(1, 60), "--nim", _number(2, 6), "--window", "5x9"),
    "losers": _words("losers", _number(116, 2500)),
    "losers of four rows": _words("losers", _number(6, 25), "--rows", "4"),
    "losers of five rows": _words("losers", _number(4, 14), "--rows", "5"),
    "losers of a third row": _words("losers", "--tail", _number(116, 2500)),
    "losers of a tail": _words("losers", "--tail", _tail(2, 50)),
    "losers of a long tail": _words("losers", "--tail", _tail(3, 16)),
    "infinite losers": _words("losers", "--ordinal", "--tail", _number(116, 2000)),
    "ends": _words("losers", "--ordinal", _number(116, 2000)),
    "winners of a third row": _words("winners", "--tail", _number(116, 400)),
    "winners of a tail": _words("winners", "--tail", _tail(2, 16)),
    "sequences": lambda random: ["sequence", random.choice(SEQUENCES), "--terms", str(random.randint(10, 900))],
    "charts": _words("chart", _number(116, 350)),
    "windows": _window,
    "blocks": _words("chart", _number(20, 99), "--block", _number(1, 4)),
    "ptable": _words("ptable", _number(116, 300)),
    "heights": _words("height", lambda random: _rows(random, *random.choice(((3, 600), (4, 60), (5, 20))))),
    "theorems": _words("theorem", _number(116, 400)),
    "theorems of a tail": _words("theorem", "--tail", _tail(2, 20)),
    "conjectures": _words("conjectures", _number(116, 300)),
    "conjectures of a tail": _words("conjectures", "--tail", _tail(2, 9)),
    "generating functions": _words("genfun", _number(116, 300)),
    "generating functions of a tail": _words("genfun", "--tail", _tail(2, 12)),
    "posets": _poset,
    "nim-values of a bar": _words("solve", _tail(4, 40)),
    "nim-values of a long bar": _words("solve", _tail(3, 300)),
    "propositions": _words("theorem", "--markdown", _number(116, 300)),
    "lists for LaTeX": _words("losers", "--latex", _number(116, 900)),
    "tables of terms": _words("ptable", "--csv", _number(116, 400)),
    "bars by columns": _words("solve", lambda random: f"[{','.join(str(random.randint(0, 12)) for _ in range(5))},9]"),
}
"""What is asked, by kind."""

QUICK = {
    *("bars of three rows", "full bars", "sums", "ordinals", "nim-values of a bar", "posets", "heights", "blocks"),
    *("losers of four rows", "losers of a tail", "infinite losers", "winners of a tail", "sequences", "nim-values"),
    *("theorems of a tail", "conjectures of a tail", "generating functions of a tail", "ptable"),
}
"""The kinds with quick answers, which are asked after every change."""


def _questions(each: int) -> list[ParameterSet]:
    """The kind and the number of each question. Most are asked before a release only."""
    slow = pytest.mark.release
    return [
        pytest.param(kind, number, marks=[] if kind in QUICK and not number else slow, id=f"{kind} {number}")
        for kind in KINDS
        for number in range(each)
    ]


QUESTIONS = _questions(EACH)


def _ask(words: Words, effort: str, folder: Path) -> CompletedProcess[str]:
    """Ask a question in an empty folder, without a library."""
    return zchomp(*words, "--effort", effort, cwd=folder, environment={"ZCHOMP_LIBRARY": ""})


def _advice(answer: CompletedProcess[str]) -> dict[str, int]:
    """What is missing in an answer, and the effort that is advised for it."""
    return {missing: int(effort) for missing, effort in ADVICE.findall(answer.stdout + answer.stderr)}


def _generated(kind: str, number: int) -> Iterator[tuple[Words, str]]:
    """Questions, each with an effort."""
    random = Random(f"{kind} {number}")
    for _ in range(200):
        yield KINDS[kind](random), random.choice(EFFORTS)


def _is_about_the_nim_value(missing: str) -> bool:
    return "nim-value" in missing


def test_there_are_500_questions() -> None:
    """A release asks 500 questions, and every change one of each quick kind."""
    assert len(QUESTIONS) >= 500
    assert sum(not question.marks for question in QUESTIONS) == len(QUICK) == len(QUICK & KINDS.keys())


@pytest.mark.parametrize(("kind", "number"), QUESTIONS)
def test_the_advice_is_enough(kind: str, number: int, tmp_path: Path) -> None:
    """A question with too little effort is answered in one step, if it is asked again with the effort advised.

    Who wins and the nim-value are two questions: while the first is open, nothing is said about the second.
    """
    for words, effort in _generated(kind, number):
        refused = _ask(words, effort, tmp_path)
        advised = max(_advice(refused).values(), default=0)
        if 0 < advised <= (ENOUGH if number else 1):
            break
    else:
        pytest.fail(f"no question about {kind} is refused")
    assert advised > float(effort), refused
    answer = _ask(words, str(advised), tmp_path)
    assert answer.returncode == 0, (refused, answer)
    was_asked = any(map(_is_about_the_nim_value, _advice(refused)))
    left = [missing for missing in _advice(answer) if was_asked or not _is_about_the_nim_value(missing)]
    assert not left, (refused, answer)


def _known(answer: CompletedProcess[str]) -> dict[str, object]:
    """What an answer knows, without the ways in which it was found, which may change."""
    if answer.returncode:
        return {}
    found = json.loads(answer.stdout)
    if not isinstance(found, dict) or "outcome" not in found:
        return {"all": _without_sources(found)}
    moves = found["winning_moves"] if found.get("missing") is None else None
    value = found.get("nim_value", found.get("nim_sum"))
    facts = {"outcome": found["outcome"], "moves": moves, "value": None if isinstance(value, dict) else value}
    return {name: fact for name, fact in facts.items() if fact is not None}


def _without_sources(found: object) -> object:
    if isinstance(found, dict):
        ways = ("sources", "source", "part_sources", "effort")
        return {name: _without_sources(value) for name, value in found.items() if name not in ways}
    return [_without_sources(value) for value in found] if isinstance(found, list) else found


IN_ONE_FORM = {"nim-values of four rows", "propositions", "lists for LaTeX", "tables of terms"}
"""The kinds whose questions name a form of the answer, so that they cannot be asked as JSON."""


@pytest.mark.parametrize(("kind", "number"), [one for one in _questions(3) if one.values[0] not in IN_ONE_FORM])
def test_more_effort_never_knows_less(kind: str, number: int, tmp_path: Path) -> None:
    """What is known with some effort is the same with more effort, and never gets lost."""
    words, _ = next(_generated(kind, -1 - number))
    known: dict[str, object] = {}
    for effort in ("0", "0.05", "1"):
        answer = _ask([*words, "--json"], effort, tmp_path)
        assert answer.returncode in {0, 1}, answer
        more = _known(answer)
        assert {name: more.get(name) for name in known} == known, (words, effort)
        known = more


def _bars(random: Random) -> Position:
    """A bar that some sources decide at once, some with little effort, and some not at all."""
    rows = random.randint(2, 6)
    return Position(tuple(sorted((random.randint(1, 9 + 40 // rows) for _ in range(rows)), reverse=True)))


def _session(sources: list[Source]) -> Session:
    return alone(shipped_proofs(), effort=0.3, sources=sources)


@pytest.mark.parametrize("number", range(12))
def test_more_sources_never_know_less(number: int) -> None:
    """Who wins, the winning moves and the nim-value stay as they are if more sources may be asked, in any order."""
    random = Random(f"sources {number}")
    bar, sources = _bars(random), list(Source)
    random.shuffle(sources)
    outcome: Outcome | Unknown = Unknown("no source")
    moves: object = outcome
    value = 0
    for several in range(len(sources) + 1):
        session = _session(sources[:several])
        solution = session.run(solve, bar)
        found = session.run(nim_value, bar)
        now = solution if isinstance(solution, Unknown) else solution.outcome
        all_moves = solution if isinstance(solution, Unknown) else solution.winning_moves
        assert isinstance(outcome, Unknown) or now == outcome
        assert isinstance(moves, Unknown) or all_moves == moves
        least = found if isinstance(found, int) else found.value
        assert least >= value
        outcome, moves, value = now, all_moves, least
    assert not isinstance(outcome, Unknown)


@pytest.mark.parametrize("bar", ["9x13", "8x13", "40,40,40", "13,13,12,11,9,9,8,7"])
def test_advice_exceeds_what_was_allowed(bar: str) -> None:
    """Advice about a part of an answer asks for more effort than the whole question had, also by default."""
    with alone(shipped_proofs()):
        found = solve(bar)
        parts = [found] if isinstance(found, Unknown) else [found.missing, found.nim_value]
    assert all(part.effort is None or part.effort > limits.EFFORT for part in parts if isinstance(part, Unknown))


@pytest.mark.parametrize("number", range(40))
def test_a_smaller_bar_is_not_estimated_to_take_longer(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All estimates grow with the bar, and so does the effort that is advised."""
    monkeypatch.setattr(memory, "available", lambda: 4 * 2**30)
    random = Random(f"smaller {number}")
    rows = random.randint(2, 7)
    large = sorted((random.randint(1, 10 ** random.randint(1, 3)) for _ in range(rows)), reverse=True)
    small = [random.randint(1, row) for row in large[: random.randint(1, rows)]]
    smaller, larger = Position(tuple(sorted(small, reverse=True))), Position(tuple(large))
    for estimate in (search_seconds, values_seconds, lambda bar: proof_seconds(locate(bar.wide())[0])):
        assert estimate(smaller) <= estimate(larger), (smaller, larger)
