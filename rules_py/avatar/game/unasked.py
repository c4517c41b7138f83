"""What a combat does of itself, because nobody has anything to decide, and when nobody is left to fight."""

from __future__ import annotations

from rules_py.avatar.effects import Meeting, attack_damage, meeting
from rules_py.avatar.game.table import GAME, CardTable
from rules_py.avatar.model import (
    MOST_ROUNDS,
    NOBODY,
    Combat,
    Kind,
    Phase,
    Side,
    Stage,
    chasing,
    executing,
    flees,
    may_buy,
    momentum,
    seats,
)
from rules_py.avatar.rulings import Rulings
from rules_py.core.game import Action

_DRAWING = {Stage.TIE: "tie", Stage.OPENING: "open", Stage.EVEN: "even", Stage.RESHUFFLE: "reshuffle"}
_INTERRUPTING = ("declare", "react", "cancel", "release")


def enemy(combat: Combat, who: int) -> bool:
    """Say whether somebody fights on the enemies' side."""
    return combat.fighters[who].side is Side.ENEMY


def foes(combat: Combat, who: int) -> list[int]:
    """Return who takes part on the other side, clockwise from the master."""
    return [other for other in seats(combat) if enemy(combat, other) != enemy(combat, who)]


def friends(combat: Combat, who: int) -> list[int]:
    """Return who else takes part on somebody's own side, clockwise from the master."""
    return [other for other in seats(combat) if enemy(combat, other) == enemy(combat, who) and other != who]


def fought_out(combat: Combat) -> bool:
    """Say whether nobody is left on one of the sides, or the combat has been ended."""
    if combat.phase in (Phase.SETUP, Phase.OVER):
        return combat.phase is Phase.OVER
    return len({enemy(combat, who) for who in combat.there}) < 2


def coverers(combat: Combat, whom: int, rulings: Rulings = Rulings()) -> list[int]:
    """Say who of somebody's own side can still cover it, by giving up its own action.

    Source: A-7.6, A-Q35.
    """
    found = []
    for who in friends(combat, whom):
        fighter = combat.fighters[who]
        guards = rulings.guard_and_cover and fighter.does(Kind.GUARD)
        if fighter.unspent or (guards and all(who != other for other, _ in combat.covers)):
            found.append(who)
    return found


def attacked(combat: Combat, rulings: Rulings = Rulings()) -> list[int]:
    """Say who is still to take damage against which a Cover helps: by attacks, and as the loser of a clash.

    Two who are about to clash attack nobody, where a clash takes the place of both attacks: until it is decided, there
    is time for a Cover.

    Source: A-6.1, A-6.20, A-7.4, A-Q18.
    """
    clashing = rulings.clash_attacks == "replaced"
    found = [_behind(combat, *clash.sides) for clash in combat.clashes if clash.step == "held" and rulings.clash_guard]
    for who in seats(combat):
        act = combat.fighters[who].act
        if not combat.fighters[who].pending or act is None or act.kind is not Kind.ATTACK:
            continue
        if combat.fighters[act.target].there and not (clashing and _clash(combat, who, act.target)):
            found.append(act.target)
    return [who for who in seats(combat) if who in found]


def _clash(combat: Combat, who: int, other: int) -> bool:
    one, two = combat.fighters[who], combat.fighters[other]
    if not (two.pending and two.act and two.act.kind is Kind.ATTACK and two.act.target == who):
        return False
    if momentum(combat, who) != momentum(combat, other):
        return False
    return meeting(one.ep, two.ep, len(one.hand), len(two.hand)) is Meeting.CLASH


def _behind(combat: Combat, one: int, other: int) -> int:
    """Say who of two in a clash would lose it now; -1 for neither."""
    ahead = momentum(combat, one) - momentum(combat, other)
    return NOBODY if not ahead else other if ahead > 0 else one


def pursuers(combat: Combat, fleer: int) -> list[int]:
    """Say who of the other side can still pursue somebody who flees, by giving up its own action.

    Source: A-7.12.
    """
    return [who for who in foes(combat, fleer) if combat.fighters[who].unspent] if flees(combat, fleer) else []


def interrupted(combat: Combat, rulings: Rulings = Rulings()) -> bool:
    """Say whether somebody can still cover a friend who is attacked or loses a clash, or pursue a foe who flees."""
    return any(coverers(combat, whom, rulings) for whom in attacked(combat, rulings)) or any(
        pursuers(combat, who) for who in seats(combat)
    )


def of_itself(
    combat: Combat, rulings: Rulings, after: str, *, real_deck: bool = False, on: bool = False
) -> Action | None:
    """Return the action that comes next without anybody's decision; None if somebody decides.

    Args:
        combat: The state.
        rulings: House rules.
        after: Name of the action before.
        real_deck: Are cards of a real deck typed in, so that nothing is drawn here unasked?
        on: Did the action before say that nobody helps in the clash, or that the next round begins?

    Example:
        >>> of_itself(Combat(phase=Phase.OVER), Rulings(), "execute") is None
        True
    """
    stage = combat.stage
    if fought_out(combat) or stage is Stage.SETUP:
        return None
    if stage in _DRAWING:
        return None if real_deck else [_DRAWING[stage]]
    if stage is Stage.CLASH and not combat.fighters[combat.playing].hand and not may_buy(combat):
        return ["lay", []]
    if stage is Stage.HELP and on and after == "lay":
        return ["enough"]
    if stage is Stage.FLIGHT:
        chaser = chasing(combat)
        return ["chase"] if chaser != NOBODY and not combat.fighters[chaser].hand else None
    if stage is Stage.ACT and after not in _INTERRUPTING and executing(combat) and not interrupted(combat, rulings):
        return ["execute"]
    if stage is Stage.END and on and after in ("rest", "reshuffle") and combat.round < MOST_ROUNDS:
        return ["round"]
    return None


def damage_now(combat: Combat, rulings: Rulings, who: int, aim: int) -> tuple[int, int]:
    """Return the damage that somebody's attack would do if it were carried out now, and who would take it.

    Source: A-5.1, A-5.6, A-7.1, A-7.4, A-7.5, A-M5.
    """
    table, fighter = CardTable(combat, rulings, "", Kind.ATTACK.text, GAME.words), combat.fighters[who]
    taker = table.taker(aim)
    guard, cover = table.shields(aim, taker)
    strong = fighter.strong or (rulings.strong_when_empty and not fighter.field)
    return attack_damage(fighter.ep, strong=strong, guard=guard, cover=cover, rulings=rulings), taker
