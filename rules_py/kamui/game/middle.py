"""The middle phase: revelation dice, events, cycles (K-1.1 to K-2.14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from rules_py.core.arguments import Whole
from rules_py.core.dice import Die
from rules_py.core.errors import InputError
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text, in_a_row
from rules_py.kamui.arguments import Ability, Base, Dice, Square, Traits, Who, Word, read_word
from rules_py.kamui.characters import MOST_FAITH, Link
from rules_py.kamui.checks import EVENT_TARGET, check_dice
from rules_py.kamui.effects import duty, interaction, offering, partners, resolution
from rules_py.kamui.game.map import end_scene
from rules_py.kamui.game.table import GAME, MIDDLE, RingTable
from rules_py.kamui.model import NOBODY, Stage, shown, square_words
from rules_py.kamui.ring import MOST_REVELATION, check_revelation, check_square, revelation_squares

# --- revelation dice --------------------------------------------------------------------------------------------------


@GAME.action("reveal", Text("Rolling revelation dice", "天啓ダイスを振ること"), *MIDDLE, rule="K-1.3")
def _reveal(
    table: RingTable, who: Who, spent: Annotated[int, Whole(0, MOST_REVELATION, "K-1.3")], dice: Dice | None = None
) -> None:
    play, rulings = table.state, table.rulings
    if play.chooser != NOBODY:
        raise table.forbidden("chooses_first", "K-1.5", name=play.name(play.chooser))
    if who in play.placed:
        raise table.forbidden("revealed_once", "K-1.3")
    if play.number == 1 and not play.placed:
        table.tell("cycle_begins", heading=True, n=play.number)
    table.spend(who, spent, "K-1.3")
    check_revelation(spent, rulings, "spent")
    faces = table.roll(spent, dice)
    name, here = play.name(who), play.kamui[who].square
    squares = revelation_squares(faces, here, rulings)
    if not faces:
        table.tell("rolls_no_revelation", "K-1.3", "K-Q4", name=name, square=square_words(here))
        table.set(placed=play.placed | {who})
        return
    seen = tuple(Die(face, rulings.sides) for face in faces)
    parts: dict[str, Any] = {
        "name": name,
        "n": spent,
        "faces": in_a_row(faces),
        "squares": in_a_row(squares),
    }
    table.tell("rolls_revelation", "K-1.3", "K-1.4", "K-Q2", seen=seen, **parts)
    table.set(offer=squares, chooser=who)
    if len(squares) == 1:
        _go(table, squares[0])


@GAME.action("go", Text("Choosing a square", "マスを選ぶこと"), *MIDDLE, rule="K-1.5")
def _go(table: RingTable, square: Square) -> None:
    play = table.state
    if play.chooser == NOBODY:
        raise table.forbidden("rolled_first", "K-1.5")
    check_square("square", square, table.rulings)
    if square not in play.offer:
        allowed = table.say("number_rolled", squares=in_a_row(play.offer))
        raise InputError("square", square, allowed, "K-1.5")
    table.change(play.chooser, square=square)
    table.set(placed=play.placed | {play.chooser}, offer=(), chooser=NOBODY)
    table.tell("goes", "K-1.6", name=play.name(play.chooser), square=square_words(square))


# --- events -----------------------------------------------------------------------------------------------------------


def _event_check(
    table: RingTable, ability: int, base: int, traits: int, dice: Dice | None, *rules: str, needed: int = 0
) -> int:
    """Make the check of an event, with traits."""
    play, who = table.state, table.state.active
    used = play.kamui[who].traits_used
    left, name = play.sheets[who].traits - used, play.name(who)
    if traits > left:
        raise InputError("traits", traits, table.say("traits_left", name=name, n=max(0, left)), "K-1.10")
    count = check_dice(base, traits)
    if traits:
        table.change(who, traits_used=used + traits)
        table.tell("uses_traits", "K-1.8", "K-1.10", name=name, n=traits)
    return table.check(who, count, ability, dice, *rules, "K-Q3", needed=needed)


@GAME.action("resolve", Text("A resolution", "解決イベント"), Stage.EVENT, rule="K-2.2")
def _resolve(
    table: RingTable,
    ability: Ability,
    base: Base,
    traits: Traits,
    dice: Dice | None = None,
    character: Word | None = None,
) -> None:
    play, who = table.state, table.state.active
    square, links = play.kamui[who].square, play.kamui[who].links
    where = square_words(square)
    targets = dict(play.scenes)
    if square not in targets:
        raise table.forbidden("no_resolution_on", "K-2.2", square=where)
    target = targets[square]
    found = _event_check(table, ability, base, traits, dice, "K-2.4", needed=target)
    linked = character if found >= target else None
    state = resolution(table.state.state, who, found, target, linked, table.rulings)
    table.set(state=state)
    placed = len(state.rifts) > len(play.state.rifts)
    table.tell("rift_placed" if placed else "rift_not_placed", "K-2.3", "K-Q5", square=where)
    if linked is not None:
        _tell_link(table, who, linked, links, "K-2.5")
    else:
        table.tell("target_reached" if found >= target else "target_missed", "K-2.5", n=target)
    after = table.rulings.resolution_after
    if after == "once" or (after == "until_success" and found >= target):
        end_scene(table, square, "K-Q25")
    table.finish()


def _tell_link(table: RingTable, who: int, to: str, before: Sequence[Link], rule: str) -> None:
    """Tell what an event has made of a link."""
    level = next(link.level for link in table.state.kamui[who].links if link.to == to)
    earlier = next((link.level for link in before if link.to == to), None)
    parts: dict[str, Any] = {"name": table.state.name(who), "to": shown(to), "n": level}
    if earlier is None:
        table.tell("link_gained", rule, "K-Q7", **parts)
    else:
        table.tell("link_stays" if earlier == level else "link_rises", rule, "K-Q7", **parts)


@GAME.action("duty", Text("A duty", "お勤めイベント"), Stage.EVENT, rule="K-2.6")
def _duty(table: RingTable, ability: Ability, base: Base, traits: Traits, dice: Dice | None = None) -> None:
    found = _event_check(table, ability, base, traits, dice, "K-2.6", "K-2.7")
    table.tell_faith(duty(table.state.state, table.state.active, found, table.rulings), "K-2.8")
    table.finish()


@GAME.action("interact", Text("An interaction", "交流イベント"), Stage.EVENT, rule="K-2.9")
def _interact(
    table: RingTable, ability: Ability, base: Base, traits: Traits, dice: Dice | None = None, other: Who | None = None
) -> None:
    play, who, rulings = table.state, table.state.active, table.rulings
    near = partners(play.state, who, rulings)
    if not near:
        raise table.forbidden("nobody_near", "K-2.11")
    linked = near
    if rulings.interaction_links == "one":
        if other not in near:
            told = "" if other is None else play.kamui[other].name
            raise InputError("other", told, table.say("somebody_near"), "K-2.11")
        linked = (other,)
    found = _event_check(table, ability, base, traits, dice, "K-2.9", "K-2.10", needed=EVENT_TARGET)
    links = play.kamui[who].links
    chosen = linked if rulings.interaction_links == "one" and found >= EVENT_TARGET else ()
    table.set(state=interaction(table.state.state, who, found, chosen, rulings))
    if found < EVENT_TARGET:
        table.tell("link_missed", "K-2.10", n=EVENT_TARGET)
    else:
        for each in linked:
            _tell_link(table, who, play.kamui[each].name, links, "K-2.11")
    table.finish()


@GAME.action("offer", Text("An offering event", "献上イベント"), Stage.EVENT, rule="K-2.12")
def _offer(
    table: RingTable, ability: Ability, base: Base, traits: Traits, dice: Dice | None = None, item: Word | None = None
) -> None:
    who = table.state.active
    gift = read_word(item or "", "item")
    found = _event_check(table, ability, base, traits, dice, "K-2.12", "K-2.13", needed=EVENT_TARGET)
    table.set(state=offering(table.state.state, who, found, gift))
    if found >= EVENT_TARGET:
        table.tell("offering_gained", "K-2.14", "K-Q21", name=table.state.name(who), item=gift)
    else:
        table.tell("offering_missed", "K-2.13", n=EVENT_TARGET)
    table.finish()


# --- cycles -----------------------------------------------------------------------------------------------------------


@GAME.action("cycle", Text("The next cycle", "次のサイクルへ進むこと"), *MIDDLE, rule="K-1.1")
def _cycle(table: RingTable) -> None:
    table.refuse_waiting("K-1.1")
    number = whole_number("number", table.state.number + 1, 1, MOST_FAITH)
    table.set(number=number, placed=frozenset(), acted=frozenset())
    table.tell("cycle_begins", heading=True, n=number)


@GAME.action("climax", Text("The climax", "クライマックスフェイズへ進むこと"), *MIDDLE, rule="K-3.1")
def _climax(table: RingTable) -> None:
    play = table.state
    if play.placed or play.chooser != NOBODY or play.active != NOBODY:  # within a cycle that has begun
        table.refuse_waiting("K-1.1")
    table.set(phase="climax", number=1, placed=frozenset(), acted=frozenset())
    table.tell("climax_begins", heading=True)
    table.tell("stand_as_left", "K-3.1")
