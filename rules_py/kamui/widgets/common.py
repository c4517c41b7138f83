"""What the widgets of Kamui share: fields, house rules, how a reading is shown."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from rules_py.core import house_rules as shared
from rules_py.core.fields import IntegerField
from rules_py.core.form import Group
from rules_py.core.markup import h, marked_up
from rules_py.core.text import Language, Text
from rules_py.kamui.rulings import LARGEST_FACE, NUMBERS, Rulings
from rules_py.kamui.system import SYSTEM

ABILITY = IntegerField(
    Text("Ability, or target number (K-Q1)", "能力値、または目標値（K-Q1）"), "5", most=LARGEST_FACE, kept=True
)
"""What dice are compared with; the browser keeps it."""


def house_rules(widget: str, without: tuple[str, ...] = ()) -> Group:
    """Return the group of house rules of a widget."""
    return shared.house_rules(SYSTEM, Rulings, widget, without, NUMBERS)


def reading(number: int, rulings: Rulings) -> Text:
    """Return which reading of a check is on: the die and the faces that succeed.

    Args:
        number: What a die is compared with.
        rulings: The rulings.

    Example:
        >>> reading(5, Rulings()).en
        'd10, success on 5 or less (K-Q1, K-Q2)'
        >>> reading(5, Rulings(success="at_least_fixed")).ja
        'd10、出目6以上で成功（K-Q1、K-Q2）'
    """
    if rulings.success == "at_most_ability":
        words = Text("{die}, success on {face} or less (K-Q1, K-Q2)", "{die}、出目{face}以下で成功（K-Q1、K-Q2）")
        return words.format(die=rulings.die, face=number)
    words = Text("{die}, success on {face} or more (K-Q1, K-Q2)", "{die}、出目{face}以上で成功（K-Q1、K-Q2）")
    face = rulings.success_face if rulings.success == "at_least_fixed" else number
    return words.format(die=rulings.die, face=face)


def reading_line(
    number: int | None, rulings: Rulings, language: Language, what: Text = Text("ability", "能力値")
) -> Element:
    """Return the line that says which reading is on; without a number it names what dice are compared with."""
    if number is not None:
        words = reading(number, rulings)
    elif rulings.success == "at_least_fixed":
        words = reading(0, rulings)
    else:
        words = {
            "at_most_ability": Text(
                "{die}, success on the {what} or less (K-Q1, K-Q2)", "{die}、出目が{what}以下で成功（K-Q1、K-Q2）"
            ),
            "at_least_target": Text(
                "{die}, success on the target number or more (K-Q1, K-Q2)",
                "{die}、出目が目標値以上で成功（K-Q1、K-Q2）",
            ),
        }[rulings.success].format(die=rulings.die, what=what)
    line = Text("Reading: {words}. It is a ruling.", "読み方：{words}。これは裁定です。").format(words=words)
    return h("p", *marked_up(line.get(language)), class_="field-hint")
