"""Limits: every limit states its cost, and is used."""

import ast
import re
from pathlib import Path

from zchomp import limits


def documented() -> dict[str, str]:
    """The constants of the module, each with the docstring that follows it."""
    body = ast.parse(Path(limits.__file__).read_text(encoding="utf-8")).body
    found = {}
    for here, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        if isinstance(here, ast.Assign) and isinstance(here.targets[0], ast.Name) and here.targets[0].id.isupper():
            is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            found[here.targets[0].id] = str(after.value.value) if is_text else ""  # type: ignore[attr-defined]
    return found


def test_every_limit_says_what_it_costs() -> None:
    """Every constant has a docstring with its time, memory or disk space."""
    found = documented()
    assert len(found) > 25
    cost = r"\b(\d+(\.\d+)? (to \d+ )?(seconds?|minutes?|GB)|a minute|a few days|bits)\b"
    assert [name for name, text in found.items() if not re.search(cost, text, re.IGNORECASE)] == []


def test_every_limit_is_used() -> None:
    """Every limit is used somewhere."""
    folder = Path(limits.__file__).parent
    sources = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    assert [name for name in documented() if len(re.findall(rf"\b{name}\b", sources)) < 2] == []
