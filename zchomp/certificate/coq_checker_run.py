"""Proved runs: the proved checker, on a long certificate, as work that can be interrupted and resumed.

    zchomp-check --save BOARD      reports its progress. On a signal it saves its board, and goes on
    the checkpoint of the run      the board, with a digest that only the key of the user can have made
    zchomp-check --resume BOARD    goes on from there, and trusts the board

A board cannot be checked, so the program must trust it. Therefore it is used only if this user's zchomp has kept it,
from a run of the same program on the same bytes, which the checkpoint identifies by their digests. The theorem is
`resumed_sound` in proofs/ThreeRows/Resuming.v. The work folder is beside the certificate, FILE.verify.work.
"""

import mmap
import re
import signal
import subprocess
from collections.abc import Callable
from contextlib import ExitStack, suppress
from hashlib import file_digest
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Self

from zchomp import limits, verifier
from zchomp.certificate.coq_checker import cannot_start, expect_option, read_verdict, verify_proved
from zchomp.certificate.format import MODES, read_header
from zchomp.certificate.verdict import Verification
from zchomp.errors import WorkFolderError
from zchomp.progress import Progress, Warn, silent
from zchomp.results import Claim
from zchomp.work.folder import BOARD, UNFINISHED_BOARD, WorkFolder
from zchomp.work.runs import run, run_in_folder
from zchomp.work.state import SavedState, State

__all__ = ["ProvedRun", "verify_resumable"]

SAID = re.compile(r"c (checked|saved|resumed after) (\d{1,15})\b.*")
"""The reports of the checker before its verdict."""


class Failed(Exception):
    """The checker ended without a verdict on the certificate. The saved state is kept."""

    def __init__(self, verdict: Verification) -> None:
        super().__init__(verdict.reason)
        self.verdict = verdict


class ProvedRun:
    """A run of the checker, as work that is done slice by slice. Leaving the context ends its process.

    ``slices`` is the number of slices that an earlier run has checked. Its board is in the folder. ``resumed`` is
    called when the checker has resumed from there.
    """

    def __init__(
        self,
        command: list[str],
        path: str,
        claim: Claim,
        folder: WorkFolder,
        slices: int,
        resumed: Callable[[int], None],
    ) -> None:
        self.total, self.done = claim.count(), slices
        self.verdict: Verification | None = None
        self._path, self._folder, self._resumed = path, folder, resumed
        board = str(folder.path(BOARD))
        self._command = [*command, "--save", board, *(["--resume", board] if slices else []), "--", path]
        self._errors: IO[bytes]
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.kill()
            with self._process, self._errors:  # closes the pipe and the file
                pass

    def advance(self, _budget: int) -> None:
        """Wait until the checker reports its progress, or gives its verdict. Raises Failed if it ends without one."""
        if self._process is None:
            self._process = self._started()
        while self.verdict is None and self._listen(self._process)[0] != "checked":
            pass

    def state(self) -> State:
        """Have the checker save its board. The state is the number of slices checked so far, and the board.

        Raises OSError if it cannot, or has already ended.
        """
        if self._process is not None:
            self._process.send_signal(signal.SIGUSR1)
            while self.verdict is None:
                event, slices = self._listen(self._process)
                if event == "saved":
                    return State({"slices": slices}, {"board": self._board()})
                if event != "checked":
                    break
        self._folder.remove(UNFINISHED_BOARD)  # a part of it may fill the disk
        raise OSError("the checker has not saved its board")

    def _started(self) -> "subprocess.Popen[bytes]":
        """Start the checker in its own process group, so that Ctrl-C reaches only this process."""
        self._errors = TemporaryFile()  # noqa: SIM115 - closed with the process
        null, pipe = subprocess.DEVNULL, subprocess.PIPE
        try:
            return subprocess.Popen(  # noqa: S603 - the checker that the user has chosen
                self._command, stdin=null, stdout=pipe, stderr=self._errors, process_group=0
            )
        except OSError as problem:
            self._errors.close()
            raise Failed(cannot_start(self._command[0], self._path, problem)) from None

    def _listen(self, process: "subprocess.Popen[bytes]") -> tuple[str, int]:
        """The next report of the checker, and the number in it."""
        line = (process.stdout.readline() if process.stdout else b"").decode(errors="replace").rstrip("\n")
        match = SAID.fullmatch(line)
        if match is None and line.startswith("c "):
            return line, 0
        if match is None:
            self._finish(process, line)
            return line, 0
        event, slices = match[1], int(match[2])
        if event == "resumed after":
            self._folder.remove(BOARD)
            self._resumed(slices)
        self.done = min(slices, self.total - 1)  # everything is done when there is a verdict
        return event, slices

    def _finish(self, process: "subprocess.Popen[bytes]", line: str) -> None:
        """Read the verdict, which must be the last line."""
        more = process.stdout.read() if process.stdout else b""
        code = process.wait()
        self._errors.seek(0)
        rest, reason = (text.decode(errors="replace").rstrip("\n") for text in (more, self._errors.read()))
        verdict = read_verdict(self._command[0], self._path, code, f"{line}\n{rest}" if rest else line, reason)
        if verdict.code in {verifier.USAGE, verifier.INTERNAL}:
            raise Failed(verdict)
        self.verdict, self.done = verdict, self.total

    def _board(self) -> memoryview:
        """The saved board. Its file is removed, and the memory is released when it is no longer used."""
        with self._folder.path(BOARD).open("rb") as file:
            board = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._folder.remove(BOARD)
        return memoryview(board)


