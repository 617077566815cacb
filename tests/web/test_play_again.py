"""One game after another: starting again, taking it back, levels, giving up."""

import re
from random import Random
from statistics import median

import pytest

import zchomp
from tests.definition import losers_within
from tests.support import known
from tests.web.browser import Page, reloaded, settled, until
from tests.web.playing import bite, bite_typed, rows, start, status
from zchomp.bars.position import Position
from zchomp.core.answers import Outcome


def said(page: Page, words: str) -> None:
    """Wait until the status line has these words, which may have to be loaded."""
    until(page, f"document.getElementById('status').textContent === {words!r}")


def test_a_new_game_can_be_taken_back(page: Page) -> None:
    """Undo returns to the game before the last one, whether it was left by mistake, or is played again."""
    start(page, "(8,8,8)")
    bite(page, 3, 5)
    left = rows(page)
    page.select_option("#setup-first", "computer")
    page.click("#new-game")
    page.wait_for_selector('#view-play[data-start="8,8,8 computer"]')
    settled(page)
    page.click("#undo")
    assert rows(page) == left
    assert page.input_value("#setup-first") == "you"
    assert "The game before this one is back." in status(page)
    page.focus("#setup-columns")
    for columns in (9, 10, 11):
        page.keyboard.press("ArrowDown")
        page.wait_for_selector(f'#view-play[data-rows="{columns},{columns},{columns}"]')
    page.click("#undo")
    assert rows(page) == left
    page.click("#undo")
    assert rows(page) == (8, 8, 8)
    assert page.is_disabled("#undo")
    start(page, "(8,8,8)")
    bite(page, 3, 5)
    start(page, "(3,2)")
    bite(page, 1, 2)
    for again, first in (("#again", "you"), ("#again-other", "computer"), ("#again-level", "you")):
        page.click(again)
        page.wait_for_selector(f'#view-play[data-start="3,2 {first}"]:not([data-turn="over"])')
        settled(page)
        assert "Undo" not in status(page)  # no game was abandoned
        page.click("#undo")
        assert page.get_attribute("#view-play", "data-start") == "3,2 you"
        assert page.get_attribute("#view-play", "data-turn") == "over"
        assert page.input_value("#setup-level") == "perfect"


def test_again(page: Page) -> None:
    """After a game the reader can play again, or let the other side begin."""
    start(page, "(3,3)")
    assert page.is_hidden("#again")
    bite(page, 2, 3)
    while page.get_attribute("#view-play", "data-turn") == "you":
        if page.get_attribute("#hint", "aria-pressed") == "false":
            page.dblclick("#hint")
        page.locator("#board .lit").first.click()
        settled(page)
    page.click("#again")
    page.wait_for_selector('#view-play[data-start="3,3 you"][data-rows="3,3"]')
    assert page.is_hidden("#again")
    bite(page, 1, 2)
    assert page.get_attribute("#view-play", "data-turn") == "over"
    assert page.inner_text("#again-other") == "Again, the computer first"
    page.click("#again-other")
    page.wait_for_selector('#view-play[data-start="3,3 computer"]')


NEW = "Undo brings back the game that you left."


@pytest.mark.parametrize(("setting", "value"), [("columns", "5"), ("rows", "4"), ("position", "7")])
def test_a_game_that_is_left_in_the_middle(setting: str, value: str, page: Page) -> None:
    """Whatever starts a new game in the middle of one, the page says that Undo restores it, and it does."""
    start(page, "(8,8,8)")
    assert NEW not in status(page)
    bite(page, 3, 5)
    left, games = rows(page), page.get_attribute("#view-play", "data-games")
    if setting == "position":
        page.fill("#setup-position", value)
        page.click("#play-bar")
    else:
        page.select_option(f"#setup-{setting}", value)
    page.wait_for_selector(f'#view-play:not([data-games="{games}"])')
    settled(page)
    until(page, f"document.getElementById('status').textContent.endsWith('{NEW} Your turn.')")
    page.click("#undo")
    assert rows(page) == left
    assert page.input_value("#setup-level") == "perfect"
    assert page.input_value("#setup-first") == "you"
    page.click("#new-game")
    words = f"New game: 3 rows of 8 squares. Whoever eats the poison loses. {NEW} Your turn."
    until(page, f"document.getElementById('status').textContent === '{words}'")
    bite(page, 3, 5)
    assert NEW not in status(page)  # now Undo takes back this bite


