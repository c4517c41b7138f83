"""The desk of a stepper: what the last step did, the board, the tray with the next step, and the log, in one window."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from xml.etree.ElementTree import Element

from rules_py.markup import h, heading
from rules_py.text import Language, Text

VIEWS = {"board": Text("Board", "盤面"), "sheets": Text("Sheets", "能力値"), "log": Text("Log", "記録")}
"""What a narrow window shows one at a time, beside the last step and the tray."""

_SHOWN = Text("What is shown", "表示するもの")
_GO_ON = Text("Go on with the fight kept on this device:", "この端末に残っている続き：")
_BRING_BACK = Text("Bring back the fight that was left:", "取りやめた記録に戻す：")
_DISMISS = Text("Not now", "いまはしない")
_CHOOSE = Text("Choose below.", "下から選んでください。")
_SETTINGS = Text("House rules, dice, file", "裁定の切り替え・ダイス・ファイル")
_KEYS = Text("Keys", "キー操作")
_CLOSE = Text("Close", "閉じる")
_KEY_LIST: Mapping[str, Text] = {
    "Enter": Text("the coloured button: what comes next", "色の付いたボタン（次の手順）"),
    "1 – 9": Text("the other buttons, in their order", "そのほかのボタン（並び順）"),
    "U": Text("undo", "元に戻す"),
    "Shift + U": Text("redo", "やり直す"),
    "L": Text("log and board by turns", "記録と盤面の切り替え"),
    "?": Text("these keys", "このキー一覧"),
}


def part(name: str, inside: Sequence[Element], **attributes: object) -> Element:
    """Return what an answer exchanges."""
    return h("div", list(inside), data_part=name, **attributes)


def sorted_out(controls: list[Element], language: Language) -> dict[str, list[Element]]:
    """Return the controls of a moment by where they stand on the desk.

    Args:
        controls: What a stepper offers: a heading that says which moment it is, buttons and forms.
        language: The reader's language.

    Returns:
        `"moment"`, the heading; `"primary"`, what one does next; `"controls"`, all else.
    """
    moment = [each for each in controls if "phase" in each.get("class", "").split()]
    rest = [each for each in controls if each not in moment]
    primary = _taken_out(rest)
    if primary is not None:
        primary.set("data-primary", "")
    slot = primary if primary is not None else h("p", _CHOOSE.get(language), class_="field-hint")
    return {"moment": moment, "primary": [slot], "controls": [each for each in rest if len(each) or each.text]}


def demoted(slot: list[Element]) -> list[Element]:
    """Return what stood in the first place as a button among others."""
    buttons = [each for each in slot if each.tag == "button"]
    for each in buttons:
        for name in ("class", "data-primary"):
            each.attrib.pop(name, None)
    return buttons


def _taken_out(parts: list[Element]) -> Element | None:
    """Take out the first primary button; where it belongs to a form, it says to which."""
    for top in parts:
        inside = {child: parent for parent in top.iter() for child in parent}
        for found in inside:
            if found.tag != "button" or "primary" not in found.get("class", "").split():
                continue
            holder = inside[found]
            holder.remove(found)
            while holder.tag != "fieldset" and holder in inside:
                empty, holder = holder, inside[holder]
                if not len(empty) and not empty.text:
                    holder.remove(empty)
            if holder.tag == "fieldset":
                holder.set("id", "step-form")
                found.set("data-of", "step-form")
            return found
    return None


def desk(
    name: str, title: Element, parts: Mapping[str, list[Element]], groups: Iterable[Element], language: Language
) -> list[Element]:
    """Return what stands on the desk of a widget.

    Args:
        name: The widget's name.
        title: Its title.
        parts: Elements by the part that holds them.
        groups: The widget's own fields: house rules, seed.
        language: The reader's language.
    """
    ident = name.replace(".", "-")
    settings = list(groups)
    told: list[Element] = []
    for each in settings:
        if each.tag == "details":  # one fold around them is enough, and says how many house rules there are
            each.set("open", "open")
            for summary in each.findall("summary"):
                told += summary.findall("span")
                summary[:] = []
    views = {view: label for view, label in VIEWS.items() if view == "board" or view in parts}
    tabs = [
        h("button", label.get(language), type="button", data_view=view, aria_pressed=str(view == "board").lower())
        for view, label in views.items()
    ]
    return [
        title,
        h(
            "div",
            part("last", parts["last"]),
            h("p", class_="widget-status", role="status", aria_live="polite"),
            _offer(language),
            id="play",
            data_region="status",
        ),
        h("div", tabs, class_="desk-tabs", role="group", aria_label=_SHOWN.get(language)),
        h(
            "output",
            parts["output"],
            aria_live="off",
            aria_labelledby=f"{ident}-title",
            data_region="board",
            tabindex="0",  # a region that scrolls can be scrolled by keyboard
        ),
        *([part("sheets", parts["sheets"], data_region="sheets")] if "sheets" in parts else []),
        h(
            "form",
            part("primary", parts["primary"]),
            h(
                "div",
                part("controls", parts["controls"], class_="controls"),
                h(
                    "details",
                    h("summary", _SETTINGS.get(language), told),
                    settings,
                    part("keeping", parts["keeping"]),
                    class_="desk-settings",
                ),
                class_="desk-choices",
            ),
            part("history", parts["history"]),
            id=f"{ident}-form",
            novalidate=True,
            method="dialog",  # without script a button leads nowhere
            aria_labelledby=f"{ident}-title",
            data_region="tray",
        ),
        part("log", parts["log"], data_region="log"),
        _keys(language),
    ]


def _offer(language: Language) -> Element:
    """Return the offer to go on with a fight that was left; the page fills in which."""
    return h(
        "div",
        h("span", _GO_ON.get(language), class_="go-on"),
        h("span", _BRING_BACK.get(language), class_="bring-back"),
        h("button", type="button", data_do="return"),
        h("button", "×", type="button", data_do="dismiss", aria_label=_DISMISS.get(language)),
        class_="desk-offer",
        hidden=True,
    )


def _keys(language: Language) -> Element:
    """Return the list of keys that ? opens."""
    rows = [
        h("tr", h("th", h("kbd", key), scope="row"), h("td", label.get(language))) for key, label in _KEY_LIST.items()
    ]
    return h(
        "dialog",
        heading(4, _KEYS.get(language)),
        h("table", h("tbody", rows)),
        h("form", h("button", _CLOSE.get(language), type="submit"), method="dialog"),
        class_="desk-keys",
        aria_label=_KEYS.get(language),
    )
