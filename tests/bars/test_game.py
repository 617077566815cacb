"""The game: commands and mistakes, drawings, pipes and programs, and a real terminal."""

import json
import re
import signal
import subprocess
import sys
from functools import reduce
from operator import xor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.terminal import Terminal, plain
from tests.definition import nim_values_within
from tests.support import brute_force
from zchomp.bars.game import bar_game
from zchomp.bars.position import Move, Position
from zchomp.bars.words import board_text
from zchomp.core.answers import Answer, Outcome, Unknown
from zchomp.core.game import Event, Match

AnyMatch = Match[Any, Any, Any]


def told(game: AnyMatch, line: str, width: int = 200) -> str:
    """The answer to a line, in words."""
    return "\n".join(game.text(event, width) for event in game.tell(line))


def match(position: str, first: str = "you", seed: int = 1) -> AnyMatch:
    """A game that has not been started."""
    return Match(bar_game(position), "you" if first == "you" else "computer", seed, position)


def started(position: str, first: str = "you", seed: int = 1) -> AnyMatch:
    """A started game."""
    game = match(position, first, seed)
    game.start()
    return game


def play(arguments: list[str], lines: str) -> subprocess.CompletedProcess[str]:
    """Run `zchomp play` with lines in a pipe."""
    command = [sys.executable, "-m", "zchomp", "play", *arguments]
    return subprocess.run(command, input=lines, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", ["Expected row column"]),
        ("   ", ["Expected row column"]),
        ("bite", ["'bite' is not a move", "row column"]),
        ("2", ["'2' is not a move"]),
        ("1 2 3", ["'1 2 3' is not a move"]),
        ("-1 2", ["'-1 2' is not a move"]),
        ("1.5 2", ["'1.5 2' is not a move"]),
        ("1 ²", ["is not a move"]),
        ("0 1", ["Row 0, column 1 is outside the bar"]),
        ("4 1", ["Row 4, column 1 is outside the bar", "3 rows"]),
        ("3 3", ["Row 3, column 3 is outside the bar", "row 3 began with 2"]),
        ("1 " + "9" * 300, ["is outside the bar"]),
        ("1 " + "9" * 5000, ["is not a move"]),
        ("new (3,4)", ["'(3,4)'", "must not increase"]),
        ("hint please", ["'hint please' is not a move"]),
        ("undo", ["nothing to take back"]),
        ("why", ["I have not bitten yet"]),
    ],
    ids=lambda value: str(value)[:20],
)
def test_mistakes(line: str, words: list[str]) -> None:
    """A mistake gets one helpful line of reasonable length, and the position is unchanged."""
    game = started("(4,3,2)")
    (event,) = game.tell(line)
    assert event.kind == "mistake"
    assert "\n" not in event.text
    assert len(event.text) < 200
    for word in words:
        assert word in event.text
    assert game.position == Position((4, 3, 2))


def test_eaten_squares() -> None:
    """An eaten square is distinguished from one that was never there, and the rest of its row is given."""
    game = started("(4,4,4)")
    game.tell("2 3")
    left = game.position.rows
    assert "is eaten" in told(game, "2 4")
    assert f"of row 2 {'is' if left[1] == 1 else 'are'} left" in told(game, "2 4") or len(left) == 1
    assert "outside" in told(game, "2 5")


@pytest.mark.parametrize("line", ["2 3", "2,3", "(2, 3)", " 2   3 ", "2\t3"])
def test_moves_are_read_generously(line: str) -> None:
    """Spaces, commas and parentheses are all understood."""
    bitten = started("(4,3,2)").tell(line)[0]
    assert (bitten.kind, bitten.move) == ("bite", Move(2, 3))


def test_poison_is_asked_about() -> None:
    """Eating the poison needs a confirmation: no, undo and other commands leave it there, and other words ask again."""
    game = started("(4,3,2)")
    assert "Eat it? (yes or no)" in told(game, "1 1")
    assert "Nothing is bitten" in told(game, "no")
    assert "is not a move" in told(game, "yes")
    game.tell("1 1")
    assert game.tell("hint")[0].kind == "hint"
    assert "is not a move" in told(game, "yes")
    game.tell("1 1")
    assert "'maybe' is neither yes nor no" in told(game, "maybe")
    assert "Nothing is bitten" in told(game, "undo")
    game.tell("1 1")
    game.tell("perhaps")
    assert "You ate the poison. I win." in told(game, "YES")
    assert game.over
    assert "over" in told(game, "1 2")
    assert "over" in told(game, "hint")
    assert game.tell("undo")[0].kind == "undo"
    assert not game.over
    assert game.position == Position((4, 3, 2))


