"""Searches of boxes: plain and compiled code agree, small boxes need no extra, and effort is respected."""

from itertools import product

import pytest

from tests.solid.test_solution import solved
from tests.support import known, run_python
from zchomp import solid
from zchomp.cli import main
from zchomp.core import compiler, limits, memory
from zchomp.core.answers import TooCostly, Unknown
from zchomp.core.game import Match
from zchomp.core.numbers import data_size, duration
from zchomp.core.session import Session
from zchomp.errors import DisagreementError
from zchomp.solid import boxes as box_search
from zchomp.solid import solution as box_openings
from zchomp.solid.boxes import BoxSearch
from zchomp.solid.position import SolidPosition, box_bases
from zchomp.solid.words import SolidGame

SMALL = list(product(range(1, 4), range(1, 4), range(1, 5)))
"""All boxes within 3 x 3 x 4."""


@pytest.mark.parametrize("size", SMALL, ids=str)
def test_plain_and_compiled_code_find_the_same(size: tuple[int, int, int]) -> None:
    """Both fill the same table of every box within 3 x 3 x 4, with the same counts, checked."""
    plain, compiled = solved(*size, BoxSearch), solved(*size)
    assert plain.done == compiled.done == box_bases(*size)
    assert (list(plain._table), list(plain._counts)) == (list(compiled._table), list(compiled._counts))
    assert plain.is_checked()
    assert compiled.is_checked()


def test_a_failed_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the check finds an error, there is no answer."""
    monkeypatch.setattr(BoxSearch, "is_checked", lambda _: False)
    with pytest.raises(DisagreementError, match="the losers within 2 x 2 x 2 are not those of the definition"):
        solid.openings(2, 2, 2, check=True)


BLOCKED = "import sys; sys.modules['numpy'] = sys.modules['numba'] = None; from zchomp.cli import main\n"
"""A program without numpy and numba."""


@pytest.mark.parametrize(
    "command",
    [["openings", "2x3x8", "--check", "--count"], ["solve", "2x2x2"], ["solve", "[[4,3],[2,1]]", "--json"]],
    ids=["openings", "solve", "heights"],
)
def test_without_the_extra(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Small boxes are solved without numpy and numba, with the same answer."""
    result = run_python(f"{BLOCKED}sys.exit(main({command!r}))")
    assert (result.returncode, result.stderr) == (0, "")
    assert main(command) == 0
    assert result.stdout == capsys.readouterr().out


@pytest.mark.parametrize("command", [["openings", "3x4x8"], ["solve", "3x4x8"]], ids=lambda command: command[0])
def test_large_boxes_without_the_extra(command: list[str]) -> None:
    """Without numpy and numba a larger box is refused, with the command that installs them."""
    result = run_python(f"{BLOCKED}sys.exit(main({command!r}))")
    assert (result.returncode, result.stdout) == (1, "")
    assert "needs the extra 'fast'; install it with: pip install 'zchomp[fast]'" in result.stderr


def test_plain_searches_with_a_large_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numba an effort that is enough for plain Python is used, and a smaller one names the extra."""
    monkeypatch.setattr(compiler, "is_installed", lambda: False)
    seconds = box_search.box_prices((3, 4, 8))[0].seconds
    assert seconds > limits.SOLID_PLAIN
    for effort, is_refused in ((seconds - 1, True), (seconds, False)):
        assert (box_search.refused_solution((3, 4, 8), effort) is not None) == is_refused
        assert (box_search.refused_openings((3, 4, 8), False, effort) is not None) == is_refused
    assert "needs the extra 'fast'" in str(box_search.refused_openings((3, 4, 8), False, None))
    assert box_search.refused_solution((3, 3, 9), 1) == Unknown("a search within 3 x 3 x 9 needs about 7 s", effort=8)


def test_a_game_without_the_extra() -> None:
    """A game in a small box needs neither numpy nor numba."""
    code = (
        f"{BLOCKED}from zchomp.core.game import Match; from zchomp.reading import game\n"
        "print(Match(game('2x2x2'), first='computer').start()[1].move)"
    )
    assert run_python(code).stdout == "(1, 1, 1)\n"


@pytest.mark.skipif(not compiler.is_installed(), reason="needs the extra fast")
def test_a_box_above_the_effort_is_not_begun(capsys: pytest.CaptureFixture[str]) -> None:
    """A box whose estimate exceeds the effort is not started, and the effort that is named is enough."""
    refused = solid.solve("3x4x8", effort=0)
    assert isinstance(refused, Unknown)
    assert refused.effort is not None
    reason = f"a search within 3 x 4 x 8 needs about {duration(box_search.box_prices((3, 4, 8))[1].seconds)}"
    assert refused.reason == reason
    assert main(["solve", "3x4x8", "--effort", "0"]) == 1
    assert capsys.readouterr().err == f"zchomp: not known: {reason}; retry with --effort {refused.effort}\n"
    with Session(effort=0):
        (event,) = Match(SolidGame(SolidPosition.of("3x4x8"))).start()
    assert event.advice == refused
    assert box_search.refused_solution((3, 4, 8), refused.effort) is None


def test_effort_of_openings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Openings are not started if they take longer than the effort or, without one, longer than days."""
    monkeypatch.setattr(box_openings, "search_box", lambda *_: pytest.fail("begun"))
    refused = solid.openings(4, 4, 6, effort=1, check=True)
    assert isinstance(refused, TooCostly)
    assert refused.effort is not None
    assert solid.openings(4, 4, 250) == TooCostly("a search within 4 x 4 x 250 needs years; try a smaller box")


def test_a_box_above_the_memory_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """A box that needs more memory than is free is not started."""
    monkeypatch.setattr(memory, "available", lambda: 1000)
    for refused in (solid.solve("2x3x9"), solid.openings(2, 3, 9)):
        assert isinstance(refused, TooCostly)
        assert refused.reason.startswith("a search within 2 x 3 x 9 needs about ")
        assert f"of memory, and {data_size(1000)} is free; try a smaller box" in refused.reason


def test_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Finished bases are reported, also in plain Python."""
    monkeypatch.setattr(limits, "COMPILED_START", 1000.0)
    monkeypatch.setattr(BoxSearch, "pace", 999 * (36 + 8))  # 1000 bases per step
    done: list[tuple[int, int]] = []
    known(solid.openings(2, 3, 8, progress=lambda _stage, now, total, _detail="": done.append((now, total))))
    assert done == [(now, box_bases(2, 3, 8)) for now in (0, 1000, 2000, 3000, 4000, 4125)]
