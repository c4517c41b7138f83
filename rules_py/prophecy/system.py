"""Prophecy as the site knows it: its data, its title; the 37 conditions stand in a table of their own."""

from __future__ import annotations

from functools import cached_property

from rules_py.core.data import Facet, Row, System, Table, Term
from rules_py.core.text import Text, listed, same
from rules_py.prophecy.conditions import (
    BLESSES,
    CHANGES,
    CONDITIONS,
    CURSES,
    ENDS,
    NUMBERS,
    PER_COPY,
    SCALING,
    Condition,
)


class ProphecySystem(System):
    """The system with what follows from the conditions: their terms, and four of the tables."""

    @cached_property
    def glossary(self) -> dict[str, Term]:
        """The terms by id: those of the rules, then the curses and the blesses."""
        return {**super().glossary, **{condition.id: _term(condition) for condition in CONDITIONS.values()}}

    @cached_property
    def tables(self) -> dict[str, Table]:
        """The tables by ledger id, in order."""
        made = (
            _conditions_table("P-T3", Text("Curses", "カース一覧"), CURSES),
            _conditions_table("P-T4", Text("Blesses", "ブレス一覧"), BLESSES),
            _strength_index(),
            _changes_table(),
        )
        found = {**super().tables, **{table.id: table for table in made}}
        return dict(sorted(found.items()))


def _term(condition: Condition) -> Term:
    kind = Text("Curse", "カース") if condition.kind == "curse" else Text("Bless", "ブレス")
    meaning = Text(
        "{kind} of strength {strength}. {effect} Ends: {end}.", "{kind}・強度{strength}。{effect}終わり：{end}。"
    )
    return Term(
        condition.id,
        condition.name.en,
        condition.name.ja,
        condition.reading,
        condition.forms_en,
        condition.forms_ja,
        meaning.format(kind=kind, strength=condition.strength, effect=condition.effect, end=condition.end),
        (condition.row, *condition.rules),
        condition.tag,
        ("prophecy.condition", "condition"),
    )


def _conditions_table(ident: str, title: Text, conditions: dict[str, Condition]) -> Table:
    columns = (
        Text("Name", "名前"),
        Text("Strength", "強度"),
        Text("Effect", "効果"),
        Text("Several copies", "付与数"),
        Text("Ends", "終わり"),
    )
    rows = (
        Row(
            condition.row,
            (condition.full_name, same(condition.strength), condition.effect, condition.scaling_words, condition.end),
            condition.rules,
            {
                "strength": (str(condition.strength),),
                "reach": (str(condition.strength),),
                "scaling": (condition.scaling,),
                "ends": (condition.ends,),
                "changes": condition.changes,
            },
        )
        for condition in conditions.values()
    )
    return Table(ident, title, columns, tuple(rows), _facets(conditions))


def _facets(conditions: dict[str, Condition]) -> tuple[Facet, ...]:
    strengths = sorted({condition.strength for condition in conditions.values()})
    numbers = tuple((str(strength), same(strength)) for strength in strengths)
    used = {
        "scaling": {condition.scaling for condition in conditions.values()},
        "ends": {condition.ends for condition in conditions.values()},
        "changes": {change for condition in conditions.values() for change in condition.changes},
    }
    return (
        Facet("strength", Text("Strength", "強度"), numbers),
        Facet("reach", Text("Within reach of success degree", "届く攻撃成功度"), numbers, at_most=True),
        *(
            Facet(name, label, tuple((key, text) for key, text in words.items() if key in used[name]))
            for name, label, words in (
                ("changes", Text("Changes", "変わるもの"), CHANGES),
                ("scaling", Text("Several copies", "付与数"), SCALING),
                ("ends", Text("Ends", "終わり"), ENDS),
            )
        ),
    )


def _strength_index() -> Table:
    columns = (Text("Strength", "強度"), Text("Curses", "カース"), Text("Blesses", "ブレス"))
    strengths = sorted({condition.strength for condition in CONDITIONS.values()})
    rows = tuple(
        Row(
            f"P-T5.{number}",
            (
                same(strength),
                *(
                    listed([c.name for c in kind.values() if c.strength == strength] or [same("—")])
                    for kind in (CURSES, BLESSES)
                ),
            ),
        )
        for number, strength in enumerate(strengths, start=1)
    )
    return Table("P-T5", Text("What a success degree reaches", "攻撃成功度と強度"), columns, rows)


def _changes_table() -> Table:
    columns = (Text("Condition", "コンディション"), *(CHANGES[number] for number in NUMBERS))
    sign = {1: same("+n"), -1: same("−n"), 0: same("—")}
    rows = [
        Row(
            f"P-T8.{number}",
            (CONDITIONS[ident].name, *(sign[effect.get(column, 0)] for column in NUMBERS)),
            CONDITIONS[ident].rules[:1],
        )
        for number, (ident, effect) in enumerate(PER_COPY.items(), start=1)
    ]
    bonus = (Text("Counter / Chain Combo", "カウンター/チェーンコンボ"), same("—"), same("+1"), same("—"), same("—"))
    rows.append(Row(f"P-T8.{len(rows) + 1}", bonus, ("P-16.18", "P-16.25")))
    title = Text(
        "Which condition changes which number; n is the number of copies", "コンディションと変わる数値（nは付与数）"
    )
    return Table("P-T8", title, columns, tuple(rows))


SYSTEM = ProphecySystem("prophecy", "P", Text("Prophecy", "予言の夢"))
