"""Games with solid bars: the computer's play against the definition, mistakes, and output."""

from random import Random

import pytest

from tests.solid.test_solution import brute_force
from tests.support import alone
from zchomp.core.answers import Answer
from zchomp.core.game import Match, Side
from zchomp.solid.position import Cube, SolidPosition
from zchomp.solid.solution import SolidAnswer
from zchomp.solid.words import SolidGame


def match(start: str, first: Side = "you", seed: int | None = None) -> Match[SolidPosition, Cube, SolidAnswer]:
    """A game that has not been started."""
    return Match(SolidGame(SolidPosition.of(start)), first, seed)


def texts(game: Match[SolidPosition, Cube, SolidAnswer], line: str) -> list[str]:
    """The text of every event after a line."""
    return [game.text(event, 200) for event in game.tell(line)]


@pytest.mark.parametrize("start", ["[[4,3],[2,1]]", "[[3,3],[3,3]]", "[[2,2,2],[2,2,1]]", "[[2,2],[2,1]]", "[[5]]"])
def test_the_computer_wins_from_winners(start: str) -> None:
    """Against random bites the computer leaves a loser by the definition from every winner, and then wins."""
    lost = brute_force(SolidPosition.parse(start))
    for seed in range(10):
        random, game, won = Random(seed), match(start, "computer", seed), False
        events = game.start()
        while not game.over:
            bitten = events[-1]
            assert bitten.before is not None
            assert lost[bitten.position] == (not lost[bitten.before])
            won = lost[bitten.position]
            events = game.tell(" ".join(map(str, random.choice(list(game.position.moves())))))
        assert events[-1].side == "computer" or not won


def test_slow_bites_take_little() -> None:
    """From a loser the computer takes one, two or three cubes, and never the poison."""
    bar = SolidPosition(((9, 9, 2), (9, 7, 1)))
    assert {bar.cubes() - bar.chomp(SolidGame(bar).slow(Random(seed))).cubes() for seed in range(40)} == {1, 2, 3}
    assert SolidGame(SolidPosition(((2,),))).slow(Random(1)) == (0, 0, 1)


@pytest.mark.parametrize(
    ("start", "leaves", "reason"),
    [
        ("2x2x1000000", "[[1000000,1000000],[1000000,999999]]", "Proved for all sizes: with the heights m, a, b, c of"),
        (
            "[[300,200]]",
            "[[201,200]]",
            "This is the bar (201, 200). Reason: every loser with at most two rows is known; ",
        ),
        ("[[90],[70],[5]]", "[[74],[70],[5]]", "This is the bar (74, 70, 5). Reason: every loser with third row at "),
        ("[[3,3,3],[3,3,3]]", "[[3,3,3],[3,3,2]]", "Reason: a search has found all losers within the box 2 x 3 x 3."),
    ],
)
def test_reasons_are_about_the_loser_that_is_left(start: str, leaves: str, reason: str) -> None:
    """A box of any size with two sides of 2, or a side of 1, is played, and a hint says why the bite wins."""
    game = match(start)
    game.start()
    (hint,) = texts(game, "hint")
    assert f"that leaves the loser {leaves}." in hint
    assert f"\n{reason}" in hint
    assert [event.kind for event in game.tell("0 0 2")] == ["bite", "bite"]


def test_a_bar_without_a_known_move() -> None:
    """Where only the winner of a bar is known, or nothing, the game says so."""
    for size, warning in (
        ("1x40x16", "You win with best play, but I know no winning move"),
        ("[[9000,8000,7000]]", "I do not know who wins"),
    ):
        game = match(size)
        with alone(effort=0):
            (start,) = game.start()
        assert warning in game.text(start, 999)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("", "Expected three numbers of a cube, like 0 1 2, or help."),
        ("0 1", "'0 1' is not a move; expected three numbers of a cube, like 0 1 2, or help."),
        ("0 1 3", "The cube (0, 1, 3) is outside the bar, which began as [[4,3],[2,1]]."),
        ("2 0 0", "The cube (2, 0, 0) is outside the bar, which began as [[4,3],[2,1]]."),
        ("0 0 0", "That is the poison: whoever eats it loses. Eat it? (yes or no)"),
        ("new [[1,2]]", "Not a solid bar: '[[1,2]]'; expected heights that do not increase"),
        ("why", "I have not bitten yet; type hint for a winning move."),
        ("hint", "Bite the cube (0,0,2): that leaves the loser [[2,2],[2,1]]. (2 other bites would win too.)"),
        ("help", "Type the three numbers of a cube"),
        ("quit", "Goodbye. The game is left at [[4,3],[2,1]]."),
    ],
)
def test_lines_that_bite_nothing(line: str, answer: str) -> None:
    """A line that bites nothing gets a reply, and the position is unchanged."""
    game = match("[[4,3],[2,1]]")
    game.start()
    (text,) = texts(game, line)
    assert text.startswith(answer)
    assert game.position == SolidPosition(((4, 3), (2, 1)))


def test_a_box_that_is_too_large_is_played_all_the_same() -> None:
    """If a box needs too long a search, the game says so, and the computer plays well once less is left."""
    game = match("[[99,99,99,99],[99,99,99,99],[99,99,99,99]]")
    (start,) = game.start()
    assert "I do not know who wins here, so I take small bites: a search within 3 x 4 x 99 " in game.text(start, 999)
    bitten = game.tell("0 1 0")[-1]
    assert isinstance(bitten.advice, Answer)


def test_a_game_is_drawn_and_explained() -> None:
    """Bites are drawn with the remaining heights, the reason is given, and eaten cubes are named."""
    game = match("[[4,3],[2,1]]")
    game.start()
    mine, answer = texts(game, "(1, 1, 0)")
    assert mine == "You bite the cube (1,1,0).\n      0 1\n  0 | 4 3\n  1 | 2 ."
    assert answer == "I bite the cube (0,0,1). You are on the loser [[1,1],[1,0]].\n      0 1\n  0 | 1 1\n  1 | 1 ."
    assert texts(game, "1 1 0") == ["The cube (1, 1, 0) is eaten: no cubes are left over the cell (1, 1)."]
    assert texts(game, "0 0 2") == ["The cube (0, 0, 2) is eaten: 1 cube is left over the cell (0, 0)."]
    assert texts(game, "why")[0].startswith("I bit the cube (0,0,1): that leaves the loser [[1,1],[1,0]].")
    assert texts(game, "hint")[0].startswith("You are on the loser [[1,1],[1,0]]: every bite leaves a winner.")
    assert texts(game, "new [[1]]")[-1].startswith("Only poison is left: the game is over already")
