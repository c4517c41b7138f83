"""House rules in a widget: one control for each switch of a system's rulings that changes what it shows."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from rules_py.core.data import System
from rules_py.core.fields import RULE, ChoiceField, Field, IntegerField
from rules_py.core.form import Group
from rules_py.core.rulings import Switches
from rules_py.core.text import Text


def ruling_fields(
    system: System, rulings: type[Switches], widget: str, without: tuple[str, ...] = ()
) -> tuple[Field, ...]:
    """Return one control for each switch that changes what a widget shows; the browser keeps what they say.

    Args:
        system: The system whose rulings they are.
        rulings: Its class of rulings, which holds the defaults.
        widget: The widget's name.
        without: Switches of the widget's rulings that do not concern it.
    """
    fields: list[Field] = []
    for ruling in system.rulings.values():
        if widget not in ruling.widgets:
            continue
        for switch in ruling.switches:
            if switch in without:
                continue
            label = ruling.labels.get(switch, ruling.label).under(ruling.id)
            default = getattr(rulings, switch)
            kept = RULE + switch
            if bounds := rulings.bounds().get(switch):
                least, most = bounds.least, bounds.most
                fields.append(IntegerField(label, str(default), least=least, most=most, kept=kept, name=switch))
            else:
                options = tuple((spelled(o.value), o.text) for o in ruling.options if o.switch == switch)
                fields.append(ChoiceField(label, spelled(default), options=options, kept=kept, name=switch))
    return tuple(fields)


def spelled(value: object) -> str:
    """Return a switch's value as it stands in a link.

    Example:
        >>> spelled(True), spelled("once")
        ('yes', 'once')
    """
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def house_rules(system: System, rulings: type[Switches], widget: str, without: tuple[str, ...] = ()) -> Group:
    """Return the group of house rules of a widget, which makes rulings; the parameters are those of `ruling_fields`."""
    return Group(
        ruling_fields(system, rulings, widget, without),
        Text("House rules: answer the open questions your way", "裁定の切り替え（ハウスルール）"),
        kind="details",
        note=Text(
            "Each starts at this rulebook’s ruling; the id leads to the question.",
            "最初はこのルールブックの裁定になっています。番号から、元の疑問を読めます。",
        ),
        make=lru_cache(64)(partial(_made, rulings)),  # one object: a thousand chances are looked up by it
    )


def _made[R: Switches](rulings: type[R], **said: Any) -> R:
    return rulings(**{n: v == "yes" if isinstance(getattr(rulings, n), bool) else v for n, v in said.items()})


def in_force(system: System, rulings: Switches) -> list[Text]:
    """Return in words which house rules are in force: the questions that are not answered as this rulebook does.

    Example:
        >>> from rules_py.prophecy.rulings import Rulings
        >>> from rules_py.prophecy.system import SYSTEM
        >>> [said.en for said in in_force(SYSTEM, Rulings(third_die="best_two"))]
        ['How three dice are counted (P-Q1): only the best two are added']
    """
    said = []
    plain = type(rulings)()
    for ruling in system.rulings.values():
        for switch in ruling.switches:
            value = getattr(rulings, switch)
            if value == getattr(plain, switch):
                continue
            label = ruling.labels.get(switch, ruling.label).under(ruling.id) + Text(": ", "：")
            told = (o.text for o in ruling.options if o.switch == switch and o.value == value)
            said.append(label + next(told, Text(str(value), str(value))))
    return said
