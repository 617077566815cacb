"""Words about a game on a poset, and about a line of play: drawings, hints and reasons, and the same as data."""

from zchomp.amounts import counted
from zchomp.bitsets import members
from zchomp.errors import printable
from zchomp.posets.families import PosetBoard
from zchomp.posets.game import PosetAdvice, PosetEvent, PosetLine
from zchomp.posets.solution import PosetSolution
from zchomp.results import Unknown
from zchomp.sources import Source
from zchomp.words.data import Data, sources_data
from zchomp.words.game import AdviceText, GameWords
from zchomp.words.posets import SHOWN, poset_data
from zchomp.words.positions import bar_reason, rows_text

__all__ = ["PosetWords", "line_data", "line_reasons", "play_text"]

HELP = """\
Type the name of an element. You take it with all larger elements. The elements are drawn in rows, the largest ones on \
top. """

LEAVES_LOST = "leaves a lost position"


class PosetWords(GameWords[int, int, PosetAdvice]):
    """The words of a game on a board."""

    def __init__(self, board: PosetBoard, option: str = "effort=") -> None:
        self.board = board
        self.option = option
        self.start = printable(board.poset.elements[-1], 20)

    def help(self, position: int) -> str:  # noqa: ARG002 - other boards need it
        """How elements are named, and who loses."""
        poison = f"The poison is {self._name(0)}. Whoever is left with nothing but poison loses."
        return f"{HELP}{poison if self.board.poisoned else 'Whoever finds nothing left loses.'}"

    def position_text(self, position: int) -> str:
        """How many elements of the board are left."""
        left, total = position.bit_count(), len(self.board.poset)
        whole = counted(total, "element")
        return f"{self.board.title}, " + (f"{left} of {whole}" if left < total else f"all {whole}")

    def drawing(self, event: PosetEvent, width: int) -> str:  # noqa: ARG002 - the text is wrapped later
        """The remaining elements in rows, by their height. A large board is not drawn."""
        if len(self.board.poset) > SHOWN:
            return "" if event.kind == "start" else f" Left: {counted(event.position.bit_count(), 'element')}."
        heights, rows = self.board.poset.heights(), []
        for height in sorted(set(heights), reverse=True):
            row = [x for x in members(event.position) if heights[x] == height]
            if row:
                rows.append("\n  " + "  ".join(f"{self._name(x)}{'!' * self._is_poison(x)}" for x in row))
        return "".join(rows) or "\n  (nothing)"

    def end_text(self) -> str:
        """What is left at the end."""
        return "Only poison is left" if self.board.poisoned else "Nothing is left"

    def move_text(self, event: PosetEvent) -> str:
        """The element."""
        return "" if event.move is None else self._name(event.move)

    def advice_text(self, advice: PosetAdvice, position: int) -> AdviceText:
        """Who wins, the move that leaves the fewest elements, and how that is known."""
        if isinstance(advice, Unknown):
            return AdviceText(advice, missing=advice)
        found = advice.solution
        if found.best is None:
            return AdviceText(found.outcome, _ground(found), missing=found.missing)
        left = f"a loser of {counted((position & ~self.board.poset.above[found.best]).bit_count(), 'element')}"
        reason = _ground(found if advice.left is None else advice.left)
        return AdviceText(found.outcome, reason, self._name(found.best), left, found.winning.bit_count())

    def position_data(self, position: int) -> Data:
        """The remaining elements."""
        return {"left": list(self.board.poset.names(position))}

    def move_data(self, move: int) -> Data:
        """The element."""
        return {"element": self.board.poset.elements[move]}

    def advice_data(self, advice: PosetAdvice) -> Data:
        """Who wins, and the winning moves."""
        return dict(advice.to_dict()) if isinstance(advice, Unknown) else poset_data(advice.solution)

    def _name(self, x: int) -> str:
        return printable(self.board.poset.elements[x], 20)

    def _is_poison(self, x: int) -> bool:
        return self.board.poisoned and x == 0


def play_text(line: PosetLine, winner: bool, option: str = "effort=") -> str:
    """A line of play, each move with its reason. ``winner`` says whether the first player wins."""
    sides = ("wins", "takes little") if winner else ("takes little", "wins")
    rows = [f"A line of play, in which the first player {sides[0]} and the second {sides[1]}:"]
    first: dict[str, int] = {}
    for turn, (move, reason) in enumerate(zip(line.moves, line_reasons(line), strict=True), start=1):
        before = first.setdefault(reason, turn)
        is_said = before < turn and reason.startswith(LEAVES_LOST)
        why = f"{LEAVES_LOST} for the same reason as move {before}" if is_said else reason
        rows.append(f"  {turn}. {printable(move)}: {why}")
    if line.missing is not None:
        rows.append(f"  It ends here because no winning move is known: {line.missing.advice(option)}.")
    return "\n".join(rows)


def line_data(line: PosetLine) -> Data:
    """The same as data."""
    missing = None if line.missing is None else line.missing.to_dict()
    return {"moves": list(line.moves), "reasons": line_reasons(line), "missing": missing}


def line_reasons(line: PosetLine) -> list[str]:
    """For each move of a line, why it wins, in a few words, or that no move wins.

    >>> from zchomp.posets import bar
    >>> from zchomp.posets.game import line_of_play
    >>> line_reasons(line_of_play(bar("2x2")))[1:]
    ['no move wins', 'leaves nothing but the poison']
    """
    reasons = []
    for turn, (move, solution) in enumerate(zip(line.moves, line.solutions, strict=True), start=1):
        after = line.solutions[turn] if turn < len(line.solutions) else None
        if not solution.winning:
            reasons.append("no move wins")
        elif after is None and line.missing is None:
            reasons.append("leaves nothing but the poison" if solution.board.poisoned else "leaves nothing")
        else:
            reasons.append(
                f"{LEAVES_LOST}{_why_lost(solution if after is None else after, solution.board.poset.find(move))}"
            )
    return reasons


def _why_lost(solution: PosetSolution, move: int) -> str:
    """Why a position is lost, from its solution, or from the solution of the position before and the move."""
    mirror = solution.mirror
    if mirror is not None and (not solution.winning or mirror.taken[-1] == move):
        return ": every move from it is answered by its mirror image"
    if solution.theorem:
        return f" by a theorem: {solution.theorem}"
    if solution.searched:
        return ": every move from it is answered, as a search shows"
    if solution.bar is not None and not solution.winning:
        return f": it is the bar {rows_text(solution.bar.position)}, a loser"
    return f": every move from it is answered (source: {', '.join(sources_data(solution.sources))})"


def _ground(found: PosetSolution) -> str:
    """The reason of a solution, in a sentence."""
    if found.bar is not None:
        return bar_reason(found.bar)
    if Source.CERTIFICATE in found.sources:
        return "Reason: the strategy of the file, which is verified."
    if found.theorem:
        return f"Proved for all sizes: {found.theorem}."
    if found.searched:
        return f"Reason: a search of {counted(found.searched, 'position')}."
    if found.mirror is not None:
        return "Reason: every move of the other player is answered by its mirror image."
    return f"Reason: {', '.join(sources_data(found.sources)) or 'nothing is left'}."
