"""What the widgets of the serial contest share: the fields of a side and the house rules."""

from __future__ import annotations

from dataclasses import replace

from rules_py.contest.characters import MOST_PERMANENT, Ability, Contestant, parse_ability
from rules_py.contest.rulings import LARGEST_DYING_SQUARE, LARGEST_MODIFIER, Rulings
from rules_py.contest.system import SYSTEM
from rules_py.core import house_rules as shared
from rules_py.core.fields import NEAR, ChoiceField, Field, FlagField, IntegerField, ReadField
from rules_py.core.form import Group
from rules_py.core.text import Text, same

HERO, OPPONENT = Text("Hero (A)", "主人公（A）"), Text("Opponent (B)", "相手（B）")
_NUMBERS = {
    "heavy_wound_square": (1, LARGEST_DYING_SQUARE),
    "dying_square": (1, LARGEST_DYING_SQUARE),
    "many_to_one_modifier": (0, LARGEST_MODIFIER),
}


def side(
    name: str, ability: str, legend: Text = HERO, *, exchange: bool = False, without: tuple[str, ...] = ()
) -> Group:
    """Return the fields of a side, whose value is a `Contestant`.

    Args:
        name: `"a"` or `"b"`.
        ability: The ability shown at first.
        legend: Who it is.
        exchange: Is it about a single exchange, in which a push block and other modifiers matter?
        without: What is not asked.
    """
    fields: dict[str, Field] = {
        "ability": ReadField(
            Text("Ability", "使用能力"),
            ability,
            Text("as on the sheet: 17, 10W, 5W2", "キャラクターシートのとおりに：17、10W、5W2"),
            read=parse_ability,
            steps=near,
        ),
        "permanent": IntegerField(
            Text("Permanent augments", "永続的増強"), "0", least=-MOST_PERMANENT, most=MOST_PERMANENT
        ),
        "augments": IntegerField(Text("Temporary augments", "一時的な増強"), "0", most=MOST_PERMANENT),
        "modifier": IntegerField(
            Text("Other modifiers", "その他の修正"),
            "0",
            Text("such as many-to-one (C-Q15)", "多対一の修正など（C-Q15）"),
            least=-MOST_PERMANENT,
            most=MOST_PERMANENT,
        ),
        "strike_power": strike_power(Text("Strike power", "打撃力")),
        "wounded": FlagField(Text("Heavy wound", "重傷を負っている")),
        "blocked": FlagField(
            Text("Cannot push (active augment or independent act)", "押しこめない（能動増強か独立行為をした）")
        ),
    }
    left = {*without, *(() if exchange else ("modifier", "blocked"))}
    asked = tuple(replace(each, name=f"{what}_{name}") for what, each in fields.items() if what not in left)
    return Group(asked, legend, kind="side", suffix=f"_{name}", make=Contestant)


def near(ability: Ability) -> tuple[str, ...]:
    """Return the abilities a few points either way, as they are written.

    Example:
        >>> near(Ability(0, 19))[4:]
        ('18', '19', '20', '1W', '2W', '3W', '4W')
    """
    values = range(max(1, ability.value - NEAR), ability.value + NEAR + 1)
    return tuple(str(Ability.of_value(value)) for value in values)


def strike_power(label: Text) -> ChoiceField:
    """Return the choice of a strike power."""
    return ChoiceField(label, "1", options=(("1", same("1")), ("2", same("2"))), means=int)


GAUGE_SWITCHES = ("heavy_wound_square", "dying_square", "any_square", "wound_from")


def house_rules(widget: str, without: tuple[str, ...] = ()) -> Group:
    """Return the group of house rules of a widget."""
    return shared.house_rules(SYSTEM, Rulings, widget, without, _NUMBERS)
