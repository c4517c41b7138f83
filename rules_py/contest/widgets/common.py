"""What the widgets of the serial contest share: the fields of a side and the house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_py.contest.characters import MOST_PERMANENT, Contestant, parse_ability
from rules_py.contest.rulings import LARGEST_DYING_SQUARE, LARGEST_MODIFIER, Rulings
from rules_py.contest.system import SYSTEM
from rules_py.core import house_rules as shared
from rules_py.core.fields import ChoiceField, Field, FlagField, IntegerField, ReadField
from rules_py.core.text import Text, same
from rules_py.core.widget import Group

HERO, OPPONENT = Text("Hero (A)", "主人公（A）"), Text("Opponent (B)", "相手（B）")
_NUMBERS = {
    "heavy_wound_square": (1, LARGEST_DYING_SQUARE),
    "dying_square": (1, LARGEST_DYING_SQUARE),
    "many_to_one_modifier": (0, LARGEST_MODIFIER),
}


def ability_field(side: str, default: str) -> ReadField:
    """Return the field of a side's ability."""
    return ReadField(
        f"ability_{side}",
        Text("Ability", "使用能力"),
        default,
        hint=Text("as on the sheet: 17, 10W, 5W2", "キャラクターシートのとおりに：17、10W、5W2"),
        read=parse_ability,
    )


def side_fields(side: str, ability: str, *, exchange: bool) -> tuple[Field, ...]:
    """Return the fields of a side.

    Args:
        side: `"a"` or `"b"`.
        ability: The ability shown at first.
        exchange: Is it about a single exchange, in which a push block and other modifiers matter?
    """
    fields: list[Field] = [
        ability_field(side, ability),
        IntegerField(
            f"permanent_{side}",
            Text("Permanent augments", "永続的増強"),
            "0",
            least=-MOST_PERMANENT,
            most=MOST_PERMANENT,
        ),
        IntegerField(f"augments_{side}", Text("Temporary augments", "一時的な増強"), "0", least=0, most=MOST_PERMANENT),
        ChoiceField(
            f"strike_power_{side}",
            Text("Strike power", "打撃力"),
            "1",
            options=(("1", same("1")), ("2", same("2"))),
        ),
        FlagField(f"wounded_{side}", Text("Heavy wound", "重傷を負っている")),
    ]
    if exchange:
        modifier = IntegerField(
            f"modifier_{side}",
            Text("Other modifiers", "その他の修正"),
            "0",
            Text("such as many-to-one (C-Q15)", "多対一の修正など（C-Q15）"),
            least=-MOST_PERMANENT,
            most=MOST_PERMANENT,
        )
        fields.insert(3, modifier)
        fields.append(
            FlagField(
                f"blocked_{side}",
                Text("Cannot push (active augment or independent act)", "押しこめない（能動増強か独立行為をした）"),
            )
        )
    return tuple(fields)


def side_contestant(side: str, inputs: Mapping[str, Any]) -> Contestant:
    """Return the contestant that a side's fields describe."""
    return Contestant(
        inputs[f"ability_{side}"],
        permanent=inputs.get(f"permanent_{side}", 0),
        augments=inputs.get(f"augments_{side}", 0),
        modifier=inputs.get(f"modifier_{side}", 0),
        wounded=inputs.get(f"wounded_{side}", False),
        strike_power=int(inputs.get(f"strike_power_{side}", "1")),
        blocked=inputs.get(f"blocked_{side}", False),
    )


GAUGE_SWITCHES = ("heavy_wound_square", "dying_square", "any_square", "wound_from")


def house_rules(widget: str, without: tuple[str, ...] = ()) -> Group:
    """Return the group of house rules of a widget."""
    return shared.house_rules(SYSTEM, Rulings, widget, without, _NUMBERS)


def read_rulings(inputs: Mapping[str, Any]) -> Rulings:
    """Return the rulings that the form's switches describe.

    Raises:
        InputError: If the gauge's squares do not fit together.
    """
    return shared.read_rulings(SYSTEM, Rulings, inputs)
