"""The controls of steppers: buttons that take a step, and what is filled in beside them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from rules_py.core.errors import ForbiddenAction
from rules_py.core.markup import h, marked_up, remark
from rules_py.core.text import Language, Text, is_wide

_STEP = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def button(do: str, label: Text, language: Language, *, primary: bool = False) -> Element:
    """Return a button that takes a step."""
    return h(
        "button",
        label.get(language),
        type="submit",
        name="do",
        value=do,
        class_="primary" if primary else None,
    )


def press(action: Sequence[object], label: Text, language: Language, *, primary: bool = False) -> Element:
    """Return a button that takes a step.

    Args:
        action: The step as links hold it, with `control` or `choice` where a control says an argument.
        label: What stands on the button.
        language: The reader's language.
        primary: Is it what one does next?
    """
    return button(pressing(action), label, language, primary=primary)


def pressing(action: Sequence[object]) -> str:
    """Return what a button says that takes a step, as `press` is told it."""
    return _STEP.encode(action)


def control(name: str, **otherwise: object) -> dict[str, object]:
    """Return what stands for the argument that a control says; `empty=…`: what it is where nothing is filled in."""
    return {"control": name, **otherwise}


def choice(name: str) -> dict[str, str]:
    """Return what stands for the arguments that the choice of a control says: its values are lists, as JSON."""
    return {"choice": name}


def labelled(name: str, label: Text, control: Element, language: Language) -> Element:
    """Return a control with its label."""
    ident = f"step-{name}"
    control.set("id", ident)
    control.set("name", name)
    return h(
        "div",
        h("label", *marked_up(label.get(language)), for_=ident),
        control,
        class_="field",
        data_field=name,
    )


def select(
    name: str, label: Text, options: Sequence[tuple[object, Text]], language: Language, chosen: object = None
) -> Element:
    """Return a choice."""
    made = [h("option", text.get(language), value=value, selected=value == chosen) for value, text in options]
    wide = is_wide((text for _, text in options), language)
    return labelled(name, label, h("select", made, class_="wide" if wide else None), language)


def text_input(name: str, label: Text, language: Language, value: str = "", **attributes: object) -> Element:
    """Return a line to write on."""
    return labelled(name, label, h("input", type="text", value=value, autocomplete="off", **attributes), language)


def name_input(name: str, language: Language, called: Text = Text("", ""), *, size: int = 14) -> Element:
    """Return the line for what somebody or something is called."""
    return text_input(name, Text("Name", "名前"), language, called.get(language), size=size)


def number_input(
    name: str, label: Text, language: Language, value: object = "", *, least: int = 0, size: int = 4
) -> Element:
    """Return a line for a whole number, for which a phone opens its number pad."""
    made = text_input(name, label, language, str(value), size=size, inputmode="numeric")
    if least < 0:
        made[1] = signed(made[1], label, language)
    return made


def signed(control: Element, label: Text, language: Language) -> Element:
    """Return a line for a number with the key that changes its sign; only where one types by finger it is shown."""
    words = Text("Plus or minus: {label}", "符号を変える：{label}").format(label=label)
    key = h("button", "±", type="button", data_sign=True, aria_label=words.get(language))
    return h("span", control, key, class_="signed")


def counted(control: Element, label: Text, language: Language, least: int) -> Element:
    """Return a line for a number between keys that make it one less and one more; see `signed`."""
    less, more = Text("Less: {label}", "減らす：{label}"), Text("More: {label}", "増やす：{label}")

    def key(sign: str, words: Text, add: int) -> Element:
        told = words.format(label=label).get(language)
        return h("button", sign, type="button", data_add=add, tabindex=-1, aria_label=told)

    inside = list(signed(control, label, language)) if least < 0 else [control]
    return h("span", key("−", less, -1), inside, key("+", more, 1), class_="counted")


def flag(name: str, label: Text, language: Language, *, ticked: bool = False) -> Element:
    """Return a checkbox before its label."""
    made = labelled(name, label, h("input", type="checkbox", value="1"), language)
    made[0], made[1] = made[1], made[0]
    made.set("class", "field flag")
    if ticked:
        made[0].set("checked", "checked")
    return made


def beside(box: Element, name: str, value: object, chosen: object) -> Element:
    """Return a box that is offered beside what a list has chosen: not for that itself.

    Args:
        box: As `flag` has made it.
        name: The list.
        value: What in it the box stands for.
        chosen: What it has chosen at first.
    """
    box.set("data-beside", f"{name} {value}")
    if value == chosen:
        box.set("hidden", "")
        box[0].set("disabled", "")
    return box


def fieldset(legend: Text, parts: list[Element], language: Language, note: Text | None = None) -> Element:
    """Return controls that belong to one step."""
    return h(
        "fieldset",
        h("legend", legend.get(language)),
        remark(note.get(language)) if note else None,
        h("div", parts, class_="fields"),
        class_="action",
    )


OWN_DICE = Text("Your own dice (empty: rolled)", "手元の出目（空欄なら振る）")
"""What fields for faces are called that count whichever button is pressed."""


def under_more(parts: list[Element], language: Language, summary: Text = Text("More", "その他")) -> Element:
    """Return what is rarely wanted, folded."""
    return h("details", h("summary", summary.get(language)), parts, class_="more")


SHEET = "sheet:"
"""What a button says to open somebody's sheet; after it stands whose. Without that, it closes the one that is open."""
_CHANGE = Text("Change {name}", "{name}を変更する")
_EDIT, _REMOVE = Text("Edit", "編集"), Text("Remove", "外す")
_EDIT_WHOM, _REMOVE_WHOM = Text("Edit {name}", "{name}を編集"), Text("Remove {name}", "{name}を外す")


def opens(whose: object, name: Text, language: Language) -> Element:
    """Return the button that opens somebody's sheet, so that it can be changed."""
    return button(f"{SHEET}{whose}", _EDIT_WHOM.format(name=name), language)


def removes(action: Sequence[object], name: Text, language: Language) -> Element:
    """Return the button of an action that takes somebody out of the cast."""
    return press(action, _REMOVE_WHOM.format(name=name), language)


def on_sheet(whose: object, removal: Sequence[object], name: Text, language: Language) -> Element:
    """Return what can be done with somebody's sheet before play begins, where it lies on the board."""
    made = [opens(whose, name, language), removes(removal, name, language)]
    for each, label in zip(made, (_EDIT, _REMOVE), strict=True):
        each.set("aria-label", each.text or "")
        each.text = label.get(language)
    return h("div", made, class_="buttons on-sheet")


def open_sheet(
    name: Text, fields: list[Element], action: Sequence[object], language: Language, note: Text | None = None
) -> Element:
    """Return somebody's sheet with the button of the action that changes what stands on it."""
    change = press(action, _CHANGE.format(name=name), language, primary=True)
    return fieldset(name, [*fields, change], language, note)


def opened_place(whose: str, number: int) -> int | None:
    """Return whose sheet it is of those that are numbered from 0; `None` if nobody's.

    Example:
        >>> opened_place("2", 3), opened_place("3", 3), opened_place("", 3)
        (2, None, None)
    """
    return int(whose) if whose.isascii() and whose.isdigit() and len(whose) < 4 and int(whose) < number else None


def closed(problems: Iterable[ForbiddenAction | None], language: Language) -> list[Element]:
    """Return what is not possible now, each with the rule that forbids it."""
    told = dict.fromkeys(problem.message(language) for problem in problems if problem)
    items = [h("li", *marked_up(message)) for message in told]
    return [h("ul", items, class_="closed")] if items else []
