"""Runs go to the end, are saved from time to time, and are resumed."""

import signal
import threading
from pathlib import Path

import pytest

from zchomp.core import runs
from zchomp.core.runs import (
    CHECKPOINT,
    Checkpoint,
    SavedState,
    State,
    WorkFolder,
    deferred_interrupts,
    run,
    run_in_folder,
    silent,
)
from zchomp.errors import Interrupted


class Counting:
    """Work that counts to ten, and can be stopped by Ctrl-C at a number."""

    total = 10

    def __init__(self, done: int = 0, stop: int | None = None) -> None:
        self.done, self.stop = done, stop

    def advance(self, _budget: int) -> None:
        """Count on."""
        self.done += 1
        if self.done == self.stop:
            signal.raise_signal(signal.SIGINT)

    def state(self) -> State:
        """How far it has counted."""
        return State({"done": self.done})

    @classmethod
    def restored(cls, state: SavedState) -> "Counting":
        """A saved count."""
        return cls(state.number("done"))


def test_a_run_reports_every_step() -> None:
    """Progress is reported from the beginning to the end."""
    seen: list[tuple[str, int, int]] = []
    run(Counting(), lambda stage, done, total, _detail="": seen.append((stage, done, total)), "counting")
    assert seen == [("counting", done, 10) for done in range(11)]


def test_ctrl_c_and_again(tmp_path: Path) -> None:
    """Ctrl-C saves the state after the step. The next run resumes there, and leaves no folder."""
    target, seen = tmp_path / "ten", list[int]()
    with pytest.raises(Interrupted) as caught:
        run_in_folder(target, "count", Counting.restored, lambda: Counting(stop=4), silent, "counting")
    assert caught.value.is_kept
    assert (tmp_path / "ten.work" / CHECKPOINT).exists()
    found = run_in_folder(
        target,
        "count",
        Counting.restored,
        Counting,
        lambda _stage, done, _total, _detail="": seen.append(done),
        "counting",
    )
    assert (found.done, seen) == (10, list(range(4, 11)))
    assert list(tmp_path.iterdir()) == []


def test_a_state_of_another_kind_is_ignored(tmp_path: Path) -> None:
    """The state of other work in the same folder is not restored."""
    with WorkFolder(tmp_path / "ten") as folder:
        assert Checkpoint(folder, "count", Counting.restored, lambda: Counting(5)).save(now=True)
        assert Checkpoint(folder, "count", Counting.restored, Counting).work.done == 5
        assert Checkpoint(folder, "other", Counting.restored, Counting).work.done == 0


def test_saved_only_when_due(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is saved before the pause is over, unless requested."""
    with WorkFolder(tmp_path / "ten") as folder:
        checkpoint = Checkpoint(folder, "count", Counting.restored, Counting)
        assert not checkpoint.save()
        monkeypatch.setattr(runs, "PAUSE", 0.0)
        assert Checkpoint(folder, "count", Counting.restored, Counting).save()


def test_interrupts_are_held_back_once() -> None:
    """The first Ctrl-C is deferred, the second is not, and afterwards everything is as before."""
    before = signal.getsignal(signal.SIGINT)
    with deferred_interrupts() as interrupted:
        assert not interrupted()
        signal.raise_signal(signal.SIGINT)
        assert interrupted()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_other_threads() -> None:
    """Outside the main thread, where no signals arrive, a run still works."""
    done: list[int] = []

    def work() -> None:
        with deferred_interrupts() as interrupted:
            counting = Counting()
            run(counting, silent, "counting")
            done.append(counting.done + interrupted())

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [10]
