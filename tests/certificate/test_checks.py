"""Every check of the verifier is needed: without any one of them, something false slips through.

The checks are found in its source and removed in turn, and slips.txt says which kinds of mutants are then
accepted. If there are none, the program crashes, or another check notices. It has these too.
"""

import ast
import re
import types
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TypeGuard

import pytest

from tests.certificate.test_mutants import mutants
from tests.sealing import certificate
from tests.support import TESTS
from zchomp import verifier
from zchomp.certificate.format import Mode

SOURCE = Path(verifier.__file__).read_text(encoding="utf-8")

CLAIMS: list[tuple[int, int, int, Mode]] = [
    (2, 2, 0, "full"),
    (3, 0, 8, "full"),
    (3, 0, 5, "compact"),
    (3, 2, 2, "full"),
    (4, 0, 4, "full"),
    (4, 0, 3, "compact"),
]

LEFT_OUT = {"bound of a billion", "cut off"}
"""Kinds of mutants that are numerous, or slow without the check that stops them."""

LINES = (TESTS / "certificate" / "slips.txt").read_text().splitlines()
SLIPS: dict[str, set[str]] = {check: set(kinds) for check, *kinds in (line.split(" | ") for line in LINES)}
"""By check: the kinds of mutants that are accepted without it."""


def is_check(node: ast.AST) -> TypeGuard[ast.stmt]:
    """Whether a statement refuses something: raise Refused(...), expect(...) or check_head(...)."""
    called = node.exc if isinstance(node, ast.Raise) else node.value if isinstance(node, ast.Expr) else None
    name = called.func.id if isinstance(called, ast.Call) and isinstance(called.func, ast.Name) else ""
    return name in {"Refused", "expect", "check_head"}


def named(function: str, check: ast.AST) -> str:
    """A name for a check: its function and its subject."""
    text = ast.unparse(check)
    about = re.search(r"f?['\"]([^'\"{]*)", text)
    return f"{function}: {about[1].strip(' :') if about else text}"


def checks() -> dict[str, int]:
    """The checks in the source, by name, with their lines. No two checks have the same name."""
    inner: dict[int, str] = {}
    for function in ast.walk(ast.parse(SOURCE)):  # from the outside in: the last name is the innermost function's
        if isinstance(function, ast.FunctionDef):
            inner |= {node.lineno: named(function.name, node) for node in ast.walk(function) if is_check(node)}
    found = {name: line for line, name in inner.items()}
    if len(found) != len(inner):
        raise ValueError(f"two checks have one name: {sorted(inner.values())}")
    return found


class Without(ast.NodeTransformer):
    """Removes the check of a line."""

    def __init__(self, line: int) -> None:
        self.line = line

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Remove the check, and visit everything else."""
        if is_check(node) and getattr(node, "lineno", 0) == self.line:
            return ast.copy_location(ast.Pass(), node)
        return super().generic_visit(node)


def verifier_without(line: int) -> types.ModuleType:
    """The verifier without the check of a line, or the whole verifier for 0."""
    module = types.ModuleType("verifier_without_a_check")
    tree = Without(line).visit(ast.parse(SOURCE))
    exec(compile(tree, verifier.__file__, "exec"), module.__dict__)  # noqa: S102 - our own program, less one line
    return module


@cache
def suspects() -> dict[bytes, str]:
    """Mutants, with a description of each change."""
    good = [certificate(*claim) for claim in CLAIMS]
    found: dict[bytes, str] = {}
    for text in good:
        for kind, mutant in mutants(text):
            if kind not in LEFT_OUT and mutant not in good:
                found.setdefault(mutant, kind)
    return found


def accepts(program: types.ModuleType, text: bytes) -> bool:
    """Whether a program accepts a text. A crash is not acceptance."""
    try:
        program.verify_stream(BytesIO(text), {})
    except Exception:  # Refused, or whatever a missing check leads to
        return False
    return True


def test_the_table_has_every_check() -> None:
    """The table has exactly the checks of the verifier."""
    assert sorted(checks()) == sorted(SLIPS)


@pytest.mark.parametrize("check", SLIPS)
def test_mutants_accepted_without_a_check(check: str) -> None:
    """Without a check, exactly the kinds of mutants in the table are accepted, and all certificates still are."""
    program = verifier_without(checks()[check])
    assert all(accepts(program, certificate(*claim)) for claim in CLAIMS)
    assert {kind for text, kind in suspects().items() if accepts(program, text)} == SLIPS[check]


def test_nothing_slips_through_the_whole_verifier() -> None:
    """Compiled in the same way with nothing removed, it accepts the certificates and none of the mutants."""
    program = verifier_without(0)
    assert all(accepts(program, certificate(*claim)) for claim in CLAIMS)
    assert not any(accepts(program, text) for text in suspects())
