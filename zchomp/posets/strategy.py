"""Strategies: files that prove who wins on a poset, and proofs by symmetry.

A certificate of a claim about a board is a strategy: the lost positions that prove the claim, for
`zchomp.proof.strategy_verifier` to check.

In a proof by symmetry every move is answered by its mirror image. A mirror is an automorphism of the remaining order.
It is its own inverse, and no element that it moves is comparable to its image. If it moves every element, the player to
move loses ([BHMS05], sections 4 and 7: Platonic solids without their body, squares without (1, 1)). If it fixes a down-
set F, then the position is lost if and only if F is, and another mirror may settle F. For example, projective
geometries without a point need one mirror for each dimension ([BHMS05], section 5). This module finds such proofs, and
has them checked: docs/strategy-format.md proves that they are right.

The search chooses images for one element after the other, beginning with the elements that have the fewest possible
images, and gives up after a number of steps. If it finds no mirror, nothing follows about who wins. It is written out
here because a general search for automorphisms, such as networkx's, does not know these conditions: it would list
automorphisms one by one until it meets a mirror.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from itertools import chain
from os import PathLike

from zchomp.core import limits
from zchomp.core.files import open_file
from zchomp.core.numbers import bitset, members
from zchomp.core.showing import Shown
from zchomp.errors import TooLarge
from zchomp.posets.poset import Poset
from zchomp.posets.search import StepBudget, colour_classes
from zchomp.proof import strategy_verifier as verifier
from zchomp.proof.strategy_verifier import check


@dataclass(frozen=True, slots=True, repr=False)
class Strategy(Shown, words="posets.words"):
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


Mirror = dict[int, int]
"""The elements that a mirror moves, each with its image."""


@dataclass(frozen=True, slots=True)
class MirrorProof:
    """A proof that the player to move loses after some moves. Each mirror acts on the fixed part of the one before."""

    poset: Poset
    poisoned: bool
    taken: tuple[int, ...]
    mirrors: tuple[tuple[tuple[int, int], ...], ...]

    def pairs(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """The pairs of elements that each mirror exchanges."""
        name = self.poset.elements
        return tuple(tuple((name[x], name[y]) for x, y in mirror) for mirror in self.mirrors)

    def certificate(self) -> Strategy:
        """The proof as a strategy: what each mirror leaves fixed is lost, from the last mirror to the first.

        >>> proof = prove_lost(Poset.from_covers("ab", []))
        >>> proof.certificate().lines[1:]
        ('{"left":"0","answers":[]}', '{"left":"3","mirror":[[0,1]],"fixed":[0,0]}')
        """
        left, members = 0, [as_line({"left": "0", "answers": []})]
        for pairs in reversed(self.mirrors):
            left |= sum(1 << x | 1 << y for x, y in pairs)
            fixed = [len(members) - 1, 0]
            members.append(as_line({"left": f"{left:x}", "mirror": pairs, "fixed": fixed}))
        claimed = PosetClaim(self.poset, self.poisoned, self.taken)
        return claimed.proved_by(members, {"start": [len(members) - 1, 0]})


def prove_lost(
    poset: Poset,
    taken: tuple[int, ...] = (),
    steps: int = limits.MIRROR_STEPS,
    *,
    poisoned: bool = False,
    budget: StepBudget | None = None,
) -> MirrorProof | None:
    """A checked proof by symmetry that the player to move loses after ``taken``, or None if none was found.

    The search ends after a number of steps, or when the budget is used up.

    >>> board = Poset.from_covers("0abxy", [("0", "a"), ("0", "b"), ("a", "x"), ("b", "y")])
    >>> prove_lost(board, poisoned=True).pairs()
    ((('a', 'b'), ('x', 'y')),)
    """
    left = poset.after(taken, poisoned)
    mirrors = []
    budget = budget or StepBudget(limits.MIRROR_BUDGET)
    while left:
        try:
            mirror = find_mirror(poset, left, steps, budget)
        except TooLarge:
            return None
        if mirror is None:
            return None
        mirrors.append(tuple((x, y) for x, y in sorted(mirror.items()) if x < y))
        left &= ~bitset(mirror)
    proof = MirrorProof(poset, poisoned, taken, tuple(mirrors))
    check(BytesIO(proof.certificate().text().encode()))
    return proof


def find_mirror(
    poset: Poset, position: int, steps: int = limits.MIRROR_STEPS, budget: StepBudget | None = None
) -> Mirror | None:
    """A mirror of a position that moves every element, or else one that fixes a down-set, or None.

    >>> vee = Poset.from_covers("oab", [("o", "a"), ("o", "b")])
    >>> find_mirror(vee, 0b111), find_mirror(vee, 0b110), find_mirror(vee, 0b011)
    ({1: 2, 2: 1}, {1: 2, 2: 1}, None)

    Raises TooLarge when the budget is used up.
    """
    budget = budget or StepBudget(limits.MIRROR_BUDGET)
    classes = colour_classes(poset, position, budget)
    alike = {x: tied for tied in classes for x in members(tied)}
    apart = {x: position & ~poset.above[x] & ~poset.below[x] for x in alike}
    moved = {x: tied & apart[x] for x, tied in alike.items()}
    # A mirror moves every element above one that it moves, so it moves a maximal element. One of each kind is tried.
    maximal = [x for x in map(next, map(members, classes)) if poset.above[x] & position == 1 << x]
    others = ({y: images | (y != x) << y for y, images in moved.items()} for x in maximal)
    searches = chain([moved], others)
    for images in searches:
        budget.spend(2 * len(images))
        if all(images.values()):
            found = next(_search(poset, images, apart, [steps], budget), None)
            if found is not None:
                return {x: y for x, y in found.items() if x != y}
    return None


def _search(
    poset: Poset, images: Mirror, apart: dict[int, int], steps: list[int], budget: StepBudget
) -> Iterator[Mirror]:
    """All mirrors with images in the given sets, until the steps or the budget are used up."""
    open_ones = [x for x in images if images[x] & (images[x] - 1)]
    if not open_ones:
        mirror = {x: image.bit_length() - 1 for x, image in images.items()}
        if all(mirror[y] == x for x, y in mirror.items()):
            yield mirror
        return
    x = min(open_ones, key=lambda x: images[x].bit_count())
    own = images[x] & 1 << x
    for y in [*members(images[x] & ~own), *members(own)]:
        steps[0] -= 1
        if steps[0] < 0:
            return
        narrowed = _narrow(poset, images, apart, x, y, budget)
        if narrowed is not None:
            yield from _search(poset, narrowed, apart, steps, budget)


def _narrow(poset: Poset, images: Mirror, apart: dict[int, int], x: int, y: int, budget: StepBudget) -> Mirror | None:
    """The images that remain possible if x and y are exchanged (if y is x, x is fixed), or None if there are none."""
    images = dict(images)
    todo, done = [(x, y)], set()
    while todo:
        a, b = todo.pop()
        if (a, b) in done:
            continue
        done.add((a, b))
        budget.spend(3 * len(images))
        if not images[a] >> b & 1:
            return None
        images[a] = 1 << b
        todo.append((b, a))
        for z, before in images.items():
            if z != a:
                images[z] &= _allowed(poset, apart, a, b, z)
                if not images[z]:
                    return None
                if before != images[z] and not images[z] & (images[z] - 1):
                    todo.append((z, images[z].bit_length() - 1))
    return images


def _allowed(poset: Poset, apart: dict[int, int], a: int, b: int, z: int) -> int:
    """The images that another element z may have if a has the image b."""
    if poset.above[a] >> z & 1:  # the image is above b, and z is moved if a is
        return poset.above[b] & ~(1 << b) & ~((a != b) << z)
    if poset.below[a] >> z & 1:  # the image is below b, and z is fixed if a is
        return poset.below[b] if a != b else 1 << z
    return apart[b]
