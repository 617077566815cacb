"""Homes: every module of zchomp has a test file of its name, or a test elsewhere that is named here."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import ROOT, TESTS

HOMES = {
    "__main__": "cli/test_options.py::test_internal_errors_have_their_own_code",
    "amounts": "cli/test_openings.py::test_bad_input",
    "answers/knowledge": "answers/test_inquiry.py",
    "answers/propositions": "words/test_propositions.py",
    "answers/search": "answers/test_inquiry.py::test_the_compiled_search",
    "answers/solution": "answers/test_oracle.py",
    "answers/symbols": "answers/test_tables.py",
    "by_slice": "test_results.py",
    "certificate/division": "certificate/test_segments.py",
    "certificate/draft": "certificate/test_certify.py",
    "cli/exporting": "words/test_exports.py::test_names_of_files",
    "cli/listing": "cli/test_golden.py",
    "cli/refusals": "cli/test_options.py::test_bad_input",
    "cli/serving": "web/test_server.py",
    "cli/sources": "cli/test_library.py::test_answers_say_where_they_come_from",
    "engines/bars/many_rows_kernel": "engines/bars/test_many_rows.py",
    "engines/effort": "cli/test_options.py::test_what_takes_more_effort",
    "engines/slices/bitsets": "engines/slices/test_any_rows.py",
    "engines/slices/three_rows_kernel": "engines/slices/test_three_rows.py",
    "engines/slices/three_rows_memory": "engines/slices/test_three_rows.py",
    "engines/slices/three_rows_state": "hostile/test_checkpoints.py",
    "errors": "test_api.py",
    "growing/families": "growing/test_recurrence.py",
    "growing/inputs": "growing/test_recurrence.py",
    "growing/lines": "growing/test_recurrence.py",
    "growing/relations": "growing/test_order.py",
    "growing/shadows": "growing/test_recurrence.py",
    "library/additions": "hostile/test_forged_library.py::test_interrupted_additions",
    "library/file": "library/test_safety.py",
    "library/rows": "hostile/test_forged_library.py",
    "posets/layout": "pictures/test_posets.py",
    "posets/search": "posets/test_poset.py",
    "posets/solution": "posets/test_poset.py",
    "progress": "work/test_runs.py",
    "sources": "answers/test_inquiry.py",
    "version": "docs/test_release.py",
    "web/files": "web/test_server.py",
    "words/article": "words/test_propositions.py::test_article_has_all_its_parts",
    "words/bars": "cli/test_openings.py",
    "words/boards": "play/test_game.py",
    "words/citation": "cli/test_explaining.py",
    "words/data": "cli/test_json.py",
    "words/fitting": "cli/test_options.py::test_lines_fit_the_terminal",
    "words/game": "play/test_game.py",
    "words/numbers": "words/test_generating_functions.py::test_latex",
    "words/opening_theorem": "answers/test_opening_theorems.py",
    "words/posets": "cli/test_posets.py",
    "words/positions": "cli/test_golden.py",
    "words/proofs": "answers/test_tables.py",
    "words/reports": "certificate/test_certify.py",
    "words/statements": "words/test_propositions.py",
    "words/winners": "answers/test_winners.py",
    "work/estimate": "certificate/test_estimate.py",
    "work/folder": "hostile/test_drafts.py",
}
"""The test files, or one test of a file, for modules that have no test file of their name."""


def modules() -> Iterator[str]:
    """The modules of zchomp, as paths without the ending; packages do not count."""
    for path in sorted((ROOT / "zchomp").rglob("*.py")):
        if path.stem != "__init__":
            yield path.relative_to(ROOT / "zchomp").with_suffix("").as_posix()


@pytest.mark.parametrize("module", list(modules()))
def test_every_module_has_a_home(module: str) -> None:
    """The tests of a module are in a file of its name, or where this file says."""
    own = f"{Path(module).parent}/test_{Path(module).name}.py"
    home = own if (TESTS / own).exists() else HOMES.get(module)
    assert home, f"expected the tests in tests/{own}, or the name of a test in tests/test_homes.py"
    file, _, name = home.partition("::")
    tests = [node.name for node in ast.parse((TESTS / file).read_text()).body if isinstance(node, ast.FunctionDef)]
    assert tests
    assert not name or name in tests


def test_every_home_is_of_a_module() -> None:
    """This file names modules that exist."""
    assert set(HOMES) - set(modules()) == set()
