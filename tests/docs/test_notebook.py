"""The notebook of the documentation: its cells run in order, and show the stored outputs.

A notebook is JSON, and a cell is Python whose last expression is shown. That is enough to run it here, so the
tests need no kernel. ZCHOMP_GOLDEN=1 stores the outputs again.
"""

import ast
import base64
import io
import json
import os
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from tests.support import ROOT

NOTEBOOK = ROOT / "docs" / "notebook.ipynb"


def run(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """The outputs of a cell: the text that it prints, and its last expression as a notebook shows it."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(tree, "cell", "exec"), names)  # noqa: S102 - our own
        value = None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # type: ignore[attr-defined]  # noqa: S307
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        outputs.append({"data": shown(value), "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return outputs


def shown(value: Any) -> dict[str, Any]:
    """A value in the forms that a notebook supports."""
    if hasattr(value, "_repr_png_"):
        return {"image/png": base64.b64encode(value._repr_png_()).decode(), "text/plain": ["a picture"]}
    forms = {"text/html": "_repr_html_", "text/latex": "_repr_latex_"}
    found = {form: lines(getattr(value, name)()) for form, name in forms.items() if hasattr(value, name)}
    return {**found, "text/plain": lines(repr(value))}


def lines(text: str) -> list[str]:
    """A text as notebooks store it."""
    return text.splitlines(keepends=True)


def without_pictures(outputs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Outputs without the bytes of pictures, which depend on the fonts of the machine."""
    return [
        {**one, "data": {form: value for form, value in one["data"].items() if form != "image/png"}}
        if "data" in one
        else one
        for one in outputs
    ]


@pytest.mark.release
def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every cell runs, in order, and shows the stored outputs: a solution, a picture, a data frame and a proof."""
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    notebook = json.loads(NOTEBOOK.read_text())
    names: dict[str, Any] = {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) > 5
    for cell in cells:
        found = run("".join(cell["source"]), names)
        if os.environ.get("ZCHOMP_GOLDEN"):
            cell["outputs"] = found
        assert without_pictures(found) == without_pictures(cell["outputs"]), "".join(cell["source"])
    forms = {form for cell in cells for one in cell["outputs"] for form in one.get("data", {})}
    assert forms == {"text/plain", "text/html", "text/latex", "image/png"}
    assert (tmp_path / "five.jsonl").exists()
    if os.environ.get("ZCHOMP_GOLDEN"):
        NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
