"""What a button of the combat stepper means, with the controls beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules_py.avatar.cards import Card, read_card, read_cards
from rules_py.avatar.combat import Combat, Kind, Stage, declaring
from rules_py.avatar.effects import MOST_EP, MOST_LIMIT, MOST_STAGE
from rules_py.avatar.play import MOST_FIGHTERS
from rules_py.avatar.sheet import NUMBERS
from rules_py.core.fields import IntegerField
from rules_py.core.game import Action
from rules_py.core.text import same

Pressed = Mapping[str, str]


def read_action(state: Combat, pressed: Pressed) -> Action:
    """Return the action that a button and the controls of the tray mean.

    Args:
        state: The combat.
        pressed: The button under `do`, as `verb:argument:…`; what its arguments leave open is said by the controls.
    """
    verb, *arguments = pressed["do"].removesuffix(":on").split(":")
    plain = [int(x) if x.isascii() and x.isdigit() and len(x) < 4 else x for x in arguments]
    said = dict(zip(_SAID.get(verb, ()), arguments, strict=False))
    read = _READ.get(verb)
    found = read(state, {**pressed, **said}) if read else [verb, *plain]
    drawn = pressed.get("drawn", "").strip()
    return ["drawn", drawn, *found] if drawn else found


_SAID = {
    "edit": ("edited",),
    "declare": ("kind", "target"),
    "strike": ("kind", "target"),
    "react": ("reactor", "reaction", "whom_to"),
    "cancel": ("canceller",),
    "help": ("whom",),
    "chase": ("card",),
}
"""What the arguments of a button say in the place of a control."""


def _whole(pressed: Pressed, name: str, most: int, least: int = 0) -> int:
    return IntegerField(same(name), least=least, most=most, name=name).parse(pressed.get(name, ""))


def _who(pressed: Pressed, name: str) -> int | None:
    return _whole(pressed, name, MOST_FIGHTERS) if pressed.get(name, "").strip() else None


def _code(pressed: Pressed, code: str) -> str:
    """Return a card as it is played: a Joker with what the controls declare it as."""
    if code not in ("X", "Y"):
        return code
    rank, suit = pressed.get(f"{code.lower()}_rank", ""), pressed.get(f"{code.lower()}_suit", "")
    return f"{code}={suit}{rank}" if rank else code


def _ticked(state: Combat, pressed: Pressed, who: int) -> list[str]:
    hand = state.fighters[who].hand
    return [_code(pressed, card.code) for card in hand if pressed.get(tick(card)) == "1"]


def tick(card: Card) -> str:
    """Return the name of the box of a hand card."""
    return f"play_{card.code}"


def _read_add(state: Combat, pressed: Pressed) -> Action:
    return ["add", *_read_sheet(pressed), _read_hand(pressed)]


def _read_edit(state: Combat, pressed: Pressed) -> Action:
    hand = [_read_hand(pressed)] if "hand" in pressed and state.stage is Stage.SETUP else []
    dead = 0 if state.stage is not Stage.SETUP else 1
    return ["edit", _who(pressed, "edited"), *_read_sheet(pressed, dead), *hand]


def _read_sheet(pressed: Pressed, least_ep: int = 1) -> list[Any]:
    """Return what a sheet says but for the hand."""
    numbers = [
        None
        if key == "power" and not pressed.get(key, "").strip()
        else _whole(pressed, key, most, least_ep if key == "ep" else least)
        for key, _, least, most in NUMBERS
    ]
    return [pressed.get("name", ""), pressed.get("side", ""), pressed.get("suit", ""), numbers]


def _read_hand(pressed: Pressed) -> int | str:
    """Return the cards of a hand as they are written, or how many are to be dealt."""
    cards = pressed.get("hand", "").strip()
    return int(cards) if cards.isascii() and cards.isdigit() and len(cards) < 4 else cards


def _read_choose(state: Combat, pressed: Pressed) -> Action:
    chosen = []
    for who in state.there:
        code = pressed.get(f"card_{who}", "")
        if code:
            chosen.append([who, _code(pressed, code)])
    return ["choose", chosen]


def _options(pressed: Pressed, kind: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    special, words = pressed.get("special", "").strip(), pressed.get("words", "").strip()
    if special not in ("", "1"):
        options["special"] = special
    if pressed.get("cost", "").strip() not in ("", "0"):
        options["cost"] = _whole(pressed, "cost", MOST_EP)
    if words:
        options["words"] = words
    if kind == Kind.FLEE.value:
        options["discard"] = pressed.get("discard", "").rpartition("/")[2]
    return options


def _read_declare(state: Combat, pressed: Pressed) -> Action:
    kind = pressed.get("kind", "")
    found = [
        "declare",
        kind,
        _who(pressed, "target") if kind in _AIMED else None,
        _ticked(state, pressed, declaring(state)[0]),
        _options(pressed, kind),
    ]
    while found[-1] in (None, [], {}):
        found.pop()
    return found


def _read_strike(state: Combat, pressed: Pressed) -> Action:
    kind = pressed.get("kind", "")
    target = _who(pressed, "target") if kind in _AIMED else None
    return ["strike", _who(pressed, "who"), kind, target, _options(pressed, kind)]


_AIMED = ("attack", "cover", "pursue")
"""What is declared at somebody."""


def _read_lay(state: Combat, pressed: Pressed) -> Action:
    return ["lay", _ticked(state, pressed, state.playing)]


def _read_help(state: Combat, pressed: Pressed) -> Action:
    if "helper" in pressed:
        card = read_card(pressed.get("help_card", ""), "help_card")
        return ["help", _who(pressed, "helper"), _who(pressed, "whom"), card.code]
    who, _, code = pressed.get("help_card", "").partition("/")
    return ["help", int(who) if who.isdigit() and len(who) < 3 else who, _who(pressed, "whom"), _code(pressed, code)]


def _read_reshuffle(state: Combat, pressed: Pressed) -> Action:
    chosen = [[who, pressed[f"lose_{who}"]] for who in range(len(state.fighters)) if pressed.get(f"lose_{who}")]
    return ["reshuffle", chosen] if chosen else ["reshuffle"]


def _read_joker(state: Combat, pressed: Pressed) -> Action:
    lying = next((card for fighter in state.fighters for card in fighter.field if not card.rank), None)
    return ["joker", _code(pressed, lying.code) if lying else ""]


def _read_chase(state: Combat, pressed: Pressed) -> Action:
    code = pressed.get("card", "")
    return ["chase", _code(pressed, code)] if code not in ("", "none") else ["chase"]


_READ: dict[str, Callable[[Combat, Pressed], Action]] = {
    "add": _read_add,
    "edit": _read_edit,
    "begin": lambda state, pressed: ["begin", pressed.get("striking", "")],
    "set": lambda state, pressed: [
        "set",
        _whole(pressed, "stage_number", MOST_STAGE, 1),
        pressed.get("decisive") == "1",
    ],
    "choose": _read_choose,
    "declare": _read_declare,
    "strike": _read_strike,
    "react": lambda state, pressed: [
        "react",
        _who(pressed, "reactor"),
        pressed.get("reaction", ""),
        _who(pressed, "whom_to"),
    ],
    "cancel": lambda state, pressed: ["cancel", _who(pressed, "canceller")],
    "drop": lambda state, pressed: ["drop", _code(pressed, pressed.get("card", ""))],
    "chase": _read_chase,
    "lay": _read_lay,
    "buy": lambda state, pressed: ["buy", _whole(pressed, "number", MOST_LIMIT, 1)],
    "help": _read_help,
    "reshuffle": _read_reshuffle,
    "joker": _read_joker,
    "discard": lambda state, pressed: [
        "discard",
        _who(pressed, "whose"),
        [card.code for card in read_cards(pressed.get("cards", ""))],
    ],
    "deal": lambda state, pressed: ["deal", _who(pressed, "whose"), _whole(pressed, "dealt", MOST_LIMIT, 1)],
}
