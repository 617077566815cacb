"""Run the command line: ``zchomp``, or ``python -m zchomp``."""

import sys

__all__ = ["run"]


def run() -> int:
    """Run a command; Ctrl-C at any moment, even while Python is still importing, ends it with one line."""
    try:
        from zchomp.cli import main

        return main()
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write("zchomp: interrupted\n")
        return 130


if __name__ == "__main__":
    sys.exit(run())
