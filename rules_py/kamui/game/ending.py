"""The ending: the grace check of all kamui (K-6.1 to K-6.9, K-M9)."""

from __future__ import annotations

from typing import Annotated, Any

from rules_py.core.arguments import Whole
from rules_py.core.dice import Die
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text, in_a_row, listed, same
from rules_py.kamui.arguments import Dice
from rules_py.kamui.checks import success_faces, successes
from rules_py.kamui.game.table import GAME, RingTable, span
from rules_py.kamui.grace import miracle_points, spread
from rules_py.kamui.model import Grace, Stage
from rules_py.kamui.rulings import LARGEST_FACE


@GAME.action("grace", Text("A grace check", "恩寵判定"), Stage.ENDING, rule="K-6.1")
def _grace(
    table: RingTable,
    dice: Dice | None = None,
    grace_target: Annotated[int, Whole(1, LARGEST_FACE, "K-Q1")] | None = None,
) -> None:
    play, rulings = table.state, table.rulings
    if play.grace:
        raise table.forbidden("grace_once", "K-6.1")
    numbers = [kamui.rank for kamui in play.kamui]  # what the dice are compared with (K-6.3)
    if rulings.success == "at_least_target":
        numbers = [whole_number("grace_target", grace_target, 1, LARGEST_FACE, "K-Q1")] * len(play.kamui)
    counts = [kamui.grace_dice for kamui in play.kamui]
    faces = table.roll(sum(counts), dice)
    starts = [sum(counts[:n]) for n in range(len(counts))]
    rolled = tuple(faces[start : start + count] for start, count in zip(starts, counts, strict=True))
    everybody = list(range(len(counts)))
    lowered, found = list(rolled), [0] * len(counts)
    for group in [everybody] if rulings.grace == "pooled" else [[who] for who in everybody]:
        owners = [(who, face) for who in group for face in rolled[who]]
        best = spread([face for _, face in owners], [numbers[who] for who, _ in owners], play.threat, rulings)
        for who in group:
            shown_faces = [face for (owner, _), face in zip(owners, best.faces, strict=True) if owner == who]
            lowered[who] = tuple(shown_faces)
            found[who] = successes(shown_faces, numbers[who], rulings)
    revivals = [kamui.revivals for kamui in play.kamui]
    points = [miracle_points(n, less) for n, less in zip(found, revivals, strict=True)]
    if rulings.grace == "pooled":
        points = [miracle_points(sum(found), sum(revivals))]
    made = Grace(rolled, tuple(lowered), tuple(found), tuple(points))
    table.set(grace=made)
    for who in everybody:
        if counts[who]:
            _tell_grace(table, who, made, numbers[who])
    rules = ("K-6.4", "K-6.5", "K-6.6", "K-6.7", "K-Q16")
    if rulings.grace == "pooled":
        table.tell("miracles_of_all", *rules, n=sum(found), less=sum(revivals), left=points[0])
        return
    each = [play.name(who) + same(f" {left}") for who, left in enumerate(points)]
    table.tell("miracles_of_each", *rules, each=listed(each))


def _tell_grace(table: RingTable, who: int, made: Grace, number: int) -> None:
    """Tell what a kamui rolled in the grace check, and which faces are lowered."""
    rulings, counted = table.rulings, success_faces(number, table.rulings)
    rolled, dice = made.rolled[who], list(zip(made.rolled[who], made.lowered[who], strict=True))
    parts: dict[str, Any] = {"name": table.state.name(who), "n": len(rolled), "die": rulings.die, "span": span(counted)}
    seen = tuple(Die(old, rulings.sides, new in counted) for old, new in dice)
    table.tell("grace_rolled", "K-6.2", "K-6.3", "K-Q1", seen=seen, faces=in_a_row(rolled), **parts)
    changes = [same(f"{old}→{new}") for old, new in dice if old != new]
    if changes:
        table.tell("faces_lowered", "K-6.9", "K-Q16", changes=listed(changes))