def test_undo_goes_all_the_way_back() -> None:
    """Each undo takes back a human bite and the reply to it, even at the end of the game."""
    game = started("(5,5,5)")
    seen = [game.position]
    for _ in range(3):
        move = max(game.position.moves(), key=lambda move: (move.row, move.column))
        game.tell(f"{move.row} {move.column}")
        seen.append(game.position)
    for bar in reversed(seen[:-1]):
        assert game.tell("undo")[0].position == bar
    assert "nothing to take back" in told(game, "undo")
    game = started("(2,2)", "computer")
    assert game.position == Position((2, 1))
    assert "nothing to take back" in told(game, "undo")
    assert game.tell("2 1")[-1].kind == "over"
    assert game.tell("undo")[0].position == Position((2, 1))
    game.tell("resign")
    assert game.over
    game.tell("undo")
    assert (game.over, game.position) == (False, Position((2, 1)))


def test_new_games() -> None:
    """New restarts, or starts from another position, and says so if that is already over."""
    game = started("(4,3,2)")
    game.tell("3 1")
    assert game.tell("new")[0].position == Position((4, 3, 2))
    assert game.tell("new [1,0,2]")[0].position == Position((3, 1, 1))
    text = told(game, "new (1)")
    assert "Only poison is left: the game is over already" in text
    assert game.over
    assert "over" in told(game, "resign")
    assert told(game, "quit") == "Goodbye."
    assert game.left


def test_why_names_the_loser_and_the_slice() -> None:
    """The computer says what it left, and by which slice. If it is losing, it says that."""
    game = started("(100000,20000,115)", "computer")
    assert told(game, "why") == (
        "I bit row 1, column 20069: that leaves the loser (20068, 20000, 115) = [115, 19885, 68].\n"
        "Reason: every loser with third row at most 115 is known; those with third row 115 are [115, a, 68] for all "
        "a >= 47 and 47 others, and this position is one of them."
    )
    game = started("(5,4,4)")
    game.tell("3 3")
    assert told(game, "why").splitlines()[1].startswith("Reason: every loser with at most two rows is known; they are ")
    lost = started("(20068,20000,115)", "computer")
    assert told(lost, "why").startswith(
        "I was on the loser (20068, 20000, 115) = [115, 19885, 68]: every bite leaves a winner."
    )
    (event,) = started("(20068,20000,115)").tell("hint")
    assert isinstance(event.advice, Answer)
    assert event.advice.outcome is Outcome.LOSER


@pytest.mark.parametrize("bars", ["9,7,4 + 3", "3 + 2 + 5", "3,1 + 4,2,2", "5,4,3 + 3,1,1 + 4,4"])
def test_the_reason_of_a_sum_is_about_the_bars_that_are_left(bars: str) -> None:
    """After a winning bite of a sum, the reason has the nim-values of the bars that are left: their nim-sum is 0."""
    game = started(bars, "computer")
    reason = told(game, "why").partition("the nim-values of the bars are ")[2]
    values = [int(value) for value in re.findall(r"\d+", reason.partition(", and a sum")[0])]
    left = [nim_values_within(bar)[bar.rows] for bar in game.position]
    assert values == left
    assert reduce(xor, left) == 0


@pytest.mark.parametrize("bars", ["900,800,70 + 2", "9000,8000,70 + 4"])
def test_the_reason_of_a_sum_that_bounds_decide(bars: str) -> None:
    """A bite that is found because bounds exclude the nim-sum 0 leaves it, and the reason does not deny that."""
    text = told(started(bars), "hint")
    assert "which is lost" in text
    assert "Reason: the bar that was bitten then has the nim-value of the others together" in text
    assert "Proved" not in text


