"""The command `zchomp chart`."""

import re
from collections import Counter

from tests.cli.program import zchomp
from tests.cli.terminal import on_terminal


def test_chart_in_blocks() -> None:
    """A chart that is wider than the terminal comes in blocks of columns, with every value of the whole one."""
    whole = zchomp("chart", "24", "--csv").stdout
    shown = on_terminal("chart", "24")
    values = Counter(int(value) for value in re.findall(r"[0-9]+", shown))
    below = [line.split(",") for line in whole.splitlines()[1:]]
    expected = Counter(int(value) for r, line in enumerate(below) for value in line[1 + r :])
    assert not expected - values
    assert shown.count("-----") >= 2
