"""What the widgets of the serial contest share: the fields of a side and the house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules_py.contest.characters import MOST_PERMANENT, STEP, Ability, Contestant
from rules_py.contest.sheet import ABILITY, FOES, MINE, PERMANENT
from rules_py.core.fields import ChoiceField, Field, FlagField, IntegerField
from rules_py.core.form import Group
from rules_py.core.notation import OneDie, Roll
from rules_py.core.text import Text, same

HERO, OPPONENT = Text("Hero (A)", "主人公（A）"), Text("Opponent (B)", "相手（B）")


def side(
    name: str,
    ability: str,
    legend: Text = HERO,
    *,
    exchange: bool = False,
    without: tuple[str, ...] = (),
    kept: Mapping[str, str] | None = None,
) -> Group:
    """Return the fields of a side, whose value is a `Contestant`.

    Args:
        name: `"a"` or `"b"`.
        ability: The ability shown at first.
        legend: Who it is.
        exchange: Is it about a single exchange, in which a push block and other modifiers matter?
        without: What is not asked.
        kept: Under which names its numbers are kept, by attribute; left out, A is the reader's character and B its foe.
    """
    kept = (MINE if name == "a" else FOES) if kept is None else kept
    fields: dict[str, Field] = {
        "ability": replace(ABILITY, default=ability),
        "permanent": PERMANENT,
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
    asked = tuple(
        replace(each, name=f"{what}_{name}", kept=kept.get(what, False))
        for what, each in fields.items()
        if what not in left
    )
    return Group(asked, legend, kind="side", suffix=f"_{name}", make=Contestant)


def table_rolls(**sides: tuple[Text, Ability]) -> tuple[Roll, ...]:
    """Return what the sides of an exchange roll at the table.

    Args:
        sides: Who it is, and with which effective ability, by the letter of the side.

    Source: C-4.2, C-4.3, C-M4, C-M5, C-Q1, C-Q2.

    Example:
        >>> [roll.name.en for roll in table_rolls(a=(HERO, Ability(1, 10)), b=(OPPONENT, Ability(0, 15)))]
        ['Hero (A): 10W', 'Opponent (B): 15']
    """
    net = sides["a"][1].masteries - sides["b"][1].masteries
    lost = [_CRITICALS, _CHART]
    if net:
        lost.append(_MASTERIES.format(side=sides["a" if net > 0 else "b"][0], n=abs(net)))
    named = Text("{who}: {ability}", "{who}：{ability}")
    return tuple(
        Roll(OneDie(STEP, ability.rating), tuple(lost), named.format(who=who, ability=ability))
        for who, ability in sides.values()
    )


_CRITICALS = Text(
    "A 1 is a critical and a 20 a fumble, whatever the ability (C-Q1).",
    "能力がいくつでも、1はクリティカル、20はファンブルです（C-Q1）。",
)
_CHART = Text(
    "Both results together say where the piece goes (C-T1).", "双方の結果を合わせて、コマの動きを決めます（C-T1）。"
)
_MASTERIES = Text(
    "Masteries left over, {side}: {n}; as many steps up, beyond a critical down for the other (C-Q2).",
    "{side}に余るマスタリーは{n}。その数だけ成功段階が上がり、クリティカルを超える分は相手を下げます（C-Q2）。",
)


def strike_power(label: Text) -> ChoiceField:
    """Return the choice of a strike power."""
    return ChoiceField(label, "1", options=(("1", same("1")), ("2", same("2"))), means=int)


GAUGE_SWITCHES = ("heavy_wound_square", "dying_square", "any_square", "wound_from")