def test_the_paper_s_call_is_answered() -> None:
    """PlayChomp([100000,20000,115]) works with rows. In brackets the third row is too long, and rows are suggested."""
    events = match("(100000,20000,115)", "computer").start()
    assert events[-1].move == Move(1, 20069)
    game = match("[100000,20000,115]")
    (event,) = game.start()
    assert isinstance(event.advice, Unknown)
    assert "type: new 100000,20000,115" in game.text(event, 80)
    assert game.tell("new (100000,20000,115)")[0].position == Position((100000, 20000, 115))
    other = match("(120115,120000,100000)")
    assert "type: new" not in other.text(other.start()[0], 80)


def test_only_poison_from_the_start() -> None:
    """Whoever would have to begin with nothing but poison has lost."""
    winners = [match("(1) + (1)", first).start()[-1].side for first in ("you", "computer")]
    assert winners == ["computer", "you"]


@pytest.mark.parametrize(("bars", "why"), [("40x16", "by stealing"), ("2,1 + 40x16", "a loser counts for nothing")])
def test_a_winner_without_a_known_move(bars: str, why: str) -> None:
    """Where `solve` proves a winner and knows no winning move, every text of the game says exactly that."""
    you, computer = (match(bars, first) for first in ("you", "computer"))
    (start,), (begun, bitten) = you.start(), computer.start()
    assert "\nYou win with best play, but I know no winning move, so I take small bites: " in you.text(start, 999)
    assert "\nI win with best play, but I know no winning move" in computer.text(begun, 999)
    assert "I know no winning move." in computer.text(bitten, 999)
    for game, line, who in ((you, "hint", "You are"), (computer, "why", "I was")):
        said = told(game, line, 999)
        assert said.startswith(f"{who} on a winner, but no winning move is known.\nProved for all sizes: ")
        assert why in said
        assert "not known to be" not in said


def test_sums() -> None:
    """With several bars the bar is named first, and mistakes about it are reported."""
    game = started("(3,3) + (4,2,1)")
    assert "expected bar row column, like 1 2 3" in told(game, "2 2")
    assert "There is no bar 3: expected 1 to 2." in told(game, "3 1 1")
    assert "which is lost" in told(game, "hint")
    assert "Reason: the nim-values of the bars are 4, 4, and" in told(game, "hint")
    assert "poison" in told(game, "2 1 1")
    text = told(game, "1 2 2")
    assert text.startswith("You bite row 2 of bar 1, column 2.\nbar 1\n")
    assert "name the bar first" in told(game, "help")


def test_drawings() -> None:
    """A bar is drawn with labels, poison and last bite if the terminal is wide enough, or else shown in numbers."""
    drawn = board_text(Position((12, 3)), Position((12, 12)), 80)
    assert drawn.splitlines() == [
        "       1  2  3  4  5  6  7  8  9 10 11 12",
        "  1 |  P  #  #  #  #  #  #  #  #  #  #  #",
        "  2 |  #  #  #  .  .  .  .  .  .  .  .  .",
    ]
    assert board_text(Position((12, 3)), None, 30).splitlines() == [
        "      1 2 3 4 5 ~ 11 12",
        "  1 | P # # # # ~  #  #",
        "  2 | # # #     ~",
    ]
    assert board_text(Position((12, 3)), None, 12).splitlines()[0] == "  row 1  12"
    assert "(10000000, 1000000, 115)" in board_text(Position((10000000, 1000000, 115)), None, 40)
    assert "rows 2 to 5000  1 each" in board_text(Position((10**100, *(1,) * 4999)), None, 80)
    assert len(board_text(Position(tuple(range(900, 0, -1))), None, 80).splitlines()) < 60
    for width in (20, 40, 80):
        for bar in (Position((3, 2)), Position((9, 9, 9)), Position((25, 20, 3)), Position((10**9,) * 50)):
            assert max(map(len, board_text(bar, None, width).splitlines())) <= max(width, 60)


