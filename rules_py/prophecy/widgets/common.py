"""What the calculators of Prophecy share: fields for conditions, people and numbers, sheets, house rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.core.errors import InputError
from rules_py.core.fields import ChoiceField, Field, IntegerField, ReadField
from rules_py.core.form import Group
from rules_py.core.lists import entries
from rules_py.core.markup import h
from rules_py.core.notation import Roll, Sum
from rules_py.core.rulings import whole_number
from rules_py.core.text import LANGUAGES, Language, Text, listed, same
from rules_py.prophecy.characters import MOST_FIGHTERS, Curse, Fighter
from rules_py.prophecy.checks import FACES, LARGEST_NUMBER
from rules_py.prophecy.conditions import CONDITIONS, CURSES
from rules_py.prophecy.palette import BOT
from rules_py.prophecy.reading import read_conditions
from rules_py.prophecy.rulings import Rulings

LONGEST_NAME = 30
MOST_ASSISTS = 8
UNNAMED = same("PC{n}")
_PERSON = re.compile(
    r"(?:\"(?P<quoted>[^\"()]*)\"|(?P<name>[^()]*?))(?:(?:^|\s|(?=[+-])|(?<=[^\x00-\x7f]))(?P<number>[+-]?[0-9]{1,6}))?\s*(?:\((?P<carried>[^()]*)\))?",
    re.DOTALL,
)


@dataclass(frozen=True)
class ConditionsField(ReadField):
    """Conditions by name; what it shows at first stands in the page's language."""

    read: Callable[[str, str], tuple[str, ...]] = field(default=read_conditions)
    size: int = 16

    def spelled(self, language: Language) -> str:
        """Return the default in one language."""
        return listed([CONDITIONS[ident].name for ident in self.parse(self.default)]).get(language)

    def said(self, raw: str, language: Language) -> str:
        """Return what the field is called and says."""
        return super().said(self.spelled(language) if raw == self.default else raw, language)

    def is_default(self, raw: str) -> bool:
        """Say whether this is what it shows at first, in whatever language."""
        return raw in (self.default, *map(self.spelled, LANGUAGES))

    def control(self, raw: str, language: Language, **attributes: object) -> Element:
        """Return a text input."""
        return super().control(self.spelled(language) if raw == self.default else raw, language, **attributes)


CARRIED = ConditionsField(
    Text("Conditions", "コンディション"), hint=Text("such as Restriction 2, Freeze", "「行動制限2、氷結」のように")
)
"""The conditions on a sheet."""


@dataclass(frozen=True)
class Person:
    """Somebody in a list.

    Args:
        name: The name; none if none was given.
        number: The ability, modifier or dominance.
        conditions: Ids of the conditions carried, one for each copy.
    """

    name: Text
    number: int
    conditions: tuple[str, ...] = ()


def read_people(raw: str, field: str, unnamed: Text, missing: int | None = None) -> tuple[Person, ...]:
    """Read a list of people: a name if wanted, a number, and conditions in brackets.

    Args:
        raw: People separated by commas: `3, Mio 4, Ren 5 (Restriction 2)`; numbers alone also by spaces. A name that
            begins with a digit, or has a number before another word, stands in quotation marks.
        field: The form field's name.
        unnamed: How those without a name are called, with `{n}` for their place.
        missing: The number of those without one; None if everybody needs a number.

    Raises:
        InputError: If there is nobody or more than 12, or an entry cannot be read.

    Example:
        >>> [(p.name.en, p.number, p.conditions) for p in read_people("3, Mio 4 (Freeze)", "party", same("PC{n}"))]
        [('PC1', 3, ()), ('Mio', 4, ('freeze',))]
    """
    people = []
    allowed = _PEOPLE.format(most=MOST_FIGHTERS)
    typed = [
        person
        for entry in entries(raw, field, allowed, least=1, most=MOST_FIGHTERS, brackets=True)
        for person in (entry.split() if _NUMBERS(entry) else [entry])
    ]
    if len(typed) > MOST_FIGHTERS:
        raise InputError(field, raw.strip(), allowed)
    for n, entry in enumerate(typed, start=1):
        match = _PERSON.fullmatch(entry)
        name = (match["quoted"] or match["name"] or "").strip() if match else ""
        if (
            not match
            or (match["number"] is None and missing is None)
            or len(name) > LONGEST_NAME
            or _SIGNS(name)
            or (match["quoted"] is None and _NO_NAME(name))
        ):
            raise InputError(field, entry, _A_PERSON)
        number = whole_number(field, int(match["number"] or missing or 0), -LARGEST_NUMBER, LARGEST_NUMBER)
        people.append(
            Person(
                same(name) if name else unnamed.format(n=n),
                number,
                read_conditions(match["carried"] or "", field),
            )
        )
    return tuple(people)


