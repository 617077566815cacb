"""Playing from a strategy: the computer answers from the members of a certificate, which is verified first.

A lost position comes with the reason why it is lost, and the reason gives the answer to every move:

    reason      the answer to a move
    member      the answer of its line, mapped back by the symmetry; it leaves another member
    mirror      the image of an element that it moves; for a fixed one, the answer from the reason for the fixed part
    theorem     a winning move by a theorem about bipartite graphs or trees

Positions that the strategy does not reach, because the player to move could have won, are solved as in any game.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from os import PathLike, fspath
from pathlib import Path
from typing import TypeAlias, TypeVar

from zchomp.bitsets import bitset, members
from zchomp.errors import CertificateError, DisagreementError, printable, quote, require_path
from zchomp.posets import verifier
from zchomp.posets.families import PosetBoard
from zchomp.posets.game import PosetRules
from zchomp.posets.poset import Poset
from zchomp.posets.solution import PosetSolution
from zchomp.posets.theorems import by_theorem
from zchomp.position import Outcome
from zchomp.results import Unknown
from zchomp.sources import Source
from zchomp.user_files import read_file

__all__ = ["StrategyRules"]

T = TypeVar("T")

MOST_BYTES = 1_000_000_000
"""The largest strategy that is played from: all of it is held in memory."""

Images = tuple[int, ...]
Answers = list[tuple[int, int, int, int]]


@dataclass(frozen=True, slots=True)
class ByMember:
    """A position is lost because ``images`` maps it to a member."""

    number: int
    images: Images


@dataclass(frozen=True, slots=True)
class ByMirror:
    """A position is lost because a mirror leaves a lost part fixed."""

    image: Mapping[int, int]
    fixed: "Reason"


Reason: TypeAlias = ByMember | ByMirror | None
"""Why a position is lost. None stands for a theorem, which needs no data."""


class StrategyRules(PosetRules):
    """The rules of a game from the position of a certificate, with the answers of its strategy.

    Raises CertificateError if the certificate is not verified, and OSError if it cannot be read.
    """

    def __init__(self, path: str | PathLike[str], effort: float | None = None) -> None:
        require_path(path)
        data = read_file(path, MOST_BYTES, CertificateError)
        try:
            verifier.check(BytesIO(data))
        except (verifier.Refused, verifier.Declined, UnicodeDecodeError) as problem:
            raise CertificateError(f"{quote(fspath(path), 200)} is not a verified strategy: {problem}") from None
        header, *lines = map(json.loads, data.split(b"\n")[:-1])
        poset = Poset.from_covers(header["elements"], map(tuple, header["covers"]))
        title = f"the board of {printable(Path(path).name, 60)}"
        self.taken: tuple[str, ...] = tuple(header["taken"])
        super().__init__(PosetBoard("file", title, poset, header["poison"] is not None), effort, self.taken)
        number = [poset.find(name) for name in header["elements"]]  # for each number in the file, the one in the poset
        self._file = {x: i for i, x in enumerate(number)}
        self._poset = number
        symmetries, rest = lines[: header["symmetries"]], lines[header["symmetries"] :]
        self._symmetries: list[Images] = [tuple(range(len(number))), *(tuple(line["symmetry"]) for line in symmetries)]
        self._members, trailer = rest[:-1], rest[-1]
        self._begin = self.begin & ~int(self.board.poisoned)
        self._lost: dict[int, Reason] = {}
        self._winning, self._answers, self._is_complete = 0, trailer.get("answers", []), header["complete"]
        identity = self._symmetries[0]
        if "start" in trailer:
            self._lost[self._begin] = self._member(identity, *trailer["start"])
        for x, k, g in trailer.get("winning", []):
            self._winning |= 1 << number[x]
            self._lost[self._begin & ~poset.above[number[x]]] = self._member(identity, k, g)

    def solve(self, position: int) -> PosetSolution | Unknown:
        """Who wins, by the strategy if it reaches this position, with at least its winning move."""
        left = position & ~int(self.board.poisoned)
        if left in self._lost:
            return self._solution(left, 0, None)
        if left == self._begin:
            return self._solution(
                left, self._winning, None if self._is_complete else Unknown("not all moves are proved")
            )
        answer = self._answer(left)
        if answer is None:
            return super().solve(position)
        y, reason = answer
        self._lost.setdefault(left & ~self.board.poset.above[y], reason)
        return self._solution(left, 1 << y, Unknown("the strategy has one winning move, and there may be others"))

    def _solution(self, left: int, winning: int, missing: Unknown | None) -> PosetSolution:
        outcome = Outcome.WINNER if winning else Outcome.LOSER
        sources, taken = (Source.CERTIFICATE,), tuple(map(self.board.poset.find, self.taken))
        value = None if winning else 0
        return PosetSolution(self.board, left, outcome, winning, value, None, 0, None, missing, sources, taken)

    def _answer(self, left: int) -> tuple[int, Reason] | None:
        """A winning move and its reason, if the move before was made from a known loser; otherwise None."""
        above = self.board.poset.above
        for before, reason in self._lost.items():
            for x in members(before & ~left):
                if before & ~above[x] == left:
                    return self._reply(before, reason, x)
        for x in members(self._begin & ~left):
            if self._begin & ~above[x] == left:
                return self._listed(self._answers, self._symmetries[0], x)
        return None

    def _reply(self, left: int, reason: Reason, x: int) -> tuple[int, Reason]:
        """The answer to a move from a lost position, and why what it leaves is lost."""
        if isinstance(reason, ByMember):
            line = self._members[reason.number]
            if "answers" in line:
                return _expected(self._listed(line["answers"], reason.images, x))
            if "mirror" not in line:
                return self._reply(left, None, x)
            back = {image: element for element, image in enumerate(reason.images)}
            pairs = [(self._poset[back[a]], self._poset[back[b]]) for a, b in line["mirror"]]
            image = dict(pairs) | {b: a for a, b in pairs}
            reason = ByMirror(image, self._member(reason.images, *line["fixed"]))
        if isinstance(reason, ByMirror):
            if x in reason.image:
                return reason.image[x], reason
            y, fixed = self._reply(left & ~bitset(reason.image), reason.fixed, x)
            return y, ByMirror(reason.image, fixed)
        stated = _expected(by_theorem(self.board.poset, left & ~self.board.poset.above[x]))
        return next(members(stated.winning)), reason

    def _listed(self, answers: Answers, images: Images, x: int) -> tuple[int, Reason] | None:
        """The answer to a move in a list, which has the numbers of the file after a symmetry."""
        back, moved = {image: element for element, image in enumerate(images)}, images[self._file[x]]
        for first, second, k, g in answers:
            for own, other in ((first, second), (second, first)):
                answer = self._poset[back[other]]
                if own == moved and not self.board.poset.above[x] >> answer & 1:
                    return answer, self._member(images, k, g)
        return None

    def _member(self, images: Images, k: int, g: int) -> ByMember:
        """The reason for a position whose image is, after another symmetry, a member."""
        return ByMember(k, tuple(self._symmetries[g][image] for image in images))


def _expected(found: T | None) -> T:
    """An answer from a verified strategy, which must have one."""
    if found is None:
        raise DisagreementError("a verified strategy has no answer to a move")
    return found