@given(
    st.lists(st.integers(1, 10**6) | st.integers(1, 30), min_size=1, max_size=5),
    st.integers(1, 5),
    st.integers(1, 10**6),
    st.integers(20, 132),
)
def test_every_drawn_square_is_there(lengths: list[int], row: int, column: int, width: int) -> None:
    """In a drawing, folded or not, each visible column has # for a square and . for a bitten one."""
    before = Position(tuple(sorted(lengths, reverse=True)))
    row = 1 + row % len(before.rows)
    column = 1 + column % before.rows[row - 1]
    after = before if (row, column) == (1, 1) else before.chomp((row, column))
    ruler, *lines = board_text(after, before, width).splitlines()
    if "|" not in lines[0]:
        assert ruler.startswith("  row")
        return
    assert max(len(ruler), *map(len, lines)) <= width
    ends = [(found.end(), int(found[0])) for found in re.finditer(r"\d+", ruler)]
    assert {1, before.rows[0]} <= {number for _, number in ends}
    assert len(lines) == len(before.rows)
    for number, line in enumerate(lines):
        left, there = (*after.rows, *(0,) * 5)[number], before.rows[number]
        for end, drawn in ends:
            cell = line[end - 1 : end].strip()
            poison = (number, drawn) == (0, 1)
            assert cell == ("P" if poison else "#" if drawn <= left else "." if drawn <= there else "")


def test_a_piped_game() -> None:
    """Lines from a pipe are echoed after the prompt, and the end of the input ends the game without an error."""
    result = play(["(4,3,2)", "--seed", "1"], "2 2\nwhy\nfoo\n\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert "your move> 2 2\nYou bite row 2, column 2.\n" in result.stdout
    assert "that leaves the loser (3, 1, 1)" in result.stdout
    assert "your move> foo\n'foo' is not a move" in result.stdout
    assert result.stdout.endswith("Goodbye. The game is left at (3, 1, 1).\n")
    again = play(["(20068,20000,115)", "--seed", "5", "--first", "computer"], "")
    assert again.stdout == play(["(20068,20000,115)", "--seed", "5", "--first", "computer"], "").stdout
    assert "I have no winning move." in again.stdout


def test_odd_inputs() -> None:
    """Missing standard input, bytes that are not text, and an output that nobody reads give no traceback."""

    def run(shell: str) -> subprocess.CompletedProcess[str]:
        command = shell.replace("zchomp", f"{sys.executable} -m zchomp")
        return subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)

    closed = run("zchomp play '(3,3)' <&-")
    assert (closed.returncode, closed.stderr) == (0, "")
    assert closed.stdout.endswith("Goodbye. The game is left at (3, 3).\n")
    noise = run(r"printf '\xff\xfe\n2 2\n' | zchomp play '(3,3)'")
    assert (noise.returncode, noise.stderr) == (0, "")
    assert "is not a move" in noise.stdout
    assert "You bite row 2, column 2." in noise.stdout
    deaf = run("yes hint | zchomp play '(3,3)' | head -n 5")
    assert (deaf.returncode, deaf.stderr) == (0, "")
    assert run("zchomp play '(3,3)' < /dev/null >&-").stderr == ""