_SIGNS = re.compile(r"\W+").fullmatch
_NUMBERS = re.compile(r"[+-]?[0-9]{1,6}(?:\s+[+-]?[0-9]{1,6})+").fullmatch
_NO_NAME = re.compile(r"[+-]?[0-9].*|.*(?:[\s+-]|[^\x00-\x7f])[0-9]+\s.*[^\W\d_].*", re.DOTALL).fullmatch
_PEOPLE = Text(
    "a number for each of 1 to {most} people, such as 4, 6",
    "「4、6」のように、1人から{most}人分の数を書いてください",
)
_A_PERSON = Text(
    "between commas a number each, if you like with a name before it and conditions behind it in brackets, such as"
    " A 4 (Freeze), B 6",
    "1人ずつ読点で区切り、数だけを書くか、「A 4（氷結）、B 6」のように前に名前を、"
    "後ろのかっこにコンディションを添えてください",
)


@dataclass(frozen=True)
class PeopleField(ReadField):
    """A list of people on one line.

    Args:
        unnamed: How those without a name are called, with `{n}` for their place.
        missing: The number of those without one; None if everybody needs a number.
    """

    unnamed: Text = UNNAMED
    missing: int | None = None
    size: int = 24

    def parse(self, raw: str) -> tuple[Person, ...]:
        """Return the people."""
        return read_people(raw, self.name, self.unnamed, self.missing)


def number_field(label: Text, default: int, hint: Text | None = None, *, kept: bool | str = False) -> IntegerField:
    """Return a field for an ability, a target number, a modifier, a success degree or dominance."""
    return IntegerField(label, str(default), hint, least=-LARGEST_NUMBER, most=LARGEST_NUMBER, kept=kept)


def dice_field(third: Text) -> ChoiceField:
    """Return the choice between two and three dice.

    Args:
        third: What gives the third die.
    """
    words = Text("3, with {what}", "3個（{what}）").format(what=third)
    return ChoiceField(Text("Dice", "ダイス"), "2", options=(("2", Text("2", "2個")), ("3", words)), means=int)


FACTOR = Text("a Factor", "ファクター")


def lone(name: str, asked: Field, legend: Text) -> Group:
    """Return a side with a single field, which has the value of that field.

    Args:
        name: The field's name.
        asked: The field.
        legend: What the side is called.
    """
    return Group((replace(asked, name=name),), legend, kind="side", make=lambda **said: said[name])


def sheet(name: Text, conditions: Iterable[str], **more: Any) -> Fighter:
    """Return somebody who carries conditions."""
    carried = tuple(conditions)
    return Fighter(
        name,
        curses=tuple(Curse(ident) for ident in carried if ident in CURSES),
        blesses=tuple(ident for ident in carried if ident not in CURSES),
        **more,
    )


def named(name: Text, language: Language) -> Element:
    """Return the head of a row with somebody's name: no sentence, so that nothing in it passes for a rule's id."""
    return h("th", name.get(language), scope="row")


def written(number: int) -> str:
    """Return a number as it is printed, with a minus sign.

    Example:
        >>> written(-3)
        '−3'
    """
    return str(number).replace("-", "−")


