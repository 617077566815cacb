"""Limits: every limit is used."""

import re
from collections import Counter
from pathlib import Path

from zchomp.core import limits


def test_every_limit_is_used() -> None:
    """Every limit is used somewhere."""
    folder = Path(limits.__file__).parents[1]
    sources = (path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    words = Counter(word for source in sources for word in re.findall(r"\w+", source))
    names = [name for name in vars(limits) if name.isupper()]
    assert len(names) > 25
    assert [name for name in names if words[name] < 2] == []
