"""The table of a session: the dice on it, whose activation it is, what all of its actions have in common (K-M10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from rules_py.core.arguments import Argument
from rules_py.core.dice import Die, Seen
from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.game import Action, Declared, Game, Table
from rules_py.core.render import percent
from rules_py.core.text import Text, in_a_row, listed, same, sentences
from rules_py.core.words import words
from rules_py.kamui.arguments import Dice, Who
from rules_py.kamui.characters import State
from rules_py.kamui.checks import success_faces, successes
from rules_py.kamui.model import NOBODY, Play, Stage, shown, square_words
from rules_py.kamui.odds import check_odds
from rules_py.kamui.ring import CENTRE
from rules_py.kamui.rulings import Rulings

MOST_AT_ONCE = 4

WORDS = words("kamui")
_PHASE_ONLY = {
    "middle": WORDS["in_middle_only"],
    "climax": WORDS["in_climax_only"],
    "ending": WORDS["in_ending_only"],
}


class RingTable(Table[Play, Rulings]):
    """A session that is being changed by an action."""

    def change(self, who: int, **values: Any) -> None:
        """Change a kamui."""
        self.state = self.state.with_kamui(who, **values)

    def spend(self, who: int, amount: int, rule: str) -> None:
        """Spend action value."""
        left = self.state.kamui[who].action_value
        if amount > left:
            raise self.forbidden("action_value_left", rule, name=self.state.name(who), left=left)
        self.change(who, action_value=left - amount)

    def roll(self, count: int, dice: Dice | None) -> tuple[int, ...]:
        """Return the faces of a check's dice, thrown or rolled."""
        return self.thrown(count, self.rulings.sides, dice, "K-Q2")

    def check(
        self,
        who: int,
        count: int,
        ability: int,
        dice: Dice | None,
        *rules: str,
        needed: int = 0,
        lead: Text | None = None,
    ) -> int:
        """Make a check, tell of it and return its successes; of what is needed, tell the chance it had."""
        counted = success_faces(ability, self.rulings)
        seen: tuple[Seen, ...] = ()
        parts: dict[str, Any] = {"who": lead or self.state.name(who), "n": count, "die": self.rulings.die}
        if isinstance(dice, int):
            never, always = not counted, len(counted) == self.rulings.sides
            found = self.counted(dice, count, None, "K-Q1" if never else None, "K-Q1" if always else None)
        else:
            faces = self.roll(count, dice)
            found = successes(faces, ability, self.rulings)
            seen = tuple(Die(face, self.rulings.sides, face in counted) for face in faces)
            parts["faces"] = in_a_row(faces)
        parts |= {"span": span(counted), "found": found}
        told = [self.say("rolls" if seen else "counts_successes" if count else "has_no_dice", **parts)]
        if needed:
            chance = percent(check_odds(count, ability, needed, self.rulings))
            told.append(self.say("chance_of_needed", n=needed, chance=chance))
        self.tell(sentences(told), *rules, "K-Q1", seen=seen)
        return found

    def tell_faith(self, state: State, *rules: str) -> None:
        """Put kamui, units, rifts and faith in place and tell what faith has become."""
        before = self.state.state
        self.set(state=state)
        if self.rulings.faith == "shared":
            self.tell("faith_changes", *rules, "K-Q19", before=before.faith, after=state.faith)
            return
        for one, other in zip(before.kamui, state.kamui, strict=True):
            if one.faith != other.faith:
                name = shown(one.name)
                self.tell("own_faith_changes", *rules, "K-Q19", name=name, before=one.faith, after=other.faith)

    def tell_rifts(self, before: Sequence[int], square: int, *rules: str) -> None:
        """Tell where a rift has appeared since there were these, if one has."""
        new = list(self.state.state.rifts)
        for one in before:
            new.remove(one)
        if square == CENTRE:
            rules = ("K-Q15",)
        for each in new:
            self.tell("rift_appears", *rules, square=square_words(each))
        if not new and square == CENTRE:
            self.tell("no_rift_appears", *rules)
        elif not new:
            self.tell("rift_was_there", *rules, "K-Q5")

    def finish(self) -> None:
        """End the activation."""
        play = self.state
        self.set(acted=play.acted | {play.active}, active=NOBODY, main=False, moved=False)

    def refuse_waiting(self, rule: str) -> None:
        """Refuse what comes after all activations."""
        play = self.state
        if play.active != NOBODY or play.waiting:
            who = (play.active,) if play.active != NOBODY else play.waiting
            raise self.forbidden("still_to_come", rule, names=listed([play.name(one) for one in who]))