def test_another_level_keeps_the_game(page: Page) -> None:
    """A level chosen in mid-game applies from the next bite, is announced, and is in the link. No bite is lost."""
    start(page, "(8,8,8)", level="easy")
    bite(page, 3, 5)
    before = Position(rows(page))
    page.select_option("#setup-level", "perfect")
    said(page, "I’ll play perfectly from my next bite.")
    assert Position(rows(page)) == before
    assert page.locator("#turns li").count() == 2
    until(page, "location.hash.includes('level=perfect&bites=3.5-')")
    (*_, move) = (move for move in before.moves() if zchomp.outcome(before.chomp(move)) is Outcome.WINNER)
    bite(page, *move)
    assert zchomp.outcome(rows(page)) is Outcome.LOSER  # the easy level would leave a winner
    page.click("#give-up")
    page.select_option("#setup-level", "medium")
    said(page, "I’ll play on medium in the next game.")
    page.click("#again")
    until(page, "location.hash === '#play/8,8,8?level=medium'")


def test_who_begins_is_for_the_next_game(page: Page) -> None:
    """Before your first bite the other side begins at once. In mid-game it begins the next game, as the page says."""
    page.select_option("#setup-first", "computer")
    page.wait_for_selector('#view-play[data-start="8,8,8 computer"]')
    assert settled(page) == "you"
    page.select_option("#setup-first", "you")
    page.wait_for_selector('#view-play[data-start="8,8,8 you"]')
    bite(page, 3, 5)
    before = rows(page)
    page.select_option("#setup-first", "computer")
    said(page, "I begin the next game. This one goes on.")
    assert rows(page) == before
    assert page.get_attribute("#view-play", "data-start") == "8,8,8 you"
    bite(page, 3, 1)
    assert page.input_value("#setup-first") == "computer"
    page.click("#give-up")
    assert page.inner_text("#again-other") == "Again, you first"
    page.select_option("#setup-first", "you")
    said(page, "You begin the next game.")
    assert page.inner_text("#again-other") == "Again, the computer first"
    page.select_option("#setup-first", "computer")
    page.click("#again")
    page.wait_for_selector('#view-play[data-start="8,8,8 computer"]')


def test_levels_after_a_game(page: Page) -> None:
    """After a game an easier or a harder level is offered, and to the loser of an easy one a smaller bar."""
    start(page, "(3,2)")
    bite(page, 1, 2)
    assert page.inner_text("#again-level") == "Again, easier"
    page.click("#again-level")
    page.wait_for_selector('#view-play[data-rows="3,2"]')
    until(page, "location.hash === '#play/3,2?level=medium'")
    start(page, "(4)", level="medium")
    bite(page, 1, 2)
    assert page.inner_text("#again-level") == "Again, harder"
    page.click("#again-level")
    until(page, "location.hash === '#play/4?level=perfect'")
    bite(page, 1, 2)
    assert page.is_hidden("#again-level")
    for position, bar in (
        ("(8,8,8)", (3, 4)),
        ("(3,3)", (2, 2)),
        ("(4,4,4,4)", (4, 2)),
        ("(6,1,1,1,1,1)", (3, 3)),
        ("(20068,20000,115)", (3, 4)),
    ):
        start(page, position, level="easy")
        bite_typed(page, "1", str(Position.parse(position).rows[0]))
        assert page.is_hidden("#again-smaller")
        page.select_option("#setup-level", "medium")
        page.click("#give-up")
        assert page.is_hidden("#again-smaller")
        page.select_option("#setup-level", "easy")
        height, width = bar
        page.wait_for_selector("#again-smaller")
        assert page.inner_text("#again-smaller") == f"Try {height} × {width}"
        page.focus("#again-smaller")
        page.keyboard.press("Enter")
        page.wait_for_selector(f'#view-play[data-rows="{",".join([str(width)] * height)}"][data-turn="you"]')
        assert page.input_value("#setup-level") == "easy"
        until(page, "document.activeElement.closest('#board') !== null")
    start(page, "(4)", level="easy")
    assert bite(page, 1, 2) == "over"
    assert page.is_hidden("#again-smaller")
    start(page, "(2,2)", level="easy")
    assert bite(page, 2, 1) == "over"
    assert page.get_attribute("#view-play", "data-won") == "false"
    page.evaluate("import('/more.js').then(() => null)")  # the button that offers one exists
    assert page.is_hidden("#again-smaller")


@pytest.mark.parametrize(
    ("position", "words"), [("(7,7,4)", "and rightly: every bite from (5, 5, 3) loses."), ("(9,7,4)", "But ")]
)
def test_giving_up(position: str, words: str, page: Page) -> None:
    """A reader who gives up is told whether there was a way to win. Undo continues the game, and a reload does not."""
    start(page, position)
    assert page.is_hidden("#give-up")  # there is nothing to give up before a bite
    move = (known(zchomp.winning_moves(position)) or list(Position.parse(position).moves()))[-1]
    bite(page, *move)
    here = Position(rows(page))
    page.click("#give-up")
    assert page.get_attribute("#view-play", "data-turn") == "over"
    assert status(page).startswith("You gave up")
    assert words in status(page)
    if words == "But ":
        found = re.search(r"row (\d), column (\d) would have won", status(page))
        assert found is not None
        left = here.chomp((int(found[1]), int(found[2])))
        assert zchomp.outcome(left) is Outcome.LOSER
    said = status(page)
    until(page, "location.hash.endsWith('&end=you')")
    reloaded(page)
    assert status(page) == said
    page.click("#undo")
    assert status(page) == "The game goes on. Your turn."
    assert page.is_visible("#give-up")


