"""What the widgets of Kamui share: fields, house rules, how a reading is shown."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from rules_py.core.markup import remark
from rules_py.core.notation import Pool, Roll
from rules_py.core.text import Language, Text
from rules_py.kamui.rulings import Rulings


def successes_needed(needed: int) -> Text:
    """Return that a line counts successes and does not compare them."""
    words = Text(
        "It takes {n} or more successes; the line counts them.", "成功数は{n}以上が必要です。表示されるのは成功数です。"
    )
    return words.format(n=needed)


def table_roll(dice: int, number: int, rulings: Rulings, lost: tuple[Text, ...], name: Text | None = None) -> Roll:
    """Return a check as it is rolled at the table.

    Args:
        dice: All dice together.
        number: What a die is compared with.
        rulings: Which die it is, and which faces succeed.
        lost: What no dice tool knows of it.
        name: What it is for.

    Source: K-M1, K-Q1, K-Q2.

    Example:
        >>> table_roll(3, 5, Rulings(), ()).rolled
        Pool(dice=3, faces=10, face=5, at_most=True)
        >>> table_roll(3, 5, Rulings(success="at_least_fixed", die="d6"), ()).rolled
        Pool(dice=3, faces=6, face=6, at_most=False)
    """
    face = rulings.success_face if rulings.success == "at_least_fixed" else number
    return Roll(Pool(dice, rulings.sides, face, rulings.success == "at_most_ability"), lost, name)


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
    return remark(line.get(language))
