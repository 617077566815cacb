"""What commands print about positions whose rows are ordinals; the commands themselves are those for finite rows."""

from zchomp.cli.options import Form, known, present
from zchomp.ordinals.solution import solve
from zchomp.words import ordinals as words

__all__ = ["show_solution"]


def show_solution(position: str, form: Form) -> None:
    """Say who wins a position with infinite rows."""
    present(form, known(solve(position)), words.ordinal_solution_text, words.ordinal_solution_data)
