"""A program that prints the words it was given."""

import sys

__all__ = ["main"]


def main() -> None:
    """Write the words on standard output."""
    sys.stdout.write(f"{' '.join(sys.argv[1:])}\n")
