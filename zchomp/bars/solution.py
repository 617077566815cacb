"""Answers about bars: the reason, and the answer with it."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from zchomp.bars.position import Move, Position
from zchomp.bars.results import Proof
from zchomp.core.answers import Answer, Reason


@dataclass(frozen=True, slots=True)
class BarReason(Reason):
    """Why a bar is won or lost: the proof of its slice, or without one a theorem, or else a search.

    ``turned`` says that the proof is about the bar with rows and columns exchanged. A theorem that comes with a proof
    says that a bar of three rows has only one winning opening.
    """

    game: ClassVar[str] = "bars.game:BarGame"
    proof: Proof | None = None
    turned: bool = False

    def to_dict(self) -> dict[str, object]:
        """The reason as plain data."""
        theorem = None if self.theorem is None else str(self.theorem)
        return {
            "turned": self.turned,
            "theorem": theorem,
            "proof": None if self.proof is None else self.proof.to_dict(),
        }


BarAnswer: TypeAlias = Answer[Position, Move, BarReason]
