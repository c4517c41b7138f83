"""The desk while an action changes it: a fight, its grid, the dice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rules_py.core.dice import Die
from rules_py.core.errors import ForbiddenAction
from rules_py.core.game import Table
from rules_py.core.render import percent
from rules_py.core.text import Text, in_a_row
from rules_py.exorcist.arguments import Rolled
from rules_py.exorcist.board import Board, Peg, Square
from rules_py.exorcist.checks import FACES, Difficulty, dice_rolled, shift, successes
from rules_py.exorcist.fighters import Fighter
from rules_py.exorcist.model import Combat, Duel, Grounds, piece_of
from rules_py.exorcist.odds import check_odds
from rules_py.exorcist.rulings import Rulings


def refuse(problem: ForbiddenAction | None, argument: str = "do") -> None:
    """Raise a refusal if there is one.

    Args:
        problem: The refusal.
        argument: The argument beside whose control it is told; `"do"` where the action as such is forbidden.
    """
    if problem:
        problem.field = argument
        raise problem


class Play(Table[Duel, Rulings]):
    """A desk that is being changed by an action."""

    @property
    def combat(self) -> Combat:
        """The combat as it stands."""
        return self.state.combat

    @property
    def grounds(self) -> Grounds:
        """The grid as it stands.

        Raises:
            ForbiddenAction: If there is none.
        """
        if self.state.grounds is None:
            raise self.forbidden("no_grid")
        return self.state.grounds

    @property
    def board(self) -> Board:
        """What stands where."""
        return self.state.board

    # --- changing the state ---

    def change_combat(self, **values: Any) -> None:
        """Change the combat."""
        self.set(combat=replace(self.combat, **values))

    def change_activation(self, **values: Any) -> None:
        """Change what was done in the activation under way."""
        self.change_combat(activation=replace(self.combat.activation, **values))

    def put(self, who: int, fighter: Fighter) -> None:
        """Put somebody in somebody's place."""
        fighters = self.combat.fighters
        self.change_combat(fighters=(*fighters[:who], fighter, *fighters[who + 1 :]))

    def change(self, who: int, **values: Any) -> None:
        """Change somebody's values."""
        self.put(who, replace(self.combat.fighters[who], **values))

    def change_grounds(self, **values: Any) -> None:
        """Change the grid."""
        self.set(grounds=replace(self.grounds, **values))

    def change_board(self, **values: Any) -> None:
        """Change what stands on the grid."""
        self.change_grounds(board=replace(self.board, **values))

    def change_piece(self, who: int, **values: Any) -> None:
        """Change a piece of the grid."""
        pieces = self.board.pieces
        self.change_board(pieces=(*pieces[:who], replace(self.board.piece(who), **values), *pieces[who + 1 :]))

    def change_peg(self, number: int, peg: Peg | None) -> None:
        """Put something in a peg's place."""
        pegs = self.board.pegs
        self.change_board(pegs=(*pegs[:number], peg, *pegs[number + 1 :]))

    def stand(self, who: int, square: Square | None) -> None:
        """Let a fighter stand on a square of the grid, or nowhere."""
        pieces = self.board.pieces
        piece = piece_of(self.combat.fighters[who], square)
        self.change_board(pieces=(*pieces[:who], piece, *pieces[who + 1 :]))

    # --- whoever acts, in a combat or on a grid alone ---

    def spend(self, **left: int) -> None:
        """Note what pegs and rope are left to whoever acts."""
        if self.state.alone:
            self.change_piece(self.grounds.active, **left)
        else:
            self.change(self.combat.active, **left)

    def use(self, slot: str) -> None:
        """Note what has been done in the attack's place."""
        if self.state.alone:
            self.change_grounds(used=(*self.grounds.used, slot))
        else:
            self.change_activation(used=(*self.combat.activation.used, slot))

    def walk(self, cost: int) -> None:
        """Note a move of a fight; in attack focus it is the second one, with or without an attack before it (E-Q26)."""
        activation = self.combat.activation
        if activation.focus and "second_move" not in activation.used:
            self.use("second_move")
        self.change_activation(movement=activation.movement - cost, moved=activation.moved + cost)

    def build(self) -> None:
        """Note that something was done to pegs or barriers that does not take the attack's place."""
        if not self.state.alone:
            self.change_activation(built=True)

    def steepened(self, base: Difficulty) -> tuple[Difficulty, tuple[str, ...]]:
        """Return how difficult rope or a removal is after the tactical manoeuvre, and the rules that make it harder."""
        declared = self.grounds.manoeuvre if self.state.alone else self.combat.activation.harder
        if not declared or self.rulings.manoeuvre_hardens != "all":
            return base, ()
        return shift(base, 1, self.rulings), ("E-4.6", "E-Q33")

    # --- dice ---

    def check(self, who: Text, dice: int, difficulty: Difficulty, typed: Rolled, *rules: str) -> int:
        """Make a check, tell of it, and return its successes.

        Args:
            who: Who rolls.
            dice: How many dice.
            difficulty: The difficulty with all its steps.
            typed: The faces rolled at the table, or the number of successes alone; None to roll by the seed.
            rules: Ledger ids of what asks for the check.
        """
        count = dice_rolled(dice, self.rulings)
        chance = percent(check_odds(dice, difficulty, self.rulings))
        parts: dict[str, Any] = {"name": who, "dice": count, "difficulty": difficulty.text, "chance": chance}
        if not count:
            rules = (*rules, "E-Q3")
        if isinstance(typed, int):
            never = "E-Q39" if difficulty is Difficulty.IMPOSSIBLE else None
            always = "E-Q4" if difficulty is Difficulty.AUTOMATIC else None
            found = self.counted(typed, count, "E-3.7", never, always)
            self.tell("checks_with_successes", *rules, found=found, **parts)
        else:
            faces = self.thrown(count, FACES, typed, "E-3.7")
            found, shown = successes(faces, difficulty), in_a_row(faces or "—")
            self.tell("checks_with_faces", *rules, seen=lying(faces, difficulty), faces=shown, found=found, **parts)
        return found


def lying(faces: Iterable[int], difficulty: Difficulty) -> tuple[Die, ...]:
    """Return the dice of a check as they lie on the table, each a success or not.

    Example:
        >>> [die.counts for die in lying((2, 5), Difficulty.NORMAL)]
        [False, True]
    """
    return tuple(Die(face, FACES, face >= difficulty) for face in faces)
