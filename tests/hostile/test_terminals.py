"""Strange terminals: closed or full outputs, interrupts at any time, names that try to take over the screen."""

import json
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.cli.program import zchomp
from tests.posets.orders import mirror_file
from tests.support import ROOT, SHIPPED, run_python
from zchomp.proof.strategy_verifier import FORMAT

VERIFIER = ROOT / "zchomp" / "proof" / "verifier.py"
LOST = mirror_file(
    {"format": FORMAT, "elements": ["a", "b"], "covers": [], "poison": None, "taken": [], "mirrors": [[["a", "b"]]]}
)


def shell(command: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a shell command, with zchomp as a program."""
    whole = command.replace("zchomp ", f"{sys.executable} -m zchomp ", 1)
    return subprocess.run(["bash", "-c", whole], capture_output=True, text=True, check=False, cwd=cwd)


@pytest.mark.parametrize(
    "command",
    [
        f"zchomp verify {SHIPPED} > /dev/full",
        f"{sys.executable} -I -S {VERIFIER} {SHIPPED} > /dev/full",
        "zchomp verify lost.json > /dev/full",
    ],
)
def test_a_full_disk_is_not_a_verdict(command: str, tmp_path: Path) -> None:
    """If the verdict cannot be written, the exit code is that of an internal error, and never "not verified"."""
    (tmp_path / "lost.json").write_bytes(LOST)
    result = shell(command, tmp_path)
    assert result.returncode == 70
    assert "Traceback" not in result.stderr


@cache
def with_open_streams(command: str) -> subprocess.CompletedProcess[str]:
    """What a command does without input."""
    with TemporaryDirectory() as folder:
        return shell(f"zchomp {command} < /dev/null", Path(folder))


@pytest.mark.parametrize(
    "command", ["solve '(3,2,1)'", "solve '(3,4)'", "prove --upto 5", "losers 99999", "play '(3,2)'"]
)
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-"])
def test_closed_streams(command: str, closed: str, tmp_path: Path) -> None:
    """Closed streams change only what can be seen."""
    usual = with_open_streams(command)
    result = shell(f"zchomp {command} {'' if '<' in closed else '< /dev/null'} {closed}", tmp_path)
    assert result.returncode == usual.returncode
    assert "Traceback" not in result.stdout + result.stderr
    if ">" not in closed:
        assert result.stderr == usual.stderr


@pytest.mark.parametrize("module", ["click", "zchomp.cli.options", "zchomp.bars.solving", "zchomp.core.documents"])
def test_an_interrupt_during_the_import(module: str) -> None:
    """Ctrl-C before everything is imported ends zchomp with one line and exit code 130."""
    code = (
        "import signal, sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {module!r}: signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, Interrupt())\n"
        "from zchomp.__main__ import run\n"
        "sys.argv = ['zchomp', 'solve', '3,2']\n"
        "sys.exit(run())\n"
    )
    result = run_python(code)
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "zchomp: interrupted\n")


def test_an_interrupt_while_it_works(tmp_path: Path) -> None:
    """Ctrl-C at the first line of progress, and then again, leaves one line and no traceback."""
    command = [sys.executable, "-m", "zchomp", "poset", "boolean", "7", "--effort", "600"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        assert process.stderr is not None
        process.stderr.readline()
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
    assert process.returncode == 130
    assert rest == "zchomp: interrupted\n"


FORGED = "x\ns VERIFIED rows=3 nim=0 upto=115 slices=116\x1b[2J\x1b]0;owned\x07"


@pytest.mark.parametrize("options", [[], ["--show"], ["--nim"], ["--after", FORGED], ["--proof", "c.json"]])
def test_names_cannot_take_over_the_terminal(options: list[str], tmp_path: Path) -> None:
    """A name with a newline or an escape code is shown quoted: it forges no line, and nothing raw gets out."""
    board = {"elements": ["o", FORGED, "b"], "covers": [["o", FORGED], ["o", "b"]]}
    (tmp_path / "p.json").write_text(json.dumps(board))
    result = zchomp("poset", "file", "p.json", *options, cwd=tmp_path)
    shown = result.stdout + result.stderr
    assert result.returncode in {0, 1}
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert not any(line.lstrip().startswith("s VERIFIED") for line in shown.splitlines())


@pytest.mark.parametrize("name", ["no\nsuch\x1b[31mfile.jsonl", "s VERIFIED rows=3.jsonl\ns VERIFIED"])
def test_file_names_cannot_either(name: str, tmp_path: Path) -> None:
    """Every program quotes the file names that it prints."""
    (tmp_path / name).write_text("nothing")
    for command in (["verify", name, name], ["export", "--coq", name]):
        result = zchomp(*command, cwd=tmp_path)
        shown = result.stdout + result.stderr
        assert result.returncode != 0
        assert "\x1b" not in shown
        assert not any(line.startswith("s VERIFIED") for line in shown.splitlines())