def verify_resumable(
    program: str, path: str, wanted: dict[str, int], progress: Progress = silent, warn: Warn = silent
) -> Verification:
    """Have a file verified by the proved checker. A long run is saved from time to time, and resumed.

    ``warn`` receives the point where a run resumes, or why it does not. A file that can be read only once, and a
    program that cannot save, are left to `verify_proved`.

    Raises Interrupted after Ctrl-C.
    """
    long = _long_run(program, path)
    if long is not None:
        verdict = _verify_long([program, *expect_option(wanted)], *long, progress, warn)
        if verdict is not None and verdict.code != verifier.USAGE:
            return verdict._replace(reason=verdict.reason.replace(repr(str(long[0])), repr(path), 1))
    return verify_proved(program, path, wanted)


def _long_run(program: str, path: str) -> tuple[Path, Claim, str] | None:
    """The place of a certificate, its claim, and the name of its run, if verifying it takes a long time.

    None for other certificates, and for anything but a file.
    """
    with suppress(OSError, ValueError):
        if Path(path).is_file():
            place = Path(path).resolve(strict=True)
            claim, _ = read_header(place, MODES)
            if (claim.rows, claim.nim) == (3, 0) and claim.upto >= limits.PROVED_KEPT_FROM:
                return place, claim, f"verification of {_digest(place)} by {_digest(Path(program))}"
    return None


def _verify_long(
    command: list[str], place: Path, claim: Claim, kind: str, progress: Progress, warn: Warn
) -> Verification | None:
    """Run the checker until its verdict, with its state kept in the work folder."""
    folder = WorkFolder(place.with_name(f"{place.name}.verify"))

    def resumed(slices: int) -> None:
        warn(f"resumed after {slices} of {claim.count()} slices, which an earlier run of this checker has accepted")

    with ExitStack() as stack:

        def made(slices: int) -> ProvedRun:
            return stack.enter_context(ProvedRun(command, str(place), claim, folder, slices, resumed))

        def restored(state: SavedState) -> ProvedRun:
            slices = state.number("slices")
            with folder.open(BOARD, empty=True) as file:
                state.copy("board", file)
            return made(slices)

        def new() -> ProvedRun:
            with suppress(OSError):  # where there is no folder
                folder.remove(BOARD)
            return made(0)

        try:
            try:
                work = run_in_folder(folder.target, kind, restored, new, progress, "verifying", warn)
            except WorkFolderError as problem:
                warn(f"the run cannot be resumed if it is interrupted: {problem}")
                work = made(0)
                run(work, progress, "verifying")
        except Failed as failed:
            return failed.verdict
        return work.verdict


def _digest(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
