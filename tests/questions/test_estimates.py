"""Estimates of effort against the processor time that the answers take, in a program of their own."""

import os
import re
import resource
import subprocess
import sys

import pytest

QUESTIONS = (
    "solve 4x4x4",
    "conjectures 600",
    "height 584,472,176",
    "grundy 146 --nim 9",
    "winners 150",
    "losers 20 --rows 5",
    "losers --tail 60,50",
    "chart 1200",
    "solve 13,13,13,13,13,13,13,13,13",
    "solve 664,470,275 + 307,271,265",
    "losers 7000",
)
"""Questions whose answers are estimated to take 2 to 60 seconds."""

FACTOR = 3
"""How much longer than estimated an answer may take. Estimates have a margin for slower machines (benches/)."""


def _ask(question: str, effort: int) -> tuple[str, float]:
    """What zchomp prints, and the seconds of processor time that it takes, with its start."""
    command, _, rest = question.partition(" ")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    words = [command, *([rest] if command == "solve" else rest.split()), "--effort", str(effort)]
    asked = subprocess.run(
        [sys.executable, "-m", "zchomp", *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "ZCHOMP_LIBRARY": ""},
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return asked.stdout + asked.stderr, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.release
@pytest.mark.parametrize("question", QUESTIONS)
def test_no_answer_takes_three_times_its_estimate(question: str) -> None:
    """An answer takes at most three times the effort that is advised. Compiled code is kept after the first time."""
    advised = max(map(int, re.findall(r"retry with --effort (\d+)", _ask(question, 0)[0])))
    assert 2 <= advised <= 60
    taken = min(_ask(question, advised)[1] for _ in range(2))
    assert taken <= advised * FACTOR, (advised, taken)
