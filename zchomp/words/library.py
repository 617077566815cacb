"""Words about the library of proofs."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from zchomp.amounts import counted, data_size
from zchomp.words.data import Data
from zchomp.words.reports import METHODS

if TYPE_CHECKING:
    from zchomp.library.store import Kept

__all__ = ["kept_data", "library_text"]


def library_text(path: Path, kept: "Sequence[Kept]") -> str:
    """The claims in the library, one on each line."""
    if not kept:
        return f"The library {path} is empty. zchomp prove adds its proofs."
    lines = [f"The library {path} has {counted(len(kept), 'claim')}:"]
    width = max(len(str(one.claim)) for one in kept)
    for one in kept:
        how = f"{METHODS.get(one.method, 'from a certificate')}, {one.mode}"
        size = f"{counted(one.slices, 'slice')}, {data_size(one.bytes)}"
        lines.append(f"  {one.claim!s:<{width}}  {size}, {how}, {one.added} UTC, SHA-256 {one.sha256[:16]}...")
    return "\n".join(lines)


def kept_data(kept: "Kept") -> Data:
    """The same as data."""
    return {
        "rows": kept.claim.rows,
        "nim": kept.claim.nim,
        "upto": kept.claim.upto,
        "mode": kept.mode,
        "producer": kept.producer,
        "method": kept.method,
        "sha256": kept.sha256,
        "added": kept.added,
        "slices": kept.slices,
        "bytes": kept.bytes,
    }
