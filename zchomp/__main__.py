"""Run the command line as ``python -m zchomp``."""

import sys

from zchomp.cli import main

if __name__ == "__main__":
    sys.exit(main())
