"""The command that verifies: the stand-alone verifier, by several workers or by another checker if so asked."""

import os
import re
import sys
from argparse import Namespace
from contextlib import ExitStack
from functools import partial
from typing import NoReturn

import click

from zchomp import verifier
from zchomp.certificate import division, proved
from zchomp.cli.options import zchomp
from zchomp.errors import ZchompError
from zchomp.terminal.render import progress_bar
from zchomp.verifier import Verdict

__all__ = ["verify"]

MOST_WORKERS = 1000
"""More processes than this are a mistake."""


class Parser(verifier.Parser):
    """The options of the verifier, and those that say by whom, and by how many."""

    def __init__(self, open_things: ExitStack) -> None:
        super().__init__("zchomp verify")
        self.open_things = open_things
        self.add_argument("--workers", metavar="N", help="check full certificates by segments, in so many processes")
        self.add_argument("--scheduler", metavar="ADDRESS", help="the same on the machines of a Dask scheduler")
        self.add_argument("--checker", metavar="NAME", help="proved: the checker that is extracted from Coq")

    def prepare(self, options: Namespace) -> None:
        """Find what the options ask for, or say that it is not there."""
        options.parts, options.client, options.program = 1, None, None
        if options.checker not in {None, "verifier", "proved"}:
            self.error(f"--checker {options.checker!r:.80}: expected verifier or proved")
        if options.workers is not None:
            if not re.fullmatch(r"[0-9]{1,15}", options.workers) or not 1 <= int(options.workers) <= MOST_WORKERS:
                self.error(f"--workers {options.workers!r:.80}: expected a number from 1 to {MOST_WORKERS}")
            options.parts = int(options.workers)
        if options.scheduler is not None and (options.workers is not None or options.checker == "proved"):
            self.error("--scheduler: expected neither --workers nor --checker proved with it")
        try:
            if options.checker == "proved":
                options.program = proved.find_checker()
            if options.scheduler is not None:
                from zchomp.certificate.cluster import connect

                options.client = self.open_things.enter_context(connect(options.scheduler))
                options.parts = len(options.client.nthreads())
        except ZchompError as problem:
            self.error(" ".join(str(problem).split()))

    def judge(self, path: str, wanted: dict[str, int], options: Namespace) -> Verdict:
        """The verdict on one file."""
        if "parts" not in options:
            self.prepare(options)
        plain = partial(verifier.verify, path, wanted)
        run: division.Runner = division.python_segments
        taking = division.TAKING
        if options.program is not None:
            plain = partial(proved.verify_proved, options.program, path, wanted)
            run, taking = partial(proved.proved_segments, options.program), proved.TAKING
        if options.client is not None:
            from zchomp.certificate.cluster import cluster_segments

            run = partial(cluster_segments, options.client)
        if options.parts == 1 and options.client is None:
            return plain()
        with progress_bar("verifying") as progress:
            return division.verify_in_segments(path, wanted, options.parts, taking, run, plain, progress)


@zchomp.command(
    short_help="Check certificates.",
    context_settings={"ignore_unknown_options": True, "help_option_names": []},
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def verify(arguments: tuple[str, ...]) -> NoReturn:
    """Check certificates: [--expect rows=3,upto=115] [--workers N] [--checker proved] FILE...

    This runs the stand-alone verifier. Exit code 0 and a last line `s VERIFIED ...` mean that the claim is true.

    --workers N checks a full certificate by segments, in N processes at once; a compact one is checked by one process.
    --scheduler ADDRESS has the segments checked on the machines of a Dask scheduler, with the extra 'cluster'.
    --checker proved runs the checker that is extracted from Coq, alone or with --workers, where `make -C proofs` has
    built it. The verdict is the same. For losing positions of three rows it has a method without segments, which one
    process uses from upto=5000 on; from upto=20000 on, --workers makes no difference.
    """
    try:
        with ExitStack() as open_things:
            sys.exit(verifier.main(arguments, Parser(open_things)))
    except OSError:  # a verdict that cannot be written is none
        os._exit(verifier.INTERNAL)
