"""Run the command line: ``zchomp``, or ``python -m zchomp``."""

import sys

__all__ = ["run"]


def run() -> int:
    """Run a command; Ctrl-C while Python is still importing ends it with one line, too."""
    try:
        from zchomp.cli import main
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write("zchomp: interrupted\n")
        return 130
    return main()


if __name__ == "__main__":
    sys.exit(run())
