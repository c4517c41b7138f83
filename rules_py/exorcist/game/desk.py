"""The state machine of the desk, which plays a fight, its grid, and a grid alone; the actions stand beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules_py.core.game import Declared, Game
from rules_py.core.words import words
from rules_py.exorcist.arguments import Somebody
from rules_py.exorcist.game.course import follow
from rules_py.exorcist.game.play import Play
from rules_py.exorcist.model import Duel, Stage
from rules_py.exorcist.rulings import Rulings

ACTING = (Stage.ACTIVATION, Stage.ON_GRID)
ENTERING = (Stage.SETUP, Stage.TURN)
ANY_TIME = (Stage.TURN, *ACTING)
BEFORE_ALL = (Stage.SETUP, Stage.ALONE, Stage.ALONE_ACTING)
"""When a grid is set up that is played alone: at any time; in a set-up as the very first thing."""


class _Followed(Play):
    """A desk on which what nobody decides happens of itself."""

    def carry_out(self, run: Callable[..., None], arguments: Mapping[str, Any]) -> None:
        """Let an action change the desk, and follow from it what follows."""
        before = self.state
        super().carry_out(run, arguments)
        follow(self, before)


class Desk(Game[Duel, Rulings]):
    """The actions of the desk."""

    table = _Followed

    def meant(self, stated: Sequence[Declared], values: Sequence[Any], state: Duel) -> Declared:
        """Return which action of a name is told: that of the stage, of the grid alone, of the sheet that is changed."""

        def fits(declared: Declared) -> tuple[bool, ...]:
            who = declared.arguments.get("who")
            same_kind = not isinstance(who, Somebody) or who.fits(values[0] if values else None, state)
            same_desk = state.alone == (Stage.ALONE_ACTING in declared.stages)
            return same_kind, state.stage in declared.stages, same_desk

        return max(stated, key=fits)


GAME = Desk(Duel, lambda duel: duel.stage, Rulings(), words=words("exorcist"))