def span(faces: range) -> Text:
    """Say which faces succeed."""
    if not faces:
        return WORDS["no_face"]
    return same(f"{faces[0]}–{faces[-1]}" if len(faces) > 1 else faces[0])


class _Session(Game[Play, Rulings]):
    """The actions of a session; what changes a kamui and what changes an enemy go by one name."""

    table = RingTable

    def admit(self, told: Declared, state: Play) -> None:
        """Refuse an action that the moment does not allow, and say in which phase it is possible (K-M10)."""
        if told.stages and state.stage not in told.stages:
            in_phase = any(stage.phase == state.phase for stage in told.stages)
            reason = WORDS["in_activation_only"] if in_phase else _PHASE_ONLY[told.stages[0].phase]
            raise ForbiddenAction(told.label, reason, told.rule)

    def meant(self, stated: Sequence[Declared], values: Sequence[Any], state: Play) -> Declared:
        """Return which of two actions of one name is told: what they change comes first."""
        return stated[values[:1] == ["unit"]]


GAME: Game[Play, Rulings] = _Session(Play, lambda play: play.stage, Rulings(), words=WORDS)
MIDDLE, CLIMAX = (Stage.MIDDLE, Stage.EVENT), (Stage.CLIMAX, Stage.FIGHT)


class _Step(Argument):
    """An action among several that are carried out in one go."""

    def pressed(self, value: Any, state: Play) -> Any:
        if not isinstance(value, list):
            return super().pressed(value, state)
        told, values = self.found(value)
        return told.pressed(values, state)

    def controls(self, name: str, value: Any) -> dict[str, str]:
        if not isinstance(value, list):
            return super().controls(name, value)
        told, values = self.found(value)
        return told.controls(values)

    def read(self, value: Any, name: str, state: Play) -> Action:
        told, values = self.found(value)
        return [told.name, *values]

    @staticmethod
    def found(value: Any) -> tuple[Declared, list[Any]]:
        told, values = GAME.found(value, GAME.start())  # at any moment a name means the same
        if told.name == "then":
            raise InputError("do", "then", WORDS["up_to_actions"].format(n=MOST_AT_ONCE))
        return told, values


Step = Annotated[Action, _Step()]


@GAME.action("then", Text("One thing after the other", "続けて行うこと"), rule="K-1.2")
def _then(
    table: RingTable, first: Step, second: Step | None = None, third: Step | None = None, fourth: Step | None = None
) -> None:
    for step in (first, second, third, fourth):
        if step is not None:
            table.state, log = GAME.apply(table.state, step, table.rulings, table.seed)
            table.log += log


@GAME.action("begin", Text("This activation", "手番の開始"), rule="K-1.1")
def _begin(table: RingTable, who: Who) -> None:
    play = table.state
    rule = "K-1.1" if play.phase == "middle" else "K-4.2"
    if play.phase == "ending":
        raise table.forbidden("climax_over", rule)
    if play.active != NOBODY:
        raise table.forbidden("others_activation", rule, name=play.name(play.active))
    if play.unplaced:
        raise table.forbidden("revelation_first", "K-1.3", names=listed([play.name(one) for one in play.unplaced]))
    if who in play.acted:
        raise table.forbidden("once_in_round" if play.phase == "climax" else "once_in_cycle", rule)
    table.set(active=who, main=False, moved=False)
    rule = "K-1.1" if play.phase == "middle" else "K-4.1"
    table.tell("activation", rule, name=play.name(who))


@GAME.action("rest", Text("Ending the activation", "手番を終えること"), Stage.FIGHT, rule="K-4.2")
def _rest(table: RingTable) -> None:
    name = table.state.name(table.state.active)
    table.tell("activation_ends", "K-4.2", name=name)
    table.finish()
