"""Commands about a single position: who wins, how, and its height."""

from functools import partial

from zchomp.answers.heights import height
from zchomp.answers.oracle import Oracle
from zchomp.answers.oracle import solve as solve_position
from zchomp.answers.sums import solve_sum
from zchomp.cli.commands import EFFORT_OPTION, known, zchomp
from zchomp.cli.options import Form, form_options, oracle_options, position_argument, present
from zchomp.notation import has_omega, is_solid
from zchomp.results import Unknown
from zchomp.terminal.render import show_error
from zchomp.words import positions

__all__ = ["height_command", "solve"]


@zchomp.command(short_help="Who wins, and every winning move.")
@position_argument()
@form_options()
@oracle_options
def solve(position: str, form: Form, oracle: Oracle) -> None:
    """Say who wins, and list all winning moves with the reason.

    Give POSITION by its rows: 9,7,4 or 9 7 4 or '(9,7,4)'. 3x5 and 5^3 are three rows of 5. Or give it by its columns:
    '[4,3,2]' has 4 columns of height 3, 3 of height 2 and 2 of height 1 (for more rows, from the full height down).
    Write several bars that are played at once with plus signs: 5,4,3 + 3,2. The nim-value is
    shown too, if it takes less than a second, or less than --effort says.

    A solid bar is given by the heights over its base, '[[4,3],[2,1]]', the row of the poison first. A box may be
    given by its sides: 2x3x5 has a base of 2 by 3 and the height 5.

    Rows may be infinite: w is the ordinal ω, and 'w^2*3+w+5,w,2' has the rows ω²·3+ω+5, ω and 2. 2x2xw^3 is a box, and
    '[[w*2,w],[w,w]]' one by the heights over its four columns, the poison first.
    """
    if has_omega(position):
        from zchomp.cli.ordinals import show_solution

        show_solution(position, form, oracle)
        return
    if is_solid(position):
        from zchomp import solid
        from zchomp.words.solid import solid_data, solid_text

        write = partial(solid_text, option=EFFORT_OPTION)
        present(form, known(solid.solve(position, oracle=oracle)), write, solid_data)
        return
    if "+" in position:
        present(
            form,
            known(solve_sum(position, oracle=oracle)),
            partial(positions.sum_text, option=EFFORT_OPTION),
            positions.sum_data,
        )
        return
    solution = solve_position(position, oracle=oracle)
    if isinstance(solution, Unknown) and (rows := positions.rows_meant(position)):
        show_error(f"if these numbers are rows, use: zchomp solve {rows}")
    nim, nim_sources = known(solution).ask_nim_value(oracle)
    text = partial(positions.solution_text, nim=nim, option=EFFORT_OPTION)
    present(form, known(solution), text, partial(positions.solution_data, nim=nim, nim_sources=nim_sources))


@zchomp.command("height", short_help="The number of rows that makes a position a loser.")
@position_argument()
@form_options()
@oracle_options
def height_command(position: str, form: Form, oracle: Oracle) -> None:
    """Print the height of a position (X. Sun, Improvements on Chomp, 2002).

    The height is the number of rows that makes the position a loser, if its last rows are cut off or rows of one
    square are added.
    """
    found = known(height(position, oracle=oracle))
    present(form, found, positions.height_text, positions.height_data)
