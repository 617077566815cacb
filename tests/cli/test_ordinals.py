"""The commands with infinite rows: refusals, and finite rows, which are unaffected."""

import io

import pytest

from zchomp.cli import main


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "w^w^w"], "not a position: 'w^w^w'; ordinals go up to w^w"),
        (["solve", "w,3 + 3,2"], "not a position: 'w,3 + 3,2'; a sum of bars has finite rows only"),
        (["solve", "wxw"], "not a position: 'wxw'; only finitely many rows are handled, as in 2xw or w,w"),
        (["solve", "w-1"], "not a position: 'w-1'; '-' is not used with ordinals: no ordinal comes right before w"),
        (
            ["solve", "2*w,w"],
            "not a position: '2*w,w'; write the number after w: w*2 is w+w, but 2*w is w",
        ),
        (["solve", "w,w+1"], "not a position: 'w,w+1'; rows must not increase from top to bottom"),
        (["solve", "(w,w) + (3,2)"], "not a position: '(w,w) + (3,2)'; a sum of bars has finite rows only"),
        (["play", "w,w+1"], "not a position: 'w,w+1'; rows must not increase from top to bottom"),
        (["chart", "--block", "1"], "expected N and --block, like 12 --block 1, without --rows and --columns"),
        (["chart", "3", "--block", "0"], "invalid value for --block: '0'; expected a whole number, 1 or more"),
        (["losers", "3", "--rows", "4", "--ordinal"], "expected --ordinal without --rows; for more rows, use --tail"),
        (
            ["losers", "--tail", "3", "--ordinal", "--csv"],
            "expected --tail and --ordinal without --csv; --json has the",
        ),
        (["height", "w,w"], "not a position: 'w,w'; infinite rows like w are for the commands solve and play"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_input(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong input gets one line that says what to do, with exit code 2."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith(f"zchomp: {message}")


def test_not_known(capsys: pytest.CaptureFixture[str]) -> None:
    """An undecided position gives exit code 1 and a reason."""
    assert main(["solve", "4xw^2"]) == 1
    assert "four or more rows are solved only if the third one is finite" in capsys.readouterr().err


@pytest.mark.parametrize("word", ["w,w", "ω,ω", "w"])
def test_a_position_by_itself_is_solved(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A position that begins with ω needs no command, like any other."""
    assert main([word]) == 0
    assert " is a " in capsys.readouterr().out


def test_a_game_through_a_pipe(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines of input are played, and the end of the input ends the game."""
    monkeypatch.setattr("sys.stdin", io.StringIO("1 w+3\n"))
    assert main(["play", "w2,w,w"]) == 0
    out = capsys.readouterr().out
    assert "I bite row 3, column 8. You are on a loser. Left: (ω+3, ω, 7)." in out
    assert out.endswith("Goodbye. The game is left at (ω+3, ω, 7).\n")