LUCKY_AND_FUMBLE = Text(
    "Lucky succeeds and Fumble fails, whatever the total (P-5.2, P-5.4).",
    "合計がいくつでも、ラッキー♪なら成功、ファンブルなら失敗です（P-5.2、P-5.4）。",
)
_MARKED = Text(
    "With the dice bot {bot} Lucky and Fumble are told all the same.",
    "ダイスボットを{bot}にすれば、ラッキー♪とファンブルも判定されます。",
).format(bot=BOT)
_NOT_BELOW_0 = Text("A check value below 0 counts as 0 (P-Q39).", "達成値は0より下がりません（P-Q39）。")


def table_roll(
    dice: int,
    added: int,
    rulings: Rulings,
    target: int | None = None,
    *,
    lost: tuple[Text, ...] = (LUCKY_AND_FUMBLE,),
    name: Text | None = None,
) -> Roll:
    """Return a check as it is rolled at the table.

    Args:
        dice: 2 or 3.
        added: The ability, with what conditions change.
        rulings: How three dice count (P-Q1), and how low a value can be (P-Q39).
        target: What it has to reach; none if it is compared with another check.
        lost: What no dice tool knows of it.
        name: What it is for.

    Source: P-3.1, P-3.4, P-3.6, P-Q1, P-Q39.

    Example:
        >>> table_roll(3, 5, Rulings(third_die="best_two")).rolled
        Sum(dice=3, faces=6, modifier=5, target=None, best=2)
    """
    best = 2 if dice == 3 and rulings.third_die == "best_two" else None
    if rulings.lowest_value == "zero" and (best or dice) + added < 0:
        lost = (*lost, _NOT_BELOW_0)
    return Roll(
        Sum(dice, FACES, added, target, best), lost, name, _MARKED if target is not None and dice == 2 else None
    )


def compared(rulings: Rulings, *, punctured: bool) -> tuple[Text, ...]:
    """Return what no dice tool knows of a cast check and a guard check that are compared.

    Args:
        rulings: Whether Lucky and Fumble force the result (P-Q12).
        punctured: Does the target carry Puncture?

    Example:
        >>> len(compared(Rulings(), punctured=True))
        3
    """
    forced = () if rulings.forced_results == "not_applied" else (_FORCED_RESULTS,)
    return (_COMPARED, *forced, *((_PUNCTURED,) if punctured else ()))


_COMPARED = Text(
    "A cast value that is no lower than the guard value hits; the difference is the success degree (P-10.10, P-10.12).",
    "キャスト達成値がガード達成値以上なら命中で、差が攻撃成功度です（P-10.10、P-10.12）。",
)
_FORCED_RESULTS = Text(
    "Lucky and Fumble force the result, whatever the totals (P-5.2, P-5.4, P-Q12).",
    "合計がいくつでも、ラッキー♪とファンブルが結果を決めます（P-5.2、P-5.4、P-Q12）。",
)
_PUNCTURED = Text("Puncture makes the hit certain (P-17.17a).", "【穿孔】により命中は確実です（P-17.17a）。")


def initiative_roll(modifier: int, name: Text | None = None) -> Roll:
    """Return the initiative of a PC as it is rolled at the table (P-8.2, P-8.3, P-8.5).

    Example:
        >>> initiative_roll(-1).rolled
        Sum(dice=2, faces=6, modifier=-1, target=None, best=None)
    """
    return Roll(Sum(2, FACES, modifier), (_AGAIN,), name)


_AGAIN = Text(
    "Who is level rolls again; an enemy does not roll, its initiative is its dominance (P-8.3, P-8.5).",
    "同値なら、もう一度振って決めます。敵は振らず、支配力がイニシアチブになります（P-8.3、P-8.5）。",
)


def rolled_again(rolls: int) -> tuple[Text, ...]:
    """Return what no dice tool knows of a check that is rolled several times (P-6.3, P-7.6)."""
    words = Text(
        "It is rolled {n} times, and the best result counts (P-6.3, P-7.6).",
        "{n}回振り、最もよい結果を採ります（P-6.3、P-7.6）。",
    )
    return (words.format(n=rolls),) if rolls > 1 else ()
