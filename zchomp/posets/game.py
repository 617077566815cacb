"""Games on posets, and a player that follows a proved strategy.

A game on a poset: `Game` of `core.game`.

    a line                           its effect
    12                               take the element 12, and all larger ones
    2 3                              the same as 2,3, the name of a square of a bar
    new 2,3 1,4                      start again after the moves 2,3 and 1,4

A position is the set of the remaining elements, with the poison. The answers of `solve` are remembered, so that no
question is asked twice in a game.

Playing from a strategy: the computer answers from the members of a certificate, which is verified first.

A lost position comes with the reason why it is lost, and the reason gives the answer to every move:

    reason      the answer to a move
    member      the answer of its line, mapped back by the symmetry; it leaves another member
    mirror      the image of an element that it moves; for a fixed one, the answer from the reason for the fixed part
    theorem     a winning move by a theorem about bipartite graphs or trees

Positions that the strategy does not reach, because the player to move could have won, are solved as in any game.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from os import PathLike, fspath
from pathlib import Path
from random import Random
from typing import TypeAlias, TypeVar

from zchomp.core import limits
from zchomp.core.answers import Outcome, Source, Unknown
from zchomp.core.documents import Data, sources_data
from zchomp.core.files import read_file
from zchomp.core.game import Cell, Game
from zchomp.core.numbers import bitset, counted, members
from zchomp.core.session import current
from zchomp.core.showing import Headed
from zchomp.errors import CertificateError, DisagreementError, InvalidPoset, printable, quote, require_path
from zchomp.posets.families import PosetBoard
from zchomp.posets.poset import Poset
from zchomp.posets.solving import PosetSolution, solve
from zchomp.posets.theorems import by_theorem
from zchomp.posets.words import SHOWN, poset_data, poset_text
from zchomp.proof import strategy_verifier as verifier
from zchomp.solid.solution import solid_reason

RULES = """\
Type the name of an element. You take it with all larger elements. The elements are drawn in rows, the largest ones on \
top. """


UNASKED = Unknown("nobody has asked")


class BoardGame(Game[int, int, PosetSolution]):
    """The elements of a board as moves, from the position after some moves, which are given by their names.

    >>> from zchomp.core.game import Match
    >>> from zchomp.posets.families import boolean
    >>> [(event.kind, event.move) for event in Match(BoardGame(boolean(2)), first="computer").start()]
    [('start', None), ('bite', 2)]

    Raises InvalidPoset if one of the moves names no element, or one that has been taken.
    """

    def __init__(self, board: PosetBoard, after: Sequence[str] = ()) -> None:
        super().__init__(board.after(after) | int(board.poisoned))
        self.board = board
        self._known: dict[int, PosetSolution | Unknown] = {}
        self.example = printable(board.poset.elements[-1], 20)
        poison = f"The poison is {self.move_name(0)}. Whoever is left with nothing but poison loses."
        self.rules = f"{RULES}{poison if board.poisoned else 'Whoever finds nothing left loses.'}"
        self.end = "Only poison is left" if board.poisoned else "Nothing is left"
        moves = self.begin & ~int(board.poisoned)
        example = board.poset.elements[moves.bit_length() - 1] if moves else board.poset.elements[0]
        self.expects = f"the name of an element, like {quote(example, 20)[1:-1]}"

    def anew(self, text: str) -> "BoardGame":
        """A game on the same board after some moves, by their names.

        Raises InvalidPoset if one of them does not name an element, or one that has been taken.
        """
        return BoardGame(self.board, text.split())

    def read(self, text: str) -> int | None:
        """The element that a text names."""
        for name in (text.strip(), ",".join(text.split())):
            if name in self.board.poset.elements:
                x = self.board.poset.find(name)
                if self.position >> x & 1:
                    return x
                gone = "has been taken" if self.begin >> x & 1 else "is not there in this game"
                raise InvalidPoset(f"{quote(name)} {gone}")
        return None

    def after(self, position: int, move: int) -> int:
        """The position without an element and all larger ones."""
        return position & ~self.board.poset.above[move]

    def is_poison(self, move: int) -> bool:
        """Whether an element is the smallest one, and poisoned."""
        return self.board.poisoned and move == 0

    def is_final(self, position: int) -> bool:
        """Whether nothing may be taken."""
        return position == int(self.board.poisoned)

    def legal(self, position: int) -> Iterator[int]:
        """All elements but the poison."""
        return (x for x in members(position) if not self.is_poison(x))

    def size(self, position: int) -> int:
        """The number of elements."""
        return position.bit_count()

    def known_moves(self, answer: PosetSolution) -> tuple[int, ...]:
        """The elements that are known to win."""
        return tuple(members(answer.winning))

    def answer(self, position: int, usual: float = limits.EFFORT) -> PosetSolution | Unknown:
        """Who wins, by which moves, and why. The answer is remembered."""
        if isinstance(self._known.get(position, UNASKED), Unknown):
            poset = self.board.poset
            gone = poset.everything() & ~position
            taken = [name for x, name in enumerate(poset.elements) if gone >> x & 1 and not poset.below[x] & gone]
            self._known[position] = current().usually(usual).run(solve, self.board, after=taken)
        return self._known[position]

    def slow(self, random: Random) -> int:
        """A random move among those that take the fewest elements."""
        taken = {x: (self.board.poset.above[x] & self.position).bit_count() for x in self.legal(self.position)}
        return random.choice([x for x, count in taken.items() if count == min(taken.values())])

    def name(self, position: int) -> str:
        """How many elements of the board are left."""
        left, total = position.bit_count(), len(self.board.poset)
        whole = counted(total, "element")
        return f"{self.board.title}, " + (f"{left} of {whole}" if left < total else f"all {whole}")

    def lost_name(self, position: int) -> str:
        """A loser by its number of elements."""
        return f"a loser of {self.size_name(position)}"

    def size_name(self, position: int) -> str:
        """The number of elements."""
        return counted(position.bit_count(), "element")

    def move_name(self, move: int) -> str:
        """The element."""
        return printable(self.board.poset.elements[move], 20)

    def drawing(self, position: int, before: int, width: int) -> str:  # noqa: ARG002 - the text is wrapped later
        """The remaining elements in rows, by their height. A large board is not drawn."""
        if len(self.board.poset) > SHOWN:
            return ""
        rows = ("  ".join(f"{self.move_name(x)}{'!' * self.is_poison(x)}" for x in row) for row in self._rows(position))
        return "\n".join(f"  {row}" for row in rows) or "  (nothing)"

    def cells(self) -> Iterator[Cell]:
        """The remaining elements, the largest ones on top."""
        for y, row in enumerate(self._rows(self.position)):
            yield from (Cell(place, y, self.move_name(x), self.is_poison(x)) for place, x in enumerate(row))

    def reason(self, answer: PosetSolution) -> str:
        """How it is known who wins."""
        return _ground(answer)

    def why_lost(self, answer: PosetSolution) -> str:
        """Why the best move leaves a loser, which only for a bar differs from why it wins."""
        return self.reason(answer) if answer.bar is None else super().why_lost(answer)

    def answer_text(self, answer: PosetSolution, option: str = "effort=") -> Headed:
        """Who wins, all winning moves, and why."""
        return poset_text(answer, option)

    def solution_data(self, answer: PosetSolution) -> Data:
        """Who wins, and the winning moves."""
        return poset_data(answer)

    key = "left"

    def plain(self, position: int) -> list[str]:
        """The remaining elements."""
        return list(self.board.poset.names(position))

    def move_data(self, move: int) -> Data:
        """The element."""
        return {"element": self.board.poset.elements[move]}

    def _rows(self, position: int) -> Iterator[list[int]]:
        """The elements by their height, the largest ones first."""
        heights = self.board.poset.heights()
        for height in sorted({heights[x] for x in members(position)}, reverse=True):
            yield [x for x in members(position) if heights[x] == height]


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


class StrategyGame(BoardGame):
    """A game from the position of a certificate, with the answers of its strategy.

    Raises CertificateError if the certificate is not verified, and OSError if it cannot be read.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
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
        super().__init__(PosetBoard("file", title, poset, header["poison"] is not None), self.taken)
        number = [poset.find(name) for name in header["elements"]]  # for each number in the file, the one in the poset
        self._file = {x: i for i, x in enumerate(number)}
        self._poset = number
        symmetries, rest = lines[: header["symmetries"]], lines[header["symmetries"] :]
        self._symmetries: list[Images] = [tuple(range(len(number))), *(tuple(line["symmetry"]) for line in symmetries)]
        self._members, trailer = rest[:-1], rest[-1]
        self._begin = self.begin & ~int(self.board.poisoned)  # the elements that may be taken
        self._lost: dict[int, Reason] = {}
        self._winning, self._answers, self._is_complete = 0, trailer.get("answers", []), header["complete"]
        identity = self._symmetries[0]
        if "start" in trailer:
            self._lost[self._begin] = self._member(identity, *trailer["start"])
        for x, k, g in trailer.get("winning", []):
            self._winning |= 1 << number[x]
            self._lost[self._begin & ~poset.above[number[x]]] = self._member(identity, k, g)

    def answer(self, position: int, usual: float = limits.EFFORT) -> PosetSolution | Unknown:
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
            return super().answer(position, usual)
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


def _ground(found: PosetSolution) -> str:
    """The reason of a solution, in a sentence."""
    if found.bar is not None:
        return solid_reason(found.bar)
    if Source.CERTIFICATE in found.sources:
        return "Reason: the strategy of the file, which is verified."
    if found.theorem:
        return f"Proved for all sizes: {found.theorem}."
    if found.searched:
        return f"Reason: a search of {counted(found.searched, 'position')}."
    if found.mirror is not None:
        return "Reason: every move of the other player is answered by its mirror image."
    return f"Reason: {', '.join(sources_data(found.sources)) or 'nothing is left'}."
