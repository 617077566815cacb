"""The compiler when numba is missing, does not start, or has no place for its files."""

import os
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from tests.support import ROOT, run_python
from zchomp.bars.prover import prove
from zchomp.core import compiler
from zchomp.errors import CannotCompile, MissingExtra


def test_no_place_for_compiled_code(tmp_path: Path) -> None:
    """If numba finds no folder for its files, the kernel is still compiled, and nothing is kept."""
    copy, readonly = tmp_path / "zchomp", 0o555
    bars, core = copy / "bars", copy / "core"
    copytree(ROOT / "zchomp", copy, ignore=ignore_patterns("__pycache__"))
    for folder in (bars, core):
        (folder / "__pycache__").touch()  # not a folder: a read-only one would not stop the superuser
    for folder in (bars, core, copy, tmp_path):
        folder.chmod(readonly)
    code = (
        "from zchomp import prove; from zchomp.bars import three_rows as kernel\n"
        "proofs = prove(60, method='compiled')\n"
        "print(kernel.__file__, kernel.find_row.stats.cache_path, proofs == prove(60))"
    )
    nowhere = {"HOME": os.devnull, "XDG_CACHE_HOME": os.devnull, "NUMBA_CACHE_DIR": ""}
    result = run_python(code, cwd=tmp_path, **nowhere, PYTHONPATH=str(tmp_path))
    tmp_path.chmod(0o755)
    assert (result.stdout, result.stderr) == (f"{bars / 'three_rows.py'} None True\n", "")


@pytest.mark.parametrize("problem", ["RuntimeError", "OSError"])
def test_numba_does_not_start(problem: str) -> None:
    """If the compiler of an installed numba does not start, one line says so and suggests a method that needs none."""
    code = (
        "import sys, builtins; real = builtins.__import__\n"
        "def fail(name, *rest):\n"
        f"    if name == 'numba': raise {problem}('no library')\n"
        "    return real(name, *rest)\n"
        "builtins.__import__ = fail\n"
        "from zchomp.cli import main; sys.exit(main(['prove', '--upto', '9', '--method', 'compiled']))"
    )
    result = run_python(code)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert "the method recurrence proves the same" in result.stderr
    assert "NUMBA_CACHE_DIR" not in result.stderr


def test_numba_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numba the compiled method is refused with the command that installs it."""
    monkeypatch.setitem(sys.modules, "numba", None)
    assert not compiler.is_installed()
    assert not compiler.works()
    assert isinstance(compiler.problem(), MissingExtra)
    with pytest.raises(MissingExtra, match=r"compiled code needs the extra 'fast'; .* pip install 'zchomp\[fast\]'"):
        prove(3, method="compiled")


def test_the_quicker_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code is chosen if it is faster, and, when it is about to be used, only if it works."""
    assert compiler.is_quicker(plain=3, fast=2)
    assert not compiler.is_quicker(plain=2, fast=2)
    monkeypatch.setattr(compiler, "problem", lambda: CannotCompile("numba does not start"))
    assert not compiler.works()
    assert [compiler.is_quicker(3, 2, effort) for effort in (0, 1, 2, 3)] == [True, True, False, False]
    monkeypatch.setattr(compiler, "is_installed", lambda: False)
    assert not compiler.is_quicker(3, 2, effort=0)


def test_engines_without_numba() -> None:
    """The bodies of all compiled engines run without numba, and find the same."""
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "import numpy; numpy.seterr(over='ignore')\n"
        "from itertools import islice\n"
        "from zchomp import prove\n"
        "from zchomp.bars.compiled import CompiledValueTable\n"
        "from zchomp.bars.nim_tables import full_bars\n"
        "from zchomp.bars.prover import prove_slices\n"
        "from zchomp.bars.any_rows import CompiledAnyRows\n"
        "from zchomp.bars.three_rows import CompiledThreeRows\n"
        "plain = list(prove(140).values())\n"
        "print([row.proof() for row in islice(CompiledThreeRows(140).rows(), 141)] == plain)\n"
        "claims = [prove(9, rows=4), prove(12, nim=2), prove(3, rows=6, nim=1)]\n"
        "print(all(list(prove_slices(one, {'one': CompiledAnyRows()})) == list(one.values()) for one in claims))\n"
        "print(full_bars(CompiledValueTable((5,) * 3)))"
    )
    assert run_python(code).stdout == "True\nTrue\n[2, 4, 5, 9, 11]\n"


def test_a_class_that_is_renamed(tmp_path: Path) -> None:
    """Files cached by numba for an older version do not stop a newer one, whose classes have other names."""
    for name in ("Board", "Chart"):
        (tmp_path / "kernel.py").write_text(
            "from typing import NamedTuple\n"
            "from zchomp.core.compiler import compile_\n"
            f"class {name}(NamedTuple):\n"
            "    size: int\n"
            "@compile_\n"
            "def double(board):\n"
            "    return 2 * board.size\n"
        )
        code = f"from kernel import {name}, double; print(double({name}(21)), len(double.stats.cache_hits))"
        found = run_python(
            code, cwd=tmp_path, PYTHONPATH=f"{ROOT}:{tmp_path}", NUMBA_CACHE_DIR="", PYTHONDONTWRITEBYTECODE="1"
        )
        assert (found.stdout, found.stderr) == ("42 0\n", "")


def test_a_called_function_that_changes(tmp_path: Path) -> None:
    """Code that calls a function of another file is recompiled when that file changes."""
    core = tmp_path / "zchomp" / "core"
    copytree(ROOT / "zchomp", core.parent, ignore=ignore_patterns("__pycache__"))
    decorated = "from zchomp.core.compiler import compile_\n{}@compile_\ndef {}(n):\n    return {}\n"
    (core / "calling.py").write_text(
        decorated.format("from zchomp.core.called import called\n", "calling", "called(n) + 1")
    )
    for called, expected in (("2 * n", "43"), ("3 * n", "64")):
        (core / "called.py").write_text(decorated.format("", "called", called))
        found = run_python(
            "from zchomp.core.calling import calling; print(calling(21))",
            cwd=tmp_path,
            PYTHONPATH=str(tmp_path),
            NUMBA_CACHE_DIR="",
            PYTHONDONTWRITEBYTECODE="1",
        )
        assert (found.stdout, found.stderr) == (f"{expected}\n", "")


def test_compiling_is_announced_once(tmp_path: Path) -> None:
    """Compiling is announced once, and not at all if an earlier run has compiled the same code."""
    (tmp_path / "kernel.py").write_text(
        "from zchomp.core.compiler import compile_\n"
        "@compile_\ndef double(x):\n    return 2 * x\n"
        "@compile_\ndef quadruple(x):\n    return double(double(x))\n"
    )
    code = (
        "from zchomp.core.compiler import when_compiling\n"
        "when_compiling(lambda: print('compiling'))\n"
        "from kernel import quadruple\n"
        "print(quadruple(3), quadruple(2.5))"
    )
    path, kept = f"{tmp_path}{os.pathsep}{ROOT}", str(tmp_path / "cache")
    for expected in ("compiling\n12 10.0\n", "12 10.0\n"):
        assert run_python(code, PYTHONPATH=path, NUMBA_CACHE_DIR=kept).stdout == expected
