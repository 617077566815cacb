"""Certificates of games on posets: a claim about a board, and the file that proves it.

A certificate is a strategy: the lost positions that prove a claim, for `zchomp.posets.verifier` to check. Two modules
find them: `symmetry`, where every position is proved by a mirror, and `strategy_search`, in general.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from os import PathLike

from zchomp.posets import verifier
from zchomp.posets.poset import Poset
from zchomp.showing import Shown
from zchomp.writing import open_file

__all__ = ["PosetClaim", "Strategy", "as_line"]


@dataclass(frozen=True, slots=True, repr=False)
class Strategy(Shown, words="posets"):
    """A certificate: the lines before the trailer, the trailer without its digest, and the number of members."""

    lines: tuple[str, ...]
    trailer: str
    members: int
    searched: int

    def text(self) -> str:
        """The certificate as it is written to a file."""
        return b"".join(self._pieces()).decode()

    def write(self, path: str | PathLike[str]) -> None:
        """Write the certificate to a file, line by line: it may be large."""
        with open_file(path) as file:
            file.writelines(self._pieces())

    def _pieces(self) -> Iterator[bytes]:
        digest = sha256()
        for line in self.lines:
            piece = f"{line}\n".encode()
            digest.update(piece)
            yield piece
        yield f'{self.trailer[:-1]},"sha256":"{digest.hexdigest()}"}}\n'.encode()


@dataclass(frozen=True, slots=True)
class PosetClaim:
    """A claim about a position: these moves win, and no others if ``complete``; without moves, the position is lost."""

    poset: Poset
    poisoned: bool
    taken: tuple[int, ...]
    winning: tuple[int, ...] = ()
    complete: bool = True

    @property
    def start(self) -> int:
        """The elements that are left after the moves."""
        return self.poset.after(self.taken, self.poisoned)

    def proved_by(
        self,
        members: Sequence[str],
        trailer: Mapping[str, object],
        symmetries: Iterable[tuple[int, ...]] = (),
        searched: int = 0,
    ) -> Strategy:
        """The certificate with these members, each a line, this trailer, and these symmetries."""
        name = self.poset.elements
        moved = [as_line({"symmetry": images}) for images in symmetries]
        header = {
            "format": verifier.FORMAT,
            "elements": name,
            "covers": [(name[x], name[y]) for x, y in self.poset.covers()],
            "poison": name[0] if self.poisoned else None,
            "taken": [name[x] for x in self.taken],
            "outcome": "won" if self.winning else "lost",
            "winning": [name[x] for x in self.winning],
            "complete": self.complete,
            "symmetries": len(moved),
            "members": len(members),
        }
        return Strategy((as_line(header), *moved, *members), as_line(trailer), len(members), searched)


def as_line(fields: Mapping[str, object]) -> str:
    """A line of a certificate.

    >>> as_line({"left": "0", "answers": []})
    '{"left":"0","answers":[]}'
    """
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=False)
