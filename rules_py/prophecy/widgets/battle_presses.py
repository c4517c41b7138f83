"""What the buttons of a battle say: its actions, with the controls beside them that say an argument."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

from rules_py.core.controls import control
from rules_py.core.text import Text
from rules_py.prophecy.attacks import Effect
from rules_py.prophecy.characters import NOBODY
from rules_py.prophecy.game.legal import answers, chain_emotion, drawn_target
from rules_py.prophecy.model import CHECKS, Battle, Exchange
from rules_py.prophecy.offers import answerers_targets, likely_targets, may_expand
from rules_py.prophecy.rulings import Rulings

Press = list[Any]
"""An action, or several of them, as `controls.press` is told them."""
Paid = Callable[..., Press]
"""What is done, by emotion or not."""

ONWARD: Press = ["on"]
"""No action of the game: what says, after others, that nobody Counters or follows, if they have led to that point."""
AGAIN = control("again")
MANA, EMOTION = Text("1 mana", "マナ1点"), Text("an emotion", "感情")


def boxes(prefix: str, people: Iterable[int]) -> Press:
    """Return people with the boxes that say whether they are meant."""
    return [[who, control(f"{prefix}_{who}")] for who in sorted(people)]


def third(state: Battle, rolling: Iterable[int]) -> Press:
    """Return those who may spend a preparation effect, with their boxes."""
    return boxes("third", (who for who in {*rolling} if state.fighters[who].preparations))


def further_targets(state: Battle, rulings: Rulings) -> tuple[int, ...]:
    """Return whom the active fighter can add by Expand to an attack on the likeliest target, the likeliest first."""
    sheet, targets = state.fighters[state.active], likely_targets(state, rulings)
    expands = len(targets) > 1 and sheet.mana and may_expand(sheet) and not drawn_target(state, rulings)
    return targets[1:] if expands else ()


def strikes(state: Battle, rulings: Rulings) -> list[tuple[int, Press]]:
    """Return an attack with its dice on each who can be attacked, the likeliest first; on nobody where chance picks."""
    targets = likely_targets(state, rulings)
    further, roll = boxes("more", further_targets(state, rulings)), ["roll", third(state, (state.active, *targets))]
    if drawn_target(state, rulings):
        return [(NOBODY, [["attack", []], roll])]
    return [(target, [["attack", [target, *further]], roll]) for target in targets]


def support(targets: Press, effect: Press | dict[str, object], *, emotion: bool) -> Press:
    """Return Support, with the second effect and what is overwritten as they stand in the tray."""
    return ["support", targets, _both(effect, control("gives_2")), *([True] if emotion else [])]


def effects(effect: Press | dict[str, object]) -> Press:
    """Return the choice of an effect, with the second one and what is overwritten as they stand in the tray."""
    return ["effects", _both(effect, control("effect_2"))]


def _both(first: Press | dict[str, object], second: dict[str, object]) -> Press:
    """Return two effects, with what a bless overwrites with each."""
    return [first, second, control("overwrite"), control("overwrite_2")]


def words_of(effect: Effect) -> list[str]:
    """Return an effect as an action holds it."""
    return [part for part in (effect.name, effect.condition, effect.become) if part]


def higher(state: Battle, rulings: Rulings) -> list[tuple[int, Exchange, str, int]]:
    """Return the Lucky checks that have a higher value to offer as well, and that value (P-Q47)."""
    if rulings.kept_roll != "roller":
        return []
    return [
        (number, exchange, check, roll.total)
        for number, exchange in enumerate(state.exchanges)
        for check in own_checks(number, rulings)
        if (roll := exchange.check(check).higher) is not None
    ]


def own_checks(number: int, rulings: Rulings) -> tuple[str, ...]:
    """Return the checks of an exchange that are not those of the first as well (P-Q10)."""
    return CHECKS[1:] if number and rulings.expand_cast == "one" else CHECKS


def accept(state: Battle, rulings: Rulings) -> Press:
    """Return what lets the result stand, with the boxes for higher values."""
    told = [[number, check, control(f"higher_{number}_{check}")] for number, _, check, _ in higher(state, rulings)]
    return ["accept", told] if told else ["accept"]


def assist(helper: int, number: int, check: str, *, emotion: bool) -> Press:
    """Return the assisting of a check."""
    return ["assist", helper, number, check, emotion, AGAIN]


def cover(coverer: int, number: int, *, emotion: bool) -> Press:
    """Return Cover, with 3 dice if that is ticked."""
    return ["cover", coverer, number, emotion, control("cover_third", empty=False), AGAIN]


class Answer(NamedTuple):
    """A Counter or a Chain Combo that is possible now.

    Args:
        counters: Is it a Counter?
        who: Who makes it, by number.
        target: Whom it strikes.
        toward: Towards whom the emotion is held that can pay it; -1 for nobody.
        do: Returns what is pressed, with the targets that Expand may add.
    """

    counters: bool
    who: int
    target: int
    toward: int
    do: Paid


def answering(state: Battle, rulings: Rulings) -> list[Answer]:
    """Return the Counters and Chain Combos that are possible now."""
    more = boxes("more", answerers_targets(state, rulings))

    def counter(who: int, *, emotion: bool) -> Press:
        return ["counter", who, more]

    def chain(who: int, target: int, *, emotion: bool) -> Press:
        return ["chain", who, target, emotion, more]

    return [
        Answer(True, who, target, NOBODY, partial(counter, who))
        if name == "counter"
        else Answer(False, who, target, chain_emotion(state, target, rulings), partial(chain, who, target))
        for name, who, target in answers(state, rulings)
    ]


def ways_to_pay(state: Battle, who: int, toward: int) -> list[tuple[bool, Text]]:
    """Return how somebody can pay what costs 1 mana or an emotion (★): is it by emotion, and the price."""
    sheet = state.fighters[who]
    return [(False, MANA)] * bool(sheet.mana) + [(True, EMOTION)] * sheet.feels_for(toward)
