"""Games against a strategy, which is verified first and answers every move."""

import json
import random
from pathlib import Path

import pytest

from tests.posets.orders import solved
from zchomp.cli import main
from zchomp.core.answers import Outcome, Source, Unknown
from zchomp.core.game import Match
from zchomp.core.numbers import members
from zchomp.errors import CertificateError
from zchomp.posets.families import PosetBoard, bar, chains, graph, platonic, projective, subsets
from zchomp.posets.game import StrategyGame
from zchomp.posets.poset import Poset
from zchomp.posets.solving import PosetSolution
from zchomp.posets.strategy import Strategy, as_line


def written(board: PosetBoard, path: Path, *after: str) -> StrategyGame:
    """A game against the strategy of a board after some moves, written to a file."""
    strategy = solved(board, after).certificate()
    assert not isinstance(strategy, Unknown)
    strategy.write(path)
    return StrategyGame(path)


BOARDS = {
    "bar 4x5, answers": (bar("4x5"), ()),
    "bar 5x5, a mirror": (bar("5x5"), ("2,2",)),
    "2x2x3, towers": (chains((2, 2, 3)), ()),
    "petersen, mirrors and graphs": (graph("petersen"), ()),
    "K6, symmetries": (graph("K6"), ()),
    "subsets 5 3, symmetries": (subsets(5, 3), ()),
    "path 6, trees and graphs": (graph("path", 6), ()),
    "cube, a mirror": (platonic("cube"), ("body",)),
    "projective 2, mirrors in a row": (projective(2), ()),
}


@pytest.mark.parametrize("name", BOARDS)
def test_every_move_is_answered(name: str, tmp_path: Path) -> None:
    """In random games, the side that can win does so by the strategy alone, to the end."""
    board, after = BOARDS[name]
    rules = written(board, tmp_path / "strategy.jsonl", *after)
    for seed in range(20):
        source, position = random.Random(seed), rules.begin
        advice = rules.answer(position)
        while not rules.is_final(position):
            assert isinstance(advice, PosetSolution)
            assert advice.sources == (Source.CERTIFICATE,)
            best = rules.best_of(advice)
            if best is None:
                assert advice.outcome is Outcome.LOSER
                best = source.choice([x for x in members(position) if not rules.is_poison(x)])
            position = rules.after(position, best)
            advice = rules.answer(position)
        assert isinstance(advice, PosetSolution)
        assert advice.outcome is Outcome.LOSER


def test_the_positions_that_it_leaves_are_lost(tmp_path: Path) -> None:
    """Whatever the strategy calls lost or won is so by search, after every first move and its answer."""
    board = bar("4x5")
    rules = written(board, tmp_path / "strategy.jsonl")
    for x in range(1, len(board.poset)):
        after = rules.after(rules.begin, x)
        advice = rules.answer(after)
        assert isinstance(advice, PosetSolution)
        searched = solved(board, [board.poset.elements[x]])
        assert advice.outcome is searched.outcome
        assert advice.winning & ~searched.winning == 0


def test_other_numbers(tmp_path: Path) -> None:
    """The elements of a file may be in any order: only names matter."""
    lines: list[dict[str, object]] = [
        {"format": "zchomp-strategy 1", "elements": ["top", "low"], "covers": [["low", "top"]], "poison": None}
        | {"taken": [], "outcome": "won", "winning": ["low"], "complete": True, "symmetries": 0, "members": 1},
        {"left": "0", "answers": []},
    ]
    trailer = as_line({"winning": [[1, 0, 0]], "answers": [[0, 1, 0, 0]]})
    Strategy(tuple(map(as_line, lines)), trailer, 1, 0).write(tmp_path / "chain.jsonl")
    rules = StrategyGame(tmp_path / "chain.jsonl")
    assert rules.board.poset == Poset.from_covers(["low", "top"], [("low", "top")])
    advice = rules.answer(rules.begin)
    assert isinstance(advice, PosetSolution)
    assert advice.known_winning_moves == ("low",)
    answer = rules.answer(rules.begin & ~rules.board.poset.above[1])
    assert isinstance(answer, PosetSolution)
    assert answer.known_winning_moves == ("low",)


def test_beyond_the_strategy(tmp_path: Path) -> None:
    """After two moves of the same side, which no strategy foresees, the position is solved as in any game."""
    rules = written(bar("3x4"), tmp_path / "strategy.jsonl")
    position = rules.anew("3,3 3,2 2,4").begin
    advice = rules.answer(position)
    assert isinstance(advice, PosetSolution)
    assert advice.outcome is solved(bar("3x4"), ["3,3", "3,2", "2,4"]).outcome


def test_a_file_that_proves_nothing(tmp_path: Path) -> None:
    """A changed strategy is refused before the game starts, with the line, and so is any other file."""
    path = tmp_path / "strategy.jsonl"
    written(bar("3x4"), path)
    path.write_text(path.read_text().replace('"left":"', '"left":"1', 1))
    with pytest.raises(CertificateError, match=r"strategy.jsonl' is not a verified strategy: line 2: "):
        StrategyGame(path)
    path.write_bytes(b"\xff\n")
    with pytest.raises(CertificateError, match="not a verified strategy"):
        StrategyGame(path)


def test_moves_are_said_to_come_from_the_strategy(tmp_path: Path) -> None:
    """The computer says that its moves come from the strategy."""
    path = tmp_path / "strategy.jsonl"
    rules = written(bar("3x4"), path)
    game = Match(rules, "computer")
    texts = [game.text(event, 200) for event in [*game.start(), *game.tell("why")]]
    assert "the board of strategy.jsonl" in texts[0]
    assert texts[-1].endswith("Reason: the strategy of the file, which is verified.")


def test_a_game_with_a_strategy_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`zchomp poset play` replies with events like any game, and refuses an invalid file in one line."""
    path = tmp_path / "strategy.jsonl"
    written(bar("5x5"), path, "2,2")
    typed = iter(["1,5", "quit"])
    monkeypatch.setattr("zchomp.cli.asking.Input.read", lambda *_: next(typed))
    assert main(["poset", "play", str(path), "--json"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event.get("element") for event in events[1:3]] == ["1,5", "5,1"]
    path.write_text("{}\n")
    assert main(["poset", "play", str(path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "is not a verified strategy" in err