def test_the_computer_gives_up(page: Page) -> None:
    """After three bites that it knew to be losing the computer offers to give up, also after a reload."""
    start(page, "(1000,1000)")
    for turn in range(3):
        assert page.is_hidden("#accept")
        here = Position(rows(page))
        (move, *_) = known(zchomp.winning_moves(here))
        assert bite_typed(page, str(move.row), str(move.column)) == "you"
        assert ("Shall I give up?" in status(page)) == (turn == 2)
        assert page.is_visible("#give-up") == (turn < 2)
    until(page, "location.hash.split('-').length === 6")
    reloaded(page)
    assert "Shall I give up?" in status(page)
    assert page.is_hidden("#give-up")  # a winner must not press it by mistake
    assert page.inner_text("#accept") == "I take the win"
    page.click("#accept")
    assert status(page) == "I give up. You win!"
    assert page.get_attribute("#view-play", "data-won") == "true"


def test_the_easy_level_leaves_a_way_to_win(page: Page) -> None:
    """At the easy level the computer never leaves a loser if it has another bite, even from a winning position."""
    assert page.input_value("#setup-level") == "easy"  # unless the reader or a link chooses another
    assert page.inner_text("#opponent-words").endswith("On easy, I let you win if you find the way.")
    for position in ("(6,6,6)", "(5,5)", "(7,4,2)"):
        start(page, position, level="easy")
        random, turn = Random(position), "you"
        while turn == "you":
            moves = [move for move in Position(rows(page)).moves() if Position(rows(page)).chomp(move).squares() > 1]
            before = Position(rows(page))
            move = random.choice(moves or list(before.moves()))
            turn = bite(page, *move)
            after = before.chomp(move)
            kind = [after.chomp(other) for other in after.moves()]
            if any(zchomp.outcome(one) is Outcome.WINNER for one in kind):
                assert zchomp.outcome(rows(page)) is Outcome.WINNER


GAMES = """async ([bar, level, many]) => {
    const { Computed, bites } = await import("/computed.js");
    const { Match } = await import("/match.js");
    const { bite, isOver } = await import("/position.js");
    const known = Computed.of(bar);
    let state = 1;
    const chance = (most) => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return (state >>> 8) % most;
    };
    const naive = (rows) => {
        const all = bites(rows).map((move) => ({ move, after: bite(rows, move) }));
        const last = all.find(({ after }) => isOver(after));
        const safe = all.filter(({ after }) => after.length > 1 && after[0] > 1);
        return last ?? (safe.length > 0 ? safe : all)[chance(safe.length || all.length)];
    };
    const games = [];
    while (games.length < many) {
        const match = new Match({ covering: async () => known }, () => {}, () => 1e9);
        await match.open(bar.join(), { level });
        while (!match.game.over) {
            match.yours(naive(match.game.rows).move);
            if (!match.game.over) match.theirs();
        }
        clearTimeout(match.timer);
        games.push([match.game.loser === "computer", match.game.turns.map(({ rows }) => rows)]);
    }
    return games;
}"""
"""Games of a naive player, who only knows how to leave the poison at once and that a single line is lost."""


def test_games_of_a_naive_player_last(page: Page) -> None:
    """A naive player wins at the easy level, and most of those games take five bites or more. They can be replayed."""
    for bar in ("8,8,8", "6,6,6", "5,5,5,5"):
        rectangle = [int(length) for length in bar.split(",")]
        games: list[tuple[bool, list[list[int]]]] = page.evaluate(GAMES, [rectangle, "easy", 100])
        assert all(won for won, _ in games)
        assert median(len(turns) // 2 for _, turns in games) >= 5
        assert page.evaluate(GAMES, [rectangle, "easy", 100]) == games


def test_the_medium_level_makes_two_mistakes(page: Page) -> None:
    """At the medium level the computer passes up at most two wins in a game, usually two."""
    page.select_option("#setup-level", "medium")
    assert page.inner_text("#opponent-words").endswith("On medium, I make at most two mistakes in a game.")
    losers = {tuple(filter(None, rows)) for rows in losers_within(Position((8, 8, 8)))}
    games: list[tuple[bool, list[list[int]]]] = page.evaluate(GAMES, [[8, 8, 8], "medium", 100])
    passed = list[int]()
    for _, turns in games:
        mistakes = [
            tuple(after) not in losers
            for before, after in zip(turns[1::2], turns[2::2], strict=False)
            if tuple(before) not in losers
        ]
        passed.append(sum(mistakes))
    assert set(passed) <= {0, 1, 2}
    assert passed.count(2) > 50
    assert 10 < sum(won for won, _ in games) < 50
