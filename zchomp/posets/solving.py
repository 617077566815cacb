"""Who wins at Chomp on a poset, by which moves, and why: from every source, the cheapest first.

    how                 result
    a theorem           all winning moves of trees, bipartite and complete graphs (`theorems`)
    solid bars          all winning moves of any board that is a position of a bar or solid bar, under whatever name
    symmetry            a proof that can be checked without a search; for a winner, one winning move is known
    search              all winning moves, and the nim-value, as far as the effort goes: a second in plain Python, then
                        compiled, if that is installed and at most 64 elements are left
    strategy stealing   a board with a largest element is a winner; the winning moves are not known

Effort is counted in seconds, by the work that is done and not by a clock, as in `zchomp.core.effort`.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from zchomp.bars.solving import valued
from zchomp.core import compiler, limits, memory
from zchomp.core.answers import Outcome, Solved, Source, Theorem, Unknown, in_order
from zchomp.core.effort import needs_effort
from zchomp.core.numbers import bitset, duration, members
from zchomp.core.runs import Progress, reporting, run
from zchomp.core.session import ask, current, reached, switched_off
from zchomp.errors import InvalidPoset, TooLarge, require
from zchomp.posets.families import PosetBoard
from zchomp.posets.poset import Poset, SetFamily, family_of, sets_of
from zchomp.posets.search import PosetGame, SearchSize, StepBudget, colour_classes, deep_recursion, largest_group
from zchomp.posets.strategy import MirrorProof, PosetClaim, Strategy, prove_lost
from zchomp.posets.strategy_search import find_strategy
from zchomp.posets.theorems import PROJECTIVE, STEALING, as_solid, by_theorem, geometry_points, has_largest
from zchomp.solid.solution import SolidAnswer
from zchomp.solid.solution import solve as solve_solid

if TYPE_CHECKING:
    from zchomp.posets.compiled_search import WordSearch
    from zchomp.posets.set_tables import FamilyTable


@dataclass(frozen=True, slots=True, repr=False)
class PosetSolution(Solved[str], words="posets.words"):
    """Who wins at a position on a board, and why.

    ``left``        the set of the remaining elements
    ``winning``     the set of the moves that are known to win
    ``nim_value``   None if it was not requested, Unknown if it would take too long
    ``mirror``      a proof by symmetry that the position is lost, or that a winning move leaves a lost one
    ``searched``    the number of positions that the search solved, 0 without a search
    ``theorem``     the theorem that decided
    ``missing``     why there may be other winning moves; None if ``winning`` has all of them
    ``sources``     where the answer comes from
    ``taken``       the earlier moves, in order
    ``digest``      the SHA-256 of the table of all positions, if there was one
    ``bar``         the solution as a bar or solid bar, if the position is one
    """

    board: PosetBoard
    left: int
    outcome: Outcome
    winning: int
    nim_value: int | Unknown | None
    mirror: MirrorProof | None
    searched: int = 0
    theorem: Theorem | None = None
    missing: Unknown | None = None
    sources: tuple[Source, ...] = ()
    taken: tuple[int, ...] = ()
    digest: str | None = None
    bar: SolidAnswer | None = None

    @property
    def position(self) -> int:
        """The remaining elements, with the poison."""
        return self.left | int(self.board.poisoned)

    @property
    def taken_names(self) -> tuple[str, ...]:
        """The names of the elements taken so far, in order."""
        return tuple(self.board.poset.elements[x] for x in self.taken)

    @property
    def known_winning_moves(self) -> tuple[str, ...]:
        """The names of the elements that are known to win when taken."""
        return self.board.poset.names(self.winning)

    def certificate(self, *, progress: Progress | None = None) -> Strategy | Unknown:
        """A strategy that proves this answer, for `zchomp.verify`, or Unknown if finding it takes more effort.

        Unless the session has an effort, it takes at most `limits.STRATEGY_EFFORT`.

        ``progress`` receives how far a long search has come.

        >>> from zchomp.posets import bar, solve
        >>> solve(bar("2x3")).certificate().members
        3
        """
        progress = reporting(progress)
        if self.outcome is Outcome.WINNER and not self.winning:
            return Unknown(f"no winning move on {self.board.title} is known, so there is no strategy to write")
        seconds = current().usually(limits.STRATEGY_EFFORT).effort
        winning = tuple(members(self.winning))
        claimed = PosetClaim(self.board.poset, self.board.poisoned, self.taken, winning, self.missing is None)
        try:
            with deep_recursion(len(self.board.poset)):
                return find_strategy(claimed, int(seconds * limits.POSET_PACE), progress)
        except TooLarge:
            return Unknown(f"a strategy on {self.board.title} was not found with an effort of {duration(seconds)}")


def solve(
    board: PosetBoard | Poset,
    *,
    after: Sequence[str] = (),
    nim: bool = False,
    effort: float | None = None,
    progress: Progress | None = None,
) -> PosetSolution | Unknown:
    """Who wins on a board after some moves, by which moves, and why. A poset alone is a board without poison.

    With ``nim`` the nim-value is also computed. The answer is Unknown, with an estimate of the size, if no theorem, no
    symmetry and no search of the given effort decides. ``progress`` receives how far a search has come.

    >>> from zchomp.posets.families import bar, platonic
    >>> solution = solve(bar("8x10"))
    >>> solution.outcome, solution.winning_moves, solution.missing
    (<Outcome.WINNER: 'winner'>, ('5,6', '4,9'), None)
    >>> solve(platonic("dodecahedron"), after=["body"]).outcome
    <Outcome.LOSER: 'loser'>

    Raises InvalidPoset if a move does not name an element, or names one that has been taken.
    """
    if isinstance(board, Poset):
        board = PosetBoard("poset", "the poset", board)
    require(board, PosetBoard, "the board must be a Poset, or a board like bar('8x10')")
    progress = reporting(progress)
    if isinstance(after, str) or not isinstance(after, Sequence) or not all(isinstance(name, str) for name in after):
        raise InvalidPoset("the moves are a list of names of elements, like ['4,9']", got=after)
    left, taken = board.after(after), tuple(map(board.poset.find, after))

    def solved() -> PosetSolution:
        question = PosetQuestion(board, taken, left, nim, current().effort, progress)
        with deep_recursion(len(board.poset)):
            ways = (question.by_theorem, question.by_bar, question.by_mirror, question.by_search)
            return next(reached(found) for answer in ways if (found := answer()) is not None)

    return ask(solved, effort)


@dataclass(frozen=True)
class PosetQuestion:
    """A question: the board, the elements taken, those left, whether the nim-value matters, and the effort."""

    board: PosetBoard
    taken: tuple[int, ...]
    left: int
    nim: bool
    seconds: float
    progress: Progress

    @cached_property
    def mirror_budget(self) -> StepBudget:
        """The steps for all proofs by symmetry: at most a second."""
        return StepBudget(int(limits.MIRROR_BUDGET * min(1, self.seconds)))

    def by_theorem(self) -> PosetSolution | None:
        """The solution that a theorem for all sizes gives, with a proof by symmetry if one is found."""
        if not current().may_ask(Source.THEOREM):
            return None
        stated = by_theorem(self.board.poset, self.left)
        if stated is None:
            return None
        is_searched = stated.nim_value is None and self.nim
        value = self._nim_value() if is_searched else stated.nim_value
        sources = (Source.SEARCH,) if is_searched and isinstance(value, int) else ()
        return self._solution(stated.winning, value, theorem=stated.theorem, sources=sources)

    def by_bar(self) -> PosetSolution | Unknown | None:
        """The answer for the bar or solid bar that this is, or None if it is none, or if its size is not handled."""
        found = as_solid(self.board.poset, self.left | 1) if self.board.poisoned else None
        if found is None:
            return None
        position, cubes = found
        try:
            solid = solve_solid(position)
        except TooLarge:
            return None
        if isinstance(solid, Unknown):
            return self.by_mirror() or self._by_first_move(f"Chomp on {self.board.title} is not decided", solid)
        wins, is_lost = set(solid.known_winning_moves), solid.outcome is Outcome.LOSER
        value: int | Unknown | None = 0 if is_lost else None
        named: tuple[Source, ...] = ()
        if solid.reason.bar is not None and self.nim and not is_lost:
            bar = valued(solid.reason.bar)
            value, named = bar.nim_value, bar.valued_by
        elif self.nim and not is_lost:
            value = self._nim_value()
            named = (Source.SEARCH,) * isinstance(value, int)
        answer = self._solution(
            bitset(x for x, cube in cubes.items() if cube in wins),
            value,
            theorem=solid.theorem,
            missing=solid.missing,
            sources=(*solid.sources, *named),
            is_lost=is_lost,
        )
        return replace(answer, bar=solid)

    def by_mirror(self) -> PosetSolution | None:
        """A loser by symmetry."""
        mirror = self._prove_lost()
        return None if mirror is None else self._solution(0, 0, mirror=mirror)

    def by_search(self) -> PosetSolution | Unknown:
        """The solution that a search of limited effort finds, or else a winner by symmetry or strategy stealing."""
        if not current().may_ask(Source.SEARCH):
            return self._by_first_move(f"Chomp on {self.board.title} is not searched", switched_off(Source.SEARCH))
        size = SearchSize.of(self.board.poset, self.left)
        if not size.exact or size.positions is None or size.positions > limits.FAMILIES_FROM:
            found = self.by_families()
            if isinstance(found, Unknown):
                return self._by_first_move(f"Chomp on {self.board.title} has {size.text()}", found)
            if found is not None:
                return found
        game = self._game(size)
        winning, solved = self._winning(game)
        if winning is None:
            settled = f"the first {solved} did not settle it" if solved else "none of them was searched"
            how_far = "too many to search" if size.is_endless() else f"and {settled}"
            tried = f"Chomp on {self.board.title} has {size.text()}, {how_far}"
            return self._by_first_move(tried, size.advice(solved, self.seconds))
        value: int | Unknown | None = 0 if not winning else None
        if self.nim and winning:
            value = self._nim_value(game)
        return self._solution(winning, value, searched=solved)

    def _winning(self, game: PosetGame) -> tuple[int | None, int]:
        """The winning moves or None, and how many positions are solved."""
        with suppress(TooLarge):
            return game.winning_moves(self.left), game.solved
        moves = list(members(self.left))
        search = self._compiled([self.left & ~self.board.poset.above[x] for x in moves])
        if search is not None:
            if (values := search.values()) is None:
                return None, search.solved
            return bitset(x for x, value in zip(moves, values, strict=True) if value == 0), search.solved
        game.go_on()
        with suppress(TooLarge):
            return game.winning_moves(self.left), game.solved
        return None, game.solved

    def by_families(self) -> PosetSolution | Unknown | None:
        """The solution of a family of sets, or Unknown with the effort that it needs; None if this is not one.

        Some families of 7 points are settled by a search of a few positions. Otherwise all positions are decided,
        in a table whose size is known in advance.
        """
        sets = sets_of(self.board.poset, self.left)
        if sets is None or not compiler.works():
            return None
        from zchomp.posets.set_tables import FamilyTable, search_families

        moves, trial = list(members(self.left)), min(self.seconds, limits.FAMILY_TRIAL)
        after = [family_of(sets[y] for y in members(self.left & ~self.board.poset.above[x])) for x in moves]
        found = search_families(after, int(trial * limits.FAMILY_PACE)) or self._table(family_of(sets.values()))
        if isinstance(found, Unknown):
            return found
        winning = sum(found.is_lost(one) << x for x, one in zip(moves, after, strict=True))
        value: int | Unknown | None = 0 if not winning else self._nim_value() if self.nim else None
        digest = found.digest() if isinstance(found, FamilyTable) else None
        return replace(self._solution(winning, value, searched=found.positions), digest=digest)

    def _table(self, family: SetFamily) -> "FamilyTable | Unknown":
        """The table of all families inside one, filled, or Unknown if that needs more effort or memory."""
        from zchomp.posets.set_tables import FamilyTable

        table = FamilyTable(family)
        what = f"a table of {table.positions} positions, which decides all of them up to symmetry,"
        if table.seconds > self.seconds:
            return needs_effort(what, table.seconds, "a smaller poset")
        if table.memory > memory.available():
            return Unknown(f"{what} {memory.lacking(table.memory)}")
        run(table, self.progress, "searching")
        return table

    @cached_property
    def can_compile(self) -> bool:
        """Whether a compiled search takes over after a trial, which it does unless symmetry would save more."""
        if self.left.bit_count() > limits.POSET_WORD or self.seconds <= limits.POSET_TRIAL:
            return False
        try:
            group = largest_group(self.board.poset, self.left, StepBudget(limits.POSET_SIZE_BUDGET))
        except TooLarge:
            return False
        return group < limits.POSET_FORMS and compiler.works()

    def _compiled(self, positions: list[int], nim: bool = False) -> "WordSearch | None":
        """The compiled search of some positions, as far as the effort goes, or None if it is not suited."""
        if not self.can_compile:
            return None
        from zchomp.posets.compiled_search import WordSearch

        most = int((self.seconds - limits.POSET_TRIAL) * limits.POSET_WORDS_PACE)
        search = WordSearch(self.board.poset, self.left, positions, most, nim)

        def report(stage: str, done: int, total: int, _detail: str = "", /) -> None:
            self.progress(stage, done, total, f"{search.solved} positions")

        run(search, report, "searching")
        return search

    def _game(self, size: SearchSize) -> PosetGame:
        """The game to search in plain Python, with the effort and the memory that it may take."""
        steps = int(self.seconds * limits.POSET_PACE)
        if size.is_hopeless():
            steps = min(steps, limits.POSET_PACE // 5)
        trial = min(steps, int(limits.POSET_TRIAL * limits.POSET_PACE))
        max_positions = memory.available() // limits.POSET_POSITION_BYTES
        budget = StepBudget(trial, reserve=steps - trial)
        return PosetGame(self.board.poset, self.board.poisoned, max_positions, budget, self.progress)

    def _nim_value(self, game: PosetGame | None = None) -> int | Unknown:
        """The nim-value, by search."""
        if not current().may_ask(Source.SEARCH):
            return switched_off(Source.SEARCH)
        game = game or self._game(SearchSize.of(self.board.poset, self.left))
        with suppress(TooLarge):
            return game.nim_value(self.left)
        search = self._compiled([self.left], nim=True)
        if search is not None and (values := search.values()):
            return values[0]
        if search is None:
            game.go_on()
        try:
            return game.nim_value(self.left)
        except TooLarge as problem:
            return Unknown(f"the nim-value of {self.board.title}: {problem}")

    def _prove_lost(self, *moves: int) -> MirrorProof | None:
        if not current().may_ask(Source.THEOREM):
            return None
        board, taken = self.board, (*self.taken, *moves)
        return prove_lost(board.poset, taken, poisoned=board.poisoned, budget=self.mirror_budget)

    def _by_first_move(self, tried: str, advice: Unknown) -> PosetSolution | Unknown:
        """A winner, by a move that leaves a position lost by symmetry or by a theorem, or else by strategy stealing.

        Of elements that look alike, only one is tried.
        """
        if not current().may_ask(Source.THEOREM):
            return replace(advice, reason=f"{tried}; {advice.reason}")
        poset = self.board.poset
        no_value = f"{tried}, and symmetry does not give the nim-value of a winner; {advice.reason}"
        value = replace(advice, reason=no_value) if self.nim else None
        missing = replace(advice, reason=f"{tried}; {advice.reason}")
        points = geometry_points(poset, self.left)
        if points:
            return self._solution(points, value, theorem=PROJECTIVE, missing=missing)
        with suppress(TooLarge):
            for alike in colour_classes(poset, self.left, self.mirror_budget)[: limits.MIRROR_KINDS]:
                x = next(members(alike))
                proof = self._prove_lost(x)
                if proof is not None:
                    return self._solution(1 << x, value, mirror=proof, missing=missing)
        if has_largest(poset, self.left):
            return self._solution(0, value, theorem=STEALING, missing=missing, is_lost=False)
        return replace(advice, reason=f"{tried}, and no proof by symmetry was found; {advice.reason}")

    def _solution(
        self,
        winning: int,
        value: int | Unknown | None,
        *,
        mirror: MirrorProof | None = None,
        searched: int = 0,
        theorem: Theorem | None = None,
        missing: Unknown | None = None,
        sources: tuple[Source, ...] = (),
        is_lost: bool | None = None,
    ) -> PosetSolution:
        """A solution, with its sources, and with a proof by symmetry if the remaining effort finds one."""
        outcome = Outcome.LOSER if (not winning if is_lost is None else is_lost) else Outcome.WINNER
        if mirror is None and outcome is Outcome.LOSER:
            mirror = self._prove_lost() if self.mirror_budget.left else None
        elif mirror is None:
            proofs = (self._prove_lost(x) for x in members(winning) if self.mirror_budget.left)
            mirror = next((proof for proof in proofs if proof is not None), None)
        stated = [Source.THEOREM] * bool(theorem or mirror) + [Source.SEARCH] * bool(searched)
        named = in_order([*sources, *stated])
        return PosetSolution(
            self.board, self.left, outcome, winning, value, mirror, searched, theorem, missing, named, self.taken
        )
