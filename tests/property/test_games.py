"""Games: from a winner the computer always wins, whoever plays against it and however long the rows are."""

from functools import cache
from random import Random

import pytest

from tests.support import known
from zchomp.bars.game import bar_game, slow_bite
from zchomp.bars.periodic import Periodic
from zchomp.bars.position import Move, Position
from zchomp.bars.prover import prove
from zchomp.core.answers import Outcome, Unknown
from zchomp.core.game import Match

LONGEST = 10_000
"""No game in these tests is this long: the opponents halve a row every few bites."""


@cache
def sequences() -> list[Periodic[int]]:
    """The losers with third row at most 115, proved here, without the certificate."""
    return [proof.sequence for proof in known(prove(115)).values()]


def is_loser(bar: Position) -> bool:
    """Whether a bar of at most three rows is a loser, by the proofs alone."""
    first, second, third = bar.rows + (0,) * (3 - len(bar.rows))
    return sequences()[third].get(second - third) == first - second


def random_bar(random: Random) -> Position:
    """Three rows: a third of at most 115, the others of up to 12 digits, near a loser one time in three."""
    third = random.randint(0, 115)
    second = third + random.randint(0, 10 ** random.randint(0, 11))
    first = second + random.randint(0, 10 ** random.randint(0, 11))
    term = sequences()[third].get(second - third)
    if term is not None and random.random() < 1 / 3:
        first = max(second + term + random.randint(-2, 2), second, 1)
    return Position((max(first, 2), second, third))


def random_bite(bar: Position, random: Random) -> Move:
    """Usually any square, and sometimes one near the end or the beginning of its row."""
    while True:
        row = random.randint(1, len(bar.rows))
        length = bar.rows[row - 1]
        few = random.randint(1, min(length, 100))
        column = random.choice([random.randint(1, length), random.randint(1, length), few, length + 1 - few])
        if (row, column) != (1, 1):
            return Move(row, column)


@pytest.mark.parametrize("seed", range(10))
def test_the_computer_wins_from_every_winner(seed: int) -> None:
    """In a hundred games per seed from random positions, once on a winner, the computer leaves losers until it wins."""
    random = Random(seed)
    won = 0
    for number in range(100):
        game = Match(bar_game(str(random_bar(random))), random.choice(["you", "computer"]), seed=number)
        events = game.start()
        winning = False
        bites = 0
        while not game.over:
            for event in events:
                if event.kind == "bite" and event.side == "computer":
                    assert event.advice is not None
                    assert not isinstance(event.advice, Unknown)
                    assert event.before is not None
                    assert (event.advice.outcome is Outcome.WINNER) == (not is_loser(event.before))
                    assert event.advice.outcome is Outcome.WINNER or not winning
                    winning = event.advice.outcome is Outcome.WINNER
                    assert is_loser(event.position) == winning
            move = random_bite(game.position, random)
            events = game.tell(f"{move.row} {move.column}")
            bites += 1
            assert bites < LONGEST
        assert events[-1].kind == "over"
        if winning:
            assert events[-1].side == "computer"
        won += events[-1].side == "computer"
    assert won > 50


@pytest.mark.parametrize("seed", range(5))
def test_sums_are_won_too(seed: int) -> None:
    """From a sum of small bars that is a winner, the computer beats a random opponent."""
    random = Random(seed)
    for number in range(8):
        bars = [
            Position(tuple(sorted((random.randint(1, 6) for _ in range(random.randint(1, 3))), reverse=True)))
            for _ in range(random.randint(2, 3))
        ]
        game = Match(bar_game(" + ".join(map(str, bars))), "computer", seed=number)
        if game.game.is_over:
            continue
        advice = game.advise()
        assert not isinstance(advice, Unknown)
        is_winner = advice.outcome is Outcome.WINNER
        events = game.start()
        while not game.over:
            live = [i for i, bar in enumerate(game.position) if bar.squares() > 1]
            chosen = random.choice(live)
            move = random_bite(game.position[chosen], random)
            events = game.tell(f"{chosen + 1} {move.row} {move.column}")
        assert events[-1].side == "computer" or not is_winner


@pytest.mark.parametrize("seed", range(20))
def test_slow_bites_are_legal_and_small(seed: int) -> None:
    """A slow bite takes one to three squares and never the poison, from bars of any shape and size."""
    random = Random(seed)
    for _ in range(50):
        size = 10 ** random.randint(0, 30)
        lengths = [random.randint(1, size) for _ in range(random.randint(1, 6))]
        bar = Position(tuple(sorted(lengths * random.randint(1, 3), reverse=True)))
        if bar.squares() > 1:
            number, move = slow_bite((Position((1,)), bar), random)
            assert number == 1
            assert 1 <= bar.squares() - bar.chomp(move).squares() <= 3