def test_json_is_a_game_for_programs() -> None:
    """A program wins against the computer by reading objects, and mistakes are objects too."""
    command = [sys.executable, "-m", "zchomp", "play", "(6,5,4)", "--json", "--seed", "2"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def ask(line: str, count: int = 1) -> list[dict[str, object]]:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(line + "\n")
            process.stdin.flush()
            return [json.loads(process.stdout.readline()) for _ in range(count)]

        assert json.loads(process.stdout.readline()) == {
            "version": 2,
            "event": "start",
            "bars": [[6, 5, 4]],
            "by": "you",
        }
        assert ask("7 7")[0]["event"] == "mistake"
        while True:
            (hint,) = ask("hint")
            best = hint["advice"]["winning_moves"][0]  # type: ignore[index]
            mine, theirs = ask(f"{best['row']} {best['column']}", 2)
            assert mine["by"] == "you"
            if theirs["event"] == "over":
                assert (theirs["winner"], theirs["how"]) == ("you", "left")
                break
            assert theirs["by"] == "computer"
        assert ask("quit")[0]["event"] == "quit"
        process.stdin.close()
        assert process.wait() == 0


def line(terminal: Terminal, text: str = "") -> str:
    """What a game shows up to the next prompt, after a line is typed, if there is one."""
    if text:
        terminal.type(f"{text}\n")
    return plain(terminal.read("your move> "))


def board_on(screen: str) -> tuple[int, ...]:
    """The rows of the last board on the screen."""
    board = re.findall(r"(?:^ +[0-9]+ \|[ #.P]+\n)+", screen, flags=re.MULTILINE)[-1]
    counts = [len(re.findall(r"[P#]", line)) for line in board.splitlines()]
    return tuple(count for count in counts if count)


def winning_bites(rows: tuple[int, ...]) -> list[Move]:
    """The winning moves on a small board, by brute force."""
    values, bar = brute_force(3, 8), Position(rows)
    reached = [(move, bar.chomp(move).rows) for move in bar.moves()]
    return [move for move, after in reached if values[after + (0,) * (3 - len(after))] == 0]


def test_a_whole_game_on_a_terminal(tmp_path: Path) -> None:
    """A player who reads the screen and knows brute force wins, with a hint, an undo and mistakes on the way."""
    terminal = Terminal("play", "(8,6,5)", "--seed", "3", cwd=tmp_path)
    screen = line(terminal)
    assert "Chomp, (8, 6, 5). You begin." in screen
    assert "1 2 3 4 5 6 7 8" in screen
    rows = board_on(screen)
    assert rows == (8, 6, 5)
    assert "outside the bar" in line(terminal, "4 4")
    hint = line(terminal, "hint")
    assert "Bite row" in hint
    assert "Reason: every loser with " in hint
    bad = max(move for move in Position(rows).moves() if move not in winning_bites(rows))
    screen = line(terminal, f"{bad.row} {bad.column}")
    assert "You are on the loser" in screen
    assert "." in screen
    assert ": every bite leaves a winner" in line(terminal, "hint")
    assert board_on(line(terminal, "undo")) == (8, 6, 5)
    moves = 0
    while True:
        move = winning_bites(rows)[0]
        screen = line(terminal, f"{move.row} {move.column}")
        moves += 1
        if "You win." in screen:
            break
        assert "I have no winning move." in screen
        rows = board_on(screen)
    assert moves > 1
    assert "Type new, undo, why or quit." in screen
    terminal.type("quit\n")
    assert terminal.close() == 0


@pytest.mark.parametrize(("keys", "code"), [("\x04", 0), ("\x03\n", 128 + signal.SIGINT)], ids=["Ctrl-D", "Ctrl-C"])
def test_leaving_a_game_on_a_terminal(keys: str, code: int, tmp_path: Path) -> None:
    """Ctrl-D leaves the game, and so does Ctrl-C, with the exit code of an interrupt, without a traceback."""
    terminal = Terminal("play", "(3,3)", cwd=tmp_path)
    line(terminal)
    terminal.type(keys)  # if Ctrl-C came just before it began to wait for keys, the next key wakes it up
    shown = terminal.read()
    assert "Goodbye. The game is left at (3, 3)." in shown
    assert "Traceback" not in shown
    assert terminal.close() == code


def test_a_large_bar_on_a_terminal(tmp_path: Path) -> None:
    """(10000000, 1000000, 115) is drawn with the ends of its rows, and the computer's first bite wins."""
    terminal = Terminal("play", "(10000000,1000000,115)", "--first", "computer", cwd=tmp_path)
    screen = line(terminal)
    assert "(10000000, 1000000, 115)" in screen
    assert " 9999999 10000000\n" in screen
    assert "You are on the loser (1000068, 1000000, 115)" in screen
    terminal.type("quit\n")
    assert terminal.close() == 0


def test_events_record_positions_before_and_after() -> None:
    """An event has the bars before and after a bite, which differ only by that bite."""
    events = [event for line in ("3 3", "2 2", "1 5") for event in started("(5,4,3)").tell(line)]
    bites = [event for event in events if event.kind == "bite"]
    assert len(bites) == 6
    for event in bites:
        assert isinstance(event, Event)
        assert event.move is not None
        assert event.before is not None
        assert event.before.chomp(event.move) == event.position


def test_the_best_move_of_a_sum_leaves_the_fewest_squares() -> None:
    """Of the three winning moves of a sum, the best one leaves the fewest squares of all bars together."""
    game = bar_game("9,7,4 + 8,8,3 + 5")
    left = {move: game.size(game.after(game.position, move)) for move in game.known_moves(game.solve())}
    assert sorted(left.values()) == [35, 38, 42]
    assert left[game.best()] == 35
