"""Where the library is: in the user's data folder, unless ZCHOMP_LIBRARY or the caller says otherwise."""

import os
from pathlib import Path

__all__ = ["NAME", "VARIABLE", "usual_place"]

NAME = "library.sqlite3"
VARIABLE = "ZCHOMP_LIBRARY"
"""The environment variable with the path of the library; if it is empty, there is none."""


def usual_place() -> Path | None:
    """The path of the library, whether it is there or not; None if the user wants none.

    >>> place = usual_place()
    >>> place is None or isinstance(place, Path)
    True
    """
    chosen = os.environ.get(VARIABLE)
    if chosen is not None:
        return Path(chosen) if chosen else None
    from platformdirs import user_data_path

    return user_data_path("zchomp", appauthor=False) / NAME
