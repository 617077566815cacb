"""The command that shows what is installed on this machine."""

import click

from zchomp.cli.commands import zchomp
from zchomp.cli.options import Form, form_options, present
from zchomp.words.reports import installation_data, installation_text

__all__ = ["doctor"]

BROKEN = 1


@zchomp.command(short_help="What is installed on this machine, and whether it works.")
@form_options()
def doctor(form: Form) -> None:
    """Show which checkers, extras and files are installed on this machine, and try each of them.

    Both checkers judge the certificate that comes with zchomp and a false one, the extras are imported, and every row
    of the library is checked. Missing parts are optional. The exit code is 1 if an installed part does not work.
    """
    from zchomp.installation import installation

    found = installation()
    present(form, found, installation_text, installation_data)
    if any(part.state == "broken" for part in found):
        click.get_current_context().exit(BROKEN)
