"""The command that serves the page."""

import webbrowser
from pathlib import Path

import click

from zchomp.cli.commands import Negative, zchomp
from zchomp.cli.options import WrittenFile, at_most_one, show_written, whole_number
from zchomp.errors import InvalidArgument
from zchomp.terminal.render import show

__all__ = ["web"]

LARGEST_PORT = 65535


@zchomp.command(short_help="A page to play, to see the chart and to verify, in a browser.")
@click.option("--port", type=whole_number(), help="The port; 0: any free one.  [default: 8115, or any free one]")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option(
    "--out",
    type=WrittenFile(),
    metavar="FOLDER",
    help="Write the page to this folder instead of serving it.",
)
@click.option(
    "--address", metavar="URL", help="With --out: the address at which the page will be found, for its links."
)
def web(port: int | None, no_browser: bool, out: Path | None, address: str | None) -> None:
    """Serve the page to this machine only, and open it in a browser. Ctrl-C stops it.

    On the page you play against a certificate, look at the chart, list losers, and verify certificates with the checker
    that is proved in Coq. It needs no network. With --out the same files are written, for any web host.
    """
    from zchomp.web.files import write_page
    from zchomp.web.server import PageServer

    at_most_one(port=port is not None, out=out)
    if address is not None and out is None:
        raise InvalidArgument("--address is for a page that is written; add --out FOLDER")
    if out is not None:
        write_page(out, address)
        show_written(out / "index.html")
        return
    if port is not None and port > LARGEST_PORT:
        raise InvalidArgument(f"there is no port {port}; expected 0 to {LARGEST_PORT}")
    try:
        opened = PageServer(port)
    except OSError as problem:
        used = "no port can be used" if port is None else f"port {port} cannot be used"
        raise Negative(f"{used}: {problem.strerror}; choose another one, or 0 for any that is free") from problem
    with opened as server:
        show(f"The page is at {server.address} until you press Ctrl-C.")
        if not no_browser:
            webbrowser.open(server.address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            show("\nStopped.")
